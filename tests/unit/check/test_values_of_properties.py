"""Where a property stands in place of a type, its own type is written instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import check

RULES = """\
game sheep "Sheep"
  players 2

type hue: red, blue
component card from "cards.csv" named by name
  tall, rank: 1..13
  shade: hue or none   # its coat
zone hand of seat: set of card
mark asked: 1..13
{mark}
phase play
  turns until asked is 3
    choose main
      ask(r in {of})
        set asked to 3

score cards of p: size of hand of p
winner most score
"""


@pytest.mark.parametrize(
    ("mark", "of", "hint"),
    [
        ("mark sought: rank", "1..3", "write: 1..13, as rank is declared"),
        ("mark sought: tall", "1..3", "write: 1..13, as tall is declared"),
        ("mark sought of seat: shade", "1..3", "write: hue or none, as shade is declared"),
        ("", "rank", "write: 1..13, as rank is declared"),
        ("", "largest rank", "for example: rank of A"),
        ("mark sought: hand", "1..3", "write: card, the type of what lies there"),
    ],
)
def test_the_type_of_a_property_is_told(tmp_path: Path, mark: str, of: str, hint: str) -> None:
    (tmp_path / "cards.csv").write_text("name,tall,rank,shade\nA,1,2,red\nB,2,3,\n")
    (tmp_path / "sheep.game").write_text(RULES.format(mark=mark, of=of))
    with pytest.raises(RulesError) as raised:
        check(str(tmp_path / "sheep.game"))
    assert hint in [one.hint for one in raised.value.diagnostics]
