"""All ways from one element to another, and the longest path there is, by the plainest search: what
they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from ..diagnostics import PlayError
from ..source import Span
from .boards import HEXAGON
from .ir import LONGEST_WAY, MOST_LOOKED_AT, MOST_STEPS, Domain

Near = Mapping[int, set[int]]  # for each element that may be met: to what steps lead from it
Heights = Mapping[int, int]

TOO_MANY_WAYS = "there are too many ways to follow them all"
NO_LONGEST_PATH = (
    f"there are too many ways to find the longest path: a search may take {MOST_LOOKED_AT:,} "
    f"steps, and no path may meet more than {LONGEST_WAY}"
)


def width(domain: Domain) -> int:
    """How many columns the cells of a board are counted in."""
    return domain.width or domain.columns


def around(cell: int, domain: Domain) -> list[int]:
    """The cells that touch a cell, in canonical order; there is nothing beyond the rim."""
    columns = width(domain)
    rows = domain.size // columns
    row, column = divmod(cell, columns)
    hexagons = domain.sides == len(HEXAGON)
    return [
        (row + r) * columns + column + c
        for r in (-1, 0, 1)
        for c in (-1, 0, 1)
        if ((r, c) in HEXAGON if hexagons else (r, c) != (0, 0))
        and 0 <= row + r < rows and 0 <= column + c < columns
    ]  # fmt: skip


def block(one: int, other: int, domain: Domain) -> int:
    """The block of four cells that a diagonal step cuts, by its north-west cell; none is −1."""
    if domain.sides == len(HEXAGON):
        return -1
    columns = width(domain)
    (r1, c1), (r2, c2) = divmod(one, columns), divmod(other, columns)
    return min(r1, r2) * columns + min(c1, c2) if r1 != r2 and c1 != c2 else -1


def ways(
    domain: Domain, start: int, goal: int, through: int, heights: Heights | None, span: Span
) -> list[int]:
    """The ways over cells as masks, in canonical order; `heights`: the number of each cell that may
    be met, or −1. Raises `PlayError` if it takes more than `MOST_STEPS` steps to find them all, or
    one is longer than `LONGEST_WAY`."""
    touching, cut = partial(around, domain=domain), partial(block, domain=domain)
    return _ways(touching, cut, heights or {}, start, goal, through, span)


def ways_by(near: Near, start: int, goal: int, through: int, span: Span) -> list[int]:
    """The ways by steps from each element to one near it, as masks, in canonical order. Raises
    `PlayError` as `ways` does."""
    return _ways(lambda here: sorted(near[here]), lambda *_: -1, {}, start, goal, through, span)


def _ways(
    near: Callable[[int], Iterable[int]], cuts: Callable[[int, int], int], heights: Heights,
    start: int, goal: int, through: int, span: Span,
) -> list[int]:  # fmt: skip
    if start < 0 or goal < 0:
        return []
    found: list[int] = []
    steps = 0

    def onward(way: list[int], blocks: list[int], highest: int) -> None:
        nonlocal steps
        steps += 1
        if steps > MOST_STEPS or len(way) > LONGEST_WAY:
            raise PlayError(TOO_MANY_WAYS, span)
        here = way[-1]
        if here == goal:
            found.append(sum(1 << one for one in way))
            return
        for there in near(here):
            if there in way or not (there == goal or through >> there & 1):
                continue
            cut = cuts(here, there)
            if cut >= 0 and cut in blocks:
                continue
            number = heights.get(there, -1)
            if 0 <= number <= highest:
                continue
            onward([*way, there], [*blocks, cut], max(highest, number))

    onward([start], [], heights.get(start, -1))
    return found


def longest(near: Near, span: Span) -> int:
    """How many elements a path meets at most, of those that `near` speaks of.

    How far a path can go on hangs on where it is and on what it can still reach, and on nothing
    else that came before; so what has been found of that is remembered. What it can reach is also
    more than it can meet: a path that meets all of it is longest. Raises `PlayError` if there are
    more than `MOST_LOOKED_AT` such parts, or a path meets more than `LONGEST_WAY`.
    """
    known: dict[tuple[int, frozenset[int]], int] = {}
    looked_at = 0

    def reach(here: int, left: set[int]) -> set[int]:
        found = set[int]()
        new = near[here] & left
        while new:
            found |= new
            new = {there for one in new for there in near[one]} & left - found
        return found

    def onward(here: int, within: set[int], length: int) -> int:
        """How many elements can still be met, of those that can be reached."""
        nonlocal looked_at
        key = here, frozenset(within)
        if key not in known:
            looked_at += 1
            if looked_at > MOST_LOOKED_AT or length > LONGEST_WAY:
                raise PlayError(NO_LONGEST_PATH, span)
            best = 0
            for there in sorted(near[here] & within):
                if best < len(within):
                    further = reach(there, within - {there})
                    best = max(best, 1 + onward(there, further, length + 1))
            known[key] = best
        return known[key]

    best, everything = 0, set(near)
    for start in sorted(near):
        within = reach(start, everything - {start})
        if best <= len(within):
            best = max(best, 1 + onward(start, within, 1))
    return best
