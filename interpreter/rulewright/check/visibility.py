"""What is offered must not tell a seat what it cannot see.

The moves on offer, and the reasons why others are not, are shown to the seat that chooses. So their
parameters, conditions and messages, and what is kept for later choices of the same action, may look
only at what that seat sees: open zones and marks, and its own. How many components lie in a zone is
public everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..core import ir
from ..core.walk import children, substitute, walk
from ..diagnostics import Findings, Note
from ..source import Span


@dataclass(frozen=True, slots=True)
class HiddenRead:
    """A reading of a cell that the choosing seat may not see, and the definition it stands in."""

    read: ir.Read
    at: Span
    function: ir.Function | None = None


def check_choices(program: ir.Program, findings: Findings) -> None:
    """Report every choice of an open program whose offer depends on what its seat cannot see."""
    for node in walk(program.flow):
        match node:
            case ir.Alternative():
                for param in node.params:
                    report(param.source, program.me, f"what {node.name} offers", findings)
                for guard in node.guards:
                    what = f"whether {node.name} is offered"
                    report(guard.test, program.me, what, findings)
                    for part in guard.message.parts:
                        if not isinstance(part, str):
                            report(part, program.me, f"why {node.name} is not offered", findings)
            case ir.Assign(cell=cell) if cell.role == "choice":
                report(node.value, program.me, f"{cell.name.rpartition('.')[2]}", findings)
            case _:
                pass


def report(expr: ir.Expr, me: ir.Cell, what: str, findings: Findings) -> None:
    for hidden in hidden_reads(expr, me):
        cell = hidden.read.cell
        who = "nobody sees" if cell.seen == "nobody" else "only its owner sees"
        notes = [Note(f"{cell.name} is declared here", cell.span)]
        if hidden.function is not None:
            place = f"it is read in the definition of {hidden.function.name}"
            notes.insert(0, Note(place, hidden.read.span))
        findings.add(
            "E191", f"{what} would tell a player what {cell.name} holds, which {who}", hidden.at,
            *notes,
            hint="how many components it holds is public: `is empty`, `size of`; "
            "`hand of me` is the player's own",
        )  # fmt: skip


def hidden_reads(expr: ir.Expr, me: ir.Cell) -> Iterator[HiddenRead]:
    """What an expression reads and the seat in `me` may not see, through definitions too."""
    match expr:
        case ir.Call(function=function, args=args):
            values = {p.number: a for p, a in zip(function.params, args, strict=True)}
            for inner in hidden_reads(substitute(function.body, values), me):
                yield HiddenRead(inner.read, expr.span, inner.function or function)
            return
        case ir.Read(cell=cell, keys=keys) if not is_open(cell, keys, me):
            yield HiddenRead(expr, expr.span)
    counted = only_counted(expr)
    for child in children(expr):
        if child is counted:
            for key in counted.keys:
                yield from hidden_reads(key, me)
        else:
            yield from hidden_reads(child, me)  # type: ignore[arg-type]


def is_open(cell: ir.Cell, keys: tuple[ir.Expr, ...], me: ir.Cell) -> bool:
    """Does the choosing seat see this member of a cell for certain?"""
    if cell.seen in ("all", "chooser"):
        return True
    return (
        cell.seen == "owner" and bool(keys) and isinstance(keys[0], ir.Read) and keys[0].cell is me
    )


def only_counted(expr: ir.Expr) -> ir.Read | None:
    """The zone of which an expression asks only how many components it holds."""
    match expr:
        case ir.Op(name="empty" | "size" | "full", args=(ir.Read() as read,)):
            return read
        case ir.Op(name="equal" | "differ", args=(ir.Read() as read, ir.Const(value=-1))):
            return read if read.cell.role == "zone" else None
        case ir.Fold(kind="count" | "some", source=ir.Read() as read, where=None):
            return read
    return None
