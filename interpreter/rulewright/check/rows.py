"""What variants say otherwise of the rows of a table.

A row is known by its name. Columns that are not said again stay as they are, so that two variants
may each change some of one row; what both say of one field is in conflict, as wherever two edit the
same place, unless a `with` block says what holds for both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ..diagnostics import Findings, Note, did_you_mean
from ..source import Place, place_of
from ..syntax import nodes as n
from .conflicts import APART, ONCE_MORE, below_with, in_turn
from .modules import Loaded
from .tables import CsvTable, Field


def with_rows_said_anew(
    table: CsvTable,
    listed: n.ComponentDecl,
    wanted: Sequence[n.Name],
    said: Sequence[tuple[n.AddRows, CsvTable]],
    of_both: Collection[Place],
    variants: Iterable[Loaded],
    findings: Findings,
) -> CsvTable:
    """A table with what edits say of its rows, each with the table in which it does. `wanted`: the
    columns that the game reads. `of_both`: where the edits of `with` blocks stand. `variants`: all
    that are chosen."""
    key, rows = listed.named_by.text, list(table.rows)
    at = {field.text: number for number, field in reversed([*enumerate(table.column(key))])}
    columns = [one.text for one in wanted if one.text in table.columns and one.text != key]
    fields: list[tuple[n.AddRows, str, str, Field]] = []
    for edit, more in said:
        there = [column for column in columns if column in more.columns]
        if not there:
            findings.add(
                "E028", f'the table "{more.file.name}" has none of the columns that it could '
                f"change: {', '.join(columns)}", more.first_line,
                Note("they are wanted here", edit.target.span),
            )  # fmt: skip
        told: dict[str, Field] = {}
        for row in more.rows:
            called = row[more.columns.index(key)]
            name = called.text
            if name not in at:
                findings.add(
                    "E040", f'{listed.name.text} has no row "{name}" that could be replaced',
                    called.span,
                    hint=did_you_mean(name, at)
                    or f'a new one is added: add "{edit.table}" to {edit.target}',
                )  # fmt: skip
            elif name in told:
                findings.add(
                    "E027", f'two rows are called "{name}"', called.span,
                    Note("the first one", told[name].span),
                )  # fmt: skip
            else:
                told[name] = called
                fields += ((edit, name, c, row[more.columns.index(c)]) for c in there)
    for_both = {(name, c) for edit, name, c, _ in fields if place_of(edit.span) in of_both}
    files = {file.source: file for file in variants}
    first: dict[tuple[str, str], n.AddRows] = {}
    for edit, name, column, field in fields:
        other = first.setdefault((name, column), edit)
        if other.span.file is not edit.span.file and (name, column) not in for_both:
            (file, mended), (fellow, beside) = in_turn(
                (files[other.span.file], other), (files[edit.span.file], edit)
            )
            findings.add(
                "E043", f"two variants change {column} of {name}", mended.target.span,
                Note("the other one does here", beside.target.span),
                hint=f"{below_with(file, fellow)} {ONCE_MORE}; {APART}",
            )  # fmt: skip
        row, where = rows[at[name]], table.columns.index(column)
        rows[at[name]] = (*row[:where], field, *row[where + 1 :])
    return replace(table, rows=tuple(rows))
