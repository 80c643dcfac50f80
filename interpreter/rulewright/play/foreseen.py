"""What comes of a move, as far as the seat that makes it can tell beforehand.

The move is made on a copy of the slots, by an engine that stops where anything depends on what the
seat does not know: where chance is asked which component it is to be or what is thrown, where a
hidden zone or mark is looked into, where a component that was turned up just now is looked at.
Until there all goes alike in every game that the seat cannot tell from the real one, but for which
component an unknown one is. Those are therefore told as unseen, also where they come to lie open: a
card that is drawn is one more card. So are all that have been shuffled, whoever knew them before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import cast

from ..backends.effects import Executor, Exit, Run
from ..backends.reference import ReferenceEngine
from ..core.evaluate import Completer, Locals, Value, elements_of_mask, prepare_int, watching
from ..core.ir import (
    Completable,
    Domain,
    MoveAll,
    Program,
    RowOf,
    SetOf,
    StackOf,
    StateVariable,
    Stmt,
)
from ..diagnostics import PlayError
from ..runtime.chance import Asked, NeedChance, Question
from ..runtime.layout import CHANCE, OVER, POINT, Slots
from ..runtime.memory import Memory
from ..runtime.observation import Json, observe
from ..runtime.sight import Masks, chooser_of, component_of, held_in, hidden, sees, visible
from ..state import Move, State
from .takeback import Noting, without_sizes

Keys = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a seat can tell beforehand of the position after one of its moves.

    `observation`: what it will see (see `State.observation`); what it does not know yet counts as
    hidden. `is_whole`: it is the position after the whole move, not one on the way to where chance
    or something hidden decides. `winners`: who has won, if the game is over then.
    """

    observation: dict[str, Json]
    is_whole: bool
    winners: tuple[int, ...] | None = None


class Foreseeing:
    """Says what comes of moves.

    after = Foreseeing(game.program).after(state, seat, move)
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._engine: _Foreseer | None = None

    def after(self, state: State, seat: int, move: Move) -> Foreseen:
        """What the seat, which is to move, can tell of the position after a move on offer."""
        with watching(without_sizes):  # also in play: an engine prepares what it comes to
            if self._engine is None:
                self._engine = _Foreseer(self.program)
            return self._engine.foreseen(state, seat, move)


class Unforeseen(Exception):
    """Something is asked for that the seat does not know."""


class _Shuffling(Asked):
    """Chance that only shuffles, no matter how: `unknown` is told what is so from then on."""

    def __init__(self, unknown: Callable[[Question], None]) -> None:
        super().__init__()
        self.unknown = unknown

    def take(self, question: Question) -> tuple[int, ...]:
        if question.kind != "shuffle":
            raise NeedChance(question)
        self.unknown(question)
        return question.of


@dataclass(frozen=True, slots=True)
class _Known:
    """What a seat knows as long as nothing is left to chance: what it knew before, and all that was
    not unknown to it."""

    memory: Memory
    unknown: Masks

    @property
    def turns(self) -> int:
        return self.memory.turns

    def known_where(self, seat: int, domain: Domain, held: int) -> int:
        return held & ~self.unknown[domain]

    def known_among(self, seat: int, domain: Domain, held: int) -> int:
        return held & ~self.unknown[domain] | self.memory.known_among(seat, domain, held)


class _Foreseer(ReferenceEngine):
    """An engine that stops where the seat does not know what comes; made and used while
    `without_sizes` watches."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, watch=self._watched)
        self.seat = 0
        self.unknown: Masks = {}
        self._has_shuffled = False
        is_open = (one.seen in ("all", "chooser") and not one.asked for one in program.variables)
        self._is_open = all(is_open)
        self._slots_seen: Slots = []
        self._seen: Masks = {}

    def foreseen(self, state: State, seat: int, move: Move) -> Foreseen:
        program, layout = self.program, self.layout
        before, memory = state.slots, state.memory
        self.seat = seat
        unknown = {
            domain: sum(
                1 << component
                for component in elements_of_mask(mask)
                if not memory.is_known(seat, domain, component)
            )
            for domain, mask in hidden(program, layout, before, seat).items()
        }
        slots, is_whole = self._made(before, move, unknown, _Shuffling(self._shuffled))
        if self._has_shuffled and not is_whole:
            # what has gone may come back yet: it is known until there that all lies in the stack
            slots, is_whole = self._made(before, move, unknown, Asked())
        known = _Known(memory, self.unknown)
        seen = observe(program, layout, slots, seat, known)
        seen["cells"] = self._masked(cast("Mapping[str, Json]", seen["cells"]))
        seen.pop("remembered", None)  # it may hold which component an unknown one is
        run = self._run(slots, {})
        seen["scores"] = [self._points(run, other) for other in range(program.seats.size)]
        over = is_whole and slots[POINT] == OVER
        return Foreseen(seen, is_whole, self._winners_told(slots) if over else None)

    def _made(self, before: Slots, move: Move, unknown: Masks, chance: Asked) -> tuple[Slots, bool]:
        """The position after a move as far as it goes, and whether that is all of it."""
        self.unknown, self._has_shuffled = {**unknown}, False
        slots = self.layout.copy(before)
        slots[CHANCE] = chance
        try:
            self.apply(slots, move.code)
            is_whole = True
        except (Unforeseen, NeedChance, PlayError):
            is_whole = False
        slots[CHANCE] = 0
        return slots, is_whole

    def _shuffled(self, question: Question) -> None:
        """Which of these components is which is unknown now."""
        self._has_shuffled = True
        zone = next(one for one in self.program.variables if one.name == question.zone)
        domain = component_of(zone)
        assert domain is not None
        self.unknown[domain] |= sum(1 << component for component in question.of)

    def _watched(self, stmt: Stmt, made: Executor) -> Executor:
        """Where a set is laid out in a row or pile, known components among unknown ones, nobody
        knows which comes to lie where."""
        if not isinstance(stmt, MoveAll) or not isinstance(stmt.source.variable.type, SetOf):
            return made
        if not isinstance(stmt.target.variable.type, StackOf | RowOf):
            return made
        variable, domain = stmt.source.variable, stmt.source.variable.type.domain
        keys, get = [prepare_int(key) for key in stmt.source.keys], self.layout.getter(variable)

        def move_all(run: Run) -> Exit:
            here = tuple(key(run.values, run.read, run.complete) for key in keys)
            held = held_in(variable, get(run.slots, here))
            unknown = held & self.unknown.get(domain, 0)
            if unknown and unknown != held:
                raise Unforeseen
            return made(run)

        return move_all

    def _run(self, slots: Slots, values: Locals) -> Run:
        run = super()._run(slots, values)
        run.read = Noting(run.read, partial(self._look, slots))
        run.complete = partial(self._complete, slots, run.complete)
        return run

    def _look(self, slots: Slots, variable: StateVariable, keys: Keys, value: Value) -> None:
        """Stop where what is read is not known."""
        if variable.seen != "all":
            me = cast(int, self.layout.get(slots, self.program.me, ()))
            first = keys[0] if keys else -1
            chooser = chooser_of(self.layout, slots, variable, me)
            if not sees(variable, self.seat, chooser, first, self._visible(slots)):
                raise Unforeseen
            if variable.seen == "with" and self.unknown[variable.keys[0]] >> first & 1:
                raise Unforeseen
        domain = component_of(variable)
        if domain is not None and self.unknown[domain]:
            grid = variable.grows and not keys
            held = cast("tuple[int, int]", value)[1] if grid else held_in(variable, value)
            if held & self.unknown[domain]:
                raise Unforeseen

    def _complete(
        self, slots: Slots, plain: Completer, question: Completable, values: Locals
    ) -> int:
        """What can be completed is asked by the seat that chooses, which looks at what it sees."""
        if self._is_open:
            return plain(question, values)
        me = self.layout.get(slots, self.program.me, ())
        shown = self._visible(slots)
        if me != self.seat or any(shown[d] & mask for d, mask in self.unknown.items()):
            raise Unforeseen
        return plain(question, values)

    def _visible(self, slots: Slots) -> Masks:
        if self._slots_seen != slots:
            self._slots_seen = self.layout.copy(slots)
            self._seen = visible(self.program, self.layout, slots, self.seat)
        return self._seen

    def _points(self, run: Run, seat: int) -> Json:
        """The points of a seat, if they can be told."""
        try:
            return sum(value({n: seat}, run.read, run.complete) for n, value in self._scores)
        except (Unforeseen, PlayError):
            return None

    def _winners_told(self, slots: Slots) -> tuple[int, ...]:
        try:
            return tuple(elements_of_mask(self.verdict(slots)[0]))
        except (Unforeseen, PlayError):
            return ()

    def _masked(self, cells: Mapping[str, Json]) -> dict[str, Json]:
        """What is seen, without which component an unknown one is."""
        found = dict(cells)
        for variable in self.program.variables:
            domain = component_of(variable)
            if variable.name not in found:
                continue
            if variable.seen == "with":
                owners = self._names(variable.keys[0])
                shown = cast("Mapping[str, Json]", found[variable.name])
                found[variable.name] = {k: v for k, v in shown.items() if k not in owners}
            names = self._names(domain) if domain is not None else frozenset()
            if names:
                found[variable.name] = _without(names, found[variable.name], len(variable.keys))
        return found

    def _names(self, domain: Domain) -> frozenset[str]:
        return frozenset(domain.labels[e] for e in elements_of_mask(self.unknown.get(domain, 0)))


def _without(names: frozenset[str], value: Json, depth: int) -> Json:
    """What is observed of a zone with so many keys; places that hold one of these are hidden."""
    if depth and isinstance(value, dict):
        return {key: _without(names, inner, depth - 1) for key, inner in value.items()}
    held = [one for one in (value if isinstance(value, list) else [value]) if one is not None]
    if isinstance(value, dict) or not any(one in names for one in held):
        return value
    return {"count": len(held), "known": [one for one in held if one not in names]}
