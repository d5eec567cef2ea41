"""`farnorth play` and `farnorth watch` as a person or a script uses them."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import farnorth
import pexpect
import pytest
from click.testing import CliRunner
from farnorth import render
from farnorth.bots import Budget
from farnorth.casual import CasualGame, Event, write_whole
from farnorth.cli import root
from farnorth.cli.screen import Screen
from farnorth.errors import BadData, BadRecord, BotError, IllegalMove
from farnorth.protocols import View
from farnorth.records import Record, read_records
from farnorth.render import fallback
from farnorth.telling import log_lines

MAIN = [sys.executable, "-c", "from farnorth.cli import main; main()"]
PROMPT = r"p(\d), 1-(\d+) or \? for help> "


def environment(home: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(Path(each).absolute()) for each in sys.path if each),
        "XDG_STATE_HOME": str(home),
        "TERM": "xterm",
    }


def farnorth_says(
    arguments: str, typed: str | bytes, home: Path, code: int | None = 0
) -> tuple[str, str]:
    """Output and errors of a command to which something is typed over a pipe."""
    done = subprocess.run(
        [*MAIN, *arguments.split()],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        timeout=120,
        cwd=home,
        env=environment(home),
        check=False,
    )
    output, errors = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in output + errors, errors
    if code is not None:
        assert done.returncode == code, output[-2000:] + errors
    return output, errors


def at_terminal(arguments: str, home: Path, columns: int = 80) -> pexpect.spawn[str]:
    return pexpect.spawn(
        MAIN[0],
        [*MAIN[1:], *arguments.split()],
        cwd=str(home),
        env=environment(home),
        encoding="utf-8",
        timeout=60,
        dimensions=(24, columns),
        echo=False,
    )


def choice(decision: int, moves: int) -> int:
    """What our player chooses: a function of the number of decisions before and of the legal moves."""
    return 1 + (decision * 2654435761 >> 7) % moves


def script(seed: int, lines: int) -> str:
    """Numbers, many of them too large for the moment, which are refused."""
    luck = random.Random(seed)
    return "".join(f"{luck.randint(1, 6)}\n" for _ in range(lines))


# ---- Whole games ---------------------------------------------------------------------------------


def test_a_whole_game_over_a_pipe(tmp_path: Path) -> None:
    output, _ = farnorth_says(
        "play borealis --seed 5 --save game.jsonl --plain", script(1, 2000), tmp_path
    )
    assert "\x1b" not in output
    assert "FINAL SCORES" in output
    assert "ACHIEVEMENTS" in output
    assert "title for these alone" in output
    (record,) = read_records(tmp_path / "game.jsonl")
    record.verify()
    assert record.bots == ["human", "greedy"]
    assert record.result is not None
    totals = re.search(r"^total +(\d+) +(\d+)$", output, re.MULTILINE)
    assert totals and [int(each) for each in totals.groups()] == record.scores
    places = re.search(r"^place +(\d+) +(\d+)$", output, re.MULTILINE)
    assert places and [int(each) for each in places.groups()] == record.places


@pytest.mark.parametrize("columns", [80, 120])
def test_a_whole_game_at_a_terminal(tmp_path: Path, columns: int) -> None:
    child = at_terminal("play borealis --seed 6 --save game.jsonl", tmp_path, columns)
    shown = ""
    decision = 0
    while child.expect([PROMPT, pexpect.EOF]) == 0:
        shown += child.before or ""
        child.sendline(str(choice(decision, int(child.match.group(2)))))
        decision += 1
    shown += child.before or ""
    child.close()
    assert child.exitstatus == 0
    assert "FINAL SCORES" in shown
    assert "\x1b[1;33m" in shown  # colours
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert max(len(line) for line in plain.splitlines()) <= columns
    (record,) = read_records(tmp_path / "game.jsonl")
    record.verify()
    assert record.result is not None


def test_plain_and_no_color_have_no_control_characters_on_a_terminal(tmp_path: Path) -> None:
    for flags, extra in (("--plain", {}), ("", {"NO_COLOR": "1"})):
        child = at_terminal(f"play borealis --seed 6 {flags}", tmp_path)
        if extra:
            child.close()
            os.environ.update(extra)
            try:
                child = at_terminal("play borealis --seed 6", tmp_path)
            finally:
                del os.environ["NO_COLOR"]
        child.expect(PROMPT)
        shown = child.before or ""
        child.sendline("q")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
        assert "\x1b" not in shown


# ---- Interruptions -------------------------------------------------------------------------------


def play_on(child: pexpect.spawn[str], decision: int, stop_after: int | None) -> bool:
    """Plays some decisions. True if the game has ended."""
    while child.expect([PROMPT, pexpect.EOF]) == 0:
        if stop_after == 0:
            return False
        child.sendline(str(choice(decision, int(child.match.group(2)))))
        decision += 1
        if stop_after is not None:
            stop_after -= 1
    return True


def leave(child: pexpect.spawn[str], how: int) -> None:
    """Stops a game that waits for a move, in one of five ways."""
    expected = 0
    if how == 0:
        child.sendline("q")
    elif how == 1:
        child.sendeof()
    elif how == 2:
        child.sendintr()
        expected = 130
    else:
        child.kill(signal.SIGKILL if how == 3 else signal.SIGTERM)
        expected = -1
    child.expect(pexpect.EOF)
    shown = child.before or ""
    child.close()
    if expected >= 0:
        assert child.exitstatus == expected
        assert "Go on with: farnorth play --resume game.jsonl" in shown


def test_interrupted_at_ten_points_the_game_is_the_same(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    options = "play borealis --seed 11 --seat human --seat greedy --seat random --save game.jsonl"
    child = at_terminal(options, whole)
    assert play_on(child, 0, None)
    (reference,) = read_records(whole / "game.jsonl")
    decisions = len(CasualGame.resume(whole / "game.jsonl").decisions(0))
    assert decisions > 30

    cut = tmp_path / "cut"
    cut.mkdir()
    luck = random.Random(3)
    points = sorted(luck.sample(range(1, decisions), 10))
    done = 0
    for number, point in enumerate(points):
        child = at_terminal(options if number == 0 else "play --resume game.jsonl", cut)
        assert not play_on(child, done, point - done)
        leave(child, number % 5)
        done = point
        (saved,) = read_records(cut / "game.jsonl")
        saved.verify()
        assert saved.result is None
    child = at_terminal("play --resume game.jsonl", cut)
    assert play_on(child, done, None)
    (record,) = read_records(cut / "game.jsonl")
    assert record.moves == reference.moves
    assert record.result == reference.result


def test_killed_at_any_moment_the_file_is_whole(tmp_path: Path) -> None:
    """A script types without waiting, and the program is killed wherever it is."""
    luck = random.Random(4)
    path = tmp_path / "game.jsonl"
    moves = 0
    for _ in range(10):
        arguments = (
            f"play --resume {path}" if path.exists() else f"play borealis --seed 2 --save {path}"
        )
        process = subprocess.Popen(
            [*MAIN, *arguments.split()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment(tmp_path),
        )
        assert process.stdin and process.stdout
        process.stdin.write(script(moves, 500).encode())
        process.stdin.flush()
        for _ in range(luck.randint(40, 400)):
            process.stdout.readline()
        time.sleep(luck.random() / 100)
        process.kill()
        process.communicate()
        (record,) = read_records(path)
        record.verify()
        assert len(record.moves) >= moves
        moves = len(record.moves)
        if record.result:
            break
    output, _ = farnorth_says(f"play --resume {path}", script(9, 2000), tmp_path)
    assert "FINAL SCORES" in output


def test_the_end_of_the_input_saves(tmp_path: Path) -> None:
    output, _ = farnorth_says("play borealis --seed 4", "1\n1\n", tmp_path)
    path = re.search(r"--resume (\S+)", output)
    assert path and Path(path[1]).is_relative_to(tmp_path / "farnorth" / "games")
    again, _ = farnorth_says(f"play --resume {path[1]}", "l\n", tmp_path)
    assert "p1 discards" in again


def test_a_finished_game_is_shown_again(tmp_path: Path) -> None:
    first, _ = farnorth_says("play borealis --seed 5 --save g.jsonl", script(1, 2000), tmp_path)
    again, _ = farnorth_says("play --resume g.jsonl", "", tmp_path)
    assert first[first.index("FINAL SCORES") :] == again[again.index("FINAL SCORES") :]


# ---- What is typed -------------------------------------------------------------------------------


def test_wrong_input_says_what_would_be_right(tmp_path: Path) -> None:
    output, _ = farnorth_says(
        "play borealis --seed 3", "0\n99\nobserve\n\nxyzzy\n²\n5x\n", tmp_path
    )
    assert output.count("Type a number from 1 to 5, a move such as 'discard") == 7
    assert "'xyzzy' is no move here" in output


def test_moves_can_be_typed_as_text(tmp_path: Path) -> None:
    output, _ = farnorth_says("play borealis --seed 3", "DONE\n  regroup \ndone\n", tmp_path)
    assert "* p1 keeps all cards" in output
    assert "* p1 regroups" in output


def test_any_bytes_can_be_typed(tmp_path: Path) -> None:
    luck = random.Random(8)
    typed = b"\n".join(luck.randbytes(luck.randint(0, 300)) for _ in range(400))
    typed += b"\n" + b"1" * 100_000 + b"\n" + "\uff11\n\u0663\n".encode() + b"1\n"
    farnorth_says("play borealis --seed 3 --save g.jsonl", typed, tmp_path)
    (record,) = read_records(tmp_path / "g.jsonl")
    record.verify()


def test_undo_goes_back_one_decision_and_is_told(tmp_path: Path) -> None:
    typed = "done\nregroup\nu\nu\nu\n" + script(1, 2000)
    output, _ = farnorth_says("play borealis --seed 3 --save g.jsonl", typed, tmp_path)
    assert "There is nothing to take back" in output
    assert "p1 you: undo was used twice" in output
    (record,) = read_records(tmp_path / "g.jsonl")
    assert record.bots == ["human:undo=2", "greedy"]
    record.verify()


def test_undo_then_the_same_choice_gives_the_same_game(tmp_path: Path) -> None:
    plain, _ = farnorth_says("play borealis --seed 3 --save a.jsonl", "5\n1\n1\n1\n1\n", tmp_path)
    farnorth_says(
        "play borealis --seed 3 --save b.jsonl", "5\n1\n1\nu\n1\n1\n1\nu\nu\n1\n1\n", tmp_path
    )
    (a,), (b,) = read_records(tmp_path / "a.jsonl"), read_records(tmp_path / "b.jsonl")
    assert a.moves == b.moves
    assert "1-5 or ?" in plain


def test_hints_are_off_by_default(tmp_path: Path) -> None:
    output, _ = farnorth_says("play borealis --seed 3", "h\n", tmp_path)
    assert "Hints are off" in output
    output, errors = farnorth_says("play borealis --seed 3 --hints", "h\nhint\n", tmp_path)
    first, second = re.findall(
        r"ismcts:its=2000 after [\d,]+ iterations; your chances, [^:]*:\n((?: +\d .*\n)+)", output
    )
    assert first == second and errors == ""
    lines = [
        re.fullmatch(r" +(\d)  (\S.*\S) +(\d+)%  tried (\d+)%", each) for each in first.splitlines()
    ]
    assert len(lines) == 3 and all(lines)
    shares = [int(each[4]) for each in lines if each]
    assert shares == sorted(shares, reverse=True) and 50 <= sum(shares) <= 101


def test_hints_of_a_bot_of_ones_own(tmp_path: Path) -> None:
    output, _ = farnorth_says("play borealis --seed 3 --hint-bot greedy", "h\n", tmp_path)
    assert re.search(r"^greedy would choose \d: \S", output, re.MULTILINE)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("py:bots_for_tests.Fails", "RuntimeError: no idea"),
        ("py:test_play.Failing", "IllegalMove: not a move of borealis: 'observe nothing'"),
        ("cmd:false", "BotCrashed: it exited with code 1"),
    ],
)
def test_a_hint_that_fails_is_a_message_and_the_game_goes_on(
    tmp_path: Path, spec: str, told: str
) -> None:
    output, errors = farnorth_says(
        f"play borealis --seed 3 --hint-bot {spec} --save g.jsonl", "h\n1\nh\n", tmp_path
    )
    assert " ".join(output.split()).count(f"No hint: bot {spec} failed: {told}") == 2
    assert errors == ""
    assert "Go on with: farnorth play --resume g.jsonl" in output
    (record,) = read_records(tmp_path / "g.jsonl")
    assert record.moves


@pytest.mark.parametrize("name", ["Informed", "Bare"])
def test_bots_are_told_of_game_and_seat(name: str, tmp_path: Path) -> None:
    spec = f"py:bots_for_tests.{name}"
    output, errors = farnorth_says(
        f"watch borealis --bots random,{spec} --players 3 --seed 1", "", tmp_path
    )
    assert "FINAL SCORES" in output and errors == ""
    seats = f"--seat {spec} --seat human"
    output, errors = farnorth_says(
        f"play borealis {seats} --hint-bot {spec} --seed 3", "h\n1\nu\n1\n", tmp_path
    )
    assert f"{spec} would choose 1: " in output and errors == ""


def test_ctrl_c_ends_a_hint_and_not_the_game(tmp_path: Path) -> None:
    child = at_terminal("play borealis --seed 3 --plain --hint-bot ismcts:ms=100000", tmp_path)
    child.expect(PROMPT)
    child.sendline("h")
    child.expect(r"iterations, \d+\.\d s, so far ")  # progress, on stderr
    child.sendintr()
    child.expect(r"iterations, stopped early; your chances")
    child.expect(r"tried \d+%")
    child.expect(PROMPT)
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_ctrl_c_while_a_bot_thinks_saves_the_game(tmp_path: Path) -> None:
    child = at_terminal(
        "play borealis --seed 3 --save game.jsonl --seat human --seat ismcts:ms=100000", tmp_path
    )
    child.expect(PROMPT)
    while True:
        child.sendline("1")
        if child.expect([PROMPT, pexpect.TIMEOUT], timeout=3) == 1:
            break
    child.sendintr()
    child.expect("Saved. Go on with: farnorth play --resume game.jsonl")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


# ---- Small windows -------------------------------------------------------------------------------


def test_a_tall_board_is_shown_page_by_page(tmp_path: Path) -> None:
    child = at_terminal("play borealis --seed 3 --plain", tmp_path)
    child.expect(r"\(The board is taller than this window: b shows it page by page\.\)")
    child.expect(PROMPT)
    child.sendline("b")
    pages = []
    while child.expect([r"-- more: Enter, or q to leave out the rest -- ", PROMPT]) == 0:
        pages.append(child.before or "")
        child.sendline("")
    pages.append(child.before or "")
    assert len(pages) > 1 and "OBJECTIVES" in pages[0] and "keep all your cards" in pages[-1]
    assert all(page.count("\n") <= 24 for page in pages)
    child.sendline("b")
    child.expect("-- more: Enter, or q to leave out the rest -- ")
    child.sendline("q")
    child.expect(PROMPT)
    assert "keep all your cards" not in (child.before or "")
    child.sendline("q")
    child.expect(pexpect.EOF)


def screen_of(rows: int | None, monkeypatch: pytest.MonkeyPatch) -> Screen:
    screen = Screen(plain=True)
    monkeypatch.setattr(Screen, "height", property(lambda _: rows))
    monkeypatch.setattr(Screen, "width", property(lambda _: 80))
    return screen


def test_moves_stand_in_columns_where_a_window_is_too_short(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = [f"move {number}" for number in range(1, 14)]
    for rows, above, lines in ((None, 30, 13), (24, 5, 13), (24, 20, 5)):
        assert screen_of(rows, monkeypatch).numbered(moves, above) == lines
        shown = capsys.readouterr().out.splitlines()
        assert len(shown) == lines and max(map(len, shown)) < 80
        numbers = re.findall(r"(\d+)  move (\d+)", "\n".join(shown))
        assert sorted(int(a) for a, b in numbers if a == b) == list(range(1, 14))
    assert shown[0].split() == ["1", "move", "1", "6", "move", "6", "11", "move", "11"]
    long = ["m" * 60] * 9
    assert screen_of(24, monkeypatch).numbered(long, 20) == 9  # no room for columns


def test_cards_lists_the_discard_pile_and_what_is_not_seen(tmp_path: Path) -> None:
    output, _ = farnorth_says("play borealis --seed 2", "1\ndone\nc\n", tmp_path)
    heaps = output[output.index("- discard pile: 1 card") :].split("\n- ")
    assert heaps[1].startswith("1 owl: submarine ")
    assert heaps[2] == "not seen by you (deck 87, other hands 4): 91 cards"
    assert sum(int(heap.split()[0]) for heap in heaps[3:8]) == 91


def test_help_names_the_commands_and_clauses(tmp_path: Path) -> None:
    output, _ = farnorth_says("play borealis --seed 3", "?\nhelp\n", tmp_path)
    assert output.count("(B-SETUP-8)") == 2
    for word in ("undo", "hint", "board", "log", "quit"):
        assert f"{word} " in output


def test_a_game_without_a_renderer_can_be_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(render, "renderer", lambda game: fallback)
    path = tmp_path / "game.jsonl"
    arguments = ["play", "borealis", "--seed", "5", "--save", str(path)]
    done = CliRunner().invoke(root, arguments, input="c\nl\n?\n" + script(1, 2000))
    assert done.exit_code == 0, done.output
    assert "seat 0, 1-5 or ? for help>" in done.output
    assert "FINAL SCORES" in done.output
    (record,) = read_records(path)
    assert record.result is not None


# ---- Several people at one terminal --------------------------------------------------------------


def test_hands_are_hidden_between_people(tmp_path: Path) -> None:
    child = at_terminal("play borealis --seed 3 --seat human --seat human --plain", tmp_path)
    hands: dict[int, list[str]] = {}
    for seat in (1, 2):
        child.expect(f"p{seat}, press Enter when nobody else looks: ")
        before = child.before or ""
        assert "\x1b[2J\x1b[3J\x1b[H" in before  # the screen and what was scrolled away
        assert "HAND" not in before[before.index("\x1b[2J") :]
        child.sendline("")
        child.expect(PROMPT)
        shown = child.before or ""
        hands[seat] = re.findall(r"discard ([a-z]+ [a-z]+ <. .>)", shown)
        assert len(hands[seat]) == 4
        assert "4 unknown cards" in shown
        child.sendline("done")
    child.expect("p1, press Enter")
    child.close()
    assert not set(hands[1]) & set(hands[2])


def test_the_log_hides_what_others_draw(tmp_path: Path) -> None:
    table = CasualGame(farnorth.load("borealis", players=3), ["human", "human", "human"], "9")
    luck = random.Random(1)
    while table.state.actor is not None and len(table.moves) < 150:
        table.play(luck.choice(table.state.legal_moves))
    dealt = 0
    for seat in range(3):
        for event, move in zip(table.events(seat), table.moves, strict=True):
            if not move.startswith("deal p") or move.startswith(f"deal p{seat + 1} "):
                assert event.shown == move
            else:
                assert event.shown == f"{move.rsplit(' ', 1)[0]} ?"
                dealt += 1
            assert isinstance(event.before, type(table.state.view(0)))
    assert dealt > 20
    assert [event.shown for event in table.events(None)] == table.moves


class WithoutUnseenPasses(CasualGame):
    """A game of which each seat is told everything but the passes that it does not see."""

    dropped = 0

    def events(self, seat: int | None, first: int = 0) -> Iterator[Event]:
        for move, event in zip(self.moves[first:], super().events(seat, first), strict=True):
            if move == "pass" and event.shown != "pass":
                self.dropped += 1
            else:
                yield event


def test_an_unseen_pass_leaves_no_trace_in_the_log() -> None:
    game = farnorth.load("scavengers", players=4)
    told = CasualGame(game, ["human"] * 4, "0")
    luck = random.Random(0)
    while told.state.actor is not None and len(told.moves) < 900:
        texts = [move.text for move in told.state.legal_moves]
        liked = [text for text in texts if re.match("pass|hire s[an]|keep [mp]|dig|hunt", text)]
        told.play(luck.choice(liked or texts))
    silent = WithoutUnseenPasses(game, told.specs, told.seed, moves=told.moves)
    for seat in range(4):
        assert log_lines(told, seat) == log_lines(silent, seat)
    assert silent.dropped > 10


# ---- Errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ("play", 2, "say which GAME, or --resume FILE"),
        ("play chess", 2, "the games are borealis"),
        ("play borealis --seat greedy --seat random", 2, "nobody plays"),
        ("play borealis --seat human --seat nobody", 2, "no bot is called 'nobody'"),
        ("play borealis --seat human --seat greedy:worlds=x", 2, "worlds"),
        ("play borealis --players 9", 2, "players"),
        ("play borealis --players 2 --seat human --seat greedy --seat greedy", 2, "3 seats"),
        ("play borealis --opt side=III", 2, "side"),
        ("play borealis --opt side", 2, "name=value"),
        ("play borealis --save there.jsonl", 2, "there.jsonl exists"),
        ("play borealis --save no/folder.jsonl", 2, "not a folder"),
        ("play --resume none.jsonl", 2, "does not exist"),
        ("play --resume there.jsonl --seed 3", 2, "everything comes from the file"),
        ("play --resume there.jsonl", 4, "there.jsonl line 1"),
        ("play --resume empty.jsonl", 4, "empty"),
        ("play --resume two.jsonl", 4, "one game expected, found 2"),
        ("play --resume bots.jsonl", 2, "no seat of a person"),
        ("play --resume seed.jsonl", 4, "the seed '2' deals"),
        ("watch borealis", 2, "no bots are given"),
        ("watch borealis --bots greedy,nobody", 2, "no bot is called 'nobody'"),
        ("watch borealis --bots greedy,greedy --seat 2", 2, "the seats are 0 to 1"),
        ("watch borealis --bots greedy,greedy,greedy --players 2", 2, "3 bots"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, arguments: str, code: int, told: str) -> None:
    (tmp_path / "there.jsonl").write_text("{}\n")
    (tmp_path / "empty.jsonl").write_text("")
    farnorth.play(farnorth.load("borealis"), ["greedy", "random"], 1).save(tmp_path / "bots.jsonl")
    (tmp_path / "two.jsonl").write_text((tmp_path / "bots.jsonl").read_text() * 2)
    game = farnorth.load("borealis")
    table = CasualGame(game, ["human", "greedy"], "1")
    other = game._record_line("2", table.specs, "2026-01-01T00:00:00Z", table.moves)  # type: ignore[attr-defined]
    (tmp_path / "seed.jsonl").write_text(other + "\n")
    output, errors = farnorth_says(arguments, "", tmp_path, code)
    assert told in " ".join((output + errors).split())


def test_a_cut_file_is_told(tmp_path: Path) -> None:
    farnorth_says("play borealis --seed 3 --save g.jsonl", "1\n", tmp_path)
    whole = (tmp_path / "g.jsonl").read_bytes()
    (tmp_path / "g.jsonl").write_bytes(whole[: len(whole) // 2])
    _, errors = farnorth_says("play --resume g.jsonl", "", tmp_path, 4)
    assert "cut off" in errors


def test_a_device_or_a_link_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(Path("/dev/full"), "text")
    assert caught.value.filename == "/dev/full" and Path("/dev/full").is_char_device()
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink() and target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640
    mask = os.umask(0o027)
    write_whole(tmp_path / "fresh", "")
    os.umask(mask)
    assert (tmp_path / "fresh").stat().st_mode & 0o777 == 0o640
    with pytest.raises(FileNotFoundError) as missing:
        write_whole(tmp_path / "none" / "file", "")
    assert missing.value.filename == str(tmp_path / "none" / "file")


def test_writing_is_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \udc80")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


# ---- Bots at the table ---------------------------------------------------------------------------


class Counting(farnorth.Bot):
    """Remembers how often it was asked since its start: its choice depends on it."""

    def start(self, seed: int) -> None:
        self.asked = 0

    def choose(self, view: View, budget: Budget) -> str:
        self.asked += 1
        return view.legal_moves[self.asked % len(view.legal_moves)].text


class Failing(farnorth.Bot):
    def choose(self, view: View, budget: Budget) -> str:
        return "observe nothing"


@pytest.fixture
def local_bots() -> Iterator[str]:
    sys.path.insert(0, str(Path(__file__).parent))
    yield Path(__file__).stem
    sys.path.pop(0)


def test_a_bot_that_remembers_goes_on_after_a_resume(local_bots: str, tmp_path: Path) -> None:
    def play(table: CasualGame, until: int) -> CasualGame:
        while table.state.actor is not None and len(table.moves) < until:
            if table.state.actor == 0:
                table.play(table.state.legal_moves[0])
            else:
                table.play_bot()
        return table

    seats = ["human", f"py:{local_bots}.Counting"]
    game = farnorth.load("borealis")
    whole = play(CasualGame(game, seats, "1", path=tmp_path / "a"), 150)
    play(CasualGame(game, seats, "1", path=tmp_path / "b"), 60)
    resumed = play(CasualGame.resume(tmp_path / "b"), 150)
    assert resumed.moves == whole.moves
    before = list(resumed.moves)
    resumed.undo(0)
    assert resumed.moves == before[: len(resumed.moves)] != before
    assert play(resumed, 150).moves == whole.moves


def test_a_bot_that_fails_leaves_the_game_as_it_was(local_bots: str, tmp_path: Path) -> None:
    table = CasualGame(farnorth.load("borealis"), ["human", f"py:{local_bots}.Failing"], "1")
    table.play("done")
    before = list(table.moves)
    with pytest.raises(BotError, match="seat 1 failed: IllegalMove"):
        table.play_bot()
    assert table.moves == before
    with pytest.raises(BadData, match="no bot is called"):
        CasualGame(farnorth.load("borealis"), ["human", "nobody"], "1")
    with pytest.raises(IllegalMove):
        table.play("gather left")


def test_a_bot_that_fails_ends_with_a_saved_game(local_bots: str, tmp_path: Path) -> None:
    arguments = f"play borealis --seat human --seat py:{local_bots}.Failing --save g.jsonl"
    output, errors = farnorth_says(arguments, "done\n", tmp_path, 1)
    assert "Go on with: farnorth play --resume g.jsonl" in output
    assert "seat 1 failed: IllegalMove" in errors
    (record,) = read_records(tmp_path / "g.jsonl")
    assert record.moves[-1] == "done"


def test_a_game_and_a_match_with_one_seed_have_one_deal() -> None:
    record = farnorth.play(farnorth.load("borealis"), ["greedy", "greedy"], seed="77")
    table = CasualGame(farnorth.load("borealis"), ["human", "human"], "77", moves=record.moves)
    assert table.moves == record.moves
    assert Record.from_line(table.line()).result == record.result
    with pytest.raises(BadRecord, match="ply 0: the seed '78' deals"):
        CasualGame(farnorth.load("borealis"), ["human", "human"], "78", moves=record.moves)


# ---- Watching ------------------------------------------------------------------------------------


def test_watch_over_a_pipe(tmp_path: Path) -> None:
    output, _ = farnorth_says("watch borealis --bots greedy,random --seed 4", "", tmp_path)
    assert "\x1b" not in output
    assert output.count("Borealis  p") > 20
    assert "FINAL SCORES" in output
    again, _ = farnorth_says("watch borealis --bots greedy,random --seed 4", "", tmp_path)
    assert again == output


def test_watch_of_a_seat_hides_the_other_hands(tmp_path: Path) -> None:
    output, _ = farnorth_says("watch borealis --bots random --seed 4 --seat 1", "", tmp_path)
    assert "p1 gets a card" in output
    assert not re.search(r"p1 gets [a-z]+ [a-z]+ <", output)
    assert re.search(r"p2 gets [a-z]+ [a-z]+ <", output)
    assert re.search(r"hand .*unknown card", output)


def test_watch_redraws_a_terminal_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    child = at_terminal("watch borealis --bots greedy,random --seed 4 --delay 0.05", tmp_path)
    for _ in range(5):
        child.expect_exact("\x1b[H\x1b[J")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
