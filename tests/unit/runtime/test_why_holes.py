"""What is refused because a board has a hole there."""

from __future__ import annotations

from pathlib import Path

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
