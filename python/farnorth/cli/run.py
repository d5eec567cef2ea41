"""``farnorth run``."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from farnorth.cli.common import (
    BOT_COLUMNS,
    BOT_NUMBERS,
    CONTEXT,
    Command,
    Exit,
    Meter,
    bot_rows,
    bot_specs,
    bots_options,
    check_bot,
    counted,
    examples,
    game_argument,
    json_option,
    load_game,
    opt_option,
    print_json,
    print_table,
    say,
)
from farnorth.games import load, option_text

if TYPE_CHECKING:
    from farnorth.arena import BotStats, RunResult
    from farnorth.bots import Entrant
    from farnorth.protocols import Game


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth run borealis --bots greedy,random -n 1000 --seed 1",
        "farnorth run borealis --bots greedy,random --players 4 --opt side=II -j 2 -o games.jsonl",
        "farnorth run borealis --bots greedy,random -n 200 --assert 'greedy>=0.9' --json",
    ),
)
@game_argument()
@bots_options
@click.option(
    "-n", "games", type=click.IntRange(1, 2_000_000_000), default=100, show_default=True, metavar="N",
    help="Games, rounded up to whole blocks: one deal, every rotation of the seats.",
)  # fmt: skip
@click.option(
    "--players", type=int, metavar="P", help="Seats; the last bot takes those that are left."
)
@click.option(
    "--seed", metavar="S", help="Seed of the deals, any text; without it one is drawn and printed."
)
@click.option(
    "-j", "threads", type=click.IntRange(1, 1024), default=1, show_default=True, metavar="J",
    help="Threads. The games are the same for any number.",
)  # fmt: skip
@click.option(
    "-o", "output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Append each game's record to FILE, as one line.",
)  # fmt: skip
@opt_option()
@click.option(
    "--on-forfeit", type=click.Choice(["last", "random", "abort"]), default="abort",
    show_default=True,
    help="When a bot fails: rank its seat last, or let chance move for it once, or give up.",
)  # fmt: skip
@click.option("--strict", is_flag=True, help="Exit with 5 if any bot forfeited.")
@click.option(
    "--assert", "conditions", multiple=True, metavar="'BOT>=SHARE'",
    help="Exit with 6 unless the 95 % interval of the bot's win share is above (>=) or below (<=)"
    " SHARE; repeatable.",
)  # fmt: skip
@json_option()
def run(
    game: str,
    bots: Sequence[str],
    more_bots: Sequence[str],
    games: int,
    players: int | None,
    seed: str | None,
    threads: int,
    output: Path | None,
    options: dict[str, str],
    on_forfeit: str,
    strict: bool,
    conditions: Sequence[str],
    as_json: bool,
) -> None:
    """Play N games of GAME between bots and report how each did.

    Evidence is counted by seed blocks: one deal, played once for each rotation of the bots over the seats. The win
    share of a bot is its mean share of first places per seat, ties split; its interval is over blocks.
    """
    specs = bot_specs(bots, more_bots)
    asserted = [parse_condition(text, specs) for text in conditions]
    if players is None:
        players = _seats(game, options, specs)
    loaded = load_game(game, options, players)
    if len(specs) > loaded.players:
        raise click.UsageError(
            f"{len(specs)} bots for {loaded.players} seats; say --players, or use a tournament"
        )
    seed = seed if seed is not None else str(secrets.randbits(32))
    entrants = [check_bot(spec) for spec in specs]
    work = Work(loaded, entrants, games, seed, threads, on_forfeit, output)
    if not as_json:
        import rich.table  # noqa: F401 - now, so that Ctrl-C later is answered at once
    result = work.play()
    _report(loaded, seed, result, work.seconds, as_json)
    if work.error is not None:
        if output is not None:
            say(f"{counted(result.games, 'finished game')} kept in {output}")
        raise work.error
    if strict and result.forfeits.sum() > 0:
        say(f"error: {counted(int(result.forfeits.sum()), 'forfeit')}")
        raise click.exceptions.Exit(Exit.forfeits)
    unmet = [text for text, holds in asserted if not holds(result.stats())]
    for text in unmet:
        say(f"error: not so: {text}")
    if unmet:
        raise click.exceptions.Exit(Exit.not_met)


def _seats(game: str, options: dict[str, str], specs: Sequence[str]) -> int | None:
    """As many seats as bots, if nobody says otherwise."""
    return None if "players" in options else max(len(specs), load(game).players)


@dataclass
class Work:
    """A run: plays, writes records, shows progress, and keeps what is finished when it ends early."""

    game: Game
    bots: Sequence[Entrant]
    games: int
    seed: str
    threads: int
    on_forfeit: str
    output: Path | None
    seconds: float = 0.0
    error: BaseException | None = None
    """What ended the run early."""

    @property
    def games_in_blocks(self) -> int:
        """The games, rounded up to whole blocks."""
        return -(-self.games // self.game.players) * self.game.players

    def play(self) -> RunResult:
        """Plays the games; those that were finished, if `error` ends the run early."""
        from farnorth.arena import partial_result, play_many
        from farnorth.records import RecordFile

        with ExitStack() as stack:
            file = None
            if self.output is not None:
                file = stack.enter_context(RecordFile(self.output))
                if file.size > 0:
                    say(f"appending to {self.output}")
            meter = stack.enter_context(Meter(self.games_in_blocks))

            def on_game(number: int, line: str | None) -> None:
                if file is not None and line is not None:
                    file.write(line)
                meter.show(number + 1)

            begun = time.perf_counter()
            try:
                result = play_many(
                    self.game,
                    self.bots,
                    self.games,
                    self.seed,
                    threads=self.threads,
                    record=file is not None,
                    on_forfeit=self.on_forfeit,
                    event="run" if file is not None else "",
                    on_game=on_game if file is not None or meter.wanted else None,
                )
            except BaseException as error:
                partial = partial_result(error)
                if partial is None:
                    raise
                self.error, result = error, partial
            self.seconds = time.perf_counter() - begun
        return result


Condition = tuple[str, Callable[[Sequence["BotStats"]], bool]]


def parse_condition(text: str, specs: Sequence[str]) -> Condition:
    """A condition on the result, such as ``greedy>=0.95``."""
    match = re.fullmatch(r"(.+?)\s*(>=|<=)\s*(\d*\.?\d+)", text)
    if not match or match[1] not in specs or float(match[3]) > 1:
        raise click.UsageError(
            f"--assert {text!r}: write BOT>=SHARE or BOT<=SHARE, with one of the bots"
            f" ({', '.join(specs)}) and a share from 0 to 1"
        )
    index, bound = specs.index(match[1]), float(match[3])

    def holds(stats: Sequence[BotStats]) -> bool:
        low, high = stats[index].win_share_95
        return low >= bound if match[2] == ">=" else high <= bound

    return text, holds


def _report(
    game: Game,
    seed: str,
    result: RunResult,
    seconds: float,
    as_json: bool,
) -> None:
    rate = result.games / seconds
    stats = result.stats()
    if as_json:
        print_json(
            {
                "game": game.name,
                "players": game.players,
                "games": result.games,
                "seed": seed,
                "setup": game.options,
                "games_per_second": round(rate, 1),
                "bots": [each.to_dict() for each in stats],
            }
        )
        return
    if result.games == 0:
        return
    setup = " ".join(f"{name}={_short(option_text(value))}" for name, value in game.options.items())
    print_table(
        f"{game.title}: {counted(result.games, 'game')}, {counted(game.players, 'player')}, seed {seed}",
        BOT_COLUMNS,
        bot_rows([each.to_dict() for each in stats]),
        numbers=BOT_NUMBERS,
    )
    click.echo(f"{rate:,.0f} games a second, {setup}")


def _short(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:12]}..."
