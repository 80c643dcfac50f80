"""What definitions are worth is worked out once for all expressions of the scenarios of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core import specialise
from rulewright.core.evaluate import Evaluator, prepare
from rulewright.core.ir import Expr
from rulewright.game import check
from rulewright.testing.scenario import Runner

GAME = """game stones "Stones"
  players 1
type stone: red, green, blue
mark taken of stone: yes or no

define heavier_than(s: stone) = how many t in stone where t > s
define is_heavy(s: stone) = heavier_than(s) is 0

phase taking
  turns until every s in stone has taken of s
    choose which
      take(s in stone where not taken of s)
        set taken of s to yes

score stones of p: how many s in stone where taken of s and is_heavy(s)
winner most score

scenario "The last is the heaviest"
  expect is_heavy(blue) and heavier_than(red) is 2
  expect every s in stone has is_heavy(s) or heavier_than(s) > 0
  expect not is_heavy(green) and heavier_than(blue) is 0
  expect heavier_than(green) is 1
"""
DEFINED = range(6, 8)  # the lines of the definitions


def test_tables_of_scenarios_are_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stones.game").write_text(GAME)
    game = check(str(tmp_path / "stones.game"))
    made: list[Expr] = []

    def noted(expr: Expr) -> Evaluator:
        made.append(expr)
        return prepare(expr)

    monkeypatch.setattr(specialise, "prepare", noted)
    (scenario,) = game.scenarios()
    assert sorted(expr.span.line for expr in made if expr.span.line in DEFINED) == [*DEFINED]
    assert Runner(game).run(scenario).passed
