"""All ways from one cell of a growing grid to another, by the plainest search: what they are."""

from __future__ import annotations

from collections.abc import Callable

from ..diagnostics import PlayError
from ..source import Span
from .ir import LONGEST_WAY, MOST_STEPS

Height = Callable[[int], int]


def around(cell: int, width: int) -> list[int]:
    """The cells that touch a cell, in canonical order; there is nothing beyond the rim."""
    row, column = divmod(cell, width)
    return [
        r * width + c
        for r in range(row - 1, row + 2)
        for c in range(column - 1, column + 2)
        if (r, c) != (row, column) and 0 <= r < width and 0 <= c < width
    ]


def block(one: int, other: int, width: int) -> int:
    """The block of four cells that a diagonal step cuts, by its north-west cell; none is −1."""
    (r1, c1), (r2, c2) = divmod(one, width), divmod(other, width)
    return min(r1, r2) * width + min(c1, c2) if r1 != r2 and c1 != c2 else -1


def ways(
    width: int, start: int, goal: int, through: int, height: Height | None, span: Span
) -> list[int]:
    """The ways as masks of their cells, in canonical order. Raises `PlayError` if it takes more
    than `MOST_STEPS` steps to find them all, or one is longer than `LONGEST_WAY`."""
    if start < 0 or goal < 0:
        return []
    found: list[int] = []
    steps = 0

    def onward(way: list[int], blocks: list[int], highest: int) -> None:
        nonlocal steps
        steps += 1
        if steps > MOST_STEPS or len(way) > LONGEST_WAY:
            raise PlayError("there are too many ways to follow them all", span)
        here = way[-1]
        if here == goal:
            found.append(sum(1 << cell for cell in way))
            return
        for there in around(here, width):
            if there in way or not (there == goal or through >> there & 1):
                continue
            cut = block(here, there, width)
            if cut >= 0 and cut in blocks:
                continue
            number = height(there) if height is not None else -1
            if 0 <= number <= highest:
                continue
            onward([*way, there], [*blocks, cut], max(highest, number))

    onward([start], [], height(start) if height is not None else -1)
    return found
