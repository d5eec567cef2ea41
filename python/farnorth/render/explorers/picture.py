"""The Explorers table as a picture. Colours never stand alone: each piece has a letter or a shape."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from farnorth.render.draw import (
    Svg,
    html_details,
    html_table,
    listed,
    plain,
    plural,
    short,
    strip,
    words,
    wrap,
)
from farnorth.render.explorers.geometry import (
    SIZE,
    Place,
    between,
    centre,
    corner,
    hexagon,
    middle,
    pair,
    rounded,
)
from farnorth.render.explorers.pieces import STYLE, Painter, cargo
from farnorth.render.explorers.position import (
    DIRECTIONS,
    OUTPOSTS,
    Components,
    Hex,
    Island,
    Point,
    Position,
    Print,
    Tile,
    beyond,
    components_of,
    letter,
    read,
    seat_name,
    told,
)
from farnorth.render.explorers.terminal import Screen, legal_cells, tile_words

if TYPE_CHECKING:
    from farnorth.protocols import State, View

MARGIN = 14.0
PANEL = 330.0  # width of the players' column
BACK = '<rect class="back" width="100%" height="100%"/>'
HAND = 0.8  # of the size of a tile on the map


# ---- The picture ---------------------------------------------------------------------------------


class Picture:
    """Draws a position: the map, beside it the players, below it the hand."""

    def __init__(
        self,
        position: Position,
        names: Sequence[str] | None,
        last: str | None,
        legal: set[Hex],
    ) -> None:
        """An empty picture of a position."""
        self.p = position
        self.screen = Screen(position, names, legal)
        self.legal = legal
        self.last = last
        self.headline = f"Explorers: {self.screen.doing()}"
        laying = position.phase in ("tile", "cell", "redraw")
        self.free = [cell for cell in position.border if laying]
        cells = [*position.tiles, *position.mainland, *self.free]
        places = [centre(cell) for cell in cells]
        half = SIZE * math.sqrt(3) / 2
        left, right = min(x for x, _ in places) - half, max(x for x, _ in places) + half
        top, bottom = min(y for _, y in places) - SIZE, max(y for _, y in places) + SIZE
        self.map_width = max(right - left, 520)
        self.top = MARGIN + (52 if last else 34)
        self.dx = MARGIN - left + (self.map_width - (right - left)) / 2
        self.dy = self.top - top
        self.map_bottom = self.top + bottom - top
        self.width = round(self.map_width + PANEL + 3 * MARGIN)
        self.svg = Svg(self.width, STYLE, self.headline)
        self.painter = Painter(self.svg)
        self.ships: dict[int, Place] = {}  # on the shore, by seat

    def at(self, cell: Hex) -> Place:
        """The centre of a cell in the picture."""
        x, y = centre(cell)
        return x + self.dx, y + self.dy

    def draw(self) -> str:
        """The whole document."""
        self.svg.add(f'<g class="fne">{BACK}')
        self._title()
        self._map()
        bottom = self._legend(max(self._hand(), self._players()) + MARGIN)
        self.svg.add("</g>")
        return self.svg.close(round(bottom))

    # ---- The map -------------------------------------------------------------------------------

    def _title(self) -> None:
        p = self.p
        self.svg.text(MARGIN, MARGIN + 16, self.headline, "ink h")
        stock = f"turn {p.turns + (p.phase != 'over')}, stack {plural(p.stack, 'tile')}"
        self.svg.text(self.width - MARGIN, MARGIN + 16, stock, "ink", "end")
        if self.last:
            self.svg.text(MARGIN, MARGIN + 34, f"last move: {plain(self.last)}", "flame s")

    def _map(self) -> None:
        for cell in self.free:
            fits = cell in self.legal
            self.svg.polygon(rounded(hexagon(self.at(cell), SIZE - 4)), "fits" if fits else "free")
            x, y = self.at(cell)
            self.svg.text(round(x, 1), round(y + 4, 1), told(cell), "ink s", "middle")
        self._mainland()
        for tile in self.p.tiles.values():
            self.painter.ground(tile.print, self.at(tile.cell), SIZE, self._done(tile))
        for tile in self.p.tiles.values():
            self._pieces(tile)
        for island in self.p.islands:
            if island.complete:
                self._island(island)
        for seat, clan in enumerate(self.p.clans):
            for each in clan.outposts:
                self.painter.outpost(self._corner(each), seat)
        self._mark_last()

    def _done(self, tile: Tile) -> dict[int, str]:
        """The looks of a tile's lands that are complete islands: the tint of whoever holds it alone."""
        looks = {}
        for land in range(len(tile.print.lands)):
            island = self.p.island_at(tile.cell, land)
            if island.complete:
                alone = len(island.holders) == 1
                looks[land] = f"done-{seat_name(island.holders[0])}" if alone else "done"
        return looks

    def _corner(self, point: Point) -> Place:
        return corner(self.at(point.cell), 3 if point.is_bottom else 0)

    def _mainland(self) -> None:
        """One land, and along it the shore, where longships start."""
        cells = self.p.mainland
        for cell in cells:
            self.svg.polygon(rounded(hexagon(self.at(cell))), "main")
        shore = []
        for cell in cells:
            for d in range(6):
                if beyond(cell, d) not in cells:
                    a, b = (corner(self.at(cell), d + i) for i in (0, 1))
                    self.svg.line(*rounded([a, b])[0], *rounded([a, b])[1], "coast")
                if beyond(cell, d) in self.p.tiles:
                    a, b = (corner(self.at(cell), d + i, SIZE - 8) for i in (0, 1))
                    shore.append((a, b))
        for a, b in shore:
            self.svg.line(*rounded([a, b])[0], *rounded([a, b])[1], "shore")
        x, y = self.at(cells[len(cells) // 2])
        self.svg.text(round(x), round(y - 6), "Mainland", "dark", "middle")
        crews = [(seat, clan.mainland) for seat, clan in enumerate(self.p.clans) if clan.mainland]
        for i, (seat, number) in enumerate(crews):
            self.painter.vikings((x + 30 * (i - (len(crews) - 1) / 2), y + 12), seat, number)
        ships = self.p.ships_at(None)
        places = [between(a, b, 0.5) for a, b in shore]
        if ships and places:
            x = sum(place[0] for place in places) / len(places)
            y = sum(place[1] for place in places) / len(places)
            for i, seat in enumerate(ships):
                at = (x + 42 * (i - (len(ships) - 1) / 2), y + 8)
                self.ships[seat] = at
                self.painter.ship(at, seat, cargo(self.p.clans[seat].aboard))

    def _pieces(self, tile: Tile) -> None:
        at = self.at(tile.cell)
        for i, group in enumerate(tile.print.lands):
            x, y = middle(group, at, SIZE)
            if len(tile.print.lands) > 1:
                edge = middle(group[:1], at, SIZE * 1.2) if group else (x, y - 12)
                self.svg.text(round(edge[0], 1), round(edge[1] + 3, 1), f"L{i}", "at", "middle")
            self._crowd(tile, i, (x, y))
        for i, group in enumerate(tile.print.seas):
            x, y = middle(group, at, SIZE)
            ships = self.p.ships_at(tile.cell, i)
            if tile.has_enemy(i):
                self.painter.enemy((x, y))
            for n, seat in enumerate(ships):
                place = (x, y + 21 * (n - (len(ships) - 1) / 2))
                self.painter.ship(place, seat, cargo(self.p.clans[seat].aboard))
        self.svg.text(
            round(at[0], 1), round(at[1] + SIZE * 0.84, 1), told(tile.cell), "at", "middle"
        )

    def _crowd(self, tile: Tile, land: int, at: Place) -> None:
        """All that stands on a land group: rows of two around its middle."""
        things: list[tuple[str, Any]] = []
        if tile.settlement(land):
            things.append(("house", str(tile.settlement(land))))
        things += [("animal", each) for each in sorted(tile.livestock[land].items())]
        things += [("vikings", each) for each in sorted(tile.vikings[land].items())]
        abreast = 1 if len(tile.print.lands[land]) == 1 and len(things) < 3 else 2
        rows = [things[i : i + abreast] for i in range(0, len(things), abreast)]
        for r, row in enumerate(rows):
            y = at[1] + 19 * (r - (len(rows) - 1) / 2)
            for c, (kind, what) in enumerate(row):
                place = (at[0] + 26 * (c - (len(row) - 1) / 2), y)
                if kind == "house":
                    self.painter.house(place, what)
                elif kind == "animal":
                    self.painter.animal(place, *what)
                else:
                    self.painter.vikings(place, *what)

    def _island(self, island: Island) -> None:
        """A flag on a complete island: its size, and the letters of those who control it."""
        holders = "".join(letter(seat) for seat in island.holders)
        cell, land = min(
            island.lands, key=lambda each: (not self.p.tiles[each[0]].is_bare(each[1]), each)
        )
        x, y = middle(self.p.tiles[cell].print.lands[land], self.at(cell), SIZE)
        if not self.p.tiles[cell].is_bare(land):
            y -= 24
        text = f"{len(island.cells)}{' ' + holders if holders else ''}"
        width = 16 + 8 * len(holders)
        self.svg.rect(round(x - width / 2, 1), round(y - 8, 1), width, 15, "flag", 2)
        self.svg.text(round(x, 1), round(y + 4, 1), text, "dark", "middle")

    def _mark_last(self) -> None:
        """A mark where the last move was made, as far as its text and the table tell."""
        kind, *rest = self.last.split() if self.last else ("",)
        if kind == "sail":
            self._mark_sail(rest[0], rest[1:])
        elif kind == "walk":
            self._mark_walk(DIRECTIONS.index(rest[0]))
        try:
            where = (int(rest[0]), int(rest[1]))
        except (IndexError, ValueError):
            where = None
        known = where in self.p.tiles
        if kind in ("lay", "from") and known and where is not None:
            self.svg.polygon(rounded(hexagon(self.at(where), SIZE - 2)), "last")
        elif kind == "outpost" and known and where is not None:
            x, y = self._corner(Point(where, rest[2:] == ["s"]))
            self.svg.circle(round(x, 1), round(y, 1), 16, "last")

    def _mark_sail(self, way: str, rest: list[str]) -> None:
        """An arrow along which the longship came."""
        ship = self.p.clans[self.p.moved].ship
        if way == "home":
            if ship is None:
                x, y = self.ships[self.p.moved]
                self.svg.circle(round(x, 1), round(y, 1), 22, "last")
        elif way == "out":
            cell, fixed = self.p.components.boards[self.p.board][int(rest[0])]
            if ship == cell:
                edges = [d for d in range(6) if beyond(cell, d) in self.p.mainland]
                self._arrow(self._edge(cell, edges[0]), middle(fixed.seas[0], self.at(cell), SIZE))
        elif ship is not None:
            back = (DIRECTIONS.index(way) + 3) % 6
            sea = self.p.tiles[ship].print.sea_at(back)
            if beyond(ship, back) in self.p.tiles and sea == self.p.clans[self.p.moved].sea:
                self._arrow_across(ship, back)

    def _mark_walk(self, direction: int) -> None:
        """An arrow over the edge that Vikings crossed, if only one can be meant."""
        back, seat, ways = (direction + 3) % 6, self.p.moved, []
        for cell, tile in self.p.tiles.items():
            land = tile.print.land_at(back)
            if land is not None and tile.vikings[land][seat] and beyond(cell, back) in self.p.tiles:
                ways.append(cell)
        if len(ways) == 1:
            self._arrow_across(ways[0], back)

    def _edge(self, cell: Hex, direction: int) -> Place:
        """The middle of an edge."""
        at = self.at(cell)
        return between(corner(at, direction), corner(at, direction + 1), 0.5)

    def _arrow_across(self, cell: Hex, back: int) -> None:
        """From the tile beyond an edge into a tile."""
        edge, there, here = self._edge(cell, back), self.at(beyond(cell, back)), self.at(cell)
        self._arrow(between(edge, there, 0.45), between(edge, here, 0.45))

    def _arrow(self, start: Place, end: Place) -> None:
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        wings = [
            (end[0] - 14 * math.cos(angle + turn), end[1] - 14 * math.sin(angle + turn))
            for turn in (-0.5, 0.5)
        ]
        path = f"M{pair(start)}L{pair(end)}M{pair(wings[0])}L{pair(end)}L{pair(wings[1])}"
        self.painter.path(path, "last")

    # ---- Beside and below ------------------------------------------------------------------------

    def _hand(self) -> float:
        """The tiles of the focus, and the picked tile as it lies."""
        p = self.p
        y = self.map_bottom + MARGIN
        tiles = [(each.name, each) for each in p.clans[p.focus].hand]
        if p.picked is not None and p.phase == "cell":
            tiles.insert(0, (f"lay {p.picked.name} rot {p.rotation}", p.picked))
        if not tiles:
            return y
        self.svg.text(MARGIN, y + 14, f"Tiles of {self.screen.name(p.focus)}", "ink b")
        size = SIZE * HAND
        for i, (name, each) in enumerate(tiles):
            at = (MARGIN + 70 + 150 * i, y + 28 + size)
            self.painter.ground(each, at, size)
            self.painter.printed(each, at, size)
            self.svg.text(at[0], round(at[1] + size + 16), name, "ink b", "middle")
            token = tile_words(each, False)
            self.svg.text(at[0], round(at[1] + size + 30), token, "soft s", "middle")
        return y + 62 + 2 * size

    def _players(self) -> float:
        y = self.top
        x = self.map_width + 2 * MARGIN
        for seat in self.p.seats():
            y = self._player(seat, x, y)
        return y

    def _player(self, seat: int, x: float, y: float) -> float:
        """A player's panel."""
        p, clan = self.p, self.p.clans[seat]
        facts = self._facts(seat)
        lines = [line for fact in facts for line in wrap(fact, 54, "", "   ")]
        height = 40 + 15 * len(lines) + 46
        self.svg.rect(x, y, PANEL, height, "panel", 8)
        self.painter.vikings((x + 22, y + 18), seat, clan.mainland + clan.ashore + clan.aboard[0])
        self.svg.text(x + 42, y + 23, short(self.screen.name(seat), 26), "ink b")
        self.svg.text(x + PANEL - 10, y + 23, plural(p.total(seat), "point"), "ink b", "end")
        for i, line in enumerate(lines):
            self.svg.text(x + 10, y + 46 + 15 * i, line, "ink s")
        self._score_row(seat, x + 10, y + height - 40)
        return y + height + 10

    def _score_row(self, seat: int, x: float, y: float) -> None:
        """Points by heading."""
        sheet = [(name, n) for name, n in self.p.sheets[seat].items() if name != "total"]
        short = {"enemy_ships": "ships", "settlements": "raids", "livestock": "animals"}
        step = (PANEL - 20) / len(sheet)
        for i, (name, number) in enumerate(sheet):
            middle_x = round(x + step * (i + 0.5), 1)
            self.svg.text(middle_x, y + 12, short.get(name, name), "soft t", "middle")
            self.svg.text(middle_x, y + 28, str(number), "ink b", "middle")

    def _facts(self, seat: int) -> list[str]:
        p, clan = self.p, self.p.clans[seat]
        facts = [f"seat {seat}" + (", Winter token" if p.winter == seat else "")]
        if clan.captains:
            facts[0] += f", captain {listed(clan.captains)}"
        elif clan.offer:
            facts[0] += f", offered {listed(clan.offer)}"
        if clan.has_picked and not clan.captains:
            facts[0] += ", has picked"
        if p.actor == seat:
            facts[0] += " - acts now"
        facts.append(self.screen.crew(clan).replace("longship", "Longship", 1))
        facts.append(f"Delivered: {', '.join(clan.animals) or 'nothing'}")
        facts.append(
            f"Raided: {' '.join(map(str, clan.raided)) or 'nothing'}; "
            f"enemy ships: {clan.enemy_ships}; dead: {clan.dead}"
        )
        facts.append(f"Outposts: {len(clan.outposts)} of {OUTPOSTS}")
        if clan.unknown:
            facts.append(f"Hand: {plural(clan.unknown, 'unknown tile')}")
        elif seat != p.focus and clan.hand:
            facts.append(f"Hand: {', '.join(each.name for each in clan.hand)}")
        return facts

    def _legend(self, y: float) -> float:
        told = (
            "Letters: "
            + ", ".join(f"{letter(i)} {seat_name(i)}" for i in range(self.p.players))
            + ". B2: two Vikings. Hull with letter: longship, with its Vikings + animals aboard. "
            "Dark hull x: enemy ship. House: settlement and its strength. Oval: livestock by its "
            "first two letters. Tower: outpost. Land with a dark coast and a flag: complete island; "
            "the flag gives its size and who controls it, and so does its tint (green: shared or "
            "nobody's). L0, L1: land groups of a tile. Frame: fixed tile."
        )
        lines = wrap(told, int((self.width - 2 * MARGIN) / 5.6))
        for i, line in enumerate(lines):
            self.svg.text(MARGIN, y + 12 + 14 * i, line, "soft s")
        return y + 14 * len(lines) + MARGIN


def svg(position: State | View, names: Sequence[str] | None, last: str | None) -> str:
    """The picture."""
    p = read(position)
    return Picture(p, names, last, legal_cells(position, p.phase)).draw()


def _hand_words(p: Position, seat: int) -> str:
    clan = p.clans[seat]
    if clan.unknown:
        return plural(clan.unknown, "unknown tile")
    return "; ".join(f"{each.name} {tile_words(each)}" for each in clan.hand) or "empty"


def html(position: State | View, names: Sequence[str] | None, last: str | None) -> str:
    """The picture, and beneath it hands, islands and scores, to fold in and out."""
    p = read(position)
    screen = Screen(p, names, set())
    seats = range(p.players)
    hands = html_table(("player", "hand"), [(screen.name(i), _hand_words(p, i)) for i in seats])
    islands = [
        (listed([told(cell) for cell in each.cells]), screen.island(each).partition(" (")[0],
         ", ".join(f"{seat_name(i)} {n}" for i, n in enumerate(each.score) if n),
         listed([seat_name(seat) for seat in each.holders]))
        for each in p.islands
        if each.complete or any(each.score)
    ]  # fmt: skip
    scores = html_table(
        ("player", *(words(heading) for heading in p.sheets[0])),
        [(screen.name(i), *map(str, p.sheets[i].values())) for i in seats],
    )
    table = html_table(("tiles", "island", "influence", "controlled by"), islands)
    picture = Picture(p, names, last, legal_cells(position, p.phase)).draw()
    return (
        "<div>"
        + html_details("Table", picture, is_open=True)
        + html_details("Hands", hands)
        + html_details("Islands", table)
        + html_details("Scores, if the game ended now", scores)
        + "</div>"
    )


# ---- Components ----------------------------------------------------------------------------------


def component_pictures(tables: dict[str, Any]) -> dict[str, str]:
    """Every tile and start board of a tile set, by file name."""
    parts = components_of(tables)
    pictures = {f"tile-{each.name}.svg": _tile_picture(each) for each in parts.tiles}
    for board in parts.boards:
        pictures[f"board-{board}.svg"] = _board_picture(parts, board)
    return pictures


def _tile_picture(tile: Print) -> str:
    size = 2 * SIZE
    width, height = round(size * math.sqrt(3)) + 20, 2 * size + 60
    svg = Svg(width, STYLE, f"tile {tile.name}: {strip(tile_words(tile))}")
    painter = Painter(svg)
    at = (width / 2, size + 10)
    svg.add(f'<g class="fne">{BACK}')
    painter.ground(tile, at, size)
    painter.printed(tile, at, size)
    svg.text(width / 2, 2 * size + 32, tile.name, "ink h", "middle")
    svg.text(width / 2, 2 * size + 50, tile_words(tile), "soft s", "middle")
    svg.add("</g>")
    return svg.close(height)


def _board_picture(parts: Components, board: str) -> str:
    fixed = parts.boards[board]
    places = [centre(cell) for cell in [*parts.mainland, *(cell for cell, _ in fixed)]]
    half = SIZE * math.sqrt(3) / 2
    left, top = min(x for x, _ in places) - half - 10, min(y for _, y in places) - SIZE - 10
    width = max(x for x, _ in places) + half + 10 - left
    height = max(y for _, y in places) + SIZE + 40 - top
    svg = Svg(round(width), STYLE, f"start board {board}")
    painter = Painter(svg)
    svg.add(f'<g class="fne">{BACK}')
    for cell in parts.mainland:
        x, y = centre(cell)
        svg.polygon(rounded(hexagon((x - left, y - top))), "main")
        svg.text(round(x - left), round(y - top), "Mainland", "at", "middle")
    for cell, each in fixed:
        x, y = centre(cell)
        painter.ground(each, (x - left, y - top), SIZE)
        svg.text(round(x - left), round(y - top + SIZE * 0.84), told(cell), "at", "middle")
    svg.text(round(width / 2), round(height - 12), f"Start board {board}", "ink h", "middle")
    svg.add("</g>")
    return svg.close(round(height))
