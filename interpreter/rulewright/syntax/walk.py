"""Going through syntax trees, once for all node kinds: over dataclass fields, tuples included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from . import nodes as n

_parts: dict[type, tuple[str, ...]] = {}  # the fields of each kind that can hold nodes


def children(node: Any) -> Iterator[Any]:
    """The nodes directly below, in the order of the fields."""
    kind: type = type(node)
    if kind not in _parts:
        _parts[kind] = tuple(f.name for f in fields(node) if f.name not in ("span", "values_span"))
    for name in _parts[kind]:
        yield from _held(getattr(node, name))


def _held(value: Any) -> Iterator[Any]:
    if isinstance(value, n.Tail):
        return
    if is_dataclass(value):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _held(item)


def walk(node: Any) -> Iterator[Any]:
    """The node and all below it, each before its children."""
    yield node
    for child in children(node):
        yield from walk(child)


def contains_choice(node: Any, procedures: frozenset[str]) -> bool:
    """Does a statement ask anybody anything, itself or through one of these procedures?

    A compose with a text of its own does not: it is a part of its action's move.
    """
    return any(
        isinstance(item, n.ChooseOne)
        or (isinstance(item, n.ComposeOne) and item.text is None)
        or (isinstance(item, n.CallTo) and item.name.text in procedures)
        for item in walk(node)
    )
