"""Types of pairs whose fields are of types of pairs, in whichever order they are written."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from rulewright import load

TYPES = (
    "type suit: red, blue",
    "type card: (of: suit, rank: 1..2)",
    "type trick: (first: card, second: card)",
)
REST = """
mark played: trick or none
phase play
  turns until passes is 2
    choose main
      play(t in trick where first of t is not second of t)
        set played to t
      else pass
outcome
  over when played is none                "Over"
  played else                             "Played"
"""


@pytest.mark.parametrize("types", [*permutations(TYPES)])
def test_they_may_stand_in_any_order(tmp_path: Path, types: tuple[str, ...]) -> None:
    file = tmp_path / "tricks.game"
    file.write_text("game tricks\n  players 2\n" + "\n".join(types) + REST, encoding="utf-8")
    moves = load(str(file)).start(seed=1).legal_moves()
    assert [str(move) for move in moves[:2]] == ["play red 1 red 2", "play red 1 blue 1"]
    assert len(moves) == 12
