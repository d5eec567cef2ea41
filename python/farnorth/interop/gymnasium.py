"""Games as Gymnasium environments: one seat learns, bots have the others.

>>> import gymnasium, farnorth.interop.gymnasium
>>> env = gymnasium.make("farnorth/borealis-v0", players=2, opponents="random")
>>> observation, info = env.reset(seed=42)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> env.close()

Importing this module registers ``farnorth/<game>-v0`` for each game. An observation is float32 in [0, 1]: what the seat
knows, laid out as `Game.observation_spec` says. What is legal is in ``info["action_mask"]``, and `SeatEnv.action_masks`
for programs that ask. The reward comes at the end: `State.returns`, with score and place in the last info.

``gymnasium.make_vec`` makes a `VectorSeatEnv`, which steps all its games in C++; with
``vectorization_mode="sync"`` or ``"async"`` it makes several `SeatEnv`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsInt

import numpy as np
import numpy.typing as npt

import farnorth
from farnorth.errors import check_one_of, missing_extra

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing_extra("Gymnasium", "gymnasium") from error

from farnorth.bots import Bot, Budget, Decision, begin
from farnorth.games import PLY_CAP, games
from farnorth.interop.learning import actions, bot_seed, box, next_deal

Array = npt.NDArray[Any]
Opponents = str | Sequence[str | Bot]
"""One spec for all other seats, or a bot for each, in turn order after the seat."""

ILLEGAL_REWARD = -1.0
"""What an illegal action costs where it ends the game."""
WAYS = ("terminate", "noop", "raise")


class SeatEnv(gymnasium.Env[Array, np.int64]):
    """A game seen from one seat."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        opponents: Opponents = "greedy",
        illegal: str = "terminate",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """A seat at a game; game and options as for `farnorth.load`.

        illegal: what an illegal action does: "terminate" = ends the game with a reward of -1, "noop" = nothing,
        "raise" = raises IllegalMove. render_mode: "ansi", "human" or None. Raises BadOption or BadData for what does
        not exist.
        """
        check_one_of("illegal", illegal, WAYS)
        check_one_of("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        self.game = farnorth.load(game, **options)
        self.seat = _checked(self.game, seat)
        self.illegal = illegal
        self.render_mode = render_mode
        self._bots = [farnorth.bot(each) for each in _one_each(self.game, opponents)]
        self.observation_space = box(*self.game.observation_shape)
        self.action_space = actions(self.game)
        self._state: farnorth.State | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins a game: that of the seed, or without one the next of the last seed's."""
        super().reset(seed=seed)
        deal = next_deal(seed, self.np_random)
        state = self.game.new_state(seed=deal)
        for bot, seat in zip(self._bots, self._others(), strict=True):
            begin(bot, self.game, seat, bot_seed(deal, seat))
        self._state = state
        self._steps = 0
        self._let_others_play(state)
        return self._observation(), self._info()

    def step(self, action: SupportsInt) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Makes the move of that id, and lets the others play until the seat is to act again."""
        state = self._playing()
        if not self.action_masks()[int(action)] and self.illegal != "raise":
            over = self.illegal == "terminate"
            seen, info = self._observation(), {**self._info(), "illegal": True}
            if over:
                self._state = None
            return seen, ILLEGAL_REWARD if over else 0.0, over, False, info
        state.apply(int(action))
        self._steps += 1
        self._let_others_play(state)
        if self.render_mode == "human":
            self.render()
        cut_off = not state.is_over and self._steps >= PLY_CAP
        reward = state.returns()[self.seat] if state.is_over or cut_off else 0.0
        return self._observation(), reward, state.is_over, cut_off, self._info()

    def action_masks(self) -> Array:
        """bool (num_actions,): what the seat may do now."""
        return self._playing().legal_mask().astype(bool)

    def render(self) -> str | None:
        """The position as text: returned for "ansi", printed for "human"."""
        if self.render_mode is None:
            return None
        text = str(self._playing())
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _playing(self) -> farnorth.State:
        if self._state is None:
            raise farnorth.IllegalMove("no game is being played; call reset() first")
        return self._state

    def _others(self) -> list[int]:
        players = self.game.players
        return [(self.seat + i) % players for i in range(1, players)]

    def _let_others_play(self, state: farnorth.State) -> None:
        while state.actor is not None and state.actor != self.seat:
            if len(state.legal_moves) == 1:
                state.apply(state.legal_moves[0])
                continue
            bot = self._bots[(state.actor - self.seat) % self.game.players - 1]
            answer = bot.choose(state.view(state.actor), Budget())
            state.apply(answer.move if isinstance(answer, Decision) else answer)

    def _observation(self) -> Array:
        return self._playing().observation(self.seat)

    def _info(self) -> dict[str, Any]:
        state = self._playing()
        info: dict[str, Any] = {"action_mask": state.legal_mask()}
        if state.is_over:
            info["score"] = state.scores()[self.seat]
            info["place"] = state.ranking()[self.seat]
        return info


class VectorSeatEnv(VectorEnv[Array, Array, Array]):
    """Many games, each seen from the same seat, stepped together in C++ by `Game.batch`.

    A game that is over begins anew in the same step; its last observation is not kept, and a game cut off for its
    length counts as terminated. Illegal actions raise IllegalMove: use ``info["action_mask"]``.
    """

    def __init__(
        self,
        num_envs: int,
        game: str,
        *,
        seat: int = 0,
        opponents: Opponents = "greedy",
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """`num_envs` games; the rest as for `SeatEnv`, with opponents written in C++ only.

        copy: False = the arrays returned are those the next step writes into.
        """
        check_one_of("render_mode", render_mode, (None,))
        self.game = farnorth.load(game, **options)
        self.seat = _checked(self.game, seat)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = box(*self.game.observation_shape)
        self.single_action_space = actions(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        specs = [
            each if isinstance(each, str) else each.name for each in _one_each(self.game, opponents)
        ]
        self._batch = self.game.batch(num_envs, threads=threads, seat=self.seat, opponents=specs)
        self._copy = copy

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins all games anew. A list of seeds counts as a whole: it is the batch that has a seed."""
        if isinstance(seed, list):
            seed = int(np.random.SeedSequence([s or 0 for s in seed]).generate_state(1)[0])
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        return self._seen(), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Makes a move in each game. Raises IllegalMove, which names the game, before anything has changed."""
        self._batch.step(actions)
        rewards = self._batch.rewards[:, self.seat].astype(np.float64)
        cut_off = np.zeros(self.num_envs, bool)
        return self._seen(), rewards, self._batch.done.copy(), cut_off, self._infos()

    def _seen(self) -> Array:
        assert self._batch.observations is not None
        return self._batch.observations.copy() if self._copy else self._batch.observations

    def _infos(self) -> dict[str, Any]:
        assert self._batch.masks is not None
        masks = self._batch.masks.copy() if self._copy else self._batch.masks
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, bool)}


def _checked(game: farnorth.Game, seat: int) -> int:
    if not 0 <= seat < game.players:
        raise farnorth.BadOption(f"seat {seat} of a game with {game.players} players")
    return seat


def _one_each(game: farnorth.Game, opponents: Opponents) -> list[str | Bot]:
    others = game.players - 1
    given: list[str | Bot] = [opponents] * others if isinstance(opponents, str) else list(opponents)
    if len(given) != others:
        raise farnorth.BadOption(f"{len(given)} opponents for {others} seats")
    return given


for _name in games():
    gymnasium.register(
        id=f"farnorth/{_name}-v0",
        entry_point="farnorth.interop.gymnasium:SeatEnv",
        vector_entry_point="farnorth.interop.gymnasium:VectorSeatEnv",
        kwargs={"game": _name},
    )
