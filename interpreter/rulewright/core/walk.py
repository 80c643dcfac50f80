"""Going through core trees and rebuilding them, once for all node kinds.

Works over dataclass fields, so that a new node kind needs nothing here. What a node merely refers
to (cells, tables, domains, graphs, functions, composes) is not part of its tree, nor is a binder:
the `local` of a fold, a loop, a `Let` or a parameter is a name being given, not a value being used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import TypeVar, cast, get_args

from .ir import (
    Alternative,
    Const,
    Expr,
    Fold,
    Grown,
    Guard,
    Joined,
    Local,
    Message,
    Op,
    OutcomeCase,
    Param,
    Paths,
    Place,
    Property,
    Score,
    Stmt,
    Weight,
    Whole,
)

Node = (
    Expr | Stmt | Alternative | Guard | Param | Message | Joined | Place | Score | Property
    | OutcomeCase | Grown | Whole | Weight
)  # fmt: skip
N = TypeVar("N", bound=Node)

_NODES: tuple[type, ...] = get_args(Node)


_APART = ("impossible", "local", "selection", "span", "type")

# The fields of each node kind that can hold children.
_PARTS: dict[type, tuple[str, ...]] = {
    kind: tuple(f.name for f in fields(kind) if f.name not in _APART) for kind in _NODES
}


def _held(value: object) -> Iterator[Node]:
    if isinstance(value, _NODES):
        yield cast(Node, value)
    elif isinstance(value, tuple):
        for item in value:
            yield from _held(item)


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below, in the order of the fields."""
    for name in _PARTS[type(node)]:
        yield from _held(getattr(node, name))


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, each before its children."""
    yield node
    for child in children(node):
        yield from walk(child)


def _mapped(value: object, visit: Callable[[Node], Node]) -> object:
    if isinstance(value, _NODES):
        return visit(cast(Node, value))
    if isinstance(value, tuple):
        items = tuple(_mapped(item, visit) for item in value)
        return value if all(a is b for a, b in zip(items, value, strict=True)) else items
    return value


def with_children(node: N, visit: Callable[[Node], Node]) -> N:
    """The node with `visit` applied to each child; the very same node when nothing changes."""
    changes = {}
    for name in _PARTS[type(node)]:
        before = getattr(node, name)
        after = _mapped(before, visit)
        if after is not before:
            changes[name] = after
    return replace(node, **changes) if changes else node  # type: ignore[arg-type]


def rewrite(node: N, change: Callable[[Node], Node]) -> N:
    """The tree rebuilt from its leaves up, `change` applied to every node.

    `change` gives back its argument for what stays, and puts expressions in place of expressions,
    statements in place of statements. Unchanged parts are shared with the old tree.
    """
    rebuilt = with_children(node, lambda child: rewrite(child, change))
    return cast(N, change(rebuilt))


def free_locals(expr: Expr) -> frozenset[int]:
    """The numbers of the locals an expression uses and does not bind itself."""
    if isinstance(expr, Local):
        return frozenset((expr.number,))
    found = frozenset[int]().union(*(free_locals(cast(Expr, c)) for c in children(expr)))
    if isinstance(expr, Fold) and expr.local.number in found:
        found = (found - {expr.local.number}) | free_locals(expr.source)
    if isinstance(expr, Paths):
        found -= {expr.local.number}
    return found


def substitute(expr: Expr, values: Mapping[int, Expr]) -> Expr:
    """The expression with expressions in place of free locals, by number.

    The values must not use a local that `expr` binds; numbering locals once a program sees to it.
    """

    def visit(node: Node) -> Node:
        return substitute(cast(Expr, node), values)

    if isinstance(expr, Local):
        return values.get(expr.number, expr)
    if isinstance(expr, Fold) and expr.local.number in values:
        inner = {number: value for number, value in values.items() if number != expr.local.number}
        return replace(
            expr,
            source=substitute(expr.source, values),
            where=expr.where and substitute(expr.where, inner),
            body=expr.body and substitute(expr.body, inner),
        )
    return with_children(expr, visit)


def conjuncts(test: Expr | None) -> list[Expr]:
    """The parts of a condition that must all hold."""
    if test is None or (isinstance(test, Const) and test.value):
        return []
    if isinstance(test, Op) and test.name == "and":
        return [part for arg in test.args for part in conjuncts(arg)]
    return [test]
