"""What every engine can do: run a specialised program on a position, decision by decision.

A `Position` is an engine's own: only that engine and its codec know what it is. Whoever wants to
know what lies where asks the codec, which answers in terms of the common layout of slots
(`runtime.layout`): for one place (`get`), or for all of them (`decode`). Texts, observations and
keys are made of that, so they are the same on every engine.

`Code` is a move as engines see it: the number of the alternative at the waiting choice, then its
arguments, all ints. Text is made elsewhere (`runtime.move`), when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar, cast

from ..core.ir import MOST_STATES, Compose, Program, StateVariable
from ..core.selecting import advice
from ..diagnostics import LimitError, PlayError, listed
from ..runtime.chance import stream
from ..runtime.layout import Layout, Slots
from .points import Position as Position

Code = tuple[int, ...]
P = TypeVar("P")

MOST_DECISIONS = 100_000  # of a game, before it is said not to end


class TooLong(LimitError):
    """A game that is not over after so many decisions."""

    def __init__(self, decisions: int) -> None:
        super().__init__(f"the game is not over after {decisions:,} decisions")


class Verdict(NamedTuple):
    """Who has won, as a mask of seats, and the number of the case of the outcome; −1: none."""

    winners: int
    case: int


class PlayoutResult(NamedTuple):
    """What a random game was: decisions taken, options over all of them, points for each seat, and
    the verdict at its end."""

    decisions: int
    options: int
    totals: tuple[int, ...]
    verdict: Verdict


def best(program: Program, totals: tuple[int, ...]) -> int:
    """The seats with the best total, as a mask."""
    reached = max(totals) if program.winner == "most" else min(totals)
    return sum(1 << seat for seat, total in enumerate(totals) if total == reached)


class Codec(Protocol[P]):
    """Between the positions of an engine and slots in the common layout."""

    def encode(self, slots: Slots) -> P:
        """The position of these slots, which are given away: nobody changes them any more."""
        ...

    def decode(self, position: P) -> Slots:
        """All slots of a position, not to be changed."""
        ...

    def copy(self, position: P) -> P:
        """A position of its own, equal in all."""
        ...

    def get(self, position: P, variable: StateVariable, keys: tuple[int, ...]) -> int | list[int]:
        """The value of one member of a state variable, as `Layout.get` gives it; not to be
        changed."""
        ...

    def point(self, position: P) -> int:
        """The resume point: the number of the choice that waits, or below zero (see `layout`)."""
        ...

    def chance(self, position: P) -> object:
        """Where outcomes come from: a stream (an odd int), an `Asked`, or 0 for nowhere."""
        ...

    def set_chance(self, position: P, source: object) -> None:
        """Let outcomes come from elsewhere from now on."""
        ...


def by_line(points: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    """The points of so many seats in each score line, of what lies one after the other."""
    return tuple(tuple(points[at : at + seats]) for at in range(0, len(points), seats))


class EngineOf(Protocol[P]):
    """One way to execute a program. All engines agree on every slot after every call."""

    name: str
    program: Program
    layout: Layout

    @property
    def codec(self) -> Codec[P]:
        """What tells its positions."""
        ...

    @property
    def stepper(self) -> object | None:
        """What makes the usual move of a game whose chance is seeded, without Python in between, if
        there is such a thing (see `stepping`): a state asks it before `after`."""
        ...

    def start(self, seed: int, /) -> P:
        """The first decision of the game with a seed, or its end (see `runtime.chance.stream`)."""
        ...

    def begin(self, position: P, /, *, setup: bool = True) -> None:
        """Run a fresh position to the first decision or the end; without `setup` the flow alone.

        One that is marked `GIVEN` begins with the seat it gives (see `opening`); one that waits at
        a choice stays as it is.
        """
        ...

    def moves(self, position: P, /) -> Sequence[Code]:
        """The moves at the waiting choice, in canonical order: never none, none twice."""
        ...

    def actions(self, position: P, /) -> Sequence[int]:
        """Their numbers among all actions (`runtime.actions`), not to be changed."""
        ...

    def apply(self, position: P, move: Code, /) -> None:
        """Carry out one of `moves(position)` in place and run to the next decision or the end.

        A chance source that runs out raises `NeedChance` and leaves the position half-way: the
        caller keeps a copy.
        """
        ...

    def after(self, position: P, action: int, /) -> P:
        """Where one of `actions(position)` leads to: as `apply`, but the position stays."""
        ...

    def totals(self, position: P, /) -> tuple[int, ...]:
        """Points of each seat as the position stands: the sum of the score lines."""
        ...

    def lines(self, position: P, /) -> tuple[tuple[int, ...], ...]:
        """Points of each seat in each score line as the position stands."""
        ...

    def verdict(self, position: P, /) -> Verdict:
        """Who has won and which case of the outcome it is, if the game is over as it stands."""
        ...

    def playout(self, chance: int, players: int, *, longest: int = MOST_DECISIONS) -> PlayoutResult:
        """A game from its start to its end with every choice uniformly random.

        Raises `TooLong` if it is not over after `longest` decisions (at least 1).

        `chance` and `players` are streams (see `runtime.chance`). At a decision with n > 1 moves
        the players' stream gives k below n and the k-th move is made; with one move nothing is
        drawn.
        """
        ...

    def playouts(
        self, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        """Random games with seeds, as `Game.start` takes them, in order; None for one that is not
        over after `longest` decisions. Many may be played ahead. What goes wrong in a game is
        raised when it is its turn.
        """
        ...

    def play_on(
        self, position: P, seeds: Iterable[int], /, *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        """Random games that go on from a position, which waits at a choice or is over and is not
        changed, with seeds: as `playouts`, but for where they begin.

        Decisions and options are counted from there on, and outcomes of chance come from the seed,
        not from the position's source.
        """
        ...


Engine: TypeAlias = EngineOf[Position]  # as everybody else sees it


class SideBySide(Protocol):
    """So many games that an engine steps all at once; each begins anew with another seed when it
    has ended or has too many decisions. They belong to one thread at a time.

    `tables`: memory with what is told of each game, by name, to be read until they are stepped or
    looked at again; `given` is written to. Each has a word for each game: `given`, the action that
    is to be made in it; `decisions`, made in it so far; `seats`, that decide; `winners` and
    `scores`, a word for each seat, if it has `ended` (a byte), else nothing that counts; `cut` (a
    byte): was it left because it is too long? `first`: of the actions in `offered` its first one,
    and behind the last game how many there are; `seen`: what the seat sees that decides, so many
    columns. Winners are a mask; −1: those with the best points.
    """

    tables: Mapping[str, memoryview]

    def copy(self) -> SideBySide | None:
        """The same games in a memory of their own; None if there is no room for it."""
        ...

    def refused(self) -> int:
        """The first game in which a given action is not on offer; −1: there is none."""
        ...

    def step(self) -> bool:
        """Make the given moves, all of them on offer. False: something went wrong in a game, as the
        rules or the engine have it, and nothing is told any more."""
        ...

    def see(self) -> bool:
        """Tell what is seen; the same."""
        ...


class Playing(Protocol):
    """What plays whole games."""

    def playout(
        self, chance: int, players: int, *, longest: int = MOST_DECISIONS
    ) -> PlayoutResult: ...


def one_by_one(
    engine: Playing, seeds: Iterable[int], longest: int
) -> Iterator[PlayoutResult | None]:
    """`playouts` of an engine that plays one game after the other."""
    for seed in seeds:
        try:
            yield engine.playout(stream(seed), stream(seed, 1), longest=longest)
        except TooLong:
            yield None


def sealed(engine: EngineOf[P]) -> Engine:
    """An engine as everybody else sees it, what its positions are being its own affair."""
    return cast(Engine, engine)


class SearchedTooFar(PlayError):
    """A search for which more positions would have to be looked at than may be. One that sees
    sooner what leads nowhere looks at fewer, so the reference may have to say this where a faster
    engine has an answer; two answers are always the same."""


def too_long(compose: Compose) -> SearchedTooFar:
    """What is said when a search does not come to an end."""
    by, where = "", compose.span
    if compose.edit is not None:
        by = f", with what a variant puts here into line {where.line} of {where.file.name}"
        where = compose.edit
    return SearchedTooFar(
        f"whether {compose.name} can be completed cannot be told{by}: more than {MOST_STATES:,} "
        f"positions would have to be searched; {advice(compose)}; `rulewright lint` tells of a "
        "compose what makes them so many (L010)", where,
    )  # fmt: skip


def too_deep(program: Program) -> PlayError:
    """What is said when a search follows more steps, one after the other, than Python can."""
    from ..lower.changes import steps_back  # not where the first board is waited for

    back = {compose: names for compose in program.composes if (names := steps_back(compose))}
    composes = [*back] or [*program.composes]
    which = " or ".join(dict.fromkeys(compose.name for compose in composes)) or "a compose"
    told = "too many steps may follow one another"
    steps = [*dict.fromkeys(name for names in back.values() for name in names)]
    if steps:
        told += (
            f": {listed(steps)} may lead back to what was there before; let a step do what no "
            "other undoes, or count it: `needs COUNT < 3`, `gain 1 COUNT`"
        )
    place = next((compose.edit or compose.span for compose in composes), None)
    return PlayError(f"whether {which} can be completed cannot be told: {told}", place)
