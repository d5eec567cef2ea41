"""Fits what a position promises (``outlook`` of a game) and writes the weights into the game's source.

``python tests/fit_outlook.py GAME [ROWS]``, then build again. Positions come from scripted games
(engine/outlook_data.hpp), ROWS of them for each number of players, spread over the setups in ``SETUPS``. For each
number of players and stage of the game, the points that a player still gets are a linear function of the features:
least squares with a small ridge. A fifth of the rows is kept out of it and gives the spread, the standard deviation of
the error in the difference of two players, and the table that is printed: how much better than the score as it stands
the outlook tells the final difference.
"""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import farnorth
import numpy as np

ROWS = 200_000
RIDGE = 1e-4
MILLI = 1000
LEAST_SPREAD = 300
SETUPS: dict[str, list[dict[str, Any]]] = {
    "borealis": [{"side": side} for side in ("I", "II")],
    "explorers": [{"board": board} for board in "ABCD"],
    # Half of the positions are of the base game, which is played most.
    "scavengers": [{}] * 4 + [{"modules": module} for module in "1234"],
}
SOURCE = Path(__file__).resolve().parents[1] / "cpp" / "farnorth" / "games"


def rows_of(name: str, players: int, wanted: int) -> tuple[Any, Any]:
    """Stages (n,), and (n, players, 2 + features): points now and in the end, then the features.

    The last fifth of the rows has the setups in the same shares as the rest.
    """
    setups = SETUPS[name]
    learn, check = [], []
    for number, setup in enumerate(setups):
        game: Any = farnorth.load(name, players=players, **setup)
        rows = game._outlook_rows(wanted // len(setups), 1000 * players + number)
        cut = len(rows) * 4 // 5
        learn.append(rows[:cut])
        check.append(rows[cut:])
    data = np.concatenate(learn + check).astype(np.float64)
    return data[:, 0].astype(int), data[:, 1:].reshape(len(data), players, -1)


def fit(seats: Any) -> tuple[Any, float, float, float]:
    """Weights, their spread, and the spread of the final difference as the score alone tells it, and at all."""
    cut = len(seats) * 4 // 5
    learn, check = seats[:cut].reshape(-1, seats.shape[2]), seats[cut:]
    features, gain = learn[:, 2:], learn[:, 1] - learn[:, 0]
    squares = features.T @ features
    ridge = RIDGE * len(learn) * np.eye(len(squares))
    weights = np.round(MILLI * np.linalg.solve(squares + ridge, features.T @ gain)) / MILLI
    expected = check[:, :, 0] + check[:, :, 2:] @ weights
    pairs = list(combinations(range(seats.shape[1]), 2)) or [(0, 0)]

    def differences(points: Any) -> Any:
        return np.concatenate([points[:, a] - points[:, b] for a, b in pairs])

    end = check[:, :, 1]
    if seats.shape[1] == 1:
        return weights, (end - expected).std(), (end - check[:, :, 0]).std(), end.std()
    final = differences(end)
    return (
        weights,
        (final - differences(expected)).std(),
        (final - differences(check[:, :, 0])).std(),
        final.std(),
    )


def numbers(values: Any) -> str:
    return ", ".join(str(int(value)) for value in values)


def header(name: str, models: list[list[tuple[Any, float]]]) -> str:
    features, stages = len(models[0][0][0]), len(models[0])
    lines = [
        f"// Written by tests/fit_outlook.py: by number of players, from {farnorth.load(name).min_players}, and by stage.",
        "#pragma once",
        "",
        "#include <array>",
        "",
        '#include "farnorth/core/outlook.hpp"',
        "",
        f"namespace farnorth::{name} {{",
        "",
        "// clang-format off",
        f"inline constexpr std::array<std::array<OutlookModel<{features}>, {stages}>, {len(models)}> kOutlookModels{{{{",
    ]
    for stage_models in models:
        lines.append("    {{")
        for weights, spread in stage_models:
            lines.append(
                f"        {{{{{numbers(MILLI * weights)}}}, {max(LEAST_SPREAD, round(MILLI * spread))}}},"
            )
        lines.append("    }},")
    lines += ["}};", "// clang-format on", "", f"}}  // namespace farnorth::{name}", ""]
    return "\n".join(lines)


def main() -> None:
    name = sys.argv[1]
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else ROWS
    game = farnorth.load(name)
    models: list[list[tuple[Any, float]]] = []
    print("players stage   rows  final  score outlook   (spreads of the difference of two players)")
    for players in range(game.min_players, game.max_players + 1):
        stage, seats = rows_of(name, players, wanted)
        models.append([])
        for number in range(stage.max() + 1):
            here = seats[stage == number]
            weights, spread, of_score, of_final = fit(here)
            models[-1].append((weights, spread))
            print(
                f"{players:7} {number:5} {len(here):6} {of_final:6.2f} {of_score:6.2f} {spread:7.2f}"
            )
    path = SOURCE / name / "outlook_weights.hpp"
    path.write_text(header(name, models))
    print(f"{path}: written")


if __name__ == "__main__":
    main()
