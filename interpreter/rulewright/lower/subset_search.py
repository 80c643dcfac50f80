"""The last step of a compose, searched with nothing in hand but sums.

Once all other steps are closed and the candidates of the last one are fixed, what a selection is
matters only by the queries that finishes make of it. The search then takes or leaves one candidate
after the other and carries the values of the queries; what has been tried is known by the
candidates left and these values. Given up at once is what has no finish left: a guard fails that
only ever falls, or one that only ever rises fails even with all that is left added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core import ir
from ..core.selecting import Selecting, SelectingStep
from ..core.walk import Node, expressions_in, rewrite
from . import nodes as code
from .aggregates import LARGE, Aggregate, carried, selection_read
from .completing import NO, YES, all_of, any_of, limit, simplified
from .footprint import direction
from .lanes import sum_by_chunks
from .names import ELEMENT, FAILED, KEY, LOWEST, SHARED, UNTRIED, Names
from .outlook import Ends, Outlook
from .unit import Unit
from .values import Values


@dataclass(frozen=True, slots=True)
class SubsetSearch:
    """What is carried, and the conditions on it with an element just taken: `finished`; `hopeful`,
    in which `more` stand for the sums over all that is left; `rising`, the part with these."""

    compose: Selecting
    step: SelectingStep
    held: tuple[Aggregate, ...]
    more: tuple[ir.Local | None, ...]
    finished: ir.Expr
    hopeful: ir.Expr
    rising: ir.Expr
    size: Aggregate | None


def descent(unit: Unit, compose: Selecting) -> SubsetSearch | None:
    """How to search the last step, if its candidates are fixed and its queries can be carried."""
    if not unit.uses("subsets"):
        return None
    step = compose.steps[-1]
    selection = step.selection
    fixed = [step.source, *(guard.test for guard in step.guards)]
    fixed += [step.at_most] if step.at_most is not None else []
    if any(selection in unit.reads(part) for part in fixed):
        return None
    made = _Maker(unit, selection)
    finished = any_of([all_of([made.now(g.test) for g in guards]) for guards in compose.finishes])
    size = None
    if step.at_most is not None:
        size = made.carried(ir.Op("size", (ir.Read(selection, (), selection.type),), ir.Truth()))
    ways = [[made.hope(guard.test) for guard in guards] for guards in compose.finishes]
    hopeful = any_of([all_of([falls for falls, _ in way] + [r for _, r in way]) for way in ways])
    rising = any_of([all_of([rises for _, rises in way]) for way in ways])
    if selection in unit.reads(finished):
        return None
    asked = unit.free(hopeful) | unit.free(rising)
    more = tuple(one if one is not None and one.number in asked else None for one in made.more)
    return SubsetSearch(compose, step, tuple(made.held), more, finished, hopeful, rising, size)


class _Maker:
    """Puts carried values in place of queries."""

    def __init__(self, unit: Unit, selection: ir.StateVariable) -> None:
        self.unit = unit
        self.selection = selection
        self.held: list[Aggregate] = []
        self.more: list[ir.Local | None] = []

    def carried(self, query: ir.Expr) -> Aggregate | None:
        found = carried(self.unit, self.selection, query)
        if found is None:
            return None
        for known in self.held:
            if (known.kind, known.weights) == (found.kind, found.weights):
                return known
        self.held.append(found)
        self.more.append(None)
        return found

    def now(self, test: ir.Expr) -> ir.Expr:
        """A condition on the selection with an element just taken."""

        def change(node: Node) -> Node:
            if isinstance(node, ir.Op) and node.name == "empty":
                return NO if selection_read(node.args[0], self.selection) else node
            if isinstance(node, ir.Op | ir.Fold):
                found = self.carried(node)
                return simplified(node) if found is None else found.local
            return node

        return rewrite(test, change)

    def hope(self, test: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
        """What must hold if a guard is ever to hold: now, and with all that is left."""
        way = direction(test, frozenset((self.selection,)))
        if way in ("fixed", "down"):
            return self.now(test), YES
        if way == "up" and all(self._is_sum(query) for query in _queries(test, self.selection)):
            return YES, self._with_all(self.now(test))
        if not self.unit.uses("outlook"):
            return YES, YES
        now = self.now(test)
        ends: dict[ir.StateVariable | int, Ends] = {
            one.local.number: self._ends(i) for i, one in enumerate(self.held)
        }
        found = Outlook(self.unit, ends).may_hold([now])
        sums = all(
            one.kind == "sum" for one in self.held if one.local.number in self.unit.free(now)
        )
        return (YES, found) if sums else (found, YES)

    def _ends(self, i: int) -> Ends:
        """What a carried value is at least, and at most, with some of what is left added."""
        one = self.held[i]
        weights = [w if abs(w) < LARGE else 0 for w in one.weights]  # 0 of nothing
        least, most = ir.Const(min(weights), one.local.type), ir.Const(max(weights), one.local.type)
        always = one.nothing not in one.weights
        match one.kind:
            case "sum":
                rising, falling = min(weights) >= 0, max(weights) <= 0
                low, high = self.unit.intervals.of(one.local)
                more = self._more(i) if rising or falling else ir.Const(0, one.local.type)
                with_all = ir.Op("add", (one.local, more), one.local.type)
                if rising:
                    return Ends(one.local, with_all)
                if falling:
                    return Ends(with_all, one.local)
                return Ends(ir.Const(low, one.local.type), ir.Const(high, one.local.type))
            case "some":
                return Ends(one.local, YES)
            case "smallest":
                return Ends(least, one.local if always else most)
            case "largest":
                return Ends(one.local if always or min(weights) >= 0 else least, most)

    def _more(self, i: int) -> ir.Local:
        """What stands for a sum over all that is left."""
        one = self.held[i]
        more = self.more[i] or self.unit.fresh_local(one.local)
        self.more[i] = more
        self.unit.intervals.locals[more.number] = self.unit.intervals.of(one.local)
        return more

    def _is_sum(self, query: ir.Expr) -> bool:
        found = self.carried(query)
        return found is not None and found.kind == "sum"

    def _with_all(self, test: ir.Expr) -> ir.Expr:
        """The same with the sums over all that is left added."""

        def change(node: Node) -> Node:
            for i, one in enumerate(self.held):
                if node == one.local:
                    return ir.Op("add", (one.local, self._more(i)), one.local.type)
            return node

        return rewrite(test, change)


def _queries(test: ir.Expr, selection: ir.StateVariable) -> list[ir.Expr]:
    """The queries a condition makes of the selection; the selection itself where it makes none."""
    found: list[ir.Expr] = []

    def visit(node: ir.Expr) -> None:
        if (
            isinstance(node, ir.Op)
            and node.name == "empty"
            and selection_read(node.args[0], selection)
        ):
            return
        is_query = isinstance(node, ir.Fold) or (isinstance(node, ir.Op) and node.name == "size")
        if isinstance(node, ir.Read) and node.variable is selection:
            found.append(node)
        elif is_query and any(selection_read(part, selection) for part in expressions_in(node)):
            found.append(node)
        else:
            for part in expressions_in(node):
                visit(part)

    visit(test)
    return found


class SubsetSearchWriter:
    """Writes the function of a descent, and calls of it."""

    def __init__(self, unit: Unit, plan: SubsetSearch, title: str, params: Sequence[str]) -> None:
        self.unit = unit
        self.plan = plan
        self.title = title
        self.given = list(params)
        names = Names({*SHARED, *params})
        self.held = [names.own(one.kind) for one in plan.held]
        self.rest = [names.own("rest") if more else None for more in plan.more]
        self.taken = [names.own(f"{one.kind}_now") for one in plan.held]
        self.params = [*self.given, UNTRIED, *self.held, *(r for r in self.rest if r), FAILED]

    def call(self, values: Values, candidates: code.Value, failed: code.Value) -> code.Value:
        """The call that searches from the selections as they are; `failed`: what was tried."""
        mask = values.writer.atom(candidates, "candidates")
        args: list[code.Value] = [code.name(name) for name in self.given]
        args.append(mask)
        read = ir.Read(self.plan.step.selection, (), self.plan.step.selection.type)
        for one in self.plan.held:
            args.append(values.value(_start(one, read)))
        for rest, one in zip(self.rest, self.plan.held, strict=True):
            if rest:
                args.append(sum_by_chunks(self.unit, "rest", one.weights, one.weights, mask))
        return code.call(self.title, *args, failed)

    def lines(self, values: Values) -> code.Lines:
        """The body: each candidate in turn is taken, with what can follow, or left."""
        writer, plan = values.writer, self.plan
        writer.reserve((*self.params, *self.taken))
        for more, rest in zip(plan.more, self.rest, strict=True):
            if more is not None and rest is not None:
                writer.names[more.number] = rest
        with writer.block() as body:
            lowest = code.binary(code.name(UNTRIED), "&", code.negative(code.name(UNTRIED)))
            writer.add(code.assign(LOWEST, lowest))
            writer.add(code.augment(UNTRIED, "^", code.name(LOWEST)))
            writer.add(
                code.assign(
                    ELEMENT, code.binary(code.length(code.name(LOWEST)), "-", code.number(1))
                )
            )
            self._take(values)
        writer.add(code.loop(self._room(values), body))
        writer.add(code.give(code.number(0)))
        return writer.lines

    def _room(self, values: Values) -> code.Value:
        """Is anything left to take, and may it be taken?"""
        plan = self.plan
        if plan.size is None or plan.step.at_most is None:
            return code.name(UNTRIED)
        size = code.name(self.held[plan.held.index(plan.size)])
        limit = code.compare(size, "<", values.value(plan.step.at_most))
        return code.both([code.name(UNTRIED), limit])

    def _take(self, values: Values) -> None:
        writer, plan, taken = values.writer, self.plan, self.taken
        element = code.name(ELEMENT)
        for one, rest in zip(plan.held, self.rest, strict=True):
            if rest is not None:
                writer.add(code.augment(rest, "-", one.weight(self.unit, element)))
        for one, name, held in zip(plan.held, taken, self.held, strict=True):
            writer.add(code.assign(name, one.plus(self.unit, code.name(held), element)))
            value = writer.atom(one.value(code.name(name)), "value")
            assert isinstance(value, code.Name)
            writer.names[one.local.number] = value.id
        writer.add(code.when(values.test(plan.finished), [code.give(code.number(1))]))
        with writer.block() as further:
            key = code.tuple_of([code.name(UNTRIED), *(code.name(name) for name in taken)])
            writer.add(code.assign(KEY, key))
            new = code.compare(code.name(KEY), "not in", code.name(FAILED))
            args = [
                code.name(n) for n in (*self.given, UNTRIED, *taken, *(r for r in self.rest if r))
            ]
            call = code.call(self.title, *args, code.name(FAILED))
            remember = code.perform(code.method(code.name(FAILED), "add", code.name(KEY)))
            many = limit(self.unit, plan.compose.compose, FAILED)
            deeper = [code.when(call, [code.give(code.number(1))]), remember, many]
            writer.add(code.when(new, deeper))
        hope = code.both([code.name(UNTRIED), values.test(plan.hopeful)])
        writer.add(code.when(hope, further))
        if plan.rising != YES:
            for one, held in zip(plan.held, self.held, strict=True):
                writer.names[one.local.number] = held
            lost = code.negated(values.test(plan.rising))
            writer.add(code.when(lost, [code.give(code.number(0))]))


def _start(one: Aggregate, read: ir.Expr) -> ir.Expr:
    """The value to begin with: for an extreme of nothing, what stands for it."""
    if one.kind in ("sum", "some"):
        return one.query
    assert isinstance(one.query, ir.Fold)
    some = ir.Fold("some", one.query.local, read, one.query.where, None, ir.Truth())
    return ir.Cond(some, one.query, ir.Const(one.nothing, one.query.type), one.query.type)
