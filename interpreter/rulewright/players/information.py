"""What a seat sees of a position, as something that can be looked up.

Two positions that look the same to the seat that decides are the same to it: a search keeps what it
has learned of both in one place. That is how it deals with hidden cards, with choices that are made
at the same time, and with positions that are reached in different ways.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import cast

from ..backends.protocol import Engine, Position
from ..core.ir import StateVariable
from ..runtime.layout import CHANCE, POINT, Layout, Slots
from ..runtime.sight import component_of, held_in, sees, visible
from .view import is_open

Seen = Callable[[Position, int], Hashable]
"""From a position and a seat to what the seat sees there: equal if it looks the same."""


def seen_by(engine: Engine) -> Seen:
    """What seats see of the positions of an engine, by the declared visibility alone: what a seat
    remembers from before is not in it."""
    decode, layout, program = engine.codec.decode, engine.layout, engine.program
    if is_open(program):
        if all(region.form not in ("stack", "grid") for region in layout.slots.values()):
            return lambda position, seat: _all_but_chance(decode(position))
        return lambda position, seat: _frozen(decode(position), CHANCE)
    layers = [_Layers(layout, program.variables, seat) for seat in range(program.seats.size)]

    def seen(position: Position, seat: int) -> Hashable:
        slots = decode(position)
        me = cast(int, layout.get(slots, program.me, ()))
        here = layers[seat]
        parts: list[Hashable] = [slots[POINT], *(_frozen(slots[a:b]) for a, b in here.open)]
        masks = visible(program, layout, slots, seat) if here.closed else {}
        for variable in here.closed:
            domain = component_of(variable)
            for keys in layout.members(slots, variable):
                value = layout.get(slots, variable, keys)
                if sees(variable, seat, me, keys[0] if keys else -1, masks):
                    parts.append(tuple(value) if isinstance(value, list) else value)
                elif domain is not None:
                    parts.append(held_in(variable, value).bit_count())
        return tuple(parts)

    return seen


class _Layers:
    """The state variables that a seat always sees, as stretches of slots, and the others."""

    def __init__(self, layout: Layout, variables: tuple[StateVariable, ...], seat: int) -> None:
        self.open: list[tuple[int, int]] = []
        self.closed: list[StateVariable] = []
        for variable in variables:
            region = layout.region(variable)
            if variable.seen != "all":
                self.closed.append(variable)
            elif self.open and self.open[-1][1] == region.base:
                self.open[-1] = self.open[-1][0], region.base + region.count
            else:
                self.open.append((region.base, region.base + region.count))


def _all_but_chance(slots: Slots) -> Hashable:
    return slots[POINT], *slots[CHANCE + 1 :]


def _frozen(slots: Slots, without: int = -1) -> Hashable:
    return tuple(
        tuple(slot) if isinstance(slot, list)
        else tuple(sorted(slot.items())) if isinstance(slot, dict)
        else slot
        for number, slot in enumerate(slots)
        if number != without
    )  # fmt: skip
