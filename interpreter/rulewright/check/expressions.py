"""Expressions: every name gets its meaning, every expression its type.

Tree of what was written in, generic core out. A name is looked up, in this order: names bound
around the place; an element of the type that is wanted there; a declaration; an element of any type
that has just one such. What cannot be understood is reported and becomes `BROKEN`, which fits
everywhere, so that one mistake costs one message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial, reduce
from itertools import permutations
from typing import assert_never

from ..core import ir
from ..core.evaluate import as_chosen
from ..core.walk import changed, substitute, walk_called
from ..diagnostics import Findings, Fix, Note, did_you_mean, near
from ..source import NOWHERE, Span
from ..syntax import nodes as n
from . import boards, comparisons, fixed, grids, kinds, queries, suggesting
from .builtins import BUILT_IN
from .context import beyond, kept_within, not_reserved, shown_range
from .modules import CELLS, values_of
from .narrowing import NOTHING_KNOWN, Known, known_if, known_unless, lasting, narrowed, plain
from .roles import EndingReader, Questions
from .scope import (
    BoardSymbol,
    DomainSymbol,
    FunctionSymbol,
    HistorySymbol,
    Names,
    OptionSymbol,
    Scope,
    Symbol,
    TableSymbol,
    VariableSymbol,
)
from .types import (
    BIG,
    BROKEN,
    BROKEN_DOMAIN,
    BROKEN_TYPE,
    NOTHING,
    TRUTH,
    as_set,
    broken_type,
    counted,
    domain_of,
    element_of,
    fits,
    is_broken,
    is_collection,
    is_slot,
    op,
    same_domain,
    shown,
    stand_here,
    wider,
    yes_no,
)

Columns = list[tuple[str, TableSymbol]]
"""The columns of a name, each with the type that has it."""

UNQUOTED = ("E100", "E107", "E108", "E111", "E112", "E116")  # may be about part of a name
MOST_ORDERED = 3  # things that something is asked of, which may stand in another order
OF_ONE_KIND = ("between", "common", "max", "min", "quotient", "remainder")
"""Functions of several things of one kind, whose order says nothing or means something else."""
MOST_READS = 200_000  # of expressions: a few for each that is written

SAYS_NONE = "the mark that it goes to says `or none`"


class Expressions:
    """Reads expressions within a scope; one for each program."""

    def __init__(
        self, scope: Scope, findings: Findings, broken: frozenset[str] = frozenset()
    ) -> None:
        self.scope = scope
        self.findings = findings
        self.broken = broken  # words of what could not be read: names that may be declared there
        self.no_me = ""  # why `me` may not be read here, if so
        self.for_me = ""  # and what may be read instead
        self.mistakes = 0  # how often something could not be understood, told or not
        self.definer = self  # who reads definitions, so that what they find is never lost
        self.reads = 0  # expressions, some of them read twice
        self.known = NOTHING_KNOWN  # what is not none where reading has got to
        self.gone = NOTHING_KNOWN  # what was, before something that may have changed it
        self.possible: Questions | None = None  # what writes out whether something can be chosen
        self.ending: EndingReader | None = None  # what reads score lines, if that is not done yet

    def trial(self) -> Expressions:
        """A reader whose findings do not count, to learn the type of something first."""
        other = Expressions(self.scope, Findings(), self.broken)
        other.no_me, other.for_me = self.no_me, self.for_me
        other.definer = self.definer
        other.known, other.possible, other.ending = self.known, self.possible, self.ending
        return other

    @contextmanager
    def knowing(self, known: Known) -> Iterator[None]:
        """What is read within knows this too."""
        before, gone = self.known, self.gone
        self.known, self.gone = before | known, gone - known
        yield
        self.known, self.gone = before, gone

    def forget(self, written: Collection[ir.StateVariable] | None = None) -> None:
        """What was known of the table to be there may be gone: of these state variables, or, if
        none are named, of all."""
        before = self.known
        self.known = lasting(before, written)
        self.gone |= before - self.known

    @contextmanager
    def anew(self) -> Iterator[None]:
        """What is read within stands elsewhere: of it nothing is known, and `me` is as it says."""
        before = self.no_me, self.for_me, self.known, self.gone, self.mine
        self.no_me, self.for_me, self.mine = "", "", True
        self.known = self.gone = NOTHING_KNOWN
        yield
        self.no_me, self.for_me, self.known, self.gone, self.mine = before

    @contextmanager
    def of_nobody(self) -> Iterator[None]:
        """Within, no example is told with `me`, which a position cannot name."""
        before, self.mine = self.mine, False
        yield
        self.mine = before

    mine: bool = True

    def may_be_declared(self, name: str) -> bool:
        """Might a declaration that could not be read hold this name, or a table it names?"""
        lost = name in self.broken or "csv" in self.broken
        self.mistakes += lost
        return lost

    def error(
        self, code: str, message: str, span: Span, *notes: Note, hint: str = "",
        fix: Fix | None = None,
    ) -> ir.Expr:  # fmt: skip
        if code in UNQUOTED and (quoted := suggesting.unquoted(self.scope, span))[1]:
            hint, fix = quoted
        self.findings.add(code, message, span, *notes, hint=hint, fix=fix)
        self.mistakes += 1
        return BROKEN

    def origins(self, *exprs: ir.Expr) -> tuple[Note, ...]:
        """Where the types of expressions come from: the declarations they read."""
        found: list[Note] = []
        for expr in exprs:
            match expr:
                case ir.Read(variable=ir.StateVariable(name=name, span=span)):
                    pass
                case ir.Lookup(table=ir.Table(name=name, span=span)):
                    pass
                case ir.Call(function=ir.Function(name=name, span=span)):
                    pass
                case ir.OptionValue(name=name):
                    span = self.scope.values[name].span
                case _:
                    continue
            is_own = name in self.scope.values or name not in BUILT_IN
            if is_own and span.file.text and name in span.text():
                found.append(Note(f"{name} is declared here", span))
        return tuple(found)

    def truth(self, node: n.Expr, names: Names, meant: Callable[[], str] = lambda: "") -> ir.Expr:
        """A condition; `meant`: what is, if a part of a longer one is none."""
        expr = self.read(node, names, TRUTH)
        if not fits(expr.type, TRUTH):
            return self.error(
                "E110",
                f"a condition is wanted here, but this is {shown(expr.type)}",
                node.span,
                *self.origins(expr),
                hint=meant() or suggesting.made_of(expr, TRUTH, node.span),
            )
        return expr

    def number(self, node: n.Expr, names: Names) -> ir.Expr:
        return self.as_number(self.read(node, names, ir.Number(0, 0)), node)

    def as_number(self, expr: ir.Expr, node: n.Expr) -> ir.Expr:
        if not isinstance(expr.type, ir.Number) and not is_broken(expr):
            return self.error(
                "E111",
                f"a number is wanted here, but this is {shown(expr.type)}",
                node.span,
                *self.origins(expr),
                hint=suggesting.made_of(expr, ir.Number(0, 0), node.span),
            )
        return expr

    def collection(
        self, node: n.Expr, names: Names, wanted: ir.Type | None = None,
        instead: Callable[[ir.Expr], str] | None = None,
    ) -> ir.Expr:  # fmt: skip
        """Something with elements: a set, stack, row, slot, or all of a type. `instead`: a hint
        what else is meant by something that has none."""
        expr = self.read(node, names, wanted)
        if is_slot(expr):  # what lies there, if anything does
            assert isinstance(expr.type, ir.Element)
            return op("set", ir.SetOf(expr.type.domain), node.span, expr)
        if not is_collection(expr.type) and not is_broken(expr):
            meant = (
                instead(expr)
                if instead is not None
                else suggesting.with_elements(self.scope, expr, node.span)
            )
            return self.error(
                "E112",
                f"something with elements is wanted here (a zone, a set, a type), "
                f"but this is {shown(expr.type)}",
                node.span,
                *self.origins(expr),
                hint=suggesting.would_tell(expr, node.span, meant),
            )
        return expr

    def value(
        self, node: n.Expr, names: Names, wanted: ir.Type, mark: n.Expr | None = None
    ) -> ir.Expr:
        """An expression of exactly the wanted type; `mark`: what is set to it."""
        expr = self.read(node, names, wanted)
        if fits(expr.type, wanted):
            if isinstance(wanted, ir.SetOf):
                return as_set(expr)
            return expr
        hint = suggesting.by_column(self.scope, expr, wanted, node.span)
        if isinstance(node, n.Query) and node.kind == "some" and isinstance(wanted, ir.Element):
            drawn = node.span.in_line().removeprefix("some ")
            hint = f"`some` asks whether there is one; the first of them is: the {drawn}"
        hint = hint or suggesting.made_of(expr, wanted, node.span, names)
        if hint.startswith("`some` asks") and mark is not None:
            own, among = node.span.in_line().removeprefix("some ").split(" in ", 1)
            chosen = f"(all {own} in {among})" if " where " in among else among
            hint += f"; by chance: pick {mark.span.in_line()} from {chosen}"
        elif hint.endswith(suggesting.ONE_OF_THEM) and mark is not None:
            hint += f"; by chance: pick {mark.span.in_line()} from {node.span.in_line()}"
        if (
            isinstance(expr.type, ir.Element)
            and expr.type.optional
            and isinstance(wanted, ir.Element)
            and expr.type.domain is wanted.domain
        ):
            gone = plain(expr) in self.gone
            asked = suggesting.not_none(expr, node.span, gone=gone)
            told = f"{asked}; or " if asked else "it may be none here: "
            hint = asked if asked and gone else f"{told}{SAYS_NONE}"
        notes, hidden = suggesting.hidden(node, names, wanted)
        return self.error(
            "E113",
            f"{shown(wanted)} is wanted here, but this is {shown(expr.type)}",
            node.span,
            *(notes or self.origins(expr)),
            hint=hidden or hint,
        )

    def read(self, node: n.Expr, names: Names, wanted: ir.Type | None) -> ir.Expr:
        """Any expression; `wanted` only helps to understand bare names."""
        self.definer.reads += 1
        if self.definer.reads > MOST_READS:
            self.definer.findings.add(
                "E196", "there is too much here to be understood", node.span,
                hint="say it in several definitions",
            )  # fmt: skip
            self.definer.findings.raise_errors()
        return narrowed(self.understood(node, names, wanted), self.known)

    def understood(self, node: n.Expr, names: Names, wanted: ir.Type | None) -> ir.Expr:
        match node:
            case n.Name():
                return self.name(node, names, wanted)
            case n.Integer(value=value):
                if isinstance(wanted, ir.Element) and wanted.domain.kind == "seat":
                    labels = wanted.domain.labels
                    if str(value) in labels:  # seats without names are called by number
                        return ir.Const(labels.index(str(value)), ir.Element(wanted.domain))
                return ir.Const(value, ir.Number(value, value), node.span)
            case n.YesNo(value=value):
                return yes_no(value, node.span)
            case n.Apply():
                return self.apply(node, names)
            case n.Compare():
                return comparisons.compare(self, node, names)
            case n.Check():
                return comparisons.check(self, node, names)
            case n.Arithmetic():
                return self.arithmetic(node, names)
            case n.Negate(operand=operand):
                inner = self.number(operand, names)
                if not isinstance(inner.type, ir.Number):
                    return inner
                kind = ir.Number(-inner.type.high, -inner.type.low)
                if isinstance(inner, ir.Const):
                    return ir.Const(-inner.value, kind, node.span)
                return op("negate", kind, node.span, inner)
            case n.Logic(op=word, items=items):
                things = word == "and" and wanted != TRUTH and self.joined(items, names)
                if things:
                    return self.error(
                        "E110", "`and` joins conditions, and these are things", node.span,
                        hint=things,
                    )  # fmt: skip
                return self.logic(word, items, names, node.span)
            case n.Not(operand=operand):
                return op("not", TRUTH, node.span, self.truth(operand, names))
            case n.When():
                return self.when(node, names, wanted)
            case n.SetLiteral():
                return queries.set_literal(self, node, names, wanted)
            case n.RangeOf():
                return queries.range_of(self, node, names)
            case n.Query():
                return queries.query(self, node, names)
            case n.Paths():
                raise AssertionError("read by the query over it")
            case n.Lifted():
                return queries.lifted(self, node, names)
            case n.Longest():
                return queries.longest(self, node, names)
        assert_never(node)

    def logic(self, word: str, items: tuple[n.Expr, ...], names: Names, span: Span) -> ir.Expr:
        """`and`, `or`: what comes later is asked only if what comes earlier left it open."""
        name: ir.OpName = "and" if word == "and" else "or"
        left_open = known_if if word == "and" else known_unless
        tests: list[ir.Expr] = []
        with self.knowing(NOTHING_KNOWN):
            for index, item in enumerate(items):
                meant = partial(comparisons.shared, self, word, items, index, names)
                tests.append(self.truth(item, names, meant))
                self.known |= left_open(tests[-1])
        return ir.Op(name, tuple(tests), TRUTH, span)

    def joined(self, items: tuple[n.Expr, ...], names: Names) -> str:
        """A hint: the set of things, or of what several sets hold, if none of them is a condition;
        of sets alone the one that holds what is in all of them, too."""
        if not all(isinstance(item, n.Name | n.Apply | n.Query | n.SetLiteral) for item in items):
            return ""
        read = [self.trial().read(item, names, None) for item in items]
        domains = {domain_of(e.type) for e in read}
        if any(map(is_broken, read)) or None in domains or len(domains) > 1:
            return ""
        texts = [item.span.in_line() for item in items]
        if all(isinstance(one.type, ir.Element) and not is_slot(one) for one in read):
            return f"several things are a set: {{{', '.join(texts)}}}"
        are_sets = [is_collection(one.type) for one in read]
        whole = " + ".join(
            f"({text})" if isinstance(item, n.Query) else text if is_set else f"{{{text}}}"
            for text, item, is_set in zip(texts, items, are_sets, strict=True)
        )
        if not all(are_sets):
            return f"several things are a set: {whole}"
        both = reduce(lambda one, other: f"common({one}, {other})", texts)
        all_of, any_of = ("both", "either") if len(texts) == 2 else ("all", "any")
        return f"what is in {all_of} of them: {both}; what is in {any_of}: {whole}"

    def name(self, node: n.Name, names: Names, wanted: ir.Type | None) -> ir.Expr:
        text = node.text
        if not node.quoted and text in names:
            return changed(names[text], span=node.span)  # it is asked for here
        domain = None
        if isinstance(wanted, ir.Element | ir.SetOf | ir.StackOf | ir.RowOf):
            domain = None if wanted.domain is BROKEN_DOMAIN else wanted.domain
        if isinstance(wanted, ir.Element) and text in NOTHING and not node.quoted:
            return ir.Const(-1, ir.Element(wanted.domain, True), node.span)
        if isinstance(wanted, ir.Number) and wanted.low == -1 and text in NOTHING:
            if not node.quoted:
                return ir.Const(-1, ir.Number(-1, -1), node.span)
        if domain is not None and text in domain.labels:
            return ir.Const(domain.labels.index(text), ir.Element(domain), node.span)
        if not node.quoted:
            if self.scope.is_type_and_more(text):
                self.mistakes += 1  # which was meant is not known, and has been told
                return BROKEN
            found = self.declared(node, names)
            if found is not None:
                return found
        homes = self.scope.with_label(text)
        if len(homes) == 1:
            self.scope.values[homes[0].name].used = True
            return ir.Const(homes[0].labels.index(text), ir.Element(homes[0]), node.span)
        if homes:
            several = ", ".join(sorted(d.name for d in homes))
            return self.error(
                "E101", f"{text} could be one of several types here: {several}", node.span,
                hint=self.asked_of(wanted, homes, text),
            )  # fmt: skip
        return self.unknown(node, names, domain, wanted)

    def asked_of(self, wanted: ir.Type | None, homes: Sequence[ir.Domain], text: str) -> str:
        """`c is red`, where one property of what is compared may be red."""
        of = wanted.domain if isinstance(wanted, ir.Element) else None
        found = [name for home in homes for name in suggesting.properties(self.scope, of, home)]
        if of is None or len(found) != 1:
            return ""
        x = suggesting.letter(of, suggesting.NO_NAMES)
        return f"what one has is asked so: {found[0]} of {x} is {suggesting.written(text)}"

    def unknown(
        self, node: n.Name, names: Names, domain: ir.Domain | None, kind: ir.Type | None
    ) -> ir.Expr:
        wanted = f" (a {domain.name} is wanted here)" if domain else ""
        if node.text in NOTHING:
            held = kind is not None and is_collection(kind)
            hint = suggesting.EMPTY if held else ""
            if not hint and not isinstance(kind, ir.Element):
                hint = f"it stands behind what is asked: VALUE is {node.text}"
            return self.error("E102", f"{node.text} cannot stand here", node.span, hint=hint)
        if self.broken and kind is not None and broken_type(kind):
            self.mistakes += 1  # its values may stand in what could not be read
            return BROKEN
        unsure = {CELLS} if domain is None else {CELLS, values_of(domain.name)}
        if self.may_be_declared(node.text) or any(map(self.may_be_declared, unsure)):
            return BROKEN
        column = next((s for (_, c), s in self.scope.columns.items() if c == node.text), None)
        if column is not None:
            return self.missing_keys(column, column.table.keys, node.span, names)
        if (found := kinds.what_is(self.scope, node.text)) is not None:
            elsewhere = found[0] in kinds.BOUND
            why = "which means nothing here" if elsewhere else "which has no value"
            place = Note(f"{node.text} is declared here", found[1])
            is_told = found[1].file is not NOWHERE.file
            is_told &= not elsewhere or _in_one_declaration(found[1], node.span)
            hint = _bound_here(names) if elsewhere else suggesting.members(domain)
            if (away := kinds.away_from_the_table(self.scope, node)) is not None:
                hint = away.hint or hint
                return self.error("E103", away.message, node.span, away.note, hint=hint)
            if found[0] == kinds.SELECTION:
                hint = "it is asked once it is chosen: in the `needs` of a finish, or behind them"
            meant = suggesting.value(self.scope, node.text, names, kind)
            if not elsewhere and meant.hint.startswith("did you mean"):
                hint = meant.hint
            return self.error(
                "E103", f"{node.text} is {found[0]}, {why}", node.span,
                *[place] * is_told, hint=hint,
            )  # fmt: skip
        if (of := self.scope.elsewhere.get(node.text)) is not None:
            return self.error(
                "E223", f"{node.text} is no {of}{self.chosen()}", node.span,
                hint="it is one with other options only; a rule names what there always is",
            )  # fmt: skip
        english = suggesting.in_its_line(node.span)
        if english is not None and not suggesting.in_other_case(self.scope, node.text, names):
            said, hint, fix = english
            return self.error("E060", f"`{said}` has no meaning here", fix.span, hint=hint, fix=fix)
        meant = suggesting.value(self.scope, node.text, names, kind)
        if told := suggesting.either(self.scope, node):
            meant = suggesting.Suggested(told)
        if isinstance(kind, ir.SetOf) and kind.domain is self.scope.seats:
            meant = suggesting.of_seats(node.text, self.no_me) or meant
        return self.error(
            "E100",
            f'unknown name "{node.text}"{wanted}',
            node.span,
            hint=meant.hint,
            fix=meant.fix(node.span),
        )

    def chosen(self) -> str:
        """The options on which sizes hang, as they are chosen, in a message."""
        return as_chosen(self.scope.choices.given(self.scope.choices.asked))

    def declared(self, node: n.Name, names: Names | None = None) -> ir.Expr | None:
        """The value of a declaration that needs no keys, or None when nothing has this name.
        `names`: what is bound around it, to be told."""
        text, span = node.text, node.span
        if text == "me":
            if self.no_me:
                return self.error(
                    "E104", f"`me` means nothing here: {self.no_me}", span, hint=self.for_me
                )
            return ir.Read(self.scope.me, (), ir.Element(self.scope.seats), span)
        if text == "opponent":
            if self.no_me and self.scope.seats.size == 2:
                seat = _bound_to([self.scope.seats], names or {})
                return self.error(
                    "E104", f"`opponent` means nothing here: {self.no_me}", span,
                    hint=f"the other seat of two: next of {seat[0]}" if seat else "",
                )  # fmt: skip
            me = self.declared(n.Name("me", span=span))
            if self.scope.seats.size != 2:
                return self.error(
                    "E105", "`opponent` needs a game for exactly two seats", span
                )  # fmt: skip
            assert me is not None
            return op("next_seat", ir.Element(self.scope.seats), span, me)
        if text == "passes":
            return ir.Read(self.scope.passes, (), self.scope.passes.type, span)
        if text == "winners":
            return self.winners(span)
        symbol = self.scope.values.get(text)
        if symbol is None:
            return None
        symbol.used = True
        match symbol:
            case DomainSymbol(domain=domain):
                return boards.all_of(self.scope, domain, span)
            case BoardSymbol(board=board):
                if board.component.columns:
                    return boards.all_of(self.scope, board.component, span)
                mask = sum(1 << element for element in board.places)
                return ir.Const(mask, ir.SetOf(board.component), span)
            case OptionSymbol(option=option):
                return ir.opened(ir.OptionValue(option.name, option.type, span))
            case VariableSymbol(variable=variable) if variable.grows:
                return grids.whole(variable, span)
            case VariableSymbol(variable=variable):
                if variable.keys:
                    return self.missing_keys(symbol, variable.keys, span, names or {})
                return ir.Read(variable, (), variable.type, span)
            case FunctionSymbol():
                function = self.function(symbol)
                if function is None or self.reads_forbidden_me(function, span):
                    return BROKEN
                if function.params:
                    kinds = ", ".join(str(p.type) for p in function.params)
                    return self.error(
                        "E106", f"{text} wants {counted(len(function.params))}: {kinds}", span,
                        Note(f"{text} is defined here", symbol.span),
                        hint=_given_to(text, function.params, names or {}),
                    )  # fmt: skip
                return ir.opened(ir.Call(function, (), function.body.type, span))
            case TableSymbol(table=table):
                return self.missing_keys(symbol, table.keys, span, names or {})
        often = isinstance(symbol, HistorySymbol)
        return self.error(
            "E103", f"{text} is {symbol.kind}; it has no value", span,
            hint=f"times({text}) says how often it has been as it is now" if often else "",
        )  # fmt: skip

    def missing_keys(
        self, symbol: Symbol, keys: tuple[ir.Domain, ...], span: Span, names: Names
    ) -> ir.Expr:
        of = ", ".join(k.name for k in keys)
        mine = self.mine and not self.no_me and keys == (self.scope.seats,)
        drawn = re.search(r"\bin\s+$", span.file.text[: span.start]) is not None
        values = kinds.of_its_values(self.scope, symbol.name) if drawn else ""
        return self.error(
            "E106",
            f"{symbol.name} needs to be told whose or which: write {symbol.name} of … ({of})",
            span,
            Note(f"{symbol.name} is declared here", symbol.span),
            hint=values or f"for example: {suggesting.member(self.scope, symbol.name, keys, mine)}"
            if values or mine or not (bound := _bound_to(keys, names))
            else f"write: {_asked_of(symbol.name, bound)}",
        )

    def winners(self, span: Span) -> ir.Expr:
        """The seats that have won: by a condition, or those whose total is best."""
        if self.ending is not None and not self.ending.is_known(self, "winner", span):
            return BROKEN
        if self.definer.won_by is not None:
            return self.definer.won_by
        seat, other = (self.scope.fresh(x, ir.Element(self.scope.seats), span) for x in "pq")
        mine, theirs = self.total(seat, span), self.total(other, span)
        if is_broken(mine):
            return BROKEN
        everybody = ir.Const(self.scope.seats.everything(), ir.SetOf(self.scope.seats), span)
        best = op(
            "at_least" if self.definer.best == "most" else "at_most", TRUTH, span, mine, theirs
        )
        leads = ir.Fold("every", other, everybody, None, best, TRUTH, span)
        return ir.Fold("all", seat, everybody, leads, None, ir.SetOf(self.scope.seats), span)

    best: str = "most"
    won_by: ir.Expr | None = None  # the seats that win by a condition

    def total(self, seat: ir.Expr, span: Span) -> ir.Expr:
        """The sum of all score lines of a seat."""
        if self.ending is not None and not self.ending.is_known(self, "score", span):
            return BROKEN
        expr: ir.Expr = ir.Const(0, ir.Number(0, 0), span)
        for line in self.scope.scores:
            if is_broken(line.value):
                return BROKEN
            value = substitute(line.value, {line.local.number: seat})
            expr = op("add", _sum_of(expr.type, value.type), span, expr, value)
        return expr

    def apply(self, node: n.Apply, names: Names) -> ir.Expr:
        name = node.name.text
        homes = [(d, s) for (d, c), s in self.scope.columns.items() if c == name]
        if name in names:
            hides = homes or name in self.scope.values
            bound = names[name].span
            notes = (Note(f"{name} is this here", bound),) if bound.file.text else ()
            return self.error(
                "E107", f"{name} is a value here and takes none", node.name.span, *notes,
                hint=f"it hides the {name} that is asked of something: give one of the two another "
                "name" if hides else "",
            )  # fmt: skip
        if self.is_column_of_broken(node, names, homes):
            self.read(node.args[0], names, None)
            return BROKEN
        symbol = self.column(node, names, homes)
        built_in = BUILT_IN.get(name)
        if symbol is None and built_in is not None and not self.takes_values(name):
            before = len(self.findings.found)
            made = built_in(self, node, names)
            if is_broken(made) and name not in OF_ONE_KIND:
                self.tell_order(node, names, before)
            return made
        symbol = symbol or self.scope.values.get(name)
        if symbol is None and self.may_be_declared(name):
            return BROKEN
        found = kinds.what_is(self.scope, name) if symbol is None else None
        if found is not None:
            meant = suggesting.elsewhere("value", name)
            line = node.span.file.line_text(node.span.line)
            if found[0] == "a score line" and line.split()[:1] == ["expect"]:
                meant = suggesting.Suggested(
                    f"all score lines together are score of {node.args[0].span.in_line()}; for one "
                    "alone a definition says what it counts: define NAME of p: seat = …"
                )
            if name == "opponent":
                meant = suggesting.Suggested(f"write: next of {node.args[0].span.text()}")
            if not meant.hint:
                given = self.trial().read(node.args[0], names, None).type
                meant = suggesting.near_function(self.scope, name, given, BUILT_IN)
            return self.error(
                "E107", f"{name} is {found[0]} and takes no value", node.name.span,
                Note(f"{name} is declared here", found[1]), hint=meant.hint,
                fix=meant.fix(node.name.span),
            )  # fmt: skip
        if symbol is None:
            given = self.trial().read(node.args[0], names, None).type
            asked = node.args[0].span.in_line()
            meant = suggesting.function(self.scope, name, given, BUILT_IN, asked)
            return self.error(
                "E100", f'unknown name "{name}"', node.name.span, hint=meant.hint,
                fix=meant.fix(node.name.span),
            )  # fmt: skip
        symbol.used = True
        match symbol:
            case VariableSymbol(variable=variable):
                kinds_wanted: list[ir.Type] = [ir.Element(k) for k in variable.keys]
                args = self.args(node, names, kinds_wanted, symbol, variable.type)
                return BROKEN if args is None else ir.Read(variable, args, variable.type, node.span)
            case TableSymbol(table=table):
                kinds_wanted = [ir.Element(k) for k in table.keys]
                args = self.args(node, names, kinds_wanted, symbol, table.type)
                return BROKEN if args is None else ir.Lookup(table, args, table.type, node.span)
            case FunctionSymbol(declaration=declaration):
                if symbol.busy and len(declaration.params) != len(node.args):
                    self.miscounted(node, symbol, len(declaration.params))  # it may mean another
                    return BROKEN
                function = self.function(symbol)
                if function is None or self.reads_forbidden_me(function, node.span):
                    return BROKEN
                kinds_wanted = [p.type for p in function.params]
                args = self.args(node, names, kinds_wanted, symbol, function.body.type)
                if args is None:
                    return BROKEN
                return ir.opened(ir.Call(function, args, function.body.type, node.span))
            case DomainSymbol(domain=domain) if domain.width:
                return grids.cell_of(self, node, domain, names)
        if self.may_be_declared(name):  # a column may be called so, too
            return BROKEN
        if name in self.scope.twice:  # which has been told, and the other one may take values
            self.mistakes += 1
            return BROKEN
        hint = ""
        if isinstance(symbol, DomainSymbol) and len(node.args) == 1:
            one, place = ir.Element(symbol.domain), node.args[0].span
            expr = self.trial().read(node.args[0], names, one)
            is_one = expr.type == one  # `card of Ace`
            hint = suggesting.made_of(expr, one, place, names)
            hint = f"write just: {place.in_line()}" if is_one else hint
        return self.error(
            "E107", f"{name} is {symbol.kind} and takes no value", node.name.span,
            Note(f"{name} is declared here", symbol.span), hint=hint,
        )  # fmt: skip

    def miscounted(self, node: n.Apply, symbol: Symbol, wanted: int, types: str = "") -> None:
        """Report that something is given more values than it takes, or fewer: another may be
        meant."""
        given = len(node.args)
        known = [
            name
            for name, other in self.scope.values.items()
            if isinstance(other, FunctionSymbol) and len(other.declaration.params) == given
        ]
        self.error(
            "E106",
            f"{symbol.name} wants {counted(wanted)}{types}, and {stand_here(given)}"
            if wanted
            else f"{symbol.name} is not one of several: write just {symbol.name}",
            node.span,
            Note(f"{symbol.name} is declared here", symbol.span),
            hint=did_you_mean(symbol.name, known),
        )

    def takes_values(self, name: str) -> bool:
        """Is this declared, and might it be applied? An option may be called `size`."""
        return not isinstance(self.scope.values.get(name), OptionSymbol | None)

    def is_column_of_broken(self, node: n.Apply, names: Names, homes: Columns) -> bool:
        """A column of something that is not understood: which column cannot be told."""
        if not homes or len(node.args) != 1:
            return False
        arg = node.args[0]
        if isinstance(arg, n.Name) and not arg.quoted and arg.text in names:
            return is_broken(names[arg.text])
        return is_broken(self.trial().read(arg, names, None))

    def column(self, node: n.Apply, names: Names, homes: Columns) -> Symbol | None:
        """The column of a component that `name of x` means, told apart by the type of x."""
        name = node.name.text
        if len(node.args) != 1 or not homes:
            return None
        other = self.scope.values.get(name)
        is_type = isinstance(other, DomainSymbol) and not other.domain.width  # asked of nothing
        is_alone = (other is None or is_type) and name not in BUILT_IN
        if len(homes) == 1 and is_alone:
            return homes[0][1]
        arg = self.trial().read(node.args[0], names, None)
        several = element_of(arg.type) if is_alone else None
        domain = arg.type.domain if isinstance(arg.type, ir.Element) else several
        return next((s for d, s in homes if domain and d == domain.name), None)

    def in_order(self, node: n.Apply, names: Names, kinds: list[ir.Type]) -> str:
        """A hint, where what something is asked of stands in another order."""
        if len(kinds) > MOST_ORDERED or not node.span.text().startswith(node.name.text):
            return ""
        for order in permutations(node.args):
            read = [
                self.trial().read(arg, names, kind) for arg, kind in zip(order, kinds, strict=True)
            ]
            if all(fits(value.type, kind) for value, kind in zip(read, kinds, strict=True)):
                if not any(map(is_broken, read)):
                    return _said_so(node, order)
        return ""

    def tell_order(self, node: n.Apply, names: Names, before: int) -> None:
        """Say of a function of the language what it is asked of in the right order, where what is
        wrong with it, found behind so many findings, is the order."""
        new = self.findings.found[before:]
        wrong = {arg.span for arg in node.args} | {node.span}
        if not new or new[0].span not in wrong or not 1 < len(node.args) <= MOST_ORDERED:
            return  # something in it is wrong by itself
        for order in permutations(node.args):
            asked, trial = replace(node, args=order), self.trial()
            if not is_broken(BUILT_IN[node.name.text](trial, asked, names)):
                told = _said_so(node, order)
                self.findings.found[before:] = [replace(new[0], hint=told, fix=None)]
                return

    def args(
        self, node: n.Apply, names: Names, kinds: list[ir.Type], symbol: Symbol, gives: ir.Type
    ) -> tuple[ir.Expr, ...] | None:
        """What something is asked of; `gives`: the type of what it is then."""
        if len(node.args) != len(kinds):
            types = ", ".join(str(k) for k in kinds)
            self.miscounted(node, symbol, len(kinds), f" ({types})")
            return None
        values = []
        for arg, kind in zip(node.args, kinds, strict=True):
            loose = ir.Element(kind.domain, True) if isinstance(kind, ir.Element) else kind
            value = self.read(arg, names, kind)
            if not fits(value.type, loose):
                of_all = suggesting.of_one_or_all(value, kind, names, arg.span, symbol.name, gives)
                self.error(
                    "E108",
                    _no_such(arg, value, kind)
                    or f"{symbol.name} wants {shown(kind)}, but this is {shown(value.type)}",
                    arg.span,
                    Note(f"{symbol.name} is declared here", symbol.span),
                    hint=(of_all if len(kinds) == 1 else self.in_order(node, names, kinds))
                    or suggesting.made_of(value, kind, arg.span, names),
                )
                return None
            if value is not BROKEN and not fits(value.type, kind):
                self.error(
                    "E109", f"{symbol.name} wants {shown(kind)}, but this may be none", arg.span,
                    hint=suggesting.not_none(value, arg.span, plain(value) in self.gone),
                )  # fmt: skip
                return None
            values.append(as_set(value) if isinstance(kind, ir.SetOf) else value)
        return tuple(values)

    def reads_forbidden_me(self, function: ir.Function, span: Span) -> bool:
        """Report a definition that reads `me` where nobody is to move."""
        if not self.no_me or (read := self.read_of_me(function.body)) is None:
            return False
        asks = read.span.in_line()
        said = [] if asks in ("me", "opponent") else [Note(f"{asks} asks for `me`", read.span)]
        self.error(
            "E104", f"{function.name} reads `me`, which means nothing here: {self.no_me}", span,
            Note(f"{function.name} is defined here", function.span), *said,
        )  # fmt: skip
        return True

    def reads_me(self, body: ir.Expr) -> bool:
        return self.read_of_me(body) is not None

    def read_of_me(self, body: ir.Expr) -> ir.Read | None:
        reads = (item for item in walk_called(body) if isinstance(item, ir.Read))
        return next((item for item in reads if item.variable is self.scope.me), None)

    def function(self, symbol: FunctionSymbol) -> ir.Function | None:
        """The definition behind a name, read when it is first needed."""
        if self.definer is not self:
            return self.definer.function(symbol)
        if symbol.busy:
            self.error(
                "E120", f"{symbol.name} is defined by means of itself", symbol.span,
                hint="a definition may use others, but not lead back to itself",
            )  # fmt: skip
            return None
        if symbol.function is None:
            symbol.busy = True
            with self.anew():
                symbol.function = self.define(symbol.declaration)
            symbol.busy = False
        return symbol.function

    def define(self, declaration: n.DefineDecl) -> ir.Function:
        params = tuple(
            self.scope.fresh(p.name.text, self.type_of(p.type), p.span) for p in declaration.params
        )
        for p in declaration.params:
            not_reserved(self.error, p.name, {})
        names: Names = {p.name: p for p in params}
        doubled = {p.name for p in params if sum(q.name == p.name for q in params) > 1}
        for name in sorted(doubled):
            self.error("E121", f"two parameters are called {name}", declaration.name.span)
        body = self.cases(declaration, names)
        return ir.Function(
            declaration.name.text, params, body, declaration.span, declaration.tail.words,
            declaration.tail.tags,
        )  # fmt: skip

    def cases(self, declaration: n.DefineDecl, names: Names) -> ir.Expr:
        *conditional, last = declaration.cases
        for case in conditional:
            if case.test is None:
                return self.error(
                    "E122", "the `else` case must be the last one", case.span
                )  # fmt: skip
        if last.test is not None:
            return self.error(
                "E123",
                f"{declaration.name.text} has no case for when none of these holds",
                last.span,
                hint="end the list with a line: VALUE else",
            )
        with self.knowing(NOTHING_KNOWN):
            asked: list[tuple[n.Case, ir.Expr, Known]] = []  # each with what is known before it
            for case in conditional:
                assert case.test is not None
                test = self.truth(case.test, names)
                asked.append((case, test, self.known))
                self.known |= known_unless(test)
            wanted = self.type_of_one(asked, names) if hangs_on_others(last.value) else None
            expr = self.read(last.value, names, wanted)
            for case, test, self.known in reversed(asked):
                with self.knowing(known_if(test)):
                    then = self.read(case.value, names, expr.type)
                expr = self.either(test, then, expr, case.span)
        return expr

    def type_of_one(
        self, asked: list[tuple[n.Case, ir.Expr, Known]], names: Names
    ) -> ir.Type | None:
        """Of what type the first case is that says so: `none` or `{}` behind it is of this."""
        for case, test, known in asked:
            if not hangs_on_others(case.value):
                trial = self.trial()
                trial.known = known | known_if(test)
                found = trial.read(case.value, names, None)
                return None if is_broken(found) else found.type
        return None

    def type_of(self, node: n.TypeExpr) -> ir.Type:
        """A written type."""
        match node:
            case n.TypeTruth():
                return TRUTH
            case n.TypeRange():
                bounds = self.bounds(node)
                if bounds is None:
                    low = node.low if isinstance(node.low, int) else 0
                    return ir.Number(low, low) if isinstance(node.high, int) else BROKEN_TYPE
                (low, lows), high = bounds[0], bounds[1].value
                if node.otherwise:
                    if node.otherwise not in NOTHING or any(least < 0 for _, least in lows):
                        self.error(
                            "E125",
                            "only `or none` can follow a range, and only one from 0 up",
                            node.span,
                        )
                    return ir.Number(-1, high, low)
                return ir.Number(low, high)
            case n.TypeSet(name=name):
                domain = self.domain(name)
                return ir.SetOf(domain) if domain else BROKEN_TYPE
            case n.TypeName(name=name, otherwise=otherwise):
                known = isinstance(self.scope.values.get(name.text), DomainSymbol)
                other = self.scope.values.get(otherwise) if otherwise else None
                if name.text in NOTHING and isinstance(other, DomainSymbol):  # `none or seat`
                    instead = f"{otherwise} or {name.text}"
                    self.error(
                        "E125", f"`or {otherwise}` is no part of a type", node.span,
                        hint=f"write: {instead}", fix=Fix(node.span, instead),
                    )  # fmt: skip
                    return BROKEN_TYPE
                if otherwise and (close := near(otherwise, NOTHING)) and otherwise not in close:
                    self.error(
                        "E125", f"`or {otherwise}` is no part of a type", node.span,
                        hint=f"did you mean {name.text} or {close[0]}?",
                        fix=Fix(node.span, f"{name.text} or {close[0]}"),
                    )  # fmt: skip
                    return BROKEN_TYPE
                if otherwise and otherwise not in NOTHING and not known:
                    self.error(
                        "E125",
                        f"`or {otherwise}` is no part of a type",
                        node.span,
                        hint="a type of your own lists what it may be: "
                        f"type NAME: {name.text}, {otherwise}",
                    )
                    return BROKEN_TYPE
                domain = self.domain(name)
                if otherwise and otherwise not in NOTHING:
                    self.error(
                        "E125",
                        f"`or {otherwise}` is no part of a type",
                        node.span,
                        hint=f"write: {name.text} or "
                        f"{'nobody' if domain is self.scope.seats else 'none'}",
                    )
                return ir.Element(domain, bool(otherwise)) if domain else BROKEN_TYPE
        assert_never(node)

    def bounds(self, node: n.TypeRange) -> tuple[fixed.Fixed, fixed.Fixed] | None:
        """The ends of a range of numbers, none of which is empty with any options."""
        low, high = fixed.number(self, node.low), fixed.number(self, node.high)
        if low is None or high is None:
            return None
        most, least = (
            n.Integer(end, span=node.span) if isinstance(end, int) else end
            for end in (node.high, node.low)
        )
        wide = fixed.number(self, n.Arithmetic("-", most, least, span=node.span))
        empty = None if wide is None else next((g for g, size in wide.all if size < 0), None)
        if empty is not None:
            ends = (
                end if isinstance(end, int) else end.span.text() for end in (node.low, node.high)
            )
            text = "..".join(map(str, ends))
            self.error("E124", f"{text} is an empty range{as_chosen(empty)}", node.span)
            return None
        return low, high

    def domain(self, name: n.Name) -> ir.Domain | None:
        symbol = self.scope.values.get(name.text)
        if isinstance(symbol, DomainSymbol):
            symbol.used = True
            return symbol.domain
        if self.may_be_declared(name.text):
            return None
        self.mistakes += 1
        made = kinds.what_is(self.scope, name.text)
        if made is not None and made[0] in kinds.MADE_OF_OTHERS:
            self.findings.add(
                "E126", f"{name.text} is {made[0]}, and these stand in no table and on no board",
                name.span, Note(f"{name.text} is declared here", made[1]),
                hint="numbers do, `yes or no` and elements of types that list their names, of "
                "components, of seats and of the cells of boards with rows and columns",
            )  # fmt: skip
            return None
        types = [s.name for s in self.scope.values.values() if isinstance(s, DomainSymbol)]
        declare = f"declare it (type {name.text}: ONE, TWO), or "  # where nothing is called so
        kinds.not_there(
            self.scope, self.findings, "E126", name, "a type", types,
            f'there is no type "{name.text}"',
            hint=kinds.of_what_it_holds(symbol) or kinds.of_its_values(self.scope, name.text),
            listed=f"{'' if symbol is not None else declare}use one of the types",
            elsewhere=suggesting.elsewhere("type", name.text),
        )  # fmt: skip
        return None

    def arithmetic(
        self, node: n.Arithmetic, names: Names, more: tuple[n.Arithmetic, ...] = ()
    ) -> ir.Expr:
        """A calculation; `more`: those around, from the outermost on, whose left side it is."""
        if isinstance(node.left, n.Arithmetic) and node.op != "*" and not queries.in_brackets(node):
            left = self.arithmetic(node.left, names, (*more, node))
        else:
            left = self.read(node.left, names, None)
        if not is_broken(left) and not is_collection(left.type):
            if (fix := queries.over_a_sum(self, node, more, names)) is not None:
                return self.of_all(node, left, fix)
        if is_broken(left) and is_collection(self.trial().read(node.right, names, None).type):
            return BROKEN  # it may have been meant for a set
        if isinstance(left.type, ir.Element) and node.op == "+" and not is_broken(left):
            added = self.trial().read(node.right, names, ir.Number(0, 0))
            if is_collection(added.type):  # one thing before a set
                return self.error(
                    "E112",
                    f"a set is wanted here, to go with the one behind `+`, "
                    f"but this is {shown(left.type)}",
                    node.left.span,
                    hint=suggesting.made_of(left, as_set(added).type, node.left.span),
                )
        if (
            isinstance(left.type, ir.Element)
            and left.type.domain.kind == "enumeration"
            and not left.type.optional
            and node.op in "+-"
        ):
            steps = self.number(node.right, names)
            if not isinstance(steps.type, ir.Number):
                return BROKEN
            if node.op == "-":
                steps = op("negate", ir.Number(-steps.type.high, -steps.type.low), node.span, steps)
            if left.type.domain.ring:
                return op("step", left.type, node.span, left, steps)
            return self.steps_on(left, left.type.domain, steps, node.span)
        if is_collection(left.type) and node.op in "+-":
            return self.of_sets(node, names, left)
        if isinstance(node.left, n.Arithmetic | n.Negate):  # it has been read, and reads the same
            left = self.as_number(left, node.left)
        else:
            left = self.number(node.left, names)
        right = self.number(node.right, names)
        a, b = left.type, right.type
        if not (isinstance(a, ir.Number) and isinstance(b, ir.Number)):
            return BROKEN
        match node.op:
            case "+":
                return op("add", _sum_of(a, b), node.span, left, right)
            case "-":
                kind = ir.Number(a.low - b.high, a.high - b.low)
                return op("subtract", kind, node.span, left, right)
        corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        if max(map(abs, corners)) > BIG:
            return self.error(
                "E118",
                f"the product can become {beyond(max(corners))}: {shown_range(a)} times "
                f"{shown_range(b)}",
                node.span, hint=kept_small((node.left, a), (node.right, b)),
            )  # fmt: skip
        return op("multiply", ir.Number(min(corners), max(corners)), node.span, left, right)

    def steps_on(
        self, element: ir.Expr, domain: ir.Domain, steps: ir.Expr, span: Span
    ) -> ir.Expr:  # fmt: skip
        """The element so many steps on in a type that is no ring, or none beyond its ends."""
        last, kind = domain.size - 1, ir.Element(domain, True)
        numbers = ir.Number(0, last)
        key = self.scope.range_to(last)
        places = self.scope.kept_table(
            f"places of {domain.name}", (domain,), numbers, lambda: range(domain.size), span
        )
        there = self.scope.kept_table(
            domain.name, (key,), ir.Element(domain), lambda: range(domain.size), span
        )
        assert isinstance(steps.type, ir.Number)
        low, high = steps.type.low, steps.type.high + last
        at = op(
            "add", ir.Number(low, high), span, ir.Lookup(places, (element,), numbers, span), steps
        )
        inside = op(
            "most", numbers, span, ir.Const(0, ir.Number(0, 0), span),
            op("least", ir.Number(min(low, last), last), span, at, ir.Const(last, numbers, span)),
        )  # fmt: skip
        test = op("equal", TRUTH, span, at, inside)
        return ir.Cond(
            test, ir.Lookup(there, (inside,), kind, span), ir.Const(-1, kind, span), kind, span
        )

    def of_sets(self, node: n.Arithmetic, names: Names, left: ir.Expr) -> ir.Expr:
        """`S + T` is the union of two sets, `S - T` the first without the second."""
        right = self.read(node.right, names, left.type)
        if not is_collection(right.type) and not is_broken(right):
            hint = suggesting.made_of(right, as_set(left).type, node.right.span)
            within = "" if hint else self.within_the_last(node, names)
            return self.error(
                "E112",
                f"a set is wanted here, to go with the one before `{node.op}`, "
                f"but this is {shown(right.type)}",
                node.right.span,
                *self.origins(right),
                hint=f"write: {within}" if within else hint,
                fix=Fix(node.span, within) if within else None,
            )
        if not comparisons.same_elements(self, left, right, node.span):
            return BROKEN
        left, right = as_set(left), as_set(right)
        name: ir.OpName = "union" if node.op == "+" else "without"
        return op(name, wider(left.type, right.type), node.span, left, right)

    def of_all(self, node: n.Arithmetic, asked: ir.Expr, fix: Fix) -> ir.Expr:
        """Report a query that ends before a sign with the set it goes through, where it was to go
        through all that is worked out there."""
        hint = f"write: {suggesting.line_with(fix)}"
        one = isinstance(asked.type, ir.Element)
        if one:  # or of what is drawn and the set behind it
            hint += f"; or of that one as a set: {{{node.left.span.in_line()}}} {node.op} …"
        return self.error(
            "E112" if one else "E111",
            "a query goes through one set: one that is worked out stands in brackets",
            fix.span, hint=hint, fix=None if one else fix,
        )  # fmt: skip

    def within_the_last(self, node: n.Arithmetic, names: Names) -> str:
        """`edge of d + 2` with the sum asked about, `edge of (d + 2)`, if that is a set; else
        nothing."""
        around, last, end = list[n.Apply](), node.left, node.left.span.end
        while isinstance(last, n.Apply) and len(last.args) == 1:
            around.append(last)
            last = last.args[0]
        if not around or last.span.end != end or node.span.start != node.left.span.start:
            return ""  # `edge(d)`, `(edge of d)`: a bracket says what belongs to it
        tried: n.Expr = replace(node, left=last)
        for one in reversed(around):
            tried = replace(one, args=(tried,))
        trial = self.trial()
        if not is_collection(trial.read(tried, names, None).type) or trial.mistakes:
            return ""
        text, at = node.span.text(), last.span.start - node.span.start
        return f"{text[:at]}({text[at:]})"

    def when(self, node: n.When, names: Names, wanted: ir.Type | None) -> ir.Expr:
        test = self.truth(node.test, names)
        parts = [(node.then, known_if(test)), (node.other, known_unless(test))]
        if hangs_on_others(node.then):
            parts.reverse()  # the other one says what it is of
        read: list[ir.Expr] = []
        for part, known in parts:
            with self.knowing(known):
                read.append(self.read(part, names, wanted))
            wanted = wanted or read[0].type
        then, other = read if parts[0][0] is node.then else reversed(read)
        return self.either(test, then, other, node.span)

    def either(self, test: ir.Expr, then: ir.Expr, other: ir.Expr, span: Span) -> ir.Expr:
        """One of two values of one type."""
        if is_broken(test) or is_broken(then) or is_broken(other):
            return BROKEN
        a, b = then.type, other.type
        kind: ir.Type
        if isinstance(a, ir.Number) and isinstance(b, ir.Number):
            kind = ir.Number(min(a.low, b.low), max(a.high, b.high))
        elif isinstance(a, ir.Element) and isinstance(b, ir.Element) and a.domain is b.domain:
            kind = ir.Element(a.domain, a.optional or b.optional)
        elif element_of(a) is not None and same_domain(element_of(a), element_of(b)):
            then, other = as_set(then), as_set(other)
            kind = wider(then.type, other.type)
        elif a == b:
            kind = a
        else:
            return self.error(
                "E119", f"the two cases differ: {shown(a)} and {shown(b)}", span
            )  # fmt: skip
        return ir.Cond(test, then, other, kind, span)


def hangs_on_others(node: n.Expr) -> bool:
    """Is it written `none`, `nobody` or `{}`, of which what it goes with says what it is of?"""
    if isinstance(node, n.SetLiteral):
        return not node.items
    return isinstance(node, n.Name) and not node.quoted and node.text in NOTHING


def kept_small(*factors: tuple[n.Expr, ir.Number]) -> str:
    """How a product is written that cannot become too large: the larger factor has an end."""
    free = [(node, kind) for node, kind in factors if kind.low < kind.high]
    node, large = max(free or factors, key=lambda factor: largest(factor[1]))
    other = next(kind for factor, kind in factors if factor is not node)
    most = BIG // max(1, largest(other))
    if not free or most <= 1:
        return "no number is larger: count in larger units"
    text = node.span.in_line() if len(node.span.in_line()) <= 30 else "…"
    return kept_within(large, most, text)


def largest(kind: ir.Number) -> int:
    """How far from 0 such a number can be."""
    return max(abs(kind.low), abs(kind.high))


def _sum_of(before: ir.Type, more: ir.Type) -> ir.Number:
    """The range of a sum."""
    assert isinstance(before, ir.Number) and isinstance(more, ir.Number)
    return ir.Number(before.low + more.low, before.high + more.high)


def _said_so(node: n.Apply, order: Sequence[n.Expr]) -> str:
    """A hint: what something is asked of in another order."""
    said = ", ".join(arg.span.in_line() for arg in order)
    return f"they stand in another order: {node.name.text}({said})"


def _no_such(arg: n.Expr, value: ir.Expr, wanted: ir.Type) -> str:
    """Of an element that is named in quotes and is none of the type that is wanted: that it is
    none. What else is called so, as a number often is, was not meant."""
    if not isinstance(arg, n.Name) or not arg.quoted or not isinstance(wanted, ir.Element):
        return ""
    named = isinstance(value, ir.Const) and isinstance(value.type, ir.Element)
    return f"{arg.text} is no {wanted.domain.name}" if named else ""


def _in_one_declaration(place: Span, other: Span) -> bool:
    """Do two places stand in the same declaration, so that one may tell of the other? Between those
    of two a line begins at the left."""
    if place.file is not other.file:
        return False
    first, last = sorted((place.line, other.line))
    lines = (place.file.line_text(line) for line in range(first + 1, last + 1))
    return not any(re.match(r"[^\s#]", line) for line in lines)


def _bound_here(names: Names) -> str:
    """Which names mean something at a place where another one does not."""
    bound = [*names][-suggesting.MOST_LISTED :]
    said = "it has its meaning to the end of its block"
    return f"{said}; here there is: {', '.join(bound)}" if bound else said


def _given_to(name: str, params: tuple[ir.Local, ...], names: Names) -> str:
    """How a definition is asked of what is bound at a place, if that is of the types it wants."""
    given = _bound_to([param.type for param in params], names)
    if not given:
        wanted = ", ".join(param.name.upper() for param in params)
        return (
            f"for example: {name}({wanted})" if params[1:] else f"for example: {name} of {wanted}"
        )
    return f"write: {_asked_of(name, given)}"


def _bound_to(wanted: Iterable[ir.Type | ir.Domain], names: Names) -> list[str]:
    """Names that are bound at a place, one for each of these types, the last ones first; none if
    there are not as many."""
    given: list[str] = []
    for one in wanted:
        kind = ir.Element(one) if isinstance(one, ir.Domain) else one
        fit = (key for key, value in reversed(names.items()) if fits(value.type, kind))
        given.append(next((key for key in fit if key not in given), ""))
    return given if all(given) else []


def _asked_of(name: str, given: list[str]) -> str:
    return f"{name}({', '.join(given)})" if len(given) > 1 else f"{name} of {given[0]}"
