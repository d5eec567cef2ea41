"""How the command line lets a bot think about one position: progress on stderr, and Ctrl-C keeps what was found."""

from __future__ import annotations

import shutil
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

from farnorth.bots import begin
from farnorth.thinking import Thought, failures_of, thoughts

if TYPE_CHECKING:
    from farnorth.bots import Bot
    from farnorth.protocols import View

PATIENCE = 0.5
"""Seconds before progress is shown."""


def think(bot: Bot, view: View, seed: int | None = None) -> Thought:
    """Has a bot think about a view in which its seat has a choice, started first if a seed is given.

    Raises BotError if it fails.
    Ctrl-C ends the thinking; if nothing at all was found yet it is raised.
    """
    thought = Thought(view)
    progress = _Progress()
    if seed is not None:
        with failures_of(bot):
            begin(bot, view.game, view.seat, seed)
    try:
        with closing(thoughts(bot, view)) as growing:
            for thought in growing:
                progress.show(thought)
    except KeyboardInterrupt:
        if thought.decision is None:
            raise
        thought.interrupted = True
    finally:
        progress.wipe()
    return thought


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
