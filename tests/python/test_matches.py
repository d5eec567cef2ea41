"""Matches: one with a record, many on threads; that equal input gives equal games."""

from __future__ import annotations

import json
import os
import time
from typing import Any

import farnorth
import numpy as np
import pytest
from farnorth.arena import interval_95


def without_date(line: str) -> dict[str, Any]:
    """What two records of equal games have in common."""
    data: dict[str, Any] = json.loads(line)
    del data["date"], data["sum"]
    for note in data.get("decisions", []):
        del note["us"]
    return data


def lines_of(
    game: farnorth.Game, bots: list[Any], games: int, **options: Any
) -> list[dict[str, Any]]:
    """Records of a run, in the order they came."""
    lines: list[dict[str, Any]] = []
    numbers: list[int] = []

    def on_game(number: int, line: str | None) -> None:
        numbers.append(number)
        assert line is not None
        lines.append(without_date(line))

    farnorth.play_many(game, bots, games, record=True, on_game=on_game, **options)
    assert numbers == list(range(len(lines)))
    return lines


def test_equal_seeds_give_equal_games(any_game: farnorth.Game) -> None:
    bots = ["greedy", *["random"] * (any_game.players - 1)]
    one, same, other = (farnorth.play(any_game, bots, seed=seed) for seed in (1, 1, 2))
    assert without_date(one.line) == without_date(same.line)
    assert one.moves != other.moves
    if any_game.players > 1:  # a rotation changes the bots' own luck
        assert farnorth.play(any_game, bots, seed=1, rotation=1).moves != one.moves
    one.verify()


@pytest.mark.parametrize(
    "bots", [["greedy", "random"], ["ismcts:its=8:moves=4", "flat:its=8:moves=4"]]
)
def test_the_number_of_threads_changes_nothing(game: farnorth.Game, bots: list[str]) -> None:
    runs = [lines_of(game, bots, 6, seed=3, threads=threads) for threads in (1, 2, 5)]
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core")
def test_threads_do_not_make_search_dearer(game: farnorth.Game) -> None:
    """Nothing is shared while games are played: two threads take the CPU time of one, so half the time on two cores."""

    def seconds(threads: int) -> float:
        begun = time.process_time()
        farnorth.play_many(game, ["ismcts:its=25:moves=6"], 8, seed=3, threads=threads)
        return time.process_time() - begun

    assert min(seconds(2) for _ in range(3)) < 1.5 * min(seconds(1) for _ in range(3))


def test_a_run_is_whole_blocks(any_game: farnorth.Game) -> None:
    bots = ["greedy", "random"][: any_game.players]  # some games can be played alone
    result = farnorth.play_many(any_game, bots, any_game.players + 1, seed=1)
    assert result.games == 2 * any_game.players
    assert result.blocks.tolist() == sorted(result.blocks.tolist())
    assert np.bincount(result.blocks).tolist() == [any_game.players] * 2
    # The first bot sits in every seat once a block; the second has the rest.
    for block in range(2):
        held = result.entrants[result.blocks == block] == 0
        assert held.sum(axis=0).tolist() == [1] * any_game.players


def test_results_agree_with_records(game: farnorth.Game) -> None:
    records: list[farnorth.Record] = []
    result = farnorth.play_many(
        game, ["greedy", "random"], 6, seed=9, record=True, threads=2,
        on_game=lambda _, line: records.append(farnorth.Record.from_line(line or "")),
    )  # fmt: skip
    assert result.scores.tolist() == [record.scores for record in records]
    assert result.places.tolist() == [record.places for record in records]
    assert result.plies.tolist() == [len(record.moves) for record in records]
    for row, record in zip(result.entrants, records, strict=True):
        assert [result.bots[index] for index in row] == record.bots
        assert record.data["event"] == {
            "name": "",
            "block": record.data["event"]["block"],
            "rotation": record.data["event"]["rotation"],
        }


def test_recording_changes_no_game(game: farnorth.Game) -> None:
    quiet = farnorth.play_many(game, ["greedy", "random"], 6, seed=9)
    loud = farnorth.play_many(
        game, ["greedy", "random"], 6, seed=9, record=True, on_game=lambda *_: None
    )
    assert np.array_equal(quiet.scores, loud.scores)


def test_statistics(game: farnorth.Game) -> None:
    result = farnorth.play_many(game, ["greedy", "random"], 40, seed=2)
    shares = result.shares()
    assert np.allclose(shares.sum(axis=1), 1)
    greedy, random = result.stats()
    assert (greedy.spec, random.spec) == ("greedy", "random")
    assert greedy.games == random.games == result.games
    assert greedy.mean_score > random.mean_score and greedy.mean_place < random.mean_place
    if game.players == 2:
        assert greedy.win_share + random.win_share == pytest.approx(1)
    for each in (greedy, random):
        low, high = each.win_share_95
        assert 0 <= low <= each.win_share <= high <= 1 and low < high
        assert each.us_per_decision > 0 and each.forfeits == 0
        assert set(each.to_dict()) >= {"spec", "games", "win_share", "win_share_95", "mean_score"}


def test_equal_bots_are_told_apart(game: farnorth.Game) -> None:
    result = farnorth.play_many(game, ["greedy"] * game.players, 4, seed=2)
    assert [each.spec for each in result.stats()] == ["greedy"] * game.players
    assert sum(each.win_share for each in result.stats()) == pytest.approx(1)


def test_intervals() -> None:
    assert interval_95(np.ones(1000))[0] > 0.99
    assert interval_95(np.ones(1000))[0] < 1.0  # not certain
    low, high = interval_95(np.array([0.0, 1.0] * 200))
    assert 0.45 < low < 0.5 < high < 0.55
    assert interval_95(np.array([])) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ([], "no bots"),
        (["random"] * 9, "9 bots for"),
        (["nobody"], "no bot is called 'nobody'"),
        (["greedy:speed=3"], "bot greedy has no option 'speed'; its options are worlds"),
        (["greedy:worlds=0"], "option worlds of bot greedy must be 1 to 32, not '0'"),
        (["greedy:worlds=x"], "option worlds of bot greedy must be"),
        (["greedy:worlds"], "is not option=value"),
        (["greedy:worlds=1:worlds=2"], "option worlds twice"),
        ([""], "no name"),
    ],
)
def test_wrong_bots(game: farnorth.Game, bots: list[str], message: str) -> None:
    with pytest.raises(farnorth.BadData, match=message):
        farnorth.play_many(game, bots, 1)


def test_a_match_wants_a_bot_for_each_seat(game: farnorth.Game) -> None:
    with pytest.raises(farnorth.BadData, match=f"1 bots for {game.players} seats"):
        farnorth.play(game, ["random"])
    with pytest.raises(
        farnorth.BadData, match="on_forfeit must be last, random or abort, not 'never'"
    ):
        farnorth.play(game, ["random"] * game.players, on_forfeit="never")
