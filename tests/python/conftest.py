"""Fixtures: the games that there are, so that a new game is tested without new tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import farnorth
import hypothesis
import pytest
from click.testing import CliRunner, Result
from embedding import consumer, engine, host, prefix
from support import cases
from test_cpp import cpp_build

__all__ = ["consumer", "cpp_build", "engine", "host", "prefix"]

# Tests press Ctrl-C. A run that a script began in the background ignores it, and so would the processes it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

hypothesis.settings.register_profile("default", deadline=None, max_examples=40, derandomize=True)
hypothesis.settings.register_profile("long", deadline=None, max_examples=2000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(params=farnorth.games())
def game(request: pytest.FixtureRequest) -> farnorth.Game:
    """Each game with its default options."""
    return farnorth.load(request.param)


@pytest.fixture(params=cases(), ids=lambda case: f"{case[0]}-{case[1]}")
def any_game(request: pytest.FixtureRequest) -> farnorth.Game:
    """Each game with each number of players."""
    name, players = request.param
    return farnorth.load(name, players=players)


@pytest.fixture
def cli() -> Callable[..., Result]:
    """Runs a command line in this process: quicker than one of its own."""
    from farnorth.cli import root

    def run(*args: str) -> Result:
        return CliRunner().invoke(root, list(args))

    return run


@pytest.fixture
def record_file(game: farnorth.Game, tmp_path: Path) -> Path:
    """A file with the records of one block of games."""
    path = tmp_path / "games.jsonl"
    with farnorth.RecordFile(path) as file:
        farnorth.play_many(
            game,
            ["greedy", "random"],
            game.players,
            seed=7,
            record=True,
            event="test",
            on_game=lambda _, line: file.write(line or ""),
        )
    return path
