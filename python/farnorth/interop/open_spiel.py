"""Games as OpenSpiel games, written in Python on top of the compiled core.

>>> import pyspiel
>>> from farnorth.interop import open_spiel
>>> open_spiel.register()
>>> game = pyspiel.load_game("farnorth_borealis(players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

`register` adds ``farnorth_<game>`` for each game, with the options of `farnorth.load` as parameters. Chance is
explicit. Actions are the ids of moves. Information state strings tell all a seat has seen, move by move; observation
tensors are `State.observation`, observation strings the seat's `View` as JSON. Returns are `State.returns`.

OpenSpiel's algorithms in Python work on these games. **Its search bots written in C++ (`MCTSBot`, `ISMCTSBot`) crash
the process on any game that is written in Python, also on OpenSpiel's own** (seen in open_spiel 2.0.2): do not run them
on these games; use farnorth's bots, which are faster by far.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import farnorth
from farnorth.errors import missing_extra
from farnorth.games import PLY_CAP, game_class, games

try:
    import pyspiel
except ImportError as error:
    raise missing_extra("OpenSpiel", "openspiel") from error

PREFIX = "farnorth_"


def register() -> list[str]:
    """Makes the games known to `pyspiel.load_game`, and returns their names there. Calling it again does no harm."""
    known = set(pyspiel.registered_names())
    for name in games():
        if PREFIX + name not in known:
            pyspiel.register_game(_game_type(name), _maker(name))
    return [PREFIX + name for name in games()]


def _game_type(name: str) -> Any:
    cls = game_class(name)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=cls.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=cls.max_players,
        min_num_players=max(2, cls.min_players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(name),
    )


def _parameters(name: str) -> dict[str, Any]:
    """Options and their defaults, as numbers and truth values where they are."""
    typed = farnorth.load(name, players=2).options
    texts = {spec["name"]: spec["default"] for spec in game_class(name).option_specs()}
    return {**texts, **typed}


def _maker(name: str) -> type[Any]:
    """The class of one game: OpenSpiel makes it from parameters alone."""

    class Made(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, params or {})

    return Made


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no type hints
    """A game of farnorth in OpenSpiel's terms."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        """From the parameters of `pyspiel.load_game`. Raises BadOption for a value that is not allowed."""
        given = {key: value for key, value in params.items() if value != ""}
        self.game = farnorth.load(name, **{"players": 2, **given})
        if self.game.players < 2:
            raise farnorth.BadOption("OpenSpiel has these games for two players or more")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=self.game.num_chance_actions,
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=PLY_CAP,
        )
        super().__init__(_game_type(name), info, params)

    def new_initial_state(self) -> SpielState:
        """The start; chance acts first."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound."""
        return PLY_CAP

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What tells observations; None for parts of them, such as public information alone."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not wanted.public_info or wanted.private_info != single:
            return None
        return Observer(self.game, wanted.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no type hints
    """A state in OpenSpiel's terms. OpenSpiel copies it attribute by attribute."""

    def __init__(self, game: SpielGame) -> None:
        """Made by `SpielGame.new_initial_state`."""
        super().__init__(game)
        self.state = game.game.new_state()
        self.seen = [""] * game.game.players  # a line a move; texts cost a copy nothing
        self.moves = 0

    def current_player(self) -> int:
        """The seat to act, or the number of chance or of nobody."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.state.actor == farnorth.CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.state.actor is not None
        return self.state.actor

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.is_over or self.moves >= PLY_CAP

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(move.id for move in self.state.legal_moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Ids of what chance may do, and the probabilities."""
        return sorted((move.id, share) for move, share in self.state.outcomes().items())

    def _move(self, player: int, action: int) -> farnorth.Move:
        game = self.state.game
        return game.chance_move(action) if player < 0 else game.move(action)

    def _apply_action(self, action: int) -> None:
        actor = self.current_player()
        move = self._move(actor, action)
        told = [
            f"{text}{'' if actor < 0 else actor} {self.state.shown(move, seat)}\n"
            for seat, text in enumerate(self.seen)
        ]
        self.state.apply(move)
        self.seen = told
        self.moves += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self._move(player, action).text

    def returns(self) -> list[float]:
        """The result by seat; 0 until the game is over."""
        return self.state.returns() if self.is_terminal() else [0.0] * self.state.game.players

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """A state that the seat cannot tell from this one. What others have seen in it is not dealt anew."""
        other = self.clone()
        seed = int(probability_sampler() * 2**53)
        other.state = self.state.view(player_id).determinize(seed)
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        """The position as JSON."""
        return self.state.to_json()


class Observer:
    """What a seat knows: as a tensor, now; as a text, now or from the beginning."""

    def __init__(self, game: farnorth.Game, perfect_recall: bool) -> None:
        """With perfect recall there is the text only: a whole game has no fixed size."""
        size = 0 if perfect_recall else game.observation_shape[0]
        self.perfect_recall = perfect_recall
        self.tensor = np.zeros(size, np.float32)
        self.dict = {
            name: self.tensor[offset : offset + length]
            for name, (offset, length) in game.observation_spec().items()
            if not perfect_recall
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes the tensor."""
        if not self.perfect_recall:
            state.state.observation(player, out=self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """The text."""
        if self.perfect_recall:
            return f"player {player}\n{state.seen[player]}"
        return state.state.view(player).to_json()
