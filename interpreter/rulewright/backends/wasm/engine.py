"""The engine that plays games to their end as WebAssembly, single decisions in generated Python."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from ...core.evaluate import in_table
from ...core.ir import Program
from ...diagnostics import UsageError
from ...runtime.layout import Slots
from ..protocol import MOST_DECISIONS, PlayoutResult, TooLong, Verdict, too_deep
from ..python.engine import PythonEngine
from ..python.support import absent, fail, give_up, no_room, outside
from .module import GAMES, Module, NoRoom, TooDeep, module, module_on
from .shapes import FAILING, Unprintable

if TYPE_CHECKING:
    from .machine import Instance, Machine

STRETCH = 0.05  # seconds that games may be played ahead, if it is not one alone

_MAKERS: dict[str, tuple[Callable[..., object], str]] = {  # h: by number, n: a number
    "fail": (fail, "hh"), "absent": (absent, "hnh"), "no_room": (no_room, "hnh"),
    "outside": (outside, "hnh"), "give_up": (give_up, "h"), "outside_table": (in_table, "nnhh"),
}  # fmt: skip


class WasmEngine(PythonEngine):
    """A specialised program whose whole games are played by a WebAssembly module, and games that go
    on from a position by another, each made when the first is asked for. Agrees with the other
    engines on every figure.

    A game with numbers that grow beyond 64 bits, or that takes more than `machine.MEMORY`, is
    played in generated Python instead, where neither has a limit; so are all games of a program for
    which there is no module (an operation that only Python has) or no room for one.
    """

    name = "wasm"

    def __init__(self, program: Program, without: frozenset[str] | None = None) -> None:
        super().__init__(program, without)
        self._whole = _Maker(lambda: module(program, without), program)
        self._onward = _Maker(lambda: module_on(program, without), program)

    def playout(self, chance: int, players: int, *, longest: int = MOST_DECISIONS) -> PlayoutResult:
        """A game from its start to its end with every choice uniformly random."""
        instance = self._whole.instance()
        if instance is None:
            return super().playout(chance, players, longest=longest)
        try:
            told = instance.playout(chance, players, longest)
        except TooDeep:
            raise too_deep(self.program) from None
        if told == 0:
            raise TooLong(longest)
        if told < 0:
            self._raise(instance)
            return super().playout(chance, players, longest=longest)
        return self._result(instance.result())

    def playouts(
        self, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        """Random games with seeds, many at a time."""
        instance = self._whole.instance()
        if instance is None:
            yield from super().playouts(seeds, longest=longest)
            return

        def played(asked: Sequence[int]) -> list[int]:
            return instance.playouts(asked, longest)

        one = partial(super().playouts, longest=longest)
        yield from self._many(seeds, played, instance.width, one)

    def play_on(
        self, slots: Slots, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        """Random games that go on from slots, many at a time."""
        instance = self._onward.instance()
        if instance is None:
            yield from super().play_on(slots, seeds, longest=longest)
            return
        words = instance.written(slots)
        kept = self.layout.copy(slots)

        def played(asked: Sequence[int]) -> list[int]:
            try:
                instance.place(words)
            except NoRoom:
                return []
            return instance.playouts(asked, longest)

        one = partial(super().play_on, kept, longest=longest)
        yield from self._many(seeds, played, instance.width, one)

    def _many(
        self,
        seeds: Iterable[int],
        played: Callable[[Sequence[int]], list[int]],
        width: int,
        plain: Callable[[Sequence[int]], Iterator[PlayoutResult | None]],
    ) -> Iterator[PlayoutResult | None]:
        """Games with seeds, many at a time; `plain` plays one in which something goes wrong."""
        left, many = iter(seeds), 1
        while asked := [*islice(left, many)]:
            many = min(2 * many, GAMES)
            while asked:
                began = time.perf_counter()
                try:
                    found = played(asked)
                except TooDeep:
                    found = []
                if time.perf_counter() - began > STRETCH:
                    many = max(1, many // 4)
                if len(found) == width:
                    yield self._result(found) if found[0] else None
                else:
                    yield from self._results(found, width)
                asked = asked[len(found) // width :]
                if asked:
                    yield from plain([asked.pop(0)])

    @staticmethod
    def _result(found: Sequence[int]) -> PlayoutResult:
        _, decisions, options, winners, case, *totals = found
        return PlayoutResult(decisions, options, tuple(totals), Verdict(winners, case))

    @staticmethod
    def _results(found: Sequence[int], width: int) -> Iterable[PlayoutResult | None]:
        """What is told of many games one after the other, so many words each."""
        ends, decisions, options, winners, cases, *totals = (
            found[column::width] for column in range(width)
        )
        verdicts = map(Verdict._make, zip(winners, cases, strict=True))
        told = zip(decisions, options, zip(*totals, strict=True), verdicts, strict=True)
        games = map(PlayoutResult._make, told)
        if all(ends):
            return games
        return (game if ended else None for game, ended in zip(games, ends, strict=True))

    @staticmethod
    def _raise(instance: Instance) -> None:
        """Say what went wrong in the rules; nothing is said of what only went wrong here."""
        kind, *values = instance.failure()
        if kind < 0:
            return
        make, letters = _MAKERS[FAILING[kind]]
        args = [
            instance.source.handles[value] if letter == "h" else value
            for letter, value in zip(letters, values, strict=False)
        ]
        make(*args)
        raise AssertionError("what went wrong has a maker that says so")


class _Maker:
    """A module that is made when games are first played with it."""

    def __init__(self, make: Callable[[], Module], program: Program) -> None:
        self._make, self._seats = make, program.seats.size
        self._machine: Machine | None = None
        self._is_tried = False
        self._making = threading.Lock()

    def instance(self) -> Instance | None:
        """What this thread plays with; None if there is no module, or no room for one."""
        if not self._is_tried:
            self._try()
        if self._machine is None:
            return None
        try:
            return self._machine.instance()
        except NoRoom:
            self._machine = None
            return None

    def _try(self) -> None:
        from .machine import Machine

        with self._making:
            if self._is_tried:
                return
            try:
                made = self._make()
            except Unprintable:
                pass
            else:
                self._machine = Machine(made, self._seats)
            self._is_tried = True


def source(program: Program) -> str:
    """The module of a program as text. Raises `UsageError` if there is none."""
    try:
        return module(program).text
    except Unprintable as error:
        raise UsageError(f"this game cannot be said as WebAssembly: {error}") from None
