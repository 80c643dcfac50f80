"""What conditions of moves work out anew for every element that a move may name, though it is the
same for all of them. Engines made for speed work it out once; the reference, on which scenarios are
run as well, does what is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ..core import ir
from ..core.walk import Node, children, free_locals, walk
from .lint.told import written_out

MANY = 1_000  # elements that are looked at, of which it is told


def worked_out_anew(program: ir.GenericProgram) -> Iterator[tuple[ir.Param, ir.GenericExpr]]:
    """The parts of conditions of moves that hang on nothing that the moves name and look at many
    elements, each with the last parameter for which it is worked out anew."""
    for choice in walk(program.flow):
        for alternative in choice.alternatives if isinstance(choice, ir.Choose) else ():
            ours = frozenset(param.local.number for param in alternative.params)
            is_asked_once = True  # as all that stands before what reads a parameter
            for guard in alternative.guards:
                is_asked_once &= ours.isdisjoint(free_locals(guard.test))
                if not is_asked_once:
                    for part in _apart(guard.test, ours):
                        yield alternative.params[-1], part


def _apart(part: Node, bound: frozenset[int]) -> Iterator[ir.GenericExpr]:
    """The largest definitions and queries in it that read none of these locals and look at many."""
    if isinstance(part, ir.Completable) or _looked_at(part) < MANY:
        return
    if isinstance(part, ir.Call | ir.Fold) and bound.isdisjoint(free_locals(cast(ir.Expr, part))):
        yield part
        return
    inner = bound | {part.local.number} if isinstance(part, ir.Fold | ir.Paths) else bound
    for one in children(part):
        yield from _apart(one, inner)


def _looked_at(part: Node) -> int:
    """How many elements are looked at, one after the other, at most."""
    return _within(cast(Node, written_out(cast(ir.GenericExpr, part))))


def _within(part: Node) -> int:
    below = sum(map(_within, children(part)))
    if not isinstance(part, ir.Fold):
        return below
    kind = part.source.type
    return (kind.domain.size if isinstance(kind, ir.SetOf) else 1) * max(1, below)
