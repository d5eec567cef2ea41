"""What people are told of a casual game: names, log, hints and the final score sheet, whatever shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from farnorth import render
from farnorth.bots import begin, bot
from farnorth.casual import is_human
from farnorth.render.draw import listed, plain, short, words
from farnorth.thinking import failures_of

if TYPE_CHECKING:
    from farnorth.bots import Bot
    from farnorth.casual import CasualGame
    from farnorth.thinking import Thought

HINT_BOT = "ismcts:its=2000"
"""Who is asked for a hint."""
HINTS = 3
"""Moves that a hint tells of."""
NO_HINTS = "Hints are off. To have them, start or resume with --hints."


def seat_names(specs: Sequence[str]) -> list[str]:
    """What the board calls each seat's player."""
    humans = [spec for spec in specs if is_human(spec)]
    person = "you" if len(humans) == 1 else "human"
    return [person if is_human(spec) else spec for spec in specs]


# ---- The log -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Entry:
    """An event that is told. move: its number. turn: whose turn begins with it, None = the turn goes on."""

    move: int
    turn: int | None
    words: str


class Log:
    """What happened, a line for each turn; for a seat what it may know of it. Works out only what is new."""

    def __init__(self, table: CasualGame, seat: int | None, first: int = 0) -> None:
        """From the move number `first` on."""
        self._table = table
        self._seat = seat
        self._first = first
        self._moves: list[str] = []  # those that the entries tell of, and before
        self._entries: list[_Entry] = []

    def lines(self) -> list[str]:
        """Up to now, after an undo, too."""
        moves = self._table.moves
        pairs = enumerate(zip(self._moves, moves, strict=False))
        shorter = min(len(self._moves), len(moves))
        same = next((i for i, (old, new) in pairs if old != new), shorter)
        self._entries = [entry for entry in self._entries if entry.move < same]
        self._tell(max(same, self._first))
        self._moves = list(moves)
        lines: list[list[str]] = []
        for entry in self._entries:
            if entry.turn is not None or not lines:
                lines.append([])
            lines[-1].append(entry.words)
        return ["; ".join(line) for line in lines]

    def _tell(self, first: int) -> None:
        drawn = render.renderer(self._table.game.name)
        turns = [entry.turn for entry in self._entries if entry.turn is not None]
        last = turns[-1] if turns else None
        for number, event in enumerate(self._table.events(self._seat, first), first):
            turn = event.actor if event.actor != last else None
            who = drawn.seat_name(turn) if turn is not None else ""
            told = drawn.event_words(event.before, event.shown, event.after, who)
            if not told:  # whoever was asked and passed unseen leaves no trace, not even a new line
                continue
            self._entries.append(_Entry(number, turn, told))
            last = last if turn is None else turn


def log_lines(table: CasualGame, seat: int | None, first: int = 0) -> list[str]:
    """What happened from a move on, a line for each turn; for a seat what it may know of it."""
    return Log(table, seat, first).lines()


# ---- Hints ---------------------------------------------------------------------------------------


def adviser(spec: str, table: CasualGame) -> Bot:
    """A bot that gives the seat to act a hint. Asked again in the same position it says the same. Raises BotError."""
    asked, seat = bot(spec), table.state.actor
    assert seat is not None
    with failures_of(asked):
        begin(asked, table.game, seat, len(table.moves))
    return asked


def hint_lines(thought: Thought, spec: str, column: int = 28) -> list[str]:
    """What the bot says, then the best moves, each with the share of the game that the seat can expect from it.

    column: how wide that of the moves is.
    """
    decision = thought.decision
    assert decision is not None
    best = thought.best(HINTS)
    if not best:
        number = 1 + thought.view.legal_moves.index(decision.move)
        return [f"{spec} would choose {number}: {decision.move.text}"]
    until = ", stopped early" if thought.interrupted else ""
    told = (
        "how often it tried the move"
        if best[0][3] is None
        else "your chances, and how often it tried the move"
    )
    head = f"{spec} after {decision.iterations:,} iterations{until}; {told}:"
    rows = [
        f"{number:>3}  {text:<{column}}{_chances(value)}  tried {visits / max(1, decision.iterations):.0%}"
        for number, text, visits, value in best
    ]
    return [head, *map(plain, rows)]


def _chances(value: int | None) -> str:
    return "" if value is None else f" {value / 10:>3.0f}%"


# ---- The end -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sheet:
    """The final score sheet: a column a seat, rows with their headings, and what else there is to say."""

    heads: list[str]
    rows: list[tuple[str, list[str]]]
    undone: list[str]
    achievements: list[str]


def final_sheet(table: CasualGame) -> Sheet:
    """The sheet of a game that is over, with places, achievements and titles."""
    state, drawn = table.state, render.renderer(table.game.name)
    names = [short(name, 12) for name in seat_names(table.specs)]
    heads = [f"{drawn.seat_name(seat)} {name}" for seat, name in enumerate(names)]
    undone = [
        f"{head}: undo was used {_times(table.undone(seat))}"
        for seat, head in enumerate(heads)
        if table.undone(seat)
    ]
    places = [str(place) for place in state.ranking()]
    return Sheet(
        heads, [*drawn.sheet_rows(state), ("place", places)], undone, _achievements(table, heads)
    )


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _achievements(table: CasualGame, heads: Sequence[str]) -> list[str]:
    """A line a seat, in games that have them."""
    state: Any = table.state
    game: Any = table.game
    if not hasattr(state, "achievements"):
        return []
    lines = []
    for seat, head in enumerate(heads):
        reached = [words(name) for name in state.achievements(seat)]
        title = ""
        if hasattr(game, "title_of"):
            title = f" - title for these alone: {game.title_of(len(reached))}"
        lines.append(f"{head}: {listed(reached) or 'none'}{title}")
    return lines
