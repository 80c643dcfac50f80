"""What depends on one element alone is worked out once for each, within loops over others.

Of what `hoisting` leaves: a parameter whose elements depend on those before it, and what cannot be
worked out for all of them. A loop asks the same of it again and again: where the cards of a suit
lie, for each card in hand that bears it. What takes long – cells of a growing grid that are
gathered one by one, ways – is kept by the element, and worked out where it is first asked for, so
that nothing is that nobody asks for, and what goes wrong does so where it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from ..core import ir
from ..core.walk import expressions_in, walk
from . import nodes as code
from .unit import Unit
from .writer import Writer

MOST_ELEMENTS = 64


class Scalars(Protocol):
    """What writes single values."""

    def value(self, expr: ir.Expr) -> code.Value: ...


def takes_long(expr: ir.Expr) -> bool:
    """Does it take long to work it out?"""
    return isinstance(expr, ir.Paths) or (isinstance(expr, ir.OnGrid) and expr.what == "cells_of")


def by_element(
    writer: Writer,
    scalars: Scalars,
    expr: ir.Expr,
    free: frozenset[int],
    compute: Callable[[], code.Value],
) -> code.Value:
    """What `compute` writes, which is an expression of these free locals."""
    key = _key(writer, expr, free)
    if key is None or not writer.remembering or not writer.unit.uses("hoisting"):
        return compute()
    domain = _domain(key)
    assert domain is not None
    is_mask = not isinstance(expr.type, ir.WaysOf)
    nothing = code.number(0) if is_mask else code.nothing()
    kept = writer.ahead(code.list_of([nothing], domain.size), "kept")
    there = writer.ahead(code.number(0), "there")
    place = writer.atom(scalars.value(key), "place")
    bit = code.binary(code.number(1), "<<", place)
    with writer.block() as lines, writer.once():
        writer.add(code.assign(code.item(code.name(kept), place), compute()))
        writer.add(code.augment(there, "|", bit))
    known = code.binary(code.binary(code.name(there), ">>", place), "&", code.number(1))
    writer.add(code.when(code.negated(known), lines))
    return code.item(code.name(kept), place)


def asks_once_more(unit: Unit, expr: ir.Expr) -> bool:
    """Does it go through something and ask for the same set each time? Then it is better evaluated
    as a whole."""
    return any(
        isinstance(node, ir.Fold)
        and node.kind == "all"
        and fold.local.number not in unit.free(node)
        for fold in walk(expr)
        if isinstance(fold, ir.Fold) and isinstance(fold.source.type, ir.SetOf)
        for part in (fold.where, fold.body)
        if part is not None
        for node in walk(part)
    )


def once_in_loops(
    writer: Writer, expr: ir.Expr, free: frozenset[int], compute: Callable[[], code.Value]
) -> code.Value:
    """What `compute` writes; a set for which a loop asks its elements one by one, and which is the
    same in each round of the loops around it, is worked out in the first that wants it."""
    around, settled = writer.around, writer.settled
    if not around or not writer.remembering or not writer.unit.uses("hoisting"):
        return compute()
    if not isinstance(expr, ir.Fold) or expr.kind != "all":
        return compute()
    if any(n not in settled or writer.names.get(n) != settled[n] for n in free):
        return compute()
    with writer.block() as lines:
        value = compute()
        known = writer.known
    if not any(isinstance(line, code.While | code.Each) for line in lines):
        writer.lines.extend(lines)
        writer.known.update(known)
        return value
    kept = writer.ahead(code.number(0), "once")
    there = writer.ahead(code.number(0), "there")
    lines += [code.assign(kept, value), code.assign(there, code.number(1))]
    writer.add(code.when(code.negated(code.name(there)), lines))
    return code.name(kept)


def _key(writer: Writer, expr: ir.Expr, free: frozenset[int]) -> ir.Expr | None:
    """The only one on which an expression depends of what changes in an evaluation, if a loop goes
    through it, or what it asks of that; None if that is another in each round."""
    settled = writer.settled
    changing = [n for n in free if n not in settled or writer.names.get(n) != settled[n]]
    if len(changing) != 1 or changing[0] not in writer.around:
        return None
    [number] = changing
    found = set(_keys(writer.unit, expr, number))
    if len(found) != 1:
        return None
    [key] = found
    if _domain(key) is None or writer.unit.intervals.of(key)[0] < 0:
        return None
    return key if len(writer.around) > 1 or isinstance(key, ir.Lookup) else None


def _keys(unit: Unit, expr: ir.Expr, number: int) -> Iterator[ir.Expr]:
    """What an expression asks of a local, or the local, wherever it stands in it."""
    match expr:
        case ir.Local():
            if expr.number == number:
                yield expr
        case ir.Lookup(keys=(ir.Local(number=other),)) if other == number and _domain(expr):
            yield expr
        case _:
            for part in expressions_in(expr):
                yield from _keys(unit, part, number)


def _domain(key: ir.Expr) -> ir.Domain | None:
    """The few elements of which it is one."""
    kind = key.type
    if not isinstance(kind, ir.Element) or kind.domain.size > MOST_ELEMENTS:
        return None
    return kind.domain
