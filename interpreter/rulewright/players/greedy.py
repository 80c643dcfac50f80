"""A player that looks one step ahead: at the points after each move, and at what ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from ..backends.protocol import Code
from ..diagnostics import RulewrightError
from .playing_out import LookingAhead, Playouts
from .view import View

WORLDS = 8
AGREED = 3  # worlds, of several: where so many come to the same, no more are looked into
MOST_TRIED = 400  # moves: of more, some are taken by lot


class Greedy(LookingAhead):
    """Makes a move after which it is ahead as far as possible; among equal ones by lot.

    Where something is hidden or left to chance it looks at several worlds: at no more than a few
    where each move comes to the same in all of these. Of very many moves it looks at some.
    """

    worlds = WORLDS

    def __init__(self, seed: int) -> None:
        super().__init__("greedy", seed)

    def best(self, view: View, seed: int) -> int:
        playouts = Playouts(view, seed)
        numbers = list(range(view.count))
        while len(numbers) > MOST_TRIED:
            numbers.pop(int(playouts.random() * len(numbers)))
        leads = lead_after(playouts, [playouts.codes[number] for number in numbers])
        best = max(leads)
        return playouts.any_of([n for n, lead in zip(numbers, leads, strict=True) if lead == best])


def lead_after(playouts: Playouts, codes: Sequence[Code]) -> list[float]:
    """How far the seat is ahead after each move, on average of its worlds."""
    found = list[list[float]]()
    for number in range(WORLDS):
        if number == AGREED and playouts.has_several and all(one == found[0] for one in found):
            break
        world = playouts.world()
        leads = [0.0] * len(codes)
        for i, code in enumerate(codes):
            position = playouts.codec.copy(world)
            try:
                playouts.engine.apply(position, code)
                leads[i] = playouts.ahead(position)
            except RulewrightError:
                pass  # it says what is wrong when it is made in the game
        found.append(leads)
    return [sum(several) / len(found) for several in zip(*found, strict=True)]
