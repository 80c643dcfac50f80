"""A player that looks one step ahead: at the points after each move, and at what ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from ..backends.protocol import Code
from ..diagnostics import RulewrightError
from .playing_out import LookingAhead, Playouts
from .view import View

FIRST, WORLDS = 3, 8
MOST_TRIED = 400  # moves: of more, some are taken by lot


class Greedy(LookingAhead):
    """Makes a move after which it is ahead as far as possible; among equal ones by lot.

    Where something is hidden or left to chance it looks at several worlds: at more than the first
    few only if these differ in what comes of the moves. Of very many moves it looks at some.
    """

    worlds, more = FIRST, WORLDS

    def __init__(self, seed: int) -> None:
        super().__init__("greedy", seed)

    def best(self, view: View, seed: int) -> int | None:
        playouts, worlds = Playouts(view, seed), len(view.worlds)
        numbers = list(range(view.count))
        while len(numbers) > MOST_TRIED:
            numbers.pop(int(playouts.random() * len(numbers)))
        codes = [playouts.codes[number] for number in numbers]
        found = leads_after(playouts, codes, worlds if worlds > 1 else WORLDS)
        if 1 < worlds < WORLDS and any(leads != found[0] for leads in found):
            return None
        leads = _average(found)
        best = max(leads)
        return playouts.any_of([n for n, lead in zip(numbers, leads, strict=True) if lead == best])


def lead_after(playouts: Playouts, codes: Sequence[Code]) -> list[float]:
    """How far the seat is ahead after each move, on average of its worlds."""
    return _average(leads_after(playouts, codes, WORLDS))


def leads_after(playouts: Playouts, codes: Sequence[Code], worlds: int) -> list[list[float]]:
    """How far the seat is ahead after each move, in each of so many worlds."""
    found = list[list[float]]()
    for _ in range(worlds):
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
    return found


def _average(found: Sequence[Sequence[float]]) -> list[float]:
    return [sum(several) / len(several) for several in zip(*found, strict=True)]
