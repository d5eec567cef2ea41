"""A program that speaks the protocol, as its host sees it: several requests may be on their way at once."""

from __future__ import annotations

import json
import queue
import shlex
import shutil
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from farnorth.errors import BadData, BotCrashed, BotError, BotTimeout
from farnorth.paths import engine_path
from farnorth.processes import end_group, exit_code

Message = dict[str, Any]
TAIL = 20
"""Lines of standard error that are kept."""


def command_words(command: str) -> list[str]:
    """The words of a command line; the installed farnorth-engine is found even if it is not on the path.

    Raises BadData if it names no program.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadData(f"{command!r} is no command line: {error}") from None
    if not words or not words[0]:
        raise BadData(f"{command!r} names no program")
    if words[0] == "farnorth-engine" and shutil.which(words[0]) is None:
        words[0] = str(engine_path())
    return words


@dataclass
class Answer:
    """What came back for one request."""

    message: Message
    infos: list[Message] = field(default_factory=list)
    seconds: float = 0.0
    """From sending the request."""

    @property
    def ok(self) -> bool:
        """Whether the request was done."""
        return self.message.get("ok") is True

    @property
    def code(self) -> str | None:
        """The code of its error, if it was refused."""
        error = self.message.get("error")
        return error.get("code") if isinstance(error, dict) else None


class Client:
    """A running engine or bot. Use it in a `with` statement, so that it ends.

    Answers are read by a thread as they come, so that their times are true. Not for use from several threads.
    """

    def __init__(self, command: str | list[str], timeout: float = 20.0) -> None:
        """Starts the program. timeout: seconds until a request counts as not answered.

        Raises BotCrashed if it cannot be started.
        """
        self.timeout = timeout
        self.log: list[tuple[Message, Answer]] = []
        """Requests made by `ask` and `answer`, with what came back."""
        self._words = command_words(command) if isinstance(command, str) else command
        try:
            self.process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            raise BotCrashed(f"cannot be started: {error}") from None
        self._lines: queue.Queue[tuple[float, bytes] | None] = queue.Queue()
        self._early: list[tuple[float, Message]] = []
        self._sent: dict[Any, tuple[float, Message]] = {}
        self._id = 0
        self._errors: list[str] = []
        for work in (self._read_answers, self._read_errors):
            threading.Thread(target=work, daemon=True).start()

    def __enter__(self) -> Client:
        """The client itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the program and its children."""
        self.kill()

    # ---- Sending ---------------------------------------------------------------------------------

    def send_bytes(self, data: bytes) -> None:
        """Writes bytes as they are. Raises BotCrashed if the program does not read any more."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise self._ended() from None

    def send(self, command: str, **fields: object) -> int:
        """Sends a request and returns its id."""
        self._id += 1
        message = {"id": self._id, "cmd": command, **fields}
        self._sent[self._id] = (time.monotonic(), message)
        self.send_bytes(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        return self._id

    # ---- Receiving -------------------------------------------------------------------------------

    def receive(self, timeout: float | None = None) -> Message:
        """The next message, whichever request it answers."""
        if self._early:
            return self._early.pop(0)[1]
        seconds = self.timeout if timeout is None else timeout
        return self._next(time.monotonic() + seconds, seconds)[1]

    def answer(self, request: int, timeout: float | None = None) -> Answer:
        """The answer to a request; what comes for others is kept. Raises BotTimeout, BotCrashed or BotError."""
        begun, sent = self._sent[request]
        seconds = self.timeout if timeout is None else timeout
        deadline = time.monotonic() + seconds
        infos: list[Message] = []
        kept: list[tuple[float, Message]] = []
        while True:
            if self._early:
                when, message = self._early.pop(0)
            else:
                when, message = self._next(deadline, seconds)
            if message.get("id") != request:
                kept.append((when, message))
            elif "info" in message:
                infos.append(message["info"])
            else:
                break
        self._early = kept + self._early
        del self._sent[request]
        answer = Answer(message, infos, when - begun)
        self.log.append((sent, answer))
        return answer

    def has_answer(self, request: int) -> bool:
        """Whether the answer to a request came while another was waited for."""
        return any(
            message.get("id") == request and "info" not in message for _, message in self._early
        )

    def ask(self, command: str, **fields: object) -> Answer:
        """Sends a request and waits for its answer."""
        return self.answer(self.send(command, **fields))

    def _next(self, deadline: float, seconds: float) -> tuple[float, Message]:
        """The next line, and when it came. seconds: the time that ends with the deadline, to be told."""
        try:
            line = self._lines.get(timeout=max(0.001, deadline - time.monotonic()))
        except queue.Empty:
            raise BotTimeout(f"no answer within {seconds:g} s{self._told()}") from None
        if line is None:
            self._lines.put(None)
            raise self._ended()
        when, data = line
        try:
            message = json.loads(data.decode())
        except (ValueError, RecursionError):
            raise BotError(f"its answer is not JSON: {data[:80]!r}") from None
        if not isinstance(message, dict):
            raise BotError(f"its answer is not an object: {data[:80]!r}")
        return when, message

    # ---- The end ---------------------------------------------------------------------------------

    def end_input(self) -> None:
        """Lets the program see the end of its input."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()

    def exit_code(self, timeout: float | None = None) -> int:
        """Waits for the program to end. Raises BotTimeout if it does not."""
        seconds = self.timeout if timeout is None else timeout
        code = exit_code(self.process, seconds)
        if code is None:
            raise BotTimeout(f"it does not end within {seconds:g} s")
        return code

    def kill(self) -> None:
        """Ends it and all it has started."""
        end_group(self.process)
        with suppress(BrokenPipeError):
            if self.process.stdin is not None:
                self.process.stdin.close()

    def _ended(self) -> BotCrashed:
        code = exit_code(self.process, 1.0)
        what = "it closed its output" if code is None else f"it ended with code {code}"
        return BotCrashed(what + self._told())

    def _told(self) -> str:
        return f"; its stderr ends: {' | '.join(self._errors[-3:])}" if self._errors else ""

    def _read_answers(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put((time.monotonic(), line))
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._errors = [*self._errors, line.decode(errors="replace").rstrip()][-TAIL:]
