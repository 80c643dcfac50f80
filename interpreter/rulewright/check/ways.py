"""Queries over `paths`: all ways from cell to cell of a growing grid, each a set of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core import ir
from ..syntax import nodes as n
from . import queries
from .narrowing import NOTHING_KNOWN, known_if
from .scope import Names
from .types import BIG, BROKEN, TRUTH, as_set, element_of, is_broken, op, shown

if TYPE_CHECKING:
    from .expressions import Expressions


def query(reader: Expressions, node: n.Query, written: n.Paths, names: Names) -> ir.Expr:
    """A query whose elements are ways."""
    source = paths(reader, written, names)
    if source is None:
        return BROKEN
    queries.check_binder(reader, node.binder, names)
    local = reader.scope.fresh(
        node.binder.text, ir.SetOf(source.type.domain), node.binder.span
    )  # fmt: skip
    inner = {**names, node.binder.text: local}
    where = None if node.where is None else reader.truth(node.where, inner)
    known = NOTHING_KNOWN if where is None else known_if(where)
    kind: Any = {"how many": "count"}.get(node.kind, node.kind)
    match kind:
        case "some":
            return ir.Fold(kind, local, source, where, None, TRUTH, node.span)
        case "every":
            assert node.body is not None
            with reader.knowing(known):
                claim = reader.truth(node.body, inner)
            return ir.Fold(kind, local, source, where, claim, TRUTH, node.span)
        case "count":
            number = ir.Number(0, ir.MOST_WAYS)
            return ir.Fold(kind, local, source, where, None, number, node.span)
        case "all" | "the":
            return reader.error(
                "E235", f"`{kind}` cannot be asked of paths: there is no set of ways", node.span,
                hint="ask for `some`, `every`, `how many`, or for the total, largest or smallest "
                "of a number",
            )  # fmt: skip
    assert node.body is not None
    with reader.knowing(known):
        body = reader.number(node.body, inner)
    if not isinstance(body.type, ir.Number):
        return BROKEN
    low, high = min(0, body.type.low), max(0, body.type.high)
    if kind == "total":
        low, high = low * ir.MOST_WAYS, high * ir.MOST_WAYS
        if max(abs(low), high) > BIG:
            return reader.error("E118", "the total can become larger than 1,000,000,000", node.span)
    return ir.Fold(kind, local, source, where, body, ir.Number(low, high), node.span)


def paths(reader: Expressions, node: n.Paths, names: Names) -> ir.Paths | None:
    """`paths from A to B in S by F`; None, with a finding, where it makes no sense."""
    sites = [board.keys[0] for board in reader.scope.grids.values()]
    wanted = ir.SetOf(sites[0]) if len(sites) == 1 else None
    through = as_set(reader.collection(node.through, names, wanted))
    if is_broken(through):
        return None
    site = element_of(through.type)
    if site is None or not site.width:
        reader.error(
            "E217", "cells of a board without bounds are wanted here, but this is "
            f"{shown(through.type)}", node.through.span, *reader.origins(through),
        )  # fmt: skip
        return None
    ends = [_end(reader, end, site, names) for end in (node.start, node.goal)]
    cell = reader.scope.fresh("cell", ir.Element(site), node.span)
    by = None if node.by is None else _height(reader, node.by, cell)
    if None in ends or (by is None and node.by is not None):
        return None
    start, goal = (end for end in ends if end is not None)
    return ir.Paths(start, goal, through, cell, by, ir.WaysOf(site), node.span)


def _end(reader: Expressions, node: n.Expr, site: ir.Domain, names: Names) -> ir.Expr | None:
    """A cell from which or to which ways lead; it may be none, and then there is no way."""
    end = reader.value(node, names, ir.Element(site, True))
    return None if is_broken(end) else end


def _height(reader: Expressions, by: n.Name, cell: ir.Local) -> ir.Expr | None:
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
