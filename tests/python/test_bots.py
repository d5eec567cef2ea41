"""Bots written in Python: how they take part, and what happens when they fail."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import bots_for_tests
import farnorth
import pytest
from bots_for_tests import FAULTY, First, Seeded
from farnorth.bots import (
    BotMaker,
    Budget,
    Decision,
    NativeBot,
    bot,
    bot_names,
    factory_options,
    native_bots,
    split_spec,
)
from farnorth.seeds import derived
from support import player_state
from test_matches import lines_of


def rest(game: farnorth.Game, *bots: Any) -> list[Any]:
    """These bots, and random ones for the seats that are left."""
    return [*bots, *["random"] * (game.players - len(bots))][: game.players]


def test_native_bots_describe_themselves() -> None:
    names = [each["name"] for each in native_bots()]
    assert {"random", "greedy"} <= set(names) <= set(bot_names())
    for each in native_bots():
        assert each["summary"]
        for option in each["options"]:
            assert option["summary"] and option["lowest"] <= option["highest"]
            assert not option["words"] or option["default"] in option["words"]


def test_a_preset_is_a_budget_by_name(game: farnorth.Game) -> None:
    state = player_state(game)
    view = state.view(state.actor or 0)
    named = NativeBot("flat:preset=fast:moves=1").choose(view, Budget())
    assert named.iterations == 200
    assert NativeBot("flat:its=200:moves=1").choose(view, Budget()).table == named.table
    assert NativeBot("flat:preset=max:ms=1").choose(view, Budget()).iterations < 200_000
    with pytest.raises(
        farnorth.BadData, match="one of none, fast, standard, strong, max, not 'best'"
    ):
        bot("ismcts:preset=best")
    with pytest.raises(farnorth.BadData, match="its or preset, not both"):
        bot("ismcts:preset=fast:its=5")


def test_a_tree_can_be_kept_small(game: farnorth.Game) -> None:
    state = player_state(game)
    view = state.view(state.actor or 0)
    small = NativeBot("ismcts:its=50:max_nodes=16384").choose(view, Budget())
    assert small.table == NativeBot("ismcts:its=50").choose(view, Budget()).table
    with pytest.raises(farnorth.BadData, match="max_nodes"):
        bot("ismcts:max_nodes=1")
    with pytest.raises(farnorth.BadData, match="max_nodes"):
        bot("flat:max_nodes=16384")


def test_a_native_bot_can_be_asked_from_python(game: farnorth.Game) -> None:
    state = player_state(game)
    assert state.actor is not None
    view = state.view(state.actor)
    for name in ("random", "greedy"):
        asked = bot(name)
        answers = []
        for _ in range(2):
            asked.start(5)
            decision = asked.choose(view, Budget())
            assert isinstance(decision, Decision)
            assert decision.move in view.legal_moves
            answers.append(decision.move)
        assert answers[0] == answers[1]
    idle = next(seat for seat in range(game.players) if seat != state.actor)
    with pytest.raises(farnorth.IllegalMove, match="does not act"):
        bot("greedy").choose(state.view(idle), Budget())


def test_seeds_of_decisions_are_the_same_on_every_machine() -> None:
    """Not those of Python's hash, which another version or machine may compute otherwise."""
    assert derived("decision", 7, 0) == 13229084985490280976
    assert derived("casual", 1, 12, "a b") == 11842227135663764678
    native = NativeBot("random")
    native.start(7)
    assert [native._next_seed(), native._next_seed()] == [derived("decision", 7, i) for i in (0, 1)]


def test_a_python_bot_plays(any_game: farnorth.Game) -> None:
    record = farnorth.play(any_game, rest(any_game, First(), Seeded()), seed=1)
    assert record.bots[:2] == ["First", "Seeded"][: any_game.players]
    record.verify()
    assert farnorth.play(any_game, rest(any_game, First, Seeded), seed=1).moves == record.moves


def test_a_bot_may_answer_in_any_form(game: farnorth.Game) -> None:
    forms = [
        lambda view, budget: view.legal_moves[0],
        lambda view, budget: view.legal_moves[0].text,
        lambda view, budget: view.legal_moves[0].id,
        lambda view, budget: Decision(move=view.legal_moves[0]),
        lambda view, budget: Decision(move=view.legal_moves[0].text),
    ]
    games = {
        tuple(farnorth.play(game, rest(game, farnorth.from_function(form)), seed=4).moves)
        for form in forms
    }
    assert len(games) == 1


def test_what_a_bot_thought_is_recorded(game: farnorth.Game) -> None:
    def think(view: farnorth.View, budget: Budget) -> Decision:
        return Decision(view.legal_moves[0], value=(600, 400), iterations=7, microseconds=10**12)

    record = farnorth.play(game, rest(game, farnorth.from_function(think)), seed=4)
    notes = record.data["decisions"]
    assert notes and notes[0]["its"] == 7
    assert 0 <= notes[0]["us"] < 10**8  # measured by the match, whatever a bot says of itself
    assert notes[0]["value"] == [600, 400, *[0] * (game.players - 2)]
    assert all(not game.move(record.moves[note["i"]]).is_chance for note in notes)
    assert re.search(r"\{7 iterations, [0-9.]+ ms, 60% 40%", record.text())


def test_a_bot_gets_the_budget(game: farnorth.Game) -> None:
    seen = []

    def note(view: farnorth.View, budget: Budget) -> farnorth.Move:
        seen.append(budget)
        return view.legal_moves[0]

    farnorth.play(
        game,
        rest(game, farnorth.from_function(note)),
        budget=Budget(iterations=9, milliseconds=2.5),
    )
    assert set(seen) == {Budget(9, 2.5)}


def test_a_bot_sees_its_own_view_and_no_seed_of_the_deal(game: farnorth.Game) -> None:
    class Nosy(First):
        seeds: list[int] = []

        def start(self, seed: int) -> None:
            self.seeds.append(seed)

        def choose(self, view: farnorth.View, budget: Budget) -> farnorth.Move:
            assert view.seat == view.actor
            assert len(view.legal_moves) > 1  # nobody is asked where there is no choice
            return super().choose(view, budget)

    record = farnorth.play(game, [Nosy] * game.players, seed=77)
    record.verify()
    assert len(set(Nosy.seeds)) == game.players and 77 not in Nosy.seeds


def test_bots_made_from_a_spec_are_one_a_seat_and_thread(game: farnorth.Game) -> None:
    spec = "py:bots_for_tests.Seeded"
    runs = [lines_of(game, [spec, spec], 8, seed=5, threads=threads) for threads in (1, 2)]
    assert runs[0] == runs[1]
    assert runs[0][0]["bots"][0] == spec
    objects = lines_of(game, [Seeded(), Seeded()], 8, seed=5, threads=2)
    if game.players == 2:
        assert [each["moves"] for each in objects] == [each["moves"] for each in runs[0]]


def test_bots_by_spec() -> None:
    assert isinstance(bot("py:bots_for_tests.First"), First)
    made = bot("py:bots_for_tests.Seeded:skip=4")
    assert made.name == "py:bots_for_tests.Seeded:skip=4"
    maker = BotMaker("py:bots_for_tests.First")
    assert maker() is not maker()
    assert split_spec("a:b=1:c=x") == ("a", {"b": "1", "c": "x"})


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("py:nowhere.Bot", "py:nowhere.Bot cannot be loaded: ModuleNotFoundError"),
        ("py:bots_for_tests.Nobody", "cannot be loaded: AttributeError"),
        ("py:Nobody", "is not py:module.Class"),
        ("py:bots_for_tests.NotABot", "has no method choose"),
        ("py:bots_for_tests.broken_factory", "cannot be made: OSError: model file missing"),
        ("py:bots_for_tests.Seeded:speed=3", "has no option 'speed'; its options are skip"),
    ],
)
def test_specs_that_name_no_bot(spec: str, message: str) -> None:
    with pytest.raises(farnorth.BadData, match=message):
        bot(spec)


def test_options_of_a_bot_of_a_package() -> None:
    class Documented(First):
        """In short: a bot.

        depth: how far it looks; at most: 9. width, height: of what it sees. Whatever: is no option.
        """

        def __init__(self, depth: int = 3, width: str = "1", height: str = "2", more: Any = None):
            pass

    assert [
        (each.name, each.default, each.type, each.summary)
        for each in factory_options(Documented) or ()
    ] == [
        ("depth", "3", "int", "how far it looks; at most: 9"),
        ("width", "1", "str", "of what it sees. Whatever: is no option"),
        ("height", "2", "str", "of what it sees. Whatever: is no option"),
        ("more", "None", "Any", ""),
    ]
    assert factory_options(First) == []
    assert factory_options(lambda **any: First()) is None


# ---- Bots that fail ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["choose", "analyse"])
def test_a_native_bot_is_given_a_view(method: str) -> None:
    state = farnorth.load("borealis").new_state(seed=1)
    for wrong in (state, "x", None):
        with pytest.raises(TypeError, match=rf"from a View, .* not from {type(wrong).__name__}"):
            getattr(farnorth.bot("ismcts"), method)(wrong)


@pytest.mark.parametrize("name", FAULTY)
def test_a_failing_bot_ends_the_match_by_name(game: farnorth.Game, name: str) -> None:
    with pytest.raises(
        farnorth.BotError, match=rf"bot {name} \(seat 0, ply \d+\): .*{FAULTY[name]}"
    ) as caught:
        farnorth.play(game, rest(game, getattr(bots_for_tests, name)()), seed=1)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", FAULTY)
def test_a_failing_bot_is_ranked_last(game: farnorth.Game, name: str) -> None:
    record = farnorth.play(
        game,
        rest(game, getattr(bots_for_tests, name)()),
        seed=1,
        on_forfeit="last",
    )
    record.verify()
    assert record.result is not None
    assert record.result["reason"] == "forfeit"
    assert record.places[0] == game.players
    assert [each["seat"] for each in record.result["forfeits"]] == [0]
    assert record.result["forfeits"][0]["last"] is True


@pytest.mark.parametrize("name", FAULTY)
def test_a_random_move_stands_in(game: farnorth.Game, name: str) -> None:
    record = farnorth.play(
        game,
        rest(game, getattr(bots_for_tests, name)()),
        seed=1,
        on_forfeit="random",
    )
    record.verify()
    assert record.result is not None
    assert record.result["reason"] == "normal"
    assert len(record.result["forfeits"]) == 1
    assert "failed at ply" in record.text()


def test_a_bot_that_cannot_start(game: farnorth.Game) -> None:
    bots = rest(game, bots_for_tests.BadStart())
    with pytest.raises(farnorth.BotError, match="raised ValueError: not today"):
        farnorth.play(game, bots, seed=1)
    record = farnorth.play(game, bots, seed=1, on_forfeit="last")
    record.verify()
    assert record.places[0] == game.players


def test_games_before_a_failure_are_kept(game: farnorth.Game) -> None:
    class Tires(First):
        """Fails in the second block."""

        games = 0

        def start(self, seed: int) -> None:
            Tires.games += 1

        def choose(self, view: farnorth.View, budget: Budget) -> farnorth.Move:
            if Tires.games > game.players:
                raise RuntimeError("tired")
            return super().choose(view, budget)

    lines: list[str | None] = []
    with pytest.raises(farnorth.BotError, match="tired") as caught:
        farnorth.play_many(
            game, [Tires(), "random"], 10 * game.players, record=True,
            on_game=lambda _, line: lines.append(line),
        )  # fmt: skip
    partial = farnorth.partial_result(caught.value)
    assert partial is not None
    assert len(lines) == partial.games == game.players
    for line in lines:
        assert line is not None
        farnorth.Record.from_line(line).verify()
    assert [each.spec for each in partial.stats()] == ["Tires", "random"]


def test_forfeits_are_counted(game: farnorth.Game) -> None:
    result = farnorth.play_many(
        game, ["py:bots_for_tests.Illegal", "random"], 2 * game.players, on_forfeit="last"
    )
    faulty, fine = result.stats()
    assert faulty.forfeits == 2 * game.players and fine.forfeits == 0
    assert faulty.mean_place == game.players


def test_a_run_has_limits() -> None:
    game = farnorth.load("borealis")
    with pytest.raises(farnorth.BadData, match="at most 2147483647 games"):
        farnorth.play_many(game, ["random", "random"], 3_000_000_000)
    for threads in (0, 1025):
        with pytest.raises(farnorth.BadData, match=f"threads must be 1 to 1024, not {threads}"):
            farnorth.play_many(game, ["random", "random"], 10, threads=threads)


THREADS = """
import resource, farnorth
game = farnorth.load("borealis")
before = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (before + 400_000_000,) * 2)
for many in (lambda: game.batch(1000, threads=1000, observations=False, masks=False),
             lambda: farnorth.play_many(game, ["random", "random"], 100_000, threads=1000)):
    try:
        many()
    except farnorth.FarnorthError as error:
        print(error)
    except MemoryError:  # the last thread that could be started had none left to play with
        print("no memory")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc and RLIMIT_AS")
def test_too_few_threads_are_an_error_not_the_end() -> None:
    done = subprocess.run(
        [sys.executable, "-c", THREADS], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    batch, many = done.stdout.splitlines()
    assert re.match(r"no thread \d+ of 999 could be started", batch)
    assert many == "no memory" or re.match(r"no thread \d+ of 1000 could be started", many)


def test_ctrl_c_inside_a_bot_is_no_forfeit(game: farnorth.Game) -> None:
    for on_forfeit in ("abort", "last", "random"):
        with pytest.raises(KeyboardInterrupt):
            farnorth.play(
                game, rest(game, bots_for_tests.Interrupts()), seed=1, on_forfeit=on_forfeit
            )
        with pytest.raises(KeyboardInterrupt) as caught:
            farnorth.play_many(
                game,
                ["py:bots_for_tests.Interrupts", "random"],
                100,
                threads=2,
                on_forfeit=on_forfeit,
            )
        assert farnorth.partial_result(caught.value) is not None


def test_what_on_game_raises_ends_the_run(game: farnorth.Game) -> None:
    def stop(number: int, line: str | None) -> None:
        if number == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough") as caught:
        farnorth.play_many(game, ["random"] * game.players, 10_000, threads=2, on_game=stop)
    partial = farnorth.partial_result(caught.value)
    assert partial is not None and partial.games == 3


def test_errors_can_be_pickled() -> None:
    import pickle

    for cls in (
        farnorth.IllegalMove,
        farnorth.BadRecord,
        farnorth.BadData,
        farnorth.BotError,
        farnorth.BotTimeout,
    ):
        again = pickle.loads(pickle.dumps(cls("why")))
        assert type(again) is cls and str(again) == "why"
        assert isinstance(again, farnorth.FarnorthError)
    assert issubclass(farnorth.MissingExtra, ImportError)


def test_a_class_becomes_a_bot_of_its_own() -> None:
    made = farnorth.bot(bots_for_tests.First)
    assert isinstance(made, bots_for_tests.First) and made.name == ""
    record = farnorth.play(farnorth.load("borealis"), [made, "random"], seed=1)
    assert record.bots == ["First", "random"]
    with pytest.raises(farnorth.BadData, match="bot ExitsWhenMade cannot be made: SystemExit: 3"):
        farnorth.bot(bots_for_tests.ExitsWhenMade)
    with pytest.raises(farnorth.BadData, match="bot NotABot has no method choose"):
        farnorth.bot(bots_for_tests.NotABot)  # type: ignore[arg-type]
