"""Questions about a compose that only a search answers: generated functions, depth first.

A function takes the selections as masks and tells whether a finish can be reached from there. What
failed is remembered by its key; what no further element can mend is given up at once. Why both are
sound is told in `footprint`, whose analysis is used. The last step has a faster search of its own
where that is possible (`descent`). All this is for composes that only select and none of whose
rules can go wrong; any other is searched by what its steps do (`general_search`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from ..core.ir import Completable, Op, Read, SetOf, StateVariable
from ..core.selecting import Selecting, SelectingStep
from ..core.walk import conjuncts
from ..source import Span
from . import nodes as code
from .completing import YES, limit
from .footprint import Footprint, footprint
from .general_search import GeneralSearches
from .names import FAILED, KEY, STATE, word
from .selections import may_finish, selected
from .store import LocalStore, SlotStore
from .subset_search import SubsetSearchWriter, descent
from .unit import Unit
from .values import Values
from .weighing import Weighings
from .writer import Writer

AddFunction = Callable[[Span, str, list[str], code.Lines], None]


@dataclass(frozen=True, slots=True)
class _Made:
    """A search function: its name, and the variables it needs besides selections."""

    title: str
    needs: tuple[str, ...]


class Searches:
    """The search functions of one form of a program, written when first asked for."""

    def __init__(self, unit: Unit, store: SlotStore | LocalStore, add: AddFunction) -> None:
        self.unit = unit
        self.store = store
        self._add = add
        self._made: dict[tuple[Selecting, tuple[StateVariable, ...]], _Made] = {}
        self._general = GeneralSearches(unit, store, add, self)
        self._weighings = Weighings(self._general)

    def ask(self, writer: Writer, expr: Completable) -> code.Value:
        """Write a question into a function: the call that answers it."""
        compose = self.unit.selecting(expr.compose)
        if expr.best or compose is None:
            return (self._weighings if expr.best else self._general).ask(writer, expr)
        values = Values(writer, self)
        assumed = tuple(variable for variable, _ in expr.assume) if expr.step is None else ()
        made = self._function(compose, assumed)
        args: list[code.Value] = [code.name(held) for held in made.needs]
        if expr.step is None:
            args += [values.value(value) for _, value in expr.assume]
            args += [code.number(0) for _ in compose.steps]
        else:
            for number, step in enumerate(compose.steps):
                now = values.value(Read(step.selection, (), step.selection.type))
                if number == expr.step:
                    domain = cast(SetOf, step.selection.type).domain
                    now = code.binary(now, "|", values.bit(values.value(expr.args[0]), domain))
                args.append(now)
        return code.call(made.title, *args, self.failed(writer, expr))

    def failed(self, writer: Writer, expr: Completable) -> code.Value:
        """What failed before: shared by questions that differ only in the element taken."""
        if expr.best or self.unit.selecting(expr.compose) is None:
            return (self._weighings if expr.best else self._general).prepare(writer, expr)
        if expr.step is None:
            return code.call("set")
        key = "failed", expr.compose
        known = writer.known.get(key)
        return known if known is not None else writer.remember(key, code.call("set"))

    def _function(self, compose: Selecting, assumed: tuple[StateVariable, ...]) -> _Made:
        key = compose, assumed
        if key not in self._made:
            title = self.unit.fresh(f"can_complete_{word(compose.name)}")
            needs = self._needs(compose, assumed)
            self._made[key] = _Made(title, needs)
            search = _Search(self, compose, assumed, title, needs)
            self._add(compose.span, title, search.params, search.lines())
            if search.last is not None:
                lines = search.last.lines(search.values_of_last())
                self._add(compose.span, search.last.title, search.last.params, lines)
        return self._made[key]

    def _needs(self, compose: Selecting, assumed: tuple[StateVariable, ...]) -> tuple[str, ...]:
        if isinstance(self.store, SlotStore):
            return (STATE,)
        own = {*assumed, *(step.selection for step in compose.steps)}
        read = self.unit.reads_of_compose(compose.compose)
        variables = [
            variable
            for variable in self.unit.program.variables
            if variable in read and variable not in own
        ]
        return tuple(name for variable in variables for name in self.store.variables(variable))


class _Search:
    def __init__(
        self,
        searches: Searches,
        compose: Selecting,
        assumed: tuple[StateVariable, ...],
        title: str,
        needs: tuple[str, ...],
    ) -> None:
        self.unit = searches.unit
        self.compose = compose
        self.title = title
        self.footprint: Footprint = footprint(compose)
        self.writer = Writer(searches.unit, searches.store)
        self.masks = [self.writer.fresh("chosen") for _ in compose.steps]
        given = [self.writer.fresh(f"given_{variable.name}") for variable in assumed]
        self.first = [*needs, *given]
        self.params = [*self.first, *self.masks, FAILED]
        self.writer.instead = {
            **{variable: code.name(name) for variable, name in zip(assumed, given, strict=True)},
            **{s.selection: code.name(m) for s, m in zip(compose.steps, self.masks, strict=True)},
        }
        self.values = Values(self.writer, searches)
        self.last: SubsetSearchWriter | None = None
        plan = descent(self.unit, compose)
        if plan is not None:
            title = self.unit.fresh(f"{title}_{word(plan.step.name)}")
            self.last = SubsetSearchWriter(self.unit, plan, title, [*self.first, *self.masks[:-1]])
        self._searches = searches

    def values_of_last(self) -> Values:
        """What writes the function of the last step: its own selection is not in a variable."""
        writer = Writer(self.unit, self._searches.store)
        last = self.compose.steps[-1].selection
        writer.instead = {c: held for c, held in self.writer.instead.items() if c is not last}
        return Values(writer, self._searches)

    def lines(self) -> code.Lines:
        """The body: finished, known to fail, hopeless, or one step further."""
        with self.writer.evaluation():
            self._body()
        return self.writer.lines

    def _body(self) -> None:
        writer, values = self.writer, self.values
        for guards in self.compose.finishes:
            test = values.test_all([guard.test for guard in guards])
            writer.add(code.when(test, [code.give(code.number(1))]))
        remember: code.Lines = []
        if self.last is None or len(self.masks) > 1:
            key = selected(values, self.footprint, [code.name(mask) for mask in self.masks])
            writer.add(code.assign(KEY, key))
            known = code.compare(code.name(KEY), "in", code.name(FAILED))
            writer.add(code.when(known, [code.give(code.number(0))]))
            remember = [
                code.perform(code.method(code.name(FAILED), "add", code.name(KEY))),
                limit(self.unit, self.compose.compose, FAILED),
            ]
        hope = may_finish(values, self.compose, self.footprint)
        if hope != YES:
            lost = code.negated(values.test(hope))
            writer.add(code.when(lost, [code.give(code.number(0))]))
        for number, step in reversed(list(enumerate(self.compose.steps))):
            self._step(number, step)  # what comes last is nearest to a finish
        writer.lines.extend(remember)
        writer.add(code.give(code.number(0)))

    def _step(self, number: int, step: SelectingStep) -> None:
        writer, values = self.writer, self.values
        kind = step.selection.type
        mask = Read(step.selection, (), kind)
        later = Op("after", (mask, Op("members", (step.source,), kind)), kind)
        tests = [part for guard in step.guards for part in conjuncts(guard.test)]
        with writer.block() as lines:
            candidates = values.folds.among(later, step.local, tests)
            if self.last is not None and number == len(self.masks) - 1:
                tried = code.name(FAILED) if number == 0 else code.call("set")
                found = self.last.call(values, candidates, tried)
                writer.add(code.when(found, [code.give(code.number(1))]))
            else:
                self._each(number, candidates)
        conditions = [code.negated(code.name(m)) for m in self.masks[number + 1 :]]
        if step.at_most is not None:
            size = code.size(code.name(self.masks[number]))
            conditions.append(code.compare(size, "<", values.value(step.at_most)))
        writer.add_if(conditions, lines)

    def _each(self, number: int, candidates: code.Value) -> None:
        """Take one candidate, and search on."""
        writer = self.writer
        left, bit = writer.variable(candidates, "left"), writer.fresh("bit")
        lowest = code.binary(code.name(left), "&", code.negative(code.name(left)))
        masks: list[code.Value] = [code.name(m) for m in self.masks]
        masks[number] = code.binary(masks[number], "|", code.name(bit))
        args = [*(code.name(n) for n in self.first), *masks, code.name(FAILED)]
        further = code.when(code.call(self.title, *args), [code.give(code.number(1))])
        body = [code.assign(bit, lowest), code.augment(left, "^", code.name(bit)), further]
        writer.add(code.loop(code.name(left), body))
