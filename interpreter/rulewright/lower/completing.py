"""Asking whether a compose can be completed, as an ordinary condition where that is possible.

Where more elements never harm, a compose can be completed exactly if a finish holds once everything
allowed has been taken. Selections are then replaced by expressions for "everything allowed", and
what remains is a condition like any other: it vectorises, it becomes lanes. A step for at most one
element does not stop this: its elements are tried one by one, by a `some`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import cast

from ..core import ir
from ..core.ir import MOST_STATES
from ..core.selecting import Selecting, SelectingStep
from ..core.walk import Node, rewrite, substitute
from . import nodes as code
from .footprint import direction, footprint
from .unit import Unit

TRUTH = ir.Truth()
YES, NO = ir.Const(1, TRUTH), ir.Const(0, TRUTH)
Selections = Mapping[ir.StateVariable, ir.Expr]


def limit(unit: Unit, compose: ir.Compose, failed: str) -> code.Statement:
    """Give up if more has failed than may be searched."""
    many = code.compare(code.call("len", code.name(failed)), ">", code.number(MOST_STATES))
    given = unit.fixed("compose", ("limit", compose), lambda: compose)
    return code.when(many, [code.perform(code.call("give_up", given))])


def without_search(unit: Unit, expr: ir.Completable) -> ir.Expr | None:
    """The question as a condition without `Completable`; None if only a search can tell."""
    return unit.once(("without search", id(expr)), expr, lambda: _without_search(unit, expr))


def _without_search(unit: Unit, expr: ir.Completable) -> ir.Expr | None:
    compose = unit.selecting(expr.compose)
    if compose is None or not is_growing(unit, compose) or not unit.uses("growing"):
        return None
    selections: dict[ir.StateVariable, ir.Expr] = {
        s.selection: nothing(s.selection) for s in compose.steps
    }
    if expr.step is None:
        assumed = dict(expr.assume)
        return in_place(everything(unit, compose, 0, selections), assumed)
    for step in compose.steps[: expr.step]:
        selections[step.selection] = ir.Read(step.selection, (), step.selection.type)
    step = compose.steps[expr.step]
    taken = ir.Op("set", expr.args, step.selection.type)
    if step.at_most is not None:
        selections[step.selection] = taken
        return everything(unit, compose, expr.step + 1, selections)
    now = ir.Read(step.selection, (), step.selection.type)
    selections[step.selection] = ir.Op("union", (now, taken), step.selection.type)
    return everything(unit, compose, expr.step, selections)


def is_growing(unit: Unit, compose: Selecting) -> bool:
    """Do more elements never harm, but for steps that take at most one?"""
    return bool(unit.once(("growing", compose), compose, lambda: _is_growing(compose)))


def _is_growing(compose: Selecting) -> bool:
    free = frozenset(step.selection for step in compose.steps if step.at_most is None)
    for step in compose.steps:
        if step.at_most is not None and step.at_most != ir.Const(1, step.at_most.type):
            return False
        if direction(step.source, free) != "fixed" or not _rise(step.guards, free):
            return False
        own = frozenset((step.selection,))
        if any(direction(guard.test, own) != "fixed" for guard in step.guards):
            return False
    return all(_rise(guards, free) for guards in compose.finishes)


def _rise(guards: tuple[ir.Guard, ...], selections: frozenset[ir.StateVariable]) -> bool:
    return all(direction(guard.test, selections) in ("fixed", "up") for guard in guards)


def everything(unit: Unit, compose: Selecting, first: int, selections: Selections) -> ir.Expr:
    """Does a finish hold once the steps from `first` on have taken all they can?

    Steps for at most one element still have an empty selection here.
    """
    if first == len(compose.steps):
        finishes = [
            all_of([in_place(g.test, selections) for g in guards]) for guards in compose.finishes
        ]
        return any_of(finishes)
    step = compose.steps[first]
    if step.at_most is None:
        more = {**selections, step.selection: full(unit, step, selections)}
        return everything(unit, compose, first + 1, more)
    chosen = unit.fresh_local(step.local)
    one = ir.Op("set", (chosen,), step.selection.type)
    inside = everything(unit, compose, first + 1, {**selections, step.selection: one})
    guards = [_guard(guard, step, chosen, selections) for guard in step.guards]
    source = in_place(step.source, selections)
    some = ir.Fold("some", chosen, source, all_of([*guards, inside]), None, TRUTH)
    return any_of([everything(unit, compose, first + 1, selections), simplified(some)])


def necessary(unit: Unit, expr: ir.Completable) -> ir.Expr | None:
    """What must hold for the answer to be yes, as a condition without a search; None: nothing."""
    return unit.once(("necessary", id(expr)), expr, lambda: _necessary(unit, expr))


def _necessary(unit: Unit, expr: ir.Completable) -> ir.Expr | None:
    compose = unit.selecting(expr.compose)
    if compose is None or not unit.uses("needed"):
        return None
    selections: dict[ir.StateVariable, ir.Expr] = {
        s.selection: nothing(s.selection) for s in compose.steps
    }
    if expr.step is not None:
        for step in compose.steps[: expr.step + 1]:
            selections[step.selection] = ir.Read(step.selection, (), step.selection.type)
        step = compose.steps[expr.step]
        taken = ir.Op("set", expr.args, step.selection.type)
        more = ir.Op("union", (selections[step.selection], taken), step.selection.type)
        selections[step.selection] = more
    found = in_place(hopeful(unit, compose, selections), dict(expr.assume))
    return None if found == YES else found


def hopeful(unit: Unit, compose: Selecting, selections: Selections) -> ir.Expr:
    """Is there a finish that is not lost: no guard fails for good, none that rises fails with all?

    With all: every step has taken what it allows, those already closed too.
    """
    print_ = footprint(compose)
    most = dict(selections)
    for step in compose.steps:
        most[step.selection] = full(unit, step, most)
    ways = []
    for rising, falling in zip(print_.rising, print_.falling, strict=True):
        tests = [in_place(guard.test, selections) for guard in falling]
        if print_.growing:
            tests += [in_place(guard.test, most) for guard in rising]
        ways.append(all_of(tests))
    return any_of(ways)


def full(unit: Unit, step: SelectingStep, selections: Selections) -> ir.Expr:
    """The selection of a step without limit with all it can take."""
    now = selections[step.selection]
    kind = step.selection.type
    chosen = unit.fresh_local(step.local)
    source = in_place(step.source, selections)
    later = simplified(ir.Op("after", (now, simplified(ir.Op("members", (source,), kind))), kind))
    where = all_of([_guard(guard, step, chosen, selections) for guard in step.guards])
    more = simplified(ir.Fold("all", chosen, later, where, None, kind))
    return simplified(ir.Op("union", (now, more), kind))


def _guard(
    guard: ir.Guard, step: SelectingStep, chosen: ir.Local, selections: Selections
) -> ir.Expr:
    return in_place(substitute(guard.test, {step.local.number: chosen}), selections)


def nothing(selection: ir.StateVariable) -> ir.Expr:
    """The empty set of a selection."""
    return ir.Const(0, selection.type)


def all_of(tests: list[ir.Expr]) -> ir.Expr:
    return simplified(ir.Op("and", tuple(tests), TRUTH)) if tests else YES


def any_of(tests: list[ir.Expr]) -> ir.Expr:
    return simplified(ir.Op("or", tuple(tests), TRUTH)) if tests else NO


def in_place(expr: ir.Expr, values: Mapping[ir.StateVariable, ir.Expr]) -> ir.Expr:
    """The expression with expressions in place of state variables without keys."""

    def change(node: Node) -> Node:
        if isinstance(node, ir.Read) and not node.keys and node.variable in values:
            return values[node.variable]
        return _plainly(node)

    return rewrite(expr, change)


def of_nothing(expr: ir.Expr, sets: Collection[int]) -> ir.Expr:
    """The expression where some locals, told by their numbers, are empty sets."""

    def change(node: Node) -> Node:
        if isinstance(node, ir.Local) and node.number in sets:
            return ir.Const(0, node.type)
        return _plainly(node)

    return rewrite(expr, change)


def _plainly(node: Node) -> Node:
    return simplified(cast(ir.Expr, node)) if isinstance(node, ir.Op | ir.Fold | ir.Cond) else node


def simplified(expr: ir.Expr) -> ir.Expr:
    """The same with what is plain at its root carried out."""
    match expr:
        case ir.Op():
            return _op(expr)
        case ir.Fold():
            return _fold(expr)
        case ir.Cond(test=ir.Const(value=value)):
            return expr.then if value else expr.other
        case _:
            return expr


def _op(expr: ir.Op) -> ir.Expr:
    args = expr.args
    match expr.name:
        case "and" | "or":
            return _junction(expr)
        case "not" if isinstance(args[0], ir.Const):
            return NO if args[0].value else YES
        case "union" if _is_empty(args[0]):
            return args[1]
        case "union" if _is_empty(args[1]):
            return args[0]
        case "after" if _is_empty(args[0]):
            return args[1]
        case "members" if isinstance(args[0].type, ir.SetOf):
            return args[0]
        case "empty" if _is_empty(args[0]):
            return YES
        case "empty" if isinstance(args[0], ir.Op) and args[0].name == "set":
            return NO
        case "contains" if isinstance(args[0], ir.Op) and args[0].name == "set":
            if len(args[0].args) == 1:
                return ir.Op("equal", (args[1], args[0].args[0]), TRUTH, expr.span)
    return expr


def _is_empty(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Const) and isinstance(expr.type, ir.SetOf) and not expr.value


def _junction(expr: ir.Op) -> ir.Expr:
    stop = int(expr.name == "or")
    left: list[ir.Expr] = []
    for arg in expr.args:
        if isinstance(arg, ir.Op) and arg.name == expr.name:
            left.extend(arg.args)
        elif not isinstance(arg, ir.Const):
            left.append(arg)
        elif bool(arg.value) == bool(stop):
            return ir.Const(stop, TRUTH)
    if len(left) < 2:
        return left[0] if left else ir.Const(1 - stop, TRUTH)
    return replace(expr, args=tuple(left))


_OF_NOTHING = {"some": 0, "every": 1, "all": 0, "count": 0, "total": 0}


def _fold(expr: ir.Fold) -> ir.Expr:
    where = expr.where
    if _is_empty(expr.source) and expr.kind in _OF_NOTHING:
        return ir.Const(_OF_NOTHING[expr.kind], expr.type)
    if isinstance(where, ir.Const) and where.value:
        expr, where = replace(expr, where=None), None
    source = expr.source
    if expr.kind == "all" and where is None and isinstance(source.type, ir.SetOf):
        return source
    inner = source
    if (
        isinstance(inner, ir.Fold)
        and inner.kind == "all"
        and isinstance(inner.source.type, ir.SetOf)
    ):
        if inner.where is None:
            return simplified(replace(expr, source=inner.source))
        own = substitute(inner.where, {inner.local.number: expr.local})
        both = own if where is None else simplified(ir.Op("and", (own, where), TRUTH))
        return simplified(replace(expr, source=inner.source, where=both))
    return expr
