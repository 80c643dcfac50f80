"""What comes again and again in a game that does not end: positions, or the same few choices."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain, islice
from typing import TypeVar

from ...core.ir import Number, StateVariable
from ...runtime.layout import POINT, Slots
from ...runtime.observation import canonical
from ...state import State

OFTEN = 4  # how often each comes at least, on average, of positions that come again and again
MOST_ROUND = 40  # moves, after which all is the same again in what is told to go round
FEW = 4  # kinds of moves that are named

Item = TypeVar("Item")
Made = tuple[str, str, str]
"""A move by its name, the seat that made it, and the choice."""


@dataclass(frozen=True, slots=True)
class Round:
    """A position that comes a second time: after how many moves it was there `first`, and after how
    many it was so again (`second`). `since`: after how many moves no others come than some few
    (`positions`), which come again and again; None if others do. `but_for`: what is not the same,
    for it only grows, or is what is remembered."""

    first: int
    second: int
    since: int | None = None
    positions: int = 0
    but_for: tuple[str, ...] = ()

    def __str__(self) -> str:
        but = f", but for {' and '.join(self.but_for)}" if self.but_for else ""
        back = f"after {_moves(self.second)} all is as it was after {self.first:,}{but}"
        if self.since is None:
            return back
        which = "position comes" if self.positions == 1 else f"{self.positions:,} positions come"
        return f"{_from(self.since)} the same {which} again and again: {back}"


def _moves(count: int) -> str:
    return f"{count:,} move{'s' * (count != 1)}"


def _from(since: int) -> str:
    return f"after {_moves(since)}" if since else "from the beginning"


def round_of(state: State, moves: int, since: int = 0) -> Round | None:
    """The round that a game of so many moves, which led to a state, goes in the end; else the first
    position that came a second time after some of them; None if none did."""
    program = state.engine.program
    keys = _keys(state, moves, ())
    found = _in_the_end(keys)
    if found is not None:
        return found
    growing = _growing(state, moves)
    apart = [v for v in program.variables if v in growing or v.role == "history"]
    if apart:
        names = [v.name for v in program.variables if v in growing]
        names += [one.name for one in program.histories]
        found = _in_the_end(_keys(state, moves, apart), tuple(names))
    return found or _first(keys, since)


def _decisions(state: State, moves: int) -> Iterator[Slots]:
    """The slots at the last decision, at the one before, and so on to the first."""
    at = state.copy()
    yield at.slots
    while moves:
        at.undo()
        if at.question is None:
            moves -= 1
            yield at.slots


def _keys(state: State, moves: int, apart: Collection[StateVariable]) -> list[bytes]:
    """Of each decision what is equal for equal positions, but for some state variables; chance to
    come does not count."""
    bounds, found = state.engine.layout.bounds, list[bytes]()
    kept = [(first, end) for variable, first, end in bounds if variable not in apart]
    for slots in _decisions(state, moves):
        plain = canonical([slots[POINT], 0, *chain.from_iterable(slots[a:b] for a, b in kept)])
        found.append(blake2b(repr(plain).encode(), digest_size=16).digest())
    return found[::-1]


def _growing(state: State, moves: int) -> set[StateVariable]:
    """Numbers that have never become smaller in the later half of a game, and have grown."""
    layout, last = state.engine.layout, state.slots
    found = {
        (variable, first, end)
        for variable, first, end in layout.bounds
        if variable.role == "mark" and isinstance(variable.type, Number)
    }
    later = last
    for slots in islice(_decisions(state, moves), moves // 2):
        found = {
            (variable, first, end)
            for variable, first, end in found
            if all(a <= b for a, b in zip(slots[first:end], later[first:end], strict=True))
        }
        later = slots
    return {variable for variable, first, end in found if later[first:end] != last[first:end]}


def _in_the_end(keys: Sequence[bytes], but_for: tuple[str, ...] = ()) -> Round | None:
    """The round that is gone in the later half, if but few positions come there; by the keys of all
    positions, which are equal for equal ones."""
    later = keys[len(keys) // 2 :]
    few = set(later)
    if len(few) * OFTEN > len(later):
        return None
    since = _since(keys, few)
    found = _first(keys, since)
    assert found is not None
    return replace(found, since=since, positions=len(few), but_for=but_for)


def _first(keys: Sequence[bytes], since: int) -> Round | None:
    """The first position from some on that comes a second time."""
    met: dict[bytes, int] = {}
    for number, key in enumerate(keys[since:], start=since):
        if key in met:
            return Round(met[key], number)
        met[key] = number
    return None


def _since(all_of: Sequence[Item], few: Set[Item]) -> int:
    """How many come before those that are followed by none but these few."""
    return next((n for n in range(len(all_of), 0, -1) if all_of[n - 1] not in few), 0)


def only(made: Sequence[Made]) -> tuple[int, str]:
    """After how many moves none are made but few, or none but at few choices, and which these are;
    no words if they are many."""
    ways: list[list[str]] = [
        [f"{move} by {seat}" for move, seat, _ in made],
        [move for move, _, _ in made],
        [f"those at {choice}" for _, _, choice in made],
    ]
    for told in ways:
        few = dict.fromkeys(told[len(told) // 2 :])
        if len(few) <= FEW:
            since = _since(told, few.keys())
            return since, f"{_from(since)} no moves but {', '.join(few)}"
    return 0, ""
