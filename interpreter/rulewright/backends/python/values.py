"""Expressions of the core as Python expressions, with statements before them where needed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, assert_never

from ...core import grids
from ...core.evaluate import NO_SEAT, domain_of
from ...core.ir import (
    Cell,
    Completable,
    Cond,
    Const,
    Domain,
    Element,
    Expr,
    Fold,
    Local,
    Lookup,
    Measure,
    Number,
    OnGrid,
    Op,
    Paths,
    Read,
    RowOf,
    SetOf,
    StackOf,
    Truth,
)
from ...core.operators import OPERATORS
from ...source import Span
from . import lines
from . import nodes as py
from .completing import without_search
from .folds import Folds
from .masks import Masks
from .store import MOST_PLACES
from .unit import ABOVE, BIT, MOST_BITS
from .writer import Writer, key_of


class Searcher(Protocol):
    """Writes the questions that only a search answers."""

    def ask(self, writer: Writer, expr: Completable) -> ast.expr:
        """The answer."""
        ...

    def failed(self, writer: Writer, expr: Completable) -> ast.expr:
        """What searches share; written before a loop that asks again and again."""
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
    `mask` any collection as a mask. `searcher` writes the questions that only a search answers.
    """

    def __init__(self, writer: Writer, searcher: Searcher) -> None:
        self.writer = writer
        self.unit = writer.unit
        self.masks = Masks(writer, self)
        self.folds = Folds(writer, self, self.masks)
        self._searcher = searcher

    # --------------------------------------------------------------------------------- the three

    def value(self, expr: Expr) -> ast.expr:
        """The value as stored; of a stack its own list, of a row a tuple or list."""
        match expr:
            case Const():
                return py.number(expr.value)
            case Local():
                return py.name(self.writer.names[expr.number])
            case Read():
                return self._marked(self._kept(expr, self._read), expr.span)
            case Lookup():
                table = self.unit.table(expr.table, expr.type)
                sizes = [domain.size for domain in expr.table.keys]
                return self._marked(py.item(table, self._index(expr, sizes)), expr.span)
            case Op():
                return self._marked(self._op(expr), expr.span)
            case Cond():
                return self._cond(expr)
            case Fold(kind="the"):
                found = self._kept(expr, self.folds.value)
                nothing = f"there is no such {domain_of(expr.source.type)}"
                return self._marked(self.something(found, nothing, expr.span), expr.span)
            case Fold():
                return self._marked(self._kept(expr, self.folds.value), expr.span)
            case Measure():
                return self._kept(expr, self._measure)
            case Paths():
                return self._kept(expr, self._paths)
            case OnGrid():
                return self._marked(self._kept(expr, self._on_grid), expr.span)
            case Completable():
                return self._as_number(self.test(expr))
            case _:
                assert_never(expr)

    def test(self, expr: Expr) -> ast.expr:
        """The truth of an expression, for `if` and the like."""
        match expr:
            case Op(name="and"):
                return self._junction(expr.args, "and")
            case Op(name="or"):
                return self._junction(expr.args, "or")
            case Op(name="not"):
                return py.negated(self.test(expr.args[0]))
            case Op():
                return self._marked(self._test(expr), expr.span)
            case Fold(kind="some" | "every"):
                return self._marked(self._kept(expr, self.folds.test), expr.span)
            case Completable():
                return self._completable(expr)
            case _:
                return self.value(expr)

    def test_all(self, tests: Sequence[Expr]) -> ast.expr:
        """The truth of all tests together, in order."""
        return self._junction(tests, "and") if tests else py.number(1)

    def mask(self, expr: Expr) -> ast.expr:
        """A collection as a mask."""
        kind = expr.type
        if isinstance(kind, SetOf):
            return self.value(expr)
        if isinstance(expr, Read) and isinstance(kind, RowOf) and kind.places <= MOST_PLACES:
            mask: ast.expr = py.number(0)
            for place in self.places(expr):
                mask = py.binary(mask, "|", self.bit(place))
            return mask
        return py.call("mask_of", self.value(expr))

    def bit(self, element: ast.expr, domain: Domain | None = None) -> ast.expr:
        """The mask of one element; of none, nothing."""
        value = py.constant(element)
        if value is not None:
            return py.number(1 << value if value >= 0 else 0)
        if domain is not None and domain.size > MOST_BITS:
            element = self.writer.atom(element)
            one = py.binary(py.number(1), "<<", element)
            return py.choose(py.compare(element, ">=", py.number(0)), one, py.number(0))
        return py.item(py.name(BIT), element)

    def _marked(self, node: ast.expr, span: Span) -> ast.expr:
        if not py.is_atom(node):
            py.mark(node, span)
        return node

    def _as_number(self, test: ast.expr) -> ast.expr:
        return py.choose(test, py.number(1), py.number(0))

    def _kept(self, expr: Expr, compute: Callable[..., ast.expr]) -> ast.expr:
        """The value computed before in this evaluation, or now."""
        key = key_of(expr, self.writer)
        if key is None:
            return compute(expr)
        full = (compute.__name__, key)
        known = self.writer.known.get(full)
        return known if known is not None else self.writer.remember(full, compute(expr))

    # --------------------------------------------------------------------------------- reading

    def _index(self, expr: Read | Lookup, sizes: Sequence[int]) -> ast.expr:
        """The place of a member among all, from its keys."""
        index: ast.expr = py.number(0)
        for key, size in zip(expr.keys, sizes, strict=True):
            index = py.binary(_times(index, size), "+", self.key(expr, key))
        return index

    def key(self, expr: Read | Lookup, key: Expr) -> ast.expr:
        """A key; where it may be none, with a check."""
        value = self.value(key)
        if isinstance(key.type, Number):
            return self._number_key(expr, key, value)
        if self.is_sure(key):
            return value
        what = expr.cell.name if isinstance(expr, Read) else expr.table.name
        return self.something(value, f"{what} is asked of nothing", expr.span)

    def _number_key(self, expr: Read | Lookup, key: Expr, value: ast.expr) -> ast.expr:
        """A number as a key, with a check where it may be none that the table has."""
        assert isinstance(expr, Lookup), "nothing but tables is keyed by numbers"
        size = key_domain(expr, key).size
        low, high = self.unit.intervals.of(key)
        if low >= 0 and high < size:
            return value
        about = ast.Constant(expr.table.name), self.unit.site(expr.span)
        return py.call("in_table", value, py.number(size), *about)

    def is_sure(self, expr: Expr) -> bool:
        """Is it certainly an element, not none?"""
        if isinstance(expr, Local) and expr.number in self.writer.sure:
            return True
        return self.unit.intervals.of(expr)[0] >= 0

    def something(self, value: ast.expr, message: str, span: Span) -> ast.expr:
        """The value; a failure when it is none."""
        failing = py.call("fail", ast.Constant(message), self.unit.site(span))
        if py.is_atom(value):
            return py.choose(py.compare(value, ">=", py.number(0)), value, failing)
        held = self.writer.fresh("at")
        named = ast.NamedExpr(ast.Name(held, py.STORE), value)
        return py.choose(py.compare(named, ">=", py.number(0)), py.name(held), failing)

    def offset(self, cell: Cell, keys: Sequence[ast.expr]) -> ast.expr:
        """The first slot of a member, counted from the first of its cell."""
        index: ast.expr = py.number(0)
        for domain, key in zip(cell.keys, keys, strict=True):
            index = py.binary(_times(index, domain.size), "+", key)
        return _times(index, self.unit.layout.slot(cell).width)

    def _read(self, expr: Read) -> ast.expr:
        cell = expr.cell
        if cell in self.writer.instead:
            return self.writer.instead[cell]
        slot, store = self.unit.layout.slot(cell), self.writer.store
        keys = [self.key(expr, key) for key in expr.keys]
        if slot.form == "flags":
            whole = store.slot(cell, py.number(0))
            return py.binary(py.binary(whole, ">>", keys[0]), "&", py.number(1))
        if slot.form == "inverted":
            return self._holder(cell, self.writer.atom(keys[0], "at"))
        if slot.form == "crossed":
            return self._crossed(cell, self.writer.atom(keys[0], "at"))
        if slot.form == "grid":
            return py.method(store.slot(cell, py.number(2)), "get", keys[0], py.number(-1))
        offset = self.offset(cell, keys)
        if slot.form == "row":
            return store.places(cell, offset, slot.width)
        return store.slot(cell, offset)

    def _holder(self, cell: Cell, key: ast.expr) -> ast.expr:
        found: ast.expr = py.number(-1)
        for value in reversed(range(self.unit.layout.slot(cell).width)):
            held = self.writer.store.slot(cell, py.number(value))
            found = py.choose(py.binary(held, "&", self.bit(key)), py.number(value), found)
        return found

    def _crossed(self, cell: Cell, key: ast.expr) -> ast.expr:
        """A set put together from the masks of those that hold each value."""
        found: ast.expr = py.number(0)
        for value in range(self.unit.layout.slot(cell).width):
            held = self.writer.store.slot(cell, py.number(value))
            there = py.binary(held, "&", self.bit(key))
            found = py.binary(found, "|", py.choose(there, py.number(1 << value), py.number(0)))
        return found

    def places(self, expr: Read) -> list[ast.expr]:
        """The places of a short row, one by one."""
        keys = [self.writer.atom(self.key(expr, key)) for key in expr.keys]
        offset, width = self.offset(expr.cell, keys), self.unit.layout.slot(expr.cell).width
        return [
            self.writer.store.slot(expr.cell, py.binary(offset, "+", py.number(i)))
            for i in range(width)
        ]

    def _measure(self, expr: Measure) -> ast.expr:
        function = self.unit.graph(expr.graph, expr.kind)
        return ast.Call(function, [self.value(expr.edges), self.unit.site(expr.span)], [])

    def _paths(self, expr: Paths) -> ast.expr:
        """The ways, from a function that remembers them by their ends, cells and numbers."""
        writer = self.writer
        start, goal = writer.atom(self.value(expr.start)), writer.atom(self.value(expr.goal))
        through = writer.atom(self.value(expr.through), "through")
        heights: ast.expr = ast.Constant(None)
        if expr.by is not None:
            found = writer.variable(ast.Dict([], []), "heights")
            cells: ast.expr = through
            for end in (start, goal):
                cells = py.binary(cells, "|", self.bit(end, expr.type.domain))
            with self.folds.each_bit(cells, expr.local) as cell:
                place = py.item(py.name(found), py.name(cell), py.STORE)
                writer.add(py.assign(place, self.value(expr.by)))
            heights = py.name(found)
        site = self.unit.site(expr.span)
        function = self.unit.paths(expr.type.domain.width)
        return ast.Call(function, [start, goal, through, heights, site], [])

    def _on_grid(self, expr: OnGrid) -> ast.expr:
        store = self.writer.store
        if expr.what == "cell_of":
            component = self.value(expr.args[0])
            if not self.is_sure(expr.args[0]):
                nothing = "the cell of a component is asked of nothing"
                component = self.something(component, nothing, expr.span)
            where = store.slot(expr.cell, py.number(3))
            return py.method(where, "get", component, py.number(-1))
        if expr.what == "cells_of":
            where = store.slot(expr.cell, py.number(3))
            return py.call("cells_of", where, self.mask(expr.args[0]))
        held = store.slot(expr.cell, py.number(1 if expr.what == "laid" else 0))
        if expr.what != "open":
            return held
        return py.call("open_cells", held, py.number(expr.cell.keys[0].width))

    def _completable(self, expr: Completable) -> ast.expr:
        shape = without_search(self.unit, expr)
        return self.test(shape) if shape is not None else self._searcher.ask(self.writer, expr)

    def prepare(self, expr: Completable) -> None:
        """Write what questions that are asked in a loop share."""
        if without_search(self.unit, expr) is None:
            self._searcher.failed(self.writer, expr)

    # ------------------------------------------------------------------------------ conditional

    def _junction(self, args: Sequence[Expr], name: str) -> ast.expr:
        """`and`, `or`: what later parts need is computed only when they are asked."""
        writer = self.writer
        asked = [self.test(args[0])] if args else []
        join = py.both if name == "and" else py.either
        for i, arg in enumerate(args[1:], 1):
            with writer.block() as lines:
                test = self.test(arg)
            if not lines:
                asked.append(test)
                continue
            held = writer.variable(join(asked), "so_far")
            with writer.block() as lines:
                writer.add(py.assign(held, self._junction(args[i:], name)))
            go_on = py.name(held) if name == "and" else py.negated(py.name(held))
            writer.add(py.when(go_on, lines))
            return py.name(held)
        return join(asked)

    def _cond(self, expr: Cond) -> ast.expr:
        writer = self.writer
        test = self.test(expr.test)
        with writer.block() as then_lines:
            then = self.value(expr.then)
        with writer.block() as other_lines:
            other = self.value(expr.other)
        if not then_lines and not other_lines:
            return py.choose(test, then, other)
        held = writer.fresh("either")
        then_lines.append(py.assign(held, then))
        other_lines.append(py.assign(held, other))
        writer.add(py.when(test, then_lines, other_lines))
        return py.name(held)

    # ------------------------------------------------------------------------------- operations

    def _op(self, expr: Op) -> ast.expr:
        args = expr.args
        match expr.name:
            case "add":
                return self._chain(args, "+")
            case "subtract":
                return self._chain(args, "-")
            case "multiply":
                return self._chain(args, "*")
            case "negate":
                return py.negative(self.value(args[0]))
            case "least" | "most":
                return self._extreme(expr)
            case "union":
                return self._join(args, "|")
            case "intersect":
                return self._join(args, "&")
            case "without":
                return py.binary(self.mask(args[0]), "&", py.inverted(self.mask(args[1])))
            case "after":
                return py.binary(self.mask(args[1]), "&", self._above(expr))
            case "members":
                return self.mask(args[0])
            case "set":
                found: ast.expr = py.number(0)
                for arg in args:
                    assert isinstance(expr.type, SetOf)
                    bit = self.bit(self.value(arg), expr.type.domain)
                    found = py.binary(found, "|", bit)
                return found
            case "size":
                return self._size(args[0])
            case "top":
                stack = self.writer.atom(self.value(args[0]), "stack")
                return py.choose(stack, py.item(stack, py.number(-1)), py.number(-1))
            case "uppermost":
                if args[0] == Const(1, args[0].type):  # the bit of the top, if there is one
                    stack = self.writer.atom(self.value(args[1]), "stack")
                    top = py.binary(py.number(1), "<<", py.item(stack, py.number(-1)))
                    return py.choose(stack, top, py.number(0))
                count = self.writer.atom(self.value(args[0]), "count")
                stack = self.writer.atom(self.value(args[1]), "stack")
                start = py.binary(py.call("len", stack), "-", py.call("max", py.number(0), count))
                start = py.call("max", py.number(0), start)
                return py.call("mask_of", py.item(stack, ast.Slice(start, None, None)))
            case "range":
                return py.call("numbers", self.value(args[0]), self.value(args[1]))
            case "beside" | "neighbours" | "touching":
                return self._around(expr)
            case "longest_line":
                return lines.longest(self.unit, args[0].type, self.mask(args[0]))
            case "step":
                moved = py.binary(self.value(args[0]), "+", self.value(args[1]))
                return py.binary(moved, "%", py.number(_domain_size(expr)))
            case "seat_from":
                found = py.call("seat_from", self.value(args[0]), self.mask(args[1]))
                return self.something(found, NO_SEAT, expr.span)
            case "next_seat":
                return self._next(self.value(args[0]), _domain_size(expr))
            case _ if OPERATORS[expr.name].gives == "truth":
                return self._as_number(self.test(expr))
            case _:
                return self._called(expr)

    def _called(self, expr: Op) -> ast.expr:
        """The function that an operation means, where nothing better is printed for it."""
        meaning = OPERATORS[expr.name].works_out(expr)
        assert meaning is not None
        key = expr.name, expr.type, *(arg.type for arg in expr.args)
        function = self.unit.fixed(expr.name, key, lambda: meaning)
        args = [
            self.mask(arg) if isinstance(arg.type, SetOf | StackOf | RowOf) else self.value(arg)
            for arg in expr.args
        ]
        return ast.Call(function, args, [])

    def _around(self, expr: Op) -> ast.expr:
        """Cells beside a cell: calculated, for there are too many to look them up."""
        kind = expr.type
        assert isinstance(kind, Element | SetOf)
        width, cell = kind.domain.width, self.value(expr.args[0])
        if expr.name != "beside":
            return py.call(expr.name, cell, py.number(width))
        ring = expr.args[1].type
        assert isinstance(ring, Element)
        steps = grids.steps(width, ring.domain.size)
        direction = self.value(expr.args[1])
        fixed = py.constant(direction)
        if fixed is not None:
            step: ast.expr = py.number(steps[fixed])
        else:
            step = py.item(self.unit.fixed("beside", ("beside", steps), lambda: steps), direction)
        return py.binary(py.binary(cell, "+", step), "%", py.number(width * width))

    def _above(self, expr: Op) -> ast.expr:
        """The mask of everything later than all elements of a set."""
        kind = expr.type
        assert isinstance(kind, SetOf)
        length = py.length(self.mask(expr.args[0]))
        if kind.domain.size > MOST_BITS:
            return py.binary(py.number(-1), "<<", length)
        return py.item(py.name(ABOVE), length)

    def _chain(self, args: Sequence[Expr], operator: str) -> ast.expr:
        found = self.value(args[0])
        for arg in args[1:]:
            found = py.binary(found, operator, self.value(arg))
        return found

    def _join(self, args: Sequence[Expr], operator: str) -> ast.expr:
        found = self.mask(args[0])
        for arg in args[1:]:
            found = py.binary(found, operator, self.mask(arg))
        return found

    def _extreme(self, expr: Op) -> ast.expr:
        a, b = (self.writer.atom(self.value(arg)) for arg in expr.args)
        return py.choose(py.compare(a, "<" if expr.name == "least" else ">", b), a, b)

    def _next(self, seat: ast.expr, seats: int) -> ast.expr:
        if seats == 2:
            return py.binary(py.number(1), "-", seat)
        return py.binary(py.binary(seat, "+", py.number(1)), "%", py.number(seats))

    def _size(self, collection: Expr) -> ast.expr:
        match collection.type:
            case StackOf():
                return py.call("len", self.value(collection))
            case RowOf():
                value = self.writer.atom(self.value(collection), "row")
                empty = py.method(value, "count", py.number(-1))
                return py.binary(py.call("len", value), "-", empty)
            case _:
                return py.size(self.mask(collection))

    def _of_line(self, expr: Op) -> ast.expr | None:
        """A longest line compared with a fixed number; None for anything else."""
        asked = lines.asked(expr)
        if asked is None:
            return None
        cells, limits, opposite = asked
        held = self.writer.atom(self.mask(cells), "cells")
        tests = [lines.at_least(self.writer, cells.type, held, limit) for limit in limits]
        if len(tests) > 1:
            tests[1] = py.negated(tests[1])
        found = py.both(tests)
        return py.negated(found) if opposite else found

    def _test(self, expr: Op) -> ast.expr:
        args = expr.args
        match expr.name:
            case "equal" | "differ":
                of_line = self._of_line(expr)
                return of_line or self._equal(args[0], args[1], expr.name == "differ")
            case "less" | "at_most" | "more" | "at_least":
                return self._of_line(expr) or py.compare(
                    self.value(args[0]), _COMPARE[expr.name], self.value(args[1])
                )
            case "contains":
                return self._contains(args[0], args[1])
            case "meets":
                return py.binary(self.mask(args[0]), "&", self.mask(args[1]))
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

    def _equal(self, one: Expr, other: Expr, differ: bool) -> ast.expr:
        for a, b in ((one, other), (other, one)):
            if isinstance(a, Read) and a.cell not in self.writer.instead:
                if self.unit.layout.slot(a.cell).form == "inverted":
                    held = self._is_held_by(a, b)
                    if held is not None:
                        return py.negated(held) if differ else held
        if isinstance(one.type, StackOf | RowOf) != isinstance(other.type, StackOf | RowOf):
            left, right = self.mask(one), self.mask(other)
        elif isinstance(one.type, RowOf):
            left, right = py.call("list", self.value(one)), py.call("list", self.value(other))
        else:
            left, right = self.value(one), self.value(other)
        return py.compare(left, "!=" if differ else "==", right)

    def _is_held_by(self, read: Read, holder: Expr) -> ast.expr | None:
        """`holder of k is e` as a bit test; None when e may be none or not."""
        store, cell = self.writer.store, read.cell
        if isinstance(holder, Const) and holder.value < 0:
            anybody: ast.expr = py.number(0)
            for value in range(self.unit.layout.slot(cell).width):
                anybody = py.binary(anybody, "|", store.slot(cell, py.number(value)))
            bit = self.bit(self.key(read, read.keys[0]))
            return py.negated(py.binary(anybody, "&", bit))
        if not self.is_sure(holder):
            return None
        bit = self.bit(self.key(read, read.keys[0]))
        return py.binary(store.slot(cell, self.value(holder)), "&", bit)

    def _contains(self, collection: Expr, element: Expr) -> ast.expr:
        kind = collection.type
        if isinstance(kind, SetOf) and isinstance(element.type, Number):
            return self._contains_number(collection, element, kind.domain.size)
        if isinstance(kind, SetOf):
            held = self._is_holding(collection, element)
            if held is not None:
                return held
            bit = self.bit(self.value(element), kind.domain)
            return py.binary(self.mask(collection), "&", bit)
        value = self.value(element)
        if not self.is_sure(element) and isinstance(kind, RowOf):
            value = self.writer.atom(value)
            inside = py.compare(value, "in", self.value(collection))
            return py.both([py.compare(value, ">=", py.number(0)), inside])
        return py.compare(value, "in", self.value(collection))

    def _is_holding(self, collection: Expr, element: Expr) -> ast.expr | None:
        """`e in held of k` over a crossed cell as a bit test; None for anything else."""
        if not isinstance(collection, Read) or collection.cell in self.writer.instead:
            return None
        crossed = self.unit.layout.slot(collection.cell).form == "crossed"
        if not crossed or not self.is_sure(element):
            return None
        key = self.bit(self.key(collection, collection.keys[0]))
        holding = self.writer.store.slot(collection.cell, self.value(element))
        return py.binary(holding, "&", key)

    def _contains_number(self, collection: Expr, number: Expr, size: int) -> ast.expr:
        """Is a number, which may be any, in a set of numbers?"""
        mask, value = self.mask(collection), self.value(number)
        low, high = self.unit.intervals.of(number)
        if low >= 0 and high < size:
            return py.binary(mask, "&", self.bit(value))
        mask, value = self.writer.atom(mask, "among"), self.writer.atom(value, "number")
        inside = py.compare(value, ">=", py.number(0))
        return py.both([inside, py.binary(py.binary(mask, ">>", value), "&", py.number(1))])

    def _empty(self, collection: Expr) -> ast.expr:
        match collection.type:
            case RowOf(places=places) if isinstance(collection, Read) and places <= MOST_PLACES:
                free = [py.compare(p, "<", py.number(0)) for p in self.places(collection)]
                return py.both(free)
            case RowOf():
                return py.negated(self._size(collection))
            case StackOf():
                return py.negated(self.value(collection))
            case _ if isinstance(collection, Fold) and self._need_not_be_all(collection):
                return py.negated(self.test(replace(collection, kind="some", type=Truth())))
            case _:
                one = self.folds.first_found(collection)
                return py.negated(self.mask(collection) if one is None else one)

    def _need_not_be_all(self, fold: Fold) -> bool:
        """May the fold stop at the first element, whether there is one being all that is asked?"""
        known = ("value", key_of(fold, self.writer)) in self.writer.known
        return fold.kind == "all" and not known and not self.unit.can_fail(fold)

    def _full(self, row: Expr) -> ast.expr:
        if isinstance(row, Read) and self.unit.layout.slot(row.cell).width <= MOST_PLACES:
            return py.both([py.compare(p, ">=", py.number(0)) for p in self.places(row)])
        return py.compare(py.number(-1), "not in", self.value(row))


def key_domain(expr: Lookup, key: Expr) -> Domain:
    """The domain that a key of a table stands for."""
    return next(d for d, k in zip(expr.table.keys, expr.keys, strict=True) if k is key)


def _domain_size(expr: Op) -> int:
    kind = expr.type
    assert isinstance(kind, Element)
    return kind.domain.size


def _times(index: ast.expr, factor: int) -> ast.expr:
    return index if factor == 1 else py.binary(index, "*", py.number(factor))
