"""What has been done in a game, as each seat may know it.

The text of a move can name components that others do not see. So a move is told to another seat
without them until each of them has been seen by it where the move has put it: at once, while the
action goes on, or later, if the seat has followed it there – a card that is turned up where it was
laid down. One that comes out of a hand into which it was given is not known to be the one that was
given. What was chosen in secret is not told at all while the secret choice goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from ..backends.protocol import Position
from ..core.evaluate import elements_of_mask
from ..core.ir import Alternative, Choose, Completable, Compose, Domain, Element, SetOf
from ..core.walk import walk
from ..runtime.memory import Memory
from ..runtime.sight import Masks, visible
from ..state import Move, State

Components = frozenset[tuple[Domain, int]]


@dataclass(slots=True)
class Entry:
    """A move: who made it and at which choice, its text and name, the components it names, whether
    it was made in secret, and whether it stays a secret (`name` is the choice's then).

    `unseen`: for each seat, those components that it must still see to be told the move; a seat
    that lost track of one is in `lost`. `within`: the choices that are part of the move's action;
    `goes_on`: is the action not over yet?
    """

    seat: int
    choice: str
    text: str
    name: str
    components: tuple[tuple[Domain, int], ...]
    secret: bool
    lasting: bool
    within: frozenset[int]
    unseen: dict[int, Components] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)
    goes_on: bool = True

    def is_open_to(self, seat: int) -> bool:
        """Has the seat seen all that the move names?"""
        return not self.lasting and not self.unseen[seat]

    def note(self, seat: int, seen: Masks, blurred: Masks) -> None:
        """The seat has seen components, and lost track of some."""
        unseen = self.unseen[seat]
        if not self.goes_on and any(blurred.get(d, 0) >> element & 1 for d, element in unseen):
            self.lost.add(seat)
        if seat not in self.lost:
            self.unseen[seat] = frozenset(
                (d, element) for d, element in unseen if not seen.get(d, 0) >> element & 1
            )


class Transcript:
    """The moves of a game, oldest first."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._noted: Position | None = None  # the last position that was looked at

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
            else:
                transcript.look(after)
        return transcript

    def add(self, before: State, move: Move, after: State) -> None:
        """Note a move with the states before and after it."""
        seat = before.to_move
        assert isinstance(seat, int)
        self.look(before)
        choose = move.choose
        components = tuple(_components(move))
        name = choose.name if choose.secret else move.alternative.name
        within = frozenset(
            node.point for node in walk(move.alternative.body) if isinstance(node, Choose)
        )
        entry = Entry(
            seat,
            choose.name,
            str(move),
            name,
            components,
            bool(choose.cover),
            choose.secret,
            within,
            {other: frozenset(components) for other in range(before.engine.program.seats.size)},
        )
        for other in entry.unseen:
            entry.note(other, _seen(before, other), {})
        self.entries.append(entry)
        self.look(after)

    def look(self, state: State) -> None:
        """Note what seats have seen in the step that led to a state, if it has come to its end."""
        if state.position is self._noted:
            return
        self._noted = state.position
        told = [e for e in self.entries if not e.lasting and any(e.unseen.values())]
        memory: Memory | None = state.memory if told else None
        for seat in range(state.engine.program.seats.size):
            if memory is None or not memory.shown:
                continue
            seen = _seen(state, seat)
            for domain, mask in memory.shown[seat].items():
                seen[domain] = seen.get(domain, 0) | mask
            for entry in told:
                entry.note(seat, seen, memory.blurred[seat])
        choice = state.waiting
        for entry in self.entries:
            if entry.goes_on:
                entry.goes_on = choice is not None and (
                    choice.point in entry.within or (entry.secret and bool(choice.cover))
                )

    def cut(self, count: int) -> None:
        """Keep the first `count` moves."""
        del self.entries[count:]

    def told(self, state: State, seat: int, *others: int) -> Iterator[tuple[int, str]]:
        """The moves as the seats may all know them: who made them, and their texts."""
        for entry in self.entries:
            text = self.text_for_all(entry, state, (seat, *others))
            if text is not None:
                yield entry.seat, text

    def text_for_all(self, entry: Entry, state: State, seats: Sequence[int]) -> str | None:
        """One of the moves as all these seats may know it; None if one is not told of it yet."""
        told = {self.text_for(entry, state, seat) for seat in seats}
        texts = [text for text in told if text is not None]
        if len(texts) < len(told):
            return None
        return texts[0] if len(texts) == 1 else f"{entry.name} ..."

    def text_for(self, entry: Entry, state: State, seat: int) -> str | None:
        """One of the moves as the seat may know it; None if it is not told of it yet."""
        if entry.seat == seat:
            return entry.text
        if _goes_on_in_secret(entry, state):
            return None
        return entry.text if entry.is_open_to(seat) else f"{entry.name} ..."

    def is_hidden(self, entry: Entry, state: State, seat: int) -> bool:
        """Is the seat not told which of the offers was chosen?"""
        return entry.seat != seat and (entry.lasting or _goes_on_in_secret(entry, state))


def _seen(state: State, seat: int) -> Masks:
    return visible(state.engine.program, state.engine.layout, state.slots, seat)


def _goes_on_in_secret(entry: Entry, state: State) -> bool:
    """Is the move part of a secret choice that is not over yet?"""
    return entry.secret and state.waiting is not None and bool(state.waiting.cover)


def _components(move: Move) -> Iterator[tuple[Domain, int]]:
    """The components that a move names, alone or in a set, but not those that only stand for what
    everybody sees: colours of counters that lie open are no cards of these colours."""
    if _is_open(move.alternative):
        return
    for local, value in zip(move.alternative.bound, move.code[1:], strict=True):
        kind = local.type
        if isinstance(kind, Element | SetOf) and kind.domain.kind == "component":
            several = elements_of_mask(value) if isinstance(kind, SetOf) else (value,)
            yield from ((kind.domain, element) for element in several)


@lru_cache(maxsize=256)
def _is_open(alternative: Alternative) -> bool:
    """Do all seats see whatever the offer is made of, depends on and changes at once?"""
    parts = list(walk(alternative))
    if any(isinstance(part, Completable | Compose) for part in parts):
        return False
    variables = (getattr(part, "variable", None) for part in parts)
    return all(variable is None or variable.seen == "all" for variable in variables)
