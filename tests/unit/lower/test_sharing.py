"""What elements that share slots can become together, told by sets of slots: in WebAssembly, where
Python looks up what is known of each element."""

from __future__ import annotations

import pytest

from rulewright import load
from rulewright.backends import registry, wasm
from rulewright.backends.python.engine import source

GAMES = 4


def test_each_engine_has_its_own_way() -> None:
    program = load("ruins", seats=2).program
    text = wasm.source(program)
    assert "call $becomes_laying" in text
    assert "$together" not in text and "$reached" not in text
    assert "together(" in source(program) and "reached(" in source(program)


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(
    "options",
    [{}, {"count_mandatory": "on", "strictly_higher": "on"}, {"night_side": "off", "hand_size": 6}],
)
def test_both_ways_lead_to_the_same_games(seats: int, options: dict[str, str | int]) -> None:
    program = load("ruins", seats=seats, options=options).program
    seeds = range(seats * 100, seats * 100 + GAMES)
    kinds = registry.kind("python"), registry.kind("wasm")
    one, other = (list(kind.make(program).playouts(seeds)) for kind in kinds)
    assert one == other
