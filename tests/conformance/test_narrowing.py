"""What a condition has shown not to be none may be used, and both engines use it alike."""

from __future__ import annotations

from pathlib import Path

from rulewright import load
from rulewright.testing.conformance import lockstep

RULES = """\
game narrow "Narrow"
  players 2

type kind: plain, fine
component card from "cards.csv" named by name
  kind: kind

zone pile: stack of card
zone hand of seat: set of card
zone shelf of seat: slot of card
mark last: card or none
mark points of seat: 0..99

define worth(c: card, d: card or none) = 1 when d is none else 2 when kind of d is kind of c else 3
define static(c: card or none, d: card) = c is none or kind of c is kind of d
define value of p: seat
  0 when shelf of p is empty
  1 when kind of shelf of p is fine and not static(none, shelf of p)
  worth(shelf of p, top of pile) else

setup
  move all c in card to pile
  shuffle pile

phase play
  turns until pile is empty
    choose main
      take
        if last is not none and kind of last is fine
          gain worth(last, none) points of me
        let x = top of pile
        set last to top of pile
        if x is not none
          deal 1 from pile to hand of me
          gain (5 when kind of x is plain else 1) points of me
      keep(c in hand of me)
        needs shelf of me is empty or kind of shelf of me is not kind of c
          else "a {kind of c} one is there"
        if shelf of me is not empty
          move shelf of me to hand of me
        move c to shelf of me
        deal 1 from pile to hand of me

score points of p: points of p + value of p + (1 when last is not none and last in hand of p else 0)
winner most score
"""
CARDS = "name,kind\na,plain\nb,fine\nc,plain\nd,fine\ne,plain\nf,fine\ng,plain\n"


def test_narrowed_values_mean_the_same_on_both_engines(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    file = tmp_path / "narrow.game"
    file.write_text(RULES, encoding="utf-8")
    game = load(str(file))
    for seed in range(20):
        lockstep(game, seed)
