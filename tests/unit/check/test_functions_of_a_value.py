"""What is told of a function that is not there: those that may be asked of such a value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import RulesError
from rulewright.diagnostics import Diagnostic
from rulewright.game import load

GAME = """game plums "Plums"
  players {players}
mark bowl: 0..12, starts 12
mark eaten of seat: 0..12
mark given(seat, seat): 0..12
define many of p: seat = eaten of p > 3
define half of n: 0..12 = quotient(n, 2)
define more(p: seat, q: seat) = eaten of p > eaten of q
define later of n: 0..12 = half of n + 1

phase meal
  turns until bowl is 0
    choose main
      take(p in seat where {condition})

action take(p in seat)
  spend 1 bowl
  gain 1 eaten of p
  gain 1 given(p, me)

score eaten of p: eaten of p
winner most score
"""


Told = Callable[..., Diagnostic]


@pytest.fixture
def told(tmp_path: Path) -> Told:
    """The one name that is not known, where this is the condition."""

    def found(condition: str, players: int = 2) -> Diagnostic:
        path = tmp_path / "plums.game"
        path.write_text(GAME.format(condition=condition, players=players))
        with pytest.raises(RulesError) as error:
            load(str(path))
        (unknown,) = (d for d in error.value.diagnostics if d.code == "E100")
        return unknown

    return found


def test_only_what_takes_one_such_value_is_listed(told: Told) -> None:
    assert told("strange of p").hint == "of a seat there is: eaten, many"


def test_a_name_much_like_it_is_told_whatever_it_takes(told: Told) -> None:
    assert told("moree(p, me)").hint == "did you mean more?"


@pytest.mark.parametrize("name", ["other", "opponent_of", "enemy", "other_player"])
def test_the_other_of_two_is_the_next(name: str, told: Told) -> None:
    assert told(f"{name} of p is me").hint == "the other seat of two: next of p"
    several = "all seats but one: all q in seat where q is not p"
    assert told(f"{name} of p is me", 3).hint == several
