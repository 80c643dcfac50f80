"""How large boards are and which cells they have, for all values of the options that say so.

What is written is made of numbers, options and, for the cells, their row and column. It is worked
out when the rules are read, so that whoever plays finds a list of cells and no conditions.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import NamedTuple, cast

from ..core import ir
from ..core.evaluate import Locals, as_chosen, never_asked, no_state, prepare
from ..core.walk import walk
from ..syntax import nodes as n
from ..syntax.walk import walk as walk_written
from . import kinds
from .fixed import MOST_COMBINATIONS, is_number
from .roles import ProgramReader
from .scope import Names
from .types import is_broken

_MADE_OF = ir.Local | ir.Const | ir.Op | ir.Cond

PLACE = "row", "column"  # what a cell is told by in `where`

Spot = tuple[int, int]  # a row and a column, both counted from 1 as the names of cells do


class Size(NamedTuple):
    """What some values of options make of a board."""

    given: tuple[int, ...]
    rows: int
    columns: int
    spots: tuple[Spot, ...]


def sizes(
    builder: ProgramReader, d: n.BoardDecl | n.CellBoardDecl, most: int
) -> tuple[tuple[ir.Option, ...], list[Size]] | None:
    """The options on which the size of a board hangs or which cells it has, and what each
    combination of their values makes of it; none if that is wrong, which has been told."""
    parts = [part for part in (d.rows, d.columns, d.where) if part is not None]
    named = {x.text: x for part in parts for x in walk_written(part) if isinstance(x, n.Name)}
    for later in builder.of(n.DefineDecl, n.MarkDecl, n.ZoneDecl):
        if d.where is not None and later.name.text in PLACE:
            continue
        if (name := named.get(later.name.text)) is not None:
            kinds.not_there(
                builder.scope, builder.findings, "E220", name, "a number or an option",
                [option.name for option in builder.options], "",
            )  # fmt: skip
            return None
    options = tuple(option for option in builder.options if option.name in named)
    count = prod(option.values[-1] + 1 for option in options)
    if count > MOST_COMBINATIONS:
        builder.findings.add(
            "E179", f"{d.name.text} hangs on options with {count:,} combinations of values; "
            f"{MOST_COMBINATIONS:,} at most", d.name.span,
        )  # fmt: skip
        return None
    for option in options:
        builder.scope.values[option.name].used = True
    names: Names = {o.name: ir.Local(at, o.name, o.type) for at, o in enumerate(options, 2)}
    sides = [_side(builder, side, names) for side in (d.rows, d.columns)]
    found = []
    for given in product(*(option.values for option in options)):
        values: Locals = dict(enumerate(given, 2))
        size = []
        for side, expr in zip((d.rows, d.columns), sides, strict=True):
            if expr is None:
                return None
            size.append(cast(int, prepare(expr)(values, no_state, never_asked)))
            if not 1 <= size[-1] <= most:
                _tell_size(builder, d, side, size[-1], most, options, given)
                return None
        rows, columns = size
        spots = tuple(product(range(1, rows + 1), range(1, columns + 1)))
        found.append(Size(given, rows, columns, spots))
    if d.where is None:
        return options, found
    return _without_holes(builder, d, d.where, names, options, found)


def _without_holes(
    builder: ProgramReader, d: n.BoardDecl | n.CellBoardDecl, where: n.Expr, names: Names,
    options: tuple[ir.Option, ...], found: list[Size],
) -> tuple[tuple[ir.Option, ...], list[Size]] | None:  # fmt: skip
    """The same without the cells of which `where` does not hold."""
    largest = max(size.rows for size in found), max(size.columns for size in found)
    for at, (name, to) in enumerate(zip(PLACE, largest, strict=True)):
        names[name] = ir.Local(at, name, ir.Number(1, to))
    test = builder.expressions.truth(where, names)
    if not _is_plain(builder, test, where):
        return None
    holds, there = prepare(test), []
    for size in found:
        values = dict(enumerate(size.given, 2))
        spots = tuple(
            spot for spot in size.spots
            if holds({**dict(enumerate(spot)), **values}, no_state, never_asked)
        )  # fmt: skip
        if not spots:
            builder.findings.add(
                "E181", f"a board has at least one cell, and {d.name.text} has none"
                f"{_with(options, size.given)}", where.span,
            )  # fmt: skip
            return None
        there.append(size._replace(spots=spots))
    return options, there


def _side(builder: ProgramReader, side: n.Expr, names: Names) -> ir.Expr | None:
    """The number of rows or columns."""
    if isinstance(side, n.Name) and not is_number(builder.expressions, side):
        return None
    expr = builder.expressions.number(side, names)
    return expr if _is_plain(builder, expr, side) else None


def _is_plain(builder: ProgramReader, expr: ir.Expr, node: n.Expr) -> bool:
    """Can it be worked out before there is a game? What cannot is told."""
    if is_broken(expr):
        return False
    if all(isinstance(part, _MADE_OF) for part in walk(expr)):
        return True
    builder.findings.add(
        "E220", "what a board is like is made of numbers and options, and which cells it has of "
        "their row and column too", node.span,
    )  # fmt: skip
    return False


def _tell_size(
    builder: ProgramReader, d: n.BoardDecl | n.CellBoardDecl, side: n.Expr, count: int, most: int,
    options: tuple[ir.Option, ...], given: tuple[int, ...],
) -> None:  # fmt: skip
    what = "a board of cells" if isinstance(d, n.CellBoardDecl) else "a board"
    found = "" if isinstance(side, n.Integer) else f", and this is {count}{_with(options, given)}"
    builder.findings.add("E181", f"{what} has 1 to {most} rows and columns{found}", side.span)


def _with(options: tuple[ir.Option, ...], given: tuple[int, ...]) -> str:
    """The values of options, in a message."""
    return as_chosen(tuple(zip(options, given, strict=True)))
