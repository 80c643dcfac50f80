"""Small games on boards of every shape are the same on all engines, and what is known of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.testing import scenario
from rulewright.testing.conformance import lockstep

FOLDER = Path(__file__).parent / "boards"
GAMES = sorted(path.stem for path in FOLDER.glob("*.game"))


@cache
def made(name: str, engine: EngineName = "python", **options: str) -> rw.Game:
    return rw.load(str(FOLDER / f"{name}.game"), engine=engine, options=options)


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_hold_on_every_engine(name: str) -> None:
    game = made(name)
    for engine in registry.available():
        results = [scenario.run(game, one, engine) for one in game.scenarios()]
        assert results and all(result.passed for result in results), (engine, results)


@pytest.mark.parametrize("name", GAMES)
def test_engines_play_alike(name: str) -> None:
    lockstep(made(name), 1, limit=12, every=4)
    ends = [made(name, engine).engine.playout(3, 4) for engine in registry.available()]
    assert ends[1:] == ends[:-1]


def positions(state: rw.State, depth: int) -> int:
    """How many sequences of so many moves there are."""
    if depth == 0:
        return 1
    after = []
    for move in state.legal_moves():
        after.append(state.copy())
        after[-1].apply(move)
    return sum(positions(one, depth - 1) for one in after)


def jumps(pegs: frozenset[complex], holes: frozenset[complex], depth: int) -> int:
    """The same, of pegs on holes in the plane."""
    if depth == 0:
        return 1
    return sum(
        jumps(pegs - {one, one + step} | {one + 2 * step}, holes, depth - 1)
        for one in pegs
        for step in (1, -1, 1j, -1j)
        if one + step in pegs and one + 2 * step in holes - pegs
    )


@pytest.mark.parametrize("look", ["english", "square"])
def test_pegs_jump_in_as_many_ways_as_are_counted(look: str) -> None:
    plane = [complex(x, y) for x in range(-3, 4) for y in range(-3, 4)]
    holes = frozenset(z for z in plane if look == "square" or min(abs(z.real), abs(z.imag)) < 2)
    state = made("pegs", look=look).start(seed=1)
    counts = [positions(state, depth) for depth in (1, 2, 3)]
    assert counts == [jumps(holes - {0}, holes, depth) for depth in (1, 2, 3)]
    assert counts[:2] == [4, 12] or look == "square"
