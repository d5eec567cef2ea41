"""What the commands that read record files share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from farnorth.cli.common import counted, record_opt_option
from farnorth.errors import BadRecord
from farnorth.records import Record, read_records

RECORD_FILE = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
GAME_NUMBER = click.option(
    "--game", "number", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
    help="Which game of the file.",
)  # fmt: skip
SEAT = click.option(
    "--seat", type=click.IntRange(min=0), metavar="K", help="Only what this seat could know."
)
OPT = record_opt_option()


def game_of(file: Path, number: int) -> Record:
    """A game of a file, counted from 1. Raises BadRecord."""
    count = 0
    for count, record in enumerate(read_records(file), 1):
        if count == number:
            return record
    raise BadRecord(f"{file}: there is no game {number}; it has {count}")


@contextmanager
def named(file: Path, line: int) -> Iterator[None]:
    """Says of a bad record where it is."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(f"{file} line {line}: {error}") from None


def check_seat(record: Record, seat: int | None) -> None:
    """Refuses a seat that the game has not."""
    if seat is not None and seat >= len(record.bots):
        raise click.UsageError(f"--seat {seat}: the seats are 0 to {len(record.bots) - 1}")


def check_ply(record: Record, ply: int) -> None:
    """Refuses a ply after the end."""
    if ply > len(record.moves):
        moves = counted(len(record.moves), "move")
        raise click.UsageError(f"--ply {ply}: the game has {moves}, so 0 to {len(record.moves)}")
