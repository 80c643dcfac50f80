"""The generated engine: a specialised program compiled to Python functions."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from ...core.ir import Choose, Program
from ...core.walk import says_the_same
from ...lower import nodes as code
from ...lower.lowered import Lowered
from ...lower.names import BEGIN, BEGIN_FLOW, LINES, PLAY_ON, PLAYOUT, TOTALS, VERDICT
from ...lower.passes import left_out
from ...lower.store import LocalStore
from ...lower.totals import is_judged
from ...lower.unit import Watch
from ...recent import Recent
from ...runtime.chance import stream
from ...runtime.layout import GIVEN, POINT, Layout, Slots
from ...source import NOWHERE, SourceFile
from ..opening import Opening, opening
from ..protocol import (
    MOST_DECISIONS,
    Code,
    PlayoutResult,
    TooLong,
    Verdict,
    best,
    by_line,
    one_by_one,
    too_deep,
)
from ..slots import OnSlots, SlotCodec
from .printer import printed
from .support import EXPORTS, called

Routine = Callable[..., Any]
Moves = Callable[[Slots], list[Code]]
Totals = Callable[[Slots], tuple[int, ...]]
Play = Callable[..., tuple[Any, ...] | None]


class PythonEngine(OnSlots):
    """A specialised program as generated Python. Agrees with `reference` on every slot.

    What lists the moves of a choice is most of the code, and written when they are first asked for,
    and a function is compiled when it is first called: who shows a table, or tries one rule in a
    scenario, comes to few choices of a game.
    """

    name = "python"

    def __init__(
        self,
        program: Program,
        without: frozenset[str] | None = None,
        *,
        watch: Watch | None = None,
    ) -> None:
        """`without`: passes to leave out (`lower.passes`). `watch`: what is told when components
        move, or turns begin, in `begin` and `apply`; in whole games it is not."""
        self.program = program
        self.without = without
        self._watch = watch
        self.layout = Layout(program)
        self.codec = SlotCodec(self.layout)
        self._opened: dict[Opening, PythonEngine] = {}
        generated = Generated(program, self.layout, without, watch=watch)
        self._prepared = generated.unit.program
        generated.write_resumable(lists=False)
        self._routines = cast(dict[str, Routine], generated.compiled_at_need())
        titles = generated.functions.alternatives
        points = range(max(titles, default=-1) + 1)
        self._moves: list[Moves | None] = [None] * len(points)
        self._alternatives = [titles.get(point, []) for point in points]
        self._is_judged = is_judged(program)
        self._lines: Totals | None = None
        self._play: Play | None = None
        self._play_on: tuple[Play, LocalStore] | None = None

    def begin(self, slots: Slots, *, setup: bool = True) -> None:
        """Run fresh slots to the first decision or the end; without `setup` the flow alone. Slots
        that wait at a choice stay as they are."""
        if slots[POINT] >= 0:
            return
        if slots[POINT] == GIVEN:
            engine = opening(self.program, self.layout, slots, self._opened, self._alike)
            return engine.begin(slots, setup=setup)
        step = self._routines[BEGIN if setup else BEGIN_FLOW](slots)
        while step is not None:
            step = step(slots)

    def _alike(self, program: Program) -> PythonEngine:
        return PythonEngine(program, self.without, watch=self._watch)

    def _generated(self) -> Generated:
        """The program, with nothing written of it yet: each of several threads that may come at a
        time has its own."""
        return Generated(self._prepared, self.layout, self.without, prepared=True)

    def moves(self, slots: Slots) -> list[Code]:
        """The moves at the waiting choice, in canonical order."""
        listing = self._moves[slots[POINT]] or self.listing(slots[POINT])
        try:
            return listing(slots)
        except RecursionError:
            raise too_deep(self.program) from None

    def listing(self, point: int) -> Moves:
        """What lists the moves at a choice, written when it is first asked for."""
        known = self._moves[point]
        if known is None:
            known = self._moves[point] = self._listing(point)
        return known

    def _listing(self, point: int) -> Moves:
        """What lists them with other options, if that is done in the same way: most options have a
        say at few choices. Whoever makes an engine of one program twice has one made twice."""
        program, choose = self.program, self.program.choices[point]
        without = left_out() if self.without is None else self.without
        key = program.variables, program.flow.span.file, point, without
        known = _listings.get(key) or ()
        for other, moves in known:
            if other is not choose and says_the_same(choose, other):
                return moves
        made = self._generated().listing(point)
        _listings.put(key, (*known[1 - MOST_LISTINGS :], (choose, made)))
        return made

    def apply(self, slots: Slots, move: Code) -> None:
        """Carry out a move in place and run to the next decision or the end."""
        step = self._routines[self._alternatives[slots[POINT]][move[0]]](slots, *move[1:])
        while step is not None:
            step = step(slots)

    def totals(self, slots: Slots) -> tuple[int, ...]:
        """Points of each seat as the position stands."""
        return cast(tuple[int, ...], self._routines[TOTALS](slots))

    def lines(self, slots: Slots) -> tuple[tuple[int, ...], ...]:
        """Points of each seat in each score line as the position stands."""
        if self._lines is None:
            self._lines = self._generated().lines()
        return by_line(self._lines(slots), self.program.seats.size)

    def verdict(self, slots: Slots) -> Verdict:
        """Who has won and which case of the outcome it is, if the game is over as it stands."""
        if not self._is_judged:
            return Verdict(best(self.program, self.totals(slots)), -1)
        return self._verdict(self._routines[VERDICT](slots), lambda: self.totals(slots))

    def _verdict(self, judged: tuple[int, int], totals: Callable[[], tuple[int, ...]]) -> Verdict:
        winners, case = judged
        return Verdict(winners if winners >= 0 else best(self.program, totals()), case)

    def playouts(
        self, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        """Random games with seeds, one after the other."""
        return one_by_one(self, seeds, longest)

    def playout(self, chance: int, players: int, *, longest: int = MOST_DECISIONS) -> PlayoutResult:
        """A game from its start to its end with every choice uniformly random."""
        if self._play is None:
            self._play = self._generated().playout()
        result = self._played(self._play, chance, players, longest)
        if result is None:
            raise TooLong(longest)
        return result

    def play_on(
        self, slots: Slots, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        """Random games that go on from slots, one after the other."""
        if self._play_on is None:
            self._play_on = self._generated().play_on()
        play, store = self._play_on
        for seed in seeds:
            held = store.held(slots)
            yield self._played(play, stream(seed), stream(seed, 1), longest, slots[POINT], *held)

    def _played(self, play: Play, *given: Any) -> PlayoutResult | None:
        try:
            played = play(*given)
        except RecursionError:
            raise too_deep(self.program) from None
        if played is None:
            return None
        decisions, options, totals, *judged = played
        if not judged:
            verdict = Verdict(best(self.program, totals), -1)
        else:
            verdict = self._verdict(judged[0], lambda: totals)
        return PlayoutResult(decisions, options, totals, verdict)


MOST_LISTINGS = 8  # of one choice, with different options

_listings: Recent[tuple[object, ...], tuple[tuple[Choose, Moves], ...]] = Recent(16)
"""What lists the moves of choices, by what is the same with all options, and which choice it is."""


class Generated(Lowered):
    """The lowered functions of a program, printed as Python and compiled."""

    def __init__(
        self,
        program: Program,
        layout: Layout,
        without: frozenset[str] | None = None,
        *,
        prepared: bool = False,
        watch: Watch | None = None,
    ) -> None:
        super().__init__(program, layout, without, prepared=prepared, watch=watch)
        self.names: dict[str, object] = dict(EXPORTS)

    def lines(self) -> Totals:
        """What gives the points of each score line, written when first asked for."""
        self.write_lines()
        return cast(Totals, self.compiled()[LINES])

    def playout(self) -> Play:
        """The direct form, written when first asked for: many who load a game never simulate."""
        self.write_direct()
        return cast(Play, self.compiled()[PLAYOUT])

    def listing(self, point: int) -> Moves:
        """What lists the moves at a choice."""
        self.write_listing(point)
        return cast(Moves, self.compiled()[self.functions.moves[point]])

    def play_on(self) -> tuple[Play, LocalStore]:
        """The form that begins at a choice, and what tells what it is given."""
        store = self.write_direct_on()
        return cast(Play, self.compiled()[PLAY_ON]), store

    def modules(self) -> dict[SourceFile, ast.Module]:
        """The functions not yet compiled, by the file their lines are in."""
        found: dict[SourceFile, ast.Module] = {}
        for function in self.taken():
            file = code.file_of(function, self.unit.file)
            found.setdefault(file, ast.Module([], [])).body.append(printed(function, file))
        return found

    def compiled(self) -> dict[str, object]:
        """The globals of the generated code, all functions among them."""
        names = self._with_data()
        for file, module in self.modules().items():
            _define(module, file, names)
            _show(file)
        return names

    def compiled_at_need(self) -> dict[str, object]:
        """The same, but of each function there is only what makes it when it is first called."""
        names, files = self._with_data(), set[SourceFile]()
        for function in self.taken():
            file = code.file_of(function, self.unit.file)
            names[function.name] = _at_need(function, file, names)
            files.add(file)
        for file in files:
            _show(file)
        return names

    def _with_data(self) -> dict[str, object]:
        data, names = self.unit.data.items(), self.names
        names.update((name, called(held)) for name, held in data if name not in names)
        return names


def _at_need(function: code.Function, file: SourceFile, names: dict[str, object]) -> Routine:
    """What makes a function, puts it where it is called from, and calls it; made twice at worst, by
    several threads."""

    def first(*args: Any) -> Any:
        _define(ast.Module([printed(function, file)], []), file, names)
        return cast(Routine, names[function.name])(*args)

    return first


def _define(module: ast.Module, file: SourceFile, names: dict[str, object]) -> None:
    exec(compile(module, file.name, "exec"), names)


def _show(file: SourceFile) -> None:
    """Let tracebacks and debuggers show the lines of a rule file wherever it was read from."""
    if file is not NOWHERE.file and file.text:
        lines = [line + "\n" for line in file.text.split("\n")]
        linecache.cache[file.name] = (len(file.text), None, lines, file.name)


def source(program: Program, without: frozenset[str] | None = None) -> str:
    """The generated Python as text, file by file; `without`: passes to leave out.

    Names in capitals are fixed data; variables that end with an underscore are named by the rules,
    those that begin with one by the generator (see `names`).
    """
    parts = []
    generated = Generated(program, Layout(program), without)
    generated.write_resumable()
    generated.write_lines()
    generated.write_direct()
    generated.write_direct_on()
    for file, module in generated.modules().items():
        parts.append(f"# {file.name}\n\n{ast.unparse(module)}\n")
    return "\n\n".join(parts)
