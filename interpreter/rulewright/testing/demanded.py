"""Cases that stand in rules only because something may be none, and its uses must not be.

`{} when piece_on of q is none`, before `steps of piece_on of q`: whoever leaves it out is told to
write it, also where nobody ever asks of an empty square. So nobody is to be told that it never
comes to that, as long as the case says no more than that there is nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ..check.narrowing import Known, known_if, known_unless, plain
from ..core import ir
from ..core.walk import EXPRESSIONS, Node, children, walk_called
from ..source import Place, place_of


def demanded(roots: Iterator[Node]) -> tuple[set[tuple[Place, bool]], set[Place]]:
    """Conditions that ask whether something is none, each with the answer that rules out what is
    used otherwise, and the values for that case, where it is nothing."""
    answers, values = set[tuple[Place, bool]](), set[Place]()
    for node in walk_called(*roots):
        if not isinstance(node, ir.Cond) or not isinstance(node.test, ir.Op):
            continue
        match node.test.name:
            case "equal":
                known, nothing, used = known_unless(node.test), node.then, node.other
            case "differ":
                known, nothing, used = known_if(node.test), node.other, node.then
            case _:
                continue
        if _is_nothing(nothing) and _is_wanted(used, known, _may_be_none(node)):
            answers.add((place_of(node.test.span), node.test.name == "equal"))
            values.add(place_of(nothing.span))
    return answers, values


def _is_wanted(node: Node, known: Known, free: bool) -> bool:
    """Is one of those that are known not to be none used where none could not stand? `free`: it
    could stand here."""
    if type(node) in EXPRESSIONS and plain(cast(ir.Expr, node)) in known:
        return not free and not _may_be_none(node)
    match node:
        case ir.Op(name="equal" | "differ", args=args):
            return any(_is_wanted(one, known, True) for one in args)
        case ir.Call(function=function, args=args):
            fit = zip(args, function.params, strict=True)
            return any(_is_wanted(one, known, _may_be_none(param)) for one, param in fit)
        case ir.Cond(test=test, then=then, other=other):
            parts = (test, False), (then, free), (other, free)
            return any(_is_wanted(one, known, may) for one, may in parts)
    return any(_is_wanted(one, known, False) for one in children(node))


def _may_be_none(value: Node) -> bool:
    kind = cast(ir.Expr, value).type
    return isinstance(kind, ir.Element) and kind.optional


def _is_nothing(value: ir.Expr) -> bool:
    """Is it an empty set, `no`, 0, `none` or `nobody`?"""
    if isinstance(value, ir.Const):
        return value.value == 0 if isinstance(value.type, _COUNTED) else value.value < 0
    return False


_COUNTED = ir.Number | ir.Truth | ir.SetOf
