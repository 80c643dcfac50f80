"""What a condition makes certain: that something lies in a slot."""

from __future__ import annotations

from dataclasses import replace

from .ir import ComposeStep, Const, Expr, For, Let, Op, Read, Seq
from .walk import Node, conjuncts, rewrite


def not_empty(test: Expr) -> Read | None:
    """The slot that a condition says is not empty."""
    match test:
        case Op(name="not", args=(Op(name="equal", args=(Read() as read, Const(value=-1))),)):
            return read
        case Op(name="differ", args=(Read() as read, Const(value=-1))):
            return read
        case Op(name="not", args=(Op(name="empty", args=(Op(name="set", args=(one,)),)),)):
            return one if isinstance(one, Read) else None
        case _:
            return None


def is_empty(test: Expr) -> Read | None:
    """The slot, or what may hold nothing, of which a condition says that it is empty."""
    match test:
        case Op(name="equal", args=(Read() as read, Const(value=-1))):
            return read
        case Op(name="empty", args=(Op(name="set", args=(Read() as read,)),)):
            return read
        case _:
            return None


def straightened(step: ComposeStep) -> ComposeStep:
    """The same step, where a loop over what lies in a slot that is certainly not empty is none."""
    filled = [read for g in step.guards for part in conjuncts(g.test) if (read := not_empty(part))]

    def change(node: Node) -> Node:
        match node:
            case For(source=Op(name="set", args=(Read() as read,)), first=None) if read in filled:
                return Seq((Let(node.local, read, node.span), node.body), node.span)
            case _:
                return node

    return replace(step, body=rewrite(step.body, change))
