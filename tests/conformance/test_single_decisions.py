"""Single decisions inside WebAssembly are those of generated Python, whatever becomes of a position
in between: moves, slots, totals, errors; and what engines choose by themselves changes none.

`RULEWRIGHT_DECISIONS=1` takes all games and many random programs.
"""

from __future__ import annotations

import os
import pickle
import random
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.repeated import times

from rulewright import catalogue
from rulewright.backends.protocol import Code
from rulewright.backends.python import PythonEngine
from rulewright.core.ir import Program
from rulewright.diagnostics import PlayError
from rulewright.game import load
from rulewright.runtime.chance import Asked, NeedChance, stream
from rulewright.runtime.layout import Slots
from rulewright.state import State

pytest.importorskip("wasmtime")

from rulewright.backends.wasm import WasmEngine
from rulewright.backends.wasm import engine as choosing
from rulewright.backends.wasm.engine import MOST_FAILED
from rulewright.backends.wasm.held import NODE, Held
from rulewright.backends.wasm.machine import Instance

HERE = Path(__file__).parent
LANTERNS = str(HERE / "lanterns" / "lanterns.game")
GAMES = ["draughts", "klondike", "quetinny", "ruin_runner", LANTERNS]
MANY = bool(os.environ.get("RULEWRIGHT_DECISIONS"))  # all games and more programs, on demand
if MANY:
    GAMES = [*(info.name for info in catalogue.games()), *map(str, HERE.glob("*/*.game"))]
PROGRAMS = 100 if MANY else times(1, thorough=4)
PLAYED = 5  # games of each program: to compile it takes longer
DECISIONS = 40


class Two:
    """One game on both, step by step."""

    def __init__(self, program: Program, seed: int = 1) -> None:
        self.plain, self.engine = PythonEngine(program), WasmEngine(program, at_once=True)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self.slots: Slots = begun(self.plain, seed)
        self.held: Held = begun(self.engine, seed)

    def fail(self, move: Code | None) -> str:
        """The error that both end in when they make a move, or list them; or nothing."""
        told = []
        for engine, position in ((self.plain, self.slots), (self.engine, self.held)):
            try:
                if move is None:
                    engine.moves(position)
                else:
                    engine.apply(position, move)
                told.append("")
            except PlayError as error:
                told.append(str(error))
        assert told[0] == told[1]
        return told[0]

    @property
    def over(self) -> bool:
        assert self.engine.codec.point(self.held) == self.plain.codec.point(self.slots)
        return bool(self.plain.codec.point(self.slots) < 0)

    def moves(self) -> Sequence[Code]:
        moves = self.plain.moves(self.slots)
        found = self.engine.moves(self.held)
        assert found == moves and len(found) == len(moves) and found[-1] == moves[-1]
        numbers = self.plain.layout.actions.numbers
        point = self.plain.codec.point(self.slots)
        assert numbers(point, found) == numbers(point, moves)
        return moves

    def apply(self, move: Code) -> None:
        self.plain.apply(self.slots, move)
        self.engine.apply(self.held, move)
        self.compare()

    def compare(self) -> None:
        here = self.engine.codec.copy(self.held)
        me = self.plain.program.me
        assert self.engine.codec.get(here, me, ()) == self.plain.codec.get(self.slots, me, ())
        assert self.engine.codec.chance(here) == self.plain.codec.chance(self.slots)
        assert self.engine.codec.decode(here) == self.slots
        assert all(type(value) in (int, list, dict) for value in self.engine.codec.decode(here))
        assert self.engine.totals(here) == self.plain.totals(self.slots)
        assert self.engine.lines(here) == self.plain.lines(self.slots)


def begun(engine: Any, seed: int) -> Any:
    """Where the first decision of a game is."""
    position = engine.codec.encode(engine.layout.fresh())
    engine.codec.set_chance(position, stream(seed))
    engine.begin(position)
    return position


def written(tmp_path: Path, text: str) -> Program:
    path = tmp_path / "made.game"
    path.write_text(text, encoding="utf-8")
    return load(str(path)).program


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", GAMES)
def test_games_are_the_same(name: str) -> None:
    two, luck = Two(load(name).program), random.Random(1)
    for _ in range(DECISIONS):
        if two.over:
            break
        two.apply(luck.choice(two.moves()))
        assert two.held[NODE].image is not None
        assert not two.plain.program.scores or two.engine._points(two.held) is not None
    assert two.engine._failed == 0


def test_random_programs_are_the_same(random_program: Callable[[int], Program]) -> None:
    for seed in range(300, 300 + PROGRAMS):
        two, luck = Two(random_program(seed)), random.Random(seed)
        for number in range(PLAYED):
            with suppress(PlayError):
                two.begin(seed + number)
                for _ in range(10 * DECISIONS if MANY else DECISIONS):
                    if two.over:
                        break
                    two.apply(luck.choice(two.moves()))


ENDS = """game ends "Ends"
  players 2
mark fame of seat: 0..99
mark goods: 0..99
mark won: yes or no

whenever some p in seat where fame of p > 6 and not won
  set won to yes
  end game                              "Who is famous has won"
phase play
  turns until passes is 2
    choose main
      praise(n in 1..2)
        each p in seat
          gain n fame of p
          each q in seat where fame of q is 5 and n is 2
            end game                    "Five is too much"
      trade
        each p in seat
          gain 1 goods
          if goods is 6 and fame of p < 4
            end game                    "Sold out"
      else pass
score fame of p: fame of p
winner most score
"""


def test_games_end_within_loops(tmp_path: Path) -> None:
    """Also within those of standing rules, which are asked again and again."""
    (tmp_path / "ends.game").write_text(ENDS, encoding="utf-8")
    two, luck = Two(load(str(tmp_path / "ends.game")).program), random.Random(1)
    for seed in range(60):
        two.begin(seed)
        while not two.over:
            two.apply(luck.choice(two.moves()))


def test_positions_stay_what_they_were() -> None:
    """What is done after one, and memory that is used again, changes none; nor do its slots."""
    program = load("klondike").program
    two, luck = Two(program), random.Random(2)
    passed: list[tuple[Held, Slots]] = []
    for _ in range(12):
        passed.append((two.held, two.plain.layout.copy(two.slots)))
        two.held = two.engine.codec.copy(two.held)
        two.apply(luck.choice(two.moves()))
    for held, slots in reversed(passed):
        two.held, two.slots = held, slots
        for move in two.moves():
            two.held, two.slots = two.engine.codec.copy(held), two.plain.layout.copy(slots)
            two.apply(move)
        assert two.engine.codec.decode(held) == slots


def test_states_take_back_and_are_handed_over() -> None:
    engine = WasmEngine(load("crazy_eights").program, at_once=True)
    held = begun(engine, 3)
    state, luck, seen = State(engine, held), random.Random(3), []
    for _ in range(25):
        seen.append((state.slots, [*map(str, state.legal_moves())]))
        state.apply(luck.choice(state.legal_moves()))
    again = pickle.loads(pickle.dumps(state))
    assert (again.slots, again.moves) == (state.slots, state.moves)
    moves = state.legal_moves()
    assert [*map(str, pickle.loads(pickle.dumps(moves)))] == [*map(str, moves)]
    for slots, texts in reversed(seen):
        state.undo()
        assert (state.slots, [*map(str, state.legal_moves())]) == (slots, texts)


def test_chance_may_come_from_elsewhere_at_any_time() -> None:
    two, luck = Two(load("crazy_eights").program), random.Random(4)
    for number in range(20):
        two.apply(luck.choice(two.moves()))
        slots, held = two.plain.layout.copy(two.slots), two.engine.codec.copy(two.held)
        for source in (stream(number), Asked([]), 0):
            for move in two.moves():
                told: list[object] = []
                for engine, here in ((two.plain, slots), (two.engine, held)):
                    position: Any = engine.codec.copy(here)
                    engine.codec.set_chance(position, source)
                    assert engine.codec.chance(position) == source
                    try:
                        engine.apply(position, move)
                    except NeedChance as asked:
                        told.append(asked.question)
                    else:
                        told.append(engine.codec.decode(position))
                assert told[0] == told[1]
        assert two.engine.codec.decode(held) == slots


WRONG = """game wrong "Wrong"
  players 2 named first, second
mark small: 0..9
mark left: 0..9, starts 9
phase play
  turns until left is 0
    spend 1 left
    choose main
      more(n in 1..5 where small < 8)
        gain n small
score small of p: small
winner most score
"""


WIDE = """game wide "A board beside a long track"
  players 2 named Ann, Bob
type step: ring s1..s300
mark far: step "R"
board field: grid 9 by 9
cells point of field named "{letter}{y}"
mark stone of point: seat or nobody
mark laid: point or none
define chain of c: point = reached({c}, beside, all d in point where stone of d is stone of c)
define free = all c in point where stone of c is nobody
phase play
  turns until passes is 2
    set far to far + 1
    set laid to none
    compose turn until laid is not none and (some d in chain of laid where beside of d meets free)
      step lay(c in free)
        needs laid is none else "one"
        set stone of c to me
        set laid to c
        each d in beside of c where stone of d is opponent
          set stone of d to nobody
      finish pass
        needs laid is none else "laid"
        pass
score stones of p: how many c in point where stone of c is p
winner most score
"""


def test_numbers_of_two_words_are_whole_beside_tables_too_large_for_bits(tmp_path: Path) -> None:
    """Functions that search are handed what others hold under the same names."""
    two, luck = Two(written(tmp_path, WIDE)), random.Random(1)
    for _ in range(5):
        two.apply(luck.choice(two.moves()))
    assert len(two.moves()) > 64 and two.engine._failed == 0


def test_errors_of_rules_are_the_same(tmp_path: Path) -> None:
    """In a move, and where there is none to list: what was made before them stays."""
    two, luck, seen = Two(written(tmp_path, WRONG)), random.Random(1), set()
    for seed in range(30):
        two.begin(seed)
        failed = ""
        while not failed and not two.over:
            failed = two.fail(None)
            if not failed:
                moves, before = two.moves(), two.engine.codec.copy(two.held)
                failed = two.fail(luck.choice(moves))
                assert two.engine.moves(before) == moves
        seen.add(failed)
    assert any("no move is possible" in one for one in seen)
    assert any("outside 0..9" in one for one in seen)


POINTS = """game points "Points"
  players 2
type spot: s1..s3
mark stone of spot: seat or nobody
mark laid: 0..9
define height of s: spot = 1 when s is s1 else 5
phase play
  turns until laid is 3
    choose main
      lay(s in spot where stone of s is nobody)
        set stone of s to me
        gain 1 laid
score top of p: height of the s in spot where stone of s is p
score few of p: how many s in spot where stone of s is p
winner most score
"""


def test_points_in_which_rules_go_wrong(tmp_path: Path) -> None:
    """It is said in the same words, and what has no points yet may have some later."""
    two, seen = Two(written(tmp_path, POINTS)), set[str]()
    for seed in range(10):
        two.begin(seed)
        luck = random.Random(seed)
        while not two.over:
            move = luck.choice(two.moves())
            two.plain.apply(two.slots, move)
            two.engine.apply(two.held, move)
            found = []
            for engine, position in ((two.plain, two.slots), (two.engine, two.held)):
                for asked in (engine.totals, engine.lines, engine.verdict):
                    try:
                        found.append(str(asked(position)))
                    except PlayError as error:
                        found.append(str(error))
            assert found[:3] == found[3:]
            seen.add(found[0])
            assert two.held[NODE].image is not None
    assert two.engine._failed == 0
    assert any("there is no" in one for one in seen), seen


def test_what_a_module_cannot_do_is_done_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move, or listing those after it, now and then and in the end always."""
    two, luck = Two(load("goofspiel").program), random.Random(5)
    step = Instance.step

    def failing(instance: Instance, position: bytes, stream: bytes | None, action: int) -> Any:
        after, point, actions = step(instance, position, stream, action)
        what = luck.randrange(3)
        return (after, point, actions if what else None) if what < 2 else (b"", 0, None)

    monkeypatch.setattr(Instance, "step", failing)
    for seed in range(2 * MOST_FAILED):
        two.begin(seed)
        while not two.over:
            two.apply(luck.choice(two.moves()))
        if two.engine._failed > MOST_FAILED:
            break
    two.begin(0)
    two.apply(two.moves()[0])
    assert two.held[NODE].image is None


def test_threads_play_at_once() -> None:
    """On positions that they share."""
    program = load("breakthrough").program
    engine, plain = WasmEngine(program, at_once=True), PythonEngine(program)
    start, found = begun(engine, 1), {}

    def played(engine: Any, position: Any, seed: int) -> Slots:
        position, luck = engine.codec.copy(position), random.Random(seed)
        while engine.codec.point(position) >= 0:
            engine.apply(position, luck.choice(engine.moves(position)))
        return engine.codec.decode(position)  # type: ignore[no-any-return]

    def play(seed: int) -> None:
        found[seed] = played(engine, start, seed)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {seed: played(plain, begun(plain, 1), seed) for seed in range(6)}


@pytest.mark.parametrize(("slow", "in_module"), [(0.0, True), (1.0, False)])
def test_modules_are_made_when_they_pay(
    slow: float, in_module: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "PAYS", 0.0)
    monkeypatch.setattr(choosing, "SLOW", slow)
    monkeypatch.setattr(choosing, "SLOW_FOR_C", slow)
    program = load("breakthrough").program
    engine, luck, made = WasmEngine(program), random.Random(6), 0
    plain = PythonEngine(program)
    while made < 2 * choosing.LEAST:
        held, slots = begun(engine, made), begun(plain, made)
        while engine.codec.point(held) >= 0:
            move = luck.choice(engine.moves(held))
            engine.apply(held, move)
            plain.apply(slots, move)
            made += 1
            assert made > choosing.LEAST or held[NODE].image is None
        assert engine.codec.decode(held) == slots
    assert (held[NODE].image is not None) == in_module
