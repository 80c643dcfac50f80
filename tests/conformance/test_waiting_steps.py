"""Steps of composes that wait for what has been taken in them: searches look beyond what can be
taken now."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends import registry
from rulewright.testing.engines import on_engine

RULES = """game stones "Stones"
  players 2
component stone from "stones.csv" named by name
  worth: 1..5
zone heap: set of stone
zone chest of seat: set of stone
setup
  move all s in stone to heap
phase play
  turns until size of heap < 3
    choose main
      take(s in heap)
        move s from heap to chest of me
      load
        compose load
          step add(s in heap) into cart at most 3
            needs {needs}                      else "wait"
          finish done
            needs total worth of cart > 5      else "more"
        move all s in cart from heap to chest of me
score worth of p: total worth of chest of p
winner most score
"""
TABLE = "name,worth\na,1\nb,3\nc,1\nd,5\ne,2\nf,2\ng,4\n"


@pytest.mark.parametrize(
    "needs",
    [
        "worth of s < 3 or cart is not empty",
        "worth of s < 2 + size of cart",
        "worth of s <= 1 + total worth of cart",
        "worth of s < 2 or some x in cart where worth of x < 2",
    ],
)
def test_engines_agree_on_what_can_be_completed(needs: str, tmp_path: Path) -> None:
    (tmp_path / "stones.csv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "stones.game").write_text(RULES.replace("{needs}", needs), encoding="utf-8")
    game = load(str(tmp_path / "stones.game"), engine="reference")
    played = [
        list(on_engine(game, name).engine.playouts(range(12))) for name in registry.available()
    ]
    assert all(other == played[-1] for other in played)
