"""Statements that store something: assignments, moves of components, chance."""

from __future__ import annotations

from collections.abc import Sequence

from ..core import ir
from ..core.evaluate import member
from ..core.walk import conjuncts, expressions_in
from ..source import Span
from . import nodes as code
from .names import CHANCE
from .store import MOST_PLACES
from .stream import draw, shuffle_above, shuffle_in_place
from .values import Values
from .writer import Writer


class Zone:
    """A place with its keys computed: reads and writes of its slots."""

    def __init__(self, values: Values, place: ir.Place) -> None:
        writer = values.writer
        self.variable = place.variable
        self.grows = place.variable.grows
        self.kind = place.variable.type
        self._store = writer.store
        keys = [writer.atom(values.value(key), "at") for key in place.keys]
        self.keys = keys
        self._offset = values.offset(place.variable, keys)
        if self.is_row and place.keys:
            self._offset = writer.atom(self._offset, "at")

    @property
    def is_row(self) -> bool:
        return isinstance(self.kind, ir.RowOf)

    @property
    def places(self) -> int:
        return self.kind.places if isinstance(self.kind, ir.RowOf) else 1

    def read(self) -> code.Value:
        if self.grows:
            at = self._store.slot(self.variable, code.number(2))
            return code.method(at, "get", self.keys[0], code.number(-1))
        if self.is_row:
            return self._store.places(self.variable, self._offset, self.places)
        return self._store.slot(self.variable, self._offset)

    def laid(self, component: code.Value) -> code.Statement:
        """Put a component, or none, into a cell of a growing grid."""
        slots = [self._store.slot(self.variable, code.number(i)) for i in range(4)]
        targets = [self._store.slot(self.variable, code.number(i)) for i in range(4)]
        changed = code.call("laid", *slots, self.keys[0], component)
        return code.assign(code.tuple_of(targets), changed)

    def target(self) -> code.Place:
        return self._store.slot(self.variable, self._offset)

    def slot(self, i: int) -> code.Value:
        return self._store.slot(self.variable, code.binary(self._offset, "+", code.number(i)))

    def slot_target(self, i: code.Value) -> code.Place:
        return self._store.slot(self.variable, code.binary(self._offset, "+", i))


class Effects:
    """Writes effects into a function; `known` are the components known to lie somewhere."""

    def __init__(self, writer: Writer, values: Values) -> None:
        self.writer = writer
        self.values = values
        self.unit = writer.unit
        self.known: set[tuple[ir.Expr, ir.StateVariable, tuple[ir.Expr, ...]]] = set()

    def forget(self, variables: frozenset[ir.StateVariable]) -> None:
        """These state variables change: what rests on them is not known any more."""
        reads = self.unit.reads
        self.known = {
            fact
            for fact in self.known
            if fact[1] not in variables
            and not (reads(fact[0]) & variables)
            and not any(reads(key) & variables for key in fact[2])
        }

    def know(self, alternative: ir.Alternative | ir.ComposeStep) -> None:
        """What the parameters and guards of an alternative say about where components lie."""
        for param in alternative.params:
            read = subset_of(param.source)
            if read is not None:
                self.known.add((param.local, read.variable, read.keys))
        for test in (part for guard in alternative.guards for part in conjuncts(guard.test)):
            if isinstance(test, ir.Op) and test.name == "contains":
                read = subset_of(test.args[0])
                if read is not None:
                    self.known.add((test.args[1], read.variable, read.keys))

    def _is_known(self, component: ir.Expr, place: ir.Place) -> bool:
        return (component, place.variable, place.keys) in self.known

    def assign(self, stmt: ir.Assign) -> None:
        """Store a value, with a check where it could leave its range."""
        variable, kind = stmt.variable, stmt.variable.type
        keys = [self.values.value(key) for key in stmt.keys]
        if self._is_changed_by_one(stmt):
            self._one_in_or_out(stmt, keys[0])
            self.forget(frozenset((variable,)))
            return
        value = self.values.value(stmt.value)
        if isinstance(stmt.value.type, ir.StackOf):
            value = code.section(value)
        if isinstance(kind, ir.Number):
            value = self._in_range(stmt, kind, value, self.unit.intervals.of(stmt.value))
        self.store(variable, keys, value, sure=self.values.is_sure(stmt.value))
        self.forget(frozenset((variable,)))

    def _in_range(
        self,
        stmt: ir.Assign | ir.Pick,
        kind: ir.Number,
        value: code.Value,
        interval: tuple[int, int],
    ) -> code.Value:
        low, high = interval
        checks: list[code.Value] = []
        if not kind.includes(low, high):
            value = self.writer.atom(value, "value")
        if low < kind.low:
            checks.append(code.compare(value, "<", code.number(kind.low)))
        if kind.least is not None and low < kind.least and high >= 0:
            below = (
                code.compare(value, ">=", code.number(0)),
                code.compare(value, "<", code.number(kind.least)),
            )
            checks.append(code.both(below))
        if high > kind.high:
            checks.append(code.compare(value, ">", code.number(kind.high)))
        if checks:
            cell = self.unit.fixed("cell", stmt.variable, lambda: stmt.variable)
            outside = code.call("outside", cell, value, self.unit.site(stmt.span))
            self.writer.add(code.when(code.either(checks), [code.perform(outside)]), stmt.span)
        return value

    def store(
        self,
        variable: ir.StateVariable,
        keys: Sequence[code.Value],
        value: code.Value,
        *,
        sure: bool,
    ) -> None:
        """Store a value in a member of a state variable."""
        writer, region = self.writer, self.unit.layout.region(variable)
        match region.form:
            case "flags":
                self._flag(variable, self.values.bit(keys[0]), value)
            case "inverted":
                self._holder(variable, keys[0], value, sure)
            case "crossed":
                self._crossed(variable, keys[0], value)
            case "row":
                held = writer.atom(value, "row")
                offset = self.values.offset(variable, [writer.atom(key) for key in keys])
                for i in range(region.width):
                    place = writer.store.slot(variable, code.binary(offset, "+", code.number(i)))
                    writer.add(code.assign(place, code.item(held, code.number(i))))
            case _:
                offset = self.values.offset(variable, keys)
                writer.add(code.assign(writer.store.slot(variable, offset), value))

    def _flag(self, variable: ir.StateVariable, bit: code.Value, value: code.Value) -> None:
        place = self.writer.store.slot(variable, code.number(0))
        raised = code.augment(place, "|", bit)
        lowered = code.augment(place, "&", code.inverted(bit))
        constant = code.constant(value)
        if constant is not None:
            self.writer.add(raised if constant else lowered)
        else:
            self.writer.add(code.when(value, [raised], [lowered]))

    def _holder(
        self, variable: ir.StateVariable, key: code.Value, value: code.Value, sure: bool
    ) -> None:
        writer, store = self.writer, self.writer.store
        bit = writer.atom(self.values.bit(key), "bit")
        new = writer.atom(value, "holder")
        anybody: code.Value = code.number(0)
        clearing: code.Lines = []
        for i in range(self.unit.layout.region(variable).width):
            at = code.number(i)
            anybody = code.binary(anybody, "|", store.slot(variable, at))
            clearing.append(code.augment(store.slot(variable, at), "&", code.inverted(bit)))
        writer.add(code.when(code.binary(anybody, "&", bit), clearing))
        constant = code.constant(new)
        if constant == -1:
            return
        take = code.augment(store.slot(variable, new), "|", bit)
        somebody = code.compare(new, ">=", code.number(0))
        writer.add(take if sure or constant is not None else code.when(somebody, [take]))

    def _crossed(self, variable: ir.StateVariable, key: code.Value, value: code.Value) -> None:
        """Store a set: into each mask of those that hold a value, or out of it."""
        writer = self.writer
        bit = writer.atom(self.values.bit(key), "bit")
        new = writer.atom(value, "held")
        for i in range(self.unit.layout.region(variable).width):
            place = writer.store.slot(variable, code.number(i))
            into = code.augment(place, "|", bit)
            out = code.augment(place, "&", code.inverted(bit))
            writer.add(code.when(code.binary(new, "&", code.number(1 << i)), [into], [out]))

    def _is_changed_by_one(self, stmt: ir.Assign) -> bool:
        """Is it a set that is held crosswise, with an element more or less than before?"""
        region = self.unit.layout.region(stmt.variable)
        if region.form != "crossed" or region.width < 2:
            return False
        match stmt.value:
            case ir.Op(
                name="union" | "without", args=(ir.Read() as read, ir.Op(name="set") as one)
            ):
                same = read.variable is stmt.variable and read.keys == stmt.keys
                return same and len(one.args) == 1
            case _:
                return False

    def _one_in_or_out(self, stmt: ir.Assign, key: code.Value) -> None:
        """Only the mask of those that hold the element is another."""
        assert isinstance(stmt.value, ir.Op) and isinstance(stmt.value.args[1], ir.Op)
        writer, (one,) = self.writer, stmt.value.args[1].args
        bit = writer.atom(self.values.bit(key), "bit")
        element = writer.atom(self.values.value(one), "one")
        place = writer.store.slot(stmt.variable, element)
        line = code.augment(place, "|", bit)
        if stmt.value.name == "without":
            line = code.augment(place, "&", code.inverted(bit))
        there = code.compare(element, ">=", code.number(0))
        writer.add(line if self.values.is_sure(one) else code.when(there, [line]))

    def move(self, stmt: ir.Move) -> None:
        """Move one component."""
        component = self.writer.atom(self.values.value(stmt.component), "component")
        source, target = Zone(self.values, stmt.source), Zone(self.values, stmt.target)
        sure = self.values.is_sure(stmt.component)
        known = self._is_known(stmt.component, stmt.source)
        self._take(component, source, stmt.span, sure=sure, known=known)
        self._put(component, target, stmt.span)
        self.forget(frozenset((source.variable, target.variable)))
        if isinstance(target.kind, ir.SetOf):
            self.known.add((stmt.component, stmt.target.variable, stmt.target.keys))

    def _take(
        self, component: code.Value, zone: Zone, span: Span, *, sure: bool, known: bool
    ) -> None:
        """Remove a component; `sure`: it is not none, `known`: it is certainly there."""
        writer = self.writer
        absent = [code.perform(self._failure("absent", zone.variable, component, span))]
        if not sure and not isinstance(zone.kind, ir.SetOf):
            writer.add(code.when(code.compare(component, "<", code.number(0)), absent), span)
        match zone.kind:
            case ir.SetOf():
                bit = self.values.bit(component)
                if not known:
                    there = code.binary(zone.read(), "&", bit)
                    writer.add(code.when(code.negated(there), absent), span)
                writer.add(code.augment(zone.target(), "^", bit), span)
            case ir.StackOf():
                if not known:
                    missing = code.compare(component, "not in", zone.read())
                    writer.add(code.when(missing, absent), span)
                writer.add(code.perform(code.method(zone.read(), "remove", component)), span)
            case ir.RowOf():
                self._take_from_row(component, zone, [] if known else absent, span)
            case _:
                if not known:
                    other = code.compare(zone.read(), "!=", component)
                    writer.add(code.when(other, absent), span)
                empty = code.number(-1)
                writer.add(
                    zone.laid(empty) if zone.grows else code.assign(zone.target(), empty), span
                )

    def _take_from_row(
        self, component: code.Value, zone: Zone, absent: code.Lines, span: Span
    ) -> None:
        empty = code.number(-1)
        if zone.places <= MOST_PLACES:
            lines = absent
            for i in reversed(range(zone.places)):
                emptied = [code.assign(zone.slot_target(code.number(i)), empty)]
                here = code.compare(zone.slot(i), "==", component)
                lines = [code.when(here, emptied, lines)] if lines else emptied
            self.writer.lines.extend(lines)
            return
        row = self.writer.atom(zone.read(), "row")
        if absent:
            self.writer.add(code.when(code.compare(component, "not in", row), absent), span)
        at = code.method(row, "index", component)
        self.writer.add(code.assign(zone.slot_target(at), empty), span)

    def _put(self, component: code.Value, zone: Zone, span: Span) -> None:
        writer = self.writer
        full = [code.perform(self._failure("no_room", zone.variable, component, span))]
        match zone.kind:
            case ir.SetOf():
                writer.add(code.augment(zone.target(), "|", self.values.bit(component)), span)
            case ir.StackOf():
                writer.add(code.perform(code.method(zone.read(), "append", component)), span)
            case ir.RowOf() if zone.places <= MOST_PLACES:
                lines = full
                for i in reversed(range(zone.places)):
                    filled = [code.assign(zone.slot_target(code.number(i)), component)]
                    free = code.compare(zone.slot(i), "<", code.number(0))
                    lines = [code.when(free, filled, lines)]
                writer.lines.extend(lines)
            case ir.RowOf():
                row = writer.atom(zone.read(), "row")
                writer.add(code.when(code.compare(code.number(-1), "not in", row), full), span)
                at = code.method(row, "index", code.number(-1))
                writer.add(code.assign(zone.slot_target(at), component), span)
            case _:
                taken = code.compare(zone.read(), ">=", code.number(0))
                if zone.grows:
                    domain = zone.variable.keys[0]
                    known = self.unit.fixed(domain.name, domain, lambda: domain)
                    far = code.negated(code.call("is_in_reach", known, zone.keys[0]))
                    taken = code.either([taken, far])
                writer.add(code.when(taken, full), span)
                writer.add(
                    zone.laid(component) if zone.grows else code.assign(zone.target(), component),
                    span,
                )

    def _failure(
        self, function: str, variable: ir.StateVariable, component: code.Value, span: Span
    ) -> code.Value:
        known = self.unit.fixed("cell", variable, lambda: variable)
        return code.call(function, known, component, self.unit.site(span))

    def move_all(self, stmt: ir.MoveAll) -> None:
        """Move many components: whole sets and stacks at once, anything else one by one."""
        writer, values = self.writer, self.values
        mask = None
        held = ir.Read(stmt.source.variable, stmt.source.keys, stmt.source.variable.type)
        if stmt.components is not None and stmt.components != held:
            mask = values.mask(stmt.components)
            if code.constant(mask) is None:  # it may be a variable that changes meanwhile
                mask = code.name(writer.variable(mask, "moved"))
        source, target = Zone(values, stmt.source), Zone(values, stmt.target)
        if isinstance(source.kind, ir.SetOf):
            self._from_set(stmt, source, target, mask)
        elif stmt.source == stmt.target and mask is None:
            pass
        elif isinstance(source.kind, ir.StackOf):
            self._from_stack(stmt, source, target, mask)
        else:
            self._singly(stmt, mask, source, target)
        self.forget(frozenset((source.variable, target.variable)))

    def _from_set(
        self, stmt: ir.MoveAll, source: Zone, target: Zone, mask: code.Value | None
    ) -> None:
        writer = self.writer
        if mask is None:
            mask = code.name(writer.variable(source.read(), "moved"))
            writer.add(code.assign(source.target(), code.number(0)), stmt.span)
        else:
            self._check_all_there(stmt, mask, source.read())
            writer.add(code.augment(source.target(), "^", mask), stmt.span)
        match target.kind:
            case ir.SetOf():
                writer.add(code.augment(target.target(), "|", mask), stmt.span)
            case ir.StackOf():
                listed = code.call("bits", mask)
                writer.add(code.perform(code.method(target.read(), "extend", listed)), stmt.span)
            case _:
                self._put_each(code.call("bits", mask), target, stmt.span)

    def _check_all_there(self, stmt: ir.MoveAll, mask: code.Value, held: code.Value) -> None:
        """Fail with the first of the components that are not in their source."""
        if _within(stmt):
            return
        away = self.writer.atom(code.binary(mask, "&", code.inverted(held)), "away")
        failing = self._failure("absent", stmt.source.variable, code.lowest(away), stmt.span)
        self.writer.add(code.when(away, [code.perform(failing)]), stmt.span)

    def _from_stack(
        self, stmt: ir.MoveAll, source: Zone, target: Zone, mask: code.Value | None
    ) -> None:
        writer = self.writer
        stack: code.Value = code.name(writer.variable(source.read(), "stack"))
        rest: code.Value = code.list_of([])
        if mask is not None:
            self._check_all_there(stmt, mask, code.call("mask_of", stack))
            rest = code.name(writer.variable(code.call("lying_out", stack, mask), "rest"))
            stack = code.name(writer.variable(code.call("lying_in", stack, mask), "moving"))
        writer.add(code.assign(source.target(), rest), stmt.span)
        match target.kind:
            case ir.StackOf():
                writer.add(code.perform(code.method(target.read(), "extend", stack)), stmt.span)
            case ir.SetOf():
                held = mask if mask is not None else code.call("mask_of", stack)
                writer.add(code.augment(target.target(), "|", held), stmt.span)
            case _:
                self._put_each(stack, target, stmt.span)

    def _put_each(self, components: code.Value, target: Zone, span: Span) -> None:
        component = self.writer.fresh("component")
        with self.writer.block() as body:
            self._put(code.name(component), target, span)
        self.writer.add(code.for_each(component, components, body), span)

    def _singly(
        self, stmt: ir.MoveAll, mask: code.Value | None, source: Zone, target: Zone
    ) -> None:
        """One component after the other, from a list made beforehand."""
        writer = self.writer
        held = (
            code.list_of([source.read()]) if isinstance(source.kind, ir.Element) else source.read()
        )
        listed = code.call("in_order", held)
        if mask is not None:
            listed = code.name(writer.variable(listed, "lying"))
            self._check_all_there(stmt, mask, code.call("mask_of", listed))
            listed = code.call("lying_in", listed, mask)
        component = writer.fresh("component")
        with writer.block() as body:
            self._take(code.name(component), source, stmt.span, sure=True, known=True)
            self._put(code.name(component), target, stmt.span)
        writer.add(code.for_each(component, listed, body), stmt.span)

    def deal(self, stmt: ir.Deal) -> None:
        """Move the top component, or one that chance picks, if there is one."""
        writer = self.writer
        source, target = Zone(self.values, stmt.source), Zone(self.values, stmt.target)
        with writer.block() as body:
            if isinstance(source.kind, ir.SetOf):
                component = self._picked(source.variable, source.read(), stmt.span)
                bit = self.values.bit(code.name(component))
                writer.add(code.augment(source.target(), "^", bit), stmt.span)
            else:
                component = writer.variable(code.method(source.read(), "pop"), "component")
            self._put(code.name(component), target, stmt.span)
        there = source.read() if isinstance(source.kind, ir.SetOf) else code.filled(source.read())
        writer.add(code.when(there, body), stmt.span)
        self.forget(frozenset((source.variable, target.variable)))

    def shuffle(self, stmt: ir.Shuffle) -> None:
        """Give a stack a random order."""
        zone = Zone(self.values, stmt.place)
        self.forget(frozenset((zone.variable,)))
        if stmt.until is None:
            self._shuffle_once(stmt, zone, code.call("sorted", zone.read()))
            return
        ordered = code.call("sorted", zone.read())
        many = None
        if self.writer.store.chance() is None:  # it stays the same, however often it is shuffled
            ordered = code.call("list", code.name(self.writer.variable(ordered, "ordered")))
            many = looked_at(stmt.until, zone.variable)
        with self.writer.block() as body:
            if many is None:
                self._shuffle_once(stmt, zone, ordered)
                met = self.values.test(stmt.until)
                self.writer.add(code.when(met, [code.leave()]), stmt.span)
            else:
                rest, moved = shuffle_above(self.writer, ordered, zone.target(), many)
                met = self.values.test(stmt.until)
                self.writer.add(code.when(met, [rest, code.leave()]), stmt.span)
                self.writer.add(moved)
        failing = code.call("fail", code.text(ir.in_vain(zone.variable)), self.unit.site(stmt.span))
        times = code.call("range", code.number(ir.MOST_SHUFFLES))
        loop = code.for_each("_", times, body)
        loop.otherwise = [code.perform(failing)]
        self.writer.add(loop, stmt.span)

    def _shuffle_once(self, stmt: ir.Shuffle, zone: Zone, ordered: code.Value) -> None:
        source = self.writer.store.chance()
        if source is None:
            shuffle_in_place(self.writer, ordered, zone.target())
            return
        both = code.tuple_of([source, zone.target()])
        order = code.call("shuffled", source, code.text(zone.variable.name), zone.read())
        self.writer.add(code.assign(both, order), stmt.span)

    def pick(self, stmt: ir.Pick) -> None:
        """Let chance choose an element."""
        writer, variable = self.writer, stmt.variable
        keys = [writer.atom(self.values.value(key), "at") for key in stmt.keys]
        mask = writer.atom(self.values.mask(stmt.source), "among")
        message = code.text(f"there is nothing to pick {variable.name} from")
        failing = code.perform(code.call("fail", message, self.unit.site(stmt.span)))
        writer.add(code.when(code.negated(mask), [failing]), stmt.span)
        value: code.Value = code.name(self._picked(variable, mask, stmt.span))
        if isinstance(variable.type, ir.Number):
            drawn = member(stmt.source.type)
            assert isinstance(drawn, ir.Number)
            value = self._in_range(stmt, variable.type, value, (drawn.low, drawn.high))
        self.store(variable, keys, value, sure=True)
        self.forget(frozenset((variable,)))

    def _picked(self, variable: ir.StateVariable, mask: code.Value, span: Span) -> str:
        """The variable of an element that chance picks, asked about under the name of a state
        variable."""
        writer, chosen = self.writer, self.writer.fresh("chosen")
        source = writer.store.chance()
        if source is None:
            k = draw(writer, CHANCE, code.size(mask))
            writer.add(code.assign(chosen, code.call("nth", mask, k)), span)
        else:
            both = code.tuple_of([source, code.name(chosen)])
            answer = code.call("picked", source, code.text(variable.name), mask)
            writer.add(code.assign(both, answer), span)
        return chosen


def subset_of(expr: ir.Expr) -> ir.Read | None:
    """The state variable member that an expression is certainly a part of, as a filter of it is."""
    match expr:
        case ir.Read():
            return expr
        case ir.Fold(kind="all"):
            return subset_of(expr.source)
        case ir.Op(name="intersect" | "without" | "members"):
            return subset_of(expr.args[0])
        case ir.Op(name="after" | "uppermost"):
            return subset_of(expr.args[1])
        case _:
            return None


def looked_at(expr: ir.Expr, variable: ir.StateVariable) -> int | None:
    """How many components from the top of a stack an expression looks at, at most; None if that is
    not known."""
    match expr:
        case ir.Op(name="uppermost", args=(ir.Const(value=int(many)), ir.Read(keys=keys))):
            seen, parts = max(0, many), keys
        case ir.Op(name="top", args=(ir.Read(keys=keys),)):
            seen, parts = 1, keys
        case ir.Read() if expr.variable is variable:
            return None
        case _:
            seen, parts = 0, tuple(expressions_in(expr))
    for part in parts:
        further = looked_at(part, variable)
        if further is None:
            return None
        seen = max(seen, further)
    return seen


def _within(stmt: ir.MoveAll) -> bool:
    """Are the components certainly a part of the source?"""
    if stmt.components is None or stmt.components == ir.Const(0, stmt.components.type):
        return True
    read = subset_of(stmt.components)
    source = stmt.source
    return read is not None and read.variable is source.variable and read.keys == source.keys
