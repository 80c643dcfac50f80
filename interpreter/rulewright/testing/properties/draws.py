"""Where the small numbers come from that decide a playout: at random, or from a list.

A playout is nothing but numbers: which element chance picks, how it orders a stack, which of the
moves on offer is made. Each is drawn below a limit and kept as drawn; a list of numbers therefore
is a playout, shorter lists and smaller numbers are simpler ones, and any list can be played: a
number that is too large counts modulo the limit, and after the last one all are 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ...runtime.chance import below, stream

PLAYOUTS = 4  # keeps this stream apart from those of a game and of its players


class Draws(Protocol):
    """Numbers on demand; `taken` are all that were drawn so far."""

    taken: list[int]

    def below(self, n: int) -> int:
        """A number from 0 to n − 1; where there is but one nothing is drawn."""
        ...


class RandomDraws:
    """Numbers from a stream of their own: the same for the same seed, on every machine."""

    def __init__(self, seed: int) -> None:
        self._source = stream(seed, PLAYOUTS)
        self.taken: list[int] = []

    def below(self, n: int) -> int:
        if n < 2:
            return 0
        self._source, k = below(self._source, n)
        self.taken.append(k)
        return k


class ListedDraws:
    """Numbers from a list, then 0."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = iter(numbers)
        self.taken: list[int] = []

    def below(self, n: int) -> int:
        if n < 2:
            return 0
        k = next(self._numbers, 0) % n
        self.taken.append(k)
        return k
