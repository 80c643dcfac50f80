"""What a seat cannot tell apart, dealt anew: each way that there is comes up, and as often."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest

from rulewright.runtime.chance import stream
from rulewright.runtime.observation import dealt_to
from rulewright.runtime.together import Together

CROSSING = {
    "as in a ring": [0b011, 0b110, 0b101],
    "one way round": [0b0011, 0b0110, 0b1100, 0b1001, 0b10000],
    "some of three": [0b00011, 0b01000, 0b11110, 0b10110, 0b10101],
    "nested": [0b111, 0b111, 0b011],
    "apart": [0b0011, 0b0011, 0b1100, 0b1100],
}


def all_ways(might: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for way in permutations(range(len(might))):
        if all(held >> one & 1 for one, held in zip(way, might, strict=True)):
            yield way


def dealings(might: Sequence[int], many: int) -> Counter[tuple[int, ...]]:
    source, found = stream(7), Counter[tuple[int, ...]]()
    for _ in range(many):
        source, lying = dealt_to(range(len(might)), might, source)
        assert lying is not None
        found[tuple(lying)] += 1
    return found


@pytest.mark.parametrize("name", CROSSING)
def test_each_way_comes_up_as_often(name: str) -> None:
    ways = [*all_ways(CROSSING[name])]
    found = dealings(CROSSING[name], 400 * len(ways))
    assert found.keys() == {*ways}
    least = 60 if name == "one way round" else 240  # for few rounds of four are there
    assert all(least < many < 800 - least for many in found.values())


def test_each_way_comes_up_whatever_may_lie_where() -> None:
    luck, crossing = random.Random(3), 0
    for _ in range(30):
        size = luck.randint(3, 5)
        might = [luck.getrandbits(size) | 1 << i for i in range(size)]
        ways = {*all_ways(might)}
        found = dealings(might, 40 * len(ways))
        crossing += len(ways) > 2
        assert found.keys() == ways, might
    assert crossing > 15


def test_what_holds_of_several_at_once_is_kept_to() -> None:
    """Two of three in one heap, one in the other, but not the last with the first."""
    told = Together((0b00111, 0b11000), (0b00111, 0b11000), frozenset([((2, 1), (1, 1))]))
    told = told.without(0b00001, 0b10000)
    source, found = stream(5), Counter[tuple[int, ...]]()
    for _ in range(6000):
        source, shown = told.dealt(source)
        assert told.allows(shown)
        found[tuple(shown[back] for back in range(5))] += 1
    ways = [w for w in permutations(range(5)) if told.allows(dict(enumerate(w)))]
    assert found.keys() == {*ways}
    assert all(0.6 < many * len(ways) / 6000 < 1.5 for many in found.values())
