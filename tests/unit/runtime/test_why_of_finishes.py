"""Of several ways to finish a compose it is told what that one misses which misses least."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.game import load
from rulewright.state import State

RULES = """\
game climb "Climb"
  players 2
  uses standard_deck
zone hand of seat: set of card, seen by owner
zone laid: set of card
mark wanted: 0..3
mark height: 0..13
setup
  move all c in card where rank of c in {{2, 3, 4, 9}} to hand of '0'
  set wanted to {wanted}
  set height to {height}
phase play
  turns until passes is 2
    compose laying
      step add(c in hand of me) into lot
      finish single
        needs one: size of lot is 1                        else "a single is one card"
        needs asked: wanted in {{0, 1}}                      else "{{wanted}} cards are wanted"
        needs high: largest rank of lot > height           else "that is not above {{height}}"
        set height to largest rank of lot
      finish pair
        needs two: size of lot is 2                        else "a pair is two cards"
        needs alike: largest rank of lot is smallest rank of lot   else "they are not of one rank"
        needs asked: wanted in {{0, 2}}                      else "{{wanted}} cards are wanted"
        needs high: largest rank of lot > height           else "that is not above {{height}}"
        set height to largest rank of lot
        set wanted to 2
      finish pass
        needs bare: lot is empty                           else "you have begun to lay"
        pass
    move lot from hand of me to laid
score hand of p: 0 - size of hand of p
winner most score
"""


def begun(folder: Path, wanted: int, height: int) -> State:
    (folder / "climb.game").write_text(RULES.format(wanted=wanted, height=height))
    return load(str(folder / "climb.game"), engine="python").start(seed=1)


@pytest.mark.parametrize(
    ("wanted", "height", "moves", "move", "told"),
    [
        (1, 5, "", "add Four of Clubs", ["that is not above 5"]),
        (2, 3, "add Four of Clubs", "add Nine of Clubs", ["they are not of one rank"]),
        (2, 9, "", "add Two of Clubs", ["that is not above 9"]),
        (0, 3, "add Nine of Clubs; add Nine of Hearts", "add Nine of Spades",
         ["a pair is two cards"]),
    ],
)  # fmt: skip
def test_what_the_nearest_finish_misses_is_told(
    tmp_path: Path, wanted: int, height: int, moves: str, move: str, told: list[str]
) -> None:
    state = begun(tmp_path, wanted, height)
    for one in moves.split("; ") if moves else ():
        state.apply(one)
    assert move not in map(str, state.legal_moves())
    assert [reason.message for reason in state.why_not(move)] == told
