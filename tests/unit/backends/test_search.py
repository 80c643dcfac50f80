"""The plain search that says what can be completed, against every subset there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from rulewright.backends.python import PythonEngine
from rulewright.backends.reference import ReferenceEngine
from rulewright.core.evaluate import Value, evaluate
from rulewright.core.ir import (
    Assign,
    Completable,
    Compose,
    ComposeFinish,
    ComposeStep,
    Const,
    Domain,
    Fold,
    Guard,
    Local,
    Message,
    Number,
    Op,
    Param,
    SetOf,
    StateVariable,
    Truth,
)
from rulewright.core.selecting import selecting, selects
from rulewright.runtime.layout import POINT, Slots

Build = Callable[..., SimpleNamespace]
RANKS = 6


def slots_with(mini: SimpleNamespace, hand: int, payment: int, want: int) -> Slots:
    layout = ReferenceEngine(mini.program).layout
    slots = layout.fresh()
    layout.put(slots, mini.variables["hand"], (0,), hand)
    layout.put(slots, mini.variables["payment"], (), payment)
    layout.put(slots, mini.variables["want"], (), want)
    return slots


def by_subsets(
    mini: SimpleNamespace, hand: int, want: int, first: int, at_most: int = RANKS
) -> bool:
    """Is some set complete that holds `first` and later cards of the hand?"""
    (step,), (finish,) = selecting(mini.compose).steps, mini.compose.finishes  # type: ignore[union-attr]

    def all_hold(guards: tuple[Guard, ...], chosen: int, card: int) -> bool:
        def read(variable: StateVariable, keys: tuple[int, ...]) -> Value:
            return {"me": 0, "hand": hand, "payment": chosen, "want": want}[variable.name]

        return all(evaluate(guard.test, {step.local.number: card}, read) for guard in guards)

    def is_complete(chosen: int) -> bool:
        cards = [card for card in range(RANKS) if chosen & ~first & 1 << card]
        fitting = all(all_hold(step.guards, chosen, card) for card in cards)
        return chosen.bit_count() <= at_most and fitting and all_hold(finish.guards, chosen, 0)

    later = [card for card in range(first.bit_length(), RANKS) if hand >> card & 1]
    subsets = range(1 << len(later))
    sums = (sum(1 << card for i, card in enumerate(later) if subset >> i & 1) for subset in subsets)
    return any(is_complete(first | more) for more in sums)


@pytest.mark.parametrize(
    "how", [{}, {"minimal": True}, {"at_most": 2}, {"minimal": True, "at_most": 1}]
)
def test_a_completion_is_found_exactly_if_there_is_one(
    build_mini: Build, how: dict[str, int]
) -> None:
    mini = build_mini(**how)
    search, limit = ReferenceEngine(mini.program).search, how.get("at_most", RANKS)
    card, prize = Local(91, "c", Number(0, 5)), Local(92, "p", Number(0, 2))
    begun = Completable(mini.compose, None, (), ((mini.variables["want"], prize),), Truth())
    going_on = Completable(mini.compose, 0, (card,), (), Truth())
    for hand in range(64):
        for want in range(3):
            found = search.holds(begun, {92: want}, slots_with(mini, hand, 0, -1), {})
            assert found == by_subsets(mini, hand, want, 0, limit)
            slots = slots_with(mini, hand, 0, want)
            for c in range(RANKS):
                if hand >> c & 1:
                    found = search.holds(going_on, {91: c}, slots, {})
                    assert found == by_subsets(mini, hand, want, 1 << c, limit)


def test_knowledge_of_one_state_helps_and_does_not_mislead(build_mini: Build) -> None:
    mini = build_mini(minimal=True)
    search, card = ReferenceEngine(mini.program).search, Local(91, "c", Number(0, 5))
    question = Completable(mini.compose, 0, (card,), (), Truth())
    for hand in range(64):
        slots, known = slots_with(mini, hand, 0, 1), {}  # type: ignore[var-annotated]
        for c in (*range(RANKS), *range(RANKS)):
            alone = search.holds(question, {91: c}, slots, {})
            assert search.holds(question, {91: c}, slots, known) == alone


def with_steps(mini: SimpleNamespace, *steps: ComposeStep) -> Compose:
    compose: Compose = mini.compose
    return replace(compose, steps=steps)


def test_what_only_selects_is_recognised(build_mini: Build) -> None:
    """By what its steps do: none is closed too late, none does more."""
    mini = build_mini(at_most=2)
    (step,) = mini.compose.steps
    found = selecting(mini.compose)
    assert found is not None
    (known,) = found.steps
    assert known.selection is mini.variables["payment"] and len(known.guards) == 1
    assert known.at_most == Const(2, Number(0, 30))
    want = Assign(mini.variables["want"], (), Const(1, mini.variables["want"].type))
    assert not selects(with_steps(mini, replace(step, body=want)))
    assert not selects(with_steps(mini, replace(step, params=())))
    anything = Param(step.params[0].local, step.params[0].source.args[1])
    assert not selects(with_steps(mini, replace(step, params=(anything,))))
    assert not selects(with_steps(mini, step, step))  # two steps that fill one set
    drawing = ComposeFinish("commit", (anything,), ())
    assert not selects(replace(mini.compose, finishes=(drawing,)))


def failing() -> Guard:
    """A guard that cannot be worked out: there is no such number."""
    digits = SetOf(Domain("number", "range", tuple("0123456789")))
    none = Op("range", (Const(1, Number(0, 9)), Const(0, Number(0, 9))), digits)
    local = Local(93, "n", Number(0, 9))
    the = Fold("the", local, none, None, None, Number(0, 9))
    return Guard(Op("equal", (the, the), Truth()), Message(()))


@pytest.mark.parametrize("where", ["step", "finish"])
def test_what_cannot_be_worked_out_does_not_hold(mini: SimpleNamespace, where: str) -> None:
    """Looking ahead, on both engines: nothing can be claimed, and no error says so."""
    if where == "step":
        (step,) = mini.compose.steps
        mini.compose.steps = (replace(step, guards=(*step.guards, failing())),)
    else:
        (finish,) = mini.compose.finishes
        mini.compose.finishes = (replace(finish, guards=(failing(), *finish.guards)),)
    for engine in (PythonEngine(mini.program), ReferenceEngine(mini.program)):
        slots = engine.layout.fresh()
        slots[POINT] = 0
        engine.layout.put(slots, mini.variables["hand"], (0,), 0b111111)
        claims = [code for code in engine.moves(slots) if code[0] == 2]
        assert claims == []
