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
the family is cut into stretches whose lanes fit into a word each; the tables are small then, for
there are as many of them for each word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from .nodes import Value, binary, item, number
from .unit import Unit

CHUNK = 12  # bits of a table's index
SHORT = 9  # the same, of tables for each of several words
MOST_BITS = 8192  # of all lanes together
MOST_WORDS = 8  # that are worked out, each for at least `FEWEST` elements on average
FEWEST = 3


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
    longest: int = CHUNK,
) -> Value:
    """`start` and the sum of the values of the elements in a mask (a name or constant)."""
    live = sum(1 << i for i, value in enumerate(values) if value)
    total: Value | None = None
    for first, count in chunks(len(values), live, longest):
        part = values[first : first + count]
        base = start if total is None else 0

        def table(part: Sequence[int] = part, base: int = base) -> object:
            return subset_sums(part, base)

        held = unit.fixed(f"{hint}_sums", (key, first, base), table)
        index = binary(mask, ">>", number(first))
        if first + count < len(values):
            index = binary(index, "&", number((1 << count) - 1))
        entry = item(held, index)
        total = entry if total is None else binary(total, "+", entry)
    return number(start) if total is None else total


@dataclass(frozen=True, slots=True)
class Lanes:
    """Where the lanes of a family of sums are: `width` bits each, lane of element r at `at[r]`."""

    width: int
    at: tuple[int, ...]
    modulus: int
    top: int

    @property
    def bits(self) -> int:
        """How wide a number is that holds all of them."""
        return max(self.at, default=0) + self.width

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


@dataclass(frozen=True, slots=True)
class Stretch:
    """The lanes for elements from `first` on, with their limits brought into range."""

    first: int
    limits: tuple[int, ...]
    lanes: Lanes


def layout_of(
    columns: Sequence[Sequence[int]],
    limits: Sequence[int],
    most_extra: int,
    widest: int | None = None,
) -> list[Stretch] | None:
    """The lanes for sums of columns, in numbers of up to `widest` bits if that is said; None if
    that takes too much room."""
    most = [most_extra + sum(column[r] for column in columns) for r in range(len(limits))]
    clamped = [min(max(limit, 0), m + 1) for limit, m in zip(limits, most, strict=True)]
    if widest is None:
        lanes = lanes_for(most, clamped)
        return None if lanes is None else [Stretch(0, tuple(clamped), lanes)]
    found: list[Stretch] = []
    first = 0
    while first < len(clamped):
        stretch = _longest_stretch(most, clamped, first, widest)
        if stretch is None or len(found) == MOST_WORDS:
            return None
        found.append(stretch)
        first += len(stretch.limits)
    return found if len(found) == 1 or len(found) * FEWEST <= len(clamped) else None


def _longest_stretch(
    most: Sequence[int], limits: Sequence[int], first: int, widest: int
) -> Stretch | None:
    """As many elements from one on as have room in a number; None if not even one has."""
    found = None
    for last in range(first + 1, len(limits) + 1):
        lanes = lanes_for(most[first:last], limits[first:last])
        if lanes is None or lanes.bits > widest:
            break
        found = Stretch(first, tuple(limits[first:last]), lanes)
    return found


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
    most_extra = extra[1] if extra is not None else 0
    stretches = layout_of(columns, limits, most_extra, unit.widest)
    if stretches is None:
        return None
    found: Value | None = None
    for stretch in stretches:
        tops = _reached(unit, hint, columns, stretch, mask, extra and extra[0])
        if stretch.first:
            tops = binary(tops, "<<", number(stretch.first))
        found = tops if found is None else binary(found, "|", tops)
    return number(0) if found is None else found


def _reached(
    unit: Unit,
    hint: str,
    columns: Sequence[Sequence[int]],
    stretch: Stretch,
    mask: Value,
    extra: Value | None,
) -> Value:
    """The same for one stretch, whose first element is bit 0."""
    lanes, first, count = stretch.lanes, stretch.first, len(stretch.limits)
    slack = lanes.spread([(1 << (lanes.width - 1)) - limit for limit in stretch.limits])
    values = [lanes.spread(column[first : first + count]) for column in columns]
    longest = CHUNK if unit.widest is None else SHORT
    total = sum_by_chunks(unit, hint, tuple(values), values, mask, slack, longest)
    if extra is not None:
        total = binary(total, "+", binary(extra, "*", number(lanes.ones)))
    tops = binary(total, "&", number(lanes.top))
    return binary(tops, "%", number(lanes.modulus))
