"""Boards of cells: which cells lie beside, beyond and between others.

Cells are numbered row by row from the north, west to east, which is their canonical order. A board
whose size is an option is a corner of the largest one: its cells are some of the cells of that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from .ir import Domain

MOST = 26  # rows or columns, for which there are letters
EASTWARD, UPWARD = ("letter", "column", "x"), ("row", "y")  # what the template of a name may hold
STEPS = (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)  # north, clockwise
STRAIGHT = STEPS[::2]


def labels(rows: int, columns: int, template: str) -> tuple[str, ...]:
    """The names of all cells, in order. Letters, columns and x count eastward, y counts northward
    and rows southward, all of them from one."""

    def label(row: int, column: int) -> str:
        held: dict[str, object] = {
            "letter": chr(ord("a") + column), "column": column + 1, "x": column + 1,
            "row": row + 1, "y": rows - row,
        }  # fmt: skip
        return re.sub(r"\{(\w+)\}", lambda hole: str(held[hole[1]]), template)

    return tuple(label(row, column) for row in range(rows) for column in range(columns))


def corner(domain: Domain, rows: int, columns: int, south: bool) -> tuple[int, ...]:
    """The cells of a board with so many rows and columns, in the south-west or the north-west
    corner of the largest one."""
    first = domain.size // domain.columns - rows if south else 0
    return tuple(
        row * domain.columns + column
        for row in range(first, first + rows) for column in range(columns)
    )  # fmt: skip


def ray(domain: Domain, cell: int, step: tuple[int, int]) -> Iterator[int]:
    """The cells beyond a cell in a direction, up to the rim."""
    columns, rows = domain.columns, domain.size // domain.columns
    row, column = divmod(cell, columns)
    while True:
        row, column = row + step[0], column + step[1]
        if not (0 <= row < rows and 0 <= column < columns):
            return
        yield row * columns + column


def beside(domain: Domain, cell: int, step: tuple[int, int]) -> int:
    """The next cell in a direction, or -1 at the rim."""
    return next(ray(domain, cell, step), -1)


def around(domain: Domain, cell: int, steps: tuple[tuple[int, int], ...]) -> int:
    """The next cells in these directions, as a mask."""
    return sum(1 << there for step in steps if (there := beside(domain, cell, step)) >= 0)


def beyond(domain: Domain, cell: int, step: tuple[int, int]) -> int:
    """All cells beyond a cell in a direction, as a mask."""
    return sum(1 << there for there in ray(domain, cell, step))


def between(domain: Domain, cell: int) -> list[int]:
    """For every cell of the board, the cells strictly between it and this one, as a mask."""
    found = [0] * domain.size
    for step in STEPS:
        passed = 0
        for there in ray(domain, cell, step):
            found[there] = passed
            passed |= 1 << there
    return found


def longest_line(domain: Domain, cells: int) -> int:
    """How many of the cells stand in one row, column or diagonal without a gap, at most."""
    best = 0
    for cell in range(domain.size):
        for step in STEPS[: len(STEPS) // 2] if cells >> cell & 1 else ():
            held = takewhile(lambda there: cells >> there & 1, ray(domain, cell, step))
            best = max(best, 1 + sum(1 for _ in held))
    return best


def steps_of(ring: Domain) -> tuple[tuple[int, int], ...]:
    """The directions that a ring of four or eight names."""
    return STEPS if ring.size == len(STEPS) else STRAIGHT
