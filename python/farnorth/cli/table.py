"""How ``farnorth play`` and ``farnorth web`` get their game, a new one or that of a file, and how they leave it."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from farnorth.cli.common import Exit, check_bot, game_argument, load_game, opt_option, say

if TYPE_CHECKING:
    from farnorth.casual import CasualGame


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """GAME and the options that say who plays it and where it is saved: the arguments of `seated`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


_OPTIONS = (
    game_argument(required=False),
    click.option(
        "--seat", "seats", multiple=True, metavar="SPEC",
        help="Who sits in the next seat: human, or a bot's spec; repeatable. Default: you, then greedy.",
    ),
    click.option("--players", type=int, metavar="P", help="Seats; those left get the bot greedy."),
    opt_option(),
    click.option("--seed", help="Seed of the deal, any text; without it one is drawn."),
    click.option(
        "--save", "path", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
        help="Save the game here, after each move. Default: a file in the user's state folder.",
    ),
    click.option(
        "--resume", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
        help="Go on with the game of a file.",
    ),
)  # fmt: skip


def seated(
    game: str | None,
    seats: Sequence[str],
    players: int | None,
    options: dict[str, str],
    seed: str | None,
    path: Path | None,
    resume: Path | None,
) -> CasualGame | None:
    """The game that the options ask for, saved nowhere yet; None if they name neither a game nor a file."""
    if resume is not None:
        if seats or players or options or seed or path:
            raise click.UsageError("with --resume everything comes from the file")
        return _resumed(resume, game)
    if game is not None:
        return _new_game(game, seats, players, options, seed, path)
    if seats or players or options or seed or path:
        raise click.UsageError("say which GAME it is for")
    return None


def _resumed(path: Path, game: str | None) -> CasualGame:
    from farnorth.casual import CasualGame

    table = CasualGame.resume(path)
    if game not in (None, table.game.name):
        raise click.UsageError(f"{path} is a game of {table.game.name}, not of {game}")
    if not table.humans:
        raise click.UsageError(f"{path} has no seat of a person")
    return table


def _new_game(
    game: str,
    seats: Sequence[str],
    players: int | None,
    options: dict[str, str],
    seed: str | None,
    path: Path | None,
) -> CasualGame:
    from farnorth.casual import HUMAN, CasualGame, is_human

    if players is None and "players" not in options and len(seats) > 1:
        players = len(seats)
    loaded = load_game(game, options, players)
    if len(seats) > loaded.players:
        raise click.UsageError(f"{len(seats)} seats are given, the game has {loaded.players}")
    specs = [*seats, *["greedy"] * (loaded.players - len(seats))] if seats else []
    specs = specs or [HUMAN, *["greedy"] * (loaded.players - 1)]
    for spec in specs:
        if not is_human(spec):
            check_bot(spec)
    if not any(is_human(spec) for spec in specs):
        raise click.UsageError("nobody plays: give --seat human, or use `farnorth watch`")
    if path is not None and path.exists():
        raise click.UsageError(f"{path} exists: go on with --resume {path}, or give another name")
    if path is not None and not path.absolute().parent.is_dir():
        raise click.UsageError(f"{path.parent} is not a folder")
    seed = seed if seed is not None else str(secrets.randbits(32))
    return CasualGame(loaded, specs, seed, path=path or _try_default_path(game, seed))


def _try_default_path(game: str, seed: str) -> Path | None:
    from farnorth.casual import default_path

    try:
        return default_path(game, seed)
    except OSError as error:
        say(f"warning: the game is not saved: {error}; name a file with --save")
        return None


def where(table: CasualGame) -> str:
    """Where the game is saved, and how to go on with it."""
    if table.path is None:
        return "The game is not saved."
    return f"Saved. Go on with: farnorth play --resume {table.path}"


def leave(is_quiet: bool, code: Exit) -> None:
    """Ends the program, even if a bot still thinks: its thread cannot outlive the interpreter, nor be ended alone."""
    if is_quiet:
        raise click.exceptions.Exit(code)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
