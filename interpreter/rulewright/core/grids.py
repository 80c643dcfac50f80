"""Grids that grow: their cells by number, and which of them lie beside one another.

A grid has no bounds, but of n components laid side by side from the origin none lies further away
than n - 1 cells. So its cells are those of a square window around the origin, a little larger than
that: neighbours of empty cells beside the components are still inside. Cells are numbered row by
row from the north, west to east, which is their canonical order, so that a set of cells is a mask
and its neighbours are shifts of it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .ir import Domain

PLACES = ("x", "y"), ("row", "column")  # what the template of a cell's name may hold


def window(count: int) -> int:
    """How many columns and rows the window for so many components has."""
    return 2 * (count + 1) + 1


@lru_cache(maxsize=8)
def labels(width: int, template: str) -> tuple[str, ...]:
    """The names of all cells, in order. x and columns grow eastward, y north, rows southward."""
    middle = width // 2
    reach = range(-middle, middle + 1)
    return tuple(
        re.sub(
            r"\{(\w+)\}",
            lambda hole: str({"x": x, "column": x, "y": -row, "row": row}[hole[1]]),  # noqa: B023
            template,
        )
        for row in reach
        for x in reach
    )


def origin(domain: Domain) -> int:
    """The cell in the middle."""
    return domain.size // 2


def place(domain: Domain, cell: int) -> tuple[int, int]:
    """The row, southward, and the column, eastward, of a cell, from the origin."""
    row, column = divmod(cell, domain.width)
    return row - domain.width // 2, column - domain.width // 2


def is_in_reach(domain: Domain, cell: int) -> bool:
    """May a component lie there? Its neighbours and theirs are cells too then."""
    row, column = divmod(cell, domain.width)
    return 2 <= row < domain.width - 2 and 2 <= column < domain.width - 2


def steps(width: int, directions: int) -> tuple[int, ...]:
    """How far it is to the cells in four or eight directions: north, then clockwise."""
    straight = -width, 1, width, -1
    if directions == len(straight):
        return straight
    return -width, 1 - width, 1, 1 + width, width, width - 1, -1, -1 - width


def beside(cell: int, direction: int, width: int, directions: int) -> int:
    """The neighbour in one of so many directions. The window closes on itself."""
    return (cell + steps(width, directions)[direction]) % (width * width)


def neighbours(cell: int, width: int) -> int:
    """The four cells beside a cell, as a mask."""
    size = width * width
    north, south = 1 << (cell - width) % size, 1 << (cell + width) % size
    return north | south | 1 << (cell + 1) % size | 1 << (cell - 1) % size


def touching(cell: int, width: int) -> int:
    """The eight cells around a cell, as a mask."""
    size = width * width
    found = neighbours(cell, width)
    for step in (-width - 1, 1 - width, width - 1, width + 1):
        found |= 1 << (cell + step) % size
    return found


def beside_any(cells: int, width: int) -> int:
    """The cells beside one of these, none of which is at the rim."""
    return cells << 1 | cells >> 1 | cells << width | cells >> width


def touching_any(cells: int, width: int) -> int:
    """The cells that touch one of these, none of which is at the rim."""
    row = cells << 1 | cells >> 1
    three = row | cells
    return row | three << width | three >> width


def open_cells(occupied: int, width: int) -> int:
    """The empty cells beside occupied ones, as a mask; the origin alone while none is occupied.

    Nothing lies at the rim of the window, so shifting leads to neighbours only.
    """
    if not occupied:
        return 1 << width * width // 2
    return beside_any(occupied, width) & ~occupied
