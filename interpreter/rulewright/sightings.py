"""What a seat sees go from place to place within a step, from the step made once more.

What lies open when a decision is reached is seen in its position. A card that is turned up and put
away again before the next decision is not: two steps may lead to positions that look the same to a
seat which has seen another card in each. Marks are looked at when a decision is reached, and only
then; so are hidden places, of which a seat sees how much lies there.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import cast

from .backends.effects import Executor, Exit, Run
from .backends.protocol import Code
from .backends.reference import ReferenceEngine
from .core import ir
from .following import keys_of
from .runtime.chance import Asked
from .runtime.layout import CHANCE, Layout, Slots
from .runtime.sight import held_in, sees, visible

Place = tuple[str, tuple[int, ...]]  # by the name of its zone, and its keys
Sighting = tuple[Place, Place, int]
"""From where to where, and which components (a mask)."""


@lru_cache(maxsize=8)
def watcher(program: ir.Program) -> Watcher:
    """What watches the steps of a program."""
    return Watcher(program)


class Watcher:
    """Makes steps again and notes what a seat sees move in them, for one thread at a time."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program
        self._layout = Layout(program)
        self._lock = Lock()
        self._seat = 0
        self._seen: list[Sighting] = []
        self._engine = ReferenceEngine(program, watch=self._watch)

    def seen(
        self,
        slots: Slots,
        move: Code | None,
        answers: tuple[tuple[int, ...], ...],
        seat: int,
        *,
        setup: bool = True,
    ) -> list[Sighting]:
        """What the seat sees move in a step from these slots – a move, or the beginning (None) –,
        one after the other. `answers`: what chance answered."""
        work = self._layout.copy(slots)
        work[CHANCE] = Asked(list(answers))
        with self._lock:
            self._seat, self._seen = seat, []
            if move is None:
                self._engine.begin(work, setup=setup)
            else:
                self._engine.apply(work, move)
            return self._seen

    def _watch(self, stmt: ir.Stmt, step: Executor) -> Executor:
        """A statement that moves components, watched: who sees one end of the way sees what goes
        there, and where from and where to."""
        if not isinstance(stmt, ir.Move | ir.MoveAll | ir.Deal):
            return step
        source, target = stmt.source.variable, stmt.target.variable
        if source.seen == target.seen == "nobody":
            return step
        here, there = keys_of(stmt.source), keys_of(stmt.target)
        get = self._layout.getter(source)

        def watched(run: Run) -> Exit:
            at, to = here(run), there(run)
            lay = held_in(source, get(run.slots, at))
            saw = self._sees(source, at, run.slots)
            broken = step(run)
            gone = lay & ~held_in(source, get(run.slots, at))
            if gone and (saw or self._sees(target, to, run.slots)):
                self._seen.append(((source.name, at), (target.name, to), gone))
            return broken

        return watched

    def _sees(self, variable: ir.StateVariable, keys: tuple[int, ...], slots: Slots) -> bool:
        me = cast(int, self._layout.get(slots, self._program.me, ()))
        beside = variable.seen == "with"
        masks = visible(self._program, self._layout, slots, self._seat) if beside else {}
        return sees(variable, self._seat, me, keys[0] if keys else -1, masks)
