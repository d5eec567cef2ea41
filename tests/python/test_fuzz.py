"""Random and damaged input to the parsers: never a crash, a hang, or another error than the documented one.

Bounded in time: FARNORTH_FUZZ_SECONDS for each parser (2 by default). Inputs that once failed are in tests/corpus.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import farnorth
import hypothesis
import hypothesis.strategies as st
import pytest
from support import ROOT, player_state, record_of_moves, states
from test_soak import resident

SECONDS = float(os.environ.get("FARNORTH_FUZZ_SECONDS", "2"))
SLOWEST = float(os.environ.get("FARNORTH_FUZZ_SLOWEST", "0.1"))
"""Seconds of processor time that one input may take, far above what it does (a few milliseconds)."""
ALLOWED = 8_000_000
"""Bytes by which memory may grow after the first fifth of the time."""


def mutations(seeds: list[str], rng: random.Random) -> Iterator[str]:
    """Endless damaged texts: bytes changed, cut, doubled, spliced, numbers made extreme."""
    words = [
        "0",
        "-1",
        "99999999999999999999",
        "1e9",
        "null",
        "true",
        '""',
        "[]",
        "{}",
        "?",
        "\u2603",
        "\0",
        " ",
        ":",
    ]
    while True:
        text = rng.choice(seeds)
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
            match rng.randrange(6):
                case 0:
                    text = text[:at] + chr(rng.randrange(1, 256)) + text[at + 1 :]
                case 1:
                    text = text[:at] + text[to:]
                case 2:
                    text = text[:at] + text[at : min(to, at + 40)] * 2 + text[at:]
                case 3:
                    text = text[:at] + rng.choice(words) + text[at:]
                case 4:
                    text = text[:at] + rng.choice(words) + text[at + 1 :]
                case _:
                    other = rng.choice(seeds)
                    text = text[:at] + other[rng.randrange(len(other) + 1) :]
        yield text[:200_000]


class Fuzz:
    """One parser under attack. What it may raise is documented; anything else is a fault and is kept in the corpus."""

    def __init__(self, name: str, parse: Callable[[str], object], error: type[Exception]) -> None:
        self.corpus = ROOT / "tests" / "corpus" / name
        self.name, self.parse, self.error = name, parse, error
        self.slowest = 0.0

    def feed(self, text: str) -> None:
        """Gives the parser one input."""
        begun = time.process_time()
        try:
            with contextlib.suppress(self.error):
                self.parse(text)
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}\n{self.keep(text)}") from error
        seconds = time.process_time() - begun
        self.slowest = max(self.slowest, seconds)
        assert seconds < SLOWEST, f"took {seconds:.1f} s\n{self.keep(text)}"

    def keep(self, text: str) -> str:
        """Adds an input to the corpus, so that it is tried first from now on."""
        path = self.corpus / f"found-{hashlib.sha256(text.encode()).hexdigest()[:8]}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return f"input: {path}"

    def run(self, seeds: list[str], seed: int) -> int:
        """Feeds the corpus, and then damaged texts for a while; how many in all."""
        kept = [path.read_bytes().decode() for path in sorted(self.corpus.glob("*.txt"))]
        for text in kept:
            self.feed(text)
        begun = time.monotonic()
        memory = 0
        for count, text in enumerate(mutations(seeds + kept, random.Random(seed)), len(kept) + 1):
            self.feed(text)
            seconds = time.monotonic() - begun
            if not memory and seconds > SECONDS / 5:
                memory = resident()
            if seconds > SECONDS:
                grown = resident() - (memory or resident())
                print(
                    f"{self.name}: {count:,} inputs, slowest {self.slowest * 1000:.1f} ms, memory {grown:+,} bytes"
                )
                assert grown < ALLOWED
                return count
        raise AssertionError("mutations are endless")


def all_texts(game: farnorth.Game) -> list[str]:
    """The text of every move."""
    players = [game.move(id).text for id in range(game.num_actions)]
    return players + [game.chance_move(id).text for id in range(game.num_chance_actions)]


def test_moves(game: farnorth.Game) -> None:
    def parse(text: str) -> None:
        move = game.move(text)
        assert game.move(move.text) == move

    assert Fuzz("moves", parse, farnorth.IllegalMove).run(all_texts(game), seed=1) > 300


def test_records(game: farnorth.Game) -> None:
    lines = []
    farnorth.play_many(
        game,
        ["greedy", "random"],
        2 * game.players,
        record=True,
        on_game=lambda _, line: lines.append(line or ""),
    )
    lines.append(record_of_moves(game, []))

    def parse(text: str) -> None:
        record = farnorth.Record.from_line(text)
        assert record.line == text
        record.verify()

    assert Fuzz("records", parse, farnorth.BadRecord).run(lines, seed=2) > 100


def test_records_with_a_good_sum(game: farnorth.Game) -> None:
    """Damage behind a sum that fits, so that the replay is reached."""
    from test_records import resealed

    record = farnorth.play(game, ["random"] * game.players, seed=1)
    rng = random.Random(3)
    begun = time.monotonic()
    moves = record.moves
    texts = all_texts(game)
    while time.monotonic() - begun < SECONDS:
        at = rng.randrange(len(moves))
        other = rng.choice([rng.choice(texts), rng.choice(moves), "", "castle"])
        changed = rng.choice(
            [[*moves[:at], other, *moves[at:]], [*moves[:at], other, *moves[at + 1 :]], moves[:at]]
        )
        if changed == moves:
            continue
        try:
            farnorth.Record.from_line(resealed(record, moves=changed)).verify()
        except farnorth.BadRecord:
            continue
        # A game that went another way to the same result would be a miracle, but no fault.
        state = game.new_state()
        for move in changed:
            state.apply(move)
        assert state.scores() == record.scores


def test_positions(game: farnorth.Game) -> None:
    seeds = [state.to_json() for state in states(game, seed=1)][::10]

    def parse(text: str) -> None:
        state = game.state_from_json(text)
        again = game.state_from_json(state.to_json())
        assert again == state
        if not state.is_over and state.actor != farnorth.CHANCE:
            assert state.legal_moves

    assert Fuzz("positions", parse, farnorth.BadData).run(seeds, seed=4) > 100


def test_positions_with_changed_values(game: farnorth.Game) -> None:
    """Well-formed JSON with one value changed: what is accepted must be playable to the end."""
    rng = random.Random(5)
    position = json.loads(player_state(game, seed=2, plies=30).to_json())
    begun = time.monotonic()
    accepted = refused = 0
    while time.monotonic() - begun < SECONDS:
        changed = json.loads(json.dumps(position))
        change_one(changed, rng)
        try:
            state = game.state_from_json(json.dumps(changed))
        except farnorth.BadData:
            refused += 1
            continue
        accepted += 1
        while not state.is_over:
            choices = list(state.outcomes()) or list(state.legal_moves)
            state.apply(rng.choice(choices))
        assert len(state.scores()) == game.players
    assert accepted >= 5, "nothing was played: the changes are too wild to test anything"
    assert refused >= 5


def change_one(value: Any, rng: random.Random) -> None:
    """Changes one leaf of a JSON document, or swaps two items of a list."""
    while True:
        if isinstance(value, dict):
            keys: list[Any] = list(value)
        elif isinstance(value, list):
            keys = list(range(len(value)))
        else:
            return
        if not keys:
            return
        key = rng.choice(keys)
        child = value[key]
        if isinstance(child, (dict, list)) and child:
            value = child
            continue
        new: object
        if isinstance(child, bool):
            new = not child
        elif isinstance(child, int):
            new = rng.choice([child + 1, child - 1, 0, 255, 256, -1, 2**31, 2**63])
        elif isinstance(value, list) and len(value) > 1:
            new = value[rng.randrange(len(value))]
        else:
            new = rng.choice(["none", "?", "", None, 0, []])
        value[key] = new
        return


@hypothesis.given(st.text())
def test_any_text_as_move(text: str) -> None:
    for name in farnorth.games():
        try:
            move = farnorth.load(name).move(text)
        except farnorth.IllegalMove:
            continue
        assert farnorth.load(name).move(move.text) == move


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@hypothesis.given(json_values)
def test_any_json_as_record_or_position(value: object) -> None:
    text = json.dumps(value)
    with pytest.raises(farnorth.BadRecord):
        farnorth.Record.from_line(text)
    for name in farnorth.games():
        with pytest.raises(farnorth.BadData):
            farnorth.load(name).state_from_json(text)


@hypothesis.given(st.text(max_size=40))
def test_any_text_as_bot_spec(text: str) -> None:
    if text.startswith("py:"):
        return
    try:
        farnorth.bot(text)
    except farnorth.BadData:
        return
    assert text.split(":")[0] in farnorth.bots.bot_names()


@pytest.mark.parametrize("depth", [10, 1000, 100_000, 1_000_000])
def test_deep_nesting(game: farnorth.Game, depth: int) -> None:
    for text in ("[" * depth, "[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        with pytest.raises(farnorth.BadRecord):
            farnorth.Record.from_line(text)
        with pytest.raises(farnorth.BadData):
            game.state_from_json(text)
