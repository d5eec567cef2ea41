"""How the command line lets a bot think about one position: progress on stderr, and Ctrl-C keeps what was found."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from farnorth.bots import Bot, Budget, Decision
from farnorth.errors import FOREIGN, BotError, FarnorthError, told

if TYPE_CHECKING:
    from collections.abc import Generator

    from farnorth.protocols import View

PATIENCE = 0.5
"""Seconds before progress is shown."""
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


def think(bot: Bot, view: View, seed: int = 0) -> Thought:
    """Starts a bot and has it think about a view in which its seat has a choice. Raises BotError if it fails.

    Ctrl-C ends the thinking; if nothing at all was found yet it is raised.
    """
    thought = Thought(view)
    analysis = Bot.analyse if not hasattr(bot, "analyse") else type(bot).analyse
    progress = _Progress()
    with _failures_of(bot):
        if hasattr(bot, "start"):
            bot.start(seed)
    try:
        with closing(_reported(analysis(bot, view, Budget(), every=EVERY), bot)) as decisions:
            for thought.decision in decisions:
                progress.show(thought)
    except KeyboardInterrupt:
        if thought.decision is None:
            raise
        thought.interrupted = True
    finally:
        progress.wipe()
    return thought


def _reported(decisions: Iterator[Decision], bot: Bot) -> Generator[Decision]:
    """The same, with what a Python bot raises told as its failure."""
    with _failures_of(bot):
        yield from decisions


@contextmanager
def _failures_of(bot: Bot) -> Iterator[None]:
    """Tells what the bot raises as its failure."""
    try:
        yield
    except FarnorthError:
        raise
    except FOREIGN as error:
        name = bot.name or type(bot).__name__
        raise BotError(f"bot {name} failed: {told(error)}") from error


class _Progress:
    """A line on stderr that is written over, for a person who has waited."""

    def __init__(self) -> None:
        self._wanted = sys.stderr.isatty()
        self._next = time.monotonic() + PATIENCE
        self._shown = False

    def show(self, thought: Thought) -> None:
        if not self._wanted or time.monotonic() < self._next:
            return
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r{str(thought)[:width]}\x1b[K")
        sys.stderr.flush()
        self._shown = True
        self._next = time.monotonic() + 0.1

    def wipe(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
