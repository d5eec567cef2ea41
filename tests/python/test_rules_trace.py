"""Every clause of a game's RULES.md is in its code and in the tests, and no clause is made up.

Needs no built package: pytest --noconftest tests/python/test_rules_trace.py
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent for path in ROOT.glob("cpp/farnorth/games/*/RULES.md"))
TEST_FILES = [
    path
    for folder in ("cpp", "python", "data", "perft")
    for path in sorted((ROOT / "tests" / folder).rglob("*"))
    if path.suffix in {".cpp", ".hpp", ".py", ".txt"} and path != Path(__file__).resolve()
]

# One letter a game; EX is kept for worked examples, which are no clauses.
CLAUSE = re.compile(r"\b([BNS])-(?!EX-)([A-Z][A-Z0-9]*)-([0-9]+)\b")
# A row of a table: id, rule in a line, ruling or source.
ROW = re.compile(r"^\| (\S+) \| (.+) \| (.+) \|$", re.MULTILINE)


def clauses_in(text: str) -> set[str]:
    return {match.group() for match in CLAUSE.finditer(text)}


def read(paths: list[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def code_of(game: Path) -> list[Path]:
    return sorted(path for path in game.iterdir() if path.suffix in {".cpp", ".hpp"})


def rules_of(game: Path) -> dict[str, tuple[str, str]]:
    rows = ROW.findall((game / "RULES.md").read_text(encoding="utf-8"))
    return {clause: (rule, source) for clause, rule, source in rows if CLAUSE.fullmatch(clause)}


def letter_of(game: Path) -> str:
    return next(iter(rules_of(game)))[0]


def test_every_game_has_rules() -> None:
    folders = {path for path in ROOT.glob("cpp/farnorth/games/*") if path.is_dir()}
    assert folders == set(GAMES)


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
class TestTrace:
    def test_rules_are_a_table_of_one_games_clauses(self, game: Path) -> None:
        rules = rules_of(game)
        assert len(rules) >= 30
        assert {clause[0] for clause in rules} == {letter_of(game)}
        text = (game / "RULES.md").read_text(encoding="utf-8")
        listed = [clause for clause, _, _ in ROW.findall(text) if CLAUSE.fullmatch(clause)]
        assert len(listed) == len(set(listed)), "a clause is listed twice"
        assert clauses_in(text) <= set(rules), "a clause is mentioned that no table lists"

    def test_clauses_are_numbered_without_gap(self, game: Path) -> None:
        numbers: dict[str, list[int]] = {}
        for clause in rules_of(game):
            _, topic, number = clause.split("-")
            numbers.setdefault(topic, []).append(int(number))
        assert {topic: sorted(found) for topic, found in numbers.items()} == {
            topic: list(range(1, len(found) + 1)) for topic, found in numbers.items()
        }

    def test_every_clause_is_in_the_code(self, game: Path) -> None:
        assert set(rules_of(game)) - clauses_in(read(code_of(game))) == set()

    def test_every_clause_is_in_a_test(self, game: Path) -> None:
        assert set(rules_of(game)) - clauses_in(read(TEST_FILES)) == set()

    def test_the_code_names_no_unknown_clause(self, game: Path) -> None:
        assert clauses_in(read(code_of(game))) - set(rules_of(game)) == set()

    def test_tests_name_no_unknown_clause(self, game: Path) -> None:
        letter = letter_of(game)
        named = {clause for clause in clauses_in(read(TEST_FILES)) if clause[0] == letter}
        assert named - set(rules_of(game)) == set()
