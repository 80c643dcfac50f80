"""What generated code may call at run time: a short list, given to it as globals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import floordiv
from typing import NoReturn

from ...core.evaluate import in_table, round_from
from ...core.graphs import network
from ...core.grids import beside_any, is_in_reach, neighbours, open_cells, touching, touching_any
from ...core.ir import MOST_STATES, Compose, Number, StateVariable, Truth
from ...core.operators import OPERATORS, numbers, seat_from
from ...diagnostics import OutOfRange, PlayError
from ...lower.names import FAILURE
from ...lower.primitives import (
    NOTHING,
    AllWays,
    Known,
    Longest,
    LongestLine,
    LongestPath,
    Operation,
    SumsReached,
    Watching,
    WaysBy,
)
from ...runtime.chance import moved_on, picked, shuffled
from ...runtime.layout import laid
from ...runtime.ways import PathMeasure, Ways, WaysBySteps
from ...source import Span
from ..protocol import too_long


def mask_of(elements: Iterable[int]) -> int:
    """A stack or row as a mask."""
    mask = 0
    for element in elements:
        if element >= 0:
            mask |= 1 << element
    return mask


def bits(mask: int) -> list[int]:
    """The elements of a mask, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def nth(mask: int, n: int) -> int:
    """Element number n (from 0) of a mask, counted from the lowest."""
    while mask.bit_count() > 16:
        # between the lowest and the highest element, so that each half holds some
        half = ((mask & -mask).bit_length() + mask.bit_length()) >> 1
        low = mask & ((1 << half) - 1)
        count = low.bit_count()
        if n < count:
            mask = low
        else:
            n -= count
            mask ^= low
    while n:
        mask &= mask - 1
        n -= 1
    return (mask & -mask).bit_length() - 1


def cells_of(where: dict[int, int], components: int) -> int:
    """The cells in which those of the components lie that are on a growing grid."""
    found = 0
    for component, cell in where.items():
        if components >> component & 1:
            found |= 1 << cell
    return found


def fail(message: str, span: Span) -> NoReturn:
    """The rules went wrong."""
    raise PlayError(message, span)


def outside(variable: StateVariable, value: int, span: Span) -> NoReturn:
    """A number state variable would leave its range."""
    kind = variable.type
    assert isinstance(kind, Number)
    raise OutOfRange(f"{variable.name} would become {value}, outside {kind.written}", span)


def absent(variable: StateVariable, component: int, span: Span) -> NoReturn:
    """A component to be moved is not where it should be."""
    raise PlayError(f"{_label(variable, component)} is not in {variable.name}", span)


def no_room(variable: StateVariable, component: int, span: Span) -> NoReturn:
    """A row or slot is taken."""
    raise PlayError(f"{variable.name} has no room for {_label(variable, component)}", span)


def _label(variable: StateVariable, component: int) -> str:
    kind = variable.type
    assert not isinstance(kind, Number | Truth)
    return kind.domain.labels[component] if component >= 0 else "nothing"


def in_order(places: Iterable[int]) -> list[int]:
    """The components of a stack or row as they lie, without empty places."""
    return [component for component in places if component >= 0]


def lying_in(lying: Iterable[int], mask: int) -> list[int]:
    """Those of some components that are in a mask, as they lie."""
    return [component for component in lying if mask >> component & 1]


def lying_out(lying: Iterable[int], mask: int) -> list[int]:
    """Those that are not, as they lie."""
    return [component for component in lying if not mask >> component & 1]


def give_up(compose: Compose) -> NoReturn:
    """A search has become too long."""
    raise too_long(compose)


State = tuple[object, ...]


class Most:
    """The largest weight of a finish that can be reached from the states of a compose.

    `ways`: of a state, what a finish weighs there, and the states that steps lead to; `key_of`:
    what tells a state apart; `state`: the one from which all is asked.
    """

    __slots__ = ("_from", "_key_of", "_largest")

    def __init__(
        self,
        compose: Compose,
        ways: Callable[..., tuple[int, list[State | None]]],
        key_of: Callable[..., object],
        state: State,
    ) -> None:
        start = key_of(*state)
        weights: dict[object, int] = {}
        before: dict[object, list[object]] = {start: []}
        waiting = [(start, state)]
        while waiting:
            key, here = waiting.pop()
            weights[key], after = ways(*here)
            for there in after:
                if there is None:
                    continue  # the step cannot be taken
                follower = key_of(*there)
                if follower in before:
                    before[follower].append(key)
                else:
                    before[follower] = [key]
                    waiting.append((follower, there))
            if len(before) > MOST_STATES:
                give_up(compose)
        self._from = _handed_back(weights, before)
        self._key_of = key_of
        self._largest = self._from[start]

    def is_kept(self, state: State | None) -> bool:
        """Can the largest weight still be reached from a state that a step leads to? None: it
        cannot be taken."""
        if state is None or self._largest == NOTHING:
            return False
        return self._from[self._key_of(*state)] == self._largest

    def is_reached(self, weight: int) -> bool:
        """Is this the largest weight?"""
        return weight == self._largest


def _handed_back(
    weights: dict[object, int], before: dict[object, list[object]]
) -> dict[object, int]:
    """The largest weight that follows from each state: from the heaviest down, each is handed to
    all states before it that have none yet."""
    found: dict[object, int] = {}
    for heavy in sorted(weights, key=weights.__getitem__, reverse=True):
        waiting = [heavy]
        while waiting:
            key = waiting.pop()
            if key not in found:
                found[key] = weights[heavy]
                waiting += before[key]
    return found


def frozen(places: dict[int, int]) -> frozenset[tuple[int, int]]:
    """What lies where on a growing grid, as a part of a key."""
    return frozenset(places.items())


def copied(stacks: list[list[int]]) -> list[list[int]]:
    """Stacks of one's own, to be changed."""
    return [stack[:] for stack in stacks]


def only(number: int, size: int) -> int:
    """A number as a set of numbers below `size`."""
    return 1 << number if 0 <= number < size else 0


def up_to(number: int, size: int) -> int:
    """The numbers below `size` that are no more than a number, as a set."""
    if number < 0:
        return 0
    return (2 << (number if number < size else size - 1)) - 1


def payable(slots: list[int], prices: Sequence[int], purse: int) -> list[int]:
    """What lies in slots, without what costs more than there is."""
    found = slots[:]
    for slot, price in enumerate(prices):
        if price > purse:
            found[slot] = -1
    return found


Reached = tuple[
    tuple[int, int], ...
]  # by set of slots: the bits of a mask that are reached with it


def reached(now: int, further: Iterable[tuple[int, Reached]]) -> Reached:
    """The ways of an element from what it has now and from the ways that go on after a slot has
    been emptied (its bit). What needs more slots than enough is left out."""
    found: dict[int, int] = {}
    more = ~now
    for slot, ways in further:
        for slots, mask in ways:
            mask &= more
            if mask:
                slots |= slot
                found[slots] = found[slots] | mask if slots in found else mask
    if len(found) < 2:
        return (0, now), *found.items()
    kept: list[tuple[int, int]] = []
    for slots, mask in sorted(found.items()):  # parts of a set have lower numbers
        for fewer, enough in kept:
            if fewer & slots == fewer:
                mask &= ~enough
        if mask:
            kept.append((slots, mask))
    return (0, now), *kept


@lru_cache(4096)
def gained(total: int, by_slot: tuple[int, ...], prices: tuple[int, ...], fund: int) -> int:
    """By how much a fund can be raised in all, if slots can be paid from what it comes to hold."""
    found = -1
    more = total
    while more != found:
        found = more
        paid = zip(by_slot, prices, strict=True)
        more = total + sum(gain for gain, price in paid if price <= fund + found)
    return found


def together(elements: list[Reached], mask: int, payable: int) -> int:
    """Those of the bits of a mask that all elements can have together: with sets of slots that are
    disjoint, of which all together are one of `payable` (a bit for each set)."""
    sets = {0: mask}
    for ways in elements:
        more: dict[int, int] = {}
        for used, left in sets.items():
            for slots, enough in ways:
                both = left & enough
                if both and not used & slots and payable >> (used | slots) & 1:
                    more[used | slots] = more.get(used | slots, 0) | both
        sets = more
    found = 0
    for left in sets.values():
        found |= left
    return found


def called(data: object) -> object:
    """The function that fixed data is called as; what is no such data as it is."""
    match data:
        case Longest(graph=graph, kind=kind):
            known = network(graph)
            return known.trail if kind == "trail" else known.path
        case LongestLine(directions=directions):
            return _longest_line(directions)
        case AllWays(columns=columns, sides=sides):
            return Ways(columns, sides)
        case SumsReached(columns=columns, limits=limits):
            return _reached_by(columns, limits)
        case WaysBy():
            return WaysBySteps()
        case LongestPath():
            return PathMeasure()
        case Operation(expr=expr):
            return OPERATORS[expr.name].works_out(expr)
        case Watching(note=note):
            return note
        case Known():
            return {}
        case _:
            return data


def _reached_by(columns: Sequence[Sequence[int]], limits: Sequence[int]) -> Callable[..., int]:
    def reached_by(mask: int, start: int = 0) -> int:
        added = [column for c, column in enumerate(columns) if mask >> c & 1]
        sums = [start + sum(column[r] for column in added) for r in range(len(limits))]
        return sum(1 << r for r, limit in enumerate(limits) if sums[r] >= limit)

    return reached_by


def _longest_line(directions: Sequence[tuple[int, int]]) -> Callable[[int], int]:
    def longest_line(cells: int) -> int:
        best = 0
        for step, room in directions:
            line, length = cells, 0
            while line:
                line &= line >> step & room
                length += 1
            if length > best:
                best = length
        return best

    return longest_line


def turned(stack: list[object], start: int) -> None:
    """Turn round what lies in a stack from a place on."""
    stack[start:] = stack[start:][::-1]


EXPORTS: dict[str, object] = {
    FAILURE: PlayError,
    "Most": Most,
    "absent": absent,
    "beside_any": beside_any,
    "bits": bits,
    "cells_of": cells_of,
    "copied": copied,
    "fail": fail,
    "frozen": frozen,
    "gained": gained,
    "give_up": give_up,
    "in_order": in_order,
    "in_table": in_table,
    "is_in_reach": is_in_reach,
    "laid": laid,
    "lying_in": lying_in,
    "lying_out": lying_out,
    "mask_of": mask_of,
    "moved_on": moved_on,
    "neighbours": neighbours,
    "no_room": no_room,
    "nth": nth,
    "numbers": numbers,
    "open_cells": open_cells,
    "only": only,
    "outside": outside,
    "payable": payable,
    "picked": picked,
    "round_from": round_from,
    "quotient": floordiv,
    "reached": reached,
    "seat_from": seat_from,
    "shuffled": shuffled,
    "together": together,
    "turned": turned,
    "up_to": up_to,
    "touching": touching,
    "touching_any": touching_any,
}
