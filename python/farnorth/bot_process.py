"""A bot as a program: ``python -m farnorth.bot_process SPEC`` plays any bot spec in the role `bot` of the protocol.

See `farnorth.processes` for the protocol. What a bot prints goes to standard error, and cannot spoil the answers.
"""

from __future__ import annotations

import contextlib
import json
import operator
import os
import re
import sys
import time
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from farnorth.bots import Bot, BotMaker, Budget, Decision, begin
from farnorth.errors import FOREIGN, BadOption, FarnorthError, IllegalMove
from farnorth.games import games, load
from farnorth.protocol import LONGEST_LINE, VERSION

if TYPE_CHECKING:
    from farnorth.protocols import Game

Message = dict[str, Any]


class Refused(Exception):
    """A request that cannot be answered: a code for programs and a message for people."""

    def __init__(self, code: str, message: str) -> None:
        """The code is one of the protocol's."""
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Seat:
    """A seat that was started: its game, and the bot that plays it."""

    game: Game
    bot: Bot


class BotServer:
    """Answers the messages of the role `bot`, one at a time."""

    def __init__(self, spec: str) -> None:
        """Makes the first bot. Raises BadData if the spec is wrong."""
        self.spec = spec
        self.quit = False
        self._make = BotMaker(spec)
        self._seats: dict[int, Seat] = {}

    def answer(self, line: str) -> str | None:
        """The answer to a line, without its newline; None to an empty line. Never raises for what the line says."""
        if not line.strip():
            return None
        request: Message = {}
        try:
            request = self._parse(line)
            answer = self._answer(request)
        except Refused as refused:
            return _dump(_error(request, refused.code, str(refused)))
        except BadOption as error:
            return _dump(_error(request, "bad_option", str(error)))
        except FarnorthError as error:
            return _dump(_error(request, "bad_request", str(error)))
        except (
            Exception
        ) as error:  # a fault of this file: the host must not be left without an answer
            return _dump(_error(request, "internal", _what(error)))
        return _dump({"id": request.get("id"), "ok": True, **answer})

    @staticmethod
    def _parse(line: str) -> Message:
        try:
            if len(line.rstrip("\n").encode()) > LONGEST_LINE:
                raise Refused("line_too_long", f"a line has at most {LONGEST_LINE} bytes")
            request = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Refused("bad_json", f"not JSON: {error}") from None
        if not isinstance(request, dict):
            raise Refused("bad_request", "an object expected")
        return request

    def _answer(self, request: Message) -> Message:
        answers = {
            "hello": self._hello,
            "start": self._start,
            "move": self._move,
            "ping": lambda _: {},
            "quit": self._quit,
        }
        command = request.get("cmd")
        if not isinstance(command, str):
            raise Refused("bad_request", f"cmd must be one of {', '.join(answers)}")
        if command not in answers:
            raise Refused("unknown_command", f"cmd must be one of {', '.join(answers)}")
        return answers[command](request)

    def _hello(self, request: Message) -> Message:
        if request.get("protocol", VERSION) != VERSION:
            raise Refused("unsupported_protocol", f"this bot speaks protocol {VERSION}")
        if request.get("role", "engine") != "bot":
            raise Refused("bad_request", "this program has the role bot, and no other")
        return {"protocol": VERSION, "role": "bot", "name": self.spec}

    def _start(self, request: Message) -> Message:
        setup, name = request.get("setup", {}), request.get("game")
        if not isinstance(setup, dict):
            raise Refused("bad_request", "setup must be an object")
        if name not in games():
            raise Refused(
                "bad_request", f"no game is called {name!r}; the games are {', '.join(games())}"
            )
        game = load(name, **{str(option): value for option, value in setup.items()})
        if request.get("rules_version", game.rules_version) != game.rules_version:
            raise Refused(
                "rules_version", f"this bot plays version {game.rules_version} of {game.name}"
            )
        seat, seed = _seat(request), request.get("seed", "0")
        if seat >= game.players:
            raise Refused("bad_request", f"seat must be 0 to {game.players - 1}")
        if not isinstance(seed, str) or not re.fullmatch("[0-9]+", seed):
            raise Refused("bad_request", "seed must be a number as text")
        # What the bot of a seat has learned or loaded serves its next game too.
        before = self._seats.pop(seat, None)
        bot = before.bot if before else self._make()
        self._begin(bot, game, seat, int(seed))
        self._seats[seat] = Seat(game, bot)
        return {}

    @staticmethod
    def _begin(bot: Bot, game: Game, seat: int, seed: int) -> None:
        try:
            begin(bot, game, seat, seed)
        except FOREIGN as error:
            raise Refused("bot_failed", _what(error)) from error

    def _move(self, request: Message) -> Message:
        number = _seat(request)
        seat = self._seats.get(number)
        if seat is None:
            raise Refused("not_started", f"no game was started for seat {number}")
        view, budget = seat.game.view_from_json(_dump(request.get("view"))), _budget(request)
        if view.seat != number:
            raise Refused("bad_request", f"the view is one of seat {view.seat}, not of {number}")
        begun = time.perf_counter()
        try:
            chosen = seat.bot.choose(view, budget)
        except FOREIGN as error:
            raise Refused("bot_failed", _what(error)) from error
        spent = time.perf_counter() - begun
        try:
            move = seat.game.move(chosen.move if isinstance(chosen, Decision) else chosen)
        except (IllegalMove, TypeError) as error:
            raise Refused("bot_failed", f"answered with no move: {error}") from error
        answer: Message = {"move": move.text, "us": max(1, round(spent * 1e6))}
        return answer | (_thought(chosen) if isinstance(chosen, Decision) else {})

    def _quit(self, request: Message) -> Message:
        self.quit = True
        return {}


def _seat(request: Message) -> int:
    seat = request.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool) or seat < 0:
        raise Refused("bad_request", "seat must be a number from 0")
    return seat


def _budget(request: Message) -> Budget:
    budget, clock = request.get("budget") or {}, request.get("clock") or {}
    try:
        return Budget(
            iterations=int(budget.get("its", 0)),
            milliseconds=float(budget.get("ms", 0)),
            clock=tuple(float(left) for left in clock.get("remaining_ms", ())),
            increment=float(clock.get("inc_ms", 0)),
        )
    except (AttributeError, TypeError, ValueError) as error:
        raise Refused("bad_request", f"budget or clock: {error}") from None


def _thought(decision: Decision) -> Message:
    """What a Decision tells beside its move. What a match without processes refuses is refused, in its words."""

    def whole(field: str, given: object, lowest: int, highest: int, unit: str = "") -> int:
        with contextlib.suppress(TypeError):
            number = operator.index(given)  # type: ignore[arg-type]  # it can be anything
            if lowest <= number <= highest:
                return number
        told = f"whose {field} has {given!r}: a whole number expected{unit}"
        raise Refused("bot_failed", f"answered with a Decision {told}")

    its = whole("iterations", decision.iterations, 0, 2**32 - 1)
    value = [whole("value", each, -(2**15), 2**15 - 1, ", per mille") for each in decision.value]
    return {"its": its, "value": value} if its else {}


def _what(error: BaseException) -> str:
    return f"raised {type(error).__name__}: {error}"


def _error(request: Message, code: str, message: str) -> Message:
    return {"id": request.get("id"), "ok": False, "error": {"code": code, "message": message}}


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def serve(spec: str, requests: IO[str], answers: IO[str]) -> None:
    """Answers every line until the end of the input or `quit`."""
    server = BotServer(spec)
    for line in requests:
        if (answer := server.answer(line)) is not None:
            answers.write(answer + "\n")
            answers.flush()
        if server.quit:
            return


def main(arguments: list[str]) -> int:
    """Serves the bot of the one argument; what else is printed goes to standard error."""
    if len(arguments) != 1:
        print("usage: python -m farnorth.bot_process SPEC", file=sys.stderr)
        return 2
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    # Whatever the locale: a line ends with a newline only, and bytes that are no UTF-8 are an error of their line.
    requests = os.fdopen(os.dup(0), encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        serve(arguments[0], requests, answers)
    except FarnorthError as error:
        print(f"error: {error}", file=sys.stderr)
        return 4
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
