"""Boards without bounds are drawn with what lies on them and where they can grow."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import rulewright as rw
from rulewright.core.evaluate import evaluate
from rulewright.drawing import attributes
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


@pytest.mark.parametrize("width", [90, 100, 200])
def test_a_large_board_loses_no_name(width: int) -> None:
    """Closer together and in shorter words, but tiles, cells and counters can all be read."""
    game = rw.load("ruin_runner", seats=3, engine="reference")
    table = TableView(Attributes(game.program))
    state, draw = game.start(seed=5), random.Random(3)
    while not state.over:
        state.apply(draw.choice(state.legal_moves()))
    seen = state.observation(0)
    laid: Any = seen["cells"]["ruin"]  # type: ignore[index, call-overload]
    drawn = table.boards(seen["cells"], width)  # type: ignore[arg-type]
    text = plain_text(drawn)
    assert max(map(len, text.splitlines())) <= width
    assert len(laid) > 30
    tiles = [tile for tile in laid.values() if tile != "START"]
    assert all(re.search(rf"[iowb] ?{tile} ?[iowb]", text) for tile in tiles)
    assert all(f" {site} " in f" {text} ".replace("\n", " \n") for site in laid)
    assert "turned" not in text
    assert "r red, o orange" in plain_text(table.legend(width))


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


def test_where_there_is_little_room_all_is_closer_together() -> None:
    """Without lines between rows, and with what is printed and who stands there side by side."""
    quetinny, ruin = rw.load("quetinny", engine="reference"), rw.load("ruin_runner", seats=3)
    drawn = [
        plain_text(
            TableView(Attributes(game.program)).boards(
                game.start(seed=3).observation(0)["cells"],  # type: ignore[arg-type]
                80,
                cut=False,
                close=True,
            )
        )
        for game in (quetinny, ruin)
    ]
    assert drawn == [CLOSE_PROVINCES, CLOSE_TILES]


CLOSE_PROVINCES = """\
     -1,0       -1,1
0,-1 Battle     Ace of Suns 0,2
     0,0 4 Wy K 0,1 1 S
                chips Suns
                cubes 1
1,-1 Castle     Desert      1,2
     1,0 7 S K  1,1 2 S Wy
     2,0        2,1
"""

CLOSE_TILES = """\
     0 1
-1 0    o        1 0
     oSTARTo
        o
     0 0
     [0] [1] [2]
     0 -1
"""

PICTURE = """\
      0 2

-1 1     o       1 1
      i T19 o
         i
      0 1
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


def test_all_of_a_large_board_in_little_room() -> None:
    """Names, sides and who stands there, a star where more is said, and a sign for each place."""
    game = rw.load("ruin_runner", seats=2, engine="reference")
    table, state = TableView(Attributes(game.program)), game.start(seed=5)
    for _ in range(2):
        state.apply(state.legal_moves()[-1])
    seen: Any = state.observation(0)["cells"]
    assert plain_text(table.boards(seen, 79, small=True)) == SMALL
    assert plain_text(table.sketches(seen)) == SKETCH
    realm = rw.load("quetinny", engine="reference")
    table, cells = TableView(Attributes(realm.program)), realm.start(seed=3).observation(0)["cells"]
    drawn = plain_text(table.boards(cells, 79, small=True))  # type: ignore[arg-type]
    assert "0,-1 Battle Ace of Suns 0,2\n            chips Suns." in drawn


SMALL = """\
      0 1
        o
-1 0  oSTARTo 1 0
       oi[01]
-1 -1 iT22o*  1 -1
       oi
-1 -2 iT35o   1 -2
       o
      0 -3
"""

SKETCH = """\
  .
. 0+.
. # .
. # .
  .
"""


def test_what_is_told_of_no_cell_is_not_worked_out_for_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A board without bounds has thousands of cells, and a definition says what touches each."""
    asked = list[object]()

    def counting(*given: Any) -> Any:
        asked.append(given)
        return evaluate(*given)

    monkeypatch.setattr(attributes, "evaluate", counting)
    game = rw.load("quetinny", engine="reference")
    seen = game.start(seed=1).observation(0)
    text = plain_text(TableView(Attributes(game.program)).lines(seen, 100))
    assert "waiting" in text and 0 < len(asked) < 2_000
