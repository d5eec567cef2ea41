"""Where tiles, lands and seas of Explorers lie in a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence

from farnorth.render.explorers.position import Hex

Place = tuple[float, float]

SIZE = 60.0  # from the centre of a tile to a corner
INSET = 0.14  # how far a coast begins from the corner of its edge, as a part of the edge


def centre(cell: Hex) -> Place:
    """Where a cell lies; the cell 0 0 is the origin."""
    q, r = cell
    return SIZE * math.sqrt(3) * (q + r / 2), SIZE * 1.5 * r


def corner(at: Place, number: int, size: float = SIZE) -> Place:
    """A corner of a hexagon; corner d is where edge d begins, clockwise from the top."""
    angle = math.radians(60 * number - 90)
    return at[0] + size * math.cos(angle), at[1] + size * math.sin(angle)


def hexagon(at: Place, size: float = SIZE) -> list[Place]:
    """The corners of a hexagon."""
    return [corner(at, number, size) for number in range(6)]


def between(a: Place, b: Place, part: float) -> Place:
    """The place a part of the way from one to another."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _runs(group: Sequence[int]) -> list[list[int]]:
    """The edges of a group as runs of neighbours, clockwise."""
    starts = [d for d in range(6) if d in group and (d - 1) % 6 not in group]
    runs = []
    for start in starts:
        run = [start]
        while (run[-1] + 1) % 6 in group:
            run.append((run[-1] + 1) % 6)
        runs.append(run)
    return runs


def pair(place: Place) -> str:
    """A place as a path names it."""
    return f"{place[0]:.1f},{place[1]:.1f}"


def outline(group: Sequence[int], at: Place, size: float) -> tuple[str, str]:
    """A land group as two paths: its shape, and its coasts. The shape runs along the edges, and
    between them in a curve that bends towards the centre. So lands that are joined inside the tile
    are one shape, and no two cross."""
    runs = _runs(group)
    if not runs:  # all six edges, or none: an islet
        ring = "M" + "L".join(map(pair, hexagon(at, size if group else size / 4))) + "Z"
        return ring, "" if group else ring
    shape = coasts = ""
    for i, run in enumerate(runs):
        start = between(corner(at, run[0], size), corner(at, run[0] + 1, size), INSET)
        end = between(corner(at, run[-1] + 1, size), corner(at, run[-1], size), INSET)
        following = runs[(i + 1) % len(runs)][0]
        landfall = between(corner(at, following, size), corner(at, following + 1, size), INSET)
        bend = f"Q{pair(at)} {pair(landfall)}"
        inner = "".join(f"L{pair(corner(at, d, size))}" for d in run[1:])
        shape += f"{'' if shape else f'M{pair(start)}'}{inner}L{pair(end)}{bend}"
        coasts += f"M{pair(end)}{bend}"
    return shape + "Z", coasts


def middle(group: Sequence[int], at: Place, size: float) -> Place:
    """Where the pieces on a group stand: towards its edges."""
    if not group:
        return at
    x = sum(math.cos(math.radians(60 * d - 60)) for d in group) / len(group)
    y = sum(math.sin(math.radians(60 * d - 60)) for d in group) / len(group)
    reach = size * (0.62 if len(_runs(group)) < 2 else 0.25)
    return at[0] + reach * x, at[1] + reach * y


def rounded(points: Sequence[Place]) -> list[Place]:
    """Places as pictures name them."""
    return [(round(x, 1), round(y, 1)) for x, y in points]
