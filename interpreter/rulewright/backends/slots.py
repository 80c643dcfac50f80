"""The codec of engines that play on slots themselves: there is nothing to encode or decode."""

from __future__ import annotations

from typing import cast

from ..runtime.layout import CHANCE, POINT, Layout, Slots


class SlotCodec:
    """Positions that are slots; see `protocol.Codec`."""

    __slots__ = ("copy", "get")

    def __init__(self, layout: Layout) -> None:
        self.copy = layout.copy
        self.get = layout.get

    def encode(self, slots: Slots) -> Slots:
        return slots

    def decode(self, position: Slots) -> Slots:
        return position

    def point(self, position: Slots) -> int:
        return cast(int, position[POINT])

    def chance(self, position: Slots) -> object:
        return position[CHANCE]

    def set_chance(self, position: Slots, source: object) -> None:
        position[CHANCE] = source
