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
    if type(data) is not list:
        return data
    number = data[0]
    if number == _SPAN:
        return Span(source, data[1] + start, data[2] + start, data[3])
    if number == _TUPLE:
        return tuple([unpacked(item, source, start) for item in data[1:]])
    if number == _NO_TAIL:
        return n.NO_TAIL
    if number == _NOWHERE:
        return NOWHERE
    made = object.__new__(_KINDS[number])
    for name, value in zip(_FIELDS[number], data[1:], strict=True):
        object.__setattr__(made, name, unpacked(value, source, start))
    return made
