"""Questions about a compose, by search: generated functions, depth first.

The state of the search is held in variables, those of the cells that steps change and rules look
at. For each step there is a function that carries it out on variables of its own (lists that it
changes are copied first) and searches on, and for the compose one that asks for a finish and tries
all steps. States that lead nowhere are remembered by the cells that are both changed and looked at
(`changes`). Both forms of a program use the same functions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ...core.ir import (
    Cell,
    Completable,
    Compose,
    ComposeStep,
    Const,
    Expr,
    Fold,
    Local,
    Op,
    Param,
    SetOf,
    StackOf,
    Truth,
)
from ...core.walk import conjuncts
from ...runtime.layout import Slot
from ...source import Span
from . import nodes as py
from .changes import cells_changed, cells_written, in_order, is_onward, of_every
from .completing import all_of, limit, simplified
from .names import FAILED, FULL, HOPE, KEY, NOW, PAYABLE, word
from .offers import each_option
from .relaxation import Prospects, falling, prospects
from .relaxed import Relaxed
from .statements import Statements
from .store import LocalStore, SlotStore
from .unit import Unit
from .values import Searcher, Values
from .writer import Writer

AddFunction = Callable[[Span, str, list[str], py.Lines], None]
Act = Callable[[list[str]], None]


@dataclass(frozen=True, slots=True)
class Made:
    """The functions of a compose: of the search, and of each step; the cells they are given."""

    search: str
    steps: tuple[str, ...]
    cells: tuple[Cell, ...]
    full: str  # the function that tells whether numbers may be raised; empty: they never are


class GeneralSearches:
    """The search functions of one form of a program, written when first asked for."""

    def __init__(
        self, unit: Unit, store: SlotStore | LocalStore, add: AddFunction, searcher: Searcher
    ) -> None:
        self.unit, self.store, self.searcher = unit, store, searcher
        self.add_as_it_is = add  # a function that is also handed on as a value
        self._local: LocalStore | None = store if isinstance(store, LocalStore) else None
        self._made: dict[Compose, Made] = {}

    def add(self, span: Span, title: str, params: list[str], lines: py.Lines) -> None:
        """A function that only functions of the same form call: parameters they need not give are
        left out."""
        self.unit.inner.add(title)
        self.add_as_it_is(span, title, params, lines)

    @property
    def local(self) -> LocalStore:
        """Where the search functions hold cells."""
        if self._local is None:
            self._local = LocalStore(self.unit.program, self.unit.layout)
        return self._local

    def ask(self, writer: Writer, expr: Completable) -> ast.expr:
        """Write a question into a function: the call that answers it."""
        made = self.made(expr.compose)
        values = Values(writer, self.searcher)
        assumed = {cell: value for cell, value in expr.assume} if expr.step is None else {}
        given: list[ast.expr] = []
        for cell in made.cells:
            if cell in assumed:
                given.append(values.value(assumed[cell]))
            else:
                given += self.variables_of(cell)
        if expr.step is None:
            full = py.call(made.full, *given) if made.full else py.number(0)
            return py.call(made.search, *given, py.call("set"), full)
        args = [values.value(arg) for arg in expr.args]
        failed, full = self.failed(writer, expr), self._full(writer, expr)
        return py.call(made.steps[expr.step], *args, *given, failed, full)

    def prepare(self, writer: Writer, expr: Completable) -> ast.expr:
        """Write what all questions about a compose in one state share."""
        self._full(writer, expr)
        return self.failed(writer, expr)

    def _full(self, writer: Writer, expr: Completable) -> ast.expr:
        """May numbers be raised again, from the state the questions begin in?"""
        made = self.made(expr.compose)
        if not made.full or expr.step is None:
            return py.number(0)
        known = writer.known.get(("full", expr.compose))
        if known is not None:
            return known
        given = [held for cell in made.cells for held in self.variables_of(cell)]
        return writer.remember(("full", expr.compose), py.call(made.full, *given))

    def failed(self, writer: Writer, expr: Completable) -> ast.expr:
        """What led nowhere before: shared by all questions about a compose in one state."""
        key = "failed", expr.compose
        known = writer.known.get(key)
        return known if known is not None else writer.remember(key, py.call("set"))

    def variables_of(self, cell: Cell) -> list[ast.expr]:
        """The variables of a cell, filled from where the form keeps it."""
        names = self.local.variables(cell)
        if isinstance(self.store, LocalStore):
            return [py.name(one) for one in names]
        if self.local.is_list(cell):
            return [self.store.places(cell, py.number(0), self.unit.layout.slot(cell).count)]
        return [self.store.slot(cell, py.number(i)) for i in range(len(names))]

    def made(self, compose: Compose) -> Made:
        """The functions of a compose."""
        if compose not in self._made:
            fresh, title = self.unit.fresh, word(compose.name)
            reads = self.unit.reads_of_compose(compose)
            found = prospects(compose)
            made = Made(
                fresh(f"leads_on_{title}"),
                tuple(fresh(f"after_{word(step.name)}") for step in compose.steps),
                tuple(cell for cell in self.unit.program.cells if cell in reads),
                fresh(f"raises_{title}") if found is not None and found.can_rise else "",
            )
            self._made[compose] = made
            Writing(self, compose, made, found).write()
        return self._made[compose]


class Writing:
    """Writes the functions of one compose."""

    def __init__(
        self, composes: GeneralSearches, compose: Compose, made: Made, found: Prospects | None
    ) -> None:
        self.unit, self.store, self.add = composes.unit, composes.local, composes.add
        self.searcher = composes.searcher
        self.compose, self.made = compose, made
        self.onward = is_onward(compose)
        self.variables = [v for cell in made.cells for v in self.store.variables(cell)]
        self.given = [py.name(v) for v in self.variables]
        self.relaxed = Relaxed(self, found) if found is not None else None

    def write(self) -> None:
        impossible: py.Lines = [py.give(py.number(0))]
        for step, title in zip(self.compose.steps, self.made.steps, strict=True):
            self.step(step, title, self.made.search, FAILED, FULL, otherwise=impossible)
        self._search()
        if self.relaxed is not None:
            self.relaxed.write(self.made.full)

    def values(self) -> Values:
        """What writes a function that is given the state of the search."""
        return Values(Writer(self.unit, self.store), self.searcher)

    # -------------------------------------------------------------------------------------- steps

    def step(
        self,
        step: ComposeStep,
        title: str,
        then: str,
        *more: str,
        about: Param | None = None,
        otherwise: py.Lines | None = None,
    ) -> None:
        """A function that carries out a step and goes on with `then`, which is given `more`, and
        first the argument of the parameter it is `about`."""

        def going_on(params: list[str]) -> ast.expr:
            first = [name for p, name in zip(step.params, params, strict=True) if p is about]
            return py.call(then, *map(py.name, first), *self.given, *map(py.name, more))

        self.carried_out(step, title, more, going_on, otherwise)

    def carried_out(
        self,
        step: ComposeStep,
        title: str,
        more: Sequence[str],
        result: Callable[[list[str]], ast.expr],
        otherwise: py.Lines | None,
    ) -> None:
        """A function that carries out a step and gives a result, made from its arguments.
        `otherwise`: what it does where the step cannot be taken (None: that is an error)."""
        values = self.values()
        writer = values.writer
        params = [writer.bind(p.local, sure=True) for p in step.params]
        changed = cells_written(step.body)
        for cell in self.made.cells:
            if cell in changed:
                writer.lines.extend(self._copied(cell))
        statements = Statements(
            writer, values, goto=_no_way_out, over=lambda: _no_way_out(None), deep=False
        )
        statements.effects.know(step)
        statements.write(step.body)
        if writer.lines and otherwise is not None:
            writer.lines = [py.attempt(writer.lines, otherwise)]
        writer.add(py.give(result(params)))
        self.add(step.body.span, title, [*params, *self.variables, *more], writer.lines)

    def _copied(self, cell: Cell) -> py.Lines:
        """A cell's lists, made the function's own."""
        lines = []
        for variable in self.store.variables(cell):
            if isinstance(cell.type, StackOf) and cell.keys:
                copied: ast.expr = py.call("copied", py.name(variable))
            elif self.store.is_list(cell) or isinstance(cell.type, StackOf):
                whole = ast.Slice(None, None, None)
                copied = py.item(py.name(variable), whole)
            else:
                continue
            lines.append(py.assign(variable, copied))
        return lines

    # ------------------------------------------------------------------------------------- search

    def _search(self) -> None:
        """Is there a finish, or a step that leads to one?"""
        values = self.values()
        writer = values.writer
        with writer.evaluation():
            joint = self.relaxed.joint(values) if self.relaxed is not None else None
            writer.add(py.assign(HOPE, py.number(0)))
            for number in range(len(self.compose.finishes)):
                self._finish(values, number, joint)
            writer.add(py.when(py.negated(py.name(HOPE)), [py.give(py.number(0))]))
            writer.add(py.assign(KEY, self.key(in_order(self.compose))))
            seen = py.compare(py.name(KEY), "in", py.name(FAILED))
            writer.add(py.when(seen, [py.give(py.number(0))]))
            writer.add(limit(self.unit, self.compose, FAILED))
            remember = py.perform(py.method(py.name(FAILED), "add", py.name(KEY)))
            if not self.onward:
                writer.add(remember)
            pairs = list(zip(self.compose.steps, self.made.steps, strict=True))
            for step, title in reversed(pairs):  # what comes last is nearest to a finish
                self._try(values, step, title)
            if self.onward:
                writer.add(remember)
            writer.add(py.give(py.number(0)))
        self.add(self.compose.span, self.made.search, [*self.variables, FAILED, FULL], writer.lines)

    def _finish(self, values: Values, number: int, joint: ast.expr | None) -> None:
        """Give yes if a finish is possible; there is hope as long as none of its conditions has
        failed for good, for some arguments."""
        writer, finish = values.writer, self.compose.finishes[number]
        tests = [test for test in falling(self.compose)[number] if not self.unit.can_fail(test)]
        flags = [test for test in tests if not _reads(self.unit, test, finish.params)]
        left: dict[int, ast.expr] = {}
        with writer.block() as lines:
            params = list(finish.params)
            for i, param in enumerate(params):
                others = [p for p in finish.params if p is not param]
                own = [test for test in tests if test not in flags]
                own = [test for test in own if not _reads(self.unit, test, others)]
                narrowed = self._narrowed(values, number, param, own, joint)
                if narrowed is None:
                    continue
                held = Local(-2 - i, "left", SetOf(param.source.type.domain))  # type: ignore[union-attr]
                left[held.number] = narrowed
                assert isinstance(narrowed, ast.Name | ast.Constant)
                if isinstance(narrowed, ast.Name):
                    writer.names[held.number] = narrowed.id
                    source: Expr = held
                    if self._moves(param):
                        source = Op("intersect", (param.source, held), held.type)
                    params[i] = replace(param, source=source)
            with writer.block() as further:
                writer.add(py.assign(HOPE, py.number(1)))
                fitting = self._fitting(values, number, left)
                with writer.block() as asked:
                    guards = [of_every(guard.test) for guard in finish.guards]
                    wanted = [test for guard in guards for test in conjuncts(guard)]
                    self.if_possible(values, params, wanted, lambda: py.give(py.number(1)))
                writer.add_if(fitting, asked)
            writer.add_if(list(left.values()), further)
        writer.add_if([values.test_all(flags)] if flags else [], lines)

    def _fitting(self, values: Values, number: int, left: dict[int, ast.expr]) -> list[ast.expr]:
        """The values of parameters that elements have now; these are all that is left to ask."""
        writer, found = values.writer, []
        for i, param in enumerate(self.compose.finishes[number].params):
            if self.relaxed is not None and isinstance(left.get(-2 - i), ast.Name):
                now = self.relaxed.of_param(number, param, py.name(NOW))
                if now is not None:
                    mask = py.binary(left[-2 - i], "&", now)
                    writer.names[-2 - i] = writer.variable(mask, "fitting")
                    found.append(py.name(writer.names[-2 - i]))
        return found

    def _narrowed(
        self, values: Values, number: int, param: Param, tests: list[Expr], joint: ast.expr | None
    ) -> ast.expr | None:
        """The elements that a parameter may still take, as far as is certain; None: any."""
        source = param.source
        if not isinstance(source.type, SetOf) or self.unit.can_fail(source):
            return None
        if self.unit.free(source):
            return None
        if self._moves(param):
            source = Const(source.type.domain.everything(), source.type)
        mask = values.folds.among(source, param.local, tests)
        if joint is not None and self.relaxed is not None:
            fitting = self.relaxed.of_param(number, param, joint)
            if fitting is not None:
                mask = py.binary(mask, "&", fitting)
            held = values.writer.variable(mask, "left")
            both = self.relaxed.together(values, number, param, held)
            if both is not None:
                several = py.compare(py.name(PAYABLE), "!=", py.number(1))
                asked = py.both([py.name(held), several])
                values.writer.add(py.when(asked, [py.assign(held, both)]))
            return py.name(held)
        return values.writer.atom(mask, "left")

    def _moves(self, param: Param) -> bool:
        """Is a parameter drawn from something else after a step?"""
        return bool(self.unit.reads(param.source) & self.changed)

    @property
    def changed(self) -> frozenset[Cell]:
        return cells_changed(self.compose)

    def _try(self, values: Values, step: ComposeStep, title: str) -> None:
        writer = values.writer

        def search(args: list[str]) -> None:
            more = py.name(FAILED), py.name(FULL)
            further = py.call(title, *map(py.name, args), *self.given, *more)
            yes: py.Lines = [py.give(py.number(1))]
            if not self.onward:  # what led back to a state underway may not have failed
                yes.insert(0, py.perform(py.method(py.name(FAILED), "clear")))
            writer.add(py.when(further, yes))

        tests = [test for guard in step.guards for test in conjuncts(guard.test)]
        self.each(values, step.params, tests, search)

    def each(
        self, values: Values, params: Sequence[Param], tests: Sequence[Expr], act: Act
    ) -> None:
        """Do something for all arguments for which the tests hold. What cannot be worked out does
        not hold, and draws nothing."""
        writer, can_fail = values.writer, self.unit.can_fail
        risky = [test for test in tests if can_fail(test)]

        def asked(args: list[str]) -> None:
            with writer.block() as lines:
                act(args)
            for test in reversed(risky):
                with writer.block() as outer:
                    writer.add(py.when(self.certain(values, test, 0), lines))
                lines = outer
            writer.lines.extend(lines)

        sure = [test for test in tests if test not in risky]
        if any(can_fail(param.source) for param in params):
            risky = list(tests)
            self._drawn(values, params, [], asked)
        else:
            each_option(values, params, sure, asked)

    def _drawn(self, values: Values, params: Sequence[Param], args: list[str], act: Act) -> None:
        """Do something for all arguments, where a source may not be worked out."""
        if not params:
            act(args)
            return
        param, writer = params[0], values.writer
        held = self.unit.fresh_local(Local(0, "drawn", param.source.type))
        drawn = self.certain(values, param.source, 0)
        if not isinstance(param.source.type, SetOf):
            drawn = py.either([drawn, py.list_of([])])
        writer.names[held.number] = writer.variable(drawn, "drawn")

        def next_one(more: list[str]) -> None:
            self._drawn(values, params[1:], [*args, *more], act)

        each_option(values, (replace(param, source=held),), (), next_one)

    def if_possible(
        self,
        values: Values,
        params: Sequence[Param],
        tests: Sequence[Expr],
        then: Callable[[], ast.stmt],
    ) -> None:
        """Do something if there are arguments for which all tests hold."""
        parts = (*tests, *(param.source for param in params))
        if any(map(self.unit.can_fail, parts)):
            self.each(values, params, tests, lambda _: values.writer.add(then()))
        else:
            test = values.test(possible(self.unit, tuple(params), tests))
            values.writer.add(py.when(test, [then()]))

    def certain(self, values: Values, expr: Expr, otherwise: int | None) -> ast.expr:
        """The value of an expression that may go wrong, or what stands for it where it does: by a
        function of its own."""
        title, inner = self.unit.fresh("certain"), self.values()
        names = {number: values.writer.names[number] for number in sorted(self.unit.free(expr))}
        inner.writer.names.update(names)
        inner.writer.reserve(names.values())
        inner.writer.sure |= values.writer.sure & names.keys()
        with inner.writer.evaluation():
            inner.writer.add(py.give(inner.value(expr)))
        body = [py.attempt(inner.writer.lines, [py.give(ast.Constant(otherwise))])]
        self.add(self.compose.span, title, [*names.values(), *self.variables], body)
        return py.call(title, *map(py.name, names.values()), *self.given)

    def key(self, cells: Sequence[Cell]) -> ast.expr:
        """What tells states apart that differ in these cells."""
        parts: list[ast.expr] = []
        for cell in cells:
            variables = self.store.variables(cell)
            if cell.grows:  # which component lies in which cell tells all
                parts.append(py.call("frozen", py.name(variables[2])))
                continue
            for variable in variables:
                parts.append(self.hashable(self.unit.layout.slot(cell), variable))
        return py.tuple_of(parts)

    def hashable(self, slot: Slot, variable: str) -> ast.expr:
        held = py.name(variable)
        if slot.form == "stack" and self.store.is_list(slot.cell):
            return py.call("tuple", py.call("map", py.name("tuple"), held))
        if slot.form == "stack" or self.store.is_list(slot.cell):
            return py.call("tuple", held)
        return held


def possible(unit: Unit, given: tuple[Param, ...], tests: Sequence[Expr]) -> Expr:
    """Are there arguments for which all conditions hold? Parameters that no condition reads
    together are looked for apart from each other."""
    params = list(given)
    found: list[Expr] = [test for test in tests if not _reads(unit, test, params)]
    while params:
        group = [params.pop(0)]
        for param in group:  # grows while it is gone through
            tied = [test for test in tests if _reads(unit, test, [param])]
            tied += [p.source for p in (*params, *group)]
            for other in list(params):
                if (
                    any(
                        _reads(unit, part, [param]) and _reads(unit, part, [other]) for part in tied
                    )
                    or _reads(unit, other.source, [param])
                    or _reads(unit, param.source, [other])
                ):
                    params.remove(other)
                    group.append(other)
        group = [param for param in given if param in group]
        found.append(_some(group, [test for test in tests if _reads(unit, test, group)]))
    return all_of(found)


def _some(params: Sequence[Param], tests: Sequence[Expr]) -> Expr:
    expr = all_of(list(tests))
    for param in reversed(params):
        expr = simplified(Fold("some", param.local, param.source, expr, None, Truth(), param.span))
    return expr


def _reads(unit: Unit, expr: Expr, params: Sequence[Param]) -> bool:
    return not unit.free(expr).isdisjoint(param.local.number for param in params)


def _no_way_out(exit_: object) -> py.Lines:
    raise AssertionError("a step that leads away")
