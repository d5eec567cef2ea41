"""A report for people at a terminal, and as CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from farnorth.tournament.report import Report, Timing


@dataclass(frozen=True)
class Table:
    """A title, columns, rows of texts, and a character a column: ``r`` for numbers."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: str


def tables(report: Report, timing: Timing | None = None) -> Iterator[Table]:
    """The tables of a report, most wanted first."""
    yield _ratings(report)
    if len(report.bots) > 2:
        yield _crosstable(report)
    yield Table(
        "Seats",
        ("seat", "win share", "95 % interval", "place", "score"),
        [
            (
                str(each["seat"]),
                f"{each['win_share']:.1%}",
                f"{each['low']:.1%}-{each['high']:.1%}",
                f"{each['mean_place']:.2f}",
                f"{each['mean_score']:.1f}",
            )
            for each in report.seat_bias
        ],
        "rrrrr",
    )
    if report.forfeits:
        yield Table(
            "Forfeits",
            ("bot", "forfeits", "games", "kinds", "the last"),
            [
                (
                    each.bot,
                    str(each.forfeits),
                    str(each.games),
                    ", ".join(f"{kind} {times}" for kind, times in each.kinds.items()),
                    each.last,
                )
                for each in report.forfeits
            ],
            " rr  ",
        )
    if report.achievements:
        yield _achievements(report)
    if timing is not None and timing.bots:
        yield Table(
            "Time for a decision",
            ("bot", "decisions", "median ms", "99 % ms"),
            [
                (
                    each["bot"],
                    str(each["decisions"]),
                    f"{each['ms_median']:.2f}",
                    f"{each['ms_99']:.2f}",
                )
                for each in timing.bots
            ],
            " rrr",
        )


def _ratings(report: Report) -> Table:
    return Table(
        headline(report),
        ("bot", "rating", "95 %", "games", "win share", "95 %", "place", "score", "+-"),
        [
            (
                row.bot,
                f"{row.rating:.0f}",
                "-" if row.low is None else f"{row.low:.0f} to {row.high:.0f}",
                str(row.games),
                f"{row.win_share:.1%}",
                "{:.1%}-{:.1%}".format(*row.win_share_95),
                f"{row.mean_place:.2f}",
                f"{row.mean_score:.1f}",
                f"{row.mean_score_se:.1f}",
            )
            for row in report.ratings
        ],
        " rrrrrrrr",
    )


def headline(report: Report) -> str:
    """What was played, and how much of it."""
    options = " ".join(f"{name}={value}" for name, value in report.setup.items())
    done = f"{report.games} games" if report.finished else _part(report)
    return f"{report.game}: {done}, {options}"


def _part(report: Report) -> str:
    return f"{report.games} of {report.total_games} games"


def _crosstable(report: Report) -> Table:
    names = report.crosstable["bots"]
    rows = []
    for i, scores in enumerate(report.crosstable["score"]):
        cells = ["-" if score is None else f"{score:.1%}" for score in scores]
        rows.append((f"{i + 1} {names[i]}", *cells))
    columns = ("score of row against column", *(str(i + 1) for i in range(len(names))))
    return Table("", columns, rows, " " + "r" * len(names))


def _achievements(report: Report) -> Table:
    counted = report.achievements
    names = sorted({name for counts in counted.values() for name in counts})
    rows = [
        (name.replace("_", " "), *(str(counts.get(name, 0)) for counts in counted.values()))
        for name in names
    ]
    return Table("Achievements", ("reached", *counted), rows, " " + "r" * len(counted))


def remarks(report: Report, timing: Timing | None = None) -> Iterator[str]:
    """Verdicts and what else is said in sentences."""
    for verdict in report.verdicts:
        yield verdict.text
    for cycle in report.cycles:
        yield f"a cycle: {' > '.join((*cycle, cycle[0]))}"
    if report.sprt is not None:
        yield sprt_line(report)
    unusual = {reason: times for reason, times in report.reasons.items() if reason != "normal"}
    if unusual:
        yield "ended otherwise: " + ", ".join(f"{why} {times}" for why, times in unusual.items())
    if timing is not None and timing.games_per_second is not None:
        yield f"{timing.games_per_second:,.1f} games a second"


def sprt_line(report: Report) -> str:
    """The sequential test in a sentence."""
    test = report.sprt
    assert test is not None
    low, high = test["bounds"]
    meaning = {
        "H0": f"accepted {test['hypotheses']['H0']}",
        "H1": f"accepted {test['hypotheses']['H1']}",
        None: "undecided",
    }[test["verdict"]]
    return (
        f"sequential test of {report.bots[0]} against {report.bots[1]}: {meaning} after"
        f" {test['blocks']} blocks; llr {test['llr']:.2f} in [{low:.2f}, {high:.2f}],"
        f" error rates {test['alpha']:g} and {test['beta']:g}"
    )


def to_csv(report: Report, timing: Timing | None = None) -> str:
    """The ratings, a line a bot; with times if they are given."""
    times = {each["bot"]: each for each in timing.bots} if timing else {}
    failed = {each.bot: each.forfeits for each in report.forfeits}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    header = ["bot", "rating", "low", "high", "games", "win_share", "win_share_low"]
    header += ["win_share_high", "mean_place", "mean_score", "mean_score_se", "forfeits"]
    writer.writerow(header + (["ms_median", "ms_99"] if timing else []))
    for row in report.ratings:
        cells: list[object] = [row.bot, row.rating, row.low, row.high, row.games, row.win_share]
        cells += [*row.win_share_95, row.mean_place, row.mean_score, row.mean_score_se]
        cells.append(failed.get(row.bot, 0))
        if timing:
            cells += [times.get(row.bot, {}).get(key, "") for key in ("ms_median", "ms_99")]
        writer.writerow(cells)
    return out.getvalue()
