"""What engines and bots must both do, and what a check is.

A check is a method whose docstring's first line says what is demanded; it raises `Failure`, or returns a remark.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from farnorth.errors import FarnorthError
from farnorth.protocol import VERSION
from farnorth.protocol.client import Answer, Client, Message

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
