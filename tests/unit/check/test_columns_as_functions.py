"""A column may have the name of a function of the language: what it is of tells them apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.check.builtins import BUILT_IN
from rulewright.testing.scenario import run

GAME = """\
game g "G"
  players 2
component card from "cards.csv" named by name
  WORD: 1..9
type pair: (WORD: 1..3, other: 0..1)
zone pile: stack of card
mark n: 0..99
setup
  move all c in card to pile
phase p
  turns until passes is 2
    choose main
      take(x in pair where WORD of x > 2 and other of x is 1)
        set n to total WORD of pile + (WORD of x)
      weigh(c in pile where WORD of c > size of pile - 2 and c is not top of pile)
        set n to max(WORD of c, score of next of me)
      stop
        pass
score n of p: n
winner most score
scenario "The column, and the function"
  given
    pile: ten, six, two
  offers take 3 1; weigh six; weigh two; stop
  play take 3 1
  expect n is 20
"""


@pytest.mark.parametrize("word", sorted(BUILT_IN))
def test_a_column_is_read_where_it_is_one(word: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(f"name,{word}\ntwo,2\nsix,6\nten,9\n")
    (tmp_path / "g.game").write_text(GAME.replace("WORD", word))
    game = load(str(tmp_path / "g.game"), engine="reference")
    (scenario,) = game.scenarios()
    assert run(game, scenario, "reference").passed
