"""A small game around a compose whose steps have effects: both engines, and the worked examples."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright import load
from rulewright.game import EngineName
from rulewright.testing.scenario import run

GAME = Path(__file__).parent / "lanterns" / "lanterns.game"


@pytest.mark.parametrize("engine", ["python", "reference"])
def test_worked_examples(engine: EngineName) -> None:
    game = load(str(GAME), engine=engine)
    failed = [r for s in game.scenarios() if not (r := run(game, s, engine)).passed]
    assert not failed, failed


@pytest.mark.parametrize("seats", [2, 3])
def test_what_is_offered_can_be_completed(seats: int) -> None:
    """Every random walk through offered moves gets to a finish: no decision is without moves."""
    state = load(str(GAME), seats=seats).start(seed=seats)
    chosen = random.Random(seats)
    while not state.over and state.steps < 8:
        state.apply(chosen.choice(state.legal_moves()))
