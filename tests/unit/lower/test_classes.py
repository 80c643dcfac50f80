"""Classes of elements in place of what conditions ask of them."""

from collections.abc import Sequence
from itertools import product

import pytest

from rulewright.core import ir
from rulewright.core.evaluate import never_asked, no_state, prepare_int
from rulewright.core.walk import walk
from rulewright.lower.classes import classed, with_test
from rulewright.lower.unit import Unit
from rulewright.runtime.layout import Layout

SKY = ir.Domain("sky", "enumeration", ("fair", "rain", "storm"))
TRUTH = ir.Truth()
PORT = ir.Local(1, "p", ir.Number(0, 5))
CLOSED, OVER = ir.Local(2, "part", TRUTH), ir.Local(3, "part", ir.Element(SKY))
WARE, COUNT = ir.Local(4, "w", ir.Number(0, 3)), ir.Local(5, "n", ir.Number(1, 3))
EARLY = frozenset((PORT.number, WARE.number))


@pytest.fixture
def unit(mini) -> Unit:  # type: ignore[no-untyped-def]
    return Unit(mini.program, Layout(mini.program))


def op(name: ir.OpName, *args: ir.Expr) -> ir.Op:
    return ir.Op(name, args, TRUTH)


def number(value: int) -> ir.Const:
    return ir.Const(value, ir.Number(value, value))


IS_CLOSED = op("equal", PORT, number(2))
SKY_OVER = ir.Lookup(
    ir.Table(0, "sky", (ir.Domain("port", "range", tuple("abcdef")),), OVER.type, (0, 1, 2) * 2),
    (PORT,),
    OVER.type,
)
FAIR = ir.Const(0, OVER.type)
GUARDED = ir.Cond(op("not", IS_CLOSED), SKY_OVER, FAIR, OVER.type)
OPEN = op("or", op("not", CLOSED), op("equal", COUNT, number(1)))
CALM = op("or", CLOSED, op("or", op("equal", OVER, FAIR), op("less", COUNT, WARE)))
MANY = op("at_most", COUNT, WARE)


def holds(tests: Sequence[ir.Expr], parts: dict[ir.Expr, ir.Local]) -> list[bool]:
    """Do all tests hold, for each port, ware and count?"""
    found = []
    for port, ware, count in product(range(6), range(4), range(1, 4)):
        known: dict[int, int | list[int]] = {
            PORT.number: port,
            WARE.number: ware,
            COUNT.number: count,
        }
        for part, local in parts.items():
            known[local.number] = prepare_int(part)(known, no_state, never_asked)
        found.append(all(prepare_int(t)(known, no_state, never_asked) for t in tests))
    return found


@pytest.mark.parametrize("sky", [SKY_OVER, GUARDED])
@pytest.mark.parametrize("tests", [[OPEN, CALM], [CALM], [CALM, MANY], [MANY, OPEN, CALM]])
def test_the_same_pass(unit: Unit, tests: list[ir.Expr], sky: ir.Expr) -> None:
    parts: dict[ir.Expr, ir.Local] = {IS_CLOSED: CLOSED, sky: OVER}
    wanted = holds(tests, parts)
    found = classed(unit, parts, tests, EARLY)
    assert len(found) == len(parts) == 1
    assert holds(found, parts) == wanted


def test_one_part_stays_what_it_is(unit: Unit) -> None:
    parts: dict[ir.Expr, ir.Local] = {IS_CLOSED: CLOSED}
    assert classed(unit, parts, [OPEN, MANY], EARLY) == [OPEN, MANY]
    assert parts == {IS_CLOSED: CLOSED}


def test_what_something_else_asks_for_stays(unit: Unit) -> None:
    parts: dict[ir.Expr, ir.Local] = {IS_CLOSED: CLOSED, SKY_OVER: OVER}
    reading = ir.Read(unit.program.variables[0], (), TRUTH)
    other = op("and", CLOSED, op("equal", reading, reading))
    found = classed(unit, parts, [CALM, other], EARLY)
    assert found[1] == other
    assert CLOSED in parts.values()
    assert OVER not in parts.values()


def test_what_a_loop_before_decides_is_asked_there(unit: Unit) -> None:
    parts: dict[ir.Expr, ir.Local] = {IS_CLOSED: CLOSED, SKY_OVER: OVER}
    early = op("at_most", WARE, number(2))
    assert classed(unit, parts, [early, CALM], EARLY)[0] == early


def test_what_can_fail_keeps_its_place(unit: Unit) -> None:
    """What stands behind it is not asked before it."""
    parts: dict[ir.Expr, ir.Local] = {IS_CLOSED: CLOSED, SKY_OVER: OVER}
    table = ir.Table(0, "some", (SKY,), TRUTH, (1, 1, 1))
    fails = ir.Lookup(table, (ir.Local(9, "s", ir.Element(SKY, optional=True)),), TRUTH)
    assert unit.can_fail(fails)
    found = classed(unit, parts, [CALM, fails, OPEN], EARLY)
    assert found[1:] == [fails, OPEN]


def test_tables_stay_small(unit: Unit) -> None:
    wide = ir.Local(6, "m", ir.Number(0, 2000))
    parts: dict[ir.Expr, ir.Local] = {IS_CLOSED: CLOSED, SKY_OVER: OVER}
    tests = [op("or", CALM, op("less", wide, COUNT))]
    assert classed(unit, parts, tests, EARLY) == tests


def test_numbers_up_to_one_that_is_fixed_are_a_condition(unit: Unit) -> None:
    source = ir.Op(
        "range", (number(1), WARE), ir.SetOf(ir.Domain("number", "range", tuple("0123")))
    )
    param, tests = with_test(unit, ir.Param(COUNT, source))
    assert param.source == ir.Const(15, source.type)
    assert not any(node == source for test in tests for node in walk(test))
    left_out = Unit(unit.program, unit.layout, frozenset(("classes",)))
    given = ir.Param(COUNT, source)
    assert with_test(left_out, given) == (given, [])


def test_the_class_of_what_is_not_there_is_0(unit: Unit) -> None:
    parts: dict[ir.Expr, ir.Local] = {IS_CLOSED: CLOSED, GUARDED: OVER}
    classed(unit, parts, [op("and", OPEN, op("or", CLOSED, op("equal", OVER, FAIR)))], EARLY)
    [found] = parts
    assert isinstance(found, ir.Cond)
    assert found.test == IS_CLOSED and found.then == ir.Const(0, found.type)
