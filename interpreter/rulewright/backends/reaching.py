"""Can a finish of a course still be reached? The meaning of `Reachable`, by search.

Depth first: a step is carried out on a copy of the state, and from there the search goes on. A
state that was seen before need not be searched again; states are told apart by the cells that steps
change and rules look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..core.course import in_order
from ..core.evaluate import Locals, never_asked, prepare, prepare_int
from ..core.ir import Course, Reachable, Stmt
from ..diagnostics import PlayError
from ..runtime.layout import Layout, Slots
from .effects import Run, Step
from .offers import Offer
from .protocol import Code

MOST_STATES = 200_000  # how many states are searched before the search gives up

Key = tuple[object, ...]
Failed = set[Key]
Known = dict[Course, Failed]  # the states that lead to no finish


class Reaching:
    """Answers `Reachable` questions about the courses of a program."""

    def __init__(
        self, courses: Iterable[Course], layout: Layout, step_of: Callable[[Stmt], Step]
    ) -> None:
        self._layout = layout
        self._plans = {course: _Plan.of(course, layout, step_of) for course in courses}

    def holds(self, expr: Reachable, values: Locals, slots: Slots, known: Known) -> int:
        """1 if a finish can be reached, else 0; `known` is what has been found out about a course
        before, in states that differ only in what its steps have done."""
        copy = self._layout.copy(slots)
        run = Run(copy, values, self._layout.reader(copy), never_asked)
        failed: Failed = set() if expr.step is None else known.setdefault(expr.course, set())
        search = _Search(self._plans[expr.course], self._layout, failed)
        if expr.step is None:
            assumed = [prepare(value)(values, run.read, never_asked) for _, value in expr.assume]
            for (cell, _), value in zip(expr.assume, assumed, strict=True):
                self._layout.put(copy, cell, (), value)
        else:
            args = [prepare_int(arg)(values, run.read, never_asked) for arg in expr.args]
            search.take(copy, (expr.step, *args))
        return int(search.succeeds(copy))


class _Search:
    """One search; `failed`: states known to lead nowhere, `underway`: those being searched."""

    def __init__(self, plan: _Plan, layout: Layout, failed: Failed) -> None:
        self.plan, self.layout, self.failed = plan, layout, failed
        self.underway: set[Key] = set()
        self.circled = False  # has a step led back to a state underway?

    def succeeds(self, slots: Slots) -> bool:
        """Does a finish follow from a state?"""
        found = self._leads(slots)
        if found and self.circled:  # what led back to a state underway may not have failed
            self.failed.clear()
        return found

    def take(self, slots: Slots, code: Code) -> None:
        """Carry out a step in place."""
        step = self.plan.course.steps[code[0]]
        values = {p.local.number: arg for p, arg in zip(step.params, code[1:], strict=True)}
        self.plan.bodies[code[0]](self._run(slots, dict(values)))

    def _leads(self, slots: Slots) -> bool:
        key = self._key(slots)
        if key in self.failed:
            return False
        if key in self.underway:
            self.circled = True
            return False
        if len(self.failed) + len(self.underway) > MOST_STATES:
            raise too_long(self.plan.course)
        self.underway.add(key)
        found = self._finished(slots) or self._goes_on(slots)
        self.underway.discard(key)
        if not found:
            self.failed.add(key)
        return found

    def _finished(self, slots: Slots) -> bool:
        run = self._run(slots, {})
        return any(True for offer in self.plan.finishes for _ in offer.moves(run))

    def _goes_on(self, slots: Slots) -> bool:
        """Later steps are tried first: they close what grows, so their part of the search is the
        smaller one."""
        run = self._run(slots, {})
        for offer in reversed(self.plan.steps):
            for code in offer.moves(run):
                after = self.layout.copy(slots)
                self.take(after, code)
                if self._leads(after):
                    return True
        return False

    def _key(self, slots: Slots) -> Key:
        held = [slots[first:end] for first, end in self.plan.ranges]
        return tuple(tuple(v) if type(v) is list else v for part in held for v in part)

    def _run(self, slots: Slots, values: Locals) -> Run:
        return Run(slots, values, self.layout.reader(slots), never_asked)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A course, prepared; `ranges`: the slots that tell its states apart."""

    course: Course
    finishes: tuple[Offer, ...]
    steps: tuple[Offer, ...]
    bodies: tuple[Step, ...]
    ranges: tuple[tuple[int, int], ...]

    @staticmethod
    def of(course: Course, layout: Layout, step_of: Callable[[Stmt], Step]) -> _Plan:
        slots = [layout.slot(cell) for cell in in_order(course)]
        return _Plan(
            course,
            tuple(Offer.of(i, finish) for i, finish in enumerate(course.finishes)),
            tuple(Offer.of(i, step) for i, step in enumerate(course.steps)),
            tuple(step_of(step.body) for step in course.steps),
            tuple((slot.base, slot.base + slot.count) for slot in slots),
        )


def too_long(course: Course) -> PlayError:
    """What is said when a search does not come to an end."""
    return PlayError(
        f"whether {course.name} can be completed cannot be told: more than {MOST_STATES} positions "
        "would have to be searched", course.span,
    )  # fmt: skip
