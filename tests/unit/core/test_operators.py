"""The table of operations: a line in it is all that an operation needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rulewright.backends.python import PythonEngine
from rulewright.backends.reference import ReferenceEngine
from rulewright.core import ir
from rulewright.core.dump import program_text
from rulewright.core.operators import OPERATORS, Operator
from rulewright.core.verify import faults
from rulewright.lower.footprint import direction

TRUTH, NUMBER = ir.Truth(), ir.Number(0, 9)
NEW: dict[str, tuple[Operator, ir.Type, Callable[[ir.Read, ir.Read], tuple[ir.Expr, ...]]]] = {
    "odd": (Operator(("number",), "truth", "?", lambda a: a % 2), TRUTH, lambda n, s: (n,)),
    "apart": (
        Operator(("number", "number"), "number", "??", lambda a, b: abs(a - b), sign="~"),
        NUMBER, lambda n, s: (n, ir.Const(7, NUMBER)),
    ),
    "highest": (Operator(("set",), "number", "+", int.bit_length), NUMBER, lambda n, s: (s,)),
}  # fmt: skip


@pytest.mark.parametrize("name", NEW)
def test_a_new_operation_is_a_line(
    name: str, mini: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator, kind, args_of = NEW[name]
    monkeypatch.setitem(cast(dict[str, Operator], OPERATORS), name, operator)
    seat = mini.program.scores[0].local
    number = ir.Read(mini.variables["tokens"], (seat,), mini.variables["tokens"].type)
    cards = ir.Read(mini.variables["hand"], (seat,), mini.variables["hand"].type)
    asked: Any = ir.Op(cast(ir.OpName, name), args_of(number, cards), kind)
    value = ir.Cond(asked, ir.Const(3, NUMBER), ir.Const(1, NUMBER), NUMBER)
    lines = (ir.Score("it", seat, asked if kind == NUMBER else value),)
    program = replace(mini.program, scores=lines)
    assert faults(program) == []
    assert (operator.sign or f"{name}(") in program_text(program)
    moved = direction(asked, frozenset((mini.variables["hand"], mini.variables["tokens"])))
    assert moved == ("up" if "+" in operator.moves else "any")
    plain, printed = ReferenceEngine(program), PythonEngine(program)
    slots = plain.layout.fresh()
    for seats, held in ((0, 0b10110), (1, 0)):
        plain.layout.put(slots, mini.variables["hand"], (seats,), held)
        plain.layout.put(slots, mini.variables["tokens"], (seats,), 2 - seats)
    found = plain.totals(slots)
    assert found == printed.totals(slots)
    assert len(set(found)) == 2
    wrong = replace(asked, args=(*asked.args, *asked.args))
    broken = replace(mini.program, scores=(replace(lines[0], value=wrong),))
    assert f"{name} of {2 * len(asked.args)} values" in "\n".join(faults(broken))
