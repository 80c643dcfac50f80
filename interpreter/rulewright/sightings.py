"""What a seat sees go from place to place within a step, from the step made once more.

What lies open when a decision is reached is seen in its position. A card that is turned up and put
away again before the next decision is not: two steps may lead to positions that look the same to a
seat which has seen another card in each. Marks are looked at when a decision is reached, and only
then; so are hidden places, of which a seat sees how much lies there.

Many steps are made again, so that is done by generated Python, which calls the watcher before and
after each statement that moves something which somebody might see.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import cast

from .backends.protocol import Code
from .backends.python import PythonEngine
from .core import ir
from .core.walk import walk
from .lower.primitives import Watching
from .lower.unit import Watched
from .origins import open_marks_of_hidden
from .runtime.chance import Asked
from .runtime.layout import CHANCE, Layout, Slots
from .runtime.sight import chooser_of, held_in, sees, visible

Keys = tuple[int, ...]
Place = tuple[str, Keys]  # by the name of its zone, and its keys
Sighting = tuple[Place, Place, int]
"""From where to where, and which components (a mask; 0: some that are not seen)."""


@lru_cache(maxsize=8)
def watcher(program: ir.Program) -> Watcher:
    """What watches the steps of a program."""
    return Watcher(program)


class Watcher:
    """Makes steps again and notes what a seat sees move in them, for one thread at a time."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program
        self._layout = Layout(program)
        self._lock = Lock()
        self._seat = 0
        self._seen: list[Sighting] = []
        self._from: Keys = ()
        self._to: Keys = ()
        self._lay = 0  # what lay where components are taken from
        self._saw = False
        self._engine = PythonEngine(program, watch=self._watch)

    def made(
        self, slots: Slots, move: Code | None, answers: Asked, seat: int, *, setup: bool = True
    ) -> tuple[Slots, list[Sighting]]:
        """The slots after a step from these – a move, or the beginning (None) –, with the chance
        that has answered in it, and what the seat sees move, one after the other."""
        work = self._layout.copy(slots)
        work[CHANCE] = answers
        with self._lock:
            self._seat, self._seen = seat, []
            if move is None:
                self._engine.begin(work, setup=setup)
            else:
                self._engine.apply(work, move)
            return work, self._seen

    def _watch(self, stmt: Watched) -> tuple[Watching, ...]:
        """Components are moved: who sees one end of the way sees what goes there, and where from
        and where to."""
        if isinstance(stmt, ir.Block):
            return ()
        source, target = stmt.source.variable, stmt.target.variable
        shown = self._shows_the_way(stmt)
        if source.seen == target.seen == "nobody" and not shown:
            return ()
        many, get = len(source.keys), self._layout.getter(source)
        sees_source, sees_target = self._sees(source), self._sees(target)
        is_certain = target.seen != "with"  # before it is moved, what is seen of it there

        def before(slots: Slots, *keys: int) -> None:
            self._from, self._to = keys[:many], keys[many:]
            self._saw = sees_source(slots, self._from)
            is_watched = shown or self._saw or not is_certain or sees_target(slots, self._to)
            self._lay = held_in(source, get(slots, self._from)) if is_watched else 0

        def after(slots: Slots) -> None:
            gone, saw = self._lay, self._saw or sees_target(slots, self._to)
            if gone and (saw or shown):
                gone &= ~held_in(source, get(slots, self._from))
                if gone:
                    way = (source.name, self._from), (target.name, self._to)
                    self._seen.append((*way, gone if saw else 0))

        return Watching(before), Watching(after)

    def _shows_the_way(self, stmt: ir.Move | ir.MoveAll | ir.Deal) -> bool:
        """Is it told by open marks between which places something goes, and were these made of what
        is hidden?"""
        keys = (*stmt.source.keys, *stmt.target.keys)
        read = {node.variable for key in keys for node in walk(key) if isinstance(node, ir.Read)}
        is_open = all(variable.seen == "all" for variable in read)
        return is_open and not read.isdisjoint(open_marks_of_hidden(self._program))

    def _sees(self, variable: ir.StateVariable) -> Callable[[Slots, Keys], bool]:
        """Does the seat see a member of the state variable?"""
        program, layout, beside = self._program, self._layout, variable.seen == "with"

        def seen(slots: Slots, keys: Keys) -> bool:
            me = cast(int, layout.get(slots, program.me, ()))
            masks = visible(program, layout, slots, self._seat) if beside else {}
            chooser = chooser_of(layout, slots, variable, me)
            return sees(variable, self._seat, chooser, keys[0] if keys else -1, masks)

        match variable.seen:
            case "all":
                return lambda slots, keys: True
            case "nobody":
                return lambda slots, keys: False
            case "owner":
                return lambda slots, keys: keys[0] == self._seat
            case "others":
                return lambda slots, keys: keys[0] != self._seat
            case _:
                return seen
