"""The flow of a game cut at its decisions.

Statements without a decision stay structured Python. Where a decision is, the rest of the flow
becomes a join: what happens after the statement, from there on. How a decision itself is written,
and what a jump to a join becomes, is the business of the two forms (`resumable`, `direct`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from ..core.ir import Block, Choose, If, Loop, Seq, Stmt
from ..core.rounds import MOST_ROUNDS, in_vain, may_idle, weight
from ..core.walk import walk
from . import nodes as code
from .jumps import Join
from .names import ROUNDS, STATE, Names
from .statements import Exit, StatementWriter, has_choice
from .store import Store
from .unit import Unit
from .values import Kept, Searcher, Values
from .writer import Writer

WriteChoice = Callable[["Piece", Choose, Join], None]


class Piece:
    """A function or block being written, with all that writes into it."""

    def __init__(self, flow: Flow) -> None:
        self.writer = Writer(flow.unit, flow.store, flow.names)
        self.values = Values(self.writer, flow.searcher, flow.kept)
        self.statements = StatementWriter(
            self.writer,
            self.values,
            goto=flow.goto,
            over=flow.over,
            deep=flow.deep,
        )


class Flow:
    """Writes a flow as pieces that end in jumps to joins."""

    def __init__(
        self,
        unit: Unit,
        store: Store,
        *,
        searcher: Searcher,
        choice: WriteChoice,
        over: Callable[[], code.Lines],
        deep: bool,
        kept: Kept | None = None,
    ) -> None:
        self.unit = unit
        self.store = store
        self.searcher = searcher
        self.kept = kept
        self.over = over
        self.deep = deep
        self.names = None if deep else Names(store.taken)  # of one function, or one for each
        self.loops: set[Join] = set()  # the beginnings of loops
        self.end = Join("over")
        self.end.lines = over()
        self.choice = choice
        self._exits: dict[Exit, Join] = {}
        self._has_choice: dict[int, bool] = {}

    def piece(self) -> Piece:
        return Piece(self)

    @cached_property
    def idles(self) -> bool:
        """Is there a loop with a choice that can go round without a decision?"""
        nodes = walk(Seq((self.unit.program.setup, self.unit.program.flow)))
        return any(has_choice(node) and may_idle(node) for node in nodes if isinstance(node, Loop))

    def goto(self, exit_: Exit) -> code.Lines:
        """Jump to the end (or beginning) of a labelled statement that holds decisions."""
        return [code.Jump(self._exits[exit_])]

    def root(self, stmts: Sequence[Stmt]) -> code.Lines:
        """Statements from which a game begins, to its end."""
        piece = self.piece()
        self.tail(piece, stmts, self.end)
        return piece.writer.lines

    def join(self, name: str, stmts: Sequence[Stmt], after: Join) -> Join:
        """The join from which these statements and then `after` follow."""
        if not stmts:
            return after
        found = Join(name)
        piece = self.piece()
        self.tail(piece, stmts, after)
        found.lines = piece.writer.lines
        return found

    def holds_choice(self, stmt: Stmt) -> bool:
        known = self._has_choice.get(id(stmt))
        if known is None:
            known = self._has_choice[id(stmt)] = has_choice(stmt)
        return known

    def tail(self, piece: Piece, stmts: Sequence[Stmt], after: Join) -> None:
        """Append statements and what follows them: control never runs off the end."""
        for i, stmt in enumerate(stmts):
            if self.holds_choice(stmt):
                self._split(piece, stmt, stmts[i + 1 :], after)
                return
            piece.statements.write(stmt)
            if code.terminates(piece.writer.lines):
                return
        piece.writer.add(code.Jump(after))

    def _split(self, piece: Piece, stmt: Stmt, rest: Sequence[Stmt], after: Join) -> None:
        """A statement that holds a decision, and what follows it."""
        match stmt:
            case Seq():
                self.tail(piece, (*stmt.body, *rest), after)
            case If():
                self._split_if(piece, stmt, self.join("after_if", rest, after))
            case Block():
                self._exits["leave", stmt.label] = self.join("after_block", rest, after)
                for told in self.unit.watching(stmt):
                    piece.writer.add(code.perform(code.call(told.id, code.name(STATE))))
                self.tail(piece, (stmt.body,), self._exits["leave", stmt.label])
            case Loop():
                self._exits["leave", stmt.label] = self.join("after_loop", rest, after)
                head = Join("loop")
                self.loops.add(head)
                back = self._back(stmt, head)
                self._exits["again", stmt.label] = back
                inner = self.piece()
                self.tail(inner, (stmt.body,), back)
                head.lines = inner.writer.lines
                piece.writer.add(code.Jump(head))
            case Choose():
                self.choice(piece, stmt, self.join("after_choice", rest, after))
            case _:
                raise AssertionError("only structured statements hold decisions")

    def _back(self, loop: Loop, head: Join) -> Join:
        """Where a loop goes round: its beginning, counted before if no decision need come first."""
        if not may_idle(loop):
            return head
        failing = code.call("fail", code.text(in_vain(loop)), self.unit.site(loop.span))
        many = code.compare(self._rounds(), ">", code.number(MOST_ROUNDS))
        back = Join("round")
        back.lines = [
            code.augment(self._rounds(), "+", code.number(weight(loop))),
            code.when(many, [code.perform(failing)]),
            code.Jump(head),
        ]
        code.mark_all(back.lines[:2], loop.span)
        return back

    def _rounds(self) -> code.Place:
        """How often loops have gone round since the last decision."""
        if not self.deep:
            return code.name(ROUNDS)
        held = self.unit.fixed(ROUNDS, ROUNDS, lambda: [0])
        return code.item(held, code.number(0))

    def counted_anew(self) -> code.Lines:
        """After a decision, and at the beginning."""
        return [code.assign(self._rounds(), code.number(0))] if self.idles else []

    def _split_if(self, piece: Piece, stmt: If, after: Join) -> None:
        writer = piece.writer
        if self.deep or not _begins_with_choice(stmt.then):
            test = piece.statements.test(stmt.test)
        else:  # what is offered is often what was asked for
            with writer.evaluation():
                test = piece.values.test(stmt.test)
                known = writer.known
            writer.given = known
        with writer.block() as then:
            self.tail(piece, (stmt.then,), after)
        writer.given = {}
        with writer.block() as other:
            self.tail(piece, (stmt.other,) if stmt.other is not None else (), after)
        constant = code.constant(test)
        if constant is not None:
            writer.lines.extend(then if constant else other)
        else:
            writer.add(code.when(test, then, other), stmt.span)


def _begins_with_choice(stmt: Stmt) -> bool:
    while isinstance(stmt, Seq) and stmt.body:
        stmt = stmt.body[0]
    return isinstance(stmt, Choose)
