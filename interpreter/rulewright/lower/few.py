"""Conditions that hang on an element through one of a few others, or a few of them: tables by sets.

`spice of ware of t > 0` over t asks something of the ware of t alone, and there are six wares: for
which of them it holds is a set, and what that makes of t is an entry of a table of 64 masks. So is
`some s in suits of c where P(s)` over c, and `field of q in S` over q.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..core import ir
from ..core.walk import Node, conjuncts, rewrite, walk
from .relations import domain_size, static_values
from .unit import Unit

FEW = 6  # elements
MOST_PARTS = 12  # of what is asked of each of them
MOST_OF_TABLE = 1 << 12  # elements of a type of which there is a mask for each set


@dataclass(frozen=True, slots=True)
class ByFew:
    """A table of masks by a set of a few elements: `held`, or those of which `test` holds."""

    table: tuple[int, ...]
    held: ir.Expr | None = None
    test: ir.Expr | None = None
    local: ir.Local | None = None


def is_asked_of_few(unit: Unit, test: ir.Expr, local: ir.Local) -> bool:
    """Is it asked of nothing but elements of which there are so few that each may be asked? Then
    for which of them it holds is worked out once in an evaluation."""
    if unit.widest is None or unit.free(test) != {local.number} or not unit.uses("unroll"):
        return False
    return _is_of_few(local.type) and is_short(unit, test)


def is_short(unit: Unit, test: ir.Expr) -> bool:
    """Does it take no loop, nor long, to ask it, and does nothing go wrong?"""
    parts = list(walk(test))
    folds = any(isinstance(node, ir.Fold | ir.Completable) for node in parts)
    return not folds and len(parts) <= MOST_PARTS and not unit.can_fail(test)


def by_few(unit: Unit, test: ir.Expr, local: ir.Local) -> ByFew | None:
    """How a condition hangs on a local through a few elements, if it does."""
    if unit.widest is None or not unit.uses("relations") or domain_size(local) > MOST_OF_TABLE:
        return None
    match test:
        case ir.Op(name="contains", args=(held, element)):
            return _held(unit, held, element, local)
        case ir.Fold(kind="some", body=body) if body is not None or test.where is not None:
            asked = [*conjuncts(test.where), *conjuncts(body)]
            return _met(unit, test, asked, local)
        case ir.Op(name="empty", args=(ir.Fold(kind="all", where=where) as fold,)) if where:
            met = _met(unit, fold, conjuncts(where), local)
            everything = (1 << domain_size(local)) - 1
            return met and replace(met, table=tuple(everything ^ mask for mask in met.table))
        case _:
            return _led_to(unit, test, local)


def _is_of_few(kind: ir.Type) -> bool:
    return isinstance(kind, ir.Element) and kind.domain.width == 0 and 1 < kind.domain.size <= FEW


def _held(unit: Unit, held: ir.Expr, element: ir.Expr, local: ir.Local) -> ByFew | None:
    """`f(x) in S`, S being a set of few, and without x."""
    kind = held.type
    if not isinstance(kind, ir.SetOf) or not _is_of_few(ir.Element(kind.domain)):
        return None
    if local.number in unit.free(held) or unit.can_fail(held) or unit.is_static(held):
        return None
    if isinstance(element, ir.Local) or unit.free(element) != {local.number}:
        return None
    values = static_values(unit, element, local)
    if values is None:
        return None
    return ByFew(_table(kind.domain.size, [1 << v if v >= 0 else 0 for v in values]), held=held)


def _met(unit: Unit, fold: ir.Fold, asked: Sequence[ir.Expr], local: ir.Local) -> ByFew | None:
    """`some s in f(x) where P(s)`."""
    sets = _sets(unit, fold.source, local)
    if sets is None or not all(is_asked_of_few(unit, test, fold.local) for test in asked):
        return None
    test = asked[0] if len(asked) == 1 else ir.Op("and", tuple(asked), ir.Truth())
    return ByFew(_table(domain_size(fold.local), sets), test=test, local=fold.local)


def _sets(unit: Unit, source: ir.Expr, local: ir.Local) -> Sequence[int] | None:
    """The set of few that fixed data have for each value of a local."""
    kind = source.type
    if not isinstance(kind, ir.SetOf) or not _is_of_few(ir.Element(kind.domain)):
        return None
    return static_values(unit, source, local)


def _led_to(unit: Unit, test: ir.Expr, local: ir.Local) -> ByFew | None:
    """`P(f(x))`, P being asked of few."""
    for element in _leading(unit, test, local):
        assert isinstance(element.type, ir.Element)
        one = unit.fresh_local(ir.Local(0, "one", ir.Element(element.type.domain)))
        asked = _asked_of(test, element, one)
        values = static_values(unit, element, local)
        if values is None or min(values) < 0 or not is_asked_of_few(unit, asked, one):
            continue
        return ByFew(_table(domain_size(one), [1 << v for v in values]), test=asked, local=one)
    return None


def _asked_of(test: ir.Expr, element: ir.Expr, one: ir.Local) -> ir.Expr:
    """The same of a local in the place of an element."""

    def change(node: Node) -> Node:
        return one if node == element else node

    return rewrite(test, change)


def _leading(unit: Unit, test: ir.Expr, local: ir.Local) -> Iterator[ir.Expr]:
    """Of what few elements it asks that fixed data lead to from a local."""
    if unit.free(test) != {local.number} or not is_short(unit, test):
        return
    for part in walk(test):
        if isinstance(part, ir.Lookup) and _is_of_few(part.type):
            if unit.free(part) == {local.number} and unit.is_static(part):
                yield part


def _table(size: int, sets: Sequence[int]) -> tuple[int, ...]:
    """For each set of few: which have one of it in theirs."""
    return tuple(
        sum(1 << x for x, mine in enumerate(sets) if mine & few) for few in range(1 << size)
    )
