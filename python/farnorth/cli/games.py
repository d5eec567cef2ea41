"""``farnorth games``."""

from __future__ import annotations

from typing import Any

import click

from farnorth.cli.common import (
    CONTEXT,
    Command,
    GameName,
    examples,
    json_option,
    print_json,
    print_table,
)
from farnorth.games import game_class
from farnorth.games import games as game_names


def describe(name: str) -> dict[str, Any]:
    """What there is to know of a game without playing it."""
    game = game_class(name)
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "rules_version": game.rules_version,
        "players": [game.min_players, game.max_players],
        "num_actions": game.num_actions,
        "num_chance_actions": game.num_chance_actions,
        "observation_size": game.observation_shape[0],
        "state_bytes": game.state_bytes,
        "memory_bytes": game.memory_bytes,
        "view_bytes": game.view_bytes,
        "options": game.option_specs(),
    }


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=examples("farnorth games", "farnorth games borealis", "farnorth games --json"),
)
@click.argument("game", type=GameName(), required=False)
@json_option()
def games(game: str | None, as_json: bool) -> None:
    """List the games, or describe GAME: its rules in short, its options, its sizes."""
    described = [describe(name) for name in game_names() if game in (None, name)]
    if as_json:
        print_json(described if game is None else described[0])
    elif game is None:
        print_table(
            "",
            ("game", "title", "players", "rules version", "options"),
            [
                (
                    each["name"],
                    each["title"],
                    "{}-{}".format(*each["players"]),
                    each["rules_version"],
                    ", ".join(option["name"] for option in each["options"]),
                )
                for each in described
            ],
        )
    else:
        _print_game(described[0])


def _print_game(game: dict[str, Any]) -> None:
    click.echo(f"{game['title']}, {game['players'][0]} to {game['players'][1]} players")
    click.echo()
    click.echo(click.wrap_text(game["summary"], 78))
    click.echo()
    print_table(
        "Options (--opt name=value)",
        ("name", "default", "allowed", "what it is"),
        [
            (option["name"], option["default"], option["allowed"], option["summary"])
            for option in game["options"]
        ],
    )
    sizes = {
        "rules version": game["rules_version"],
        "ids of players' moves": game["num_actions"],
        "ids of chance moves": game["num_chance_actions"],
        "observation": f"{game['observation_size']} numbers",
        "state": f"{game['state_bytes']} bytes",
        "memory": f"{game['memory_bytes']} bytes",
        "view": f"{game['view_bytes']} bytes",
    }
    print_table("Sizes", ("", ""), sizes.items(), numbers=" r")
