"""How moves may be told to those who do not see all that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from ..core import ir, scenes

MOST_NAMED = 8  # of which all ways to tell some are gone through


def told_so(alternative: ir.Alternative) -> Iterator[tuple[str, str]]:
    """The texts that a move may have for those who are not told all that it names: as patterns, and
    with the names of what is told."""
    parts = alternative.text.parts
    named = [n for n, part in enumerate(parts) if not isinstance(part, str)]
    is_all_said = {*alternative.bound} <= {*parts}
    for told in product((False, True), repeat=len(named)) if len(named) <= MOST_NAMED else ():
        if is_all_said and all(told):
            continue
        shown = {n: f"\0{n}\0" for n, is_told in zip(named, told, strict=True) if is_told}
        text = scenes.in_short(
            "".join(
                part if isinstance(part, str) else shown.get(n, scenes.UNTOLD)
                for n, part in enumerate(parts)
            )
        )
        pattern, form = re.escape(text), text
        for n, mark in shown.items():
            pattern = pattern.replace(mark, _written_so(parts[n]))
            form = form.replace(mark, getattr(parts[n], "name", "what").upper())
        yield pattern, form


def _written_so(part: object) -> str:
    """What may stand for a part of a text, as a pattern."""
    match getattr(part, "type", None):
        case ir.Element(domain=domain):
            labels = {*domain.labels, *domain.kinds, "none", "nobody"}
            return f"(?:{'|'.join(re.escape(one) for one in sorted(labels, reverse=True))})"
        case ir.Number():
            return "-?[0-9]+"
        case _:
            return ".+"
