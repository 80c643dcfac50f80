"""A game that has been played as its steps: who did what, and where the game stood before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..core.ir import Block
from ..core.walk import walk
from ..state import State


class Step(NamedTuple):
    """A state, and what led on from it: a seat and its move, or chance (None) and its labels."""

    state: State
    who: int | None
    what: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.what)


def steps(last: State) -> Iterator[Step]:
    """Every step of a game, oldest first."""
    state, found = last.copy(), list[Step]()
    for _, what in reversed(last.made):
        state.undo()
        seat = state.to_move
        found.append(Step(state.copy(), seat if isinstance(seat, int) else None, what))
    return reversed(found)


def turn_numbers(played: list[Step]) -> list[int]:
    """The number of the turn in which each step was made; 0 before the first, and where the rules
    have no turns."""
    if not played or not _has_turns(played[0].state):
        return [0] * len(played)
    return [step.state.memory.turns for step in played]


def _has_turns(state: State) -> bool:
    flow = state.engine.program.flow
    return any(isinstance(stmt, Block) and stmt.turn for stmt in walk(flow))
