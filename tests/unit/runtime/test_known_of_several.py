"""What all hear of several hidden places at once: that not all of some lie where they were said to,
or that one of them does."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.runtime.scenarios import last_passes

RULES = """\
game crate "What is in the crate?"
  players 2 named Ann, Bob

component card from "cards.csv" named by name
zone hand of seat: set of card, seen by owner
zone crate: set of card, seen by nobody
zone left: slot of card, seen by nobody
zone right: slot of card, seen by nobody
mark hit: yes or no                       "Is it so?"
mark said: 0..9

setup
  move first(2, all c in card) to crate

phase play
  turns until said is 9
    choose main
      one(x in card)
        gain 1 said
        set hit to {one}
      both(x in card, y in card)
        gain 1 said
        set hit to {both}
      lay(c in hand of me)
        move c to left
      stow(c in hand of me)
        move c to right
      take(c in hand of me)
        move c to hand of next of me

score s of p: size of hand of p
winner most score

scenario "What follows"
  given
    hand of Ann: a
    hand of Bob: d, e
    {lying}
    to move: Bob (main)
  play {play}
  seen by Ann
    hand of Bob: {bob}
"""
SETS = "crate: b, c"
SLOTS = "left: b\n    right: c"
FORMS = [
    "x in crate and y in crate",
    "not (x not in crate or y not in crate)",
    "every z in {x, y} has z in crate",
    "not some z in {x, y} where z not in crate",
    "(how many z in {x, y} where z in crate) >= 2",
    "(how many z in {x, y} where z in crate) is 2",
    "(how many z in crate where z in {x, y}) is 2",
    "size of common(crate, {x, y}) > 1",
    "x in crate and (y in crate or said > 5)",
]


def scenario(tmp_path: Path, lying: str, one: str, both: str, play: str, bob: str) -> None:
    (tmp_path / "cards.csv").write_text("name\na\nb\nc\nd\ne\n")
    rules = tmp_path / "crate.game"
    rules.write_text(RULES.format(lying=lying, one=one, both=both, play=play, bob=bob))
    last_passes(rules)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("play", "bob"),
    [
        ("both b d", "?, ?"),  # either may be missing
        ("one b; both b d", "d, ?"),
        ("both b d; one b", "d, ?"),
        ("one b; both b c", "d, e"),
        ("both a b", "?, ?"),  # which she has herself
    ],
)
def test_not_all_of_those_that_were_named(form: str, play: str, bob: str, tmp_path: Path) -> None:
    scenario(tmp_path, SETS, "x in crate", form, play, bob)


OTHERS = [
    "x in crate or y in crate",
    "some z in {x, y} where z in crate",
    "not (x not in crate and y not in crate)",
    "(how many z in {x, y} where z in crate) is not 0",
    "crate meets {x, y}",
]


@pytest.mark.parametrize("form", OTHERS)
@pytest.mark.parametrize(
    ("play", "bob"),
    [
        ("both b d", "?, ?"),
        ("one d; both b d", "d, ?"),
        ("both d e", "d, e"),  # neither is there
        ("both c d; one d", "d, ?"),
        ("both a a", "?, ?"),
    ],
)
def test_one_of_those_that_were_named(form: str, play: str, bob: str, tmp_path: Path) -> None:
    scenario(tmp_path, SETS, "x in crate", form, play, bob)


@pytest.mark.parametrize(
    "form", ["left is x and right is y", "not (left is not x or y is not right)"]
)
@pytest.mark.parametrize(
    ("play", "bob"),
    [
        ("both b d", "?, ?"),
        ("both b d; both b e", "?, ?"),
        ("one b; both b d", "d, ?"),
        ("one b; both b d; both b e", "d, e"),
        ("both b d; both b e; one b", "d, e"),
    ],
)
def test_what_lies_in_slots(form: str, play: str, bob: str, tmp_path: Path) -> None:
    scenario(tmp_path, SLOTS, "left is x", form, play, bob)
