"""Many matches through the Python interface: memory must not grow.

FARNORTH_SOAK_MATCHES says how many (2,000 by default; the long lane plays 100,000).
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
from collections.abc import Callable
from pathlib import Path

import farnorth

MATCHES = int(os.environ.get("FARNORTH_SOAK_MATCHES", "2000"))
ROUNDS = 10
ALLOWED = 4_000_000
"""Bytes that a round may add: allocators keep pages. A leak of one state a match would exceed it in the long lane."""


def resident() -> int:
    """Bytes of memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def growth(work: Callable[[int], object], count: int) -> int:
    """How much the second half of the rounds adds to memory; the first half fills caches and pools."""
    before = 0
    for number in range(ROUNDS):
        if number == ROUNDS // 2:
            gc.collect()
            before = resident()
        work(count // ROUNDS)
    gc.collect()
    return resident() - before


def test_batches(game: farnorth.Game) -> None:
    def batch(count: int) -> None:
        farnorth.play_many(
            game, ["random"] * game.players, count, record=True, threads=2, on_game=lambda *_: None
        )

    assert growth(batch, MATCHES) < ALLOWED


def test_single_matches_states_and_views(game: farnorth.Game) -> None:
    def one_by_one(count: int) -> None:
        for number in range(count // 20):
            record = farnorth.play(
                game, ["py:bots_for_tests.Seeded", *["random"] * (game.players - 1)], number
            )
            for state in record.replay():
                state.view(0).determinize(number)
                state.observation(0)
                state.legal_mask()
            game.state_from_json(state.to_json())

    assert growth(one_by_one, MATCHES) < ALLOWED


def test_errors(game: farnorth.Game) -> None:
    state = game.new_state(seed=1)

    def errors(count: int) -> None:
        for _ in range(count):
            for call in (
                lambda: state.apply("castle"),
                lambda: game.state_from_json("{"),
                lambda: farnorth.bot("greedy:worlds=x"),
            ):
                with contextlib.suppress(farnorth.FarnorthError):
                    call()

    assert growth(errors, MATCHES) < ALLOWED
