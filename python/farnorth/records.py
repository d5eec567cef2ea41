"""Records: one game, one line of JSON, replayable and tamper-evident.

>>> import farnorth
>>> record = farnorth.play(farnorth.load("borealis"), ["greedy", "random"], seed=1)
>>> len(record.scores)
2
>>> farnorth.Record.from_line(record.line) == record
True
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from farnorth import _core
from farnorth.errors import BadRecord
from farnorth.games import load, option_text

if TYPE_CHECKING:
    from farnorth.protocols import Game, State


@dataclass(frozen=True)
class Record:
    """A game that was played. `line` is its whole content, in canonical form, without the newline."""

    line: str

    @classmethod
    def from_line(cls, line: str) -> Record:
        """Reads a line. Raises BadRecord if it is not in canonical form or its sum is wrong."""
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
        _core.verify_line(self.line, {key: option_text(value) for key, value in overrides.items()})

    def load_game(self, **overrides: object) -> Game:
        """The game that was played, with its options."""
        options = {**self.options, **overrides}
        return load(self.game, **options)

    def replay(self, **overrides: object) -> Iterator[State]:
        """The states of the game: before the first move, then after each. Each is a copy of its own."""
        state = self.load_game(**overrides).new_state()
        yield state.copy()
        for move in self.moves:
            state.apply(move)
            yield state.copy()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Appends the record to a file, whole, as one line."""
        append_line(Path(path), self.line)


def append_line(path: Path, line: str) -> None:
    """Appends a line in one write and flushes it, so that a file holds whole lines whatever happens."""
    with path.open("ab", buffering=0) as file:
        write_line(file.fileno(), line)


def write_line(descriptor: int, line: str) -> None:
    """Writes a line and its newline to an open file. Raises OSError if it could not be written whole."""
    data = line.encode() + b"\n"
    written = os.write(descriptor, data)
    while written < len(data):  # a pipe or a full disk may take only a part
        written += os.write(descriptor, data[written:])


def read_lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, str]]:
    """Numbers, from 1, and texts of a file's lines. Raises BadRecord for a line cut off or not UTF-8."""
    with Path(path).open("rb") as file:
        for number, raw in enumerate(file, 1):
            if not raw.endswith(b"\n"):
                raise BadRecord(f"{path} line {number}: cut off: the file ends inside this line")
            try:
                yield number, raw[:-1].decode()
            except UnicodeDecodeError as error:
                raise BadRecord(f"{path} line {number}: not UTF-8: {error}") from None


def read_records(path: str | os.PathLike[str]) -> Iterator[Record]:
    """The records of a file. Raises BadRecord naming the line that is damaged."""
    for number, line in read_lines(path):
        try:
            yield Record.from_line(line)
        except BadRecord as error:
            raise BadRecord(f"{path} line {number}: {error}") from None
