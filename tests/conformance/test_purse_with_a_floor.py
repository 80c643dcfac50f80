"""A purse that is paid down to nothing and no further is as quick to look ahead with as one that
may be overdrawn, and all engines offer the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, load
from rulewright.backends import registry
from rulewright.core.ir import Completable
from rulewright.core.walk import walk
from rulewright.lower.relaxation import Hindrance, Prospects, prospects_or_why_not
from rulewright.testing.conformance import lockstep

DEBTS = """\
variant debts of ruins "Debts"
  "Two torches more may be spent than there are."
  excludes bare_climbing
replace funds in buy
  needs funds: price of s <= lit of me + 2            else "it costs {price of s} torches"
replace "set lit of me to lit of me - price of s"
  set lit of me to {floor}
"""


def hindrance(game: Game) -> object:
    """What keeps the search for a finish from being pruned, if anything does."""
    (compose,) = {
        id(node.compose): node.compose
        for node in walk(game.program.flow)
        if isinstance(node, Completable)
    }.values()
    return prospects_or_why_not(compose)


FLOORS = ["max(0, lit of me - price of s)", "max(lit of me - price of s, 0)"]


@pytest.mark.parametrize("floor", FLOORS)
def test_paying_down_to_nothing_is_told_of_as_paying(tmp_path: Path, floor: str) -> None:
    rules = tmp_path / "debts.game"
    rules.write_text(DEBTS.replace("{floor}", floor))
    game = load(str(rules), seats=2)
    assert not isinstance(hindrance(game), Hindrance)
    for engine in registry.compared():
        lockstep(game, 1, engine=engine, limit=12, asked=6)
    played = game.engine.playouts((1580535513209027, 5, 9))
    assert all(one is not None for one in played)  # the first went too far before


def test_what_falls_short_of_the_floor_is_no_payment(tmp_path: Path) -> None:
    """It rises where it was less than that, and so it counts as raised to the top."""
    rules = tmp_path / "debts.game"
    rules.write_text(DEBTS.replace("{floor}", "max(1, lit of me - price of s)"))
    game = load(str(rules), seats=2)
    found = hindrance(game)
    assert isinstance(found, Prospects) and found.fund is None
    assert [variable.name for variable in found.full] == ["lit"]
    for engine in registry.compared():
        lockstep(game, 1, engine=engine, limit=12, asked=6)
