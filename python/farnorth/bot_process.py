"""A bot as a program: ``python -m farnorth.bot_process SPEC`` plays any bot spec in the role `bot` of the protocol.

See `farnorth.processes` for the protocol. What a bot prints goes to standard error, and cannot spoil the answers.
"""

from __future__ import annotations

import json
import os
import sys
from typing import IO, Any

from farnorth.bots import Bot, Budget, Decision, bot
from farnorth.errors import FarnorthError, IllegalMove
from farnorth.games import load, option_text
from farnorth.processes import PROTOCOL

Message = dict[str, Any]


class Refused(Exception):
    """A request that cannot be answered: a code for programs and a message for people."""

    def __init__(self, code: str, message: str) -> None:
        """The code is one of the protocol's."""
        super().__init__(message)
        self.code = code


class BotServer:
    """Answers the messages of the role `bot`, one at a time."""

    def __init__(self, spec: str) -> None:
        """Makes the bot. Raises BadData if the spec is wrong."""
        self.spec = spec
        self.bot: Bot = bot(spec)
        self.game: Any = None
        self.quit = False

    def answer(self, line: str) -> str:
        """The answer to a line, without its newline. Never raises for what the line says."""
        request: Message = {}
        try:
            request = self._parse(line)
            answer = self._answer(request)
        except Refused as refused:
            return _dump(_error(request, refused.code, str(refused)))
        except FarnorthError as error:
            return _dump(_error(request, "bad_request", str(error)))
        return _dump({"id": request.get("id"), "ok": True, **answer})

    @staticmethod
    def _parse(line: str) -> Message:
        try:
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
        if command not in answers:
            raise Refused("unknown_command", f"cmd must be one of {', '.join(answers)}")
        return answers[command](request)

    def _hello(self, request: Message) -> Message:
        if request.get("protocol") != PROTOCOL:
            raise Refused("bad_protocol", f"this bot speaks protocol {PROTOCOL}")
        return {"protocol": PROTOCOL, "role": "bot", "name": self.spec}

    def _start(self, request: Message) -> Message:
        setup = request.get("setup", {})
        if not isinstance(setup, dict):
            raise Refused("bad_request", "setup must be an object")
        options = {str(name): option_text(value) for name, value in setup.items()}
        game = load(str(request.get("game")), **options)
        if request.get("rules_version", game.rules_version) != game.rules_version:
            raise Refused(
                "rules_version", f"this engine plays version {game.rules_version} of {game.name}"
            )
        seat, seed = request.get("seat"), str(request.get("seed", "0"))
        if not isinstance(seat, int) or not 0 <= seat < game.players:
            raise Refused("bad_request", f"seat must be 0 to {game.players - 1}")
        if not seed.isdecimal():
            raise Refused("bad_request", "seed must be a number as text")
        self._begin(game, seat, int(seed))
        self.game = game
        return {}

    def _begin(self, game: Any, seat: int, seed: int) -> None:
        try:
            if hasattr(self.bot, "start_game"):
                self.bot.start_game(game, seat, seed)
            elif hasattr(self.bot, "start"):
                self.bot.start(seed)
        except Exception as error:
            raise Refused("bot_failed", _what(error)) from error

    def _move(self, request: Message) -> Message:
        if self.game is None:
            raise Refused("bad_request", "move before start")
        view, budget = self.game.view_from_json(_dump(request.get("view"))), _budget(request)
        try:
            chosen = self.bot.choose(view, budget)
        except Exception as error:
            raise Refused("bot_failed", _what(error)) from error
        decision = chosen if isinstance(chosen, Decision) else None
        try:
            move = self.game.move(decision.move if decision else chosen)
        except (IllegalMove, TypeError) as error:
            raise Refused("bot_failed", f"answered with no move: {error}") from error
        answer: Message = {"move": move.text}
        if decision and decision.iterations:
            answer |= {"its": decision.iterations, "value": list(decision.value)}
        return answer

    def _quit(self, request: Message) -> Message:
        self.quit = True
        return {}


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


def _what(error: Exception) -> str:
    return f"raised {type(error).__name__}: {error}"


def _error(request: Message, code: str, message: str) -> Message:
    return {"id": request.get("id"), "ok": False, "error": {"code": code, "message": message}}


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def serve(spec: str, requests: IO[str], answers: IO[str]) -> None:
    """Answers every line until the end of the input or `quit`."""
    server = BotServer(spec)
    for line in requests:
        answers.write(server.answer(line) + "\n")
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
    try:
        serve(arguments[0], sys.stdin, answers)
    except FarnorthError as error:
        print(f"error: {error}", file=sys.stderr)
        return 4
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
