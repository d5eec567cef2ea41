"""The command line ``farnorth``: one file a command, loaded when the command is used.

Results go to stdout (exactly one JSON document with ``--json``), everything said about the work to stderr. Exit codes
are those of `farnorth.cli.common.Exit`.
"""

from __future__ import annotations

import io
import os
import sys
from typing import NoReturn

import click

from farnorth import __version__
from farnorth.cli.common import CONTEXT, Exit, LazyGroup, examples, say


class Root(LazyGroup):
    """The top command. Errors that a person, a file or a bot can cause become one line and an exit code."""

    def invoke(self, ctx: click.Context) -> object:
        """Runs the command."""
        from farnorth.cli.errors import reported

        with reported():
            return super().invoke(ctx)


@click.group(
    "farnorth",
    cls=Root,
    context_settings=CONTEXT,
    lazy={
        "games": ("farnorth.cli.games:games", "List the games, or describe one."),
        "run": ("farnorth.cli.run:run", "Play many games between bots and report who is better."),
        "tournament": (
            "farnorth.cli.tournament:tournament",
            "Run, resume and report tournaments of many bots.",
        ),
        "play": ("farnorth.cli.play:play", "Play against bots or people at this terminal."),
        "web": ("farnorth.cli.web:web", "Play against bots in a browser."),
        "watch": ("farnorth.cli.watch:watch", "Watch bots play, move by move."),
        "record": ("farnorth.cli.record:record", "Show, verify, count and convert recorded games."),
        "view": ("farnorth.cli.view:view", "Make a page that plays back a recorded game."),
        "explain": ("farnorth.cli.explain:explain", "Let a bot think about a position of a game."),
        "data": ("farnorth.cli.data:data", "Print the components of a game."),
        "bots": ("farnorth.cli.bots:bots", "List the bots, or check one."),
        "bench": ("farnorth.cli.bench:bench", "Measure the speed of this machine and engine."),
        "engine": (
            "farnorth.cli.engine:engine",
            "Speak the engine protocol, or test who speaks it.",
        ),
        "doctor": ("farnorth.cli.doctor:doctor", "Check the installation."),
        "completion": ("farnorth.cli.completion:completion", "Print a shell's completion script."),
    },
    epilog=examples(
        "farnorth run borealis --bots greedy,random -n 100",
        "farnorth games borealis",
        "farnorth record verify games.jsonl",
    ),
)
@click.version_option(__version__, prog_name="farnorth", message="%(prog)s %(version)s")
def root() -> None:
    """Three tabletop games of the far north: matches between bots, records, tournaments.

    Every command has --help with examples; those that report have --json.
    """


def main() -> NoReturn:
    """Runs the command line and exits."""
    _fill_streams()
    code: str | int | None = Exit.ok
    try:
        root.main(prog_name="farnorth")
    except SystemExit as done:
        code = done.code
    except KeyboardInterrupt:  # before a command ran
        code = Exit.interrupted
    except OSError as error:  # a help text that cannot be written
        say(f"error: {error.strerror or error}")
        code = Exit.failure
    sys.exit(_flushed(code))


def _flushed(code: str | int | None) -> str | int | None:
    """The exit code, once stdout has taken all. What it refuses is dropped: Python would fail over it once more."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not code:
            say(f"error: {error.strerror or error}")
            return Exit.failure
    return code


def _fill_streams() -> None:
    """Streams that the caller closed become empty ones, so that no file we open is taken for one of them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="surrogateescape")  # a file's name is printed as it is
