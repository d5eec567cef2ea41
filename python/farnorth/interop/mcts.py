"""The package `mcts` of PyPI, and its later dialect, on farnorth's games.

The released package (1.0.4) knows one player, no chance and no secrets. So a search by it needs a world in which all is
known (`View.determinize`), and a state that plays everybody else:

>>> import mcts, farnorth
>>> from farnorth.interop.mcts import MctsState, PlayerAware
>>> view = farnorth.load("borealis").new_state(seed=1).view(0)
>>> root = MctsState(view.determinize(seed=7), seat=0)
>>> move = mcts.mcts(iterationLimit=50).search(root)
>>> move in view.legal_moves
True

- `MctsState` is a state in the package's terms. With ``opponents="policy"`` a move includes what chance and the other
  seats do until the seat is to act again, so that one reward is enough. With ``opponents="none"`` the tree has
  everyone's moves; the package's own search then takes all of them for friends, which plays badly.
- `PlayerAware` is the package's search for any number of players: each chooses for his own good.
- `mcts` takes the place of the package's class. It searches states of farnorth in C++, and others in Python.

The later dialect of the package asks states for `getCurrentPlayer`: 1 for the seat, -1 for any other.

Random numbers come from Python's global `random`, as the package's own do: ``random.seed`` makes a search repeatable.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import mcts as _package

from farnorth.bots import LONGEST_MS, Decision, decision_of, microseconds
from farnorth.errors import check_one_of
from farnorth.games import PLY_CAP

if TYPE_CHECKING:
    from farnorth.protocols import Move, State

randomPolicy: Callable[[Any], Any] = _package.randomPolicy
"""The package's playout: random moves, one at a time in Python."""

RANDOM = 1000
"""Per mille of random moves in a playout that follows no policy."""
SCRIPTED = 100
"""Per mille of random moves in a scripted playout, so that playouts differ."""
_WORDS = 2**64 - 1


class Rewards:
    """A reward for each seat. Arithmetic is seat by seat, with numbers too, as the package does it with a reward."""

    __slots__ = ("by_seat",)

    def __init__(self, by_seat: tuple[float, ...]) -> None:
        """One number a seat."""
        self.by_seat = by_seat

    def __add__(self, other: Rewards | float) -> Rewards:
        """The sums by seat."""
        others = other.by_seat if isinstance(other, Rewards) else (other,) * len(self.by_seat)
        return Rewards(tuple(a + b for a, b in zip(self.by_seat, others, strict=True)))

    def __mul__(self, factor: float) -> Rewards:
        """Each so many times."""
        return Rewards(tuple(factor * reward for reward in self.by_seat))

    __radd__ = __add__
    __rmul__ = __mul__

    def __sub__(self, other: Rewards | float) -> Rewards:
        """The differences by seat."""
        return self + -1 * other

    def __truediv__(self, divisor: float) -> Rewards:
        """A part of each."""
        return Rewards(tuple(reward / divisor for reward in self.by_seat))

    def __repr__(self) -> str:
        """The numbers."""
        return f"Rewards{self.by_seat}"


class MctsState:
    """A state of a game in the terms of the package `mcts`, seen from one seat.

    Rewards are in [0, 1]: half for the win, the rest for place and points, as farnorth's own bots see it. Actions are
    moves of the game.
    """

    __slots__ = ("_actions", "_each", "_left", "_luck", "opponents", "seat", "world")

    def __init__(
        self,
        state: State,
        seat: int,
        opponents: str = "policy",
        chance: str = "sample",
        *,
        reward: str = "seat",
    ) -> None:
        """A world in which all is known, from the view of a seat.

        opponents: "policy" = they move by their scripted policy as part of the seat's move; "none" = their moves are
        moves in the tree. chance: "sample" = drawn anew at each move; "fixed" = the n-th move of every line meets the
        same luck. reward: "seat" = one number, the seat's; "all" = `Rewards`, for `PlayerAware`. Raises ValueError for
        other words, IndexError for a seat that is not there.
        """
        check_one_of("opponents", opponents, ("policy", "none"))
        check_one_of("chance", chance, ("sample", "fixed"))
        check_one_of("reward", reward, ("seat", "all"))
        if not 0 <= seat < state.game.players:
            raise IndexError(f"seat {seat} of a game with {state.game.players} players")
        self.seat = seat
        self.opponents = opponents
        self._each = reward == "all"
        self._luck = random.getrandbits(64) if chance == "fixed" else None
        self._left = PLY_CAP  # moves of the seat: some games have no bound of their own
        raw: Any = state
        self.world: Any = raw._step(None, self._plays, self._seed())
        self._actions: tuple[Move, ...] = self.world.legal_moves

    @property
    def _plays(self) -> int:
        return self.seat if self.opponents == "policy" else -1

    def _seed(self) -> int:
        return random.getrandbits(64) if self._luck is None else self._luck

    def with_rewards(self, reward: str) -> MctsState:
        """The same state with the other kind of reward: "seat" or "all"."""
        check_one_of("reward", reward, ("seat", "all"))
        other = self._copy(self.world)
        other._each = reward == "all"
        return other

    def _copy(self, world: Any) -> MctsState:
        other = MctsState.__new__(MctsState)
        other.seat = self.seat
        other.opponents = self.opponents
        other.world = world
        other._each = self._each
        other._luck = self._luck
        other._left = self._left
        other._actions = world.legal_moves
        return other

    @property
    def actor(self) -> int | None:
        """The seat to act, None when the game is over."""
        actor: int | None = self.world.actor
        return actor

    def getPossibleActions(self) -> tuple[Move, ...]:
        """Moves of the seat to act."""
        return self._actions

    def takeAction(self, action: Move) -> MctsState:
        """The state after a move, and after all that happens until somebody is to choose again."""
        if self._luck is None:
            seed = random.getrandbits(64)
            after = self._copy(self.world._step(action, self._plays, seed))
        else:
            seed = (self._luck * 6364136223846793005 + 1442695040888963407) & _WORDS
            after = self._copy(self.world._step(action, self._plays, seed))
            after._luck = seed
        after._left = self._left - 1
        return after

    def isTerminal(self) -> bool:
        """Whether the game is over."""
        return not self._actions or self._left <= 0

    def getReward(self) -> float | Rewards:
        """What the result is worth to the seat, in [0, 1]; or to each seat."""
        return self._rewards(self.world._utilities())

    def getCurrentPlayer(self) -> int:
        """For the package's later dialect: 1 if the seat acts, else -1."""
        return 1 if self.actor == self.seat else -1

    def playout(self, random_moves: int = SCRIPTED) -> float | Rewards:
        """The reward of a game played to its end in C++, so many moves in a thousand at random, the others scripted."""
        return self._rewards(self.world._playout(random_moves, self._seed()))

    def _rewards(self, shares: list[float]) -> float | Rewards:
        return Rewards(tuple(shares)) if self._each else shares[self.seat]

    def __repr__(self) -> str:
        """The position, and whose reward it is."""
        return f"<{self.world!r} for seat {self.seat}>"


def scriptedPolicy(state: MctsState) -> float | Rewards:
    """A `rolloutPolicy` for states of farnorth: the scripted policy, in C++."""
    return state.playout()


NOBODY = "nobody is to choose at this state"


MOST_ITERATIONS = 2**32 - 1
HIGHEST_EXPLORATION = 1000.0


def _check_numbers(time: float | None, iterations: int | None, exploration: float) -> None:
    if iterations is not None and not hasattr(iterations, "__index__"):
        raise TypeError(f"Iteration limit must be a whole number, not {iterations!r}")
    if iterations is not None and iterations > MOST_ITERATIONS:
        raise ValueError(f"Iteration limit must be {MOST_ITERATIONS} at most, not {iterations}")
    if time is not None and not 0 < time <= LONGEST_MS:
        raise ValueError(
            f"Time limit must be greater than zero and {LONGEST_MS} ms at most, not {time}"
        )
    if not 0 <= exploration <= HIGHEST_EXPLORATION:
        raise ValueError(
            f"Exploration constant must be 0 to {HIGHEST_EXPLORATION:g}, not {exploration}"
        )


def _in_the_packages_terms(state: Any) -> Any:
    """A state that the package can search; of ours one with a reward for each who chooses in its tree."""
    if hasattr(state, "_step"):
        state = MctsState(state, 0, "none")
    if isinstance(state, MctsState):
        return (
            state.with_rewards("all") if state.opponents == "none" else state.with_rewards("seat")
        )
    if not hasattr(state, "isTerminal"):
        kind = type(state).__name__
        raise TypeError(f"a state of farnorth, or one in the package's terms, expected, not {kind}")
    return state


class PlayerAware(_package.mcts):  # type: ignore[misc]  # the package has no type hints
    """The package's search for games of several players: whoever acts chooses for his own good.

    It is given a state of farnorth, as it is or as an `MctsState`, best with ``opponents="none"``; or a state with
    `getCurrentPlayer`, 1 or -1, whose rewards are player 1's, and then searches as the later dialect does.
    """

    def __init__(
        self,
        timeLimit: float | None = None,
        iterationLimit: int | None = None,
        explorationConstant: float = 1 / math.sqrt(2),
        rolloutPolicy: Callable[[Any], Any] = randomPolicy,
    ) -> None:
        """As the package's. Raises ValueError for limits out of range, TypeError for iterations that are not whole."""
        _check_numbers(timeLimit, iterationLimit, explorationConstant)
        super().__init__(timeLimit, iterationLimit, explorationConstant, rolloutPolicy)

    def search(self, initialState: Any, needDetails: bool = False) -> Any:
        """The best move of the player to act. Raises ValueError if there is none, TypeError for other objects.

        needDetails: as in the later dialect, a dict with the `action` and its `expectedReward` for the player who acts.
        """
        state = _in_the_packages_terms(initialState)
        if state.isTerminal():
            raise ValueError(NOBODY)
        action = super().search(state)
        if not needDetails:
            return action
        child = self.root.children[action]
        return {
            "action": action,
            "expectedReward": _own_share(state)(child.totalReward) / child.numVisits,
        }

    def backpropogate(self, node: Any, reward: Any) -> None:
        """Adds a reward to a node and those above it."""
        if (
            isinstance(self.root.state, MctsState)
            and self.root.state._each
            and not isinstance(reward, Rewards)
        ):
            kind = type(reward).__name__
            raise TypeError(
                f"with everyone's moves in the tree a rolloutPolicy returns Rewards, not {kind}"
            )
        super().backpropogate(node, reward)

    def getBestChild(self, node: Any, explorationValue: float) -> Any:
        """The child with the highest bound, for the player who acts at the node."""
        if not node.children:  # the time was over before the first round
            self.executeRound()
        own = _own_share(node.state)
        log = 2 * math.log(node.numVisits)
        best_value, best = -math.inf, []
        for child in node.children.values():
            mean = own(child.totalReward) / child.numVisits
            value = mean + explorationValue * math.sqrt(log / child.numVisits)
            if value > best_value:
                best_value, best = value, [child]
            elif value == best_value:
                best.append(child)
        return random.choice(best)


def _own_share(state: Any) -> Callable[[Any], float]:
    """How much of a sum of rewards is the share of the player who acts at a state."""
    if isinstance(state, MctsState) and state._each:
        actor = state.actor
        assert actor is not None
        return lambda total: float(total.by_seat[actor])
    sign = state.getCurrentPlayer() if hasattr(state, "getCurrentPlayer") else 1
    return lambda total: float(sign * total)


class mcts:
    """Takes the place of the package's class: the same constructor, the same `search`.

    States of farnorth, as they are or as `MctsState`, are searched in C++: the move found is the one most visited. With
    ``opponents="policy"`` the tree holds the seat's moves only, else each seat chooses for its own good. Other states,
    and playouts other than `randomPolicy` and `scriptedPolicy`, are searched in Python, by `PlayerAware`.
    """

    def __init__(
        self,
        timeLimit: float | None = None,
        iterationLimit: int | None = None,
        explorationConstant: float = 1 / math.sqrt(2),
        rolloutPolicy: Callable[[Any], Any] = randomPolicy,
    ) -> None:
        """One limit: milliseconds or iterations. Raises ValueError for none, for both, and for limits out of range."""
        self._in_python = PlayerAware(timeLimit, iterationLimit, explorationConstant, rolloutPolicy)
        self._iterations = int(iterationLimit or 0)
        self._microseconds = microseconds(timeLimit or 0)
        self._exploration = explorationConstant
        self._random = {randomPolicy: RANDOM, scriptedPolicy: SCRIPTED}.get(rolloutPolicy)
        self.decision: Decision | None = None
        """What the last search in C++ found: visits, values for each seat, iterations, time."""

    def search(self, initialState: Any, needDetails: bool = False) -> Any:
        """The best action. Raises ValueError if there is none.

        needDetails: as in the later dialect, a dict with the `action` and its `expectedReward` for the player who acts;
        nan if it is the only action of a state of farnorth, for then nothing is searched.
        """
        self.decision = None
        if self._random is None or not hasattr(_world_of(initialState), "_search"):
            return self._in_python.search(initialState, needDetails)
        self.decision = self._search_in_cpp(initialState)
        if not needDetails:
            return self.decision.move
        actor = _world_of(initialState).actor
        table = self.decision.table  # empty if there is only one move
        expected = table[0][2][actor] / 1000 if table else math.nan
        return {"action": self.decision.move, "expectedReward": expected}

    def _search_in_cpp(self, state: Any) -> Decision:
        world = _world_of(state)
        if not world.legal_moves:
            raise ValueError(NOBODY)
        # The package's bound has a factor of sqrt(2) of its own.
        exploration = round(1000 * math.sqrt(2) * self._exploration)
        only = state._plays if isinstance(state, MctsState) else -1
        limits = (self._iterations, self._microseconds, random.getrandbits(64))
        return decision_of(world._search(only, self._random, exploration, *limits))


def _world_of(state: Any) -> Any:
    return state.world if isinstance(state, MctsState) else state
