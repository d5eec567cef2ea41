"""``farnorth view``: a recorded game as a page that plays it back."""

from __future__ import annotations

from pathlib import Path

import click

from farnorth.cli.common import CONTEXT, Command, Meter, examples, say
from farnorth.cli.files import GAME_NUMBER, OPT, RECORD_FILE, check_seat, game_of, named


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth view games.jsonl -o replay.html",
        "farnorth view games.jsonl --game 3 -o replay.html",
        "farnorth view games.jsonl --seat 0 -o for-seat-0.html",
    ),
)
@click.argument("file", type=RECORD_FILE)
@click.option(
    "-o", "--output", "path", required=True, metavar="HTML",
    type=click.Path(dir_okay=False, writable=True, allow_dash=True, path_type=Path),
    help="The page to write, - for stdout. A file that exists is replaced.",
)  # fmt: skip
@GAME_NUMBER
@click.option(
    "--seat", type=click.IntRange(min=0), metavar="K",
    help="Put in only what this seat could know, so that its player may have the page.",
)  # fmt: skip
@OPT
def view(file: Path, path: Path, number: int, seat: int | None, options: dict[str, str]) -> None:
    """Make a page that plays back a game of FILE, move by move, in a browser.

    One file that needs nothing else, no server and no network, 5 MB at most. Without --seat it holds the whole game and
    can show it as each seat saw it. An address that ends in #ply=12 opens the page at that position.
    """
    record = game_of(file, number)
    check_seat(record, seat)
    from farnorth import viewer
    from farnorth.casual import write_whole

    with named(file, number), Meter(viewer.count_pictures(record, seat)) as meter:
        page = viewer.html(record, seat, progress=meter.show, overrides=options)
    if path == Path("-"):
        click.echo(page, nl=False)
        return
    write_whole(path, page)
    say(
        f"{path}: {len(record.moves)} moves, {len(page.encode()) / 1000:.0f} kB; open it in a browser"
    )
