"""`paths`: all ways from cell to cell of a growing grid, each a set of cells, for queries."""

from __future__ import annotations

from ..core import ir
from ..syntax import nodes as n
from .roles import ExpressionReader
from .scope import Names
from .types import BROKEN, TRUTH, as_set, element_of, is_broken, op, shown


def paths(reader: ExpressionReader, node: n.Paths, names: Names) -> ir.Expr:
    """`paths from A to B in S by F`."""
    sites = [board.keys[0] for board in reader.scope.grids.values()]
    wanted = ir.SetOf(sites[0]) if len(sites) == 1 else None
    through = as_set(reader.collection(node.through, names, wanted))
    if is_broken(through):
        return BROKEN
    site = element_of(through.type)
    if site is None or not site.width:
        return reader.error(
            "E217", "cells of a board without bounds are wanted here, but this is "
            f"{shown(through.type)}", node.through.span, *reader.origins(through),
        )  # fmt: skip
    ends = [_end(reader, end, site, names) for end in (node.start, node.goal)]
    cell = reader.scope.fresh("cell", ir.Element(site), node.span)
    by = None if node.by is None else _height(reader, node.by, cell)
    if None in ends or (by is None and node.by is not None):
        return BROKEN
    start, goal = (end for end in ends if end is not None)
    return ir.Paths(start, goal, through, cell, by, ir.WaysOf(site), node.span)


def _end(reader: ExpressionReader, node: n.Expr, site: ir.Domain, names: Names) -> ir.Expr | None:
    """A cell from which or to which ways lead; it may be none, and then there is no way."""
    end = reader.value(node, names, ir.Element(site, True))
    return None if is_broken(end) else end


def _height(reader: ExpressionReader, by: n.Name, cell: ir.Local) -> ir.Expr | None:
    """The number of a cell: of itself, or of the component that lies there."""
    assert isinstance(cell.type, ir.Element)
    board = reader.scope.grids[cell.type.domain.name]
    assert isinstance(board.type, ir.Element)
    here = n.Name(" here", span=by.span)
    asked = n.Apply(by, (here,), span=by.span)
    of_cell = {here.text: cell}
    what = ir.Read(board, (cell,), ir.Element(board.type.domain), by.span)
    nothing = ir.Const(-1, ir.Element(board.type.domain, True))
    if isinstance(reader.trial().read(asked, dict(of_cell), None).type, ir.Number):
        number = reader.number(asked, dict(of_cell))
    else:
        number = reader.number(asked, {here.text: what})
        if not isinstance(number.type, ir.Number):
            return None
        empty = op("equal", TRUTH, by.span, ir.Read(board, (cell,), board.type, by.span), nothing)
        kind = ir.Number(min(-1, number.type.low), number.type.high)
        number = ir.Cond(empty, ir.Const(-1, ir.Number(-1, -1)), number, kind, by.span)
    if isinstance(number.type, ir.Number) and number.type.low < -1:
        reader.error(
            "E236", f"{by.text} can be less than 0, and the numbers along a way are from 0 up",
            by.span,
        )  # fmt: skip
        return None
    return number
