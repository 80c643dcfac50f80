"""What an expression means: the plainest program that computes it.

Other ways to compute expressions (generated code, constant folding, tables) are checked against
this one. It knows no state: cells are read through `read`, and `complete` answers whether a compose
can still be completed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never, cast

from ..diagnostics import PlayError
from .ir import (
    Call,
    Cell,
    Completable,
    Cond,
    Const,
    Element,
    Expr,
    Fold,
    Graph,
    Local,
    Lookup,
    Measure,
    Message,
    Number,
    Op,
    OptionValue,
    Read,
    RowOf,
    SetOf,
    StackOf,
    Truth,
    Type,
)

Value = int | list[int]
Locals = dict[int, Value]
Reader = Callable[[Cell, tuple[int, ...]], Value]
Completer = Callable[[Completable, Locals], int]


def no_state(cell: Cell, keys: tuple[int, ...]) -> Value:
    """A `Reader` for expressions that must not depend on the state."""
    raise TypeError(f"{cell.name} is read where there is no state")


def never_asked(expr: Completable, values: Locals) -> int:
    """A `Completer` for expressions that must not ask about a compose."""
    raise TypeError(f"{expr.compose.name} is asked about where no choice is made")


def elements(value: Value, kind: Type) -> Iterator[int]:
    """The elements of a collection in the order folds take them: sets in canonical order, stacks
    from the top down, rows from left to right without empty places."""
    if isinstance(value, int):
        while value:
            low = value & -value
            yield low.bit_length() - 1
            value ^= low
    elif isinstance(kind, StackOf):
        yield from reversed(value)
    else:
        yield from (e for e in value if e >= 0)


def mask_of(value: Value) -> int:
    """Any collection as a mask."""
    if isinstance(value, int):
        return value
    mask = 0
    for e in value:
        if e >= 0:
            mask |= 1 << e
    return mask


def evaluate(
    expr: Expr,
    values: Locals,
    read: Reader = no_state,
    complete: Completer = never_asked,
) -> Value:
    """The value of an expression of the closed core; `values` are the locals by number.

    An int, or a list for an expression of stack or row type, which must not be changed. Raises
    `PlayError` where a key is none.
    """
    match expr:
        case Local():
            return values[expr.number]
        case Const():
            return expr.value
        case Read():
            return read(expr.cell, _keys(expr, values, read, complete))
        case Lookup():
            at = 0
            for domain, key in zip(
                expr.table.keys, _keys(expr, values, read, complete), strict=True
            ):
                at = at * domain.size + key
            return expr.table.values[at]
        case Op():
            return _operate(expr, values, read, complete)
        case Fold():
            return _fold(expr, values, read, complete)
        case Cond():
            chosen = expr.then if evaluate(expr.test, values, read, complete) else expr.other
            return evaluate(chosen, values, read, complete)
        case Measure():
            edges = cast(int, evaluate(expr.edges, values, read, complete))
            return longest(expr.kind, expr.graph, edges)
        case Completable():
            return complete(expr, values)
        case Call():
            args = (evaluate(arg, values, read, complete) for arg in expr.args)
            bound = zip((p.number for p in expr.function.params), args, strict=True)
            return evaluate(expr.function.body, dict(bound), read, complete)
        case OptionValue():
            raise TypeError(f"option {expr.name} has no value in the open core")
        case _:
            assert_never(expr)


def _keys(
    expr: Read | Lookup, values: Locals, read: Reader, complete: Completer
) -> tuple[int, ...]:
    if not expr.keys:
        return ()
    keys = tuple([cast(int, evaluate(key, values, read, complete)) for key in expr.keys])
    if -1 in keys:
        name = expr.cell.name if isinstance(expr, Read) else expr.table.name
        raise PlayError(f"{name} is asked of nothing", expr.span)
    return keys


def _operate(expr: Op, values: Locals, read: Reader, complete: Completer) -> Value:
    if expr.name == "and":
        return int(all(evaluate(arg, values, read, complete) for arg in expr.args))
    if expr.name == "or":
        return int(any(evaluate(arg, values, read, complete) for arg in expr.args))
    args = [evaluate(arg, values, read, complete) for arg in expr.args]
    return operate(expr, args)


def operate(expr: Op, args: Sequence[Value]) -> Value:
    """The operation applied to values (`and` and `or` too, without stopping early)."""
    first = args[0] if args else 0
    if isinstance(first, list) or (len(args) > 1 and isinstance(args[1], list)):
        return _operate_on_lists(expr, args)
    a, b = first, cast(int, args[1]) if len(args) > 1 else 0
    match expr.name:
        case "add":
            return a + b
        case "subtract":
            return a - b
        case "multiply":
            return a * b
        case "negate":
            return -a
        case "least":
            return min(a, b)
        case "most":
            return max(a, b)
        case "equal":
            return int(a == b)
        case "differ":
            return int(a != b)
        case "less":
            return int(a < b)
        case "at_most":
            return int(a <= b)
        case "more":
            return int(a > b)
        case "at_least":
            return int(a >= b)
        case "and":
            return int(all(args))
        case "or":
            return int(any(args))
        case "not":
            return 1 - a
        case "union":
            return a | b
        case "intersect":
            return a & b
        case "without":
            return a & ~b
        case "contains":
            return a >> b & 1 if b >= 0 else 0
        case "meets":
            return int(a & b != 0)
        case "empty":
            return int(a == 0)
        case "size":
            return a.bit_count()
        case "set":
            return mask_of(list(cast(Sequence[int], args)))
        case "members":
            return a
        case "after":
            return b & ~((1 << a.bit_length()) - 1)
        case "step":
            return (a + b) % cast(Element, expr.type).domain.size
        case "next_seat":
            return (a + 1) % cast(Element, expr.type).domain.size
        case "top" | "full":
            raise TypeError(f"{expr.name} of a set")
        case _:
            assert_never(expr.name)


def _operate_on_lists(expr: Op, args: Sequence[Value]) -> Value:
    first = args[0]
    match expr.name:
        case "equal":
            return int(first == args[1])
        case "differ":
            return int(first != args[1])
        case "top":
            return cast(list[int], first)[-1] if first else -1
        case "full":
            return int(-1 not in cast(list[int], first))
        case "size":
            return sum(e >= 0 for e in cast(list[int], first))
        case "contains":
            return int(cast(int, args[1]) >= 0 and args[1] in cast(list[int], first))
        case _:
            return operate(expr, [mask_of(arg) for arg in args])


def _fold(expr: Fold, values: Locals, read: Reader, complete: Completer) -> int:
    source = evaluate(expr.source, values, read, complete)
    inner = dict(values)
    number, where, body = expr.local.number, expr.where, expr.body
    kind = expr.kind
    passed: list[int] = []  # the elements, or for the kinds with a body, its values
    for element in elements(source, expr.source.type):
        inner[number] = element
        if where is not None and not evaluate(where, inner, read, complete):
            continue
        if body is not None:
            value = cast(int, evaluate(body, inner, read, complete))
            if kind == "every" and not value:
                return 0
            passed.append(value)
        elif kind == "some":
            return 1
        elif kind == "the":
            return element
        else:
            passed.append(element)
    match kind:
        case "some":
            return int(any(passed))
        case "every":
            return 1
        case "count":
            return len(passed)
        case "total":
            return sum(passed)
        case "largest":
            return max(passed, default=0)
        case "smallest":
            return min(passed, default=0)
        case "all":
            return mask_of(passed)
        case "the":
            return -1
        case _:
            assert_never(kind)


def longest(kind: str, graph: Graph, edges: int) -> int:
    """The longest trail or path in a set of edges, by trying every way."""

    def onward(vertex: int, left: int, visited: int) -> int:
        best = 0
        for edge in elements(left, SetOf(graph.edges)):
            ends = graph.ends[edge]
            if vertex not in ends:
                continue
            there = ends[0] + ends[1] - vertex
            if kind == "trail" or not visited >> there & 1:
                best = max(best, 1 + onward(there, left & ~(1 << edge), visited | 1 << there))
        return best

    return max((onward(v, edges, 1 << v) for v in range(graph.vertices)), default=0)


def written(value: Value, kind: Type) -> str:
    """A value in words: labels, yes or no, digits; collections with commas, or `nothing`."""
    match kind:
        case Truth():
            return "yes" if value else "no"
        case Number():
            return str(value)
        case Element():
            if value == -1:
                return "nobody" if kind.domain.kind == "seat" else "none"
            return kind.domain.labels[cast(int, value)]
        case SetOf() | StackOf() | RowOf():
            labels = kind.domain.labels
            return ", ".join(labels[e] for e in elements(value, kind)) or "nothing"
        case _:
            assert_never(kind)


def render(
    message: Message,
    values: Locals,
    read: Reader = no_state,
    complete: Completer = never_asked,
) -> str:
    """A message with its expressions replaced by their values in words."""
    return "".join(
        part
        if isinstance(part, str)
        else written(evaluate(part, values, read, complete), part.type)
        for part in message.parts
    )
