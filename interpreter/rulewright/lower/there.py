"""What a test says of elements that may be none: which are there where it holds, or does not; and
what can go wrong where some are there."""

from __future__ import annotations

from dataclasses import replace

from ..core import ir
from ..core.walk import expressions_in
from .unit import Unit

Known = frozenset[ir.Expr]  # expressions that are not none


def not_none(test: ir.Expr, holds: bool) -> Known:
    """What is certainly not none when a test holds, or does not."""
    match test:
        case ir.Op(name="not", args=(inner,)):
            return not_none(inner, not holds)
        case ir.Op(name="equal", args=(one, ir.Const(value=-1))) if not holds:
            return _there(one)
        case ir.Op(name="differ", args=(one, ir.Const(value=-1))) if holds:
            return _there(one)
        case ir.Op(name="and", args=args) if holds:
            return frozenset().union(*(not_none(arg, True) for arg in args))
        case ir.Op(name="or", args=args) if not holds:
            return frozenset().union(*(not_none(arg, False) for arg in args))
    return frozenset()


def _there(expr: ir.Expr) -> Known:
    """An expression that is not none, also as what it is where that is known."""
    if isinstance(expr, ir.Read | ir.Lookup) and isinstance(expr.type, ir.Element):
        return frozenset({expr, replace(expr, type=replace(expr.type, optional=False))})
    return frozenset({expr})


def fails(unit: Unit, expr: ir.Expr, known: Known = frozenset()) -> bool:
    """Can computing it fail, where some things are not none?"""
    if not unit.can_fail(expr):
        return False
    match expr:
        case ir.Fold(kind="the") | ir.Op(name="seat_from"):
            return True
        case ir.Read() | ir.Lookup():
            keys = expr.variable.keys if isinstance(expr, ir.Read) else expr.table.keys
            for domain, key in zip(keys, expr.keys, strict=True):
                low, high = unit.intervals.of(key)
                if (low < 0 and key not in known) or high >= domain.size:
                    return True
        case ir.OnGrid():
            if any(unit.intervals.of(a)[0] < 0 and a not in known for a in expr.args):
                return True
        case ir.Op(name="and" | "or", args=args):
            for arg in args:
                if fails(unit, arg, known):
                    return True
                known |= not_none(arg, expr.name == "and")
            return False
        case ir.Cond(test=test, then=then, other=other):
            return (
                fails(unit, test, known)
                or fails(unit, then, known | not_none(test, True))
                or fails(unit, other, known | not_none(test, False))
            )
    return any(fails(unit, part, known) for part in expressions_in(expr))
