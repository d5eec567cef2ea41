"""The C++ tests: built in Release mode with warnings as errors, then run as one test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "tests"


def run(*command: str, timeout: float) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=timeout, cwd=ROOT, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-6000:]}{done.stderr[-6000:]}"
    return done.stdout


@pytest.fixture(scope="session")
def cpp_build() -> Path:
    """Folder of the C++ build, with libfarnorth.a and farnorth_tests."""
    if not any(
        Path(root, "doctest/doctest.h").exists() for root in ("/usr/include", "/usr/local/include")
    ):
        pytest.fail("doctest is missing: apt-get install doctest-dev")
    run(
        *("cmake", "-S", ".", "-B", str(BUILD), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"),
        *("-DFARNORTH_TESTS=ON", "-DFARNORTH_STRICT=ON", f"-DPython_EXECUTABLE={sys.executable}"),
        timeout=120,
    )
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 2))
    run("cmake", "--build", str(BUILD), "--parallel", jobs, timeout=1500)
    return BUILD


@pytest.mark.xdist_group("cpp")
@pytest.mark.timeout(2400)
def test_cpp(cpp_build: Path) -> None:
    out = run(str(cpp_build / "farnorth_tests"), timeout=900)
    assert "Status: SUCCESS!" in out
    print(out)
