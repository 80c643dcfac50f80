"""The engine that plays as WebAssembly: games to their end, and single decisions where many are
made that take long in generated Python."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, islice
from struct import Struct
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Literal

from ...core.ir import Program
from ...diagnostics import UsageError
from ...lower.passes import left_out
from ...lower.totals import is_judged
from ...runtime.chance import stream
from ...runtime.layout import CHANCE, POINT
from ..protocol import (
    MOST_DECISIONS,
    Code,
    PlayoutResult,
    TooLong,
    Verdict,
    best,
    by_line,
    too_deep,
)
from ..python.engine import PythonEngine
from ..stepping import new_stepper, results_of
from .compiled import Shelf
from .held import NODE, Held, HeldCodec, Node, given
from .known import Known
from .module import (
    GAMES,
    Module,
    NoRoom,
    TooDeep,
    module,
    module_of_steps,
    module_on,
    module_side_by_side,
)
from .positions import BEYOND, STREAM
from .shapes import Unprintable

if TYPE_CHECKING:
    from .machine import Instance, Machine
    from .side_by_side import SideBySide

STRETCH = 0.05  # seconds that games may be played ahead, if it is not one alone
PAYS = 0.1  # seconds of single decisions: about what it takes to make a module for them
SLOW = 2e-6  # seconds that a single decision takes, if it is worth a call into a module
SLOW_FOR_C = 0.5e-6  # the same where `stepping.c` makes the call
LEAST = 500  # single decisions before it is said how long one takes
# Left to `after` so often, what is quicker is told again where it can be had: another thread, say.
DECLINED = 64
SAMPLED = 16  # of so many single decisions one is timed
MOST_VERDICTS = 1 << 10  # that are kept
MOST_ENDINGS = 1 << 10  # that are kept, of the games that are played in one go
MOST_FAILED = 100  # single decisions that a module could not make, before it is asked no more
_WEIGHED, _MODULE, _PYTHON = range(3)  # by what single decisions are made


class WasmEngine:
    """A specialised program whose whole games are played by a WebAssembly module, games that go on
    from a position by another, single decisions by a third, and a step of many games at once by a
    fourth, each made when it is first needed. Agrees with the other engines on every slot and
    figure.

    Single decisions begin in generated Python, for making a module takes as long as thousands of
    them. Once they have taken `PAYS` seconds there, the module is made if one has taken more than
    `SLOW` seconds; else they stay there for good: a call into a module takes some 1.5 µs whatever
    it does. So what is done but a few times begins at once, and what goes on for long takes at most
    twice as long as if all had been known before. What many games come to is looked up (`known`).
    What is played hangs on none of this.

    A game with numbers that grow beyond 64 bits, or that takes more than `machine.MEMORY`, is
    played in generated Python instead, where neither has a limit; so are all games of a program for
    which there is no module (an operation that only Python has) or no room for one. Single
    decisions are made there too where chance is asked.
    """

    name = "wasm"

    def __init__(
        self, program: Program, without: frozenset[str] | None = None, *, at_once: bool = False
    ) -> None:
        """`without`: passes to leave out (`lower.passes`); `at_once`: let modules make single
        decisions from the first on."""
        self.program = program
        self.python = PythonEngine(program, without)
        self.layout = self.python.layout
        self.codec = HeldCodec(self.layout)
        self._whole = _Maker(module, program, without)
        self._onward = _Maker(module_on, program, without)
        self._steps = _Maker(module_of_steps, program, without)
        self._all = _Maker(module_side_by_side, program, without)
        self._by = _MODULE if at_once else _WEIGHED
        self._spent, self._made, self._failed = 0.0, 0, 0
        self._numbers = self.layout.actions.known
        self._known = Known()
        self._fresh = self.codec.encode(self.layout.fresh())  # anything: all of it is set
        self.stepper = new_stepper(Node)
        self._declined = 0  # how often it was left to `after`, though there is a module

    def begin(self, position: Held, *, setup: bool = True) -> None:
        """Run a fresh position to the first decision or the end; without `setup` the flow alone."""
        if position[NODE].image is None:
            slots = self.codec.own(position)
            self.python.begin(slots, setup=setup)
            position[:] = self.codec.encode(slots)

    def moves(self, position: Held) -> Sequence[Code]:
        """The moves at the waiting choice, in canonical order."""
        return self.layout.actions.listed(self.actions(position))

    def actions(self, position: Held) -> Sequence[int]:
        """Their numbers among all actions."""
        node: Node = position[NODE]
        if node.actions is None:
            node.actions = self._listed(position)
        return node.actions

    def _listed(self, position: Held) -> Sequence[int]:
        if self._by == _MODULE:
            told = self._told(position, -1)
            if told is not None and told.actions is not None:
                return told.actions
        slots = self.codec.read(position[NODE])
        if self._by != _WEIGHED or self._made % SAMPLED:
            return self.python.actions(slots)
        self.python.listing(slots[POINT])  # which writes it the first time, not to be timed
        begun = thread_time()
        found = self.python.actions(slots)
        self._spent += thread_time() - begun
        return found

    def apply(self, position: Held, move: Code) -> None:
        """Carry out a move in place and run to the next decision or the end."""
        position[:] = self.after(position, self._numbers[position[POINT]][move])

    def start(self, seed: int) -> Held:
        """The first decision of the game with a seed, or its end."""
        known = self._known
        first = known.first
        if first is not None:
            if first.after is None:
                known.met(first)
            return [first.point, (seed,), first]
        source = stream(seed)
        if self._by == _MODULE:
            here = self._begun(source)
            if here is not None and here.image is not None:
                left = here.image[STREAM:BEYOND]
                node = known.told(here.image, here)
                if left == given(source):
                    known.first = node
                return [node.point, left, node]
        slots = self.layout.fresh()
        slots[CHANCE] = source
        self._plainly(self.python.begin, slots)
        node = known.made(slots)
        if slots[CHANCE] == source:
            known.first = node
        return [node.point, slots[CHANCE], node]

    def _begun(self, source: int) -> Node | None:
        """Where a game begins, if the module says so."""
        here = self._told(self._fresh, self.layout.actions.count, source)
        return None if here is None or here.image is None else here

    def after(self, position: Held, action: int) -> Held:
        """The position that a move leads to, given by its number."""
        _, source, node = position
        kept: tuple[Node | Literal[False] | None, ...] | None = node.after
        place = -1
        if kept is not None and action not in node.actions:
            kept = None  # by somebody who knows better
        if kept is not None:
            place = node.actions.index(action)
            known = kept[place]
            if known:
                if known.after is None:
                    self._known.met(known)
                return [known.point, source, known]
        if self._by == _MODULE:
            there = self._told(position, action)
            if there is not None and there.image is not None:
                if kept is None:
                    return [there.point, None, there]
                left = there.image[STREAM:BEYOND]
                there = self._known.told(there.image, there)
                asks = left != given(self.codec.chance(position))
                self._known.leads(node, place, False if asks else there)
                return [there.point, left, there]
        slots = self.codec.own(position)
        before = slots[CHANCE]
        move = self.layout.actions.code(action)
        self._plainly(self.python.apply, slots, move)
        if kept is None or given(before) is None:
            return self.codec.encode(slots)
        there = self._known.made(slots)
        self._known.leads(node, place, there if slots[CHANCE] == before else False)
        return [there.point, slots[CHANCE], there]

    def _plainly(self, do: Callable[..., None], *what: object) -> None:
        """Begin a game or make a move in generated Python, and now and then find out by what the
        next are to be made; several threads may come here."""
        self._made += self._by == _WEIGHED
        if self._by != _WEIGHED or self._made % SAMPLED != 1:
            do(*what)
            return
        begun = thread_time()
        do(*what)
        self._spent += thread_time() - begun
        if self._spent * SAMPLED > PAYS and self._made >= LEAST:
            slow = SLOW if self.stepper is None else SLOW_FOR_C
            self._by = _MODULE if self._spent * SAMPLED > slow * self._made else _PYTHON

    def _told(self, position: Held, action: int, begun: int | None = None) -> Node | None:
        """What the module says of a move, or of none (see `Instance.step`), or, with a stream, of a
        beginning: a node, which has no `image` if it says nothing of the position, and no `actions`
        if it says nothing of those. None if it cannot be asked. What it does not say, because
        something goes wrong in it, is said by generated Python, which has the words for it."""
        point, source, node = position
        drawn = given(begun)
        if begun is None and source is not None:
            if type(source) is tuple:
                source = self.codec.chance(position)
            drawn = given(source)
            if drawn is None or point < 0:
                return None
        image: bytes | None = node.image
        if self.stepper is not None and image is not None and action >= 0:
            here = self.stepper.step(image, drawn, action)
            if here is not None:
                return here
        instance = self._steps.instance()
        if instance is None:
            self._by = _PYTHON
            return None
        if self.stepper is not None:
            if self._declined % DECLINED == 0:
                instance.lend(self.stepper)
            self._declined += 1
        if image is None:
            self.codec.module = instance.source
            image = self.codec.imaged(node)
        try:
            told = instance.step(image, drawn, action)
        except (NoRoom, TooDeep):
            told = b"", 0, None
        if told[2] is None:
            self._failed += 1
            if self._failed > MOST_FAILED:
                self._by = _PYTHON
        return Node(told[1], None, told[0] or None, told[2])

    def totals(self, position: Held) -> tuple[int, ...]:
        """Points of each seat as the position stands."""
        seats = self.program.seats.size
        if not self.program.scores:
            return (0,) * seats
        told = self._points(position)
        if told is None:
            return self.python.totals(self.codec.decode(position))
        return tuple(sum(told[seat::seats]) for seat in range(seats))

    def lines(self, position: Held) -> tuple[tuple[int, ...], ...]:
        """Points of each seat in each score line as the position stands."""
        told = self._points(position)
        if told is None:
            return self.python.lines(self.codec.decode(position))
        return by_line(told, self.program.seats.size)

    def _points(self, position: Held) -> Sequence[int] | None:
        """What the module says of the points in each score line; None if it says nothing."""
        if self._by != _MODULE or not self.program.scores:
            return None
        instance = self._steps.instance()
        if instance is None:
            return None
        node: Node = position[NODE]
        if node.image is None:
            self.codec.module = instance.source
        try:
            image = self.codec.imaged(node)
            return instance.lines(image, len(self.program.scores) * self.program.seats.size)
        except (NoRoom, TooDeep):
            return None

    def verdict(self, position: Held) -> Verdict:
        """Who has won and which case of the outcome it is, if the game is over as it stands."""
        if not is_judged(self.program):
            return Verdict(best(self.program, self.totals(position)), -1)
        return self.python.verdict(self.codec.decode(position))

    def playout(self, chance: int, players: int, *, longest: int = MOST_DECISIONS) -> PlayoutResult:
        """A game from its start to its end with every choice uniformly random."""
        instance = self._whole.instance()
        if instance is None:
            return self.python.playout(chance, players, longest=longest)
        try:
            told = instance.playout(chance, players, longest)
        except TooDeep:
            raise too_deep(self.program) from None
        if told == 0:
            raise TooLong(longest)
        if told < 0:  # what is wrong with the rules, if they are, is said there
            return self.python.playout(chance, players, longest=longest)
        return _result(instance.result())

    def playouts(
        self, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        """Random games with seeds, many at a time."""
        instance = self._whole.instance()
        if instance is None:
            return self.python.playouts(seeds, longest=longest)

        def played(asked: Sequence[int]) -> bytes:
            return instance.playouts(asked, longest)

        one = partial(self.python.playouts, longest=longest)
        return chain.from_iterable(self._many(seeds, played, instance.width, one))

    def play_on(
        self, position: Held, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        """Random games that go on from a position, many at a time."""
        slots = self.codec.decode(position)
        instance = self._onward.instance()
        if instance is None:
            return self.python.play_on(slots, seeds, longest=longest)
        words = instance.written(slots)
        kept = self.layout.copy(slots)

        def played(asked: Sequence[int]) -> bytes:
            try:
                instance.place(words)
            except NoRoom:
                return b""
            return instance.playouts(asked, longest)

        one = partial(self.python.play_on, kept, longest=longest)
        return chain.from_iterable(self._many(seeds, played, instance.width, one))

    def side_by_side(self, seeds: range, longest: int, columns: int) -> SideBySide | None:
        """Games with these seeds, for a module to step; None if there is none, no room for one, or
        something goes wrong in a beginning. `columns`: how many numbers tell what is seen."""
        from .side_by_side import SideBySide

        machine = self._all.machine()
        if machine is None:
            return None
        try:
            return SideBySide(machine, seeds, longest, columns)
        except NoRoom:
            return None

    def _many(
        self,
        seeds: Iterable[int],
        played: Callable[[Sequence[int]], bytes],
        width: int,
        plain: Callable[[Sequence[int]], Iterator[PlayoutResult | None]],
    ) -> Iterator[Iterable[PlayoutResult | None]]:
        """Games with seeds, many at a time; `plain` plays one in which something goes wrong."""
        left, many = iter(seeds), 1
        results, size = results_of(width) or _Results(width).told, 8 * width
        while asked := [*islice(left, many)]:
            many = min(2 * many, GAMES)
            while asked:
                began = perf_counter()
                try:
                    found = played(asked)
                except TooDeep:
                    found = b""
                if perf_counter() - began > STRETCH:
                    many = max(1, many // 4)
                yield results(found)
                asked = asked[len(found) // size :]
                if asked:
                    yield plain([asked.pop(0)])


def _result(told: Sequence[int]) -> PlayoutResult:
    """A game of which this is told (see `Instance.result`), made without a call for each tuple:
    for short games these took a tenth of the time."""
    return tuple.__new__(
        PlayoutResult, (told[1], told[2], tuple(told[5:]), _verdict(told[3], told[4]))
    )


_verdict = lru_cache(MOST_VERDICTS)(Verdict)  # there are few that differ


class _Results(dict[tuple[bytes], PlayoutResult | None]):
    """What games come to, by what is told of them: small games end in but a few ways."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self._told = Struct(f"<{width}q")
        self._rows = Struct(f"{self._told.size}s").iter_unpack

    def told(self, rows: bytes) -> Iterable[PlayoutResult | None]:
        """Of games of which so much is told, one after the other."""
        return map(self.__getitem__, self._rows(rows))

    def __missing__(self, row: tuple[bytes]) -> PlayoutResult | None:
        told = self._told.unpack(*row)
        made = _result(told) if told[0] else None
        if len(self) < MOST_ENDINGS:
            self[row] = made
        return made


class _Maker:
    """A module that is made when games are first played with it, or had again if an earlier run has
    kept it."""

    def __init__(
        self,
        make: Callable[[Program, frozenset[str]], Module],
        program: Program,
        without: frozenset[str] | None,
    ) -> None:
        self._make, self._program = make, program
        self._without = left_out() if without is None else without
        self._machine: Machine | None = None
        self._is_tried = False
        self._making = threading.Lock()

    def instance(self) -> Instance | None:
        """What this thread plays with; None if there is no module, or no room for one."""
        machine = self._machine or self.machine()
        if machine is None:
            return None
        try:
            return machine.instance()
        except NoRoom:
            self._machine = None
            return None

    def machine(self) -> Machine | None:
        """The module, ready to be run; None if there is none."""
        if not self._is_tried:
            self._try()
        return self._machine

    def _try(self) -> None:
        with self._making:
            if self._is_tried:
                return
            with suppress(Unprintable):
                self._machine = self._compiled()
            self._is_tried = True

    def _compiled(self) -> Machine:
        from .machine import Machine, Unfit, settings

        shelf = Shelf(self._program, self._make.__name__, self._without, settings())
        seats, name, kept = self._program.seats.size, self._program.name, shelf.found()
        if kept is not None:
            with suppress(Unfit):
                machine = Machine(kept, seats, name)
                machine.compiled()
                return machine
        made = self._make(self._program, self._without)
        machine = Machine(made, seats, name)
        shelf.keep(replace(made, compiled=machine.compiled()))
        return machine


USES = {"whole": module, "on": module_on, "step": module_of_steps, "all": module_side_by_side}


def source(program: Program, use: str = "whole") -> str:
    """The module of a program as text, for one of `USES`. Raises `UsageError` if there is none."""
    try:
        return USES[use](program).text
    except Unprintable as error:
        raise UsageError(f"this game cannot be said as WebAssembly: {error}") from None
