"""What a search asks of selections in hand: what tells them apart, and whether there is hope."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from ..core.cost import length
from ..core.ir import MOST_STATES, Const, Expr, Guard, Local, Read, StateVariable
from ..core.selecting import Selecting, SelectingStep
from . import nodes as code
from .completing import YES, any_of, hopeful
from .footprint import Footprint, footprint
from .outlook import growing
from .unit import Unit
from .values import Values


def untold(unit: Unit, compose: Selecting) -> Guard | None:
    """A guard of a finish of which nothing can be told while sets grow that are too many to be
    tried; None: there is none."""
    found = footprint(compose)
    if not any(
        whole and _many(step) for step, whole in zip(compose.steps, found.whole, strict=True)
    ):
        return None
    outlook = growing(unit, compose.compose.steps)
    selections = {step.selection for step in compose.steps}
    assert outlook is not None
    for guards in compose.finishes:
        for guard in guards:
            if unit.reads(guard.test) & selections and outlook.may_hold([guard.test]) == YES:
                return guard
    return None


def _many(step: SelectingStep) -> bool:
    """Are there more sets to select than may be tried?"""
    size = length(step.source)
    most = step.at_most.value if isinstance(step.at_most, Const) else size
    return sum(comb(size, n) for n in range(min(size, most) + 1)) > MOST_STATES


def selected(values: Values, found: Footprint, masks: Sequence[code.Value]) -> code.Value:
    """What tells selections apart: as a whole, or their highest elements with what is asked of
    them."""
    parts: list[code.Value] = [
        mask if whole else code.length(mask) for mask, whole in zip(masks, found.whole, strict=True)
    ]
    parts += [values.value(query) for query in found.queries]
    return code.tuple_of(parts)


def may_finish(values: Values, compose: Selecting, found: Footprint) -> Expr:
    """What holds as long as a finish may come to hold; what it looks at is worked out before."""
    unit, writer = values.unit, values.writer
    if found.told or not unit.uses("outlook"):
        now: dict[StateVariable, Expr] = {
            step.selection: Read(step.selection, (), step.selection.type) for step in compose.steps
        }
        return hopeful(unit, compose, now)
    outlook = growing(unit, compose.compose.steps)
    assert outlook is not None
    most: list[tuple[Local, Expr]] = []
    for step in compose.steps:
        held = unit.fresh_local(Local(0, "most", step.selection.type))
        most.append((held, outlook.grows[step.selection].high))
        outlook = outlook.with_most(step.selection, held)
    ways = [outlook.may_hold(guard.test for guard in guards) for guards in compose.finishes]
    hope = any_of(ways)
    asked = unit.free(hope).union(*(unit.free(value) for _, value in most))
    for held, value in most:
        if held.number in asked:
            writer.names[held.number] = writer.variable(values.mask(value), "most")
    return hope
