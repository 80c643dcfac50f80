"""The table of operations: a line in it is all that an operation needs."""

from __future__ import annotations

import random
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


LARGEST = 6  # of the sets and numbers that are tried


def values(kind: str, name: str) -> list[int]:
    """Values of an operand, in any order."""
    if kind.startswith(("set", "collection")):
        return list(range(1 << LARGEST))
    if kind == "truth":
        return [0, 1]
    return list(range(0 if name == "multiply" else -LARGEST, LARGEST))  # see `footprint`


def grows(kind: str, one: int, other: int) -> bool:
    """Is the other value more: a larger number, a larger set with all that the one holds?"""
    return one & ~other == 0 if kind.startswith(("set", "collection")) else one <= other


@pytest.mark.parametrize(
    "name", [name for name, held in OPERATORS.items() if held.moves.strip("?")]
)
def test_results_move_as_the_table_says(name: ir.OpName) -> None:
    """What says + or - and is not so makes searches give up what leads to a finish."""
    operator, luck = OPERATORS[name], random.Random(name)
    meaning = operator.meaning
    if meaning is None:
        board = ir.Domain("square", "cell", tuple("abcdef"), columns=3)
        cells = ir.Read(ir.StateVariable(0, "s", (), ir.SetOf(board), 0), (), ir.SetOf(board))
        meaning = operator.works_out(ir.Op(name, (cells,), NUMBER))
    assert meaning is not None
    takes = [kind.removesuffix("...") for kind in operator.takes]
    if operator.takes[-1].endswith("..."):
        takes *= 3
    signs = operator.moves.ljust(len(takes), operator.moves[-1])
    tried = 0
    while tried < 400:
        args = [luck.choice(values(kind, name)) for kind in takes]
        at = luck.randrange(len(takes))
        more = luck.choice(values(takes[at], name))
        if signs[at] == "?" or not grows(takes[at], args[at], more):
            continue
        tried += 1
        before, after = meaning(*args), meaning(*args[:at], more, *args[at + 1 :])
        if signs[at] == "-":
            before, after = after, before
        assert grows(operator.gives, before, after), (name, args, at, more)
