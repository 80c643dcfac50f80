"""Totals over a few elements that are asked again and again are the same without a loop."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends import registry

RULES = """game stalls "Stalls"
  players 1
type herb: {herbs}
component card from "cards.csv" named by name
  herbs: set of herb
  price: 0..9
zone hand: set of card
zone gone: set of card
mark sold of herb: {range}
mark fund: 0..999, starts 40
define worth of h: herb = {worth}
define due of c: card = max(0, price of c + {more}total worth of herbs of c)

setup
  move all c in card to hand
phase selling
  turns until size of hand is 0
    choose sale
      sell(c in hand, h in herbs of c)
        needs due of c >= smallest due of hand or fund > 5  else "too cheap"
        set sold of h to min({most}, sold of h + price of c)
        spend min(fund, due of c) fund
        move c to gone
      else drop(c in hand)
        move c to gone
    if largest due of hand > fund and {asked}
      end game
score left of p: fund + total worth of herb
winner most score
"""
USUAL = {
    "herbs": "basil, mint, rue, sage, dill", "range": "0..20", "most": "20", "more": "",
    "worth": "sold of h", "asked": "fund > 3",
}  # fmt: skip
CASES: dict[str, tuple[dict[str, str], bool]] = {  # and whether there are lanes
    "usual": ({}, True),
    "sizes of sets": (
        {"worth": "size of (all c in gone where h in herbs of c and price of c > 2)"}, True,
    ),
    "one element": ({"herbs": "basil"}, False),
    "eight elements": ({"herbs": "basil, mint, rue, sage, dill, h6, h7, h8", "range": "0..9",
                        "most": "9"}, True),
    "nine elements": ({"herbs": "basil, mint, rue, sage, dill, h6, h7, h8, h9"}, False),
    "large numbers": ({"range": "0..9999", "most": "9999"}, False),
    "below zero": ({"worth": "sold of h - 3"}, False),
    "that may fail": ({"worth": "sold of h - sold of (the g in herb where g is h and fund >= 0)"},
                      False),
    "what hangs on another": (
        {"more": "total (min(price of c, sold of g)) for g in herbs of c + "}, True,
    ),
    "asked in a question": ({"asked": "total worth of herb > 10"}, True),
}  # fmt: skip


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("case", CASES)
def test_the_same_is_told(case: str, tmp_path: Path) -> None:
    changed, has_lanes = CASES[case]
    said = USUAL | changed
    herbs = said["herbs"].split(", ")
    rows = [
        f"k{n},{' '.join(sorted({herbs[n % len(herbs)], herbs[n * n % len(herbs)]}))},{n * 7 % 10}"
        for n in range(12)
    ]
    (tmp_path / "cards.csv").write_text("\n".join(["name,herbs,price", *rows, ""]), "utf-8")
    file = tmp_path / "stalls.game"
    file.write_text(RULES.format(**said), "utf-8")
    game = load(str(file))
    lowered = registry.code_of(game.program, "python")
    playout = lowered[lowered.index("def playout(") : lowered.index("def play_on(")]
    assert ("_lanes" in playout) == has_lanes
    seeds = range(40)
    expected = list(load(str(file), engine="reference").engine.playouts(seeds))
    for engine in registry.compared():
        assert list(load(str(file), engine=engine).engine.playouts(seeds)) == expected
