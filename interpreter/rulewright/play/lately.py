"""What moves have named lately, as far as a seat is told them: what stands out in a picture."""

from __future__ import annotations

from ..state import Move, State
from .transcript import Transcript


class Lately:
    """A game as it goes on, step by step, and what its moves name."""

    def __init__(self) -> None:
        self._log = Transcript()

    def add(self, before: State, text: str, after: State) -> None:
        """Note a move with the states before and after it."""
        move: Move = next(move for move in before.legal_moves() if str(move) == text)
        self._log.add(before, move, after)

    def look(self, after: State) -> None:
        """Note what chance has shown."""
        self._log.look(after)

    def named(self, state: State, seat: int | None) -> set[str]:
        """What is named by the last move of the seat, and by others since its turn before, as it is
        told them; for nobody, by the last move if all are told it."""
        if seat is not None:
            made = self._log.lately(state, seat)
        else:
            every = range(state.engine.program.seats.size)
            made = [
                entry
                for entry in self._log.entries[-1:]
                if self._log.text_for_all(entry, state, every) == entry.text
            ]
        return {name for entry in made for name in entry.named}
