"""What can become of single elements of a course, as generated functions (see `core.prospects`).

`becomes_…` tries the steps that change one element and gives two numbers. The first has a bit for
each value of a parameter for which the demand of a finish can be fulfilled, and one that says
whether a number may be raised. The second tells for each of these bits what it takes: it has a
field for each, and in the field a bit for each set of slots that can be emptied on the way. The
answers are remembered for good, by all that they depend on: an element looks the same in many
states, and in many games.

What elements can become together is told by both: values that all can reach, for which there are
sets of slots that are disjoint and that can be paid (`support.together`).
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ...core.ir import Cond, Const, Domain, Expr, Number, Op, Param, Read, SetOf
from ...core.prospects import Own, Prospects
from . import nodes as py
from .offers import each_option
from .support import spread
from .values import Values

if TYPE_CHECKING:
    from .courses import Writing

FULL, KEY, ELEMENT, FOUND, WAYS, GAIN = "full", "key", "element", "found", "ways", "gain"
MUCH = 1 << 30  # a number is raised by who knows how much
_WHOLE = ast.Slice(None, None, None)
MOST_KNOWN = 100_000  # how many answers are remembered


class Outlook:
    """Writes the questions about single elements of one course."""

    def __init__(self, writing: Writing, found: Prospects) -> None:
        self.writing, self.found, self.unit = writing, found, writing.unit
        title = py.identifier(writing.course.name)
        self.title = self.unit.fresh(f"becomes_{title}")
        self.places: list[tuple[int, int]] = []  # by demand: first bit and number of bits
        first = 0
        for demand in found.demands:
            width = 1 if demand.param is None else _everything(demand.param).value.bit_length()
            self.places.append((first, width))
            first += width
        self.width = 1 << found.slots  # how many sets of slots there are
        self.raises = first  # the bit that says that a number may be raised

    def write(self, full: str) -> None:
        """Write the functions; `full` is the name of the one that tells what may be raised."""
        self._becomes()
        if full:
            self._raises(full)

    # ------------------------------------------------------------------------------------- asking

    def joint(self, values: Values) -> ast.expr:
        """What all elements chosen can become together, as far as is known of each alone."""
        writer = values.writer
        joint = writer.variable(py.number((1 << self.raises) - 1), "joint")
        if self.found.slots:
            writer.add(py.assign(WAYS, py.list_of([])))
        selection = self.found.selection
        read = Read(selection, (), selection.type)
        with values.folds.each_bit(values.mask(read), self.found.element) as element:
            writer.add(py.assign(FOUND, self._of(element, py.name(FULL))))
            writer.add(py.augment(joint, "&", py.item(py.name(FOUND), py.number(0))))
            writer.add(py.when(py.negated(py.name(joint)), [py.give(py.number(0))]))
            if self.found.slots:
                way = py.item(py.name(FOUND), py.number(1))
                writer.add(py.perform(py.method(py.name(WAYS), "append", way)))
        return py.name(joint)

    def of_param(self, finish: int, param: Param, joint: ast.expr) -> ast.expr | None:
        """The values of a parameter that are left of what elements can become."""
        for demand, (first, width) in zip(self.found.demands, self.places, strict=True):
            if demand.finish == finish and demand.param == param:
                return py.binary(_shifted(joint, first), "&", py.number((1 << width) - 1))
        return None

    def together(self, values: Values, finish: int, param: Param, mask: str) -> ast.expr | None:
        """The values of a parameter left in a mask that all elements can reach together."""
        for demand, (first, _) in zip(self.found.demands, self.places, strict=True):
            if self.found.slots and demand.finish == finish and demand.param == param:
                given = py.name(WAYS), py.name(mask), py.number(first), py.number(self.width)
                return py.call("together", *given, self._payable(values))
        return None

    def _payable(self, values: Values) -> ast.expr:
        """The sets of slots that can be paid with what there is."""
        purse = self.found.purse
        every = py.number((1 << self.width) - 1)
        if purse is None or not isinstance(purse.cell.type, Number):
            return every
        low, high = purse.cell.type.low, purse.cell.type.high
        prices = [own.price for own in self.found.steps if own.price]
        least = [min(price) for price in zip(*prices, strict=True)]
        table = tuple(_payable(least, held - low) for held in range(low, high + 1))
        sets = self.unit.fixed("payable", ("payable", self.title), lambda: table)
        held = values.value(purse)
        if not self.found.full:
            return py.item(sets, py.binary(held, "-", py.number(low)))
        if self.found.gain is None:
            now = py.item(sets, py.binary(held, "-", py.number(low)))
            return py.choose(py.name(FULL), every, now)
        held = values.writer.atom(py.binary(held, "+", py.name(FULL)), "more")
        now = py.item(sets, py.binary(held, "-", py.number(low)))
        return py.choose(py.compare(held, "<=", py.number(high)), now, every)

    def _of(self, element: str, full: ast.expr) -> ast.expr:
        return py.call(self.title, py.name(element), *self.writing.given, full)

    # ------------------------------------------------------------------------------------ becoming

    def _becomes(self) -> None:
        values = self.writing.values()
        writer = values.writer
        writer.reserve({ELEMENT, FOUND, WAYS, GAIN})
        writer.names[self.found.element.number] = ELEMENT
        writer.sure.add(self.found.element.number)
        self._fill(values)
        known = self.unit.fixed(f"known_{self.title}", ("known", self.title), dict)
        writer.add(py.assign(KEY, self._key()))
        writer.add(py.assign(FOUND, py.method(known, "get", py.name(KEY))))
        writer.add(py.when(py.name(FOUND), [py.give(py.name(FOUND))]))
        many = py.compare(py.call("len", known), ">", py.number(MOST_KNOWN))
        writer.add(py.when(many, [py.perform(py.method(known, "clear"))]))
        with writer.evaluation():
            found: ast.expr = py.number(0)
            ways: ast.expr = py.number(0)
            for demand, (first, _) in zip(self.found.demands, self.places, strict=True):
                part = self._met(values, demand.test, demand.param, 1)
                found = py.binary(found, "|", _raised(part, first))
                if self.found.slots:
                    part = self._met(values, demand.test, demand.param, self.width)
                    ways = py.binary(ways, "|", _raised(part, first * self.width))
            for test in self.found.raising:
                flag = py.choose(values.test(test), py.number(1 << self.raises), py.number(0))
                found = py.binary(found, "|", flag)
            writer.add(py.assign(FOUND, found))
            if self.found.gain is not None:
                writer.add(py.assign(GAIN, values.value(self.found.gain)))
            if self.found.slots:
                writer.add(py.assign(WAYS, ways))
            for own in self.found.steps:
                self._own(values, own)
        held = py.name(WAYS) if self.found.slots else py.number(0)
        gain = py.name(GAIN) if self.found.gain is not None else py.number(0)
        writer.add(py.assign(FOUND, py.tuple_of([py.name(FOUND), held, gain])))
        writer.add(py.assign(py.item(known, py.name(KEY), py.STORE), py.name(FOUND)))
        writer.add(py.give(py.name(FOUND)))
        params = [ELEMENT, *self.writing.variables, FULL]
        self.writing.add(self.writing.course.span, self.title, params, writer.lines)

    def _fill(self, values: Values) -> None:
        """Raise what may be raised beforehand: the purse by `full`, or all numbers to the top."""
        writer, store = values.writer, self.writing.store
        top: py.Lines = []
        for cell in self.found.full:
            assert isinstance(cell.type, Number)
            for variable in store.variables(cell):
                most: ast.expr = py.number(cell.type.high)
                if store.is_list(cell):
                    count = self.unit.layout.slot(cell).count
                    most = ast.BinOp(py.list_of([most]), ast.Mult(), py.number(count))
                top.append(py.assign(variable, most))
        purse = self.found.purse
        if not top or purse is None or self.found.gain is None:
            if top:
                writer.add(py.when(py.name(FULL), top))
            return
        assert isinstance(purse.cell.type, Number)
        with writer.block() as lines:
            more = writer.atom(py.binary(values.value(purse), "+", py.name(FULL)), "more")
            (variable,) = store.variables(purse.cell)
            raised: py.Lines = []
            if store.is_list(purse.cell):
                offset = values.offset(purse.cell, [values.value(key) for key in purse.keys])
                raised.append(py.assign(variable, py.item(py.name(variable), _WHOLE)))
                raised.append(py.assign(py.item(py.name(variable), offset, py.STORE), more))
            else:
                raised.append(py.assign(variable, more))
            raised.append(py.assign(FULL, py.number(0)))
            fits = py.compare(more, "<=", py.number(purse.cell.type.high))
            writer.add(py.when(fits, raised, top))
        writer.add(py.when(py.name(FULL), lines))

    def _own(self, values: Values, own: Own) -> None:
        """Try a step that changes the element, with all other arguments."""
        writer, step = values.writer, self.writing.course.steps[own.number]
        title = self.unit.fresh(f"with_{py.identifier(step.name)}")
        self.writing.step(step, title, self.title, FULL, about=own.param)
        writer.names[own.param.local.number] = ELEMENT
        writer.sure.add(own.param.local.number)
        others = [param for param in step.params if param is not own.param]

        def further(args: list[str]) -> None:
            given = dict(zip([p.local.number for p in others], args, strict=True))
            named = [given.get(p.local.number, ELEMENT) for p in step.params]
            call = py.call(title, *map(py.name, named), *self.writing.given, py.name(FULL))
            then = writer.variable(call, "then")
            first, ways = (py.item(py.name(then), py.number(i)) for i in (0, 1))
            writer.add(py.augment(FOUND, "|", first))
            if self.found.gain is not None:
                better = py.item(py.name(then), py.number(2))
                more = py.compare(better, ">", py.name(GAIN))
                writer.add(py.when(more, [py.assign(GAIN, better)]))
            if not self.found.slots:
                return
            if own.emptied is not None:
                slot = py.name(given[own.emptied.local.number])
                ways = py.binary(ways, "<<", values.bit(slot))
            writer.add(py.augment(WAYS, "|", ways))

        each_option(values, others, own.guards, further)

    def _key(self) -> ast.expr:
        """All that the answer depends on."""
        parts: list[ast.expr] = [py.name(ELEMENT), py.name(FULL)]
        private = dict(self.found.private)
        for cell in self.writing.made.cells:
            if cell not in self.found.looked_at:
                continue
            slot = self.unit.layout.slot(cell)
            for variable in self.writing.store.variables(cell):
                if private.get(cell) == 0 and slot.form == "plain":
                    width = cell.size // cell.keys[0].size
                    first = py.binary(py.name(ELEMENT), "*", py.number(width))
                    if width == 1:
                        parts.append(py.item(py.name(variable), py.name(ELEMENT)))
                        continue
                    for i in range(width):
                        at = py.binary(first, "+", py.number(i))
                        parts.append(py.item(py.name(variable), at))
                else:
                    parts.append(self.writing.hashable(slot, variable))
        return py.tuple_of(parts)

    # ------------------------------------------------------------------------------------ demands

    def _met(self, values: Values, test: Expr, param: Param | None, width: int) -> ast.expr:
        """The values of the parameter for which a condition holds, as a mask with a field of some
        width for each, or without one 0 or 1."""
        if param is None:
            return py.choose(values.test(test), py.number(1), py.number(0))
        domain = _everything(param)
        everything = py.number(spread(domain.value, width))
        if param.local.number not in self.unit.free(test):
            return py.choose(values.test(test), everything, py.number(0))
        match test:
            case Op(name="and" | "or"):
                sign = "&" if test.name == "and" else "|"
                mask = self._met(values, test.args[0], param, width)
                for arg in test.args[1:]:
                    mask = py.binary(mask, sign, self._met(values, arg, param, width))
                return mask
            case Op(name="equal", args=(one, other)) if isinstance(param.local.type, Number):
                for a, b in ((one, other), (other, one)):
                    if a == param.local and param.local.number not in self.unit.free(b):
                        size = py.number(domain.value.bit_length())
                        return py.call("only", values.value(b), size, py.number(width))
            case Cond() if param.local.number not in self.unit.free(test.test):
                then = self._met(values, test.then, param, width)
                otherwise = self._met(values, test.other, param, width)
                return py.choose(values.test(test.test), then, otherwise)
        mask = values.folds.among(domain, param.local, [test])
        return mask if width == 1 else py.call("spread", mask, py.number(width))

    # ------------------------------------------------------------------------------------- raising

    def _raises(self, full: str) -> None:
        """May some element, chosen or still to be chosen, make a step possible that raises?"""
        values = self.writing.values()
        writer = values.writer
        writer.reserve({GAIN})
        with writer.evaluation():
            mask: ast.expr = py.number(0)
            for source in self.found.candidates:
                mask = py.binary(mask, "|", values.mask(source))
            held = writer.variable(mask, "candidates")
            writer.add(py.assign(GAIN, py.number(0)))
            with values.folds.each_bit(py.name(held), self.found.element) as element:
                found = py.item(self._of(element, py.number(0)), py.number(0))
                bits = py.binary(found, "&", py.number(1 << self.raises))
                some: py.Lines = [py.assign(GAIN, py.number(MUCH)), ast.Break()]
                writer.add(py.when(bits, some))
            if self.found.gain is not None:
                with writer.block() as lines:
                    writer.add(py.assign(GAIN, py.number(0)))
                    with values.folds.each_bit(py.name(held), self.found.element) as element:
                        one = py.item(self._of(element, py.number(MUCH)), py.number(2))
                        writer.add(py.augment(GAIN, "+", one))
                writer.add(py.when(py.name(GAIN), lines))
        writer.add(py.give(py.name(GAIN)))
        course = self.writing.course
        self.writing.add(course.span, full, self.writing.variables, writer.lines)


def _domain(param: Param) -> Domain:
    kind = param.source.type
    assert isinstance(kind, SetOf)
    return kind.domain


def _everything(param: Param) -> Const:
    """All values of the parameter's type, as a set."""
    domain = _domain(param)
    return Const(domain.everything(), SetOf(domain))


def _shifted(mask: ast.expr, by: int) -> ast.expr:
    return py.binary(mask, ">>", py.number(by)) if by else mask


def _raised(mask: ast.expr, by: int) -> ast.expr:
    return py.binary(mask, "<<", py.number(by)) if by else mask


def _payable(prices: list[int], purse: int) -> int:
    """The sets of slots (a bit for each) whose prices together are no more than the purse."""
    found = 0
    for slots in range(1 << len(prices)):
        if sum(price for slot, price in enumerate(prices) if slots >> slot & 1) <= purse:
            found |= 1 << slots
    return found
