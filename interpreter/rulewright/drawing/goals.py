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


def _reached(test: Expr) -> Iterator[tuple[StateVariable, int]]:
    """The marks that make a condition true alone, by being so large, if only of some seat."""
    match test:
        case Fold(kind="some", source=Const(type=SetOf(domain=domain)), where=where) if (
            domain.kind == "seat" and where is not None
        ):
            yield from _reached(where)
        case Op(name="or", args=args):
            for one in args:
                yield from _reached(one)
        case Op(name=name, args=(Read(variable=mark), Const(value=number))):
            kept = [key.kind for key in mark.keys] in ([], ["seat"])
            if name in REACHED and kept and mark.role == "mark" and isinstance(mark.type, Number):
                yield mark, number + (name == "more" and mark.start < 1)
