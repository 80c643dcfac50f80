"""Moves as people type them."""

from __future__ import annotations

import pytest

from rulewright import load
from rulewright.play.spelling import forms, spelled


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("claim Sailor-Forest", "claim Sailor-Forest"),
        ("Claim sailor-forest", "claim Sailor-Forest"),
        ("claim Forest-Sailor", "claim Sailor-Forest"),
        ("TAKE ACE OF KNOTS", "take Ace of Knots"),
        ("take ace of", "take ace of"),
        ("claim Sailor-Desert", "claim Sailor-Desert"),
        ("fly (to", "fly (to"),
        ("", ""),
    ],
)
def test_names_are_known_in_other_letters_and_from_their_other_end(typed: str, meant: str) -> None:
    state = load("ruta").start(seed=1)
    assert state.waiting is not None
    assert spelled(state.engine.program, state.waiting, typed) == meant


def test_how_moves_are_written_is_told() -> None:
    state = load("ruta").start(seed=1)
    assert state.waiting is not None
    assert forms(state.waiting)[:2] == ["take CARD", "draw"]
    assert "claim ROUTE" in forms(state.waiting)
