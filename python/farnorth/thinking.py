"""How a bot's thinking about one position is followed, whoever watches: a terminal, a page or nobody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from farnorth.bots import Bot, Budget, Decision
from farnorth.errors import FOREIGN, BotError, FarnorthError, told

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
    analysis = Bot.analyse if not hasattr(bot, "analyse") else type(bot).analyse
    with closing(_reported(analysis(bot, view, Budget(), every=EVERY), bot)) as decisions:
        for decision in decisions:
            with failures_of(bot):  # what is in its fields can be anything
                _check(decision, bot, view)
            thought.decision = decision
            yield thought


def _check(decision: Decision, bot: Bot, view: View) -> None:
    """Raises BotError if a bot of somebody's own answered with what is no Decision about this view."""
    legal = view.legal_moves

    def are_values(given: object) -> bool:
        """Of each seat, or of none."""
        if not isinstance(given, tuple | list) or len(given) not in (0, view.game.players):
            return False
        return all(isinstance(each, int | float) for each in given)

    faults = [f"its move is {decision.move!r}"] if decision.move not in legal else []
    if not isinstance(decision.iterations, int):
        faults.append(f"its iterations are {decision.iterations!r}")
    if not are_values(decision.value):
        faults.append(f"its value is {decision.value!r}")
    if not all(isinstance(move, type(decision.move)) for move in decision.line):
        faults.append(f"its line is {decision.line!r}")
    for row in decision.table:
        match row:
            case (move, int(), values) if move in legal and are_values(values):
                continue
        faults.append(f"its table has the row {row!r}")
    if faults:
        name = bot.name or type(bot).__name__
        raise BotError(
            f"bot {name} failed: {faults[0]}; a Decision has a legal Move, and rows of a legal Move, its visits and"
            " the value for each seat, or none"
        )


def _reported(decisions: Iterator[Decision], bot: Bot) -> Generator[Decision]:
    """The same, with what a Python bot raises told as its failure."""
    with failures_of(bot):
        yield from decisions


@contextmanager
def failures_of(bot: Bot) -> Iterator[None]:
    """Tells what the bot raises as its failure."""
    try:
        yield
    except FarnorthError:
        raise
    except FOREIGN as error:
        name = bot.name or type(bot).__name__
        raise BotError(f"bot {name} failed: {told(error)}") from error
