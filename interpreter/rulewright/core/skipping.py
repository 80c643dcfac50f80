"""Choices that are skipped where nothing but declining is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import ir
from .walk import walk


@dataclass(frozen=True, slots=True)
class Skipped:
    """A choice that is skipped where none of its `offers` is possible, the way to decline left
    out."""

    choice: ir.Choose
    offers: tuple[ir.Alternative, ...]


def skipped(flow: ir.Stmt) -> Iterator[Skipped]:
    """All `may choose` of some rules, in their order."""
    for stmt in walk(flow):
        if isinstance(stmt, ir.If) and stmt.other is not None and isinstance(stmt.then, ir.Choose):
            declining, choice = stmt.other.span, stmt.then
            offers = tuple(a for a in choice.alternatives if a.body.span != declining)
            if 0 < len(offers) < len(choice.alternatives):
                yield Skipped(choice, offers)
