"""Taking back a move where people play for a result: only what has told nobody anything.

`State.undo` takes back anything, for programs that search. Among people a move stays once chance
has decided something, somebody has been shown something, or somebody else has moved: neither a die
nor the answer of another player, a bot that draws lots among them, is to be asked twice. Whether
chance was asked, and what is turned up, is seen by comparing what was before with what is. What a
seat can conclude from an open mark that was made of hidden things (`set hit to c is in hand of p`)
is not: so the move is made once more by an engine that notes which hidden things are looked into.
Their number is no secret; all else counts, whatever the rules then make of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from ..backends.effects import Run
from ..backends.reference import ReferenceEngine
from ..core.evaluate import (
    Completer,
    Evaluator,
    Locals,
    Reader,
    Value,
    watching,
)
from ..core.ir import Expr, Op, Program, Read, StateVariable
from ..diagnostics import UsageError
from ..drawing.lines import seat_title
from ..runtime.layout import CHANCE, Slots
from ..runtime.sight import sees, visible
from ..state import Move, State


class Takeback:
    """Says which moves of a game can be taken back. `people`: the seats that must not have been
    shown anything, if not all; what a bot has seen and not answered it need not forget.

    before = Takeback(game.program).before(state, seat)
    """

    def __init__(self, program: Program, people: Collection[int] | None = None) -> None:
        self.program, self.people = program, people
        self._looker: _Looking | None = None

    def before(self, state: State, seat: int) -> State:
        """The state before the last move, which is to be one of the seat's. Raises `UsageError`
        that says why it stays."""
        back = state.copy()
        if not back.steps:
            raise UsageError("there is nothing to take back")
        back.undo()
        mover = back.to_move
        if mover == "chance" or back.slots[CHANCE] != state.slots[CHANCE]:
            raise UsageError("no: chance has decided something in the last move")
        if mover != seat:
            assert isinstance(mover, int)
            name = seat_title(self.program.seats.labels[mover])
            raise UsageError(f"no: the last move was {name}'s")
        people = range(self.program.seats.size) if self.people is None else self.people
        shown = [one for one in people if state.reveals_since(back.steps, to=one)]
        if shown:
            to_others = "to others " if seat not in shown else ""
            said = f"no: your last move has revealed something {to_others}that cannot be unseen"
            raise UsageError(said)
        if self._looks(back, state.moves[-1], seat):
            raise UsageError("no: what came of your last move has to do with what you do not see")
        return back

    def _looks(self, before: State, text: str, seat: int) -> bool:
        """Does the move look into what the seat does not see?"""
        move = next(move for move in before.legal_moves() if str(move) == text)
        with watching(without_sizes):  # also in play: an engine prepares what it comes to
            if self._looker is None:
                self._looker = _Looking(self.program)
            return self._looker.looks(before.slots, move, seat)


class _Looking(ReferenceEngine):
    """An engine that notes what play reads; made and used while `without_sizes` watches."""

    noted: set[tuple[StateVariable, tuple[int, ...]]]

    def _run(self, slots: Slots, values: Locals) -> Run:
        run = super()._run(slots, values)
        run.read = Noting(run.read, lambda variable, keys, _: self.noted.add((variable, keys)))
        return run

    def looks(self, slots: Slots, move: Move, seat: int) -> bool:
        self.noted = set()
        self.apply(self.layout.copy(slots), move.code)
        me = self.layout.get(slots, self.program.me, ())
        components = visible(self.program, self.layout, slots, seat)
        assert isinstance(me, int)
        return any(
            not sees(variable, seat, me, keys[0] if keys else -1, components)
            for variable, keys in self.noted
            if variable.role in ("zone", "mark", "history")
        )


class Noting:
    """A reader that tells what it reads: which variable, its keys, and the value."""

    def __init__(
        self, plain: Reader, note: Callable[[StateVariable, tuple[int, ...], Value], None]
    ) -> None:
        self.plain, self.note = plain, note

    def __call__(self, variable: StateVariable, keys: tuple[int, ...]) -> Value:
        value = self.plain(variable, keys)
        self.note(variable, keys, value)
        return value


def without_sizes(expr: Expr, made: Evaluator) -> Evaluator:
    """Computes an expression; what asks for the size of a zone, or whether a row is full,
    reads it unnoted."""
    match expr:
        case Op(name="size" | "empty" | "full", args=(Read(),)):

            def of_all(values: Locals, read: Reader, complete: Completer) -> Value:
                plain = read.plain if isinstance(read, Noting) else read
                return made(values, plain, complete)

            return of_all
    return made
