"""The tools that check the source: formatting, lint, types, stubs. Left out with ``-m 'not tools'``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pybind11
import pytest
from support import ROOT

pytestmark = pytest.mark.tools


def clean(*command: str, path: str | None = None) -> None:
    """Runs a tool in the root of the project; what it says if it is not content."""
    environment = dict(os.environ)
    if path is not None:
        environment["MYPYPATH"] = path
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=600, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr


def tool(name: str) -> str:
    """Where a tool is: beside this Python, or on the path."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    assert found, f"{name} is not installed; it comes with the extra `test`"
    return found


def test_ruff() -> None:
    clean(tool("ruff"), "check", "--quiet", "python", "bots", "tests/python")


def test_ruff_format() -> None:
    clean(tool("ruff"), "format", "--check", "--quiet", "python", "bots", "tests/python")


def test_mypy() -> None:
    clean(sys.executable, "-m", "mypy")
    tests = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests/python").glob("*.py"))
    clean(sys.executable, "-m", "mypy", "--strict", *tests, path="python:bots:tests/python")


def test_stubs_agree_with_the_extension() -> None:
    clean(sys.executable, "-m", "mypy.stubtest", "farnorth._core", path="python:bots")


def test_clang_format() -> None:
    sources = [
        str(path.relative_to(ROOT))
        for folder in ("cpp", "tests/cpp")
        for kind in ("*.cpp", "*.hpp")
        for path in sorted((ROOT / folder).rglob(kind))
    ]
    assert sources
    clean(tool("clang-format"), "--dry-run", "--Werror", *sources)


def test_clang_tidy(tmp_path: Path) -> None:
    """Configured apart: clang knows not every option that gcc is given."""
    build = str(tmp_path / "build")
    clean(
        tool("cmake"), "-S", ".", "-B", build, "-G", "Ninja", "-DFARNORTH_PYTHON=ON",
        "-DFARNORTH_HAS_MEMCPY_STRATEGY=OFF", f"-DPython_EXECUTABLE={sys.executable}",
        f"-Dpybind11_DIR={pybind11.get_cmake_dir()}",
    )  # fmt: skip
    clean(
        sys.executable, tool("run-clang-tidy.py"), "-quiet", "-p", build,
        "-clang-tidy-binary", tool("clang-tidy"), r"cpp/(farnorth|bindings)/.*\.cpp",
    )  # fmt: skip
