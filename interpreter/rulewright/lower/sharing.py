"""What elements of a compose can become together where they share slots, without a list of ways.

Steps empty slots and give an element what was in them, and nothing else (`Prospects.grown`). So
what an element can become is told by the set of slots that it empties: there are few, and each is
looked at once. For the elements chosen, one after the other, it is kept what all of them can become
with no more than each set of slots (`reach`). That takes no memory but three short lists, and in
numbers of some width less time than to look up what is known of an element (`becomes_…`); in Python
it takes more.

Guards are asked as if an element had to be given nothing but what it takes: each of a set of slots
may be the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..core import ir
from ..core.walk import Node, rewrite
from ..source import Span
from . import nodes as code
from .names import ALONE, PAYABLE
from .relaxation import ALONE as IS_ALONE
from .relaxation import Own, Prospects
from .store import LocalStore
from .unit import Unit
from .values import Values


class Around(Protocol):
    """What writes the functions of the compose (`general_search.Writing`)."""

    compose: ir.Compose
    store: LocalStore
    variables: list[str]

    def add(self, span: Span, title: str, params: list[str], lines: code.Lines) -> None: ...
    def values(self) -> Values: ...


class Elements(Protocol):
    """What asks about single elements (`relaxed.Relaxed`)."""

    unit: Unit
    found: Prospects

    @property
    def everything(self) -> code.Value: ...
    def chosen(self, values: Values) -> code.Value: ...
    def met_all(self, values: Values, tests: Sequence[ir.Expr]) -> code.Value: ...


def can_share(unit: Unit, compose: ir.Compose, found: Prospects) -> bool:
    """Is it told by the slots that steps empty, and by no more, what elements become?"""
    return found.grown is not None and all(_is_plain(unit, compose, own) for own in found.steps)


def _is_plain(unit: Unit, compose: ir.Compose, own: Own) -> bool:
    """Does a step draw nothing but an element and a slot, any of them, and can no guard fail?"""
    if own.emptied is None or any(map(unit.can_fail, own.guards)):
        return False
    params = own.step.params
    if {*params} != {own.param, own.emptied}:
        return False
    match own.emptied.source:
        case ir.Const(value=value, type=ir.SetOf(domain=domain)):
            return value == domain.everything()
        case _:
            return False


class Sharing:
    """Writes the function that tells what elements can become together."""

    def __init__(self, elements: Elements, around: Around, title: str) -> None:
        self.elements, self.around, self.title = elements, around, title
        self.unit, self.found = elements.unit, elements.found
        assert self.found.grown is not None and self.found.stock is not None
        self.grown, self.stock = self.found.grown, self.found.stock

    def write(self) -> None:
        around = self.around
        values = around.values()
        writer = values.writer
        writer.names[IS_ALONE.number] = ALONE
        everything = self.elements.everything
        with writer.evaluation():
            have = writer.variable(self._have(values), "have")
            lies = writer.variable(code.list_of([code.number(0)], self._sets), "lies")
            reach = writer.variable(code.list_of([everything], self._sets), "reach")
            its = writer.variable(code.list_of([code.number(0)], self._sets), "its")
            with _Parts(values, code.name(have)) as part:
                rest = code.binary(code.name(part), "-", code.number(1))
                less = code.item(code.name(lies), code.binary(code.name(part), "&", rest))
                slot = code.name(writer.variable(code.lowest(code.name(part)), "slot"))
                both = code.binary(less, "|", values.bit(self._lying(values, slot)))
                writer.add(code.assign(code.item(code.name(lies), code.name(part)), both))
            with values.folds.each_bit(self.elements.chosen(values), self.found.element):
                self._alone(values, have, lies, its)
                self._with_others(values, have, reach, its)
                whole = code.item(code.name(reach), code.name(have))
                writer.add(code.when(code.negated(whole), [code.give(code.number(0))]))
            self._payable(values, have, reach)
        params = [*around.variables, PAYABLE, ALONE]
        around.add(around.compose.span, self.title, params, writer.lines)

    @property
    def _sets(self) -> int:
        return 1 << self.found.slots

    def _lying(self, values: Values, slot: code.Value) -> code.Value:
        """What lies in a slot."""
        (held,) = self.around.store.variables(self.stock)
        return code.item(code.name(held), slot)

    def _have(self, values: Values) -> code.Value:
        """The slots that are not empty."""
        have: code.Value = code.number(0)
        for slot in range(self.found.slots):
            there = code.compare(self._lying(values, code.number(slot)), ">=", code.number(0))
            bit = code.choose(there, code.number(1 << slot), code.number(0))
            have = code.binary(have, "|", bit)
        return have

    def _alone(self, values: Values, have: str, lies: str, its: str) -> None:
        """Write what an element can become with each set of slots, or with a part of it (`its`)."""
        writer = values.writer
        now = ir.Read(self.grown, (self.found.element,), self.grown.type)
        held = code.name(writer.variable(values.mask(now), "held"))
        as_it_is = self._becomes(values, held)
        writer.add(code.assign(code.item(code.name(its), code.number(0)), as_it_is))
        fits = writer.variable(code.number(1), "fits")
        with _Parts(values, code.name(have)) as part:
            got = writer.variable(code.number(0), "got")
            found = writer.variable(code.number(0), "found")
            left = writer.variable(code.name(part), "left")
            with writer.block() as lines:
                slot = code.name(writer.variable(code.lowest(code.name(left)), "slot"))
                bit = code.binary(code.name(left), "&", code.negative(code.name(left)))
                bit = code.name(writer.variable(bit, "bit"))
                writer.add(code.augment(left, "^", bit))
                rest = code.binary(code.name(part), "^", bit)
                rest = code.name(writer.variable(rest, "rest"))
                writer.add(code.augment(got, "|", code.item(code.name(its), rest)))
                asked = code.binary(code.binary(code.name(fits), ">>", rest), "&", code.number(1))
                with writer.block() as asking:
                    before = code.binary(held, "|", code.item(code.name(lies), rest))
                    self._ask(values, slot.id, before, found)
                lost = code.negated(code.name(found))
                writer.add(code.when(code.both([lost, asked]), asking))
            writer.add(code.loop(code.name(left), lines))
            with writer.block() as fitting:
                more = code.binary(code.number(1), "<<", code.name(part))
                writer.add(code.augment(fits, "|", more))
                most = code.binary(held, "|", code.item(code.name(lies), code.name(part)))
                writer.add(code.augment(got, "|", self._becomes(values, most)))
            writer.add(code.when(code.name(found), fitting))
            writer.add(code.assign(code.item(code.name(its), code.name(part)), code.name(got)))

    def _becomes(self, values: Values, held: code.Value) -> code.Value:
        """What an element is with all that it holds."""
        local = self._held(values, held)
        parts = [
            self._with(demand.test, self.found.element, local) for demand in self.found.demands
        ]
        return values.writer.atom(self.elements.met_all(values, parts), "becomes")

    def _held(self, values: Values, held: code.Value) -> ir.Local:
        local = self.unit.fresh_local(ir.Local(0, "held", self.grown.type))
        values.writer.names[local.number] = values.writer.variable(held, "held")
        return local

    def _with(self, test: ir.Expr, element: ir.Local, held: ir.Local) -> ir.Expr:
        """What is asked of an element that holds something else than it does now."""
        now = ir.Read(self.grown, (element,), self.grown.type)

        def change(node: Node) -> Node:
            return held if node == now else node

        return rewrite(test, change)

    def _ask(self, values: Values, slot: str, held: code.Value, found: str) -> None:
        """Note if an element that holds so much may be given what lies in a slot."""
        writer, local = values.writer, self._held(values, held)
        for own in self.found.steps:
            assert own.emptied is not None
            writer.names[own.emptied.local.number] = slot
            writer.names[own.param.local.number] = writer.names[self.found.element.number]
            writer.sure |= {own.emptied.local.number, own.param.local.number}
            tests = [self._with(test, own.param.local, local) for test in own.guards]
            yes = code.assign(found, code.number(1))
            writer.add_if([values.test_all(tests)] if tests else [], [yes])

    def _with_others(self, values: Values, have: str, reach: str, its: str) -> None:
        """Leave of what others can become with a set of slots what this can with the rest."""
        writer = values.writer
        first = code.item(code.name(its), code.number(0))
        with _Parts(values, code.name(have), down=True) as part:
            one = code.item(code.name(reach), code.name(part))
            found = writer.variable(code.binary(one, "&", first), "found")
            with _Parts(values, code.name(part), down=True) as mine:
                others = code.binary(code.name(part), "^", code.name(mine))
                both = code.binary(
                    code.item(code.name(reach), others),
                    "&",
                    code.item(code.name(its), code.name(mine)),
                )
                writer.add(code.augment(found, "|", both))
            writer.add(code.assign(code.item(code.name(reach), code.name(part)), code.name(found)))
        writer.add(code.augment(code.item(code.name(reach), code.number(0)), "&", first))

    def _payable(self, values: Values, have: str, reach: str) -> None:
        """Give what is reached with slots that can be paid together."""
        writer = values.writer
        found = writer.variable(code.item(code.name(reach), code.number(0)), "found")
        with _Parts(values, code.name(have)) as part:
            paid = code.binary(
                code.binary(code.name(PAYABLE), ">>", code.name(part)), "&", code.number(1)
            )
            more = code.augment(found, "|", code.item(code.name(reach), code.name(part)))
            writer.add(code.when(paid, [more]))
        writer.add(code.give(code.name(found)))


class _Parts:
    """A loop over the parts of a set that are not empty, from what has the lowest number on: parts
    come before what they are parts of; or `down`."""

    def __init__(self, values: Values, whole: code.Value, *, down: bool = False) -> None:
        self.writer, self.whole, self.down = values.writer, whole, down

    def __enter__(self) -> str:
        lowest = code.binary(self.whole, "&", code.negative(self.whole))
        self.part = self.writer.variable(self.whole if self.down else lowest, "part")
        self._inner = self.writer.block()
        self._body = self._inner.__enter__()
        return self.part

    def __exit__(self, *failure: object) -> None:
        less = code.number(1) if self.down else self.whole
        following = code.binary(code.binary(code.name(self.part), "-", less), "&", self.whole)
        self.writer.add(code.assign(self.part, following))
        self._inner.__exit__(None, None, None)
        self.writer.add(code.loop(code.name(self.part), self._body))
