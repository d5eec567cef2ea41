"""A recorded game as one HTML page that plays it back: no network, no other files, works from disk.

>>> import farnorth
>>> from farnorth import viewer
>>> record = farnorth.play(farnorth.load("borealis"), ["greedy", "random"], seed=1)
>>> page = viewer.html(record, seat=0)
>>> page.startswith("<!DOCTYPE html>"), record.seed in page
(True, False)

Made with a seat, the page holds only what that seat could know, so that it can be given to its player. Made without,
it holds everything, and can show what each seat saw.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from farnorth import render
from farnorth.errors import BadRecord, FarnorthError, IllegalMove
from farnorth.games import CHANCE, option_text

if TYPE_CHECKING:
    from farnorth.protocols import State
    from farnorth.records import Record

LIMIT = 5_000_000
"""Bytes of a page: far above what a game takes (100 to 500 kB), and what every browser opens at once."""


class TooLarge(FarnorthError):
    """The page of a game would be larger than `LIMIT`."""


def html(
    record: Record,
    seat: int | None = None,
    *,
    views: bool = True,
    progress: Callable[[int], None] = lambda _: None,
    overrides: Mapping[str, object] | None = None,
) -> str:
    """The page.

    seat: hold only what this seat could know. views: without a seat, hold what each seat saw, too. progress: called
    with the number of pictures drawn so far. overrides: those of `Record.verify`.
    Raises BadRecord if a move is illegal, and TooLarge.
    """
    states = list(_states(record, overrides or {}))
    seats = range(len(record.bots))
    if seat is not None and seat not in seats:
        raise ValueError(f"seat {seat} of a game with {len(seats)} seats")
    shown = [seat] if seat is not None else [None, *seats] if views else [None]
    lines = Lines()
    layers = []
    for number, each in enumerate(shown):
        layers.append(_layer(record, states, each, lines, progress, number * len(states)))
    data = {"head": _head(record, states[0], seat), "lines": lines.texts, "layers": layers}
    return _page(f"{states[0].game.title}: {', '.join(record.bots)}", data)


def count_pictures(record: Record, seat: int | None = None) -> int:
    """How many pictures a page has."""
    return (len(record.moves) + 1) * (1 if seat is not None else 1 + len(record.bots))


def frame(page: str, height: int = 720) -> str:
    """A page as an HTML fragment for a notebook."""
    return (
        f'<iframe srcdoc="{escape(page)}" width="100%" height="{height}" '
        'style="border:0" title="replay"></iframe>'
    )


def _states(record: Record, overrides: Mapping[str, object]) -> Iterator[State]:
    state = record.load_game(**overrides).new_state()
    yield state.copy()
    for ply, move in enumerate(record.moves):
        try:
            state.apply(move)
        except IllegalMove as error:
            raise BadRecord(f"ply {ply}: {error}") from None
        yield state.copy()


def _head(record: Record, start: State, seat: int | None) -> dict[str, Any]:
    """What the page says above the board. A seed tells the deal, so a seat does not get it."""
    drawn = render.renderer(record.game)
    setup = ", ".join(f"{key} {_short(value)}" for key, value in record.options.items())
    facts = [setup, record.data["date"]]
    if seat is None:
        facts.append(f"seed {record.seed}")
    return {
        "title": start.game.title,
        "facts": "; ".join(facts),
        "seats": [drawn.seat_name(i) for i in range(len(record.bots))],
        "bots": record.bots,
        "result": record.result and {key: record.result[key] for key in ("scores", "places")},
    }


def _short(value: object) -> str:
    """An option's value, of a sum only the beginning."""
    text = option_text(value)
    return text if len(text) <= 24 else text[:12] + ".."


# ---- What one observer sees ----------------------------------------------------------------------


def _layer(
    record: Record,
    states: Sequence[State],
    seat: int | None,
    lines: Lines,
    progress: Callable[[int], None],
    drawn_before: int,
) -> dict[str, Any]:
    """The whole game as a seat saw it, or as it was: a picture, an event and the scores at each ply."""
    drawn = render.renderer(record.game)
    notes = {note["i"]: note for note in record.data.get("decisions", [])}
    positions = [render.seen_by(state, seat) for state in states]
    pictures, events = [], []
    previous: list[int] = []
    for ply, position in enumerate(positions):
        last = None
        if ply > 0:
            before, text = states[ply - 1], record.moves[ply - 1]
            last = text if seat is None else before.shown(text, seat)
            actor = before.actor
            who = drawn.seat_name(actor) if actor is not None and actor != CHANCE else ""
            told = drawn.event_words(positions[ply - 1], last, position, who)
            own = seat is None or actor == seat
            events.append([actor, last, told, _thought(notes.get(ply - 1) if own else None)])
        ids = lines.ids(render.svg(position, names=record.bots, last=last))
        pictures.append(changes(previous, ids))
        previous = ids
        progress(drawn_before + ply + 1)
    scores = [render.scores(position) for position in positions]
    return {"seat": seat, "pictures": pictures, "events": events, "scores": scores}


def _thought(note: dict[str, Any] | None) -> str:
    if note is None:
        return ""
    values = " ".join(f"{value / 10:.0f}%" for value in note["value"])
    return f"{note['its']:,} iterations, {note['us'] / 1000:.1f} ms, {values}"


# ---- Making it small -----------------------------------------------------------------------------


class Lines:
    """The lines of all pictures, each kept once."""

    def __init__(self) -> None:
        """None yet."""
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}

    def ids(self, picture: str) -> list[int]:
        """A picture as the numbers of its lines."""
        found = []
        for line in picture.split("\n"):
            number = self._numbers.setdefault(line, len(self.texts))
            if number == len(self.texts):
                self.texts.append(line)
            found.append(number)
        return found


def changes(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """A list of numbers as what makes it from another one.

    A number from 0 on stands for itself; -1 - i and then n for n numbers of the other list from place i on.

    >>> changes([5, 6, 7, 8], [5, 6, 9, 8])
    [-1, 2, 9, -4, 1]
    """
    places = {number: i for i, number in reversed(list(enumerate(before)))}
    steps: list[int] = []
    at = 0
    while at < len(after):
        start = places.get(after[at], -1)
        if start < 0:
            steps.append(after[at])
            at += 1
            continue
        count = 1
        while (
            at + count < len(after)
            and start + count < len(before)
            and before[start + count] == after[at + count]
        ):
            count += 1
        steps += [-1 - start, count]
        at += count
    return steps


def _page(title: str, data: dict[str, Any]) -> str:
    packed = base64.b64encode(zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9))
    page = (
        files("farnorth.viewer")
        .joinpath("page.html")
        .read_text("utf-8")
        .replace("{{title}}", escape(title))
        .replace("{{data}}", packed.decode())
    )
    if len(page.encode()) > LIMIT:
        raise TooLarge(
            f"the page would take {len(page) / 1e6:.1f} MB, and browsers choke on more than "
            f"{LIMIT / 1e6:.0f} MB; one seat takes less than all"
        )
    return page


__all__ = ["LIMIT", "TooLarge", "count_pictures", "frame", "html"]
