"""Which ways through a compose have the largest weight? The meaning of `most`, by full search.

All states that steps lead to are looked at, each once; then the largest weight that can still be
reached is handed back from each state to those before it, until nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..core.completion import too_long
from ..core.evaluate import Locals, never_asked, prepare_int
from ..core.ir import MOST_STATES, Course, Reachable, Stmt
from ..runtime.layout import Layout, Slots
from .effects import Step
from .reaching import Key, Plan

Known = dict[Course, "Weights"]


@dataclass(frozen=True, slots=True)
class Weights:
    """The largest weight that can be reached from each state, where a finish can be; and from the
    state in which the question is asked."""

    of: dict[Key, int]
    now: int | None


class Weighing:
    """Answers `Reachable` questions about the best finishes of the courses of a program."""

    def __init__(
        self, courses: Iterable[Course], layout: Layout, step_of: Callable[[Stmt], Step]
    ) -> None:
        self.layout = layout
        weighed = [course for course in courses if course.weight is not None]
        self.plans = {c: Plan.of(c, layout, step_of, weighed=True) for c in weighed}

    def holds(self, expr: Reachable, values: Locals, slots: Slots, known: Known) -> int:
        """1 if the largest weight that can be reached is reached so; `known`: what has been found
        out in the same state before."""
        reached, largest = self.compared(expr, values, slots, known)
        return int(reached is not None and reached == largest)

    def compared(
        self, expr: Reachable, values: Locals, slots: Slots, known: Known
    ) -> tuple[int | None, int | None]:
        """The largest weight that is reached so, and the largest that can be reached; None: no
        finish can be reached."""
        course = expr.course
        if course not in known:
            known[course] = self._weights(self.plans[course], slots)
        weights = known[course]
        if expr.step is None:
            return _weight(course, self.layout, slots), weights.now
        plan, copy = self.plans[course], self.layout.copy(slots)
        read = self.layout.reader(slots)
        args = [prepare_int(arg)(values, read, never_asked) for arg in expr.args]
        plan.take(copy, (expr.step, *args))
        return weights.of.get(plan.key(copy)), weights.now

    def _weights(self, plan: Plan, slots: Slots) -> Weights:
        found: dict[Key, int] = {}
        before: dict[Key, list[Key]] = {plan.key(slots): []}
        waiting = [slots]
        while waiting:
            state = waiting.pop()
            key = plan.key(state)
            if plan.is_finished(state):
                found[key] = _weight(plan.course, self.layout, state)
            for after in plan.after(state):
                follower = plan.key(after)
                if follower not in before:
                    before[follower] = []
                    waiting.append(after)
                before[follower].append(key)
            if len(before) > MOST_STATES:
                raise too_long(plan.course)
        changed = list(found)
        while changed:
            key = changed.pop()
            for earlier in before[key]:
                if earlier not in found or found[earlier] < found[key]:
                    found[earlier] = found[key]
                    changed.append(earlier)
        return Weights(found, found.get(plan.key(slots)))


def _weight(course: Course, layout: Layout, slots: Slots) -> int:
    assert course.weight is not None
    return prepare_int(course.weight.value)({}, layout.reader(slots), never_asked)
