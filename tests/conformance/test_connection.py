"""`reached` and `groups` say what a count by hand says, on every engine, over many relations.

Stones are laid and taken at random on boards around the sizes at which numbers become long ones.
What is reached and how many groups there are is counted here cell by cell, from the moves alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

import rulewright as rw
from rulewright.backends.registry import EngineName
from rulewright.lower import shifts

RULES = """game joined "Stones that are joined"
  players 1
board field: grid {rows} by {columns}
cells cell of field named "{{letter}}{{y}}"
type compass: ring north, east, south, west
mark laid of cell: yes or no
mark bridge of cell: cell or none
mark last: cell
mark changes: 0..99
{marks}

define stones = all c in cell where laid of c
define slanted(c: cell, d: cell) = row of c - row of d is column of c - column of d
define hex of c: cell = all d in touching of c where d in beside of c or slanted(c, d)
define east_of of c: cell = beside(c, east)
define far(n: -30..30) = n * n
define knight of c: cell = all d in cell
    where far(row of c - row of d) + far(column of c - column of d) is 5
define open_to of c: cell = all d in beside of c where laid of d or row of d > row of c
define across of c: cell = bridge of c

phase laying
  repeat until changes is 40
    choose main
      turn(c in cell)
        set laid of c to not laid of c
        count_all(c)
      bridge(c in cell, d in cell)
        set bridge of c to d
        count_all(c)

to count_all(c: cell)
  set last to c
  gain 1 changes
{counts}
score all of p: 0 when last is a1 else {total}
winner most score
"""
RELATIONS = ("beside", "touching", "hex", "east_of", "knight", "open_to", "across")
BOARDS = [(1, 1), (2, 3), (5, 6), (3, 11), (8, 8), (5, 13)]


def rules(rows: int, columns: int) -> str:
    marks, counts = [], []
    most = rows * columns
    for name in RELATIONS:
        marks += [f"mark far_{name}: 0..{most}", f"mark groups_{name}: 0..{most}"]
        marks.append(f"mark free_{name}: 0..{most}")
        counts.append(f"  set far_{name} to size of reached({{c}}, {name}, stones)")
        counts.append(f"  set free_{name} to size of reached(stones, {name}, field - {{c}})")
        counts.append(f"  set groups_{name} to groups(stones, {name})")
    total = " + ".join(mark.split()[1].rstrip(":") for mark in marks)
    return RULES.format(
        rows=rows, columns=columns, marks="\n".join(marks), counts="\n".join(counts), total=total
    )


Cell = tuple[int, int]


class Table:
    """What lies where, told by the moves alone."""

    def __init__(self, rows: int, columns: int) -> None:
        self.cells = [(x, y) for y in range(rows, 0, -1) for x in range(1, columns + 1)]
        self.laid: set[Cell] = set()
        self.bridges: dict[Cell, Cell] = {}

    def name(self, cell: Cell) -> str:
        return f"{'abcdefghijklmnopqrstuvwxyz'[cell[0] - 1]}{cell[1]}"

    def leads(self, relation: str, one: Cell, other: Cell) -> bool:
        across, up = other[0] - one[0], other[1] - one[1]
        match relation:
            case "beside":
                return abs(across) + abs(up) == 1
            case "touching":
                return max(abs(across), abs(up)) == 1
            case "hex":
                return (across, up) in {(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)}
            case "east_of":
                return (across, up) == (1, 0)
            case "knight":
                return {abs(across), abs(up)} == {1, 2}
            case "open_to":
                return abs(across) + abs(up) == 1 and (other in self.laid or up > 0)
        return self.bridges.get(one) == other

    def reached(self, relation: str, start: set[Cell], within: set[Cell]) -> set[Cell]:
        found = start & within
        while True:
            more = {d for d in within - found if any(self.leads(relation, c, d) for c in found)}
            if not more:
                return found
            found |= more

    def groups(self, relation: str) -> int:
        left = [cell for cell in self.cells if cell in self.laid]
        count = 0
        while left:
            count += 1
            found = self.reached(relation, {left[0]}, self.laid)
            left = [cell for cell in left if cell not in found]
        return count


def play(game: rw.Game, table: Table, seed: int) -> Iterator[tuple[str, object, object]]:
    """What is told of the relations after each change, and what is counted here."""
    state, luck = game.start(seed=seed), random.Random(seed)
    while not state.over:
        one, other = luck.choice(table.cells), luck.choice(table.cells)
        if luck.random() < 0.7:
            state.apply(f"turn {table.name(one)}")
            table.laid ^= {one}
        else:
            state.apply(f"bridge {table.name(one)} {table.name(other)}")
            table.bridges[one] = other
        told = cast("dict[str, int]", state.observation(0)["cells"])
        for relation in RELATIONS:
            counted = (
                len(table.reached(relation, {one}, table.laid)),
                len(table.reached(relation, table.laid, {*table.cells} - {one})),
                table.groups(relation),
            )
            names = (f"far_{relation}", f"free_{relation}", f"groups_{relation}")
            yield relation, tuple(told[name] for name in names), counted


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[[tuple[int, int], EngineName], rw.Game]:
    def load(size: tuple[int, int], engine: EngineName) -> rw.Game:
        (tmp_path / "joined.game").write_text(rules(*size), encoding="utf-8")
        return rw.load(str(tmp_path / "joined.game"), engine=engine)

    return load


Load = Callable[[tuple[int, int], EngineName], rw.Game]


@pytest.mark.thorough(each="size")
@pytest.mark.parametrize("engine", ["reference", "python"])
@pytest.mark.parametrize("size", BOARDS, ids=str)
def test_what_is_reached_is_what_is_counted(
    size: tuple[int, int], engine: EngineName, loaded: Load
) -> None:
    if engine == "reference" and size[0] * size[1] > 40:
        pytest.skip("the reference is compared with the others on smaller boards")
    game = loaded(size, engine)
    for relation, told, counted in play(game, Table(*size), 3):
        assert told == counted, relation


def forward(
    unit: object, around: object, local: object, given: object = shifts._set_steps
) -> object:
    """Steps that lead on from elements instead of back to them."""
    return given(unit, around, local)  # type: ignore[operator]


def test_steps_in_the_wrong_direction_are_found(
    loaded: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.lower.folds.steps_back", forward)
    game = loaded((5, 6), "python")
    wrong = {relation for relation, *both in play(game, Table(5, 6), 3) if both[0] != both[1]}
    assert wrong == {"east_of"}, "the only fixed relation that does not go both ways"
