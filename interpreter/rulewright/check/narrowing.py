"""What is known not to be none: `A is not none and …`, `V when A is none`, `if A is not none`.

A value that may be none fits few places. Where a condition has already ruled none out, the same
expression counts as never none; what is the same is told by its form, so `top of pile` asked twice
is one thing. That something lies on a stack says as much of its top. That holds as long as nothing
that it is read from has changed in between, hence `lasting`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import cast

from ..core import ir
from ..core.walk import EXPRESSIONS, Node, substitute, walk, walk_called, with_children

Known = frozenset[ir.Expr]
NOTHING_KNOWN: Known = frozenset()


def known_if(test: ir.Expr) -> Known:
    """What is not none wherever the condition holds."""
    match test:
        case ir.Op(name="and", args=args):
            return _together(known_if(arg) for arg in args)
        case ir.Op(name="not", args=(inner,)):
            return known_unless(inner)
        case ir.Op(name="differ", args=(left, right)) if _is_none(right):
            return frozenset({plain(left)})
        case ir.Op(name="differ", args=(left, right)):
            return _other_than(left, right)
        case ir.Op(name="equal", args=(left, right)):
            return _equal(left, right)
        case ir.Op(name="contains", args=(among, element)):
            return _of(element) | _lies_in(among)
        case ir.Op(name="meets", args=(left, right)):
            return _lies_in(left) | _lies_in(right)
        case ir.Fold(kind="some", source=among):
            return _lies_in(among)
        case ir.Op(name="more" | "less" | "at_least" | "at_most" as sign, args=(left, right)):
            more, less = (left, right) if sign in ("more", "at_least") else (right, left)
            return _more_than(more, less) if sign in ("more", "less") else _as_many(more, less)
    return NOTHING_KNOWN


def known_unless(test: ir.Expr) -> Known:
    """What is not none wherever the condition does not hold."""
    match test:
        case ir.Op(name="or", args=args):
            return _together(known_unless(arg) for arg in args)
        case ir.Op(name="not", args=(inner,)):
            return known_if(inner)
        case ir.Op(name="equal", args=(left, right)) if _is_none(right):
            return frozenset({plain(left)})
        case ir.Op(name="equal", args=(left, right)):
            return _other_than(left, right)
        case ir.Op(name="differ", args=(left, right)):
            return _equal(left, right)
        case ir.Op(name="empty", args=(among,)):
            return _lies_in(among)
        case ir.Op(name="more" | "less" | "at_least" | "at_most" as sign, args=(left, right)):
            more, less = (right, left) if sign in ("more", "at_least") else (left, right)
            return _as_many(more, less) if sign in ("more", "less") else _more_than(more, less)
    return NOTHING_KNOWN


def known_in(source: ir.Expr, local: ir.Local) -> Known:
    """What is not none of whatever a collection holds: the cell of what lies on a grid that grows,
    and what a query that gives the collection has asked for."""
    match source:
        case ir.OnGrid(what="laid", variable=grid):
            cell = ir.Element(grid.keys[0], True)
            return frozenset({plain(ir.OnGrid("cell_of", grid, (local,), cell))})
        case ir.Fold(kind="all", local=one, source=among, where=test):
            asked = NOTHING_KNOWN if test is None else known_if(test)
            return known_in(among, local) | replaced(asked, {one.number: local})
    return NOTHING_KNOWN


def known_of(guards: Iterable[ir.Guard]) -> Known:
    """What is not none where all of these hold."""
    return _together(known_if(guard.test) for guard in guards)


def relying(test: ir.Expr, before: Iterable[ir.Expr]) -> ir.Expr:
    """A condition with those of the conditions before it that rule out none of what it names."""
    needed = [other for other in before if (known := known_if(other)) and _names(test, known)]
    return ir.Op("and", (*needed, test), test.type, test.span) if needed else test


def _names(expr: ir.Expr, known: Known) -> bool:
    return any(plain(cast(ir.Expr, x)) in known for x in walk(expr) if type(x) in EXPRESSIONS)


def lasting(known: Known, written: Collection[ir.StateVariable] | None = None) -> Known:
    """What stays true when these state variables are stored to: nothing of it is read from them.
    None: whatever happens, so that nothing of it lies on the table."""
    return frozenset(
        expr for expr in known if not any(_may_change(x, written) for x in walk_called(expr))
    )


def replaced(known: Iterable[ir.Expr], values: Mapping[int, ir.Expr]) -> Known:
    """What is known, said of other values in place of locals."""
    return frozenset(plain(substitute(expr, values)) for expr in known)


def narrowed(expr: ir.Expr, known: Known) -> ir.Expr:
    """The expression, never none if that is known of it."""
    if known and _may_be_none(expr.type) and plain(expr) in known:
        return _never(expr)
    return expr


def plain(expr: ir.Expr) -> ir.Expr:
    """The form by which expressions are compared: as if no part of them could be none."""
    return _never(with_children(expr, _plain_part))


def _plain_part(node: Node) -> Node:
    return plain(cast(ir.Expr, node))


def _never(expr: ir.Expr) -> ir.Expr:
    if isinstance(expr.type, ir.Element) and expr.type.optional:
        return replace(expr, type=ir.Element(expr.type.domain))
    return expr


def _lies_in(among: ir.Expr) -> Known:
    """Something lies there: a stack has a top."""
    if isinstance(among, ir.Op) and among.name == "members":
        among = among.args[0]  # as a set
    if not isinstance(among.type, ir.StackOf):
        return NOTHING_KNOWN
    return frozenset({plain(ir.Op("top", (among,), ir.Element(among.type.domain)))})


def _as_many(number: ir.Expr, least: ir.Expr) -> Known:
    """So much lies there at least, if a number is how much lies there."""
    return _more_than(number, least) if _low(least) > 0 else NOTHING_KNOWN


def _more_than(number: ir.Expr, less: ir.Expr) -> Known:
    """More lies there than none at all, or fewer, if a number is how much lies there."""
    match number:
        case ir.Op(name="size", args=(among,)) if _low(less) >= 0:
            return _lies_in(among)
    return NOTHING_KNOWN


def _other_than(left: ir.Expr, right: ir.Expr) -> Known:
    """`size of pile is not 0`."""
    for number, other in ((left, right), (right, left)):
        if isinstance(other, ir.Const) and other.value == 0:
            return _more_than(number, other)
    return NOTHING_KNOWN


def _low(number: ir.Expr) -> int:
    """What it is at least; −1 if nothing tells."""
    return number.type.low if isinstance(number.type, ir.Number) else -1


def _equal(left: ir.Expr, right: ir.Expr) -> Known:
    """Of two equal values neither is none if one of them cannot be."""
    if isinstance(left.type, ir.Number):
        return _as_many(left, right) | _as_many(right, left)
    if _never_none(right):
        return _of(left)
    return _of(right) if _never_none(left) else NOTHING_KNOWN


def _of(expr: ir.Expr) -> Known:
    """That it is not none, if it might be."""
    return frozenset({plain(expr)}) if _may_be_none(expr.type) else NOTHING_KNOWN


def _together(parts: Iterable[Known]) -> Known:
    return NOTHING_KNOWN.union(*parts)


def _may_be_none(kind: ir.Type) -> bool:
    return isinstance(kind, ir.Element) and kind.optional


def _is_none(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Const) and _may_be_none(expr.type) and expr.value < 0


def _never_none(expr: ir.Expr) -> bool:
    return isinstance(expr.type, ir.Element) and not expr.type.optional


def _may_change(node: Node, written: Collection[ir.StateVariable] | None) -> bool:
    """Does this read what is stored to, or might it? What a player has chosen stays."""
    match node:
        case ir.Read(variable=variable) if variable.role == "choice":
            return False
        case ir.Read(variable=variable) | ir.OnGrid(variable=variable):
            return written is None or variable in written
    return isinstance(node, ir.Completable)  # by whatever its compose reads
