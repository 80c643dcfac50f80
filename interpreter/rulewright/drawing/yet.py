"""Which marks may change yet in a move, behind the place in the rules where it is chosen.

A move that is foreseen only so far, to where chance decides, must not be told as if that were all:
a number that it has made less so far may be made more behind it, where the next deal begins, say.
"""

from __future__ import annotations

from functools import lru_cache

from ..core.ir import Alternative, Assign, Choose, Pick, Program, StateVariable, Stmt
from ..core.walk import walk
from .around import behind


@lru_cache(maxsize=256)
def may_change_yet(program: Program, alternative: Alternative) -> frozenset[StateVariable]:
    """The variables that a move sets more than once, or that are set behind it before anything else
    is chosen."""
    point = next(one.point for one in program.choices if alternative in one.alternatives)
    own = [node.variable for node in _set_in(alternative.body)]
    later = behind(program, point, beyond_turn=True)
    return frozenset(
        [one for one in own if own.count(one) > 1]
        + [node.variable for stmt in later for node in _set_in(stmt)]
    )


def _set_in(stmt: Stmt) -> list[Assign | Pick]:
    """What sets a variable in a statement, but for what hangs on another choice in it."""
    chosen = {id(node) for one in walk(stmt) if isinstance(one, Choose) for node in walk(one)}
    return [
        node for node in walk(stmt) if isinstance(node, Assign | Pick) and id(node) not in chosen
    ]
