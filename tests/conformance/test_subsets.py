"""`subsets` says how many subsets there are, counted here one by one, on every engine.

Elements are put into a set and weighed at random, over types around the sizes at which numbers
become long ones. Payments are made of them that must add up in just two ways, so that what can
still be completed is asked, too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import cast

import pytest

import rulewright as rw
from rulewright.backends import registry
from rulewright.backends.wasm.engine import WasmEngine
from rulewright.core import ir
from rulewright.lower import footprint

SIZES = (1, 9, 33, 65)
RULES = """game sums "Sums"
  players 1
type thing: ring {things}
mark weight of thing: 0..9
mark here: set of thing
mark changes: 0..99
mark fixed: 0..1000000
mark asked: 0..1000000
mark light: 0..1000000
mark placed: 0..1000000
mark lost: 0..99
define place of c: thing = remainder(how many d in thing where d < c, 7)
define double(n: 0..9) = 2 * n
define twice of c: thing = double(weight of c)

phase weighing
  repeat until changes is {changes}
    choose main
      put(c in thing, n in 0..9)
        set weight of c to n
        set here to (here - {{c}}) + {{c + quotient(n, 2)}}
        gain 1 changes
        set fixed to subsets(here, weight, 7)
        set asked to subsets(here, twice, 2 * n)
        set light to subsets(all d in here where weight of d < 4, weight, 0)
        set placed to subsets(here + thing, place, min(n, 5))
      settle

action settle
  compose pay
    step pay(c in here) into paid
    finish settle
      needs subsets(paid, weight, 5) is 2      else "there are not two ways"
      set here to here - paid
      gain 1 changes
      gain 1 lost
score all of p: fixed + asked + light + placed + lost
winner most score
"""
CHANGES = 40


def each_subset(things: Iterable[int]) -> Iterator[tuple[int, ...]]:
    held = sorted(things)
    return (some for size in range(len(held) + 1) for some in combinations(held, size))


class Table:
    """What lies where, told by the moves alone."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.here: set[int] = set()
        self.weight = dict.fromkeys(range(size), 0)

    def many(self, things: Iterable[int], goal: int) -> int:
        """How many subsets weigh so much: each is looked at."""
        return sum(sum(self.weight[c] for c in some) == goal for some in each_subset(things))

    def placed(self, goal: int) -> int:
        """Of all things by their places, which are too many to look at each subset."""
        found = Counter({0: 1})
        for c in range(self.size):
            found += Counter({total + c % 7: count for total, count in found.items()})
        return min(found[goal], 1_000_000)

    def put(self, c: int, n: int) -> dict[str, int]:
        """What is to be told after a move."""
        self.weight[c] = n
        self.here = (self.here - {c}) | {(c + n // 2) % self.size}
        return {
            "fixed": self.many(self.here, 7),
            "asked": self.many(self.here, n),
            "light": self.many([c for c in self.here if self.weight[c] < 4], 0),
            "placed": self.placed(min(n, 5)),
        }

    def payable(self, paid: tuple[int, ...]) -> bool:
        """Can a payment be completed, by things that come later?"""
        later = [c for c in self.here if not paid or c > max(paid)]
        return any(self.many((*paid, *more), 5) == 2 for more in each_subset(later))


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[[int, registry.EngineName], rw.Game]:
    def load(size: int, engine: registry.EngineName) -> rw.Game:
        text = RULES.format(things=", ".join(f"t{n}" for n in range(size)), changes=CHANGES)
        (tmp_path / "sums.game").write_text(text, encoding="utf-8")
        return rw.load(str(tmp_path / "sums.game"), engine=engine)

    return load


Load = Callable[[int, registry.EngineName], rw.Game]


def wrongs(game: rw.Game, size: int, seed: int = 1) -> set[str]:
    """What is told otherwise than it is counted here, in a random game."""
    state, table, luck = game.start(seed=1), Table(size), random.Random(seed)
    found, paid = set[str](), cast("tuple[int, ...] | None", None)
    while not state.over:
        offered = [str(move) for move in state.legal_moves()]
        if paid is not None:
            could = {
                c for c in table.here if c > max(paid, default=-1) and table.payable((*paid, c))
            }
            if {name for name in offered if name != "settle"} != {f"pay t{c}" for c in could}:
                found.add("pay")
            move = luck.choice(offered)
            state.apply(move)
            if move == "settle":
                table.here -= set(paid)
                paid = None
            else:
                paid = (*paid, int(move.removeprefix("pay t")))
        elif "settle" in offered and (luck.random() < 0.5 or len(table.here) > 8):
            state.apply("settle")
            paid = ()
        else:
            if ("settle" in offered) != table.payable(()):
                found.add("settle")
            c, n = luck.randrange(min(size, 9)), luck.randrange(10)
            state.apply(f"put t{c} {n}")
            counted = table.put(c, n)
            told = cast("dict[str, int]", state.observation(0)["cells"])
            found |= {name for name in counted if told[name] != counted[name]}
    return found


@pytest.mark.thorough(each="size")
@pytest.mark.parametrize("engine", ["reference", "python"])
@pytest.mark.parametrize("size", SIZES)
def test_subsets_are_counted(size: int, engine: registry.EngineName, loaded: Load) -> None:
    assert wrongs(loaded(size, engine), size) == set()


def test_payments_that_are_told_by_how_many_subsets_they_have_are_found(
    loaded: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_query(expr: ir.Expr, selections: object) -> bool:
        return isinstance(expr, ir.Fold) and expr.kind == "subsets"

    monkeypatch.setattr(footprint, "_is_query", is_query)
    game = loaded(9, "python")
    assert "pay" in {name for seed in range(8) for name in wrongs(game, 9, seed)}


def test_whole_games_come_to_the_same_on_every_engine(loaded: Load) -> None:
    engines = {name: loaded(33, name).engine for name in registry.available()}
    seeds = 3, 4  # of which the reference, which tries all payments, does not try too many
    results = {name: list(engine.playouts(seeds)) for name, engine in engines.items()}
    assert all(found == results["reference"] for found in results.values())
    for engine in engines.values():
        if isinstance(engine, WasmEngine):
            instance = engine._whole.instance()
            assert instance is not None
            assert len(instance.playouts(range(6), 1000)) == 6 * 8 * instance.width
