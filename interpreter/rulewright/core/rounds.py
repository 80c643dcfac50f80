"""Loops that may go round without a decision: which they are, and how often they may.

Checking sees to it that a loop holds a choice, but what stands under an `if` need not be reached,
and standing rules may set each other off for ever. So such loops are counted while a game is
played: one without any choice each time it is entered, one with a choice since the last decision.
A loop of which each round takes long may go round less often.
And what a number says how often to do may be done just so often.
"""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from ..recent import Same
from . import ir
from .cost import cost

MOST_ROUNDS = 10_000
MOST_TIMES = 100_000  # that something is done, where a number says how often

STEPS_OF_A_ROUND = 20_000  # that a round may take for sure; one of more steps counts as several

TOO_OFTEN = f"this is to be done more than {MOST_TIMES:,} times"

_END = ("end", 0)
_Exit = tuple[str, int]


def may_be_too_often(stmt: ir.Times) -> bool:
    """Can a number ask for more than may be done?"""
    return not isinstance(stmt.count.type, ir.Number) or stmt.count.type.high > MOST_TIMES


def weight(loop: ir.Loop) -> int:
    """As how many rounds one of this loop counts; 0 if it cannot go round without a decision."""
    return _weight(Same(loop))


@lru_cache(maxsize=64)
def _weight(same: Same) -> int:
    loop: ir.Loop = same.node
    return 1 + cost(loop.body).sure // STEPS_OF_A_ROUND if may_idle(loop) else 0


def most_rounds(loop: ir.Loop) -> int:
    """How often a loop may go round without a decision, if it can at all."""
    return MOST_ROUNDS // weight(loop)


def in_vain(loop: ir.Loop) -> str:
    """What is said when a loop goes round too often."""
    return f"this goes round {most_rounds(loop):,} times without a decision"


def rules_of(loop: ir.Loop) -> tuple[ir.If, ...]:
    """The standing rules that a loop looks at, in order; none if it is another loop.

    When it goes round too often, the first of them whose condition holds is what goes on.
    """
    parts = loop.body.body if isinstance(loop.body, ir.Seq) else ()
    return tuple(
        part for part in parts if isinstance(part, ir.If) and _again(part.then, loop.label)
    )


def _again(stmt: ir.Stmt, label: int) -> bool:
    """Does this lead back to the beginning of a loop, last of all?"""
    last = stmt.body[-1] if isinstance(stmt, ir.Seq) and stmt.body else stmt
    return isinstance(last, ir.Again) and last.label == label


def may_idle(loop: ir.Loop) -> bool:
    """Can a loop go round without a decision in its body?"""
    quiet = _quiet(loop.body)
    return _END in quiet or ("again", loop.label) in quiet


def _quiet(stmt: ir.Stmt) -> frozenset[_Exit]:
    """The ways out of a statement that are reached without a decision: its end, and jumps."""
    match stmt:
        case ir.Choose() | ir.End():
            return frozenset()
        case ir.Leave():
            return frozenset((("leave", stmt.label),))
        case ir.Again():
            return frozenset((("again", stmt.label),))
        case ir.Seq():
            found: frozenset[_Exit] = frozenset((_END,))
            for part in stmt.body:
                found = (found - {_END}) | _quiet(part)
                if _END not in found:
                    break
            return found
        case ir.If():
            other = _quiet(stmt.other) if stmt.other is not None else frozenset((_END,))
            return _quiet(stmt.then) | other
        case ir.For() | ir.Times():
            return _quiet(stmt.body) | {_END}
        case ir.Block():
            return _left(_quiet(stmt.body), stmt.label)
        case ir.Loop():
            inside = _quiet(stmt.body) - {_END, ("again", stmt.label)}
            return _left(inside, stmt.label)
        case (
            ir.Let() | ir.Assign() | ir.Move() | ir.MoveAll() | ir.Deal() | ir.Shuffle() | ir.Pick()
        ):
            return frozenset((_END,))
        case _:
            assert_never(stmt)


def _left(exits: frozenset[_Exit], label: int) -> frozenset[_Exit]:
    """The ways out of a statement with a label, from those out of its body."""
    here = ("leave", label)
    return (exits - {here}) | {_END} if here in exits else exits
