"""The quick search for ways finds the same as the plain one, in the same order."""

from __future__ import annotations

import random

import pytest

from rulewright import PlayError
from rulewright.core.paths import ways
from rulewright.runtime.ways import Ways
from rulewright.source import NOWHERE

WIDTH = 9


def cells(*places: tuple[int, int]) -> list[int]:
    return [row * WIDTH + column for row, column in places]


def mask(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


@pytest.mark.parametrize("seed", range(60))
def test_both_find_the_same(seed: int) -> None:
    luck = random.Random(seed)
    find = Ways(WIDTH)
    for _ in range(5):
        around = [r * WIDTH + c for r in range(luck.choice((3, 4))) for c in range(4)]
        through = luck.sample(around, luck.randint(0, 9))
        start, goal = luck.choice(around), luck.choice(around)
        heights = None
        if luck.random() < 0.6:
            met = sorted({*through, start, goal})
            heights = {cell: luck.randint(-1, 6) for cell in met}
        height = None if heights is None else heights.__getitem__
        plain = ways(WIDTH, start, goal, mask(through), height, NOWHERE)
        for _ in range(2):  # the second answer is remembered
            assert list(find(start, goal, mask(through), heights, NOWHERE)) == plain


def test_no_way_crosses_itself() -> None:
    a, b, c, d, end = cells((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
    found = Ways(WIDTH)(a, end, mask([b, c, d]), None, NOWHERE)
    assert mask([a, b, c, d, end]) in found  # round the outside, but not by both diagonals
    rising = {a: 1, d: 4, b: 5, c: 6, end: 12}
    assert Ways(WIDTH)(a, end, mask([b, c, d]), rising, NOWHERE) == tuple(
        ways(WIDTH, a, end, mask([b, c, d]), rising.__getitem__, NOWHERE)
    )
    assert max(w.bit_count() for w in Ways(WIDTH)(a, end, mask([b, c, d]), rising, NOWHERE)) == 4


def test_ends() -> None:
    a, b = cells((3, 3), (4, 4))
    find = Ways(WIDTH)
    assert find(a, b, 0, None, NOWHERE) == (mask([a, b]),)
    assert find(a, a, mask([b]), None, NOWHERE) == (mask([a]),)
    assert find(-1, b, 0, None, NOWHERE) == find(a, -1, 0, None, NOWHERE) == ()


def test_too_many_ways() -> None:
    everywhere = (1 << WIDTH * WIDTH) - 1
    with pytest.raises(PlayError, match="too many ways"):
        Ways(WIDTH)(0, WIDTH * WIDTH - 1, everywhere, None, NOWHERE)


def test_too_long_a_way() -> None:
    width, everywhere = 45, (1 << 45 * 45) - 1
    with pytest.raises(PlayError, match="too many ways"):
        Ways(width)(0, width * width - 1, everywhere, None, NOWHERE)
    with pytest.raises(PlayError, match="too many ways"):
        ways(width, 0, width * width - 1, everywhere, None, NOWHERE)
