"""Conditions on cells beside others as shifts of masks.

Where a fixed function leads from each cell to one that is a fixed number of bits away – `beside(x,
south)` – those x of which `man of beside(x, south) is nobody` are the mask of empty cells, shifted.
Where a table gives each cell a set of a few such others – `beside of x`, `touching of x` –, those x
with one of a mask among them are a few shifts of it. What would lead over the rim is cut off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.evaluate import elements_of_mask
from ..core.ir import Const, Element, Expr, Fold, Local, Lookup, Op, SetOf
from ..core.walk import conjuncts, rewrite, walk
from . import nodes as code
from .relations import Relation, relation, static_values
from .unit import Unit

MOST_SHIFTS = 8

Shift = tuple[int, int]  # how many bits further the other cell is, and from which cells it is there


@dataclass(frozen=True, slots=True)
class Moved:
    """A condition on what a function of x leads to: as one on that cell `there`, and the function,
    a step for each value of its keys (or just one)."""

    test: Expr
    there: Local
    function: Relation
    steps: tuple[Shift, ...]

    def table(self) -> object:
        """The steps by their keys: how far to shift to the right, and the mask."""
        back = _farthest_back(self.steps)
        return self.function.nested([(back + distance, known) for distance, known in self.steps])


@dataclass(frozen=True, slots=True)
class Dilation:
    """A condition on whether a set of cells around x holds one of others: `others` are a mask, or
    those of `there` for which tests hold; `opposite`: whether it holds none."""

    others: Expr | None
    there: Local | None
    tests: tuple[Expr, ...]
    steps: tuple[Shift, ...]
    opposite: bool


def moved(unit: Unit, test: Expr, local: Local) -> Moved | None:
    """The condition as one on a single other cell, if that is a fixed step away."""
    kind = local.type
    if not isinstance(kind, Element):
        return None
    for node in walk(test):
        if not isinstance(node, Lookup) or node.type != kind or local.number not in unit.free(node):
            continue
        if not unit.is_static(node) or not unit.free(node) <= unit.free(test):
            continue
        steps = _steps(unit, node, local)
        if steps is None:
            return None
        there = unit.fresh_local(local)
        found = rewrite(test, lambda part: there if part == node else part)  # noqa: B023
        if local.number in unit.free(found):
            return None
        return Moved(found, there, *steps)
    return None


def _steps(unit: Unit, node: Lookup, local: Local) -> tuple[Relation, tuple[Shift, ...]] | None:
    """For each value of the keys, the one step that the function makes."""
    function = relation(unit, node, local)
    if function is None or any(function.errors):
        return None
    found = []
    for row in function.rows:
        distances = {there - x for x, there in enumerate(row) if there >= 0}
        if len(distances) > 1:
            return None
        known = sum(1 << x for x, there in enumerate(row) if there >= 0)
        found.append((distances.pop() if distances else 0, known))
    return function, tuple(found)


def spread(unit: Unit, test: Expr, local: Local) -> Dilation | None:
    """`S of x meets T`, `some y in S of x where P(y)`, if the sets are a few steps."""
    match test:
        case Op(name="meets", args=(one, other)):
            for around, others in ((one, other), (other, one)):
                steps = _set_steps(unit, around, local)
                if steps and local.number not in unit.free(others):
                    return Dilation(others, None, (), steps, False)
        case Fold(kind="some" | "every", source=around):
            steps = _set_steps(unit, around, local)
            tests = list(conjuncts(test.where))
            if test.kind == "some":
                tests += conjuncts(test.body)
            elif test.body is not None:
                tests.append(Op("not", (test.body,), test.type))
            if steps and not any(local.number in unit.free(t) or unit.can_fail(t) for t in tests):
                return Dilation(None, test.local, tuple(tests), steps, test.kind == "every")
    return None


def steps_back(unit: Unit, around: Expr, local: Local) -> tuple[Shift, ...] | None:
    """The steps that lead from elements back to those whose set, which fixed data give them, they
    are in: so what is in the sets of some elements is `together` of these."""
    sets = _fixed_sets(unit, around, local)
    if sets is None:
        return None
    back = [0] * len(sets)
    for x, mask in enumerate(sets):
        for there in elements_of_mask(mask):
            back[there] |= 1 << x
    return _few_steps(back)


def _set_steps(unit: Unit, around: Expr, local: Local) -> tuple[Shift, ...] | None:
    """The steps that lead from x to the elements of a set that fixed data give it."""
    sets = _fixed_sets(unit, around, local)
    return None if sets is None else _few_steps(sets)


def _fixed_sets(unit: Unit, around: Expr, local: Local) -> Sequence[int] | None:
    """The sets of elements of its own type that fixed data give to each x."""
    if not isinstance(around.type, SetOf) or not isinstance(local.type, Element):
        return None
    if around.type.domain is not local.type.domain or isinstance(around, Const):
        return None
    if unit.free(around) != {local.number} or not unit.is_static(around):
        return None
    return static_values(unit, around, local)


def _few_steps(masks: Sequence[int]) -> tuple[Shift, ...] | None:
    steps: dict[int, int] = {}
    for x, mask in enumerate(masks):
        for there in elements_of_mask(mask):
            steps[there - x] = steps.get(there - x, 0) | 1 << x
            if len(steps) > MOST_SHIFTS:
                return None
    return tuple(steps.items())


def shifted(mask: code.Value, step: Shift, size: int, *, opposite: bool = False) -> code.Value:
    """The cells from which a step leads into a mask – or, the opposite, to a cell outside it."""
    distance, known = step
    if distance >= 0:
        found = code.binary(mask, ">>", code.number(distance))
    else:
        found = code.binary(mask, "<<", code.number(-distance))
    if opposite:
        return code.binary(code.number(known), "&", code.inverted(found))
    all_but_the_last = distance >= 0 and known == (1 << max(0, size - distance)) - 1
    return found if all_but_the_last else code.binary(found, "&", code.number(known))


def together(mask: code.Value, steps: Sequence[Shift], size: int) -> code.Value:
    """The cells from which one of some steps leads into a mask, which is a name or constant."""
    found: code.Value = code.number(0)
    for step in steps:
        found = code.binary(found, "|", shifted(mask, step, size))
    return found


def looked_up(
    mask: code.Value, step: code.Value, steps: Sequence[Shift], *, opposite: bool
) -> code.Value:
    """`shifted` for a step that is a name, one of `Moved.table`."""
    moved_mask = code.binary(mask, "<<", code.number(_farthest_back(steps)))
    found = code.binary(moved_mask, ">>", code.item(step, code.number(0)))
    return code.binary(
        code.item(step, code.number(1)), "&", code.inverted(found) if opposite else found
    )  # fmt: skip


def _farthest_back(steps: Sequence[Shift]) -> int:
    """How far to shift to the left, so that every step is then a shift to the right."""
    return max(0, -min(distance for distance, _ in steps))
