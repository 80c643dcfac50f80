"""Hoisting: what depends on one parameter alone is worked out before the loops over the others.

Where a choice has several parameters, tests often ask the same of a later one again and again: what
lies around a cell, for every tile and every turning that may go there. If the elements of such a
parameter do not depend on the others, the values of these parts are computed once for each element,
and the tests read them from locals of their own.

A part that could fail is prepared only where what comes before it in `and`, `or` or a condition
makes sure that it does not; it then has some value, which nobody reads, where that does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol, cast

from ..core import ir
from ..core.walk import Node, with_children
from . import nodes as code
from .classes import classed
from .folds import Folds
from .there import Known, fails, not_none
from .unit import Unit
from .writer import Writer


class PartWriter(Protocol):
    """What preparing needs of the rest."""

    writer: Writer
    unit: Unit
    folds: Folds

    def value_of_each(self, expr: ir.Expr, local: ir.Local) -> code.Value: ...


@dataclass(slots=True)
class Hoisted:
    """A parameter with its parts: a local for each of them; `name` is the list that holds the
    elements, each with the values of the parts."""

    param: ir.Param
    parts: dict[ir.Expr, ir.Local] = field(default_factory=dict)
    name: str = ""

    def locals(self) -> frozenset[int]:
        """The numbers of the locals that stand for parts."""
        return frozenset(local.number for local in self.parts.values())

    @contextmanager
    def loop(self, values: PartWriter) -> Iterator[str]:
        """A loop over the elements, the parts being bound; its body is written inside."""
        writer = values.writer
        names = [writer.bind(self.param.local, sure=True)]
        names += [writer.bind(local, sure=True) for local in self.parts.values()]
        with writer.block() as body:
            yield names[0]
        target = code.several(names)
        writer.add(code.Each(target, code.name(self.name), body, []))


def hoist(
    values: PartWriter, params: Sequence[ir.Param], tests: Sequence[ir.Expr]
) -> tuple[dict[int, Hoisted], list[ir.Expr]]:
    """The parameters that are prepared, by the number of their local, and the tests with locals in
    place of the parts."""
    found: dict[int, Hoisted] = {}
    changed = list(tests)
    ours = frozenset(param.local.number for param in params)
    for param in params[1:] if values.unit.uses("hoisting") else ():
        source = param.source
        if values.unit.free(source) & ours or values.unit.can_fail(source):
            continue
        if not isinstance(source.type, ir.SetOf):
            continue
        lifting = _Hoisting(values.unit, ours, Hoisted(param))
        lifted = [lifting.lift(test, (), frozenset()) for test in changed]
        if lifting.hoisted.parts:
            changed = classed(values.unit, lifting.hoisted.parts, lifted, ours)
            _write(values, lifting.hoisted)
            found[param.local.number] = lifting.hoisted
    return found, changed


def _write(values: PartWriter, hoisted: Hoisted) -> None:
    """Compute the list of elements with their parts."""
    writer, param = values.writer, hoisted.param
    hoisted.name = writer.variable(code.list_of([]), "prepared")
    mask = values.folds.among(param.source, param.local, [])
    with values.folds.each_bit(mask, param.local) as element:
        found = (values.value_of_each(part, param.local) for part in hoisted.parts)
        parts = [writer.atom(value, "part") for value in found]
        item = code.tuple_of([code.name(element), *parts])
        writer.add(code.perform(code.method(code.name(hoisted.name), "append", item)))


class _Hoisting:
    """Finds the parts for one parameter."""

    def __init__(self, unit: Unit, ours: frozenset[int], hoisted: Hoisted) -> None:
        self.unit = unit
        self.ours = ours
        self.number = hoisted.param.local.number
        self.hoisted = hoisted

    def lift(self, expr: ir.Expr, guards: tuple[ir.Expr, ...], known: Known) -> ir.Expr:
        """The expression with locals in place of its largest parts that can be prepared.

        `guards`: what holds wherever it is asked, of that which depends on the parameter alone;
        `known`: what is not none there.
        """
        if self.number not in self.unit.free(expr):
            return expr
        if self.is_part(expr) and not fails(self.unit, expr, known):
            return self.local_for(expr, guards)
        match expr:
            case ir.Op(name="and" | "or"):
                return self.junction(expr, guards, known)
            case ir.Cond():
                test = self.lift(expr.test, guards, known)
                then = self.lift(expr.then, *self.after(expr.test, True, guards, known))
                other = self.lift(expr.other, *self.after(expr.test, False, guards, known))
                return replace(expr, test=test, then=then, other=other)
            case ir.Completable():
                return expr
            case _:
                return with_children(expr, lambda part: self.inside(part, guards, known))

    def inside(self, node: Node, guards: tuple[ir.Expr, ...], known: Known) -> Node:
        return self.lift(cast(ir.Expr, node), guards, known)

    def junction(self, expr: ir.Op, guards: tuple[ir.Expr, ...], known: Known) -> ir.Expr:
        args: list[ir.Expr] = []
        for arg in expr.args:
            args.append(self.lift(arg, guards, known))
            guards, known = self.after(arg, expr.name == "and", guards, known)
        return replace(expr, args=tuple(args))

    def after(
        self, test: ir.Expr, holds: bool, guards: tuple[ir.Expr, ...], known: Known
    ) -> tuple[tuple[ir.Expr, ...], Known]:
        """What is known after a test held, or did not."""
        if not self.is_ours(test) or fails(self.unit, test, known):
            return guards, known
        guard = test if holds else ir.Op("not", (test,), ir.Truth())
        return (*guards, guard), known | not_none(test, holds)

    def is_ours(self, expr: ir.Expr) -> bool:
        """Does it depend on no other parameter, nor on what is bound inside a test?"""
        free = self.unit.free(expr)
        return free <= {self.number}

    def is_part(self, expr: ir.Expr) -> bool:
        kind = expr.type
        if not self.is_ours(expr) or self.unit.is_static(expr) or isinstance(expr, ir.Local):
            return False
        return isinstance(kind, ir.Element | ir.Number | ir.Truth)

    def local_for(self, expr: ir.Expr, guards: tuple[ir.Expr, ...]) -> ir.Local:
        low, high = self.unit.intervals.of(expr)
        kind: ir.Type = expr.type
        if isinstance(kind, ir.Number):
            kind = ir.Number(low, high)
        elif isinstance(kind, ir.Element):
            kind = ir.Element(kind.domain, optional=low < 0 and not guards)
        part: ir.Expr = expr
        if guards:
            test = guards[0] if len(guards) == 1 else ir.Op("and", guards, ir.Truth())
            nothing = ir.Const(max(low, min(0, high)) if isinstance(kind, ir.Number) else 0, kind)
            part = ir.Cond(test, expr, nothing, kind)
        if part not in self.hoisted.parts:
            self.hoisted.parts[part] = self.unit.fresh_local(ir.Local(0, "part", kind))
        return self.hoisted.parts[part]
