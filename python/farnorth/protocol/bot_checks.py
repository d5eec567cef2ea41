"""What a program must do in the role `bot`."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any, ClassVar

from farnorth.errors import IllegalMove
from farnorth.games import PLY_CAP, game_class, games, load
from farnorth.protocol import VERSION
from farnorth.protocol.checks import (
    MARGIN_MS,
    TRIES,
    Checks,
    Failure,
    code_of,
    demand,
    done,
    refused,
)
from farnorth.protocol.client import Answer, Client, Message

if TYPE_CHECKING:
    from farnorth.protocols import Game, State


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
