"""Keys of maps in as few words as they fit: what is remembered by several small numbers, and by
short lists of them, is looked up by one word, or by few.

A key is made where it is used, and is only compared. So nobody sees that its numbers, of which the
ranges are known, lie side by side. What is taken apart anywhere, or may be nothing, stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...lower import nodes as code
from .shapes import Field, Range, Shape, Shapes, is_word

MOST_FIELDS = 16  # each is written out
_BITS = 64


def pack(shapes: Shapes, given: Iterable[Shape]) -> None:
    """Let keys that fit lie in words; `given`: shapes of what comes from outside."""
    keys = {id(key): key for key in _keys(shapes)}
    for shape in [*given, *shapes.fixed.values()]:
        for inner in _outside(shape):
            keys.pop(id(inner), None)
    for function in shapes.functions.values() if keys else ():
        shapes.here = function.name
        for node in code.walk(function):
            fine = {id(part) for part in _compared(shapes, node) if _is_plain(shapes, part)}
            for part in code.children(node):
                found = shapes.at.get(id(part))
                if found is not None and id(part) not in fine:
                    keys.pop(id(found.found()), None)
    for key in keys.values():
        _pack(key)


def _keys(shapes: Shapes) -> Iterator[Shape]:
    """The records that are keys of maps."""
    for shape in list(shapes.at.values()):
        whole = shape.found()
        if whole.kind in ("map", "keys"):
            key = whole.parts[0].found()
            if key.kind == "record":
                yield key


def _outside(shape: Shape) -> Iterator[Shape]:
    """What lies in something that was not made here: what is in a map was put there."""
    whole = shape.found()
    yield whole
    if whole.kind in ("list", "record"):
        for part in whole.parts:
            yield from _outside(part)


def _compared(shapes: Shapes, node: code.Node | code.Function) -> list[code.Value]:
    """The parts of a node that are only handed on, or compared with keys."""
    match node:
        case code.Assign(target=code.Name() as target, value=value):
            return [target, value]
        case code.Choice(then=then, other=other):
            return [then, other]
        case code.Bound(value=value):
            return [value]
        case code.Give(value=value) if value is not None:
            return [value]
        case code.Item(owner=owner, index=index) if _is_map(shapes, owner):
            return [index]
        case code.Method(owner=owner, operation="get" | "add", args=args) if _is_map(shapes, owner):
            return args[:1]
        case code.Compare(left=left, right=right) if _is_map(shapes, right):
            return [left]
        case code.Call(function=name, args=args) if name in shapes.functions:
            return args
        case _:
            return []


def _is_map(shapes: Shapes, node: code.Value) -> bool:
    return shapes.shape(node).found().kind in ("map", "keys")


def _is_plain(shapes: Shapes, node: code.Value) -> bool:
    """Is it made, held or chosen here?"""
    if isinstance(node, code.Call):
        return node.function in shapes.functions
    return isinstance(node, code.Several | code.Name | code.Choice | code.Bound)


def _pack(key: Shape) -> None:
    fields, used = list[Field](), list[int]()
    for number, part in enumerate(key.parts):
        part = part.found()
        places, found = _numbers(part)
        if not is_word(found) or found is None or len(fields) + len(places) > MOST_FIELDS:
            return
        bits = (found[1] - found[0]).bit_length()
        for entry in places:
            word = next((i for i, taken in enumerate(used) if taken + bits <= _BITS), len(used))
            used += [0] if word == len(used) else []
            fields.append(Field(number, entry, found[0], word, used[word]))
            used[word] += bits
    if len(used) > 1 and len(used) >= len(key.parts):
        return
    key.packed, ranges = tuple(fields), [(0, (1 << bits) - 1) for bits in used]
    if len(used) == 1:
        key.kind, key.parts, key.range = "number", [], ranges[0]
    else:
        key.parts = [Shape("number", range=found) for found in ranges]


def _numbers(part: Shape) -> tuple[list[int], Range | None]:
    """The entries of a part, below 0 if it is a number itself, and their range; None: they are not
    known."""
    if part.kind == "number":
        return [-1], part.range
    if part.kind == "list" and not part.grows and part.length is not None and part.length > 0:
        entry = part.parts[0].found()
        if entry.kind == "number":
            return list(range(part.length)), entry.range
    return [], None
