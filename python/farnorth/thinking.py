"""How a bot's thinking about one position is followed, whoever watches: a terminal, a page or nobody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from farnorth.bots import Bot, Budget, Decision
from farnorth.errors import FOREIGN, BotError, told

if TYPE_CHECKING:
    from collections.abc import Generator

    from farnorth.protocols import View

EVERY = 0.05
"""Seconds between two looks at a search."""


class Thought:
    """What a bot has found about the seat that acts, so far."""

    def __init__(self, view: View) -> None:
        """Nothing yet."""
        self.view = view
        self.decision: Decision | None = None
        self.interrupted = False

    def best(self, count: int) -> list[tuple[int, str, int, int | None]]:
        """The moves visited most: number among the legal ones from 1, text, visits, per mille for the seat if known."""
        if self.decision is None:
            return []
        legal = self.view.legal_moves
        return [
            (1 + legal.index(move), move.text, visits, value[self.view.seat] if value else None)
            for move, visits, value in self.decision.table[:count]
        ]

    def __str__(self) -> str:
        """One line: how far it is."""
        best = self.best(1)
        if self.decision is None or not best:
            return "thinking"
        _, text, _, value = best[0]
        seconds = self.decision.microseconds / 1e6
        chances = "" if value is None else f" {value / 10:.0f}%"
        return f"{self.decision.iterations:,} iterations, {seconds:.1f} s, so far {text}{chances}"


def thoughts(bot: Bot, view: View) -> Generator[Thought]:
    """What a bot has found about a view in which its seat has a choice, again and again; one object that grows.

    Raises BotError if it fails. Closing the generator ends the thinking.
    """
    thought = Thought(view)
    with closing(_reported(bot, view)) as decisions:
        for decision in decisions:
            with failures_of(bot):  # what is in its fields can be anything
                faults = _faults(decision, view)
            if faults:
                raise _failure(bot, f"{faults[0]}; {DEMAND}")
            thought.decision = decision
            yield thought
    if thought.decision is None:
        raise _failure(bot, "it came to no decision")


DEMAND = (
    "a Decision has a legal Move, and rows of a legal Move, its visits and the value for each seat,"
    " or none"
)


def _faults(decision: Decision, view: View) -> list[str]:
    """What is wrong where a bot of somebody's own answered with what is no Decision about this view."""
    legal = view.legal_moves

    def are_values(given: object, kind: Any = int | float) -> bool:
        """Of each seat, or of none."""
        if not isinstance(given, tuple | list) or len(given) not in (0, view.game.players):
            return False
        return all(isinstance(each, kind) for each in given)

    faults = [f"its move is {decision.move!r}"] if decision.move not in legal else []
    if not isinstance(decision.iterations, int) or not 0 <= decision.iterations < 2**32:
        faults.append(f"its iterations are {decision.iterations!r}")
    if not isinstance(decision.microseconds, int | float):
        faults.append(f"its microseconds are {decision.microseconds!r}")
    if not are_values(decision.value, int):  # as a match wants it
        faults.append(f"its value is {decision.value!r}")
    if not all(isinstance(move, type(decision.move)) for move in decision.line):
        faults.append(f"its line is {decision.line!r}")
    for row in decision.table:
        match row:
            case (move, int(), values) if move in legal and are_values(values):
                continue
        faults.append(f"its table has the row {row!r}")
    return faults


def _reported(bot: Bot, view: View) -> Generator[Decision]:
    """Its decisions, with what a Python bot raises told as its failure."""
    analysis = Bot.analyse if not hasattr(bot, "analyse") else type(bot).analyse
    with failures_of(bot):
        yield from analysis(bot, view, Budget(), every=EVERY)


def _failure(bot: Bot, what: str) -> BotError:
    name = getattr(bot, "name", "") or type(bot).__name__
    return BotError(" ".join(f"bot {name} failed: {what}".splitlines()))


@contextmanager
def failures_of(bot: Bot) -> Iterator[None]:
    """Tells what the bot raises, an error of this package too, as its failure: a BotError of one line."""
    try:
        yield
    except FOREIGN as error:
        raise _failure(bot, told(error)) from error
