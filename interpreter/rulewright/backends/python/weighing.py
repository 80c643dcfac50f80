"""What `most` asks of a course: generated functions, by full search.

For a course there is a function that tells of a state how much a finish weighs there and which
states its steps lead to, one for each step that carries it out, and one for what tells states
apart. `Most` in `support` goes through all states with them, once for each choice that is put.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from ...core.course import in_order
from ...core.ir import Course, Expr, Reachable
from ...core.walk import conjuncts
from . import nodes as py
from .completing import any_of
from .courses import Courses, Made, Writing, possible
from .names import AFTER, WEIGHS, word
from .support import NOTHING
from .values import Values
from .writer import Writer


@dataclass(frozen=True, slots=True)
class _Weighed:
    """The functions of a course: of a state, of what tells it apart, and of each step."""

    made: Made
    key: str


class Weighings:
    """The functions of one form of a program, written when first asked for."""

    def __init__(self, courses: Courses) -> None:
        self.courses = courses
        self._made: dict[Course, _Weighed] = {}

    def ask(self, writer: Writer, expr: Reachable) -> ast.expr:
        """Write a question into a function: the call that answers it."""
        most, values = self.prepare(writer, expr), Values(writer, self.courses.searcher)
        if expr.step is None:
            assert expr.course.weight is not None
            return py.method(most, "is_reached", values.value(expr.course.weight.value))
        made = self._weighed(expr.course).made
        args = [values.value(arg) for arg in expr.args]
        after = py.call(made.steps[expr.step], *args, *self._given(made))
        return py.method(most, "is_kept", after)

    def prepare(self, writer: Writer, expr: Reachable) -> ast.expr:
        """Write what all questions about a course in one state share."""
        known = writer.known.get(("most", expr.course))
        if known is not None:
            return known
        weighed = self._weighed(expr.course)
        unit = self.courses.unit
        course = unit.fixed("course", expr.course, lambda: expr.course)
        functions = py.name(weighed.made.search), py.name(weighed.key)
        state = py.tuple_of(self._given(weighed.made))
        return writer.remember(("most", expr.course), py.call("Most", course, *functions, state))

    def _given(self, made: Made) -> list[ast.expr]:
        return [held for cell in made.cells for held in self.courses.variables_of(cell)]

    def _weighed(self, course: Course) -> _Weighed:
        if course not in self._made:
            unit, title = self.courses.unit, word(course.name)
            reads = unit.reads_of_course(course)
            made = Made(
                unit.fresh(f"ways_of_{title}"),
                tuple(unit.fresh(f"taking_{word(step.name)}") for step in course.steps),
                tuple(cell for cell in unit.program.cells if cell in reads),
                "",
            )
            self._made[course] = _Weighed(made, unit.fresh(f"state_of_{title}"))
            self._write(Writing(self.courses, course, made, None), self._made[course].key)
        return self._made[course]

    def _write(self, writing: Writing, key: str) -> None:
        add = self.courses.add_as_it_is
        course, made = writing.course, writing.made
        for step, title in zip(course.steps, made.steps, strict=True):
            writing.carried_out(step, title, (), lambda _: py.tuple_of(writing.given))
        told = writing.key(in_order(course, weighed=True))
        add(course.span, key, writing.variables, [py.give(told)])
        values = writing.values()
        writer = values.writer
        with writer.evaluation():
            _weigh(values, course)
            writer.add(py.assign(AFTER, py.list_of([])))
            for step, title in zip(course.steps, made.steps, strict=True):

                def append(args: list[str], title: str = title) -> None:
                    state = py.call(title, *map(py.name, args), *writing.given)
                    writer.add(py.perform(py.method(py.name(AFTER), "append", state)))

                writing.each(values, step, append)
            writer.add(py.give(py.tuple_of([py.name(WEIGHS), py.name(AFTER)])))
        add(course.span, made.search, writing.variables, writer.lines)


def _weigh(values: Values, course: Course) -> None:
    """How much a finish weighs, if one is possible."""
    writer, weight = values.writer, course.weight
    assert weight is not None
    finishes: list[Expr] = []
    for finish in course.finishes:
        tests = [test for guard in finish.guards for test in conjuncts(guard.test)]
        finishes.append(possible(values.unit, finish.params, tests))
    writer.add(py.assign(WEIGHS, py.number(NOTHING)))
    can_finish = values.test(any_of(finishes))
    with writer.block() as lines:
        writer.add(py.assign(WEIGHS, values.value(weight.value)))
    writer.add(py.when(can_finish, lines))
