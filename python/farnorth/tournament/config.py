"""What a tournament is: every choice in one value, which is the manifest in its folder."""

from __future__ import annotations

import dataclasses
import json
import os
import secrets
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from farnorth import __version__, _core
from farnorth.bots import LONGEST_MS, NativeBot, bot
from farnorth.errors import BadData, check_one_of
from farnorth.games import load, option_text, unicode_text

if TYPE_CHECKING:
    from farnorth.protocols import Game

MANIFEST = "manifest.json"
LOG = "games.jsonl"
VERSION = 1

SCHEDULES = ("all", "random", "focus", "ladder", "sprt")
BACKENDS = ("local", "ray", "dask")
ON_FORFEIT = ("last", "random", "abort")


MOST_BLOCKS = 10_000_000
"""Blocks of a tournament."""
MOST: dict[str, int] = {
    "blocks": MOST_BLOCKS,
    "jobs": 1024,
    "its": 1_000_000_000,
    "ms": LONGEST_MS,
    "clock": LONGEST_MS // 1000,
    "increment": LONGEST_MS // 1000,
    "margin_ms": LONGEST_MS,
    "memory_mb": 1 << 30,
    "start_seconds": LONGEST_MS // 1000,
    "watchdog_seconds": LONGEST_MS // 1000,
    "elo0": 10_000,
    "elo1": 10_000,
    "alpha": 1,
    "beta": 1,
}
"""The largest value of each number; an Elo may be as far below 0."""


@dataclass(frozen=True)
class Config:
    """A tournament. What is left out has the default given here.

    game, options: what is played; options as in `farnorth.load`, `players` among them.
    bots: specs, no two alike.
    schedule: who meets whom, see `farnorth.tournament.schedule`; `blocks` is how long it goes on.
    seed: of the deals, and of the intervals in the report.
    focus: the bot that the schedule `focus` is about; the first if empty.
    elo0, elo1, alpha, beta: the schedule `sprt`: bounds in normalised Elo and error rates.
    its, ms, clock, increment: time control: iterations or milliseconds for a decision, seconds for a game and after
    each decision; 0 = none. margin_ms: by which `ms` and `clock` may be overstepped.
    isolate: bots written in Python play in processes of their own. memory_mb: address space of a bot's process,
    0 = no limit. start_seconds: for a bot's process to begin. watchdog_seconds: for any decision of a bot's process,
    whatever the time control.
    anchor: the bot whose rating is 0; empty: the mean of all is 0. name: the event in the records.
    jobs, backend, address: how it is run; they change no result.
    """

    game: str
    bots: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)
    schedule: str = "all"
    blocks: int = 100
    seed: str = ""
    focus: str = ""
    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    on_forfeit: str = "last"
    its: int = 0
    ms: float = 0.0
    clock: float = 0.0
    increment: float = 0.0
    margin_ms: float = 100.0
    isolate: bool = False
    memory_mb: int = 2048
    start_seconds: float = 10.0
    watchdog_seconds: float = 60.0
    anchor: str = ""
    name: str = "tournament"
    jobs: int = 1
    backend: str = "local"
    address: str = ""

    @classmethod
    def make(cls, /, **given: Any) -> Config:
        """A configuration from what a person says. Raises BadData naming what is wrong.

        Bots may be classes that can be imported; a seed left out is drawn.
        """
        for name in ("game", "bots"):
            if not given.get(name):
                raise BadData(f"{name} must be given")
        if isinstance(given["bots"], str) or not isinstance(given["bots"], Sequence):
            raise BadData("bots must be a list of specs")
        isolate = bool(given.get("isolate", False))
        given["bots"] = [_spec(each, isolate) for each in given["bots"]]
        for name in ("focus", "anchor"):
            if given.get(name):
                given[name] = _spec(given[name], isolate)
        seed = given.get("seed", "")
        if not isinstance(seed, (str, int)) or isinstance(seed, bool):
            raise BadData(f"seed must be a text or a whole number, not {seed!r}")
        given["seed"] = str(seed) or str(secrets.randbits(32))
        return cls._of(given)

    @classmethod
    def _of(cls, given: dict[str, Any]) -> Config:
        """Checks everything but whether the bots exist: a report can be made where they are not installed."""
        known = {each.name for each in dataclasses.fields(cls)}
        for name in given:
            if name not in known:
                raise BadData(
                    f"no setting is called {name!r}; there are {', '.join(sorted(known))}"
                )
        for name in ("game", "bots"):
            if not given.get(name):
                raise BadData(f"{name} must be given")
        options = given.get("options") or {}
        if not isinstance(options, dict):
            raise BadData("options must be a table of names and values")
        bots = given["bots"]
        if not isinstance(bots, (list, tuple)) or not all(isinstance(spec, str) for spec in bots):
            raise BadData(f"bots must be a list of specs, not {bots!r}")
        for spec in bots:
            unicode_text("bot spec", spec)
        given["options"] = {str(name): option_text(value) for name, value in options.items()}
        given["bots"] = tuple(given["bots"])
        config = cls(**{name: _typed(cls, name, value) for name, value in given.items()})
        config.check()
        return config

    def check(self) -> None:
        """Raises BadData if settings are wrong or do not go together."""
        check_one_of("schedule", self.schedule, SCHEDULES)
        check_one_of("backend", self.backend, BACKENDS)
        check_one_of("on_forfeit", self.on_forfeit, ON_FORFEIT)
        for name in ("blocks", "jobs"):
            if getattr(self, name) < 1:
                raise BadData(f"{name} must be 1 or more, not {getattr(self, name)}")
        for name in ("its", "ms", "clock", "increment", "margin_ms", "memory_mb"):
            if getattr(self, name) < 0:
                raise BadData(f"{name} must not be negative")
        for name in ("start_seconds", "watchdog_seconds"):
            if getattr(self, name) <= 0:
                raise BadData(f"{name} must be more than 0")
        for name, most in MOST.items():
            value = getattr(self, name)
            least = -most if name.startswith("elo") else 0
            if not least <= value <= most:  # so is what is not a number
                raise BadData(f"{name} must be {least} to {most}, not {value}")
        if self.increment and not self.clock:
            raise BadData("increment is given without clock")
        if len(self.bots) < 2:
            raise BadData("a tournament needs two bots or more")
        twice = [spec for spec in self.bots if self.bots.count(spec) > 1]
        if twice:
            raise BadData(f"bot {twice[0]} is given twice")
        for name in ("focus", "anchor"):
            spec = getattr(self, name)
            if spec and spec not in self.bots:
                raise BadData(f"{name}: {spec} is not one of the bots {', '.join(self.bots)}")
        if self.schedule == "sprt":
            self._check_sprt()

    def _check_sprt(self) -> None:
        if len(self.bots) != 2:
            raise BadData(f"schedule sprt compares two bots, not {len(self.bots)}")
        if self.elo0 >= self.elo1:
            raise BadData("elo0 must be less than elo1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadData("alpha and beta must be between 0 and 0.5")

    def load_game(self) -> Game:
        """The game. Raises BadOption or BadData if there is none such."""
        return load(self.game, **self.options)

    # ---- The manifest ----------------------------------------------------------------------------

    def to_manifest(self) -> dict[str, Any]:
        """As written: every setting, and which rules and engine they are for."""
        game = self.load_game()
        return {
            "farnorth_tournament": VERSION,
            "engine": f"farnorth {__version__}",
            "rules_version": game.rules_version,
            "setup": game.options,
            **dataclasses.asdict(self),
        }

    @classmethod
    def from_manifest(cls, folder: Path) -> Config:
        """Reads the manifest of a folder. Raises BadData if there is none, or it is not for this engine's rules."""
        path = folder / MANIFEST
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise BadData(f"{folder} holds no tournament: there is no {MANIFEST}") from None
        except ValueError as error:
            raise BadData(f"{path} is not JSON: {error}") from None
        except RecursionError:
            raise BadData(f"{path} is not a manifest: it is nested too deeply") from None
        if not isinstance(data, dict) or data.pop("farnorth_tournament", None) != VERSION:
            raise BadData(f"{path} is not a manifest of version {VERSION}")
        of_rules = {name: data.pop(name, None) for name in ("engine", "rules_version", "setup")}
        try:
            config = cls._of(data)
            game = config.load_game()
        except BadData as error:
            raise BadData(f"{path}: {error}") from None
        for name, found in (("rules_version", game.rules_version), ("setup", game.options)):
            if of_rules[name] != found:
                raise BadData(f"{path}: {name} is {of_rules[name]}, this engine has {found}")
        return config

    def write(self, folder: Path) -> None:
        """Writes the manifest, whole or not at all."""
        path = folder / MANIFEST
        unfinished = path.with_suffix(".new")
        with unfinished.open("w", encoding="utf-8") as file:
            json.dump(self.to_manifest(), file, indent=2)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)

    def same_games(self, other: Config) -> bool:
        """Whether both play the same games: all settings are equal but those of how it is run and reported."""
        how = {"jobs": 1, "backend": "local", "address": "", "anchor": ""}
        return dataclasses.replace(self, **how) == dataclasses.replace(other, **how)  # type: ignore[arg-type]


def from_toml(path: Path) -> dict[str, Any]:
    """The settings of a TOML file, `out` and `players` among them.

    Raises BadData if it is not TOML, or a setting is no text, list or table as it must be. What else may be wrong is
    found by `Config.make`.
    """
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise BadData(f"{path} is nested too deeply") from None
    for name, kind, told in (
        ("game", str, "a text"),
        ("out", str, "a text"),
        ("bots", list, "a list of specs"),
        ("options", dict, "a table of names and values"),
    ):
        if name in given and not isinstance(given[name], kind):
            raise BadData(f"{path}: {name} must be {told}, not {given[name]!r}")
    return given


def is_native(spec: str) -> bool:
    """Whether the engine plays the bot by itself, without Python."""
    name = spec.split(":", 1)[0]
    return name in {each["name"] for each in _core.native_bots()}


def _spec(given: object, isolate: bool) -> str:
    """The spec as records name it. What does not exist is an error now, not in the middle of the night."""
    if isinstance(given, type):
        given = f"py:{given.__module__}.{given.__qualname__}"
        if "<locals>" in given or given.startswith("py:__main__."):
            raise BadData(f"{given[3:]} cannot be imported by the processes that play")
    if not isinstance(given, str):
        raise BadData(f"a bot spec or a class that can be imported expected, found {given!r}")
    if given.startswith("cmd:") or (isolate and given.startswith("py:")):
        if given.startswith("cmd:"):
            bot(given)  # starts nothing, but refuses what names no program
        return given  # not loaded here: that is what it has a process of its own for
    made = bot(given)
    return made.spec if isinstance(made, NativeBot) else given


def _typed(cls: type[Config], name: str, value: Any) -> Any:
    """The value in the type of the setting."""
    wanted = get_type_hints(cls)[name]
    if wanted not in (str, int, float, bool):
        return value
    fitting = (int, float) if wanted is float else (wanted,)
    if not isinstance(value, fitting) or (isinstance(value, bool) and wanted is not bool):
        raise BadData(f"{name} must be of type {wanted.__name__}, not {value!r}")
    if wanted is str:
        return unicode_text(name, value)
    try:
        return float(value) if wanted is float else value
    except OverflowError:
        raise BadData(f"{name} is too large a number: {value}") from None
