"""``farnorth record``: what can be done with recorded games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from farnorth.cli.common import (
    BOT_COLUMNS,
    BOT_NUMBERS,
    CONTEXT,
    Exit,
    Group,
    Meter,
    bot_rows,
    counted,
    examples,
    json_option,
    print_json,
    print_table,
    say,
)
from farnorth.cli.files import GAME_NUMBER, OPT, RECORD_FILE, SEAT, check_seat, game_of, named
from farnorth.errors import BadRecord
from farnorth.records import check_file, read_records
from farnorth.transcript import export

SHOWN_ERRORS = 20
"""Errors printed a file; all are counted."""


@click.group(
    cls=Group,
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth record verify games.jsonl",
        "farnorth record show games.jsonl --game 3",
        "farnorth record stats games.jsonl",
    ),
)
def record() -> None:
    """Show, verify, count and convert recorded games: files with one game a line."""


# ---- show ----------------------------------------------------------------------------------------


@record.command(
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth record show games.jsonl",
        "farnorth record show games.jsonl --game 3 --seat 0",
        "farnorth record show monday.jsonl tuesday.jsonl --json",
    ),
)
@click.argument("files", type=RECORD_FILE, nargs=-1, required=True)
@GAME_NUMBER
@SEAT
@OPT
@json_option()
def show(
    files: Sequence[Path], number: int, seat: int | None, options: dict[str, str], as_json: bool
) -> None:
    """Show a game of FILES: headers, a line a turn, the result.

    Of several files the game with that number in each; with --json as a list.
    """
    documents = []
    for count, file in enumerate(files):
        each = game_of(file, number)
        check_seat(each, seat)
        with named(file, number):
            if as_json:
                documents.append(export(each, seat, **options))
            else:
                click.echo(("\n\n" if count else "") + each.text(seat, **options), nl=False)
    if as_json:
        print_json(documents if len(files) > 1 else documents[0])


# ---- verify --------------------------------------------------------------------------------------


@record.command(
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth record verify games.jsonl",
        "farnorth record verify monday.jsonl tuesday.jsonl --json",
    ),
)
@click.argument("files", type=RECORD_FILE, nargs=-1, required=True)
@OPT
@json_option()
def verify(files: Sequence[Path], options: dict[str, str], as_json: bool) -> None:
    """Check every game of FILES: the form of its line, its sum, and by replay every move and the result.

    Exits with 4 if anything at all is not as it was written.
    """
    reports = []
    try:
        for file in files:
            reports.append(FileReport(file))
            reports[-1].check(options)
    finally:  # on Ctrl-C too: what was checked is reported
        if as_json:
            print_json(
                {
                    "ok": all(report.ok for report in reports),
                    "files": [report.to_dict() for report in reports],
                }
            )
        else:
            for report in reports:
                click.echo(report)
    if not all(report.ok for report in reports):
        raise click.exceptions.Exit(Exit.bad_data)


class FileReport:
    """What verifying a file found."""

    def __init__(self, file: Path) -> None:
        """Nothing is checked yet."""
        self.file = file
        self.games = 0
        self.errors: list[tuple[int, str]] = []
        self.done = False

    @property
    def ok(self) -> bool:
        """Whether the whole file was checked and is good."""
        return self.done and not self.errors

    def check(self, options: dict[str, str]) -> None:
        """Checks every line and says what is wrong as it is found."""
        with Meter() as meter:
            for number, found in check_file(self.file, **options):
                if isinstance(found, BadRecord):
                    self._note(number, str(found))
                else:
                    self.games += 1
                meter.show(number)
        self.done = True
        if len(self.errors) > SHOWN_ERRORS:
            say(f"error: {self.file}: {len(self.errors) - SHOWN_ERRORS} more bad lines")

    def _note(self, line: int, message: str) -> None:
        self.errors.append((line, message))
        if len(self.errors) <= SHOWN_ERRORS:
            say(f"error: {self.file} line {line}: {message}")

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "file": str(self.file),
            "ok": self.ok,
            "games": self.games,
            "bad": len(self.errors),
            "errors": [{"line": line, "message": message} for line, message in self.errors],
        }

    def __str__(self) -> str:
        """One line."""
        bad = f", {counted(len(self.errors), 'bad line')}" if self.errors else ""
        cut = "" if self.done else ", not checked to the end"
        return f"{self.file}: {counted(self.games, 'game')} verified{bad}{cut}"


# ---- stats ---------------------------------------------------------------------------------------


@record.command(
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth record stats games.jsonl", "farnorth record stats games.jsonl --json"
    ),
)
@click.argument("files", type=RECORD_FILE, nargs=-1, required=True)
@json_option()
def stats(files: Sequence[Path], as_json: bool) -> None:
    """Count what FILES hold: for each bot wins, scores, places, achievements; lengths; moves by kind.

    Checks the form and the sum of each line, but replays nothing: that is `record verify`.
    """
    from farnorth.cli.statistics import Statistics

    statistics = Statistics()
    for file in files:
        for line, each in enumerate(read_records(file), 1):
            with named(file, line):
                statistics.add(each)
    groups = statistics.groups()
    if as_json:
        print_json({"games": statistics.games, "in_play": statistics.in_play, "groups": groups})
        return
    if statistics.in_play:
        verbs = (
            "is still in play and is" if statistics.in_play == 1 else "are still in play and are"
        )
        say(f"{counted(statistics.in_play, 'game')} {verbs} not counted")
    for group in groups:
        _print_group(group)


def _print_group(group: dict[str, Any]) -> None:
    length = group["moves"]
    print_table(
        f"{group['game']}, {counted(group['players'], 'player')}: {counted(group['games'], 'game')}",
        BOT_COLUMNS,
        bot_rows(group["bots"]),
        numbers=BOT_NUMBERS,
    )
    click.echo(
        f"moves in a game: {length['mean']:.1f}, from {length['least']} to {length['most']}; "
        f"ends: {', '.join(f'{reason} {n}' for reason, n in group['reasons'].items())}"
    )
    click.echo()
    kinds = group["moves_by_kind"]
    names = [bot["spec"] for bot in group["bots"]]
    print_table(
        "Moves in a game, by kind",
        ("kind", *names, "chance"),
        [
            (kind, *(f"{counts[who]:.1f}" for who in (*names, "chance")))
            for kind, counts in kinds.items()
        ],
        numbers=" " + "r" * (len(names) + 1),
    )
    reached = sorted({name for bot in group["bots"] for name in bot["achievements"]})
    if reached:
        print_table(
            "Games in which a seat had an achievement",
            ("achievement", *names),
            [
                (name, *(f"{bot['achievements'].get(name, 0.0):.1%}" for bot in group["bots"]))
                for name in reached
            ],
            numbers=" " + "r" * len(names),
        )


# ---- convert -------------------------------------------------------------------------------------


@record.command(
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth record convert games.jsonl --to text",
        "farnorth record convert games.jsonl --to json --seat 1 > seat1.json",
    ),
)
@click.argument("files", type=RECORD_FILE, nargs=-1, required=True)
@click.option(
    "--to", "form", type=click.Choice(["text", "json"]), required=True,
    help="text for people; json: one list, each move with its actor.",
)  # fmt: skip
@SEAT
@OPT
def convert(files: Sequence[Path], form: str, seat: int | None, options: dict[str, str]) -> None:
    """Convert the games of FILES, on stdout.

    With --seat the result can be given to the player of that seat: cards it could not know read `?`, and the seed is
    left out, since it tells the deal.
    """
    converted = _converted(files, form, seat, options)
    if form == "text":
        for number, text in enumerate(converted):
            click.echo(("\n\n" if number else "") + text, nl=False)
        return
    click.echo("[", nl=False)
    for number, text in enumerate(converted):
        click.echo((",\n" if number else "\n") + text, nl=False)
    click.echo("\n]")


def _converted(
    files: Sequence[Path], form: str, seat: int | None, options: dict[str, str]
) -> Iterator[str]:
    for file in files:
        for line, each in enumerate(read_records(file), 1):
            check_seat(each, seat)
            with named(file, line):
                if form == "text":
                    text = each.text(seat, **options)
                else:
                    text = json.dumps(export(each, seat, **options))
            yield text
