"""By which line a game has ended, in its author's words.

No engine keeps that, and nothing in a position tells it. So the last step is made once more, by the
reference, where it is watched which line is carried out.
"""

from __future__ import annotations

from contextlib import suppress

from ..backends.effects import Executor, Exit, Run
from ..backends.reference import ReferenceEngine
from ..core.ir import End, Stmt
from ..core.walk import walk
from ..diagnostics import RulewrightError
from ..state import State


def words_of_end(state: State) -> str:
    """What the `end game` says that has ended a game; empty if it says nothing, if the game has
    ended otherwise or is not over, and where that cannot be told: of a position without a past, and
    where chance was asked last."""
    program = state.engine.program
    if not state.over or not any(
        isinstance(part, End) and part.words for part in walk(program.flow)
    ):
        return ""
    before = state.copy()
    if not before.steps:
        return ""
    before.undo()
    if not isinstance(before.to_move, int):
        return ""
    said: list[str] = []

    def watch(stmt: Stmt, step: Executor) -> Executor:
        if not isinstance(stmt, End):
            return step

        def ended(run: Run) -> Exit:
            said.append(stmt.words)
            return step(run)

        return ended

    made = state.moves[-1]
    move = next(move for move in before.legal_moves() if str(move) == made)
    engine = ReferenceEngine(program, watch=watch)
    with suppress(RulewrightError):  # a search in which the reference has to look at more
        engine.apply(engine.layout.copy(before.slots), move.code)
    return said[-1] if said else ""
