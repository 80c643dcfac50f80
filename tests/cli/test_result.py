"""The result of a game, at any width."""

from __future__ import annotations

import pytest

from rulewright.drawing.lines import plain_text
from rulewright.game import load
from rulewright.state import State
from rulewright_cli.result import result_lines


def ended(name: str, seats: int) -> State:
    state = load(name, seats=seats).start(seed=1)
    while not state.over:
        state.apply(state.legal_moves()[-1])
    return state


@pytest.mark.parametrize("width", [120, 80, 40, 24])
def test_each_seat_has_its_column_however_narrow_it_is(width: int) -> None:
    state = ended("pig", 8)
    outcome = state.outcome
    assert outcome is not None
    lines = plain_text(result_lines(load("pig", seats=8), state, width=width)).splitlines()
    assert max(map(len, lines)) <= width
    heads = [text for text in lines if text.lstrip().startswith("seat") and "wins" not in text]
    assert " ".join(" ".join(heads).split()) == " ".join(f"seat {n}" for n in range(8))
    totals = [int(one) for text in lines if text.startswith("total") for one in text.split()[1:]]
    assert totals == outcome["scores"]
    total = next(text for text in lines if text.startswith("total"))
    assert len(total) == len(heads[0])  # each number ends where its head does


def test_words_that_leave_no_room_for_seats_go_on_in_further_lines() -> None:
    state = ended("liars_dice", 3)
    wide, narrow = (
        plain_text(result_lines(load("liars_dice", seats=3), state, width=width)).splitlines()
        for width in (80, 50)
    )
    assert len(narrow) == len(wide) + 1
    assert narrow[0].split() == wide[0].split()
    assert all(len(text) <= 50 for text in narrow)
