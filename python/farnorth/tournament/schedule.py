"""Who meets whom: the blocks of a tournament, in rounds.

A block is one deal and one choice of bots, played once for each rotation of those bots over the seats. The schedules:

all     every choice of as many different bots as there are seats, `blocks` times each
random  `blocks` blocks in all, of the bots that have played least, then of those that have met least
focus   one bot against every choice of the others, `blocks` times each
ladder  `blocks` rounds in which neighbours in the standing meet; the standing is by results so far
sprt    two bots, until a sequential test decides or `blocks` blocks are played

With fewer bots than seats a bot sits at several: every division of the seats among all bots then is a choice. Which
neighbour a bot has is drawn for each block, so that nobody always sits behind the same opponent.

Everything is a function of the configuration and of the results of earlier rounds, so that a run which was killed goes
on to the same games, whatever the number of workers.
"""

from __future__ import annotations

import itertools
import math
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from farnorth.errors import BadData
from farnorth.tournament.config import MOST_BLOCKS, Config
from farnorth.tournament.log import PlayedGames
from farnorth.tournament.sprt import Sprt


@dataclass(frozen=True, slots=True)
class Block:
    """A deal and who plays it: `seats` is the bot of each seat in the first rotation."""

    number: int
    seats: tuple[int, ...]

    def rotations(self) -> list[tuple[int, ...]]:
        """The bot of each seat, for each rotation."""
        return [self.seats[r:] + self.seats[:r] for r in range(len(self.seats))]


Table = tuple[int, ...]
"""Bots that meet, in ascending order."""


class Schedule(ABC):
    """The rounds of a tournament."""

    def __init__(self, config: Config, players: int) -> None:
        """Takes the configuration and the number of seats."""
        self.config = config
        self.players = players
        self.bots = len(config.bots)

    @abstractmethod
    def total_blocks(self) -> int:
        """Blocks in all, or at most."""

    @abstractmethod
    def round(self, number: int, games: PlayedGames | None) -> list[Block] | None:
        """The blocks of a round, given all games of the rounds before; None after the last."""

    def block(self, number: int, table: Table) -> Block:
        """The block of a table, its seats drawn from the seed."""
        seats = list(table)
        random.Random(f"farnorth seats {self.config.seed}/{number}").shuffle(seats)
        return Block(number, tuple(seats))

    def choices(self, bots: Sequence[int], seats: int) -> list[Table]:
        """Every choice of different bots for these seats; with too few bots, every division of the seats among all."""
        if len(bots) >= seats:
            return list(itertools.combinations(bots, seats))
        return [
            table
            for table in itertools.combinations_with_replacement(bots, seats)
            if set(table) == set(bots)
        ]


class OneRound(Schedule):
    """Tables that are known beforehand."""

    @abstractmethod
    def tables(self) -> list[Table]:
        """Who meets, block by block."""

    def round(self, number: int, games: PlayedGames | None) -> list[Block] | None:
        """All blocks, in the one round that there is."""
        if number > 0:
            return None
        return [self.block(i, table) for i, table in enumerate(self.tables())]


class All(OneRound):
    """Every table `blocks` times, turn by turn, so that a part of the tournament is balanced too."""

    def total_blocks(self) -> int:
        """Blocks in all."""
        return _choices(self.bots, self.players) * self.config.blocks

    def tables(self) -> list[Table]:
        """Who meets, block by block."""
        return self.choices(range(self.bots), self.players) * self.config.blocks


class Focus(OneRound):
    """One bot against all tables of the others."""

    def total_blocks(self) -> int:
        """Blocks in all."""
        return _choices(self.bots - 1, self.players - 1) * self.config.blocks

    def tables(self) -> list[Table]:
        """Who meets, block by block."""
        config = self.config
        focus = config.bots.index(config.focus) if config.focus else 0
        others = [bot for bot in range(self.bots) if bot != focus]
        tables = [tuple(sorted((focus, *rest))) for rest in self.choices(others, self.players - 1)]
        return tables * config.blocks


class Random(OneRound):
    """Bots drawn at random among those that have played least; opponents among those least met."""

    def total_blocks(self) -> int:
        """Blocks in all."""
        return self.config.blocks

    def tables(self) -> list[Table]:
        """Who meets, block by block."""
        rng = random.Random(f"farnorth tables {self.config.seed}")
        played, met = [0] * self.bots, Counter[tuple[int, int]]()
        tables = []
        for _ in range(self.config.blocks):
            table: list[int] = []
            while len(table) < self.players:
                rest = [bot for bot in range(self.bots) if bot not in table] or range(self.bots)

                def wish(bot: int, table: list[int] = table) -> tuple[int, int, float]:
                    return played[bot], sum(met[_pair(bot, other)] for other in table), rng.random()

                table.append(min(rest, key=wish))
            for bot in set(table):
                played[bot] += 1
            met.update(_pair(a, b) for a, b in itertools.combinations(table, 2))
            tables.append(tuple(sorted(table)))
        return tables


@dataclass(frozen=True, slots=True)
class Standing:
    """Before a round of a ladder: the blocks of all rounds before it, and the bots, best first."""

    round: int
    blocks: int
    bots: tuple[int, ...]


class Ladder(Schedule):
    """Neighbours meet. The standing after each round decides who is whose neighbour in the next."""

    def __init__(self, config: Config, players: int) -> None:
        """The standing at first is the order in which the bots are given."""
        super().__init__(config, players)
        self._before = Standing(0, 0, tuple(range(self.bots)))
        """Kept, so that a run of many rounds does not go through all of them for each."""

    def total_blocks(self) -> int:
        """Blocks in all."""
        standing = list(range(self.bots))
        even, odd = (len(self._neighbours(number, standing)) for number in (0, 1))
        return (self.config.blocks + 1) // 2 * even + self.config.blocks // 2 * odd

    def round(self, number: int, games: PlayedGames | None) -> list[Block] | None:
        """Neighbours, from the top of the standing in one round and from below it in the next."""
        if number >= self.config.blocks:
            return None
        if number <= self._before.round:  # asked again, maybe about other games
            self._before = Standing(0, 0, tuple(range(self.bots)))
        while self._before.round < number:
            assert games is not None
            self._before = self._after(self._before, games)
        tables = self._neighbours(number, self._before.bots)
        first = self._before.blocks
        return [self.block(first + i, table) for i, (_, table) in enumerate(tables)]

    def _after(self, before: Standing, games: PlayedGames) -> Standing:
        """The standing after one more round."""
        bots = list(before.bots)
        tables = self._neighbours(before.round, before.bots)
        for i, (place, table) in enumerate(tables):
            order = _by_result(table, games.of_block(before.blocks + i))
            bots[place : place + len(order)] = order
        return Standing(before.round + 1, before.blocks + len(tables), tuple(bots))

    def _neighbours(self, number: int, standing: Sequence[int]) -> list[tuple[int, Table]]:
        """Place in the standing and bots of each table of a round."""
        if len(standing) <= self.players:
            tables = self.choices(sorted(standing), self.players)
            return [(0, tables[number % len(tables)])]
        step = max(1, self.players // 2)
        offset = number % 2 * step
        if offset + self.players > len(standing):
            offset = len(standing) - self.players
        places = range(offset, len(standing) - self.players + 1, self.players)
        return [(place, tuple(standing[place : place + self.players])) for place in places]


def _by_result(table: Table, games: PlayedGames) -> list[int]:
    """The bots of a table, best first; who stood higher stays so in a tie."""
    bots = list(dict.fromkeys(table))
    means = {bot: float(games.places[games.seats == bot].mean()) for bot in bots}
    return sorted(bots, key=lambda bot: means[bot])


class Sequential(Schedule):
    """Two bots, in rounds of `EVERY` blocks, after each of which the test is asked."""

    EVERY = 8

    def total_blocks(self) -> int:
        """Blocks at most."""
        return self.config.blocks

    def round(self, number: int, games: PlayedGames | None) -> list[Block] | None:
        """The next blocks; None if the test has decided."""
        first = number * self.EVERY
        if first >= self.config.blocks:
            return None
        if number > 0 and games is not None:
            scores = block_scores(games, 0, 1, first)
            if Sprt.of(self.config).verdict(scores, self.players) is not None:
                return None
        tables = self.choices((0, 1), self.players)
        last = min(first + self.EVERY, self.config.blocks)
        return [self.block(i, tables[i % len(tables)]) for i in range(first, last)]


def block_scores(games: PlayedGames, one: int, other: int, blocks: int) -> npt.NDArray[np.float64]:
    """Pairwise score of a bot against another in each of the first blocks: 1 above, 1/2 shared. Shape (blocks,)."""
    above, pairs = games.pairwise(one, other)
    score = np.bincount(games.block, above, minlength=blocks)[:blocks]
    return score / np.bincount(games.block, pairs, minlength=blocks)[:blocks]


def _choices(bots: int, seats: int) -> int:
    """How many `Schedule.choices` there are."""
    return math.comb(bots, seats) if bots >= seats else math.comb(seats - 1, bots - 1)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def schedule_of(config: Config, players: int) -> Schedule:
    """The schedule that a configuration names. Raises BadData if it is too long."""
    classes: dict[str, type[Schedule]] = {
        "all": All,
        "random": Random,
        "focus": Focus,
        "ladder": Ladder,
        "sprt": Sequential,
    }
    schedule = classes[config.schedule](config, players)
    if schedule.total_blocks() > MOST_BLOCKS:
        raise BadData(
            f"a tournament has at most {MOST_BLOCKS:,} blocks, this one {schedule.total_blocks():,}"
        )
    return schedule
