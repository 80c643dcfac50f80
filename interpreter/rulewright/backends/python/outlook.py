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
from .values import Values

if TYPE_CHECKING:
    from .courses import Writing

FULL, KEY, ELEMENT, FOUND, WAYS = "full", "key", "element", "found", "ways"
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
        now = py.item(sets, py.binary(values.value(purse), "-", py.number(low)))
        return py.choose(py.name(FULL), every, now) if self.found.full else now

    def _of(self, element: str, full: ast.expr) -> ast.expr:
        return py.call(self.title, py.name(element), *self.writing.given, full)

    # ------------------------------------------------------------------------------------ becoming

    def _becomes(self) -> None:
        values = self.writing.values()
        writer = values.writer
        writer.reserve({ELEMENT, FOUND, WAYS})
        writer.names[self.found.element.number] = ELEMENT
        writer.sure.add(self.found.element.number)
        for cell in self.found.full:
            for variable in self.writing.store.variables(cell):
                assert isinstance(cell.type, Number)
                most: ast.expr = py.number(cell.type.high)
                if self.writing.store.is_list(cell):
                    count = self.unit.layout.slot(cell).count
                    most = ast.BinOp(py.list_of([most]), ast.Mult(), py.number(count))
                writer.add(py.when(py.name(FULL), [py.assign(variable, most)]))
        known = self.unit.fixed(f"known_{self.title}", ("known", self.title), dict)
        writer.add(py.assign(KEY, self._key()))
        writer.add(py.assign(FOUND, py.method(known, "get", py.name(KEY))))
        writer.add(py.when(py.name(FOUND), [py.give(py.name(FOUND))]))
        many = py.compare(py.call("len", known), ">", py.number(MOST_KNOWN))
        writer.add(py.when(many, [py.perform(py.method(known, "clear"))]))
        with writer.evaluation():
            found: ast.expr = py.number(0)
            for demand, (first, _) in zip(self.found.demands, self.places, strict=True):
                part = self._met(values, demand.test, demand.param)
                found = py.binary(found, "|", _raised(part, first))
            for test in self.found.raising:
                flag = py.choose(values.test(test), py.number(1 << self.raises), py.number(0))
                found = py.binary(found, "|", flag)
            writer.add(py.assign(FOUND, found))
            if self.found.slots:
                now = py.binary(py.name(FOUND), "&", py.number((1 << self.raises) - 1))
                writer.add(py.assign(WAYS, py.call("spread", now, py.number(self.width))))
            for own in self.found.steps:
                self._own(values, own)
        ways = py.name(WAYS) if self.found.slots else py.number(0)
        writer.add(py.assign(FOUND, py.tuple_of([py.name(FOUND), ways])))
        writer.add(py.assign(py.item(known, py.name(KEY), py.STORE), py.name(FOUND)))
        writer.add(py.give(py.name(FOUND)))
        params = [ELEMENT, *self.writing.variables, FULL]
        self.writing.add(self.writing.course.span, self.title, params, writer.lines)

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

    def _met(self, values: Values, test: Expr, param: Param | None) -> ast.expr:
        """The values of the parameter for which a condition holds, as a mask, or 0 or 1."""
        if param is None:
            return py.choose(values.test(test), py.number(1), py.number(0))
        everything = py.number(_everything(param).value)
        if param.local.number not in self.unit.free(test):
            return py.choose(values.test(test), everything, py.number(0))
        match test:
            case Op(name="and" | "or"):
                sign = "&" if test.name == "and" else "|"
                mask = self._met(values, test.args[0], param)
                for arg in test.args[1:]:
                    mask = py.binary(mask, sign, self._met(values, arg, param))
                return mask
            case Op(name="equal", args=(one, other)) if isinstance(param.local.type, Number):
                for a, b in ((one, other), (other, one)):
                    if a == param.local and param.local.number not in self.unit.free(b):
                        value = values.writer.atom(values.value(b), "value")
                        inside = py.compare(value, ">=", py.number(0))
                        bit = py.binary(py.number(1), "<<", value)
                        mask = py.choose(inside, bit, py.number(0))
                        return py.binary(mask, "&", everything)
            case Cond() if param.local.number not in self.unit.free(test.test):
                then = self._met(values, test.then, param)
                otherwise = self._met(values, test.other, param)
                return py.choose(values.test(test.test), then, otherwise)
        return values.folds.among(_everything(param), param.local, [test])

    # ------------------------------------------------------------------------------------- raising

    def _raises(self, full: str) -> None:
        """May some element, chosen or still to be chosen, make a step possible that raises?"""
        values = self.writing.values()
        writer = values.writer
        with writer.evaluation():
            mask: ast.expr = py.number(0)
            for source in self.found.candidates:
                mask = py.binary(mask, "|", values.mask(source))
            with values.folds.each_bit(mask, self.found.element) as element:
                found = py.item(self._of(element, py.number(0)), py.number(0))
                bits = py.binary(found, "&", py.number(1 << self.raises))
                writer.add(py.when(bits, [py.give(py.number(1))]))
        writer.add(py.give(py.number(0)))
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
