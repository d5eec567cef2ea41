"""The replay page: what it holds, what it leaves out, and that a browser shows it."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import farnorth
import pytest
from click.testing import Result
from farnorth import render, viewer
from farnorth.viewer import changes

BROWSER = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)


@pytest.fixture
def record(record_file: Path) -> farnorth.Record:
    """The beginning of a game: pictures take time. Of the shortest game all, so that an end is seen, too."""
    from test_records import resealed

    whole = next(iter(farnorth.read_records(record_file)))
    if whole.game == "borealis":
        return whole
    return farnorth.Record(resealed(whole, moves=whole.moves[:90], result=None))


@pytest.fixture
def file(record: farnorth.Record, tmp_path: Path) -> Path:
    """A file with that record."""
    record.save(tmp_path / "one.jsonl")
    return tmp_path / "one.jsonl"


def data_of(page: str) -> dict[str, Any]:
    """What is packed in a page."""
    found = re.search(r'<script id="data" type="text/plain">([^<]*)</script>', page)
    assert found
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return data


def pictures(data: dict[str, Any], layer: dict[str, Any]) -> Iterator[str]:
    """The pictures of a layer, put together as the page does."""
    before: list[int] = []
    for steps in layer["pictures"]:
        ids: list[int] = []
        rest = iter(steps)
        for step in rest:
            if step >= 0:
                ids.append(step)
            else:
                start = -1 - step
                ids += before[start : start + next(rest)]
        before = ids
        yield "\n".join(data["lines"][number] for number in ids)


def test_the_page_holds_every_position_as_everyone_saw_it(record: farnorth.Record) -> None:
    data = data_of(viewer.html(record))
    assert [layer["seat"] for layer in data["layers"]] == [None, *range(len(record.bots))]
    states = list(record.replay())
    for layer in data["layers"]:
        shown = list(pictures(data, layer))
        assert len(shown) == len(states) == len(layer["events"]) + 1
        for ply in range(0, len(states), 17):
            last = None
            if ply > 0:
                last = record.moves[ply - 1]
                if layer["seat"] is not None:
                    last = states[ply - 1].shown(last, layer["seat"])
            assert shown[ply] == render.svg(
                states[ply], layer["seat"], names=record.bots, last=last
            )
    assert data["layers"][0]["scores"] == [state.scores() for state in states]
    assert [event[1] for event in data["layers"][0]["events"]] == record.moves


def test_a_seats_page_holds_nothing_else(record: farnorth.Record) -> None:
    for seat in range(len(record.bots)):
        page = viewer.html(record, seat)
        data = data_of(page)
        states = list(record.replay())
        (layer,) = data["layers"]
        moves = [s.shown(m, seat) for s, m in zip(states, record.moves, strict=False)]
        assert [event[1] for event in layer["events"]] == moves
        allowed: set[str] = set()
        for ply, state in enumerate(states):
            last = moves[ply - 1] if ply else None
            picture = render.svg(state.view(seat), names=record.bots, last=last)
            allowed |= set(picture.split("\n"))
        assert set(data["lines"]) <= allowed
        assert "seed" not in data["head"]["facts"]
        for scores in layer["scores"]:
            assert scores is None or render.renderer(record.game).OPEN_SCORES


def test_pages_of_a_seat_are_equal_if_it_saw_the_same(game: farnorth.Game) -> None:
    """Whatever is hidden to the end leaves no trace: not the seed, nor another's cards, nor its thoughts."""
    from test_explain import choices, other_world
    from test_records import resealed

    record = farnorth.play(game, ["random"] * game.players, seed=4)
    for ply in choices(record)[5:]:
        other = other_world(record, ply)
        if other is not None:
            break
    else:
        pytest.fail("no chance move is hidden in the whole game")
    seat = record.at(ply).actor
    pages = [
        viewer.html(farnorth.Record(resealed(record, moves=moves, result=None, seed=seed)), seat)
        for moves, seed in ((record.moves[:ply], "1"), (other, "2"))
    ]
    assert pages[0] == pages[1]


def test_public_scores_are_public(game: farnorth.Game) -> None:
    """Where a renderer says that points are public, every view tells the true ones."""
    if not render.renderer(game.name).OPEN_SCORES:
        pytest.skip("points are not public")
    for seed in range(2):
        for state in list(farnorth.play(game, ["random"] * game.players, seed).replay())[::5]:
            for seat in range(game.players):
                assert render.scores(state.view(seat)) == state.scores()


def test_the_page_needs_nothing_from_outside(record: farnorth.Record) -> None:
    page = viewer.html(record, 0)
    shell = page.replace(base64.b64encode(b"").decode(), "")
    assert not re.search(r"""(src|href)\s*=\s*["'](?!#)""", shell)
    assert "http" not in re.sub(r'http-equiv="[^"]*"', "", shell.split('<script id="data"')[0])
    for line in data_of(page)["lines"]:
        assert "http" not in line.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert len(page) < 1_000_000


def test_names_are_escaped() -> None:
    game = farnorth.load("borealis")
    record = farnorth.play(game, ["greedy", "random"], seed=1)
    from test_records import resealed

    evil = '</script><script>alert("x")</script>'
    page = viewer.html(farnorth.Record(resealed(record, bots=[evil, "random"])))
    assert evil not in page
    assert "<script>alert" not in "".join(data_of(page)["lines"])


@pytest.mark.parametrize(
    ("before", "after"),
    [([], []), ([], [1, 2]), ([1, 2], []), ([1, 2, 3], [1, 2, 3]), ([1, 2, 3, 4], [1, 9, 3, 4]),
     ([1, 1, 2], [1, 1, 1, 2]), ([0, 0], [0, 0, 0]), ([5, 6], [6, 5, 6])],
)  # fmt: skip
def test_changes(before: list[int], after: list[int]) -> None:
    data = {"lines": [str(i) for i in range(10)]}
    layer = {"pictures": [changes([], before), changes(before, after)]}
    assert list(pictures(data, layer)) == ["\n".join(map(str, each)) for each in (before, after)]


def test_a_page_that_would_be_too_large_is_refused(
    record: farnorth.Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewer, "LIMIT", 20_000)
    with pytest.raises(viewer.TooLarge, match=r"the page would take 0\.\d MB"):
        viewer.html(record)


def test_a_record_draws_itself_in_a_notebook(record: farnorth.Record) -> None:
    fragment = record._repr_html_()
    assert fragment.startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;')
    assert fragment.count("<") == 2 and "allow" not in fragment.split(">")[0].split('"')[-1]


# ---- The command ---------------------------------------------------------------------------------


def test_view_writes_a_page(
    cli: Callable[..., Result], file: Path, record: farnorth.Record, tmp_path: Path
) -> None:
    path = tmp_path / "replay.html"
    path.write_text("old")
    result = cli("view", str(file), "-o", str(path), "--seat", "1")
    assert result.exit_code == 0, result.output
    assert result.stdout == "" and "open it in a browser" in result.stderr
    assert path.read_text() == viewer.html(record, 1)
    assert cli("view", str(file), "--seat", "1", "-o", "-").stdout == path.read_text()
    assert [each.name for each in tmp_path.iterdir()].count("replay.html") == 1


# ---- In a browser --------------------------------------------------------------------------------


def browsed(page: str, path: Path, address: str = "", script: str = "") -> tuple[str, str]:
    """The document after its scripts ran, and what the console said. `script` runs once the replay stands."""
    assert BROWSER
    if script:
        waits = f"const wait = setInterval(() => {{ if (window.replay) {{ clearInterval(wait); {script} }} }}, 20);"
        page = page.replace("</body>", f"<script>{waits}</script></body>")
    path.write_text(page)
    done = subprocess.run(
        [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000",
         "--enable-logging=stderr", f"--user-data-dir={path.parent}/profile", "--dump-dom",
         f"file://{path}{address}"],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return done.stdout, "\n".join(console)


def position(document: str) -> str:
    found = re.search(r'<p id="now"[^>]*><b>(\d+ / \d+)</b>', document)
    assert found, document[-3000:]
    return found[1]


@pytest.mark.skipif(BROWSER is None, reason="no browser")
@pytest.mark.parametrize("seat", [None, 0])
def test_a_browser_shows_it(record: farnorth.Record, tmp_path: Path, seat: int | None) -> None:
    page = viewer.html(record, seat)
    end = len(record.moves)
    press = "".join(
        f'dispatchEvent(new KeyboardEvent("keydown", {{key: "{key}"}}));'
        for key in ("End", "ArrowLeft", "ArrowLeft", "ArrowRight", "a")
    )
    document, console = browsed(page, tmp_path / "replay.html", "#ply=12", "")
    assert position(document) == f"12 / {end}" and console == ""
    assert document.count("<svg") >= 1 and f'data-ply="{end}"' in document
    document, console = browsed(page, tmp_path / "replay.html", "#ply=12", press)
    assert position(document) == f"{end - 1} / {end}" and console == ""
    script = 'dispatchEvent(new KeyboardEvent("keydown", {key: "Home"})); location.hash = "#ply=5";'
    document, console = browsed(page, tmp_path / "replay.html", "", script)
    assert position(document) == f"5 / {end}" and console == ""


@pytest.mark.skipif(BROWSER is None, reason="no browser")
def test_a_browser_shows_it_inside_a_notebook(record: farnorth.Record, tmp_path: Path) -> None:
    """In a frame without an address of its own."""
    fragment = viewer.frame(
        viewer.html(record, 0).replace(
            "window.replay = new Replay(data);",
            "window.replay = new Replay(data); parent.document.title = document.getElementById('now').textContent;",
        )
    )
    document, console = browsed(f"<html><body>{fragment}</body></html>", tmp_path / "book.html")
    assert re.search(rf"<title>0 / {len(record.moves)}", document) and console == ""
