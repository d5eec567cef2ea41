"""Bots written in Python that behave well, and bots that do not; specs name them py:bots_for_tests.Name."""

from __future__ import annotations

import os
import random
import time

import farnorth
from farnorth.bots import Budget, Decision


class First(farnorth.Bot):
    """Makes the first legal move."""

    def choose(self, view: farnorth.View, budget: Budget) -> farnorth.Move:
        """The first."""
        return view.legal_moves[0]


class Informed(First):
    """Has to know game and seat before it moves."""

    def start_game(self, game: farnorth.Game, seat: int, seed: int) -> None:
        """Begins a game."""
        self.told, self.seed = (game.name, game.players, seat), seed

    def choose(self, view: farnorth.View, budget: Budget) -> farnorth.Move:
        """The first."""
        assert self.told == (view.game.name, view.game.players, view.seat)
        return super().choose(view, budget)


class Bare:
    """No more than a bot must have."""

    def choose(self, view: farnorth.View, budget: Budget) -> farnorth.Move:
        """The first."""
        return view.legal_moves[0]


class Seeded(farnorth.Bot):
    """Moves at random, from the seed it is started with; keeps state between decisions.

    skip: the seed before that.
    """

    def __init__(self, skip: str = "0") -> None:
        """Takes an option, to show that specs can give one."""
        self.rng = random.Random(int(skip))

    def start(self, seed: int) -> None:
        """Begins a game."""
        self.rng = random.Random(seed)

    def choose(self, view: farnorth.View, budget: Budget) -> str:
        """A random move, as text."""
        return self.rng.choice(view.legal_moves).text


class Faulty(farnorth.Bot):
    """Fails at its third decision of a game."""

    answers: object = None

    def start(self, seed: int) -> None:
        """Begins a game."""
        self.left = 3

    def choose(self, view: farnorth.View, budget: Budget) -> farnorth.Move | Decision:
        """Two good answers, then a bad one."""
        self.left -= 1
        return view.legal_moves[0] if self.left else self.fail(view)

    def fail(self, view: farnorth.View) -> farnorth.Move | Decision:
        """What it does wrong."""
        return self.answers  # type: ignore[return-value]


class Raises(Faulty):
    """Raises an exception, with a message of two lines."""

    def fail(self, view: farnorth.View) -> farnorth.Move:
        """Raises."""
        raise RuntimeError("out of\nideas")


class Unprintable(Exception):
    """An exception that has no text."""

    def __str__(self) -> str:
        """Fails in its turn."""
        raise ValueError("not even this")


class RaisesUnprintable(Faulty):
    """Raises an exception whose text cannot be had."""

    def fail(self, view: farnorth.View) -> farnorth.Move:
        """Raises."""
        raise Unprintable


class RaisesNoUnicode(Faulty):
    """Raises an exception whose text is half of a character."""

    def fail(self, view: farnorth.View) -> farnorth.Move:
        """Raises."""
        raise RuntimeError("half \ud800")


class Leaves(Faulty):
    """Ends the program, as if all were well."""

    def fail(self, view: farnorth.View) -> farnorth.Move:
        """Exits."""
        raise SystemExit(0)


class Garbage(Faulty):
    """Answers with a text that is no move."""

    answers = "castle kingside"


class WrongType(Faulty):
    """Answers with a list."""

    answers = [1, 2, 3]


class Nothing(Faulty):
    """Answers with None."""


class BadId(Faulty):
    """Answers with an id that no move has."""

    answers = 10**9


class BadDecision(Faulty):
    """Answers with a Decision that has wrong fields."""

    answers = Decision(move=None, iterations="many")  # type: ignore[arg-type]


class SharesAsFloats(Faulty):
    """Answers with a Decision whose values are no whole numbers per mille."""

    def fail(self, view: farnorth.View) -> Decision:
        """The first move, worth a half."""
        return Decision(view.legal_moves[0], value=(0.5,) * view.game.players)  # type: ignore[arg-type]


class Illegal(Faulty):
    """Answers with a move that is not legal."""

    def fail(self, view: farnorth.View) -> farnorth.Move:
        """The first move that is not in the list."""
        ids = {move.id for move in view.legal_moves}
        return view.game.move(next(id for id in range(view.game.num_actions) if id not in ids))


class Interrupts(Faulty):
    """Presses Ctrl-C."""

    def fail(self, view: farnorth.View) -> farnorth.Move:
        """Presses it."""
        raise KeyboardInterrupt


class BadStart(First):
    """Fails before the first move."""

    def start(self, seed: int) -> None:
        """Fails."""
        raise ValueError("not today")


class Fails(farnorth.Bot):
    """Never has an answer."""

    def choose(self, view: farnorth.View, budget: Budget) -> farnorth.Move:
        raise RuntimeError("no idea")


class Exits(farnorth.Bot):
    """Ends the program, as if all was well."""

    def choose(self, view: farnorth.View, budget: Budget) -> farnorth.Move:
        """Ends it."""
        raise SystemExit(0)


class ExitsAtStart(First):
    """Ends the program before the first move."""

    def start(self, seed: int) -> None:
        """Ends it."""
        raise SystemExit(0)


class ExitsWhenMade(First):
    """Ends the program when it is made, with a code that means something else."""

    def __init__(self) -> None:
        """Ends it."""
        raise SystemExit(3)


class NotABot:
    """Has no method choose."""


def broken_factory() -> farnorth.Bot:
    """Makes nothing."""
    raise OSError("model file missing")


FAULTY = {
    "Raises": "raised RuntimeError: out of ideas",
    "Leaves": "raised SystemExit: 0",
    "RaisesUnprintable": r"raised Unprintable: \(its text cannot be had\)",
    "RaisesNoUnicode": r"raised RuntimeError: half \?",
    "Garbage": "not a move of .*'castle kingside'",
    "WrongType": "its text or its id expected, found .*list",
    "Nothing": "its text or its id expected, found .*NoneType",
    "BadId": "ids of",
    "BadDecision": "its text or its id expected, found .*NoneType",
    "SharesAsFloats": "a Decision whose value has 0.5: a whole number expected, per mille",
    "Illegal": "is illegal here; legal for seat",
}


class Slow(First):
    """Takes three seconds for its second move of a game."""

    def start(self, seed: int) -> None:
        """Begins a game."""
        self.left = 2

    def choose(self, view: farnorth.View, budget: Budget) -> farnorth.Move:
        """The first, late."""
        self.left -= 1
        if self.left == 0:
            time.sleep(3.0)
        return view.legal_moves[0]


class Sluggish(First):
    """Takes a tenth of a second for each move."""

    def choose(self, view: farnorth.View, budget: Budget) -> farnorth.Move:
        """The first."""
        assert len(budget.clock) == view.game.players
        time.sleep(0.1)
        return view.legal_moves[0]


class Hangs(Faulty):
    """Has no answer for an hour."""

    def fail(self, view: farnorth.View) -> farnorth.Move:
        """Waits."""
        time.sleep(3600)
        return view.legal_moves[0]


class FatalLater(First):
    """Ends its process when its second game begins."""

    games = 0

    def start(self, seed: int) -> None:
        """Counts."""
        self.games += 1
        if self.games == 2:
            os._exit(3)


class Fatal(Faulty):
    """Ends its process, without a word."""

    def fail(self, view: farnorth.View) -> farnorth.Move:
        """Ends it."""
        os._exit(9)
