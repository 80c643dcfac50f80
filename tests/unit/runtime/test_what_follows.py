"""What follows from what is known of several components together, whatever was mixed since."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.testing.scenario import run as run_scenario

RULES = """game follow "What follows"
  players 2 named Ann, Bob

component card from "letters.csv" named by card

zone bag: set of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone aside of seat: slot of card, seen by owner
zone laid: set of card

setup
  move all c in card to bag
  deal 2 from bag to each hand

winner p where laid is empty and hand of p is empty

phase play
  turns until bag is empty or hand of Ann is empty or hand of Bob is empty
    choose main
      draw
        deal 1 from bag to hand of me
      lay(c in hand of me)
        move c to laid
      lend(c in hand of me)
        move c to aside of me
        move aside of me to hand of me
      'wait'
    choose back secretly
      return(c in hand of me)
        move c to bag
      'nothing'

scenario "One of two that are known in the bag was drawn, and is laid"
  given
    hand of Ann: A, B, C
    hand of Bob: E, G
    bag: D, F
    to move: Ann (main)
  chance B
  play wait; return A; wait; nothing; wait; return B
  seen by Ann
    bag: A, B, ?, ?
  play {moves}
  seen by Ann
    {seen}
"""


@pytest.mark.parametrize(
    ("moves", "seen"),
    (
        ("draw; nothing; wait; nothing; lay B", "bag: A, ?, ?"),
        ("draw; nothing; wait; nothing; lend E; nothing; wait; nothing; lay B", "bag: A, ?, ?"),
        ("draw; nothing; wait; nothing; lend B; nothing; wait; nothing; lay B", "bag: A, ?, ?"),
        ("draw; return E; wait; nothing; lay B", "bag: A, ?, ?, ?"),
        ("draw; return E; wait; nothing; lend G; nothing; wait; nothing; lay B", "bag: A, ?, ?, ?"),
        ("draw; nothing; wait; nothing; lend B", "bag: ?, ?, ?"),
        ("draw; return B; wait; nothing; lay E", "bag: ?, ?, ?, ?"),
        ("draw; nothing; wait; nothing; lay E", "bag: ?, ?, ?"),
    ),
)
def test_what_was_mixed_is_not_all_forgotten(moves: str, seen: str, tmp_path: Path) -> None:
    """That one card came out of the bag is known of the hand, though not which one that is. What
    may have gone and come again is not known."""
    (tmp_path / "letters.csv").write_text("card\nA\nB\nC\nD\nE\nF\nG\n")
    rules = RULES.replace("{moves}", moves).replace("{seen}", seen)
    (tmp_path / "follow.game").write_text(rules)
    (scenario,) = (game := load(str(tmp_path / "follow.game"))).scenarios()
    result = run_scenario(game, scenario)
    assert result.passed, result.message
