"""Ways from one element to another: `paths`, each of them a set of what it meets, for queries; and
how much a path meets at most."""

from __future__ import annotations

from ..core import ir
from ..core.evaluate import member
from ..syntax import nodes as n
from .builtins import near_of
from .roles import ExpressionReader
from .scope import Names
from .types import (
    BROKEN,
    TRUTH,
    as_set,
    element_of,
    is_broken,
    is_collection,
    op,
    same_domain,
    shown,
)


def paths(reader: ExpressionReader, node: n.Paths, names: Names) -> ir.Expr:
    """`paths from A to B in S by F`."""
    boards = [domain for domain in reader.scope.domains if domain.kind == "cell"]
    wanted = ir.SetOf(boards[0]) if len(boards) == 1 else None
    through = as_set(reader.collection(node.through, names, wanted))
    if is_broken(through):
        return BROKEN
    site = element_of(through.type)
    if site is None or site.kind == "range":
        return reader.error(
            "E217", "paths lead over cells, or other elements of a type, but this is "
            f"{shown(through.type)}", node.through.span, *reader.origins(through),
        )  # fmt: skip
    is_led = node.by is not None and _leads(reader, node.by, site)
    if not is_led and site.kind != "cell":
        return _not_said(reader, site, node.by or node.through)
    start, goal = (_end(reader, end, site, names) for end in (node.start, node.goal))
    local = reader.scope.fresh("cell", ir.Element(site), node.span)
    by, near = None, None
    if is_led and node.by is not None:
        found = near_of(reader, node.by, site)
        local, near = found if found is not None else (local, None)
    elif node.by is not None:
        by = _height(reader, node.by, local)
    said = node.by is None or by is not None or near is not None
    if start is None or goal is None or not said:
        return BROKEN
    return ir.Paths(start, goal, through, local, by, ir.WaysOf(site), node.span, near)


def _end(reader: ExpressionReader, node: n.Expr, site: ir.Domain, names: Names) -> ir.Expr | None:
    """From what or to what ways lead; it may be none, and then there is no way."""
    end = reader.value(node, names, ir.Element(site, True))
    return None if is_broken(end) else end


def _leads(reader: ExpressionReader, by: n.Name, site: ir.Domain) -> bool:
    """Does the name stand for what is near an element, and not for its number? What is wrong by
    itself may, and over anything but cells whatever cannot be read."""
    here = n.Name(" here", span=by.span)
    local = reader.scope.fresh("x", member(ir.SetOf(site)), by.span)
    asked, trial = n.Apply(by, (here,), span=by.span), reader.trial()
    found = trial.read(asked, {here.text: local}, None)
    if is_broken(found):
        return site.kind != "cell" or not trial.findings.found
    kind = found.type
    is_one = isinstance(kind, ir.Element) and same_domain(kind.domain, site)
    return is_one or is_collection(kind)


def _not_said(reader: ExpressionReader, domain: ir.Domain, where: n.Expr) -> ir.Expr:
    """Report ways over what is no board, with nothing that leads from one to the next."""
    return reader.error(
        "E217", f"cells touch one another, but what leads from one {domain.name} to the next has "
        "to be said", where.span,
        hint=f"by the name of what gives each {domain.name} those beside it: "
        "paths from … to … in … by NEAR",
    )  # fmt: skip


def _height(reader: ExpressionReader, by: n.Name, cell: ir.Local) -> ir.Expr | None:
    """The number of a cell: of itself, or of the component that lies there."""
    assert isinstance(cell.type, ir.Element)
    here = n.Name(" here", span=by.span)
    asked = n.Apply(by, (here,), span=by.span)
    of_cell = {here.text: cell}
    board = reader.scope.grids.get(cell.type.domain.name)
    of_itself = isinstance(reader.trial().read(asked, dict(of_cell), None).type, ir.Number)
    if of_itself or board is None:
        number = reader.number(asked, dict(of_cell))
    else:
        assert isinstance(board.type, ir.Element)
        what = ir.Read(board, (cell,), ir.Element(board.type.domain), by.span)
        nothing = ir.Const(-1, ir.Element(board.type.domain, True))
        number = reader.number(asked, {here.text: what})
        if not isinstance(number.type, ir.Number):
            return None
        empty = op("equal", TRUTH, by.span, ir.Read(board, (cell,), board.type, by.span), nothing)
        kind = ir.Number(min(-1, number.type.low), number.type.high)
        number = ir.Cond(empty, ir.Const(-1, ir.Number(-1, -1)), number, kind, by.span)
    if not isinstance(number.type, ir.Number):
        return None
    if number.type.low < -1:
        reader.error(
            "E236", f"{by.text} can be less than 0, and the numbers along a way are from 0 up",
            by.span,
        )  # fmt: skip
        return None
    return number


def longest_path(reader: ExpressionReader, among: ir.Expr, node: n.Longest) -> ir.Expr:
    """`longest path of S by NEAR`: how many elements of S a path meets at most."""
    domain = element_of(among.type)
    assert domain is not None and node.by is not None
    found = near_of(reader, node.by, domain)
    if found is None:
        return BROKEN
    local, near = found
    if near.type != among.type:  # sets of numbers that go up to different ones
        near = op("intersect", among.type, node.by.span, near, among)
    return ir.Fold("path", local, among, None, near, ir.Number(0, domain.size), node.span)
