"""All ways from one cell of a growing grid to another, remembered by what they depend on.

The same ways in the same order as `core.paths` finds them, by masks: what may still be met is one
number, and what touches a cell is a few steps in the row of all cells.
"""

from __future__ import annotations

from ..core.ir import LONGEST_WAY, MOST_STEPS
from ..diagnostics import PlayError
from ..source import Span

MOST_ANSWERS = 20_000

Heights = dict[int, int] | None


class Ways:
    """The ways over a grid of so many columns."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._answers: dict[object, tuple[int, ...]] = {}
        # how far to step, and how far back from there (or from here) the block lies that is cut
        self._steps = (
            (-width - 1, -width - 1), (-width, 1), (1 - width, -width),
            (-1, 1), (1, 1),
            (width - 1, -1), (width, 1), (width + 1, 0),
        )  # fmt: skip

    def __call__(
        self, start: int, goal: int, through: int, heights: Heights, span: Span
    ) -> tuple[int, ...]:
        """The ways as masks of their cells; `heights`: the number of each cell that may be met."""
        if start < 0 or goal < 0:
            return ()
        key = start, goal, through, None if heights is None else tuple(heights.values())
        known = self._answers.get(key)
        if known is None:
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            known = self._answers[key] = self._search(start, goal, through, heights, span)
        return known

    def _search(
        self, start: int, goal: int, through: int, heights: Heights, span: Span
    ) -> tuple[int, ...]:
        width, steps, found = self.width, self._steps, []
        numbers = heights if heights is not None else {}
        to = 1 << goal
        left = 0

        def onward(cell: int, way: int, free: int, blocks: int, highest: int, length: int) -> None:
            nonlocal left
            left += 1
            if left > MOST_STEPS or length > LONGEST_WAY:
                raise PlayError("there are too many ways to follow them all", span)
            if cell == goal:
                found.append(way)
                return
            column = cell % width
            for step, block in steps:
                there = cell + step
                if there < 0 or not free >> there & 1 or abs(there % width - column) > 1:
                    continue
                cut = 0
                if block < 1:
                    cut = 1 << cell + block
                    if blocks & cut:
                        continue
                number = numbers.get(there, -1)
                if 0 <= number <= highest:
                    continue
                bit = 1 << there
                onward(there, way | bit, free ^ bit, blocks | cut, max(highest, number), length + 1)

        here = 1 << start
        onward(start, here, (through | to) & ~here, 0, numbers.get(start, -1), 1)
        return tuple(found)
