"""What the engine plays on: where a position waits, where its chance comes from, and a node that
holds the rest as the bytes that a module is given, or as slots.

A node never changes but for what is worked out of it when somebody asks, so copies and games that
come to the same position share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from struct import pack
from typing import Any, Literal, cast

from ...core.ir import StateVariable
from ...runtime.chance import stream
from ...runtime.layout import CHANCE, POINT, Layout, Slots
from .module import Module
from .positions import BEYOND, STREAM

MASK = (1 << 64) - 1
Held = list[Any]
"""`[point, source, node]`: the first two where slots have them too. `source` is None if it is the
stream in the node's bytes, 16 bytes if it is another stream, a tuple of the seed if nothing has
been drawn from its stream, or as slots have it."""
SOURCE, NODE = CHANCE, 2


class Node:
    """A position but for the source of its chance.

    `image`: its bytes, with a stream that may not count; None: there are none. `slots`: what it
    holds, not to be changed, if it is known; their source may not count. `actions`: the numbers of
    the moves, if they are known, not to be changed. `after`: the node that each of them leads to,
    as far as that is kept (see `known`), and False if it hangs on chance; None: nothing is kept.
    """

    __slots__ = ("actions", "after", "image", "point", "slots")

    def __init__(
        self,
        point: int,
        slots: Slots | None,
        image: bytes | None = None,
        actions: Sequence[int] | None = None,
    ) -> None:
        self.point, self.slots, self.image, self.actions = point, slots, image, actions
        self.after: tuple[Node | Literal[False] | None, ...] | None = None


class HeldCodec:
    """Between what is held and slots; see `protocol.Codec`."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.module: Module | None = None  # that bytes are for, once there is one
        self.copy = cast("Any", list.copy)
        self.point = itemgetter(POINT)

    def encode(self, slots: Slots) -> Held:
        return [slots[POINT], slots[CHANCE], Node(slots[POINT], slots)]

    def decode(self, position: Held) -> Slots:
        slots, source = self.read(position[NODE]), self.chance(position)
        held = slots[CHANCE]
        if held is source or (type(source) is int and held == source):
            return slots
        return [slots[POINT], source, *slots[CHANCE + 1 :]]

    def read(self, node: Node) -> Slots:
        """The slots of a node, with any source; not to be changed."""
        if node.slots is None:
            module = self.module
            assert module is not None and module.positions is not None and node.image is not None
            node.slots = module.positions.read(node.image, module.heap)
        return node.slots

    def imaged(self, node: Node) -> bytes:
        """The bytes of a node, with any stream."""
        if node.image is None:
            module = self.module
            assert module is not None and module.positions is not None
            words = module.positions.written(self.read(node), module.heap)
            node.image = pack(f"<{len(words)}Q", *[word & MASK for word in words])
        return node.image

    def own(self, position: Held) -> Slots:
        """Its slots, to be changed."""
        slots = self._layout.copy(self.read(position[NODE]))
        slots[CHANCE] = self.chance(position)
        return slots

    def get(
        self, position: Held, variable: StateVariable, keys: tuple[int, ...]
    ) -> int | list[int]:
        node: Node = position[NODE]
        if node.slots is None and not keys:
            assert self.module is not None and self.module.positions is not None
            found = self.module.positions.single(cast(bytes, node.image), variable)
            if found is not None:
                return found
        return self._layout.get(self.read(node), variable, keys)

    def chance(self, position: Held) -> object:
        source: object = position[SOURCE]
        if source is None:
            source = cast(bytes, position[NODE].image)[STREAM:BEYOND]
        elif type(source) is tuple:
            source = position[SOURCE] = stream(*source)
        return int.from_bytes(source, "little") if type(source) is bytes else source

    def set_chance(self, position: Held, source: object) -> None:
        position[SOURCE] = source


def given(source: object) -> bytes | None:
    """A seeded stream as a module is given it; None if chance comes from elsewhere."""
    if type(source) is bytes:
        return source
    if isinstance(source, int) and source & 1:
        return source.to_bytes(BEYOND - STREAM, "little")
    return None
