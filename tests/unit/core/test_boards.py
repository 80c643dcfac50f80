"""The geometry of boards of cells, beside what it means."""

import pytest

from rulewright.core import boards
from rulewright.core.ir import Domain

ROWS, COLUMNS = 4, 5
BOARD = Domain("square", "cell", boards.labels(ROWS, COLUMNS, "{letter}{y}"), columns=COLUMNS)
PLACES = [divmod(cell, COLUMNS) for cell in range(BOARD.size)]


def cells(mask: int) -> set[str]:
    return {BOARD.labels[i] for i in range(BOARD.size) if mask >> i & 1}


def cell(name: str) -> int:
    return BOARD.labels.index(name)


def test_names_go_row_by_row_from_the_north() -> None:
    assert BOARD.labels[:6] == ("a4", "b4", "c4", "d4", "e4", "a3")
    assert boards.labels(2, 2, "{row}/{column}") == ("1/1", "1/2", "2/1", "2/2")
    assert boards.labels(2, 2, "{x} {y}") == ("1 2", "2 2", "1 1", "2 1")


@pytest.mark.parametrize("place", PLACES)
def test_cells_around_are_at_most_one_step_away(place: tuple[int, int]) -> None:
    row, column = place
    here = row * COLUMNS + column
    apart = [(abs(r - row), abs(c - column)) for r, c in PLACES]
    beside = {BOARD.labels[i] for i, (r, c) in enumerate(apart) if r + c == 1}
    touching = {BOARD.labels[i] for i, (r, c) in enumerate(apart) if max(r, c) == 1}
    assert cells(boards.around(BOARD, here, boards.STRAIGHT)) == beside
    assert cells(boards.around(BOARD, here, boards.STEPS)) == touching


def test_rays_go_clockwise_from_the_north_up_to_the_rim() -> None:
    beyond = [cells(boards.beyond(BOARD, cell("b2"), step)) for step in boards.STEPS]
    assert beyond == [
        {"b3", "b4"}, {"c3", "d4"}, {"c2", "d2", "e2"}, {"c1"}, {"b1"}, {"a1"}, {"a2"}, {"a3"},
    ]  # fmt: skip
    assert boards.beside(BOARD, cell("a4"), boards.STRAIGHT[0]) == -1
    assert boards.beside(BOARD, cell("a4"), boards.STRAIGHT[1]) == cell("b4")


def test_between_is_what_both_see_of_each_other() -> None:
    for one in range(BOARD.size):
        found = boards.between(BOARD, one)
        for other in range(BOARD.size):
            seen = [
                boards.beyond(BOARD, one, step) & boards.beyond(BOARD, other, (-step[0], -step[1]))
                for step in boards.STEPS
                if boards.beyond(BOARD, one, step) >> other & 1
            ]
            assert found[other] == (seen[0] if seen else 0)
    assert cells(boards.between(BOARD, cell("a1"))[cell("d4")]) == {"b2", "c3"}


def test_smaller_boards_are_a_corner_of_the_largest() -> None:
    def corner(south: bool) -> list[str]:
        spots = [(row, column) for row in (1, 2) for column in (1, 2, 3)]
        found = [boards.cell(BOARD, *spot, south) for spot in spots]
        assert [boards.spot(BOARD, place, south) for place in found] == spots
        return [BOARD.labels[place] for place in found]

    assert corner(south=True) == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert corner(south=False) == ["a4", "b4", "c4", "a3", "b3", "c3"]


def test_the_longest_line_has_no_gap_and_does_not_go_round_the_rim() -> None:
    def longest(*names: str) -> int:
        return boards.longest_line(BOARD, sum(1 << cell(name) for name in names))

    assert longest() == 0 and longest("c2") == 1
    assert longest("a1", "b2", "c3", "d4") == 4
    assert longest("a4", "b3", "d1", "e4") == 2
    assert longest("e4", "a3", "b3") == 2
    assert longest("a1", "b1", "d1", "e1") == 2
