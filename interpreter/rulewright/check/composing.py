"""Composes: a loop around a choice, each step of which is offered only where a finish can follow.

Each step becomes an alternative that really happens when it is taken. What it leads to is a state,
so whether a finish can still be reached is a question about states, which engines answer by search.
All that makes up the order of steps is written as ordinary guards: a selection grows in order, and
is closed by the selections after it, or, where steps do more than select, by `reached`, the latest
step used so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..characters import spoken
from ..core import ir
from ..core.walk import one_by_one, walk
from ..diagnostics import Note
from ..source import Span
from ..syntax import nodes as n
from ..syntax.walk import contains_choice, ends_of
from ..syntax.walk import walk as walk_syntax
from .context import ALL, NOTHING_HAPPENS, Block, Context, Seers, ends_away, in_terms_of, not_twice
from .narrowing import known_of, relying
from .parameters import move_text, parameters_of, told_apart, unseen_in
from .parts import at_most, draws_one, only_selects, parts_of, taken, weight_of
from .roles import StatementReader
from .scope import Names
from .types import BROKEN, TRUTH, as_set, element_of, op


@dataclass(frozen=True, slots=True)
class Composed:
    """A compose that has been read: its loop (None after a mistake), where its selections are
    known, and the state variables that are its own, to be cleared afterwards."""

    loop: ir.Stmt | None
    context: Context
    own: tuple[ir.StateVariable, ...]


def compose(
    statements: StatementReader,
    node: n.ComposeOne,
    context: Context,
    rest: tuple[n.Statement, ...] = (),
) -> Composed:
    """Read a compose whose steps are decisions of their own. `rest`: it, and what comes behind it,
    over which it keeps what is chosen."""
    seers = ALL
    if node.secretly:
        within = replace(context, secret=True)
        seers = statements.seen_over(rest, within)
    return _Composing(statements, node, context, seers=seers).read()


def single_move(
    statements: StatementReader, node: n.ComposeOne, context: Context
) -> tuple[ir.Compose, Context] | None:
    """Read a compose that is part of its action's move, and where its selections are known; None
    after a mistake. Nothing is kept for later decisions, so selections are plain locals: bound
    while the moves are listed, and again when one of them is carried out."""
    return _Composing(statements, node, context, single=True).read_single()


def entry_guard(
    statements: StatementReader,
    called: ir.Message,
    body: tuple[n.Statement, ...],
    made: Sequence[ir.Stmt],
) -> ir.Guard | None:
    """The action is offered only if the compose in it can be completed. `called`: what players call
    it. `made`: what has become of the action, which begins with what is kept for the compose."""
    first = next((i for i, s in enumerate(body) if _in_steps(s)), None)
    if first is None:
        inside = (pair for part in body for pair in _written_out(statements, part))
        deeper = next(((s, at) for s, at in inside if _in_steps(s)), None)
        if deeper is not None:
            node, at = deeper
            own = at is node.span
            statements.error(
                "E164", "a compose must stand in the action itself, not "
                f"{'deeper' if own else 'in what it calls'}",
                at, *(() if own else [Note("the compose", node.span)]),
            )  # fmt: skip
        return None
    before = [s for s in body[:first] if not isinstance(s, n.LetBe)]
    if before:
        statements.error(
            "E165", "only `needs` and `let` may stand before a compose", before[0].span
        )  # fmt: skip
        return None
    assume: tuple[tuple[ir.StateVariable, ir.Expr], ...] = ()
    for stmt in one_by_one(ir.Seq(tuple(made))):
        if isinstance(stmt, ir.Assign):
            assume = (*assume, (stmt.variable, in_terms_of(stmt.value, assume)))
        elif isinstance(stmt, ir.Loop):
            asked = next(part for part in walk(stmt) if isinstance(part, ir.Completable))
            test = ir.Completable(asked.compose, None, (), assume, TRUTH, body[first].span)
            cannot = ir.Message((*called.parts, " cannot be completed"))
            return ir.Guard(test, cannot, "", (), body[first].span)
    return None


def _in_steps(statement: object) -> bool:
    """Is it a compose whose steps are decisions of their own?"""
    return isinstance(statement, n.ComposeOne) and statement.text is None


def _written_out(statements: StatementReader, node: n.Statement) -> Iterator[tuple[n.Node, Span]]:
    """A statement and all below it, then what stands in the procedures that it calls; each with
    where the statement has it, or calls what does."""
    waiting: list[tuple[n.Statement, Span | None]] = [(node, None)]
    called = set[str]()
    while waiting:
        part, by = waiting.pop(0)
        for item in walk_syntax(part):
            yield item, by or item.span
            name = item.name.text if isinstance(item, n.CallTo) else ""
            if name not in called and name in statements.scope.procedures:
                called.add(name)
                body = statements.scope.procedures[name].declaration.body
                waiting += ((inner, by or item.span) for inner in body)


def _edit_of(node: n.ComposeOne) -> Span | None:
    """What a variant has put into a compose that stands in another file, in a step before all."""
    parts = sorted(node.parts, key=lambda part: not isinstance(part, n.Step))
    inside = (
        inner for part in (*parts, node.until) if part is not None for inner in walk_syntax(part)
    )
    return next((inner.span for inner in inside if inner.span.file is not node.span.file), None)


def together(guards: list[ir.Guard], span: Span) -> ir.Expr:
    """All conditions of these, as one."""
    tests = [guard.test for guard in guards]
    return tests[0] if len(tests) == 1 else ir.Op("and", tuple(tests), TRUTH, span)


def relying_on_each_other(guards: list[ir.Guard]) -> tuple[ir.Guard, ...]:
    """The same, those that rely on others before them asking these too."""
    return tuple(
        replace(guard, test=relying(guard.test, [other.test for other in guards[:number]]))
        for number, guard in enumerate(guards)
    )


def _guard(test: ir.Expr) -> ir.Guard:
    """A condition that a search has to mind and that no choice need tell."""
    return ir.Guard(test, ir.Message(()), span=test.span)


class _Composing:
    def __init__(
        self,
        statements: StatementReader,
        node: n.ComposeOne,
        context: Context,
        *,
        single: bool = False,
        seers: Seers = ALL,
    ) -> None:
        self.statements, self.node, self.outside, self.context = statements, node, context, context
        self.seers = seers
        self.single = single
        self.steps = [p for p in node.parts if isinstance(p, n.Step)]
        self.finishes = [p for p in node.parts if isinstance(p, n.FinishStep)]
        self.only_selects = single or all(map(only_selects, self.steps))
        self.within = f"{context.in_action or node.name.text}."
        self.own: list[ir.StateVariable] = []
        self.selections: dict[int, ir.Read | ir.Local] = {}
        self.reached: ir.Read | None = None
        self.sources: dict[int, ir.Expr] = {}  # of steps that only select
        self.drawn: dict[int, tuple[list[ir.Param], Context]] = {}  # by the others

    def read(self) -> Composed:
        """The loop; a mistake leaves names that mean nothing, so that no others follow from it."""
        selections = [s.into for s in self.steps if s.into is not None]
        lost = {name.text: BROKEN for name in selections}
        if not self._parts_are_right() or not all(map(self._selection, enumerate(self.steps))):
            context = replace(self.outside, names={**self.outside.names, **lost})
            return Composed(None, context, tuple(self.own))
        if not self.only_selects and any(s.into is not None for s in self.steps[:-1]):
            self.reached = self._bookkeeping("reached", ir.Number(0, len(self.steps)))
        scope = self.statements.scope
        label = scope.label()
        weight = weight_of(self.statements, self.node, self.context.names)
        ends = self._ends()
        until = None if self.node.until is None else together(ends, self.node.until.span)
        steps = [self._step(number, step) for number, step in enumerate(self.steps)]
        finishes = [self._finish(finish, label) for finish in self.finishes]
        going_on = () if until is None else (_guard(op("not", TRUTH, until.span, until)),)
        ending = [ir.ComposeFinish(a.name, a.params, (*going_on, *a.guards)) for a in finishes]
        if until is not None:
            ending.append(ir.ComposeFinish("", (), relying_on_each_other(ends)))
        made = ir.Compose(
            len(scope.composes), self.node.name.text,
            tuple(ir.ComposeStep(a.name, a.params, (*going_on, *a.guards), a.body) for a in steps),
            tuple(ending), tuple(self.own), self.node.span, weight, edit=_edit_of(self.node),
        )  # fmt: skip
        scope.composes.append(made)
        asked = [
            replace(a, guards=(*a.guards, self._question(made, number, a)))
            for number, a in enumerate(steps)
        ]
        if weight is not None:
            finishes = [replace(a, guards=(*a.guards, self._best(made, None, a))) for a in finishes]
        choice: ir.Stmt = self._choice((*asked, *finishes))
        if until is not None:
            over = ir.If(until, ir.Leave(label, until.span), None, until.span)
            choice = ir.Seq((over, choice), self.node.span)
        loop = ir.Loop(label, choice, self.node.span)
        return Composed(loop, self.context, tuple(self.own))

    def read_single(self) -> tuple[ir.Compose, Context] | None:
        """The compose as a single move, and where its selections are known."""
        if not all(map(self._selection, enumerate(self.steps))):
            return None
        steps = [self._taking(number, step) for number, step in enumerate(self.steps)]
        names = self.context.names
        finishes = [
            ir.ComposeFinish(f.name.text, (), tuple(self.statements.guards(f.needs, names)))
            for f in self.finishes
        ]
        weight = weight_of(self.statements, self.node, names)
        selections = tuple(s for s in self.selections.values() if isinstance(s, ir.Local))
        made = ir.Compose(
            -1, self.node.name.text, tuple(steps), tuple(finishes), (), self.node.span, weight,
            selections, _edit_of(self.node),
        )  # fmt: skip
        return made, self.context

    def _ends(self) -> list[ir.Guard]:
        """The conditions that together end the compose by themselves, each with what is said of
        steps after which it can hold no more."""
        names, found = self.context.names, list[ir.Guard]()
        for test, said in ends_of(self.node.until, self.node.otherwise):
            with self.statements.expressions.knowing(known_of(found)):
                guard = _guard(self.statements.expressions.truth(test, names))
            if said is not None:
                message = self.statements.message(said, names)
                guard = replace(guard, message=message, tags=self.node.tail.tags)
            found.append(guard)
        return found

    def _choice(self, alternatives: tuple[ir.Alternative, ...]) -> ir.Choose:
        node = self.node
        cover = ""
        if node.secretly:
            choice = self.outside.choice
            cover = choice.name if choice is not None else node.name.text
        return ir.Choose(
            -1, node.name.text, alternatives, cover, node.tail.words, node.tail.tags, node.span,
            around=self.outside.around,
        )  # fmt: skip

    def _best(self, made: ir.Compose, number: int | None, a: ir.Alternative) -> ir.Guard:
        """Nothing with a larger weight can be reached otherwise."""
        args = tuple(param.local for param in a.params) if number is not None else ()
        test = ir.Completable(made, number, args, (), TRUTH, a.span, best=True)
        assert made.weight is not None
        weight = made.weight
        return ir.Guard(test, ir.Message((weight.words,)), "most", weight.tags, weight.span)

    def _question(self, made: ir.Compose, number: int, a: ir.Alternative) -> ir.Guard:
        if made.weight is not None:
            return self._best(made, number, a)
        args = tuple(param.local for param in a.params)
        test = ir.Completable(made, number, args, (), TRUTH, a.span)
        nothing = ir.Message((f"after this, {spoken(made.name)} cannot be completed",))
        return ir.Guard(test, nothing, span=a.span)

    def _parts_are_right(self) -> bool:
        if parts_of(self.statements, self.node) is None:
            return False
        return all([self._is_straight(step) for step in self.steps])

    def _is_straight(self, step: n.Step) -> bool:
        """A step only changes things: what it does can be tried out."""
        asking = self.statements.procedures_with_choices
        for stmt in step.body:
            inside = _written_out(self.statements, stmt)
            jump, at = next((p for p in inside if isinstance(p[0], n.Jump)), (None, stmt.span))
            if jump is not None or contains_choice(stmt, asking):
                what = "a choice" if jump is None else f"`{getattr(jump, 'what', 'turn to')}`"
                ends = "what happens when all is chosen stands under a `finish`"
                called = jump is not None and at is not jump.span
                self.statements.error(
                    "E166", f"{what} cannot stand in a step, which only changes things",
                    at, *([Note("it stands here", jump.span)] if called and jump else ()),
                    hint=self._elsewhere() if jump is None else ends,
                )  # fmt: skip
                return False
        return True

    def _elsewhere(self) -> str:
        """Where that can stand which may not in a step."""
        if self.within == f"{self.node.name.text}.":
            return "it can stand before the compose or, when all is chosen, under a `finish`"
        return "it can stand under a `finish` or after the compose, when all is chosen"

    def _choice_variable(self, name: n.Name, kind: ir.Type) -> ir.Read:
        """A state variable for what is chosen, which the seat sees."""
        context, seers = self.context, self.seers
        called = self.within + name.text
        variable = self.statements.choice_variable(called, kind, 0, seers, name.span, context)
        self.context = replace(context, live=(*context.live, variable))
        return self._own(variable)

    def _bookkeeping(self, name: str, kind: ir.Type) -> ir.Read:
        """A state variable for where in the compose the seat stands, which is no choice to be
        shown."""
        scope, span = self.statements.scope, self.node.span
        variable = scope.add_variable(
            self.within + name, (), kind, 0, self.seers.seen, "control", span,
            asked=self.seers.asked,
        )  # fmt: skip
        self.context = replace(self.context, live=(*self.context.live, variable))
        return self._own(variable)

    def _own(self, variable: ir.StateVariable) -> ir.Read:
        self.own.append(variable)
        return ir.Read(variable, (), variable.type, self.node.span)

    def _selection(self, numbered: tuple[int, n.Step]) -> bool:
        """Read what a step draws, and make the selection it grows; False after a mistake."""
        number, step = numbered
        error = self.statements.error
        if step.into is not None and not draws_one(self.statements, step):
            return False
        if step.at_most is not None and step.into is None:
            error("E168", "`at most` needs a selection: step … into NAME at most N", step.span)
            return False
        if self.only_selects:
            names = self.context.names
            source = self.statements.expressions.collection(step.params[0].source, names)
            self.sources[number] = source
        else:
            drawn, inner = parameters_of(self.statements, step.params, self.context)
            if len(drawn) < len(step.params):
                return False
            self.drawn[number] = drawn, inner
            if step.into is None:
                return True
            source = drawn[0].source
        domain = element_of(source.type)
        if domain is None:
            return False
        assert step.into is not None
        if self.only_selects and not self.single:
            told_apart(self.statements, domain, step.params[0].span)
        name = step.into.text
        not_twice(error, step.into, self.context.names)
        if self.single:
            kind = ir.SetOf(domain)
            self.selections[number] = self.statements.scope.fresh(name, kind, step.into.span)
        else:
            selection = self._choice_variable(step.into, ir.SetOf(domain))
            self.selections[number] = replace(selection, span=step.into.span)
        self.context = self.context.bind(name, self.selections[number])
        zone = self.statements.zone_of(step.params[0].source, source)
        if zone is not None:
            self.context = replace(self.context, zones={**self.context.zones, name: zone})
        return True

    def _step(self, number: int, node: n.Step) -> ir.Alternative:
        if self.only_selects:
            return self._selects(number, node)
        drawn, bound = self.drawn[number]
        names: Names = {**self.context.names, **{p.local.name: p.local for p in drawn}}
        inner = replace(self.context, names=names, zones=bound.zones, in_action="", turn=None)
        guards = self.statements.guards(node.needs, names)
        body: Block = []
        selection = self.selections.get(number)
        if selection is not None:
            guards += self._order(number, node, selection)
            drawn = [self._grows(drawn[0], selection, body)]
        if self.reached is not None and number > self._first_selection():
            body.append(self._mark_reached(number))
        if node.body:
            with self.statements.expressions.knowing(known_of(guards)):
                body.append(self.statements.block(node.body, inner))
        for stmt in body:
            self._check_chance(stmt, node)
        return ir.Alternative(
            node.name.text, tuple(drawn), tuple(guards), ir.Seq(tuple(body), node.span),
            self._text(node, drawn), False, node.tail.words, node.tail.tags, node.span,
        )  # fmt: skip

    def _selects(self, number: int, node: n.Step) -> ir.Alternative:
        """A step that is a decision and only adds an element to its selection."""
        made = self._taking(number, node)
        return ir.Alternative(
            made.name, made.params, made.guards, made.body, self._text(node, [*made.params]), False,
            node.tail.words, node.tail.tags, node.span,
        )  # fmt: skip

    def _taking(self, number: int, node: n.Step) -> ir.ComposeStep:
        """A step that only adds an element to its selection."""
        source, selection = self.sources[number], self.selections[number]
        local, needs = taken(self.statements, node, source, self.context.names)
        body: Block = []
        at = node.params[0].source.span if self.single else node.params[0].span
        param = self._grows(ir.Param(local, source, at), selection, body)
        order = self._order(number, node, selection)
        guards = (*order, *needs) if self.single else (*needs, *order)
        return ir.ComposeStep(node.name.text, (param,), guards, body[0])

    def _text(self, node: n.Step | n.FinishStep, drawn: list[ir.Param]) -> ir.Message:
        values = tuple(param.local for param in drawn)
        body = (*node.needs, *node.body)
        return move_text(self.statements, node.name.text, values, node.text, node.params, body)

    def _first_selection(self) -> int:
        return min(self.selections)

    def _mark_reached(self, number: int) -> ir.Stmt:
        reached = self.reached
        assert reached is not None
        here = ir.Const(number, ir.Number(number, number), self.node.span)
        later = op("most", reached.type, self.node.span, reached, here)
        return ir.Assign(reached.variable, (), later, self.node.span)

    def _order(self, number: int, node: n.Step, selection: ir.Expr) -> list[ir.Guard]:
        """A selection is open until a later step is used, and until it holds all it may."""
        guards = [
            ir.Guard(
                op("empty", TRUTH, node.span, replace(self.selections[later], span=node.span)),
                ir.Message((f"{node.name.text} comes before {self.steps[later].name.text}",)),
                span=node.span,
            )
            for later in range(number + 1, len(self.steps))
            if self.only_selects
        ]
        if self.reached is not None and number < len(self.steps) - 1:
            here = ir.Const(number, ir.Number(number, number), node.span)
            guards.append(
                ir.Guard(
                    op("at_most", TRUTH, node.span, self.reached, here),
                    ir.Message((f"{node.name.text} comes before what has been chosen since",)),
                    span=node.span,
                )
            )
        most = at_most(self.statements, node, self.context.names)
        if most is not None:
            domain = selection.type.domain  # type: ignore[union-attr]
            size = op("size", ir.Number(0, domain.size), node.span, selection)
            guards.append(
                ir.Guard(
                    op("less", TRUTH, node.span, size, most),
                    ir.Message(("no more than ", most, " may be chosen")),
                    ir.AT_MOST,
                    span=node.span,
                )
            )
        return guards

    def _grows(self, param: ir.Param, selection: ir.Read | ir.Local, body: Block) -> ir.Param:
        """The parameter of a step with `into`: only elements later than all chosen so far."""
        kind, span = selection.type, param.span
        source = op("after", kind, span, selection, as_set(param.source))
        one = ir.Op("set", (param.local,), kind, span)
        more = op("union", kind, span, selection, one)
        if isinstance(selection, ir.Local):
            body.append(ir.Let(selection, more, span))
        else:
            body.append(ir.Assign(selection.variable, (), more, span))
        return replace(param, source=source)

    def _check_chance(self, stmt: ir.Stmt, node: n.Step) -> None:
        """Nothing in a step, or in the standing rules it wakes, may be left to chance."""
        wrong = ir.Shuffle | ir.Pick | ir.Deal | ir.End
        found = next((s for s in walk(stmt) if isinstance(s, wrong)), None)
        if found is not None:
            self.statements.error(
                "E166", f"what step {node.name.text} does must be certain: nothing dealt, shuffled "
                "or picked, and the game not ended", found.span,
                Note("the step", node.span),
                hint="" if isinstance(found, ir.End) else self._elsewhere(),
            )  # fmt: skip

    def _finish(self, node: n.FinishStep, label: int) -> ir.Alternative:
        statements = self.statements
        around = (*self.context.around, self.node.name.text, node.name.text)
        inner = replace(
            self.context, names=dict(self.context.names), in_action="", choice=None, around=around
        )
        drawn, inner = parameters_of(statements, node.params, inner)
        if len(drawn) < len(node.params):
            lost = ir.Message((node.name.text,))
            return ir.Alternative(node.name.text, (), (), NOTHING_HAPPENS, lost, span=node.span)
        guards = tuple(statements.guards(node.needs, inner.names))
        out: Block = []
        cleared: list[ir.StateVariable] = []
        if any(contains_choice(s, statements.procedures_with_choices) for s in node.body):
            inner = unseen_in(statements, drawn, inner)
            for made, param in zip(drawn, node.params, strict=False):
                seers = statements.seen_over(node.body, inner, made.local)
                inner = statements.keep(param.name, made.local, inner, out, cleared, seers=seers)
        if node.body:
            with statements.expressions.knowing(known_of(guards)):
                out.append(statements.block(node.body, inner))
        if not ends_away(node.body):
            out.extend(statements.clear(tuple(cleared)))
            out.append(ir.Leave(label, node.span))
        return ir.Alternative(
            node.name.text, tuple(drawn), guards, ir.Seq(tuple(out), node.span),
            self._text(node, drawn), False, node.tail.words, node.tail.tags, node.span,
        )  # fmt: skip
