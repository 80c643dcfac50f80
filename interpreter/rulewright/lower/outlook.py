"""What may still come true of sets that grow: a condition for a condition, made from the rules.

Of each set is known what it holds now and what it can hold at most; all it can become lies between
the two. So does each number that is worked out from it between two others: `size of S` between
those of both, `total F of S` too where F is never below 0, the difference of two numbers between
the differences of their ends. Where the ends of two numbers lie apart the numbers are never equal,
and so on through all that a condition is made of. What is too hard to tell may come true.

What is demanded of every element of a set (`every c in S has rank of c is r`) says more: whatever
is not like that will not be in the set when all holds. So the set holds at most what is, as far as
all other conditions that must hold with this one are concerned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..core import ir
from ..core.operators import OPERATORS
from ..core.walk import conjuncts, substitute
from .completing import NO, TRUTH, YES, all_of, any_of, simplified
from .unit import Unit

_LESS = ("less", "at_most")


@dataclass(frozen=True, slots=True)
class Ends:
    """What a set or a number is at least, and at most. Of a set also, if that is known: what it
    holds `now`, and `others`: it never holds more than so many once it holds others."""

    low: ir.Expr
    high: ir.Expr
    now: ir.Expr | None = None
    others: ir.Expr | None = None


Member = Callable[[ir.Read], Ends | None]
"""The ends of what is read; None: nothing is known of it."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """`grows`: the sets and numbers that may change, as state variables or by number of their
    locals, with the ends that they stay between; `members`: the state variables of which this hangs
    on the member that is read."""

    unit: Unit
    grows: Mapping[ir.StateVariable | int, Ends]
    members: Mapping[ir.StateVariable, Member] = field(default_factory=dict)

    def may_hold(self, tests: Iterable[ir.Expr]) -> ir.Expr:
        """What holds as long as all tests may come to hold together."""
        parts = [part for test in tests for part in conjuncts(test)]
        narrowed = self._narrowed(parts)
        return all_of([narrowed._truth(part, True) for part in parts])

    def set_at_most(self, expr: ir.Expr) -> ir.Expr:
        """What a set can hold."""
        return self._set(expr, True)

    def set_at_least(self, expr: ir.Expr) -> ir.Expr:
        """What a set holds whatever becomes of it."""
        return self._set(expr, False)

    def number_at_most(self, expr: ir.Expr) -> ir.Expr:
        """What a number can be at most."""
        return self._number(expr, True)

    def with_most(self, which: ir.StateVariable | int, high: ir.Expr) -> Outlook:
        """The same where a set can hold no more than this."""
        return replace(self, grows={**self.grows, which: Ends(self.grows[which].low, high)})

    def _narrowed(self, parts: Iterable[ir.Expr]) -> Outlook:
        """The same where sets hold no more than what is as every element must be."""
        found = self
        for part in parts:
            found = found._apart(part)
            told = _of_every(part)
            which = None if told is None else found._which(told.source)
            if told is None or which is None:
                continue
            kind = told.source.type
            assert isinstance(kind, ir.SetOf)
            one = self.unit.fresh_local(told.local)
            demand = any_of(
                [
                    *([_not(told.where)] if told.where is not None else []),
                    *([told.body] if told.body is not None else []),
                ]
            )
            fits = self._truth(substitute(demand, {told.local.number: one}), True)
            if fits != YES:
                high = ir.Fold("all", one, found.grows[which].high, fits, None, kind)
                found = found.with_most(which, simplified(high))
        return found

    def _apart(self, test: ir.Expr) -> Outlook:
        """The same where two sets have nothing in common."""
        found = self
        match test:
            case ir.Op(name="not", args=(ir.Op(name="meets", args=(one, other)),)):
                for these, those in ((one, other), (other, one)):
                    which = self._which(these)
                    if which is not None:
                        kind, high = these.type, found.grows[which].high
                        less = ir.Op("without", (high, self._set(those, False)), kind)
                        found = found.with_most(which, less)
            case _:
                pass
        return found

    def _which(self, expr: ir.Expr) -> ir.StateVariable | int | None:
        """The set or number that grows which an expression is."""
        if isinstance(expr, ir.Op) and expr.name == "members":
            return self._which(expr.args[0])
        which: ir.StateVariable | int
        match expr:
            case ir.Read(variable=which, keys=()) | ir.Local(number=which) if which in self.grows:
                return which
            case _:
                return None

    def _ends(self, expr: ir.Expr) -> Ends | None:
        """Between which ends a member or a local stays; None: that is not known."""
        which = self._which(expr)
        if which is not None:
            return self.grows[which]
        match expr:
            case ir.Read(variable=variable, keys=keys) if variable in self.members:
                return None if any(map(self._moves, keys)) else self.members[variable](expr)
            case _:
                return None

    def _moves(self, expr: ir.Expr) -> bool:
        held = self.unit.reads(expr) | self.unit.free(expr)
        return not (held.isdisjoint(self.grows) and held.isdisjoint(self.members))

    def _is_hidden(self, expr: ir.Fold) -> bool:
        """Is it not known what a query goes through?"""
        return not isinstance(expr.source.type, ir.SetOf) and self._moves(expr.source)

    def _truth(self, expr: ir.Expr, high: bool) -> ir.Expr:
        """What holds if the condition may come to hold (`high`), or whatever becomes of it."""
        if not self._moves(expr):
            return expr
        match expr:
            case ir.Local() | ir.Read():
                ends = self._ends(expr)
                if ends is not None:
                    return ends.high if high else ends.low
            case ir.Op():
                found = self._told(expr, high)
                if found is not None:
                    return found
            case ir.Cond() if not self._moves(expr.test):
                then, other = self._truth(expr.then, high), self._truth(expr.other, high)
                return simplified(replace(expr, then=then, other=other))
            case ir.Cond():
                return self._either(expr, high)
            case ir.Fold() if self._is_hidden(expr):
                pass
            case ir.Fold(kind="some"):
                return simplified(self._over(expr, high))
            case ir.Fold(kind="every"):
                body = NO if expr.body is None else self._truth(expr.body, high)
                return simplified(replace(self._over(expr, not high), body=body))
            case _:
                pass
        return YES if high else NO

    def _either(self, expr: ir.Cond, high: bool) -> ir.Expr:
        """One of two conditions, where it may change which one counts."""
        then, other = expr.then, expr.other
        if high:
            ways = [(expr.test, then), (_not(expr.test), other)]
            return any_of([self.may_hold(way) for way in ways])
        return all_of([self._truth(each, high) for each in (then, other)])

    def _told(self, expr: ir.Op, high: bool) -> ir.Expr | None:
        args = expr.args
        match expr.name:
            case "and" if high:
                return self.may_hold(args)
            case "and":
                return all_of([self._truth(arg, high) for arg in args])
            case "or":
                return any_of([self._truth(arg, high) for arg in args])
            case "not":
                return _not(self._truth(args[0], not high))
            case "less" | "at_most" | "more" | "at_least" if _numbers(args):
                down = expr.name in _LESS
                left, right = (
                    self._number(args[0], high != down),
                    self._number(args[1], high == down),
                )
                return _compared(replace(expr, args=(left, right)))
            case "equal" if _numbers(args):
                return self._equal(args, high)
            case "differ" if _numbers(args):
                return _not(self._equal(args, not high))
            case "contains" if _numbers(args[1:]) and (ends := _ends(args[0], args[1])):
                within = [ir.Op("at_least", (args[1], ends.low), TRUTH)]
                within.append(ir.Op("at_most", (args[1], ends.high), TRUTH))
                return all_of([self._truth(test, high) for test in within])
            case "contains" if not self._moves(args[1]) and isinstance(args[0].type, ir.SetOf):
                return simplified(replace(expr, args=(self._set(args[0], high), args[1])))
            case "meets":
                return replace(expr, args=tuple(self._set(arg, high) for arg in args))
            case "empty" if isinstance(args[0].type, ir.SetOf):
                return simplified(replace(expr, args=(self._set(args[0], not high),)))
            case _:
                return None

    def _equal(self, args: tuple[ir.Expr, ...], high: bool) -> ir.Expr:
        """May two numbers be equal; or are they, whatever becomes of them?"""
        one, other = args
        pairs = [(one, other), (other, one)]
        return all_of(
            [
                _compared(
                    ir.Op("at_most", (self._number(a, not high), self._number(b, high)), TRUTH)
                )
                for a, b in pairs
            ]
        )

    def _number(self, expr: ir.Expr, high: bool) -> ir.Expr:
        """What a number is at most, or at least."""
        if not self._moves(expr):
            return expr
        found: ir.Expr | None = None
        match expr:
            case ir.Local() | ir.Read():
                ends = self._ends(expr)
                found = None if ends is None else ends.high if high else ends.low
            case ir.Op():
                found = self._worked_out(expr, high)
            case ir.Cond():
                then, other = self._number(expr.then, high), self._number(expr.other, high)
                if self._moves(expr.test):
                    found = ir.Op("most" if high else "least", (then, other), expr.type)
                else:
                    found = simplified(replace(expr, then=then, other=other))
            case ir.Fold() if self._is_hidden(expr):
                pass
            case ir.Fold():
                found = self._folded(expr, high)
            case ir.Measure():
                found = replace(expr, edges=self._set(expr.edges, high))
            case _:
                pass
        low, most = self.unit.intervals.of(expr)
        return ir.Const(most if high else low, expr.type) if found is None else found

    def _worked_out(self, expr: ir.Op, high: bool) -> ir.Expr | None:
        args = expr.args
        match expr.name:
            case "add" | "least" | "most":
                return replace(expr, args=tuple(self._number(arg, high) for arg in args))
            case "subtract":
                return replace(
                    expr, args=(self._number(args[0], high), self._number(args[1], not high))
                )
            case "negate":
                return replace(expr, args=(self._number(args[0], not high),))
            case "multiply" if all(self._low(arg) >= 0 for arg in args):
                return replace(expr, args=tuple(self._number(arg, high) for arg in args))
            case "divide" if not self._moves(args[1]):
                return replace(expr, args=(self._number(args[0], high), args[1]))
            case "size" | "longest_line" if isinstance(args[0].type, ir.SetOf):
                found = replace(expr, args=(self._set(args[0], high),))
                return self._of_few(found, args[0]) if high and expr.name == "size" else found
            case _:
                return None

    def _of_few(self, most: ir.Op, held: ir.Expr) -> ir.Expr:
        """How many a set holds at most, where it takes up so many others only."""
        ends = self._ends(held)
        if ends is None or ends.now is None or ends.others is None:
            return most
        more = ir.Op("most", (replace(most, args=(ends.now,)), ends.others), most.type)
        return ir.Op("least", (most, more), most.type)

    def _adding_few(self, most: ir.Fold, expr: ir.Fold) -> ir.Expr:
        """What a set adds up to at most, where it takes up so many others only."""
        ends = self._ends(expr.source)
        if ends is None or ends.now is None or ends.others is None:
            return most
        kind = most.type
        each = replace(most, kind="largest")
        more = ir.Op("multiply", (ends.others, each), kind)
        both = ir.Op("add", (replace(most, source=ends.now), more), kind)
        return ir.Op("least", (most, both), kind)

    def _low(self, expr: ir.Expr) -> int:
        return self.unit.intervals.of(expr)[0]

    def _folded(self, expr: ir.Fold, high: bool) -> ir.Expr | None:
        if expr.body is None:
            return self._over(expr, high) if expr.kind == "count" else None
        match expr.kind:
            case "total" | "largest" if self._low(expr.body) >= 0:
                found = replace(self._over(expr, high), body=self._number(expr.body, high))
                few = high and expr.kind == "total"
                return self._adding_few(found, expr) if few else found
            case "smallest" if self._low(expr.body) >= 0 and not self._moves(expr.body):
                surely, perhaps = self._over(expr, False), self._over(expr, True)
                some = replace(surely, kind="some", body=None, type=ir.Truth())
                zero = ir.Const(0, expr.type)
                if high:
                    return ir.Cond(some, surely, replace(perhaps, kind="largest"), expr.type)
                return ir.Cond(some, perhaps, zero, expr.type)
            case _:
                return None

    def _over(self, expr: ir.Fold, high: bool) -> ir.Fold:
        """A fold over all that it may go through, or over what it surely does."""
        source = expr.source
        if isinstance(source.type, ir.SetOf):
            source = self._set(source, high)
        where = None if expr.where is None else self._truth(expr.where, high)
        return replace(expr, source=source, where=None if where == YES else where)

    def _set(self, expr: ir.Expr, high: bool) -> ir.Expr:
        """What a set holds at most, or surely."""
        if not self._moves(expr):
            return expr
        kind = expr.type
        assert isinstance(kind, ir.SetOf)
        ends = self._ends(expr)
        if ends is not None:
            return ends.high if high else ends.low
        match expr:
            case ir.Op(name="members", args=(held,)) if not isinstance(held.type, ir.SetOf):
                pass  # of a stack or row nothing is known
            case ir.Op(name="union" | "intersect" | "members", args=args):
                return simplified(replace(expr, args=tuple(self._set(arg, high) for arg in args)))
            case ir.Op(name="without", args=(held, less)):
                return simplified(
                    replace(expr, args=(self._set(held, high), self._set(less, not high)))
                )
            case ir.Op(name="after", args=(before, held)) if before.type == kind:
                return simplified(
                    replace(expr, args=(self._set(before, not high), self._set(held, high)))
                )
            case ir.Op(name="range", args=(first, last)):
                return replace(expr, args=(self._number(first, not high), self._number(last, high)))
            case ir.Fold(kind="all") if not self._is_hidden(expr):
                return simplified(self._over(expr, high))
            case ir.Cond() if not self._moves(expr.test):
                then, other = self._set(expr.then, high), self._set(expr.other, high)
                return simplified(replace(expr, then=then, other=other))
            case _:
                pass
        return ir.Const(kind.domain.everything() if high else 0, kind)


def growing(unit: Unit, steps: Sequence[ir.ComposeStep]) -> Outlook | None:
    """What selections hold now, and at most: all later elements that steps may still take. None if
    a step does anything but select."""
    held = [_selection(step) for step in steps]
    outlook = Outlook(unit, {which: Ends(now, _all(now)) for which, now, _ in filter(None, held)})
    for step, found in zip(steps, held, strict=True):
        if found is None:
            return None
        outlook = _with_all(outlook, step, found)
    return outlook


def _with_all(outlook: Outlook, step: ir.ComposeStep, found: _Selection) -> Outlook:
    """The same where a selection holds no more than what its step may take; nothing more, where
    the step is closed or there is no room."""
    (param,), (which, now, kind) = step.params, found
    later = outlook.set_at_most(param.source)
    outlook = outlook.with_most(which, simplified(ir.Op("union", (now, later), kind)))
    one = outlook.unit.fresh_local(param.local)
    tests = [test for guard in step.guards for test in conjuncts(guard.test)]
    apart = [test for test in tests if param.local.number not in outlook.unit.free(test)]
    about = [substitute(test, {param.local.number: one}) for test in tests if test not in apart]
    more = simplified(ir.Fold("all", one, later, outlook.may_hold(about), None, kind))
    most, open_ = simplified(ir.Op("union", (now, more), kind)), outlook.may_hold(apart)
    return outlook.with_most(which, most if open_ == YES else ir.Cond(open_, most, now, kind))


_Selection = tuple[ir.StateVariable | int, ir.Expr, ir.SetOf]


def _selection(step: ir.ComposeStep) -> _Selection | None:
    """The set that a step adds its one element to, as a state variable or by number of its local,
    as what it holds, and its type."""
    match step.params:
        case (
            ir.Param(source=ir.Op(name="after", args=(ir.Read(variable=which, keys=()) as now, _))),
        ):
            pass
        case (ir.Param(source=ir.Op(name="after", args=(ir.Local(number=which) as now, _))),):
            pass
        case _:
            return None
    return (which, now, now.type) if isinstance(now.type, ir.SetOf) else None


def _all(now: ir.Expr) -> ir.Expr:
    assert isinstance(now.type, ir.SetOf)
    return ir.Const(now.type.domain.everything(), now.type)


def _of_every(test: ir.Expr) -> ir.Fold | None:
    """What is demanded of every element of a collection: `every …`, `not some …`."""
    match test:
        case ir.Fold(kind="every"):
            return test
        case ir.Op(name="not", args=(ir.Fold(kind="some", body=None) as fold,)):
            return fold
        case _:
            return None


def _ends(numbers: ir.Expr, one: ir.Expr) -> Ends | None:
    """Between which of these numbers one is if it is among them."""
    match numbers:
        case ir.Op(name="range", args=(low, high)):
            return Ends(low, high)
        case _:
            return None


def _compared(test: ir.Op) -> ir.Expr:
    """A comparison, carried out where both numbers are fixed."""
    one, other = test.args
    if not isinstance(one, ir.Const) or not isinstance(other, ir.Const):
        return test
    compare = OPERATORS[test.name].meaning
    assert compare is not None
    return YES if compare(one.value, other.value) else NO


def _numbers(args: Iterable[ir.Expr]) -> bool:
    return all(isinstance(arg.type, ir.Number) for arg in args)


def _not(test: ir.Expr) -> ir.Expr:
    return simplified(ir.Op("not", (test,), TRUTH))
