"""The score as a function: the totals of all seats; and the verdict, where rules decide it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..core.ir import Const, Element, Expr, Program, Score
from ..core.walk import substitute
from . import nodes as code
from .resumable import Functions
from .store import Store
from .unit import Unit
from .values import Searcher, Values
from .writer import Writer


def write_totals(
    unit: Unit,
    store: Store,
    searcher: Searcher,
    functions: Functions,
    title: str,
    params: list[str],
) -> None:
    """Write a function from the variables (or slots) of state variables to a tuple, one total a
    seat."""

    def totals(values: Values) -> Iterator[code.Value]:
        for seat in range(unit.program.seats.size):
            total = code.number(0)
            for line in unit.program.scores:
                total = code.binary(total, "+", _points(values, line, seat))
            yield total

    _write(unit, store, searcher, functions, title, params, totals)


def write_lines(
    unit: Unit,
    store: Store,
    searcher: Searcher,
    functions: Functions,
    title: str,
    params: list[str],
) -> None:
    """Write a function from the same to one flat tuple: of each score line what each seat has."""

    def points(values: Values) -> Iterator[code.Value]:
        for line in unit.program.scores:
            for seat in range(unit.program.seats.size):
                yield _points(values, line, seat)

    _write(unit, store, searcher, functions, title, params, points)


def _write(
    unit: Unit,
    store: Store,
    searcher: Searcher,
    functions: Functions,
    title: str,
    params: list[str],
    results: Callable[[Values], Iterator[code.Value]],
) -> None:
    """Write a function that gives a tuple of results."""
    program = unit.program
    span = program.scores[0].span if program.scores else program.flow.span
    writer = Writer(unit, store)
    found = list(results(Values(writer, searcher)))
    writer.add(code.give(code.tuple_of(found)))
    functions.add(span, title, params, writer.lines)


def _points(values: Values, line: Score, seat: int) -> code.Value:
    """What a seat has of a score line."""
    this = Const(seat, Element(values.unit.program.seats))
    value: Expr = substitute(line.value, {line.local.number: this})
    held = values.value(value)
    code.mark(held, line.span)
    if values.unit.can_fail(value):  # now, before statements of a later line that fails, too
        held = values.writer.atom(held, "points")
    return held


def write_verdict(
    unit: Unit,
    store: Store,
    searcher: Searcher,
    functions: Functions,
    title: str,
    params: list[str],
) -> None:
    """Write a function to the mask of the winners (−1: those with the best total) and the number of
    the case of the outcome."""
    program = unit.program
    span = program.outcome[0].span if program.outcome else program.flow.span
    writer = Writer(unit, store)
    values = Values(writer, searcher)
    winners = code.number(-1) if program.winners is None else values.value(program.winners)
    held = writer.variable(winners, "winners")
    for number, case in enumerate(program.outcome):
        found = code.give(code.tuple_of([code.name(held), code.number(number)]))
        if case.test is None:
            writer.add(found, case.span)
            break
        writer.add(code.when(values.test(case.test), [found]), case.span)
    else:
        writer.add(code.give(code.tuple_of([code.name(held), code.number(-1)])))
    functions.add(span, title, params, writer.lines)


def is_judged(program: Program) -> bool:
    """Do rules decide who wins, or which outcome it is, so that it takes more than the totals?"""
    return program.winners is not None or bool(program.outcome)


def judging(program: Program) -> list[Expr]:
    """The expressions that the verdict looks at."""
    tests = [case.test for case in program.outcome if case.test is not None]
    return tests if program.winners is None else [program.winners, *tests]
