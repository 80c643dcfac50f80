"""Single moves: all ways to complete them, depth first, by a stack of drafts.

A draft holds the masks of all selections. What follows from a draft is put on the stack and turned
round there, so that drafts are met in canonical order.
"""

from __future__ import annotations

from dataclasses import replace

from ..core import ir
from ..core.cost import too_many_ways
from ..core.ir import MOST_STATES
from ..core.walk import conjuncts
from . import nodes as code
from .arguments import each_option
from .completing import any_of, of_nothing
from .outlook import growing
from .primitives import NOTHING
from .unit import Unit
from .values import Values

FEW = 64  # drafts that are gone on from without looking ahead


def write_ways(
    values: Values, alternative: ir.Alternative, compose: ir.Compose, bound: list[str], found: str
) -> None:
    """Append to the list `found`, for the parameters in `bound`, every way to complete it."""
    _Ways(values, alternative, compose, bound, found).write()


class _Ways:
    def __init__(
        self,
        values: Values,
        alternative: ir.Alternative,
        compose: ir.Compose,
        bound: list[str],
        found: str,
    ) -> None:
        self.values = values
        self.writer = values.writer
        self.alternative, self.compose = alternative, compose
        self.bound = bound
        self.found = found
        self.masks = [self.writer.bind(held, sure=True) for held in compose.selections]
        self.weighs = compose.weight is not None
        self.complete = self.writer.fresh("complete") if self.weighs else found
        self.most = self.writer.fresh("most") if self.weighs else ""
        self.drafts = self.writer.fresh("drafts")
        self.empty: frozenset[int] = frozenset()  # selections in which nothing is, by their numbers
        self.is_last: code.Value = code.number(0)  # is nothing taken after what is taken now?

    def write(self) -> None:
        writer, compose = self.writer, self.compose
        if self.weighs:
            writer.add(code.assign(self.complete, code.list_of([])))
            writer.add(code.assign(self.most, code.number(NOTHING)))
        first = self._begin()
        target: code.Target = code.name(self.masks[0])
        if len(self.masks) > 1:
            target = code.several(self.masks)
        tried = writer.fresh("tried")
        with writer.block() as body:
            writer.add(code.when(code.negated(code.filled(code.name(self.drafts))), [code.leave()]))
            writer.add(code.assign(target, code.method(code.name(self.drafts), "pop")))
            self._complete()
            left = writer.variable(code.call("len", code.name(self.drafts)), "lying")
            with writer.block() as further:
                for number, step in enumerate(compose.steps):
                    self._further(number, step)
            self._where_hopeful(tried, further)
            self._turn(code.name(left))
        drafts = code.for_each(tried, code.call("range", *first, code.number(MOST_STATES)), body)
        place = writer.unit.site(self.alternative.span)
        fail = code.call("fail", code.text(too_many_ways(self.alternative)), place)
        drafts.otherwise = [code.when(code.filled(code.name(self.drafts)), [code.perform(fail)])]
        writer.add(drafts)
        if self.weighs:
            writer.add(
                code.perform(code.method(code.name(self.found), "extend", code.name(self.complete)))
            )

    def _begin(self) -> list[code.Value]:
        """The drafts that are there before any is gone on from, and the number of the next try.

        Where numbers have a width, what may be taken first is found apart: of nothing there is
        little to be asked, and often nothing may be taken."""
        writer, unit = self.writer, self.values.unit
        nothing: list[code.Value] = [code.number(0) for _ in self.masks]
        if unit.widest is None or not unit.uses("selecting") or self._can_fail():
            writer.add(code.assign(self.drafts, code.list_of([together(nothing)])))
            return []
        for mask in self.masks:
            writer.add(code.assign(mask, code.number(0)))
        self.empty = frozenset(held.number for held in self.compose.selections)
        self._complete()
        writer.add(code.assign(self.drafts, code.list_of([])))
        self.is_last = self._takes_one()
        for number, step in enumerate(self.compose.steps):
            self._further(number, step)
        self.empty, self.is_last = frozenset(), code.number(0)
        self._turn(code.number(0))
        return [code.number(1)]

    def _turn(self, start: code.Value) -> None:
        """Turn round the drafts from a place on, if there are several."""
        many = code.binary(code.call("len", code.name(self.drafts)), "-", start)
        turn = code.perform(code.call("turned", code.name(self.drafts), start))
        self.writer.add(code.when(code.compare(many, ">", code.number(1)), [turn]))

    def _takes_one(self) -> code.Value:
        """Is there one step, which takes one element and no more? Then what it takes first needs
        not be kept to be gone on from."""
        if len(self.compose.steps) > 1 or self.weighs:
            return code.number(0)
        [step], [held] = self.compose.steps, self.compose.selections
        assert isinstance(held.type, ir.SetOf)
        unbound = {held.number, *(param.local.number for param in step.params)}
        for guard in step.guards:
            match guard.test:
                case ir.Op(
                    name="less", args=(ir.Op(name="size", args=(ir.Local(number=number),)), most)
                ) if number == held.number and not self.values.unit.free(most) & unbound:
                    if held.type.domain.size < MOST_STATES:
                        is_one = code.compare(self.values.value(most), "==", code.number(1))
                        return self.writer.atom(is_one, "last")
        return code.number(0)

    def _can_fail(self) -> bool:
        """Can anything go wrong in what is asked of the selections?"""
        unit = self.values.unit
        asked = [guard.test for finish in self.compose.finishes for guard in finish.guards]
        for step in self.compose.steps:
            asked += [param.source for param in step.params]
            asked += [part for guard in step.guards for part in conjuncts(guard.test)]
        asked += [self.compose.weight.value] if self.compose.weight is not None else []
        ours = {held.number for held in self.compose.selections}
        return any(unit.can_fail(expr) and unit.free(expr) & ours for expr in asked)

    def _here(self, expr: ir.Expr) -> ir.Expr:
        """What is asked, of the selections as they are known to be."""
        return of_nothing(expr, self.empty) if self.empty else expr

    def _where_hopeful(self, tried: str, further: code.Lines) -> None:
        """Go on from a draft; where many have been tried, only if a finish may come to hold: to ask
        that of a few costs more than to try them."""
        writer, hope = self.writer, self._hope()
        if hope is None:
            writer.lines.extend(further)
            return
        held = writer.variable(code.compare(code.name(tried), "<", code.number(FEW)), "hopeful")
        with writer.block() as asking:
            writer.add(code.assign(held, self.values.test(hope)))
        writer.add(code.when(code.negated(code.name(held)), asking))
        writer.add(code.when(code.name(held), further))

    def _hope(self) -> ir.Expr | None:
        """What holds as long as a finish may come to hold with more; None: that is not asked,
        because all sets together can be tried, or because a rule may go wrong with some of them."""
        unit, compose = self.values.unit, self.compose
        if not unit.uses("outlook") or not _many(unit, compose):
            return None
        outlook = growing(unit, compose.steps)
        if outlook is None:
            return None
        ways = [outlook.may_hold(guard.test for guard in f.guards) for f in compose.finishes]
        return any_of(ways)

    def _complete(self) -> None:
        """A draft that is complete is a way."""
        with self.writer.block() as counted:
            self._count(together([code.name(name) for name in (*self.bound, *self.masks)]))
        ways: list[ir.Expr] = [
            ir.Op("and", tuple(guard.test for guard in finish.guards), ir.Truth())
            for finish in self.compose.finishes
        ]
        if any(not finish.guards for finish in self.compose.finishes):
            self.writer.lines.extend(counted)
        else:
            test = self.values.test(self._here(ir.Op("or", tuple(ways), ir.Truth())))
            if code.constant(test) != 0:
                self.writer.add(code.when(test, counted))

    def _count(self, way: code.Value) -> None:
        """Keep a way, if none that weighs more has been found so far."""
        writer, weight = self.writer, self.compose.weight
        append = code.perform(code.method(code.name(self.complete), "append", way))
        if weight is None:
            writer.add(append)
            return
        weighs = writer.atom(self.values.value(self._here(weight.value)), "heavy")
        anew: code.Lines = [
            code.assign(self.complete, code.list_of([])),
            code.assign(self.most, weighs),
        ]
        writer.add(code.when(code.compare(weighs, ">", code.name(self.most)), anew))
        writer.add(code.when(code.compare(weighs, "==", code.name(self.most)), [append]))

    def _further(self, number: int, step: ir.ComposeStep) -> None:
        """Put the drafts to which a step leads on the stack."""

        def further(args: list[str]) -> None:
            assert isinstance(step.body, ir.Let)
            parts: list[code.Value] = [code.name(mask) for mask in self.masks]
            parts[number] = self.values.value(self._here(step.body.value))
            draft = code.method(code.name(self.drafts), "append", together(parts))
            if code.constant(self.is_last) == 0:
                self.writer.add(code.perform(draft))
                return
            self.writer.add(code.assign(self.masks[number], parts[number]))
            parts[number] = code.name(self.masks[number])
            none, self.empty = self.empty, frozenset()
            with self.writer.block() as complete:
                self._complete()
            self.empty = none
            draft = code.method(code.name(self.drafts), "append", together(parts))
            self.writer.add(code.when(self.is_last, complete, [code.perform(draft)]))

        tests = [part for guard in step.guards for part in conjuncts(self._here(guard.test))]
        params = [replace(param, source=self._here(param.source)) for param in step.params]
        each_option(self.values, params, tests, further)


def _many(unit: Unit, compose: ir.Compose) -> bool:
    """Can more sets be put together than may be tried, without any rule going wrong?"""
    sets = 1
    for held in compose.selections:
        assert isinstance(held.type, ir.SetOf)
        sets <<= held.type.domain.size
    parts = [guard.test for finish in compose.finishes for guard in finish.guards]
    for step in compose.steps:
        parts += [*(param.source for param in step.params), *(g.test for g in step.guards)]
    parts += [compose.weight.value] if compose.weight is not None else []
    return sets > MOST_STATES and not any(map(unit.can_fail, parts))


def together(parts: list[code.Value]) -> code.Value:
    """One value as it is, several as a tuple."""
    return parts[0] if len(parts) == 1 else code.tuple_of(parts)
