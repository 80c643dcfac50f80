"""The best way to play that a search of a solitaire has seen, where nothing is hidden and nothing
left to chance: it can be followed to its end, as Schadd, Winands, van den Herik, Chaslot and
Uiterwijk do ("Single-player Monte-Carlo tree search", 2008).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ..backends.protocol import Code, Position
from ..runtime.chance import below, stream
from .information import seen_by
from .playing_out import LONGEST, Playouts

Result = tuple[bool, int]  # is it won, and the points, more being better


class Line(NamedTuple):
    """What a game comes to, and the move to make wherever it passes."""

    result: Result
    moves: dict[Hashable, Code]


def line_of(playouts: Playouts, first: Sequence[Code], seed: int | None) -> Line | None:
    """The game that begins with some moves and goes on at random with a seed; None if chance has a
    part in it, or it does not end."""
    engine, codec = playouts.engine, playouts.codec
    position: Position = codec.copy(playouts.worlds[0])
    chance, seen = codec.chance(position), seen_by(engine)
    players, moves = stream(seed, 1) if seed is not None else 0, dict[Hashable, Code]()
    for number in range(len(first) + LONGEST):
        if codec.point(position) < 0:
            break
        if number < len(first):
            code = first[number]
        else:
            codes, k = engine.moves(position), 0
            if len(codes) > 1:
                players, k = below(players, len(codes))
            code = codes[k]
        moves[seen(position, 0)] = code
        engine.apply(position, code)
    if codec.point(position) >= 0 or codec.chance(position) != chance:
        return None
    return Line(playouts.result(engine.totals(position), engine.verdict(position)), moves)
