"""``farnorth play --tui``: a casual game of one person that fills the terminal."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from farnorth import render
from farnorth.cli.screen import sheet_lines
from farnorth.errors import FarnorthError
from farnorth.render.draw import THEME, plain, tag, wrap
from farnorth.sitting import Sitting
from farnorth.telling import NO_HINTS, Log, final_sheet, hint_lines, seat_names

if TYPE_CHECKING:
    from farnorth.casual import CasualGame
    from farnorth.protocols import Move, State, View
    from farnorth.thinking import Thought

WIDE = 124
"""Columns from which the moves stand beside the board; below they stand under it."""


def coloured(markup: str) -> Text:
    """Markup as text with the colours of the theme."""
    text = Text.from_markup(markup, emoji=False)
    text.spans = [
        span._replace(style=THEME.get(str(span.style), span.style)) for span in text.spans
    ]
    return text


def hanging(told: str, width: int, first: str, rest: str) -> Text:
    """A paragraph whose lines after the first are indented."""
    return Text("\n".join(wrap(told, max(24, width), first, rest)))


# ---- What is shown -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """The game at one moment as its person knows it; made where it changes, drawn where the screen is."""

    position: State | View
    names: list[str]
    moves: Sequence[Move]
    words: list[str]
    log: list[str]
    status: str
    sheet: list[str]
    """Lines of markup above the board; empty before the end."""


def shown(sitting: Sitting, log: Log) -> Shown:
    """The game now; once it is over, all of it."""
    table, view = sitting.table, sitting.view()
    drawn = render.renderer(table.game.name)
    is_over = table.state.actor is None
    moves = view.legal_moves if sitting.is_persons_turn else ()
    sheet = final_sheet(table) if is_over else None
    return Shown(
        position=table.state.copy() if is_over else view,
        names=seat_names(table.specs),
        moves=moves,
        words=drawn.move_words(view) if moves else [],
        log=log.lines(),
        status=_status(sitting, view),
        sheet=[*sheet_lines(sheet), "", *map(plain, sheet.achievements), ""] if sheet else [],
    )


def _status(sitting: Sitting, view: View) -> str:
    """Whose turn it is, the points, and what went wrong, as markup."""
    drawn = render.renderer(view.game.name)
    seats = [drawn.seat_name(seat) for seat in range(view.game.players)]
    if sitting.failure is not None:
        turn = tag("red", plain(f"{sitting.failure} - u takes back, r tries again"))
    elif sitting.table.state.actor is None:
        turn = tag("head", "The game is over.")
    elif sitting.is_persons_turn:
        turn = tag("mark", f"{seats[sitting.seat]}, your turn")
    else:
        turn = "The others think ..."
    points = render.scores(view)
    scores = (
        "  ".join(f"{seat} {n}" for seat, n in zip(seats, points, strict=True)) if points else ""
    )
    unsaved = tag("red", plain(f"Not saved: {sitting.unsaved}")) if sitting.unsaved else ""
    return "\n".join(line for line in (turn, scores, unsaved) if line)


class Reader(ModalScreen[None]):
    """A text to read, until a key."""

    CSS = """
    Reader { align: center middle }
    Reader > VerticalScroll { width: 84; max-width: 95%; height: auto; max-height: 90%; border: round $primary; background: $surface; padding: 0 1 }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,c,l", "dismiss", "close")
    ]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        """lines: paragraphs without tags."""
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        """The text in a frame."""
        with VerticalScroll() as frame:
            frame.border_title = self._title
            frame.border_subtitle = "Esc closes"
            width = min(80, self.app.size.width - 10)
            yield Static(Text("\n").join(hanging(line, width, "- ", "  ") for line in self._lines))


# ---- The game ------------------------------------------------------------------------------------


class GameApp(App[None]):
    """The screen of a game."""

    CSS = """
    #board { width: 1fr; height: 1fr; padding: 0 0 0 1 }
    #side { width: 44; height: 1fr; border-left: solid $primary; padding: 0 1 }
    #status, #told { height: auto }
    #told { color: $text-muted }
    #filter { height: 1; border: none; padding: 0; background: $surface }
    #moves { height: 2fr; border: none; padding: 0 }
    #log { height: 1fr; border-top: solid $primary }
    .narrow #table { layout: vertical }
    .narrow #board { height: 3fr }
    .narrow #side { width: 1fr; height: 2fr; border-left: none; border-top: solid $primary }
    .narrow #log { display: none }
    .off { display: none }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "filter", key_display="/"),
        Binding("question_mark", "rules", "rules", key_display="?"),
        Binding("c", "cards", "cards"),
        Binding("l", "story", "log"),
        Binding("h", "hint", "hint"),
        Binding("u", "undo", "undo"),
        Binding("r", "retry", "retry", show=False),
        Binding("q", "quit", "save and quit"),
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
    ]

    class Changed(Message):
        """The game is another than before."""

        def __init__(self, now: Shown) -> None:
            """now: what is to be shown."""
            super().__init__()
            self.now = now

    class Advised(Message):
        """A bot has found a hint, or none: then there is an error."""

        def __init__(self, found: Thought | FarnorthError) -> None:
            """found: what it says."""
            super().__init__()
            self.found = found

    def __init__(self, table: CasualGame, adviser: str | None) -> None:
        """adviser: the spec of the bot that gives hints, None = none are given."""
        super().__init__()
        self.adviser = adviser
        self._story = Log(table, table.humans[0])
        self._now: Shown | None = None
        self.sitting = Sitting(table, self._send)

    def _send(self, sitting: Sitting) -> None:
        """From whichever thread changed the game."""
        self.post_message(self.Changed(shown(sitting, self._story)))

    def compose(self) -> ComposeResult:
        """Board, and beside or under it what can be done and what has happened."""
        with Horizontal(id="table"):
            with VerticalScroll(id="board"):
                yield Static(id="picture")
            with Vertical(id="side"):
                yield Static(id="status")
                yield Static(id="told")
                yield Input(placeholder="/ to filter: a number, or words", id="filter")
                yield OptionList(id="moves")
                with VerticalScroll(id="log"):
                    yield Static(id="events")
        yield Footer()

    @property
    def _main(self) -> Screen[object]:
        """The screen of the game, under what is read above it."""
        return self.screen_stack[0]

    def on_mount(self) -> None:
        """The game begins."""
        self.title = self.sitting.table.game.title
        self._main.query_one("#moves").focus()
        self.sitting.start()

    # ---- Drawing -----------------------------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        """The panes stand as there is room."""
        self._main.set_class(event.size.width < WIDE, "narrow")
        self.call_after_refresh(self._draw)

    def on_game_app_changed(self, message: GameApp.Changed) -> None:
        """Draws everything anew."""
        now = self._now = message.now
        self._main.query_one("#status", Static).update(coloured(now.status))
        self._main.query_one("#told", Static).update("")
        for name in ("#moves", "#filter"):
            self._main.query_one(name).set_class(bool(now.sheet), "off")
        self._main.query_one("#filter", Input).value = ""
        self._draw()
        self._main.query_one("#moves").focus()

    def _draw(self) -> None:
        """What depends on the room that there is."""
        if self._now is None:
            return
        room = self._room("#board")
        board = render.markup(self._now.position, max(80, room), names=self._now.names)
        self._main.query_one("#picture", Static).update(
            coloured("\n".join([*self._now.sheet, board]))
        )
        width = self._room("#log")
        told = Text("\n").join(hanging(line, width, "* ", "  ") for line in self._now.log)
        self._main.query_one("#events", Static).update(told)
        self._main.query_one("#log").scroll_end(animate=False)
        self._sift(self._main.query_one("#filter", Input).value)

    def _room(self, pane: str) -> int:
        """Columns of a pane, without its scroll bar."""
        return self._main.query_one(pane).content_size.width - 2

    def _sift(self, wanted: str) -> None:
        """Lists the moves that have every word of the filter; a number means that move."""
        moves = self._main.query_one("#moves", OptionList)
        width = self._room("#moves")
        moves.clear_options()
        words = self._now.words if self._now is not None else []
        named = wanted.strip() if wanted.strip() in map(str, range(1, len(words) + 1)) else None
        for number, told in enumerate(words, 1):
            fits = all(word in told.lower() for word in wanted.lower().split())
            if str(number) == named or (named is None and fits):
                line = hanging(told, width, f"{number:>3}  ", "     ")
                moves.add_option(Option(line, id=str(number)))
        if moves.option_count:
            moves.highlighted = 0

    def _tell(self, text: str) -> None:
        self._main.query_one("#told", Static).update(Text(text))

    # ---- What the person does ----------------------------------------------------------------------

    def on_input_changed(self, event: Input.Changed) -> None:
        """The list follows the filter."""
        self._sift(event.value)

    def on_input_submitted(self) -> None:
        """Enter in the filter makes the marked move."""
        self._main.query_one("#moves", OptionList).action_select()

    def on_key(self, event: Key) -> None:
        """Arrows move in the list from the filter, too; a digit in the list begins a filter."""
        writing, moves = (
            self._main.query_one("#filter", Input),
            self._main.query_one("#moves", OptionList),
        )
        if writing.has_focus and event.key in ("up", "down", "escape"):
            if event.key == "escape":
                writing.value = ""
                moves.focus()
            else:
                (moves.action_cursor_up if event.key == "up" else moves.action_cursor_down)()
            event.stop()
        elif moves.has_focus and event.character and event.character.isdecimal():
            writing.focus()
            writing.insert_text_at_cursor(event.character)
            event.stop()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Makes the move."""
        if self._now is not None and event.option.id is not None:
            move = self._now.moves[int(event.option.id) - 1].text
            self._try(lambda: self.sitting.play(move))

    def action_help_quit(self) -> None:
        """Ctrl-C quits, too; textual would only say how."""
        self.exit()

    def action_filter(self) -> None:
        """To the filter."""
        self._main.query_one("#filter").focus()

    def action_page(self, by: int) -> None:
        """Turns the pages of the board, or of what is read above it."""
        pane = self.screen.query(VerticalScroll).first()
        (pane.scroll_page_down if by > 0 else pane.scroll_page_up)()

    def action_undo(self) -> None:
        """Back to the previous decision."""
        self._try(self.sitting.undo)

    def action_retry(self) -> None:
        """A bot that failed is asked again."""
        if self.sitting.failure is not None:
            self._try(self.sitting.start)

    def action_rules(self) -> None:
        """The rules that matter now."""
        if self._now is not None and self._now.moves:
            view = self.sitting.view()
            lines = render.renderer(view.game.name).help_lines(view)
            self.push_screen(Reader("The rules that matter now", lines))

    def action_cards(self) -> None:
        """The cards that are not on the board."""
        if self._now is not None and self._now.moves:
            view = self.sitting.view()
            lines = render.renderer(view.game.name).card_lines(view)
            self.push_screen(Reader("Cards out of play, or not seen by you", lines))

    def action_story(self) -> None:
        """The log, which a narrow screen has no room for."""
        if self._now is not None:
            self.push_screen(Reader("What has happened, the latest first", self._now.log[::-1]))

    def action_hint(self) -> None:
        """Asks the adviser, in a thread."""
        if self.adviser is None:
            self._tell(NO_HINTS)
            return
        self._tell(f"{self.adviser} thinks ...")
        threading.Thread(target=self._advise, args=(self.adviser,), daemon=True).start()

    def _advise(self, spec: str) -> None:
        found: Thought | FarnorthError
        try:
            found = self.sitting.hint(spec)
        except FarnorthError as error:
            found = error
        self.post_message(self.Advised(found))

    def on_game_app_advised(self, message: GameApp.Advised) -> None:
        """Shows a hint, unless the game has gone on."""
        found = message.found
        if isinstance(found, FarnorthError):
            self._tell(str(found))
        elif self._now is not None and found.view == self._now.position:
            told, width = hint_lines(found, self.adviser or "", column=0), self._room("#side")
            lines = [hanging(line.strip(), width, "", "   ") for line in told]
            self._main.query_one("#told", Static).update(Text("\n").join(lines))

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except FarnorthError as error:
            self._tell(str(error))
