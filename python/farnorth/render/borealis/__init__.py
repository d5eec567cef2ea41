"""Borealis: the board as text and as a picture, and its moves in plain words."""

from farnorth.render.borealis.picture import html, svg
from farnorth.render.borealis.position import seat_name
from farnorth.render.borealis.terminal import markup
from farnorth.render.borealis.wording import (
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
    "event_words",
    "help_lines",
    "html",
    "markup",
    "move_words",
    "seat_name",
    "sheet_rows",
    "svg",
]
