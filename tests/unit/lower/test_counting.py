"""Elements that count on, of which nothing can be asked at once, are gone through by their numbers,
no further than a comparison needs: the same moves as with masks."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright import load
from rulewright.backends import registry
from rulewright.runtime.chance import stream
from rulewright.testing.conformance import lockstep

COMPARED = ("is 0", "is not 0", "is 2", "< 2", "<= 2", "> 2", ">= 3")
RULES = """\
game counting "Counting"
  players 2 named first, second
type item: i1..i5
mark worth of item: 0..3
mark many: 0..5
mark left: 0..40, starts 40
mark done: seat "Who"
define alike of c: item = how many i in first(many, item) where worth of i is worth of c
define adds_up(n: 0..12) = some k in 1..n where total worth of first(k, item) is n
phase play
  turns until left is 0
    spend 1 left
    choose main
      give(i in item, n in 0..3)
        set worth of i to n
      more(n in 0..5 where adds_up(n) or (every i in first(n, item) has worth of i < 2))
        set many to n
      {offers}
score alike of p: alike of i3 + (smallest worth of first(many, item)) + (5 when adds_up(4) else 0)
score less of p: total (2 * worth of i) for i in first(many + 3, item) where worth of i < 2
winner most score
"""


def test_engines_offer_the_same(tmp_path: Path) -> None:
    offers = "\n      ".join(
        f"so_{i}(p in seat where alike of i{i % 5 + 1} {asked})\n        set done to p"
        for i, asked in enumerate(COMPARED)
    )
    file = tmp_path / "counting.game"
    file.write_text(RULES.format(offers=offers), encoding="utf-8")
    game, plain = load(str(file)), load(str(file), engine="reference")
    code = registry.code_of(game.program, "python")
    assert "_ in range(" in code and re.search(r"_count\d* == 3:\n +break", code)
    lockstep(game, 1, every=5, limit=40)
    one = plain.engine.playout(stream(1), stream(1, 1))
    assert one == game.engine.playout(stream(1), stream(1, 1))


def test_nothing_is_just_beyond_what_there_can_be(tmp_path: Path) -> None:
    """The least and the most of no elements: what is computed of it stays small."""
    file = tmp_path / "extremes.game"
    file.write_text(EXTREMES, encoding="utf-8")
    game, plain = load(str(file)), load(str(file), engine="reference")
    code = registry.code_of(game.program, "python")
    begun = re.findall(r"_(?:small|larg)est\d* = (-?\d+)$", code, re.M)
    assert set(begun) == {"-4", "8"}
    lockstep(game, 1)
    one = plain.engine.playout(stream(1), stream(1, 1))
    assert one == game.engine.playout(stream(1), stream(1, 1))


EXTREMES = """\
game extremes "Extremes"
  players 2 named first, second
type item: i1..i4
mark worth of item: -3..7
mark left: 0..20, starts 20
phase play
  turns until left is 0
    spend 1 left
    choose main
      give(i in item, n in 0..10)
        set worth of i to n - 3
      wait(i in item where worth of i is smallest worth of j for j in item where worth of j > 2)
        set worth of i to largest worth of k for k in item where worth of k < 0
score least of p: smallest worth of j for j in item where worth of j > 2
score most of p: largest worth of j for j in item where worth of j < 0
winner most score
"""
