"""Single decisions: one function that makes a move and tells which moves there are then.

As in the direct form state variables are variables of the function, which is given all of them; as
in the resumable form a choice ends it. What they are then is told first, and then the moves are
listed, so that what goes wrong in listing them leaves the step made. Moves are told by their
numbers among all actions of the game (`runtime.actions`), in as many words as the highest needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ..core.ir import Alternative, Choose
from ..runtime.actions import Block
from ..runtime.layout import OVER
from . import nodes as code
from .blocks import dispatched, picked
from .flow import Flow, Piece
from .jumps import Join
from .listing import write_listing
from .names import ACTION, CHANCE, MOVES, STEP, TOLD, WAITING, word
from .offers import Options
from .resumable import Functions
from .search import Searches
from .store import LocalStore
from .unit import Unit
from .values import Values
from .writer import Writer

WORD = (1 << 63) - 1  # the greatest number of a word


def step(unit: Unit, functions: Functions) -> LocalStore:
    """Write the function `step_on(chance, waiting, action, state variables)`, which makes a move or
    none if it is below zero, and gives the moves that can be made then; and `told_of(chance,
    waiting, state variables)`, which it calls in between if it has made one. That does nothing: a
    target has another in its place, which keeps what it is given. Lists that `step_on` is given are
    its own, maps are not. Where the action is the number behind the last, a game begins, whatever
    the state variables hold."""
    return _Step(unit, functions).write()


class _Step:
    def __init__(self, unit: Unit, functions: Functions) -> None:
        self.unit = unit
        self.functions = functions
        self.store = LocalStore(unit.program, unit.layout)
        self.searcher = Searches(unit, self.store, functions.add)
        self.offered: list[tuple[int, code.Lines]] = [(OVER, [code.give(code.list_of([]))])]
        self.entries: list[tuple[int, code.Lines]] = []  # by the number of the first action
        self.stop = Join("stop")
        self.flow = Flow(
            unit,
            self.store,
            searcher=self.searcher,
            choice=self._choice,
            over=lambda: self._stopping(OVER),
            deep=False,
        )
        self._waiting: list[tuple[Choose, Join]] = []

    def _stopping(self, point: int) -> code.Lines:
        return [code.assign(WAITING, code.number(point)), code.Jump(self.stop)]

    def _choice(self, piece: Piece, choose: Choose, after: Join) -> None:
        """Reaching a choice only says that it waits; its alternatives are written later."""
        for line in self._stopping(choose.point):
            piece.writer.add(line, choose.span)
        self._waiting.append((choose, after))

    def write(self) -> LocalStore:
        program = self.unit.program
        begun = self.flow.root((program.setup, program.flow))  # all choices are met
        while self._waiting:
            choose, after = self._waiting.pop(0)
            self._listed(choose)
            for number, alternative in enumerate(choose.alternatives):
                block = self.unit.layout.actions.blocks[choose.point][number]
                self.entries.append((block.first, self._made(alternative, block, after)))
        fresh = [line for one in program.variables for line in self.store.start(one)]
        self.entries.append((self.unit.layout.actions.count, [*fresh, *begun]))
        self.offered.sort(key=lambda one: one[0])
        self.entries.sort(key=lambda one: one[0])
        held = [code.name(variable) for variable in self.store.every()]
        told = code.call(TOLD, code.name(CHANCE), code.name(WAITING), *held)
        offered = Join("offered", picked(code.name(WAITING), self.offered))
        self.stop.lines = [code.perform(told), code.Jump(offered)]
        none = code.compare(code.name(ACTION), "<", code.number(0))
        made = picked(code.name(ACTION), self.entries)
        root: code.Lines = [code.when(none, [code.Jump(offered)], made)]
        lines = self.flow.counted_anew()
        lines += dispatched(root, {*self.flow.loops, self.stop, offered})
        span, every = program.flow.span, self.store.every()
        self.functions.add(span, TOLD, [CHANCE, WAITING, *every], [code.give(code.nothing())])
        self.functions.add(span, STEP, [CHANCE, WAITING, ACTION, *every], lines)
        return self.store

    def _made(self, alternative: Alternative, block: Block, after: Join) -> code.Lines:
        """The step that an alternative is, with the arguments that an action stands for."""
        piece = self.flow.piece()
        writer = piece.writer
        names = [writer.bind(local, sure=True) for local in alternative.bound]
        sizes = list(zip(names, block.lowest, block.sizes, strict=True))
        if sizes:
            # none of the bits that are left out is there, but so it is seen how large it can be
            rest = code.binary(code.name(ACTION), "-", code.number(block.first))
            bits = (prod(block.sizes) - 1).bit_length()
            held = writer.variable(code.binary(rest, "&", code.number((1 << bits) - 1)), "rest")
            for number, (name, lowest, size) in enumerate(reversed(sizes), 1):
                writer.add(code.assign(name, _plus(_remainder(code.name(held), size), lowest)))
                if number < len(sizes):  # what is left may be a word where the whole was not
                    held = writer.variable(_quotient(code.name(held), size), "rest")
        piece.statements.effects.know(alternative)
        self.flow.tail(piece, (alternative.body,), after)
        code.mark_all(writer.lines, alternative.span)
        return writer.lines

    def _listed(self, choose: Choose) -> None:
        """A function that lists the moves at a choice."""
        values = Values(Writer(self.unit, self.store), self.searcher)
        blocks = self.unit.layout.actions.blocks[choose.point]
        words = words_of(self.unit.layout.actions.count)

        def added(
            found: Options, args: Sequence[code.Value], rest: code.Value | None = None
        ) -> code.Lines:
            block = blocks[found.number]
            if rest is not None:
                args = [code.item(rest, code.number(i)) for i in range(len(block.sizes))]
            number = code.number(0)
            for arg, lowest, size in zip(args, block.lowest, block.sizes, strict=True):
                number = code.binary(_times(number, size), "+", _plus(arg, -lowest))
            number = _plus(number, block.first)
            if words == 1:  # whatever is known of its parts
                return [_append(code.binary(number, "&", code.number(WORD)))]
            held = values.writer.fresh("number")
            lines: code.Lines = [code.assign(held, number)]
            for i in range(words):
                word = code.binary(code.name(held), ">>", code.number(64 * i))
                lines.append(_append(code.binary(word, "&", code.number((1 << 64) - 1))))
            return lines

        write_listing(values, choose, added)
        title = self.unit.fresh(f"offered_{choose.point}_{word(choose.name)}")
        self.unit.inner.add(title)
        every = self.store.every()
        self.functions.add(choose.span, title, every, values.writer.lines)
        call = code.call(title, *map(code.name, every))
        self.offered.append((choose.point, [code.give(call)]))


def _plus(value: code.Value, by: int) -> code.Value:
    return code.binary(value, "+", code.number(by))


def words_of(actions: int) -> int:
    """In how many words the number of an action is given and told, if there are so many: these, one
    below them that stands for none, and one behind them that begins a game have a sign."""
    return actions.bit_length() // 64 + 1


def _append(word: code.Value) -> code.Statement:
    return code.perform(code.method(code.name(MOVES), "append", word))


def _is_power(size: int) -> bool:
    return not size & size - 1


def _times(value: code.Value, size: int) -> code.Value:
    if _is_power(size):
        return code.binary(value, "<<", code.number(size.bit_length() - 1))
    return code.binary(value, "*", code.number(size))


def _remainder(value: code.Value, size: int) -> code.Value:
    if _is_power(size):
        return code.binary(value, "&", code.number(size - 1))
    return code.binary(value, "%", code.number(size))


def _quotient(value: code.Value, size: int) -> code.Value:
    if _is_power(size):
        return code.binary(value, ">>", code.number(size.bit_length() - 1))
    return code.call("quotient", value, code.number(size))
