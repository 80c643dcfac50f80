"""What the reference engine offers: an alternative with all arguments for which its guards hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from ..core import ir
from ..core.cost import MOST_OFFERED, too_many, too_many_ways
from ..core.evaluate import Evaluator, Locals, PreparedInt, prepare, prepare_elements, prepare_int
from ..core.ir import MOST_STATES
from ..core.walk import free_locals
from ..diagnostics import PlayError
from .effects import Elements, Run
from .protocol import Code, SearchedTooFar


@dataclass(frozen=True, slots=True)
class Drawn:
    """What an alternative, a step or a finish draws, and for which arguments its guards hold.

    `fixed`: the first guards, up to the first that reads a parameter; they hold for all arguments
    or for none. `guards`: the others.
    """

    params: tuple[tuple[int, Elements], ...]
    fixed: tuple[Evaluator, ...]
    guards: tuple[Evaluator, ...]

    @staticmethod
    def of(part: ir.Alternative | ir.ComposeStep | ir.ComposeFinish) -> Drawn:
        ours = {param.local.number for param in part.params}
        tests = [guard.test for guard in part.guards]
        leaning = [i for i, test in enumerate(tests) if ours & free_locals(test)]
        first = leaning[0] if leaning else len(tests)
        prepared = tuple(prepare(test) for test in tests)
        params = tuple((p.local.number, prepare_elements(p.source)) for p in part.params)
        return Drawn(params, prepared[:first], prepared[first:])

    def arguments(self, run: Run) -> Iterator[tuple[int, ...]]:
        """All combinations of arguments for which every guard holds, the last fastest."""
        for values in self.fitting(run, {}):
            yield tuple(cast("Iterable[int]", values.values()))

    def fitting(self, run: Run, values: Locals) -> Iterator[Locals]:
        """All combinations of arguments for which every guard holds, the last fastest, each time in
        the same dict, after what it holds already."""
        read, complete, fixed, guards = run.read, run.complete, self.fixed, self.guards
        for _ in self._arguments(run, values, 0):
            for guard in fixed:
                if not guard(values, read, complete):
                    return
            fixed = ()
            for guard in guards:
                if not guard(values, read, complete):
                    break
            else:
                yield values

    def holds(self, run: Run, arguments: Iterable[int]) -> bool:
        """Are these arguments drawn, and does every guard hold for them?"""
        values: Locals = {}
        for (number, source), argument in zip(self.params, arguments, strict=True):
            if argument not in source(values, run.read, run.complete):
                return False
            values[number] = argument
        return all(guard(values, run.read, run.complete) for guard in (*self.fixed, *self.guards))

    def _arguments(self, run: Run, values: Locals, i: int) -> Iterator[Locals]:
        if not self.params:
            yield values
            return
        number, source = self.params[i]
        for element in source(values, run.read, run.complete):
            values[number] = element
            if i + 1 == len(self.params):
                yield values
            else:
                yield from self._arguments(run, values, i + 1)


@dataclass(frozen=True, slots=True)
class MoveGenerator:
    """An alternative in search of its arguments, and of the ways to complete its single move."""

    number: int
    alternative: ir.Alternative
    drawn: Drawn
    ways: Ways | None

    @staticmethod
    def of(number: int, alternative: ir.Alternative) -> MoveGenerator:
        compose = alternative.compose
        ways = None if compose is None else Ways.of(alternative, compose)
        return MoveGenerator(number, alternative, Drawn.of(alternative), ways)

    def moves(self, run: Run) -> Iterator[Code]:
        """The alternative with all arguments for which every guard holds. Raises `PlayError` when
        an action has too many."""
        for count, code in enumerate(self._moves(run), 1):
            if count > MOST_OFFERED:
                raise PlayError(too_many(self.alternative.name), self.alternative.span)
            yield code

    def _moves(self, run: Run) -> Iterator[Code]:
        for values in self.drawn.fitting(run, {}):
            code = (self.number, *cast("Iterable[int]", values.values()))
            if self.ways is None:
                yield code
            else:
                for masks in self.ways.heaviest(run, values):
                    yield (*code, *masks)


@dataclass(frozen=True, slots=True)
class Ways:
    """All ways to complete a single move, found by plain search."""

    alternative: ir.Alternative
    compose: ir.Compose
    steps: tuple[tuple[Drawn, PreparedInt], ...]
    finishes: tuple[Drawn, ...]
    weight: PreparedInt | None

    @staticmethod
    def of(alternative: ir.Alternative, compose: ir.Compose) -> Ways:
        weight = compose.weight
        return Ways(
            alternative,
            compose,
            tuple((Drawn.of(s), prepare_int(cast(ir.Let, s.body).value)) for s in compose.steps),
            tuple(map(Drawn.of, compose.finishes)),
            None if weight is None else prepare_int(weight.value),
        )

    def heaviest(self, run: Run, values: Locals) -> Iterator[tuple[int, ...]]:
        """The ways that count, as masks; `values` hold the parameters of the alternative."""
        weighed = self.weighed(run, values)
        if self.weight is None:
            return (masks for masks, _ in weighed)
        found = list(weighed)
        largest = max((weight for _, weight in found), default=0)
        return (masks for masks, weight in found if weight == largest)

    def weighed(self, run: Run, values: Locals) -> Iterator[tuple[tuple[int, ...], int]]:
        """Every way with its weight (0 where nothing is weighed)."""
        for draft in self._drafts(run, values):
            if any(True for finish in self.finishes for _ in finish.fitting(run, dict(draft))):
                masks = tuple(cast(int, draft[s.number]) for s in self.compose.selections)
                weight = self.weight
                yield masks, 0 if weight is None else weight(draft, run.read, run.complete)

    def _drafts(self, run: Run, values: Locals) -> Iterator[Locals]:
        """Everything that steps lead to, complete or not, depth first."""
        held = [selection.number for selection in self.compose.selections]
        waiting: list[Locals] = [{**values, **dict.fromkeys(held, 0)}]
        for _ in range(MOST_STATES):
            if not waiting:
                return
            draft = waiting.pop()
            yield draft
            after = [
                {**draft, number: more(found, run.read, run.complete)}
                for number, (step, more) in zip(held, self.steps, strict=True)
                for found in step.fitting(run, dict(draft))
            ]
            waiting += reversed(after)
        if waiting:
            raise SearchedTooFar(too_many_ways(self.alternative), self.alternative.span)
