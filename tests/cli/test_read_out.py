"""Sentences of rulebooks: how conditions, values and statements are read out to people."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture
def rulebook(run: Run, tmp_path: Path) -> Callable[[str], str]:
    """Makes the rulebook of rules."""

    def made(rules: str) -> str:
        path = tmp_path / f"{rules.split()[1]}.game"
        path.write_text(rules, encoding="utf-8")
        done = run("rulebook", str(path), "--format", "md")
        assert done.exit_code == 0, done.output
        return done.stdout

    return made


RACE = """game race "Race"
  players 2 named Ann, Bob
mark steps of seat: 0..9
define has_won of p: seat = steps of p is 9
define has_steps of p: seat = steps of p > 0
phase walk
  turns until has_won of Ann or has_won of Bob
    choose main
      walk
        gain 1 steps of me
always every p in seat has has_steps of p or not has_steps of p
winner q where has_won of q               "The first at the goal"
scenario "Nobody yet"
  play walk
  expect not has_won of Ann and not has_steps of Bob
"""


def test_what_has_not_happened_and_when_somebody_has_won_is_said_plainly(
    rulebook: Callable[[str], str],
) -> None:
    told = rulebook(RACE)
    assert "Ann *has not won* and Bob *does not have steps*" in told
    assert "The first at the goal. – A player *p* has won if the *steps* of *p* are 9." in told
    alone = RACE.replace("2 named Ann, Bob", "1 named Ann").split("scenario")[0]
    alone = alone.replace(" of p: seat = steps of p is 9", " = steps of Ann is 9")
    alone = alone.replace("has_won of Ann or has_won of Bob", "has_won").replace(
        "has_won of q", "has_won"
    )
    assert "You have won if the *steps* of Ann are 9." in rulebook(alone)


GLADE = """game glade "Glade"
  players 2 named Ann, Bob
type hue: Red, Blue
component flower from "flowers.csv" named by name
  hues: set of hue
zone petals: set of flower                "On the ground"
zone bunch: set of flower                 "Picked"
mark seen of seat: set of flower
phase pick
  turns until bunch is {Rose, Daisy} or petals is {Rose} or seen of Ann is {Rose}
    choose main
      pick(f in petals)
        needs one: hues of f is not empty else "no"
        move f to bunch
        set seen of me to seen of me + {f}
setup
  move flower to petals
score picked of p: size of seen of p
winner most score
scenario "Empty"
  expect bunch is empty and seen of Ann is {} and seen of Bob is not {} and petals is not {}
  expect winners is empty and winners is not {}
"""


def test_several_are_and_sets_of_nothing_are_empty(
    rulebook: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "flowers.csv").write_text("name,hues\nRose,Red\nDaisy,Red Blue\n")
    told = rulebook(GLADE)
    for said in (
        "until the *bunch* holds just Rose and Daisy or the *petals* hold just Rose or",
        "Only if the *hues* of *f* are not empty",
        "Now the *bunch* is empty and the *seen* of Ann is empty and the *seen* of Bob is not empty and"
        " the *petals* are not empty.",
        "Now nobody has won and somebody has won.",
    ):
        assert said in told, (said, told)
