"""How strong players are: held against another way to find it, and against games by lot."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from rulewright.diagnostics import UsageError
from rulewright.playtest.ratings import BETS, ELO, ERROR, Evidence, Result, ratings

TRIALS = int(os.environ.get("RULEWRIGHT_TOURNAMENTS", "60"))


def slowly(games: Sequence[Result], players: int) -> list[float]:
    """The same strengths by going back and forth: D. R. Hunter, "MM algorithms for generalized
    Bradley-Terry models", Ann. Stat. 32 (2004), equation (30)."""
    strengths = [1.0] * players
    for _ in range(300):
        won, met = [0.0] * players, [0.0] * players
        for game in games:
            total = sum(strengths[who] for who in game.players)
            for who, share in zip(game.players, game.shares, strict=True):
                won[who] += share
                met[who] += 1 / total
        strengths = [w / m for w, m in zip(won, met, strict=True)]
        mean = math.exp(sum(map(math.log, strengths)) / players)
        strengths = [strength / mean for strength in strengths]
    return [ELO * math.log(strength) for strength in strengths]


def by_lot(lot: random.Random, strengths: Sequence[float], seats: int, rounds: int) -> list[Result]:
    """Games as the model has them, with a draw of all now and then."""
    games = []
    for number in range(rounds):
        who = tuple(lot.randrange(len(strengths)) for _ in range(seats))
        winner = lot.choices(range(seats), [strengths[one] for one in who])[0]
        shares = tuple(float(seat == winner) for seat in range(seats))
        draw = (1 / seats,) * seats
        games.append(Result(who, draw if lot.random() < 0.1 else shares, number))
    return games


def test_two_players_are_as_far_apart_as_their_wins_say() -> None:
    games = [Result((0, 1), (1.0, 0.0), i) for i in range(30)]
    games += [Result((0, 1), (0.0, 1.0), 30 + i) for i in range(10)]
    one, other = ratings(games, 2)
    assert one.elo - other.elo == pytest.approx(400 * math.log10(3), abs=1e-4)
    assert one.low is not None and one.high is not None and one.low < one.elo < one.high


@pytest.mark.parametrize("seats", [2, 5])
def test_another_way_finds_the_same(seats: int) -> None:
    games = by_lot(random.Random(seats), (1.0, 2.0, 0.3, 5.0), seats, 40)
    found = [rating.elo for rating in ratings(games, 4)]
    assert found == pytest.approx(slowly(games, 4), abs=0.01)


def test_who_is_never_beaten_has_no_upper_end() -> None:
    games = [Result((0, 1), (1.0, 0.0), i) for i in range(20)]
    games += [Result((1, 2), (1.0 - i % 2, float(i % 2)), i) for i in range(20)]
    first, second, third = ratings(games, 3)
    assert first.high is None and first.low is not None
    assert second.low is None and third.low is None and second.high is not None
    assert first.elo > second.elo


def test_few_rounds_that_are_alike_make_nothing_certain() -> None:
    games = [Result((0, 1), shares, i) for i in range(4) for shares in ((1.0, 0.0), (0.0, 1.0))]
    one, other = ratings(games, 2)
    assert (
        one.elo == pytest.approx(0.0, abs=1e-6) and one.low is not None and other.high is not None
    )
    assert one.low < -60 and other.high > 60


def test_without_scipy_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.playtest.ratings.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'rulewright\[tournament\]'"):
        ratings([], 2)


def test_intervals_hold_what_they_say() -> None:
    """Rounds of two games that hang together: whoever has the luck wins both, more often."""
    strengths, held, asked = (1.0, 1.5, 3.0), 0, 0
    mean = sum(map(math.log, strengths)) / 3
    true = [ELO * (math.log(one) - mean) for one in strengths]
    for trial in range(TRIALS // 3):
        lot, games = random.Random(trial), list[Result]()
        for number in range(60):
            for i, j in ((0, 1), (0, 2), (1, 2)):
                p = strengths[i] / (strengths[i] + strengths[j])
                luck = [lot.random()] * 2 if lot.random() < 0.7 else [lot.random(), lot.random()]
                games += [Result((i, j), (float(u < p), float(u >= p)), number) for u in luck]
        for rating, elo in zip(ratings(games, 3), true, strict=True):
            asked += 1
            held += (
                rating.low is not None
                and rating.high is not None
                and (rating.low <= elo <= rating.high)
            )
    assert held / asked >= 0.95 - 4 * math.sqrt(0.05 * 0.95 / asked)


def test_a_stake_does_not_grow_in_the_mean() -> None:
    """Exactly: over all courses that some rounds can take, with even odds."""
    steps = ((-1.0, Fraction(1, 4)), (-0.5, Fraction(1, 8)), (0.0, Fraction(1, 4)))
    odds = [*steps, *((-ahead, chance) for ahead, chance in steps if ahead)]
    for length in (1, 3):
        mean = 0.0
        for course in product(odds, repeat=length):
            evidence, chance = Evidence(), Fraction(1)
            for ahead, part in course:
                evidence.add(ahead)
                chance *= part
            mean += float(chance) * math.exp(evidence.factor)
        assert mean == pytest.approx(1.0, abs=1e-9)
    assert all(abs(bet) < 2 for bet in BETS) and sum(BETS) == 0


@pytest.mark.parametrize("drawn", [0.0, 0.6])
def test_equals_are_seldom_said_to_be_apart(drawn: float) -> None:
    """Looked at after every round, which is more often than it is done."""
    wrong = 0
    for trial in range(TRIALS):
        lot, evidence = random.Random(trial), Evidence()
        for _ in range(150):
            evidence.add(0.0 if lot.random() < drawn else lot.choice((-1.0, 1.0)))
            if evidence.decides(1):
                wrong += 1
                break
    assert wrong / TRIALS <= ERROR + 3 * math.sqrt(ERROR * (1 - ERROR) / TRIALS)


def test_who_always_wins_is_better_soon() -> None:
    evidence, rounds = Evidence(), 0
    while not evidence.decides(10):
        evidence.add(-1.0)
        rounds += 1
    assert 10 < rounds < 15
