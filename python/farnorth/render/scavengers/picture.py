"""The table of Arctic Scavengers as a picture: cards with their values, in words and numbers.

Each kind of card has its letter besides its colour: P people, T tool, M medicine, J junk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from farnorth.render.draw import (
    Svg,
    html_details,
    html_table,
    plain,
    plural,
    style_sheet,
    words,
    wrap,
)
from farnorth.render.scavengers.cards import (
    ABILITIES,
    HIDDEN,
    SPECIALS,
    Card,
    cards,
    counted,
    grouped,
    price,
)
from farnorth.render.scavengers.position import (
    Position,
    hire_stacks,
    read,
)
from farnorth.render.scavengers.terminal import Screen, persons

if TYPE_CHECKING:
    from farnorth.protocols import State, View

WIDTH = 1060
MARGIN = 12
CARD_WIDTH, CARD_HEIGHT = 112, 92
GAP = 6
LABEL = 92  # width of what stands before a row of cards
LINE = 15  # height of a line of facts
IN_A_ROW = int((WIDTH - 2 * MARGIN - LABEL) // (CARD_WIDTH + GAP))
LETTERS = {"person": "P", "tool": "T", "medicine": "M", "junk": "J"}

_LIGHT = {
    "back": "fill:#eef3f7",
    "panel": "fill:#fff;stroke:#b9c6d2",
    "place": "fill:#dfe8ef;stroke:#9fb0be",
    "ink": "fill:#15202b",
    "soft": "fill:#566573",
    "card": "fill:#fff;stroke:#8494a3",
    "last": "fill:none;stroke:#c2410c;stroke-width:3",
    "flame": "fill:#c2410c",
    "leader": "fill:none;stroke:#0b62b8;stroke-width:3",
    "lead": "fill:#0b62b8",
}
_DARK = {
    "back": "fill:#0f151b",
    "panel": "fill:#18212a;stroke:#3b4a58",
    "place": "fill:#2d3b48;stroke:#5b6f80",
    "ink": "fill:#e8eef4",
    "soft": "fill:#a3b3c2",
    "card": "fill:#2a3743;stroke:#708396",
    "last": "fill:none;stroke:#ff9a5c;stroke-width:3",
    "flame": "fill:#ff9a5c",
    "leader": "fill:none;stroke:#6cb6ff;stroke-width:3",
    "lead": "fill:#6cb6ff",
}
_BOTH = {  # dark letters on light bands, on either background
    "person": "fill:#9cc4e4",
    "tool": "fill:#efb679",
    "medicine": "fill:#8fdcb4",
    "junk": "fill:#b7bec5",
    "kind": "fill:#1b1b1b;font-weight:700;font-size:11px",
    "letter": "fill:#1b1b1b;font-size:11px",
    "badge": "fill:#15202b;stroke:#fff",
    "on": "fill:#fff;font-weight:700;font-size:12px",
    "b": "font-weight:700",
    "s": "font-size:11px",
    "h": "font-weight:700;font-size:16px",
}

STYLE = style_sheet("fns", _LIGHT, _DARK, _BOTH)

LEGEND = (
    "P people, T tool, M medicine, J junk.  A number: what the card gives by itself; +n: what it adds "
    "to a card of people.  x3: so many copies."
)


class Picture:
    """Draws a position from top to bottom; `y` is how far it got."""

    def __init__(self, position: Position, names: Sequence[str] | None, last: str | None) -> None:
        """An empty picture of a position."""
        self.p = position
        self.screen = Screen(position, names)
        self.last = last
        self.marked = self._card_to_mark()
        self.headline = f"Arctic Scavengers: {self.screen.doing()}"
        self.svg = Svg(WIDTH, STYLE, self.headline)
        self.y = float(MARGIN)
        self._height = 0.0
        self._panels: dict[int, float] = {}  # height by seat

    def draw(self) -> str:
        """The whole document."""
        self._measure()
        self.svg.add('<g class="fns">')
        height = self._height + MARGIN
        self.svg.rect(0, 0, WIDTH, height, "back", 0)
        self._sections()
        self.svg.add("</g>")
        return self.svg.close(height)

    def _measure(self) -> None:
        """How high the panels are and the whole is, found by drawing it once into the void."""
        self._panels = dict.fromkeys(range(self.p.players), 0.0)
        real, self.svg = self.svg, Svg(WIDTH, "", "")
        self._sections()
        self._height, self.y, self.svg = self.y, float(MARGIN), real

    def _sections(self) -> None:
        self._title()
        self._row("for hire", "", hire_stacks(self.p), True)
        self._lines(self._middle(), WIDTH - 2 * MARGIN)
        self._turn()
        for seat in [self.p.focus, *self.p.others]:
            self._player(seat)
        for line in wrap(LEGEND, 150):
            self.svg.text(MARGIN, self.y + 12, line, "soft s")
            self.y += LINE

    def _card_to_mark(self) -> str | None:
        """The card that the move to mark names, if it was added, kept or hired."""
        kind, *rest = self.last.split() if self.last else ("",)
        named = [word for word in rest if word in cards()]
        return named[0] if named and kind in ("add", "hire", "keep", "deal", "reveal") else None

    # ---- Sections ------------------------------------------------------------------------------

    def _title(self) -> None:
        self.svg.text(MARGIN, self.y + 16, self.headline, "ink h")
        facts = f"round {self.p.round} of 16, initiator seat {self.p.initiator}"
        facts += f", HQ modules 1-{self.p.modules}" if self.p.modules else ""
        self.svg.text(WIDTH - MARGIN, self.y + 16, facts, "ink", "end")
        if self.last:
            self.svg.text(MARGIN, self.y + 34, f"last move: {plain(self.last)}", "flame s")
        self.y += 28 + (16 if self.last else 0)

    def _middle(self) -> list[tuple[str, str]]:
        told = [("stack", self.screen.stack()), ("yard", self.screen.yard())]
        if self.p.modules >= 2:
            told.append(("plans", self.screen.plans()))
        if self.p.removed:
            told.append(("removed", counted(self.p.removed)))
        return told

    def _turn(self) -> None:
        """The turn under way: what was taken, and the cards of the action or those found."""
        if not self.p.is_gathering:
            return
        facts = [(label.lower(), text) for label, text in self.screen.turn_facts()]
        self._lines(facts, WIDTH - 2 * MARGIN)
        found = [*self.p.looked, *self.p.drawn]
        if self.p.field:
            under = "chosen so far" if self.p.phase == "pick" else "declared"
            self._row(self.p.action, under, grouped(self.p.field))
        if any(name != HIDDEN for name in found):
            self._row("found", "", grouped(found))

    def _player(self, seat: int) -> None:
        """A player's panel: who, hand or force, and where the other cards are."""
        top = self.y
        self.svg.rect(MARGIN / 2, top, WIDTH - MARGIN, self._panels[seat], "panel", 8)
        self.y += 8
        acts = self.p.acts == seat
        title = self.screen.name(seat) + ("  - acts now" if acts else "")
        title += "  - initiator" if self.p.round and seat == self.p.initiator else ""
        self.svg.text(MARGIN + 4, self.y + 14, title, "ink h")
        self.svg.text(WIDTH - MARGIN - 4, self.y + 14, self.screen.points(seat), "ink b", "end")
        self.y += 24
        self._hand(seat)
        if self.p.seats[seat].used:
            self._row("used", "this round", grouped(self.p.seats[seat].used))
        facts = [
            (label, text)
            for label, text in self.screen.facts(seat)
            if label not in ("used", "hand")
        ]
        self._lines(facts, WIDTH - 2 * MARGIN)
        self._panels[seat] = self.y - top
        self.y += 8

    def _hand(self, seat: int) -> None:
        each = self.p.seats[seat]
        is_force = self.p.is_skirmish or self.p.has_ended(seat)
        label = "force" if is_force else "hand"
        note = "announced" if self.p.has_ended(seat) else ""
        if self.p.is_skirmish:
            worth = self.p.strength(seat)
            wins = self.p.leading == seat
            self._strength(worth.fight, worth.people, wins)
        if each.hand is None:
            self._backs(label, note, each.hand_size)
        else:
            self._row(label, note, grouped(each.hand), acted=each.acted)

    def _strength(self, fight: int, people: int, wins: bool) -> None:
        """The worth of an open force, below the label of its row."""
        x, y = MARGIN + 4, self.y
        self.svg.text(x, y + 38, f"fight {fight}", "ink h")
        self.svg.text(x, y + 55, persons(people), "ink")
        if wins:
            self.svg.rect(x, y + 64, 58, 20, "leader")
            self.svg.text(x + 29, y + 78, "leads", "lead b", "middle")

    def _lines(self, facts: Sequence[tuple[str, str]], width: float) -> None:
        """Labelled facts, a paragraph each."""
        for label, told in facts:
            self.svg.text(MARGIN + 4, self.y + 12, label, "soft b")
            for line in wrap(told, int((width - LABEL) / 6.7)):
                self.svg.text(MARGIN + LABEL, self.y + 12, line, "ink")
                self.y += LINE
        self.y += 8

    # ---- Cards -----------------------------------------------------------------------------------

    def _label(self, label: str, note: str) -> None:
        self.svg.text(MARGIN + 4, self.y + 18, label, "ink h")
        self.svg.text(MARGIN + 4, self.y + 34, note, "soft s")

    def _row(
        self,
        label: str,
        note: str,
        stacks: Sequence[tuple[str, int]],
        for_hire: bool = False,
        acted: Sequence[str] = (),
    ) -> None:
        """A row of cards, as many lines as it takes."""
        self._label(label, note)
        for i, (name, count) in enumerate(stacks):
            x = MARGIN + LABEL + (i % IN_A_ROW) * (CARD_WIDTH + GAP)
            y = self.y + (i // IN_A_ROW) * (CARD_HEIGHT + GAP)
            if name == HIDDEN:
                self._back(x, y, f"{count} unseen")
                continue
            self._card(x, y, cards()[name], count, for_hire)
            if acted.count(name):
                number = acted.count(name)
                told = "has acted" if count == 1 else f"{number} acted"
                self.svg.text(x + 6, y + CARD_HEIGHT - 6, told, "flame s b")
            if name == self.marked and (not for_hire or (self.last or "").startswith("hire")):
                self.svg.rect(x - 2, y - 2, CARD_WIDTH + 4, CARD_HEIGHT + 4, "last")
        if not stacks:
            self.svg.text(MARGIN + LABEL, self.y + 18, "no cards", "soft")
        lines = -(-len(stacks) // IN_A_ROW)
        least = CARD_HEIGHT + GAP if self.p.is_skirmish else 40
        self.y += max(lines * (CARD_HEIGHT + GAP), least) + 2

    def _backs(self, label: str, note: str, count: int) -> None:
        """Cards that are not seen."""
        self._label(label, note)
        x = float(MARGIN + LABEL)
        for _ in range(min(count, 16)):
            self.svg.rect(x, self.y, 34, 44, "place", 5)
            self.svg.text(x + 17, self.y + 28, "?", "ink h", "middle")
            x += 40
        told = plural(count, "card") if count else "no cards"
        self.svg.text(x + 4, self.y + 27, told, "soft")
        self.y += 52

    def _back(self, x: float, y: float, told: str) -> None:
        self.svg.rect(x, y, CARD_WIDTH, CARD_HEIGHT, "place", 6)
        self.svg.text(x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2 + 4, told, "ink", "middle")

    def _card(self, x: float, y: float, card: Card, count: int, for_hire: bool) -> None:
        """A card: its kind and name, what it can do, its people; how many copies."""
        css = "place" if for_hire and not count else "card"
        self.svg.rect(x, y, CARD_WIDTH, CARD_HEIGHT, css, 6)
        self.svg.rect(x + 3, y + 3, CARD_WIDTH - 6, 19, card.icon, 3)
        self.svg.text(x + 7, y + 17, words(card.name), "kind")
        self.svg.text(x + CARD_WIDTH - 8, y + 17, LETTERS[card.icon], "letter", "end")
        for i, told in enumerate(self._abilities(card)):
            column, line = i % 2, i // 2
            self.svg.text(x + 7 + column * 53, y + 37 + line * 14, told, "ink s")
        if for_hire:
            cost = price(card) if count else "none left"
            self.svg.text(x + 7, y + CARD_HEIGHT - 8, cost, "ink s b")
        if count != 1 or for_hire:
            self._badge(x + CARD_WIDTH - 17, y + 66, f"x{count}")

    def _abilities(self, card: Card) -> list[str]:
        told = [
            f"{action} {card.ability(action)}"
            for action in ABILITIES
            if card.ability(action) and (action != "build" or self.p.modules >= 2)
        ]
        if card.meds:
            told.append(f"med {card.meds}")
        if card.name in SPECIALS:
            told.append(SPECIALS[card.name].upper())
        if card.people:
            told.append(persons(card.people))
        return told

    def _badge(self, x: float, y: float, told: str) -> None:
        self.svg.rect(x - 14, y - 11, 27, 16, "badge", 8)
        self.svg.text(x - 0.5, y + 1.5, told, "on", "middle")


def svg(position: State | View, names: Sequence[str] | None, last: str | None) -> str:
    """The picture."""
    return Picture(read(position), names, last).draw()


def _whereabouts(screen: Screen, seat: int) -> str:
    each = screen.position.seats[seat]
    hand = (
        counted(each.hand, "no cards") if each.hand is not None else plural(each.hand_size, "card")
    )
    told = [
        ("hand", hand),
        *((label, text) for label, text in screen.facts(seat) if label != "hand"),
    ]
    return "; ".join(f"{label}: {text}" for label, text in told)


def html(position: State | View, names: Sequence[str] | None, last: str | None) -> str:
    """The picture, and beneath it the cards of each player and the scores, to fold in and out."""
    p = read(position)
    screen = Screen(p, names)
    seats = range(p.players)
    whereabouts = html_table(
        ("seat", "cards"), [(screen.name(seat), _whereabouts(screen, seat)) for seat in seats]
    )
    if p.sheets:
        rows = [(screen.name(i), *map(str, p.sheets[i].values())) for i in seats]
        scores = html_table(("seat", *p.sheets[0]), rows)
    else:
        scores = html_table(
            ("seat", "people"), [(screen.name(seat), screen.points(seat)) for seat in seats]
        )
    return (
        "<div>"
        + html_details("Table", Picture(p, names, last).draw(), is_open=True)
        + html_details("Cards", whereabouts)
        + html_details("Scores, if the game ended now", scores)
        + "</div>"
    )
