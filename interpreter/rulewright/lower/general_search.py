"""Questions about a compose, by search: generated functions, depth first.

The state of the search is held in variables, those of the state variables that steps change and
rules look at. For each step there is a function that carries it out on variables of its own (lists
that it changes are copied first) and searches on, and for the compose one that asks for a finish
and tries all steps. States that lead nowhere are remembered by the state variables that are both
changed and looked at (`changes`); but where no step leads back, only once there have been some, for
most searches end before any state is met again. Both forms of a program use the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import cast

from ..core import ir
from ..core.walk import Node, conjuncts, rewrite, variables_written, walk
from ..runtime.layout import Region
from ..source import Span
from . import nodes as code
from .arguments import each_option
from .changes import (
    in_order,
    is_onward,
    members_changed,
    of_every,
    variables_changed,
)
from .changing import puts, written
from .completing import YES, all_of, limit, simplified
from .horizon import Horizon, horizon
from .names import FAILED, HOPE, JOINT, KEY, LOST, NOW, OTHERS, TRIED, word
from .outlook import Outlook
from .relaxation import Prospects, falling, prospects
from .relaxed import Idle, Left, Relaxed, Remaining, own_members, some
from .remaining import MANY, Between, ends
from .statements import StatementWriter
from .store import LocalStore, SlotStore
from .unit import Unit
from .values import Searcher, Values
from .within import is_within
from .writer import Writer

FEW = 32  # states that lead nowhere before it is worth while to remember them

AddFunction = Callable[[Span, str, list[str], code.Lines], None]
Act = Callable[[list[str]], None]


@dataclass(frozen=True, slots=True)
class Made:
    """The functions of a compose: of the search, and of each step; the state variables they are
    given."""

    search: str
    steps: tuple[str, ...]
    variables: tuple[ir.StateVariable, ...]


class GeneralSearches:
    """The search functions of one form of a program, written when first asked for."""

    def __init__(
        self, unit: Unit, store: SlotStore | LocalStore, add: AddFunction, searcher: Searcher
    ) -> None:
        self.unit, self.store, self.searcher = unit, store, searcher
        self.add_as_it_is = add  # a function that is also handed on as a value
        self._local: LocalStore | None = store if isinstance(store, LocalStore) else None
        self._made: dict[ir.Compose, Made] = {}

    def add(self, span: Span, title: str, params: list[str], lines: code.Lines) -> None:
        """A function that only functions of the same form call: parameters they need not give are
        left out."""
        self.unit.inner.add(title)
        self.add_as_it_is(span, title, params, lines)

    @property
    def local(self) -> LocalStore:
        """Where the search functions hold state variables."""
        if self._local is None:
            self._local = LocalStore(self.unit.program, self.unit.layout)
        return self._local

    def ask(self, writer: Writer, expr: ir.Completable) -> code.Value:
        """Write a question into a function: the call that answers it."""
        made = self.made(expr.compose)
        values = Values(writer, self.searcher)
        assumed = {variable: value for variable, value in expr.assume} if expr.step is None else {}
        given: list[code.Value] = []
        for variable in made.variables:
            if variable in assumed:
                given.append(values.value(assumed[variable]))
            else:
                given += self.variables_of(variable)
        if expr.step is None:
            return code.call(made.search, *given, code.call("set"), *_none_lost(expr.compose))
        args = [values.value(arg) for arg in expr.args]
        failed = self.prepare(writer, expr)
        lost = [writer.known.get(("lost", expr.compose), one) for one in _none_lost(expr.compose)]
        return code.call(made.steps[expr.step], *args, *given, failed, *lost)

    def prepare(self, writer: Writer, expr: ir.Completable) -> code.Value:
        """What led nowhere before: shared by all questions about a compose in one state."""
        key = "failed", expr.compose
        known = writer.known.get(key)
        if known is not None:
            return known
        for lost in _none_lost(expr.compose):
            writer.remember(("lost", expr.compose), lost)
        return writer.remember(key, code.call("set"))

    def variables_of(self, variable: ir.StateVariable) -> list[code.Value]:
        """The variables of a state variable, filled from where the form keeps it."""
        names = self.local.variables(variable)
        if isinstance(self.store, LocalStore):
            return [code.name(one) for one in names]
        if self.local.is_list(variable):
            return [
                self.store.places(variable, code.number(0), self.unit.layout.region(variable).count)
            ]
        return [self.store.slot(variable, code.number(i)) for i in range(len(names))]

    def made(self, compose: ir.Compose) -> Made:
        """The functions of a compose."""
        if compose not in self._made:
            asked, compose = compose, _without_clearing(compose)
            fresh, title = self.unit.fresh, word(compose.name)
            reads = self.unit.reads_of_compose(compose)
            found = prospects(compose) if self.unit.uses("relaxation") else None
            made = Made(
                fresh(f"leads_on_{title}"),
                tuple(fresh(f"after_{word(step.name)}") for step in compose.steps),
                tuple(variable for variable in self.unit.program.variables if variable in reads),
            )
            self._made[asked] = made
            Writing(self, compose, made, found).write()
            return made
        return self._made[compose]


def _without_clearing(compose: ir.Compose) -> ir.Compose:
    """The same, where steps do not empty what a history has kept and nothing reads any more: that
    is done so that nothing else tells positions apart, and a search looks at what is kept alone."""

    def uncleared(node: Node) -> Node:
        return ir.Seq(()) if isinstance(node, ir.For) and _clears(node.body) else node

    bodies = [rewrite(step.body, uncleared) for step in compose.steps]
    if all(body is step.body for body, step in zip(bodies, compose.steps, strict=True)):
        return compose
    steps = (replace(s, body=body) for body, s in zip(bodies, compose.steps, strict=True))
    return replace(compose, steps=tuple(steps))


def _clears(stmt: ir.Stmt) -> bool:
    """Does a statement set what a history has kept to what it begins with, and nothing else?"""
    match stmt:
        case ir.Seq(body=body):
            return bool(body) and all(map(_clears, body))
        case ir.For(body=body):
            return _clears(body)
        case ir.Assign(variable=variable, value=ir.Const(), keys=keys):
            return variable.role == "history" and bool(keys)
        case _:
            return False


class Writing:
    """Writes the functions of one compose."""

    def __init__(
        self,
        composes: GeneralSearches,
        compose: ir.Compose,
        made: Made,
        found: Prospects | None,
        store: LocalStore | None = None,
    ) -> None:
        self.unit, self.store, self.add = composes.unit, store or composes.local, composes.add
        self.searcher = composes.searcher
        self.compose, self.made, self.given_to = compose, made, made.variables
        self.onward = is_onward(compose)
        self.variables = [v for variable in made.variables for v in self.store.variables(variable)]
        self.given: list[code.Value] = [code.name(v) for v in self.variables]
        self.relaxed: Relaxed | None = None
        if found is not None:
            own = LocalStore(self.unit.program, self.unit.layout, own_members(self.unit, found))
            self.relaxed = Relaxed(self, Writing(composes, compose, made, None, own), found)
        self.far: Horizon | None = None
        is_bounded = self.relaxed is not None and self.relaxed.is_bounded
        if store is None and not is_bounded and self.unit.uses("horizon"):
            self.far = horizon(self.unit, compose)

    def write(self) -> None:
        impossible: code.Lines = [code.give(code.number(0))]
        for step, title in zip(self.compose.steps, self.made.steps, strict=True):
            self.step(step, title, self.made.search, *self._shared, otherwise=impossible)
        self._search()
        if self.relaxed is not None:
            self.relaxed.write()

    def values(self) -> Values:
        """What writes a function that is given the state of the search."""
        return Values(Writer(self.unit, self.store), self.searcher)

    def step(
        self,
        step: ir.ComposeStep,
        title: str,
        then: str,
        *more: str,
        about: ir.Param | None = None,
        otherwise: code.Lines | None = None,
        idle: Idle | None = None,
    ) -> None:
        """A function that carries out a step and goes on with `then`, which is given `more`, and
        first the argument of the parameter it is `about`. `idle`: what it gives instead where the
        step has changed nothing of what counts, and what that is."""

        def going_on(params: list[str]) -> code.Value:
            first = [name for p, name in zip(step.params, params, strict=True) if p is about]
            return code.call(then, *map(code.name, first), *self.given, *map(code.name, more))

        self.carried_out(step, title, more, going_on, otherwise, idle)

    def carried_out(
        self,
        step: ir.ComposeStep,
        title: str,
        more: Sequence[str],
        result: Callable[[list[str]], code.Value],
        otherwise: code.Lines | None,
        idle: Idle | None = None,
    ) -> None:
        """A function that carries out a step and gives a result, made from its arguments.
        `otherwise`: what it does where the step cannot be taken (None: that is an error)."""
        values = self.values()
        writer = values.writer
        params = [writer.bind(p.local, sure=True) for p in step.params]
        changed = variables_written(step.body)
        for variable in self.made.variables:
            if variable in changed:
                writer.lines.extend(self._copied(variable))
        statements = StatementWriter(
            writer, values, goto=_no_way_out, over=lambda: _no_way_out(None), deep=False
        )
        statements.effects.know(step)
        before = {} if idle is None else self._noted(writer, changed & idle[1])
        statements.write(step.body)
        if idle is not None and before is not None:
            same = [code.compare(code.name(now), "==", was) for now, was in before.items()]
            writer.add_if(same, [code.give(idle[0])])
        if writer.lines and otherwise is not None:
            writer.lines = [code.attempt(writer.lines, otherwise)]
        writer.add(code.give(result(params)))
        self.add(step.body.span, title, [*params, *self.variables, *more], writer.lines)

    def _noted(
        self, writer: Writer, changed: Collection[ir.StateVariable]
    ) -> dict[str, code.Value] | None:
        """What is in the variables that a step changes, noted before; None where one is a list,
        which is not compared."""
        held = [variable for variable in self.made.variables if variable in changed]
        if any(map(self.store.is_list, held)):
            return None
        names = (name for variable in held for name in self.store.variables(variable))
        return {name: code.name(writer.variable(code.name(name), "before")) for name in names}

    def _copied(self, variable: ir.StateVariable) -> code.Lines:
        """A state variable's lists, made the function's own."""
        lines = []
        for held in self.store.variables(variable):
            if isinstance(variable.type, ir.StackOf) and variable.keys:
                copied: code.Value = code.call("copied", code.name(held))
            elif self.store.is_list(variable) or isinstance(variable.type, ir.StackOf):
                copied = code.section(code.name(held))
            else:
                continue
            lines.append(code.assign(held, copied))
        return lines

    def _search(self) -> None:
        """Is there a finish, or a step that leads to one?"""
        values = self.values()
        writer = values.writer
        with writer.evaluation():
            if self.relaxed is not None:
                self.relaxed.stand(values)
            writer.add(code.assign(HOPE, code.number(0)))
            left: list[Left] = []
            for number in range(len(self.compose.finishes)):
                left.append(self._finish(values, number))
                if _leads_away(writer.lines):  # it is possible whatever has been chosen
                    break
            else:
                self._look_further(values, left)
        params = [*self.variables, *self._shared]
        self.add(self.compose.span, self.made.search, params, writer.lines)

    @property
    def _shared(self) -> list[str]:
        """What all searches of one state are given: what has led nowhere, and how much of it."""
        return [FAILED, LOST] if self.onward else [FAILED]

    def _look_further(self, values: Values, left: Sequence[Left]) -> None:
        """Is there a step that leads to a finish, where none is possible yet?"""
        writer = values.writer
        lost = code.negated(code.name(HOPE))
        writer.add(code.when(lost, [code.give(code.number(0))]))
        if self.far is not None:
            self._look_far(values, left, self.far)
        if self.relaxed is not None:
            self._narrow(values, left)
            self.relaxed.become(values)
            self._hopes(values, left)
        with writer.block() as known:
            writer.add(code.assign(KEY, self._key_of_members(values)))
            seen = code.compare(code.name(KEY), "in", code.name(FAILED))
            writer.add(code.when(seen, [code.give(code.number(0))]))
            writer.add(limit(self.unit, self.compose, FAILED))
        writer.add(code.when(code.filled(code.name(FAILED)), known))
        if self.onward:
            writer.add(code.assign(TRIED, code.number(0)))
        else:
            self._remember(values)
        for number in self._order():
            step, title = self.compose.steps[number], self.made.steps[number]
            with writer.block() as tried:
                self._try(values, step, title)
            enough = self._enough(step, left)
            writer.add_if([] if enough is None else [enough], tried)
        if self.onward:
            with writer.block() as remembered:
                self._remember(values)
            lost = code.item(code.name(LOST), code.number(0))
            few = code.compare(lost, "<", code.number(FEW))
            counted = code.when(few, [code.augment(lost, "+", code.number(1))], remembered)
            writer.add(code.when(code.name(TRIED), [counted]))
        writer.add(code.give(code.number(0)))

    def _look_far(self, values: Values, left: Sequence[Left], far: Horizon) -> None:
        """Give no if no finish may come to hold whatever becomes of all that steps change. That is
        asked once the search has been in vain for a while."""
        writer = values.writer
        with writer.block() as lines:
            writer.add(code.assign(HOPE, code.number(0)))
            for local, expr in far.held:
                writer.names[local.number] = writer.variable(values.value(expr), local.name)
            for number, (open_, params) in enumerate(left):
                with writer.block() as asked:
                    self._may_finish(values, number, params, far.outlook)
                still = [code.name(open_), code.negated(code.name(HOPE))]
                writer.add(code.when(code.both(still), asked))
            lost = code.negated(code.name(HOPE))
            writer.add(code.when(lost, [code.give(code.number(0))]))
        if any(self.unit.can_fail(expr) for _, expr in far.held):
            lines = [code.attempt(lines, [code.assign(HOPE, code.number(1))])]
        many: code.Value = code.call("len", code.name(FAILED))
        if self.onward:
            many = code.item(code.name(LOST), code.number(0))
        writer.add(code.when(code.compare(many, ">=", code.number(FEW)), lines))

    def _may_finish(self, values: Values, number: int, left: Remaining, outlook: Outlook) -> None:
        """There is hope for a finish if its conditions may come to hold."""
        writer, params = values.writer, list[ir.Param]()
        tests: list[ir.Expr] = []
        for param in self.compose.finishes[number].params:
            kept, kind = left.get(param.local.number), param.source.type
            source = outlook.set_at_most(param.source) if isinstance(kind, ir.SetOf) else None
            if source is None:
                writer.add(code.assign(HOPE, code.number(1)))
                return
            if isinstance(kept, str) and isinstance(kind, ir.SetOf):
                held = self.unit.fresh_local(ir.Local(0, "left", kind))
                writer.names[held.number] = kept
                if self._moves(param):
                    among = ir.Op("contains", (param.source, param.local), ir.Truth())
                    tests.append(among)
                source = held
            params.append(replace(param, source=source))
        guards = self.compose.finishes[number].guards
        tests += [test for guard in guards for test in conjuncts(of_every(guard.test))]
        told = [*conjuncts(outlook.may_hold(tests))]
        told = [test for test in told if not self.unit.can_fail(test)]
        self.if_possible(values, params, told, lambda: code.assign(HOPE, code.number(1)))

    def _order(self) -> list[int]:
        """The steps by number, as they are tried: what comes last is nearest to a finish. But what
        does nothing to elements and only raises what other steps spend on them seldom leads to one
        by itself, and is tried after these."""
        order = list(reversed(range(len(self.compose.steps))))
        found = self.relaxed.found if self.relaxed is not None else None
        if found is None or found.fund is None or not found.steps:
            return order
        spending, chosen = {own.number for own in found.steps}, found.selection
        stored = {number: variables_written(self.compose.steps[number].body) for number in order}
        late = [
            number
            for number, variables in stored.items()
            if number not in spending
            and found.fund.variable in variables
            and chosen not in variables
        ]
        order = [number for number in order if number not in late]
        after = 1 + max(map(order.index, spending))
        return [*order[:after], *late, *order[after:]]

    def _narrow(self, values: Values, left: Sequence[Left]) -> None:
        """Give no if no finish can be reached, as far as that is told without looking for a way."""
        assert self.relaxed is not None
        writer, relaxed = values.writer, self.relaxed
        if relaxed.is_bounded:
            relaxed.narrow(values, left, lambda: self._hopes(values, left, code.name(JOINT)))
        else:
            relaxed.prepare(values)
        for number, (open_, params) in enumerate(left):
            relaxed.cut(values, number, open_, params)
        if relaxed.found.total is not None:
            none = [code.negated(code.name(open_)) for open_, _ in left]
            writer.add(code.when(code.both(none), [code.give(code.number(0))]))

    def _remember(self, values: Values) -> None:
        """Remember that a state leads nowhere. Most do not come here, and need no key; nor does
        what no step leads on from, for that is soon told again."""
        key = self._key_of_members(values)
        values.writer.add(code.perform(code.method(code.name(FAILED), "add", key)))

    def _key_of_members(self, values: Values) -> code.Value:
        """What tells apart the states that are reached from one: of a state variable that steps
        change for some elements only, the members of these."""
        parts: list[code.Value] = []
        for variable in in_order(self.compose):
            whose = members_changed(self.compose, variable)
            is_plain = self.unit.layout.region(variable).form == "plain"
            if whose is None or not is_plain or not self.store.is_list(variable):
                parts += self._told_by(variable)
            elif isinstance(whose.type, ir.SetOf):
                one = self.unit.fresh_local(ir.Local(0, "one", ir.Element(whose.type.domain)))
                members = values.writer.variable(code.list_of([]), "members")
                with values.folds.each_bit(values.mask(whose), one):
                    member = values.value(ir.Read(variable, (one,), variable.type))
                    more = code.method(code.name(members), "append", member)
                    values.writer.add(code.perform(more))
                parts.append(code.call("tuple", code.name(members)))
            else:
                parts.append(values.value(ir.Read(variable, (whose,), variable.type)))
        return code.tuple_of(parts)

    def _finish(self, values: Values, number: int) -> Left:
        """Give yes if a finish is possible; there is hope as long as none of its conditions has
        failed for good, for some arguments: what is left of them is given."""
        writer, finish = values.writer, self.compose.finishes[number]
        flags, own, cut = self._falling(number)
        left = {p.local.number: self._kept(writer, number, p, own) for _, p in cut}
        open_ = writer.variable(code.number(0), "open")
        with writer.block() as lines:
            settled = [*flags, *self._cut(values, finish, own, cut, left)]
            with writer.block() as further:
                writer.lines += [code.assign(name, code.number(1)) for name in (open_, HOPE)]
                self._ask(values, number, cut, left, settled)
            writer.add_if([some(held) for held in left.values()], further)
        writer.add_if([values.test_all(flags)] if flags else [], lines)
        return open_, left

    def _falling(
        self, number: int
    ) -> tuple[list[ir.Expr], list[ir.Expr], list[tuple[int, ir.Param]]]:
        """Of a finish the conditions that no step can make true again, those that ask for no
        parameter and the others; and the parameters that can be cut down by these."""
        finish = self.compose.finishes[number]
        tests = [test for test in falling(self.compose)[number] if not self.unit.can_fail(test)]
        flags = [test for test in tests if not _reads(self.unit, test, finish.params)]
        own = [test for test in tests if test not in flags]
        return flags, own, [(i, p) for i, p in enumerate(finish.params) if self._can_be_cut(p)]

    def _cut(
        self,
        values: Values,
        finish: ir.ComposeFinish,
        tests: Sequence[ir.Expr],
        cut: Sequence[tuple[int, ir.Param]],
        left: Remaining,
    ) -> list[ir.Expr]:
        """Write what is left of parameters, each by the conditions that ask for no other, which are
        given: they hold of what is left."""
        settled: list[ir.Expr] = []
        for _, param in cut:
            alone, held = self._about(finish, param, tests), left[param.local.number]
            if isinstance(held, Between):
                held.narrow(values, param, alone)
            else:
                values.writer.add(code.assign(held, self._narrowed(values, param, alone)))
            settled += alone
        return settled

    def _about(
        self, finish: ir.ComposeFinish, param: ir.Param, tests: Sequence[ir.Expr]
    ) -> list[ir.Expr]:
        """The conditions that ask for no other parameter."""
        others = [other for other in finish.params if other is not param]
        return [test for test in tests if not _reads(self.unit, test, others)]

    def _kept(
        self, writer: Writer, number: int, param: ir.Param, tests: Sequence[ir.Expr]
    ) -> str | Between:
        """The variables for what is left of a parameter; `tests`: the conditions that it is cut
        down by."""
        zero = code.number(0)
        if self._is_told_by_ends(number, param, tests):
            return Between(writer.variable(zero, "least"), writer.variable(zero, "most"))
        return writer.variable(zero, "left")

    def _is_told_by_ends(self, number: int, param: ir.Param, tests: Sequence[ir.Expr]) -> bool:
        """Is all that is asked of one of many numbers between which ends it lies, and that once no
        step can make it true again?"""
        source, finish = param.source, self.compose.finishes[number]
        if not isinstance(source, ir.Op) or source.name != "range" or not self._moves(param):
            return False
        if not isinstance(source.type, ir.SetOf) or source.type.domain.size <= MANY:
            return False
        if self.relaxed and self.relaxed.of_param(number, param, code.name(NOW)) is not None:
            return False
        alone = self._about(finish, param, tests)
        asked = [t for guard in finish.guards for t in conjuncts(of_every(guard.test))]
        asked = [test for test in asked if _reads(self.unit, test, [param])]
        others = any(_reads(self.unit, p.source, [param]) for p in finish.params)
        told = all(ends(self.unit, test, param) is not None for test in alone)
        return told and not others and all(test in alone for test in asked)

    def _ask(
        self,
        values: Values,
        number: int,
        cut: Sequence[tuple[int, ir.Param]],
        left: Remaining,
        settled: Sequence[ir.Expr],
    ) -> None:
        """Give yes if a finish is possible with what is left of its parameters, of which elements
        must have now what is demanded of them. `settled`: conditions that are known to hold."""
        writer, finish = values.writer, self.compose.finishes[number]
        params, fitting = list(finish.params), []
        guards = [of_every(guard.test) for guard in finish.guards]
        wanted = [t for guard in guards for t in conjuncts(guard) if t not in settled]
        if self.relaxed is not None:
            wanted = [self.relaxed.with_sum(values, test) for test in wanted]
            sources = [self.relaxed.with_sum(values, param.source) for param in params]
            params = [replace(p, source=s) for p, s in zip(params, sources, strict=True)]
        for i, param in cut:
            kind, kept = cast(ir.SetOf, param.source.type), left[param.local.number]
            if isinstance(kept, Between):
                wanted.append(kept.meets(values, param, params[i].source, settled))
                continue
            held = ir.Local(-2 - i, "left", ir.SetOf(kind.domain))
            writer.names[held.number] = kept
            now = self.relaxed.of_param(number, param, code.name(NOW)) if self.relaxed else None
            if now is not None:
                mask = code.binary(code.name(kept), "&", now)
                writer.names[held.number] = writer.variable(mask, "fitting")
                fitting.append(code.name(writer.names[held.number]))
            source: ir.Expr = held
            if self._moves(param) and not is_within(param.local, param.source, wanted):
                source = ir.Op("intersect", (params[i].source, held), held.type)
            params[i] = replace(param, source=source)
        by_ends = [i for i, p in cut if isinstance(left[p.local.number], Between)]
        params = [param for i, param in enumerate(params) if i not in by_ends]
        with writer.block() as asked:
            self.if_possible(values, params, wanted, lambda: code.give(code.number(1)))
        writer.add_if(fitting, asked)

    def _hopes(
        self, values: Values, left: Sequence[Left], reached: code.Value | None = None
    ) -> None:
        """There is hope for a finish that elements can become fit for, all of them (see
        `Relaxed.hopes`); where there is none, that is the answer."""
        writer = values.writer
        writer.add(code.assign(HOPE, code.number(0)))
        for number, (open_, params) in enumerate(left):
            with writer.block() as lines:
                asked = list[code.Value]()
                if self.relaxed is not None:
                    asked = self.relaxed.hopes(values, number, params, reached)
                writer.add_if(asked, [code.assign(HOPE, code.number(1))])
            writer.add(code.when(code.name(open_), lines))
        lost = code.negated(code.name(HOPE))
        writer.add(code.when(lost, [code.give(code.number(0))]))

    def _can_be_cut(self, param: ir.Param) -> bool:
        """Can the elements of a parameter be known before any other is?"""
        source = param.source
        return (
            isinstance(source.type, ir.SetOf)
            and not self.unit.can_fail(source)
            and not self.unit.free(source)
        )

    def _narrowed(self, values: Values, param: ir.Param, tests: Sequence[ir.Expr]) -> code.Value:
        """The elements that a parameter may still take, as far as is certain."""
        source = param.source
        if self._moves(param):
            kind = cast(ir.SetOf, source.type)
            source = ir.Const(kind.domain.everything(), kind)
        return values.folds.among(source, param.local, tests)

    def _moves(self, param: ir.Param) -> bool:
        """Is a parameter drawn from something else after a step?"""
        return bool(self.unit.reads(param.source) & self.changed)

    @property
    def changed(self) -> frozenset[ir.StateVariable]:
        return variables_changed(self.compose)

    def _try(self, values: Values, step: ir.ComposeStep, title: str) -> None:
        writer = values.writer

        def search(args: list[str]) -> None:
            given = [*args, *self.variables, *self._shared]
            further = code.call(title, *map(code.name, given))
            yes: code.Lines = [code.give(code.number(1))]
            if self.onward:
                writer.add(code.assign(TRIED, code.number(1)))
            else:  # what led back to a state underway may not have failed
                yes.insert(0, code.perform(code.method(code.name(FAILED), "clear")))
            writer.add(code.when(further, yes))

        tests = [test for guard in step.guards for test in conjuncts(guard.test)]
        params = step.params
        if self.relaxed is not None:
            tests += self.relaxed.of_use(self.compose.steps.index(step))
        if self.relaxed is not None and self.relaxed.is_bounded:
            params = tuple(self._of_others(values, step, param) for param in params)
        self.each(values, params, tests, search)

    def _enough(self, step: ir.ComposeStep, left: Sequence[Left]) -> code.Value | None:
        """What must hold for a step after which no more can be chosen: what is chosen is enough for
        the finish that wants so much, or another finish is left. None: nothing."""
        if self.relaxed is None or not self.relaxed.is_bounded:
            return None
        found, number = self.relaxed.found, self.compose.steps.index(step)
        if found.total is None or number not in found.closing:
            return None
        open_, params = left[found.total.finish]
        if found.total.param.local.number not in params:
            return None
        ways = [code.both([code.name(open_), self.relaxed.enough(params)])]
        others = (open_ for i, (open_, _) in enumerate(left) if i != found.total.finish)
        return code.either([*ways, *map(code.name, others)])

    def _of_others(self, values: Values, step: ir.ComposeStep, param: ir.Param) -> ir.Param:
        """A parameter that draws what is to be chosen besides, drawn of that which can fit."""
        assert self.relaxed is not None
        if param is not self.chosen_by(step):
            return param
        held = self.unit.fresh_local(ir.Local(0, "others", ir.SetOf(self.relaxed.found.elements)))
        values.writer.names[held.number] = OTHERS
        fit = ir.Op("intersect", (param.source, held), param.source.type)
        return replace(param, source=fit)

    def chosen_by(self, step: ir.ComposeStep) -> ir.Param | None:
        """The parameter of a step by which it chooses one of the elements of which bounds are
        known; None: there is none."""
        if self.relaxed is None or not self.relaxed.is_bounded:
            return None
        selection = self.relaxed.found.selection
        for stmt in walk(step.body):
            if selection in (variable for variable, _ in written(stmt)):
                return next((param for param in step.params if puts(stmt, param.local)), None)
        return None

    def each(
        self, values: Values, params: Sequence[ir.Param], tests: Sequence[ir.Expr], act: Act
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
                    writer.add(code.when(self.certain(values, test, 0), lines))
                lines = outer
            writer.lines.extend(lines)

        sure = [test for test in tests if test not in risky]
        if any(can_fail(param.source) for param in params):
            risky = list(tests)
            self._drawn(values, params, [], asked)
        else:
            each_option(values, params, sure, asked)

    def _drawn(self, values: Values, params: Sequence[ir.Param], args: list[str], act: Act) -> None:
        """Do something for all arguments, where a source may not be worked out."""
        if not params:
            act(args)
            return
        param, writer = params[0], values.writer
        held = self.unit.fresh_local(ir.Local(0, "drawn", param.source.type))
        drawn = self.certain(values, param.source, 0)
        if not isinstance(param.source.type, ir.SetOf):
            drawn = code.either([drawn, code.list_of([])])
        writer.names[held.number] = writer.variable(drawn, "drawn")

        def next_one(more: list[str]) -> None:
            self._drawn(values, params[1:], [*args, *more], act)

        each_option(values, (replace(param, source=held),), (), next_one)

    def if_possible(
        self,
        values: Values,
        params: Sequence[ir.Param],
        tests: Sequence[ir.Expr],
        then: Callable[[], code.Statement],
    ) -> None:
        """Do something if there are arguments for which all tests hold."""
        parts = (*tests, *(param.source for param in params))
        if any(map(self.unit.can_fail, parts)):
            self.each(values, params, tests, lambda _: values.writer.add(then()))
        else:
            values.folds.ahead(parts)
            asked = possible(self.unit, tuple(params), tests)
            test = [] if asked == YES else [values.test(asked)]
            values.writer.add_if(test, [then()])

    def certain(self, values: Values, expr: ir.Expr, otherwise: int | None) -> code.Value:
        """The value of an expression that may go wrong, or what stands for it where it does: by a
        function of its own."""
        title, inner = self.unit.fresh("certain"), self.values()
        names = {number: values.writer.names[number] for number in sorted(self.unit.free(expr))}
        inner.writer.names.update(names)
        inner.writer.reserve(names.values())
        inner.writer.sure |= values.writer.sure & names.keys()
        with inner.writer.evaluation():
            inner.writer.add(code.give(inner.value(expr)))
        body = [
            code.attempt(
                inner.writer.lines,
                [code.give(code.nothing() if otherwise is None else code.number(otherwise))],
            )
        ]
        self.add(self.compose.span, title, [*names.values(), *self.variables], body)
        return code.call(title, *map(code.name, names.values()), *self.given)

    def key(self, variables: Sequence[ir.StateVariable]) -> code.Value:
        """What tells states apart that differ in these state variables."""
        return code.tuple_of([part for each in variables for part in self._told_by(each)])

    def _told_by(self, variable: ir.StateVariable) -> list[code.Value]:
        """What tells states apart that differ in a state variable."""
        names = self.store.variables(variable)
        if variable.grows:  # which component lies in which cell tells all
            return [code.call("frozen", code.name(names[2]))]
        return [self.hashable(self.unit.layout.region(variable), held) for held in names]

    def hashable(self, region: Region, variable: str) -> code.Value:
        held = code.name(variable)
        if region.form == "stack" and self.store.is_list(region.variable):
            return code.call("tuple", code.call("map", code.name("tuple"), held))
        if region.form == "stack" or self.store.is_list(region.variable):
            return code.call("tuple", held)
        return held


def _none_lost(compose: ir.Compose) -> list[code.Value]:
    """That none has led nowhere so far, in a list that searches share, where that is counted."""
    return [code.list_of([code.number(0)], 1)] if is_onward(compose) else []


def possible(unit: Unit, given: tuple[ir.Param, ...], tests: Sequence[ir.Expr]) -> ir.Expr:
    """Are there arguments for which all conditions hold? Parameters that no condition reads
    together are looked for apart from each other."""
    params = list(given)
    found: list[ir.Expr] = [test for test in tests if not _reads(unit, test, params)]
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


def _some(params: Sequence[ir.Param], tests: Sequence[ir.Expr]) -> ir.Expr:
    expr = all_of(list(tests))
    for param in reversed(params):
        expr = simplified(
            ir.Fold("some", param.local, param.source, expr, None, ir.Truth(), param.span)
        )
    return expr


def _leads_away(lines: code.Lines) -> bool:
    return bool(lines) and isinstance(lines[-1], code.Give)


def _reads(unit: Unit, expr: ir.Expr, params: Sequence[ir.Param]) -> bool:
    return not unit.free(expr).isdisjoint(param.local.number for param in params)


def _no_way_out(exit_: object) -> code.Lines:
    raise AssertionError("a step that leads away")
