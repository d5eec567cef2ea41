"""A game without a renderer of its own: its JSON, made readable."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from farnorth.render.draw import Svg, html_details, html_table, plain, wrap

if TYPE_CHECKING:
    from farnorth.protocols import State, View

OPEN_SCORES = False  # unknown here
STYLE = (
    ".fnf text{font:12px monospace;white-space:pre}.fnf .back{fill:#fff}.fnf .ink{fill:#15202b}"
    "@media (prefers-color-scheme:dark){.fnf .back{fill:#0f151b}.fnf .ink{fill:#e8eef4}}"
)


def _is_empty(value: Any) -> bool:
    return value is None or value == "" or (isinstance(value, list) and all(map(_is_empty, value)))


def _flat(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, list):
        return " ".join(
            f"({_flat(each)})" if isinstance(each, list) else _flat(each) for each in value
        )
    if isinstance(value, dict):
        return ", ".join(f"{key} {_flat(each)}" for key, each in value.items())
    return plain(str(value).lower() if isinstance(value, bool) else str(value))


def _lines(name: str, value: Any, depth: int, width: int) -> list[str]:
    indent = "  " * depth
    if isinstance(value, dict):
        inner = [
            line for key, each in value.items() for line in _lines(key, each, depth + 1, width)
        ]
        return [f"{indent}{plain(name)}", *inner]
    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        return [
            line
            for i, each in enumerate(value)
            for line in _lines(f"{name} {i}", each, depth, width)
        ]
    told = "-" if _is_empty(value) else _flat(value)
    return wrap(f"{plain(name)}: {told}", width, indent, indent + "    ")


def _all_lines(position: State | View, width: int) -> list[str]:
    data = json.loads(position.to_json())
    hidden = ("game", "rules_version", "setup")
    lines = [position.game.title]
    for name, value in data.items():
        if name not in hidden:
            lines += _lines(name, value, 0, width)
    return lines


def seat_name(seat: int) -> str:
    """Seats as in the API."""
    return f"seat {seat}"


def markup(position: State | View, width: int, names: Sequence[str] | None) -> str:
    """The JSON, a field a line."""
    seats = [f"{seat_name(i)}: {plain(name)}" for i, name in enumerate(names or ())]
    return "\n".join([*seats, *_all_lines(position, width - 1)])


def svg(position: State | View, names: Sequence[str] | None, last: str | None) -> str:
    """The same lines as a picture."""
    lines = markup(position, 120, names).split("\n")
    if last:
        lines.insert(1, f"last move: {plain(last)}")
    picture = Svg(900, STYLE, position.game.title)
    height = 16 * len(lines) + 16
    picture.add('<g class="fnf">')
    picture.rect(0, 0, 900, height, "back", 0)
    for i, line in enumerate(lines):
        picture.text(10, 20 + 16 * i, line, "ink")
    picture.add("</g>")
    return picture.close(height)


def html(position: State | View, names: Sequence[str] | None, last: str | None) -> str:
    """The picture, and the scores where they are known."""
    content = html_details("Position", svg(position, names, last), is_open=True)
    if not hasattr(position, "seat"):
        state: Any = position
        rows = [(seat_name(i), str(points)) for i, points in enumerate(state.scores())]
        content += html_details(
            "Scores, if the game ended now", html_table(("seat", "points"), rows)
        )
    return f"<div>{content}</div>"


def sheet_rows(state: State) -> list[tuple[str, list[str]]]:
    """The headings as the engine names them."""
    sheets = [state.score_sheet(seat) for seat in range(state.game.players)]
    return [(heading, [_flat(sheet[heading]) for sheet in sheets]) for heading in sheets[0]]


def move_words(view: View) -> list[str]:
    """The texts of the moves."""
    return [move.text for move in view.legal_moves]


def event_words(before: State | View, shown: str, after: State | View, who: str) -> str:
    """The text of the move."""
    return shown if not who else f"{who}: {shown}"


def card_lines(view: View) -> list[str]:
    """All of the view: which parts are heaps of cards is not known here."""
    return _all_lines(view, 100)


def help_lines(view: View) -> list[str]:
    """Where the rules are."""
    return [f"The rules of {view.game.title} are in its RULES.md, clause by clause."]
