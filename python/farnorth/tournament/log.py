"""The game log of a tournament: the truth about what was played. A game is done when it is in the log."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from farnorth import _core
from farnorth.arena import first_shares
from farnorth.errors import BadRecord, FarnorthError
from farnorth.records import RecordFile, check_content
from farnorth.tournament.config import LOG, MOST_BLOCKS, Config

Ints = npt.NDArray[np.int64]


class Locked(FarnorthError):
    """Another run has this folder."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A failure of a bot: at which ply, what it did, and whether its seat was ranked last for it."""

    seat: int
    ply: int
    error: str
    last: bool


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What the report needs of a record. Everything by seat; `seats` is the number of each seat's bot."""

    block: int
    rotation: int
    seed: str
    seats: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    forfeits: tuple[Forfeit, ...]
    achievements: tuple[tuple[str, ...], ...]
    reason: str
    plies: int
    date: str
    line: int = 0
    """Number of its line in the log, from 1."""

    @property
    def key(self) -> tuple[int, int]:
        """Which game of the tournament it is."""
        return self.block, self.rotation

    @classmethod
    def of_line(cls, line: str, bots: dict[str, int], number: int = 0) -> PlayedGame:
        """Reads a record's line, which is taken to be intact. Raises BadRecord if it is no game of this tournament."""
        data: dict[str, Any] = json.loads(line)
        event, result = data.get("event"), data["result"]
        if event is None or result is None or not set(data["bots"]) <= set(bots):
            raise BadRecord("not a finished game between bots of this tournament")
        if number:  # read from a file
            check_content(data)
            _check_date(data["date"])
        forfeits = tuple(Forfeit(**each) for each in result["forfeits"])
        return cls(
            block=event["block"],
            rotation=event["rotation"],
            seed=data["seed"],
            seats=tuple(bots[spec] for spec in data["bots"]),
            scores=tuple(result["scores"]),
            places=tuple(result["places"]),
            forfeits=forfeits,
            achievements=tuple(tuple(names) for names in result.get("achievements", ())),
            reason=result["reason"],
            plies=len(data["moves"]),
            date=data["date"],
            line=number,
        )


def _check_date(date: str) -> None:
    try:
        datetime.fromisoformat(date)
    except ValueError:
        raise BadRecord(f"date: {date!r} is none") from None


class PlayedGames:
    """Games of a tournament, in the order of their blocks, whatever order they were finished in.

    Arrays have a row a game. block, rotation: shape (games,). seats, scores, places: shape (games, players); seats
    holds numbers of bots.
    """

    def __init__(self, games: Iterable[PlayedGame], players: int) -> None:
        """Sorts them."""
        self.games = sorted(games, key=lambda game: game.key)
        self.players = players
        self.block = self._array([game.block for game in self.games])
        self.rotation = self._array([game.rotation for game in self.games])
        self.seats = self._table([game.seats for game in self.games])
        self.scores = self._table([game.scores for game in self.games])
        self.places = self._table([game.places for game in self.games])

    def __len__(self) -> int:
        """Number of games."""
        return len(self.games)

    @staticmethod
    def _array(numbers: list[int]) -> Ints:
        return np.array(numbers, dtype=np.int64)

    def _table(self, rows: list[tuple[int, ...]]) -> Ints:
        return np.array(rows, dtype=np.int64).reshape(-1, self.players)

    def shares(self) -> npt.NDArray[np.float64]:
        """Share of the first place by game and seat; a tie splits it."""
        return first_shares(self.places)

    def pairwise(
        self, one: int, other: int
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """By game: points of a bot against another (1 above, 1/2 shared place), and pairs of seats that met."""
        points, pairs = np.zeros(len(self)), np.zeros(len(self))
        for a in range(self.players):
            for b in range(self.players):
                met = (self.seats[:, a] == one) & (self.seats[:, b] == other)
                above = np.sign(self.places[:, b] - self.places[:, a]) / 2 + 0.5
                points += np.where(met, above, 0.0)
                pairs += met
        return points, pairs

    def of_block(self, number: int) -> PlayedGames:
        """The games of a block."""
        first, last = np.searchsorted(self.block, [number, number + 1])
        return PlayedGames(self.games[first:last], self.players)


def intact_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a log with their numbers, forms and sums checked; a last line that is cut off is left out.

    Raises BadRecord naming the line that is damaged.
    """
    with path.open("rb") as file:
        for number, raw in enumerate(file, 1):
            if not raw.endswith(b"\n"):
                return
            try:
                line = raw[:-1].decode()
                _core.check_line(line)
            except (UnicodeDecodeError, BadRecord) as error:
                raise BadRecord(f"{path} line {number}: {error}") from None
            yield number, line


def read_games(folder: Path, config: Config) -> list[PlayedGame]:
    """The finished games of a tournament. Raises BadRecord naming the line that is damaged or does not belong."""
    path = folder / LOG
    bots = {spec: i for i, spec in enumerate(config.bots)}
    games: dict[tuple[int, int], PlayedGame] = {}
    if not path.exists():
        return []
    for number, line in intact_lines(path):
        try:
            game = PlayedGame.of_line(line, bots, number)
        except BadRecord as error:
            raise BadRecord(f"{path} line {number}: {error}") from None
        if game.seed != f"{config.seed}/{game.block}":
            raise BadRecord(f"{path} line {number}: another deal than that of block {game.block}")
        if game.block >= MOST_BLOCKS:
            raise BadRecord(f"{path} line {number}: no tournament has a block {game.block}")
        if game.key in games:
            raise BadRecord(
                f"{path} line {number}: block {game.block} rotation {game.rotation}"
                f" is in line {games[game.key].line} too"
            )
        games[game.key] = game
    return list(games.values())


class GameLog:
    """The log, open for writing. Only one run at a time can have it, and the system frees it when that run dies."""

    SYNC_SECONDS = 2.0
    WRITE_SECONDS = 0.02
    """Games that are finished within so short a time are written together: fast games would wait for the system."""

    def __init__(self, folder: Path) -> None:
        """Opens or makes it and removes a last line that is cut off. Raises Locked if another run has it."""
        self.path = folder / LOG
        self._lock = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            raise Locked(f"another run is writing to {folder}; wait for it or stop it") from None
        self.dropped = _drop_cut_line(self._lock)
        """Bytes of a cut line that were removed."""
        self._file = RecordFile(self.path)
        self._waiting: list[str] = []
        self._written = self._synced = time.monotonic()

    def append(self, line: str) -> None:
        """Adds a game. If the disk is full raises OSError and leaves no part of a line."""
        self._waiting.append(line)
        now = time.monotonic()
        if now - self._written >= self.WRITE_SECONDS:
            self._flush()
            self._written = now
            if now - self._synced >= self.SYNC_SECONDS:
                os.fdatasync(self._lock)
                self._synced = now

    def _flush(self) -> None:
        lines, self._waiting = self._waiting, []
        if not lines:
            return
        try:
            self._file.write("\n".join(lines))
        except OSError:  # nothing of it was written, but a part of it may fit
            for line in lines:
                self._file.write(line)
            raise  # should there be room again, the run stops all the same: its disk is full

    def close(self) -> None:
        """Writes what waits, has the system put it on the disk, and frees the folder for another run."""
        try:
            self._flush()
            os.fdatasync(self._lock)
        finally:
            self._file.close()
            os.close(self._lock)


def is_locked(folder: Path) -> bool:
    """Whether a run is writing to this folder."""
    try:
        descriptor = os.open(folder / LOG, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


def _drop_cut_line(descriptor: int) -> int:
    """Removes what follows the last newline; returns how many bytes that was."""
    size = end = os.fstat(descriptor).st_size
    while end > 0:
        start = max(0, end - 65536)
        piece = os.pread(descriptor, end - start, start)
        newline = piece.rfind(b"\n")
        if newline >= 0:
            end = start + newline + 1
            break
        end = start
    if end < size:
        os.ftruncate(descriptor, end)
    return size - end
