"""Going through syntax trees, once for all node kinds: over dataclass fields, tuples included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Any

from ..frozen import held
from ..recent import Same
from . import nodes as n

_parts: dict[type, tuple[str, ...]] = {}  # the fields of each kind that can hold nodes

_APART = ("span", "values_span", "tail")


def children(node: Any) -> list[Any]:
    """The nodes directly below, in the order of the fields."""
    names = _parts.get(type(node))
    if names is None:
        names = tuple(
            f.name
            for f in fields(node)
            if f.name not in _APART and f.type not in ("bool", "int", "str")
        )
        _parts[type(node)] = names
    return held(tuple([getattr(node, name) for name in names]), _KINDS)


_KINDS = frozenset(
    kind for kind in vars(n).values() if isinstance(kind, type) and is_dataclass(kind)
) - {n.Tail}


def walk(node: Any) -> Iterator[Any]:
    """The node and all below it, each before its children."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children(node))


def ends_of(
    until: n.Expr | None, otherwise: tuple[n.Template, ...]
) -> list[tuple[n.Expr, n.Template | None]]:
    """The parts of what ends a compose, each with what is said where it does not hold; one reason
    is that of all of it."""
    if until is None:
        return []
    if len(otherwise) == 1 or not isinstance(until, n.Logic) or until.op == "or":
        return [(until, otherwise[0] if otherwise else None)]
    return list(zip(until.items, otherwise or (None,) * len(until.items), strict=True))


def contains_choice(node: Any, procedures: frozenset[str]) -> bool:
    """Does a statement ask anybody anything, itself or through one of these procedures?

    A compose with a text of its own does not: it is a part of its action's move.
    """
    return _contains_choice(Same(node), procedures)


@lru_cache(maxsize=4096)
def _contains_choice(same: Same, procedures: frozenset[str]) -> bool:
    return any(
        isinstance(item, n.ChooseOne)
        or (isinstance(item, n.ComposeOne) and item.text is None)
        or (isinstance(item, n.CallTo) and item.name.text in procedures)
        for item in walk(same.node)
    )


def asks_another(node: Any, procedures: frozenset[str]) -> bool:
    """Does a statement put a choice to a seat that it names, itself or through these procedures?"""
    return any(
        (isinstance(item, n.ChooseOne) and item.by is not None)
        or (isinstance(item, n.CallTo) and item.name.text in procedures)
        for item in walk(node)
    )


def ends_told_above(node: Any) -> tuple[n.Simple, ...]:
    """Each `end game` without words that an `if` with words leads to: these say why it ends."""
    if not isinstance(node, n.IfElse) or not node.tail.words.strip():
        return ()
    return tuple(
        line for line in node.then
        if isinstance(line, n.Simple) and line.what == "end game" and not line.tail.words.strip()
    )  # fmt: skip


def needs_first(body: tuple[Any, ...]) -> tuple[tuple[n.Needs, ...], tuple[Any, ...]]:
    """The `needs` that a body begins with, and the rest of it."""
    needs = tuple(takewhile(lambda part: isinstance(part, n.Needs), body))
    return needs, body[len(needs) :]
