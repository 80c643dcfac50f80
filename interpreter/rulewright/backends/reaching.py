"""Can a finish of a course still be reached? The meaning of `Reachable`, by search.

Depth first: a step is carried out on a copy of the state, and from there the search goes on. A
state that was seen before need not be searched again; states are told apart by the cells that steps
change and rules look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..core.completion import too_long
from ..core.course import in_order
from ..core.evaluate import Locals, never_asked, prepare, prepare_int
from ..core.ir import MOST_STATES, Course, Reachable, Stmt
from ..runtime.layout import Layout, Slots
from .effects import Run, Step
from .offers import Offer
from .protocol import Code

Key = tuple[object, ...]
Failed = set[Key]
Known = dict[Course, Failed]  # the states that lead to no finish


class Reaching:
    """Answers `Reachable` questions about the courses of a program."""

    def __init__(
        self, courses: Iterable[Course], layout: Layout, step_of: Callable[[Stmt], Step]
    ) -> None:
        self.layout = layout
        self.plans = {course: Plan.of(course, layout, step_of) for course in courses}

    def holds(self, expr: Reachable, values: Locals, slots: Slots, known: Known) -> int:
        """1 if a finish can be reached, else 0; `known` is what has been found out about a course
        before, in states that differ only in what its steps have done."""
        plan, copy = self.plans[expr.course], self.layout.copy(slots)
        failed: Failed = set() if expr.step is None else known.setdefault(expr.course, set())
        if expr.step is None:
            read = self.layout.reader(copy)
            assumed = [prepare(value)(values, read, never_asked) for _, value in expr.assume]
            for (cell, _), value in zip(expr.assume, assumed, strict=True):
                self.layout.put(copy, cell, (), value)
        else:
            self.take(expr, values, copy)
        return int(_Search(plan, failed).succeeds(copy))

    def take(self, expr: Reachable, values: Locals, slots: Slots) -> None:
        """Carry out in place the step that a question is about."""
        assert expr.step is not None
        read = self.layout.reader(slots)
        args = [prepare_int(arg)(values, read, never_asked) for arg in expr.args]
        self.plans[expr.course].take(slots, (expr.step, *args))


class _Search:
    """One search; `failed`: states known to lead nowhere, `underway`: those being searched."""

    def __init__(self, plan: Plan, failed: Failed) -> None:
        self.plan, self.failed = plan, failed
        self.underway: set[Key] = set()
        self.circled = False  # has a step led back to a state underway?

    def succeeds(self, slots: Slots) -> bool:
        """Does a finish follow from a state?"""
        found = self._leads(slots)
        if found and self.circled:  # what led back to a state underway may not have failed
            self.failed.clear()
        return found

    def _leads(self, slots: Slots) -> bool:
        key = self.plan.key(slots)
        if key in self.failed:
            return False
        if key in self.underway:
            self.circled = True
            return False
        if len(self.failed) + len(self.underway) > MOST_STATES:
            raise too_long(self.plan.course)
        self.underway.add(key)
        found = self.plan.is_finished(slots) or any(map(self._leads, self.plan.after(slots)))
        self.underway.discard(key)
        if not found:
            self.failed.add(key)
        return found


@dataclass(frozen=True, slots=True)
class Plan:
    """A course, prepared; `ranges`: the slots that tell its states apart."""

    course: Course
    layout: Layout
    finishes: tuple[Offer, ...]
    steps: tuple[Offer, ...]
    bodies: tuple[Step, ...]
    ranges: tuple[tuple[int, int], ...]

    @staticmethod
    def of(
        course: Course, layout: Layout, step_of: Callable[[Stmt], Step], *, weighed: bool = False
    ) -> Plan:
        slots = [layout.slot(cell) for cell in in_order(course, weighed=weighed)]
        return Plan(
            course,
            layout,
            tuple(Offer.of(i, finish) for i, finish in enumerate(course.finishes)),
            tuple(Offer.of(i, step) for i, step in enumerate(course.steps)),
            tuple(step_of(step.body) for step in course.steps),
            tuple((slot.base, slot.base + slot.count) for slot in slots),
        )

    def take(self, slots: Slots, code: Code) -> None:
        """Carry out a step in place."""
        step = self.course.steps[code[0]]
        values = {p.local.number: arg for p, arg in zip(step.params, code[1:], strict=True)}
        self.bodies[code[0]](self._run(slots, dict(values)))

    def is_finished(self, slots: Slots) -> bool:
        """Is a finish possible?"""
        run = self._run(slots, {})
        return any(True for offer in self.finishes for _ in offer.moves(run))

    def after(self, slots: Slots) -> Iterator[Slots]:
        """The states that steps lead to. Later steps come first: they close what grows, so their
        part of a search is the smaller one."""
        run = self._run(slots, {})
        for offer in reversed(self.steps):
            for code in offer.moves(run):
                after = self.layout.copy(slots)
                self.take(after, code)
                yield after

    def key(self, slots: Slots) -> Key:
        """What tells a state apart from others."""
        held = [slots[first:end] for first, end in self.ranges]
        return tuple(_hashable(v) for part in held for v in part)

    def _run(self, slots: Slots, values: Locals) -> Run:
        return Run(slots, values, self.layout.reader(slots), never_asked)


def _hashable(value: object) -> object:
    if isinstance(value, list):
        return tuple(value)
    return frozenset(value.items()) if isinstance(value, dict) else value
