"""What importing the package does and does not do."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint, entry_points

import farnorth
import pytest


def modules_after(statement: str) -> set[str]:
    """Modules that a fresh interpreter has loaded after a statement."""
    program = f"import sys\n{statement}\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stdout.split())


HEAVY = {
    "click",
    "rich",
    "textual",
    "pettingzoo",
    "gymnasium",
    "pyspiel",
    "mcts",
    "joblib",
    "matplotlib",
    "duckdb",
}


def test_import_loads_no_command_line_and_no_adapter() -> None:
    loaded = modules_after("import farnorth")
    assert not loaded & HEAVY
    assert "numpy" not in loaded
    assert not {
        name
        for name in loaded
        if name.startswith(("farnorth.cli", "farnorth.interop", "farnorth.render"))
    }
    used = modules_after(
        "import farnorth; farnorth.play(farnorth.load('borealis'), ['random', 'random'])"
    )
    assert not used & HEAVY


def test_the_names_of_the_package_are_there() -> None:
    for name in farnorth.__all__:
        assert getattr(farnorth, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        farnorth.nothing  # noqa: B018
    assert callable(farnorth.games)  # also after the module farnorth.games is imported


def test_import_time(capsys: pytest.CaptureFixture[str]) -> None:
    """Printed, not judged: see the report of the test run."""
    program = "import time, numpy; t = time.perf_counter(); import farnorth, farnorth.arena; print(time.perf_counter() - t)"
    times = []
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
        )
        times.append(float(done.stdout))
    with capsys.disabled():
        print(f"\nimport farnorth beyond numpy: {sorted(times)[1] * 1000:.0f} ms")
    assert all(seconds > 0 for seconds in times)


class FakePlugins:
    """Entry points that are not installed."""

    def __init__(self, **values: str) -> None:
        self.points = [EntryPoint(name, value, "farnorth.bots") for name, value in values.items()]

    def __call__(self, group: str) -> list[EntryPoint]:
        assert group == "farnorth.bots"
        return self.points


def test_plugins_are_found_and_loaded_when_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "importlib.metadata.entry_points",
        FakePlugins(
            first="bots_for_tests:First", seeded="bots_for_tests:Seeded", broken="nowhere:Bot"
        ),
    )
    assert {"first", "broken", "greedy"} <= set(farnorth.bots.bot_names())
    record = farnorth.play(farnorth.load("borealis"), ["first", "seeded:skip=2"], seed=1)
    assert record.bots == ["first", "seeded:skip=2"]
    with pytest.raises(farnorth.BadData, match="bot broken cannot be loaded: ModuleNotFoundError"):
        farnorth.bot("broken")


def test_installed_plugins_can_be_loaded() -> None:
    for point in entry_points(group="farnorth.bots"):
        assert callable(point.load())


def test_the_package_is_typed() -> None:
    from importlib.resources import files

    assert (files("farnorth") / "py.typed").is_file()
    assert (files("farnorth") / "_core.pyi").is_file()
