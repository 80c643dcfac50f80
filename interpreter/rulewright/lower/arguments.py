"""Loops over all combinations of arguments for which conditions hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from ..core.ir import Const, Expr, Local, Op, Param, SetOf, Truth
from . import nodes as code
from .hoisting import Hoisted
from .unit import NO_LOCALS, Unit
from .values import Values

NONE_PREPARED: Mapping[int, Hoisted] = {}
Act = Callable[[list[str]], None]


def each_option(values: Values, params: Sequence[Param], tests: Sequence[Expr], act: Act) -> None:
    """Write what `act` writes, for all combinations of arguments for which the tests hold; it is
    given the names of the arguments."""
    first, rest = split(values.unit, tests, params)
    with values.writer.block() as lines:
        params, rest = narrowed(values, params, rest)
        nested(values, params, rest, [], act)
    values.writer.add_if([values.test_all(first)] if first else [], lines)


def split(
    unit: Unit, tests: Sequence[Expr], params: Sequence[Param], more: frozenset[int] = NO_LOCALS
) -> tuple[list[Expr], list[Expr]]:
    """The tests that are asked before parameters are drawn, and the others.

    Before come those that read no parameter, nor one of the locals `more`, as far as nothing that
    is met before them can go wrong."""
    if not params:
        return list(tests), []
    unbound = more.union(param.local.number for param in params)
    safe = takewhile(lambda test: not unit.can_fail(test), tests)
    first = [test for test in safe if not unit.free(test) & unbound]
    if any(unit.can_fail(param.source) for param in params):
        first = []
    return first, [test for test in tests if test not in first]


def narrowed(
    values: Values, params: Sequence[Param], tests: Sequence[Expr]
) -> tuple[Sequence[Param], list[Expr]]:
    """Parameters whose sets are cut down to what passes the tests of each parameter alone, worked
    out once before any loop; and the tests that are left."""
    unit, left = values.unit, list(tests)
    values.folds.ahead([*(param.source for param in params), *tests])
    if (
        not unit.uses("narrowing")
        or len(params) < 2
        or any(map(unit.can_fail, (*tests, *(p.source for p in params))))
    ):
        return params, left
    ours = frozenset(param.local.number for param in params)
    made: list[Param] = []
    for i, param in enumerate(params):
        own = [test for test in left if unit.free(test) & ours == {param.local.number}]
        free = unit.free(param.source) & ours
        if free or not isinstance(param.source.type, SetOf):
            made.append(param)
            continue
        left = [test for test in left if test not in own]
        own += _leading_on(values, param, params[i + 1 :], ours)
        if not own:
            made.append(param)
            continue
        mask = values.writer.atom(values.folds.among(param.source, param.local, own), "among")
        held = unit.fresh_local(Local(0, "among", param.source.type))
        constant = code.constant(mask)
        source: Expr = held if constant is None else Const(constant, param.source.type)
        if isinstance(mask, code.Name):
            values.writer.names[held.number] = mask.id
        made.append(Param(param.local, source, param.span))
    return made, left


def _leading_on(
    values: Values, param: Param, later: Sequence[Param], ours: frozenset[int]
) -> list[Expr]:
    """What must hold of an argument so that there is one of a later parameter, whose set it
    decides, where that can be asked of all at once."""
    found: list[Expr] = []
    for other in later:
        decides = values.unit.free(other.source) & ours == {param.local.number}
        if decides and isinstance(other.source.type, SetOf):
            empty = Op("empty", (other.source,), Truth())
            if values.masks.vectorises(empty, param.local):
                found.append(Op("not", (empty,), Truth()))
    return found


def nested(
    values: Values,
    params: Sequence[Param],
    tests: Sequence[Expr],
    bound: list[str],
    act: Act,
    hoisted: Mapping[int, Hoisted] = NONE_PREPARED,
    *,
    fails: bool = False,
) -> None:
    """Loops over the parameters, each test asked as soon as its parameters are known; `fails`: what
    `act` writes may end in an error, so that it runs before tests of a later argument are asked."""
    if not params:
        act(bound)
        return
    param, later = params[0], params[1:]
    numbers = (other.local.number for other in later)
    prepared = NO_LOCALS.union(*(hoisted[n].locals() for n in numbers if n in hoisted))
    ready, rest = split(values.unit, tests, later, prepared)
    if param.local.number in hoisted:
        with hoisted[param.local.number].loop(values) as element:
            with values.writer.block() as body:
                nested(values, later, rest, [*bound, element], act, hoisted, fails=fails)
            values.folds.nested(ready, body)
        return
    with _each(values, param.source, param.local, ready, in_order=fails) as element:
        nested(values, later, rest, [*bound, element], act, hoisted, fails=fails)


class _each:
    """A loop over a parameter's source for which tests hold; what is in the `with` is its body.

    `in_order`: where a test can fail, the body runs for one element before the next is asked."""

    def __init__(
        self, values: Values, source: Expr, local: Local, tests: list[Expr], *, in_order: bool
    ) -> None:
        self.values, self.source, self.local, self.tests = values, source, local, tests
        self.in_order = in_order and any(map(values.unit.can_fail, tests))

    def __enter__(self) -> str:
        values = self.values
        match self.source:
            case Op(name="set", args=(one,)) if not values.unit.is_static(one):
                self._loop = values.folds.of_one(one, self.local)
                element = self._loop.__enter__()
                self._inner = values.writer.block()
                self._body = self._inner.__enter__()
                return element
        if isinstance(self.source.type, SetOf):
            asked, self.tests = self.tests, []
            if self.in_order:
                asked, self.tests = values.folds.quick_and_slow(asked, self.local)
            mask = values.folds.among(self.source, self.local, asked)
            self._loop = values.folds.each_bit(mask, self.local)
        else:
            self._loop = values.folds.along(self.source, self.local)
        element = self._loop.__enter__()
        self._inner = values.writer.block()
        self._body = self._inner.__enter__()
        return element

    def __exit__(self, *failure: object) -> None:
        self._inner.__exit__(None, None, None)
        self.values.folds.nested(self.tests, self._body)
        self._loop.__exit__(None, None, None)
