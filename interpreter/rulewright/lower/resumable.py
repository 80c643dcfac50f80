"""The resumable form: one function for each alternative of each choice, on the slots of a state.

A function runs from its alternative to the next decision or the end, stores where it stopped in
slot 0 and returns None, or returns the function to go on with where several ways come together.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.ir import Choose, Program
from ..runtime.layout import OVER, POINT
from ..source import Span
from . import nodes as code
from .flow import Flow, Piece
from .jumps import Join, arrange
from .listing import write_listing
from .names import BEGIN, BEGIN_FLOW, MOVES, STATE, word
from .offers import Options
from .store import SlotStore
from .unit import Unit
from .values import Searcher


class Functions:
    """Generated functions, and the tables of their names."""

    def __init__(self) -> None:
        self.made: list[code.Function] = []
        self.moves: dict[int, str] = {}
        self.alternatives: dict[int, list[str]] = {}

    def add(self, span: Span, title: str, params: Sequence[str], lines: code.Lines) -> None:
        function = code.Function(title, list(params), lines)
        code.mark(function, span)
        self.made.append(function)


def stopping(point: int) -> code.Lines:
    """Store where the state waits, and stop."""
    place = code.item(code.name(STATE), code.number(POINT))
    return [code.assign(place, code.number(point)), code.give(code.nothing())]


def resumable(
    unit: Unit, store: SlotStore, searcher: Searcher, functions: Functions, *, lists: bool
) -> None:
    """Write the functions `begin`, `begin_flow`, and those of every choice; without `lists` not
    those that list its moves."""
    _Resumable(unit, store, searcher, functions).write(unit.program, lists=lists)


def listing(
    unit: Unit, store: SlotStore, searcher: Searcher, functions: Functions, point: int
) -> None:
    """Write the function that lists the moves of one choice."""
    _Resumable(unit, store, searcher, functions).moves(unit.program.choices[point])


class _Resumable:
    def __init__(
        self, unit: Unit, store: SlotStore, searcher: Searcher, functions: Functions
    ) -> None:
        self.unit = unit
        self.functions = functions
        self._waiting: list[tuple[Choose, Join]] = []
        self._roots: list[tuple[Span, str, list[str], code.Lines]] = []
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

    def write(self, program: Program, *, lists: bool) -> None:
        flow, span = self.flow, program.flow.span
        begin = flow.join("flow", (program.flow,), flow.end)
        setup = flow.piece()
        flow.tail(setup, (program.setup,), begin)
        self._roots.append((span, BEGIN, [STATE], setup.writer.lines))
        self._roots.append((span, BEGIN_FLOW, [STATE], [code.Jump(begin)]))
        while self._waiting:
            choose, after = self._waiting.pop(0)
            self._alternatives(choose, after)
            if lists:
                self.moves(choose)
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

    def moves(self, choose: Choose) -> None:
        piece = self.flow.piece()
        write_listing(piece.values, choose, _added)
        title = self.unit.fresh(f"moves_{choose.point}_{word(choose.name)}")
        self.functions.moves[choose.point] = title
        self.functions.add(choose.span, title, [STATE], piece.writer.lines)


def _added(
    found: Options, args: Sequence[code.Value], rest: code.Value | None = None
) -> code.Lines:
    move = code.move([code.number(found.number), *args], rest)
    return [code.perform(code.method(code.name(MOVES), "append", move))]


def _return_jumps(lines: code.Lines) -> None:
    """Jumps become `return` of the function that goes on."""
    for i, statement in enumerate(lines):
        if isinstance(statement, code.Jump):
            assert isinstance(statement.target, Join)
            lines[i] = code.give(code.name(statement.target.name))
        for block in code.blocks_of(statement):
            _return_jumps(block)
