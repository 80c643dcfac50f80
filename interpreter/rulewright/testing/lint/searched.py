"""Composes that may have to try too many sets, told before anybody plays."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from ...core.cost import length
from ...core.ir import (
    MOST_STATES,
    Compose,
    ComposeStep,
    Expr,
    Move,
    Number,
    Op,
    Place,
    Program,
    Read,
)
from ...core.selecting import advice, moves_one
from ...core.walk import conjuncts
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
        for move in [moves_one(step)]
        if move is not None and _ways(step, move) > MOST_STATES
    ]


def _ways(step: ComposeStep, move: Move) -> int:
    """How many sets a step can have moved, as far as its own conditions say how many lie where."""
    size = length(step.params[0].source)
    parts = (part for guard in step.guards for part in conjuncts(guard.test))
    most = min((_most(part, move, size) for part in parts), default=size)
    return sum(comb(size, n) for n in range(max(0, most) + 1))


SIDES = {"less": "more", "at_most": "at_least", "more": "less", "at_least": "at_most"}


def _most(test: Expr, move: Move, size: int) -> int:
    """How many components can be moved as long as a condition holds before each of them."""
    match test:
        case Op(name=name, args=(one, other)) if name in SIDES:
            return min(
                _while_compared(name, one, other, move, size),
                _while_compared(SIDES[name], other, one, move, size),
            )
        case _:
            return size


def _while_compared(name: str, held: Expr, limit: Expr, move: Move, size: int) -> int:
    """The same, where the size of a zone stands on the left."""
    match held, limit.type:
        case Op(name="size", args=(Read() as zone,)), Number(low=low, high=high):
            if name in ("less", "at_most") and _is_of(zone, move.target):
                return min(size, high + (name == "at_most"))
            if name in ("more", "at_least") and _is_of(zone, move.source):
                return min(size, size - low + (name == "at_least"))
    return size


def _is_of(held: Read, place: Place) -> bool:
    return (held.variable, held.keys) == (place.variable, place.keys)


def _of_sets(unit: Unit, compose: Compose) -> list[tuple[str, Span]]:
    """Conditions of which nothing is known while sets grow."""
    selecting = unit.choosing(compose)
    guard = None if selecting is None else untold(unit, selecting)
    if guard is None:
        return []
    span = compose.span if guard.span.file is NOWHERE.file else guard.span
    return [("it is not known what this can still become while more is selected", span)]
