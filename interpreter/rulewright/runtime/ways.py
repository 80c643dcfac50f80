"""All ways from one element to another, and the longest path, remembered by what they depend on.

The same ways in the same order as `core.paths` finds them, by masks: what may still be met is one
number, and what touches a cell is a few steps in the row of all cells.
"""

from __future__ import annotations

from typing import TypeVar

from ..core.boards import HEXAGON
from ..core.ir import LONGEST_WAY, MOST_LOOKED_AT, MOST_STEPS
from ..core.paths import NO_LONGEST_PATH, TOO_MANY_WAYS
from ..diagnostics import PlayError
from ..source import Span

MOST_ANSWERS = 20_000

Heights = dict[int, int] | None
Step = tuple[int, int, int]

NO_BLOCK = 1  # is no block's distance

T = TypeVar("T")


class _Answers(dict[object, T]):
    """What was found out before, by what it depends on."""

    def kept(self, key: object, answer: T) -> T:
        if len(self) >= MOST_ANSWERS:
            self.clear()
        self[key] = answer
        return answer


def steps_over(columns: int, sides: int) -> tuple[Step, ...]:
    """The steps to the cells that touch one, in canonical order: how far it is in the row of all
    cells, and in columns, and how far from here the block lies that is cut."""
    found = []
    for down in (-1, 0, 1):
        for aside in (-1, 0, 1):
            if (down, aside) == (0, 0) or (sides == len(HEXAGON) and (down, aside) not in HEXAGON):
                continue
            is_diagonal = down and aside and sides != len(HEXAGON)
            block = min(down, 0) * columns + min(aside, 0) if is_diagonal else NO_BLOCK
            found.append((down * columns + aside, aside, block))
    return tuple(found)


class Ways:
    """The ways over a board of so many columns, whose cells have so many sides."""

    def __init__(self, columns: int, sides: int) -> None:
        self.columns = columns
        self._answers = _Answers[tuple[int, ...]]()
        self._steps = steps_over(columns, sides)

    def __call__(
        self, start: int, goal: int, through: int, heights: Heights, span: Span
    ) -> tuple[int, ...]:
        """The ways as masks of their cells; `heights`: the number of each cell that may be met."""
        if start < 0 or goal < 0:
            return ()
        key = start, goal, through, None if heights is None else tuple(heights.values())
        known = self._answers.get(key)
        if known is None:
            known = self._answers.kept(key, self._search(start, goal, through, heights, span))
        return known

    def _search(
        self, start: int, goal: int, through: int, heights: Heights, span: Span
    ) -> tuple[int, ...]:
        columns, steps, found = self.columns, self._steps, []
        numbers = heights if heights is not None else {}
        to = 1 << goal
        left = 0

        def onward(cell: int, way: int, free: int, blocks: int, highest: int, length: int) -> None:
            nonlocal left
            left += 1
            if left > MOST_STEPS or length > LONGEST_WAY:
                raise PlayError(TOO_MANY_WAYS, span)
            if cell == goal:
                found.append(way)
                return
            column = cell % columns
            for step, aside, block in steps:
                there = cell + step
                if there < 0 or not free >> there & 1 or not 0 <= column + aside < columns:
                    continue
                cut = 0
                if block != NO_BLOCK:
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


class WaysBySteps:
    """The ways by steps from each element to one of those near it, which is said with each
    question."""

    def __init__(self) -> None:
        self._answers = _Answers[tuple[int, ...]]()

    def __call__(
        self, start: int, goal: int, through: int, near: dict[int, int], span: Span
    ) -> tuple[int, ...]:
        """The ways as masks; `near`: those near each element that may be met."""
        if start < 0 or goal < 0:
            return ()
        key = start, goal, through, tuple(near.values())
        known = self._answers.get(key)
        if known is None:
            known = self._answers.kept(key, self._search(start, goal, through, near, span))
        return known

    def _search(
        self, start: int, goal: int, through: int, near: dict[int, int], span: Span
    ) -> tuple[int, ...]:
        found: list[int] = []
        steps = 0

        def onward(here: int, way: int, free: int, length: int) -> None:
            nonlocal steps
            steps += 1
            if steps > MOST_STEPS or length > LONGEST_WAY:
                raise PlayError(TOO_MANY_WAYS, span)
            if here == goal:
                found.append(way)
                return
            further = near[here] & free
            while further:
                bit = further & -further
                further ^= bit
                onward(bit.bit_length() - 1, way | bit, free ^ bit, length + 1)

        here = 1 << start
        onward(start, here, (through | 1 << goal) & ~here, 1)
        return tuple(found)


class PathMeasure:
    """How many elements a path meets at most, by what is near each of them."""

    def __init__(self) -> None:
        self._answers = _Answers[int]()

    def __call__(self, elements: int, near: dict[int, int], span: Span) -> int:
        """`near`: those near each element of the set."""
        key = elements, tuple(near.values())
        known = self._answers.get(key)
        if known is None:
            known = self._answers.kept(key, _longest_path(elements, near, span))
        return known


def _longest_path(elements: int, near: dict[int, int], span: Span) -> int:
    """See `core.paths.longest`."""
    known: dict[tuple[int, int], int] = {}
    looked_at = 0

    def reach(here: int, left: int) -> int:
        found, new = 0, near[here] & left
        while new:
            found |= new
            wider = 0
            while new:
                bit = new & -new
                new ^= bit
                wider |= near[bit.bit_length() - 1]
            new = wider & left & ~found
        return found

    def onward(here: int, within: int, length: int) -> int:
        nonlocal looked_at
        key = here, within
        best = known.get(key)
        if best is not None:
            return best
        looked_at += 1
        if looked_at > MOST_LOOKED_AT or length > LONGEST_WAY:
            raise PlayError(NO_LONGEST_PATH, span)
        best, most = 0, within.bit_count()
        further = near[here] & within
        while further and best < most:
            bit = further & -further
            further ^= bit
            there = bit.bit_length() - 1
            best = max(best, 1 + onward(there, reach(there, within ^ bit), length + 1))
        known[key] = best
        return best

    best, starts = 0, elements
    while starts:
        bit = starts & -starts
        starts ^= bit
        start = bit.bit_length() - 1
        within = reach(start, elements ^ bit)
        if best <= within.bit_count():
            best = max(best, 1 + onward(start, within, 1))
    return best
