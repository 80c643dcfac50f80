"""Where all components go of which something open holds, those that a seat knows are not lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.game import load
from rulewright.testing.scenario import Runner

RULES = """\
game kings "Kings"
  players 3 named Ann, Bob, Cleo
  uses standard_deck

zone hand of seat: set of card, seen by owner
zone table: set of card
mark left: 0..9, starts 9
define of_rank(p: seat, r: 1..13) = all c in hand of p where rank of c is r

phase play
  turns until left is 0
    choose main
      show(c in hand of me)
        move c from hand of me to table
        move c from table to hand of me
        spend 1 left
      give(r in 12..13)
        {give}
        spend 1 left

score rest of p: size of hand of p
winner most score

scenario "Kings are given"
  given
    hand of Ann: King of Clubs, King of Hearts, Queen of Clubs, Two of Clubs
    hand of Bob: Nine of Clubs
    hand of Cleo: Five of Clubs, Six of Clubs
    to move: Ann (main)
  play show King of Clubs; show Nine of Clubs; show Five of Clubs; show Queen of Clubs
  play show Nine of Clubs; show Five of Clubs; give 13
  seen by Cleo
{seen}
"""
GIVES = "move of_rank(me, r) from hand of me to hand of next of me"
EITHER = """if 'Two of Clubs' in hand of me
          move of_rank(me, r) from hand of me to hand of next of me
        else
          move of_rank(me, 25 - r) from hand of me to hand of next of me"""
NAMED = """let rank_given = r when 'Two of Clubs' in hand of me else 25 - r
        move of_rank(me, rank_given) from hand of me to hand of next of me"""
KNOWN = """\
    hand of Ann: Queen of Clubs, ?
    hand of Bob: King of Clubs, Nine of Clubs, ?"""
LOST = """\
    hand of Ann: ?, ?
    hand of Bob: Nine of Clubs, ?, ?"""


@pytest.mark.parametrize(("give", "seen"), [(GIVES, KNOWN), (EITHER, LOST), (NAMED, LOST)])
def test_what_is_known_is_lost_only_where_nobody_is_told_what_goes(
    tmp_path: Path, give: str, seen: str
) -> None:
    path = tmp_path / "kings.game"
    path.write_text(RULES.replace("{give}", give).replace("{seen}", seen), encoding="utf-8")
    game = load(str(path))
    (scenario,) = [one for one in game.scenarios() if one.title == "Kings are given"]
    result = Runner(game).run(scenario)
    assert result.passed, result.message


GIFTS = """\
game gifts "Gifts"
  players 3 named Ann, Bob, Cleo
  uses standard_deck

zone hand of seat: set of card, seen by owner
zone table: set of card
mark left: 0..9, starts 9

phase play
  turns until left is 0
    choose main
      show(c in hand of me)
        move c from hand of me to table
        move c from table to hand of me
        spend 1 left
      ask(r in 12..13)
        spend 1 left
        move all d in hand of next of me where rank of d is r from hand of next of me to hand of me
        choose gift
          give({of})
            {needs}
            move c from hand of me to hand of next of me

score rest of p: size of hand of p
winner most score

scenario "A gift of another rank"
  given
    hand of Ann: King of Clubs, Queen of Clubs, Two of Clubs
    hand of Bob: Nine of Clubs, King of Hearts
    hand of Cleo: Five of Clubs, Six of Clubs
    to move: Ann (main)
  play show King of Clubs; show King of Hearts; show Five of Clubs
  play ask 13
  seen by Cleo
    hand of Ann: King of Clubs, King of Hearts, ?, ?
    hand of Bob: ?
  play give Two of Clubs
  seen by Cleo
    hand of Ann: {kings}, ?
    hand of Bob: ?, ?
"""
KEPT, MIXED = "King of Clubs, King of Hearts", "?, ?"


@pytest.mark.parametrize(
    ("of", "needs", "kings"),
    [
        ("c in hand of me", 'needs rank of c is not r else "of another rank"', KEPT),
        ("c in hand of me where rank of c is not r", "", KEPT),
        ("c in hand of me where rank of c < r", "", KEPT),
        ("c in hand of me", "", MIXED),
        ("c in hand of me", 'needs rank of c is not r or size of hand of me > 2 else "no"', MIXED),
        (
            "c in hand of me where some d in hand of me where rank of d < rank of c or c is d",
            "",
            MIXED,
        ),
    ],
)
def test_what_cannot_have_been_chosen_is_still_known(
    tmp_path: Path, of: str, needs: str, kings: str
) -> None:
    """A card of another rank than was asked for is put down in secret: none of those of that rank,
    as all know. What a condition hangs on that is hidden leaves nothing out."""
    rules = tmp_path / "gifts.game"
    rules.write_text(GIFTS.format(of=of, needs=needs, kings=kings).replace("            \n", ""))
    game = load(str(rules), engine="python")
    result = Runner(game).run(game.scenarios()[0])
    assert result.passed, (result.message, result.expected, result.found)
