"""``farnorth tournament``: run, resume, status, report, export, query."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from farnorth.cli.common import (
    CONTEXT,
    NO_BOTS,
    BotList,
    Exit,
    Group,
    bot_specs,
    counted,
    examples,
    json_option,
    opt_option,
    print_json,
    print_table,
    say,
    with_players,
)

if TYPE_CHECKING:
    from farnorth.tournament import Tournament

FOLDER = click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))

# ---- Options that say where games are played -----------------------------------------------------


def place_options(command: Callable[..., None]) -> Callable[..., None]:
    """-j, --backend, --address, --quiet and --strict: they change no game."""
    for option in (
        click.option("--strict", is_flag=True, help="Exit with 5 if any bot forfeited."),
        click.option("-q", "--quiet", is_flag=True, help="Show no progress."),
        click.option("--address", metavar="A", help="Of a Ray or Dask cluster that is there."),
        click.option(
            "--backend", type=click.Choice(["local", "ray", "dask"]),
            help="Where games are played: on this machine (default) or on a cluster.",
        ),
        click.option(
            "-j", "--jobs", type=click.IntRange(1, 1024), metavar="J",
            help="Threads or processes. The games are the same for any number.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


SETTINGS: tuple[tuple[str, Any, str], ...] = (
    ("schedule", str, "all (default), random, focus, ladder or sprt."),
    ("blocks", int, "Seed blocks: for each choice of bots (all, focus), in all (random), rounds (ladder), at most (sprt)."),
    ("seed", str, "Seed of the deals, any text; without it one is drawn."),
    ("focus", str, "The bot that the schedule focus is about; default the first."),
    ("elo0", float, "sprt: the null hypothesis, normalised Elo of the first bot over the second."),
    ("elo1", float, "sprt: the alternative."),
    ("alpha", float, "sprt: error rate at elo0."),
    ("beta", float, "sprt: error rate at elo1."),
    ("on_forfeit", str, "When a bot fails: last (rank its seat last, play on at random; default), random, abort."),
    ("its", int, "Iterations for a decision, for bots whose spec names none."),
    ("ms", float, "Milliseconds for a decision; more is a forfeit."),
    ("clock", float, "Seconds for all decisions of a game; more is a forfeit."),
    ("increment", float, "Seconds more after each decision, with --clock."),
    ("margin_ms", float, "Milliseconds by which a limit may be overstepped."),
    ("memory_mb", int, "Address space of a bot's process, 0 = no limit."),
    ("start_seconds", float, "For a bot's process to begin."),
    ("watchdog_seconds", float, "For any decision of a bot's process, whatever the time control."),
    ("anchor", str, "The bot whose rating is 0; default: the mean is 0."),
    ("name", str, "The event, as records name it."),
)  # fmt: skip
"""Settings of a tournament that an option of the same name gives: see `farnorth.tournament.Config`."""


def settings_options(command: Callable[..., None]) -> Callable[..., None]:
    """An option a setting, so that what is not given can come from a TOML file."""
    for name, kind, help in reversed(SETTINGS):
        metavar = {str: "TEXT", int: "N", float: "X"}[kind]
        flag = "--" + name.replace("_", "-")
        command = click.option(flag, name, type=kind, metavar=metavar, help=help)(command)
    return command


@click.group(
    cls=Group,
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth tournament run borealis --bots random,greedy,flat:its=50 --blocks 5 -o runs/a",
        "farnorth tournament report runs/a",
        "farnorth tournament report runs/a --format html -o runs/a/report.html",
    ),
)
def tournament() -> None:
    """Find out which bot is better: many games, fair pairings, ratings with intervals, nothing lost.

    A tournament is a folder: manifest.json has every setting, games.jsonl a record a game. A run that was stopped, for
    any reason, is continued with `resume` to the same games and numbers as one that was not.
    """


@tournament.command(
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth tournament run borealis --bots random,greedy,flat:its=50 --blocks 5 -o runs/c",
        "farnorth tournament run borealis --bots greedy,random --schedule sprt --blocks 500 -o runs/b",
        "farnorth tournament run cup.toml",
    ),
)
@click.argument("what", type=click.Path(), metavar="GAME|FILE.toml")
@click.option(
    "-o", "--out", "out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="The tournament's folder, made if need be.",
)  # fmt: skip
@click.option("--bots", "bots", multiple=True, type=BotList(), metavar="A,B,...", help="Bots.")
@click.option("--bot", "more_bots", multiple=True, metavar="SPEC", help="One more; repeatable.")
@click.option("--players", type=int, metavar="P", help="Seats.")
@opt_option()
@json_option()
@settings_options
@click.option(
    "--isolate", is_flag=True, default=None,
    help="Bots written in Python play in processes of their own.",
)  # fmt: skip
@place_options
def run(
    what: str,
    out: Path | None,
    bots: Sequence[str],
    more_bots: Sequence[str],
    players: int | None,
    options: dict[str, str],
    quiet: bool,
    strict: bool,
    as_json: bool,
    **settings: Any,
) -> None:
    """Play a tournament of GAME, or the one that a TOML file describes; options overrule the file.

    The file has the settings by their names, for example::

    \b
        game = "borealis"
        bots = ["greedy", "random"]
        blocks = 20
        out = "runs/a"
        [options]
        players = 2
    """
    given = {name: value for name, value in settings.items() if value is not None}
    chosen = _settings(what, out, given, options, players)
    if bots or more_bots:
        chosen["bots"] = bot_specs(bots, more_bots)
    if not chosen.get("game"):
        raise click.UsageError(f"{what} names no game")
    if not chosen.get("bots"):
        raise click.UsageError(NO_BOTS)
    if not chosen.get("out"):
        raise click.UsageError("no folder is given; say for example -o runs/a")
    cup = _new(chosen)
    _play(cup, quiet, strict, as_json)


def _settings(
    what: str,
    out: Path | None,
    given: dict[str, Any],
    options: dict[str, str],
    players: int | None,
) -> dict[str, Any]:
    """All that is said, by file and by options."""
    from farnorth.tournament.config import from_toml

    if what.endswith(".toml"):
        if not Path(what).exists():
            raise click.UsageError(f"there is no file {what}")
        chosen = from_toml(Path(what))
        if chosen.get("out"):
            chosen["out"] = Path(what).parent / chosen["out"]
    else:
        chosen = {"game": what}
    if "players" in chosen:
        chosen["options"] = {**chosen.get("options", {}), "players": chosen.pop("players")}
    if out is not None:
        chosen["out"] = out
    chosen.update(given)
    chosen["options"] = {**chosen.get("options", {}), **with_players(options, players)}
    return chosen


def _new(chosen: dict[str, Any]) -> Tournament:
    """The tournament. A setting that is wrong is a usage error; so is a folder that is taken."""
    from farnorth.errors import BadData
    from farnorth.tournament import Tournament
    from farnorth.tournament.config import MANIFEST

    if any(str(spec).startswith("py:") for spec in chosen["bots"]) and "" not in sys.path:
        sys.path.insert(0, "")  # a module in the current folder is meant, as with python -m
    folder = Path(chosen.pop("out"))
    if (folder / MANIFEST).exists():
        raise click.UsageError(
            f"{folder} holds a tournament already; go on with: farnorth tournament resume {folder}"
        )
    try:
        return Tournament(out=folder, **chosen)
    except BadData as error:
        raise click.UsageError(str(error)) from error


def _play(cup: Tournament, quiet: bool, strict: bool, as_json: bool, **where: Any) -> None:
    """Plays to the end and says how it went."""
    try:
        cup.run(progress=not quiet, **where)
    except KeyboardInterrupt:
        say(f"stopped; go on with: farnorth tournament resume {cup.folder}")
        raise
    report = cup.report()
    if as_json:
        print_json(report.to_dict())
    else:
        _print_report(report, None)
    say(f"{counted(report.games, 'game')} in {cup.folder}")
    _judge(report, strict)


def _judge(report: Any, strict: bool) -> None:
    failures = sum(each.forfeits for each in report.forfeits)
    if strict and failures:
        say(f"error: {counted(failures, 'forfeit')}")
        raise click.exceptions.Exit(Exit.forfeits)


@tournament.command(
    context_settings=CONTEXT,
    epilog=examples("farnorth tournament resume runs/a", "farnorth tournament resume runs/a -j 4"),
)
@FOLDER
@json_option()
@place_options
def resume(folder: Path, quiet: bool, strict: bool, as_json: bool, **where: Any) -> None:
    """Go on with the tournament in DIR, wherever it was stopped. One that is finished is left as it is."""
    cup = _load(folder)
    games = cup.games()
    if cup.is_finished(games):
        say(f"{folder} is finished: {counted(len(games), 'game')}")
        report = cup.report(games=games)
        if as_json:
            print_json(report.to_dict())
        _judge(report, strict)
        return
    _play(cup, quiet, strict, as_json, **where)


def _load(folder: Path) -> Tournament:
    from farnorth.tournament import Tournament

    if "" not in sys.path:
        sys.path.insert(0, "")
    return Tournament.load(folder)


@tournament.command(
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth tournament status runs/a", "farnorth tournament status runs/a --watch"
    ),
)
@FOLDER
@click.option("--watch", is_flag=True, help="Again and again, until it is finished or stops.")
@json_option()
def status(folder: Path, watch: bool, as_json: bool) -> None:
    """Tell how far the tournament in DIR is, whether it is running, and how fast."""
    if watch and as_json:
        raise click.UsageError("--json prints one document; --watch goes on, so not both")
    cup = _load(folder)
    while True:
        state = _state(cup)
        if as_json:
            print_json(state)
        else:
            click.echo(_state_line(state))
        if not watch or not state["running"]:
            return
        time.sleep(2.0)


def _state(cup: Tournament) -> dict[str, Any]:
    from farnorth.tournament.report import games_per_second

    games = cup.games()
    done, total = len(games), cup.total_games
    rate = games_per_second(games)
    finished = cup.is_finished(games)
    return {
        "folder": str(cup.folder),
        "game": cup.config.game,
        "bots": list(cup.config.bots),
        "schedule": cup.config.schedule,
        "games": done,
        "total_games": total,
        "finished": finished,
        "running": cup.is_running,
        "games_per_second": rate,
        "seconds_left": round((total - done) / rate) if rate and not finished else None,
        "forfeits": sum(len(game.forfeits) for game in games.games),
    }


def _state_line(state: dict[str, Any]) -> str:
    how = "finished" if state["finished"] else "running" if state["running"] else "stopped"
    text = f"{state['folder']}: {how}, {state['games']} of {state['total_games']} games"
    if state["games_per_second"]:
        text += f", {state['games_per_second']:,.1f} a second"
    if state["running"] and state["seconds_left"] is not None:
        text += f", {state['seconds_left']} s left"
    if state["forfeits"]:
        text += f", {counted(state['forfeits'], 'forfeit')}"
    return text


@tournament.command(
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth tournament report runs/a",
        "farnorth tournament report runs/a --format json",
        "farnorth tournament report runs/a --format html -o runs/a/report.html",
    ),
)
@FOLDER
@click.option(
    "--format", "format", type=click.Choice(["text", "json", "csv", "html"]), default="text",
    show_default=True, help="json has everything, csv the ratings, html is one page with pictures.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--anchor", metavar="SPEC", help="The bot whose rating is 0.")
@click.option(
    "--timing", is_flag=True, help="Add times to json and csv: they differ from run to run."
)
@click.option(
    "-o", "output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write to FILE.",
)  # fmt: skip
def report(
    folder: Path,
    format: str,
    as_json: bool,
    anchor: str | None,
    timing: bool,
    output: Path | None,
) -> None:
    """Ratings with intervals, who beats whom, seats, failures and verdicts of the tournament in DIR.

    Equal games give an equal report, whatever machines played them and in what order.
    """
    from farnorth.tournament.html import page
    from farnorth.tournament.report import timing as measured
    from farnorth.tournament.text import to_csv

    cup = _load(folder)
    games = cup.games()
    made = cup.report(anchor, games)
    format = "json" if as_json else format
    times = measured(cup, games) if timing or format in ("text", "html") else None
    if format == "text" and output is None:
        _print_report(made, times)
    elif format == "json":
        document = made.to_dict() | ({"timing": times.to_dict()} if times else {})
        _write(_json(document), output)
    elif format == "csv":
        _write(to_csv(made, times), output)
    elif format == "html":
        _write(page(made, times, cup.folder), output)
    else:
        _write(_as_text(made, times), output)


def _json(document: object) -> str:
    import json

    return json.dumps(document, indent=2) + "\n"


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")


def _as_text(made: Any, times: Any) -> str:
    """As printed, without a terminal."""
    import contextlib
    import io

    with contextlib.redirect_stdout(io.StringIO()) as out:
        _print_report(made, times)
    return out.getvalue()


def _print_report(made: Any, times: Any) -> None:
    from farnorth.tournament.text import remarks, tables

    if made.games == 0:
        click.echo("no game has been played yet")
        return
    for table in tables(made, times):
        print_table(table.title, table.columns, table.rows, numbers=table.numbers)
    for line in remarks(made, times):
        click.echo(line)


@tournament.command(
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth tournament export runs/a -o seats.parquet",
        "farnorth tournament export runs/a --table games -o games.csv",
    ),
)
@FOLDER
@click.option(
    "-o", "output", required=True, type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="The file; its ending says the format: .parquet, .csv, .jsonl.",
)  # fmt: skip
@click.option(
    "--table", type=click.Choice(["seats", "games"]), default="seats", show_default=True,
    help="A row for each seat of each game, or a row a game.",
)  # fmt: skip
def export(folder: Path, output: Path, table: str) -> None:
    """Write the results of the tournament in DIR as a table, for other programs."""
    from farnorth.tournament.query import FORMATS, Database

    format = output.suffix.removeprefix(".")
    if format not in FORMATS:
        endings = ", ".join(f".{name}" for name in FORMATS)
        raise click.UsageError(f"{output} must end in one of {endings}")
    Database(_load(folder)).export(output, format, table)


@tournament.command(
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth tournament query runs/a 'SELECT bot, avg(score) FROM seats GROUP BY bot'",
        "farnorth tournament query runs/a 'SELECT * FROM games ORDER BY plies DESC LIMIT 5' --json",
    ),
)
@FOLDER
@click.argument("sql")
@json_option()
def query(folder: Path, sql: str, as_json: bool) -> None:
    """Ask the log of the tournament in DIR with SQL: tables games and seats, straight from the log.

    games: block, rotation, seed, date, plies, reason, forfeits, line. seats: block, rotation, seat, bot, score, place,
    win_share, forfeits, achievements.
    """
    rows = _load(folder).query(sql)
    if as_json:
        print_json([{name: _plain(value) for name, value in row.items()} for row in rows])
    elif rows:
        print_table("", list(rows[0]), [[str(value) for value in row.values()] for row in rows])


def _plain(value: Any) -> Any:
    """For JSON."""
    return value if isinstance(value, (bool, int, float, str, list, type(None))) else str(value)
