"""The longest trail and the longest path in a set of edges, fast.

Sets of edges and of vertices are masks, and tables over chunks of edges answer in a few look-ups
which edges touch these and which vertices they meet an odd number of times. Then, for each
connected part:

* With at most two odd vertices it is one trail (Euler).
* With 2m > 2 odd vertices a trail leaves out at least m - 1 edges, and a longest one begins and
  ends at odd vertices: no edge is left at its last vertex, so an odd number of them was used there.
  (One that ends where it began could begin at any vertex with an edge left, and be made longer.)
* A part without a ring is a tree, and both lengths are its diameter: peel off all leaves at once,
  again and again; each round shortens the longest path by one edge at either end.

So few networks need a search, which stops at the bound. Its results are kept, for the same small
parts come up again and again. A search of more than `MOST_STEPS` steps, or along more than
`LONGEST_WAY` edges, is given up.

`longest` says what is meant: it tries every way. Only where that takes long it leaves the answer to
the rest of this file, so both engines give up the same searches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal

from ..diagnostics import PlayError
from ..source import NOWHERE, Span
from .ir import LONGEST_WAY, MOST_STEPS, Graph

Masks = Callable[[int], int]

MOST_TRIED = 2_000_000  # edges looked at to try every way, before the fast measures are asked

_CHUNK, _SMALL_CHUNK = 11, 5  # bits of a table's index; the smaller one for very many edges
_MANY = 10 * _CHUNK  # edges
_KEPT = 1 << 15  # searched parts whose lengths are kept, for each graph and measure


class _TooLong(Exception):
    """A search is given up."""


def longest(kind: Literal["trail", "path"], graph: Graph, edges: int, span: Span = NOWHERE) -> int:
    """The longest trail (no edge twice) or path (no vertex twice) in a set of edges, by trying
    every way. Raises `PlayError` if there are too many even for the fast measures."""
    tried = 0

    def onward(vertex: int, left: int, visited: int) -> int:
        nonlocal tried
        tried += left.bit_count()
        if tried > MOST_TRIED:
            raise _TooLong
        best = 0
        for edge in _bits(left):
            ends = graph.ends[edge]
            if vertex not in ends:
                continue
            there = ends[0] + ends[1] - vertex
            if kind == "trail" or not visited >> there & 1:
                best = max(best, 1 + onward(there, left & ~(1 << edge), visited | 1 << there))
        return best

    try:
        return max((onward(v, edges, 1 << v) for v in range(graph.vertices)), default=0)
    except (_TooLong, RecursionError):
        measure = longest_trail if kind == "trail" else longest_path
        return measure(graph, edges, span)


def longest_trail(graph: Graph, edges: int, span: Span = NOWHERE) -> int:
    """The length of the longest walk that uses no edge twice."""
    return network(graph).trail(edges, span)


def longest_path(graph: Graph, edges: int, span: Span = NOWHERE) -> int:
    """The length of the longest walk that meets no vertex twice."""
    return network(graph).path(edges, span)


def _too_many(kind: str, span: Span) -> PlayError:
    return PlayError(
        f"there are too many ways to find the longest {kind}: a search may take {MOST_STEPS:,} "
        f"steps, and follow {LONGEST_WAY} edges", span,
    )  # fmt: skip


@lru_cache(maxsize=64)
def network(graph: Graph) -> Network:
    """The tables of a graph, made once."""
    return Network(graph)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _chunk(items: list[int]) -> int:
    return _CHUNK if len(items) <= _MANY else _SMALL_CHUNK


def _tables(items: list[int], join: Callable[[int, int], int]) -> list[list[int]]:
    """For each chunk of items, `join` over every subset of it."""
    tables, chunk = [], _chunk(items)
    for start in range(0, len(items), chunk):
        table = [0]
        for item in items[start : start + chunk]:
            table += [join(joined, item) for joined in table]
        tables.append(table)
    return tables


def _joined(items: list[int], join: Callable[[int, int], int]) -> Masks:
    """A function from a mask of items to `join` over the items in it."""
    tables = _tables(items, join)
    chunk = _chunk(items)
    low = (1 << chunk) - 1
    if len(tables) <= 1:
        return (tables or [[0]])[0].__getitem__
    if len(tables) == 2 and join is _or:
        first, second = tables
        return lambda mask: first[mask & low] | second[mask >> _CHUNK]
    if len(tables) == 2:
        first, second = tables
        return lambda mask: first[mask & low] ^ second[mask >> _CHUNK]

    def general(mask: int) -> int:
        joined = 0
        for table in tables:
            joined = join(joined, table[mask & low])
            mask >>= chunk
        return joined

    return general


def _or(a: int, b: int) -> int:
    return a | b


def _xor(a: int, b: int) -> int:
    return a ^ b


class Network:
    """A graph prepared for questions about sets of its edges."""

    def __init__(self, graph: Graph) -> None:
        ends = [1 << a | 1 << b for a, b in graph.ends]
        self._ends = ends
        self.at = [
            sum(1 << e for e, end in enumerate(ends) if end >> v & 1) for v in range(graph.vertices)
        ]
        self._touching = _joined([self.at[a] | self.at[b] for a, b in graph.ends], _or)
        self._vertices = _joined(ends, _or)
        self._odd = _joined(ends, _xor)
        self._searched_trail = lru_cache(maxsize=_KEPT)(self._search_trail)
        self._searched_path = lru_cache(maxsize=_KEPT)(self._search_path)

    def trail(self, edges: int, span: Span = NOWHERE) -> int:
        """The length of the longest trail in a set of edges. Raises `PlayError`, with the place."""
        best = 0
        touching, odd_of = self._touching, self._odd
        while edges:
            part, wider = 0, edges & -edges
            while wider != part:
                part = wider
                wider = touching(part) & edges
            edges ^= part
            length = part.bit_count()
            if length <= best:
                continue
            odd = odd_of(part).bit_count()
            if odd > 2:
                if length + 1 - (odd >> 1) <= best:
                    continue
                try:
                    length = self._searched_trail(part)
                except _TooLong:
                    raise _too_many("trail", span) from None
            if length > best:
                best = length
        return best

    def path(self, edges: int, span: Span = NOWHERE) -> int:
        """The length of the longest path in a set of edges. Raises `PlayError`, with the place."""
        best = 0
        touching = self._touching
        while edges:
            part, wider = 0, edges & -edges
            while wider != part:
                part = wider
                wider = touching(part) & edges
            edges ^= part
            if part.bit_count() > best:
                try:
                    best = max(best, self._searched_path(part))
                except _TooLong:
                    raise _too_many("path", span) from None
        return best

    def _search_trail(self, part: int) -> int:
        """The longest trail of a connected part with more than two odd vertices."""
        size = part.bit_count()
        vertices = self._vertices(part)
        if size < vertices.bit_count():
            return self._diameter(part)
        odd = self._odd(part)
        bound = size + 1 - odd.bit_count() // 2
        ends, at = self._ends, self.at
        if odd.bit_count() == 4 and self._mended(part, odd):
            return bound
        best = steps = 0

        def onward(here: int, left: int, length: int) -> None:
            nonlocal best, steps
            steps += 1
            if steps > MOST_STEPS or length > LONGEST_WAY:
                raise _TooLong
            ways = at[here] & left
            if not ways:
                best = max(best, length)
            while ways and best < bound:
                way = ways & -ways
                ways ^= way
                there = (ends[way.bit_length() - 1] ^ 1 << here).bit_length() - 1
                onward(there, left ^ way, length + 1)

        for start in list(_bits(odd))[1:]:
            onward(start, part, 0)
            if best == bound:
                break
        return best

    def _search_path(self, part: int) -> int:
        """The longest path of a connected part."""
        vertices = self._vertices(part)
        bound = vertices.bit_count() - 1
        if part.bit_count() == bound:
            return self._diameter(part)
        ends, at = self._ends, self.at
        best = steps = 0

        def onward(here: int, left: int, length: int) -> None:
            nonlocal best, steps
            steps += 1
            if steps > MOST_STEPS or length > LONGEST_WAY:
                raise _TooLong
            best = max(best, length)
            ways = at[here] & left
            left ^= ways
            while ways and best < bound:
                way = ways & -ways
                ways ^= way
                onward((ends[way.bit_length() - 1] ^ 1 << here).bit_length() - 1, left, length + 1)

        for start in _bits(vertices):
            onward(start, part, 0)
            if best == bound:
                break
        return best

    def _mended(self, part: int, odd: int) -> bool:
        """Does leaving out one edge between odd vertices leave the part in one piece?"""
        touching, ends = self._touching, self._ends
        for edge in _bits(part):
            if ends[edge] & ~odd:
                continue
            rest = part ^ 1 << edge
            piece, wider = 0, rest & -rest
            while wider != piece:
                piece = wider
                wider = touching(piece) & rest
            if piece == rest:
                return True
        return False

    def _diameter(self, tree: int) -> int:
        """The distance of the farthest vertices of a tree."""
        at = self.at
        rounds = 0
        while tree.bit_count() > 1:
            leaves, odd = 0, self._odd(tree)
            while odd:
                edge = at[odd.bit_length() - 1] & tree
                odd &= (1 << odd.bit_length() - 1) - 1
                if not edge & edge - 1:
                    leaves |= edge
            tree ^= leaves
            rounds += 1
        return 2 * rounds + tree.bit_count()
