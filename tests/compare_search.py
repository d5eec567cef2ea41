"""Simulated moves a second: farnorth's search beside OpenSpiel's ISMCTSBot (C++) and the package mcts (Python).

``python tests/compare_search.py [SECONDS]`` (needs the package open_spiel). Everything runs in one process on one core,
in turns, ROUNDS times; the table shows medians, and our rate as a multiple of each peer's.

What is counted: moves made in simulations, those of chance included, at the first decision of a game.

- farnorth: `ismcts` with playouts to the end of the game: as it plays, by the scripted policy, which looks at the
  position; and ("random") uniformly random, as the peers' are, which is less work a move.
- OpenSpiel: its C++ bot driven by one call a decision, with its C++ random rollouts. It counts simulations only; each
  makes about as many moves as a random game from that position has left, the mean of 500 such games.
- mcts 1.0.4: on noughts and crosses in Python, whose states copy themselves by deepcopy, as in the example that comes
  with it; and on our own states, which are faster than any in Python (chance is played by the state). Its moves are
  counted as it makes them.
"""

from __future__ import annotations

import copy
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import farnorth
import mcts
import pyspiel

ROUNDS = 5
SIMULATIONS = 1000
MCTS_ITERATIONS = 20


def ours(name: str, seconds: float, random: int | None = None) -> float:
    """Simulated moves a second of the search of one of our games. random: per mille of the moves in playouts."""
    game: Any = farnorth.load(name, players=2)
    rate: float = game._bench_search([], seconds, random)["full"]["simulated_moves_per_second"]
    return rate


def spiel_move(state: Any, rng: random.Random) -> int:
    """A random move of a player or of chance."""
    if not state.is_chance_node():
        return int(rng.choice(state.legal_actions()))
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(actions, weights)[0])


def spiel_start(name: str) -> tuple[Any, float]:
    """The first decision of a game of OpenSpiel, and the mean number of moves to its end."""
    rng = random.Random(1)
    start = pyspiel.load_game(name).new_initial_state()
    while start.is_chance_node():
        start.apply_action(spiel_move(start, rng))
    moves, games = 0, 500
    for _ in range(games):
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(spiel_move(state, rng))
            moves += 1
    return start, moves / games


def spiel(start: Any, moves: float, seconds: float) -> float:
    """Simulated moves a second of OpenSpiel's ISMCTSBot."""
    bot = pyspiel.ISMCTSBot(
        7,
        pyspiel.RandomRolloutEvaluator(1, 7),
        2.0,
        SIMULATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
        False,
        False,
    )
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        bot.step(start)
        done += SIMULATIONS
    return done * moves / spent


class Noughts:
    """Noughts and crosses as one writes it for mcts 1.0.4."""

    made = 0
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self) -> None:
        self.board = [0] * 9
        self.player = 1

    def getCurrentPlayer(self) -> int:  # noqa: N802
        return self.player

    def getPossibleActions(self) -> list[int]:  # noqa: N802
        return [cell for cell in range(9) if self.board[cell] == 0]

    def takeAction(self, action: int) -> Noughts:  # noqa: N802
        Noughts.made += 1
        after = copy.deepcopy(self)
        after.board[action] = self.player
        after.player = -self.player
        return after

    def winner(self) -> int:
        for a, b, c in self.LINES:
            if self.board[a] != 0 and self.board[a] == self.board[b] == self.board[c]:
                return self.board[a]
        return 0

    def isTerminal(self) -> bool:  # noqa: N802
        return self.winner() != 0 or 0 not in self.board

    def getReward(self) -> int:  # noqa: N802
        return self.winner()


class CountingState:
    """One of our states in the protocol of mcts 1.0.4; chance is played at once."""

    made = 0

    def __init__(self, state: Any, rng: random.Random) -> None:
        self.state, self.rng = state, rng
        while state.actor == farnorth.CHANCE:
            moves, weights = zip(*state.outcomes().items(), strict=True)
            state.apply(rng.choices(moves, weights)[0])
            CountingState.made += 1

    def getCurrentPlayer(self) -> int:  # noqa: N802
        return 1 if self.state.actor == 0 else -1

    def getPossibleActions(self) -> list[Any]:  # noqa: N802
        return list(self.state.legal_moves)

    def takeAction(self, action: Any) -> CountingState:  # noqa: N802
        CountingState.made += 1
        state = self.state.copy()
        state.apply(action)
        return CountingState(state, self.rng)

    def isTerminal(self) -> bool:  # noqa: N802
        return bool(self.state.is_over)

    def getReward(self) -> float:  # noqa: N802
        return 1.0 if self.state.ranking()[0] == 1 else -1.0


def package(root: Any, counter: type[Noughts | CountingState], seconds: float) -> float:
    """Simulated moves a second of the package mcts from a state."""
    counter.made, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        mcts.mcts(iterationLimit=MCTS_ITERATIONS).search(initialState=root)
    return counter.made / spent


def on_ours(name: str, seconds: float) -> float:
    """The same on one of our games."""
    state = farnorth.load(name, players=2).new_state()
    return package(CountingState(state, random.Random(1)), CountingState, seconds)


def main() -> None:
    """Measures and prints."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    starts = {name: spiel_start(name) for name in ("euchre", "oh_hell")}
    work: dict[str, Callable[[], float]] = {}
    for name in farnorth.games():
        work[f"farnorth {name}"] = lambda name=name: ours(name, seconds)  # type: ignore[misc]
        work[f"farnorth {name}, random"] = lambda name=name: ours(name, seconds, 1000)  # type: ignore[misc]
        work[f"mcts {name}"] = lambda name=name: on_ours(name, seconds)  # type: ignore[misc]
    work["mcts noughts and crosses"] = lambda: package(Noughts(), Noughts, seconds)
    for name, (start, moves) in starts.items():
        work[f"open_spiel {name}"] = lambda start=start, moves=moves: spiel(  # type: ignore[misc]
            start, moves, seconds
        )
    rates: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(ROUNDS):
        for name, measure in work.items():
            rates[name].append(measure())
    median = {name: statistics.median(each) for name, each in rates.items()}
    for name, rate in median.items():
        print(f"{name:28} {rate:14,.0f} simulated moves a second")
    for name in farnorth.games():
        peers = [f"open_spiel {peer}" for peer in starts] + [
            "mcts noughts and crosses",
            f"mcts {name}",
        ]
        for own in (f"farnorth {name}", f"farnorth {name}, random"):
            ratios = ", ".join(f"{median[own] / median[peer]:.1f} x {peer}" for peer in peers)
            print(f"{own}: {ratios}")


if __name__ == "__main__":
    main()
