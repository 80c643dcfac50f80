"""How large a core tree is, and how long it can take at most to go through it.

Definitions are written out where they are used, and queries stand in queries: a short text can mean
a tree that no memory holds, or work that no machine finishes. What is asked here is answered
without recursion, and without more work than the tree has nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from . import ir
from .walk import Node, children

MOST_NODES = 10_000  # of a program, its definitions written out
DEEPEST = 100  # levels of a program
MOST_STEPS = 1_000_000_000_000  # of a rule, with every loop as long as it can get
WAYS = 1_000  # what is taken for the number of ways that `paths` finds


class Extent(NamedTuple):
    """Of a tree: how many nodes it has, how deep they lie, the steps to go through it once, and
    whether it searches: for ways, for the longest trail, for how to complete a compose."""

    nodes: int
    depth: int
    steps: int
    searches: bool


def extent(root: Node) -> Extent:
    """The extent of a tree, with every loop as long as it can get and nothing left out.

    Counting ends when there are too many nodes.
    """
    waiting: list[tuple[Node, int, int]] = [(root, 1, 1)]
    nodes = deepest = steps = 0
    searches = False
    while waiting and nodes <= MOST_NODES:
        node, depth, times = waiting.pop()
        nodes += 1
        deepest = max(deepest, depth)
        steps += times
        searches = searches or isinstance(node, _SEARCHING)
        waiting += [(child, depth + 1, times * often) for child, often in _often(node)]
    return Extent(nodes, deepest, steps, searches)


def longest_loop(root: Node) -> Node:
    """What takes too long in a tree that does: the innermost node with a place in a file."""
    found, inside = root, True
    node = root
    while inside:
        inside = False
        for child, _ in _often(node):
            if extent(child).steps > MOST_STEPS:
                node, inside = child, True
                found = node if hasattr(node, "span") else found
                break
    return found


_SEARCHING = (ir.Measure, ir.Paths, ir.Completable, ir.Reachable)


def _often(node: Node) -> Iterator[tuple[Node, int]]:
    """The nodes directly below, each with how often it is gone through when `node` is, at most."""
    match node:
        case ir.Fold():
            yield node.source, 1
            yield from _each((node.where, node.body), length(node.source))
        case ir.For():
            yield from _each((node.source, node.first), 1)
            yield node.body, length(node.source)
        case ir.Times():
            yield node.count, 1
            kind = node.count.type
            yield node.body, kind.high if isinstance(kind, ir.Number) else 1
        case ir.Shuffle(until=until):
            yield node.place, 1
            yield from _each((until,), ir.MOST_SHUFFLES)
        case ir.Alternative():
            yield from _each((node.text, node.body, *node.wholes), 1)
            yield from drawn(node.params, node.guards)
            for grown in node.grown:
                yield grown.source, 1
                yield from _each(grown.guards, length(grown.source))
        case _:
            yield from ((child, 1) for child in children(node))


def drawn(params: tuple[ir.Param, ...], guards: tuple[ir.Guard, ...]) -> Iterator[tuple[Node, int]]:
    """Parameters that are drawn one within the other, and what is asked about each combination."""
    times = 1
    for param in params:
        yield param.source, times
        times *= length(param.source)
    yield from _each(guards, times)


def _each(nodes: tuple[Node | None, ...], times: int) -> Iterator[tuple[Node, int]]:
    return ((node, times) for node in nodes if node is not None)


def length(source: ir.Expr) -> int:
    """How many elements a collection has at most."""
    if isinstance(source, ir.Const) and isinstance(source.type, ir.SetOf):
        return source.value.bit_count()
    match source.type:
        case ir.SetOf(domain=domain) if domain.width:
            return 4 * isqrt(domain.size)  # cells without bounds: those around what is laid
        case ir.SetOf(domain=domain) | ir.StackOf(domain=domain):
            return domain.size
        case ir.RowOf(places=places):
            return places
        case ir.WaysOf():
            return WAYS
        case _:
            return 1
