"""What stands before and behind a decision in the rules: what its turn always begins with, and what
is done after its moves until something else is chosen, or until the turn is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from ..core.ir import Block, Choose, Loop, Program, Seq, Stmt
from ..core.walk import EXPRESSIONS, Node, children, walk


@lru_cache(maxsize=256)
def behind(program: Program, point: int, *, beyond_turn: bool = False) -> tuple[Stmt, ...]:
    """What follows on a decision, the nearest first: in the same action and then in the same turn,
    or, `beyond_turn`, also later, and when what is repeated begins anew."""
    return tuple(_behind(_way_to(program.flow, point) or (), beyond_turn=beyond_turn))


@lru_cache(maxsize=256)
def in_action(program: Program, point: int) -> tuple[Stmt, ...]:
    """What follows on a decision in the action that it is a part of; nothing if it is in none."""
    way = _way_to(program.flow, point) or ()
    actions = [number for number, (node, _) in enumerate(way) if isinstance(node, Choose)]
    return tuple(_behind(way[actions[0] + 1 :], beyond_turn=False)) if actions else ()


@lru_cache(maxsize=256)
def within_action(program: Program, point: int) -> frozenset[int]:
    """The decisions, by their points, in the action that one is a part of, but for its first; none
    if it is in none."""
    way = _way_to(program.flow, point) or ()
    outer = next((node for node, _ in way if isinstance(node, Choose)), None)
    inside = walk(outer) if outer is not None else ()
    return frozenset(one.point for one in inside if isinstance(one, Choose) and one is not outer)


@lru_cache(maxsize=256)
def in_turn(program: Program, point: int) -> tuple[Stmt, ...]:
    """What follows on a decision until its turn is over, also when what is repeated in it begins
    anew."""
    way = _way_to(program.flow, point) or ()
    turns = [
        number for number, (node, _) in enumerate(way) if isinstance(node, Block) and node.turn
    ]
    return tuple(_behind(way[turns[-1] :], beyond_turn=True)) if turns else ()


@lru_cache(maxsize=256)
def afterwards(program: Program, point: int) -> tuple[Stmt, ...]:
    """What follows on a decision, and on the action that it is a part of, until all is over."""
    way = _way_to(program.flow, point) or ()
    outside = [*takewhile(lambda one: not isinstance(one[0], Choose), way)]
    return tuple(_behind(outside, beyond_turn=True))


@lru_cache(maxsize=256)
def ahead(program: Program, point: int) -> tuple[Stmt, ...]:
    """What a turn always begins with before a decision; nothing if that is not its first one."""
    begun: list[Stmt] = []
    is_turn = False
    for node, number in _way_to(program.flow, point) or ():
        match node:
            case Choose():
                return ()
            case Seq() if is_turn:
                begun += node.body[:number]
            case Block():
                is_turn = is_turn or node.turn
            case _:
                pass
    asks = any(isinstance(one, Choose) for stmt in begun for one in walk(stmt))
    return () if asks else tuple(begun)


_Way = Sequence[tuple[Node, int]]
"""What stands around a decision, outermost first, and where in each the next one stands."""


def _behind(way: _Way, *, beyond_turn: bool) -> Iterator[Stmt]:
    actions = sum(isinstance(node, Choose) for node, _ in way)
    for node, number in reversed(way):
        match node:
            case Choose():
                actions -= 1
            case Seq():
                yield from node.body[number + 1 :]
            case Loop() if beyond_turn:
                yield node.body
            case Loop() if not actions:  # of turns: what is behind it is later
                return
            case _:
                pass


def _way_to(node: Node, point: int) -> _Way | None:
    """The way to a decision; None if it is not there."""
    if isinstance(node, Choose) and node.point == point:
        return ()
    for number, below in enumerate(children(node)):
        if type(below) not in EXPRESSIONS and (way := _way_to(below, point)) is not None:
            return ((node, number), *way)
    return None
