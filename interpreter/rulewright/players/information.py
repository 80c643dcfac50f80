"""What a seat sees of a position, as something that can be looked up.

Two positions that look the same to the seat that decides are the same to it: a search keeps what it
has learned of both in one place. That is how it deals with hidden cards, with choices that are made
at the same time, and with positions that are reached in different ways.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache

from ..backends.protocol import Engine, Position
from ..core.ir import SetOf
from ..runtime.layout import POINT, Layout, Region, Slots
from ..runtime.observation import chooses, counts, in_sight
from ..runtime.sight import Masks, component_of, held_in, visible

Seen = Callable[[Position, int], Hashable]
"""From a position and a seat to what the seat sees there: equal if it looks the same."""


def seen_by(engine: Engine) -> Seen:
    """What seats see of the positions of an engine, by the declared visibility alone: what a seat
    remembers from before is not in it."""
    decode, layout, program = engine.codec.decode, engine.layout, engine.program

    def seen(position: Position, seat: int) -> Hashable:
        slots = decode(position)
        here = _layers(layout, seat, chooses(layout, slots, seat))
        parts: list[Hashable] = [slots[POINT], *(tuple(slots[a:b]) for a, b in here.numbers)]
        parts += [_frozen(slots[at]) for at in here.others]
        parts += [tuple(counts(one, slots[a:b])) for one, a, b in here.counted]
        if here.beside:
            masks = visible(program, layout, slots, seat)
            parts += [_beside(layout, slots, masks, *one) for one in here.beside]
        return tuple(parts)

    return seen


def _beside(
    layout: Layout, slots: Slots, masks: Masks, region: Region, first: int, after: int
) -> Hashable:
    """What belongs to components: of those that are seen what it is, of others how much lies
    there."""
    variable = region.variable
    mask = masks.get(variable.keys[0], 0)
    if region.form == "plain" and isinstance(variable.type, SetOf) and len(variable.keys) == 1:
        held = enumerate(slots[first:after])
        if variable.role == "zone":
            return tuple([one and (one if mask >> c & 1 else one.bit_count()) for c, one in held])
        return tuple([one for c, one in held if mask >> c & 1])
    parts: list[Hashable] = []
    for keys in layout.members(slots, variable):
        value = layout.get(slots, variable, keys)
        if mask >> keys[0] & 1:
            parts.append(tuple(value) if isinstance(value, list) else value)
        elif component_of(variable) is not None:
            parts.append(held_in(variable, value).bit_count())
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class _Layers:
    """What a seat sees, as stretches of slots that hold numbers and as the slots that hold what
    else there is; what it can count; and what belongs to components."""

    numbers: tuple[tuple[int, int], ...]
    others: tuple[int, ...]
    counted: tuple[tuple[Region, int, int], ...]
    beside: tuple[tuple[Region, int, int], ...]


@lru_cache(maxsize=64)
def _layers(layout: Layout, seat: int, deciding: tuple[bool, ...]) -> _Layers:
    at, numbers, others = in_sight(layout, seat, deciding), list[tuple[int, int]](), list[int]()
    apart = {
        slot
        for variable, base, end in layout.bounds
        if layout.region(variable).form in ("stack", "grid")
        for slot in range(base, end)
    }
    for first, after in at.stretches:
        begun = first
        for slot in range(first, after + 1):
            if slot == after or slot in apart:
                if begun < slot:
                    numbers.append((begun, slot))
                begun = slot + 1
                others += [slot] * (slot < after)
    return _Layers(tuple(numbers), tuple(others), at.counted, at.beside)


def _frozen(slot: object) -> Hashable:
    if isinstance(slot, list):
        return tuple(slot)
    return tuple(sorted(slot.items())) if isinstance(slot, dict) else slot
