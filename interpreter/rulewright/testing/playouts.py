"""A game played by a few numbers: what tests draw, remember and make smaller."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..game import Game
from ..state import Move, State

LONGEST = 10_000  # decisions; no game here takes so many


@dataclass(frozen=True)
class Playout:
    """A game from its start to its end: a seed for chance, and numbers that pick the moves.

    At each decision the next number picks one of the moves on offer, counted round; after the last
    number it is the first one's turn again. So any numbers are a playout, and fewer and smaller
    ones a simpler playout.
    """

    game: Game
    seed: int
    picks: tuple[int, ...]

    def start(self) -> State:
        """The game at its first decision."""
        return self.game.start(seed=self.seed)

    def choose(self, state: State, count: int) -> Move:
        """The move at the decision before which `count` others were made."""
        moves = state.legal_moves()
        return moves[self.picks[count % len(self.picks)] % len(moves)]

    def states(self) -> Iterator[State]:
        """The one state of the game at each of its decisions, and at its end."""
        state = self.start()
        for count in range(LONGEST):
            yield state
            if state.over:
                return
            state.apply(self.choose(state, count))
        raise AssertionError(f"the game has not ended after {LONGEST} decisions")

    def end(self) -> State:
        """The state at the end of the game."""
        *_, last = self.states()
        return last
