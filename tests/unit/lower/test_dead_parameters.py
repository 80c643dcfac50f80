"""What functions only hand on to each other is taken away, and nothing else."""

from __future__ import annotations

import ast

import pytest

from rulewright.backends.python.printer import printed
from rulewright.lower import nodes as code
from rulewright.lower.dead_parameters import without_dead_parameters
from rulewright.lower.nodes import Function, Value, name, number
from rulewright.source import NOWHERE

A, B, C, D = map(name, "abcd")
WHOLE = """def begin(a, b, c, d):
    return there(a, b, c, d)

def there(a, b, c, d):
    if a > 0:
        return 1
    return back(a - 1, b, c, d)

def back(a, b, c, d):
    b = b[:]
    b[0] = a
    return there(a, b, c, f(d))
"""

TRIMMED = """def begin(a, b, c, d):
    return there(a, b, d)

def there(a, b, d):
    if a > 0:
        return 1
    return back(a - 1, b, d)

def back(a, b, d):
    b = b[:]
    b[0] = a
    return there(a, b, f(d))
"""


@pytest.fixture
def circle() -> list[Function]:
    def there(last: Value) -> code.Statement:
        return code.give(code.call("there", A, B, C, last))

    positive = code.when(code.compare(A, ">", number(0)), [code.give(number(1))])
    back = code.give(code.call("back", code.binary(A, "-", number(1)), B, C, D))
    copied = code.assign("b", code.section(B))
    stored = code.assign(code.item(B, number(0)), A)
    return [
        Function("begin", list("abcd"), [there(D)]),
        Function("there", list("abcd"), [positive, back]),
        Function("back", list("abcd"), [copied, stored, there(code.call("f", D))]),
    ]


def trimmed(functions: list[Function], *among: str) -> str:
    without_dead_parameters(functions, among)
    made = (ast.unparse(printed(function, NOWHERE.file)) for function in functions)
    return "\n\n".join(made) + "\n"


def test_what_a_circle_of_functions_never_reads_is_not_handed_round(circle: list[Function]) -> None:
    assert trimmed(circle, "there", "back") == TRIMMED


def test_functions_that_others_may_call_keep_their_parameters(circle: list[Function]) -> None:
    assert trimmed(circle) == WHOLE


def test_a_call_that_stands_in_two_places_is_one() -> None:
    both = code.give(code.call("last", A, B))
    begun = Function("begin", list("ab"), [code.when(A, [both], [both])])
    last = Function("last", list("ab"), [code.give(B)])
    without_dead_parameters([begun, last], {"last"})
    assert last.params == ["b"]
    assert "last(b)" in ast.unparse(printed(begun, NOWHERE.file))
