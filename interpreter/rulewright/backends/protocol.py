"""What every engine can do: run a closed program on slots, decision by decision.

`Code` is a move as engines see it: the number of the alternative at the waiting choice, then its
arguments, all ints. Text is made elsewhere (`runtime.move`), when somebody asks for it.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ..core.effort import MOST_OFFERED
from ..core.ir import Program
from ..diagnostics import LimitError, PlayError
from ..runtime.layout import Layout, Slots

Code = tuple[int, ...]

MOST_DECISIONS = 100_000  # of a game, before it is said not to end


class TooLong(LimitError):
    """A game that is not over after so many decisions."""

    def __init__(self, decisions: int) -> None:
        super().__init__(f"the game is not over after {decisions:,} decisions")


class Verdict(NamedTuple):
    """Who has won, as a mask of seats, and the number of the case of the outcome; −1: none."""

    winners: int
    case: int


class Playout(NamedTuple):
    """What a random game was: decisions taken, options over all of them, points for each seat, and
    the verdict at its end."""

    decisions: int
    options: int
    totals: tuple[int, ...]
    verdict: Verdict


def best(program: Program, totals: tuple[int, ...]) -> int:
    """The seats with the best total, as a mask."""
    reached = max(totals) if program.winner == "most" else min(totals)
    return sum(1 << seat for seat, total in enumerate(totals) if total == reached)


class Engine(Protocol):
    """One way to execute a program. All engines agree on every slot after every call."""

    name: str
    program: Program
    layout: Layout

    def begin(self, slots: Slots, *, setup: bool = True) -> None:
        """Run fresh slots to the first decision or the end; without `setup` the flow alone."""
        ...

    def moves(self, slots: Slots) -> list[Code]:
        """The moves at the waiting choice, in canonical order: never none, none twice."""
        ...

    def apply(self, slots: Slots, move: Code) -> None:
        """Carry out one of `moves(slots)` in place and run to the next decision or the end.

        A chance source that runs out raises `NeedChance` and leaves the slots half-way: the caller
        keeps a copy.
        """
        ...

    def totals(self, slots: Slots) -> tuple[int, ...]:
        """Points of each seat as the position stands: the sum of the score lines."""
        ...

    def verdict(self, slots: Slots) -> Verdict:
        """Who has won and which case of the outcome it is, if the game is over as it stands."""
        ...

    def playout(self, chance: int, players: int, *, longest: int = MOST_DECISIONS) -> Playout:
        """A game from its start to its end with every choice uniformly random.

        Raises `TooLong` if it is not over after `longest` decisions (at least 1).

        `chance` and `players` are streams (see `runtime.chance`). At a decision with n > 1 moves
        the players' stream gives k below n and the k-th move is made; with one move nothing is
        drawn.
        """
        ...


def too_many(action: str) -> str:
    """What is said when an action has more moves at a time than a list of them should hold."""
    return f"{action}: more than {MOST_OFFERED:,} moves are on offer"


def too_deep(program: Program) -> PlayError:
    """What is said when a search follows more steps, one after the other, than Python can."""
    which = " or ".join(dict.fromkeys(course.name for course in program.courses)) or "a compose"
    return PlayError(
        f"whether {which} can be completed cannot be told: too many steps may follow one another",
        program.courses[0].span if program.courses else None,
    )
