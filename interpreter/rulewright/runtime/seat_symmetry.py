"""Seat symmetry: the same position with everybody one seat further on: what is a seat's is the next
one's then.

Rules to which all seats are alike go on from there as they do from the position itself, but for
who is who. Nothing else is moved: not the components, not the chance source, and no place of a
history in which nothing is remembered: what stands there is nobody's.
"""

from __future__ import annotations

from typing import cast

from ..core.evaluate import elements_of_mask, mask_of
from ..core.ir import Alternative, Domain, Program, SetOf, Type
from .layout import Layout, Slots


def rotated(program: Program, layout: Layout, slots: Slots) -> Slots:
    """A copy of the slots with everything of seat s at seat s + 1, and that of the last at 0."""
    seats = program.seats
    moved = layout.copy(slots)
    held = {
        variable: cast(int, layout.get(slots, history.many, ()))
        for history in program.histories
        for _, variable in history.kept
    }
    for variable in program.variables:
        if seats not in variable.keys and _domain(variable.type) is not seats:
            continue
        for keys in layout.members(slots, variable):
            if variable in held and keys[-1] >= held[variable]:
                continue
            there = tuple(_next(k, d, seats) for k, d in zip(keys, variable.keys, strict=True))
            value = layout.get(slots, variable, keys)
            if isinstance(value, list):
                further: int | list[int] = [rotated_value(v, variable.type, seats) for v in value]
            else:
                further = rotated_value(value, variable.type, seats)
            layout.put(moved, variable, there, further)
    return moved


def rotated_code(alternative: Alternative, code: tuple[int, ...], seats: Domain) -> tuple[int, ...]:
    """The code of the move that the next seat makes where this seat makes that of `code`."""
    bound = zip(alternative.bound, code[1:], strict=True)
    return (code[0], *(rotated_value(value, local.type, seats) for local, value in bound))


def rotated_value(value: int, kind: Type, seats: Domain) -> int:
    """A seat or set of seats one further on; any other value as it is. In a stack or row of seats,
    one of its elements."""
    if _domain(kind) is not seats:
        return value
    if isinstance(kind, SetOf):
        return mask_of([(seat + 1) % seats.size for seat in elements_of_mask(value)])
    return _next(value, seats, seats)


def _next(value: int, domain: Domain, seats: Domain) -> int:
    return (value + 1) % seats.size if domain is seats and value >= 0 else value


def _domain(kind: Type) -> Domain | None:
    return getattr(kind, "domain", None)
