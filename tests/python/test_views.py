"""Views: what a seat knows, and worlds that fit it."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import farnorth
import pytest
from support import play_on, player_state, states


def test_a_world_of_a_view_gives_the_view(any_game: farnorth.Game) -> None:
    checked = 0
    for state in states(any_game, seed=11):
        actor = state.actor
        if actor is None or actor == farnorth.CHANCE:
            continue
        view = state.view(actor)
        for seed in range(2):
            world = view.determinize(seed)
            assert world.view(actor) == view
            assert world.legal_moves == state.legal_moves == view.legal_moves
            assert world.actor == actor == view.actor == view.seat
            any_game.state_from_json(world.to_json())  # breaks no rule
        checked += 1
    assert checked > 10


def test_worlds_differ_in_what_is_hidden(game: farnorth.Game) -> None:
    view = player_state(game).view(0)
    assert len({view.determinize(seed) for seed in range(20)}) > 1
    assert view.determinize(3) == view.determinize(3)


def test_a_world_can_play_chance_by_itself(game: farnorth.Game) -> None:
    state = player_state(game)
    assert state.actor is not None
    world = state.view(state.actor).determinize(1, play_chance=True)
    assert world.actor != farnorth.CHANCE
    play_on(world)
    assert world.is_over
    plain = state.view(state.actor).determinize(1)
    assert plain.actor == state.actor


def test_views_are_values(game: farnorth.Game) -> None:
    state = player_state(game)
    for seat in range(game.players):
        view = state.view(seat)
        assert view == state.view(seat) and hash(view) == hash(state.view(seat))
        assert copy.copy(view) == view
        other: object = state
        assert view != other and view.seat == seat and view.game == game
        assert f"seat {seat}" in repr(view)
        if seat != state.actor:
            assert view.legal_moves == () and not view.legal_mask().any()


def test_a_view_is_not_a_state(game: farnorth.Game) -> None:
    view = game.new_state(seed=1).view(0)
    for secret in ("apply", "scores", "state_from_json", "outcomes", "shown"):
        assert not hasattr(view, secret)
    with pytest.raises(TypeError):
        type(view)()


def test_a_view_as_json_has_less_than_the_state(game: farnorth.Game) -> None:
    """Two worlds of one view have the same text."""
    state = player_state(game)
    seat = state.actor
    assert seat is not None
    view = state.view(seat)
    texts = {view.determinize(seed).view(seat).to_json() for seed in range(5)}
    assert texts == {view.to_json()}


def test_a_view_can_be_sent(any_game: farnorth.Game) -> None:
    sent = 0
    for state in states(any_game, seed=12):
        actor = state.actor
        if actor is None or actor == farnorth.CHANCE:
            continue
        view = state.view(actor)
        again = any_game.view_from_json(view.to_json(world=True))
        assert again == view and again.to_json() == view.to_json()
        assert pickle.loads(pickle.dumps(view)) == view
        sent += 1
    assert sent > 10


def test_a_sent_view_tells_nothing_of_the_true_world(game: farnorth.Game) -> None:
    state = player_state(game, seed=3, plies=40)
    assert state.actor is not None
    view = state.view(state.actor)
    texts = {view.determinize(seed).view(state.actor).to_json(world=True) for seed in range(20)}
    assert texts == {view.to_json(world=True)}


def test_a_view_that_its_world_does_not_give_is_refused(game: farnorth.Game) -> None:
    state = player_state(game, seed=3, plies=40)
    assert state.actor is not None
    sent = json.loads(state.view(state.actor).to_json(world=True))
    other = json.loads(player_state(game, seed=4, plies=40).view(state.actor).to_json(world=True))
    with pytest.raises(farnorth.BadData, match="not what its seat sees"):
        game.view_from_json(json.dumps({**sent, "world": other["world"]}))
    with pytest.raises(farnorth.BadData, match="world"):
        game.view_from_json(json.dumps({key: sent[key] for key in sent if key != "world"}))
    with pytest.raises(farnorth.BadData, match="unknown field"):
        game.view_from_json(json.dumps({**sent, "hint": 1}))
    sent["viewer"] = 9
    with pytest.raises(farnorth.BadData, match="viewer"):
        game.view_from_json(json.dumps(sent))


FILE = Path(__file__).parents[1] / "data" / "scavengers_worlds.jsonl"
HARD = [json.loads(line) for line in FILE.read_text().splitlines()]


@pytest.mark.parametrize("hard", HARD, ids=[each["what"] for each in HARD])
def test_worlds_that_luck_alone_hardly_finds(hard: dict[str, Any]) -> None:
    """Few of all deals fit what the seat knows; the world is found, is true to the view, and breaks no rule."""
    position = hard["position"]
    game = farnorth.load(position["game"], **position["setup"])
    view = game.state_from_json(json.dumps(position)).view(0)
    for seed in range(60):
        world = view.determinize(seed)
        assert world.view(0) == view
        game.state_from_json(world.to_json())
