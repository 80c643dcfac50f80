"""Conditions on the cells of a growing grid that are shifts of masks.

`realm of x in C` over x is where the components of C lie. `some y in beside of x where P(y)` over x
is where P holds, moved one cell each way; so is `beside of x meets S`. P and S must hold only cells
in which something lies: then none is at the rim of the window, and a shift leads to neighbours.
"""

from __future__ import annotations

from ..core.ir import Cond, Element, Expr, Fold, Local, OnGrid, Op, Read
from ..core.walk import conjuncts
from .unit import Unit

_SPREAD = {"neighbours": "beside_any", "touching": "touching_any"}


def is_cell(local: Local) -> bool:
    """Is it a cell of a growing grid?"""
    return isinstance(local.type, Element) and local.type.domain.width > 0


def lies_among(unit: Unit, test: Expr, local: Local) -> Read | None:
    """`realm of x in C`, C free of x: the reading of the grid."""
    if not isinstance(test, Op) or test.name != "contains" or not is_cell(local):
        return None
    if not unit.uses("cells"):
        return None
    held, here = test.args
    if not isinstance(here, Read) or not here.variable.grows or here.keys != (local,):
        return None
    return here if local.number not in unit.free(held) else None


def around(unit: Unit, fold: Fold, local: Local) -> tuple[str, list[Expr]] | None:
    """`some y in beside of x where P(y)`: how to move a mask, and the conditions on y.

    An `every` is not so exactly where this holds of a `y` for which its claim fails.
    """
    source = fold.source
    if (
        not unit.uses("cells")
        or not is_cell(local)
        or not isinstance(source, Op)
        or source.args != (local,)
    ):
        return None
    if source.name not in _SPREAD or fold.kind not in ("some", "every"):
        return None
    tests = conjuncts(fold.where)
    if fold.kind == "some":
        tests = [*tests, *conjuncts(fold.body)]
    elif fold.body is not None:
        tests = [*tests, Op("not", (fold.body,), fold.type)]
    if any(local.number in unit.free(test) or unit.can_fail(test) for test in tests):
        return None
    if not any(needs_something(unit, test, fold.local) for test in tests):
        return None
    return _SPREAD[source.name], tests


def beside_laid(unit: Unit, test: Expr, local: Local) -> tuple[str, Expr] | None:
    """`beside of x meets S`, S free of x and cells in which something lies: how to move a mask, and
    S."""
    if not isinstance(test, Op) or test.name != "meets" or not is_cell(local):
        return None
    if not unit.uses("cells"):
        return None
    for ring, cells in (test.args, test.args[::-1]):
        if not isinstance(ring, Op) or ring.name not in _SPREAD or ring.args != (local,):
            continue
        if local.number not in unit.free(cells) and is_laid(cells):
            return _SPREAD[ring.name], cells
    return None


def is_laid(cells: Expr) -> bool:
    """Does something certainly lie in each of these cells?"""
    match cells:
        case OnGrid(what="occupied" | "cells_of"):
            return True
        case Op(name="intersect", args=args):
            return any(map(is_laid, args))
        case Op(name="union", args=args):
            return all(map(is_laid, args))
        case Op(name="without", args=(first, _)) | Fold(kind="all", source=first):
            return is_laid(first)
        case Cond(then=then, other=other):
            return is_laid(then) and is_laid(other)
        case _:
            return False


def needs_something(unit: Unit, test: Expr, local: Local) -> bool:
    """Does the condition hold only for cells in which something lies?"""
    if isinstance(test, Op) and test.name in ("and", "or"):
        parts = (needs_something(unit, arg, local) for arg in test.args)
        return any(parts) if test.name == "and" else all(parts)
    return lies_among(unit, test, local) is not None
