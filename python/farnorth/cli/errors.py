"""How errors leave the command line: one line on stderr and an exit code, never a traceback."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from farnorth.cli.common import Exit, say
from farnorth.errors import BadData, BadRecord, FarnorthError, IllegalMove, MissingExtra

OUT_OF_MEMORY = (
    "memory ran out; max_nodes= makes the tree of a search smaller, as in ismcts:max_nodes=16384"
)


class Failure(click.ClickException):
    """An error with its exit code."""

    def __init__(self, message: str, exit_code: Exit) -> None:
        """The message is one line."""
        super().__init__(message)
        self._exit_code = exit_code

    @property
    def exit_code(self) -> int:  # type: ignore[override]  # click has a constant a class
        """What the program exits with."""
        return self._exit_code

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints it."""
        say(f"error: {self.format_message()}")


def exit_code_of(error: FarnorthError) -> Exit:
    """What an error means to the caller of the program."""
    if isinstance(error, (IllegalMove, BadRecord, BadData)):
        return Exit.bad_data
    return Exit.missing_extra if isinstance(error, MissingExtra) else Exit.failure


@contextmanager
def reported() -> Iterator[None]:
    """Turns errors of the package and of the system into what click prints, and Ctrl-C into its exit code."""
    try:
        yield
    except FarnorthError as error:
        raise Failure(str(error), exit_code_of(error)) from error
    except MemoryError as error:  # of C++, where a search's tree grew too large
        raise Failure(OUT_OF_MEMORY, Exit.failure) from error
    except KeyboardInterrupt:
        say("interrupted")
        raise click.exceptions.Exit(Exit.interrupted) from None
    except OSError as error:
        if error.errno == errno.EPIPE:  # the reader of our output has left: click goes quietly
            raise
        where = f"{error.filename}: " if error.filename else ""
        raise Failure(f"{where}{error.strerror or error}", Exit.failure) from error
