"""Conditions on what is around a cell, by shifted masks: the same moves as cell by cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.runtime.chance import stream
from rulewright.testing.conformance import lockstep

RULES = """\
game field "A field"
  players 1
type colour: red, green, blue
component tile from "tiles.csv" named by name
  colours: set of colour
board field: grid of tile
cells plot of field named "{{x}} {{y}}"
zone hand: set of tile
mark painted of tile: set of colour

define of_colour of c: colour = all t in tile where c in colours of t
define shown of c: colour = all t in field where c in painted of t

setup
  move all t in tile to hand
phase laying
  repeat until size of hand is 2
    choose main
      lay(t in hand, c in colours of t, p in open of field)
        needs size of field < 2 or {condition}      else "no"
        move t to field of p
        set painted of t to painted of t + {{c}}
      else stop
        end game
score reds of p: size of shown of red + size of of_colour of red
score plots of p: how many x in plot where x in plot of shown of green
winner most score
"""
CONDITIONS = [
    "some y in beside of p where field of y in of_colour of c",
    "some y in touching of p where field of y in of_colour of c and field of y not in hand",
    "not some y in touching of p where field of y in shown of c or field of y in of_colour of red",
    "every y in beside of p where field of y in field has field of y in of_colour of c",
    "beside of p meets plot of shown of c",
    "not touching of p meets plot of common(of_colour of c, field)",
    "touching of p meets (plot of shown of red - plot of shown of c)",
    "(how many y in beside of p where field of y in of_colour of c) is 1",
    "some y in open of field where y in beside of p",
    "some y in beside of p where (some k in field where plot of k is y and c in colours of k)",
    "some y in beside of p where (how many k in tile where plot of k is not y) < 9",
    "not some y in touching of p where (some k in of_colour of red where plot of k is y)",
]


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_engines_offer_the_same(tmp_path: Path, condition: str) -> None:
    sets = ["red", "green", "blue", "red green", "green blue", "red blue", "red", "green", "blue"]
    rows = [f"t{number},{colours}" for number, colours in enumerate(sets)]
    (tmp_path / "tiles.csv").write_text("\n".join(["name,colours", *rows]) + "\n", encoding="utf-8")
    file = tmp_path / "field.game"
    file.write_text(RULES.format(condition=condition), encoding="utf-8")
    game, plain = load(str(file)), load(str(file), engine="reference")
    for seed in range(3):
        lockstep(game, seed, every=3)
        one = plain.engine.playout(stream(seed), stream(seed, 1))
        assert one == game.engine.playout(stream(seed), stream(seed, 1))
