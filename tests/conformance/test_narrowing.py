"""What a condition has shown not to be none may be used, and both engines use it alike."""

from __future__ import annotations

from pathlib import Path

from rulewright import load
from rulewright.backends import registry
from rulewright.testing.conformance import lockstep
from rulewright.testing.engines import on_engine

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
        if pile is empty or kind of top of pile is plain
          or size of pile > 1 and kind of top of pile is fine
          gain 1 points of me
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


COMPOSED = """\
game sowing "Each condition of a step may rely on those before it"
  players 2

type pit: a, b, c, d
type card: one, two, three, four
mark stones of pit: 0..9
mark gate of pit: pit or none
mark trick of card: card or none
mark held of card: yes or no
mark done: yes or no
mark points of seat: 0..99

define onward(p: pit)
  none when stones of p > 2
  p + 1 else

setup
  each c in card
    set held of c to yes
    set trick of c to c + 1
  each p in pit where p is not c
    set gate of p to p + 1

phase sowing
  turns until passes is 2 or stones of a > 3 or stones of d > 3
    set done to no
    compose turn until done
      step sow(p in pit)
        needs once: not done                        else "it is done"
        needs there: onward(p) is not none          else "there is nothing onward"
        needs low: stones of onward(p) < 3          else "too many"
        gain 1 stones of p
      step open(p in pit)
        needs there: gate of p is not none          else "there is no gate"
        needs low: stones of gate of p < 2 and gate of p in {b, c}    else "too many"
        gain 1 stones of gate of p
        set done to yes
      finish stop(p in pit)
        needs there: gate of p is not none          else "there is no gate"
        needs stones of gate of p > 0               else "nothing there"
        pass
    choose main
      trade
      lay
      else pass

action trade
  compose trade
    step take(c in all x in card where held of x) into taken at most 2
      needs trick of c is not none                  else "no trick"
      needs not held of trick of c or trick of c is two   else "that one is held"
    finish trade
      needs size of taken > 0                       else "take one"
  each c in taken
    set held of c to no
  gain min(9, 99 - points of me) points of me
action lay
  compose lay named "lay {laid}"
    step take(c in card where trick of c is not none) into laid at most 2
      needs held of trick of c                      else "that one is not held"
    finish lay
      needs size of laid > 0                        else "take one"
  each c in laid
    set held of c to not held of c

score points of p: points of p + stones of d
winner most score
"""


def test_conditions_of_steps_and_finishes_rely_on_those_before(tmp_path: Path) -> None:
    file = tmp_path / "sowing.game"
    file.write_text(COMPOSED, encoding="utf-8")
    game = load(str(file))
    for seed in range(10):
        lockstep(game, seed, limit=60)
    played = {
        name: [*on_engine(game, name).engine.playouts(range(6))] for name in registry.available()
    }
    assert all(found == played["reference"] for found in played.values())
