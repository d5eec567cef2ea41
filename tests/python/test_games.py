"""Games: what there are, their options, their place as values."""

from __future__ import annotations

import copy
import json
import pickle
import sys
from pathlib import Path
from typing import Any

import farnorth
import pytest
from farnorth.games import game_class
from support import ROOT


def test_there_are_games() -> None:
    assert "borealis" in farnorth.games()
    assert farnorth.games() == sorted(farnorth.games())


def test_a_game_says_what_it_is(any_game: farnorth.Game) -> None:
    cls = game_class(any_game.name)
    assert cls.min_players <= any_game.players <= cls.max_players
    assert any_game.title and any_game.rules_version >= 1
    assert 200 < len(any_game.summary) < 1000
    assert any_game.num_actions > 0 and any_game.num_chance_actions > 0
    assert 0 < any_game.state_bytes <= 1024
    assert any_game.options["players"] == any_game.players
    assert set(any_game.options) == {spec["name"] for spec in any_game.option_specs()}
    assert any_game.name in repr(any_game)


def test_options_have_defaults_and_are_checked(game: farnorth.Game) -> None:
    for spec in game.option_specs():
        assert spec["summary"] and spec["allowed"]
        default = farnorth.option_text(game.options[spec["name"]])
        assert default == spec["default"] or spec["allowed"] == "a text"
    with pytest.raises(
        farnorth.BadOption, match="has no option 'colour'; its options are .*players"
    ):
        farnorth.load(game.name, colour="red")
    with pytest.raises(farnorth.BadOption, match="players .* must be .*, not '9'"):
        farnorth.load(game.name, players=9)
    with pytest.raises(farnorth.BadData, match="no game is called 'chess'; the games are"):
        farnorth.load("chess")


def test_games_are_values(any_game: farnorth.Game) -> None:
    same = farnorth.load(any_game.name, players=any_game.players)
    other = farnorth.load(
        any_game.name,
        players=any_game.min_players
        if any_game.players > any_game.min_players
        else any_game.players + 1,
    )
    assert any_game == same and hash(any_game) == hash(same)
    text: object = "a game"
    assert any_game != other and any_game != text
    assert pickle.loads(pickle.dumps(any_game)) == any_game
    assert copy.deepcopy(any_game) == any_game
    assert len({any_game, same, other}) == 2


def test_the_parts_of_an_observation_fill_it(game: farnorth.Game) -> None:
    parts = sorted(game.observation_spec().values())
    assert parts[0][0] == 0
    for (offset, size), (following, _) in zip(
        parts, [*parts[1:], (game.observation_shape[0], 0)], strict=True
    ):
        assert size > 0 and offset + size == following


def test_tables_are_rows_with_equal_columns(game: farnorth.Game) -> None:
    tables = game.tables()
    assert tables
    for title, rows in tables.items():
        assert title and rows
        assert all(row.keys() == rows[0].keys() for row in rows)


def test_moves_by_text_and_id(game: farnorth.Game) -> None:
    for id in range(game.num_actions):
        move = game.move(id)
        assert (move.id, move.is_chance) == (id, False)
        assert game.move(move.text) == move and game.move(move) is move
    for id in range(game.num_chance_actions):
        move = game.chance_move(id)
        assert (move.id, move.is_chance) == (id, True)
        assert game.move(move.text) == move


@pytest.mark.parametrize("wrong", [-1, 10**6, 10**30, -(10**30)])
def test_ids_out_of_range(game: farnorth.Game, wrong: int) -> None:
    with pytest.raises(farnorth.IllegalMove, match="ids of"):
        game.move(wrong)


@pytest.mark.parametrize("wrong", ["", " ", "castle", "\0", "obs\u00e9rve", "x" * 10_000])
def test_texts_that_are_no_moves(game: farnorth.Game, wrong: str) -> None:
    with pytest.raises(farnorth.IllegalMove):
        game.move(wrong)


@pytest.mark.parametrize("wrong", [None, 1.5, b"take", ["take"], object()])
def test_things_that_are_no_moves(game: farnorth.Game, wrong: Any) -> None:
    with pytest.raises(farnorth.IllegalMove, match="its text or its id expected"):
        game.move(wrong)


def test_moves_are_values(game: farnorth.Game) -> None:
    move = game.move(0)
    assert move == game.move(move.text) and hash(move) == hash(game.move(0))
    others: list[object] = [game.move(1), move.text, game.chance_move(0)]
    assert all(move != other for other in others)
    assert str(move) == move.text and move.text in repr(move)
    with pytest.raises(AttributeError):
        setattr(move, "text", "other")  # noqa: B010 - what a type checker forbids
    assert len({game.move(id) for id in range(game.num_actions)}) == game.num_actions


@pytest.fixture
def own_tiles(tmp_path: Path) -> farnorth.Game:
    """Explorers with a tile set that a user wrote."""
    tiles = json.loads((ROOT / "tests" / "data" / "explorers.json").read_text(encoding="utf-8"))
    tiles["tiles"][0]["id"] = "mine"
    tiles["name"] = "ours"
    path = tmp_path / "ours.json"
    path.write_text(json.dumps(tiles), encoding="utf-8")
    game = farnorth.load("explorers", tiles=str(path))
    path.unlink()  # from now on nobody can read it
    return game


def test_own_tiles_travel(own_tiles: farnorth.Game) -> None:
    """Games, states and views go to other processes without the file of their tile set."""
    assert own_tiles.options["tiles"] == "ours"
    assert pickle.loads(pickle.dumps(own_tiles)) == own_tiles
    state = own_tiles.new_state()
    assert pickle.loads(pickle.dumps(state)) == state
    view = own_tiles.new_state(seed=1).view(0)
    assert pickle.loads(pickle.dumps(view)) == view
    assert farnorth.load("explorers", **own_tiles.portable_options) == own_tiles
    with pytest.raises(farnorth.BadData, match="not a JSON object"):
        farnorth.load("explorers", tiles="{")


def test_own_tiles_in_a_bot_process_and_a_tournament(
    own_tiles: farnorth.Game, tmp_path: Path
) -> None:
    bot = f"cmd:{sys.executable} -m farnorth.bot_process random"
    record = farnorth.play(own_tiles, [bot, "random"], seed=1)
    assert record.result is not None and not record.result["forfeits"]
    cup = farnorth.Tournament(
        own_tiles, ["random", "greedy"], blocks=1, seed=1, out=tmp_path / "cup"
    )
    cup.run()
    again = farnorth.Tournament.load(tmp_path / "cup")
    assert again.is_finished()
