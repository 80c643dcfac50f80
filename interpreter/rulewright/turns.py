"""How many turns have begun, where nothing that lies anywhere can be hidden: from steps made again.

A position does not say how many turns led to it, and what seats know (see `following`) does: it has
each step made again by the reference. Where there is nothing to know the turns alone are counted,
and generated Python makes the steps: what takes long in rules – to ask how often all has been as it
is – takes no longer than in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock

from .backends.protocol import Code
from .backends.python import PythonEngine
from .core import ir
from .lower.primitives import Watching
from .lower.unit import Watched
from .runtime.chance import Asked
from .runtime.layout import CHANCE, Layout, Slots


@lru_cache(maxsize=8)
def turn_counter(program: ir.Program) -> TurnCounter:
    """What counts the turns of games of a program."""
    return TurnCounter(program)


class TurnCounter:
    """Makes steps again and counts the turns that begin in them, for one thread at a time."""

    def __init__(self, program: ir.Program) -> None:
        self._layout = Layout(program)
        self._lock = Lock()
        self._many = 0
        self._engine = PythonEngine(program, watch=self._watch)

    def begun(self, slots: Slots, move: Code, answers: Sequence[tuple[int, ...]] | None) -> int:
        """How many turns begin in a move from these slots.

        `answers`: what chance answered; None if the slots hold a seeded stream.
        """
        work = self._layout.copy(slots)
        if answers is not None:
            work[CHANCE] = Asked([*answers])
        with self._lock:
            self._many = 0
            self._engine.apply(work, move)
            return self._many

    def _watch(self, stmt: Watched) -> tuple[Watching, ...]:
        if not isinstance(stmt, ir.Block) or not stmt.turn:
            return ()

        def begins(slots: Slots) -> None:
            self._many += 1

        return (Watching(begins),)
