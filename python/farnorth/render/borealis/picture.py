"""The Borealis board as a picture. Each colour has its letter and shape: no need to see colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from farnorth.render.borealis.position import (
    COLOURS,
    LEFT_CAMP,
    LOCATIONS,
    RIGHT_CAMP,
    Card,
    Hand,
    Position,
    Track,
    components,
    read,
    seat_name,
)
from farnorth.render.borealis.terminal import Screen, short_card
from farnorth.render.draw import (
    Svg,
    html_details,
    html_table,
    plain,
    plural,
    strip,
    style_sheet,
    words,
    wrap,
)

if TYPE_CHECKING:
    from farnorth.protocols import State, View

WIDTH = 980
MARGIN = 12
CAMP, LOCATION, GAP = 112, 236, 6  # widths of the places of a board, and between them
CARD_WIDTH, CARD_HEIGHT = 160, 62
FACT = 98  # height of the box of an objective or a scoring card
STRIP = 22  # height of a card in a pile
CELL = 28  # width of a space of a track

_LIGHT = {
    "back": "fill:#eef3f7",
    "panel": "fill:#fff;stroke:#b9c6d2",
    "place": "fill:#f4f8fb;stroke:#cdd8e1",
    "ink": "fill:#15202b",
    "soft": "fill:#566573",
    "card": "fill:#fff;stroke:#8494a3",
    "space": "fill:#fff;stroke:#aab8c4",
    "goal": "fill:#fff;stroke:#0b62b8;stroke-width:2;stroke-dasharray:3 2",
    "here": "fill:#0b62b8;stroke:#0b62b8",
    "on": "fill:#fff",
    "last": "fill:none;stroke:#c2410c;stroke-width:3",
    "flame": "fill:#c2410c",
}
_DARK = {
    "back": "fill:#0f151b",
    "panel": "fill:#18212a;stroke:#3b4a58",
    "place": "fill:#202b36;stroke:#3b4a58",
    "ink": "fill:#e8eef4",
    "soft": "fill:#a3b3c2",
    "card": "fill:#2a3743;stroke:#708396",
    "space": "fill:#18212a;stroke:#586a7a",
    "goal": "fill:#18212a;stroke:#6cb6ff;stroke-width:2;stroke-dasharray:3 2",
    "here": "fill:#6cb6ff;stroke:#6cb6ff",
    "on": "fill:#0f151b",
    "last": "fill:none;stroke:#ff9a5c;stroke-width:3",
    "flame": "fill:#ff9a5c",
}
_BOTH = {  # dark letters on light shapes, on either background
    "amber": "fill:#f5b841;stroke:#6b4a00",
    "pink": "fill:#f59ac0;stroke:#7a1a48",
    "mint": "fill:#7fdcc0;stroke:#0d5a47",
    "letter": "fill:#1b1b1b;font-weight:700;font-size:12px",
    "bear": "fill:#9cc4e4",
    "fox": "fill:#ef9f62",
    "owl": "fill:#c4b1ea",
    "seal": "fill:#a9b4bf",
    "puffin": "fill:#f08a97",
    "kind": "fill:#1b1b1b;font-weight:700;font-size:13px",
    "b": "font-weight:700",
    "n": "font-weight:700;font-size:12px",
    "s": "font-size:11px",
    "t": "font-size:9px",
    "h": "font-weight:700;font-size:16px",
}

STYLE = style_sheet("fnb", _LIGHT, _DARK, _BOTH)


class Picture:
    """Draws a position from top to bottom; `y` is how far it got."""

    def __init__(self, position: Position, names: Sequence[str] | None, last: str | None) -> None:
        """An empty picture of a position."""
        self.p = position
        self.screen = Screen(position, names)
        self.last = last
        self.headline = f"Borealis: {self.screen.doing()}"
        self.svg = Svg(WIDTH, STYLE, self.headline)
        self.y = float(MARGIN)

    def draw(self) -> str:
        """The whole document."""
        height = self._height()
        self.svg.add('<g class="fnb">')
        self.svg.rect(0, 0, WIDTH, height, "back", 0)
        self._title()
        self._facts()
        self._pool()
        for seat in [self.p.focus, *self.p.others]:
            self._player(seat)
        self._legend()
        self.svg.add("</g>")
        return self.svg.close(height)

    # ---- Sections ------------------------------------------------------------------------------

    def _title(self) -> None:
        self.svg.text(MARGIN, self.y + 16, self.headline, "ink h")
        stock = f"deck {self.p.deck}, discard pile {len(self.p.discard)}"
        self.svg.text(WIDTH - MARGIN, self.y + 16, stock, "ink", "end")
        if self.last:
            self.svg.text(MARGIN, self.y + 34, f"last move: {plain(self.last)}", "flame s")
        self.y += 28 + (16 if self.last else 0)

    def _facts(self) -> None:
        """Objectives and scoring cards: five boxes in a row."""
        boxes = []
        for each in self.p.objectives:
            by = ", ".join(seat_name(seat) for seat in each.claimants)
            status = "open" if not by else f"{'closed, ' if each.closed else ''}claimed by {by}"
            boxes.append(("objective, 5 points", words(each.name), each.test, status))
        for i, card in enumerate(self.p.scoring):
            worth = [
                f"{seat_name(seat)} {self.p.card_points(seat)[i]}" for seat in range(self.p.players)
            ]
            boxes.append(
                ("scoring card", words(card), components().scoring[card], ", ".join(worth))
            )
        width = (WIDTH - 2 * MARGIN - 4 * GAP) / 5
        for i, (kind, name, rule, status) in enumerate(boxes):
            self._fact(MARGIN + i * (width + GAP), width, (kind, name, rule, status))
        self.y += FACT + GAP if boxes else 0

    def _fact(self, x: float, width: float, texts: tuple[str, str, str, str]) -> None:
        kind, name, rule, status = texts
        self.svg.rect(x, self.y, width, FACT, "panel")
        self.svg.text(x + 8, self.y + 15, kind, "soft s")
        self.svg.text(x + 8, self.y + 32, name, "ink n")
        for i, line in enumerate(wrap(rule, 29)):
            self.svg.text(x + 8, self.y + 47 + 12.5 * i, line, "ink s")
        self.svg.text(x + 8, self.y + FACT - 7, status, "ink s b")

    def _pool(self) -> None:
        self.svg.text(MARGIN, self.y + 24, "pool", "ink h")
        self.svg.text(MARGIN, self.y + 40, "open to all", "soft s")
        marked = self._last_card("reveal")
        for i, card in enumerate(self.p.pool):
            x = MARGIN + CAMP + GAP + i * (CARD_WIDTH + GAP)
            self._card(x, self.y, card)
            if card.name == marked:
                self.svg.rect(x - 2, self.y - 2, CARD_WIDTH + 4, CARD_HEIGHT + 4, "last")
        self.y += CARD_HEIGHT + 10

    def _player(self, seat: int) -> None:
        """A player's panel: scores, board, hand."""
        height = self._panel_height(seat)
        self.svg.rect(MARGIN / 2, self.y, WIDTH - MARGIN, height, "panel", 8)
        acts = self.p.actor == seat
        title = self.screen.name(seat) + ("  - acts now" if acts else "")
        self.svg.text(MARGIN + 4, self.y + 21, title, "ink h")
        self.svg.text(WIDTH - MARGIN - 4, self.y + 21, self._score_line(seat), "ink", "end")
        top = self.y + 32
        bottom = self._board_height(seat)
        x = float(MARGIN)
        self._camp(x, top, bottom, "left camp", self.p.boards[seat].scientists[LEFT_CAMP])
        x += CAMP + GAP
        for i in range(len(LOCATIONS)):
            self._location(x, top, bottom, seat, i)
            x += LOCATION + GAP
        self._camp(x, top, bottom, "right camp", self.p.boards[seat].scientists[RIGHT_CAMP])
        self._hand(seat, top + bottom + 8)
        self.y += height + 8

    def _score_line(self, seat: int) -> str:
        *parts, _ = self.screen.score_cells(seat)
        told = ", ".join(f"{heading} {value}" for heading, value in parts)
        return f"{told}: {plural(self.p.total(seat), 'point')}"

    def _legend(self) -> None:
        told = (
            "Scientists: circle a = amber, square p = pink, triangle m = mint. On a card: the left "
            "mover steps left, the right one right. Track: the flag enters a space"
        )
        self.svg.text(MARGIN, self.y + 12, told, "soft s")
        more = (
            "with either of its two vehicles (sle sleigh, zep zeppelin, sub submarine, kay kayak, "
            "ski skis); below them its points. Dashed: the next space.  Piles: bottom card lowest."
        )
        self.svg.text(MARGIN, self.y + 26, more, "soft s")

    # ---- Places of a board -----------------------------------------------------------------------

    def _camp(self, x: float, y: float, height: float, name: str, counts: Sequence[int]) -> None:
        self.svg.rect(x, y, CAMP, height, "place")
        self.svg.text(x + CAMP / 2, y + 17, name, "ink b", "middle")
        total = plural(sum(counts), "scientist")
        self.svg.text(x + CAMP / 2, y + 32, total, "soft s", "middle")
        self._scientists(x + 10, y + 42, counts, 4)

    def _location(self, x: float, y: float, height: float, seat: int, i: int) -> None:
        board = self.p.boards[seat]
        self.svg.rect(x, y, LOCATION, height, "place")
        self.svg.text(x + 6, y + 17, LOCATIONS[i], "ink b")
        told = f"{plural(len(board.piles[i]), 'card')}, flag worth {board.tracks[i].points}"
        self.svg.text(x + LOCATION - 6, y + 17, told, "soft s", "end")
        self._track(x + 6, y + 24, board.tracks[i])
        self._scientists(x + 6, y + 84, board.scientists[i], 9)
        for level, card in enumerate(board.piles[i]):
            top = y + height - 6 - (level + 1) * STRIP
            self._strip(x + 6, top, LOCATION - 12, card)
        if board.piles[i] and self._is_last(seat, i, board.piles[i][-1]):
            top = y + height - 6 - len(board.piles[i]) * STRIP
            self.svg.rect(x + 4, top - 2, LOCATION - 8, STRIP + 1, "last")

    def _is_last(self, seat: int, location: int, top: Card) -> bool:
        """Whether the move to mark put this card there. Its player then acts on, to take a card."""
        return (
            seat == self.p.player
            and self._last_card("observe") == top.name
            and (self.last or "").endswith(f" {LOCATIONS[location]}")
        )

    def _last_card(self, *kinds: str) -> str | None:
        """The card that the move to mark names, if it is of such a kind."""
        kind, *rest = self.last.split() if self.last else ("",)
        named = [word for word in rest if word in components().cards]
        return named[0] if named and kind in kinds else None

    def _track(self, x: float, y: float, track: Track) -> None:
        for space in range(len(track.spaces) + 1):
            left = x + space * CELL
            here, goal = space == track.space, space == track.space + 1
            css = "here" if here else "goal" if goal else "space"
            self.svg.rect(left + 1, y, CELL - 2, 52, css, 3)
            ink = "on" if here else "ink"
            middle = left + CELL / 2
            if space == 0:
                self.svg.text(middle, y + 12, "start", f"{ink} t", "middle")
            else:
                printed = track.spaces[space - 1]
                for i, vehicle in enumerate(printed.vehicles):
                    self.svg.text(middle, y + 12 + 11 * i, vehicle[:3], f"{ink} s", "middle")
                self.svg.text(middle, y + 47, str(printed.points), f"{ink} b", "middle")
            if here:
                self._flag(middle, y + 26 if space else y + 18)

    def _flag(self, x: float, y: float) -> None:
        self.svg.rect(x - 5, y, 1.5, 10, "on", 0)
        self.svg.polygon([(x - 4, y), (x + 6, y + 3), (x - 4, y + 6)], "on")

    def _scientists(self, x: float, y: float, counts: Sequence[int], in_row: int) -> None:
        pawns = [name for name, count in zip(COLOURS, counts, strict=True) for _ in range(count)]
        for i, name in enumerate(pawns):
            self._pawn(x + 10 + (i % in_row) * 24, y + 10 + (i // in_row) * 23, name)

    def _pawn(self, x: float, y: float, colour: str) -> None:
        """A scientist: a shape and a letter for each colour."""
        if colour == "amber":
            self.svg.circle(x, y, 9.5, colour)
        elif colour == "pink":
            self.svg.rect(x - 8.5, y - 8.5, 17, 17, colour, 2)
        else:
            self.svg.polygon([(x, y - 10.5), (x + 11, y + 9), (x - 11, y + 9)], colour)
        self.svg.text(x, y + (5 if colour != "mint" else 7), colour[0], "letter", "middle")

    # ---- Cards -----------------------------------------------------------------------------------

    def _strip(self, x: float, y: float, width: float, card: Card) -> None:
        """A card in a pile: species, vehicle, star; its movers have gone."""
        self.svg.rect(x, y, width, STRIP - 3, "card", 3)
        self.svg.rect(x + 1, y + 1, 62, STRIP - 5, card.species, 2)
        self.svg.text(x + 7, y + 14, card.species, "kind")
        self.svg.text(x + 72, y + 14, card.vehicle, "ink")
        if card.stars:
            self._star(x + width - 44, y + STRIP / 2 - 1.5)
            self.svg.text(x + width - 33, y + 14, str(card.stars), "ink b")

    def _card(self, x: float, y: float, card: Card) -> None:
        """A card that can be played."""
        self.svg.rect(x, y, CARD_WIDTH, CARD_HEIGHT, "card", 6)
        self.svg.rect(x + 4, y + 4, 62, 20, card.species, 3)
        self.svg.text(x + 10, y + 19, card.species, "kind")
        self.svg.text(x + 72, y + 19, card.vehicle, "ink b")
        middle = y + 44
        self.svg.polygon([(x + 6, middle), (x + 16, middle - 6), (x + 16, middle + 6)], "soft")
        self._pawn(x + 30, middle, card.left_mover)
        right = x + CARD_WIDTH
        self.svg.polygon(
            [(right - 6, middle), (right - 16, middle - 6), (right - 16, middle + 6)], "soft"
        )
        self._pawn(right - 30, middle, card.right_mover)
        if card.stars:
            self._star(x + CARD_WIDTH / 2 - 6, middle)
            self.svg.text(x + CARD_WIDTH / 2 + 5, middle + 5, str(card.stars), "ink b")

    def _star(self, x: float, y: float) -> None:
        outer = ((0, -8), (2, -2.6), (7.6, -2.5), (3.2, 1), (4.7, 6.5), (0, 3.3))
        points = [(x + dx, y + dy) for dx, dy in outer]
        points += [(x - dx, y + dy) for dx, dy in reversed(outer[1:-1])]
        self.svg.polygon(points, "amber")

    def _hand(self, seat: int, y: float) -> None:
        hand = self.p.hands[seat]
        self.svg.text(MARGIN + 4, y + 24, "hand", "ink h")
        x = MARGIN + CAMP + GAP
        marked = self._last_card("take", "deal") if hand.cards else None
        for card in hand.cards:
            self._card(x, y, card)
            if card.name == marked:
                self.svg.rect(x - 2, y - 2, CARD_WIDTH + 4, CARD_HEIGHT + 4, "last")
            x += CARD_WIDTH + GAP
        for _ in range(hand.unknown):
            self.svg.rect(x, y, 46, CARD_HEIGHT, "place", 6)
            self.svg.text(x + 23, y + 40, "?", "ink h", "middle")
            x += 46 + GAP
        if hand.unknown:
            self.svg.text(x + 4, y + 38, plural(hand.unknown, "unknown card"), "soft")

    # ---- Heights -------------------------------------------------------------------------------

    def _board_height(self, seat: int) -> float:
        board = self.p.boards[seat]
        piles = 112 + STRIP * max(1, *(len(pile) for pile in board.piles))
        rows = -(-max(sum(board.scientists[camp]) for camp in (LEFT_CAMP, RIGHT_CAMP)) // 4)
        return max(piles, 48 + 23 * rows)

    def _panel_height(self, seat: int) -> float:
        return 32 + self._board_height(seat) + 8 + CARD_HEIGHT + 8

    def _height(self) -> float:
        top = MARGIN + 28 + (16 if self.last else 0) + CARD_HEIGHT + 10
        if self.p.objectives or self.p.scoring:
            top += FACT + GAP
        return top + sum(self._panel_height(seat) + 8 for seat in range(self.p.players)) + 36


def svg(position: State | View, names: Sequence[str] | None, last: str | None) -> str:
    """The picture."""
    return Picture(read(position), names, last).draw()


def _hand_words(hand: Hand) -> str:
    cards = [strip(short_card(card)) for card in hand.cards]
    if hand.unknown:
        cards.append(plural(hand.unknown, "unknown card"))
    return "; ".join(cards) or "empty"


def html(position: State | View, names: Sequence[str] | None, last: str | None) -> str:
    """The picture, and beneath it hands and scores, to fold in and out."""
    p = read(position)
    screen = Screen(p, names)
    hands = html_table(
        ("seat", "hand"), [(screen.name(i), _hand_words(p.hands[i])) for i in range(p.players)]
    )
    scores = html_table(
        ("seat", *p.sheets[0]),
        [
            (screen.name(i), *(value for _, value in screen.score_cells(i)))
            for i in range(p.players)
        ],
    )
    return (
        "<div>"
        + html_details("Board", Picture(p, names, last).draw(), is_open=True)
        + html_details("Hands", hands)
        + html_details("Scores, if the game ended now", scores)
        + "</div>"
    )
