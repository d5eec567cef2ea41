"""Positions as JSON: any can be set up, and one that breaks a rule is refused by the rule's name."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import farnorth
import hypothesis
import hypothesis.strategies as st
import pytest
from support import cases, player_state, states

any_case = st.sampled_from(cases())


@hypothesis.given(any_case, st.integers(0, 2**32))
@hypothesis.settings(max_examples=10)
def test_round_trip_over_random_games(case: tuple[str, int], seed: int) -> None:
    game = farnorth.load(case[0], players=case[1])
    for state in states(game, seed):
        text = state.to_json()
        again = game.state_from_json(text)
        assert again == state and again.to_json() == text
        assert again.actor == state.actor and again.scores() == state.scores()


def test_a_position_says_of_what_game_it_is(game: farnorth.Game) -> None:
    position = json.loads(player_state(game).to_json())
    assert position["game"] == game.name
    assert position["rules_version"] == game.rules_version
    assert position["setup"] == game.options


def test_a_position_of_other_options_is_refused(game: farnorth.Game) -> None:
    other = farnorth.load(game.name, players=game.max_players)
    with pytest.raises(
        farnorth.BadData, match="setup: the position is of a game with other options"
    ):
        other.state_from_json(player_state(game).to_json())


Change = Callable[[dict[str, Any]], None]


def put(*path: str | int, value: object) -> Change:
    """Sets what is at the path."""

    def change(position: dict[str, Any]) -> None:
        for key in path[:-1]:
            position = position[key]  # type: ignore[index]
        position[path[-1]] = value  # type: ignore[index]

    return change


ANY_GAME: list[tuple[Change, str]] = [
    (put("game", value="chess"), "game: a position of .* expected, found one of 'chess'"),
    (put("game", value=3), "game: "),
    (put("rules_version", value=999), r"rules_version: \d+ expected, found 999"),
    (put("rules_version", value="1"), "rules_version"),
    (put("setup", "players", value=17), "setup: "),
    (put("setup", value=[]), "setup"),
    (put("state", value=None), "state"),
    (put("state", value=[]), "state"),
    (put("memory", value=7), "memory"),
    (lambda position: position.pop("state"), "state"),
    (lambda position: position.pop("memory"), "memory"),
    (lambda position: position["state"].popitem(), "state"),
    (put("state", "surprise", value=1), "surprise"),
]


@pytest.mark.parametrize(("change", "message"), ANY_GAME)
def test_wrong_fields_are_named(game: farnorth.Game, change: Change, message: str) -> None:
    position = json.loads(player_state(game).to_json())
    change(position)
    with pytest.raises(farnorth.BadData, match=message):
        game.state_from_json(json.dumps(position))


@pytest.mark.parametrize(
    "text", ["", " ", "{", "[]", "null", "3", "{}", "\0", "{}{}", '"game"', "NaN"]
)
def test_texts_that_are_no_position(game: farnorth.Game, text: str) -> None:
    with pytest.raises(farnorth.BadData):
        game.state_from_json(text)


def borealis_position() -> dict[str, Any]:
    """A position at a turn of seat 1, some rounds into a game."""
    game = farnorth.load("borealis")
    position: dict[str, Any] = next(
        found
        for state in states(game, seed=1)
        if (found := json.loads(state.to_json()))["state"]["phase"] == "turn"
        and found["state"]["player"] == 1
        and found["state"]["shuffles"] == 0
        and len(found["state"]["board"][0]["pile"][0]) >= 1
    )
    return position


def board(seat: int, *path: str | int, value: object) -> Change:
    """Sets something on a player's board."""
    return put("state", "board", seat, *path, value=value)


def give_twice(position: dict[str, Any]) -> None:
    """Puts a card of the deck into the discard pile as well."""
    state = position["state"]
    state["discard"] = sorted([*state["discard"], state["deck"][0]], key=str)


def lose_pool_card(position: dict[str, Any]) -> None:
    """Moves a pool card to the discard pile."""
    state = position["state"]
    state["discard"].append(state["pool"].pop())


def lose_hand_card(position: dict[str, Any]) -> None:
    """Moves a hand card to the discard pile."""
    state = position["state"]
    state["discard"].append(state["hand"][0].pop())
    position["memory"]["held"][0].pop()


def unsort_pool(position: dict[str, Any]) -> None:
    """Turns the pool round."""
    position["state"]["pool"].reverse()


BOREALIS: list[tuple[Change, str]] = [
    (board(0, "flag", 0, value=9), "every field is in its range"),
    (board(0, "pattern", value=77), "every field is in its range"),
    (put("state", "scoring", 0, value="none"), "scoring cards and objectives in play fit the phase"),
    (put("state", "objective", value=["bold_explorers"] * 3), "scoring cards and objectives in play fit the phase"),
    (give_twice, "I1 every card|deck|discard"),
    (lose_pool_card, "I2 the pool has the size of its phase"),
    (lose_hand_card, "I3 hands have the size of their phase"),
    (board(1, "scientists", 0, value=[3, 3, 3]), "I4 each player has 3 scientists of each colour"),
    (board(0, "flag", 0, value=7), "I6 a flag's space follows from its pile"),
    (put("state", "phase", value="over"), "I7 a location is full only in the last round"),
    (board(0, "points", value=200), "I8 points add up"),
    (unsort_pool, "I10 hands are in canonical form|pool"),
    (put("state", "claimed", value=[[1], [], []]), "I12 an objective is claimed in the round or closed"),
    (put("state", "closed", value=[True, True, True]), "I12 an objective is claimed in the round or closed"),
    (put("state", "refreshed", value=True), "I13 refreshed, discard_floor and camps fit the phase"),
    (put("state", "phase", value="redraw"), "I14 boards are as at the start before the first turn"),
    (board(0, "pattern", value=2), "I6|I15 patterns are those of the side"),
    (put("state", "phase", value="lunch"), "state.phase"),
    (put("state", "player", value=3), "state.player|every field is in its range"),
    (put("state", "pool", 0, value="cat-kayak-pm"), r"state.pool"),
    (put("state", "shuffles", value=-1), "state.shuffles"),
    (put("state", "refreshed", value="yes"), "state.refreshed"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "rule"), BOREALIS)
def test_borealis_positions_that_break_a_rule(change: Change, rule: str) -> None:
    position = borealis_position()
    farnorth.load("borealis").state_from_json(json.dumps(position))
    change(position)
    with pytest.raises(farnorth.BadData, match=rule):
        farnorth.load("borealis").state_from_json(json.dumps(position))
