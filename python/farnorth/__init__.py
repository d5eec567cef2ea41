"""farnorth: three tabletop games of the far north, played fast.

>>> import farnorth
>>> game = farnorth.load("borealis", players=2)
>>> state = game.new_state(seed=42)          # plays chance by itself
>>> state.apply(state.legal_moves[0])
>>> record = farnorth.play(game, ["greedy", "random"], seed=1)
>>> record.verify()

Start with `load`, `play` and `play_many`; bots are described in `farnorth.bots`, records in `farnorth.records`.
"""

from typing import TYPE_CHECKING, Any

from farnorth._core import version as __version__
from farnorth.bots import Bot, Budget, Decision, bot, from_function
from farnorth.errors import (
    BadData,
    BadOption,
    BadRecord,
    BotCrashed,
    BotError,
    BotTimeout,
    FarnorthError,
    IllegalMove,
    MissingExtra,
)
from farnorth.games import CHANCE, games, load, option_text
from farnorth.paths import cmake_prefix
from farnorth.protocols import Game, Move, State, View
from farnorth.records import Record, RecordFile, check_file, read_records

if TYPE_CHECKING:
    from farnorth.arena import RunResult, default_threads, partial_result, play, play_many
    from farnorth.tournament import Tournament

_OF_ARENA = ("RunResult", "default_threads", "partial_result", "play", "play_many")


def __getattr__(name: str) -> Any:
    """Imports arena and tournaments, and with them numpy, when first wanted: `farnorth --help` needs neither."""
    if name == "Tournament":
        from farnorth.tournament import Tournament

        globals()[name] = Tournament
        return Tournament
    if name not in _OF_ARENA:
        raise AttributeError(f"module 'farnorth' has no attribute {name!r}")
    from farnorth import arena

    globals().update({each: getattr(arena, each) for each in _OF_ARENA})
    return globals()[name]


__all__ = [
    "CHANCE",
    "BadData",
    "BadOption",
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
    "RecordFile",
    "RunResult",
    "State",
    "Tournament",
    "View",
    "__version__",
    "bot",
    "check_file",
    "cmake_prefix",
    "default_threads",
    "from_function",
    "games",
    "load",
    "option_text",
    "partial_result",
    "play",
    "play_many",
    "read_records",
]
