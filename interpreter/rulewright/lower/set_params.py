"""The sets that are part of a move: all complete choices, depth first, by a stack of drafts.

A draft holds the masks of all sets and, where there are several, the number of the first that is
still open. What follows from a draft is put on the stack from the last to the first, so that drafts
are met in canonical order.
"""

from __future__ import annotations

from ..core.cost import too_many_ways
from ..core.ir import MOST_STATES, Alternative, Expr, Op, SetParam, Truth
from ..core.walk import conjuncts
from . import nodes as code
from .primitives import NOTHING
from .values import Values


def write_growth(values: Values, alternative: Alternative, bound: list[str], found: str) -> None:
    """Append to the list `found`, for the parameters in `bound`, every complete choice."""
    _SetGenerator(values, alternative, bound, found).write()


class _SetGenerator:
    def __init__(
        self, values: Values, alternative: Alternative, bound: list[str], found: str
    ) -> None:
        self.values = values
        self.writer = values.writer
        self.alternative = alternative
        self.bound = bound
        self.found = found
        self.masks = [self.writer.bind(g.selection, sure=True) for g in alternative.set_params]
        self.weighs = alternative.weight is not None
        self.complete = self.writer.fresh("complete") if self.weighs else found
        self.most = self.writer.fresh("most") if self.weighs else ""
        self.first = self.writer.fresh("first") if len(self.masks) > 1 else ""
        self.drafts = self.writer.fresh("drafts")

    def write(self) -> None:
        writer = self.writer
        nothing = [code.number(0)] * (len(self.masks) + bool(self.first))
        if self.weighs:
            writer.add(code.assign(self.complete, code.list_of([])))
            writer.add(code.assign(self.most, code.number(NOTHING)))
        writer.add(code.assign(self.drafts, code.list_of([self._draft(nothing)])))
        names = [*self.masks, *([self.first] if self.first else [])]
        target: code.Target = code.name(names[0])
        if len(names) > 1:
            target = code.several(names)
        with writer.block() as body:
            writer.add(code.when(code.negated(code.filled(code.name(self.drafts))), [code.leave()]))
            writer.add(code.assign(target, code.method(code.name(self.drafts), "pop")))
            self._complete()
            for number in reversed(range(len(self.masks))):
                self._further(number, self.alternative.set_params[number])
        drafts = code.for_each("_", code.call("range", code.number(MOST_STATES)), body)
        place = writer.unit.site(self.alternative.span)
        fail = code.call("fail", code.text(too_many_ways(self.alternative)), place)
        drafts.otherwise = [code.when(code.filled(code.name(self.drafts)), [code.perform(fail)])]
        writer.add(drafts)
        if self.weighs:
            writer.add(
                code.perform(code.method(code.name(self.found), "extend", code.name(self.complete)))
            )

    def _draft(self, parts: list[code.Value]) -> code.Value:
        return parts[0] if len(parts) == 1 else code.tuple_of(parts)

    def _complete(self) -> None:
        """A draft that is complete is a choice."""
        args = [code.name(name) for name in (*self.bound, *self.masks)]
        value = args[0] if len(args) == 1 else code.tuple_of(args)
        with self.writer.block() as counted:
            self._count(value)
        ways: list[Expr] = [
            Op("and", tuple(guard.test for guard in set_finish.guards), Truth())
            for set_finish in self.alternative.set_finishes
        ]
        if any(not set_finish.guards for set_finish in self.alternative.set_finishes):
            self.writer.lines.extend(counted)
        else:
            self.writer.add(code.when(self.values.test(Op("or", tuple(ways), Truth())), counted))

    def _count(self, choice: code.Value) -> None:
        """Keep a complete choice, if none that weighs more has been found so far."""
        writer, weight = self.writer, self.alternative.weight
        append = code.perform(code.method(code.name(self.complete), "append", choice))
        if weight is None:
            writer.add(append)
            return
        weighs = writer.atom(self.values.value(weight.value), "heavy")
        anew: code.Lines = [
            code.assign(self.complete, code.list_of([])),
            code.assign(self.most, weighs),
        ]
        writer.add(code.when(code.compare(weighs, ">", code.name(self.most)), anew))
        writer.add(code.when(code.compare(weighs, "==", code.name(self.most)), [append]))

    def _further(self, number: int, set_param: SetParam) -> None:
        """Put the drafts with one element more in one of the sets on the stack."""
        writer, values = self.writer, self.values
        kind = set_param.selection.type
        later = Op("after", (set_param.selection, Op("members", (set_param.source,), kind)), kind)
        tests = [part for guard in set_param.guards for part in conjuncts(guard.test)]
        with writer.block() as lines:
            left = writer.variable(values.folds.among(later, set_param.local, tests), "left")
            bit = writer.fresh("bit")
            highest = code.binary(code.length(code.name(left)), "-", code.number(1))
            parts: list[code.Value] = [code.name(mask) for mask in self.masks]
            parts[number] = code.binary(parts[number], "|", code.name(bit))
            parts += [code.number(number)] if self.first else []
            draft = self._draft(parts)
            push = code.perform(code.method(code.name(self.drafts), "append", draft))
            body = [
                code.assign(bit, code.binary(code.number(1), "<<", highest)),
                code.augment(left, "^", code.name(bit)),
                push,
            ]
            writer.add(code.loop(code.name(left), body))
        conditions: list[code.Value] = []
        if number < len(self.masks) - 1:
            conditions.append(code.compare(code.name(self.first), "<=", code.number(number)))
        if set_param.at_most is not None:
            size = code.size(code.name(self.masks[number]))
            conditions.append(code.compare(size, "<", values.value(set_param.at_most)))
        writer.add_if(conditions, lines)
