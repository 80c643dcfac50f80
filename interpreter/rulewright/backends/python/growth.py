"""The sets that are part of a move: all complete choices, depth first, by a stack of drafts.

A draft holds the masks of all sets and, where there are several, the number of the first that is
still open. What follows from a draft is put on the stack from the last to the first, so that drafts
are met in canonical order.
"""

from __future__ import annotations

import ast

from ...core.ir import MOST_STATES, Alternative, Expr, Grown, Op, Truth
from ...core.walk import conjuncts
from ..growth import too_many
from . import nodes as py
from .support import NOTHING
from .values import Values


def write_growth(values: Values, alternative: Alternative, bound: list[str], found: str) -> None:
    """Append to the list `found`, for the parameters in `bound`, every complete choice."""
    _Growth(values, alternative, bound, found).write()


class _Growth:
    def __init__(
        self, values: Values, alternative: Alternative, bound: list[str], found: str
    ) -> None:
        self.values = values
        self.writer = values.writer
        self.alternative = alternative
        self.bound = bound
        self.found = found
        self.masks = [self.writer.bind(g.selection, sure=True) for g in alternative.grown]
        self.weighs = alternative.weight is not None
        self.complete = self.writer.fresh("complete") if self.weighs else found
        self.most = self.writer.fresh("most") if self.weighs else ""
        self.first = self.writer.fresh("first") if len(self.masks) > 1 else ""
        self.drafts = self.writer.fresh("drafts")

    def write(self) -> None:
        writer = self.writer
        nothing = [py.number(0)] * (len(self.masks) + bool(self.first))
        if self.weighs:
            writer.add(py.assign(self.complete, py.list_of([])))
            writer.add(py.assign(self.most, py.number(NOTHING)))
        writer.add(py.assign(self.drafts, py.list_of([self._draft(nothing)])))
        names = [*self.masks, *([self.first] if self.first else [])]
        target: ast.expr = ast.Name(names[0], py.STORE)
        if len(names) > 1:
            target = ast.Tuple([ast.Name(name, py.STORE) for name in names], py.STORE)
        with writer.block() as body:
            writer.add(py.when(py.negated(py.name(self.drafts)), [ast.Break()]))
            writer.add(py.assign(target, py.method(py.name(self.drafts), "pop")))
            self._complete()
            for number in reversed(range(len(self.masks))):
                self._further(number, self.alternative.grown[number])
        drafts = py.for_each("_", py.call("range", py.number(MOST_STATES)), body)
        assert isinstance(drafts, ast.For)
        place = writer.unit.site(self.alternative.span)
        fail = py.call("fail", ast.Constant(too_many(self.alternative)), place)
        drafts.orelse = [py.when(py.name(self.drafts), [py.perform(fail)])]
        writer.add(drafts)
        if self.weighs:
            writer.add(py.perform(py.method(py.name(self.found), "extend", py.name(self.complete))))

    def _draft(self, parts: list[ast.expr]) -> ast.expr:
        return parts[0] if len(parts) == 1 else py.tuple_of(parts)

    def _complete(self) -> None:
        """A draft that is complete is a choice."""
        args = [py.name(name) for name in (*self.bound, *self.masks)]
        value = args[0] if len(args) == 1 else py.tuple_of(args)
        with self.writer.block() as counted:
            self._count(value)
        ways: list[Expr] = [
            Op("and", tuple(guard.test for guard in whole.guards), Truth())
            for whole in self.alternative.wholes
        ]
        if any(not whole.guards for whole in self.alternative.wholes):
            self.writer.lines.extend(counted)
        else:
            self.writer.add(py.when(self.values.test(Op("or", tuple(ways), Truth())), counted))

    def _count(self, choice: ast.expr) -> None:
        """Keep a complete choice, if none that weighs more has been found so far."""
        writer, weight = self.writer, self.alternative.weight
        append = py.perform(py.method(py.name(self.complete), "append", choice))
        if weight is None:
            writer.add(append)
            return
        weighs = writer.atom(self.values.value(weight.value), "heavy")
        anew: py.Lines = [
            py.assign(self.complete, py.list_of([])),
            py.assign(self.most, weighs),
        ]
        writer.add(py.when(py.compare(weighs, ">", py.name(self.most)), anew))
        writer.add(py.when(py.compare(weighs, "==", py.name(self.most)), [append]))

    def _further(self, number: int, grown: Grown) -> None:
        """Put the drafts with one element more in one of the sets on the stack."""
        writer, values = self.writer, self.values
        kind = grown.selection.type
        later = Op("after", (grown.selection, Op("members", (grown.source,), kind)), kind)
        tests = [part for guard in grown.guards for part in conjuncts(guard.test)]
        with writer.block() as lines:
            left = writer.variable(values.folds.among(later, grown.local, tests), "left")
            bit = writer.fresh("bit")
            highest = py.binary(py.length(py.name(left)), "-", py.number(1))
            parts: list[ast.expr] = [py.name(mask) for mask in self.masks]
            parts[number] = py.binary(parts[number], "|", py.name(bit))
            parts += [py.number(number)] if self.first else []
            draft = self._draft(parts)
            push = py.perform(py.method(py.name(self.drafts), "append", draft))
            body = [
                py.assign(bit, py.binary(py.number(1), "<<", highest)),
                py.augment(left, "^", py.name(bit)),
                push,
            ]
            writer.add(py.loop(py.name(left), body))
        conditions: list[ast.expr] = []
        if number < len(self.masks) - 1:
            conditions.append(py.compare(py.name(self.first), "<=", py.number(number)))
        if grown.at_most is not None:
            size = py.size(py.name(self.masks[number]))
            conditions.append(py.compare(size, "<", values.value(grown.at_most)))
        writer.add_if(conditions, lines)
