"""Numbers that fixed data and a few yes-or-no marks decide, looked up in one table: `night_rank of
x when night of x else day_rank of x` is the entry of x and of whether it is night.

So is what fixed data and small marks say of an element, where there is one: the side that a tile
shows as it lies is the entry of the tile and of how it is turned; and some times that is an entry
as well.

A processor that guesses which way a condition goes has to be right to be quick, and of marks on
components it seldom is. An entry takes no guessing. In Python a look-up takes as long as a
condition, so there nothing is put in tables.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import product
from math import prod

from ..core import ir
from ..core.evaluate import elements_of_mask, evaluate
from ..core.specialise import is_fixed
from ..core.walk import Node, expressions_in, rewrite, substitute, walk
from ..diagnostics import PlayError
from .unit import Unit

MOST_ENTRIES = 1024
MOST_ELEMENTS = 4  # over which a sum is written out
FIRST_KEY = -2000  # the numbers of locals that stand for keys of a table go down from here
_FIXED = ir.Const | ir.Lookup | ir.Op | ir.Cond
_MARK = ir.Domain("mark", "range", ("no", "yes"))


def looked_up(unit: Unit, expr: ir.Expr) -> ir.Expr | None:
    """The same number as an entry of a table, or as a sum with one; None: it is none."""
    if unit.widest is None or not isinstance(expr.type, ir.Number) or not unit.uses("entries"):
        return None
    return unit.once(("looked up", id(expr)), expr, lambda: _looked_up(unit, expr))


def is_quick(unit: Unit, expr: ir.Expr) -> bool:
    """Is an expression worked out without a loop, by a few look-ups?"""
    match expr:
        case ir.Fold(kind="total" | "count", source=source):
            if isinstance(source, ir.Const):
                return looked_up(unit, expr) is not None
            weights = expr.where is None or unit.is_static(expr.where)
            return weights and _is_weighed(unit, expr)
        case ir.Fold() | ir.OnGrid() | ir.Paths() | ir.Measure() | ir.Completable():
            return False
        case _:
            return unit.widest is not None and all(is_quick(unit, p) for p in expressions_in(expr))


def _is_weighed(unit: Unit, fold: ir.Fold) -> bool:
    """Is what each element adds to a sum fixed?"""
    if not isinstance(fold.source.type, ir.SetOf) or unit.free(fold) - unit.free(fold.source):
        return False
    return all(
        is_fixed(part, frozenset((fold.local.number,))) for part in (fold.where, fold.body) if part
    )


def _looked_up(unit: Unit, expr: ir.Expr) -> ir.Expr | None:
    match expr:
        case ir.Cond():
            return _entry(unit, expr) or _of_what_is_there(unit, expr, 1)
        case ir.Op(name="add"):
            terms = terms_of(expr)
            found = [_of_what_is_there(unit, part, times) for times, part in terms]
            if any(found):
                pairs = zip(terms, found, strict=True)
                terms = [(1, entry) if entry else term for term, entry in pairs]
                expr = _sum(expr, terms)
            return _sum_with_entry(unit, expr, terms) or (expr if any(found) else None)
        case ir.Fold(kind="total", source=ir.Const(value=mask), where=None, body=body) if body:
            elements = elements_of_mask(mask)
            if not 1 <= len(elements) <= MOST_ELEMENTS or unit.can_fail(body):
                return None
            fixed = [ir.Const(element, expr.local.type) for element in elements]
            parts = [_settled(substitute(body, {expr.local.number: one})) for one in fixed]
            return _sum_with_entry(unit, expr, [term for part in parts for term in terms_of(part)])
        case _:
            return None


Term = tuple[int, ir.Expr]  # so many times what a sum is of


def terms_of(expr: ir.Expr, times: int = 1) -> list[Term]:
    """What a sum is of."""
    match expr:
        case ir.Op(name="add"):
            return [term for arg in expr.args for term in terms_of(arg, times)]
        case (
            ir.Op(name="multiply", args=(ir.Const(value=more), other))
            | ir.Op(name="multiply", args=(other, ir.Const(value=more)))
        ):
            return terms_of(other, times * more)
        case _:
            return [(times, expr)]


def _settled(expr: ir.Expr) -> ir.Expr:
    """The same where what is looked up by constants has been."""

    def change(node: Node) -> Node:
        match node:
            case ir.Lookup(keys=keys) if all(isinstance(key, ir.Const) for key in keys):
                value = evaluate(node, {})
                return ir.Const(value, node.type) if isinstance(value, int) else node
            case _:
                return node

    return rewrite(expr, change)


def _sum_with_entry(unit: Unit, expr: ir.Expr, terms: list[Term]) -> ir.Expr | None:
    """A sum of terms, those that marks and fixed data decide looked up together."""
    decided = [term for term in terms if _keys(term[1])]
    if not any(isinstance(node, ir.Cond) for _, part in decided for node in walk(part)):
        return None
    entry = _entry(unit, _sum(expr, decided))
    if entry is None:
        return None
    return _sum(expr, [(1, entry), *(term for term in terms if term not in decided)])


def _sum(expr: ir.Expr, terms: list[Term]) -> ir.Expr:
    """Some of what a sum is of, and other parts, as one."""
    kind, span = expr.type, expr.span
    parts = [
        part
        if times == 1
        else ir.Op("multiply", (ir.Const(times, ir.Number(times, times)), part), kind, span)
        for times, part in terms
    ]
    return reduce(lambda one, part: ir.Op("add", (one, part), kind, span), parts)


def _keys(expr: ir.Expr) -> tuple[ir.Expr, ...]:
    """The elements and marks that decide a number, marks first; none if anything else does."""
    marks: dict[ir.Expr, None] = {}

    def mark(node: Node) -> Node:
        match node:
            case ir.Read(type=ir.Truth()) if all(isinstance(key, ir.Local) for key in node.keys):
                marks[node] = None
                return ir.Const(0, node.type)
            case _:
                return node

    locals_: dict[ir.Expr, None] = {}
    for node in walk(rewrite(expr, mark)):
        match node:
            case ir.Local(type=ir.Element(optional=False) | ir.Truth()):
                locals_[node] = None
            case ir.Const() | ir.Lookup() | ir.Op() | ir.Cond():
                pass
            case _:
                return ()
    return (*marks, *locals_)


def _size(key: ir.Expr) -> int:
    return key.type.domain.size if isinstance(key.type, ir.Element) else 2


def _entry(unit: Unit, expr: ir.Expr) -> ir.Expr | None:
    """A number as an entry of a table, if it takes a mark to look up fixed data."""
    keys = _keys(expr)
    if not any(isinstance(key, ir.Read) for key in keys) or prod(map(_size, keys)) > MOST_ENTRIES:
        return None
    if not any(isinstance(node, ir.Lookup) for node in walk(expr)):
        return None
    stand_ins = [ir.Local(FIRST_KEY - i, "key", key.type) for i, key in enumerate(keys)]
    named = dict(zip(keys, stand_ins, strict=True))

    def name(kind: type[ir.Read] | type[ir.Local], part: ir.Expr) -> ir.Expr:
        def change(node: Node) -> Node:
            return named.get(node, node) if isinstance(node, kind) else node

        return rewrite(part, change)

    fixed = name(ir.Local, name(ir.Read, expr))  # what is read by a local is one with it
    table = unit.once(("entries", fixed), fixed, lambda: _table(fixed, stand_ins))
    return None if table is None else ir.Lookup(table, keys, table.type, expr.span)


def _of_what_is_there(unit: Unit, expr: ir.Expr, times: int) -> ir.Expr | None:
    """So many times a number that is fixed where some element is none, and that fixed data and
    small marks of the element decide where it is not, which is then an entry of a table."""
    match expr:
        case ir.Cond(
            test=ir.Op(name="equal", args=(ir.Read() as asked, ir.Const(value=-1))),
            then=ir.Const(value=nothing),
            other=other,
            type=ir.Number(),
        ) if isinstance(asked.type, ir.Element) and not unit.can_fail(asked):
            domain = asked.type.domain
        case _:
            return None
    element = ir.Local(FIRST_KEY, "key", ir.Element(domain, optional=False))
    numbers: dict[ir.Read, ir.Local] = {}

    def name(part: Node) -> Node:
        match part:
            case ir.Read(variable=read, keys=keys, type=ir.Number(low=0, high=high)) if keys == (
                element,
            ) and read.keys == (domain,):
                number = ir.Local(FIRST_KEY - 1 - len(numbers), "key", ir.Number(0, high))
                return numbers.setdefault(part, number)
            case ir.Read(type=ir.Element()) if replace(part, type=asked.type) == asked:
                return element  # where it is known to be there, its type may say so
            case _:
                return part

    found = rewrite(other, name)
    stand_ins = [element, *numbers.values()]
    parts = list(walk(found))
    if not numbers or not any(isinstance(part, ir.Lookup | ir.Cond) for part in parts):
        return None
    if not all(part in stand_ins for part in parts if not isinstance(part, _FIXED)):
        return None
    if domain.size * prod(map(_values, numbers.values())) > MOST_ENTRIES:
        return None
    whole = _sum(expr, [(times, found)])
    table = unit.once(("there", whole), whole, lambda: _table_of_numbers(whole, stand_ins))
    if table is None or (times == 1 and isinstance(other, ir.Lookup) and _is_plain(other)):
        return None
    keys = (asked, *(replace(number, keys=(asked,)) for number in numbers))
    entry = ir.Lookup(table, keys, table.type, expr.span)
    low, high = (f(times * nothing, *table.values) for f in (min, max))
    none = ir.Const(times * nothing, table.type)
    return replace(expr, then=none, other=entry, type=ir.Number(low, high))


def _is_plain(entry: ir.Lookup) -> bool:
    """Is it asked for by nothing that is worked out?"""
    return all(isinstance(key, ir.Read) for key in entry.keys)


def _values(number: ir.Local) -> int:
    assert isinstance(number.type, ir.Number)
    return number.type.high + 1


def _table_of_numbers(expr: ir.Expr, keys: list[ir.Local]) -> ir.Table | None:
    """All that a number can be, by an element and by numbers."""
    element, *numbers = keys
    assert isinstance(element.type, ir.Element)
    ranges = [range(_values(key)) for key in numbers]
    values = _evaluated(expr, keys, [range(element.type.domain.size), *ranges])
    domains = (ir.Domain("number", "range", tuple(map(str, range_))) for range_ in ranges)
    its = element.type.domain
    if values is None:
        return None
    return ir.Table(-1, "entry", (its, *domains), _reach(values), values)


def _table(expr: ir.Expr, keys: list[ir.Local]) -> ir.Table | None:
    """All that a number can be, by its keys; None if it may go wrong."""
    values = _evaluated(expr, keys, [range(_size(key)) for key in keys])
    domains = tuple(k.type.domain if isinstance(k.type, ir.Element) else _MARK for k in keys)
    if values is None:
        return None
    return ir.Table(-1, "entry", domains, _reach(values), values)


def _evaluated(expr: ir.Expr, keys: list[ir.Local], ranges: list[range]) -> tuple[int, ...] | None:
    """What a number is for all that its keys can be; None if it may go wrong."""
    values: list[int] = []
    for given in product(*ranges):
        try:
            value = evaluate(expr, {key.number: v for key, v in zip(keys, given, strict=True)})
        except PlayError:
            return None
        assert isinstance(value, int)
        values.append(value)
    return tuple(values)


def _reach(values: tuple[int, ...]) -> ir.Number:
    return ir.Number(min(values), max(values))
