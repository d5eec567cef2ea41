"""States: moves, chance, copies, arrays, scores."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import farnorth
import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest
from farnorth.games import game_class
from support import cases, moves, player_state, states

any_case = st.sampled_from(cases())


def test_a_seeded_state_plays_chance_by_itself(any_game: farnorth.Game) -> None:
    state = any_game.new_state(seed=42)
    rng = random.Random(1)
    while not state.is_over:
        assert state.actor in range(any_game.players)
        assert state.outcomes() == {}
        assert len(state.legal_moves) > 0
        state.apply(rng.choice(state.legal_moves))
    assert state.actor is None and state.legal_moves == ()
    assert sorted(set(state.ranking()))[0] == 1
    assert len(state.scores()) == len(state.ranking()) == any_game.players


def test_equal_seeds_give_equal_deals(game: farnorth.Game) -> None:
    assert game.new_state(seed=5) == game.new_state(seed="5")
    assert game.new_state(seed=5) != game.new_state(seed=6)


@hypothesis.given(any_case, st.integers(0, 2**32))
@hypothesis.settings(max_examples=12)
def test_laws_of_a_random_game(case: tuple[str, int], seed: int) -> None:
    game = farnorth.load(case[0], players=case[1])
    for state in states(game, seed):
        assert state.is_over == (state.actor is None)
        if state.is_over:
            assert moves(state) == []
            break
        if state.actor == farnorth.CHANCE:
            assert sum(state.outcomes().values()) == pytest.approx(1)
            assert all(move.is_chance for move in state.outcomes())
            assert state.legal_moves == () and not state.legal_mask().any()
        else:
            legal = state.legal_moves
            assert state.actor is not None
            assert len(set(legal)) == len(legal) > 0
            assert set(np.flatnonzero(state.legal_mask())) == {move.id for move in legal}
            assert state.view(state.actor).legal_moves == legal


def test_apply_takes_a_move_its_text_or_its_id(game: farnorth.Game) -> None:
    state = player_state(game)
    move = state.legal_moves[0]
    forms: list[Any] = [move, move.text, move.id, np.int32(move.id)]
    after = []
    for form in forms:
        other = state.copy()
        other.apply(form)
        after.append(other)
    assert all(each == after[0] for each in after)
    assert after[0] != state


def test_an_illegal_move_changes_nothing_and_names_legal_ones(game: farnorth.Game) -> None:
    state = player_state(game)
    before = state.copy()
    illegal = next(
        move for id in range(game.num_actions) if (move := game.move(id)) not in state.legal_moves
    )
    with pytest.raises(farnorth.IllegalMove) as caught:
        state.apply(illegal)
    assert f"{illegal.text!r} is illegal here" in str(caught.value)
    assert f"seat {state.actor}" in str(caught.value)
    assert state.legal_moves[0].text in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert state == before
    with pytest.raises(farnorth.IllegalMove):
        state.apply(game.chance_move(0))


def test_no_move_after_the_end(game: farnorth.Game) -> None:
    *_, over = states(game, seed=1)
    with pytest.raises(farnorth.IllegalMove, match="the game is over"):
        over.apply(0)


def test_copies_are_independent(game: farnorth.Game) -> None:
    state = player_state(game)
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        assert twin == state and hash(twin) == hash(state)
        twin.apply(twin.legal_moves[0])
        assert twin != state
    text: object = "a state"
    assert state != text
    assert state.game == game


def test_a_copy_has_the_same_luck(game: farnorth.Game) -> None:
    state = player_state(game, seed=3)
    twin = state.copy()
    rng = random.Random(1)
    while not state.is_over:
        move = rng.choice(state.legal_moves)
        state.apply(move)
        twin.apply(move)
        assert state == twin
    assert twin.is_over


def test_a_seeded_state_can_wait_at_chance(game: farnorth.Game) -> None:
    """Then it makes the moves that a state with that seed makes by itself."""
    rng = random.Random(1)
    alone, waiting = game.new_state(seed=3), game.new_state(seed=3, play_chance=False)
    while not alone.is_over:
        while waiting.actor == farnorth.CHANCE:
            outcomes = waiting.outcomes()
            assert waiting.play_chance() in outcomes
        assert waiting == alone
        move = rng.choice(alone.legal_moves)
        alone.apply(move)
        waiting.apply(move)
    with pytest.raises(farnorth.IllegalMove, match="chance does not act here"):
        player_state(game).play_chance()
    with pytest.raises(farnorth.IllegalMove, match="has no luck"):
        game.new_state().play_chance()


def test_a_seeded_state_takes_no_other_luck(game: farnorth.Game) -> None:
    """The deal of a seed is worked out ahead: a chance move that it does not deal would break it."""
    state = game.new_state(seed=3, play_chance=False)
    before = state.copy()
    for move in list(state.outcomes()):
        with pytest.raises(farnorth.IllegalMove, match="play_chance"):
            state.apply(move)
    assert state == before


def test_pickle_keeps_a_position_but_no_luck(game: farnorth.Game) -> None:
    for state in states(game, seed=2, stop=120):
        assert pickle.loads(pickle.dumps(state)) == state
    with pytest.raises(TypeError, match="its luck is secret"):
        pickle.dumps(game.new_state(seed=1))


def test_scores_sheets_and_places(any_game: farnorth.Game) -> None:
    *_, over = states(any_game, seed=4)
    for seat, score in enumerate(over.scores()):
        sheet = over.score_sheet(seat)
        assert sheet
        assert score in [n for n in sheet.values() if isinstance(n, int)]
    best = min(range(any_game.players), key=lambda seat: over.ranking()[seat])
    assert over.ranking()[best] == 1
    assert over.scores()[best] == max(over.scores())


@pytest.mark.parametrize("seat", [-1, 9])
def test_seats_that_are_not_there(game: farnorth.Game, seat: int) -> None:
    state = game.new_state(seed=1)
    for use in (state.view, state.observation, state.score_sheet):
        with pytest.raises(IndexError, match=f"seat {seat} of a game with {game.players} players"):
            use(seat)


def test_shown_hides_what_a_seat_cannot_know(game: farnorth.Game) -> None:
    hidden = 0
    for state in states(game, seed=5, stop=150):
        for move in moves(state)[:1]:
            seen = [state.shown(move, seat) for seat in range(game.players)]
            assert all(text == move.text or "?" in text for text in seen)
            hidden += any("?" in text for text in seen)
    assert hidden > 0  # every one of these games has hidden cards or tiles


# ---- Arrays --------------------------------------------------------------------------------------


def test_arrays_are_made_or_filled(game: farnorth.Game) -> None:
    state = player_state(game)
    seat = state.actor
    assert seat is not None
    mask = np.full(game.num_actions, 7, np.int8)
    assert state.legal_mask(out=mask) is mask
    assert np.array_equal(mask, state.legal_mask()) and mask.sum() == len(state.legal_moves)
    numbers = np.full(game.observation_shape, np.nan, np.float32)
    assert state.observation(seat, out=numbers) is numbers
    assert np.array_equal(numbers, state.observation(seat))
    view = state.view(seat)
    assert np.array_equal(numbers, view.observation())
    assert np.array_equal(mask, view.legal_mask())
    assert numbers.dtype == np.float32 and numbers.shape == game.observation_shape
    assert 0 <= numbers.min() < numbers.max() <= 1


def wrong_arrays(size: int, dtype: type) -> dict[str, Any]:
    """Arrays that must be refused rather than copied."""
    other = np.float64 if dtype is np.float32 else np.int64
    read_only: Any = np.zeros(size, dtype)
    read_only.flags.writeable = False
    return {
        "dtype": np.zeros(size, other),
        "short": np.zeros(size - 1, dtype),
        "long": np.zeros(size + 1, dtype),
        "shape": np.zeros((1, size), dtype),
        "layout": np.zeros(2 * size, dtype)[::2],
        "byte order": np.zeros(
            size, np.dtype(dtype).newbyteorder() if dtype is not np.int8 else other
        ),
        "read-only": read_only,
        "list": [0] * size,
    }


@pytest.mark.parametrize("fault", wrong_arrays(2, np.float32))
def test_wrong_buffers_are_refused(game: farnorth.Game, fault: str) -> None:
    state = player_state(game)
    seat = state.actor
    assert seat is not None
    numbers = wrong_arrays(game.observation_shape[0], np.float32)[fault]
    mask = wrong_arrays(game.num_actions, np.int8)[fault]
    for use in (
        lambda: state.observation(seat, out=numbers),
        lambda: state.view(seat).observation(out=numbers),
        lambda: state.legal_mask(out=mask),
        lambda: state.view(seat).legal_mask(out=mask),
    ):
        with pytest.raises((TypeError, ValueError), match="out must be"):
            use()


def test_constants_are_those_of_the_class(game: farnorth.Game) -> None:
    assert game_class(game.name).num_actions == game.num_actions
