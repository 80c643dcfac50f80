"""Boards without bounds are drawn with what lies on them and where they can grow."""

from __future__ import annotations

import rulewright as rw
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.lines import plain_text
from rulewright.drawing.table import TableView


def test_a_board_grows_as_it_is_built() -> None:
    game = rw.load("ruin_runner", seats=2, engine="reference")
    table = TableView(Attributes(game.program))
    shown = next(s for s in game.scenarios() if s.title.startswith("RR-S13"))
    state = game.position(shown.steps[0])  # type: ignore[arg-type]
    state.apply("step N")
    drawn = plain_text(table.lines(state.observation(0), 60))
    assert drawn.startswith(PICTURE)


def test_what_is_printed_stands_beside_what_is_so_now() -> None:
    game = rw.load("quetinny", engine="reference")
    state = game.start(seed=3)
    drawn = plain_text(
        TableView(Attributes(game.program)).lines(state.observation(0), 80)
    ).splitlines()
    row = next(i for i, line in enumerate(drawn) if "Ace of Suns" in line)
    assert drawn[row : row + 5] == [
        "0,-1  Battle  Ace of Suns  0,2",
        "      4 Wy K  1 S",
        "      0,0     0,1",
        "              chips Suns",
        "              cubes 1",
    ]


PICTURE = """\
      0 2

-1 1     o       1 1
      i T19 o
         i
      0 1
      turned 2
      red 3
      yellow 3
      [0]

-1 0      o      1 0
      o START o
          o
      0 0
      [1]

      0 -1
"""
