"""Moves as people may type them: labels in other letters, edges from their other end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..core.ir import Choose, Program
from ..runtime.why import template


def spelled(program: Program, choose: Choose, text: str) -> str:
    """A move with names written as the rules write them, where it is clear which are meant: capital
    letters or not, and of an edge either end first.

    >>> from rulewright import load
    >>> state = load("ruta").start(seed=1)
    >>> spelled(state.engine.program, state.waiting, "Claim forest-sailor")
    'claim Sailor-Forest'
    """
    names = dict[str, set[str]]()
    for name in _names(program, choose):
        names.setdefault(name.casefold(), set()).add(name)
    for graph in program.graphs:
        labels = graph.board.component.labels
        for label, ends in zip(graph.edges.labels, graph.ends, strict=True):
            one, other = (labels[graph.board.places[end]] for end in ends)
            if label == f"{one}-{other}":
                names.setdefault(f"{other}-{one}".casefold(), {label})
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))

    def right(found: re.Match[str]) -> str:
        said = names.get(found.group().casefold(), set())
        return min(said) if len(said) == 1 else found.group()

    return re.sub(rf"(?<!\w)(?:{known})(?!\w)", right, text, flags=re.IGNORECASE)


def _names(program: Program, choose: Choose) -> Iterator[str]:
    """The words of moves at a choice, and all that they could name."""
    for alternative in (*choose.alternatives, *choose.impossible):
        yield from (word for word in alternative.name.split())
        for part in alternative.text.parts:
            if isinstance(part, str):
                yield from part.split()
    for domain in program.domains:
        if not domain.width:
            yield from domain.labels


def forms(choose: Choose) -> list[str]:
    """How moves at a choice are written: `take CARD`, `draw`, `claim ROUTE`."""
    alternatives = (*choose.alternatives, *choose.impossible)
    return list(dict.fromkeys(map(template, alternatives)))
