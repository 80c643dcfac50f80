"""Open choices whose moves tell what is then kept from the other seats."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import ir
from ...core.walk import walk
from ...diagnostics import Diagnostic, Note


def told_to_others(program: ir.GenericProgram) -> Iterator[Diagnostic]:
    """A finding for each number or name of an open move that goes into a mark that not all see.

    Components are no matter: who does not see one is not told its name either.
    """
    for choice in walk(program.flow):
        if not isinstance(choice, ir.Choose) or choice.secret or choice.cover:
            continue
        for alternative in choice.alternatives:
            named = {p.local.number for p in alternative.params if _is_told(p.local.type)}
            for stmt in walk(alternative.body):
                if isinstance(stmt, ir.Let) and _taken_over(stmt.value) in named:
                    named.add(stmt.local.number)
                elif isinstance(stmt, ir.Assign) and _is_hidden(stmt.variable):
                    if _taken_over(stmt.value) in named:
                        yield _finding(choice, alternative, stmt)


def _is_told(kind: ir.Type) -> bool:
    if isinstance(kind, ir.Element):
        return kind.domain.kind != "component"
    return isinstance(kind, ir.Number | ir.Truth)


def _is_hidden(variable: ir.StateVariable) -> bool:
    return variable.role == "mark" and variable.seen in ("owner", "nobody", "with")


def _taken_over(value: ir.GenericExpr) -> int | None:
    """The number of the local that is stored as it is, alone or as an element of a set."""
    match value:
        case ir.Local():
            return value.number
        case ir.Op(name="set", args=(ir.Local() as one,)):
            return one.number
        case ir.Op(name="union", args=(ir.Read(), one)):
            return _taken_over(one)
        case _:
            return None


def _finding(choice: ir.Choose, alternative: ir.Alternative, stmt: ir.Assign) -> Diagnostic:
    variable = stmt.variable
    return Diagnostic(
        "L011",
        f"all seats are told what {variable.name} becomes: {alternative.name} names it, and "
        f"{choice.name} is no secret choice",
        stmt.span,
        (Note(f"{variable.name} is seen {variable.seen_words}", variable.span),),
        hint=f"choose {choice.name} secretly",
    )
