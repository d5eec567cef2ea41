"""A report as one HTML page that needs nothing else: pictures are inline SVG, there is no script and no network."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from pathlib import Path

from farnorth.render.draw import Svg, html_details, html_table, short
from farnorth.tournament.config import LOG
from farnorth.tournament.log import intact_lines
from farnorth.tournament.report import Report, Timing
from farnorth.tournament.text import headline, remarks, tables

WIDTH = 860.0
LABEL = 230.0
"""Width of the column with the bots' names."""
LONGEST_NAME = 34

_SVG_STYLE = """
.label{font:13px system-ui,sans-serif;fill:#1d2733}.small{font:11px system-ui,sans-serif;fill:#5b6876}
.grid{stroke:#e3e8ee;stroke-width:1}.axis{stroke:#9aa7b4;stroke-width:1}
.range{stroke:#2f6f9f;stroke-width:3;stroke-linecap:round}.dot{fill:#14405f}
.bar{fill:#7fb0d1}.median{stroke:#14405f;stroke-width:2}.even{stroke:#b5563c;stroke-width:1;stroke-dasharray:4 3}
.empty{fill:#eef1f4}.on-dark{font:12px system-ui,sans-serif;fill:#fff}.on-light{font:12px system-ui,sans-serif;fill:#1d2733}
"""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
body{{font:15px/1.5 system-ui,sans-serif;color:#1d2733;background:#f6f8fa;max-width:{width}px;margin:2em auto;padding:0 1em}}
h1{{font-size:1.5em;margin:0}}h2{{font-size:1.1em;margin:2em 0 .5em}}p.sub{{color:#5b6876;margin:.2em 0 1.5em}}
.wide{{overflow-x:auto}}table{{border-collapse:collapse;width:100%;background:#fff;font-variant-numeric:tabular-nums}}
th,td{{padding:.3em .6em;text-align:right;border-bottom:1px solid #e3e8ee}}
th[scope=row],thead th:first-child{{text-align:left;font-weight:500;overflow-wrap:anywhere;min-width:9em}}
thead th{{color:#5b6876;font-weight:500}}svg{{background:#fff;border:1px solid #e3e8ee;border-radius:6px}}
pre{{background:#fff;border:1px solid #e3e8ee;border-radius:6px;padding:1em;overflow-x:auto;font-size:12px}}
li{{margin:.2em 0}}code{{font-size:.92em}}details{{margin:.3em 0}}summary{{cursor:pointer}}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def page(report: Report, timing: Timing | None = None, folder: Path | None = None) -> str:
    """The page. With the folder, games worth a look can be read in it."""
    parts = [
        f"<h1>{escape(report.game)}</h1><p class='sub'>{escape(headline(report))}</p>",
        "<h2>Ratings</h2>",
        "<p class='sub'>Elo with 95 % intervals, by a bootstrap over seed blocks.</p>",
        rating_plot(report),
    ]
    sections = list(tables(report, timing))
    parts.append(_table(sections[0].columns, sections[0].rows))
    verdicts = "".join(f"<li>{escape(line)}</li>" for line in remarks(report, timing))
    parts.append(f"<h2>Verdicts</h2><ul>{verdicts}</ul>")
    parts.append(f"<h2>Score of row against column</h2>{crosstable(report)}")
    parts.append(f"<h2>Scores</h2>{score_plot(report)}")
    parts.append(f"<h2>Seats</h2>{seat_plot(report)}")
    for section in sections[1:]:
        if section.title:
            parts.append(f"<h2>{escape(section.title)}</h2>{_table(section.columns, section.rows)}")
    parts.append(f"<h2>Games worth a look</h2>{_games(report, folder)}")
    title = f"{report.game}: tournament of {len(report.bots)} bots"
    return _PAGE.format(title=escape(title), width=int(WIDTH), body="\n".join(parts))


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return f"<div class='wide'>{html_table(columns, rows)}</div>"


# ---- Pictures ------------------------------------------------------------------------------------


def _ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers from low to high."""
    rough = max(high - low, 1e-9) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough)
    first = math.ceil(low / step)
    return [i * step for i in range(first, math.floor(high / step) + 1)]


class _Scale:
    """Where a value is drawn, from the end of the labels to the right edge."""

    def __init__(self, low: float, high: float) -> None:
        gap = (high - low or 1.0) * 0.04
        self.low, self.high = low - gap, high + gap

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return LABEL + share * (WIDTH - LABEL - 30)


def _axis(svg: Svg, scale: _Scale, bottom: float, form: str = "g") -> None:
    for tick in _ticks(scale.low, scale.high):
        x = scale(tick)
        svg.line(x, 12, x, bottom, "grid")
        svg.text(x, bottom + 16, format(tick, form), "small", "middle")


def rating_plot(report: Report) -> str:
    """Ratings with their intervals, best first."""
    svg = Svg(WIDTH, _SVG_STYLE, "Ratings with 95 % intervals")
    rows = report.ratings
    ends = [end for row in rows for end in (row.low, row.high) if end is not None]
    scale = _Scale(min(ends, default=-1.0), max(ends, default=1.0))
    bottom = 20 + 28 * len(rows)
    _axis(svg, scale, bottom)
    for i, row in enumerate(rows):
        y = 30 + 28 * i
        svg.text(12, y + 4, short(row.bot, LONGEST_NAME), "label")
        if row.low is not None and row.high is not None:
            svg.line(scale(row.low), y, scale(row.high), y, "range")
            svg.circle(scale(row.rating), y, 5, "dot")
    return svg.close(bottom + 28)


def crosstable(report: Report) -> str:
    """Pairwise scores as a heat map."""
    svg = Svg(WIDTH, _SVG_STYLE, "Score of row against column")
    names, scores = report.crosstable["bots"], report.crosstable["score"]
    size = min(64.0, (WIDTH - LABEL - 20) / max(len(names), 1))
    for i, name in enumerate(names):
        svg.text(12, 40 + size * 0.6 * i + size * 0.38, f"{i + 1}  {short(name, 30)}", "label")
        svg.text(LABEL + size * (i + 0.5), 26, str(i + 1), "small", "middle")
        for j, score in enumerate(scores[i]):
            _heat(svg, LABEL + size * j, 38 + size * 0.6 * i, size, score)
    return svg.close(52 + size * 0.6 * len(names))


def _heat(svg: Svg, x: float, y: float, size: float, score: float | None) -> None:
    height = size * 0.6 - 2
    if score is None:
        svg.rect(x, y, size - 2, height, "empty", 2)
        return
    strength = abs(score - 0.5) * 2
    red, green, blue = (47, 111, 159) if score >= 0.5 else (181, 86, 60)
    mixed = [round(250 + (channel - 250) * strength) for channel in (red, green, blue)]
    fill = "#{:02x}{:02x}{:02x}".format(*mixed)
    svg.add(
        f'<rect x="{x:g}" y="{y:g}" width="{size - 2:g}" height="{height:g}" rx="2" fill="{fill}"/>'
    )
    css = "on-dark" if strength > 0.55 else "on-light"
    svg.text(x + size / 2 - 1, y + height / 2 + 4, f"{100 * score:.0f}", css, "middle")


def score_plot(report: Report) -> str:
    """The scores that each bot reached, as a histogram a bot on one scale."""
    svg = Svg(WIDTH, _SVG_STYLE, "Distribution of scores")
    order = [row.bot for row in report.ratings]
    every = [score for scores in report.scores.values() for score in scores]
    scale = _Scale(min(every, default=0), max(every, default=1))
    bottom = 20 + 46 * len(order)
    _axis(svg, scale, bottom)
    for i, spec in enumerate(order):
        base = 58 + 46 * i
        svg.text(12, base - 8, short(spec, LONGEST_NAME), "label")
        svg.line(LABEL, base, WIDTH - 30, base, "axis")
        _histogram(svg, scale, report.scores[spec], base, 36)
    return svg.close(bottom + 28)


def _histogram(svg: Svg, scale: _Scale, scores: Sequence[int], base: float, height: float) -> None:
    if not scores:
        return
    bins = 48
    width = (scale.high - scale.low) / bins
    counts = [0] * bins
    for score in scores:
        counts[min(bins - 1, int((score - scale.low) / width))] += 1
    for i, count in enumerate(counts):
        if count:
            left, right = scale(scale.low + i * width), scale(scale.low + (i + 1) * width)
            tall = height * count / max(counts)
            svg.rect(left + 0.5, base - tall, right - left - 1, tall, "bar", 1)
    median = scale(sorted(scores)[len(scores) // 2])
    svg.line(median, base - height, median, base, "median")


def seat_plot(report: Report) -> str:
    """Win share by seat with intervals, and the share that would be fair."""
    svg = Svg(WIDTH, _SVG_STYLE, "Win share by seat")
    seats = report.seat_bias
    scale = _Scale(0.0, max([each["high"] for each in seats], default=1.0))
    bottom = 20 + 28 * len(seats)
    _axis(svg, scale, bottom, ".0%")
    if seats:
        fair = scale(1 / len(seats))
        svg.line(fair, 12, fair, bottom, "even")
    for i, each in enumerate(seats):
        y = 30 + 28 * i
        svg.text(12, y + 4, f"seat {each['seat']}", "label")
        svg.line(scale(each["low"]), y, scale(each["high"]), y, "range")
        svg.circle(scale(each["win_share"]), y, 5, "dot")
    return svg.close(bottom + 28)


# ---- Games ---------------------------------------------------------------------------------------


def _games(report: Report, folder: Path | None) -> str:
    """Games worth a look: where they are in the log, and each to read."""
    wanted = {game["line"] for game in report.notable}
    texts: dict[int, str] = {}
    if folder is not None and wanted:
        texts = {n: _text(line) for n, line in intact_lines(folder / LOG) if n in wanted}
    items = []
    for game in report.notable:
        pairs = zip(game["bots"], game["scores"], strict=True)
        result = ", ".join(f"{short(bot, LONGEST_NAME)} {score}" for bot, score in pairs)
        where = f"block {game['block']}, rotation {game['rotation']}"
        summary = f"{game['why']}: {result} ({where}, {game['plies']} moves)"
        show = f"farnorth record show {LOG} --game {game['line']}"
        link = f"<p>Line {game['line']} of <a href='{LOG}'>{LOG}</a>: <code>{show}</code></p>"
        text = texts.get(game["line"], "")
        items.append(html_details(summary, link + (f"<pre>{escape(text)}</pre>" if text else "")))
    return "".join(items) or "<p>None yet.</p>"


def _text(line: str) -> str:
    from farnorth.errors import BadRecord
    from farnorth.records import Record

    try:
        return Record(line).text()
    except BadRecord as error:  # its options name a file that is not here
        return str(error)
