"""How far marks count: what a number has to become for a part of the game to end.

A condition that ends the turns of a phase, a loop or the game, and asks whether a mark has become a
number, says what the mark counts to. It is shown beside it, for who plays has not read the rules.
Of `year > 4` it is 5 where years are counted from 0, as those that are over; where the first of
them is 1, it is the last one that is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..core.ir import (
    Const,
    End,
    Expr,
    Fold,
    If,
    Leave,
    Number,
    Op,
    Program,
    Read,
    Seq,
    SetOf,
    StateVariable,
    Stmt,
)
from ..core.walk import walk

REACHED = ("equal", "at_least", "more")
"""Comparisons of a mark with a number that it has to reach."""
_TURNED = {"less": "more", "at_most": "at_least", "more": "less", "at_least": "at_most"}
_OPPOSITE = {"less": "at_least", "at_most": "more", "differ": "equal"}


@lru_cache(maxsize=16)
def goals(program: Program) -> dict[StateVariable, int]:
    """What marks of the whole table, or of each seat, count up to, if something ends then: the
    largest number, where several are asked for."""
    found: dict[StateVariable, int] = {}
    for node in walk(program.flow):
        if isinstance(node, If) and _leaves(node.then):
            for variable, number in _reached(node.test):
                if number > variable.start:
                    found[variable] = max(number, found.get(variable, number))
    return found


def _leaves(stmt: Stmt) -> bool:
    """Does it do nothing but end something?"""
    if isinstance(stmt, Seq):
        return len(stmt.body) == 1 and _leaves(stmt.body[0])
    return isinstance(stmt, Leave | End)


def _reached(test: Expr, holds: bool = True) -> Iterator[tuple[StateVariable, int]]:
    """The marks that make a condition true alone, by being so large, if only of some seat; or what
    makes it untrue, as of `repeat while`."""
    match test:
        case Op(name="not", args=(inner,)):
            yield from _reached(inner, not holds)
        case Op(name="or" | "and" as name, args=args) if holds is (name == "or"):
            for one in args:
                yield from _reached(one, holds)
        case Fold(kind="some", source=source, where=claim) if holds and _is_all_seats(source):
            if claim is not None:
                yield from _reached(claim)
        case Fold(kind="every", source=source, body=claim) if not holds and _is_all_seats(source):
            if claim is not None:
                yield from _reached(claim, holds=False)
        case Op(name=name, args=(Const(value=number), counted)):
            yield from _counted_to(counted, _TURNED.get(name, name), number, holds)
        case Op(name=name, args=(counted, Const(value=number))):
            yield from _counted_to(counted, name, number, holds)


def _counted_to(
    counted: Expr, name: str, number: int, holds: bool
) -> Iterator[tuple[StateVariable, int]]:
    """A mark that is compared with a number, or that of which the largest of all seats is."""
    match counted:
        case Fold(kind="largest", source=source, where=None, body=body) if _is_all_seats(source):
            mark = body
        case _:
            mark = counted
    if not isinstance(mark, Read) or (name if holds else _OPPOSITE.get(name)) not in REACHED:
        return
    counts, kept = mark.variable, [key.kind for key in mark.variable.keys] in ([], ["seat"])
    if kept and counts.role == "mark" and isinstance(counts.type, Number):
        passed = name == ("more" if holds else "at_most") and counts.start < 1
        yield counts, number + passed


def _is_all_seats(source: Expr) -> bool:
    kind = source.type
    return isinstance(source, Const) and isinstance(kind, SetOf) and kind.domain.kind == "seat"
