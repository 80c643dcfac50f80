"""Sums that are compared with their limits side by side, each in a lane of a vector.

The lanes of a vector are added at once, and what is more than a lane can hold is as much as it can.
Each begins so high that reaching its limit sets the top bit, and these bits are the answer. As in
`lower.lanes` there is a table for each stretch of the set, with the sums for every subset of it;
the stretches are such that all tables lie close to the processor.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...lower.lanes import chunks
from ...lower.primitives import SumsReached
from .image import Image

LONGEST, SHORTEST = 9, 3  # stretches
ROOM = 1 << 15  # bytes of tables, if the stretches can be so short
BYTES = 16  # of a vector


@dataclass(frozen=True, slots=True)
class Stretch:
    """Elements from one on, and where their table begins."""

    first: int
    count: int
    at: int


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Of how many `bits` a lane is, how many `vectors` there are, and the tables."""

    bits: int
    vectors: int
    stretches: tuple[Stretch, ...]

    @property
    def form(self) -> str:
        """What WebAssembly calls a vector of such lanes."""
        return f"i{self.bits}x{8 * BYTES // self.bits}"

    @property
    def lanes(self) -> int:
        """How many there are in a vector."""
        return 8 * BYTES // self.bits


def side_by_side(sums: SumsReached, image: Image) -> SideBySide:
    """The tables for some sums, put into the memory of a module."""
    bits = 8 if max(sums.limits, default=0) <= 1 << 7 else 16
    many = max(1, -(-len(sums.limits) * bits // (8 * BYTES)))
    live = sum(1 << c for c, column in enumerate(sums.columns) if any(column)) or 1
    for longest in range(LONGEST, SHORTEST - 1, -1):
        parts = chunks(len(sums.columns), live, longest)
        if sum(BYTES * many << count for _, count in parts) <= ROOM:
            break
    start = [(1 << (bits - 1)) - limit for limit in sums.limits]
    stretches = []
    for first, count in parts:
        table = _table(sums.columns[first : first + count], start, bits, BYTES * many)
        stretches.append(Stretch(first, count, image.vectors(table)))
        start = [0] * len(start)
    return SideBySide(bits, many, tuple(stretches))


def _table(columns: tuple[tuple[int, ...], ...], start: list[int], bits: int, size: int) -> bytes:
    """For every subset of some columns their sums, plus what they start with."""
    sums = [start]
    for column in columns:
        sums += [[a + b for a, b in zip(before, column, strict=True)] for before in sums]
    full = (1 << bits) - 1
    rows = (b"".join(min(one, full).to_bytes(bits // 8, "little") for one in row) for row in sums)
    return b"".join(row.ljust(size, b"\0") for row in rows)
