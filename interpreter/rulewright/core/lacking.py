"""For what definitions have no value: told once for each place, however many it is.

A definition is worked out for all that it could be asked about, also for what the rules never ask
it about. So what goes wrong there goes wrong for very many pairs of squares at once.
"""

from __future__ import annotations

import re

from ..diagnostics import Findings, PlayError
from ..source import Span
from . import ir

OTHERS = ("", "other", "other pair")  # by the number of keys; of more they are combinations


class Lacking:
    """What has gone wrong so far: how, where, and for which keys."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, Span], list[str]] = {}

    def note(self, error: PlayError, span: Span, of: str) -> None:
        """It goes wrong for these keys; `span`: where, if the error does not say so."""
        self.found.setdefault((error.message, error.span or span), []).append(of)

    def tell(self, findings: Findings, keys: int, of: ir.Function | None = None) -> None:
        """Report it, for a definition `of` so many keys, or for what stands by itself."""
        for (message, span), (first, *others) in self.found.items():
            about = f" for {first}" if first else ""
            if others:
                what = OTHERS[keys] if keys < len(OTHERS) else "other combination"
                about += f" and {len(others):,} {what}{'s' * (len(others) > 1)}"
            findings.add("E195", f"{message}{about}", span, hint=_way_out(span, of))
        self.found.clear()


def _way_out(span: Span, of: ir.Function | None) -> str:
    """What is written where a definition has no value for some of what it is asked about."""
    text = span.in_line()
    word, _, rest = text.partition(" ")
    if word != "the" or " from " in rest:
        return "say first what holds there: OTHER when CONDITION else VALUE"
    with_none, as_set = f"({text}) when some {rest} else none", f"all {rest}"
    if of is None or of.body.span != span:
        return (
            f"say what it is there: {with_none}; or let it be a set, which may be empty: {as_set}"
        )
    asked, drawn = _asked(of), rest.partition(" ")[0]
    return (
        f"say what it is there: {with_none}, and where none cannot stand: "
        f"VALUE when {asked} is none else …; or let it be a set, which may be empty: {as_set}, "
        f"and go through it: total NUMBER for {drawn} in {asked}"
    )


def _asked(of: ir.Function) -> str:
    """How a definition is asked, with the names of its parameters."""
    names = ", ".join(param.name for param in of.params)
    one = re.match(rf"(replace\s+)?define\s+{re.escape(of.name)}\s+of\b", of.span.text())
    return f"{of.name} of {names}" if one else f"{of.name}({names})"
