"""The direct form: a whole random game as one function, for playouts.

State variables are variables of the function; a choice counts its options, draws one and goes on
with it at once; chance is written out. What only observation reads is left out. Where several ways
meet, or a loop begins, is a block of `while True`, told apart by a number. The same games as by
listing moves, draw for draw.

A second function plays on from a position: it is given the state variables and the number of the
choice that waits, and each choice is a block that it can begin at.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.ir import Choose, StateVariable
from . import nodes as code
from .blocks import dispatched, picked
from .flow import Flow, Piece
from .jumps import Join
from .kept_sums import KeptSums
from .names import (
    CHANCE,
    DECISIONS,
    LONGEST,
    OPTIONS,
    PLAY_ON,
    PLAYERS,
    PLAYOUT,
    WAITING,
    K,
    N,
)  # fmt: skip
from .offers import Options, counted, nth_option, offer
from .resumable import Functions
from .search import Searches
from .store import LocalStore
from .stream import below, next_state
from .totals import is_judged, judging, write_totals, write_verdict
from .unit import Unit


def direct(unit: Unit, functions: Functions) -> None:
    """Write the function `playout(chance, players, longest)`: None if the game is not over then."""
    _Direct(unit, functions).write()


def direct_on(unit: Unit, functions: Functions) -> LocalStore:
    """Write the function `play_on(chance, players, longest, waiting, state variables)`: the same
    from the choice with this number, or from the end of the game (`OVER`), as the state variables
    stand. Lists that it is given are its own, maps are not."""
    return _Direct(unit, functions).write_on()


class _Direct:
    def __init__(self, unit: Unit, functions: Functions) -> None:
        self.unit = unit
        self.entries: dict[int, Join] = {}  # by point: choices that can be begun at
        self.functions = functions
        self.store = LocalStore(unit.program, unit.layout)
        searches = Searches(unit, self.store, functions.add)
        self.searcher = searches
        scored = frozenset().union(*(unit.reads(line.value) for line in unit.program.scores))
        self.counting = [c for c in unit.program.variables if c in scored]
        self.title = unit.fresh("totals_of")
        judged = frozenset().union(*(unit.reads(expr) for expr in judging(unit.program)))
        self.judging = [c for c in unit.program.variables if c in judged]
        self.verdict = unit.fresh("verdict_of")
        self.kept = KeptSums(unit, self.store)
        self.flow = Flow(
            unit,
            self.store,
            searcher=self.searcher,
            choice=self._choice,
            over=self._over,
            deep=False,
            kept=self.kept,
        )

    def _variables(self, variables: list[StateVariable]) -> list[str]:
        return [v for variable in variables for v in self.store.variables(variable)]

    def _over(self) -> code.Lines:
        totals = code.call(self.title, *map(code.name, self._variables(self.counting)))
        found = [code.name(DECISIONS), code.name(OPTIONS), totals]
        if is_judged(self.unit.program):
            found.append(code.call(self.verdict, *map(code.name, self._variables(self.judging))))
        return [code.give(code.tuple_of(found))]

    def write(self) -> None:
        """Write the function that plays from the start."""
        program = self.unit.program
        lines = self._begun()
        for variable in program.variables:
            lines += self.store.start(variable)
        flow = dispatched(self._root(), self.flow.loops)
        lines += self._keeping_up(flow, laid=False)
        self.functions.add(program.flow.span, PLAYOUT, [CHANCE, PLAYERS, LONGEST], lines)

    def write_on(self) -> LocalStore:
        """Write the function that plays on."""
        self.flow.choice = self._entered
        self._root()
        points = sorted(self.entries)
        root: code.Lines = [code.Jump(self.flow.end)]
        if points:
            over = code.compare(code.name(WAITING), "<", code.number(0))
            begun: list[tuple[int, code.Lines]] = [
                (point, [code.Jump(self.entries[point])]) for point in points
            ]
            root = [code.when(over, root, picked(code.name(WAITING), begun))]
        flow = dispatched(root, {*self.flow.loops, *self.entries.values()})
        lines = self._begun() + self._keeping_up(flow, laid=True)
        given = [CHANCE, PLAYERS, LONGEST, WAITING, *self.store.every()]
        self.functions.add(self.unit.program.flow.span, PLAY_ON, given, lines)
        return self.store

    def _entered(self, piece: Piece, choose: Choose, after: Join) -> None:
        """A choice that can be begun at."""
        join = self.entries[choose.point] = Join("choice")
        piece.writer.add(code.Jump(join))
        inner = self.flow.piece()
        self._choice(inner, choose, after)
        join.lines = inner.writer.lines

    def _begun(self) -> code.Lines:
        counted = [code.assign(count, code.number(0)) for count in (DECISIONS, OPTIONS)]
        return [*counted, *self.flow.counted_anew()]

    def _keeping_up(self, flow: code.Lines, *, laid: bool) -> code.Lines:
        """The flow, with what keeps sums as they are; `laid`: may something lie there before it?"""
        values = self.flow.piece().values
        self.kept.keep_up(values, flow)
        return [*self.kept.begin(values, laid=laid), *flow]

    def _root(self) -> code.Lines:
        """The whole flow, and the functions that tell of its end."""
        program = self.unit.program
        self.unit.inner |= {self.title, self.verdict}
        write_totals(
            self.unit,
            self.store,
            self.searcher,
            self.functions,
            self.title,
            self._variables(self.counting),
        )
        if is_judged(program):
            params = self._variables(self.judging)
            write_verdict(
                self.unit, self.store, self.searcher, self.functions, self.verdict, params
            )
        return self.flow.root((program.setup, program.flow))

    def _choice(self, piece: Piece, choose: Choose, after: Join) -> None:
        """Count, draw, go on with the chosen option."""
        writer = piece.writer
        before = len(writer.lines)
        ordinary = [a for a in enumerate(choose.alternatives) if not a[1].fallback]
        fallback = [a for a in enumerate(choose.alternatives) if a[1].fallback]
        none = code.text(f"no move is possible at choice {choose.name}")
        failing = code.call("fail", none, self.unit.site(choose.span))
        at_limit = code.compare(code.name(DECISIONS), "==", code.name(LONGEST))
        writer.add(code.when(at_limit, [code.give(code.nothing())]))
        offers, counts = self._offers(piece, ordinary)
        writer.add(code.augment(DECISIONS, "+", code.number(1)))
        writer.lines.extend(self.flow.counted_anew())
        with writer.block() as otherwise:
            if fallback:
                others, other_counts = self._offers(piece, fallback)
                if not _is_certain(other_counts):
                    nothing = [code.perform(failing)]
                    writer.add(code.when(code.negated(code.name(N)), nothing))
                self._drawn(piece, others, other_counts, after)
            else:
                writer.add(code.perform(failing))
        with writer.block() as usual:
            if ordinary:
                self._drawn(piece, offers, counts, after)
        if not ordinary:
            writer.lines.extend(otherwise)
        elif _is_certain(counts):
            writer.lines.extend(usual)
        elif fallback:
            writer.add(code.when(code.name(N), usual, otherwise))
        else:
            writer.add(code.when(code.negated(code.name(N)), otherwise))
            writer.lines.extend(usual)
        code.mark_all(writer.lines[before:], choose.span)

    def _offers(
        self, piece: Piece, alternatives: Sequence[tuple[int, object]]
    ) -> tuple[list[Options], list[code.Value]]:
        """Count the options of alternatives, `n` in all."""
        writer = piece.writer
        offers: list[Options] = []
        counts: list[code.Value] = []
        with writer.evaluation():
            for number, alternative in alternatives:
                offers.append(
                    offer(piece.values, number, alternative, drawn=True)  # type: ignore[arg-type]
                )
                counts.append(counted(piece.values, offers[-1]))
        total: code.Value = code.number(0)
        for count in counts:
            total = code.binary(total, "+", count)
        writer.add(code.assign(N, total))
        return offers, counts

    def _drawn(
        self, piece: Piece, offers: Sequence[Options], counts: Sequence[code.Value], after: Join
    ) -> None:
        writer = piece.writer
        if len(offers) == 1 and offers[0].kind == "flag" and code.constant(counts[0]) == 1:
            writer.add(code.augment(OPTIONS, "+", code.number(1)))
            self._branch(piece, offers, counts, after)
            return
        writer.add(code.augment(OPTIONS, "+", code.name(N)))
        drawn = [next_state(PLAYERS), code.assign(K, below(PLAYERS, code.name(N)))]
        one = [code.assign(K, code.number(0))]
        writer.add(code.when(code.compare(code.name(N), ">", code.number(1)), drawn, one))
        self._branch(piece, offers, counts, after)

    def _branch(
        self, piece: Piece, offers: Sequence[Options], counts: Sequence[code.Value], after: Join
    ) -> None:
        """The alternative that option number k belongs to."""
        writer = piece.writer
        with writer.block() as chosen:
            self._alternative(piece, offers[0], after)
        if len(offers) == 1:
            writer.lines.extend(chosen)
            return
        with writer.block() as rest:
            writer.add(code.augment(K, "-", counts[0]))
            self._branch(piece, offers[1:], counts[1:], after)
        writer.add(code.when(code.compare(code.name(K), "<", counts[0]), chosen, rest))

    def _alternative(self, piece: Piece, found: Options, after: Join) -> None:
        writer, alternative = piece.writer, found.alternative
        before = len(writer.lines)
        nth_option(piece.values, found, code.name(K))
        piece.statements.effects.known = set()
        piece.statements.effects.know(alternative)
        code.mark_all(writer.lines[before:], alternative.span)
        self.flow.tail(piece, (alternative.body,), after)


def _is_certain(counts: Sequence[code.Value]) -> bool:
    """Is there certainly an option?"""
    return any(code.constant(count) not in (None, 0) for count in counts)
