"""Random numbers written out in generated code: the stream of `runtime.chance`, draw for draw."""

from __future__ import annotations

from ..runtime.chance import MASK_128, MULTIPLIER
from . import nodes as code
from .names import CHANCE
from .writer import Writer

WRITTEN_OUT = ("next_state", "below")  # primitives that are no functions where they are arithmetic


def next_state(stream: str) -> code.Statement:
    """Move a stream on."""
    return code.assign(stream, code.call("next_state", code.name(stream)))


def below(stream: str, n: code.Value) -> code.Value:
    """The number below n that the stream shows."""
    return code.call("below", code.name(stream), n)


def written_out(call: code.Call) -> code.Value | None:
    """A call of one of the two as arithmetic, for targets whose numbers have any width."""
    match call.function, call.args:
        case "next_state", [stream]:
            product = code.binary(stream, "*", code.number(MULTIPLIER))
            return code.binary(product, "&", code.number(MASK_128))
        case "below", [stream, n]:
            top = code.binary(stream, ">>", code.number(96))
            return code.binary(code.binary(top, "*", n), ">>", code.number(32))
        case _:
            return None


def draw(writer: Writer, stream: str, n: code.Value) -> code.Value:
    """A number below n ≥ 1; nothing is drawn when n is 1."""
    n = writer.atom(n, "many")
    k = writer.variable(code.number(0), "drawn")
    drawn = [next_state(stream), code.assign(k, below(stream, n))]
    writer.add(code.when(code.compare(n, ">", code.number(1)), drawn))
    return code.name(k)


def shuffle_in_place(writer: Writer, ordered: code.Value, target: code.Target) -> None:
    """Exchange the elements of a stack that is sorted from the end, as `runtime.chance.shuffled`
    does. `ordered`: a stack of its own."""
    order = writer.variable(ordered, "order")
    last = code.binary(code.call("len", code.name(order)), "-", code.number(1))
    writer.add(exchanged(writer, order, last, code.number(0)))
    writer.add(code.assign(target, code.name(order)))


def shuffle_above(
    writer: Writer, ordered: code.Value, target: code.Target, many: int
) -> tuple[code.Statement, code.Statement]:
    """The same, but only so many elements from the end are where they will be. What exchanges the
    others is given, and what moves the stream on as that does."""
    order = writer.variable(ordered, "order")
    last = code.binary(code.call("len", code.name(order)), "-", code.number(1))
    left = code.call("max", code.binary(last, "-", code.number(many)), code.number(0))
    rest = code.name(writer.variable(left, "rest"))
    writer.add(exchanged(writer, order, last, rest))
    writer.add(code.assign(target, code.name(order)))
    moved = code.assign(CHANCE, code.call("moved_on", code.name(CHANCE), rest))
    return exchanged(writer, order, rest, code.number(0)), moved


def exchanged(writer: Writer, order: str, first: code.Value, end: code.Value) -> code.Statement:
    """Exchange each of some elements, from the first downwards, with one that is not above it."""
    i, j = writer.fresh("i"), writer.fresh("j")
    at = [code.item(code.name(order), code.name(n)) for n in (i, j)]
    places: list[code.Value] = [code.item(code.name(order), code.name(n)) for n in (i, j)]
    body: code.Lines = [
        next_state(CHANCE),
        code.assign(j, below(CHANCE, code.binary(code.name(i), "+", code.number(1)))),
        code.assign(code.tuple_of(places), code.tuple_of(at[::-1])),
    ]
    return code.for_each(i, code.call("range", first, end, code.number(-1)), body)
