"""What the commands show of a game in play: lines, lists and score sheets, on a terminal or over a pipe."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from farnorth.render.draw import THEME, plain, strip, tag, wrap
from farnorth.telling import final_sheet

if TYPE_CHECKING:
    from farnorth.casual import CasualGame
    from farnorth.telling import Sheet


class EnoughSeen(Exception):
    """The person does not want to see the rest."""


class Screen:
    """Where the game is shown: with colours on a terminal, as plain text elsewhere."""

    def __init__(self, plain: bool) -> None:
        """plain: neither colours nor control characters, even on a terminal."""
        self.is_terminal = sys.stdout.isatty()
        self.colours = self.is_terminal and not plain and "NO_COLOR" not in os.environ
        self._room: int | None = None  # lines left on the page, None = no pages

    @property
    def width(self) -> int:
        """Columns."""
        return max(80, shutil.get_terminal_size((80, 24)).columns)

    @property
    def height(self) -> int | None:
        """Rows of a terminal; None elsewhere."""
        return max(8, shutil.get_terminal_size((80, 24)).lines) if self.is_terminal else None

    @contextmanager
    def pages(self) -> Iterator[None]:
        """Stops after each screenful of what is shown, where a person is at the keys; he may leave out the rest."""
        if self.height is not None and sys.stdin.isatty():
            self._room = self.height - 1
        with suppress(EnoughSeen):
            yield
        self._room = None

    def _turn_page(self) -> None:
        try:
            answer = input("-- more: Enter, or q to leave out the rest -- ")
        except EOFError:
            raise EnoughSeen from None
        if self.colours:
            click.echo("\x1b[A\x1b[K", nl=False)
        if answer.strip().lower().startswith("q"):
            raise EnoughSeen
        self._room = (self.height or 24) - 1

    def show(self, markup: str = "") -> None:
        """Prints lines of markup."""
        if self._room is None:
            self._print(markup)
            return
        for line in markup.split("\n"):
            if self._room == 0:
                self._turn_page()
            self._room -= 1
            self._print(line)

    def _print(self, markup: str) -> None:
        if not self.colours:
            click.echo(strip(markup))
            return
        from rich.console import Console
        from rich.theme import Theme

        console = Console(theme=Theme(THEME), highlight=False, emoji=False, soft_wrap=True)
        console.print(markup)

    def wipe(self) -> None:
        """Takes everything off a terminal, what was scrolled away included."""
        if self.is_terminal:
            click.echo("\x1b[2J\x1b[3J\x1b[H", nl=False)

    def home(self) -> None:
        """Begins a terminal's screen anew, without flicker."""
        if self.is_terminal:
            click.echo("\x1b[H\x1b[J", nl=False)

    def wrapped(self, text: str, first: str = "", rest: str = "") -> int:
        """Prints a paragraph. Lines it took."""
        lines = wrap(plain(text), self.width - 1, first, rest)
        for line in lines:
            self.show(line)
        return len(lines)

    def numbered(self, texts: Sequence[str], above: int = 0) -> int:
        """Prints a numbered list under so many lines: in columns if a terminal is too short. Lines it took."""
        entries = [f"{number:>3}  {text}" for number, text in enumerate(texts, 1)]
        column = 2 + max(map(len, entries))
        columns = min(3, (self.width + 1) // column)
        is_tall = self.height is not None and above + len(entries) > self.height
        if is_tall and len(entries) > 4 and columns > 1:
            down = -(-len(entries) // columns)
            lines = ["".join(each.ljust(column) for each in entries[i::down]) for i in range(down)]
            for line in lines:
                self.show(plain(line.rstrip()))
            return down
        return sum(
            self.wrapped(text, f"{number:>3}  ", "     ") for number, text in enumerate(texts, 1)
        )


def show_sheet(table: CasualGame, screen: Screen) -> None:
    """The final score sheet, with places, achievements and titles."""
    sheet = final_sheet(table)
    screen.show()
    for line in sheet_lines(sheet):
        screen.show(line)
    if sheet.achievements:
        screen.show()
        screen.show(tag("head", "ACHIEVEMENTS"))
        for told in sheet.achievements:
            screen.wrapped(told, "", "  ")


def sheet_lines(sheet: Sheet) -> list[str]:
    """The points of a sheet as lines of markup."""
    label = 2 + max(len(name) for name, _ in sheet.rows)
    widths = [max(10, len(head) + 2) for head in sheet.heads]
    lines = [tag("head", "FINAL SCORES".ljust(label)) + _cells(sheet.heads, widths)]
    for name, values in sheet.rows:
        line = name.ljust(label) + _cells(values, widths)
        lines.append(tag("head", line) if name in ("total", "place") else line)
    return lines + sheet.undone


def _cells(values: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(value.rjust(width) for value, width in zip(values, widths, strict=True))
