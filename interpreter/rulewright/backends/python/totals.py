"""The score as a function: the totals of all seats."""

from __future__ import annotations

from ...core.ir import Const, Element, Expr
from ...core.walk import substitute
from . import nodes as py
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
    """Write a function from the variables (or slots) of cells to a tuple, one total a seat."""
    program = unit.program
    span = program.scores[0].span if program.scores else program.flow.span
    writer = Writer(unit, store)
    writer.reserve(set(params))
    values = Values(writer, searcher)
    results = []
    for seat in range(program.seats.size):
        this = Const(seat, Element(program.seats))
        total = py.number(0)
        for line in program.scores:
            value: Expr = substitute(line.value, {line.local.number: this})
            held = values.value(value)
            py.mark(held, line.span)
            total = py.binary(total, "+", held)
        results.append(total)
    writer.add(py.give(py.tuple_of(results)))
    functions.add(span, title, params, writer.lines)
