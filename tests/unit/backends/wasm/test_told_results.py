"""What games have come to is read in C as it is without it."""

from __future__ import annotations

import random
import struct

import pytest

from rulewright.backends.protocol import PlayoutResult, Verdict
from rulewright.backends.stepping import results_of
from rulewright.backends.wasm.engine import _Results


def _told(width: int, games: int, luck: random.Random) -> bytes:
    numbers = (0, 1, 2, 3, -1, 40, 1 << 40, -(1 << 63), (1 << 63) - 1)
    rows = [
        [luck.choice((0, 1, 1, 1)), *(luck.choice(numbers) for _ in range(width - 1))]
        for _ in range(games)
    ]
    return b"".join(struct.pack(f"<{width}q", *row) for row in rows)


@pytest.mark.parametrize("width", (5, 6, 9))
def test_both_give_the_same(width: int) -> None:
    results = results_of(width)
    if results is None:
        pytest.skip("it was not compiled")
    luck = random.Random(width)
    for games in (0, 1, 7, 300):
        told = _told(width, games, luck)
        found = results(told)
        assert found == list(_Results(width).told(told))
        for one in found:
            if one is not None:
                assert type(one) is PlayoutResult and type(one.verdict) is Verdict
                assert type(one.totals) is tuple and len(one.totals) == width - 5


def test_what_is_no_result_is_refused() -> None:
    if results_of(5) is None:
        pytest.skip("it was not compiled")
    from rulewright.backends._stepping import results

    for wrong in ((b"", 5, PlayoutResult), ("", 5, PlayoutResult, Verdict), (b"", 5, 1, Verdict)):
        with pytest.raises(TypeError, match="results takes bytes, a number and two classes"):
            results(*wrong)
    for few in ((b"", 4, PlayoutResult, Verdict), (b"", 5, dict, Verdict)):
        with pytest.raises(ValueError, match="results of at least five words, as tuples"):
            results(*few)


def test_without_it_all_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_PLAIN_STEPS", "1")
    assert results_of(5) is None
