"""The package mcts on our games: the state adapter, the search for several players, the drop-in class, the bot."""

from __future__ import annotations

import math
import random
import tomllib
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import Any

import farnorth
import mcts as package
import pytest
from farnorth.bots import Budget, Decision, bot, plugins
from farnorth.interop.mcts import (
    MctsState,
    PlayerAware,
    Rewards,
    mcts,
    randomPolicy,
    scriptedPolicy,
)
from support import ROOT, player_state

BOT = "py:farnorth_bots.mcts_package.MctsPackage"


class LaterDialect(package.mcts):  # type: ignore[misc]
    """How the package chooses since it knows two players: the reward is +1 or -1 times that of player 1."""

    def getBestChild(self, node: Any, explorationValue: float) -> Any:
        def value(child: Any) -> float:
            mean: float = node.state.getCurrentPlayer() * child.totalReward / child.numVisits
            return mean + explorationValue * math.sqrt(
                2 * math.log(node.numVisits) / child.numVisits
            )

        return max(node.children.values(), key=value)


@dataclass(frozen=True)
class Nim:
    """Take one to three; who takes the last wins. A state of two players in the later dialect."""

    left: int
    player: int = 1

    def getPossibleActions(self) -> list[int]:
        return [take for take in (1, 2, 3) if take <= self.left]

    def takeAction(self, action: int) -> Nim:
        return Nim(self.left - action, -self.player)

    def isTerminal(self) -> bool:
        return self.left == 0

    def getReward(self) -> int:
        return -self.player

    def getCurrentPlayer(self) -> int:
        return self.player


@pytest.fixture(autouse=True)
def _seeded() -> None:
    random.seed(1)


def root_of(game: farnorth.Game, **words: Any) -> tuple[farnorth.View, MctsState]:
    state = player_state(game, seed=3)
    assert state.actor is not None
    view = state.view(state.actor)
    return view, MctsState(view.determinize(seed=5), view.seat, **words)


def test_a_move_includes_what_the_others_do(any_game: farnorth.Game) -> None:
    view, state = root_of(any_game, opponents="policy")
    assert state.getPossibleActions() == view.legal_moves
    for _ in range(200):
        if state.isTerminal():
            break
        assert state.actor == view.seat and state.getCurrentPlayer() == 1
        before = state.world.copy()
        after = state.takeAction(random.choice(state.getPossibleActions()))
        assert state.world == before  # states do not change
        state = after
    assert 0 <= state.getReward() <= 1  # type: ignore[operator]


def test_everyones_moves_may_be_in_the_tree(any_game: farnorth.Game) -> None:
    view, state = root_of(any_game, opponents="none")
    actors = set()
    while not state.isTerminal():
        actors.add(state.actor)
        assert state.getCurrentPlayer() == (1 if state.actor == view.seat else -1)
        state = state.takeAction(random.choice(state.getPossibleActions()))
    assert actors == set(range(any_game.players))
    every = state.with_rewards("all").getReward()
    assert isinstance(every, Rewards)
    assert every.by_seat[view.seat] == state.getReward()
    if any_game.players == 2:
        assert sum(every.by_seat) == pytest.approx(1, abs=1e-4)
    best = state.world.ranking().index(1)
    assert every.by_seat[best] == max(every.by_seat)


def test_rewards_add_up_as_the_package_adds() -> None:
    total: Any = 0
    for _ in range(3):
        total += Rewards((0.25, 0.5))
    assert total.by_seat == (0.75, 1.5)
    assert (2 * total - 1).by_seat == (0.5, 2.0)
    assert ((total - Rewards((0.25, 0.5))) / 2).by_seat == (0.25, 0.5)


def test_fixed_chance_deals_the_same_again(game: farnorth.Game) -> None:
    _, state = root_of(game, chance="fixed")
    for _ in range(10):
        if state.isTerminal():
            break
        move = state.getPossibleActions()[0]
        assert state.takeAction(move).world == state.takeAction(move).world
        state = state.takeAction(move)


def test_sampled_chance_deals_anew(game: farnorth.Game) -> None:
    _, state = root_of(game)
    ends = {state.playout() for _ in range(20)}
    assert len(ends) > 1


def test_wrong_words_are_named(game: farnorth.Game) -> None:
    state = player_state(game)
    for word in ("opponents", "chance", "reward"):
        with pytest.raises(ValueError, match=f"{word} must be one of .*, .*, not 'maybe'"):
            MctsState(state, 0, **{word: "maybe"})
    with pytest.raises(IndexError, match="seat 9"):
        MctsState(state, 9)


def test_an_illegal_action_is_refused(game: farnorth.Game) -> None:
    _, state = root_of(game)
    legal = {move.id for move in state.getPossibleActions()}
    other = next(id for id in range(game.num_actions) if id not in legal)
    with pytest.raises(farnorth.IllegalMove, match="legal for seat"):
        state.takeAction(game.move(other))


@pytest.mark.parametrize("search", [package.mcts, LaterDialect, PlayerAware, mcts])
@pytest.mark.parametrize("opponents", ["policy", "none"])
@pytest.mark.parametrize("rollout", [randomPolicy, scriptedPolicy])
def test_every_search_finds_a_legal_move(
    game: farnorth.Game, search: Any, opponents: str, rollout: Any
) -> None:
    view, state = root_of(game, opponents=opponents)
    found = []
    for _ in range(2):
        random.seed(11)
        found.append(search(iterationLimit=40, rolloutPolicy=rollout).search(state))
    assert found[0] in view.legal_moves
    assert found[0] == found[1]  # the package's generator decides, and it was seeded


HEAPS = [5, 6, 7, 9, 10, 11]


def best_moves(search: Any, iterations: int, tries: int) -> float:
    """The share of searches that find the one move that wins."""
    found = [
        bool(search(iterationLimit=iterations).search(Nim(left)) == left % 4)
        for left in HEAPS
        for _ in range(tries)
    ]
    return sum(found) / len(found)


@pytest.mark.parametrize("search", [PlayerAware, mcts])
def test_two_players_of_the_later_dialect(search: Any) -> None:
    assert best_moves(search, 1000, 5) == 1


def test_the_package_itself_takes_the_opponent_for_a_friend() -> None:
    """Why there is a PlayerAware: the released package, asked the same."""
    assert best_moves(package.mcts, 300, 10) < 0.6 < 0.9 < best_moves(PlayerAware, 300, 10)


def test_the_package_itself_loses_the_match() -> None:
    """Both open from each heap."""
    won = 0
    for heap in range(16, 21):
        for aware in (1, -1):
            state = Nim(heap)
            while not state.isTerminal():
                search = PlayerAware if state.player == aware else package.mcts
                state = state.takeAction(search(iterationLimit=300).search(state))
            won += state.getReward() == aware
    assert won >= 8


def test_the_drop_in_class_has_the_packages_manners() -> None:
    with pytest.raises(ValueError, match="Cannot have both"):
        mcts(timeLimit=1, iterationLimit=1)
    with pytest.raises(ValueError, match="Must have either"):
        mcts()
    with pytest.raises(ValueError, match="greater than one"):
        mcts(iterationLimit=0)
    with pytest.raises(ValueError, match="greater than zero"):
        mcts(timeLimit=0)
    with pytest.raises(ValueError, match="nobody is to choose"):
        mcts(iterationLimit=10).search(Nim(0))
    details = mcts(iterationLimit=500).search(Nim(3), needDetails=True)
    assert details["action"] == 3 and details["expectedReward"] == 1


def test_the_drop_in_class_searches_our_states_in_cpp(game: farnorth.Game) -> None:
    view, state = root_of(game)
    searcher = mcts(iterationLimit=300, rolloutPolicy=scriptedPolicy)
    for given in (state, state.world):
        details = searcher.search(given, needDetails=True)
        assert details["action"] in view.legal_moves
        assert 0 <= details["expectedReward"] <= 1
        assert isinstance(searcher.decision, Decision)
        assert searcher.decision.iterations == 300
        assert searcher.decision.table[0][0] == details["action"]
    searcher = mcts(timeLimit=20)
    searcher.search(state)
    assert searcher.decision is not None and searcher.decision.microseconds < 200_000
    over = game.new_state(seed=1)
    while not over.is_over:
        over.apply(over.legal_moves[0])
    with pytest.raises(ValueError, match="nobody is to choose"):
        searcher.search(over)


def test_one_move_needs_no_search() -> None:
    game = farnorth.load("scavengers")
    state = game.new_state(seed=1)
    while len(state.legal_moves) != 1:
        state.apply(random.choice(state.legal_moves))
    found = mcts(iterationLimit=10).search(state, needDetails=True)
    assert found["action"] == state.legal_moves[0] and math.isnan(found["expectedReward"])


def test_a_playout_of_ones_own_is_run_in_python(game: farnorth.Game) -> None:
    _, state = root_of(game)
    calls = []

    def none(state: Any) -> Any:
        calls.append(state)
        return state.getReward()

    searcher = mcts(iterationLimit=20, rolloutPolicy=none)
    searcher.search(state)
    assert len(calls) == 20 and searcher.decision is None


@pytest.mark.parametrize("search", [package.mcts, PlayerAware, mcts])
@pytest.mark.parametrize(
    "rollout",
    [lambda state: 0.5, lambda state: 2 * scriptedPolicy(state) - 1],
)
def test_a_playout_may_give_any_number(game: farnorth.Game, search: Any, rollout: Any) -> None:
    view, state = root_of(game)
    assert search(iterationLimit=20, rolloutPolicy=rollout).search(state) in view.legal_moves


@pytest.mark.parametrize("search", [PlayerAware, mcts])
def test_everyone_in_the_tree_needs_a_reward_each(game: farnorth.Game, search: Any) -> None:
    view, state = root_of(game, opponents="none")
    for given in (state, state.world):
        found = search(iterationLimit=20, rolloutPolicy=lambda state: 2 * state.playout() - 1)
        assert found.search(given) in view.legal_moves
        with pytest.raises(TypeError, match="returns Rewards, not float"):
            search(iterationLimit=20, rolloutPolicy=lambda state: 0.5).search(given)


@pytest.mark.parametrize("search", [PlayerAware, mcts])
def test_numbers_out_of_range_are_refused(search: Any) -> None:
    for words, error, match in (
        ({"iterationLimit": 2**32}, ValueError, "4294967295 at most, not 4294967296"),
        ({"iterationLimit": 2.7}, TypeError, "whole number, not 2.7"),
        ({"timeLimit": 0}, ValueError, "greater than zero"),
        ({"timeLimit": math.nan}, ValueError, "greater than zero"),
        ({"timeLimit": 1e12}, ValueError, "1000000000 ms at most"),
        ({"iterationLimit": 9, "explorationConstant": 1e12}, ValueError, "must be 0 to 1000, not"),
        ({"iterationLimit": 9, "explorationConstant": math.nan}, ValueError, "not nan"),
    ):
        with pytest.raises(error, match=match):
            search(**words)
    with pytest.raises(TypeError, match=r"in the package's terms, expected, not int"):
        search(iterationLimit=9).search(5)


@pytest.mark.parametrize("search", [PlayerAware, mcts])
def test_the_shortest_time_is_enough_for_a_round(search: Any, game: farnorth.Game) -> None:
    assert search(timeLimit=1e-9).search(Nim(3)) in (1, 2, 3)
    view, state = root_of(game)
    assert search(timeLimit=1e-9).search(state) in view.legal_moves


def test_the_python_search_tells_what_it_expects(game: farnorth.Game) -> None:
    view, state = root_of(game, opponents="none")
    details = PlayerAware(iterationLimit=50).search(state, needDetails=True)
    assert details["action"] in view.legal_moves and 0 <= details["expectedReward"] <= 1


# ---- The bot -------------------------------------------------------------------------------------


def test_the_bot_keeps_to_its_budget(game: farnorth.Game) -> None:
    state = player_state(game, seed=3)
    assert state.actor is not None
    view = state.view(state.actor)
    for options, iterations in (("its=60:worlds=4", 60), ("its=1", 1), ("its=7:worlds=100", 7)):
        decision = bot(f"{BOT}:{options}").choose(view, Budget())
        assert isinstance(decision, Decision)
        assert decision.iterations == iterations
        assert sum(visits for _, visits, _ in decision.table) == iterations
    decision = bot(f"{BOT}:ms=50").choose(view, Budget())
    assert isinstance(decision, Decision)
    assert decision.iterations >= 1 and decision.microseconds < 500_000
    given = bot(BOT).choose(view, Budget(iterations=33))
    assert isinstance(given, Decision) and given.iterations == 33
    with pytest.raises(farnorth.IllegalMove, match="does not act"):
        bot(BOT).choose(state.view(1 - view.seat), Budget())


def test_the_bot_is_repeatable_and_leaves_the_global_generator_alone(game: farnorth.Game) -> None:
    random.seed(99)
    expected = random.Random(99).random()
    moves = [
        farnorth.play(game, [f"{BOT}:its=6:worlds=2", "random"], seed=4).moves for _ in range(2)
    ]
    assert moves[0] == moves[1]
    assert random.random() == expected


def test_the_bot_decides_from_its_view(game: farnorth.Game) -> None:
    state = player_state(game, seed=3)
    assert state.actor is not None
    view = state.view(state.actor)
    answers = set()
    for seed in range(4):
        player = bot(f"{BOT}:its=30")
        player.start(1)
        decision = player.choose(view.determinize(seed=seed).view(view.seat), Budget())
        assert isinstance(decision, Decision)
        answers.add((decision.move, decision.table))
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("its=many", "its is a whole number from 0"),
        ("worlds=0", "worlds is a whole number from 1"),
        ("opponents=all", "opponents must be one of policy, tree, none, not 'all'"),
        ("rollout=best", "rollout must be one of random, scripted"),
        ("speed=1", "has no option 'speed'; its options are its, ms, worlds, opponents, rollout"),
    ],
)
def test_wrong_options_are_named(options: str, message: str) -> None:
    with pytest.raises(farnorth.BadData, match=message):
        bot(f"{BOT}:{options}")


def test_the_bot_has_a_name_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    points = [
        EntryPoint(name, value, "farnorth.bots")
        for name, value in project["entry-points"]["farnorth.bots"].items()
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    assert "mcts-package" in plugins()
    made = bot("mcts-package:its=200:worlds=8")
    assert made.name == "mcts-package:its=200:worlds=8"
