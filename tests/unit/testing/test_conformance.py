"""The comparison of engines, and that it notices when they differ."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.backends import search
from rulewright.backends.protocol import SearchedTooFar, sealed
from rulewright.backends.reference import ReferenceEngine
from rulewright.game import Game, load
from rulewright.runtime.layout import Slots
from rulewright.testing.conformance import ConformanceError, differences, lockstep
from rulewright.testing.engines import on_engine


@pytest.fixture(scope="module")
def ruta() -> Game:
    return load("ruta")


def test_engines_agree(ruta: Game) -> None:
    state = lockstep(ruta, seed=1)
    assert state.over and state.decisions > 50
    assert lockstep(ruta, seed=1, every=20).moves == state.moves
    assert lockstep(ruta, seed=1, every=20, asked=7).moves == state.moves


def test_a_limit_ends_a_game_early(ruta: Game) -> None:
    assert lockstep(ruta, seed=1, limit=7).decisions == 7


def test_a_search_that_goes_too_far_ends_a_comparison(
    ruta: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plain search tries more than others do; where it gives up, nothing is compared."""
    monkeypatch.setattr(search, "MOST_STATES", 4)
    state = lockstep(ruta, seed=1)
    assert 0 < state.decisions < 50 and not state.over
    with pytest.raises(SearchedTooFar, match="more than 200,000 positions"):
        on_engine(ruta, "reference").engine.playout(1, 2)


def test_the_seed_decides_the_game(ruta: Game) -> None:
    games = [lockstep(ruta, seed).moves for seed in (2, 3, 2)]
    assert games[0] == games[2] != games[1]


def test_states_that_differ(ruta: Game) -> None:
    one, other = ruta.start(seed=1), ruta.start(seed=2)
    named = [what for what, _, _ in differences(one, other)]
    assert any("(hand)" in what for what in named)
    assert "moves" in named and "key" in named
    assert "points" not in named
    assert list(differences(one, one.copy())) == []


class Forgetful(ReferenceEngine):
    """An engine that offers no more than four moves."""

    name = "python"

    def moves(self, slots: Slots) -> list[tuple[int, ...]]:
        return super().moves(slots)[:4]


def test_a_difference_can_be_made_again(ruta: Game) -> None:
    wrong = replace(ruta)
    wrong.engine = sealed(Forgetful(ruta.program))
    with pytest.raises(ConformanceError) as caught:
        lockstep(wrong, seed=3)
    with pytest.raises(ConformanceError):
        lockstep(wrong, seed=3, asked=20)
    text = str(caught.value)
    assert "the engines differ in moves" in text
    assert "seed 3" in text and "reference:" in text and "python:" in text


def test_a_game_goes_to_another_engine(ruta: Game) -> None:
    assert on_engine(ruta, ruta.engine_name) is ruta
    plain = on_engine(ruta, "reference")
    assert plain.engine.name == "reference"
    assert plain.program is ruta.program
    assert plain.start(seed=5).key() == ruta.start(seed=5).key()
