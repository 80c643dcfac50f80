"""Many games that a module steps at once are those that states play one by one: what is offered and
seen, who decides, who has won, and where games end or are cut.

`RULEWRIGHT_DECISIONS=1` takes all games and many random programs.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from tests.repeated import times

from rulewright import catalogue
from rulewright.core.evaluate import elements_of_mask
from rulewright.core.ir import Program
from rulewright.diagnostics import PlayError
from rulewright.game import load
from rulewright.state import State, begin

pytest.importorskip("wasmtime")
pytest.importorskip("numpy")

from rulewright.backends.protocol import best
from rulewright.backends.wasm import WasmEngine, side_by_side
from rulewright.backends.wasm.module import module_side_by_side
from rulewright.backends.wasm.shapes import Unprintable
from rulewright.vector import MOST_COLUMNS, Sight

HERE = Path(__file__).parent
LANTERNS = str(HERE / "lanterns" / "lanterns.game")
GAMES = ["ruta", LANTERNS]
MANY = bool(os.environ.get("RULEWRIGHT_DECISIONS"))  # all games and more programs, on demand
if MANY:
    GAMES = [*(info.name for info in catalogue.games()), *map(str, HERE.glob("*/*.game"))]
SEEDS = range(400, 700) if MANY else range(410, 700, times(3, thorough=1))  # until one fails
ROWS, STEPS, LONGEST = 3, 400 if MANY else 30, 25


class Two:
    """The same games on both, step by step."""

    def __init__(self, program: Program, seed: int) -> None:
        self.engine = WasmEngine(program)
        self.sight = Sight(program, self.engine.layout, memory=False)
        self.seeds = [seed + row for row in range(ROWS)]
        self.failed = False  # in states, or because there is nothing to decide
        self.states = [self.begun(one) for one in self.seeds]
        seeds = range(seed, seed + ROWS)
        made = self.engine.side_by_side(seeds, LONGEST, len(self.sight.columns))
        assert (made is None) == self.failed
        if made is not None:
            self.beside = made

    def begun(self, seed: int) -> State:
        state = State(self.engine, self.engine.codec.encode(self.engine.layout.fresh()))
        try:
            state = begin(self.engine, seed=seed)
        except PlayError:
            self.failed = True
        self.failed |= state.over
        return state

    def table(self, name: str) -> list[int]:
        return self.beside.tables[name].tolist()

    def compare(self) -> list[list[int]]:
        """What is told in both; gives the moves on offer."""
        offered = [state.legal_actions() for state in self.states]
        actions = self.table("offered")
        assert [actions[begin:end] for begin, end in pairwise(self.table("first"))] == offered
        assert self.table("seats") == [state.to_move for state in self.states]
        assert self.table("decisions") == [state.decisions for state in self.states]
        assert self.beside.see()
        width, seen = len(self.sight.columns), self.table("seen")
        rows = [seen[row * width : (row + 1) * width] for row in range(ROWS)]
        assert rows == [self.sight.row(state) for state in self.states]
        return offered

    def step(self, actions: list[int]) -> None:
        for row, action in enumerate(actions):
            self.beside.tables["given"][row] = action
        assert self.beside.refused() == -1
        told = [self.moved(row, action) for row, action in enumerate(actions)]
        assert self.beside.step() == (not self.failed)
        if not self.failed:
            assert [self.told(row) for row in range(ROWS)] == told

    def moved(self, row: int, action: int) -> tuple[bool, bool, list[int], list[int]]:
        """What becomes of a game: has it ended, was it cut; who has won, and the points."""
        state, winners, scores = self.states[row], list[int](), list[int]()
        try:
            state.apply(action)
            if (outcome := state.outcome) is not None:
                winners, scores = outcome["winners"], outcome["scores"]
            cut = not state.over and state.decisions >= LONGEST
            if state.over or cut:
                self.seeds[row] += ROWS
                self.states[row] = self.begun(self.seeds[row])
            self.states[row].legal_actions()
        except PlayError:
            self.failed = True
            return False, False, [], []
        return state.over, cut, winners, scores

    def told(self, row: int) -> tuple[bool, bool, list[int], list[int]]:
        """The same, as the module tells it."""
        seats = self.engine.program.seats.size
        ended, cut = bool(self.table("ended")[row]), bool(self.table("cut")[row])
        if not ended:
            return ended, cut, [], []
        scores = self.table("scores")[row * seats : (row + 1) * seats]
        mask = self.table("winners")[row]
        if mask < 0:
            mask = best(self.engine.program, tuple(scores))
        return ended, cut, [*elements_of_mask(mask)], scores

    def play(self, luck: random.Random, steps: int) -> int:
        """So many steps at random, as far as nothing goes wrong; gives how many."""
        for step in range(steps):
            if self.failed:
                return step
            self.step([luck.choice(row) for row in self.compare()])
        return steps


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", GAMES)
def test_games_are_the_same(name: str) -> None:
    game = load(name)
    if game.num_distinct_actions > MOST_COLUMNS:
        return
    assert Two(game.program, 2**64 - 2).play(random.Random(1), STEPS) == STEPS


def test_random_programs_are_the_same(random_program: Callable[[int], Program]) -> None:
    """Those that go wrong do so at the same step."""
    made, failed = 0, False
    for seed in SEEDS:
        program = random_program(seed)
        with suppress(Unprintable):  # points beyond 64 bits, say
            module_side_by_side(program)
            two = Two(program, seed)
            made += two.play(random.Random(seed), STEPS)
            failed |= two.failed
        if made and failed and not MANY:
            break
    assert made and failed


def test_there_is_room_for_whatever_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions and moves on offer find their place, however small it is at first."""
    monkeypatch.setattr(side_by_side, "LEAST_CELL", 8)
    monkeypatch.setattr(side_by_side, "LEAST_OFFERED", 1)
    two = Two(load("crazy_eights").program, -2)
    assert two.play(random.Random(2), STEPS) == STEPS
