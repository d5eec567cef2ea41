"""Every error that a person can cause: what is typed, the exit code, and what the message says.

A message says what was wrong, where, and what would be right. Nothing here shows a traceback.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import farnorth
import pytest
from click.testing import Result
from support import environment, player_state

USAGE, FAILURE, BAD, FORFEITS, NOT_MET, MISSING = 2, 1, 4, 5, 6, 3

# Command line (files in braces are made below), exit code, what stderr says.
COMMANDS = [
    # Commands and games
    ("fly", USAGE, "No such command 'fly'"),
    ("games chess", USAGE, "no game is called 'chess'; the games are borealis"),
    ("games borealis more", USAGE, "unexpected extra argument (more)"),
    ("data", USAGE, "Missing argument 'GAME'"),
    ("data chess", USAGE, "no game is called 'chess'"),
    ("data borealis --svg pictures", USAGE, "borealis has no pictures of components; leave out --svg"),
    ("run chess --bots random", USAGE, "no game is called 'chess'"),
    ("run", USAGE, "Missing argument 'GAME'"),
    ("bench chess", USAGE, "no game is called 'chess'"),
    ("bench borealis --players 7", USAGE, "option players of borealis must be 2 to 4, not '7'"),
    ("bench borealis --seconds 0", USAGE, "--seconds"),
    ("completion tcsh", USAGE, "'tcsh' is not one of 'bash', 'zsh', 'fish'"),
    ("bench borealis --seconds nan", USAGE, "'nan' is not a number"),
    # Options of the game
    ("run borealis --bots random --opt side", USAGE, "'side' is not name=value"),
    ("run borealis --bots random --opt =I", USAGE, "'=I' is not name=value"),
    ("run borealis --bots random --opt side=I --opt side=II", USAGE, "side is given twice"),
    ("run borealis --bots random --opt side=III", USAGE, "option side of borealis must be I or II, not 'III'"),
    ("run borealis --bots random --opt colour=red", USAGE, "borealis has no option 'colour'; its options are players"),
    ("run borealis --bots random --opt name=3", USAGE, "borealis has no option 'name'; its options are players"),
    ("record show {good} --opt seat=1", USAGE, "no game has an option 'seat'; there are "),
    ("record verify {good} --opt path=x", USAGE, "no game has an option 'path'; there are "),
    ("record convert {good} --to text --opt self=x", USAGE, "no game has an option 'self'; there are "),
    ("view {good} -o - --opt views=x", USAGE, "no game has an option 'views'; there are "),
    ("run borealis --bots random --players 9", USAGE, "option players of borealis must be 2 to 4, not '9'"),
    ("run borealis --bots random --players 0", USAGE, "option players of borealis must be 2 to 4, not '0'"),
    ("run explorers --bots random --opt tiles=/nowhere.json", BAD, "no tile set of this name, and no such file: '/nowhere.json'"),
    ("run explorers --bots random --opt board=Q", USAGE, "board Q is not in tile set proposed"),
    ("run explorers --bots random --opt window=1", USAGE, "option window of explorers must be 2 to 12, not '1'"),
    ("run scavengers --bots random --opt modules=9", USAGE, "option modules of scavengers must be none or 1"),
    ("run borealis --bots random --players two", USAGE, "'two' is not a valid integer"),
    ("run borealis --bots random --players 3 --opt players=2", USAGE, "--players and --opt players say different"),
    # Bytes that are no UTF-8: they can name a file only
    ("run borealis --bots random --seed \udcff", USAGE, "Invalid value for '--seed': '\\udcff' is not UTF-8"),
    ("run borealis --bots \udcff", USAGE, "Invalid value for '--bots': '\\udcff' is not UTF-8"),
    ("run borealis --bot \udcff", USAGE, "Invalid value for '--bot': '\\udcff' is not UTF-8"),
    ("run borealis --bots random --opt side=\udcff", USAGE, "Invalid value for '--opt': '\\udcff' is not UTF-8"),
    ("play borealis --seed \udcff", USAGE, "Invalid value for '--seed'"),
    ("play borealis --seat human --seat \udcff", USAGE, "Invalid value for '--seat'"),
    ("watch borealis --bots random --seed \udcff", USAGE, "Invalid value for '--seed'"),
    ("explain {good} --ply 40 --seed \udcff", USAGE, "Invalid value for '--seed'"),
    ("bots check random --seed \udcff", USAGE, "Invalid value for '--seed'"),
    ("bots check \udcff", USAGE, "Invalid value for 'SPEC'"),
    ("data explorers --opt tiles=\udcff", USAGE, "Invalid value for '--opt'"),
    ("record verify {good} --opt tiles=\udcff", USAGE, "Invalid value for '--opt'"),
    ("engine check \udcff", USAGE, "Invalid value for 'COMMAND'"),
    ("run \udcff --bots random", USAGE, "no game is called '\\udcff'"),
    ("record verify \udcff", USAGE, "does not exist"),
    ("tournament run borealis --bots greedy,random -o {folder}/cup --seed \udcff", USAGE, "Invalid value for '--seed'"),
    ("tournament run borealis --bots greedy,random -o {folder}/cup --name \udcff", USAGE, "Invalid value for '--name'"),
    ("tournament run \udcff --bots greedy,random -o {folder}/cup", USAGE, "game is not Unicode text: '\\udcff'"),
    # Bots
    ("run borealis", USAGE, "no bots are given; say for example --bots greedy,random"),
    ("run borealis --bots nobody", USAGE, "no bot is called 'nobody'; there are "),
    ("run borealis --bots greedy,,random", USAGE, "not a bot spec: '' (no name)"),
    ("run borealis --bots greedy:worlds", USAGE, "'worlds' is not option=value"),
    ("run borealis --bots greedy:speed=3", USAGE, "bot greedy has no option 'speed'; its options are worlds"),
    ("run borealis --bots greedy:worlds=99", USAGE, "option worlds of bot greedy must be 1 to 32, not '99'"),
    ("run borealis --bots random:its=3", USAGE, "bot random has no option 'its'; it has none"),
    ("run borealis --bots random,random,random,random,random", USAGE, "option players of borealis must be 2 to 4"),
    ("run borealis --bots random,random,random --players 2", USAGE, "3 bots for 2 seats; say --players"),
    ("run borealis --bot py:nowhere.Bot", USAGE, "py:nowhere.Bot cannot be loaded: ModuleNotFoundError"),
    ("run borealis --bot py:Bot", USAGE, "py:Bot is not py:module.Class"),
    ("run borealis --bot py:bots_for_tests.NotABot", USAGE, "has no method choose(view, budget)"),
    ("run borealis --bot py:bots_for_tests.broken_factory", USAGE, "cannot be made: OSError: model file missing"),
    ("run borealis --bot py:sys.exit", USAGE, "bot py:sys.exit cannot be made: SystemExit"),
    ("run borealis --bot py:bots_for_tests.ExitsWhenMade", USAGE, "cannot be made: SystemExit: 3"),
    ("watch borealis --bot py:bots_for_tests.ExitsWhenMade", USAGE, "cannot be made: SystemExit: 3"),
    ("watch borealis --bot py:bots_for_tests.Exits", FAILURE, "bot py:bots_for_tests.Exits in seat 0 failed: SystemExit: 0"),
    ("watch borealis --bot py:bots_for_tests.ExitsAtStart", FAILURE, "in seat 0 failed: SystemExit: 0"),
    ("tournament run borealis --bots random,py:sys.exit -o {folder}/cup", USAGE, "bot py:sys.exit cannot be made: SystemExit"),
    ("run borealis --bot py:bots_for_tests.Raises", FAILURE, "bot py:bots_for_tests.Raises (seat 0, ply "),
    ("run borealis --bot py:bots_for_tests.Garbage", FAILURE, "not a move of borealis: 'castle kingside'"),
    ("run borealis --bot py:bots_for_tests.Illegal", FAILURE, "is illegal here; legal for seat 0: "),
    ("run borealis --bot py:bots_for_tests.Nothing", FAILURE, "its text or its id expected"),
    ("run borealis --bot py:bots_for_tests.Illegal --on-forfeit last --strict", FORFEITS, "forfeits"),
    ("bots check nobody", USAGE, "no bot is called 'nobody'"),
    ("bots check py:sys.exit", USAGE, "bot py:sys.exit cannot be made: SystemExit"),
    ("bots check", USAGE, "Missing argument 'SPEC'"),
    ("bots check greedy --seconds 0", USAGE, "'--seconds': 0.0 is not in the range 0<x<=86400"),
    ("bots check greedy --seconds nan", USAGE, "'nan' is not a number"),
    ("bots check greedy --game chess", USAGE, "no game is called 'chess'"),
    ("bots check py:bots_for_tests.Raises --game borealis -n 1", NOT_MET, ""),
    # Numbers and conditions of a run
    ("run borealis --bots random -n 0", USAGE, "0 is not in the range 1<=x<=2000000000"),
    ("run borealis --bots random -n 99999999999999999999", USAGE, "is not in the range 1<=x<=2000000000"),
    ("run borealis --bots random -j 2147483648", USAGE, "2147483648 is not in the range 1<=x<=1024"),
    ("bots check random -n 99999999999999999999", USAGE, "is not in the range 1<=x<=1000000"),
    ("run borealis --bots random -n many", USAGE, "'many' is not a valid integer"),
    ("run borealis --bots random -j 0", USAGE, "0 is not in the range 1<=x<=1024"),
    ("run borealis --bots random --on-forfeit never", USAGE, "'never' is not one of 'last', 'random', 'abort'"),
    ("run borealis --bots random --assert random", USAGE, "write BOT>=SHARE or BOT<=SHARE"),
    ("run borealis --bots random --assert greedy>=0.5", USAGE, "with one of the bots (random)"),
    ("run borealis --bots random --assert random>=1.5", USAGE, "a share from 0 to 1"),
    ("run borealis --bots random --assert random>=0.99 -n 2", NOT_MET, "not so: random>=0.99"),
    # Files
    ("run borealis --bots random -n 2 -o {folder}", USAGE, "is a directory"),
    ("run borealis --bots random -n 2 -o {folder}/none/games.jsonl", FAILURE, "none/games.jsonl: No such file or directory"),
    ("run borealis --bots random -n 2 -o /dev/full", FAILURE, "/dev/full: No space left on device"),
    ("run borealis --bots random -n 2 -o {cut}", BAD, "the last line is cut off; remove it before more is appended"),
    ("record verify", USAGE, "Missing argument 'FILES...'"),
    ("record verify nothing.jsonl", USAGE, "'nothing.jsonl' does not exist"),
    ("record verify {folder}", USAGE, "is a directory"),
    ("record verify {empty}", BAD, "empty.jsonl line 1: the file is empty"),
    ("record verify {blank}", BAD, "blank.jsonl line 2: a record expected, found a blank line"),
    ("record verify {cut}", BAD, "cut.jsonl line 1: cut off: the file ends inside this line"),
    ("record verify {text}", BAD, "text.jsonl line 1: not JSON"),
    ("record verify {binary}", BAD, "binary.jsonl line 1: not UTF-8"),
    ("record verify {changed}", BAD, "changed.jsonl line 1: sum: "),
    ("record verify {spaced}", BAD, "spaced.jsonl line 1: the line is not in canonical form"),
    ("record verify {illegal}", BAD, "illegal.jsonl line 1: ply 0: "),
    ("record verify {version}", BAD, "rules_version: this engine plays version 1 of borealis, the record is of version 9"),
    ("record verify {scores}", BAD, "scores replay to ["),
    ("record show", USAGE, "Missing argument 'FILES...'"),
    ("record show {good} --game 0", USAGE, "0 is not in the range x>=1"),
    ("record show {good} --game 5", BAD, "good.jsonl: there is no game 5; it has 1"),
    ("record show {good} --seat 7", USAGE, "--seat 7: the seats are 0 to 1"),
    ("record show {good} --seat -1", USAGE, "-1 is not in the range x>=0"),
    ("record show {changed}", BAD, "changed.jsonl line 1: sum: "),
    ("record show {illegal}", BAD, "illegal.jsonl line 1: ply 0: "),
    ("record show {good} {cut}", BAD, "cut.jsonl line 1: cut off"),
    # The form and the sum are right, the content is not
    ("record show {version}", BAD, "version.jsonl line 1: rules_version: this engine plays version 1 of borealis, the record is of version 9"),
    ("record stats {version}", BAD, "this engine plays version 1 of borealis, the record is of version 9"),
    ("record convert {version} --to json", BAD, "the record is of version 9"),
    ("explain {version} --ply 40", BAD, "the record is of version 9"),
    ("view {version} -o -", BAD, "the record is of version 9"),
    ("record stats {no_setup}", BAD, "no_setup.jsonl line 1: setup: it does not say how many players there are"),
    ("record stats {no_bots}", BAD, "bots: one for each of 2 seats expected, found 0"),
    ("record stats {three_bots}", BAD, "bots: one for each of 2 seats expected, found 3"),
    ("record stats {no_scores}", BAD, "scores: one for each of 2 seats expected, found 0"),
    ("record stats {no_places}", BAD, "places: one for each of 2 seats expected, found 0"),
    ("record stats {no_winner}", BAD, "places: 1 to 2 expected, found [2, 2]"),
    ("record stats {one_achieved}", BAD, "achievements: one for each of 2 seats expected, found 1"),
    ("record stats {far_forfeit}", BAD, "forfeits: there is no seat 4"),
    ("record stats {far_decision}", BAD, "decisions: there is no ply 99999"),
    ("record stats {chance_decision}", BAD, "decisions: at ply 0 chance acts, no player"),
    ("record show {no_sheets}", BAD, "sheets: one for each of 2 seats expected, found 0"),
    ("record show {odd_sheets}", BAD, "sheets: the seats have different headings"),
    ("record show {far_decision} --seat 0", BAD, "decisions: there is no ply 99999"),
    ("record convert {no_sheets} --to text", BAD, "no_sheets.jsonl line 1: sheets: "),
    ("explain {no_bots} --ply 40", BAD, "bots: one for each of 2 seats expected, found 0"),
    ("view {no_setup} -o -", BAD, "setup: it does not say"),
    ("record stats {cut}", BAD, "cut.jsonl line 1: cut off"),
    ("record stats {empty}", BAD, "empty.jsonl line 1: the file is empty"),
    ("record convert {good}", USAGE, "Missing option '--to'"),
    ("record convert {good} --to pdf", USAGE, "'pdf' is not one of 'text', 'json'"),
    ("record convert {good} --to text --seat 7", USAGE, "--seat 7: the seats are 0 to 1"),
    ("record convert {changed} --to json", BAD, "changed.jsonl line 1: sum: "),
    ("record verify {endless}", BAD, "endless.jsonl line 2: longer than 16,000,000 bytes: no record is"),
    ("record show {endless} --game 2", BAD, "endless.jsonl line 2: longer than 16,000,000 bytes"),
    # Analyses and pages
    ("explain", USAGE, "Missing argument 'FILE'"),
    ("explain {good}", USAGE, "Missing option '--ply'"),
    ("explain {folder} --ply 3", USAGE, "is a directory"),
    ("explain {good} --ply many", USAGE, "'many' is not a valid integer range"),
    ("explain {good} --ply -1", USAGE, "-1 is not in the range x>=0"),
    ("explain {good} --ply 99999", USAGE, "--ply 99999: the game has "),
    ("explain {good} --ply 0", USAGE, "--ply 0: chance acts, not a player; the next decision is at ply "),
    ("explain {in_play} --ply 2", USAGE, "--ply 2: chance acts, not a player, and the record has no decision"),
    ("explain {good} --ply 40 --game 2", BAD, "good.jsonl: there is no game 2; it has 1"),
    ("explain {good} --ply 40 --bot nobody", USAGE, "no bot is called 'nobody'; there are "),
    ("explain {good} --ply 40 --bot ismcts:ms=x", USAGE, "option ms of bot ismcts must be 0 to 86400000, not 'x'"),
    ("explain {good} --ply {choice} --bot py:bots_for_tests.Fails", FAILURE, "bot py:bots_for_tests.Fails failed: RuntimeError: no idea"),
    ("explain {good} --ply {choice} --bot py:bots_for_tests.BadStart", FAILURE, "BadStart failed: ValueError: not today"),
    ("explain {good} --ply {choice} --bot py:bots_for_tests.Exits", FAILURE, "bot py:bots_for_tests.Exits failed: SystemExit: 0"),
    ("explain {good} --ply {choice} --bot py:bots_for_tests.ExitsAtStart", FAILURE, "failed: SystemExit: 0"),
    ("explain {good} --ply {choice} --bot py:bots_for_tests.ExitsWhenMade", USAGE, "cannot be made: SystemExit: 3"),
    ("explain {good} --ply 40 --opt colour=red", USAGE, "no game has an option 'colour'; there are "),
    ("explain {good} --ply 40 --opt side=III", BAD, "option side of borealis must be I or II, not 'III'"),
    ("explain {changed} --ply 40", BAD, "changed.jsonl line 1: sum: "),
    ("explain {illegal} --ply 40", BAD, "illegal.jsonl line 1: ply 0: "),
    ("view", USAGE, "Missing argument 'FILE'"),
    ("view {good}", USAGE, "Missing option '-o' / '--output'"),
    ("view {good} -o {folder}", USAGE, "is a directory"),
    ("view {good} -o {folder}/none/page.html", FAILURE, "none/page.html: No such file or directory"),
    ("view {good} -o /dev/full", FAILURE, "/dev/full: No space left on device"),
    ("view {good} -o - --seat 7", USAGE, "--seat 7: the seats are 0 to 1"),
    ("view {good} -o - --game 5", BAD, "good.jsonl: there is no game 5; it has 1"),
    ("view {illegal} -o -", BAD, "illegal.jsonl line 1: ply 0: "),
    ("play borealis --hint-bot nobody", USAGE, "no bot is called 'nobody'; there are "),
    ("play", USAGE, "say which GAME, or --resume FILE"),
    ("play chess", USAGE, "no game is called 'chess'"),
    ("play borealis --save {good}", USAGE, "good.jsonl exists: go on with --resume "),
    ("play --resume {cut}", BAD, "cut.jsonl line 1: cut off"),
    ("play --resume {good}", USAGE, "good.jsonl has no seat of a person"),
    ("play borealis --tui", USAGE, "--tui needs a terminal"),
    ("watch borealis", USAGE, "no bots are given; say for example --bots greedy,random"),
    ("watch borealis --bots random --seat 7 --players 2", USAGE, "--seat 7: the seats are 0 to 1"),
    ("watch borealis --bots random --delay nan", USAGE, "'nan' is not a number"),
    ("watch borealis --bots random --delay inf", USAGE, "inf is not in the range 0<=x<=3600"),
    ("watch borealis --bots random --delay 1e300", USAGE, "is not in the range 0<=x<=3600"),
    ("watch borealis --bots random --delay -1", USAGE, "-1.0 is not in the range 0<=x<=3600"),
]  # fmt: skip


CUP = "tournament run borealis --bots greedy,random -o {cup}"
LONG = "9" * 20

# Tournaments, whose folder must not be there afterwards.
TOURNAMENTS = [
    (f"{CUP} --blocks {LONG}", "blocks must be 0 to 10000000, not 99999999999999999999"),
    (f"{CUP} --blocks 10000000 --bot flat:its=1", "a tournament has at most 10,000,000 blocks, this one 30,000,000"),
    (f"{CUP} -j 99999999999999", "99999999999999 is not in the range 1<=x<=1024"),
    (f"{CUP} --its 5000000000", "its must be 0 to 1000000000, not 5000000000"),
    (f"{CUP} --ms nan", "ms must be 0 to 1000000000, not nan"),
    (f"{CUP} --ms inf", "ms must be 0 to 1000000000, not inf"),
    (f"{CUP} --ms 1e300", "ms must be 0 to 1000000000, not 1e+300"),
    (f"{CUP} --clock nan", "clock must be 0 to 1000000, not nan"),
    (f"{CUP} --clock 1e300", "clock must be 0 to 1000000, not 1e+300"),
    (f"{CUP} --clock 9 --increment inf", "increment must be 0 to 1000000, not inf"),
    (f"{CUP} --elo0 nan", "elo0 must be -10000 to 10000, not nan"),
    (f"{CUP} --alpha nan", "alpha must be 0 to 1, not nan"),
    (f"{CUP} --margin-ms nan", "margin_ms must be 0 to 1000000000, not nan"),
    (f"{CUP} --start-seconds nan", "start_seconds must be 0 to 1000000, not nan"),
    (f"{CUP} --watchdog-seconds inf", "watchdog_seconds must be 0 to 1000000, not inf"),
    (f"{CUP} --memory-mb {LONG}", "memory_mb must be 0 to "),
    (f"{CUP} --bot cmd:", "cmd: needs a program, as in cmd:./mybot --fast"),
    (f"{CUP} --bot cmd:'", "cmd:': No closing quotation"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "message"), TOURNAMENTS)
def test_tournament(cli: Callable[..., Result], tmp_path: Path, line: str, message: str) -> None:
    result = cli(*line.format(cup=tmp_path / "cup").split())
    assert result.exit_code == USAGE, result.output
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "cup").exists()


# A line of a tournament's TOML file, in the place of the good one, and what is said about it.
TOML = [
    ("out = 7", "out must be a text, not 7"),
    ("out = ['cup']", "out must be a text, not ['cup']"),
    ("options = 3", "options must be a table of names and values, not 3"),
    ("game = ['borealis']", "game must be a text, not ['borealis']"),
    ("bots = 'greedy,random'", "bots must be a list of specs, not 'greedy,random'"),
    ("bots = [1, 2]", "a bot spec or a class that can be imported expected, found 1"),
    ("ms = inf", "ms must be 0 to 1000000000, not inf"),
    ("clock = nan", "clock must be 0 to 1000000, not nan"),
    ("seed = [1]", "seed must be a text or a whole number, not [1]"),
    ("blocks = 1.5", "blocks must be of type int, not 1.5"),
    ("options = " + "[" * 100_000, "nested too deeply"),
]


@pytest.mark.parametrize(("line", "message"), TOML, ids=[line[:24] for line, _ in TOML])
def test_toml(cli: Callable[..., Result], tmp_path: Path, line: str, message: str) -> None:
    lines = {"game": "'borealis'", "bots": "['greedy', 'random']", "out": "'cup'", "blocks": "1"}
    name, value = line.split(" = ")
    lines[name] = value
    file = tmp_path / "cup.toml"
    file.write_text("".join(f"{name} = {value}\n" for name, value in lines.items()))
    result = cli("tournament", "run", str(file))
    assert message in " ".join(result.stderr.split())
    assert result.exit_code in (USAGE, BAD) and "Traceback" not in result.output
    assert not (tmp_path / "cup").exists()


# What is changed in a manifest (None: left out), and what is said about it.
MANIFESTS: list[tuple[dict[str, Any] | str, str]] = [
    ({"bots": ...}, "bots must be given"),
    ({"game": ...}, "game must be given"),
    ({"bots": None}, "bots must be given"),
    ({"bots": [["a"], ["b"]]}, "bots must be a list of specs, not [['a'], ['b']]"),
    ({"bots": ["a\udcff", "b"]}, "bot spec is not Unicode text"),
    ({"game": ["borealis"]}, "game must be of type str"),
    ({"options": [3]}, "options must be a table"),
    ({"blocks": 10**30}, "blocks must be 0 to 10000000"),
    ({"ms": float("nan")}, "ms must be 0 to 1000000000, not nan"),
    ({"ms": 10**400}, "ms is too large a number"),
    ({"blocks": float("nan")}, "blocks must be of type int, not nan"),
    ({"seed": float("nan")}, "seed must be of type str, not nan"),
    ({"setup": float("nan")}, "setup is nan, this engine has "),
    ({"name": "\udcff"}, "name is not Unicode text"),
    ("[" * 200_000, "it is nested too deeply"),
    ("7", "is not a manifest of version 1"),
]


@pytest.mark.parametrize("command", ["report", "status", "resume"])
def test_manifest(cli: Callable[..., Result], tmp_path: Path, command: str) -> None:
    cup = farnorth.Tournament("borealis", ["greedy", "random"], blocks=1, seed=1, out=tmp_path)
    cup.run()
    path = tmp_path / "manifest.json"
    good = json.loads(path.read_text())
    for change, message in MANIFESTS:
        if isinstance(change, dict):
            changed = {name: each for name, each in {**good, **change}.items() if each is not ...}
            path.write_text(json.dumps(changed))
        else:
            path.write_text(change)
        result = cli("tournament", command, str(tmp_path))
        assert result.exit_code == BAD, result.output
        assert result.stderr.startswith(f"error: {path}") and message in result.stderr


@pytest.mark.parametrize("folder", ["new", "there"])
def test_a_tournament_that_could_not_begin_can_be_begun_again(
    cli: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    cup = tmp_path / "cup"
    if folder == "there":
        cup.mkdir()
        (cup / "notes.txt").touch()
    command = f"tournament run borealis --bots greedy,random --blocks 1 -o {cup}".split()
    failing = [word.replace("greedy", "py:bots_for_tests.Fails") for word in command]
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "dask", None)
        patch.setitem(sys.modules, "distributed", None)
        result = cli(*command, "--backend", "dask")
    assert result.exit_code == MISSING and "farnorth[dask]" in result.stderr
    assert sorted(cup.glob("*")) == ([cup / "notes.txt"] if folder == "there" else [])
    assert cup.exists() == (folder == "there")
    result = cli(*failing, "--on-forfeit", "abort")
    assert result.exit_code == FAILURE and "no idea" in result.stderr
    assert not (cup / "manifest.json").exists()
    result = cli(*command, "--json")
    assert result.exit_code == 0, result.output
    assert cli(*command).exit_code == USAGE
    report = json.loads(result.stdout)
    for again in ("resume", "report"):
        assert report == json.loads(cli("tournament", again, str(cup), "--json").stdout)


def test_tournament_log(cli: Callable[..., Result], tmp_path: Path) -> None:
    """Lines whose form and sum are right, but not their content."""
    from test_records import resealed

    cup = farnorth.Tournament("borealis", ["greedy", "random"], blocks=1, seed=1, out=tmp_path)
    cup.run()
    log = tmp_path / "games.jsonl"
    record = next(farnorth.read_records(log))
    no_scores = {"result": {**(record.result or {}), "scores": []}}
    for change, message in (
        (no_scores, "line 1: scores: one for each of 2 seats expected, found 0"),
        ({"date": "yesterday"}, "line 1: date: 'yesterday' is none"),
    ):
        log.write_text(resealed(record, **change) + "\n")
        for command in ("report", "status", "resume"):
            done = cli("tournament", command, str(tmp_path))
            assert done.exit_code == BAD and message in done.stderr


@pytest.mark.parametrize("sql", ["", " ;", "/**/", "SELECT", "SELECT '\udcff'"])
def test_query(cli: Callable[..., Result], tmp_path: Path, sql: str) -> None:
    pytest.importorskip("duckdb")
    cup = farnorth.Tournament("borealis", ["greedy", "random"], blocks=1, seed=1, out=tmp_path)
    cup.run()
    done = cli("tournament", "query", str(tmp_path), sql)
    assert done.exit_code == (USAGE if "udcff" in ascii(sql) else BAD), done.output
    assert "query: " in done.stderr or "is not UTF-8" in done.stderr


@pytest.mark.parametrize(
    ("command", "message"),
    [('"', "no command line: No closing quotation"), ("", "names no program"), ("''", "names no")],
)
def test_engine_check(cli: Callable[..., Result], command: str, message: str) -> None:
    done = cli("engine", "check", command)
    assert done.exit_code == USAGE and message in done.stderr


def test_names_of_files_may_be_any_bytes(tmp_path: Path) -> None:
    """Even where the terminal takes Unicode only."""

    def cli(*words: bytes | str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "farnorth", *words], cwd=tmp_path, capture_output=True,
            env=environment(PYTHONIOENCODING="utf-8:strict"), timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return os.fsdecode(done.stdout)

    cli("run", "borealis", "--bots", "random", "-n", "2", "-o", b"a\xff.jsonl")
    assert cli("record", "verify", b"a\xff.jsonl") == "a\udcff.jsonl: 2 games verified\n"
    bots = ("--bots", "greedy,random", "--blocks", "1", "-q")
    cli("tournament", "run", "borealis", *bots, "-o", b"cup\xff")
    assert cli("tournament", "status", b"cup\xff").startswith("cup\udcff: finished, 2 of 2 games")
    cli("tournament", "report", b"cup\xff", "--format", "html", "-o", b"\xff.html")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Files with every kind of fault."""
    from test_records import resealed

    folder = tmp_path_factory.mktemp("files")
    record = farnorth.play(farnorth.load("borealis"), ["greedy", "random"], seed=1)
    line = record.line
    assert record.result is not None
    contents: dict[str, str | bytes] = {
        "good": f"{line}\n",
        "empty": "",
        "blank": f"{line}\n\n",
        "cut": line[:-40],
        "text": "To be, or not to be\n",
        "binary": b"\xff\xfe\n",
        "changed": line.replace('"seed":"1"', '"seed":"2"') + "\n",
        "spaced": line.replace('"seed":"1"', '"seed": "1"') + "\n",
        "illegal": resealed(record, moves=[record.moves[5], *record.moves[1:]]) + "\n",
        "version": resealed(record, rules_version=9) + "\n",
        "endless": f"{line}\n{' ' * 17_000_000}",
        "in_play": resealed(record, moves=record.moves[:2], result=None) + "\n",
        "scores": resealed(record, result={**record.result, "scores": [99, 98]}) + "\n",
    }
    thought = {"i": 99999, "its": 1, "us": 1, "value": [500, 500]}
    result: dict[str, Any] = record.result
    sheets = result["sheets"]
    forfeit = {"seat": 4, "ply": 1, "last": True, "error": "late"}
    changes: dict[str, dict[str, Any]] = {
        "no_setup": {"setup": {}},
        "no_bots": {"bots": []},
        "three_bots": {"bots": ["greedy", "random", "random"]},
        "no_scores": {"result": {**result, "scores": []}},
        "no_places": {"result": {**result, "places": []}},
        "no_winner": {"result": {**result, "places": [2, 2]}},
        "one_achieved": {"result": {**result, "achievements": [[]]}},
        "far_forfeit": {"result": {**result, "forfeits": [forfeit]}},
        "no_sheets": {"result": {**result, "sheets": []}},
        "odd_sheets": {"result": {**result, "sheets": [sheets[0], {"luck": 3}]}},
        "far_decision": {"decisions": [thought], "result": None},
        "chance_decision": {"decisions": [{**thought, "i": 0}], "result": result},
    }
    for name, change in changes.items():
        data: dict[str, Any] = {**record.data, **change}
        last = {key: data.pop(key) for key in ("result", "sum")}
        contents[name] = resealed(farnorth.Record(json.dumps({**data, **last}))) + "\n"
    for name, content in contents.items():
        (folder / f"{name}.jsonl").write_bytes(
            content if isinstance(content, bytes) else content.encode()
        )
    choice = next(n for n, state in enumerate(record.replay()) if len(state.legal_moves) > 1)
    return {
        "folder": str(folder),
        "choice": str(choice),
        **{name: str(folder / f"{name}.jsonl") for name in contents},
    }


@pytest.mark.parametrize(("line", "code", "message"), COMMANDS)
def test_command(
    cli: Callable[..., Result], files: dict[str, str], line: str, code: int, message: str
) -> None:
    result = cli(*(word.format(**files) for word in line.split()))
    assert result.exit_code == code, result.output
    said = " ".join(result.stderr.split())
    assert message in said
    assert "Traceback" not in result.output
    if code not in (USAGE, NOT_MET, FORFEITS) and message:
        assert any(each.startswith("error: ") for each in result.stderr.splitlines())


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
@pytest.mark.parametrize("command", ["games", "--help", "play borealis --plain", "doctor"])
def test_closed_streams(command: str, stream: str, tmp_path: Path) -> None:
    """As if it were empty, or nobody listened."""
    close = {"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-"}[stream]
    done = subprocess.run(
        ["sh", "-c", f'exec "{sys.executable}" -m farnorth {command} {close}'],
        input=None if stream == "stdin" else "", capture_output=True, text=True, timeout=60,
        env=environment(XDG_STATE_HOME=str(tmp_path)), check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr


@pytest.mark.parametrize(
    "command", ["games", "--help", "run --help", "bots --json", "play borealis"]
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_behind_stdout(command: str, unbuffered: str, tmp_path: Path) -> None:
    """Python keeps what it could not write, and fails over it once more at its end, unless it does not buffer."""
    env = environment(XDG_STATE_HOME=str(tmp_path), PYTHONUNBUFFERED=unbuffered)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "farnorth", *command.split()],
            input="", stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, env=env, check=False,
        )  # fmt: skip
    assert done.returncode == FAILURE
    assert done.stderr == "error: No space left on device\n"


def test_a_file_that_may_not_be_read_or_written(cli: Callable[..., Result], tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may do everything")
    path = tmp_path / "secret.jsonl"
    path.write_text("{}\n")
    path.chmod(0)
    assert cli("record", "verify", str(path)).exit_code == USAGE
    result = cli("run", "borealis", "--bots", "random", "-n", "2", "-o", str(path))
    assert result.exit_code == FAILURE and "Permission denied" in result.stderr


# ---- Calls ---------------------------------------------------------------------------------------


def borealis(**options: object) -> farnorth.Game:
    return farnorth.load("borealis", **options)


CALLS: list[tuple[Callable[[], object], type[Exception] | tuple[type[Exception], ...], str]] = [
    (lambda: farnorth.load("chess"), farnorth.BadOption, "no game is called 'chess'; the games are"),
    (lambda: borealis(players=1), farnorth.BadOption, "option players of borealis must be 2 to 4, not '1'"),
    (lambda: borealis(players=2.5), farnorth.BadOption, "must be 2 to 4, not '2.5'"),
    (lambda: borealis(side=None), farnorth.BadOption, "must be I or II, not 'None'"),
    (lambda: borealis(blind_draw_after_refresh="maybe"), farnorth.BadOption, "must be true or false, not 'maybe'"),
    (lambda: borealis(hands=4), farnorth.BadOption, "borealis has no option 'hands'; its options are players"),
    (lambda: borealis().move("castle"), farnorth.IllegalMove, "not a move of borealis: 'castle'"),
    (lambda: borealis().move("take cat-kayak-pm"), farnorth.IllegalMove, "no such card in borealis: 'cat-kayak-pm'"),
    (lambda: borealis().move(502), farnorth.IllegalMove, "action ids of borealis are 0 to 501, not 502"),
    (lambda: borealis().chance_move(-1), farnorth.IllegalMove, "chance ids of borealis are 0 to 567, not -1"),
    (lambda: borealis().chance_move(10**12), (TypeError, farnorth.IllegalMove), ""),
    (lambda: borealis().new_state(seed=1).apply("reveal fox-kayak-pm"), farnorth.IllegalMove, "is illegal here; legal for seat 0: "),
    (lambda: borealis().new_state().apply("regroup"), farnorth.IllegalMove, "is illegal here; chance can do: "),
    (lambda: borealis().new_state(seed=1).view(2), IndexError, "seat 2 of a game with 2 players"),
    (lambda: borealis().state_from_json("{"), farnorth.BadData, "not JSON"),
    (lambda: borealis().state_from_json("{}"), farnorth.BadData, "game"),
    (lambda: borealis().state_from_json(borealis(side="II").new_state(seed=1).to_json()), farnorth.BadData, "setup: "),
    (lambda: farnorth.bot("nobody"), farnorth.BadData, "no bot is called 'nobody'; there are "),
    (lambda: farnorth.bot("greedy:worlds=no"), farnorth.BadData, "option worlds of bot greedy must be 1 to 32, not 'no'"),
    (lambda: farnorth.bot("ismcts:its=1000000001"), farnorth.BadData, "option its of bot ismcts must be 0 to 1000000000, not '1000000001'"),
    (lambda: farnorth.bot("ismcts:its=99999999999999999999"), farnorth.BadData, "must be 0 to 1000000000, not '99999999999999999999'"),
    (lambda: farnorth.bot("ismcts:its=007"), farnorth.BadData, "must be 0 to 1000000000, not '007'"),
    (lambda: farnorth.play(borealis(), ["random"]), farnorth.BadData, "1 bots for 2 seats"),
    (lambda: farnorth.play_many(borealis(), [], 1), farnorth.BadData, "no bots were given"),
    (lambda: farnorth.play_many(borealis(), ["random"], 0), ValueError, "games must be 1 or more, not 0"),
    (lambda: farnorth.Record.from_line("{}"), farnorth.BadRecord, "farnorth_record"),
    (lambda: borealis(side="\udcff"), farnorth.BadOption, "option 'side' of borealis is not Unicode text: '\\udcff'"),
    (lambda: borealis(**{"\udcff": 1}), farnorth.BadOption, "is not Unicode text: '\\udcff'"),
    (lambda: farnorth.bot("\udcff"), farnorth.BadData, "bot spec is not Unicode text: '\\udcff'"),
    (lambda: farnorth.bot("cmd:\udcff"), farnorth.BadData, "bot spec is not Unicode text: "),
    (lambda: farnorth.play(borealis(), ["random"] * 2, "\udcff"), farnorth.BadData, "seed is not Unicode text: '\\udcff'"),
    (lambda: farnorth.play_many(borealis(), ["random"], 1, "\udcff"), farnorth.BadData, "seed is not Unicode text: '\\udcff'"),
    (lambda: farnorth.play_many(borealis(), ["random"], 1, event="\udcff"), farnorth.BadData, "event is not Unicode text"),
    (lambda: farnorth.play_many(borealis(), ["random"], 10**20), farnorth.BadData, "a run has at most 2147483647 games"),
    (lambda: farnorth.play_many(borealis(), ["random"], 1, threads=2**40), farnorth.BadData, "threads must be 1 to 1024, not 1099511627776"),
    (lambda: farnorth.Budget(milliseconds=float("nan")), farnorth.BadData, "milliseconds must be 0 to 1000000000, not nan"),
    (lambda: farnorth.Budget(milliseconds=float("inf")), farnorth.BadData, "milliseconds must be 0 to 1000000000, not inf"),
    (lambda: farnorth.Budget(iterations=-1), farnorth.BadData, "iterations must be 0 to 4294967295, not -1"),
    (lambda: farnorth.Budget(iterations=1.5),  # type: ignore[arg-type]
     farnorth.BadData, "iterations must be a whole number, not 1.5"),
    (lambda: farnorth.Budget(iterations=2**32), farnorth.BadData, "iterations must be 0 to 4294967295, not 4294967296"),
    (lambda: farnorth.Record.from_line("\udcff"), farnorth.BadRecord, "not Unicode text: '\\udcff'"),
    (lambda: farnorth.Tournament(3, ["greedy", "random"], out="x"), farnorth.BadData, "game must be a name or a game, not 3"),  # type: ignore[arg-type]
    (lambda: farnorth.Tournament("borealis", ["greedy", "random"], out="x", options=3), farnorth.BadData, "options must be a table"),
    (lambda: list(farnorth.read_records("/nowhere/games.jsonl")), FileNotFoundError, "/nowhere/games.jsonl"),
    (lambda: farnorth.RecordFile("/nowhere/games.jsonl"), FileNotFoundError, "/nowhere/games.jsonl"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "message"), CALLS)
def test_call(
    call: Callable[[], object], error: type[Exception] | tuple[type[Exception], ...], message: str
) -> None:
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


def test_illegal_moves_name_alternatives(game: farnorth.Game) -> None:
    state = player_state(game)
    with pytest.raises(farnorth.IllegalMove) as caught:
        state.apply(game.chance_move(0))
    named = [move for move in state.legal_moves if move.text in str(caught.value)]
    assert len(named) >= min(8, len(state.legal_moves))


def test_texts_that_are_not_unicode(game: farnorth.Game) -> None:
    """Python has texts with lone surrogates, as from file names; no encoding has them."""
    text, state = "\udcff", game.new_state(seed=1)
    calls: list[tuple[Callable[[], object], type[farnorth.FarnorthError], str]] = [
        (lambda: game.move(text), farnorth.IllegalMove, "move"),
        (lambda: state.apply(text), farnorth.IllegalMove, "move"),
        (lambda: game.new_state(text), farnorth.BadData, "seed"),
        (lambda: game.state_from_json(text), farnorth.BadData, "position"),
        (lambda: game.view_from_json(text), farnorth.BadData, "view"),
        (lambda: farnorth.Record.from_line(text), farnorth.BadRecord, ""),
    ]
    for call, error, what in calls:
        with pytest.raises(error, match=rf"^{what} ?is not Unicode|^not Unicode") as raised:
            call()
        assert "'\\udcff'" in str(raised.value)


def test_no_memory_is_one_line(cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    def play_many(*args: object, **options: object) -> None:
        raise MemoryError("std::bad_alloc")

    monkeypatch.setattr(farnorth, "play_many", play_many)
    monkeypatch.setattr("farnorth.arena.play_many", play_many)
    result = cli("run", "borealis", "--bots", "ismcts,random", "-n", "2")
    assert result.exit_code == FAILURE
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("error: memory ran out; max_nodes= makes the tree of a search")
