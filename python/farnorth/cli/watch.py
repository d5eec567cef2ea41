"""``farnorth watch``: bots at play, move by move."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from farnorth.cli.common import (
    CONTEXT,
    Command,
    Exit,
    Seconds,
    bot_specs,
    bots_options,
    check_bot,
    examples,
    game_argument,
    load_game,
    opt_option,
    say,
)
from farnorth.cli.screen import Screen, show_sheet
from farnorth.games import PLY_CAP
from farnorth.telling import log_lines, seat_names

if TYPE_CHECKING:
    from farnorth.casual import CasualGame

LOG = 5
"""Lines of the log under the board."""


class Show:
    """A game between bots, drawn after each decision."""

    def __init__(self, table: CasualGame, screen: Screen, seat: int | None, delay: float) -> None:
        """seat: whose knowledge is shown, None = everything. delay: seconds between decisions."""
        self.table = table
        self.screen = screen
        self.seat = seat
        self.delay = delay
        self._log: list[str] = []
        self._told = 0

    def run(self) -> None:
        """Plays to the end."""
        self._draw(board=True)
        while (actor := self.table.state.actor) is not None and len(self.table.moves) < PLY_CAP:
            self.table.play_bot()
            time.sleep(self.delay)
            self._draw(board=self.table.state.actor != actor)
        if self.table.state.actor is not None:
            say(f"stopped at the ply cap of {PLY_CAP} moves")
        show_sheet(self.table, self.screen)

    def _draw(self, board: bool) -> None:
        """The board in place on a terminal; elsewhere the moves, and the board after each turn."""
        lines = log_lines(self.table, self.seat, self._told)
        self._told = len(self.table.moves)
        self._log = [*self._log, *lines][-LOG:]
        if self.screen.is_terminal:
            self.screen.home()
            self._board()
            lines = self._log
        for line in lines:
            self.screen.wrapped(line, "* ", "  ")
        if board and not self.screen.is_terminal:
            self._board()
        sys.stdout.flush()

    def _board(self) -> None:
        from farnorth import render

        names = seat_names(self.table.specs)
        shown = render.markup(self.table.state, self.screen.width, self.seat, names=names)
        self.screen.show(f"{shown}\n")


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth watch borealis --bots greedy,random",
        "farnorth watch borealis --bots greedy,greedy,random --delay 0.5 --seat 0",
        "farnorth watch borealis --bots greedy --players 4 --seed 7 --delay 0 > game.txt",
    ),
)
@game_argument()
@bots_options
@click.option("--players", type=int, metavar="P", help="Seats; the last bot takes those left.")
@opt_option()
@click.option("--seed", help="Seed of the deal, any text; without it one is drawn.")
@click.option(
    "--delay", type=Seconds(min=0, max=3600), metavar="S",
    help="Seconds between decisions. Default: 1 on a terminal, else 0.",
)  # fmt: skip
@click.option(
    "--seat", type=click.IntRange(min=0), metavar="K",
    help="Show what seat K (from 0) may know. Default: everything.",
)  # fmt: skip
@click.option("--plain", is_flag=True, help="No colours, even on a terminal.")
def watch(
    game: str,
    bots: Sequence[str],
    more_bots: Sequence[str],
    players: int | None,
    options: dict[str, str],
    seed: str | None,
    delay: float | None,
    seat: int | None,
    plain: bool,
) -> None:
    """Watch bots play GAME, move by move."""
    from farnorth.casual import CasualGame

    specs = bot_specs(bots, more_bots)
    if players is None and "players" not in options and len(specs) > 1:
        players = len(specs)
    loaded = load_game(game, options, players)
    if len(specs) > loaded.players:
        raise click.UsageError(f"{len(specs)} bots are given, the game has {loaded.players} seats")
    if seat is not None and seat >= loaded.players:
        raise click.UsageError(f"--seat {seat}: the seats are 0 to {loaded.players - 1}")
    specs += specs[-1:] * (loaded.players - len(specs))
    for spec in specs:
        check_bot(spec)
    screen = Screen(plain)
    if delay is None:
        delay = 1.0 if screen.is_terminal else 0.0
    seed = seed if seed is not None else str(secrets.randbits(32))
    table = CasualGame(loaded, specs, seed)
    screen.show(f"{loaded.title}, {loaded.players} players, seed {seed}")
    try:
        Show(table, screen, seat, delay).run()
    except KeyboardInterrupt:
        click.echo()
        raise click.exceptions.Exit(Exit.interrupted) from None
