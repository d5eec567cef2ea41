"""How tiles and pieces of Explorers look. Colours never stand alone: each piece has a letter or a shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from farnorth.render.draw import Svg, style_sheet
from farnorth.render.explorers.geometry import Place, hexagon, middle, outline, rounded
from farnorth.render.explorers.position import Print, letter, seat_name

_LIGHT = {
    "back": "fill:#eef3f7",
    "panel": "fill:#fff;stroke:#b9c6d2",
    "ink": "fill:#15202b",
    "soft": "fill:#566573",
    "free": "fill:none;stroke:#8fa1b1;stroke-dasharray:4 4",
    "fits": "fill:#fff3d6;stroke:#c2410c;stroke-width:2.5;stroke-dasharray:6 3",
    "flame": "fill:#c2410c",
}
_DARK = {
    "back": "fill:#0f151b",
    "panel": "fill:#18212a;stroke:#3b4a58",
    "ink": "fill:#e8eef4",
    "soft": "fill:#a3b3c2",
    "free": "fill:none;stroke:#586a7a;stroke-dasharray:4 4",
    "fits": "fill:#3a2a17;stroke:#ff9a5c;stroke-width:2.5;stroke-dasharray:6 3",
    "flame": "fill:#ff9a5c",
}
_BOTH = {  # the table and its pieces, on either background
    "sea": "fill:#a9cfe6",
    "land": "fill:#d9cd97",
    "done": "fill:#bcd68c",
    "done-blue": "fill:#86a9ea",
    "done-red": "fill:#eea69b",
    "done-white": "fill:#f7f4ec",
    "done-yellow": "fill:#f4dd6e",
    "edge": "fill:none;stroke:#5f7f95;stroke-width:.8",
    "ring": "fill:none;stroke:#3c5316;stroke-width:3.4",
    "main": "fill:#c9b98a;stroke:#c9b98a;stroke-width:1",
    "shore": "stroke:#a9cfe6;stroke-width:13;stroke-linecap:round",
    "coast": "fill:none;stroke:#857640;stroke-width:2.2",
    "fixed": "fill:none;stroke:#4b5a66;stroke-width:1.6",
    "last": "fill:none;stroke:#e25a12;stroke-width:4",
    "blue": "fill:#2f6fd0;stroke:#0d2f66;stroke-width:1.2",
    "red": "fill:#d0392f;stroke:#5e100a;stroke-width:1.2",
    "white": "fill:#fff;stroke:#222;stroke-width:1.5",
    "yellow": "fill:#f2c230;stroke:#6b4a00;stroke-width:1.2",
    "animal": "fill:#fbf3de;stroke:#6b4a20;stroke-width:1.2",
    "house": "fill:#f3b28a;stroke:#6e2f10;stroke-width:1.4",
    "enemy": "fill:#3d3d46;stroke:#000;stroke-width:1.2",
    "flag": "fill:#fff;stroke:#33491a;stroke-width:1.2",
    "dark": "fill:#15202b;font-weight:700;font-size:11px",
    "pale": "fill:#fff;font-weight:700;font-size:11px",
    "at": "fill:#3a4650;font-size:9px",
    "b": "font-weight:700",
    "s": "font-size:11px",
    "t": "font-size:9.5px",
    "h": "font-weight:700;font-size:16px",
}
_PALE = ("blue", "red")  # players' colours on which letters are white

STYLE = style_sheet("fne", _LIGHT, _DARK, _BOTH)


class Painter:
    """Draws tiles and pieces into a picture."""

    def __init__(self, svg: Svg) -> None:
        """Into that picture."""
        self.svg = svg

    def path(self, d: str, css: str) -> None:
        """A shape with curves."""
        self.svg.add(f'<path class="{css}" d="{d}"/>')

    def ground(
        self, print: Print, at: Place, size: float, done: Mapping[int, str] | None = None
    ) -> None:
        """A tile: its sea and its lands; `done` are lands of complete islands, with their looks."""
        done = done or {}
        self.svg.polygon(rounded(hexagon(at, size)), "sea")
        for i, group in enumerate(print.lands):
            shape, coasts = outline(group, at, size)
            self.path(shape, done.get(i, "land"))
            if coasts:
                self.path(coasts, "ring" if i in done else "coast")
        self.svg.polygon(rounded(hexagon(at, size)), "edge")
        if not print.token:
            self.svg.polygon(rounded(hexagon(at, size - 3)), "fixed")

    def printed(self, print: Print, at: Place, size: float) -> None:
        """The token that a tile asks for."""
        if print.token == "enemy_ship":
            self.enemy(middle(print.seas[print.token_group], at, size))
        elif print.token:
            place = middle(print.lands[print.token_group], at, size)
            if print.token == "settlement":
                self.house(place, "?")
            else:
                self.animal(place, print.token, 1)

    def animal(self, at: Place, name: str, number: int) -> None:
        """Livestock of a type: its first two letters."""
        text = name[:2] + (f" {number}" if number > 1 else "")
        width = 20 if number == 1 else 28
        self.svg.rect(at[0] - width / 2, at[1] - 8, width, 16, "animal", 8)
        self.svg.text(at[0], at[1] + 4, text, "dark", "middle")

    def house(self, at: Place, strength: str) -> None:
        """A settlement: a house with its strength."""
        x, y = at
        shape = [(x - 10, y - 3), (x, y - 12), (x + 10, y - 3), (x + 10, y + 9), (x - 10, y + 9)]
        self.svg.polygon(rounded(shape), "house")
        self.svg.text(x, y + 6, strength, "dark", "middle")

    def vikings(self, at: Place, seat: int, number: int) -> None:
        """Vikings of a player: a round shield with letter and number."""
        self.svg.rect(at[0] - 12, at[1] - 8.5, 24, 17, seat_name(seat), 6)
        self._label(at, seat, f"{letter(seat)}{number}")

    def _label(self, at: Place, seat: int, text: str) -> None:
        css = "pale" if seat_name(seat) in _PALE else "dark"
        self.svg.text(at[0], at[1] + 4, text, css, "middle")

    def ship(self, at: Place, seat: int, cargo: str) -> None:
        """A longship: a hull with the player's letter, and what is aboard."""
        x, y = at
        wide = 10 + 2.4 * len(cargo)  # half of the keel
        hull = [(x - wide - 5, y - 7), (x - wide, y - 2), (x + wide, y - 2), (x + wide + 5, y - 7)]
        hull += [(x + wide, y + 9), (x - wide, y + 9)]
        self.svg.polygon(rounded(hull), seat_name(seat))
        self._label((x, y + 3), seat, f"{letter(seat)} {cargo}".strip())

    def enemy(self, at: Place) -> None:
        """An enemy ship: a dark hull with a cross."""
        x, y = at
        hull = [(x - 15, y - 9), (x - 10, y - 3), (x + 10, y - 3), (x + 15, y - 9)]
        hull += [(x + 10, y + 9), (x - 10, y + 9)]
        self.svg.polygon(rounded(hull), "enemy")
        self.svg.text(x, y + 7, "x", "pale", "middle")

    def outpost(self, at: Place, seat: int) -> None:
        """An outpost: a tower with the player's letter."""
        x, y = at
        shape = [(x - 9, y + 10), (x - 9, y - 10), (x - 4, y - 10), (x - 4, y - 6), (x + 4, y - 6)]
        shape += [(x + 4, y - 10), (x + 9, y - 10), (x + 9, y + 10)]
        self.svg.polygon(rounded(shape), seat_name(seat))
        self._label((x, y + 2), seat, letter(seat))


def cargo(aboard: Sequence[int]) -> str:
    """What is aboard in a few characters: ``2``, or ``1+2`` with animals."""
    vikings, *animals = aboard
    return f"{vikings}+{sum(animals)}" if any(animals) else str(vikings)
