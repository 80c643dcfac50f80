"""Names that count on: all from `p1` to `p24`."""

from __future__ import annotations

import re

MOST_NAMES, LONGEST_NUMBER = 1_000, 9  # in a range of names: how many, and of how many digits


def counting(name: str) -> tuple[str, str] | None:
    """How a name begins that ends in a number, and the number."""
    found = re.fullmatch(r"(.*?)(\d+)", name)
    return None if found is None else (found[1], found[2])


def names_to(first: str, last: int) -> tuple[str, ...] | None:
    """All names from a first one up to a number; none if they are none, or too many."""
    begun = counting(first)
    if begun is None or len(begun[1]) > LONGEST_NUMBER:
        return None
    word, digits = begun
    numbers = range(int(digits), last + 1)
    wide = len(digits) if digits.startswith("0") else 0
    return tuple(f"{word}{i:0{wide}}" for i in numbers) if 0 < len(numbers) <= MOST_NAMES else None
