"""A training loop on PettingZoo, with a policy that plays at random where yours will learn.

Run it: ``python -m farnorth.examples.pettingzoo_loop borealis 20``.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import Any

import numpy as np

from farnorth.interop import pettingzoo


class RandomPolicy:
    """Where yours goes: it is asked for actions, and told what came of them."""

    def __init__(self, seed: int) -> None:
        """Its own random numbers, so that a run can be repeated."""
        self._random = np.random.default_rng(seed)

    def act(self, observation: dict[str, Any]) -> int:
        """An action that the mask allows."""
        return int(self._random.choice(np.flatnonzero(observation["action_mask"])))

    def learn(self, episode: list[tuple[dict[str, Any], int]], reward: float) -> None:
        """The observations and actions of one seat in one game, and what it got at the end. This one learns nothing."""


def train(game: str, episodes: int, players: int = 2, seed: int = 0) -> dict[str, float]:
    """Plays games of the policy against itself; returns the mean reward of each agent."""
    env = pettingzoo.env(game, players=players)
    policy = RandomPolicy(seed)
    total: dict[str, float] = defaultdict(float)
    for episode in range(episodes):
        env.reset(seed=seed + episode)
        steps: dict[str, list[tuple[dict[str, Any], int]]] = defaultdict(list)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            if termination or truncation:
                policy.learn(steps[agent], reward)
                total[agent] += reward
                env.step(None)
                continue
            assert observation is not None
            action = policy.act(observation)
            steps[agent].append((observation, action))
            env.step(action)
    env.close()
    return {agent: total[agent] / episodes for agent in env.possible_agents}


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "borealis"
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    for agent, reward in train(name, number).items():
        print(f"{agent}: mean reward {reward:+.3f} in {number} games")
