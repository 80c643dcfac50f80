"""What the reference engine offers: an alternative with all arguments for which its guards hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from ..core.cost import MOST_OFFERED, too_many
from ..core.evaluate import Evaluator, Locals, prepare, prepare_elements
from ..core.ir import Alternative
from ..core.walk import free_locals
from ..diagnostics import PlayError
from ..source import Span
from .effects import Elements, Run
from .protocol import Code
from .set_params import SetGenerator


@dataclass(frozen=True, slots=True)
class MoveGenerator:
    """An alternative in search of its arguments.

    `fixed`: the first guards, up to the first that reads a parameter; they hold for all arguments
    or for none. `guards`: the others.
    """

    number: int
    name: str
    span: Span
    params: tuple[tuple[int, Elements], ...]
    fixed: tuple[Evaluator, ...]
    guards: tuple[Evaluator, ...]
    growth: SetGenerator | None

    @staticmethod
    def of(number: int, alternative: Alternative) -> MoveGenerator:
        tests = [guard.test for guard in alternative.guards]
        leaning = [i for i, test in enumerate(tests) if free_locals(test)]
        first = leaning[0] if leaning else len(tests)
        params = tuple((p.local.number, prepare_elements(p.source)) for p in alternative.params)
        prepared = tuple(prepare(test) for test in tests)
        growth = SetGenerator.of(alternative) if alternative.set_params else None
        return MoveGenerator(
            number, alternative.name, alternative.span, params, prepared[:first], prepared[first:],
            growth,
        )  # fmt: skip

    def moves(self, run: Run) -> Iterator[Code]:
        """The alternative with all arguments for which every guard holds. Raises `PlayError` when
        an action has too many."""
        for count, code in enumerate(self._moves(run), 1):
            if count > MOST_OFFERED:
                raise PlayError(too_many(self.name), self.span)
            yield code

    def _moves(self, run: Run) -> Iterator[Code]:
        read, complete, fixed, guards = run.read, run.complete, self.fixed, self.guards
        for values in self._arguments(run, {}, 0):
            for guard in fixed:
                if not guard(values, read, complete):
                    return
            fixed = ()
            for guard in guards:
                if not guard(values, read, complete):
                    break
            else:
                code = (self.number, *cast("Iterable[int]", values.values()))
                if self.growth is None:
                    yield code
                else:
                    for masks in self.growth.choices(dict(values), run):
                        yield (*code, *masks)

    def _arguments(self, run: Run, values: Locals, i: int) -> Iterator[Locals]:
        """All combinations of arguments, the last fastest, in one dict in order of the params."""
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
