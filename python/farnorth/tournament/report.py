"""What a tournament has shown: ratings, who beats whom, seats, failures, and what may be said for sure.

Everything is computed from the log, sorted by block and rotation, and from the seed in the manifest: equal games give
an equal report, in whatever order and on however many machines they were played. Times are kept apart
(`timing`), since no two runs take equally long.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from farnorth.arena import interval_95
from farnorth.errors import BadData
from farnorth.ratings import Ratings, rate
from farnorth.tournament.log import PlayedGames
from farnorth.tournament.schedule import block_scores
from farnorth.tournament.sprt import Sprt

if TYPE_CHECKING:
    from farnorth.tournament.run import Tournament

SEPARATE = 0.02
"""Difference in pairwise score for which the number of games is told."""
POWER_95_80 = 1.96 + 0.84
"""Standard errors of a difference that is found with 95 % confidence and 80 % power."""
SIGNIFICANT = 0.05

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Row:
    """How a bot did. rating, low, high: Elo with its 95 % interval, None before its first game.

    Shares and means are per seat it held.
    """

    bot: str
    rating: float
    low: float | None
    high: float | None
    games: int
    win_share: float
    mean_place: float
    mean_score: float
    win_share_95: tuple[float, float] = (0.0, 1.0)
    mean_score_se: float = 0.0


@dataclass(frozen=True)
class Failures:
    """What a bot did wrong. kinds: how often each kind. last: the last one, in its own words."""

    bot: str
    forfeits: int
    games: int
    kinds: dict[str, int]
    last: str


@dataclass(frozen=True)
class Verdict:
    """Two bots compared. score: pairwise score of `bot` against `other`, with its 95 % interval over blocks.

    p: that both are equally strong, two-sided, from the ratings. games_to_separate: how many games between them would
    tell a difference of 2 % in score, with 95 % confidence and 80 % power.
    """

    bot: str
    other: str
    score: float
    low: float
    high: float
    blocks: int
    p: float
    games_to_separate: int | None
    text: str


@dataclass(frozen=True)
class Report:
    """A tournament's report. See `to_dict` for its JSON."""

    game: str
    setup: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    total_games: int
    finished: bool
    ratings: list[Row]
    crosstable: dict[str, Any]
    seat_bias: list[dict[str, Any]]
    forfeits: list[Failures]
    verdicts: list[Verdict]
    cycles: list[list[str]]
    sprt: dict[str, Any] | None
    achievements: dict[str, dict[str, int]]
    reasons: dict[str, int]
    scores: dict[str, list[int]] = field(repr=False, default_factory=dict)
    """By bot: the scores it reached."""
    notable: list[dict[str, Any]] = field(default_factory=list)
    """Games worth a look, with the line of the log where they are."""

    def to_dict(self) -> dict[str, Any]:
        """For JSON, bots in the order given. Equal logs give equal documents."""
        document: dict[str, Any] = {
            "game": self.game,
            "setup": self.setup,
            "games": self.games,
            "total_games": self.total_games,
            "finished": self.finished,
            "ratings": [asdict(row) for row in self._as_given(self.ratings)],
            "crosstable": {
                "bots": self._as_given(self.crosstable["bots"]),
                **{
                    name: [self._as_given(row) for row in self._as_given(self.crosstable[name])]
                    for name in ("score", "games")
                },
            },
            "seat_bias": self.seat_bias,
            "forfeits": [asdict(each) for each in self.forfeits],
            "verdicts": [asdict(each) for each in self.verdicts],
            "cycles": self.cycles,
            "reasons": self.reasons,
        }
        if self.sprt is not None:
            document["sprt"] = self.sprt
        if self.achievements:
            document["achievements"] = self.achievements
        return document

    def _as_given(self, by_rating: list[Any]) -> list[Any]:
        """What is listed by rating, in the order of the bots."""
        places = {row.bot: place for place, row in enumerate(self.ratings)}
        return [by_rating[places[spec]] for spec in self.bots]


def make_report(tournament: Tournament, games: PlayedGames, anchor: str | None = None) -> Report:
    """The report of these games. Raises BadData if the anchor is no bot of the tournament."""
    config = tournament.config
    anchor = config.anchor if anchor is None else anchor
    if anchor and anchor not in config.bots:
        raise BadData(f"anchor: {anchor} is not one of the bots {', '.join(config.bots)}")
    maker = _Maker(games, config.bots, config.seed)
    rows = maker.rows(config.bots.index(anchor) if anchor else None)
    order = [config.bots.index(row.bot) for row in rows]
    return Report(
        game=config.game,
        setup=config.load_game().options,
        bots=config.bots,
        games=len(games),
        total_games=tournament.total_games,
        finished=tournament.is_finished(games),
        ratings=rows,
        crosstable=maker.crosstable(order),
        seat_bias=maker.seat_bias(),
        forfeits=maker.failures(),
        verdicts=maker.verdicts(order),
        cycles=maker.cycles(),
        sprt=_sprt(tournament, games) if config.schedule == "sprt" else None,
        achievements=maker.achievements(),
        reasons=dict(sorted(Counter(game.reason for game in games.games).items())),
        scores={
            spec: sorted(games.scores[games.seats == i].tolist())
            for i, spec in enumerate(config.bots)
        },
        notable=maker.notable(),
    )


class _Maker:
    """The parts of a report."""

    def __init__(self, games: PlayedGames, bots: tuple[str, ...], seed: str) -> None:
        self.games = games
        self.bots = bots
        self.ratings: Ratings | None = None
        if len(games):
            self.ratings = rate(games.seats, games.places, games.block, len(bots), seed)
        _, self.block = np.unique(games.block, return_inverse=True)

    def _by_block(self, held: npt.NDArray[np.bool_], values: Floats) -> Floats:
        """Mean of values by block, over the seats that are held; blocks without any are left out."""
        total = np.bincount(self.block, np.where(held, values, 0.0).sum(axis=1))
        count = np.bincount(self.block, held.sum(axis=1))
        result: Floats = total[count > 0] / count[count > 0]
        return result

    # ---- Bots ------------------------------------------------------------------------------------

    def rows(self, anchor: int | None) -> list[Row]:
        """Best first; bots that are equal in the order given."""
        rows = [self._row(bot, anchor) for bot in range(len(self.bots))]
        return sorted(rows, key=lambda row: -row.rating)

    def _row(self, bot: int, anchor: int | None) -> Row:
        held = self.games.seats == bot
        if self.ratings is None or not held.any():
            return Row(self.bots[bot], 0.0, None, None, 0, 0.0, 0.0, 0.0)
        elo, low, high = self.ratings.elo(anchor)
        share = self._by_block(held, self.games.shares())
        score = self._by_block(held, self.games.scores.astype(float))
        spread = float(score.std(ddof=1)) / math.sqrt(len(score)) if len(score) > 1 else 0.0
        return Row(
            bot=self.bots[bot],
            rating=_rounded(elo[bot], 1),
            low=_rounded(low[bot], 1),
            high=_rounded(high[bot], 1),
            games=int(held.any(axis=1).sum()),
            win_share=_rounded(self.games.shares()[held].mean(), 6),
            mean_place=_rounded(self.games.places[held].mean(), 4),
            mean_score=_rounded(self.games.scores[held].mean(), 4),
            win_share_95=tuple(_rounded(bound, 6) for bound in interval_95(share)),  # type: ignore[arg-type]
            mean_score_se=_rounded(spread, 4),
        )

    def failures(self) -> list[Failures]:
        """Bots that failed, in the order given."""
        found: dict[int, list[tuple[str, tuple[int, int]]]] = {}
        for game in self.games.games:
            for forfeit in game.forfeits:
                bot = game.seats[forfeit.seat]
                found.setdefault(bot, []).append((forfeit.error, game.key))
        return [
            Failures(
                bot=self.bots[bot],
                forfeits=len(errors),
                games=len({key for _, key in errors}),
                kinds=dict(sorted(Counter(kind_of(error) for error, _ in errors).items())),
                last=errors[-1][0],
            )
            for bot, errors in sorted(found.items())
        ]

    def achievements(self) -> dict[str, dict[str, int]]:
        """How often each bot reached what, where the game has achievements."""
        counts: dict[str, Counter[str]] = {}
        for game in self.games.games:
            for seat, names in enumerate(game.achievements):
                counts.setdefault(self.bots[game.seats[seat]], Counter()).update(names)
        return {spec: dict(sorted(counts[spec].items())) for spec in self.bots if counts.get(spec)}

    # ---- Who beats whom --------------------------------------------------------------------------

    def _scores(self, one: int, other: int) -> Floats:
        """Pairwise score of `one` by block, for the blocks in which they met."""
        points, pairs = self.games.pairwise(one, other)
        score, met = np.bincount(self.block, points), np.bincount(self.block, pairs)
        result: Floats = score[met > 0] / met[met > 0]
        return result

    def crosstable(self, order: list[int]) -> dict[str, Any]:
        """Pairwise scores: row against column, bots best first; null where they never met."""
        table: dict[str, Any] = {
            "bots": [self.bots[bot] for bot in order],
            "score": [],
            "games": [],
        }
        for one in order:
            scores: list[float | None] = []
            met: list[int] = []
            for other in order:
                points, pairs = self.games.pairwise(one, other)
                both = one != other and pairs.any()
                scores.append(_rounded(points.sum() / pairs.sum(), 4) if both else None)
                met.append(int((pairs > 0).sum()) if both else 0)
            table["score"].append(scores)
            table["games"].append(met)
        return table

    def verdicts(self, order: list[int]) -> list[Verdict]:
        """Every two bots that met, the better rated first."""
        if self.ratings is None:
            return []
        return [
            self._verdict(one, other, scores)
            for one, other in itertools.combinations(order, 2)
            if len(scores := self._scores(one, other))
        ]

    def _verdict(self, one: int, other: int, scores: Floats) -> Verdict:
        assert self.ratings is not None
        low, high = interval_95(scores)
        p = self.ratings.probability_above(one, other)
        needed = None
        if len(scores) > 1:
            padded = np.concatenate([scores, [0.0, 1.0]])
            blocks = (POWER_95_80 * float(padded.std(ddof=1)) / SEPARATE) ** 2
            needed = math.ceil(blocks) * self.games.players
        names = f"{self.bots[one]} > {self.bots[other]}"
        if p >= SIGNIFICANT:
            names = f"{self.bots[one]} and {self.bots[other]} cannot be told apart"
        text = f"{names}: {scores.mean():.1%} in {len(scores)} blocks"
        text += f", p {'< 0.0001' if p < 0.0001 else f'= {p:.4f}'}"
        if needed is not None:
            text += f"; 2 % would take {needed:,} games to tell"
        return Verdict(
            bot=self.bots[one],
            other=self.bots[other],
            score=_rounded(scores.mean(), 4),
            low=_rounded(low, 4),
            high=_rounded(high, 4),
            blocks=len(scores),
            p=_rounded(p, 6),
            games_to_separate=needed,
            text=text,
        )

    def cycles(self) -> list[list[str]]:
        """Three bots of which each beats the next, every time by more than two standard errors."""
        bots = range(len(self.bots))
        beats = {(a, b) for a, b in itertools.permutations(bots, 2) if self._clearly_beats(a, b)}
        return [
            [self.bots[a], self.bots[b], self.bots[c]]
            for a, b, c in itertools.permutations(bots, 3)
            if a == min(a, b, c) and {(a, b), (b, c), (c, a)} <= beats
        ]

    def _clearly_beats(self, one: int, other: int) -> bool:
        scores = self._scores(one, other)
        if len(scores) < 2:
            return False
        padded = np.concatenate([scores, [0.0, 1.0]])
        error = float(padded.std(ddof=1)) / math.sqrt(len(padded))
        return float(padded.mean()) - 0.5 > 2 * error

    # ---- Games -----------------------------------------------------------------------------------

    def seat_bias(self) -> list[dict[str, Any]]:
        """How each seat did, whoever sat there."""
        bias = []
        for seat in range(self.games.players if len(self.games) else 0):
            here = np.zeros_like(self.games.seats, dtype=bool)
            here[:, seat] = True
            low, high = interval_95(self._by_block(here, self.games.shares()))
            bias.append(
                {
                    "seat": seat,
                    "games": len(self.games),
                    "win_share": _rounded(self.games.shares()[:, seat].mean(), 6),
                    "low": _rounded(low, 6),
                    "high": _rounded(high, 6),
                    "mean_place": _rounded(self.games.places[:, seat].mean(), 4),
                    "mean_score": _rounded(self.games.scores[:, seat].mean(), 4),
                }
            )
        return bias

    def notable(self, each: int = 3) -> list[dict[str, Any]]:
        """The closest games, the clearest, the longest, and those with forfeits."""
        games = [game for game in self.games.games if not game.forfeits]

        def margin(game: Any) -> int:
            best, second = sorted(game.scores, reverse=True)[:2]
            return int(best - second)

        kinds: list[tuple[str, list[Any]]] = [
            ("forfeit", [game for game in self.games.games if game.forfeits]),
        ]
        if self.games.players > 1:
            kinds += [
                ("closest", sorted(games, key=margin)),
                ("clearest", sorted(games, key=margin, reverse=True)),
            ]
        kinds.append(("longest", sorted(games, key=lambda game: -game.plies)))
        return [
            {
                "why": why,
                "block": game.block,
                "rotation": game.rotation,
                "bots": [self.bots[bot] for bot in game.seats],
                "scores": list(game.scores),
                "plies": game.plies,
                "line": game.line,
            }
            for why, chosen in kinds
            for game in chosen[:each]
        ]


def kind_of(error: str) -> str:
    """The kind of a failure: timeout, crash, illegal move, or a bot's own error."""
    if re.match(r"(raised BotTimeout|too slow)", error):
        return "timeout"
    if error.startswith("raised BotCrashed"):
        return "crash"
    if error.startswith("raised BotError"):
        return "protocol"
    return "error" if error.startswith("raised") else "illegal move"


def _sprt(tournament: Tournament, games: PlayedGames) -> dict[str, Any]:
    """The state of the sequential test: of the whole blocks from the first on."""
    test = Sprt.of(tournament.config)
    complete = np.bincount(games.block, minlength=1) == games.players
    blocks = int(np.argmin(np.append(complete, False)))
    scores = block_scores(games, 0, 1, blocks) if blocks else np.zeros(0)
    lower, upper = test.bounds
    return {
        "hypotheses": {"H0": f"nElo = {test.elo0:g}", "H1": f"nElo = {test.elo1:g}"},
        "alpha": test.alpha,
        "beta": test.beta,
        "bounds": [_rounded(lower, 4), _rounded(upper, 4)],
        "blocks": blocks,
        "score": _rounded(scores.mean(), 4) if blocks else None,
        "llr": _rounded(test.llr(scores, games.players), 4) if blocks else 0.0,
        "verdict": test.verdict(scores, games.players),
    }


def _rounded(number: float, digits: int) -> float:
    """A float that reads well in JSON; never -0."""
    return round(float(number), digits) + 0.0


# ---- Times ---------------------------------------------------------------------------------------

TIMED_GAMES = 500
"""Games whose decisions are attributed to their bots: that takes a replay each."""


@dataclass(frozen=True)
class Timing:
    """How long decisions took, of the bots that were timed. Milliseconds. games_per_second: None if too few."""

    games_per_second: float | None
    sampled_games: int
    bots: list[dict[str, Any]]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def timing(tournament: Tournament, games: PlayedGames) -> Timing:
    """Milliseconds a move by bot, from a sample of the games that is spread evenly over them, and games a second."""
    from farnorth.tournament.config import LOG
    from farnorth.tournament.log import intact_lines

    step = max(1, len(games) // TIMED_GAMES)
    wanted = {game.line for game in games.games[::step]}
    times: dict[str, list[int]] = {}
    for number, line in intact_lines(tournament.folder / LOG) if wanted else ():
        if number in wanted:
            _add_times(line, times)
    rows = [
        {
            "bot": spec,
            "decisions": len(times[spec]),
            "ms_median": _rounded(np.median(times[spec]) / 1000, 3),
            "ms_99": _rounded(np.percentile(times[spec], 99) / 1000, 3),
        }
        for spec in tournament.config.bots
        if times.get(spec)
    ]
    return Timing(games_per_second(games), len(wanted), rows)


def _add_times(line: str, times: dict[str, list[int]]) -> None:
    """Replays a game as far as is needed to know whose decision each was."""
    from farnorth.records import Record

    record = Record(line)
    microseconds = {each["i"]: each["us"] for each in record.data.get("decisions", ())}
    if not microseconds:
        return
    last = max(microseconds)
    for ply, state in enumerate(record.replay()):
        if ply in microseconds and state.actor is not None and state.actor >= 0:
            times.setdefault(record.bots[state.actor], []).append(microseconds[ply])
        if ply >= last:
            return


def games_per_second(games: PlayedGames, pause: float = 120.0) -> float | None:
    """Games a second while it was running: a longer time without a game is a pause."""
    from datetime import datetime

    dates = sorted(datetime.fromisoformat(game.date).timestamp() for game in games.games)
    gaps = [later - earlier for earlier, later in itertools.pairwise(dates)]
    running = sum(gap for gap in gaps if gap <= pause)
    return _rounded(len(gaps) / running, 2) if running >= 2 else None
