"""What other programs use: fixtures of the installed library, headers and engine, and of programs built with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import farnorth
import pytest
from farnorth.paths import ENGINE, PACKAGE
from farnorth.protocol.client import Client
from support import ROOT

INSTALLED = (PACKAGE / "lib" / "cmake" / "farnorth").is_dir()
"""Whether the package comes from a wheel. Else the library is built and installed for the tests."""

group = pytest.mark.xdist_group("embed" if INSTALLED else "cpp")
EXAMPLES = PACKAGE / "examples"


def run(*command: str, timeout: float = 300, **options: Any) -> str:
    """Runs a program that must succeed; what it prints."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, **options)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-3000:]}{done.stderr[-6000:]}"
    return str(done.stdout)


@pytest.fixture(scope="session")
def prefix(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with include, lib and bin: the package's, or one made by cmake --install."""
    if INSTALLED:
        return Path(farnorth.cmake_prefix())
    if given := os.environ.get("FARNORTH_TEST_PREFIX"):
        return Path(given)
    build = request.getfixturevalue("cpp_build")
    folder = tmp_path_factory.mktemp("prefix")
    run("cmake", "--install", str(build), "--prefix", str(folder), "--component", "embed", cwd=ROOT)
    return folder


@pytest.fixture(scope="session")
def engine(prefix: Path) -> Iterator[str]:
    """The command line of the native engine, also found by `farnorth engine` meanwhile."""
    path = str(prefix / "bin" / "farnorth-engine")
    before = os.environ.get(ENGINE)
    os.environ[ENGINE] = path
    yield path
    os.environ.pop(ENGINE)
    if before is not None:
        os.environ[ENGINE] = before


@pytest.fixture
def host(engine: str) -> Iterator[Client]:
    """A running engine."""
    with Client([engine]) as client:
        yield client


@pytest.fixture(scope="session")
def consumer(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build folder of tests/consumer, which knows nothing but the prefix."""
    build = tmp_path_factory.mktemp("consumer")
    found_below = prefix.parent if INSTALLED else prefix  # site-packages
    run(
        *("cmake", "-S", str(ROOT / "tests" / "consumer"), "-B", str(build), "-G", "Ninja"),
        *(
            "-DCMAKE_BUILD_TYPE=Release",
            f"-DCMAKE_PREFIX_PATH={found_below}",
            f"-DEXAMPLES={EXAMPLES}",
        ),
        cwd=build,
    )
    run("cmake", "--build", str(build), "--parallel", "1", timeout=900)
    return build


def check(command: str, role: str = "auto") -> dict[str, Any]:
    """The report of `farnorth engine check`, which must pass."""
    done = subprocess.run(
        [sys.executable, "-m", "farnorth", "engine", "check", command, "--role", role, "--json"],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    report: dict[str, Any] = json.loads(done.stdout)
    assert report["passed"]
    return report
