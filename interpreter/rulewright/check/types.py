"""The types of the language: how they relate, how they are called, and expressions that are common.

`BROKEN` stands for what could not be understood; it fits everywhere, so that one mistake costs one
message.
"""

from __future__ import annotations

from typing import assert_never

from ..core import ir
from ..source import Span

NOTHING = ("none", "nobody")


BROKEN_DOMAIN = ir.Domain("?", "enumeration", ())


BROKEN_TYPE = ir.Element(BROKEN_DOMAIN, True)


BROKEN = ir.Const(-1, BROKEN_TYPE)


TRUTH = ir.Truth()


BIG = 10**9


def is_broken(expr: ir.Expr) -> bool:
    return broken_type(expr.type)


def broken_type(kind: ir.Type) -> bool:
    return isinstance(kind, ir.Element | ir.SetOf) and kind.domain is BROKEN_DOMAIN


def yes_no(value: bool, span: Span) -> ir.Const:
    return ir.Const(int(value), TRUTH, span)


def is_collection(kind: ir.Type) -> bool:
    return isinstance(kind, ir.SetOf | ir.StackOf | ir.RowOf)


def is_slot(expr: ir.Expr) -> bool:
    """Is this a zone with room for one component?"""
    zone = isinstance(expr, ir.Read) and expr.variable.role == "zone"
    return zone and isinstance(expr.type, ir.Element)


def element_of(kind: ir.Type) -> ir.Domain | None:
    """The domain of a collection's elements."""
    return kind.domain if isinstance(kind, ir.SetOf | ir.StackOf | ir.RowOf) else None


def domain_of(kind: ir.Type) -> ir.Domain | None:
    """The domain of an element, or of a collection's elements."""
    return kind.domain if isinstance(kind, ir.Element) else element_of(kind)


def one_of(source: ir.Expr) -> ir.Type:
    """The type of the elements of a collection; of a set of numbers, as near as can be told."""
    domain = element_of(source.type)
    assert domain is not None
    if domain.kind != "range":
        return ir.Element(domain)
    low, high = 0, domain.size - 1
    match source:
        case ir.Const(value=mask) if mask:
            low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
        case ir.Op(name="range", args=(first, _)) if isinstance(first.type, ir.Number):
            low = first.type.low
        case ir.Fold(kind="all", source=inner):
            return one_of(inner)
    return ir.Number(low, high)


def same_domain(one: ir.Domain | None, other: ir.Domain | None) -> bool:
    """May elements of both be in one set? Those of one type, and all numbers."""
    if one is None or other is None:
        return one is other
    return one is other or one.kind == other.kind == "range"


def wider(one: ir.Type, other: ir.Type) -> ir.Type:
    """The type of sets that have room for the elements of both."""
    assert isinstance(one, ir.SetOf) and isinstance(other, ir.SetOf)
    return one if one.domain.size >= other.domain.size else other


def op(name: ir.OpName, kind: ir.Type, span: Span, *args: ir.Expr) -> ir.Op:
    return ir.Op(name, args, kind, span)


def as_set(expr: ir.Expr) -> ir.Expr:
    """A collection as a set."""
    domain = element_of(expr.type)
    if isinstance(expr.type, ir.SetOf) or domain is None:
        return expr
    return op("members", ir.SetOf(domain), expr.span, expr)


def shown(kind: ir.Type) -> str:
    """A type in words for a message."""
    if isinstance(kind, ir.Number) and kind.low == kind.high:
        return str(kind.low)
    if isinstance(kind, ir.Element) and not kind.optional:
        return f"a {kind.domain.name}"
    if isinstance(kind, ir.SetOf | ir.StackOf | ir.RowOf):
        return f"a {kind}"
    return str(kind)


def counted(count: int, what: str = "value") -> str:
    """A number of things in words."""
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"


def stand_here(count: int) -> str:
    """How many values stand where others are wanted."""
    return f"{counted(count)} {'stands' if count == 1 else 'stand'} here"


def is_out_of(found: ir.Type, wanted: ir.Type) -> bool:
    """Are these numbers of which none is among those wanted?"""
    if not isinstance(found, ir.Number) or not isinstance(wanted, ir.Number):
        return False
    return not wanted.meets(found.low, found.high)


def fits(found: ir.Type, wanted: ir.Type) -> bool:
    """May a value of type `found` stand where `wanted` is expected?"""
    if broken_type(found) or broken_type(wanted):
        return True
    match wanted:
        case ir.Truth():
            return isinstance(found, ir.Truth)
        case ir.Number():
            return isinstance(found, ir.Number)
        case ir.Element():
            return (
                isinstance(found, ir.Element)
                and found.domain is wanted.domain
                and (wanted.optional or not found.optional)
            )
        case ir.SetOf():
            domain = element_of(found)
            return domain is wanted.domain or (
                same_domain(domain, wanted.domain) and domain.size <= wanted.domain.size  # type: ignore[union-attr]
            )
        case ir.StackOf() | ir.RowOf() | ir.WaysOf():
            return found == wanted
    assert_never(wanted)
