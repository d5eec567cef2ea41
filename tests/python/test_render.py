"""Boards as text and as pictures: what they show, that they leak nothing, and how they look.

Looks are kept in tests/data/snapshots: see `snapshots`.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from xml.etree import ElementTree

import farnorth
import pytest
from farnorth import render
from farnorth.protocols import State, View
from farnorth.render import draw, fallback
from snapshots import check_snapshot


def played(players: int, seed: int, moves: int, **options: object) -> State:
    """A position that depends on no bot: cards are played where they can be, and never is the pool refreshed."""
    state = farnorth.load("borealis", players=players, **options).new_state(seed=seed)
    for number in range(moves):
        if state.is_over:
            break
        legal = [move.text for move in state.legal_moves]
        observing = [text for text in legal if text.startswith("observe")]
        wanted = observing or [text for text in legal if text not in ("refresh", "done")] or legal
        state.apply(wanted[(number * 7) % len(wanted)])
    return state


def positions() -> dict[str, State]:
    """The positions of the snapshots, chosen to show every part of the board."""
    return {
        "borealis-2p-start": played(2, 7, 0),
        "borealis-2p-middle": played(2, 7, 55),
        "borealis-3p-side-ii": played(3, 8, 70, side="II"),
        "borealis-4p-late": played(4, 9, 120),
        "borealis-2p-over": played(2, 7, 2000),
    }


# ---- Snapshots -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(positions()))
@pytest.mark.parametrize("width", [80, 120])
def test_text_snapshot(name: str, width: int) -> None:
    state = positions()[name]
    view = state.view(state.actor or 0)
    names = ["you", *["greedy"] * (state.game.players - 1)]
    moves = render.renderer("borealis").move_words(view)
    text = render.text(view, width, names=names) + "\n" + "".join(f"\n- {each}" for each in moves)
    check_snapshot(f"{name}-{width}.txt", text.rstrip() + "\n")


@pytest.mark.parametrize("name", sorted(positions()))
def test_svg_snapshot(name: str) -> None:
    state = positions()[name]
    check_snapshot(f"{name}.svg", render.svg(state.view(state.actor or 0)) + "\n")


# ---- Widths --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [80, 100, 119, 120, 200])
def test_no_line_is_too_long(players: int, width: int) -> None:
    names = ["a name that is far too long for the columns of a table " * 2] * players
    for moves in range(0, 200, 9):
        state = played(players, moves, moves, side="II" if moves % 2 else "I")
        for position in (state, state.view(0)):
            for given in (None, names):
                lines = render.text(position, width, names=given).split("\n")
                assert max(map(len, lines)) <= width
                assert not any(line != line.rstrip() for line in lines)


# ---- Knowledge -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_a_view_shows_the_same_in_every_world(players: int) -> None:
    drawn = render.renderer("borealis")
    for moves in (0, 3, 30, 90, 160, 240):
        state = played(players, moves, moves)
        for seat in range(players):
            view = state.view(seat)
            words = drawn.move_words(view)
            for seed in range(3):
                world = view.determinize(seed)
                same = world.view(seat)
                assert render.text(same) == render.text(view) == render.text(world, seat=seat)
                assert render.svg(same) == render.svg(view) == render.svg(world, seat=seat)
                assert render.html(same) == render.html(view)
                assert drawn.move_words(same) == words


def card_text(name: str) -> str:
    species, vehicle, movers = name.split("-")
    return f"{species} {vehicle} <{movers[0]} {movers[1]}>"


def test_a_view_names_no_hidden_card_of_another_hand() -> None:
    hidden_cards = 0
    for moves in range(0, 120, 7):
        state = played(2, moves, moves)
        seen = json.loads(state.view(0).to_json())
        hidden = set(json.loads(state.to_json())["state"]["hand"][1])
        hidden -= set(seen["others"][1]["open"])
        hidden -= {card for deck in seen["unseen"][1:] for card in deck}  # known by counting
        html = render.html(state.view(0)).replace("&lt;", "<").replace("&gt;", ">")
        told = html[html.index("<th scope='row'>p2") :].split("</tr>")[0]
        assert not any(card_text(name) in told for name in hidden)
        hidden_cards += len(hidden)
    assert hidden_cards > 20


def test_a_state_shows_every_hand() -> None:
    state = played(3, 5, 60)
    html = render.html(state).replace("&lt;", "<").replace("&gt;", ">")
    for hand in json.loads(state.to_json())["state"]["hand"]:
        assert all(card_text(name) in html for name in hand)


def test_a_view_of_another_seat_is_refused() -> None:
    view = played(2, 1, 0).view(0)
    assert render.text(view, seat=0) == render.text(view)
    with pytest.raises(ValueError, match="seat 0 does not show what seat 1"):
        render.text(view, seat=1)


# ---- What is shown -------------------------------------------------------------------------------


def test_text_has_every_fact_of_the_position() -> None:
    state = played(2, 7, 55)
    tables = state.game.tables()
    data = json.loads(state.to_json())["state"]
    text = " ".join(render.text(state.view(0), 80).split())
    tests = {row["objective"]: row["test"] for row in tables["objectives"]}
    rules = {row["scoring card"]: row["points"] for row in tables["scoring cards"]}
    for objective in data["objective"]:
        assert f"{objective.replace('_', ' ')} {tests[objective][:20]}" in text
    for card in data["scoring"]:
        assert f"{card.replace('_', ' ')} {rules[card][:20]}" in text
    for card in data["pool"] + data["hand"][0]:
        assert card_text(card) in text
    for seat in range(2):
        sheet = state.score_sheet(seat)
        first, second = sheet["cards"]  # type: ignore[misc]
        row = f"p{seat + 1} {sheet['sets']} {sheet['tracks']} {sheet['stars']} {first}+{second}"
        assert f"{row} {sheet['tokens']} {sheet['total']}" in text
        for pile in data["board"][seat]["pile"]:
            for card in pile:
                species, vehicle, _ = card.split("-")
                assert f"{species} {vehicle}" in text or f"{species}/{vehicle[:3]}" in text


def test_claims_and_closed_objectives_are_told() -> None:
    told = set()
    for seed in range(40):
        state = played(2, seed, 150)
        data = json.loads(state.to_json())["state"]
        for claimants, closed in zip(data["claimed"], data["closed"], strict=True):
            by = " ".join(f"p{seat + 1}" for seat in claimants)
            status = f"closed: {by}" if closed else f"this round: {by}" if by else "open"
            assert status in render.text(state)
            told.add(status.split(":")[0])
    assert {"closed", "open"} <= told


def test_each_legal_move_is_told_with_the_flag_it_moves() -> None:
    drawn = render.renderer("borealis")
    state = played(2, 7, 55)
    moved = 0
    for _ in range(80):
        if state.is_over:
            break
        actor = state.actor or 0
        view = state.view(actor)
        words = drawn.move_words(view)
        assert len(words) == len(view.legal_moves) == len(set(words))
        flags = json.loads(state.to_json())["state"]["board"][actor]["flag"]
        for move, told in zip(view.legal_moves, words, strict=True):
            after = state.copy()
            after.apply(move)
            now = json.loads(after.to_json())["state"]["board"][actor]["flag"]
            assert (now != flags) == ("flag to space" in told)
            moved += now != flags
        state.apply(view.legal_moves[0])
    assert moved > 5


def test_every_phase_has_help_with_clauses_of_the_rules() -> None:
    drawn = render.renderer("borealis")
    phases = set()
    for seed in range(12):
        state = played(2, seed, 0)
        for number in range(150):
            if state.is_over:
                break
            phases.add(json.loads(state.to_json())["state"]["phase"])
            lines = drawn.help_lines(state.view(state.actor or 0))
            assert re.search(r"\(B-[A-Z]+-\d+\)", lines[0])
            state.apply(state.legal_moves[(number * 5 + seed) % len(state.legal_moves)])
    assert phases == {"redraw", "turn", "take", "regroup_discard", "gather"}


def test_setup_by_chance_can_be_shown() -> None:
    state = farnorth.load("borealis", side="II").new_state()
    shown = set()
    while state.actor == farnorth.CHANCE:
        shown.add(render.text(state))
        ElementTree.fromstring(render.svg(state))
        state.apply(next(iter(state.outcomes())))
    assert len(shown) > 10


# ---- Pictures ------------------------------------------------------------------------------------


def every_picture() -> list[str]:
    names = ["<b>&\"'</b>", "]]>\x00\x1b[31m"]
    pictures = []
    for moves in (0, 1, 40, 41, 42, 43, 44, 45, 200, 2000):
        state = played(2, 3, moves)
        pictures += [render.svg(state), render.svg(state.view(1), names=names)]
        pictures += [render.svg(state, last=move.text) for move in state.legal_moves]
        pictures += [render.svg(state, last="<b>\x00"), fallback.svg(state, names, "<take>\x00")]
    return pictures


def test_pictures_are_xml_and_refer_to_nothing() -> None:
    banned = ("url(", "@import", "<script", "xlink", "href", "<image", "foreignObject", "font-face")
    for svg in every_picture():
        root = ElementTree.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert svg.count("http") == 1  # the name space, which nobody fetches
        assert not any(word in svg for word in banned)
        for element in root.iter():
            assert not any(name.startswith("on") for name in element.attrib)


def test_pictures_know_dark_mode_and_have_a_title() -> None:
    svg = render.svg(played(2, 3, 40))
    assert "prefers-color-scheme:dark" in svg
    title = ElementTree.fromstring(svg).find("{http://www.w3.org/2000/svg}title")
    assert title is not None and title.text is not None and title.text.startswith("Borealis: p")


def test_nothing_leaves_the_picture() -> None:
    for moves in range(0, 200, 11):
        root = ElementTree.fromstring(render.svg(played(4, moves, moves)))
        width, height = (float(root.attrib[side]) for side in ("width", "height"))
        for element in root.iter():
            if element.tag.endswith(("rect", "text")):
                x, y = float(element.attrib["x"]), float(element.attrib["y"])
                assert 0 <= x + float(element.attrib.get("width", 0)) <= width
                assert 0 <= y + float(element.attrib.get("height", 0)) <= height


def test_scientists_have_a_shape_and_a_letter() -> None:
    shapes = {"amber": "circle", "pink": "rect", "mint": "polygon"}
    group = ElementTree.fromstring(render.svg(played(2, 3, 40)))[-1]
    pawns = 0
    for element, following in zip(group, list(group)[1:], strict=False):
        colour = element.attrib.get("class", "")
        if colour in shapes and following.attrib.get("class") == "letter":
            assert following.text == colour[0]
            assert element.tag.split("}")[1] == shapes[colour]
            pawns += 1
    assert pawns >= 18 + 8  # nine on each board, two on each card of the pool


def test_the_last_move_is_marked() -> None:
    state = played(2, 7, 40)
    marked = 0
    for _ in range(60):
        if state.is_over:
            break
        move = state.legal_moves[0]
        state.apply(move)
        svg = render.svg(state, last=move.text)
        assert f"last move: {move.text}" in svg
        if move.text.startswith("observe"):
            assert svg.count('class="last"') == 1
            marked += 1
        assert 'class="last"' not in render.svg(state)
    assert marked > 3


def test_html_is_well_formed_and_folds() -> None:
    html = render.html(played(3, 5, 60).view(1), names=["<i>", "&", '"'])
    root = ElementTree.fromstring(html)
    assert [each.tag for each in root] == ["details"] * 3
    assert "<i>" not in html


def test_states_draw_themselves() -> None:
    state = played(2, 3, 40)
    assert str(state) == render.text(state)
    assert state._repr_svg_() == render.svg(state)  # type: ignore[attr-defined]
    assert state._repr_html_() == render.html(state)  # type: ignore[attr-defined]


# ---- Shared parts --------------------------------------------------------------------------------


def test_names_cannot_make_tags_or_move_the_cursor() -> None:
    assert draw.plain("a[red]b\x1b[2J\n") == "a(red)b (2J "
    assert draw.strip(draw.tag("amber", "aa") + " x") == "aa x"
    assert "[" not in render.text(played(2, 1, 20), names=["[/]", "x[bold]"])


def test_a_game_without_a_renderer_is_shown_as_its_json() -> None:
    state = played(2, 3, 40)
    view: View = state.view(0)
    text = fallback.markup(view, 80, ["you", "greedy"])
    assert "pool: " in text
    assert max(map(len, text.split("\n"))) <= 80
    assert fallback.move_words(view) == [move.text for move in view.legal_moves]
    ElementTree.fromstring(fallback.html(state, None, None))
    assert fallback.sheet_rows(state)[-1] == ("total", [str(points) for points in state.scores()])


def test_importing_farnorth_imports_no_renderer() -> None:
    code = "import sys, farnorth; print([m for m in sys.modules if 'render' in m or m == 'rich'])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"
