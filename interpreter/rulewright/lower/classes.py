"""What conditions ask of an element is one number, its class.

`hoisting` works out the parts of conditions that hang on one parameter alone. Where there is little
that these can be, the elements fall into a few classes, and all of a class pass the conditions
alike: north of a cell there is one of four kinds of sides, or nothing. So the class is worked out
in place of the parts, and what the conditions say of it and the other parameters is a table. Where
a table for several conditions together is small, they have one class and are one look-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from ..core import ir
from ..core.evaluate import PreparedInt, never_asked, no_state, prepare_int
from ..core.walk import walk
from ..diagnostics import PlayError
from .relations import MOST_ENTRIES, relation
from .unit import Unit

MOST_EVALUATED = 10_000  # of the entries of a table that are worked out one by one
MOST_BITS = 64  # of a set that becomes a condition

Parts = dict[ir.Expr, ir.Local]  # what is worked out for each element, and what stands for it
Locals = tuple[ir.Local, ...]
Made = Sequence[tuple[ir.Local, ir.Expr]]  # the same of one condition


@dataclass(frozen=True, slots=True)
class _Asked:
    """What conditions ask: the class of an element, as an expression of it, and for each class
    which combinations of the other locals pass, as a mask. `parts`: of how many it is made."""

    place: int  # of the first condition
    parts: int
    found: ir.Expr
    others: Locals
    masks: tuple[int, ...]

    def over(self, others: Locals) -> list[int]:
        """The masks of more locals: which of the combinations of these pass."""
        if others == self.others:
            return list(self.masks)
        places = [others.index(local) for local in self.others]
        found = [0] * len(self.masks)
        for i, values in enumerate(product(*(range(_size(local)) for local in others))):
            at = 0
            for place in places:
                at = at * _size(others[place]) + values[place]
            for number, mask in enumerate(self.masks):
                found[number] |= (mask >> at & 1) << i
        return found


def classed(
    unit: Unit, parts: Parts, tests: Sequence[ir.Expr], early: frozenset[int]
) -> list[ir.Expr]:
    """The tests with classes, which are put in the place of parts that nothing else asks for;
    `early`: parameters such that what asks of these alone is better asked by itself."""
    if not unit.uses("classes"):
        return list(tests)
    left: list[ir.Expr | None] = list(tests)
    made = {local.number: part for part, local in parts.items()}
    before = dict(parts)
    for group in _groups(unit, made, tests, early):
        asked = group[0][0]
        for other, _ in group[1:]:
            asked = _both(asked, other)
        if asked.parts < 2:
            continue
        for _, place in group:
            left[place] = None
        number = ir.Number(0, len(asked.masks) - 1)
        local = parts.setdefault(asked.found, unit.fresh_local(ir.Local(0, "class", number)))
        left[asked.place] = _look_up(asked, local)
    found = [test for test in left if test is not None]
    needed = frozenset[int]().union(*map(unit.free, found))
    for part, local in before.items():
        if local.number not in needed:
            del parts[part]
    return found


def with_test(unit: Unit, param: ir.Param) -> tuple[ir.Param, list[ir.Expr]]:
    """A parameter from numbers up to one that others decide as one from all that there may be, with
    a condition, which is one of those that have classes."""
    source, local = param.source, param.local
    if not unit.uses("classes") or not isinstance(source, ir.Op) or source.name != "range":
        return param, []
    if unit.can_fail(source) or not unit.is_static(source) or not unit.free(source):
        return param, []
    low, high = source.args
    names: tuple[tuple[ir.OpName, ir.Expr], ...] = (("at_least", low), ("at_most", high))
    ends = [ir.Op(name, (local, end), ir.Truth()) for name, end in names]
    test = ir.Op("and", tuple(ends), ir.Truth())
    if not 0 < _size(local) <= MOST_BITS or relation(unit, test, local) is None:
        return param, []
    every = ir.Const((1 << _size(local)) - 1, source.type)
    return replace(param, source=every), [test]


def _groups(
    unit: Unit, made: Mapping[int, ir.Expr], tests: Sequence[ir.Expr], early: frozenset[int]
) -> list[list[tuple[_Asked, int]]]:
    """The tests that have classes, with their places, by what goes into one table. What can fail
    is asked after those that stand before it, and before those that stand behind it."""
    found: list[list[tuple[_Asked, int]]] = []
    together = False
    for place, test in enumerate(tests):
        asked = None if unit.free(test) <= early else _asked(unit, made, test, place)
        if asked is None:
            together = together and not unit.can_fail(test)
            continue
        if together and _fits(found[-1], asked):
            found[-1].append((asked, place))
        else:
            found.append([(asked, place)])
        together = True
    return found


def _fits(group: Sequence[tuple[_Asked, int]], more: _Asked) -> bool:
    others = more.others
    for asked, _ in group:
        others = _union(others, asked.others)
    classes = prod(len(asked.masks) for asked, _ in group) * len(more.masks)
    return classes * _combinations(others) <= MOST_ENTRIES


def _union(one: Locals, other: Locals) -> Locals:
    by_number = {local.number: local for local in (*one, *other)}
    return tuple(by_number[number] for number in sorted(by_number))


def _combinations(locals_: Locals) -> int:
    return prod(map(_size, locals_))


def _asked(unit: Unit, made: Mapping[int, ir.Expr], test: ir.Expr, place: int) -> _Asked | None:
    """What a test asks, if fixed data and a few parts, or none, decide it besides other locals."""
    free = unit.free(test)
    if unit.can_fail(test) or not unit.is_static(test):
        return None
    locals_ = {node.number: node for node in walk(test) if isinstance(node, ir.Local)}
    ours = [(local, made[n]) for n, local in locals_.items() if n in made]
    others = tuple(local for n, local in sorted(locals_.items()) if n in free and n not in made)
    sizes = [_size(local) for local, _ in ours]
    if not all(sizes) or not all(map(_size, others)):
        return None
    if prod(sizes) * _combinations(others) > MOST_EVALUATED:
        return None
    compute = prepare_int(test)
    locals_of_ours = [local for local, _ in ours]
    every = [
        _mask(compute, locals_of_ours, values, others) for values in product(*map(range, sizes))
    ]
    nothing = _where_nothing_is(ours, sizes)
    masks = {} if nothing is None else {every[nothing]: 0}  # of what is there mostly
    classes = tuple(masks.setdefault(mask, len(masks)) for mask in every)
    found = _class(ours, sizes, classes) if ours else ir.Const(0, ir.Number(0, 0))
    return _Asked(place, len(ours), found, others, tuple(masks))


def _size(local: ir.Local) -> int:
    """How many values it has, from 0 up; 0: some other ones."""
    match local.type:
        case ir.Truth():
            return 2
        case ir.Number(low=low, high=high) if low >= 0:
            return high + 1
        case ir.Element(domain=domain, optional=False):
            return domain.size
        case _:
            return 0


def _mask(
    compute: PreparedInt,
    ours: Sequence[ir.Local],
    values: Sequence[int],
    others: Sequence[ir.Local],
) -> int:
    """Which combinations of the others pass a test."""
    mask = 0
    for i, combination in enumerate(product(*(range(_size(local)) for local in others))):
        known: dict[int, int | list[int]] = {}
        for local, value in zip((*ours, *others), (*values, *combination), strict=True):
            known[local.number] = value
        try:
            mask |= bool(compute(known, no_state, never_asked)) << i
        except PlayError:  # of values that they never have, for it cannot fail
            continue
    return mask


def _where_nothing_is(ours: Made, sizes: Sequence[int]) -> int | None:
    """Which combination of parts an element has where the first holds and the second, which is
    asked for elsewhere, is some fixed value; None if these are no such parts."""
    if len(ours) == 2:
        (first, test), (_, part) = ours
        match part:
            case ir.Cond(test=ir.Op(name="not", args=(asked,)), other=ir.Const(value=value)):
                if isinstance(first.type, ir.Truth) and asked == test:
                    return sizes[1] + value
    return None


def _class(ours: Made, sizes: Sequence[int], classes: tuple[int, ...]) -> ir.Expr:
    """The class of an element: for each combination of its parts there is one."""
    nothing = _where_nothing_is(ours, sizes)
    if nothing is not None:
        (_, test), (local, part) = ours
        assert isinstance(part, ir.Cond)
        kind = ir.Number(0, max(classes))
        found = _looked_up(classes[: sizes[1]], (local,), (part.then,))
        return ir.Cond(test, ir.Const(classes[nothing], kind), found, kind)
    return _looked_up(classes, [local for local, _ in ours], [part for _, part in ours])


def _looked_up(
    values: tuple[int, ...], locals_: Sequence[ir.Local], keys: Sequence[ir.Expr]
) -> ir.Expr:
    if len(keys) == 1 and values == tuple(range(len(values))):
        return keys[0]
    [*rest, last] = keys
    if not rest and isinstance(last, ir.Lookup) and min(last.table.values) >= 0:
        values = tuple(values[value] for value in last.table.values)
        its = last.table  # of the same name, which messages speak of
        table = ir.Table(-1, its.name, its.keys, _number(values), values)
        return ir.Lookup(table, last.keys, table.type, last.span)
    table = ir.Table(-1, "class", tuple(map(_domain, locals_)), _number(values), values)
    return ir.Lookup(table, tuple(keys), table.type)


def _look_up(asked: _Asked, local: ir.Local) -> ir.Expr:
    """Do an element of this class, and the others, pass?"""
    count = _combinations(asked.others)
    values = tuple(mask >> i & 1 for mask in asked.masks for i in range(count))
    keys = (local, *asked.others)
    table = ir.Table(-1, "passes", tuple(map(_domain, keys)), ir.Truth(), values)
    return ir.Lookup(table, keys, ir.Truth())


def _both(one: _Asked, other: _Asked) -> _Asked:
    """Two conditions at once."""
    others, many = _union(one.others, other.others), len(other.masks)
    masks = tuple(a & b for a in one.over(others) for b in other.over(others))
    if one.parts and other.parts:
        kind = ir.Number(0, len(masks) - 1)
        first = ir.Op("multiply", (one.found, ir.Const(many, ir.Number(many, many))), kind)
        found: ir.Expr = ir.Op("add", (first, other.found), kind)
    else:
        found = one.found if one.parts else other.found
    return _Asked(one.place, one.parts + other.parts, found, others, masks)


def _domain(local: ir.Local) -> ir.Domain:
    if isinstance(local.type, ir.Element):
        return local.type.domain
    return ir.Domain("class", "range", tuple(map(str, range(_size(local)))))


def _number(values: Sequence[int]) -> ir.Number:
    return ir.Number(min(values), max(values))
