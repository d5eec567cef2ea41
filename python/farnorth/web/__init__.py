"""A local page on which a person plays a casual game against bots: the web application, without a server.

`app` makes it; ``farnorth web`` serves it. The page is one file, and asks for JSON:

    GET  /api/state     the game as the person's seat may know it: see `farnorth.web.document`
    GET  /api/choices   games, options and bots for a new game
    POST /api/new       {"game", "seats": ["human", "greedy", ...], "options"?: {}, "seed"?}
    POST /api/move      {"turn", "move"}: the text of the move; "turn" is that of the state that it answers
    POST /api/undo      {"turn"}
    POST /api/hint      {"turn"}
    POST /api/retry     {"turn"}: a bot that failed tries again

Each answers with a document, those that change something with the new state, others than 200 with {"error"}. Pages of
other sites are refused, whatever name they give to this machine.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
import secrets
import threading
from collections.abc import Awaitable, Callable, Iterator
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from farnorth.bots import bot_names, checked, split_spec
from farnorth.casual import CasualGame, default_path, is_human
from farnorth.errors import BadData, FarnorthError, IllegalMove
from farnorth.games import load
from farnorth.sitting import NotNow, Sitting
from farnorth.telling import HINT_BOT, Log
from farnorth.web.document import choices, document, hint, no_game

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

LIMIT = 64_000
"""Bytes of a request."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
        "connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


# ---- The game on the page ------------------------------------------------------------------------


class Desk:
    """The one game that the page shows, and what may be done with it."""

    def __init__(
        self,
        table: CasualGame | None = None,
        adviser: str = HINT_BOT,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        """table: the first game. adviser: the spec of the bot that gives hints.

        report: told of what the page must not tell, or what the person at the terminal wants to know.
        """
        self.adviser = adviser
        self._report = report
        self._lock = threading.Lock()  # one request at a time
        self._game: _Game | None = None
        self._left: list[Sitting] = []  # games before, whose bots still think
        self._count = 0  # of games
        if table is not None:
            self._sit(table)

    @property
    def table(self) -> CasualGame | None:
        """The game on the page."""
        return self._game.sitting.table if self._game is not None else None

    def state(self, _: dict[str, Any] | None = None) -> dict[str, Any]:
        """The game now. Waits for nobody."""
        return self._game.document if self._game is not None else no_game()

    def new(self, body: dict[str, Any]) -> dict[str, Any]:
        """Another game. The one before stays where it was saved."""
        table = _new_table(body)
        with self._lock:
            self._sit(table)
        return self.state()

    def move(self, body: dict[str, Any]) -> dict[str, Any]:
        """The person's move."""
        move = _field(body, "move", str)
        with self._at_turn(body) as sitting:
            try:
                sitting.play(move)
            except IllegalMove as error:
                raise IllegalMove(f"{move[:60]!r} cannot be done: {error}") from None
        return self.state()

    def undo(self, body: dict[str, Any]) -> dict[str, Any]:
        """Back to the person's previous decision."""
        with self._at_turn(body) as sitting:
            sitting.undo()
        return self.state()

    def retry(self, body: dict[str, Any]) -> dict[str, Any]:
        """A bot that failed is asked again."""
        with self._at_turn(body) as sitting:
            if sitting.failure is None:
                raise NotNow("no bot has failed")
            sitting.start()
        return self.state()

    def hint(self, body: dict[str, Any]) -> dict[str, Any]:
        """What a bot would do in the person's place."""
        with self._at_turn(body) as sitting:
            pass  # thinks on its own, so that nobody has to wait for it
        return hint(sitting.hint(self.adviser), self.adviser)

    def close(self) -> bool:
        """Ends all games. See `Sitting.close`."""
        if self._game is not None:
            self._left.append(self._game.sitting)
        return all(sitting.close() for sitting in self._left)

    def _sit(self, table: CasualGame) -> None:
        self._left = [sitting for sitting in self._left if not sitting.close(patience=0)]
        if self._game is not None and not self._game.sitting.close(patience=0):
            self._left.append(self._game.sitting)
        self._count += 1
        self._game = _Game(table, self._count, self._report)
        self._report(f"{table.game.title}, saved in {table.path or 'no file'}")

    @contextlib.contextmanager
    def _at_turn(self, body: dict[str, Any]) -> Iterator[Sitting]:
        """The game, if the request is about the position that it is in."""
        turn = _field(body, "turn", str)
        with self._lock:
            if self._game is None:
                raise NotNow("no game has begun")
            if turn != self._game.document["turn"]:
                raise NotNow("the game has gone on since; look at it again")
            yield self._game.sitting


class _Game:
    """A game and its newest document."""

    def __init__(self, table: CasualGame, number: int, report: Callable[[str], None]) -> None:
        self.document = no_game()
        self._number = number
        self._report = report
        self._log = Log(table, table.humans[0])
        self.sitting = Sitting(table, self._changed)
        self.sitting.start()

    def _changed(self, sitting: Sitting) -> None:
        self.document = document(sitting, self._log, self._number)
        if sitting.failure is not None:
            self._report(f"warning: {sitting.failure}")


def _field(body: dict[str, Any], name: str, kind: type) -> Any:
    """A field of a request. Raises BadData if it is missing or of another kind."""
    value = body.get(name)
    if type(value) is not kind:
        raise BadData(f"{name!r} must be given as {kind.__name__}")
    return value


def _new_table(body: dict[str, Any]) -> CasualGame:
    """The game that a page asks for. Bots that run programs or modules are for the command line alone."""
    seats, options = _field(body, "seats", list), body.get("options", {})
    if not isinstance(options, dict) or "players" in options:
        raise BadData("'options' must be an object, without 'players': 'seats' tells how many")
    for spec in seats:
        if not isinstance(spec, str):
            raise BadData("'seats' must be texts")
        if not is_human(spec):
            if spec.startswith(("cmd:", "py:")) or split_spec(spec)[0] not in bot_names():
                raise BadData(f"{spec[:40]!r} is no bot of the page")
            checked(spec)
    if [is_human(spec) for spec in seats].count(True) != 1:
        raise BadData("one seat must be human")
    game = load(_field(body, "game", str), players=len(seats), **options)
    seed = body.get("seed") or str(secrets.randbits(32))
    if not isinstance(seed, str):
        raise BadData("'seed' must be a text")
    return CasualGame(game, seats, seed, path=_path(game.name, seed))


def _path(game: str, seed: str) -> Any:
    with contextlib.suppress(OSError):
        return default_path(game, seed)
    return None


# ---- HTTP ----------------------------------------------------------------------------------------


def app(desk: Desk, host: str = "127.0.0.1") -> Starlette:
    """The application. host: the name under which it is served, beside localhost and addresses in numbers."""
    page = files("farnorth.web").joinpath("page.html").read_text("utf-8")

    async def index(request: Request) -> Response:
        return HTMLResponse(page, headers=HEADERS)

    acts = {act.__name__: act for act in (desk.new, desk.move, desk.undo, desk.hint, desk.retry)}
    return Starlette(
        routes=[
            Route("/", index),
            Route("/api/state", _answering(desk.state)),
            Route("/api/choices", _answering(lambda _: choices())),
            *(
                Route(f"/api/{name}", _answering(act), methods=["POST"])
                for name, act in acts.items()
            ),
        ],
        middleware=[Middleware(OwnPagesOnly, host=host)],
        exception_handlers={HTTPException: _told, FarnorthError: _told},
    )


def _answering(
    act: Callable[[dict[str, Any]], dict[str, Any]],
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint; the work is done in a thread of its own."""

    async def endpoint(request: Request) -> Response:
        body = await _body(request) if request.method == "POST" else {}
        return JSONResponse(await run_in_threadpool(act, body), headers=HEADERS)

    return endpoint


async def _body(request: Request) -> dict[str, Any]:
    if request.headers.get("content-type", "").split(";")[0] != "application/json":
        raise HTTPException(415, "the request must be application/json")
    raw = b""
    async for part in request.stream():
        raw += part
        if len(raw) > LIMIT:
            raise HTTPException(413, f"the request is longer than {LIMIT} bytes")
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        raise HTTPException(400, "the request is not JSON") from None
    if not isinstance(body, dict):
        raise HTTPException(400, "the request must be an object")
    return body


def _told(request: Request, error: Exception) -> Response:
    """An error as JSON: 409 for what cannot be done now, 400 for other mistakes of the page, 500 for a bot's."""
    if isinstance(error, HTTPException):
        return _refusal(error.status_code, error.detail)
    if isinstance(error, NotNow):
        return _refusal(409, str(error))
    return _refusal(400 if isinstance(error, ValueError) else 500, str(error))


def _refusal(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status_code=status, headers=HEADERS)


class OwnPagesOnly:
    """Refuses requests that pages of other sites make in the person's browser.

    A site can give its own name the address of this machine, so that the browser takes us for that site: the Host then
    is that name. A form or script of another site says in Origin where it comes from.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        """In front of `app`, which is served as `host`."""
        self._app = app
        self._names = {"localhost", host.lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or answers 403."""
        headers = {key: value.decode("latin-1") for key, value in scope.get("headers", ())}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        is_own = self._is_own(host) and origin in (None, f"http://{host}")
        if scope["type"] != "http" or is_own:
            await self._app(scope, receive, send)
        else:
            refusal = _refusal(403, "only the page of this server may ask, by its own address")
            await refusal(scope, receive, send)

    def _is_own(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self._names or bool(ipaddress.ip_address(name))
        except ValueError:
            return False


__all__ = ["Desk", "app"]
