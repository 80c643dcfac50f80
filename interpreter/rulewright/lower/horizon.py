"""What a compose can still bring about at most, whatever its steps are: ends for all they change.

Where a search has gone astray for a while it is asked whether any finish may still come to hold if
all that steps change becomes whatever it may become: a set holds what it holds now and all that
steps may put there, from wherever, a number rises as far as what is stored there allows. Nothing is
asked of the order of steps, of what they cost or of what they take from each other, so all rules
can be asked, and what is left out this way is certain to lead nowhere.

* What may come to a set is told by what steps move or add there: what a parameter is drawn from,
  what lies in the zone that something is moved from, and what may come to that zone.
* To a selection only what its step may take, as far as its guards tell (see `outlook.growing`).
* A number rises to no more than the largest value that is stored there, whatever the arguments.
* A set of which a step demands that it holds fewer than so many before it adds one never holds more
  than that, unless it does already.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial, reduce

from ..core import ir
from ..core.walk import conjuncts, free_locals, one_by_one, substitute, walk
from .changes import variables_changed, ways_of
from .changing import by_number, puts
from .completing import NO, TRUTH, YES, all_of, simplified
from .outlook import Ends, Member, Outlook
from .unit import Unit

MOST_MEMBERS = 12  # of a zone, of which it is written out what they hold


@dataclass(frozen=True, slots=True)
class Horizon:
    """`held`: what is worked out first, in this order, and the locals that stand for it in what
    `outlook` tells."""

    held: tuple[tuple[ir.Local, ir.Expr], ...]
    outlook: Outlook


def horizon(unit: Unit, compose: ir.Compose) -> Horizon:
    """What may become of all that the steps of a compose change."""
    return _Looking(unit, compose).made()


@dataclass(frozen=True, slots=True)
class _Store:
    """A statement that changes a member of a state variable, in a step."""

    step: ir.ComposeStep
    stmt: ir.Assign | ir.Move | ir.MoveAll
    keys: tuple[ir.Expr, ...]
    certain: bool


class _Looking:
    def __init__(self, unit: Unit, compose: ir.Compose) -> None:
        self.unit = unit
        self.changed = sorted(variables_changed(compose), key=by_number)
        self.ways = ways_of(compose.steps)
        self.stores: dict[ir.StateVariable, list[_Store]] = {v: [] for v in self.changed}
        for step in compose.steps:
            self._note(step)
        self.sources = {
            step: {param.local.number: param.source for param in step.params}
            for step in compose.steps
        }
        self.held: list[tuple[ir.Local, ir.Expr]] = []
        self.outlook = Outlook(unit, {}, {})

    def _note(self, step: ir.ComposeStep) -> None:
        certain = {id(stmt) for stmt in one_by_one(step.body)}
        for stmt in walk(step.body):
            match stmt:
                case ir.Assign():
                    store = _Store(step, stmt, stmt.keys, id(stmt) in certain)
                    self.stores[stmt.variable].append(store)
                case ir.Move() | ir.MoveAll():
                    target = stmt.target
                    store = _Store(step, stmt, target.keys, id(stmt) in certain)
                    self.stores[target.variable].append(store)
                case _:
                    pass

    def made(self) -> Horizon:
        for variable in self.changed:
            self._tell(variable, self._coarse(variable))
        sets = [v for v in self.changed if isinstance(v.type, ir.SetOf)]
        selections = [v for v in sets if not v.keys and self.ways[v] == {"up"}]
        others = [variable for variable in sets if variable not in selections]
        for some in (selections, others):  # what comes to others may be drawn from selections
            pools = [self._pool(variable) for variable in some]
            for variable, pool in zip(some, pools, strict=True):
                pool = self._hold(pool, "others") if variable in others else pool
                self._tell(variable, self._set(variable, pool))
        for variable in selections:  # what a step may take goes by what all sets may be
            self._selected(variable)
        for variable in self.changed:
            if isinstance(variable.type, ir.Number):
                self._tell(variable, self._number(variable))
        return Horizon(tuple(self.held), self.outlook)

    def _tell(self, variable: ir.StateVariable, member: Member) -> None:
        """What is known of the members of a state variable."""
        grows, members = dict(self.outlook.grows), dict(self.outlook.members)
        if not variable.keys and (ends := member(_read(variable))) is not None:
            grows[variable] = ends
        else:
            members[variable] = member
        self.outlook = replace(self.outlook, grows=grows, members=members)

    def _hold(self, expr: ir.Expr, name: str) -> ir.Expr:
        """What stands for an expression that is worked out once."""
        if isinstance(expr, ir.Const | ir.Local):
            return expr
        local = self.unit.fresh_local(ir.Local(0, name, expr.type))
        self.held.append((local, expr))
        return local

    # ------------------------------------------------------------------ what is known at once

    def _coarse(self, variable: ir.StateVariable) -> Member:
        """Ends that hold whatever steps store."""
        ways, kind = self.ways[variable], variable.type
        match kind:
            case ir.SetOf(domain=domain):
                low, high = ir.Const(0, kind), ir.Const(domain.everything(), kind)
            case ir.Number(low=least, high=most):
                low, high = ir.Const(least, kind), ir.Const(most, kind)
            case ir.Truth():
                stored = {store.stmt.value for store in self.stores[variable]
                          if isinstance(store.stmt, ir.Assign)}  # fmt: skip
                return partial(_between, NO if stored != {YES} else None,
                               YES if stored != {NO} else None)  # fmt: skip
            case _:
                return _unknown
        return partial(
            _between, None if ways == {"up"} else low, None if ways == {"down"} else high
        )

    # ------------------------------------------------------------------------------------ sets

    def _set(self, variable: ir.StateVariable, pool: ir.Expr) -> Member:
        ways, kind = self.ways[variable], variable.type
        low = None if ways == {"up"} else ir.Const(0, kind)
        if ways == {"down"}:
            return partial(_between, low, None)
        return partial(_with_others, low, pool, self._fewer(variable))

    def _pool(self, variable: ir.StateVariable) -> ir.Expr:
        """All that may come to a set, and does not yet lie there."""
        return _union([*self._origins(variable, {variable})], variable.type)

    def _origins(
        self, variable: ir.StateVariable, seen: set[ir.StateVariable]
    ) -> Iterator[ir.Expr]:
        """Sets that hold all that steps may put somewhere."""
        for store in self.stores[variable]:
            match store.stmt:
                case ir.Assign(value=value):
                    yield from self._added(variable, store, value, seen)
                case ir.Move(component=component):
                    yield from self._of(store.step, component, variable, seen)
                case ir.MoveAll(components=None, source=source):
                    yield from self._contents(store.step, source.variable, source.keys, seen)
                case ir.MoveAll(components=components):
                    assert components is not None
                    yield from self._among(store.step, components, seen)

    def _added(
        self, variable: ir.StateVariable, store: _Store, value: ir.Expr,
        seen: set[ir.StateVariable],
    ) -> Iterator[ir.Expr]:  # fmt: skip
        itself = ir.Read(variable, store.keys, variable.type)
        match value:
            case ir.Op(name="union", args=args):
                for arg in args:
                    yield from self._added(variable, store, arg, seen)
            case ir.Op(name="without" | "intersect", args=(first, _)):
                yield from self._added(variable, store, first, seen)
            case ir.Read() if value == itself:
                pass
            case _ if isinstance(value.type, ir.SetOf):
                yield from self._among(store.step, value, seen)
            case _:  # what lies in a slot
                yield from self._of(store.step, value, variable, seen)

    def _among(
        self, step: ir.ComposeStep, expr: ir.Expr, seen: set[ir.StateVariable]
    ) -> Iterator[ir.Expr]:
        """Sets that hold all elements of an expression."""
        kind = expr.type
        match expr:
            case ir.Const():
                yield expr
            case ir.Op(name="union", args=args):
                for arg in args:
                    yield from self._among(step, arg, seen)
            case ir.Op(name="without" | "intersect", args=(first, _)):
                yield from self._among(step, first, seen)
            case ir.Op(name="members", args=(held,)):
                yield from self._among(step, held, seen)
            case ir.Op(name="after", args=(chosen, held)):
                before = self.outlook.set_at_least(chosen)
                for part in self._among(step, held, seen):
                    yield part if free_locals(before) else ir.Op("after", (before, part), kind)
            case ir.Op(name="set", args=args) if isinstance(kind, ir.SetOf):
                for arg in args:
                    yield from self._element(step, arg, kind, seen)
            case ir.Fold(kind="all", source=source) if isinstance(source.type, ir.SetOf):
                yield from self._among(step, source, seen)
            case ir.Read(variable=variable, keys=keys) if isinstance(kind, ir.SetOf):
                yield from self._contents(step, variable, keys, seen)
            case _ if isinstance(kind, ir.SetOf):
                most = simplified(self.outlook.set_at_most(expr))
                yield _everything(kind) if free_locals(most) else most
            case _:  # a stack or a row
                assert isinstance(kind, ir.StackOf | ir.RowOf)
                yield _everything(ir.SetOf(kind.domain))

    def _of(
        self, step: ir.ComposeStep, component: ir.Expr, variable: ir.StateVariable,
        seen: set[ir.StateVariable],
    ) -> Iterator[ir.Expr]:  # fmt: skip
        kind = variable.type
        assert isinstance(kind, ir.SetOf | ir.Element | ir.StackOf | ir.RowOf)
        yield from self._element(step, component, ir.SetOf(kind.domain), seen)

    def _element(
        self, step: ir.ComposeStep, expr: ir.Expr, kind: ir.SetOf, seen: set[ir.StateVariable]
    ) -> Iterator[ir.Expr]:
        """Sets that hold an element, whatever the arguments of the step are."""
        match expr:
            case ir.Local(number=number) if number in self.sources[step]:
                yield from self._among(step, _as_set(self.sources[step][number]), seen)
            case ir.Local():
                yield from self._bound(step, expr, kind, seen)
            case ir.Read(variable=variable, keys=keys) if isinstance(variable.type, ir.Element):
                yield from self._contents(step, variable, keys, seen)
            case ir.Fold(kind="the", source=source) if isinstance(source.type, ir.SetOf):
                yield from self._among(step, source, seen)
            case _ if free_locals(expr) or self.unit.reads(expr) & {*self.changed}:
                yield _everything(kind)
            case _:
                yield ir.Op("set", (expr,), kind)

    def _bound(
        self, step: ir.ComposeStep, local: ir.Local, kind: ir.SetOf, seen: set[ir.StateVariable]
    ) -> Iterator[ir.Expr]:
        """Of what a statement of the step binds."""
        for stmt in walk(step.body):
            match stmt:
                case ir.Let(local=bound, value=value) if bound.number == local.number:
                    yield from self._element(step, value, kind, seen)
                    return
                case ir.For(local=bound, source=source) if bound.number == local.number:
                    yield from self._among(step, _as_set(source), seen)
                    return
                case _:
                    pass
        yield _everything(kind)

    def _contents(
        self, step: ir.ComposeStep, variable: ir.StateVariable, keys: tuple[ir.Expr, ...],
        seen: set[ir.StateVariable],
    ) -> Iterator[ir.Expr]:  # fmt: skip
        """What lies in a zone, or in one of its members, and what may come to it."""
        kind = variable.type
        if not isinstance(kind, ir.SetOf | ir.Element):
            assert isinstance(kind, ir.StackOf | ir.RowOf)
            yield _everything(ir.SetOf(kind.domain))
            return
        yield from self._now(step, variable, keys)
        if variable in self.stores and variable not in seen:
            seen.add(variable)
            yield from self._origins(variable, seen)

    def _now(
        self, step: ir.ComposeStep, variable: ir.StateVariable, keys: tuple[ir.Expr, ...]
    ) -> Iterator[ir.Expr]:
        """What lies now in each member that may be meant."""
        kind = variable.type
        assert isinstance(kind, ir.SetOf | ir.Element)
        held = ir.SetOf(kind.domain)
        if not any(free_locals(key) or self.unit.reads(key) & {*self.changed} for key in keys):
            yield _as_set(ir.Read(variable, keys, kind), held)
            return
        if variable.size <= MOST_MEMBERS:
            for member in _members(variable):
                yield _as_set(ir.Read(variable, member, kind), held)
            return
        source = self.sources[step].get(keys[0].number) if isinstance(keys[0], ir.Local) else None
        if len(keys) > 1 or source is None or free_locals(source):
            yield _everything(held)
            return
        among = self.outlook.set_at_most(_as_set(source))
        assert isinstance(among.type, ir.SetOf)
        one = self.unit.fresh_local(ir.Local(0, "one", ir.Element(kind.domain)))
        whose = self.unit.fresh_local(ir.Local(0, "whose", ir.Element(among.type.domain)))
        lies = ir.Op("contains", (_as_set(ir.Read(variable, (whose,), kind), held), one), TRUTH)
        some = ir.Fold("some", whose, among, lies, None, TRUTH)
        yield ir.Fold("all", one, _everything(held), some, None, held)

    def _fewer(self, variable: ir.StateVariable) -> ir.Expr | None:
        """How many of what does not lie there now a set holds at most at a time, where each step
        that adds to it adds one, and demands before that it holds fewer than so many."""
        most = 0
        for store in self.stores[variable]:
            if not self._is_alone(variable, store) or not self._adds_one(store):
                return None
            caps = [
                cap
                for test in _tests(store.step)
                if (cap := _size_below(test, variable, store.keys)) is not None
            ]
            if not caps:
                return None
            most = max(most, min(caps))
        return ir.Const(most, ir.Number(0, most)) if self.stores[variable] else None

    def _is_alone(self, variable: ir.StateVariable, store: _Store) -> bool:
        """Is it done in any case, and nothing else in the step to the same state variable?"""
        same = [one for one in self.stores[variable] if one.step is store.step]
        return store.certain and len(same) == 1

    def _adds_one(self, store: _Store) -> bool:
        match store.stmt:
            case ir.Move():
                return True
            case ir.Assign(value=ir.Op(name="union", args=(ir.Read() as read, ir.Op() as more))):
                itself = (read.variable, read.keys) == (store.stmt.variable, store.keys)
                return itself and more.name == "set" and len(more.args) == 1
            case _:
                return False

    def _selected(self, variable: ir.StateVariable) -> None:
        """A selection grows by what its steps may take, as far as guards tell."""
        read, kind = _read(variable), variable.type
        assert isinstance(kind, ir.SetOf)
        more: list[ir.Expr] = []
        for store in self.stores[variable]:
            param = next((p for p in store.step.params if puts(store.stmt, p.local)), None)
            if param is None or free_locals(param.source):
                return
            later = simplified(self.outlook.set_at_most(_as_set(param.source)))
            one = self.unit.fresh_local(param.local)
            tests = _tests(store.step)
            about = [
                substitute(test, {param.local.number: one})
                for test in tests if free_locals(test) == {param.local.number}
            ]  # fmt: skip
            apart = [test for test in tests if not free_locals(test)]
            fit = ir.Fold("all", one, later, self._certain(about), None, kind)
            open_ = self._certain(apart)
            taken = simplified(fit)
            nothing = ir.Const(0, kind)
            more.append(simplified(ir.Cond(open_, taken, nothing, kind)))
        high = self._hold(_union([read, *more], kind), "most")
        self._tell(variable, lambda _: Ends(read, high))

    def _certain(self, tests: list[ir.Expr]) -> ir.Expr:
        """What holds as long as conditions may come to hold; those that can go wrong are not
        asked."""
        told = [self.outlook.may_hold([t]) for t in tests if not self.unit.can_fail(t)]
        return all_of([test for test in told if not self.unit.can_fail(test)])

    # --------------------------------------------------------------------------------- numbers

    def _number(self, variable: ir.StateVariable) -> Member:
        kind, ways = variable.type, self.ways[variable]
        assert isinstance(kind, ir.Number)
        low = None if ways == {"up"} else ir.Const(kind.low, kind)
        if ways == {"down"}:
            return partial(_between, low, None)
        ends = [self._stored(store, kind) for store in self.stores[variable]]
        if not ends or any(end is None for end in ends):
            return partial(_between, low, ir.Const(kind.high, kind))
        told = [end for end in ends if end is not None]
        most = reduce(lambda a, b: ir.Op("most", (a, b), kind), told)
        return partial(_rising, low, self._hold(most, "highest"), kind)

    def _stored(self, store: _Store, kind: ir.Number) -> ir.Expr | None:
        """The most that a statement stores in a number; None: whatever it holds."""
        stmt = store.stmt
        assert isinstance(stmt, ir.Assign)
        itself = ir.Read(stmt.variable, store.keys, kind)
        highest = kind.high
        if self._is_alone(stmt.variable, store):
            for test in _tests(store.step):
                highest = min(highest, _below(test, itself, kind.high))
        ends = Ends(ir.Const(kind.low, kind), ir.Const(highest, kind))
        grows, members = dict(self.outlook.grows), dict(self.outlook.members)
        grows.pop(stmt.variable, None)
        members[stmt.variable] = lambda read: ends if read == itself else _type_ends(kind)
        outlook = replace(self.outlook, grows=grows, members=members)
        found = outlook.number_at_most(stmt.value)
        for param in reversed(store.step.params):
            if param.local.number in free_locals(found):
                among = _as_set(param.source)
                if not isinstance(among.type, ir.SetOf):
                    return None
                among = simplified(outlook.set_at_most(among))
                found = ir.Fold("largest", param.local, among, None, found, found.type)
        if free_locals(found) - {local.number for local, _ in self.held}:
            return None
        low, high = self.unit.intervals.of(found)
        if high >= kind.high or low < 0 or self.unit.can_fail(found):
            return None
        return found


def _tests(step: ir.ComposeStep) -> list[ir.Expr]:
    return [test for guard in step.guards for test in conjuncts(guard.test)]


def _read(variable: ir.StateVariable) -> ir.Read:
    return ir.Read(variable, (), variable.type)


def _unknown(read: ir.Read) -> Ends | None:
    return None


def _type_ends(kind: ir.Number) -> Ends:
    return Ends(ir.Const(kind.low, kind), ir.Const(kind.high, kind))


def _between(low: ir.Expr | None, high: ir.Expr | None, read: ir.Read) -> Ends:
    """Ends of a member; None: what it is now."""
    return Ends(read if low is None else low, read if high is None else high)


def _with_others(
    low: ir.Expr | None, others: ir.Expr, fewer: ir.Expr | None, read: ir.Read
) -> Ends:
    high = simplified(ir.Op("union", (read, others), read.type))
    return Ends(read if low is None else low, high, read, fewer)


def _rising(low: ir.Expr | None, highest: ir.Expr, kind: ir.Number, read: ir.Read) -> Ends:
    high = ir.Op("most", (read, highest), kind)
    return Ends(read if low is None else low, high)


def _everything(kind: ir.SetOf) -> ir.Const:
    return ir.Const(kind.domain.everything(), kind)


def _as_set(source: ir.Expr, kind: ir.SetOf | None = None) -> ir.Expr:
    """What a parameter is drawn from, or what lies in a slot, as a set."""
    match source.type:
        case ir.SetOf():
            return source
        case ir.Element(domain=domain):
            return ir.Op("set", (source,), kind or ir.SetOf(domain))
        case ir.StackOf(domain=domain) | ir.RowOf(domain=domain):
            return ir.Op("members", (source,), ir.SetOf(domain))
        case _:
            return source


def _union(sets: list[ir.Expr], kind: ir.Type) -> ir.Expr:
    found: ir.Expr = ir.Const(0, kind)
    for one in dict.fromkeys(sets):
        found = simplified(ir.Op("union", (found, one), kind))
    return found


def _members(variable: ir.StateVariable) -> Iterator[tuple[ir.Expr, ...]]:
    """The keys of all members of a state variable."""
    keys: list[tuple[ir.Expr, ...]] = [()]
    for domain in variable.keys:
        each = [ir.Const(number, ir.Element(domain)) for number in range(domain.size)]
        keys = [(*key, one) for key in keys for one in each]
    yield from keys


def _size_below(test: ir.Expr, variable: ir.StateVariable, keys: tuple[ir.Expr, ...]) -> int | None:
    """So many a set holds at most once a step that demands this has added one."""
    match test:
        case ir.Op(name="empty", args=(ir.Read() as read,)):
            most = 1
        case ir.Op(
            name="less", args=(ir.Op(name="size", args=(ir.Read() as read,)), ir.Const(value=most))
        ):
            pass
        case ir.Op(
            name="at_most" | "equal",
            args=(ir.Op(name="size", args=(ir.Read() as read,)), ir.Const(value=value)),
        ):
            most = value + 1
        case _:
            return None
    return most if (read.variable, read.keys) == (variable, keys) else None


def _below(test: ir.Expr, itself: ir.Read, most: int) -> int:
    """What a number is at most where a condition holds of it."""
    match test:
        case ir.Op(name="less", args=(one, ir.Const(value=value))) if one == itself:
            return value - 1
        case ir.Op(name="at_most" | "equal", args=(one, ir.Const(value=value))) if one == itself:
            return value
        case ir.Op(name="more", args=(ir.Const(value=value), one)) if one == itself:
            return value - 1
        case _:
            return most
