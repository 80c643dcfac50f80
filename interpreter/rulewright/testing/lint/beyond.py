"""Definitions that may be asked of numbers for which they have no value."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.ir import Lookup, Program
from ...core.walk import walk
from ...diagnostics import Diagnostic
from ...lower.unit import Unit
from ...runtime.layout import Layout
from ...source import NOWHERE
from ..coverage import roots


def asked_beyond(program: Program) -> Iterator[Diagnostic]:
    """A finding for each place where a definition that is worked out beforehand, for the numbers
    that it takes, may be asked of others, as far as the rules tell how large numbers get. Whether
    it ever is cannot be told, so this means something only where it was not so before."""
    unit = Unit(program, Layout(program))
    lookups = (node for root in roots(program) for node in walk(root) if isinstance(node, Lookup))
    for lookup in lookups:
        for domain, key in zip(lookup.table.keys, lookup.keys, strict=True):
            low, high = unit.intervals.of(key)
            if domain.kind != "range" or (low >= 0 and high < domain.size):
                continue
            if lookup.span.file is NOWHERE.file:
                continue
            name, most = lookup.table.name, domain.size - 1
            number, kept = (low, "max(0, NUMBER)") if low < 0 else (high, f"min({most}, NUMBER)")
            yield Diagnostic(
                "L018", f"{name} may be asked of {number}, which is not in 0..{most}", lookup.span,
                hint=f"{kept} stays within, or another {name} is needed: replace define {name}",
            )  # fmt: skip
