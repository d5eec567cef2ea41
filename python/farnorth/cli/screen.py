"""What the commands show of a game in play: boards, logs and score sheets, on a terminal or over a pipe."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from farnorth.render.draw import THEME, listed, plain, short, strip, tag, words, wrap

if TYPE_CHECKING:
    from farnorth.casual import CasualGame


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


def seat_names(specs: Sequence[str]) -> list[str]:
    """What the board calls each seat's player."""
    from farnorth.casual import is_human

    humans = [spec for spec in specs if is_human(spec)]
    person = "you" if len(humans) == 1 else "human"
    return [person if is_human(spec) else spec for spec in specs]


def log_lines(table: CasualGame, seat: int | None, first: int = 0) -> list[str]:
    """What happened from a move on, a line for each turn; for a seat what it may know of it."""
    from farnorth import render

    drawn = render.renderer(table.game.name)
    lines: list[list[str]] = []
    last: int | None = None
    for event in table.events(seat, first):
        fresh = event.actor is not None and event.actor != last
        who = drawn.seat_name(event.actor) if fresh and event.actor is not None else ""
        told = drawn.event_words(event.before, event.shown, event.after, who)
        if not told:  # whoever was asked and passed unseen leaves no trace, not even a new line
            continue
        if fresh or not lines:
            lines.append([])
            last = event.actor
        lines[-1].append(told)
    return ["; ".join(line) for line in lines]


def show_sheet(table: CasualGame, screen: Screen) -> None:
    """The final score sheet, with places, achievements and titles."""
    from farnorth import render

    state, drawn = table.state, render.renderer(table.game.name)
    seats = range(table.game.players)
    names = [short(name, 12) for name in seat_names(table.specs)]
    heads = [f"{drawn.seat_name(seat)} {name}" for seat, name in enumerate(names)]
    rows = [*drawn.sheet_rows(state), ("place", [str(place) for place in state.ranking()])]
    label = 2 + max(len(name) for name, _ in rows)
    widths = [max(10, len(head) + 2) for head in heads]
    screen.show()
    screen.show(tag("head", "FINAL SCORES".ljust(label)) + _cells(heads, widths))
    for name, values in rows:
        line = name.ljust(label) + _cells(values, widths)
        screen.show(tag("head", line) if name in ("total", "place") else line)
    for seat in seats:
        if table.undone(seat):
            screen.show(f"{heads[seat]}: undo was used {_times(table.undone(seat))}")
    if hasattr(state, "achievements"):
        _show_achievements(table, screen, heads)


def _cells(values: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(value.rjust(width) for value, width in zip(values, widths, strict=True))


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _show_achievements(table: CasualGame, screen: Screen, heads: Sequence[str]) -> None:
    from typing import Any

    state: Any = table.state
    game: Any = table.game
    screen.show()
    screen.show(tag("head", "ACHIEVEMENTS"))
    for seat, head in enumerate(heads):
        reached = [words(name) for name in state.achievements(seat)]
        title = ""
        if hasattr(game, "title_of"):
            title = f" - title for these alone: {game.title_of(len(reached))}"
        screen.wrapped(f"{head}: {listed(reached) or 'none'}{title}", "", "  ")
