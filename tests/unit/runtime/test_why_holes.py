"""What is refused because a board has a hole there."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.game import load

RULES = """game corner "Corner"
  players 2
board corner: grid 3 by 3 where column >= row
cells cell of corner named "{letter}{y}"
mark stone of cell: seat or nobody
phase laying
  turns until passes is 2
    choose main
      lay(c in cell)
        needs stone of c is nobody  else "{c} is taken"
        set stone of c to me
      else pass
score stones of p: how many c in cell where stone of c is p
winner most score
"""


def test_a_place_that_is_not_there_is_said_not_to_be(tmp_path: Path) -> None:
    path = tmp_path / "corner.game"
    path.write_text(RULES, encoding="utf-8")
    state = load(str(path)).start(seed=1)
    told = state.why_not("lay a3")
    assert [one.message for one in told] == ["there is no cell a3"]


SIZED = """game sized "Sized"
  players 2
option side: 2, 2..3                            "How wide?"
board field: grid side by side
cells square of field named "{letter}{y}"
mark stone of square: seat or nobody
phase laying
  turns until passes is 2
    choose main
      lay(c in square where stone of c is nobody)
        set stone of c to me
      fill(c in square)
        needs free: stone of c is nobody        else "{c} is taken"
        set stone of c to me
      two(c in square where stone of c is nobody, d in square)
        needs other: c is not d                 else "twice the same"
        needs left: not (c is a1)               else "not the corner"
        needs free: stone of d is nobody        else "{d} is taken"
        set stone of c to me
        set stone of d to me
      else pass
score stones of p: how many c in square where stone of c is p
winner most score
"""


@pytest.mark.parametrize(
    ("move", "may"),
    [
        ("lay c3", "a2, b2, b1"),
        ("fill c3", "a2, b2, b1"),
        ("two c3 b1", "a2, b2, b1"),  # what passes as far as this one
        ("two b1 c3", "a2, b2"),
        ("two a1 b1", "a2, b2, b1"),
    ],
)
def test_a_cell_of_another_size_is_said_not_to_be_on_the_board(
    move: str, may: str, tmp_path: Path
) -> None:
    path = tmp_path / "sized.game"
    path.write_text(SIZED, encoding="utf-8")
    state = load(str(path)).start(seed=1)
    state.apply("lay a1")
    (told,) = state.why_not(move)
    off = "c3" in move
    message = "c3 is not on the board with side 2" if off else "a1 is not to be chosen here"
    assert (told.message, told.now) == (message, f"may be chosen: {may}")
