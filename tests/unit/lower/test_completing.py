"""When a question about a compose needs no search, and what it becomes."""

from collections.abc import Callable
from types import SimpleNamespace

from rulewright.backends.python import source
from rulewright.core.ir import Completable, Program
from rulewright.core.walk import walk
from rulewright.lower.completing import without_search
from rulewright.lower.unit import Unit
from rulewright.runtime.layout import Layout

Build = Callable[..., SimpleNamespace]


def questions(program: Program) -> list[Completable]:
    guards = [g for c in program.choices for a in c.alternatives for g in a.guards]
    return [g.test for g in guards if isinstance(g.test, Completable)]


def shapes(program: Program) -> list[bool]:
    """For each question whether it is an ordinary condition."""
    unit = Unit(program, Layout(program))
    found = [without_search(unit, question) for question in questions(program)]
    for shape in found:
        assert shape is None or not any(isinstance(n, Completable) for n in walk(shape))
    return [shape is not None for shape in found]


def test_where_more_never_harms_no_search_is_needed(mini: SimpleNamespace) -> None:
    assert shapes(mini.program) == [True, True]
    assert "can_complete" not in source(mini.program)


def test_a_limit_of_one_needs_no_search_either(build_mini: Build) -> None:
    assert shapes(build_mini(at_most=1).program) == [True, True]


def test_other_limits_and_exactness_are_searched(build_mini: Build) -> None:
    for mini in (build_mini(at_most=2), build_mini(minimal=True)):
        assert shapes(mini.program) == [False, False]
        assert "def can_complete_payment" in source(mini.program)


def test_the_last_step_is_searched_by_sums_alone(build_mini: Build) -> None:
    text = source(build_mini(minimal=True).program)
    descent = text.split("def can_complete_payment_pay(")[1].split("\ndef ")[0]
    assert "payment" not in descent.split(":", 1)[1].replace("can_complete_payment_pay", "")
    assert "_sum_now" in descent and "_smallest_now" in descent
