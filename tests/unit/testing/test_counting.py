"""How scenarios are counted: by the files that they stand in, once on all engines."""

from __future__ import annotations

import pytest

from rulewright.testing.counting import counted, origins


@pytest.mark.parametrize(
    ("places", "replaced", "told"),
    [
        ([("pond.game", 1), ("pond.game", 9), ("pond.game", 1)], 0, ""),
        ([("a/b.game", 1), ("wet.game", 1), ("wet.game", 5)], 0, "scenarios: 1 of b, 2 of wet"),
        (
            [("wet.game", 1), ("pond.game", 3), ("pond.game", 5)], 1,
            "scenarios: 1 of wet, 2 of pond; 1 more is replaced or removed by the variant",
        ),
        (
            [("pond.game", 1), ("pond.game", 3), *((f"{n}.game", 1) for n in range(7))], 2,
            "scenarios: 2 of pond, 7 of 7 other files; 2 more are replaced or removed by the "
            "variant",
        ),
    ],
)  # fmt: skip
def test_what_is_told(places: list[tuple[str, int]], replaced: int, told: str) -> None:
    assert counted(origins(places), replaced) == told
