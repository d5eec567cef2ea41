"""Records: what they hold, that they replay, that no byte of them can change."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import farnorth
import pytest
from support import record_of_moves

FIELDS = [
    "farnorth_record",
    "game",
    "rules_version",
    "engine",
    "setup",
    "seed",
    "bots",
    "date",
    "event",
]
FIELDS += ["moves", "decisions", "result", "sum"]


def test_a_record_has_the_fields_in_their_order(record_file: Path, game: farnorth.Game) -> None:
    for record in farnorth.read_records(record_file):
        keys = list(record.data)
        assert keys == [field for field in FIELDS if field in keys]
        assert set(FIELDS) - set(keys) <= {"decisions", "event"}
        assert record.data["farnorth_record"] == 1
        assert record.game == game.name and record.options == game.options
        assert isinstance(record.seed, str)
        assert set(record.bots) == {"greedy", "random"} and len(record.bots) == game.players
        assert " " not in record.line.split('"moves"')[0].split('"date"')[0].replace(
            farnorth.load(game.name).title, ""
        ).replace('"farnorth ', "")
        assert record.result is not None
        assert list(record.result)[:5] == ["scores", "places", "sheets", "reason", "forfeits"]
        assert record.result["reason"] == "normal"
        assert record.data["event"]["name"] == "test"


def test_rotations_of_a_block_share_the_deal(record_file: Path) -> None:
    records = list(farnorth.read_records(record_file))
    assert len({record.seed for record in records}) == 1
    assert [record.data["event"]["rotation"] for record in records] == list(range(len(records)))
    assert len({tuple(record.bots) for record in records}) > 1


def test_a_record_replays(record_file: Path) -> None:
    for record in farnorth.read_records(record_file):
        record.verify()
        *_, last = record.replay()
        assert last.is_over
        assert last.scores() == record.scores and last.ranking() == record.places
        assert record.result is not None
        for seat, sheet in enumerate(record.result["sheets"]):
            assert sheet == last.score_sheet(seat)
        assert farnorth.Record.from_line(record.line) == record


def test_a_record_is_the_same_game_as_its_seed(game: farnorth.Game) -> None:
    """Chance in a record is that of a state with the record's seed."""
    record = farnorth.play(game, ["random"] * game.players, seed="deal")
    state = game.new_state(seed="deal")
    for text in record.moves:
        if not game.move(text).is_chance:
            state.apply(text)
    assert state.is_over and state.scores() == record.scores


def damaged_somehow(path: Path, data: bytes) -> bool:
    """Whether a file of these bytes is refused."""
    path.write_bytes(data)
    return any(isinstance(found, farnorth.BadRecord) for _, found in farnorth.check_file(path))


def test_no_byte_can_be_changed_added_or_deleted(tmp_path: Path, game: farnorth.Game) -> None:
    """Every byte of one small record, in all three ways."""
    line = record_of_moves(game, [])
    data = line.encode() + b"\n"
    path = tmp_path / "game.jsonl"
    assert not damaged_somehow(path, data)
    rng = random.Random(1)
    for at in range(len(data)):
        for byte in {data[at] ^ 1, data[at] ^ 0x20, rng.randrange(256), 0x20, 0x0A} - {data[at]}:
            assert damaged_somehow(path, data[:at] + bytes([byte]) + data[at + 1 :]), (at, byte)
        assert damaged_somehow(path, data[:at] + data[at + 1 :]), at
        assert damaged_somehow(path, data[:at] + bytes([data[at]]) + data[at:]), at
        for byte in (0x20, 0x0A, 0x30, rng.randrange(256)):
            assert damaged_somehow(path, data[:at] + bytes([byte]) + data[at:]), (at, byte)
    for byte in range(256):
        assert damaged_somehow(path, data + bytes([byte])), byte


def test_damage_to_a_whole_game_is_seen(record_file: Path, tmp_path: Path) -> None:
    """A sample of the bytes of a file of several games."""
    data = record_file.read_bytes()
    path = tmp_path / "damaged.jsonl"
    rng = random.Random(2)
    for _ in range(150):
        at = rng.randrange(len(data))
        change = rng.choice(
            [bytes([data[at] ^ (1 << rng.randrange(8))]), b"", data[at : at + 1] * 2]
        )
        assert damaged_somehow(path, data[:at] + change + data[at + 1 :]), (at, change)


def resealed(record: farnorth.Record, **changes: object) -> str:
    """The line of a record with other content and a sum that fits it: what a forger would write."""
    import hashlib

    data = {**record.data, **changes}
    data.pop("sum")
    body = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return body[:-1] + f',"sum":"{hashlib.sha256(body.encode()).hexdigest()}"}}'


def test_a_forged_record_is_refused_by_replay(record_file: Path) -> None:
    record = next(farnorth.read_records(record_file))
    assert resealed(record) == record.line
    result = record.result
    assert result is not None
    forgeries: dict[str, dict[str, Any]] = {
        "scores": {"result": {**result, "scores": [n + 1 for n in result["scores"]]}},
        "places": {"result": {**result, "places": result["places"][::-1]}},
        "results": {"result": {**result, "sheets": result["sheets"][::-1]}},
        "the game is not over": {"moves": record.moves[:-1]},
        "is illegal here|game is over": {"moves": [*record.moves[:-1], record.moves[0]]},
        "not a move|no such": {"moves": [*record.moves[:-1], "castle"]},
        "rules_version": {"rules_version": 999},
        "no game is called 'chess'": {"game": "chess"},
        "bots: one for each": {"bots": ["random"]},
    }
    for message, change in forgeries.items():
        forged = farnorth.Record.from_line(resealed(record, **change))
        with pytest.raises(farnorth.BadRecord, match=message):
            forged.verify()


def test_what_a_record_lists_by_seat_is_counted() -> None:
    """More bots than any game has seats, or values for other seats than there are bots, are never read."""
    record = farnorth.play(farnorth.load("borealis"), ["flat:its=5", "greedy"], seed=1)
    notes = record.data["decisions"]
    assert len(notes) > 1
    for bots in (["a"] * 6, ["a"] * 9, ["a"] * 1000):
        with pytest.raises(farnorth.BadRecord, match="bots: at most 5 bots expected"):
            farnorth.Record.from_line(resealed(record, bots=bots))
    for value in ([], [500], [500, 500, 0], [0] * 9):
        forged = [{**notes[0], "value": value}, *notes[1:]]
        with pytest.raises(farnorth.BadRecord, match="a value for each of 2 seats expected"):
            farnorth.Record.from_line(resealed(record, decisions=forged))


def test_decisions_are_those_of_players_in_their_order(record_file: Path) -> None:
    game = next(farnorth.read_records(record_file)).load_game()
    bots = ["flat:its=5", *["random"] * (game.players - 1)]
    record = farnorth.play(game, bots, seed=1)
    notes = record.data["decisions"]
    states = enumerate(record.replay())
    by_chance = next(ply for ply, state in states if state.actor == farnorth.CHANCE)
    forgeries = {
        "no later move": [[*notes, {**notes[-1], "i": 99999}], notes[::-1], [notes[0], *notes]],
        "where nobody decides": [[{**notes[0], "i": by_chance}, *notes[1:]]],
    }
    for message, lists in forgeries.items():
        for decisions in lists:
            forged = farnorth.Record.from_line(resealed(record, decisions=decisions))
            with pytest.raises(farnorth.BadRecord, match=message):
                forged.verify()


def test_what_is_no_record_line() -> None:
    for line in (
        "",
        " ",
        "{}",
        "[]",
        "null",
        "\0",
        "{",
        "{}{}",
        '{"farnorth_record":1}',
        "x" * 100_000,
        "[" * 100_000,
    ):
        with pytest.raises(farnorth.BadRecord):
            farnorth.Record.from_line(line)


def test_a_file_is_checked_line_by_line(record_file: Path, tmp_path: Path) -> None:
    lines = record_file.read_bytes().splitlines(keepends=True)
    path = tmp_path / "bad.jsonl"
    path.write_bytes(lines[0] + b"\n" + b"\xff\n" + lines[1] + lines[0][:-1])
    found = dict(farnorth.check_file(path))
    assert [isinstance(found[n], farnorth.Record) for n in (1, 2, 3, 4, 5)] == [
        True,
        False,
        False,
        True,
        False,
    ]
    assert "blank line" in str(found[2])
    assert "not UTF-8" in str(found[3])
    assert "cut off" in str(found[5])
    with pytest.raises(farnorth.BadRecord, match="bad.jsonl line 2: .*blank"):
        list(farnorth.read_records(path))


def test_an_empty_file_is_no_file_of_records(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(b"")
    assert [str(found) for _, found in farnorth.check_file(path)] == ["the file is empty"]


def test_saving_appends_whole_lines(record_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "saved.jsonl"
    records = list(farnorth.read_records(record_file))
    for record in records:
        record.save(path)
    assert path.read_bytes() == record_file.read_bytes()


def test_a_file_that_ends_inside_a_line_is_not_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_text('{"farnorth_record":1')
    with pytest.raises(farnorth.BadRecord, match="the last line is cut off"):
        farnorth.RecordFile(path)
    assert path.read_text() == '{"farnorth_record":1'


def test_a_full_disk_leaves_whole_lines(record_file: Path, tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    path = tmp_path / "full.jsonl"
    program = """
import resource, sys, farnorth
line = next(farnorth.read_records(sys.argv[1])).line
resource.setrlimit(resource.RLIMIT_FSIZE, (len(line) * 5 // 2, resource.RLIM_INFINITY))
with farnorth.RecordFile(sys.argv[2]) as file:
    for _ in range(4):
        file.write(line)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, record_file, path],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "File too large" in done.stderr and str(path) in done.stderr
    assert path.read_bytes().count(b"\n") == 2
    assert all(isinstance(found, farnorth.Record) for _, found in farnorth.check_file(path))


def test_a_device_can_be_written(record_file: Path) -> None:
    record = next(farnorth.read_records(record_file))
    record.save(os.devnull)
    with pytest.raises(OSError, match="No space left"):
        record.save("/dev/full")


def test_text_for_people(record_file: Path, game: farnorth.Game) -> None:
    record = next(farnorth.read_records(record_file))
    text = record.text()
    assert f'[game "{game.name}"]' in text and f'[seed "{record.seed}"]' in text
    assert "   1. seat " in text
    joined = " ".join(text.split())
    assert all(move in joined for move in record.moves)
    assert all(
        len(line) <= 100 or " " not in line.strip() for line in text.split("\n\n")[1].splitlines()
    )
    for score in record.scores:
        assert str(score) in text.split("\n\n")[-1]


def test_text_of_one_seat_tells_no_secret(record_file: Path, game: farnorth.Game) -> None:
    from farnorth.transcript import export

    record = next(farnorth.read_records(record_file))
    for seat in range(game.players):
        seen = export(record, seat)
        assert "seed" not in seen and "sum" not in seen and "event" not in seen
        assert seen["seen_by"] == seat
        state = record.load_game().new_state()
        for each, move in zip(seen["moves"], record.moves, strict=True):
            assert each["actor"] == state.actor
            assert each["move"] == state.shown(move, seat)
            state.apply(move)
        assert any("?" in each["move"] for each in seen["moves"])
        assert "?" in record.text(seat) and "[seed" not in record.text(seat)
    full = export(record)
    assert [each["move"] for each in full["moves"]] == record.moves
