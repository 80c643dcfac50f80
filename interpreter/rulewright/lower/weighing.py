"""What `most` asks of a compose: generated functions, by full search.

For a compose there is a function that tells of a state how much a finish weighs there and which
states its steps lead to, one for each step that carries it out, and one for what tells states
apart. `Most` in `support` goes through all states with them, once for each choice that is put.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core.ir import Completable, Compose, Read
from ..core.walk import conjuncts
from . import nodes as code
from .changes import in_order
from .footprint import footprint
from .general_search import GeneralSearches, Made, Writing
from .names import AFTER, WEIGHS, word
from .primitives import NOTHING
from .selections import may_finish, selected
from .values import Values
from .writer import Writer


@dataclass(frozen=True, slots=True)
class _Weighed:
    """The functions of a compose: of a state, of what tells it apart, and of each step."""

    made: Made
    key: str


class Weighings:
    """The functions of one form of a program, written when first asked for."""

    def __init__(self, composes: GeneralSearches) -> None:
        self.composes = composes
        self._made: dict[Compose, _Weighed] = {}

    def ask(self, writer: Writer, expr: Completable) -> code.Value:
        """Write a question into a function: the call that answers it."""
        most, values = self.prepare(writer, expr), Values(writer, self.composes.searcher)
        if expr.step is None:
            assert expr.compose.weight is not None
            return code.method(most, "is_reached", values.value(expr.compose.weight.value))
        made = self._weighed(expr.compose).made
        args = [values.value(arg) for arg in expr.args]
        after = code.call(made.steps[expr.step], *args, *self._given(made))
        return code.method(most, "is_kept", after)

    def prepare(self, writer: Writer, expr: Completable) -> code.Value:
        """Write what all questions about a compose in one state share."""
        known = writer.known.get(("most", expr.compose))
        if known is not None:
            return known
        weighed = self._weighed(expr.compose)
        unit = self.composes.unit
        compose = unit.fixed("compose", expr.compose, lambda: expr.compose)
        functions = code.name(weighed.made.search), code.name(weighed.key)
        state = code.tuple_of(self._given(weighed.made))
        return writer.remember(
            ("most", expr.compose), code.call("Most", compose, *functions, state)
        )

    def _given(self, made: Made) -> list[code.Value]:
        return [
            held for variable in made.variables for held in self.composes.variables_of(variable)
        ]

    def _weighed(self, compose: Compose) -> _Weighed:
        if compose not in self._made:
            unit, title = self.composes.unit, word(compose.name)
            reads = unit.reads_of_compose(compose)
            made = Made(
                unit.fresh(f"ways_of_{title}"),
                tuple(unit.fresh(f"taking_{word(step.name)}") for step in compose.steps),
                tuple(variable for variable in unit.program.variables if variable in reads),
            )
            self._made[compose] = _Weighed(made, unit.fresh(f"state_of_{title}"))
            self._write(Writing(self.composes, compose, made, None), self._made[compose].key)
        return self._made[compose]

    def _write(self, writing: Writing, key: str) -> None:
        add = self.composes.add_as_it_is
        compose, made = writing.compose, writing.made
        for step, title in zip(compose.steps, made.steps, strict=True):
            impossible: code.Lines = [code.give(code.nothing())]
            writing.carried_out(step, title, (), lambda _: code.tuple_of(writing.given), impossible)
        chosen = writing.unit.choosing(compose)
        values = writing.values()
        writer = values.writer
        if chosen is None:
            told = writing.key(in_order(compose, weighed=True))
        else:
            masks = [values.mask(Read(s.selection, (), s.selection.type)) for s in chosen.steps]
            told = selected(values, footprint(chosen), masks)
        add(compose.span, key, writing.variables, [*writer.lines, code.give(told)])
        values = writing.values()
        writer = values.writer
        with writer.evaluation():
            _weigh(values, writing)
            writer.add(code.assign(AFTER, code.list_of([])))
            hope = []
            if chosen is not None:
                hope = [values.test(may_finish(values, chosen, footprint(chosen)))]
            with writer.block() as further:
                for step, title in zip(compose.steps, made.steps, strict=True):

                    def append(args: list[str], title: str = title) -> None:
                        state = code.call(title, *map(code.name, args), *writing.given)
                        writer.add(code.perform(code.method(code.name(AFTER), "append", state)))

                    tests = [test for guard in step.guards for test in conjuncts(guard.test)]
                    writing.each(values, step.params, tests, append)
            writer.add_if(hope, further)
            writer.add(code.give(code.tuple_of([code.name(WEIGHS), code.name(AFTER)])))
        add(compose.span, made.search, writing.variables, writer.lines)


def _weigh(values: Values, writing: Writing) -> None:
    """How much a finish weighs, if one is possible."""
    writer, weight = values.writer, writing.compose.weight
    assert weight is not None
    writer.add(code.assign(WEIGHS, code.number(NOTHING)))
    ends = writer.variable(code.number(0), "ends")
    for finish in writing.compose.finishes:
        tests = [test for guard in finish.guards for test in conjuncts(guard.test)]
        writing.if_possible(values, finish.params, tests, lambda: code.assign(ends, code.number(1)))
    with writer.block() as lines:
        if values.unit.can_fail(weight.value):
            writer.add(code.assign(WEIGHS, writing.certain(values, weight.value, NOTHING)))
        else:
            writer.add(code.assign(WEIGHS, values.value(weight.value)))
    writer.add(code.when(code.name(ends), lines))
