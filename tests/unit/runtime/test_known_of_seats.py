"""What all hear of all seats together; and what is laid on a stack in an order that tells."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.runtime.scenarios import last_passes

CALL = """\
game call "Who has it?"
  players 3

component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone role of seat: slot of card, seen by owner
zone rest: slot of card, seen by nobody
mark done: 0..3
mark hit: {kind}                          "Told"

setup
  move all c in card to deck
  shuffle deck
  each p in seat
    deal 1 from deck to role of p
  deal 1 from deck to rest

phase p
  turns until done is 3
    choose main
      call(r in card)
        gain 1 done
        set hit to {told}

score n of p: done
winner most score

scenario "Nobody has it"
  given
    role of 0: Ash
    role of 1: Birch
    role of 2: Cedar
    rest: Dogwood
    to move: 0 (main)
  play call Dogwood
  seen by 1
    rest: Dogwood
    role of 0: ?
"""
FORMS = {
    "some": ("yes or no", "some p in seat where role of p is r"),
    "in": ("yes or no", "some p in seat where r in role of p"),
    "every": ("yes or no", "every p in seat has role of p is not r"),
    "count": ("0..3", "how many p in seat where role of p is r"),
    "the": (
        "seat or nobody",
        "(the p in seat where role of p is r) when some p in seat where role of p is r else nobody",
    ),
    "named": ("yes or no", "role of '0' is r or role of '1' is r or role of '2' is r"),
}


@pytest.mark.parametrize("name", FORMS)
def test_that_nobody_has_something(name: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nAsh\nBirch\nCedar\nDogwood\n")
    kind, told = FORMS[name]
    (tmp_path / "call.game").write_text(CALL.format(kind=kind, told=told))
    last_passes(tmp_path / "call.game")


LAY = """\
game lay "In what order?"
  players 2

component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone shelf: row 4 of card, seen by nobody
zone hand of seat: set of card, seen by owner
mark done: 0..5

setup
  move all c in card to deck

phase p
  turns until done is 5
    gain 1 done
    choose main
      give(c in hand of me)
        move c to hand of next of me
      all_down
        move hand of me to deck
      shelve
        move hand of me to shelf
      some_down
        compose lots secretly
          step toss(c in hand of me) into lot
          finish finished
            needs size of lot > 0         else "none"
        move lot from hand of me to deck

score n of p: size of hand of p
winner most score

scenario "Which lies where hangs on the others"
  given
    hand of 0: {own}
    hand of 1: {other}
    to move: 0 (main)
  play {play}
  seen by 0
    {zone}: {seen}
"""
LAID = {
    "lower": ("Birch", "Ash", "give Birch; all_down", "deck", "?, ?"),
    "higher": ("Birch", "Cedar", "give Birch; all_down", "deck", "?, ?"),
    "on a row": ("Birch", "Cedar", "give Birch; shelve", "shelf", "?, ?, none, none"),
    "in secret": (
        "Birch", "Ash", "give Birch; some_down; toss Ash; toss Birch; finished", "deck", "?, ?"
    ),
    "all known": (
        "Birch, Cedar", "", "give Birch; all_down; give Cedar; all_down", "deck", "Cedar, Birch"
    ),
    "two at once": (
        "Ash, Birch, Cedar", "", "give Ash; all_down; give Birch; all_down", "deck", "Birch, Ash"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LAID)
def test_what_goes_from_a_set_to_a_stack_lies_in_an_order(name: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name\nAsh\nBirch\nCedar\nDogwood\n")
    own, other, play, zone, seen = LAID[name]
    text = LAY.format(own=own, other=other, play=play, zone=zone, seen=seen)
    (tmp_path / "lay.game").write_text(text)
    last_passes(tmp_path / "lay.game")


PLEDGE = """\
game pledge "A pledge"
  players 2 named Ann, Bob

component card from "cards.csv" named by name
  rank: 1..4
zone market: set of card
zone hand of seat: set of card, seen by owner
zone pledge of seat: slot of card, seen by owner

setup
  move all c in card to market

phase p
  turns until passes is 2
    choose main
      take(c in market)
        move c to hand of me
      borrow(c in hand of me)
        needs worth: rank of c > 1        else "it is worth nothing"
        needs free: pledge of me is empty else "you have a loan"
        move c to pledge of me
        choose answer by opponent
          lend(d in hand of me)
            move d to hand of opponent
          'refuse'
      else pass

score r of p: size of hand of p
winner most score

scenario "What is not good enough stays"
  given
    hand of Ann: Birch, Dogwood
    hand of Bob: Elm
    market: Ash, Fir
    to move: Ann (main)
  play take Ash; take Fir; borrow Birch
  seen by Bob
    hand of Ann: Ash, ?
"""


def test_what_cannot_have_been_chosen_is_still_there_where_another_is_asked(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,rank\nAsh,1\nBirch,2\nDogwood,4\nElm,3\nFir,2\n")
    (tmp_path / "pledge.game").write_text(PLEDGE)
    last_passes(tmp_path / "pledge.game")
