"""Which cells of a board the rules join: the lines between points that a real board has printed.

They follow from definitions that never look at the table: `near of c`, a set of cells, or
`joined(c, d)`, a claim about two. Of these those are drawn that say what nobody would see without
them, and that can be drawn: they hold both ways, lead from each cell to the next ones in straight
or slanting lines, over no other cell, so at most eight meet in one; and they are not the same short
steps from everywhere, as those to all squares around a square are.
"""

from __future__ import annotations

from collections.abc import Collection

from ..core.boards import HEXAGON, spots
from ..core.evaluate import elements_of_mask
from ..core.ir import Board
from .attributes import Attributes

Spot = tuple[int, int]  # a row and a column of the board, from nought
Pair = tuple[Spot, Spot]
MOST = 8  # lines that meet in a point, one in each direction


def joined_spots(attributes: Attributes, board: Board) -> tuple[Pair, ...]:
    """The pairs of cells with a line between them, each once and the northern or western one
    first; none of hexagons, and none where the rules join none."""
    domain = board.component
    if domain.sides == len(HEXAGON):
        return ()
    at = dict(zip(board.places, spots(board), strict=True))
    pairs = set[Pair]()
    for fact in attributes.joining(domain):
        if max(fact.values[one].bit_count() for one in board.places) > MOST + 1:
            continue  # with itself
        found = {
            (at[one], at[other])
            for one in board.places
            for other in elements_of_mask(fact.values[one])
            if other != one and other in at
        }
        if _are_lines(found, at.values()):
            pairs |= found
    return tuple(sorted(pair for pair in pairs if pair[0] < pair[1]))


def _are_lines(pairs: Collection[Pair], cells: Collection[Spot]) -> bool:
    """Can these be drawn as lines, and do they say more than the cells do?"""
    there, apart = frozenset(cells), {(d[0] - c[0], d[1] - c[1]) for c, d in pairs}
    everywhere = {
        ((row, column), (row + down, column + across))
        for row, column in there
        for down, across in apart
        if (row + down, column + across) in there
    }
    return (
        {one for one, _ in pairs} == there
        and all((other, one) in pairs for one, other in pairs)
        and all(_is_next(one, other, there) for one, other in pairs)
        and (everywhere != set(pairs) or any(max(map(abs, step)) > 1 for step in apart))
    )


def _is_next(one: Spot, other: Spot, there: Collection[Spot]) -> bool:
    """Is a cell the first one from another in a straight or slanting line?"""
    way = way_of(one, other)
    return way[-1] == other and not any(spot in there for spot in way[:-1])


def way_of(one: Spot, other: Spot) -> list[Spot]:
    """The spots from one to another, without the first, if they are in a line; else elsewhere."""
    down, across = other[0] - one[0], other[1] - one[1]
    step = (down > 0) - (down < 0), (across > 0) - (across < 0)
    far = max(abs(down), abs(across))
    return [(one[0] + n * step[0], one[1] + n * step[1]) for n in range(1, far + 1)]
