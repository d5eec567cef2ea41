"""Test games for one bot: for ``farnorth bots check``."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from farnorth.arena import play
from farnorth.bots import Bot, BotMaker, Budget, Decision, begin, bot
from farnorth.errors import BotCrashed, BotTimeout
from farnorth.games import game_class, games, load
from farnorth.processes import Limits, ProcessBot, python_bot

if TYPE_CHECKING:
    from farnorth.protocols import Game, MoveLike, View

OF_PROCESS = re.compile(r"^raised Bot(Error|Timeout|Crashed): (it reported an error: )?")
"""How the words of a bot in a process begin, which are of the process and not the bot's."""


@dataclass
class CaseReport:
    """What the bot did in the games of one case."""

    game: str
    players: int
    games: int = 0
    decisions: int = 0
    faults: int = 0
    """Decisions at which it raised, answered with what is no move, too late, or not at all."""
    illegal: int = 0
    """Decisions at which it answered with a move that was not legal."""
    us_median: float = 0.0
    us_99: float = 0.0
    repeats: bool | None = None
    """Whether the first game came out equal when it was played again; None if the trial ended before."""
    first_fault: str | None = None

    @property
    def passed(self) -> bool:
        """Whether it did nothing wrong."""
        return self.faults + self.illegal == 0

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "passed": self.passed}


class Watched(Bot):
    """A bot whose every decision is timed, and that is asked no more once it has hung or ended its process."""

    def __init__(self, watched: Bot, tells_time: bool) -> None:
        """tells_time: whether it is a ProcessBot to be believed; it leaves out the way to the process and back."""
        self.name = watched.name
        self.microseconds: list[float] = []
        self.is_lost = False
        self._watched: Any = watched
        self._tells_time = tells_time

    def start_game(self, game: Game, seat: int, seed: int) -> None:
        """Begins a game with the bot."""
        with self._noticing():
            begin(self._watched, game, seat, seed)

    def choose(self, view: View, budget: Budget) -> MoveLike | Decision:
        """Asks the bot; if it is lost, only brings the game to its end."""
        if self.is_lost:
            return view.legal_moves[0]
        begun = time.perf_counter()
        try:
            with self._noticing():
                answer: MoveLike | Decision = self._watched.choose(view, budget)
                return answer
        finally:
            told = self._watched.microseconds if self._tells_time else None
            self.microseconds.append(told or (time.perf_counter() - begun) * 1e6)

    def close(self) -> None:
        """Ends its process, if it has one."""
        if isinstance(self._watched, ProcessBot):
            self._watched.close()

    @contextmanager
    def _noticing(self) -> Iterator[None]:
        try:
            yield
        except (BotTimeout, BotCrashed):
            self.is_lost = True
            raise


def watched(plays: str | BotMaker, seconds: float) -> Watched:
    """What is tried: a bot of C++ as it is, any other in a process of its own, which it may block or end.

    As in a run, the bot that was made for a seat plays its next game there too, and `start` is to make it as new.
    plays: see `farnorth.bots.checked`. seconds: the limit of a decision in such a process.
    """
    if isinstance(plays, str):
        return Watched(bot(plays), tells_time=False)
    limits = Limits(start=max(Limits.start, seconds), watchdog=seconds)
    if plays.name.startswith("cmd:"):
        return Watched(ProcessBot(plays.name[4:], limits, plays.name), tells_time=False)
    return Watched(python_bot(plays.name, limits), tells_time=True)


def cases(game: str | None) -> Iterator[Game]:
    """Every game, or one, with every number of players."""
    for name in games() if game is None else [game]:
        of = game_class(name)
        for players in range(of.min_players, of.max_players + 1):
            yield load(name, players=players)


def examine(tried: Watched, game: Game, count: int, seed: str) -> CaseReport:
    """Plays games of one case: the bot in each seat in turn, against random moves. Ends early if it is lost."""
    report = CaseReport(game.name, game.players)
    tried.microseconds = []
    first: list[str] = []
    while report.games < count and not tried.is_lost:
        moves = _examine_one(tried, game, f"{seed}/{report.games}", report.games, report)
        first = first or moves
        report.games += 1
    microseconds, tried.microseconds = tried.microseconds, []
    report.decisions = len(microseconds)
    if microseconds:
        report.us_median, report.us_99 = (
            round(float(each), 1) for each in np.percentile(microseconds, [50, 99])
        )
    if not tried.is_lost:
        _repeat(tried, game, f"{seed}/0", first, report)
    return report


def _repeat(tried: Watched, game: Game, seed: str, first: list[str], report: CaseReport) -> None:
    """Plays the first game again. What it does wrong there is counted only if it is lost."""
    again = CaseReport(game.name, game.players)
    moves = _examine_one(tried, game, seed, 0, again)
    if tried.is_lost:
        report.faults += 1
        report.first_fault = report.first_fault or again.first_fault
    else:
        report.repeats = moves == first


def _examine_one(
    tried: Watched, game: Game, seed: str, number: int, report: CaseReport
) -> list[str]:
    seats: list[str | Bot] = ["random"] * game.players
    seats[number % game.players] = tried
    record = play(game, seats, seed, rotation=number % game.players, on_forfeit="random")
    assert record.result is not None
    for forfeit in record.result["forfeits"]:
        if "is illegal here" in forfeit["error"]:
            report.illegal += 1
        else:
            report.faults += 1
        told = OF_PROCESS.sub("", forfeit["error"])
        report.first_fault = report.first_fault or f"ply {forfeit['ply']}: {told}"
    return record.moves
