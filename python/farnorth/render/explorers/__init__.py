"""Explorers: the table as text and as a picture, and its moves in plain words."""

from farnorth.render.explorers.picture import component_pictures, html, svg
from farnorth.render.explorers.position import seat_name
from farnorth.render.explorers.terminal import markup
from farnorth.render.explorers.wording import (
    card_lines,
    event_words,
    help_lines,
    move_words,
    sheet_rows,
)

OPEN_SCORES = True  # points are public

__all__ = [
    "OPEN_SCORES",
    "card_lines",
    "component_pictures",
    "event_words",
    "help_lines",
    "html",
    "markup",
    "move_words",
    "seat_name",
    "sheet_rows",
    "svg",
]
