"""What hidden components may be all at once, for one seat: how many of which lie where.

What a memory says of each back by itself forgets what holds of several together: that of two cards
in a hand one alone can have come out of the bag. So the backs are sorted into heaps, and the faces
into kinds, of which the seat could tell none from another of the same: whatever is possible stays
possible if two backs of a heap, or two faces of a kind, change places. Then a table with the number
of faces of each kind in each heap stands for all the ways to give the faces to the backs that come
to it, and what is possible is a set of such tables. That is exact:

* backs that are mixed become one heap; one of which only a part is mixed is parted before, in all
  ways in which its faces may be;
* a face that comes to light at a back leaves the tables that have it there;
* heaps, or kinds, that make no difference become one again.

There may be very many tables. From `MOST` on they are forgotten, but for what is known for certain;
then what is said of each back alone still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb, prod

from ..core.evaluate import elements_of_mask
from .chance import below, shuffle

Row = tuple[int, ...]
Table = tuple[Row, ...]
Counted = tuple[int, int, int, int]
"""Backs and faces (masks), and how many of these backs show one of these faces, at least and at
most."""

MOST = 240
FINE = 1 << 32  # what chance can tell apart


@dataclass(frozen=True, slots=True)
class Together:
    """Heaps of backs and kinds of faces (masks), and the tables that are possible: a row for each
    heap, a number for each kind. What is in none of them is known."""

    heaps: tuple[int, ...] = ()
    kinds: tuple[int, ...] = ()
    tables: frozenset[Table] = frozenset([()])

    @property
    def loose(self) -> int:
        """The backs of which it is not known what they show, which are as many faces."""
        return sum(self.heaps)

    def might_be(self) -> Iterator[tuple[int, int]]:
        """For each heap the faces that its backs might show (masks)."""
        for heap, *rows in zip(self.heaps, *self.tables, strict=True):
            found = 0
            for kind, *many in zip(self.kinds, *rows, strict=True):
                found |= kind if any(many) else 0
            yield heap, found

    def mixed(self, mask: int) -> Together:
        """The same when backs cannot be told apart any more."""
        known = mask & ~self.loose
        if not known and any(mask & ~heap == 0 for heap in self.heaps):
            return self
        parted = self._parted(mask)
        if parted is None:
            return self.forgotten().mixed(mask)
        inside = [n for n, heap in enumerate(parted.heaps) if heap & mask]
        outside = [n for n, heap in enumerate(parted.heaps) if not heap & mask]
        new = (known.bit_count(),) if known else ()
        none = (0,) * len(parted.kinds)
        tables = frozenset(
            (
                *(table[n] + (0,) * len(new) for n in outside),
                tuple(map(sum, zip(none, *(table[n] for n in inside), strict=True))) + new,
            )
            for table in parted.tables
        )
        heaps = (*(parted.heaps[n] for n in outside), mask)
        return Together(heaps, (*parted.kinds, known) if known else parted.kinds, tables)

    def shown(self, component: int) -> Together:
        """The same when a component has come to light at its back."""
        bit = 1 << component
        at = next((n for n, heap in enumerate(self.heaps) if heap & bit), -1)
        if at < 0:
            return self
        of = next(n for n, kind in enumerate(self.kinds) if kind & bit)
        heaps, kinds = _without(self.heaps, at, bit), _without(self.kinds, of, bit)
        tables = set[Table]()
        for table in self.tables:
            row = table[at]
            if row[of]:
                less = (*row[:of], row[of] - 1, *row[of + 1 :])
                rows = [*table[:at], *([less] if sum(less) else []), *table[at + 1 :]]
                if len(kinds) < len(self.kinds):
                    rows = [(*row[:of], *row[of + 1 :]) for row in rows]
                tables.add(tuple(rows))
        if not tables:  # it is not so in the world that somebody thinks of
            return _one_heap(self.loose & ~bit)
        return Together(heaps, kinds, frozenset(tables))

    def without(self, backs: int, faces: int) -> Together:
        """The same when it is known that none of these backs shows one of these faces (masks). If
        that leaves too many tables, it is not noted."""
        parted = self._parted(backs)
        turned = parted._turned()._parted(faces) if parted is not None else None
        if turned is None:
            return self
        parted = turned._turned()
        rows = [n for n, heap in enumerate(parted.heaps) if heap & backs]
        columns = [m for m, kind in enumerate(parted.kinds) if kind & faces]
        tables = frozenset(
            table for table in parted.tables if not any(table[n][m] for n in rows for m in columns)
        )
        if not tables:  # it is not so in the world that somebody thinks of
            return self.forgotten()
        return Together(parted.heaps, parted.kinds, tables)

    def counted(self, ways: Sequence[Counted]) -> Together:
        """The same when it is known how many backs show some faces, in one of several ways. If that
        leaves too many tables, it is not noted."""
        parted: Together | None = self
        for backs, *_ in ways:
            parted = parted._parted(backs & self.loose) if parted is not None else None
        parted = parted._turned() if parted is not None else None
        for _, faces, *_ in ways:
            parted = parted._parted(faces & self.loose) if parted is not None else None
        if parted is None:
            return self
        parted, asked = parted._turned(), list[tuple[list[int], list[int], int, int]]()
        for backs, faces, least, most in ways:
            known = (backs & faces & ~self.loose).bit_count()
            rows = [n for n, heap in enumerate(parted.heaps) if heap & backs]
            columns = [m for m, kind in enumerate(parted.kinds) if kind & faces]
            asked.append((rows, columns, least - known, most - known))
        tables = frozenset(
            table
            for table in parted.tables
            if any(
                least <= sum(table[n][m] for n in rows for m in columns) <= most
                for rows, columns, least, most in asked
            )
        )
        if not tables:  # it is not so in the world that somebody thinks of
            return self.forgotten()
        return Together(parted.heaps, parted.kinds, tables)

    def simplified(self) -> Together:
        """The same with as few heaps and kinds as there may be."""
        heaps, kinds, tables = self.heaps, self.kinds, self.tables
        while True:
            before = len(heaps) + len(kinds)
            kinds, tables = _joined(kinds, tables)
            turned = frozenset(tuple(zip(*table, strict=True)) for table in tables)
            heaps, turned = _joined(heaps, turned)
            tables = frozenset(tuple(zip(*table, strict=True)) for table in turned)
            if len(heaps) + len(kinds) == before:
                break
        if not heaps:
            return Together()
        rows, columns = _in_order(heaps), _in_order(kinds)
        return Together(
            tuple(heaps[n] for n in rows),
            tuple(kinds[n] for n in columns),
            frozenset(tuple(tuple(table[n][m] for m in columns) for n in rows) for table in tables),
        )

    def renamed(self, new: Callable[[int], int], *, faces_too: bool) -> Together:
        """The same with other names for the backs, or for the faces, too (masks of them). If that
        is not possible it is forgotten."""
        heaps = tuple(map(new, self.heaps))
        kinds = tuple(map(new, self.kinds)) if faces_too else self.kinds
        real = tuple(tuple((heap & kind).bit_count() for kind in kinds) for heap in heaps)
        if real not in self.tables:
            return _one_heap(sum(heaps))
        return Together(heaps, kinds, self.tables)

    def allows(self, shown: Mapping[int, int]) -> bool:
        """May these backs show other faces than they do, each the one beside it?"""
        rows = list[Row]()
        for heap in self.heaps:
            faces = sum(1 << shown.get(back, back) for back in elements_of_mask(heap))
            rows.append(tuple((faces & kind).bit_count() for kind in self.kinds))
        return tuple(rows) in self.tables

    def dealt(self, source: int) -> tuple[int, dict[int, int]]:
        """The stream afterwards, and which face each back shows, all ways being equally likely."""
        tables = sorted(self.tables)
        weights = [prod(_ways_to_part(column) for column in zip(*t, strict=True)) for t in tables]
        source, at = below(source, FINE)
        at = at * sum(weights) // FINE
        table = next(t for t, end in zip(tables, accumulate(weights), strict=True) if at < end)
        left: list[list[int]] = []
        for kind in self.kinds:
            faces = [*elements_of_mask(kind)]
            source = shuffle(source, faces)
            left.append(faces)
        found: dict[int, int] = {}
        for heap, row in zip(self.heaps, table, strict=True):
            some = [faces.pop() for faces, many in zip(left, row, strict=True) for _ in range(many)]
            source = shuffle(source, some)
            found |= zip(elements_of_mask(heap), some, strict=True)
        return source, found

    def forgotten(self) -> Together:
        """What is left when all is forgotten but what is known."""
        return _one_heap(self.loose)

    def _turned(self) -> Together:
        """The same with heaps for kinds, and kinds for heaps."""
        tables = frozenset(tuple(zip(*table, strict=True)) for table in self.tables)
        return Together(self.kinds, self.heaps, tables)

    def _parted(self, mask: int) -> Together | None:
        """The same with heaps that lie in a mask or outside of it; None if there are too many
        tables."""
        heaps, tables = list(self.heaps), self.tables
        for n, heap in enumerate(self.heaps):
            inside = heap & mask
            if not inside or inside == heap:
                continue
            heaps[n] = inside
            heaps.append(heap & ~mask)
            several, many = set[Table](), inside.bit_count()
            for table in tables:
                row = table[n]
                for part in _parts(row, many):
                    rest = tuple(all_ - some for all_, some in zip(row, part, strict=True))
                    several.add((*table[:n], part, *table[n + 1 :], rest))
                    if len(several) > MOST:
                        return None
            tables = frozenset(several)
        return Together(tuple(heaps), self.kinds, tables)


def _ways_to_part(column: Sequence[int]) -> int:
    """In how many ways the faces of a kind fall into parts of such sizes."""
    found, many = 1, 0
    for size in column:
        many += size
        found *= comb(many, size)
    return found


def _one_heap(mask: int) -> Together:
    """Nothing is known of these."""
    return Together((mask,), (mask,), frozenset([((mask.bit_count(),),)])) if mask else Together()


def _without(masks: tuple[int, ...], at: int, bit: int) -> tuple[int, ...]:
    left = masks[at] & ~bit
    return (*masks[:at], *([left] if left else []), *masks[at + 1 :])


def _in_order(masks: Sequence[int]) -> list[int]:
    """The numbers of masks, by the lowest of each."""
    return sorted(range(len(masks)), key=lambda n: masks[n] & -masks[n])


def _parts(row: Row, many: int) -> Iterator[Row]:
    """All ways to take so many out of a row."""
    if len(row) == 1:
        if many <= row[0]:
            yield (many,)
        return
    rest = sum(row[1:])
    for some in range(max(0, many - rest), min(row[0], many) + 1):
        for others in _parts(row[1:], many - some):
            yield (some, *others)


def _ways(row: Row, many: int) -> int:
    """How many ways there are to take so many out of a row."""
    ways = [1] + [0] * many
    for held in row:
        ways = [sum(ways[max(0, n - held) : n + 1]) for n in range(many + 1)]
    return ways[many]


def _joined(
    kinds: tuple[int, ...], tables: frozenset[Table]
) -> tuple[tuple[int, ...], frozenset[Table]]:
    """Kinds that make no difference become one: of all tables that say the same of both of them
    together there are all that there may be."""
    first = 0
    while first < len(kinds):
        second = first + 1
        while second < len(kinds):
            joined = _two_joined(kinds, tables, first, second)
            if joined is None:
                second += 1
            else:
                kinds, tables = joined
        first += 1
    return kinds, tables


def _two_joined(
    kinds: tuple[int, ...], tables: frozenset[Table], first: int, second: int
) -> tuple[tuple[int, ...], frozenset[Table]] | None:
    many: dict[Table, int] = {}
    for table in tables:
        together = tuple(
            (*row[:first], row[first] + row[second], *row[first + 1 : second], *row[second + 1 :])
            for row in table
        )
        many[together] = many.get(together, 0) + 1
    size = min(kinds[first].bit_count(), kinds[second].bit_count())
    for together, found in many.items():
        if _ways(tuple(row[first] for row in together), size) != found:
            return None
    both = kinds[first] | kinds[second]
    return (*kinds[:first], both, *kinds[first + 1 : second], *kinds[second + 1 :]), frozenset(many)
