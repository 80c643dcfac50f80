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
from ..diagnostics import PlayError, RulewrightError
from ..game import Game
from ..recent import Recent, Same
from ..source import Place, place_of
from ..state import State
from ..syntax import nodes as n
from ..syntax.walk import walk as walk_syntax


class LastLine(NamedTuple):
    """What ended a game: the end of a loop, or of the game. `end`: which of the ends of a loop it
    is, where variants have added some and that can be told. `because`: of the conditions of it, if
    there are several of which one is enough, those that held."""

    made: ir.Leave | ir.End
    end: n.End | None
    because: tuple[n.Expr, ...] = ()


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

    @cached_property
    def divided(self) -> frozenset[Place]:
        """The loops that end by several conditions, of which one is enough."""
        lines = self._loops.items()
        return frozenset(place for place, line in lines if len([*_conditions(_until(line))]) > 1)

    def words(self, last: LastLine) -> str:
        """What a line says of the end that it is."""
        if isinstance(last.made, ir.End):
            return last.made.words
        if last.end is not None:
            return last.end.words
        line = self._loops.get(place_of(last.made.span))
        return line.tail.words if line is not None and not line.tail.ends else ""

    def because(self, last: LastLine) -> str:
        """What held of the conditions that the line of an end has, where one of several is enough:
        the words of a definition, or what is written there; empty if there is one alone."""
        if isinstance(last.made, ir.End):
            return ""
        return " and ".join(
            self._worded.get(_named(one), one.span.in_line()) for one in last.because
        )

    @cached_property
    def _worded(self) -> dict[str, str]:
        """The words of definitions that have some, by their names."""
        return {
            one.name.text: one.tail.words
            for one in self.game.merged.declarations
            if isinstance(one, n.DefineDecl) and one.tail.words
        }

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
            test = tests.get(id(stmt))
            parts = [(end, prepare(one)) for end, one in _each_end(several, test)]
            written = self._loops.get(place_of(stmt.span))
            pairs = _conditions(_until(written), test) if written is not None else ()
            conditions = [(one, prepare(asked)) for one, asked in pairs if asked is not None]

            def ended(run: Run) -> Exit:
                met = (end for end, holds in parts if holds(run.values, run.read, run.complete))
                end, held, among = next(met, None), list[n.Expr](), 0
                for one, holds in conditions:
                    if end is None or one.span.lies_in(end.test):
                        among += 1
                        with suppress(PlayError):  # it may mean nothing where one before it holds
                            held += [one] * bool(holds(run.values, run.read, run.complete))
                because = tuple(held) if among > 1 else ()
                left.append(LastLine(ends, end, because))
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


def words_of_end(game: Game, state: State) -> tuple[str, str]:
    """What the line says that has ended a game, and which of its conditions has, where one is
    enough; empty if it says nothing, if nothing else can end the game or it is not over, and where
    that cannot be told: of a position without a past, and where chance was asked last."""
    told = endings_of(game)
    if not (state.over and (told.are_several or told.divided)):
        return "", ""
    last = last_line(game, state)
    if last is None or not (told.are_several or place_of(last.made.span) in told.divided):
        return "", ""
    words = told.words(last)
    return words, told.because(last) if words else ""


def last_line(game: Game, state: State) -> LastLine | None:
    """The line by which a game has ended that is over; None where that cannot be told: of a
    position without a past, and where chance was asked last."""
    before = state.copy()
    if not before.steps:
        return None
    before.undo()
    if not isinstance(before.to_move, int):
        return None
    move = next(move for move in before.legal_moves() if str(move) == state.moves[-1])
    with suppress(RulewrightError):
        made = endings_of(game)
        return made.of(lambda e: e.apply(e.layout.copy(before.slots), move.code))
    return None


def _until(line: n.Turns | n.Repeat) -> n.Expr | None:
    """When a loop ends, if it says so."""
    if isinstance(line, n.Turns):
        return line.until
    return line.test if line.whether == "until" else None


def _conditions(
    until: n.Expr | None, test: ir.Expr | None = None
) -> Iterator[tuple[n.Expr, ir.Expr | None]]:
    """The conditions of which one is enough, as they are written and, in a `test`, as they are
    carried out: then none of those of which options settle a part."""
    match until, test:
        case n.Logic(op="or", items=items), ir.Op(name="or", args=args) if len(items) == len(args):
            for item, arg in zip(items, args, strict=True):
                yield from _conditions(item, arg)
        case n.Logic(op="or", items=items), None:
            for item in items:
                yield from _conditions(item)
        case (None, _) | (n.Logic(op="or"), _):
            return
        case _:
            yield until, test


def _named(written: n.Expr) -> str:
    """The name of what is asked, if it is just that."""
    match written:
        case n.Name(text=name) | n.Apply(name=n.Name(text=name)):
            return name
        case _:
            return ""


_made: Recent[Same, Endings] = Recent(4)
