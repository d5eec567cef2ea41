"""``farnorth bots``: what bots there are, and whether one keeps the rules of being a bot."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

import click

from farnorth.bots import Option, factory_options, native_bots, plugins
from farnorth.cli.common import (
    CONTEXT,
    Exit,
    GameName,
    Group,
    Meter,
    Seconds,
    check_bot,
    examples,
    json_option,
    print_json,
    print_table,
)
from farnorth.errors import FOREIGN, told


@dataclass(frozen=True)
class Row:
    """A bot in the list."""

    name: str
    kind: str
    summary: str
    options: list[dict[str, Any]]
    error: str | None = None

    @property
    def about(self) -> str:
        """Its summary, or what is wrong with it."""
        return f"BROKEN: {self.error}" if self.error else self.summary


def all_bots() -> list[Row]:
    """Native bots, then plugins. Each plugin is loaded; one that cannot be is a row with an error."""
    rows = [Row(each["name"], "native", each["summary"], each["options"]) for each in native_bots()]
    for name, point in sorted(plugins().items()):
        package = point.dist.name if point.dist else point.value
        try:
            factory = point.load()
        except FOREIGN as error:  # whatever a plugin does must not stop the list
            rows.append(Row(name, package, "", [], told(error)))
        else:
            summary = (factory.__doc__ or "").strip().split("\n")[0]
            options = factory_options(factory) or ()
            rows.append(Row(name, package, summary, [_option(each) for each in options]))
    return rows


def _option(option: Option) -> dict[str, Any]:
    """An option of a bot of a package, which has no bounds that are known here."""
    unsaid: dict[str, Any] = {"words": [], "lowest": None, "highest": None}
    return {**asdict(option), **unsaid}


@click.group(
    cls=Group,
    context_settings=CONTEXT,
    invoke_without_command=True,
    epilog=examples("farnorth bots", "farnorth bots --json", "farnorth bots check greedy:worlds=5"),
)
@json_option()
@click.pass_context
def bots(ctx: click.Context, as_json: bool) -> None:
    """List the bots: those written in C++ with their options, and those of installed packages.

    A bot in a module of yours is py:module.Class.
    """
    if ctx.invoked_subcommand is not None:
        return
    rows = all_bots()
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    print_table(
        "", ("bot", "from", "what it is"), [(row.name, row.kind, row.about) for row in rows]
    )
    options = [
        (
            row.name,
            each["name"],
            each["default"],
            _allowed(each),
            each["summary"],
        )
        for row in rows
        for each in row.options
    ]
    if options:
        print_table(
            "Options (bot:option=value)", ("bot", "option", "default", "allowed", ""), options
        )


def _allowed(option: dict[str, Any]) -> str:
    if option["lowest"] is None:
        return str(option["type"])
    return ", ".join(option["words"]) or f"{option['lowest']} to {option['highest']}"


@bots.command(
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth bots check greedy",
        "farnorth bots check greedy --game borealis -n 4 --json",
    ),
)
@click.argument("spec")
@click.option("--game", "game", type=GameName(), help="This game only.")
@click.option(
    "-n", "games", type=click.IntRange(1, 1_000_000), default=2, show_default=True, metavar="N",
    help="Games for each game and number of players.",
)  # fmt: skip
@click.option(
    "--seed", metavar="S", default="check", show_default=True, help="Seed of the deals, any text."
)
@click.option(
    "--seconds", type=Seconds(min=0, min_open=True, max=86_400), default=60, show_default=True,
    metavar="S", help="Limit of a decision, but for bots written in C++.",
)  # fmt: skip
@json_option()
def check(
    spec: str, game: str | None, games: int, seed: str, seconds: float, as_json: bool
) -> None:
    """Play test games with the bot SPEC, for every game and number of players, and report what it does wrong.

    It must answer each view with a legal move and raise nothing. Whether equal seeds give equal games, and how long it
    thinks (in the median and for 99 of 100 decisions), is reported and not judged. Exits with 6 if it fails.

    A bot that is not written in C++ is asked in a process of its own. Where it gives no answer in time, or ends its
    process, that is its last fault: the games after it are not played.
    """
    from farnorth.cli.bot_trial import cases, examine, watched

    plays = check_bot(spec)  # so that a wrong spec is an error before the first game
    reports = []
    with Meter() as meter, closing(watched(plays, seconds)) as tried:
        for case in cases(game):
            reports.append(examine(tried, case, games, seed))
            meter.show(sum(report.games for report in reports))
            if tried.is_lost:
                break
    passed = all(report.passed for report in reports)
    if as_json:
        found = [each.to_dict() for each in reports]
        print_json({"bot": spec, "passed": passed, "complete": not tried.is_lost, "cases": found})
    else:
        _print_reports(spec, reports)
        if tried.is_lost:
            click.echo("The trial ended there: the bot gave no answer, or ended its process.")
    if not passed:
        raise click.exceptions.Exit(Exit.not_met)


def _print_reports(spec: str, reports: Sequence[Any]) -> None:
    print_table(
        f"{spec}: {'passed' if all(each.passed for each in reports) else 'FAILED'}",
        (
            "game",
            "players",
            "games",
            "decisions",
            "faults",
            "illegal",
            "median us",
            "99 %",
            "repeats",
        ),
        [
            (
                each.game,
                each.players,
                each.games,
                each.decisions,
                each.faults,
                each.illegal,
                f"{each.us_median:.0f}",
                f"{each.us_99:.0f}",
                {True: "yes", False: "no", None: "-"}[each.repeats],
            )
            for each in reports
        ],
        numbers=" rrrrrrr",
    )
    for each in reports:
        if each.first_fault:
            click.echo(f"{each.game}, {each.players} players: {each.first_fault}")
