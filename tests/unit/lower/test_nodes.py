"""Functions that share nodes are given nodes of their own, and say the same as before."""

from __future__ import annotations

from rulewright.lower import nodes as code
from rulewright.lower.nodes import Function, Name


def test_what_stands_in_two_functions_is_copied_for_the_second() -> None:
    total = code.binary(Name("a"), "+", Name("b"))
    shared = [code.assign("c", total), code.give(code.call("g", total, Name("c")))]
    first = Function("f", ["a", "b"], shared)
    second = Function("g", ["a", "b"], [code.when(Name("a"), shared), *shared])
    before = [*map(written, (first, second))]
    code.apart([first, second])
    assert [*map(written, (first, second))] == before
    assert not nodes_of(first) & nodes_of(second)
    again = [
        statement.value for statement in code.walk(second) if isinstance(statement, code.Assign)
    ]
    assert again[0] is again[1]  # what it has twice itself stays one


def written(function: Function) -> list[str]:
    return [f"{type(node).__name__} {getattr(node, 'id', '')}" for node in code.walk(function)]


def nodes_of(function: Function) -> set[int]:
    return {id(node) for node in code.walk(function)} - {id(function)}
