"""Differences between two games that were played with the same seeds, and what can be said of them.

Of each pair of games the difference of each quantity is taken; with the same seeds much of what is
mere luck falls out of it. Sums are whole numbers, so that parts can be added up in any order.

What is said is said of all quantities at once: if two games differ in nothing, then in 95 of 100
comparisons not one of the intervals leaves zero out. For that, the intervals are as wide as the
largest of so many differences needs, which depends on how they go together: two quantities that
always go the same way count as one.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import mul
from typing import NamedTuple

from .statistics import NORMAL_95

Key = tuple[str, ...]
"""What a quantity is called: what it is, and of what."""

CONFIDENCE = 0.95
SHARES = (
    "wins", "draws", "several", "shared", "nobody", "stopped", "outcome", "ending", "comebacks",
)  # fmt: skip
"""Quantities that a game has or has not: their means are shares of the games."""
FEWEST = 10  # pairs that differ in a quantity, for anything to be said of it
DRAWS = 4000  # of which the largest differences are taken


@dataclass(slots=True)
class Quantity:
    """Sums over pairs: of both games, of the squares of differences, and how many differ."""

    a: int = 0
    b: int = 0
    squares: int = 0
    unlike: int = 0


class Compared(NamedTuple):
    """A quantity: its mean in both games over so many `pairs`, the difference, and between what it
    lies – together with all others, in 95 of 100 comparisons. `unlike`: the pairs that differ in
    it; where these are fewer than `FEWEST`, there is no interval and nothing is said.

    `differs`: zero is outside.
    """

    what: Key
    pairs: int
    unlike: int
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    differs: bool

    @property
    def is_share(self) -> bool:
        """Is it a share of the games, in which it is so or not?"""
        return self.what[0] in SHARES


@dataclass(slots=True)
class Paired:
    """Quantities of pairs of games, added up. A quantity that a game has not is zero there."""

    pairs: int = 0
    sums: dict[Key, Quantity] = field(default_factory=dict)
    products: dict[tuple[Key, Key], int] = field(default_factory=dict)

    def add(self, a: Mapping[Key, int], b: Mapping[Key, int]) -> None:
        """Add a pair of games."""
        self.pairs += 1
        unlike: list[tuple[Key, int]] = []
        for key in sorted(a.keys() | b.keys()):
            one, two = a.get(key, 0), b.get(key, 0)
            if not one and not two:
                continue
            sums = self.sums.setdefault(key, Quantity())
            sums.a += one
            sums.b += two
            if one != two:
                sums.squares += (two - one) ** 2
                sums.unlike += 1
                unlike.append((key, two - one))
        for i, (key, one) in enumerate(unlike):
            for other, two in unlike[i + 1 :]:
                both = key, other
                self.products[both] = self.products.get(both, 0) + one * two

    def merge(self, other: Paired) -> None:
        """Add the pairs of another."""
        self.pairs += other.pairs
        for key, sums in other.sums.items():
            mine = self.sums.setdefault(key, Quantity())
            mine.a += sums.a
            mine.b += sums.b
            mine.squares += sums.squares
            mine.unlike += sums.unlike
        for both, product in other.products.items():
            self.products[both] = self.products.get(both, 0) + product

    def compared(
        self, keys: Iterable[Key], pairs: Mapping[Key, int] | None = None, *, comparisons: int = 1
    ) -> list[Compared]:
        """What can be said of these quantities together.

        `pairs`: over how many they are taken, if these are not all. `comparisons`: of so many it is
        one, in all of which together intervals are to hold (Bonferroni).
        """
        keys = list(keys)
        told = [k for k in keys if k in self.sums and self.sums[k].unlike >= FEWEST]
        together = [[self.correlation(k, other) for other in told] for k in told]
        widest = largest(together, 1 - (1 - CONFIDENCE) / comparisons)
        nothing = Quantity()
        return [
            _compared(
                key, self.sums.get(key, nothing), (pairs or {}).get(key, self.pairs),
                widest if key in told else None,
            )
            for key in keys
        ]  # fmt: skip

    def correlation(self, one: Key, two: Key) -> float:
        """How two differences go together, −1…1, if each pair might as well be the other way."""
        if one == two:
            return 1.0
        product = self.products.get((one, two) if one < two else (two, one), 0)
        return product / math.sqrt(self.sums[one].squares * self.sums[two].squares)


def _compared(key: Key, sums: Quantity, pairs: int, widest: float | None) -> Compared:
    """A difference d with its interval. That of two shares is `_of_shares`; any other: what it may
    be, if √n |d − δ| is at most `widest` times the
    root of the mean of the squared differences to δ.

    This is Student's interval in another form, with a bound that is right, or on the safe side,
    whatever the differences are, if they are as likely to be positive as negative: B. Efron,
    "Student's t-test under symmetry conditions", J. Am. Stat. Assoc. 64 (1969), pp. 1278-1302.
    """
    n, total = pairs, sums.b - sums.a
    if not n:
        return Compared(key, 0, 0, 0.0, 0.0, 0.0, None, None, False)
    mean, low, high = total / n, None, None
    if widest is not None and key[0] in SHARES and sums.squares == sums.unlike:
        more = (sums.unlike + total) // 2
        low, high = _of_shares(n, more, sums.unlike - more, widest)
    elif widest is not None and n > widest**2:
        apart = (n * sums.squares - total * total) / n  # sum of squares around the mean
        reach = widest * math.sqrt(apart / (n * (n - widest**2)))
        low, high = mean - reach, mean + reach
    differs = low is not None and high is not None and not low <= 0 <= high
    return Compared(key, n, sums.unlike, sums.a / n, sums.b / n, mean, low, high, differs)


def _of_shares(n: int, more: int, fewer: int, widest: float) -> tuple[float, float]:
    """Between what the difference of two shares of the same n pairs lies, −1…1: in `more` of these
    the second game alone has what is counted, in `fewer` the first alone.

    The score interval: T. Tango, "Equivalence test and confidence interval for the difference in
    proportions for the paired-sample design", Statistics in Medicine 17 (1998), pp. 891-908,
    equations 5 and 6, with `widest` in the place of the quantile. It leaves zero out just where the
    other interval does, for at zero both are McNemar's test.
    """

    def may_be(difference: float) -> bool:
        middle = (2 * n - more + fewer) * difference - more - fewer
        root = math.sqrt(max(0.0, middle**2 + 8 * n * fewer * difference * (1 - difference)))
        only_first = (root - middle) / (4 * n)  # its share, if the difference is this
        spread = max(0.0, n * (2 * only_first + difference * (1 - difference)))
        return (more - fewer - n * difference) ** 2 <= widest**2 * spread + _NEGLIGIBLE

    def outermost(end: float) -> float:
        inside, outside = (more - fewer) / n, end
        if may_be(outside):
            return outside
        for _ in range(_HALVINGS):
            between = (inside + outside) / 2
            inside, outside = (between, outside) if may_be(between) else (inside, between)
        return inside

    return outermost(-1.0), outermost(1.0)


_HALVINGS, _NEGLIGIBLE = 50, 1e-9


def largest(correlations: list[list[float]], confidence: float = CONFIDENCE) -> float:
    """How far from zero the largest of some normal variables of variance 1 lies at most, in 95 of
    100 cases or in another share of them; drawn by lot, the same lots each time.

    T. Hothorn, F. Bretz and P. Westfall, "Simultaneous inference in general parametric models",
    Biometrical Journal 50 (2008), pp. 346-363, section 3: the quantile of a maximum of |t|.
    """
    lot, normal = random.Random(1), statistics.NormalDist()
    usual = confidence == CONFIDENCE
    alone = NORMAL_95 if usual else normal.inv_cdf((1 + confidence) / 2)
    if len(correlations) < 2:
        return alone
    root = cholesky(correlations)
    found: list[float] = []
    for _ in range(DRAWS):
        drawn = [normal.inv_cdf(lot.random() or 0.5) for _ in root]
        found.append(max(abs(sum(map(mul, row, drawn), 0.0)) for row in root))
    return max(alone, sorted(found)[math.ceil(confidence * DRAWS) - 1])


def cholesky(matrix: list[list[float]]) -> list[list[float]]:
    """The rows of a lower triangle L with L Lᵀ the matrix, which has ones on its diagonal and may
    be singular: what follows from others has a zero there."""
    rows: list[list[float]] = []
    for i, wanted in enumerate(matrix):
        row: list[float] = []
        for j in range(i):
            pivot = rows[j][j]
            rest = wanted[j] - sum(map(mul, row, rows[j]))
            row.append(rest / pivot if pivot else 0.0)
        left = 1.0 - sum(x * x for x in row)
        row.append(math.sqrt(left) if left > 1e-9 else 0.0)
        rows.append(row)
    return rows
