"""Doors to other packages, one module each. None is imported before it is asked for."""

from __future__ import annotations

from typing import NoReturn

from farnorth.errors import MissingExtra


def missing(package: str, extra: str, error: ImportError) -> NoReturn:
    """Raises MissingExtra: how to install the package that an adapter is for."""
    raise MissingExtra(
        f"{package} is not installed; install it with: pip install 'farnorth[{extra}]'"
    ) from error
