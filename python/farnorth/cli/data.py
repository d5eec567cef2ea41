"""``farnorth data``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from farnorth.cli.common import (
    CONTEXT,
    Command,
    examples,
    game_argument,
    json_option,
    load_game,
    opt_option,
    print_json,
    print_table,
    say,
)
from farnorth.games import game_class


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth data borealis",
        "farnorth data borealis --json",
        "farnorth data explorers --svg tiles",
        "farnorth data explorers --svg ours --opt tiles=ours.json",
    ),
)
@game_argument()
@click.option(
    "--svg",
    "pictures",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write pictures of the components, where the game has any.",
)
@opt_option("An option of the game that its components depend on; repeatable.")
@json_option()
def data(game: str, pictures: Path | None, options: dict[str, str], as_json: bool) -> None:
    """Print the published components of GAME: cards, tiles, tracks, as tables. With --svg draw them."""
    tables = _tables(game, options)
    if pictures is not None:
        _draw(game, tables, pictures)
        return
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


def _tables(game: str, options: dict[str, str]) -> dict[str, Any]:
    """The components; with options those of the game that they make."""
    if not options:
        return game_class(game).tables()
    loaded: Any = load_game(game, options)
    if hasattr(loaded, "tables_in_use"):
        return dict(loaded.tables_in_use())
    return game_class(game).tables()


def _draw(game: str, tables: dict[str, Any], folder: Path) -> None:
    """Writes the pictures of the components into a folder."""
    from farnorth import render

    drawn = render.renderer(game)
    if not hasattr(drawn, "component_pictures"):
        raise click.UsageError(f"{game} has no pictures of components; leave out --svg")
    pictures: dict[str, str] = drawn.component_pictures(tables)
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        (folder / name).write_text(picture + "\n", encoding="utf-8")
    say(f"{len(pictures)} pictures are in {folder}")


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
