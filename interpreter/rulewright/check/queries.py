"""Sets and queries: some, every, how many, all, the, total, largest, smallest, longest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any

from ..core import ir
from ..core.operators import set_of
from ..core.walk import conjuncts, free_locals
from ..diagnostics import Fix, did_you_mean
from ..source import Span
from ..syntax import nodes as n
from . import boards, suggesting, ways
from .context import beyond, kept_within, not_twice, shown_range
from .narrowing import NOTHING_KNOWN, known_if, known_in
from .roles import ExpressionReader
from .scope import (
    Names,
)
from .types import (
    BIG,
    BROKEN,
    BROKEN_DOMAIN,
    TRUTH,
    as_set,
    broken_type,
    element_of,
    is_broken,
    is_collection,
    is_slot,
    one_of,
    op,
    shown,
)

LONGEST = "trail", "path", "line"


def set_literal(
    reader: ExpressionReader, node: n.SetLiteral, names: Names, wanted: ir.Type | None
) -> ir.Expr:
    domain = wanted.domain if isinstance(wanted, ir.SetOf | ir.StackOf | ir.RowOf) else None
    if isinstance(wanted, ir.Element):
        domain = wanted.domain
    if domain is BROKEN_DOMAIN:
        domain = None
    items = []
    for item in node.items:
        expr = reader.read(item, names, ir.Element(domain) if domain else None)
        if is_broken(expr):
            return BROKEN
        if isinstance(expr.type, ir.Number) and (domain is None or domain.kind == "range"):
            items.append(expr)
            continue
        if not isinstance(expr.type, ir.Element) or (domain and expr.type.domain is not domain):
            among = f"a {domain.name}" if domain else "an element of a type"
            notes, hint = suggesting.hidden(item, names, ir.Element(domain)) if domain else ((), "")
            return reader.error(
                "E113", f"{among} is wanted here, but this is {shown(expr.type)}", item.span,
                *notes, hint=hint,
            )  # fmt: skip
        domain = expr.type.domain
        items.append(expr)
    numbers = [item.type for item in items if isinstance(item.type, ir.Number)]
    if numbers:
        if len(numbers) < len(items):
            return reader.error("E113", "numbers and elements do not mix in a set", node.span)
        low, high = min(kind.low for kind in numbers), max(kind.high for kind in numbers)
        if not _may_be_in_sets(reader, low, high, node.span, "set"):
            return BROKEN
        domain = reader.scope.range_to(high)
    if domain is None and wanted is not None and broken_type(wanted):
        return BROKEN  # why, has been told
    if domain is None:
        return reader.error(
            "E127", "it cannot be told what this set is of", node.span,
            hint="what it is held against says so, or another case; or write: "
            "all x in TYPE where no",
        )  # fmt: skip
    constants = [i.value for i in items if isinstance(i, ir.Const)]
    if len(constants) == len(items):
        return ir.Const(set_of(*constants), ir.SetOf(domain), node.span)
    return ir.Op("set", tuple(items), ir.SetOf(domain), node.span)


def range_of(reader: ExpressionReader, node: n.RangeOf, names: Names) -> ir.Expr:
    """The numbers from one to another, as a set."""
    low, high = reader.number(node.low, names), reader.number(node.high, names)
    if not (isinstance(low.type, ir.Number) and isinstance(high.type, ir.Number)):
        return BROKEN
    if not _may_be_in_sets(reader, low.type.low, high.type.high, node.span, "range"):
        return BROKEN
    if high.type.high < low.type.low:
        return reader.error("E124", "this range is always empty", node.span)
    kind = ir.SetOf(reader.scope.range_to(high.type.high))
    if isinstance(low, ir.Const) and isinstance(high, ir.Const):
        return ir.Const((1 << high.value + 1) - (1 << low.value), kind, node.span)
    return op("range", kind, node.span, low, high)


def _may_be_in_sets(reader: ExpressionReader, low: int, high: int, span: Span, what: str) -> bool:
    """Are these numbers that sets can hold? Reported if not."""
    if low >= 0 and high <= suggesting.LARGEST_RANGE:
        return True
    reader.error(
        "E128",
        f"a {what} holds numbers from 0 to {suggesting.LARGEST_RANGE:,}, and this one may go from "
        f"{low} to {high}",
        span,
    )
    return False


def query(reader: ExpressionReader, node: n.Query, names: Names) -> ir.Expr:
    """A query, by the kinds of the core: one that draws several names is one within the other."""
    ranges: list[Range] = []
    inner = names
    source: ir.Expr = BROKEN
    for one in (n.Drawn(node.binder, node.source), *node.more):
        if isinstance(one.source, n.Paths):
            source = ways.paths(reader, one.source, inner)
        elif one.source is not None:
            source = reader.collection(one.source, inner)
        if is_broken(source):
            return BROKEN
        not_twice(reader.error, one.binder, inner)
        local = reader.scope.fresh(one.binder.text, drawn(source)[0], one.binder.span)
        inner = {**inner, one.binder.text: local}
        ranges.append((local, source))
    known = NOTHING_KNOWN.union(*(known_in(among, one) for one, among in ranges))
    with reader.knowing(known):
        where = None if node.where is None else reader.truth(node.where, inner)
    if where is not None:
        known |= known_if(where)
    body: ir.Expr | None = None
    if node.body is not None:
        with reader.knowing(known):
            read = reader.truth if node.kind == "every" else reader.number
            body = read(node.body, inner)
    source, span = ranges[0][1], node.span
    if body is None and where is None and not node.more:
        _check_asked(reader, node, element_of(source.type))
    if node.kind in ("all", "the") and len(ranges) > 1:
        return reader.error(
            "E235", f"`{node.kind}` gives what one name stands for, and this draws "
            f"{len(ranges)}", span,
            hint="draw the others where they are asked for: "
            f"{node.kind} {node.binder.text} in … where some {node.more[0].binder.text} in … "
            "where …",
        )  # fmt: skip
    if node.kind in ("all", "the") and isinstance(source.type, ir.WaysOf):
        return reader.error(
            "E235", f"`{node.kind}` cannot be asked of paths: there is no set of ways", span,
            hint="ask for `some`, `every`, `how many`, or for the total, largest or smallest "
            "of a number",
        )  # fmt: skip
    return _one_within_the_other(reader, node.kind, ranges, _asked_at(ranges, where), body, span)


def _check_asked(reader: ExpressionReader, node: n.Query, of: ir.Domain | None) -> None:
    """Report a name for elements that is one of an element, where nothing is asked: `how many red
    in hand of p` counts all that lie there. A single letter is a name for anything."""
    name = node.binder
    homes = reader.scope.with_label(name.text)
    if homes and len(name.text) > 1:
        word = {"count": "how many"}.get(node.kind, node.kind)
        kept = suggesting.properties(reader.scope, of, homes[0])
        hint = f"draw it under another name, and ask: {word} x in … where … is {name.text}"
        if kept and of is not None:
            letter, told = of.name[0], suggesting.written(name.text)
            table = reader.scope.columns[of.name, kept[0]].table
            sets = isinstance(table.type if table else None, ir.SetOf)
            test = (
                f"{told} in {kept[0]} of {letter}" if sets else f"{kept[0]} of {letter} is {told}"
            )
            place = node.source.span.in_line()
            hint = f"write: {word} {letter} in {place} where {test}"
        reader.error(
            "E192", f"{name.text} is here a name for whatever is drawn, and not {name.text} of "
            f"{homes[0].name}: nothing is asked of it", name.span, hint=hint,
        )  # fmt: skip


Range = tuple[ir.Local, ir.Expr]  # a name and what it is drawn from


def _asked_at(ranges: list[Range], where: ir.Expr | None) -> list[ir.Expr | None]:
    """What is asked of each name as soon as it is drawn: the beginning of a condition, as far as it
    speaks of no name that comes later; and the rest of it with the last."""
    asked: list[ir.Expr | None] = []
    tests = conjuncts(where)
    later = {local.number for local, _ in ranges}
    for local, _ in ranges[:-1]:
        later.discard(local.number)
        now = list(takewhile(lambda test: later.isdisjoint(free_locals(test)), tests))
        tests = tests[len(now) :]
        asked.append(_all_of(now, now[0].span) if now else None)
    if where is None or len(tests) == len(conjuncts(where)):
        return [*asked, where]
    return [*asked, _all_of(tests, where.span) if tests else None]


def _all_of(tests: list[ir.Expr], span: Span) -> ir.Expr:
    return tests[0] if len(tests) == 1 else op("and", TRUTH, span, *tests)


def _one_within_the_other(
    reader: ExpressionReader,
    kind: Any,
    ranges: list[Range],
    asked: list[ir.Expr | None],
    body: ir.Expr | None,
    span: Span,
) -> ir.Expr:
    (local, source), where = ranges[0], asked[0]
    element, most = drawn(source)
    if len(ranges) == 1:
        match kind:
            case "some":
                return ir.Fold(kind, local, source, where, None, TRUTH, span)
            case "every":
                return ir.Fold(kind, local, source, where, body, TRUTH, span)
            case "how many":
                return ir.Fold("count", local, source, where, None, ir.Number(0, most), span)
            case "all":
                domain = element_of(source.type)
                assert domain is not None
                return ir.Fold(kind, local, source, where, None, ir.SetOf(domain), span)
            case "the":
                return ir.Fold(kind, local, source, where, None, element, span)
        assert body is not None
        return amount(reader, kind, local, source, where, body, span)
    rest = ranges[1:], asked[1:]
    within = _one_within_the_other(reader, kind, *rest, body, span)
    match kind:
        case "some":
            where = within if where is None else op("and", TRUTH, span, where, within)
            return ir.Fold(kind, local, source, where, None, TRUTH, span)
        case "every":
            return ir.Fold(kind, local, source, where, within, TRUTH, span)
        case "how many":
            return amount(reader, kind, local, source, where, within, span)
        case "largest" | "smallest" if body is not None and _nothing_counts(kind, body.type):
            # what is 0 only because nothing is drawn must not be compared with
            drawn_at_all = _one_within_the_other(reader, "some", *rest, None, span)
            tests = [drawn_at_all] if where is None else [where, drawn_at_all]
            where = _all_of(tests, span)
    return amount(reader, kind, local, source, where, within, span)


def _nothing_counts(kind: str, value: ir.Type) -> bool:
    """Could the 0 of nothing be the largest or smallest, and no value be that?"""
    return isinstance(value, ir.Number) and (value.low < 0 if kind == "largest" else value.high > 0)


def drawn(source: ir.Expr) -> tuple[ir.Type, int]:
    """What a query draws from its source one by one, and how many there are at most."""
    if isinstance(source.type, ir.WaysOf):
        return ir.SetOf(source.type.domain), ir.MOST_WAYS
    assert isinstance(source.type, ir.Collection)
    return one_of(source), _how_many(source)


def _how_many(source: ir.Expr) -> int:
    """How many elements a collection has at most, as far as that can be told."""
    assert isinstance(source.type, ir.Collection)
    size = source.type.domain.size
    match source:
        case ir.Const(value=mask):
            size = mask.bit_count()
        case ir.Op(name="set", args=args):
            size = min(size, len(args))
        case ir.Op(name="first" | "uppermost", args=(count, _)) if isinstance(
            count.type, ir.Number
        ):
            size = min(size, max(0, count.type.high))
        case ir.Op(name="members", args=(inner,)) | ir.Fold(kind="all", source=inner):
            return min(size, _how_many(inner))
    return min(size, source.type.places) if isinstance(source.type, ir.RowOf) else size


def amount(
    reader: ExpressionReader,
    kind: Any,
    local: ir.Local,
    source: ir.Expr,
    where: ir.Expr | None,
    body: ir.Expr,
    span: Span,
) -> ir.Expr:
    """total, product, largest or smallest; of several names also how many, which adds up what
    `body` counts of the others."""
    if not isinstance(body.type, ir.Number):
        return BROKEN
    if kind == "product":
        return _product(reader, local, source, where, body, span)
    low, high = body.type.low, body.type.high
    if kind in ("total", "how many"):
        most = drawn(source)[1]
        number = ir.Number(min(0, low * most), max(0, high * most))
        if max(-number.low, number.high) > BIG:
            what, hint = "the number", "draw fewer names, or from smaller sets"
            if kind == "total":
                what = "the total"
                hint = kept_within(body.type, BIG // most, "…", within="total {} for …")
            return reader.error(
                "E118",
                f"{what} can become {beyond(number.high)}: {most:,} times "
                f"{shown_range(body.type)}", span,
                hint=hint,
            )  # fmt: skip
        kind = "total"
    else:
        number = ir.Number(min(0, low), max(0, high))
    return ir.Fold(kind, local, source, where, body, number, span)


def _product(
    reader: ExpressionReader, local: ir.Local, source: ir.Expr, where: ir.Expr | None,
    body: ir.Expr, span: Span,
) -> ir.Expr:  # fmt: skip
    """A product, and what comes up on the way to it, of which it is known how large they get."""
    assert isinstance(body.type, ir.Number)
    low, high, most = body.type.low, body.type.high, drawn(source)[1]
    largest = max(1, abs(low), abs(high))
    enough = 0  # factors that there may be
    while enough < most and largest > 1 and largest ** (enough + 1) <= BIG:
        enough += 1
    if largest > 1 and enough < most:
        return reader.error(
            "E118", f"the product can become larger than {BIG:,}: {most:,} factors of "
            f"{shown_range(body.type)}", span,
            hint=f"if there are never more in the game: product … for … in first({enough}, …)",
        )  # fmt: skip
    end = largest if largest == 1 else largest**most
    number = ir.Number(-end if low < 0 else min(1, low), end)
    return ir.Fold("product", local, source, where, body, number, span)


def lifted(reader: ExpressionReader, node: n.Lifted, names: Names) -> ir.Expr:
    """`total f of S`: the chain of names before the first thing with elements is the value."""
    chain: list[n.Name] = []
    inner: n.Expr = node.operand
    while isinstance(inner, n.Apply) and len(inner.args) == 1:
        here = reader.trial().read(inner, names, None)
        if is_collection(here.type) or is_slot(here):
            break
        chain.append(inner.name)
        inner = inner.args[0]
    if any(reader.may_be_declared(name.text) for name in chain):
        return BROKEN  # where the chain would have ended cannot be told
    source = reader.collection(inner, names)
    domain = element_of(source.type)
    if domain is None:
        return BROKEN
    if not chain:
        return reader.error(
            "E130", f"{node.kind} of what? write {node.kind} VALUE of this", node.span
        )  # fmt: skip
    local = reader.scope.fresh("it", one_of(source), node.span)
    hidden = n.Name(" it", span=inner.span)
    body: n.Expr = hidden
    for name in reversed(chain):
        body = n.Apply(name, (body,), span=name.span.to(inner.span))
    value = reader.number(body, {**names, hidden.text: local})
    return amount(reader, node.kind, local, source, None, value, node.span)


def longest(reader: ExpressionReader, node: n.Longest, names: Names) -> ir.Expr:
    kind: Any = node.kind.text
    if kind not in LONGEST:
        return reader.error(
            "E100", f"nothing tells how long a {kind} is", node.kind.span,
            hint=did_you_mean(kind, LONGEST) or f"there is the longest {', '.join(LONGEST)}",
        )  # fmt: skip
    edges = as_set(reader.collection(node.among, names))
    domain = element_of(edges.type)
    if domain is None:
        return BROKEN
    if node.by is not None and kind == "path":
        return ways.longest_path(reader, edges, node)
    if node.by is not None:
        return reader.error(
            "E115", f"`by` says what leads from one to the next on a path, and a {kind} leads as "
            "the board does", node.by.span,
        )  # fmt: skip
    if kind == "line":
        return boards.longest_line(reader, edges, node.span)
    graph = reader.scope.graphs.get(domain.name)
    if graph is None:
        such = "beside" if domain.kind == "cell" else "NEAR"
        return reader.error(
            "E115", f"only edges of a board form a {kind}, and this is {shown(edges.type)}",
            node.span,
            hint=f"say what leads from one {domain.name} to the next: longest path of … by {such}"
            if kind == "path" else "",
        )  # fmt: skip
    return ir.Measure(kind, graph, edges, ir.Number(0, domain.size), node.span)


def over_a_sum(
    reader: ExpressionReader, node: n.Arithmetic, more: tuple[n.Arithmetic, ...], names: Names
) -> Fix | None:
    """`total E for x in S + T` with what was meant, `(S + T)`, where a query stands before the sign
    and ends with its set, and both sides are sets of one kind. `more`: the sums around, from the
    outermost on, of which `node` is the left side."""
    asked: n.Expr = node.left
    while isinstance(asked, n.Arithmetic):
        asked = asked.right
    if node.op == "*" or isinstance(asked, n.Name | n.Integer | n.Apply) or in_brackets(node):
        return None
    if not is_collection(reader.trial().read(node.right, names, None).type):
        return None
    for one in (*more, node):  # as much as is a set
        for inner, meant in _with_source(asked, partial(_joined, node, one)):
            trial = reader.trial()
            if inner.span.end != node.left.span.end or is_broken(trial.read(meant, names, None)):
                continue
            if not trial.mistakes:
                summed = inner.span.to(one.span)
                return Fix(summed, f"({summed.text()})")
    return None


def in_brackets(node: n.Arithmetic) -> bool:
    """Does what stands on the left of a sign end with a bracket around it?"""
    left, right = node.left.span, node.right.span
    return ")" in Span(left.file, left.end, right.start).in_line()


def _with_source(
    asked: n.Expr, with_more: Callable[[n.Expr], n.Expr]
) -> Iterator[tuple[n.Expr, n.Expr]]:
    """What a query goes through, if it ends with that, and the query through more; where a chain of
    names may go through any part of its end, with each."""
    match asked:
        case n.Query(source=source, more=()):
            yield source, replace(asked, source=with_more(source))
        case n.Query(more=(*before, n.Drawn(source=source) as last)) if source is not None:
            drawn_last = replace(last, source=with_more(source))
            yield source, replace(asked, more=(*before, drawn_last))
        case n.Longest(among=among, by=None):
            yield among, replace(asked, among=with_more(among))
        case n.Lifted(operand=operand):
            for inner, meant in _with_source(operand, with_more):
                yield inner, replace(asked, operand=meant)
        case n.Apply(args=(operand,)):
            yield operand, replace(asked, args=(with_more(operand),))
            for inner, meant in _with_source(operand, with_more):
                yield inner, replace(asked, args=(meant,))


def _joined(first: n.Arithmetic, last: n.Arithmetic, source: n.Expr) -> n.Expr:
    """A set with all that is added to it and taken away, from one sign to another."""
    if last is first:
        return replace(first, left=source)
    assert isinstance(last.left, n.Arithmetic)
    return replace(last, left=_joined(first, last.left, source))
