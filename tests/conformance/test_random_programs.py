"""Both engines agree on random programs: slots, moves, totals, errors and playouts."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rulewright.backends.protocol import Engine
from rulewright.backends.python import PythonEngine
from rulewright.backends.reference import ReferenceEngine
from rulewright.core.ir import Program
from rulewright.diagnostics import PlayError
from rulewright.runtime.chance import stream
from rulewright.runtime.layout import CHANCE, OVER, POINT, Slots

PROGRAMS = 30
MOST_DECISIONS = 60


def outcome(ask: Callable[[], object]) -> object:
    """What a call gives, or the error it ends in."""
    try:
        return ask()
    except PlayError as error:
        return str(error)


class Pair:
    """One game on two engines at once."""

    def __init__(self, program: Program, seed: int) -> None:
        self.engines: tuple[Engine, Engine] = (PythonEngine(program), ReferenceEngine(program))
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


def play(pair: Pair, luck: random.Random) -> None:
    if isinstance(pair.both(lambda engine, slots: engine.begin(slots)), str):
        return
    for _ in range(MOST_DECISIONS):
        if isinstance(pair.both(lambda engine, slots: engine.totals(slots)), str) or pair.is_over:
            pair.both(lambda engine, slots: engine.verdict(slots))
            return
        moves = pair.both(lambda engine, slots: engine.moves(slots))
        if isinstance(moves, str):
            return
        assert isinstance(moves, list)
        move = luck.choice(moves)
        applied = pair.both(lambda engine, slots, m=move: engine.apply(slots, m))  # type: ignore[misc]
        if isinstance(applied, str):
            return
        assert all(type(value) in (int, list, dict) for value in pair.slots[0])


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_engines_agree(seed: int, random_program: Callable[[int], Program]) -> None:
    program = random_program(seed)
    for game in range(2):
        play(Pair(program, game), random.Random(game))


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_playouts_are_the_same_games(seed: int, random_program: Callable[[int], Program]) -> None:
    program = random_program(seed)
    one, other = PythonEngine(program), ReferenceEngine(program)
    for game in range(2):
        streams = stream(game), stream(game, 1)
        ours = outcome(lambda s=streams: one.playout(*s))  # type: ignore[misc]
        theirs = outcome(lambda s=streams: other.playout(*s))  # type: ignore[misc]
        assert ours == theirs
