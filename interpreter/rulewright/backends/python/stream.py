"""Random numbers written out in generated code: the stream of `runtime.chance`, draw for draw."""

from __future__ import annotations

import ast

from ...runtime.chance import MASK_128, MULTIPLIER
from . import nodes as py
from .names import CHANCE
from .writer import Writer


def next_state(stream: str) -> ast.stmt:
    """Move a stream on."""
    product = py.binary(py.name(stream), "*", py.number(MULTIPLIER))
    return py.assign(stream, py.binary(product, "&", py.number(MASK_128)))


def below(stream: str, n: ast.expr) -> ast.expr:
    """The number below n that the stream shows."""
    top = py.binary(py.name(stream), ">>", py.number(96))
    return py.binary(py.binary(top, "*", n), ">>", py.number(32))


def draw(writer: Writer, stream: str, n: ast.expr) -> ast.expr:
    """A number below n ≥ 1; nothing is drawn when n is 1."""
    n = writer.atom(n, "many")
    k = writer.variable(py.number(0), "drawn")
    drawn = [next_state(stream), py.assign(k, below(stream, n))]
    writer.add(py.when(py.compare(n, ">", py.number(1)), drawn))
    return py.name(k)


def shuffle_in_place(writer: Writer, stack: ast.expr, target: ast.expr) -> None:
    """Sort a stack and exchange its elements from the end, as `runtime.chance.shuffled` does."""
    order = writer.variable(py.call("sorted", stack), "order")
    i, j = writer.fresh("i"), writer.fresh("j")
    at = [py.item(py.name(order), py.name(n)) for n in (i, j)]
    places: list[ast.expr] = [py.item(py.name(order), py.name(n), py.STORE) for n in (i, j)]
    body: py.Lines = [
        next_state(CHANCE),
        py.assign(j, below(CHANCE, py.binary(py.name(i), "+", py.number(1)))),
        py.assign(ast.Tuple(places, py.STORE), py.tuple_of(at[::-1])),
    ]
    last = py.binary(py.call("len", py.name(order)), "-", py.number(1))
    downwards = py.call("range", last, py.number(0), py.number(-1))
    writer.add(py.for_each(i, downwards, body))
    writer.add(py.assign(target, py.name(order)))
