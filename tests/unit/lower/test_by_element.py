"""What is kept by an element hangs on that element alone: offers are the same."""

from pathlib import Path

import pytest

from rulewright.backends.python import source
from rulewright.game import load
from rulewright.testing.conformance import lockstep

RULES = """game ferns "Ferns"
  players 1
  uses decktet
board beds: grid of card
cells spot of beds named "{x} {y}"
zone hand: set of card
zone away: set of card
define bearers of s: suit = all c in card where s in suits of c
define land of s: suit = spot of common(bearers of s, beds)

setup
  move all c in card where kind of c in {ace, number} to hand
phase play
  repeat until size of beds is 7 or size of hand < 9
    choose main
      lay(c in hand, s in suits of c, x in open of beds)
        needs beds is empty or beside of x meets land of s  else "nothing beside it bears {s}"
        move c to beds of x
      CHECK
outcome
  done else
"""
ALONE = """pick(c in hand)
        compose few named "pick {c}: {picked}"
          step take(s in suits of c) into picked
            needs size of land of s + size of picked < 3  else "too many"
          finish done
        move c to away"""
TOGETHER = """pick(c in hand)
        compose few named "pick {c}: {picked}"
          step take(s in suits of c) into picked
            needs size of spot of common(all d in card
                where s in suits of d and not suits of d meets picked, beds) < 2  else "too many"
          finish done
        move c to away"""


@pytest.mark.parametrize("check", [ALONE, TOGETHER])
def test_engines_agree(check: str, tmp_path: Path) -> None:
    path = tmp_path / "ferns.game"
    path.write_text(RULES.replace("CHECK", check), encoding="utf-8")
    game = load(str(path))
    for seed in range(6):
        lockstep(game, seed, limit=12)
    text = source(game.engine.program)
    step = text[text.index("_drafts") :].split("\ndef ")[0]
    assert ("_there" in step) == (check is ALONE)
