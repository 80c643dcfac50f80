"""Tournaments: who meets whom, when it is over, and that it is the same wherever it is played."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from rulewright.analysis.sharing import Timings
from rulewright.analysis.simulate import GameSpec
from rulewright.diagnostics import UsageError
from rulewright.playtest.tournament import Tournament, line_ups, tournament

SMALL = GameSpec("tic_tac_toe")


def but_for_time(one: Tournament) -> object:
    standings = [replace(s, game=s.game.digest) for s in one.standings]  # type: ignore[arg-type]
    return replace(one, standings=tuple(standings), timings=Timings(1, 0.0, 0.0), found=0)


@pytest.mark.parametrize(
    ("players", "seats"), [(2, 2), (5, 2), (2, 3), (2, 4), (3, 4), (4, 3), (3, 7)]
)
def test_all_meet_all_and_nobody_sits_oftener(players: int, seats: int) -> None:
    found = line_ups(players, seats)
    assert len(set(found)) == len(found)
    pairs = [set(combinations(sorted(set(one)), 2)) for one in found]
    times = {pair: sum(pair in one for one in pairs) for pair in combinations(range(players), 2)}
    seated = {i: sum(one.count(i) for one in found) for i in range(players)}
    assert len(set(times.values())) == 1 and min(times.values()) > 0
    assert len(set(seated.values())) == 1
    assert all(max(map(one.count, one)) - min(map(one.count, one)) <= 1 for one in found)


def test_it_is_over_when_it_is_decided() -> None:
    found = tournament([SMALL], ["random", "greedy"], rounds=300, seed=1)
    (one,) = found.standings
    (pair,) = one.pairs
    assert pair.decided and one.rounds < 300 and found.played == 2 * one.rounds == pair.games
    assert pair.high < 0.5 and one.ratings[1].elo > one.ratings[0].elo
    assert one.shares[0] == pytest.approx(pair.share)
    apart = one.ratings[1].elo - one.ratings[0].elo
    assert apart == pytest.approx(400 * math.log10((1 - pair.share) / pair.share), abs=1e-3)
    whole = tournament([SMALL], ["random", "greedy"], rounds=22, seed=1, whole=True)
    assert whole.played == 44


def test_equals_play_all_rounds() -> None:
    found = tournament([GameSpec("kuhn_poker", seats=3)], ["random", "flat:1"], rounds=4, seed=3)
    assert found.played == 2 * 3 * 4 and not found.standings[0].pairs[0].decided


def test_a_stopped_one_is_gone_on_with(tmp_path: Path) -> None:
    def interrupt(done: int, of: int) -> None:
        if done > 20:
            raise KeyboardInterrupt

    specs = [GameSpec("kuhn_poker", seats=2), GameSpec("kuhn_poker", options={"bet": 2}, seats=2)]
    names, store = ["random", "greedy", "flat:2"], str(tmp_path / "a.sqlite")
    plain = tournament(specs, names, rounds=4, seed=9)
    part = tournament(specs, names, rounds=4, seed=9, store=store, on_progress=interrupt)
    assert not part.complete and part.in_time and part.played < plain.played
    rest = tournament(specs, names, rounds=4, seed=9, store=store)
    assert rest.found == part.played and but_for_time(rest) == but_for_time(plain)
    assert len(plain.standings) == 2 and len(plain.standings[0].pairs) == 3


@pytest.mark.parametrize(
    ("specs", "players", "message"),
    [
        ([SMALL], ["random"], "two players or more"),
        ([SMALL], ["random", "random"], "each named once"),
        ([SMALL], ["random", "gredy"], "greedy"),
        ([GameSpec("klondike")], ["random", "greedy"], "at least two"),
        ([SMALL, GameSpec("kuhn_poker", seats=3)], ["random", "greedy"], "same number of seats"),
    ],
)
def test_what_does_not_go_together_is_refused(
    specs: list[GameSpec], players: list[str], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        tournament(specs, players)
