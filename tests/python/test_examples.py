"""The examples that come with the package do what they say."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest
from embedding import EXAMPLES, check, group, run

pytestmark = [group, pytest.mark.timeout(2400)]

node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
LONGEST = 27
"""Lines of a bot, comments and blank lines included."""


def test_bot_in_python() -> None:
    assert check(f"{sys.executable} {EXAMPLES / 'bot.py'}")["roles"] == ["bot"]


@node
def test_bot_in_javascript() -> None:
    assert check(f"node {EXAMPLES / 'bot.js'}")["roles"] == ["bot"]


def test_bot_in_cpp(consumer: Path) -> None:
    assert check(str(consumer / "bot_cpp"))["roles"] == ["bot"]


@node
def test_host_in_javascript(engine: str) -> None:
    assert re.fullmatch(
        r"scores -?\d+,-?\d+, places \d,\d\n", run("node", str(EXAMPLES / "play.js"), engine)
    )


@pytest.mark.parametrize("name", ["bot.py", "bot.js", "bot.cpp"])
def test_a_bot_is_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text().splitlines()) <= LONGEST
