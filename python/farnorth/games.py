"""The games by name."""

from __future__ import annotations

from farnorth import _core
from farnorth.errors import BadData, BadOption
from farnorth.protocols import Game

CHANCE = -1
"""The `actor` of a state in which chance acts."""
PLY_CAP = 5000
"""Moves after which matches end and are scored as they stand: some games have no bound of their own."""

_GAMES: tuple[type[Game], ...] = (
    _core.BorealisGame,
    _core.ExplorersGame,
    _core.ScavengersGame,
)
_CLASSES = {cls.name: cls for cls in _GAMES}


def games() -> list[str]:
    """Names of the games, in alphabetical order."""
    return sorted(_CLASSES)


def option_text(value: object) -> str:
    """The text form of an option's value: ``True`` is ``"true"``, ``3`` is ``"3"``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def is_unicode(text: str) -> bool:
    """Whether the engine, which takes UTF-8, can have it. Python makes other texts of bytes that are no UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def unicode_text(what: str, text: object) -> str:
    """The text of a value for the engine. Raises BadData if it has none in Unicode."""
    if not is_unicode(made := str(text)):
        raise BadData(f"{what} is not Unicode text: {made!a}")
    return made


def game_class(name: str) -> type[Game]:
    """The class of a game, for what needs no options. Raises BadOption if there is none of that name."""
    try:
        return _CLASSES[name]
    except KeyError:
        raise BadOption(f"no game is called {name!r}; the games are {', '.join(games())}") from None


def load(name: str, /, **options: object) -> Game:
    """The game of that name with these options.

    Options left out have their default; ``game.option_specs()`` lists them. Raises BadOption for an unknown game,
    an unknown option or a value that is not allowed, naming what there is; BadData for a data file that is not valid.

    >>> load("borealis", players=3, side="II").options
    {'players': 3, 'side': 'II', 'blind_draw_after_refresh': True}
    """
    texts = {key: option_text(value) for key, value in options.items()}
    for key, text in texts.items():
        for part in (key, text):
            if not is_unicode(part):
                raise BadOption(f"option {key!a} of {name} is not Unicode text: {part!a}")
    return game_class(name)(texts)
