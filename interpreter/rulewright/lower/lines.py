"""Straight lines of cells as shifts of masks.

Cells that stand side by side in a direction are a fixed number of bits apart. Of a set S, `S &
S >> step` holds the cells that begin a line of two, and so on. That a shift may lead round the rim
of the board does no harm as long as a line begins where there is room for it, which one mask for
each direction says.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.boards import STRAIGHT
from ..core.ir import Const, Domain, Expr, Op, OpName, SetOf, Type
from . import nodes as code
from .primitives import LongestLine
from .unit import Unit
from .writer import Writer

Asked = tuple[Expr, tuple[int, ...], bool]  # cells, limits, and whether the opposite is meant
_FLIPPED: dict[OpName, OpName] = {
    "less": "more", "at_most": "at_least", "more": "less", "at_least": "at_most",
}  # fmt: skip


def _domain(kind: Type) -> Domain:
    assert isinstance(kind, SetOf)
    return kind.domain


def _directions(domain: Domain, length: int) -> Iterator[tuple[int, int | None]]:
    """For each direction of lines how many bits a step is, and the cells that have room for a line
    of this length there; None where all have that need it."""
    columns, rows = domain.columns, domain.size // domain.columns

    def from_columns(first: int, last: int) -> int:
        row = sum(1 << column for column in range(first, last))
        return sum(row << columns * at for at in range(rows))

    yield columns, None
    yield 1, from_columns(0, columns - length + 1)
    if domain.sides == len(STRAIGHT):
        yield columns + 1, from_columns(0, columns - length + 1)
    yield columns - 1, from_columns(length - 1, columns)


def asked(expr: Op) -> Asked | None:
    """`longest line of S >= 4`: S, the lengths to ask for, of which the second must not be there,
    and whether the opposite of all that is asked."""
    (one, other), name = expr.args, expr.name
    if isinstance(one, Const):
        one, other, name = other, one, _FLIPPED.get(name, name)
    if not isinstance(one, Op) or one.name != "longest_line" or not isinstance(other, Const):
        return None
    limit = other.value
    match name:
        case "at_least" | "less":
            limits: tuple[int, ...] = (limit,)
        case "more" | "at_most":
            limits = (limit + 1,)
        case _:
            limits = (limit, limit + 1)
    return one.args[0], limits, name in ("less", "at_most", "differ")


def at_least(writer: Writer, kind: Type, cells: code.Value, length: int) -> code.Value:
    """The test whether there is a line of this length among cells, which are a name."""
    domain = _domain(kind)
    if length <= 1:
        return code.number(1) if length <= 0 else cells
    found = []
    for step, room in _directions(domain, length):
        if room == 0 or (room is None and length > domain.size // domain.columns):
            continue
        reached, line = 1, cells
        while reached < length:
            if not code.is_atom(line):
                held = writer.fresh("line")
                line, first = code.name(held), code.bound(held, line)
            else:
                first = line
            more = min(reached, length - reached)
            line = code.binary(first, "&", code.binary(line, ">>", code.number(more * step)))
            reached += more
        found.append(line if room is None else code.binary(line, "&", code.number(room)))
    return code.either(found)


def longest(unit: Unit, kind: Type, cells: code.Value) -> code.Value:
    """How long the longest line is."""
    domain = _domain(kind)
    function = unit.fixed("longest_line", ("line", domain), lambda: _measure(domain))
    return code.call(function.id, cells)


def _measure(domain: Domain) -> LongestLine:
    steps = ((step, -1 if room is None else room) for step, room in _directions(domain, 2))
    return LongestLine(domain, tuple(steps))
