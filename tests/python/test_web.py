"""`farnorth web`: the page's endpoints, what they keep to themselves, and the command."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import farnorth
import pytest
from click.testing import Result
from farnorth.bots import Budget
from farnorth.casual import CasualGame
from farnorth.protocols import View
from farnorth.records import read_records
from farnorth.sitting import Sitting
from farnorth.telling import Log
from farnorth.web import Desk, app
from farnorth.web.document import document
from starlette.testclient import TestClient

HOME = "http://127.0.0.1:8000"
BROWSER = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)


class Patient(farnorth.Bot):
    """Waits until it is told to go on."""

    go = threading.Event()

    def choose(self, view: View, budget: Budget) -> str:
        assert self.go.wait(30)
        return view.legal_moves[0].text


class Moody(farnorth.Bot):
    """Fails the first time, and tells its cards."""

    calls = 0

    def choose(self, view: View, budget: Budget) -> str:
        type(self).calls += 1
        if type(self).calls == 1:
            raise RuntimeError(f"my cards are {view.to_json()}")
        return view.legal_moves[0].text


class Page:
    """A browser's part of the conversation."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.client = TestClient(app(desk), base_url=HOME)

    def post(self, name: str, status: int = 200, **body: Any) -> dict[str, Any]:
        answer = self.client.post(f"/api/{name}", json=body)
        assert answer.status_code == status, answer.text
        found: dict[str, Any] = answer.json()
        assert (status == 200) == ("error" not in found)
        return found

    def state(self) -> dict[str, Any]:
        """The game, once no bot thinks."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            state: dict[str, Any] = self.client.get("/api/state").json()
            if not state["thinking"]:
                return state
            time.sleep(0.005)
        raise TimeoutError

    def move(self, number: int = 0) -> dict[str, Any]:
        """Makes a move and waits for the bots."""
        state = self.state()
        text = state["moves"][number % len(state["moves"])]["text"]
        self.post("move", turn=state["turn"], move=text)
        return self.state()


def page_of(
    path: Path | None, game: str = "borealis", bot: str = "greedy", seed: str = "3", **options: Any
) -> Page:
    loaded = farnorth.load(game, **options)
    seats = ["human", *[bot] * (loaded.players - 1)]
    return Page(Desk(CasualGame(loaded, seats, seed, path=path), "ismcts:its=50"))


# ---- Playing -------------------------------------------------------------------------------------


def test_a_whole_game(game: farnorth.Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    page = page_of(path, game.name, bot="random")
    state, turns = page.state(), set()
    while not state["over"]:
        assert state["warnings"] == [] and state["end"] is None
        assert state["board"].startswith("<svg") and state["moves"] and state["help"]
        assert state["turn"] not in turns
        turns.add(state["turn"])
        state = page.move(len(turns) * 7919)
    (record,) = read_records(path)
    record.verify()
    assert record.result is not None and record.bots == ["human", "random"]
    end = state["end"]
    assert end["places"] == record.places and end["seed"] == "3"
    assert dict(end["rows"])["total"] == [str(score) for score in record.scores]
    assert state["scores"] == record.scores and state["moves"] == []
    assert "over" in page.post("move", 409, turn=state["turn"], move="done")["error"]


def test_the_words_are_those_of_plain_play(game: farnorth.Game) -> None:
    from farnorth import render

    page = page_of(None, game.name)
    state = page.move()
    table = page.desk.table
    assert table is not None
    view = table.state.view(0)
    assert [move["text"] for move in state["moves"]] == [move.text for move in view.legal_moves]
    words = render.renderer(game.name).move_words(view)
    assert [move["words"] for move in state["moves"]] == words
    assert state["log"] == Log(table, 0).lines()
    assert state["warnings"] == ["The game is not saved: there is no file for it"]


def test_undo_then_the_same_choice_gives_the_same_game(tmp_path: Path) -> None:
    page = page_of(tmp_path / "game.jsonl", "explorers")
    first = page.state()
    assert not first["undo"]
    assert "nothing to take back" in page.post("undo", 409, turn=first["turn"])["error"]
    before, after = page.move(), page.move(3)
    assert after["undo"]
    back = page.post("undo", turn=after["turn"])
    changing = {"turn", "undone"}
    assert back["undone"] == 1
    assert {k: v for k, v in back.items() if k not in changing} == {
        k: v for k, v in before.items() if k not in changing
    }
    again = page.move(3)
    assert {k: v for k, v in again.items() if k not in changing} == {
        k: v for k, v in after.items() if k not in changing
    }
    (record,) = read_records(tmp_path / "game.jsonl")
    record.verify()
    assert record.bots[0] == "human:undo=1"


def test_plain_play_goes_on_with_the_game_and_back(
    cli: Callable[..., Result], tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    page = page_of(path)
    page.move()
    log = page.move()["log"]
    result = cli("play", "--resume", str(path), "--plain")
    assert "Go on with: farnorth play --resume" in result.stdout
    resumed = Page(Desk(CasualGame.resume(path)))
    state = resumed.state()
    assert state["log"] == log and state["undo"]
    assert resumed.move()["log"] != log


def test_a_hint_names_moves_and_chances() -> None:
    page = page_of(None)
    state = page.state()
    found = page.post("hint", turn=state["turn"])
    assert found["bot"] == "ismcts:its=50" and found["iterations"] > 0
    assert 1 <= len(found["moves"]) <= 3
    for each in found["moves"]:
        assert each["move"] in range(len(state["moves"]))
        assert 0 <= each["chance"] <= 1 and 0 < each["tried"] <= 1
    assert page.state() == state
    page.desk.adviser = "greedy"
    (only,) = page.post("hint", turn=state["turn"])["moves"]
    assert set(only) == {"move"}


def test_a_game_chosen_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    told: list[str] = []
    page = Page(Desk(report=told.append))
    assert page.state()["game"] is None
    assert "no game" in page.post("move", 409, turn="", move="done")["error"]
    choices = page.client.get("/api/choices").json()
    assert [each["name"] for each in choices["games"]] == farnorth.games()
    for spec in choices["bots"]:
        farnorth.bot(spec)
    seats = ["greedy", "human", "random"]
    state = page.post("new", game="borealis", seats=seats, options={"side": "II"}, seed="x/1")
    assert state["game"] == "borealis" and state["seat"] == 1
    page.move()
    (path,) = (tmp_path / "farnorth" / "games").iterdir()
    (record,) = read_records(path)
    record.verify()
    assert record.bots == seats and record.seed == "x/1" and record.options["side"] == "II"
    assert str(path) in told[0]
    second = page.post("new", game="scavengers", seats=["human", "greedy"])
    assert second["turn"] not in (state["turn"], "")
    assert "gone on" in page.post("undo", 409, turn=state["turn"])["error"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"game": 3}, "'game'"),
        ({"seats": "human"}, "'seats'"),
        ({"seats": ["human"] * 2}, "one seat must be human"),
        ({"seats": ["greedy"] * 2}, "one seat must be human"),
        ({"seats": ["human", 3]}, "texts"),
        ({"seats": ["human", *["greedy"] * 9]}, "players"),
        ({"seats": ["human", "nobody"]}, "no bot of the page"),
        ({"seats": ["human", "cmd:touch pwned"]}, "no bot of the page"),
        ({"seats": ["human", "py:test_web.Patient"]}, "no bot of the page"),
        ({"seats": ["human", "ismcts:its=x"]}, "its"),
        ({"options": []}, "'options'"),
        ({"options": {"players": "3"}}, "'players'"),
        ({"options": {"side": "III"}}, "side"),
        ({"options": {"side": {}}}, "side"),
        ({"seed": 3}, "'seed'"),
    ],
)
def test_games_that_cannot_be(change: dict[str, Any], told: str, tmp_path: Path) -> None:
    page = Page(Desk())
    body: dict[str, Any] = {"game": "borealis", "seats": ["human", "greedy"], **change}
    assert told in page.post("new", 400, **body)["error"]
    assert page.state()["game"] is None


# ---- Bots in their thread ------------------------------------------------------------------------


def test_the_page_stays_responsive_while_a_bot_thinks() -> None:
    page = page_of(None, bot="py:test_web.Patient")
    state = page.state()
    Patient.go.clear()
    now = page.post("move", turn=state["turn"], move="done")
    assert now["thinking"] and now["moves"] == []
    for name in ("move", "undo", "hint", "retry"):
        answer = page.post(name, 409, turn=now["turn"], move="done")
        assert "thinking" in answer["error"] or "no bot has failed" in answer["error"]
    assert page.client.get("/api/state").json() == now
    Patient.go.set()
    assert page.state()["moves"]


def test_a_new_game_does_not_wait_for_the_bots_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    page = page_of(None, bot="py:test_web.Patient")
    Patient.go.clear()
    page.post("move", turn=page.state()["turn"], move="done")
    state = page.post("new", game="borealis", seats=["human", "greedy"])
    Patient.go.set()
    time.sleep(0.2)
    assert page.state() == state


def test_a_bot_that_fails_tells_the_terminal_alone_and_may_try_again() -> None:
    told: list[str] = []
    table = CasualGame(farnorth.load("borealis"), ["human", "py:test_web.Moody"], "3")
    page = Page(Desk(table, report=told.append))
    Moody.calls = 0
    first = page.state()
    assert "no bot has failed" in page.post("retry", 409, turn=first["turn"])["error"]
    page.post("move", turn=first["turn"], move="done")
    state = page.state()
    assert state["failed"] and "A bot failed; the terminal says how." in state["warnings"]
    assert "my cards are" in told[-1] and "my cards" not in json.dumps(state)
    page.post("retry", turn=state["turn"])
    state = page.state()
    assert not state["failed"] and state["moves"]
    Moody.calls = 0
    while not (state := page.move())["failed"]:
        pass
    back = page.post("undo", turn=state["turn"])
    assert back["moves"] and not back["failed"]


def test_a_game_that_cannot_be_saved_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    page = page_of(folder / "game.jsonl", seed="secret")
    assert page.move()["warnings"] == []
    shutil.rmtree(folder)
    state = page.move()
    assert state["warnings"] == ["The game is not saved: No such file or directory"]
    folder.mkdir()
    assert page.move()["warnings"] == []
    assert "secret" not in json.dumps(state)


def test_of_requests_at_once_one_is_obeyed(tmp_path: Path) -> None:
    page = page_of(tmp_path / "game.jsonl", "scavengers")
    for _ in range(5):
        state = page.state()
        codes: list[int] = []

        def move(state: dict[str, Any] = state, codes: list[int] = codes) -> None:
            body = {"turn": state["turn"], "move": state["moves"][0]["text"]}
            client = TestClient(app(page.desk), base_url=HOME)
            codes.append(client.post("/api/move", json=body).status_code)

        threads = [threading.Thread(target=move) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(codes) == [200, 409, 409, 409]
        page.state()
    (record,) = read_records(tmp_path / "game.jsonl")
    record.verify()


# ---- What is not told ----------------------------------------------------------------------------


def test_a_seat_is_told_the_same_in_every_world_that_fits_what_it_knows(
    game: farnorth.Game,
) -> None:
    """Nothing that the page gets depends on what the seat does not know, nor on the seed."""
    page = page_of(None, game.name, bot="random")
    for decision in range(30):
        state = page.move(decision * 7919)
        if decision % 6:
            continue
        table = page.desk.table
        assert table is not None
        told = without_turn(document(Sitting(table), Log(table, 0)))
        assert told == without_turn(state)
        for seed in range(3):
            world = CasualGame(game, table.specs, "another seed")
            world.moves = list(table.moves)
            world._states = [each.view(0).determinize(seed) for each in table._states]
            sitting = Sitting(world)
            if seed == 0 and not any(
                mine != theirs for mine, theirs in zip(table._states, world._states, strict=True)
            ):
                pytest.fail("nothing is hidden")
            assert without_turn(document(sitting, Log(world, 0))) == told


def without_turn(state: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in state.items() if key not in ("turn", "warnings")}


def test_the_seed_and_the_file_are_told_at_the_end_only(tmp_path: Path) -> None:
    path = tmp_path / "1239875.jsonl"
    page = page_of(path, bot="random", seed="1239875")
    state = page.state()
    while not state["over"]:
        assert "1239875" not in json.dumps(state)
        state = page.move()
    assert state["end"]["seed"] == "1239875" and state["end"]["path"] == str(path)


# ---- Requests that are refused -------------------------------------------------------------------


def test_an_illegal_move_is_named_and_changes_nothing() -> None:
    page = page_of(None)
    state = page.state()
    for move in ("discard yeti-sleigh-pm", "gather left", "", "\0", "é" * 1000):
        answer = page.post("move", 400, turn=state["turn"], move=move)
        assert f"{move[:60]!r} cannot be done" in answer["error"]
    for body in ({}, {"move": "done"}, {"turn": 1, "move": "done"}, {"turn": state["turn"]}):
        assert "must be given" in page.post("move", 400, **body)["error"]
    assert "gone on" in page.post("move", 409, turn="7.7", move="done")["error"]
    assert page.state() == state


def test_bad_requests_get_json_errors() -> None:
    client = page_of(None).client
    kind = {"content-type": "application/json"}
    for method, path, content, headers, code in [
        ("GET", "/nothing", b"", {}, 404),
        ("GET", "/api/move", b"", {}, 405),
        ("POST", "/api/state", b"", {}, 405),
        ("POST", "/api/undo", b"turn=1", {}, 415),
        ("POST", "/api/undo", b"{", kind, 400),
        ("POST", "/api/undo", b"\xff", kind, 400),
        ("POST", "/api/undo", b"[" * 30_000, kind, 400),
        ("POST", "/api/undo", b"[]", kind, 400),
        ("POST", "/api/undo", b" " * 100_000, kind, 413),
    ]:
        answer = client.request(method, path, content=content, headers=headers)
        assert answer.status_code == code, path
        assert set(answer.json()) == {"error"}


@pytest.mark.parametrize(
    ("host", "origin", "is_own"),
    [
        ("127.0.0.1:8000", None, True),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", True),
        ("localhost:8000", "http://localhost:8000", True),
        ("[::1]:8000", None, True),
        ("LOCALHOST:8000", None, True),
        ("evil.example:8000", None, False),
        ("evil.example:8000", "http://evil.example:8000", False),
        ("localhost.evil.example", None, False),
        ("127.0.0.1.evil.example", None, False),
        ("127.0.0.1:8000", "http://evil.example", False),
        ("127.0.0.1:8000", "http://127.0.0.1:8001", False),
        ("127.0.0.1:8000", "null", False),
        ("", None, False),
        ("[", None, False),
    ],
)
def test_other_sites_are_refused(host: str, origin: str | None, is_own: bool) -> None:
    client = page_of(None).client
    headers = {"host": host, **({"origin": origin} if origin else {})}
    for path in ("/", "/api/state"):
        assert client.get(path, headers=headers).status_code == (200 if is_own else 403)
    answer = client.post("/api/undo", json={"turn": "1.0"}, headers=headers)
    assert answer.status_code == (409 if is_own else 403) and "error" in answer.json()


def test_the_page_needs_nothing_from_outside() -> None:
    answer = page_of(None).client.get("/")
    page = answer.text
    assert not re.search(r"""(src|href)\s*=\s*["'](?!data:,")""", page)
    assert "http" not in page and "@import" not in page
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "prefers-color-scheme: dark" in page


# ---- The command ---------------------------------------------------------------------------------


@contextmanager
def served(arguments: str, home: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command as a program of its own, and the address it tells."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(Path(each).absolute()) for each in sys.path if each),
        "XDG_STATE_HOME": str(home),
    }
    main = [sys.executable, "-c", "from farnorth.cli import main; main()"]
    process = subprocess.Popen(
        [*main, *arguments.split()],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=home, env=environment,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found
        yield process, found[0]
    finally:
        process.kill()
        process.communicate()


def test_ctrl_c_ends_it_and_tells_how_to_go_on(tmp_path: Path) -> None:
    with served("web borealis --seed 3 --no-open", tmp_path) as (process, address):
        with urlopen(f"{address}api/state") as answer:
            assert json.load(answer)["game"] == "borealis"
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors
    found = re.search(r"Go on with: farnorth play --resume (\S+)", output)
    assert found and CasualGame.resume(Path(found[1])).seed == "3"
    assert "Traceback" not in errors


def test_ctrl_c_does_not_wait_for_a_bot(tmp_path: Path) -> None:
    arguments = "web borealis --seat ismcts:ms=1000000 --seat human --no-open"
    with served(arguments, tmp_path) as (process, address):
        with urlopen(f"{address}api/state") as answer:
            assert json.load(answer)["thinking"]
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert process.returncode == 130 and "Go on with" in output and "Traceback" not in errors


@pytest.mark.skipif(BROWSER is None, reason="no browser")
def test_a_browser_shows_it(game: farnorth.Game, tmp_path: Path) -> None:
    assert BROWSER
    with served(f"web {game.name} --seed 3 --no-open", tmp_path) as (_, address):
        done = subprocess.run(
            [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom",
             "--virtual-time-budget=5000", "--enable-logging=stderr",
             f"--user-data-dir={tmp_path}/profile", address],
            capture_output=True, text=True, timeout=120, check=True,
        )  # fmt: skip
    assert [line for line in done.stderr.splitlines() if "CONSOLE" in line] == []
    assert re.search(r'<p id="status"[^>]*>Your turn</p>', done.stdout)
    assert done.stdout.count("data-move=") >= 2 and "<svg" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ("web --seat human", 2, "say which GAME"),
        ("web borealis --seat human --seat human", 2, "one person plays on the page"),
        ("web borealis --seat human --seat nobody", 2, "no bot is called 'nobody'"),
        ("web borealis --hint-bot nobody", 2, "no bot is called 'nobody'"),
        ("web borealis --port 99999", 2, "99999"),
        ("web --resume none.jsonl", 2, "does not exist"),
        ("web --host no.such.host.invalid", 1, "error: "),
    ],
)
def test_mistakes_are_told(
    cli: Callable[..., Result], arguments: str, code: int, told: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    result = cli(*arguments.split(), "--no-open")
    assert result.exit_code == code and told in result.stderr


def test_without_the_extra_it_says_how_to_install_it(
    cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = cli("web", "borealis")
    assert result.exit_code == 3
    assert "pip install 'farnorth[web]'" in result.stderr
