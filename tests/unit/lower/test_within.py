"""Ranges that are not worked out, for what is asked of a number says more."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, load
from rulewright.backends.python.engine import source
from rulewright.testing.conformance import lockstep

RULES = """\
game heaps "Heaps"
  players 2
type heap: a, b, c, d, e
mark high of heap: 0..9
mark got of seat: 0..99

define tall = all h in heap where high of h > 1

phase play
  turns until passes is 2
    choose main
      grow(h in heap)
        needs high of h < 9                        else "it is as high as can be"
        gain 1 high of h
      name(r in {low}..{highest})
        needs {asked}                              else "no heap is so high"
        gain 1 got of me
      else pass
score got of p: got of p + size of tall
winner most score
"""
LOW, HIGHEST = "(smallest high of h for h in heap)", "(largest high of h for h in heap)"
EITHER = "({} when tall is empty else ({} high of h for h in tall))"
APART = EITHER.format(LOW, "smallest"), EITHER.format(HIGHEST, "largest")
ASKED = "(some h in heap where high of h is r) when tall is empty else "


def game(folder: Path, low: str, highest: str, asked: str) -> Game:
    rules = folder / "heaps.game"
    text = RULES.format(low=low, highest=highest, asked=asked)
    rules.write_text(text, encoding="utf-8")
    return load(str(rules))


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize(
    "low, highest, asked, is_within",
    [
        (LOW, HIGHEST, "some h in heap where high of h is r", True),
        (LOW, HIGHEST, "some h in heap where r is high of h and h is not a", True),
        (LOW, "9", "some h in heap where high of h is r", False),
        (LOW, HIGHEST, "some h in tall where high of h is r", False),
        (LOW, HIGHEST, "some h in heap where high of h >= r", False),
        (LOW, HIGHEST, "every h in heap has high of h is r or got of me > 3", False),
        (*APART, f"{ASKED}(every h in tall has high of h is r)", True),
        (*APART, f"{ASKED}(some h in tall where high of h is r)", True),
        (*APART, f"{ASKED}(every h in tall has high of h >= r)", False),
        (*APART, "every h in tall has high of h is r", False),
    ],
)
def test_a_range_is_not_worked_out(
    tmp_path: Path, low: str, highest: str, asked: str, is_within: bool
) -> None:
    played = game(tmp_path, low, highest, asked)
    code = source(played.program)
    assert ("_smallest" not in code and "_largest" not in code) is is_within
    for seed in range(3):
        lockstep(played, seed, limit=60)
