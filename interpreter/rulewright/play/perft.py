"""How many ways the game can go on: a number by which implementations of one game are compared.

The last decision of a sequence is counted, not carried out, so a question to chance that only the
last decision would raise does not matter.
"""

from __future__ import annotations

from ..backends.protocol import Engine, Position
from ..diagnostics import RulewrightError, UsageError
from ..runtime.chance import Asked, NeedChance
from ..runtime.layout import OVER
from ..state import State

DEEPEST = 100
MOST_STEPS = 1_000_000


class PerftError(RulewrightError):
    """Decision sequences that cannot be counted: chance is asked on the way, or too many."""


def perft(state: State, depth: int, *, most_steps: int = MOST_STEPS) -> list[int]:
    """The numbers of decision sequences of length 1, 2, … `depth` (1…100) from a state.

    A sequence that ends the game counts at its own length only. Raises `PerftError` where a state
    asks chance, or when more than `most_steps` moves would have to be carried out.
    """
    if not 1 <= depth <= DEEPEST:
        raise UsageError(f"the depth must be from 1 to {DEEPEST}, not {depth}")
    if state.to_move == "chance":
        raise PerftError("chance is asked here: give its outcome first, then count")
    counts = [0] * depth
    _Count(state.engine, counts, most_steps).below(state.position, 0)
    return counts


class _Count:
    def __init__(self, engine: Engine, counts: list[int], steps: int) -> None:
        self.engine = engine
        self.counts = counts
        self.steps = steps

    def below(self, position: Position, length: int) -> None:
        """Count what follows `length` decisions."""
        engine, codec = self.engine, self.engine.codec
        if codec.point(position) == OVER:
            return
        moves = engine.moves(position)
        self.counts[length] += len(moves)
        if length + 1 == len(self.counts):
            return
        self.steps -= len(moves)
        if self.steps < 0:
            raise PerftError(
                "there are too many sequences to count: choose a smaller depth "
                f"(counted so far, by length: {self.counts})"
            )
        asked = codec.chance(position) == 0  # a seeded stream is odd
        for move in moves:
            after = codec.copy(position)
            if asked:
                codec.set_chance(after, Asked())
            try:
                engine.apply(after, move)
            except NeedChance as need:
                question = need.question
                raise PerftError(
                    f"chance is asked within the sequences (a {question.kind} of {question.zone} "
                    f"after {length + 1} decisions): choose a smaller depth, or start with a seed"
                ) from None
            if asked:
                codec.set_chance(after, 0)
            self.below(after, length + 1)
