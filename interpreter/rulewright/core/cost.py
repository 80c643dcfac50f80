"""Cost bounds: how large a core tree is, and how long it can take at most to go through it.

Definitions are written out where they are used, and queries stand in queries: a short text can mean
a tree that no memory holds, or work that no machine finishes. What is asked here is answered
without recursion, and without more work than the tree has nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import isqrt, prod
from typing import NamedTuple

from ..source import Span
from . import ir
from .walk import LEAVES, Node, children, leads_to

MOST_NODES = 10_000  # of a program, its definitions written out
DEEPEST = 100  # levels of a program
MOST_STEPS = 1_000_000_000_000  # of a rule, with every loop as long as it can get
MOST_SURE = 50_000_000  # of a rule, with those loops alone whose length is fixed or a number
MOST_COMBINED = 100_000_000  # combinations of the parameters of an action
MOST_SURELY_COMBINED = 10_000_000  # of those alone that are drawn from whole types and ranges
MOST_OFFERED = 1_000_000  # moves of an action, in play
AROUND = {"neighbours": 4, "touching": 8}  # cells of boards that grow
WAYS = 1_000  # what is taken for the number of ways that `paths` finds


class Cost(NamedTuple):
    """Of a tree: how many nodes it has, how deep they lie, the steps to go through it once, and
    whether it searches: for ways, for the longest trail, for how to complete a compose.

    `sure`: the steps when of what lies in a zone, or is picked out by a query, there is just one;
    so what goes through whole types and ranges counts in full, and nothing else does.
    """

    nodes: int
    depth: int
    steps: int
    sure: int
    searches: bool


Known = dict[int, tuple[Node, Cost]]
"""What is known of trees, by their identity: rules share many."""


def cost(root: Node, known: Known | None = None) -> Cost:
    """The extent of a tree, with every loop as long as it can get and nothing left out.

    `known`: what other trees were found to be, which may be parts of this one; more is added.
    """
    return _cost(root, {} if known is None else known)


_made = tuple.__new__  # in a third of the time that naming the fields takes


def _cost(node: Node, known: Known) -> Cost:
    found = known.get(id(node))
    if found is not None:
        return found[1]
    kind = type(node)
    if kind in LEAVES:
        return _LEAF  # as every second node is; there is nothing to remember
    nodes, deepest, steps, sure = 1, 0, 1, 1
    searches = kind in _SEARCHING or (isinstance(node, ir.Fold) and node.kind == "path")
    if kind in _REPEATING:
        for child, often in _often(node):
            size, depth, most, least, asks = _cost(child, known)
            nodes += size
            deepest = max(deepest, depth)
            steps += most * often.most
            sure += least * often.sure
            searches = searches or asks
    else:
        for child in children(node):
            if type(child) in LEAVES:
                nodes, steps, sure = nodes + 1, steps + 1, sure + 1
                deepest = deepest or 1
                continue
            size, depth, most, least, asks = _cost(child, known)
            nodes += size
            if depth > deepest:
                deepest = depth
            steps += most
            sure += least
            searches = searches or asks
    made = _made(Cost, (nodes, deepest + 1, steps, sure, searches))
    known[id(node)] = node, made
    return made


_LEAF = Cost(1, 1, 1, 1, False)


class Round(NamedTuple):
    """A loop on the way to what takes longest: how often it goes round, and where it stands."""

    times: int
    span: Span


class Longest(NamedTuple):
    """What takes longest in a tree that takes too long: the steps of all of it, how many it may
    take, the innermost place that takes more by itself, and the loops down to what is done most
    often, the outermost first. `surely`: of the loops, those alone count whose length is fixed."""

    steps: int
    most: int
    place: Span
    rounds: tuple[Round, ...]
    surely: bool


def longest(root: Node, span: Span, known: Known, longer: int = 1, surely: int = 1) -> Longest:
    """What takes longest, followed down from a tree that stands at `span`."""
    found = _cost(root, known)
    of_sure = found.sure > surely * MOST_SURE
    most = surely * MOST_SURE if of_sure else longer * MOST_STEPS

    def steps(node: Node) -> int:
        cost = _LEAF if type(node) in LEAVES else _cost(node, known)
        return cost.sure if of_sure else cost.steps

    def times(often: _Times) -> int:
        return often.sure if of_sure else often.most

    place, here, node = span, span, root
    rounds: list[Round] = []
    while below := [(child, times(often)) for child, often in _often(node)]:
        child, rest = max(below, key=lambda one: steps(one[0]) * one[1])
        params = node.params if isinstance(node, ir.Alternative | ir.ComposeStep) else ()
        for param in params:  # drawn one within the other
            count = times(_through(param.source))
            if 1 < count <= rest:
                rounds.append(Round(count, here))
                rest //= count
        if rest > 1:
            rounds.append(Round(rest, here))
        node = child
        written = getattr(node, "span", here)
        here = written if written.file.text else here
        if steps(node) > most:
            place = here
    return Longest(steps(root), most, place, tuple(rounds), of_sure)


def takes_long(found: Cost, longer: int = 1, surely: int = 1) -> bool:
    """Can it take more than so many times as many steps as a rule may, or surely so many?"""
    return found.steps > longer * MOST_STEPS or found.sure > surely * MOST_SURE


_SEARCHING = frozenset((ir.Measure, ir.Paths, ir.Completable))
_REPEATING = frozenset(
    (ir.Fold, ir.Paths, ir.For, ir.Times, ir.Shuffle, ir.Alternative, ir.ComposeStep)
)


class _Times(NamedTuple):
    """How often something is done: at most, and for sure if a loop is entered at all."""

    most: int
    sure: int

    def each(self, other: _Times) -> _Times:
        """So often the one for each of the other."""
        return _Times(self.most * other.most, self.sure * other.sure)


_ONCE = _Times(1, 1)


def _often(node: Node) -> Iterator[tuple[Node, _Times]]:
    """The nodes directly below, each with how often it is gone through when `node` is."""
    match node:
        case ir.Fold(kind="reached" | "groups"):
            yield node.source, _ONCE
            yield from _each((node.where,), _through(node.source))
            assert node.body is not None
            yield node.body, _through(node.body)  # of all that it leads to
        case ir.Paths():
            yield from _each((node.start, node.goal, node.through), _ONCE)
            yield from _each((node.by, node.near), _through(node.through))
        case ir.Fold():
            yield from _each((node.source, node.goal), _ONCE)
            yield from _each((node.where, node.body), _through(node.source))
        case ir.For():
            yield from _each((node.source, node.first), _ONCE)
            yield node.body, _through(node.source)
        case ir.Times():
            yield node.count, _ONCE
            kind = node.count.type
            times = kind.high if isinstance(kind, ir.Number) else 1
            yield node.body, _Times(times, times if isinstance(node.count, ir.Const) else 1)
        case ir.Shuffle(until=until):
            yield node.place, _ONCE
            yield from _each((until,), _Times(ir.MOST_SHUFFLES, ir.MOST_SHUFFLES))
        case ir.Alternative():
            yield from _each((node.text, node.body, node.compose), _ONCE)
            yield from _drawn(node.params, node.guards)
        case ir.ComposeStep():
            yield from _drawn(node.params, node.guards)
            yield node.body, _ONCE
        case _:
            yield from ((child, _ONCE) for child in children(node))


def _drawn(
    params: tuple[ir.Param, ...], guards: tuple[ir.Guard, ...]
) -> Iterator[tuple[Node, _Times]]:
    """Parameters that are drawn one within the other, and what is asked about each combination."""
    times = _ONCE
    for param in params:
        yield param.source, times
        times = times.each(_through(param.source))
    yield from _each(guards, times)


def _each(nodes: tuple[Node | None, ...], times: _Times) -> Iterator[tuple[Node, _Times]]:
    return ((node, times) for node in nodes if node is not None)


def _through(source: ir.Expr) -> _Times:
    """How many elements a collection has."""
    match source:
        case ir.Const() | ir.Op(name="range"):
            most = length(source)
            return _Times(most, most)
        case ir.Op(name="after", args=(_, among)):
            return _through(among)
        case ir.Op(name="first", args=(ir.Const(), among)):
            return _Times(length(source), min(length(source), _through(among).sure))
        case _:
            return _Times(length(source), 1)


def too_often_combined(params: tuple[ir.Param, ...]) -> int:
    """The limit that parameters break which can be combined in too many ways, else 0."""
    if prod(length(param.source) for param in params) > MOST_COMBINED:
        return MOST_COMBINED
    surely = prod(_through(param.source).sure for param in params)
    return MOST_SURELY_COMBINED if surely > MOST_SURELY_COMBINED else 0


def may_offer_too_many(alternative: ir.Alternative) -> bool:
    """Can an action have more moves at a time than it may?"""
    known = all(not isinstance(param.source.type, ir.WaysOf) for param in alternative.params)
    most = prod(length(param.source) for param in alternative.params)
    return not known or most > MOST_OFFERED or bool(alternative.compose and alternative.params)


def length(source: ir.Expr) -> int:
    """How many elements a collection has at most."""
    if isinstance(source, ir.Const) and isinstance(source.type, ir.SetOf):
        return source.value.bit_count()
    match source:
        case ir.Op(name="first" | "uppermost", args=(count, among)):
            at_most = count.type.high if isinstance(count.type, ir.Number) else 1
            return max(0, min(at_most, length(among)))
        case ir.Op(name="intersect", args=args):
            return min(map(length, args))
        case ir.Op(name="set", args=args):
            return min(len(args), _of_its_type(source.type))
        case ir.Op(name="union", args=args):
            return min(sum(map(length, args)), _of_its_type(source.type))
        case ir.Op(name="neighbours" | "touching" as name):
            return AROUND[name]
        case ir.Lookup(table=table, type=ir.SetOf()):
            return _most_of(table)
        case ir.Fold(kind="reached") if (within := leads_to(source)[1]) is not None:
            return min(length(within), _of_its_type(source.type))
        case (
            ir.Op(name="without", args=(among, _))
            | ir.Op(name="members", args=(among,))
            | ir.Fold(kind="all", source=among)
        ):
            return min(length(among), _of_its_type(source.type))
        case ir.Cond(then=then, other=other):
            return max(length(then), length(other))
        case _:
            return _of_its_type(source.type)


@lru_cache(maxsize=64)
def _most_of(table: ir.Table) -> int:
    """How many elements the largest of the sets in a table has: of the cells around each cell, no
    more than there are directions."""
    return max((value.bit_count() for value in table.values), default=0)


def _of_its_type(kind: ir.Type) -> int:
    match kind:
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


def too_many(action: str) -> str:
    """What is said when an action has more moves at a time than a list of them should hold."""
    return f"{action}: more than {MOST_OFFERED:,} moves are on offer"


def too_many_ways(alternative: ir.Alternative) -> str:
    """What is said when there are too many sets to try."""
    return f"{alternative.name} can be put together in too many ways: {ir.MOST_STATES:,} were tried"
