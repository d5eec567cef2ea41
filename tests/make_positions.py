"""Writes the positions that ``farnorth bench`` searches in: python/farnorth/positions/<game>.jsonl.

Twenty a game, each from another game between two greedy players, at the player's decision with a choice nearest to the
middle of that game. Run it anew when the fields of a state change: ``python tests/make_positions.py``.
"""

from __future__ import annotations

from pathlib import Path

import farnorth
from farnorth.records import Record

POSITIONS = 20
FOLDER = Path(__file__).parents[1] / "python" / "farnorth" / "positions"


def middle(game: farnorth.Game, seed: int) -> str:
    """The position in the middle of one game, as JSON."""
    record: Record = farnorth.play(game, ["greedy", "greedy"], seed=seed)
    state = game.new_state()
    choices = []
    for move in record.moves:
        if len(state.legal_moves) > 1:
            choices.append(state.to_json())
        state.apply(move)
    return choices[len(choices) // 2]


def main() -> None:
    """Writes one file a game."""
    FOLDER.mkdir(exist_ok=True)
    for name in farnorth.games():
        game = farnorth.load(name, players=2)
        lines = [middle(game, seed) for seed in range(POSITIONS)]
        (FOLDER / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main()
