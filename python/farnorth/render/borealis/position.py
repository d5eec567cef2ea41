"""What there is to show: a State or a View of Borealis, brought into one form."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from farnorth import _core

if TYPE_CHECKING:
    from farnorth.protocols import State, View

COLOURS = ("amber", "pink", "mint")  # in the order of the numbers of scientists in JSON
LOCATIONS = ("left", "middle", "right")
LEFT_CAMP, RIGHT_CAMP = 3, 4  # spots after the locations


@dataclass(frozen=True)
class Card:
    """An animal card, as printed."""

    name: str
    species: str
    vehicle: str
    left_mover: str
    right_mover: str
    stars: int


@dataclass(frozen=True)
class Space:
    """A space of a track: the vehicles that let the flag enter, and its points."""

    vehicles: tuple[str, str]
    points: int


@dataclass(frozen=True)
class Components:
    """The printed facts, from the engine's tables."""

    cards: dict[str, Card]
    objectives: dict[str, str]
    scoring: dict[str, str]
    tracks: list[list[list[Space]]]  # by pattern, location, space - 1


def _space(text: str) -> Space:
    first, second, points = text.split()
    return Space((first, second), int(points.strip("()")))


@cache
def components() -> Components:
    """The printed facts."""
    tables = _core.BorealisGame.tables()
    cards = {
        each["card"]: Card(
            each["card"],
            each["species"],
            each["vehicle"],
            each["left_mover"],
            each["right_mover"],
            each["stars"],
        )
        for each in tables["animal cards"]
    }
    tracks: dict[str, list[list[Space]]] = {}
    for each in tables["tracks"]:
        spaces = [_space(text) for key, text in each.items() if key.startswith("space")]
        tracks.setdefault(each["pattern"], []).append(spaces)
    return Components(
        cards,
        {each["objective"]: each["test"] for each in tables["objectives"]},
        {each["scoring card"]: each["points"] for each in tables["scoring cards"]},
        list(tracks.values()),
    )


@dataclass(frozen=True)
class Track:
    """A flag on its track. `spaces` are those ahead of the start."""

    space: int
    spaces: list[Space]

    @property
    def points(self) -> int:
        """What the flag's space is worth."""
        return self.spaces[self.space - 1].points if self.space else 0

    @property
    def ahead(self) -> list[Space]:
        """The spaces ahead of the flag."""
        return self.spaces[self.space :]


@dataclass(frozen=True)
class Board:
    """One player's board."""

    piles: list[list[Card]]  # by location, bottom card first
    scientists: list[list[int]]  # by spot: the locations, left camp, right camp; by colour
    tracks: list[Track]
    points: int

    @property
    def in_camps(self) -> int:
        """Scientists in the two camps."""
        return sum(self.scientists[LEFT_CAMP]) + sum(self.scientists[RIGHT_CAMP])


@dataclass(frozen=True)
class Hand:
    """A hand as far as it is known.

    cards: known ones. unknown: how many others. among: of these, how many come from which cards.
    """

    cards: list[Card]
    unknown: int = 0
    among: tuple[tuple[int, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Objective:
    """An objective in play."""

    name: str
    test: str
    claimants: list[int]
    closed: bool


@dataclass(frozen=True)
class Position:
    """A state or a view, in one form. `viewer` is None where everything is shown."""

    players: int
    side: str
    phase: str
    actor: int | None
    player: int
    viewer: int | None
    refreshed: bool
    objectives: list[Objective]
    scoring: list[str]
    sheets: list[dict[str, int | list[int]]]
    boards: list[Board]
    hands: list[Hand]
    pool: list[Card]
    deck: int
    discard: list[Card]
    unseen: list[Card]  # by the viewer: what is in the deck or in other hands, and could be either

    @property
    def focus(self) -> int:
        """The seat whose board is shown in full: the viewer's, else the one whose turn it is."""
        return self.player if self.viewer is None else self.viewer

    @property
    def others(self) -> list[int]:
        """The other seats, in turn order from the focus on."""
        return [(self.focus + i) % self.players for i in range(1, self.players)]

    def total(self, seat: int) -> int:
        """Points of a seat, as if the game ended now."""
        return cast("int", self.sheets[seat]["total"])

    def card_points(self, seat: int) -> list[int]:
        """What each scoring card in play is worth to a seat now."""
        return cast("list[int]", self.sheets[seat]["cards"])


def seat_name(seat: int) -> str:
    """Borealis calls its players p1, p2 ..."""
    return f"p{seat + 1}"


def player_name(seat: int, names: Sequence[str] | None) -> str:
    """The seat, and who sits there."""
    return f"{seat_name(seat)} {names[seat]}" if names else seat_name(seat)


def _cards(names: list[str]) -> list[Card]:
    return [components().cards[name] for name in names]


def _board(data: dict[str, Any]) -> Board:
    tracks = components().tracks[data["pattern"]]
    return Board(
        piles=[_cards(pile) for pile in data["pile"]],
        scientists=data["scientists"],
        tracks=[Track(flag, spaces) for flag, spaces in zip(data["flag"], tracks, strict=True)],
        points=data["points"],
    )


def _opponent_hand(data: dict[str, Any], unseen: list[list[str]]) -> Hand:
    """What a view tells of another hand; B-KNOW-6 narrows down cards of decks that ran out."""
    hidden: list[int] = data["hidden"]
    known = list(data["open"])
    among = []
    for number, cards in list(zip(hidden, unseen, strict=True))[1:]:
        if number and number == len(cards):  # nobody else can hold them
            known += cards
        elif number:
            among.append((number, tuple(cards)))
    return Hand(_cards(known), hidden[0] + sum(number for number, _ in among), tuple(among))


def _view_hands(data: dict[str, Any]) -> list[Hand]:
    hands = [_opponent_hand(other, data["unseen"]) for other in data["others"]]
    hands[data["viewer"]] = Hand(_cards([held["face"] for held in data["hand"]]))
    return hands


def read(source: State | View) -> Position:
    """Reads a state or a view through its JSON."""
    data = json.loads(source.to_json())
    is_view = "viewer" in data
    seen = data["seen"] if is_view else data["state"]
    # Points are public: every world that fits a view has the same.
    world = cast("View", source).determinize() if is_view else cast("State", source)
    tests = components().objectives
    game = source.game
    return Position(
        players=game.players,
        side=game.options["side"],
        phase=seen["phase"],
        actor=source.actor,
        player=seen["player"],
        viewer=data["viewer"] if is_view else None,
        refreshed=seen["refreshed"],
        objectives=[
            Objective(name, tests[name], claimants, closed)
            for name, claimants, closed in zip(
                seen["objective"], seen["claimed"], seen["closed"], strict=True
            )
            if name in tests  # "none" before it is dealt
        ],
        scoring=[name for name in seen["scoring"] if name in components().scoring],
        sheets=[world.score_sheet(seat) for seat in range(game.players)],
        boards=[_board(board) for board in seen["board"]],
        hands=_view_hands(data) if is_view else [Hand(_cards(hand)) for hand in seen["hand"]],
        pool=_cards(seen["pool"]),
        deck=data["deck_size"] if is_view else len(seen["deck"]),
        discard=_cards(seen["discard"]),
        unseen=_cards(data["unseen"][0] if is_view else seen["deck"]),
    )
