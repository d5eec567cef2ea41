"""Analyses that are followed, stopped and interrupted; no thread outlives them."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import farnorth
import pytest
from farnorth.bots import ENDLESS, Bot, Budget
from support import environment, player_state, states

SEARCHERS = ["flat", "pimc:worlds=4", "ismcts"]


def threads() -> int:
    """Threads of this process."""
    return len(list(Path("/proc/self/task").iterdir()))


def view_of(game: farnorth.Game) -> farnorth.View:
    state = player_state(game, seed=3)
    assert state.actor is not None
    return state.view(state.actor)


@contextmanager
def interrupt_after(seconds: float) -> Iterator[None]:
    """Has KeyboardInterrupt raised once, as Ctrl-C does."""

    def handler(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("spec", SEARCHERS)
def test_decisions_grow_and_the_last_is_the_choice(game: farnorth.Game, spec: str) -> None:
    view = view_of(game)
    bot = farnorth.bot(spec)
    bot.start(7)
    chosen = bot.choose(view, Budget(iterations=6000))
    bot.start(7)
    seen = list(bot.analyse(view, Budget(iterations=6000), every=0.001))
    iterations = [each.iterations for each in seen]
    assert iterations == sorted(iterations) and len(seen) > 1
    assert isinstance(chosen, farnorth.Decision)
    last = seen[-1]
    assert (last.move, last.table, last.value, last.line) == (
        chosen.move, chosen.table, chosen.value, chosen.line,
    )  # fmt: skip
    for each in seen:
        assert each.move in view.legal_moves
        assert sum(visits for _, visits, _ in each.table) == each.iterations


@pytest.mark.parametrize("spec", SEARCHERS)
def test_an_endless_analysis_ends_when_it_is_closed(game: farnorth.Game, spec: str) -> None:
    before = threads()
    analysis = farnorth.bot(spec).analyse(view_of(game), ENDLESS, every=0.01)
    first, second = next(analysis), next(analysis)
    assert 0 < first.iterations < second.iterations
    assert threads() == before + 1
    begun = time.monotonic()
    analysis.close()
    assert time.monotonic() - begun < 2  # milliseconds, but other work may hold the processor
    assert threads() == before
    assert list(analysis) == []


def test_a_dropped_analysis_ends(game: farnorth.Game) -> None:
    before = threads()
    begun_and_dropped = farnorth.bot("ismcts").analyse(view_of(game), ENDLESS)
    next(begun_and_dropped)
    never_asked = farnorth.bot("ismcts").analyse(view_of(game), ENDLESS)
    assert threads() == before + 2
    del begun_and_dropped, never_asked
    gc.collect()
    assert threads() == before


def test_many_analyses_leave_no_thread(game: farnorth.Game) -> None:
    before = threads()
    view = view_of(game)
    for _ in range(50):
        for decision in farnorth.bot("ismcts").analyse(view, ENDLESS, every=0.001):
            assert decision.iterations > 0
            break
    gc.collect()
    assert threads() == before


@pytest.mark.parametrize(
    "work",
    [
        lambda bot, view: bot.choose(view, ENDLESS),
        lambda bot, view: list(bot.analyse(view, ENDLESS, every=30)),
        lambda bot, view: list(bot.analyse(view, ENDLESS, every=0.001)),
    ],
    ids=["choose", "analyse", "analyse often"],
)
@pytest.mark.parametrize("spec", SEARCHERS)
def test_ctrl_c(
    game: farnorth.Game, spec: str, work: Callable[[Bot, farnorth.View], object]
) -> None:
    before = threads()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), interrupt_after(0.1):
        work(farnorth.bot(spec), view_of(game))
    gc.collect()
    assert threads() == before
    assert time.monotonic() - begun < 3


def test_a_program_may_end_in_the_middle_of_one() -> None:
    program = (
        "import farnorth\n"
        "view = farnorth.load('borealis').new_state(seed=1).view(0)\n"
        "analysis = farnorth.bot('ismcts').analyse(view, farnorth.bots.ENDLESS)\n"
        "print(next(analysis).iterations > 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, timeout=60, env=environment(), check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


def test_other_threads_run_meanwhile(game: farnorth.Game) -> None:
    """The GIL is free while Python waits for the search: two analyses go on side by side."""
    view = view_of(game)
    one = farnorth.bot("ismcts").analyse(view, ENDLESS, every=0.01)
    two = farnorth.bot("ismcts").analyse(view, ENDLESS, every=0.01)
    first = [next(one).iterations, next(two).iterations]
    time.sleep(0.2)
    next(one), next(two)  # may be old: the newest is kept
    second = [next(one).iterations, next(two).iterations]
    one.close()
    two.close()
    assert all(later > early for early, later in zip(first, second, strict=True))


def test_bots_that_cannot_be_followed_answer_once(game: farnorth.Game) -> None:
    view = view_of(game)

    class First(farnorth.Bot):
        def choose(self, view: farnorth.View, budget: farnorth.Budget) -> str:
            return view.legal_moves[0].text

    assert [each.move for each in First().analyse(view)] == [view.legal_moves[0]]
    (greedy,) = farnorth.bot("greedy").analyse(view)
    assert greedy.move in view.legal_moves and greedy.iterations == 0


def test_what_is_wrong_is_said_at_once(game: farnorth.Game) -> None:
    state = player_state(game, seed=3)
    other = next(seat for seat in range(game.players) if seat != state.actor)
    with pytest.raises(farnorth.IllegalMove, match="the seat of this view does not act"):
        farnorth.bot("ismcts").analyse(state.view(other))
    for every in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="every must be a number of seconds above 0"):
            farnorth.bot("ismcts").analyse(view_of(game), every=every)


def test_a_forced_move_costs_nothing(game: farnorth.Game) -> None:
    forced = next(
        state
        for seed in range(20)
        for state in states(game, seed)
        if state.actor != farnorth.CHANCE and len(state.legal_moves) == 1
    )
    assert forced.actor is not None
    (only,) = farnorth.bot("ismcts").analyse(forced.view(forced.actor), ENDLESS)
    assert only.iterations == 0 and only.move == forced.legal_moves[0]
