"""``farnorth explain``: what a bot thinks of a position of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from farnorth.cli.common import (
    CONTEXT,
    BotList,
    Command,
    Exit,
    check_bot,
    counted,
    examples,
    json_option,
    print_json,
    print_table,
    say,
)
from farnorth.cli.files import GAME_NUMBER, OPT, RECORD_FILE, check_ply, game_of, named
from farnorth.games import CHANCE
from farnorth.seeds import derived
from farnorth.terminal import console

if TYPE_CHECKING:
    from farnorth.protocols import State, View
    from farnorth.records import Record
    from farnorth.thinking import Thought

WIDE = 110
"""From this width on, moves are told in plain words, too."""


class Question:
    """A position of a record in which a seat has to decide, and what was decided there."""

    def __init__(self, record: Record, ply: int, options: dict[str, str]) -> None:
        """Raises click.UsageError if nobody decides at that ply, naming the next ply at which somebody does."""
        check_ply(record, ply)
        state = record.at(ply, **options)
        if state.actor is None or state.actor == CHANCE:
            raise click.UsageError(_nobody_decides(record, ply, state, options))
        self.record = record
        self.ply = ply
        self.view: View = state.view(state.actor)
        self.played = record.moves[ply] if ply < len(record.moves) else None

    @property
    def note(self) -> dict[str, Any] | None:
        """What the record says was thought here."""
        notes = self.record.data.get("decisions", [])
        return next((note for note in notes if note["i"] == self.ply), None)

    def words(self) -> dict[str, str]:
        """Each legal move in plain words, by its text."""
        from farnorth import render

        words = render.renderer(self.record.game).move_words(self.view)
        return {move.text: told for move, told in zip(self.view.legal_moves, words, strict=True)}


def _nobody_decides(record: Record, ply: int, state: State, options: dict[str, str]) -> str:
    what = "the game is over" if state.actor is None else "chance acts, not a player"
    choices = _choices(record, options)
    later = next((each for each in choices if each > ply), None)
    if later is not None:
        return f"--ply {ply}: {what}; the next decision is at ply {later}"
    if choices:
        return f"--ply {ply}: {what}; the last decision is at ply {choices[-1]}"
    return f"--ply {ply}: {what}, and the record has no decision"


def _choices(record: Record, options: dict[str, str]) -> list[int]:
    """The plies at which a player has more than one move."""
    states = record.replay(**options)
    return [ply for ply, state in enumerate(states) if len(state.legal_moves) > 1]


# ---- What is printed -----------------------------------------------------------------------------


def _document(question: Question, thought: Thought, spec: str, number: int) -> dict[str, Any]:
    decision = thought.decision
    assert decision is not None
    visits = max(1, sum(each for _, each, _ in decision.table))
    return {
        "game": question.record.game,
        "number": number,
        "ply": question.ply,
        "plies": len(question.record.moves),
        "seat": question.view.seat,
        "bot": spec,
        "played": question.played,
        "recorded": question.note,
        "move": decision.move.text,
        "iterations": decision.iterations,
        "us": decision.microseconds,
        "interrupted": thought.interrupted,
        "value": list(decision.value),
        "table": [
            {"move": move.text, "visits": each, "share": each / visits, "value": list(value)}
            for move, each, value in decision.table
        ],
        "line": [move.text for move in decision.line],
    }


def _print(question: Question, thought: Thought, spec: str) -> None:
    from farnorth import render

    decision = thought.decision
    assert decision is not None
    names = [render.renderer(question.record.game).seat_name(i) for i in _seats(question)]
    seat = names[question.view.seat]
    moves = len(question.view.legal_moves)
    click.echo(
        f"Ply {question.ply} of {len(question.record.moves)}: {seat} ({_who(question)}) to act, "
        f"{counted(moves, 'legal move')}"
    )
    if decision.iterations:
        click.echo(
            f"{spec}: {decision.iterations:,} iterations in {decision.microseconds / 1000:,.0f} ms"
        )
        click.echo()
        _print_table(question, thought, names)
    _say("choice", f"{decision.move.text}  ({question.words()[decision.move.text]})")
    if len(decision.line) > 1:
        _say("line", ", ".join(move.text for move in decision.line))
    if question.played is not None:
        _say("played", question.played + _rank(question, thought))


def _seats(question: Question) -> range:
    return range(question.view.game.players)


def _who(question: Question) -> str:
    return question.record.bots[question.view.seat]


def _print_table(question: Question, thought: Thought, names: list[str]) -> None:
    assert thought.decision is not None
    words = question.words() if console().width >= WIDE else None
    table = thought.decision.table
    visits = max(1, sum(each for _, each, _ in table))
    if not any(value for _, _, value in table):
        names = []  # a bot that counts visits only
    print_table(
        "",
        ("", "move", *(["in words"] if words else []), "visits", "share", *names),
        [
            (
                "*" if move.text == question.played else "",
                move.text,
                *([words[move.text]] if words else []),
                f"{each:,}",
                f"{each / visits:.1%}",
                *(f"{value[i] / 10:.1f}%" if value else "-" for i, _ in enumerate(names)),
            )
            for move, each, value in table
        ],
        numbers="  " + (" " if words else "") + "rr" + "r" * len(names),
    )
    values = "Values: the share of the game each seat can expect. " if names else ""
    click.echo(f"{values}*: what was played.")


def _rank(question: Question, thought: Thought) -> str:
    """Where the move that was played stands in the table."""
    assert thought.decision is not None
    texts = [move.text for move, _, _ in thought.decision.table]
    if not texts:
        return ""
    if question.played not in texts:
        return "  (not searched)"
    place = 1 + texts.index(question.played or "")
    return "  (the same)" if place == 1 else f"  ({place} of {len(texts)} by visits)"


def _say(name: str, text: str) -> None:
    """A fact in as many lines as it takes."""
    from farnorth.render.draw import wrap

    for line in wrap(text, console().width - 1, f"{name}:".ljust(9), " " * 9):
        click.echo(line)


# ---- The command ---------------------------------------------------------------------------------


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=examples(
        "farnorth explain games.jsonl --ply 40",
        "farnorth explain games.jsonl --game 3 --ply 40 --bot ismcts:its=20000",
        "farnorth explain games.jsonl --ply 40 --bot flat:ms=500 --json",
    ),
)
@click.argument("file", type=RECORD_FILE)
@click.option(
    "--ply", type=click.IntRange(min=0), required=True, metavar="N",
    help="The position before move number N, from 0, chance's moves counted.",
)  # fmt: skip
@click.option(
    "--bot", "spec", type=BotList(), default="ismcts", show_default=True, metavar="SPEC",
    help="Who thinks, and how long: its= iterations, ms= milliseconds.",
)  # fmt: skip
@GAME_NUMBER
@click.option(
    "--seed", default="0", show_default=True, metavar="S",
    help="Seed of the bot's random numbers, any text.",
)  # fmt: skip
@OPT
@json_option()
def explain(
    file: Path,
    ply: int,
    spec: str,
    number: int,
    seed: str,
    options: dict[str, str],
    as_json: bool,
) -> None:
    """Let a bot think about a position of a game of FILE, and show what it finds.

    The bot sees only what the seat to act could know. It tells how often it tried each move and what every seat can
    then expect, and the line of play it thinks best for all. Ctrl-C ends the thinking and shows what was found.
    """
    from farnorth.bots import bot
    from farnorth.cli.thinking import think

    check_bot(spec)
    record = game_of(file, number)
    with named(file, number):
        question = Question(record, ply, options)
    thought = think(bot(spec), question.view, derived("explain", seed))
    if as_json:
        print_json(_document(question, thought, spec, number))
    else:
        _print(question, thought, spec)
    if thought.interrupted:
        say("interrupted: this is what was found until then")
        raise click.exceptions.Exit(Exit.interrupted)
