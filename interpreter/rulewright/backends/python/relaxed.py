"""What can become of single elements of a compose, as generated functions (see `core.prospects`).

`becomes_…` tries the steps that change one element. Its answer begins with two numbers. The first
has a bit for each value of a parameter for which the demand of a finish can be fulfilled, and one
that says whether a number may be raised. The second tells for each of these bits what it takes: it
has a field for each, and in the field a bit for each set of slots that can be emptied on the way.
Then follow by how much the element lets the fund be raised, as it is and by slots. `stands_…`
gives the same for an element as it is: where nothing can be paid, that is all there is to ask.
Answers are remembered for good, by all that they depend on: an element looks the same in many
states, and in many games.

What elements can become together is told by both: values that all can reach, for which there are
sets of slots that are disjoint and that can be paid (`support.together`).
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Protocol

from ...core.ir import (
    Assign,
    Cell,
    Compose,
    ComposeStep,
    Cond,
    Const,
    Domain,
    Expr,
    Number,
    Op,
    Param,
    Read,
    RowOf,
    Seq,
    SetOf,
    StackOf,
    Stmt,
)
from ...core.walk import Node, rewrite
from ...runtime.layout import Slot
from ...source import Span
from . import nodes as py
from .names import ANSWER, ELEMENT, FULL, GAIN, GAINS, KEY, NOW, PAYABLE, SHOWN, WAYS, word
from .offers import each_option
from .relaxation import LookedAt, Own, Prospects
from .store import LocalStore
from .support import spread
from .unit import Unit
from .values import Values

ANY_GAIN = 1 << 40  # where it is not known
MOST_KNOWN = 50_000  # how many answers are remembered


class Writing(Protocol):
    """What writes the functions of the compose that is asked about (`general_search.Writing`)."""

    compose: Compose
    unit: Unit
    store: LocalStore
    variables: list[str]
    given: list[ast.expr]

    def add(self, span: Span, title: str, params: list[str], lines: py.Lines) -> None: ...
    def values(self) -> Values: ...
    def hashable(self, slot: Slot, variable: str) -> ast.expr: ...
    def step(
        self, step: ComposeStep, title: str, then: str, *more: str, about: Param | None = None
    ) -> None: ...


class Relaxed:
    """Writes the questions about single elements of one compose."""

    def __init__(self, writing: Writing, found: Prospects) -> None:
        self.writing, self.found, self.unit = writing, found, writing.unit
        title = word(writing.compose.name)
        self.title = self.unit.fresh(f"becomes_{title}")
        self.stands = self.unit.fresh(f"stands_{title}")
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
        self._stands()
        self._becomes()
        if full:
            self._raises(full)

    # ------------------------------------------------------------------------------------- asking

    def joint(self, values: Values) -> ast.expr:
        """What all elements chosen can become together, as far as is known of each alone. Where
        the rules go wrong when other steps are left out, nothing is known."""
        writer = values.writer
        everything = py.number((1 << self.raises) - 1)
        joint = writer.variable(everything, "joint")
        with writer.block() as lines:
            self._joint(values, joint, everything)
        unknown = [py.assign(joint, everything), py.assign(NOW, everything)]
        unknown += [py.assign(PAYABLE, py.number(1))] if self.found.slots else []
        writer.add(py.attempt(lines, unknown))
        return py.name(joint)

    def _joint(self, values: Values, joint: str, everything: ast.expr) -> None:
        writer = values.writer
        writer.add(py.assign(NOW, everything))
        if self.found.slots:
            writer.add(py.assign(PAYABLE, self._payable(values)))
            self._show(values, self._budget(values, py.name(FULL)))
            writer.add(py.assign(WAYS, py.list_of([])))
        selection = self.found.selection
        read = Read(selection, (), selection.type)
        with values.folds.each_bit(values.mask(read), self.found.element) as element:
            writer.add(py.assign(ANSWER, self._of(element, py.name(FULL))))
            shared = py.augment(joint, "&", py.item(py.name(ANSWER), py.number(0)))
            fits = py.augment(NOW, "&", py.item(py.name(ANSWER), py.number(4)))
            if self.found.slots:
                way = py.item(py.name(ANSWER), py.number(1))
                append = py.perform(py.method(py.name(WAYS), "append", way))
                now = py.item(self._now(element), py.number(0))
                nothing = py.compare(py.name(PAYABLE), "==", py.number(1))
                some: py.Lines = [writer.lines.pop(), shared, fits, append]
                if self.found.only_paid:
                    writer.add(py.when(nothing, [py.augment(joint, "&", now)], some))
                else:
                    writer.lines += some
            else:
                writer.lines += [shared, fits]
            writer.add(py.when(py.negated(py.name(joint)), [py.give(py.number(0))]))
        if self.found.slots and self.found.only_paid:
            nothing = py.compare(py.name(PAYABLE), "==", py.number(1))
            writer.add(py.when(nothing, [py.assign(NOW, py.name(joint))]))

    def of_param(self, finish: int, param: Param, joint: ast.expr) -> ast.expr | None:
        """The values of a parameter that are left of what elements can become, or are."""
        for demand, (first, width) in zip(self.found.demands, self.places, strict=True):
            if demand.finish == finish and demand.param == param:
                return py.binary(_shifted(joint, first), "&", py.number((1 << width) - 1))
        return None

    def together(self, values: Values, finish: int, param: Param, mask: str) -> ast.expr | None:
        """The values of a parameter left in a mask that all elements can reach together."""
        for demand, (first, _) in zip(self.found.demands, self.places, strict=True):
            if self.found.slots and demand.finish == finish and demand.param == param:
                given = py.name(WAYS), py.name(mask), py.number(first), py.number(self.width)
                return py.call("together", *given, py.name(PAYABLE))
        return None

    def _payable(self, values: Values) -> ast.expr:
        """The sets of slots that can be paid with what there is."""
        fund = self.found.fund
        every = py.number((1 << self.width) - 1)
        if fund is None or not isinstance(fund.cell.type, Number):
            return every
        low, high = fund.cell.type.low, fund.cell.type.high
        prices = self._prices()
        table = tuple(_payable(prices, held - low) for held in range(low, high + 1))
        sets = self.unit.fixed("payable", ("payable", self.title), lambda: table)
        if not self.found.paid:
            now = py.item(sets, py.binary(values.value(fund), "-", py.number(low)))
            return py.choose(py.name(FULL), every, now)
        held = self._budget(values, py.name(FULL))
        assert held is not None
        if self.found.gain is None:
            return py.item(sets, held)
        return py.choose(py.compare(held, "<=", py.number(high - low)), py.item(sets, held), every)

    def _budget(self, values: Values, full: ast.expr) -> ast.expr | None:
        """What can be paid in all; None: that is not known."""
        fund = self.found.fund
        if fund is None or not self.found.paid or not isinstance(fund.cell.type, Number):
            return None
        held = py.binary(values.value(fund), "-", py.number(fund.cell.type.low))
        if self.found.gain is not None:
            held = py.binary(held, "+", full)
        return values.writer.atom(held, "budget")

    def _show(self, values: Values, budget: ast.expr | None) -> None:
        """Show elements only those slots that can be paid: so they look the same more often."""
        cell, writer = self.found.stock, values.writer
        if cell is None or not self.writing.store.is_list(cell):
            return
        (variable,) = self.writing.store.variables(cell)
        writer.add(py.assign(SHOWN, py.name(variable)))
        if budget is not None:
            prices = self.unit.fixed("prices", ("prices", self.title), self._prices)
            shown = py.call("payable", py.name(variable), prices, budget)
            dear = py.compare(budget, "<", py.number(max(self._prices())))
            writer.add(py.when(dear, [py.assign(SHOWN, shown)]))

    def _now(self, element: str) -> ast.expr:
        return py.call(self.stands, py.name(element), *self.writing.given)

    def _prices(self) -> list[int]:
        """By slot, what is paid at least for what it holds."""
        prices = [own.price for own in self.found.steps if own.price]
        return [min(price) for price in zip(*prices, strict=True)]

    def _of(self, element: str, full: ast.expr) -> ast.expr:
        given = self.writing.given
        cell = self.found.stock
        if cell is not None and self.writing.store.is_list(cell):
            (variable,) = self.writing.store.variables(cell)
            names = zip(self.writing.variables, given, strict=True)
            given = [py.name(SHOWN) if name == variable else one for name, one in names]
        return py.call(self.title, py.name(element), *given, full)

    # ------------------------------------------------------------------------------------ becoming

    def _function(self, looked_at: LookedAt, kept: str) -> Values:
        """A function about an element, begun: what is known of it is given at once."""
        values = self.writing.values()
        writer = values.writer
        writer.names[self.found.element.number] = ELEMENT
        writer.sure.add(self.found.element.number)
        if kept == self.title:
            self._fill(values)
        known = self.unit.fixed(f"known_{kept}", ("known", kept), dict)
        writer.add(py.assign(KEY, self._key(values, looked_at, with_full=kept == self.title)))
        writer.add(py.assign(ANSWER, py.method(known, "get", py.name(KEY))))
        writer.add(py.when(py.name(ANSWER), [py.give(py.name(ANSWER))]))
        many = py.compare(py.call("len", known), ">", py.number(MOST_KNOWN))
        writer.add(py.when(many, [py.perform(py.method(known, "clear"))]))
        return values

    def _given(self, values: Values, kept: str, answer: list[ast.expr], params: list[str]) -> None:
        """Remember the answer of a function, and give it."""
        writer, known = values.writer, self.unit.fixed("known", ("known", kept), dict)
        writer.add(py.assign(ANSWER, py.tuple_of(answer)))
        writer.add(py.assign(py.item(known, py.name(KEY), py.STORE), py.name(ANSWER)))
        writer.add(py.give(py.name(ANSWER)))
        self.writing.add(self.writing.compose.span, kept, params, writer.lines)

    def _stands(self) -> None:
        """What an element is now: the first number of the answer, the second, and the gain."""
        values = self._function(self.found.stands_on, self.stands)
        with values.writer.evaluation():
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
            gain = py.number(0) if self.found.gain is None else values.value(self.found.gain)
            answer = [found, ways, gain]
        self._given(values, self.stands, answer, [ELEMENT, *self.writing.variables])

    def _becomes(self) -> None:
        """The same with all that steps can make of it."""
        values = self._function(self.found.looked_at, self.title)
        writer = values.writer
        with writer.evaluation():
            parts = py.name(ANSWER), py.name(WAYS), py.name(GAIN)
            stored = ast.Tuple([ast.Name(p.id, py.STORE) for p in parts], py.STORE)  # type: ignore[attr-defined]
            writer.add(py.assign(stored, self._now(ELEMENT)))
            writer.add(py.assign(NOW, py.name(ANSWER)))
            writer.add(py.assign(GAINS, ast.Constant(None)))
            for own in self.found.steps:
                self._own(values, own)
        answer = [*parts, py.name(GAINS), py.name(NOW)]
        self._given(values, self.title, answer, [ELEMENT, *self.writing.variables, FULL])

    def _fill(self, values: Values) -> None:
        """Raise to the top what may be raised beforehand."""
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
        if top:
            writer.add(py.when(py.name(FULL), top))

    def _own(self, values: Values, own: Own) -> None:
        """Try a step that changes the element, with all other arguments."""
        writer, step = values.writer, self.writing.compose.steps[own.number]
        title = self.unit.fresh(f"with_{word(step.name)}")
        fund = self.found.fund.cell if self.found.paid and self.found.fund is not None else None
        if fund is not None:
            step = replace(step, body=_unpaid(step.body, fund))
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
            writer.add(py.augment(ANSWER, "|", first))
            if self.found.gain is not None and own.emptied is not None:
                slot = py.name(given[own.emptied.local.number])
                told = py.name(GAIN), py.name(GAINS), slot, py.name(then)
                more = py.call("gains", *told, py.number(self.found.slots))
                gain, later = (py.item(py.name(then), py.number(i)) for i in (2, 3))
                raised = py.compare(gain, ">", py.name(GAIN))
                writer.add(py.when(py.either([later, raised]), [py.assign(GAINS, more)]))
            if not self.found.slots:
                return
            if own.emptied is not None:
                slot = py.name(given[own.emptied.local.number])
                ways = py.binary(ways, "<<", values.bit(slot))
            writer.add(py.augment(WAYS, "|", ways))

        each_option(values, others, own.guards, further)

    def _key(self, values: Values, looked_at: LookedAt, *, with_full: bool) -> ast.expr:
        """All that the answer depends on."""
        parts: list[ast.expr] = [py.name(ELEMENT)]
        if self.found.full and with_full:
            parts.append(py.name(FULL))
        for cell, which in looked_at:
            slot = self.unit.layout.slot(cell)
            if isinstance(which, Read) and not isinstance(cell.type, StackOf | RowOf):
                parts.append(values.value(which))
            elif which == 0 and len(cell.keys) == 1 and slot.form in ("plain", "flags"):
                read = Read(cell, (self.found.element,), cell.type)
                parts.append(values.value(read))
            elif which == 0 and slot.form == "plain":
                width = cell.size // cell.keys[0].size
                first = py.binary(py.name(ELEMENT), "*", py.number(width))
                (variable,) = self.writing.store.variables(cell)
                for i in range(width):
                    at = py.binary(first, "+", py.number(i))
                    parts.append(py.item(py.name(variable), at))
            else:
                for variable in self.writing.store.variables(cell):
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
            case Op(name="equal", args=(one, other)) if width > 1 and isinstance(
                param.local.type, Number
            ):
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
        with writer.evaluation():
            mask: ast.expr = py.number(0)
            for source in self.found.candidates:
                mask = py.binary(mask, "|", values.mask(source))
            held = writer.variable(mask, "candidates")
            writer.add(py.assign(GAIN, py.number(0)))
            if self.found.gain is None:
                self._show(values, None)
                with values.folds.each_bit(py.name(held), self.found.element) as element:
                    found = py.item(self._of(element, py.number(0)), py.number(0))
                    bits = py.binary(found, "&", py.number(1 << self.raises))
                    writer.add(py.when(bits, [py.give(py.number(1))]))
            else:
                self._gained(values, held)
        writer.add(py.give(py.name(GAIN)))
        unknown = py.give(py.number(1 if self.found.gain is None else ANY_GAIN))
        compose, lines = self.writing.compose, [py.attempt(writer.lines, [unknown])]
        self.writing.add(compose.span, full, self.writing.variables, lines)

    def _gained(self, values: Values, candidates: str) -> None:
        """By how much the fund can be raised: by what elements have, and by what can be paid from
        what it comes to hold."""
        writer, fund = values.writer, self.found.fund
        assert fund is not None and isinstance(fund.cell.type, Number)
        with values.folds.each_bit(py.name(candidates), self.found.element) as element:
            writer.add(py.augment(GAIN, "+", py.item(self._now(element), py.number(2))))
        held_now = py.binary(values.value(fund), "-", py.number(fund.cell.type.low))
        budget = self._budget(values, py.name(GAIN))
        assert budget is not None
        nothing = py.compare(budget, "<", py.number(min(self._prices())))
        writer.add(py.when(nothing, [py.give(py.name(GAIN))]))
        held = values.writer.variable(budget, "budget")
        prices = self.unit.fixed("prices", ("prices", self.title), self._prices)
        with writer.block() as lines:
            self._show(values, py.name(held))
            writer.add(py.assign(GAINS, ast.Constant(None)))
            with values.folds.each_bit(py.name(candidates), self.found.element) as element:
                writer.add(py.assign(ANSWER, self._of(element, py.number(0))))
                more = py.item(py.name(ANSWER), py.number(3))
                most = py.call("most", py.name(GAINS), more)
                writer.add(py.when(more, [py.assign(GAINS, most)]))
            none = py.negated(py.name(GAINS))
            writer.add(py.when(none, [py.give(py.name(GAIN))]))
            more = py.call("gained", py.name(GAIN), py.name(GAINS), prices, held_now)
            reached = writer.variable(more, "reached")
            most = py.binary(held_now, "+", py.name(reached))
            enough = py.compare(most, "<=", py.name(held))
            writer.add(py.when(enough, [py.give(py.name(reached))]))
            writer.add(py.assign(held, most))
        writer.add(py.loop(py.number(1), lines))


def _unpaid(stmt: Stmt, fund: Cell) -> Stmt:
    """A statement without what is paid in it."""

    def change(node: Node) -> Node:
        return Seq(()) if isinstance(node, Assign) and node.cell is fund else node

    return rewrite(stmt, change)


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


def _payable(prices: list[int], fund: int) -> int:
    """The sets of slots (a bit for each) whose prices together are no more than the fund."""
    found = 0
    for slots in range(1 << len(prices)):
        if sum(price for slot, price in enumerate(prices) if slots >> slot & 1) <= fund:
            found |= 1 << slots
    return found
