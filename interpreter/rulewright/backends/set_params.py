"""The sets that are part of a move, as the reference engine finds them: all complete choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from ..core.cost import too_many_ways
from ..core.evaluate import Evaluator, Locals, PreparedInt, elements_of_mask, prepare, prepare_int
from ..core.ir import MOST_STATES, Alternative, Op, SetParam
from ..diagnostics import PlayError
from .effects import Run


@dataclass(frozen=True, slots=True)
class _Set:
    """A grown set, prepared."""

    local: int
    selection: int
    source: PreparedInt
    guards: tuple[Evaluator, ...]
    at_most: PreparedInt | None

    @staticmethod
    def of(set_param: SetParam) -> _Set:
        source = Op("members", (set_param.source,), set_param.selection.type)
        return _Set(
            set_param.local.number,
            set_param.selection.number,
            prepare_int(source),
            tuple(prepare(guard.test) for guard in set_param.guards),
            prepare_int(set_param.at_most) if set_param.at_most is not None else None,
        )

    def takes(self, element: int, values: Locals, run: Run) -> bool:
        """Do the guards let it take this element?"""
        values[self.local] = element
        return all(guard(values, run.read, run.complete) for guard in self.guards)


@dataclass(frozen=True, slots=True)
class SetGenerator:
    """The grown sets of an alternative; complete when all guards of one of `wholes` hold."""

    alternative: Alternative
    sets: tuple[_Set, ...]
    wholes: tuple[tuple[Evaluator, ...], ...]
    weight: PreparedInt | None

    @staticmethod
    def of(alternative: Alternative) -> SetGenerator:
        wholes = (
            tuple(prepare(g.test) for g in set_finish.guards)
            for set_finish in alternative.set_finishes
        )
        weight = alternative.weight
        return SetGenerator(
            alternative,
            tuple(map(_Set.of, alternative.set_params)),
            tuple(wholes),
            None if weight is None else prepare_int(weight.value),
        )

    def choices(self, values: Locals, run: Run) -> Iterator[tuple[int, ...]]:
        """Every complete choice that counts, as masks, depth first; `values` hold parameters."""
        weighed = self.weighed(values, run)
        if self.weight is None:
            return (masks for masks, _ in weighed)
        found = list(weighed)
        largest = max((weight for _, weight in found), default=0)
        return (masks for masks, weight in found if weight == largest)

    def weighed(self, values: Locals, run: Run) -> Iterator[tuple[tuple[int, ...], int]]:
        """Every complete choice with its weight (0 where nothing is weighed)."""
        for masks in self._from(0, (0,) * len(self.sets), values, run, count(1)):
            if self.weight is None:
                yield masks, 0
                continue
            for one, mask in zip(self.sets, masks, strict=True):
                values[one.selection] = mask
            yield masks, self.weight(values, run.read, run.complete)

    def _from(
        self,
        first: int,
        chosen: tuple[int, ...],
        values: Locals,
        run: Run,
        tried: Iterator[int],
    ) -> Iterator[tuple[int, ...]]:
        """All complete choices that begin with what is chosen; sets before `first` are closed."""
        if next(tried) > MOST_STATES:
            raise PlayError(too_many_ways(self.alternative), self.alternative.span)
        for one, mask in zip(self.sets, chosen, strict=True):
            values[one.selection] = mask
        for guards in self.wholes:
            if all(guard(values, run.read, run.complete) for guard in guards):
                yield chosen
                break
        for number in range(first, len(self.sets)):
            one, mask = self.sets[number], chosen[number]
            for more, before in zip(self.sets, chosen, strict=True):
                values[more.selection] = before
            if one.at_most is not None:
                if mask.bit_count() >= one.at_most(values, run.read, run.complete):
                    continue
            source = one.source(values, run.read, run.complete)
            later = source >> mask.bit_length() << mask.bit_length()
            allowed = [e for e in elements_of_mask(later) if one.takes(e, values, run)]
            for element in allowed:
                grown = (*chosen[:number], mask | 1 << element, *chosen[number + 1 :])
                yield from self._from(number, grown, values, run, tried)
