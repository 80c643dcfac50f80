"""Queries that draw several names say what a count by hand says, on every engine.

Elements are put into two sets and weighed at random, over types around the sizes at which numbers
become long ones. What is counted here goes through all pairs and triples, from the moves alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import cast

import pytest

import rulewright as rw
from rulewright.backends import registry
from rulewright.backends.wasm.engine import WasmEngine

SIZES = (1, 6, 65)
CHANGES = 24
RULES = """game several "Several names"
  players 1
type thing: ring {things}
mark weight of thing: -4..4
mark here: set of thing
mark there: set of thing
mark changes: 0..99
{marks}
define near of c: thing = {{c + 1}} - here
define heavy(c: thing, n: -4..4) = weight of c > n

phase weighing
  repeat until changes is {changes}
    choose main
      put(c in thing, n in 0..8)
        set weight of c to n - 4
        set here to (here - {{c}}) + {{c + n}}
        count_all
      lay(c in thing)
        set there to (all d in thing where (d in there) is not (d is c))
        count_all

to count_all
  gain 1 changes
{counts}
  each c, d in here, e in there where c <= d and weight of c < weight of e
    gain 1 spread
score all of p: {total}
winner most score
"""


class Table:
    """What lies where, told by the moves alone."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.here: set[int] = set()
        self.there: set[int] = set()
        self.weight = dict.fromkeys(range(size), 0)

    def put(self, c: int, n: int) -> None:
        self.weight[c] = n - 4
        self.here = (self.here - {c}) | {(c + n) % self.size}

    def near(self, c: int) -> set[int]:
        return {(c + 1) % self.size} - self.here


def over(*sets: Iterable[int]) -> Iterator[tuple[int, ...]]:
    return product(*map(sorted, sets))


QUERIES: dict[str, tuple[str, Callable[[Table], int]]] = {
    "alike": (
        "how many c, d in here where c < d and weight of c is weight of d",
        lambda t: sum(c < d and t.weight[c] == t.weight[d] for c, d in over(t.here, t.here)),
    ),
    "across": (
        "how many c in here, d in there where weight of c > weight of d",
        lambda t: sum(t.weight[c] > t.weight[d] for c, d in over(t.here, t.there)),
    ),
    "three": (
        "how many c, d, e in here where weight of c + weight of d is weight of e and c < d",
        lambda t: sum(
            c < d and t.weight[c] + t.weight[d] == t.weight[e]
            for c, d, e in over(t.here, t.here, t.here)
        ),
    ),
    "mixed": (
        "how many c in there, d, e in here where heavy(c, -3) and c <= d and d <= e and e > c",
        lambda t: sum(
            t.weight[c] > -3 and c <= d <= e and e > c for c, d, e in over(t.there, t.here, t.here)
        ),
    ),
    "steps": (
        "how many c in here, d in near of c where heavy(d, -4) or d in there",
        lambda t: sum(
            t.weight[d] > -4 or d in t.there for c in t.here for d in t.near(c)
        ),
    ),
    "nothing": ("how many c, d in here, e in (there - there) where c < d", lambda t: 0),
    "lowest": (
        "smallest (weight of c - weight of d + 1) for c, d in here where c is not d and c in there",
        lambda t: min(
            (t.weight[c] - t.weight[d] + 1
             for c, d in over(t.here, t.here) if c != d and c in t.there),
            default=0,
        ),
    ),
    "highest": (
        "largest (weight of c + weight of d - 9) for c in here, d in there where c < d",
        lambda t: max(
            (t.weight[c] + t.weight[d] - 9 for c, d in over(t.here, t.there) if c < d), default=0
        ),
    ),
    "furthest": (
        "largest (abs(weight of c) + n) for c in here, d in there, n in 1..3 where c > d",
        lambda t: max(
            (abs(t.weight[c]) + n for c, d, n in over(t.here, t.there, (1, 2, 3)) if c > d),
            default=0,
        ),
    ),
    "products": (
        "total (weight of c * weight of d) for c, d in here where c <= d",
        lambda t: sum(t.weight[c] * t.weight[d] for c, d in over(t.here, t.here) if c <= d),
    ),
    "any": (
        "1 when some c, d in here where c < d and weight of c + weight of d is 0 else 0",
        lambda t: any(c < d and t.weight[c] == -t.weight[d] for c, d in over(t.here, t.here)),
    ),
    "neither": (
        "1 when not (some c in here, d in there where weight of c < weight of d) else 0",
        lambda t: not any(t.weight[c] < t.weight[d] for c, d in over(t.here, t.there)),
    ),
    "each": (
        "1 when every c in here, d in there where heavy(c, 0) and c is not d has "
        "weight of c is not weight of d else 0",
        lambda t: all(
            t.weight[c] != t.weight[d]
            for c, d in over(t.here, t.there) if t.weight[c] > 0 and c != d
        ),
    ),
    "spread": (
        "0",  # and then counted by a loop
        lambda t: sum(
            c <= d and t.weight[c] < t.weight[e] for c, d, e in over(t.here, t.here, t.there)
        ),
    ),
}  # fmt: skip


def rules(size: int) -> str:
    return RULES.format(
        things=", ".join(f"t{n}" for n in range(size)),
        changes=CHANGES,
        marks="\n".join(f"mark {name}: -9999..9999" for name in QUERIES),
        counts="\n".join(f"  set {name} to {text}" for name, (text, _) in QUERIES.items()),
        total=" + ".join(QUERIES),
    )


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[[int, registry.EngineName], rw.Game]:
    def load(size: int, engine: registry.EngineName) -> rw.Game:
        (tmp_path / "several.game").write_text(rules(size), encoding="utf-8")
        return rw.load(str(tmp_path / "several.game"), engine=engine)

    return load


Load = Callable[[int, registry.EngineName], rw.Game]


def play(game: rw.Game, size: int) -> Iterator[tuple[dict[str, int], dict[str, int]]]:
    """What the queries give after each change, and what is counted here."""
    state, table, luck = game.start(seed=1), Table(size), random.Random(size)
    while not state.over:
        c, n = luck.randrange(size), luck.randrange(9)
        if luck.random() < 0.6:
            state.apply(f"put t{c} {n}")
            table.put(c, n)
        else:
            state.apply(f"lay t{c}")
            table.there ^= {c}
        told = cast("dict[str, int]", state.observation(0)["cells"])
        counted = {name: int(count(table)) for name, (_, count) in QUERIES.items()}
        yield {name: told[name] for name in counted}, counted


@pytest.mark.thorough(each="size")
@pytest.mark.parametrize("engine", ["reference", "python"])
@pytest.mark.parametrize("size", SIZES)
def test_several_names_are_drawn_one_within_the_other(
    size: int, engine: registry.EngineName, loaded: Load
) -> None:
    for told, counted in play(loaded(size, engine), size):
        assert told == counted


def test_it_is_found_if_the_0_of_nothing_is_compared(
    loaded: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.check.queries._nothing_counts", lambda *_: False)
    games = play(loaded(6, "python"), 6)
    wrong = {name for told, counted in games for name in told if told[name] != counted[name]}
    assert wrong == {"lowest", "highest"}


def test_whole_games_come_to_the_same_on_every_engine(loaded: Load) -> None:
    engines = {name: loaded(33, name).engine for name in registry.available()}
    results = {name: list(engine.playouts(range(6))) for name, engine in engines.items()}
    assert all(found == results["reference"] for found in results.values())
    for engine in engines.values():
        assert not isinstance(engine, WasmEngine) or engine._whole.instance() is not None
