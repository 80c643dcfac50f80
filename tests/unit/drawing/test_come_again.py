"""Where a game remembers positions, the table says how often the last one has been."""

from __future__ import annotations

from pathlib import Path

import rulewright as rw
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.lines import plain_text
from rulewright.drawing.table import TableView

RULES = """\
game ponds "Ponds"
  players 2 named Ann, Bob
type leaf: ring a, b, c, d
mark frog of seat: leaf
history how_it_has_been of frog, me: last 6
phase pond
  turns until times(how_it_has_been) is 3
    remember(how_it_has_been)
    choose hop
      hop(n in {1, 3})
        set frog of me to frog of me + n
        if frog of me is d
          forget(how_it_has_been)
score luck of p: 0
winner most score
"""


def test_how_often_a_position_has_been_is_told_once_it_has_come_again(tmp_path: Path) -> None:
    (tmp_path / "ponds.game").write_text(RULES)
    game = rw.load(str(tmp_path / "ponds.game"))
    table, state = TableView(Attributes(game.program)), game.start(seed=1)
    told = []
    for move in ("hop 1", "hop 1", "hop 3", "hop 3", "hop 1", "hop 1", "hop 3", "hop 3", "hop 3"):
        state.apply(move)
        drawn = [plain_text([line]).strip() for line in table.lines(state.observation(0), 60)]
        told.append([line.split("  ", 1)[1].strip() for line in drawn if line.startswith("how")])
    assert told == [
        *([] for _ in range(3)),
        ["so 2 times"],  # of the six that are remembered
        ["so 2 times"],
        ["so 2 times"],
        ["so 2 times"],
        ["so 2 times"],
        [],  # forgotten
    ]
