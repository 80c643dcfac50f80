"""Games played on from a position at random, and what their ends are worth to each seat.

What searching players share. Luck comes from `random.Random.random`, whose numbers are the same in
every version of Python.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random

from ..backends.protocol import Code, Position, Verdict
from ..core.evaluate import elements_of_mask
from ..diagnostics import RulewrightError
from ..runtime.chance import stream
from .player import Player
from .view import View, mixed

LONGEST = 2_000  # decisions that are played on before a game is judged by its points
LOST, NOBODY = 2.0, 1.001  # of how many seats it is a win, as one that all share is of all
POINTS = 0.1  # what points count for beside winning; alone, a player wants nothing else


class LookingAhead(Player):
    """A player that looks into its moves, with luck of its own at each decision."""

    single = 0

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed, self._decisions = name, seed, 0

    def choose(self, view: View) -> int | None:
        self._decisions += 1
        return self.best(view, mixed(self.seed, self._decisions)) if view.count > 1 else 0

    @abstractmethod
    def best(self, view: View, seed: int) -> int | None:
        """The number of the best of several moves; None if the worlds do not tell."""


class Playouts:
    """Random games from the worlds of a view, one after the other."""

    def __init__(self, view: View, seed: int) -> None:
        world = view.worlds[0]
        self.engine = world.engine
        self.codec = self.engine.codec
        self.seat = view.seat
        self.seats = self.engine.program.seats.size
        self.worlds = [world.position for world in view.worlds]
        self.codes = tuple(move.code for move in view.moves)
        self.random = Random(seed).random
        self.number = 0
        self.ended: tuple[tuple[bool, int], int | None] | None = None
        """What the last game came to for the seat, and the seed with which it went on to its end;
        nothing if it did not come to one."""
        self.shared: set[int] = set()
        """How many seats have won where this one has with others."""
        self._together = False  # has a game been seen that all have won?
        self._low: list[int] = []
        self._high: list[int] = []
        self._sign = -1 if self.engine.program.winner == "least" else 1
        self._weight = POINTS if self.seats > 1 else 1.0
        self._is_won = self.engine.program.is_won

    def world(self) -> Position:
        """A position to play on from: each world in its turn, with chance of its own."""
        return self.anew(self.worlds[self.number % len(self.worlds)])

    def anew(self, position: Position) -> Position:
        """A copy of a position with chance of its own."""
        position = self.codec.copy(position)
        self.number += 1
        self.codec.set_chance(position, stream(int(self.random() * (1 << 53)), self.number))
        return position

    def to_end(self, position: Position) -> list[float]:
        """Play on at random; what the end is worth to each seat, from 0 to 1.

        A game that goes wrong in the rules, or does not end, is worth the same to all.
        """
        seed = int(self.random() * (1 << 53))
        try:
            [found] = self.engine.play_on(position, (seed,), longest=LONGEST)
        except RulewrightError:
            found = None
        if found is None:
            return self.undecided()
        self.ended = self.result(found.totals, found.verdict), seed
        return self.worth(found.totals, found.verdict)

    def undecided(self) -> list[float]:
        """What a game is worth to each seat that does not tell."""
        self.ended = None
        return [1 / self.seats] * self.seats

    def after(self, position: Position, code: Code) -> list[float]:
        """The same after a move."""
        try:
            self.engine.apply(position, code)
        except RulewrightError:
            return self.undecided()
        return self.to_end(position)

    def values(self, position: Position) -> list[float]:
        """What a game that is over is worth to each seat."""
        totals, verdict = self.engine.totals(position), self.engine.verdict(position)
        self.ended = self.result(totals, verdict), None
        return self.worth(totals, verdict)

    def result(self, points: Sequence[int], verdict: Verdict) -> tuple[bool, int]:
        """Has the seat won, and what are its points, more being better?"""
        return bool(verdict.winners >> self.seat & 1), self._sign * points[self.seat]

    def worth(self, points: Sequence[int], verdict: Verdict) -> list[float]:
        """What the end of a game is worth to each seat, from 0 to 1: its share of the win, and a
        little for its points among those seen so far; these alone where it is fixed who wins.

        Where nobody wins all share alike, unless all can win together: then they have lost.
        """
        totals = [self._sign * total for total in points]
        winners = elements_of_mask(verdict.winners)
        self._together = self._together or len(winners) == self.seats > 1
        if len(winners) > 1 and self.seat in winners:
            self.shared.add(len(winners))
        if not winners and not self._together and self.seats > 1:
            winners = tuple(range(self.seats))
        if not self._low:
            self._low, self._high = totals[:], totals[:]
        values = []
        for seat, total in enumerate(totals):
            low = self._low[seat] = min(self._low[seat], total)
            high = self._high[seat] = max(self._high[seat], total)
            share = 1 / len(winners) if seat in winners else 0.0
            rank = (total - low) / (high - low) if high > low else 0.5
            won = (share + self._weight * rank) / (1 + self._weight)
            values.append(won if self._is_won else rank)
        return values

    def ahead(self, position: Position) -> float:
        """How far the seat is ahead as the position stands: in points, beyond any of them if the
        game is won or lost. Where nobody of several has won, that is a little less than if all had,
        as in a game that all can only lose together; where it is fixed who wins, nobody is ahead of
        others, and a seat's own points count."""
        totals = [self._sign * points for points in self.engine.totals(position)]
        if not self._is_won:
            return float(totals[self.seat])
        others = [points for seat, points in enumerate(totals) if seat != self.seat]
        lead = float(totals[self.seat] - max(others, default=0))
        if self.codec.point(position) >= 0:
            return lead
        winners = elements_of_mask(self.engine.verdict(position).winners)
        won = len(winners) / self.seats if self.seat in winners else LOST
        if not winners and self.seats > 1:
            won = NOBODY
        return lead + (1 - won) * 1e9

    def any_of(self, best: Sequence[int]) -> int:
        """One of some moves, by lot."""
        return best[int(self.random() * len(best))]
