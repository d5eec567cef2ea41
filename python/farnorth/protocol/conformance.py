"""The tests that an engine or a bot must pass: for ``farnorth engine check``.

A check is a method whose docstring's first line says what is demanded; it raises `Failure`, or returns a remark.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from farnorth.errors import BotCrashed, BotError, FarnorthError, IllegalMove
from farnorth.games import PLY_CAP, game_class, games, load
from farnorth.protocol import LONGEST_LINE, VERSION
from farnorth.protocol.client import Answer, Client, Message

if TYPE_CHECKING:
    from farnorth.protocols import Game, State

SEARCH_MS = 500
MARGIN_MS = 20.0
"""By which an answer may be late, and within which `ping` is answered during a search."""
TRIES = 3
"""Of a measurement of time: other work on the machine must not fail an engine."""

GARBAGE = [
    b"not json",
    b"{",
    b"[1,2,3]",
    b'"text"',
    b"17",
    b"null",
    b"{}",
    b'{"id":1}',
    b'{"cmd":17}',
    b'{"cmd":null}',
    b'{"cmd":"\xff\xfe"}',
    b'\xff\xfe\x00\x01{"cmd":"ping"}',
    b'{"cmd":"ping"} trailing',
    b'{"cmd":"p\\ud800"}',
    b"[" * 50_000,
    b'{"a":' * 50_000,
]
STRICT = [
    b'{"cmd":"ping","id":{"a":1}}',
    b'{"cmd":"ping","id":1.5}',
    b'{"cmd":"ping","id":[]}',
    b'{"cmd":"ping","deep":' + b"[" * 10_000 + b"]" * 10_000 + b"}",
]
"""What an engine must refuse, and a bot may do."""


class Failure(Exception):
    """What the program did wrong."""


def demand(condition: object, what: str) -> None:
    """Raises Failure unless the condition holds."""
    if not condition:
        raise Failure(what)


@dataclass(frozen=True)
class Outcome:
    """The result of one check."""

    role: str
    check: str
    demand: str
    passed: bool
    remark: str
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


class Checks:
    """What both roles must do. The methods whose names begin with ``check_`` are run in the order of the class."""

    role = ""
    more_garbage: ClassVar[list[bytes]] = []

    def __init__(self, command: str, timeout: float, seed: int = 1) -> None:
        """command: the command line of the program. timeout: seconds until a request counts as not answered."""
        self.command = command
        self.timeout = timeout
        self.seed = seed
        self.clients: list[Client] = []
        """Every client that was started, for those who want its log."""

    def client(self) -> Client:
        """A new process."""
        self.clients.append(Client(self.command, self.timeout))
        return self.clients[-1]

    def greeted(self) -> Client:
        """A new process that has answered `hello`."""
        client = self.client()
        done(client.ask("hello", protocol=VERSION, role=self.role), "hello")
        return client

    def checks(self) -> Iterator[tuple[str, Callable[[], str | None]]]:
        """Names and methods, those of this class before those of its subclass."""
        for owner in reversed(type(self).__mro__):
            for name in vars(owner):
                if name.startswith("check_"):
                    yield name.removeprefix("check_").replace("_", " "), getattr(self, name)

    def run(self, wanted: Callable[[Outcome], None] = lambda _: None) -> list[Outcome]:
        """Runs every check in a process of its own. `wanted` gets each outcome at once."""
        outcomes = []
        for name, check in self.checks():
            begun = time.monotonic()
            try:
                remark, passed = check() or "", True
            except Failure as failure:
                remark, passed = str(failure), False
            except FarnorthError as error:
                remark, passed = f"{type(error).__name__}: {error}", False
            finally:
                for client in self.clients:
                    client.kill()
            outcomes.append(
                Outcome(
                    self.role,
                    name,
                    (check.__doc__ or "").split("\n")[0],
                    passed,
                    remark,
                    round(time.monotonic() - begun, 3),
                )
            )
            wanted(outcomes[-1])
        return outcomes

    # ---- Both roles ------------------------------------------------------------------------------

    def check_hello(self) -> str:
        """`hello` is answered with protocol and role."""
        with self.client() as client:
            message = done(client.ask("hello", protocol=VERSION, role=self.role), "hello")
            demand(message.get("protocol") == VERSION, f"protocol is {message.get('protocol')!r}")
            demand(message.get("role") == self.role, f"role is {message.get('role')!r}")
            demand(isinstance(message.get("name"), str), "name is no string")
            return str(message["name"])

    def check_ids(self) -> str | None:
        """Ids are strings or integers, and come back as they are."""
        with self.greeted() as client:
            for given in (0, -7, 1 << 40, "", "a", 'é ✓ " \\ \n', "17"):
                client.send_bytes(json.dumps({"id": given, "cmd": "ping"}).encode() + b"\n")
                message = client.receive()
                demand(message.get("ok") is True, f"ping with id {given!r}: {message}")
                found = message.get("id")
                same = found == given and type(found) is type(given)
                demand(same, f"id {given!r} came back as {found!r}")
            return None

    def check_unknown_commands(self) -> str | None:
        """An unknown command is an error, and not the end."""
        with self.greeted() as client:
            for command in ("nonsense", "", "PING", "quit ", "__init__", "x" * 1000):
                refused(client.ask(command), "unknown_command", f"command {command[:20]!r}")
            done(client.ask("ping"), "ping after unknown commands")
            return None

    def check_unknown_fields(self) -> str | None:
        """Fields that are not known are ignored."""
        with self.greeted() as client:
            done(client.ask("ping", later={"a": [1, None, 2.5]}, x="y"), "ping with more fields")
            return None

    def check_garbage(self) -> str:
        """Lines that are no requests are errors, and not the end."""
        rng = random.Random(self.seed)
        noise = [bytes(rng.choices(range(256), k=rng.randint(1, 300))) for _ in range(200)]
        noise = [line.translate(None, b"\n\r") for line in noise]
        lines = GARBAGE + self.more_garbage + [line for line in noise if line.strip()]
        with self.greeted() as client:
            for line in lines:
                client.send_bytes(line + b"\n")
                message = client.receive()
                demand(
                    message.get("ok") is False, f"{line[:40]!r} was answered {str(message)[:80]}"
                )
                code_of(message)
            for line in (b"", b"  ", b"\r"):
                client.send_bytes(line + b"\n")
            ping = client.send("ping")
            message = client.receive()
            demand(message == {"id": ping, "ok": True}, f"empty lines, then ping: {message}")
        return f"{len(lines)} lines"

    def check_quit(self) -> str:
        """`quit` ends the program with exit code 0."""
        with self.greeted() as client:
            begun = time.monotonic()
            client.send("quit")
            code = client.exit_code()
            demand(code == 0, f"it exits with {code}")
            return f"{(time.monotonic() - begun) * 1000:.0f} ms"

    def check_end_of_input(self) -> str | None:
        """The end of the input ends the program with exit code 0, also within a line."""
        for last in (b"", b'{"id":9,"cmd":"pi'):
            with self.greeted() as client:
                client.send_bytes(last)
                client.end_input()
                code = client.exit_code()
                demand(code == 0, f"it exits with {code}")
        with self.client() as client:
            client.end_input()
            demand(client.exit_code() == 0, "it fails when nothing is said at all")
        return None


class EngineChecks(Checks):
    """The role `engine`: it owns the games."""

    role = "engine"
    more_garbage: ClassVar[list[bytes]] = STRICT

    def check_long_line(self) -> str | None:
        """A line beyond 1 MiB is an error and is read over."""
        with self.greeted() as client:
            for size in (LONGEST_LINE + 1, 5 * LONGEST_LINE):
                client.send_bytes(b'{"id":1,"cmd":"ping","x":"' + b"a" * size + b'"}\n')
                message = client.receive()
                demand(
                    message.get("ok") is False, f"{size} bytes were answered {str(message)[:80]}"
                )
            fill = b"a" * (LONGEST_LINE - 40)
            client.send_bytes(b'{"id":1,"cmd":"ping","x":"' + fill + b'"}\n')
            demand(client.receive().get("ok") is True, "a line within the limit was refused")
            done(client.ask("ping"), "ping after long lines")
            return None

    def check_offers(self) -> str:
        """`hello` lists games that `new` can open, for every number of players."""
        with self.client() as client:
            message = done(client.ask("hello", protocol=VERSION), "hello")
            offered = message.get("games")
            demand(isinstance(offered, list) and offered, "games is no list")
            cases = 0
            for game in offered or []:
                low, high = game["players"]
                demand(message["rules"][game["name"]] == game["rules_version"], "rules differ")
                for players in range(low, high + 1):
                    opened = new(client, game["name"], players=players)
                    done(client.ask("close", session=opened["session"]), "close")
                    cases += 1
            return f"{len(offered or [])} games, {cases} cases"

    def check_new(self) -> str | None:
        """Equal seeds open equal games; what does not exist is refused."""
        with self.greeted() as client:
            name = self._games(client)[0]
            first, second, other = (new(client, name, seed=seed) for seed in ("a", "a", "b"))
            demand(first["session"] != second["session"], "two sessions have one name")
            demand(first["hash"] == second["hash"], "equal seeds give other games")
            demand(first["hash"] != other["hash"], "other seeds give equal games")
            refused(client.ask("new", game="chess"), None, "a game that does not exist")
            refused(client.ask("new", game=name, players=99), "bad_option", "99 players")
            refused(client.ask("new", game=name, options={"x": 1}), "bad_option", "option x")
            refused(client.ask("new"), None, "new without a game")
            for command in ("legal", "state", "result", "info", "close"):
                refused(client.ask(command, session="zz"), "unknown_session", f"{command} of zz")
            return None

    def check_play(self) -> str:
        """Random games go to their end by `legal` and `apply`, and end with a result."""
        rng = random.Random(self.seed)
        moves = 0
        with self.greeted() as client:
            for game in self._offered(client):
                opened = new(client, game["name"], players=game["players"][1], seed="play")
                session, to_move, by_id = opened["session"], opened["to_move"], False
                while to_move is not None and moves < PLY_CAP * 3:
                    legal = done(client.ask("legal", session=session), "legal")
                    demand(legal["seat"] == to_move, "legal names another seat than to_move")
                    demand(legal["actions"], "nothing is legal, and the game is not over")
                    demand(len(set(legal["ids"])) == len(legal["actions"]), "ids are not unique")
                    i = rng.randrange(len(legal["actions"]))
                    action = legal["ids"][i] if by_id else legal["actions"][i]
                    made = done(client.ask("apply", session=session, actions=[action]), "apply")
                    demand(
                        made["played"][0] == legal["actions"][i], f"{action!r} played another move"
                    )
                    to_move, by_id, moves = made["to_move"], not by_id, moves + 1
                result = done(client.ask("result", session=session), "result")
                demand(result["over"] == (to_move is None), "over says another thing than to_move")
                demand(
                    len(result["places"]) == game["players"][1], "a place for each seat expected"
                )
        return f"{moves} moves"

    def check_illegal_moves(self) -> str | None:
        """An illegal move is refused, names the legal ones, and changes nothing; `apply` is all or nothing."""
        with self.greeted() as client:
            session, legal = self._choice(client)
            before = done(client.ask("info", session=session), "info")["hash"]
            good = legal["actions"][0]
            wrong: list[Any] = [
                ["no move"], [good, "no move"], [1 << 30], [good, -1], "text", [None], [[]],
            ]  # fmt: skip
            for actions in wrong:
                answer = client.ask("apply", session=session, actions=actions)
                refused(answer, None, f"apply of {actions}")
                if answer.code == "illegal_action":
                    named = answer.message["error"].get("legal")
                    demand(named == legal["actions"], "the error does not list the legal moves")
            answer = client.ask("apply", session=session, actions=["no move"])
            refused(answer, "illegal_action", "a text that is no move")
            after = done(client.ask("info", session=session), "info")["hash"]
            demand(before == after, "a refused move has changed the game")
            return None

    def check_positions(self) -> str:
        """`state` gives a position that `new` opens again, equal."""
        rng = random.Random(self.seed)
        positions = 0
        with self.greeted() as client:
            for name in self._games(client):
                opened = new(client, name, seed="positions")
                for _ in range(5):
                    self._advance(client, opened["session"], rng, 8)
                    info = done(client.ask("info", session=opened["session"]), "info")
                    state = done(client.ask("state", session=opened["session"]), "state")["state"]
                    again = done(client.ask("new", state=state, seed="1"), "new with a position")
                    demand(again["hash"] == info["hash"], "a position comes back as another")
                    done(client.ask("close", session=again["session"]), "close")
                    positions += 1
                refused(client.ask("new", state={**state, "state": {}}), None, "a broken position")
        return f"{positions} positions"

    def check_views(self) -> str | None:
        """`view` gives each seat's knowledge, without the game's seed or hidden cards."""
        with self.greeted() as client:
            for game in self._offered(client):
                players = game["players"][1]
                session = new(client, game["name"], players=players, seed="views")["session"]
                views = [
                    done(client.ask("view", session=session, seat=seat), "view")["view"]
                    for seat in range(players)
                ]
                demand(all(isinstance(view, dict) for view in views), "a view is no object")
                state = done(client.ask("state", session=session), "state")["state"]
                demand(all(view != state["state"] for view in views), "a view is the position")
                for seat in (-1, players, 1 << 40, "0", None):
                    refused(client.ask("view", session=session, seat=seat), None, f"view of {seat}")
            return None

    def check_go(self) -> str:
        """`go` decides within its time, with a legal move, and reports on the way."""
        with self.greeted() as client:
            session, legal = self._choice(client)
            late = []
            for _ in range(TRIES):
                answer = client.ask(
                    "go", session=session, limit={"time_ms": SEARCH_MS}, seed="7", report_ms=100
                )
                message = done(answer, "go")
                demand(message["bestmove"] in legal["actions"], f"{message['bestmove']} is illegal")
                demand(set(message["visits"]) <= set(legal["actions"]), "visits of illegal moves")
                for info in answer.infos:
                    demand(info["best"] in legal["actions"], f"info names {info['best']}")
                sims = [info["sims"] for info in answer.infos]
                demand(all(a < b for a, b in pairwise(sims)), "sims do not rise")
                late.append(answer.seconds * 1000 - SEARCH_MS)
                if late[-1] <= MARGIN_MS:
                    break
            demand(min(late) <= MARGIN_MS, f"{min(late):.0f} ms late at best")
            return (
                f"answer after {SEARCH_MS + min(late):.1f} ms of {SEARCH_MS}, {len(sims)} reports"
            )

    def check_go_refusals(self) -> str | None:
        """`go` refuses a seat that does not act, and bots and limits that do not exist."""
        with self.greeted() as client:
            session, legal = self._choice(client)
            other = 1 - legal["seat"]
            refused(client.ask("go", session=session, seat=other), "illegal_action", "another seat")
            for fields in (
                {"bot": "nobody"}, {"bot": "ismcts:x=1"}, {"bot": 5}, {"seed": 7}, {"seed": "x"},
                {"limit": 5}, {"limit": {"sims": -1}}, {"limit": {"time_ms": "1"}}, {"seat": 99},
            ):  # fmt: skip
                refused(client.ask("go", session=session, **fields), None, f"go with {fields}")
            return None

    def check_repeatable(self) -> str | None:
        """`go` with equal position, seed and sims decides equally."""
        with self.greeted() as client:
            session, _ = self._choice(client)
            told = [
                done(client.ask("go", session=session, seed="9", limit={"sims": 200}), "go")
                for _ in range(2)
            ]
            for key in ("bestmove", "sims", "value", "visits", "pv"):
                demand(told[0][key] == told[1][key], f"{key} differs")
            return None

    def check_answers_while_thinking(self) -> str:
        """`ping` and all else are answered during a search."""
        with self.greeted() as client:
            session, legal = self._choice(client)
            search = client.send("go", session=session, limit={"time_ms": SEARCH_MS}, seed="7")
            times = []
            for _ in range(10):
                times.append(client.ask("ping").seconds * 1000)
                done(client.ask("legal", session=session), "legal during a search")
                time.sleep(SEARCH_MS / 20_000)
            done(client.ask("apply", session=session, actions=legal["actions"][:1]), "apply")
            message = done(client.answer(search), "go")
            demand(message["bestmove"] in legal["actions"], "a later move has changed the search")
            middle = sorted(times)[len(times) // 2]
            demand(middle <= MARGIN_MS, f"ping takes {middle:.1f} ms in the median")
            return f"ping in {middle:.2f} ms, at most {max(times):.2f}"

    def check_stop(self) -> str:
        """`stop` ends a search, which then answers with what it has found."""
        with self.greeted() as client:
            session, legal = self._choice(client)
            times = []
            for _ in range(TRIES):
                search = client.send("go", session=session, limit={"time_ms": 60_000}, seed="7")
                time.sleep(0.1)
                begun = time.monotonic()
                stopped = done(client.ask("stop", target=search), "stop")
                demand(stopped.get("stopped") == 1, f"stopped is {stopped.get('stopped')!r}")
                message = done(client.answer(search), "a search that was stopped")
                times.append((time.monotonic() - begun) * 1000)
                demand(message["bestmove"] in legal["actions"], "its move is illegal")
            demand(min(times) <= MARGIN_MS, f"it takes {min(times):.0f} ms at best")
            demand(
                done(client.ask("stop", target="none"), "stop")["stopped"] == 0, "stop of nothing"
            )
            return f"within {min(times):.1f} ms"

    def check_interleaved(self) -> str:
        """Many requests on their way get an answer each, and an id in use is refused."""
        with self.greeted() as client:
            session, _ = self._choice(client)
            searches = [
                client.send("go", session=session, seed=str(i), limit={"sims": 30})
                for i in range(20)
            ]
            others = [client.send("legal", session=session) for _ in range(50)]
            for request in (*reversed(searches), *others):
                done(client.answer(request), "one of many")
            long = client.send("go", session=session, limit={"time_ms": 60_000})
            again = {"id": long, "cmd": "go", "session": session}
            client.send_bytes(json.dumps(again).encode() + b"\n")
            demand(code_of(client.receive()) == "id_in_use", "an id was used twice")
            done(client.ask("stop"), "stop")
            done(client.answer(long), "the first search of an id")
            return f"{len(searches) + len(others)} requests"

    def check_limits(self) -> str | None:
        """There is a limit to sessions; closing one makes room."""
        with self.client() as client:
            limits = done(client.ask("hello", protocol=VERSION), "hello")["limits"]
            name = self._games(client)[0]
            opened = [new(client, name)["session"] for _ in range(limits["sessions"])]
            refused(client.ask("new", game=name), "too_many_sessions", "one session too many")
            done(client.ask("close", session=opened[0]), "close")
            new(client, name)
            return f"{limits['sessions']} sessions"

    def check_end_of_input_finishes(self) -> str | None:
        """What was asked before the end of the input is still done."""
        with self.greeted() as client:
            session, _ = self._choice(client)
            searches = [
                client.send("go", session=session, limit={"time_ms": 100}, seed="1")
                for _ in range(3)
            ]
            client.end_input()
            for search in searches:
                done(client.answer(search), "a search before the end of the input")
            demand(client.exit_code() == 0, "it fails at the end of its input")
            return None

    # ---- Helpers ---------------------------------------------------------------------------------

    def _offered(self, client: Client) -> list[Message]:
        offered = done(client.ask("hello", protocol=VERSION), "hello")["games"]
        assert isinstance(offered, list)
        return offered

    def _games(self, client: Client) -> list[str]:
        return [game["name"] for game in self._offered(client)]

    def _choice(self, client: Client) -> tuple[str, Message]:
        """A session in which a seat has a choice, and what is legal."""
        session = new(client, self._games(client)[0], seed="choice")["session"]
        rng = random.Random(self.seed)
        self._advance(client, session, rng, 6)
        while len((legal := done(client.ask("legal", session=session), "legal"))["actions"]) < 2:
            self._advance(client, session, rng, 1)
        return session, legal

    @staticmethod
    def _advance(client: Client, session: str, rng: random.Random, moves: int) -> None:
        for _ in range(moves):
            legal = done(client.ask("legal", session=session), "legal")
            if not legal["actions"]:
                return
            action = rng.choice(legal["actions"])
            done(client.ask("apply", session=session, actions=[action]), "apply")


class BotChecks(Checks):
    """The role `bot`: a seat of a game that the host runs."""

    role = "bot"
    budget: ClassVar[Message] = {"its": 30, "ms": 0}

    def check_games(self) -> str:
        """It plays every seat of every game for every number of players, legally."""
        rng = random.Random(self.seed)
        decisions = 0
        slowest = 0.0
        with self.greeted() as client:
            for name in games():
                of = game_class(name)
                for players in range(of.min_players, of.max_players + 1):
                    game = load(name, players=players)
                    seats = rng.sample(range(players), 1)
                    count, slow = self._play(client, game, seats, rng)
                    decisions, slowest = decisions + count, max(slowest, slow)
        return f"{decisions} decisions, the slowest took {slowest * 1000:.0f} ms"

    def check_time(self) -> str:
        """It keeps a limit of 200 ms a decision."""
        limit = 200.0
        late = []
        with self.greeted() as client:
            game = load(games()[0])
            for number in range(TRIES):
                state = self._choice(game, number)
                self._start(client, game, state.actor or 0)
                answer = self._ask(client, game, state, {"its": 0, "ms": limit})
                late.append(answer.seconds * 1000 - limit)
        demand(min(late) <= 5 * MARGIN_MS, f"{min(late):.0f} ms late at best")
        return f"answer after {limit + min(late):.0f} ms of {limit:.0f}"

    def check_bad_requests(self) -> str | None:
        """Games, seats and views that are wrong get an answer, and are not the end."""
        with self.greeted() as client:
            game = load(games()[0])
            state = self._choice(game, 0)
            seat = state.actor or 0
            answers = [
                client.ask("start", **fields)
                for fields in (
                    {},
                    {"game": "chess", "seat": 0, "setup": {}, "seed": "1"},
                    {"seat": 99},
                )
            ]
            self._start(client, game, seat)
            views: list[Any] = [None, 5, {}, {"world": {}}, []]
            for view in views:
                answers.append(
                    client.ask("move", seat=seat, view=view, legal=[], ids=[], budget={})
                )
            for answer in answers:
                if not answer.ok:
                    code_of(answer.message)
            self._start(client, game, seat)
            self._ask(client, game, state, self.budget)
            return None

    def check_codes(self) -> str | None:
        """If it refuses another version, or a seat that was not started, then with the document's codes."""
        with self.greeted() as client:
            state = self._choice(load(games()[0]), 0)
            refusals = {
                "unsupported_protocol": client.ask("hello", protocol=VERSION + 1, role=self.role),
                "not_started": client.ask("move", **self._fields(state, self.budget)),
            }
            for code, answer in refusals.items():
                if not answer.ok:
                    refused(answer, code, f"a request for {code}")
            return None

    def check_seats(self) -> str:
        """One process plays several seats, also of different games, each decision for the seat that is named."""
        with self.greeted() as client:
            states = [self._choice(load(name), number) for number, name in enumerate(games())]
            states = [self._at(state, seat) for seat, state in enumerate(states[:2])]
            for seat, state in enumerate(states):
                self._start(client, state.game, seat)
            for state in states + states[::-1]:
                self._ask(client, state.game, state, self.budget)
            return f"{len(states)} seats"

    # ---- Helpers ---------------------------------------------------------------------------------

    @staticmethod
    def _at(state: State, seat: int) -> State:
        """The state a few moves later, when this seat has a choice."""
        while state.actor != seat or len(state.legal_moves) < 2:
            state.apply(state.legal_moves[-1])
        return state

    def _start(self, client: Client, game: Game, seat: int) -> None:
        done(
            client.ask(
                "start", game=game.name, rules_version=game.rules_version, setup=game.options,
                seat=seat, seed=str(self.seed),
            ),
            "start",
        )  # fmt: skip

    def _ask(self, client: Client, game: Game, state: State, budget: Message) -> Answer:
        answer = client.ask("move", **self._fields(state, budget))
        text = done(answer, "move").get("move")
        try:
            move = game.move(str(text))
        except IllegalMove:
            raise Failure(f"{text!r} is no move of {game.name}") from None
        demand(move in state.legal_moves, f"{text!r} is illegal in {game.name}")
        return answer

    @staticmethod
    def _fields(state: State, budget: Message) -> Message:
        """Of the request for a decision of the seat to act."""
        seat, legal = state.actor or 0, state.legal_moves
        return {
            "seat": seat,
            "view": json.loads(state.view(seat).to_json(world=True)),
            "legal": [move.text for move in legal],
            "ids": [move.id for move in legal],
            "budget": budget,
        }

    def _play(
        self, client: Client, game: Game, seats: list[int], rng: random.Random
    ) -> tuple[int, float]:
        """One game, the bot in these seats and random moves elsewhere. Returns decisions and the slowest."""
        for seat in seats:
            self._start(client, game, seat)
        state = game.new_state(seed=self.seed)
        decisions, slowest = 0, 0.0
        for _ in range(PLY_CAP):
            if state.actor is None:
                break
            legal = state.legal_moves
            if state.actor in seats and len(legal) > 1 and decisions < 60:
                answer = self._ask(client, game, state, self.budget)
                state.apply(answer.message["move"])
                decisions, slowest = decisions + 1, max(slowest, answer.seconds)
            else:
                state.apply(rng.choice(legal))
        return decisions, slowest

    def _choice(self, game: Game, seed: int) -> State:
        rng = random.Random(seed)
        state = game.new_state(seed=seed)
        for _ in range(6):
            state.apply(rng.choice(state.legal_moves))
        while len(state.legal_moves) < 2:
            state.apply(rng.choice(state.legal_moves))
        return state


def done(answer: Answer, what: str) -> Message:
    """The answer's message. Raises Failure if the request was refused."""
    demand(answer.ok, f"{what}: {answer.message.get('error', answer.message)}")
    return answer.message


def refused(answer: Answer, code: str | None, what: str) -> None:
    """Raises Failure unless the request was refused, with that code if there is one."""
    demand(answer.message.get("ok") is False, f"{what} was not refused")
    found = code_of(answer.message)
    demand(code is None or found == code, f"{what}: code {code} expected, found {found}")


def code_of(message: Message) -> str:
    """The code of an error. Raises Failure if the message is not built like one."""
    error = message.get("error")
    told = isinstance(error, dict) and isinstance(error.get("message"), str)
    demand(told, f"an error needs a code and a message: {str(message)[:80]}")
    assert isinstance(error, dict)
    return str(error.get("code"))


def new(client: Client, game: str, **fields: object) -> Message:
    """Opens a session."""
    return done(client.ask("new", game=game, **{"seed": "check", **fields}), f"new {game}")


def roles_of(command: str, timeout: float) -> list[str]:
    """The roles a program has: an engine says so when it is not asked for a role; then it may be a bot as well.

    Raises BotError if it does not say.
    """
    try:
        with Client(command, timeout) as client:
            plain = client.ask("hello", protocol=VERSION)
            as_bot = client.ask("hello", protocol=VERSION, role="bot")
    except BotCrashed as error:
        raise BotError(f"{command}: {error}") from None
    roles = []
    if plain.ok and plain.message.get("role", "engine") == "engine":
        roles.append("engine")
    if as_bot.ok and as_bot.message.get("role") == "bot":
        roles.append("bot")
    if not roles:
        raise BotError(f"{command}: it answers hello for neither role: {plain.message}")
    return roles


def examine(
    command: str, roles: list[str], timeout: float, wanted: Callable[[Outcome], None]
) -> list[Outcome]:
    """Runs every check of the roles."""
    kinds: dict[str, type[Checks]] = {"engine": EngineChecks, "bot": BotChecks}
    return [outcome for role in roles for outcome in kinds[role](command, timeout).run(wanted)]
