"""The decisions that a game in progress has come through, each with how it was reached.

A `State` stands at one of them. They lie down here so that an engine can make the next one itself,
where it knows a quicker way than `after` (see `stepping`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, NewType

from ..runtime.chance import Question
from ..runtime.memory import Memory

Position = NewType("Position", object)  # an engine's own: only it and its codec know what it is


@dataclass(frozen=True, slots=True)
class Pending:
    """A step waiting for chance: the number of the move (None: the beginning) and what is wanted.
    `before`: the question before, if it is not the first of the step, and what the `answer` was."""

    move: int | None
    setup: bool
    question: Question
    before: Pending | None
    answer: tuple[int, ...]

    @property
    def outcomes(self) -> tuple[tuple[int, ...], ...]:
        """What chance has answered in the step until here."""
        found, at = list[tuple[int, ...]](), self
        while at.before is not None:
            found.append(at.answer)
            at = at.before
        return tuple(reversed(found))


class Asking(NamedTuple):
    """How chance was asked in a step: what it answered (None: a seeded stream did), the last of it
    to `last`; `setup`: does the step set the game up, if it is the beginning?"""

    answers: tuple[tuple[int, ...], ...] | None
    last: Pending | None
    setup: bool


SEEDED = Asking(None, None, True)


class Point:
    """A decision or the end, and how it was reached: from the point before, by a move, which is
    told by its number (None: the beginning).

    `at`: where the position waits (see `protocol.Codec.point`); `decisions`: moves made until here;
    `memory`: what seats know here, once somebody has asked; `actions`: the numbers of the moves on
    offer, once they have been asked for. These two, and what was before the beginning (see
    `State._look_back`), come to be known, and so do `turns`, how many have begun, which a point has
    from when they are counted; nothing else changes.
    """

    __slots__ = (
        "actions", "asking", "at", "before", "decisions", "memory", "move", "position", "turns",
    )  # fmt: skip

    position: Position
    at: int
    before: Point | None
    move: int | None
    asking: Asking
    decisions: int
    memory: Memory | None
    actions: Sequence[int] | None
    turns: int


def make_point(
    position: Position,
    at: int,
    before: Point | None = None,
    move: int | None = None,
    asking: Asking = SEEDED,
    decisions: int = 0,
    memory: Memory | None = None,
) -> Point:
    """A point. It has no `__init__`, which would take as long as the rest of a quick move."""
    made = Point()
    made.position = position
    made.at = at
    made.before = before
    made.move = move
    made.asking = asking
    made.decisions = decisions
    made.memory = memory
    made.actions = None
    return made
