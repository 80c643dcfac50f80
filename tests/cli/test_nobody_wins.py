"""A game that all win or lose together, by an outcome without a winner: points are all there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import load
from rulewright.players.budget import Budget
from rulewright.players.mcts import consider
from rulewright_cli.ask import ends_worth

from .conftest import Run

RULES = """game garden "Garden"
  players 2..4 named Ann, Bob, Cleo, Dan
type helping: sow, rest
mark flowers: 0..9
phase day
  turns until flowers > 5 or times > 3
    choose main
      do(h in helping) named "do {h}"
        gain 1 times
        if h is sow
          gain 2 flowers
mark times: 0..5
score bloom of p: flowers
outcome
  lush when flowers > 5
  bare else
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    path = tmp_path / "garden.game"
    path.write_text(RULES)
    return str(path)


def test_moves_are_worth_the_points_that_they_lead_to(rules: str) -> None:
    game = load(rules)
    state = game.start(seed=1)
    first, second = consider(state, 0, Budget(simulations=200))
    best, worst = (first, second) if first.value > second.value else (second, first)
    assert [str(state.legal_moves()[one.number]) for one in (best, worst)] == ["do sow", "do rest"]
    assert best.value > 0.9 and best.value > worst.value


def test_it_is_told_what_the_numbers_are(rules: str, tmp_path: Path) -> None:
    game = load(rules)
    assert ends_worth(game.program) == "your most points of all ends tried; 0: the fewest"
    path = tmp_path / "plain.game"
    path.write_text(RULES.replace("score bloom of p: flowers\n", ""))
    assert ends_worth(load(str(path)).program) == "no end is, for none has points or a winner"


def test_greedy_wants_points_of_its_own(rules: str, run: Run) -> None:
    found = run("simulate", rules, "--players", "greedy,greedy", "-n", "10").output
    assert re.search(r"^bare +0.00 %", found, re.MULTILINE)


def test_points_that_all_have_are_told_once(rules: str, run: Run) -> None:
    found = run("simulate", rules, "--seats", "4", "-n", "10").output
    assert "\npoints of each  " in found and "Ann" not in found
