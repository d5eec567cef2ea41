"""README keeps its word: its Python runs as doctest, its C++ is compiled and run, its commands exist."""

from __future__ import annotations

import doctest
import re
import subprocess
from pathlib import Path

import pytest
from test_cpp import ROOT, cpp_build, run  # noqa: F401 - a fixture

README = ROOT / "README.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README.read_text(), re.M | re.S)


def test_python_examples() -> None:
    failures, tried = doctest.testfile(str(README), module_relative=False)
    assert tried >= 10
    assert failures == 0


@pytest.mark.xdist_group("cpp")
@pytest.mark.timeout(2400)
def test_cpp_example(cpp_build: Path, tmp_path: Path) -> None:  # noqa: F811
    (source,) = blocks("cpp")
    program = tmp_path / "example"
    (tmp_path / "example.cpp").write_text(source)
    run(
        *("c++", "-std=c++20", "-O1", f"-I{ROOT / 'cpp'}", str(tmp_path / "example.cpp")),
        *(str(cpp_build / "libfarnorth.a"), "-pthread", "-o", str(program)),
        timeout=300,
    )
    assert re.match(r"\d+ : \d+\n", run(str(program), timeout=60))


@pytest.mark.parametrize("line", [line for block in blocks("sh") for line in block.splitlines()])
def test_commands_exist(line: str) -> None:
    for command in re.findall(r"farnorth ([a-z]+(?: [a-z]+)?)", line.partition("#")[0]):
        words = command.split()
        groups = {"record", "bots", "tournament", "engine"}
        path = words if words[0] in groups else words[:1]
        done = subprocess.run(
            ["farnorth", *path, "--help"], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"
