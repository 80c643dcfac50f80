"""By which line a game has ended, in its author's words.

No engine keeps that, and nothing in a position tells it. So the last step is made once more, by the
reference, where it is watched which line is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from threading import Lock
from typing import NamedTuple

from ..backends.effects import Executor, Exit, Run
from ..backends.reference import ReferenceEngine
from ..core import ir
from ..core.evaluate import prepare
from ..core.walk import walk
from ..diagnostics import RulewrightError
from ..game import Game
from ..recent import Recent, Same
from ..source import Place, place_of
from ..state import State
from ..syntax import nodes as n
from ..syntax.walk import walk as walk_syntax


class LastLine(NamedTuple):
    """What ended a game: the end of a loop, or of the game. `end`: which of the ends of a loop it
    is, where variants have added some and that can be told."""

    made: ir.Leave | ir.End
    end: n.End | None


def endings_of(game: Game) -> Endings:
    """What tells by which line the games of a game end, made once."""
    made = _made.get(Same(game))
    if made is None:
        made = Endings(game)
        _made.put(Same(game), made)
    return made


class Endings:
    """Tells by which line the games of a game end, to one thread at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._lock = Lock()

    def of(self, make: Callable[[ReferenceEngine], None]) -> LastLine | None:
        """The last line that ends anything while something is made; None if nothing does. Raises
        `RulewrightError` in a search in which the reference has to look at more."""
        with self._lock:
            self._left.clear()
            make(self._watched)
            return self._left[-1] if self._left else None

    @cached_property
    def edited(self) -> dict[Place, n.Turns | n.Repeat]:
        """The loops of which a variant says when they end."""
        return {place: node for place, node in self._loops.items() if node.tail.edit is not None}

    @cached_property
    def are_several(self) -> bool:
        """Can games end otherwise than by the one loop that they are made of?"""
        stopped = any(isinstance(part, ir.End) for part in walk(self.game.program.flow))
        return stopped or any(len(line.tail.ends) > 1 for line in self.edited.values())

    def words(self, last: LastLine) -> str:
        """What a line says of the end that it is."""
        if isinstance(last.made, ir.End):
            return last.made.words
        if last.end is not None:
            return last.end.words
        line = self._loops.get(place_of(last.made.span))
        return line.tail.words if line is not None and not line.tail.ends else ""

    @cached_property
    def _loops(self) -> dict[Place, n.Turns | n.Repeat]:
        return {
            place_of(node.span): node
            for declaration in self.game.merged.declarations
            for node in walk_syntax(declaration)
            if isinstance(node, n.Turns | n.Repeat)
        }

    @cached_property
    def _left(self) -> list[LastLine]:
        """What ends loops or the game, as it is carried out."""
        return []

    @cached_property
    def _watched(self) -> ReferenceEngine:
        program, left = self.game.program, self._left
        loops = {loop.label for loop in walk(program.flow) if isinstance(loop, ir.Loop)}
        tests = {
            id(stmt.then): stmt.test
            for stmt in walk(program.flow)
            if isinstance(stmt, ir.If) and isinstance(stmt.then, ir.Leave)
        }

        def watch(stmt: ir.Stmt, step: Executor) -> Executor:
            if not isinstance(stmt, ir.End | ir.Leave):
                return step
            if isinstance(stmt, ir.Leave) and stmt.label not in loops:
                return step
            ends: ir.End | ir.Leave = stmt
            line = self.edited.get(place_of(stmt.span))
            several = line.tail.ends if line is not None else ()
            parts = [(end, prepare(test)) for end, test in _each_end(several, tests.get(id(stmt)))]

            def ended(run: Run) -> Exit:
                met = (end for end, holds in parts if holds(run.values, run.read, run.complete))
                left.append(LastLine(ends, next(met, None)))
                return step(run)

            return ended

        return ReferenceEngine(program, watch=watch)


def _each_end(ends: Sequence[n.End], test: ir.Expr | None) -> Iterator[tuple[n.End, ir.Expr]]:
    """Each of several ends with its condition. Of what options settle nothing is left, and nothing
    is told apart then."""
    found: list[tuple[n.End, ir.Expr]] = []
    for end in reversed(ends[1:]):
        match test:
            case ir.Op(name="or", args=(others, last), span=span) if span == end.test:
                found.append((end, last))
                test = others
            case _:
                return
    if ends and test is not None:
        yield from reversed([*found, (ends[0], test)])


def words_of_end(game: Game, state: State) -> str:
    """What the line says that has ended a game; empty if it says nothing, if nothing else can end
    the game or it is not over, and where that cannot be told: of a position without a past, and
    where chance was asked last."""
    told = endings_of(game)
    if not (state.over and told.are_several):
        return ""
    before = state.copy()
    if not before.steps:
        return ""
    before.undo()
    if not isinstance(before.to_move, int):
        return ""
    move = next(move for move in before.legal_moves() if str(move) == state.moves[-1])
    with suppress(RulewrightError):
        last = told.of(lambda e: e.apply(e.layout.copy(before.slots), move.code))
        return told.words(last) if last is not None else ""
    return ""


_made: Recent[Same, Endings] = Recent(4)
