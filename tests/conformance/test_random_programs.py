"""Both engines, and both forms of generated play, agree on random programs with hostile names.

A game is led step by step on both engines, which are compared after each decision: slots, moves,
totals, errors. The moves are those that a whole playout of the same seeds chooses, so that at its
end the playouts of both engines must have told the same: how many decisions and options there were,
the totals, the verdict, the error.

So they do whichever passes of code generation are left out.

`RULEWRIGHT_DECISIONS=1000000 pytest -n 2 -rP tests/conformance/test_random_programs.py -k many`
makes that many decisions, and as many with passes left out, and says in how many programs.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count

import pytest
from tests.repeated import times

from rulewright.backends import effects, registry
from rulewright.backends.protocol import Code, Engine, PlayoutResult, Position
from rulewright.backends.registry import REFERENCE
from rulewright.backends.wasm import module
from rulewright.backends.wasm.shapes import Shapes, joined
from rulewright.core.ir import Number, Op, Program, RowOf, SetOf, StackOf
from rulewright.core.operators import OPERATORS
from rulewright.core.soundness import look_at
from rulewright.diagnostics import PlayError, UsageError
from rulewright.lower.nodes import Value
from rulewright.lower.passes import PASSES, VARIABLE
from rulewright.lower.values import Values
from rulewright.runtime import chance
from rulewright.runtime.chance import below, stream
from rulewright.runtime.layout import OVER, Slots

PROGRAMS = 12
PLAYED = times(2, thorough=PROGRAMS)
SOME = (0, 3, 11)  # decisions after which games go on at once, for a while
SHORT = 8  # decisions
SAID = times(1, thorough=2)  # programs that are printed for every engine
FEW = times(1, thorough=2)  # of those without some passes
DECISIONS = int(os.environ.get("RULEWRIGHT_DECISIONS", "0"))
PARTS = 10 if DECISIONS else 1
GAMES = {"all": 150, "some": 15}  # of each program, where many decisions are wanted, by passes

Look = Callable[[Sequence[Code]], None]


def outcome(ask: Callable[[], object]) -> object:
    """What a call gives, or the error it ends in."""
    try:
        return ask()
    except PlayError as error:
        return str(error)


def engines_of(program: Program) -> list[Engine]:
    """Every engine, the reference last."""
    return [registry.kind(name).make(program) for name in (*registry.compared(), REFERENCE)]


def of_whole_games(program: Program) -> list[Engine]:
    """The engines that play whole games in their own way, and single decisions in another's."""
    kinds = map(registry.kind, registry.available())
    return [kind.make(program) for kind in kinds if kind.steps]


class Wrong(Exception):
    """The rules went wrong, on all engines alike."""


class Pair:
    """One game on several engines at once."""

    def __init__(
        self, engines: Sequence[Engine], seed: int, look: Look, whole: Sequence[Engine]
    ) -> None:
        self.engines, self.look, self.whole = engines, look, whole
        self.positions = [engine.codec.encode(engine.layout.fresh()) for engine in self.engines]
        for engine, position in zip(self.engines, self.positions, strict=True):
            engine.codec.set_chance(position, stream(seed))
        self.seed, self.decisions, self.options = seed, 0, 0

    def both(self, ask: Callable[[Engine, Position], object]) -> object:
        """The same answer of all engines, with the same slots afterwards unless it is an error."""
        *others, meant = (
            outcome(lambda e=engine, p=position: ask(e, p))  # type: ignore[misc]
            for engine, position in zip(self.engines, self.positions, strict=True)
        )
        for found in others:
            assert found == meant
        if isinstance(meant, str):
            raise Wrong(meant)
        *tables, plain = self.slots
        for table in tables:
            assert table == plain
        return meant

    @property
    def slots(self) -> list[Slots]:
        """What lies where, on each engine."""
        pairs = zip(self.engines, self.positions, strict=True)
        return [engine.codec.decode(position) for engine, position in pairs]

    def totals(self) -> object:
        return self.both(lambda engine, position: engine.totals(position))

    def lines(self) -> list[int]:
        """What the score lines are worth to each seat, all together."""
        lines = self.both(lambda engine, position: engine.lines(position))
        assert isinstance(lines, tuple)
        return [sum(points) for points in zip(*lines, strict=True)]

    @property
    def is_over(self) -> bool:
        return self.engines[0].codec.point(self.positions[0]) == OVER

    def step_by_step(self) -> object:
        """The game, choice by choice: what a playout tells of it, or the error it ends in."""
        luck = stream(self.seed, 1)
        try:
            self.both(lambda engine, position: engine.begin(position))
            while not self.is_over:
                with suppress(Wrong):
                    self.totals()
                    if self.decisions in SOME:
                        self.lines()
                        self.go_on()
                moves = self.both(lambda engine, position: engine.moves(position))
                assert isinstance(moves, list)
                k = 0
                if len(moves) > 1:
                    luck, k = below(luck, len(moves))
                self.look(moves)
                self.decisions, self.options = self.decisions + 1, self.options + len(moves)
                self.choose(moves[k])
                assert all(type(value) in (int, list, dict) for value in self.slots[0])
            totals = self.totals()
            assert totals == tuple(self.lines())
            verdict = self.both(lambda engine, position: engine.verdict(position))
        except Wrong as error:
            return str(error)
        return PlayoutResult(self.decisions, self.options, totals, verdict)  # type: ignore[arg-type]

    def go_on(self) -> None:
        """Random games from here are the same on all engines."""
        seeds = self.seed, self.seed + 2**127 - 1

        def games(engine: Engine, position: Position) -> list[object]:
            return [*engine.play_on(position, seeds, longest=SHORT)]

        here = self.engines[-1].layout.copy(self.slots[-1])
        told = outcome(lambda: games(self.engines[-1], self.positions[-1]))
        for engine in self.whole:
            position = engine.codec.encode(engine.layout.copy(here))
            assert outcome(lambda: games(engine, position)) == told  # noqa: B023
        self.both(games)

    def choose(self, move: Code) -> None:
        self.both(lambda engine, position: engine.apply(position, move))

    def at_once(self) -> list[object]:
        """What the playouts of the engines tell of the same game."""
        luck = stream(self.seed), stream(self.seed, 1)
        return [outcome(lambda e=one: e.playout(*luck)) for one in self.engines]  # type: ignore[misc]


def play(
    engines: Sequence[Engine],
    seed: int,
    look: Look = lambda _: None,
    whole: Sequence[Engine] = (),
) -> int:
    """Play a game step by step and at once; how many decisions were made. `look`: at each list of
    moves. `whole`: engines that only play it at once."""
    pair = Pair(engines, seed, look, whole)
    told = pair.step_by_step()
    assert pair.at_once() == [told] * len(engines)
    luck = stream(seed), stream(seed, 1)
    for engine in whole:
        assert outcome(lambda e=engine: e.playout(*luck)) == told  # type: ignore[misc]
    return pair.decisions


class Widths:
    """How wide what the games come to is: sets and ranges of programs, draws, offers."""

    def __init__(self) -> None:
        self.found: set[tuple[str, str]] = set()

    def add(self, what: str, width: int) -> None:
        """At some sizes numbers become long ones, and tables and halves are cut."""
        exact = width in (1, 2, 31, 32, 33, 63, 64, 65)
        self.found.add((what, str(width) if exact else "over 128" if width > 128 else "other"))

    def of_cells(self, program: Program) -> None:
        for variable in program.variables:
            match variable.type:
                case SetOf() if variable.type.domain.kind == "range":
                    self.add("range", variable.type.domain.size)
                case SetOf() | StackOf():
                    self.add(type(variable.type).__name__, variable.type.domain.size)
                case RowOf():
                    self.add("row", variable.type.places)
                case Number():
                    self.add("number", variable.type.high - variable.type.low + 1)
                case _:
                    pass

    def of_offers(self, moves: Sequence[Code]) -> None:
        """Of each alternative of a choice, and of the choice."""
        for options in Counter(move[0] for move in moves).values():
            self.add("offer", options)
        self.add("moves", len(moves))

    def of_chance(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Watch what the reference asks of chance."""

        def picked(source: object, zone: str, mask: int) -> tuple[object, int]:
            self.add("pick", mask.bit_count())
            return chance.picked(source, zone, mask)

        def shuffled(source: object, zone: str, stack: list[int]) -> tuple[object, list[int]]:
            self.add("shuffle", len(stack))
            return chance.shuffled(source, zone, stack)

        monkeypatch.setattr(effects, "picked", picked)
        monkeypatch.setattr(effects, "shuffled", shuffled)

    def missing(self) -> list[tuple[str, str]]:
        wide = ("SetOf", "StackOf", "range", "number", "pick", "shuffle", "offer")
        classes = (*map(str, (1, 2, 31, 32, 33, 63, 64, 65)), "over 128")
        wanted = {(what, width) for what in wide for width in classes}
        wanted |= {("row", "1"), ("row", "65"), ("moves", "1"), ("moves", "over 128")}
        return sorted(wanted - self.found)


def test_engines_and_forms_of_play_agree(
    random_program: Callable[[int], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One test of many programs, for they are to reach every width together: all of them do."""
    widths = Widths()
    widths.of_chance(monkeypatch)
    for seed in range(PLAYED):
        program = random_program(seed)
        look_at(program, "making it")
        widths.of_cells(program)
        engines = engines_of(program)
        whole = of_whole_games(program) if seed % 8 == 0 else []
        for game in range(1 if whole else 2):
            try:
                play(engines, game, widths.of_offers, whole)
            except Exception as error:
                error.add_note(f"program {seed}, game {game}")
                raise
    assert PLAYED < PROGRAMS or widths.missing() == []


class Settled(Shapes):
    """Shapes of which it is made sure that no range goes on widening."""

    looked_at = 0

    def _go_round(self) -> None:
        super()._go_round()
        for into, node in self._flows:
            held = into.found().range
            assert joined(held, self._range(node)) == held, (self.here, node)
            Settled.looked_at += 1


def test_every_engine_can_say_what_random_programs_do(
    random_program: Callable[[int], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that cannot say a program plays it as another engine does, which nobody notices. What it
    takes for the range of a number holds all that is stored there."""
    monkeypatch.setattr(module, "Shapes", Settled)
    kinds = [registry.kind(name) for name in registry.available()]
    for seed in range(SAID):
        program = random_program(seed)
        for name, code in ((name, code) for kind in kinds for name, code in kind.generated):
            try:
                code(program)
            except UsageError as error:
                pytest.fail(f"{name}, program {seed}: {error}; see CONTRIBUTING, `Add a primitive`")
    assert Settled.looked_at


def test_an_operation_that_nothing_is_printed_for_is_called(
    random_program: Callable[[int], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a new line in the table of operations is enough for generated code."""
    printed, called = Values._op, set()

    def calling(values: Values, expr: Op) -> Value:
        lists = any(isinstance(arg.type, StackOf | RowOf) for arg in expr.args)
        if lists or OPERATORS[expr.name].gives == "truth" or expr.name == "seat_from":
            return printed(values, expr)
        called.add(expr.name)
        return values._called(expr)

    monkeypatch.setattr(Values, "_op", calling)
    for seed in range(2):
        play(engines_of(random_program(seed)), 0)
    assert len(called) > 10


def leave_passes_out(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few of them or most, from here on."""
    luck = random.Random(seed)
    share = luck.random()
    names = [name for name in PASSES if luck.random() < share]
    monkeypatch.setenv(VARIABLE, ",".join(names))


def play_some(program: Program, seed: int, games: int) -> int:
    """Play games of a program; how many decisions were made."""
    try:
        engines, whole = engines_of(program), of_whole_games(program)
        return sum(play(engines, game, whole=whole) for game in range(games))
    except Exception as error:
        error.add_note(f"program {seed}, without {os.environ.get(VARIABLE)}")
        raise


def test_games_are_the_same_without_passes(
    random_program: Callable[[int], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(PROGRAMS, PROGRAMS + FEW):
        leave_passes_out(seed, monkeypatch)
        play_some(random_program(seed), seed, 2)


@pytest.mark.skipif(not DECISIONS, reason="only where RULEWRIGHT_DECISIONS says how many")
@pytest.mark.parametrize("passes", GAMES)
@pytest.mark.parametrize("part", range(PARTS))
def test_many_decisions(
    part: int,
    passes: str,
    random_program: Callable[[int], Program],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decisions = programs = 0
    for seed in count(1_000 + part * 1_000_003):
        if passes == "some":
            leave_passes_out(seed, monkeypatch)
        decisions += play_some(random_program(seed), seed, GAMES[passes])
        programs += 1
        if decisions >= DECISIONS / PARTS:
            break
    print(f"{decisions:,} decisions in {programs:,} programs")
