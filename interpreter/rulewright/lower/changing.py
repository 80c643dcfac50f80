"""Facts about the steps of a compose: which way its cells move, what they hold, pay and count.

What is told here of a step holds wherever it is taken: `prospects` makes of it what no finish can
do without.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Literal

from ..core import ir
from ..core.certain import not_empty
from ..core.specialise import is_fixed
from ..core.walk import cells_in, conjuncts, one_by_one, walk
from .changes import paid_down_to, variables_changed, variables_deciding, ways_of
from .footprint import direction

TRUTH = ir.Truth()


class Facts:
    """Which way the cells of a compose move."""

    def __init__(self, compose: ir.Compose) -> None:
        self.compose = compose
        self.changed = variables_changed(compose)
        self.ways = ways_of(compose.steps)
        ordered = {c for c in self.changed if isinstance(c.type, ir.Number | ir.SetOf)}
        self.ups = frozenset(c for c in ordered if self.ways.get(c) == {"up"})
        self.downs = frozenset(c for c in ordered if self.ways.get(c) == {"down"})
        self.mixed = frozenset(
            c for c in ordered - self.ups - self.downs if isinstance(c.type, ir.Number)
        )

    @cached_property
    def idle(self) -> frozenset[ir.StateVariable]:
        """The state variables that decide nothing, whatever steps store there."""
        return self.changed - variables_deciding(self.compose, weighed=True)

    def selections(self) -> list[ir.StateVariable]:
        return [c for c in self.ups if isinstance(c.type, ir.SetOf) and not c.keys]

    def reads(self, expr: ir.Expr | ir.Stmt) -> frozenset[ir.StateVariable]:
        """The changed state variables that an expression reads."""
        return cells_in(expr) & self.changed

    def is_against(self, expr: ir.Expr, given: frozenset[ir.StateVariable] = frozenset()) -> bool:
        """Can steps only make it false, never true? What is `given` stands still."""
        moving = self.reads(expr) - given
        if not moving <= self.ups | self.downs:
            return False
        grows = direction(expr, self.ups - given)
        shrinks = direction(expr, self.downs - given)
        return grows in ("fixed", "down") and shrinks in ("fixed", "up")


def counts(step: ir.ComposeStep, count: ir.Read, ways: dict[ir.StateVariable, set[str]]) -> bool:
    """Does a step always raise a number by one, that never falls?"""
    for stmt in one_by_one(step.body):
        match stmt:
            case ir.Assign(value=ir.Op(name="add", args=(read, ir.Const(value=1)))) if (
                read == count
            ):
                return (stmt.variable, stmt.keys) == (count.variable, count.keys) and (
                    ways[count.variable] == {"up"}
                )
            case _:
                pass
    return False


def raised_by(step: ir.ComposeStep, fund: ir.Read) -> ir.Expr | None:
    """By how much a step raises a number at most, told by its parameters alone. That of another
    seat, or of another thing, may be the same one."""
    raised: list[ir.Expr] = []
    for stmt in walk(step.body):
        if isinstance(stmt, ir.For | ir.Times | ir.Loop):
            return None  # more than once
        if isinstance(stmt, ir.Assign) and stmt.variable is fund.variable:
            member = replace(fund, keys=stmt.keys)
            more = _more(stmt.value, member)
            if more is None and not _lowers(stmt, member):
                return None
            raised += [] if more is None else [more]
    params = frozenset(param.local.number for param in step.params)
    if len(raised) == 1:
        return raised[0] if is_fixed(raised[0], params) else None
    kinds = [more.type for more in raised if isinstance(more.type, ir.Number)]
    if not raised or len(kinds) < len(raised) or any(kind.low < 0 for kind in kinds):
        return None
    most = sum(kind.high for kind in kinds)
    return ir.Const(most, ir.Number(0, most))


def _lowers(stmt: ir.Assign, member: ir.Read) -> bool:
    """Does a statement make a number no greater?"""
    match stmt.value:
        case ir.Op(name="subtract", args=(first, amount)) if first == member:
            return is_at_least_zero(amount)
        case _:
            return paid_down_to(stmt) is not None


def _more(value: ir.Expr, fund: ir.Read) -> ir.Expr | None:
    """By how much a value exceeds the number at most."""
    match value:
        case ir.Op(name="add", args=(one, other)):
            if one == fund:
                return other
            return one if other == fund else None
        case ir.Op(name="least", args=(one, other)):
            return _more(one, fund) or _more(other, fund)
        case _:
            return None


def is_at_least_zero(expr: ir.Expr) -> bool:
    return isinstance(expr.type, ir.Number) and expr.type.low >= 0


def by_number(variable: ir.StateVariable) -> int:
    return variable.index


def held_slots(step: ir.ComposeStep) -> Iterator[ir.StateVariable]:
    """Slots that guards of a step demand not to be empty, all of whose readings are the same."""
    for guard in step.guards:
        for test in conjuncts(guard.test):
            read = not_empty(test)
            if read is None or not isinstance(read.variable.type, ir.Element):
                continue
            parts = [step.body, *(g.test for g in step.guards), *(p.source for p in step.params)]
            reads = [n for part in parts for n in walk(part) if isinstance(n, ir.Read)]
            if all(n.keys == read.keys for n in reads if n.variable is read.variable):
                yield read.variable


def written(stmt: object) -> Iterator[tuple[ir.StateVariable, tuple[ir.Expr, ...]]]:
    """The members that a statement stores to."""
    match stmt:
        case ir.Assign(variable=variable, keys=keys):
            yield variable, keys
        case ir.Place(variable=variable, keys=keys):
            yield variable, keys
        case _:
            pass


def puts(stmt: object, local: ir.Local) -> bool:
    """Is it this element that a statement puts into a set?"""
    match stmt:
        case ir.Assign(value=ir.Op(name="union", args=(_, ir.Op(name="set", args=(one,))))):
            return one == local
        case _:
            return False


def negated(expr: ir.Expr) -> ir.Expr:
    if isinstance(expr, ir.Op) and expr.name == "not":
        return expr.args[0]
    return ir.Op("not", (expr,), TRUTH, expr.span)


def all_told(parts: list[ir.Expr | None]) -> ir.Expr | None:
    """All of them, where None says nothing."""
    return _told("and", [part for part in parts if part is not None])


def any_told(parts: list[ir.Expr | None]) -> ir.Expr | None:
    """One of them, where None says nothing."""
    kept = [part for part in parts if part is not None]
    return _told("or", kept) if len(kept) == len(parts) else None


def _told(name: Literal["and", "or"], parts: list[ir.Expr]) -> ir.Expr | None:
    """Parts as one condition, where none is asked twice."""
    found: list[ir.Expr] = []
    for part in parts:
        inner = part.args if isinstance(part, ir.Op) and part.name == name else (part,)
        found += [one for one in inner if one not in found]
    if len(found) < 2:
        return found[0] if found else None
    return ir.Op(name, tuple(found), TRUTH, found[0].span)
