"""Games as the rows of a table, for spreadsheets and data frames: CSV, JSON lines or Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from ..diagnostics import UsageError
from ..files import expect_writable, write_whole


class Row(NamedTuple):
    """A game. `options`: moves offered over all decisions; `points`: of each seat; both are None if
    the game was stopped. `outcome` and `winners` are names with commas between them."""

    game: int
    seed: int
    decisions: int
    options: int | None
    stopped: bool
    outcome: str
    winners: str
    points: tuple[int, ...] | None


Cell = int | bool | str | None
Columns = dict[str, list[Cell]]


def columns(rows: Iterable[Row], seats: Sequence[str]) -> Columns:
    """The columns of a table, in order: those of `Row`, and the points of each seat by its name."""
    rows = list(rows)
    found: Columns = {
        name: [getattr(row, name) for row in rows] for name in Row._fields if name != "points"
    }
    for seat, name in enumerate(seats):
        points = (None if row.points is None else row.points[seat] for row in rows)
        found[f"points_{name}"] = list(points)
    return found


def writer(path: str) -> Callable[[Columns], None]:
    """What writes such columns to a file, whole or not at all, as the end of its name says.

    Raises `UsageError` if it is none of `ENDINGS`, where nothing can be written, or for want of
    what can write such files; what it gives raises `OSError`.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise UsageError(f"rows are written to files that end in {', '.join(ENDINGS)}, not {path}")
    try:
        expect_writable(path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
    if ending == ".parquet" and find_spec("pyarrow") is None:
        raise UsageError(
            "a .parquet file needs pyarrow, which is not installed: pip install pyarrow"
        )
    return lambda table: write_whole(path, ENDINGS[ending](table))


def _as_csv(table: Columns) -> str:
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(table)
    lines.writerows(zip(*table.values(), strict=True))
    return text.getvalue()


def _as_json_lines(table: Columns) -> str:
    rows = zip(*table.values(), strict=True)
    return "".join(json.dumps(dict(zip(table, row, strict=True))) + "\n" for row in rows)


def _as_parquet(table: Columns) -> bytes:
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    buffer = io.BytesIO()
    parquet.write_table(arrow.table(dict(table)), buffer)
    return buffer.getvalue()


ENDINGS: dict[str, Callable[[Columns], str | bytes]] = {
    ".csv": _as_csv,
    ".jsonl": _as_json_lines,
    ".parquet": _as_parquet,
}
