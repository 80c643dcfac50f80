"""Positions in which somebody has the turn already: the flow begins with that seat.

Where turns begin they go to their first seat, and nobody has passed. The slots of a position that
says otherwise are marked `GIVEN` and hold who is to move and how many have passed in a row: all
turns that begin before the first decision begin so then. Nothing else is different, so the engine
that does this is one of the same kind for a program with other beginnings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from ..core import soundness
from ..core.ir import Assign, Choose, Const, Loop, Program, Seq, StateVariable, Stmt
from ..core.walk import Node, with_children
from ..runtime.layout import FRESH, POINT, Layout, Slots
from .protocol import EngineOf

Opening = tuple[int, int]  # who is to move, and after how many passes
E = TypeVar("E", bound=EngineOf[Slots])


def passes_of(program: Program) -> StateVariable:
    """The cell that counts passes in a row."""
    assert program.passes is not None
    return program.passes


def opening(
    program: Program,
    layout: Layout,
    slots: Slots,
    known: dict[Opening, E],
    made: Callable[[Program], E],
) -> E:
    """The engine that begins slots marked `GIVEN`, which are as fresh ones then."""
    seat, passes = layout.get(slots, program.me, ()), layout.get(slots, passes_of(program), ())
    key = cast(int, seat), cast(int, passes)
    if key not in known:
        begun = opened(program, *key)
        soundness.look_at(begun, "opening")
        known[key] = made(begun)
    slots[POINT] = FRESH
    return known[key]


def opened(program: Program, seat: int, passes: int) -> Program:
    """The program in which all turns begin with a seat, after so many passes in a row."""
    me, passed = program.me, passes_of(program)

    def stands(body: Sequence[Stmt], at: int) -> bool:
        """Do turns begin here: the first seat, no passes, and round it goes?"""
        match body[at : at + 3]:
            case (Assign(variable=a), Assign(variable=b, value=Const(value=0)), Loop()):
                return a is me and b is passed
        return False

    def begun(body: tuple[Stmt, ...]) -> Iterator[Stmt]:
        for at, stmt in enumerate(body):
            if stands(body, at):
                one = cast(Assign, stmt)
                yield replace(one, value=Const(seat, one.value.type, one.span))
            elif at and stands(body, at - 1):
                no_passes = cast(Assign, stmt)
                yield replace(no_passes, value=Const(passes, passed.type, no_passes.span))
            else:
                yield stmt

    def visit(node: Node) -> Node:
        if isinstance(node, Choose):
            return node  # what is inside comes after a decision
        if isinstance(node, Seq):
            node = replace(node, body=tuple(begun(node.body)))
        return with_children(node, visit)

    return replace(program, flow=cast(Stmt, visit(program.flow)))
