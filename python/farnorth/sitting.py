"""A casual game of one person whose bots think in a thread of their own, so that a page or a screen stays alive.

>>> import farnorth
>>> from farnorth.casual import CasualGame
>>> sitting = Sitting(CasualGame(farnorth.load("borealis"), ["human", "greedy"], "1"))
>>> sitting.start()
>>> sitting.play(sitting.view().legal_moves[0].text)
>>> sitting.close()
True
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from farnorth.errors import BadData, BotError, FarnorthError

if TYPE_CHECKING:
    from farnorth.casual import CasualGame
    from farnorth.protocols import View
    from farnorth.thinking import Thought


class NotNow(FarnorthError):
    """Something that the game does not allow at this moment."""


class Sitting:
    """A game in play. Each method may be called from any thread; they wait for each other, and never for a bot."""

    def __init__(
        self, table: CasualGame, changed: Callable[[Sitting], None] = lambda sitting: None
    ) -> None:
        """For a table with one person, else BadData.

        changed: called after each change, by the thread that made it, while nothing else can change; it may read the
        table, and must not call the methods of this object that change it, nor wait for a thread that does.
        """
        if len(table.humans) != 1:
            raise BadData("one person plays here; for several there is plain `farnorth play`")
        self.table = table
        self.seat = table.humans[0]
        self.turn = 0  # how often the person has moved or taken back
        self.thinking = False
        self.unsaved = ""  # why the game could not be saved
        self.failure: BotError | None = None  # of a bot whose turn it still is
        self._changed = changed
        self._lock = threading.Lock()
        self._hinting = threading.Lock()
        self._is_closed = False
        self._thread: threading.Thread | None = None

    def view(self) -> View:
        """What the person knows."""
        return self.table.state.view(self.seat)

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person is asked."""
        return self.table.state.actor == self.seat

    def start(self) -> None:
        """Saves the game and lets the bots begin, if it is their turn. Once; or again after a bot has failed."""
        with self._lock:
            self._saving(self.table.save)
            self._go_on()

    def play(self, move: str) -> None:
        """Makes the person's move; the bots then think. Raises IllegalMove and NotNow."""
        with self._persons_turn():
            self._saving(lambda: self.table.play(move))
            self.turn += 1
            self._go_on()

    def undo(self) -> None:
        """Takes back to the person's previous decision. Raises NotNow if there is none, or if bots think."""
        with self._quiet():
            if not self.table.can_undo(self.seat):
                raise NotNow("there is nothing to take back: this is your first decision")
            self._saving(lambda: self.table.undo(self.seat))
            self.turn += 1
            self._go_on()

    def hint(self, spec: str) -> Thought:
        """What a bot thinks of the person's moves. Raises NotNow, BotError and BadData."""
        from farnorth.telling import adviser
        from farnorth.thinking import thoughts

        with self._persons_turn():
            view = self.view()
            asked = adviser(spec, self.table)
        with self._hinting, closing(thoughts(asked, view)) as growing:
            for thought in growing:
                if self._is_closed:
                    raise NotNow("the game has ended here")
                found = thought
        return found

    def close(self, patience: float = 2.0) -> bool:
        """No bot begins to think any more. False if one still does after so many seconds."""
        self._is_closed = True
        if self._thread is not None:
            self._thread.join(patience)
        if not self._hinting.acquire(timeout=patience):
            return False
        self._hinting.release()
        return self._thread is None or not self._thread.is_alive()

    # ---- Inside ------------------------------------------------------------------------------------

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """The lock, at a moment when no bot thinks."""
        if not self.thinking:
            with self._lock:
                if not self.thinking:
                    yield
                    return
        raise NotNow("it is not your turn: the others are thinking")

    @contextmanager
    def _persons_turn(self) -> Iterator[None]:
        with self._quiet():
            if not self.is_persons_turn:
                over = self.table.state.actor is None
                raise NotNow("the game is over" if over else "it is not your turn")
            yield

    def _saving(self, act: Callable[[], object]) -> None:
        """Does something that saves the game; if it cannot be saved the game goes on."""
        self.unsaved = "" if self.table.path is not None else "there is no file for it"
        try:
            act()
        except OSError as error:
            self.unsaved = error.strerror or str(error)

    def _go_on(self) -> None:
        """After a change: the bots, if it is their turn."""
        self.failure = None
        self.thinking = self._is_bots_turn()
        self._changed(self)
        if self.thinking:
            self._thread = threading.Thread(target=self._play_bots, daemon=True)
            self._thread.start()

    def _is_bots_turn(self) -> bool:
        return not self._is_closed and self.table.state.actor not in (None, self.seat)

    def _play_bots(self) -> None:
        while self.thinking:
            with self._lock:
                try:
                    self._saving(self.table.play_bot)
                except BotError as error:
                    self.failure = error
                self.thinking = self.failure is None and self._is_bots_turn()
                self._changed(self)
