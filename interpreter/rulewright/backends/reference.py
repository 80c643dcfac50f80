"""The engine that defines the meaning: it goes through the core and does what it says.

A state waits at a `Choose`; the way from the root of the flow down to it is known beforehand. To
carry out a move is to run the alternative's body and then, from the choice outwards, whatever is
left of each statement around it. A statement that does not run to its end is broken off by another:
by a `Leave`, an `Again` or an `End` met in it, or by the next `Choose`, and says which.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never, cast

from ..core.completion import Completion
from ..core.evaluate import Locals, Value, elements, evaluate, mask_of
from ..core.ir import (
    Again,
    Assign,
    Block,
    Cell,
    Choose,
    Completable,
    Deal,
    Element,
    End,
    Expr,
    For,
    Guard,
    If,
    Leave,
    Let,
    Loop,
    Move,
    MoveAll,
    Number,
    Param,
    Pick,
    Place,
    Program,
    RowOf,
    Seq,
    SetOf,
    Shuffle,
    StackOf,
    Stmt,
    Times,
)
from ..diagnostics import PlayError
from ..runtime.chance import below, picked, shuffled
from ..runtime.layout import CHANCE, OVER, POINT, Layout, Slots
from ..runtime.move import arguments
from ..source import Span
from .protocol import Code, Playout

Broken = Leave | Again | End | Choose | None
Way = tuple[tuple[Stmt, int], ...]  # from the root: each statement and which part of it comes next


def ways(stmt: Stmt, before: Way = ()) -> Iterator[tuple[Choose, Way]]:
    """Every choice in a statement with the way down to it."""
    match stmt:
        case Seq():
            for i, part in enumerate(stmt.body):
                yield from ways(part, (*before, (stmt, i)))
        case If():
            yield from ways(stmt.then, (*before, (stmt, 0)))
            if stmt.other is not None:
                yield from ways(stmt.other, (*before, (stmt, 1)))
        case Block() | Loop():
            yield from ways(stmt.body, (*before, (stmt, 0)))
        case Choose():
            yield stmt, before
            for i, alternative in enumerate(stmt.alternatives):
                yield from ways(alternative.body, (*before, (stmt, i)))
        case _:
            return


class ReferenceEngine:
    """Plain interpretation of a closed program."""

    name = "reference"

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = Layout(program)
        self._whole = Seq((program.setup, program.flow))
        self._ways = {choose.point: (choose, way) for choose, way in ways(self._whole)}
        self._completion = Completion(program.composes)

    def begin(self, slots: Slots, *, setup: bool = True) -> None:
        """Run fresh slots to the first decision or the end; without `setup` the flow alone."""
        run = _Run(self, slots)
        if setup:
            run.stop(run.run(self._whole))
        else:
            run.stop(run.outwards(run.run(self.program.flow), ((self._whole, 1),)))

    def moves(self, slots: Slots) -> list[Code]:
        """The moves at the waiting choice, in canonical order."""
        choose, _ = self._ways[slots[POINT]]
        run = _Run(self, slots)
        found = run.moves(choose, fallback=False) or run.moves(choose, fallback=True)
        if not found:
            raise PlayError(f"no move is possible at choice {choose.name}", choose.span)
        return found

    def apply(self, slots: Slots, move: Code) -> None:
        """Carry out a move in place and run to the next decision or the end."""
        choose, way = self._ways[slots[POINT]]
        alternative = choose.alternatives[move[0]]
        run = _Run(self, slots)
        run.values = arguments(alternative, move[1:])
        run.stop(run.outwards(run.run(alternative.body), way))

    def totals(self, slots: Slots) -> tuple[int, ...]:
        """Points of each seat as the position stands."""
        run = _Run(self, slots)
        return tuple(
            sum(run.number(line.value, {line.local.number: seat}) for line in self.program.scores)
            for seat in range(self.program.seats.size)
        )

    def playout(self, chance: int, players: int) -> Playout:
        """A game from its start to its end with every choice uniformly random."""
        slots = self.layout.fresh()
        slots[CHANCE] = chance
        self.begin(slots)
        decisions = options = 0
        while slots[POINT] != OVER:
            moves = self.moves(slots)
            k = 0
            if len(moves) > 1:
                players, k = below(players, len(moves))
            decisions += 1
            options += len(moves)
            self.apply(slots, moves[k])
        return Playout(decisions, options, self.totals(slots))


class _Run:
    """One step of a game: the slots it changes and the locals bound on the way."""

    def __init__(self, engine: ReferenceEngine, slots: Slots) -> None:
        self.engine = engine
        self.layout = engine.layout
        self.slots = slots
        self.values: Locals = {}

    # ------------------------------------------------------------------------------- expressions

    def read(self, cell: Cell, keys: tuple[int, ...]) -> Value:
        return self.layout.get(self.slots, cell, keys)

    def value(self, expr: Expr, values: Locals | None = None) -> Value:
        return evaluate(expr, self.values if values is None else values, self.read, self.complete)

    def number(self, expr: Expr, values: Locals | None = None) -> int:
        return cast(int, self.value(expr, values))

    def complete(self, expr: Completable, values: Locals) -> int:
        return self.engine._completion.holds(expr, values, self.read)

    # ------------------------------------------------------------------------------------- moves

    def moves(self, choose: Choose, *, fallback: bool) -> list[Code]:
        """The moves of the ordinary or of the fallback alternatives."""
        return [
            (i, *args)
            for i, alternative in enumerate(choose.alternatives)
            if alternative.fallback == fallback
            for args in self._arguments(alternative.params, alternative.guards, {})
        ]

    def _arguments(
        self, params: tuple[Param, ...], guards: tuple[Guard, ...], values: Locals
    ) -> Iterator[tuple[int, ...]]:
        if not params:
            if all(self.value(guard.test, values) for guard in guards):
                yield ()
            return
        first, rest = params[0], params[1:]
        for e in elements(self.value(first.source, values), first.source.type):
            for others in self._arguments(rest, guards, {**values, first.local.number: e}):
                yield e, *others

    # -------------------------------------------------------------------------------------- flow

    def stop(self, broken: Broken) -> None:
        """Store where the step has ended."""
        self.slots[POINT] = broken.point if isinstance(broken, Choose) else OVER

    def outwards(self, broken: Broken, way: Way) -> Broken:
        """Go on after the innermost statement of a way that has ended, or been broken off."""
        for stmt, part in reversed(way):
            match stmt:
                case Seq() if broken is None:
                    broken = self._sequence(stmt.body[part + 1 :])
                case Block() if isinstance(broken, Leave) and broken.label == stmt.label:
                    broken = None
                case Loop():
                    broken = self._loop(stmt, broken)
                case _:
                    pass
        return broken

    def _sequence(self, body: tuple[Stmt, ...]) -> Broken:
        for stmt in body:
            broken = self.run(stmt)
            if broken is not None:
                return broken
        return None

    def _loop(self, loop: Loop, broken: Broken) -> Broken:
        """Go on with a loop whose body has ended this way."""
        while broken is None or (isinstance(broken, Again) and broken.label == loop.label):
            broken = self.run(loop.body)
        return None if isinstance(broken, Leave) and broken.label == loop.label else broken

    def run(self, stmt: Stmt) -> Broken:
        """Carry out a statement; what broke it off, or None when it came to its end."""
        match stmt:
            case Seq():
                return self._sequence(stmt.body)
            case If():
                if self.value(stmt.test):
                    return self.run(stmt.then)
                return self.run(stmt.other) if stmt.other is not None else None
            case Block():
                return self.outwards(self.run(stmt.body), ((stmt, 0),))
            case Loop():
                return self._loop(stmt, None)
            case For():
                return self._each(stmt)
            case Times():
                for _ in range(self.number(stmt.count)):
                    broken = self.run(stmt.body)
                    if broken is not None:
                        return broken
                return None
            case Leave() | Again() | End() | Choose():
                return stmt
            case Let():
                self.values[stmt.local.number] = self.value(stmt.value)
            case Assign():
                self._assign(stmt)
            case Move():
                component = self.number(stmt.component)
                source, target = self._place(stmt.source), self._place(stmt.target)
                self._move(component, source, target, stmt.span)
            case MoveAll():
                self._move_all(stmt)
            case Deal():
                source, target = self._place(stmt.source), self._place(stmt.target)
                stack = cast(list[int], self.read(*source))
                if stack:
                    self._move(stack[-1], source, target, stmt.span)
            case Shuffle():
                cell, keys = self._place(stmt.place)
                stack = cast(list[int], self.read(cell, keys))
                self.slots[CHANCE], order = shuffled(self.slots[CHANCE], cell.name, stack)
                self.layout.put(self.slots, cell, keys, order)
            case Pick():
                self._pick(stmt)
            case _:
                assert_never(stmt)
        return None

    def _each(self, stmt: For) -> Broken:
        for e in list(elements(self.value(stmt.source), stmt.source.type)):
            self.values[stmt.local.number] = e
            broken = self.run(stmt.body)
            if broken is not None:
                return broken
        return None

    # ----------------------------------------------------------------------------------- effects

    def _place(self, place: Place) -> tuple[Cell, tuple[int, ...]]:
        return place.cell, tuple(self.number(key) for key in place.keys)

    def _assign(self, stmt: Assign) -> None:
        cell, kind = stmt.cell, stmt.cell.type
        keys = tuple(self.number(key) for key in stmt.keys)
        value = self.value(stmt.value)
        if isinstance(value, list):
            value = value[:]
        elif isinstance(kind, Number) and not kind.low <= value <= kind.high:
            raise PlayError(
                f"{cell.name} would become {value}, outside {kind.low}..{kind.high}", stmt.span
            )
        self.layout.put(self.slots, cell, keys, value)

    def _pick(self, stmt: Pick) -> None:
        keys = tuple(self.number(key) for key in stmt.keys)
        mask = mask_of(self.value(stmt.source))
        if not mask:
            raise PlayError(f"there is nothing to pick {stmt.cell.name} from", stmt.span)
        self.slots[CHANCE], chosen = picked(self.slots[CHANCE], stmt.cell.name, mask)
        self.layout.put(self.slots, stmt.cell, keys, chosen)

    def _move_all(self, stmt: MoveAll) -> None:
        source, target = self._place(stmt.source), self._place(stmt.target)
        held, kind = self.read(*source), source[0].type
        if stmt.components is not None:
            listed = list(elements(self.value(stmt.components), stmt.components.type))
        elif isinstance(kind, StackOf):
            listed = list(cast(list[int], held))  # bottom first, so that the order stays
        elif isinstance(kind, Element):
            listed = [held] if isinstance(held, int) and held >= 0 else []
        else:
            listed = list(elements(held, kind))
        for component in listed:
            self._move(component, source, target, stmt.span)

    def _move(
        self,
        component: int,
        source: tuple[Cell, tuple[int, ...]],
        target: tuple[Cell, tuple[int, ...]],
        span: Span,
    ) -> None:
        self._take(component, *source, span)
        self._add(component, *target, span)

    def _take(self, component: int, cell: Cell, keys: tuple[int, ...], span: Span) -> None:
        value = self.read(cell, keys)
        if isinstance(cell.type, Element):
            there = component >= 0 and component == value
            left: Value = -1
        elif isinstance(value, list):
            there = component >= 0 and component in value
            empty = [-1] if isinstance(cell.type, RowOf) else []
            left = [e for v in value for e in (empty if v == component else [v])]
        else:
            there = component >= 0 and value >> component & 1 == 1
            left = value & ~(1 << component) if there else value
        if not there:
            raise PlayError(f"{_label(cell, component)} is not in {cell.name}", span)
        self.layout.put(self.slots, cell, keys, left)

    def _add(self, component: int, cell: Cell, keys: tuple[int, ...], span: Span) -> None:
        value = self.read(cell, keys)
        match cell.type:
            case SetOf():
                self.layout.put(self.slots, cell, keys, cast(int, value) | 1 << component)
            case StackOf():
                self.layout.put(self.slots, cell, keys, [*cast(list[int], value), component])
            case RowOf() if -1 in (row := cast(list[int], value)):
                at = row.index(-1)
                self.layout.put(self.slots, cell, keys, [*row[:at], component, *row[at + 1 :]])
            case Element() if value == -1:
                self.layout.put(self.slots, cell, keys, component)
            case _:
                raise PlayError(f"{cell.name} has no room for {_label(cell, component)}", span)


def _label(cell: Cell, component: int) -> str:
    domain = cell.type.domain  # type: ignore[union-attr]
    return domain.labels[component] if component >= 0 else "nothing"
