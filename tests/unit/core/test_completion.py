"""Footprints, directions, and the search they speed up against every subset there is."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from rulewright.core.completion import Completion, Draft
from rulewright.core.evaluate import Value
from rulewright.core.footprint import Direction, direction, footprint, is_monotone
from rulewright.core.ir import (
    Cell,
    Completable,
    ComposeStep,
    Const,
    Finish,
    Fold,
    Guard,
    Local,
    Message,
    Number,
    Op,
    OpName,
    Read,
    Truth,
)

Build = Callable[..., SimpleNamespace]
NUMBER = Number(0, 99)


def selection(mini: SimpleNamespace) -> Read:
    payment: Cell = mini.cells["payment"]
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
    mini.compose.finishes += (Finish("odd", (Guard(same, Message(())),)),)
    found = footprint(mini.compose)
    assert found.whole == (True,) and found.queries == ()


def test_a_query_with_a_name_from_outside_counts_as_a_whole(mini: SimpleNamespace) -> None:
    total = mini.compose.finishes[0].guards[0].test.args[0]
    step = mini.compose.steps[0]
    leaning = replace(total, where=Op("equal", (total.local, step.local), Truth()))
    test = Op("at_least", (leaning, three()), Truth())
    mini.compose.steps = (replace(step, guards=(Guard(test, Message(())),)),)
    assert footprint(mini.compose).whole == (True,)


def test_only_what_is_monotone_is_said_to_be(build_mini: Build) -> None:
    assert is_monotone(build_mini().compose)
    assert not is_monotone(build_mini(minimal=True).compose)
    assert not is_monotone(build_mini(at_most=2).compose)


@pytest.mark.parametrize(
    ("name", "way"),
    [("at_least", "up"), ("more", "up"), ("less", "down"), ("at_most", "down"), ("equal", "any")],
)
def test_comparisons_have_a_direction(mini: SimpleNamespace, name: OpName, way: Direction) -> None:
    chosen = frozenset((mini.cells["payment"],))
    test = Op(name, (size(mini), three()), Truth())
    assert direction(test, chosen) == way
    opposite: dict[Direction, Direction] = {"up": "down", "down": "up", "any": "any"}
    assert direction(Op("not", (test,), Truth()), chosen) == opposite[way]


def test_every_falls_and_some_rises(mini: SimpleNamespace) -> None:
    chosen = frozenset((mini.cells["payment"],))
    x = Local(9, "x", Number(0, 9))
    yes = Op("more", (x, three()), Truth())
    for kind, way in (("every", "down"), ("some", "up"), ("the", "any"), ("smallest", "any")):
        fold = Fold(kind, x, selection(mini), None, yes, Truth())  # type: ignore[arg-type]
        assert direction(fold, chosen) == way


def test_a_total_less_its_smallest_rises(build_mini: Build) -> None:
    mini = build_mini(minimal=True)
    chosen = frozenset((mini.cells["payment"],))
    tight = mini.compose.finishes[0].guards[1].test
    assert direction(tight.args[0], chosen) == "up"
    assert direction(tight, chosen) == "down"


def reader(mini: SimpleNamespace, hand: int, payment: int, want: int) -> Callable[..., Value]:
    def read(cell: Cell, keys: tuple[int, ...]) -> Value:
        return {"me": 0, "hand": hand, "payment": payment, "want": want}[cell.name]

    return read


def by_subsets(mini: SimpleNamespace, read: Callable[..., Value], first: int, rest: int) -> bool:
    """Is some set of `first` and allowed cards of `rest` complete?"""
    step: ComposeStep = mini.compose.steps[0]
    subset = rest
    while True:
        draft = Draft(mini.compose, (first | subset,), {}, read)
        allowed = all(draft.allows(step, card) for card in range(6) if subset >> card & 1)
        limit = 6 if step.at_most is None else step.at_most.value  # type: ignore[union-attr]
        if allowed and draft.chosen[0].bit_count() <= limit and draft.finished():
            return True
        if not subset:
            return False
        subset = subset - 1 & rest


@pytest.mark.parametrize(
    "how", [{}, {"minimal": True}, {"at_most": 2}, {"minimal": True, "at_most": 1}]
)
def test_the_search_finds_a_completion_exactly_if_there_is_one(
    build_mini: Build, how: dict[str, int]
) -> None:
    mini = build_mini(**how)
    completion = Completion((mini.compose,))
    card = Local(1, "c", Number(0, 5))
    prize = Local(2, "p", Number(0, 2))
    begun = Completable(mini.compose, None, (), ((mini.cells["want"], prize),), Truth())
    going_on = Completable(mini.compose, 0, (card,), (), Truth())
    for hand in range(64):
        for want in range(3):
            read = reader(mini, hand, 0, want)
            found = completion.holds(begun, {2: want}, reader(mini, hand, 63, -1))
            assert found == by_subsets(mini, read, 0, hand)
            for c in range(6):
                if hand >> c & 1:
                    found = completion.holds(going_on, {1: c}, read)
                    assert found == by_subsets(mini, read, 1 << c, hand >> c + 1 << c + 1)


def test_steps_close_the_steps_before_them(build_mini: Build) -> None:
    mini = build_mini()
    step = mini.compose.steps[0]
    spent = replace(mini.cells["payment"], name="spent")
    mini.compose.steps = (replace(step, name="spend", selection=spent), step)

    def read(cell: Cell, keys: tuple[int, ...]) -> Value:
        return {"hand": 0b111111, "payment": 0b100, "spent": 0}.get(cell.name, 0)

    draft = Draft(mini.compose, (0, 0b100), {}, read)
    assert list(draft.open_steps()) == [1]
    assert draft.fullest().chosen == (0, 0b111100)
    assert list(Draft(mini.compose, (1, 0), {}, read).open_steps()) == [0, 1]


def test_a_limited_step_before_a_growing_one_is_searched_rightly(build_mini: Build) -> None:
    mini = build_mini(at_most=1)
    step = mini.compose.steps[0]
    spent = replace(mini.cells["payment"], name="spent")
    none_spent = Op("empty", (Read(spent, (), spent.type),), Truth())
    suited_or_spent = Op("or", (Op("not", (none_spent,), Truth()), step.guards[0].test), Truth())
    free = replace(step, at_most=None, guards=(Guard(suited_or_spent, Message(())),))
    mini.compose.steps = (replace(step, name="spend", selection=spent), free)
    assert footprint(mini.compose).growing and not is_monotone(mini.compose)
    question = Completable(mini.compose, None, (), (), Truth())
    completion = Completion((mini.compose,))
    for hand in range(64):
        # Every card but the Ace may be spent on South, and then all pay for it, the Ace too.
        possible = hand > 1 and sum(card + 1 for card in range(6) if hand >> card & 1) >= 7
        assert completion.holds(question, {}, reader(mini, hand, 0, 2)) == possible, bin(hand)
