"""Cells of a window on a grid that grows: where they are, what lies beside them."""

from rulewright.core import grids
from rulewright.core.evaluate import elements_of_mask
from rulewright.core.ir import Domain

WIDTH = grids.window(2)
SITE = Domain("site", "cell", grids.labels(WIDTH, "{x} {y}"), width=WIDTH)


def named(mask: int) -> list[str]:
    return [SITE.labels[cell] for cell in elements_of_mask(mask)]


def cell(label: str) -> int:
    return SITE.labels.index(label)


def test_cells_are_listed_row_by_row_from_the_north() -> None:
    assert WIDTH == 7
    assert SITE.labels[:2] == ("-3 3", "-2 3")
    assert SITE.labels[-1] == "3 -3"
    assert SITE.labels[grids.origin(SITE)] == "0 0"
    rows = grids.labels(WIDTH, "r{row}c{column}")
    assert rows[0] == "r-3c-3" and rows[-1] == "r3c3"


def test_directions_go_clockwise_from_the_north() -> None:
    there = [SITE.labels[grids.beside(cell("0 0"), d, WIDTH, 4)] for d in range(4)]
    assert there == ["0 1", "1 0", "0 -1", "-1 0"]
    there = [SITE.labels[grids.beside(cell("0 0"), d, WIDTH, 8)] for d in range(8)]
    assert there == ["0 1", "1 1", "1 0", "1 -1", "0 -1", "-1 -1", "-1 0", "-1 1"]
    assert named(grids.neighbours(cell("1 0"), WIDTH)) == ["1 1", "0 0", "2 0", "1 -1"]
    assert len(named(grids.touching(cell("1 0"), WIDTH))) == 8


def test_open_cells_lie_beside_occupied_ones() -> None:
    assert named(grids.open_cells(0, WIDTH)) == ["0 0"]
    two = 1 << cell("0 0") | 1 << cell("1 0")
    assert named(grids.open_cells(two, WIDTH)) == ["0 1", "1 1", "-1 0", "2 0", "0 -1", "1 -1"]


def test_components_keep_away_from_the_rim() -> None:
    assert grids.is_in_reach(SITE, cell("1 -1"))
    assert not grids.is_in_reach(SITE, cell("2 0"))
