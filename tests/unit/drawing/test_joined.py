"""Cells that a definition joins are drawn as points with lines between them, where squares alone do
not say which are joined."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.joined import joined_spots
from rulewright.drawing.lines import plain_text
from rulewright.drawing.pictures import Pictures
from rulewright.drawing.table import TableView

RULES = """game stones "Stones"
  players 2 named black, white

board field: grid 5 by 5 where GRID
cells point of field named "{letter}{y}"

mark owner of point: seat or nobody
mark last: point or none

define near of c: point = NEAR

phase play
  turns until passes is 2
    choose main
      put(c in point where owner of c is nobody)
        needs last is none or some d in near of c where d is last
          else "too far"
        set owner of c to me
        set last to c
      pass

score stones of p: how many c in point where owner of c is p
winner most score

scenario "Three stones"
  given
    owner is black: a5, c1
    owner is white: c5
    last: c1
  expect last is c1
"""
RINGS = "row in {1, 5} and column in {1, 3, 5} or row in {2, 4} and column in {2, 4} or row is 3"
WAYS = "row of c - row of d in -4..4 and c is not d"  # any two
STRAIGHT = "row of c is row of d or column of c is column of d"
SLANTING = "abs(row of c - row of d) is abs(column of c - column of d)"
NEXT = f"all d in point where c is not d and ({STRAIGHT} or {SLANTING}) and between(c, d) is empty"


def loaded(folder: Path, near: str, grid: str = "row in 1..5") -> rw.Game:
    file = folder / "stones.game"
    file.write_text(RULES.replace("NEAR", near).replace("GRID", grid), encoding="utf-8")
    return rw.load(str(file), engine="reference")


def drawn(game: rw.Game) -> str:
    state = game.position(game.scenarios()[0].steps[0])  # type: ignore[arg-type]
    cells = state.observation(0)["cells"]
    assert isinstance(cells, dict)
    return plain_text(TableView(Attributes(game.program)).boards(cells, 60))


def lines(game: rw.Game) -> int:
    return len(joined_spots(Attributes(game.program), game.program.boards[0]))


def steps(*names: str) -> str:
    """Lines from point to point, written as a definition."""
    return " or ".join(
        f"(c is {a} and d is {b} or c is {b} and d is {a})"
        for name in names
        for a, b in [name.split("-")]
    )


CROSS = ["a5-c5", "c5-e5", "a1-c1", "c1-e1", "a5-a3", "a3-a1", "e5-e3", "e3-e1"]
CROSS += ["a5-b4", "b4-c3", "c3-d2", "d2-e1", "e5-d4", "d4-c3", "c3-b2", "b2-a1"]
CROSS += ["a3-b3", "b3-c3", "c3-d3", "d3-e3", "c5-c3", "c3-c1"]


def test_lines_are_drawn_beneath_what_stands_on_the_points(tmp_path: Path) -> None:
    game = loaded(tmp_path, f"all d in point where {steps(*CROSS)}", RINGS)
    assert drawn(game) == (
        "   a     b     c     d     e\n"
        "5  B-----------W-----------.\n"
        "   |  \\        |        /  |\n"
        "4  |     .     |     .     |\n"
        "   |        \\  |  /        |\n"
        "3  .-----.-----.-----.-----.\n"
        "   |        /  |  \\        |\n"
        "2  |     .     |     .     |\n"
        "   |  /        |        \\  |\n"
        "1  .----------[B]----------.\n"
    )
    (picture,) = Pictures(Attributes(game.program), {}).boards()
    assert picture.svg.count("<line") == len(CROSS) and "<rect" not in picture.svg
    assert picture.svg.rindex("<line") < picture.svg.index("<circle")


def test_lines_that_cross_where_no_point_is_are_seen_to_cross(tmp_path: Path) -> None:
    ways = "a5-c5", "a5-a1", "a5-e1", "e5-e1", "c1-e1", "a1-e5", "c5-c1", "a1-c1", "c5-e5"
    corners = "row in {1, 5} and column in {1, 3, 5}"
    game = loaded(tmp_path, f"all d in point where {steps(*ways)}", corners)
    assert drawn(game) == (
        "   a     b     c     d     e\n"
        "5  B-----------W-----------.\n"
        "   |  \\        |        /  |\n"
        "4  |     \\     |     /     |\n"
        "   |        \\  |  /        |\n"
        "3  |           X           |\n"
        "   |        /  |  \\        |\n"
        "2  |     /     |     \\     |\n"
        "   |  /        |        \\  |\n"
        "1  .----------[B]----------.\n"
    )


def test_a_claim_about_two_cells_joins_them_too(tmp_path: Path) -> None:
    claim = f"define linked(c: point, d: point) = {steps(*CROSS)}\n\nphase"
    rules = RULES.replace("phase", claim, 1).replace("GRID", RINGS)
    rules = rules.replace("NEAR", "all d in point where owner of d is owner of c and linked(c, d)")
    (tmp_path / "stones.game").write_text(rules, encoding="utf-8")
    assert lines(rw.load(str(tmp_path / "stones.game"), engine="reference")) == len(CROSS)


@pytest.mark.parametrize(
    ("near", "grid"),
    [
        (NEXT, "row in 1..5"),  # as from everywhere
        (NEXT.replace(f" or {SLANTING}", ""), "row in 2..4 or column in 2..4"),
        (f"all d in point where {WAYS}", RINGS),  # over others
        (f"all d in point where {steps(*CROSS[:-7])}", RINGS),  # not from each
        (f"all d in point where ({steps(*CROSS)}) and row of d >= row of c", RINGS),  # one way
        (f"all d in point where ({steps(*CROSS)}) and owner of d is nobody", RINGS),  # as it stands
    ],
)
def test_other_relations_are_no_lines(tmp_path: Path, near: str, grid: str) -> None:
    game = loaded(tmp_path, near, grid)
    assert lines(game) == 0
    (picture,) = Pictures(Attributes(game.program), {}).boards()
    assert "<rect" in picture.svg and "<line" not in picture.svg


def test_a_look_leaves_the_lines_of_a_definition_out(tmp_path: Path) -> None:
    (tmp_path / "stones.look.csv").write_text("name,show\nnear,no\n", encoding="utf-8")
    assert lines(loaded(tmp_path, f"all d in point where {steps(*CROSS)}", RINGS)) == 0
