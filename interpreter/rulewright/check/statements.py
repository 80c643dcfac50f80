"""Statements: what happens, with the conveniences of the language gone.

Turns become a loop with the control cells `me` and `passes`; `pass`, `extra turn`, `end turn` and
`again` become jumps to labels; a compose becomes a loop around a choice; actions and procedures are
written out where they are used; standing rules are placed after every statement that can make them
true. What must outlive a decision (parameters and lets before a choice) gets a cell of its own, which
is cleared on every way out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, assert_never

from ..core import ir
from ..core.walk import rewrite, substitute, walk
from ..diagnostics import Findings, Note, did_you_mean
from ..source import Span
from ..syntax import nodes as n
from ..syntax.walk import contains_choice
from ..syntax.walk import walk as walk_syntax
from .expressions import (
    TRUTH,
    Expressions,
    as_set,
    counted,
    element_of,
    fits,
    is_broken,
    is_collection,
    op,
    shown,
)
from .scope import CellSymbol, DomainSymbol, Names, ProcedureSymbol, Scope

Block = list[ir.Stmt]
NOTHING_HAPPENS = ir.Seq(())


@dataclass(slots=True)
class StandingRule:
    """A `whenever`: its condition, its body and the cells its condition reads."""

    test: ir.Expr
    body: ir.Stmt
    reads: frozenset[ir.Cell]
    writes: frozenset[ir.Cell]
    span: Span


@dataclass(slots=True)
class TurnLabels:
    """Where a turn can be left to: `extra` keeps the seat, `next` moves on."""

    extra: int
    next: int
    depth: int


@dataclass(slots=True)
class ChoiceContext:
    """The choice an action is written out in: `again` is its loop."""

    name: str
    again: int
    depth: int
    used: bool = False


@dataclass(slots=True)
class Around:
    """What surrounds a statement: names, the open jumps, and the choice cells to be cleared."""

    names: Names
    turn: TurnLabels | None = None
    choice: ChoiceContext | None = None
    live: tuple[ir.Cell, ...] = ()
    in_action: str = ""
    zones: dict[str, ir.Place] = field(default_factory=dict)  # parameter → the zone it is drawn from

    def bind(self, name: str, value: ir.Expr) -> Around:
        return replace(self, names={**self.names, name: value})


class Statements:
    """Reads statements within a scope; one for each program."""

    def __init__(self, scope: Scope, expressions: Expressions, findings: Findings) -> None:
        self.scope = scope
        self.expressions = expressions
        self.findings = findings
        self.standing: list[StandingRule] = []
        self.before_dealing: dict[str, list[n.BeforeDealing]] = {}
        self.asleep = True  # standing rules: during set-up and inside one another
        self.inside_dealing = False

    def error(self, code: str, message: str, span: Span, *notes: Note, hint: str = "") -> None:
        self.findings.add(code, message, span, *notes, hint=hint)

    # ------------------------------------------------------------------------------------- sequences

    def block(self, body: tuple[n.Statement, ...], around: Around) -> ir.Stmt:
        """Statements one after another; a `let` holds to the end of them."""
        out: Block = []
        cleared: list[ir.Cell] = []
        left_at: n.Statement | None = None
        for index, node in enumerate(body):
            if left_at is not None:
                self.error(
                    "E140", "this can never happen", node.span,
                    Note("the line that always leads away", left_at.span),
                )  # fmt: skip
                break
            if isinstance(node, n.LetBe):
                around = self.let(node, body[index + 1 :], around, out, cleared)
            elif isinstance(node, n.ComposeOne):
                around = self.compose(node, around, out, cleared)
            else:
                out.append(self.statement(node, around))
            if isinstance(node, n.Simple):
                left_at = node
        if left_at is None:
            out.extend(self.clear(tuple(cleared)))
        return ir.Seq(tuple(out), body[0].span if body else Span(self.scope.me.span.file, 0, 0))

    def clear(self, cells: tuple[ir.Cell, ...]) -> Block:
        """Set choice cells back to what they start with, newest first."""
        return [
            ir.Assign(c, (), ir.Const(c.start, c.type, c.span), c.span) for c in reversed(cells)
        ]

    def leave(self, label: int, depth: int, around: Around, span: Span) -> ir.Stmt:
        return ir.Seq((*self.clear(around.live[depth:]), ir.Leave(label, span)), span)

    def statement(self, node: n.Statement, around: Around) -> ir.Stmt:
        match node:
            case n.Needs():
                self.error(
                    "E141", "`needs` must come first in an action, step or finish", node.span
                )
                return NOTHING_HAPPENS
            case n.MoveTo():
                return self.move(node, around)
            case n.DealFrom():
                return self.deal(node, around)
            case n.Refill():
                return self.refill(node, around)
            case n.ShuffleZone():
                place = self.place(node.zone, around)
                if place is None:
                    return NOTHING_HAPPENS
                if not isinstance(place.cell.type, ir.StackOf):
                    self.error("E142", f"only a stack can be shuffled, and this is {shown(place.cell.type)}", node.zone.span)
                return self.settled(ir.Shuffle(place, node.span))
            case n.PickFrom():
                return self.pick(node, around)
            case n.SetTo():
                return self.set_to(node, around)
            case n.Change():
                return self.change(node, around)
            case n.LetBe() | n.ComposeOne():
                raise AssertionError("handled in block")
            case n.CallTo():
                return self.call(node, around)
            case n.IfElse():
                test = self.expressions.truth(node.test, around.names)
                then = self.block(node.then, around)
                other = self.block(node.other, around) if node.other else None
                return ir.If(test, then, other, node.span)
            case n.Each():
                return self.each(node, around)
            case n.Repeat():
                return self.repeat(node, around)
            case n.Turns():
                return self.turns(node, around)
            case n.ChooseOne():
                return self.choose(node, around)
            case n.Simple():
                return self.simple(node, around)
        assert_never(node)

    # ------------------------------------------------------------------------------- places and cells

    def cell(self, node: n.Expr, around: Around, what: str) -> ir.Read | None:
        """A cell named in a statement, for writing."""
        wanted = node.name if isinstance(node, n.Apply) else node
        if isinstance(wanted, n.Name) and wanted.text in around.names:
            bound = around.names[wanted.text]
            if not (isinstance(bound, ir.Read) and bound.cell.role != "choice"):
                self.error("E143", f"{wanted.text} is a name for a value; it cannot be {what}", node.span)
                return None
        symbol = self.scope.values.get(wanted.text) if isinstance(wanted, n.Name) else None
        used = symbol is not None and symbol.used  # writing is no use
        expr = self.expressions.read(node, around.names, None)
        if isinstance(symbol, CellSymbol):
            symbol.used = used
        if is_broken(expr) and not isinstance(expr, ir.Read):
            return None
        if not isinstance(expr, ir.Read) or expr.cell.role in ("choice", "knowledge"):
            self.error("E143", f"this cannot be {what}: it is no zone or mark", node.span)
            return None
        if isinstance(symbol, CellSymbol):
            symbol.written = True
        return expr

    def place(self, node: n.Expr, around: Around) -> ir.Place | None:
        """A zone named in a statement."""
        read = self.cell(node, around, "moved to or from")
        if read is None:
            return None
        if read.cell.role != "zone":
            self.error("E144", f"{read.cell.name} is a mark; components lie in zones", node.span)
            return None
        return ir.Place(read.cell, read.keys)

    # ----------------------------------------------------------------------------- moving components

    def move(self, node: n.MoveTo, around: Around) -> ir.Stmt:
        target = self.place(node.target, around)
        if node.source is None and isinstance(node.what, n.Query) and node.what.kind == "all":
            return self.move_those(node, target, around)
        whole = self.whole_zone(node.what, around)
        if whole is not None and node.source is None:
            if target is None or not self.same_kind(whole, target, node.span):
                return NOTHING_HAPPENS
            return self.settled(ir.MoveAll(None, whole, target, node.span))
        if node.source is None and self.names_zone(node.what, around):
            return NOTHING_HAPPENS
        source = self.place(node.source, around) if node.source else self.drawn_from(node, around)
        if source is None or target is None or not self.same_kind(source, target, node.span):
            return NOTHING_HAPPENS
        if source == target:
            self.error(
                "E133", f"this moves from {source.cell.name} to where it already lies", node.span
            )
        domain = element_of(source.cell.type) or source.cell.type.domain  # type: ignore[union-attr]
        what = self.expressions.read(node.what, around.names, ir.Element(domain))
        if is_broken(what):
            return NOTHING_HAPPENS
        if element_of(what.type) is domain:
            return self.settled(ir.MoveAll(as_set(what), source, target, node.span))
        if isinstance(what.type, ir.Element) and what.type.domain is domain:
            return self.settled(ir.Move(what, source, target, node.span))
        self.error(
            "E113", f"a {domain.name} is wanted here, but this is {shown(what.type)}", node.what.span
        )  # fmt: skip
        return NOTHING_HAPPENS

    def whole_zone(self, node: n.Expr, around: Around) -> ir.Place | None:
        """The zone, where what is moved is a whole zone."""
        return self.place(node, around) if self.names_zone(node, around) else None

    def names_zone(self, node: n.Expr, around: Around) -> bool:
        name = node.name if isinstance(node, n.Apply) else node
        if not isinstance(name, n.Name) or name.text in around.names:
            return False
        symbol = self.scope.values.get(name.text)
        return isinstance(symbol, CellSymbol) and symbol.cell.role == "zone"

    def drawn_from(self, node: n.MoveTo, around: Around) -> ir.Place | None:
        """The zone a parameter was drawn from, so that `move c to …` need not say it again."""
        if isinstance(node.what, n.Name) and node.what.text in around.zones:
            return around.zones[node.what.text]
        self.error(
            "E145", "it cannot be told where this lies", node.what.span,
            hint="say where it is moved from: move … from ZONE to ZONE",
        )  # fmt: skip
        return None

    def move_those(self, node: n.MoveTo, target: ir.Place | None, around: Around) -> ir.Stmt:
        """`move all c in card where … to pile`: they come from the zone named, or out of the box."""
        assert isinstance(node.what, n.Query)
        what = self.expressions.collection(node.what, around.names)
        domain = element_of(what.type)
        if target is None or domain is None:
            return NOTHING_HAPPENS
        box = self.scope.boxes.get(domain.name)
        source: ir.Place | None
        named = node.what.source
        symbol = self.scope.values.get(named.text) if isinstance(named, n.Name) else None
        if isinstance(symbol, DomainSymbol) and box is not None:
            source = ir.Place(box, ())
        else:
            source = self.place(named, around)
        if source is None or not self.same_kind(source, target, node.span):
            return NOTHING_HAPPENS
        return self.settled(ir.MoveAll(as_set(what), source, target, node.span))

    def same_kind(self, source: ir.Place, target: ir.Place, span: Span) -> bool:
        a, b = (element_of(p.cell.type) or p.cell.type.domain for p in (source, target))  # type: ignore[union-attr]
        if a is b:
            return True
        self.error(
            "E146",
            f"{source.cell.name} holds {a.name} components, but {target.cell.name} holds {b.name}",
            span,
        )
        return False

    def deal(self, node: n.DealFrom, around: Around) -> ir.Stmt:
        source = self.place(node.source, around)
        count = self.expressions.number(node.count, around.names)
        if isinstance(count, ir.Const) and source is not None:
            most = getattr(source.cell.type, "domain", self.scope.seats).size
            if not 1 <= count.value <= most:
                self.error(
                    "E169", f"{count.value} cannot be dealt: there are {most} components",
                    node.count.span,
                )  # fmt: skip
        target = None if node.each else self.place(node.target, around)
        if source is None or not self.is_stack(source, node.source.span):
            return NOTHING_HAPPENS
        if not node.each:
            if target is None or not self.same_kind(source, target, node.span):
                return NOTHING_HAPPENS
            one = self.deal_one(source, target, around, node.span)
            return self.times(count, one, node.span)
        symbol = self.scope.values.get(node.target.text) if isinstance(node.target, n.Name) else None
        if not isinstance(symbol, CellSymbol) or len(symbol.cell.keys) != 1:
            self.error(
                "E147", "after `each`, the name of a zone that every seat has is wanted", node.target.span
            )  # fmt: skip
            return NOTHING_HAPPENS
        symbol.written = symbol.used = True
        owner = self.scope.fresh("owner", ir.Element(symbol.cell.keys[0]), node.target.span)
        target = ir.Place(symbol.cell, (owner,))
        if not self.same_kind(source, target, node.span):
            return NOTHING_HAPPENS
        everybody = ir.Const(owner.type.domain.everything(), ir.SetOf(owner.type.domain), node.span)  # type: ignore[union-attr]
        one = self.deal_one(source, target, around, node.span)
        return self.times(count, ir.For(owner, everybody, one, node.span), node.span)

    def is_stack(self, place: ir.Place, span: Span) -> bool:
        if isinstance(place.cell.type, ir.StackOf):
            return True
        self.error("E148", f"cards are dealt from a stack, and this is {shown(place.cell.type)}", span)
        return False

    def times(self, count: ir.Expr, body: ir.Stmt, span: Span) -> ir.Stmt:
        if isinstance(count, ir.Const) and count.value == 1:
            return body
        return ir.Times(count, body, span)

    def deal_one(self, source: ir.Place, target: ir.Place, around: Around, span: Span) -> ir.Stmt:
        """One component from the top, after what has to be done before dealing from this stack."""
        out: Block = []
        if not self.inside_dealing:
            self.inside_dealing = True
            with self.resting():
                for rule in self.before_dealing.get(source.cell.name, ()):
                    out.append(self.block(rule.body, Around({})))
            self.inside_dealing = False
        out.append(self.settled(ir.Deal(source, target, span)))
        return ir.Seq(tuple(out), span)

    def refill(self, node: n.Refill, around: Around) -> ir.Stmt:
        target, source = self.place(node.target, around), self.place(node.source, around)
        if target is None or source is None or not self.same_kind(source, target, node.span):
            return NOTHING_HAPPENS
        if not isinstance(target.cell.type, ir.RowOf):
            self.error("E149", f"only a row can be refilled, and this is {shown(target.cell.type)}", node.target.span)
            return NOTHING_HAPPENS
        if not self.is_stack(source, node.source.span):
            return NOTHING_HAPPENS
        row = ir.Read(target.cell, target.keys, target.cell.type, node.span)
        gap = op("not", TRUTH, node.span, op("full", TRUTH, node.span, row))
        one = ir.If(gap, self.deal_one(source, target, around, node.span), None, node.span)
        places = target.cell.type.places
        return ir.Times(ir.Const(places, ir.Number(places, places), node.span), one, node.span)

    # ------------------------------------------------------------------------------------ marks

    def pick(self, node: n.PickFrom, around: Around) -> ir.Stmt:
        read = self.cell(node.target, around, "picked")
        source = self.expressions.collection(node.source, around.names)
        domain = element_of(source.type)
        if read is None or domain is None:
            return NOTHING_HAPPENS
        if not fits(ir.Element(domain), read.cell.type):
            self.error("E113", f"{read.cell.name} holds {shown(read.cell.type)}, not a {domain.name}", node.span)
        return self.settled(ir.Pick(read.cell, read.keys, as_set(source), node.span))

    def set_to(self, node: n.SetTo, around: Around) -> ir.Stmt:
        read = self.cell(node.target, around, "set")
        if read is None:
            return NOTHING_HAPPENS
        if read.cell.role == "zone":
            self.error(
                "E150", f"{read.cell.name} is a zone; components are moved, not set", node.span,
                hint="use: move … to ZONE",
            )  # fmt: skip
            return NOTHING_HAPPENS
        value = self.expressions.value(node.value, around.names, read.cell.type)
        self.in_range(value, read.cell, node.value.span)
        if read.cell is self.scope.me or read.cell is self.scope.passes:
            self.error("E143", f"{read.cell.name} is kept by the turns; it cannot be set", node.span)
        return self.settled(ir.Assign(read.cell, read.keys, value, node.span))

    def in_range(self, value: ir.Expr, cell: ir.Cell, span: Span) -> None:
        """Report a value that can never be in the range of a mark."""
        a, b = value.type, cell.type
        if not (isinstance(a, ir.Number) and isinstance(b, ir.Number)):
            return
        if a.high < b.low or a.low > b.high:
            self.error(
                "E169", f"{shown_range(a)} can never be in {cell.name}, which goes "
                f"from {b.low} to {b.high}", span,
                Note(f"{cell.name} is declared here", cell.span),
            )  # fmt: skip

    def change(self, node: n.Change, around: Around) -> ir.Stmt:
        word = "gained" if node.sign > 0 else "spent"
        read = self.cell(node.target, around, word)
        amount = self.expressions.number(node.amount, around.names)
        if read is None or not isinstance(amount.type, ir.Number):
            return NOTHING_HAPPENS
        if not isinstance(read.cell.type, ir.Number) or read.cell is self.scope.passes:
            self.error("E151", f"{read.cell.name} is no number that can be {word}", node.target.span)
            return NOTHING_HAPPENS
        low, high = read.cell.type.low, read.cell.type.high
        if amount.type.high < 1 or amount.type.low > high - low:
            why = (
                "a number from 1 on is wanted"
                if amount.type.high < 1
                else f"{read.cell.name} goes from {low} to {high}"
            )
            self.error(
                "E169", f"{shown_range(amount.type)} cannot be {word}: {why}", node.amount.span,
                Note(f"{read.cell.name} is declared here", read.cell.span),
            )  # fmt: skip
        a, b = sorted((node.sign * amount.type.low, node.sign * amount.type.high))
        name: ir.OpName = "add" if node.sign > 0 else "subtract"
        value = op(name, ir.Number(low + a, high + b), node.span, read, amount)
        return self.settled(ir.Assign(read.cell, read.keys, value, node.span))

    def let(
        self, node: n.LetBe, rest: tuple[n.Statement, ...], around: Around, out: Block, cleared: list[ir.Cell]
    ) -> Around:  # fmt: skip
        value = self.expressions.read(node.value, around.names, None)
        if node.name.text in around.names:
            self.error("E129", f"{node.name.text} already means something here", node.name.span)
        if any(contains_choice(s, self.procedures_with_choices) for s in rest):
            return self.keep(node.name, value, around, out, cleared)
        local = self.scope.fresh(node.name.text, value.type, node.name.span)
        out.append(ir.Let(local, value, node.span))
        return around.bind(node.name.text, local)

    def keep(
        self, name: n.Name, value: ir.Expr, around: Around, out: Block, cleared: list[ir.Cell]
    ) -> Around:
        """Keep a value in a cell, because a decision comes before it is last read."""
        kind = value.type
        start = 0
        if isinstance(kind, ir.Element):
            kind, start = ir.Element(kind.domain, True), -1
        elif isinstance(kind, ir.Number):
            start = max(kind.low, min(0, kind.high))
        elif is_collection(kind):
            value = as_set(value)
            kind = value.type
        within = f"{around.in_action}." if around.in_action else ""
        cell = self.choice_cell(f"{within}{name.text}", kind, start, "chooser", name.span, around)
        out.append(ir.Assign(cell, (), value, name.span))
        cleared.append(cell)
        bound = ir.Read(cell, (), value.type, name.span)
        return replace(around.bind(name.text, bound), live=(*around.live, cell))

    def choice_cell(
        self, name: str, kind: ir.Type, start: int, seen: ir.Seen, span: Span, around: Around
    ) -> ir.Cell:
        """A cell for a choice in progress. The same action offered in another choice uses the same
        cell, since only one of them can be in progress."""
        for cell in self.scope.cells:
            same = cell.role == "choice" and cell.name == name and cell.span == span
            if same and (cell.type, cell.start, cell.seen) == (kind, start, seen):
                if cell not in around.live:
                    return cell
        return self.scope.add_cell(name, (), kind, start, seen, "choice", span)

    # --------------------------------------------------------------------------- loops and procedures

    procedures_with_choices: frozenset[str] = frozenset()

    def call(self, node: n.CallTo, around: Around) -> ir.Stmt:
        symbol = self.scope.procedures.get(node.name.text)
        if symbol is None and self.expressions.may_be_declared(node.name.text):
            return NOTHING_HAPPENS
        if symbol is None:
            known = [*self.scope.procedures]
            if node.name.text in self.scope.actions:
                self.error(
                    "E152", f"{node.name.text} is an action; it is offered in a choice, not called",
                    node.name.span,
                )  # fmt: skip
            else:
                self.error(
                    "E153", f'unknown statement or procedure "{node.name.text}"', node.name.span,
                    hint=did_you_mean(node.name.text, [*known, *STATEMENT_WORDS]),
                )  # fmt: skip
            return NOTHING_HAPPENS
        return self.write_out(symbol, node, around)

    def write_out(self, symbol: ProcedureSymbol, node: n.CallTo, around: Around) -> ir.Stmt:
        symbol.used = True
        declaration = symbol.declaration
        if symbol.busy:
            self.error("E120", f"{symbol.name} leads back to itself", node.span)
            return NOTHING_HAPPENS
        if len(node.args) != len(declaration.params):
            self.error(
                "E106",
                f"{symbol.name} wants {counted(len(declaration.params))}, "
                f"and {counted(len(node.args))} stands here",
                node.span,
                Note(f"{symbol.name} is declared here", symbol.span),
            )
            return NOTHING_HAPPENS
        out: Block = []
        cleared: list[ir.Cell] = []
        inner = replace(around, names={}, zones={})
        keeps = node.name.text in self.procedures_with_choices
        for param, arg in zip(declaration.params, node.args, strict=True):
            value = self.expressions.value(
                arg, around.names, self.expressions.type_of(param.type)
            )
            if keeps:
                inner = self.keep(param.name, value, inner, out, cleared)
            else:
                local = self.scope.fresh(param.name.text, value.type, param.span)
                out.append(ir.Let(local, value, param.span))
                inner = inner.bind(param.name.text, local)
        symbol.busy = True
        out.append(self.block(declaration.body, inner))
        symbol.busy = False
        out.extend(self.clear(tuple(cleared)))
        return ir.Seq(tuple(out), node.span)

    def each(self, node: n.Each, around: Around) -> ir.Stmt:
        source = self.expressions.collection(node.source, around.names)
        domain = element_of(source.type)
        if domain is None:
            return NOTHING_HAPPENS
        if any(contains_choice(s, self.procedures_with_choices) for s in node.body):
            self.error(
                "E154", "a choice inside `each` is not possible yet", node.span,
                hint="let the seats choose in turns",
            )  # fmt: skip
            return NOTHING_HAPPENS
        if node.binder.text in around.names:
            self.error("E129", f"{node.binder.text} already means something here", node.binder.span)
        local = self.scope.fresh(node.binder.text, ir.Element(domain), node.binder.span)
        inner = around.bind(node.binder.text, local)
        zone = self.zone_of(node.source, source)
        if zone is not None:
            inner = replace(inner, zones={**inner.zones, node.binder.text: zone})
        body = self.block(node.body, inner)
        if node.where is not None:
            test = self.expressions.truth(node.where, inner.names)
            body = ir.If(test, body, None, node.span)
        return ir.For(local, source, body, node.span)

    def zone_of(self, node: n.Expr, source: ir.Expr) -> ir.Place | None:
        if isinstance(source, ir.Read) and source.cell.role == "zone":
            return ir.Place(source.cell, source.keys)
        return None

    def repeat(self, node: n.Repeat, around: Around) -> ir.Stmt:
        test = self.expressions.truth(node.test, around.names)
        stop = op("not", TRUTH, test.span, test) if node.whether == "while" else test
        if not any(contains_choice(s, self.procedures_with_choices) for s in node.body):
            self.error(
                "E155", "this loop holds no choice, so nothing shows that it ends", node.span,
                hint="go through the elements of a zone or type with `each`",
            )  # fmt: skip
        label = self.scope.label()
        inner = replace(around, choice=None)
        body = self.block(node.body, inner)
        leave = ir.If(stop, ir.Leave(label, node.span), None, node.span)
        return ir.Loop(label, ir.Seq((leave, body), node.span), node.span)

    def turns(self, node: n.Turns, around: Around) -> ir.Stmt:
        """Turns of one seat after another.

        Leaving `extra` keeps the seat, leaving `next` moves on; both lie inside `done`, which is left
        when the turn is over and the seat stays.
        """
        me, passes, seats = self.scope.me, self.scope.passes, self.scope.seats
        loop, done, following, extra = (self.scope.label() for _ in range(4))
        first: ir.Expr = ir.Const(0, ir.Element(seats), node.span)
        if node.first is not None:
            first = self.expressions.value(node.first, around.names, ir.Element(seats))
        until: ir.Expr = ir.Const(0, TRUTH, node.span)
        if node.until is not None:
            until = self.expressions.truth(node.until, around.names)
        if around.turn is not None:
            self.error("E156", "turns inside turns are not possible yet", node.span)
        if not any(contains_choice(s, self.procedures_with_choices) for s in node.body):
            self.error("E155", "nobody chooses anything in these turns", node.span)
        labels = TurnLabels(extra, following, len(around.live))
        body = self.block(node.body, replace(around, turn=labels, choice=None))
        span = node.span
        if node.until is None and not self.findings.errors:
            if not any(isinstance(s, ir.End) for s in walk(body)):
                self.error(
                    "E134", "these turns never end: they have no `until`, and nothing in them ends "
                    "the game", span, hint="for example: turns until passes is 2",
                )  # fmt: skip
        no_passes = ir.Assign(passes, (), ir.Const(0, passes.type, span), span)
        mine = ir.Read(me, (), ir.Element(seats), span)
        move_on = ir.Assign(me, (), op("next_seat", ir.Element(seats), span, mine), span)
        turn = ir.Block(extra, ir.Seq((body, no_passes, ir.Leave(following, span)), span), span)
        stay = ir.Seq((turn, no_passes, ir.Leave(done, span)), span)
        whole = ir.Block(done, ir.Seq((ir.Block(following, stay, span), move_on), span), span)
        over = ir.If(until, ir.Leave(loop, span), None, span)
        begin = ir.Assign(me, (), first, span)
        return ir.Seq((begin, no_passes, ir.Loop(loop, ir.Seq((over, whole), span), span)), span)

    def simple(self, node: n.Simple, around: Around) -> ir.Stmt:
        if node.what == "end game":
            return ir.Seq((*self.clear(around.live), ir.End(node.tail.words, node.span)), node.span)
        if node.what == "again":
            if around.choice is None:
                self.error("E157", "`again` needs a choice around it to be put again", node.span)
                return NOTHING_HAPPENS
            around.choice.used = True
            cleared = self.clear(around.live[around.choice.depth :])
            return ir.Seq((*cleared, ir.Again(around.choice.again, node.span)), node.span)
        if around.turn is None:
            self.error("E158", f"`{node.what}` needs turns around it", node.span)
            return NOTHING_HAPPENS
        turn, passes, span = around.turn, self.scope.passes, node.span
        if node.what == "extra turn":
            return self.leave(turn.extra, turn.depth, around, span)
        counted: ir.Expr = ir.Const(0, passes.type, span)
        if node.what == "pass":
            assert isinstance(passes.type, ir.Number)
            most = passes.type.high
            one_more = op(
                "add", ir.Number(1, most + 1), span,
                ir.Read(passes, (), passes.type, span), ir.Const(1, ir.Number(1, 1), span),
            )  # fmt: skip
            counted = op(
                "least", passes.type, span, one_more, ir.Const(most, ir.Number(most, most), span)
            )
        count = ir.Assign(passes, (), counted, span)
        return ir.Seq((count, self.leave(turn.next, turn.depth, around, span)), span)

    def check_alone(self, declaration: n.ActionDecl | n.ProcedureDecl) -> None:
        """Read what nothing uses, so that its mistakes are told along with that."""
        around = Around(
            {}, TurnLabels(0, 0, 0), ChoiceContext(declaration.name.text, 0, 0),
            in_action=declaration.name.text,
        )  # fmt: skip
        if isinstance(declaration, n.ActionDecl):
            entry = n.Offer("offer", declaration.name, (), (), span=declaration.span)
            self.alternative(
                entry, declaration.name.text, declaration.params, declaration.body,
                declaration.tail, declaration.span, around,
            )  # fmt: skip
            return
        names: Names = {}
        for param in declaration.params:
            kind = self.expressions.type_of(param.type)
            names[param.name.text] = self.scope.fresh(param.name.text, kind, param.span)
        self.block(declaration.body, replace(around, names=names))

    # ---------------------------------------------------------------------------------- standing rules

    def add_standing_rule(self, node: n.WheneverDecl) -> None:
        if any(contains_choice(s, self.procedures_with_choices) for s in node.body):
            self.error("E159", "a standing rule cannot hold a choice", node.span)
            return
        before = len(self.findings.found)
        self.expressions.no_me = "a standing rule is nobody's turn"
        test = self.expressions.truth(node.test, {})
        body = self.block(node.body, Around({}))
        self.expressions.no_me = ""
        reads, writes = frozenset(cells_read(test)), frozenset(cells_written(body))
        if not reads & writes and len(self.findings.found) == before:
            self.error(
                "E160", "this rule changes nothing that its condition looks at, so it would never rest",
                node.span,
            )  # fmt: skip
        self.standing.append(StandingRule(test, body, reads, writes, node.span))

    def settled(self, statement: ir.Stmt) -> ir.Stmt:
        """A statement, followed by the standing rules that it can wake."""
        if self.asleep:
            return statement
        rest = self.settling(frozenset(cells_written(statement)), statement.span)
        return statement if rest is None else ir.Seq((statement, rest), statement.span)

    def settling(self, changed: frozenset[ir.Cell] | None, span: Span) -> ir.Stmt | None:
        """All rules that a change can wake, directly or through one another, until none applies."""
        awake: list[StandingRule] = []
        while True:
            more = [
                r for r in self.standing
                if r not in awake and (changed is None or r.reads & changed)
            ]  # fmt: skip
            if not more:
                break
            awake += more
            if changed is not None:
                changed = changed.union(*(r.writes for r in more))
        if not awake:
            return None
        label = self.scope.label()
        rules = [
            ir.If(r.test, ir.Seq((fresh_labels(r.body, self.scope), ir.Again(label, r.span)), r.span), None, r.span)
            for r in self.standing
            if r in awake
        ]
        return ir.Loop(label, ir.Seq((*rules, ir.Leave(label, span)), span), span)

    # -------------------------------------------------------------------------------------- choices

    def choose(self, node: n.ChooseOne, around: Around) -> ir.Stmt:
        again = ChoiceContext(node.name.text, self.scope.label(), len(around.live))
        inner = replace(around, choice=again)
        seen: dict[str, n.Offer] = {}
        alternatives: list[ir.Alternative] = []
        declined: ir.Stmt | None = None
        for entry in node.entries:
            if entry.name.text in seen and not entry.params:
                self.error(
                    "E161", f"{entry.name.text} is offered twice in this choice", entry.name.span,
                    Note("the first time", seen[entry.name.text].name.span),
                )  # fmt: skip
                continue
            seen[entry.name.text] = entry
            alternative = self.offer(entry, inner)
            alternatives.append(alternative)
            if entry.role == "decline":
                declined = alternative.body
        for entry in node.entries:
            if entry.role == "decline" and not node.may:
                self.error(
                    "E132", f"`or {entry.name.text}` says how to decline, and this choice is none "
                    "that may be declined", entry.name.span,
                    hint=f"begin it with: may choose {node.name.text}",
                )  # fmt: skip
        if node.may and declined is None:
            self.error(
                "E162", "`may choose` needs a line with `or`: what to say to decline", node.span
            )  # fmt: skip
        choice = ir.Choose(
            -1, node.name.text, tuple(alternatives), "", node.tail.words, node.tail.tags, node.span
        )
        asked: ir.Stmt = choice
        if node.may and declined is not None:
            others = [
                a for e, a in zip(node.entries, alternatives, strict=False) if e.role != "decline"
            ]
            offered = [self.is_offered(a, node.span) for a in others]
            any_other = ir.Op("or", tuple(offered), TRUTH, node.span)
            asked = ir.If(any_other, choice, fresh_labels(declined, self.scope), node.span)
        if not again.used:
            return asked
        leave = ir.Leave(again.again, node.span)
        return ir.Loop(again.again, ir.Seq((asked, leave), node.span), node.span)

    def is_offered(self, alternative: ir.Alternative, span: Span) -> ir.Expr:
        """Is there a move of this alternative?"""
        tests = tuple(g.test for g in alternative.guards)
        expr: ir.Expr = ir.Op("and", tests, TRUTH, span)
        for param in reversed(alternative.params):
            expr = ir.Fold("some", param.local, param.source, expr, None, TRUTH, span)
        return expr

    def offer(self, entry: n.Offer, around: Around) -> ir.Alternative:
        """An entry of a choice: an action by name, or one written on the spot."""
        symbol = self.scope.actions.get(entry.name.text)
        reference = symbol is not None and not entry.params and not entry.body
        if reference:
            assert symbol is not None
            symbol.used = True
            d = symbol.declaration
            if symbol.busy:
                self.error(
                    "E120", f"{symbol.name} leads back to itself", entry.name.span,
                    hint="for a choice that is put again and again use `repeat` or `again`",
                )  # fmt: skip
                empty = ir.Message((symbol.name,))
                return ir.Alternative(symbol.name, (), (), NOTHING_HAPPENS, empty, span=entry.span)
            symbol.busy = True
            made = self.alternative(entry, d.name.text, d.params, d.body, d.tail, d.span, around)
            symbol.busy = False
            return made
        body: tuple[n.Statement, ...] = entry.body
        if not body and entry.name.text == "pass":
            body = (n.Simple("pass", span=entry.span),)
        elif symbol is not None:
            self.error(
                "E189", f"{entry.name.text} is an action already, with its own parameters and body",
                entry.name.span, Note("the action", symbol.span),
                hint=f"an entry that names it is just: {entry.name.text}",
            )  # fmt: skip
        elif not body and entry.role != "decline":
            if self.expressions.may_be_declared(entry.name.text):
                return ir.Alternative(
                    entry.name.text, (), (), NOTHING_HAPPENS, ir.Message(()), span=entry.span
                )
            known = self.scope.actions
            self.error(
                "E163", f'there is no action "{entry.name.text}"', entry.name.span,
                hint=did_you_mean(entry.name.text, known)
                or "what it does is an `action`, or stands indented under this line",
            )  # fmt: skip
        return self.alternative(
            entry, entry.name.text, entry.params, body, entry.tail, entry.span, around
        )

    def alternative(
        self, entry: n.Offer, name: str, params: tuple[n.Parameter, ...],
        body: tuple[n.Statement, ...], tail: n.Tail, span: Span, around: Around,
    ) -> ir.Alternative:  # fmt: skip
        inner = replace(around, names=dict(around.names), in_action=name)
        drawn: list[ir.Param] = []
        for param in params:
            bound = self.param(param, inner)
            if bound is None:
                return ir.Alternative(name, (), (), NOTHING_HAPPENS, ir.Message((name,)), span=span)
            drawn.append(bound[0])
            inner = bound[1]
        needs = [s for s in body if isinstance(s, n.Needs)]
        rest = body[len(needs) :]
        guards = [self.guard(g, inner.names) for g in needs if g in body[: len(needs)]]
        out: Block = []
        cleared: list[ir.Cell] = []
        if any(contains_choice(s, self.procedures_with_choices) for s in rest):
            guards_before = list(zip([p.local for p in drawn], params, strict=True))
            for local, param in guards_before:
                inner = self.keep(param.name, local, inner, out, cleared)
        out.append(self.block(tuple(rest), inner))
        if not ends_away(rest):
            out.extend(self.clear(tuple(cleared)))
        completable = self.entry_guard(name, rest, tuple(cleared), tuple(drawn), out, span)
        if completable is not None:
            guards.append(completable)
        text: list[str | ir.Expr] = [name]
        for p in drawn:
            text += [" ", p.local]
        words = entry.tail.words or tail.words
        tags = tuple(dict.fromkeys((*tail.tags, *entry.tail.tags)))
        return ir.Alternative(
            name, tuple(drawn), tuple(guards), ir.Seq(tuple(out), span), ir.Message(tuple(text)),
            entry.role == "fallback", words, tags, span,
        )  # fmt: skip

    def param(self, param: n.Parameter, around: Around) -> tuple[ir.Param, Around] | None:
        source = self.expressions.collection(param.source, around.names)
        domain = element_of(source.type)
        if domain is None:
            return None
        if param.name.text in around.names:
            self.error("E129", f"{param.name.text} already means something here", param.name.span)
        local = self.scope.fresh(param.name.text, ir.Element(domain), param.name.span)
        inner = around.bind(param.name.text, local)
        zone = self.zone_of(param.source, source)
        if zone is not None:
            inner = replace(inner, zones={**inner.zones, param.name.text: zone})
        if param.where is not None:
            element = self.scope.fresh(param.name.text, ir.Element(domain), param.name.span)
            test = self.expressions.truth(param.where, {**around.names, param.name.text: element})
            source = ir.Fold("all", element, source, test, None, ir.SetOf(domain), param.span)
        return ir.Param(local, source, param.span), inner

    def guard(self, node: n.Needs, names: Names) -> ir.Guard:
        test = self.expressions.truth(node.test, names)
        return ir.Guard(test, self.message(node.message, names), node.label, node.tail.tags, node.span)

    def message(self, node: n.Template, names: Names) -> ir.Message:
        parts = tuple(
            p if isinstance(p, str) else self.expressions.read(p, names, None) for p in node.parts
        )
        return ir.Message(parts)

    # -------------------------------------------------------------------------------------- composes

    def entry_guard(
        self, name: str, body: tuple[n.Statement, ...], kept: tuple[ir.Cell, ...],
        params: tuple[ir.Param, ...], out: Block, span: Span,
    ) -> ir.Guard | None:  # fmt: skip
        """The action is offered only if the compose in it can be completed."""
        first = next((i for i, s in enumerate(body) if isinstance(s, n.ComposeOne)), None)
        if first is None:
            if any(isinstance(s, n.ComposeOne) for b in body for s in nested(b)):
                self.error("E164", "a compose must stand in the action itself, not deeper", span)
            return None
        before = [s for s in body[:first] if not isinstance(s, n.LetBe)]
        if before:
            self.error(
                "E165", "only `needs` and `let` may stand before a compose", before[0].span
            )  # fmt: skip
            return None
        node = body[first]
        assert isinstance(node, n.ComposeOne)
        compose = next((c for c in reversed(self.scope.composes) if c.span == node.span), None)
        if compose is None:
            return None
        assume: list[tuple[ir.Cell, ir.Expr]] = [
            (cell, param.local) for cell, param in zip(kept, params, strict=True)
        ]
        lets = [s for block in out for s in statements_of(block)]
        for cell in self.kept_lets.get(node.span.start, ()):
            value = next(
                s.value for s in lets if isinstance(s, ir.Assign) and s.cell is cell
            )
            assume.append((cell, in_terms_of(value, tuple(assume))))
        test = ir.Completable(compose, None, (), tuple(assume), TRUTH, node.span)
        return ir.Guard(test, ir.Message((f"{name} cannot be completed",)), "", (), node.span)

    kept_lets: dict[int, tuple[ir.Cell, ...]] = {}  # noqa: RUF012

    def compose(
        self, node: n.ComposeOne, around: Around, out: Block, cleared: list[ir.Cell]
    ) -> Around:
        if not around.in_action or around.choice is None:
            self.error("E166", "a compose stands in an action", node.span)
            return around
        self.kept_lets = {**self.kept_lets, node.span.start: tuple(
            c for c in cleared if c.role == "choice"
        )}  # fmt: skip
        seen: ir.Seen = "chooser" if node.secretly else "all"
        steps = [p for p in node.parts if isinstance(p, n.Step)]
        finishes = [p for p in node.parts if isinstance(p, n.FinishStep)]
        if not finishes or not steps:
            self.error("E167", "a compose needs at least one `step` and one `finish`", node.span)
            return around
        parts: dict[str, n.Name] = {}
        for part in (*(s.name for s in steps), *(f.name for f in finishes)):
            if part.text in parts:
                self.error(
                    "E161", f"{part.text} is offered twice in this compose", part.span,
                    Note("the first time", parts[part.text].span),
                )  # fmt: skip
            parts[part.text] = part
        sources: list[tuple[ir.Expr, ir.Domain]] = []
        inner = around
        for step in steps:
            if len(step.params) != 1:
                self.error("E168", "a step with `into` draws exactly one element", step.span)
                return around
            source = self.expressions.collection(step.params[0].source, around.names)
            domain = element_of(source.type)
            if domain is None:
                return around
            sources.append((source, domain))
            if step.into.text in inner.names:
                self.error("E129", f"{step.into.text} already means something here", step.into.span)
            cell = self.choice_cell(
                f"{around.in_action}.{step.into.text}", ir.SetOf(domain), 0, seen, step.into.span, inner
            )
            cleared.append(cell)
            read = ir.Read(cell, (), ir.SetOf(domain), step.into.span)
            inner = replace(inner.bind(step.into.text, read), live=(*inner.live, cell))
        selections = [inner.names[s.into.text] for s in steps]
        built: list[ir.ComposeStep] = []
        for step, (source, domain), selection in zip(steps, sources, selections, strict=True):
            assert isinstance(selection, ir.Read)
            built.append(self.step(step, source, domain, selection.cell, inner.names))
        compose = ir.Compose(
            len(self.scope.composes), node.name.text, tuple(built),
            tuple(
                ir.Finish(f.name.text, tuple(self.guard(g, inner.names) for g in f.needs))
                for f in finishes
            ),
            node.span,
        )  # fmt: skip
        self.scope.composes.append(compose)
        out.append(self.compose_loop(node, compose, steps, finishes, sources, around, inner))
        return inner

    def step(
        self, node: n.Step, source: ir.Expr, domain: ir.Domain, selection: ir.Cell, names: Names
    ) -> ir.ComposeStep:
        name = node.params[0].name
        local = self.scope.fresh(name.text, ir.Element(domain), name.span)
        guards = [self.guard(g, {**names, name.text: local}) for g in node.needs]
        where = node.params[0].where
        if where is not None:
            test = self.expressions.truth(where, {**names, name.text: local})
            guards.insert(0, ir.Guard(test, ir.Message((local, " cannot be chosen")), span=where.span))
        at_most = None if node.at_most is None else self.expressions.number(node.at_most, names)
        if node.at_most is not None and at_most is not None and at_most.type.high < 1:  # type: ignore[union-attr]
            self.error(
                "E169", f"at most {node.at_most.span.text()} can be chosen, so none ever is",
                node.at_most.span,
            )  # fmt: skip
        return ir.ComposeStep(node.name.text, local, as_set(source), tuple(guards), selection, at_most)

    def compose_loop(
        self, node: n.ComposeOne, compose: ir.Compose, steps: list[n.Step],
        finishes: list[n.FinishStep], sources: list[tuple[ir.Expr, ir.Domain]],
        around: Around, inner: Around,
    ) -> ir.Stmt:  # fmt: skip
        """The choosing itself: steps that can still lead to a finish, and the finishes."""
        assert around.choice is not None
        label = self.scope.label()
        alternatives = [
            self.step_alternative(compose, index, step) for index, step in enumerate(steps)
        ]
        for finish, made in zip(finishes, compose.finishes, strict=True):
            alternatives.append(
                ir.Alternative(
                    made.name, (), made.guards, ir.Leave(label, finish.span),
                    ir.Message((made.name,)), False, finish.tail.words, finish.tail.tags, finish.span,
                )  # fmt: skip
            )
        cover = around.choice.name if node.secretly else ""
        choice = ir.Choose(
            -1, node.name.text, tuple(alternatives), cover, node.tail.words, node.tail.tags, node.span
        )
        return ir.Loop(label, choice, node.span)

    def step_alternative(self, compose: ir.Compose, index: int, node: n.Step) -> ir.Alternative:
        step = compose.steps[index]
        domain = step.local.type.domain  # type: ignore[union-attr]
        kind = ir.SetOf(domain)
        selection = ir.Read(step.selection, (), kind, node.span)
        local = self.scope.fresh(step.local.name, step.local.type, node.span)
        guards = [
            ir.Guard(
                substitute(g.test, {step.local.number: local}),
                ir.Message(
                    tuple(
                        p if isinstance(p, str) else substitute(p, {step.local.number: local})
                        for p in g.message.parts
                    )
                ),
                g.label, g.tags, g.span,
            )
            for g in step.guards
        ]  # fmt: skip
        for later in compose.steps[index + 1 :]:
            held = ir.Read(later.selection, (), later.selection.type, node.span)
            guards.append(
                ir.Guard(
                    op("empty", TRUTH, node.span, held),
                    ir.Message((f"{step.name} comes before {later.name}",)), span=node.span,
                )  # fmt: skip
            )
        if step.at_most is not None:
            size = op("size", ir.Number(0, domain.size), node.span, selection)
            guards.append(
                ir.Guard(
                    op("less", TRUTH, node.span, size, step.at_most),
                    ir.Message(("no more than ", step.at_most, " may be chosen")), span=node.span,
                )  # fmt: skip
            )
        test = ir.Completable(compose, index, (local,), (), TRUTH, node.span)
        nothing = ir.Message((f"after this, {compose.name} cannot be completed",))
        guards.append(ir.Guard(test, nothing, span=node.span))
        source = op("after", kind, node.span, selection, step.source)
        grown = op("union", kind, node.span, selection, ir.Op("set", (local,), kind, node.span))
        return ir.Alternative(
            step.name, (ir.Param(local, source, node.params[0].span),), tuple(guards),
            ir.Assign(step.selection, (), grown, node.span),
            ir.Message((step.name, " ", local)), False, node.tail.words, node.tail.tags, node.span,
        )  # fmt: skip

    @contextmanager
    def resting(self, asleep: bool = True) -> Iterator[None]:
        """Standing rules do not apply within (or, with False, do)."""
        before, self.asleep = self.asleep, asleep
        yield
        self.asleep = before


STATEMENT_WORDS = (
    "move", "deal", "refill", "shuffle", "pick", "set", "gain", "spend", "let", "if", "each",
    "repeat", "turns", "choose", "compose", "end", "extra", "pass", "again", "needs",
)  # fmt: skip


def shown_range(kind: ir.Number) -> str:
    """The numbers of a range in words: one, or from one to another."""
    return str(kind.low) if kind.low == kind.high else f"{kind.low} to {kind.high}"


def ends_away(body: tuple[n.Statement, ...]) -> bool:
    """Does the last statement always lead away?"""
    return bool(body) and isinstance(body[-1], n.Simple)


def nested(node: Any) -> Iterator[Any]:
    """All nodes below a node of the syntax tree."""
    return islice(walk_syntax(node), 1, None)


def statements_of(statement: ir.Stmt) -> Iterator[ir.Stmt]:
    yield from (s for s in walk(statement) if isinstance(s, ir.Assign))


def in_terms_of(value: ir.Expr, known: tuple[tuple[ir.Cell, ir.Expr], ...]) -> ir.Expr:
    """An expression with reads of cells replaced by what they will hold."""

    def replaced(node: Any) -> Any:
        if isinstance(node, ir.Read):
            return next((v for c, v in known if c is node.cell), node)
        return node

    result: ir.Expr = rewrite(value, replaced)
    return result


def cells_read(node: Any) -> Iterator[ir.Cell]:
    """All cells an expression or statement reads, through definitions too."""
    for item in walk(node):
        if isinstance(item, ir.Read):
            yield item.cell
        elif isinstance(item, ir.Call):
            yield from cells_read(item.function.body)


def cells_written(node: ir.Stmt) -> Iterator[ir.Cell]:
    """All cells a statement changes."""
    for item in walk(node):
        match item:
            case ir.Assign(cell=cell) | ir.Pick(cell=cell):
                yield cell
            case ir.Move(source=a, target=b) | ir.MoveAll(source=a, target=b) | ir.Deal(source=a, target=b):
                yield a.cell
                yield b.cell
            case ir.Shuffle(place=place):
                yield place.cell
            case _:
                pass


def fresh_labels(statement: ir.Stmt, scope: Scope) -> ir.Stmt:
    """A copy in which every label of its own is new, for a second place in the program."""
    own = {s.label for s in walk(statement) if isinstance(s, ir.Block | ir.Loop)}
    if not own:
        return statement
    new = {label: scope.label() for label in own}

    def renamed(node: Any) -> Any:
        if isinstance(node, ir.Block | ir.Loop | ir.Leave | ir.Again) and node.label in new:
            return replace(node, label=new[node.label])
        return node

    result: ir.Stmt = rewrite(statement, renamed)
    return result
