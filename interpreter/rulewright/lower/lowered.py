"""A program in the lowered form: what every printer is given."""

from __future__ import annotations

from ..core import soundness
from ..core.ir import Number, Program
from ..runtime.layout import Layout
from . import nodes as code
from .dead_parameters import without_dead_parameters
from .direct import direct, direct_on
from .names import LINES, STATE, TOTALS, VERDICT
from .passes import left_out, named
from .ranges import ranged
from .resumable import Functions, listing, resumable
from .search import Searches
from .seen import write_seen
from .step import step
from .store import LocalStore, SlotStore
from .totals import is_judged, write_lines, write_totals, write_verdict
from .unit import Unit, Watch
from .unroll import unrolled


class Lowered:
    """The lowered functions of a program, in one form or both, and the fixed data they know."""

    def __init__(
        self,
        program: Program,
        layout: Layout,
        without: frozenset[str] | None = None,
        widest: int | None = None,
        *,
        prepared: bool = False,
        watch: Watch | None = None,
    ) -> None:
        """`without`: passes to leave out; None: those that the environment leaves out. `UsageError`
        for a name that is no pass. `widest`: see `Unit`. `prepared`: the program is that of the
        unit of another one, in which the passes over whole programs are done. `watch`: for what
        works on the slots of a state."""
        without = left_out() if without is None else named(without)
        if "unroll" not in without and not prepared:
            program = unrolled(program)
            soundness.look_at(program, "unroll")
        if widest is not None and not prepared:
            program = ranged(program)  # else sets of numbers are numbers of any width anyhow
            soundness.look_at(program, "ranges")
        self.unit = Unit(program, layout, without, widest, watch)
        self.functions = Functions()

    def write_resumable(self, *, lists: bool = True) -> None:
        """Write the functions that work on the slots of a state; without `lists` all but those that
        list moves."""
        store = SlotStore(self.unit.layout)
        searches = Searches(self.unit, store, self.functions.add)
        resumable(self.unit, store, searches, self.functions, lists=lists)
        write_totals(self.unit, store, searches, self.functions, TOTALS, [STATE])
        if is_judged(self.unit.program):
            write_verdict(self.unit, store, searches, self.functions, VERDICT, [STATE])

    def write_listing(self, point: int) -> None:
        """Write the function that lists the moves of one choice, on the slots of a state."""
        store = SlotStore(self.unit.layout)
        searches = Searches(self.unit, store, self.functions.add)
        listing(self.unit, store, searches, self.functions, point)

    def write_lines(self) -> None:
        """Write the function that gives the points of each score line, on the slots of a state."""
        store = SlotStore(self.unit.layout)
        searches = Searches(self.unit, store, self.functions.add)
        write_lines(self.unit, store, searches, self.functions, LINES, [STATE])

    def write_direct(self) -> None:
        """Write the function that plays a whole random game."""
        direct(self.unit, self.functions)

    def write_direct_on(self) -> LocalStore:
        """Write the function that plays on from a choice; gives what its parameters stand for."""
        return direct_on(self.unit, self.functions)

    def write_step(self) -> LocalStore:
        """Write the functions for single decisions, and the one that gives the points of each score
        line; gives what their parameters stand for."""
        unit, functions = self.unit, self.functions
        store = step(unit, functions)
        searches = Searches(unit, store, functions.add)
        write_lines(unit, store, searches, functions, LINES, store.every())
        return store

    def write_side_by_side(self) -> LocalStore:
        """Write the functions for many games at once: single decisions and beginnings, what is seen
        at each, and what has come out at the end; gives what their parameters stand for."""
        unit, functions = self.unit, self.functions
        store = step(unit, functions)
        searches, every = Searches(unit, store, functions.add), store.every()
        write_seen(unit, store, searches, functions)
        write_totals(unit, store, searches, functions, TOTALS, every)
        if is_judged(unit.program):
            write_verdict(unit, store, searches, functions, VERDICT, every)
        return store

    def taken(self) -> list[code.Function]:
        """The functions written since they were last asked for."""
        found = list(self.functions.made)
        self.functions.made.clear()
        self._look_at(found, "lowering")
        if self.unit.uses("dead_parameters") and without_dead_parameters(found, self.unit.inner):
            self._look_at(found, "dead parameters")
        self.unit.inner.clear()
        return found

    def sizes(self) -> dict[str, int]:
        """The names of locals that hold an element, or none, and of how many at most."""
        held = LocalStore(self.unit.program, self.unit.layout).every()
        return {name: size for name, size in self.unit.sizes().items() if name not in held}

    def entries(self) -> dict[str, tuple[int, int]]:
        """The names of the lists that hold a number for each member, and nothing else has, and of
        the maps of numbers that are kept, with the least and the most that these are."""
        found = dict(self.unit.kept_numbers)
        store = LocalStore(self.unit.program, self.unit.layout)
        for variable in self.unit.program.variables:
            region, kind = self.unit.layout.region(variable), variable.type
            if store.is_list(variable) and isinstance(kind, Number) and region.form == "plain":
                [name] = store.variables(variable)
                if not self.unit.names_local(name):
                    found[name] = kind.low, kind.high
        return found

    def _look_at(self, functions: list[code.Function], stage: str) -> None:
        """Raise `Unsound` if a stage has made something wrong; where one looks at the core, too."""
        if soundness.WANTED:
            from .verify import look_at

            look_at(functions, self.unit.data, self.unit.layout, stage)
