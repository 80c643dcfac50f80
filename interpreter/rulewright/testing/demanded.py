"""Cases that stand in rules only because something may be none, and its uses must not be.

`{} when piece_on of q is none`, before `steps of piece_on of q`: whoever leaves it out is told to
write it, also where nobody ever asks of an empty square. So nobody is to be told that it never
comes to that, as long as the case says no more than that there is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import cast

from ..check.narrowing import Known, known_if, known_unless, plain, replaced
from ..check.visibility import conjuncts
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
        for answer, known, nothing, used in (
            (True, known_unless(node.test), node.then, node.other),
            (False, known_if(node.test), node.other, node.then),
        ):
            if known and _is_nothing(nothing) and _is_wanted(used, known, _may_be_none(node)):
                answers.add((place_of(node.test.span), answer))
                values.add(place_of(nothing.span))
    return answers, values


def asked_first(roots: Iterator[Node]) -> set[Place]:
    """Conditions that rule out none of what is used under them: under `if`, behind `needs`, of what
    a `where` draws. Without them the rules would not be right, also where they always hold.

    One of which a part does more is none of these: that part may be left out.
    """
    found = set[Place]()

    def note(test: ir.Expr | None, used: Iterable[Node], known: Callable[[ir.Expr], Known]) -> None:
        parts = [known(part) for part in conjuncts(test)]
        under = tuple(used)
        if test is not None and all(
            part and any(_is_wanted(one, part, False) for one in under) for part in parts
        ):
            found.add(place_of(test.span))

    for node in walk_called(*roots):
        match node:
            case ir.If(test=test, then=then, other=None):
                note(test, (then,), known_if)
            case ir.Fold(where=test, body=body) if body is not None:
                note(test, (body,), known_if)
            case ir.For(local=local, source=ir.Fold(kind="all") as drawn, body=done):
                note(drawn.where, (done,), partial(_of_drawn, drawn, local))
            case ir.Alternative(params=params, guards=guards, body=done, text=text):
                for at, guard in enumerate(guards):
                    note(guard.test, (*guards[at + 1 :], done, text), known_if)
                for at, param in enumerate(params):
                    if isinstance(param.source, ir.Fold) and param.source.kind == "all":
                        used = (*params[at + 1 :], *guards, done, text)
                        known = partial(_of_drawn, param.source, param.local)
                        note(param.source.where, used, known)
    return found


def _of_drawn(fold: ir.Fold, local: ir.Local, test: ir.Expr) -> Known:
    """What a condition on the elements of a query rules out of one that is drawn from it."""
    return replaced(known_if(test), {fold.local.number: local})


def _is_wanted(node: Node, known: Known, free: bool) -> bool:
    """Is one of those that are known not to be none used where none could not stand? `free`: it
    could stand here."""
    if type(node) in EXPRESSIONS and plain(cast(ir.Expr, node)) in known:
        return not free and not _may_be_none(node)
    match node:
        case ir.Op(name="equal" | "differ" | "set", args=args):
            return any(_is_wanted(one, known, True) for one in args)
        case ir.Op(name="contains", args=(among, one)):
            return _is_wanted(among, known, False) or _is_wanted(one, known, True)
        case ir.Message():
            return any(_is_wanted(one, known, True) for one in children(node))
        case ir.Let(local=local, value=value):
            return _is_wanted(value, known, _may_be_none(local))
        case ir.Assign(variable=variable, keys=keys, value=value):
            kept = isinstance(variable.type, ir.Element) and variable.type.optional
            return _is_wanted(value, known, kept) or any(_is_wanted(k, known, False) for k in keys)
        case ir.Move(component=moved, source=source, target=target):
            ends = (_is_wanted(end, known, False) for end in (source, target))
            return _is_wanted(moved, known, True) or any(ends)
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
