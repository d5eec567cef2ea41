"""farnorth: three tabletop games of the far north, played fast.

>>> import farnorth
>>> game = farnorth.load("borealis", players=2)
>>> state = game.new_state(seed=42)          # plays chance by itself
>>> state.apply(state.legal_moves[0])
>>> record = farnorth.play(game, ["greedy", "random"], seed=1)
>>> record.verify()

Start with `load`, `play` and `play_many`; bots are described in `farnorth.bots`, records in `farnorth.records`.
"""

from farnorth._core import version as __version__
from farnorth.arena import RunResult, play, play_many
from farnorth.bots import Bot, Budget, Decision, bot, from_function
from farnorth.errors import (
    BadData,
    BadRecord,
    BotCrashed,
    BotError,
    BotTimeout,
    FarnorthError,
    IllegalMove,
    MissingExtra,
)
from farnorth.games import games, load, option_text
from farnorth.protocols import Game, Move, State, View
from farnorth.records import Record, read_records

CHANCE = -1
"""The `actor` of a state in which chance acts."""

__all__ = [
    "CHANCE",
    "BadData",
    "BadRecord",
    "Bot",
    "BotCrashed",
    "BotError",
    "BotTimeout",
    "Budget",
    "Decision",
    "FarnorthError",
    "Game",
    "IllegalMove",
    "MissingExtra",
    "Move",
    "Record",
    "RunResult",
    "State",
    "View",
    "__version__",
    "bot",
    "from_function",
    "games",
    "load",
    "option_text",
    "play",
    "play_many",
    "read_records",
]
