"""Matches between bots: one with a record, or many at once.

The unit of evidence is the *seed block*: one deal, played once for each cyclic rotation of the bots over the seats.
Intervals are over blocks, never over single games, since games of one block share their luck.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from farnorth.bots import Budget, Entrant, entrant, microseconds
from farnorth.errors import BadData
from farnorth.games import unicode_text
from farnorth.records import Record, utc_now

if TYPE_CHECKING:
    from farnorth.protocols import Game

Ints = npt.NDArray[Any]
MOST_GAMES = 2**31 - 1
"""Games of a run."""
MOST_THREADS = 1024


def play(
    game: Game,
    bots: Sequence[Entrant],
    seed: int | str = 0,
    *,
    rotation: int = 0,
    budget: Budget | None = None,
    on_forfeit: str = "abort",
) -> Record:
    """Plays one match, one bot a seat, and returns its record.

    Equal seed, rotation, bots and iteration budgets give the equal game. With ``on_forfeit="abort"`` a bot that
    fails raises BotError; with ``"last"`` its seat is ranked last and played on at random; with ``"random"`` one
    random move stands in.
    """
    budget = budget or Budget()
    raw: Any = game
    line = raw._play(
        [entrant(each) for each in bots],
        unicode_text("seed", seed),
        rotation,
        on_forfeit,
        budget.iterations,
        microseconds(budget.milliseconds),
        utc_now(),
    )
    return Record(line)


@dataclass(frozen=True)
class BotStats:
    """How a bot did in a run. Shares and means are per seat it held."""

    spec: str
    games: int
    win_share: float
    win_share_95: tuple[float, float]
    mean_score: float
    mean_place: float
    us_per_decision: float
    forfeits: int

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "spec": self.spec,
            "games": self.games,
            "win_share": round(self.win_share, 6),
            "win_share_95": [round(bound, 6) for bound in self.win_share_95],
            "mean_score": round(self.mean_score, 4),
            "mean_place": round(self.mean_place, 4),
            "us_per_decision": round(self.us_per_decision, 3),
            "forfeits": self.forfeits,
        }


@dataclass(frozen=True)
class RunResult:
    """Many matches. Arrays have a row a game, in order; those by seat a column a seat.

    scores, places: shape (games, players). entrants: which of `bots` sat there. blocks, plies: shape (games,).
    nanoseconds, choices, forfeits: by seat: time spent deciding, decisions with a choice, failures.
    """

    bots: tuple[str, ...]
    scores: Ints
    places: Ints
    entrants: Ints
    blocks: Ints
    plies: Ints
    nanoseconds: Ints
    choices: Ints
    forfeits: Ints

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.scores)

    def shares(self) -> npt.NDArray[np.float64]:
        """Share of the first place by game and seat; a tie splits it."""
        return first_shares(self.places)

    def stats(self) -> list[BotStats]:
        """How each bot did, in the order given."""
        return [self._stats_of(index) for index in range(len(self.bots))]

    def _stats_of(self, index: int) -> BotStats:
        held = self.entrants == index
        seats = int(held.sum())
        if seats == 0:
            return BotStats(self.bots[index], 0, 0.0, (0.0, 1.0), 0.0, 0.0, 0.0, 0)
        share = np.where(held, self.shares(), 0.0).sum(axis=1)
        _, block = np.unique(self.blocks, return_inverse=True)
        by_block = np.bincount(block, share) / np.bincount(block, held.sum(axis=1))
        choices = int(self.choices[held].sum())
        return BotStats(
            spec=self.bots[index],
            games=int(held.any(axis=1).sum()),
            win_share=float(by_block.mean()),
            win_share_95=interval_95(by_block),
            mean_score=float(self.scores[held].mean()),
            mean_place=float(self.places[held].mean()),
            us_per_decision=float(self.nanoseconds[held].sum()) / 1000.0 / max(choices, 1),
            forfeits=int(self.forfeits[held].sum()),
        )


def first_shares(places: Ints) -> npt.NDArray[np.float64]:
    """Share of the first place by game and seat, of places of shape (games, players); a tie splits it."""
    first = places == 1
    shares: npt.NDArray[np.float64] = first / first.sum(axis=1, keepdims=True)
    return shares


def interval_95(blocks: npt.NDArray[np.float64]) -> tuple[float, float]:
    """95 % interval of the mean of block scores in [0, 1].

    Normal over blocks, after adding a block of score 0 and one of score 1 (in the manner of Agresti and Coull, 1998):
    without them blocks that all end alike would claim certainty, and few blocks would claim too much. It is widened, if
    need be, to hold the mean itself.
    """
    if len(blocks) == 0:
        return 0.0, 1.0
    padded = np.concatenate([blocks, [0.0, 1.0]])
    middle = float(padded.mean())
    half = 1.96 * float(padded.std(ddof=1)) / math.sqrt(len(padded))
    mean = float(blocks.mean())
    return max(0.0, min(middle - half, mean)), min(1.0, max(middle + half, mean))


def default_threads() -> int:
    """Threads that this process may use at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_many(
    game: Game,
    bots: Sequence[Entrant],
    games: int,
    seed: int | str = 0,
    *,
    threads: int = 1,
    record: bool = False,
    budget: Budget | None = None,
    on_forfeit: str = "abort",
    event: str = "",
    on_game: Callable[[int, str | None], None] | None = None,
) -> RunResult:
    """Plays at least `games` games, rounded up to whole seed blocks, in C++ on threads with the GIL released.

    Results never depend on `threads`. A bot given as an object plays on one thread only; a class or function that makes
    bots is called for each seat and thread. With more seats than bots the last bot takes the seats that are left.
    `on_game(number, line)` is called for each game in order, with its record's line if `record`. A run ends early by
    Ctrl-C, by what `on_game` raises, or with ``on_forfeit="abort"`` by a bot that fails (BotError): all games before
    that have been handed to `on_game`, and `partial_result(error)` has their results.
    """
    if games < 1:
        raise BadData(f"games must be 1 or more, not {games}")
    if games > MOST_GAMES:
        raise BadData(f"a run has at most {MOST_GAMES} games")
    if not 1 <= threads <= MOST_THREADS:
        raise BadData(f"threads must be 1 to {MOST_THREADS}, not {threads}")
    budget = budget or Budget()
    entrants = [entrant(each) for each in bots]
    names = tuple(each if isinstance(each, str) else each[0] for each in entrants)
    if any(isinstance(each, tuple) and hasattr(each[1], "choose") for each in entrants):
        threads = 1
    raw: Any = game
    arrays: dict[str, Ints] = {}
    try:
        raw._run(
            entrants,
            unicode_text("seed", seed),
            0,
            -(-games // game.players),
            threads,
            on_forfeit,
            budget.iterations,
            microseconds(budget.milliseconds),
            record,
            utc_now(),
            unicode_text("event", event),
            on_game,
            arrays,
        )
    except BaseException as error:
        if arrays:
            error._farnorth_partial = RunResult(bots=names, **arrays)  # type: ignore[attr-defined]
        raise
    return RunResult(bots=names, **arrays)


def partial_result(error: BaseException) -> RunResult | None:
    """The games that were finished when this error ended `play_many`; None if no game could be played."""
    return getattr(error, "_farnorth_partial", None)
