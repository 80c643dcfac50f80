"""Statements without a decision, as structured Python.

Blocks and loops become Python loops, `Leave` and `Again` become `break` and `continue`; one that
leads out of several Python loops raises a flag on its way. What leads out of the statement
altogether is left to `goto`, which the flow provides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, assert_never

from ..core import ir
from ..core.rounds import (
    MOST_TIMES,
    TOO_OFTEN,
    in_vain,
    may_be_too_often,
    may_idle,
    most_rounds,
    rules_of,
)
from ..source import Span
from . import nodes as code
from .by_element import asks_once_more
from .effects import Effects
from .few_totals import asks_for_totals
from .names import STATE
from .store import LocalStore
from .values import Values
from .writer import Writer

Exit = tuple[Literal["leave", "again", "end"], int]
THE_END: Exit = ("end", -1)  # no statement has that label
Goto = Callable[[Exit], code.Lines]


def parts_of(stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
    """The statements directly below, those of a choice's alternatives included."""
    match stmt:
        case ir.Seq():
            return stmt.body
        case ir.If():
            return (stmt.then,) if stmt.other is None else (stmt.then, stmt.other)
        case ir.For() | ir.Times() | ir.Block() | ir.Loop():
            return (stmt.body,)
        case ir.Choose():
            return tuple(alternative.body for alternative in stmt.alternatives)
        case _:
            return ()


def has_choice(stmt: ir.Stmt) -> bool:
    """Is there a decision in a statement?"""
    return isinstance(stmt, ir.Choose) or any(map(has_choice, parts_of(stmt)))


def written_variables(stmt: ir.Stmt) -> frozenset[ir.StateVariable]:
    """The state variables a statement may store to."""
    match stmt:
        case ir.Assign() | ir.Pick():
            return frozenset((stmt.variable,))
        case ir.Move() | ir.MoveAll() | ir.Deal():
            return frozenset((stmt.source.variable, stmt.target.variable))
        case ir.Shuffle():
            return frozenset((stmt.place.variable,))
        case _:
            return frozenset[ir.StateVariable]().union(*map(written_variables, parts_of(stmt)))


def _leaves(stmt: ir.Stmt, label: int) -> bool:
    if isinstance(stmt, ir.Leave):
        return stmt.label == label
    return any(_leaves(part, label) for part in parts_of(stmt))


@dataclass(slots=True)
class _Frame:
    """A Python loop being written: the label it stands for, and who passes through it."""

    label: int | None
    passing: dict[Exit, str] = field(default_factory=dict)


class StatementWriter:
    """Writes decision-free statements into a function.

    `deep`: may `goto` be used inside Python loops?
    """

    def __init__(
        self,
        writer: Writer,
        values: Values,
        *,
        goto: Goto,
        over: Callable[[], code.Lines],
        deep: bool,
    ) -> None:
        self.writer = writer
        self.values = values
        self.effects = Effects(writer, values)
        self._goto = goto
        self._over = over
        self._deep = deep
        self._frames: list[_Frame] = []

    def write(self, stmt: ir.Stmt) -> None:
        """Append a statement that holds no decision."""
        effects = self.effects
        match stmt:
            case ir.Seq():
                for part in stmt.body:
                    self.write(part)
                    if code.terminates(self.writer.lines):
                        break
            case ir.Let():
                self._let(stmt)
            case ir.Assign():
                self._spanned(stmt, lambda: effects.assign(stmt))
            case ir.Move() | ir.MoveAll() | ir.Deal():
                self._spanned(stmt, lambda: self._move(stmt))
            case ir.Shuffle():
                self._spanned(stmt, lambda: effects.shuffle(stmt))
            case ir.Pick():
                self._spanned(stmt, lambda: effects.pick(stmt))
            case ir.If():
                self._if(stmt)
            case ir.For():
                self._for(stmt)
            case ir.Times():
                each = code.call("range", self._count(stmt))
                self._python_loop(stmt, None, lambda b: code.for_each("_", each, b), stmt.body)
            case ir.Block():
                self._block(stmt)
            case ir.Loop():
                self._loop(stmt)
            case ir.Leave():
                self._spanned(stmt, lambda: self._exit(("leave", stmt.label)))
            case ir.Again():
                self._spanned(stmt, lambda: self._exit(("again", stmt.label)))
            case ir.End():
                self._spanned(stmt, self._end)
            case ir.Choose():
                raise AssertionError("a decision in a plain statement")
            case _:
                assert_never(stmt)

    def _spanned(self, stmt: ir.Stmt, write: Callable[[], None]) -> None:
        """Write, then give what has no line yet the line of the statement."""
        before = len(self.writer.lines)
        write()
        code.mark_all(self.writer.lines[before:], stmt.span)

    def _move(self, stmt: ir.Move | ir.MoveAll | ir.Deal) -> None:
        """Components move, and whoever watches is told before and after."""
        writer, effects, state = self.writer, self.effects, code.name(STATE)
        tried = isinstance(writer.store, LocalStore)  # in a search: nobody sees it
        watching = [] if tried else writer.unit.watching(stmt)
        if watching:
            each = (*stmt.source.keys, *stmt.target.keys)
            keys = [writer.atom(self.values.value(key), "at") for key in each]
            writer.add(code.perform(code.call(watching[0].id, state, *keys)))
        match stmt:
            case ir.Move():
                effects.move(stmt)
            case ir.MoveAll():
                effects.move_all(stmt)
            case ir.Deal():
                effects.deal(stmt)
            case _:
                assert_never(stmt)
        if watching:
            writer.add(code.perform(code.call(watching[1].id, state)))

    def _let(self, stmt: ir.Let) -> None:
        value = self.values.value(stmt.value)
        if isinstance(stmt.value.type, ir.StackOf):
            value = code.call("list", value)
        if isinstance(stmt.local.type, ir.Number):
            intervals = self.writer.unit.intervals
            intervals.locals[stmt.local.number] = intervals.of(stmt.value)
        sure = self.values.is_sure(stmt.value)
        name = self.writer.bind(stmt.local, sure=sure)
        self.writer.add(code.assign(name, value), stmt.span)

    def test(self, expr: ir.Expr) -> code.Value:
        """A test that is asked between two statements."""
        if not asks_for_totals(expr) and not asks_once_more(self.writer.unit, expr):
            return self.values.test(expr)
        with self.writer.evaluation():
            return self.values.test(expr)

    def _if(self, stmt: ir.If) -> None:
        test = self.test(stmt.test)
        known = set(self.effects.known)
        with self.writer.block() as then:
            self.write(stmt.then)
        self.effects.known = set(known)
        with self.writer.block() as other:
            if stmt.other is not None:
                self.write(stmt.other)
        self.effects.known = known
        self.effects.forget(written_variables(stmt))
        constant = code.constant(test)
        if constant is not None:
            self.writer.lines.extend(then if constant else other)
        elif then or other:
            self.writer.add(code.when(test, then, other), stmt.span)
        elif self.writer.unit.can_fail(stmt.test):
            self.writer.add(code.perform(test), stmt.span)

    def _for(self, stmt: ir.For) -> None:
        writer, source = self.writer, stmt.source
        if stmt.first is not None:
            seats = code.call("bits", self.values.value(source))
            around = code.call("round_from", self.values.value(stmt.first), seats)
            with writer.bound(stmt.local) as element:
                self._python_loop(
                    stmt, None, lambda b: code.for_each(element, around, b), stmt.body
                )
            return
        if isinstance(source.type, ir.SetOf):
            left = writer.variable(self.values.value(source), "left")
            with writer.bound(stmt.local) as element:
                first = [
                    code.assign(element, code.lowest(code.name(left))),
                    code.augment(left, "&", code.binary(code.name(left), "-", code.number(1))),
                ]

                def loop(body: code.Lines) -> code.Statement:
                    return code.loop(code.name(left), [*first, *body])

                self._python_loop(stmt, None, loop, stmt.body)
            return
        held = code.call("in_order", self.values.value(source))
        walked = held if isinstance(source.type, ir.RowOf) else code.call("reversed", held)
        with writer.bound(stmt.local) as element:
            self._python_loop(stmt, None, lambda b: code.for_each(element, walked, b), stmt.body)

    def _count(self, stmt: ir.Times) -> code.Value:
        count = self.values.value(stmt.count)
        if not may_be_too_often(stmt):
            return count
        count = self.writer.atom(count, "times")
        fail = code.call("fail", code.text(TOO_OFTEN), self.writer.unit.site(stmt.span))
        many = code.compare(count, ">", code.number(MOST_TIMES))
        self.writer.add(code.when(many, [code.perform(fail)]))
        return count

    def _loop(self, stmt: ir.Loop) -> None:
        """A loop without a decision, which must come to an end by itself."""

        def loop(body: code.Lines) -> code.Statement:
            if not may_idle(stmt):
                return code.loop(code.number(1), body)
            made = code.for_each("_", code.call("range", code.number(most_rounds(stmt))), body)
            with self.writer.block() as made.otherwise:
                for rule in rules_of(stmt):
                    test = self.values.test(rule.test)
                    self.writer.add(code.when(test, [self._in_vain(stmt, rule.span)]), rule.span)
                self.writer.add(self._in_vain(stmt, stmt.span), stmt.span)
            return made

        self._python_loop(stmt, stmt.label, loop, stmt.body)

    def _in_vain(self, stmt: ir.Loop, span: Span) -> code.Statement:
        place = self.writer.unit.site(span)
        return code.perform(code.call("fail", code.text(in_vain(stmt)), place))

    def _block(self, stmt: ir.Block) -> None:
        if not _leaves(stmt.body, stmt.label):
            self.write(stmt.body)
            return

        def once(body: code.Lines) -> code.Statement:
            if not code.terminates(body):
                body.append(code.leave())
            return code.loop(code.number(1), body)

        self._python_loop(stmt, stmt.label, once, stmt.body)

    def _python_loop(
        self,
        stmt: ir.Stmt,
        label: int | None,
        make: Callable[[code.Lines], code.Statement],
        body: ir.Stmt,
    ) -> None:
        """A Python loop; whoever passes through it on the way out goes on after it."""
        writer = self.writer
        self.effects.forget(written_variables(body))
        frame = _Frame(label)
        self._frames.append(frame)
        with writer.block() as lines:
            self.write(body)
        self._frames.pop()
        self.effects.forget(written_variables(body))
        for flag in frame.passing.values():
            writer.add(code.assign(flag, code.number(0)))
        writer.add(make(lines), stmt.span)
        for exit_, flag in frame.passing.items():
            with writer.block() as onwards:
                self._exit(exit_)
            writer.add(code.when(code.name(flag), onwards))

    def _exit(self, exit_: Exit) -> None:
        """Go to the end or the beginning of what has a label."""
        writer, frames = self.writer, self._frames
        kind, label = exit_
        if frames and frames[-1].label == label:
            writer.add(code.leave() if kind == "leave" else code.again())
        elif frames and (not self._deep or any(frame.label == label for frame in frames)):
            passing = frames[-1].passing
            flag = passing.get(exit_) or writer.fresh(f"{kind}_{label}")
            passing[exit_] = flag
            writer.add(code.assign(flag, code.number(1)))
            writer.add(code.leave())
        else:
            writer.lines.extend(self._over() if exit_ == THE_END else self._goto(exit_))

    def _end(self) -> None:
        """End the game. Where that is a jump, it leads out of Python loops as every exit does."""
        lines = self._over()
        if self._frames and isinstance(lines[-1], code.Jump):
            self._exit(THE_END)
        else:
            self.writer.lines.extend(lines)
