"""What a compose touches: the state variables that its steps change, and those that decide where it
leads.

Two states of a compose that agree in the cells that are both changed and read lead to the same
finishes: all else it reads is the same throughout. So these state variables are all that a search
for a finish has to remember of a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from ..core import ir
from ..core.walk import (
    Node,
    cells_in,
    free_locals,
    one_by_one,
    rewrite,
    variables_written,
    walk,
)
from .intervals import Intervals

NO = ir.Const(0, ir.Truth())

Way = Literal["up", "down", "any"]
Change = tuple[
    ir.StateVariable, Way, bool
]  # the cell, which way its contents go, and whether for certain


@lru_cache(maxsize=256)
def variables_read(compose: ir.Compose) -> frozenset[ir.StateVariable]:
    """The state variables that guards, sources and bodies look at."""
    return _looked_at([*_asked(compose), *(step.body for step in compose.steps)])


def _asked(compose: ir.Compose) -> Iterator[Node]:
    """What decides whether a step can be taken or a finish is reached."""
    parts: list[ir.ComposeStep | ir.ComposeFinish] = [*compose.steps, *compose.finishes]
    for part in parts:
        yield from part.params
        yield from part.guards


def _looked_at(parts: Iterable[Node]) -> frozenset[ir.StateVariable]:
    """The state variables that parts of rules look at; a zone that something is moved from or to is
    looked at where there may be no room, or where it is not known to lie there."""
    found = set()
    for part in parts:
        for node in walk(part):
            if isinstance(node, ir.Read | ir.OnGrid):
                found.add(node.variable)
            elif isinstance(node, ir.Move | ir.MoveAll):
                found.update(place.variable for place in (node.source, node.target))
    return frozenset(found)


def variables_weighed(compose: ir.Compose) -> frozenset[ir.StateVariable]:
    """The cells that the weight of a finish rests on."""
    return frozenset() if compose.weight is None else cells_in(compose.weight.value)


@lru_cache(maxsize=256)
def variables_changed(compose: ir.Compose) -> frozenset[ir.StateVariable]:
    """The state variables that the steps store to."""
    return frozenset().union(*(variables_written(step.body) for step in compose.steps))


def in_order(compose: ir.Compose, *, weighed: bool = False) -> tuple[ir.StateVariable, ...]:
    """The state variables that tell the states of a compose apart; `weighed`: by what finishes
    weigh, too."""
    both = variables_deciding(compose, weighed=weighed) & variables_changed(compose)
    return tuple(sorted(both, key=lambda variable: variable.index))


@lru_cache(maxsize=256)
def variables_deciding(compose: ir.Compose, *, weighed: bool) -> frozenset[ir.StateVariable]:
    """The state variables that decide where a compose leads: what guards, sources and tests look
    at, and what is looked at to tell what is stored to one of these. One is among them, too, to
    which a step may store what it cannot hold, for there the search ends.
    """
    stores = [
        node for step in compose.steps for node in walk(step.body) if isinstance(node, ir.Assign)
    ]
    found = _looked_at([*_asked(compose), *(rewrite(s.body, _unstored) for s in compose.steps)])
    found |= variables_weighed(compose) if weighed else frozenset()
    fits = Intervals().certainly_fits
    found |= {stmt.variable for stmt in stores if not fits(stmt)}
    while True:
        more = found.union(*(cells_in(s.value) for s in stores if s.variable in found))
        if more == found:
            return found
        found = more


def _unstored(node: Node) -> Node:
    """A statement as if it stored the same whatever the state is."""
    return replace(node, value=NO) if isinstance(node, ir.Assign) else node


@lru_cache(maxsize=256)
def members_changed(compose: ir.Compose, variable: ir.StateVariable) -> ir.Expr | None:
    """Whose members of a state variable with one key steps change: a set in which all of them are
    from then on, or one element, the same throughout. None: that is not known."""
    found: set[ir.Expr] = set()
    for step in compose.steps:
        drawn = {param.local: param.source for param in step.params}
        for node in walk(step.body):
            if isinstance(node, ir.Pick) and node.variable is variable:
                return None
            if isinstance(node, ir.Assign | ir.Place) and node.variable is variable:
                if len(node.keys) != 1:
                    return None
                [key] = node.keys
                found.add(drawn.get(key, key) if isinstance(key, ir.Local) else key)
    [whose] = found if len(found) == 1 else [None]
    if isinstance(whose, ir.Read) and isinstance(whose.type, ir.SetOf) and not whose.keys:
        held = whose.variable
        ways = {way for step in compose.steps for its, way, _ in changes(step) if its is held}
        return whose if ways <= {"up"} else None
    if whose is None or not isinstance(whose.type, ir.Element) or free_locals(whose):
        return None
    return None if cells_in(whose) & variables_changed(compose) else whose


@lru_cache(maxsize=256)
def is_onward(compose: ir.Compose) -> bool:
    """Can no sequence of steps lead back to where it began?

    So it is if each step certainly moves some cell one way (a set or zone grows or shrinks, a
    number rises or falls) that no step moves the other way.
    """
    return not steps_back(compose)


def steps_back(compose: ir.Compose) -> list[str]:
    """The steps by name of which it is not known that they lead on, so that they might follow one
    another without end: see `is_onward`."""
    ways = ways_of(compose.steps)
    return [
        step.name
        for step in compose.steps
        if not any(
            sure and way != "any" and ways[variable] == {way}
            for variable, way, sure in changes(step)
        )
    ]


def ways_of(steps: Iterable[ir.ComposeStep]) -> dict[ir.StateVariable, set[str]]:
    """Which ways steps move the state variables that they change."""
    ways: dict[ir.StateVariable, set[str]] = {}
    for step in steps:
        for variable, way, _ in changes(step):
            ways.setdefault(variable, set()).add(way)
    return ways


def changes(step: ir.ComposeStep) -> Iterator[Change]:
    certain = {id(stmt) for stmt in one_by_one(step.body)}
    for node in walk(step.body):
        match node:
            case ir.Assign():
                way, surely = _way_of(node, step)
                yield node.variable, way, surely and id(node) in certain
            case ir.Move() | ir.MoveAll():
                apart = node.source.variable is not node.target.variable
                surely = isinstance(node, ir.Move) and id(node) in certain
                yield node.source.variable, "down" if apart else "any", surely
                yield node.target.variable, "up" if apart else "any", surely
            case _:
                pass


def _way_of(stmt: ir.Assign, step: ir.ComposeStep) -> tuple[Way, bool]:
    """Which way an assignment moves its cell, and whether it surely moves it."""
    value = stmt.value
    if paid_down_to(stmt) is not None:
        return "down", False
    if not isinstance(value, ir.Op) or not value.args or not _is_member(value.args[0], stmt):
        return "any", False
    match value.name, value.args[1:]:
        case ("add" | "subtract") as name, (more,) if isinstance(stmt.variable.type, ir.Number):
            kind = more.type
            if not isinstance(kind, ir.Number) or kind.low < 0:
                return "any", False
            return "up" if name == "add" else "down", kind.low > 0
        case "most", _:
            return "up", False
        case "least", _:
            return "down", False
        case "union", (more,):
            return "up", _is_later(more, stmt, step)
        case "without", _:
            return "down", False
        case _:
            return "any", False


def paid_down_to(stmt: ir.Assign) -> ir.Expr | None:
    """By how much a number is lowered, but to no less than what it never is below, as the price in
    `max(0, lit of me - price of s)`. None of anything else."""
    match stmt.value:
        case ir.Op(
            name="most",
            args=(ir.Const(value=floor), ir.Op(name="subtract", args=(member, amount)))
            | (ir.Op(name="subtract", args=(member, amount)), ir.Const(value=floor)),
        ):
            pass
        case _:
            return None
    kinds = stmt.variable.type, amount.type
    if not all(isinstance(kind, ir.Number) for kind in kinds) or not _is_member(member, stmt):
        return None
    low, least = (kind.low for kind in kinds if isinstance(kind, ir.Number))
    return amount if low >= floor and least >= 0 else None


def moved_by(stmt: ir.Assign) -> list[ir.Expr]:
    """What tells what becomes of a member besides what it is, however that is bounded: by how much
    a number rises or falls, what a set grows by; all of it where it goes by something else."""
    match stmt.value:
        case ir.Op(name="least" | "most", args=args):
            found = [moved_by(replace(stmt, value=arg)) for arg in args]
            return [part for parts in found for part in parts]
        case ir.Op(args=(first, *others)) if _is_member(first, stmt):
            return others
        case ir.Op(name="add", args=(other, second)) if _is_member(second, stmt):
            return [other]
        case value if _is_member(value, stmt):
            return []
        case value:
            return [value]


def _is_member(expr: ir.Expr, stmt: ir.Assign) -> bool:
    """Is it the member that is stored to?"""
    return isinstance(expr, ir.Read) and (expr.variable, expr.keys) == (stmt.variable, stmt.keys)


def _is_later(more: ir.Expr, stmt: ir.Assign, step: ir.ComposeStep) -> bool:
    """Is it one element that is drawn from those later than the set it is put into?"""
    if not isinstance(more, ir.Op) or more.name != "set" or len(more.args) != 1:
        return False
    for param in step.params:
        source = param.source
        if param.local == more.args[0] and isinstance(source, ir.Op) and source.name == "after":
            return _is_member(source.args[0], stmt)
    return False


def of_every(expr: ir.Expr) -> ir.Expr:
    """The same, with what is asked of `the` element of a set of one asked of every element: in
    `A when size of S is 1 else B`, where A is about the element of S. So it asks for nothing that
    might not be there."""

    def change(node: Node) -> Node:
        if isinstance(node, ir.Cond) and isinstance(node.type, ir.Truth):
            selection = only_one(node.test)
            if selection is not None:
                return replace(node, then=_about_every(node.then, selection))
        return node

    return rewrite(expr, change)


def only_one(test: ir.Expr) -> ir.Expr | None:
    """The set of which a condition says that it has one element."""
    match test:
        case ir.Op(name="equal", args=(ir.Op(name="size", args=(held,)), ir.Const(value=1))):
            return held
        case ir.Op(
            name="equal", args=(ir.Fold(kind="count", where=None) as fold, ir.Const(value=1))
        ):
            return fold.source
        case _:
            return None


def _about_every(expr: ir.Expr, selection: ir.Expr) -> ir.Expr:
    """A condition about the only element of a set, as one about every element of it."""
    found: list[ir.Local] = []

    def change(node: Node) -> Node:
        if isinstance(node, ir.Fold) and node.kind == "the" and node.where is None:
            if node.source == selection:
                if not found:
                    found.append(node.local)
                return found[0]
        return node

    body = rewrite(expr, change)
    if not found:
        return expr
    return ir.Fold("every", found[0], selection, None, body, ir.Truth(), expr.span)
