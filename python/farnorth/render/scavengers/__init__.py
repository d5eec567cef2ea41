"""Arctic Scavengers: the table as text and as a picture, and its moves in plain words."""

from farnorth.render.scavengers.help import help_lines
from farnorth.render.scavengers.picture import html, svg
from farnorth.render.scavengers.position import seat_name
from farnorth.render.scavengers.terminal import markup
from farnorth.render.scavengers.wording import (
    card_lines,
    event_words,
    move_words,
    sheet_rows,
)

OPEN_SCORES = False  # cards in hands and decks count, and only their owners know them

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
