"""Flat Monte Carlo: each move is tried equally often, with games played on at random."""

from __future__ import annotations

from .budget import Budget
from .playing_out import LookingAhead, Playouts
from .view import View

WORLDS = 50


class Flat(LookingAhead):
    """Makes the move after which random games end best on average.

    If there are more moves than simulations, some are not tried.
    """

    def __init__(self, seed: int, budget: Budget) -> None:
        super().__init__(f"flat:{budget}", seed)
        self.budget = budget
        self.worlds = min(WORLDS, budget.simulations)

    def best(self, view: View, seed: int) -> int:
        playouts = Playouts(view, seed)
        waiting = list(range(view.count))
        tried: list[int] = []
        totals = [0.0] * view.count
        counts = [0] * view.count
        for number in self.budget.rounds():
            if waiting:
                at = waiting.pop(int(playouts.random() * len(waiting)))
                tried.append(at)
            else:
                at = tried[number % len(tried)]
            position = playouts.world()
            totals[at] += playouts.after(position, playouts.codes[at])[view.seat]
            counts[at] += 1
        return max(tried, key=lambda at: totals[at] / counts[at])
