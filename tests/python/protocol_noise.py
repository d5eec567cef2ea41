"""Lines for the engine protocol that are anything but what it expects, and now and then something that it does."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

COMMANDS = [
    "hello", "new", "apply", "legal", "view", "state", "go", "info", "stop", "result", "close",
    "ping", "start", "move", "sing", "",
]  # fmt: skip
FIELDS = [
    "id", "session", "seat", "game", "players", "options", "seed", "state", "actions", "limit",
    "bot", "report_ms", "target", "protocol", "role", "world", "view", "legal", "ids", "budget",
    "clock", "setup", "rules_version",
]  # fmt: skip
TEXTS = [
    "", "borealis", "explorers", "scavengers", "s1", "s2", "ismcts", "greedy", "ismcts:its=3", "done",
    "random", "engine", "1", "-1", "18446744073709551615", "18446744073709551616", "é\u2713\U0001f600",
    "\x00", "a" * 300, "pass", "draw 1",
]  # fmt: skip
NUMBERS: list[Any] = [
    0,
    1,
    -1,
    2,
    3,
    5,
    99,
    1 << 31,
    1 << 63,
    -(1 << 63),
    (1 << 64) - 1,
    1 << 70,
    0.5,
    1e300,
]
LIMITS: list[Any] = [
    {"sims": 3},
    {"time_ms": 1},
    {"its": 2},
    {"ms": 1},
    {"sims": 10**9, "time_ms": 2},
    {},
]


def noise_lines(rng: random.Random, count: int) -> Iterator[bytes]:
    """So many lines without newlines, none of them empty, each of which gets exactly one answer."""
    makers = [_request, _request, _request, _request, _request, _cut, _flipped, _bytes, _deep]
    for number in range(count):
        line = _huge(rng) if number % 5000 == 4999 else rng.choice(makers)(rng)
        line = line.translate(None, b"\n\r")
        yield line if line.strip(b" \t") else b"x"


def _value(rng: random.Random, depth: int = 0) -> Any:
    kind = rng.randrange(8 if depth < 3 else 5)
    if kind <= 1:
        return rng.choice(TEXTS)
    if kind == 2:
        return rng.choice(NUMBERS)
    if kind == 3:
        return rng.choice(LIMITS)
    if kind == 4:
        return rng.choice([True, False, None])
    if kind == 5:
        return [_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(FIELDS): _value(rng, depth + 1) for _ in range(rng.randrange(4))}


def _message(rng: random.Random) -> dict[str, Any]:
    message: dict[str, Any] = {"cmd": rng.choice(COMMANDS)}
    if rng.random() < 0.8:
        message["id"] = rng.choice([*TEXTS, 1, 2, 3, -7, None])
    # A request that may be right, with a field or two that are not.
    message |= {
        "session": rng.choice(["s1", "s2", "s3"]), "game": rng.choice(TEXTS[1:4]), "limit": rng.choice(LIMITS[:2]),
        "seat": rng.randrange(2), "actions": [rng.randrange(40)], "seed": str(rng.randrange(100)),
    }  # fmt: skip
    for _ in range(rng.randrange(3)):
        message[rng.choice(FIELDS)] = _value(rng)
    message.pop("report_ms", None)  # reports would be more than one answer
    return message


def _request(rng: random.Random) -> bytes:
    return json.dumps(_message(rng), ensure_ascii=rng.random() < 0.5).encode()


def _cut(rng: random.Random) -> bytes:
    line = _request(rng)
    return line[: rng.randrange(1, len(line))]


def _flipped(rng: random.Random) -> bytes:
    line = bytearray(_request(rng))
    for _ in range(rng.randrange(1, 4)):
        line[rng.randrange(len(line))] = rng.randrange(256)
    # A flip may name the field that asks for reports, or end the program.
    return bytes(line).replace(b"report_ms", b"report_xx").replace(b"quit", b"quiz")


def _bytes(rng: random.Random) -> bytes:
    return rng.randbytes(rng.randrange(1, 200))


def _deep(rng: random.Random) -> bytes:
    size = rng.choice([10, 60, 64, 65, 500, 20_000])
    kind = rng.randrange(3)
    if kind == 0:
        return b"[" * size
    if kind == 1:
        return b'{"cmd":"ping","x":' + b"[" * size + b"]" * size + b"}"
    return b'{"a":' * size + b"1" + b"}" * size


def _huge(rng: random.Random) -> bytes:
    return b'{"cmd":"ping","x":"' + b"a" * rng.choice([1 << 19, 1 << 20, 3 << 20]) + b'"}'
