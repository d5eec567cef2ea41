"""Casual games: people and bots at one table, a decision at a time, saved after each move.

A `CasualGame` is a match that can be stopped and taken up again: its file is a record without a result. The deal is a
function of the seed, as in any match, and a native bot's choice is a function of the seed, its seat, the ply and what
it sees; so a game goes on after an interruption as it would have without one.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from farnorth.bots import Bot, Budget, Decision, NativeBot, begin, bot, split_spec
from farnorth.errors import FOREIGN, BadRecord, BotError, IllegalMove, told
from farnorth.games import CHANCE
from farnorth.records import read_records, utc_now
from farnorth.seeds import derived

if TYPE_CHECKING:
    from farnorth.protocols import Game, Move, State, View

HUMAN = "human"
"""What stands in the place of a bot's spec where a person sits. ``human:undo=2``: he took back two decisions."""


@dataclass(frozen=True)
class Event:
    """A move that was made, as one seat saw it; without a seat, as it was.

    actor: who made it, None = chance. shown: its text, with ``?`` for what is hidden.
    """

    actor: int | None
    shown: str
    before: State | View
    after: State | View


class CasualGame:
    """A game in play and all that happened in it."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[str],
        seed: str,
        *,
        path: Path | None = None,
        date: str = "",
        moves: Sequence[str] = (),
    ) -> None:
        """A game from its seed, after the moves given.

        seats: `HUMAN` or a bot's spec for each. path: where to save, None = nowhere. Raises BadData for a wrong spec
        and BadRecord for moves that are not legal or not those of the seed.
        """
        self.game = game
        self.seed = seed
        self.path = path
        self._date = date or utc_now()
        self._undone = [_undo_count(spec) for spec in seats]
        self._bots = {
            seat: _Opponent(spec, seed, seat)
            for seat, spec in enumerate(seats)
            if not is_human(spec)
        }
        self._specs = [
            HUMAN if is_human(spec) else self._bots[i].spec for i, spec in enumerate(seats)
        ]
        self.moves: list[str] = []
        self._states: list[State] = [game.new_state(seed, play_chance=False)]
        self._replay(moves)
        self._pass_over()

    @classmethod
    def resume(cls, path: Path) -> CasualGame:
        """The game of a file. Raises BadRecord, and OSError if the file cannot be read."""
        records = list(read_records(path))
        if len(records) != 1:
            raise BadRecord(f"{path}: one game expected, found {len(records)}")
        record = records[0]
        record.verify()
        return cls(
            record.load_game(),
            record.bots,
            record.seed,
            path=path,
            date=record.data["date"],
            moves=record.moves,
        )

    # ---- What there is -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position now. Chance never acts in it, nor a seat without a choice."""
        return self._states[-1]

    @property
    def humans(self) -> list[int]:
        """Seats of people."""
        return [seat for seat in range(self.game.players) if seat not in self._bots]

    @property
    def specs(self) -> list[str]:
        """What the record says of each seat."""
        return [
            f"{spec}:undo={undone}" if undone else spec
            for spec, undone in zip(self._specs, self._undone, strict=True)
        ]

    def undone(self, seat: int) -> int:
        """How many decisions the seat took back."""
        return self._undone[seat]

    def events(self, seat: int | None, first: int = 0) -> Iterator[Event]:
        """What happened from move number `first` on, as far as the seat may know; None may know all."""
        for i in range(first, len(self.moves)):
            before, after = self._states[i], self._states[i + 1]
            yield Event(
                before.actor if before.actor != CHANCE else None,
                self.moves[i] if seat is None else before.shown(self.moves[i], seat),
                before if seat is None else before.view(seat),
                after if seat is None else after.view(seat),
            )

    def decisions(self, seat: int) -> list[int]:
        """Numbers of the moves that the seat chose among several."""
        return list(self._decisions(seat))

    def can_undo(self, seat: int) -> bool:
        """Whether the seat has a decision to take back."""
        return next(self._decisions(seat), None) is not None

    def _decisions(self, seat: int) -> Iterator[int]:
        for i, state in enumerate(self._states[:-1]):
            if state.actor == seat and len(state.legal_moves) > 1:
                yield i

    def line(self) -> str:
        """The record of the game so far; with its result if it is over."""
        raw: Any = self.game
        line: str = raw._record_line(self.seed, self.specs, self._date, self.moves)
        return line

    # ---- What can be done --------------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Makes a move for the seat to act, lets chance act, and saves. Raises IllegalMove."""
        self._apply(move)
        self._pass_over()
        self.save()

    def play_bot(self) -> None:
        """Lets the bot to act make its move. Raises BotError if it fails; the game stays as it was."""
        actor = self.state.actor
        assert actor is not None
        self.play(self._bots[actor].choose(self._states, self.decisions(actor)))

    def undo(self, seat: int) -> bool:
        """Takes back to the seat's previous decision. False if there is none."""
        past = self.decisions(seat)
        if not past:
            return False
        del self.moves[past[-1] :]
        del self._states[past[-1] + 1 :]
        self._undone[seat] += 1
        self.save()
        return True

    def save(self) -> None:
        """Writes the file anew, whole or not at all. Raises OSError."""
        if self.path is not None:
            write_whole(self.path, self.line() + "\n")

    # ---- Inside ------------------------------------------------------------------------------------

    def _apply(self, move: Move | str) -> None:
        state = self.state.copy()
        state.apply(move)
        self.moves.append(move if isinstance(move, str) else move.text)
        self._states.append(state)

    def _apply_chance(self) -> str:
        state = self.state.copy()
        move = state.play_chance()
        self.moves.append(move.text)
        self._states.append(state)
        return move.text

    def _replay(self, moves: Sequence[str]) -> None:
        for ply, text in enumerate(moves):
            if self.state.actor != CHANCE:
                self._apply(text)
            elif (dealt := self._apply_chance()) != text:
                raise BadRecord(
                    f"ply {ply}: the seed {self.seed!r} deals {dealt!r}, the record has {text!r}"
                )

    def _pass_over(self) -> None:
        """Goes on to the next decision: chance acts, and who has one legal move makes it."""
        while self.state.actor is not None:
            if self.state.actor == CHANCE:
                self._apply_chance()
            elif len(self.state.legal_moves) == 1:
                self._apply(self.state.legal_moves[0])
            else:
                return


class _Opponent:
    """A bot at the table."""

    def __init__(self, spec: str, seed: str, seat: int) -> None:
        self._bot: Bot = bot(spec)
        self._seat = seat
        self._seed = seed
        self._asked = -1
        self.spec = self._bot.name or spec

    def choose(self, states: Sequence[State], past: Sequence[int]) -> Move | str:
        """Its move in the last of the states; `past` are the numbers of those in which it chose before."""
        view = states[-1].view(self._seat)
        try:
            if isinstance(self._bot, NativeBot):  # keeps nothing between decisions but its seed
                self._bot.start(derived("casual", self._seat, len(states), self._seed))
            else:
                self._catch_up(states, past)
            answer = self._bot.choose(view, Budget())
            self._asked = len(past) + 1
            return _legal_answer(view, answer)
        except FOREIGN as error:
            raise BotError(f"bot {self.spec} in seat {self._seat} failed: {told(error)}") from error

    def _catch_up(self, states: Sequence[State], past: Sequence[int]) -> None:
        """After a resume or an undo: a bot that remembers is asked again what it was asked before."""
        if self._asked == len(past):
            return
        begin(self._bot, states[-1].game, self._seat, derived("casual", self._seat, 0, self._seed))
        for i in past:
            self._bot.choose(states[i].view(self._seat), Budget())


def _legal_answer(view: View, answer: Any) -> Move | str:
    move = answer.move if isinstance(answer, Decision) else answer
    if isinstance(move, str | int):
        move = view.game.move(move)
    if move not in view.legal_moves:
        raise IllegalMove(f"{move} is not legal")
    return move


def is_human(spec: str) -> bool:
    """Whether a person sits there."""
    return spec == HUMAN or spec.startswith(HUMAN + ":")


def _undo_count(spec: str) -> int:
    if not is_human(spec):
        return 0
    undone = split_spec(spec)[1].get("undo", "0")
    if not undone.isdecimal():
        raise BadRecord(f"{spec}: undo is a number")
    return int(undone)


def default_path(game: str, seed: str) -> Path:
    """Where a game is saved if nothing is said: the user's state folder, which is made. Raises OSError."""
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    safe = "".join(letter if letter.isalnum() else "-" for letter in seed)[:40]
    folder = Path(home) / "farnorth" / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{game}-{safe}-{secrets.token_hex(3)}.jsonl"


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that there is the old content or the new one, whatever happens in between.

    What is no regular file, a device or a pipe, is written to; it is never replaced. Raises OSError naming the path.
    """
    try:
        path = path.resolve()  # a link stays a link
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8") as device:
                device.write(text)
        else:
            _replace(path, text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace(path: Path, text: str) -> None:
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(_mode(path))
        Path(temporary).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def _mode(path: Path) -> int:
    """The permissions of a file, or those that a new one gets."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
