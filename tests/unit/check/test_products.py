"""Products: what they come to, on every engine, and how large they may get."""

import random
from math import prod
from pathlib import Path
from typing import cast

import pytest

import rulewright as rw
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.core import ir
from rulewright.core.walk import walk

RULES = """game products "Products"
  players 1

type thing: t1..t9
mark weight of thing: -2..3, starts 1
mark here: set of thing
mark changes: 0..30
mark of_all: -19683..19683
mark of_here: -19683..19683
mark of_few: -1000000..1000000
mark of_pairs: -6561..6561
mark along: 0..5040
mark without: 1..1

phase weighing
  turns until changes is 30
    choose main
      put(x in thing, k in 0..5)
        set weight of x to k - 2
        set here to all d in thing where (d in here) is not (d is x)
        set of_all to product weight of thing
        set of_here to product (weight of c) for c in here where c is not t1
        set of_few to product (10 * weight of c) for c in first(3, here) where weight of c < 3
        set of_pairs to product (weight of c * weight of d) for c, d in first(2, here)
        set along to product n for n in 1..7 where n in 4..7 or weight of t1 > n
        set without to product weight of (here - thing)
        gain 1 changes

score product of p: of_all + of_here + of_few + of_pairs + along + without
winner most score
"""


@pytest.mark.parametrize("engine", registry.names())
def test_products_are_what_is_multiplied_by_hand(tmp_path: Path, engine: EngineName) -> None:
    (tmp_path / "products.game").write_text(RULES)
    state = rw.load(str(tmp_path / "products.game"), engine=engine).start(seed=1)
    luck, weight, here = random.Random(5), [1] * 9, set[int]()
    while not state.over:
        thing, number = luck.randrange(9), luck.randrange(6)
        state.apply(f"put t{thing + 1} {number}")
        weight[thing] = number - 2
        here ^= {thing}
        few = sorted(here)
        marks = cast("dict[str, int]", state.observation(0)["cells"])
        assert marks["of_all"] == prod(weight)
        assert marks["of_here"] == prod(weight[i] for i in few if i)
        assert marks["of_few"] == prod(10 * weight[i] for i in few[:3] if weight[i] < 3)
        assert marks["of_pairs"] == prod(weight[i] * weight[j] for i in few[:2] for j in few[:2])
        assert marks["along"] == prod(n for n in range(1, 8) if n >= 4 or weight[0] > n)
        assert marks["without"] == 1


def product_of(tmp_path: Path, said: str) -> ir.Type:
    path = tmp_path / "sizes.game"
    path.write_text(
        'game sizes "Sizes"\n  players 1\n\ntype thing: t1..t40\n'
        "mark weight of thing: 1..9\nmark sign of thing: -1..1\nmark steps: 0..9\n\n"
        "phase only\n  turns until steps is 9\n    choose main\n      go(c in thing)\n"
        "        set weight of c to 9\n        set sign of c to 0\n        gain 1 steps\n\n"
        f"score all of p: min(9, {said}) + weight of t1 + sign of t1\nwinner most score\n"
    )
    program = rw.load(str(path), engine="reference").open_program
    found = [x for s in program.scores for x in walk(s) if isinstance(x, ir.Fold)]
    return next(fold for fold in found if fold.kind == "product").type


def test_it_is_known_how_large_a_product_gets(tmp_path: Path) -> None:
    assert product_of(tmp_path, "product weight of first(4, thing)") == ir.Number(1, 9**4)
    assert product_of(tmp_path, "product sign of thing") == ir.Number(-1, 1)
    assert product_of(tmp_path, "product weight of {t1, t2}") == ir.Number(1, 81)
    some = "product (weight of c - 1) for c in (all d in first(2, thing) where sign of d > 0)"
    assert product_of(tmp_path, some) == ir.Number(0, 64)


@pytest.mark.parametrize("said", ["weight of thing", "weight of first(10, thing)"])
def test_what_could_get_too_large_is_told(tmp_path: Path, said: str) -> None:
    with pytest.raises(rw.RulesError) as caught:
        product_of(tmp_path, f"product {said}")
    assert "the product can become larger than 1,000,000,000" in str(caught.value)
    assert "first(9, …)" in str(caught.value)
