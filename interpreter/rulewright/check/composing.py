"""Composes: a loop around a choice, offered only where it can be completed."""

from __future__ import annotations

from dataclasses import replace

from ..core import ir
from ..core.walk import substitute
from ..source import Span
from ..syntax import nodes as n
from . import courses
from .around import (
    Around,
    Block,
    in_terms_of,
    nested,
    statements_of,
)
from .drawing import told_apart
from .parts import at_most, draws_one, parts_of, taken
from .roles import StatementReader
from .scope import Names
from .types import (
    BROKEN,
    TRUTH,
    as_set,
    element_of,
    op,
)


def entry_guard(
    statements: StatementReader,
    name: str,
    body: tuple[n.Statement, ...],
    kept: tuple[ir.Cell, ...],
    params: tuple[ir.Param, ...],
    out: Block,
    span: Span,
) -> ir.Guard | None:
    """The action is offered only if the compose in it can be completed."""
    first = next((i for i, s in enumerate(body) if _in_steps(s)), None)
    if first is None:
        if any(_in_steps(s) for b in body for s in nested(b)):
            statements.error("E164", "a compose must stand in the action itself, not deeper", span)
        return None
    before = [s for s in body[:first] if not isinstance(s, n.LetBe)]
    if before:
        statements.error(
            "E165", "only `needs` and `let` may stand before a compose", before[0].span
        )  # fmt: skip
        return None
    node = body[first]
    assert isinstance(node, n.ComposeOne)
    made: list[ir.Compose | ir.Course] = [*statements.scope.composes, *statements.scope.courses]
    compose = next((c for c in reversed(made) if c.span == node.span), None)
    if compose is None:
        return None
    assume: list[tuple[ir.Cell, ir.Expr]] = [
        (cell, param.local) for cell, param in zip(kept, params, strict=True)
    ]
    lets = [s for block in out for s in statements_of(block)]
    for cell in statements.kept_lets.get(node.span.start, ()):
        value = next(s.value for s in lets if isinstance(s, ir.Assign) and s.cell is cell)
        assume.append((cell, in_terms_of(value, tuple(assume))))
    test: ir.Expr
    if isinstance(compose, ir.Course):
        test = ir.Reachable(compose, None, (), tuple(assume), TRUTH, node.span)
    else:
        test = ir.Completable(compose, None, (), tuple(assume), TRUTH, node.span)
    return ir.Guard(test, ir.Message((f"{name} cannot be completed",)), "", (), node.span)


def _in_steps(statement: object) -> bool:
    """Is it a compose whose steps are decisions of their own?"""
    return isinstance(statement, n.ComposeOne) and statement.text is None


def compose(
    statements: StatementReader,
    node: n.ComposeOne,
    around: Around,
    out: Block,
    cleared: list[ir.Cell],
) -> Around:
    statements.kept_lets = {**statements.kept_lets, node.span.start: tuple(
        c for c in cleared if c.role == "choice"
    )}  # fmt: skip
    if courses.has_effects(node, around):
        return courses.course(statements, node, around, out, cleared)
    assert around.choice is not None
    seen: ir.Seen = "chooser" if node.secretly else "all"
    parts = parts_of(statements, node)
    if parts is None:
        return around
    steps, finishes = parts
    sources: list[tuple[ir.Expr, ir.Domain]] = []
    inner = around
    grown = [into for step in steps if (into := step.into) is not None]
    lost = replace(around, names={**around.names, **{into.text: BROKEN for into in grown}})
    for step, into in zip(steps, grown, strict=True):
        if not draws_one(statements, step):
            return lost
        source = statements.expressions.collection(step.params[0].source, around.names)
        domain = element_of(source.type)
        if domain is None:
            return lost
        told_apart(statements, domain, step.params[0].span)
        sources.append((source, domain))
        if into.text in inner.names:
            statements.error("E129", f"{into.text} already means something here", into.span)
        cell = statements.choice_cell(
            f"{around.in_action}.{into.text}", ir.SetOf(domain), 0, seen, into.span, inner
        )
        cleared.append(cell)
        read = ir.Read(cell, (), ir.SetOf(domain), into.span)
        inner = replace(inner.bind(into.text, read), live=(*inner.live, cell))
    selections = [inner.names[into.text] for into in grown]
    built: list[ir.ComposeStep] = []
    for step, (source, domain), selection in zip(steps, sources, selections, strict=True):
        assert isinstance(selection, ir.Read)
        built.append(made_step(statements, step, source, domain, selection.cell, inner.names))
    compose = ir.Compose(
        len(statements.scope.composes), node.name.text, tuple(built),
        tuple(
            ir.Finish(f.name.text, tuple(statements.guard(g, inner.names) for g in f.needs))
            for f in finishes
        ),
        node.span,
    )  # fmt: skip
    statements.scope.composes.append(compose)
    out.append(compose_loop(statements, node, compose, steps, finishes, sources, around, inner))
    return inner


def made_step(
    statements: StatementReader,
    node: n.Step,
    source: ir.Expr,
    domain: ir.Domain,
    selection: ir.Cell,
    names: Names,
) -> ir.ComposeStep:
    local, guards = taken(statements, node, source, names)
    most = at_most(statements, node, names)
    return ir.ComposeStep(node.name.text, local, as_set(source), guards, selection, most)


def compose_loop(
    statements: StatementReader,
    node: n.ComposeOne,
    compose: ir.Compose,
    steps: list[n.Step],
    finishes: list[n.FinishStep],
    sources: list[tuple[ir.Expr, ir.Domain]],
    around: Around,
    inner: Around,
) -> ir.Stmt:
    """The choosing itself: steps that can still lead to a finish, and the finishes."""
    assert around.choice is not None
    label = statements.scope.label()
    alternatives = [
        step_alternative(statements, compose, index, step) for index, step in enumerate(steps)
    ]
    for finish, made in zip(finishes, compose.finishes, strict=True):
        alternatives.append(
            ir.Alternative(
                made.name,
                (),
                made.guards,
                ir.Leave(label, finish.span),
                ir.Message((made.name,)),
                False,
                finish.tail.words,
                finish.tail.tags,
                finish.span,
            )
        )
    cover = around.choice.name if node.secretly else ""
    choice = ir.Choose(
        -1, node.name.text, tuple(alternatives), cover, node.tail.words, node.tail.tags, node.span
    )
    return ir.Loop(label, choice, node.span)


def step_alternative(
    statements: StatementReader, compose: ir.Compose, index: int, node: n.Step
) -> ir.Alternative:
    step = compose.steps[index]
    kind = step.selection.type
    assert isinstance(kind, ir.SetOf)
    selection = ir.Read(step.selection, (), kind, node.span)
    local = statements.scope.fresh(step.local.name, step.local.type, node.span)
    guards = [
        ir.Guard(
            substitute(g.test, {step.local.number: local}),
            ir.Message(
                tuple(
                    p
                    if isinstance(p, str | ir.Joined)
                    else substitute(p, {step.local.number: local})
                    for p in g.message.parts
                )
            ),
            g.label, g.tags, g.span,
        )
        for g in step.guards
    ]  # fmt: skip
    for later in compose.steps[index + 1 :]:
        held = ir.Read(later.selection, (), later.selection.type, node.span)
        guards.append(
            ir.Guard(
                op("empty", TRUTH, node.span, held),
                ir.Message((f"{step.name} comes before {later.name}",)),
                span=node.span,
            )
        )
    if step.at_most is not None:
        size = op("size", ir.Number(0, kind.domain.size), node.span, selection)
        guards.append(
            ir.Guard(
                op("less", TRUTH, node.span, size, step.at_most),
                ir.Message(("no more than ", step.at_most, " may be chosen")),
                span=node.span,
            )
        )
    test = ir.Completable(compose, index, (local,), (), TRUTH, node.span)
    nothing = ir.Message((f"after this, {compose.name} cannot be completed",))
    guards.append(ir.Guard(test, nothing, span=node.span))
    source = op("after", kind, node.span, selection, step.source)
    grown = op("union", kind, node.span, selection, ir.Op("set", (local,), kind, node.span))
    return ir.Alternative(
        step.name, (ir.Param(local, source, node.params[0].span),), tuple(guards),
        ir.Assign(step.selection, (), grown, node.span),
        ir.Message((step.name, " ", local)), False, node.tail.words, node.tail.tags, node.span,
    )  # fmt: skip
