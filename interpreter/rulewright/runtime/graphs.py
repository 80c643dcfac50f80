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
parts come up again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from ..core.ir import Graph

Masks = Callable[[int], int]

_CHUNK = 11  # bits of a table's index
_KEPT = 1 << 15  # searched parts whose lengths are kept, for each graph and measure


def longest_trail(graph: Graph, edges: int) -> int:
    """The length of the longest walk that uses no edge twice."""
    return network(graph).trail(edges)


def longest_path(graph: Graph, edges: int) -> int:
    """The length of the longest walk that meets no vertex twice."""
    return network(graph).path(edges)


@lru_cache(maxsize=64)
def network(graph: Graph) -> Network:
    """The tables of a graph, made once."""
    return Network(graph)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _tables(items: list[int], join: Callable[[int, int], int]) -> list[list[int]]:
    """For each chunk of items, `join` over every subset of it."""
    tables = []
    for start in range(0, len(items), _CHUNK):
        table = [0]
        for item in items[start : start + _CHUNK]:
            table += [join(joined, item) for joined in table]
        tables.append(table)
    return tables


def _joined(items: list[int], join: Callable[[int, int], int]) -> Masks:
    """A function from a mask of items to `join` over the items in it."""
    tables = _tables(items, join)
    low = (1 << _CHUNK) - 1
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
            mask >>= _CHUNK
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
        self._at = [
            sum(1 << e for e, end in enumerate(ends) if end >> v & 1) for v in range(graph.vertices)
        ]
        self._touching = _joined([self._at[a] | self._at[b] for a, b in graph.ends], _or)
        self._vertices = _joined(ends, _or)
        self._odd = _joined(ends, _xor)
        self._searched_trail = lru_cache(maxsize=_KEPT)(self._search_trail)
        self._searched_path = lru_cache(maxsize=_KEPT)(self._search_path)

    def trail(self, edges: int) -> int:
        """The length of the longest trail in a set of edges."""
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
                length = self._searched_trail(part)
            if length > best:
                best = length
        return best

    def path(self, edges: int) -> int:
        """The length of the longest path in a set of edges."""
        best = 0
        touching = self._touching
        while edges:
            part, wider = 0, edges & -edges
            while wider != part:
                part = wider
                wider = touching(part) & edges
            edges ^= part
            if part.bit_count() > best:
                best = max(best, self._searched_path(part))
        return best

    def _search_trail(self, part: int) -> int:
        """The longest trail of a connected part with more than two odd vertices."""
        size = part.bit_count()
        vertices = self._vertices(part)
        if size < vertices.bit_count():
            return self._diameter(part)
        odd = self._odd(part)
        bound = size + 1 - odd.bit_count() // 2
        ends, at = self._ends, self._at
        if odd.bit_count() == 4 and self._mended(part, odd):
            return bound
        best = 0

        def onward(here: int, left: int, length: int) -> None:
            nonlocal best
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
        ends, at = self._ends, self._at
        best = 0

        def onward(here: int, left: int, length: int) -> None:
            nonlocal best
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
        at = self._at
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
