"""What the page of a game shows, as data: nothing but what the seat of its person may know."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from farnorth import render
from farnorth.bots import bot_names
from farnorth.games import game_class, games
from farnorth.telling import HINTS, Log, final_sheet, seat_names

if TYPE_CHECKING:
    from farnorth.casual import CasualGame
    from farnorth.sitting import Sitting
    from farnorth.thinking import Thought

OPPONENTS = ("greedy", "random", *(f"ismcts:preset={each}" for each in ("fast", "standard", "strong")))  # fmt: skip
"""Bots that the page offers first."""


def no_game() -> dict[str, Any]:
    """The document while no game is chosen."""
    return {"turn": "", "game": None, "thinking": False}


def document(sitting: Sitting, log: Log, number: int = 1) -> dict[str, Any]:
    """A game in play, as its person may know it; once it is over, all of it. number: which game of the page it is."""
    table, seat = sitting.table, sitting.seat
    view, names = sitting.view(), seat_names(table.specs)
    drawn = render.renderer(table.game.name)
    is_over = table.state.actor is None
    shown = table.state if is_over else view
    words = drawn.move_words(view) if sitting.is_persons_turn else []
    return {
        "turn": f"{number}.{sitting.turn}",
        "game": table.game.name,
        "title": table.game.title,
        "over": is_over,
        "thinking": sitting.thinking,
        "warnings": _warnings(sitting),
        "failed": sitting.failure is not None,
        "seat": seat,
        "actor": None if is_over else view.actor,
        "seats": [drawn.seat_name(i) for i in range(table.game.players)],
        "players": names,
        "scores": render.scores(shown),
        "board": render.svg(shown, names=names, last=_last(table, seat)),
        "moves": [
            {"text": move.text, "words": told}
            for move, told in zip(view.legal_moves, words, strict=False)
        ],
        "log": log.lines(),
        "help": drawn.help_lines(view) if words else [],
        "cards": [] if is_over else drawn.card_lines(view),
        "undo": table.can_undo(seat),
        "undone": table.undone(seat),
        "end": _end(table) if is_over else None,
    }


def _warnings(sitting: Sitting) -> list[str]:
    """What went wrong. Not what a bot said when it failed: it knows its own cards."""
    warnings = []
    if sitting.failure is not None:
        warnings.append("A bot failed; the terminal says how.")
    if sitting.unsaved:
        warnings.append(f"The game is not saved: {sitting.unsaved}")
    return warnings


def _last(table: CasualGame, seat: int) -> str | None:
    """The last move that the seat knows of, to be marked on the board."""
    for number in reversed(range(len(table.moves))):
        event = next(table.events(seat, number))
        if event.actor is not None:
            return event.shown
    return None


def _end(table: CasualGame) -> dict[str, Any]:
    """The final sheet; now even the seed is no secret."""
    return {
        **asdict(final_sheet(table)),
        "places": table.state.ranking(),
        "seed": table.seed,
        "path": str(table.path) if table.path is not None else None,
    }


def hint(thought: Thought, spec: str) -> dict[str, Any]:
    """What a bot thinks of the moves: the best ones, by number from 0."""
    decision = thought.decision
    assert decision is not None
    moves = [
        {
            "move": number - 1,
            "chance": None if value is None else value / 1000,
            "tried": visits / max(1, decision.iterations),
        }
        for number, _, visits, value in thought.best(HINTS)
    ]
    chosen = {"move": thought.view.legal_moves.index(decision.move)}
    return {"bot": spec, "iterations": decision.iterations, "moves": moves or [chosen]}


def choices() -> dict[str, Any]:
    """What a new game can be."""
    others = [name for name in bot_names() if name not in OPPONENTS]
    return {"games": [_game(name) for name in games()], "bots": [*OPPONENTS, *others]}


def _game(name: str) -> dict[str, Any]:
    kind = game_class(name)
    return {"name": name, "title": kind.title, "options": kind.option_specs()}
