"""Fixed tables are looked up in one step, whatever numbers stand in them, on any level."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import functions_in

MAIN = """
def main(i):
    told = [0]
    a = 0
    while a < 3:
        b = 0
        while b < 4:
            told.append(ROWS[a][b])
            told.append(ROWS[-a][b - 4])
            told.append(ROWS[(a + i) % 3][(b * i) % 4] + LEVELS[a % 2][(a + b) % 3][b])
            told.append(LEVELS[1][a][-b])
            told.append(LINE[(a * b + i) % 5])
            told.append(LINE[-b] & 4095)
            told.append(LINE[(a + b + i) % 5] >> 60 & LINE[b] | ROWS[a][b])
            b += 1
        a += 1
    return told
"""
NUMBERS = {
    "tests": (0, 1), "bytes": (0, 255), "signed bytes": (-128, 127), "halves": (7, 65535),
    "signed halves": (-129, 4), "words": (0, (1 << 32) - 1), "signed words": (-1 << 31, 65536),
    "large": (-1 << 62, (1 << 62) - 1), "unsigned": (0, (1 << 64) - 1), "two words": (0, 1 << 64),
    "below zero": (-1 << 63, 1 << 63), "three words": (-1 << 128, (1 << 128) - 1),
    "wide": (0, 1 << 200), "six words": (-1 << 383, 1), "very wide": (0, 1 << 400),
}  # fmt: skip


def _table(low: int, high: int, *lengths: int) -> Any:
    """Numbers between two, both of which are there."""
    if not lengths:
        return low
    rows = [_table(low, high, *lengths[1:]) for _ in range(lengths[0])]
    if len(lengths) == 1:
        rows = [high, low, *(low + (high - low) // (n + 2) for n in range(lengths[0] - 2))]
    return tuple(rows)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("kind", NUMBERS)
def test_what_is_looked_up_is_what_stands_there(kind: str, twin: Any) -> None:
    low, high = NUMBERS[kind]
    data = {"ROWS": _table(low, high, 3, 4), "LEVELS": _table(0, high - 1 or 5, 2, 3, 4)}
    both = twin(functions_in(MAIN), {**data, "LINE": _table(low, high, 5)})
    assert all(both.agree(given) for given in range(9))


def test_rows_of_several_lengths_are_looked_up_too(twin: Any) -> None:
    rows = ((1, 2, 3, 4), (5, 6, 7, 8, 9), (10, 11, 12, 13))
    data = {"ROWS": rows, "LEVELS": _table(0, 9, 2, 3, 4), "LINE": _table(0, 9, 5)}
    both = twin(functions_in(MAIN), data)
    assert all(both.agree(given) for given in range(9))


@pytest.mark.parametrize("high", [9, 1 << 70, 1 << 200, 1 << 500])
def test_a_table_that_is_taken_for_another_is_looked_up_as_itself(high: int, twin: Any) -> None:
    main = """
def main(i):
    rows = ROWS
    line = LINE
    if i % 2:
        rows = WIDE
        line = LONG
    told = [0]
    a = 0
    while a < 3:
        told.append(ROWS[a % 3][i % 4] + WIDE[a % 3][i % 4] + LINE[a % 5] + LONG[a % 5])
        told.append(ROWS[a % 3][i % 4] & WIDE[a % 3][i % 4] & 255)
        told.append(rows[a][i % 4] + line[a])
        a += 1
    return told
"""
    data = {
        "ROWS": _table(0, 9, 3, 4), "WIDE": _table(0, high, 3, 4),
        "LINE": _table(0, 9, 5), "LONG": _table(-high, 5, 5),
    }  # fmt: skip
    both = twin(functions_in(main), data)
    assert all(both.agree(given) for given in range(9))


def test_what_a_few_words_hold_is_loaded_from_a_table_word_by_word(twin: Any) -> None:
    main = """
def main(i):
    found = 0
    a = 0
    while a < 5:
        found |= LINE[(a + i) % 5] | ROWS[a % 2][i % 3]
        a += 1
    return [found]
"""
    data = {"LINE": _table(0, 1 << 129, 5), "ROWS": _table(0, 1 << 192, 2, 3)}
    both = twin(functions_in(main), data)
    assert all(both.agree(given) for given in range(9))
    assert "call $wide_to." not in both.text


SORTED = """
def main(i):
    told = [0]
    for step in range(1, 12):
        listed = [0]
        n = 0
        while n < step:
            listed.append((n * n * 31 + step * i) % {most} - {less})
            n += 1
        told.extend(sorted(listed))
    return told
"""


@pytest.mark.parametrize(("most", "less"), [(64, 0), (7, 0), (65, 0), (1000, 0), (60, 9)])
def test_lists_are_sorted(most: int, less: int, twin: Any) -> None:
    both = twin(functions_in(SORTED.format(most=most, less=less)), {})
    assert all(both.agree(given) for given in range(12))
