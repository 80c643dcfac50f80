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
from ..runtime.layout import POINT, Layout
from ..runtime.sight import component_of, held_in, sees, visible

Seen = Callable[[Position, int], Hashable]
"""From a position and a seat to what the seat sees there: equal if it looks the same."""


def seen_by(engine: Engine) -> Seen:
    """What seats see of the positions of an engine, by the declared visibility alone: what a seat
    remembers from before is not in it."""
    decode, layout, program = engine.codec.decode, engine.layout, engine.program
    layers = [_Layers(layout, program.variables, seat) for seat in range(program.seats.size)]

    def seen(position: Position, seat: int) -> Hashable:
        slots = decode(position)
        here = layers[seat]
        parts: list[Hashable] = [slots[POINT], *(tuple(slots[a:b]) for a, b in here.numbers)]
        parts += [_frozen(slots[at]) for at in here.others]
        if not here.closed:
            return tuple(parts)
        me = cast(int, layout.get(slots, program.me, ()))
        masks = visible(program, layout, slots, seat) if here.needs_masks else {}
        for variable, domain in here.closed:
            for keys in layout.members(slots, variable):
                value = layout.get(slots, variable, keys)
                if sees(variable, seat, me, keys[0] if keys else -1, masks):
                    parts.append(tuple(value) if isinstance(value, list) else value)
                elif domain is not None:
                    parts.append(held_in(variable, value).bit_count())
        return tuple(parts)

    return seen


class _Layers:
    """The state variables that a seat always sees, as stretches of slots that hold numbers and as
    the slots that hold something else; and the other state variables, with what lies in zones."""

    def __init__(self, layout: Layout, variables: tuple[StateVariable, ...], seat: int) -> None:
        self.numbers: list[tuple[int, int]] = []
        self.others: list[int] = []
        self.closed = [(one, component_of(one)) for one in variables if one.seen != "all"]
        self.needs_masks = any(variable.seen == "with" for variable, _ in self.closed)
        for variable in variables:
            region = layout.region(variable)
            first, after = region.base, region.base + region.count
            if variable.seen != "all":
                continue
            if region.form in ("stack", "grid"):
                self.others += range(first, after)
            elif self.numbers and self.numbers[-1][1] == first:
                self.numbers[-1] = self.numbers[-1][0], after
            else:
                self.numbers.append((first, after))


def _frozen(slot: object) -> Hashable:
    if isinstance(slot, list):
        return tuple(slot)
    return tuple(sorted(slot.items())) if isinstance(slot, dict) else slot
