"""Positions that many games come to, and where moves lead from there.

Small games are soon known whole, and large ones begin alike. What follows a position is kept once
two games have come to it; so what is kept grows from where games begin to where most of them go. A
move that asks nothing of chance leads to one position always, whatever was drawn before.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal

from ...runtime.layout import CHANCE, POINT, Slots
from .held import Node
from .positions import BEYOND, STREAM

MOST_KEPT = 1 << 21  # bytes of positions, more or less
SEEN = 1 << 10  # positions looked for, before it is said whether they come again


class Known:
    """The positions of one engine. Several threads may come here."""

    def __init__(self) -> None:
        self._by_image: dict[Hashable, Node] = {}
        self._by_slots: dict[Hashable, Node] = {}
        self._lists: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._room = MOST_KEPT
        self._looked_for = self._found = 0
        self.first: Node | None = None  # where all games begin, if chance has nothing to do with it

    def met(self, node: Node) -> None:
        """A game comes to a node that is kept: from now on what follows it is kept too, once the
        moves there are known. Equal lists of moves are one, and so likely to be at hand."""
        moves = () if node.point < 0 else node.actions
        if node.after is None and self._room > 0 and moves is not None:
            moves = tuple(moves)
            node.actions = self._lists.setdefault(moves, moves)
            node.after = (None,) * len(moves)

    def leads(self, node: Node, place: int, there: Node | Literal[False]) -> None:
        """Where the move in this place of its moves leads from a node of which that is kept,
        whatever chance does; False: that hangs on chance."""
        kept = node.after
        assert kept is not None
        node.after = (*kept[:place], there, *kept[place + 1 :])  # in one piece, and so read quickly

    def made(self, slots: Slots) -> Node:
        """The node of a position that is reached: the one that is kept, if there is one."""
        if not self._pays():
            return Node(slots[POINT], slots)
        source, slots[CHANCE] = slots[CHANCE], None
        key: Hashable = tuple(slots)
        slots[CHANCE] = source
        try:
            found = self._by_slots.get(key)
        except TypeError:  # there are stacks
            key = repr(key)
            found = self._by_slots.get(key)
        if found is not None:
            return self._again(found)
        return self._keep(self._by_slots, key, 8 * len(slots), Node(slots[POINT], slots))

    def told(self, image: bytes, here: Node) -> Node:
        """The same of one that a module has told."""
        if not self._pays():
            return here
        key = image[:STREAM] + image[BEYOND:]
        found = self._by_image.get(key)
        if found is not None:
            return self._again(found)
        return self._keep(self._by_image, key, len(key), here)

    def _keep(self, among: dict[Hashable, Node], key: Hashable, size: int, here: Node) -> Node:
        if self._room > 0:
            self._room -= size
            among[key] = here
        return here

    def _pays(self) -> bool:
        """Do positions come again? One is looked for, if they do."""
        if self._looked_for < SEEN or self._found > self._looked_for >> 3:
            self._looked_for += 1
            return True
        return False

    def _again(self, found: Node) -> Node:
        self._found += 1
        if found.after is None:
            self.met(found)
        return found
