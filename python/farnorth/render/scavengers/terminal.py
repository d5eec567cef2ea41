"""The table of Arctic Scavengers as text: complete at 80 columns, more at a glance from 120 on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from farnorth.render.draw import (
    apart,
    plural,
    row,
    short,
    side_by_side,
    strip,
    tag,
    unbroken,
    words,
    wrap,
)
from farnorth.render.scavengers.cards import (
    ABILITIES,
    HIDDEN,
    SPECIALS,
    card_words,
    cards,
    counted,
    grouped,
    in_a_row,
    price,
)
from farnorth.render.scavengers.position import (
    FIRST_SKIRMISH,
    ICONS,
    MARGIN,
    ROUNDS,
    Position,
    Seat,
    hire_stacks,
    player_name,
    read,
    seat_name,
)

if TYPE_CHECKING:
    from farnorth.protocols import State, View

WIDE = 120  # from here on the other players stand beside the cards
TABLE = 79  # columns of the cards
GAP = 3

PHASES = {
    "choose": "{}: choose your leader",
    "gather": "{}: take an action, or end the turn",
    "pick": "{}: choose the cards to {action} with",
    "respond": "{}: answer this, or let it pass",
    "save": "{}: save the target with a medic, or not",
    "keep": "{}: keep one of the cards found, or none",
    "keep_plan": "{}: keep one of the plans, or none",
    "keep_drawn": "{}: keep one of the two cards drawn",
    "skirmish": "{}: use snipers and saboteurs, or pass",
    "over": "the game is over",
}


class Screen:
    """The sections of the table, each a list of lines of markup."""

    def __init__(self, position: Position, names: Sequence[str] | None) -> None:
        """For a position; names from outside are made harmless here."""
        self.position = position
        self.names = [short(name) for name in names] if names else None

    def name(self, seat: int) -> str:
        """The seat and who sits there."""
        return player_name(seat, self.names)

    def doing(self) -> str:
        """Who does what now."""
        p = self.position
        if p.phase != "over" and p.acts is None:
            if p.in_window:
                return f"{seat_name(p.gatherer)} has declared: others may answer"
            return "cards are dealt"
        return PHASES[p.phase].replace("{}", self.name(p.player)).replace("{action}", p.action)

    def title(self, width: int) -> list[str]:
        """The game, the round, who holds the initiator card, and who acts."""
        p = self.position
        left = tag("head", "Arctic Scavengers") + (
            f"  HQ modules 1-{p.modules}" if p.modules else ""
        )
        right = f"round {p.round} of {ROUNDS}, initiator {seat_name(p.initiator)}"
        return [*apart(left, right, width), self.doing()]

    # ---- The middle of the table ---------------------------------------------------------------

    def stack(self) -> str:
        """The contested resources."""
        p = self.position
        size = p.stack + (p.top != "none")
        top = ""
        if p.top not in ("none", HIDDEN):
            top = f", the top one is {card_words(p.top)}"
            top += ", as you alone know" if p.viewer is not None else ""
        elif p.top == HIDDEN and p.viewer is not None:
            top = f", the top one was seen by {seat_name(p.initiator)} only"
        return plural(size, "contested card") + top

    def yard(self) -> str:
        """The junkyard, with the cards at its bottom as far as they are known."""
        p = self.position
        told = f"{plural(p.loose, 'card')} in no known order"
        if p.buried:
            told += f", below them, the next one first: {in_a_row(p.buried)}"
        return told

    def plans(self) -> str:
        """The buildings that nobody has yet."""
        p = self.position
        told = plural(p.plans, "plan")
        return f"{told}, below them: {in_a_row(p.plans_buried)}" if p.plans_buried else told

    def middle(self, width: int) -> list[str]:
        """Stack, yard, plans and what is out of the game."""
        p = self.position
        lines = [*_entry("STACK", self.stack(), width), *_entry("YARD", self.yard(), width)]
        if p.modules >= 2:
            lines += _entry("PLANS", self.plans(), width)
        if p.removed:
            lines += _entry("REMOVED", counted(p.removed), width)
        return lines

    def turn_facts(self) -> list[tuple[str, str]]:
        """The turn: actions taken, food, cards used, and the action under way."""
        p = self.position
        if not p.is_gathering:
            return []
        taken = ", ".join(p.taken) or "nothing yet"
        told = f"{self.name(p.gatherer)} has taken: {taken}; food {p.food}"
        told += "; 1 med from the butcher" if p.free_med else ""
        told += f"; or {p.cannibal_food} food from the cannibal" if p.cannibal_food else ""
        facts = [("TURN", told)]
        if p.action != "none" and (p.field or p.phase == "pick"):
            facts.append((p.action.upper(), self.field()))
        if p.looked or p.plans_looked:
            facts.append(("FOUND", in_a_row([*p.looked, *p.plans_looked])))
        if p.drawn:
            facts.append(("DRAWN", counted(p.drawn)))
        if p.phase == "save":
            facts.append(("SNIPE", self.snipe()))
        return facts

    def snipe(self) -> str:
        """A snipe that a medic may undo."""
        p = self.position
        what = "the leader" if p.target == "none" else card_words(p.target)
        return f"{seat_name(p.sniper)} aims at {what}"

    def field(self) -> str:
        """The cards of the action, and what they are worth."""
        p = self.position
        told = counted(p.field, "no card yet")
        if p.action == "trash":
            return told
        helped = ", a refugee as helper" if p.helper else ""
        return f"{p.field_total} with {told}{helped}"

    def turn(self, width: int) -> list[str]:
        """The same as lines."""
        return [line for label, told in self.turn_facts() for line in _entry(label, told, width)]

    def skirmish(self, width: int) -> list[str]:
        """The open forces, what they are worth, and who wins as it stands."""
        p = self.position
        if not p.is_skirmish:
            return []
        lines = [tag("head", "SKIRMISH") + tag("note", "        fight  people  force")]
        winner = p.leading
        for each in p.strengths:
            seat = p.seats[each.seat]
            told = counted(seat.hand or [])
            if seat.acted:
                told += f" (has acted: {counted(seat.acted)})"
            leads = "leads" if winner == each.seat else ""
            first = f" {seat_name(each.seat):<8}{leads:<7}{each.fight:>5}{each.people:>8}  "
            wrapped = wrap(told, width, first, " " * len(first))
            wrapped[0] = wrapped[0].replace("leads", tag("mark", "leads"), 1)
            lines += wrapped
        if winner is None:
            lines.append(f" {self.deadlock()}")
        if p.phase == "save":
            lines += _entry("SNIPE", self.snipe(), width)
        return lines

    def deadlock(self) -> str:
        """Why nobody wins as it stands."""
        rule = f"less than {MARGIN} apart" if self.position.players == 2 else "all tied"
        return f"deadlock as it stands: {rule}"

    # ---- Cards ---------------------------------------------------------------------------------

    def _widths(self) -> tuple[int, ...]:
        build = (6,) if self.position.modules >= 2 else ()
        return (15, 4, 14, 5, 5, 5, *build, 6, 5, 7, 7)

    def _heading(self, name: str, number: str, cost: str) -> str:
        build = ("build",) if self.position.modules >= 2 else ()
        cells = ("dig", "draw", "hunt", *build, "fight", "meds", "people", "special")
        widths = self._widths()
        head = row((name, number.rjust(3), f" {cost}"), widths[:3]).ljust(sum(widths[:3]))
        return tag("head", head) + tag("note", row(cells, widths[3:]))

    def _card(self, name: str, number: str, cost: str) -> str:
        card = cards()[name]
        actions = [each for each in ABILITIES if each != "build" or self.position.modules >= 2]
        cells = (card.ability(action) or "." for action in actions)
        meds, people = str(card.meds or "."), str(card.people or ".")
        return row(
            (f" {words(name)}", number.rjust(3), f" {cost}",
             *(cell.rjust(3) for cell in cells), meds.rjust(3), people.rjust(4),
             SPECIALS.get(name, "")),
            self._widths(),
        )  # fmt: skip

    def hires(self) -> list[str]:
        """The mercenaries for hire, a row a stack."""
        rows = [
            self._card(name, str(left), price(cards()[name]) if left else "none left")
            for name, left in hire_stacks(self.position)
        ]
        return [self._heading("FOR HIRE", "", "cost"), *rows]

    def hand(self) -> list[str]:
        """The hand of the focus, a row a card type."""
        p = self.position
        seat = p.seats[p.focus]
        hand = seat.hand or []
        rows = [self._card(name, str(count), "") for name, count in grouped(hand)]
        label = "FORCE" if p.has_ended(p.focus) or p.is_skirmish else "HAND"
        if not rows:
            return [tag("head", label) + "  no cards"]
        fight = ""
        if p.round >= FIRST_SKIRMISH and not p.is_skirmish:
            worth = p.strength(p.focus)
            fight = f" As a force all this has fight {worth.fight} and {persons(worth.people)}."
        return [self._heading(label, "", ""), *rows, *([fight] if fight else [])]

    # ---- Players -------------------------------------------------------------------------------

    def points(self, seat: int) -> str:
        """The people that count at the end, as far as they are known."""
        p, each = self.position, self.position.seats[seat]
        if p.sheets:
            return plural(int(str(p.sheets[seat]["total"])), "point")
        people = persons(each.people)
        if seat == p.viewer:
            return people
        if not each.unknown:
            return f"{'at least ' if each.missing else ''}{people}"
        return f"at least {people}, {plural(each.unknown, 'unknown card')}"

    def banner(self, seat: int, width: int) -> list[str]:
        """The line above a player's cards."""
        p = self.position
        marks = []
        if p.round and seat == p.initiator:
            marks.append("initiator")
        if p.acts == seat:
            marks.append(tag("mark", "acts now"))
        elif p.has_ended(seat):
            marks.append("has announced")
        told = self.name(seat).upper() if self.names is None else self.name(seat)
        head, marked = tag("head", told), ", ".join(marks)
        left = f"{head}  {marked}" if marked else head
        if len(strip(left)) > width:  # a long name in a narrow column
            return [head, *apart(f" {marked}", self.points(seat), width)]
        return apart(left, self.points(seat), width)

    def facts(self, seat: int) -> list[tuple[str, str]]:
        """Where the cards of a player are: labels and what there is."""
        p, each = self.position, self.position.seats[seat]
        told = [("sizes", self.sizes(each))]
        if each.used:
            told.append(("used", counted(each.used)))
        if p.is_skirmish:
            pass  # the forces are shown together
        elif each.hand and seat != p.focus:
            told.append(("hand", counted(each.hand)))
        if each.deck:
            told.append(("deck", counted(each.deck)))
        if each.discard is not None:
            told.append(("discard", counted(each.discard)))
        else:
            told.append(("discard", counted(each.open)))
            told += _known(each)
        return [(label, text) for label, text in told if text != "-"] + self.headquarters(each)

    def sizes(self, seat: Seat) -> str:
        """How many cards lie where."""
        p = self.position
        hand = "force" if p.is_skirmish or p.has_ended(seat.seat) else "hand"
        discard = f"discard {seat.discard_size}"
        hidden = []
        if seat.fresh_size:
            won = f", {seat.won} of them won" if seat.won else ""
            hidden.append(f"{seat.fresh_size} dug or won{won}")
        if seat.left_size:
            hidden.append(f"{seat.left_size} not used in rounds 1 and 2")
        if hidden and seat.discard is None:
            discard += f" (unseen: {'; '.join(hidden)})"
        return f"deck {seat.deck_size}, {hand} {seat.hand_size}, {discard}"

    def headquarters(self, seat: Seat) -> list[tuple[str, str]]:
        """What HQ adds: the leader, buildings and stores."""
        told = []
        if seat.leader not in ("none", HIDDEN):
            marks = [
                mark
                for mark, holds in (("wounded", seat.wounded), ("power used", seat.power_used))
                if holds
            ]
            told.append(("leader", seat.leader + (f" ({', '.join(marks)})" if marks else "")))
        elif seat.offered:
            told.append(("offered", ", ".join(seat.offered)))
        if seat.sites:
            told.append(
                ("built", ", ".join(unbroken(f"{s.building} {s.status}") for s in seat.sites))
            )
        if any(seat.stored_sizes):
            if seat.stored is None:
                pairs = zip(ICONS, seat.stored_sizes, strict=True)
                cells = ", ".join(f"{n} {icon}" for icon, n in pairs if n)
            else:
                cells = counted(seat.stored)
            locked = f" ({seat.locked} locked)" if seat.locked else ""
            told.append(("stored", cells + locked))
        return told

    def player(self, seat: int, width: int) -> list[str]:
        """A player: banner and facts."""
        lines = self.banner(seat, width)
        for label, told in self.facts(seat):
            lines += _entry(label, told, width, 8)
        return lines


def persons(number: int) -> str:
    """``1 person``, ``2 people``."""
    return "1 person" if number == 1 else f"{number} people"


def _known(seat: Seat) -> list[tuple[str, str]]:
    """What is known of the hidden cards of another player."""
    told = []
    if seat.known:
        lost = ""
        if seat.missing and seat.suspects:
            lost = f"; of {counted(seat.suspects)} up to {seat.missing} may be trashed"
            if sorted(seat.suspects) == sorted(seat.known):
                lost = f"; up to {seat.missing} of them may be trashed"
        told.append(("holds", f"{counted(seat.known)}{lost}"))
    if seat.notes:
        told.append(("you know", counted(seat.notes)))
    return told


def _entry(label: str, told: str, width: int, indent: int = 7) -> list[str]:
    """A labelled paragraph."""
    first = f" {label:<{indent}} " if label.islower() else f"{label:<{indent}} "
    lines = wrap(told, width, first, " " * len(first)) or [first.rstrip()]
    if label.isupper():
        lines[0] = tag("head", label) + lines[0][len(label) :]
    return lines


def markup(position: State | View, width: int, names: Sequence[str] | None) -> str:
    """The table as lines of markup."""
    p = read(position)
    screen = Screen(p, names)
    if width < WIDE:
        column = min(width, 84) - 1
        lines = [*screen.title(column), *screen.middle(column), *screen.hires()]
        for seat in p.others:
            lines += screen.player(seat, column)
        lines += [*screen.turn(column), *screen.skirmish(column)]
        lines += [*screen.player(p.focus, column), *screen.hand()]
        return "\n".join(line.rstrip() for line in lines)
    beside = min(width - TABLE - GAP - 1, 60)
    left = [*screen.hires(), *screen.turn(TABLE), *screen.skirmish(TABLE)]
    left += [*screen.player(p.focus, TABLE), *screen.hand()]
    right = screen.middle(beside)
    for seat in p.others:
        right += ["", *screen.player(seat, beside)]
    body = side_by_side(left, right, TABLE + GAP)
    lines = [*screen.title(TABLE + GAP + beside), *body]
    return "\n".join(line.rstrip() for line in lines)
