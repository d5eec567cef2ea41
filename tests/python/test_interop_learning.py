"""PettingZoo, Gymnasium and OpenSpiel: each adapter before the peer's own tests, for two players and for the most."""

from __future__ import annotations

import copy
import importlib
import re
import subprocess
import sys
import unittest
import warnings
from typing import Any

import farnorth
import gymnasium
import numpy as np
import pyspiel
import pytest
from bots_for_tests import Bare, Informed
from farnorth.games import game_class
from farnorth.interop import gymnasium as seat_envs
from farnorth.interop import open_spiel
from farnorth.interop import pettingzoo as agents
from farnorth.interop.learning import bot_seed
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    render_test,
    seed_test,
    state_test,
)
from support import ROOT

CASES = [
    (name, players) for name in farnorth.games() for players in (2, game_class(name).max_players)
]
each_case = pytest.mark.parametrize(("name", "players"), CASES)


# ---- PettingZoo ----------------------------------------------------------------------------------


@each_case
def test_pettingzoo_api(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It knows the games whose observations are dicts by name.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(agents.env(name, players=players), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


@each_case
def test_pettingzoo_seed(name: str, players: int) -> None:
    seed_test(lambda: agents.env(name, players=players), num_cycles=100)


@each_case
def test_pettingzoo_state_and_parallel(name: str, players: int) -> None:
    state_test(agents.env(name, players=players), agents.parallel_env(name, players=players))
    parallel_api_test(agents.parallel_env(name, players=players), num_cycles=100)


@each_case
def test_pettingzoo_render(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    def make(**words: Any) -> Any:
        return agents.env(name, players=players, **words)

    render_test(make)
    assert capsys.readouterr().out


@each_case
def test_pettingzoo_plays_the_game_of_the_seed(name: str, players: int) -> None:
    env = agents.raw_env(name, players=players)
    env.reset(seed=5)
    state = env.game.new_state(seed=5)
    random = np.random.default_rng(1)
    while not state.is_over:
        seat = state.actor
        assert seat is not None and env.agent_selection == f"player_{seat}"
        observation, reward, termination, truncation, info = env.last()
        assert observation is not None
        assert (observation["observation"] == state.observation(seat)).all()
        assert (observation["action_mask"] == state.legal_mask()).all()
        assert info["action_mask"] is observation["action_mask"]
        assert not (reward or termination or truncation)
        move = random.choice([move.id for move in state.legal_moves])
        state.apply(int(move))
        env.step(move)
    for seat, agent in enumerate(env.possible_agents):
        assert env.agent_selection == agent
        _, reward, termination, truncation, info = env.last()
        assert termination and not truncation
        assert reward == state.returns()[seat]
        assert (info["score"], info["place"]) == (state.scores()[seat], state.ranking()[seat])
        env.step(None)
    assert env.agents == []


def test_pettingzoo_illegal_actions() -> None:
    strict = agents.raw_env("borealis")
    strict.reset(seed=1)
    illegal = int(strict.observe("player_0")["action_mask"].argmin())
    with pytest.raises(farnorth.IllegalMove, match="legal for seat"):
        strict.step(illegal)
    with pytest.raises(farnorth.IllegalMove, match="None is no action"):
        strict.step(None)
    env = agents.env("borealis")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(illegal)
    assert env.rewards[agent] == agents.ILLEGAL_REWARD and env.terminations[agent]
    with pytest.raises(farnorth.BadOption, match="render_mode is human or ansi"):
        agents.env("borealis", render_mode="rgb_array")
    with pytest.raises(farnorth.BadOption, match="no game is called"):
        agents.env("chess")


def test_a_copy_of_an_environment_plays_on() -> None:
    env = agents.env("scavengers")
    env.reset(seed=1)
    random = np.random.default_rng(1)
    for step in range(60):
        if step == 20:
            other = copy.deepcopy(env)
            begun = env.observe("player_0")["observation"]
        action = int(random.choice(np.flatnonzero(env.last()[0]["action_mask"])))
        env.step(action)
        if step >= 20:
            if step == 20:
                assert (other.observe("player_0")["observation"] == begun).all()
            other.step(action)
            assert (env.last()[0]["observation"] == other.last()[0]["observation"]).all()


def test_the_training_loop() -> None:
    from farnorth.examples.pettingzoo_loop import train

    rewards = train("scavengers", 3, players=3)
    assert list(rewards) == ["player_0", "player_1", "player_2"]
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)
    done = subprocess.run(
        [sys.executable, "-m", "farnorth.examples.pettingzoo_loop", "borealis", "2"],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert re.fullmatch(r"(player_\d: mean reward [+-]\d\.\d{3} in 2 games\n){2}", done.stdout)


# ---- Gymnasium -----------------------------------------------------------------------------------


@each_case
@pytest.mark.parametrize("illegal", ["terminate", "noop"])
def test_gymnasium_check(name: str, players: int, illegal: str) -> None:
    env = gymnasium.make(
        f"farnorth/{name}-v0",
        players=players,
        seat=players - 1,
        opponents="random",
        illegal=illegal,
        render_mode="ansi",
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # One for each of: gymnasium has no name for text, and the environment is wrapped by make itself.
        warnings.filterwarnings("ignore", ".*different from the unwrapped version.*")
        check_env(env.unwrapped)


@each_case
def test_gymnasium_plays_a_game(name: str, players: int) -> None:
    bots = ["greedy", *["random"] * (players - 2)]
    env = seat_envs.SeatEnv(name, players=players, seat=1, opponents=bots)
    random = np.random.default_rng(1)
    seen, info = env.reset(seed=3)
    games = 0
    while games < 2:
        assert (env.action_masks() == info["action_mask"]).all()
        action = random.choice(np.flatnonzero(env.action_masks()))
        seen, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(seen) and not truncated
        if terminated:
            assert -1 <= reward <= 1 and 1 <= info["place"] <= players and "score" in info
            seen, info = env.reset()
            games += 1
        else:
            assert reward == 0


def test_gymnasium_ways_with_illegal_actions() -> None:
    for illegal in seat_envs.WAYS:
        env = seat_envs.SeatEnv("borealis", opponents="random", illegal=illegal)
        with pytest.raises(farnorth.IllegalMove, match="call reset"):
            env.action_masks()
        _, info = env.reset(seed=1)
        wrong = int(info["action_mask"].argmin())
        if illegal == "raise":
            with pytest.raises(farnorth.IllegalMove, match="legal for seat"):
                env.step(wrong)
            continue
        _, reward, terminated, truncated, info = env.step(wrong)
        assert info["illegal"] and not truncated
        assert (reward, terminated) == ((-1.0, True) if illegal == "terminate" else (0.0, False))


def test_gymnasium_tells_opponents_of_game_and_seat() -> None:
    opponents = [Informed(), Informed()]
    env = seat_envs.SeatEnv("borealis", players=3, seat=1, opponents=opponents)
    env.reset(seed=5)
    assert [each.told for each in opponents] == [("borealis", 3, 2), ("borealis", 3, 0)]
    assert [each.seed for each in opponents] == [bot_seed("5", 2), bot_seed("5", 0)]
    bare: Any = Bare()
    seat_envs.SeatEnv("borealis", seat=1, opponents=[bare]).reset(seed=5)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"illegal": "ignore"}, "illegal must be one of terminate, noop, raise"),
        ({"seat": 2}, "seat 2 of a game with 2 players"),
        ({"opponents": ["random", "random"]}, "2 opponents for 1 seats"),
        ({"opponents": "nobody"}, "no bot is called 'nobody'"),
        ({"render_mode": "rgb_array"}, "render_mode must be one of None, human, ansi"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_gymnasium_wrong_words(words: dict[str, Any], message: str) -> None:
    with pytest.raises(farnorth.BadData, match=message):
        seat_envs.SeatEnv("borealis", **words)


@each_case
@pytest.mark.parametrize("mode", ["vector_entry_point", "sync"])
def test_gymnasium_vectors(name: str, players: int, mode: str) -> None:
    env = gymnasium.make_vec(
        f"farnorth/{name}-v0", num_envs=3, vectorization_mode=mode,
        players=players, opponents="random",
    )  # fmt: skip
    assert isinstance(env.single_action_space, gymnasium.spaces.Discrete)
    actions = env.single_action_space.n
    streams = []
    for _ in range(2):
        seen, info = env.reset(seed=9)
        stream = [seen]
        for _ in range(40):
            assert info["action_mask"].shape == (3, actions)
            seen, rewards, terminated, truncated, info = env.step(info["action_mask"].argmax(1))
            assert env.observation_space.contains(seen)
            assert rewards.shape == terminated.shape == truncated.shape == (3,)
            stream.append(seen)
        streams.append(stream)
    assert all((a == b).all() for a, b in zip(*streams, strict=True))
    env.close()


def test_gymnasium_vectors_in_processes() -> None:
    env = gymnasium.make_vec(
        "farnorth/borealis-v0", num_envs=2, vectorization_mode="async", opponents="random"
    )
    _, info = env.reset(seed=9)
    env.step(info["action_mask"].argmax(1))
    env.close()


# ---- OpenSpiel -----------------------------------------------------------------------------------


def spiel(name: str, players: int) -> Any:
    assert open_spiel.PREFIX + name in open_spiel.register()
    return pyspiel.load_game(f"farnorth_{name}(players={players})")


@each_case
def test_open_spiel_random_sim(name: str, players: int) -> None:
    pyspiel.random_sim_test(spiel(name, players), num_sims=1, serialize=True, verbose=False)


@each_case
def test_open_spiel_api(name: str, players: int) -> None:
    game = spiel(name, players)
    from open_spiel.integration_tests import api_test as peer

    case = type(
        "Case", (peer.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": f"farnorth_{name}"}
    )
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    assert suite.countTestCases() >= 4
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun == suite.countTestCases()
    assert not result.errors and not result.failures, result.errors + result.failures


def test_open_spiel_playthrough(game: farnorth.Game) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    state = spiel(game.name, 2).new_initial_state()
    text = generate_playthrough.playthrough(f"farnorth_{game.name}(players=2)", None, seed=1)
    assert f'GameType.short_name = "farnorth_{game.name}"' in text
    for action in re.findall(r"^action: (\d+)", text, re.M):
        state.apply_action(int(action))
    assert state.is_terminal()
    (told,) = re.findall(r"^Returns\(\) = \[(.*)\]", text, re.M)[-1:]
    assert [float(each) for each in told.split(", ")] == state.returns()


@each_case
def test_open_spiel_is_the_same_game(name: str, players: int) -> None:
    state = spiel(name, players).new_initial_state()
    ours = farnorth.load(name, players=players).new_state()
    random = np.random.default_rng(3)
    while not state.is_terminal():
        if state.is_chance_node():
            assert dict(state.chance_outcomes()) == {
                move.id: share for move, share in ours.outcomes().items()
            }
            action = random.choice([id for id, _ in state.chance_outcomes()])
            ours.apply(ours.game.chance_move(int(action)))
        else:
            seat = state.current_player()
            assert seat == ours.actor
            assert state.legal_actions() == sorted(move.id for move in ours.legal_moves)
            assert np.array_equal(state.observation_tensor(seat), ours.observation(seat))
            action = random.choice(state.legal_actions())
            ours.apply(int(action))
        state.apply_action(int(action))
    assert ours.is_over
    assert state.returns() == ours.returns()


def test_open_spiel_hides_what_is_hidden(game: farnorth.Game) -> None:
    """Two worlds that a seat cannot tell apart have the same information state; its text grows move by move."""
    state = spiel(game.name, 2).new_initial_state()
    random = np.random.default_rng(3)
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        outcomes = [id for id, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(int(random.choice(outcomes or state.legal_actions())))
    seat = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for _ in range(5):
        other = state.resample_from_infostate(seat, sampler)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.legal_actions() == state.legal_actions()


def test_open_spiel_python_search_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = spiel("borealis", 2)
    state = game.new_initial_state()
    random = np.random.RandomState(3)
    while state.is_chance_node():
        state.apply_action(int(random.choice([id for id, _ in state.chance_outcomes()])))
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=evaluator, uct_c=1.0, max_simulations=3,
        max_world_samples=-1, random_state=random,
    )  # fmt: skip
    assert bot.step(state) in state.legal_actions()


def test_open_spiel_parameters_are_options() -> None:
    open_spiel.register()
    game = pyspiel.load_game("farnorth_borealis(players=3,side=II)")
    assert game.game == farnorth.load("borealis", players=3, side="II")
    with pytest.raises(Exception, match="side"):
        pyspiel.load_game("farnorth_borealis(side=V)")


# ---- Agents in Kaggle's form, and what is not installed ------------------------------------------


def test_agents_in_the_form_of_kaggle(game: farnorth.Game) -> None:
    def agent(obs: farnorth.View, config: Any) -> int:
        assert config.milliseconds == 5 and obs.legal_mask()[obs.legal_moves[-1].id] == 1
        return int(obs.legal_mask().argmax())

    def short(obs: farnorth.View) -> np.int64:
        return obs.legal_mask().argmax()

    def with_default(obs: farnorth.View, config: Any = None) -> int:
        assert config is not None
        return int(obs.legal_mask().argmax())

    forms: list[Any] = [agent, short, with_default]
    games = [
        farnorth.play(
            game,
            [farnorth.from_function(each), "random"],
            seed=2,
            budget=farnorth.Budget(milliseconds=5),
        ).moves
        for each in forms
    ]
    assert games[0] == games[1] == games[2]


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("open_spiel", "pyspiel", "openspiel"),
    ],
)
def test_what_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, package: str, extra: str
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"farnorth.interop.{module}")
    with pytest.raises(farnorth.MissingExtra, match=rf"pip install 'farnorth\[{extra}\]'"):
        importlib.import_module(f"farnorth.interop.{module}")


def test_nothing_is_imported_before_it_is_wanted() -> None:
    code = "import sys, farnorth, farnorth.interop; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"mcts", "gymnasium", "pettingzoo", "pyspiel", "numpy"} & set(done.stdout.split())


def test_the_extras_are_those_that_are_named() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    for extra in ("pettingzoo", "gymnasium", "openspiel"):
        assert re.search(rf"^{extra} = \[", text, re.M)
