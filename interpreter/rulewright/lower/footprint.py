"""What the rules of a compose can tell about its selections: less to remember, less to search.

**Footprint.** Whether a compose can still be completed depends on the selections so far only
through what its guards, sources and limits read of them. Where they read a selection just by
queries that go through its elements one by one (`total rank of payment`), the values of these
queries together with the highest element of each selection say all that the future needs, for a
fold over two disjoint sets is a function of the folds over each. So let two positions of the search
have equal keys. Equal highest elements: the same steps are open with the same candidates. Equal
values now and the same elements added: equal values then. Hence the same guards hold along the same
sequences, and one position can be completed exactly if the other can. (For `largest` and
`smallest`, 0 of nothing, the key also says whether there was anything.) A selection read in any
other way is part of the key as a whole.

**Direction.** Selections only ever grow. A guard is *rising* if more elements never make it false,
*falling* if more elements never make it true again. If all guards of steps rise, none of them with
the selection of its own step, and all sources are fixed, taking every allowed element in order
leads to selections that contain all that can be reached: what fails there and rises fails
everywhere. What falls and fails now fails for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from ..core import ir
from ..core.operators import OPERATORS
from ..core.selecting import Selecting, SelectingStep
from ..core.walk import children, free_locals, substitute, walk

Direction = Literal["fixed", "up", "down", "any"]


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a search for completions of a compose needs to know.

    `whole`: for each step, must its whole selection be in the key? `queries`: specialised
    expressions whose values complete the key. `growing`: do the steps' guards only ever rise, over
    fixed sources, and none with what its own step has taken? `rising`, `falling`: for each finish,
    its guards of that direction (a guard that reads no selection is in both). `told`: do these tell
    of all guards of finishes?
    """

    whole: tuple[bool, ...]
    queries: tuple[ir.Expr, ...]
    growing: bool
    finishes: tuple[tuple[ir.Guard, ...], ...]
    rising: tuple[tuple[ir.Guard, ...], ...]
    falling: tuple[tuple[ir.Guard, ...], ...]

    @property
    def told(self) -> bool:
        return all(
            guard in falling or (guard in rising and self.growing)
            for finish, rising, falling in zip(
                self.finishes, self.rising, self.falling, strict=True
            )
            for guard in finish
        )


def footprint(compose: Selecting) -> Footprint:
    """The footprint of a compose that only selects."""
    selections = frozenset(step.selection for step in compose.steps)
    guards = [guard for step in compose.steps for guard in step.guards]
    guards += [guard for finish in compose.finishes for guard in finish]
    limits = [step.at_most for step in compose.steps if step.at_most is not None]
    sources = [step.source for step in compose.steps]
    weight = compose.compose.weight
    weights = [] if weight is None else [weight.value]
    queries: dict[ir.Expr, None] = {}
    whole: set[ir.StateVariable] = set()
    for expr in (*(guard.test for guard in guards), *limits, *sources, *weights):
        _scan(expr, selections, queries, whole)
    for step in compose.steps:
        if step.at_most is not None:
            queries[_size(step.selection)] = None

    def those(directions: tuple[Direction, ...]) -> tuple[tuple[ir.Guard, ...], ...]:
        return tuple(
            tuple(guard for guard in finish if way(guard.test) in directions)
            for finish in compose.finishes
        )

    def way(expr: ir.Expr) -> Direction:
        return direction(expr, selections)

    return Footprint(
        whole=tuple(step.selection in whole for step in compose.steps),
        queries=tuple(query for query in queries if not whole & _cells(query)),
        growing=all(way(source) == "fixed" for source in sources)
        and all(way(g.test) in ("fixed", "up") for s in compose.steps for g in s.guards)
        and not any(_waits(step) for step in compose.steps),
        finishes=compose.finishes,
        rising=those(("fixed", "up")),
        falling=those(("fixed", "down")),
    )


def _waits(step: SelectingStep) -> bool:
    """Can something become possible in a step because of what has been taken in it? Then what can
    be taken now is not all."""
    own = frozenset((step.selection,))
    return any(direction(guard.test, own) != "fixed" for guard in step.guards)


def _cells(expr: ir.Expr) -> set[ir.StateVariable]:
    return {node.variable for node in walk(expr) if isinstance(node, ir.Read)}


def _size(selection: ir.StateVariable) -> ir.Op:
    domain = selection.type.domain  # type: ignore[union-attr]
    return ir.Op("size", (ir.Read(selection, (), selection.type),), ir.Number(0, domain.size))


def _scan(
    expr: ir.Expr,
    selections: frozenset[ir.StateVariable],
    queries: dict[ir.Expr, None],
    whole: set[ir.StateVariable],
) -> None:
    """Sort what is read of the selections into queries and selections read as a whole."""
    if isinstance(expr, ir.Completable):
        whole |= selections
    elif isinstance(expr, ir.Read) and expr.variable in selections:
        whole.add(expr.variable)
    elif isinstance(expr, ir.Op) and expr.name == "empty" and _selection(expr.args[0], selections):
        pass  # the highest element tells
    elif _is_query(expr, selections):
        queries[expr] = None
        if isinstance(expr, ir.Fold) and expr.kind in ("largest", "smallest"):
            queries[replace(expr, kind="some", body=None, type=ir.Truth())] = None
    else:
        for child in children(expr):
            _scan(child, selections, queries, whole)  # type: ignore[arg-type]


def _selection(expr: ir.Expr, selections: frozenset[ir.StateVariable]) -> ir.StateVariable | None:
    """The selection an expression is, as itself or by `members`."""
    if isinstance(expr, ir.Op) and expr.name == "members":
        return _selection(expr.args[0], selections)
    return expr.variable if isinstance(expr, ir.Read) and expr.variable in selections else None


def _is_query(expr: ir.Expr, selections: frozenset[ir.StateVariable]) -> bool:
    if isinstance(expr, ir.Op):
        return expr.name == "size" and _selection(expr.args[0], selections) is not None
    if not isinstance(expr, ir.Fold) or expr.kind in ("path", "subsets") or free_locals(expr):
        return False  # of two sets together these are not told by those of each
    return _selection(expr.source, selections) is not None and not any(
        isinstance(node, ir.Completable)
        or (isinstance(node, ir.Read) and node.variable in selections)
        for part in (expr.where, expr.body)
        if part is not None
        for node in walk(part)
    )


def direction(expr: ir.Expr, selections: frozenset[ir.StateVariable]) -> Direction:
    """How a value moves while selections grow: numbers and truth by size, sets by inclusion."""

    def of(part: ir.Expr) -> Direction:
        return direction(part, selections)

    match expr:
        case ir.Const() | ir.Local():
            return "fixed"
        case ir.Read():
            if expr.variable in selections:
                return "up"
            return _unless_fixed("any", map(of, expr.keys))
        case ir.Lookup():
            return _unless_fixed("any", map(of, expr.keys))
        case ir.Completable():
            return "any"
        case ir.Cond():
            return _unless_fixed("any", [of(expr.test)], _together(of(expr.then), of(expr.other)))
        case ir.OnGrid():
            return _unless_fixed("any", map(of, expr.args))
        case ir.Paths():
            parts = (expr.start, expr.goal, expr.through, expr.by, expr.near)
            return _unless_fixed("any", [of(part) for part in parts if part is not None])
        case ir.Measure():
            return of(expr.edges)
        case ir.Op():
            return _of_op(expr, of)
        case ir.Fold():
            return _of_fold(expr, of)
        case _:
            assert_never(expr)


def _unless_fixed(
    moving: Direction, parts: Iterable[Direction], fixed: Direction = "fixed"
) -> Direction:
    """`fixed` if all parts are fixed, else `moving`."""
    return fixed if all(part == "fixed" for part in parts) else moving


def _opposite(way: Direction) -> Direction:
    match way:
        case "up":
            return "down"
        case "down":
            return "up"
        case "fixed" | "any":
            return way
        case _:
            assert_never(way)


def _together(*ways: Direction) -> Direction:
    """The direction of what moves with each of its parts."""
    moving = {way for way in ways if way != "fixed"}
    if not moving:
        return "fixed"
    return moving.pop() if len(moving) == 1 else "any"


def _at_least_zero(expr: ir.Expr) -> bool:
    return isinstance(expr.type, ir.Truth) or (
        isinstance(expr.type, ir.Number) and expr.type.low >= 0
    )


def _of_op(expr: ir.Op, of: Callable[[ir.Expr], Direction]) -> Direction:
    ways = [of(arg) for arg in expr.args]
    if any(isinstance(arg.type, ir.Element) for arg in expr.args[:1]):
        return _unless_fixed("any", ways)  # elements are not ordered by growth
    match expr.name:
        case "subtract" if _is_all_but_one(expr, of):
            return ways[0]
        case "multiply" if not all(map(_at_least_zero, expr.args)):
            return _unless_fixed("any", ways)
    signs = OPERATORS[expr.name].moves.ljust(len(ways), OPERATORS[expr.name].moves[-1])
    neither = [way for way, sign in zip(ways, signs, strict=True) if sign == "?"]
    signed = [
        way if sign == "+" else _opposite(way)
        for way, sign in zip(ways, signs, strict=True)
        if sign != "?"
    ]
    return _unless_fixed("any", neither, _together(*signed))


def _is_all_but_one(expr: ir.Op, of: Callable[[ir.Expr], Direction]) -> bool:
    """Is it a total less the smallest or largest of what is added? It moves as the total does.

    For values of at least 0: one more value v adds v to the total, and takes away at most v by
    being the new extreme.
    """
    total, end = expr.args
    if not isinstance(total, ir.Fold) or not isinstance(end, ir.Fold) or total.body is None:
        return False
    if total.kind != "total" or end.kind not in ("smallest", "largest"):
        return False
    same = {end.local.number: total.local}
    where = None if end.where is None else substitute(end.where, same)
    body = None if end.body is None else substitute(end.body, same)
    return (
        (total.source, total.where, total.body) == (end.source, where, body)
        and of(total.body) == "fixed"
        and _at_least_zero(total.body)
    )


def _of_fold(expr: ir.Fold, of: Callable[[ir.Expr], Direction]) -> Direction:
    source = of(expr.source)
    where = of(expr.where) if expr.where is not None else "fixed"
    body = of(expr.body) if expr.body is not None else "fixed"
    match expr.kind:
        case "some" | "count" | "all":
            return _together(source, where)
        case "every":
            return _together(_opposite(source), _opposite(where), body)
        case "total" | "largest":
            if expr.body is not None and _at_least_zero(expr.body):
                return _together(source, where, body)
            return _unless_fixed("any", (source, where), body)
        case "product":
            kind = None if expr.body is None else expr.body.type
            if isinstance(kind, ir.Number) and kind.low >= 1:
                return _together(source, where, body)
            return _unless_fixed("any", (source, where, body))
        case "reached" | "path":
            return _together(source, where, body)
        case "subsets":
            goal = of(expr.goal) if expr.goal is not None else "fixed"
            return _unless_fixed("any", (body, goal), _together(source, where))
        case "smallest" | "the" | "groups":
            return _unless_fixed("any", (source, where, body))
        case _:
            assert_never(expr.kind)
