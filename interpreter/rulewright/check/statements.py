"""Statements: what happens, with the conveniences of the language gone.

Turns become a loop with the control state variables `me` and `passes`; `pass`, `extra turn`, `end
turn` and `again` become jumps to labels; a compose becomes a loop around a choice; actions and
procedures are written out where they are used; standing rules are placed after every statement that
can make them true. What must outlive a decision (parameters and lets before a choice) gets a state
variable of its own, which is cleared on every way out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, count
from typing import assert_never

from ..core import ir
from ..core.walk import variables_written, walk
from ..diagnostics import Findings, Note, listed
from ..source import NOWHERE, Span
from ..syntax import nodes as n
from ..syntax.errors.elsewhere import COUNTED_DOWN
from ..syntax.walk import asks_another, contains_choice
from ..syntax.walk import walk as walk_written
from . import boards, choices, composing, histories, kinds, moving, single_moves, suggesting
from .context import (
    NOTHING_HAPPENS,
    Block,
    ChoiceContext,
    Context,
    Seers,
    StandingRule,
    TurnLabels,
    fresh_labels,
    not_twice,
    variables_read,
)
from .expressions import Expressions
from .narrowing import NOTHING_KNOWN, known_if, known_of, known_unless, relying
from .scope import Names, ProcedureSymbol, Scope
from .types import (
    BROKEN,
    TRUTH,
    as_set,
    counted,
    element_of,
    is_broken,
    is_collection,
    is_out_of,
    one_of,
    op,
    shown,
    stand_here,
)
from .visibility import Sight

_TURNS_AROUND = (
    "it stands below `turns`, or in what is done there; a variant adds to turns with: add at start "
    "of turns in PHASE"
)


class Statements:
    """Reads statements within a scope; one for each program."""

    def __init__(self, scope: Scope, expressions: Expressions, findings: Findings) -> None:
        self.scope = scope
        self.expressions = expressions
        self.findings = findings
        self.standing: list[StandingRule] = []
        self.before_dealing: dict[str, list[n.BeforeDealing]] = {}
        self.asleep = True  # standing rules: during set-up and inside one another
        self.procedures_with_choices: frozenset[str] = frozenset()
        self.procedures_asking: frozenset[str] = frozenset()
        self.turns_of: list[ir.StateVariable] = []  # whose turn it is while others are asked
        self.inside_dealing = False
        self.in_setup = False
        self.written_out = 0  # statements

    def error(self, code: str, message: str, span: Span, *notes: Note, hint: str = "") -> None:
        self.findings.add(code, message, span, *notes, hint=hint)

    def count(self, statements: int, span: Span) -> None:
        """Count what is written out; give up when it gets out of hand."""
        self.written_out += statements
        if self.written_out > MOST_STATEMENTS:
            self.error(
                "E196", f"more than {MOST_STATEMENTS:,} statements, with procedures, actions and "
                "standing rules written out wherever they are used", span,
            )  # fmt: skip
            self.findings.raise_errors()

    def block(self, body: tuple[n.Statement, ...], context: Context) -> ir.Stmt:
        """Statements one after another; a `let` holds to the end of them."""
        self.count(len(body), body[0].span if body else NOWHERE)
        out: Block = []
        cleared: list[ir.StateVariable] = []
        left_at: n.Statement | None = None
        for index, node in enumerate(body):
            if left_at is not None:
                self.error(
                    "E140", "this can never happen", node.span,
                    Note("the line that always leads away", left_at.span),
                )  # fmt: skip
                break
            if isinstance(node, n.LetBe):
                context = self.let(node, body[index + 1 :], context, out, cleared)
            elif isinstance(node, n.ComposeOne) and node.text is not None:
                single_moves.misplaced(self, node, body[:index], context.in_action)
                context = single_moves.without(node, context)
            else:
                if isinstance(node, n.Each | n.Repeat | n.ComposeOne):
                    self.forget()  # what is inside may happen after something else
                if isinstance(node, n.ComposeOne):
                    made = composing.compose(self, node, context, body[index:])
                    out += [] if made.loop is None else [made.loop]
                    context = made.context
                    cleared += made.own
                    self.forget()
                else:
                    done = self.statement(node, context)
                    out.append(done)
                    long = isinstance(node, n.Turns) or contains_choice(
                        node, self.procedures_with_choices
                    )
                    self.forget(None if long else variables_written(done))
            if isinstance(node, n.Jump):
                left_at = node
        if left_at is None:
            out.extend(self.clear(tuple(cleared)))
        return ir.Seq(tuple(out), body[0].span if body else Span(self.scope.me.span.file, 0, 0))

    def forget(self, written: Collection[ir.StateVariable] | None = None) -> None:
        """What was known of the table to be there may be gone: of these state variables, or, if
        none are named, of all, as after a decision."""
        self.expressions.forget(written)

    def clear(self, variables: tuple[ir.StateVariable, ...]) -> Block:
        """Set choice state variables back to what they start with, newest first; where another seat
        chooses, the turn is given back."""
        out: Block = []
        for c in reversed(variables):
            if c in self.turns_of:
                whose = ir.Read(c, (), self.scope.me.type, c.span)
                out.append(ir.Assign(self.scope.me, (), whose, c.span))
            out.append(ir.Assign(c, (), ir.Const(c.start, c.type, c.span), c.span))
        return out

    def asked(self, seat: ir.Expr, context: Context) -> tuple[Block, Context]:
        """Another seat is to choose: what comes before that, and the context in which it does."""
        whose, span = self.turn_in(context), seat.span
        mine = ir.Read(self.scope.me, (), self.scope.me.type, span)
        before: Block = [
            ir.Assign(whose, (), mine, span), ir.Assign(self.scope.me, (), seat, span),
        ]  # fmt: skip
        return before, replace(context, live=(*context.live, whose))

    def turn_in(self, context: Context) -> ir.StateVariable:
        """What holds whose turn it is while another seat is asked there: one for the turn, another
        for what who is asked asks in turn."""
        depth = sum(one in self.turns_of for one in context.live)
        if depth == len(self.turns_of):
            name = f"turn_{depth + 1}" if depth else "turn"
            kind = ir.Element(self.scope.seats, True)
            self.turns_of.append(
                self.scope.add_variable(name, (), kind, -1, "all", "choice", NOWHERE, chosen=False)
            )
        return self.turns_of[depth]

    def seen_over(self, rest: Iterable[n.Statement], context: Context, *given: ir.Expr) -> Seers:
        """Who sees what is kept over some statements: who chooses, as a rule. If another seat is
        asked in them, all see what is made of what they see, and who has chosen alone the rest."""
        if not any(asks_another(one, self.procedures_asking) for one in rest):
            return Seers("chooser")
        if self.is_open(context, *given):
            return Seers("all")
        return Seers("chooser", self.turn_in(context))

    def is_open(self, context: Context, *given: ir.Expr) -> bool:
        """Do all see what these are?"""
        onlooker = Sight(replace(self.scope.me))  # who is never sure to be the one that chooses
        return not context.secret and not any(
            any(onlooker.hidden_reads(one))
            or any(isinstance(x, ir.Local) and x.number in context.unseen for x in walk(one))
            or any(isinstance(x, ir.Read) and x.variable.asked is not None for x in walk(one))
            for one in given
        )

    def leave(self, label: int, depth: int, context: Context, span: Span) -> ir.Stmt:
        return ir.Seq((*self.clear(context.live[depth:]), ir.Leave(label, span)), span)

    def statement(self, node: n.Statement, context: Context) -> ir.Stmt:
        match node:
            case n.Needs():
                self.error(
                    "E141", "`needs` must come first in an action, step or finish", node.span,
                    hint=suggesting.where_needs_go(node.span),
                )  # fmt: skip
                return NOTHING_HAPPENS
            case n.MoveTo():
                return moving.move(self, node, context)
            case n.DealFrom():
                return moving.deal(self, node, context)
            case n.Refill():
                return moving.refill(self, node, context)
            case n.ShuffleZone():
                place = moving.place(self, node.zone, context)
                if place is None:
                    return NOTHING_HAPPENS
                if not isinstance(place.variable.type, ir.StackOf):
                    self.error(
                        "E142",
                        f"only a stack can be shuffled, and this is {shown(place.variable.type)}",
                        node.zone.span,
                    )
                until: ir.Expr | None = None
                if node.until is not None:
                    until = self.expressions.truth(node.until, context.names)
                known = until is not None and not is_broken(until)
                if until is not None and known and place.variable not in variables_read(until):
                    self.error(
                        "E209", f"shuffling {place.variable.name} can never change this condition",
                        until.span, hint=f"for example: until top of {place.variable.name} is NAME",
                    )  # fmt: skip
                return self.settled(ir.Shuffle(place, until, node.span))
            case n.PickFrom():
                return moving.pick(self, node, context)
            case n.SetTo():
                return moving.set_to(self, node, context)
            case n.Change():
                return moving.change(self, node, context)
            case n.LetBe() | n.ComposeOne():
                raise AssertionError("handled in block")
            case n.CallTo():
                return self.call(node, context)
            case n.IfElse():
                test = self.expressions.truth(node.test, context.names)
                with self.expressions.knowing(known_if(test)):
                    then = self.block(node.then, context)
                with self.expressions.knowing(known_unless(test)):
                    other = self.block(node.other, context) if node.other else None
                return ir.If(test, then, other, node.span)
            case n.Each():
                return self.each(node, context)
            case n.Repeat():
                return self.repeat(node, context)
            case n.Turns():
                return self.turns(node, context)
            case n.ChooseOne():
                return choices.choose(self, node, context)
            case n.Simple():
                return self.simple(node, context)
            case n.TurnTo():
                return self.turn_to(node, context)
        assert_never(node)

    def let(
        self,
        node: n.LetBe,
        rest: tuple[n.Statement, ...],
        context: Context,
        out: Block,
        cleared: list[ir.StateVariable],
    ) -> Context:
        value = self.expressions.read(node.value, context.names, None)
        not_twice(self.error, node.name, context.names)
        if any(contains_choice(s, self.procedures_with_choices) for s in rest):
            seers = self.seen_over(rest, context, value)
            return self.keep(node.name, value, context, out, cleared, seers=seers, chosen=False)
        local = self.scope.fresh(node.name.text, value.type, node.name.span)
        out.append(ir.Let(local, value, node.span))
        return context.bind(node.name.text, local)

    def keep(
        self,
        name: n.Name,
        value: ir.Expr,
        context: Context,
        out: Block,
        cleared: list[ir.StateVariable],
        *,
        seers: Seers,
        chosen: bool = True,
    ) -> Context:
        """Keep a value in a state variable, because a decision comes before it is last read;
        `chosen`: by who makes a move, which is shown while the move is made."""
        kind = value.type
        if isinstance(kind, ir.Element):
            kind = ir.Element(kind.domain, True)
        elif is_collection(kind):
            value = as_set(value)
            kind = value.type
        start = boards.first_value(self.scope, kind)
        within = f"{context.in_action}." if context.in_action else ""
        variable = self.choice_variable(
            f"{within}{name.text}", kind, start, seers, name.span, context, chosen=chosen
        )
        out.append(ir.Assign(variable, (), value, name.span))
        cleared.append(variable)
        bound = ir.Read(variable, (), value.type, name.span)
        return replace(context.bind(name.text, bound), live=(*context.live, variable))

    def choice_variable(
        self,
        name: str,
        kind: ir.Type,
        start: int,
        seers: Seers,
        span: Span,
        context: Context,
        *,
        chosen: bool = True,
    ) -> ir.StateVariable:
        """A state variable for a choice in progress. The same action offered in another choice uses
        the same state variable, since only one of them can be in progress."""
        for variable in self.scope.variables:
            same = variable.role == "choice" and variable.name == name and variable.span == span
            if same and (variable.type, variable.start, variable.seen) == (kind, start, seers.seen):
                if variable not in context.live and variable.asked is seers.asked:
                    return variable
        return self.scope.add_variable(
            name, (), kind, start, seers.seen, "choice", span, chosen=chosen, asked=seers.asked
        )  # fmt: skip

    def call(self, node: n.CallTo, context: Context) -> ir.Stmt:
        symbol = self.scope.procedures.get(node.name.text)
        if symbol is None and self.expressions.may_be_declared(node.name.text):
            return NOTHING_HAPPENS
        if symbol is None and node.name.text in histories.DONE:
            return histories.done(self, node)
        if symbol is None:
            if node.name.text in self.scope.actions:
                self.error(
                    "E152", f"{node.name.text} is an action; it is offered in a choice, not called",
                    node.name.span,
                    hint=f"what several actions do is a procedure: to {node.name.text}_it",
                )  # fmt: skip
            else:
                from .. import foreign

                if node.name.text == "else":
                    self.error(
                        "E153", "this `else` belongs to no `if`", node.name.span,
                        hint="`else` stands in the same column as its `if`",
                    )  # fmt: skip
                    return NOTHING_HAPPENS
                form = foreign.begins("statement", node.name.text)
                known = [*self.scope.procedures, *STATEMENT_WORDS, *histories.DONE]
                known = [one for one in known if one.removesuffix("s") != node.name.text]  # `turn`
                said = (form.hint, form.instead) if form else ()
                if form and "ZONE" in form.hint and not self.scope.has_zones():
                    said = ("write: end game", "end game")  # `draw`: nobody has won
                kinds.not_there(
                    self.scope, self.findings, "E153", node.name, "a statement or procedure",
                    known, f'unknown statement or procedure "{node.name.text}"',
                    elsewhere=suggesting.Suggested(*said),
                )  # fmt: skip
            return NOTHING_HAPPENS
        return self.write_out(symbol, node, context)

    def write_out(self, symbol: ProcedureSymbol, node: n.CallTo, context: Context) -> ir.Stmt:
        symbol.used = True
        declaration = symbol.declaration
        if symbol.busy:
            self.error("E120", f"{symbol.name} leads back to itself", node.span)
            return NOTHING_HAPPENS
        if len(node.args) != len(declaration.params):
            written = (p.type.span.in_line() for p in declaration.params)
            kinds_wanted = ", ".join(written)
            self.error(
                "E106",
                f"{symbol.name} wants {counted(len(declaration.params))}"
                f"{f' ({kinds_wanted})' if kinds_wanted else ''}, and {stand_here(len(node.args))}",
                node.span,
                Note(f"{symbol.name} is declared here", symbol.span),
            )
            return NOTHING_HAPPENS
        out: Block = []
        cleared: list[ir.StateVariable] = []
        around = (*context.around, symbol.name)
        inner = replace(context, names={}, zones={}, around=around)
        keeps = node.name.text in self.procedures_with_choices
        for param, arg in zip(declaration.params, node.args, strict=True):
            kind = self.expressions.type_of(param.type)
            value = self.expressions.value(arg, context.names, kind)
            if is_out_of(value.type, kind) and not self.scope.varies(value):
                self.error(
                    "E113", f"{shown(kind)} is wanted here, but this is {shown(value.type)}",
                    arg.span, Note(f"{symbol.name} is declared here", symbol.span),
                )  # fmt: skip
            if keeps:
                seers = self.seen_over(declaration.body, context, value)
                inner = self.keep(param.name, value, inner, out, cleared, seers=seers, chosen=False)
            else:
                local = self.scope.fresh(param.name.text, value.type, param.span)
                out.append(ir.Let(local, value, param.span))
                inner = inner.bind(param.name.text, local)
        symbol.busy = True
        with self.expressions.knowing(NOTHING_KNOWN):
            self.forget()  # a procedure means the same wherever it is called
            out.append(self.block(declaration.body, inner))
        symbol.busy = False
        out.extend(self.clear(tuple(cleared)))
        return ir.Seq(tuple(out), node.span)

    def each(self, node: n.Each, context: Context) -> ir.Stmt:
        loops: list[tuple[ir.Local, ir.Expr]] = []
        inner, among = context, node.source
        source: ir.Expr = BROKEN
        for one in (n.Drawn(node.binder, node.source), *node.more):
            if one.source is not None:
                among = one.source
                source = self.expressions.collection(among, inner.names)
            if element_of(source.type) is None:
                return NOTHING_HAPPENS
            name = one.binder.text
            not_twice(self.error, one.binder, inner.names)
            local = self.scope.fresh(name, one_of(source), one.binder.span)
            loops.append((local, source))
            inner = inner.bind(name, local)
            zone = self.zone_of(among, source)
            if zone is not None:
                inner = replace(inner, zones={**inner.zones, name: zone})
        if any(contains_choice(s, self.procedures_with_choices) for s in node.body):
            self.error(
                "E154", "a choice inside `each` is not possible yet", node.span,
                hint="let the seats choose in turns"
                if element_of(source.type) is self.scope.seats
                else _counted_down(node),
            )  # fmt: skip
            return NOTHING_HAPPENS
        first: ir.Expr | None = None
        domain = element_of(loops[0][1].type)
        if node.first is not None and (domain is not self.scope.seats or node.more):
            self.error(
                "E131", "several names cannot be gone through `from` a seat" if node.more else
                "only seats sit round the table: only they can be gone through `from` one",
                node.first.span,
            )  # fmt: skip
        elif node.first is not None:
            assert domain is not None
            first = self.expressions.value(node.first, context.names, ir.Element(domain))
            loops = [(local, as_set(source)) for local, source in loops]
        if node.where is None:
            body = self.block(node.body, inner)
        else:
            test = self.expressions.truth(node.where, inner.names)
            with self.expressions.knowing(known_if(test)):  # it is asked before each time
                body = self.block(node.body, inner)
            body = ir.If(test, body, None, node.span)
        for local, source in reversed(loops):
            body = ir.For(local, source, body, first, node.span)
        return body

    def may_hold_a_choice(self, body: Iterable[n.Statement]) -> bool:
        """Is anybody asked anything in statements, or in a procedure that cannot be read?"""
        called = (part for one in body for part in walk_written(one) if isinstance(part, n.CallTo))
        return any(contains_choice(one, self.procedures_with_choices) for one in body) or any(
            one.name.text not in self.scope.procedures
            and self.expressions.may_be_declared(one.name.text)
            for one in called
        )

    def zone_of(self, node: n.Expr, source: ir.Expr) -> ir.Place | None:
        return moving.zone_of(source) or moving.out_of_the_box(self, source)

    def repeat(self, node: n.Repeat, context: Context) -> ir.Stmt:
        test = self.expressions.truth(node.test, context.names)
        # what ends it is no condition that anybody wrote, where the loop says what keeps it going
        stop = op("not", TRUTH, node.span, test) if node.whether == "while" else test
        if not self.may_hold_a_choice(node.body):
            self.error(
                "E155", "this loop holds no choice, so nothing shows that it ends", node.span,
                hint="go through the elements of a zone or type with `each`; what goes on until "
                "chance brings something is a standing rule: `whenever …`",
            )  # fmt: skip
        label = self.scope.label()
        inner = replace(context, choice=None)
        known = known_if(test) if node.whether == "while" else known_unless(test)
        with self.expressions.knowing(known):  # it is asked before each time
            body = self.block(node.body, inner)
        leave = ir.If(stop, ir.Leave(label, node.span), None, node.span)
        return ir.Loop(label, ir.Seq((leave, body), node.span), node.span)

    def turns(self, node: n.Turns, context: Context) -> ir.Stmt:
        """Turns of one seat after another.

        Leaving `extra` keeps the seat, leaving `next` moves on; both lie inside `done`, which is
        left when the turn is over and the seat stays. If only some seats have turns, the first of
        them from there on is looked for before each turn.
        """
        me, passes, seats = self.scope.me, self.scope.passes, self.scope.seats
        loop, done, following, extra = (self.scope.label() for _ in range(4))
        first: ir.Expr = ir.Const(0, ir.Element(seats), node.span)
        if node.first is not None:
            first = self.expressions.value(node.first, context.names, ir.Element(seats))
        self.forget()  # what follows is asked before each turn, and so after something else
        among: ir.Expr | None = None
        if node.among is not None:
            among = self.expressions.value(node.among, context.names, ir.SetOf(seats))
        until: ir.Expr = ir.Const(0, TRUTH, node.span)
        if node.until is not None:
            until = self.expressions.truth(node.until, context.names)
        if context.turn is not None:
            self.error("E156", "turns inside turns are not possible yet", node.span)
        if not self.may_hold_a_choice(node.body):
            self.error("E155", "nobody chooses anything in these turns", node.span)
        labels = TurnLabels(extra, following, len(context.live))
        body = self.block(node.body, replace(context, turn=labels, choice=None))
        span = node.span
        if node.until is None and not _becomes_empty(among, body) and not self.findings.errors:
            if not any(isinstance(s, ir.End) for s in walk(body)):
                reads = among is not None and any(variables_read(among))
                who = ", nor changes who has them" * reads
                self.error(
                    "E134", "these turns never end: they have no `until`, and nothing in them ends "
                    f"the game{who}", span, hint="for example: turns until passes is 2",
                )  # fmt: skip
        no_passes = ir.Assign(passes, (), ir.Const(0, passes.type, span), span)
        mine = ir.Read(me, (), ir.Element(seats), span)
        move_on = ir.Assign(me, (), op("next_seat", ir.Element(seats), span, mine), span)
        played = ir.Seq((body, no_passes, ir.Leave(following, span)), span)
        turn = ir.Block(extra, played, span, turn=True)
        stay = ir.Seq((turn, no_passes, ir.Leave(done, span)), span)
        whole = ir.Block(done, ir.Seq((ir.Block(following, stay, span), move_on), span), span)
        over = ir.If(until, ir.Leave(loop, span), None, span)
        begin = ir.Assign(me, (), first, span)
        before: Block = []
        if among is not None:
            nobody = op("empty", TRUTH, span, among)
            here = op("seat_from", ir.Element(seats), span, mine, among)
            before = [
                ir.If(nobody, ir.Leave(loop, span), None, span),
                ir.Assign(me, (), here, span),
            ]
        turning = ir.Seq((*before, over, whole), span)
        return ir.Seq((begin, no_passes, ir.Loop(loop, turning, span)), span)

    def turn_to(self, node: n.TurnTo, context: Context) -> ir.Stmt:
        """The turn ends as one that is followed by an extra turn, but of another seat."""
        if context.turn is None:
            self.error("E158", "`turn to` needs turns around it", node.span, hint=_TURNS_AROUND)
            return NOTHING_HAPPENS
        seat = self.expressions.value(node.seat, context.names, ir.Element(self.scope.seats))
        live = context.live[context.turn.depth :]
        if any(one in self.turns_of for one in live):  # the turn is given back first
            local = self.scope.fresh("next", seat.type, node.span)
            named = ir.Let(local, seat, node.span)
            given = ir.Assign(self.scope.me, (), local, node.span)
            away: ir.Stmt = ir.Leave(context.turn.extra, node.span)
            return ir.Seq((named, *self.clear(live), given, away), node.span)
        given = ir.Assign(self.scope.me, (), seat, node.span)
        away = self.leave(context.turn.extra, context.turn.depth, context, node.span)
        return ir.Seq((given, away), node.span)

    def simple(self, node: n.Simple, context: Context) -> ir.Stmt:
        if node.what == "end game":
            return ir.Seq(
                (*self.clear(context.live), ir.End(node.tail.words, node.span)), node.span
            )
        if node.what == "again":
            if context.choice is None:
                self.error("E157", "`again` needs a choice around it to be put again", node.span)
                return NOTHING_HAPPENS
            context.choice.used = True
            cleared = self.clear(context.live[context.choice.depth :])
            return ir.Seq((*cleared, ir.Again(context.choice.again, node.span)), node.span)
        if context.turn is None:
            self.error(
                "E158", f"`{node.what}` needs turns around it", node.span, hint=_TURNS_AROUND
            )
            return NOTHING_HAPPENS
        turn, passes, span = context.turn, self.scope.passes, node.span
        if node.what == "extra turn":
            return self.leave(turn.extra, turn.depth, context, span)
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
        return ir.Seq((count, self.leave(turn.next, turn.depth, context, span)), span)

    def check_alone(self, declaration: n.ActionDecl | n.ProcedureDecl) -> None:
        """Read what nothing uses, so that its mistakes are told along with that."""
        context = Context(
            {}, TurnLabels(0, 0, 0), ChoiceContext(declaration.name.text, 0, 0),
            in_action=declaration.name.text,
        )  # fmt: skip
        if isinstance(declaration, n.ActionDecl):
            entry = n.Offer("offer", declaration.name, (), (), span=declaration.span)
            choices.alternative(self, 
                entry, declaration.name.text, declaration.params, declaration.body,
                declaration.tail, declaration.span, context,
            )  # fmt: skip
            return
        names: Names = {}
        for param in declaration.params:
            kind = self.expressions.type_of(param.type)
            names[param.name.text] = self.scope.fresh(param.name.text, kind, param.span)
        if any(isinstance(part, n.Turns) for part in walk_written(declaration)):
            context = Context({})  # it gives turns, and so stands in none
        self.block(declaration.body, replace(context, names=names))

    def add_standing_rule(self, node: n.WheneverDecl) -> None:
        if any(contains_choice(s, self.procedures_with_choices) for s in node.body):
            self.error("E159", "a standing rule cannot hold a choice", node.span)
            return
        before = len(self.findings.found) + self.expressions.mistakes
        self.expressions.no_me = "a standing rule is nobody's turn"
        test = self.expressions.truth(node.test, {})
        with self.expressions.knowing(known_if(test)):
            body = self.block(node.body, Context({}))
        self.expressions.no_me = ""
        reads, writes = frozenset(variables_read(test)), frozenset(variables_written(body))
        after = len(self.findings.found) + self.expressions.mistakes
        if not reads & writes and after == before:
            self.error(
                "E160",
                "this rule changes nothing that its condition looks at, so it would never rest",
                node.span,
                hint=self._how_to_rest(node.test, reads),
            )
        self.standing.append(StandingRule(test, body, reads, writes, node.span))

    def _how_to_rest(self, test: n.Expr, reads: Iterable[ir.StateVariable]) -> str:
        """What to do about a standing rule that would never rest."""
        names = sorted({variable.name for variable in reads})
        if not names:
            return "its condition never changes: write what is done once into setup, or an action"
        possible = chain(("done",), (f"done_{number}" for number in count(2)))
        done = next(name for name in possible if name not in self.scope.values)
        text = test.span.in_line()
        asked = f"({text})" if isinstance(test, n.Logic) and test.op == "or" else text
        return (
            f"let a mark say that it is done: `mark {done}: yes or no`, `whenever {asked} and not "
            f"{done}`, and `set {done} to yes` below it; or change {listed(names, 'or')} below it, "
            "so that the condition holds no longer"
        )

    def settled(self, statement: ir.Stmt) -> ir.Stmt:
        """A statement, followed by the standing rules that it can wake."""
        if self.asleep:
            return statement
        rest = self.settling(frozenset(variables_written(statement)), statement.span)
        return statement if rest is None else ir.Seq((statement, rest), statement.span)

    def settling(self, changed: frozenset[ir.StateVariable] | None, span: Span) -> ir.Stmt | None:
        """All rules that a change can wake, directly or through one another, until none applies."""
        self.count(len(self.standing), span)
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
            ir.If(
                r.test,
                ir.Seq((fresh_labels(r.body, self.scope), ir.Again(label, r.span)), r.span),
                None,
                r.span,
            )
            for r in self.standing
            if r in awake
        ]
        return ir.Loop(label, ir.Seq((*rules, ir.Leave(label, span)), span), span)

    def guard(self, node: n.Needs, names: Names) -> ir.Guard:
        test = self.expressions.truth(node.test, names)
        return ir.Guard(
            test, self.message(node.message, names), node.label, node.tail.tags, node.span
        )

    def guards(
        self, needs: Iterable[n.Needs], names: Names, first: Sequence[ir.Guard] = ()
    ) -> list[ir.Guard]:
        """The conditions of a step or finish, each of which may rely on those before it, on the
        `first` ones, too. One that does asks them itself, for whoever looks for a way through a
        compose asks in any order."""
        found = [*first]
        before = self.expressions.known
        for need in needs:
            self.expressions.known = before | known_of(found)
            guard = self.guard(need, names)
            found.append(replace(guard, test=relying(guard.test, [g.test for g in found])))
        self.expressions.known = before
        return found[len(first) :]

    def message(self, node: n.Template, names: Names) -> ir.Message:
        parts = tuple(
            p if isinstance(p, str) else self.expressions.read(p, names, None) for p in node.parts
        )
        return ir.Message(parts)

    @contextmanager
    def resting(self, asleep: bool = True) -> Iterator[None]:
        """Standing rules do not apply within (or, with False, do)."""
        before, self.asleep = self.asleep, asleep
        yield
        self.asleep = before


def _counted_down(node: n.Each) -> str:
    """How choices are made one after the other that are as many as there are elements."""
    if isinstance(node.source, n.RangeOf) and node.source.low.span.in_line() == "1":
        return COUNTED_DOWN.format(node.source.high.span.in_line())
    return (
        "keep what is left in a mark: set left to the set, then repeat until left is empty, and "
        "below that the choice and set left to left - {what was chosen}"
    )


def _becomes_empty(among: ir.Expr | None, body: ir.Stmt) -> bool:
    """May the seats that have turns be others later, so that nobody is left who has one?"""
    if among is None:
        return False
    written = {*variables_written(body)}
    return any(one in written or one.role == "control" for one in variables_read(among))


MOST_STATEMENTS = 10_000  # with everything written out
STATEMENT_WORDS = (
    "move", "deal", "refill", "shuffle", "pick", "set", "gain", "spend", "let", "if", "each",
    "repeat", "turn", "turns", "choose", "may", "compose", "end", "extra", "pass", "again", "needs",
)  # fmt: skip
