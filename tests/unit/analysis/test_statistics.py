"""Figures: against the formulas, and whatever way they are added up."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.analysis.statistics import Sums, Tally, wilson

GAMES = st.lists(
    st.tuples(
        st.integers(1, 300),
        st.integers(1, 3000),
        st.tuples(st.integers(-5, 30), st.integers(-5, 30)),
        st.sampled_from([(0,), (1,), (0, 1)]),
    ),
    min_size=1,
    max_size=30,
)
Game = tuple[int, int, tuple[int, int], tuple[int, ...]]


def tally(games: list[Game]) -> Tally:
    made = Tally(2)
    for game in games:
        made.add(*game)
    return made


@given(st.lists(st.integers(-1000, 1000), min_size=2))
def test_a_spread_is_mean_deviation_and_range(values: list[int]) -> None:
    sums = Sums()
    for value in values:
        sums.add(value)
    spread = sums.spread()
    assert spread["mean"] == pytest.approx(statistics.fmean(values))
    assert spread["sd"] == pytest.approx(statistics.stdev(values), abs=1e-9)
    assert (spread["min"], spread["max"]) == (min(values), max(values))


def test_one_value_has_no_deviation() -> None:
    sums = Sums()
    sums.add(7)
    assert sums.spread() == {"mean": 7.0, "sd": 0.0, "min": 7, "max": 7}


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611), (1, 1, 0.2065, 1)],
)
def test_wilson_intervals(count: int, games: int, low: float, high: float) -> None:
    share = wilson(count, games)
    assert share["share"] == count / games
    assert share["low"] == pytest.approx(low, abs=5e-5)
    assert share["high"] == pytest.approx(high, abs=5e-5)


@given(GAMES, st.integers(0, 30))
def test_parts_add_up_to_the_same_figures_in_any_order(games: list[Game], cut: int) -> None:
    whole = tally(games).figures()
    for parts in ([games[:cut], games[cut:]], [games[cut:], games[:cut]]):
        merged = Tally(2)
        for part in parts:
            merged.merge(tally(part))
        assert merged.figures() == whole


def test_wins_alone_and_shared_are_told_apart() -> None:
    games: list[Game] = [
        (10, 30, (3, 1), (0,)),
        (20, 30, (2, 2), (0, 1)),
        (30, 60, (1, 4), (1,)),
        (40, 80, (1, 4), (1,)),
    ]
    figures = tally(games).figures()
    assert figures is not None
    assert figures["games"] == 4
    assert figures["branching"] == 2.0
    assert [seat["wins"]["count"] for seat in figures["seats"]] == [1, 2]
    assert [seat["shared"]["count"] for seat in figures["seats"]] == [1, 1]
    assert figures["ties"]["count"] == 1


def test_no_games_have_no_figures() -> None:
    assert Tally(2).figures() is None
