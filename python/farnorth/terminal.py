"""Where what people read goes: a terminal of whatever width, or a pipe."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.progress import Progress


class Display:
    """What is shown on a terminal while a `with` block runs, and then taken away."""

    _display: Progress | Live | None = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Takes it away."""
        if self._display is not None:
            self._display.stop()


def console(err: bool = False) -> Console:
    """Where tables and progress go. A pipe is given room, so that nothing is cut."""
    from rich.console import Console  # slow to import, and needed only here

    stream = sys.stderr if err else sys.stdout
    return Console(stderr=err, highlight=False, emoji=False, width=None if stream.isatty() else 200)
