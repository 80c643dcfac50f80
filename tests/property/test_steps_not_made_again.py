"""A step that does not touch the marks that are otherwise is taken as it was: it comes to the same
as making it again, for the world and for what seats know in it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests import repeated

import rulewright as rw
from rulewright.determinization import Past

CARDS = "name,value\n" + "".join(f"c{number},{number}\n" for number in range(1, 10))
BEGIN = """\
game sly "Sly"
  players 2..3
component card from "cards.csv" named by name
  value: 1..9
type way: up, down
zone pile: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone out: stack of card
mark vow of seat: card or none, seen by owner
mark coin of seat: yes or no, seen by owner
mark count of seat: 0..9, seen by others
mark told of seat: way or none            "What was told"
setup
  move all c in card to pile
  shuffle pile
  deal 3 from pile to each hand
"""
VOWS = """\
phase vows
  turns until every p in seat has vow of p is not none
    set told of me to up
    choose vow secretly
      vow(c in card where value of c <= 6)
        set vow of me to c
        set coin of me to value of c > 3
        set count of me to 1
"""
END = """\
score kept of p: (3 when vow of p in out else 0) + (1 when coin of p else 0) + count of p
score still of p: 1 when told of p is none else 0
winner most score
"""
LAY = """\
phase main
  turns until hand of me is empty
    choose main
      lay(c in hand of me){needs}
        move c to out{then}
      else drop(c in hand of me)
        move c to out
"""
MORE = {
    "nothing is asked of it": LAY.format(needs="", then=""),
    "an offer hangs on it": LAY.format(
        needs='\n        needs coin of me or value of c > 2 else "vowed"',
        then="",
    ),
    "it is asked in one branch": LAY.format(
        needs="",
        then="""
        if value of c > 6
          if vow of me is c or coin of me
            set told of me to up""",
    ),
    "it is set again without being asked": LAY.format(
        needs="",
        then="""
        if value of c > 7
          set coin of me to no
        if value of c < 3
          set vow of me to c""",
    ),
    "another is made of it": LAY.format(
        needs="",
        then="""
        if value of c is 5
          each p in seat
            if coin of p and count of p < 9
              gain 1 count of p""",
    ),
    "a compose asks it": """\
phase main
  turns until hand of me is empty
    choose main
      lay
      else drop(c in hand of me)
        move c to out
action lay
  compose cards
    step add(c in hand of me) into lot at most 2
      needs value of c > 1 or coin of me                 else "vowed"
    finish done
      needs size of lot > 0                              else "lay one"
      needs coin of me or size of lot < 3                else "too many"
  move lot from hand of me to out
""",
    "what is asked whether it can be done asks it": """\
phase main
  turns until hand of me is empty
    choose main
      lay(c in hand of me)
        move c to out
        if possible(boast)
          set told of me to down
    may choose more
      boast
      or quiet
action boast
  needs coin of me                                      else "vowed"
  set told of me to up
""",
}


def worlds(game: rw.Game, seed: int) -> list[object]:
    """Of a random game what each seat may take for the real one, at each decision."""
    state, chance, found = game.start(seed=seed), random.Random(seed), list[object]()
    while not state.over:
        for seat in range(game.seats):
            for number in range(2):
                other = state.redealt(seat, number)
                found.append((other.slots[2:], other.memory))
        state.apply(chance.choice(state.legal_moves()))
    return found


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("what", MORE)
def test_the_same_comes_of_it(
    what: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cards.csv").write_text(CARDS)
    (tmp_path / "sly.game").write_text(BEGIN + VOWS + MORE[what] + END)
    game = rw.load(str(tmp_path / "sly.game"), seats=seats)
    taken = []
    plain = Past._with_other_marks

    def noted(*args: object) -> object:
        found = plain(*args)  # type: ignore[arg-type]
        taken.append(found is not None)
        return found

    for seed in range(repeated.times(2, thorough=20)):
        with monkeypatch.context() as patched:
            patched.setattr(Past, "_with_other_marks", noted)
            quick = worlds(game, seed)
        with monkeypatch.context() as patched:
            patched.setattr(Past, "_with_other_marks", lambda *args: None)
            assert quick == worlds(game, seed)
    assert True in taken and False in taken
