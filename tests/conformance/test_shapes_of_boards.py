"""Boards of all sizes and shapes are what a count by hand says, on every engine.

What lies beside, around, beyond and between cells, and the longest line, is worked out here from
the names of the cells and a condition in Python; the rules say the same in their own words.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import cast

import pytest

import rulewright as rw
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.check import boards as checked
from rulewright.check import types
from rulewright.core import boards
from rulewright.lower import lines
from rulewright.testing.conformance import lockstep

RULES = """game shapes "Cells of a shape"
  players 1
option size: 2, 1..3
option look: whole, cross
type way: ring {ways}
board field: grid {rows} by {columns}{kind} where {where}
cells cell of field named "c{{column}}r{{{up}}}"
mark lit of cell: yes or no
mark near: set of cell
mark around: set of cell
mark far of way: set of cell
mark next of way: cell or none
mark passed of cell: set of cell
mark longest: 0..26
mark beside_lit: set of cell
mark around_lit: set of cell
mark before_lit of way: set of cell
mark rim of way: set of cell
mark last: cell or none
mark asked: 0..60

define onward(c: cell, d: way) = beside(c, d)
define first_of(c: cell) = the d in common(touching of c + {{c}}, cell)

phase asking
  turns until asked is 60
    choose main
      ask(c in cell)
        set lit of c to not lit of c
        set near to beside of c
        set around to touching of c
        each d in way
          set far of d to beyond(c, d)
          set next of d to onward(c, d)
          set before_lit of d to all x in cell where some y in cell where lit of y
              and y is beside(x, d)
          set rim of d to all x in cell where beside(x, d) is none
        each e in cell
          set passed of e to between(c, e)
        set longest to longest line of (all x in cell where lit of x)
        set beside_lit to all x in cell where some y in beside of x where lit of y
        set around_lit to all x in cell where touching of x meets (all y in cell where lit of y)
        set last to first_of(c)
        gain 1 asked

score size of p: (1 when look is cross else size) * size of field
score size_of_sets of p: size of (near + around + beside_lit + around_lit)
score size_of_ways of p: total (size of far of d + size of before_lit of d + size of rim of d)
    for d in way where next of d is none or longest > 2
score passed of p: total size of passed of c for c in cell where last is not c
winner most score
"""
SQUARE = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1),
    "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip
HEXAGON = {"ne": (1, 1), "e": (1, 0), "se": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (0, 1)}

Cell = tuple[int, int]
Steps = dict[str, Cell]


@dataclass(frozen=True)
class Shape:
    """A board in the words of the rules, and in Python's: of a size and look, columns, rows, and
    which cells there are, by column and row."""

    rows: str
    columns: str
    where: str
    size: Callable[[int, bool], Cell]
    there: Callable[[int, bool, int, int], bool]
    up: str = "y"
    six: bool = False

    @property
    def rules(self) -> str:
        return RULES.format(
            ways=", ".join(self.steps), rows=self.rows, columns=self.columns, where=self.where,
            up=self.up, kind=" of hexagons" * self.six,
        )  # fmt: skip

    @property
    def steps(self) -> Steps:
        """What each direction adds to a column and a row as they are counted."""
        north = 1 if self.up == "y" else -1
        steps = HEXAGON if self.six else SQUARE
        return {way: (east, up * north) for way, (east, up) in steps.items()}

    def cells(self, size: int, cross: bool) -> set[Cell]:
        columns, rows = self.size(size, cross)
        spots = product(range(1, columns + 1), range(1, rows + 1))
        return {(x, y) for x, y in spots if self.there(size, cross, x, y)}


SHAPES = {
    "a cross": Shape(
        "2 * size - 1", "size+2", "look is whole or row is size + 1 or column is size + 1",
        lambda n, _: (n + 2, 2 * n - 1), lambda n, cross, x, y: not cross or n + 1 in (x, y),
    ),
    "a frame from the north": Shape(
        "max(size, 3)", "(7 when look is cross else size + 2)", "not (row is 2 and column in 2..4)",
        lambda n, cross: (7 if cross else n + 2, max(n, 3)),
        lambda n, cross, x, y: y != 2 or not 2 <= x <= 4, "row",
    ),
    "scattered": Shape(
        "size + 2", "5", "remainder(row * size + 2 * column, 3) > 0 or row + column is 2",
        lambda n, _: (5, n + 2), lambda n, _, x, y: (y * n + 2 * x) % 3 > 0 or x + y == 2,
    ),
    "a row with gaps": Shape(
        "1", "6 * size", "look is whole or remainder(column, size + 1) > 0",
        lambda n, _: (6 * n, 1), lambda n, cross, x, y: not cross or x % (n + 1) > 0, "row",
    ),
    "a column in halves": Shape(
        "26 - size", "1", "row < 12 or row > 14",
        lambda n, _: (1, 26 - n), lambda n, _, x, y: y < 12 or y > 14,
    ),
    "a slanted band": Shape(
        "size + 3", "size + 3", "abs(row - column) < size or row * column is 1",
        lambda n, _: (n + 3, n + 3), lambda n, _, x, y: abs(x - y) < n or x * y == 1,
    ),
    "a hexagon of hexagons": Shape(
        "2 * size - 1", "2 * size - 1", "abs(row - column) < size or look is cross",
        lambda n, _: (2 * n - 1, 2 * n - 1), lambda n, cross, x, y: cross or abs(x - y) < n,
        six=True,
    ),
    "hexagons with holes from the north": Shape(
        "4", "size + 3", "remainder(row + column, size + 2) > 0 or look is whole and row > 2",
        lambda n, _: (n + 3, 4),
        lambda n, cross, x, y: (x + y) % (n + 2) > 0 or (not cross and y > 2), "row", True,
    ),
}  # fmt: skip


def ray(cells: set[Cell], cell: Cell, step: Cell) -> list[Cell]:
    """The cells one after another in a direction, up to where there is none."""
    found = []
    while (cell := (cell[0] + step[0], cell[1] + step[1])) in cells:
        found.append(cell)
    return found


def counted(shape: Shape, cells: set[Cell], lit: set[Cell], here: Cell) -> dict[str, object]:
    """What the rules are to tell after `here` was asked."""
    steps = shape.steps
    straight = [*steps.values()][:: 1 if shape.six else 2]
    rays = {way: ray(cells, here, step) for way, step in steps.items()}
    passed: dict[Cell, set[Cell]] = {cell: set() for cell in cells}
    for met in rays.values():
        for at, cell in enumerate(met):
            passed[cell] = set(met[:at])

    def near(cell: Cell, among: Iterator[Cell] | list[Cell]) -> set[Cell]:
        return {(cell[0] + x, cell[1] + y) for x, y in among} & cells

    lines = (1 + len(ray(lit, cell, step)) for cell in lit for step in steps.values())
    return {
        "near": near(here, straight),
        "around": near(here, [*steps.values()]),
        "far": {way: set(met) for way, met in rays.items()},
        "next": {way: met[0] if met else None for way, met in rays.items()},
        "passed": passed,
        "longest": max(lines, default=0),
        "beside_lit": {cell for cell in cells if near(cell, straight) & lit},
        "around_lit": {cell for cell in cells if near(cell, [*steps.values()]) & lit},
        "before_lit": {w: {c for c in cells if near(c, [s]) & lit} for w, s in steps.items()},
        "rim": {w: {c for c in cells if not near(c, [s])} for w, s in steps.items()},
        "lit": {cell: cell in lit for cell in cells},
    }


def read(value: object) -> object:
    """What an observation holds, with cells as columns and rows."""
    match value:
        case str() if value[0] == "c" and "r" in value:
            return tuple(map(int, value[1:].split("r")))
        case list():
            return {read(one) for one in value}
        case dict():
            return {read(key): read(one) for key, one in value.items()}
    return value


Made = Callable[[Shape, EngineName, int, str], rw.Game]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    def load(shape: Shape, engine: EngineName, size: int, look: str) -> rw.Game:
        file = tmp_path / "shapes.game"
        file.write_text(shape.rules, encoding="utf-8")
        return rw.load(str(file), engine=engine, options={"size": str(size), "look": look})

    return load


def differences(game: rw.Game, shape: Shape, size: int, look: str, count: int) -> set[str]:
    """What is told otherwise than it is counted, in a game at random."""
    cells, lit, luck = shape.cells(size, look == "cross"), set[Cell](), random.Random(size)
    state, found = game.start(seed=1), set[str]()
    assert {read(str(move).split()[1]) for move in state.legal_moves()} == cells
    for _ in range(count):
        here = luck.choice(sorted(cells))
        state.apply(f"ask c{here[0]}r{here[1]}")
        lit ^= {here}
        told = cast("dict[str, object]", state.observation(0)["cells"])
        wanted = counted(shape, cells, lit, here)
        found |= {name for name, value in wanted.items() if read(told[name]) != value}
    return found


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", SHAPES)
def test_boards_are_what_is_counted(name: str, made: Made) -> None:
    shape, games = SHAPES[name], int(os.environ.get("RULEWRIGHT_GAMES", 1))
    for size, look in [(1, "whole"), (2, "cross"), (3, "cross"), (3, "whole")][-2 * games :]:
        game = made(shape, "python", size, look)
        assert differences(game, shape, size, look, min(60, 4 * games)) == set(), (size, look)
    lockstep(game, 1, limit=2 * games, every=2)


def test_the_reference_says_what_is_counted(made: Made) -> None:
    for name in ("a cross", "scattered", "hexagons with holes from the north"):
        game = made(SHAPES[name], "reference", 1, "cross")
        assert differences(game, SHAPES[name], 1, "cross", 3) == set()


def test_engines_come_to_the_same_ends(made: Made) -> None:
    shape = SHAPES["scattered"]
    ends = [made(shape, engine, 2, "whole").engine.playout(1, 2) for engine in registry.available()]
    assert ends[1:] == ends[:-1]


def through_holes(given: object) -> Callable[..., Iterator[int]]:
    """Rays that go on beyond a hole, as if it were a cell that is cut off afterwards."""

    def ray(domain: object, cell: int, step: Cell, there: int = boards.ALL) -> Iterator[int]:
        passed = given(domain, cell, step)  # type: ignore[operator]
        return (one for one in passed if there >> one & 1)

    return ray


def test_rays_that_go_through_holes_are_found(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "ray", through_holes(boards.ray))
    shape = SHAPES["a frame from the north"]
    found = differences(made(shape, "python", 3, "whole"), shape, 3, "whole", 8)
    assert {"near", "around", "far", "next", "rim"} <= found


def test_holes_that_options_make_and_that_are_not_minded_are_found(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checked, "_holds", lambda there, cells: types.yes_no(True, cells.span))
    shape = SHAPES["scattered"]
    found = differences(made(shape, "python", 3, "whole"), shape, 3, "whole", 8)
    assert found == {"far", "passed"}


def test_hexagons_that_lean_the_other_way_are_found(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "HEXAGON", tuple((r, -c) for r, c in boards.HEXAGON))
    shape = SHAPES["a hexagon of hexagons"]
    found = differences(made(shape, "python", 3, "whole"), shape, 3, "whole", 8)
    assert {"near", "around", "far", "next", "rim"} <= found


def test_lines_of_hexagons_that_go_as_those_of_squares_are_found(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "STRAIGHT", boards.HEXAGON)
    shape = SHAPES["a hexagon of hexagons"]
    found = differences(made(shape, "python", 3, "cross"), shape, 3, "cross", 30)
    assert found == {"longest"}
