"""What moves have named lately, as far as a seat is told them: what stands out in a picture."""

from __future__ import annotations

from ..drawing.named import named_by
from ..state import Move, State
from .transcript import Transcript


class Lately:
    """A game as it goes on, step by step, and what its moves name."""

    def __init__(self) -> None:
        self._log = Transcript()
        self._named: list[frozenset[str]] = []

    def add(self, before: State, text: str, after: State) -> None:
        """Note a move with the states before and after it."""
        move: Move = next(move for move in before.legal_moves() if str(move) == text)
        self._log.add(before, move, after)
        program = before.engine.program
        self._named.append(frozenset(named_by(program, move.alternative, move.code)))

    def look(self, after: State) -> None:
        """Note what chance has shown."""
        self._log.look(after)

    def named(self, state: State, seat: int | None) -> set[str]:
        """What is named by the last move of the seat and all since then, as it is told them; for
        nobody, by the last move if all are told it."""
        found = set[str]()
        seats = range(state.engine.program.seats.size) if seat is None else (seat,)
        for entry, named in zip(reversed(self._log.entries), reversed(self._named), strict=True):
            if self._log.text_for_all(entry, state, seats) == entry.text:
                found |= named
            if entry.seat in seats:
                break
        return found
