"""Bots in processes of their own: programs of any language, and bots that are not trusted to behave.

A bot's program reads JSON from its standard input, an object a line, and answers each with an object on one line of its
standard output. It is told what its seat may know, and nothing else::

    {"id":1,"cmd":"hello","protocol":1,"role":"bot"}
        {"id":1,"ok":true,"protocol":1,"role":"bot","name":"mybot"}
    {"id":2,"cmd":"start","game":"borealis","rules_version":1,"setup":{..},"seat":0,"seed":"17"}
        {"id":2,"ok":true}
    {"id":3,"cmd":"move","seat":0,"view":{..},"legal":["done",..],"ids":[7,..],"budget":{"its":0,"ms":100}}
        {"id":3,"ok":true,"move":"done"}
    {"id":4,"cmd":"quit"}

`move` has ``"clock":{"remaining_ms":[..],"inc_ms":..}`` where a clock runs; an answer may add ``"its"`` and ``"value"``
(per mille by seat). ``{"cmd":"ping"}`` is answered with ok. What a bot cannot do it answers with
``{"id":..,"ok":false,"error":{"code":"..","message":".."}}``. At the end of its input it exits.

The program is one member of a process group, which ends with it: when it fails, when the match is over, and when the
process that plays dies. Its standard error is read, and its end is told when the program fails.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import queue
import re
import resource
import select
import shlex
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from farnorth.bots import Bot, Budget, Decision
from farnorth.errors import BadData, BotCrashed, BotError, BotTimeout
from farnorth.protocol import LONGEST_LINE, VERSION

if TYPE_CHECKING:
    from farnorth.protocols import Game, View

LOOK_EVERY_MS = 50
"""How often a process that says nothing is looked at."""
TAIL = 300
"""Characters of standard error that are told."""
TOKEN = "FARNORTH_BOT"
"""Environment variable by which the processes of a bot are known, also those that left its group."""

_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Limits:
    """What a bot's process may use. Times in seconds but where the name says milliseconds.

    start: until it has answered `hello`, and `start`. watchdog: for any decision, whatever the time control.
    move_ms: limit of a decision, 0 = none. margin_ms: by which `move_ms` and a clock may be overstepped.
    memory_mb: address space, 0 = no limit.
    """

    start: float = 10.0
    watchdog: float = 60.0
    move_ms: float = 0.0
    margin_ms: float = 100.0
    memory_mb: int = 0


class Child:
    """A running program, its three pipes, and the requests made to it.

    Any failure ends it but one that it tells of itself: then it lives on, as a bot does that raised.
    """

    def __init__(
        self, command: list[str], limits: Limits, token: str, variables: dict[str, str]
    ) -> None:
        """Starts it, with these variables in its environment too. Raises BotCrashed if the system cannot."""
        self._token = f"{token}.{uuid.uuid4().hex}"
        self._id = 0
        self.ended = False
        self._received = bytearray()
        self._tail = bytearray()
        try:
            self._process = _STARTER.start(
                lambda: subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    env={**os.environ, **variables, TOKEN: self._token},
                    preexec_fn=_confinement(limits.memory_mb),
                )
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise BotCrashed(f"cannot be started: {error}") from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def request(self, command: str, seconds: float, **fields: object) -> dict[str, Any]:
        """Asks, and returns the answer. Raises BotError, after which the program may have `ended`."""
        self._id += 1
        message = {"id": self._id, "cmd": command, **fields}
        data = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            self._expect_silence()
            line = self._exchange(data, time.monotonic() + seconds, seconds)
            answer = self._checked(line)
        except BaseException:
            self.kill()
            raise
        if answer.get("ok") is not True:
            error = answer.get("error")
            told = error.get("message") if isinstance(error, dict) else None
            raise BotError(f"it reported an error: {told or error!s:.{TAIL}}{self._told()}")
        return answer

    def _checked(self, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line.decode())
        except UnicodeDecodeError:
            raise BotError(f"its answer is not UTF-8: {_shown(line)}") from None
        except (ValueError, RecursionError):
            raise BotError(f"its answer is not JSON: {_shown(line)}") from None
        if not isinstance(answer, dict):
            raise BotError(f"its answer is not an object: {_shown(line)}")
        if answer.get("id") != self._id:
            raise BotError(f"it answered with id {answer.get('id')!r:.40}, {self._id} expected")
        return answer

    def _expect_silence(self) -> None:
        """What was said before it was asked."""
        self._read(self._err)
        self._read(self._out)
        if self._received:
            raise BotError(f"it spoke without being asked: {_shown(bytes(self._received))}")

    def _exchange(self, data: bytes, deadline: float, seconds: float) -> bytes:
        """Writes all of `data` and reads a line, whichever the program does first."""
        rest = memoryview(data)
        poll = select.poll()
        for pipe in (self._out, self._err):
            poll.register(pipe, select.POLLIN)
        poll.register(self._in, select.POLLOUT)
        while True:
            end = self._received.find(b"\n")
            if end > LONGEST_LINE or (end < 0 and len(self._received) > LONGEST_LINE):
                raise BotError(f"its answer is longer than {LONGEST_LINE} bytes{self._told()}")
            if end >= 0:
                line = bytes(self._received[:end])
                del self._received[: end + 1]
                return line
            left = deadline - time.monotonic()
            if left <= 0:
                raise BotTimeout(f"no answer within {seconds * 1000:.0f} ms{self._told()}")
            ready = poll.poll(min(max(1, left * 1000), LOOK_EVERY_MS))
            if not ready and exit_code(self._process, 0.0) is not None:
                raise self._ended()  # though children of its own may hold its pipes open
            for pipe, _ in ready:
                if pipe == self._in:
                    rest = rest[self._write(rest) :]
                    if not rest:
                        poll.unregister(self._in)
                elif not self._read(pipe):
                    if pipe == self._out:
                        raise self._ended()
                    poll.unregister(pipe)

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._in, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise self._ended() from None

    def _read(self, pipe: int) -> bool:
        """Takes what is there. False at the end of the pipe."""
        try:
            piece = os.read(pipe, 65536)
        except BlockingIOError:
            return True
        if pipe == self._out:
            self._received += piece
        else:
            self._tail = (self._tail + piece)[-4 * TAIL :]
        return bool(piece)

    def _ended(self) -> BotCrashed:
        code = exit_code(self._process, 1.0)
        if code is None:
            return BotCrashed(f"it closed its output{self._told()}")
        if code < 0:
            with contextlib.suppress(ValueError):
                return BotCrashed(f"it was ended by {signal.Signals(-code).name}{self._told()}")
        return BotCrashed(f"it exited with code {code}{self._told()}")

    def _told(self) -> str:
        """The end of its standard error, in one line."""
        with contextlib.suppress(OSError):
            while select.select([self._err], [], [], 0)[0] and self._read(self._err):
                if len(self._tail) >= 4 * TAIL:
                    break  # it may have no end
        text = " | ".join(self._tail.decode(errors="replace").split("\n")).strip(" |")
        text = re.sub(r"[\x00-\x1f\x7f]", "?", text)
        return f"; its stderr ends: {text[-TAIL:]}" if text else ""

    def quit(self) -> None:
        """Lets it end by itself, for a moment, and then ends it."""
        with contextlib.suppress(BotError, OSError, ValueError):
            os.write(self._in, b'{"id":0,"cmd":"quit"}\n')
        if self._process.stdin is not None:
            self._process.stdin.close()
        exit_code(self._process, 0.5)
        self.kill()

    def kill(self) -> None:
        """Ends it and all it has started."""
        self.ended = True
        end_group(self._process)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        end_processes(self._token)


class _Starter:
    """Starts programs, all from one thread, which lasts as long as this process.

    Linux ends a program that wants to die with its parent (`_confinement`) when the *thread* that started it ends; a
    bot that a pool's thread has started would not live until its next game.
    """

    def __init__(self) -> None:
        """The thread is started with the first program."""
        self._wanted: queue.SimpleQueue[tuple[_Making, Future[subprocess.Popen[bytes]]]]
        self._forget()
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        """A forked process has none of its parent's threads."""
        self._wanted = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self, make: _Making) -> subprocess.Popen[bytes]:
        """The program that `make` starts. Raises what that raises."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._work, args=(self._wanted,), daemon=True, name="farnorth-starter"
                )
                self._thread.start()
        started = Future[subprocess.Popen[bytes]]()
        self._wanted.put((make, started))
        try:
            return started.result()
        except BaseException:  # also Ctrl-C, after which nobody would have the program
            started.add_done_callback(_end_started)
            raise

    @staticmethod
    def _work(wanted: queue.SimpleQueue[tuple[_Making, Future[subprocess.Popen[bytes]]]]) -> None:
        while True:
            make, started = wanted.get()
            try:
                started.set_result(make())
            except BaseException as error:
                started.set_exception(error)


_Making = Callable[[], subprocess.Popen[bytes]]


def _end_started(started: Future[subprocess.Popen[bytes]]) -> None:
    if started.exception() is None:
        end_group(started.result())


_STARTER = _Starter()


def exit_code(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    """The code with which a program has ended, negative for a signal; None if it has not within that time.

    The program stays a zombie, so that its number is nobody else's until `end_group` has ended its group.
    """
    deadline = time.monotonic() + seconds
    while process.returncode is None:
        try:
            ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # reaped by somebody else
            return process.poll()
        if ended is not None:
            return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
        if time.monotonic() >= deadline:
            return None
        time.sleep(0.002)
    return process.returncode


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Ends a program and its process group, of which it is the first, unless that was done before."""
    if process.returncode is not None:
        return  # its number may be another's by now
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=5.0)


def _shown(line: bytes) -> str:
    text = line[:80].decode(errors="replace")
    return repr(text) + ("..." if len(line) > 80 else "")


def _confinement(memory_mb: int) -> Any:
    """What the child does between fork and exec: die with its parent, and have no more memory than allowed."""
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    memory = memory_mb << 20
    parent = os.getpid()

    def confine() -> None:
        if library is not None:
            library.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(1)  # the parent has died meanwhile, and no signal will come
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return confine


def end_processes(token: str) -> int:
    """Ends every process whose environment has a token beginning so; returns how many. Linux only, else 0.

    This finds what a bot started and moved out of its process group, and what a run that was killed has left.
    """
    mark = f"{TOKEN}={token}".encode()
    ended = 0
    for _ in range(20):  # until none is left: a process may fork while we look
        found = [pid for pid in _own_processes() if _has_variable(pid, mark)]
        if not found:
            break
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
                ended += 1
        time.sleep(0.01)
    return ended


def _own_processes() -> list[int]:
    if sys.platform != "linux":
        return []
    numbers = (entry.name for entry in os.scandir("/proc") if entry.name.isdigit())
    return [int(number) for number in numbers if int(number) != os.getpid()]


def _has_variable(pid: int, mark: bytes) -> bool:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:  # noqa: PTH123 - called for every process
            return any(variable.startswith(mark) for variable in file.read().split(b"\0"))
    except OSError:
        return False


class ProcessBot(Bot):
    """A bot that is a program. The process is started when first needed, and again when a failure has ended it."""

    def __init__(
        self,
        command: str | list[str],
        limits: Limits | None = None,
        name: str = "",
        token: str = "",
        variables: dict[str, str] | None = None,
    ) -> None:
        """Takes a command line, quoted as for a shell, or its words. Raises BadData if it is empty.

        variables: for its environment, beside those of this process.
        """
        try:
            self.command = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise BadData(f"cmd:{command}: {error}") from None
        if not self.command:
            raise BadData("cmd: needs a program, as in cmd:./mybot --fast")
        self.name = name or f"cmd:{shlex.join(self.command)}"
        self.limits = limits or Limits()
        self.starts = 0
        """How often the process was started."""
        self.microseconds: int | None = None
        """What the program says of the time that its last decision took; None = nothing."""
        self._token = token or uuid.uuid4().hex
        self._variables = variables or {}
        self._child: Child | None = None
        self._game: tuple[Game, int, int] | None = None
        self._told = False

    def start_game(self, game: Game, seat: int, seed: int) -> None:
        """Tells the program about a new game. Raises BotError if it fails."""
        self._game, self._told = (game, seat, seed), False
        self._tell()

    def start(self, seed: int) -> None:
        """Begins a game that the program is told about with the first decision."""
        self._game, self._told = None, False
        self._seed = seed

    def _tell(self) -> None:
        """Has a running program that knows the game."""
        assert self._game is not None
        if self._child is None:
            self._child = Child(self.command, self.limits, self._token, self._variables)
            self.starts += 1
            self._told = False
            hello = self._ask("hello", self.limits.start, protocol=VERSION, role="bot")
            if hello.get("protocol") != VERSION or hello.get("role") != "bot":
                self._drop()
                raise BotError(f"it does not speak protocol {VERSION} in the role bot")
        if not self._told:
            game, seat, seed = self._game
            self._ask(
                "start",
                self.limits.start,
                game=game.name,
                rules_version=game.rules_version,
                setup=game.portable_options,
                seat=seat,
                seed=str(seed),
            )
            self._told = True

    def _ask(self, command: str, seconds: float, **fields: object) -> dict[str, Any]:
        assert self._child is not None
        try:
            return self._child.request(command, seconds, **fields)
        except BaseException:
            if command == "hello" or self._child.ended:
                self._drop()
            raise

    def choose(self, view: View, budget: Budget) -> Decision | str:
        """The program's move. Raises BotError, BotCrashed or BotTimeout."""
        self.microseconds = None
        if self._game is None:
            self._game = (view.game, view.seat, self._seed)
        self._tell()
        legal = view.legal_moves
        fields: dict[str, object] = {
            "seat": view.seat,
            "view": json.loads(view.to_json(world=True)),
            "legal": [move.text for move in legal],
            "ids": [move.id for move in legal],
            "budget": {"its": budget.iterations, "ms": _whole(budget.milliseconds)},
        }
        if budget.clock:
            fields["clock"] = {
                "remaining_ms": [_whole(left) for left in budget.clock],
                "inc_ms": _whole(budget.increment),
            }
        answer = self._ask("move", self._seconds(view.seat, budget), **fields)
        spent = answer.get("us")
        self.microseconds = spent if isinstance(spent, int) and spent >= 0 else None
        return self._read(view, answer)

    def _seconds(self, seat: int, budget: Budget) -> float:
        """How long a decision may take."""
        seconds = self.limits.watchdog
        if self.limits.move_ms:
            seconds = min(seconds, (self.limits.move_ms + self.limits.margin_ms) / 1000)
        if budget.clock:
            seconds = min(seconds, (budget.clock[seat] + self.limits.margin_ms) / 1000)
        return seconds

    @staticmethod
    def _read(view: View, answer: dict[str, Any]) -> Decision | str:
        text, iterations, value = answer.get("move"), answer.get("its", 0), answer.get("value", [])
        if not isinstance(text, str):
            raise BotError(f"its answer has no move: {answer!s:.120}")
        if not isinstance(iterations, int) or not 0 <= iterations < 2**32 or iterations is True:
            raise BotError(f"its is not a number of iterations: {iterations!r:.40}")
        if iterations == 0:
            return text
        if not isinstance(value, list) or not all(
            isinstance(each, int) and abs(each) <= 1000 for each in value
        ):
            raise BotError("value is not a list of per-mille numbers")
        return Decision(view.game.move(text), value=tuple(value), iterations=iterations)

    def _drop(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None

    def close(self) -> None:
        """Ends the process."""
        if self._child is not None:
            self._child.quit()
            self._child = None

    def __del__(self) -> None:
        """A bot that nobody has any more needs no process."""
        with contextlib.suppress(Exception):
            self._drop()


def _whole(milliseconds: float) -> int | float:
    """Without a fraction if it has none."""
    return int(milliseconds) if milliseconds == int(milliseconds) else round(milliseconds, 3)


def python_bot(spec: str, limits: Limits | None = None, token: str = "") -> ProcessBot:
    """A bot of Python in a process of its own (`farnorth.bot_process`), which finds modules where this one does."""
    return ProcessBot(
        [sys.executable, "-m", "farnorth.bot_process", spec],
        limits,
        spec,
        token,
        {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
