"""The quick search for ways finds the same as the plain one, in the same order."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

from rulewright import PlayError
from rulewright.core import paths
from rulewright.core.grids import labels
from rulewright.core.ir import Domain
from rulewright.core.paths import longest, ways, ways_by
from rulewright.runtime import ways as by_masks
from rulewright.runtime.ways import PathMeasure, Ways, WaysBySteps
from rulewright.source import NOWHERE

WIDTH, SQUARES = 9, 4
SITE = Domain("site", "cell", labels(WIDTH, "{x} {y}"), width=WIDTH)


def cells(*places: tuple[int, int]) -> list[int]:
    return [row * WIDTH + column for row, column in places]


def mask(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


@pytest.mark.parametrize("seed", range(60))
def test_both_find_the_same(seed: int) -> None:
    luck = random.Random(seed)
    find = Ways(WIDTH, SQUARES)
    for _ in range(5):
        around = [r * WIDTH + c for r in range(luck.choice((3, 4))) for c in range(4)]
        through = luck.sample(around, luck.randint(0, 9))
        start, goal = luck.choice(around), luck.choice(around)
        heights = None
        if luck.random() < 0.6:
            met = sorted({*through, start, goal})
            heights = {cell: luck.randint(-1, 6) for cell in met}
        plain = ways(SITE, start, goal, mask(through), heights, NOWHERE)
        for _ in range(2):  # the second answer is remembered
            assert list(find(start, goal, mask(through), heights, NOWHERE)) == plain


def test_no_way_crosses_itself() -> None:
    a, b, c, d, end = cells((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
    found = Ways(WIDTH, SQUARES)(a, end, mask([b, c, d]), None, NOWHERE)
    assert mask([a, b, c, d, end]) in found  # round the outside, but not by both diagonals
    rising = {a: 1, d: 4, b: 5, c: 6, end: 12}
    assert Ways(WIDTH, SQUARES)(a, end, mask([b, c, d]), rising, NOWHERE) == tuple(
        ways(SITE, a, end, mask([b, c, d]), rising, NOWHERE)
    )
    assert (
        max(w.bit_count() for w in Ways(WIDTH, SQUARES)(a, end, mask([b, c, d]), rising, NOWHERE))
        == 4
    )


def test_ends() -> None:
    a, b = cells((3, 3), (4, 4))
    find = Ways(WIDTH, SQUARES)
    assert find(a, b, 0, None, NOWHERE) == (mask([a, b]),)
    assert find(a, a, mask([b]), None, NOWHERE) == (mask([a]),)
    assert find(-1, b, 0, None, NOWHERE) == find(a, -1, 0, None, NOWHERE) == ()


def test_too_many_ways() -> None:
    everywhere = (1 << WIDTH * WIDTH) - 1
    with pytest.raises(PlayError, match="too many ways"):
        Ways(WIDTH, SQUARES)(0, WIDTH * WIDTH - 1, everywhere, None, NOWHERE)


def test_too_long_a_way() -> None:
    width, everywhere = 45, (1 << 45 * 45) - 1
    site = Domain("site", "cell", labels(width, "{x} {y}"), width=width)
    with pytest.raises(PlayError, match="too many ways"):
        Ways(width, SQUARES)(0, width * width - 1, everywhere, None, NOWHERE)
    with pytest.raises(PlayError, match="too many ways"):
        ways(site, 0, width * width - 1, everywhere, None, NOWHERE)


Near = dict[int, set[int]]


def drawn(luck: random.Random) -> Near:
    """What is near each of some elements, seldom both ways."""
    met = luck.sample(range(100), luck.randint(1, 9))
    return {one: set(luck.sample(met, luck.randint(0, min(3, len(met))))) for one in sorted(met)}


def as_masks(near: Near) -> dict[int, int]:
    return {one: mask(sorted(others)) for one, others in near.items()}


@pytest.mark.parametrize("seed", range(40))
def test_both_find_the_same_by_steps(seed: int) -> None:
    luck = random.Random(seed)
    find, measure = WaysBySteps(), PathMeasure()
    for _ in range(5):
        near = drawn(luck)
        start, goal = luck.choice([*near]), luck.choice([*near])
        through = mask(luck.sample([*near], luck.randint(0, len(near))))
        plain = ways_by(near, start, goal, through, NOWHERE)
        for _ in range(2):  # the second answer is remembered
            assert list(find(start, goal, through, as_masks(near), NOWHERE)) == plain
            assert measure(mask([*near]), as_masks(near), NOWHERE) == longest(near, NOWHERE)
        assert find(-1, goal, through, as_masks(near), NOWHERE) == ()


def test_all_give_up_the_same_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (paths, by_masks):
        monkeypatch.setattr(module, "MOST_LOOKED_AT", 12)
        monkeypatch.setattr(module, "MOST_STEPS", 9)
        monkeypatch.setattr(module, "LONGEST_WAY", 5)
    luck, given_up = random.Random(1), {True: 0, False: 0}
    for _ in range(300):
        near = drawn(luck)
        start, goal, everything = min(near), max(near), mask([*near])
        masks = as_masks(near)
        for said in (
            (answer(longest, near), answer(PathMeasure(), everything, masks)),
            (
                answer(ways_by, near, start, goal, everything),
                answer(WaysBySteps(), start, goal, everything, masks),
            ),
        ):
            assert said[0] == said[1]
            given_up["too many ways" in str(said[0])] += 1
    assert min(given_up.values()) > 50


def answer(search: Callable[..., object], *args: object) -> object:
    try:
        found = search(*args, NOWHERE)
    except PlayError as error:
        return error.message
    return list(found) if isinstance(found, Iterable) else found
