"""Boards of cells: which cells lie beside, beyond and between others.

Cells are numbered row by row from the north, west to east, which is their canonical order. A board
with holes, and one whose size is an option, has some of the cells of the largest one without holes.
Cells are squares, or hexagons: then each row stands half a cell further east than the row north of
it, so that of the eight cells around a square the north-western and the south-eastern one are away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from .ir import Board, Domain

MOST = 26  # rows or columns, for which there are letters
EASTWARD, UPWARD = ("letter", "column", "x"), ("row", "y")  # what the template of a name may hold
STEPS = (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)  # north, clockwise
STRAIGHT = STEPS[::2]
HEXAGON = (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0)  # north-east, clockwise
ALL = -1  # the mask of all cells that can be


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


def cell(domain: Domain, row: int, column: int, south: bool) -> int:
    """The cell in a row and column, both counted from one; rows from the south or the north."""
    above = domain.size // domain.columns - row if south else row - 1
    return above * domain.columns + column - 1


def spot(domain: Domain, cell: int, south: bool) -> tuple[int, int]:
    """The row and column of a cell, counted in the same way."""
    above, column = divmod(cell, domain.columns)
    return (domain.size // domain.columns - above if south else above + 1), column + 1


def spots(board: Board) -> tuple[tuple[int, int], ...]:
    """The row and column of each place of a board, from its own north-west corner, from nought."""
    domain = board.component
    if not domain.columns:
        return tuple(divmod(at, board.columns) for at in range(len(board.places)))
    first = domain.size // domain.columns - board.rows if board.south else 0
    return tuple(
        (place // domain.columns - first, place % domain.columns) for place in board.places
    )


def mask(cells: Iterable[int]) -> int:
    """Cells as a mask."""
    return sum(1 << cell for cell in cells)


def ray(domain: Domain, cell: int, step: tuple[int, int], there: int = ALL) -> Iterator[int]:
    """The cells beyond a cell in a direction, up to the rim or the first that is not `there`."""
    columns, rows = domain.columns, domain.size // domain.columns
    row, column = divmod(cell, columns)
    while True:
        row, column = row + step[0], column + step[1]
        if not (0 <= row < rows and 0 <= column < columns):
            return
        if not there >> row * columns + column & 1:
            return
        yield row * columns + column


def beside(domain: Domain, cell: int, step: tuple[int, int], there: int = ALL) -> int:
    """The next cell in a direction, or -1 at the rim."""
    return next(ray(domain, cell, step, there), -1)


def around(
    domain: Domain, cell: int, steps: tuple[tuple[int, int], ...], there: int = ALL
) -> int:  # fmt: skip
    """The next cells in these directions, as a mask."""
    return mask(near for step in steps if (near := beside(domain, cell, step, there)) >= 0)


def beyond(domain: Domain, cell: int, step: tuple[int, int], there: int = ALL) -> int:
    """All cells beyond a cell in a direction, as a mask."""
    return mask(ray(domain, cell, step, there))


def between(domain: Domain, cell: int, there: int = ALL) -> list[int]:
    """For every cell of the board, the cells strictly between it and this one, as a mask."""
    found = [0] * domain.size
    for step in all_steps(domain):
        passed = 0
        for other in ray(domain, cell, step, there):
            found[other] = passed
            passed |= 1 << other
    return found


def longest_line(domain: Domain, cells: int) -> int:
    """How many of the cells stand in one line without a gap, at most."""
    best, steps = 0, all_steps(domain)
    for cell in range(domain.size):
        for step in steps[: len(steps) // 2] if cells >> cell & 1 else ():
            held = takewhile(lambda there: cells >> there & 1, ray(domain, cell, step))
            best = max(best, 1 + sum(1 for _ in held))
    return best


def straight(domain: Domain) -> tuple[tuple[int, int], ...]:
    """The directions in which cells have a side in common."""
    return HEXAGON if domain.sides == len(HEXAGON) else STRAIGHT


def all_steps(domain: Domain) -> tuple[tuple[int, int], ...]:
    """The directions in which cells stand in lines."""
    return HEXAGON if domain.sides == len(HEXAGON) else STEPS


def steps_of(domain: Domain, ring: Domain) -> tuple[tuple[int, int], ...]:
    """The directions that a ring of as many as there are names, or of the four straight ones."""
    steps = all_steps(domain)
    return steps if ring.size == len(steps) else straight(domain)


def directions(domain: Domain) -> tuple[int, ...]:
    """How many directions a ring may name."""
    return tuple(sorted({len(straight(domain)), len(all_steps(domain))}))
