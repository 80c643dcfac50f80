"""A stack that is shuffled until something holds is sorted once: it holds the same meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends import registry

RULES = """game deal "Deal"
  players 1
component card from "cards.csv" named by name
mark rounds: 0..3
mark best: 0..1
zone pile: stack of card
zone hand: set of card

setup
  move all c in card to hand
phase dealing
  turns until rounds is 3
    gain 1 rounds
    move hand to pile
    shuffle pile until (how many c in top(3, pile) where c in {k1, k5, k9}) is 1
    deal 9 from pile to hand
    choose main
      show(c in hand)
        if c is k9
          set best to 1
score shown of p: best
winner most score
"""


CONDITIONS = {  # and how many components from the top are looked at, if that is known
    "(how many c in top(3, pile) where c in {k1, k5, k9}) is 1": 3,
    "top of pile is k3": 1,
    "top(1, pile) meets {k2, k4} and not top(2, pile) meets {k1}": 2,
    "size of pile is 9 and top of pile in {k7, k8}": None,
    "k4 in top(12, pile)": 12,
    "top(rounds, pile) meets {k1, k2, k3}": None,
    "k4 not in top(0, pile)": 0,
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_only_what_is_looked_at_is_shuffled_in_vain(condition: str, tmp_path: Path) -> None:
    """And the same is drawn as if all were."""
    many = CONDITIONS[condition]
    file = tmp_path / "deal.game"
    rows = "\n".join(f"k{number}" for number in range(1, 10))
    (tmp_path / "cards.csv").write_text(f"name\n{rows}\n", encoding="utf-8")
    before = "(how many c in top(3, pile) where c in {k1, k5, k9}) is 1"
    assert before in RULES
    file.write_text(RULES.replace(before, condition), encoding="utf-8")
    game, plain = load(str(file)), load(str(file), engine="reference")
    code = registry.code_of(game.program, "python")
    playout = code[code.index("def playout(") :]
    assert ("moved_on" in playout) == (many is not None)
    if many is not None:
        assert f" - {many}, 0)" in playout or not many
    seeds = range(60)
    expected = list(plain.engine.playouts(seeds))
    for engine in ("python", "wasm"):
        if engine in registry.compared():
            assert list(load(str(file), engine=engine).engine.playouts(seeds)) == expected


def test_it_is_sorted_before_it_is_shuffled(tmp_path: Path) -> None:
    file = tmp_path / "deal.game"
    rows = "\n".join(f"k{number}" for number in range(1, 10))
    (tmp_path / "cards.csv").write_text(f"name\n{rows}\n", encoding="utf-8")
    file.write_text(RULES, encoding="utf-8")
    game, plain = load(str(file)), load(str(file), engine="reference")
    code = registry.code_of(game.program, "python")
    lines = code[code.index("def playout(") :].splitlines()
    loops = [number for number, line in enumerate(lines) if "range(10000)" in line]
    assert loops
    for at in loops:
        assert "sorted(" in lines[at - 1] and "list(" in lines[at + 1]
    seeds = range(40)
    assert list(game.engine.playouts(seeds)) == list(plain.engine.playouts(seeds))
