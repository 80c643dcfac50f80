"""What runs modules: interrupted, too deep, without room, in threads, in forked processes, dropped.

What is told of signals is told in processes of their own, for what is lost there is only printed.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.repeated import times

from rulewright import Game, load
from rulewright.backends import registry
from rulewright.backends.protocol import Engine, PlayoutResult
from rulewright.runtime.chance import stream

pytest.importorskip("wasmtime")

PIG = Path(__file__).parents[4] / "rules" / "classics" / "pig" / "pig.game"
ENDLESS = """
import os, signal, threading, time
from rulewright.backends.wasm.machine import Machine
from rulewright.backends.wasm.module import Module, TooDeep, Trapped
from rulewright.limits import Deadline, OutOfTime

def machine(body):
    return Machine(Module(f'''(module (memory (export "memory") 8)
  (func $deep (result i32) (i32.add (call $deep) (i32.const 1)))
  (func (export "playout") (param i64 i64 i64 i64 i64) (result i32) {body})
  (func (export "playouts") (param i32 i64) (result i32) {body}))''', 1024, 8192), 2)

endless = machine("(loop $again (br $again)) (unreachable)")
signal.signal(signal.SIGINT, signal.default_int_handler)  # who ignores Ctrl-C hands that on
"""
INTERRUPTED = """
for turn in range(12):
    began = time.monotonic()
    wait = 0.03 + 0.004 * turn
    try:
        if turn % 2:
            with Deadline(wait).enforced():
                endless.instance().playouts([1], 5)
        else:
            threading.Timer(wait, os.kill, (os.getpid(), signal.SIGINT)).start()
            endless.instance().playout(1, 1, 5)
    except (OutOfTime, KeyboardInterrupt) as error:
        assert type(error) is (OutOfTime if turn % 2 else KeyboardInterrupt)
        assert time.monotonic() - began < 2
    else:
        raise AssertionError("it ended")
try:
    machine("(call $deep)").instance().playout(1, 1, 5)
except TooDeep:
    print("all ended")
"""
ENDED = """
from contextlib import closing
from rulewright.workers import Threads, work_on

deep, wrong = machine("(call $deep)"), machine("(unreachable)")

def make():
    def work(task):
        if task == 3:
            wrong.instance().playouts([1], 5)
        if task > 3:
            try:
                deep.instance().playouts([1], 5)
            except TooDeep:
                yield "deep"
                return
        yield "begun"
        endless.instance().playouts([1], 5)
    return work

def ended(tasks, how):
    left = list(tasks)
    replies = work_on(make, (), lambda last: left.pop(0), jobs=Threads(2))
    before, began = threading.active_count(), time.monotonic()
    try:
        with closing(replies), Deadline(0.4 if how is OutOfTime else None).enforced():
            if how is KeyboardInterrupt:
                threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
            for reply in replies:
                found.append(reply.result)
    except how:
        assert time.monotonic() - began < 20
        assert all(one.name != "worker" for one in threading.enumerate())
    else:
        raise AssertionError("it ended")

found = []
ended([1, 2], KeyboardInterrupt)
ended([4, 1, 2], OutOfTime)
assert sorted(found) == ["begun"] * 4 + ["deep"], found
ended([1, 3], Trapped)
print("all ended")
"""
CLOCK = """
from rulewright.backends.wasm import machine as machines
clock, asking = machines.host(), machine("(loop (result i32) (i32.const 7))")
time.sleep = lambda seconds: threading.Event().wait()  # the clock stands still
held = [asking.own(), asking.own()]
assert len(clock.asked) == 2
clock.ask()
words = [one.latest.words[machines.ASKED_AT // 8] for one in held]
assert words == [1, 1], words
assert held[0].latest.playout(1, 1, 5) == 7
words = [one.latest.words[machines.ASKED_AT // 8] for one in held]
assert words == [0, 1], words  # each is asked by itself
held[0].clear()
assert len(clock.asked) == 1
clock.ask()
held[1].clear()
assert not clock.asked
clock.ask()
print("all asked")
"""
MISMATCHED = """
from rulewright.backends.wasm.machine import Machine
from rulewright.backends.wasm.module import Module, Trapped
for takes, words in (("i64 i64", 1), ("i64", 2), (" ".join(["i64"] * 7), 7)):
    module = Module(f'''(module (memory (export "memory") 8)
  (func (export "step") (param {takes}) (result i32) (i32.const 1)))''', 1024, 8192, words)
    try:
        Machine(module, 2, "odd").instance()
    except Trapped as error:
        print(error)
"""
CRAMPED = """
import resource, sys
from rulewright import load
from rulewright.backends import registry
from rulewright.runtime.chance import stream
program = load(sys.argv[1]).program
engines = [registry.kind(name).make(program) for name in ("wasm", "python")]
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
room = 200 << 20  # to compile in; an instance takes twice `MEMORY`
resource.setrlimit(resource.RLIMIT_AS, (used + room,) * 2)
one, other = (engine.playout(stream(1), stream(1, 1)) for engine in engines)
assert one == other
print("the same")
"""


MANY = """
import resource, sys
from rulewright import load
from rulewright.backends import registry
from rulewright.backends.wasm import machine
from rulewright.runtime.chance import stream
program = load(sys.argv[1]).program
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
room = 2 * machine.MEMORY  # of each; one is made before one goes
limit = used + (machine.MOST_INSTANCES + 2) * room
resource.setrlimit(resource.RLIMIT_AS, (limit,) * 2)
engines = [registry.kind("wasm").make(program) for _ in range(3 * machine.MOST_INSTANCES)]
found = []
for turn in range(2):
    for one in engines:
        found.append(one.playout(stream(1), stream(1, 1)))
        assert one._whole.instance() is not None, "not played in Python"
assert len(set(map(repr, found))) == 1
print("the same")
"""


RESERVED = """
import resource, sys
from rulewright.backends.wasm import machine
if len(sys.argv) > 1:
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
assert str(machine.host().settings["memory_reservation"]) in machine.settings()
print(machine.host().settings["memory_reservation"] == machine.NAMED)
"""


def run(source: str, *args: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-c", source, *args]
    return subprocess.run(call, capture_output=True, text=True, timeout=60)


def game_of(engine: Engine, seed: int) -> PlayoutResult:
    return engine.playout(stream(seed), stream(seed, 1))


@pytest.fixture(scope="module")
def game() -> Game:
    return load(str(PIG))


def engine(game: Game, name: str = "wasm") -> Engine:
    return registry.kind(name).make(game.program)


def test_what_never_ends_is_ended_by_signals_and_none_is_lost() -> None:
    done = run(ENDLESS + INTERRUPTED)
    assert (done.stdout, done.stderr, done.returncode) == ("all ended\n", "", 0)


def test_what_never_ends_is_ended_in_threads_too() -> None:
    """Those that Ctrl-C and deadlines do not reach ask whether they are still wanted; what ends in
    one harms no other, and what goes wrong in one is told."""
    done = run(ENDLESS + ENDED)
    assert (done.stdout, done.stderr, done.returncode) == ("all ended\n", "", 0)


def test_what_is_called_with_other_numbers_than_it_takes_is_refused() -> None:
    """To call it would end the process."""
    done = run(MISMATCHED)
    lines = done.stdout.splitlines()
    assert (done.stderr, done.returncode) == ("", 0)
    assert all(line.startswith("the game odd broke off in WebAssembly") for line in lines)
    assert [line.rpartition(": ")[2] for line in lines] == [
        "step takes 2 numbers and would be given 1",
        "step takes 1 numbers and would be given 2",
        "step takes 7 numbers and would be given 7",
    ]


def test_a_trap_is_told_with_the_name_of_the_game(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulewright.backends.wasm import WasmEngine
    from rulewright.backends.wasm.module import Module, Trapped

    text = """(module (memory (export "memory") 8)
  (func (export "playout") (param i64 i64 i64 i64 i64) (result i32) (unreachable))
  (func (export "playouts") (param i32 i64) (result i32) (i32.load (i32.const -8))))"""
    made: Any = WasmEngine(game.program)
    monkeypatch.setattr(made._whole, "_make", lambda program, without: Module(text, 1024, 8192))
    named = "^the game pig broke off in WebAssembly, .*"
    with pytest.raises(Trapped, match=named + "`unreachable` instruction executed$"):
        game_of(made, 1)
    with pytest.raises(Trapped, match=named + "out of bounds memory access$"):
        next(made.playouts([1]))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no such limit")
def test_without_room_games_are_played_in_python() -> None:
    done = run(CRAMPED, str(PIG))
    assert (done.stdout, done.stderr, done.returncode) == ("the same\n", "", 0)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no such limit")
def test_an_instance_has_all_addresses_that_it_can_name_if_there_are_enough() -> None:
    import resource

    is_free = resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY
    for args, roomy in (((), is_free), ((str(1 << 34),), False)):
        done = run(RESERVED, *args)
        assert (done.stdout, done.stderr, done.returncode) == (f"{roomy}\n", "", 0)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no such limit")
def test_many_games_of_a_process_do_not_take_all_its_addresses() -> None:
    done = run(MANY, str(PIG))
    assert (done.stdout, done.stderr, done.returncode) == ("the same\n", "", 0)


def test_a_game_that_takes_too_much_memory_is_played_in_python(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulewright.backends.wasm import machine

    monkeypatch.setattr(machine, "MEMORY", 1 << 17)
    assert game_of(engine(game), 1) == game_of(engine(game, "python"), 1)


def test_threads_play_the_same_games_at_once(game: Game) -> None:
    shared, found = engine(game), {}

    def play(number: int) -> None:
        found[number] = [game_of(shared, seed) for seed in range(20)]

    threads = [threading.Thread(target=play, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    meant = [game_of(engine(game, "python"), seed) for seed in range(20)]
    assert found == dict.fromkeys(range(8), meant)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
def test_a_forked_process_plays_on(game: Game) -> None:
    shared = engine(game)
    meant = [game_of(shared, seed) for seed in range(3)]
    child = os.fork()
    if not child:
        os._exit(0 if [game_of(shared, seed) for seed in range(3)] == meant else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_engines_that_are_dropped_leave_nothing_behind(game: Game) -> None:
    game_of(engine(game), 0)
    before = threading.active_count()
    left: list[Callable[[], object]] = []
    for seed in range(times(1, thorough=2)):
        made = engine(game)
        game_of(made, seed)
        inner = getattr(made, "_engine", made)
        left.append(weakref.ref(inner))
        del made, inner
    gc.collect()
    assert [one() for one in left] == [None] * len(left)
    assert threading.active_count() == before


def test_the_clock_asks_what_is_there_and_nothing_that_is_gone() -> None:
    done = run(ENDLESS + CLOCK)
    assert (done.stdout, done.stderr, done.returncode) == ("all asked\n", "", 0)


def test_what_outlives_a_program_is_let_go_of_in_silence() -> None:
    """Games that were loaded are there to the very end, when half of wasmtime is gone."""
    command = [sys.executable, "-m", "rulewright_cli", "simulate", "tic_tac_toe", "-n", "1"]
    command += ["--jobs", "1", "--players", "mcts:2,random"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
