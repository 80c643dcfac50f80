"""The direct form: a whole random game as one function, for playouts.

Cells are variables; a choice counts its options, draws one and goes on with it at once; chance is
written out. What only observation reads is left out. Where several ways meet, or a loop begins, is
a block of `while True`, told apart by a number. The same games as by listing moves, draw for draw.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ...core.ir import Cell, Choose
from . import nodes as py
from .flow import Flow, Piece
from .jumps import Join, arrange, blocks_of
from .names import BLOCK, CHANCE, DECISIONS, LONGEST, OPTIONS, PLAYERS, PLAYOUT, K, N
from .offers import Offer, counted, nth_option, offer
from .resumable import Functions
from .search import Searches
from .store import LocalStore
from .stream import below, next_state
from .totals import is_judged, judging, write_totals, write_verdict
from .unit import Unit


def direct(unit: Unit, functions: Functions) -> None:
    """Write the function `playout(chance, players, longest)`: None if the game is not over then."""
    _Direct(unit, functions).write()


class _Direct:
    def __init__(self, unit: Unit, functions: Functions) -> None:
        self.unit = unit
        self.functions = functions
        self.store = LocalStore(unit.program, unit.layout)
        searches = Searches(unit, self.store, functions.add)
        self.searcher = searches
        scored = frozenset().union(*(unit.reads(line.value) for line in unit.program.scores))
        self.counting = [c for c in unit.program.cells if c in scored]
        self.title = unit.fresh("totals_of")
        judged = frozenset().union(*(unit.reads(expr) for expr in judging(unit.program)))
        self.judging = [c for c in unit.program.cells if c in judged]
        self.verdict = unit.fresh("verdict_of")
        self.flow = Flow(
            unit,
            self.store,
            searcher=self.searcher,
            choice=self._choice,
            over=self._over,
            deep=False,
        )

    def _variables(self, cells: list[Cell]) -> list[str]:
        return [v for cell in cells for v in self.store.variables(cell)]

    def _over(self) -> py.Lines:
        totals = py.call(self.title, *map(py.name, self._variables(self.counting)))
        found = [py.name(DECISIONS), py.name(OPTIONS), totals]
        if is_judged(self.unit.program):
            found.append(py.call(self.verdict, *map(py.name, self._variables(self.judging))))
        return [py.give(py.tuple_of(found))]

    def write(self) -> None:
        program, flow = self.unit.program, self.flow
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
        root = flow.root((program.setup, program.flow))
        joins = arrange([root], lambda join: join in flow.loops)
        lines: py.Lines = [py.assign(DECISIONS, py.number(0)), py.assign(OPTIONS, py.number(0))]
        lines += flow.counted_anew()
        for cell in program.cells:
            lines += self.store.start(cell)
        lines += self._dispatched(root, joins)
        self.functions.add(program.flow.span, PLAYOUT, [CHANCE, PLAYERS, LONGEST], lines)

    # ------------------------------------------------------------------------------------- blocks

    def _dispatched(self, root: py.Lines, joins: list[Join]) -> py.Lines:
        """The root and then a loop over blocks; a root that branches is a block itself."""
        ways = _jump_count(root)
        if not joins:
            return root
        if ways == 1 and isinstance(root[-1], py.Jump):
            first = root[-1].target
            assert isinstance(first, Join)
            before = root[:-1]
        else:
            first = Join("root", root)
            joins = [first, *joins]
            before = []
        numbers = {join: i for i, join in enumerate(joins)}
        for join in joins:
            _set_blocks(join.lines, numbers, numbers[join])
        if len(joins) > 1:
            before.append(py.assign(BLOCK, py.number(numbers[first])))
        return [*before, py.loop(py.number(1), _tree(joins, 0))]

    # ------------------------------------------------------------------------------------- choices

    def _choice(self, piece: Piece, choose: Choose, after: Join) -> None:
        """Count, draw, go on with the chosen option."""
        writer = piece.writer
        before = len(writer.lines)
        ordinary = [a for a in enumerate(choose.alternatives) if not a[1].fallback]
        fallback = [a for a in enumerate(choose.alternatives) if a[1].fallback]
        none = ast.Constant(f"no move is possible at choice {choose.name}")
        failing = py.call("fail", none, self.unit.site(choose.span))
        at_limit = py.compare(py.name(DECISIONS), "==", py.name(LONGEST))
        writer.add(py.when(at_limit, [py.give(ast.Constant(None))]))
        offers, counts = self._offers(piece, ordinary)
        writer.add(py.augment(DECISIONS, "+", py.number(1)))
        writer.lines.extend(self.flow.counted_anew())
        with writer.block() as otherwise:
            if fallback:
                others, other_counts = self._offers(piece, fallback)
                if not _is_certain(other_counts):
                    nothing = [py.perform(failing)]
                    writer.add(py.when(py.negated(py.name(N)), nothing))
                self._drawn(piece, others, other_counts, after)
            else:
                writer.add(py.perform(failing))
        with writer.block() as usual:
            if ordinary:
                self._drawn(piece, offers, counts, after)
        if not ordinary:
            writer.lines.extend(otherwise)
        elif _is_certain(counts):
            writer.lines.extend(usual)
        elif fallback:
            writer.add(py.when(py.name(N), usual, otherwise))
        else:
            writer.add(py.when(py.negated(py.name(N)), otherwise))
            writer.lines.extend(usual)
        py.mark_all(writer.lines[before:], choose.span)

    def _offers(
        self, piece: Piece, alternatives: Sequence[tuple[int, object]]
    ) -> tuple[list[Offer], list[ast.expr]]:
        """Count the options of alternatives, `n` in all."""
        writer = piece.writer
        offers: list[Offer] = []
        counts: list[ast.expr] = []
        with writer.evaluation():
            for number, alternative in alternatives:
                offers.append(offer(piece.values, number, alternative))  # type: ignore[arg-type]
                counts.append(counted(piece.values, offers[-1]))
        total: ast.expr = py.number(0)
        for count in counts:
            total = py.binary(total, "+", count)
        writer.add(py.assign(N, total))
        return offers, counts

    def _drawn(
        self, piece: Piece, offers: Sequence[Offer], counts: Sequence[ast.expr], after: Join
    ) -> None:
        writer = piece.writer
        if len(offers) == 1 and offers[0].kind == "flag" and py.constant(counts[0]) == 1:
            writer.add(py.augment(OPTIONS, "+", py.number(1)))
            self._branch(piece, offers, counts, after)
            return
        writer.add(py.augment(OPTIONS, "+", py.name(N)))
        drawn = [next_state(PLAYERS), py.assign(K, below(PLAYERS, py.name(N)))]
        one = [py.assign(K, py.number(0))]
        writer.add(py.when(py.compare(py.name(N), ">", py.number(1)), drawn, one))
        self._branch(piece, offers, counts, after)

    def _branch(
        self, piece: Piece, offers: Sequence[Offer], counts: Sequence[ast.expr], after: Join
    ) -> None:
        """The alternative that option number k belongs to."""
        writer = piece.writer
        with writer.block() as chosen:
            self._alternative(piece, offers[0], after)
        if len(offers) == 1:
            writer.lines.extend(chosen)
            return
        with writer.block() as rest:
            writer.add(py.augment(K, "-", counts[0]))
            self._branch(piece, offers[1:], counts[1:], after)
        writer.add(py.when(py.compare(py.name(K), "<", counts[0]), chosen, rest))

    def _alternative(self, piece: Piece, found: Offer, after: Join) -> None:
        writer, alternative = piece.writer, found.alternative
        before = len(writer.lines)
        nth_option(piece.values, found, py.name(K))
        piece.statements.effects.known = set()
        piece.statements.effects.know(alternative)
        py.mark_all(writer.lines[before:], alternative.span)
        self.flow.tail(piece, (alternative.body,), after)


def _is_certain(counts: Sequence[ast.expr]) -> bool:
    """Is there certainly an option?"""
    return any(py.constant(count) not in (None, 0) for count in counts)


def _jump_count(lines: py.Lines) -> int:
    return sum(isinstance(line, py.Jump) + sum(map(_jump_count, blocks_of(line))) for line in lines)


def _set_blocks(lines: py.Lines, numbers: dict[Join, int], here: int) -> None:
    """Jumps become the number of a block and `continue`."""
    if lines and isinstance(last := lines[-1], py.Jump):
        assert isinstance(last.target, Join)
        number = numbers[last.target]
        go = [ast.Continue()]
        lines[-1:] = go if number == here else [py.assign(BLOCK, py.number(number)), *go]
    for line in lines:
        for block in blocks_of(line):
            _set_blocks(block, numbers, here)


def _tree(joins: Sequence[Join], first: int) -> py.Lines:
    """The lines of the block with the current number."""
    if len(joins) == 1:
        return joins[0].lines
    half = len(joins) // 2
    test = py.compare(py.name(BLOCK), "<", py.number(first + half))
    return [py.when(test, _tree(joins[:half], first), _tree(joins[half:], first + half))]
