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

    def best(self, count: int) -> list[tuple[int, str, int, int]]:
        """The moves visited most: number among the legal ones from 1, text, visits, per mille for the seat."""
        if self.decision is None:
            return []
        legal = self.view.legal_moves
        return [
            (1 + legal.index(move), move.text, visits, value[self.view.seat])
            for move, visits, value in self.decision.table[:count]
        ]

    def __str__(self) -> str:
        """One line: how far it is."""
        best = self.best(1)
        if self.decision is None or not best:
            return "thinking"
        _, text, _, value = best[0]
        seconds = self.decision.microseconds / 1e6
        return f"{self.decision.iterations:,} iterations, {seconds:.1f} s, so far {text} {value / 10:.0f}%"


def thoughts(bot: Bot, view: View) -> Generator[Thought]:
    """What a bot has found about a view in which its seat has a choice, again and again; one object that grows.

    Raises BotError if it fails. Closing the generator ends the thinking.
    """
    thought = Thought(view)
    analysis = Bot.analyse if not hasattr(bot, "analyse") else type(bot).analyse
    with closing(_reported(analysis(bot, view, Budget(), every=EVERY), bot)) as decisions:
        for thought.decision in decisions:
            yield thought


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
