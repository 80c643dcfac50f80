"""Composes that may have to try too many sets, told before anybody plays."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.cost import length
from ...core.ir import MOST_STATES, Compose, Program
from ...core.selecting import advice, moves_one
from ...diagnostics import Diagnostic
from ...lower.selections import untold
from ...lower.unit import Unit
from ...runtime.layout import Layout
from ...source import NOWHERE, Span

TOO_MANY = "whether {} can be completed may take too long to find out: "


def searched_far(program: Program) -> Iterator[Diagnostic]:
    """A finding for each compose of which it may not be told whether it can be completed."""
    unit = Unit(program, Layout(program))
    for compose in program.composes:
        for found in _one_by_one(compose) or _of_sets(unit, compose):
            yield Diagnostic(
                "L010", TOO_MANY.format(compose.name) + found[0], found[1], hint=advice(compose)
            )


def _one_by_one(compose: Compose) -> list[tuple[str, Span]]:
    """Steps that move many components one after the other."""
    return [
        (f"{step.name} moves one after the other, in every order", step.body.span)
        for step in compose.steps
        if moves_one(step) is not None and 1 << length(step.params[0].source) > MOST_STATES
    ]


def _of_sets(unit: Unit, compose: Compose) -> list[tuple[str, Span]]:
    """Conditions of which nothing is known while sets grow."""
    selecting = unit.choosing(compose)
    guard = None if selecting is None else untold(unit, selecting)
    if guard is None:
        return []
    span = compose.span if guard.span.file is NOWHERE.file else guard.span
    return [("it is not known what this can still become while more is selected", span)]
