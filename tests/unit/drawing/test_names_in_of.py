"""A name that ends in `of` says of what its value is: on a table it stands without that."""

from __future__ import annotations

from pathlib import Path

import rulewright as rw
from rulewright.drawing.attributes import Attributes
from rulewright.drawing.lines import plain_text
from rulewright.drawing.table import TableView
from rulewright.play.preview import Previews

RULES = """\
game spell "Spell"
  players 2 named Ann, Bob
type mood: calm, cross, angry
type place: north, south
mark mood_of of seat: mood, starts cross                  "How somebody feels"
mark owner_of of place: seat or nobody                    "Whose it is"
phase main
  turns until mood_of of Bob is angry
    choose go
      tease(c in place)
        set mood_of of opponent to angry
        set mood_of of me to calm
        set owner_of of c to me
score calm of p: 1 when mood_of of p is calm else 0
winner most score
"""


def test_a_name_that_ends_in_of_is_not_joined_to_what_it_is_of_once_more(tmp_path: Path) -> None:
    (tmp_path / "spell.game").write_text(RULES)
    game = rw.load(str(tmp_path / "spell.game"))
    state = game.start(seed=1)
    view = TableView(Attributes(game.program))
    assert "mood cross" in plain_text(view.lines(state.observation(0), 80))
    assert dict(view.named())["mood"] == "How somebody feels"
    changes = Previews(game.program).of(state, state.legal_moves()[0]).changes
    assert {"mood calm", "mood of Bob angry"} <= {*changes}
    assert not any("of of" in change for change in changes), changes
