"""Incremental aggregates: queries over a growing selection, and what one element more makes of
them.

`total rank of payment` need not be computed anew when a card is added: it grows by the card's rank.
The same holds for counts, for the smallest and the largest, and for whether there is one at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..core.ir import Expr, Fold, Local, Op, Read, SetOf, StateVariable
from ..core.walk import conjuncts
from . import nodes as code
from .completing import all_of
from .relations import static_values
from .unit import Unit

LARGE = 1 << 62  # stands for the smallest (or, negative, the largest) of nothing


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A query that fixed data decide; `local` stands for its value, `weights` for the elements."""

    query: Expr
    local: Local
    kind: Literal["sum", "some", "smallest", "largest"]
    weights: tuple[int, ...]

    def plus(self, unit: Unit, held: code.Value, element: code.Value) -> code.Value:
        """The value with one element more."""
        if self.kind == "sum" and set(self.weights) == {1}:
            return code.binary(held, "+", code.number(1))
        weight = self.weight(unit, element)
        match self.kind:
            case "sum":
                return code.binary(held, "+", weight)
            case "some":
                return code.binary(held, "|", weight)
            case "smallest":
                return code.choose(code.compare(weight, "<", held), weight, held)
            case "largest":
                return code.choose(code.compare(weight, ">", held), weight, held)

    def weight(self, unit: Unit, element: code.Value) -> code.Value:
        """What an element brings."""
        table = unit.fixed("weights", ("weights", self.weights), lambda: self.weights)
        return code.item(table, element)

    @property
    def nothing(self) -> int:
        """The value over nothing, as it is carried."""
        return {"smallest": LARGE, "largest": -LARGE}.get(self.kind, 0)

    def value(self, held: code.Value) -> code.Value:
        """The value of the query from what is carried (a name), the selection not being empty."""
        if self.kind in ("sum", "some") or self.nothing not in self.weights:
            return held
        none = code.compare(held, "==", code.number(self.nothing))
        return code.choose(none, code.number(0), held)


def selection_read(expr: Expr, selection: StateVariable) -> bool:
    """Is it the selection itself, as a set?"""
    if isinstance(expr, Op) and expr.name == "members":
        return selection_read(expr.args[0], selection)
    return isinstance(expr, Read) and expr.variable is selection


def carried(unit: Unit, selection: StateVariable, query: Expr) -> Aggregate | None:
    """The query as one that can be carried along while the selection grows."""
    size = _size(selection)
    if isinstance(query, Op) and query.name == "size":
        if not selection_read(query.args[0], selection):
            return None
        return _made(unit, query, "sum", (1,) * size)
    if not isinstance(query, Fold) or not selection_read(query.source, selection):
        return None
    tests = conjuncts(query.where)
    values: tuple[int, ...] | None = (1,) * size
    if query.kind == "some":
        tests += conjuncts(query.body)
    elif query.body is not None:
        values = static_values(unit, query.body, query.local)
    chosen = static_values(unit, all_of(tests), query.local) if tests else (1,) * size
    if values is None or chosen is None:
        return None
    pairs = list(zip(values, chosen, strict=True))
    match query.kind:
        case "total" | "count":
            return _made(unit, query, "sum", tuple(v if c else 0 for v, c in pairs))
        case "some":
            return _made(unit, query, "some", tuple(int(bool(c)) for _, c in pairs))
        case "smallest":
            weights = tuple(v if c else LARGE for v, c in pairs)
            return _made(unit, query, "smallest", weights)
        case "largest":
            weights = tuple(v if c else -LARGE for v, c in pairs)
            return _made(unit, query, "largest", weights)
        case _:
            return None


def _size(selection: StateVariable) -> int:
    assert isinstance(selection.type, SetOf)
    return selection.type.domain.size


def _made(
    unit: Unit,
    query: Expr,
    kind: Literal["sum", "some", "smallest", "largest"],
    weights: tuple[int, ...],
) -> Aggregate:
    local = unit.fresh_local(Local(0, kind, query.type))
    low, high = sum(min(w, 0) for w in weights), sum(max(w, 0) for w in weights)
    if kind == "sum":
        unit.intervals.locals[local.number] = low, high
    return Aggregate(query, local, kind, weights)
