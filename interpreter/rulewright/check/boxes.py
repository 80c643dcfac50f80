"""What is moved out of the box after the set-up has moved all of that kind out of it.

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
    told = set[Span]()
    for stmt in walk(program.flow):
        if not isinstance(stmt, ir.MoveAll) or stmt.span in told:
            continue
        if (by := emptied.get(stmt.source.variable)) is not None:
            told.add(stmt.span)
            kind = _kind(stmt.source.variable).name
            to = stmt.span.in_line().rpartition(" to ")[2]
            findings.add(
                "E198",
                f"this moves out of the box, in which no {kind} lies after the set-up",
                stmt.span,
                Note("this moves all of them out of it", by),
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


def _kind(box: ir.StateVariable) -> ir.Domain:
    assert isinstance(box.type, ir.SetOf)
    return box.type.domain
