"""What can become of single elements of a compose, as generated functions (see `relaxation`).

`stands_…` tells of an element as it is: a number with a bit for each value of a parameter for which
the demand of a finish is fulfilled, and one that says whether a number may be raised; and by how
much it lets the fund be raised. `becomes_…` tries the steps that change the element, and tells
which of these bits it can have then; and, where that empties slots, which it has with what it takes
from which of them (`support.reached`). Answers are remembered, by all that they depend on: an
element looks the same in many states, and in many games.

What elements can become together is told by both: values that all can reach, for which there are
sets of slots that are disjoint and that can be paid (`support.together`).

Where steps do nothing to an element but give it what was in slots, less is asked before: what lies
between what it is and what it were with all of that (`bound`). That takes no looking for ways, and
most states that lead nowhere are told by it. Then only those elements count as still to be chosen
that can, by the same, come to fit those that are chosen (`gather`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Protocol

from ..core import ir
from ..core.walk import Node, rewrite, walk
from ..runtime.layout import Region
from ..source import Span
from . import nodes as code
from . import relaxation
from .arguments import each_option
from .entries import is_quick
from .names import (
    ALONE,
    ANSWER,
    ELEMENT,
    FULL,
    GAIN,
    JOINT,
    KEY,
    LIMITED,
    LYING,
    MOST,
    NOW,
    OTHERS,
    OWN,
    PAYABLE,
    SAID,
    SHOWN,
    TO_AND_FRO,
    WAYS,
    word,
)
from .outlook import Ends, Outlook
from .primitives import Known
from .relaxation import Bound, Demand, LookedAt, Own, Prospects
from .remaining import Between
from .sharing import Sharing, can_share
from .store import LocalStore
from .unit import Unit
from .values import Values

# What is left of parameters, by the numbers of their locals: a mask, or between which ends.
Remaining = Mapping[int, str | Between]
Left = tuple[str, Remaining]  # of a finish: if it is open, and what is left of its parameters
Stood = Callable[[int], code.Value]  # by number, the parts of what `stands_…` tells
Idle = tuple[code.Value, frozenset[ir.StateVariable]]
"""What a step gives where it has changed nothing of what counts, and what that is."""
ANY_GAIN = 1 << 40  # where it is not known
SUM = -1001  # the number of the local for what all elements chosen add up to
MOST_KNOWN = 50_000  # how many answers are remembered
MOST_LIMITED = 2  # of so many uses of limited steps or fewer it is asked who needs them


class Writing(Protocol):
    """What writes the functions of the compose that is asked about (`general_search.Writing`)."""

    compose: ir.Compose
    unit: Unit
    store: LocalStore
    given_to: tuple[ir.StateVariable, ...]
    variables: list[str]
    given: list[code.Value]

    def add(self, span: Span, title: str, params: list[str], lines: code.Lines) -> None: ...
    def values(self) -> Values: ...
    def hashable(self, region: Region, variable: str) -> code.Value: ...
    def step(
        self,
        step: ir.ComposeStep,
        title: str,
        then: str,
        *more: str,
        about: ir.Param | None = None,
        idle: Idle | None = None,
    ) -> None: ...


class Relaxed:
    """Writes the questions about single elements of one compose."""

    def __init__(self, around: Writing, writing: Writing, found: Prospects) -> None:
        self.around = around  # what writes the search
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
        self.raises = first  # the bit that says that a number may be raised

    def write(self) -> None:
        """Write the functions."""
        if self.shares:
            Sharing(self, self.around, self.title).write()
            return
        if not self._is_quick:
            self._stands()
        self._becomes()

    @property
    def shares(self) -> bool:
        """Is it worked out anew for all elements chosen together what they can become?"""
        compose = self.writing.compose
        return self.is_bounded and self._is_quick and can_share(self.unit, compose, self.found)

    @property
    def everything(self) -> code.Value:
        return code.number((1 << self.raises) - 1)

    def _sums(self, values: Values) -> list[tuple[str, code.Value]]:
        """What is summed over elements, each with where it begins: after the first number that
        `stands_…` gives, in this order."""
        gain = [(GAIN, values.value(self.found.lent))] if self.found.gain is not None else []
        total, name = self.found.total, OWN if self.is_bounded else MOST
        return gain + ([(name, code.number(total.base))] if total is not None else [])

    @property
    def _sums_in_all(self) -> list[tuple[str, str]]:
        """What is summed over elements chosen and those that may still be, each with what it is of
        those chosen, where `gather` tells these from any others."""
        gain = [(FULL, GAIN)] if self.found.gain is not None else []
        return gain + ([(MOST, OWN)] if self.found.total is not None else [])

    def _add(self, values: Values, names: Sequence[str], stood: Stood) -> None:
        """Add what an element gives, being what it is now, to all sums."""
        for number, name in enumerate(names, 1):
            values.writer.add(code.augment(name, "+", stood(number)))

    def stand(self, values: Values) -> None:
        """Write what all elements chosen are now (`NOW`), by how much they let the fund be raised
        (`GAIN`), and what they add up to (`MOST`, or `OWN` where `gather` adds others to it). Where
        the rules go wrong, nothing is known."""
        writer = values.writer
        with writer.block() as lines:
            asked = self.found.alone
            if asked is not None:
                writer.add(code.assign(ALONE, values.value(asked)))
            writer.add(code.assign(NOW, self.everything))
            sums = self._sums(values)
            writer.lines += [code.assign(name, start) for name, start in sums]
            with self._each(values, self.chosen(values)) as element:
                stood = self._now(values, element)
                writer.add(code.augment(NOW, "&", stood(0)))
                self._add(values, [name for name, _ in sums], stood)
        unknown = [code.assign(NOW, self.everything)]
        unknown += [code.assign(name, code.number(ANY_GAIN)) for name, _ in sums]
        unknown += [code.assign(ALONE, code.number(0))] if asked is not None else []
        self._attempt(values, lines, unknown)

    def _attempt(self, values: Values, lines: code.Lines, unknown: code.Lines) -> None:
        """Write what is asked of elements, or else, where the rules can go wrong, what is so if
        nothing is known."""
        if self._can_fail:
            values.writer.add(code.attempt(lines, unknown))
        else:
            values.writer.lines.extend(lines)

    @cached_property
    def _can_fail(self) -> bool:
        """May what is asked of an element as it is end in an error?"""
        found, total = self.found, self.found.total
        parts = [demand.test for demand in found.demands]
        parts += [*found.raising, *found.candidates]
        parts += [part for part in (found.alone, found.gain, found.fund) if part is not None]
        parts += [total.amount] if total is not None else []
        return any(map(self.unit.can_fail, parts))

    def with_sum(self, values: Values, expr: ir.Expr) -> ir.Expr:
        """The same, with what all elements chosen add up to in place of what asks for it anew."""
        total = self.found.total
        if total is None or self._can_fail:
            return expr
        kind = ir.Number(0, self.unit.intervals.of(total.whole)[1])
        held = ir.Local(SUM, "sum", kind)
        values.writer.names[held.number] = OWN if self.is_bounded else MOST

        def change(node: Node) -> Node:
            return held if node == total.whole else node

        return rewrite(expr, change)

    def cut(self, values: Values, finish: int, open_: str, left: Remaining) -> None:
        """Leave of the parameters of a finish what elements can still add up to."""
        writer, total = values.writer, self.found.total
        if total is None or total.finish != finish:
            return
        if (held := left.get(total.param.local.number)) is None:
            return
        if isinstance(held, Between):
            writer.add(held.cut(code.name(MOST)))
        else:
            most = code.call("up_to", code.name(MOST), code.number(_domain(total.param).size))
            writer.add(code.assign(held, code.binary(code.name(held), "&", most)))
        none = code.negated(some(held))
        writer.add(code.when(none, [code.assign(open_, code.number(0))]))

    def enough(self, left: Remaining) -> code.Value:
        """Can the elements chosen add up, without any others, to something that is left?"""
        total = self.found.total
        assert total is not None
        held = left[total.param.local.number]
        if isinstance(held, Between):
            return held.up_to(code.name(OWN))
        most = code.call("up_to", code.name(OWN), code.number(_domain(total.param).size))
        return code.binary(code.name(held), "&", most)

    def prepare(self, values: Values) -> None:
        """Write by how much the fund can be raised (`FULL`), and what elements that are chosen or
        still may be can add up to in all (`MOST`)."""
        with values.writer.block() as lines:
            self._full(values)
        unknown = [code.assign(FULL, code.number(ANY_GAIN if self.found.can_rise else 0))]
        unknown += [code.assign(MOST, code.number(ANY_GAIN))] if self.found.total else []
        values.writer.add(code.attempt(lines, unknown))

    def of_use(self, number: int) -> list[ir.Expr]:
        """What must hold for a step, so that it may lead nearer to a finish."""
        stock, idle = self.found.stock, sum(1 << component for component in self.found.idle)
        own = next((own for own in self.found.steps if own.number == number), None)
        if own is None or own.emptied is None or stock is None or not idle:
            return []
        assert isinstance(stock.type, ir.Element)
        kind = ir.SetOf(stock.type.domain)
        others = ir.Const(kind.domain.everything() & ~idle, kind)
        lying = ir.Op("set", (ir.Read(stock, (own.emptied.local,), stock.type),), kind)
        of_use = ir.Op("intersect", (lying, others), kind)
        return [ir.Op("not", (ir.Op("empty", (of_use,), ir.Truth()),), ir.Truth())]

    @property
    def is_bounded(self) -> bool:
        """Can it be told at once what an element can become at most?"""
        return self.found.bounds is not None and not self.found.full

    def bound(self, values: Values, *, paid: bool) -> ir.Local:
        """Write what all elements chosen can become at most (`JOINT`): of each what lies between
        what it is now and what it were with all that lies in slots (`LYING`), as if it fitted
        together; `paid`: with all that can be paid. Most states that lead nowhere are told by that,
        without looking for a way. Gives what stands for `LYING`, until that is written anew."""
        writer = values.writer
        with writer.block() as lines:
            writer.add(code.assign(JOINT, self.everything))
            budget = self._budget(values, code.name(FULL)) if paid else None
            writer.add(code.assign(LYING, self._lying(values, budget)))
            lying = self._lies(values)
            with self._each(values, self.chosen(values)):
                writer.add(code.augment(JOINT, "&", self._at_most(values, lying)))
                writer.add(code.when(code.negated(code.name(JOINT)), [code.leave()]))
        unknown: code.Lines = [code.assign(JOINT, self.everything)]
        self._attempt(values, lines, [*unknown, code.assign(LYING, self._all_there_is)])
        return lying

    def narrow(self, values: Values, left: Sequence[Left], hopes: Callable[[], None]) -> None:
        """Write which elements may still be chosen besides (`OTHERS`), and all that is told by
        bounds (`bound`, `gather`): first as if all that lies in slots could be paid, then with what
        those can pay that were left. `hopes` writes that there is none once `JOINT` leaves none."""
        writer = values.writer
        if not self.found.can_rise:
            writer.add(code.assign(FULL, code.number(0)))
        lying = self.bound(values, paid=not self.found.can_rise)
        hopes()
        self.gather(values, left, self._besides(values), lying)
        if self.found.can_rise:
            budget = self._budget(values, code.name(FULL))
            dear = code.compare(budget, "<", code.number(max(self._prices()))) if budget else None
            with writer.block() as again:
                lying = self.bound(values, paid=True)
                hopes()
                self.gather(values, left, code.name(OTHERS), lying)
            writer.add_if([] if dear is None else [dear], again)
        if self.found.total is not None:
            with writer.block() as lines:
                self._add_slots(values)
            unknown: code.Lines = [code.assign(n, code.number(ANY_GAIN)) for n in (MOST, OWN)]
            self._attempt(values, lines, unknown)

    def gather(
        self,
        values: Values,
        left: Sequence[Left],
        candidates: code.Value,
        lying: ir.Local,
    ) -> None:
        """Write which candidates may still be chosen besides, for they can become what those chosen
        can (`OTHERS`), and what they add up to with these: by how much the fund can be raised by no
        others (`FULL`), and `MOST`. `left`: by finish, if it is open, and what is left of its
        parameters."""
        writer = values.writer
        every = code.number(self.found.elements.everything())
        with writer.block() as lines:
            among = writer.variable(candidates, "among")
            writer.add(code.assign(OTHERS, code.number(0)))
            for name, chosen in self._sums_in_all:
                writer.add(code.assign(name, code.name(chosen)))
            with self._each(values, code.name(among)) as element:
                both = code.binary(code.name(JOINT), "&", self._at_most(values, lying))
                both = code.name(writer.variable(both, "both"))
                ways: list[code.Value] = []
                for finish, (open_, params) in enumerate(left):
                    fits = self.hopes(values, finish, params, both)
                    ways.append(code.both([code.name(open_), *fits]))
                bit = values.bit(code.name(element))
                with writer.block() as fitting:
                    writer.add(code.augment(OTHERS, "|", bit))
                    if self._sums_in_all:
                        names = [name for name, _ in self._sums_in_all]
                        self._add(values, names, self._now(values, element))
                writer.add(code.when(code.either(ways), fitting))
            if self.found.gain is not None:
                self._raise(values)
        unknown = [code.assign(OTHERS, every), code.assign(FULL, code.number(ANY_GAIN))]
        if self.found.total is not None:
            unknown.append(code.assign(MOST, code.number(ANY_GAIN)))
        self._attempt(values, lines, unknown)

    @property
    def _all_there_is(self) -> code.Value:
        """All that may lie in slots, as a mask."""
        stock = self.found.stock
        assert stock is not None and isinstance(stock.type, ir.Element)
        return code.number(stock.type.domain.everything())

    def _lies(self, values: Values) -> ir.Local:
        """What stands for all that lies in slots (`LYING`), until that is written anew. What is
        asked of it alone is worked out at once, for it is the same for all elements."""
        stock = self.found.stock
        assert stock is not None and isinstance(stock.type, ir.Element)
        lying = self.unit.fresh_local(ir.Local(0, "lying", ir.SetOf(stock.type.domain)))
        values.writer.names[lying.number] = LYING
        tests = [self._most_of(demand, lying) for demand in self.found.demands]
        for node in (node for test in tests for node in walk(test)):
            if isinstance(node, ir.Fold) and node.source == lying:
                values.value(node)
        return lying

    def _most_of(self, demand: Demand, lying: ir.Local) -> ir.Expr:
        """What holds as long as an element may come to fulfil a demand with what lies in slots."""
        assert self.found.bounds is not None
        return at_most(self.unit, demand.test, self.found.bounds, lying)

    def _at_most(self, values: Values, lying: ir.Local) -> code.Value:
        """What an element can become at most, with all that lies in slots."""
        return self.met_all(values, [self._most_of(demand, lying) for demand in self.found.demands])

    def _lying(self, values: Values, budget: code.Value | None) -> code.Value:
        """All that lies in slots, as a mask; of those that can be paid one by one with a budget."""
        held, found = code.name(self._stock()), list[code.Value]()
        for slot in range(self.found.slots):
            lying = values.bit(code.item(held, code.number(slot)))
            if budget is not None:
                paid = code.compare(budget, ">=", code.number(self._prices()[slot]))
                lying = code.choose(paid, lying, code.number(0))
            found.append(lying)
        mask = found[0]
        for lying in found[1:]:
            mask = code.binary(mask, "|", lying)
        return mask

    def become(self, values: Values) -> None:
        """Write what all elements chosen can become together, as far as is known of each alone
        (`JOINT`, `WAYS`), and the sets of slots that can be paid (`PAYABLE`)."""
        writer, slots = values.writer, self.found.slots
        if self.shares:
            self._share(values)
            return
        unknown = [code.assign(JOINT, self.everything)]
        unknown += [code.assign(PAYABLE, code.number(1))] if slots else []
        writer.lines += [code.assign(WAYS, code.list_of([]))] if slots else []
        with writer.block() as lines:
            if slots:
                writer.add(code.assign(PAYABLE, self._payable(values)))
            with writer.block() as changing:
                if slots:
                    self._show(values, self._budget(values, code.name(FULL)))
                self._joint(values)
            if slots and self.found.only_paid:
                nothing = code.compare(code.name(PAYABLE), "==", code.number(1))
                writer.add(code.when(nothing, [code.assign(JOINT, code.name(NOW))], changing))
            else:
                writer.lines += changing
        writer.add(code.attempt(lines, unknown))

    def _share(self, values: Values) -> None:
        """The same, where the elements chosen are looked at together."""
        writer = values.writer
        writer.add(code.assign(PAYABLE, self._payable(values)))
        with writer.block() as changing:
            self._show(values, self._budget(values, code.name(FULL)))
            stock = code.name(self._stock())
            given = [code.name(SHOWN) if code.same(v, stock) else v for v in self.around.given]
            joint = code.call(self.title, *given, code.name(PAYABLE), self._alone)
            writer.add(code.assign(JOINT, joint))
        nothing = code.compare(code.name(PAYABLE), "==", code.number(1))
        writer.add(code.when(nothing, [code.assign(JOINT, code.name(NOW))], changing))

    def _joint(self, values: Values) -> None:
        writer, limit, first = values.writer, self.found.limit, code.number(0)
        writer.add(code.assign(JOINT, self.everything))
        many: list[str] = []  # by number less 1, what so many elements need a limited step for
        if limit is not None:
            most = writer.variable(values.value(limit), "most")
            many = [writer.variable(code.number(0), "needed") for _ in range(MOST_LIMITED + 1)]
        with self._each(values, self.chosen(values)) as element:
            writer.add(code.assign(ANSWER, self._of(values, element, code.name(FULL))))
            writer.add(code.augment(JOINT, "&", code.item(code.name(ANSWER), first)))
            if many:
                without = code.item(
                    self._of(values, element, code.name(FULL), limited=False), first
                )
                needs = code.binary(
                    code.item(code.name(ANSWER), first), "&", code.inverted(without)
                )
                needs = code.name(writer.variable(needs, "needs"))
                for one, more in reversed([*pairwise(many)]):
                    both = code.binary(code.name(one), "&", needs)
                    writer.add(code.augment(more, "|", both))
                writer.add(code.augment(many[0], "|", needs))
            if self.found.slots:
                way = code.item(code.name(ANSWER), code.number(1))
                writer.add(code.perform(code.method(code.name(WAYS), "append", way)))
            writer.add(code.when(code.negated(code.name(JOINT)), [code.leave()]))
        for number, needed in enumerate(many):
            few = code.compare(code.name(most), "<=", code.number(number))
            left = code.augment(JOINT, "&", code.inverted(code.name(needed)))
            writer.add(code.when(few, [left]))

    def hopes(
        self,
        values: Values,
        finish: int,
        left: Remaining,
        reached: code.Value | None = None,
    ) -> list[code.Value]:
        """What must hold if elements are to become what a finish demands, for arguments that are
        left of its parameters. `reached`: all that they can become, each for itself; None: that is
        asked of all elements chosen together, with slots that no two of them empty."""
        writer, found = values.writer, list[code.Value]()
        for demand, (first, width) in zip(self.found.demands, self.places, strict=True):
            if demand.finish != finish:
                continue
            fit = self._field(code.name(JOINT) if reached is None else reached, first, width)
            held = None if demand.param is None else left.get(demand.param.local.number)
            if isinstance(held, str):
                fit = code.binary(code.name(held), "&", fit)
            if reached is not None:
                found.append(fit)
                continue
            fitting = writer.variable(fit, "fit")
            if self.found.slots and not self.shares:
                mask = _raised(code.name(fitting), first)
                both = code.call("together", code.name(WAYS), mask, code.name(PAYABLE))
                several = code.compare(code.name(PAYABLE), "!=", code.number(1))
                asked = code.both([code.name(fitting), several])
                writer.add(code.when(asked, [code.assign(fitting, both)]))
            found.append(code.name(fitting))
        return found

    def _field(self, mask: code.Value, first: int, width: int) -> code.Value:
        """The bits of a demand."""
        if width == self.raises and not self.found.raising:  # there is no other
            return mask
        return code.binary(_shifted(mask, first), "&", code.number((1 << width) - 1))

    def chosen(self, values: Values) -> code.Value:
        selection = self.found.selection
        return values.mask(ir.Read(selection, (), selection.type))

    def _each(self, values: Values, mask: code.Value) -> AbstractContextManager[str]:
        return values.folds.each_bit(mask, self.found.element)

    def of_param(self, finish: int, param: ir.Param, mask: code.Value) -> code.Value | None:
        """The values of a parameter that elements have, of a mask of all there is."""
        for demand, (first, width) in zip(self.found.demands, self.places, strict=True):
            if demand.finish == finish and demand.param == param:
                return self._field(mask, first, width)
        return None

    def _payable(self, values: Values) -> code.Value:
        """The sets of slots that can be paid with what there is."""
        fund = self.found.fund
        every = code.number((1 << (1 << self.found.slots)) - 1)
        if fund is None or not isinstance(fund.variable.type, ir.Number):
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
        if fund is None or not self.found.paid or not isinstance(fund.variable.type, ir.Number):
            return None
        held = self._held(values)
        if self.found.gain is not None:
            held = code.binary(held, "+", full)
        return values.writer.atom(held, "budget")

    def _by_slot(self, name: str, table: tuple[int, ...]) -> list[code.Value]:
        """What a table by component has for what lies in each slot."""
        held = self.unit.fixed(name, (name, self.title), lambda: table)
        slots = map(code.number, range(self.found.slots))
        return [code.item(held, code.item(code.name(self._stock()), slot)) for slot in slots]

    def _held(self, values: Values) -> code.Value:
        """What there is to pay with now."""
        fund = self.found.fund
        assert fund is not None and isinstance(fund.variable.type, ir.Number)
        return code.binary(values.value(fund), "-", code.number(fund.variable.type.low))

    def _show(self, values: Values, budget: code.Value | None) -> None:
        """Show elements only those slots that can be paid and are of use: so they look the same
        more often."""
        writer, found = values.writer, self.found
        held: code.Value = code.name(self._stock())
        if any(shown != lying for lying, shown in enumerate(found.useful[:-1])):
            held = code.list_of(self._by_slot("useful", found.useful))
        writer.add(code.assign(SHOWN, held))
        if budget is not None:
            prices = self.unit.fixed("prices", ("prices", self.title), self._prices)
            shown = code.call("payable", code.name(SHOWN), prices, budget)
            dear = code.compare(budget, "<", code.number(max(self._prices())))
            writer.add(code.when(dear, [code.assign(SHOWN, shown)]))

    def _stock(self) -> str:
        """The list with what lies in the slots."""
        assert self.found.stock is not None and self.around.store.is_list(self.found.stock)
        (held,) = self.around.store.variables(self.found.stock)
        return held

    def _now(self, values: Values, element: str) -> Stood:
        """Write what an element is now: worked out, where that is quick; or known, or else told by
        the function. Gives what has the parts of it."""
        if self._is_quick:
            return lambda number: self._part(values, number)
        in_search = values.writer.store is self.around.store
        given = self._given_of(values) if in_search else self.writing.given
        key = self._key(values, self.found.stands_on, with_full=False)
        known = code.method(self._known(self.stands), "get", key)
        stood = code.name(values.writer.variable(known, "stood"))
        told = code.assign(stood, code.call(self.stands, code.name(element), *given, self._alone))
        values.writer.add(code.when(code.negated(code.filled(stood)), [told]))
        return lambda number: code.item(stood, code.number(number))

    @cached_property
    def _is_quick(self) -> bool:
        """Is what an element is now as soon worked out as looked up?"""
        parts = [demand.test for demand in self.found.demands] + [*self.found.raising]
        return all(is_quick(self.unit, part) for part in (*parts, *self._given_sums))

    @property
    def _given_sums(self) -> list[ir.Expr]:
        """What an element gives to each sum."""
        total = self.found.total
        sums = [self.found.gain, total.amount if total is not None else None]
        return [each for each in sums if each is not None]

    def _part(self, values: Values, number: int) -> code.Value:
        """What `stands_…` tells of an element: the bits, or what it gives to a sum."""
        if number:
            given = self._given_sums
            return values.value(given[number - 1]) if number <= len(given) else code.number(0)
        found = self.met_all(values, [demand.test for demand in self.found.demands])
        for test in self.found.raising:
            flag = code.choose(values.test(test), code.number(1 << self.raises), code.number(0))
            found = code.binary(found, "|", flag)
        return found

    def met_all(self, values: Values, tests: Sequence[ir.Expr]) -> code.Value:
        """The bits of all demands, of which these conditions are asked of an element."""
        values.writer.names[relaxation.ALONE.number] = ALONE
        found: code.Value = code.number(0)
        for test, demand, (first, _) in zip(tests, self.found.demands, self.places, strict=True):
            met = self._met(values, test, demand.param)
            found = code.binary(found, "|", _raised(met, first))
        return found

    def _known(self, kept: str) -> code.Name:
        """The answers of a function that are remembered."""
        return self.unit.fixed(f"known_{kept}", ("known", kept), Known)

    def _of(
        self, values: Values, element: str, full: code.Value, *, limited: bool = True
    ) -> code.Value:
        """What an element can become with what is shown of the slots, asked in the search;
        `limited`: also by steps that can be used only so often."""
        given = self._given_of(values)
        if self.found.slots:
            stock = code.name(self._stock())
            given = [code.name(SHOWN) if code.same(one, stock) else one for one in given]
        given += [full, self._alone, *[code.number(self.found.to_and_fro)] * self._turns]
        given += [code.number(int(limited))] * self._limits
        return code.call(self.title, code.name(element), *given)

    @property
    def _limits(self) -> bool:
        """Are there steps that can be used only so often?"""
        return self.found.limit is not None

    @property
    def _turns(self) -> bool:
        """Do steps change to and fro what is an element's own?"""
        return self.found.to_and_fro > 0

    @property
    def _more(self) -> list[str]:
        """What `becomes_…` is given besides the state."""
        return [FULL, ALONE, *[TO_AND_FRO] * self._turns, *[LIMITED] * self._limits]

    @property
    def _alone(self) -> code.Value:
        """Whether an element is alone for good, where that is asked."""
        return code.number(0) if self.found.alone is None else code.name(ALONE)

    def _given_of(self, values: Values) -> list[code.Value]:
        """What functions about an element are given: of what is its own, its own members."""
        found: list[code.Value] = []
        for variable in self.writing.given_to:
            if variable in self.writing.store.single:
                found.append(values.value(ir.Read(variable, (self.found.element,), variable.type)))
            else:
                found += map(code.name, self.around.store.variables(variable))
        return found

    def _prices(self) -> tuple[int, ...]:
        """By slot, what is paid at least for what it holds."""
        prices = [own.price for own in self.found.steps if own.price]
        return tuple(min(price) for price in zip(*prices, strict=True))

    def _function(self, looked_at: LookedAt, kept: str) -> Values:
        """A function about an element, begun; what can become of it is given at once if known."""
        values = self.writing.values()
        writer = values.writer
        writer.names[self.found.element.number] = ELEMENT
        writer.sure.add(self.found.element.number)
        writer.names[relaxation.ALONE.number] = ALONE
        known, asked = self._known(kept), kept == self.title
        if asked:
            self._fill(values)
        writer.add(code.assign(KEY, self._key(values, looked_at, with_full=asked)))
        if asked:  # `stands_…` is called only for what is not known
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
        writer, known = values.writer, self._known(kept)
        writer.add(code.assign(SAID, code.tuple_of(answer)))
        writer.add(code.assign(code.item(known, code.name(KEY)), code.name(SAID)))
        writer.add(code.give(code.name(SAID)))
        self.writing.add(self.writing.compose.span, kept, params, writer.lines)

    def _stands(self) -> None:
        """What an element is now, and by how much it lets the fund be raised."""
        values = self._function(self.found.stands_on, self.stands)
        with values.writer.evaluation():
            told = [self._part(values, number) for number in range(len(self._given_sums) + 1)]
            told += [code.number(0)] if len(told) < 2 else []
        self._given(values, self.stands, told, [ELEMENT, *self.writing.variables, ALONE])

    def _becomes(self) -> None:
        """What an element can become, with all that steps can make of it."""
        values = self._function(self.found.looked_at, self.title)
        writer = values.writer
        with writer.evaluation():
            writer.add(code.assign(NOW, self._now(values, ELEMENT)(0)))
            writer.add(code.assign(ANSWER, code.name(NOW)))
            writer.lines += [code.assign(WAYS, code.list_of([]))] if self.found.slots else []
            for own in self.found.steps:
                self._own(values, own)
        ways: code.Value = code.number(0)
        if self.found.slots:
            as_it_is = code.tuple_of([code.tuple_of([code.number(0), code.name(NOW)])])
            reached = code.call("reached", code.name(NOW), code.name(WAYS))
            ways = code.choose(code.filled(code.name(WAYS)), reached, as_it_is)
        params = [ELEMENT, *self.writing.variables, *self._more]
        self._given(values, self.title, [code.name(ANSWER), ways], params)

    def _fill(self, values: Values) -> None:
        """Raise to the top what may be raised beforehand."""
        writer, store = values.writer, self.writing.store
        top: code.Lines = []
        for variable in self.found.full:
            assert isinstance(variable.type, ir.Number)
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
        writer, step = values.writer, own.step
        title = self.unit.fresh(f"with_{word(step.name)}")
        fund = self.found.fund.variable if self.found.paid and self.found.fund is not None else None
        if fund is not None:
            step = replace(step, body=_unpaid(step.body, fund))
        none = code.number(0)
        nothing = code.tuple_of([code.tuple_of([none, none])]) if self.found.slots else none
        told = frozenset(variable for variable, _ in self.found.looked_at)
        idle = None if own.leads_on else (code.tuple_of([none, nothing]), told)
        self.writing.step(step, title, self.title, *self._more, about=own.param, idle=idle)
        writer.names[own.param.local.number] = ELEMENT
        writer.sure.add(own.param.local.number)
        others = [param for param in step.params if param is not own.param]

        def further(args: list[str]) -> None:
            given = dict(zip([p.local.number for p in others], args, strict=True))
            named = [given.get(p.local.number, ELEMENT) for p in step.params]
            more: list[code.Value] = [code.name(FULL), code.name(ALONE)]
            if own.turns:
                more.append(code.binary(code.name(TO_AND_FRO), "-", code.number(1)))
            elif self._turns:
                more.append(code.number(self.found.to_and_fro))
            more += [code.name(LIMITED)] * self._limits
            call = code.call(title, *map(code.name, named), *self.writing.given, *more)
            then = writer.variable(call, "then")
            writer.add(code.augment(ANSWER, "|", code.item(code.name(then), code.number(0))))
            if self.found.slots:
                bit: code.Value = code.number(0)
                if own.emptied is not None:
                    bit = values.bit(code.name(given[own.emptied.local.number]))
                way = code.tuple_of([bit, code.item(code.name(then), code.number(1))])
                writer.add(code.perform(code.method(code.name(WAYS), "append", way)))

        with writer.block() as trying:
            each_option(values, others, own.guards, further)
        left = [code.compare(code.name(TO_AND_FRO), ">", code.number(0))] * own.turns
        left += [code.name(LIMITED)] * (own.often is not None)
        writer.add_if(left, trying)

    def _key(self, values: Values, looked_at: LookedAt, *, with_full: bool) -> code.Value:
        """All that the answer depends on."""
        element, store = values.writer.names[self.found.element.number], values.writer.store
        assert isinstance(store, LocalStore)
        parts: list[code.Value] = [code.name(element)]
        if self.found.full and with_full:
            parts.append(code.name(FULL))
        if self.found.alone is not None:
            parts.append(code.name(ALONE))
        if self._turns and with_full:
            parts.append(code.name(TO_AND_FRO))
        if self._limits and with_full:
            parts.append(code.name(LIMITED))
        for variable, which in looked_at:
            region = self.unit.layout.region(variable)
            if isinstance(which, ir.Read) and not isinstance(variable.type, ir.StackOf | ir.RowOf):
                parts.append(values.value(which))
            elif which == 0 and len(variable.keys) == 1 and region.form in ("plain", "flags"):
                read = ir.Read(variable, (self.found.element,), variable.type)
                parts.append(values.value(read))
            elif which == 0 and region.form == "plain":
                width = variable.size // variable.keys[0].size
                first = code.binary(code.name(element), "*", code.number(width))
                (held,) = store.variables(variable)
                for i in range(width):
                    at = code.binary(first, "+", code.number(i))
                    parts.append(code.item(code.name(held), at))
            else:
                for held in store.variables(variable):
                    parts.append(self.writing.hashable(region, held))
        return code.tuple_of(parts)

    def _met(self, values: Values, test: ir.Expr, param: ir.Param | None) -> code.Value:
        """The values of the parameter for which a condition holds; without one 0 or 1."""
        everything = code.number(1 if param is None else _everything(param).value)
        if param is None or param.local.number not in self.unit.free(test):
            return code.choose(values.test(test), everything, code.number(0))
        match test:
            case ir.Op(name="and" | "or"):
                sign = "&" if test.name == "and" else "|"
                mask = self._met(values, test.args[0], param)
                for arg in test.args[1:]:
                    mask = code.binary(mask, sign, self._met(values, arg, param))
                return mask
            case ir.Cond() if param.local.number not in self.unit.free(test.test):
                then = self._met(values, test.then, param)
                return code.choose(
                    values.test(test.test), then, self._met(values, test.other, param)
                )
        return values.folds.among(_everything(param), param.local, [test])

    def _full(self, values: Values) -> None:
        """By how much the fund can be raised: by what elements have that are chosen or still may
        be, and by all that lies in slots. Or may any element make a step possible that raises?"""
        writer = values.writer
        if not self.found.can_rise:
            writer.add(code.assign(FULL, code.number(0)))
            return
        if self.found.gain is not None:
            names = [name for name, _ in self._sums(values)]
            with self._each(values, self._besides(values)) as element:
                self._add(values, names, self._now(values, element))
            writer.add(code.assign(FULL, code.name(GAIN)))
            self._raise(values)
            self._add_slots(values)
            return
        writer.add(code.assign(FULL, code.number(0)))
        if self.found.slots:
            self._show(values, None)
        with self._each(values, self._candidates(values)) as element:
            found = code.item(self._of(values, element, code.number(0)), code.number(0))
            bits = code.binary(found, "&", code.number(1 << self.raises))
            writer.add(code.when(bits, [code.assign(FULL, code.number(1)), code.leave()]))

    def _raise(self, values: Values) -> None:
        """Raise the fund by what lies in slots, too."""
        by_slot = self._by_slot("gains", self.found.gains)
        prices = self.unit.fixed("prices", ("prices", self.title), self._prices)
        given = code.name(FULL), code.tuple_of(by_slot), prices, self._held(values)
        more = [code.assign(FULL, code.call("gained", *given))]
        values.writer.add(code.when(code.either(by_slot), more))

    def _candidates(self, values: Values) -> code.Value:
        """The elements that are chosen, and those that still may be."""
        mask: code.Value = code.number(0)
        for source in self.found.candidates:
            mask = code.binary(mask, "|", values.mask(source))
        return mask

    def _besides(self, values: Values) -> code.Value:
        """The elements that may still be chosen."""
        others = code.inverted(self.chosen(values))
        return code.binary(self._candidates(values), "&", others)

    def _add_slots(self, values: Values) -> None:
        """Add what lies in slots to what all elements add up to."""
        total = self.found.total
        if total is None or not any(total.more):
            return
        budget = self._budget(values, code.name(FULL))
        assert budget is not None
        for slot, amount in enumerate(self._by_slot("adds", total.more)):
            dear = code.compare(budget, ">=", code.number(self._prices()[slot]))
            sums = [MOST, OWN] if self.is_bounded else [MOST]
            more: code.Lines = [code.augment(name, "+", amount) for name in sums]
            values.writer.add(code.when(dear, more))


def some(held: str | Between) -> code.Value:
    """Is anything left of a parameter?"""
    return code.name(held) if isinstance(held, str) else held.some


def own_members(unit: Unit, found: Prospects) -> frozenset[ir.StateVariable]:
    """The state variables of which functions about an element ask for nothing but its own member,
    where that is a value of its own."""
    return frozenset(
        variable
        for variable, which in found.looked_at
        if which == 0 and len(variable.keys) == 1 and unit.layout.region(variable).form == "plain"
    )


def at_most(unit: Unit, test: ir.Expr, bounds: tuple[Bound, ...], lying: ir.Local) -> ir.Expr:
    """What holds as long as a condition may come to hold of members that stay between their ends,
    where what lies in slots may come to them."""
    key = "at most", id(test), lying
    return unit.once(key, test, lambda: _at_most(unit, test, bounds, lying))


def _at_most(unit: Unit, test: ir.Expr, bounds: tuple[Bound, ...], lying: ir.Local) -> ir.Expr:
    held = {bound.its: unit.fresh_local(ir.Local(0, "held", bound.its.type)) for bound in bounds}
    unions = {
        ir.Op("union", (bound.its, lying), bound.its.type): bound.its
        for bound in bounds if bound.added
    }  # fmt: skip
    most = {its: union for union, its in unions.items()}

    def change(node: Node) -> Node:
        return held.get(node, node) if isinstance(node, ir.Read) else node

    ends: dict[ir.StateVariable | int, Ends] = {
        held[bound.its].number: Ends(
            bound.its if bound.low is None else bound.low,
            most.get(bound.its, bound.its) if bound.high is None else bound.high,
        )
        for bound in bounds
    }
    outlook = Outlook(unit, ends)

    def apart(node: Node) -> Node:
        """A sum over both sets is no more than what each of them adds up to."""
        match node:
            case ir.Fold(kind="total" | "count", source=ir.Op() as both) if both in unions:
                parts = [replace(node, source=one) for one in (unions[both], lying)]
                return ir.Op("add", tuple(parts), node.type, node.span)
            case _:
                return node

    return rewrite(outlook.may_hold([rewrite(test, change)]), apart)


def _unpaid(stmt: ir.Stmt, fund: ir.StateVariable) -> ir.Stmt:
    """A statement without what is paid in it."""

    def change(node: Node) -> Node:
        return ir.Seq(()) if isinstance(node, ir.Assign) and node.variable is fund else node

    return rewrite(stmt, change)


def _domain(param: ir.Param) -> ir.Domain:
    kind = param.source.type
    assert isinstance(kind, ir.SetOf)
    return kind.domain


def _everything(param: ir.Param) -> ir.Const:
    """All values of the parameter's type, as a set."""
    domain = _domain(param)
    return ir.Const(domain.everything(), ir.SetOf(domain))


def _shifted(mask: code.Value, by: int) -> code.Value:
    return code.binary(mask, ">>", code.number(by)) if by else mask


def _raised(mask: code.Value, by: int) -> code.Value:
    return code.binary(mask, "<<", code.number(by)) if by else mask


def _payable(prices: tuple[int, ...], fund: int) -> int:
    """The sets of slots (a bit for each) whose prices together are no more than the fund."""
    found = 0
    for slots in range(1 << len(prices)):
        if sum(price for slot, price in enumerate(prices) if slots >> slot & 1) <= fund:
            found |= 1 << slots
    return found
