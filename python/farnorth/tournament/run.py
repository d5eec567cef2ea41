"""Running a tournament: `Tournament`, from the first game to the report, in as many sessions as it takes."""

from __future__ import annotations

import dataclasses
import hashlib
import os
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from farnorth.errors import BadData, BadRecord
from farnorth.games import load
from farnorth.processes import end_processes
from farnorth.tournament.backends import backend_of, play_all
from farnorth.tournament.config import LOG, MANIFEST, Config
from farnorth.tournament.live import Live
from farnorth.tournament.log import GameLog, PlayedGame, PlayedGames, is_locked, read_games
from farnorth.tournament.schedule import Schedule, schedule_of
from farnorth.tournament.work import Job, Slot

if TYPE_CHECKING:
    from farnorth import protocols
    from farnorth.tournament.report import Report

Key = tuple[int, int]


class Tournament:
    """A tournament and its folder.

    >>> import farnorth, tempfile
    >>> folder = tempfile.mkdtemp() + "/a"
    >>> cup = farnorth.Tournament("borealis", bots=["greedy", "random"], blocks=10, seed=1, out=folder)
    >>> cup.run()
    >>> cup.report().ratings[0].bot
    'greedy'

    The folder holds ``manifest.json``, every setting, and ``games.jsonl``, a record a game. Running it again goes on
    where it stopped, for whatever reason it stopped, to the same games and numbers as an uninterrupted run.
    """

    def __init__(
        self,
        /,  # a file may have a setting of that name, and gets the error of every unknown one
        game: str | protocols.Game,
        bots: Sequence[object],
        *,
        out: str | os.PathLike[str],
        **settings: Any,
    ) -> None:
        """A new tournament of a game, or the one in the folder if its settings are the same.

        Settings are those of `farnorth.tournament.config.Config`: ``schedule="all", blocks=200, seed=1, jobs=2`` and
        others; ``players=4`` is short for an option of the game. Raises BadData if one is wrong, or if the folder
        holds another tournament.
        """
        if "players" in settings:
            players = settings.pop("players")
            settings["options"] = {**settings.get("options", {}), "players": players}
        if not isinstance(game, str) and not hasattr(game, "option_specs"):
            raise BadData(f"game must be a name or a game, not {game!r}")
        if not isinstance(settings.get("options", {}), dict):
            raise BadData("options must be a table of names and values")
        if not isinstance(game, str):
            usual = load(game.name).options
            options = game.portable_options
            chosen = {name: value for name, value in options.items() if usual[name] != value}
            settings["options"] = {**chosen, **settings.get("options", {})}
            game = game.name
        folder = Path(out)
        if (folder / MANIFEST).exists() and "seed" not in settings:
            settings["seed"] = Config.from_manifest(folder).seed
        self._set(folder, Config.make(game=game, bots=bots, **settings))
        if (folder / MANIFEST).exists() and not self.config.same_games(
            Config.from_manifest(folder)
        ):
            raise BadData(f"{folder} holds a tournament with other settings; see its {MANIFEST}")

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> Tournament:
        """The tournament of a folder. Raises BadData if there is none."""
        self = cls.__new__(cls)
        self._set(Path(folder), Config.from_manifest(Path(folder)))
        return self

    def _set(self, folder: Path, config: Config) -> None:
        self.folder = folder
        self.config = config
        self.players = config.load_game().players
        if self.players < 2:
            raise BadData(
                "a tournament needs a game of two seats or more; compare solo scores with `farnorth run`"
            )
        self.schedule: Schedule = schedule_of(config, self.players)

    # ---- What there is ---------------------------------------------------------------------------

    def games(self) -> PlayedGames:
        """The games in the log. Raises BadRecord naming the line that is damaged."""
        return PlayedGames(read_games(self.folder, self.config), self.players)

    @property
    def total_games(self) -> int:
        """Games in all; with the schedule `sprt` at most."""
        return self.schedule.total_blocks() * self.players

    @property
    def is_running(self) -> bool:
        """Whether some process is playing it now."""
        return is_locked(self.folder)

    def is_finished(self, games: PlayedGames | None = None) -> bool:
        """Whether every game that the schedule wants is in the log."""
        games = self.games() if games is None else games
        done = {game.key: game for game in games.games}
        number = 0
        while (slots := self._round(number, games)) is not None:
            if any(slot[:2] not in done for slot in slots):
                return False
            number += 1
        return True

    def report(self, anchor: str | None = None, games: PlayedGames | None = None) -> Report:
        """Ratings, crosstable and the rest, from the log as it is now, or from these games that were read from it."""
        from farnorth.tournament.report import make_report

        return make_report(self, self.games() if games is None else games, anchor)

    def query(self, sql: str) -> list[dict[str, Any]]:
        """Rows of an SQL query over the log: tables ``games`` and ``seats``. Needs the extra `analysis`."""
        from farnorth.tournament.query import Database

        return Database(self).rows(sql)

    # ---- Playing ---------------------------------------------------------------------------------

    def run(
        self,
        progress: bool = False,
        *,
        jobs: int | None = None,
        backend: str | None = None,
        address: str | None = None,
    ) -> None:
        """Plays what is not in the log yet. Where it is played may differ from session to session.

        Raises Locked if another run is at it, BotError if a bot fails with ``on_forfeit="abort"``, OSError if the disk
        is full; what was finished is in the log.
        """
        where = {"jobs": jobs, "backend": backend, "address": address}
        given = {name: value for name, value in where.items() if value is not None}
        config = dataclasses.replace(self.config, **given)  # type: ignore[arg-type]
        config.check()
        is_new = not (self.folder / MANIFEST).exists()
        made = not self.folder.exists()
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            with closing(GameLog(self.folder)) as log:
                if is_new:
                    config.write(self.folder)
                Session(self, config, log, progress).play()
        except Exception:
            if is_new:
                self._undo(made)
            raise

    def _undo(self, made: bool) -> None:
        """Leaves nothing of a run that failed before its first game, so that it can be begun again."""
        log = self.folder / LOG
        if not log.exists() or log.stat().st_size > 0 or is_locked(self.folder):
            return
        for path in (log, self.folder / MANIFEST):
            path.unlink(missing_ok=True)
        if made:
            with suppress(OSError):
                self.folder.rmdir()

    def _round(self, number: int, games: PlayedGames) -> list[Slot] | None:
        blocks = self.schedule.round(number, games)
        if blocks is None:
            return None
        return [
            (block.number, rotation, seats)
            for block in blocks
            for rotation, seats in enumerate(block.rotations())
        ]


class Session:
    """One run of a tournament, from what is in the log to the end or to what stops it."""

    def __init__(
        self, tournament: Tournament, config: Config, log: GameLog, progress: bool
    ) -> None:
        """Reads the log and ends what a killed run may have left."""
        self._tournament = tournament
        self._log = log
        self._token = token_of(tournament.folder)
        end_processes(self._token)
        self._bots = {spec: i for i, spec in enumerate(config.bots)}
        self._done: dict[Key, PlayedGame | None] = {
            game.key: game for game in read_games(tournament.folder, tournament.config)
        }
        self._unread: list[str] = []
        self._live = Live(config, tournament.total_games, progress)
        self._live.begin([game for game in self._done.values() if game is not None])
        self._job = Job(
            config=config,
            token=self._token,
            paths=(str(Path.cwd()),) if _has_python(config) else (),
            parent=_this_process(config),
        )

    def play(self) -> None:
        """Plays round after round."""
        number, backend = 0, None
        try:
            with self._live:
                while (slots := self._tournament._round(number, self._games())) is not None:
                    self._check(slots)
                    if self._missing(slots):
                        backend = backend or backend_of(self._job)
                        play_all(backend, lambda s=slots: self._missing(s), self._deliver)  # type: ignore[misc]
                    number += 1
        finally:
            if backend is not None:
                backend.close()
            end_processes(self._token)

    def _missing(self, slots: Sequence[Slot]) -> list[Slot]:
        return [slot for slot in slots if slot[:2] not in self._done]

    def _games(self) -> PlayedGames:
        """All games so far. Those played since the start are read only where a schedule asks."""
        if self._tournament.config.schedule in ("ladder", "sprt"):
            for line in self._unread:
                game = PlayedGame.of_line(line, self._bots)
                self._done[game.key] = game
            self._unread.clear()
        known = [game for game in self._done.values() if game is not None]
        return PlayedGames(known, self._tournament.players)

    def _check(self, slots: Sequence[Slot]) -> None:
        """That the games in the log are those of this tournament."""
        for block, rotation, seats in slots:
            game = self._done.get((block, rotation))
            if game is not None and game.seats != seats:
                raise BadRecord(
                    f"{self._tournament.folder / LOG} line {game.line}: block {block} rotation"
                    f" {rotation} seats other bots than the manifest wants"
                )

    def _deliver(self, line: str) -> None:
        """Puts a finished game into the log."""
        key = key_of(line)
        if key in self._done:
            return  # a cluster may play a game twice when a worker is lost
        self._log.append(line)
        self._done[key] = None
        if self._tournament.config.schedule in ("ladder", "sprt"):
            self._unread.append(line)
        self._live.add(line)


def key_of(line: str) -> Key:
    """Block and rotation of a record's line, in which quotes within texts are escaped and keys have their order."""
    block = line.index(',"block":')
    rotation = line.index(',"rotation":', block)
    return int(line[block + 9 : rotation]), int(line[rotation + 12 : line.index("}", rotation)])


def token_of(folder: Path) -> str:
    """What marks the processes that play for a folder."""
    return hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]


def _has_python(config: Config) -> bool:
    return any(spec.startswith("py:") for spec in config.bots)


def _this_process(config: Config) -> int:
    """The process whose end ends the workers, where they are on this machine."""
    own = config.backend == "local" or (config.backend == "dask" and not config.address)
    return os.getpid() if own else 0
