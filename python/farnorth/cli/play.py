"""``farnorth play``: people against bots, in a terminal or over a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from farnorth.cli.common import CONTEXT, BotList, Command, Exit, check_bot, examples, needs, say
from farnorth.cli.screen import Screen, show_sheet
from farnorth.cli.table import leave, seated, table_options, where
from farnorth.errors import FarnorthError
from farnorth.telling import HINT_BOT, NO_HINTS, log_lines, seat_names

if TYPE_CHECKING:
    from farnorth.casual import CasualGame
    from farnorth.protocols import View

COMMANDS = {
    "u": ("undo", "take back to your previous decision"),
    "?": ("help", "the rules that matter now, and these commands"),
    "h": ("hint", "what a bot would do (with --hints)"),
    "b": ("board", "show the board again"),
    "l": ("log", "what has happened, as you may know it"),
    "c": ("cards", "the cards that are out of play, and those you have not seen"),
    "q": ("quit", "save and quit"),
}
NEWS = 12
"""Lines of the log that are shown without being asked for."""


class Leave(Exception):
    """The person wants to stop, or the input has ended."""


# ---- The conversation ----------------------------------------------------------------------------


class Conversation:
    """Asks people for their moves until the game is over or one of them leaves."""

    def __init__(self, table: CasualGame, screen: Screen, adviser: str | None) -> None:
        """For a game in play. adviser: the spec of the bot that gives hints, None = none are given."""
        self.table = table
        self.screen = screen
        self.adviser = adviser
        self._is_new = True  # nobody has been told how to see the whole of a tall board
        self._told = dict.fromkeys(table.humans, len(table.moves))  # moves told to each seat
        self._at_screen: int | None = None if len(table.humans) > 1 else table.humans[0]

    def run(self) -> None:
        """Plays to the end. Raises Leave."""
        while (actor := self.table.state.actor) is not None:
            if actor in self.table.humans:
                self._ask(actor)
            else:
                self._saving(self.table.play_bot)
        if len(self.table.humans) == 1:
            self._news(self.table.humans[0])
        self._board(None)
        show_sheet(self.table, self.screen)

    def _saving(self, act: Callable[[], object]) -> None:
        """Does something that saves the game; if it cannot be saved the game goes on."""
        try:
            act()
        except OSError as error:
            say(f"warning: the game is not saved: {error}")

    def _ask(self, seat: int) -> None:
        """One decision of a person."""
        self._hand_over(seat)
        self._news(seat)
        words = self._position(seat)
        while not self._obeyed(seat, words, self._read(seat, len(words))):
            pass

    def _hand_over(self, seat: int) -> None:
        """Hides what the last person saw, before another one looks."""
        if self._at_screen == seat:
            return
        self.screen.wipe()
        self._input(f"{self._name(seat)}, press Enter when nobody else looks: ")
        self._at_screen = seat

    def _name(self, seat: int) -> str:
        from farnorth import render

        return render.renderer(self.table.game.name).seat_name(seat)

    def _view(self, seat: int) -> View:
        return self.table.state.view(seat)

    def _news(self, seat: int) -> None:
        lines = log_lines(self.table, seat, self._told[seat])
        self._told[seat] = len(self.table.moves)
        if lines:
            self.screen.show()
        if len(lines) > NEWS:
            self.screen.show(f"... ({len(lines) - NEWS} more lines: l)")
        for line in lines[-NEWS:]:
            self.screen.wrapped(line, "* ", "  ")

    def _board(self, seat: int | None) -> int:
        """Shows the board as a seat knows it, None = all of it. Lines it took."""
        from farnorth import render

        names = seat_names(self.table.specs)
        position = self.table.state if seat is None else self._view(seat)
        self.screen.show()
        board = render.markup(position, self.screen.width, names=names)
        self.screen.show(board)
        return 2 + board.count("\n")

    def _position(self, seat: int) -> list[str]:
        """Shows the board and, at the bottom, the numbered legal moves, which it returns in words."""
        from farnorth import render

        words = render.renderer(self.table.game.name).move_words(self._view(seat))
        board = self._board(seat)
        self.screen.show()
        lines = board + 2 + self.screen.numbered(words, above=board + 2)
        if self._is_new and self.screen.height is not None and lines > self.screen.height:
            self.screen.show("(The board is taller than this window: b shows it page by page.)")
        self._is_new = False
        return words

    def _input(self, prompt: str) -> str:
        """A line from the person. Raises Leave at the end of the input."""
        sys.stdout.flush()
        try:
            line = input(prompt)
        except EOFError:
            click.echo()
            raise Leave from None
        if not sys.stdin.isatty():
            click.echo(line)
        return " ".join(line.split())

    def _read(self, seat: int, moves: int) -> str:
        return self._input(f"{self._name(seat)}, 1-{moves} or ? for help> ")

    def _obeyed(self, seat: int, words: list[str], line: str) -> bool:
        """Does what a line says. True if it was a move or an undo, so that the position is another."""
        command = next(
            (key for key, (word, _) in COMMANDS.items() if line.lower() in (key, word)), None
        )
        match command:
            case "u":
                return self._undo(seat)
            case "?":
                self._help(seat)
            case "h":
                self._hint(seat)
            case "b":
                with self.screen.pages():
                    self._position(seat)
            case "l":
                with self.screen.pages():
                    for told in log_lines(self.table, seat):
                        self.screen.wrapped(told, "* ", "  ")
            case "c":
                self._cards(seat)
            case "q":
                raise Leave
            case _:
                return self._move(seat, line)
        return False

    def _move(self, seat: int, line: str) -> bool:
        """Makes the move that a number or a text names."""
        moves = self._view(seat).legal_moves
        if line in map(str, range(1, len(moves) + 1)):
            move = moves[int(line) - 1]
        else:
            named = [each for each in moves if each.text == line.lower()]
            if not named:
                self._wrong(line, len(moves), moves[0].text)
                return False
            move = named[0]
        self._told[seat] = len(self.table.moves)
        self._saving(lambda: self.table.play(move))
        return True

    def _wrong(self, line: str, moves: int, example: str) -> None:
        keys = ", ".join(COMMANDS)
        told = f"{line[:60]!r} is no move here. " if line else ""
        self.screen.wrapped(
            f"{told}Type a number from 1 to {moves}, a move such as '{example}', or one of {keys}."
        )

    def _undo(self, seat: int) -> bool:
        try:
            if not self.table.undo(seat):
                self.screen.show("There is nothing to take back: this is your first decision.")
                return False
        except OSError as error:
            say(f"warning: the game is not saved: {error}")
        for each in self._told:
            self._told[each] = min(self._told[each], len(self.table.moves))
        self.screen.show("Taken back to your previous decision.")
        return True

    def _help(self, seat: int) -> None:
        from farnorth import render

        view = self._view(seat)
        with self.screen.pages():
            for told in render.renderer(self.table.game.name).help_lines(view):
                self.screen.wrapped(told, "- ", "  ")
            self.screen.show("Commands:")
            self.screen.show(f"  a number, or the move itself, as in: {view.legal_moves[0].text}")
            for key, (word, told) in COMMANDS.items():
                self.screen.show(f"  {key}  {word:<6} {told}")

    def _cards(self, seat: int) -> None:
        from farnorth import render

        with self.screen.pages():
            for told in render.renderer(self.table.game.name).card_lines(self._view(seat)):
                self.screen.wrapped(told, "- ", "  ")

    def _hint(self, seat: int) -> None:
        if self.adviser is None:
            self.screen.show(NO_HINTS)
            return
        from farnorth.cli.thinking import think
        from farnorth.telling import adviser, hint_lines

        try:
            thought = think(adviser(self.adviser, self.table), self._view(seat))
        except KeyboardInterrupt:
            self.screen.show("No hint: you stopped the bot before it found one.")
            return
        except FarnorthError as error:
            self.screen.wrapped(f"No hint: {error}")
            return
        head, *rows = hint_lines(thought, self.adviser)
        self.screen.wrapped(head)
        for row in rows:
            self.screen.show(row)


# ---- The command ---------------------------------------------------------------------------------


def _prepare_streams() -> None:
    """Letters that a terminal cannot show or send become ?, never an error."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth play borealis",
        "farnorth play borealis --seat human --seat greedy --seat random --hints",
        "farnorth play borealis --seat human --seat human --save ours.jsonl",
        "farnorth play scavengers --tui --hints",
        "farnorth play --resume ours.jsonl",
    ),
)
@table_options
@click.option("--plain", is_flag=True, help="No colours, even on a terminal.")
@click.option("--tui", is_flag=True, help="Use the whole terminal, with a list of moves to filter.")
@click.option("--hints", is_flag=True, help="Let h ask a bot which moves are best.")
@click.option(
    "--hint-bot",
    type=BotList(),
    metavar="SPEC",
    help=f"Who is asked; means --hints. Default: {HINT_BOT}.",
)
def play(plain: bool, tui: bool, hints: bool, hint_bot: str | None, **wanted: Any) -> None:
    """Play GAME against bots or people at one terminal.

    The game is saved after each move. Choose moves by number or by their text; ? explains the rules of the moment and
    lists the commands. The end of the input saves and quits, Ctrl-C too.
    """
    if plain and tui:
        raise click.UsageError("--plain and --tui exclude each other")
    if tui:
        needs("tui", "textual")
    if hint_bot is not None:
        check_bot(hint_bot)
    table = seated(**wanted)
    if table is None:
        raise click.UsageError("say which GAME, or --resume FILE")
    adviser = hint_bot or (HINT_BOT if hints else None)
    if tui:
        _fill_terminal(table, adviser)
    else:
        _prepare_streams()
        _converse(table, Screen(plain), adviser)


def _fill_terminal(table: CasualGame, adviser: str | None) -> None:
    if len(table.humans) > 1:
        raise click.UsageError("one person plays with --tui; for several leave it out")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("--tui needs a terminal")
    from farnorth.cli.tui import GameApp

    app = GameApp(table, adviser)
    app.run()
    click.echo(where(table))
    leave(app.sitting.close(), Exit.ok)


def _converse(table: CasualGame, screen: Screen, adviser: str | None) -> None:
    try:
        table.save()
        screen.show(f"{table.game.title}, {table.game.players} players, seed {table.seed}")
        Conversation(table, screen, adviser).run()
    except Leave:
        click.echo(where(table))
    except KeyboardInterrupt:
        click.echo()
        click.echo(where(table))
        raise click.exceptions.Exit(Exit.interrupted) from None
    except FarnorthError:
        click.echo(where(table))
        raise
    else:
        if table.path is not None:
            click.echo(f"\nThe record is in {table.path}")
