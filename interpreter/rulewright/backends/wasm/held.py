"""What the engine plays on: a position as the bytes that a module is given, or as slots.

The bytes never change, so copies share them, and slots are made of them when somebody asks for one.
Where chance is asked, or single decisions are made in Python, a position is slots alone.
"""

from __future__ import annotations

from struct import pack
from typing import cast

from ...core.ir import StateVariable
from ...runtime.layout import CHANCE, POINT, Layout, Slots
from .module import Module
from .positions import BEYOND, STREAM

MASK = (1 << 64) - 1


class Held:
    """A position.

    `image`: its bytes, and `point` where it waits then; None: there are only `slots`, which are its
    own. Where there is an image these are None, or what it stands for and not to be changed.
    `actions`: the numbers of the moves, if they are known, not to be changed.
    """

    __slots__ = ("actions", "image", "point", "slots")

    def __init__(
        self, image: bytes | None, slots: Slots | None, point: int, actions: list[int] | None
    ) -> None:
        self.image, self.slots, self.point, self.actions = image, slots, point, actions


class HeldCodec:
    """Positions that are bytes or slots; see `protocol.Codec`."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.module: Module | None = None  # that bytes are for, once there is one

    def encode(self, slots: Slots) -> Held:
        return Held(None, slots, 0, None)

    def decode(self, position: Held) -> Slots:
        slots = position.slots
        if slots is None:
            slots = position.slots = self._read(position)
        return slots

    def _read(self, position: Held) -> Slots:
        module, image = self.module, position.image
        assert module is not None and module.positions is not None and image is not None
        return module.positions.read(image, module.heap)

    def written(self, slots: Slots) -> bytes:
        """The bytes of a position with these slots, whose chance is a stream."""
        assert self.module is not None and self.module.positions is not None
        words = self.module.positions.written(slots, self.module.heap)
        return pack(f"<{len(words)}Q", *[word & MASK for word in words])

    def copy(self, position: Held) -> Held:
        if position.image is None:
            slots = self._layout.copy(cast(Slots, position.slots))
            return Held(None, slots, 0, position.actions)
        return Held(position.image, position.slots, position.point, position.actions)

    def slots_alone(self, position: Held) -> Slots:
        """Its slots, to be changed: from now on it is nothing else."""
        slots = self.decode(position)
        if position.image is not None:
            slots = position.slots = self._layout.copy(slots)
            position.image = None
        return slots

    def get(
        self, position: Held, variable: StateVariable, keys: tuple[int, ...]
    ) -> int | list[int]:
        if position.slots is None and not keys:
            assert self.module is not None and self.module.positions is not None
            found = self.module.positions.single(cast(bytes, position.image), variable)
            if found is not None:
                return found
        return self._layout.get(self.decode(position), variable, keys)

    def point(self, position: Held) -> int:
        if position.image is not None:
            return position.point
        return cast(int, cast(Slots, position.slots)[POINT])

    def chance(self, position: Held) -> object:
        if position.slots is None:
            return int.from_bytes(cast(bytes, position.image)[STREAM:BEYOND], "little")
        return position.slots[CHANCE]

    def set_chance(self, position: Held, source: object) -> None:
        image = position.image
        if image is None or not is_stream(source):
            self.slots_alone(position)[CHANCE] = source
            return
        drawn = cast(int, source).to_bytes(16, "little")
        position.image = image[:STREAM] + drawn + image[BEYOND:]
        if position.slots is not None:
            position.slots = [position.slots[POINT], source, *position.slots[CHANCE + 1 :]]


def is_stream(source: object) -> bool:
    """Does chance come from a seeded stream?"""
    return isinstance(source, int) and bool(source & 1)
