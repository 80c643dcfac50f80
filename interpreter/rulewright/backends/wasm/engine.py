"""The engine that plays whole games as WebAssembly, and single decisions in generated Python."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from ...core.evaluate import in_table
from ...core.ir import Program
from ...diagnostics import UsageError
from ..protocol import MOST_DECISIONS, PlayoutResult, TooLong, Verdict, too_deep
from ..python.engine import PythonEngine
from ..python.support import absent, fail, give_up, no_room, outside
from .module import GAMES, Module, TooDeep, module
from .shapes import FAILING, Unprintable

if TYPE_CHECKING:
    from .machine import Instance, Machine

STRETCH = 0.05  # seconds that games may be played ahead, if it is not one alone

_MAKERS: dict[str, tuple[Callable[..., object], str]] = {  # h: by number, n: a number
    "fail": (fail, "hh"), "absent": (absent, "hnh"), "no_room": (no_room, "hnh"),
    "outside": (outside, "hnh"), "give_up": (give_up, "h"), "outside_table": (in_table, "nnhh"),
}  # fmt: skip


class WasmEngine(PythonEngine):
    """A specialised program whose whole games are played by a WebAssembly module, made when the
    first is asked for. Agrees with the other engines on every figure.

    A game with numbers that grow beyond 64 bits, or that takes more than `machine.MEMORY`, is
    played in generated Python instead, where neither has a limit; so are all games of a program for
    which there is no module (an operation that only Python has) or no room for one.
    """

    name = "wasm"

    def __init__(self, program: Program, without: frozenset[str] | None = None) -> None:
        super().__init__(program, without)
        self._module: Module | None = None
        self._machine: Machine | None = None
        self._is_tried = False
        self._making = threading.Lock()

    def playout(self, chance: int, players: int, *, longest: int = MOST_DECISIONS) -> PlayoutResult:
        """A game from its start to its end with every choice uniformly random."""
        instance = self._instance()
        if instance is None:
            return super().playout(chance, players, longest=longest)
        try:
            told = instance.playout(chance, players, longest)
        except TooDeep:
            raise too_deep(self.program) from None
        if told == 0:
            raise TooLong(longest)
        if told < 0:
            self._raise(instance.failure())
            return super().playout(chance, players, longest=longest)
        return self._result(instance.result())

    def playouts(
        self, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        """Random games with seeds, many at a time."""
        instance = self._instance()
        if instance is None:
            yield from super().playouts(seeds, longest=longest)
            return
        left, width, many = iter(seeds), instance.width, 1
        while asked := [*islice(left, many)]:
            many = min(2 * many, GAMES)
            while asked:
                began = time.perf_counter()
                try:
                    found = instance.playouts(asked, longest)
                except TooDeep:
                    found = []
                if time.perf_counter() - began > STRETCH:
                    many = max(1, many // 4)
                yield from self._results(found, width)
                asked = asked[len(found) // width :]
                if asked:
                    yield from super().playouts([asked.pop(0)], longest=longest)

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

    def _instance(self) -> Instance | None:
        """What this thread plays with; None if there is no module, or no room for one."""
        from .machine import NoRoom

        if not self._is_tried:
            self._make()
        if self._machine is None:
            return None
        try:
            return self._machine.instance()
        except NoRoom:
            self._machine = None
            return None

    def _make(self) -> None:
        from .machine import Machine

        with self._making:
            if self._is_tried:
                return
            try:
                self._module = module(self.program, self.without)
            except Unprintable:
                pass
            else:
                self._machine = Machine(self._module, self.program.seats.size)
            self._is_tried = True

    def _raise(self, failure: list[int]) -> None:
        """Say what went wrong in the rules; nothing is said of what only went wrong here."""
        kind, *values = failure
        if kind < 0:
            return
        assert self._module is not None
        make, letters = _MAKERS[FAILING[kind]]
        handles = self._module.handles
        args = [
            handles[value] if letter == "h" else value
            for letter, value in zip(letters, values, strict=False)
        ]
        make(*args)
        raise AssertionError("what went wrong has a maker that says so")


def source(program: Program) -> str:
    """The module of a program as text. Raises `UsageError` if there is none."""
    try:
        return module(program).text
    except Unprintable as error:
        raise UsageError(f"this game cannot be said as WebAssembly: {error}") from None
