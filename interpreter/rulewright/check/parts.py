"""The parts of a compose, whichever of its three forms it has: what must hold of them in each."""

from __future__ import annotations

from ..core import ir
from ..diagnostics import Note
from ..syntax import nodes as n
from .context import not_twice
from .roles import StatementReader
from .scope import Names
from .types import one_of


def parts_of(
    statements: StatementReader, node: n.ComposeOne
) -> tuple[list[n.Step], list[n.FinishStep]] | None:
    """The steps and the finishes of a compose; None, with a finding, where there are none."""
    steps = [part for part in node.parts if isinstance(part, n.Step)]
    finishes = [part for part in node.parts if isinstance(part, n.FinishStep)]
    if not steps or not (finishes or node.until):
        statements.error(
            "E167", "a compose needs at least one `step`, and a `finish` or `until`",
            node.span,
            hint="it has no `step`; add one, such as: step NAME(c in ZONE) into SELECTION"
            if not steps else "it has steps and no end; add a line below them: finish done",
        )  # fmt: skip
        return None
    first: dict[str, n.Name] = {}
    for name in (*(s.name for s in steps), *(f.name for f in finishes)):
        if name.text in first:
            statements.error(
                "E161", f"{name.text} is offered twice in this compose", name.span,
                Note("the first time", first[name.text].span),
            )  # fmt: skip
        first[name.text] = name
    return steps, finishes


def weight_of(statements: StatementReader, node: n.ComposeOne, names: Names) -> ir.Weight | None:
    """What the ways through a compose are compared by, if it has a `most`."""
    lines = [part for part in node.parts if isinstance(part, n.Most)]
    if not lines:
        return None
    for line in lines[1:]:
        statements.error(
            "E238", f"{node.name.text} has a `most` already", line.span,
            Note("the first one", lines[0].span),
            hint="one number can tell of both: 100 * A + B",
        )  # fmt: skip
    value = statements.expressions.number(lines[0].value, names)
    words = lines[0].tail.words or "more is possible"
    return ir.Weight(value, words, lines[0].tail.tags, lines[0].span)


def only_selects(step: n.Step) -> bool:
    """Does a step put an element into a selection, whatever it is called, and nothing else?"""
    return step.into is not None and not step.body


def does_more(part: n.Step | n.FinishStep) -> bool:
    """Is a step or finish more than a choice of elements and conditions on it?"""
    if part.text is not None:
        return True
    if isinstance(part, n.Step):
        return not only_selects(part)
    return bool(part.params or part.body)


def draws_one(statements: StatementReader, step: n.Step) -> bool:
    """Does a step with `into` draw one element? Anything else is reported."""
    if len(step.params) != 1:
        statements.error("E168", "a step with `into` draws exactly one element", step.span)
    return len(step.params) == 1


def taken(
    statements: StatementReader, step: n.Step, source: ir.Expr, names: Names
) -> tuple[ir.Local, tuple[ir.Guard, ...]]:
    """The element that a step with `into` draws from its source, and when it may be taken."""
    param = step.params[0]
    not_twice(statements.error, param.name, names)
    local = statements.scope.fresh(param.name.text, one_of(source), param.name.span)
    inner = {**names, param.name.text: local}
    first: list[ir.Guard] = []
    if param.where is not None:
        test = statements.expressions.truth(param.where, inner)
        said = ir.Message((local, " cannot be chosen"))
        first.append(ir.Guard(test, said, span=param.where.span))
    return local, (*first, *statements.guards(step.needs, inner, first))


def at_most(statements: StatementReader, step: n.Step, names: Names) -> ir.Expr | None:
    """How many elements a step may put into its selection, if it says so."""
    if step.at_most is None:
        return None
    most = statements.expressions.number(step.at_most, names)
    if isinstance(most.type, ir.Number) and most.type.high < 1:
        statements.error(
            "E169", f"at most {step.at_most.span.text()} can be chosen, so none ever is",
            step.at_most.span,
        )  # fmt: skip
    return most
