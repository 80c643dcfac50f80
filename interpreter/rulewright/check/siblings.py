"""Variants of one game beside each other: what clashes as soon as both are played.

Few variants are loaded in pairs when a game is checked; of many, what two of them declare and what
they change is held against each other here, so that nobody meets it in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, groupby

from ..diagnostics import Diagnostic, Findings, Note, listed
from ..source import Span
from ..syntax import nodes as n
from . import overlay
from .modules import Loaded, excluded_by, libraries
from .scoring import APART

MOST_PLACES = 3
"""In how many places two variants meet that are told one by one."""

_OWN = n.ActionDecl | n.ProcedureDecl | n.PhaseDecl | n.ScoreDecl  # names that stand apart
_NAMED = (
    n.OptionDecl | n.TypeDecl | n.PairDecl | n.ComponentDecl | n.BoardDecl | n.CellBoardDecl
    | n.GrowingDecl | n.CellsDecl | n.EdgesDecl | n.ZoneDecl | n.MarkDecl | n.HistoryDecl
    | n.DefineDecl
)  # fmt: skip


def namesakes(variants: Sequence[tuple[str, Loaded]]) -> Iterator[Diagnostic]:
    """Variants of one name; each comes with what it is loaded by."""
    for (_, first), (_, second) in combinations(variants, 2):
        if _are_namesakes(first, second):
            yield _twice(
                f"the variant {second.header.name.text} is declared twice",
                first.header.name.span, second.header.name.span,
                f"each variant has a name of its own, that of its file: {second.path.stem}",
            )  # fmt: skip


def at_odds(
    game: Loaded, pairs: Iterable[tuple[tuple[str, Loaded], tuple[str, Loaded]]]
) -> Iterator[tuple[tuple[str, str], list[Diagnostic]]]:
    """What two variants that may be played together declare both, and what their edits come to
    together that neither's come to alone, as when both change one thing; each variant comes with
    what it is loaded by."""
    alone: dict[str, set[tuple[str, int, str, str]]] = {}
    for (one, first), (other, second) in pairs:
        if _are_namesakes(first, second) or apart(first, second):
            continue
        for name, file in ((one, first), (other, second)):
            if name not in alone:
                alone[name] = {finding.told_once() for finding in _merged(game, file)}
        known = alone[one] | alone[other]
        declared = dict(_declared(first))
        twice = [
            _twice(f"{key[1]} is declared twice", declared[key], span, APART)
            for key, span in _declared(second)
            if key in declared
        ]
        found = [f for f in _merged(game, first, second) if f.told_once() not in known]
        if twice or found:
            yield (one, other), _in_short([*twice, *found])


def are_drafts(one: Loaded, other: Loaded) -> bool:
    """Do two variants declare so much of the same that they are rather one variant twice?"""
    known = dict(_declared(one))
    return sum(key in known for key, _ in _declared(other)) > MOST_PLACES


def _in_short(found: list[Diagnostic]) -> list[Diagnostic]:
    """What two variants meet in; where that is much, as with two drafts of one variant, the first
    place of each file, with the lines of the others."""
    if len(found) <= MOST_PLACES:
        return found
    told = []
    for _, ones in groupby(sorted(found, key=Diagnostic.sort_key), lambda f: f.span.file.name):
        first, *others = ones
        lines = [*dict.fromkeys(str(other.span.line) for other in others)]
        more = [Note(f"they meet in more lines of it: {listed(lines)}")] if lines else []
        told.append(replace(first, notes=(*first.notes, *more)))
    return told


def _merged(game: Loaded, *variants: Loaded) -> list[Diagnostic]:
    """What there is to be said when variants are applied to their game, in order of name."""
    findings = Findings()
    edits = sorted(variants, key=lambda file: file.header.name.text)
    used = libraries([game, *edits], findings)
    overlay.merge(game, used, edits, findings)
    return findings.found


def _are_namesakes(one: Loaded, other: Loaded) -> bool:
    return one.header.name.text == other.header.name.text


def _twice(message: str, first: Span, second: Span, hint: str) -> Diagnostic:
    return Diagnostic("E172", message, second, (Note("it is declared here too", first),), hint)


def apart(one: Loaded, other: Loaded) -> bool:
    """Does one of two variants exclude the other?"""
    return any(b.header.name.text in excluded_by(a) for a, b in ((one, other), (other, one)))


def _declared(file: Loaded) -> Iterator[tuple[tuple[str, str], Span]]:
    for node in file.file.declarations:
        if isinstance(node, _OWN):
            yield (type(node).__name__, node.name.text), node.name.span
        elif isinstance(node, _NAMED):
            yield ("", node.name.text), node.name.span
        elif isinstance(node, n.AddTo):
            for name in node.names:
                yield (f"in {node.target}", name.text), name.span
