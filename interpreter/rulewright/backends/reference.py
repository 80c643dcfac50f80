"""The engine that defines the meaning: it goes through the core and does what it says.

A state waits at a `Choose`; the way from the root of the flow down to it is known beforehand. To
carry out a move is to run the alternative's body and then, from the choice outwards, whatever is
left of each statement around it. A statement that does not run to its end is broken off by another:
by a `Leave`, an `Again` or an `End` met in it, or by the next `Choose`, and says which.

Statements are gone through once, when the engine is made: each becomes a `Step`, a function that
carries it out on a `Run`, and each statement around a choice a `Rest`, a function that carries out
what is left of it. What moves components and stores values is in `effects`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import assert_never

from ..core import ir
from ..core.evaluate import (
    Completer,
    Locals,
    Reader,
    never_asked,
    prepare,
    prepare_elements,
    prepare_int,
    round_from,
)
from ..core.rounds import (
    MOST_ROUNDS,
    MOST_TIMES,
    TOO_OFTEN,
    in_vain,
    may_idle,
    most_rounds,
    rules_of,
    weight,
)
from ..core.starts import Way, ways
from ..diagnostics import PlayError
from ..runtime.chance import below, stream
from ..runtime.layout import CHANCE, GIVEN, OVER, POINT, Layout, Slots
from ..runtime.move import arguments
from ..runtime.why import Barred
from .effects import Executor, Exit, Rest, Run, effect
from .move_generator import MoveGenerator, Ways
from .opening import Opening, opening
from .protocol import MOST_DECISIONS, Code, PlayoutResult, TooLong, Verdict, best, one_by_one
from .search import Known, Search
from .slots import OnSlots, SlotCodec

Watch = Callable[[ir.Stmt, Executor], Executor]


class ReferenceEngine(OnSlots):
    """Plain interpretation of a specialised program.

    `watch` may put another function in place of each step that play is made of; what is only tried
    out, in search of a finish, it does not see.
    """

    name = "reference"

    def __init__(self, program: ir.Program, *, watch: Watch | None = None) -> None:
        self.program = program
        self.layout = Layout(program)
        self.codec = SlotCodec(self.layout)
        self._watch = watch
        self._opened: dict[Opening, ReferenceEngine] = {}
        self._play = _Play.of(program, _Steps(self.layout, watch=watch))
        tried = self._play.steps if watch is None else _Steps(self.layout)
        loose = _Steps(self.layout, within=True)
        self.search = Search(self.layout, tried.of, loose.of)
        self._scores = [(line.local.number, prepare_int(line.value)) for line in program.scores]
        self._winners = None if program.winners is None else prepare_int(program.winners)
        tests = (case.test for case in program.outcome)
        self._cases = [prepare(test) if test is not None else None for test in tests]

    def begin(self, slots: Slots, *, setup: bool = True) -> None:
        """Run fresh slots to the first decision or the end; without `setup` the flow alone. Slots
        that wait at a choice stay as they are."""
        if slots[POINT] >= 0:
            return
        if slots[POINT] == GIVEN:
            engine = opening(self.program, self.layout, slots, self._opened, self.like)
            return engine.begin(slots, setup=setup)
        start = self._play.begin(setup=setup)
        _stop(slots, start(self._run(slots, {})))

    def like(self, program: ir.Program) -> ReferenceEngine:
        """An engine of this kind for another program."""
        return ReferenceEngine(program, watch=self._watch)

    def moves(self, slots: Slots) -> list[Code]:
        """The moves at the waiting choice, in canonical order."""
        waiting = self._play.at(slots[POINT])
        run = Run(slots, {}, self.layout.reader(slots), self.asking(slots))
        for offers in (waiting.ordinary, waiting.fallback):
            found = [code for generator in offers for code in generator.moves(run)]
            if found:
                return found
        choose = waiting.choose
        raise PlayError(f"no move is possible at choice {choose.name}", choose.span)

    def offers_step(self, slots: Slots, move: Code) -> bool:
        """Is a step of a compose on offer at the waiting choice, if a finish can be reached after
        it? That it can is taken for granted, and not searched for."""
        waiting = self._play.at(slots[POINT])
        granted = waiting.choose.alternatives[move[0]].guards[-1].test
        asked = self.asking(slots)

        def complete(expr: ir.Completable, values: Locals) -> int:
            return 1 if expr is granted else asked(expr, values)

        run = Run(slots, {}, self.layout.reader(slots), complete)
        return any(
            generator.drawn.holds(run, move[1:])
            for generator in waiting.ordinary
            if generator.number == move[0]
        )

    def apply(self, slots: Slots, move: Code) -> None:
        """Carry out a move in place and run to the next decision or the end."""
        waiting = self._play.at(slots[POINT])
        run = self._run(slots, arguments(waiting.choose.alternatives[move[0]], move[1:]))
        broken = waiting.bodies[move[0]](run)
        for rest in waiting.rests:
            broken = rest(run, broken)
        _stop(slots, broken)

    def totals(self, slots: Slots) -> tuple[int, ...]:
        """Points of each seat as the position stands."""
        run = self._run(slots, {})
        return tuple(
            sum(value({number: seat}, run.read, run.complete) for number, value in self._scores)
            for seat in range(self.program.seats.size)
        )

    def lines(self, slots: Slots) -> tuple[tuple[int, ...], ...]:
        """Points of each seat in each score line as the position stands."""
        run = self._run(slots, {})
        seats = range(self.program.seats.size)
        return tuple(
            tuple(value({number: seat}, run.read, run.complete) for seat in seats)
            for number, value in self._scores
        )

    def verdict(self, slots: Slots) -> Verdict:
        """Who has won and which case of the outcome it is, if the game is over as it stands."""
        run = self._run(slots, {})
        if self._winners is None:
            winners = best(self.program, self.totals(slots))
        else:
            winners = self._winners({}, run.read, run.complete)
        for number, test in enumerate(self._cases):
            if test is None or test({}, run.read, run.complete):
                return Verdict(winners, number)
        return Verdict(winners, -1)

    def playouts(
        self, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        """Random games with seeds, one after the other."""
        return one_by_one(self, seeds, longest)

    def playout(self, chance: int, players: int, *, longest: int = MOST_DECISIONS) -> PlayoutResult:
        """A game from its start to its end with every choice uniformly random."""
        slots = self.layout.fresh()
        slots[CHANCE] = chance
        _stop(slots, self._play.begin()(self._run(slots, {})))
        return self._played(slots, players, longest)

    def play_on(
        self, slots: Slots, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        """Random games that go on from slots, one after the other."""
        for seed in seeds:
            here = self.layout.copy(slots)
            here[CHANCE] = stream(seed)
            try:
                yield self._played(here, stream(seed, 1), longest)
            except TooLong:
                yield None

    def _played(self, slots: Slots, players: int, longest: int) -> PlayoutResult:
        """The rest of a game with every choice uniformly random."""
        decisions = options = 0
        while slots[POINT] != OVER:
            if decisions == longest:
                raise TooLong(longest)
            moves = self.moves(slots)
            k = 0
            if len(moves) > 1:
                players, k = below(players, len(moves))
            decisions += 1
            options += len(moves)
            self.apply(slots, moves[k])
        return PlayoutResult(decisions, options, self.totals(slots), self.verdict(slots))

    def _run(self, slots: Slots, values: Locals) -> Run:
        def complete(expr: ir.Completable, values: Locals) -> int:
            still = self.layout.copy(slots)
            still[CHANCE] = 0  # which is not asked: states that differ in nothing else are alike
            return self.search.holds(expr, values, still, {})

        return Run(slots, values, self.layout.reader(slots), complete)

    def asking(self, slots: Slots) -> Completer:
        """What answers questions about one state, which must not change in between."""
        known: Known = {}
        return lambda expr, values: self.search.holds(expr, values, slots, known)


@dataclass(frozen=True, slots=True)
class Foresight:
    """What lies ahead of one state, for saying why something is not offered."""

    engine: ReferenceEngine
    slots: Slots

    def holds(self, question: ir.Completable, values: Locals) -> int:
        """1 if a finish can be reached, else 0."""
        return self.engine.search.holds(question, values, self.slots, {})

    def barred(self, question: ir.Completable, values: Locals, most: int) -> Barred | None:
        """The condition of a later step that keeps a finish from being reached."""
        found = self.engine.search.obstacle(question, values, self.slots, most)
        if found is None:
            return None
        read = self.engine.layout.reader
        before = tuple((code[0], code[1:], read(slots)) for code, slots in found.before)
        return Barred(found.code[0], found.code[1:], found.guard, read(found.slots), before)

    def compared(self, question: ir.Completable, values: Locals) -> tuple[int | None, int | None]:
        """The largest weight that is reached so, and the largest that can be reached at all."""
        return self.engine.search.compared(question, values, self.slots, {})

    def wrong(self, question: ir.Completable, values: Locals) -> PlayError | None:
        """What goes wrong in the step that is asked about, as with a number out of its range."""
        if question.step is not None:
            try:
                self.engine.search.asked_about(question, values, self.slots, wrong=False)
            except PlayError as error:
                return error
        return None

    def over(self, question: ir.Completable, values: Locals) -> bool:
        """Is the compose over with the step that is asked about, as its `until` says?"""
        state = self.engine.search.asked_about(question, values, self.slots)
        found = () if state is None else self.engine.search.plan(question.compose).ends(state)
        return any(not question.compose.finishes[code[0]].name for code in found)

    def after(self, question: ir.Completable, values: Locals) -> Reader | None:
        """The state after a step, or after the first of all that can be taken."""
        search = self.engine.search
        state = search.asked_about(question, values, self.slots)
        if state is not None and question.step is None:
            state = next((after for _, after in search.plan(question.compose).after(state)), None)
        return None if state is None else self.engine.layout.reader(state)

    def following(self, question: ir.Completable) -> Iterator[Reader]:
        """The states to which the step that is asked about leads now, with whatever it takes."""
        after = self.engine.search.plan(question.compose).after(self.slots)
        return (
            self.engine.layout.reader(state) for code, state in after if code[0] == question.step
        )

    def last(self, question: ir.Completable, values: Locals, most: int) -> Iterator[Reader]:
        """The states in which no step can be taken any more, where so many are looked at."""
        search = self.engine.search
        state = search.asked_about(question, values, self.slots)
        found = () if state is None else search.plan(question.compose).last(state, most)
        return map(self.engine.layout.reader, found)

    def reached(
        self, question: ir.Completable, values: Locals | None, most: int
    ) -> Iterator[Reader]:
        """The state after the step that is asked about, or without one, and those that follow."""
        search, state = self.engine.search, self._begun(question, values)
        found = () if state is None else search.plan(question.compose).reached(state, most)
        return (self.engine.layout.reader(one) for one, _ in found)

    def _begun(self, question: ir.Completable, values: Locals | None) -> Slots | None:
        """The state after the step that is asked about; without `values` the one there is."""
        if values is None:
            return self.slots
        return self.engine.search.asked_about(question, values, self.slots)

    def fullest(self, question: ir.Completable, values: Locals | None) -> Iterator[Reader]:
        """The states with every element selected that can be."""
        search, state = self.engine.search, self._begun(question, values)
        full = (self.slots,) if state is None else search.plan(question.compose).fullest(state)
        return map(self.engine.layout.reader, full)

    def largest(self, alternative: ir.Alternative, values: Locals) -> int | None:
        """The largest weight of the ways to complete its single move."""
        assert alternative.compose is not None
        run = Run(self.slots, {}, self.engine.layout.reader(self.slots), never_asked)
        weighed = Ways.of(alternative, alternative.compose).weighed(run, values)
        return max((weight for _, weight in weighed), default=None)


@lru_cache(maxsize=8)
def plain(program: ir.Program) -> ReferenceEngine:
    """The reference for a program, made once."""
    return ReferenceEngine(program)


def foresight(program: ir.Program, slots: Slots) -> Foresight:
    """What lies ahead of a state of a program."""
    return Foresight(plain(program), slots)


def _stop(slots: Slots, broken: Exit) -> None:
    """Store where a step of the game has ended."""
    slots[POINT] = broken.point if isinstance(broken, ir.Choose) else OVER


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A choice with all that follows from it: what is offered, what each alternative does, and
    what is left of the statements around it, innermost first."""

    choose: ir.Choose
    ordinary: tuple[MoveGenerator, ...]
    fallback: tuple[MoveGenerator, ...]
    bodies: tuple[Executor, ...]
    rests: tuple[Rest, ...]

    @staticmethod
    def at(choose: ir.Choose, way: Way, steps: _Steps) -> _Waiting:
        offers = [(a.fallback, MoveGenerator.of(i, a)) for i, a in enumerate(choose.alternatives)]
        rests = (steps.rest(stmt, part) for stmt, part in reversed(way))
        return _Waiting(
            choose,
            tuple(generator for fallback, generator in offers if not fallback),
            tuple(generator for fallback, generator in offers if fallback),
            tuple(steps.of(alternative.body) for alternative in choose.alternatives),
            tuple(rest for rest in rests if rest is not None),
        )


@dataclass(frozen=True, slots=True)
class _Play:
    """A program: its setup and flow, and each choice with the way down to it. What happens, and
    what follows from a choice, is prepared when play first comes there."""

    setup: ir.Stmt
    flow: ir.Stmt
    steps: _Steps
    ways: dict[int, tuple[ir.Choose, Way]]
    waiting: dict[int, _Waiting] = field(default_factory=dict)

    @staticmethod
    def of(program: ir.Program, steps: _Steps) -> _Play:
        whole = ir.Seq((program.setup, program.flow))  # a choice may be put in either
        found = {choose.point: (choose, way) for choose, way in ways(whole)}
        return _Play(program.setup, program.flow, steps, found)

    def begin(self, *, setup: bool = True) -> Executor:
        """What happens first of all; without `setup` the flow alone."""
        flow = self.steps.of(self.flow)
        return _sequence((self.steps.of(self.setup), flow)) if setup else flow

    def at(self, point: int) -> _Waiting:
        """A choice by its number."""
        if point not in self.waiting:
            choose, way = self.ways[point]
            self.waiting[point] = _Waiting.at(choose, way, self.steps)
        return self.waiting[point]


class _Steps:
    """The steps of statements, each made once; `within`: a number that would leave its range stops
    at the end of it, and nothing goes wrong."""

    def __init__(self, layout: Layout, *, watch: Watch | None = None, within: bool = False) -> None:
        self.layout, self.watch, self.within = layout, watch, within
        self._made: dict[int, Executor] = {}  # by the identity of the statement
        self._again: dict[int, Rest] = {}  # the same, for loops

    def of(self, stmt: ir.Stmt) -> Executor:
        """The function that carries out a statement; it says what broke it off, or None when it
        came to its end."""
        if id(stmt) not in self._made:
            made = self._make(stmt)
            self._made[id(stmt)] = made if self.watch is None else self.watch(stmt, made)
        return self._made[id(stmt)]

    def rest(self, stmt: ir.Stmt, part: int) -> Rest | None:
        """The function that goes on after a part of a statement has ended or been broken off;
        None where nothing is left to do."""
        match stmt:
            case ir.Seq():
                return self._rest_of_sequence(stmt, part)
            case ir.Block():
                return _rest_of_block(stmt.label)
            case ir.Loop():
                if id(stmt) not in self._again:
                    self._again[id(stmt)] = _rest_of_loop(stmt, self.of(stmt.body))
                return self._again[id(stmt)]
            case _:
                return None

    def _make(self, stmt: ir.Stmt) -> Executor:
        match stmt:
            case ir.Seq():
                return self._sequence(stmt.body)
            case ir.If():
                return self._if(stmt)
            case ir.Block():
                body, leave = self.of(stmt.body), _rest_of_block(stmt.label)
                return lambda run: leave(run, body(run))
            case ir.Loop():
                return self._loop(stmt)
            case ir.For():
                return self._for(stmt)
            case ir.Times():
                return self._times(stmt)
            case ir.Leave() | ir.Again() | ir.End() | ir.Choose():
                return lambda run: stmt
            case (
                ir.Let()
                | ir.Assign()
                | ir.Move()
                | ir.MoveAll()
                | ir.Deal()
                | ir.Shuffle()
                | ir.Pick()
            ):
                return effect(stmt, self.layout, within=self.within)
            case _:
                assert_never(stmt)

    def _rest_of_sequence(self, stmt: ir.Seq, part: int) -> Rest:
        remaining = self._sequence(stmt.body[part + 1 :])
        return lambda run, broken: remaining(run) if broken is None else broken

    def _sequence(self, body: tuple[ir.Stmt, ...]) -> Executor:
        return _sequence(tuple(self.of(stmt) for stmt in body))

    def _if(self, stmt: ir.If) -> Executor:
        test, then = prepare(stmt.test), self.of(stmt.then)
        other = self.of(stmt.other) if stmt.other is not None else _sequence(())

        def step(run: Run) -> Exit:
            return then(run) if test(run.values, run.read, run.complete) else other(run)

        return step

    def _loop(self, stmt: ir.Loop) -> Executor:
        body = self.of(stmt.body)
        if any(True for _ in ways(stmt)):
            again = _rest_of_loop(stmt, body)
            return lambda run: again(run, body(run))
        most = most_rounds(stmt) if may_idle(stmt) else MOST_ROUNDS
        rules = [(prepare(rule.test), rule.span) for rule in rules_of(stmt)]

        def step(run: Run) -> Exit:
            for _ in range(most):
                broken = body(run)
                if not _goes_round(broken, stmt.label):
                    return None if _leaves(broken, stmt.label) else broken
            for test, span in rules:
                if test(run.values, run.read, run.complete):
                    raise PlayError(in_vain(stmt), span)
            raise PlayError(in_vain(stmt), stmt.span)

        return step

    def _for(self, stmt: ir.For) -> Executor:
        number, source, body = stmt.local.number, prepare_elements(stmt.source), self.of(stmt.body)
        first = prepare_int(stmt.first) if stmt.first is not None else None

        def step(run: Run) -> Exit:
            found = list(source(run.values, run.read, run.complete))
            if first is not None:
                found = round_from(first(run.values, run.read, run.complete), found)
            for element in found:
                run.values[number] = element
                broken = body(run)
                if broken is not None:
                    return broken
            return None

        return step

    def _times(self, stmt: ir.Times) -> Executor:
        count, body = prepare_int(stmt.count), self.of(stmt.body)

        def step(run: Run) -> Exit:
            times = count(run.values, run.read, run.complete)
            if times > MOST_TIMES:
                raise PlayError(TOO_OFTEN, stmt.span)
            for _ in range(times):
                broken = body(run)
                if broken is not None:
                    return broken
            return None

        return step


def _sequence(steps: tuple[Executor, ...]) -> Executor:
    def sequence(run: Run) -> Exit:
        for step in steps:
            broken = step(run)
            if broken is not None:
                return broken
        return None

    return sequence if len(steps) != 1 else steps[0]


def _leaves(broken: Exit, label: int) -> bool:
    return isinstance(broken, ir.Leave) and broken.label == label


def _goes_round(broken: Exit, label: int) -> bool:
    return broken is None or (isinstance(broken, ir.Again) and broken.label == label)


def _rest_of_block(label: int) -> Rest:
    def leave(run: Run, broken: Exit) -> Exit:
        return None if _leaves(broken, label) else broken

    return leave


def _rest_of_loop(stmt: ir.Loop, body: Executor) -> Rest:
    """Once more through the body, for as long as it comes to its end or to an `Again`."""
    label, counted = stmt.label, weight(stmt)

    def again(run: Run, broken: Exit) -> Exit:
        while _goes_round(broken, label):
            run.rounds += counted
            if run.rounds > MOST_ROUNDS:
                raise PlayError(in_vain(stmt), stmt.span)
            broken = body(run)
        return None if _leaves(broken, label) else broken

    return again
