"""SQL over the log of a tournament, with DuckDB, and export to Parquet, CSV or JSON Lines.

Two tables, read straight from the log when they are asked for:

games  a row a game: block, rotation, seed, date, plies, reason, forfeits, line
seats  a row a seat of a game: block, rotation, seat, bot, score, place, win_share, forfeits, achievements
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from farnorth.errors import BadData, missing_extra
from farnorth.games import unicode_text
from farnorth.tournament.config import LOG

if TYPE_CHECKING:
    from farnorth.tournament.run import Tournament

FORMATS = {"parquet": "FORMAT parquet", "csv": "FORMAT csv, HEADER", "jsonl": "FORMAT json"}
LONGEST_LINE = 1 << 28

_COLUMNS = """{
    event: 'STRUCT(name VARCHAR, block BIGINT, rotation BIGINT)', seed: 'VARCHAR', bots: 'VARCHAR[]', date: 'VARCHAR',
    moves: 'VARCHAR[]',
    result: 'STRUCT(scores BIGINT[], places BIGINT[], reason VARCHAR, achievements VARCHAR[][],
        forfeits STRUCT(seat BIGINT, ply BIGINT, "last" BOOLEAN, error VARCHAR)[])'
}"""

_VIEWS = """
CREATE VIEW log AS SELECT *, row_number() OVER () AS line FROM read_json({file},
    format = 'newline_delimited', maximum_object_size = {longest}, columns = {columns});
CREATE VIEW games AS SELECT event.block AS block, event.rotation AS rotation, seed, date, len(moves) AS plies,
    result.reason AS reason, len(result.forfeits) AS forfeits, line FROM log;
CREATE VIEW seats AS SELECT block, rotation, seat - 1 AS seat, bots[seat] AS bot, scores[seat] AS score,
    places[seat] AS place,
    CASE WHEN places[seat] = 1 THEN 1.0 / len(list_filter(places, lambda p: p = 1)) ELSE 0.0 END AS win_share,
    len(list_filter(forfeits, lambda f: f.seat = seat - 1)) AS forfeits,
    coalesce(achievements[seat], []) AS achievements
    FROM (SELECT event.block AS block, event.rotation AS rotation, bots, result.scores AS scores,
        result.places AS places, result.forfeits AS forfeits, result.achievements AS achievements,
        unnest(range(1, len(bots) + 1)) AS seat FROM log);
"""


class Database:
    """A DuckDB that reads the log of a tournament."""

    def __init__(self, tournament: Tournament) -> None:
        """Raises MissingExtra without DuckDB."""
        try:
            import duckdb
        except ImportError:
            raise missing_extra("duckdb", "analysis") from None
        self._duckdb = duckdb
        self._connection = duckdb.connect()
        path = tournament.folder / LOG
        unicode_text("folder", path)
        if not path.exists() or path.stat().st_size == 0:
            raise BadData(f"{tournament.folder}: no game has been played yet")
        self._connection.execute(
            _VIEWS.format(file=_quoted(path), longest=LONGEST_LINE, columns=_COLUMNS)
        )

    def rows(self, sql: str) -> list[dict[str, Any]]:
        """The rows of a query. Raises BadData for what is no query."""
        try:
            result = self._connection.execute(sql)
            if not result:  # as duckdb says it
                raise BadData("query: there is no statement in it")
            names = [column[0] for column in result.description or ()]
            return [dict(zip(names, row, strict=True)) for row in result.fetchall()]
        except self._duckdb.Error as error:
            raise BadData(f"query: {error}") from None

    def export(self, output: Path, format: str, table: str = "seats") -> None:
        """Writes a table, or the result of a query, to a file. Raises BadData for what is no table or query."""
        unicode_text("file", output)
        what = f"SELECT * FROM {table} ORDER BY ALL" if table in ("seats", "games") else table
        try:
            self._connection.execute(f"COPY ({what}) TO {_quoted(output)} ({FORMATS[format]})")
        except self._duckdb.IOException as error:
            raise OSError(str(error)) from None
        except self._duckdb.Error as error:
            raise BadData(f"query: {error}") from None


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
