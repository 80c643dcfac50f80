"""The resumable form: one function for each alternative of each choice, on the slots of a state.

A function runs from its alternative to the next decision or the end, stores where it stopped in
slot 0 and returns None, or returns the function to go on with where several ways come together.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ...core.ir import Alternative, Choose, Program
from ...runtime.layout import OVER, POINT
from ...source import Span
from . import nodes as py
from .flow import Flow, Piece
from .jumps import Join, arrange, blocks_of
from .names import BEGIN, BEGIN_FLOW, MOVES, STATE, word
from .offers import Offer, for_several, offer
from .store import SlotStore
from .unit import Unit
from .values import Searcher


class Functions:
    """Generated functions, and the tables of their names."""

    def __init__(self) -> None:
        self.made: list[ast.FunctionDef] = []
        self.moves: dict[int, str] = {}
        self.alternatives: dict[int, list[str]] = {}

    def add(self, span: Span, title: str, params: Sequence[str], lines: py.Lines) -> None:
        function = py.function(title, params, lines)
        py.mark(function, span)
        self.made.append(function)


def stopping(point: int) -> py.Lines:
    """Store where the state waits, and stop."""
    place = py.item(py.name(STATE), py.number(POINT), py.STORE)
    return [py.assign(place, py.number(point)), py.give(None)]


def resumable(unit: Unit, store: SlotStore, searcher: Searcher, functions: Functions) -> None:
    """Write the functions `begin`, `begin_flow`, and those of every choice."""
    program = unit.program
    written = _Resumable(unit, store, searcher, functions)
    written.write(program)


class _Resumable:
    def __init__(
        self, unit: Unit, store: SlotStore, searcher: Searcher, functions: Functions
    ) -> None:
        self.unit = unit
        self.functions = functions
        self._waiting: list[tuple[Choose, Join]] = []
        self._roots: list[tuple[Span, str, list[str], py.Lines]] = []
        self.flow = Flow(
            unit,
            store,
            searcher=searcher,
            choice=self._choice,
            over=lambda: stopping(OVER),
            deep=True,
        )

    def _choice(self, piece: Piece, choose: Choose, after: Join) -> None:
        """Reaching a choice only stores that it waits; its alternatives are written later."""
        for line in stopping(choose.point):
            piece.writer.add(line, choose.span)
        self._waiting.append((choose, after))

    def write(self, program: Program) -> None:
        flow, span = self.flow, program.flow.span
        begin = flow.join("flow", (program.flow,), flow.end)
        setup = flow.piece()
        flow.tail(setup, (program.setup,), begin)
        self._roots.append((span, BEGIN, [STATE], setup.writer.lines))
        self._roots.append((span, BEGIN_FLOW, [STATE], [py.Jump(begin)]))
        while self._waiting:
            choose, after = self._waiting.pop(0)
            self._alternatives(choose, after)
            self._moves(choose)
        joins = arrange([lines for *_, lines in self._roots], lambda _: False)
        for number, join in enumerate(joins):
            join.name = self.unit.fresh(f"{join.name}_{number}")
        for _, _, _, lines in self._roots:
            lines[:0] = self.flow.counted_anew()
            _return_jumps(lines)
        for join in joins:
            _return_jumps(join.lines)
            self.functions.add(span, join.name, [STATE], join.lines)
        for root_span, title, params, lines in self._roots:
            self.functions.add(root_span, title, params, lines)

    def _alternatives(self, choose: Choose, after: Join) -> None:
        titles = []
        for number, alternative in enumerate(choose.alternatives):
            piece = self.flow.piece()
            params = [piece.writer.bind(local, sure=True) for local in alternative.bound]
            piece.statements.effects.know(alternative)
            self.flow.tail(piece, (alternative.body,), after)
            title = self.unit.fresh(f"{word(alternative.name)}_{choose.point}_{number}")
            titles.append(title)
            self._roots.append((alternative.span, title, [STATE, *params], piece.writer.lines))
        self.functions.alternatives[choose.point] = titles

    def _moves(self, choose: Choose) -> None:
        piece = self.flow.piece()
        writer = piece.writer
        writer.add(py.assign(MOVES, py.list_of([])))
        ordinary = [a for a in enumerate(choose.alternatives) if not a[1].fallback]
        fallback = [a for a in enumerate(choose.alternatives) if a[1].fallback]
        with writer.evaluation():
            for number, alternative in ordinary:
                self._list(piece, number, alternative)
            with writer.block() as lines:
                for number, alternative in fallback:
                    self._list(piece, number, alternative)
                none = ast.Constant(f"no move is possible at choice {choose.name}")
                failing = py.perform(py.call("fail", none, self.unit.site(choose.span)))
                found = py.name(MOVES)
                writer.add(py.when(py.negated(found), [failing]) if fallback else failing)
        writer.add(py.when(py.negated(py.name(MOVES)), lines))
        writer.add(py.give(py.name(MOVES)))
        title = self.unit.fresh(f"moves_{choose.point}_{word(choose.name)}")
        self.functions.moves[choose.point] = title
        self.functions.add(choose.span, title, [STATE], writer.lines)

    def _list(self, piece: Piece, number: int, alternative: Alternative) -> None:
        """Append the moves of an alternative."""
        writer = piece.writer
        before = len(writer.lines)
        found = offer(piece.values, number, alternative)
        _append(piece, found)
        py.mark_all(writer.lines[before:], alternative.span)


def _append(piece: Piece, found: Offer) -> None:
    writer = piece.writer
    first = py.number(found.number)

    def add(*args: ast.expr) -> ast.stmt:
        return py.perform(py.method(py.name(MOVES), "append", py.tuple_of([first, *args])))

    match found.kind:
        case "flag":
            constant = py.constant(found.held)
            if constant is None:
                writer.add(py.when(found.held, [add()]))
            elif constant:
                writer.add(add())
        case "mask":
            left, bit = writer.variable(found.held, "left"), writer.fresh("bit")
            lowest = py.binary(py.name(left), "&", py.negative(py.name(left)))
            element = py.binary(py.length(py.name(bit)), "-", py.number(1))
            body = [py.assign(bit, lowest), py.augment(left, "^", py.name(bit)), add(element)]
            writer.add(py.loop(py.name(left), body))
        case "places":
            for place in found.places:
                writer.add(py.when(py.compare(place, ">=", py.number(0)), [add(place)]))
        case "masks":
            names = [writer.fresh("option") for _ in found.alternative.bound]
            args = map(py.name, names[:-1])
            left, last = names[-1], py.lowest(py.name(names[-1]))
            rest = py.augment(left, "&", py.binary(py.name(left), "-", py.number(1)))
            each = py.loop(py.name(left), [add(*args, last), rest])
            writer.add(for_several(names, found.held, [each]))
        case "list":
            one = writer.fresh("option")
            several = len(found.alternative.bound) > 1
            arg = ast.Starred(py.name(one), py.LOAD) if several else py.name(one)
            writer.add(py.for_each(one, found.held, [add(arg)]))


def _return_jumps(lines: py.Lines) -> None:
    """Jumps become `return` of the function that goes on."""
    for i, statement in enumerate(lines):
        if isinstance(statement, py.Jump):
            assert isinstance(statement.target, Join)
            lines[i] = py.give(py.name(statement.target.name))
        for block in blocks_of(statement):
            _return_jumps(block)
