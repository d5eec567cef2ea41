"""Playing games of a tournament in this process, on any machine: what every backend runs."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from farnorth.bots import Bot, bot, microseconds
from farnorth.processes import Limits, ProcessBot, python_bot
from farnorth.tournament.config import Config, is_native

Slot = tuple[int, int, tuple[int, ...]]
"""A game to be played: block, rotation, and the number of each seat's bot."""


@dataclass(frozen=True)
class Job:
    """What a worker must know. It can be pickled and hashed by its text.

    config: of the tournament. token: marks the processes of bots. paths: where modules of bots are found. parent:
    the process without which the worker ends; 0 = it stays.
    """

    config: Config
    token: str
    paths: tuple[str, ...] = ()
    parent: int = 0

    @property
    def is_native(self) -> bool:
        """Whether the engine plays all bots by itself, on threads."""
        return all(is_native(spec) for spec in self.config.bots)

    @property
    def is_safe(self) -> bool:
        """Whether no bot's code runs in the process that plays."""
        return all(_has_process(self.config, spec) or is_native(spec) for spec in self.config.bots)

    @property
    def limits(self) -> Limits:
        """Of bots in processes."""
        config = self.config
        return Limits(
            start=config.start_seconds,
            watchdog=config.watchdog_seconds,
            move_ms=config.ms,
            margin_ms=config.margin_ms,
            memory_mb=config.memory_mb,
        )


def _has_process(config: Config, spec: str) -> bool:
    return spec.startswith("cmd:") or (config.isolate and not is_native(spec))


@functools.lru_cache(maxsize=4)
def _game_of(name: str, options: tuple[tuple[str, str], ...]) -> Any:
    from farnorth.games import load

    return load(name, **dict(options))


class Pool:
    """Bots that wait for their next game: what is slow to start is started once."""

    IDLE = 16
    """Bots that are kept at most."""

    def __init__(self, job: Job) -> None:
        """An empty pool."""
        self._job = job
        self._idle: list[tuple[str, Bot]] = []

    def _make(self, spec: str) -> Bot:
        if not _has_process(self._job.config, spec):
            return bot(spec)
        if spec.startswith("cmd:"):
            return ProcessBot(spec[4:], self._job.limits, spec, self._job.token)
        return python_bot(spec, self._job.limits, self._job.token)

    def _take(self, spec: str) -> Bot:
        for i, (name, waiting) in enumerate(self._idle):
            if name == spec:
                del self._idle[i]
                return waiting
        return self._make(spec)

    @contextlib.contextmanager
    def lent(self, specs: Sequence[str]) -> Iterator[list[Any]]:
        """What the engine plays for these specs. Bots are taken when their seat is made, and come back at the end."""
        taken: list[tuple[str, Bot]] = []

        def maker(spec: str) -> Callable[[], Bot]:
            def take() -> Bot:
                taken.append((spec, self._take(spec)))
                return taken[-1][1]

            return take

        try:
            yield [spec if is_native(spec) else (spec, maker(spec)) for spec in specs]
        finally:
            self._idle += taken
            while len(self._idle) > self.IDLE:
                _close(self._idle.pop(0)[1])

    def close(self) -> None:
        """Ends the processes of bots."""
        while self._idle:
            _close(self._idle.pop()[1])


def _close(old: Bot) -> None:
    if isinstance(old, ProcessBot):
        old.close()


def play_slots(
    job: Job,
    pool: Pool,
    slots: Sequence[Slot],
    on_line: Callable[[str], None],
    threads: int = 1,
) -> None:
    """Plays games and hands over the line of each record as it is finished. Raises BotError with ``abort``."""
    config = job.config
    game = _game_of(config.game, tuple(config.options.items()))
    # One game at a time where bots are lent: as many of them as it has seats.
    for part in [slots] if job.is_native else [[slot] for slot in slots]:
        with pool.lent(config.bots) as bots:
            game._run_slots(
                bots,
                config.seed,
                np.array([[block, rotation, *seats] for block, rotation, seats in part], np.int32),
                threads,
                config.on_forfeit,
                config.its,
                microseconds(config.ms),
                microseconds(config.clock * 1000),
                microseconds(config.increment * 1000),
                microseconds(config.margin_ms) if config.ms or config.clock else -1,
                config.name,
                lambda _, line: on_line(line),
                {},
            )


# ---- In a worker process -------------------------------------------------------------------------


@dataclass(frozen=True)
class Done:
    """What comes back from a worker."""

    lines: list[str]
    seconds: float


_pools: dict[Job, Pool] = {}


def play_chunk(job: Job, slots: Sequence[Slot]) -> Done:
    """Plays games in a worker process, whose bots wait there for the next chunk."""
    for path in job.paths:
        if path not in sys.path:
            sys.path.insert(0, path)
    if job.parent == os.getppid():
        end_with(job.parent)
    key = dataclasses.replace(job, config=_hashable(job.config))
    if key not in _pools:
        for pool in _pools.values():
            pool.close()
        _pools.clear()
        _pools[key] = Pool(job)
    lines: list[str] = []
    begun = time.perf_counter()
    play_slots(job, _pools[key], slots, lines.append)
    return Done(lines, time.perf_counter() - begun)


def _hashable(config: Config) -> Config:
    return dataclasses.replace(config, options=tuple(config.options.items()))  # type: ignore[arg-type]


@functools.lru_cache(maxsize=1)
def end_with(parent: int) -> None:
    """Ends this process when the one that wants its work is gone, maybe without a word; at once if it is already."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.3)
        os._exit(1)

    if os.getppid() != parent:
        os._exit(1)
    threading.Thread(target=watch, daemon=True, name="farnorth-parent-watch").start()
