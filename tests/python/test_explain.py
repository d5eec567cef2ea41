"""`farnorth explain`: what it shows, and that only the view of the seat to act is searched."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import bots_for_tests
import farnorth
import pytest
from click.testing import Result
from farnorth.bots import Decision
from farnorth.cli.thinking import think
from farnorth.errors import BadRecord, BotError
from farnorth.telling import hint_lines
from farnorth.thinking import Thought
from farnorth.web.document import hint
from support import environment, player_state


def choices(record: farnorth.Record) -> list[int]:
    """Plies at which a seat has a choice."""
    return [ply for ply, state in enumerate(record.replay()) if len(state.legal_moves) > 1]


@pytest.fixture
def record(record_file: Path) -> farnorth.Record:
    return next(iter(farnorth.read_records(record_file)))


def explained(cli: Callable[..., Result], *args: str) -> dict[str, Any]:
    result = cli("explain", *args, "--json")
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def test_the_table_is_the_bots_own(
    cli: Callable[..., Result], record_file: Path, record: farnorth.Record
) -> None:
    ply = choices(record)[-3]
    state = record.at(ply)
    assert state.actor is not None
    found = explained(
        cli, str(record_file), "--ply", str(ply), "--bot", "ismcts:its=300", "--seed", "x"
    )
    assert (found["ply"], found["plies"], found["seat"]) == (ply, len(record.moves), state.actor)
    assert found["played"] == record.moves[ply]
    assert found["move"] == found["line"][0] == found["table"][0]["move"]
    assert {row["move"] for row in found["table"]} <= {move.text for move in state.legal_moves}
    assert sum(row["visits"] for row in found["table"]) == found["iterations"] <= 300
    assert sum(row["share"] for row in found["table"]) == pytest.approx(1)
    for row in [*found["table"], found]:
        assert len(row["value"]) == len(record.bots)
        assert sum(row["value"]) == pytest.approx(1000, abs=3)
    again = explained(
        cli, str(record_file), "--ply", str(ply), "--bot", "ismcts:its=300", "--seed", "x"
    )
    assert {**again, "us": 0} == {**found, "us": 0}


def test_only_what_the_seat_knows_is_searched(
    cli: Callable[..., Result], game: farnorth.Game, tmp_path: Path
) -> None:
    """Two records that the seat to act cannot tell apart are explained alike."""
    from test_records import resealed

    record = farnorth.play(game, ["random"] * game.players, seed=4)
    for ply in choices(record)[5:]:
        other = other_world(record, ply)
        if other is not None:
            break
    else:
        pytest.fail("no chance move is hidden in the whole game")
    paths = [tmp_path / "true.jsonl", tmp_path / "other.jsonl"]
    record.save(paths[0])
    paths[1].write_text(resealed(record, moves=other, result=None) + "\n")
    found = [
        explained(cli, str(path), "--ply", str(ply), "--bot", "ismcts:its=200") for path in paths
    ]
    for key in ("move", "table", "value", "line", "iterations"):
        assert found[0][key] == found[1][key]


def other_world(record: farnorth.Record, ply: int) -> list[str] | None:
    """The moves up to a ply with one hidden chance move changed, such that the seat to act knows no difference."""
    seat = record.at(ply).actor
    assert seat is not None
    view = record.at(ply).view(seat)
    for at in range(ply):
        before = record.at(at)
        if before.actor != farnorth.CHANCE or "?" not in before.shown(record.moves[at], seat):
            continue
        for outcome in list(before.outcomes())[:4]:
            moves = [*record.moves[:at], outcome.text, *record.moves[at + 1 : ply]]
            if moves == record.moves[:ply]:
                continue
            state = record.load_game().new_state()
            try:
                for move in moves:
                    state.apply(move)
            except farnorth.IllegalMove:
                continue
            if state.actor == seat and state.view(seat) == view and state != record.at(ply):
                return moves
    return None


@pytest.mark.parametrize("columns", [80, 120])
def test_it_fits_the_terminal(
    cli: Callable[..., Result],
    record_file: Path,
    record: farnorth.Record,
    columns: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rich.console import Console

    console = Console(width=columns, highlight=False)
    monkeypatch.setattr("farnorth.cli.explain.console", lambda: console)
    ply = max(choices(record), key=lambda each: len(record.at(each).legal_moves))
    result = cli("explain", str(record_file), "--ply", str(ply), "--bot", "flat:its=100")
    assert result.exit_code == 0, result.output
    assert re.search(r"^choice:  ", result.stdout, re.MULTILINE)
    assert f"played:  {record.moves[ply]}" in result.stdout
    said = result.stdout[result.stdout.index("choice:") :]
    assert max(map(len, said.splitlines())) < columns
    assert ("in words" in result.stdout) == (columns == 120)


def test_a_bot_that_does_not_search_has_a_choice_only(
    cli: Callable[..., Result], record_file: Path, record: farnorth.Record
) -> None:
    ply = choices(record)[2]
    found = explained(cli, str(record_file), "--ply", str(ply), "--bot", "greedy")
    assert found["iterations"] == 0 and found["table"] == []
    result = cli("explain", str(record_file), "--ply", str(ply), "--bot", "py:bots_for_tests.First")
    assert result.exit_code == 0 and "visits" not in result.stdout


def test_where_nobody_decides_it_says_where_somebody_does(
    cli: Callable[..., Result], record_file: Path, record: farnorth.Record
) -> None:
    plies = choices(record)
    end = len(record.moves)
    over = cli("explain", str(record_file), "--ply", str(end))
    assert over.exit_code == 2
    said = " ".join(over.stderr.split())
    assert f"--ply {end}: the game is over; the last decision is at ply {plies[-1]}" in said
    chance = next(ply for ply in range(end) if record.at(ply).actor == farnorth.CHANCE)
    later = next(ply for ply in plies if ply > chance)
    result = cli("explain", str(record_file), "--ply", str(chance))
    assert result.exit_code == 2
    said = " ".join(result.stderr.split())
    assert f"--ply {chance}: chance acts, not a player; the next decision is at ply {later}" in said


def test_ctrl_c_shows_what_was_found(record_file: Path, record: farnorth.Record) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "farnorth", "explain", str(record_file), "--ply",
         str(choices(record)[3]), "--bot", "ismcts:ms=60000", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(),
    )  # fmt: skip
    wait_for_threads(process, 2)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and "Traceback" not in err
    found = json.loads(out)
    assert found["interrupted"] and found["iterations"] > 0


def wait_for_threads(process: subprocess.Popen[str], number: int) -> None:
    """Waits until a process has so many threads."""
    for _ in range(3000):
        assert process.poll() is None, process.communicate()
        if len(list(Path(f"/proc/{process.pid}/task").iterdir())) >= number:
            return
        time.sleep(0.02)
    raise AssertionError("the search does not begin")


# ---- Its parts -----------------------------------------------------------------------------------


def test_at_is_the_state_before_a_move(record: farnorth.Record) -> None:
    states = list(record.replay())
    for ply in (0, 1, len(states) // 2, len(states) - 1):
        assert record.at(ply) == states[ply]
    for ply in (-1, len(states)):
        with pytest.raises(IndexError, match=f"ply {ply} of a game with {len(states) - 1} moves"):
            record.at(ply)


def test_at_names_an_illegal_move(record: farnorth.Record) -> None:
    from test_records import resealed

    moves = [record.moves[0], record.moves[-1], *record.moves[2:]]
    broken = farnorth.Record(resealed(record, moves=moves))
    with pytest.raises(BadRecord, match="ply 1: "):
        broken.at(5)


def test_a_thought_in_a_line(game: farnorth.Game) -> None:
    state = player_state(game)
    assert state.actor is not None
    thought = Thought(state.view(state.actor))
    assert str(thought) == "thinking" and thought.best(3) == []
    moves = state.legal_moves
    value = tuple(400 + 100 * seat for seat in range(game.players))
    thought.decision = Decision(moves[1], value, ((moves[1], 1234, value),), (), 1234, 2_500_000)
    per_mille = value[state.actor]
    assert thought.best(3) == [(2, moves[1].text, 1234, per_mille)]
    assert str(thought) == (
        f"1,234 iterations, 2.5 s, so far {moves[1].text} {per_mille / 10:.0f}%"
    )


def test_a_bot_that_counts_visits_only(
    cli: Callable[..., Result], record_file: Path, record: farnorth.Record
) -> None:
    """The package mcts knows one reward: the table has no values then, and hints no chances."""
    ply = choices(record)[2]
    spec = "mcts-package:its=40:worlds=2"
    result = cli("explain", str(record_file), "--ply", str(ply), "--bot", spec)
    assert result.exit_code == 0, result.output
    assert "visits" in result.stdout and "Values" not in result.stdout
    found = explained(cli, str(record_file), "--ply", str(ply), "--bot", spec)
    assert sum(row["visits"] for row in found["table"]) == found["iterations"] == 40
    assert all(row["value"] == [] for row in found["table"])
    state = record.at(ply)
    assert state.actor is not None
    thought = think(farnorth.bot(spec), state.view(state.actor))
    assert "%" not in str(thought)
    head, *rows = hint_lines(thought, spec)
    assert head.endswith("how often it tried the move:") and "chances" not in head
    assert rows and all(row.count("%") == 1 for row in rows)
    assert [each["chance"] for each in hint(thought, spec)["moves"]] == [None] * len(rows)


def test_a_decision_that_is_none_is_the_bots_failure(game: farnorth.Game) -> None:
    state = player_state(game)
    assert state.actor is not None
    view = state.view(state.actor)
    move = view.legal_moves[0]
    other = next(game.move(i) for i in range(9999) if game.move(i) not in view.legal_moves)
    wrong: dict[str, Decision] = {
        "its move is": Decision(other),
        "its table has the row ('castle', 5, ())": Decision(move, table=(("castle", 5, ()),)),  # type: ignore[arg-type]
        "its table has the row (": Decision(move, table=((move, 5, (1,) * 7),)),
        "its table has the row 3": Decision(move, table=(3,)),  # type: ignore[arg-type]
        "its table has the row": Decision(move, table=((move, 5, 3),)),  # type: ignore[arg-type]
        "its value is ('high',": Decision(move, ("high",) * game.players),  # type: ignore[arg-type]
        "its line is ('then',)": Decision(move, line=("then",)),  # type: ignore[arg-type]
        "its value is (0.5,": Decision(move, (0.5,) * game.players),  # type: ignore[arg-type]
        "its iterations are 'many'": Decision(move, iterations="many"),  # type: ignore[arg-type]
        "its iterations are -3": Decision(move, iterations=-3),
        "its microseconds are 'few'": Decision(move, microseconds="few"),  # type: ignore[arg-type]
        "TypeError: 'int' object is not iterable": Decision(move, table=5),  # type: ignore[arg-type]
    }
    for message, decision in wrong.items():
        with pytest.raises(BotError, match=f"bot answer failed: {re.escape(message)}"):
            think(farnorth.from_function(named_answer(decision)), view)


def named_answer(decision: Decision) -> Callable[[farnorth.View], Decision]:
    """A bot that always answers so."""

    def answer(view: farnorth.View) -> Decision:
        return decision

    return answer


def test_a_bot_that_fails_is_named(game: farnorth.Game) -> None:
    class Broken(farnorth.Bot):
        def choose(self, view: farnorth.View, budget: farnorth.Budget) -> farnorth.Move:
            raise RuntimeError("out of ideas")

    state = player_state(game)
    assert state.actor is not None
    with pytest.raises(BotError, match="bot Broken failed: RuntimeError: out of ideas"):
        think(Broken(), state.view(state.actor))


class Undecided(farnorth.Bot):
    """Its thinking comes to nothing."""

    def choose(self, view: farnorth.View, budget: farnorth.Budget) -> farnorth.Move:
        raise NotImplementedError

    def analyse(
        self, view: farnorth.View, budget: farnorth.Budget | None = None, *, every: float = 0.1
    ) -> Generator[Decision]:
        yield from ()


class Abrupt(Undecided):
    """Fails before it begins to think."""

    def analyse(
        self, view: farnorth.View, budget: farnorth.Budget | None = None, *, every: float = 0.1
    ) -> Generator[Decision]:
        raise ValueError("not\nnow")


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("py:bots_for_tests.Fails", "RuntimeError: no idea"),
        ("py:bots_for_tests.Raises", "RuntimeError: out of ideas"),
        ("py:bots_for_tests.Garbage", "IllegalMove: not a move of .*"),
        ("py:bots_for_tests.Nothing", "IllegalMove: .* found NoneType"),
        ("py:bots_for_tests.Illegal", "its move is .*"),
        ("py:bots_for_tests.BadDecision", "its move is None.*"),
        ("py:bots_for_tests.BadStart", "ValueError: not today"),
        ("py:test_explain.Undecided", "it came to no decision"),
        ("py:test_explain.Abrupt", "ValueError: not now"),
        ("cmd:false", "BotCrashed: it exited with code 1"),
    ],
)
def test_a_failing_bot_is_one_line_with_its_name(
    cli: Callable[..., Result],
    record_file: Path,
    record: farnorth.Record,
    monkeypatch: pytest.MonkeyPatch,
    spec: str,
    told: str,
) -> None:
    begin = bots_for_tests.Faulty.start

    def at_the_end(self: bots_for_tests.Faulty, seed: int) -> None:
        begin(self, seed)
        self.left = 1

    monkeypatch.setattr(bots_for_tests.Faulty, "start", at_the_end)
    result = cli("explain", str(record_file), "--ply", str(choices(record)[0]), "--bot", spec)
    assert result.exit_code == 1
    assert re.fullmatch(rf"error: bot {re.escape(spec)} failed: {told}\n", result.stderr)


def test_a_bot_is_told_of_game_and_seat(
    cli: Callable[..., Result], record_file: Path, record: farnorth.Record
) -> None:
    for spec in ("py:bots_for_tests.Informed", "py:bots_for_tests.Bare"):
        found = explained(cli, str(record_file), "--ply", str(choices(record)[-1]), "--bot", spec)
        assert found["move"]
