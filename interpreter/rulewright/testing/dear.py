"""What takes longest in a scenario: the query of the rules that most of its time goes to."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import NamedTuple

from ..backends.protocol import sealed
from ..backends.reference import ReferenceEngine
from ..backends.registry import REFERENCE
from ..core import ir
from ..core.evaluate import Completer, Evaluator, Locals, Reader, Value, watching
from ..core.scenes import Scenario
from ..diagnostics import PlayError
from ..game import Game
from ..source import Span
from .scenario import Failure, ScenarioRun


class Dearest(NamedTuple):
    """A query, where it stands, and which share of the time it took by itself, from 0 to 1: without
    those within it."""

    span: Span
    share: float


def dearest(game: Game, scenario: Scenario) -> Dearest | None:
    """What takes longest in a scenario, which is run once more on the reference; None if nothing is
    gone through in it.

        dearest(game, game.scenarios()[0])
    """
    own, within, began = defaultdict[Span, float](float), [0.0], perf_counter()

    def timed(expr: ir.Expr, made: Evaluator) -> Evaluator:
        if not isinstance(expr, ir.Fold | ir.Measure | ir.Paths):
            return made

        def value(values: Locals, read: Reader, complete: Completer) -> Value:
            start = perf_counter()
            within.append(0.0)
            try:
                return made(values, read, complete)
            finally:
                took = perf_counter() - start
                own[expr.span] += took - within.pop()
                within[-1] += took

        return value

    ready = replace(game.for_scenario(scenario), engine_name=REFERENCE)
    with watching(timed), suppress(Failure, PlayError):  # what is wrong has been told
        ready.engine = sealed(ReferenceEngine(ready.program))  # others have been made unwatched
        table = ScenarioRun(ready)
        for step in scenario.steps:
            table.take(step)
    whole = perf_counter() - began
    span = max(own, key=lambda one: own[one], default=None)
    return Dearest(span, own[span] / whole) if span is not None else None
