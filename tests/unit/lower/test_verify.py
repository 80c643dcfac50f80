"""Each way in which lowered functions make no sense is found; what makes sense is left alone."""

from __future__ import annotations

import pytest

from rulewright.lower import nodes as code
from rulewright.lower.nodes import Function, Lines, Listed, Name, Number, Several
from rulewright.lower.verify import verify
from rulewright.runtime.layout import Layout

ONE, A, B = Number(1), Name("a"), Name("b")
LIST, PAIR = Listed([A]), Several([A, B])


def f(*lines: code.Statement, params: tuple[str, ...] = ("a",), name: str = "f") -> Function:
    return Function(name, list(params), list(lines))


@pytest.fixture
def problems(mini):  # type: ignore[no-untyped-def]
    layout = Layout(mini.program)

    def found(*functions: Function, **data: object) -> list[str]:
        return verify(functions, data, layout)

    return found


def test_what_makes_sense(problems) -> None:  # type: ignore[no-untyped-def]
    loop: Lines = [code.when(A, [code.assign("b", ONE), code.leave()]), code.augment("a", "-", ONE)]
    each = code.for_each(
        code.several(("x", "y")), Name("PAIRS"), [code.augment("b", "+", Name("y"))]
    )
    whole = f(
        code.loop(ONE, loop),
        each,
        code.assign("listed", code.list_of([])),
        code.perform(code.method(Name("listed"), "append", B)),
        code.when(code.filled(Name("listed")), [code.give(code.call("g", B, Name("listed")))]),
        code.give(code.item(Name("TABLE"), B)),
    )
    other = f(code.give(code.call("nth", A, code.call("len", B))), params=("a", "b"), name="g")
    assert problems(whole, other, TABLE=(1, 2), PAIRS=((1, 2), (3, 4))) == []


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([code.give(B)], "b is read where not every path has stored it"),
        ([code.when(A, [code.assign("b", ONE)]), code.give(B)], "b is read where not every path"),
        ([code.loop(A, [code.assign("b", ONE)]), code.give(B)], "b is read where not every path"),
        ([code.for_each("b", LIST, []), code.give(B)], "b is read where not every path"),
        ([code.give(code.both([A, code.bound("b", ONE)])), code.perform(B)], "where no path leads"),
        ([code.when(A, [code.give(ONE)])], "gives a result on some paths only"),
        ([code.leave()], "leaves a loop that is not there"),
        ([code.again()], "leaves a loop that is not there"),
        ([code.Jump(None)], "a jump is left over"),
        ([code.give(code.call("nowhere"))], "nowhere is called, and not there"),
        ([code.give(code.call("f", A, A))], "f is given 2 values"),
        ([code.give(code.call("nth", A))], "nth is given 1 values"),
        ([code.give(code.method(A, "flip"))], "flip with 0 values is no operation"),
        ([code.assign("b", LIST), code.give(code.binary(B, "+", ONE))], "a side of +"),
        (
            [code.assign("b", LIST), code.assign("b", ONE), code.give(B)],
            "b is list of (anything) and number",
        ),
        ([code.give(code.item(A, ONE)), code.give(A)], "where no path leads"),
        (
            [code.assign("b", code.item(A, A)), code.give(code.negative(A))],
            "what an entry is taken from",
        ),
        ([code.give(code.choose(A, LIST, ONE))], "one of two values"),
        ([code.give(code.call("bits", LIST))], "what bits is given"),
        (
            [code.assign(Several([A, B]), code.tuple_of([ONE] * 3)), code.give(A)],
            "several variables",
        ),
        ([code.for_each("b", A, []), code.give(code.inverted(A))], "what ~ is said of is list"),
        ([code.when(A, [code.give(code.list_of([A]))]), code.give(ONE)], "the result is"),
    ],
)
def test_what_makes_none(problems, lines: Lines, problem: str) -> None:  # type: ignore[no-untyped-def]
    found = problems(f(*lines))
    assert any(problem in one for one in found), found


def test_functions_that_disagree(problems) -> None:  # type: ignore[no-untyped-def]
    gives_list = f(code.give(code.list_of([A])), name="g")
    found = problems(gives_list, f(code.give(code.binary(code.call("g", ONE), "&", A))))
    assert found == ["f: a side of & is list of (number) and number"]
