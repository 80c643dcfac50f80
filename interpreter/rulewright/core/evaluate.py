"""What an expression means: the plainest program that computes it.

Each kind of node has one short function that makes a closure of it: `prepare` goes through the
expression once, so that computing it again goes through nothing but closures. Only what can be told
from the node alone is settled then: constants, which local, how many keys. `evaluate` is preparing
and computing in one. A query goes through its elements one by one; another one within it that says
nothing of them is computed once.

It is long because there are as many kinds of node; each of the functions is short.

Other ways to compute expressions (generated code, constant folding, tables) are checked against
this one. It knows no state: state variables are read through `read`, and `complete` answers whether
a compose can still be completed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import lru_cache
from math import prod
from types import MappingProxyType
from typing import NoReturn, assert_never, cast

from ..diagnostics import PlayError
from ..recent import Same
from ..source import Span
from . import ir
from .graphs import longest
from .grids import open_cells
from .operators import OPERATORS, largest_goal, seat_from
from .paths import longest as longest_of
from .paths import ways, ways_by
from .walk import Node, expressions_in, free_locals, leads_to, walk

Value = int | list[int]
Locals = dict[int, Value]
Reader = Callable[[ir.StateVariable, tuple[int, ...]], Value]
Completer = Callable[[ir.Completable, Locals], int]
Evaluator = Callable[[Locals, Reader, Completer], Value]
PreparedInt = Callable[[Locals, Reader, Completer], int]


NO_SEAT = "there is no such seat"


def no_state(variable: ir.StateVariable, keys: tuple[int, ...]) -> Value:
    """A `Reader` for expressions that must not depend on the state."""
    raise TypeError(f"{variable.name} is read where there is no state")


def never_asked(expr: ir.Completable, values: Locals) -> int:
    """A `Completer` for expressions that must not ask about a compose."""
    raise TypeError(f"{expr.compose.name} is asked about where no choice is made")


def elements(value: Value, kind: ir.Type) -> Iterator[int]:
    """The elements of a collection in the order folds take them: sets in canonical order, stacks
    from the top down, rows from left to right without empty places."""
    if isinstance(value, int):
        yield from elements_of_mask(value)
    elif isinstance(kind, ir.StackOf):
        yield from reversed(value)
    else:
        yield from (e for e in value if e >= 0)


@lru_cache(maxsize=4096)
def elements_of_mask(mask: int) -> tuple[int, ...]:
    """The elements of a set in canonical order; the same few sets are asked about all the time."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


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
    expr: ir.Expr,
    values: Locals,
    read: Reader = no_state,
    complete: Completer = never_asked,
) -> Value:
    """The value of an expression of the specialised core; `values` are the locals by number.

    An int, or a list for an expression of stack or row type, which must not be changed. Raises
    `PlayError` where a key is none.
    """
    return _prepared(Same(expr), _watch.get())(values, read, complete)


Watch = Callable[[ir.Expr, Evaluator], Evaluator]
_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)


@lru_cache(maxsize=256)
def _prepared(same: Same, watch: Watch | None) -> Evaluator:
    """What computes an expression, as `prepare` makes it: for whoever watches, its own."""
    return prepare(same.node)


@contextmanager
def watching(watch: Watch | None) -> Iterator[None]:
    """While this lasts, `watch` may put another function in place of each that is made; with None
    nothing does.

    Who asks what is looked at in play (see `testing.coverage`) costs others nothing.
    """
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


def prepare(expr: ir.Expr) -> Evaluator:
    """The function of locals, reader and completer that computes an expression."""
    made, watch, once = _made(expr), _watch.get(), _once.get().get(id(expr))
    made = made if once is None else _kept(made, once, id(expr), sorted(free_locals(expr)))
    return made if watch is None else watch(expr, made)


def _made(expr: ir.Expr) -> Evaluator:
    match expr:
        case ir.Const():
            return _const(expr.value)
        case ir.Local():
            return _local(expr.number)
        case ir.Read():
            return _read(expr)
        case ir.Lookup():
            return _lookup(expr)
        case ir.Op():
            return _op(expr)
        case ir.Fold():
            return _fold(expr)
        case ir.Cond():
            return _cond(expr)
        case ir.Measure():
            return _measure(expr)
        case ir.OnGrid():
            return _on_grid(expr)
        case ir.Paths():
            return _paths(expr)
        case ir.Completable():
            return lambda values, read, complete: complete(expr, values)
        case _:
            assert_never(expr)


def prepare_int(expr: ir.Expr) -> PreparedInt:
    """The same for an expression that is not of stack or row type."""
    return cast(PreparedInt, prepare(expr))


def _const(value: int) -> Evaluator:
    return lambda values, read, complete: value


def _local(number: int) -> Evaluator:
    return lambda values, read, complete: values[number]


def _cond(expr: ir.Cond) -> Evaluator:
    if isinstance(expr.test, ir.Const):  # as where a definition was written out and nothing folded
        return prepare(expr.then if expr.test.value else expr.other)
    test, then, other = prepare(expr.test), prepare(expr.then), prepare(expr.other)

    def cond(values: Locals, read: Reader, complete: Completer) -> Value:
        chosen = then if test(values, read, complete) else other
        return chosen(values, read, complete)

    return cond


def _measure(expr: ir.Measure) -> Evaluator:
    kind, graph, edges, span = expr.kind, expr.graph, prepare_int(expr.edges), expr.span
    return lambda values, read, complete: longest(kind, graph, edges(values, read, complete), span)


def _on_grid(expr: ir.OnGrid) -> Evaluator:
    """The members of a grid are asked for all at once (see `runtime.layout`)."""
    variable, name, span = expr.variable, "the cell of a component", expr.span
    if expr.what == "cell_of":
        component = prepare_int(expr.args[0])

        def cell_of(values: Locals, read: Reader, complete: Completer) -> int:
            found = component(values, read, complete)
            _, _, _, where = cast(
                "tuple[int, int, dict[int, int], dict[int, int]]", read(variable, ())
            )
            return where.get(found, -1) if found != -1 else _of_nothing(name, span)

        return cell_of
    if expr.what == "cells_of":
        components = prepare_int(expr.args[0])

        def cells_of(values: Locals, read: Reader, complete: Completer) -> int:
            found = elements_of_mask(components(values, read, complete))
            _, _, _, where = cast(
                "tuple[int, int, dict[int, int], dict[int, int]]", read(variable, ())
            )
            return mask_of([where.get(component, -1) for component in found])

        return cells_of
    at = 1 if expr.what == "laid" else 0
    if expr.what != "open":
        return lambda values, read, complete: cast("list[int]", read(variable, ()))[at]
    width = variable.keys[0].width
    return lambda values, read, complete: open_cells(
        cast("list[int]", read(variable, ()))[0], width
    )


def _paths(expr: ir.Paths) -> Evaluator:
    parts = tuple(map(prepare_int, (expr.start, expr.goal, expr.through)))
    domain, local, span = expr.type.domain, expr.local.number, expr.span
    by = prepare_int(expr.by) if expr.by is not None else None
    near = prepare_elements(expr.near) if expr.near is not None else None

    def paths(values: Locals, read: Reader, complete: Completer) -> list[int]:
        start, goal, through = (part(values, read, complete) for part in parts)
        met = sorted({start, goal, *elements_of_mask(through)} - {-1})
        inner = values.copy()
        if near is not None:
            beside = dict[int, set[int]]()
            for one in met:
                inner[local] = one
                beside[one] = set(near(inner, read, complete))
            return ways_by(beside, start, goal, through, span)
        heights: dict[int, int] | None = None
        if by is not None:
            heights = {}
            for one in met:
                inner[local] = one
                heights[one] = by(inner, read, complete)
        return ways(domain, start, goal, through, heights, span)

    return paths


def _of_nothing(name: str, span: Span) -> NoReturn:
    raise PlayError(f"{name} is asked of nothing", span)


def _read(expr: ir.Read) -> Evaluator:
    variable, name, span = expr.variable, expr.variable.name, expr.span
    if not expr.keys:
        return lambda values, read, complete: read(variable, ())
    if len(expr.keys) == 1 and isinstance(expr.keys[0], ir.Local):
        number = expr.keys[0].number

        def read_local(values: Locals, read: Reader, complete: Completer) -> Value:
            k: int = values[number]  # type: ignore[assignment]
            return read(variable, (k,)) if k != -1 else _of_nothing(name, span)

        return read_local
    if len(expr.keys) == 1:
        key = prepare_int(expr.keys[0])

        def read_one(values: Locals, read: Reader, complete: Completer) -> Value:
            k = key(values, read, complete)
            return read(variable, (k,)) if k != -1 else _of_nothing(name, span)

        return read_one
    keys = [prepare_int(part) for part in expr.keys]

    def read_any(values: Locals, read: Reader, complete: Completer) -> Value:
        given = tuple([part(values, read, complete) for part in keys])
        return read(variable, given) if -1 not in given else _of_nothing(name, span)

    return read_any


def _lookup(expr: ir.Lookup) -> Evaluator:
    entries, name, span = expr.table.values, expr.table.name, expr.span
    keys = [prepare_int(key) for key in expr.keys]
    sizes = [domain.size for domain in expr.table.keys]
    if any(domain.kind == "range" for domain in expr.table.keys):
        return _lookup_by_numbers(expr, keys)
    if len(keys) == 1 and isinstance(expr.keys[0], ir.Local):
        number = expr.keys[0].number

        def lookup_local(values: Locals, read: Reader, complete: Completer) -> int:
            k: int = values[number]  # type: ignore[assignment]
            return entries[k] if k != -1 else _of_nothing(name, span)

        return lookup_local
    if len(keys) == 1:
        key = keys[0]

        def lookup_one(values: Locals, read: Reader, complete: Completer) -> int:
            k = key(values, read, complete)
            return entries[k] if k != -1 else _of_nothing(name, span)

        return lookup_one

    def lookup_any(values: Locals, read: Reader, complete: Completer) -> int:
        at, given = 0, [part(values, read, complete) for part in keys]
        if -1 in given:
            _of_nothing(name, span)
        for size, k in zip(sizes, given, strict=True):
            at = at * size + k
        return entries[at]

    return lookup_any


def _lookup_by_numbers(expr: ir.Lookup, keys: list[PreparedInt]) -> Evaluator:
    """A look-up some of whose keys are numbers, which need not be in range."""
    table, span = expr.table, expr.span

    def lookup(values: Locals, read: Reader, complete: Completer) -> int:
        at, given = 0, [key(values, read, complete) for key in keys]
        for domain, k in zip(table.keys, given, strict=True):
            if domain.kind == "range":
                in_table(k, domain.size, table.name, span)
            elif k == -1:
                _of_nothing(table.name, span)
            at = at * domain.size + k
        return table.values[at]

    return lookup


def in_table(number: int, size: int, name: str, span: Span) -> int:
    """The number, if a definition tabulated for `size` numbers from 0 up has a value for it."""
    if not 0 <= number < size:
        raise PlayError(f"{name} is asked of {number}, which is not in 0..{size - 1}", span)
    return number


def round_from(seat: int, seats: Iterable[int]) -> list[int]:
    """Seats in the order in which they sit round the table, beginning with one."""
    return sorted(seats, key=lambda other: (other < seat, other))


def operate(expr: ir.Op, args: Sequence[Value]) -> Value:
    """The operation applied to values (`and` and `or` too, without stopping early)."""
    if any(isinstance(arg, list) for arg in args[:2]):
        return _operate_on_lists(expr, args)
    ints = cast(Sequence[int], args)
    meaning = OPERATORS[expr.name].works_out(expr)
    if meaning is None:
        raise TypeError(f"{expr.name} of a set")
    return meaning(*ints)


def _operate_on_lists(expr: ir.Op, args: Sequence[Value]) -> Value:
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
        case "uppermost":
            stack = cast(list[int], args[1])
            return mask_of(stack[max(0, len(stack) - max(0, cast(int, first))) :])
        case "size":
            return sum(e >= 0 for e in cast(list[int], first))
        case "contains":
            return int(cast(int, args[1]) >= 0 and args[1] in cast(list[int], first))
        case _:
            return operate(expr, [mask_of(arg) for arg in args])


def _op(expr: ir.Op) -> Evaluator:
    if expr.name in ("and", "or"):
        return _logic(expr)
    if any(_may_be_list(arg) for arg in expr.args):
        return _op_on_lists(expr)
    if expr.name == "equal" and isinstance(expr.args[1], ir.Const):
        return _equal_to(expr.args[0], expr.args[1].value)
    if expr.name == "seat_from":
        return _seat_from(expr)
    meaning = OPERATORS[expr.name].works_out(expr)
    assert meaning is not None
    if len(expr.args) == 1:
        return _op_of_one(meaning, expr.args[0])
    if len(expr.args) == 2:
        return _op_of_two(meaning, expr.args[0], expr.args[1])
    args = [prepare_int(arg) for arg in expr.args]
    return lambda values, read, complete: meaning(*[arg(values, read, complete) for arg in args])


def _may_be_list(expr: ir.Expr) -> bool:
    if isinstance(expr, ir.Cond):
        return _may_be_list(expr.then) or _may_be_list(expr.other)
    return isinstance(expr.type, ir.StackOf | ir.RowOf | ir.WaysOf)


def _logic(expr: ir.Op) -> Evaluator:
    args, stops = [prepare(arg) for arg in expr.args], expr.name == "or"

    def logic(values: Locals, read: Reader, complete: Completer) -> int:
        for arg in args:
            if (arg(values, read, complete) != 0) == stops:
                return 1 if stops else 0
        return 0 if stops else 1

    return logic


def _op_of_one(apply: Callable[[int], int], arg: ir.Expr) -> Evaluator:
    a = prepare_int(arg)
    return lambda values, read, complete: apply(a(values, read, complete))


def _seat_from(expr: ir.Op) -> Evaluator:
    seat, seats, span = prepare_int(expr.args[0]), prepare_int(expr.args[1]), expr.span

    def first(values: Locals, read: Reader, complete: Completer) -> int:
        found = seat_from(seat(values, read, complete), seats(values, read, complete))
        if found < 0:
            raise PlayError(NO_SEAT, span)
        return found

    return first


def _equal_to(first: ir.Expr, value: int) -> Evaluator:
    a = prepare_int(first)
    return lambda values, read, complete: 1 if a(values, read, complete) == value else 0


def _op_of_two(apply: Callable[[int, int], int], first: ir.Expr, second: ir.Expr) -> Evaluator:
    a, b = prepare_int(first), prepare_int(second)
    if isinstance(second, ir.Const):
        fixed = second.value
        return lambda values, read, complete: apply(a(values, read, complete), fixed)
    return lambda values, read, complete: apply(
        a(values, read, complete), b(values, read, complete)
    )


def _op_on_lists(expr: ir.Op) -> Evaluator:
    args = [prepare(arg) for arg in expr.args]
    a = args[0]
    match expr.name:
        case "empty" if isinstance(expr.args[0].type, ir.StackOf):
            return lambda values, read, complete: 0 if a(values, read, complete) else 1
        case "full":
            return lambda values, read, complete: (
                0 if -1 in cast(list[int], a(values, read, complete)) else 1
            )
        case _:
            return lambda values, read, complete: operate(
                expr, [arg(values, read, complete) for arg in args]
            )


_once: ContextVar[Mapping[int, int]] = ContextVar("once", default=MappingProxyType({}))
"""The queries, by their identity, that are the same for all elements of one around them, and the
name under which it has what they have come to."""


def _the_same(expr: ir.Fold) -> Iterator[ir.Fold]:
    """The queries in one that say nothing of its element, the outermost of them."""
    waiting = [part for part in (expr.where, expr.body) if part is not None]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ir.Fold) and expr.local.number not in free_locals(part):
            if not any(map(_is_apart, walk(part))):
                yield part
                continue
        waiting += expressions_in(part)


def _is_apart(node: Node) -> bool:
    """Is it asked elsewhere, or about what cannot be told apart soon?"""
    return isinstance(node, ir.Completable) or (isinstance(node, ir.Local) and _may_be_list(node))


def _kept(made: Evaluator, name: int, which: int, locals_: Sequence[int]) -> Evaluator:
    """What is worked out once for each value of the names that it speaks of."""

    def kept(values: Locals, read: Reader, complete: Completer) -> Value:
        known = cast("dict[tuple[Value, ...], Value]", values[name])
        given = (which, *[values[number] for number in locals_])
        found = known.get(given)
        if found is None:
            found = known[given] = made(values, read, complete)
        return found

    return kept


def _fold(expr: ir.Fold) -> Evaluator:
    number, through, name = expr.local.number, prepare_elements(expr.source), -id(expr)
    outer = _once.get()
    once = {id(part): name for part in _the_same(expr) if id(part) not in outer}
    token = _once.set({**outer, **once})
    try:
        where = prepare(expr.where) if expr.where is not None else None
        body = prepare_int(expr.body) if expr.body is not None else None
    finally:
        _once.reset(token)

    def within(values: Locals) -> Locals:
        """The names inside it."""
        inner = values.copy()
        if once:
            inner[name] = cast(Value, {})
        return inner

    def passed(values: Locals, read: Reader, complete: Completer) -> Iterator[int]:
        """The elements, or for the kinds with a body, its values."""
        inner = within(values)
        for element in through(values, read, complete):
            inner[number] = element
            if where is None or where(inner, read, complete):
                yield element if body is None else body(inner, read, complete)

    def total(values: Locals, read: Reader, complete: Completer) -> int:
        inner, total = within(values), 0
        for element in through(values, read, complete):
            inner[number] = element
            if where is None or where(inner, read, complete):
                total += element if body is None else body(inner, read, complete)
        return total

    match expr.kind:
        case "some":
            return lambda values, read, complete: (
                1 if any(True for _ in passed(values, read, complete)) else 0
            )
        case "every":
            return lambda values, read, complete: 1 if all(passed(values, read, complete)) else 0
        case "count":
            return lambda values, read, complete: sum(1 for _ in passed(values, read, complete))
        case "total":
            return total
        case "product":
            return lambda values, read, complete: prod(passed(values, read, complete))
        case "largest":
            return lambda values, read, complete: max(passed(values, read, complete), default=0)
        case "smallest":
            return lambda values, read, complete: min(passed(values, read, complete), default=0)
        case "all":
            return lambda values, read, complete: mask_of(list(passed(values, read, complete)))
        case "the":
            return _the(passed, f"there is no such {domain_of(expr.source.type)}", expr.span)
        case "reached" | "groups":
            return _spreading(expr)
        case "path":
            return _longest_path(expr)
        case "subsets":
            return _subsets(expr)
        case _:
            assert_never(expr.kind)


def _spreading(expr: ir.Fold) -> Evaluator:
    """What is reached, element by element; what it is all among is looked at once."""
    assert expr.body is not None
    begin = prepare_elements(replace(expr, kind="all", body=None, type=expr.source.type))
    around, among = leads_to(expr)
    lead, within = prepare_elements(around), None if among is None else prepare_elements(among)

    def spread(values: Locals, read: Reader, complete: Completer) -> tuple[set[int], int]:
        inner, found = values.copy(), set[int]()
        groups, inside = 0, None
        starts = list(begin(values, read, complete))
        for start in [starts] if expr.kind == "reached" else [[one] for one in starts]:
            waiting = sorted(set(start) - found)
            groups += bool(waiting)
            found.update(waiting)
            while waiting:
                inner[expr.local.number] = waiting.pop(0)
                there = set(lead(inner, read, complete)) - found
                if within is not None:
                    inside = set(within(values, read, complete)) if inside is None else inside
                    there &= inside
                found |= there
                waiting = sorted((*waiting, *there))
        return found, groups

    if expr.kind == "groups":
        return lambda values, read, complete: spread(values, read, complete)[1]
    return lambda values, read, complete: mask_of(list(spread(values, read, complete)[0]))


def _longest_path(expr: ir.Fold) -> Evaluator:
    assert expr.body is not None
    among = prepare_elements(replace(expr, kind="all", body=None, type=expr.source.type))
    lead, span = prepare_elements(expr.body), expr.span

    def longest_path(values: Locals, read: Reader, complete: Completer) -> int:
        inner, near = values.copy(), dict[int, set[int]]()
        for one in among(values, read, complete):
            inner[expr.local.number] = one
            near[one] = set(lead(inner, read, complete))
        return longest_of(near, span)

    return longest_path


def _subsets(expr: ir.Fold) -> Evaluator:
    """How many subsets there are for each sum up to the goal, with one element more each time."""
    assert expr.body is not None and expr.goal is not None
    among = prepare_elements(replace(expr, kind="all", body=None, type=expr.source.type))
    goal_of, worth_of = prepare_int(expr.goal), prepare_int(expr.body)
    assert isinstance(expr.source.type, ir.SetOf)
    largest = largest_goal(expr.source.type.domain)

    def subsets(values: Locals, read: Reader, complete: Completer) -> int:
        inner = values.copy()
        elements = list(among(values, read, complete))
        goal = goal_of(values, read, complete)
        ways = [1] + [0] * min(max(goal, 0), largest)
        for inner[expr.local.number] in elements:
            worth = worth_of(inner, read, complete)
            if worth >= 0:
                ways = [
                    count + (ways[total - worth] if total >= worth else 0)
                    for total, count in enumerate(ways)
                ]
        return min(ways[goal], ir.MOST_SUBSETS) if 0 <= goal <= largest else 0

    return subsets


def _the(
    passed: Callable[[Locals, Reader, Completer], Iterator[int]], nothing: str, span: Span
) -> Evaluator:
    def the(values: Locals, read: Reader, complete: Completer) -> int:
        found = next(passed(values, read, complete), -1)
        if found < 0:
            raise PlayError(nothing, span)
        return found

    return the


def domain_of(kind: ir.Type) -> str:
    """The name of the domain of a collection's elements."""
    return kind.domain.name if isinstance(kind, ir.SetOf | ir.StackOf | ir.RowOf) else "element"


def member(kind: ir.Type) -> ir.Type:
    """The type of a collection's elements."""
    assert isinstance(kind, ir.SetOf | ir.StackOf | ir.RowOf)
    domain = kind.domain
    return ir.Number(0, domain.size - 1) if domain.kind == "range" else ir.Element(domain)


def prepare_elements(
    source: ir.Expr,
) -> Callable[[Locals, Reader, Completer], Iterable[int]]:
    """The function that gives the elements of a collection in the order of folds, as they are
    when it is called."""
    kind = source.type
    if isinstance(source, ir.Const):
        fixed = tuple(elements(source.value, kind))
        return lambda values, read, complete: fixed
    if not _may_be_list(source):
        mask = prepare_int(source)
        return lambda values, read, complete: elements_of_mask(mask(values, read, complete))
    value = prepare(source)
    return lambda values, read, complete: elements(value(values, read, complete), kind)


def as_chosen(options: Iterable[tuple[ir.Option, int]]) -> str:
    """The values of options, at the end of a message; nothing if there are none."""
    said = ", ".join(f"{option.name} {written(value, option.type)}" for option, value in options)
    return f" with {said}" if said else ""


def written(value: Value, kind: ir.Type) -> str:
    """A value in words: labels, yes or no, digits; collections with commas, or `nothing`."""
    match kind:
        case ir.Truth():
            return "yes" if value else "no"
        case ir.Number():
            return "none" if value == -1 and kind.least is not None else str(value)
        case ir.Element():
            if value == -1:
                return kind.domain.nothing
            return kind.domain.labels[cast(int, value)]
        case ir.SetOf() | ir.StackOf() | ir.RowOf():
            return joined(value, kind, ", ")
        case ir.WaysOf():
            return f"{len(cast(list[int], value))} ways"
        case _:
            assert_never(kind)


def render(
    message: ir.Message,
    values: Locals,
    read: Reader = no_state,
    complete: Completer = never_asked,
) -> str:
    """A message with its expressions replaced by their values in words."""

    def words(part: ir.Part) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, ir.Joined):
            value = evaluate(part.value, values, read, complete)
            return joined(value, part.value.type, part.separator)
        return written(evaluate(part, values, read, complete), part.type)

    return "".join(map(words, message.parts))


def joined(value: Value, kind: ir.Type, separator: str) -> str:
    """The elements of a collection with something between them; `nothing` if there are none."""
    return separator.join(written(e, member(kind)) for e in elements(value, kind)) or "nothing"
