"""What is played first where a variant asks something that its game does not ask, and last where it
ends later.

A scenario of the game knows nothing of a choice that stands before what it shows. If it shows the
same once that choice has been made in the way that changes least – nothing is done, as a rule –,
that move belongs into the scenario, and all else stays as it was. Nor does it know of moves that
nobody can do without before the game is over.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ..core.ir import Choose
from ..core.walk import walk
from ..diagnostics import PlayError
from ..game import Game
from ..source import Span
from ..state import State
from .scenario import Failure, ScenarioRun

MOST_IN_A_ROW = 4  # moves before one line
MOST_TRIED = 60  # moves


def choices_of(game: Game) -> frozenset[str]:
    """The names of all choices of a game, with whatever options."""
    return frozenset(one.name for one in walk(game.open_program.flow) if isinstance(one, Choose))


def actions_of(game: Game) -> frozenset[str]:
    """The names of all that may be chosen in a game, with whatever options."""
    return frozenset(
        one.name
        for choose in walk(game.open_program.flow)
        if isinstance(choose, Choose)
        for one in (*choose.alternatives, *choose.impossible)
    )


def answers(
    table: ScenarioRun, known: frozenset[str], span: Span, holds: Callable[[ScenarioRun], object]
) -> list[str]:
    """Moves at choices that are not `known`, after which `holds` finds nothing wrong; none if there
    are none such. The table stays as it is.

    answers(table, choices_of(game), span, lambda table: table.take(step))
    """
    level, tried = [(list[str](), table)], 0
    for _ in range(MOST_IN_A_ROW):
        further: list[tuple[list[str], ScenarioRun]] = []
        for moves, before in level:
            for move, after in _moves(before, known, span):
                tried += 1
                if tried > MOST_TRIED:
                    return []
                if _is_right(after, holds):
                    return [*moves, move]
                further.append(([*moves, move], after))
        level = further
    return []


def to_the_end(table: ScenarioRun, span: Span) -> list[str]:
    """Moves that each are the only one, after which the game is over; none if it is over already,
    or there are none such. The table stays as it is."""
    after, moves = _copied(table), list[str]()
    with suppress(Failure, PlayError):
        for _ in range(MOST_IN_A_ROW + 1):
            state = after.settled(span)
            if state.over:
                return moves
            only, *others = state.legal_moves()[:2]
            if others:
                return []
            moves.append(str(only))
            after.play(moves[-1], span)
    return []


def _moves(table: ScenarioRun, known: frozenset[str], span: Span) -> list[tuple[str, ScenarioRun]]:
    """What changes least of all that can be played at a choice that is not known, and the table
    then."""
    try:
        state = table.settled(span)
    except (Failure, PlayError):
        return []
    if state.over or state.choice in known:
        return []
    found: list[tuple[int, str, ScenarioRun]] = []
    for move in state.legal_moves()[:MOST_TRIED]:
        after = _copied(table)
        try:
            after.play(str(move), span)
            found.append((_difference(state, after.settled(span)), str(move), after))
        except (Failure, PlayError):
            continue
    least = min((changed for changed, _, _ in found), default=0)
    return [(move, after) for changed, move, after in found if changed == least]


def _copied(table: ScenarioRun) -> ScenarioRun:
    return replace(table, state=table.begun().copy(), outcomes=deque(table.outcomes))


def _is_right(table: ScenarioRun, holds: Callable[[ScenarioRun], object]) -> bool:
    try:
        holds(_copied(table))
    except (Failure, PlayError):
        return False
    return True


def _difference(before: State, after: State) -> int:
    """In how many slots two positions differ."""
    return sum(a != b for a, b in zip(before.slots, after.slots, strict=True))
