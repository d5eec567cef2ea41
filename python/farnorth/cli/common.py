"""What commands share: lazy groups, exit codes, option types, and how results are printed.

Imports neither rich nor numpy, nor anything of farnorth that does, so that ``farnorth --help`` is quick.
"""

from __future__ import annotations

import importlib
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from farnorth.terminal import Display, console

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.table import Table

    from farnorth.bots import BotMaker
    from farnorth.protocols import Game

CONTEXT = {"help_option_names": ["-h", "--help"]}
NO_BOTS = "no bots are given; say for example --bots greedy,random"


class Exit(IntEnum):
    """Exit codes."""

    ok = 0
    failure = 1
    usage = 2
    missing_extra = 3
    bad_data = 4
    forfeits = 5
    not_met = 6
    interrupted = 130


def examples(*lines: str) -> str:
    """The beginning of a help text: command lines that work as they stand. Given as `epilog`: see `Command`."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def say(message: str) -> None:
    """Tells the person something about the work, on stderr."""
    click.echo(message, err=True)


def counted(number: int, noun: str) -> str:
    """A number of things: 1 game, 2 games."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# ---- Help with the examples first ----------------------------------------------------------------


class ExamplesFirst(click.Command):
    """Who asks for help mostly wants an example: they come before the explanation and the options."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the help."""
        self.format_usage(ctx, formatter)
        self.format_epilog(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self.format_options(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the arguments. Bytes that are no UTF-8 can name a file, and nothing else."""
        rest = super().parse_args(ctx, args)
        for param in self.get_params(ctx):
            if not isinstance(param.type, click.Path):
                _check_unicode(ctx, param, ctx.params.get(param.name or ""))
        return rest


def _check_unicode(ctx: click.Context, param: click.Parameter, value: object) -> None:
    from farnorth.games import is_unicode

    if isinstance(value, dict):
        value = [*value, *value.values()]
    for each in value if isinstance(value, (list, tuple)) else [value]:
        if isinstance(each, str) and not is_unicode(each):
            raise click.BadParameter(f"{each!a} is not UTF-8", ctx, param)


class Command(ExamplesFirst):
    """A command of this program."""


class Group(ExamplesFirst, click.Group):
    """A group of commands of this program."""

    command_class = Command


# ---- Groups whose commands are imported when used ------------------------------------------------


class LazyGroup(Group):
    """A group that knows each command by name, place (``module:attribute``) and summary."""

    def __init__(self, *args: Any, lazy: dict[str, tuple[str, str]] | None = None, **kwargs: Any):
        """Takes what click.Group takes, and the table of commands."""
        super().__init__(*args, **kwargs)
        self.lazy = lazy or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names, in the order of the table."""
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, attribute = self.lazy[cmd_name][0].split(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands by their summaries, without importing any."""
        rows = [(name, summary) for name, (_, summary) in self.lazy.items()]
        rows += [
            (name, command.get_short_help_str(80))
            for name, command in self.commands.items()
            if not command.hidden
        ]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


# ---- Arguments and options -----------------------------------------------------------------------


class GameName(click.ParamType[str]):
    """The name of a game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuses a name that no game has."""
        from farnorth.games import games

        if value not in games():
            self.fail(
                f"no game is called {value!r}; the games are {', '.join(games())}", param, ctx
            )
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Names that begin so."""
        from farnorth.games import games

        return [CompletionItem(name) for name in games() if name.startswith(incomplete)]


class Seconds(click.FloatRange):
    """A time in seconds, with bounds."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Refuses what is not a number, too: no bound does."""
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is not a number", param, ctx)
        return seconds


class BotList(click.ParamType[str]):
    """Bot specs with commas between them."""

    name = "bots"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Completes the last name of the list."""
        from farnorth.bots import bot_names

        before, comma, last = incomplete.rpartition(",")
        return [
            CompletionItem(before + comma + name) for name in bot_names() if name.startswith(last)
        ]


def _pairs(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"{value!r} is not name=value", ctx, param)
        if name in pairs:
            raise click.BadParameter(f"{name} is given twice", ctx, param)
        pairs[name] = text
    return pairs


Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def game_argument(required: bool = True) -> Decorator:
    """GAME."""
    return click.argument("game", type=GameName(), required=required)


def opt_option(help: str = "Set an option of the game; repeatable.") -> Decorator:
    """--opt name=value, as a dict."""
    return click.option(
        "--opt", "options", multiple=True, metavar="NAME=VALUE", callback=_pairs, help=help
    )


def record_opt_option() -> Decorator:
    """--opt for records, whose game is not known yet: names that no game has are refused."""

    def known_pairs(
        ctx: click.Context, param: click.Parameter, values: Sequence[str]
    ) -> dict[str, str]:
        from farnorth.games import game_class, games

        pairs = _pairs(ctx, param, values)
        known = {each["name"] for name in games() for each in game_class(name).option_specs()}
        for name in pairs:
            if name not in known:
                told = f"no game has an option {name!r}; there are {', '.join(sorted(known))}"
                raise click.BadParameter(told, ctx, param)
        return pairs

    return click.option(
        "--opt", "options", multiple=True, metavar="NAME=VALUE", callback=known_pairs,
        help="An option that records only name, such as the file of a tile set; repeatable.",
    )  # fmt: skip


def json_option() -> Decorator:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def bots_options(command: Callable[..., None]) -> Callable[..., None]:
    """--bots and --bot, both as sequences of texts: see `bot_specs`."""
    command = click.option(
        "--bot",
        "more_bots",
        multiple=True,
        metavar="SPEC",
        help="One more bot; repeatable. For specs with commas.",
    )(command)
    return click.option(
        "--bots",
        "bots",
        multiple=True,
        type=BotList(),
        metavar="A,B,...",
        help="Bots, as name or name:option=value:... (see `farnorth bots`).",
    )(command)


def bot_specs(bots: Sequence[str], more_bots: Sequence[str]) -> list[str]:
    """The specs in order: those of --bots, then each --bot."""
    specs = [spec.strip() for several in bots for spec in several.split(",")] + list(more_bots)
    if not specs:
        raise click.UsageError(NO_BOTS)
    return specs


def with_players(options: dict[str, str], players: int | None) -> dict[str, str]:
    """The options of a game, --players among them. That two numbers of players are given is a usage error."""
    if players is None:
        return options
    if options.get("players", str(players)) != str(players):
        raise click.UsageError("--players and --opt players say different things")
    return {**options, "players": str(players)}


def load_game(name: str, options: dict[str, str], players: int | None = None) -> Game:
    """The game with its options. An unknown option or value is a usage error, a bad data file is not."""
    from farnorth import load
    from farnorth.errors import BadOption

    options = with_players(options, players)
    try:
        return load(name, **options)
    except BadOption as error:
        raise click.UsageError(str(error)) from error


def check_bot(spec: str) -> str | BotMaker:
    """What plays for a spec. One that does not exist is a usage error."""
    from farnorth.bots import checked
    from farnorth.errors import BadData

    if spec.startswith("py:") and "" not in sys.path:
        sys.path.insert(0, "")  # a module in the current folder is meant, as with python -m
    try:
        return checked(spec)
    except BadData as error:
        raise click.UsageError(str(error)) from error


def needs(extra: str, *modules: str) -> None:
    """Raises MissingExtra, with the line that installs it, unless these modules of an extra are there."""
    from importlib.util import find_spec

    from farnorth.errors import MissingExtra

    for module in modules:
        if find_spec(module) is None:
            raise MissingExtra(f"{module} is not installed; pip install 'farnorth[{extra}]'")


# ---- Output --------------------------------------------------------------------------------------


def print_json(document: object) -> None:
    """The one document of a --json command."""
    click.echo(json.dumps(document, indent=2))


def print_table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: str = ""
) -> None:
    """A table on stdout. `numbers` has a character a column: ``r`` aligns it to the right.

    Texts are folded to fit the terminal, numbers never; where that is not enough, each row becomes a line that names
    its cells.
    """
    from rich.text import Text

    cells = [[str(cell) for cell in row] for row in rows]
    numbers = numbers.ljust(len(columns))
    out = console()
    if title:
        out.print(Text(title, style="bold"), soft_wrap=True)
    if _least_width(columns, cells, numbers) <= out.width:
        out.print(_table(columns, cells, numbers))
    else:
        for first, *others in cells:
            named = [
                f"{c} {cell}" for c, cell in zip(columns[1:], others, strict=True) if cell != "-"
            ]
            out.print(Text(f"{first}: {', '.join(named)}"))
    out.print()


BOT_COLUMNS = (
    "bot", "games", "win share", "95 % interval", "score", "place", "us/decision", "forfeits",
)  # fmt: skip
BOT_NUMBERS = " rrrrrrr"


def bot_rows(bots: Iterable[dict[str, Any]]) -> list[tuple[object, ...]]:
    """Rows under `BOT_COLUMNS`: how bots did, from what their --json says."""
    return [
        (
            bot["spec"],
            bot["games"],
            f"{bot['win_share']:.1%}",
            "{:.1%}-{:.1%}".format(*bot["win_share_95"]),
            f"{bot['mean_score']:.1f}",
            f"{bot['mean_place']:.2f}",
            "-" if bot["us_per_decision"] is None else f"{bot['us_per_decision']:.1f}",
            bot["forfeits"],
        )
        for bot in bots
    ]


GAP = 2
"""Spaces between columns."""
NARROW = 10
"""A text is folded to this width at most."""


def _least_width(columns: Sequence[str], cells: Sequence[Sequence[str]], numbers: str) -> int:
    widths = [max(len(row[i]) for row in [columns, *cells]) for i in range(len(columns))]
    return GAP * (len(widths) - 1) + sum(
        width if kind == "r" else min(width, NARROW)
        for width, kind in zip(widths, numbers, strict=True)
    )


def _table(columns: Sequence[str], cells: Iterable[Sequence[str]], numbers: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=SIMPLE_HEAD,
        show_header=any(columns),
        show_edge=False,
        pad_edge=False,
        padding=(0, GAP - 1, 0, 0),  # and the box's own space
    )
    for column, kind in zip(columns, numbers, strict=True):
        if kind == "r":
            table.add_column(Text(column), justify="right", no_wrap=True)
        else:
            table.add_column(Text(column), overflow="fold")
    for row in cells:
        table.add_row(*map(Text, row))
    return table


class Meter(Display):
    """How far the work is, on stderr, for a person who has waited a second. A bar if it is known how much there is."""

    PATIENCE = 1.0

    def __init__(self, total: int | None = None) -> None:
        """Shows nothing yet."""
        self.wanted = sys.stderr.isatty()
        self._total = total
        self._next = time.monotonic() + self.PATIENCE
        self._bar: Progress | None = None
        self._task: Any = None

    def __enter__(self) -> Meter:
        """Starts the clock."""
        return self

    def show(self, done: int) -> None:
        """Says how much is done, a few times a second at most."""
        if not self.wanted or time.monotonic() < self._next:
            return
        if self._bar is None:
            self._bar = self._display = _progress_bar()
            self._bar.start()
            self._task = self._bar.add_task("", total=self._total)
        self._bar.update(self._task, completed=done)
        self._next = time.monotonic() + 0.1


def _progress_bar() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console(err=True), transient=True)
