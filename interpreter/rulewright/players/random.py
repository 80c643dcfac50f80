"""A player who chooses by lot, every move equally likely.

The draws are those of `Engine.playout`: k below n for n > 1 moves, nothing when there is but one.
So one random player at all seats of a game with seed s, its stream being `shared_stream(s)`, plays
the very game of `playout(stream(s), shared_stream(s))`.
"""

from __future__ import annotations

from ..runtime.chance import below, stream
from .player import Player
from .view import View


class RandomPlayer(Player):
    """Chooses uniformly at random; may sit at several seats, which then share one stream."""

    name = "random"
    worlds = 0  # it looks at nothing

    def __init__(self, source: int) -> None:
        self._source = source

    def choose(self, view: View) -> int:
        if view.count == 1:
            return 0
        self._source, k = below(self._source, view.count)
        return k


def shared_stream(seed: int) -> int:
    """The stream of all random players of a game with this seed."""
    return stream(seed, 1)


def seat_stream(seed: int, seat: int) -> int:
    """The stream of a single random player at a seat."""
    return stream(seed, 2 + seat)
