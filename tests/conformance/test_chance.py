"""The chance specification: how a seed becomes outcomes, the same for ever and on every engine.

The reference's section on chance is written out here once more, by itself; what today's seeds give
is also written down, so that nothing can change in both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.game import load
from rulewright.runtime.chance import fresh_seed, picked, shuffled, stream
from rulewright.state import State

LOW, ALL = 2**64, 2**128


def scrambled(x: int) -> int:
    """splitmix64 for a counter."""
    x = (x + 0x9E3779B97F4A7C15) % LOW
    x = (x ^ x // 2**30) * 0xBF58476D1CE4E5B9 % LOW
    x = (x ^ x // 2**27) * 0x94D049BB133111EB % LOW
    return x ^ x // 2**31


def numbers(seed: int, limits: list[int]) -> Iterator[int]:
    """One number below each limit, from the stream of a seed."""
    low = scrambled(seed % LOW ^ scrambled(0))
    high = scrambled(low ^ seed % ALL // LOW)
    x = high * LOW + low // 2 * 2 + 1
    for limit in limits:
        x = x * 0xDA942042E4DD58B5 % ALL
        yield x // 2**96 * limit // 2**32


SEEDS = (0, 1, 7, 2**32 - 1, 2**32, 2**64 - 1, 2**64, 3 * 2**100 + 5, 2**128 - 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_picks_and_shuffles_are_as_specified(seed: int) -> None:
    source: object = stream(seed)
    found = []
    for size in (2, 6, 33, 100):
        source, one = picked(source, "die", (1 << size) - 1)
        found.append(one)
    assert found == list(numbers(seed, [2, 6, 33, 100]))
    order = list(range(9))
    for i, j in zip(range(8, 0, -1), numbers(seed, list(range(9, 1, -1))), strict=True):
        order[i], order[j] = order[j], order[i]
    assert shuffled(stream(seed), "deck", list(range(9)))[1] == order


FIXED = {
    0: "532425664331",
    1: "336445424121",
    7: "324243613216",
    2**32 - 1: "226554123463",
    2**32: "366145544454",
    2**64 - 1: "265541311232",
    2**64: "333622243456",
    3 * 2**100 + 5: "443436252123",
    2**128 - 1: "166325646512",
}


def rolls(engine: EngineName, seed: int) -> str:
    """The first twelve throws in Pig, both always rolling on."""
    state = load("pig", engine=engine).start(seed=seed)
    return "".join(_rolled(state) for _ in range(12))


def _rolled(state: State) -> str:
    state.apply("roll")
    seen = state.observation(0)["cells"]
    assert isinstance(seen, dict)
    return str(seen["die"])


@pytest.mark.parametrize("engine", registry.stepping())
def test_todays_seeds_throw_what_they_throw(engine: EngineName) -> None:
    assert {seed: rolls(engine, seed) for seed in SEEDS} == FIXED


def test_each_of_128_bits_matters() -> None:
    """No two seeds that differ in one bit begin with the same 40 throws."""
    whole = 0x0123456789ABCDEF0123456789ABCDEF
    seeds = [whole, *(whole ^ 1 << bit for bit in range(128))]
    begun = {tuple(numbers(seed, [6] * 40)) for seed in seeds}
    ours = set()
    for seed in seeds:
        source: object = stream(seed)
        throws = []
        for _ in range(40):
            source, one = picked(source, "die", 0b111111)
            throws.append(one)
        ours.add(tuple(throws))
    assert ours == begun
    assert len(ours) == 129


def test_only_128_bits_count() -> None:
    assert stream(7 + ALL) == stream(7)
    assert stream(-1) == stream(ALL - 1)


def test_a_seed_that_nobody_chose_has_128_bits() -> None:
    drawn = [fresh_seed() for _ in range(400)]
    assert len(set(drawn)) == 400
    assert all(0 <= seed < ALL for seed in drawn)
    set_bits = Counter(bit for seed in drawn for bit in range(128) if seed >> bit & 1)
    assert all(100 < set_bits[bit] < 300 for bit in range(128))
