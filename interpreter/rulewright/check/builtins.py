"""The functions of the language that no rule file declares: one function each, and the table of
them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ..core import ir
from ..core.evaluate import member
from ..core.operators import largest_goal
from ..source import Span
from ..syntax import nodes as n
from . import boards, comparisons, grids, histories, suggesting
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
    one_of,
    op,
    same_domain,
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
        hint=both_of(node) if (len(node.args), count) == (1, 2) else of_several(node, count),
    )  # fmt: skip
    return False


def of_several(node: n.Apply, count: int) -> str:
    """How `min(A, B, C)` is written."""
    told = [arg.span.in_line() for arg in node.args]
    if node.name.text not in ("min", "max") or count != 2 or len(told) < 3:
        return ""
    whole = told[0]
    for one in told[1:]:
        whole = f"{node.name.text}({whole}, {one})"
    return f"write: {whole}"


def both_of(node: n.Apply) -> str:
    """How two values are given, with the one that is there."""
    first = node.args[0].span.in_line()
    return f"both stand in brackets: {node.name.text}({first}, VALUE)"


def size_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    if not takes(reader, node):
        return BROKEN
    source = reader.collection(node.args[0], names, instead=suggesting.counted(node.args[0]))
    domain = element_of(source.type)
    if domain is None:
        return BROKEN
    least = 0
    if isinstance(source, ir.Const) and isinstance(source.type, ir.SetOf) and not domain.columns:
        least = min(1, source.value.bit_count())  # of all of a type, say, which is never empty
    return op("size", ir.Number(least, domain.size), node.span, source)


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
            hint=suggesting.made_of(source, one_of(source), node.args[-1].span, names),
        )
    if len(node.args) == 2:
        count = reader.number(node.args[0], names)
        return op("uppermost", ir.SetOf(source.type.domain), node.span, count, source)
    return op("top", ir.Element(source.type.domain, True), node.span, source)


def common_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    if not takes(reader, node, 2):
        return BROKEN
    left, right = (
        as_set(reader.collection(a, names, instead=suggesting.alone(a))) for a in node.args
    )
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


def abs_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """How far a number is from 0: the larger one of it and its opposite."""
    if not takes(reader, node):
        return BROKEN
    value = reader.number(node.args[0], names)
    if not isinstance(value.type, ir.Number):
        return BROKEN
    low, high = value.type.low, value.type.high
    opposite = op("negate", ir.Number(-high, -low), node.span, value)
    kind = ir.Number(max(0, low, -high), max(-low, high))
    return op("most", kind, node.span, value, opposite)


def quotient_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    parts = _division(reader, node, names)
    if parts is None:
        return BROKEN
    (whole, a), (by, b) = parts
    ends = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
    return op("divide", ir.Number(min(ends), max(ends)), node.span, whole, by)


def remainder_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    parts = _division(reader, node, names)
    if parts is None:
        return BROKEN
    (whole, a), (by, b) = parts
    most = b.high - 1 if a.low < 0 else min(a.high, b.high - 1)
    return op("remainder", ir.Number(0, most), node.span, whole, by)


def _division(
    reader: ExpressionReader, node: n.Apply, names: Names
) -> tuple[tuple[ir.Expr, ir.Number], tuple[ir.Expr, ir.Number]] | None:
    """The number that is divided, and the one it is divided by: from 1 up."""
    if not takes(reader, node, 2):
        return None
    whole, by = (reader.number(arg, names) for arg in node.args)
    if not (isinstance(whole.type, ir.Number) and isinstance(by.type, ir.Number)):
        return None
    if not 1 <= by.type.low <= by.type.high <= MOST_DIVISOR:
        reader.error(
            "E241", f"what is divided by is a number from 1 to {MOST_DIVISOR:,}, and this is "
            f"{shown(by.type)}", node.args[1].span,
            hint="`max(1, …)` says how small it gets at least, `min(…, N)` how large at most",
        )  # fmt: skip
        return None
    return (whole, whole.type), (by, by.type)


def first_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """So many elements of a set, the first ones; of a stack, the uppermost ones."""
    if not takes(reader, node, 2):
        return BROKEN
    count, source = reader.number(node.args[0], names), reader.collection(node.args[1], names)
    domain = element_of(source.type)
    if domain is None or not isinstance(count.type, ir.Number):
        return BROKEN
    if isinstance(source.type, ir.StackOf):
        return op("uppermost", ir.SetOf(domain), node.span, count, source)
    if not isinstance(source.type, ir.SetOf):
        return reader.error(
            "E112", f"a set or a stack is wanted here, and this is {shown(source.type)}",
            node.args[1].span, *reader.origins(source),
        )  # fmt: skip
    return op("first", source.type, node.span, count, source)


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


def possible_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """Whether an action can be taken, or there is a move at a choice."""
    if not takes(reader, node):
        return BROKEN
    name = node.args[0]
    if not isinstance(name, n.Name) or name.quoted:
        return reader.error("E240", "the name of an action or a choice is wanted here", name.span)
    if reader.possible is None:
        return reader.error(
            "E240", "what is possible is asked in rules only", node.span,
            hint="a scenario says: offers …, refuses …",
        )  # fmt: skip
    return reader.possible(reader, name, names, node.span)


def reached_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """`reached(FROM, NEAR, IN)`: all of IN that is reached from those of FROM in it."""
    if not takes(reader, node, 3):
        return BROKEN
    start, within = (
        as_set(reader.collection(a, names, instead=suggesting.alone(a)))
        for a in (node.args[0], node.args[2])
    )
    if not comparisons.same_elements(reader, start, within, node.span):
        return BROKEN
    begin = op("intersect", within.type, node.span, start, within)
    return _spreading(reader, "reached", begin, within, node.args[1], node.span, names)


def groups_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """`groups(S, NEAR)`: how many groups the elements of a set form."""
    if not takes(reader, node, 2):
        return BROKEN
    within = as_set(reader.collection(node.args[0], names))
    if is_broken(within):
        return BROKEN
    return _spreading(reader, "groups", within, within, node.args[1], node.span, names)


def _spreading(
    reader: ExpressionReader,
    kind: Literal["reached", "groups"],
    start: ir.Expr,
    within: ir.Expr,
    near: n.Expr,
    span: Span,
    names: Names,
) -> ir.Expr:
    """What is reached by a relation, or how many groups it makes; it is named by what gives each
    element those beside it, or just one."""
    domain = element_of(within.type)
    if domain is None:
        return BROKEN
    found = near_of(reader, near, domain)
    if found is None:
        return BROKEN
    local, beside = found
    body = op("intersect", within.type, span, beside, within)
    gives: ir.Type = within.type if kind == "reached" else ir.Number(0, domain.size)
    return ir.Fold(kind, local, start, None, body, gives, span)


def near_of(
    reader: ExpressionReader, near: n.Expr, domain: ir.Domain
) -> tuple[ir.Local, ir.Expr] | None:
    """A relation by the name of what gives each element those beside it, or just one: an element,
    and the set that it gives."""
    found = _of_each(reader, near, domain, "those beside it", "`beside`, or ")
    if found is None:
        return None
    local, beside = found
    if beside.type == ir.Element(domain) or beside.type == ir.Element(domain, True):
        beside = op("set", ir.SetOf(domain), near.span, beside)
    beside = as_set(beside)
    if isinstance(beside.type, ir.SetOf) and same_domain(beside.type.domain, domain):
        return local, beside
    reader.error(
        "E239", f"{near.span.text()} of a {domain.name} is to be a set of {domain.name}, and "
        f"this is {shown(beside.type)}", near.span, *reader.origins(beside),
    )  # fmt: skip
    return None


def _of_each(
    reader: ExpressionReader, name: n.Expr, domain: ir.Domain, gives: str, such_as: str
) -> tuple[ir.Local, ir.Expr] | None:
    """What the name of a function stands for: an element, and what it gives."""
    if not isinstance(name, n.Name) or name.quoted:
        reader.error(
            "E239", f"the name of what gives each {domain.name} {gives} is wanted here",
            name.span, hint=f"for example {such_as}a definition of your own",
        )  # fmt: skip
        return None
    local = reader.scope.fresh("x", member(ir.SetOf(domain)), name.span)
    here = n.Name(" here", span=name.span)
    found = reader.read(n.Apply(name, (here,), span=name.span), {here.text: local}, None)
    return None if is_broken(found) else (local, found)


def subsets_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """`subsets(S, VALUE, N)`: how many subsets of a set add up to N."""
    if not takes(reader, node, 3):
        return BROKEN
    source, goal = (
        as_set(reader.collection(node.args[0], names)),
        reader.number(node.args[2], names),
    )
    domain, value = element_of(source.type), node.args[1]
    if domain is None or not isinstance(goal.type, ir.Number):
        return BROKEN
    found = _of_each(reader, value, domain, "its number", "")
    if found is None:
        return BROKEN
    local, worth = found
    if not isinstance(worth.type, ir.Number):
        return reader.error(
            "E239", f"{value.span.text()} of a {domain.name} is to be a number, and this is "
            f"{shown(worth.type)}", value.span, *reader.origins(worth),
        )  # fmt: skip
    if worth.type.low < 0:
        return reader.error(
            "E236", f"{value.span.text()} can be less than 0, and subsets add up numbers from 0 up",
            value.span, *reader.origins(worth),
            hint="if it is never less in the game: a definition with `max(0, …)`",
        )  # fmt: skip
    largest = largest_goal(domain)
    if not 0 <= goal.type.low <= goal.type.high <= largest:
        return reader.error(
            "E128", f"what subsets of {counted(domain.size, domain.name)} add up to is from 0 to "
            f"{largest:,} here, and this is {shown(goal.type)}", node.args[2].span,
            hint=f"`min(…, {largest})` says how large it gets at most",
        )  # fmt: skip
    kind = ir.Number(0, min(1 << domain.size, ir.MOST_SUBSETS))
    return ir.Fold("subsets", local, source, None, worth, kind, node.span, goal)


def score_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    if not takes(reader, node):
        return BROKEN
    seat = reader.value(node.args[0], names, ir.Element(reader.scope.seats))
    return BROKEN if is_broken(seat) else reader.total(seat, node.span)


MOST_DIVISOR = 1_000

BUILT_IN: dict[str, Callable[[ExpressionReader, n.Apply, Names], ir.Expr]] = {
    "abs": abs_of,
    "beside": grids.beside_of,
    "between": boards.between_of,
    "beyond": boards.beyond_of,
    "common": common_of,
    "ends": ends_of,
    "first": first_of,
    "groups": groups_of,
    "max": max_of,
    "min": min_of,
    "next": next_of,
    "open": grids.open_of,
    "possible": possible_of,
    "quotient": quotient_of,
    "reached": reached_of,
    "remainder": remainder_of,
    "score": score_of,
    "size": size_of,
    "subsets": subsets_of,
    "times": histories.times_of,
    "top": top_of,
    "touching": grids.touching_of,
}
