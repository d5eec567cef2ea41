"""The printed cards, from the engine's tables, and what cards are worth together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from farnorth import _core
from farnorth.render.draw import plural, words

ABILITIES = ("dig", "draw", "hunt", "build", "fight")
SPECIALS = {"sniper_team": "snipe", "saboteur": "disarm", "medic": "save"}
"""What cards can do besides: S-SPEC-1, S-M1-2."""
HELP = {"peacemaker": 2, "mentor": 1}
"""What leaders' helpers add, as printed: S-M3-3."""
HIDDEN = "?"


@dataclass(frozen=True)
class Card:
    """A card as printed. What it lacks is None, which is not 0: a tool can raise a 0."""

    name: str
    icon: str  # person, tool, medicine, junk
    module: int
    people: int
    base: dict[str, int | None]
    bonus: dict[str, int | None]
    meds: int | None
    food_cost: int | None
    meds_cost: int | None
    any_cost: int | None  # food and meds in any mix

    @property
    def is_for_hire(self) -> bool:
        """Whether there is a price on it."""
        return self.food_cost is not None or self.any_cost is not None

    def ability(self, action: str) -> str:
        """What the card gives to an action: ``2`` by itself, ``+2`` to another, empty for nothing."""
        base, bonus = self.base[action], self.bonus[action]
        return str(base) if base is not None else f"+{bonus}" if bonus is not None else ""


def _icon(row: dict[str, Any]) -> str:
    if row["people"]:
        return "person"
    if any(row[f"{action}_bonus"] is not None for action in ABILITIES):
        return "tool"
    return "junk" if row["meds"] is None else "medicine"


@cache
def cards() -> dict[str, Card]:
    """Every card by its id, in canonical order."""
    return {
        row["card"]: Card(
            row["card"],
            _icon(row),
            row["module"],
            row["people"],
            {action: row[action] for action in ABILITIES},
            {action: row[f"{action}_bonus"] for action in ABILITIES},
            row["meds"],
            row["food_cost"],
            row["meds_cost"],
            row["food_or_meds_cost"],
        )
        for row in _core.ScavengersGame.tables()["cards"]
    }


@cache
def for_hire() -> list[Card]:
    """The mercenaries, in the order of their stacks."""
    return [card for card in cards().values() if card.is_for_hire]


@cache
def build_times() -> dict[str, int]:
    """Rounds that each building takes."""
    rows = _core.ScavengersGame.tables()["buildings"]
    return {row["building"]: row["build_time"] for row in rows}


@cache
def _place(name: str) -> int:
    return list(cards()).index(name) if name in cards() else len(cards())


def in_order(names: Iterable[str]) -> list[str]:
    """Cards in canonical order; hidden ones last."""
    return sorted(names, key=_place)


def grouped(names: Iterable[str]) -> list[tuple[str, int]]:
    """Cards with their number of copies, in canonical order."""
    return sorted(Counter(names).items(), key=lambda each: _place(each[0]))


def card_words(name: str) -> str:
    """A card's name in a sentence."""
    return "a card" if name == HIDDEN else words(name)


def counted(names: Iterable[str], nothing: str = "-") -> str:
    """Cards in a line: ``2 refugee, spear``."""
    told = [
        f"{count} {card_words(name)}" if count > 1 else card_words(name)
        for name, count in grouped(names)
    ]
    return ", ".join(told) or nothing


def in_a_row(names: Iterable[str]) -> str:
    """Cards whose order is real: ``net, ?, junk``."""
    return ", ".join(words(name) for name in names)


def people_on(names: Iterable[str]) -> int:
    """S-END-2: the people on cards."""
    return sum(cards()[name].people for name in names if name in cards())


def price(card: Card) -> str:
    """What a mercenary costs, as printed."""
    if card.any_cost is not None:
        return f"{card.any_cost} food/meds"
    parts = [f"{card.food_cost} food"] if card.food_cost else []
    if card.meds_cost:
        parts.append(f"{card.meds_cost} med" if card.meds_cost == 1 else f"{card.meds_cost} meds")
    return " ".join(parts)


def can_do(card: Card, modules: int = 0) -> str:
    """What a card is good for, in a sentence."""
    parts = [
        f"{action} {card.ability(action)}"
        for action in ABILITIES
        if card.ability(action) and (action != "build" or modules >= 2)
    ]
    if card.meds:
        parts.append(f"worth {plural(card.meds, 'med')}")
    if card.name in SPECIALS:
        parts.append(f"can {SPECIALS[card.name]}")
    if card.people:
        parts.append("1 person" if card.people == 1 else f"{card.people} people")
    return ", ".join(parts) or "good for nothing"


# ---- What cards are worth together ---------------------------------------------------------------


def total(names: Sequence[str], action: str, leader: str = "none", helped: bool = False) -> int:
    """S-ACT-3: what cards give to an action; `helped` if a refugee of them is a helper (S-M3-3)."""
    return _core.ScavengersGame.total(names, action, leader, helped)
