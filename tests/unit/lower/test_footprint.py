"""What a search has to remember of a selection, and which way conditions on it move."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from rulewright.core.ir import (
    Compose,
    ComposeFinish,
    Const,
    Fold,
    Guard,
    Local,
    Message,
    Number,
    Op,
    OpName,
    Read,
    StateVariable,
    Truth,
)
from rulewright.core.selecting import Selecting, selecting
from rulewright.lower.footprint import Direction, Footprint, direction
from rulewright.lower.footprint import footprint as footprint_of

Build = Callable[..., SimpleNamespace]
NUMBER = Number(0, 99)


def known(compose: Compose) -> Selecting:
    found = selecting(compose)
    assert found is not None
    return found


def footprint(compose: Compose) -> Footprint:
    return footprint_of(known(compose))


def selection(mini: SimpleNamespace) -> Read:
    payment: StateVariable = mini.variables["payment"]
    return Read(payment, (), payment.type)


def size(mini: SimpleNamespace) -> Op:
    return Op("size", (selection(mini),), NUMBER)


def three() -> Const:
    return Const(3, NUMBER)


def test_sums_are_remembered_and_not_sets(mini: SimpleNamespace) -> None:
    found = footprint(mini.compose)
    assert found.whole == (False,)
    assert [query.kind for query in found.queries if isinstance(query, Fold)] == ["total"]


def test_the_smallest_of_nothing_is_told_from_a_smallest_of_zero(build_mini: Build) -> None:
    queries = footprint(build_mini(minimal=True).compose).queries
    assert [query.kind for query in queries if isinstance(query, Fold)] == [
        "total",
        "smallest",
        "some",
    ]


def test_a_limit_makes_the_size_count(build_mini: Build) -> None:
    mini = build_mini(at_most=2)
    assert [q.name for q in footprint(mini.compose).queries if isinstance(q, Op)] == ["size"]


def test_a_selection_read_in_another_way_counts_as_a_whole(mini: SimpleNamespace) -> None:
    same = Op("equal", (selection(mini), Const(5, selection(mini).type)), Truth())
    mini.compose.finishes += (ComposeFinish("odd", (), (Guard(same, Message(())),)),)
    found = footprint(mini.compose)
    assert found.whole == (True,) and found.queries == ()


def test_a_query_with_a_name_from_outside_counts_as_a_whole(mini: SimpleNamespace) -> None:
    total = mini.compose.finishes[0].guards[0].test.args[0]
    step = mini.compose.steps[0]
    leaning = replace(total, where=Op("equal", (total.local, step.params[0].local), Truth()))
    test = Op("at_least", (leaning, three()), Truth())
    mini.compose.steps = (replace(step, guards=(Guard(test, Message(())),)),)
    assert footprint(mini.compose).whole == (True,)


@pytest.mark.parametrize(
    ("name", "way"),
    [("at_least", "up"), ("more", "up"), ("less", "down"), ("at_most", "down"), ("equal", "any")],
)
def test_comparisons_have_a_direction(mini: SimpleNamespace, name: OpName, way: Direction) -> None:
    chosen = frozenset((mini.variables["payment"],))
    test = Op(name, (size(mini), three()), Truth())
    assert direction(test, chosen) == way
    opposite: dict[Direction, Direction] = {"up": "down", "down": "up", "any": "any"}
    assert direction(Op("not", (test,), Truth()), chosen) == opposite[way]


def test_every_falls_and_some_rises(mini: SimpleNamespace) -> None:
    chosen = frozenset((mini.variables["payment"],))
    x = Local(9, "x", Number(0, 9))
    yes = Op("more", (x, three()), Truth())
    for kind, way in (("every", "down"), ("some", "up"), ("the", "any"), ("smallest", "any")):
        fold = Fold(kind, x, selection(mini), None, yes, Truth())  # type: ignore[arg-type]
        assert direction(fold, chosen) == way


def test_a_total_less_its_smallest_rises(build_mini: Build) -> None:
    mini = build_mini(minimal=True)
    chosen = frozenset((mini.variables["payment"],))
    tight = mini.compose.finishes[0].guards[1].test
    assert direction(tight.args[0], chosen) == "up"
    assert direction(tight, chosen) == "down"
