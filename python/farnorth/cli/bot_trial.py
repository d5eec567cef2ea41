"""Test games for one bot: for ``farnorth bots check``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from farnorth.arena import play
from farnorth.bots import Bot, Budget, Decision, bot
from farnorth.games import game_class, games, load

if TYPE_CHECKING:
    from farnorth.protocols import Game, MoveLike, View


@dataclass
class CaseReport:
    """What the bot did in the games of one case."""

    game: str
    players: int
    games: int = 0
    decisions: int = 0
    faults: int = 0
    """Decisions at which it raised, or answered with what is no move."""
    illegal: int = 0
    """Decisions at which it answered with a move that was not legal."""
    us_median: float = 0.0
    us_99: float = 0.0
    repeats: bool = True
    """Whether the first game came out equal when it was played again."""
    first_fault: str | None = None

    @property
    def passed(self) -> bool:
        """Whether it did nothing wrong."""
        return self.faults + self.illegal == 0

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "passed": self.passed}


class Watched(Bot):
    """A bot whose every decision is timed."""

    def __init__(self, watched: Bot) -> None:
        """Wraps a bot."""
        self.name = watched.name
        self.microseconds: list[float] = []
        self._watched = watched

    def start(self, seed: int) -> None:
        """Starts the bot."""
        start = getattr(self._watched, "start", None)
        if start is not None:
            start(seed)

    def choose(self, view: View, budget: Budget) -> MoveLike | Decision:
        """Asks the bot."""
        begun = time.perf_counter()
        try:
            return self._watched.choose(view, budget)
        finally:
            self.microseconds.append((time.perf_counter() - begun) * 1e6)


def cases(game: str | None) -> Iterator[Game]:
    """Every game, or one, with every number of players."""
    for name in games() if game is None else [game]:
        of = game_class(name)
        for players in range(of.min_players, of.max_players + 1):
            yield load(name, players=players)


def examine(spec: str, game: Game, count: int, seed: str) -> CaseReport:
    """Plays games of one case: the bot in each seat in turn, against random moves."""
    report = CaseReport(game.name, game.players)
    microseconds: list[float] = []
    first = None
    for number in range(count):
        moves = _examine_one(spec, game, f"{seed}/{number}", number, report, microseconds)
        first = first or moves
    report.games = count
    report.repeats = first == _examine_one(spec, game, f"{seed}/0", 0, CaseReport("", 0), [])
    report.decisions = len(microseconds)
    if microseconds:
        report.us_median, report.us_99 = (
            round(float(each), 1) for each in np.percentile(microseconds, [50, 99])
        )
    return report


def _examine_one(
    spec: str, game: Game, seed: str, number: int, report: CaseReport, microseconds: list[float]
) -> list[str]:
    watched = Watched(bot(spec))
    seats: list[str | Bot] = ["random"] * game.players
    seats[number % game.players] = watched
    record = play(game, seats, seed, rotation=number % game.players, on_forfeit="random")
    microseconds += watched.microseconds
    assert record.result is not None
    for forfeit in record.result["forfeits"]:
        if "is illegal here" in forfeit["error"]:
            report.illegal += 1
        else:
            report.faults += 1
        report.first_fault = report.first_fault or f"ply {forfeit['ply']}: {forfeit['error']}"
    return record.moves
