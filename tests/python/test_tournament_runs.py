"""Tournaments that are played: killed, resumed, locked, cut off, and reported; by bots that behave."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import farnorth
import pytest
from click.testing import Result
from farnorth.tournament import Locked
from farnorth.tournament.config import LOG, Config
from farnorth.tournament.log import GameLog, PlayedGame, read_games
from support import environment, farnorth_command

BOTS = "random,greedy,flat:its=5"
Cli = Callable[..., Result]


def bare_games(folder: Path) -> list[str]:
    """The games of a log without what differs from run to run, in order."""
    return sorted(bare(line) for line in (folder / LOG).read_text().splitlines())


def bare(line: str) -> str:
    record = json.loads(line)
    del record["date"], record["sum"]
    for decision in record.get("decisions", ()):
        del decision["us"]
    return json.dumps(record)


def report(folder: Path) -> dict[str, Any]:
    return farnorth.Tournament.load(folder).report().to_dict()


def played(folder: Path, **settings: Any) -> farnorth.Tournament:
    chosen = {"blocks": 4, "seed": 1, **settings}
    cup = farnorth.Tournament("borealis", chosen.pop("bots", BOTS.split(",")), out=folder, **chosen)
    cup.run()
    return cup


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> farnorth.Tournament:
    """A tournament played without interruption."""
    return played(tmp_path_factory.mktemp("cup") / "a")


# ---- What is played ------------------------------------------------------------------------------


def test_every_game_is_there_once_and_verifies(cup: farnorth.Tournament) -> None:
    games = cup.games()
    assert len(games) == cup.total_games == 3 * 4 * 2
    assert cup.is_finished()
    assert {game.key for game in games.games} == {(b, r) for b in range(12) for r in range(2)}
    for _, record in farnorth.check_file(cup.folder / LOG):
        assert isinstance(record, farnorth.Record)
        assert record.data["event"]["name"] == "tournament"
        assert record.seed == f"1/{record.data['event']['block']}"


def test_blocks_share_their_deal(cup: farnorth.Tournament) -> None:
    by_block: dict[int, list[list[str]]] = {}
    for line in (cup.folder / LOG).read_text().splitlines():
        record = json.loads(line)
        by_block.setdefault(record["event"]["block"], []).append(record["bots"])
    for first, second in by_block.values():
        assert first == second[::-1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_jobs_change_nothing(cup: farnorth.Tournament, tmp_path: Path, jobs: int) -> None:
    other = played(tmp_path / "b", jobs=jobs)
    assert bare_games(other.folder) == bare_games(cup.folder)
    assert other.report().to_dict() == cup.report().to_dict()


@pytest.mark.parametrize("schedule", ["random", "focus", "ladder"])
def test_other_schedules(tmp_path: Path, schedule: str) -> None:
    cup = played(
        tmp_path / "a",
        schedule=schedule,
        jobs=2,
        bots=["greedy", "random", "flat:its=2", "flat:its=4"],
    )
    assert cup.is_finished()
    assert len(cup.games()) == cup.total_games
    again = played(tmp_path / "b", schedule=schedule, bots=list(cup.config.bots))
    assert bare_games(again.folder) == bare_games(cup.folder)


@pytest.mark.parametrize(("game", "players"), [("explorers", 3), ("scavengers", 4)])
def test_other_games_and_seats(tmp_path: Path, game: str, players: int) -> None:
    cup = farnorth.Tournament(
        game, ["greedy", "random"], players=players, blocks=1, seed=3, out=tmp_path / "a", jobs=2
    )
    cup.run()
    assert len(cup.games()) == cup.total_games == (players - 1) * players
    assert cup.report().ratings[0].bot == "greedy"


def test_sequential_test_stops_when_it_knows(tmp_path: Path) -> None:
    settings = {"schedule": "sprt", "elo1": 100.0, "blocks": 400, "bots": ["greedy", "random"]}
    cup = played(tmp_path / "a", **settings, jobs=2)
    verdict = cup.report().sprt
    assert verdict is not None
    assert verdict["verdict"] == "H1"
    assert verdict["blocks"] * 2 == len(cup.games()) < cup.total_games
    assert cup.is_finished()
    assert verdict["llr"] >= verdict["bounds"][1]
    again = played(tmp_path / "b", **settings)
    assert bare_games(again.folder) == bare_games(cup.folder)


def test_python_bots_play_in_processes(tmp_path: Path) -> None:
    bots = ["random", "py:bots_for_tests.Seeded", "py:bots_for_tests.First"]
    one = played(tmp_path / "a", bots=bots, blocks=1)
    two = played(tmp_path / "b", bots=bots, blocks=1, jobs=2)
    alone = played(tmp_path / "c", bots=bots, blocks=1, isolate=True)
    assert bare_games(one.folder) == bare_games(two.folder) == bare_games(alone.folder)
    assert one.report().to_dict() == two.report().to_dict() == alone.report().to_dict()
    decisions = json.loads((one.folder / LOG).read_text().splitlines()[0])["decisions"]
    assert all(each["us"] > 0 for each in decisions)  # measured by the host


def test_a_game_brings_its_options(tmp_path: Path) -> None:
    game = farnorth.load("borealis", players=3, side="II")
    cup = farnorth.Tournament(game, ["greedy", "random"], blocks=1, seed=1, out=tmp_path / "a")
    named = {"players": 3, "options": {"side": "II"}}
    again = farnorth.Tournament(
        "borealis", ["greedy", "random"], blocks=1, seed=1, out=tmp_path / "b", **named
    )
    assert cup.config.same_games(again.config)
    cup.run(progress=False)
    for record in farnorth.read_records(tmp_path / "a" / LOG):
        assert json.loads(record.line)["setup"] == game.options


def test_a_class_is_a_bot_if_it_can_be_imported(tmp_path: Path) -> None:
    import bots_for_tests

    cup = farnorth.Tournament("borealis", ["greedy", bots_for_tests.First], out=tmp_path / "a")
    assert cup.config.bots == ("greedy", "py:bots_for_tests.First")

    class Local(bots_for_tests.First):
        """Nobody else can find it."""

    with pytest.raises(farnorth.BadData, match="cannot be imported"):
        farnorth.Tournament("borealis", ["greedy", Local], out=tmp_path / "b")


# ---- Nothing lost --------------------------------------------------------------------------------


def start(folder: Path, *more: str, bots: str = BOTS, blocks: int = 12) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "farnorth", "tournament", "run", "borealis", "--bots", bots]
    command += ["--blocks", str(blocks), "--seed", "1", "-o", str(folder), "-q", *more]
    return subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def resume(folder: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "farnorth", "tournament", "resume", str(folder), "-q", *more],
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def kill_when(process: subprocess.Popen[str], folder: Path, games: int) -> None:
    """Kills a run without a word once its log has so many games; it may be over before that."""
    log = folder / LOG
    while process.poll() is None:
        if log.exists() and log.read_bytes().count(b"\n") >= games:
            process.kill()
            break
        time.sleep(0.002)
    process.communicate()


@pytest.mark.parametrize(
    ("bots", "blocks", "kills"),
    [(BOTS, 12, 4), ("random,py:bots_for_tests.Seeded,greedy", 6, 2)],
    ids=["threads", "processes"],
)
def test_killed_and_resumed_it_ends_as_if_it_had_not_been(
    tmp_path: Path, bots: str, blocks: int, kills: int
) -> None:
    whole = tmp_path / "whole"
    process = start(whole, "-j", "1", bots=bots, blocks=blocks)
    assert process.wait(timeout=120) == 0, process.communicate()
    total = len(bare_games(whole))
    rng = random.Random(5)
    folder = tmp_path / "killed"
    done = 0
    process = start(folder, "-j", "2", bots=bots, blocks=blocks)
    for _ in range(kills):
        done += rng.randint(1, total // kills)
        kill_when(process, folder, done)
        process = resume(folder, "-j", str(rng.choice([1, 2])))
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert bare_games(folder) == bare_games(whole)
    assert report(folder) == report(whole)
    assert not workers_of(folder)


def workers_of(folder: Path, seconds: float = 5.0) -> list[str]:
    """Processes that name this folder, or were started by those that did, after a while."""
    deadline = time.monotonic() + seconds
    while True:
        left = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) != os.getpid():
                try:
                    command = (entry / "cmdline").read_bytes()
                except OSError:
                    continue
                if str(folder).encode() in command:
                    left.append(command.decode(errors="replace"))
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.1)


def test_workers_of_a_killed_run_end_by_themselves(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    bots = "random,py:bots_for_tests.Seeded"
    process = start(folder, "-j", "2", bots=bots, blocks=2000)
    log = folder / LOG
    while not (log.exists() and log.read_bytes().count(b"\n") >= 4):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    workers = children_of(process.pid)
    assert workers
    process.kill()
    process.communicate()
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < deadline, "workers outlive their run"
        time.sleep(0.1)


def children_of(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    found = [int(child) for child in path.read_text().split()]
    return found + [each for child in found for each in children_of(child)]


@pytest.mark.parametrize("rest", ['{"farnorth_record":1,"ga', "x" * 200_000, "\0\0\0"])
def test_a_cut_last_line_is_dropped(cup: farnorth.Tournament, tmp_path: Path, rest: str) -> None:
    folder = copy_of(cup, tmp_path, games=5)
    with (folder / LOG).open("a") as file:
        file.write(rest)
    assert len(farnorth.Tournament.load(folder).games()) == 5
    farnorth.Tournament.load(folder).run()
    assert bare_games(folder) == bare_games(cup.folder)


def copy_of(cup: farnorth.Tournament, place: Path, games: int) -> Path:
    folder = place / "copy"
    folder.mkdir()
    (folder / "manifest.json").write_bytes((cup.folder / "manifest.json").read_bytes())
    lines = (cup.folder / LOG).read_text().splitlines(keepends=True)
    (folder / LOG).write_text("".join(lines[:games]))
    return folder


def test_a_damaged_line_is_refused_with_its_number(
    cup: farnorth.Tournament, tmp_path: Path, cli: Cli
) -> None:
    folder = copy_of(cup, tmp_path, games=5)
    lines = (folder / LOG).read_text().splitlines(keepends=True)
    lines[2] = lines[2].replace('"scores":[', '"scores":[1')
    (folder / LOG).write_text("".join(lines))
    done = cli("tournament", "resume", str(folder))
    assert done.exit_code == 4
    assert f"{LOG} line 3:" in done.stderr
    assert cli("tournament", "report", str(folder)).exit_code == 4


def test_games_of_another_tournament_are_refused(cup: farnorth.Tournament, tmp_path: Path) -> None:
    folder = copy_of(cup, tmp_path, games=5)
    lines = (folder / LOG).read_text().splitlines(keepends=True)
    with (folder / LOG).open("a") as file:
        file.write(lines[0])
    with pytest.raises(farnorth.BadRecord, match="line 6: block 0 rotation 0 is in line 1 too"):
        farnorth.Tournament.load(folder).games()
    manifest = (folder / "manifest.json").read_text()
    (folder / LOG).write_text("".join(lines))
    (folder / "manifest.json").write_text(manifest.replace('"seed": "1"', '"seed": "2"'))
    with pytest.raises(farnorth.BadRecord, match="another deal|seats other bots"):
        farnorth.Tournament.load(folder).run()


def test_a_forged_game_of_a_block_far_away_is_refused(
    cup: farnorth.Tournament, tmp_path: Path
) -> None:
    from test_records import resealed

    folder = copy_of(cup, tmp_path, games=1)
    record = next(farnorth.read_records(folder / LOG))
    event = {**record.data["event"], "block": 10**9}
    line = resealed(record, event=event, seed=f"1/{10**9}")
    (folder / LOG).write_text(line + "\n")
    with pytest.raises(farnorth.BadRecord, match=f"line 1: no tournament has a block {10**9}"):
        farnorth.Tournament.load(folder).report()


def test_a_second_run_is_refused(cup: farnorth.Tournament, tmp_path: Path, cli: Cli) -> None:
    folder = copy_of(cup, tmp_path, games=5)
    log = GameLog(folder)
    try:
        with pytest.raises(Locked, match="another run is writing to"):
            farnorth.Tournament.load(folder).run()
        done = cli("tournament", "resume", str(folder))
        assert done.exit_code == 1
        assert "another run is writing to" in done.stderr
        state = json.loads(cli("tournament", "status", str(folder), "--json").stdout)
        assert state["running"] is True
        assert (state["games"], state["finished"]) == (5, False)
        assert cli("tournament", "report", str(folder)).exit_code == 0  # reading is free
    finally:
        log.close()
    assert cli("tournament", "resume", str(folder), "-q").exit_code == 0


def test_a_full_disk_loses_nothing_that_was_written(tmp_path: Path) -> None:
    """The system refuses to let the file grow; the run says so, the file has whole lines, and it can go on."""
    folder = tmp_path / "a"
    cup = farnorth.Tournament("borealis", BOTS.split(","), blocks=3, seed=1, out=folder)

    def confine() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = subprocess.run(
        [sys.executable, "-m", "farnorth", "tournament", "run", "borealis", "--bots", BOTS,
         "--blocks", "3", "--seed", "1", "-o", str(folder), "-q"],
        env=environment(), capture_output=True, text=True, timeout=120, preexec_fn=confine,
    )  # fmt: skip
    assert done.returncode == 1
    assert f"{LOG}: File too large" in done.stderr
    assert (folder / LOG).read_bytes().endswith(b"\n")
    assert 0 < len(cup.games()) < cup.total_games
    cup.run()
    assert cup.is_finished()


def test_resume_of_a_finished_run_says_so(cup: farnorth.Tournament, cli: Cli) -> None:
    before = (cup.folder / LOG).read_bytes()
    done = cli("tournament", "resume", str(cup.folder))
    assert done.exit_code == 0
    assert "is finished: 24 games" in done.stderr
    assert (cup.folder / LOG).read_bytes() == before


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    process = start(folder, bots="random,greedy", blocks=100_000)
    log = folder / LOG
    while not (log.exists() and log.read_bytes().count(b"\n") >= 10):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert f"go on with: farnorth tournament resume {folder}" in errors
    assert log.read_bytes().endswith(b"\n")


# ---- The command ---------------------------------------------------------------------------------


def test_a_folder_is_not_used_twice(cup: farnorth.Tournament, cli: Cli) -> None:
    done = cli("tournament", "run", "borealis", "--bots", "greedy,random", "-o", str(cup.folder))
    assert done.exit_code == 2
    assert "farnorth tournament resume" in done.stderr
    with pytest.raises(farnorth.BadData, match="holds a tournament with other settings"):
        farnorth.Tournament("borealis", ["greedy", "random"], out=cup.folder)
    same = farnorth.Tournament("borealis", BOTS.split(","), blocks=4, seed=1, out=cup.folder)
    assert same.is_finished()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("borealis", "-o", "x"), "no bots are given"),
        (("borealis", "--bots", "greedy,random"), "no folder is given"),
        (("chess", "--bots", "greedy,random", "-o", "x"), "no game is called 'chess'"),
        (("borealis", "--bots", "greedy,nobody", "-o", "x"), "no bot is called 'nobody'"),
        (("borealis", "--bots", "greedy,random", "--schedule", "swiss", "-o", "x"), "schedule must be one of"),
        (("borealis", "--bots", "greedy,random", "--players", "9", "-o", "x"), "players"),
        (("explorers", "--bots", "greedy,random", "--players", "1", "-o", "x"), "two seats or more"),
        (("nothing.toml",), "there is no file nothing.toml"),
    ],
)  # fmt: skip
def test_usage_errors(
    cli: Cli, args: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = cli("tournament", "run", *args)
    assert (done.exit_code, message in done.stderr) == (2, True), done.output
    assert not (tmp_path / "x").exists()


def test_a_folder_without_a_tournament(cli: Cli, tmp_path: Path) -> None:
    for command in ("resume", "status", "report"):
        done = cli("tournament", command, str(tmp_path))
        assert done.exit_code == 4
        assert "holds no tournament" in done.stderr


def test_status_is_one_document_or_goes_on(cli: Cli, tmp_path: Path) -> None:
    done = cli("tournament", "status", str(tmp_path), "--json", "--watch")
    assert done.exit_code == 2
    assert "--json prints one document" in done.stderr


def test_toml_and_flags(tmp_path: Path, cli: Cli) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(
        'game = "borealis"\nbots = ["greedy", "random"]\nplayers = 3\nblocks = 7\nseed = 4\n'
        'out = "runs/a"\n[options]\nside = "II"\n'
    )
    done = cli("tournament", "run", str(path), "--blocks", "1", "-q", "-j", "2")
    assert done.exit_code == 0, done.output
    folder = tmp_path / "runs" / "a"
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["options"] == {"side": "II", "players": "3"}
    assert (manifest["blocks"], manifest["seed"]) == (1, "4")
    assert manifest["setup"]["side"] == "II"
    assert len(bare_games(folder)) == 2 * 3
    path.write_text('game = "borealis"\nbots = ["greedy", "random"]\nbolcks = 1\nout = "b"\n')
    assert "no setting is called 'bolcks'" in cli("tournament", "run", str(path)).stderr


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ('bots = ["greedy", "random"]\nout = "b"', 2, "names no game"),
        ('game = 5\nbots = ["greedy", "random"]\nout = "b"', 4, "game must be a text, not 5"),
        ('game = "borealis"\nbots = 5\nout = "b"', 4, "bots must be a list of specs, not 5"),
        ('game = "borealis"\nbots = "greedy"\nout = "b"', 4, "bots must be a list of specs"),
        ('game = "borealis"\nbots = ["greedy", 5]\nout = "b"', 2, "a bot spec or a class"),
        ('game = "borealis"\nbots = ["greedy", "random"]\nout = 5', 4, "out must be a text"),
        ('game = "borealis"\noptions = 5', 4, "options must be a table"),
        ('game = "borealis"\nbots = ["greedy", "random"]\nout = "b"\nself = 1', 2, "'self'"),
        ('game = "borealis"\nbots = ["greedy", "random"]\nout = "b"\nblocks = "1"', 2, "type int"),
        ('game = "borealis"\nbots = ["greedy", "random"]\nout = "b"\nms = true', 2, "type float"),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong(tmp_path: Path, cli: Cli, text: str, code: int, message: str) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(text + "\n")
    done = cli("tournament", "run", str(path))
    assert (done.exit_code, message in done.stderr) == (code, True), done.output
    assert not (tmp_path / "b").exists()


def test_a_report_reads_the_log_once(
    cup: farnorth.Tournament, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []

    def reading(folder: Path, config: Config) -> list[PlayedGame]:
        read.append(folder)
        return read_games(folder, config)

    monkeypatch.setattr("farnorth.tournament.run.read_games", reading)
    assert cli("tournament", "report", str(cup.folder)).exit_code == 0
    assert cli("tournament", "resume", str(cup.folder)).exit_code == 0
    assert read == [cup.folder] * 2


def test_progress_is_on_stderr_and_the_report_on_stdout(tmp_path: Path) -> None:
    done = farnorth_command(
        "tournament", "run", "borealis", "--bots", "greedy,random", "--blocks", "2", "--seed", "1",
        "-o", str(tmp_path / "a"),
    )  # fmt: skip
    assert done.returncode == 0
    assert "greedy and random cannot be told apart: 100.0% in 2 blocks" in done.stdout
    assert "4 games in" in done.stderr


def test_every_example_of_the_help_is_a_command(cli: Cli) -> None:
    for command in ("run", "resume", "status", "report", "export", "query"):
        text = cli("tournament", command, "--help").stdout
        assert f"farnorth tournament {command}" in text


# ---- Reports -------------------------------------------------------------------------------------


def test_report_as_json(cup: farnorth.Tournament, cli: Cli) -> None:
    document = json.loads(cli("tournament", "report", str(cup.folder), "--format", "json").stdout)
    assert {"ratings", "crosstable", "seat_bias", "forfeits", "verdicts"} <= set(document)
    given = list(cup.config.bots)
    assert [row["bot"] for row in document["ratings"]] == document["crosstable"]["bots"] == given
    assert min(document["ratings"], key=lambda row: row["rating"])["bot"] == "random"
    by_rating = cup.report()
    assert by_rating.ratings[-1].bot == by_rating.crosstable["bots"][-1] == "random" != given[-1]
    for table in ("score", "games"):
        for i, one in enumerate(by_rating.crosstable["bots"]):
            for j, other in enumerate(by_rating.crosstable["bots"]):
                cell = document["crosstable"][table][given.index(one)][given.index(other)]
                assert cell == by_rating.crosstable[table][i][j]
    for row in document["ratings"]:
        assert row["low"] <= row["rating"] <= row["high"]
        assert {"games", "win_share", "mean_place", "mean_score"} <= set(row)
        assert row["games"] == 16
    scores = document["crosstable"]["score"]
    for i in range(3):
        assert scores[i][i] is None
        for j in range(i):
            assert scores[i][j] + scores[j][i] == pytest.approx(1)
    assert sum(each["win_share"] for each in document["seat_bias"]) == pytest.approx(1, abs=1e-5)
    assert len(document["verdicts"]) == 3
    assert document["verdicts"][0]["games_to_separate"] > 100
    assert sum(sum(each.values()) for each in document["achievements"].values()) > 0
    assert document == json.loads(cli("tournament", "report", str(cup.folder), "--json").stdout)


def test_report_counts_as_the_records_do(cup: farnorth.Tournament) -> None:
    """Places, shares and scores, counted again from the log by other means."""
    records = [json.loads(line) for line in (cup.folder / LOG).read_text().splitlines()]
    for row in cup.report().ratings:
        held = [
            (record["result"], seat)
            for record in records
            for seat, spec in enumerate(record["bots"])
            if spec == row.bot
        ]
        wins = sum(
            (result["places"][seat] == 1) / result["places"].count(1) for result, seat in held
        )
        assert row.win_share == pytest.approx(wins / len(held), abs=1e-6)
        assert row.mean_score == pytest.approx(
            sum(result["scores"][seat] for result, seat in held) / len(held), abs=1e-4
        )
        reached = [name for result, seat in held for name in result["achievements"][seat]]
        counted = cup.report().achievements.get(row.bot, {})
        assert counted == {name: reached.count(name) for name in sorted(set(reached))}


def test_report_as_text_and_csv(cup: farnorth.Tournament, cli: Cli, tmp_path: Path) -> None:
    text = cli("tournament", "report", str(cup.folder)).stdout
    for word in ("rating", "Seats", "Achievements", "Time for a decision", "2 % would take"):
        assert word in text
    output = tmp_path / "r.csv"
    assert (
        cli("tournament", "report", str(cup.folder), "--format", "csv", "-o", str(output)).exit_code
        == 0
    )
    lines = output.read_text().splitlines()
    assert lines[0].startswith("bot,rating,low,high,games,win_share")
    assert len(lines) == 4
    timed = cli("tournament", "report", str(cup.folder), "--format", "json", "--timing").stdout
    bots = json.loads(timed)["timing"]["bots"]
    assert [each["bot"] for each in bots] == ["flat:its=5"]
    assert 0 < bots[0]["ms_median"] <= bots[0]["ms_99"]


def test_an_anchor_is_zero(cup: farnorth.Tournament, cli: Cli) -> None:
    args = ("tournament", "report", str(cup.folder), "--json", "--anchor")
    rows = json.loads(cli(*args, "greedy").stdout)["ratings"]
    assert {row["bot"]: row["rating"] for row in rows}["greedy"] == 0
    assert cli(*args, "nobody").exit_code == 4


def test_html_is_one_page_without_network_and_script(cup: farnorth.Tournament, cli: Cli) -> None:
    page = cli("tournament", "report", str(cup.folder), "--format", "html").stdout
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<svg") == page.count("</svg>") == 4
    for word in ("<script", "http://", "https://", "@import", "url("):
        assert word not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")
    for spec in cup.config.bots:
        assert spec in page
    assert page.count("farnorth record show games.jsonl --game") >= 3
    assert "data:," in page


def test_a_report_before_the_first_game(cup: farnorth.Tournament, tmp_path: Path, cli: Cli) -> None:
    folder = copy_of(cup, tmp_path, games=0)
    document = json.loads(cli("tournament", "report", str(folder), "--json").stdout)
    assert document["games"] == 0
    assert [row["low"] for row in document["ratings"]] == [None] * 3
    for format in ("text", "csv", "html"):
        assert cli("tournament", "report", str(folder), "--format", format).exit_code == 0


def test_query_and_export(cup: farnorth.Tournament, tmp_path: Path, cli: Cli) -> None:
    rows = cup.query(
        "SELECT bot, avg(score) AS score, sum(win_share) AS wins, count(*) AS n FROM seats GROUP BY bot"
    )
    by_bot = {row["bot"]: row for row in rows}
    for row in cup.report().ratings:
        assert by_bot[row.bot]["score"] == pytest.approx(row.mean_score, abs=1e-4)
        assert float(by_bot[row.bot]["wins"]) == pytest.approx(row.win_share * 16, abs=1e-4)
    for name in ("seats.parquet", "games.csv", "seats.jsonl"):
        output, table = tmp_path / name, name.split(".")[0]
        done = cli("tournament", "export", str(cup.folder), "--table", table, "-o", str(output))
        assert done.exit_code == 0, done.output
        assert output.stat().st_size > 0
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(tmp_path / "seats.parquet")
    assert table.num_rows == 48
    assert {"bot", "score", "place", "win_share"} <= set(table.column_names)
    done = cli(
        "tournament", "query", str(cup.folder), "SELECT max(plies) AS p FROM games", "--json"
    )
    assert json.loads(done.stdout)[0]["p"] > 50
    assert cli("tournament", "query", str(cup.folder), "SELEC").exit_code == 4
    assert cli("tournament", "export", str(cup.folder), "-o", "x.doc").exit_code == 2


def test_a_missing_extra_is_named(
    cup: farnorth.Tournament, cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("duckdb", "ray", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    done = cli("tournament", "query", str(cup.folder), "SELECT 1")
    assert done.exit_code == 3
    assert "pip install 'farnorth[analysis]'" in done.stderr
    for backend in ("ray", "dask"):
        folder = str(tmp_path / backend)
        done = cli(
            "tournament",
            "run",
            "borealis",
            "--bots",
            "greedy,random",
            "--backend",
            backend,
            "-o",
            folder,
        )
        assert done.exit_code == 3
        assert f"pip install 'farnorth[{backend}]'" in done.stderr


# ---- Time controls -------------------------------------------------------------------------------


def test_time_limits_are_kept_and_measured_by_the_host(tmp_path: Path) -> None:
    bots = ["flat", "random", "py:bots_for_tests.Slow"]
    cup = played(tmp_path / "a", bots=bots, blocks=1, ms=20.0, margin_ms=1500.0, isolate=True)
    failures = {each.bot: each for each in cup.report().forfeits}
    assert set(failures) == {"py:bots_for_tests.Slow"}
    assert failures["py:bots_for_tests.Slow"].kinds == {"timeout": 4}
    for _, record in farnorth.check_file(cup.folder / LOG):
        assert isinstance(record, farnorth.Record)


def test_a_clock_runs_out(tmp_path: Path) -> None:
    cup = played(
        tmp_path / "a", bots=["ismcts", "py:bots_for_tests.Sluggish"], blocks=1,
        clock=1.0, increment=0.001, margin_ms=500.0,
    )  # fmt: skip
    (failure,) = cup.report().forfeits
    assert failure.bot == "py:bots_for_tests.Sluggish"
    assert "its clock has run out" in failure.last
    assert failure.kinds == {"timeout": 2}


def test_on_a_terminal_the_standing_is_shown_while_it_is_played(tmp_path: Path) -> None:
    import pexpect

    command = ["-m", "farnorth", "tournament", "run", "borealis", "--bots", "random,flat:its=200"]
    command += ["--blocks", "30", "--seed", "1", "-o", str(tmp_path / "a")]
    child = pexpect.spawn(
        sys.executable, command, env=environment(TERM="xterm"), dimensions=(30, 100), timeout=60
    )
    child.expect("win share")
    child.expect(r"of 60 games, [0-9.,]+ a second")
    child.expect("60 games in")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
