"""What a program must do in the role `engine`."""

from __future__ import annotations

import json
import random
import time
from itertools import pairwise
from typing import Any, ClassVar

from farnorth.games import PLY_CAP
from farnorth.protocol import LONGEST_LINE, VERSION
from farnorth.protocol.checks import (
    MARGIN_MS,
    TRIES,
    Checks,
    code_of,
    demand,
    done,
    refused,
)
from farnorth.protocol.client import Client, Message

SEARCH_MS = 500
STRICT = [
    b'{"cmd":"ping","id":{"a":1}}',
    b'{"cmd":"ping","id":1.5}',
    b'{"cmd":"ping","id":[]}',
    b'{"cmd":"ping","deep":' + b"[" * 10_000 + b"]" * 10_000 + b"}",
]
"""What an engine must refuse, and a bot may do."""


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
                # None was stopped: then it had answered before, as a bot does that does not search.
                count = stopped.get("stopped")
                early = count == 0 and client.has_answer(search)
                demand(count == 1 or early, f"stopped is {count!r}")
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
            first = client.receive()
            if first.get("ok"):  # it answered at once: the id was free again, or just about to be
                second = client.answer(long)
                if not second.ok:
                    demand(code_of(second.message) == "id_in_use", "the second search of an id")
            else:
                demand(code_of(first) == "id_in_use", "an id was used twice")
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


def new(client: Client, game: str, **fields: object) -> Message:
    """Opens a session."""
    return done(client.ask("new", game=game, **{"seed": "check", **fields}), f"new {game}")
