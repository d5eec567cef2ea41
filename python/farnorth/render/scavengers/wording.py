"""Arctic Scavengers in plain words: moves to choose from, and what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from farnorth.render.draw import listed, plural
from farnorth.render.scavengers.cards import (
    HELP,
    HIDDEN,
    build_times,
    can_do,
    card_words,
    cards,
    counted,
    in_a_row,
    total,
)
from farnorth.render.scavengers.position import (
    FIRST_SKIRMISH,
    Position,
    Seat,
    read,
    seat_name,
)

if TYPE_CHECKING:
    from farnorth.protocols import Move, State, View

ATTACKS = {"snipe": "sniper_team", "disarm": "saboteur", "fanatic": "refugee"}
"""Which card acts in an attack on a card: S-SPEC-1, S-M3-6."""
UNITS = {
    "dig": "look at up to {}",
    "draw": "draw up to {}",
    "hunt": "{} food",
    "build": "look at up to {}",
}


def _card_kinds(names: Sequence[str]) -> str:
    """Cards in a sentence: ``2 refugee and spear``."""
    return listed(counted(names).split(", "))


def _minus(first: Sequence[str], second: Sequence[str]) -> list[str]:
    return list((Counter(first) - Counter(second)).elements())


# ---- Skirmish and windows ------------------------------------------------------------------------


def after_attack(position: Position, text: str) -> Position:
    """The open forces after a move of the skirmish; a snipe as if nobody saves the target."""
    kind, *rest = text.split()
    if kind in ("snipe", "disarm"):
        acting = position.acting(position.player, ATTACKS[kind])
        return acting.without(int(rest[0]), rest[1])
    if kind == "fanatic":
        acting = position.without(position.player, ATTACKS[kind])
        return acting.without(int(rest[0]), rest[1])
    if kind == "disable":
        return position.acting(position.player, "saboteur")
    if kind == "wound":
        acting = position.acting(position.player, "sniper_team")
        victim = replace(acting.seats[int(rest[0])], wounded=True)
        seats = [victim if each.seat == victim.seat else each for each in acting.seats]
        return replace(acting, seats=seats)
    return position


def _leads(winner: int | None) -> str:
    return "deadlock" if winner is None else f"{seat_name(winner)} leads"


def attack_effect(position: Position, text: str) -> str:
    """What an attack changes: fight values and people, and who leads then."""
    after = after_attack(position, text)
    changes = []
    for was, now in zip(position.strengths, after.strengths, strict=True):
        parts = []
        if was.fight != now.fight:
            parts.append(f"fight {was.fight} -> {now.fight}")
        if was.people != now.people and position.players > 2:
            parts.append(f"people {was.people} -> {now.people}")
        if parts:
            changes.append(f"{seat_name(was.seat)} {', '.join(parts)}")
    before, then = position.leading, after.leading
    leads = f"still {_leads(then)}" if before == then else f"then {_leads(then)}"
    if before == then is None:
        leads = "still a deadlock"
    return "; ".join([*changes, leads])


def _response_effect(position: Position, text: str) -> str:
    """What an answer leaves of the action that was declared."""
    kind, _, *rest = text.split()
    if kind in ("disable", "wound"):
        return ""
    field = list(position.field)
    field.remove(rest[0])
    helped = position.helper and "refugee" in field  # S-M3-3: the helper is hit last
    power = position.seats[position.gatherer].power
    left = total(field, position.action, power, helped)
    nothing = ", no effect" if left < 1 else ""
    return f"{position.action} {position.field_total} -> {left}{nothing}"


def _attack_words(position: Position, text: str) -> str:
    kind, seat, *rest = text.split()
    target = seat_name(int(seat))
    told = {
        "snipe": "sniper team: hit {}'s {}",
        "disarm": "saboteur: disarm {}'s {}",
        "fanatic": "fanatic: give up a refugee to hit {}'s {}",
        "disable": "saboteur: disable {}'s {}",
        "wound": "sniper team: wound {}'s leader",
    }[kind].replace("{}", target, 1)
    if rest:
        told = told.replace("{}", card_words(rest[0]))
    if position.is_skirmish:
        told += f" ({attack_effect(position, text)})"
    elif effect := _response_effect(position, text):
        told += f" ({effect})"
    return told


# ---- What a move does ---------------------------------------------------------------------------


def _most(position: Position, action: str) -> str:
    """The most an action can be worth with the whole hand."""
    seat = position.seats[position.gatherer]
    most = total(seat.hand or [], action, seat.power)
    unit = UNITS[action].format(most)
    return {
        "dig": f"dig in the yard for a card ({unit} cards)",
        "draw": f"draw from your deck ({unit} cards)",
        "hunt": f"hunt for food to hire with (up to {unit})",
        "build": f"build: search the plans ({unit})",
    }[action]


def _end_words(position: Position) -> str:
    seat = position.seats[position.gatherer]
    size = plural(seat.hand_size, "card")
    if position.round < FIRST_SKIRMISH:  # S-ANN-2
        return f"end the turn; no skirmish yet, {size} of the hand discarded unseen"
    worth = position.strength(position.gatherer)
    people = "" if position.players == 2 else f", {worth.people} people"  # S-TWO-3
    return f"end the turn and announce {size} as your force (fight {worth.fight}{people})"


def _hire_words(before: Position, after: Position, name: str) -> str:
    """A hire with what is paid for it, as the engine takes it."""
    me = before.gatherer
    medicine = _minus(before.seats[me].hand or [], after.seats[me].hand or [])
    paid = [f"{before.food - after.food} food"] if before.food != after.food else []
    paid += [counted(medicine)] if medicine else []
    cost = f"pay {listed(paid)}" if paid else "nothing to pay"
    return f"hire {card_words(name)}: {cost} ({can_do(cards()[name], before.modules)})"


def _add_words(position: Position, name: str) -> str:
    if position.action == "trash":
        return f"add {card_words(name)}"
    power = position.seats[position.gatherer].power
    now = position.field_total
    then = total([*position.field, name], position.action, power, position.helper)
    return f"add {card_words(name)} ({position.action} {now} -> {then})"


def _power_words(position: Position, name: str) -> str:
    leader = position.seats[position.player].leader
    match leader:
        case "butcher":
            return f"butcher: remove {card_words(name)} for 1 food and 1 med for a hire"
        case "cannibal":
            return f"cannibal: remove {card_words(name)} for 3 food for a hire"
        case "organizer":
            return "organizer: play a refugee, draw 2 cards and keep one of them"
    return f"{leader}: add a refugee as helper (+{HELP.get(leader, 0)})"


def _words(position: Position, move: Move, view: View) -> str:
    kind, *rest = move.text.split()
    match kind:
        case "end":
            return _end_words(position)
        case "dig" | "draw" | "hunt" | "build":
            return _most(position, kind)
        case "trash":
            return "trash cards of your hand into the yard"
        case "commit" if position.action == "trash":
            return f"done: trash {_card_kinds(position.field)}"
        case "commit":
            return (
                f"done: {position.action} {position.field_total} with {_card_kinds(position.field)}"
            )
        case "add":
            return _add_words(position, rest[0])
        case "hire":
            world = view.determinize()
            world.apply(move)
            return _hire_words(position, read(world), rest[0])
        case "keep":
            return _keep_words(position, rest[0])
        case "pass":
            return _pass_words(position)
        case "save":
            return "save the target with a medic"
        case "snipe" | "disarm" | "fanatic" | "disable" | "wound":
            return _attack_words(position, move.text)
        case "store":
            return f"store {card_words(rest[0])} in its building"
        case "take":
            return f"take {card_words(rest[0])} from its building to your hand"
        case "choose":
            return f"choose the {rest[0]}"
        case "power":
            return _power_words(position, rest[0])
        case "repair":
            return f"use {card_words(rest[1])} to repair the {rest[0]}"
        case "heal":
            return f"use {card_words(rest[0])} to heal your leader"
    return move.text


def _keep_words(position: Position, name: str) -> str:
    if name == "none":
        return "keep none"
    if name in build_times():
        return f"keep the {name} (built in {plural(build_times()[name], 'round')})"
    return f"keep {card_words(name)} ({can_do(cards()[name], position.modules)})"


def _pass_words(position: Position) -> str:
    if position.phase == "save":
        return "do not save"
    return "do nothing more" if position.is_skirmish else "let it pass"


def move_words(view: View) -> list[str]:
    """Each legal move in plain words, with what it is worth or changes."""
    position = read(view)
    return [_words(position, move, view) for move in view.legal_moves]


# ---- What happened ------------------------------------------------------------------------------


def _committed(was: Position, now: Position) -> str:
    """An action, when its cards are shown. `now` has them in the field or already used."""
    seat = was.gatherer
    action = next((each for each in now.taken if each not in was.taken), was.action)
    if action == "trash":
        if was.action == "trash":
            return f"trashes {_card_kinds(was.field)}"
        return f"trashes {plural(was.seats[seat].hand_size - now.seats[seat].hand_size, 'card')}"
    field = list(was.field) or [
        *now.field, *_minus(now.seats[seat].used, was.seats[seat].used)
    ]  # fmt: skip
    helped = was.helper or now.helper
    worth = total(field, action, was.seats[seat].power, helped)
    verb = {"dig": "digs", "draw": "draws", "hunt": "hunts", "build": "builds"}[action]
    return f"{verb} {worth} with {_card_kinds(field)}"


def _attack_told(text: str, in_skirmish: bool) -> str:
    kind, seat, *rest = text.split()
    target = seat_name(int(seat))
    card = card_words(rest[0]) if rest else ""
    when = "" if in_skirmish else "answers: "
    match kind:
        case "snipe":
            return f"{when}snipes {target}'s {card}"
        case "disarm":
            return f"{when}disarms {target}'s {card}"
        case "fanatic":
            return f"{when}gives up a refugee to hit {target}'s {card}"
        case "disable":
            return f"{when}disables {target}'s {card}"
    return f"{when}wounds {target}'s leader"


def _hired(was: Position, now: Position, name: str) -> str:
    seat = was.gatherer
    medicine = _minus(now.seats[seat].used, was.seats[seat].used)
    paid = [f"{was.food - now.food} food"] if was.food != now.food else []
    paid += [counted(medicine)] if medicine else []
    return f"hires {card_words(name)}" + (f" for {listed(paid)}" if paid else "")


def _kept(rest: list[str]) -> str:
    name = rest[0]
    if name == "none":
        return "keeps nothing"
    if name in build_times():
        return f"begins to build a {name}"
    if rest[1:]:
        return f"keeps a card and discards {card_words(rest[-1])}"
    return f"keeps {card_words(name)}"


def _power_told(was: Position, name: str) -> str:
    leader = was.seats[was.gatherer].leader
    if was.phase == "pick":
        return ""  # told when the action is committed
    if leader == "organizer":
        return "plays a refugee to draw 2 and keep 1"
    return f"removes {card_words(name)} for food"


def _drawn(was: Position, name: str) -> str:
    """Cards drawn by an action are told to those who see them; the hands of a round are on the table."""
    if name == HIDDEN or was.phase != "deal_action":
        return ""
    return f"finds {card_words(name)} on the deck"


def _happened(was: Position, now: Position, told: list[str]) -> str:
    """The words of a move, without who made it."""
    kind, *rest = told
    match kind:
        case "commit":
            return _committed(was, now)
        case "hire":
            return _hired(was, now, rest[0])
        case "keep":
            return _kept(rest)
        case "snipe" | "disarm" | "fanatic" | "disable" | "wound":
            return _attack_told(" ".join(told), was.is_skirmish)
        case "save":
            return "saves it with a medic"
        case "end" if was.round < FIRST_SKIRMISH:
            return "ends the turn"
        case "end":
            size = plural(was.seats[was.gatherer].hand_size, "card")
            return f"announces {size}"
        case "pass" if was.is_skirmish:
            return "does nothing more"
        case "store" | "take":
            stores = "stores" if kind == "store" else "takes back"
            return f"{stores} {card_words(rest[0])}"
        case "choose":
            return "chooses a leader" if rest[0] == HIDDEN else f"chooses the {rest[0]}"
        case "power":
            return _power_told(was, rest[0])
        case "repair":
            return f"repairs the {rest[0]} with {card_words(rest[1])}"
        case "heal":
            return f"heals the leader with {card_words(rest[0])}"
        case "deal":
            return _drawn(was, rest[0])
        case "reveal" | "plan":
            return "" if rest[0] == HIDDEN else f"finds {card_words(rest[0])}"
    return ""


def _by_nobody(was: Position, told: list[str]) -> str:
    """What chance brings that is no one's deed."""
    kind, *rest = told
    if kind == "first":
        return f"{seat_name(int(rest[0]))} is the initiator"
    if kind == "offer" and rest[0] != HIDDEN:
        return f"{seat_name(was.player)} is offered the {rest[0]}"
    if kind == "top" and was.phase == "top" and rest[0] != HIDDEN:
        return f"{seat_name(was.initiator)} sees the contested card: {card_words(rest[0])}"
    return ""


# ---- The end of a skirmish -----------------------------------------------------------------------


def _revealed(was: Position, now: Position, seat: int) -> list[str] | None:
    """A force that was announced; None if it has gone into a deck unseen by the reader."""
    before, after = was.seats[seat], now.seats[seat]
    if before.hand is not None:
        return before.hand
    used = before.used if seat == was.gatherer else []
    shown = _minus(after.open, [*before.open, *used])
    return shown if len(shown) == before.hand_size else None


def _won(was: Position, now: Position) -> int | None:
    """Who took the contested card: his dug and won cards are one more, unless they were shuffled.

    On a deadlock the yard has grown (S-SKIR-9).
    """
    if now.loose + len(now.buried) > was.loose + len(was.buried):
        return None
    for before, after in zip(was.seats, now.seats, strict=True):
        if after.won == before.won + 1 and after.fresh_size == before.fresh_size + 1:
            return after.seat
    shuffled = [
        after.seat
        for before, after in zip(was.seats, now.seats, strict=True)
        if after.deck_size > before.deck_size
    ]
    return shuffled[0] if shuffled else None


def skirmish_told(was: Position, now: Position, text: str) -> str:
    """The result of a skirmish, when this move has ended it; else empty."""
    over = now.phase == "over" and was.phase != "over"
    if was.round < FIRST_SKIRMISH or not (over or now.round > was.round):
        return ""
    fought = after_attack(was, text) if was.phase == "skirmish" else was
    parts = []
    for each in fought.seats:
        force = _revealed(fought, now, each.seat)
        if force is None:
            parts.append(f"{seat_name(each.seat)} {plural(each.hand_size, 'card')}")
            continue
        seats = [
            replace(seat, hand=force) if seat.seat == each.seat else seat for seat in fought.seats
        ]
        worth = replace(fought, seats=seats).strength(each.seat)
        people = "" if was.players == 2 else f", people {worth.people}"
        parts.append(
            f"{seat_name(each.seat)} fight {worth.fight}{people} ({counted(force, 'no cards')})"
        )
    winner = _won(was, now)
    if winner is None:
        result = "deadlock, the contested card goes into the yard"
    else:
        prize = _prize(was, text)
        result = f"{seat_name(winner)} wins {prize}"
    return f"skirmish: {'; '.join(parts)}: {result}"


def _prize(was: Position, text: str) -> str:
    """The contested card, if it is known."""
    kind, *rest = text.split()
    name = rest[0] if kind == "top" else was.top
    return card_words(name) if name not in (HIDDEN, "none") else "the contested card"


def event_words(before: State | View, shown: str, after: State | View, who: str) -> str:
    """What happened, in words, as far as it is known."""
    was, now = read(before), read(after)
    told = _happened(was, now, shown.split())
    told = f"{who} {told}" if told and who else told
    parts = [told, _by_nobody(was, shown.split()), skirmish_told(was, now, shown)]
    if now.round > was.round:
        parts.append(f"round {now.round} begins")
    return "; ".join(part for part in parts if part)


def sheet_rows(state: State) -> list[tuple[str, list[str]]]:
    """The score sheet: people, by where they come from."""
    position = read(state)
    headings = {
        "mercenaries": "people, mercenaries",
        "contested": "people, contested",
        "gangs": "gangs",
    }
    return [
        (headings.get(heading, heading), [str(sheet[heading]) for sheet in position.sheets])
        for heading in position.sheets[0]
    ]


# ---- Cards --------------------------------------------------------------------------------------


def _heap(title: str, names: Sequence[str]) -> str:
    return f"{title}: {counted(names, 'nothing')}"


def _of_player(seat: Seat, me: bool) -> list[str]:
    name = "you" if me else seat_name(seat.seat)
    if seat.discard is not None:
        own = [
            _heap(f"{name}, deck", seat.deck or []),
            _heap(f"{name}, discard pile", seat.discard),
        ]
        return [*own, _heap(f"{name}, stored", seat.stored)] if seat.stored else own
    told = [
        _heap(f"{name}, discard pile, seen by all", seat.open),
        _heap(f"{name}, deck and hand, as all know", seat.known),
    ]
    if seat.missing:
        told.append(_heap(f"{name} trashed {seat.missing} unseen, of", seat.suspects or ["?"]))
    if seat.notes:
        told.append(_heap(f"{name}, known to you alone", seat.notes))
    if seat.unknown:
        told.append(f"{name}, not known to you: {plural(seat.unknown, 'card')}")
    return told


def card_lines(view: View) -> list[str]:
    """Where cards are, as far as the viewer knows."""
    position = read(view)
    lines = [
        line
        for each in [position.focus, *position.others]
        for line in _of_player(position.seats[each], each == view.seat)
    ]
    buried = f", below them {in_a_row(position.buried)}" if position.buried else ""
    lines.append(f"yard: {plural(position.loose, 'card')} in no known order{buried}")
    lines.append(f"contested cards left: {position.stack + (position.top != 'none')}")
    if position.removed:
        lines.append(_heap("out of the game", position.removed))
    return lines
