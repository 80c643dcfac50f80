"""Conditions on two cells as shifts of masks.

`steps of s is not empty`, `some t in free where over(s, t) meets prey and ahead(s, t)`: which cells
s lead to a fitting t? Fixed data say how far t may lie from s: a few distances. For each of them
the fitting cells are shifted back by it, and what has to be met between the two by as much as it
lies beside s. Conditions on s alone that decide which distances there are – a king goes both ways –
part the cells s into cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from ..core.evaluate import PreparedInt, elements_of_mask, never_asked, no_state, prepare_int
from ..core.ir import Cond, Const, Element, Expr, Fold, Local, Op, SetOf, Truth
from ..core.walk import conjuncts, free_locals, substitute, walk
from .relations import SUBJECT
from .shifts import MOST_SHIFTS
from .unit import Unit

THERE = SUBJECT - 1  # the number that stands for the other cell, so that equal tests are equal
MOST_PAIRS = 10_000  # of cells, for which fixed data are asked
MOST_CASES = 4

Condition = tuple[Expr, bool]  # on s, and whether it holds
Offsets = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """Conditions on s, and from which cells each distance leads to another then."""

    conditions: tuple[Condition, ...]
    steps: dict[int, int]


@dataclass(frozen=True, slots=True)
class Leaps:
    """A condition on whether there is a `there`, a few steps from s, for which `tests` hold, and
    between which and s lies one of each of `met`: by distance, how far from s that may lie.
    `opposite`: whether there is none."""

    there: Local
    tests: tuple[Expr, ...]
    met: tuple[Expr, ...]
    offsets: dict[int, tuple[Offsets, ...]]
    cases: tuple[Case, ...]
    opposite: bool


def leaps(unit: Unit, test: Expr, local: Local) -> Leaps | None:
    """The condition on s as one on what lies a few steps from it."""
    asked = _asked(test)
    if asked is None or not isinstance(local.type, Element) or unit.can_fail(test):
        return None
    there, parts, opposite = asked
    size = local.type.domain.size
    if there.type != local.type or size * size > MOST_PAIRS:
        return None
    both = frozenset((local.number, there.number))
    tests: list[Expr] = []
    met: list[tuple[Expr, Expr]] = []
    choices: list[Sequence[tuple[tuple[Condition, ...], Expr | None]]] = []
    for part in parts:
        free = unit.free(part) & both
        if _is_fixed(unit, part, both):
            choices.append([((), part)])
        elif local.number not in free:
            tests.append(part)
        elif there.number not in free:
            choices.append([(((part, True),), None)])
        elif isinstance(part, Cond):
            split = _split(unit, part, local, both)
            if split is None:
                return None
            choices.append(split)
        else:
            between = _between(unit, part, local, both)
            if between is None:
                return None
            met.append(between)
    combined = [*product(*choices)]
    if not combined or len(combined) > MOST_CASES:
        return None
    cases = []
    for one in combined:
        fixed = tuple(test for _, test in one if test is not None)
        steps = _steps(unit, fixed, local, there)
        if steps is None:
            return None
        if steps:
            cases.append(Case(tuple(c for conditions, _ in one for c in conditions), steps))
    offsets = _offsets(unit, [around for around, _ in met], cases, local, there)
    if offsets is None:
        return None
    others = tuple(other for _, other in met)
    return Leaps(there, tuple(tests), others, offsets, tuple(cases), opposite)


def _asked(test: Expr) -> tuple[Local, list[Expr], bool] | None:
    """The other cell, what is asked of it, and whether there is to be none."""
    match test:
        case Op(name="empty", args=(Fold(kind="all", body=None) as fold,)):
            found, opposite = conjuncts(fold.where), True
        case Fold(kind="some") as fold:
            found, opposite = [*conjuncts(fold.where), *conjuncts(fold.body)], False
        case Fold(kind="every", body=body) as fold if body is not None:
            found, opposite = [*conjuncts(fold.where), Op("not", (body,), Truth())], True
        case _:
            return None
    there, source = fold.local, fold.source
    while isinstance(source, Fold) and source.kind == "all" and source.body is None:
        instead = {source.local.number: there}
        found = [*(substitute(t, instead) for t in conjuncts(source.where)), *found]
        source = source.source
    if not isinstance(source.type, SetOf):
        return None
    return there, [Op("contains", (source, there), Truth()), *found], opposite


def _is_fixed(unit: Unit, expr: Expr, both: frozenset[int]) -> bool:
    return unit.is_static(expr) and unit.free(expr) <= both


def _split(
    unit: Unit, expr: Expr, local: Local, both: frozenset[int]
) -> list[tuple[tuple[Condition, ...], Expr | None]] | None:
    """What fixed data are to say, case by case of conditions on s alone."""
    if _is_fixed(unit, expr, both):
        return [] if isinstance(expr, Const) and not expr.value else [((), expr)]
    if not isinstance(expr, Cond) or not unit.free(expr.test) & both <= {local.number}:
        return None
    found: list[tuple[tuple[Condition, ...], Expr | None]] = []
    for part, holds in ((expr.then, True), (expr.other, False)):
        split = _split(unit, part, local, both)
        if split is None:
            return None
        found += [(((expr.test, holds), *conditions), fixed) for conditions, fixed in split]
    return found


def _between(
    unit: Unit, part: Expr, local: Local, both: frozenset[int]
) -> tuple[Expr, Expr] | None:
    """Of `S of s and t meets T`: the set that fixed data give to both, and the other one."""
    if not isinstance(part, Op) or part.name != "meets":
        return None
    assert isinstance(local.type, Element)
    for around, others in (part.args, part.args[::-1]):
        while isinstance(around, Op) and around.name == "without":
            around, less = around.args
            others = Op("without", (others, less), others.type)
        if not isinstance(around.type, SetOf) or around.type.domain is not local.type.domain:
            continue
        if _is_fixed(unit, around, both) and not unit.free(others) & both:
            return around, others
    return None


def _alike(expr: Expr, local: Local, there: Local) -> Expr:
    """The same with names that are the same wherever it stands."""
    instead = {
        local.number: Local(SUBJECT, "s", local.type),
        there.number: Local(THERE, "t", there.type),
    }
    return substitute(expr, instead)


def _steps(unit: Unit, fixed: Sequence[Expr], local: Local, there: Local) -> dict[int, int] | None:
    """By distance the cells from which it leads to one that fits, as far as fixed data say; None
    if there are too many distances."""
    if not fixed:
        return None
    alike = tuple(_alike(test, local, there) for test in fixed)
    return unit.once(("leaps", alike), alike, lambda: _worked_out(alike, local))


def _worked_out(tests: Sequence[Expr], local: Local) -> dict[int, int] | None:
    assert isinstance(local.type, Element)
    cells = range(local.type.domain.size)
    alone = [test for test in tests if free_locals(test) == {THERE}]
    fits_alone = _holds(alone)
    ends = [t for t in cells if fits_alone({THERE: t}, no_state, never_asked)]
    fits = _holds(sorted((t for t in tests if t not in alone), key=_length))
    found: dict[int, int] = {}
    for s, t in product(cells, ends):
        if fits({SUBJECT: s, THERE: t}, no_state, never_asked):
            found[t - s] = found.get(t - s, 0) | 1 << s
            if len(found) > MOST_SHIFTS:
                return None
    return found


def _holds(tests: Sequence[Expr]) -> PreparedInt:
    """Do all tests hold? Those that come first are asked first."""
    return prepare_int(Op("and", (Const(1, Truth()), *tests), Truth()))


def _length(expr: Expr) -> int:
    return sum(1 for _ in walk(expr))


def _offsets(
    unit: Unit, sets: Sequence[Expr], cases: Sequence[Case], local: Local, there: Local
) -> dict[int, tuple[Offsets, ...]] | None:
    """By distance, how far from s the elements of each set lie; None if that is not always the
    same, or if there are too many distances."""
    leading: dict[int, int] = {}
    for case in cases:
        for distance, known in case.steps.items():
            leading[distance] = leading.get(distance, 0) | known
    if len(leading) > MOST_SHIFTS:
        return None
    alike = tuple(_alike(around, local, there) for around in sets)
    key = "offsets", alike, tuple(leading.items())
    return unit.once(key, alike, lambda: _beside(alike, leading))


def _beside(sets: Sequence[Expr], leading: dict[int, int]) -> dict[int, tuple[Offsets, ...]] | None:
    computes = [prepare_int(one) for one in sets]
    found: dict[int, tuple[Offsets, ...]] = {}
    for distance, known in leading.items():
        for s in elements_of_mask(known):
            given: dict[int, int | list[int]] = {SUBJECT: s, THERE: s + distance}
            masks = (compute(given, no_state, never_asked) for compute in computes)
            beside = tuple(tuple(m - s for m in elements_of_mask(mask)) for mask in masks)
            if found.setdefault(distance, beside) != beside:
                return None
    return found
