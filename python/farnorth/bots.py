"""Bots: what they are, how they are named, and how to write one.

A bot sees a `View` and answers with a move. In Python that is one method:

>>> import farnorth
>>> class First(farnorth.Bot):
...     def choose(self, view, budget):
...         return view.legal_moves[0]
>>> record = farnorth.play(farnorth.load("borealis"), [First(), "random"], seed=1)

Everywhere a bot is wanted, a *spec* will do: ``name[:option=value[:option=value]...]``. Names are those of the bots
written in C++ (`native_bots`), of installed packages (entry-point group ``farnorth.bots``), ``py:module.Class``, or
``cmd:program --option`` for a program of any language that speaks the protocol of `farnorth.processes`.
"""

from __future__ import annotations

import importlib
import itertools
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from farnorth import _core
from farnorth.errors import FOREIGN, BadData, told
from farnorth.games import unicode_text
from farnorth.seeds import derived

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from farnorth.protocols import Game, Move, MoveLike, View

ENTRY_POINTS = "farnorth.bots"
LONGEST_MS = 1_000_000_000
"""Milliseconds of any limit: eleven days."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one decision may use.

    iterations: search iterations, 0 = no limit of this kind.
    milliseconds: wall-clock time, 0 = no limit of this kind.
    clock: where a clock runs, what each seat has left in milliseconds, else empty. increment: what a seat gets after
    each of its moves. `milliseconds` is then what the match proposes to spend on this move.
    """

    iterations: int = 0
    milliseconds: float = 0.0
    clock: tuple[float, ...] = ()
    increment: float = 0.0

    def __post_init__(self) -> None:
        """Raises BadData if a limit is out of range."""
        if not hasattr(self.iterations, "__index__"):
            raise BadData(f"iterations must be a whole number, not {self.iterations!r}")
        if not 0 <= self.iterations < 2**32:
            raise BadData(f"iterations must be 0 to {2**32 - 1}, not {self.iterations}")
        if not 0 <= self.milliseconds <= LONGEST_MS:
            raise BadData(f"milliseconds must be 0 to {LONGEST_MS}, not {self.milliseconds}")


def microseconds(milliseconds: float) -> int:
    """The whole number of microseconds that the core takes; a limit, however short, is one and not 0, which is none."""
    return max(1, round(milliseconds * 1000)) if milliseconds > 0 else 0


ENDLESS = Budget(iterations=2**32 - 1)
"""For an analysis that goes on until it is stopped; where memory for the tree ends, it learns without growing it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A move and what was thought about it.

    value: expected result for each seat, per mille. table: searched moves with visits and value (empty if the bot
    does not know), most visited first. line: principal variation. A bot that does not search has 0 iterations.
    """

    move: Move
    value: tuple[int, ...] = ()
    table: tuple[tuple[Move, int, tuple[int, ...]], ...] = ()
    line: tuple[Move, ...] = ()
    iterations: int = 0
    microseconds: int = 0


class Bot(ABC):
    """A player. One object plays one seat of one game at a time."""

    name: str = ""
    """How results name it; the class's name if empty."""

    def start(self, seed: int) -> None:  # noqa: B027 - a bot that needs no random numbers ignores it
        """Called before each game with a seed of the bot's own, which tells nothing about the deal."""

    def start_game(self, game: Game, seat: int, seed: int) -> None:
        """What a match calls before each game: `start`. For a bot that wants to know game and seat before it moves."""
        self.start(seed)

    @abstractmethod
    def choose(self, view: View, budget: Budget) -> MoveLike | Decision:
        """The move to make: a Move, its text or id, or a Decision. The view's seat acts, with a choice."""

    def analyse(
        self, view: View, budget: Budget | None = None, *, every: float = 0.1
    ) -> Generator[Decision]:
        """Decisions as the thinking goes on; the last is the answer. See `NativeBot.analyse`.

        A bot that cannot be followed, as this one, gives its answer only.
        """
        answer = self.choose(view, budget or Budget())
        yield answer if isinstance(answer, Decision) else Decision(view.game.move(answer))


def begin(bot: Any, game: Game, seat: int, seed: int) -> None:
    """What a match does before each game, with anything that has a method `choose`: see `Bot.start_game`."""
    if hasattr(bot, "start_game"):
        bot.start_game(game, seat, seed)
    elif hasattr(bot, "start"):
        bot.start(seed)


class _FunctionBot(Bot):
    def __init__(self, function: Callable[..., MoveLike | Decision]) -> None:
        self.name = getattr(function, "__name__", "function")
        self._function = function
        self._takes_budget = _takes_two(function)

    def choose(self, view: View, budget: Budget) -> MoveLike | Decision:
        return self._function(view, budget) if self._takes_budget else self._function(view)


def _takes_two(function: Callable[..., Any]) -> bool:
    """Whether it can be called with two arguments. If it cannot be told: yes."""
    import inspect  # slow to import, and needed only here

    try:
        inspect.signature(function).bind(None, None)
    except TypeError:
        return False
    except ValueError:  # written in C, without a signature
        return True
    return True


def from_function(function: Callable[..., MoveLike | Decision]) -> Bot:
    """A bot from a function of (view, budget) or of (view) alone.

    That is also the form of Kaggle's agents, ``def agent(obs, config)``: the observation is the `View`, the
    configuration the `Budget`, and the answer may be the id of a move.
    """
    return _FunctionBot(function)


@dataclass
class NativeBot(Bot):
    """A bot written in C++, for use from Python. In matches the engine runs it without Python.

    Here a search begins each decision anew: what it decides does not depend on the decisions before. In matches it goes
    on within a turn with what it knows (option `reuse`).
    """

    spec: str
    _seed: int = field(default=0, init=False)
    _decisions: itertools.count[int] = field(default_factory=itertools.count, init=False)

    def __post_init__(self) -> None:
        """Checks the spec, its options included."""
        self.spec = _core.native_bot_spec(self.spec)
        self.name = self.spec

    def start(self, seed: int) -> None:
        """Begins a game: the same seed gives the same decisions."""
        self._seed = seed
        self._decisions = itertools.count()

    def choose(self, view: View, budget: Budget | None = None) -> Decision:
        """The move, and what was thought about it."""
        budget = budget or Budget()
        game = _game_of(view)
        return decision_of(
            game._decide(
                self.spec,
                self._next_seed(),
                view,
                budget.iterations,
                microseconds(budget.milliseconds),
            )
        )

    def analyse(
        self, view: View, budget: Budget | None = None, *, every: float = 0.1
    ) -> Generator[Decision]:
        """The decision as the search grows, about every so many seconds; the last is the answer.

        The search runs on a thread of its own while the caller does other things, and ends at once, thread and all,
        when the iterator is closed or dropped or Ctrl-C comes. A caller who is slow misses decisions, never the last.
        With `ENDLESS` it goes on until then.

        >>> import farnorth
        >>> view = farnorth.load("borealis").new_state(seed=1).view(0)
        >>> for decision in farnorth.bot("ismcts:its=400").analyse(view):
        ...     pass
        >>> decision.iterations <= 400 and decision.move in view.legal_moves
        True
        """
        budget = budget or Budget()
        if not 0 < every < 1e6:
            raise ValueError(f"every must be a number of seconds above 0, not {every}")
        game = _game_of(view)
        running = game._analyse(
            self.spec,
            self._next_seed(),
            view,
            budget.iterations,
            microseconds(budget.milliseconds),
            microseconds(every * 1000),
        )
        return _followed(running)

    def _next_seed(self) -> int:
        return derived("decision", self._seed, next(self._decisions))


def _game_of(view: View) -> Any:
    """The game of a view. A State is refused by name: it is what people try first, and it knows too much."""
    if not hasattr(view, "determinize"):
        kind = type(view).__name__
        raise TypeError(f"a bot decides from a View, as state.view(seat) gives, not from {kind}")
    return view.game


def _followed(running: _core.Analysis) -> Generator[Decision]:
    try:
        while (raw := running.next()) is not None:
            yield decision_of(raw)
    finally:
        running.close()


def decision_of(raw: dict[str, Any]) -> Decision:
    """A decision as the core reports it."""
    return Decision(
        move=raw["move"],
        value=tuple(raw["value"]),
        table=tuple((move, visits, tuple(value)) for move, visits, value in raw["table"]),
        line=tuple(raw["line"]),
        iterations=raw["iterations"],
        microseconds=raw["microseconds"],
    )


def native_bots() -> list[dict[str, Any]]:
    """The bots written in C++: name, summary and options of each."""
    return _core.native_bots()


def plugins() -> dict[str, EntryPoint]:
    """Installed bots by name, found without importing them."""
    from importlib.metadata import entry_points  # slow to import, and needed only here

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def bot_names() -> list[str]:
    """Names of all bots that a spec can start with, in alphabetical order."""
    return sorted({each["name"] for each in native_bots()} | set(plugins()))


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Name and options of a spec. Raises BadData if it is none."""
    text = _core.canonical_bot_spec(unicode_text("bot spec", spec))
    name, *parts = text.split(":")
    return name, dict(part.split("=", 1) for part in parts)


def _load_class(path: str) -> Any:
    module_name, _, attribute = path.replace(":", ".").rpartition(".")
    if not module_name:
        raise BadData(f"py:{path} is not py:module.Class")
    try:
        return getattr(importlib.import_module(module_name), attribute)
    except FOREIGN as error:
        raise BadData(f"py:{path} cannot be loaded: {told(error)}") from error


def _make(factory: Any, spec: str, options: dict[str, str]) -> Bot:
    made = _made(factory, spec, options)
    made.name = spec
    return made


def _made(factory: Any, spec: str, options: dict[str, str]) -> Bot:
    try:
        made = factory(**options)
    except FOREIGN as error:
        why = _unknown_option(factory, options) if isinstance(error, TypeError) else ""
        raise BadData(f"bot {spec} {why or f'cannot be made: {told(error)}'}") from error
    if not callable(getattr(made, "choose", None)):
        raise BadData(f"bot {spec} has no method choose(view, budget)")
    return made  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Option:
    """What a bot of a package tells of an option, in texts; empty = nothing."""

    name: str
    default: str
    type: str
    summary: str


def factory_options(factory: Any) -> list[Option] | None:
    """The options that a bot of a package takes. None: it takes any, or does not say.

    Names, defaults and types are those of the parameters. Summaries are what the docstring says, after its first
    paragraph, in the form of ``name: text.``, or ``name, name: text.``, one after the other.
    """
    import inspect  # slow to import, and seldom needed

    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(each.kind is each.VAR_KEYWORD for each in parameters):
        return None
    named = [
        each for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    ]
    told = _meanings([each.name for each in named], getattr(factory, "__doc__", None) or "")

    def text(given: Any) -> str:
        if given is inspect.Parameter.empty:
            return ""
        return inspect.formatannotation(given) if isinstance(given, type) else str(given)

    return [
        Option(each.name, text(each.default), text(each.annotation), told.get(each.name, ""))
        for each in named
    ]


def _meanings(names: list[str], docstring: str) -> dict[str, str]:
    """What a docstring says of options, by name."""
    _, _, body = docstring.strip().partition("\n\n")
    one = "|".join(map(re.escape, names))
    parts = re.split(rf"(?:^|(?<=\. ))((?:{one})(?:, (?:{one}))*): ", " ".join(body.split()))
    told = zip(parts[1::2], parts[2::2], strict=True)
    return {
        name: text.strip(" .").replace("``", "")
        for several, text in told
        for name in several.split(", ")
    }


def _unknown_option(factory: Any, options: dict[str, str]) -> str:
    """What is said of an option that the bot does not have; empty if it has them all."""
    options_of = factory_options(factory)
    known = [each.name for each in options_of or ()]
    unknown = [] if options_of is None else [name for name in options if name not in known]
    if not unknown:
        return ""
    what = f"its options are {', '.join(known)}" if known else "it has none"
    return f"has no option {unknown[0]!r}; {what}"


def bot(spec: str | Bot | type[Bot]) -> Bot:
    """The bot that a spec names; of a class a new one. Raises BadData naming what is unknown, and what there is."""
    if isinstance(spec, type):
        return _made(spec, spec.__name__, {})
    if not isinstance(spec, str):
        return spec
    unicode_text("bot spec", spec)
    if spec.startswith("cmd:"):
        from farnorth.processes import ProcessBot  # needed only here

        return ProcessBot(spec[4:], name=spec)
    if spec.startswith("py:"):
        path, _, rest = spec[3:].partition(":")
        return _make(_load_class(path), spec, split_spec(f"py:{rest}")[1] if rest else {})
    name, options = split_spec(spec)
    if name in {each["name"] for each in native_bots()}:
        return NativeBot(spec)
    found = plugins()
    if name not in found:
        known = ", ".join(bot_names())
        raise BadData(
            f"no bot is called {name!r}; there are {known}, py:module.Class and cmd:program"
        )
    try:
        factory = found[name].load()
    except FOREIGN as error:
        raise BadData(f"bot {name} cannot be loaded: {told(error)}") from error
    return _make(factory, spec, options)


class BotMaker:
    """Makes the bots of one spec: one for each seat and thread, since a bot plays one seat of one game at a time."""

    def __init__(self, spec: str) -> None:
        """Makes the first. Raises BadData if the spec is wrong."""
        self.name = spec
        self._first: Bot | None = bot(spec)

    def __call__(self) -> Bot:
        """A bot of its own."""
        first, self._first = self._first, None
        return first or bot(self.name)


def checked(spec: str) -> str | BotMaker:
    """What plays for a spec in matches: C++ alone, or bots made in Python. Raises BadData if the spec is wrong."""
    maker = BotMaker(spec)
    made = maker._first
    return made.spec if isinstance(made, NativeBot) else maker


Entrant = str | Bot | Callable[[], Bot]
"""Who can be entered for a match: a spec, a bot, or a class or function that makes bots."""


def entrant(given: Entrant) -> str | tuple[str, Bot | Callable[[], Bot]]:
    """What the engine wants: the spec of a native bot, or a name and a Python bot or what makes one."""
    if isinstance(given, str):
        given = checked(given)
    if isinstance(given, (str, NativeBot)):
        return given if isinstance(given, str) else given.spec
    name = getattr(given, "name", "") or getattr(given, "__name__", "") or type(given).__name__
    if isinstance(given, type):
        return name, lambda: given()
    return name, given
