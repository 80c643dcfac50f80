"""Sums over sets by tables, one sum or many at once.

A sum over the elements of a mask is a few look-ups: the mask is cut into chunks of up to twelve
bits, and a table for each chunk holds the sum for every subset of it. The same works for many sums
side by side (`total rank of cards that pay r`, for every route r): the entries are then whole
numbers with one lane for each r, wide enough that no lane reaches into the next. To compare all
sums with their limits, each lane starts so high that reaching the limit sets its top bit.

The top bits become a mask over r by one remainder: modulo 2^p - 1 the bit at position q counts as
bit q mod p. With the lane width prime to p > number of lanes, the lanes can be ordered so that the
top bit of the lane of r falls on bit r.

Where numbers of any width are as quick as others, one number holds all lanes. Where they are not,
the printer is told of the sums and their limits (`SumsReached`), and has lanes of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from .nodes import Value, binary, call, item, number
from .primitives import MOST_REACHED, SumsReached
from .unit import Unit

CHUNK = 12  # bits of a table's index
MOST_SUMMED = 1024  # elements: with more, tables for all subsets of so many chunks are too large
SMALL_CHUNK = 6
MOST_IN_LINE = 100  # sums of chunks that are added one after the other
MOST_BITS = 8192  # of all lanes together


def chunks(elements: int, live: int, longest: int = CHUNK) -> list[tuple[int, int]]:
    """Stretches (first element, count) that cover the elements of the mask `live`."""
    if not live:
        return []
    first = (live & -live).bit_length() - 1
    span = live.bit_length() - first
    width = -(-span // -(-span // longest))
    found = []
    while live >> first:
        found.append((first, min(width, elements - first)))
        rest = live >> (first + width)
        if not rest:
            break
        first += width + (rest & -rest).bit_length() - 1
    return found


def subset_sums(values: Sequence[int], start: int) -> tuple[int, ...]:
    """For every subset of the values (as a mask) their sum, plus `start`."""
    sums = [start]
    for value in values:
        sums += [value + before for before in sums]
    return tuple(sums)


def sum_by_chunks(
    unit: Unit,
    hint: str,
    key: object,
    values: Sequence[int],
    mask: Value,
    start: int = 0,
) -> Value:
    """`start` and the sum of the values of the elements in a mask (a name or constant)."""
    live = sum(1 << i for i, value in enumerate(values) if value)
    longest = CHUNK if len(values) <= MOST_SUMMED else SMALL_CHUNK
    parts: list[Value] = []
    for first, count in chunks(len(values), live, longest):
        part = values[first : first + count]
        base = 0 if parts else start

        def table(part: Sequence[int] = part, base: int = base) -> object:
            return subset_sums(part, base)

        held = unit.fixed(f"{hint}_sums", (key, first, base), table)
        index = binary(mask, ">>", number(first))
        if first + count < len(values):
            index = binary(index, "&", number((1 << count) - 1))
        parts.append(item(held, index))
    while len(parts) > MOST_IN_LINE:  # else it would be too deep to be written
        pairs = zip(parts[::2], parts[1::2], strict=False)
        parts = [*(binary(a, "+", b) for a, b in pairs), *parts[len(parts) & ~1 :]]
    total = parts[0] if parts else number(start)
    for part_of in parts[1:]:
        total = binary(total, "+", part_of)
    return total


@dataclass(frozen=True, slots=True)
class Lanes:
    """Where the lanes of a family of sums are: `width` bits each, lane of element r at `at[r]`."""

    width: int
    at: tuple[int, ...]
    modulus: int
    top: int

    @property
    def ones(self) -> int:
        """One in every lane."""
        return sum(1 << p for p in self.at)

    def spread(self, values: Sequence[int]) -> int:
        """A value into every lane."""
        return sum(value << p for value, p in zip(values, self.at, strict=True))


def lanes_for(most: Sequence[int], limits: Sequence[int]) -> Lanes | None:
    """Lanes for sums up to `most[r]` that are compared with `limits[r]` (0 to `most[r]` + 1)."""
    count = len(limits)
    least = max((limit for limit in limits), default=0)
    above = max((m - limit for m, limit in zip(most, limits, strict=True)), default=0)
    width = 1 + max(least - 1, above, 0).bit_length()
    if least > 1 << (width - 1):
        width += 1
    period = count + 1
    while gcd(width, period) != 1:
        period += 1
    if width * period > MOST_BITS:
        return None
    turn = pow(width, -1, period)
    at = tuple(((r - (width - 1)) * turn % period) * width for r in range(count))
    top = sum(1 << (p + width - 1) for p in at)
    return Lanes(width, at, (1 << period) - 1, top)


def layout_of(
    columns: Sequence[Sequence[int]],
    limits: Sequence[int],
    most_extra: int,
    widest: int | None = None,
) -> tuple[Lanes, tuple[int, ...]] | SumsReached | None:
    """The lanes for sums of columns, with limits brought into range, or what the printer is
    told where numbers have up to `widest` bits; None if that takes too much room."""
    most = [most_extra + sum(column[r] for column in columns) for r in range(len(limits))]
    clamped = tuple(min(max(limit, 0), m + 1) for limit, m in zip(limits, most, strict=True))
    if widest is None:
        lanes = lanes_for(most, clamped)
        return None if lanes is None else (lanes, clamped)
    if max(len(columns), len(limits)) > widest or max(clamped, default=0) > MOST_REACHED:
        return None
    return SumsReached(tuple(map(tuple, columns)), clamped)


def reached(
    unit: Unit,
    hint: str,
    columns: Sequence[Sequence[int]],
    limits: Sequence[int],
    mask: Value,
    extra: tuple[Value, int] | None = None,
) -> Value | None:
    """The mask of all r with: sum of `columns[c][r]` over c in `mask`, plus extra, ≥ `limits[r]`.

    No column entry is negative. `extra`: a number from 0 to the int beside it, the same for all r.
    None if the lanes would take too much room.
    """
    layout = layout_of(columns, limits, 0 if extra is None else extra[1], unit.widest)
    match layout:
        case None:
            return None
        case SumsReached():
            held = unit.fixed(f"{hint}_reached", layout, lambda: layout)
            return call(held.id, mask, *([] if extra is None else [extra[0]]))
        case lanes, clamped:
            return _reached(unit, hint, columns, clamped, lanes, mask, extra and extra[0])


def _reached(
    unit: Unit,
    hint: str,
    columns: Sequence[Sequence[int]],
    limits: Sequence[int],
    lanes: Lanes,
    mask: Value,
    extra: Value | None,
) -> Value:
    """The same in one number."""
    slack = lanes.spread([(1 << (lanes.width - 1)) - limit for limit in limits])
    values = [lanes.spread(column) for column in columns]
    total = sum_by_chunks(unit, hint, tuple(values), values, mask, slack)
    if extra is not None:
        total = binary(total, "+", binary(extra, "*", number(lanes.ones)))
    tops = binary(total, "&", number(lanes.top))
    return binary(tops, "%", number(lanes.modulus))
