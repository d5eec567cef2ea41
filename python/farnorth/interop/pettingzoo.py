"""Games as PettingZoo environments (AEC), for programs that learn.

>>> from farnorth.interop import pettingzoo
>>> env = pettingzoo.env("borealis", players=2)
>>> env.reset(seed=42)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
>>> env.close()

An observation is a dict: `observation`, float32 in [0, 1], what the seat knows, laid out as `Game.observation_spec`
says; and `action_mask`, int8, 1 for what the seat may do now. The mask is in `infos` as well. A seat may act several
times in a row. Rewards come at the end: `State.returns`. Scores and places are in the last infos.

`env` ends a game with an illegal action, which costs its agent a reward of -1; `raw_env` raises IllegalMove. A copy
(`copy.deepcopy`) plays on from where the original is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

import farnorth
from farnorth.errors import missing_extra

try:
    from gymnasium.utils import seeding
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
    from pettingzoo.utils.env import AECEnv
except ImportError as error:
    raise missing_extra("PettingZoo", "pettingzoo") from error

from farnorth.games import PLY_CAP
from farnorth.interop.learning import actions, box, masked, next_deal

if TYPE_CHECKING:
    from gymnasium import spaces

Array = npt.NDArray[Any]

ILLEGAL_REWARD = -1.0


def env(game: str, render_mode: str | None = None, **options: object) -> AECEnv:
    """A game as an environment in which any action may be tried: one that is illegal ends the game.

    game, options: as for `farnorth.load`. render_mode: "ansi", "human" or None.
    """
    strict = raw_env(game, render_mode, **options)
    forgiving = wrappers.TerminateIllegalWrapper(strict, illegal_reward=ILLEGAL_REWARD)
    bounded = wrappers.AssertOutOfBoundsWrapper(forgiving)
    return wrappers.OrderEnforcingWrapper(bounded)


def parallel_env(game: str, render_mode: str | None = None, **options: object) -> Any:
    """As `env`, for programs that know parallel environments only: those not to act are given no choice."""
    return turn_based_aec_to_parallel(env(game, render_mode, **options))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo has no type hints, and calls it so
    """A game as an environment in which an illegal action raises IllegalMove."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "is_parallelizable": True}  # noqa: RUF012

    def __init__(self, game: str, render_mode: str | None = None, **options: object) -> None:
        """As for `env`. Raises BadOption for what `farnorth.load` does not know."""
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = " or ".join(self.metadata["render_modes"])
            raise farnorth.BadOption(f"render_mode is {modes}, not {render_mode!r}")
        self.game = farnorth.load(game, **options)
        self.metadata = {**self.metadata, "name": f"{game}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: masked(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: actions(self.game) for agent in self.possible_agents}
        self.state_space = box(self.game.players * self.game.observation_shape[0])
        self._stream, _ = seeding.np_random()
        self._no_choice = np.zeros(self.game.num_actions, np.int8)
        self._no_choice.flags.writeable = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions: the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: that of the seed, or without one the next of the last seed's."""
        if seed is not None:
            self._stream, _ = seeding.np_random(seed)
        self._state = self.game.new_state(seed=next_deal(seed, self._stream))
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._show_choice()

    def step(self, action: int | None) -> None:
        """Makes the move of that id for the agent to act. Raises IllegalMove, naming what is legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise farnorth.IllegalMove(f"{agent} is to act: None is no action")
        self._state.apply(int(action))
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._state.is_over or self._steps >= PLY_CAP:
            self._end()
        else:
            self._show_choice()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _show_choice(self) -> None:
        """Who is to act, and what he may do."""
        assert self._state.actor is not None
        self.agent_selection = self.possible_agents[self._state.actor]
        self._mask = self._state.legal_mask()
        self._mask.flags.writeable = False
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._mask_of(agent)} for agent in self.agents
        }

    def _end(self) -> None:
        ended = self.terminations if self._state.is_over else self.truncations
        scores, places = self._state.scores(), self._state.ranking()
        for agent, reward in zip(self.agents, self._state.returns(), strict=True):
            seat = self._seats[agent]
            ended[agent] = True
            self.rewards[agent] = reward
            self.infos[agent] = {
                "action_mask": self._no_choice,
                "score": scores[seat],
                "place": places[seat],
            }
        self._deads_step_first()

    def _mask_of(self, agent: str) -> Array:
        """A mask, which nobody can write to; no agent but the one to act has a choice."""
        acts = agent == self.agent_selection and not (
            self.terminations[agent] or self.truncations[agent]
        )
        return self._mask if acts else self._no_choice

    def observe(self, agent: str) -> dict[str, Array]:
        """What an agent knows, and what he may do."""
        return {
            "observation": self._state.observation(self._seats[agent]),
            "action_mask": self._mask_of(agent),
        }

    def state(self) -> Array:
        """What all seats know, one after the other: for learning with a critic that sees all."""
        seats = range(self.game.players)
        return np.concatenate([self._state.observation(seat) for seat in seats])

    def render(self) -> str | None:
        """The position as text: returned for "ansi", printed for "human"."""
        if self.render_mode is None:
            return None
        text = str(self._state)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing to release."""

    def __str__(self) -> str:
        """The name, as PettingZoo writes names."""
        return str(self.metadata["name"])
