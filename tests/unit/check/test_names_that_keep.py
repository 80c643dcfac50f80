"""What was asked not to be none may be none again: the way out is a name that keeps its value."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import check

RULES = """game knocks "Knocks"
  players 2 named Ann, Ben
mark knocker: seat or nobody
phase play
  turns until passes is 1
    choose main
      knock
        set knocker to me
        pass
phase late
  if knocker is not nobody
    perhaps
    turns from knocker until passes is 2
      choose other
        go
          pass
to perhaps
  if passes > 5
    set knocker to nobody
winner p where knocker is p
"""


def hints(folder: Path, rules: str) -> list[str]:
    file = folder / "knocks.game"
    file.write_text(rules, encoding="utf-8")
    try:
        check(str(file))
    except RulesError as error:
        return [one.hint for one in error.diagnostics]
    return []


def test_turns_from_a_seat_that_was_asked_for_want_a_name_for_it(tmp_path: Path) -> None:
    (hint,) = hints(tmp_path, RULES)
    assert hint.endswith(
        "give it a name right after it is asked, which keeps its value, and write that name here: "
        "let found = knocker"
    )
    named = RULES.replace("    perhaps\n", "    let found = knocker\n    perhaps\n", 1)
    assert hints(tmp_path, named.replace("turns from knocker", "turns from found")) == []


def test_what_was_never_asked_has_to_go_where_none_is_allowed(tmp_path: Path) -> None:
    asked = "  if knocker is not nobody\n"
    (hint,) = hints(tmp_path, RULES.replace(asked, "  if passes > 0\n"))
    asked = "ask first whether there is one, in a `where`, `needs` or `if`: knocker is not none"
    assert hint == f"{asked}; or the mark that it goes to says `or none`"


@pytest.mark.parametrize(
    ("seen", "chest", "is_secret"),
    [
        ("seen by owner", "chest of opponent", True),
        ("seen by owner", "chest of me", False),
        ("seen by others", "chest of me", True),
        ("seen by nobody", "chest of me", True),
        ("", "chest of opponent", False),
    ],
)
def test_what_the_mover_may_not_see_is_not_asked_where_something_is_offered(
    tmp_path: Path, seen: str, chest: str, is_secret: bool
) -> None:
    (tmp_path / "cards.csv").write_text("name,worth\nA,1\nB,2\n", encoding="utf-8")
    (hint,) = hints(tmp_path, CHESTS.format(seen=seen and f", {seen}", chest=chest))
    asked = f"in an `if` around what is done: {chest} is not none; a `where` or `needs` would tell"
    assert (asked in hint and "E191" in hint) is is_secret
    assert ("`where`, `needs` or `if`" in hint) is not is_secret


CHESTS = """game chests "Chests"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
  worth: 1..9
zone pile: set of card
zone done: set of card
zone chest of seat: slot of card{seen}
define value of c: card = worth of c
setup
  move all c in card to pile
phase p
  turns until passes is 2
    choose main
      take(c in pile where worth of c >= value of {chest})
        move c from pile to done
      else pass
winner most score
score s of p: size of chest of p
"""
