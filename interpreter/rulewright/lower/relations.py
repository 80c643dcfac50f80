"""Conditions that fixed data decide: masks over a local, one for each value of their other parts.

`pays(c, r)` over c is a table of masks indexed by r. The other parts may be any expressions without
c that have few values: other locals, state variables, numbers within known bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from ..core import ir
from ..core.evaluate import PreparedInt, never_asked, no_state, prepare_int
from ..core.walk import expressions_in, with_children
from ..diagnostics import PlayError
from .unit import Unit

MOST_VALUES = 4096  # of one part
MOST_ENTRIES = 40_000  # of the table of a look-up
MOST_EVALUATED = 10_000  # of a table that has to be worked out entry by entry
SUBJECT = -1  # the number that stands for the local itself, so that equal relations are equal
_FIRST_KEY = -1000  # stand-in locals are numbered downwards from here


Row = tuple[int, ...]
Values = dict[int, int | list[int]]


@dataclass(frozen=True, slots=True)
class Relation:
    """`test` with stand-ins for the local and for its parts without it (what `keys` holds).

    `rows`: the value for each element of the local, one row for each combination of the keys, in
    table order, the last key fastest. `errors`: for each key what happens when it is none, if that
    is an error; the rows are 0 there.
    """

    test: ir.Expr
    keys: tuple[ir.Expr, ...]
    ranges: tuple[range, ...]
    rows: tuple[Row, ...]
    errors: tuple[PlayError | None, ...]

    def masks(self) -> object:
        """The rows as masks, in tuples of tuples: one level for each key."""
        return self.nested([sum(1 << x for x, v in enumerate(row) if v) for row in self.rows])

    def nested(self, entries: Sequence[object]) -> object:
        """Entries in table order in tuples of tuples: one level for each key."""
        found: list[object] = list(entries)
        for values in reversed(self.ranges):
            size = len(values)
            found = [tuple(found[i : i + size]) for i in range(0, len(found), size)]
        return found[0]


def domain_size(local: ir.Local) -> int:
    kind = local.type
    if isinstance(kind, ir.Number):  # from a range, which begins at 0 or above
        return kind.high + 1
    assert isinstance(kind, ir.Element)
    return kind.domain.size


def relation(unit: Unit, test: ir.Expr, local: ir.Local) -> Relation | None:
    """The test as a relation over the local, if fixed data decide it."""
    keys: list[ir.Expr] = []
    subject = ir.Local(SUBJECT, "x", local.type)

    def standing_in(node: ir.Expr, inner: frozenset[int], sure: bool) -> ir.Expr | None:
        """`sure`: is this asked wherever the test is? Keys are computed beforehand, so what may
        not be asked must not fail."""
        free = unit.free(node)
        if local.number not in free and not free & inner:
            if isinstance(node, ir.Const) or (not free and unit.is_static(node)):
                return node
            if _values(unit, node) is None or (not sure and unit.can_fail(node)):
                return None
            if node not in keys:
                keys.append(node)
            return ir.Local(_FIRST_KEY - keys.index(node), "key", node.type)
        if isinstance(node, ir.Local):
            return subject if node.number == local.number else node
        if isinstance(node, ir.Read | ir.OnGrid | ir.Paths | ir.Completable):
            return None
        bound = getattr(node, "local", None)
        deeper = inner | {bound.number} if isinstance(bound, ir.Local) else inner
        asked = _asked_first(node)
        parts = {
            id(part): standing_in(part, deeper, sure and (asked is None or part is asked))
            for part in expressions_in(node)
        }
        if None in parts.values():
            return None
        return with_children(node, lambda part: parts[id(part)] or part)

    changed = standing_in(test, frozenset(), True)
    if changed is None or local.number not in unit.free(test):
        return None
    ranges = tuple(_values(unit, key) or range(0) for key in keys)
    size = domain_size(local)
    entries = size * prod(map(len, ranges))
    if entries > (MOST_ENTRIES if isinstance(changed, ir.Lookup) else MOST_EVALUATED):
        return None
    table = unit.once(("rows", changed, ranges), changed, lambda: _table(changed, size, ranges))
    return Relation(changed, tuple(keys), ranges, *table) if table is not None else None


def _asked_first(node: ir.Expr) -> ir.Expr | None:
    """The part of an expression on which it depends whether the others are asked; None if all
    are."""
    match node:
        case ir.Op(name="and" | "or"):
            return node.args[0]
        case ir.Fold():
            return node.source
        case ir.Cond():
            return node.test
        case _:
            return None


def _table(
    test: ir.Expr, size: int, ranges: tuple[range, ...]
) -> tuple[tuple[Row, ...], tuple[PlayError | None, ...]] | None:
    """The rows of a relation, and what keys must not be none; None if other values fail too."""
    compute = prepare_int(test)
    combinations = list(product(*(in_table_order(values) for values in ranges)))
    found: list[Row | PlayError] = []
    for keys in combinations:
        values: Values = {_FIRST_KEY - i: key for i, key in enumerate(keys)}
        row = _row(test, compute, size, values)
        if row is None:
            return None
        found.append(row)
    errors: list[PlayError | None] = []
    for i in range(len(ranges)):
        of_none = [row for keys, row in zip(combinations, found, strict=True) if keys[i] == -1]
        failed = [row for row in of_none if isinstance(row, PlayError)]
        errors.append(failed[0] if failed and len(failed) == len(of_none) else None)
    for keys, row in zip(combinations, found, strict=True):
        expected = any(key == -1 and error for key, error in zip(keys, errors, strict=True))
        if isinstance(row, PlayError) and not expected:
            return None
    nothing = (0,) * size
    return tuple(nothing if isinstance(r, PlayError) else r for r in found), tuple(errors)


def _values(unit: Unit, key: ir.Expr) -> range | None:
    """The values a part can have, in order of their place in a table; none (-1) comes last."""
    if not isinstance(key.type, ir.Element | ir.Number | ir.Truth):
        return None
    low, high = unit.intervals.of(key)
    return range(low, high + 1) if high - low < MOST_VALUES else None


def _row(test: ir.Expr, compute: PreparedInt, size: int, values: Values) -> Row | PlayError | None:
    """The values for all elements; the error if there is one for each, None if only for some."""
    direct = _as_lookup(test, values)
    if direct is not None:
        base, step, entries = direct
        return tuple(entries[base + x * step] for x in range(size))
    found: list[int] = []
    error: PlayError | None = None
    failures = 0
    for x in range(size):
        values[SUBJECT] = x
        try:
            found.append(compute(values, no_state, never_asked))
        except PlayError as failure:
            error = failure
            failures += 1
    if not failures:
        return tuple(found)
    return error if failures == size else None


def _as_lookup(test: ir.Expr, values: Values) -> tuple[int, int, tuple[int, ...]] | None:
    """A look-up by nothing but locals: where it begins, how far apart its entries are."""
    if not isinstance(test, ir.Lookup):
        return None
    base = step = 0
    for domain, key in zip(test.table.keys, test.keys, strict=True):
        base, step = base * domain.size, step * domain.size
        if isinstance(key, ir.Const):
            value: object = key.value
        elif isinstance(key, ir.Local) and key.number == SUBJECT:
            value = 0
            step += 1
            if domain_size(key) > domain.size:
                return None
        elif isinstance(key, ir.Local):
            value = values[key.number]
        else:
            return None
        if not isinstance(value, int) or not 0 <= value < domain.size:
            return None
        base += value
    return base, step, test.table.values


def in_table_order(values: range) -> list[int]:
    """From 0 up, negative ones last: so they are where Python's negative indices find them."""
    if values.start >= 0 or values.stop <= 0:
        return list(values)
    return [*range(0, values.stop), *range(values.start, 0)]


def offset(unit: Unit, key: ir.Expr) -> int:
    """What to subtract from a key to find its place in a table."""
    low, high = unit.intervals.of(key)
    return 0 if low < 0 <= high else low


def static_values(unit: Unit, expr: ir.Expr, local: ir.Local) -> Row | None:
    """The values of an expression that nothing but the local decides."""
    found = relation(unit, expr, local)
    return found.rows[0] if found is not None and not found.keys else None
