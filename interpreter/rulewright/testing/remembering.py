"""What a query has met is remembered by all that it rests on, so that it is gone through once.

Rules ask the same of the same again and again: which cards make up a meld, which melds lie in a
hand, for each meld beside it. Who watches what is asked (see `coverage`) learns nothing when it is
gone through once more: where a query rests on the same locals and the same parts of the state, it
has the same value, and meets the same on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..core import ir
from ..core.cost import Known, cost
from ..core.evaluate import Locals, Reader, never_asked, prepare, watching
from ..core.walk import Node, children, walk
from ..diagnostics import PlayError

WORTH = 60  # steps: what takes fewer at most is gone through sooner than it is remembered
MOST_KEPT = 5_000  # of a query; with more, all are forgotten

Key = tuple[object, ...]
KeyOf = Callable[[Locals, Reader], Key | None]
"""What a query rests on in a position; None if that cannot be asked for there."""


@dataclass(slots=True)
class Foundations:
    """What a tree rests on: `locals` that are bound around it, by number, and members of `reads`,
    which members these are being known around it."""

    locals: dict[int, None] = field(default_factory=dict)
    reads: dict[ir.Read, None] = field(default_factory=dict)

    def takes(self, node: Node, bound: frozenset[int] = frozenset()) -> bool:
        """Add what a tree rests on; is that all? `bound`: the locals that are bound around it."""
        match node:
            case ir.Local():
                if node.number not in bound:
                    self.locals[node.number] = None
                return not _is_list(node)
            case ir.Read():
                self.reads[node] = None
                return _is_direct(node, bound)
            case ir.Completable() | ir.OnGrid():
                return False
            case ir.Fold():
                around, within = [node.source, node.goal], [node.where, node.body]
            case ir.Paths():
                around, within = [node.start, node.goal, node.through], [node.near, node.by]
            case _:
                return all(self.takes(child, bound) for child in children(node))
        inner = bound | {node.local.number}
        return all(part is None or self.takes(part, bound) for part in around) and all(
            part is None or self.takes(part, inner) for part in within
        )


def _is_list(expr: ir.Expr) -> bool:
    return isinstance(expr.type, ir.StackOf | ir.RowOf | ir.WaysOf)


def _is_direct(read: ir.Read, bound: frozenset[int]) -> bool:
    """Is it known around a query which member is read, and by reading alone?"""
    return all(
        isinstance(node, ir.Read | ir.Const)
        or (isinstance(node, ir.Local) and node.number not in bound)
        for node in walk(read)
    )


def foundations(expr: ir.Expr, costs: Known) -> KeyOf | None:
    """What tells how an expression comes out, if that is worth remembering. `costs`: what is known
    of other trees."""
    if not isinstance(expr, ir.Fold | ir.Measure) or cost(expr, costs).steps < WORTH:
        return None
    found = Foundations()
    if not found.takes(expr):
        return None
    numbers = tuple(found.locals)
    if not found.reads:
        return lambda values, read: tuple([values.get(number) for number in numbers])
    with watching(None):  # these are asked for besides
        members = [(prepare(one), _is_list(one)) for one in found.reads]

    def key(values: Locals, read: Reader) -> Key | None:
        held: list[object] = [values.get(number) for number in numbers]
        try:
            for member, is_list in members:
                value = member(values, read, never_asked)
                held.append(tuple(value) if is_list else value)  # type: ignore[arg-type]
        except (PlayError, LookupError):  # where the query would not have asked for it
            return None
        return tuple(held)

    return key
