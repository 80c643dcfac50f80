"""How often the suite repeats the same: a fixed sample, or everything with `pytest --thorough`.

A test of many cases says `@pytest.mark.thorough(one_in=4)`: every fourth of them runs; or
`@pytest.mark.thorough(each="game")`: one case of each game, of the others the next one each time.
A case, or a test, that says `pytest.mark.thorough` and no more, runs with the option alone. What is
named on the command line (`path::test`) runs whatever is said. `times` is how often something is
done inside of a test, and `some` is a sample of a list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeVar

import pytest

MARK = (
    "thorough(one_in=N, each=PARAMETER): with --thorough alone, but for every Nth case, "
    "or for one with each value of the parameter"
)

wanted = False  # known before any file of tests is read

T = TypeVar("T")


def times(sample: int, *, thorough: int) -> int:
    """How often something is done."""
    return thorough if wanted else sample


def some(cases: Iterable[T], *, one_in: int) -> list[T]:
    """Of these one in so many, beginning with the first."""
    return list(cases)[:: times(one_in, thorough=1)]


def kept(items: Sequence[pytest.Item], named: Sequence[str]) -> set[pytest.Item]:
    """What runs without the option: the sample, and what is named."""
    parts = tuple(part + mark for part in named for mark in ("[", "::"))
    groups: defaultdict[str, defaultdict[object, list[pytest.Item]]]
    groups = defaultdict(lambda: defaultdict(list))  # of each test, by the value that is meant
    found = set[pytest.Item]()
    steps = dict[str, int]()
    for item in items:
        marks = [mark.kwargs for mark in item.iter_markers("thorough")]
        if not marks or item.nodeid in named or item.nodeid.startswith(parts):
            found.add(item)
        elif {} not in marks:
            (mark,) = marks
            test = item.nodeid.partition("[")[0]
            if "each" in mark:
                value = repr(item.callspec.params[mark["each"]])  # type: ignore[attr-defined]
            else:
                value, steps[test] = "", mark["one_in"]
            groups[test][value].append(item)
    for test, of_test in groups.items():
        for number, cases in enumerate(of_test.values()):
            step = steps.get(test)
            found.update(cases[::step] if step else [cases[number % len(cases)]])
    return found
