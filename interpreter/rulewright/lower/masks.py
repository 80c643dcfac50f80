"""Filters over sets as bit operations: which elements of a set fulfil a condition, all at once.

A condition *vectorises* over a local when its mask can be computed without going through the
elements: relations by fixed data, inverted and flag state variables, membership, linear sums, and
what is made of these with and, or, not, some, every. Others are asked element by element, last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Protocol, cast

from ..core import ir
from ..core.evaluate import elements_of_mask
from ..core.walk import conjuncts, expressions_in, substitute, walk
from ..source import NOWHERE, Span
from . import nodes as code
from .by_element import by_element
from .cells import around, beside_laid, is_cell, lies_among
from .completing import necessary, without_search
from .few import ByFew, by_few, is_asked_of_few, is_short
from .lanes import reached
from .leaps import Case, Leaps, leaps
from .linear import Linear, linear
from .relations import Relation, domain_size, offset, relation
from .shifts import Dilation, Moved, looked_up, moved, shifted, spread, together
from .unit import Unit
from .writer import Writer

MOST_WRITTEN_OUT = 6  # elements that are asked without a loop


class Scalars(Protocol):
    """What masks need of the rest: values of single expressions."""

    def value(self, expr: ir.Expr) -> code.Value: ...

    def test(self, expr: ir.Expr) -> code.Value: ...

    def mask(self, expr: ir.Expr) -> code.Value: ...

    def bit(self, element: code.Value, domain: ir.Domain | None = None) -> code.Value: ...

    def something(self, value: code.Value, message: str, span: Span) -> code.Value: ...

    def prepare(self, expr: ir.Completable) -> None: ...


_FLIPPED: dict[ir.OpName, ir.OpName] = {
    "equal": "equal",
    "differ": "differ",
    "less": "more",
    "at_most": "at_least",
    "more": "less",
    "at_least": "at_most",
}
Part = tuple[code.Value, bool]  # a mask, and whether its complement is meant
Plan = Relation | Linear | Moved | Dilation | Leaps | ByFew | str


class Masks:
    """Writes filters into a function."""

    def __init__(self, writer: Writer, scalars: Scalars) -> None:
        self.writer = writer
        self.unit: Unit = writer.unit
        self.scalars = scalars

    def filtered(self, source: code.Value, local: ir.Local, tests: Sequence[ir.Expr]) -> code.Value:
        """The elements of the mask `source` that fulfil all tests.

        A test that can fail is asked only about elements that passed all tests before it; if there
        are several places that can, element by element, as of several errors the one of the first
        element is told.
        """
        mask = source
        parts = [part for whole in tests for part in conjuncts(whole)]
        safe: list[ir.Expr] = []
        if sum(map(self.unit.faults, parts)) > 1:
            safe = list(takewhile(lambda test: not self.unit.can_fail(test), parts))
            mask = self._filtered_safely(mask, local, safe)
            return self._one_by_one(mask, local, parts[len(safe) :])
        for test in parts:
            if not self.unit.can_fail(test):
                safe.append(test)
                continue
            mask = self._filtered_safely(mask, local, safe)
            mask = self._filtered_by(mask, local, test)
            safe = []
        return self._filtered_safely(mask, local, safe)

    def _filtered_safely(
        self, source: code.Value, local: ir.Local, tests: Sequence[ir.Expr]
    ) -> code.Value:
        """The same for tests that cannot fail: those that vectorise first."""
        at_once = [test for test in tests if self.vectorises(test, local)]
        singly = [test for test in tests if test not in at_once]
        at_once += [needed for test in singly for needed in self._needed(test, local)]
        mask = self._intersection(source, local, at_once)
        if self.writer.around:  # what does not change in a loop is worked out before it
            few = [test for test in singly if is_asked_of_few(self.unit, test, local)]
            singly = [test for test in singly if test not in few]
            for test in few:
                mask = code.binary(mask, "&", self._of_few(test, local))
        return self._one_by_one(mask, local, singly) if singly else mask

    def _filtered_by(self, source: code.Value, local: ir.Local, test: ir.Expr) -> code.Value:
        """The same for a single test that can fail."""
        if not self.vectorises(test, local):
            return self._one_by_one(source, local, [test])
        writer = self.writer
        mask = writer.variable(source, "among")
        with writer.block() as lines:
            writer.add(code.augment(mask, "&", self._vector_among(test, local, mask)))
        writer.add(code.when(code.name(mask), lines))
        return code.name(mask)

    def _vector_among(self, test: ir.Expr, local: ir.Local, mask: str) -> code.Value:
        """A mask of a test, right for the elements of a mask that is not empty; what can fail in it
        is computed only where an element needs it."""
        if isinstance(test, ir.Completable):
            shape = without_search(self.unit, test)
            assert shape is not None
            return self._vector_among(shape, local, mask)
        plan = self._plan(test, local) if self.unit.can_fail(test) else None
        match test:
            case ir.Op(name="not") if plan == "not":
                return code.inverted(self._vector_among(test.args[0], local, mask))
            case ir.Op(name="and" | "or") if plan in ("and", "or"):
                return self._junction_among(test, local, mask)
            case ir.Cond() if plan == "cond":
                return self._cond_among(test, local, mask)
            case _:
                return self.vector(test, local)

    def _junction_among(self, test: ir.Op, local: ir.Local, mask: str) -> code.Value:
        writer = self.writer
        left = writer.variable(code.name(mask), "left")
        found = writer.variable(code.number(0), "found") if test.name == "or" else left
        for arg in test.args:
            with writer.block() as lines:
                passed = self._vector_among(arg, local, left)
                if test.name == "and":
                    writer.add(code.augment(left, "&", passed))
                else:
                    passed = writer.atom(code.binary(code.name(left), "&", passed), "passed")
                    writer.add(code.augment(found, "|", passed))
                    writer.add(code.augment(left, "^", passed))
            writer.add(code.when(code.name(left), lines))
        return code.name(found)

    def _cond_among(self, test: ir.Cond, local: ir.Local, mask: str) -> code.Value:
        writer = self.writer
        asked = self._vector_among(test.test, local, mask)
        then = writer.variable(code.binary(code.name(mask), "&", asked), "then")
        other = writer.variable(code.binary(code.name(mask), "^", code.name(then)), "other")
        for held, part in ((then, test.then), (other, test.other)):
            with writer.block() as lines:
                writer.add(code.augment(held, "&", self._vector_among(part, local, held)))
            writer.add(code.when(code.name(held), lines))
        return code.binary(code.name(then), "|", code.name(other))

    def _needed(self, test: ir.Expr, local: ir.Local) -> list[ir.Expr]:
        """What a question that takes a search needs at least, as far as that vectorises."""
        if not isinstance(test, ir.Completable):
            return []
        parts = conjuncts(necessary(self.unit, test))
        safe = [part for part in parts if not self.unit.can_fail(part)]
        return [part for part in safe if self.vectorises(part, local)]

    def _intersection(
        self, source: code.Value, local: ir.Local, tests: Sequence[ir.Expr]
    ) -> code.Value:
        """The elements of a mask that fulfil tests which vectorise."""
        either = [test for test in tests if is_cell(local) and self._same_or(test, local)[0]]
        mask = self._cut(source, local, [test for test in tests if test not in either])
        for test in either:
            mask = self._unless(mask, local, *self._same_or(test, local))
        return mask

    def _same_or(self, test: ir.Expr, local: ir.Local) -> tuple[list[ir.Expr], list[ir.Expr]]:
        """The alternatives of an `or` that are the same for all elements, and the others."""
        if not isinstance(test, ir.Op) or test.name != "or":
            return [], []
        same = [arg for arg in test.args if local.number not in self.unit.free(arg)]
        others = [arg for arg in test.args if arg not in same]
        return (same, others) if others else ([], [])

    def _unless(
        self, mask: code.Value, local: ir.Local, same: Sequence[ir.Expr], others: Sequence[ir.Expr]
    ) -> code.Value:
        """All of a mask if one of `same` holds, else those for which one of `others` does: masks of
        cells are long numbers, and most of the time one of them says enough."""
        writer = self.writer
        held = writer.variable(mask, "among")
        asked = self.scalars.test(
            ir.Op("or", tuple(same), ir.Truth()) if len(same) > 1 else same[0]
        )
        rest = others[0] if len(others) == 1 else ir.Op("or", tuple(others), ir.Truth())
        with writer.block() as lines:
            writer.add(code.assign(held, self._cut(code.name(held), local, [rest])))
        writer.add(code.when(code.negated(asked), lines))
        return code.name(held)

    def _cut(self, source: code.Value, local: ir.Local, tests: Sequence[ir.Expr]) -> code.Value:
        everything = code.constant(source) == (1 << domain_size(local)) - 1
        found = [self.part(test, local) for test in tests]
        found.sort(key=lambda part: part[1])  # complements last: something is there to cut from
        mask: code.Value | None = None if everything and found and not found[0][1] else source
        for part, complement in found:
            if mask is None:
                mask = part
            else:
                mask = code.binary(mask, "&", code.inverted(part) if complement else part)
        return mask if mask is not None else source

    def _one_by_one(
        self, mask: code.Value, local: ir.Local, tests: Sequence[ir.Expr]
    ) -> code.Value:
        writer = self.writer
        for test in tests:
            if isinstance(test, ir.Completable):
                self.scalars.prepare(test)
            else:
                self._same_for_all(test, local)
        fixed = self._fixed_few(mask, tests)
        if fixed:
            return self._each_of_few(fixed, local, tests)
        left = writer.variable(mask, "left")
        kept = writer.variable(code.number(0), "kept")
        with writer.bound(local) as element:
            with writer.block() as body:
                if self._is_long(local):
                    self._take_lowest(left, element)
                    put = code.binary(code.number(1), "<<", code.name(element))
                else:
                    bit = writer.fresh("bit")
                    writer.add(code.assign(bit, lowest_bit(left)))
                    writer.add(code.augment(left, "^", code.name(bit)))
                    writer.add(code.assign(element, element_of(bit)))
                    put = code.name(bit)
                self._if_all(tests, code.augment(kept, "|", put))
        writer.add(code.loop(code.name(left), body))
        return code.name(kept)

    def _is_long(self, local: ir.Local) -> bool:
        """Are masks of such elements better gone through where they lie, and put together there,
        than worked with, as a number with one bit is as long as they are?"""
        return self.unit.widest is not None and domain_size(local) > self.unit.widest

    def _take_lowest(self, left: str, element: str) -> None:
        """The lowest element of a mask, and what is left."""
        writer = self.writer
        writer.add(code.assign(element, code.lowest(code.name(left))))
        writer.add(code.augment(left, "&", code.binary(code.name(left), "-", code.number(1))))

    def _fixed_few(self, mask: code.Value, tests: Sequence[ir.Expr]) -> Sequence[int]:
        """The elements of a mask that is fixed, if they are so few that each is asked for itself,
        and that nothing goes wrong nor takes long."""
        fixed = code.constant(mask) if self.unit.widest is not None else None
        if not fixed or fixed.bit_count() > MOST_WRITTEN_OUT or not self.unit.uses("unroll"):
            return []
        return elements_of_mask(fixed) if all(is_short(self.unit, test) for test in tests) else []

    def _each_of_few(
        self, elements: Sequence[int], local: ir.Local, tests: Sequence[ir.Expr]
    ) -> code.Value:
        """Those of a few elements that fulfil all tests, without a loop."""
        kept: code.Value = code.number(0)
        for element in elements:
            one = {local.number: ir.Const(element, local.type)}
            asked = [self.scalars.test(substitute(test, one)) for test in tests]
            bit = code.choose(code.both(asked), code.number(1 << element), code.number(0))
            kept = code.binary(kept, "|", bit)
        return self.writer.atom(kept, "kept")

    def _same_for_all(self, expr: ir.Expr, local: ir.Local) -> None:
        """Work out, before a loop over a local, for which elements parts of what folds in its tests
        ask hold, where that does not depend on the local: if loops of their own are needed."""
        for part in expressions_in(expr):
            self._same_for_all(part, local)
        if not isinstance(expr, ir.Fold) or not isinstance(expr.source.type, ir.SetOf):
            return
        for test in (*conjuncts(expr.where), *conjuncts(expr.body)):
            bound = self.unit.free(test) - {expr.local.number}
            if local.number in bound or not bound <= self.writer.names.keys():
                continue
            if self.unit.can_fail(test) or not any(isinstance(n, ir.Fold) for n in walk(test)):
                continue
            if not self.unit.is_static(test) and self.vectorises(test, expr.local):
                self.ahead(test, expr.local)

    def _if_all(self, tests: Sequence[ir.Expr], then: code.Statement) -> None:
        """Each test in a block of its own, so that later ones may rely on earlier ones."""
        writer = self.writer
        asked = [self.scalars.test(tests[0])] if tests else []
        if len(tests) <= 1:
            writer.add(code.when(asked[0], [then]) if asked else then)
            return
        with writer.block() as body:
            self._if_all(tests[1:], then)
        writer.add(code.when(asked[0], body))

    def vectorises(self, test: ir.Expr, local: ir.Local) -> bool:
        """Can the mask of the test over the local be had without a loop over the local?"""
        return self._plan(test, local) is not None

    def _plan(self, test: ir.Expr, local: ir.Local) -> Plan | None:
        """How to compute the mask: by a relation, by lanes, or by the rule of this name."""
        key = "plan", id(test), local.number
        return self.unit.once(key, test, lambda: self._find_plan(test, local))

    def _find_plan(self, test: ir.Expr, local: ir.Local) -> Plan | None:
        if local.number not in self.unit.free(test):
            return "same for all"
        if not self.unit.uses("masks"):
            return None
        if isinstance(test, ir.Completable):
            shape = without_search(self.unit, test)
            return "completable" if shape is not None and self.vectorises(shape, local) else None
        by_parts = None if self.unit.is_static(test) else self._plan_by_parts(test, local)
        if by_parts is not None:
            return by_parts
        by_shifts = None if self.unit.is_static(test) else self._plan_by_shifts(test, local)
        if by_shifts is not None:
            return by_shifts
        by_data = relation(self.unit, test, local) if self.unit.uses("relations") else None
        if by_data is not None:
            return by_data
        by_parts = self._plan_by_parts(test, local)
        if by_parts is not None:
            return by_parts
        by_leaps = self._plan_by_leaps(test, local)
        if by_leaps is not None:
            return by_leaps
        by_sum = linear(self.unit, test, local) if self.unit.uses("lanes") else None
        if by_sum is not None and by_sum.fits(self.unit.widest):
            return by_sum
        return by_few(self.unit, test, local)

    def _plan_by_parts(self, test: ir.Expr, local: ir.Local) -> str | None:
        if isinstance(test, ir.Op):
            if test.name in ("and", "or", "not"):
                return test.name if all(self.vectorises(a, local) for a in test.args) else None
            elif self._bound(test, local) is not None:
                return "bound"
            elif test.name in ("equal", "differ"):
                if self._lying_at(test, local) is not None:
                    return "lying"
                return "holder" if self._holder(test, local) is not None else None
            elif test.name == "contains" and lies_among(self.unit, test, local) is not None:
                return "cells"
            elif test.name == "contains" and self._crossed(test, local) is not None:
                return "crossed"
            elif test.name == "contains" and test.args[1] == local:
                return "contains" if local.number not in self.unit.free(test.args[0]) else None
            elif test.name == "meets":
                return "beside" if beside_laid(self.unit, test, local) is not None else None
        elif isinstance(test, ir.Read):
            form = self.unit.layout.region(test.variable).form
            return "flags" if form == "flags" and test.keys == (local,) else None
        elif isinstance(test, ir.Cond):
            parts = (test.test, test.then, test.other)
            return "cond" if all(self.vectorises(part, local) for part in parts) else None
        elif isinstance(test, ir.Fold) and test.kind in ("some", "every"):
            of_set = not isinstance(test.source.type, ir.WaysOf)
            fixed = of_set and local.number not in self.unit.free(test.source)
            if fixed and self._over_family(test, local):
                return "family"
            spread = around(self.unit, test, local)
            if spread and all(self.vectorises(t, test.local) for t in spread[1]):
                return "around"
        return None

    def _plan_by_shifts(self, test: ir.Expr, local: ir.Local) -> Moved | Dilation | None:
        if not self.unit.uses("shifts"):
            return None
        around = spread(self.unit, test, local)
        if around and all(self.vectorises(t, cast(ir.Local, around.there)) for t in around.tests):
            return around
        found = moved(self.unit, test, local)
        return found if found and self.vectorises(found.test, found.there) else None

    def _plan_by_leaps(self, test: ir.Expr, local: ir.Local) -> Leaps | None:
        found = leaps(self.unit, test, local) if self.unit.uses("shifts") else None
        if found is None or not all(self.vectorises(t, found.there) for t in found.tests):
            return None
        conditions = [condition for case in found.cases for condition, _ in case.conditions]
        return found if all(self.vectorises(c, local) for c in conditions) else None

    def _bound(self, test: ir.Op, local: ir.Local) -> tuple[ir.OpName, ir.Expr] | None:
        """`n <= e` for a number n and any other number e: how they are compared, and e."""
        if not isinstance(local.type, ir.Number) or test.name not in _FLIPPED:
            return None
        one, other = test.args
        if one == local and self._is_apart(other, local):
            return test.name, other
        if other == local and self._is_apart(one, local):
            return _FLIPPED[test.name], one
        return None

    def _is_apart(self, expr: ir.Expr, local: ir.Local) -> bool:
        is_number = isinstance(expr.type, ir.Number) and not self.unit.can_fail(expr)
        return is_number and local.number not in self.unit.free(expr)

    def _over_family(self, fold: ir.Fold, local: ir.Local) -> bool:
        """Do the conditions of the fold vectorise, for one of its elements at a time?"""
        if self.unit.can_fail(fold):
            return False
        parts = [*conjuncts(fold.where), *conjuncts(fold.body)]
        return all(self.vectorises(part, local) for part in parts)

    def _holder(self, test: ir.Op, local: ir.Local) -> tuple[ir.Read, ir.Expr] | None:
        """`holder of x is e` over an inverted state variable: the read and e."""
        for one, other in (test.args, test.args[::-1]):
            if (
                isinstance(one, ir.Read)
                and self.unit.layout.region(one.variable).form == "inverted"
                and one.keys == (local,)
                and local.number not in self.unit.free(other)
            ):
                return one, other
        return None

    def _lying_at(self, test: ir.Op, local: ir.Local) -> ir.Read | None:
        """`site of k is x` over k, x being a cell for sure: what lies there."""
        for one, other in (test.args, test.args[::-1]):
            if isinstance(one, ir.OnGrid) and one.what == "cell_of" and one.args == (local,):
                if local.number in self.unit.free(other) or self.unit.intervals.of(other)[0] < 0:
                    return None
                if self.unit.can_fail(other) or not self.unit.uses("cells"):
                    return None
                assert isinstance(local.type, ir.Element)
                kind = ir.Element(local.type.domain, optional=True)
                return ir.Read(one.variable, (other,), kind)
        return None

    def _crossed(self, test: ir.Op, local: ir.Local) -> tuple[ir.Read, ir.Expr] | None:
        """`e in held of x` over a crossed state variable: the read and e."""
        read, value = test.args
        if not isinstance(read, ir.Read) or read.keys != (local,):
            return None
        crossed = self.unit.layout.region(read.variable).form == "crossed"
        if not crossed or not isinstance(value.type, ir.Element):
            return None
        return (read, value) if local.number not in self.unit.free(value) else None

    def vector(self, test: ir.Expr, local: ir.Local) -> code.Value:
        """The mask of a test that vectorises."""
        mask, complement = self.part(test, local)
        if not complement:
            return mask
        return code.binary(code.number((1 << domain_size(local)) - 1), "&", code.inverted(mask))

    def part(self, test: ir.Expr, local: ir.Local) -> Part:
        """The mask of a test that vectorises, or of its opposite."""
        for complement in (False, True):
            known = self.writer.known.get(("ahead", id(test), local.number, complement))
            if known is not None:
                return known, complement
        plan = self._plan(test, local)
        match plan:
            case Relation():
                return self._relation(plan), False
            case Linear():
                return self._linear(plan, local)
            case ByFew():
                return self._by_few(plan), False
            case Moved():
                return self._moved(plan), False
            case Dilation():
                return self._spread(plan, test, local), plan.opposite
            case Leaps():
                return self._leaping(plan, test, local), plan.opposite
            case "same for all":
                everything = code.number((1 << domain_size(local)) - 1)
                return code.choose(self.scalars.test(test), everything, code.number(0)), False
            case "completable":
                assert isinstance(test, ir.Completable)
                shape = without_search(self.unit, test)
                assert shape is not None
                return self.part(shape, local)
            case _:
                assert isinstance(plan, str)
                return self._by_parts(plan, test, local)

    def _of_few(self, test: ir.Expr, local: ir.Local) -> code.Value:
        """For which of a few elements a test holds that nothing else decides: found once in an
        evaluation, before any loop."""
        elements = range(domain_size(local))
        if not self.writer.remembering:
            return self._each_of_few(elements, local, [test])
        key = self._name("few", test, local)

        def found() -> code.Value:
            return self._each_of_few(elements, local, [test])

        return self.writer.at_first(key, found, "few")

    def _by_few(self, plan: ByFew) -> code.Value:
        """What a table has for a set of few."""
        if plan.held is not None:
            few = self.scalars.mask(plan.held)
        else:
            assert plan.test is not None and plan.local is not None
            few = self._of_few(plan.test, plan.local)
        return code.item(self.unit.fixed("by_few", ("few", plan.table), lambda: plan.table), few)

    def _by_parts(self, plan: str, test: ir.Expr, local: ir.Local) -> Part:
        match test:
            case ir.Op(name="not"):
                mask, complement = self.part(test.args[0], local)
                return mask, not complement
            case ir.Op(name="and"):
                everything = code.number((1 << domain_size(local)) - 1)
                return self._intersection(everything, local, test.args), False
            case ir.Op(name="or"):
                return self._either(test, local), False
            case ir.Op(name="meets"):
                return self.around(test, local), False
            case ir.Op(name="contains") if plan == "cells":
                return self._cells(test, local), False
            case ir.Op(name="contains") if plan == "crossed":
                return self._holding(test, local), False
            case ir.Op(name="contains"):
                return self.scalars.mask(test.args[0]), False
            case ir.Op() if plan == "bound":
                return self._bounded(test, local)
            case ir.Op() if plan == "lying":
                found = self._lying_at(test, local)
                assert found is not None
                assert isinstance(local.type, ir.Element)
                lying = self.scalars.bit(self.scalars.value(found), local.type.domain)
                return lying, test.name == "differ"
            case ir.Op():
                return self._holders(test, local)
            case ir.Read():
                return self.writer.store.slot(test.variable, code.number(0)), False
            case ir.Cond():
                return self._cond(test, local), False
            case ir.Fold() if plan == "around":
                return self.around(test, local), test.kind == "every"
            case ir.Fold():
                return self._family(test, local), False
            case _:
                raise AssertionError(f"no rule {plan}")

    def _holding(self, test: ir.Op, local: ir.Local) -> code.Value:
        """Those of a crossed state variable whose sets hold a value; nobody's holds none."""
        found = self._crossed(test, local)
        assert found is not None
        read, held = found
        value = self.scalars.value(held)
        if self.unit.intervals.of(held)[0] >= 0:
            return self.writer.store.slot(read.variable, value)
        value = self.writer.atom(value)
        holding = self.writer.store.slot(read.variable, value)
        return code.choose(code.compare(value, ">=", code.number(0)), holding, code.number(0))

    def _cells(self, test: ir.Op, local: ir.Local) -> code.Value:
        """Where components of a set lie on a growing grid."""
        read = lies_among(self.unit, test, local)
        assert read is not None
        where = self.writer.store.slot(read.variable, code.number(3))
        return code.call("cells_of", where, self.scalars.mask(test.args[0]))

    def around(self, test: ir.Fold | ir.Op, local: ir.Local) -> code.Value:
        """The cells with a certain one among those around them; computed once an evaluation."""
        assert isinstance(local.type, ir.Element)
        writer, key = self.writer, self._name("around", test, local)
        known = writer.known.get(key)
        if known is not None:
            return known
        free = self.unit.free(test) - {local.number}
        found = by_element(writer, self.scalars, test, free, lambda: self._around(test, local))
        return writer.remember(key, found)

    def _around(self, test: ir.Fold | ir.Op, local: ir.Local) -> code.Value:
        assert isinstance(local.type, ir.Element)
        if isinstance(test, ir.Fold):
            found = around(self.unit, test, local)
            assert found is not None
            everywhere = code.number(local.type.domain.everything())
            spread, mask = found[0], self._intersection(everywhere, test.local, found[1])
        else:
            beside = beside_laid(self.unit, test, local)
            assert beside is not None
            spread, mask = beside[0], self.scalars.mask(beside[1])
        return code.call(spread, mask, code.number(local.type.domain.width))

    def ahead(self, test: ir.Expr, local: ir.Local) -> None:
        """Work out the mask of a test, to be used by what is written next."""
        if self.writer.remembering:
            mask, complement = self.part(test, local)
            self.writer.remember(("ahead", id(test), local.number, complement), mask)

    def _moved(self, plan: Moved) -> code.Value:
        """What holds of the cells that a function leads to, for those that it leads from."""
        mask, opposite = self.part(plan.test, plan.there)
        if not plan.function.keys:
            return shifted(mask, plan.steps[0], domain_size(plan.there), opposite=opposite)
        table = self.unit.fixed(
            "steps", ("steps", plan.function.test, plan.function.ranges), plan.table
        )
        step = self.writer.atom(self._entry(plan.function, table), "step")
        return looked_up(mask, step, plan.steps, opposite=opposite)

    def _spread(self, plan: Dilation, test: ir.Expr, local: ir.Local) -> code.Value:
        """Those with one of some cells around them; computed once an evaluation."""
        size, key = domain_size(local), self._name("spread", test, local)
        known = self.writer.known.get(key)
        if known is not None:
            return known
        if plan.there is None:
            assert plan.others is not None
            mask = self.scalars.mask(plan.others)
        else:
            mask = self._intersection(code.number((1 << size) - 1), plan.there, plan.tests)
        held = self.writer.atom(mask, "others")
        return self.writer.remember(key, together(held, plan.steps, size))

    def _name(self, kind: str, test: ir.Expr, local: ir.Local) -> tuple[object, ...]:
        """What tells a mask from others in an evaluation."""
        names = self.writer.names_of(self.unit.free(test) - {local.number})
        return kind, substitute(test, {local.number: ir.Local(0, "x", local.type)}), names

    def _leaping(self, plan: Leaps, test: ir.Expr, local: ir.Local) -> code.Value:
        """Those from which a leap leads to a fitting cell; computed once an evaluation."""
        key = self._name("leaps", test, local)
        known = self.writer.known.get(key)
        if known is not None:
            return known
        writer, size = self.writer, domain_size(local)
        everything = code.number((1 << size) - 1)
        fitting = self._intersection(everything, plan.there, plan.tests)
        there = writer.atom(fitting, "there")
        met = [writer.atom(self.scalars.mask(one), "met") for one in plan.met]
        masks = [writer.atom(self._in_case(case, local), "case") for case in plan.cases]
        found: code.Value = code.number(0)
        for distance, offsets in plan.offsets.items():
            leading: code.Value = code.number(0)
            known_from = 0
            for case, mask in zip(plan.cases, masks, strict=True):
                start = case.steps.get(distance, 0)
                known_from |= start
                leading = code.binary(leading, "|", code.binary(mask, "&", code.number(start)))
            leap = shifted(there, (distance, known_from), size)
            for mask, beside in zip(met, offsets, strict=True):
                steps = [(offset, known_from) for offset in beside]
                leap = code.binary(leap, "&", together(mask, steps, size))
            found = code.binary(found, "|", code.binary(leap, "&", leading))
        return writer.remember(key, found)

    def _in_case(self, case: Case, local: ir.Local) -> code.Value:
        """Those for which the conditions of a case hold."""
        mask: code.Value = code.number((1 << domain_size(local)) - 1)
        for condition, holds in case.conditions:
            part, complement = self.part(condition, local)
            mask = code.binary(mask, "&", part if complement != holds else code.inverted(part))
        return mask

    def _bounded(self, test: ir.Op, local: ir.Local) -> Part:
        found = self._bound(test, local)
        assert found is not None
        name, value = found[0], self.scalars.value(found[1])
        size, one = code.number(domain_size(local)), code.number(1)
        low, high = self.unit.intervals.of(found[1])
        within = 0 <= low and high < domain_size(local)
        if name in ("equal", "differ"):
            alone = code.binary(one, "<<", value) if within else code.call("only", value, size)
            return alone, name == "differ"
        below = name in ("less", "at_least")
        if within:  # the numbers below it, or up to it
            lowest = code.binary(one if below else code.number(2), "<<", value)
            return code.binary(lowest, "-", one), name in ("more", "at_least")
        if below:
            value = code.binary(value, "-", one)
        return code.call("up_to", value, size), name in ("more", "at_least")

    def _relation(self, plan: Relation) -> code.Value:
        unit = self.unit
        if not plan.keys:
            mask = plan.masks()
            assert isinstance(mask, int)
            return code.number(mask)
        table = unit.fixed(_title(plan), ("masks", plan.test, plan.ranges), plan.masks)
        return self._entry(plan, table)

    def _entry(self, plan: Relation, table: code.Value) -> code.Value:
        """What a table has for the keys of a relation."""
        for key, error in zip(plan.keys, plan.errors, strict=True):
            value = self.scalars.value(key)
            if error is not None:
                value = self.scalars.something(value, error.message, error.span or NOWHERE)
            table = code.item(table, code.binary(value, "-", code.number(offset(self.unit, key))))
        return table

    def _linear(self, plan: Linear, local: ir.Local) -> Part:
        mask = self.filtered(self.scalars.mask(plan.source), plan.element, plan.tests)
        extra = None
        if plan.extra is not None:
            extra = self.scalars.value(plan.extra), plan.most_extra
        held = self.writer.atom(mask, "among")
        found = reached(self.unit, local.name, plan.columns, plan.limits, held, extra)
        assert found is not None
        return found, plan.opposite

    def _holders(self, test: ir.Op, local: ir.Local) -> Part:
        found = self._holder(test, local)
        assert found is not None
        read, other = found
        store, variable = self.writer.store, read.variable
        complement = test.name == "differ"
        if isinstance(other, ir.Const) and other.value >= 0:
            return store.slot(variable, code.number(other.value)), complement
        held: code.Value = code.number(0)
        for i in range(self.unit.layout.region(variable).width):
            held = code.binary(held, "|", store.slot(variable, code.number(i)))
        if isinstance(other, ir.Const):
            return held, not complement
        value = self.scalars.value(other)
        if self.unit.intervals.of(other)[0] >= 0:
            return store.slot(variable, value), complement
        atom = self.writer.atom(value)
        nobody = code.binary(code.number((1 << domain_size(local)) - 1), "&", code.inverted(held))
        somebody = store.slot(variable, atom)
        return code.choose(code.compare(atom, ">=", code.number(0)), somebody, nobody), complement

    def _either(self, test: ir.Op, local: ir.Local) -> code.Value:
        """What holds of any of several tests; where one holds for all, others are not asked."""
        same = [arg for arg in test.args if local.number not in self.unit.free(arg)]
        if not same:
            either: code.Value = code.number(0)
            for arg in _no_less(test.args):
                either = code.binary(either, "|", self.vector(arg, local))
            return either
        others = tuple(arg for arg in test.args if arg not in same)
        asked = code.either([self.scalars.test(arg) for arg in same])
        everything = code.number((1 << domain_size(local)) - 1)
        rest = replace(test, args=others)
        return self.writer.either(asked, lambda: everything, lambda: self._either(rest, local))

    def _cond(self, test: ir.Cond, local: ir.Local) -> code.Value:
        if local.number not in self.unit.free(test.test):
            asked = self.scalars.test(test.test)
            return self.writer.either(
                asked, lambda: self.vector(test.then, local), lambda: self.vector(test.other, local)
            )
        then, other = self.vector(test.then, local), self.vector(test.other, local)
        asked = self.writer.atom(self.vector(test.test, local))
        chosen = code.binary(asked, "&", then)
        return code.binary(chosen, "|", code.binary(other, "&", code.inverted(asked)))

    def _family(self, fold: ir.Fold, local: ir.Local) -> code.Value:
        """`some y in Y where P(x, y)`: the masks over x for each y of Y together."""
        writer, free = self.writer, self.unit.free
        some = fold.kind == "some"
        tests = [*conjuncts(fold.where), *(conjuncts(fold.body) if some else ())]
        own = [t for t in tests if local.number not in free(t)]
        shared = [t for t in tests if local.number in free(t)]
        apart = [t for t in shared if some and fold.local.number not in free(t)]
        inner = [t for t in shared if t not in apart]
        everything = code.number((1 << domain_size(local)) - 1)
        source = self.filtered(self.scalars.mask(fold.source), fold.local, own)
        found = writer.variable(code.number(0) if some else everything, "found")
        left = writer.variable(source, "left")
        with writer.bound(fold.local) as element, writer.block() as body:
            self._take_lowest(left, element)
            chosen = self._intersection(everything, local, inner)
            if some:
                writer.add(code.augment(found, "|", chosen))
            else:
                passed = self._intersection(everything, local, conjuncts(fold.body))
                failing = code.binary(chosen, "&", code.inverted(passed))
                writer.add(code.augment(found, "&", code.inverted(failing)))
        writer.add(code.loop(code.name(left), body))
        return self._intersection(code.name(found), local, apart)


def _no_less(tests: Sequence[ir.Expr]) -> list[ir.Expr]:
    """Tests of which one must hold, with `more` and `equal` of the same as one test."""
    kept = list(tests)
    for test in tests:
        if isinstance(test, ir.Op) and test.name in ("more", "less"):
            equal = next((o for o in kept if o == replace(test, name="equal")), None)
            if equal is not None:
                kept.remove(equal)
                name: ir.OpName = "at_least" if test.name == "more" else "at_most"
                kept[kept.index(test)] = replace(test, name=name)
    return kept


def _title(plan: Relation) -> str:
    test = plan.test
    return getattr(getattr(test, "table", None), "name", "related")


def lowest_bit(mask: str) -> code.Value:
    """The lowest bit of the mask in a variable."""
    return code.binary(code.name(mask), "&", code.negative(code.name(mask)))


def element_of(bit: str) -> code.Value:
    """The element whose bit is in a variable."""
    return code.binary(code.length(code.name(bit)), "-", code.number(1))
