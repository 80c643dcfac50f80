"""`paths` and `longest path` say what is found by trying every way, on every engine, on boards of
squares and of hexagons, with holes and without, and over what a table says.

Stones are laid at random. Which cells there are, what is near what, and every way from one to
another is worked out here from the names of the cells, by walking on until there is nowhere to go.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest

import rulewright as rw
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.backends.wasm.engine import WasmEngine
from rulewright.runtime import ways as found_by_masks

RULES = """game roads "Roads"
  players 1
{board}
mark laid of cell: yes or no
mark height of cell: 0..9
mark bridge of cell: cell or none
mark here: cell
mark there: cell
mark changes: 0..99
{marks}

define stones = all c in cell where laid of c
define up of c: cell = all d in near of c where height of d >= height of c
define over of c: cell = near of c + {{bridge of c}} when bridge of c is not none else near of c
{defined}
phase laying
  repeat until changes is 40
    choose main
      turn(c in cell, n in 0..9)
        set laid of c to not laid of c
        set height of c to n
        look(c)
      bridge(c in cell, d in cell)
        set bridge of c to d
        set there to d
        look(c)

to look(c: cell)
  set here to c
  gain 1 changes
{counts}
score all of p: {total}
winner most score
"""
BY = {
    "near": "any w in {} by near", "up": "any w in {} by up", "over": "any w in {} by over",
    "touching": "any w in {}", "tall": "any w in {} by tall",
}  # fmt: skip
BOARD = """\
board field: grid {rows} by {columns}{kind} where {where}
cells cell of field named "c{{column}}r{{row}}"
"""
DEFINED = "define near of c: cell = beside of c\ndefine tall of c: cell = height of c\n"
Cell = tuple[int, int]  # row and column
SQUARE = {(1, 0), (-1, 0), (0, 1), (0, -1)}
ROUND = {(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)}
HEXAGON = {(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)}


@dataclass(frozen=True)
class Board:
    """A board as the rules say it, and as it is worked out here."""

    rows: int
    columns: int
    where: str = "row > 0"
    hexagons: bool = False
    listed: bool = False  # in a table, with what lies beside each

    def cells(self) -> list[Cell]:
        places = [(r, c) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]
        return [(row, column) for row, column in places if eval(self.where)]

    def near(self, one: Cell, *, diagonally: bool = False) -> list[Cell]:
        steps = HEXAGON if self.hexagons else ROUND if diagonally else SQUARE
        return sorted((one[0] + r, one[1] + c) for r, c in steps)

    def text(self) -> str:
        if self.listed:
            return 'type cell from "cells.csv" named by name\n  near: set of cell'
        kind = " of hexagons" if self.hexagons else ""
        return BOARD.format(rows=self.rows, columns=self.columns, kind=kind, where=self.where)

    def kinds(self) -> tuple[str, ...]:
        return ("near", "up", "over") if self.listed else tuple(BY)

    def rules(self) -> str:
        marks, counts = [], []
        for kind in self.kinds():
            by = "" if kind == "touching" else f" by {kind}"
            marks += [f"mark ways_{kind}: 0..1000000", f"mark size_{kind}: 0..1000000"]
            among = f"paths from here to there in stones{by}"
            counts.append(f"  set ways_{kind} to min((how many w in {among}), 1000000)")
            counts.append(f"  set size_{kind} to largest size of w for w in {among}")
            if kind in ("near", "up", "over"):
                marks.append(f"mark path_{kind}: 0..{len(self.cells())}")
                counts.append(f"  set path_{kind} to longest path of stones by {kind}")
        names = [mark.split()[1].rstrip(":") for mark in marks]
        total = " + ".join(f"min({name}, 1000)" for name in names)
        return RULES.format(
            board=self.text(), marks="\n".join(marks), counts="\n".join(counts), total=total,
            defined="" if self.listed else DEFINED,
        )  # fmt: skip


BOARDS = {
    "squares": Board(3, 4), "a column": Board(6, 1), "two columns": Board(4, 2),
    "a frame": Board(5, 5, "row in {1, 5} or column in {1, 5} or abs(row - column) < 1"),
    "hexagons": Board(4, 4, "abs(row + column - 5) < 3", hexagons=True),
    "wide": Board(8, 9, "row in {4} or column in {5}"),
    "a table": Board(3, 3, "row + column > 2", listed=True),
}  # fmt: skip


class Table:
    """What lies where, told by the moves alone."""

    def __init__(self, board: Board) -> None:
        self.board, self.cells = board, board.cells()
        self.laid: set[Cell] = set()
        self.height = dict.fromkeys(self.cells, 0)
        self.bridge: dict[Cell, Cell] = {}
        self.here = self.there = self.cells[0]

    def steps(self, kind: str, one: Cell) -> Iterator[Cell]:
        if kind == "over" and one in self.bridge and self.bridge[one] not in self.board.near(one):
            yield self.bridge[one]
        for other in self.board.near(one, diagonally=kind in ("touching", "tall")):
            if other in self.cells and (kind != "up" or self.height[other] >= self.height[one]):
                yield other

    def walks(self, kind: str, way: list[Cell], within: set[Cell]) -> Iterator[list[Cell]]:
        """All ways that begin so."""
        yield way
        for there in self.steps(kind, way[-1]):
            if there in way or there not in within:
                continue
            if kind == "tall" and self.height[there] <= max(self.height[one] for one in way):
                continue
            if kind in ("touching", "tall") and not self.board.hexagons and crosses([*way, there]):
                continue
            yield from self.walks(kind, [*way, there], within)

    def ways(self, kind: str) -> list[list[Cell]]:
        """Those from here to there, which end where they arrive first."""
        within = self.laid | {self.there}
        begun = self.walks(kind, [self.here], within)
        return [way for way in begun if way[-1] == self.there and self.there not in way[:-1]]

    def longest(self, kind: str) -> int:
        return max(
            (len(way) for one in self.laid for way in self.walks(kind, [one], self.laid)),
            default=0,
        )


def crosses(way: list[Cell]) -> bool:
    """Do two diagonal steps meet in the middle?"""
    steps = list(pairwise(way))
    middles = [
        (a[0] + b[0], a[1] + b[1]) for a, b in steps if a[0] != b[0] and a[1] != b[1]
    ]  # fmt: skip
    return len(set(middles)) < len(middles)


def name(cell: Cell) -> str:
    return f"c{cell[1]}r{cell[0]}"


def play(game: rw.Game, table: Table, seed: int) -> Iterator[tuple[str, int, int]]:
    """What is told after each change, and what is found here."""
    state, luck = game.start(seed=seed), random.Random(seed)
    while not state.over:
        one, other = luck.choice(table.cells), luck.choice(sorted(table.laid) or table.cells)
        height = luck.randrange(10)
        if luck.random() < 0.75 and (
            one in table.laid or 3 * len(table.laid) < 2 * len(table.cells)
        ):
            state.apply(f"turn {name(one)} {height}")
            table.laid ^= {one}
            table.height[one] = height
        else:
            state.apply(f"bridge {name(one)} {name(other)}")
            table.bridge[one] = table.there = other
        table.here = one
        told = cast("dict[str, int]", state.observation(0)["cells"])
        for kind in table.board.kinds():
            ways = table.ways(kind)
            yield f"ways_{kind}", told[f"ways_{kind}"], len(ways)
            yield f"size_{kind}", told[f"size_{kind}"], max(map(len, ways), default=0)
            if f"path_{kind}" in told:
                yield f"path_{kind}", told[f"path_{kind}"], table.longest(kind)


Load = Callable[[Board, EngineName], rw.Game]


@pytest.fixture
def loaded(tmp_path: Path) -> Load:
    def load(board: Board, engine: EngineName) -> rw.Game:
        (tmp_path / "roads.game").write_text(board.rules(), encoding="utf-8")
        rows = [
            f"{name(one)},{' '.join(name(c) for c in board.near(one) if c in board.cells())}"
            for one in board.cells()
        ]
        (tmp_path / "cells.csv").write_text("\n".join(["name,near", *rows]), encoding="utf-8")
        return rw.load(str(tmp_path / "roads.game"), engine=engine)

    return load


@pytest.mark.thorough(each="board")
@pytest.mark.parametrize("engine", ["reference", "python"])
@pytest.mark.parametrize("board", BOARDS)
def test_ways_are_those_that_are_found_by_walking(
    board: str, engine: EngineName, loaded: Load
) -> None:
    table, found = Table(BOARDS[board]), set[str]()
    for asked, told, counted in play(loaded(table.board, engine), table, 3):
        assert told == counted, (asked, table.laid, table.here, table.there)
        if told > 1:
            found.add(asked.split("_")[0])
    assert found == {"ways", "size", "path"} or board == "a column", "something has been asked"


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("board", ["hexagons", "wide"])
def test_whole_games_come_to_the_same_on_every_engine(board: str, loaded: Load) -> None:
    engines = {name: loaded(BOARDS[board], name).engine for name in registry.available()}
    results = {name: list(engine.playouts(range(2))) for name, engine in engines.items()}
    assert all(found == results["reference"] for found in results.values())
    for engine in engines.values():
        if isinstance(engine, WasmEngine):
            instance = engine._whole.instance()
            assert instance is not None
            assert len(instance.playouts(range(6), 1000)) == 6 * 8 * instance.width


def test_ways_that_are_remembered_by_too_little_are_found(
    loaded: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a path can still meet hangs on which elements are left, and not on how many."""

    def by_size(elements: int, near: dict[int, int], span: object) -> int:
        known: dict[tuple[int, int], int] = {}
        return max((onward(one, elements, near, known) for one in near), default=0)

    def onward(
        here: int, left: int, near: dict[int, int], known: dict[tuple[int, int], int]
    ) -> int:
        key = here, left.bit_count()
        if key not in known:
            rest = left & ~(1 << here)
            further = [one for one in near if near[here] & rest & 1 << one]
            known[key] = 1 + max((onward(one, rest, near, known) for one in further), default=0)
        return known[key]

    monkeypatch.setattr(found_by_masks, "_longest_path", by_size)
    wrong = set[str]()
    for seed in range(4):
        table = Table(BOARDS["squares"])
        wrong |= {
            asked for asked, a, b in play(loaded(table.board, "python"), table, seed) if a != b
        }
    assert wrong >= {"path_near"} and all(one.startswith("path_") for one in wrong)
