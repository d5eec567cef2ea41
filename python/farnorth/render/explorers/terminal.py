"""The Explorers table as text: a map of hexagons to play from, and what is on it in words.

A tile takes twelve columns and four lines. Around its coordinates stand its six edges: the number of
the land group there, or a wave of the sea group:

        0  ~         nw ne
     ~   1 -1   0    w     e
          pB2        what is on it
        ~  ~         sw se
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from farnorth.render.draw import (
    listed,
    plural,
    short,
    side_by_side,
    spaced,
    strip,
    tag,
    words,
    wrap,
)
from farnorth.render.explorers.position import (
    DIRECTIONS,
    LIVESTOCK,
    OUTPOSTS,
    Clan,
    Hex,
    Island,
    Position,
    Print,
    Tile,
    beyond,
    letter,
    player_name,
    read,
    seat_name,
    told,
)

if TYPE_CHECKING:
    from farnorth.protocols import State, View

WIDE = 120  # from here on players and islands stand side by side
CELL, LINES = 12, 4  # columns and lines of a tile
ANIMAL_LETTERS = dict(zip(LIVESTOCK, "pcgskh", strict=True))  # k: cattle, as c is taken
WAVES = "~=-"  # by sea group
EDGES = ((0, 7), (1, 10), (3, 7), (3, 4), (1, 1), (0, 4))  # line and column, by direction
SHORT = ("animals", "outposts", "ships", "raids", "deaths", "islands", "captain", "total")

PHASES = {
    "deal_tiles": "tiles are dealt",
    "deal_captains": "captains are dealt",
    "captain": "{}: keep one of two captains",
    "start": "the first player is drawn",
    "refill": "three tiles are drawn",
    "tile": "{}: choose a tile and how to turn it",
    "redraw": "tiles are drawn again",
    "cell": "{}: lay the tile",
    "token": "a settlement token is drawn",
    "load": "{}: load more, or stop",
    "unload": "{}: unload more, or stop",
    "walk": "{}: walk where, and who",
    "fight": "an enemy ship is turned up",
    "draw": "a tile is drawn",
    "over": "the game is over",
}


def edge(print: Print, direction: int) -> str:
    """What an edge shows: a land group's number, or a wave of a sea group."""
    land = print.land_at(direction)
    if land is not None:
        return tag("land", str(land))
    return tag("sea", WAVES[print.sea_at(direction) or 0])


def tile_words(print: Print, in_full: bool = True) -> str:
    """A tile in words: its token, and the directions of its land groups."""
    lands = []
    for i, group in enumerate(print.lands):
        edges = " ".join(DIRECTIONS[d] for d in sorted(group)) or "islet"
        lands.append(f"land {i} {edges}" if len(print.lands) > 1 else f"land {edges}")
    where = ""
    if print.token == "enemy_ship" and len(print.seas) > 1:
        where = f" in sea {print.token_group}"
    elif print.token and print.token != "enemy_ship" and len(print.lands) > 1:
        where = f" on land {print.token_group}"
    token = f"{words(print.token)}{where}" if print.token else "fixed tile"
    return f"{token}; {', '.join(lands)}" if in_full else token


def pieces(tile: Tile, land: int) -> list[str]:
    """What is on a land group, in letters: ``^3`` a settlement, ``p`` a pig, ``B2`` Vikings."""
    found = []
    if tile.settlement(land):
        found.append(tag("mark", f"^{tile.settlement(land)}"))
    animals = "".join(
        ANIMAL_LETTERS[name] * number for name, number in sorted(tile.livestock[land].items())
    )
    if animals:
        found.append(tag("amber", animals))
    for seat, number in sorted(tile.vikings[land].items()):
        found.append(tag(seat_name(seat), f"{letter(seat)}{number}"))
    return found


class Canvas:
    """Characters in a grid, each with a style."""

    def __init__(self, width: int, height: int) -> None:
        """Blanks."""
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, markup: str) -> None:
        """Writes markup of one style from a place on."""
        plain = strip(markup)
        style = markup[1 : markup.index("]")] if plain != markup else ""
        for i, character in enumerate(plain):
            if 0 <= x + i < len(self._cells[y]):
                self._cells[y][x + i] = (character, style)

    def put_all(self, x: int, y: int, parts: Sequence[str], width: int) -> None:
        """Writes parts side by side, centred; ``+`` stands for what does not fit."""
        kept = list(parts)
        while sum(len(strip(each)) for each in kept) > width:
            kept = [*kept[: -2 if kept[-1] == "+" else -1], "+"]
        x += (width - sum(len(strip(each)) for each in kept)) // 2
        for part in kept:
            self.put(x, y, part)
            x += len(strip(part))

    def lines(self) -> list[str]:
        """The lines, without blanks at the end; neighbours of one style share a tag."""
        return [
            "".join(
                tag(style, "".join(character for character, _ in run))
                if style
                else "".join(character for character, _ in run)
                for style, run in groupby(_trimmed(cells), key=lambda cell: cell[1])
            )
            for cells in self._cells
        ]


def _trimmed(cells: list[tuple[str, str]]) -> list[tuple[str, str]]:
    end = len(cells)
    while end and cells[end - 1][0] == " ":
        end -= 1
    return cells[:end]


class Chart:
    """The map in characters."""

    def __init__(self, position: Position, legal: set[Hex]) -> None:
        """legal: cells to mark, where the picked tile fits."""
        self.p = position
        self.legal = legal
        wants_border = position.phase in ("tile", "cell", "redraw")
        self.border = [c for c in position.border if wants_border and c not in position.tiles]
        self.cells = [*position.tiles, *position.mainland, *self.border]

    def lines(self, width: int) -> list[str]:
        """The map; a map that is too wide in strips, from west to east, with a column in common."""
        first = min(map(_half, self.cells))
        last = max(map(_half, self.cells))
        fits = (width - CELL) // (CELL // 2)  # half columns
        lines: list[str] = []
        start = first
        while True:
            part = [cell for cell in self.cells if start <= _half(cell) <= start + fits]
            if start > first:
                lines += ["", tag("note", "the map goes on to the east:")]
            lines += self._strip(part, start, width)
            if start + fits >= last:
                return lines
            start += fits - 1

    def _strip(self, cells: list[Hex], start: int, width: int) -> list[str]:
        if not cells:
            return []
        top = min(r for _, r in cells)
        bottom = max(r for _, r in cells)
        canvas = Canvas(width, (bottom - top + 1) * LINES)
        for cell in cells:
            x, y = (_half(cell) - start) * CELL // 2, (cell[1] - top) * LINES
            if cell in self.p.tiles:
                self._tile(canvas, x, y, self.p.tiles[cell])
            elif cell in self.p.mainland:
                self._mainland(canvas, x, y, cell)
            else:
                self._free(canvas, x, y, cell)
        return canvas.lines()

    def _tile(self, canvas: Canvas, x: int, y: int, tile: Tile) -> None:
        for direction, (line, column) in enumerate(EDGES):
            canvas.put(x + column, y + line, edge(tile.print, direction))
        canvas.put_all(x + 2, y + 1, [tag("head", told(tile.cell))], 8)
        canvas.put_all(x + 1, y + 2, self._contents(tile), 10)
        for seat, clan in enumerate(self.p.clans):
            for point in clan.outposts:
                if point.cell == tile.cell:
                    line = 3 if point.is_bottom else 0
                    canvas.put(x + 5, y + line, tag(seat_name(seat), f"#{letter(seat)}"))

    def _contents(self, tile: Tile) -> list[str]:
        """All that is on a tile: land by land, then its seas."""
        parts: list[str] = []
        for land in range(len(tile.print.lands)):
            found = pieces(tile, land)
            if found and len(tile.print.lands) > 1:
                found.insert(0, f"{land}:")
            parts += found
        for sea in range(len(tile.print.seas)):
            if tile.has_enemy(sea):
                parts.append(tag("mark", "!"))
            parts += [
                tag(seat_name(seat), f"({letter(seat)})")
                for seat in self.p.ships_at(tile.cell, sea)
            ]
        return parts

    def _mainland(self, canvas: Canvas, x: int, y: int, cell: Hex) -> None:
        for line, column, text in (
            (0, 3, ":" * 6),
            (1, 1, ":" * 10),
            (2, 1, ":" * 10),
            (3, 3, ":" * 6),
        ):
            canvas.put(x + column, y + line, tag("note", text))
        if cell == self.p.mainland[0]:
            ships = [tag(seat_name(s), f"({letter(s)})") for s in self.p.ships_at(None)]
            canvas.put_all(x, y, ships, CELL)
            canvas.put(x + 2, y + 1, "MAINLAND")
            vikings = [
                tag(seat_name(seat), f"{letter(seat)}{clan.mainland}")
                for seat, clan in enumerate(self.p.clans)
                if clan.mainland
            ]
            canvas.put_all(x + 1, y + 2, vikings, 10)

    def _free(self, canvas: Canvas, x: int, y: int, cell: Hex) -> None:
        """A free cell: the edges that a tile must have there."""
        for direction, (line, column) in enumerate(EDGES):
            tile = self.p.tiles.get(beyond(cell, direction))
            if tile is not None:
                land = tile.print.land_at((direction + 3) % 6)
                needed = tag("sea", "~") if land is None else tag("land", "L")
                canvas.put(x + column, y + line, needed)
        style = "mark" if cell in self.legal else "note"
        name = f"*{told(cell)}*" if cell in self.legal else f"({told(cell)})"
        canvas.put_all(x + 1, y + 1, [tag(style, name)], 10)


def _half(cell: Hex) -> int:
    """The column of a cell, in halves of a tile."""
    return 2 * cell[0] + cell[1]


class Screen:
    """The sections of the table, each a list of lines of markup."""

    def __init__(self, position: Position, names: Sequence[str] | None, legal: set[Hex]) -> None:
        """For a position; names from outside are made harmless here."""
        self.position = position
        self.names = [short(name) for name in names] if names else None
        self.legal = legal

    def name(self, seat: int) -> str:
        """The colour and who sits there."""
        return player_name(seat, self.names)

    def doing(self, width: int = 99) -> str:
        """Who does what now; where it is narrow his colour alone names him."""
        p = self.position
        pattern = PHASES.get(p.phase, f"{{}}: {plural(p.actions, 'action')} left")
        if p.phase == "cell" and p.picked is not None:
            pattern = f"{{}}: lay {p.picked.name}, rotation {p.rotation}"
        what = pattern.replace("{}", self.name(p.player))
        return what if len(what) <= width else pattern.replace("{}", seat_name(p.player))

    def title(self, width: int) -> list[str]:
        """The game, who acts, and what is left in the stack."""
        p = self.position
        stock = f"turn {p.turns + (p.phase != 'over')}  stack {plural(p.stack, 'tile')}"
        left = f"{tag('head', 'Explorers')}  {self.doing(width - len(stock) - 13)}"
        return [spaced(left, stock, width)]

    def chart(self, width: int) -> list[str]:
        """The map and its key."""
        key = [
            "Edges: 0 1 2 land groups, ~ = - sea groups. Animals p c g s k h: pig chicken goat "
            "sheep cattle (k) horse. ^3 settlement of strength 3. ! enemy ship. B2 two blue "
            "Vikings, (B) a longship, #B an outpost at the top or bottom point of its tile. "
            "1: before what is on land 1. + more than fits: see below."
        ]
        if Chart(self.position, self.legal).border:
            key.append("(1 -1) a free cell with the edges it asks for, *1 -1* the tile fits there.")
        lines = Chart(self.position, self.legal).lines(width)
        return lines + [tag("note", line) for line in wrap(" ".join(key), width)]

    def hand(self, seat: int) -> list[str]:
        """A hand: each tile in each rotation; the picked tile as it lies."""
        p, clan = self.position, self.position.clans[seat]
        lines: list[str] = []
        if p.picked is not None and p.phase == "cell":
            lines += [tag("head", f"PICKED {p.picked.name}") + f"  {tile_words(p.picked)}"]
            lines += turned_tiles([(f"rot {p.rotation}", p.picked)])
        if clan.hand:
            lines.append(tag("head", f"HAND of {self.name(seat)}"))
        for each in clan.hand:
            lines.append(f" {tag('head', each.name)}  {tile_words(each, False)}")
            if p.phase in ("tile", "captain"):
                lines += turned_tiles([(f"rot {k}", each.turned(k)) for k in range(6)])
            else:
                lines += turned_tiles([("rot 0", each)])
        return lines

    def player(self, seat: int, width: int) -> list[str]:
        """What a player has, in words."""
        p, clan = self.position, self.position.clans[seat]
        head = tag(seat_name(seat), f"{letter(seat)} {self.name(seat)}")
        notes = [f"seat {seat}", *self._captain(clan)]
        if p.winter == seat:
            notes.append("Winter token")
        if p.actor == seat:
            notes.append("acts now")
        lines = [f"{head}  {tag('note', ', '.join(notes))}"]
        if len(strip(lines[0])) > width:
            lines = [
                head,
                *(tag("note", each) for each in wrap(", ".join(notes), width, "  ", "  ")),
            ]
        for text in (self.crew(clan), self.spoils(clan), *self._held(clan)):
            lines += wrap(text, width, "  ", "    ")
        return lines

    def _captain(self, clan: Clan) -> list[str]:
        if clan.captains:
            return [f"captain {listed(clan.captains)}"]
        if clan.offer:
            return [f"offered {listed(clan.offer)}" + (", has picked" if clan.has_picked else "")]
        return ["has picked a captain"] if clan.has_picked else []

    def crew(self, clan: Clan) -> str:
        """Where Vikings and longship are."""
        where = "on the shore" if clan.ship is None else f"at {told(clan.ship)}"
        if clan.ship is not None and len(self.position.tiles[clan.ship].print.seas) > 1:
            where += f" sea {clan.sea}"
        dead = f", {clan.dead} dead" if clan.dead else ""
        return (
            f"longship {where}: {', '.join(clan.cargo) or 'empty'}; "
            f"Vikings: {clan.mainland} on the Mainland, {clan.ashore} on land{dead}"
        )

    def spoils(self, clan: Clan) -> str:
        """What was delivered, raided, destroyed and built."""
        parts = [f"delivered {', '.join(clan.animals) or 'nothing'}"]
        if clan.raided:
            parts.append(f"raided {' '.join(map(str, clan.raided))}")
        if clan.enemy_ships:
            parts.append(f"destroyed {plural(clan.enemy_ships, 'enemy ship')}")
        parts.append(f"outposts {len(clan.outposts)} of {OUTPOSTS}")
        return "; ".join(parts)

    def _held(self, clan: Clan) -> list[str]:
        if clan.unknown:
            return [f"hand: {plural(clan.unknown, 'unknown tile')}"]
        held = ", ".join(f"{each.name} {tile_words(each, False)}" for each in clan.hand)
        return [f"hand: {held}"] if held else []

    def players(self, width: int) -> list[str]:
        """All players, the focus first."""
        lines = []
        for seat in self.position.seats():
            lines += self.player(seat, width)
        return lines

    def scores(self, width: int) -> list[str]:
        """Points by heading: a row a player, or where it is narrow a column a player."""
        sheets = self.position.sheets
        seats = range(len(sheets))
        if width < 77:
            head = "".join(f"{seat_name(seat):>7}" for seat in seats)
            lines = [spaced(tag("head", "SCORES"), head, width)]
            for heading in sheets[0]:
                values = "".join(f"{sheets[seat][heading]:>7}" for seat in seats)
                lines.append(spaced(f" {words(heading)}", values, width))
            return lines
        widths = [len(name) + 1 for name in SHORT]
        head = "".join(name.rjust(n) for name, n in zip(SHORT, widths, strict=True))
        lines = [spaced(tag("head", "SCORES"), head, width)]
        for seat in seats:
            cells = [str(n).rjust(w) for n, w in zip(sheets[seat].values(), widths, strict=True)]
            lines.append(spaced(f" {short(self.name(seat), 12)}", "".join(cells), width))
        return lines

    def islands(self, width: int) -> list[str]:
        """Islands that are complete or that somebody is on."""
        lines = []
        for island in self.position.islands:
            if (island.complete and len(island.lands) > 1) or any(island.score):
                lines += wrap(self.island(island), width, " ", "   ")
        return [tag("head", "ISLANDS"), *lines] if lines else []

    def island(self, island: Island) -> str:
        """An island in a line."""
        at = ", ".join(told(cell) for cell in island.cells)
        scores = [f"{seat_name(i)} {n}" for i, n in enumerate(island.score) if n]
        influence = f"influence {', '.join(scores)}" if scores else "nobody there"
        if not island.complete:
            return f"open, {plural(len(island.cells), 'tile')} so far ({at}): {influence}"
        holders = [seat_name(seat) for seat in island.holders]
        control = f"controlled by {listed(holders)}" if holders else "controlled by nobody"
        return f"complete, size {len(island.cells)} ({at}): {influence}, {control}"

    def details(self, width: int) -> list[str]:
        """Tiles whose pieces the map has no room for, and those whose groups need telling apart."""
        lines = []
        for tile in self.position.tiles.values():
            many = len(tile.print.lands) > 1 or len(tile.print.seas) > 1
            content = self.contents(tile)
            if content and (many or len(content) > 2):
                lines += wrap(f"{told(tile.cell)}: {'; '.join(content)}", width, " ", "   ")
        return [tag("head", "TILES in detail"), *lines] if lines else []

    def contents(self, tile: Tile) -> list[str]:
        """What is on a tile, in words, land by land and sea by sea."""
        found = []
        for i in range(len(tile.print.lands)):
            things = land_words(tile, i)
            if things:
                found.append(f"land {i}: {', '.join(things)}")
        for i in range(len(tile.print.seas)):
            things = ["an enemy ship"] if tile.has_enemy(i) else []
            ships = self.position.ships_at(tile.cell, i)
            things += [f"{seat_name(seat)} longship" for seat in ships]
            if things:
                found.append(f"sea {i}: {', '.join(things)}")
        return found


def land_words(tile: Tile, land: int) -> list[str]:
    """What is on a land group, in words."""
    things = []
    if tile.settlement(land):
        things.append(f"settlement of strength {tile.settlement(land)}")
    things += [f"{n} {name}" for name, n in sorted(tile.livestock[land].items())]
    things += [
        f"{n} {seat_name(seat)} Viking{'s' if n > 1 else ''}"
        for seat, n in sorted(tile.vikings[land].items())
    ]
    return things


def turned_tiles(tiles: Sequence[tuple[str, Print]]) -> list[str]:
    """Tiles side by side, each with its label in the middle."""
    canvas = Canvas(CELL * len(tiles) + 1, 3)
    for i, (label, each) in enumerate(tiles):
        x = i * CELL
        for direction, (line, column) in enumerate(EDGES):
            canvas.put(x + column, min(line, 2), edge(each, direction))
        canvas.put_all(x + 2, 1, [tag("note", label)], 8)
    return canvas.lines()


def legal_cells(source: State | View, phase: str) -> set[Hex]:
    """The cells where the picked tile may be laid."""
    if phase != "cell":
        return set()
    cells = [move.text.split() for move in source.legal_moves]
    return {(int(each[1]), int(each[2])) for each in cells if each[0] == "lay"}


def markup(position: State | View, width: int, names: Sequence[str] | None) -> str:
    """The table as lines of markup."""
    p = read(position)
    screen = Screen(p, names, legal_cells(position, p.phase))
    column = width - 1
    lines = [*screen.title(column), "", *screen.chart(column), ""]
    if width < WIDE:
        lines += [*screen.players(column), *screen.scores(column)]
        lines += [*screen.islands(column), *screen.details(column)]
    else:
        half = (column - 2) // 2
        left = [*screen.players(half), *screen.scores(half)]
        right = [*screen.islands(half), *screen.details(half)]
        lines += side_by_side(left, right, half + 2)
    return "\n".join([*lines, *screen.hand(p.focus)])
