"""``farnorth data``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from farnorth.cli.common import (
    CONTEXT,
    examples,
    game_argument,
    json_option,
    print_json,
    print_table,
)
from farnorth.games import game_class


@click.command(
    context_settings=CONTEXT,
    epilog=examples("farnorth data borealis", "farnorth data borealis --json"),
)
@game_argument()
@click.option(
    "--svg",
    "pictures",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write pictures of the components, where the game has any.",
)
@json_option()
def data(game: str, pictures: Path | None, as_json: bool) -> None:
    """Print the published components of GAME: cards, tiles, tracks, as tables."""
    if pictures is not None:
        raise click.UsageError(f"{game} has no pictures of components; leave out --svg")
    tables = game_class(game).tables()
    if as_json:
        print_json({"game": game, "tables": tables})
        return
    for title, rows in tables.items():
        columns = list(rows[0])
        print_table(
            f"{title} ({len(rows)})",
            columns,
            [[_cell(row.get(column)) for column in columns] for row in rows],
            numbers="".join("r" if _is_number(rows[0][column]) else " " for column in columns),
        )


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return " ".join(_cell(each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_cell(each)}" for name, each in value.items())
    return str(value)
