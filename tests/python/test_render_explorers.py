"""Explorers as text and as pictures: what they show, that they leak nothing, and how they look.

Looks are kept in tests/data/snapshots: see `snapshots`.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import farnorth
import pytest
from farnorth import render
from farnorth.bots import NativeBot
from farnorth.protocols import State
from farnorth.records import read_records
from farnorth.render.explorers import component_pictures
from farnorth.render.explorers.geometry import outline
from farnorth.render.explorers.position import beyond, read
from snapshots import check_snapshot
from support import ROOT

RULES = Path(__file__).parents[2] / "cpp" / "farnorth" / "games" / "explorers" / "RULES.md"
SVG = "{http://www.w3.org/2000/svg}"


def played(players: int, seed: int, moves: int, **options: object) -> State:
    """A position that depends on no bot, in which much happens: walks and sails before anything else."""
    state = farnorth.load("explorers", players=players, **options).new_state(seed=seed)
    rng = random.Random(seed)
    for _ in range(moves):
        if state.is_over:
            break
        legal = [move.text for move in state.legal_moves]
        eager = [text for text in legal if text.startswith(("outpost", "walk", "sail", "load"))]
        wanted = eager if eager and rng.random() < 0.8 else legal
        state.apply(wanted[rng.randrange(len(wanted))])
    return state


def positions() -> dict[str, State]:
    """The positions of the snapshots, chosen to show every part of the table."""
    return {
        "explorers-1p": played(1, 4, 60),
        "explorers-2p-captain": played(2, 7, 0),
        "explorers-2p-lay": played(2, 7, 3),
        "explorers-2p-middle": played(2, 8, 160),
        "explorers-3p-board-d": played(3, 9, 200, board="D"),
        "explorers-4p-over": played(4, 5, 3000),
    }


# ---- Snapshots -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(positions()))
@pytest.mark.parametrize("width", [80, 120])
def test_text_snapshot(name: str, width: int) -> None:
    state = positions()[name]
    view = state.view(state.actor or 0)
    names = ["you", *["greedy"] * (state.game.players - 1)]
    moves = render.renderer("explorers").move_words(view)
    text = render.text(view, width, names=names) + "\n" + "".join(f"\n- {each}" for each in moves)
    check_snapshot(f"{name}-{width}.txt", text.rstrip() + "\n")


@pytest.mark.parametrize("name", sorted(positions()))
def test_svg_snapshot(name: str) -> None:
    state = positions()[name]
    check_snapshot(f"{name}.svg", render.svg(state.view(state.actor or 0)) + "\n")


# ---- What is shown -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 4])
def test_no_line_is_too_long(players: int) -> None:
    names = ["a name that is far too long for the columns of a table " * 2] * players
    for moves in (0, 3, 90, 2000):
        state = played(players, moves, moves)
        for position in (state, state.view(0)):
            for width in (80, 119, 120):
                lines = render.text(position, width, names=names).split("\n")
                assert max(map(len, lines)) <= width
                assert not any(line != line.rstrip() for line in lines)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_view_shows_the_same_in_every_world(players: int) -> None:
    drawn = render.renderer("explorers")
    for moves in (1, 3, 30, 160):
        state = played(players, moves, moves)
        for seat in range(players):
            view = state.view(seat)
            words = drawn.move_words(view)
            for seed in (1, 2):
                world = view.determinize(seed)
                same = world.view(seat)
                assert render.text(same) == render.text(view) == render.text(world, seat=seat)
                assert render.svg(same) == render.svg(view) == render.svg(world, seat=seat)
                assert render.html(same) == render.html(view)
                assert drawn.move_words(same) == words
                assert drawn.card_lines(same) == drawn.card_lines(view)
                assert drawn.help_lines(same) == drawn.help_lines(view)


def test_a_view_names_no_tile_of_another_hand() -> None:
    for moves in (0, 20, 60, 120):
        state = played(2, moves, moves)
        hidden = read(state).clans[1].hand
        shown = render.text(state.view(0), 120) + render.html(state.view(0))
        assert hidden
        for tile in hidden:
            assert not re.search(rf"\b{tile.name}\b", shown)
            assert re.search(rf"\b{tile.name}\b", render.text(state, seat=1))
            assert re.search(rf"\b{tile.name}\b", render.html(state))


def test_islands_score_as_the_engine_says() -> None:
    """Islands are found here a second time, to be shown; the score sheet is the engine's."""
    scored = 0
    for players in (2, 4):
        state = farnorth.load("explorers", players=players).new_state(seed=players)
        bot = NativeBot("greedy:worlds=1")
        bot.start(1)
        for number in range(1, 3000):
            if state.is_over:
                break
            state.apply(bot.choose(state.view(state.actor or 0)).move)
            position = read(state) if number % 40 == 0 or state.is_over else None
            for seat, sheet in enumerate(position.sheets if position else ()):
                assert position is not None
                held = [each for each in position.islands if seat in each.holders]
                assert sheet["islands"] == sum(len(each.cells) for each in held)
                scored += sheet["islands"]
    assert scored > 20


def test_map_shows_every_piece() -> None:
    state = played(2, 8, 160)
    position = read(state)
    text = render.text(state, 400)  # in one strip
    top = text.split("Edges: 0 1 2")[0]
    for cell, tile in position.tiles.items():
        assert f"{cell[0]} {cell[1]}" in top
        if tile.strength:
            assert f"^{tile.strength}" in top
        for vikings in tile.vikings:
            for seat, number in vikings.items():
                assert f"{'BR'[seat]}{number}" in top
    assert top.count("!") == sum(tile.enemy_ship for tile in position.tiles.values())


def test_edges_that_meet_are_of_one_kind() -> None:
    """Turned as they are drawn, neighbours match: so the turning is the engine's."""
    met = 0
    for seed in range(5):
        tiles = read(played(2, seed, 300)).tiles
        for cell, tile in tiles.items():
            for direction in range(6):
                other = tiles.get(beyond(cell, direction))
                if other is not None:
                    mine = tile.print.land_at(direction) is None
                    assert mine == (other.print.land_at((direction + 3) % 6) is None)
                    met += 1
    assert met > 100


def test_every_move_has_words_of_its_own() -> None:
    drawn = render.renderer("explorers")
    kinds = set()
    for seed in range(4):
        state = farnorth.load("explorers", players=1 + seed).new_state(seed=seed)
        rng = random.Random(seed)
        while not state.is_over and len(state.legal_moves) > 0:
            legal = state.legal_moves
            kinds |= {move.text.split()[0] for move in legal}
            if rng.random() < 0.05:
                words = drawn.move_words(state.view(state.actor or 0))
                assert len(set(words)) == len(legal)
                texts = {move.text for move in legal}
                assert not texts & set(words)
            state.apply(legal[rng.randrange(len(legal))])
    expected = {"tile", "lay", "load", "unload", "done", "sail", "from", "walk", "end", "captain"}
    assert expected <= kinds


def test_words_of_moves_tell_where_a_tile_fits() -> None:
    state = played(2, 7, 2)
    words = render.renderer("explorers").move_words(state.view(state.actor or 0))
    for move, told in zip(state.legal_moves, words, strict=True):
        after = state.copy()
        after.apply(move)
        for each in after.legal_moves:
            assert each.text.removeprefix("lay ") in told


def test_every_phase_has_help_with_clauses_of_the_rules() -> None:
    known = set(re.findall(r"N-[A-Z]+-\d+", RULES.read_text(encoding="utf-8")))
    drawn = render.renderer("explorers")
    phases = set()
    rng = random.Random(1)
    state = farnorth.load("explorers").new_state(seed=5)
    for _ in range(150):
        phases.add(read(state).phase)
        lines = drawn.help_lines(state.view(state.actor or 0))
        clauses = set(re.findall(r"N-[A-Z]+-\d+", " ".join(lines)))
        assert len(clauses) > 3
        assert clauses <= known
        state.apply(rng.choice(state.legal_moves))
    assert {"captain", "tile", "cell", "act", "load", "walk"} <= phases


def test_setup_by_chance_can_be_shown() -> None:
    for players in (1, 3):
        state = farnorth.load("explorers", players=players).new_state()
        while not state.is_over:
            render.text(state)
            ElementTree.fromstring(render.svg(state))
            chance = list(state.outcomes())
            if not chance and read(state).phase not in ("captain", "tile", "cell"):
                break
            state.apply(chance[0] if chance else state.legal_moves[0])


# ---- Pictures ------------------------------------------------------------------------------------


def test_pictures_are_xml_and_refer_to_nothing() -> None:
    banned = ("url(", "@import", "<script", "xlink", "href", "<image", "foreignObject", "font-face")
    names = ["<b>&\"'</b>", "]]>\x00\x1b[31m"]
    for moves in (0, 2, 3, 60, 200, 2000):
        state = played(2, 3, moves)
        pictures = [render.svg(state), render.svg(state.view(1), names=names)]
        pictures += [render.svg(state, last=move.text) for move in state.legal_moves]
        pictures += [render.svg(state, last=text) for text in ("<b>\x00", "lay x y", "lay 99 99")]
        for svg in pictures:
            root = ElementTree.fromstring(svg)
            assert root.tag == f"{SVG}svg"
            assert svg.count("http") == 1  # the name space, which nobody fetches
            assert not any(word in svg for word in banned)
            for element in root.iter():
                assert not any(name.startswith("on") for name in element.attrib)


def test_every_look_is_in_the_style_sheet() -> None:
    for moves in (0, 3, 160, 2000):
        root = ElementTree.fromstring(render.svg(played(4, moves, moves), last="end"))
        style = root.findtext(f"{SVG}style") or ""
        for element in root.iter():
            for look in element.attrib.get("class", "fne").split():
                assert f".{look}{{" in style or look == "fne"


def test_nothing_leaves_the_picture() -> None:
    for moves in range(0, 300, 43):
        root = ElementTree.fromstring(render.svg(played(4, moves, moves)))
        width, height = (float(root.attrib[side]) for side in ("width", "height"))
        for element in root.iter():
            if element.tag.endswith("text"):
                assert 0 <= float(element.attrib["x"]) <= width
                assert 0 <= float(element.attrib["y"]) <= height
            for point in element.attrib.get("points", "").split():
                x, y = map(float, point.split(","))
                assert -1 <= x <= width + 1
                assert -1 <= y <= height + 1


def test_the_last_lay_is_marked() -> None:
    state = farnorth.load("explorers", players=2).new_state(seed=3)
    marked = 0
    for _ in range(120):
        move = state.legal_moves[0]
        state.apply(move)
        svg = render.svg(state, last=move.text)
        assert f"last move: {move.text}" in svg
        if move.text.startswith("lay"):
            assert svg.count('class="last"') == 1
            marked += 1
        assert 'class="last"' not in render.svg(state)
    assert marked > 3


def test_lands_end_at_their_edges() -> None:
    whole, coast = outline(range(6), (0.0, 0.0), 10.0)
    assert whole.count("L") == 5
    assert coast == ""
    islet, ring = outline((), (0.0, 0.0), 10.0)
    assert islet == ring
    joined, coasts = outline((0, 3), (0.0, 0.0), 10.0)
    assert joined.count("M") == 1
    assert coasts.count("Q") == 2  # a coast on either side


def test_html_is_well_formed_and_folds() -> None:
    html = render.html(played(3, 5, 60).view(1), names=["<i>", "&", '"'])
    root = ElementTree.fromstring(html)
    assert [each.tag for each in root] == ["details"] * 4
    assert "<i>" not in html


def test_states_draw_themselves() -> None:
    state: Any = played(2, 3, 40)
    assert str(state) == render.text(state)
    assert state._repr_svg_() == render.svg(state)
    assert state._repr_html_() == render.html(state)


def test_components_have_pictures() -> None:
    tables = farnorth.load("explorers").tables_in_use()  # type: ignore[attr-defined]
    pictures = component_pictures(tables)
    assert len(pictures) == 48 + 4
    for name, picture in pictures.items():
        root = ElementTree.fromstring(picture)
        shown = "".join(root.itertext())
        assert name.split("-")[1].removesuffix(".svg") in shown
    lands = {row["tile"]: len(row["lands"]) for row in tables["tiles"]}
    for tile, number in lands.items():
        assert pictures[f"tile-{tile}.svg"].count('class="land"') == number


# ---- The program ---------------------------------------------------------------------------------


def farnorth_says(arguments: list[str], typed: str, home: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", "from farnorth.cli import main; main()", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=240,
        cwd=home,
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(str(Path(each).absolute()) for each in sys.path if each),
            "XDG_STATE_HOME": str(home),
        },
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return done.stdout


def test_a_whole_game_over_a_pipe(tmp_path: Path) -> None:
    luck = random.Random(1)
    typed = "?\nc\n" + "".join(f"{luck.randint(1, 4)}\n" for _ in range(3000))
    arguments = "play explorers --seed 5 --seat human --seat random --save game.jsonl --plain"
    output = farnorth_says(arguments.split(), typed, tmp_path)
    assert "\x1b" not in output
    assert "FINAL SCORES" in output
    assert "blue, 1-2 or ? for help> ?" in output
    assert "Keep one of your two captains" in output
    assert "not seen by you (stack 42, other hands 3): 45 tiles" in output
    (record,) = read_records(tmp_path / "game.jsonl")
    record.verify()
    totals = re.search(r"^total +(-?\d+) +(-?\d+)$", output, re.MULTILINE)
    assert totals
    assert [int(each) for each in totals.groups()] == record.scores


def test_watching_tells_what_happens(tmp_path: Path) -> None:
    output = farnorth_says(["watch", "explorers", "--bots", "random", "--seed", "3"], "", tmp_path)
    for told in ("lays it at", "sails", "draws t", "begins", "walk"):
        assert told in output


def test_data_draws_tiles(tmp_path: Path) -> None:
    farnorth_says(["data", "explorers", "--svg", "tiles"], "", tmp_path)
    assert len(list((tmp_path / "tiles").glob("tile-*.svg"))) == 48
    assert len(list((tmp_path / "tiles").glob("board-*.svg"))) == 4


def test_data_draws_tiles_of_the_user(tmp_path: Path) -> None:
    tiles = json.loads((ROOT / "tests" / "data" / "explorers.json").read_text(encoding="utf-8"))
    tiles["tiles"][0]["id"] = "mine"
    tiles["name"] = "ours"
    (tmp_path / "ours.json").write_text(json.dumps(tiles), encoding="utf-8")
    farnorth_says(["data", "explorers", "--svg", "tiles", "--opt", "tiles=ours.json"], "", tmp_path)
    assert (tmp_path / "tiles" / "tile-mine.svg").exists()
    assert not (tmp_path / "tiles" / "tile-t01.svg").exists()
