"""Nodes are rebuilt with other children by functions that are written out for each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from rulewright import catalogue
from rulewright.core import ir
from rulewright.core.walk import LEAVES, Node, children, walk, with_children
from rulewright.game import check

OTHER = ir.Const(1, ir.Truth())
ENOUGH = 20  # nodes of a kind


def nodes() -> Iterator[Node]:
    """All nodes of all games, before options are chosen and after that."""
    for info in catalogue.games():
        game = check(info.name)
        for rules in (game.program, game.open_program):
            roots: list[Node] = [rules.setup, rules.flow, *rules.scores, *rules.always]
            roots += [*rules.ends, *rules.outcome, *rules.composes]
            for root in roots:
                yield from walk(root)


def through_fields(node: Node, visit: Callable[[Any], Node]) -> list[Any]:
    """The fields of a node, rebuilt whatever they are."""
    below = {id(child) for child in children(node)}

    def rebuilt(value: Any) -> Any:
        if type(value) is tuple:
            return tuple(map(rebuilt, value))
        return visit(value) if id(value) in below else value

    return [rebuilt(value) for value in held(node)]


def held(node: Node) -> list[Any]:
    return [getattr(node, field.name) for field in fields(node)]


def test_every_kind_of_node_is_rebuilt_with_all_that_it_has() -> None:
    met: dict[type, int] = {}
    for node in nodes():
        kind = type(node)
        met[kind] = met.get(kind, 0) + 1
        if met[kind] > ENOUGH:
            continue
        assert with_children(node, lambda child: child) is node
        if not children(node):
            continue
        for wanted in (None, *children(node)):

            def visit(child: Node, wanted: Node | None = wanted) -> Node:
                return OTHER if wanted in (None, child) else child

            made = with_children(node, visit)
            assert type(made) is kind and made is not node
            assert held(made) == through_fields(node, visit)
    assert len(met.keys() - LEAVES) > 30
