"""`farnorth play --tui`: a game that fills the terminal, as a person uses it."""

from __future__ import annotations

import asyncio
import html
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import farnorth
import pexpect
import pytest
from click.testing import Result
from farnorth.bots import Budget
from farnorth.casual import CasualGame
from farnorth.cli.tui import GameApp
from farnorth.protocols import View
from farnorth.records import read_records
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

SNAPSHOT = Path(__file__).parents[1] / "data" / "tui_borealis.txt"


class Moody(farnorth.Bot):
    """Fails the first time."""

    calls = 0

    def choose(self, view: View, budget: Budget) -> str:
        type(self).calls += 1
        if type(self).calls == 1:
            raise RuntimeError("not in the mood")
        return view.legal_moves[0].text


Act = Callable[[GameApp, Pilot[None]], Awaitable[None]]


def played(app: GameApp, act: Act, size: tuple[int, int] = (130, 45)) -> None:
    """Does something with the running program."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await act(app, pilot)

    asyncio.run(run())
    assert app.sitting.close()


async def settled(app: GameApp, pilot: Pilot[None]) -> None:
    """Waits until no bot thinks and all is drawn."""
    end = time.monotonic() + 60
    while app.sitting.thinking:
        assert time.monotonic() < end
        await pilot.pause(0.01)
    await pilot.pause()


async def pressed(app: GameApp, pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(app, pilot)


def app_of(
    path: Path | None, name: str = "borealis", bot: str = "greedy", adviser: str | None = None
) -> GameApp:
    game = farnorth.load(name)
    seats = ["human", *[bot] * (game.players - 1)]
    return GameApp(CasualGame(game, seats, "3", path=path), adviser)


def text_of(app: GameApp) -> str:
    """What is on the screen, line by line."""
    lines: dict[float, list[tuple[float, str]]] = {}
    picture = app.export_screenshot()
    for x, y, text in re.findall(
        r'<text class="[^"]*-r\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>', picture
    ):
        lines.setdefault(float(y), []).append((float(x), html.unescape(text)))
    cell = 12.2  # the width of a letter in the picture
    shown = []
    for y in sorted(lines):
        line = ""
        for x, text in sorted(lines[y]):
            line = line.ljust(round(x / cell)) + text
        shown.append(line.replace("\u00a0", " ").rstrip())
    return "\n".join(shown) + "\n"


def options(app: GameApp) -> list[str]:
    moves = app.query_one("#moves", OptionList)
    return [str(moves.get_option_at_index(i).id) for i in range(moves.option_count)]


# ---- Playing -------------------------------------------------------------------------------------


def test_moves_are_made_with_arrows_and_enter(game: farnorth.Game, tmp_path: Path) -> None:
    app = app_of(tmp_path / "game.jsonl", game.name)

    async def act(app: GameApp, pilot: Pilot[None]) -> None:
        for number in range(5):
            legal = app.sitting.view().legal_moves
            before = len(app.sitting.table.moves)
            assert options(app) == [str(i + 1) for i in range(len(legal))]
            step = number % len(legal)
            await pressed(app, pilot, *["down"] * step, "enter")
            assert app.sitting.table.moves[before] == legal[step].text
        assert "your turn" in text_of(app)

    played(app, act)
    (record,) = read_records(tmp_path / "game.jsonl")
    record.verify()


def test_the_filter_finds_moves_by_number_and_words() -> None:
    async def act(app: GameApp, pilot: Pilot[None]) -> None:
        legal = app.sitting.view().legal_moves
        assert len(legal) == 5
        await pressed(app, pilot, "4")
        assert options(app) == ["4"] and app.query_one("#filter", Input).value == "4"
        await pressed(app, pilot, "escape")
        assert len(options(app)) == 5
        await pressed(app, pilot, "slash", *"keep ca")
        assert options(app) == ["5"]
        await pressed(app, pilot, *["backspace"] * 7, *"discard", "down", "down", "up")
        assert len(options(app)) == 4
        await pressed(app, pilot, "enter")
        assert legal[1].text in app.sitting.table.moves
        await pressed(app, pilot, "slash", *"nonsense", "enter")
        assert options(app) == [] and len(app.sitting.table.decisions(0)) == 1

    played(app_of(None), act)


def test_undo_hint_rules_and_cards() -> None:
    async def act(app: GameApp, pilot: Pilot[None]) -> None:
        await pressed(app, pilot, "u")
        assert "nothing to take back" in " ".join(text_of(app).split())
        await pressed(app, pilot, "enter", "enter", "u")
        assert len(app.sitting.table.decisions(0)) == 1 and app.sitting.table.undone(0) == 1
        for key, told in (
            ("question_mark", "(B-SETUP-8)"),
            ("c", "discard pile: "),
            ("l", "the latest first"),
        ):
            await pressed(app, pilot, key)
            assert told in text_of(app)
            await pressed(app, pilot, "pagedown", "escape")
            assert told not in text_of(app)
        await pressed(app, pilot, "h")
        end = time.monotonic() + 30
        while "tried" not in text_of(app):
            assert time.monotonic() < end
            await pilot.pause(0.02)
        assert "ismcts:its=100 after" in text_of(app)
        app.adviser = None
        await pressed(app, pilot, "h")
        assert "Hints are off" in text_of(app)

    played(app_of(None, adviser="ismcts:its=100"), act)


def test_a_whole_game_ends_with_its_sheet(tmp_path: Path) -> None:
    async def act(app: GameApp, pilot: Pilot[None]) -> None:
        while app.sitting.table.state.actor is not None:
            await pressed(app, pilot, "enter")
        text = text_of(app)
        assert "The game is over." in text and "FINAL SCORES" in text and "title for these" in text
        await pressed(app, pilot, "h", "enter", "question_mark")

    played(app_of(tmp_path / "game.jsonl", bot="random", adviser="greedy"), act)
    (record,) = read_records(tmp_path / "game.jsonl")
    record.verify()
    assert record.result is not None


def test_a_bot_that_fails_can_try_again() -> None:
    Moody.calls = 0

    async def act(app: GameApp, pilot: Pilot[None]) -> None:
        await pressed(app, pilot, "5", "enter")
        assert "not in the mood" in " ".join(text_of(app).split())
        await pressed(app, pilot, "r")
        assert "your turn" in text_of(app)

    played(app_of(None, bot="py:test_tui.Moody"), act)


def test_the_screen_looks_as_it_did() -> None:
    """If it is meant to look otherwise: delete the file, and look at what the test writes."""

    async def act(app: GameApp, pilot: Pilot[None]) -> None:
        await pressed(app, pilot, "enter", "enter")
        text = text_of(app)
        if not SNAPSHOT.exists():
            SNAPSHOT.write_text(text, encoding="utf-8")
        assert text == SNAPSHOT.read_text(encoding="utf-8")

    played(app_of(None), act)


@pytest.mark.parametrize("columns", [60, 80, 123, 124, 200])
def test_it_fits(game: farnorth.Game, columns: int) -> None:
    async def act(app: GameApp, pilot: Pilot[None]) -> None:
        assert app.screen.has_class("narrow") == (columns < 124)
        await pressed(app, pilot, "enter", "pagedown", "pageup")
        text = text_of(app)
        assert max(map(len, text.splitlines())) <= columns
        assert "your turn" in text

    played(app_of(None, game.name), act, (columns, 40))


# ---- The command ---------------------------------------------------------------------------------


def test_quit_and_resume_at_a_terminal(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(Path(each).absolute()) for each in sys.path if each),
        "TERM": "xterm-256color",
    }
    main = ["-c", "from farnorth.cli import main; main()"]

    def run(arguments: str, keys: str) -> None:
        child = pexpect.spawn(
            sys.executable, [*main, *arguments.split()], cwd=str(tmp_path), env=environment,
            encoding="utf-8", timeout=60, dimensions=(40, 130), echo=False,
        )  # fmt: skip
        for key in keys:
            child.expect("your turn")
            time.sleep(0.3)
            child.send(key)
        child.expect("Go on with: farnorth play --resume game.jsonl")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0

    run("play borealis --seed 3 --save game.jsonl --tui", "\rq")
    moves = len(CasualGame.resume(tmp_path / "game.jsonl").moves)
    run("play --resume game.jsonl --tui", "\r\x03")
    assert len(CasualGame.resume(tmp_path / "game.jsonl").moves) > moves


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("play borealis --plain --tui", "--plain and --tui exclude each other"),
        ("play borealis --tui --seat human --seat human", "one person plays with --tui"),
        ("play borealis --tui", "--tui needs a terminal"),
        ("play --tui", "say which GAME"),
    ],
)
def test_mistakes_are_told(
    cli: Callable[..., Result], arguments: str, told: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    result = cli(*arguments.split())
    assert result.exit_code == 2 and told in result.stderr


def test_without_the_extra_it_says_how_to_install_it(
    cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = cli("play", "borealis", "--tui")
    assert result.exit_code == 3
    assert "pip install 'farnorth[tui]'" in result.stderr
