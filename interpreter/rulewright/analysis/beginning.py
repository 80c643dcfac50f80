"""What holds at the first decision of a game, however chance decides.

The rules are carried out up to there with what is certain. What chance decides is not known from
then on, nor what follows from it; but of a zone whose components are not known it still is how many
there are. Where a condition is not known both ways are gone, and what they do not agree on is not
known afterwards. The answer claims too little, never too much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import assert_never, cast

from ..core import ir
from ..core.evaluate import (
    Completer,
    Evaluator,
    Locals,
    Reader,
    Value,
    elements,
    prepare,
    round_from,
    watching,
)
from ..diagnostics import PlayError
from ..runtime.layout import Layout

PATIENCE = 64  # rounds of a loop before what changes from one to the next is given up
MOST = 5_000  # statements that are carried out, before all is given up


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is not certain: of components, how many there are, if that is."""

    size: int | None = None


Known = Value | Hidden
_Cells = dict[tuple[int, ...], Known]  # by the index of a variable and its keys
_Variables = dict[int, ir.StateVariable]
_Exit = tuple[str, int]  # how a statement ended, and at which label
_FELL: _Exit = ("", 0)


class _NotCertain(Exception):
    """Something is asked that is not certain."""


class _TooFar(Exception):
    """There is no end to it."""


class _World:
    """What is certain at a moment: of each member of each state variable, and of locals. Of a
    growing grid it is only how many components lie there."""

    def __init__(self, cells: _Cells, values: Locals, variables: _Variables) -> None:
        self.cells, self.values, self.variables = cells, values, variables

    def copy(self) -> _World:
        return self.with_values(dict(self.values), dict(self.cells))

    def with_values(self, values: Locals, cells: _Cells | None = None) -> _World:
        return _World(self.cells if cells is None else cells, values, self.variables)

    def read(self, variable: ir.StateVariable, keys: tuple[int, ...]) -> Value:
        held = self.cells[variable.index, *keys] if not variable.grows else Hidden()
        if isinstance(held, Hidden):
            raise _NotCertain
        return held

    def joined(self, other: _World) -> _World:
        """What is certain in both."""
        cells = {
            at: _both(held, other.cells[at], self.variables[at[0]])
            for at, held in self.cells.items()
        }
        values = {
            number: value
            for number, value in self.values.items()
            if number in other.values and other.values[number] == value
        }
        return self.with_values(values, cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _World) and self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]


_Ends = dict[_Exit, _World]


def at_first_decision(program: ir.Program) -> dict[ir.StateVariable, list[Known]] | None:
    """Of each state variable, what its members hold whenever somebody is to decide for the first
    time, in canonical order; of a growing grid one value for all. None if nobody ever is, or it
    cannot be said.

        at_first_decision(game.program)[hand]    # [Hidden(size=5), Hidden(size=5)]
    """
    search = _Search(program)
    try:
        search.does(program.setup, program.flow)
    except _TooFar:
        return None
    if search.found is None:
        return None
    cells = search.found.cells
    return {v: [cells[v.index, *keys] for keys in _members(v)] for v in program.variables}


def _members(variable: ir.StateVariable) -> Iterator[tuple[int, ...]]:
    if variable.grows:
        return iter([()])
    return product(*(range(domain.size) for domain in variable.keys))


class _Search:
    """One program; `found`: what is certain at all first decisions that were met so far."""

    def __init__(self, program: ir.Program) -> None:
        self.program, self.layout = program, Layout(program)
        self.found: _World | None = None
        self.prepared = dict[int, Evaluator]()
        self.done = 0
        fresh = self.layout.fresh()
        cells: _Cells = {
            (v.index, *keys): Hidden(0) if v.grows else self.layout.get(fresh, v, keys)
            for v in program.variables
            for keys in _members(v)
        }
        self.begin = _World(cells, {}, {v.index: v for v in program.variables})

    # what expressions are

    def value(self, world: _World, expr: ir.Expr) -> Known:
        """The value of an expression, if it is certain. Raises `PlayError`."""
        if id(expr) not in self.prepared:
            with watching(self.sized):
                self.prepared[id(expr)] = prepare(expr)
        try:
            return self.prepared[id(expr)](world.values, world.read, _nothing_asked)
        except (_NotCertain, KeyError):  # which a local that is not certain makes
            return Hidden(self.size(world, expr))

    def size(self, world: _World, expr: ir.Expr) -> int | None:
        """How many components there are where a zone is read, though not which."""
        if not isinstance(expr, ir.Read) or expr.variable.grows:
            return None
        keys = [self.value(world, key) for key in expr.keys]
        variable = expr.variable
        held = {
            _size(world.cells[variable.index, *at], variable) for at in _matching(variable, keys)
        }
        return held.pop() if len(held) == 1 else None

    def sized(self, expr: ir.Expr, made: Evaluator) -> Evaluator:
        """Put in place of what asks for all of something where a part of it is enough."""
        match expr:
            case ir.Read(variable=variable) if expr.keys and not variable.grows:
                return self.same_for_all(expr, made)
            case ir.Op(name="size" | "empty" as name, args=(ir.Read() as read,)):
                return self.of_size(read, made, lambda size: size if name == "size" else not size)
            case ir.Op(name="full", args=(ir.Read(type=ir.RowOf(places=places)) as read,)):
                return self.of_size(read, made, lambda size: size == places)
            case ir.Op(name="equal" | "differ" as name, args=(ir.Read() as read, ir.Const(-1))):
                return self.of_size(read, made, lambda size: (not size) == (name == "equal"))
            case ir.Fold(kind="all" | "some" | "count", where=where) if where is not None:
                return self.of_none(expr, where, made)
        return made

    def of_size(self, read: ir.Read, made: Evaluator, answer: Callable[[int], int]) -> Evaluator:
        def asked(values: Locals, reader: Reader, complete: Completer) -> Value:
            try:
                return made(values, reader, complete)
            except (_NotCertain, KeyError):
                size = self.size(_world_of(reader).with_values(values), read)
                if size is None:
                    raise
                return int(answer(size))

        return asked

    def same_for_all(self, expr: ir.Read, made: Evaluator) -> Evaluator:
        """Where it is not certain of which member something is asked, but all hold the same."""

        def asked(values: Locals, reader: Reader, complete: Completer) -> Value:
            try:
                return made(values, reader, complete)
            except (_NotCertain, KeyError):
                here = _world_of(reader).with_values(values)
                keys = [self.value(here, key) for key in expr.keys]
                held = [here.read(expr.variable, at) for at in _matching(expr.variable, keys)]
                if not held or any(one != held[0] for one in held):
                    raise
                return held[0]

        return asked

    def of_none(self, expr: ir.Fold, where: ir.Expr, made: Evaluator) -> Evaluator:
        """Where it is not certain what is gone through, but nothing in it can be meant."""

        def asked(values: Locals, reader: Reader, complete: Completer) -> Value:
            try:
                return made(values, reader, complete)
            except (_NotCertain, KeyError):
                others = {n: value for n, value in values.items() if n != expr.local.number}
                if self.value(_world_of(reader).with_values(others), where) != 0:
                    raise
                return 0

        return asked

    # what happens

    def does(self, *body: ir.Stmt) -> None:
        self.sequence(self.begin, body)

    def sequence(self, world: _World, body: Iterable[ir.Stmt]) -> _Ends:
        ends: _Ends = {_FELL: world}
        for stmt in body:
            if _FELL not in ends:
                break
            _add(ends, self.after(ends.pop(_FELL), stmt))
        return ends

    def after(self, world: _World, stmt: ir.Stmt) -> _Ends:
        """How a statement can end, and what is certain then; nothing where it cannot end but by
        going wrong."""
        self.done += 1
        if self.done > MOST:
            raise _TooFar
        try:
            return self.carried_out(world, stmt)
        except PlayError:
            return {}

    def carried_out(self, world: _World, stmt: ir.Stmt) -> _Ends:
        match stmt:
            case ir.Seq(body=body):
                return self.sequence(world, body)
            case ir.Let() | ir.Assign() | ir.Pick() | ir.Shuffle():
                self.stores(world, stmt)
                return {_FELL: world}
            case ir.Move() | ir.MoveAll() | ir.Deal():
                self.moves(world, stmt)
                return {_FELL: world}
            case ir.If():
                return self.branches(world, stmt)
            case ir.For():
                return self.each(world, stmt)
            case ir.Times(count=count, body=round_):
                times = self.value(world, count)
                if isinstance(times, int):
                    return self.repeated(world, [lambda w: self.after(w, round_)] * times)
                return self.again(world, round_)
            case ir.Block(label=label, body=body):
                ends = self.after(world, body)
                if (left := ends.pop(("leave", label), None)) is not None:
                    _add(ends, {_FELL: left})
                return ends
            case ir.Loop():
                return self.loop(world, stmt)
            case ir.Leave(label=label):
                return {("leave", label): world}
            case ir.Again(label=label):
                return {("again", label): world}
            case ir.Choose():
                self.found = world if self.found is None else self.found.joined(world)
                return {}
            case ir.End():
                return {}
            case _:
                assert_never(stmt)

    def branches(self, world: _World, stmt: ir.If) -> _Ends:
        answer = self.value(world, stmt.test)
        ends: _Ends = {}
        for holds, part in ((True, stmt.then), (False, stmt.other)):
            if isinstance(answer, Hidden) or bool(answer) == holds:
                here = world.copy()
                _add(ends, {_FELL: here} if part is None else self.after(here, part))
        return ends

    def repeated(self, world: _World, rounds: Iterable[Callable[[_World], _Ends]]) -> _Ends:
        """One after the other, as long as each comes to its end."""
        ends: _Ends = {_FELL: world}
        for once in rounds:
            if _FELL not in ends:
                break
            _add(ends, once(ends.pop(_FELL)))
        return ends

    def again(self, world: _World, body: ir.Stmt) -> _Ends:
        """A body any number of times."""
        ends: _Ends = {_FELL: world}
        for _ in range(PATIENCE):
            before = ends[_FELL]
            _add(ends, self.after(before.copy(), body))
            if ends[_FELL] == before:
                return ends
        raise _TooFar

    def each(self, world: _World, stmt: ir.For) -> _Ends:
        number = stmt.local.number

        def once(element: int | None, certain: bool = True) -> Callable[[_World], _Ends]:
            def round_(here: _World) -> _Ends:
                before = here.copy()
                here.values.pop(number, None)
                if element is not None:
                    here.values[number] = element
                ends = self.after(here, stmt.body)
                if not certain:
                    _add(ends, {_FELL: before})
                return ends

            return round_

        source = self.value(world, stmt.source)
        kind = stmt.source.type
        assert isinstance(kind, ir.SetOf | ir.StackOf | ir.RowOf)
        if isinstance(source, Hidden) and not isinstance(kind, ir.SetOf):
            if source.size is None:
                return self.again_unknown(world, stmt)
            return self.repeated(world, [once(None)] * source.size)
        if isinstance(source, Hidden):
            if source.size is not None and stmt.first is None:
                return self.repeated(world, [once(None)] * source.size)
            found, certain = list(self.program.present(kind.domain)), False
        else:
            found, certain = list(elements(source, kind)), True
        ends: _Ends = {}
        for order in self.orders(world, stmt.first, found):
            rounds = [once(element, certain) for element in order]
            _add(ends, self.repeated(world.copy(), rounds))
        return ends

    def again_unknown(self, world: _World, stmt: ir.For) -> _Ends:
        world.values.pop(stmt.local.number, None)
        return self.again(world, stmt.body)

    def orders(
        self, world: _World, first: ir.Expr | None, found: Sequence[int]
    ) -> Iterator[Sequence[int]]:
        """The orders in which a loop may go."""
        if first is None:
            yield found
            return
        begin = self.value(world, first)
        if isinstance(begin, int):
            yield round_from(begin, found)
        else:
            yield from (round_from(seat, found) for seat in range(self.program.seats.size))

    def loop(self, world: _World, stmt: ir.Loop) -> _Ends:
        out: _Ends = {}
        for count in range(2 * PATIENCE + MOST):
            ends = self.after(world.copy(), stmt.body)
            goes_on: _Ends = {}
            for exit_ in (_FELL, ("again", stmt.label)):
                if exit_ in ends:
                    _add(goes_on, {_FELL: ends.pop(exit_)})
            if (left := ends.pop(("leave", stmt.label), None)) is not None:
                _add(ends, {_FELL: left})
            _add(out, ends)
            if not goes_on:
                return out
            after = goes_on[_FELL]
            if count >= PATIENCE:
                after = after.joined(world)
            if after == world:
                return out
            world = after
        raise _TooFar

    # what is stored and moved

    def stores(self, world: _World, stmt: ir.Let | ir.Assign | ir.Pick | ir.Shuffle) -> None:
        match stmt:
            case ir.Let(local=local, value=value):
                world.values.pop(local.number, None)
                known = self.value(world, value)
                if not isinstance(known, Hidden):
                    world.values[local.number] = known
            case ir.Assign(variable=variable, keys=keys, value=value):
                self.change(world, variable, keys, _always(self.value(world, value)))
            case ir.Pick(variable=variable, keys=keys, source=source):
                among = self.value(world, source)
                only = not isinstance(among, Hidden) and [*elements(among, source.type)]
                picked = only[0] if only and len(only) == 1 else Hidden()
                self.change(world, variable, keys, _always(picked))
            case ir.Shuffle(place=place):
                self.change(world, place.variable, place.keys, _shuffled)

    def moves(self, world: _World, stmt: ir.Move | ir.MoveAll | ir.Deal) -> None:
        source, target = stmt.source, stmt.target
        moved, count = self.moved(world, stmt)
        if count != 0:
            self.change(world, source.variable, source.keys,
                        lambda held: _without(held, moved, count, source.variable))  # fmt: skip
            self.change(world, target.variable, target.keys,
                        lambda held: _with(held, moved, count, target.variable))  # fmt: skip

    def moved(
        self, world: _World, stmt: ir.Move | ir.MoveAll | ir.Deal
    ) -> tuple[list[int] | None, int | None]:
        """The components that are moved, one after the other, if that is certain, and how many."""
        if isinstance(stmt, ir.Move):
            one = self.value(world, stmt.component)
            return (None if isinstance(one, Hidden) else [cast(int, one)]), 1
        held = self.held(world, stmt.source)
        there = None if isinstance(held, Hidden) else _listed(held, stmt.source.variable)
        count = _size(held, stmt.source.variable)
        if isinstance(stmt, ir.Deal):
            if count == 0:
                return [], 0
            if there and (len(there) == 1 or isinstance(stmt.source.variable.type, ir.StackOf)):
                return there[-1:], 1
            return None, None if count is None else 1
        if stmt.components is None:
            return there, count
        chosen = self.value(world, stmt.components)
        if isinstance(chosen, Hidden):
            return None, chosen.size
        wanted = list(elements(chosen, stmt.components.type))
        if there is not None:
            if not {*wanted} <= {*there}:
                raise PlayError("not there")
            return [one for one in there if one in wanted], len(wanted)
        return (wanted if len(wanted) == 1 else None), len(wanted)

    def held(self, world: _World, place: ir.Place) -> Known:
        """What lies in a place."""
        if place.variable.grows:
            return Hidden()
        keys = [self.value(world, key) for key in place.keys]
        found = [world.cells[place.variable.index, *at] for at in _matching(place.variable, keys)]
        known = found[0]
        for one in found[1:]:
            known = _both(known, one, place.variable)
        return known

    def change(
        self,
        world: _World,
        variable: ir.StateVariable,
        keys: Sequence[ir.Expr],
        to: Callable[[Known], Known],
    ) -> None:
        """Change one member; if it is not certain which, it may be any."""
        if variable.grows:
            world.cells[variable.index,] = to(world.cells[variable.index,])
            return
        known = [self.value(world, key) for key in keys]
        found = list(_matching(variable, known))
        for at in found:
            before = world.cells[variable.index, *at]
            try:
                after = to(before)
            except PlayError:
                if len(found) == 1:
                    raise
                continue  # then it is not this one
            only = len(found) == 1
            world.cells[variable.index, *at] = after if only else _both(before, after, variable)


def _add(ends: _Ends, more: _Ends) -> None:
    for exit_, world in more.items():
        ends[exit_] = ends[exit_].joined(world) if exit_ in ends else world


def _world_of(reader: Reader) -> _World:
    """Readers are those of worlds."""
    world = reader.__self__  # type: ignore[attr-defined]
    assert isinstance(world, _World)
    return world


def _nothing_asked(expr: ir.Completable, values: Locals) -> int:
    raise _NotCertain


def _always(value: Known) -> Callable[[Known], Known]:
    return lambda before: value


def _matching(variable: ir.StateVariable, keys: Sequence[Known]) -> Iterator[tuple[int, ...]]:
    """The members that may be meant. Raises `PlayError` if a key is none."""
    if -1 in keys:
        raise PlayError("asked of nothing")
    return product(*(
        range(domain.size) if isinstance(key, Hidden) else (cast(int, key),)
        for domain, key in zip(variable.keys, keys, strict=True)
    ))  # fmt: skip


def _listed(held: Value, variable: ir.StateVariable) -> list[int]:
    """What lies in a place, in the order in which it is moved: of a stack from the bottom up."""
    kind = variable.type
    if isinstance(kind, ir.StackOf):
        return list(cast("list[int]", held))
    if isinstance(kind, ir.Element):
        return [held] if isinstance(held, int) and held >= 0 else []
    return list(elements(held, kind))


def _size(held: Known, variable: ir.StateVariable) -> int | None:
    """How many components lie there."""
    if isinstance(held, Hidden):
        return held.size
    return len(_listed(held, variable)) if variable.role == "zone" else None


def _both(one: Known, other: Known, variable: ir.StateVariable) -> Known:
    """What is certain if it is one of two."""
    if one == other:
        return one
    size = _size(one, variable)
    return Hidden(size if size == _size(other, variable) else None)


def _so_many(size: int | None, variable: ir.StateVariable) -> Known:
    """Some components, of which it is not certain which."""
    if size != 0 or variable.grows:
        return Hidden(size)
    match variable.type:
        case ir.StackOf():
            return []
        case ir.RowOf(places=places):
            return [-1] * places
        case ir.Element():
            return -1
        case _:
            return 0


def _shuffled(held: Known) -> Known:
    return Hidden(len(held)) if isinstance(held, list) and len(held) > 1 else held


def _without(
    held: Known, moved: list[int] | None, count: int | None, variable: ir.StateVariable
) -> Known:
    """What is left of components where some are taken away."""
    size = _size(held, variable)
    if size is None or count is None:
        return Hidden()
    if size < count:
        raise PlayError("not there")
    if isinstance(held, Hidden) or moved is None:
        return _so_many(size - count, variable)
    if not {*moved} <= {*_listed(held, variable)}:
        raise PlayError("not there")
    match variable.type:
        case ir.StackOf():
            return [one for one in cast("list[int]", held) if one not in moved]
        case ir.RowOf():
            return [-1 if one in moved else one for one in cast("list[int]", held)]
        case ir.Element():
            return -1
        case _:
            return cast(int, held) & ~sum(1 << one for one in moved)


def _with(
    held: Known, moved: list[int] | None, count: int | None, variable: ir.StateVariable
) -> Known:
    """What lies in a place where some components are added."""
    size = _size(held, variable)
    if size is None or count is None:
        return Hidden()
    if isinstance(variable.type, ir.Element) and not variable.grows and size + count > 1:
        raise PlayError("no room")
    if isinstance(held, Hidden) or moved is None:
        return _so_many(size + count, variable)
    match variable.type:
        case ir.StackOf():
            return [*cast("list[int]", held), *moved]
        case ir.RowOf():
            row = list(cast("list[int]", held))
            for one in moved:
                if -1 not in row:
                    raise PlayError("no room")
                row[row.index(-1)] = one
            return row
        case ir.Element():
            return moved[0]
        case _:
            return cast(int, held) | sum(1 << one for one in moved)
