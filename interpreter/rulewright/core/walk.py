"""Going through core trees and rebuilding them, once for all node kinds.

Works over dataclass fields, so that a new node kind needs nothing here. What a node merely refers
to (state variables, tables, domains, graphs, functions, the compose that is asked about) is not
part of its tree, nor is a binder: the `local` of a fold, a loop, a `Let` or a parameter is a name
being given, not a value being used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from operator import attrgetter, is_
from typing import Any, TypeVar, cast, get_args

from .ir import (
    Alternative,
    Compose,
    ComposeFinish,
    ComposeStep,
    Const,
    Expr,
    Fold,
    GenericExpr,
    Guard,
    Joined,
    Local,
    Message,
    Op,
    OutcomeCase,
    Param,
    Paths,
    Place,
    Promise,
    Score,
    Stmt,
    Weight,
)

Node = (
    GenericExpr | Stmt | Alternative | Guard | Param | Message | Joined | Place | Score | Promise
    | OutcomeCase | Compose | ComposeStep | ComposeFinish | Weight
)  # fmt: skip
N = TypeVar("N", bound=Node)

_KINDS: frozenset[type] = frozenset(get_args(Node))  # none of them has kinds of its own

_APART = ("impossible", "local", "own", "selections", "span", "type")

_REFERENCES = (  # types of fields that hold no nodes
    "bool", "int", "str", "tuple[str, ...]", "Compose", "Function", "Graph", "OpName", "FoldKind",
    "StateVariable", "Table",
)  # fmt: skip

_FIELDS: dict[type, tuple[str, ...]] = {
    kind: tuple(f.name for f in fields(kind)) for kind in _KINDS
}

# The fields of each node kind that can hold children.
_PARTS: dict[type, tuple[str, ...]] = {
    kind: tuple(f.name for f in fields(kind) if f.name not in _APART and f.type not in _REFERENCES)
    for kind in _KINDS
}


def _getter(names: tuple[str, ...]) -> Callable[[object], tuple[Any, ...]]:
    if not names:
        return lambda node: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda node: (get(node),)


_VALUES = {kind: _getter(names) for kind, names in _PARTS.items()}


def _held(items: tuple[Any, ...]) -> list[Node]:
    found: list[Node] = []
    for item in items:
        kind = type(item)
        if kind is tuple:
            found += _held(item)
        elif kind in _KINDS:
            found.append(item)
    return found


def children(node: Node) -> list[Node]:
    """The nodes directly below, in the order of the fields."""
    return _held(_VALUES[type(node)](node))


def expressions_in(expr: Expr) -> list[Expr]:
    """The expressions directly below an expression: all that it has."""
    return cast(list[Expr], children(expr))


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, each before its children."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children(node))


def _mapped(value: Any, visit: Callable[[Node], Node]) -> Any:
    kind = type(value)
    if kind is tuple:
        items = tuple([_mapped(item, visit) for item in value])
        return value if all(map(is_, items, value)) else items
    return visit(value) if kind in _KINDS else value


def with_children(node: N, visit: Callable[[Node], Node]) -> N:
    """The node with `visit` applied to each child; the very same node when nothing changes."""
    kind = type(node)
    before = _VALUES[kind](node)
    if not before:
        return node
    after = _mapped(before, visit)
    if after is before:
        return node
    made = object.__new__(kind)  # the same as `replace`, which takes several times as long
    for name in _FIELDS[kind]:
        object.__setattr__(made, name, getattr(node, name))
    for name, value in zip(_PARTS[kind], after, strict=True):
        object.__setattr__(made, name, value)
    return made


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
    found = frozenset[int]().union(*map(free_locals, expressions_in(expr)))
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
    if not values:
        return expr
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
