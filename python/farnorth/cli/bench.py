"""``farnorth bench``."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from farnorth.arena import play_many
from farnorth.cli.common import (
    CONTEXT,
    Command,
    GameName,
    Meter,
    Seconds,
    counted,
    examples,
    json_option,
    load_game,
    print_json,
    print_table,
)
from farnorth.games import games
from farnorth.records import RecordFile, check_file

if TYPE_CHECKING:
    from farnorth.protocols import Game

REPEATS = 3
POSITION_PLAYERS = 2  # of the games that `positions` come from


def median_rate(work: Callable[[int], int], seconds: float) -> float:
    """Units of work a second, the median of three. ``work(round)`` does some and says how many units it was."""
    rates = []
    for _ in range(REPEATS):
        done, rounds = 0, 0
        begun = time.perf_counter()
        while (spent := time.perf_counter() - begun) < seconds / REPEATS or not done:
            done += work(rounds)
            rounds += 1
        rates.append(done / spent)
    return statistics.median(rates)


def python_moves(game: Game) -> Callable[[int], int]:
    """A game in a loop of pure Python, random legal moves. Counts the moves of players, not those of chance."""

    def one_game(number: int) -> int:
        choice = random.Random(number).choice
        state = game.new_state(seed=number)
        apply = state.apply
        moves = 0
        while legal := state.legal_moves:
            apply(choice(legal))
            moves += 1
        return moves

    return one_game


def match_rates(game: Game, seconds: float) -> dict[str, float]:
    """The same games between scripted bots, records off: from Python, and by C++ alone. And what a decision takes.

    The two take turns, so that whatever else the machine does slows both alike.
    """
    raw: Any = game
    bots = ["greedy:worlds=1"] * game.players
    batch = 200
    many: list[float] = []
    alone: list[float] = []
    decisions: list[float] = []
    begun = time.perf_counter()
    number = 0
    while time.perf_counter() - begun < 2 * seconds or number < REPEATS:
        started = time.perf_counter()
        result = play_many(game, bots, batch, seed=number)
        between = time.perf_counter()
        played = raw._play_for_time(bots, batch, str(number))
        many.append(result.games / (between - started))
        alone.append(played / (time.perf_counter() - between))
        decisions.append(float(result.nanoseconds.sum()) / int(result.choices.sum()) / 1000)
        number += 1
    return {
        "play_many_games_per_second": statistics.median(many),
        "cpp_games_per_second": statistics.median(alone),
        "greedy_us_per_decision": statistics.median(decisions),
    }


def positions(game: str) -> list[str]:
    """Twenty positions from the middle of games between two greedy players, as JSON."""
    text = files("farnorth").joinpath("positions", f"{game}.jsonl").read_text(encoding="utf-8")
    return text.splitlines()


def record_games(game: Game, folder: Path) -> Callable[[int], int]:
    """A batch of games that are written and verified; they were played before."""
    lines: list[str] = []
    play_many(
        game,
        ["random"] * game.players,
        100,
        record=True,
        on_game=lambda _, line: lines.append(line or ""),
    )

    def write_and_verify(number: int) -> int:
        path = folder / f"{number}.jsonl"
        with RecordFile(path) as file:
            for line in lines:
                file.write(line)
        verified = sum(1 for _ in check_file(path))
        path.unlink()
        return verified

    return write_and_verify


def measure(name: str, players: int, seconds: float) -> dict[str, Any]:
    """The numbers of one game. `seconds` is what each of them may take."""
    game = load_game(name, {}, players)
    raw: Any = game
    measured: dict[str, Any] = raw._bench(seconds)
    with tempfile.TemporaryDirectory() as folder:
        rates = {
            "python_moves_per_second": median_rate(python_moves(game), seconds),
            **match_rates(game, seconds),
            "record_games_per_second": median_rate(record_games(game, Path(folder)), seconds),
        }
    result = {"game": name, "players": players}
    for key in (
        "playouts_per_second",
        "moves_per_playout",
        "ns_per_move",
        "ns_copy",
        "ns_determinize",
        "state_bytes",
        "memory_bytes",
        "view_bytes",
    ):
        result[key] = measured.pop(key)
    result |= {key: round(rate, 1) for key, rate in rates.items()}
    search = raw._bench_search(positions(name) if players == POSITION_PLAYERS else [], seconds)
    return result | {"reference": measured.pop("reference"), "search": search} | measured


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=examples("farnorth bench borealis", "farnorth bench --players 4 --seconds 0.5 --json"),
)
@click.argument("game", type=GameName(), required=False)
@click.option("--players", type=int, metavar="P", default=2, show_default=True, help="Seats.")
@click.option(
    "--seconds",
    type=Seconds(min=0.01, max=600),
    default=1.0,
    show_default=True,
    metavar="S",
    help="Time for each number.",
)
@json_option()
def bench(game: str | None, players: int, seconds: float, as_json: bool) -> None:
    """Measure, on one core, how fast GAME (or every game) is played; numbers are medians.

    The reference is a small loop in C++, connect four played at random, measured in the same run: it tells this
    machine from others. python_moves counts the moves of players in a loop of pure Python; play_many are games between
    bots that play the scripted policy, and cpp the same games without Python; record_games are written and verified. Of
    search: `full` plays every playout to the end, from the first decision of a game; `default` decides in 20 positions
    from the middle of two-player games that come with the package.
    """
    measured = []
    with Meter() as meter:
        for name in games() if game is None else [game]:
            measured.append(measure(name, players, seconds))
            meter.show(len(measured))
    if as_json:
        print_json(measured if game is None else measured[0])
        return
    for each in measured:
        _print(each)


def _print(measured: dict[str, Any]) -> None:
    rows = []
    for key, value in measured.items():
        if isinstance(value, dict):
            rows += [(f"{key}: {name}", _cell(each)) for name, each in value.items()]
        elif key not in ("game", "players"):
            rows.append((key, _cell(value)))
    title = f"{measured['game']}, {counted(measured['players'], 'player')}"
    print_table(title, ("", ""), rows, numbers=" r")


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_cell(each)}" for name, each in value.items())
    return f"{value:,.1f}" if isinstance(value, float) else str(value)
