"""Of a set that has an element more, or less, only that is stored; and what can be taken only once
in a single move is not kept to be gone on from. The games are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends import registry

CHIPS = """game chips "Chips"
  players 1
type colour: red, green, blue
component card from "cards.csv" named by name
  price: 0..9
zone hand: set of card
zone gone: set of card
mark chips of card: set of colour, starts {{green}}
mark best: colour or none
mark round: 0..12

setup
  move all c in card to hand
phase play
  turns until round is 12
    gain 1 round
    choose main
      put(c in hand, s in colour)
        needs s not in chips of c  else "there already"
        set chips of c to chips of c + {{s}}
        set best to s
      take(c in hand, s in chips of c)
        set chips of c to chips of c - {{s}}
        {more}
      leave(c in hand)
        set chips of c to chips of c + {{best}}
        move c to gone
      rest
        set best to none
score left of p: total (size of chips of c * price of c) for c in card
winner most score
"""
TAXES = """game taxes "Taxes"
  players 1
component card from "cards.csv" named by name
  price: 0..9
zone hand: set of card
zone gone: set of card
mark fund: 0..99, starts 40
mark most: 1..2
mark round: 0..6

setup
  move all c in card to hand
phase play
  turns until round is 6
    gain 1 round
    set most to 2 when fund > 25 else 1
    choose main
      pay
      rest
        set fund to min(99, fund + 1)
action pay
  compose pay named "pay {{paid}}"
    step pay(c in hand) into paid at most {most}
      needs payable: total price of paid + price of c <= fund  else "too dear"
    finish done
      needs enough: {enough}  else "more is wanted"
  spend (total price of paid) fund
  move paid from hand to gone
score left of p: fund + most
winner most score
"""


def _agree(tmp_path: Path, rules: str) -> str:
    """All engines play the same; the playout as Python."""
    rows = "\n".join(f"k{number},{number * 7 % 10}" for number in range(6))
    (tmp_path / "cards.csv").write_text(f"name,price\n{rows}\n", encoding="utf-8")
    file = tmp_path / "one.game"
    file.write_text(rules, encoding="utf-8")
    seeds = range(60)
    expected = list(load(str(file), engine="reference").engine.playouts(seeds))
    for engine in registry.compared():
        assert list(load(str(file), engine=engine).engine.playouts(seeds)) == expected
    return registry.code_of(load(str(file)).program, "python")


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize(
    "more",
    (
        "set chips of c to chips of c - {green}",
        "set chips of c to {s} + chips of c",
        "set chips of c to chips of (the k in hand) - {s}",
        "set chips of c to chips of c + {red, blue}",
        "set chips of c to chips of c - {best}",
    ),
)
def test_one_more_or_less(more: str, tmp_path: Path) -> None:
    code = _agree(tmp_path, CHIPS.format(more=more))
    assert "chips_[s_" in code[code.index("def playout(") : code.index("def play_on(")]


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("most", ("1", "2", "most", "(3 - most)"))
@pytest.mark.parametrize(
    "enough", ("size of paid is most", "paid is not empty", "total price of paid > 3", "yes")
)
def test_what_is_taken_once(most: str, enough: str, tmp_path: Path) -> None:
    _agree(tmp_path, TAXES.format(most=most, enough=enough))
