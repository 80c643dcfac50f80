"""What is known not to be none is known until something is changed that it is read from."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import load
from rulewright.testing.conformance import lockstep

RULES = """\
game known "What is still known"
  players 2

component card from "cards.csv" named by name
  rank: 1..9

zone pile: stack of card
zone spare: stack of card
zone hand of seat: set of card
zone shelf of seat: slot of card
mark last: card or none
mark asked: seat or none
mark now: 0..9
mark alarm: 0..9
mark sum: 0..200
history pasts of now: last 5

define uppermost = top of pile
define other = next of asked when asked is not none else none

setup
  move all c in card to pile

before dealing from spare
  set last to none

whenever alarm is 5
  set alarm to 6
  set last to none

to count_up
  set now to min(9, now + 1)
  each p in seat where p is asked
    set now to min(9, now + 1)

to lose_it
  if now > 3
    set last to none

to put_it
  choose whether
    'yes'
    'no'

phase play
  turns until passes is 2 or pile is empty or times(pasts) > 3
    set last to top of pile
    set asked to me
    choose main
      go
{body}
        if spare is not empty
          deal 1 from spare to pile
        if now is 9
          set alarm to 5
          lose_it
          put_it
        if other is next of me and shelf of me is not empty and pile is empty
          count_up
          remember(pasts)
        if uppermost is not none
          set sum to min(200, sum + rank of uppermost)
        if size of pile > 1
          move top of pile to hand of me
        if size of hand of me > 1
          move all c in hand of me to spare
        if top of pile is not none and shelf of me is empty
          move top of pile to shelf of me
        if last is not none and asked is me
          set sum to min(200, sum + rank of last)
      else pass

score sum of p: sum
winner most score
"""
CARDS = "name,rank\n" + "".join(f"c{i},{i}\n" for i in range(1, 9))


def findings(folder: Path, known: str, between: str, then: str) -> list[str]:
    """The codes of what is found where something happens between a condition and what relies on
    it."""
    lines = [f"if {known}", *(f"  {line}" for line in between.split("; ")), f"  {then}"]
    body = "\n".join(f"        {line}" for line in lines)
    (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
    path = folder / "known.game"
    path.write_text(RULES.replace("{body}", body), encoding="utf-8")
    try:
        game = load(str(path))
    except RulesError as error:
        return [one.code for one in error.diagnostics]
    for seed in range(3):
        lockstep(game, seed, limit=60)
    return []


LAST = ("last is not none", "set sum to min(200, sum + rank of last)")
ASKED = ("asked is not none", "turn to asked")
SHELF = ("shelf of me is not empty", "set last to last when rank of shelf of me > 2 else none")
PILE = ("uppermost is not none", "set sum to min(200, sum + rank of uppermost)")
LINES = ("top of pile is not none", "set sum to min(200, sum + rank of top of pile)")


@pytest.mark.parametrize(
    ("known", "between"),
    [
        (LAST, "set now to 3"),
        (LAST, "gain min(9 - now, 1) now; deal 1 from pile to hand of me"),
        (LAST, "move top of pile to hand of me; shuffle pile"),
        (LAST, "count_up"),
        (LAST, "let x = now; if x > 3;   set now to 3; else;   count_up"),
        (LAST, "if now is 9;   end turn"),
        (LAST, "pick now from 1..6"),
        (LAST, "remember(pasts)"),
        (ASKED, "set last to top of pile"),
        (ASKED, "count_up; set now to 3; set alarm to 5"),
        (SHELF, "set last to top of pile; deal 1 from pile to hand of me"),
        (PILE, "move all c in hand of me to spare"),
    ],
)
def test_what_is_read_from_nothing_that_is_changed_is_still_known(
    tmp_path: Path, known: tuple[str, str], between: str
) -> None:
    assert findings(tmp_path, known[0], between, known[1]) == []


@pytest.mark.parametrize(
    ("known", "between"),
    [
        (LAST, "set last to none"),
        (LAST, "if now is 9;   set last to none"),
        (LAST, "lose_it"),
        (LAST, "set alarm to 5"),  # which wakes a rule
        (LAST, "if now is 3;   set alarm to 5"),
        (LAST, "if spare is not empty;   deal 1 from spare to pile"),  # after something else
        (LAST, "each p in seat;   set now to 3"),
        (LAST, "choose sure;   'yes';   'no'"),
        (LAST, "put_it"),
        (LAST, "if now is 3;   put_it"),
        (ASKED, "set asked to none"),
        (SHELF, "move shelf of me to pile"),
        (SHELF, "move shelf of next of me to pile"),
        (PILE, "move top of pile to hand of me"),
        (PILE, "deal 1 from pile to hand of me"),
        (LINES, "shuffle pile"),
        (LINES, "move all c in pile to spare"),
    ],
)
def test_what_is_read_from_something_that_is_changed_is_known_no_more(
    tmp_path: Path, known: tuple[str, str], between: str
) -> None:
    assert set(findings(tmp_path, known[0], between, known[1])) & {"E109", "E113"}
