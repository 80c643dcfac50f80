"""What is said of edits of variants that name nearly the right thing: what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import check

GAME = """game plums "Plums"
  players 2 named Ann, Bob
type hue: red, blue
zone pile: set of plum
zone got of seat: set of plum
component plum from "plums.csv" named by name
  hue: hue
define rank of c: plum
  2 when hue of c is blue
  0 else

always size of pile >= 0              "Nothing is lost"
always size of pile <= 99

setup
  deal_out
to deal_out
  move all p in plum to pile

phase meal
  turns until pile is empty
    choose main
      take

action take(p in pile)
  move p to got of me

score ranks of p: total rank of c for c in got of p
winner most score

scenario "S-15 Forced pass"
  expect not over
scenario "S-16 One"
  expect not over
scenario "S-16 Two"
  expect not over
"""
HINTS = {
    "add before deal_out\n  shuffle pile": (
        "E042",
        "write: add at start of deal_out; or where it is called, that line stands in quotes: "
        'add before "deal_out"',
    ),
    "add after deal_out\n  shuffle pile": (
        "E042",
        "write: add at end of deal_out; or where it is called, that line stands in quotes: "
        'add after "deal_out"',
    ),
    "remove always size of pile <= 9": (
        "E011",
        'its words, or what it says, stand in quotes: remove always "size of pile <= 9"',
    ),
    "remove always": ("E013", 'for example: remove always "ITS WORDS, OR WHAT IT SAYS"'),
    'remove always "size of hand <= 9"': (
        "E040",
        'there is: "Nothing is lost", "size of pile <= 99"',
    ),
    'remove scenario "S-15 Forced"': ("E040", 'did you mean "S-15 Forced pass"?'),
    'remove scenario "S-16 "': ("E040", ""),
    "replace rank of c: plum\n  3 when hue of c is red\n  0 else": (
        "E011",
        "say what it is: replace define rank of c: plum",
    ),
    "replace rank(c: plum)\n  3 when hue of c is red\n  0 else": (
        "E011",
        "say what it is: replace define rank(c: plum)",
    ),
    "add peek to turns\naction peek\n  end game": ("E042", "add peek to main"),
    "add peek to meal\naction peek\n  end game": ("E042", "add peek to main"),
    "zone box of seat: set of plum": ("E171", "for example: the_box"),
    "zone the_box: set of plum\nzone box: set of plum": ("E171", "for example: the_box_too"),
    "type most: few, none": ("E171", "for example: the_none"),
}


@pytest.mark.parametrize("edits", HINTS)
def test_it_is_said_what_to_write_instead(edits: str, tmp_path: Path) -> None:
    (tmp_path / "plums.game").write_text(GAME, encoding="utf-8")
    (tmp_path / "plums.csv").write_text("name,hue\nOne,red\nTwo,blue\n", encoding="utf-8")
    (tmp_path / "other.game").write_text(f"variant other of plums\n\n{edits}\n", encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        check(str(tmp_path / "plums.game"), variants=["other"])
    code, hint = HINTS[edits]
    found = [one for one in raised.value.diagnostics if one.code == code]
    assert [one.hint for one in found] == [hint]
    if code == "E171":
        assert "(where lies what is in no zone)" in found[0].message or "none" in edits
