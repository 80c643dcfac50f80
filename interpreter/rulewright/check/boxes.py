"""What is moved out of the box after the set-up has moved all of that kind out of it, or the same
line the time before, as in a round.

Nothing goes back into the box, so such a line finds nothing there: rules go wrong where it is
carried out. It is met by who wants to gather what lies in zones again.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core import ir
from ..core.walk import walk
from ..diagnostics import Findings, Note
from ..source import Span


def report_emptied_boxes(program: ir.GenericProgram, findings: Findings) -> None:
    emptied = {moved.source.variable: moved.span for moved in _emptying(program.setup)}
    again = {id(moved) for moved in _come_round(program.flow, in_loop=False)}
    told = set[Span]()
    for stmt in walk(program.flow):
        if not isinstance(stmt, ir.MoveAll) or stmt.span in told:
            continue
        by = emptied.get(stmt.source.variable)
        if by is not None or id(stmt) in again:
            told.add(stmt.span)
            kind = _kind(stmt.source.variable).name
            to = stmt.span.in_line().rpartition(" to ")[2]
            when = "after the set-up" if by is not None else "the second time"
            findings.add(
                "E198",
                f"this moves out of the box, in which no {kind} lies {when}",
                stmt.span,
                *(Note("this moves all of them out of it", one) for one in [by] if one is not None),
                hint="say where they lie, zone by zone: "
                f"move ZONE to {to}, or move all {kind[0]} in ZONE where CONDITION to {to}",
            )


def _emptying(setup: ir.Stmt) -> Iterator[ir.MoveAll]:
    """The lines of the set-up that move all of a kind out of the box, whatever the options are."""
    match setup:
        case ir.Seq(body=body):
            for stmt in body:
                yield from _emptying(stmt)
        case ir.MoveAll(components=ir.Fold(kind="all", where=None, source=ir.Const(value=every))):
            if every == _kind(setup.source.variable).everything():
                yield setup


def _come_round(stmt: ir.Stmt, *, in_loop: bool) -> Iterator[ir.MoveAll]:
    """The lines that move all of a kind out of the box in each round, or in each turn."""
    match stmt:
        case ir.Seq(body=body):
            for one in body:
                yield from _come_round(one, in_loop=in_loop)
        case ir.Block():
            yield from _come_round(stmt.body, in_loop=in_loop)
        case ir.Loop():
            yield from _come_round(stmt.body, in_loop=in_loop or _goes_round(stmt))
        case ir.MoveAll() if in_loop and stmt.source.variable.name.startswith("box of "):
            yield from _emptying(stmt)
        case _:
            pass


def _goes_round(loop: ir.Loop) -> bool:
    """Does anything in a loop lead back to its beginning, for all that stands there?"""
    body = loop.body.body if isinstance(loop.body, ir.Seq) else (loop.body,)
    return not any(
        isinstance(one, ir.End) or (isinstance(one, ir.Leave) and one.label == loop.label)
        for one in body
    )


def _kind(box: ir.StateVariable) -> ir.Domain:
    assert isinstance(box.type, ir.SetOf)
    return box.type.domain
