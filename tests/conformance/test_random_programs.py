"""Both engines agree on random programs: slots, moves, totals, errors and playouts.

`RULEWRIGHT_DECISIONS=500000 pytest -n 2 -rP tests/conformance/test_random_programs.py -k many`
makes that many decisions, and says in how many programs.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence

import pytest

from rulewright.backends.protocol import Engine
from rulewright.backends.python import PythonEngine
from rulewright.backends.reference import ReferenceEngine
from rulewright.core.ir import Program
from rulewright.diagnostics import PlayError
from rulewright.runtime.chance import stream
from rulewright.runtime.layout import CHANCE, OVER, POINT, Slots

PROGRAMS = 20
MOST_DECISIONS = 60
DECISIONS = int(os.environ.get("RULEWRIGHT_DECISIONS", "0"))
PARTS = 10 if DECISIONS else 1


def outcome(ask: Callable[[], object]) -> object:
    """What a call gives, or the error it ends in."""
    try:
        return ask()
    except PlayError as error:
        return str(error)


def engines_of(program: Program) -> tuple[Engine, Engine]:
    return PythonEngine(program), ReferenceEngine(program)


class Pair:
    """One game on two engines at once."""

    def __init__(self, engines: Sequence[Engine], seed: int) -> None:
        self.engines = engines
        self.slots: list[Slots] = [engine.layout.fresh() for engine in self.engines]
        for slots in self.slots:
            slots[CHANCE] = stream(seed)

    def both(self, ask: Callable[[Engine, Slots], object]) -> object:
        """The same answer of both engines, with the same slots afterwards unless it is an error."""
        ours, theirs = (
            outcome(lambda e=engine, s=slots: ask(e, s))  # type: ignore[misc]
            for engine, slots in zip(self.engines, self.slots, strict=True)
        )
        assert ours == theirs
        if not isinstance(ours, str):
            assert self.slots[0] == self.slots[1]
        return ours

    @property
    def is_over(self) -> bool:
        return bool(self.slots[0][POINT] == OVER)


def play(pair: Pair, luck: random.Random) -> int:
    """Play a game to its end, an error or as long as wanted; how many decisions were made."""
    if isinstance(pair.both(lambda engine, slots: engine.begin(slots)), str):
        return 0
    for number in range(MOST_DECISIONS):
        if isinstance(pair.both(lambda engine, slots: engine.totals(slots)), str) or pair.is_over:
            pair.both(lambda engine, slots: engine.verdict(slots))
            return number
        moves = pair.both(lambda engine, slots: engine.moves(slots))
        if isinstance(moves, str):
            return number
        assert isinstance(moves, list)
        move = luck.choice(moves)
        applied = pair.both(lambda engine, slots, m=move: engine.apply(slots, m))  # type: ignore[misc]
        if isinstance(applied, str):
            return number
        assert all(type(value) in (int, list, dict) for value in pair.slots[0])
    return MOST_DECISIONS


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_engines_agree(seed: int, random_program: Callable[[int], Program]) -> None:
    engines = engines_of(random_program(seed))
    for game in range(2):
        play(Pair(engines, game), random.Random(game))


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_playouts_are_the_same_games(seed: int, random_program: Callable[[int], Program]) -> None:
    one, other = engines_of(random_program(seed))
    for game in range(2):
        streams = stream(game), stream(game, 1)
        ours = outcome(lambda s=streams: one.playout(*s))  # type: ignore[misc]
        theirs = outcome(lambda s=streams: other.playout(*s))  # type: ignore[misc]
        assert ours == theirs


@pytest.mark.skipif(not DECISIONS, reason="only where RULEWRIGHT_DECISIONS says how many")
@pytest.mark.parametrize("part", range(PARTS))
def test_many_decisions(part: int, random_program: Callable[[int], Program]) -> None:
    decisions = programs = 0
    while decisions < DECISIONS / PARTS:
        seed = 1_000 + part * 1_000_003 + programs
        engines = engines_of(random_program(seed))
        for game in range(100):
            decisions += play(Pair(engines, game), random.Random(game))
        programs += 1
    print(f"{decisions:,} decisions in {programs:,} programs")
