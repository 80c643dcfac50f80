"""What a choice offers: the options of each alternative, counted and listed.

An alternative without parameters is on offer or not; one with a parameter from a set is a mask; one
with a parameter from a short row, unfiltered, is the row's places; from a stack, unfiltered, it is
the stack, the last first; one with several of which the last is from a set is a list of the others
with a mask; any other is a list. Where an option is only drawn, and what goes with an argument is
quickly asked, the last but one is not listed either: how many there are is counted, and counted
again as far as the option that is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
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
from .names import K
from .single_moves import together, write_ways
from .store import MOST_PLACES
from .values import Values
from .writer import Writer

LARGE = 64  # sets of more elements are long numbers
Kind = Literal["flag", "mask", "places", "stack", "masks", "counted", "list"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one alternative. `held`: a test (flag), a mask or a list, in a name or
    constant, or a stack; `places`: the places of a row; `count`: of masks, of what is counted and
    of a stack, the name of how many in all; `again`: how what is counted is counted again;
    `sized`: beside each mask stands how many it has."""

    number: int
    alternative: ir.Alternative
    kind: Kind
    held: code.Value
    places: tuple[code.Value, ...] = ()
    count: str = ""
    again: Again | None = None
    sized: bool = False


@dataclass(frozen=True, slots=True)
class Again:
    """Lines that go through the last but one argument, `element`, where the `others` are known, and
    leave that loop at the one with option `K`; `mask`: what goes with it."""

    others: tuple[str, ...]
    element: str
    mask: str
    lines: code.Lines


def offer(
    values: Values, number: int, alternative: ir.Alternative, *, drawn: bool = False
) -> Options:
    """Write what is needed to know the options of an alternative; `drawn`: or, at least, to draw
    one of them."""
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
        masks = _Masks(values, alternative, rest, count, drawn=drawn)
        held = _if_all(values, first, code.tuple_of([]), masks.write)
        kind: Kind = "counted" if masks.again else "masks"
        return Options(
            number, alternative, kind, held, count=count, again=masks.again, sized=masks.sized
        )
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


class _Masks:
    """All combinations of all parameters but the last, each with the mask of what goes with it; if
    it is only `drawn`, of all but the last two, each with how many go with it, where that is quick:
    then `again` says how the others are found."""

    def __init__(
        self,
        values: Values,
        alternative: ir.Alternative,
        tests: Sequence[ir.Expr],
        count: str,
        *,
        drawn: bool,
    ) -> None:
        self.values, self.writer = values, values.writer
        self.alternative, self.tests, self.count = alternative, tests, count
        self.drawn = drawn and len(alternative.params) > 2
        last = alternative.params[-1].source.type
        self.sized = drawn and isinstance(last, ir.SetOf) and last.domain.size > LARGE
        self.again: Again | None = None

    def write(self) -> code.Value:
        values, writer = self.values, self.writer
        params, tests = narrowed(values, self.alternative.params, self.tests)
        self.last, more = with_test(values.unit, params[-1])
        params, tests = (*params[:-1], self.last), [*more, *tests]
        self.hoisted, tests = hoist(values, params[:-1], tests)
        _ahead(values, params, tests)
        found = writer.variable(code.list_of([]), "offered")
        before, self.rest = split(values.unit, tests, (self.last,))
        with writer.block() as counting:
            if self.drawn and not self._can_fail(params, tests):
                self.again = self._counted(params[:-2], params[-2], before, found)
        if self.again:
            writer.lines.extend(counting)
            return code.name(found)

        def append(bound: list[str]) -> None:
            mask = self._mask()
            size = self.writer.atom(code.size(mask), "size") if self.sized else code.size(mask)
            value = [*map(code.name, bound), mask, *([size] if self.sized else [])]
            self._add(found, code.tuple_of(value), size, mask)

        nested(values, params[:-1], before, [], append, self.hoisted)
        return code.name(found)

    def _can_fail(self, params: Sequence[ir.Param], tests: Sequence[ir.Expr]) -> bool:
        asked = [*tests, *(param.source for param in params)]
        return any(map(self.values.unit.can_fail, asked))

    def _mask(self) -> code.Value:
        """What goes with the arguments that are bound."""
        mask = self.values.folds.among(self.last.source, self.last.local, self.rest)
        return self.writer.atom(mask, "fitting")

    def _add(self, found: str, value: code.Value, many: code.Value, test: code.Value) -> None:
        added = code.perform(code.method(code.name(found), "append", value))
        self.writer.add(code.when(test, [added, code.augment(self.count, "+", many)]))
        _bounded(self.values, self.alternative, code.name(self.count))

    def _counted(
        self, outer: Sequence[ir.Param], inner: ir.Param, tests: Sequence[ir.Expr], found: str
    ) -> Again | None:
        """Count for each combination of the outer arguments; None if it takes long to do so anew
        for one of them."""
        values, writer = self.values, self.writer
        prepared = self.hoisted.get(inner.local.number)
        locals_ = prepared.locals() if prepared else frozenset()
        outer_tests, inner_tests = split(values.unit, tests, (inner,), locals_)

        def count(bound: list[str]) -> None:
            here = writer.variable(code.number(0), "here")
            self._through(inner, inner_tests, bound, lambda _, size: code.augment(here, "+", size))
            value = code.tuple_of([*map(code.name, bound), code.name(here)])
            self._add(found, value, code.name(here), code.name(here))

        nested(values, outer, outer_tests, [], count, self.hoisted)
        with writer.block() as lines, ExitStack() as scopes:
            others = [scopes.enter_context(writer.bound(param.local)) for param in outer]
            element = writer.variable(code.number(0), "element")
            mask = writer.variable(code.number(0), "fitting")

            def find(names: tuple[str, code.Value], size: code.Value) -> code.Statement:
                is_here = code.compare(code.name(K), "<", size)
                chosen = [
                    code.assign(element, code.name(names[0])),
                    code.assign(mask, names[1]),
                    code.leave(),
                ]
                return code.when(is_here, chosen, [code.augment(K, "-", size)])

            self._through(inner, inner_tests, others, find)
        return Again(tuple(others), element, mask, lines) if _is_quick(lines) else None

    def _through(
        self,
        inner: ir.Param,
        tests: Sequence[ir.Expr],
        bound: list[str],
        each: Callable[[tuple[str, code.Value], code.Value], code.Statement],
    ) -> None:
        """A loop over the last but one argument; `each`: what is done with it and its mask, given
        how many go with it."""

        def act(bound: list[str]) -> None:
            mask = self._mask()
            size = self.writer.atom(code.size(mask), "size")
            self.writer.add(each((bound[-1], mask), size))

        nested(self.values, [inner], tests, bound, act, self.hoisted)


def _is_quick(lines: code.Lines) -> bool:
    """Is there one loop, and nothing in it but tables and operations?"""
    nodes = [node for line in lines for node in code.walk(line)]
    loops = sum(isinstance(node, code.Each | code.While) for node in nodes)
    return loops == 1 and not any(isinstance(node, code.Call) for node in nodes)


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
        case "masks" | "counted" | "stack":
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
            left = writer.variable(found.held, "left")
            writer.lines.extend(_nth_of_mask(left, names[0], k))
        case "places":
            assert isinstance(k, code.Name)
            writer.lines.extend(_nth_place(found.places, names[0], k))
        case "stack":
            last = code.binary(code.name(found.count), "-", code.number(1))
            writer.add(code.assign(names[0], code.item(found.held, code.binary(last, "-", k))))
        case "masks":
            assert isinstance(k, code.Name)
            mask_of = writer.fresh("fitting")
            sized = found.sized
            writer.lines.extend(_nth_of_masks(writer, found.held, names, mask_of, k, sized=sized))
        case "counted":
            assert isinstance(k, code.Name) and k.id == K and found.again
            writer.lines.extend(_counted_again(writer, found.held, found.again, names))
        case "list":
            target: code.Target = code.name(names[0])
            if len(names) > 1:
                target = code.several(names)
            writer.add(code.assign(target, code.item(found.held, k)))


def _nth_of_masks(
    writer: Writer,
    held: code.Value,
    names: Sequence[str],
    mask: str,
    k: code.Name,
    *,
    sized: bool,
) -> code.Lines:
    """Find the mask that option number k is in, and the option in it."""
    count = writer.fresh("count")
    search = [
        *([] if sized else [code.assign(count, code.size(code.name(mask)))]),
        code.when(code.compare(k, "<", code.name(count)), [code.leave()]),
        code.augment(k.id, "-", code.name(count)),
    ]
    target = code.several([*names[:-1], mask, *([count] if sized else [])])
    found = code.for_each(target, held, search)
    found.otherwise = [code.never()]
    return [found, *_nth_of_mask(mask, names[-1], k)]


def _nth_of_mask(mask: str, name: str, k: code.Name) -> code.Lines:
    """The element number k of a mask, which is used up."""
    rest = code.binary(code.name(mask), "-", code.number(1))
    skip = [code.augment(mask, "&", rest), code.augment(k.id, "-", code.number(1))]
    return [code.loop(k, skip), code.assign(name, code.lowest(code.name(mask)))]


def _counted_again(
    writer: Writer, held: code.Value, again: Again, names: Sequence[str]
) -> code.Lines:
    """Find the arguments that option number k is counted with, and the option."""
    k, here = code.name(K), writer.fresh("here")
    search = [
        code.when(code.compare(k, "<", code.name(here)), [code.leave()]),
        code.augment(K, "-", code.name(here)),
    ]
    found = code.for_each(code.several([*again.others, here]), held, search)
    found.otherwise = [code.never()]
    taken = [
        code.assign(name, code.name(one))
        for name, one in zip(names, (*again.others, again.element), strict=False)
    ]
    return [found, *again.lines, *taken, *_nth_of_mask(again.mask, names[-1], k)]


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
