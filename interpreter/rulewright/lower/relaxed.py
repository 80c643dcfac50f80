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

from dataclasses import replace
from typing import Protocol

from ..core.ir import (
    Assign,
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
    StateVariable,
    Stmt,
)
from ..core.walk import Node, rewrite
from ..runtime.layout import Region
from ..source import Span
from . import nodes as code
from .arguments import each_option
from .names import ANSWER, ELEMENT, FULL, GAIN, GAINS, KEY, NOW, PAYABLE, SAID, SHOWN, WAYS, word
from .primitives import Known, spread
from .relaxation import LookedAt, Own, Prospects
from .store import LocalStore
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
    given: list[code.Value]

    def add(self, span: Span, title: str, params: list[str], lines: code.Lines) -> None: ...
    def values(self) -> Values: ...
    def hashable(self, region: Region, variable: str) -> code.Value: ...
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

    def joint(self, values: Values) -> code.Value:
        """What all elements chosen can become together, as far as is known of each alone. Where
        the rules go wrong when other steps are left out, nothing is known."""
        writer = values.writer
        everything = code.number((1 << self.raises) - 1)
        joint = writer.variable(everything, "joint")
        if self.found.slots:
            writer.add(code.assign(WAYS, code.list_of([])))
        with writer.block() as lines:
            self._joint(values, joint, everything)
        unknown = [code.assign(joint, everything), code.assign(NOW, everything)]
        unknown += [code.assign(PAYABLE, code.number(1))] if self.found.slots else []
        writer.add(code.attempt(lines, unknown))
        return code.name(joint)

    def _joint(self, values: Values, joint: str, everything: code.Value) -> None:
        writer = values.writer
        writer.add(code.assign(NOW, everything))
        if self.found.slots:
            writer.add(code.assign(PAYABLE, self._payable(values)))
            self._show(values, self._budget(values, code.name(FULL)))
        selection = self.found.selection
        read = Read(selection, (), selection.type)
        with values.folds.each_bit(values.mask(read), self.found.element) as element:
            writer.add(code.assign(ANSWER, self._of(element, code.name(FULL))))
            shared = code.augment(joint, "&", code.item(code.name(ANSWER), code.number(0)))
            fits = code.augment(NOW, "&", code.item(code.name(ANSWER), code.number(4)))
            if self.found.slots:
                way = code.item(code.name(ANSWER), code.number(1))
                append = code.perform(code.method(code.name(WAYS), "append", way))
                now = code.item(self._now(element), code.number(0))
                nothing = code.compare(code.name(PAYABLE), "==", code.number(1))
                some: code.Lines = [writer.lines.pop(), shared, fits, append]
                if self.found.only_paid:
                    writer.add(code.when(nothing, [code.augment(joint, "&", now)], some))
                else:
                    writer.lines += some
            else:
                writer.lines += [shared, fits]
            writer.add(code.when(code.negated(code.name(joint)), [code.give(code.number(0))]))
        if self.found.slots and self.found.only_paid:
            nothing = code.compare(code.name(PAYABLE), "==", code.number(1))
            writer.add(code.when(nothing, [code.assign(NOW, code.name(joint))]))

    def of_param(self, finish: int, param: Param, joint: code.Value) -> code.Value | None:
        """The values of a parameter that are left of what elements can become, or are."""
        for demand, (first, width) in zip(self.found.demands, self.places, strict=True):
            if demand.finish == finish and demand.param == param:
                return code.binary(_shifted(joint, first), "&", code.number((1 << width) - 1))
        return None

    def together(self, values: Values, finish: int, param: Param, mask: str) -> code.Value | None:
        """The values of a parameter left in a mask that all elements can reach together."""
        for demand, (first, _) in zip(self.found.demands, self.places, strict=True):
            if self.found.slots and demand.finish == finish and demand.param == param:
                given = (
                    code.name(WAYS),
                    code.name(mask),
                    code.number(first),
                    code.number(self.width),
                )
                return code.call("together", *given, code.name(PAYABLE))
        return None

    def _payable(self, values: Values) -> code.Value:
        """The sets of slots that can be paid with what there is."""
        fund = self.found.fund
        every = code.number((1 << self.width) - 1)
        if fund is None or not isinstance(fund.variable.type, Number):
            return every
        low, high = fund.variable.type.low, fund.variable.type.high
        prices = self._prices()
        table = tuple(_payable(prices, held - low) for held in range(low, high + 1))
        sets = self.unit.fixed("payable", ("payable", self.title), lambda: table)
        if not self.found.paid:
            now = code.item(sets, code.binary(values.value(fund), "-", code.number(low)))
            return code.choose(code.name(FULL), every, now)
        held = self._budget(values, code.name(FULL))
        assert held is not None
        if self.found.gain is None:
            return code.item(sets, held)
        return code.choose(
            code.compare(held, "<=", code.number(high - low)), code.item(sets, held), every
        )

    def _budget(self, values: Values, full: code.Value) -> code.Value | None:
        """What can be paid in all; None: that is not known."""
        fund = self.found.fund
        if fund is None or not self.found.paid or not isinstance(fund.variable.type, Number):
            return None
        held = code.binary(values.value(fund), "-", code.number(fund.variable.type.low))
        if self.found.gain is not None:
            held = code.binary(held, "+", full)
        return values.writer.atom(held, "budget")

    def _show(self, values: Values, budget: code.Value | None) -> None:
        """Show elements only those slots that can be paid: so they look the same more often."""
        variable, writer = self.found.stock, values.writer
        if variable is None or not self.writing.store.is_list(variable):
            return
        (held,) = self.writing.store.variables(variable)
        writer.add(code.assign(SHOWN, code.name(held)))
        if budget is not None:
            prices = self.unit.fixed("prices", ("prices", self.title), self._prices)
            shown = code.call("payable", code.name(held), prices, budget)
            dear = code.compare(budget, "<", code.number(max(self._prices())))
            writer.add(code.when(dear, [code.assign(SHOWN, shown)]))

    def _now(self, element: str) -> code.Value:
        return code.call(self.stands, code.name(element), *self.writing.given)

    def _prices(self) -> list[int]:
        """By slot, what is paid at least for what it holds."""
        prices = [own.price for own in self.found.steps if own.price]
        return [min(price) for price in zip(*prices, strict=True)]

    def _of(self, element: str, full: code.Value) -> code.Value:
        given = self.writing.given
        variable = self.found.stock
        if variable is not None and self.writing.store.is_list(variable):
            (held,) = self.writing.store.variables(variable)
            names = zip(self.writing.variables, given, strict=True)
            given = [code.name(SHOWN) if name == held else one for name, one in names]
        return code.call(self.title, code.name(element), *given, full)

    def _function(self, looked_at: LookedAt, kept: str) -> Values:
        """A function about an element, begun: what is known of it is given at once."""
        values = self.writing.values()
        writer = values.writer
        writer.names[self.found.element.number] = ELEMENT
        writer.sure.add(self.found.element.number)
        if kept == self.title:
            self._fill(values)
        known = self.unit.fixed(f"known_{kept}", ("known", kept), Known)
        writer.add(code.assign(KEY, self._key(values, looked_at, with_full=kept == self.title)))
        writer.add(code.assign(SAID, code.method(known, "get", code.name(KEY))))
        said = code.filled(code.name(SAID))
        writer.add(code.when(said, [code.give(code.name(SAID))]))
        many = code.compare(code.call("len", known), ">", code.number(MOST_KNOWN))
        writer.add(code.when(many, [code.perform(code.method(known, "clear"))]))
        return values

    def _given(
        self, values: Values, kept: str, answer: list[code.Value], params: list[str]
    ) -> None:
        """Remember the answer of a function, and give it."""
        writer, known = values.writer, self.unit.fixed("known", ("known", kept), Known)
        writer.add(code.assign(SAID, code.tuple_of(answer)))
        writer.add(code.assign(code.item(known, code.name(KEY)), code.name(SAID)))
        writer.add(code.give(code.name(SAID)))
        self.writing.add(self.writing.compose.span, kept, params, writer.lines)

    def _stands(self) -> None:
        """What an element is now: the first number of the answer, the second, and the gain."""
        values = self._function(self.found.stands_on, self.stands)
        with values.writer.evaluation():
            found: code.Value = code.number(0)
            ways: code.Value = code.number(0)
            for demand, (first, _) in zip(self.found.demands, self.places, strict=True):
                part = self._met(values, demand.test, demand.param, 1)
                found = code.binary(found, "|", _raised(part, first))
                if self.found.slots:
                    part = self._met(values, demand.test, demand.param, self.width)
                    ways = code.binary(ways, "|", _raised(part, first * self.width))
            for test in self.found.raising:
                flag = code.choose(values.test(test), code.number(1 << self.raises), code.number(0))
                found = code.binary(found, "|", flag)
            gain = code.number(0) if self.found.gain is None else values.value(self.found.gain)
            answer = [found, ways, gain]
        self._given(values, self.stands, answer, [ELEMENT, *self.writing.variables])

    def _becomes(self) -> None:
        """The same with all that steps can make of it."""
        values = self._function(self.found.looked_at, self.title)
        writer = values.writer
        with writer.evaluation():
            parts = code.several((ANSWER, WAYS, GAIN))
            writer.add(code.assign(parts, self._now(ELEMENT)))
            writer.add(code.assign(NOW, code.name(ANSWER)))
            writer.add(code.assign(GAINS, code.nothing()))
            for own in self.found.steps:
                self._own(values, own)
        answer = [*parts.parts, code.name(GAINS), code.name(NOW)]
        self._given(values, self.title, answer, [ELEMENT, *self.writing.variables, FULL])

    def _fill(self, values: Values) -> None:
        """Raise to the top what may be raised beforehand."""
        writer, store = values.writer, self.writing.store
        top: code.Lines = []
        for variable in self.found.full:
            assert isinstance(variable.type, Number)
            for held in store.variables(variable):
                most: code.Value = code.number(variable.type.high)
                if store.is_list(variable):
                    count = self.unit.layout.region(variable).count
                    most = code.list_of([most], count)
                top.append(code.assign(held, most))
        if top:
            writer.add(code.when(code.name(FULL), top))

    def _own(self, values: Values, own: Own) -> None:
        """Try a step that changes the element, with all other arguments."""
        writer, step = values.writer, self.writing.compose.steps[own.number]
        title = self.unit.fresh(f"with_{word(step.name)}")
        fund = self.found.fund.variable if self.found.paid and self.found.fund is not None else None
        if fund is not None:
            step = replace(step, body=_unpaid(step.body, fund))
        self.writing.step(step, title, self.title, FULL, about=own.param)
        writer.names[own.param.local.number] = ELEMENT
        writer.sure.add(own.param.local.number)
        others = [param for param in step.params if param is not own.param]

        def further(args: list[str]) -> None:
            given = dict(zip([p.local.number for p in others], args, strict=True))
            named = [given.get(p.local.number, ELEMENT) for p in step.params]
            call = code.call(title, *map(code.name, named), *self.writing.given, code.name(FULL))
            then = writer.variable(call, "then")
            first: code.Value = code.item(code.name(then), code.number(0))
            ways: code.Value = code.item(code.name(then), code.number(1))
            writer.add(code.augment(ANSWER, "|", first))
            if self.found.gain is not None and own.emptied is not None:
                slot = code.name(given[own.emptied.local.number])
                told = code.name(GAIN), code.name(GAINS), slot, code.name(then)
                more = code.call("gains", *told, code.number(self.found.slots))
                gain, later = (code.item(code.name(then), code.number(i)) for i in (2, 3))
                raised = code.compare(gain, ">", code.name(GAIN))
                writer.add(
                    code.when(code.either([code.filled(later), raised]), [code.assign(GAINS, more)])
                )
            if not self.found.slots:
                return
            if own.emptied is not None:
                slot = code.name(given[own.emptied.local.number])
                ways = code.binary(ways, "<<", values.bit(slot))
            writer.add(code.augment(WAYS, "|", ways))

        each_option(values, others, own.guards, further)

    def _key(self, values: Values, looked_at: LookedAt, *, with_full: bool) -> code.Value:
        """All that the answer depends on."""
        parts: list[code.Value] = [code.name(ELEMENT)]
        if self.found.full and with_full:
            parts.append(code.name(FULL))
        for variable, which in looked_at:
            region = self.unit.layout.region(variable)
            if isinstance(which, Read) and not isinstance(variable.type, StackOf | RowOf):
                parts.append(values.value(which))
            elif which == 0 and len(variable.keys) == 1 and region.form in ("plain", "flags"):
                read = Read(variable, (self.found.element,), variable.type)
                parts.append(values.value(read))
            elif which == 0 and region.form == "plain":
                width = variable.size // variable.keys[0].size
                first = code.binary(code.name(ELEMENT), "*", code.number(width))
                (held,) = self.writing.store.variables(variable)
                for i in range(width):
                    at = code.binary(first, "+", code.number(i))
                    parts.append(code.item(code.name(held), at))
            else:
                for held in self.writing.store.variables(variable):
                    parts.append(self.writing.hashable(region, held))
        return code.tuple_of(parts)

    def _met(self, values: Values, test: Expr, param: Param | None, width: int) -> code.Value:
        """The values of the parameter for which a condition holds, as a mask with a field of some
        width for each, or without one 0 or 1."""
        if param is None:
            return code.choose(values.test(test), code.number(1), code.number(0))
        domain = _everything(param)
        everything = code.number(spread(domain.value, width))
        if param.local.number not in self.unit.free(test):
            return code.choose(values.test(test), everything, code.number(0))
        match test:
            case Op(name="and" | "or"):
                sign = "&" if test.name == "and" else "|"
                mask = self._met(values, test.args[0], param, width)
                for arg in test.args[1:]:
                    mask = code.binary(mask, sign, self._met(values, arg, param, width))
                return mask
            case Op(name="equal", args=(one, other)) if width > 1 and isinstance(
                param.local.type, Number
            ):
                for a, b in ((one, other), (other, one)):
                    if a == param.local and param.local.number not in self.unit.free(b):
                        size = code.number(domain.value.bit_length())
                        return code.call("only", values.value(b), size, code.number(width))
            case Cond() if param.local.number not in self.unit.free(test.test):
                then = self._met(values, test.then, param, width)
                otherwise = self._met(values, test.other, param, width)
                return code.choose(values.test(test.test), then, otherwise)
        mask = values.folds.among(domain, param.local, [test])
        return mask if width == 1 else code.call("spread", mask, code.number(width))

    def _raises(self, full: str) -> None:
        """May some element, chosen or still to be chosen, make a step possible that raises?"""
        values = self.writing.values()
        writer = values.writer
        with writer.evaluation():
            mask: code.Value = code.number(0)
            for source in self.found.candidates:
                mask = code.binary(mask, "|", values.mask(source))
            held = writer.variable(mask, "candidates")
            if self.found.gain is None:
                self._show(values, None)
                with values.folds.each_bit(code.name(held), self.found.element) as element:
                    found = code.item(self._of(element, code.number(0)), code.number(0))
                    bits = code.binary(found, "&", code.number(1 << self.raises))
                    writer.add(code.when(bits, [code.give(code.number(1))]))
                writer.add(code.give(code.number(0)))
            else:
                self._gained(values, held)
        unknown = code.give(code.number(1 if self.found.gain is None else ANY_GAIN))
        compose, lines = self.writing.compose, [code.attempt(writer.lines, [unknown])]
        self.writing.add(compose.span, full, self.writing.variables, lines)

    def _gained(self, values: Values, candidates: str) -> None:
        """By how much the fund can be raised: by what elements have, and by what can be paid from
        what it comes to hold."""
        writer, fund = values.writer, self.found.fund
        assert fund is not None and isinstance(fund.variable.type, Number)
        writer.add(code.assign(GAIN, code.number(0)))
        with values.folds.each_bit(code.name(candidates), self.found.element) as element:
            writer.add(code.augment(GAIN, "+", code.item(self._now(element), code.number(2))))
        held_now = code.binary(values.value(fund), "-", code.number(fund.variable.type.low))
        budget = self._budget(values, code.name(GAIN))
        assert budget is not None
        nothing = code.compare(budget, "<", code.number(min(self._prices())))
        writer.add(code.when(nothing, [code.give(code.name(GAIN))]))
        held = values.writer.variable(budget, "budget")
        prices = self.unit.fixed("prices", ("prices", self.title), self._prices)
        with writer.block() as lines:
            self._show(values, code.name(held))
            writer.add(code.assign(GAINS, code.nothing()))
            with values.folds.each_bit(code.name(candidates), self.found.element) as element:
                writer.add(code.assign(ANSWER, self._of(element, code.number(0))))
                more: code.Value = code.item(code.name(ANSWER), code.number(3))
                most = code.call("most", code.name(GAINS), more)
                writer.add(code.when(code.filled(more), [code.assign(GAINS, most)]))
            none = code.negated(code.filled(code.name(GAINS)))
            writer.add(code.when(none, [code.give(code.name(GAIN))]))
            more = code.call("gained", code.name(GAIN), code.name(GAINS), prices, held_now)
            reached = writer.variable(more, "reached")
            most = code.binary(held_now, "+", code.name(reached))
            enough = code.compare(most, "<=", code.name(held))
            writer.add(code.when(enough, [code.give(code.name(reached))]))
            writer.add(code.assign(held, most))
        writer.add(code.loop(code.number(1), lines))


def _unpaid(stmt: Stmt, fund: StateVariable) -> Stmt:
    """A statement without what is paid in it."""

    def change(node: Node) -> Node:
        return Seq(()) if isinstance(node, Assign) and node.variable is fund else node

    return rewrite(stmt, change)


def _domain(param: Param) -> Domain:
    kind = param.source.type
    assert isinstance(kind, SetOf)
    return kind.domain


def _everything(param: Param) -> Const:
    """All values of the parameter's type, as a set."""
    domain = _domain(param)
    return Const(domain.everything(), SetOf(domain))


def _shifted(mask: code.Value, by: int) -> code.Value:
    return code.binary(mask, ">>", code.number(by)) if by else mask


def _raised(mask: code.Value, by: int) -> code.Value:
    return code.binary(mask, "<<", code.number(by)) if by else mask


def _payable(prices: list[int], fund: int) -> int:
    """The sets of slots (a bit for each) whose prices together are no more than the fund."""
    found = 0
    for slots in range(1 << len(prices)):
        if sum(price for slot, price in enumerate(prices) if slots >> slot & 1) <= fund:
            found |= 1 << slots
    return found
