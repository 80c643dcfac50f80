"""What is read off the rules of a compose about single elements, and when nothing can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends.python.changes import is_onward
from rulewright.backends.python.relaxation import falling, prospects
from rulewright.core.dump import expression_text
from rulewright.core.ir import Compose

RULES = """\
game polish "Polish"
  players 2

type card: a, b, c, d
type tin: small, large

mark coins of seat: 0..9, starts 5
mark shine of card: 0..9
mark sold of tin: yes or no
mark got of seat: 0..99

define cost of t: tin = 1 when t is small else 3

phase play
  turns until passes is 2
    compose lay
      step take(c in card) into laid
      step polish(t in tin, c in laid)
        needs not sold of t          else "sold"
        needs coins of me >= cost of t   else "too dear"
        spend cost of t coins of me
        set sold of t to yes
        gain 1 shine of c
{more}
      finish lay(r in 1..9)
        needs laid is not empty      else "nothing is laid out"
        needs size of laid <= 3      else "too many"
        needs every c in laid has shine of c is r   else "not alike"
        gain r got of me
      finish pass
        needs laid is empty          else "too late"
        pass

score got of p: got of p
winner most score
"""


@pytest.fixture
def course(tmp_path: Path, request: pytest.FixtureRequest) -> Compose:
    rules = tmp_path / "polish.game"
    rules.write_text(RULES.replace("{more}\n", request.param), encoding="utf-8")
    return load(str(rules)).start(seed=1).engine.program.composes[0]


NOTHING = ""
DULL = """\
      step dull(d in laid)
        needs shine of d > 0         else "dull"
        spend 1 shine of d
"""
ALL = "      step rub\n        each d in laid\n          gain 1 shine of d\n"


@pytest.mark.parametrize("course", [NOTHING], indirect=True)
def test_what_is_demanded_of_every_element(course: Compose) -> None:
    found = prospects(course)
    assert found is not None
    (demand,) = found.demands
    assert (demand.finish, demand.param and demand.param.local.name) == (0, "r")
    assert expression_text(demand.test).startswith("shine[element")
    (own,) = found.steps
    assert course.steps[own.number].name == "polish" and own.param.local.name == "c"
    assert [cell.name for cell, _ in found.private] == ["shine"]


@pytest.mark.parametrize("course", [NOTHING], indirect=True)
def test_what_fails_for_good(course: Compose) -> None:
    told = [[expression_text(test) for test in tests] for tests in falling(course)]
    assert any("size(lay.laid)" in test for test in told[0])
    assert told[1] == ["empty(lay.laid)"]


@pytest.mark.parametrize("course", [NOTHING], indirect=True)
def test_steps_that_lead_onward(course: Compose) -> None:
    assert is_onward(course)


@pytest.mark.parametrize("course", [DULL], indirect=True)
def test_steps_that_may_lead_back(course: Compose) -> None:
    assert not is_onward(course)
    assert prospects(course) is not None


@pytest.mark.parametrize("course", [ALL], indirect=True)
def test_a_step_that_changes_all_elements_tells_nothing_of_one(course: Compose) -> None:
    assert prospects(course) is None
