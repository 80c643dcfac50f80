"""What stands around a decision: before it in its turn, behind it in its turn and later."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import rulewright as rw
from rulewright.core.ir import Assign, Program, Stmt
from rulewright.core.walk import walk
from rulewright.drawing.around import ahead, behind

RULES = """\
game around "Around"
  players 2
mark begun: 0..99                         "How often"
mark ended: 0..99                         "How often"
mark lit: 0..99                           "How often"
mark paid: 0..99                          "How often"
mark later: 0..99                         "How often"
mark over: 0..99                          "How often"
to light
  gain 1 lit
  repeat until paid > 3
    choose ask
      go_on
        gain 1 paid
phase main
  turns until over is 9
    gain 1 begun
    choose first
      one
        light
        gain 1 later
    choose second
      two
        gain 1 later
    gain 1 ended
  gain 1 over
winner p where later is 3
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    file = tmp_path_factory.mktemp("around") / "around.game"
    file.write_text(RULES)
    return rw.load(str(file)).program


def _set_in(stmts: Iterable[Stmt]) -> set[str]:
    return {
        node.variable.name
        for stmt in stmts
        for node in walk(stmt)
        if isinstance(node, Assign) and node.variable.role == "mark"
    }


def _point(program: Program, name: str) -> int:
    return next(choose.point for choose in program.choices if choose.name.endswith(name))


def test_one_walk_stops_at_the_end_of_the_turn_or_goes_round(program: Program) -> None:
    second, ask = _point(program, "second"), _point(program, "ask")
    assert _set_in(behind(program, second)) == {"ended"}
    assert "over" in _set_in(behind(program, second, beyond_turn=True))
    assert _set_in(behind(program, ask)) == {"later", "ended"}
    assert {"begun", "lit", "paid", "over"} < _set_in(behind(program, ask, beyond_turn=True))


def test_a_turn_begins_only_before_its_first_decision(program: Program) -> None:
    assert _set_in(ahead(program, _point(program, "first"))) == {"begun"}
    assert ahead(program, _point(program, "second")) == ()
    assert ahead(program, _point(program, "ask")) == ()
