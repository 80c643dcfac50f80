"""What a variant leaves over: declarations of the game that nothing calls or asks for any more.

Whoever wrote the variant need not take them away (it is no mistake, see `check/unused`), but at the
table nobody would find out when they happen, so a rulebook does not tell them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rulewright.syntax import nodes as n
from rulewright.syntax.walk import walk

if TYPE_CHECKING:
    from rulewright.game import Game

ONLY_IF_NAMED = (n.ActionDecl, n.ProcedureDecl, n.DefineDecl, n.MarkDecl, n.HistoryDecl)
"""What does nothing by itself, but only where something else names it."""


def without_left_over(game: Game) -> list[Any]:
    """The declarations of a game with its variants, but for those that are left over. What a
    library declares describes it, used or not; what a scenario names has to be explained."""
    declarations: list[Any] = list(game.merged.declarations)
    if not game.variants:
        return declarations
    libraries = game.merged.library_files
    waiting = [
        node for node in declarations
        if isinstance(node, ONLY_IF_NAMED) and node.span.file not in libraries
    ]  # fmt: skip
    alone = {id(node) for node in waiting}
    named = _names(node for node in declarations if id(node) not in alone)
    while found := [node for node in waiting if node.name.text in named]:
        waiting = [node for node in waiting if node.name.text not in named]
        named |= _names(found)
    left = {id(node) for node in waiting}
    return [node for node in declarations if id(node) not in left]


def _names(nodes: Iterable[Any]) -> set[str]:
    """All that is named in some declarations, whatever it is the name of there."""
    return {item.text for node in nodes for item in walk(node) if isinstance(item, n.Name)}
