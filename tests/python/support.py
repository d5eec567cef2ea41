"""What several test files use."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import farnorth

ROOT = Path(__file__).parents[2]


def cases() -> list[tuple[str, int]]:
    """Every game with every number of players."""
    return [
        (name, players)
        for name in farnorth.games()
        for players in range(_class(name).min_players, _class(name).max_players + 1)
    ]


def _class(name: str) -> type[farnorth.Game]:
    from farnorth.games import game_class

    return game_class(name)


def states(game: farnorth.Game, seed: int, stop: int = 10_000) -> Iterator[farnorth.State]:
    """The states of a random game, chance included, each a copy of its own."""
    rng = random.Random(seed)
    state = game.new_state()
    for _ in range(stop):
        yield state.copy()
        if state.is_over:
            return
        state.apply(rng.choice(moves(state)))


def moves(state: farnorth.State) -> list[farnorth.Move]:
    """What may happen: the moves of the seat to act, or the outcomes of chance."""
    return list(state.outcomes()) if state.actor == farnorth.CHANCE else list(state.legal_moves)


def play_on(state: farnorth.State, seed: int = 0) -> None:
    """Plays a state that plays chance by itself to its end."""
    rng = random.Random(seed)
    while not state.is_over:
        state.apply(rng.choice(state.legal_moves))


def player_state(game: farnorth.Game, seed: int = 0, plies: int = 12) -> farnorth.State:
    """A state some way into a game, at which a seat has a choice."""
    state = game.new_state(seed=seed)
    rng = random.Random(seed)
    while plies > 0 or len(state.legal_moves) < 2:
        state.apply(rng.choice(state.legal_moves))
        plies -= 1
    return state


def environment(**more: str) -> dict[str, str]:
    """For a process that shall find the bots of the tests."""
    path = os.pathsep.join([str(ROOT / "tests" / "python"), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, **more}


def record_of_moves(game: farnorth.Game, moves: list[str]) -> str:
    """The line of a record of these moves, with a result if they end the game."""
    private: Any = game
    line: str = private._record_line(
        "seed", ["random"] * game.players, "2026-01-31T12:00:00Z", moves
    )
    return line


def farnorth_command(
    *args: str, timeout: float = 120, **options: object
) -> subprocess.CompletedProcess[str]:
    """Runs the program in a process of its own."""
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-m", "farnorth", *args],
        capture_output=True, text=True, timeout=timeout, **options,
    )  # fmt: skip
