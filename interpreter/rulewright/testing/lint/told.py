"""What is told by the way a game goes though it is to be kept from other seats: open choices whose
moves name what is then hidden, secret ones that are only put where something hidden allows it."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import ir
from ...core.walk import walk
from ...diagnostics import Diagnostic, Note

KEPT = ("owner", "nobody", "with")  # from some seats, whoever is to move


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


def skipped_for_others(program: ir.GenericProgram) -> Iterator[Diagnostic]:
    """A finding for each secret choice that is skipped where something hidden leaves nothing to
    choose: all seats see whether it is put.

    How many components a zone holds is public, and so is whether it is empty.
    """
    for stmt in walk(program.flow):
        if not isinstance(stmt, ir.If) or stmt.other is None:
            continue
        choice, hidden = stmt.then, next(_hidden_in(stmt.test), None)
        if isinstance(choice, ir.Choose) and choice.secret and hidden is not None:
            yield Diagnostic(
                "L012",
                f"all seats see whether {choice.name} is put: it is skipped where "
                f"{hidden.name} leaves nothing to choose",
                choice.span,
                (Note(f"{hidden.name} is seen {hidden.seen_words}", hidden.span),),
                hint=f"choose {choice.name} secretly, with an offer that can always be chosen",
            )


def _hidden_in(test: ir.GenericExpr) -> Iterator[ir.StateVariable]:
    """What a condition looks into that not all see."""
    counted = {
        id(part.args[0])
        for part in walk(test)
        if isinstance(part, ir.Op) and part.name in ("size", "empty") and part.args
    }
    counted |= {
        id(part.source) for part in walk(test) if isinstance(part, ir.Fold) and not _looks(part)
    }
    for part in walk(test):
        if isinstance(part, ir.Call):
            yield from _hidden_in(part.function.body)
        elif isinstance(part, ir.Read) and id(part) not in counted:
            if part.variable.seen in KEPT:
                yield part.variable


def _looks(fold: ir.Fold) -> bool:
    """Does a query look at what it goes through, rather than count it?"""
    parts = [part for part in (fold.where, fold.body) if part is not None]
    return any(
        isinstance(one, ir.Local) and one.number == fold.local.number
        for part in parts
        for one in walk(part)
    )


def _is_told(kind: ir.Type) -> bool:
    if isinstance(kind, ir.Element):
        return kind.domain.kind != "component"
    return isinstance(kind, ir.Number | ir.Truth)


def _is_hidden(variable: ir.StateVariable) -> bool:
    return variable.role == "mark" and variable.seen in KEPT


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
