"""What lists the moves of a choice is written when it is first asked for, and once."""

from __future__ import annotations

import pytest

from rulewright.backends.python import engine as python
from rulewright.backends.python.engine import PythonEngine
from rulewright.game import check
from rulewright.state import begin


def test_each_list_is_written_when_moves_are_first_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    written = python.Generated.listing

    def listing(generated: python.Generated, point: int) -> python.Moves:
        asked.append(point)
        return written(generated, point)

    monkeypatch.setattr(python.Generated, "listing", listing)
    program = check("ruta").program
    engine = PythonEngine(program)
    state = begin(engine, seed=1)
    assert len(program.choices) > 1 and asked == []
    met = []
    while not state.over:
        waiting = state.waiting
        assert waiting is not None
        met.append(waiting.point)
        first = state.legal_moves()[0]
        assert [*state.copy().legal_moves()] and asked == [*dict.fromkeys(met)]
        state.apply(first)
    begin(engine, seed=1).legal_moves()
    assert asked == [*dict.fromkeys(met)]
