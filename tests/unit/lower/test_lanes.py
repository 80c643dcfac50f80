"""Sums by tables are the sums, many at once or alone."""

import ast
import random
from pathlib import Path

import pytest

from rulewright import load
from rulewright.backends.python.printer import expression
from rulewright.backends.python.support import called
from rulewright.lower.lanes import chunks, lanes_for, layout_of, reached, sum_by_chunks
from rulewright.lower.nodes import Call, Value, name
from rulewright.lower.unit import Unit
from rulewright.runtime.layout import Layout


@pytest.fixture
def unit(mini) -> Unit:  # type: ignore[no-untyped-def]
    return Unit(mini.program, Layout(mini.program))


def run(unit: Unit, expr: Value, **names: int) -> int:
    tree = ast.Expression(expression(expr))
    data = {title: called(held) for title, held in unit.data.items()}
    return int(eval(compile(tree, "sum", "eval"), {**data, **names}))


MASK = name("mask")


def test_chunks_cover_the_live_elements_and_nothing_twice() -> None:
    for live in (1, 0b1011, 1 << 44 | 1, (1 << 45) - 1, 0xF000000F):
        covered = 0
        for first, count in chunks(45, live):
            part = ((1 << count) - 1) << first
            assert not covered & part
            covered |= part
        assert live & ~covered == 0
    assert chunks(45, 0) == []


@pytest.mark.parametrize("seed", range(30))
def test_a_sum_over_a_mask(unit: Unit, seed: int) -> None:
    rng = random.Random(seed)
    values = [rng.choice((0, rng.randint(-9, 9))) for _ in range(rng.randint(1, 50))]
    expr = sum_by_chunks(unit, "sum", seed, values, MASK, start=3)
    for _ in range(20):
        mask = rng.getrandbits(len(values))
        wanted = 3 + sum(v for i, v in enumerate(values) if mask >> i & 1)
        assert run(unit, expr, mask=mask) == wanted


def sums_against_limits(unit: Unit, seed: int, most: int) -> Value:
    """Which of up to so many sums reach their limits, as it is written; it is right wherever it is
    tried."""
    rng = random.Random(seed)
    family, size = rng.randint(1, most), rng.randint(1, 45)
    columns = [[rng.choice((0, rng.randint(0, 12))) for _ in range(family)] for _ in range(size)]
    limits = [rng.randint(-3, 60) for _ in range(family)]
    extra = (name("extra"), 9) if seed % 2 else None
    expr = reached(unit, "r", columns, limits, MASK, extra)
    assert expr is not None
    for _ in range(20):
        mask, more = rng.getrandbits(size), rng.randint(0, 9)
        sums = [sum(columns[c][r] for c in range(size) if mask >> c & 1) for r in range(family)]
        added = more if extra else 0
        wanted = sum(1 << r for r in range(family) if sums[r] + added >= limits[r])
        assert run(unit, expr, mask=mask, extra=more) == wanted
    return expr


@pytest.mark.parametrize("seed", range(30))
def test_all_sums_against_their_limits(unit: Unit, seed: int) -> None:
    sums_against_limits(unit, seed, 30)


@pytest.mark.parametrize("seed", range(30))
def test_all_sums_against_their_limits_in_words(mini, seed: int) -> None:  # type: ignore[no-untyped-def]
    """Where numbers are words, the printer is told of the sums, and chooses the lanes."""
    unit = Unit(mini.program, Layout(mini.program), widest=63)
    assert isinstance(sums_against_limits(unit, seed, 40), Call)


def test_lanes_that_no_vector_has_are_refused() -> None:
    columns = [[1 << 30] * 20]
    assert layout_of(columns, [1 << 30] * 20, 0) is not None
    assert layout_of(columns, [1 << 30] * 20, 0, 63) is None  # these limits are too high
    assert layout_of([[1 << 30]] * 20, [1 << 15], 0, 63) is not None
    assert layout_of([[1] * 40], [1] * 40, 0, 63) is not None
    assert layout_of([[1] * 64], [1] * 64, 0, 63) is None


def test_too_many_lanes_are_refused() -> None:
    assert lanes_for([500] * 2000, [300] * 2000) is None


def test_numbers_that_a_range_leaves_out_are_asked_of_nothing(tmp_path: Path) -> None:
    """How many there are of each of 3..5: the sums of 0, 1 and 2 are not in the table."""
    file = tmp_path / "counts.game"
    file.write_text(
        """game counts "Counts"
  players 1
type thing: ring a, b, c, d, e, f
define weight of t: thing = 2 + how many o in thing where o < t
mark here: set of thing
mark found: 0..99
phase play
  set here to {b, d}
  set found to how many n in 3..5 where (how many t in here where weight of t is n) >= 1
score all of p: found
winner most score
""",
        encoding="utf-8",
    )
    for engine in ("reference", "python"):
        assert load(str(file), engine=engine).start(seed=1).scores() == [2]
