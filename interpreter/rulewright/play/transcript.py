"""What has been done in a game, as each seat may know it.

The text of a move can name components that others do not see. So a move is told to another seat
without them until they lie, or have lain, where that seat sees them; and what was chosen in secret
is not told at all while the secret choice goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from ..core.evaluate import elements_of_mask
from ..core.ir import Domain, Element, SetOf
from ..runtime.observation import visible
from ..state import Move, State


@dataclass(slots=True)
class Entry:
    """A move: who made it and at which choice, its text and name, the components it names, which
    seats have seen them all, whether it was made in secret, and whether it stays a secret (`name`
    is the choice's then)."""

    seat: int
    choice: str
    text: str
    name: str
    components: tuple[tuple[Domain, int], ...]
    secret: bool
    lasting: bool
    open_to: set[int] = field(default_factory=set)


class Transcript:
    """The moves of a game, oldest first."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    @staticmethod
    def of(state: State) -> Transcript:
        """The transcript of a game that has been played so far: all its moves, made again."""
        states = [state.copy()]
        while states[-1].steps:
            states.append(states[-1].copy())
            states[-1].undo()
        transcript = Transcript()
        texts = iter(state.moves)
        states.reverse()
        for before, after in pairwise(states):
            if before.to_move != "chance":
                text = next(texts)
                made = next(move for move in before.legal_moves() if str(move) == text)
                transcript.add(before, made, after)
        return transcript

    def add(self, before: State, move: Move, after: State) -> None:
        """Note a move with the states before and after it."""
        seat = before.to_move
        assert isinstance(seat, int)
        choose = move.choose
        components = tuple(_components(move))
        name = choose.name if choose.secret else move.alternative.name
        entry = Entry(
            seat, choose.name, str(move), name, components, bool(choose.cover), choose.secret
        )
        self.entries.append(entry)
        self._note(before, self.entries[-1:])
        self._note(after, self.entries)

    def _note(self, state: State, entries: Iterable[Entry]) -> None:
        """Open entries to seats that see the components they name."""
        engine = state.engine
        for seat in range(engine.program.seats.size):
            closed = [e for e in entries if seat not in e.open_to and not e.lasting]
            if not closed:
                continue
            seen = visible(engine.program, engine.layout, state.slots, seat)
            for entry in closed:
                if all(seen.get(domain, 0) >> element & 1 for domain, element in entry.components):
                    entry.open_to.add(seat)

    def cut(self, count: int) -> None:
        """Keep the first `count` moves."""
        del self.entries[count:]

    def told(self, state: State, seat: int, *others: int) -> Iterator[tuple[int, str]]:
        """The moves as the seats may all know them: who made them, and their texts."""
        for entry in self.entries:
            told = {self.text_for(entry, state, one) for one in (seat, *others)}
            texts = [text for text in told if text is not None]
            if len(texts) == len(told):
                yield entry.seat, texts[0] if len(texts) == 1 else f"{entry.name} ..."

    def text_for(self, entry: Entry, state: State, seat: int) -> str | None:
        """One of the moves as the seat may know it; None if it is not told of it yet."""
        if entry.seat == seat:
            return entry.text
        if _goes_on_in_secret(entry, state):
            return None
        return entry.text if seat in entry.open_to else f"{entry.name} ..."

    def is_hidden(self, entry: Entry, state: State, seat: int) -> bool:
        """Is the seat not told which of the offers was chosen?"""
        return entry.seat != seat and (entry.lasting or _goes_on_in_secret(entry, state))


def _goes_on_in_secret(entry: Entry, state: State) -> bool:
    """Is the move part of a secret choice that is not over yet?"""
    return entry.secret and state.choice is not None and bool(state.choice.cover)


def _components(move: Move) -> Iterator[tuple[Domain, int]]:
    """The components that a move names, alone or in a set."""
    for local, value in zip(move.alternative.bound, move.code[1:], strict=True):
        kind = local.type
        if isinstance(kind, Element | SetOf) and kind.domain.kind == "component":
            several = elements_of_mask(value) if isinstance(kind, SetOf) else (value,)
            yield from ((kind.domain, element) for element in several)
