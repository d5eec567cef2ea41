"""What a person sees of a running tournament, on stderr: a table on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from farnorth.terminal import Display, console
from farnorth.tournament.config import Config
from farnorth.tournament.log import PlayedGame

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live as RichLive


class Tally:
    """Running sums of a bot."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.seats = 0
        self.wins = 0.0
        self.places = 0
        self.score = 0
        self.forfeits = 0


class Live(Display):
    """Counts games as they are finished and shows how things stand."""

    LINE_SECONDS = 10.0

    def __init__(self, config: Config, total: int, wanted: bool) -> None:
        """Shows nothing if it is not wanted."""
        self._wanted = wanted
        self._terminal = wanted and sys.stderr.isatty()
        self._specs = config.bots
        self._total = total
        self._done = self._before = 0
        self._tallies = {spec: Tally() for spec in config.bots}
        self._begun = self._shown = time.monotonic()
        self._table_shown: RichLive | None = None

    def begin(self, games: Iterable[PlayedGame]) -> None:
        """Counts what is in the log already."""
        for game in games:
            self._done += 1
            if self._terminal:
                specs = [self._specs[bot] for bot in game.seats]
                failed = [forfeit.seat for forfeit in game.forfeits]
                self._count(specs, game.places, game.scores, failed)
        self._before = self._done

    def add(self, line: str) -> None:
        """Counts a game that has just been finished."""
        self._done += 1
        if not self._wanted:
            return
        if self._terminal:
            self._count_line(line)
        now = time.monotonic()
        if self._table_shown is not None and now - self._shown > 0.25:
            self._shown = now
            self._table_shown.update(self._table(), refresh=True)
        elif not self._terminal and now - self._shown > self.LINE_SECONDS:
            self._shown = now
            print(self._summary(), file=sys.stderr, flush=True)

    def _count_line(self, line: str) -> None:
        """Reads the result alone: the moves before it are long."""
        start = line.rindex(',"result":') + len(',"result":')
        result, _ = json.JSONDecoder().raw_decode(line, start)
        head = line.index('"bots":') + len('"bots":')
        specs, _ = json.JSONDecoder().raw_decode(line, head)
        failed = [forfeit["seat"] for forfeit in result["forfeits"]]
        self._count(specs, result["places"], result["scores"], failed)

    def _count(
        self, specs: list[str], places: Iterable[int], scores: Iterable[int], failed: list[int]
    ) -> None:
        places, scores = list(places), list(scores)
        winners = places.count(1)
        for seat, spec in enumerate(specs):
            tally = self._tallies[spec]
            tally.seats += 1
            tally.wins += (places[seat] == 1) / winners
            tally.places += places[seat]
            tally.score += scores[seat]
            tally.forfeits += failed.count(seat)

    def _summary(self) -> str:
        rate = (self._done - self._before) / max(time.monotonic() - self._begun, 1e-9)
        text = f"{self._done} of {self._total} games, {rate:,.1f} a second"
        if rate > 0 and self._done < self._total:
            text += f", {_duration((self._total - self._done) / rate)} left"
        return text

    def _table(self) -> RenderableType:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(Text("bot"))
        for column in ("games", "win share", "place", "score", "forfeits"):
            table.add_column(Text(column), justify="right")
        ranked = sorted(
            self._tallies.items(), key=lambda each: -each[1].wins / max(each[1].seats, 1)
        )
        for spec, tally in ranked:
            seats = max(tally.seats, 1)
            table.add_row(
                Text(spec, overflow="ellipsis", no_wrap=True),
                str(tally.seats),
                f"{tally.wins / seats:.1%}",
                f"{tally.places / seats:.2f}",
                f"{tally.score / seats:.1f}",
                str(tally.forfeits or ""),
            )
        bar = ProgressBar(total=max(self._total, 1), completed=self._done, width=50)
        return Group(table, bar, Text(f"  {self._summary()}"))

    def __enter__(self) -> Live:
        """Begins to show."""
        if self._terminal:
            from rich.live import Live as RichLive

            self._table_shown = self._display = RichLive(
                self._table(),
                console=console(err=True),
                transient=True,
                auto_refresh=False,
            )
            self._table_shown.start()
        return self


def _duration(seconds: float) -> str:
    """As people say it: 45 s, 12 min, 3 h 20 min."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
