"""generic core and option values → specialised core: one game, ready to be executed.

* option values become constants, and what they decide falls away;
* definitions disappear: those that depend on nothing but their parameters become tables, the others
  are written out where they are used;
* choices are numbered in the order in which they stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, product
from typing import Any, cast, get_args

from ..characters import many
from ..diagnostics import Findings, Note, PlayError
from ..source import Span
from . import ir
from .certain import straightened
from .cost import (
    DEEPEST,
    MOST_NODES,
    Known,
    Round,
    cost,
    longest,
    takes_long,
    too_often_combined,
)
from .evaluate import Evaluator, Value, as_chosen, never_asked, no_state, prepare
from .lacking import Lacking
from .offered_once import OfferedOnce
from .walk import EXPRESSIONS, N, Node, changed, children, rewrite, substitute, walk, with_children

LARGEST_TABLE = 20_000  # entries of a table made from a definition
MOST_NUMBERS = 255  # the highest number that such a table is keyed by
MOST_WORKED_OUT = 3_000_000  # steps spent on what is fixed, before the game
MOST_TOLD = 10**18  # steps that are told as they are
MOST_FACTORS = 10  # of them, in one product
MOST_NOTES = 5  # about loops that take long
MOST_DEAR = 3  # definitions that are named where all of them are too long
MOST_WRITTEN = 20 * MOST_NODES  # nodes of all definitions written out


Tables = dict[ir.Function, ir.Table]
"""Definitions that were made tables."""


def specialise(
    program: ir.GenericProgram,
    options: dict[str, int],
    findings: Findings,
    *,
    unfolded: bool = False,
) -> ir.Program:
    """The specialised program for these options (every option has a value); findings where a
    definition has no value for something it is asked about.

    With `unfolded` nothing is worked out beforehand: every condition and every definition is still
    there to be looked at while the game is played, however slowly.
    """
    return _kind(unfolded)(program, options, findings).specialised()


def closed_expression(
    program: ir.GenericProgram,
    options: dict[str, int],
    expr: ir.GenericExpr,
    findings: Findings,
    *,
    unfolded: bool = False,
    tables: Tables | None = None,
) -> ir.Expr:
    """An expression about an generic program, specialised to these options.

    `tables`: what was made of definitions for other expressions about the same program with the
    same options; more is added, if nothing is wrong with it.
    """
    made, before = _kind(unfolded)(program, options, findings), len(findings.found)
    if tables is None:
        return made.expr(expr)
    made.bodies.update(tables)
    found = made.expr(expr)
    if len(findings.found) == before:
        bodies = made.bodies.items()
        tables.update({f: body for f, body in bodies if isinstance(body, ir.Table)})
    return found


def settled(program: ir.GenericProgram, options: dict[str, int]) -> ir.Program:
    """The program for these options that plays an unfolded one quickly: whatever is asked is worked
    out beforehand, but choices and what they offer are all there, so that positions and moves are
    written as in that one."""
    return _Settled(program, options, Findings()).specialised()


def _kind(unfolded: bool) -> type[_Specialiser]:
    return _Unfolded if unfolded else _Specialiser


class _Specialiser:
    """One specialisation: remembers the tables and composes already made.

    `larger`, `deeper`: how many times as large and as deep as usual may be what is written out;
    `longer`: how many times as many steps may it take at most.
    """

    larger = deeper = longer = 1

    def __init__(
        self, program: ir.GenericProgram, options: dict[str, int], findings: Findings
    ) -> None:
        self.program = program
        self.options = options
        self.findings = findings
        self.offered_once = OfferedOnce(program, len(program.tables))
        self.tables = [*program.tables, *self.offered_once.tables]
        self.domains = list(program.domains)
        self.bodies: dict[ir.Function, ir.Expr | ir.Table] = {}
        self.composes: dict[ir.Compose, ir.Compose] = {}
        self.choices: list[ir.Choose] = []
        self.boards = tuple(map(self.board, program.boards))
        self.costs: Known = {}
        self.outside: Outside = {}
        self.lacking = Lacking()
        self.written = Counter[ir.Function]()  # how often each is written out
        self.all_written = 0  # nodes of all of these
        self.spent = 0  # steps of working out what is fixed

    def specialised(self) -> ir.Program:
        p = self.program
        setup = self.numbered(self.statement(p.setup))
        flow = self.numbered(self.statement(p.flow))
        scores = tuple(replace(s, value=self.expr(s.value)) for s in p.scores)
        always = tuple(replace(a, test=self.expr(a.test)) for a in p.always)
        ends = tuple(replace(a, test=self.expr(a.test)) for a in p.ends)
        outcome = tuple(self.outcome())
        winners = None if p.winners is None else self.expr(p.winners)
        made = ir.Program(
            name=p.name, title=p.title, seats=p.seats, options=p.options,
            domains=tuple(self.domains), tables=tuple(self.tables), boards=self.boards,
            graphs=p.graphs, variables=p.variables, me=p.me, composes=tuple(self.composes.values()),
            setup=setup, flow=flow, scores=scores,
            winner=p.winner, winners=winners, winning=p.winning, outcome=outcome,
            always=always, ends=ends, alike=p.alike, histories=p.histories,
            bound=dict(self.options), choices=tuple(self.choices), generic=p,
        )  # fmt: skip
        self.weigh_all(made)
        return made

    def weigh_all(self, program: ir.Program) -> None:
        """Raise `RulesError` if the program is too large, or a rule of it takes too long."""
        p = self.program
        promises, promised = (*p.always, *p.ends), (*program.always, *program.ends)
        of_all: list[Any] = [
            p.setup, p.flow, *(s.value for s in p.scores), *(a.test for a in promises),
            *(case.test for case in p.outcome), p.winners,
        ]  # fmt: skip
        rules: list[tuple[str, Any, Span, list[Any]]] = [
            ("the set-up", program.setup, program.setup.span, [p.setup]),
            ("what happens", program.flow, program.flow.span, [p.flow]),
            *((f"the score {made.name}", made.value, made.span, [score.value])
              for score, made in zip(p.scores, program.scores, strict=True)),
            *(("what always holds", made.test, made.span, [promise.test])
              for promise, made in zip(promises, promised, strict=True)),
            *(("the outcome", case.test, case.span, [one.test for one in p.outcome])
              for case in program.outcome),
            ("who wins", w := program.winners, program.setup.span if w is None else w.span,
             [p.winners]),
        ]  # fmt: skip
        sizes = [
            (self.weigh(made, name, span, asked), -number, span)
            for number, (name, made, span, asked) in enumerate(rules)
            if made is not None
        ]
        parts = sum(size for size, _, _ in sizes)
        allowed = 2 * self.larger * MOST_NODES
        if parts > allowed:
            self.too_long("all rules together", parts, allowed, max(sizes)[-1], self.uses(of_all))

    def board(self, board: ir.Board) -> ir.Board:
        """The board as large as the options say."""
        if not board.options:
            return board
        given = tuple(self.options[name] for name in board.options)
        extent = next(extent for extent in board.extents if extent.given == given)
        _, rows, columns, places = extent
        return replace(
            board, rows=rows, columns=columns, places=places, options=(), extents=()
        )  # fmt: skip

    def outcome(self) -> Iterator[ir.OutcomeCase]:
        """The cases of the result that can still be; one that is certain is the last."""
        for case in self.program.outcome:
            test = None if case.test is None else self.expr(case.test)
            if isinstance(test, ir.Const):
                if not test.value:
                    continue
                test = None
            yield replace(case, test=test)
            if test is None:
                return

    def expr(self, expr: ir.GenericExpr) -> ir.Expr:
        """A specialised expression with the same value."""
        if type(expr) not in _LOOKED_INTO:
            made: Any = with_children(expr, self.expr)
            return self.folded(made)
        match expr:
            case ir.Local():
                return expr
            case ir.OptionValue(name=name, type=kind, span=span):
                return ir.Const(self.options[name], kind, span)
            case ir.Call():
                return self.call(expr)
            case ir.Const(type=ir.Element(domain=domain)) if domain.columns and expr.value >= 0:
                self.on_board(expr, domain)
            case ir.Cond():
                test = self.expr(expr.test)
                if isinstance(test, ir.Const):
                    return self.expr(expr.then if test.value else expr.other)
                then, other = self.expr(expr.then), self.expr(expr.other)
                if then == other:
                    return then
                return changed(expr, test=test, then=then, other=other)
            case ir.Op(name="and" | "or"):
                return self.logic(expr)
            case ir.Fold():
                return self.fold(expr)
            case ir.Completable():
                assume = tuple((c, self.expr(v)) for c, v in expr.assume)
                args = tuple(self.expr(a) for a in expr.args)
                return changed(expr, compose=self.compose(expr.compose), args=args, assume=assume)
        return self.folded(with_children(expr, self.expr))

    def on_board(self, expr: ir.Const, domain: ir.Domain) -> None:
        """Report a cell that is named, but is not on the board with these options."""
        board = next(b for b in self.boards if b.component is domain)
        if expr.value not in board.places:
            whole = len(board.places) == board.rows * board.columns
            cells = f"{board.rows} by {board.columns} cells" if whole else many(
                len(board.places), "cell")  # fmt: skip
            self.findings.add(
                "E223",
                f"{domain.labels[expr.value]} is not on {board.name}, which has {cells}"
                f"{as_chosen(self.program.size_of(domain, self.options))}",
                expr.span,
            )

    def part(self, node: Any) -> Any:
        """A part of a tree, specialised; of steps and finishes only the guards that may fail."""
        if type(node) in EXPRESSIONS:
            return self.expr(node)
        if is_statement(node):
            return self.statement(node)
        made = with_children(node, self.part)
        if isinstance(made, ir.ComposeStep | ir.ComposeFinish):
            made = changed(made, guards=that_may_fail(made.guards))
        return straightened(made) if isinstance(made, ir.ComposeStep) else made

    def parts(self, nodes: tuple[N, ...]) -> tuple[N, ...]:
        return tuple(map(self.part, nodes))

    def logic(self, expr: ir.Op) -> ir.Expr:
        stops = int(expr.name == "or")
        args: list[ir.Expr] = []
        for arg in expr.args:
            value = self.expr(arg)
            if isinstance(value, ir.Const):
                if bool(value.value) == bool(stops):
                    args.append(value)
                    break
                continue
            args.append(value)
        if not args:
            return ir.Const(1 - stops, ir.Truth(), expr.span)
        if len(args) == 1:
            return args[0]
        return changed(expr, args=tuple(args))

    def fold(self, expr: ir.Fold) -> ir.Expr:
        made = with_children(expr, self.expr)
        if isinstance(made.where, ir.Const) and made.where.value:
            made = changed(made, where=None)
        return self.folded(made)

    def folded(self, expr: ir.Expr) -> ir.Expr:
        """A constant, if the expression depends on nothing."""
        if type(expr) in _NEVER_FOLDED or depends_on(expr, self.outside) != NOTHING:
            return expr
        if not self.may_spend(expr, 1):
            return expr
        value = self.value(expr, prepare(expr), {})
        return expr if value is None else ir.Const(value, expr.type, expr.span)

    def may_spend(self, expr: ir.Expr, times: int) -> bool:
        """May an expression be worked out so often beforehand? What may not is left to the game."""
        found = cost(expr, self.costs)
        if found.searches or self.spent + times * found.steps > MOST_WORKED_OUT:
            return False
        self.spent += times * found.steps
        return True

    def value(
        self,
        expr: ir.Expr,
        asked: Evaluator,
        values: dict[int, Value],
        keys: Sequence[ir.Domain] = (),
    ) -> int | None:
        """What an expression is worth, which `asked` works out; `keys`: of what `values` are, in
        the same order."""
        try:
            result = asked(values, no_state, never_asked)
        except PlayError as error:
            given = zip(keys, values.values(), strict=True)
            of = ", ".join(key.labels[cast(int, i)] for key, i in given)
            self.lacking.note(error, expr.span, of)
            if not keys:
                self.lacking.tell(self.findings, 0)
            return 0
        return result if isinstance(result, int) else None

    def call(self, expr: ir.Call) -> ir.Expr:
        body = self.body(expr.function)
        args = tuple(map(self.expr, expr.args))
        if isinstance(body, ir.Table):
            narrowed = isinstance(body.type, ir.Element) and isinstance(expr.type, ir.Element)
            lookup = ir.Lookup(body, args, expr.type if narrowed else body.type, expr.span)
            if all(isinstance(a, ir.Const) for a in args):
                return self.folded(lookup)
            return lookup
        params = expr.function.params
        written = substitute(body, {p.number: a for p, a in zip(params, args, strict=True)})
        self.written[expr.function] += 1
        self.all_written += self.weigh(written, expr.function.name, expr.span, [expr])
        if self.all_written > self.larger * MOST_WRITTEN:
            self.too_long(
                f"{expr.function.name} and all before it", self.all_written,
                self.larger * MOST_WRITTEN, expr.span, self.written,
            )  # fmt: skip
        return self.expr(written) if any(isinstance(a, ir.Const) for a in args) else written

    def weigh(self, written: Node, name: str, span: Span, asked: list[Any]) -> int:
        """How large it is what is written out; raises `RulesError` if that is too large for a game.
        `asked`: what it has been written out from."""
        found = cost(written, self.costs)
        if not span.file.text:
            span = next(
                (s for n in walk(written) if (s := getattr(n, "span", span)).file.text), span
            )
        allowed, deepest = self.larger * MOST_NODES, self.deeper * DEEPEST
        if found.nodes > allowed:
            self.too_long(name, found.nodes, allowed, span, self.uses(asked))
        if found.depth > deepest:
            much = f"nested too deeply: {found.depth:,} levels, where {deepest:,} are allowed"
            self.too_large(name, much, span, "")
        if takes_long(found, self.longer, self.larger):
            self.takes_long(written, name, span)
            self.findings.raise_errors()
        return found.nodes

    def too_long(
        self, name: str, parts: int, allowed: int, span: Span, used: Counter[ir.Function]
    ) -> None:
        """Report that definitions written out are too long, with those that make most of it, how
        large each is, and how often it stands there."""
        sizes = {f: cost(cast(ir.Expr, self.bodies[f]), self.costs).nodes for f in used}
        most = sorted(used, key=lambda f: used[f] * sizes[f], reverse=True)[:MOST_DEAR]
        dear = [f for f in most if 10 * used[f] * sizes[f] >= sizes[most[0]] * used[most[0]]]
        told = ", ".join(
            f"{f.name} has {many(sizes[f], 'part')} and is used "
            + ("once" if used[f] == 1 else f"{used[f]:,} times")
            for f in dear
        )
        much = f"too long: {parts:,} parts, where {allowed:,} are allowed"
        self.too_large(name, much, span, f"{told}; " if told else "")

    def too_large(self, name: str, much: str, span: Span, dear: str) -> None:
        self.findings.add(
            "E196", f"{name}, with all definitions written out, is {much}", span,
            hint=f"{dear}a definition is written out wherever it is used, so those that use others "
            "several times grow fast; work it out once: in a mark that a `whenever` sets, or with "
            "`let` in a procedure (`to`)",
        )  # fmt: skip
        self.findings.raise_errors()

    def uses(self, asked: list[Any]) -> Counter[ir.Function]:
        """How often each definition stands in what is written out for some trees; what is given to
        one stands wherever it is read."""
        used = Counter[ir.Function]()

        def count(node: Node, times: int) -> None:
            if not isinstance(node, ir.Call):
                for child in children(node):
                    count(child, times)
                return
            body = self.bodies.get(node.function)
            if body is None or isinstance(body, ir.Table):
                reads = Counter(one.number for one in node.function.params)
            else:
                reads = Counter(one.number for one in walk(body) if isinstance(one, ir.Local))
                used[node.function] += times
            for param, arg in zip(node.function.params, node.args, strict=True):
                count(arg, times * reads[param.number])

        for tree in filter(None, asked):
            count(tree, 1)
            if isinstance(tree, ir.Call):  # what this one is made of
                used[tree.function] -= 1
                count(tree.function.body, 1)
        return +used

    def takes_long(self, written: Node, name: str, span: Span) -> None:
        """Report what is written out as too long to go through, with the loops that make it so."""
        found = longest(written, span, self.costs, self.longer, self.larger)
        steps = f"{found.steps:,}" if found.steps < MOST_TOLD else f"more than {MOST_TOLD:,}"
        counts = "every loop counts as long as it can get"
        if found.surely:
            counts = "only what goes through whole types and ranges counts"
        notes = [
            Note(f"{_product(rounds)} times", place)
            for place, rounds in groupby(found.rounds, key=lambda one: one.span)
        ]  # of one place the hint says as much
        apart = "; one of several parameters can be chosen apart, in a step or a choice of its own"
        self.findings.add(
            "E197",
            f"{name}: this can take {steps} steps{self.sized}; {found.most:,} are allowed",
            found.place, *(notes[:MOST_NOTES] if len(notes) > 1 else ()),
            hint=f"{counts}, here {_product(found.rounds)}: go through smaller sets, or fewer at a "
            f"time, as those of first(4, SET){apart * (len(notes) == 1 < len(found.rounds))}",
        )  # fmt: skip

    @property
    def sized(self) -> str:
        """The values of the options on which sizes hang, at the end of a message."""
        sized = {*self.program.sized, *(name for b in self.program.boards for name in b.options)}
        chosen = [option for option in self.program.options if option.name in sized]
        return as_chosen((option, self.options[option.name]) for option in chosen)

    def body(self, function: ir.Function) -> ir.Expr | ir.Table:
        if function not in self.bodies:
            body = self.expr(function.body)
            self.bodies[function] = self.tabulated(function, body) or body
        return self.bodies[function]

    def tabulated(self, function: ir.Function, body: ir.Expr) -> ir.Table | None:
        """A table of a definition's values, when it depends only on few possible arguments."""
        keys = [key for p in function.params if (key := self.key_for(p.type)) is not None]
        size = 1
        for key in keys:
            size *= key.size
        numbers = {p.number for p in function.params}
        depends = depends_on(body, self.outside)
        fixed = (
            depends is not None
            and depends <= numbers
            and not isinstance(body.type, ir.StackOf | ir.RowOf)
        )
        if not keys or len(keys) != len(function.params) or size > LARGEST_TABLE or not fixed:
            return None
        if not self.may_spend(body, size):
            return None
        where = [p.number for p in function.params]
        may_lack = [
            p for p, key in zip(function.params, keys, strict=True)
            if not all(self.is_there(i, p.type) for i in range(key.size))
        ]  # fmt: skip
        asked = prepare(body)
        values = [
            self.entry(body, asked, dict(zip(where, indices, strict=True)), may_lack, keys)
            for indices in product(*(range(k.size) for k in keys))
        ]
        self.lacking.tell(self.findings, len(keys), function)
        kind = body.type
        if isinstance(kind, ir.Number):
            kind = ir.Number(min(values), max(values))
        table = ir.Table(
            len(self.tables), function.name, tuple(keys), kind, tuple(values), function.span
        )
        self.tables.append(table)
        return table

    def entry(
        self,
        body: ir.Expr,
        asked: Evaluator,
        values: dict[int, Value],
        may_lack: Sequence[ir.Local],
        keys: Sequence[ir.Domain],
    ) -> int:
        """A value for the table; numbers below a parameter's range and cells that are not on the
        board need have none."""
        for p in may_lack:
            if not self.is_there(cast(int, values[p.number]), p.type):
                try:
                    return cast(int, asked(values, no_state, never_asked))
                except PlayError:
                    return 0
        return self.value(body, asked, values, keys) or 0

    def is_there(self, value: int, kind: ir.Type) -> bool:
        """Can a parameter of this type have this value?"""
        match kind:
            case ir.Number(low=low):
                return value >= low
            case ir.Element(domain=domain) if domain.columns:
                return any(value in b.places for b in self.boards if b.component is domain)
        return True

    def key_for(self, kind: ir.Type) -> ir.Domain | None:
        """The domain by which a table can be keyed with a type; none would have no entry."""
        if isinstance(kind, ir.Element):
            return None if kind.optional or kind.domain.width else kind.domain
        if not isinstance(kind, ir.Number) or kind.low < 0 or kind.high > MOST_NUMBERS:
            return None
        for domain in self.domains:
            if domain.kind == "range" and domain.size == kind.high + 1:
                return domain
        labels = tuple(map(str, range(kind.high + 1)))
        self.domains.append(ir.Domain("number", "range", labels))
        return self.domains[-1]

    def statement(self, stmt: ir.Stmt) -> ir.Stmt:
        """A specialised statement; what can never happen is gone."""
        match stmt:
            case ir.Seq(body=body):
                return changed(stmt, body=tuple(self.sequence(body)))
            case ir.If():
                test = self.expr(stmt.test)
                if isinstance(test, ir.Const) and self.is_gone(stmt.test):
                    if test.value:
                        return self.statement(stmt.then)
                    return ir.Seq(()) if stmt.other is None else self.statement(stmt.other)
                other = None if stmt.other is None else self.statement(stmt.other)
                if other is not None and is_nothing(other):
                    other = None
                return changed(stmt, test=test, then=self.statement(stmt.then), other=other)
            case ir.For() | ir.Loop() | ir.Block() | ir.Times():
                inside = self.statement(stmt.body)
                if is_nothing(inside) and not isinstance(stmt, ir.Loop):
                    return inside
                if isinstance(stmt, ir.For):
                    first = None if stmt.first is None else self.expr(stmt.first)
                    return changed(stmt, source=self.expr(stmt.source), body=inside, first=first)
                if isinstance(stmt, ir.Times):
                    return changed(stmt, count=self.expr(stmt.count), body=inside)
                if isinstance(stmt, ir.Loop) and is_leave(inside, stmt.label):
                    return ir.Seq(())
                return changed(stmt, body=inside)
            case ir.Choose():
                possible, impossible = [], []
                for alternative in map(self.offered_once.alternative, stmt.alternatives):
                    guards = self.parts(alternative.guards)
                    if any(map(is_false, guards)) and self.is_gone(*alternative.guards):
                        impossible.append(self.never(alternative, guards))
                    else:
                        possible.append(self.alternative(alternative, guards))
                return changed(stmt, alternatives=tuple(possible), impossible=tuple(impossible))
        return with_children(stmt, self.part)

    def is_gone(self, *asked: ir.GenericExpr | ir.Guard) -> bool:
        """Is what can never happen left out, for this was asked before it?"""
        return True

    def sequence(self, body: Iterable[ir.Stmt]) -> Iterator[ir.Stmt]:
        for stmt in body:
            made = self.statement(stmt)
            if isinstance(made, ir.Seq) and not any(isinstance(s, ir.Let) for s in made.body):
                yield from made.body
            else:
                yield made

    def never(self, a: ir.Alternative, guards: tuple[ir.Guard, ...]) -> ir.Alternative:
        """What is left of an alternative of which a guard can never hold under these options."""
        guards = tuple(filter(is_false, guards))
        text = self.part(a.text)
        return changed(
            a, params=self.parts(a.params), guards=guards, body=ir.Seq(()), text=text,
            compose=a.compose and replace(a.compose, steps=(), finishes=(), weight=None),
        )  # fmt: skip

    def alternative(self, a: ir.Alternative, guards: tuple[ir.Guard, ...]) -> ir.Alternative:
        params, text = self.parts(a.params), self.part(a.text)
        if most := too_often_combined(params):
            self.findings.add(
                "E197",
                f"{a.name}: its parameters can be combined in more than {most:,} ways{self.sized}",
                a.span,
                hint="draw them from smaller sets, or let what the action does hold another choice",
            )  # fmt: skip
        return changed(
            a, params=params, guards=that_may_fail(guards), body=self.statement(a.body), text=text,
            compose=a.compose and self.part(a.compose),
        )  # fmt: skip

    def compose(self, compose: ir.Compose) -> ir.Compose:
        """The specialised compose that a question is about; its steps stay even where a guard never
        holds, for they are numbered."""
        if compose not in self.composes:
            made = self.part(self.offered_once.compose(compose))
            self.composes[compose] = replace(made, index=len(self.composes))
        return self.composes[compose]

    def numbered(self, stmt: ir.Stmt) -> ir.Stmt:
        """The same statement with its choices numbered, outer ones before those inside them."""
        if isinstance(stmt, ir.Choose):
            point = len(self.choices)
            self.choices.append(stmt)
            made = changed(
                stmt,
                point=point,
                alternatives=tuple(
                    changed(a, body=self.numbered(a.body)) for a in stmt.alternatives
                ),
            )
            self.choices[point] = made
            return made
        if not isinstance(stmt, ir.Seq | ir.If | ir.Block | ir.Loop):
            return stmt  # holds none
        return with_children(
            stmt,
            lambda child: self.numbered(cast(ir.Stmt, child)) if is_statement(child) else child,
        )


class _Unfolded(_Specialiser):
    """Options get their values and definitions are written out; all else stays as it is.

    So what is a table in play, asked once for each key, is written out here with all its cases, and
    what was known by then stands there too: rules that can be played have to fit all the same. So
    have the steps, of which each can stand for all that a table was worked out with; how long every
    loop can get says little then, and what whole types and ranges take for sure stays a limit.
    """

    larger, deeper, longer = 20, 3, MOST_WORKED_OUT

    def expr(self, expr: ir.GenericExpr) -> ir.Expr:
        if isinstance(expr, ir.Cond):
            return with_children(expr, self.expr)
        return super().expr(expr)

    def sequence(self, body: Iterable[ir.Stmt]) -> Iterator[ir.Stmt]:
        """What a procedure does stays together, at the place where it is called."""
        return map(self.statement, body)

    def on_board(self, expr: ir.Const, domain: ir.Domain) -> None:
        """Nothing: what these options rule out is still there."""

    def call(self, expr: ir.Call) -> ir.Expr:
        """The definition, with the place where it is asked for around it."""
        return _standing_at(expr, super().call(expr))

    def body(self, function: ir.Function) -> ir.Expr | ir.Table:
        """What the definition says; around a parameter stands its place there, and stays when a
        value is put in."""
        if function not in self.bodies:
            numbers = {p.number for p in function.params}

            def placed(node: Node) -> Node:
                if isinstance(node, ir.Local) and node.number in numbers:
                    return _standing_at(node, node)
                return node

            self.bodies[function] = rewrite(self.expr(function.body), placed)
        return self.bodies[function]

    def logic(self, expr: ir.Op) -> ir.Expr:
        return with_children(expr, self.expr)

    def fold(self, expr: ir.Fold) -> ir.Expr:
        return with_children(expr, self.expr)

    def folded(self, expr: ir.Expr) -> ir.Expr:
        return expr


class _Settled(_Specialiser):
    """All is worked out; of choices and offers those are left out that are nowhere else either."""

    def __init__(
        self, program: ir.GenericProgram, options: dict[str, int], findings: Findings
    ) -> None:
        super().__init__(program, options, findings)
        self.unfolded = _Unfolded(program, options, findings)

    def is_gone(self, *asked: ir.GenericExpr | ir.Guard) -> bool:
        kept = (self.unfolded.part(one) for one in asked)
        return any(
            is_false(one) if isinstance(one, ir.Guard) else isinstance(one, ir.Const)
            for one in kept
        )


def _standing_at(place: ir.GenericExpr, expr: ir.Expr) -> ir.Expr:
    """An expression that is asked for at the place of another one."""
    some = place.type.low if isinstance(place.type, ir.Number) else 0  # which is never asked for
    nothing = ir.Const(some, place.type, place.span)
    return ir.Cond(ir.Const(1, ir.Truth()), expr, nothing, place.type, place.span)


def _product(rounds: Iterable[Round]) -> str:
    """How often loops within loops go round: `185 × 185 × 52`."""
    times = [f"{one.times:,}" for one in rounds]
    return " × ".join([*times[:MOST_FACTORS], *(["…"] if times[MOST_FACTORS:] else [])])


STATEMENTS = frozenset(get_args(ir.Stmt))


NOTHING = frozenset[int]()
Outside = dict[int, tuple[Node, frozenset[int] | None]]
"""What trees depend on, by their identity."""

_LOOKED_INTO = frozenset(
    (ir.Local, ir.OptionValue, ir.Call, ir.Const, ir.Cond, ir.Op, ir.Fold, ir.Completable)
)
"""The expressions of which not only the parts are specialised."""

_OF_THE_GAME = frozenset((ir.Read, ir.OnGrid, ir.OptionValue, ir.Call, ir.Completable))

_NEVER_FOLDED = frozenset((ir.Const, ir.Local, ir.Read, ir.Completable))


def is_statement(node: object) -> bool:
    return type(node) in STATEMENTS


def is_nothing(stmt: ir.Stmt) -> bool:
    return isinstance(stmt, ir.Seq) and all(is_nothing(s) for s in stmt.body)


def is_leave(stmt: ir.Stmt, label: int) -> bool:
    """Does the statement do nothing but leave?"""
    if isinstance(stmt, ir.Seq):
        return len(stmt.body) == 1 and is_leave(stmt.body[0], label)
    return isinstance(stmt, ir.Leave) and stmt.label == label


def is_true(guard: ir.Guard) -> bool:
    return isinstance(guard.test, ir.Const) and bool(guard.test.value)


def that_may_fail(guards: Iterable[ir.Guard]) -> tuple[ir.Guard, ...]:
    return tuple(guard for guard in guards if not is_true(guard))


def is_false(guard: ir.Guard) -> bool:
    return isinstance(guard.test, ir.Const) and not guard.test.value


def is_fixed(expr: ir.Expr, bound: frozenset[int] = NOTHING) -> bool:
    """Does the expression depend on nothing but these locals?"""
    depends = depends_on(expr, {})
    return depends is not None and depends <= bound


def depends_on(expr: Node, known: Outside) -> frozenset[int] | None:
    """The locals that an expression depends on, if it depends on nothing else.

    `known`: what other trees depend on, which may be parts of this one; more is added.
    """
    if type(expr) in _OF_THE_GAME:
        return None
    if isinstance(expr, ir.Const):
        return NOTHING
    before = known.get(id(expr))
    if before is not None:
        return before[1]
    found = _depends_on(expr, known)
    known[id(expr)] = expr, found
    return found


def _depends_on(expr: Node, known: Outside) -> frozenset[int] | None:
    if isinstance(expr, ir.Local):
        return frozenset((expr.number,))
    found = NOTHING
    for child in children(expr):
        inside = depends_on(child, known)
        if inside is None:
            return None
        found |= inside
    return found - {expr.local.number} if isinstance(expr, ir.Fold | ir.Paths) else found
