"""What there is to show: a State or a View of Explorers, brought into one form."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from farnorth.protocols import Game, State, View

Hex = tuple[int, int]
"""Axial coordinates q, r of a cell."""
Groups = tuple[tuple[int, ...], ...]
"""The directions of each land group, or sea group, of a tile."""

DIRECTIONS = ("ne", "e", "se", "sw", "w", "nw")
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
COLOURS = ("blue", "red", "white", "yellow")  # by seat; their initials differ from all others
LIVESTOCK = ("pig", "chicken", "goat", "sheep", "cattle", "horse")  # as numbers of them in JSON
LOWEST_STRENGTH = 2  # of the lists by strength in JSON
OUTPOSTS = 5


def beyond(cell: Hex, direction: int) -> Hex:
    """The cell across an edge."""
    dq, dr = STEPS[direction]
    return cell[0] + dq, cell[1] + dr


def told(cell: Hex) -> str:
    """A cell as in moves: ``1 -1``."""
    return f"{cell[0]} {cell[1]}"


def _cell(text: str) -> Hex:
    q, r, *_ = text.split()
    return int(q), int(r)


@dataclass(frozen=True)
class Print:
    """What is printed on a tile, turned: directions of its land and sea groups, and its token."""

    name: str
    lands: Groups
    seas: Groups
    token: str = ""  # empty for fixed tiles
    token_group: int = 0

    def turned(self, steps: int) -> Print:
        """The same tile, turned clockwise."""
        return Print(
            self.name,
            _turned(self.lands, steps),
            _turned(self.seas, steps),
            self.token,
            self.token_group,
        )

    def land_at(self, direction: int) -> int | None:
        """The land group at an edge; None where there is sea."""
        return next((i for i, group in enumerate(self.lands) if direction in group), None)

    def sea_at(self, direction: int) -> int | None:
        """The sea group at an edge; None where there is land."""
        return next((i for i, group in enumerate(self.seas) if direction in group), None)


def _turned(groups: Groups, steps: int) -> Groups:
    return tuple(tuple(sorted((i + steps) % 6 for i in group)) for group in groups)


@dataclass(frozen=True)
class Components:
    """A tile set: its tiles by number, the fixed tiles of each board with their cells, the Mainland."""

    tiles: list[Print]
    boards: dict[str, list[tuple[Hex, Print]]]
    mainland: list[Hex]

    def by_name(self, name: str) -> Print:
        """A tile by its id."""
        return next(each for each in self.tiles if each.name == name)


def _groups(groups: Sequence[Sequence[str]]) -> Groups:
    return tuple(tuple(DIRECTIONS.index(edge) for edge in group) for group in groups)


def components_of(tables: dict[str, Any]) -> Components:
    """The components from the engine's tables of a tile set."""
    boards: dict[str, list[tuple[Hex, Print]]] = {}
    for row in tables["start boards"]:
        fixed = boards.setdefault(row["board"], [])
        name = f"f{len(fixed)}"
        fixed.append(
            ((row["q"], row["r"]), Print(name, _groups(row["lands"]), _groups(row["seas"])))
        )
    return Components(
        [
            Print(
                row["tile"],
                _groups(row["lands"]),
                _groups(row["seas"]),
                row["token"],
                row["token_group"],
            )
            for row in tables["tiles"]
        ],
        boards,
        [(row["q"], row["r"]) for row in tables["mainland"]],
    )


_KNOWN: dict[str, Components] = {}  # by the digest of the tile set


def components(game: Game) -> Components:
    """The components of the tile set of a game."""
    digest = str(game.options["tiles_sha256"])
    if digest not in _KNOWN:
        _KNOWN[digest] = components_of(cast("Any", game).tables_in_use())
    return _KNOWN[digest]


@dataclass(frozen=True)
class Tile:
    """A tile on the table, and what is on it. Lists are by land group."""

    number: int
    cell: Hex
    print: Print  # turned as it lies
    strength: int  # of the settlement token on it; 0 if there is none
    enemy_ship: bool
    livestock: list[Counter[str]]
    vikings: list[Counter[int]]  # by seat

    def is_bare(self, land: int) -> bool:
        """Nothing is on a land group."""
        return not (self.livestock[land] or self.vikings[land] or self.settlement(land))

    def settlement(self, land: int) -> int:
        """Strength of the settlement on a land group; 0 if there is none."""
        return self.strength if self.strength and self.print.token_group == land else 0

    def has_enemy(self, sea: int) -> bool:
        """An enemy ship is in a sea group."""
        return self.enemy_ship and self.print.token_group == sea


@dataclass(frozen=True)
class Point:
    """A corner point: the top or the bottom of a cell."""

    cell: Hex
    is_bottom: bool

    @property
    def cells(self) -> tuple[Hex, Hex, Hex]:
        """The three cells that meet there."""
        first, second = (2, 3) if self.is_bottom else (5, 0)
        return self.cell, beyond(self.cell, first), beyond(self.cell, second)


def point(text: str) -> Point:
    """A corner point as in moves: ``1 -1 s``."""
    return Point(_cell(text), text.endswith("s"))


@dataclass(frozen=True)
class Clan:
    """One player's pieces. `hand` is what is known of it, `unknown` how many tiles are not."""

    captains: list[str]
    offer: list[str]
    offered: int
    has_picked: bool
    mainland: int
    dead: int
    ashore: int
    ship: Hex | None  # None: on the shore
    sea: int
    aboard: list[int]  # Vikings, then livestock by type
    delivered: list[int]
    raided: list[int]  # strengths
    enemy_ships: int
    outposts: list[Point]
    hand: list[Print]
    unknown: int

    @property
    def cargo(self) -> list[str]:
        """What is aboard, in words."""
        vikings, *animals = self.aboard
        return vikings_told(vikings) + animals_told(animals)

    @property
    def animals(self) -> list[str]:
        """What was delivered, in words."""
        return animals_told(self.delivered)


def vikings_told(number: int) -> list[str]:
    """Vikings in words; nothing if there are none."""
    return [f"{number} Viking" + ("s" if number > 1 else "")] if number else []


def animals_told(numbers: Sequence[int]) -> list[str]:
    """Livestock in words."""
    return [f"{n} {name}" for name, n in zip(LIVESTOCK, numbers, strict=True) if n]


@dataclass(frozen=True)
class Island:
    """Land groups that are joined: N-ISLE-1. `score` of seats is their influence: N-ISLE-4."""

    lands: frozenset[tuple[Hex, int]]
    complete: bool
    score: tuple[int, ...]
    holders: tuple[int, ...]  # the seats that control it: N-ISLE-5

    @property
    def cells(self) -> list[Hex]:
        """Its tiles: N-ISLE-3."""
        return sorted({cell for cell, _ in self.lands}, key=lambda cell: (cell[1], cell[0]))


@dataclass(frozen=True)
class Position:
    """A state or a view, in one form. `viewer` is None where everything is shown."""

    components: Components
    players: int
    board: str
    phase: str
    actor: int | None
    player: int
    viewer: int | None
    first: int
    turns: int
    actions: int
    picked: Print | None  # turned as it is to be laid
    rotation: int
    start: Hex | None  # where Vikings walk from
    land: int
    tiles: dict[Hex, Tile]
    border: list[Hex]
    clans: list[Clan]
    stack: int
    unseen: list[Print]
    removed: list[Print]
    strengths: list[int]
    blanks: int
    skulls: int
    sheets: list[dict[str, int]]
    islands: list[Island]

    @property
    def focus(self) -> int:
        """The seat whose hand is drawn: the viewer's, else the one whose turn it is."""
        return self.player if self.viewer is None else self.viewer

    @property
    def mainland(self) -> list[Hex]:
        """The cells of the Mainland."""
        return self.components.mainland

    def seats(self) -> Iterator[int]:
        """The seats, in turn order from the focus on."""
        return ((self.focus + i) % self.players for i in range(self.players))

    def total(self, seat: int) -> int:
        """Points of a seat, as if the game ended now."""
        return self.sheets[seat]["total"]

    def ships_at(self, cell: Hex | None, sea: int = 0) -> list[int]:
        """Seats whose longships are in a sea group, or for None on the shore."""
        return [
            seat
            for seat, clan in enumerate(self.clans)
            if clan.ship == cell and (cell is None or clan.sea == sea)
        ]

    def island_at(self, cell: Hex, land: int) -> Island:
        """The island that a land group is part of."""
        return next(each for each in self.islands if (cell, land) in each.lands)

    @property
    def moved(self) -> int:
        """Whose action the last one was. A turn without a draw ends with its last action."""
        over = self.phase in ("tile", "cell", "refill")
        return (self.player - 1) % self.players if over else self.player

    @property
    def winter(self) -> int | None:
        """Who holds the Winter token: N-SETUP-6."""
        before = self.phase in ("deal_tiles", "deal_captains", "captain", "start")
        return None if before or self.players == 1 else (self.first - 1) % self.players


def seat_name(seat: int) -> str:
    """Players are named by their colours; seat 0 is blue."""
    return COLOURS[seat]


def letter(seat: int) -> str:
    """The letter of a player's pieces."""
    return COLOURS[seat][0].upper()


def player_name(seat: int, names: Sequence[str] | None) -> str:
    """The colour, and who sits there."""
    return f"{seat_name(seat)} {names[seat]}" if names else seat_name(seat)


# ---- Reading -------------------------------------------------------------------------------------


def _tiles(seen: dict[str, Any], parts: Components, board: str) -> dict[Hex, Tile]:
    """The table: every tile with what is on it, by cell."""
    prints = [*parts.tiles, *(fixed for _, fixed in parts.boards[board])]
    tiles: list[Tile | None] = []
    for number, site in enumerate(seen["map"]["site"]):
        if site == "none":
            tiles.append(None)
            continue
        q, r, _, rotation, *token = site.split()
        turned = prints[number].turned(int(rotation))
        tiles.append(
            Tile(
                number,
                (int(q), int(r)),
                turned,
                int(token[1]) if token[:1] == ["settlement"] else 0,
                token == ["enemy_ship"],
                [Counter() for _ in turned.lands],
                [Counter() for _ in turned.lands],
            )
        )
    for name, lands in zip(LIVESTOCK, seen["livestock"], strict=True):
        for tile, land in _places(tiles, lands):
            tile.livestock[land][name] += 1
    for seat, clan in enumerate(seen["clan"]):
        for tile, land in _places(tiles, clan["ashore"]):
            tile.vikings[land][seat] += 1
    return {tile.cell: tile for tile in tiles if tile is not None}


def _places(tiles: list[Tile | None], lands: list[str]) -> Iterator[tuple[Tile, int]]:
    """Land groups as in JSON: ``7.1`` is land 1 of tile 7."""
    for text in lands:
        number, land = map(int, text.split("."))
        tile = tiles[number]
        if tile is not None:
            yield tile, land


def _clan(data: dict[str, Any], seat: int, seen: dict[str, Any], parts: Components) -> Clan:
    clan = seen["clan"][seat]
    is_view = "viewer" in data
    other = is_view and data["viewer"] != seat
    held = [name for name in clan["captain"] if name != "none"]
    picking = seen["phase"] in ("deal_captains", "captain")
    ship = None if clan["ship"] == "none" else seen["map"]["site"][int(clan["ship"])]
    return Clan(
        captains=[] if picking else held,
        offer=held if picking else [],
        offered=data["captains_held"][seat] if other else len(held) if picking else 0,
        has_picked=data["has_picked"][seat] if other else bool(clan["pick"]),
        mainland=clan["mainland"],
        dead=clan["dead"],
        ashore=len(clan["ashore"]),
        ship=None if ship is None else _cell(ship),
        sea=clan["sea"],
        aboard=clan["aboard"],
        delivered=clan["delivered"],
        raided=[i + LOWEST_STRENGTH for i, n in enumerate(clan["raided"]) for _ in range(n)],
        enemy_ships=clan["enemy_ships"],
        outposts=[point(each) for each in clan["outposts"]],
        hand=[parts.tiles[int(number)] for number in seen["hand"][seat]],
        unknown=data["hand_size"][seat] if other else 0,
    )


def _islands(source: State | View) -> list[Island]:
    """Every island on the table, as the engine finds them."""
    islands = [
        Island(
            frozenset(((q, r), land) for q, r, land in row["lands"]),
            row["complete"],
            tuple(row["influence"]),
            tuple(row["controllers"]),
        )
        for row in cast("Any", source).islands()
    ]
    return sorted(islands, key=lambda island: min(island.lands))


def read(source: State | View) -> Position:
    """Reads a state or a view through its JSON."""
    data = json.loads(source.to_json())
    is_view = "viewer" in data
    seen = data["seen"] if is_view else data["state"]
    # Points are public: every world that fits a view has the same.
    world = cast("View", source).determinize() if is_view else cast("State", source)
    game = source.game
    parts = components(game)
    board = str(game.options["board"])
    tiles = _tiles(seen, parts, board)
    clans = [_clan(data, seat, seen, parts) for seat in range(game.players)]
    prints = [*parts.tiles, *(fixed for _, fixed in parts.boards[board])]
    picked = None if seen["picked"] == "none" else prints[int(seen["picked"])]
    start = None if seen["from"] == "none" else seen["map"]["site"][int(seen["from"])]
    return Position(
        components=parts,
        players=game.players,
        board=board,
        phase=seen["phase"],
        actor=source.actor,
        player=seen["player"],
        viewer=data["viewer"] if is_view else None,
        first=seen["first"],
        turns=seen["turns"],
        actions=seen["actions"],
        picked=picked and picked.turned(seen["rotation"]),
        rotation=seen["rotation"],
        start=None if start is None else _cell(start),
        land=seen["land"],
        tiles=tiles,
        border=[_cell(text) for text in seen["map"]["border"]],
        clans=clans,
        stack=data["stack_size"] if is_view else len(seen["stack"]),
        unseen=[parts.tiles[int(n)] for n in (data["unseen"] if is_view else seen["stack"])],
        removed=[parts.tiles[int(number)] for number in seen["removed"]],
        strengths=seen["strengths"],
        blanks=seen["blanks"],
        skulls=seen["skulls"],
        sheets=[cast("dict[str, int]", world.score_sheet(seat)) for seat in range(game.players)],
        islands=_islands(source),
    )
