"""A record as text for people: headers in brackets, one numbered line a turn, the result as a table.

With a seat, everything is as that seat saw it: what it could not know is left out or reads ``?``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from farnorth.errors import BadRecord, IllegalMove
from farnorth.games import option_text

if TYPE_CHECKING:
    from farnorth.records import Record

WIDTH = 100


@dataclass
class Line:
    """Moves of one seat in a row, with what chance did after them. The first line has chance's moves only."""

    actor: int | None
    moves: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def moves_as_seen(
    record: Record, seat: int | None = None, **overrides: object
) -> Iterator[dict[str, Any]]:
    """Each move as ``{"ply", "actor", "move"}``, the actor -1 for chance. Raises BadRecord if one is illegal."""
    state = record.load_game(**overrides).new_state()
    for ply, text in enumerate(record.moves):
        actor = state.actor
        try:
            shown = text if seat is None else state.shown(text, seat)
            state.apply(text)
        except IllegalMove as error:
            raise BadRecord(f"ply {ply}: {error}") from None
        yield {"ply": ply, "actor": actor, "move": shown}


def export(record: Record, seat: int | None = None, **overrides: object) -> dict[str, Any]:
    """A record as a dict for other programs: each move has its actor, and there is no sum.

    With a seat: moves as it saw them, only its own thoughts, and no seed, since the seed tells the deal.
    """
    data = dict(record.data)
    del data["sum"]
    data["moves"] = list(moves_as_seen(record, seat, **overrides))
    if seat is None:
        return data
    del data["seed"]
    data.pop("event", None)  # names the block, and with the run's seed the deal
    if "decisions" in data:
        data["decisions"] = [
            note for note in data["decisions"] if data["moves"][note["i"]]["actor"] == seat
        ]
    return {"seen_by": seat, **data}


def text(record: Record, seat: int | None = None, **overrides: object) -> str:
    """The whole record as text."""
    data = export(record, seat, **overrides)
    blocks = [_headers(data), _turns(data), _result(data)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _headers(data: dict[str, Any]) -> str:
    setup = " ".join(f"{name}={option_text(value)}" for name, value in data["setup"].items())
    headers = [("game", data["game"]), ("rules version", data["rules_version"]), ("setup", setup)]
    headers += [(f"seat {seat}", bot) for seat, bot in enumerate(data["bots"])]
    headers += [(name, data[name]) for name in ("seed", "date", "engine") if name in data]
    if "event" in data:
        event = data["event"]
        headers.append(
            ("event", f"{event['name']}, block {event['block']}, rotation {event['rotation']}")
        )
    if "seen_by" in data:
        headers.append(("seen by", f"seat {data['seen_by']}"))
    return "\n".join(f'[{name} "{value}"]' for name, value in headers)


def _turns(data: dict[str, Any]) -> str:
    notes = {note["i"]: note for note in data.get("decisions", [])}
    lines = [Line(None)]
    for each in data["moves"]:
        actor, move = each["actor"], each["move"]
        if actor < 0:
            move = f"({move})"
        elif actor != lines[-1].actor:
            lines.append(Line(actor))
        lines[-1].moves.append(move)
        if each["ply"] in notes:
            lines[-1].notes.append(_thought(notes[each["ply"]]))
    return "\n".join(
        line for number, each in enumerate(lines) if each.moves for line in _wrapped(number, each)
    )


def _thought(note: dict[str, Any]) -> str:
    chances = " ".join(f"{value / 10:.0f}%" for value in note["value"])
    return f"{{{note['its']} iterations, {note['us'] / 1000:.1f} ms, {chances}}}"


def _wrapped(number: int, line: Line) -> Iterator[str]:
    import textwrap

    who = "chance" if line.actor is None else f"seat {line.actor}"
    head = f"{number:>4}. {who}: "
    body = ", ".join(line.moves) + "".join(f" {note}" for note in line.notes)
    yield from textwrap.wrap(
        head + body,
        WIDTH,
        subsequent_indent=" " * 6,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _result(data: dict[str, Any]) -> str:
    result = data["result"]
    if result is None:
        return "The game is still in play."
    sheets = result["sheets"]
    rows = [["", *(f"seat {seat}" for seat in range(len(sheets)))]]
    rows += [[heading, *(_points(sheet[heading]) for sheet in sheets)] for heading in sheets[0]]
    rows.append(["place", *map(str, result["places"])])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(
            [
                row[0].ljust(widths[0]),
                *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)),
            ]
        )
        for row in rows
    ]
    if result["reason"] != "normal":
        lines.append(f"ended by {result['reason']}")
    for forfeit in result["forfeits"]:
        lines.append(f"seat {forfeit['seat']} failed at ply {forfeit['ply']}: {forfeit['error']}")
    for seat, reached in enumerate(result.get("achievements", [])):
        if reached:
            lines.append(f"seat {seat} achieved {', '.join(reached)}")
    return "\n".join(line.rstrip() for line in lines)


def _points(points: int | list[int]) -> str:
    return str(points) if isinstance(points, int) else "+".join(map(str, points))
