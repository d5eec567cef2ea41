"""Boards to look at: any state or view as text, as an SVG picture, or as HTML.

A `View` shows what its seat may know; a `State` shows everything, or with `seat` what that seat
may know.

>>> import farnorth
>>> from farnorth import render
>>> state = farnorth.load("borealis").new_state(seed=42)
>>> print(render.text(state, width=100, seat=0))  # doctest: +ELLIPSIS
Borealis...

Each game has a renderer, a module of this package with the functions of the `Renderer` protocol; a
game without one is shown as its JSON, made readable.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

from farnorth.render.draw import strip

if TYPE_CHECKING:
    from farnorth.protocols import State, View

Names = Sequence[str] | None
"""What to call each seat, beside its number: a bot's spec, or "you"."""


class Renderer(Protocol):
    """What the module of a game offers. Markup is text with tags; see `farnorth.render.draw`."""

    OPEN_SCORES: bool
    """Whether points are public: every world that fits a view has the same."""

    def markup(self, position: State | View, width: int, names: Names) -> str:
        """The position as lines of markup that fit the width."""

    def svg(self, position: State | View, names: Names, last: str | None) -> str:
        """The position as an SVG document; `last` is the text of a move to mark."""

    def html(self, position: State | View, names: Names, last: str | None) -> str:
        """The picture, and what it shows in words, as an HTML fragment."""

    def seat_name(self, seat: int) -> str:
        """What the game's texts call a seat."""

    def sheet_rows(self, state: State) -> list[tuple[str, list[str]]]:
        """The score sheet: each heading, and the points of each seat under it; the total last."""

    def move_words(self, view: View) -> list[str]:
        """Each legal move of the view in plain words, in the order of `view.legal_moves`."""

    def event_words(self, before: State | View, shown: str, after: State | View, who: str) -> str:
        """What happened, as it is known: `who` did what (empty: he who did the move before, or
        chance), `shown` is the text of the move.

        Empty if it is not worth telling.
        """

    def card_lines(self, view: View) -> list[str]:
        """The cards that are not on the board, each heap a paragraph: out of play, or not seen yet."""

    def help_lines(self, view: View) -> list[str]:
        """The rules that matter now, in our words, each with its clause."""


@cache
def renderer(game: str) -> Renderer:
    """The renderer of a game by name."""
    module = f"farnorth.render.{game}"
    found = importlib.util.find_spec(module) is not None
    return cast(
        "Renderer", importlib.import_module(module if found else "farnorth.render.fallback")
    )


def seen_by(position: State | View, seat: int | None) -> State | View:
    """The view of a seat; without one the position itself. Raises ValueError for a wrong seat."""
    if seat is None:
        return position
    owner = getattr(position, "seat", None)
    if owner is None:
        return cast("State", position).view(seat)
    if owner != seat:
        raise ValueError(f"a view of seat {owner} does not show what seat {seat} knows")
    return position


def scores(position: State | View) -> list[int] | None:
    """Points by seat, as if the game ended now; None if the viewer cannot know them."""
    if getattr(position, "seat", None) is None:
        return cast("State", position).scores()
    if not renderer(position.game.name).OPEN_SCORES:
        return None
    return cast("View", position).determinize().scores()


def markup(
    position: State | View, width: int = 80, seat: int | None = None, *, names: Names = None
) -> str:
    """The position as lines with rich's tags for colour. Nothing depends on colour alone."""
    return renderer(position.game.name).markup(seen_by(position, seat), width, names)


def text(
    position: State | View, width: int = 80, seat: int | None = None, *, names: Names = None
) -> str:
    """The position as plain text of at most `width` columns (80 or more)."""
    return strip(markup(position, width, seat, names=names))


def svg(
    position: State | View,
    seat: int | None = None,
    *,
    names: Names = None,
    last: str | None = None,
) -> str:
    """The position as a self-contained SVG document; `last` is the text of a move to mark."""
    return renderer(position.game.name).svg(seen_by(position, seat), names, last)


def html(
    position: State | View,
    seat: int | None = None,
    *,
    names: Names = None,
    last: str | None = None,
) -> str:
    """The picture and its content in words, as an HTML fragment without scripts or references."""
    return renderer(position.game.name).html(seen_by(position, seat), names, last)


__all__ = ["Names", "Renderer", "html", "markup", "renderer", "scores", "seen_by", "svg", "text"]
