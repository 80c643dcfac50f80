"""Can a compose still be completed? The meaning of `Completable`, by search.

Depth first over single elements, in the order in which they would be chosen. What cannot be
completed is remembered by what the rest of the search can tell of it, and what no further element
can mend is given up at once; `footprint` says why both are sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import cast

from .evaluate import Locals, Reader, Value, elements, evaluate, mask_of
from .footprint import Footprint, footprint, is_monotone
from .ir import Cell, Completable, Compose, ComposeStep, Guard, SetOf


class Completion:
    """Answers `Completable` questions about the composes of a program."""

    def __init__(self, composes: Iterable[Compose]) -> None:
        self._known = {c: (footprint(c), is_monotone(c)) for c in composes}

    def holds(self, expr: Completable, values: Locals, read: Reader) -> int:
        """1 if the compose can be completed, else 0."""
        print_, monotone = self._known[expr.compose]
        draft = Draft.of(expr, values, read)
        if monotone:
            return int(draft.fullest(limited=False).finished())
        return int(_Search(print_, set()).completes(draft))

    def fullest(self, expr: Completable, values: Locals, read: Reader) -> Draft:
        """The draft with every allowed element taken: where to look for what is missing."""
        return Draft.of(expr, values, read).fullest()


@dataclass(frozen=True, slots=True)
class Draft:
    """A compose in progress: its selections by step, over a state with some cells assumed."""

    compose: Compose
    chosen: tuple[int, ...]
    assumed: dict[Cell, Value]
    state: Reader

    @staticmethod
    def of(expr: Completable, values: Locals, read: Reader) -> Draft:
        """The draft a question is about."""
        steps = expr.compose.steps
        if expr.step is None:
            assumed = {cell: evaluate(value, values, read) for cell, value in expr.assume}
            return Draft(expr.compose, (0,) * len(steps), assumed, read)
        chosen = tuple(mask_of(read(step.selection, ())) for step in steps)
        draft = Draft(expr.compose, chosen, {}, read)
        return draft.plus(expr.step, cast(int, evaluate(expr.args[0], values, read)))

    def read(self, cell: Cell, keys: tuple[int, ...]) -> Value:
        """The state as this draft sees it."""
        for step, mask in zip(self.compose.steps, self.chosen, strict=True):
            if step.selection is cell:
                return mask
        return self.assumed[cell] if cell in self.assumed else self.state(cell, keys)

    def plus(self, step: int, element: int) -> Draft:
        """The draft with one element more."""
        chosen = list(self.chosen)
        chosen[step] |= 1 << element
        return Draft(self.compose, tuple(chosen), self.assumed, self.state)

    def holds(self, guards: Iterable[Guard], values: Locals) -> bool:
        return all(evaluate(guard.test, values, self.read) for guard in guards)

    def finished(self) -> bool:
        """Do all guards of some finish hold?"""
        return any(self.holds(finish.guards, {}) for finish in self.compose.finishes)

    def open_steps(self) -> range:
        """The numbers of the steps not yet closed by a later one."""
        used = [i for i, mask in enumerate(self.chosen) if mask]
        return range(used[-1] if used else 0, len(self.chosen))

    def candidates(self, number: int, *, limited: bool = True) -> Iterator[int]:
        """The elements that step `number` can take now, guards not yet asked."""
        step, mine = self.compose.steps[number], self.chosen[number]
        if limited and step.at_most is not None:
            if mine.bit_count() >= cast(int, evaluate(step.at_most, {}, self.read)):
                return
        source = mask_of(evaluate(step.source, {}, self.read))
        later = source & ~((1 << mine.bit_length()) - 1)
        yield from elements(later, cast(SetOf, step.selection.type))

    def allows(self, step: ComposeStep, element: int) -> bool:
        return self.holds(step.guards, {step.local.number: element})

    def fullest(self, *, limited: bool = True) -> Draft:
        """Every open step in turn takes every element it can; `limited`: as `at_most` allows."""
        draft = self
        for number in self.open_steps():
            step = self.compose.steps[number]
            for element in draft.candidates(number, limited=False):
                if limited and element not in draft.candidates(number):
                    continue
                if draft.allows(step, element):
                    draft = draft.plus(number, element)
        return draft


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for a completion; `failed` holds the keys of drafts that have none."""

    footprint: Footprint
    failed: set[tuple[Value, ...]] = field(default_factory=set)

    def completes(self, draft: Draft) -> bool:
        if draft.finished():
            return True
        key = self._key(draft)
        if key in self.failed:
            return False
        if self._hopeful(draft):
            for number in draft.open_steps():
                step = draft.compose.steps[number]
                for element in draft.candidates(number):
                    if draft.allows(step, element) and self.completes(draft.plus(number, element)):
                        return True
        self.failed.add(key)
        return False

    def _key(self, draft: Draft) -> tuple[Value, ...]:
        masks = zip(draft.chosen, self.footprint.whole, strict=True)
        return (
            *(mask if whole else mask.bit_length() for mask, whole in masks),
            *(evaluate(query, {}, draft.read) for query in self.footprint.queries),
        )

    def _hopeful(self, draft: Draft) -> bool:
        """Is there a finish that is not already lost?"""
        rising = [
            rising
            for rising, falling in zip(self.footprint.rising, self.footprint.falling, strict=True)
            if draft.holds(falling, {})
        ]
        if not self.footprint.growing or not rising:
            return bool(rising)
        most = draft.fullest(limited=False)
        return any(most.holds(guards, {}) for guards in rising)
