"""What the adapters for learning have in common: spaces, and the seeds of games and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from gymnasium import spaces

from farnorth.seeds import derived

if TYPE_CHECKING:
    from farnorth.protocols import Game


def box(*shape: int) -> spaces.Box:
    """The space of observations, with that many numbers."""
    return spaces.Box(0.0, 1.0, shape, np.float32)


def masked(game: Game) -> spaces.Dict:
    """The space of an observation with the mask of what is legal."""
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({"observation": box(*game.observation_shape), "action_mask": mask})


def actions(game: Game) -> spaces.Discrete:
    """The space of the ids of moves."""
    return spaces.Discrete(game.num_actions)


def next_deal(seed: int | None, stream: np.random.Generator) -> str:
    """The seed of the next game: the one given, or one from a stream."""
    return str(stream.integers(2**63) if seed is None else seed)


def bot_seed(deal: str, seat: int) -> int:
    """A seed for the bot in a seat. One way, so that it tells nothing about the deal."""
    return derived("environment", seat, deal)
