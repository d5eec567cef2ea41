"""The layers of the project: who may know whom, read from #include and import lines.

Needs no built package: pytest --noconftest tests/python/test_structure.py
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CPP = ROOT / "cpp" / "farnorth"

# Each layer may include itself and those before it.
LAYERS = ["core", "games", "search", "engine", "embed"]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)

GAMES = sorted(path for path in (CPP / "games").iterdir() if path.is_dir())
# Borealis came first and shows the names; a game may have more.
GAME_FILES = {
    "RULES.md",
    "{game}.hpp",
    "tables.hpp",
    "fields.hpp",
    "setup.cpp",
    "moves.cpp",
    "apply.cpp",
    "score.cpp",
    "knowledge.cpp",
    "policy.cpp",
    "outlook.cpp",
    "outlook_weights.hpp",
    "text.cpp",
    "encode.cpp",
    "check.cpp",
}


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in {".cpp", ".hpp", ".h"})


def includes(path: Path) -> list[str]:
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def imports(path: Path) -> set[str]:
    """Top-level names of the packages that a Python file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


def test_there_is_something_to_read() -> None:
    assert len(GAMES) >= 1
    assert any(includes(path) for path in sources(CPP / "core"))
    assert [layer.name for layer in sorted(CPP.iterdir()) if layer.is_dir()] == sorted(
        layer for layer in LAYERS if (CPP / layer).is_dir()
    ), "a folder below cpp/farnorth that is no layer"


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_knows_only_those_below(layer: str) -> None:
    allowed = LAYERS[: LAYERS.index(layer) + 1]
    for path in sources(CPP / layer):
        for name in includes(path):
            if not name.startswith("farnorth/"):
                continue
            assert name.split("/")[1] in allowed, f"{path.relative_to(ROOT)} includes {name}"


def test_own_headers_are_named_from_the_root() -> None:
    """`farnorth/core/rng.hpp`, never `rng.hpp` or `../rng.hpp`: installed headers work alike."""
    for path in sources(CPP):
        for name in includes(path):
            assert not name.startswith("."), f"{path.relative_to(ROOT)} includes {name}"
            assert not (path.parent / name).exists(), f"{path.relative_to(ROOT)} includes {name}"
            if name.startswith("farnorth/"):
                assert (ROOT / "cpp" / name).exists(), f"{path.relative_to(ROOT)} includes {name}"


def test_games_do_not_know_each_other() -> None:
    for game in GAMES:
        others = [f"farnorth/games/{other.name}/" for other in GAMES if other != game]
        for path in sources(game):
            for name in includes(path):
                assert not name.startswith(tuple(others)), f"{path.relative_to(ROOT)}: {name}"


def test_search_knows_no_game() -> None:
    """Search is written against the contract, so that a fourth game needs no line of it."""
    for path in sources(CPP / "search"):
        for name in includes(path):
            assert not name.startswith("farnorth/games/"), f"{path.relative_to(ROOT)}: {name}"


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_a_game_has_the_files_of_every_game(game: Path) -> None:
    expected = {name.format(game=game.name) for name in GAME_FILES}
    assert expected - {path.name for path in game.iterdir()} == set()


def test_json_stays_inside() -> None:
    """No header that a user of the library includes may ask for nlohmann/json."""
    for path in sources(CPP):
        if not any(name.startswith("nlohmann/") for name in includes(path)):
            continue
        assert path.suffix == ".cpp" or path.parent == CPP / "engine", path.relative_to(ROOT)
        if path.suffix == ".cpp":
            continue
        own_header = f"farnorth/engine/{path.name}"
        for user in sources(CPP):
            if own_header in includes(user):
                assert user.suffix == ".cpp", f"{user.relative_to(ROOT)} makes {path.name} public"


def test_hex_knows_no_game() -> None:
    path = CPP / "core" / "hex.hpp"
    words = set(re.findall(r"[a-z]+", path.read_text(encoding="utf-8").lower()))
    told = {game.name for game in GAMES} | {
        "tile",
        "tiles",
        "ship",
        "longship",
        "viking",
        "vikings",
    }
    assert words & told == set()


def test_every_header_is_included_once() -> None:
    for path in sources(CPP):
        if path.suffix == ".hpp":
            text = path.read_text(encoding="utf-8")
            assert text.count("#pragma once") == 1, path.relative_to(ROOT)


def test_core_and_games_throw_only_known_errors() -> None:
    """What crosses the boundary is an Error of core/error.hpp, or an overflow that names itself."""
    errors = (CPP / "core" / "error.hpp").read_text(encoding="utf-8")
    allowed = {"std", *re.findall(r"\bstruct (\w+)", errors)}
    for path in sources(CPP / "core") + sources(CPP / "games"):
        for thrown in re.findall(r"\bthrow\s+(?:farnorth::)?(\w+)", path.read_text("utf-8")):
            assert thrown in allowed, f"{path.relative_to(ROOT)} throws {thrown}"


def test_the_package_does_not_know_the_bots() -> None:
    """bots import farnorth, never the reverse: they are found by their entry point."""
    for path in sorted((ROOT / "python").rglob("*.py")):
        assert "farnorth_bots" not in imports(path), path.relative_to(ROOT)


def test_nothing_but_tests_knows_the_tests() -> None:
    for path in sources(ROOT / "cpp"):
        for name in includes(path):
            assert "doctest" not in name, path.relative_to(ROOT)
            assert not (ROOT / "tests" / "cpp" / name).exists(), path.relative_to(ROOT)
