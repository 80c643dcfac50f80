"""Which next elements of a selection leave a compose completable: a run from the first one on.

Elements are taken in order, so whoever takes c next can still add exactly the candidates after c.
Where more elements never harm, the earlier of two candidates leaves no less than the later: those
that leave enough come first, and the last of them is found from the end, taking in one candidate
after the other. Sums over the selection are carried along instead of being computed anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core.ir import Completable, Expr, Fold, Local, Op, Read, StateVariable
from ..core.selecting import Selecting
from ..core.walk import Node, rewrite
from . import nodes as code
from .aggregates import Aggregate, carried
from .completing import everything, is_growing, nothing, simplified
from .masks import Scalars
from .unit import BIT, Unit
from .writer import Writer


@dataclass(frozen=True, slots=True)
class Run:
    """The step that is asked about: its candidates, and the condition on its selection."""

    selection: StateVariable
    source: Expr
    local: Local
    tests: tuple[Expr, ...]
    enough: Expr


def run_of(unit: Unit, test: Expr, local: Local) -> Run | None:
    """The question as a run, if it asks about taking exactly the local in a step without limit."""
    if not isinstance(test, Completable) or test.step is None or test.args != (local,):
        return None
    compose, number = unit.selecting(test.compose), test.step
    if compose is None or compose.steps[number].at_most is not None:
        return None
    if not is_growing(unit, compose) or not unit.uses("suffixes"):
        return None
    return unit.once(("run", compose, number), compose, lambda: _run_of(unit, compose, number))


def _run_of(unit: Unit, compose: Selecting, number: int) -> Run:
    selections: dict[StateVariable, Expr] = {
        s.selection: nothing(s.selection) for s in compose.steps
    }
    for step in compose.steps[: number + 1]:
        selections[step.selection] = Read(step.selection, (), step.selection.type)
    step = compose.steps[number]
    now, kind = selections[step.selection], step.selection.type
    source = Op("after", (now, simplified(Op("members", (step.source,), kind))), kind)
    tests = tuple(guard.test for guard in step.guards)
    enough = everything(unit, compose, number + 1, selections)
    return Run(step.selection, source, step.local, tests, enough)


def first_ones(writer: Writer, scalars: Scalars, run: Run, candidates: code.Value) -> code.Value:
    """Those of all candidates that leave the compose completable."""
    unit = writer.unit
    sums: list[Aggregate] = []

    def sum_carried(node: Node) -> Node:
        if not isinstance(node, Op | Fold):
            return node
        found = carried(unit, run.selection, node)
        if found is None or found.kind != "sum":
            return node
        sums.append(found)
        return found.local

    enough = rewrite(run.enough, sum_carried)
    starts = [scalars.value(s.query) for s in sums]  # remembered: other guards ask for them too
    left = writer.variable(candidates, "left")
    with writer.block() as asking:
        unless = code.negated(scalars.test(run.enough))
        with writer.block() as lines:
            _search(writer, scalars, run, sums, starts, enough, left)
        writer.add(code.when(unless, lines))
    if unit.can_fail(run.enough):
        writer.add(code.when(code.name(left), asking))
    else:
        writer.lines.extend(asking)
    return code.name(left)


def _search(
    writer: Writer,
    scalars: Scalars,
    run: Run,
    sums: list[Aggregate],
    starts: list[code.Value],
    enough: Expr,
    left: str,
) -> None:
    """Drop candidates from the last one on until what is left of them and after is enough."""
    unit = writer.unit
    names = []
    for found, start in zip(sums, starts, strict=True):
        names.append(writer.variable(start, "sum_from"))
        writer.names[found.local.number] = names[-1]
    taken = None
    if run.selection in unit.reads(enough):
        read = Read(run.selection, (), run.selection.type)
        taken = writer.variable(scalars.value(read), "taken")
    before, remembering = writer.instead, writer.remembering
    writer.remembering = False
    if taken is not None:
        writer.instead = {**before, run.selection: code.name(taken)}
    with writer.block() as body:
        last = writer.fresh("last")
        writer.add(
            code.assign(last, code.binary(code.length(code.name(left)), "-", code.number(1)))
        )
        bit = code.item(code.name(BIT), code.name(last))
        for held, found in zip(names, sums, strict=True):
            writer.add(code.assign(held, found.plus(unit, code.name(held), code.name(last))))
        if taken is not None:
            writer.add(code.augment(taken, "|", bit))
        writer.add(code.when(scalars.test(enough), [code.leave()]))
        writer.add(code.augment(left, "^", bit))
    writer.instead, writer.remembering = before, remembering
    writer.add(code.loop(code.name(left), body))
