"""What shuffles and picks decide: a seeded stream in the state, or outcomes from outside.

Slot 1 of a state holds its chance source: an odd 128-bit number (the seeded stream itself, so that
a copy of the slots is a copy of the stream), or an `Asked` (outcomes given from outside; when they
run out `NeedChance` says what is wanted and the step is run again from its start once it is
known).

The stream: x ← x · 0xda942042e4dd58b5 mod 2¹²⁸, of which the top 32 bits count; a number below n is
(top · n) >> 32, biased by less than n / 2³². The multiplier is from L'Ecuyer, "Tables of linear
congruential generators of different sizes and good lattice structure" (1999), as used by Lemire's
lehmer64. A seed goes through splitmix64 (Steele, Lea, Flood 2014) twice for the 128 bits, each of
which matters: no two of 2¹²⁷ seeds give the same stream. A seed nobody chose is drawn from 128 bits
of the system's source, so that trying out seeds against what has been seen comes to nothing. That
keeps games among people honest, but it is no cipher: who sees hundreds of outcomes of one stream
and knows lattices can compute the next.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..diagnostics import ChanceError

MULTIPLIER = 0xDA942042E4DD58B5
MASK_128 = (1 << 128) - 1
MASK_64 = (1 << 64) - 1


def splitmix64(x: int) -> int:
    """One output of splitmix64 for the counter value `x`."""
    x = (x + 0x9E3779B97F4A7C15) & MASK_64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK_64
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK_64
    return x ^ x >> 31


def stream(seed: int, purpose: int = 0) -> int:
    """The state of a fresh stream: `seed` any whole number, of which the lowest 128 bits count;
    `purpose` keeps streams apart."""
    low = splitmix64((seed & MASK_64) ^ (_OF_PURPOSE.get(purpose) or splitmix64(purpose)))
    high = splitmix64(low ^ (seed >> 64 & MASK_64))
    return high << 64 | low | 1


_OF_PURPOSE = {purpose: splitmix64(purpose) for purpose in range(2)}  # those asked for most


def fresh_seed() -> int:
    """A seed nobody chose, from the operating system: 0 to 2¹²⁸ − 1."""
    return secrets.randbits(128)


def below(x: int, n: int) -> tuple[int, int]:
    """The next state of the stream and a number from 0 to n − 1."""
    x = x * MULTIPLIER & MASK_128
    return x, (x >> 96) * n >> 32


def moved_on(x: int, n: int) -> int:
    """The state of the stream when n numbers more have been drawn."""
    return x * pow(MULTIPLIER, n, MASK_128 + 1) & MASK_128


@dataclass(frozen=True, slots=True)
class Question:
    """What chance is asked: an order of `of` for a shuffle, one of `of` for a pick.

    `of`: element numbers in canonical order. A shuffle's outcome is the whole order, top first.
    """

    kind: Literal["shuffle", "pick"]
    zone: str
    of: tuple[int, ...]


class NeedChance(Exception):
    """Raised inside a step when outcomes have run out; never leaves the library."""

    def __init__(self, question: Question) -> None:
        self.question = question


@dataclass(slots=True)
class Asked:
    """Outcomes given from outside, taken in turn; `used` counts those taken."""

    outcomes: list[tuple[int, ...]] = field(default_factory=list)
    used: int = 0

    def take(self, question: Question) -> tuple[int, ...]:
        if self.used == len(self.outcomes):
            raise NeedChance(question)
        outcome = self.outcomes[self.used]
        check(question, outcome)
        self.used += 1
        return outcome


def check(question: Question, outcome: Sequence[int]) -> None:
    """Raise `ChanceError` unless the outcome answers the question."""
    if question.kind == "shuffle":
        if sorted(outcome) != list(question.of):
            raise ChanceError("a shuffle's outcome is an order of exactly the elements asked about")
    elif len(outcome) != 1 or outcome[0] not in question.of:
        raise ChanceError("a pick's outcome is one of the elements asked about")


def shuffled(source: object, zone: str, stack: list[int]) -> tuple[object, list[int]]:
    """A shuffled copy of a stack (bottom first) and the source afterwards.

    The order before does not matter: elements are sorted, then Fisher–Yates from the end. A single
    element or none asks nothing and draws nothing.
    """
    order = sorted(stack)
    if len(order) < 2:
        return source, order
    if isinstance(source, Asked):
        outcome = source.take(Question("shuffle", zone, tuple(order)))
        return source, list(reversed(outcome))
    assert isinstance(source, int)
    return shuffle(source, order), order


def shuffle(source: int, several: list[int]) -> int:
    """The stream after these have been put in a random order, in place."""
    for i in range(len(several) - 1, 0, -1):
        source = source * MULTIPLIER & MASK_128
        j = (source >> 96) * (i + 1) >> 32
        several[i], several[j] = several[j], several[i]
    return source


def picked(source: object, zone: str, mask: int) -> tuple[object, int]:
    """A random element of a non-empty mask and the source afterwards; one element asks nothing."""
    count = mask.bit_count()
    if count == 1:
        return source, mask.bit_length() - 1
    if not isinstance(source, int):
        assert isinstance(source, Asked)
        of = tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
        return source, source.take(Question("pick", zone, of))[0]
    source = source * MULTIPLIER & MASK_128
    for _ in range((source >> 96) * count >> 32):
        mask &= mask - 1
    return source, (mask & -mask).bit_length() - 1
