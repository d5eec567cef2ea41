"""Batches of games: what is in the arrays, that steps are those of the rules, and what is refused."""

from __future__ import annotations

from typing import Any

import farnorth
import numpy as np
import pytest


def arrays_of(batch: farnorth.Batch) -> list[np.ndarray[Any, Any]]:
    made = (batch.observations, batch.masks, batch.rewards, batch.done, batch.actors)
    return [array.copy() for array in made if array is not None]


def first_legal(batch: farnorth.Batch) -> np.ndarray[Any, Any]:
    assert batch.masks is not None
    first: np.ndarray[Any, Any] = batch.masks.argmax(axis=1)
    return first


def test_the_arrays_show_the_games(any_game: farnorth.Game) -> None:
    batch = any_game.batch(5, seed=3)
    assert len(batch) == 5 and batch.game == any_game
    assert batch.observations is not None and batch.masks is not None
    for step in range(120):
        for i in range(5):
            state = batch.state(i)
            assert state.actor == batch.actors[i] and state.actor is not None
            assert (state.legal_mask() == batch.masks[i]).all()
            assert (state.observation(state.actor) == batch.observations[i]).all()
        if step % 2:
            batch.step_random()
        else:
            batch.step(first_legal(batch))


def test_a_step_is_a_move_of_the_rules(any_game: farnorth.Game) -> None:
    batch = any_game.batch(3, seed=1)
    for _ in range(60):
        before = [batch.state(i) for i in range(3)]
        actions = first_legal(batch)
        batch.step(actions)
        for i, state in enumerate(before):
            state.apply(int(actions[i]))
            if batch.done[i]:
                continue
            after = batch.state(i)
            if state.actor != farnorth.CHANCE:  # else chance has acted too
                assert after == state


def test_a_game_that_ends_is_rewarded_and_begins_anew(any_game: farnorth.Game) -> None:
    batch = any_game.batch(4, seed=2, observations=False)
    ended = 0
    for _ in range(4000):
        batch.step_random()
        assert (batch.rewards[~batch.done] == 0).all()
        for rewards in batch.rewards[batch.done]:
            ended += 1
            if any_game.players == 1:
                assert 0 <= rewards[0] <= 1
                continue
            assert rewards.sum() == pytest.approx(0, abs=1e-6)
            assert rewards.max() > 0 or (rewards == 0).all()
            assert np.abs(rewards).max() <= 1
        if ended >= 4:
            break
    assert ended >= 4


def test_returns_follow_the_places(any_game: farnorth.Game) -> None:
    from support import play_on

    state = any_game.new_state(seed=8)
    play_on(state, seed=1)
    returns, places = state.returns(), state.ranking()
    if any_game.players == 1:
        assert 0 <= returns[0] <= 1
        return
    assert sum(returns) == pytest.approx(0, abs=1e-6)
    for a in range(any_game.players):
        for b in range(any_game.players):
            assert (places[a] < places[b]) == (returns[a] > returns[b])


def test_threads_change_nothing(game: farnorth.Game) -> None:
    batches = [game.batch(13, seed=5, threads=threads) for threads in (1, 3)]
    for step in range(80):
        for batch in batches:
            if step % 3:
                batch.step_random()
            else:
                batch.step(first_legal(batch))
        for one, other in zip(*map(arrays_of, batches), strict=True):
            assert (one == other).all()


def test_the_seed_decides(game: farnorth.Game) -> None:
    def play(batch: farnorth.Batch) -> list[np.ndarray[Any, Any]]:
        for _ in range(30):
            batch.step_random()
        return arrays_of(batch)

    batch = game.batch(6, seed=7)
    first = play(batch)
    batch.reset(7)
    again = play(batch)
    assert all((a == b).all() for a, b in zip(first, again, strict=True))
    other = play(game.batch(6, seed=8))
    assert (first[0] != other[0]).any()


def test_arrays_of_ones_own(game: farnorth.Game) -> None:
    size = game.observation_shape[0]
    whole = np.full((2, 3, size), -1, np.float32)
    rewards = np.full((3, game.players), 9, np.float32)
    batch = game.batch(3, observations=whole[1], rewards=rewards, masks=False)
    assert batch.observations is not None and np.shares_memory(batch.observations, whole)
    assert batch.masks is None
    assert (whole[0] == -1).all() and (whole[1] >= 0).all() and (rewards == 0).all()


@pytest.mark.parametrize(
    ("name", "array", "error"),
    [
        ("observations", np.zeros((3, 7), np.float32), ValueError),
        ("observations", np.zeros((3, 7)), TypeError),
        ("masks", np.zeros((4, 1), np.int8), ValueError),
        ("rewards", np.zeros(3, np.float32), ValueError),
        ("done", np.zeros(3, np.int8), TypeError),
        ("actors", np.zeros((3, 2), np.int32)[:, 0], TypeError),
        ("actors", "three", TypeError),
    ],
)
def test_wrong_arrays_are_refused(
    game: farnorth.Game, name: str, array: Any, error: type[Exception]
) -> None:
    arrays: dict[str, Any] = {name: array}
    with pytest.raises(error, match=f"{name} must be a writeable C-contiguous array of"):
        game.batch(3, **arrays)


def test_an_array_that_cannot_be_written_to_is_refused(game: farnorth.Game) -> None:
    done = np.zeros(3, bool)
    done.flags.writeable = False
    with pytest.raises(ValueError, match="writeable"):
        game.batch(3, done=done)


def test_an_illegal_action_names_the_game_and_changes_nothing(game: farnorth.Game) -> None:
    for threads in (1, 2):
        batch = game.batch(4, seed=1, threads=threads)
        assert batch.masks is not None
        before, states = arrays_of(batch), [batch.state(i) for i in range(4)]
        actions = first_legal(batch)
        actions[2] = batch.masks[2].argmin()
        with pytest.raises(farnorth.IllegalMove, match=r"game 2: move \d+, .* legal for seat"):
            batch.step(actions)
        for wrong in (-1, game.num_actions, 2**62, -(2**62)):
            actions[2] = wrong
            with pytest.raises(farnorth.IllegalMove, match=f"game 2: {wrong} is no id"):
                batch.step(actions)
        after = [batch.state(i) for i in range(4)]
        assert all((a == b).all() for a, b in zip(before, arrays_of(batch), strict=True))
        assert states == after
        batch.step(first_legal(batch))


def test_what_actions_may_be(game: farnorth.Game) -> None:
    batches = [game.batch(3, seed=1) for _ in range(5)]
    actions = first_legal(batches[0])
    forms: list[Any] = [
        actions.astype(np.int64),
        actions.astype(np.int32),
        actions.astype(np.uint16),
        np.repeat(actions, 2)[::2],
        actions.tolist(),
    ]
    for batch, form in zip(batches, forms, strict=True):
        batch.step(form)
        assert (batch.state(0), batch.state(2)) == (batches[0].state(0), batches[0].state(2))
    refused: list[tuple[Any, type[Exception]]] = [
        (actions.astype(float), TypeError),
        (actions[:2], ValueError),
        (actions[None], ValueError),
        ("abc", TypeError),
        (None, TypeError),
        (np.array(3), ValueError),
    ]
    for wrong, error in refused:
        with pytest.raises(error, match="actions must"):
            batches[0].step(wrong)


def test_what_cannot_be_a_batch(game: farnorth.Game) -> None:
    with pytest.raises(farnorth.BadData, match="1 game or more"):
        game.batch(0)
    with pytest.raises(farnorth.BadData, match="threads must be 1 to 1024, not 0"):
        game.batch(1, threads=0)
    with pytest.raises(ValueError, match="does not keep what players know"):
        game.batch(1, observations=False).state(0)
    with pytest.raises(IndexError, match="game 3 of 3"):
        game.batch(3).state(3)
    with pytest.raises(IndexError, match="seat 9"):
        game.batch(1, seat=9)
    with pytest.raises(farnorth.BadData, match=f"0 opponents for {game.players - 1} seats"):
        game.batch(1, seat=0)
    with pytest.raises(farnorth.BadData, match="need a seat"):
        game.batch(1, opponents=["random"])
    with pytest.raises(farnorth.BadData, match="no bot is called"):
        game.batch(1, seat=0, opponents=["nobody"] * (game.players - 1))


def test_a_seat_against_bots(any_game: farnorth.Game) -> None:
    seat = any_game.players - 1
    opponents = ["greedy", *["random"] * (any_game.players - 2)][: any_game.players - 1]
    batches = [
        any_game.batch(4, seed=2, threads=threads, seat=seat, opponents=opponents)
        for threads in (1, 2)
    ]
    ended = 0
    for _ in range(300):
        for batch in batches:
            batch.step_random()
            assert (batch.actors == seat).all()
        ended += int(batches[0].done.sum())
        for one, other in zip(*map(arrays_of, batches), strict=True):
            assert (one == other).all()
        if ended > 2:
            break
    assert ended > 0


def test_greedy_beats_a_seat_that_plays_at_random() -> None:
    game = farnorth.load("borealis")
    batch = game.batch(50, seed=1, seat=0, opponents=["greedy"], observations=False, masks=False)
    total, games = 0.0, 0
    while games < 50:
        batch.step_random()
        total += float(batch.rewards[:, 0].sum())
        games += int(batch.done.sum())
    assert total / games < -0.5
