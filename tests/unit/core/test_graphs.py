"""The fast measures against trying every way."""

import random
from typing import Literal

import pytest
from tests.repeated import times

from rulewright.core import graphs
from rulewright.core.graphs import longest, longest_path, longest_trail
from rulewright.core.ir import Domain, Graph
from rulewright.diagnostics import PlayError


def graph(ends: list[tuple[int, int]]) -> Graph:
    edges = Domain("edge", "edge", tuple(str(i) for i in range(len(ends))))
    vertices = 1 + max(b for _, b in ends)
    return Graph(edges, vertices, tuple(ends), None)  # type: ignore[arg-type]


def grid(rows: int, columns: int) -> Graph:
    places = range(rows * columns)
    across = [(v, v + 1) for v in places if (v + 1) % columns]
    down = [(v, v + columns) for v in places if v + columns in places]
    return graph(across + down)


GRAPHS = {
    "one edge": graph([(0, 1)]),
    "3 by 5": grid(3, 5),
    "6 by 6": grid(6, 6),  # more edges than two tables hold
    "complete": graph([(a, b) for b in range(6) for a in range(b)]),
    "parallel": graph([(0, 1), (0, 1), (1, 2), (0, 2), (2, 3), (2, 3), (3, 4)]),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_measures_agree_with_trying_every_way(name: str) -> None:
    tested = GRAPHS[name]
    source = random.Random(7)
    count = len(tested.ends)
    for _ in range(times(400, thorough=1500)):
        edges = source.sample(range(count), source.randint(0, min(10, count)))
        mask = sum(1 << edge for edge in edges)
        assert longest_trail(tested, mask) == longest("trail", tested, mask), edges
        assert longest_path(tested, mask) == longest("path", tested, mask), edges


def test_nothing_is_nowhere() -> None:
    assert longest_trail(grid(3, 5), 0) == longest_path(grid(3, 5), 0) == 0


def test_a_ring_is_a_trail_and_less_than_a_path() -> None:
    ring = graph([(0, 1), (1, 2), (2, 3), (0, 3)])
    assert longest_trail(ring, 0b1111) == 4 and longest_path(ring, 0b1111) == 3


@pytest.mark.parametrize("kind", ["trail", "path"])
def test_a_search_that_takes_too_long_is_given_up(
    kind: Literal["trail", "path"], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphs, "MOST_STEPS", 20_000)
    crowd = graph([(a, b) for b in range(16) for a in range(b)])
    left_out = sum(1 << e for e, (a, b) in enumerate(crowd.ends) if (a + 3 * b) % 7 == 0)
    pans = graph([*crowd.ends, *((v, 16 + v) for v in range(16))])  # every vertex has a handle
    mask = (1 << len(pans.ends)) - 1 & ~left_out
    fast = longest_trail if kind == "trail" else longest_path
    for measure in (fast, lambda *given: longest(kind, *given)):
        with pytest.raises(PlayError, match="too many ways"):
            measure(pans, mask)


def test_a_large_board_takes_little_memory() -> None:
    large = grid(40, 50)
    row = sum(1 << edge for edge, (a, b) in enumerate(large.ends) if b == a + 1 and a < 49)
    assert longest_trail(large, row) == longest_path(large, row) == 49
    square = sum(1 << e for e, (a, b) in enumerate(large.ends) if b % 50 < 2 and b < 100)
    assert longest_trail(large, square) == 4 and longest_path(large, square) == 3
