"""Positions that many games come to are looked up: each game is what it is on an engine that knows
none."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rulewright import load
from rulewright.backends.python.engine import PythonEngine
from rulewright.backends.wasm import known
from rulewright.backends.wasm.engine import WasmEngine
from rulewright.core.ir import Program
from rulewright.diagnostics import PlayError
from rulewright.state import State, begin

GAMES = ["tic_tac_toe", "kuhn_poker", "leduc_poker", "liars_dice", "pig", "crazy_eights"]


def compare(program: Program, engine: WasmEngine, games: int, most: int) -> None:
    """Games with a few seeds, each several times with the same and other moves; some go back."""
    plain, luck = PythonEngine(program), random.Random(7)
    for number in range(games):
        seed = number % 5
        one, two = begin(engine, seed=seed), begin(plain, seed=seed)
        looked_at = number % 3  # what nobody has looked at is held otherwise
        if looked_at:
            alike(one, two)
        for _ in range(most):
            if two.over:
                break
            action = luck.choice(two.legal_actions())
            if luck.random() < 0.2:  # what is done to a copy is done to it alone
                one.copy().apply(action)
                held = engine.codec.copy(one.position)
                engine.apply(held, engine.layout.actions.code(action))
            one.apply(action)
            two.apply(action)
            if looked_at:
                alike(one, two)
            if luck.random() < 0.1:
                one.undo()
                two.undo()
        alike(one, two)


def alike(one: State, two: State) -> None:
    assert one.over == two.over
    assert one.slots == two.slots  # with the stream of chance
    if not two.over:
        assert one.legal_actions() == two.legal_actions()


@pytest.mark.thorough(each="name")
@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_games_are_the_same(name: str, at_once: bool) -> None:
    program = load(name).program
    engine = WasmEngine(program, at_once=at_once)
    compare(program, engine, 60, 30)
    assert engine._known._found > 5 or engine._known.first is not None


def test_random_programs_are_the_same(random_program: Callable[[int], Program]) -> None:
    for seed in range(700, 703):
        program = random_program(seed)
        try:
            compare(program, WasmEngine(program), 8, 12)
        except PlayError:
            continue  # that errors are the same is tested elsewhere


def test_only_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "MOST_KEPT", 1000)
    program = load("tic_tac_toe").program
    engine = WasmEngine(program)
    compare(program, engine, 80, 9)
    assert -200 < engine._known._room <= 0


def test_nothing_is_looked_for_where_nothing_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "SEEN", 20)
    program = load("crazy_eights").program
    engine = WasmEngine(program)
    for seed in range(100):
        begin(engine, seed=seed)
    assert engine._known._looked_for == 20


def test_how_a_game_began_is_known_when_somebody_asks() -> None:
    """Two states that share their beginning, whoever asks first."""
    game = load("kuhn_poker")
    state = game.start(seed=4)
    other = state.copy()
    other.apply(other.legal_actions()[0])
    memory = state.memory
    assert other.origin == state.origin and other.origin is not None
    assert other.memory is not memory and state.memory is memory
    assert state.steps == 0 and other.steps == 1
    again = begin(PythonEngine(game.program), seed=4)
    assert (again.slots, again.origin) == (state.slots, state.origin)
