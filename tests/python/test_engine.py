"""The engine protocol: its schemas against real traffic, play over it, time, what it does with anything at all."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import farnorth
import jsonschema  # type: ignore[import-untyped, unused-ignore]
import pytest
from embedding import check, group
from farnorth.protocol import LONGEST_LINE, VERSION, document
from farnorth.protocol.bot_checks import BotChecks
from farnorth.protocol.client import Answer, Client
from farnorth.protocol.engine_checks import EngineChecks
from protocol_noise import noise_lines
from support import cases

pytestmark = [group, pytest.mark.timeout(2400)]

SCHEMAS: dict[str, dict[str, Any]] = {
    kind: json.loads(document(f"{kind}.schema.json")) for kind in ("request", "answer")
}


def conforms(kind: str, name: str, message: dict[str, Any]) -> None:
    """Raises if the message does not have the form of that name."""
    schema = {**SCHEMAS[kind], "$ref": f"#/$defs/{name}"}
    schema.pop("oneOf", None)
    schema.pop("anyOf", None)
    jsonschema.Draft202012Validator(schema).validate(message)


def check_traffic(log: list[tuple[dict[str, Any], Answer]]) -> set[str]:
    """Every answer, and every request that was done, has the form of its command. Returns those seen."""
    seen = set()
    for request, answer in log:
        if answer.ok:
            seen.add(request["cmd"])
            conforms("request", request["cmd"], request)
            conforms("answer", request["cmd"], answer.message)
            for info in answer.infos:
                seen.add("report")
                conforms("answer", "report", {"id": request["id"], "info": info})
        else:
            seen.add("error")
            conforms("answer", "error", answer.message)
    return seen


# ---- Conformance ---------------------------------------------------------------------------------


def test_schemas_are_schemas() -> None:
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    with pytest.raises(jsonschema.ValidationError):
        conforms("request", "view", {"cmd": "view", "session": "s1"})
    with pytest.raises(jsonschema.ValidationError):
        conforms("answer", "legal", {"id": 1, "ok": True, "seat": 0, "actions": [1], "ids": [1]})


def test_the_engine_keeps_to_the_document(engine: str) -> None:
    """Every check of both roles passes, and all traffic has the form of the schemas."""
    seen = set()
    for kind in (EngineChecks, BotChecks):
        checks = kind(engine, 30.0)
        outcomes = checks.run()
        assert [each for each in outcomes if not each.passed] == []
        assert len(outcomes) >= 10
        for client in checks.clients:
            seen |= check_traffic(client.log)
    named = set(SCHEMAS["answer"]["$defs"]) - {"id", "actor", "quit"}
    assert named <= seen


@pytest.mark.parametrize("spec", ["random", "greedy:worlds=2"])
def test_bots_of_the_package_keep_to_the_document_in_processes(spec: str) -> None:
    """`farnorth.bot_process`, in which tournaments play bots of Python, passes every check of the role bot."""
    checks = BotChecks(f"{sys.executable} -m farnorth.bot_process {spec}", 30.0)
    outcomes = checks.run()
    assert [each for each in outcomes if not each.passed] == []
    seen = set[str]()
    for client in checks.clients:
        seen |= check_traffic(client.log)
    assert {"hello", "start", "move", "ping", "error"} <= seen


def test_engine_check_command(engine: str) -> None:
    assert Path(engine).is_file()
    report = check("farnorth-engine")
    assert report["roles"] == ["engine", "bot"]
    assert all(each["demand"] for each in report["checks"])


def test_engine_check_takes_an_engine_that_answers_at_once(engine: str) -> None:
    assert Path(engine).is_file()
    report = check("farnorth-engine --bot greedy")
    passed = {each["check"] for each in report["checks"] if each["passed"]}
    assert {"stop", "interleaved"} <= passed


def test_go_takes_a_share_of_a_clock(host: Client) -> None:
    session = host.ask("new", game="borealis", seed="clock").message["session"]
    clock = {"remaining_ms": [300, 60_000], "inc_ms": 0}
    search = host.ask("go", session=session, clock=clock).message
    assert search["sims"] > 0 and search["sims"] != 2000
    limited = host.ask("go", session=session, clock=clock, limit={"sims": 10}).message
    assert limited["sims"] == 10  # a limit of its own goes first
    short = host.ask("go", session=session, clock={"remaining_ms": []})
    assert short.message["error"]["code"] == "bad_request"


def test_go_refuses_a_limit_that_it_would_not_keep(host: Client) -> None:
    session = host.ask("new", game="borealis", seed="1").message["session"]
    refused = host.ask("go", session=session, limit={"nodes": 100}).message["error"]
    assert refused["code"] == "bad_request"
    assert "limit.nodes: not known here, sims limits a search" in refused["message"]


@pytest.mark.parametrize("name", ["document", "code"])
def test_the_document_names_every_command(name: str) -> None:
    text = document("PROTOCOL.md")
    for command in SCHEMAS["request"]["$defs"]:
        if command not in ("id", "clock"):  # parts of others
            assert f"**{command}**" in text
    assert f"version {VERSION}" in text
    if name == "code":
        table = text[text.index("| code | when |") : text.index("## Both roles")]
        rows = [line.split("|")[1] for line in table.splitlines()[2:] if line]
        error = SCHEMAS["answer"]["$defs"]["error"]["properties"]["error"]["properties"]
        assert {code for row in rows for code in re.findall("`([a-z_]+)`", row)} == set(
            error["code"]["enum"]
        )


def test_the_examples_of_the_document_are_moves_of_the_game() -> None:
    """Every text and id of a move that PROTOCOL.md shows is one of Borealis, and the messages are JSON."""
    game = farnorth.load("borealis")
    texts: set[str] = set()
    for line in re.findall(r"^[<>] (\{.*\})$", document("PROTOCOL.md"), re.MULTILINE):
        message = json.loads(line.replace(",...}", "}").replace("{...}", "{}"))
        info = message.get("info", message)
        texts |= {info[key] for key in ("best", "bestmove", "move") if key in info}
        texts |= {*info.get("pv", ()), *info.get("visits", ()), *info.get("legal", ())}
        ids = [game.move(text).id for text in info.get("legal", ())]
        assert ids == info.get("ids", [])
    assert len(texts) >= 3
    for text in texts:
        assert game.move(text).text == text


BROKEN = {
    "silent": "import sys\nfor line in sys.stdin: pass\n",
    "dead": "import sys\nsys.exit(3)\n",
    "garbled": "import sys\nfor line in sys.stdin: print('hello', flush=True)\n",
    "illegal": (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    a = json.loads(line)\n"
        "    print(json.dumps({'id': a['id'], 'ok': True, 'protocol': 1, 'role': 'bot', 'name': 'x',"
        " 'move': 'no such move'}), flush=True)\n"
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_engine_check_finds_faults(name: str, tmp_path: Path) -> None:
    """What does not keep to the protocol fails, with the exit code for it."""
    program = tmp_path / f"{name}.py"
    program.write_text(BROKEN[name])
    done = subprocess.run(
        [sys.executable, "-m", "farnorth", "engine", "check", f"{sys.executable} {program}",
         "--role", "bot", "--timeout", "0.5", "--json"],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 6, done.stderr
    report = json.loads(done.stdout)
    failed = {each["check"] for each in report["checks"] if not each["passed"]}
    assert "games" in failed
    if name == "illegal":
        assert {"unknown commands", "garbage"} <= failed
        assert "hello" not in failed


def test_engine_command(engine: str) -> None:
    """`farnorth engine` is the native program; a bot that does not exist is a usage error."""
    asked = '{"id":"a","cmd":"hello","role":"bot"}\n'
    words = [sys.executable, "-m", "farnorth", "engine", "--bot", "greedy:worlds=2"]
    done = subprocess.run(words, input=asked, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["name"] == "greedy:worlds=2"
    words[-1] = "nobody"
    done = subprocess.run(words, input=asked, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "nobody" in done.stderr
    for arguments, code in ((["--bot"], 2), (["--bot", "x"], 2), (["-x"], 2), (["--version"], 0)):
        done = subprocess.run([engine, *arguments], input="", capture_output=True, text=True)
        assert done.returncode == code


# ---- Play ----------------------------------------------------------------------------------------


def hosts_play(engine: str, game: farnorth.Game, specs: list[str], seed: str) -> list[str]:
    """A game between engines, one a seat: each owns the game, searches for its seat, is told the others' moves."""
    clients = [Client([engine, "--bot", spec]) for spec in specs]
    try:
        opened = [
            client.ask("new", game=game.name, options=game.options, seed=seed).message
            for client in clients
        ]
        sessions = [each["session"] for each in opened]
        assert len({each["hash"] for each in opened}) == 1
        to_move, moves = opened[0]["to_move"], opened[0]["ply"]
        played: list[str] = []
        while to_move is not None:
            best = clients[to_move].ask("go", session=sessions[to_move]).message["bestmove"]
            told = [
                client.ask("apply", session=session, actions=[best]).message
                for client, session in zip(clients, sessions, strict=True)
            ]
            assert len({(each["hash"], tuple(each["played"])) for each in told}) == 1
            played += told[0]["played"]
            to_move = told[0]["to_move"]
        assert moves + len(played) == told[0]["ply"]
        return played
    finally:
        for client in clients:
            client.kill()


@pytest.mark.parametrize("name", farnorth.games())
def test_engines_that_play_each_other_play_the_match_of_that_seed(engine: str, name: str) -> None:
    game = farnorth.load(name, players=3)
    specs = ["ismcts:its=25", "random", "pimc:its=20:worlds=2"]
    record = farnorth.play(game, list(specs), seed=5)
    played = hosts_play(engine, game, specs, "5")
    assert played == record.moves[-len(played) :]
    assert len(record.moves) - len(played) < 40  # the deal before the first decision


def bots_play(
    engine: str, game: farnorth.Game, specs: list[str], seeds: list[str], seed: int
) -> list[str]:
    """A game between bot processes that get views only."""
    state = game.new_state(seed=seed)
    clients = [Client([engine, "--bot", spec]) for spec in specs]
    chosen = []
    try:
        for seat, client in enumerate(clients):
            assert client.ask(
                "start", game=game.name, rules_version=game.rules_version, setup=game.options,
                seat=seat, seed=seeds[seat],
            ).ok  # fmt: skip
        while state.actor is not None:
            seat, legal = state.actor, state.legal_moves
            move = legal[0].text
            if len(legal) > 1:
                view = json.loads(state.view(seat).to_json(world=True))
                answer = clients[seat].ask(
                    "move", seat=seat, view=view, legal=[each.text for each in legal],
                    ids=[each.id for each in legal], budget={"its": 0, "ms": 0.0},
                )  # fmt: skip
                move = answer.message["move"]
            chosen.append(move)
            state.apply(move)
        return chosen
    finally:
        for client in clients:
            client.kill()


class Seeded(farnorth.Bot):
    """Takes note of the seed that a match gives to its seat."""

    def __init__(self, seeds: list[str]) -> None:
        self.seeds = seeds

    def start(self, seed: int) -> None:
        self.seeds.append(str(seed))

    def choose(self, view: farnorth.View, budget: farnorth.Budget) -> farnorth.Move:
        return view.legal_moves[0]


@pytest.mark.parametrize("name", farnorth.games())
def test_bots_in_processes_play_the_match_of_that_seed(engine: str, name: str) -> None:
    game = farnorth.load(name, players=2)
    seeds: list[str] = []
    farnorth.play(game, [Seeded(seeds), Seeded(seeds)], seed=6)
    specs = ["ismcts:its=25", "greedy"]
    record = farnorth.play(game, list(specs), seed=6)
    chosen = bots_play(engine, game, specs, seeds, 6)
    state = game.new_state(seed=6, play_chance=False)
    expected = []
    for text in record.moves:
        if state.actor == farnorth.CHANCE:
            assert state.play_chance().text == text
        else:
            expected.append(text)
            state.apply(text)
    assert chosen == expected


@pytest.mark.parametrize(("name", "players"), cases())
def test_chance_can_be_the_host_s(host: Client, name: str, players: int) -> None:
    """Without a seed the host chooses the outcomes, and the game is the one of the package."""
    rng = random.Random(players)
    state = farnorth.load(name, players=players).new_state()
    session = host.ask("new", game=name, players=players).message["session"]
    for _ in range(60):
        legal = host.ask("legal", session=session).message
        if state.actor is None:
            break
        assert legal["seat"] == state.actor
        if state.actor == farnorth.CHANCE:
            outcomes = state.outcomes()
            assert legal["actions"] == [move.text for move in outcomes]
            total = sum(legal["weights"])
            assert [weight / total for weight in legal["weights"]] == pytest.approx(
                list(outcomes.values())
            )
        else:
            assert legal["actions"] == [move.text for move in state.legal_moves]
        action = rng.choice(legal["actions"])
        made = host.ask("apply", session=session, actions=[action]).message
        assert made["played"] == [action]
        state.apply(action)
    assert host.ask("state", session=session).message["state"] == json.loads(state.to_json())
    for seat in range(players):
        view = host.ask("view", session=session, seat=seat, world=True).message["view"]
        assert view == json.loads(state.view(seat).to_json(world=True))


# ---- Time ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", farnorth.games())
def test_time(host: Client, name: str) -> None:
    """500 ms are 500 to 520 ms and `ping` takes no 20 ms, if nothing else runs: printed, and judged with patience."""
    session = host.ask("new", game=name, seed="time").message["session"]
    spent, pings = [], []
    for _ in range(3):
        search = host.send("go", session=session, limit={"time_ms": 500}, seed="1")
        during = []
        for _ in range(20):
            time.sleep(0.02)
            during.append(host.ask("ping").seconds * 1000)
        pings.append(max(during))
        spent.append(host.answer(search).seconds * 1000)
    print(
        f"{name}: {[round(each, 1) for each in spent]} ms, ping {[round(each, 2) for each in pings]}"
    )
    assert min(spent) >= 499
    assert min(spent) <= 3000
    assert min(pings) <= 300  # answered while the search goes on, not after it


# ---- Anything at all -----------------------------------------------------------------------------


def memory_kib(client: Client) -> int:
    status = Path(f"/proc/{client.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


LINES = int(os.environ.get("FARNORTH_FUZZ_LINES", "20000"))


def test_anything_gets_an_answer_and_nothing_else(host: Client) -> None:
    """Random bytes, broken requests, wrong types, deep and long lines: an answer each, no crash, no growth."""
    rng = random.Random(3)
    after_warming = 0
    sent = 0
    for number, line in enumerate(noise_lines(rng, LINES)):
        host.send_bytes(line + b"\n")
        sent += 1
        if sent == 200 or number == LINES - 1:
            for _ in range(sent):
                assert "id" in host.receive()
            sent = 0
        if number == LINES // 4:
            after_warming = memory_kib(host)
    growth = memory_kib(host) - after_warming
    print(f"{LINES} lines, {growth} KiB more memory after the first quarter")
    assert growth < 16 * 1024
    assert host.ask("ping").ok


def test_a_line_of_the_longest_size(host: Client) -> None:
    line = b'{"id":1,"cmd":"ping","x":"' + b"a" * (LONGEST_LINE - 28) + b'"}'
    assert len(line) == LONGEST_LINE
    host.send_bytes(line + b"\n" + line.replace(b"a", b"aa", 1) + b"\n")
    assert host.receive()["ok"] is True
    assert host.receive()["error"]["code"] == "line_too_long"
    host.send_bytes(b'{"id":2,"cmd":"ping"}')  # the last line may lack its newline
    host.end_input()
    assert host.receive() == {"id": 2, "ok": True}
    assert host.exit_code() == 0


def test_an_engine_whose_host_is_gone_ends(engine: str) -> None:
    process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    process.stdout.close()
    try:
        for _ in range(100):
            process.stdin.write(b'{"cmd":"ping"}\n')
            process.stdin.flush()
            time.sleep(0.01)
    except BrokenPipeError:
        pass
    assert process.wait(10) == 1
