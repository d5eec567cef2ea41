"""The errors farnorth raises for what a caller, a file or a bot can get wrong."""

from __future__ import annotations

from collections.abc import Iterable


class FarnorthError(Exception):
    """Base of all errors of this package."""


class IllegalMove(FarnorthError, ValueError):
    """A text that is no move, or a move that the position does not allow."""


class BadRecord(FarnorthError, ValueError):
    """A record that is damaged or does not replay."""


class BadData(FarnorthError, ValueError):
    """An option, a data file, a bot spec or a position that is not valid."""


class BadOption(BadData):
    """A game or option that does not exist, or a value that an option cannot have."""


class BotError(FarnorthError):
    """A bot that failed: it raised, answered nonsense, or chose an illegal move."""


class BotTimeout(BotError):
    """A bot that did not answer in time."""


class BotCrashed(BotError):
    """A bot whose process ended."""


class MissingExtra(FarnorthError, ImportError):
    """An optional dependency that is not installed; the message says how to install it."""


def missing_extra(package: str, extra: str) -> MissingExtra:
    """The error to raise where a package of an optional extra cannot be imported."""
    return MissingExtra(
        f"{package} is not installed; install it with: pip install 'farnorth[{extra}]'"
    )


def check_one_of(name: str, value: object, allowed: Iterable[object]) -> None:
    """Raises BadOption unless the value of an option is one of those that it can have."""
    words = tuple(allowed)
    if value not in words:
        raise BadOption(f"{name} must be one of {', '.join(map(str, words))}, not {value!r}")


FOREIGN = (Exception, SystemExit)
"""What code of others may raise and is its failure: a bot that calls ``sys.exit`` shall not end the program."""


def told(error: BaseException) -> str:
    """An error of a bot in a line, though its text has several, cannot be had or is no Unicode."""
    try:
        text = " ".join(str(error).encode(errors="replace").decode().splitlines())
    except Exception:  # raised by code of a bot as well
        text = "(its text cannot be had)"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
