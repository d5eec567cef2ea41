"""``farnorth web``: a page on this machine, to play against bots in a browser."""

from __future__ import annotations

import socket
import sys
import webbrowser
from typing import TYPE_CHECKING, Any

import click

from farnorth.cli.common import CONTEXT, BotList, Command, Exit, check_bot, examples, needs, say
from farnorth.cli.table import leave, seated, table_options, where
from farnorth.telling import HINT_BOT

if TYPE_CHECKING:
    from farnorth.web import Desk


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth web",
        "farnorth web borealis --seat human --seat ismcts:preset=fast",
        "farnorth web explorers --opt board=B --port 8000 --no-open",
        "farnorth web --resume ours.jsonl",
    ),
)
@table_options
@click.option(
    "--hint-bot", type=BotList(), metavar="SPEC", default=HINT_BOT, show_default=True,
    help="Who is asked for hints.",
)  # fmt: skip
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="NAME",
    help="Where to listen. Whoever can reach it can play in your place.",
)  # fmt: skip
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar="P",
    help="The port to listen on. Default: a free one.",
)  # fmt: skip
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
def web(hint_bot: str, host: str, port: int, no_open: bool, **wanted: Any) -> None:
    """Play GAME against bots in a browser, or choose the game there.

    The page is served by this machine, to this machine alone, and needs no network. It is sent only what your seat may
    know. The game is saved after each move, and `farnorth play --resume` can go on with it. Ctrl-C ends it.
    """
    needs("web", "starlette", "uvicorn")
    check_bot(hint_bot)
    table = seated(**wanted)
    if table is not None and len(table.humans) > 1:
        raise click.UsageError("one person plays on the page; for several there is `farnorth play`")
    from farnorth.web import Desk

    listening = _listening(host, port)
    desk = Desk(table, hint_bot, report=say)
    port = listening.getsockname()[1]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    click.echo(f"Play at {address} - Ctrl-C here ends it.")
    sys.stdout.flush()
    _serve(desk, host, listening, None if no_open else address)
    if desk.table is not None:
        click.echo(where(desk.table))
    leave(desk.close(), Exit.interrupted)


def _listening(host: str, port: int) -> socket.socket:
    """A socket at the address. Raises OSError."""
    family, *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server((host, port), family=family)


def _serve(desk: Desk, host: str, listening: socket.socket, address: str | None) -> None:
    """Answers until Ctrl-C."""
    import uvicorn

    from farnorth.web import app

    config = uvicorn.Config(
        app(desk, host), log_level="warning", timeout_graceful_shutdown=1, lifespan="off"
    )
    if address is not None:
        webbrowser.open(address)  # the socket listens already: the browser waits for us
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        click.echo()
