"""What every game's classes offer, whatever the game: for type hints and `isinstance`-free code.

The classes themselves are compiled, one set a game (`BorealisState` and so on), all made by one template.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Mask = npt.NDArray[np.int8]
    Flags = npt.NDArray[np.bool_]
    Seats = npt.NDArray[np.int32]


class Move(Protocol):
    """A move: an immutable, hashable value. Games add named fields to it."""

    @property
    def text(self) -> str:
        """Text form, as in records."""

    @property
    def id(self) -> int:
        """Dense id, in [0, num_actions) for players' moves and [0, num_chance_actions) for chance."""

    @property
    def is_chance(self) -> bool:
        """Whether chance makes it."""


MoveLike = Move | str | int
"""A move, its text, or the id of a player's move."""


class View(Protocol):
    """What one seat may know of a state. A bot gets this, and nothing else."""

    @property
    def seat(self) -> int:
        """The seat whose view it is."""

    @property
    def game(self) -> Game:
        """The game it is a view of."""

    @property
    def actor(self) -> int | None:
        """Who acts, as far as the seat knows: a seat, CHANCE, or None when the game is over."""

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Moves of the seat if it acts, else empty; in canonical order."""

    def legal_mask(self, out: Mask | None = None) -> Mask:
        """int8 array of shape (num_actions,): 1 for legal moves of the seat."""

    def observation(self, out: Floats | None = None) -> Floats:
        """float32 array of shape `Game.observation_shape`, values in [0, 1]."""

    def determinize(self, seed: int = 0, play_chance: bool = False) -> State:
        """A State in which everything the seat does not know is dealt at random."""

    def to_json(self, world: bool = False) -> str:
        """The view as JSON text; with `world` also a position that fits it, what is hidden dealt at random."""


class State(Protocol):
    """A game in progress. Belongs to one thread at a time."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def actor(self) -> int | None:
        """Who acts: a seat from 0, CHANCE, or None when the game is over."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Moves of the seat to act; empty where chance or nobody acts."""

    def outcomes(self) -> dict[Move, float]:
        """Chance moves and their probabilities; empty where chance does not act."""

    def apply(self, move: MoveLike) -> None:
        """Makes a move. Raises IllegalMove, naming legal ones, and leaves the state as it was."""

    def play_chance(self) -> Move:
        """Makes the chance move that the seed deals here, and returns it."""

    def legal_mask(self, out: Mask | None = None) -> Mask:
        """int8 array of shape (num_actions,): 1 for legal moves."""

    def observation(self, seat: int, out: Floats | None = None) -> Floats:
        """float32 array of shape `Game.observation_shape` of what the seat knows."""

    def view(self, seat: int) -> View:
        """What the seat may know."""

    def shown(self, move: MoveLike, seat: int) -> str:
        """Text of a move about to be made, as the seat sees it: what is hidden reads ``?``."""

    def scores(self) -> list[int]:
        """Points by seat, as if the game ended now."""

    def score_sheet(self, seat: int) -> dict[str, int | list[int]]:
        """Points of a seat under each heading of the rules, and the total."""

    def ranking(self) -> list[int]:
        """Places by seat from 1, after tie-breaks; places may be shared."""

    def returns(self) -> list[float]:
        """The result by seat as if the game ended now: 1 for the first place to -1 for the last; alone, 0 to 1."""

    def to_json(self) -> str:
        """The whole position, hidden parts included, as JSON text."""

    def copy(self) -> State:
        """An independent copy."""


class Batch(Protocol):
    """Games stepped together in C++. The arrays are written anew by each step, a row a game.

    Results do not depend on the number of threads.
    """

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def observations(self) -> Floats | None:
        """float32 (n, size): what the seat to act knows; None if not wanted."""

    @property
    def masks(self) -> Mask | None:
        """int8 (n, num_actions): 1 for legal moves; None if not wanted."""

    @property
    def rewards(self) -> Floats:
        """float32 (n, players): `State.returns` of a game that ended in this step, else 0."""

    @property
    def done(self) -> Flags:
        """bool (n,): a game ended in this step, and a new one is seen."""

    @property
    def actors(self) -> Seats:
        """int32 (n,): the seat to act."""

    def __len__(self) -> int:
        """Number of games."""

    def reset(self, seed: int) -> None:
        """Begins all games anew, from a seed."""

    def step(self, actions: npt.ArrayLike) -> None:
        """Makes the move of that id in each game.

        Raises IllegalMove, which names the game, before anything has changed.
        """

    def step_random(self) -> None:
        """Makes a random legal move in each game."""

    def state(self, i: int) -> State:
        """A copy of one of the games as it stands. Raises ValueError for a batch without observations."""


class Game(Protocol):
    """A game with its options: immutable, hashable, picklable, shareable between threads."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    rules_version: ClassVar[int]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    num_actions: ClassVar[int]
    num_chance_actions: ClassVar[int]
    observation_shape: ClassVar[tuple[int]]
    state_bytes: ClassVar[int]
    memory_bytes: ClassVar[int]
    view_bytes: ClassVar[int]

    def __init__(self, options: dict[str, str]) -> None:
        """The game with options in text form: see `farnorth.load`."""

    @property
    def players(self) -> int:
        """Number of seats."""

    @property
    def options(self) -> dict[str, Any]:
        """Every option and its value."""

    @property
    def portable_options(self) -> dict[str, Any]:
        """Options that make the same game elsewhere: a tile set of the user's is in them as text."""

    @staticmethod
    def option_specs() -> list[dict[str, str]]:
        """What can be chosen: name, default, summary and allowed values of each option."""

    @staticmethod
    def observation_spec() -> dict[str, tuple[int, int]]:
        """Named parts of the observation vector: ``{name: (offset, size)}``."""

    @staticmethod
    def tables() -> dict[str, list[dict[str, Any]]]:
        """The components, as lists of rows by name."""

    def new_state(self, seed: int | str | None = None, play_chance: bool = True) -> State:
        """The first state.

        With a seed it plays chance by itself, as a match with that seed does; with play_chance=False it waits for
        `State.play_chance`.
        """

    def state_from_json(self, text: str) -> State:
        """Any position. Raises BadData naming the wrong field or the broken rule."""

    def view_from_json(self, text: str) -> View:
        """A view, from `View.to_json` with its world. Raises BadData if the world breaks a rule or does not fit."""

    def move(self, text_or_id: MoveLike) -> Move:
        """The move of a text or id, or the move itself. Raises IllegalMove."""

    def chance_move(self, id: int) -> Move:
        """The chance move of an id. Raises IllegalMove."""

    def batch(
        self,
        n: int,
        seed: int = 0,
        *,
        threads: int = 1,
        seat: int | None = None,
        opponents: Sequence[str] = (),
        observations: Floats | bool = True,
        masks: Mask | bool = True,
        rewards: Floats | None = None,
        done: Flags | None = None,
        actors: Seats | None = None,
    ) -> Batch:
        """n games to be stepped together in C++, for programs that learn.

        Arrays can be given, to be written into; observations and masks can be False: not wanted. With a seat, steps
        are that seat's moves, and opponents, specs of bots written in C++, move for the others, in turn order after it.
        """
