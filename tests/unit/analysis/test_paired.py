"""What is said of differences: against the formulas, and right as often as it is said to be."""

from __future__ import annotations

import math
import os
import random
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.analysis import paired as module
from rulewright.analysis.compare import Both, compare, result_keys, results_of, shared_key
from rulewright.analysis.paired import FEWEST, Key, Paired, cholesky, largest
from rulewright.analysis.sharing import game_seed
from rulewright.analysis.simulate import GameSpec
from rulewright.game import load
from rulewright.players.random import shared_stream
from rulewright.resources import rules_root
from rulewright.runtime.chance import stream

COMPARISONS = int(os.environ.get("RULEWRIGHT_COMPARISONS", "0"))
A, B = ("a",), ("b",)
Pairs = list[tuple[dict[Key, int], dict[Key, int]]]


def added(pairs: Pairs) -> Paired:
    paired = Paired()
    for one, two in pairs:
        paired.add(one, two)
    return paired


def test_one_interval_is_students_but_for_the_quantile() -> None:
    lot = random.Random(4)
    values = [(lot.randrange(50), lot.randrange(60)) for _ in range(40)]
    (found,) = added([({A: one}, {A: two}) for one, two in values]).compared([A])
    apart = [two - one for one, two in values]
    t = 1.959963984540054 * math.sqrt(39 / (40 - 1.959963984540054**2))
    assert 2.0 < t < 2.05, "Student's for 39 degrees of freedom is 2.023"
    assert found.difference == pytest.approx(fmean(apart))
    assert found.low == pytest.approx(fmean(apart) - t * stdev(apart) / math.sqrt(40))
    assert found.high == pytest.approx(fmean(apart) + t * stdev(apart) / math.sqrt(40))
    assert (found.a, found.b) == (fmean(a for a, _ in values), fmean(b for _, b in values))


def test_a_difference_of_shares_has_an_interval_of_shares() -> None:
    wins = ("wins", "0")
    kinds: Pairs = [({}, {wins: 1}), ({wins: 1}, {}), ({wins: 1}, {wins: 1})]
    up, down, alike = kinds
    table: Pairs = [up] * 12 + [down] * 2 + [alike] * 36
    (found,) = added(table).compared([wins])
    assert found.low is not None and found.high is not None
    # (difference − δ) / its standard error, if δ is so, is the quantile at both ends (Tango 1998)
    for end in (found.low, found.high):
        likely = max(
            (q / 100_000 for q in range(1, 50_000) if q / 100_000 + end > 0),
            key=lambda q: 12 * math.log(q + end) + 2 * math.log(q)
            + 36 * math.log(max(1e-300, 1 - 2 * q - end)),
        )  # fmt: skip
        spread = 50 * (2 * likely + end * (1 - end))
        assert abs(10 - 50 * end) / math.sqrt(spread) == pytest.approx(1.959963984540054, abs=2e-3)
    tables: list[Pairs] = [[down] * 12 + [up], [down] * 10, [up] * 40, [down] * 9 + [up] * 9]
    for pairs in tables:
        (found,) = added(pairs).compared([wins])
        assert found.low is not None and found.high is not None
        assert -1 <= found.low <= found.difference <= found.high <= 1
        assert found.differs == (abs(found.difference) * len(pairs) / len(pairs) ** 0.5 > 1.96)
        assert found.low < found.high


def test_nothing_is_said_where_few_pairs_differ() -> None:
    once: Pairs = [({A: 1}, {})]
    alike: Pairs = [({A: 1}, {A: 1})]
    few = once * (FEWEST - 1) + alike * 500
    (found,) = added(few).compared([A])
    assert (found.low, found.high, found.differs, found.unlike) == (None, None, False, FEWEST - 1)
    (found,) = added(few + once).compared([A])
    assert found.differs and found.difference == pytest.approx(-FEWEST / (FEWEST + 500))
    (never,) = added(few).compared([B])
    assert (never.a, never.b, never.unlike, never.low) == (0, 0, 0, None)


@pytest.mark.parametrize("count", [2, 5, 20])
def test_independent_quantities_need_what_is_known_for_them(count: int) -> None:
    apart = [[float(i == j) for j in range(count)] for i in range(count)]
    exact = NormalDist().inv_cdf((1 + 0.95 ** (1 / count)) / 2)
    assert largest(apart) == pytest.approx(exact, abs=0.06)


def test_quantities_that_go_together_count_as_one() -> None:
    assert largest([[1.0] * 5 for _ in range(5)]) == pytest.approx(1.96, abs=0.06)
    assert largest([[1.0, -1.0], [-1.0, 1.0]]) == pytest.approx(1.96, abs=0.06)
    assert largest([]) == largest([[1.0]]) == pytest.approx(1.96, abs=0.001)


def test_the_root_of_a_matrix() -> None:
    rows = cholesky([[1, 0.5, 0.5], [0.5, 1, 1], [0.5, 1, 1]])
    back = [[sum(a * b for a, b in zip(x, y, strict=False)) for y in rows] for x in rows]
    assert back == [pytest.approx(row) for row in ([1, 0.5, 0.5], [0.5, 1, 1], [0.5, 1, 1])]


quantities = st.dictionaries(st.sampled_from([A, B, ("c",)]), st.integers(-9, 99))


@given(st.lists(st.tuples(quantities, quantities), max_size=30), st.integers(0, 30))
def test_parts_add_up_to_the_same(pairs: Pairs, cut: int) -> None:
    whole = added(pairs)
    for parts in ((pairs[:cut], pairs[cut:]), (pairs[cut:], pairs[:cut])):
        merged = Paired()
        for part in parts:
            merged.merge(added(part))
        assert merged == whole


ORDER = "      fold\n      check\n      call\n      raise\n"
OTHER = "      raise\n      call\n      check\n      fold\n"


@pytest.fixture
def reordered(tmp_path: Path) -> str:
    """Leduc poker with its moves in another order: from each seed another game is played, all of
    them as likely as before."""
    rules = rules_root() / "classics" / "leduc_poker"
    for file in rules.iterdir():
        text = file.read_text()
        text = text.replace(ORDER, OTHER).replace(indent(ORDER, "  "), indent(OTHER, "  "))
        (tmp_path / file.name).write_text(text)
    return str(tmp_path / "leduc_poker.game")


def test_equal_games_are_called_different_as_often_as_is_said(
    reordered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DRAWS", 400)  # which is enough here, and quicker
    a, b = load("leduc_poker", engine="python"), load(reordered, engine="python")
    keys, shared = result_keys(Both(a, b), 2), shared_key(Both(a, b))
    called = 0
    for seed in range(100):
        paired = Paired()
        for number in range(60):
            of_game = game_seed(seed, number)
            one, two = (
                game.engine.playout(stream(of_game), shared_stream(of_game)) for game in (a, b)
            )
            paired.add(results_of(a, one, shared), results_of(b, two, shared))
        called += any(one.differs for one in paired.compared(keys))
    assert 0 < called <= 10, "and about 15 if each interval were by itself"


@pytest.mark.skipif(not COMPARISONS, reason="takes its time: RULEWRIGHT_COMPARISONS=300")
def test_the_same_of_all_that_is_said_of_them(reordered: str) -> None:
    results = play = 0
    for seed in range(COMPARISONS):
        found = compare(GameSpec("leduc_poker"), GameSpec(reordered), games=200, seed=seed)
        assert not found.rules.same_rules
        results += any(one.differs for one in found.results)
        play += any(one.differs for one in found.play)
    share = 0.05 * COMPARISONS
    for called in (results, play):
        assert abs(called - share) <= 3 * math.sqrt(share)


def test_several_comparisons_are_wrong_no_oftener_than_one() -> None:
    """Games that differ in nothing, each held against the same one: in 95 of 100 cases nothing is
    said of any of them."""
    draw = random.Random(4)
    cases, others, wrong, alone = 200, 5, 0, 0
    for _ in range(cases):
        base = [draw.gauss(0, 100) for _ in range(30)]
        told = []
        for _ in range(others):
            paired = Paired()
            for one in base:
                paired.add({("x",): round(one)}, {("x",): round(draw.gauss(0, 100))})
            told.append(
                [paired.compared([("x",)], comparisons=many)[0].differs for many in (1, others)]
            )
        alone += any(first for first, _ in told)
        wrong += any(both for _, both in told)
    assert wrong <= 0.05 * cases + 2 * (0.05 * 0.95 * cases) ** 0.5
    assert alone > 2 * wrong, "which is what it is for"
