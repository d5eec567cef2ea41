"""Borealis in plain words: moves to choose from, what happened, and the rules that matter now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farnorth.render.borealis.position import (
    COLOURS,
    Board,
    Card,
    Position,
    components,
    read,
)
from farnorth.render.borealis.terminal import movers, scientists
from farnorth.render.draw import listed, plural, strip, words

if TYPE_CHECKING:
    from farnorth.protocols import Move, State, View


def card_words(name: str) -> str:
    """A card in a sentence; ``?`` is a card that is hidden."""
    card = components().cards.get(name)
    if card is None:
        return "a card"
    return f"{card.species} {card.vehicle} {strip(movers(card))}{' *' if card.stars else ''}"


# ---- What a move does ---------------------------------------------------------------------------


def _board_changes(before: Board, after: Board) -> list[str]:
    changes = []
    for was, now in zip(before.tracks, after.tracks, strict=True):
        if now.space > was.space:  # only ever the flag of the location that is observed
            changes.append(f"flag to space {now.space} ({plural(now.points, 'point')})")
    return changes


def _claims(before: Position, after: Position, seat: int) -> list[str]:
    claimed = {each.name for each in before.objectives if seat in each.claimants}
    return [
        f"claims {words(each.name)}"
        for each in after.objectives
        if seat in each.claimants and each.name not in claimed
    ]


def effects(before: Position, after: Position, seat: int) -> str:
    """What everybody can see a move do to a board, beyond its words."""
    was, now = before.boards[seat], after.boards[seat]
    told = _board_changes(was, now)
    claims = _claims(before, after, seat)
    if now.points > was.points and not claims:  # B-REG-2; points for claims go without saying
        told.append(f"gains {plural(now.points - was.points, 'point')}")
    return "".join(f", {each}" for each in told + claims)


def _after(view: View, move: Move) -> State:
    """The position after a move, of which only what is public is told: any world will do."""
    world = view.determinize()
    world.apply(move)
    return world


def _regroup_words(board: Board) -> str:
    if not board.in_camps:
        return "regroup: discard any cards and draw as many (camps are empty)"
    gain = plural(board.in_camps, "point")
    return f"regroup: discard any cards and draw as many, gain {gain}, gather the camps"


def _gather_words(board: Board, location: str) -> str:
    counts = [sum(board.scientists[camp][i] for camp in (3, 4)) for i in range(len(COLOURS))]
    return f"gather {strip(scientists(counts))} at {location}"


def _words(position: Position, move: Move) -> str:
    board = position.boards[position.player]
    kind, *rest = move.text.split()
    match kind:
        case "observe":
            return f"observe {card_words(rest[0])} at {rest[1]}"
        case "take":
            return f"take {card_words(rest[0])} from the pool"
        case "draw":
            return "draw the top card of the deck unseen"
        case "refresh":
            return f"refresh: pay 1 of your {plural(board.points, 'point')} for four new pool cards"
        case "discard":
            return f"discard {card_words(rest[0])}"
        case "done":
            held = len(position.hands[position.player].cards)
            return f"stop discarding: draw {4 - held}" if held < 4 else "keep all your cards"
        case "regroup":
            return _regroup_words(board)
        case "gather":
            return _gather_words(board, rest[0])
    return move.text


def move_words(view: View) -> list[str]:
    """Each legal move in plain words, with the flag it moves and the objectives it claims."""
    before = read(view)
    return [
        _words(before, move) + effects(before, read(_after(view, move)), view.seat)
        for move in view.legal_moves
    ]


# ---- What happened ------------------------------------------------------------------------------


def _happened(was: Position, words_shown: list[str], who: str) -> str:
    """The words of a move, without what it changed."""
    kind, *rest = words_shown
    card = card_words(rest[-1]) if rest else ""
    match kind:
        case "observe":
            return f"{who} observes {card_words(rest[0])} at {rest[1]}"
        case "take":
            return f"{who} takes {card} from the pool"
        case "draw":
            return f"{who} draws from the deck"
        case "refresh":
            return f"{who} pays 1 point for a fresh pool"
        case "discard":
            return f"{who} discards {card}"
        case "done":
            held = was.hands[was.player]
            return f"{who} keeps all cards" if len(held.cards) + held.unknown == 4 else ""
        case "regroup":
            return f"{who} regroups"
        case "gather":
            return f"{who} gathers the scientists at {rest[0]}"
        case "reveal":
            return f"{card} comes into the pool"
        case "deal":
            return f"{rest[0]} gets {card}"
        case "board":
            return f"{rest[0]} has board {rest[1]}"
        case "scoring":
            return f"scoring cards {listed([words(name) for name in rest])}"
        case "objective":
            return f"objective {words(rest[0])}"
    return f"{who} {' '.join(words_shown)}"


def event_words(before: State | View, shown: str, after: State | View, who: str) -> str:
    """What happened, in words, as far as it is known."""
    was, now = read(before), read(after)
    told = _happened(was, shown.split(), who).strip() + effects(was, now, was.player)
    return told.removeprefix(", ")


def sheet_rows(state: State) -> list[tuple[str, list[str]]]:
    """The score sheet, with a row for each scoring card."""
    position = read(state)
    seats = range(position.players)
    rows: list[tuple[str, list[str]]] = []
    for heading in position.sheets[0]:
        if heading == "cards":
            for i, card in enumerate(position.scoring):
                rows.append((words(card), [str(position.card_points(seat)[i]) for seat in seats]))
        else:
            rows.append((heading, [str(position.sheets[seat][heading]) for seat in seats]))
    return rows


# ---- Cards --------------------------------------------------------------------------------------


def _heap(title: str, cards: list[Card]) -> list[str]:
    """A heap of cards: a line a species, its cards by vehicle with their movers, as in ``skis am mm*``."""
    lines = [f"{title}: {plural(len(cards), 'card')}"]
    kinds: dict[str, dict[str, list[str]]] = {}
    for card in cards:
        letters = card.left_mover[0] + card.right_mover[0] + ("*" if card.stars else "")
        kinds.setdefault(card.species, {}).setdefault(card.vehicle, []).append(letters)
    for species, vehicles in kinds.items():
        told = ", ".join(f"{vehicle} {' '.join(each)}" for vehicle, each in vehicles.items())
        lines.append(f"{sum(map(len, vehicles.values()))} {species}: {told}")
    return lines


def card_lines(view: View) -> list[str]:
    """The discard pile, and what may be in the deck or in hands that the viewer does not see."""
    position = read(view)
    hidden = sum(hand.unknown for hand in position.hands)
    title = f"not seen by you (deck {position.deck}, other hands {hidden})"
    return [*_heap("discard pile", position.discard), *_heap(title, position.unseen)]


# ---- Rules --------------------------------------------------------------------------------------

RULES = {
    "redraw": [
        (
            "B-SETUP-8",
            "Once before the first turn you may discard any of your cards and draw as many.",
        ),
        ("B-SETUP-9", "What you discard goes face up to the discard pile."),
    ],
    "turn": [
        ("B-TURN-2", "A turn is one action: Observe or Regroup."),
        (
            "B-OBS-1",
            "To observe, play a card to a location that holds its two movers <left right>: one "
            "scientist of each colour, or two of the colour if both are the same.",
        ),
        (
            "B-OBS-3",
            "Then the left mover steps one place left and the right mover one place right: "
            "left camp - left - middle - right - right camp.",
        ),
        (
            "B-OBS-4",
            "If the card's vehicle is one of the two of the next space of that location's track, "
            "its flag moves there.",
        ),
        ("B-OBJ-2", "Objectives that now hold are claimed by themselves, 5 points each."),
        ("B-OBS-5", "Then you take a card, so that you hold 4 again."),
        (
            "B-REG-1",
            "To regroup, discard any number of cards and draw as many; then gain 1 point for each "
            "scientist in your camps (B-REG-2) and send them all to one location (B-REG-3).",
        ),
        ("B-END-1", "A location with 7 cards ends the game at the end of the round."),
    ],
    "take": [
        ("B-OBS-5", "Take any card of the pool, or draw the top card of the deck unseen."),
        (
            "B-OBS-6",
            "Before that, once a turn, you may pay 1 point to replace the four cards of the pool.",
        ),
    ],
    "regroup_discard": [
        (
            "B-REG-1",
            "Discard any number of cards, then draw as many. New cards cannot be discarded again.",
        ),
    ],
    "gather": [
        ("B-REG-3", "All scientists of both camps go to one location; none may stay in a camp."),
        ("B-OBJ-2", "Objectives that then hold are claimed by themselves."),
    ],
    "over": [
        ("B-RANK-1", "The higher total wins."),
        ("B-RANK-2", "On a tie the player whose furthest flag went more spaces is ahead."),
        ("B-RANK-3", "Then the one with more points in tokens; then the place is shared."),
    ],
}

SCORING_RULES = [
    ("B-SCORE-1", "Sets: cards of one species in one location; the more, the more each is worth."),
    ("B-SCORE-2", "Tracks: the points of the space of each flag."),
    ("B-SCORE-3", "Stars: 1 point for each card with a star that you played."),
    ("B-SCORE-4", "Cards: the two scoring cards, as their texts say."),
    ("B-SCORE-5", "Tokens: the points you hold. The total is the sum of the five."),
]

ORDER = (
    "Several discards are made in the order in which your hand is listed: after one, only it and "
    "those below it can follow."
)


def help_lines(view: View) -> list[str]:
    """The rules of the phase, in our words, each with its clause."""
    position = read(view)
    told = [f"{text} ({clause})" for clause, text in RULES.get(position.phase, [])]
    if position.phase in ("redraw", "regroup_discard"):
        told.append(ORDER)
    told.append("Scoring:")
    told += [f"{text} ({clause})" for clause, text in SCORING_RULES]
    told.append(f"Colours of scientists: {listed([f'{name[0]} = {name}' for name in COLOURS])}.")
    return told
