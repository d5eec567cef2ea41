"""Strengths from placements: batch Plackett-Luce with ties, and intervals by a bootstrap over blocks.

The model is that of Davidson and Luce (Turner, van Etten, Firth and Kosmidis, 2020): places are given from the first
on, and among the competitors that are left, a set T takes the next place together with a weight of ::

    delta[len(T)] * (product of the strengths of T) ** (1 / len(T)),        delta[1] = 1

With two players it is Davidson's model, without ties Plackett and Luce's. Its log-likelihood is concave in the
logarithms of strengths and deltas. Games enter only by how often each set was taken out of each set of
competitors, so that a fit costs the same for a hundred games as for a million, and a bootstrap is a fit with other
weights.

A bot that won or lost everything has no finite strength. So every bot has two games more, of `PRIOR` weight each, one
won and one lost, against a competitor of average strength; in the bootstrap their weights are drawn too.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[Any]

ELO = 400 / math.log(10)
"""Rating points of one unit of log-strength."""
PRIOR = 0.25
"""Weight of each of the two games that every bot has against an average competitor."""
STEPS = 60
PART = 2_000_000
"""Numbers in the largest array of a fit, about: how many resamples are fitted at once."""


@dataclass(frozen=True)
class Stage:
    """A set of competitors, as bots in ascending order, and the sets that may take the next place."""

    bots: tuple[int, ...]

    def options(self) -> list[tuple[int, ...]]:
        """Every set of competitors, by their positions in `bots`, smaller sets first."""
        seats = range(len(self.bots))
        return [
            taken
            for size in range(1, len(self.bots) + 1)
            for taken in itertools.combinations(seats, size)
        ]


class Placements:
    """Results of many games, counted: how often which set was taken out of which set of competitors.

    The rows of `features` are options of all stages one after another; its columns are the log-strengths of the bots,
    then the log-deltas of ties of two, three and more.
    """

    def __init__(self, seats: Ints, places: Ints, blocks: Ints, bots: int) -> None:
        """seats: number of the bot of each seat, places: its place from 1, both of shape (games, players).

        blocks: shape (games,), which games share their luck. bots: how many there are.
        """
        self.bots = bots
        self._ties = 1
        self._stages: dict[tuple[int, ...], int] = {}
        """First row of each stage."""
        self._rows: list[tuple[tuple[int, ...], int]] = []
        """By row: the bots that were taken, and the row its stage begins with."""
        _, block = np.unique(blocks, return_inverse=True)
        self.blocks = int(block.max(initial=-1)) + 1
        cells: dict[tuple[int, int], float] = {}
        cache: dict[tuple[int, ...], list[int]] = {}
        for number, bots_of, places_of in zip(
            block.tolist(), seats.tolist(), places.tolist(), strict=True
        ):
            key = (*bots_of, *places_of)
            if key not in cache:
                cache[key] = self._taken(bots_of, places_of)
            for row in cache[key]:
                cells[number, row] = cells.get((number, row), 0.0) + 1.0
        self._cells = (
            np.array([number for number, _ in cells], dtype=np.int64),
            np.array([row for _, row in cells], dtype=np.int64),
            np.array(list(cells.values())),
        )
        self._finish()

    def taken(self, weights: Floats) -> Floats:
        """How often each option was taken if blocks count so: shape (fits, blocks) to (fits, options)."""
        block, row, times = self._cells
        return np.array(
            [np.bincount(row, each[block] * times, len(self.features)) for each in weights]
        )

    def _taken(self, bots: Sequence[int], places: Sequence[int]) -> list[int]:
        """The rows of the options that were taken, from the first place on."""
        rows = []
        left = sorted(range(len(bots)), key=lambda seat: (bots[seat], seat))
        for place in sorted(set(places)):
            stage = Stage(tuple(bots[seat] for seat in left))
            taken = tuple(i for i, seat in enumerate(left) if places[seat] == place)
            if len(left) > 1:
                rows.append(self._first_row(stage) + stage.options().index(taken))
                self._ties = max(self._ties, len(taken))
            left = [seat for seat in left if places[seat] != place]
        return rows

    def _first_row(self, stage: Stage) -> int:
        if stage.bots not in self._stages:
            self._stages[stage.bots] = first = len(self._rows)
            for taken in stage.options():
                self._rows.append((tuple(stage.bots[i] for i in taken), first))
        return self._stages[stage.bots]

    def _finish(self) -> None:
        """Builds the features, without ties larger than any that happened: their delta is 0."""
        keep = [i for i, (taken, _) in enumerate(self._rows) if len(taken) <= self._ties]
        blocks, row, times = self._cells
        self._cells = blocks, np.searchsorted(keep, row), times
        self.features = np.zeros((len(keep), self.bots + self._ties - 1))
        for features, i in zip(self.features, keep, strict=True):
            taken = self._rows[i][0]
            for bot in taken:
                features[bot] += 1 / len(taken)
            if len(taken) > 1:
                features[self.bots + len(taken) - 2] = 1.0
        firsts = [self._rows[i][1] for i in keep]
        self.stage = np.unique(np.array(firsts, dtype=np.int64), return_inverse=True)[1]
        self.starts = np.flatnonzero(np.diff(self.stage, prepend=-1))


def fit(
    placements: Placements,
    weights: Floats,
    prior: Floats,
    start: Floats | None = None,
    close: float = 1e-7,
) -> Floats:
    """Log-strengths and log-deltas of greatest likelihood, for each row of weights at once: shape (fits, columns).

    weights: shape (fits, blocks), how often each block counts. prior: shape (fits, bots, 2), weights of the game that
    each bot has won and of the one it has lost against a competitor of strength 1. start: a guess, shape (columns,).
    close: how small the last step must be.

    Newton's method; a step is halved for the fits whose likelihood it would lower.
    """
    taken = placements.taken(weights)
    visits = np.add.reduceat(taken, placements.starts, axis=1)
    theta = np.zeros((len(weights), placements.features.shape[1]))
    if start is not None:
        theta += start
    value = _likelihood(placements, theta, taken, visits, prior)
    for _ in range(STEPS):
        step = _newton_step(placements, theta, taken, visits, prior)
        size = np.ones((len(theta), 1))
        for _ in range(20):
            trial = _likelihood(placements, theta + size * step, taken, visits, prior)
            worse = trial < value - 1e-12 * np.abs(value)
            if not worse.any():
                break
            size[worse] /= 2
        theta, value = theta + size * step, trial
        if np.abs(size * step).max(initial=0.0) < close:
            break
    return theta


def _utilities(placements: Placements, theta: Floats) -> tuple[Floats, Floats]:
    """Log-weights of options, and the logarithm of each stage's sum of weights."""
    utility = theta @ placements.features.T
    top = np.maximum.reduceat(utility, placements.starts, axis=1)
    scaled = np.exp(utility - top[:, placements.stage])
    return utility, top + np.log(np.add.reduceat(scaled, placements.starts, axis=1))


def _likelihood(
    placements: Placements, theta: Floats, taken: Floats, visits: Floats, prior: Floats
) -> Floats:
    utility, total = _utilities(placements, theta)
    own = theta[:, : placements.bots]
    of_prior = -prior[..., 0] * np.logaddexp(0, -own) - prior[..., 1] * np.logaddexp(0, own)
    rare = theta[:, placements.bots :]
    result: Floats = (
        (taken * utility).sum(axis=1)
        - (visits * total).sum(axis=1)
        + of_prior.sum(axis=1)
        - 1e-3 * (rare**2).sum(axis=1)  # a kind of tie may not occur in a resample
    )
    return result


def _newton_step(
    placements: Placements, theta: Floats, taken: Floats, visits: Floats, prior: Floats
) -> Floats:
    features, starts, bots = placements.features, placements.starts, placements.bots
    utility, total = _utilities(placements, theta)
    chance = np.exp(utility - total[:, placements.stage])
    expected = chance * visits[:, placements.stage]
    gradient = (taken - expected) @ features
    # By stage: the mean of the features, to take from the second moments.
    means = np.add.reduceat(chance[:, :, None] * features[None], starts, axis=1)
    hessian = np.einsum("fr,ri,rj->fij", expected, features, features, optimize=True)
    hessian -= np.einsum("fs,fsi,fsj->fij", visits, means, means, optimize=True)
    won = 1 / (1 + np.exp(-theta[:, :bots]))
    gradient[:, :bots] += prior[..., 0] * (1 - won) - prior[..., 1] * won
    index = np.arange(theta.shape[1])
    hessian[:, index[:bots], index[:bots]] += prior.sum(axis=2) * won * (1 - won)
    gradient[:, bots:] -= 2e-3 * theta[:, bots:]
    hessian[:, index[bots:], index[bots:]] += 2e-3
    hessian[:, index, index] += 1e-9
    step = np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0]
    longest = np.abs(step).max(axis=1, keepdims=True, initial=1.0)
    bounded: Floats = step * np.minimum(1.0, 3.0 / longest)
    return bounded


@dataclass(frozen=True)
class Ratings:
    """Log-strengths with mean 0, shape (bots,), and those of resampled tournaments, shape (resamples, bots)."""

    strengths: Floats
    resampled: Floats

    def elo(self, anchor: int | None = None) -> tuple[Floats, Floats, Floats]:
        """Ratings in Elo with the lower and upper ends of their 95 % intervals; each of shape (bots,).

        The anchor has rating 0; without one the mean is 0. Intervals are percentiles of the resampled differences.
        """
        centre, spread = self.strengths, self.resampled
        if anchor is not None:
            centre = centre - centre[anchor]
            spread = spread - spread[:, anchor : anchor + 1]
        low, high = np.percentile(spread, [2.5, 97.5], axis=0)
        return centre * ELO, np.minimum(low, centre) * ELO, np.maximum(high, centre) * ELO

    def probability_above(self, one: int, other: int) -> float:
        """Two-sided p-value that two bots are equally strong: from their difference and its spread."""
        difference = float(self.strengths[one] - self.strengths[other])
        spread = float((self.resampled[:, one] - self.resampled[:, other]).std(ddof=1))
        if spread == 0:
            return 1.0 if difference == 0 else 0.0
        return math.erfc(abs(difference) / spread / math.sqrt(2))


def _centred(strengths: Floats) -> Floats:
    """With mean 0: only differences mean anything."""
    centred: Floats = strengths - strengths.mean(axis=-1, keepdims=True)
    return centred


def rate(
    seats: Ints, places: Ints, blocks: Ints, bots: int, seed: str = "0", resamples: int = 400
) -> Ratings:
    """Ratings of a tournament. Arrays as in `Placements`; equal arguments give equal ratings.

    The bootstrap is Bayesian (Rubin, 1981): blocks get exponential weights instead of being drawn, so that no resample
    loses the only game of a pair. Weights are stretched by the few degrees of freedom that few blocks leave.
    """
    placements = Placements(seats, places, blocks, bots)
    even = np.full((1, bots, 2), PRIOR)
    best = fit(placements, np.ones((1, placements.blocks)), even)[0]
    rng = np.random.default_rng(list(seed.encode()))
    weights = rng.exponential(size=(resamples, placements.blocks))
    weights *= placements.blocks / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)
    prior = PRIOR * rng.exponential(size=(resamples, bots, 2))
    part = max(1, min(resamples, PART // placements.features.size))
    resampled = np.concatenate(
        [
            fit(placements, weights[i : i + part], prior[i : i + part], best, close=1e-3)
            for i in range(0, resamples, part)
        ]
    )
    strengths, resampled = _centred(best[:bots]), _centred(resampled[:, :bots])
    stretch = math.sqrt(placements.blocks / max(placements.blocks - bots, 1))
    return Ratings(strengths, strengths + (resampled - strengths) * stretch)
