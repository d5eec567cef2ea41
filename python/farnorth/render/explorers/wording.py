"""Explorers in plain words: moves to choose from, what happened, and the rules that matter now."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from farnorth.render.draw import listed, plural, words
from farnorth.render.explorers.position import (
    COLOURS,
    DIRECTIONS,
    LOWEST_STRENGTH,
    Components,
    Hex,
    Position,
    Print,
    beyond,
    components,
    letter,
    point,
    read,
    seat_name,
    told,
)
from farnorth.render.explorers.terminal import land_words, tile_words

if TYPE_CHECKING:
    from farnorth.protocols import Move, State, View

CAPTAINS = {
    "archer": "the tiles from the board to your outpost farthest out",
    "barbarian": "1 for each enemy ship you destroyed",
    "cartographer": "the size of your second largest island",
    "hero": "2 for each set of an outpost, a raid and a destroyed enemy ship",
    "huntsman": "2 for each pair of equal livestock delivered",
    "queen": "your best influence on an island you control, less the number of players",
    "scout": "1 for each complete island with Vikings of yours that you do not control",
    "shieldmaiden": "1 for each island you control",
    "trader": "2 for every 3 livestock delivered",
    "tyrant": "1 for each settlement you raided",
    "watchman": "1 for each of your outposts",
}


def _captain(name: str) -> str:
    return f"{name} ({CAPTAINS[name]})" if name in CAPTAINS else "a captain"


def _thing(item: str, one: str = "a") -> str:
    """An item or a payload in words."""
    names = {"viking": f"{one} Viking", "1": f"{one} Viking", "2": "two Vikings"}
    return names.get(item, f"{one} {item}")


def _walkers(payload: str) -> str:
    return _thing(payload) if payload in ("1", "2") else f"a Viking with a {payload}"


# ---- What a move does ---------------------------------------------------------------------------


def _gained(before: list[int], after: list[int], name: str) -> list[str]:
    gained = Counter(after) - Counter(before)
    return [name.format(strength) for strength in sorted(gained.elements())]


def effects(before: Position, after: Position, seat: int) -> str:
    """What everybody can see a move do, beyond its words."""
    was, now = before.clans[seat], after.clans[seat]
    told = _gained(was.raided, now.raided, "raids the settlement of strength {}")
    if now.animals != was.animals:
        gained = [b - a for a, b in zip(was.delivered, now.delivered, strict=True)]
        told.append(f"delivers {plural(sum(gained), 'animal')}")
    finished = _complete(after) - _complete(before)
    told += [
        f"completes an island of {plural(size, 'tile')}" for size in sorted(finished.elements())
    ]
    points = after.total(seat) - before.total(seat)
    if points and before.phase not in ("captain", "deal_captains"):
        told.append(f"{plural(abs(points), 'point')} {'more' if points > 0 else 'less'}")
    return "".join(f", {each}" for each in told)


def _complete(position: Position) -> Counter[int]:
    return Counter(len(island.cells) for island in position.islands if island.complete)


def _after(view: View, move: Move) -> State:
    """The position after a move, of which only what is public is told: any world will do."""
    world = view.determinize()
    world.apply(move)
    return world


def _tile_words(p: Position, name: str, rotation: int, after: State) -> str:
    """A tile to lay: how it is turned, and where it fits."""
    turned = p.components.by_name(name).turned(rotation)
    cells = [move.text.removeprefix("lay ") for move in after.legal_moves]
    fits = f"fits at {', '.join(cells)}" if len(cells) < 9 else f"fits at {len(cells)} places"
    return f"take {name}, rotation {rotation}: {tile_words(turned)}; {fits}"


def _lay_words(p: Position, cell: Hex) -> str:
    """A place for the picked tile: what it joins."""
    parts = []
    if p.picked is not None:
        for kind, at in (("land", p.picked.land_at), ("sea", p.picked.sea_at)):
            edges = [
                DIRECTIONS[d] for d in range(6) if beyond(cell, d) in p.tiles and at(d) is not None
            ]
            if edges:
                parts.append(f"{kind} to the {listed(edges)}")
    return f"lay it at {told(cell)}: joins {' and '.join(parts)}"


def _place(p: Position, seat: int, land: str) -> str:
    """A land group of the tile where a longship is, in words."""
    ship = p.clans[seat].ship
    if ship is None:
        return "the Mainland"
    many = len(p.tiles[ship].print.lands) > 1
    return f"{told(ship)}" + (f" land {land}" if many else "")


def _sail_words(p: Position, seat: int, where: list[str]) -> str:
    ship = p.clans[seat].ship
    if where == ["home"]:
        return "home to the shore"
    if where[0] == "out":
        cell, fixed = p.components.boards[p.board][int(where[1])]
        goal, direction, way = cell, None, "out"
        sea = fixed.sea_at(next(d for d in range(6) if beyond(cell, d) in p.mainland))
    else:
        direction = DIRECTIONS.index(where[0])
        goal, way = beyond(ship or (0, 0), direction), where[0]
        sea = p.tiles[goal].print.sea_at((direction + 3) % 6)
    enemy = p.tiles[goal].has_enemy(sea or 0)
    return f"{way} to {told(goal)}" + (" and fight the enemy ship" if enemy else "")


def _from_words(p: Position, cell: Hex) -> str:
    tile = p.tiles[cell]
    own = [i for i, each in enumerate(tile.vikings) if each[p.player]]
    lands = [
        (f"land {i}: " if len(tile.vikings) > 1 else "") + ", ".join(land_words(tile, i))
        for i in own
    ]
    return f"walk from {told(cell)} ({'; '.join(lands)})"


def _outpost_words(text: str) -> str:
    corner = point(text)
    where = "bottom" if corner.is_bottom else "top"
    others = listed([told(each) for each in corner.cells[1:]])
    return f"at the {where} point of {told(corner.cell)}, where it meets {others}"


def _words(p: Position, view: View, move: Move, after: State) -> str:
    kind, *rest = move.text.split()
    seat = view.seat
    match kind:
        case "captain":
            return f"keep the {_captain(rest[0])}"
        case "tile":
            return _tile_words(p, rest[0], int(rest[2]), after)
        case "reshuffle":
            return "nothing fits: return your tiles to the stack and draw as many"
        case "lay":
            return _lay_words(p, (int(rest[0]), int(rest[1])))
        case "load":
            more = "also " if p.phase == "load" else ""
            return f"{more}load {_thing(rest[1])} from {_place(p, seat, rest[0])}"
        case "unload":
            more = "also " if p.phase == "unload" else ""
            return f"{more}unload {_thing(rest[1])} to {_place(p, seat, rest[0])}"
        case "done":
            return f"that is all: stop {p.phase}ing"
        case "sail":
            return f"sail {_sail_words(p, seat, rest)}"
        case "from":
            return _from_words(p, (int(rest[0]), int(rest[1])))
        case "walk":
            goal = beyond(p.start or (0, 0), DIRECTIONS.index(rest[0]))
            return f"{_walkers(rest[1])} to the {rest[0]}, {told(goal)}"
        case "outpost":
            return f"build an outpost {_outpost_words(move.text.partition(' ')[2])} (2 actions)"
        case "end":
            left = plural(p.actions, "action")
            return f"end the turn, {left} unused"
    return move.text


def move_words(view: View) -> list[str]:
    """Each legal move in plain words, with what it gains."""
    before = read(view)
    found = []
    for move in view.legal_moves:
        after = _after(view, move)
        found.append(_words(before, view, move, after) + effects(before, read(after), view.seat))
    return found


# ---- What happened ------------------------------------------------------------------------------


def _drawn(parts: Components, name: str) -> str:
    if name == "?":
        return "a tile"
    return f"{name} ({tile_words(parts.by_name(name), False)})"


def _happened(was: Position, now: Position, shown: list[str], who: str) -> str:
    """The words of a move, without what it changed."""
    kind, *rest = shown
    seat = was.player
    match kind:
        case "captain":
            return f"{who} keeps {'a captain' if rest[0] == '?' else f'the {rest[0]}'}"
        case "tile":
            return f"{who} takes {_drawn(was.components, rest[0])}"
        case "reshuffle":
            return f"{who} returns all tiles and draws again, as none fits"
        case "lay":
            return f"{who} lays it at {told((int(rest[0]), int(rest[1])))}"
        case "load":
            return f"{who} loads {_thing(rest[1])} from {_place(was, seat, rest[0])}"
        case "unload":
            return f"{who} unloads {_thing(rest[1])} to {_place(was, seat, rest[0])}"
        case "done" | "from":
            return ""
        case "sail":
            return f"{who} sails {_sail_words(was, seat, rest)}"
        case "walk":
            goal = beyond(was.start or (0, 0), DIRECTIONS.index(rest[0]))
            place = told(was.start or (0, 0))
            verb = "walk" if rest[1] == "2" else "walks"
            return f"{who} {_walkers(rest[1])} {verb} from {place} to {told(goal)}"
        case "outpost":
            return f"{who} builds an outpost {_outpost_words(' '.join(rest))}"
        case "end":
            return f"{who} ends the turn" if who else ""
        case "draw":
            return f"{seat_name(seat)} draws {_drawn(was.components, rest[0])}"
        case "deal":
            dealt = "a captain" if rest[0] == "?" else f"the {rest[0]}"
            return f"{seat_name(seat)} is offered {dealt}"
        case "first":
            captains = [
                f"{seat_name(i)} the {listed(clan.captains)}" for i, clan in enumerate(now.clans)
            ]
            return f"captains: {', '.join(captains)}; {seat_name(int(rest[0]))} begins"
        case "settlement":
            return f"a settlement of strength {rest[0]} stands there"
        case "fight":
            return (
                "a Viking dies in the fight" if rest[0] == "skull" else "nobody dies in the fight"
            )
    return f"{who} {' '.join(shown)}"


def event_words(before: State | View, shown: str, after: State | View, who: str) -> str:
    """What happened, in words, as far as it is known."""
    was, now = read(before), read(after)
    text = _happened(was, now, shown.split(), who).strip()
    return (text + effects(was, now, was.player)).removeprefix(", ")


def sheet_rows(state: State) -> list[tuple[str, list[str]]]:
    """The score sheet."""
    sheets = read(state).sheets
    return [(words(heading), [str(each[heading]) for each in sheets]) for heading in sheets[0]]


# ---- Tiles and tokens that are out --------------------------------------------------------------


def _heap(title: str, tiles: list[Print]) -> list[str]:
    """A heap of tiles: a line a token."""
    kinds: dict[str, list[str]] = {}
    for each in tiles:
        kinds.setdefault(words(each.token), []).append(each.name)
    return [
        f"{title}: {plural(len(tiles), 'tile')}",
        *(f"{len(names)} {kind}: {' '.join(names)}" for kind, names in kinds.items()),
    ]


def card_lines(view: View) -> list[str]:
    """Tiles that the viewer has not seen, and tokens that are still to come."""
    p = read(view)
    hidden = sum(clan.unknown for clan in p.clans)
    lines = _heap(f"not seen by you (stack {p.stack}, other hands {hidden})", p.unseen)
    if p.removed:
        lines += _heap("out of the game", p.removed)
    tokens = [
        f"{number} of strength {i + LOWEST_STRENGTH}"
        for i, number in enumerate(p.strengths)
        if number
    ]
    lines.append(f"settlement tokens to come: {', '.join(tokens) or 'none'}")
    lines.append(
        f"enemy ships not turned up, on the table or not: {p.blanks} blank, {p.skulls} with a skull"
    )
    return lines


# ---- Rules --------------------------------------------------------------------------------------

ACTIONS = [
    ("N-ACT-1", "You have 4 actions a turn, in any mixture; an outpost takes 2, the rest 1 each."),
    (
        "N-LOAD-1",
        "Load: any number of your Vikings and of livestock from one land of your longship's tile; "
        "3 pieces fit aboard. Livestock needs a Viking of yours on that land (N-LOAD-2).",
    ),
    (
        "N-UNLOAD-1",
        "Unload: any number of pieces onto one land of that tile, with a Viking of yours aboard "
        "(N-UNLOAD-2). Livestock brought to the Mainland is delivered at once (N-UNLOAD-3).",
    ),
    (
        "N-SAIL-1",
        "Sail: with a Viking aboard, across one sea edge of the sea you are in. The shore is a sea "
        "of its own: out to a fixed tile, or home from it, is one move (N-SAIL-2).",
    ),
    (
        "N-FIGHT-1",
        "Sailing into an enemy ship takes 2 Vikings aboard (N-SAIL-3) and destroys it; a skull on "
        "its back costs one of them.",
    ),
    (
        "N-WALK-1",
        "Walk: 1 or 2 of your Vikings, or one with an animal (N-WALK-2), across one land edge.",
    ),
    (
        "N-RAID-1",
        "A settlement is raided at once when as many of your Vikings as its strength stand there.",
    ),
    (
        "N-OUT-1",
        "Outpost: on a point where three tiles meet in land, with 2 of your Vikings around it and "
        "no outpost on any of the three tiles.",
    ),
]

RULES = {
    "captain": [
        ("N-SETUP-4", "Keep one of your two captains; all are shown when everybody has picked."),
    ],
    "tile": [
        ("N-TILE-1", "Lay one tile of your hand before you act. Which one you take is public."),
        (
            "N-TILE-2",
            "It must touch a tile, and every shared edge must be land to land or sea to sea.",
        ),
        ("N-TILE-3", "You may turn it: rotation 1 is one step clockwise."),
        ("N-TILE-4", "No tile lies beside the Mainland. "),
        ("N-TOKEN-1", "A tile brings its animal, settlement or enemy ship with it."),
        ("N-TILE-6", "If none of your tiles fits, you return them all and draw as many."),
    ],
    "cell": [
        ("N-TILE-2", "Every edge shared with a tile must be land to land or sea to sea."),
        ("N-TOKEN-4", "Laying a tile starts neither a fight nor a raid."),
    ],
    "act": ACTIONS,
    "load": ACTIONS[1:2],
    "unload": ACTIONS[2:3],
    "walk": ACTIONS[5:7],
    "over": [
        ("N-END-1", "The game is over when the player with the Winter token has no tile left."),
    ],
}

ISLANDS = [
    ("N-ISLE-2", "An island is complete when a tile lies beyond each of its land edges."),
    ("N-ISLE-4", "Influence: 1 for each of your Vikings on it, 2 for each of your outposts."),
    ("N-ISLE-5", "Most influence controls a complete island: a point a tile. Tied players all do."),
    ("N-DRAW-1", "You draw a tile at the end of your turn."),
]


def _score_rules() -> str:
    return (
        "Points: livestock in sets of different types 1, 3, 6, 10, 15, 21; outposts 2, 5, 9, 14, "
        "20; 1 for each destroyed enemy ship; the strengths of raided settlements; the square of "
        "your dead; controlled islands; your captain (section 6 of the rules)."
    )


def help_lines(view: View) -> list[str]:
    """The rules of the phase, in our words, each with its clause."""
    p = read(view)
    lines = [f"{text.strip()} ({clause})" for clause, text in RULES.get(p.phase, [])]
    if p.phase in ("load", "unload"):
        lines.append(
            "Name the pieces one by one: Vikings first, then pig, chicken, goat, sheep, cattle, horse."
        )
    lines += [f"{text} ({clause})" for clause, text in ISLANDS]
    lines.append(_score_rules())
    for name in p.clans[view.seat].captains:
        lines.append(f"Your captain, the {_captain(name)} (2.12).")
    seats = range(p.players)
    lines.append(
        "Colours: " + listed([f"{letter(i)} = {COLOURS[i]}, seat {i}" for i in seats]) + "."
    )
    return lines


__all__ = [
    "card_lines",
    "components",
    "effects",
    "event_words",
    "help_lines",
    "move_words",
    "sheet_rows",
]
