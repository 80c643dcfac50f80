"""What engines have in common that play on slots themselves: there is nothing to encode or decode,
and moves are known by their codes."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Protocol

from ..runtime.chance import stream
from ..runtime.layout import CHANCE, POINT, Layout, Slots
from .protocol import Code, Codec


class SlotCodec:
    """Positions that are slots; see `protocol.Codec`."""

    __slots__ = ("chance", "copy", "get", "point")

    def __init__(self, layout: Layout) -> None:
        self.copy = layout.copy
        self.get = layout.get
        self.point = itemgetter(POINT)
        self.chance = itemgetter(CHANCE)

    def encode(self, slots: Slots) -> Slots:
        return slots

    def decode(self, position: Slots) -> Slots:
        return position

    def set_chance(self, position: Slots, source: object) -> None:
        position[CHANCE] = source


class _Engine(Protocol):
    layout: Layout

    @property
    def codec(self) -> Codec[Slots]: ...

    def begin(self, slots: Slots, /) -> None: ...

    def moves(self, slots: Slots, /) -> Sequence[Code]: ...

    def apply(self, slots: Slots, move: Code, /) -> None: ...


class OnSlots:
    """What an engine does that makes moves in place, and knows them by their codes."""

    stepper = None

    def start(self: _Engine, seed: int) -> Slots:
        """The first decision of the game with a seed, or its end."""
        found = self.layout.fresh()
        found[CHANCE] = stream(seed)
        self.begin(found)
        return found

    def actions(self: _Engine, slots: Slots) -> list[int]:
        """The numbers of the moves at the waiting choice, in canonical order."""
        return self.layout.actions.numbers(slots[POINT], self.moves(slots))

    def after(self: _Engine, slots: Slots, action: int) -> Slots:
        """The position that a move leads to, given by its number."""
        found = self.codec.copy(slots)
        self.apply(found, self.layout.actions.code(action))
        return found
