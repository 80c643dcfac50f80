"""What lists the moves of a choice is written when it is first asked for, and once; what is done is
compiled when it is first done.
"""

from __future__ import annotations

import ast

import pytest

from rulewright.backends.python import engine as python
from rulewright.backends.python.engine import PythonEngine
from rulewright.game import check
from rulewright.source import SourceFile
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


def test_each_function_is_compiled_when_it_is_first_called(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    define = python._define

    def defined(module: ast.Module, file: SourceFile, names: dict[str, object]) -> None:
        compiled.extend(one.name for one in module.body if isinstance(one, ast.FunctionDef))
        define(module, file, names)

    monkeypatch.setattr(python, "_define", defined)
    engine = PythonEngine(check("connect_four").program)
    assert compiled == []
    begin(engine, seed=1)
    begun = [*compiled]
    assert "begin" in begun
    for _ in range(2):
        state = begin(engine, seed=1)
        state.apply(state.legal_moves()[0])
        state.apply(state.legal_moves()[0])
    played = [name for name in compiled if name not in begun]
    assert any(name.startswith("drop") for name in played) and "totals" not in played
    assert len(compiled) == len({*compiled})
    state.scores()
    assert compiled[-1] == "totals"
