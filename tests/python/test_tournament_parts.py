"""The parts of a tournament that need no games: settings, schedules, ratings, the sequential test."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import choix
import farnorth
import numpy as np
import numpy.typing as npt
import pytest
from farnorth.ratings import ELO, Placements, Ratings, rate
from farnorth.tournament.config import Config, from_toml
from farnorth.tournament.log import PlayedGame, PlayedGames
from farnorth.tournament.schedule import Block, Ladder, Schedule, schedule_of
from farnorth.tournament.sprt import ELO_PER_SIGMA, Sprt

FOUR = ("random", "greedy", "flat:its=5", "ismcts:its=5")


def config(**given: Any) -> Config:
    return Config.make(**{"game": "borealis", "bots": FOUR, "seed": "1", **given})


def game_of(
    block: int, rotation: int, seats: tuple[int, ...], places: tuple[int, ...]
) -> PlayedGame:
    scores = tuple(100 - 10 * place for place in places)
    return PlayedGame(
        block, rotation, "1", seats, scores, places, (), (), "normal", 50, "2026-01-31T12:00:00Z"
    )


# ---- Settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"bots": ("greedy",)}, "two bots or more"),
        ({"bots": ("greedy", "greedy")}, "given twice"),
        ({"bots": ("greedy", "nobody")}, "no bot is called 'nobody'"),
        ({"bots": ("greedy", 7)}, "a bot spec or a class"),
        ({"schedule": "swiss"}, "schedule must be one of all, random, focus, ladder, sprt"),
        ({"blocks": 0}, "blocks must be 1 or more"),
        ({"blocks": "ten"}, "blocks must be of type int"),
        ({"blocks": True}, "blocks must be of type int"),
        ({"ms": -1}, "ms must not be negative"),
        ({"increment": 1.0}, "increment is given without clock"),
        ({"focus": "ismcts"}, "focus: ismcts is not one of the bots"),
        ({"schedule": "sprt"}, "compares two bots, not 4"),
        ({"schedule": "sprt", "bots": FOUR[:2], "elo1": -1.0}, "elo0 must be less than elo1"),
        ({"bolcks": 3}, "no setting is called 'bolcks'; there are .*blocks"),
        ({"watchdog_seconds": 0}, "watchdog_seconds must be more than 0"),
    ],
)
def test_a_wrong_setting_is_named(given: dict[str, Any], message: str) -> None:
    with pytest.raises(farnorth.BadData, match=message):
        config(**given)


def test_the_manifest_holds_every_setting(tmp_path: Path) -> None:
    made = config(options={"players": 3, "side": "II"}, ms=20.5, isolate=True, blocks=7)
    made.write(tmp_path)
    assert Config.from_manifest(tmp_path) == made
    text = (tmp_path / "manifest.json").read_text()
    for name in Config.__dataclass_fields__:
        assert f'"{name}"' in text
    (tmp_path / "manifest.json").write_text(text.replace('"rules_version": ', '"rules_version": 9'))
    with pytest.raises(farnorth.BadData, match="rules_version is 9"):
        Config.from_manifest(tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(farnorth.BadData, match="is not JSON"):
        Config.from_manifest(tmp_path)


def test_toml(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text('game = "borealis"\nbots = ["greedy"\n')
    with pytest.raises(farnorth.BadData, match=r"cup\.toml is not TOML"):
        from_toml(path)


def test_a_drawn_seed_is_kept() -> None:
    assert config(seed="").seed != config(seed="").seed


# ---- Schedules -----------------------------------------------------------------------------------


def schedule(players: int, **given: Any) -> Schedule:
    return schedule_of(config(**given), players)


def blocks_of(made: Schedule) -> list[Block]:
    blocks = made.round(0, None)
    assert blocks is not None
    assert made.round(1, None) is None
    return blocks


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_meets_every_table_equally_often(players: int) -> None:
    blocks = blocks_of(schedule(players, blocks=3))
    tables = Counter(tuple(sorted(block.seats)) for block in blocks)
    assert set(tables) == set(itertools.combinations(range(4), players))
    assert set(tables.values()) == {3}
    assert [block.number for block in blocks] == list(range(len(blocks)))
    sat = Counter(
        (seat, bot)
        for block in blocks
        for seats in block.rotations()
        for seat, bot in enumerate(seats)
    )
    assert len(set(sat.values())) == 1  # every bot as often in every seat


def test_with_few_bots_every_division_of_the_seats_is_played() -> None:
    blocks = blocks_of(schedule(4, bots=FOUR[:2], blocks=2))
    tables = Counter(tuple(sorted(block.seats)) for block in blocks)
    assert tables == {(0, 0, 0, 1): 2, (0, 0, 1, 1): 2, (0, 1, 1, 1): 2}


def test_focus_has_one_bot_at_every_table() -> None:
    blocks = blocks_of(schedule(2, schedule="focus", focus="greedy", blocks=5))
    assert Counter(tuple(sorted(block.seats)) for block in blocks) == {
        (0, 1): 5, (1, 2): 5, (1, 3): 5,
    }  # fmt: skip


@pytest.mark.parametrize("players", [2, 3])
def test_random_is_balanced(players: int) -> None:
    blocks = blocks_of(schedule(players, schedule="random", blocks=60))
    played = Counter(bot for block in blocks for bot in block.seats)
    assert max(played.values()) - min(played.values()) <= 1
    met = Counter(
        pair for block in blocks for pair in itertools.combinations(sorted(block.seats), 2)
    )
    assert max(met.values()) - min(met.values()) <= 2
    assert blocks == blocks_of(schedule(players, schedule="random", blocks=60))
    assert blocks != blocks_of(schedule(players, schedule="random", blocks=60, seed="2"))
    shorter = blocks_of(schedule(players, schedule="random", blocks=20))
    assert blocks[:20] == shorter  # a longer tournament begins with the shorter one


def test_ladder_sorts_by_results() -> None:
    """The bot with the higher number always wins: the standing turns round, and the last rounds are among equals."""
    made = schedule(2, schedule="ladder", blocks=8)
    games = PlayedGames([], 2)
    rounds = []
    for number in itertools.count():
        blocks = made.round(number, games)
        resumed = schedule(2, schedule="ladder", blocks=8)
        assert resumed.round(number, games) == blocks  # it needs not have seen the rounds before
        if blocks is None:
            break
        rounds.append([tuple(sorted(block.seats)) for block in blocks])
        new = [
            game_of(block.number, r, seats, (1, 2) if seats[0] > seats[1] else (2, 1))
            for block in blocks
            for r, seats in enumerate(block.rotations())
        ]
        games = PlayedGames([*games.games, *new], 2)
    assert len(rounds) == 8
    assert rounds[0] == [(0, 1), (2, 3)]
    assert rounds[1] == [(0, 3)]  # the winners of the first round did not meet each other here
    assert rounds[6] == [(2, 3), (0, 1)]
    assert made.total_blocks() * 2 == len(games)
    again = [made.round(number, games) for number in (3, 3, 5, 0, 1)]
    assert [[tuple(sorted(block.seats)) for block in blocks or ()] for blocks in again] == [
        rounds[number] for number in (3, 3, 5, 0, 1)
    ]


@pytest.mark.parametrize("name", ["all", "random", "focus", "ladder"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_blocks_are_counted_without_making_them(name: str, players: int) -> None:
    def blocks(made: Schedule, number: int) -> int:
        if isinstance(made, Ladder):
            return len(made._neighbours(number, range(made.bots)))
        return len(made.round(number, None) or ())

    for bots in range(2, 8):
        specs = tuple(f"greedy:worlds={i + 1}" for i in range(bots))
        for rounds in (1, 2, 5):
            made = schedule(players, bots=specs, schedule=name, blocks=rounds)
            assert made.total_blocks() == sum(blocks(made, number) for number in range(rounds))


def test_seats_are_drawn_from_the_seed_and_the_block() -> None:
    blocks = blocks_of(schedule(4, blocks=30))
    assert len({block.seats for block in blocks}) > 6
    assert blocks == blocks_of(schedule(4, blocks=30))


# ---- Ratings -------------------------------------------------------------------------------------

Ints = npt.NDArray[np.int64]


def davidson_luce(
    rng: np.random.Generator, strengths: npt.NDArray[np.float64], tie: float
) -> list[int]:
    """Places drawn by the model, from the first on; ties are of two at most."""
    places, left, place = [0] * len(strengths), list(range(len(strengths))), 1
    while left:
        taken = [(i,) for i in left] + list(itertools.combinations(left, 2))
        weights = np.array(
            [(tie if len(t) > 1 else 1.0) * np.exp(np.mean(strengths[list(t)])) for t in taken]
        )
        chosen = taken[rng.choice(len(taken), p=weights / weights.sum())]
        for i in chosen:
            places[i] = place
        place += len(chosen)
        left = [i for i in left if i not in chosen]
    return places


def simulated(
    rng: np.random.Generator,
    strengths: npt.NDArray[np.float64],
    players: int,
    blocks: int,
    tie: float,
) -> tuple[Ints, Ints, Ints]:
    """Seats, places and blocks of a tournament of schedule `all`."""
    rows = []
    tables = list(itertools.combinations(range(len(strengths)), players)) * blocks
    for number, table in enumerate(tables):
        for r in range(players):
            order = [*table[r:], *table[:r]]
            rows.append((order, davidson_luce(rng, strengths[order], tie), number))
    seats, places, numbers = zip(*rows, strict=True)
    return np.array(seats), np.array(places), np.array(numbers)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """In 200 simulated tournaments, of two and of four seats."""
    inside = total = 0
    for players, bots, blocks in ((2, 4, 20), (4, 5, 8)):
        rng = np.random.default_rng(players)
        for number in range(100):
            truth = rng.normal(0, 0.7, bots)
            truth -= truth.mean()
            games = simulated(rng, truth, players, blocks, 0.3)
            _, low, high = rate(*games, bots, seed=str(number), resamples=200).elo()
            inside += int(((low <= truth * ELO) & (truth * ELO <= high)).sum())
            total += bots
    assert 0.92 <= inside / total <= 0.98


def test_ratings_agree_with_choix() -> None:
    rng = np.random.default_rng(3)
    truth = rng.normal(0, 1, 6)
    seats, places, numbers = simulated(rng, truth, 4, 20, 0.0)
    rankings = [
        tuple(int(row[i]) for i in np.argsort(order))
        for row, order in zip(seats, places, strict=True)
    ]
    theirs = choix.ilsr_rankings(6, rankings)
    ours = rate(seats, places, numbers, 6, resamples=2).strengths
    # The prior draws ours together, by very little after 1,200 games.
    assert np.abs(ours - (theirs - theirs.mean())).max() < 0.03


def test_ties_do_not_pull_strengths_together() -> None:
    rng = np.random.default_rng(4)
    truth = np.array([0.8, 0.0, -0.8])
    games = simulated(rng, truth, 2, 1000, 1.5)
    assert (games[1].max(axis=1) == 1).mean() > 0.3
    assert np.abs(rate(*games, 3, resamples=2).strengths - truth).max() < 0.15


def rated(results: list[tuple[list[int], list[int]]], bots: int) -> Ratings:
    seats, places = (np.array(each) for each in zip(*results, strict=True))
    return rate(seats, places, np.arange(len(results)) // 2, bots)


def test_a_bot_that_won_everything_has_a_wide_interval() -> None:
    elo, low, high = rated([([0, 1], [1, 2]), ([1, 0], [2, 1])] * 10, 2).elo()
    assert 200 < elo[0] < 2000
    assert high[0] - low[0] > 150
    few, low_of_few, high_of_few = rated([([0, 1], [1, 2]), ([1, 0], [2, 1])], 2).elo()
    assert 0 < few[0] < elo[0]
    assert high_of_few[0] - low_of_few[0] > 150


def test_equal_games_give_equal_ratings_and_an_anchor_is_zero() -> None:
    results = [([0, 1, 2], [1, 2, 3]), ([1, 2, 0], [1, 1, 3]), ([2, 0, 1], [2, 1, 3])] * 4
    one, other = rated(results, 3), rated(results, 3)
    assert (one.strengths == other.strengths).all()
    assert (one.resampled == other.resampled).all()
    elo, low, high = one.elo(anchor=1)
    assert elo[1] == low[1] == high[1] == 0
    assert one.elo()[0].sum() == pytest.approx(0)


def test_one_bot_at_several_seats() -> None:
    """Two against two: the seats of one bot share its strength, and beat each other as often as they lose."""
    results = [([0, 0, 1, 1], [1, 3, 2, 4]), ([0, 1, 1, 0], [2, 1, 4, 3])] * 30
    elo, _, _ = rated(results, 2).elo()
    assert elo[0] > 0
    seats, places = (np.array(each) for each in zip(*results, strict=True))
    placements = Placements(seats, places, np.arange(60), 2)
    assert placements.features.shape == (len(placements.features), 2)  # no ties, no deltas


# ---- The sequential test -------------------------------------------------------------------------


def realised(
    test: Sprt, nelo: float, runs: int, rng: np.random.Generator
) -> tuple[Counter[str | None], float]:
    """Verdicts of simulated tests of two bots that differ by `nelo`, asked every 8 blocks; mean number of blocks."""
    sigma = 0.45  # of a game
    longest = 4000
    verdicts: Counter[str | None] = Counter()
    used = 0
    for _ in range(runs):
        mean = 0.5 + nelo / ELO_PER_SIGMA * sigma
        # Game results of 0, 1/2 and 1 with that mean and standard deviation, two games a block.
        draw = 1 - (sigma**2 + (mean - 0.5) ** 2) * 4
        win = (1 - draw) / 2 + (mean - 0.5)
        results = rng.choice([1.0, 0.5, 0.0], p=[win, draw, 1 - win - draw], size=(longest, 2))
        scores = results.mean(axis=1)
        for blocks in range(8, longest + 1, 8):
            verdict = test.verdict(scores[:blocks], 2)
            if verdict is not None:
                break
        verdicts[verdict] += 1
        used += blocks
    return verdicts, used / runs


def test_sequential_test_keeps_its_error_rates() -> None:
    """At elo0 it accepts H1, and at elo1 H0, in alpha and beta of all cases at most, within the error of 300 runs."""
    rng = np.random.default_rng(6)
    test = Sprt(elo0=0.0, elo1=60.0, alpha=0.05, beta=0.05)
    allowed = 0.05 + 1.65 * (0.05 * 0.95 / 300) ** 0.5
    at_null, blocks = realised(test, 0.0, 300, rng)
    assert at_null["H1"] / 300 <= allowed
    assert at_null[None] == 0
    at_alternative, _ = realised(test, 60.0, 300, rng)
    assert at_alternative["H0"] / 300 <= allowed
    clear, fewer = realised(test, 150.0, 50, rng)
    assert clear["H1"] == 50
    assert fewer < blocks / 2


def test_bounds_of_the_sequential_test() -> None:
    low, high = Sprt(0.0, 10.0, alpha=0.05, beta=0.1).bounds
    assert low == pytest.approx(np.log(0.1 / 0.95))
    assert high == pytest.approx(np.log(0.9 / 0.05))
    assert Sprt(0.0, 10.0).verdict(np.ones(15), 2) is None
    assert Sprt(0.0, 50.0).verdict(np.ones(200), 2) == "H1"
    assert Sprt(0.0, 50.0).verdict(np.zeros(200), 2) == "H0"
