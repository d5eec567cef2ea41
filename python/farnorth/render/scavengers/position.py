"""What there is to show: a State or a View of Arctic Scavengers, brought into one form."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from farnorth._core import ScavengersGame
from farnorth.render.scavengers.cards import (
    HIDDEN,
    cards,
    for_hire,
    people_on,
    total,
)

if TYPE_CHECKING:
    from farnorth.protocols import State, View

ROUNDS = 16  # S-ROUND-1
FIRST_SKIRMISH = 3
MARGIN = 2  # S-TWO-3
DISABLED = 255
ICONS = ("person", "tool", "medicine")  # in the order of the numbers of stored cards in JSON


@dataclass(frozen=True)
class Site:
    """A building before its owner."""

    building: str
    counter: int  # rounds until it is complete, 0 = works, DISABLED

    @property
    def status(self) -> str:
        """In words."""
        if self.counter == DISABLED:
            return "disabled"
        if self.counter == 0:
            return "works"
        return f"in {self.counter} round{'' if self.counter == 1 else 's'}"


@dataclass(frozen=True)
class Seat:
    """A player, as far as is known: where cards are hidden their list is None and their number is told."""

    seat: int
    deck_size: int
    hand_size: int
    fresh_size: int  # of the discard pile: dug or won, known to the owner
    left_size: int  # of the discard pile: not used in rounds 1 and 2
    won: int  # how many of `fresh` were won
    open: list[str]  # of the discard pile: seen by all
    used: list[str]
    acted: list[str]  # specials of the force that have acted
    deck: list[str] | None
    hand: list[str] | None
    discard: list[str] | None  # all of it
    known: list[str]  # what all know to be in deck, hand and stores, some of them perhaps trashed
    suspects: list[str]  # of these the ones that may have been trashed
    missing: int  # how many were
    notes: list[str]  # what the viewer alone knows of the rest
    stored_sizes: list[int]  # by icon
    stored: list[str] | None
    locked: int
    sites: list[Site]
    leader: str
    offered: list[str]
    offers: int
    wounded: bool
    power_used: bool
    people: int  # all of them, or as many as are sure
    unknown: int  # cards that the viewer does not know

    @property
    def discard_size(self) -> int:
        """Cards in the discard pile."""
        return len(self.open) + self.fresh_size + self.left_size

    @property
    def power(self) -> str:
        """The leader, unless he is wounded: S-M4-4."""
        return "none" if self.wounded else self.leader


@dataclass(frozen=True)
class Strength:
    """What a force is worth in the skirmish."""

    seat: int
    fight: int
    people: int


@dataclass(frozen=True)
class Position:
    """A state or a view, in one form. `viewer` is None where everything is shown."""

    players: int
    modules: int
    phase: str
    round: int
    actor: int | None
    asked: bool  # the viewer is, in a window
    player: int
    gatherer: int
    initiator: int
    viewer: int | None
    action: str
    taken: list[str]
    food: int
    due: int
    field: list[str]
    helper: bool
    hires: list[int]
    top: str  # of the stack: a card, "?" if it lies there unseen, "none" if it is not fixed
    stack: int  # without `top`
    loose: int  # of the yard: the shuffled part
    buried: list[str]  # the first is the next to be seen
    looked: list[str]  # of the dig or the plans in progress
    plans: int
    plans_buried: list[str]
    plans_looked: list[str]
    drawn: list[str]  # S-M3-7
    free_med: bool
    cannibal_food: int
    sniper: int
    target: str
    saves_in_skirmish: bool
    removed: list[str]
    seats: list[Seat]
    sheets: list[dict[str, int | list[int]]]  # empty in a view

    @property
    def focus(self) -> int:
        """The seat that is shown in full: the viewer's, else the one who acts."""
        return self.player if self.viewer is None else self.viewer

    @property
    def others(self) -> list[int]:
        """The other seats, in turn order from the focus on."""
        return [(self.focus + i) % self.players for i in range(1, self.players)]

    @property
    def in_window(self) -> bool:
        """While others may answer an action: who is asked is known to nobody else."""
        return self.phase == "respond" or (self.phase == "save" and not self.saves_in_skirmish)

    @property
    def is_skirmish(self) -> bool:
        """Whether the forces are open."""
        return self.phase in ("skirmish", "prize") or (
            self.phase == "save" and self.saves_in_skirmish
        )

    @property
    def is_gathering(self) -> bool:
        """Whether somebody's turn is on."""
        return not self.is_skirmish and self.phase not in (
            "offer", "choose", "first", "deal", "top", "over"
        )  # fmt: skip

    @property
    def acts(self) -> int | None:
        """Who acts, if that is known."""
        if self.viewer is not None and self.in_window and not self.asked:
            return None
        return self.actor if self.actor is not None and self.actor >= 0 else None

    def has_ended(self, seat: int) -> bool:
        """Whether the seat has announced its force in this round."""

        def turn(each: int) -> int:
            return (each - self.initiator) % self.players

        return self.is_gathering and turn(seat) < turn(self.gatherer)

    @property
    def field_total(self) -> int:
        """What the cards of the action are worth."""
        return total(self.field, self.action, self.seats[self.gatherer].power, self.helper)

    def strength(self, seat: int) -> Strength:
        """S-SKIR-6, S-SKIR-7: fight value and people of a force that is known."""
        each = self.seats[seat]
        force = each.hand or []
        return Strength(
            seat,
            ScavengersGame.fight_value(force, each.acted, each.power),
            ScavengersGame.force_people(force, each.power),
        )

    @property
    def strengths(self) -> list[Strength]:
        """Of all open forces."""
        return [self.strength(seat) for seat in range(self.players)]

    @property
    def leading(self) -> int | None:
        """S-SKIR-7, S-TWO-3: who wins as it stands, all forces being open; None on a deadlock."""
        return ScavengersGame.skirmish_winner(
            [(each.hand or [], each.acted, each.power) for each in self.seats]
        )

    def without(self, seat: int, name: str) -> Position:
        """The position after a card of a force was hit: S-SKIR-3, S-SKIR-5."""
        hit = self.seats[seat]
        hand = list(hit.hand or ())
        hand.remove(name)
        acted = list(hit.acted)
        while acted.count(name) > hand.count(name):
            acted.remove(name)
        return self._with(replace(hit, hand=hand, acted=acted))

    def acting(self, seat: int, name: str) -> Position:
        """The position after a card of a force has acted."""
        each = self.seats[seat]
        return self._with(replace(each, acted=[*each.acted, name]))

    def _with(self, seat: Seat) -> Position:
        return replace(
            self, seats=[seat if each.seat == seat.seat else each for each in self.seats]
        )


def seat_name(seat: int) -> str:
    """The seats are numbered from 0, as in the texts of moves."""
    return f"seat {seat}"


def player_name(seat: int, names: Sequence[str] | None) -> str:
    """The seat, and who sits there."""
    return f"{seat_name(seat)} {names[seat]}" if names else seat_name(seat)


# ---- Reading -------------------------------------------------------------------------------------


def _used(seen: dict[str, Any], seat: int, is_open: bool) -> list[str]:
    """S-GATHER-4: of the gatherer, and of seats whose turn is still to come."""
    if is_open:
        return []
    used: list[str] = seen["used"] if seat == seen["gatherer"] else seen["acted"][seat]
    return used


def _sure_people(seat: dict[str, Any], pool: list[str], others: list[str]) -> int:
    """People on cards that a player owns for sure, whatever was trashed unseen."""
    lost = sorted((cards()[name].people for name in seat["suspects"]), reverse=True)
    return people_on(pool) + people_on(others) - sum(lost[: seat["missing"]])


def _field_of(seen: dict[str, Any], seat: int) -> list[str]:
    """Cards of an action declared; in `pick` they are in the hand still."""
    own = seat == seen["gatherer"] and seen["phase"] != "pick"
    field: list[str] = seen["field"] if own else []
    return field


def _view_seat(data: dict[str, Any], seat: int, is_open: bool) -> dict[str, Any]:
    """What is special to a view: which zones are hidden, and what is sure nevertheless."""
    seen, size, ledger = data["seen"], data["size"][seat], data["ledger"][seat]
    used, field = _used(seen, seat, is_open), _field_of(seen, seat)
    own = seat == data["viewer"]
    hand = seen["hand"][seat] if own or is_open else None
    stored = [each["card"] for each in seen["hq"]["stored"] if each["owner"] == seat]
    sizes = {
        "deck_size": size["deck"],
        "hand_size": size["hand"],
        "fresh_size": size["fresh"],
        "left_size": size["left"],
        "hand": hand,
        "stored_sizes": size["stored"],
    }
    if own:
        zones = [seen["deck"][seat], hand, seen["discard"][seat], used, field, stored]
        return sizes | {
            "deck": seen["deck"][seat],
            "discard": seen["discard"][seat],
            "stored": stored,
            "notes": [],
            "people": sum(map(people_on, zones)),
            "unknown": 0,
        }
    notes = data["notes"][seat]
    shown = [*ledger["open"], *used, *field, *(hand or ())]
    pool = size["deck"] + size["left"] + sum(size["stored"]) + (0 if is_open else size["hand"])
    unknown = pool + ledger["missing"] - len(ledger["known"]) + size["fresh"]
    suspects = [*ledger["suspects"], *notes["pool"]]
    known = [*ledger["known"], *notes["pool"], *notes["fresh"]]
    return sizes | {
        "deck": None,
        "discard": None,
        "stored": None,
        "notes": [*notes["pool"], *notes["fresh"]],
        "people": _sure_people(ledger | {"suspects": suspects}, known, shown),
        "unknown": unknown - len(notes["pool"]) - len(notes["fresh"]),
    }


def _state_seat(data: dict[str, Any], seat: int, is_open: bool) -> dict[str, Any]:
    """What is special to a state: everything is known."""
    seen, ledger = data["state"], data["memory"]["ledger"][seat]
    stored = [each["card"] for each in seen["hq"]["stored"] if each["owner"] == seat]
    deck, hand, discard = (seen[zone][seat] for zone in ("deck", "hand", "discard"))
    zones = [deck, hand, discard, _used(seen, seat, is_open), _field_of(seen, seat), stored]
    return {
        "deck_size": len(deck),
        "hand_size": len(hand),
        "fresh_size": len(ledger["fresh"]),
        "left_size": len(discard) - len(ledger["open"]) - len(ledger["fresh"]),
        "stored_sizes": [sum(cards()[name].icon == icon for name in stored) for icon in ICONS],
        "deck": deck,
        "hand": hand,
        "discard": discard,
        "stored": stored,
        "notes": [],
        "people": sum(map(people_on, zones)),
        "unknown": 0,
    }


def _seat(data: dict[str, Any], seat: int, is_open: bool) -> Seat:
    is_view = "viewer" in data
    seen = data["seen"] if is_view else data["state"]
    ledger = (data if is_view else data["memory"])["ledger"][seat]
    hq = seen["hq"]
    special = (_view_seat if is_view else _state_seat)(data, seat, is_open)
    offered = hq["offered"][seat]
    return Seat(
        seat=seat,
        open=ledger["open"],
        won=ledger["fresh_won"],
        used=_used(seen, seat, is_open),
        acted=seen["acted"][seat] if is_open else [],
        known=ledger["known"],
        suspects=ledger["suspects"],
        missing=ledger["missing"],
        locked=sum(hq["locked"][seat]),
        sites=[
            Site(each["building"], each["counter"]) for each in hq["sites"] if each["owner"] == seat
        ],
        leader=hq["leader"][seat],
        offered=offered,
        offers=data["leaders_offered"][seat] if is_view else len(offered),
        wounded=seat in hq["wounded"],
        power_used=seat in hq["power_used"],
        **special,
    )


def _split(pile: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The buried part of a pile, and what is looked at just now."""
    first = len(pile["buried"]) - pile["looked"]
    return pile["buried"][:first], pile["buried"][first:]


def read(source: State | View) -> Position:
    """Reads a state or a view through its JSON."""
    data = json.loads(source.to_json())
    is_view = "viewer" in data
    seen = data["seen"] if is_view else data["state"]
    game, hq, phase = source.game, seen["hq"], seen["phase"]
    modules = game.options["modules"]
    saves_in_skirmish = phase == "save" and hq["save_in_skirmish"]
    is_open = phase in ("skirmish", "prize") or saves_in_skirmish
    buried, looked = _split(seen["yard"])
    plans_buried, plans_looked = _split(hq["plans"])
    persons = [card.name for card in cards().values() if card.icon == "person"]
    seats = range(game.players)
    return Position(
        players=game.players,
        modules=0 if modules == "none" else int(modules),
        phase=phase,
        round=seen["round"],
        actor=source.actor,
        asked=is_view and data["asked"],
        player=seen["player"],
        gatherer=seen["gatherer"],
        initiator=seen["initiator"],
        viewer=data["viewer"] if is_view else None,
        action=seen["action"],
        taken=seen["taken"],
        food=seen["food"],
        due=seen["due"],
        field=seen["field"],
        helper=hq["helper"],
        hires=seen["hires"],
        top=seen["top"],
        stack=data["stack_size"] if is_view else len(seen["stack"]),
        loose=data["loose_size"] if is_view else len(seen["yard"]["loose"]),
        buried=buried,
        looked=looked,
        plans=data["plans_size"] if is_view else len(hq["plans"]["loose"]),
        plans_buried=plans_buried,
        plans_looked=plans_looked,
        drawn=hq["drawn"],
        free_med=hq["free_med"],
        cannibal_food=hq["cannibal_food"],
        sniper=hq["sniper"],
        target=hq["target"],
        saves_in_skirmish=saves_in_skirmish,
        removed=[name for name, n in zip(persons, hq["removed"], strict=True) for _ in range(n)],
        seats=[_seat(data, seat, is_open) for seat in seats],
        sheets=[] if is_view else [cast("State", source).score_sheet(seat) for seat in seats],
    )


def hire_stacks(position: Position) -> list[tuple[str, int]]:
    """The mercenaries in the game and how many are left."""
    pairs = zip(for_hire(), position.hires, strict=True)
    return [(card.name, left) for card, left in pairs if card.module <= position.modules]


__all__ = [
    "DISABLED",
    "FIRST_SKIRMISH",
    "HIDDEN",
    "ICONS",
    "ROUNDS",
    "Position",
    "Seat",
    "Site",
    "Strength",
    "hire_stacks",
    "player_name",
    "read",
    "seat_name",
]
