"""Arctic Scavengers as text and as pictures: what they show, that they leak nothing, and how they look.

Looks are kept in tests/data/snapshots: see `snapshots`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import farnorth
import pytest
from farnorth import _core, render
from farnorth.casual import CasualGame
from farnorth.errors import BadData
from farnorth.protocols import State, View
from farnorth.render.scavengers import help as help_module
from farnorth.render.scavengers import wording
from farnorth.render.scavengers.position import Position, read
from farnorth.telling import log_lines
from snapshots import check_snapshot

ROOT = Path(__file__).parents[2]
DRAWN = render.renderer("scavengers")
WINDOWS = ("respond", "save")


def data_of(state: State) -> dict[str, Any]:
    seen: dict[str, Any] = json.loads(state.to_json())["state"]
    return seen


def phase_of(state: State) -> str:
    return str(data_of(state)["phase"])


def wanted(legal: list[str], number: int) -> str:
    """A move that depends on no bot: specials are hired and used, turns are not ended too soon."""
    for kinds in (
        ("hire sniper", "hire sabo", "hire medic", "hire engineer", "build", "keep bunker"),
        ("snipe", "disarm", "save", "wound", "disable", "fanatic", "store", "repair", "heal"),
    ):
        liked = [text for text in legal if text.startswith(kinds)]
        if liked and number % 3:
            return liked[(number * 7) % len(liked)]
    rest = [text for text in legal if text not in ("trash", "end")] or legal
    if number % 5 == 0:
        rest = legal
    return rest[(number * 7) % len(rest)]


def game_states(players: int, seed: int, **options: object) -> Iterator[State]:
    """The states of a game in which somebody acts, each until the next is asked for; the last is over."""
    state = farnorth.load("scavengers", players=players, **options).new_state(seed=seed)
    number = seed
    while not state.is_over:
        yield state
        state.apply(wanted([move.text for move in state.legal_moves], number))
        number += 1
    yield state


def find(
    players: int, is_it: Callable[[State], bool], seeds: range = range(60), **options: object
) -> State:
    """The first position of such games that is like that."""
    for seed in seeds:
        for state in game_states(players, seed, **options):
            if is_it(state):
                return state.copy()
    raise AssertionError("no such position")


def in_phase(phase: str, moves: int = 2, first_round: int = 0) -> Callable[[State], bool]:
    def is_it(state: State) -> bool:
        seen = data_of(state)
        return (
            seen["phase"] == phase
            and seen["round"] >= first_round
            and len(state.legal_moves) >= moves
        )

    return is_it


@cache
def positions() -> dict[str, State]:
    """The positions of the snapshots, chosen to show every part of the table."""
    return {
        "scavengers-2p-start": next(game_states(2, 7)).copy(),
        "scavengers-3p-gather": find(3, in_phase("gather", 6, 6)),
        "scavengers-3p-pick": find(3, in_phase("pick", 3, 4)),
        "scavengers-3p-keep": find(3, in_phase("keep", 3)),
        "scavengers-3p-respond": find(3, in_phase("respond", 3)),
        "scavengers-4p-skirmish": find(4, in_phase("skirmish", 4)),
        "scavengers-2p-skirmish": find(2, in_phase("skirmish", 3)),
        "scavengers-3p-hq": find(3, in_phase("gather", 8, 9), modules="4"),
        "scavengers-3p-hq-save": find(3, in_phase("save"), modules="4"),
        "scavengers-2p-over": find(2, lambda state: state.is_over),
    }


NAMES = [
    f"scavengers-{name}"
    for name in (
        "2p-start", "3p-gather", "3p-pick", "3p-keep", "3p-respond", "4p-skirmish", "2p-skirmish", "3p-hq",
        "3p-hq-save", "2p-over",
    )
]  # fmt: skip


@cache
def samples() -> list[State]:
    """Positions all over the game, with and without HQ, windows and skirmishes among them."""
    found = []
    for players, modules in ((2, "none"), (3, "none"), (5, "none"), (3, "4"), (4, "4")):
        for seed in range(4 if modules == "4" else 1):
            states = game_states(players, seed, modules=modules)
            for number, state in enumerate(states):
                special = phase_of(state) in (*WINDOWS, "skirmish", "keep_plan", "keep_drawn")
                if number % 23 == 0 or special or state.is_over:
                    found.append(state.copy())
    return found


# ---- Snapshots -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [80, 120])
def test_text_snapshot(name: str, width: int) -> None:
    state = positions()[name]
    view = state.view(state.actor or 0)
    names = ["you", *["greedy"] * (state.game.players - 1)]
    text = render.text(view, width, names=names) + "\n"
    text += "".join(f"\n- {each}" for each in DRAWN.move_words(view))
    check_snapshot(f"{name}-{width}.txt", text.rstrip() + "\n")


@pytest.mark.parametrize("name", NAMES)
def test_svg_snapshot(name: str) -> None:
    state = positions()[name]
    check_snapshot(f"{name}.svg", render.svg(state.view(state.actor or 0)) + "\n")


# ---- Widths --------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [80, 100, 119, 120, 200])
def test_no_line_is_too_long(width: int) -> None:
    for state in samples()[::5]:
        long = ["a name that is far too long for the columns of a table " * 2] * state.game.players
        for position in (state, state.view(0)):
            for given in (None, long):
                lines = render.text(position, width, names=given).split("\n")
                assert max(map(len, lines)) <= width
                assert not any(line != line.rstrip() for line in lines)


# ---- Knowledge -----------------------------------------------------------------------------------


def everything(view: View) -> list[object]:
    return [
        render.text(view), render.text(view, 120), render.svg(view), render.html(view), DRAWN.move_words(view),
        DRAWN.card_lines(view), DRAWN.help_lines(view),
    ]  # fmt: skip


def test_a_view_shows_the_same_in_every_world() -> None:
    compared = 0
    for state in samples()[::3]:
        for seat in range(state.game.players):
            if phase_of(state) in WINDOWS and seat != state.actor:
                continue  # a world of such a view is another moment: see the next test
            view = state.view(seat)
            shown = everything(view)
            for seed in range(2):
                assert everything(view.determinize(seed).view(seat)) == shown
                compared += 1
    assert compared > 200


def test_nobody_is_told_who_else_is_asked() -> None:
    windows = 0
    for state in samples():
        if phase_of(state) != "respond":
            continue
        for seat in range(state.game.players):
            text = render.text(state.view(seat))
            assert ("acts now" in text) == (seat == state.actor)
            assert ("others may answer" in text) == (seat != state.actor)
        windows += 1
    assert windows > 10


def test_a_view_names_no_hidden_card() -> None:
    """A contested card that only its winner knows is nowhere in the others' pictures."""
    hidden = 0
    for state in samples():
        seen = data_of(state)
        if seen["top"] in ("none", "grenade") or phase_of(state) == "over":
            continue
        for seat in range(state.game.players):
            told = render.text(state.view(seat))
            line = told[told.index("STACK") : told.index("YARD")]
            knows = seat == seen["initiator"]
            assert (seen["top"].replace("_", " ") in line) == knows
            hidden += not knows
    assert hidden > 50


def test_a_state_shows_every_hand() -> None:
    for state in samples()[::9]:
        html = render.html(state)
        for seat, hand in enumerate(data_of(state)["hand"]):
            told = html[html.index(f"<th scope='row'>seat {seat}") :].split("</tr>")[0]
            assert all(name.replace("_", " ") in told for name in hand)


def test_the_people_told_of_others_are_sure() -> None:
    exact = 0
    for state in samples():
        truth = read(state)
        for seat in range(state.game.players):
            for each in read(state.view(seat)).seats:
                real = truth.seats[each.seat].people
                assert each.people <= real
                assert each.unknown >= 0
                if not each.unknown and not each.missing:
                    assert each.people == real
                    exact += 1
    assert exact > 100


def test_people_are_the_points_of_the_engine() -> None:
    for state in samples():
        for seat, each in enumerate(read(state).seats):
            sheet = state.score_sheet(seat)
            assert each.people == sheet["mercenaries"] + sheet["contested"]  # type: ignore[operator]


# ---- Values that the engine tells of cards --------------------------------------------------------


def test_values_of_cards_as_in_the_worked_examples() -> None:
    tells = _core.ScavengersGame
    assert tells.total(["brawler", "shovel"], "dig") == 3  # G1
    assert tells.total(["refugee", "shovel"], "dig", "excavator") == 2  # H4
    assert tells.total(["refugee", "scavenger"], "hunt", "peacemaker", helped=True) == 3
    assert tells.total(["refugee", "scavenger"], "hunt", "none", helped=True) == 1
    assert tells.fight_value(["brawler", "grenade", "scavenger", "spear"]) == 8  # G11
    assert tells.fight_value(["saboteur", "saboteur", "net"], ["saboteur"]) == 2  # G42
    assert tells.fight_value(["refugee", "refugee", "grenade", "spear"], [], "gangster") == 5  # H5
    assert tells.force_people(["refugee", "refugee"], "gangster") == 4  # H5
    assert tells.force_people(["family_5", "spear"]) == 5


def test_winners_as_in_the_worked_examples() -> None:
    def winner(*forces: str) -> int | None:
        return _core.ScavengersGame.skirmish_winner(
            [(force.split(), [], "none") for force in forces]
        )

    assert winner("scavenger spear", "brawler multitool refugee", "") == 1  # G36
    assert winner("scavenger spear", "brawler multitool", "family_5 family_5") is None  # G37
    assert winner("refugee refugee", "refugee", "") == 0  # G38
    assert winner("", "", "") is None
    assert winner("thugs spear", "brawler brawler") is None  # G39
    assert winner("thugs grenade", "brawler brawler") == 0


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda tells: tells.total(["castle"], "dig"), "no card 'castle'"),
        (lambda tells: tells.total(["brawler"], "sing"), "no ability 'sing'"),
        (lambda tells: tells.total(["brawler"], "dig", "boss"), "no leader 'boss'"),
        (lambda tells: tells.total(["brawler"], "dig", "mentor", True), "without a refugee"),
        (lambda tells: tells.total(["grenade"] * 3, "fight"), "only 2 copies of grenade"),
        (lambda tells: tells.fight_value(["spear"], ["spear"]), "spear is not there"),
        (lambda tells: tells.fight_value(["spear"], ["medic"]), "medic is not there"),
        (lambda tells: tells.skirmish_winner([]), "2 to 5 forces"),
        (lambda tells: tells.skirmish_winner([([], [], "none")] * 6), "1 to 5 forces, not 6"),
    ],
)
def test_wrong_cards_are_told(call: Callable[[Any], object], told: str) -> None:
    with pytest.raises(BadData, match=told):
        call(_core.ScavengersGame)


# ---- Values, compared with the engine's -----------------------------------------------------------


@pytest.mark.parametrize("modules", ["none", "4"])
def test_S_ACT_3_totals_are_those_of_the_engine(modules: str) -> None:  # noqa: N802
    compared = {"dig": 0, "draw": 0, "hunt": 0, "build": 0}
    for seed in range(14):
        options = {"modules": modules, "gather_interrupts": False}
        state = farnorth.load("scavengers", players=3, **options).new_state(play_chance=False)
        number = seed
        while not state.is_over:
            if state.actor == farnorth.CHANCE:
                outcomes = list(state.outcomes())
                state.apply(outcomes[(number * 5) % len(outcomes)])
            else:
                before = read(state)
                text = wanted([move.text for move in state.legal_moves], number)
                state.apply(text)
                if text == "commit" and before.action != "trash":
                    check_total(before, read(state))
                    compared[before.action] += 1
            number += 1
    for action, times in compared.items():
        assert times > 5 or (action == "build" and modules == "none"), compared


def check_total(before: Position, after: Position) -> None:
    action, told = before.action, before.field_total
    if action == "hunt":
        assert after.food - before.food == told  # a butcher may have brought some before
    elif action == "draw":
        assert told == after.due or after.phase != "deal_action"
    else:
        looked = after.looked if action == "dig" else after.plans_looked
        assert after.due + len(looked) == told or after.phase in ("keep", "keep_plan")


CONTESTED = {"sled_team", "field_crew", "family_3", "family_4", "family_5", "wolf_pack", "grenade"}


def contested_owned(state: State) -> list[int]:
    seen = data_of(state)
    zones = [seen["deck"], seen["hand"], seen["discard"]]
    counts = []
    for seat in range(state.game.players):
        owned = [name for zone in zones for name in zone[seat]]
        owned += seen["used"] if seat == seen["gatherer"] else []
        owned += [each["card"] for each in seen["hq"]["stored"] if each["owner"] == seat]
        counts.append(sum(name in CONTESTED for name in owned))
    return counts


def ends_a_skirmish(before: State, after: State) -> bool:
    return after.is_over or data_of(after)["round"] > data_of(before)["round"]


def skirmish_moves(players: int, modules: str, seeds: int) -> Iterator[tuple[State, str, State]]:
    """Every move made in a skirmish, and the last announcement if nobody can act in it: the position, the text of
    the move, the position after it.
    """
    for seed in range(seeds):
        state = farnorth.load("scavengers", players=players, modules=modules).new_state(seed=seed)
        number = seed
        while not state.is_over:
            text = wanted([move.text for move in state.legal_moves], number)
            number += 1
            if phase_of(state) != "skirmish" and text != "end":
                state.apply(text)
                continue
            before = state.copy()
            state.apply(text)
            if data_of(before)["round"] >= 3 and (text != "end" or ends_a_skirmish(before, state)):
                yield before, text, state


def check_skirmish_move(before: State, text: str, after: State) -> str:
    """Compares what is told before a move with what the engine makes of it. Returns what became of the skirmish."""
    told = wording.after_attack(read(before), text)
    now = read(after)
    if now.phase == "save":
        return "save"
    if now.phase == "skirmish":  # it goes on: the forces are there to be compared
        assert told.strengths == now.strengths
        return "on"
    winner = told.leading
    pairs = zip(contested_owned(before), contested_owned(after), strict=True)
    gains = [later - earlier for earlier, later in pairs]
    assert gains == [int(seat == winner) for seat in range(before.game.players)]
    return "deadlock" if winner is None else "won"


@pytest.mark.parametrize(("players", "modules"), [(2, "none"), (3, "none"), (4, "4")])
def test_S_SKIR_7_who_leads_at_the_end_wins(players: int, modules: str) -> None:  # noqa: N802
    results = [check_skirmish_move(*each) for each in skirmish_moves(players, modules, 8)]
    assert results.count("won") > 30
    assert results.count("deadlock") > 3


def peaceful_skirmishes(players: int, seed: int, modules: str) -> Iterator[State]:
    """Skirmishes of a game in which snipers and saboteurs are kept for them."""
    state = farnorth.load("scavengers", players=players, modules=modules).new_state(seed=seed)
    number = seed
    while not state.is_over:
        legal = [move.text for move in state.legal_moves]
        if phase_of(state) == "skirmish":
            yield state.copy()
        kept = [text for text in legal if text not in ("add saboteur", "power saboteur")] or legal
        state.apply("pass" if "pass" in legal else wanted(kept, number))
        number += 1


def test_S_SKIR_3_attacks_change_what_is_told() -> None:  # noqa: N802
    results = []
    at_start = [positions()["scavengers-4p-skirmish"], positions()["scavengers-2p-skirmish"]]
    for players, modules in ((2, "none"), (3, "none"), (4, "none"), (4, "4")):
        at_start += [
            state for seed in range(12) for state in peaceful_skirmishes(players, seed, modules)
        ]
    for state in at_start:
        for move in state.legal_moves[1:]:
            after = state.copy()
            after.apply(move)
            results.append(check_skirmish_move(state, move.text, after))
    assert results.count("on") > 20
    assert results.count("won") > 20


# ---- Words ---------------------------------------------------------------------------------------


def test_every_move_has_words_of_its_own() -> None:
    kinds = set()
    for state in samples():
        if state.is_over:
            continue
        view = state.view(state.actor or 0)
        words = DRAWN.move_words(view)
        assert len(words) == len(view.legal_moves) == len(set(words))
        assert not any("_" in each or "?" in each or "{" in each for each in words)
        kinds |= {move.text.split()[0] for move in view.legal_moves}
    assert kinds >= {
        "dig",
        "draw",
        "hunt",
        "trash",
        "hire",
        "add",
        "commit",
        "keep",
        "snipe",
        "disarm",
        "pass",
    }
    assert kinds >= {"choose", "power", "fanatic", "wound", "disable", "save", "take"}


def test_attacks_say_what_they_change() -> None:
    state = positions()["scavengers-4p-skirmish"]
    words = DRAWN.move_words(state.view(state.actor or 0))
    assert words[0] == "do nothing more"
    assert all(re.search(r"\(.*(leads|deadlock)\)$", each) for each in words[1:])
    state = positions()["scavengers-3p-respond"]
    words = DRAWN.move_words(state.view(state.actor or 0))
    assert words[0] == "let it pass"
    assert all(re.search(r"\(\w+ \d+ -> \d+(, no effect)?\)$", each) for each in words[1:])


def test_hires_say_what_is_paid() -> None:
    state = farnorth.load("scavengers", players=3).new_state(seed=1)
    data = json.loads(state.to_json())
    for seed in range(80):
        for state in game_states(3, seed):
            for move, words in zip(
                state.legal_moves, DRAWN.move_words(state.view(state.actor or 0)), strict=True
            ):
                if move.text == "hire saboteur":
                    assert words.startswith("hire saboteur: pay 1 food and pills (")
                    assert "disarm" in words
                    return
            if data_of(state)["round"] > 3:
                break
    raise AssertionError(f"nobody can hire a saboteur in {data['game']}")


def test_help_names_clauses_that_exist() -> None:
    rules = (ROOT / "cpp/farnorth/games/scavengers/RULES.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^\| (S-[A-Z0-9]+-\d+) \|", rules, re.MULTILINE))
    source = Path(help_module.__file__ or "").read_text(encoding="utf-8")
    named = set(re.findall(r'"(S-[A-Z0-9]+-\d+)"', source))
    assert len(named) > 30
    assert named <= known


def test_every_phase_has_help() -> None:
    phases = set()
    for state in samples():
        if state.is_over:
            continue
        phases.add(phase_of(state))
        lines = DRAWN.help_lines(state.view(state.actor or 0))
        assert re.search(r"\(S-[A-Z0-9]+-\d+\)$", lines[0])
        assert lines.index("Scoring:") > 0
    assert phases >= {
        "choose",
        "gather",
        "pick",
        "respond",
        "save",
        "keep",
        "keep_plan",
        "skirmish",
    }


def test_the_result_of_a_skirmish_is_told_to_all() -> None:
    table = CasualGame(farnorth.load("scavengers", players=3), ["greedy", "greedy", "random"], "4")
    while table.state.actor is not None:
        table.play_bot()
    rounds = []
    for seat in (None, 0, 1, 2):
        lines = log_lines(table, seat)
        results = re.findall(r"skirmish: .*?: (seat \d wins|deadlock)", "\n".join(lines))
        rounds.append(results)
    assert len(rounds[0]) == 14
    assert rounds[1:] == [rounds[0]] * 3


# ---- Pictures ------------------------------------------------------------------------------------


def every_picture() -> list[str]:
    names = ["<b>&\"'</b>", "]]>\x00\x1b[31m", "x", "y", "z"]
    pictures = []
    for state in samples()[::6]:
        given = names[: state.game.players]
        pictures += [render.svg(state), render.svg(state.view(1), names=given, last="<b>\x00")]
        pictures += [render.svg(state, last=move.text) for move in state.legal_moves[-2:]]
    return pictures


def test_pictures_are_xml_refer_to_nothing_and_stay_inside() -> None:
    banned = ("url(", "@import", "<script", "xlink", "href", "<image", "foreignObject", "font-face")
    for svg in every_picture():
        root = ElementTree.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert svg.count("http") == 1  # the name space, which nobody fetches
        assert not any(word in svg for word in banned)
        assert "prefers-color-scheme:dark" in svg
        width, height = (float(root.attrib[side]) for side in ("width", "height"))
        for element in root.iter():
            if element.tag.endswith(("rect", "text")):
                x, y = float(element.attrib["x"]), float(element.attrib["y"])
                assert 0 <= x + float(element.attrib.get("width", 0)) <= width
                assert 0 <= y + float(element.attrib.get("height", 0)) <= height


def test_every_card_has_a_letter_besides_its_colour() -> None:
    letters = {"person": "P", "tool": "T", "medicine": "M", "junk": "J"}
    group = list(ElementTree.fromstring(render.svg(positions()["scavengers-3p-hq"]))[-1])
    told = 0
    for i, element in enumerate(group):
        kind = element.attrib.get("class", "")
        if kind in letters:
            assert group[i + 2].text == letters[kind]
            told += 1
    assert told >= 10


def test_html_is_well_formed_and_states_draw_themselves() -> None:
    state = positions()["scavengers-3p-hq"]
    root = ElementTree.fromstring(render.html(state.view(1), names=["<i>", "&", '"']))
    assert [each.tag for each in root] == ["details"] * 3
    assert str(state) == render.text(state)
    assert state._repr_svg_() == render.svg(state)  # type: ignore[attr-defined]
    assert state._repr_html_() == render.html(state)  # type: ignore[attr-defined]


def test_setup_by_chance_can_be_shown() -> None:
    state = farnorth.load("scavengers", players=3, modules="3").new_state(play_chance=False)
    shown = set()
    for _ in range(40):
        shown.add(render.text(state))
        ElementTree.fromstring(render.svg(state))
        chance = state.actor == farnorth.CHANCE
        state.apply(next(iter(state.outcomes())) if chance else state.legal_moves[0])
    assert len(shown) > 20


# ---- At the terminal -----------------------------------------------------------------------------


def test_a_whole_game_over_a_pipe(tmp_path: Path) -> None:
    done = subprocess.run(
        [
            sys.executable, "-c", "from farnorth.cli import main; main()",
            *["play", "scavengers", "--plain", "--seed", "3", "--seat", "human", "--seat", "random", "--save", "g.jsonl"],
        ],
        input="?\nc\nl\n" + "1\n2\n3\n" * 700,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(str(Path(p).absolute()) for p in sys.path if p)},
        check=False,
    )  # fmt: skip
    output = done.stdout
    assert done.returncode == 0, output[-2000:] + done.stderr
    assert "Traceback" not in output + done.stderr
    assert "FINAL SCORES" in output
    assert "(S-GATHER-2)" in output
    assert re.search(r"^\* seat \d .*skirmish: ", output, re.MULTILINE)
    assert max(map(len, output.split("\n"))) <= 80
