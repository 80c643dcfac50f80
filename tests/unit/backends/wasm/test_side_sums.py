"""Sums that are compared with their limits in lanes of vectors reach those that Python's reach."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulewright.lower.primitives import MOST_REACHED, SumsReached

from .conftest import functions_in

MAIN = """
def main(i):
    told = []
    for mask in MASKS:
        told.append(SUMS(mask))
        told.append(SUMS(mask, i))
        told.append(SUMS(mask, i * 60000))
    return told
"""


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("most", [60, 128, 129, 9000, MOST_REACHED])
@pytest.mark.parametrize("family", [1, 8, 16, 17, 33, 63])
def test_sums_reach_their_limits(family: int, most: int, twin: Any) -> None:
    luck = random.Random(f"{family} {most}")
    size = luck.choice((1, 7, 20, 45, 63))
    columns = tuple(
        tuple(luck.choice((0, luck.randint(0, most // 2), 2 * most)) for _ in range(family))
        if luck.random() < 0.8
        else (0,) * family
        for _ in range(size)
    )
    limits = (most, *(luck.randint(0, most) for _ in range(family - 1)))
    masks = (0, (1 << size) - 1, *(luck.getrandbits(size) for _ in range(20)))
    sums = SumsReached(columns, limits)
    run = twin(functions_in(MAIN), {"SUMS": sums, "MASKS": masks})
    for given in (0, 1, most // 2, most):
        assert run.agree(given)
