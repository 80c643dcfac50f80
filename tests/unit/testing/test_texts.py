"""Rule files at random are valid, and both engines play them alike."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright import load
from rulewright.testing.conformance import lockstep
from rulewright.testing.texts import rule_text


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("seed", range(8))
def test_random_texts_are_games(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "random.game"
    file.write_text(rule_text(random.Random(seed).randrange), encoding="utf-8")
    lockstep(load(str(file)), seed, limit=12, every=4)
