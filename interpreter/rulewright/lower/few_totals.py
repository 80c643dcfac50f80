"""Totals over a few elements whose numbers change as the game goes on, without a loop.

How many chips of each suit are in play is asked again and again while cards are gone through: of
the suits of one, then of those of the next. What is counted for each element is worked out once,
when the evaluation begins, side by side in one number with a lane for each. A total is then what a
mask leaves of that, folded until the sum of all lanes stands in the lowest. Over elements that are
fixed it is the sum of their numbers.
"""

from __future__ import annotations

from ..core import ir
from ..core.walk import substitute, walk
from . import nodes as code
from .masks import Scalars
from .writer import Writer

MOST_ELEMENTS = 8
MOST_BITS = 62  # of all lanes, so that no sum of them is wide
MOST_NODES = 100  # of what is worked out for all elements


def total_of_few(
    writer: Writer, scalars: Scalars, fold: ir.Fold, mask: code.Value
) -> code.Value | None:
    """The total over a mask; None if it is better gone through."""
    unit, body, kind = writer.unit, fold.body, fold.local.type
    if body is None or not isinstance(kind, ir.Element) or not unit.uses("sums"):
        return None
    size, fixed = kind.domain.size, code.constant(mask)
    if kind.domain.width or size > MOST_ELEMENTS or unit.can_fail(body):
        return None
    if fixed is None and not _is_asked_again(writer, fold.local, body):
        return None
    low, high = unit.intervals.of(body)
    width = (size * high).bit_length()
    if low < 0 or (fixed is None and size * width > MOST_BITS):
        return None

    def worked_out() -> list[code.Value]:
        made = (ir.Const(one, kind) for one in range(size) if fixed is None or fixed >> one & 1)
        number = fold.local.number
        return [scalars.value(substitute(body, {number: one})) for one in made]

    with writer.tried() as lines:
        tried = worked_out()
    nodes = [node for one in (*lines, *tried) for node in code.walk(one)]
    if len(nodes) > MOST_NODES or any(isinstance(node, code.While | code.Each) for node in nodes):
        return None
    total: code.Value = code.number(0)
    if fixed is not None:
        for value in worked_out():
            total = code.binary(total, "+", value)
        return total

    def packed() -> code.Value:
        held: code.Value = code.number(0)
        for lane, value in enumerate(worked_out()):
            moved = code.binary(value, "<<", code.number(lane * width)) if lane else value
            held = code.binary(held, "|", moved)
        return held

    anyone = ir.Local(-1, fold.local.name, kind)
    key = "side by side", substitute(body, {fold.local.number: anyone})
    lanes = writer.at_first(key, packed, "lanes")
    spread = unit.fixed("spread", ("spread", size, width), lambda: _spread(size, width))
    left = code.binary(lanes, "&", code.item(spread, mask))
    half = 1 << (size - 1).bit_length()
    while half > 1:
        half >>= 1
        held = writer.atom(left, "left")
        left = code.binary(held, "+", code.binary(held, ">>", code.number(half * width)))
    return code.binary(left, "&", code.number((1 << width) - 1))


def asks_for_totals(expr: ir.Expr) -> bool:
    """Does it ask for totals over sets of elements again and again? Then it is better evaluated as
    a whole."""
    return any(
        isinstance(node, ir.Fold)
        and node.kind == "total"
        and isinstance(node.source.type, ir.SetOf)
        for fold in walk(expr)
        if isinstance(fold, ir.Fold) and fold.body is not None
        for node in walk(fold.body)
    )


def _is_asked_again(writer: Writer, local: ir.Local, body: ir.Expr) -> bool:
    """Is it asked in a loop, and hangs on nothing that changes in it but its mask?"""
    asked = writer.unit.free(body) - {local.number}
    is_settled = all(
        number in writer.settled and writer.names.get(number) == writer.settled[number]
        for number in asked
    )
    return bool(writer.remembering and writer.around) and is_settled


def _spread(size: int, width: int) -> tuple[int, ...]:
    """By mask: all bits of the lanes of its elements."""
    lane = (1 << width) - 1
    return tuple(
        sum(lane << one * width for one in range(size) if mask >> one & 1)
        for mask in range(1 << size)
    )
