"""Variants of one game beside each other: what clashes as soon as both are played.

Few variants are loaded in pairs when a game is checked; of many, what two of them declare is held
against each other here, so that nobody meets it in play.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import combinations

from ..diagnostics import Diagnostic, Note
from ..source import Span
from ..syntax import nodes as n
from .modules import Loaded, excluded_by
from .scoring import APART

_OWN = n.ActionDecl | n.ProcedureDecl | n.PhaseDecl | n.ScoreDecl  # names that stand apart
_NAMED = (
    n.OptionDecl | n.TypeDecl | n.PairDecl | n.ComponentDecl | n.BoardDecl | n.CellBoardDecl
    | n.GrowingDecl | n.CellsDecl | n.EdgesDecl | n.ZoneDecl | n.MarkDecl | n.HistoryDecl
    | n.DefineDecl
)  # fmt: skip


def clashes(
    variants: Sequence[tuple[str, Loaded]], tried: Container[frozenset[str]] = ()
) -> Iterator[Diagnostic]:
    """What two variants that may be played together declare both, and variants of one name; each
    comes with what it is loaded by. `tried`: pairs that need not be looked at."""
    for (one, first), (other, second) in combinations(variants, 2):
        if first.header.name.text == second.header.name.text:
            yield _twice(
                f"the variant {second.header.name.text} is declared twice",
                first.header.name.span, second.header.name.span,
                f"each variant has a name of its own, that of its file: {second.path.stem}",
            )  # fmt: skip
        elif not (frozenset((one, other)) in tried or apart(first, second)):
            declared = dict(_declared(first))
            for key, span in _declared(second):
                if key in declared:
                    yield _twice(f"{key[1]} is declared twice", declared[key], span, APART)


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
