"""Composes with a text of their own: every complete choice is a single move of their action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..core import ir
from ..syntax import nodes as n
from . import composing
from .context import Context
from .parts import does_more, parts_of
from .roles import StatementReader
from .scope import Names
from .types import BROKEN


def find(body: Sequence[n.Statement]) -> n.ComposeOne | None:
    """The compose of an action that is part of its move. One in a wrong place is reported where the
    statements are read; one of an offer that is written out further on belongs to that offer."""
    found = [s for s in body if isinstance(s, n.ComposeOne) and s.text is not None]
    first = found[0] if found else None
    before = body[: body.index(first)] if first is not None else ()
    if first is None or any(not isinstance(s, n.LetBe) for s in before):
        return None
    return first


def misplaced(
    statements: StatementReader,
    node: n.ComposeOne,
    before: Sequence[n.Statement] = (),
    action: str = "",
) -> None:
    """`before`: what stands there before it, which may be what a variant has added."""
    name = node.name.text
    hint = "without `named` the steps are chosen one after another, where the compose stands"
    if any(each.span.file is not node.span.file for each in before):
        at_end = f", or: add at end of {action}" if action else ""
        hint = f"what happens when the move is made comes after it: add after {name}{at_end}"
    statements.error(
        "E231", f"{name} is part of its action's move, so it comes first in the action, "
        "after `needs` and `let`", node.span, hint=hint,
    )  # fmt: skip


def read(
    statements: StatementReader, node: n.ComposeOne, body: Sequence[n.Statement], context: Context
) -> tuple[ir.Compose | None, Context]:
    """The compose, None after a mistake, and where its selections are known."""
    if not _is_right(statements, node):
        return None, without(node, context)
    around = replace(context, names=_with_lets(statements, node, body, context))
    found = composing.single_move(statements, node, around)
    if found is None:
        return None, without(node, context)
    made, choosing = found
    for selection in made.selections:
        context = context.bind(selection.name, selection)
    return made, replace(context, zones=choosing.zones)


def _is_right(statements: StatementReader, node: n.ComposeOne) -> bool:
    """Has it steps and finishes that only select? Anything else is reported."""
    parts = parts_of(statements, node)
    if parts is None:
        return False
    steps, finishes = parts
    if node.secretly:
        statements.error(
            "E231", "a compose with `named` is a single move, which nobody can make secretly",
            node.span, hint="leave out `secretly` here; it stands at the choice that offers the "
            "action, and then others see nothing of the move: choose NAME secretly",
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
        return False
    return True


def without(node: n.ComposeOne, context: Context) -> Context:
    """Where the selections of a compose that is wrong mean nothing."""
    grown = (p.into for p in node.parts if isinstance(p, n.Step) and p.into is not None)
    return replace(context, names={**context.names, **{into.text: BROKEN for into in grown}})


def _with_lets(
    statements: StatementReader, node: n.ComposeOne, body: Sequence[n.Statement], context: Context
) -> Names:
    """The names around a compose with those that `let` gives before it, as what they stand for:
    nothing happens in between."""
    names = dict(context.names)
    for statement in body[: body.index(node)]:
        if isinstance(statement, n.LetBe):
            names[statement.name.text] = statements.expressions.read(statement.value, names, None)
    return names
