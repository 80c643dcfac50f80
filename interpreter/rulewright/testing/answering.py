"""What is played first where a variant asks something that its game does not ask, and last where it
ends later.

A scenario of the game knows nothing of a choice that stands before what it shows. If it shows the
same once that has been declined, or the choice has been made in the way that changes least –
nothing is done, as a rule –, that move belongs into the scenario, and all else stays as it was. Nor
does it know of moves that nobody can do without before the game is over.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from ..core.ir import Choose
from ..core.walk import walk
from ..diagnostics import PlayError
from ..game import Game
from ..source import Span
from ..state import State
from ..syntax import nodes as n
from ..syntax.walk import walk as written
from .scenario import Failure, ScenarioRun

PASS = "pass"
MOST_IN_A_ROW = 4  # moves that each are the only one
MOST_BEFORE = 12  # moves before one line
MOST_TRIED = 60  # moves, in each of the ways to search
MOST_KEPT = 4  # ways to a position that are gone on with, where one is as good as another


@dataclass(frozen=True, slots=True)
class Found:
    """The moves that were looked for, none if there are none such; `whole`: would any have been
    found that there are?"""

    moves: tuple[str, ...] = ()
    whole: bool = True


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


def declining_in(game: Game) -> frozenset[tuple[str, str]]:
    """The choices of a game that may be declined, each with the name of that."""
    return frozenset(
        (choice.name.text, entry.name.text)
        for declaration in game.merged.declarations
        for choice in written(declaration)
        if isinstance(choice, n.ChooseOne)
        for entry in choice.entries
        if entry.role == "decline" or entry.name.text == PASS
    )


def answers(
    table: ScenarioRun,
    known: frozenset[str],
    span: Span,
    holds: Callable[[ScenarioRun], object],
    *,
    shown: str = "",
    tell: Callable[[], object] | None = None,
) -> Found:
    """Moves at choices that are not `known`, after which `holds` finds nothing wrong. The table
    stays as it is.

    One move is tried first, then several in a row: at first those that name something that is
    `shown` – the text of the scenario – and one of all others of an action, which are as good as
    each other as a rule; then all. `tell` is called before each.

    answers(table, choices_of(game), span, lambda table: table.take(step)).moves
    """
    declining = declining_in(table.game)
    search = _Search(known, declining, span, holds, frozenset(_WORD.findall(shown)), tell or bool)
    one = search.further(_Way((), table))
    found = (
        search.first_of(one) or search.in_a_row(one, search.differing) or search.in_a_row(one, list)
    )
    return Found(found, search.is_whole and not search.stopped)


_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Way:
    """Moves, and the table after them."""

    moves: tuple[str, ...]
    table: ScenarioRun


@dataclass(slots=True)
class _Search:
    """For moves at choices that are not known; `named`: the words of what is shown. `is_whole`: has
    it been asked of all moves of each choice that was come to? `stopped`: was there more to try
    when it was given up?"""

    known: frozenset[str]
    declining: frozenset[tuple[str, str]]
    span: Span
    holds: Callable[[ScenarioRun], object]
    named: frozenset[str]
    tell: Callable[[], object]
    is_whole: bool = True
    stopped: bool = False

    def first_of(self, ways: Iterable[_Way]) -> tuple[str, ...]:
        """The moves of the first way after which all is right."""
        return next((way.moves for way in ways if self.is_right(way.table)), ())

    def in_a_row(
        self, level: list[_Way], some_of: Callable[[list[_Way]], list[_Way]]
    ) -> tuple[str, ...]:
        """Moves that go on with those of a level, which have been tried by themselves."""
        tried = 0
        for _ in range(MOST_BEFORE - 1):
            beyond = list[_Way]()
            for way in some_of(level):
                if tried >= MOST_TRIED:
                    break
                ways = some_of(self.further(way))[: MOST_TRIED - tried]
                if found := self.first_of(ways):
                    return found
                tried += len(ways)
                beyond += ways
            level = beyond
        self.stopped = bool(level) or tried >= MOST_TRIED
        return ()

    def differing(self, ways: list[_Way]) -> list[_Way]:
        """One of all ways that end with the same action and nothing that is shown, and the first of
        the others."""
        found = dict[tuple[str, ...], _Way]()
        for way in ways:
            action, *parts = _WORD.findall(way.moves[-1])
            found.setdefault((action, *parts) if self.named.intersection(parts) else (action,), way)
        return [found[what] for what in sorted(found, key=len)][:MOST_KEPT]

    def further(self, way: _Way) -> list[_Way]:
        """What declines a choice that is not known, then what changes least of all that can be
        played there. Whoever declines may end the turn by it, which changes much."""
        try:
            state = way.table.settled(self.span)
        except (Failure, PlayError):
            return []
        if state.over or state.choice in self.known:
            return []
        moves, found = state.legal_moves(), list[tuple[int, bool, _Way]]()
        self.is_whole = self.is_whole and len(moves) <= MOST_TRIED
        for move in moves[:MOST_TRIED]:
            after = _copied(way.table)
            self.tell()
            with suppress(Failure, PlayError):
                after.play(str(move), self.span)
                changed = _difference(state, after.settled(self.span))
                declines = (state.choice, move.alternative.name) in self.declining
                found.append((changed, declines, _Way((*way.moves, str(move)), after)))
        least = min((changed for changed, _, _ in found), default=0)
        found.sort(key=lambda one: not one[1])
        return [further for changed, declines, further in found if declines or changed == least]

    def is_right(self, table: ScenarioRun) -> bool:
        self.tell()
        try:
            self.holds(_copied(table))
        except (Failure, PlayError):
            return False
        return True


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


def _copied(table: ScenarioRun) -> ScenarioRun:
    return replace(table, state=table.begun().copy(), outcomes=deque(table.outcomes))


def _difference(before: State, after: State) -> int:
    """In how many slots two positions differ."""
    return sum(a != b for a, b in zip(before.slots, after.slots, strict=True))
