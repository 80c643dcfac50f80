"""Rule files as test files of pytest: what is collected, what fails, and how that is told."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

COINS = """game coins "Two coins"
  players 2 named Ann, Bob

type side: heads, tails
mark coin of seat: side
mark thrown of seat: yes or no

phase throws
  turns until every p in seat has thrown of p
    choose main
      throw
        pick coin of me from side
        set thrown of me to yes

score heads of p: 1 when coin of p is heads else 0
winner most score
always score of Ann <= 1

scenario "Heads wins"
  chance heads; tails
  play throw; throw
  expect winners is {Ann}
scenario "Tails wins"
  chance heads; tails
  play throw; throw
  expect winners is {Bob}
"""
GREEDY = """variant greedy of coins "Heads counts double"
replace score heads of p: 2 when coin of p is heads else 0
scenario "Two points"
  chance heads; tails
  play throw; throw
  expect score of Ann is 2
"""
TEST = """
def test_loading(load_game):
    assert load_game("coins.game") is load_game("coins.game")
    assert load_game("coins.game", variants=["greedy"]).variants == ("greedy",)
"""

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs pytest in a folder with a game, a variant, a library and a test."""
    for name, text in [
        ("coins.game", COINS),
        ("greedy.game", GREEDY),
        ("spare.game", 'library spare "Not used"\ntype shape: round, square\n'),
        ("test_coins.py", TEST),
    ]:
        (tmp_path / name).write_text(text, encoding="utf-8")

    def ran(*arguments: str) -> str:
        plugin = ["-p", "rulewright.testing.pytest_plugin", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *plugin, "-W", "error", *arguments],
            cwd=tmp_path, capture_output=True, text=True, timeout=120,
            env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        )  # fmt: skip
        return done.stdout + done.stderr

    return ran


def test_nothing_is_collected_that_was_not_asked_for(run: Run) -> None:
    assert "1 passed" in run("-q")


def test_a_file_holds_scenarios_and_properties(run: Run) -> None:
    listed = run("--collect-only", "-q", "coins.game").splitlines()
    assert "coins.game::scenario Heads wins" in listed
    assert "coins.game::property undo" in listed and "coins.game::property always" in listed
    assert "coins.game::property scenarios" not in listed
    listed = run("--collect-only", "-q", "greedy.game", "--rulewright-games", "0").splitlines()
    assert [line for line in listed if "::" in line] == [
        "greedy.game::scenario Two points",
        "greedy.game::property scenarios",
    ]


def test_all_files_of_a_folder_on_demand_and_what_fails_is_told(run: Run) -> None:
    told = run("--rulewright", "-q", "--rulewright-games", "1", "-k", "game")
    assert "FAILED coins.game::scenario Tails wins" in told
    assert "FAILED greedy.game::property always" in told
    assert "FAILED greedy.game::property scenarios" in told  # Tails wins there neither
    assert "not so: winners is {Bob}" in told
    assert 'scenario "always: this must always hold' in told  # ready to paste
    assert "before the first move" in told  # shrunk: both coins begin as heads
    assert "FAILED greedy.game::scenario Two points" in told  # the promise is broken there, too
    assert "4 failed" in told


def test_mistakes_in_a_file_are_told_like_anywhere_else(run: Run, tmp_path: Path) -> None:
    (tmp_path / "coins.game").write_text(COINS.replace("coin of me", "coyn of me"))
    told = run("-q", "coins.game")
    assert "error E1" in told and "coyn" in told and "did you mean coin?" in told
    assert "Traceback" not in told
