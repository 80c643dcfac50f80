"""Counting decision sequences: against plain recursion, and at questions to chance."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from rulewright.backends.reference import ReferenceEngine
from rulewright.diagnostics import UsageError
from rulewright.play.perft import PerftError, perft
from rulewright.state import State, begin


@pytest.fixture
def engine(mini: SimpleNamespace) -> ReferenceEngine:
    return ReferenceEngine(mini.program)


def counted(state: State, depth: int) -> list[int]:
    """The same counts, one state after another."""
    counts = [0] * depth
    if depth and not state.over:
        for move in state.legal_moves():
            after = state.copy()
            after.apply(move)
            counts[0] += 1
            for length, count in enumerate(counted(after, depth - 1), start=1):
                counts[length] += count
    return counts


@pytest.mark.parametrize("seed", range(5))
def test_counts_are_those_of_playing_every_sequence(engine: ReferenceEngine, seed: int) -> None:
    state = begin(engine, seed=seed)
    key = state.key()
    assert perft(state, 5) == counted(state, 5)
    assert state.key() == key


def test_a_finished_game_has_no_sequences(engine: ReferenceEngine) -> None:
    state = begin(engine, seed=1)
    while not state.over:
        state.apply(state.legal_moves()[-1])
    assert perft(state, 3) == [0, 0, 0]


def test_the_last_decisions_need_no_chance(engine: ReferenceEngine) -> None:
    state = begin(engine)
    with pytest.raises(PerftError, match="give its outcome first"):
        perft(state, 1)
    while state.question is not None:
        state.answer(state.question.of)
    assert perft(state, 1) == [len(state.legal_moves())]


def test_limits(engine: ReferenceEngine) -> None:
    state = begin(engine, seed=1)
    for depth in (0, 101):
        with pytest.raises(UsageError, match="from 1 to 100"):
            perft(state, depth)
    with pytest.raises(PerftError, match="too many sequences"):
        perft(state, 6, most_steps=3)
