"""The Borealis board as text: complete at 80 columns, more at a glance from 120 on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from farnorth.render.borealis.position import (
    COLOURS,
    LEFT_CAMP,
    LOCATIONS,
    RIGHT_CAMP,
    Board,
    Card,
    Hand,
    Objective,
    Position,
    Track,
    components,
    player_name,
    read,
    seat_name,
)
from farnorth.render.draw import (
    apart,
    pad,
    plural,
    row,
    short,
    side_by_side,
    spaced,
    strip,
    tag,
    unbroken,
    words,
    wrap,
)

if TYPE_CHECKING:
    from farnorth.protocols import State, View

WIDE = 120  # from here on objectives and scores stand beside the boards
RIGHT_COLUMN = 38
BOARD = 78  # columns of a board

PHASES = {
    "redraw": "{}: discard any cards and draw as many, once",
    "turn": "{}: observe or regroup",
    "take": "{}: take a card",
    "regroup_discard": "{}: discard any cards, then draw as many",
    "gather": "{}: gather the scientists of both camps",
    "over": "the game is over",
}


def scientists(counts: Sequence[int]) -> str:
    """Scientists as letters of their colours: ``aa p mmm``."""
    letters = [tag(name, name[0] * n) for name, n in zip(COLOURS, counts, strict=True) if n]
    return " ".join(letters) or "-"


def movers(card: Card) -> str:
    """The scientist that steps left and the one that steps right: ``<a m>``."""
    left, right = card.left_mover, card.right_mover
    return f"<{tag(left, left[0])} {tag(right, right[0])}>"


def star(card: Card) -> str:
    """The star of a card that has one."""
    return " *" if card.stars else ""


def full_card(card: Card) -> str:
    """A card that can be played: in columns."""
    return f"{card.species:<7}{card.vehicle:<10}{movers(card)}{star(card)}"


def short_card(card: Card) -> str:
    """A card in a line of text."""
    return f"{card.species} {card.vehicle} {movers(card)}{star(card)}"


def code(card: Card) -> str:
    """A card in a pile of another player: ``owl/zep*``."""
    return f"{card.species}/{card.vehicle[:3]}{'*' if card.stars else ''}"


class Screen:
    """The sections of the board, each a list of lines of markup."""

    def __init__(self, position: Position, names: Sequence[str] | None) -> None:
        """For a position; names from outside are made harmless here."""
        self.position = position
        self.names = [short(name) for name in names] if names else None

    def name(self, seat: int) -> str:
        """The seat and who sits there."""
        return player_name(seat, self.names)

    def doing(self, width: int = 99) -> str:
        """Who does what now; where it is narrow his seat alone names him."""
        p = self.position
        told = PHASES.get(p.phase, "cards are dealt").replace("{}", self.name(p.player))
        if len(told) > width:
            told = PHASES[p.phase].replace("{}", seat_name(p.player))
        return told + (" from a fresh pool" if p.phase == "take" and p.refreshed else "")

    def title(self, width: int) -> list[str]:
        """The game, who acts, and what is left in the deck."""
        p = self.position
        stock = f"deck {p.deck}  discard {len(p.discard)}"
        left = f"{tag('head', 'Borealis')}  {self.doing(width - len(stock) - 12)}"
        return [spaced(left, stock, width)]

    def status(self, objective: Objective) -> str:
        """Who has claimed an objective, and whether others still can."""
        by = " ".join(seat_name(seat) for seat in objective.claimants)
        if objective.closed:
            return f"closed: {by}"
        return f"this round: {by}" if by else "open"

    def objectives(self, width: int) -> list[str]:
        """The three objectives with their tests and claimants."""
        note = "  5 points each" + (", in the round of the first claim" if width >= 60 else "")
        lines = [tag("head", "OBJECTIVES") + tag("note", note)]
        for each in self.position.objectives:
            name, status = words(each.name), self.status(each)
            if width < 60:
                lines += apart(f" {name}", status, width)
                lines += [tag("note", line) for line in wrap(each.test, width, "   ", "   ")]
            else:
                first = f" {name:<25}"
                told = wrap(each.test, width - len(status) - 2, first, " " * len(first))
                lines += [spaced(told[0], status, width), *told[1:]]
        return lines

    def scoring(self, width: int) -> list[str]:
        """The scoring cards in play, and what each is worth to whom now."""
        p = self.position
        seats = range(p.players)
        head = "".join(f"{seat_name(seat):>4}" for seat in seats)
        lines = [spaced(tag("head", "SCORING CARDS"), head, width)]
        for i, card in enumerate(p.scoring):
            worth = "".join(f"{p.card_points(seat)[i]:>4}" for seat in seats)
            rule = components().scoring[card]
            name = words(card)
            if width < 60:
                lines += apart(f" {name}", worth, width)
                lines += [tag("note", line) for line in wrap(rule, width, "   ", "   ")]
            else:
                column = 2 + max(len(words(each)) for each in p.scoring)
                first = pad(f" {name}", column + 1)
                told = wrap(rule, width - len(worth) - 1, first, " " * (column + 1))
                lines += [spaced(told[0], worth, width), *told[1:]]
        return lines

    def scores(self, width: int) -> list[str]:
        """Points so far by heading: a row a player, or where it is narrow a column a player."""
        return self._scores_down(width) if width < 60 else self._scores_across(width)

    def score_cells(self, seat: int) -> list[tuple[str, str]]:
        """Headings of the rules and points under them; the last is the total."""
        sheet = self.position.sheets[seat]
        cards = self.position.card_points(seat)[: len(self.position.scoring)]
        return [
            (heading, "+".join(map(str, cards)) or "0" if isinstance(value, list) else str(value))
            for heading, value in sheet.items()
        ]

    def _scores_across(self, width: int) -> list[str]:
        headings = [heading for heading, _ in self.score_cells(0)]
        head = "".join(f"{heading:>8}" for heading in headings)
        note = tag("note", "" if self.position.phase == "over" else "  if the game ended now")
        lines = [spaced(tag("head", "SCORES") + note, head, width)]
        for seat in range(self.position.players):
            cells = "".join(f"{value:>8}" for _, value in self.score_cells(seat))
            lines.append(spaced(f" {self.name(seat)}", cells, width))
        return lines

    def _scores_down(self, width: int) -> list[str]:
        seats = range(self.position.players)
        cells = [self.score_cells(seat) for seat in seats]
        head = "".join(f"{seat_name(seat):>7}" for seat in seats)
        lines = [spaced(tag("head", "SCORES"), head, width)]
        for each in zip(*cells, strict=True):
            values = "".join(f"{value:>7}" for _, value in each)
            lines.append(spaced(f" {each[0][0]}", values, width))
        return lines

    def banner(self, seat: int) -> str:
        """The line above a board."""
        total = plural(self.position.total(seat), "point")
        turn = "  <- acts" if self.position.actor == seat else ""
        line = f"-- {self.name(seat)}{turn} "
        filled = line + "-" * max(2, BOARD - len(line) - len(total) - 4)
        return tag("head", f"{filled} {total} --")

    def hand_line(self, hand: Hand) -> list[str]:
        """Another player's hand: known cards and the number of the others."""
        parts = [unbroken(strip(short_card(card))) for card in hand.cards]
        if hand.unknown:
            parts.append(plural(hand.unknown, "unknown card"))
        parts += [f"of them {number} among {', '.join(cards)}" for number, cards in hand.among]
        return wrap("; ".join(parts) or "empty", BOARD, " hand      ", " " * 11)

    def other_board(self, seat: int) -> list[str]:
        """The board of another player, a row a location."""
        board = self.position.boards[seat]
        widths = (11, 12, 7, 12, 0)
        head = row(("", "scientists", "flag", "next", "cards, bottom first"), widths)
        lines = [self.banner(seat), tag("note", head)]
        for i, location in enumerate(LOCATIONS):
            track = board.tracks[i]
            piles = " ".join(code(card) for card in board.piles[i]) or "-"
            told = wrap(piles, BOARD - sum(widths)) or [""]
            cells = (
                f" {location}",
                scientists(board.scientists[i]),
                f"{track.space}: {track.points}",
                _code_ahead(track),
            )
            lines.append(row((*cells, told[0]), widths))
            lines += [" " * sum(widths) + line for line in told[1:]]
        left, right = board.scientists[LEFT_CAMP], board.scientists[RIGHT_CAMP]
        lines.append(f" camps     left {scientists(left)}   right {scientists(right)}")
        return lines + self.hand_line(self.position.hands[seat])

    def own_board(self, seat: int) -> list[str]:
        """The board of the focus: a column a location, piles upright."""
        board = self.position.boards[seat]
        widths = (12, 22, 22, 22)
        camps = (
            f"camp: {scientists(board.scientists[LEFT_CAMP])}",
            "",
            f"camp: {scientists(board.scientists[RIGHT_CAMP])}",
        )
        rows = [
            ("", *(tag("head", name) for name in LOCATIONS)),
            (" scientists", *(scientists(board.scientists[i]) for i in range(3))),
            ("", *camps),
            (" flag", *(_flag(track) for track in board.tracks)),
            (" next", *(_ahead(track, 0) for track in board.tracks)),
            (" then", *(_ahead(track, 1) for track in board.tracks)),
            *_pile_rows(board),
        ]
        return [self.banner(seat), *(row(cells, widths) for cells in rows)]

    def hand_and_pool(self, seat: int) -> list[str]:
        """Hand and pool side by side, a card a line."""
        hand = self.position.hands[seat]
        cards = [f" {full_card(card)}" for card in hand.cards]
        if hand.unknown:
            cards.append(f" {plural(hand.unknown, 'unknown card')}")
        left = [tag("head", "HAND") + tag("note", "  <steps left, steps right>  * star"), *cards]
        pool = [f" {full_card(card)}" for card in self.position.pool] or [" -"]
        return side_by_side(left, [tag("head", "POOL"), *pool], 42)


def _flag(track: Track) -> str:
    return f"space {track.space} of {len(track.spaces)}: {track.points}"


def _ahead(track: Track, steps: int) -> str:
    """The vehicles of a space ahead, and its points."""
    if steps >= len(track.ahead):
        return "" if steps else "the end"
    space = track.ahead[steps]
    return f"{'/'.join(space.vehicles)} {space.points}"


def _code_ahead(track: Track) -> str:
    """The next space, for a narrow column."""
    if not track.ahead:
        return "the end"
    space = track.ahead[0]
    return f"{'/'.join(vehicle[:3] for vehicle in space.vehicles)} {space.points}"


def _pile_rows(board: Board) -> list[tuple[str, ...]]:
    """Piles upright, the top row first; the number of a row is its height."""
    height = max(len(pile) for pile in board.piles)
    if height == 0:
        return [(" cards", "-", "-", "-")]
    rows: list[tuple[str, ...]] = []
    for level in range(height, 0, -1):
        cells = (
            f"{pile[level - 1].species} {pile[level - 1].vehicle}{star(pile[level - 1])}"
            if level <= len(pile)
            else ""
            for pile in board.piles
        )
        rows.append((f" card {level}", *cells))
    return rows


def markup(position: State | View, width: int, names: Sequence[str] | None) -> str:
    """The board as lines of markup."""
    p = read(position)
    screen = Screen(p, names)
    boards: list[str] = []
    for seat in p.others:
        boards += screen.other_board(seat)
    boards += [*screen.own_board(p.focus), *screen.hand_and_pool(p.focus)]
    if width < WIDE:
        column = min(width, 80) - 1
        facts = [*screen.objectives(column), *screen.scoring(column), *screen.scores(column)]
        return "\n".join([*screen.title(column), *facts, *boards])
    facts = [*screen.objectives(RIGHT_COLUMN), "", *screen.scoring(RIGHT_COLUMN), ""]
    facts += screen.scores(RIGHT_COLUMN)
    body = side_by_side(boards, facts, BOARD + 3)
    return "\n".join([*screen.title(BOARD + 3 + RIGHT_COLUMN), *body])
