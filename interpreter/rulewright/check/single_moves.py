"""Composes with a text of their own: every complete choice is a single move of their action.

Nothing is kept for later decisions, so selections are plain locals: bound while the moves are
listed, and again when one of them is carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..core import ir
from ..syntax import nodes as n
from .context import Context, nested
from .parts import at_most, draws_one, parts_of, taken, weight_of
from .roles import StatementReader
from .scope import Names
from .types import BROKEN, element_of


@dataclass(frozen=True, slots=True)
class SingleMove:
    """A compose that is part of its action's move: its sets, when they are complete, and where the
    names around its choosing and after it stand."""

    node: n.ComposeOne
    set_params: tuple[ir.SetParam, ...]
    set_finishes: tuple[ir.SetFinish, ...]
    after: Context
    weight: ir.Weight | None

    @property
    def selections(self) -> tuple[ir.Local, ...]:
        return tuple(set_param.selection for set_param in self.set_params)


def find(statements: StatementReader, body: Sequence[n.Statement]) -> n.ComposeOne | None:
    """The compose of an action that is part of its move; one in a wrong place is reported."""
    found = [s for s in body if isinstance(s, n.ComposeOne) and s.text is not None]
    first = found[0] if found else None
    before = body[: body.index(first)] if first is not None else ()
    if first is None or any(not isinstance(s, n.LetBe) for s in before):
        return None
    for deeper in (s for b in body for s in (b, *nested(b)) if isinstance(s, n.ComposeOne)):
        if deeper is not first and deeper.text is not None:
            misplaced(statements, deeper)
    return first


def misplaced(statements: StatementReader, node: n.ComposeOne) -> None:
    statements.error(
        "E231", f"{node.name.text} is part of its action's move, so it comes first in the action, "
        "after `needs` and `let`", node.span,
        hint="without `named` the steps are chosen one after another, where the compose stands",
    )  # fmt: skip


def read(
    statements: StatementReader, node: n.ComposeOne, body: Sequence[n.Statement], context: Context
) -> SingleMove | None:
    """The sets of a compose and when they are complete."""
    parts = parts_of(statements, node)
    if parts is None:
        return None
    steps, finishes = parts
    if node.secretly:
        statements.error(
            "E231", "a compose with `named` is a single move, which nobody can make secretly",
            node.span,
        )  # fmt: skip
    if node.until is not None:
        statements.error(
            "E237", "a compose with `named` is a single move, so nothing ends it on the way",
            node.until.span, hint="what completes it is a `finish` with `needs`",
        )  # fmt: skip
    if any(map(does_more, steps)) or any(map(does_more, finishes)):
        statements.error(
            "E231", "a compose with `named` is a single move: what it does stands after it, its "
            "steps have `into`, and its steps and finishes only `needs`", node.span,
        )  # fmt: skip
        return None
    choosing, after = with_lets(statements, node, body, context), context
    sources: list[ir.Expr] = []
    for step in steps:
        assert step.into is not None
        if not draws_one(statements, step):
            return None
        source = statements.expressions.collection(step.params[0].source, choosing)
        domain = element_of(source.type)
        if domain is None:
            return None
        if step.into.text in choosing:
            statements.error(
                "E129", f"{step.into.text} already means something here", step.into.span
            )
        selection = statements.scope.fresh(step.into.text, ir.SetOf(domain), step.into.span)
        after = after.bind(step.into.text, selection)
        zone = statements.zone_of(step.params[0].source, source)
        if zone is not None:
            after = replace(after, zones={**after.zones, step.into.text: zone})
        sources.append(source)
        choosing = {**choosing, step.into.text: selection}
    set_params = [
        _grown(statements, step, source, choosing)
        for step, source in zip(steps, sources, strict=True)
    ]
    set_finishes = [
        ir.SetFinish(
            finish.name.text,
            tuple(statements.guard(g, choosing) for g in finish.needs),
            finish.span,
        )
        for finish in finishes
    ]
    weight = weight_of(statements, node, choosing)
    return SingleMove(node, tuple(set_params), tuple(set_finishes), after, weight)


def without(node: n.ComposeOne, context: Context) -> Context:
    """Where the selections of a compose that is wrong mean nothing."""
    grown = (p.into for p in node.parts if isinstance(p, n.Step) and p.into is not None)
    return replace(context, names={**context.names, **{into.text: BROKEN for into in grown}})


def does_more(part: n.Step | n.FinishStep) -> bool:
    """Is a step or finish more than a choice of elements and conditions on it?"""
    if part.body or part.text is not None:
        return True
    return part.into is None if isinstance(part, n.Step) else bool(part.params)


def with_lets(
    statements: StatementReader, node: n.ComposeOne, body: Sequence[n.Statement], context: Context
) -> Names:
    """The names around a compose with those that `let` gives before it, as what they stand for:
    nothing happens in between."""
    names = dict(context.names)
    for statement in body[: body.index(node)]:
        if isinstance(statement, n.LetBe):
            names[statement.name.text] = statements.expressions.read(statement.value, names, None)
    return names


def _grown(statements: StatementReader, step: n.Step, source: ir.Expr, names: Names) -> ir.SetParam:
    local, guards = taken(statements, step, source, names)
    most = at_most(statements, step, names)
    assert step.into is not None
    selection = names[step.into.text]
    assert isinstance(selection, ir.Local)
    at = step.params[0].source.span
    return ir.SetParam(step.name.text, local, source, guards, selection, most, at)
