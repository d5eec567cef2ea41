"""The sequential test of two bots: a generalised sequential probability ratio test (GSPRT) over seed blocks.

The null hypothesis is that the first bot is `elo0` better than the other, the alternative that it is `elo1` better, in
*normalised* Elo: logistic Elo of a game whose result has the standard deviation 1/2, so that how long a test takes does
not depend on how much of the game is luck. With a block's mean pairwise score s in [0, 1], its mean m and variance v
over n blocks, the log-likelihood ratio is::

    llr = n (s1 - s0) (2 m - s0 - s1) / (2 v)

The test stops at log(beta / (1 - alpha)), accepting the null, or at log((1 - beta) / alpha), accepting the alternative.
It is asked after every `Sequential.EVERY` blocks. Alpha and beta are the asymptotic error rates at elo0 and elo1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from farnorth.tournament.config import Config

ELO_PER_SIGMA = 800 / math.log(10)
"""Normalised Elo of one standard deviation of a game's result."""
LEAST_BLOCKS = 16
"""Fewer say too little about the variance."""


@dataclass(frozen=True)
class Sprt:
    """The hypotheses in normalised Elo, and the error rates."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @classmethod
    def of(cls, config: Config) -> Sprt:
        """The test of a tournament."""
        return cls(config.elo0, config.elo1, config.alpha, config.beta)

    @property
    def bounds(self) -> tuple[float, float]:
        """Lower and upper bound of the log-likelihood ratio."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, scores: npt.NDArray[np.float64], games_a_block: int) -> float:
        """Log-likelihood ratio of block scores, shape (blocks,).

        Two blocks of opposite results are added, so that blocks which all end alike do not claim certainty.
        """
        padded = np.concatenate([scores, [0.0, 1.0]])
        blocks, mean, variance = len(padded), float(padded.mean()), float(padded.var(ddof=1))
        sigma = math.sqrt(variance * games_a_block)  # of one game
        s0 = 0.5 + self.elo0 / ELO_PER_SIGMA * sigma
        s1 = 0.5 + self.elo1 / ELO_PER_SIGMA * sigma
        return blocks * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)

    def verdict(self, scores: npt.NDArray[np.float64], games_a_block: int) -> str | None:
        """``"H0"`` or ``"H1"`` once a bound is reached, else None."""
        if len(scores) < LEAST_BLOCKS:
            return None
        llr = self.llr(scores, games_a_block)
        lower, upper = self.bounds
        return "H0" if llr <= lower else "H1" if llr >= upper else None
