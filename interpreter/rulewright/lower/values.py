"""Expressions of the core as Python expressions, with statements before them where needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar, assert_never

from ..core import grids, ir
from ..core.evaluate import NO_SEAT, domain_of
from ..core.operators import OPERATORS
from ..core.walk import expressions_in, with_children
from ..source import Span
from . import lines
from . import nodes as code
from .by_element import by_element, once_in_loops, takes_long
from .completing import without_search
from .entries import looked_up
from .folds import Folds
from .masks import Masks
from .primitives import Operation
from .store import MOST_PLACES
from .there import fails, not_none
from .unit import ABOVE, BIT, MOST_BITS
from .writer import Writer, key_of

Strict = TypeVar("Strict", ir.Op, ir.Read, ir.Lookup)
_BACKWARDS = ("contains", "after")  # what is written for them looks at the second operand first


class Searcher(Protocol):
    """Writes the questions that only a search answers."""

    def ask(self, writer: Writer, expr: ir.Completable) -> code.Value:
        """The answer."""
        ...

    def failed(self, writer: Writer, expr: ir.Completable) -> code.Value:
        """What searches share; written before a loop that asks again and again."""
        ...


class Kept(Protocol):
    """Knows what a function keeps for each cell."""

    def value(self, values: Values, expr: ir.Expr, cell: ir.Local) -> code.Value | None:
        """A number that hangs on a cell, if it is kept."""
        ...


_COMPARE = {
    "equal": "==",
    "differ": "!=",
    "less": "<",
    "at_most": "<=",
    "more": ">",
    "at_least": ">=",
}


class Values:
    """Writes expressions into a function.

    `value` is the stored form (truth as 0 or 1), `test` anything Python takes for that truth,
    `mask` any collection as a mask. `searcher` writes the questions that only a search answers;
    `kept` knows what the function keeps, if it keeps something.
    """

    def __init__(self, writer: Writer, searcher: Searcher, kept: Kept | None = None) -> None:
        self.writer = writer
        self.unit = writer.unit
        self.masks = Masks(writer, self)
        self.folds = Folds(writer, self, self.masks)
        self._searcher = searcher
        self._kept_sums = kept
        self._there: frozenset[ir.Expr] = frozenset()  # what is not none where this is asked

    def value(self, expr: ir.Expr) -> code.Value:
        """The value as stored; of a stack its own list, of a row a tuple or list."""
        match expr:
            case ir.Const():
                return code.number(expr.value)
            case ir.Local():
                held = self.writer.put_off.get(expr.number)
                return code.name(self.writer.names[expr.number]) if held is None else held
            case ir.Read():
                return self._marked(self._kept(expr, self._read), expr.span)
            case ir.Lookup():
                expr = self._in_order(expr)
                alike = self._the_same_for_all(expr)
                if alike is not None:
                    return code.number(alike)
                table = self.unit.table(expr.table, expr.type)
                sizes = [domain.size for domain in expr.table.keys]
                index = self._index(expr, sizes)
                place = code.constant(index)
                if place is not None:
                    return code.number(self.unit.entry(table, place))
                return self._marked(code.item(table, index), expr.span)
            case ir.Op() | ir.Cond() | ir.Fold() if (
                entry := looked_up(self.unit, expr)
            ) is not None:
                return self.value(entry)
            case ir.Op():
                return self._marked(self._op(expr), expr.span)
            case ir.Cond(type=ir.SetOf()):
                return self._kept(expr, self._cond)
            case ir.Cond():
                return self._cond(expr)
            case ir.Fold(kind="the"):
                found = self._kept(expr, self.folds.value)
                nothing = f"there is no such {domain_of(expr.source.type)}"
                return self._marked(self.something(found, nothing, expr.span), expr.span)
            case ir.Fold():
                return self._marked(self._kept(expr, self.folds.value), expr.span)
            case ir.Measure():
                return self._kept(expr, self._measure)
            case ir.Paths():
                return self._kept(expr, self._paths)
            case ir.OnGrid():
                return self._marked(self._kept(expr, self._on_grid), expr.span)
            case ir.Completable():
                return self._as_number(self.test(expr))
            case _:
                assert_never(expr)

    def value_of_each(self, expr: ir.Expr, local: ir.Local) -> code.Value:
        """The value of what is worked out for each element of a set, and hangs on that alone."""
        kept = self._kept_sums.value(self, expr, local) if self._kept_sums else None
        return self.value(expr) if kept is None else kept

    def test(self, expr: ir.Expr) -> code.Value:
        """The truth of an expression, for `if` and the like."""
        match expr:
            case ir.Op(name="and"):
                return self._junction(expr.args, "and")
            case ir.Op(name="or"):
                return self._junction(expr.args, "or")
            case ir.Op(name="not"):
                return code.negated(self.test(expr.args[0]))
            case ir.Op():
                return self._marked(self._test(expr), expr.span)
            case ir.Fold(kind="some" | "every"):
                return self._marked(self._kept(expr, self.folds.test), expr.span)
            case ir.Completable():
                return self._completable(expr)
            case _:
                return self.value(expr)

    def test_all(self, tests: Sequence[ir.Expr]) -> code.Value:
        """The truth of all tests together, in order."""
        return self._junction(tests, "and") if tests else code.number(1)

    def mask(self, expr: ir.Expr) -> code.Value:
        """A collection as a mask."""
        kind = expr.type
        if isinstance(kind, ir.SetOf):
            return self.value(expr)
        if isinstance(expr, ir.Read) and isinstance(kind, ir.RowOf) and kind.places <= MOST_PLACES:
            mask: code.Value = code.number(0)
            for place in self.places(expr):
                mask = code.binary(mask, "|", self.bit(place))
            return mask
        return code.call("mask_of", self.value(expr))

    def bit(self, element: code.Value, domain: ir.Domain | None = None) -> code.Value:
        """The mask of one element; of none, nothing."""
        value = code.constant(element)
        if value is not None:
            return code.number(1 << value if value >= 0 else 0)
        if domain is not None and domain.size > MOST_BITS:
            element = self.writer.atom(element)
            one = code.binary(code.number(1), "<<", element)
            return code.choose(code.compare(element, ">=", code.number(0)), one, code.number(0))
        return code.item(code.name(BIT), element)

    def _in_order(self, expr: Strict) -> Strict:
        """The same, with operands worked out already where it matters when they are: of several
        that fail, the first is told; and all keys are worked out before any is looked at."""
        parts = list(expressions_in(expr))
        failing = [part for part in parts if self.unit.can_fail(part)]
        keyed = not isinstance(expr, ir.Op)
        if not failing or (len(failing) < 2 and not (keyed and failing[0] is not parts[0])):
            return expr
        if isinstance(expr, ir.Op) and expr.name in ("and", "or"):
            return expr
        at_once = keyed or (isinstance(expr, ir.Op) and expr.name in _BACKWARDS)
        held: dict[int, ir.Expr] = {}
        for part in failing:
            held[id(part)] = self._operand(part, at_once, list(held.values()))
        return with_children(expr, lambda part: held.get(id(part), part))

    def _operand(self, part: ir.Expr, at_once: bool, before: Sequence[ir.Expr]) -> ir.Expr:
        """What stands for an operand, whose value may be put off to where it is used; if this one
        takes statements, those before it are worked out before them."""
        writer = self.writer
        with writer.block() as lines:
            value = self.value(part)
            if at_once:
                value = writer.atom(value, "operand")
        if lines:
            for one in before:
                if isinstance(one, ir.Local):
                    put_off = writer.put_off[one.number]
                    writer.put_off[one.number] = writer.atom(put_off, "operand")
            writer.lines.extend(lines)
        fixed = code.constant(value)
        if fixed is not None:
            return ir.Const(fixed, part.type)
        local = self.unit.fresh_local(ir.Local(0, "operand", part.type))
        self.unit.intervals.locals[local.number] = self.unit.intervals.of(part)
        writer.put_off[local.number] = value
        return local

    def _marked(self, node: code.Value, span: Span) -> code.Value:
        if not code.is_atom(node):
            code.mark(node, span)
        return node

    def _as_number(self, test: code.Value) -> code.Value:
        return code.choose(test, code.number(1), code.number(0))

    def _kept(self, expr: ir.Expr, compute: Callable[..., code.Value]) -> code.Value:
        """The value computed before in this evaluation, or now."""
        key = key_of(expr, self.writer)
        if key is None:
            return compute(expr)
        full = (compute.__name__, key)
        known = self.writer.known.get(full)
        if known is not None:
            return known
        free = self.unit.free(expr)
        if not takes_long(expr):
            found = once_in_loops(self.writer, expr, free, lambda: compute(expr))
            return self.writer.remember(full, found)
        found = by_element(self.writer, self, expr, free, lambda: compute(expr))
        return self.writer.remember(full, found)

    def _the_same_for_all(self, expr: ir.Lookup) -> int | None:
        """What a table has, if that is the same wherever it is asked."""
        first, values = expr.table.values[0], expr.table.values
        if first < 0 or any(value != first for value in values):
            return None
        return None if any(map(self.unit.can_fail, expr.keys)) else first

    def _index(self, expr: ir.Read | ir.Lookup, sizes: Sequence[int]) -> code.Value:
        """The place of a member among all, from its keys."""
        index: code.Value = code.number(0)
        for key, size in zip(expr.keys, sizes, strict=True):
            index = code.binary(_times(index, size), "+", self.key(expr, key))
        return index

    def key(self, expr: ir.Read | ir.Lookup, key: ir.Expr) -> code.Value:
        """A key; where it may be none, with a check."""
        value = self.value(key)
        if isinstance(key.type, ir.Number):
            return self._number_key(expr, key, value)
        if self.is_sure(key):
            return value
        what = expr.variable.name if isinstance(expr, ir.Read) else expr.table.name
        return self.something(value, f"{what} is asked of nothing", expr.span)

    def _number_key(self, expr: ir.Read | ir.Lookup, key: ir.Expr, value: code.Value) -> code.Value:
        """A number as a key, with a check where it may be none that the table has."""
        assert isinstance(expr, ir.Lookup), "nothing but tables is keyed by numbers"
        size = key_domain(expr, key).size
        low, high = self.unit.intervals.of(key)
        if low >= 0 and high < size:
            return value
        about = code.text(expr.table.name), self.unit.site(expr.span)
        return code.call("in_table", value, code.number(size), *about)

    def is_sure(self, expr: ir.Expr) -> bool:
        """Is it certainly an element, not none?"""
        if isinstance(expr, ir.Local) and expr.number in self.writer.sure:
            return True
        if self._there and expr in self._there:
            return True
        return self.unit.intervals.of(expr)[0] >= 0

    def something(self, value: code.Value, message: str, span: Span) -> code.Value:
        """The value; a failure when it is none."""
        failing = code.call("fail", code.text(message), self.unit.site(span))
        if code.is_atom(value):
            return code.choose(code.compare(value, ">=", code.number(0)), value, failing)
        held = self.writer.fresh("at")
        named = code.bound(held, value)
        return code.choose(code.compare(named, ">=", code.number(0)), code.name(held), failing)

    def offset(self, variable: ir.StateVariable, keys: Sequence[code.Value]) -> code.Value:
        """The first slot of a member, counted from the first of its state variable."""
        index: code.Value = code.number(0)
        for domain, key in zip(variable.keys, keys, strict=True):
            index = code.binary(_times(index, domain.size), "+", key)
        return _times(index, self.unit.layout.region(variable).width)

    def _read(self, expr: ir.Read) -> code.Value:
        expr = self._in_order(expr)
        variable = expr.variable
        if variable in self.writer.instead:
            return self.writer.instead[variable]
        region, store = self.unit.layout.region(variable), self.writer.store
        keys = [self.key(expr, key) for key in expr.keys]
        if region.form == "flags":
            whole = store.slot(variable, code.number(0))
            return code.binary(code.binary(whole, ">>", keys[0]), "&", code.number(1))
        if region.form == "inverted":
            return self._holder(variable, self.writer.atom(keys[0], "at"))
        if region.form == "crossed":
            return self._crossed(variable, self.writer.atom(keys[0], "at"))
        if region.form == "grid":
            at = store.slot(variable, code.number(2))
            return code.method(at, "get", _unturned(expr.keys[0], keys[0]), code.number(-1))
        offset = self.offset(variable, keys)
        if region.form == "row":
            return store.places(variable, offset, region.width)
        return store.slot(variable, offset)

    def _holder(self, variable: ir.StateVariable, key: code.Value) -> code.Value:
        found: code.Value = code.number(-1)
        for value in reversed(range(self.unit.layout.region(variable).width)):
            held = self.writer.store.slot(variable, code.number(value))
            found = code.choose(code.binary(held, "&", self.bit(key)), code.number(value), found)
        return found

    def _crossed(self, variable: ir.StateVariable, key: code.Value) -> code.Value:
        """A set put together from the masks of those that hold each value."""
        found: code.Value = code.number(0)
        for value in range(self.unit.layout.region(variable).width):
            held = self.writer.store.slot(variable, code.number(value))
            there = code.binary(held, "&", self.bit(key))
            found = code.binary(
                found, "|", code.choose(there, code.number(1 << value), code.number(0))
            )
        return found

    def places(self, expr: ir.Read) -> list[code.Value]:
        """The places of a short row, one by one."""
        keys = [self.writer.atom(self.key(expr, key)) for key in expr.keys]
        offset, width = (
            self.offset(expr.variable, keys),
            self.unit.layout.region(expr.variable).width,
        )
        return [
            self.writer.store.slot(expr.variable, code.binary(offset, "+", code.number(i)))
            for i in range(width)
        ]

    def _measure(self, expr: ir.Measure) -> code.Value:
        function = self.unit.graph(expr.graph, expr.kind)
        return code.call(function.id, self.value(expr.edges), self.unit.site(expr.span))

    def _paths(self, expr: ir.Paths) -> code.Value:
        """The ways, from a function that remembers them by their ends, what they may meet, and its
        numbers or what is near it."""
        start = self.writer.atom(self.value(expr.start))
        goal = self.writer.atom(self.value(expr.goal))
        ends = (expr.start, start), (expr.goal, goal)
        unsure = [held for end, held in ends if self.unit.intervals.of(end)[0] < 0]
        asked = (expr.through, *(one for one in (expr.by, expr.near) if one is not None))
        if not unsure or any(fails(self.unit, one) for one in asked):
            return self._ways(expr, start, goal)
        there = code.both(code.compare(held, ">=", code.number(0)) for held in unsure)
        none = code.list_of([])
        return self.writer.either(there, lambda: self._ways(expr, start, goal), lambda: none)

    def _ways(self, expr: ir.Paths, start: code.Value, goal: code.Value) -> code.Value:
        writer = self.writer
        through = writer.atom(self.value(expr.through), "through")
        known: code.Value = code.nothing()
        asked = expr.by if expr.near is None else expr.near
        if asked is not None:
            met: code.Value = through
            for end in (start, goal):
                met = code.binary(met, "|", self.bit(end, expr.type.domain))
            known = self.folds.of_each(met, expr.local, asked)
        function = self.unit.paths(expr.type.domain) if expr.near is None else self.unit.paths_by()
        return code.call(function.id, start, goal, through, known, self.unit.site(expr.span))

    def _on_grid(self, expr: ir.OnGrid) -> code.Value:
        store = self.writer.store
        if expr.what == "cell_of":
            component = self.value(expr.args[0])
            if not self.is_sure(expr.args[0]):
                nothing = "the cell of a component is asked of nothing"
                component = self.something(component, nothing, expr.span)
            where = store.slot(expr.variable, code.number(3))
            return code.method(where, "get", component, code.number(-1))
        if expr.what == "cells_of":
            where = store.slot(expr.variable, code.number(3))
            return code.call("cells_of", where, self.mask(expr.args[0]))
        held = store.slot(expr.variable, code.number(1 if expr.what == "laid" else 0))
        if expr.what != "open":
            return held
        return code.call("open_cells", held, code.number(expr.variable.keys[0].width))

    def _completable(self, expr: ir.Completable) -> code.Value:
        shape = without_search(self.unit, expr)
        return self.test(shape) if shape is not None else self._searcher.ask(self.writer, expr)

    def prepare(self, expr: ir.Completable) -> None:
        """Write what questions that are asked in a loop share."""
        if without_search(self.unit, expr) is None:
            self._searcher.failed(self.writer, expr)

    def _junction(self, args: Sequence[ir.Expr], name: str) -> code.Value:
        """`and`, `or`: what later parts need is computed only when they are asked."""
        writer = self.writer
        asked = [self.test(args[0])] if args else []
        join = code.both if name == "and" else code.either
        for i, arg in enumerate(args[1:], 1):
            with writer.block() as lines:
                test = self.test(arg)
            if not lines:
                asked.append(test)
                continue
            held = writer.variable(join(asked), "so_far")
            with writer.block() as lines:
                writer.add(code.assign(held, self._junction(args[i:], name)))
            go_on = code.name(held) if name == "and" else code.negated(code.name(held))
            writer.add(code.when(go_on, lines))
            return code.name(held)
        return join(asked)

    def _cond(self, expr: ir.Cond) -> code.Value:
        test = self.test(expr.test)
        return self.writer.either(
            test,
            lambda: self._branch(expr.then, not_none(expr.test, True)),
            lambda: self._branch(expr.other, not_none(expr.test, False)),
        )

    def _branch(self, expr: ir.Expr, there: frozenset[ir.Expr]) -> code.Value:
        """A value that is asked for only where these are not none."""
        before, self._there = self._there, self._there | there
        try:
            return self.value(expr)
        finally:
            self._there = before

    def _op(self, expr: ir.Op) -> code.Value:
        expr = self._in_order(expr)
        args = expr.args
        match expr.name:
            case "add":
                return self._chain(args, "+")
            case "subtract":
                return self._chain(args, "-")
            case "multiply":
                return self._chain(args, "*")
            case "divide":
                return self._divided(*args)
            case "remainder":
                return code.binary(self.value(args[0]), "%", self._divisor(args[1])[0])
            case "first":
                return self._first(*args)
            case "negate":
                return code.negative(self.value(args[0]))
            case "least" | "most":
                return self._extreme(expr)
            case "union":
                return self._join(args, "|")
            case "intersect":
                return self._join(args, "&")
            case "without":
                return code.binary(self.mask(args[0]), "&", code.inverted(self.mask(args[1])))
            case "after":
                return code.binary(self.mask(args[1]), "&", self._above(expr))
            case "members":
                return self.mask(args[0])
            case "set":
                found: code.Value = code.number(0)
                for arg in args:
                    assert isinstance(expr.type, ir.SetOf)
                    bit = self.bit(self.value(arg), expr.type.domain)
                    found = code.binary(found, "|", bit)
                return found
            case "size":
                return self._size(args[0])
            case "top":
                stack = self.writer.atom(self.value(args[0]), "stack")
                return code.choose(
                    code.filled(stack), code.item(stack, code.number(-1)), code.number(-1)
                )
            case "uppermost":
                if args[0] == ir.Const(1, args[0].type):  # the bit of the top, if there is one
                    stack = self.writer.atom(self.value(args[1]), "stack")
                    top = code.binary(code.number(1), "<<", code.item(stack, code.number(-1)))
                    return code.choose(code.filled(stack), top, code.number(0))
                count = self.writer.atom(self.value(args[0]), "count")
                stack = self.writer.atom(self.value(args[1]), "stack")
                start = code.binary(
                    code.call("len", stack), "-", code.call("max", code.number(0), count)
                )
                start = code.call("max", code.number(0), start)
                return code.call("mask_of", code.section(stack, start))
            case "range":
                return code.call("numbers", self.value(args[0]), self.value(args[1]))
            case "beside" | "neighbours" | "touching":
                return self._around(expr)
            case "longest_line":
                return lines.longest(self.unit, args[0].type, self.mask(args[0]))
            case "step":
                moved = code.binary(self.value(args[0]), "+", self.value(args[1]))
                return code.binary(moved, "%", code.number(_domain_size(expr)))
            case "seat_from":
                found = code.call("seat_from", self.value(args[0]), self.mask(args[1]))
                return self.something(found, NO_SEAT, expr.span)
            case "next_seat":
                return self._next(self.value(args[0]), _domain_size(expr))
            case _ if OPERATORS[expr.name].gives == "truth":
                return self._as_number(self.test(expr))
            case _:
                return self._called(expr)

    def _divisor(self, by: ir.Expr) -> tuple[code.Value, int, int]:
        """What is divided by, at least 1, and between which numbers it is."""
        (low, high), value = self.unit.intervals.of(by), self.writer.atom(self.value(by))
        if low < 1:
            one = code.number(1)
            value = self.writer.atom(code.choose(code.compare(value, ">", one), value, one))
        return value, max(low, 1), max(high, 1)

    def _divided(self, whole: ir.Expr, by: ir.Expr) -> code.Value:
        """A whole division as a product and a shift, exact for all that the number can be; what can
        be less than 0 is raised by a multiple of the divisor before."""
        (low, high), value = self.unit.intervals.of(whole), self.value(whole)
        divisor, least, most = self._divisor(by)
        raised = max(0, -(low // least))
        if raised:
            value = code.binary(value, "+", code.binary(code.number(raised), "*", divisor))
        bits = (high + raised * most).bit_length()
        shifts = [bits + (n - 1).bit_length() for n in range(least, most + 1)]
        factors = [-(-(1 << shift) // n) for n, shift in enumerate(shifts, least)]
        if least == most:
            factor, shift = code.number(factors[0]), code.number(shifts[0])
        else:
            at = code.binary(divisor, "-", code.number(least))
            factor, shift = (
                code.item(self.unit.fixed(name, (name, *held), lambda held=held: tuple(held)), at)  # type: ignore[misc]
                for name, held in (("factors", factors), ("shifts", shifts))
            )
        found = code.binary(code.binary(factor, "*", value), ">>", shift)
        return code.binary(found, "-", code.number(raised))

    def _first(self, count: ir.Expr, among: ir.Expr) -> code.Value:
        """So many elements, the lowest ones, one after the other."""
        writer = self.writer
        left = writer.variable(self.value(count), "left_to_take")
        mask = writer.variable(self.mask(among), "among")
        found = writer.variable(code.number(0), "first")
        with writer.block() as body:
            low = code.binary(code.name(mask), "&", code.negative(code.name(mask)))
            bit = writer.variable(low, "bit")
            writer.add(code.augment(found, "|", code.name(bit)))
            writer.add(code.augment(mask, "^", code.name(bit)))
            writer.add(code.augment(left, "-", code.number(1)))
        going_on = code.compare(code.name(left), ">", code.number(0))
        writer.add(code.loop(code.both([code.name(mask), going_on]), body))
        return code.name(found)

    def _called(self, expr: ir.Op) -> code.Value:
        """The function that an operation means, where nothing better is printed for it."""
        key = expr.name, expr.type, *(arg.type for arg in expr.args)
        function = self.unit.fixed(expr.name, key, lambda: Operation(expr))
        args = [
            self.mask(arg)
            if isinstance(arg.type, ir.SetOf | ir.StackOf | ir.RowOf)
            else self.value(arg)
            for arg in expr.args
        ]
        return code.call(function.id, *args)

    def _around(self, expr: ir.Op) -> code.Value:
        """Cells beside a cell: calculated, for there are too many to look them up."""
        kind = expr.type
        assert isinstance(kind, ir.Element | ir.SetOf)
        width, cell = kind.domain.width, self.value(expr.args[0])
        if expr.name != "beside":
            return code.call(expr.name, cell, code.number(width))
        ring = expr.args[1].type
        assert isinstance(ring, ir.Element)
        steps = grids.steps(width, ring.domain.size)
        direction = self.value(expr.args[1])
        fixed = code.constant(direction)
        if fixed is not None:
            step: code.Value = code.number(steps[fixed])
        else:
            step = code.item(self.unit.fixed("beside", ("beside", steps), lambda: steps), direction)
        return code.binary(code.binary(cell, "+", step), "%", code.number(width * width))

    def _above(self, expr: ir.Op) -> code.Value:
        """The mask of everything later than all elements of a set."""
        kind = expr.type
        assert isinstance(kind, ir.SetOf)
        length = code.length(self.mask(expr.args[0]))
        if kind.domain.size > MOST_BITS:
            return code.binary(code.number(-1), "<<", length)
        return code.item(code.name(ABOVE), length)

    def _chain(self, args: Sequence[ir.Expr], operator: str) -> code.Value:
        found = self.value(args[0])
        for arg in args[1:]:
            found = code.binary(found, operator, self.value(arg))
        return found

    def _join(self, args: Sequence[ir.Expr], operator: str) -> code.Value:
        found = self.mask(args[0])
        for arg in args[1:]:
            found = code.binary(found, operator, self.mask(arg))
        return found

    def _extreme(self, expr: ir.Op) -> code.Value:
        a, b = (self.writer.atom(self.value(arg)) for arg in expr.args)
        return code.choose(code.compare(a, "<" if expr.name == "least" else ">", b), a, b)

    def _next(self, seat: code.Value, seats: int) -> code.Value:
        if seats == 2:
            return code.binary(code.number(1), "-", seat)
        return code.binary(code.binary(seat, "+", code.number(1)), "%", code.number(seats))

    def _size(self, collection: ir.Expr) -> code.Value:
        match collection.type:
            case ir.StackOf():
                return code.call("len", self.value(collection))
            case ir.RowOf():
                value = self.writer.atom(self.value(collection), "row")
                empty = code.method(value, "count", code.number(-1))
                return code.binary(code.call("len", value), "-", empty)
            case _:
                return code.size(self.mask(collection))

    def _of_line(self, expr: ir.Op) -> code.Value | None:
        """A longest line compared with a fixed number; None for anything else."""
        asked = lines.asked(expr)
        if asked is None:
            return None
        cells, limits, opposite = asked
        held = self.writer.atom(self.mask(cells), "cells")
        tests = [lines.at_least(self.writer, cells.type, held, limit) for limit in limits]
        if len(tests) > 1:
            tests[1] = code.negated(tests[1])
        found = code.both(tests)
        return code.negated(found) if opposite else found

    def _of_count(self, expr: ir.Op) -> code.Value | None:
        """How many there are, compared with a fixed number: whatever is above it need not be
        counted. None for anything else, and where it is known already."""
        values: list[code.Value] = []
        for arg, other in (expr.args, expr.args[::-1]):
            if isinstance(arg, ir.Const):
                values.append(code.number(arg.value))
            elif isinstance(arg, ir.Fold) and arg.kind == "count" and isinstance(other, ir.Const):
                known = ("value", key_of(arg, self.writer)) in self.writer.known
                count = None if known else self.folds.counted_to(arg, max(other.value, 0) + 1)
                if count is None:
                    return None
                values.append(count)
            else:
                return None
        return code.compare(values[0], _COMPARE[expr.name], values[1])

    def _test(self, expr: ir.Op) -> code.Value:
        expr = self._in_order(expr)
        args = expr.args
        match expr.name:
            case "equal" | "differ":
                told = self._of_line(expr) or self._of_count(expr)
                return told or self._equal(args[0], args[1], expr.name == "differ")
            case "less" | "at_most" | "more" | "at_least":
                return (
                    self._of_line(expr)
                    or self._of_count(expr)
                    or code.compare(self.value(args[0]), _COMPARE[expr.name], self.value(args[1]))
                )
            case "contains":
                return self._contains(args[0], args[1])
            case "meets":
                return code.binary(self.mask(args[0]), "&", self.mask(args[1]))
            case "empty":
                return self._empty(args[0])
            case "full":
                return self._full(args[0])
            case "and" | "or" | "not":
                return self.test(expr)
            case _ if OPERATORS[expr.name].gives == "truth":
                return self._called(expr)
            case _:
                return self.value(expr)

    def _equal(self, one: ir.Expr, other: ir.Expr, differ: bool) -> code.Value:
        for a, b in ((one, other), (other, one)):
            if isinstance(a, ir.Read) and a.variable not in self.writer.instead:
                if self.unit.layout.region(a.variable).form == "inverted":
                    held = self._is_held_by(a, b)
                    if held is not None:
                        return code.negated(held) if differ else held
        if isinstance(one.type, ir.StackOf | ir.RowOf) != isinstance(
            other.type, ir.StackOf | ir.RowOf
        ):
            left, right = self.mask(one), self.mask(other)
        elif isinstance(one.type, ir.RowOf):
            left, right = code.call("list", self.value(one)), code.call("list", self.value(other))
        else:
            left, right = self.value(one), self.value(other)
        return code.compare(left, "!=" if differ else "==", right)

    def _is_held_by(self, read: ir.Read, holder: ir.Expr) -> code.Value | None:
        """`holder of k is e` as a bit test; None when e may be none or not."""
        store, variable = self.writer.store, read.variable
        if isinstance(holder, ir.Const) and holder.value < 0:
            anybody: code.Value = code.number(0)
            for value in range(self.unit.layout.region(variable).width):
                anybody = code.binary(anybody, "|", store.slot(variable, code.number(value)))
            bit = self.bit(self.key(read, read.keys[0]))
            return code.negated(code.binary(anybody, "&", bit))
        if not self.is_sure(holder):
            return None
        bit = self.bit(self.key(read, read.keys[0]))
        return code.binary(store.slot(variable, self.value(holder)), "&", bit)

    def _contains(self, collection: ir.Expr, element: ir.Expr) -> code.Value:
        kind = collection.type
        if isinstance(kind, ir.SetOf) and isinstance(element.type, ir.Number):
            return self._contains_number(collection, element, kind.domain.size)
        if isinstance(kind, ir.SetOf):
            held = self._is_holding(collection, element)
            if held is not None:
                return held
            bit = self.bit(self.value(element), kind.domain)
            return code.binary(self.mask(collection), "&", bit)
        value = self.value(element)
        if not self.is_sure(element) and isinstance(kind, ir.RowOf):
            value = self.writer.atom(value)
            inside = code.compare(value, "in", self.value(collection))
            return code.both([code.compare(value, ">=", code.number(0)), inside])
        return code.compare(value, "in", self.value(collection))

    def _is_holding(self, collection: ir.Expr, element: ir.Expr) -> code.Value | None:
        """`e in held of k` over a crossed state variable as a bit test; None for anything else."""
        if not isinstance(collection, ir.Read) or collection.variable in self.writer.instead:
            return None
        crossed = self.unit.layout.region(collection.variable).form == "crossed"
        if not crossed or not self.is_sure(element):
            return None
        key = self.bit(self.key(collection, collection.keys[0]))
        holding = self.writer.store.slot(collection.variable, self.value(element))
        return code.binary(holding, "&", key)

    def _contains_number(self, collection: ir.Expr, number: ir.Expr, size: int) -> code.Value:
        """Is a number, which may be any, in a set of numbers?"""
        mask, value = self.mask(collection), self.value(number)
        low, high = self.unit.intervals.of(number)
        if low >= 0 and high < size:
            return code.binary(mask, "&", self.bit(value))
        mask, value = self.writer.atom(mask, "among"), self.writer.atom(value, "number")
        inside = code.compare(value, ">=", code.number(0))
        return code.both([inside, code.binary(code.binary(mask, ">>", value), "&", code.number(1))])

    def _empty(self, collection: ir.Expr) -> code.Value:
        match collection.type:
            case ir.RowOf(places=places) if (
                isinstance(collection, ir.Read) and places <= MOST_PLACES
            ):
                free = [code.compare(p, "<", code.number(0)) for p in self.places(collection)]
                return code.both(free)
            case ir.RowOf():
                return code.negated(self._size(collection))
            case ir.StackOf():
                return code.negated(code.filled(self.value(collection)))
            case _ if isinstance(collection, ir.Fold) and self._need_not_be_all(collection):
                return code.negated(self.test(replace(collection, kind="some", type=ir.Truth())))
            case _:
                return code.negated(self.mask(collection))

    def _need_not_be_all(self, fold: ir.Fold) -> bool:
        """May the fold stop at the first element, whether there is one being all that is asked?"""
        known = ("value", key_of(fold, self.writer)) in self.writer.known
        return fold.kind == "all" and not known and not self.unit.can_fail(fold)

    def _full(self, row: ir.Expr) -> code.Value:
        if isinstance(row, ir.Read) and self.unit.layout.region(row.variable).width <= MOST_PLACES:
            return code.both([code.compare(p, ">=", code.number(0)) for p in self.places(row)])
        return code.compare(code.number(-1), "not in", self.value(row))


def _unturned(cell: ir.Expr, value: code.Value) -> code.Value:
    """Where to look for what lies in a cell of a growing grid. Beside a cell at the rim is one at
    the other rim; nothing lies in either, nor where there is no cell."""
    match cell, value:
        case ir.Op(name="beside"), code.Binary(operator="%", left=left):
            return left
        case _:
            return value


def key_domain(expr: ir.Lookup, key: ir.Expr) -> ir.Domain:
    """The domain that a key of a table stands for."""
    return next(d for d, k in zip(expr.table.keys, expr.keys, strict=True) if k is key)


def _domain_size(expr: ir.Op) -> int:
    kind = expr.type
    assert isinstance(kind, ir.Element)
    return kind.domain.size


def _times(index: code.Value, factor: int) -> code.Value:
    return index if factor == 1 else code.binary(index, "*", code.number(factor))
