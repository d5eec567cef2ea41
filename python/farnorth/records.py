"""Records: one game, one line of JSON, replayable and tamper-evident.

>>> import farnorth
>>> record = farnorth.play(farnorth.load("borealis"), ["greedy", "random"], seed=1)
>>> len(record.scores)
2
>>> farnorth.Record.from_line(record.line) == record
True
"""

from __future__ import annotations

import itertools
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from farnorth import _core
from farnorth.errors import BadRecord, IllegalMove
from farnorth.games import is_unicode, load, option_text, unicode_text

if TYPE_CHECKING:
    from farnorth.protocols import Game, State


def utc_now() -> str:
    """The date of a record."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True)
class Record:
    """A game that was played. `line` is its whole content, in canonical form, without the newline."""

    line: str

    @classmethod
    def from_line(cls, line: str) -> Record:
        """Reads a line. Raises BadRecord if it is not in canonical form or its sum is wrong."""
        if not is_unicode(line):
            raise BadRecord(f"not Unicode text: {line[:80]!a}")
        _core.check_line(line)
        return cls(line)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The line's content as a dict."""
        return json.loads(self.line)  # type: ignore[no-any-return]

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.data["game"]  # type: ignore[no-any-return]

    @property
    def options(self) -> dict[str, Any]:
        """The game's options."""
        return self.data["setup"]  # type: ignore[no-any-return]

    @property
    def seed(self) -> str:
        """Seed of the deal."""
        return self.data["seed"]  # type: ignore[no-any-return]

    @property
    def bots(self) -> list[str]:
        """Spec of the bot of each seat."""
        return self.data["bots"]  # type: ignore[no-any-return]

    @property
    def moves(self) -> list[str]:
        """Texts of all moves, chance included."""
        return self.data["moves"]  # type: ignore[no-any-return]

    @property
    def result(self) -> dict[str, Any] | None:
        """Scores, places, sheets, reason and forfeits; None while the game is in play."""
        return self.data["result"]  # type: ignore[no-any-return]

    @property
    def scores(self) -> list[int]:
        """Points by seat; empty while the game is in play."""
        return self.result["scores"] if self.result else []

    @property
    def places(self) -> list[int]:
        """Places by seat, from 1; empty while the game is in play."""
        return self.result["places"] if self.result else []

    def verify(self, **overrides: object) -> None:
        """Replays the game by the rules. Raises BadRecord naming ply, expected and found.

        Overrides are options for what a record only names, such as the file of a tile set.
        """
        _core.verify_line(self.line, _texts(overrides))

    def load_game(self, **overrides: object) -> Game:
        """The game that was played, with its options.

        Raises BadRecord if the record's parts do not fit together, or if this engine plays by other rules.
        """
        check_content(self.data)
        game = load(self.game, **{**self.options, **overrides})
        version = self.data["rules_version"]
        if version != game.rules_version:
            raise BadRecord(
                f"rules_version: this engine plays version {game.rules_version} of {self.game},"
                f" the record is of version {version}"
            )
        return game

    def replay(self, **overrides: object) -> Iterator[State]:
        """The states of the game: before the first move, then after each. Each is a copy of its own."""
        state = self.load_game(**overrides).new_state()
        yield state.copy()
        for move in self.moves:
            state.apply(move)
            yield state.copy()

    def at(self, ply: int, **overrides: object) -> State:
        """The state before move number `ply`, from 0; with the number of moves, the last.

        Raises IndexError if the game has not so many moves, BadRecord if one is illegal.
        """
        if not 0 <= ply <= len(self.moves):
            raise IndexError(f"ply {ply} of a game with {len(self.moves)} moves")
        state = self.load_game(**overrides).new_state()
        for number, move in enumerate(self.moves[:ply]):
            try:
                state.apply(move)
            except IllegalMove as error:
                raise BadRecord(f"ply {number}: {error}") from None
        return state

    def text(self, seat: int | None = None, **overrides: object) -> str:
        """The game for people to read: headers, a line a turn, the result. With a seat, as it saw the game."""
        from farnorth import transcript

        return transcript.text(self, seat, **overrides)

    def _repr_html_(self) -> str:
        """The game to play back, for a notebook: everything, as it was."""
        from farnorth import viewer

        return viewer.frame(viewer.html(self, views=False))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Appends the record to a file, whole, as one line."""
        with RecordFile(path) as file:
            file.write(self.line)


def check_content(data: dict[str, Any]) -> None:
    """That the parts of a record in canonical form fit together, as far as can be told without a replay.

    Whoever reads the content may count on it: something for each seat, and indices that exist. Raises BadRecord.
    """
    players, bots, plies = data["setup"].get("players"), data["bots"], len(data["moves"])
    if not isinstance(players, int) or players < 1:
        raise BadRecord("setup: it does not say how many players there are")
    if len(bots) != players:
        raise BadRecord(f"bots: one for each of {players} seats expected, found {len(bots)}")
    for note in data.get("decisions", ()):
        if note["i"] >= plies:
            raise BadRecord(f"decisions: there is no ply {note['i']}, the record has {plies} moves")
    if data["result"] is not None:
        _check_result(data["result"], players)


def _check_result(result: dict[str, Any], players: int) -> None:
    for name in ("scores", "places", "sheets", "achievements"):
        if name in result and len(result[name]) != players:
            raise BadRecord(
                f"{name}: one for each of {players} seats expected, found {len(result[name])}"
            )
    if 1 not in result["places"] or not all(1 <= place <= players for place in result["places"]):
        raise BadRecord(f"places: 1 to {players} expected, found {result['places']}")
    if any(list(sheet) != list(result["sheets"][0]) for sheet in result["sheets"]):
        raise BadRecord("sheets: the seats have different headings")
    for forfeit in result["forfeits"]:
        if forfeit["seat"] >= players:
            raise BadRecord(f"forfeits: there is no seat {forfeit['seat']}")


def _texts(overrides: dict[str, object]) -> dict[str, str]:
    return {
        unicode_text("option", key): unicode_text(f"option {key}", option_text(value))
        for key, value in overrides.items()
    }


class RecordFile:
    """A file that records are appended to: whole lines, whatever happens.

    Raises OSError if it cannot be opened or written, BadRecord if it ends inside a line.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Opens the file, or makes it."""
        self.path = Path(path)
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        self._regular = stat.S_ISREG(os.fstat(self._descriptor).st_mode)
        if self.size > 0 and os.pread(self._descriptor, 1, self.size - 1) != b"\n":
            self.close()
            raise BadRecord(f"{path}: the last line is cut off; remove it before more is appended")

    @property
    def size(self) -> int:
        """Bytes in the file; 0 for a pipe or a device."""
        return os.fstat(self._descriptor).st_size if self._regular else 0

    def write(self, line: str) -> None:
        """Appends a line, in one write unless the system takes only a part; if it fails, leaves nothing of it."""
        data = line.encode() + b"\n"
        before = self.size
        try:
            written = os.write(self._descriptor, data)
            while written < len(data):
                written += os.write(self._descriptor, data[written:])
        except BaseException as error:
            if self._regular:
                os.ftruncate(self._descriptor, before)
            if isinstance(error, OSError):
                error.filename = str(self.path)
            raise

    def close(self) -> None:
        """Closes the file."""
        os.close(self._descriptor)

    def __enter__(self) -> RecordFile:
        """For ``with``."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the file."""
        self.close()


def check_file(
    path: str | os.PathLike[str], **overrides: object
) -> Iterator[tuple[int, Record | BadRecord]]:
    """Verifies a file: for each line its number and its record, or what is wrong with it.

    Any byte that is not as it was written makes some line wrong; a file without records is wrong at line 1.
    Overrides are those of `Record.verify`.
    """
    number = 0
    for number, raw in _lines_of(path):
        try:
            record = Record(_text_of(raw))
            record.verify(**overrides)
        except BadRecord as error:
            yield number, error
        else:
            yield number, record
    if number == 0:
        yield 1, BadRecord("the file is empty")


def read_records(path: str | os.PathLike[str]) -> Iterator[Record]:
    """The records of a file, checked but for a replay. Raises BadRecord naming the line that is damaged."""
    number = 0
    for number, raw in _lines_of(path):
        try:
            record = Record.from_line(_text_of(raw))
            check_content(record.data)
        except BadRecord as error:
            raise BadRecord(f"{path} line {number}: {error}") from None
        yield record
    if number == 0:
        raise BadRecord(f"{path} line 1: the file is empty")


LONGEST_LINE = 16_000_000
"""Bytes of a line; a game of 5,000 moves has less than a tenth of it."""


def _lines_of(path: str | os.PathLike[str]) -> Iterator[tuple[int, bytes]]:
    """Numbered lines. Nothing is read after one that is too long, of which the beginning comes."""
    with Path(path).open("rb") as file:
        for number in itertools.count(1):
            raw = file.readline(LONGEST_LINE + 1)
            if raw:
                yield number, raw
            if not raw or len(raw) > LONGEST_LINE:
                return


def _text_of(raw: bytes) -> str:
    if len(raw) > LONGEST_LINE:
        raise BadRecord(f"longer than {LONGEST_LINE:,} bytes: no record is")
    if not raw.endswith(b"\n"):
        raise BadRecord("cut off: the file ends inside this line")
    if raw == b"\n":
        raise BadRecord("a record expected, found a blank line")
    try:
        return raw[:-1].decode()
    except UnicodeDecodeError as error:
        raise BadRecord(f"not UTF-8: {error}") from None
