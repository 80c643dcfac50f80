"""The resumable form: one function for each alternative of each choice, on the slots of a state.

A function runs from its alternative to the next decision or the end, stores where it stopped in
slot 0 and returns None, or returns the function to go on with where several ways come together.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.ir import Alternative, Choose, Program
from ..runtime.layout import OVER, POINT
from ..source import Span
from . import nodes as code
from .flow import Flow, Piece
from .jumps import Join, arrange
from .names import BEGIN, BEGIN_FLOW, MOVES, STATE, word
from .offers import Options, for_several, offer
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

    def write(self, program: Program) -> None:
        flow, span = self.flow, program.flow.span
        begin = flow.join("flow", (program.flow,), flow.end)
        setup = flow.piece()
        flow.tail(setup, (program.setup,), begin)
        self._roots.append((span, BEGIN, [STATE], setup.writer.lines))
        self._roots.append((span, BEGIN_FLOW, [STATE], [code.Jump(begin)]))
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
        writer.add(code.assign(MOVES, code.list_of([])))
        ordinary = [a for a in enumerate(choose.alternatives) if not a[1].fallback]
        fallback = [a for a in enumerate(choose.alternatives) if a[1].fallback]
        with writer.evaluation():
            for number, alternative in ordinary:
                self._list(piece, number, alternative)
            with writer.block() as lines:
                for number, alternative in fallback:
                    self._list(piece, number, alternative)
                none = code.text(f"no move is possible at choice {choose.name}")
                failing = code.perform(code.call("fail", none, self.unit.site(choose.span)))
                found = code.filled(code.name(MOVES))
                writer.add(code.when(code.negated(found), [failing]) if fallback else failing)
        writer.add(code.when(code.negated(code.filled(code.name(MOVES))), lines))
        writer.add(code.give(code.name(MOVES)))
        title = self.unit.fresh(f"moves_{choose.point}_{word(choose.name)}")
        self.functions.moves[choose.point] = title
        self.functions.add(choose.span, title, [STATE], writer.lines)

    def _list(self, piece: Piece, number: int, alternative: Alternative) -> None:
        """Append the moves of an alternative."""
        writer = piece.writer
        before = len(writer.lines)
        found = offer(piece.values, number, alternative)
        _append(piece, found)
        code.mark_all(writer.lines[before:], alternative.span)


def _append(piece: Piece, found: Options) -> None:
    writer = piece.writer
    first = code.number(found.number)

    def add(*args: code.Value, rest: code.Value | None = None) -> code.Statement:
        move = code.move([first, *args], rest)
        return code.perform(code.method(code.name(MOVES), "append", move))

    match found.kind:
        case "flag":
            constant = code.constant(found.held)
            if constant is None:
                writer.add(code.when(found.held, [add()]))
            elif constant:
                writer.add(add())
        case "mask":
            left, bit = writer.variable(found.held, "left"), writer.fresh("bit")
            lowest = code.binary(code.name(left), "&", code.negative(code.name(left)))
            element = code.binary(code.length(code.name(bit)), "-", code.number(1))
            body = [code.assign(bit, lowest), code.augment(left, "^", code.name(bit)), add(element)]
            writer.add(code.loop(code.name(left), body))
        case "places":
            for place in found.places:
                writer.add(code.when(code.compare(place, ">=", code.number(0)), [add(place)]))
        case "masks":
            names = [writer.fresh("option") for _ in found.alternative.bound]
            args = map(code.name, names[:-1])
            left, last = names[-1], code.lowest(code.name(names[-1]))
            rest = code.augment(left, "&", code.binary(code.name(left), "-", code.number(1)))
            each = code.loop(code.name(left), [add(*args, last), rest])
            writer.add(for_several(names, found.held, [each]))
        case "list":
            one = writer.fresh("option")
            several = len(found.alternative.bound) > 1
            added = add(rest=code.name(one)) if several else add(code.name(one))
            writer.add(code.for_each(one, found.held, [added]))


def _return_jumps(lines: code.Lines) -> None:
    """Jumps become `return` of the function that goes on."""
    for i, statement in enumerate(lines):
        if isinstance(statement, code.Jump):
            assert isinstance(statement.target, Join)
            lines[i] = code.give(code.name(statement.target.name))
        for block in code.blocks_of(statement):
            _return_jumps(block)
