"""The command line: what each command prints, as text and as JSON, and its exit code."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import farnorth
import pytest
from click.testing import CliRunner, Result
from farnorth.cli import root
from farnorth.cli.bench import positions
from support import ROOT, cases, farnorth_command, record_of_moves

Run = Callable[..., Result]


def commands(
    group: click.Group = root, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


COMMANDS = dict(commands())


def document(result: Result) -> Any:
    """The one JSON document on stdout."""
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


# ---- Help ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_has_a_sentence_and_examples(cli: Run, words: tuple[str, ...]) -> None:
    for flag in ("-h", "--help"):
        result = cli(*words, flag)
        assert result.exit_code == 0
    usage, examples, sentence = result.stdout.split("\n\n")[:3]
    assert usage.startswith("Usage: ")
    assert examples.startswith("  Examples:\n")  # first of all: most who ask for help want one
    assert sentence.rstrip().endswith((".", ":"))
    lines = [line.strip() for line in examples.splitlines()[1:]]
    assert lines and all("farnorth " + " ".join(words) in line for line in lines), lines
    assert all(len(line) <= 100 for line in result.stdout.splitlines())


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_option_is_explained(words: tuple[str, ...]) -> None:
    for parameter in COMMANDS[words].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


def test_the_list_of_commands_says_what_each_says_of_itself(cli: Run) -> None:
    text = " ".join(cli("--help").stdout.split())
    for words, _ in COMMANDS.items():
        if len(words) == 1:
            assert f" {words[0]} " in text
    assert cli().exit_code == 2 and "Usage:" in cli().output


def test_examples_are_true(tmp_path: Path) -> None:
    """Every example of every help text runs, and exits with 0."""
    slow = ("bench", "bots check", "play", "web", "watch", "engine")  # with their own tests
    game = farnorth.load("borealis")
    for name in ("games.jsonl", "monday.jsonl", "tuesday.jsonl"):
        for seed in range(3):
            farnorth.play(game, ["greedy", "random"], seed).save(tmp_path / name)
    shutil.copy(Path(__file__).parents[1] / "data" / "explorers.json", tmp_path / "ours.json")
    (tmp_path / "cup.toml").write_text(
        'game = "borealis"\nbots = ["greedy", "random"]\nblocks = 2\nout = "runs/cup"\n'
    )
    home = Path.cwd()
    os.chdir(tmp_path)
    try:
        for words, command in COMMANDS.items():
            for line in (command.epilog or "").splitlines():
                if not line.strip().startswith("farnorth ") or " ".join(words).startswith(slow):
                    continue
                arguments = shlex.split(line.split(">  ")[0].split(" > ")[0])[1:]
                more = [*fewer_games(arguments), *a_decision(arguments)]
                result = CliRunner().invoke(root, [*arguments, *more])
                assert result.exit_code == 0, (line, result.output)
    finally:
        os.chdir(home)


def fewer_games(arguments: list[str]) -> list[str]:
    """So that examples of `run` do not take long; a later -n wins."""
    return ["-n", "120"] if arguments[0] == "run" else []


def a_decision(arguments: list[str]) -> list[str]:
    """For `explain`, a ply of that game at which a seat has a choice; a later --ply wins."""
    if arguments[0] != "explain":
        return []
    number = int(arguments[arguments.index("--game") + 1]) if "--game" in arguments else 1
    record = list(farnorth.read_records(arguments[1]))[number - 1]
    plies = [ply for ply, state in enumerate(record.replay()) if len(state.legal_moves) > 1]
    return ["--ply", str(next(ply for ply in plies if ply >= 40))]


def test_version(cli: Run) -> None:
    assert cli("--version").stdout == f"farnorth {farnorth.__version__}\n"


def test_help_imports_neither_rich_nor_numpy() -> None:
    program = (
        "import sys\nfrom farnorth.cli import main\nsys.argv = ['farnorth', *sys.argv[1:]]\n"
        "try: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    for words in ("--help", "games --json", "record --help"):
        done = subprocess.run(
            [sys.executable, "-c", program, *words.split()],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert not set(done.stderr.split()) & {"rich", "numpy"}, words


# ---- games, data, bots ---------------------------------------------------------------------------


def test_games(cli: Run, game: farnorth.Game) -> None:
    assert game.name in cli("games").stdout
    listed = document(cli("games", "--json"))
    assert [each["name"] for each in listed] == farnorth.games()
    one = document(cli("games", game.name, "--json"))
    assert one in listed
    assert one["players"] == [game.min_players, game.max_players]
    assert one["state_bytes"] == game.state_bytes
    text = cli("games", game.name).stdout
    assert game.title in text and all(option["name"] in text for option in one["options"])


def test_data(cli: Run, game: farnorth.Game) -> None:
    found = document(cli("data", game.name, "--json"))
    assert found == {"game": game.name, "tables": json.loads(json.dumps(game.tables()))}
    text = cli("data", game.name).stdout
    for title, rows in found["tables"].items():
        assert f"{title} ({len(rows)})" in text


def test_a_table_that_is_too_wide_becomes_lines(
    cli: Run, game: farnorth.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    from farnorth.cli import common
    from rich.console import Console

    monkeypatch.setattr(common, "console", lambda err=False: Console(width=60, highlight=False))
    text = cli("data", game.name).stdout
    assert all(len(line) <= 60 for line in text.splitlines())
    assert "\u2026" not in text  # nothing is cut
    for rows in game.tables().values():
        for row in rows:
            name = str(next(iter(row.values())))
            assert name in text or len(name) > 20


def test_bots(cli: Run) -> None:
    listed = document(cli("bots", "--json"))
    assert {"random", "greedy"} <= {each["name"] for each in listed}
    assert all(each["error"] is None for each in listed if each["kind"] == "native")
    assert "worlds" in cli("bots").stdout


def test_options_of_a_package_s_bot_say_what_they_are(cli: Run) -> None:
    (found,) = [each for each in document(cli("bots", "--json")) if each["name"] == "mcts-package"]
    options = {each["name"]: each for each in found["options"]}
    assert set(options) == {"its", "ms", "worlds", "opponents", "rollout"}
    assert all(each["summary"] and each["type"] == "str" for each in options.values())
    assert options["worlds"]["default"] == "8"
    assert options["its"]["summary"] == options["ms"]["summary"] != ""
    assert "scripted = by policy" in options["rollout"]["summary"]


def test_a_broken_plugin_is_a_row(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from test_import import FakePlugins

    monkeypatch.setattr(
        "importlib.metadata.entry_points",
        FakePlugins(broken="nowhere:Bot", seeded="bots_for_tests:Seeded"),
    )
    result = cli("bots")
    assert result.exit_code == 0
    assert "BROKEN: ModuleNotFoundError" in result.stdout
    assert "Moves at random, from the seed" in result.stdout
    assert "the seed before that" in result.stdout
    rows = {each["name"]: each for each in document(cli("bots", "--json"))}
    assert rows["broken"]["error"] and rows["seeded"]["error"] is None


def test_bots_check(cli: Run, game: farnorth.Game) -> None:
    found = document(
        cli("bots", "check", "greedy:worlds=1", "--game", game.name, "-n", "1", "--json")
    )
    assert found["passed"] and found["bot"] == "greedy:worlds=1"
    assert [(each["game"], each["players"]) for each in found["cases"]] == [
        case for case in cases() if case[0] == game.name
    ]
    for each in found["cases"]:
        assert each["decisions"] > 0 and each["us_99"] >= each["us_median"] > 0
        assert each["repeats"] and each["faults"] == each["illegal"] == 0


def test_bots_check_of_a_bad_bot(cli: Run, game: farnorth.Game) -> None:
    for name, kind in (("Illegal", "illegal"), ("Raises", "faults"), ("Garbage", "faults")):
        result = cli(
            "bots", "check", f"py:bots_for_tests.{name}", "--game", game.name, "-n", "1", "--json"
        )
        assert result.exit_code == 6
        found = json.loads(result.stdout)
        assert not found["passed"]
        assert all(each[kind] == 1 and each["first_fault"] for each in found["cases"])
    assert (
        "FAILED"
        in cli("bots", "check", "py:bots_for_tests.Raises", "--game", game.name, "-n", "1").stdout
    )


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("BadStart", "ply 0: raised ValueError: not today"),
        ("Exits", "raised SystemExit: 0"),
        ("WrongType", "its text or its id expected, found list"),
        ("BadDecision", "found NoneType"),
        ("SharesAsFloats", "a Decision whose value has 0.5: a whole number expected, per mille"),
    ],
)
def test_bots_check_tells_what_was_wrong(cli: Run, name: str, fault: str) -> None:
    result = cli("bots", "check", f"py:bots_for_tests.{name}", "--game", "borealis", "-n", "1")
    assert result.exit_code == 6
    for players in (2, 3, 4):
        (told,) = [
            line
            for line in result.stdout.splitlines()
            if line.startswith(f"borealis, {players} players: ply ")
        ]
        assert fault in told and "BotError" not in told


@pytest.mark.parametrize("name", ["Informed", "Bare"])
def test_bots_check_begins_games_as_a_match_does(cli: Run, name: str) -> None:
    found = document(cli("bots", "check", f"py:bots_for_tests.{name}", "-n", "1", "--json"))
    assert found["passed"] and found["complete"]
    assert [(each["game"], each["players"]) for each in found["cases"]] == cases()
    assert all(each["repeats"] is True and each["us_median"] > 0 for each in found["cases"])


@pytest.mark.parametrize(
    ("name", "ply", "fault"),
    [
        ("Hangs", r"[1-9]\d*", "no answer within 2500 ms"),
        ("Fatal", r"[1-9]\d*", "it exited with code 9"),
        ("FatalLater", "0", "it exited with code 3"),
    ],
)
def test_bots_check_ends_with_a_bot_that_hangs_or_leaves(
    cli: Run, name: str, ply: str, fault: str
) -> None:
    limit = ("--seconds", "2.5") if name == "Hangs" else ()
    words = ("bots", "check", f"py:bots_for_tests.{name}", "-n", "1", *limit)
    result = cli(*words, "--json")
    assert result.exit_code == 6
    found = json.loads(result.stdout)
    assert not found["passed"] and not found["complete"]
    (case,) = found["cases"]
    assert (case["game"], case["players"], case["games"]) == (*cases()[0], 1)
    assert (case["faults"], case["illegal"], case["repeats"]) == (1, 0, None)
    assert re.fullmatch(f"ply {ply}: {fault}", case["first_fault"])
    if name == "Fatal":
        result = cli(*words)
        assert result.exit_code == 6
        assert re.search(r"^\w+, \d players?: ply \d+: it exited with code 9$", result.stdout, re.M)
        assert "The trial ended there" in result.stdout


def test_bots_check_of_a_program_has_the_limit_too(cli: Run) -> None:
    program = ROOT / "tests" / "python" / "bad_bots.py"
    spec = f"cmd:{sys.executable} {program} hang 2"
    result = cli("bots", "check", spec, "--game", "borealis", "--seconds", "2.5", "--json")
    assert result.exit_code == 6
    assert "no answer within 2500 ms" in json.loads(result.stdout)["cases"][0]["first_fault"]


# ---- run -----------------------------------------------------------------------------------------


def test_run(cli: Run, any_game: farnorth.Game) -> None:
    bots = ["greedy", "random"][: any_game.players]
    found = document(
        cli("run", any_game.name, "--bots", ",".join(bots), "-n", "10", "--seed", "1",
            "--players", str(any_game.players), "--json")
    )  # fmt: skip
    assert list(found) == ["game", "players", "games", "seed", "setup", "games_per_second", "bots"]
    assert (found["game"], found["players"], found["seed"]) == (
        any_game.name,
        any_game.players,
        "1",
    )
    assert found["games"] == -(-10 // any_game.players) * any_game.players
    assert found["setup"] == any_game.options
    assert found["games_per_second"] > 0
    assert [each["spec"] for each in found["bots"]] == bots
    for each in found["bots"]:
        assert list(each) == [
            "spec", "games", "win_share", "win_share_95", "mean_score", "mean_place", "us_per_decision", "forfeits",
        ]  # fmt: skip
        assert each["win_share_95"][0] <= each["win_share"] <= each["win_share_95"][1]


def test_run_as_a_table(cli: Run, game: farnorth.Game) -> None:
    result = cli("run", game.name, "--bots", "greedy,random", "-n", "10")
    assert result.exit_code == 0
    assert "win share" in result.stdout and "95 % interval" in result.stdout
    assert "seed " in result.stdout.splitlines()[0]
    seed = result.stdout.split("seed ")[1].split()[0]
    again = cli("run", game.name, "--bots", "greedy,random", "-n", "10", "--seed", seed)
    row = next(line for line in result.stdout.splitlines() if line.startswith("greedy"))
    assert (
        row.split()[:6]
        == next(line for line in again.stdout.splitlines() if line.startswith("greedy")).split()[:6]
    )


def test_run_takes_as_many_seats_as_bots(cli: Run, game: farnorth.Game) -> None:
    for count in range(1, game.max_players + 1):
        found = document(
            cli("run", game.name, "--bots", ",".join(["random"] * count), "-n", "1", "--json")
        )
        assert found["players"] == max(count, farnorth.load(game.name).players)
        assert len(found["bots"]) == count
    found = document(
        cli(
            "run",
            game.name,
            "--bots",
            "random",
            "--opt",
            f"players={game.max_players}",
            "-n",
            "1",
            "--json",
        )
    )
    assert found["players"] == game.max_players


def test_bots_of_both_options(cli: Run, game: farnorth.Game) -> None:
    found = document(
        cli(
            "run",
            game.name,
            "--bot",
            "py:bots_for_tests.First",
            "--bots",
            "greedy:worlds=1",
            "-n",
            "1",
            "--json",
        )
    )
    assert [each["spec"] for each in found["bots"]] == [
        "greedy:worlds=1",
        "py:bots_for_tests.First",
    ]


def played(path: Path) -> list[Any]:
    """What is equal in files of equal games."""
    from test_matches import without_date

    return [without_date(line) for line in path.read_text().splitlines()]


def test_records_are_the_same_for_any_number_of_threads(
    cli: Run, game: farnorth.Game, tmp_path: Path
) -> None:
    for threads in ("1", "2", "3"):
        result = cli("run", game.name, "--bots", "greedy,random", "-n", "12", "--seed", "4", "-j", threads,
                     "-o", str(tmp_path / threads))  # fmt: skip
        assert result.exit_code == 0
    assert played(tmp_path / "1") == played(tmp_path / "2") == played(tmp_path / "3")
    assert cli("record", "verify", *(str(tmp_path / n) for n in "123")).exit_code == 0


def test_an_existing_file_is_appended_to_and_it_is_said(
    cli: Run, game: farnorth.Game, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    arguments = ("run", game.name, "--bots", "random", "-n", "1", "-o", str(path))
    assert "appending" not in cli(*arguments).stderr
    first = path.read_text()
    assert f"appending to {path}" in cli(*arguments).stderr
    assert path.read_text().startswith(first) and len(path.read_text()) > len(first)


def test_assertions(cli: Run, game: farnorth.Game) -> None:
    arguments = ("run", game.name, "--bots", "greedy,random", "-n", "20", "--seed", "1")
    assert cli(*arguments, "--assert", "greedy>=0.01", "--assert", "random<=0.99").exit_code == 0
    result = cli(*arguments, "--assert", "random>=0.999", "--json")
    assert result.exit_code == 6
    assert "not so: random>=0.999" in result.stderr
    json.loads(result.stdout)


def test_forfeits(cli: Run, game: farnorth.Game, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arguments = (
        "run",
        game.name,
        "--bot",
        "py:bots_for_tests.Illegal",
        "--bot",
        "random",
        "-n",
        "4",
        "-o",
        str(path),
    )
    aborted = cli(*arguments)
    assert aborted.exit_code == 1
    assert "error: bot py:bots_for_tests.Illegal (seat 0, ply" in aborted.stderr
    assert "Traceback" not in aborted.output
    path.unlink(missing_ok=True)
    for mode in ("last", "random"):
        assert cli(*arguments, "--on-forfeit", mode).exit_code == 0
        strict = cli(*arguments, "--on-forfeit", mode, "--strict", "--json")
        assert strict.exit_code == 5
        assert json.loads(strict.stdout)["bots"][0]["forfeits"] >= 4
    assert (
        cli(
            *arguments[:4], "-n", "1", "--strict", "--bot", "random", "--on-forfeit", "last"
        ).exit_code
        == 5
    )
    assert cli("run", game.name, "--bots", "random", "-n", "4", "--strict").exit_code == 0
    assert cli("record", "verify", str(path)).exit_code == 0


def test_a_bot_that_fails_late_leaves_a_report_and_whole_records(
    cli: Run, game: farnorth.Game, tmp_path: Path
) -> None:
    (tmp_path / "tiring.py").write_text(
        "import bots_for_tests\ngames = 0\n"
        "class Tires(bots_for_tests.First):\n"
        "    def start(self, seed):\n        global games; games += 1\n"
        "    def choose(self, view, budget):\n"
        f"        assert games <= {2 * game.players}, 'tired'\n"
        "        return super().choose(view, budget)\n"
    )
    path = tmp_path / "games.jsonl"
    sys.path.insert(0, str(tmp_path))
    try:
        result = cli("run", game.name, "--bot", "py:tiring.Tires", "--bot", "greedy:worlds=1", "-n", "100",
                     "-o", str(path), "--json")  # fmt: skip
    finally:
        sys.path.remove(str(tmp_path))
        sys.modules.pop("tiring", None)
    assert result.exit_code == 1
    assert "raised AssertionError: tired" in result.stderr
    assert json.loads(result.stdout)["games"] == len(path.read_text().splitlines()) > 0
    assert cli("record", "verify", str(path)).exit_code == 0


# ---- record --------------------------------------------------------------------------------------


def test_record_verify(cli: Run, record_file: Path, game: farnorth.Game) -> None:
    found = document(cli("record", "verify", str(record_file), str(record_file), "--json"))
    assert found["ok"] and len(found["files"]) == 2
    assert found["files"][0] == {
        "file": str(record_file), "ok": True, "games": game.players, "bad": 0, "errors": [],
    }  # fmt: skip
    assert f"{game.players} games verified" in cli("record", "verify", str(record_file)).stdout


def test_record_verify_names_what_is_wrong(cli: Run, record_file: Path, tmp_path: Path) -> None:
    data = record_file.read_bytes()
    first, rest = data.split(b"\n", 1)
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(first.replace(b'"places":[', b'"places":[9,', 1) + b"\n" + rest)
    result = cli("record", "verify", str(bad), str(record_file), "--json")
    assert result.exit_code == 4
    assert f"error: {bad} line 1: " in result.stderr
    found = json.loads(result.stdout)
    assert not found["ok"]
    assert [each["ok"] for each in found["files"]] == [False, True]
    assert found["files"][0]["errors"][0]["line"] == 1
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(data[:-10])
    result = cli("record", "verify", str(cut))
    assert result.exit_code == 4
    assert "cut off: the file ends inside this line" in result.stderr


def test_record_show(cli: Run, record_file: Path, game: farnorth.Game) -> None:
    records = list(farnorth.read_records(record_file))
    assert cli("record", "show", str(record_file)).stdout == records[0].text()
    assert cli("record", "show", str(record_file), "--game", "2").stdout == records[1].text()
    assert cli("record", "show", str(record_file), "--seat", "1").stdout == records[0].text(1)
    both = cli("record", "show", str(record_file), str(record_file)).stdout
    assert both == f"{records[0].text()}\n\n{records[0].text()}"
    one = document(cli("record", "show", str(record_file), "--json"))
    assert document(cli("record", "show", *[str(record_file)] * 2, "--json")) == [one, one]
    seen = document(cli("record", "show", str(record_file), "--seat", "0", "--json"))
    assert seen["seen_by"] == 0 and "seed" not in seen
    assert len(seen["moves"]) == len(records[0].moves)


def test_record_stats(cli: Run, record_file: Path, game: farnorth.Game) -> None:
    found = document(cli("record", "stats", str(record_file), "--json"))
    records = list(farnorth.read_records(record_file))
    assert found["games"] == len(records) and found["in_play"] == 0
    (group,) = found["groups"]
    assert group["game"] == game.name and group["setup"] == game.options
    assert group["moves"]["least"] == min(len(record.moves) for record in records)
    bots = {each["spec"]: each for each in group["bots"]}
    scores = [
        score
        for record in records
        for score, spec in zip(record.scores, record.bots, strict=True)
        if spec == "greedy"
    ]
    assert bots["greedy"]["mean_score"] == pytest.approx(sum(scores) / len(scores), abs=1e-3)
    assert bots["greedy"]["games"] == len(records)
    total = sum(sum(counts.values()) for counts in group["moves_by_kind"].values())
    assert total == pytest.approx(group["moves"]["mean"], abs=0.01)
    assert "greedy" in cli("record", "stats", str(record_file)).stdout


def test_record_stats_agree_with_the_run(cli: Run, game: farnorth.Game, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    ran = document(
        cli("run", game.name, "--bots", "greedy,random", "-n", "20", "-o", str(path), "--json")
    )
    (group,) = document(cli("record", "stats", str(path), "--json"))["groups"]
    for one, other in zip(
        ran["bots"], sorted(group["bots"], key=lambda each: each["spec"]), strict=True
    ):
        for key in (
            "spec",
            "games",
            "win_share",
            "win_share_95",
            "mean_score",
            "mean_place",
            "forfeits",
        ):
            assert (
                one[key] == pytest.approx(other[key], abs=1e-3)
                if key != "spec"
                else one[key] == other[key]
            )


def test_a_game_in_play_is_no_result(cli: Run, game: farnorth.Game, tmp_path: Path) -> None:
    line = record_of_moves(game, [])
    path = tmp_path / "saved.jsonl"
    path.write_text(line + "\n")
    assert cli("record", "verify", str(path)).exit_code == 0
    assert "still in play" in cli("record", "show", str(path)).stdout
    found = document(cli("record", "stats", str(path), "--json"))
    assert (found["games"], found["in_play"], found["groups"]) == (0, 1, [])


def test_record_convert(cli: Run, record_file: Path, game: farnorth.Game) -> None:
    records = list(farnorth.read_records(record_file))
    text = cli("record", "convert", str(record_file), "--to", "text").stdout
    assert text == "\n\n".join(record.text() for record in records)
    exported = document(cli("record", "convert", str(record_file), "--to", "json"))
    assert [[each["move"] for each in one["moves"]] for one in exported] == [
        record.moves for record in records
    ]
    seen = document(cli("record", "convert", str(record_file), "--to", "json", "--seat", "1"))
    assert all(one["seen_by"] == 1 and "seed" not in one for one in seen)


# ---- bench, doctor, completion -------------------------------------------------------------------


def test_bench(cli: Run, game: farnorth.Game) -> None:
    found = document(cli("bench", game.name, "--seconds", "0.05", "--json"))
    assert list(found) == [
        "game", "players", "playouts_per_second", "moves_per_playout", "ns_per_move", "ns_copy", "ns_determinize",
        "state_bytes", "memory_bytes", "view_bytes", "python_moves_per_second", "play_many_games_per_second",
        "cpp_games_per_second", "greedy_us_per_decision", "record_games_per_second", "reference", "search",
    ]  # fmt: skip
    assert found["game"] == game.name and found["players"] == 2
    assert found["state_bytes"] == game.state_bytes
    for key in list(found)[2:7] + list(found)[10:15]:
        assert found[key] > 0, key
    assert found["reference"]["what"] and found["reference"]["per_second"] > 0
    full, usual = found["search"]["full"], found["search"]["default"]
    assert list(full) == ["bot", "iterations_per_second", "simulated_moves_per_second"]
    assert full["simulated_moves_per_second"] > 10 * full["iterations_per_second"] > 0
    assert list(usual) == ["bot", "ms_per_2000_iterations"]
    assert usual["ms_per_2000_iterations"] > 0
    other = document(cli("bench", game.name, "--players", "3", "--seconds", "0.02", "--json"))
    assert other["search"]["default"]["ms_per_2000_iterations"] is None  # of two players only
    assert "playouts_per_second" in cli("bench", game.name, "--seconds", "0.02").stdout


def test_bench_positions_are_mid_game_decisions(game: farnorth.Game) -> None:
    found = [
        farnorth.load(game.name, players=2).state_from_json(text) for text in positions(game.name)
    ]
    assert len(found) == 20 == len({state.to_json() for state in found})
    assert all(len(state.legal_moves) > 1 for state in found)


def test_doctor(cli: Run) -> None:
    found = document(cli("doctor", "--json"))
    assert found["ok"] and found["farnorth"] == farnorth.__version__
    assert [each["game"] for each in found["self_test"]] == farnorth.games()
    assert found["packages"][0]["extra"] == "" and not found["packages"][0]["missing"]
    assert "all is well" in cli("doctor").stdout


def test_doctor_finds_a_fault(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no cards")

    monkeypatch.setattr(farnorth, "play", broken)
    result = cli("doctor", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["self_test"][0]["error"] == "RuntimeError: no cards"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(cli: Run, shell: str) -> None:
    script = cli("completion", shell).stdout
    assert "_FARNORTH_COMPLETE" in script and "farnorth" in script


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("farnorth ", {"games", "run", "record", "doctor", "view", "explain", "play", "watch"}),
        ("farnorth re", {"record"}),
        ("farnorth run ", set(farnorth.games())),
        ("farnorth record ", {"show", "verify", "stats", "convert"}),
        ("farnorth run borealis --on-forfeit ", {"last", "random", "abort"}),
        ("farnorth run borealis --bots greedy,ra", {"greedy,random"}),
        ("farnorth explain games.jsonl --bot is", {"ismcts"}),
        ("farnorth play borealis --hint-bot gr", {"greedy"}),
        ("farnorth view games.jsonl --s", {"--seat"}),
    ],
)
def test_what_is_completed(words: str, expected: set[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "farnorth"], capture_output=True, text=True, timeout=60,
        env={**os.environ, "_FARNORTH_COMPLETE": "bash_complete", "COMP_WORDS": words,
             "COMP_CWORD": str(len(words.split(" ")) - 1)},
    )  # fmt: skip
    assert expected <= {line.split(",", 1)[1] for line in done.stdout.splitlines()}


# ---- The process ---------------------------------------------------------------------------------


def test_stdout_has_results_and_stderr_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for _ in range(2):
        done = farnorth_command(
            "run", "borealis", "--bots", "greedy,random", "-n", "4", "-o", str(path), "--json"
        )
        assert done.returncode == 0
        json.loads(done.stdout)
    assert done.stderr == f"appending to {path}\n"


def test_no_colour_where_none_is_wanted() -> None:
    for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"}):
        done = farnorth_command("data", "borealis", env={**os.environ, **environment})
        assert done.returncode == 0 and "\x1b" not in done.stdout + done.stderr


def test_a_reader_that_leaves_early_is_no_error() -> None:
    done = subprocess.run(
        f"{shlex.quote(sys.executable)} -m farnorth data borealis | head -n 1", shell=True, capture_output=True,
        text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0 and done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


def test_the_program_is_declared() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    module, attribute = project["scripts"]["farnorth"].split(":")
    assert callable(getattr(__import__(module, fromlist=[attribute]), attribute))
