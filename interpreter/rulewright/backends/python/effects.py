"""Statements that store something: assignments, moves of components, chance."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ...core.evaluate import member
from ...core.ir import (
    MOST_SHUFFLES,
    Alternative,
    Assign,
    Cell,
    ComposeStep,
    Const,
    Deal,
    Element,
    Expr,
    Fold,
    Move,
    MoveAll,
    Number,
    Op,
    Pick,
    Place,
    Read,
    RowOf,
    SetOf,
    Shuffle,
    StackOf,
    in_vain,
)
from ...core.walk import conjuncts
from ...source import Span
from . import nodes as py
from .names import CHANCE
from .store import MOST_PLACES
from .stream import draw, shuffle_in_place
from .values import Values
from .writer import Writer


class Zone:
    """A place with its keys computed: reads and writes of its slots."""

    def __init__(self, values: Values, place: Place) -> None:
        writer = values.writer
        self.cell = place.cell
        self.grows = place.cell.grows
        self.kind = place.cell.type
        self._store = writer.store
        keys = [writer.atom(values.value(key), "at") for key in place.keys]
        self.keys = keys
        self._offset = values.offset(place.cell, keys)
        if self.is_row and place.keys:
            self._offset = writer.atom(self._offset, "at")

    @property
    def is_row(self) -> bool:
        return isinstance(self.kind, RowOf)

    @property
    def places(self) -> int:
        return self.kind.places if isinstance(self.kind, RowOf) else 1

    def read(self) -> ast.expr:
        if self.grows:
            at = self._store.slot(self.cell, py.number(2))
            return py.method(at, "get", self.keys[0], py.number(-1))
        if self.is_row:
            return self._store.places(self.cell, self._offset, self.places)
        return self._store.slot(self.cell, self._offset)

    def laid(self, component: ast.expr) -> ast.stmt:
        """Put a component, or none, into a cell of a growing grid."""
        slots = [self._store.slot(self.cell, py.number(i)) for i in range(4)]
        targets = [self._store.place(self.cell, py.number(i)) for i in range(4)]
        changed = py.call("laid", *slots, self.keys[0], component)
        return py.assign(ast.Tuple(targets, py.STORE), changed)

    def target(self) -> ast.expr:
        return self._store.place(self.cell, self._offset)

    def slot(self, i: int) -> ast.expr:
        return self._store.slot(self.cell, py.binary(self._offset, "+", py.number(i)))

    def slot_target(self, i: ast.expr) -> ast.expr:
        return self._store.place(self.cell, py.binary(self._offset, "+", i))


class Effects:
    """Writes effects into a function; `known` are the components known to lie somewhere."""

    def __init__(self, writer: Writer, values: Values) -> None:
        self.writer = writer
        self.values = values
        self.unit = writer.unit
        self.known: set[tuple[Expr, Cell, tuple[Expr, ...]]] = set()

    def forget(self, cells: frozenset[Cell]) -> None:
        """These cells change: what rests on them is not known any more."""
        reads = self.unit.reads
        self.known = {
            fact
            for fact in self.known
            if fact[1] not in cells
            and not (reads(fact[0]) & cells)
            and not any(reads(key) & cells for key in fact[2])
        }

    def know(self, alternative: Alternative | ComposeStep) -> None:
        """What the parameters and guards of an alternative say about where components lie."""
        for param in alternative.params:
            read = subset_of(param.source)
            if read is not None:
                self.known.add((param.local, read.cell, read.keys))
        for test in (part for guard in alternative.guards for part in conjuncts(guard.test)):
            if isinstance(test, Op) and test.name == "contains":
                read = subset_of(test.args[0])
                if read is not None:
                    self.known.add((test.args[1], read.cell, read.keys))

    def _is_known(self, component: Expr, place: Place) -> bool:
        return (component, place.cell, place.keys) in self.known

    # -------------------------------------------------------------------------------- assignments

    def assign(self, stmt: Assign) -> None:
        """Store a value, with a check where it could leave its range."""
        cell, kind = stmt.cell, stmt.cell.type
        keys = [self.values.value(key) for key in stmt.keys]
        value = self.values.value(stmt.value)
        if isinstance(stmt.value.type, StackOf):
            value = py.section(value, ast.Constant(None), ast.Constant(None))
        if isinstance(kind, Number):
            value = self._in_range(stmt, kind, value, self.unit.intervals.of(stmt.value))
        self.store(cell, keys, value, sure=self.values.is_sure(stmt.value))
        self.forget(frozenset((cell,)))

    def _in_range(
        self, stmt: Assign | Pick, kind: Number, value: ast.expr, interval: tuple[int, int]
    ) -> ast.expr:
        low, high = interval
        checks: list[ast.expr] = []
        if low < kind.low or high > kind.high:
            value = self.writer.atom(value, "value")
        if low < kind.low:
            checks.append(py.compare(value, "<", py.number(kind.low)))
        if high > kind.high:
            checks.append(py.compare(value, ">", py.number(kind.high)))
        if checks:
            cell = self.unit.fixed("cell", stmt.cell, lambda: stmt.cell)
            outside = py.call("outside", cell, value, self.unit.site(stmt.span))
            self.writer.add(py.when(py.either(checks), [py.perform(outside)]), stmt.span)
        return value

    def store(self, cell: Cell, keys: Sequence[ast.expr], value: ast.expr, *, sure: bool) -> None:
        """Store a value in a member of a cell."""
        writer, slot = self.writer, self.unit.layout.slot(cell)
        match slot.form:
            case "flags":
                self._flag(cell, self.values.bit(keys[0]), value)
            case "inverted":
                self._holder(cell, keys[0], value, sure)
            case "crossed":
                self._crossed(cell, keys[0], value)
            case "row":
                held = writer.atom(value, "row")
                offset = self.values.offset(cell, [writer.atom(key) for key in keys])
                for i in range(slot.width):
                    place = writer.store.place(cell, py.binary(offset, "+", py.number(i)))
                    writer.add(py.assign(place, py.item(held, py.number(i))))
            case _:
                offset = self.values.offset(cell, keys)
                writer.add(py.assign(writer.store.place(cell, offset), value))

    def _flag(self, cell: Cell, bit: ast.expr, value: ast.expr) -> None:
        place = self.writer.store.place(cell, py.number(0))
        raised = py.augment(place, "|", bit)
        lowered = py.augment(place, "&", py.inverted(bit))
        constant = py.constant(value)
        if constant is not None:
            self.writer.add(raised if constant else lowered)
        else:
            self.writer.add(py.when(value, [raised], [lowered]))

    def _holder(self, cell: Cell, key: ast.expr, value: ast.expr, sure: bool) -> None:
        writer, store = self.writer, self.writer.store
        bit = writer.atom(self.values.bit(key), "bit")
        new = writer.atom(value, "holder")
        anybody: ast.expr = py.number(0)
        clearing: py.Lines = []
        for i in range(self.unit.layout.slot(cell).width):
            at = py.number(i)
            anybody = py.binary(anybody, "|", store.slot(cell, at))
            clearing.append(py.augment(store.place(cell, at), "&", py.inverted(bit)))
        writer.add(py.when(py.binary(anybody, "&", bit), clearing))
        constant = py.constant(new)
        if constant == -1:
            return
        take = py.augment(store.place(cell, new), "|", bit)
        somebody = py.compare(new, ">=", py.number(0))
        writer.add(take if sure or constant is not None else py.when(somebody, [take]))

    def _crossed(self, cell: Cell, key: ast.expr, value: ast.expr) -> None:
        """Store a set: into each mask of those that hold a value, or out of it."""
        writer = self.writer
        bit = writer.atom(self.values.bit(key), "bit")
        new = writer.atom(value, "held")
        for i in range(self.unit.layout.slot(cell).width):
            place = writer.store.place(cell, py.number(i))
            into = py.augment(place, "|", bit)
            out = py.augment(place, "&", py.inverted(bit))
            writer.add(py.when(py.binary(new, "&", py.number(1 << i)), [into], [out]))

    # -------------------------------------------------------------------------------------- moves

    def move(self, stmt: Move) -> None:
        """Move one component."""
        component = self.writer.atom(self.values.value(stmt.component), "component")
        source, target = Zone(self.values, stmt.source), Zone(self.values, stmt.target)
        sure = self.values.is_sure(stmt.component)
        known = self._is_known(stmt.component, stmt.source)
        self._take(component, source, stmt.span, sure=sure, known=known)
        self._put(component, target, stmt.span)
        self.forget(frozenset((source.cell, target.cell)))
        if isinstance(target.kind, SetOf):
            self.known.add((stmt.component, stmt.target.cell, stmt.target.keys))

    def _take(
        self, component: ast.expr, zone: Zone, span: Span, *, sure: bool, known: bool
    ) -> None:
        """Remove a component; `sure`: it is not none, `known`: it is certainly there."""
        writer = self.writer
        absent = [py.perform(self._failure("absent", zone.cell, component, span))]
        if not sure and not isinstance(zone.kind, SetOf):
            writer.add(py.when(py.compare(component, "<", py.number(0)), absent), span)
        match zone.kind:
            case SetOf():
                bit = self.values.bit(component)
                if not known:
                    there = py.binary(zone.read(), "&", bit)
                    writer.add(py.when(py.negated(there), absent), span)
                writer.add(py.augment(zone.target(), "^", bit), span)
            case StackOf():
                if not known:
                    missing = py.compare(component, "not in", zone.read())
                    writer.add(py.when(missing, absent), span)
                writer.add(py.perform(py.method(zone.read(), "remove", component)), span)
            case RowOf():
                self._take_from_row(component, zone, [] if known else absent, span)
            case _:
                if not known:
                    other = py.compare(zone.read(), "!=", component)
                    writer.add(py.when(other, absent), span)
                empty = py.number(-1)
                writer.add(
                    zone.laid(empty) if zone.grows else py.assign(zone.target(), empty), span
                )

    def _take_from_row(self, component: ast.expr, zone: Zone, absent: py.Lines, span: Span) -> None:
        empty = py.number(-1)
        if zone.places <= MOST_PLACES:
            lines = absent
            for i in reversed(range(zone.places)):
                emptied = [py.assign(zone.slot_target(py.number(i)), empty)]
                here = py.compare(zone.slot(i), "==", component)
                lines = [py.when(here, emptied, lines)] if lines else emptied
            self.writer.lines.extend(lines)
            return
        row = self.writer.atom(zone.read(), "row")
        if absent:
            self.writer.add(py.when(py.compare(component, "not in", row), absent), span)
        at = py.method(row, "index", component)
        self.writer.add(py.assign(zone.slot_target(at), empty), span)

    def _put(self, component: ast.expr, zone: Zone, span: Span) -> None:
        writer = self.writer
        full = [py.perform(self._failure("no_room", zone.cell, component, span))]
        match zone.kind:
            case SetOf():
                writer.add(py.augment(zone.target(), "|", self.values.bit(component)), span)
            case StackOf():
                writer.add(py.perform(py.method(zone.read(), "append", component)), span)
            case RowOf() if zone.places <= MOST_PLACES:
                lines = full
                for i in reversed(range(zone.places)):
                    filled = [py.assign(zone.slot_target(py.number(i)), component)]
                    free = py.compare(zone.slot(i), "<", py.number(0))
                    lines = [py.when(free, filled, lines)]
                writer.lines.extend(lines)
            case RowOf():
                row = writer.atom(zone.read(), "row")
                writer.add(py.when(py.compare(py.number(-1), "not in", row), full), span)
                at = py.method(row, "index", py.number(-1))
                writer.add(py.assign(zone.slot_target(at), component), span)
            case _:
                taken = py.compare(zone.read(), ">=", py.number(0))
                if zone.grows:
                    domain = zone.cell.keys[0]
                    known = self.unit.fixed(domain.name, domain, lambda: domain)
                    far = py.negated(py.call("is_in_reach", known, zone.keys[0]))
                    taken = py.either([taken, far])
                writer.add(py.when(taken, full), span)
                writer.add(
                    zone.laid(component) if zone.grows else py.assign(zone.target(), component),
                    span,
                )

    def _failure(self, function: str, cell: Cell, component: ast.expr, span: Span) -> ast.expr:
        known = self.unit.fixed("cell", cell, lambda: cell)
        return py.call(function, known, component, self.unit.site(span))

    def move_all(self, stmt: MoveAll) -> None:
        """Move many components: whole sets and stacks at once, anything else one by one."""
        writer, values = self.writer, self.values
        mask = None
        held = Read(stmt.source.cell, stmt.source.keys, stmt.source.cell.type)
        if stmt.components is not None and stmt.components != held:
            mask = writer.atom(values.mask(stmt.components), "moved")
        source, target = Zone(values, stmt.source), Zone(values, stmt.target)
        if isinstance(source.kind, SetOf):
            self._from_set(stmt, source, target, mask)
        elif stmt.source == stmt.target and mask is None:
            pass
        elif isinstance(source.kind, StackOf):
            self._from_stack(stmt, source, target, mask)
        else:
            self._singly(stmt, mask, source, target)
        self.forget(frozenset((source.cell, target.cell)))

    def _from_set(self, stmt: MoveAll, source: Zone, target: Zone, mask: ast.expr | None) -> None:
        writer = self.writer
        if mask is None:
            mask = ast.Name(writer.variable(source.read(), "moved"), py.LOAD)
            writer.add(py.assign(source.target(), py.number(0)), stmt.span)
        else:
            self._check_all_there(stmt, mask, source.read())
            writer.add(py.augment(source.target(), "^", mask), stmt.span)
        match target.kind:
            case SetOf():
                writer.add(py.augment(target.target(), "|", mask), stmt.span)
            case StackOf():
                listed = py.call("bits", mask)
                writer.add(py.perform(py.method(target.read(), "extend", listed)), stmt.span)
            case _:
                self._put_each(py.call("bits", mask), target, stmt.span)

    def _check_all_there(self, stmt: MoveAll, mask: ast.expr, held: ast.expr) -> None:
        """Fail with the first of the components that are not in their source."""
        if _within(stmt):
            return
        away = self.writer.atom(py.binary(mask, "&", py.inverted(held)), "away")
        failing = self._failure("absent", stmt.source.cell, py.lowest(away), stmt.span)
        self.writer.add(py.when(away, [py.perform(failing)]), stmt.span)

    def _from_stack(self, stmt: MoveAll, source: Zone, target: Zone, mask: ast.expr | None) -> None:
        writer = self.writer
        stack: ast.expr = py.name(writer.variable(source.read(), "stack"))
        rest: ast.expr = py.list_of([])
        if mask is not None:
            self._check_all_there(stmt, mask, py.call("mask_of", stack))
            rest = py.name(writer.variable(py.call("lying_out", stack, mask), "rest"))
            stack = py.name(writer.variable(py.call("lying_in", stack, mask), "moving"))
        writer.add(py.assign(source.target(), rest), stmt.span)
        match target.kind:
            case StackOf():
                writer.add(py.perform(py.method(target.read(), "extend", stack)), stmt.span)
            case SetOf():
                held = mask if mask is not None else py.call("mask_of", stack)
                writer.add(py.augment(target.target(), "|", held), stmt.span)
            case _:
                self._put_each(stack, target, stmt.span)

    def _put_each(self, components: ast.expr, target: Zone, span: Span) -> None:
        component = self.writer.fresh("component")
        with self.writer.block() as body:
            self._put(py.name(component), target, span)
        self.writer.add(py.for_each(component, components, body), span)

    def _singly(self, stmt: MoveAll, mask: ast.expr | None, source: Zone, target: Zone) -> None:
        """One component after the other, from a list made beforehand."""
        writer = self.writer
        held = py.list_of([source.read()]) if isinstance(source.kind, Element) else source.read()
        listed = py.call("in_order", held)
        if mask is not None:
            listed = py.name(writer.variable(listed, "lying"))
            self._check_all_there(stmt, mask, py.call("mask_of", listed))
            listed = py.call("lying_in", listed, mask)
        component = writer.fresh("component")
        with writer.block() as body:
            self._take(py.name(component), source, stmt.span, sure=True, known=True)
            self._put(py.name(component), target, stmt.span)
        writer.add(py.for_each(component, listed, body), stmt.span)

    def deal(self, stmt: Deal) -> None:
        """Move the top component, or one that chance picks, if there is one."""
        writer = self.writer
        source, target = Zone(self.values, stmt.source), Zone(self.values, stmt.target)
        with writer.block() as body:
            if isinstance(source.kind, SetOf):
                component = self._picked(source.cell, source.read(), stmt.span)
                bit = self.values.bit(py.name(component))
                writer.add(py.augment(source.target(), "^", bit), stmt.span)
            else:
                component = writer.variable(py.method(source.read(), "pop"), "component")
            self._put(py.name(component), target, stmt.span)
        writer.add(py.when(source.read(), body), stmt.span)
        self.forget(frozenset((source.cell, target.cell)))

    # ------------------------------------------------------------------------------------- chance

    def shuffle(self, stmt: Shuffle) -> None:
        """Give a stack a random order."""
        zone = Zone(self.values, stmt.place)
        self.forget(frozenset((zone.cell,)))
        if stmt.until is None:
            self._shuffle_once(stmt, zone)
            return
        with self.writer.block() as body:
            self._shuffle_once(stmt, zone)
            met = self.values.test(stmt.until)
            self.writer.add(py.when(met, [ast.Break()]), stmt.span)
        failing = py.call("fail", ast.Constant(in_vain(zone.cell)), self.unit.site(stmt.span))
        times = py.call("range", py.number(MOST_SHUFFLES))
        loop = py.for_each("_", times, body)
        assert isinstance(loop, ast.For)
        loop.orelse = [py.perform(failing)]
        self.writer.add(loop, stmt.span)

    def _shuffle_once(self, stmt: Shuffle, zone: Zone) -> None:
        source = self.writer.store.chance()
        if source is None:
            shuffle_in_place(self.writer, zone.read(), zone.target())
            return
        assert isinstance(source, ast.Subscript)
        after = py.item(source.value, source.slice, py.STORE)
        both = ast.Tuple([after, zone.target()], py.STORE)
        order = py.call("shuffled", source, ast.Constant(zone.cell.name), zone.read())
        self.writer.add(py.assign(both, order), stmt.span)

    def pick(self, stmt: Pick) -> None:
        """Let chance choose an element."""
        writer, cell = self.writer, stmt.cell
        keys = [writer.atom(self.values.value(key), "at") for key in stmt.keys]
        mask = writer.atom(self.values.mask(stmt.source), "among")
        message = ast.Constant(f"there is nothing to pick {cell.name} from")
        failing = py.perform(py.call("fail", message, self.unit.site(stmt.span)))
        writer.add(py.when(py.negated(mask), [failing]), stmt.span)
        value: ast.expr = py.name(self._picked(cell, mask, stmt.span))
        if isinstance(cell.type, Number):
            drawn = member(stmt.source.type)
            assert isinstance(drawn, Number)
            value = self._in_range(stmt, cell.type, value, (drawn.low, drawn.high))
        self.store(cell, keys, value, sure=True)
        self.forget(frozenset((cell,)))

    def _picked(self, cell: Cell, mask: ast.expr, span: Span) -> str:
        """The variable of an element that chance picks, asked about under the name of a cell."""
        writer, chosen = self.writer, self.writer.fresh("chosen")
        source = writer.store.chance()
        if source is None:
            k = draw(writer, CHANCE, py.size(mask))
            writer.add(py.assign(chosen, py.call("nth", mask, k)), span)
        else:
            assert isinstance(source, ast.Subscript)
            after = py.item(source.value, source.slice, py.STORE)
            both = ast.Tuple([after, ast.Name(chosen, py.STORE)], py.STORE)
            answer = py.call("picked", source, ast.Constant(cell.name), mask)
            writer.add(py.assign(both, answer), span)
        return chosen


def subset_of(expr: Expr) -> Read | None:
    """The cell member that an expression is certainly a part of, as a filter of it is."""
    match expr:
        case Read():
            return expr
        case Fold(kind="all"):
            return subset_of(expr.source)
        case Op(name="intersect" | "without" | "members"):
            return subset_of(expr.args[0])
        case Op(name="after" | "uppermost"):
            return subset_of(expr.args[1])
        case _:
            return None


def _within(stmt: MoveAll) -> bool:
    """Are the components certainly a part of the source?"""
    if stmt.components is None or stmt.components == Const(0, stmt.components.type):
        return True
    read = subset_of(stmt.components)
    source = stmt.source
    return read is not None and read.cell is source.cell and read.keys == source.keys
