"""``farnorth doctor``."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from pathlib import Path
from typing import Any

import click

import farnorth
from farnorth.cli.common import (
    CONTEXT,
    Command,
    Exit,
    examples,
    json_option,
    print_json,
    print_table,
)


def installed(package: str) -> str | None:
    """The version of a package, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _requirements() -> dict[str, list[str]]:
    """Packages by extra; those that are always needed under ``""``."""
    try:
        lines = requires("farnorth") or []
        extras = metadata("farnorth").get_all("Provides-Extra") or []
    except PackageNotFoundError:  # run from a source tree
        return {"": ["numpy", "mcts", "click", "rich"]}
    packages: dict[str, list[str]] = {"": [], **{extra: [] for extra in extras}}
    for line in lines:
        found = re.search(r"extra\s*==\s*['\"]([^'\"]+)", line)
        name = re.match(r"[A-Za-z0-9._-]+", line)
        if name and name[0] != "farnorth":
            packages[found[1] if found else ""].append(name[0])
    return packages


def check_packages() -> list[dict[str, Any]]:
    """Required packages and extras: what is there, what is missing, and how to get it."""
    rows = []
    for extra, packages in _requirements().items():
        missing = [package for package in packages if installed(package) is None]
        if packages:
            rows.append(
                {
                    "extra": extra,
                    "installed": {
                        package: installed(package)
                        for package in packages
                        if package not in missing
                    },
                    "missing": missing,
                    "install": f"pip install 'farnorth[{extra}]'"
                    if extra
                    else "pip install farnorth",
                }
            )
    return rows


def self_test() -> list[dict[str, Any]]:
    """Plays, saves and verifies a game of each kind."""
    rows = []
    for name in farnorth.games():
        row: dict[str, Any] = {"game": name, "ok": True, "error": None}
        try:
            game = farnorth.load(name)
            record = farnorth.play(
                game, ["greedy", *["random"] * (game.players - 1)], seed="doctor"
            )
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "game.jsonl"
                record.save(path)
                for saved in farnorth.read_records(path):
                    saved.verify()
            row["moves"] = len(record.moves)
        except Exception as error:  # the point is to report it, whatever it is
            row.update(ok=False, error=f"{type(error).__name__}: {error}")
        rows.append(row)
    return rows


def examine() -> dict[str, Any]:
    """Everything the doctor looks at."""
    packages, games = check_packages(), self_test()
    required = packages[0]["missing"] if packages else []
    return {
        "ok": not required and all(game["ok"] for game in games),
        "farnorth": farnorth.__version__,
        "python": platform.python_version(),
        "executable": sys.executable,
        "platform": platform.platform(),
        "processors": farnorth.default_threads(),
        "packages": packages,
        "self_test": games,
        "terminal": {
            "interactive": sys.stdout.isatty(),
            "columns": shutil.get_terminal_size().columns,
            "encoding": sys.stdout.encoding,
            "term": os.environ.get("TERM"),
            "no_color": "NO_COLOR" in os.environ,
        },
    }


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=examples("farnorth doctor", "farnorth doctor --json"),
)
@json_option()
def doctor(as_json: bool) -> None:
    """Check the installation: versions, extras, and a game of each kind played and verified.

    Exits with 1 if something that is required is missing or fails.
    """
    found = examine()
    if as_json:
        print_json(found)
    else:
        _print(found)
    if not found["ok"]:
        raise click.exceptions.Exit(Exit.failure)


def _print(found: dict[str, Any]) -> None:
    terminal = found["terminal"]
    facts = {
        "farnorth": found["farnorth"],
        "Python": f"{found['python']} ({found['executable']})",
        "platform": f"{found['platform']}, {found['processors']} processors",
        "terminal": f"{'interactive' if terminal['interactive'] else 'not interactive'}, "
        f"{terminal['columns']} columns, {terminal['encoding']}, TERM={terminal['term']}"
        + (", NO_COLOR" if terminal["no_color"] else ""),
    }
    print_table("", ("", ""), facts.items())
    print_table(
        "Packages",
        ("extra", "installed", "missing", "to install"),
        [
            (
                row["extra"] or "(required)",
                ", ".join(f"{name} {number}" for name, number in row["installed"].items()) or "-",
                ", ".join(row["missing"]) or "-",
                row["install"] if row["missing"] else "-",
            )
            for row in found["packages"]
        ],
    )
    print_table(
        "Self-test: a game played and verified",
        ("game", "result"),
        [
            (row["game"], f"ok, {row['moves']} moves" if row["ok"] else f"FAILED: {row['error']}")
            for row in found["self_test"]
        ],
    )
    click.echo("all is well" if found["ok"] else "something is wrong: see above")
