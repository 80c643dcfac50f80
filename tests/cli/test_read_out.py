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
