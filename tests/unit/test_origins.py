"""What a hidden mark may hold something of, and which secret choices that hangs on."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.origins import hidden_marks, is_origin, origins

RULES = """\
game sealed "Sealed"
  players 2..3
  uses standard_deck

zone hand of seat: set of card, seen by owner
zone crib: set of card, seen by nobody
zone pile: set of card
mark wish of seat: 0..60, seen by owner
mark thrown of seat: 0..60, seen by nobody
mark stained of card: yes or no, seen with card
mark shown: 0..60
mark left: 0..9, starts 9

setup
  move all c in card to crib
  deal 3 from crib to each hand
  each p in seat
    pick thrown of p from 1..6

phase play
  turns until left is 0
    spend 1 left
    choose main secretly
      stain(c in hand of me)
        set stained of c to yes
      {first}
    {between}
    choose open
      show(c in hand of me)
        move c to pile
        set shown to 3
      else pass

score points of p: shown + thrown of p + wish of p + how many c in hand of p where stained of c
winner most score
"""
KEEP = "'keep'"
WISH = "wish(n in 1..3)\n        set wish of me to n"
DEALT = {"hand", "crib"}
STAINED = {"stained", *DEALT}
STAIN_READ = "set wish of me to how many c in hand of me where stained of c"


def found(folder: Path, first: str, between: str = "") -> tuple[set[str], bool]:
    """The names of what hidden marks may be made of, and whether they hang on the choice."""
    (folder / "sealed.game").write_text(
        RULES.format(first=first, between=between or "set shown to 4")
    )
    program = load(str(folder / "sealed.game"), engine="python").program
    assert {one.name for one in hidden_marks(program)} == {"wish", "thrown"}
    of = origins(program)
    main = next(one for one in program.choices if one.name == "main")
    return {one.name for one in of}, is_origin(main, of)


CASES = {
    "chosen itself": (WISH, "", set(), True),
    "open": (KEEP, "set wish of me to shown", set(), False),
    "what lies with a card": (KEEP, STAIN_READ, STAINED, True),
    "by a name": (
        KEEP,
        "let many = how many c in hand of me where stained of c\n    set wish of me to many",
        {"many", *STAINED},
        True,
    ),
    "under a condition": (
        KEEP,
        "if some c in hand of me where stained of c\n      set wish of me to 4",
        STAINED,
        True,
    ),
    "once for each": (
        KEEP,
        "each c in hand of me where stained of c\n      set wish of me to 4",
        STAINED,
        True,
    ),
    "a card": (KEEP, "set wish of me to largest rank of hand of me", DEALT, False),
    "how it goes on": ("stop\n        end game", "set wish of me to shown", set(), True),
}


@pytest.mark.parametrize("case", CASES)
def test_what_a_hidden_mark_hangs_on(tmp_path: Path, case: str) -> None:
    first, between, also, hangs = CASES[case]
    assert found(tmp_path, first, between) == ({"wish", "thrown"} | also, hangs)
