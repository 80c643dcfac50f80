"""Ranges that say less than what is asked of a number: in `r in smallest f(x) for x in s .. largest
f(x) for x in s`, no range needs to be worked out if `some x in s where f(x) is r` is asked anyhow.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core import ir
from ..core.walk import conjuncts, substitute

Facts = tuple[ir.Expr, ...]  # conditions that hold


def is_within(local: ir.Local, source: ir.Expr, tests: Sequence[ir.Expr]) -> bool:
    """Is a number certainly in the range that it is drawn from if it passes the tests?"""
    match source:
        case ir.Op(name="range", args=(low, high)):
            facts = tuple(part for test in tests for part in conjuncts(test))
            is_low_enough = _is_beyond(local, low, "smallest", facts)
            return is_low_enough and _is_beyond(local, high, "largest", facts)
        case _:
            return False


def _is_beyond(local: ir.Local, end: ir.Expr, kind: str, facts: Facts) -> bool:
    """Is a number no less than the `smallest` of all that some expression is for elements, or no
    more than the `largest`?"""
    match end:
        case ir.Cond():
            ways = ((end.test, end.then), (_not(end.test), end.other))
            return all(
                _is_beyond(local, then, kind, (*_known(facts, test), test)) for test, then in ways
            )
        case ir.Fold(where=None, body=body) if end.kind == kind and body is not None:
            return any(_is_one(local, end, body, fact, facts) for fact in facts)
        case _:
            return False


def _known(facts: Facts, test: ir.Expr) -> Facts:
    """What holds if a condition does, too."""
    found: list[ir.Expr] = []
    for fact in facts:
        match fact:
            case ir.Cond() if fact.test == test:
                found += conjuncts(fact.then)
            case ir.Cond() if _not(fact.test) == test:
                found += conjuncts(fact.other)
            case _:
                found.append(fact)
    return tuple(found)


def _is_one(local: ir.Local, end: ir.Fold, body: ir.Expr, fact: ir.Expr, facts: Facts) -> bool:
    """Does it follow from a condition that a number is what an expression is for some element?"""
    if not isinstance(fact, ir.Fold) or fact.source != end.source:
        return False
    its = substitute(body, {end.local.number: fact.local})
    match fact.kind:
        case "some":
            tests = [*conjuncts(fact.where), *conjuncts(fact.body)]
        case "every" if fact.where is None and _not(_empty(fact.source)) in facts:
            tests = conjuncts(fact.body)
        case _:
            return False
    return any(_says(test, its, local) for test in tests)


def _says(test: ir.Expr, one: ir.Expr, other: ir.Expr) -> bool:
    """Is it asked whether two numbers are equal?"""
    match test:
        case ir.Op(name="equal", args=args):
            return args in ((one, other), (other, one))
        case _:
            return False


def _empty(source: ir.Expr) -> ir.Expr:
    return ir.Op("empty", (source,), ir.Truth())


def _not(test: ir.Expr) -> ir.Expr:
    return ir.Op("not", (test,), ir.Truth())
