"""Comparisons that are a sum over a set against a limit, for every element of a family at once.

`total f(c, r) for c in Z where P(c) and R(c, r)  ≥  g(r) + e`, with f, R and g fixed data and Z, P,
e free of r, is what `lanes` computes for all r together. Here such comparisons are recognised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from ..core.ir import Const, Expr, Fold, Local, Number, Op, SetOf
from ..core.walk import conjuncts
from .lanes import layout_of
from .relations import domain_size, in_table_order, relation, static_values
from .unit import Unit

_FLIP = {"at_least": "at_most", "at_most": "at_least", "more": "less", "less": "more"}
NUMBER = Number(0, 0)


@dataclass(frozen=True, slots=True)
class Linear:
    """The elements r with: sum of `columns[c][r]` over `source` where `tests`, + extra ≥ limits[r].

    `opposite`: those without it instead. `extra` lies between 0 and `most_extra`.
    """

    source: Expr
    element: Local
    tests: tuple[Expr, ...]
    columns: tuple[tuple[int, ...], ...]
    limits: tuple[int, ...]
    extra: Expr | None
    most_extra: int
    opposite: bool

    def fits(self, widest: int | None) -> bool:
        """Are there lanes for it, in numbers of up to so many bits (see `Unit.widest`)?"""
        return layout_of(self.columns, self.limits, self.most_extra, widest) is not None


def linear(unit: Unit, test: Expr, local: Local) -> Linear | None:
    """The comparison in this form, if it has it."""
    if not isinstance(test, Op) or test.name not in _FLIP:
        return None
    terms = [*_terms(test.args[0], 1), *_terms(test.args[1], -1)]
    sums = [(sign, node) for sign, node in terms if _is_family(unit, node, local)]
    if len(sums) != 1:
        return None
    sign, fold = sums[0]
    assert isinstance(fold, Fold)
    columns = _columns(unit, fold, local)
    if columns is None or any(value < 0 for column in columns for value in column):
        return None
    name = test.name if sign > 0 else _FLIP[test.name]
    limits = [0] * domain_size(local)
    extras: list[tuple[int, Expr]] = []
    for other_sign, node in terms:
        if node is fold:
            continue
        if local.number not in unit.free(node) and not isinstance(node, Const):
            extras.append((other_sign * sign, node))
            continue
        fixed = _fixed_values(unit, node, local)
        if fixed is None:
            return None
        limits = [a - other_sign * sign * b for a, b in zip(limits, fixed, strict=True)]
    extra, low, high = _joined(unit, extras)
    limits = [limit - low + (name in ("more", "at_most")) for limit in limits]
    tests = tuple(part for part in conjuncts(fold.where) if local.number not in unit.free(part))
    return Linear(
        fold.source,
        fold.local,
        tests,
        columns,
        tuple(limits),
        Op("subtract", (extra, Const(low, NUMBER)), NUMBER) if extra is not None else None,
        high - low,
        name in ("less", "at_most"),
    )


def _terms(expr: Expr, sign: int) -> list[tuple[int, Expr]]:
    if isinstance(expr, Op) and expr.name == "add":
        return [term for arg in expr.args for term in _terms(arg, sign)]
    if isinstance(expr, Op) and expr.name == "subtract":
        return [*_terms(expr.args[0], sign), *_terms(expr.args[1], -sign)]
    if isinstance(expr, Op) and expr.name == "negate":
        return _terms(expr.args[0], -sign)
    return [(sign, expr)]


def _is_family(unit: Unit, node: Expr, local: Local) -> bool:
    return (
        isinstance(node, Fold)
        and node.kind in ("total", "count")
        and isinstance(node.source.type, SetOf)
        and local.number in unit.free(node)
        and local.number not in unit.free(node.source)
    )


def _joined(unit: Unit, extras: Sequence[tuple[int, Expr]]) -> tuple[Expr | None, int, int]:
    if not extras:
        return None, 0, 0
    signed = [node if sign > 0 else Op("negate", (node,), NUMBER) for sign, node in extras]
    total = reduce(lambda a, b: Op("add", (a, b), NUMBER), signed)
    return total, *unit.intervals.of(total)


def _fixed_values(unit: Unit, node: Expr, local: Local) -> tuple[int, ...] | None:
    """The values of an expression that only the local decides."""
    if isinstance(node, Const):
        return (node.value,) * domain_size(local)
    return static_values(unit, node, local)


def _columns(unit: Unit, fold: Fold, local: Local) -> tuple[tuple[int, ...], ...] | None:
    """For each element of the fold what it adds to each sum."""
    values = _by_local(unit, fold.body or Const(1, NUMBER), fold.local, local)
    if values is None:
        return None
    columns = values
    for part in conjuncts(fold.where):
        if local.number in unit.free(part):
            mask = _by_local(unit, part, fold.local, local)
            if mask is None:
                return None
            columns = [
                [value if chosen else 0 for value, chosen in zip(column, choices, strict=True)]
                for column, choices in zip(columns, mask, strict=True)
            ]
    return tuple(tuple(column) for column in columns)


def _by_local(unit: Unit, expr: Expr, element: Local, local: Local) -> list[list[int]] | None:
    """The value of an expression for each element and each value of the local."""
    family, elements = range(domain_size(local)), range(domain_size(element))
    if isinstance(expr, Const):
        return [[expr.value for _ in family] for _ in elements]
    if element.number not in unit.free(expr):
        fixed = _fixed_values(unit, expr, local)
        return None if fixed is None else [[int(v) for v in fixed] for _ in elements]
    related = relation(unit, expr, element)
    if related is None or any(
        not isinstance(key, Local) or key.number != local.number for key in related.keys
    ):
        return None
    if not related.keys:
        return [[related.rows[0][c]] * len(family) for c in elements]
    known = dict(zip(in_table_order(related.ranges[0]), related.rows, strict=True))
    nothing = (0,) * len(elements)  # of numbers that a range like 1..13 leaves out: never asked for
    return [[known.get(r, nothing)[c] for r in family] for c in elements]
