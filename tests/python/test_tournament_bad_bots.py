"""Bots in processes of their own: those that behave, and every way in which they may not."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import farnorth
import pytest
from farnorth.bot_process import BotServer, serve
from farnorth.processes import (
    TOKEN,
    Limits,
    ProcessBot,
    end_group,
    end_processes,
    exit_code,
    python_bot,
)
from farnorth.protocol import LONGEST_LINE
from farnorth.protocol.client import Client
from farnorth.tournament.config import LOG
from farnorth.tournament.run import token_of
from support import ROOT, environment, player_state

BAD_BOTS = ROOT / "tests" / "python" / "bad_bots.py"

# What is told about each, and how often it fails in the two games of its block.
MODES = {
    "crash-at-start": "BotCrashed: it exited with code 1; its stderr ends: no model file",
    "crash-midgame": "BotCrashed: it exited with code 3; its stderr ends: Traceback: lost the plot",
    "exit-0": "BotCrashed: it exited with code 0",
    "hang": "BotTimeout: no answer within 2000 ms",
    "flood": "BotError: its answer is longer than 1048576 bytes",
    "chatter": "BotError: it answered with id 0, [0-9]+ expected|BotError: it spoke without being asked",
    "long-line": "BotError: its answer is longer than 1048576 bytes",
    "illegal": "not a move of borealis: 'castle kingside'",
    "wrong-id": "BotError: it answered with id 99999",
    "not-utf8": "BotError: its answer is not UTF-8",
    "slow-start": "BotTimeout: no answer within 2000 ms",
    "memory": "exited with code 1; its stderr ends: .*MemoryError|no answer within 2000 ms",
    "fork": "BotCrashed: it exited with code 0",
}


def command(mode: str, moves: int = 3) -> str:
    return f"cmd:{sys.executable} {BAD_BOTS} {mode} {moves}"


def bot(mode: str, **limits: Any) -> ProcessBot:
    chosen = {"start": 5.0, "watchdog": 5.0, **limits}
    return ProcessBot([sys.executable, str(BAD_BOTS), mode], Limits(**chosen), name=mode)


def left_behind(token: str = "") -> list[int]:
    """Processes of bots that are there, apart from those that are just ending."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            variables = (entry / "environ").read_bytes() if entry.name.isdigit() else b""
        except OSError:
            continue
        if f"{TOKEN}={token}".encode() in variables:
            found.append(int(entry.name))
    return found


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[farnorth.Tournament]:
    """All kinds of bad bots, each against `random`, and good ones."""
    folder = tmp_path_factory.mktemp("bad") / "a"
    specs = ["random", "greedy", command("good"), *map(command, MODES)]
    cup = farnorth.Tournament(
        "borealis", specs, schedule="focus", blocks=1, seed=1, out=folder,
        start_seconds=2.0, watchdog_seconds=2.0, memory_mb=400,
    )  # fmt: skip
    cup.run()
    yield cup


def test_a_tournament_with_all_kinds_of_bad_bots_finishes(cup: farnorth.Tournament) -> None:
    assert cup.is_finished()
    assert len(cup.games()) == 2 * (len(MODES) + 2)
    failures = {each.bot: each for each in cup.report().forfeits}
    assert set(failures) == {command(mode) for mode in MODES}
    for mode, told in MODES.items():
        failure = failures[command(mode)]
        assert failure.forfeits == failure.games == 2, mode
        assert re.search(told, failure.last), (mode, failure.last)


def test_who_failed_is_last_and_the_record_verifies(cup: farnorth.Tournament) -> None:
    for _, record in farnorth.check_file(cup.folder / LOG):
        assert isinstance(record, farnorth.Record), record
        for forfeit in record.data["result"]["forfeits"]:
            assert record.places[forfeit["seat"]] == len(record.places)
            assert record.data["result"]["reason"] == "forfeit"
            assert forfeit["last"] is True


def test_games_of_good_bots_are_unaffected(cup: farnorth.Tournament) -> None:
    good = {"random", "greedy"}
    records = [json.loads(line) for line in (cup.folder / LOG).read_text().splitlines()]
    compared = 0
    for record in records:
        if set(record["bots"]) == good:
            again = farnorth.play(
                farnorth.load("borealis"), record["bots"], record["seed"],
                rotation=record["event"]["rotation"],
            )  # fmt: skip
            assert again.moves == record["moves"]
            compared += 1
        if command("good") in record["bots"]:
            assert record["result"]["reason"] == "normal"
    assert compared == 2


def test_no_process_is_left_behind(cup: farnorth.Tournament) -> None:
    assert left_behind(token_of(cup.folder)) == []


def test_forfeits_are_an_exit_code_if_asked(cup: farnorth.Tournament) -> None:
    from click.testing import CliRunner
    from farnorth.cli import root

    done = CliRunner().invoke(root, ["tournament", "resume", str(cup.folder), "--strict"])
    assert done.exit_code == 5
    text = CliRunner().invoke(root, ["tournament", "report", str(cup.folder)]).stdout
    assert "lost the plot" in text  # the end of its stderr
    assert "exited with code 3" in text


@pytest.mark.parametrize("policy", ["random", "abort"])
def test_other_policies(tmp_path: Path, policy: str) -> None:
    cup = farnorth.Tournament(
        "borealis", ["random", command("crash-midgame", 20)], blocks=1, seed=1, on_forfeit=policy,
        out=tmp_path / "a",
    )  # fmt: skip
    if policy == "abort":
        with pytest.raises(farnorth.BotError, match="exited with code 3"):
            cup.run()
        assert len(cup.games()) == 0
    else:
        cup.run()
        (failure,) = cup.report().forfeits
        assert failure.forfeits > 2  # it is started again, plays 20 moves, and fails again
        assert cup.report().reasons == {"normal": 2}
    assert left_behind(token_of(cup.folder)) == []


def test_with_last_in_a_game_of_three_the_others_play_on(tmp_path: Path) -> None:
    cup = farnorth.Tournament(
        "borealis", ["greedy", "random", command("exit-0")], players=3, blocks=1, seed=2,
        out=tmp_path / "a",
    )  # fmt: skip
    cup.run()
    games = cup.games()
    assert len(games) == 3
    for game in games.games:
        failed = game.seats.index(2)
        assert game.places[failed] == 3
        assert sorted(game.places) == [1, 2, 3]


# ---- One bot -------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["py:bots_for_tests.Seeded:skip=1", "flat:its=5"])
def test_a_process_plays_as_the_bot_it_runs(other: str) -> None:
    """Move for move; but a native bot has one stream for a match, and one a decision where Python asks it."""
    game = farnorth.load("borealis")
    specs = ["py:bots_for_tests.Seeded", other]
    inside = farnorth.play(game, list(specs), seed=4)
    bots = [python_bot(spec) for spec in specs]
    try:
        outside = farnorth.play(game, bots, seed=4)
        if other.startswith("py:"):
            assert outside.moves == inside.moves
        assert outside.bots == inside.bots
        assert [each.starts for each in bots] == [1, 1]
        outside.verify()
    finally:
        for each in bots:
            each.close()


def test_a_program_is_a_bot_everywhere() -> None:
    record = farnorth.play(farnorth.load("borealis"), [command("good"), "random"], seed=1)
    assert record.bots[0] == command("good")
    for wrong, message in (("cmd:", "needs a program"), ("cmd:'", "No closing quotation")):
        with pytest.raises(farnorth.BadData, match=message):
            farnorth.bot(wrong)
    with pytest.raises(farnorth.BotError, match=r"cannot be started: .*nowhere"):
        farnorth.play(farnorth.load("borealis"), ["cmd:/nowhere/bot", "random"])


@pytest.mark.parametrize("game_name", farnorth.games())
def test_a_bot_is_handed_its_view_and_nothing_else(game_name: str, tmp_path: Path) -> None:
    """All that a program is sent, read by itself: no field of the deal, no seed of the match."""
    heard = tmp_path / "heard"
    spy = tmp_path / "spy.py"
    spy.write_text(
        "import sys, json\n"
        f"out = open({str(heard)!r}, 'a')\n"
        "for line in sys.stdin:\n"
        "    out.write(line); out.flush()\n"
        "    r = json.loads(line)\n"
        "    m = {'move': r['legal'][0]} if r['cmd'] == 'move' else {'protocol': 1, 'role': 'bot'}\n"
        "    print(json.dumps({'id': r['id'], 'ok': True, **m}), flush=True)\n"
    )
    game = farnorth.load(game_name)
    player = ProcessBot([sys.executable, str(spy)], Limits())
    farnorth.play(game, [player, *["random"] * (game.players - 1)], seed="the secret seed")
    player.close()
    requests = [json.loads(line) for line in heard.read_text().splitlines()]
    assert [request["cmd"] for request in requests[:2]] == ["hello", "start"]
    assert requests[-1]["cmd"] == "quit"
    assert "the secret seed" not in heard.read_text()
    assert set(requests[1]) == {"id", "cmd", "game", "rules_version", "setup", "seat", "seed"}
    moves = [request for request in requests if request["cmd"] == "move"]
    for request in moves:
        assert set(request) == {"id", "cmd", "seat", "view", "legal", "ids", "budget"}
    for request in moves[:: max(1, len(moves) // 10)]:
        view = game.view_from_json(json.dumps(request["view"]))
        assert view.seat == request["seat"] == 0
        assert [move.text for move in view.legal_moves] == request["legal"]
        assert [move.id for move in view.legal_moves] == request["ids"]


def test_limits_do_not_outlast_a_bot() -> None:
    view = player_state(farnorth.load("borealis"), 3).view(0)
    player = bot("hang", move_ms=200.0, margin_ms=50.0)
    player.start(1)
    for _ in range(3):
        player.choose(view, farnorth.Budget(milliseconds=200))
    begun = time.monotonic()
    with pytest.raises(farnorth.BotTimeout, match="no answer within 250 ms"):
        player.choose(view, farnorth.Budget(milliseconds=200))
    assert time.monotonic() - begun < 5
    player.choose(view, farnorth.Budget())  # it has been started again
    assert player.starts == 2
    player.close()


def test_a_bot_outlives_the_thread_that_started_it() -> None:
    """The wish to die with the parent is about the thread that forks, and a pool's thread ends before its bots."""
    game = farnorth.load("borealis")
    view = player_state(game, 3).view(0)
    player = ProcessBot([sys.executable, str(ROOT / "python/farnorth/examples/bot.py")])
    thread = threading.Thread(target=lambda: player.start_game(game, 0, 1))
    thread.start()
    thread.join()
    time.sleep(0.2)
    assert player.choose(view, farnorth.Budget()) == view.legal_moves[-1].text
    assert player.starts == 1
    player.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork is of POSIX")
def test_a_forked_process_starts_bots_too() -> None:
    """It has none of its parent's threads."""
    game = farnorth.load("borealis")
    command = [sys.executable, str(ROOT / "python/farnorth/examples/bot.py")]
    ProcessBot(command).start_game(game, 0, 1)
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            ProcessBot(command).start_game(game, 0, 1)
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(pid, 0)[1] == 0


def test_no_group_is_ended_whose_number_may_be_another_s(monkeypatch: pytest.MonkeyPatch) -> None:
    process = subprocess.Popen(["true"], start_new_session=True)
    assert exit_code(process, 5.0) == 0
    assert process.returncode is None  # not reaped: the number is still its own
    groups: list[int] = []
    monkeypatch.setattr(os, "killpg", lambda group, signal: groups.append(group))
    for _ in range(2):
        end_group(process)
        assert groups == [process.pid]
    process = subprocess.Popen(["sleep", "60"], start_new_session=True)
    assert exit_code(process, 0.0) is None
    process.terminate()
    assert exit_code(process, 5.0) == -signal.SIGTERM
    end_group(process)


def test_a_client_tells_which_time_ran_out() -> None:
    with Client([sys.executable, "-c", "import time; time.sleep(60)"], timeout=50.0) as client:
        request = client.send("ping")
        with pytest.raises(farnorth.BotTimeout, match=r"no answer within 0\.1 s"):
            client.answer(request, 0.1)
        with pytest.raises(farnorth.BotTimeout, match=r"no answer within 0\.2 s"):
            client.receive(0.2)
        with pytest.raises(farnorth.BotTimeout, match=r"it does not end within 0\.3 s"):
            client.exit_code(0.3)


def test_a_killed_host_takes_its_bots_along(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    process = subprocess.Popen(
        [sys.executable, "-m", "farnorth", "tournament", "run", "borealis", "--bot", "random",
         "--bot", command("hang"), "--blocks", "1", "-o", str(folder), "-q"],
        env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    token = token_of(folder)
    deadline = time.monotonic() + 30
    while not left_behind(token):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.kill()
    process.wait()
    deadline = time.monotonic() + 5
    while left_behind(token):
        assert time.monotonic() < deadline, "the bot outlives the program that plays"
        time.sleep(0.05)


def test_what_a_killed_run_has_left_is_ended_by_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    orphan = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(3600)"],
        env={**os.environ, TOKEN: f"{token_of(folder)}.1"}, start_new_session=True,
    )  # fmt: skip
    farnorth.Tournament("borealis", ["greedy", "random"], blocks=1, out=folder).run()
    assert orphan.wait(timeout=5) == -signal.SIGKILL
    assert end_processes("no such token") == 0


# ---- The program that plays a bot of Python ------------------------------------------------------


def answers(spec: str, *requests: object) -> list[dict[str, Any]]:
    lines = [each if isinstance(each, str) else json.dumps(each) for each in requests]
    out = io.StringIO()
    serve(spec, io.StringIO("".join(line + "\n" for line in lines)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


START = {"id": 2, "cmd": "start", "game": "borealis", "setup": {}, "seat": 0, "seed": "7"}


@pytest.mark.parametrize(
    ("request_line", "code", "message"),
    [
        ("{", "bad_json", "not JSON"),
        ("[" * 100_000, "bad_json", "not JSON"),
        ("7", "bad_request", "an object expected"),
        ({"id": 1}, "bad_request", "cmd must be one of hello, start, move, ping, quit"),
        ({"id": 1, "cmd": ["hello"]}, "bad_request", "cmd must be one of"),
        ({"id": 1, "cmd": "sing"}, "unknown_command", "cmd must be one of hello"),
        ('{"id":1,"cmd":"ping","x":"' + "a" * LONGEST_LINE + '"}', "line_too_long", "1048576"),
        ('{"id":1,"cmd":"\udcff"}', "bad_json", "not JSON"),
        (
            {"id": 1, "cmd": "hello", "protocol": 2, "role": "bot"},
            "unsupported_protocol",
            "speaks protocol 1",
        ),
        ({"id": 1, "cmd": "hello", "protocol": 1}, "bad_request", "role bot"),
        ({"id": 1, "cmd": "hello", "protocol": 1, "role": "engine"}, "bad_request", "role bot"),
        ({**START, "game": "chess"}, "bad_request", "no game is called 'chess'"),
        ({**START, "setup": 3}, "bad_request", "setup must be an object"),
        ({**START, "setup": {"side": "IX"}}, "bad_option", "side"),
        ({**START, "game": []}, "bad_request", "no game is called"),
        ({**START, "seat": "0"}, "bad_request", "seat must be a number"),
        ({**START, "seat": 9}, "bad_request", "seat must be 0 to 1"),
        ({**START, "seed": "x"}, "bad_request", "seed must be a number"),
        ({**START, "rules_version": 99}, "rules_version", "this bot plays version"),
        ({"id": 1, "cmd": "move"}, "bad_request", "seat must be a number"),
        ({"id": 1, "cmd": "move", "seat": 0}, "not_started", "for seat 0"),
    ],
)
def test_bad_requests_are_answered(request_line: object, code: str, message: str) -> None:
    bad, ping = answers("greedy", request_line, {"id": 5, "cmd": "ping"})
    assert bad["ok"] is False
    assert bad["error"]["code"] == code
    assert message in bad["error"]["message"]
    assert ping == {"id": 5, "ok": True}


def test_a_bad_view_is_answered_and_the_bot_lives() -> None:
    view = player_state(farnorth.load("borealis"), 3).view(0)
    good = {
        "id": 4,
        "cmd": "move",
        "seat": 0,
        "view": json.loads(view.to_json(world=True)),
        "budget": {"its": 3},
    }
    _, bad, worse, answer = answers(
        "flat",
        START,
        {"id": 3, "cmd": "move", "seat": 0, "view": {"seat": 0}},
        {**good, "budget": {"its": "x"}},
        good,
    )
    assert bad["ok"] is False
    assert worse["error"]["code"] == "bad_request"
    assert answer["ok"] is True
    assert answer["move"] in [move.text for move in view.legal_moves]
    assert answer["its"] >= 3
    assert len(answer["value"]) == 2


def test_one_process_plays_several_seats() -> None:
    """Each seat has its own game and bot; a view of another seat is refused, and empty lines are ignored."""
    games = [farnorth.load("borealis"), farnorth.load("explorers")]
    moves = []
    for seat, game in enumerate(games):
        state = player_state(game, 3)
        while state.actor != seat or len(state.legal_moves) < 2:
            state.apply(state.legal_moves[0])
        view = json.loads(state.view(seat).to_json(world=True))
        moves.append({"id": f"move {seat}", "cmd": "move", "seat": seat, "view": view})
    starts = [
        {**START, "game": game.name, "seat": seat, "id": f"start {seat}"}
        for seat, game in enumerate(games)
    ]
    wrong = {**moves[0], "view": moves[1]["view"]}
    told = answers("greedy:worlds=2", *starts, "", *moves, "  ", *moves[::-1], wrong)
    assert [each["id"] for each in told] == [
        "start 0", "start 1", "move 0", "move 1", "move 1", "move 0", "move 0",
    ]  # fmt: skip
    assert [each["ok"] for each in told] == [True] * 6 + [False]
    for each, game in zip(told[2:4], games, strict=True):
        assert game.move(each["move"]).text == each["move"]


def test_a_bot_that_fails_is_told_of() -> None:
    view = player_state(farnorth.load("borealis"), 3).view(0)
    move = {"id": 4, "cmd": "move", "seat": 0, "view": json.loads(view.to_json(world=True))}
    *_, last = answers("py:bots_for_tests.Raises", START, move, move, move)
    assert last["error"] == {"code": "bot_failed", "message": "raised RuntimeError: out of\nideas"}
    *_, last = answers("py:bots_for_tests.Garbage", START, move, move, move)
    assert last["error"]["code"] == "bot_failed"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Exits", "raised SystemExit: 0"),
        ("BadDecision", "found NoneType"),
        ("SharesAsFloats", "answered with a Decision whose value has 0.5: a whole number expected"),
    ],
)
def test_what_a_match_refuses_is_refused_in_a_process(name: str, told: str) -> None:
    view = player_state(farnorth.load("borealis"), 3).view(0)
    move = {"id": 4, "cmd": "move", "seat": 0, "view": json.loads(view.to_json(world=True))}
    *_, last = answers(f"py:bots_for_tests.{name}", START, move, move, move)
    assert last["error"]["code"] == "bot_failed"
    assert told in last["error"]["message"]


def test_a_bot_that_raised_is_asked_again_in_the_same_process() -> None:
    view = player_state(farnorth.load("borealis"), 3).view(0)
    player = python_bot("py:bots_for_tests.Raises")
    player.start_game(view.game, 0, 1)
    for _ in range(2):
        player.choose(view, farnorth.Budget())
    assert player.microseconds is not None and player.microseconds > 0
    with pytest.raises(farnorth.BotError, match="it reported an error: raised RuntimeError"):
        player.choose(view, farnorth.Budget())
    assert player.microseconds is None
    player.choose(view, farnorth.Budget())  # its third decision is behind it
    assert player.starts == 1
    player.close()


def test_what_a_bot_prints_does_not_spoil_its_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "loud.py").write_text(
        "import os, farnorth\nclass Loud(farnorth.Bot):\n"
        "    def choose(self, view, budget):\n"
        "        print('thinking'); os.write(1, b'aloud\\n')\n"
        "        return view.legal_moves[0]\n"
    )
    player = python_bot("py:loud.Loud")
    view = player_state(farnorth.load("borealis"), 3).view(0)
    player.start(1)
    assert player.choose(view, farnorth.Budget()) == view.legal_moves[0].text
    player.close()


def test_the_server_begins_a_game_as_a_match_does() -> None:
    server = BotServer("py:bots_for_tests.Seeded")
    assert json.loads(server.answer(json.dumps(START)) or "") == {"id": 2, "ok": True}
    assert json.loads(server.answer('{"id":3,"cmd":"quit"}') or "")["ok"]
    assert server.quit
