"""What all renderers share: lines of text with tags, and SVG elements.

Markup is text with tags such as ``[amber]a[/]``: rich prints them as colours of its theme, `strip`
takes them out. Names that come from outside go through `plain`, so that no bracket in them is read
as a tag.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from html import escape

_NO_BREAK = "\u00a0"
TAG = re.compile(r"\[/?[a-z_]*\]")

THEME = {
    "head": "bold",
    "note": "dim",
    "mark": "bold green",
    "amber": "bold yellow",
    "pink": "bold magenta",
    "mint": "bold cyan",
    "land": "green",
    "sea": "cyan",
    "blue": "bold blue",
    "red": "bold red",
    "white": "bold",
    "yellow": "bold yellow",
}
"""What the tags mean on a terminal."""


def tag(style: str, text: str) -> str:
    """Text in a style of the theme."""
    return f"[{style}]{text}[/]" if text else ""


def strip(markup: str) -> str:
    """Markup without its tags."""
    return TAG.sub("", markup)


def plain(name: str) -> str:
    """A name from outside, as one line without brackets and control characters."""
    line = "".join(letter if letter.isprintable() else " " for letter in name)
    return line.replace("[", "(").replace("]", ")")


def short(name: str, width: int = 24) -> str:
    """A name from outside that fits a column."""
    line = plain(name)
    return line if len(line) <= width else line[: width - 2] + ".."


def pad(markup: str, width: int) -> str:
    """Markup filled with blanks to a visible width."""
    return markup + " " * (width - len(strip(markup)))


def row(cells: Iterable[str], widths: Sequence[int]) -> str:
    """Cells of markup side by side, without blanks at the end."""
    return "".join(pad(cell, width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def side_by_side(left: Sequence[str], right: Sequence[str], width: int) -> list[str]:
    """Two blocks of lines, the right one from column `width` on."""
    height = max(len(left), len(right))
    lefts = [*left, *[""] * (height - len(left))]
    rights = [*right, *[""] * (height - len(right))]
    return [row((a, b), (width, 0)) for a, b in zip(lefts, rights, strict=True)]


def wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Words without tags, wrapped, with what precedes the first line and the others."""
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=True,
    )
    return [line.replace(_NO_BREAK, " ") for line in lines]


def unbroken(text: str) -> str:
    """Words that `wrap` keeps in one line."""
    return text.replace(" ", _NO_BREAK)


def spaced(left: str, right: str, width: int) -> str:
    """Two pieces of markup at the two ends of a line, at least two blanks apart."""
    gap = max(2, width - len(strip(left)) - len(strip(right)))
    return left + " " * gap + right


def apart(left: str, right: str, width: int) -> list[str]:
    """The same in one line if they fit, else in two."""
    if len(strip(left)) + 2 + len(strip(right)) <= width:
        return [spaced(left, right, width)]
    return [left, " " * (width - len(strip(right))) + right]


def words(name: str) -> str:
    """An id of the tables as words: ``common_destination`` is ``common destination``."""
    return name.replace("_", " ")


def listed(items: Sequence[str]) -> str:
    """Items as English: ``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def plural(number: int, thing: str) -> str:
    """``1 point``, ``2 points``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def style_sheet(
    root: str, light: Mapping[str, str], dark: Mapping[str, str], both: Mapping[str, str]
) -> str:
    """The looks of a picture's classes below its root class: by light, by dark, and those that are always so."""

    def rules(looks: Mapping[str, str]) -> str:
        return "".join(f".{root} .{name}{{{look}}}" for name, look in looks.items())

    return (
        f".{root} text{{font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px}}"
        + rules(light)
        + "@media (prefers-color-scheme:dark){"
        + rules(dark)
        + "}"
        + rules(both)
    )


class Svg:
    """A picture as a list of elements. Texts are escaped; looks are classes of one style sheet."""

    def __init__(self, width: float, style: str, title: str) -> None:
        """An empty picture of that width; the height is given when it is closed."""
        self.width = width
        self._style = style
        self._title = title
        self._elements: list[str] = []

    def add(self, element: str) -> None:
        """An element as it stands."""
        self._elements.append(element)

    def rect(self, x: float, y: float, width: float, height: float, css: str, r: float = 4) -> None:
        """A rectangle with round corners."""
        self.add(
            f'<rect class="{css}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
            f'rx="{r:g}"/>'
        )

    def text(self, x: float, y: float, content: str, css: str, anchor: str = "start") -> None:
        """A line of text; y is its base line."""
        at = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.add(f'<text class="{css}" x="{x:g}" y="{y:g}"{at}>{escape(content)}</text>')

    def polygon(self, points: Iterable[tuple[float, float]], css: str) -> None:
        """A filled shape."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.add(f'<polygon class="{css}" points="{path}"/>')

    def line(self, x1: float, y1: float, x2: float, y2: float, css: str) -> None:
        """A line."""
        self.add(f'<line class="{css}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>')

    def circle(self, x: float, y: float, radius: float, css: str) -> None:
        """A circle."""
        self.add(f'<circle class="{css}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>')

    def close(self, height: float) -> str:
        """The document."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {height:g}" '
            f'width="{self.width:g}" height="{height:g}" style="max-width:100%;height:auto" '
            f'role="img">'
        )
        return "\n".join(
            [
                head,
                f"<title>{escape(self._title)}</title>",
                f"<style>{self._style}</style>",
                *self._elements,
                "</svg>",
            ]
        )


def html_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the first cell of each row is its heading."""
    head = "".join(f"<th scope='col'>{escape(cell)}</th>" for cell in header)
    body = "".join(
        f"<tr><th scope='row'>{escape(first)}</th>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_details(summary: str, content: str, is_open: bool = False) -> str:
    """Content that can be folded away."""
    opened = ' open="open"' if is_open else ""
    return f"<details{opened}><summary>{escape(summary)}</summary>{content}</details>"
