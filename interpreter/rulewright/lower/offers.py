"""What a choice offers: the options of each alternative, counted and listed.

An alternative without parameters is on offer or not; one with a parameter from a set is a mask; one
with a parameter from a short row, unfiltered, is the row's places; from a stack, unfiltered, it is
the stack, the last first; one with several of which the last is from a set is a list of the others
with a mask; any other is a list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from ..core import ir
from ..core.cost import MOST_OFFERED, may_offer_too_many, too_many
from ..core.walk import conjuncts, expressions_in
from . import nodes as code
from .arguments import narrowed, nested, split
from .changes import of_every
from .classes import with_test
from .hoisting import hoist
from .single_moves import together, write_ways
from .store import MOST_PLACES
from .values import Values
from .writer import Writer

Kind = Literal["flag", "mask", "places", "stack", "masks", "list"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one alternative. `held`: a test (flag), a mask or a list, in a name or
    constant, or a stack; `places`: the places of a row; `count`: of masks and of a stack, the name
    of how many in all."""

    number: int
    alternative: ir.Alternative
    kind: Kind
    held: code.Value
    places: tuple[code.Value, ...] = ()
    count: str = ""


def offer(values: Values, number: int, alternative: ir.Alternative) -> Options:
    """Write what is needed to know the options of an alternative."""
    params = alternative.params
    for guard in alternative.guards:
        test = guard.test
        if isinstance(test, ir.Completable) and values.unit.selecting(test.compose) is None:
            values.prepare(test)
    tests = [of_every(test) for guard in alternative.guards for test in conjuncts(guard.test)]
    if not alternative.bound:
        return Options(number, alternative, "flag", values.test_all(tests))
    first, rest = split(values.unit, tests, params)
    drawing = values.unit.uses("drawing") and alternative.compose is None
    last = params[-1].source if drawing else None
    if last is not None and isinstance(last.type, ir.SetOf) and len(params) == 1:
        held = _if_all(
            values, first, code.number(0),
            lambda: values.folds.among(last, params[0].local, rest),
        )  # fmt: skip
        return Options(number, alternative, "mask", held)
    if last is not None and isinstance(last.type, ir.SetOf):
        count = values.writer.variable(code.number(0), "count")
        held = _if_all(
            values, first, code.tuple_of([]), lambda: _masked(values, alternative, rest, count)
        )
        return Options(number, alternative, "masks", held, count=count)
    if (
        len(params) == 1
        and not tests
        and isinstance(last, ir.Read)
        and isinstance(last.type, ir.RowOf)
    ):
        if last.type.places <= MOST_PLACES:
            places = tuple(values.places(last))
            return Options(number, alternative, "places", code.number(0), places)
    if len(params) == 1 and not rest and last is not None and _is_lying(values, last):
        count = values.writer.variable(_how_many(values, first, last), "count")
        return Options(number, alternative, "stack", values.value(last), count=count)
    held = _if_all(values, first, code.tuple_of([]), lambda: _listed(values, alternative, rest))
    return Options(number, alternative, "list", held)


def _is_lying(values: Values, source: ir.Expr) -> bool:
    """Is it a stack of the position, which can be looked at as it lies there?"""
    is_held = isinstance(source, ir.Read) and isinstance(source.type, ir.StackOf)
    return is_held and not values.unit.can_fail(source)


def _how_many(values: Values, tests: Sequence[ir.Expr], stack: ir.Expr) -> code.Value:
    """How many components of a stack there are to choose from, if tests hold."""
    many = code.call("len", values.value(stack))
    return code.choose(values.test_all(tests), many, code.number(0)) if tests else many


def _if_all(
    values: Values,
    tests: Sequence[ir.Expr],
    otherwise: code.Value,
    compute: Callable[[], code.Value],
) -> code.Value:
    """What is computed, if tests hold that are the same for all options."""
    writer = values.writer
    if not tests:
        return writer.atom(compute(), "offered")
    found = writer.either(values.test_all(tests), compute, lambda: otherwise, "offered")
    return writer.atom(found, "offered")


def _bounded(values: Values, alternative: ir.Alternative, count: code.Value) -> None:
    """Write that there are not too many of the options counted so far, where that may be."""
    if may_offer_too_many(alternative):
        words, site = code.text(too_many(alternative.name)), values.unit.site(alternative.span)
        too_high = code.compare(count, ">", code.number(MOST_OFFERED))
        values.writer.add(code.when(too_high, [code.perform(code.call("fail", words, site))]))


def _listed(values: Values, alternative: ir.Alternative, tests: Sequence[ir.Expr]) -> code.Value:
    """All combinations: single arguments, or tuples where there are several; with a single move,
    each of them with all ways to complete it."""
    compose = alternative.compose
    params: Sequence[ir.Param] = alternative.params
    if len(alternative.bound) == 1 and not tests and params:
        if isinstance(params[0].source.type, ir.StackOf):
            return code.backwards(values.value(params[0].source))
    _ahead(values, params, tests)
    found = values.writer.variable(code.list_of([]), "offered")

    def append(bound: list[str]) -> None:
        if compose is None:
            option = together([code.name(name) for name in bound])
            values.writer.add(code.perform(code.method(code.name(found), "append", option)))
        else:
            write_ways(values, alternative, compose, bound, found)
        _bounded(values, alternative, code.call("len", code.name(found)))

    params, tests = narrowed(values, params, tests)
    fails = compose is not None or may_offer_too_many(alternative)
    nested(values, params, tests, [], append, fails=fails)
    return code.name(found)


def _masked(
    values: Values, alternative: ir.Alternative, tests: Sequence[ir.Expr], count: str
) -> code.Value:
    """All combinations of all parameters but the last, each with the mask of what goes with it."""
    params, tests = narrowed(values, alternative.params, tests)
    last, more = with_test(values.unit, params[-1])
    params, tests = (*params[:-1], last), [*more, *tests]
    writer = values.writer
    hoisted, tests = hoist(values, params[:-1], tests)
    _ahead(values, params, tests)
    found = writer.variable(code.list_of([]), "offered")
    before, rest = split(values.unit, tests, (last,))

    def append(bound: list[str]) -> None:
        mask = writer.atom(values.folds.among(last.source, last.local, rest), "fitting")
        value = code.tuple_of([*map(code.name, bound), mask])
        added = code.perform(code.method(code.name(found), "append", value))
        writer.add(code.when(mask, [added, code.augment(count, "+", code.size(mask))]))
        _bounded(values, alternative, code.name(count))

    nested(values, params[:-1], before, [], append, hoisted)
    return code.name(found)


def _ahead(values: Values, params: Sequence[ir.Param], tests: Sequence[ir.Expr]) -> None:
    """Work out, before the loops over several parameters, what stays the same in them: sources, and
    for which elements of one of them parts of the tests hold."""
    ours = frozenset(param.local.number for param in params)
    for param in params[1:] if values.unit.uses("narrowing") else ():
        if isinstance(param.source, ir.OnGrid) and param.source.what == "open":
            values.value(param.source)
        for test in tests:
            _masks_ahead(values, test, param.local, ours)


def _masks_ahead(values: Values, test: ir.Expr, local: ir.Local, ours: frozenset[int]) -> None:
    """Work out the masks of the largest parts of a test that depend on one parameter alone."""
    unit, masks = values.unit, values.masks
    free = unit.free(test)
    if local.number not in free:
        return
    alone = free & ours == {local.number} and free - {local.number} <= values.writer.names.keys()
    if alone and isinstance(test.type, ir.Truth) and not unit.is_static(test):
        if masks.vectorises(test, local) and not unit.can_fail(test):
            masks.ahead(test, local)
            return
    for part in expressions_in(test):
        _masks_ahead(values, part, local, ours)


def counted(values: Values, found: Options) -> code.Value:
    """How many options there are, as a name or constant."""
    writer = values.writer
    match found.kind:
        case "flag":
            count = code.choose(found.held, code.number(1), code.number(0))
        case "mask":
            count = code.size(found.held)
        case "masks" | "stack":
            return code.name(found.count)
        case "list":
            count = code.call("len", found.held)
        case "places":
            held = writer.variable(code.number(0), "count")
            for place in found.places:
                there = code.compare(place, ">=", code.number(0))
                writer.add(code.when(there, [code.augment(held, "+", code.number(1))]))
            return code.name(held)
    return writer.atom(count, "count")


def nth_option(values: Values, found: Options, k: code.Value) -> None:
    """Bind the parameters to option number k (a variable that may be changed)."""
    writer = values.writer
    names = [writer.bind(local, sure=True) for local in found.alternative.bound]
    match found.kind:
        case "flag":
            return
        case "mask":
            assert isinstance(k, code.Name) and isinstance(found.held, code.Name | code.Number)
            mask = writer.variable(found.held, "left")
            rest = code.binary(code.name(mask), "-", code.number(1))
            skip = [code.augment(mask, "&", rest), code.augment(k.id, "-", code.number(1))]
            writer.add(code.loop(k, skip))
            writer.add(code.assign(names[0], code.lowest(code.name(mask))))
        case "places":
            assert isinstance(k, code.Name)
            writer.lines.extend(_nth_place(found.places, names[0], k))
        case "stack":
            last = code.binary(code.name(found.count), "-", code.number(1))
            writer.add(code.assign(names[0], code.item(found.held, code.binary(last, "-", k))))
        case "masks":
            assert isinstance(k, code.Name)
            writer.lines.extend(_nth_of_masks(writer, found.held, names, k))
        case "list":
            target: code.Target = code.name(names[0])
            if len(names) > 1:
                target = code.several(names)
            writer.add(code.assign(target, code.item(found.held, k)))


def _nth_of_masks(
    writer: Writer, held: code.Value, names: Sequence[str], k: code.Name
) -> code.Lines:
    """Find the mask that option number k is in, and the option in it."""
    mask, count = writer.fresh("fitting"), writer.fresh("count")
    here = code.compare(k, "<", code.name(count))
    search = [
        code.assign(count, code.size(code.name(mask))),
        code.when(here, [code.leave()]),
        code.augment(k.id, "-", code.name(count)),
    ]
    rest = code.binary(code.name(mask), "-", code.number(1))
    skip = [code.augment(mask, "&", rest), code.augment(k.id, "-", code.number(1))]
    found = code.for_each(code.several([*names[:-1], mask]), held, search)
    found.otherwise = [code.never()]
    return [
        found,
        code.loop(k, skip),
        code.assign(names[-1], code.lowest(code.name(mask))),
    ]


def for_several(variables: Sequence[str], source: code.Value, body: code.Lines) -> code.Statement:
    """A loop over tuples."""
    target = code.several(variables)
    return code.Each(target, source, body, [])


def _nth_place(places: Sequence[code.Value], name: str, k: code.Name) -> code.Lines:
    if len(places) == 1:
        return [code.assign(name, places[0])]
    there = code.compare(places[0], ">=", code.number(0))
    this = code.both([there, code.negated(k)])
    lines = _nth_place(places[1:], name, k)
    if len(places) > 2:
        lines = [code.when(there, [code.augment(k.id, "-", code.number(1))]), *lines]
    return [code.when(this, [code.assign(name, places[0])], lines)]
