"""Whether the beginning of a game is worth so much, where all is open and nothing left to chance.

What the answer does not hang on is left out, so games are reached that have far more positions than
can be met. The search goes where the least is still to be shown for a yes or a no (proof numbers:
Allis, van der Meulen and van den Herik, "Proof-number search", 1994), depth first (df-pn: Nagai,
"Df-pn algorithm for searching AND/OR trees and its applications", 2002), and keeps each position
that it has met. Positions that come back to themselves have no place in that; nothing is said of a
game in which the search would go round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..limits import Deadline
from .positions import groups
from .tree import END, TreeError

NEVER = 1 << 60
"""How much is to be shown for what is not so."""


@dataclass(slots=True, eq=False)
class Node:
    """A position: who decides there, or `END` with what it is worth to the first seat; what the
    moves lead to, in canonical order, once that was looked at. `yes`, `no`: how many ends are to be
    shown at least for the one answer and for the other; 0 if it is certain. `turn`: of all that
    became certain, the how manyth; it rests on what was certain before."""

    mover: int
    worth: int = 0
    after: Sequence[Node] = ()
    yes: int = 1
    no: int = 1
    turn: int = 0
    on_way: bool = False


COMES_BACK = "a position comes back: only all positions together prove anything"


class _Visit(NamedTuple):
    """A position on the way, and from how much on there is something better to look at."""

    node: Node
    yes: int
    no: int


class Prover:
    """Answers about one beginning. `led_to` gives what the moves of a position lead to: the same
    node for the same position; it is asked once for each."""

    def __init__(
        self, start: Node, led_to: Callable[[Node], Sequence[Node]], deadline: Deadline
    ) -> None:
        self.start, self.led_to, self.deadline = start, led_to, deadline
        self.target = self.certain = 0

    def at_least(self, target: int) -> bool:
        """Can the first seat bring about an end that is worth so much, whatever the other does?

        Raises `TreeError` if the search comes back to where it is, `OutOfTime`.
        """
        for node in met(self.start):
            _begin(node, target)
        self.target = target
        way = [_Visit(self.start, NEVER, NEVER)]
        idle, patience = 0, 1000
        while way:
            visit = way[-1]
            node = visit.node
            idle += 1
            if not node.after and node.mover != END:
                self._look_into(node)
                idle = 0
            elif idle > patience:  # numbers that rest on each other may rise for ever
                self.deadline.check()
                idle, patience = 0, 2 * patience
                if comes_back(self.start):
                    raise TreeError(COMES_BACK)
            following = _weighed(node, visit)
            if following is None:
                if not (node.yes and node.no):
                    self.certain += 1
                    node.turn = self.certain
                node.on_way = False
                way.pop()
            elif following.node.on_way:
                raise TreeError(COMES_BACK)
            else:
                node.on_way = True
                way.append(following)
        return self.start.yes == 0

    def _look_into(self, node: Node) -> None:
        node.after = self.led_to(node)
        for each in node.after:
            if each.mover == END:
                _begin(each, self.target)
        self.deadline.check()


def met(start: Node) -> Iterator[Node]:
    """All positions that were met, each once."""
    seen, waiting = {id(start)}, [start]
    while waiting:
        node = waiting.pop()
        yield node
        for each in node.after:
            if id(each) not in seen:
                seen.add(id(each))
                waiting.append(each)


def comes_back(start: Node) -> bool:
    """Does a position that was met lead back to itself?"""
    nodes = [*met(start)]
    numbers = {id(node): number for number, node in enumerate(nodes)}
    after = [[numbers[id(each)] for each in node.after] for node in nodes]
    alone = all(len(group) == 1 for group in groups(after))
    return not alone or any(number in to for number, to in enumerate(after))


def _begin(node: Node, target: int) -> None:
    """Nothing is known but of ends."""
    node.yes = node.no = 1
    node.on_way = False
    if node.mover == END:
        node.yes, node.no = (0, NEVER) if node.worth >= target else (NEVER, 0)


def _weighed(node: Node, visit: _Visit) -> _Visit | None:
    """What is to be looked at next behind a position, whose numbers are brought up to date; nothing
    if there is something better to do elsewhere. For who decides the easiest move will do; of the
    other answer all moves are to be shown."""
    if node.mover == END:
        return None
    mine = node.mover == 0
    best = second = NEVER
    total = 0
    easiest = node.after[0]
    for each in node.after:
        one, all_of = (each.yes, each.no) if mine else (each.no, each.yes)
        total += all_of
        if one < best:
            best, second, easiest = one, best, each
        elif one < second:
            second = one
    if not best:
        total = NEVER
    elif not total:
        best = NEVER
    else:
        total = min(total, NEVER - 1)  # it counts the same more than once
    node.yes, node.no = (best, total) if mine else (total, best)
    if not best or not total or node.yes >= visit.yes or node.no >= visit.no:
        return None
    if mine:
        rest = visit.no - total + easiest.no
        return _Visit(easiest, min(visit.yes, second + 1), min(rest, NEVER))
    rest = visit.yes - total + easiest.yes
    return _Visit(easiest, min(rest, NEVER), min(visit.no, second + 1))


def shortest_way(start: Node) -> list[int]:
    """The numbers of the moves from a position with a certain answer to an end that shows it: who
    can bring it about takes the shortest way that was shown, the other the longest."""
    yes = start.yes == 0
    ways: dict[int, list[tuple[int, Node]]] = {}  # of nodes by `id`, what their answer rests on
    depth: dict[int, int] = {}
    waiting = [start]
    while waiting:
        node = waiting[-1]
        if id(node) not in ways:
            ways[id(node)] = [
                (number, each)
                for number, each in enumerate(node.after)
                if (each.yes if yes else each.no) == 0 and each.turn < node.turn
            ]
        rest = [each for _, each in ways[id(node)] if id(each) not in depth]
        waiting += rest
        if not rest:
            waiting.pop()
            best = min if (node.mover == 0) == yes else max
            depth[id(node)] = best((depth[id(n)] for _, n in ways[id(node)]), default=-1) + 1
    moves, node = list[int](), start
    while node.mover != END:
        number, node = next(way for way in ways[id(node)] if depth[id(way[1])] < depth[id(node)])
        moves.append(number)
    return moves
