"""Conditions that fixed data decide: masks over a local, one for each value of their other parts.

`pays(c, r)` over c is a table of masks indexed by r. The other parts may be any expressions without
c that have few values: other locals, cells, numbers within known bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...core.evaluate import PreparedInt, never_asked, no_state, prepare_int
from ...core.ir import Completable, Const, Element, Expr, Local, Lookup, Number, Read, Truth
from ...core.walk import with_children
from ...diagnostics import PlayError
from .unit import Unit, expressions_in

MOST_VALUES = 4096  # of one part
MOST_ENTRIES = 40_000  # of the table of a look-up
MOST_EVALUATED = 4_000  # of a table that has to be worked out entry by entry
SUBJECT = -1  # the number that stands for the local itself, so that equal relations are equal
_FIRST_KEY = -1000  # stand-in locals are numbered downwards from here


@dataclass(frozen=True, slots=True)
class Relation:
    """`test` with stand-ins for the local and for its parts without it (what `keys` holds)."""

    test: Expr
    local: Local
    keys: tuple[Expr, ...]


def domain_size(local: Local) -> int:
    kind = local.type
    assert isinstance(kind, Element)
    return kind.domain.size


def relation(unit: Unit, test: Expr, local: Local) -> Relation | None:
    """The test as a relation over the local, if fixed data decide it."""
    keys: list[Expr] = []
    subject = Local(SUBJECT, "x", local.type)

    def standing_in(node: Expr, inner: frozenset[int]) -> Expr | None:
        free = unit.free(node)
        if local.number not in free and not free & inner:
            if isinstance(node, Const) or (not free and unit.is_static(node)):
                return node
            if _values(unit, node) is None:
                return None
            if node not in keys:
                keys.append(node)
            return Local(_FIRST_KEY - keys.index(node), "key", node.type)
        if isinstance(node, Local):
            return subject if node.number == local.number else node
        if isinstance(node, Read | Completable):
            return None
        bound = getattr(node, "local", None)
        deeper = inner | {bound.number} if isinstance(bound, Local) else inner
        parts = {id(part): standing_in(part, deeper) for part in expressions_in(node)}
        if None in parts.values():
            return None
        return with_children(node, lambda part: parts[id(part)] or part)

    changed = standing_in(test, frozenset())
    if changed is None or local.number not in unit.free(test):
        return None
    entries = domain_size(local)
    for key in keys:
        entries *= len(_values(unit, key) or ())
    most = MOST_ENTRIES if isinstance(changed, Lookup) else MOST_EVALUATED
    return Relation(changed, subject, tuple(keys)) if entries <= most else None


def _values(unit: Unit, key: Expr) -> range | None:
    """The values a part can have, in order of their place in a table; none (-1) comes last."""
    if not isinstance(key.type, Element | Number | Truth):
        return None
    low, high = unit.intervals.of(key)
    return range(low, high + 1) if high - low < MOST_VALUES else None


def rows(unit: Unit, related: Relation, *, mask: bool = True) -> object:
    """The masks (or the tuples of values) of a relation: nested tuples, one level for each key."""
    locals_: dict[int, int | list[int]] = {}
    elements = range(domain_size(related.local))
    compute = prepare_int(related.test)

    def row() -> object:
        values = tuple(_row(related.test, compute, elements, locals_))
        return sum(1 << x for x, value in enumerate(values) if value) if mask else values

    def level(at: int) -> object:
        if at == len(related.keys):
            return row()
        values = _values(unit, related.keys[at]) or range(0)
        found = []
        for value in in_table_order(values):
            locals_[_FIRST_KEY - at] = value
            found.append(level(at + 1))
        return tuple(found)

    return level(0)


def _row(
    test: Expr, compute: PreparedInt, elements: range, values: dict[int, int | list[int]]
) -> Iterator[int]:
    direct = _as_lookup(test, values)
    if direct is not None:
        base, step, entries = direct
        for x in elements:
            yield entries[base + x * step]
        return
    for x in elements:
        values[SUBJECT] = x
        try:
            value = compute(values, no_state, never_asked)
        except PlayError:  # asked of nothing: never reached when the game is played
            value = 0
        yield value


def _as_lookup(
    test: Expr, values: dict[int, int | list[int]]
) -> tuple[int, int, tuple[int, ...]] | None:
    """A look-up by nothing but locals: where it begins, how far apart its entries are."""
    if not isinstance(test, Lookup):
        return None
    base = step = 0
    for domain, key in zip(test.table.keys, test.keys, strict=True):
        base, step = base * domain.size, step * domain.size
        if isinstance(key, Const):
            base += key.value
        elif isinstance(key, Local) and key.number == SUBJECT:
            step += 1
        elif isinstance(key, Local):
            value = values[key.number]
            if not isinstance(value, int) or value < 0:
                return None
            base += value
        else:
            return None
    return base, step, test.table.values


def in_table_order(values: range) -> list[int]:
    """From 0 up, negative ones last: so they are where Python's negative indices find them."""
    if values.start >= 0 or values.stop <= 0:
        return list(values)
    return [*range(0, values.stop), *range(values.start, 0)]


def offset(unit: Unit, key: Expr) -> int:
    """What to subtract from a key to find its place in a table."""
    low, high = unit.intervals.of(key)
    return 0 if low < 0 <= high else low


def static_values(unit: Unit, expr: Expr, local: Local) -> tuple[int, ...] | None:
    """The values of an expression that nothing but the local decides."""
    found = relation(unit, expr, local)
    if found is None or found.keys:
        return None
    values = rows(unit, found, mask=False)
    return values if isinstance(values, tuple) else None
