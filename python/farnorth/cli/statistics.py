"""What a pile of records adds up to: for ``farnorth record stats``."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from farnorth.arena import interval_95
from farnorth.errors import BadRecord
from farnorth.records import Record
from farnorth.transcript import moves_as_seen


@dataclass
class BotTally:
    """One bot's part in the games of a group."""

    games: int = 0
    seats: int = 0
    shares: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Its share of first places by seat held, by block: games with the same deal."""
    score: int = 0
    place: int = 0
    forfeits: int = 0
    microseconds: list[int] = field(default_factory=list)
    achievements: Counter[str] = field(default_factory=Counter)

    def to_dict(self, spec: str) -> dict[str, Any]:
        """For JSON."""
        blocks = np.array([np.mean(shares) for shares in self.shares.values()])
        timed = self.microseconds
        return {
            "spec": spec,
            "games": self.games,
            "win_share": round(float(blocks.mean()), 6),
            "win_share_95": [round(bound, 6) for bound in interval_95(blocks)],
            "mean_score": round(self.score / self.seats, 4),
            "mean_place": round(self.place / self.seats, 4),
            "us_per_decision": round(float(np.mean(timed)), 3) if timed else None,
            "forfeits": self.forfeits,
            "achievements": {
                name: round(n / self.seats, 6) for name, n in sorted(self.achievements.items())
            },
        }


@dataclass
class Group:
    """Games of one kind: same game, same setup."""

    game: str
    setup: dict[str, Any]
    games: int = 0
    lengths: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    bots: dict[str, BotTally] = field(default_factory=lambda: defaultdict(BotTally))
    moves: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """By the first word of a move: who made how many. A bot's name, or chance."""

    def add(self, record: Record) -> None:
        """Counts a finished game."""
        result = record.result
        assert result is not None
        self.games += 1
        self.lengths.append(len(record.moves))
        self.reasons[result["reason"]] += 1
        winners = result["places"].count(1)
        for seat, spec in enumerate(record.bots):
            tally = self.bots[spec]
            tally.seats += 1
            place = result["places"][seat]
            tally.shares[record.seed].append(1 / winners if place == 1 else 0.0)
            tally.place += place
            tally.score += result["scores"][seat]
            tally.achievements.update(result.get("achievements", [[]] * (seat + 1))[seat])
        for spec in set(record.bots):
            self.bots[spec].games += 1
        for forfeit in result["forfeits"]:
            self.bots[record.bots[forfeit["seat"]]].forfeits += 1
        self._add_moves(record)

    def _add_moves(self, record: Record) -> None:
        actors = []
        for each in moves_as_seen(record):
            actors.append(each["actor"])
            who = "chance" if each["actor"] < 0 else record.bots[each["actor"]]
            self.moves[each["move"].split(" ", 1)[0]][who] += 1
        for note in record.data.get("decisions", []):
            if actors[note["i"]] < 0:
                raise BadRecord(f"decisions: at ply {note['i']} chance acts, no player")
            self.bots[record.bots[actors[note["i"]]]].microseconds.append(note["us"])

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        makers = [*self.bots, "chance"]
        return {
            "game": self.game,
            "players": self.setup["players"],
            "setup": self.setup,
            "games": self.games,
            "moves": {
                "mean": round(float(np.mean(self.lengths)), 3),
                "least": min(self.lengths),
                "most": max(self.lengths),
            },
            "reasons": dict(self.reasons.most_common()),
            "moves_by_kind": {
                kind: {who: round(counts[who] / self.games, 4) for who in makers}
                for kind, counts in sorted(self.moves.items())
            },
            "bots": [tally.to_dict(spec) for spec, tally in self.bots.items()],
        }


class Statistics:
    """Records, counted by game and setup."""

    def __init__(self) -> None:
        """Nothing is counted yet."""
        self.games = 0
        self.in_play = 0
        self._groups: dict[tuple[str, str], Group] = {}

    def add(self, record: Record) -> None:
        """Counts a game; one in play only as such."""
        if record.result is None:
            self.in_play += 1
            return
        key = record.game, json.dumps(record.options)
        self._groups.setdefault(key, Group(record.game, record.options)).add(record)
        self.games += 1

    def groups(self) -> list[dict[str, Any]]:
        """For JSON: a dict a group, in the order found."""
        return [group.to_dict() for group in self._groups.values()]
