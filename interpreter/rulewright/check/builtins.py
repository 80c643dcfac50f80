"""The functions of the language that no rule file declares: one function each, and the table of
them.
"""

from __future__ import annotations

from collections.abc import Callable

from ..core import ir
from ..syntax import nodes as n
from . import boards, comparisons, grids
from .roles import ExpressionReader
from .scope import (
    Names,
)
from .types import (
    BROKEN,
    as_set,
    counted,
    element_of,
    is_broken,
    op,
    shown,
    stand_here,
    wider,
)


def takes(reader: ExpressionReader, node: n.Apply, count: int = 1) -> bool:
    if len(node.args) == count:
        return True
    reader.error(
        "E106",
        f"{node.name.text} wants {counted(count)}, and {stand_here(len(node.args))}",
        node.span,
    )  # fmt: skip
    return False


def size_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    if not takes(reader, node):
        return BROKEN
    source = reader.collection(node.args[0], names)
    domain = element_of(source.type)
    if domain is None:
        return BROKEN
    return op("size", ir.Number(0, domain.size), node.span, source)


def top_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    if len(node.args) != 2 and not takes(reader, node):
        return BROKEN
    source = reader.collection(node.args[-1], names)
    if is_broken(source):
        return BROKEN
    if not isinstance(source.type, ir.StackOf):
        return reader.error(
            "E114",
            f"only a stack has a top, and this is {shown(source.type)}",
            node.span,
            *reader.origins(source),
        )
    if len(node.args) == 2:
        count = reader.number(node.args[0], names)
        return op("uppermost", ir.SetOf(source.type.domain), node.span, count, source)
    return op("top", ir.Element(source.type.domain, True), node.span, source)


def common_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    if not takes(reader, node, 2):
        return BROKEN
    left, right = (as_set(reader.collection(a, names)) for a in node.args)
    if not comparisons.same_elements(reader, left, right, node.span):
        return BROKEN
    return op("intersect", wider(left.type, right.type), node.span, left, right)


def extreme(reader: ExpressionReader, name: ir.OpName, node: n.Apply, names: Names) -> ir.Expr:
    if not takes(reader, node, 2):
        return BROKEN
    left, right = (reader.number(a, names) for a in node.args)
    if not (isinstance(left.type, ir.Number) and isinstance(right.type, ir.Number)):
        return BROKEN
    pick = min if name == "least" else max
    kind = ir.Number(pick(left.type.low, right.type.low), pick(left.type.high, right.type.high))
    return op(name, kind, node.span, left, right)


def min_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    return extreme(reader, "least", node, names)


def max_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    return extreme(reader, "most", node, names)


def next_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """The seat after another one, or the next one of a set of seats."""
    seats = reader.scope.seats
    if len(node.args) not in (1, 2) and not takes(reader, node):
        return BROKEN
    seat = reader.value(node.args[0], names, ir.Element(seats))
    if is_broken(seat):
        return BROKEN
    following = op("next_seat", seat.type, node.span, seat)
    if len(node.args) == 1:
        return following
    among = reader.value(node.args[1], names, ir.SetOf(seats))
    return BROKEN if is_broken(among) else op("seat_from", seat.type, node.span, following, among)


def ends_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    if not takes(reader, node):
        return BROKEN
    edge = reader.read(node.args[0], names, None)
    if is_broken(edge):
        return BROKEN
    if not (isinstance(edge.type, ir.Element) and edge.type.domain.name in reader.scope.graphs):
        return reader.error(
            "E115", f"only an edge of a board has ends, and this is {shown(edge.type)}",
            node.args[0].span,
        )  # fmt: skip
    table = reader.scope.columns[edge.type.domain.name, "ends"].table
    return ir.Lookup(table, (edge,), table.type, node.span)


def score_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    if not takes(reader, node):
        return BROKEN
    seat = reader.value(node.args[0], names, ir.Element(reader.scope.seats))
    return BROKEN if is_broken(seat) else reader.total(seat, node.span)


BUILT_IN: dict[str, Callable[[ExpressionReader, n.Apply, Names], ir.Expr]] = {
    "beside": grids.beside_of,
    "between": boards.between_of,
    "beyond": boards.beyond_of,
    "common": common_of,
    "ends": ends_of,
    "max": max_of,
    "min": min_of,
    "next": next_of,
    "open": grids.open_of,
    "score": score_of,
    "size": size_of,
    "top": top_of,
    "touching": grids.touching_of,
}
