"""The bot ``mcts-package``: the PyPI package `mcts`, as it is, on worlds dealt from what the seat knows."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import farnorth
import mcts
from farnorth.bots import Budget, Decision
from farnorth.errors import BadData, IllegalMove, check_one_of
from farnorth.interop.mcts import MctsState, PlayerAware, randomPolicy, scriptedPolicy

if TYPE_CHECKING:
    from farnorth.protocols import Move, View

DEFAULT = Budget(iterations=200)
"""For a match without a budget: Python is slow."""

# How the other seats come in: the package's class, what MctsState makes of their moves, and whose rewards count.
WIRINGS: dict[str, tuple[Any, str, str]] = {
    "policy": (mcts.mcts, "policy", "seat"),
    "tree": (PlayerAware, "none", "all"),
    "none": (mcts.mcts, "none", "seat"),
}
ROLLOUTS = {"random": randomPolicy, "scripted": scriptedPolicy}


class MctsPackage(farnorth.Bot):
    """The PyPI package mcts on a few worlds the seat's view allows; the visits of its moves are added up.

    its, ms: limits of a decision, all worlds together. worlds: how many, at most. opponents: ``policy`` = their
    scripted policy moves for them, ``tree`` = they choose in the tree, each for his own good, ``none`` = as the package
    does by itself, which takes all for friends. rollout: ``random`` = the package's own, ``scripted`` = by policy.
    """

    def __init__(
        self,
        its: str = "0",
        ms: str = "0",
        worlds: str = "8",
        opponents: str = "policy",
        rollout: str = "random",
    ) -> None:
        """Options as a spec gives them. Raises BadData."""
        self._budget = Budget(_number("its", its, 0, 10**9), _number("ms", ms, 0, 10**8))
        self._worlds = _number("worlds", worlds, 1, 1000)
        check_one_of("opponents", opponents, WIRINGS)
        check_one_of("rollout", rollout, ROLLOUTS)
        self._wiring = WIRINGS[opponents]
        self._rollout = ROLLOUTS[rollout]
        self._random = random.Random(0)

    def start(self, seed: int) -> None:
        """Begins a game: with equal seed, views and iterations it decides equally."""
        self._random = random.Random(seed)

    def choose(self, view: View, budget: Budget) -> Decision:
        """The move most visited in all worlds; of equals, the one of highest mean reward.

        Raises IllegalMove if it is not the seat's turn.
        """
        if not view.legal_moves:
            raise IllegalMove("the seat of this view does not act")
        limits = next(each for each in (self._budget, budget, DEFAULT) if each != Budget())
        pace = _Pace(limits)
        found: dict[Move, _Found] = {move: _Found() for move in view.legal_moves}
        with _own_random(self._random.getrandbits(64)):
            for left in range(self._worlds, 0, -1):
                searcher = self._searcher(view)
                # In less than two tries a move there is nothing to find: with a small budget, rather fewer worlds.
                pace.share(left, 2 * len(found))
                while pace.allows():
                    searcher.executeRound()
                for move, child in searcher.root.children.items():
                    found[move].add(child, view.seat)
                if pace.is_over():
                    break
        best = sorted(found.items(), key=lambda item: (-item[1].visits, -item[1].mean))
        return Decision(
            move=best[0][0],
            table=tuple((move, each.visits, ()) for move, each in best if each.visits),
            line=(best[0][0],),
            iterations=pace.done,
            microseconds=pace.microseconds(),
        )

    def _searcher(self, view: View) -> Any:
        """The package's search, its root in place: what its method `search` begins with."""
        maker, opponents, reward = self._wiring
        world = view.determinize(seed=random.getrandbits(64))
        searcher = maker(iterationLimit=1, rolloutPolicy=self._rollout)
        state = MctsState(world, view.seat, opponents, reward=reward)
        searcher.root = mcts.treeNode(state, None)
        return searcher


@dataclass
class _Found:
    """What is known of a move."""

    visits: int = 0
    total: float = 0.0

    def add(self, child: Any, seat: int) -> None:
        reward = child.totalReward
        self.visits += child.numVisits
        self.total += reward.by_seat[seat] if hasattr(reward, "by_seat") else reward

    @property
    def mean(self) -> float:
        return self.total / max(1, self.visits)


class _Pace:
    """Deals a budget out to worlds, one after the other."""

    def __init__(self, limits: Budget) -> None:
        self._limits = limits
        self._begun = time.perf_counter()
        self._least = self._most = 0
        self._until = 0.0
        self.done = 0

    def share(self, worlds: int, least: int) -> None:
        """The next world gets its part of what is left for so many, and at least so many rounds if there are any."""
        left = self._limits.iterations - self.done
        self._least = self.done + least
        self._most = self.done + max(least, -(-left // worlds))
        spent = time.perf_counter() - self._begun
        self._until = spent + (self._limits.milliseconds / 1000 - spent) / worlds

    def allows(self) -> bool:
        """Whether the world may have another round."""
        if self.is_over() or (self._limits.iterations and self.done >= self._most):
            return False
        late = self._limits.milliseconds and time.perf_counter() - self._begun >= self._until
        if late and self.done >= self._least:
            return False
        self.done += 1
        return True

    def is_over(self) -> bool:
        """Whether the whole budget is used. The first round always is within it."""
        if self.done == 0:
            return False
        if self._limits.iterations and self.done >= self._limits.iterations:
            return True
        milliseconds = self._limits.milliseconds
        return bool(milliseconds) and 1000 * (time.perf_counter() - self._begun) >= milliseconds

    def microseconds(self) -> int:
        """Time used so far."""
        return int(1e6 * (time.perf_counter() - self._begun))


@contextmanager
def _own_random(seed: int) -> Iterator[None]:
    """The package draws from the global generator: seeds it, and puts back what was there."""
    kept = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(kept)


def _number(name: str, text: str, lowest: int, highest: int) -> int:
    if not text.isdecimal() or not lowest <= int(text) <= highest:
        raise BadData(f"{name} is a whole number from {lowest} to {highest}, not {text!r}")
    return int(text)
