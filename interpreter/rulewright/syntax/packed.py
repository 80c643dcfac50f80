"""Trees as plain lists, which JSON can hold, and back.

Places are counted from some offset, so that what was made of a declaration can be had again for any
place in any file. A list begins with what it is: the number of a kind of node, or one of the codes
below.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from ..source import NOWHERE, SourceFile, Span
from . import nodes as n

_TUPLE, _SPAN, _NOWHERE, _NO_TAIL = -1, -2, -3, -4

_PLAIN = frozenset((bool, int, str, type(None)))
_KINDS = tuple(k for k in vars(n).values() if is_dataclass(k) and isinstance(k, type))
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}
_FIELDS = tuple(tuple(f.name for f in fields(kind)) for kind in _KINDS)
_SLOTS = tuple(
    tuple(getattr(kind, name).__set__ for name in names)
    for kind, names in zip(_KINDS, _FIELDS, strict=True)
)
"""What puts something into a field of a node that is just being made: nodes are frozen."""


def packed(value: Any, start: int) -> Any:
    """A tree as lists, its places counted from `start`."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple:
        return [_TUPLE, *[packed(item, start) for item in value]]
    if kind is Span:
        if value is NOWHERE:
            return [_NOWHERE]
        return [_SPAN, value.start - start, value.end - start, value.copy]
    if value == n.NO_TAIL:
        return [_NO_TAIL]
    number = _NUMBERS[kind]
    return [number, *[packed(getattr(value, name), start) for name in _FIELDS[number]]]


def unpacked(data: Any, source: SourceFile, start: int) -> Any:
    """The tree of which these are the lists, in a file from `start` on."""

    def made_of(data: Any) -> Any:
        if type(data) is not list:
            return data
        number, *parts = data
        if number == _SPAN:
            return Span(source, parts[0] + start, parts[1] + start, parts[2])
        if number == _TUPLE:
            return tuple([made_of(part) for part in parts])
        if number == _NO_TAIL:
            return n.NO_TAIL
        if number == _NOWHERE:
            return NOWHERE
        made = object.__new__(_KINDS[number])
        for put, part in zip(_SLOTS[number], parts, strict=True):
            put(made, made_of(part) if type(part) is list else part)
        return made

    return made_of(data)
