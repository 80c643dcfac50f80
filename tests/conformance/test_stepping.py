"""The quick way from one decision to the next, in C (`stepping.c`), leads where the others lead:
states that go by it are those of generated Python, move for move; and where it cannot be taken,
nothing has happened.

`RULEWRIGHT_DECISIONS=1` takes all games and many random programs.
"""

from __future__ import annotations

import copy
import gc
import inspect
import os
import pickle
import pydoc
import random
import subprocess
import sys
import threading
import tracemalloc
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.repeated import times

from rulewright import catalogue
from rulewright.backends.points import Point
from rulewright.backends.protocol import sealed
from rulewright.backends.python import PythonEngine
from rulewright.backends.stepping import new_stepper
from rulewright.core.ir import Program
from rulewright.diagnostics import MoveError, PlayError, RulewrightError
from rulewright.game import load
from rulewright.state import State, begin

pytest.importorskip("wasmtime")
pytest.importorskip("rulewright.backends._stepping", reason="stepping.c is not compiled")

from rulewright.backends.wasm import WasmEngine
from rulewright.backends.wasm.held import NODE, Held, Node
from rulewright.backends.wasm.machine import _instances

HERE = Path(__file__).parent
GAMES = ["connect_four", "draughts", "pig", "ruin_runner", "ruins", "crazy_eights", "leduc_poker"]
GAMES += ["quetinny"]  # numbers of moves are wider than it takes there
MANY = bool(os.environ.get("RULEWRIGHT_DECISIONS"))  # all games and more programs, on demand
if MANY:
    GAMES = [*(info.name for info in catalogue.games()), *map(str, HERE.glob("*/*.game"))]
PROGRAMS = 100 if MANY else times(1, thorough=3)
DECISIONS = 60


class Two:
    """A game on generated Python and by the quick way, with how often that was taken."""

    def __init__(self, program: Program, seed: int) -> None:
        self.engine = WasmEngine(program, at_once=True)
        assert self.engine.stepper is not None
        self.plain = begin(sealed(PythonEngine(program)), seed=seed)
        self.quick = begin(sealed(self.engine), seed=seed)
        self.left = 0  # moves that were left to Python
        inner = self.engine.after

        def after(position: Held, action: int) -> Held:
            self.left += 1
            return inner(position, action)

        self.engine.after = after  # type: ignore[method-assign]

    @property
    def taken(self) -> int:
        return self.quick.decisions - self.left

    def play(self, luck: random.Random, decisions: int) -> None:
        for _ in range(decisions):
            if self.plain.over:
                break
            self.step(luck)

    def step(self, luck: random.Random) -> None:
        actions = self.plain.legal_actions()
        assert self.quick.legal_actions() == actions
        action = luck.choice(actions)
        errors = []
        for state in (self.plain, self.quick):
            try:
                state.apply(action)
                errors.append("")
            except PlayError as error:
                errors.append(str(error))
        assert errors[0] == errors[1]
        if errors[0]:
            raise PlayError(errors[0])
        self.compare()

    def compare(self) -> None:
        plain, quick = self.plain, self.quick
        assert (quick.slots, quick.over, quick.to_move) == (plain.slots, plain.over, plain.to_move)
        assert quick.decisions == plain.decisions
        assert (quick.key(), quick.outcome) == (plain.key(), plain.outcome)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", GAMES)
def test_games_are_the_same(name: str) -> None:
    two = Two(load(name).program, 1)
    two.play(random.Random(1), DECISIONS)
    assert two.quick.moves == two.plain.moves
    assert two.quick.observation(0) == two.plain.observation(0)
    if two.engine._steps.instance()._of_words == 1:  # type: ignore[union-attr]
        assert two.taken > two.plain.decisions // 2 - 3


@pytest.mark.thorough(each="name")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plain", ["", "1"])
def test_beginnings_are_the_same(name: str, plain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a module is there games begin in it, too, with C and without."""
    monkeypatch.setenv("RULEWRIGHT_PLAIN_STEPS", plain)
    program = load(name).program
    engine, python = WasmEngine(program, at_once=True), PythonEngine(program)
    for seed in (*range(times(3, thorough=12)), -1, 1 << 64, (1 << 128) + 5):
        held, slots = engine.start(seed), python.start(seed)
        assert engine.codec.decode(held) == slots
        assert engine.codec.chance(held) == python.codec.chance(slots)
        assert held[NODE].image is not None
        assert [*engine.actions(held)] == [*python.actions(slots)]


def test_random_programs_are_the_same(random_program: Callable[[int], Program]) -> None:
    taken = 0
    for seed in range(700, 700 + PROGRAMS):
        two = Two(random_program(seed), seed)
        with suppress(PlayError):
            two.play(random.Random(seed), 10 * DECISIONS if MANY else DECISIONS)
        taken += two.taken
    assert taken


def state_of(name: str, decisions: int, seed: int = 1) -> State:
    """A game that goes by the quick way, some decisions on."""
    state, luck = begin(sealed(WasmEngine(load(name).program, at_once=True)), seed=seed), seed
    for _ in range(decisions):
        actions = state.legal_actions()
        luck = luck * 48271 % 2147483647
        state.apply(actions[luck % len(actions)])
    return state


def test_what_is_not_on_offer_is_refused_and_nothing_happens() -> None:
    state = state_of("connect_four", 9)
    before = state.key()
    for action in (0, -1, 41, 42, 1 << 40, 1 << 70):
        if action not in state.legal_actions():
            with pytest.raises(MoveError, match=r"not offered|no action"):
                state.apply(action)
        assert state.key() == before
    state.legal_actions().clear()
    assert state.legal_actions()


def test_a_game_that_is_over_is_over() -> None:
    state = state_of("tic_tac_toe", 0)
    while not state.over:
        state.apply(state.legal_actions()[-1])
    assert state.legal_actions() == []
    with pytest.raises(MoveError, match="the game is over"):
        state.apply(0)


def test_states_are_taken_back_copied_and_handed_over() -> None:
    state = state_of("draughts", 11)
    told = [state.key()]
    for _ in range(5):
        state.apply(state.legal_actions()[0])
        told.append(state.key())
    other, third = state.copy(), copy.deepcopy(state)
    again = pickle.loads(pickle.dumps(state))
    assert {one.key() for one in (other, third, again)} == {told[-1]}
    for key in told[-2::-1]:
        state.undo()
        assert state.key() == key
    assert other.key() == told[-1] and other.moves[:11] == state.moves


def test_chance_that_is_asked_from_outside_is_asked() -> None:
    """The quick way is for games whose chance is seeded."""
    engine = sealed(WasmEngine(load("pig").program, at_once=True))
    state = begin(engine)
    for face in ("3", "4", "5"):
        state.apply("roll")
        assert state.to_move == "chance"
        with pytest.raises(MoveError, match="chance"):
            state.apply(0)
        state.answer(face)
    assert state.outcomes == [("3",), ("4",), ("5",)]


def test_threads_take_turns_with_one_engine() -> None:
    program = load("breakthrough").program
    shared, found = sealed(WasmEngine(program, at_once=True)), dict[int, list[bytes]]()
    plain = sealed(PythonEngine(program))

    def played(engine: object, number: int) -> list[bytes]:
        keys, luck = [], random.Random(number)
        for seed in range(12):
            state = begin(engine, seed=seed)  # type: ignore[arg-type]
            while not state.over:
                state.apply(luck.choice(state.legal_actions()))
            keys.append(state.key())
        return keys

    def play(number: int) -> None:
        found[number] = played(shared, number)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: played(plain, number) for number in range(4)}


def test_nothing_is_left_behind() -> None:
    """What is made in C is let go of as often as it is held."""
    made = WasmEngine(load("crazy_eights").program, at_once=True)
    made._known._room = 0  # or it keeps positions
    engine = sealed(made)

    def play(seeds: range) -> None:
        for seed in seeds:
            state, turn = begin(engine, seed=seed), 0
            while not state.over and turn < 200:
                state.apply(state.legal_actions()[turn % len(state.legal_actions())])
                turn += 1

    few, many = range(10), range(10, times(16, thorough=30))
    play(few)
    gc.collect()
    gc.freeze()  # what others have left is not gone through again and again
    tracemalloc.start()
    try:
        play(many)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        play(many)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 10_000  # bytes; a reference too many to each point would be 400,000


AGAIN = """game lamp "Lamp"
  players 1

mark light: 0..3

setup
  pick light from 1..3

phase play
  turns until light is 0
    choose main
      turn
      leave

action turn
  set light to 4 - light

action leave
  set light to 0

score it of p: light
winner most score
"""


def test_positions_that_come_again_go_with_their_engine(tmp_path: Path) -> None:
    """Where a game begins is made in C and kept, and moves lead there again: so it is in a circle
    with what is kept of where they lead."""
    (tmp_path / "lamp.game").write_text(AGAIN)
    program = load(str(tmp_path / "lamp.game")).program
    gc.freeze()  # what others have left is not gone through again and again

    def there() -> int:
        gc.collect()
        return sum(isinstance(one, Node) for one in gc.get_objects())

    def play() -> int:
        engine = WasmEngine(program, at_once=True)
        for seed in range(20):
            state = begin(sealed(engine), seed=seed)
            for _ in range(40):
                state.apply("turn")
        return there()

    before = there()
    assert play() > before
    assert there() <= before


def test_an_instance_goes_when_it_is_not_wanted_any_more() -> None:
    state = state_of("connect_four", 12)
    engine: WasmEngine = state.engine  # type: ignore[assignment]
    instance = engine._steps.instance()
    assert instance is not None
    left = weakref.ref(instance)
    del instance
    _instances().clear()
    gc.collect()
    assert left() is None
    point = state._point
    action = state.legal_actions()[0]
    assert engine.stepper is not None and engine.stepper.advance(point, action) is None
    state.apply(state.legal_actions()[0])  # a new instance is made
    assert state.decisions == 13


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
def test_a_forked_process_plays_on() -> None:
    state = state_of("breakthrough", 12)
    other = state.copy()

    def on(one: State) -> bytes:
        for _ in range(100):
            if one.over:
                break
            one.apply(one.legal_actions()[-1])
        return one.key()

    meant = on(other)
    child = os.fork()
    if not child:
        os._exit(0 if on(state) == meant else 1)
    assert os.waitpid(child, 0)[1] == 0


ENDED = """
import os, signal, threading, time
from rulewright.backends.points import SEEDED, Point, make_point
from rulewright.backends import stepping
from rulewright.backends.wasm.held import Node
from rulewright.backends.wasm.machine import Machine
from rulewright.backends.wasm.module import Module, Trapped
from rulewright.limits import Deadline, OutOfTime

signal.signal(signal.SIGINT, signal.default_int_handler)  # who ignores Ctrl-C hands that on
machine = Machine(Module('''(module (memory (export "memory") 8)
  (func $deep (result i32) (i32.add (call $deep) (i32.const 1)))
  (func (export "step") (param i64) (result i32)
    (if (i64.eq (local.get 0) (i64.const 1)) (then (loop $again (br $again))))
    (if (i64.eq (local.get 0) (i64.const 2)) (then (return (call $deep))))
    (if (i64.eq (local.get 0) (i64.const 3)) (then (unreachable)))
    (i64.store (i32.const 168) (i64.const 1024)) (i64.store (i32.const 176) (i64.const 1064))
    (i64.store (i32.const 184) (i64.const 0)) (i64.store (i32.const 192) (i64.const 2048))
    (i64.store (i32.const 200)
      (select (i64.const -1) (i64.const 3) (i64.eq (local.get 0) (i64.const 4))))
    (i64.store (i32.const 2048) (i64.const 5)) (i64.store (i32.const 2056) (i64.const 6))
    (i64.store (i32.const 2064) (i64.const 7)) (i32.const 0)))''', 1024, 8192), 2, "ended")
here = stepping.new_stepper(Node)
assert here.advance(make_point([0, None, Node(0, None, bytes(40), ())], 0), 5) is None
machine.instance().lend(here)

def at(actions):
    point = make_point([0, None, Node(0, None, bytes(40), actions)], 0)
    point.actions = actions
    return point

def advance(point, action):  # whenever the clock has just gone to sleep it is woken
    found = None
    while found is None:
        machine.instance().host.wake()
        found = here.advance(point, action)
    return found

point = at((1, 2, 3, 4, 5))
after = advance(point, 5)
assert after.actions == (5, 6, 7) and after.before is point and after.decisions == 1
assert (after.move, after.asking, after.memory) == (5, SEEDED, None)
assert after.position[:2] == [0, None] and after.position[2].image == bytes(40)
assert here.advance(point, 4) is None and here.advance(point, 9) is None  # not listed, not on offer
assert here.advance(point, 2) is None  # too deep: tried again in Python
for turn in range(12):
    began = time.monotonic()
    wait = 0.03 + 0.004 * turn
    try:
        if turn % 2:
            with Deadline(wait).enforced():
                advance(point, 1)
        else:
            threading.Timer(wait, os.kill, (os.getpid(), signal.SIGINT)).start()
            advance(point, 1)
    except (OutOfTime, KeyboardInterrupt) as error:
        assert type(error) is (OutOfTime if turn % 2 else KeyboardInterrupt)
        assert time.monotonic() - began < 2
    else:
        raise AssertionError("it ended")
try:
    advance(point, 3)
except Trapped as error:
    assert "the game ended broke off in WebAssembly" in str(error), error
    assert str(error).endswith(": wasm `unreachable` instruction executed"), error
else:
    raise AssertionError("there was no trap")
assert advance(point, 5).actions == (5, 6, 7)
for wrong in ((None, 5), (point, "5"), (point, True)):
    assert here.advance(*wrong) is None
machine.instance().host.wake()
found = []
other = threading.Thread(target=lambda: found.append(here.advance(point, 5)))
other.start(); other.join()
assert found == [None]  # an instance belongs to its thread
memory = machine.instance()._start
here.detach(memory + 1)
assert advance(point, 5) is not None
here.detach(memory)
assert here.advance(point, 5) is None
print("all ended")
"""


def test_what_never_ends_or_goes_wrong_in_it_ends_and_is_told() -> None:
    call = [sys.executable, "-c", ENDED]
    done = subprocess.run(call, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr, done.returncode) == ("all ended\n", "", 0)


def test_it_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_PLAIN_STEPS", "1")
    engine = WasmEngine(load("connect_four").program, at_once=True)
    assert engine.stepper is None
    state = begin(sealed(engine), seed=1)
    state.apply(state.legal_actions()[0])
    assert state.decisions == 1 and state.position[NODE].image is not None  # type: ignore[index]


def test_it_is_left_out_where_numbers_begin_with_the_high_byte(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert new_stepper(Node) is not None
    monkeypatch.setattr(sys, "byteorder", "big")
    assert new_stepper(Node) is None


@pytest.mark.parametrize("name", ["apply", "legal_actions", "over"])
def test_what_states_do_quickly_is_described_as_it_is(name: str) -> None:
    method: Any = vars(State)[name]
    if name == "over":
        assert type(method) is property and method.__doc__ == "Is the game over?"
        method = method.fget
    assert type(method).__name__ == "Quick" and method.__wrapped__.__name__ == name
    assert (method.__name__, method.__module__) == (name, "rulewright.state")
    assert method.__doc__ and method.__doc__ == method.__wrapped__.__doc__
    assert inspect.signature(method) == inspect.signature(method.__wrapped__)
    assert inspect.isroutine(method) and name in pydoc.render_doc(State)
    quick: Any = method  # which is more than a routine
    with pytest.raises(AttributeError, match="no attribute 'other'"):
        quick.other  # noqa: B018
    with pytest.raises(TypeError, match=r"missing \d required positional arguments?: 'self'"):
        method()
    with pytest.raises(AttributeError, match="'str' object has no attribute"):
        method(*["no state", 1][: len(inspect.signature(method).parameters)])


def test_what_states_do_quickly_is_done_as_if_it_were_not() -> None:
    state: Any = begin(sealed(WasmEngine(load("tic_tac_toe").program, at_once=True)), seed=1)
    bound, listed = state.apply, state.legal_actions
    assert bound.__self__ is state and bound.__name__ == "apply"
    bound(4)
    state.apply(move=0)
    State.apply(state, "mark c3")
    assert state.moves == ["mark b2", "mark a3", "mark c3"]
    assert listed() == State.legal_actions(state) == [1, 3, 5, 6, 7, 8]
    listed().clear()  # which is the caller's
    assert len(state.legal_actions()) == 6 and state.over is False
    with pytest.raises(TypeError, match="missing 1 required"):
        state.apply()
    with pytest.raises(TypeError, match="takes 2 positional arguments but 3"):
        state.apply(1, 2)
    with pytest.raises(AttributeError):
        state.over = True
    for wrong in (True, 1.5, None, "nowhere", -1, 4, 1 << 80):
        before = state.key()
        with pytest.raises(RulewrightError):
            state.apply(wrong)
        assert state.key() == before

    class Other(State):
        __slots__ = ("more",)

    other = Other(state.engine, state.position, seed=1)
    other.apply(1)
    assert other.moves == ["mark b3"] and not other.over
    assert len(other.legal_actions()) == 5


def test_only_what_states_do_is_done_quickly() -> None:
    from rulewright.backends._stepping import Quick

    def undo() -> None: ...

    with pytest.raises(ValueError, match="undo is not done quickly here"):
        Quick(undo, Point)
    with pytest.raises(TypeError, match="must be type, not int"):
        Quick(undo, 3)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="__name__"):
        Quick(partial(undo), Point)
