"""What a step reads and sets: where positions differ in nothing of it, the step is the same.

What is offered is asked of the rules as they stand: of all that they read there. What a move leads
to is made once, and noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, SupportsIndex

from ..core import ir
from ..core.walk import walk
from ..lower.changes import variables_changed, variables_read, variables_weighed
from ..runtime.chance import Asked
from ..runtime.layout import CHANCE, POINT, Layout, Slots
from .protocol import Code
from .reference import ReferenceEngine


class _Noting(list[Any]):
    """Slots that note which of them are looked at or set; who goes through all looks at all."""

    def __init__(self, slots: Iterable[Any]) -> None:
        super().__init__(slots)
        self.touched = set[int]()

    def __getitem__(self, at: Any) -> Any:
        self._note(at)
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        self._note(at)
        super().__setitem__(at, value)

    def __iter__(self) -> Iterator[Any]:
        self._note(slice(None))
        return super().__iter__()

    def copy(self) -> list[Any]:
        self._note(slice(None))
        return super().copy()

    def _note(self, at: slice | SupportsIndex) -> None:
        numbers = range(len(self))[at]
        self.touched.update((numbers,) if isinstance(numbers, int) else numbers)


def touched(engine: ReferenceEngine, before: Slots, move: Code, dealer: Asked) -> frozenset[int]:
    """The slots that a move from these reads or sets, or its being on offer hangs on. `dealer`:
    what answers for chance."""
    slots = _Noting(engine.layout.copy(before))
    slots[CHANCE] = dealer
    choose = engine.program.choices[slots[POINT]]
    engine.apply(slots, move)
    return frozenset(slots.touched) | slots_of(engine.layout, _asked(choose))


def slots_of(layout: Layout, variables: Iterable[ir.StateVariable]) -> frozenset[int]:
    """All slots of some state variables."""
    ends = {variable: (base, end) for variable, base, end in layout.bounds}
    return frozenset(at for variable in variables for at in range(*ends[variable]))


def _asked(choose: ir.Choose) -> set[ir.StateVariable]:
    """The state variables on which it hangs what is offered at a choice."""
    found, composes = set[ir.StateVariable](), list[ir.Compose]()
    for one in choose.alternatives:
        composes += [] if one.compose is None else [one.compose]
        found |= _read(one, composes)
    for compose in composes:  # of which more may be met on the way
        found |= variables_read(compose) | variables_changed(compose) | variables_weighed(compose)
        parts: list[ir.ComposeStep | ir.ComposeFinish] = [*compose.steps, *compose.finishes]
        for part in parts:
            _read(part, composes)
    return found


def _read(
    offer: ir.Alternative | ir.ComposeStep | ir.ComposeFinish, composes: list[ir.Compose]
) -> set[ir.StateVariable]:
    """The state variables on which an offer hangs, and the composes that it asks about, which are
    put to the others."""
    found = set[ir.StateVariable]()
    asked = [*(one.source for one in offer.params), *(one.test for one in offer.guards)]
    for expr in asked:
        for node in walk(expr):
            if isinstance(node, ir.Read | ir.OnGrid):
                found.add(node.variable)
            elif isinstance(node, ir.Completable) and node.compose not in composes:
                composes.append(node.compose)
    return found
