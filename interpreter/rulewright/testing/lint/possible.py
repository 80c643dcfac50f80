"""What can happen in a game at all, found without playing it.

The rules are gone through with ranges in place of values: an option has all of its values at once,
a mark every value that some rule can give it, a zone is empty until something can be moved there.
What is found possible makes more possible, so it is gone through again until nothing changes. The
answer is never too small: what is not in it happens in no game. It may be too large, for ranges
forget how values hang together.

It is long because there are as many kinds of node; each of them takes a few lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import assert_never

from ...core import ir
from ...core.evaluate import elements_of_mask, member
from ...core.specialise import depends_on
from ...core.walk import free_locals, walk
from ...lower.intervals import Interval, Intervals, bounds, capacity
from ...source import Place, place_of
from ..coverage import Hits, roots

PATIENCE = 4  # rounds before a range that grows is taken to be as large as it may be

_TRUE, _FALSE, _EITHER = (1, 1), (0, 0), (0, 1)
_ORDER: dict[str, tuple[str, str]] = {  # what holds the other way round, and what if it does not
    "less": ("more", "at_least"),
    "more": ("less", "at_most"),
    "at_most": ("at_least", "more"),
    "at_least": ("at_most", "less"),
    "equal": ("equal", "differ"),
    "differ": ("differ", "equal"),
}


@dataclass(slots=True)
class Possible:
    """What can happen in some games, by the places of the rules.

    `hits`: as if all of it had happened. `marks`: what marks can hold. `parameters`: the least and
    the greatest value of each.
    """

    hits: Hits = field(default_factory=Hits)
    marks: dict[Place, set[int]] = field(default_factory=dict)
    parameters: dict[Place, Interval] = field(default_factory=dict)

    @property
    def has_one_value(self) -> bool:
        """Is there anything that has one value only, so far?"""
        marks = any(len(held) == 1 for held in self.marks.values())
        return marks or any(least == most for least, most in self.parameters.values())

    def add(self, program: ir.GenericProgram, options: Mapping[str, int] | None = None) -> None:
        """Add what can happen with these rules and this number of seats, whatever the options that
        are not given."""
        self.hits.looks_at(*roots(program), *(f.body for f in program.functions))
        search = _Search(program, self)
        search.options.update((name, (value, value)) for name, value in (options or {}).items())
        while search.goes_on():
            pass
        for variable, ends in search.ranges.items():
            self.marks.setdefault(place_of(variable.span), set()).update(ends)
        self.hits.conditions.clear()
        self.hits.kept.clear()


class _Search(Intervals):
    """One program, gone through with ranges for values.

    `ranges`: of marks; `filled`: the zones and sets that need not be empty. `known`: what
    conditions around the place that is being looked at say of expressions, by the expressions.
    """

    def __init__(self, program: ir.GenericProgram, found: Possible) -> None:
        super().__init__()
        self.program, self.found, self.hits = program, found, found.hits
        self.options = {o.name: (min(o.values), max(o.values)) for o in program.options}
        self.ranges = {
            v: (v.start, v.start)
            for v in program.variables
            if v.role == "mark" and isinstance(v.type, ir.Number | ir.Element | ir.Truth)
        }
        self.filled = {v for v in program.variables if _may_begin_filled(v)}
        self.selections = {
            local.number
            for node in walk(program.flow)
            if isinstance(node, ir.Alternative) and node.compose is not None
            for local in node.compose.selections
        }
        self.sizes: dict[int, Interval] = {}
        self.known: dict[ir.Expr, Interval] = {}
        self.left: set[int] = set()
        self.calls: dict[tuple[ir.Function, tuple[Interval, ...]], Interval] = {}
        self.asked: set[ir.Compose] = set()
        self.rounds = 0

    # once through the rules

    def goes_on(self) -> bool:
        """Go through all rules once more; could anything be otherwise then?"""
        before, filled = dict(self.ranges), len(self.filled)
        program = self.program
        self.rounds += 1
        self.calls.clear()
        self.asked.clear()
        self.left.clear()
        self.known = {}
        if self.does(program.setup):
            self.known = {}
            self.does(program.flow)
        self.known = {}
        self.all_of((*(s.value for s in program.scores), *(a.test for a in program.always)))
        if program.winners is not None:
            self.of(program.winners)
        for case in program.outcome:
            answer = _TRUE if case.test is None else self.of(case.test)
            if answer[1]:
                self.hits.results.add(case.names)
            if answer[0]:
                break
        return before != self.ranges or filled != len(self.filled)

    def gives(self, variable: ir.StateVariable, value: Interval) -> None:
        """A mark may come to hold one of these values."""
        if variable not in self.ranges:
            return
        before, most = self.ranges[variable], bounds(variable.type)
        low, high = hull(before, (max(value[0], most[0]), min(value[1], most[1])))
        if self.rounds > PATIENCE:
            low = low if low == before[0] else most[0]
            high = high if high == before[1] else most[1]
        if low <= high:
            self.ranges[variable] = low, high

    # what is known here

    @contextmanager
    def apart(self) -> Iterator[None]:
        """What becomes known in this is not known afterwards."""
        before = self.known
        self.known = dict(before)
        yield
        self.known = before

    def forget(self, number: int | None = None) -> None:
        """A local has another value now; or if none is given, the position."""
        if not self.known:
            return
        if number is None:
            self.known = {e: v for e, v in self.known.items() if depends_on(e, {}) is not None}
        else:
            self.known = {e: v for e, v in self.known.items() if number not in free_locals(e)}

    def bind(self, local: ir.Local, value: Interval) -> None:
        self.forget(local.number)
        self.locals[local.number] = value
        self.sizes.pop(local.number, None)

    def learn(self, test: ir.Expr, holds: bool) -> None:
        """From here on a condition holds, or does not."""
        self.known[test] = (int(holds), int(holds))
        match test:
            case ir.Op(name="not", args=(inner,)):
                self.learn(inner, not holds)
            case ir.Op(name="and" | "or", args=args):
                if holds == (test.name == "and"):
                    for arg in args:
                        self.learn(arg, holds)
            case ir.Op(name=name, args=(one, other)) if name in _ORDER:
                if not isinstance(one.type, ir.Number | ir.Element | ir.Truth):
                    return
                sign = name if holds else _ORDER[name][1]
                a, b = self.of(one), self.of(other)
                self.narrow(one, sign, a, b)
                self.narrow(other, _ORDER[sign][0], b, a)
            case _:
                pass

    def narrow(self, expr: ir.Expr, sign: str, its: Interval, other: Interval) -> None:
        """An expression stands in an order to something with these values."""
        (low, high), (least, greatest) = its, other
        match sign:
            case "less":
                high = min(high, greatest - 1)
            case "at_most":
                high = min(high, greatest)
            case "more":
                low = max(low, least + 1)
            case "at_least":
                low = max(low, least)
            case "equal":
                low, high = max(low, least), min(high, greatest)
            case _ if least == greatest:
                low, high = low + (low == least), high - (high == least)
        if (low, high) != its and low <= high and not isinstance(expr, ir.Const):
            self.known[expr] = low, high

    # expressions

    def of(self, expr: ir.GenericExpr) -> Interval:
        """The values an expression can have; of a collection, nothing."""
        self.hits.reached.add(place_of(expr.span))
        answer = self.value(expr)
        if self.known and not isinstance(expr, ir.Const | ir.OptionValue):
            told = self.known.get(expr)  # type: ignore[arg-type]
            if told is not None:
                low, high = max(told[0], answer[0]), min(told[1], answer[1])
                answer = (low, high) if low <= high else told
        if id(expr) in self.hits.conditions:
            place = place_of(expr.span)
            self.hits.answers |= {(place, bool(end)) for end in answer}
        return answer

    def all_of(self, parts: Iterable[ir.Expr]) -> None:
        for part in parts:
            self.of(part)

    def value(self, expr: ir.GenericExpr) -> Interval:
        match expr:
            case ir.Const():
                return expr.value, expr.value
            case ir.OptionValue():
                return self.options[expr.name]
            case ir.Local():
                return _as(expr.type, super().of(expr))
            case ir.Read(variable=variable):
                self.all_of(expr.keys)
                if variable in self.ranges:
                    return _as(expr.type, self.ranges[variable])
                empty = variable.role == "zone" and variable not in self.filled
                return (-1, -1) if empty else super().of(expr)
            case ir.Lookup():
                self.all_of(expr.keys)
                return super().of(expr)
            case ir.Call():
                return self.call(expr)
            case ir.Op():
                return self.operation(expr)
            case ir.Cond():
                return self.either(expr)
            case ir.Fold():
                return self.fold(expr)
            case ir.Measure():
                self.of(expr.edges)
                return super().of(expr)
            case ir.OnGrid():
                self.all_of(expr.args)
                return bounds(expr.type)
            case ir.Paths():
                self.all_of((expr.start, expr.goal, expr.through))
                self.bind(expr.local, bounds(expr.local.type))
                self.all_of(part for part in (expr.by, expr.near) if part is not None)
                return bounds(expr.type)
            case ir.Completable():
                self.all_of(expr.args)
                for variable, value in expr.assume:
                    self.gives(variable, self.of(value))
                self.compose(expr.compose)
                return _EITHER
            case _:
                assert_never(expr)

    def call(self, expr: ir.Call) -> Interval:
        given = tuple(self.of(arg) for arg in expr.args)
        sizes = tuple(self.size(arg) for arg in expr.args)
        key = expr.function, (*given, *sizes)
        if key not in self.calls:
            locals_, before, known = dict(self.locals), dict(self.sizes), self.known
            self.known = {}
            for param, value, size in zip(expr.function.params, given, sizes, strict=True):
                self.bind(param, value)
                self.sizes[param.number] = size
            self.calls[key] = self.of(expr.function.body)
            self.locals, self.sizes, self.known = locals_, before, known
        return _as(expr.type, self.calls[key])

    def operation(self, expr: ir.Op) -> Interval:
        match expr.name:
            case "and" | "or":
                return self.logic(expr)
            case "not":
                low, high = self.of(expr.args[0])
                return 1 - high, 1 - low
            case "less" | "more" | "at_most" | "at_least" | "equal" | "differ":
                return self.comparison(expr)
            case "empty":
                self.of(expr.args[0])
                low, high = self.size(expr.args[0])
                return int(not high), int(not low)
            case "size":
                self.of(expr.args[0])
                return self.size(expr.args[0])
            case "contains" | "meets":
                self.all_of(expr.args)
                ways = expr.args[:1] if expr.name == "contains" else expr.args
                return _EITHER if all(self.size(arg)[1] for arg in ways) else _FALSE
            case _:
                self.all_of(expr.args)
                return super()._op(expr)

    def logic(self, expr: ir.Op) -> Interval:
        """`and` and `or`: what comes later is asked if what stands before it leaves it open."""
        stops = int(expr.name == "or")
        certain = True
        with self.apart():
            for arg in expr.args:
                answer = self.of(arg)
                if answer == (stops, stops):
                    return answer
                certain = certain and answer[0] == answer[1]
                self.learn(arg, not stops)
        return (1 - stops, 1 - stops) if certain else _EITHER

    def comparison(self, expr: ir.Op) -> Interval:
        one, other = expr.args
        (a, b), (c, d) = self.of(one), self.of(other)
        if not isinstance(one.type, ir.Number | ir.Element | ir.Truth):
            sizes = self.size(one), self.size(other)
            if sizes == ((0, 0), (0, 0)):
                return _TRUE if expr.name == "equal" else _FALSE
            apart = sizes[0][1] < sizes[1][0] or sizes[1][1] < sizes[0][0]
            if apart:
                return _FALSE if expr.name == "equal" else _TRUE
            return _EITHER
        if one == other:
            return _TRUE if expr.name in ("equal", "at_most", "at_least") else _FALSE
        match expr.name:
            case "more":
                return int(d < a), int(c < b)
            case "less":
                return int(b < c), int(a < d)
            case "at_most":
                return int(b <= c), int(a <= d)
            case "at_least":
                return int(d <= a), int(c <= b)
        same, apart = a == b == c == d, b < c or d < a
        if expr.name == "differ":
            same, apart = apart, same
        return int(same), int(not apart)

    def either(self, expr: ir.Cond) -> Interval:
        answer, found = self.of(expr.test), list[Interval]()
        for holds, part in ((True, expr.then), (False, expr.other)):
            if int(holds) in range(answer[0], answer[1] + 1):
                with self.apart():
                    self.learn(expr.test, holds)
                    found.append(self.of(part))
        return hull(*found) if len(found) == 2 else found[0]

    def fold(self, expr: ir.Fold) -> Interval:
        self.of(expr.source)
        if expr.goal is not None:
            self.of(expr.goal)
        least, most = self.size(expr.source)
        spreads = expr.kind in ("reached", "groups")
        with self.apart():
            if most:
                among = bounds(expr.local.type) if spreads else self.elements(expr.source)
                self.bind(expr.local, among)
                if expr.where is not None:
                    where = self.of(expr.where)
                    least, most = least * where[0], most * where[1]
                    self.learn(expr.where, True)
            body = _EITHER
            if most and expr.body is not None:
                if spreads:
                    self.bind(expr.local, bounds(expr.local.type))
                body = self.of(expr.body)
        match expr.kind:
            case "some":
                return int(least > 0), int(most > 0)
            case "every":
                return int(not most or body == _TRUE), int(not (least and body == _FALSE))
            case "count":
                return least, most
            case "total":
                ends = [n * value for n in (least, most) for value in (body if most else (0,))]
                return min(ends), max(ends)
            case "product":
                low, high = bounds(expr.type)
                if not most:
                    return 1, 1
                return (1 if body[0] >= 1 else 0 if body[0] >= 0 else low), high
            case "largest" | "smallest":
                if not most:
                    return 0, 0
                return body if least else hull(body, (0, 0))
            case "the":
                return self.elements(expr.source) if most else bounds(expr.type)
            case "all" | "reached" | "subsets":
                return bounds(expr.type)
            case "groups" | "path":
                return 0, most
            case _:
                assert_never(expr.kind)

    # collections

    def size(self, expr: ir.GenericExpr) -> Interval:
        """How many elements a collection can have."""
        most = capacity(expr.type)
        match expr:
            case _ if not most:
                return 0, 0
            case ir.Const():
                return expr.value.bit_count(), expr.value.bit_count()
            case ir.Local() if expr.number in self.sizes:
                return self.sizes[expr.number]
            case ir.Read(variable=variable) if variable not in self.filled:
                return 0, 0
            case ir.Op(name="range", args=(low, high)):
                (a, b), (c, d) = self.of(low), self.of(high)
                return max(0, c - b + 1), min(most, max(0, d - a + 1))
            case ir.Op(name="set", args=args):
                sure = any(not getattr(arg.type, "optional", True) for arg in args)
                return int(sure), min(most, len(args))
            case ir.Op(name="members", args=(of,)):
                least, most = self.size(of)
                return int(least > 0), most
            case ir.Op(name="union", args=(one, other)):
                its, more = self.size(one), self.size(other)
                return max(its[0], more[0]), min(most, its[1] + more[1])
            case ir.Op(name="intersect", args=(one, other)):
                return 0, min(self.size(one)[1], self.size(other)[1])
            case ir.Op(name="without", args=(one, other)):
                its, less = self.size(one), self.size(other)
                return max(0, its[0] - less[1]), its[1]
            case ir.Fold(kind="all", source=source, where=where):
                least, most = self.size(source)
                return (0 if where is not None else int(least > 0)), most
            case ir.Cond():
                return hull(self.size(expr.then), self.size(expr.other))
            case _:
                return 0, most

    def elements(self, source: ir.Expr) -> Interval:
        """The elements that a collection which is not empty can have."""
        match source:
            case ir.Const(type=ir.SetOf()):
                held = elements_of_mask(source.value)
                return held[0], held[-1]
            case ir.Op(name="range", args=(low, high)):
                a, b = self.of(low)[0], self.of(high)[1]
                return (a, b) if a <= b else bounds(member(source.type))
            case ir.Fold(kind="all"):
                return self.elements(source.source) if self.size(source.source)[1] else (0, 0)
            case _ if isinstance(source.type, ir.SetOf | ir.StackOf | ir.RowOf):
                return bounds(member(source.type))
            case _:
                return bounds(source.type)

    # statements

    def does(self, stmt: ir.Stmt) -> bool:
        """What a statement can do; does it go on after it?"""
        self.hits.carried_out.add(place_of(stmt.span))
        match stmt:
            case ir.Seq():
                return all(self.does(part) for part in stmt.body)
            case ir.Let():
                value, size = self.of(stmt.value), self.size(stmt.value)
                self.bind(stmt.local, value)
                if stmt.local.number not in self.selections:
                    self.sizes[stmt.local.number] = size
            case ir.Assign():
                self.all_of(stmt.keys)
                self.gives(stmt.variable, self.of(stmt.value))
                if self.size(stmt.value)[1]:
                    self.filled.add(stmt.variable)
                self.forget()
            case ir.Move():
                self.of(stmt.component)
                self.moves(stmt.source, stmt.target)
            case ir.MoveAll():
                if stmt.components is not None:
                    self.of(stmt.components)
                self.moves(stmt.source, stmt.target)
            case ir.Deal():
                self.moves(stmt.source, stmt.target)
            case ir.Shuffle():
                self.all_of(stmt.place.keys)
                self.forget()
                if stmt.until is not None:
                    self.of(stmt.until)
            case ir.Pick():
                self.all_of((*stmt.keys, stmt.source))
                if self.size(stmt.source)[1]:
                    self.gives(stmt.variable, self.elements(stmt.source))
                self.forget()
            case ir.If():
                return self.branches(stmt)
            case ir.For() | ir.Times():
                self.repeats(stmt)
            case ir.Block():
                goes_on = self.does(stmt.body)
                if stmt.label in self.left:
                    self.left.discard(stmt.label)
                    self.known = {}
                    return True
                return goes_on
            case ir.Loop():
                self.known = {}
                self.does(stmt.body)
                self.known = {}
                if stmt.label in self.left:
                    self.left.discard(stmt.label)
                    return True
                return False
            case ir.Leave():
                self.left.add(stmt.label)
                return False
            case ir.Again() | ir.End():
                return False
            case ir.Choose():
                return self.choice(stmt)
            case _:
                assert_never(stmt)
        return True

    def moves(self, source: ir.Place, target: ir.Place) -> None:
        self.all_of((*source.keys, *target.keys))
        if source.variable in self.filled:
            self.filled.add(target.variable)
        self.forget()

    def branches(self, stmt: ir.If) -> bool:
        answer, ends = self.of(stmt.test), list[dict[ir.Expr, Interval]]()
        before = self.known
        for holds, part in ((True, stmt.then), (False, stmt.other)):
            if int(holds) in range(answer[0], answer[1] + 1):
                self.known = dict(before)
                self.learn(stmt.test, holds)
                if part is None or self.does(part):
                    ends.append(self.known)
        if len(ends) == 2:
            one, other = ends
            self.known = {e: hull(v, other[e]) for e, v in one.items() if e in other}
        elif ends:
            self.known = ends[0]
        return bool(ends)

    def repeats(self, stmt: ir.For | ir.Times) -> None:
        if isinstance(stmt, ir.Times):
            most = self.of(stmt.count)[1]
        else:
            self.of(stmt.source)
            most = self.size(stmt.source)[1]
            if stmt.first is not None:
                self.of(stmt.first)
        if most > 0:
            self.forget()
            with self.apart():
                if isinstance(stmt, ir.For):
                    self.bind(stmt.local, self.elements(stmt.source))
                self.does(stmt.body)
            self.forget()

    def choice(self, stmt: ir.Choose) -> bool:
        goes_on, before = False, self.known
        for alternative in stmt.alternatives:
            self.known = dict(before)
            if self.drawn(alternative.params) and self.holds(alternative.guards):
                self.message(alternative.text)
                if alternative.compose is not None:
                    self.compose(alternative.compose)
                self.hits.chosen.add(place_of(alternative.span))
                goes_on |= self.does(alternative.body)
        self.known = {}
        return goes_on

    def drawn(self, params: tuple[ir.Param, ...]) -> bool:
        """Bind parameters; is there anything for each of them?"""
        for param in params:
            self.of(param.source)
            if not self.size(param.source)[1]:
                return False
            values, place = self.elements(param.source), place_of(param.span)
            self.found.parameters[place] = hull(values, self.found.parameters.get(place, values))
            self.bind(param.local, values)
        return True

    def holds(self, guards: tuple[ir.Guard, ...]) -> bool:
        """Can all of these hold? Those after one that cannot are not looked at."""
        for guard in guards:
            answer = self.of(guard.test)
            if not answer[0]:
                with self.apart():
                    self.message(guard.message)
            if not answer[1]:
                return False
            self.learn(guard.test, True)
        return True

    def message(self, message: ir.Message) -> None:
        for part in message.parts:
            if not isinstance(part, str):
                self.of(part.value if isinstance(part, ir.Joined) else part)

    def compose(self, compose: ir.Compose) -> None:
        """What is looked at when it is asked whether a choice in steps can be completed."""
        if compose in self.asked:
            return
        self.asked.add(compose)
        known = self.known
        parts: tuple[ir.ComposeStep | ir.ComposeFinish, ...] = (*compose.steps, *compose.finishes)
        for part in parts:
            self.known = {}
            if self.drawn(part.params) and self.holds(part.guards):
                if isinstance(part, ir.ComposeStep):
                    self.does(part.body)
        self.known = {}
        if compose.weight is not None:
            self.of(compose.weight.value)
        self.known = known


def _may_begin_filled(variable: ir.StateVariable) -> bool:
    """Can a zone or set hold something before anything happens? What the language keeps can."""
    if variable.role in ("zone", "mark"):
        return variable.start != 0 and not isinstance(variable.type, ir.Element)
    return True


def _as(kind: ir.Type, value: Interval) -> Interval:
    """A value where a condition has ruled out that it is none."""
    never_none = isinstance(kind, ir.Element) and not kind.optional
    return (max(value[0], 0), max(value[1], 0)) if never_none else value


def hull(one: Interval, other: Interval) -> Interval:
    """The range that holds two ranges."""
    return min(one[0], other[0]), max(one[1], other[1])
