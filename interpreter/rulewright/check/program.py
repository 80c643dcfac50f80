"""Declarations → an generic core program for one number of seats.

Names first, so that the order of declarations in a file does not matter; then standing rules,
set-up and phases in the order written; then what nobody used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from ..characters import whole_number
from ..core import ir
from ..core.boards import spots, straight
from ..core.evaluate import as_chosen
from ..core.scenes import is_hiding
from ..diagnostics import (
    Findings,
    Note,
    RulesError,
    did_you_mean,
    many_players,
    nearest,
    only_near,
)
from ..source import NOWHERE, QUOTED, Span
from ..syntax import nodes as n
from ..syntax.counting import MOST_NAMES, names_to
from ..syntax.joining import ALWAYS, BEFORE_WORDS
from ..syntax.walk import asks_another, contains_choice, walk
from . import boards, combinations, fixed, grids, histories, kinds, scoring, unused, visibility
from .boxes import report_emptied_boxes
from .builtins import BUILT_IN
from .checked import Checked, as_set
from .context import Context, not_reserved
from .expressions import Expressions
from .idle import report_idle_edits
from .look import look_of
from .modules import Merged, values_of, words_of
from .overlay import before_all
from .passing import counted_passes
from .possible import Possible, check_questions
from .rows import with_rows_said_anew
from .scope import (
    RESERVED,
    ActionSymbol,
    BoardSymbol,
    DomainSymbol,
    FunctionSymbol,
    OptionSymbol,
    ProcedureSymbol,
    Scope,
    Symbol,
    TableSymbol,
    VariableSymbol,
    own_meaning,
)
from .sizes import sizes
from .statements import STATEMENT_WORDS, Statements
from .tables import (
    LARGEST_TABLE,
    CsvTable,
    Field,
    named_copies,
    not_read_back,
    number_alone,
    read_table,
)
from .types import BROKEN, NOTHING, broken_type, is_broken

MOST_MEMBERS_OF_ONE = 100_000  # members of one zone or mark
MOST_ELEMENTS = 200_000  # of all types
MOST_MEMBERS = 200_000  # of all zones and marks
MOST_BITS = 50_000_000  # of all sets
MOST_ENTRIES = 1_000_000  # of all tables
MOST_VALUES = 2_000  # of an option
OF_VALUES = re.compile(r"E1[0-2]\d")  # names that nothing has, and values of other types
NAMES_OF_A_SET = re.compile(rf"{QUOTED}(?!\S)|\S+")  # in a field; those with blanks in quotes
MOST_ALIKE = 5  # fields of one column that are told one by one
MOST_PLACES = 64  # rows or columns of a board
MEANS_ELSE = ("-", "...", "nothing", *NOTHING)  # where positions are written
JOINING = (*ALWAYS, *BEFORE_WORDS, "or")  # a line that begins so goes on with another


class ProgramBuilder:
    """Builds the program of a merged game; `build` runs the steps in order."""

    def __init__(
        self, merged: Merged, seats: int, findings: Findings, chosen: Callable[[ir.Option], int]
    ) -> None:
        self.merged = merged
        self.findings = findings
        self.chosen = chosen
        header = merged.header
        names = [s.text for s in header.seat_names]
        labels = names[:seats] or [str(i) for i in range(seats)]
        seat = ir.Domain("seat", "seat", tuple(labels))
        low, high = header.players or (seats, seats)
        self.seats_at_most = frozenset(names or map(str, range(high)))  # with most players
        self.scope = Scope(seat, low < high)
        self.scope.add_domain(seat)
        self.scope.values["seat"] = DomainSymbol("seat", "a type", NOWHERE, True, domain=seat)
        self.expressions = Expressions(self.scope, findings, merged.broken)
        self.statements = Statements(self.scope, self.expressions, findings)
        self.possible = Possible(self.statements, merged.declarations, findings)
        self.expressions.possible = self.possible
        self.ending = self.expressions.ending = scoring.Ending(self)
        self.options: list[ir.Option] = []
        self.tables: dict[Span, CsvTable | None] = {}
        self.listed: dict[Span, CsvTable] = {}  # of components and types, all their rows
        self.fits = (0, 0, 0)  # of how many types, variables and tables that is known
        self.rows_of: dict[str, list[int]] = {}  # of each element, by the name of its type
        self.scope.me = self.control("me", ir.Element(seat))
        most = counted_passes(merged.declarations, seats)
        self.scope.passes = self.control("passes", ir.Number(0, most))

    def control(self, name: str, kind: ir.Type) -> ir.StateVariable:
        return self.scope.add_variable(name, (), kind, 0, "all", "control", NOWHERE)

    def build(self) -> ir.GenericProgram:
        self.names_of_elements(self.merged.header.seat_names, "seat")
        self.declare()
        for what in scoring.WHY:
            self.ending.is_known(self.expressions, what, self.merged.header.span)
        setup, flow = self.flow()
        always, ends, alike = scoring.always(self), scoring.ends(self), scoring.alike(self)
        alone: list[ActionSymbol | ProcedureSymbol] = [
            *self.scope.actions.values(), *self.scope.procedures.values(),
        ]  # fmt: skip
        for symbol in alone:
            if not symbol.used and not symbol.optional:
                self.statements.check_alone(symbol.declaration)
        for value in self.scope.values.values():
            if isinstance(value, FunctionSymbol):
                self.expressions.function(value)
        winner, winning = scoring.winner(self), scoring.winning(self)
        self.scope.outcome = scoring.outcome(self)
        functions = tuple(
            s.function
            for s in self.scope.values.values()
            if isinstance(s, FunctionSymbol) and s.function is not None
        )
        header = self.merged.header
        scope = self.scope
        program = ir.GenericProgram(
            name=header.name.text, title=header.title, seats=scope.seats,
            options=tuple(self.options),
            domains=(*scope.domains, *scope.ranges.values(), *scope.rings),
            tables=tuple(scope.tables), boards=tuple(scope.boards),
            graphs=tuple(scope.graphs.values()), variables=tuple(scope.variables), me=scope.me,
            functions=functions, composes=tuple(scope.composes),
            setup=setup, flow=flow, scores=tuple(scope.scores), winner=winner,
            winners=self.expressions.won_by, winning=winning, outcome=scope.outcome,
            always=always, ends=ends, alike=alike, histories=histories.made(scope),
            sized=dict(scope.choices.asked), elsewhere=frozenset(scope.elsewhere),
        )  # fmt: skip
        self.possible.leave_out_what_follows()
        self.check_size(header.name.span)
        self.report_useless(program)
        return program

    def of(self, *kinds: type) -> list[Any]:
        return [d for d in self.merged.declarations if isinstance(d, kinds)]

    def need_not_be_used(self, span: Span) -> bool:
        """Does a library declare it, or the game, of which variants have taken away what used it,
        or one of several variants, of which the others may have? Whether the game or a variant
        alone uses it is told of that alone. What a `with` block declares is for the two."""
        variants = [header.span.file for header in self.merged.variant_headers]
        if span.file in self.merged.library_files or not variants:
            return span.file in self.merged.library_files
        return span.file not in variants or (
            len(variants) > 1
            and not any(
                block.span.file is span.file and block.span.start <= span.start < block.span.end
                for block in self.blocks
            )
        )

    @cached_property
    def blocks(self) -> list[n.Together]:
        """All `with` blocks of the variants."""
        edits = self.merged.parts[2] if self.merged.parts is not None else ()
        return [d for e in edits for d in e.file.declarations if isinstance(d, n.Together)]

    def declare(self) -> None:
        """All names, in an order in which each finds what it needs."""
        declarations, seats = self.merged.declarations, self.merged.header.seat_names
        self.scope.things = cache(lambda: kinds.things(declarations, seats, BUILT_IN))
        steps: list[tuple[type, Callable[[Any], None]]] = [
            (n.OptionDecl, self.option),
            (n.TypeDecl, self.type_decl),
            (n.CellBoardDecl, partial(boards.declare, self)),
            (n.ComponentDecl, self.component),
            (n.ComponentDecl, self.columns),
            (n.BoardDecl, self.board),
            (n.GrowingDecl, partial(grids.growing, self)),
            (n.CellsDecl, partial(grids.cells, self)),
            (n.EdgesDecl, self.edges),
        ]
        grids.of_no_board(self)
        for kind, step in steps:
            for declaration in self.of(kind):
                self.declared(declaration, step)
        for pairs in combinations.in_order(self):
            self.declared(pairs, partial(combinations.declare, self))
        self.boxes()
        for declaration in self.of(n.ZoneDecl):
            self.declared(declaration, self.zone)
        for declaration in self.of(n.MarkDecl):
            self.declared(declaration, self.mark)
        for d in self.of(n.DefineDecl):
            symbol = FunctionSymbol(d.name.text, "a definition", d.name.span, declaration=d)
            self.add(symbol)
        for d in self.of(n.HistoryDecl):
            self.declared(d, partial(histories.declare, self))
        for d in self.of(n.ActionDecl):
            action = ActionSymbol(d.name.text, "an action", d.name.span, declaration=d)
            self.add_to(self.scope.actions, action)
        for d in self.of(n.ProcedureDecl):
            procedure = ProcedureSymbol(d.name.text, "a procedure", d.name.span, declaration=d)
            self.add_to(self.scope.procedures, procedure)
            for one in d.params:
                not_reserved(self.findings.add, one.name, {})
        for d in self.of(n.BeforeDealing):
            zone = self.scope.values.get(d.zone.text)
            if zone is None and self.expressions.may_be_declared(d.zone.text):
                continue
            if not isinstance(zone, VariableSymbol) or not is_pile(zone.variable):
                piles = [
                    s.name
                    for s in self.scope.values.values()
                    if isinstance(s, VariableSymbol) and is_pile(s.variable)
                ]
                kinds.not_there(
                    self.scope, self.findings, "E170", d.zone, "a stack or set of components",
                    piles, f"there is no stack or set of components called {d.zone.text}",
                )  # fmt: skip
                continue
            self.statements.before_dealing.setdefault(d.zone.text, []).append(d)
        self.statements.procedures_with_choices = self.procedures_that(contains_choice)
        self.statements.procedures_asking = self.procedures_that(asks_another)
        for d in self.of(n.HistoryDecl):
            histories.make(self, d)
            self.check_size(d.name.span, histories.FEWER)

    def declared(self, declaration: Any, step: Callable[[Any], None]) -> None:
        """Declare something; when that fails, the names it would have declared are no findings."""
        step(declaration)
        self.check_size(declaration.name.span)
        if declaration.name.text not in self.scope.values:
            self.expressions.broken |= words_of((declaration.span,))

    def check_size(self, span: Span, hint: str = "") -> None:
        """Give up when all that is declared gets out of hand."""
        declared = len(self.scope.domains), len(self.scope.variables), len(self.scope.tables)
        if declared == self.fits:
            return  # nothing that takes room has been declared since
        self.fits = declared
        elements = sum(domain.size for domain in self.scope.domains)
        members = sum(variable.size for variable in self.scope.variables)
        bits = sum(
            variable.size * variable.type.domain.size
            for variable in self.scope.variables
            if isinstance(variable.type, ir.SetOf)
        )
        entries = sum(len(table.values) for table in self.scope.tables)
        for count, most, what in (
            (elements, MOST_ELEMENTS, "elements of all types"),
            (members, MOST_MEMBERS, "members of all zones and marks"),
            (bits, MOST_BITS, "places for an element in all sets"),
            (entries, MOST_ENTRIES, "entries of all tables"),
        ):
            if count > most:
                self.findings.add(
                    "E179", f"that would be {count:,} {what}; {most:,} at most", span, hint=hint
                )
                self.findings.raise_errors()

    def add(self, symbol: Symbol) -> bool:
        return self.add_to(self.scope.values, symbol)

    def free_name(self, name: str) -> str:
        """A name like one that cannot be declared, which nothing has: `the_box`."""
        taken = {one.text for d in self.merged.declarations for one in walk(d)
                 if isinstance(one, n.Name)}  # fmt: skip
        free = f"the_{name}"
        while free in taken:
            free += "_too"
        return free

    def add_to(self, table: dict[str, Any], symbol: Symbol) -> bool:
        symbol.optional = self.need_not_be_used(symbol.span)
        known = table.get(symbol.name)
        begins = isinstance(symbol, ProcedureSymbol) and symbol.name in STATEMENT_WORDS
        joins = isinstance(symbol, ProcedureSymbol | ActionSymbol) and symbol.name in JOINING
        if symbol.name in RESERVED or begins or joins:
            free = f"{symbol.name}_it" if begins or joins else self.free_name(symbol.name)
            self.findings.add(
                "E171", own_meaning(symbol.name), symbol.span,
                hint=f"for example: {free}",
            )  # fmt: skip
            return False
        if known is not None:
            fixed = known.kind in ("a type", "a component", "a board", "an element")
            hint = (
                ""
                if fixed
                else scoring.by_variant(
                    known.span, symbol.span, symbol.name * (known.kind == "an option")
                )
            )
            self.findings.add(
                "E172", f"{symbol.name} is declared twice", symbol.span,
                Note("it is declared here too", known.span), hint=hint,
            )  # fmt: skip
            if table is self.scope.values:
                self.scope.twice.add(symbol.name)
            return False
        table[symbol.name] = symbol
        return True

    def procedures_that(self, do: Callable[[Any, frozenset[str]], bool]) -> frozenset[str]:
        """The procedures in which a statement does something, itself or through one of them."""
        found: frozenset[str] = frozenset()
        while True:
            more = frozenset(
                name
                for name, symbol in self.scope.procedures.items()
                if any(do(s, found) for s in symbol.declaration.body)
            )
            if more == found:
                return found
            found = more

    def type_decl(self, d: n.TypeDecl) -> None:
        names = self.listed_names(d)
        if names is None:
            return
        labels = tuple(v.text for v in names)
        self.names_of_elements(names, d.name.text)
        domain = ir.Domain(d.name.text, "enumeration", labels, d.ring)
        if self.add(DomainSymbol(d.name.text, "a type", d.name.span, domain=domain)):
            self.scope.add_domain(domain)

    def listed_names(self, d: n.TypeDecl) -> list[n.Name] | None:
        """The names of a type, as many as options say; those that there are with other options only
        are noted. None if that is wrong with any options, which has been told."""
        found: list[n.Name] = []
        for value in d.all_values:
            if isinstance(value, n.Name):
                found.append(value)
                continue
            last = fixed.number(self.expressions, value.last)
            if last is None:
                return None
            first = value.first.text
            for given, number in last.all:
                names = names_to(first, number)
                if names is None:
                    self.findings.add(
                        "E124", f"{value.span.text()} is no range of 1 to {MOST_NAMES:,} names"
                        f"{as_chosen(given)}", value.span,
                    )  # fmt: skip
                    return None
                self.scope.elsewhere |= dict.fromkeys(names, d.name.text)
            there = names_to(first, last.value) or ()
            found += (n.Name(name, span=value.span) for name in there)
        for name in found:
            self.scope.elsewhere.pop(name.text, None)
        return found

    def unsure(self, of: str) -> None:
        """Some values of this type are not known, so nothing is wrong that may be one of them."""
        self.expressions.broken |= {values_of(of)}

    def names_of_elements(self, names: Iterable[n.Name], of: str) -> None:
        """Report names that an element of `of` cannot have, because they mean something else."""
        known: dict[str, Span] = {}
        for name in names:
            if name.text in known:
                first = known[name.text]
                apart = (first.file, first.line) != (name.span.file, name.span.line)
                self.findings.add(
                    "E173", f"{name.text} is listed twice", name.span,
                    *([Note("the first time", first)] if apart else []),
                    hint="leave one out, or is one of them another name?",
                )  # fmt: skip
                self.unsure(of)
            known.setdefault(name.text, name.span)
            if name.text in RESERVED:
                self.unsure(of)
                truth = ("yes", "no")
                if name.text in truth and len(known.keys() & {*truth}) > 1:
                    continue  # both are told at once
                order = "on, off" if name.text == "yes" else "off, on"
                hint = f"write: {order}" if name.text in truth else ""
                self.findings.add(
                    "E171", own_meaning(name.text), name.span,
                    hint=hint or f"for example: {self.free_name(name.text)}",
                )  # fmt: skip

    def option(self, d: n.OptionDecl) -> None:
        kind: ir.Element | ir.Number
        first = d.values[0]
        default = 0
        if all(isinstance(v, n.Name) for v in d.values):
            self.names_of_elements((v for v in d.values if isinstance(v, n.Name)), d.name.text)
            labels = tuple(v.text for v in d.values if isinstance(v, n.Name))
            if len(set(labels)) < 2:
                self.findings.add(
                    "E174",
                    f"the option {d.name.text} needs at least two different values",
                    d.name.span,
                )
            kind = ir.Element(ir.Domain(d.name.text, "enumeration", labels))
            values = tuple(range(len(labels)))
        elif all(isinstance(v, n.Integer | n.RangeOf) for v in d.values):
            numbers = self.numbers(d.values)
            kind = ir.Number(min(numbers), max(numbers))
            default = first.value if isinstance(first, n.Integer) else numbers[0]
            values = tuple(sorted(set(numbers)))
        else:
            self.findings.add(
                "E174", "an option has either names or numbers for values, not both", d.name.span
            )
            return
        option = ir.Option(
            d.name.text, kind, default, values, d.tail.words, d.tail.tags, d.name.span
        )
        option = as_set(option, self.merged)
        if self.add(OptionSymbol(d.name.text, "an option", d.name.span, option=option)):
            self.options.append(option)
            self.scope.choices.add(option, self.chosen(option))

    def numbers(self, values: tuple[Any, ...]) -> list[int]:
        found: list[int] = []
        for value in values:
            if isinstance(value, n.Integer):
                found.append(value.value)
            elif isinstance(value, n.RangeOf):
                low, high = value.low, value.high
                assert isinstance(low, n.Integer) and isinstance(high, n.Integer)
                count = len(found) + high.value - low.value + 1
                if low.value > high.value or count > MOST_VALUES:
                    self.findings.add("E124", "this range is empty or too long", value.span)
                    return [low.value]
                found.extend(range(low.value, high.value + 1))
        return found

    def table(self, name: str, span: Span) -> CsvTable | None:
        folder = self.merged.folders[span.file]
        if span not in self.tables:
            at = span.text().find(f'"{name}"')
            named = Span(span.file, span.start + at, span.start + at + len(name) + 2)
            where = named if at >= 0 else span
            self.tables[span] = read_table(Path(folder), name, where, self.findings)
        return self.tables[span]

    def listing(self, d: n.ComponentDecl) -> CsvTable | None:
        """The table of components or of the values of a type, with the rows that variants add."""
        table = self.table(d.table, d.span)
        added = [self.table(edit.table, edit.span) for edit in d.more]
        if table is None or None in added:
            return None
        wanted = [d.named_by, *(name for line in d.columns for name in line.names)]
        if d.count is not None and d.count.text in table.columns:
            wanted.append(d.count)
        rows = list(table.rows)
        pairs = [*zip(d.more, cast("list[CsvTable]", added), strict=True)]
        for edit, more in ((edit, more) for edit, more in pairs if not edit.instead):
            missing = [c for c in wanted if c.text in table.columns and c.text not in more.columns]
            for name in missing:
                self.no_column(more, n.Name(name.text, span=edit.target.span), given=True)
            if missing:
                return None
            nothing = Field("", edit.target.span)
            where = [more.columns.index(c) if c in more.columns else -1 for c in table.columns]
            rows += (tuple(row[i] if i >= 0 else nothing for i in where) for row in more.rows)
        if len(rows) > LARGEST_TABLE:
            self.findings.add(
                "E022", f"with what is added there are {len(rows):,} of {d.name.text}, "
                f"and there may be {LARGEST_TABLE:,}", d.more[-1].target.span,
            )  # fmt: skip
            return None
        said = [(edit, more) for edit, more in pairs if edit.instead]
        whole = replace(table, rows=tuple(rows))
        if not said or d.named_by.text not in table.columns:
            return whole
        for edit, more in said:
            if d.named_by.text not in more.columns:
                named = n.Name(d.named_by.text, span=edit.target.span)
                self.no_column(more, named, given=True)
                return None
        variants = self.merged.parts[2] if self.merged.parts is not None else ()
        of_both = self.merged.of_both
        return with_rows_said_anew(whole, d, wanted, said, of_both, variants, self.findings)

    def component(self, d: n.ComponentDecl) -> None:
        table = self.listing(d)
        if table is None:
            return
        self.listed[d.span] = table
        if d.named_by.text not in table.columns:
            wanted = [d.named_by, *(name for line in d.columns for name in line.names)]
            self.no_column(table, d.named_by, ",".join(one.text for one in wanted))
            return
        named = table.column(d.named_by.text)
        rows = self.copies(d, table)
        if rows is None:
            return
        fields = [Field(label, named[row].span) for label, row in rows]
        labels = tuple(f.text for f in fields)
        several = any(label != named[row].text for label, row in rows)
        kinds = tuple(named[row].text for _, row in rows) if several else ()
        things = "components" if d.kind == "component" else "values"
        seen: dict[str, Field] = {}
        for f in named:
            if not f.text:
                self.findings.add("E026", f"a {things[:-1]} without a name", f.span)
            elif wrong := not_read_back(f.text):
                self.findings.add("E210", wrong[0], f.span, hint=wrong[1])
            elif f.text in MEANS_ELSE or is_hiding(f.text):
                self.findings.add("E171", f"{f.text} has a meaning of its own", f.span)
        for f in fields:
            if f.text and f.text in seen:
                self.findings.add(
                    "E027", f'two {things} are called "{f.text}"', f.span,
                    Note("the first one", seen[f.text].span),
                )  # fmt: skip
            seen[f.text] = f
        domain = ir.Domain(
            d.name.text, "component" if d.kind == "component" else "enumeration", labels,
            kinds=kinds,
        )  # fmt: skip
        if self.add(DomainSymbol(d.name.text, f"a {d.kind}", d.name.span, domain=domain)):
            self.scope.add_domain(domain)
            self.rows_of[domain.name] = [row for _, row in rows]
            if d.kind == "type":
                self.names_of_elements(
                    (n.Name(f.text, span=f.span) for f in seen.values()), d.name.text
                )

    def copies(self, d: n.ComponentDecl, table: CsvTable) -> list[tuple[str, int]] | None:
        """What each component is called, and the row of the table that tells about it."""
        named = table.column(d.named_by.text)
        if d.count is None:
            return [(f.text, row) for row, f in enumerate(named)]
        if d.count.text in table.columns:
            said = table.column(d.count.text)
        elif isinstance(self.scope.values.get(d.count.text), OptionSymbol):
            said = [Field(d.count.text, d.count.span)] * len(named)
        else:
            self.no_column(table, d.count)
            return None
        counts = [self.count(d, *pair) for pair in zip(named, said, strict=True)]
        options = dict.fromkeys(f.text for f in said if f.text in self.scope.choices.options)
        if options and not any(counts):
            given = as_chosen(self.scope.choices.given(options))
            self.findings.add("E025", f"there is no {d.name.text}{given}", d.count.span)
            return None
        if sum(counts) > LARGEST_TABLE:
            self.findings.add(
                "E022",
                f'the table "{table.file.name}" makes {sum(counts):,} of {d.name.text}, '
                f"and there may be {LARGEST_TABLE:,}",
                d.count.span,
            )
            return None
        return [
            (label, row)
            for row, (f, count) in enumerate(zip(named, counts, strict=True))
            for label in named_copies(f.text, count)
        ]

    def count(self, d: n.ComponentDecl, f: Field, given: Field) -> int:
        """How many components there are of a row: a number from 1 up, or what an option says, which
        may be none at all."""
        option = self.scope.values.get(given.text)
        if not isinstance(option, OptionSymbol):
            return self.field(given, ir.Number(1, LARGEST_TABLE)) or 1
        said = fixed.number(self.expressions, n.Name(given.text, span=given.span))
        if said is None:
            return 1
        option.used = True
        for _, count in said.all:
            self.scope.elsewhere |= dict.fromkeys(
                (f.text, *named_copies(f.text, count)), d.name.text
            )
        return said.value

    def columns(self, d: n.ComponentDecl) -> None:
        """The columns of a table, once all tables have made their types."""
        symbol, table = self.scope.values.get(d.name.text), self.listed.get(d.span)
        if table is None or symbol is None or symbol.span is not d.name.span:
            return
        assert isinstance(symbol, DomainSymbol)
        domain = symbol.domain
        for column in d.columns:
            kind = self.expressions.type_of(column.type)
            for name in column.names:
                self.attribute(d, domain, table, name, column, kind)

    def no_column(
        self, table: CsvTable, name: n.Name, first: str = "", *, given: bool = False
    ) -> None:
        """Report it where the mistake is: in the table, if its first line names no columns, `first`
        might, or if how they are called is not up to what wants them (`given`)."""
        message = f'the table "{table.file.name}" has no column "{name.text}"'
        near = did_you_mean(name.text, table.columns)
        if any(sign in column for column in table.columns for sign in ";\t"):
            hint = "commas part the fields of a table, not semicolons or tabs"
        elif first and not near and any(column.isdecimal() for column in table.columns):
            hint = f"the first line of a table says what its columns are called: {first}"
        else:
            hint = near or f"its columns: {', '.join(table.columns)}"
            if given and (close := only_near(name.text, table.columns)):
                hint = f"in that line, write {name.text} in place of {close}"
            if not given:
                here = [Note("its columns stand here", table.first_line)] * bool(near)
                self.findings.add("E028", message, name.span, *here, hint=hint)
                return
        wanted = Note(f"{name.text} is wanted here", name.span)
        self.findings.add("E028", message, table.first_line, wanted, hint=hint)

    def attribute(
        self, d: n.ComponentDecl, domain: ir.Domain, table: CsvTable, name: n.Name,
        column: n.Column, kind: ir.Type,
    ) -> None:  # fmt: skip
        if name.text not in table.columns:
            self.no_column(table, name)
            self.expressions.broken |= {name.text}
            return
        broken = broken_type(kind)  # which has been told
        before = len(self.findings.found)
        said = column.type.span
        told: list[int] = []
        for f in table.column(name.text):
            none = "" if f.text else none_allowed(d, table, name, kind, f, said)
            told.append(-1 if broken else self.field(f, kind, said, none))
        self.told_once(before)
        values = [told[row] for row in self.rows_of.get(domain.name, range(len(told)))]
        optional = isinstance(column.type, n.TypeRange) and bool(column.type.otherwise)
        made = self.scope.add_table(name.text, (domain,), kind, values, name.span, optional)
        key = (domain.name, name.text)
        if key in self.scope.columns:
            self.findings.add("E172", f"the column {name.text} is declared twice", name.span)
            return
        symbol = TableSymbol(name.text, "an attribute", name.span, table=made)
        symbol.optional = self.need_not_be_used(name.span)
        self.scope.columns[key] = symbol

    def field(self, f: Field, kind: ir.Type, said: Span | None = None, otherwise: str = "") -> int:
        """The value in a field of a table; `said`: where its type is declared; `otherwise`: a hint
        where nothing stands there."""
        match kind:
            case ir.Truth():
                if f.text in ("yes", "no"):
                    return int(f.text == "yes")
                return self.bad_field(f, "yes or no")
            case ir.Number(least=least):
                if not f.text and least is not None:
                    return -1
                number = whole_number(f.text)
                if number is not None and kind.holds(number) and (number >= 0 or least is None):
                    return number
                notes = () if said is None else (Note("the range is declared here", said),)
                return self.bad_field(
                    f, f"a number from {kind.ends(', or nothing,')}", (), notes, otherwise
                )
            case ir.Element(domain=domain, optional=optional):
                if optional and not f.text:
                    return -1
                if f.text in domain.labels:
                    return domain.labels.index(f.text)
                if values_of(domain.name) in self.expressions.broken:
                    return 0
                if domain.kind == "seat" and f.text in self.seats_at_most:
                    return self.no_seat(f, f.text)
                of = f"one of {listed(domain.labels)}"
                return self.bad_field(f, of, domain.labels, otherwise=otherwise)
            case ir.SetOf(domain=domain):
                if f.text in domain.labels:
                    return 1 << domain.labels.index(f.text)
                mask = 0
                for word in NAMES_OF_A_SET.findall(f.text):
                    name = word[1:-1] if word[0] == word[-1] == "'" != word else word
                    if name not in domain.labels:
                        if domain.kind == "seat" and name in self.seats_at_most:
                            return self.no_seat(f, name)
                        return self.bad_field(f, f"some of {listed(domain.labels)}", domain.labels)
                    mask |= 1 << domain.labels.index(name)
                return mask
        raise AssertionError(kind)

    def no_seat(self, f: Field, name: str) -> int:
        """Report a seat in a table that is not there with every number of players."""
        seats = self.scope.seats.size
        many = many_players(self.merged.header.numbers(otherwise=(seats, seats)))
        self.findings.add(
            "E029",
            f'"{name}" stands here, and is not there with every number of players '
            f"({many.removesuffix(' players')})", f.span,
            hint="a table is the same for each of them: let a number stand there, as in `place: "
            "0..3`, and ask `place of c is (how many q in seat where q < p)`",
        )  # fmt: skip
        return 0

    def told_once(self, before: int) -> None:
        """Of many fields of one column that are wrong alike only the first is told."""
        found = self.findings.found[before:]
        if len(found) <= MOST_ALIKE or any(one.code != "E029" for one in found):
            return
        first = replace(found[0], message=f"{found[0].message}; and {len(found) - 1} more like it")
        self.findings.found[before:] = [first]

    def bad_field(
        self, f: Field, wanted: str, known: tuple[str, ...] = (), notes: Sequence[Note] = (),
        otherwise: str = "",
    ) -> int:  # fmt: skip
        found = f'"{f.text}"' if f.text else "nothing"
        self.findings.add(
            "E029", f"{found} stands here, but {wanted} is wanted", f.span, *notes,
            hint=otherwise or number_alone(f.text) if "number" in wanted or not f.text
            else _with_blanks(f.text, known) or did_you_mean(f.text, known),
        )  # fmt: skip
        return 0

    def board(self, d: n.BoardDecl) -> None:
        domain = self.expressions.domain(d.component)
        table = self.table(d.table, d.span)
        if domain is None or table is None:
            return
        if domain.kind != "component":
            self.findings.add("E175", f"{domain.name} is not a component", d.component.span)
            return
        found = sizes(self, d, MOST_PLACES)
        if found is None:
            return
        options, ((_, high, wide, there), *_) = found
        if options or len(there) < high * wide:
            self.findings.add(
                "E220", f"the size of {d.name.text} is fixed, for a table says what lies on it",
                (d.where or d.rows).span,
            )  # fmt: skip
            return
        places: dict[tuple[int, int], int] = {}
        for column in ("row", "column", "name"):
            if column not in table.columns:
                self.no_column(table, n.Name(column, span=d.name.span), given=True)
                return
        rows = zip(table.column("row"), table.column("column"), table.column("name"), strict=True)
        for row, across, name in rows:
            at = (
                self.field(row, ir.Number(1, high)) - 1,
                self.field(across, ir.Number(1, wide)) - 1,
            )
            element = self.field(name, ir.Element(domain))
            if at in places:
                self.findings.add("E176", "there is already something on this place", row.span)
            elif element in places.values():
                self.findings.add("E176", f"{name.text} lies on two places", name.span)
            places[at] = element
        order = [(r, c) for r in range(high) for c in range(wide)]
        empty = next((p for p in order if p not in places), None)
        if empty is not None:
            self.findings.add(
                "E177",
                f"nothing lies in row {empty[0] + 1}, column {empty[1] + 1} of {d.name.text}",
                d.name.span,
            )
            return
        board = ir.Board(
            d.name.text,
            high,
            wide,
            domain,
            tuple(places[p] for p in order),
            d.tail.words,
            d.tail.tags,
            d.name.span,
        )
        if self.add(BoardSymbol(d.name.text, "a board", d.name.span, board=board)):
            self.scope.boards.append(board)

    def edges(self, d: n.EdgesDecl) -> None:
        """Neighbours on a grid, row by row and then column by column, each named A-B."""
        symbol = self.scope.values.get(d.board.text)
        if symbol is None and self.expressions.may_be_declared(d.board.text):
            return
        if not isinstance(symbol, BoardSymbol) or symbol.board.options:
            known = [b.name for b in self.scope.boards if not b.options]
            kinds.not_there(
                self.scope, self.findings, "E178", d.board, "a board whose places hold components",
                known, f"there is no board called {d.board.text}",
            )  # fmt: skip
            return
        symbol.used = True
        b = symbol.board
        at = {spot: vertex for vertex, spot in enumerate(spots(b))}
        ends = tuple(
            (vertex, at[row + south, column + east])
            for south, east in straight(b.component)
            for (row, column), vertex in at.items()
            if (south, east) > (0, 0) and (row + south, column + east) in at
        )
        names = [b.component.labels[p] for p in b.places]
        domain = ir.Domain(d.name.text, "edge", tuple(f"{names[x]}-{names[y]}" for x, y in ends))
        if not self.add(DomainSymbol(d.name.text, "a kind of edge", d.name.span, domain=domain)):
            return
        self.scope.add_domain(domain)
        self.scope.graphs[domain.name] = ir.Graph(domain, len(b.places), ends, b)
        masks = [1 << b.places[x] | 1 << b.places[y] for x, y in ends]
        table = self.scope.add_table(
            f"ends of {domain.name}", (domain,), ir.SetOf(b.component), masks, d.name.span
        )
        self.scope.columns[domain.name, "ends"] = TableSymbol(
            "ends", "the ends of an edge", d.name.span, optional=True, table=table
        )

    def boxes(self) -> None:
        """What lies nowhere at first: every component that is not on a board."""
        for domain in self.scope.domains:
            if domain.kind != "component":
                continue
            laid = 0
            for board in self.scope.boards:
                if board.component is domain:
                    laid |= sum(1 << p for p in board.places)
            self.scope.boxes[domain.name] = self.scope.add_variable(
                f"box of {domain.name}", (), ir.SetOf(domain), domain.everything() & ~laid, "all",
                "zone", NOWHERE, "Not in the game",
            )  # fmt: skip

    def keys(self, names: tuple[n.Name, ...], owner: Span) -> tuple[ir.Domain, ...] | None:
        found = [self.expressions.domain(name) for name in names]
        keys = tuple(d for d in found if d is not None)
        if len(keys) != len(names):
            return None
        size = 1
        for key in keys:
            size *= key.size
            if key.width:
                self.findings.add(
                    "E218", "nothing is kept for each cell of a board without bounds: they are "
                    "too many", owner,
                    hint="keep it for the components: mark turned of tile: 0..3",
                )  # fmt: skip
                return None
        if size > MOST_MEMBERS_OF_ONE:
            self.findings.add(
                "E179", f"that would be {size:,} members; {MOST_MEMBERS_OF_ONE:,} at most", owner
            )
            return None
        return keys

    def seen(self, word: str, keys: tuple[ir.Domain, ...], span: Span) -> ir.Visibility:
        if word.startswith("with "):
            return self.seen_with(word.removeprefix("with "), keys, span)
        if word in ("owner", "others") and (not keys or keys[0].kind != "seat"):
            self.findings.add(
                "E180", f"`seen by {word}` needs an owner: the first key must be seat", span,
                hint="" if keys else "of what each seat has, the name is followed by: of seat",
            )  # fmt: skip
        seen: Any = word
        return seen  # type: ignore[no-any-return]

    def seen_with(self, name: str, keys: tuple[ir.Domain, ...], span: Span) -> ir.Visibility:
        """Seen by whoever sees the component of the first key, where it lies."""
        if not keys or keys[0].kind != "component" or keys[0].name != name:
            components = [d.name for d in self.scope.domains if d.kind == "component"]
            hint = "" if name in components else did_you_mean(name, components)
            self.findings.add(
                "E188", f"`seen with {name}`: the first key must be the component {name}", span,
                hint=hint,
            )  # fmt: skip
        return "with"

    def zone(self, d: n.ZoneDecl) -> None:
        keys, domain = self.keys(d.keys, d.span), self.expressions.domain(d.component)
        if keys is None or domain is None:
            return
        if domain.kind != "component":
            of = f" of {', '.join(key.text for key in d.keys)}" if d.keys else ""
            held = f"{domain.name} or none" if d.shape == "slot" else f"set of {domain.name}"
            self.findings.add(
                "E175", f"a zone holds components, and {domain.name} is not one", d.component.span,
                hint=f"what is no component is held by a mark: mark {d.name.text}{of}: {held}",
            )  # fmt: skip
            return
        kind: ir.Type
        start = 0
        match d.shape:
            case "set":
                kind = ir.SetOf(domain)
            case "stack":
                kind = ir.StackOf(domain)
            case "row":
                places = fixed.number(self.expressions, d.places)
                if places is None:
                    return
                for given, count in places.all:
                    if not 1 <= count <= MOST_PLACES:
                        found = f", and this has {count}{as_chosen(given)}" if given else ""
                        self.findings.add("E181", f"a row has 1 to 64 places{found}", d.span)
                        return
                kind = ir.RowOf(domain, places.value)
            case _:
                kind, start = ir.Element(domain, True), -1
        seen = self.seen(d.seen, keys, d.span)
        variable = self.scope.add_variable(
            d.name.text, keys, kind, start, seen, "zone", d.name.span, d.tail.words
        )
        self.add(VariableSymbol(d.name.text, "a zone", d.name.span, variable=variable))

    def mark(self, d: n.MarkDecl) -> None:
        keys = self.keys(d.keys, d.span)
        kind = self.expressions.type_of(d.type)
        if keys is None:
            return
        start = boards.first_value(self.scope, kind)
        if not fixed.can_start(self.expressions, d, kind, self.of(n.DefineDecl)):
            return
        if d.start is not None:
            value = self.expressions.value(d.start, {}, kind)
            if not isinstance(value, ir.Const) and fixed.is_made_of_options(value):
                of_options = fixed.value(self.expressions, value, d.start)
                value = BROKEN if of_options is None else ir.Const(of_options.value, value.type)
            if isinstance(value, ir.Const) and not is_broken(value):
                start = value.value
                if isinstance(kind, ir.Element) and not self.scope.is_always_there(
                    kind.domain, start
                ):
                    self.findings.add(
                        "E182", f"{kind.domain.labels[start]} is not on the board whatever the "
                        "options are", d.start.span,
                    )  # fmt: skip
                    return
                if isinstance(kind, ir.Number) and not kind.holds(start):
                    self.findings.add(
                        "E182", f"{start} is outside {d.name.text}'s range", d.start.span,
                        hint=f"it goes from {kind.ends(', or is none')}; write a number in it, or "
                        "another range",
                    )  # fmt: skip
                    return
            elif not is_broken(value):
                self.findings.add("E182", "a mark starts with a fixed value", d.start.span)
        elif start < 0 and isinstance(kind, ir.Element) and not kind.optional:
            self.findings.add(
                "E182", f"no {kind.domain.name} is there whatever the options are, so "
                f"{d.name.text} has nothing to start with", d.type.span,
                hint=f"{kind.domain.name} or none",
            )  # fmt: skip
            return
        seen = self.seen(d.seen, keys, d.span)
        variable = self.scope.add_variable(
            d.name.text, keys, kind, start, seen, "mark", d.name.span, d.tail.words
        )
        self.add(VariableSymbol(d.name.text, "a mark", d.name.span, variable=variable))

    def flow(self) -> tuple[ir.Stmt, ir.Stmt]:
        for d in self.of(n.WheneverDecl):
            self.statements.add_standing_rule(d)
        setups = self.of(n.SetupDecl)
        for extra in setups[1:]:
            self.findings.add(
                "E183", "a second set-up", extra.span, Note("the first one", setups[0].span),
                hint="put its lines under the first one"
                if extra.span.file is setups[0].span.file
                else "in place of all that is there: replace setup; what happens besides: "
                "add at start of setup, add at end of setup",
            )  # fmt: skip
        self.expressions.no_me = "during set-up it is nobody's turn"
        self.statements.in_setup = True
        bodies: list[ir.Stmt] = []
        for d in setups[:1]:
            with_choices = self.statements.procedures_with_choices
            if choice := next((s for s in d.body if contains_choice(s, with_choices)), None):
                hint = "put it where the first phase begins"
                if choice.span.file is not self.merged.header.span.file:
                    hint = before_all(self.merged.declarations)
                message = "a choice during set-up is not possible yet"
                self.findings.add("E184", message, choice.span, hint=hint)
            else:
                bodies.append(self.statements.block(d.body, Context({})))
        self.statements.in_setup = False
        self.expressions.no_me = ""
        phases = self.of(n.PhaseDecl)
        if not phases and not nearest("phase", self.merged.broken):
            self.findings.add(
                "E185",
                "the game has no phase, so nothing would ever happen",
                self.merged.header.span,
                hint="add a phase with turns in which the players choose",
            )
        names: dict[str, n.PhaseDecl] = {}
        flow: list[ir.Stmt] = []
        with self.statements.resting(False):
            rules = self.statements.standing
            place = rules[0].span if rules else self.merged.header.span
            start = self.statements.settling(None, place)
            if start is not None:
                flow.append(start)
            for number, d in enumerate(phases):
                if d.name.text in names:
                    self.findings.add(
                        "E172", f"the phase {d.name.text} is declared twice", d.name.span,
                        Note("it is declared here too", names[d.name.text].name.span),
                    )  # fmt: skip
                names[d.name.text] = d
                if (
                    not any(
                        contains_choice(s, self.statements.procedures_with_choices) for s in d.body
                    )
                    and not self.findings.errors
                ):
                    self.findings.add(
                        "W001", f"nobody chooses anything in {d.name.text}", d.name.span,
                        hint="let somebody choose in it" + _elsewhere(phases, number),
                    )  # fmt: skip
                flow.append(self.statements.block(d.body, Context({}, around=(d.name.text,))))
        return ir.Seq(tuple(bodies)), ir.Seq(tuple(flow))

    def report_leaks_apart(self, program: ir.GenericProgram) -> None:
        """What leaks in declarations in which nothing is wrong, where all that is wrong elsewhere
        are names and values: these hide nothing and open nothing."""
        wrong = [one for one in self.findings.found if one.severity == "error"]
        if not all(OF_VALUES.fullmatch(one.code) for one in wrong):
            return
        leaks = Findings()
        visibility.check_choices(program, leaks)
        visibility.check_steps(program, leaks)
        apart = [d.span for d in self.merged.declarations]
        apart = [span for span in apart if not any(one.span.lies_in(span) for one in wrong)]
        for leak in leaks.found:
            read = [leak.span, *(note.span for note in leak.notes if note.span is not None)]
            if all(any(span.lies_in(whole) for whole in apart) for span in read):
                self.findings.put(leak)

    def report_useless(self, program: ir.GenericProgram) -> None:
        """What only a file without other errors can be told: what leaks, and what nobody needs. A
        leak is told as well where what is wrong is the meaning of values in other declarations."""
        if self.findings.errors:
            self.report_leaks_apart(program)
            return
        check_questions(program, self.findings)
        visibility.check_choices(program, self.findings)
        visibility.check_steps(program, self.findings)
        report_emptied_boxes(program, self.findings)
        replacing = frozenset(h.span.file for h in self.merged.variant_headers)
        unused.report_unread_values(self.merged.declarations, replacing, self.findings)
        variants = self.merged.parts[2] if self.merged.parts is not None else ()
        asked = unused.asked_by(
            scenario for scenario, source in self.merged.scenarios
            if source in replacing or scenario.title not in self.merged.announced
        )  # fmt: skip
        unused.report_unused(self.scope, (one.file for one in variants), asked, self.findings)
        report_idle_edits(self.merged, self.need_not_be_used, self.findings)


def none_allowed(
    d: n.ComponentDecl, table: CsvTable, column: n.Name, kind: ir.Type, f: Field, said: Span
) -> str:
    """A hint for a field in which nothing stands: how it is said that there may be none. What a
    variant adds to a table is read as the game says, so all of it has to be said again."""
    match kind:
        case ir.Number(least=None):
            nothing = "none"
        case ir.Element(domain=domain, optional=False):
            nothing = domain.nothing
        case _:
            return ""
    line = f"{column.text}: {said.in_line()} or {nothing}"
    if f.span.file is table.file:
        return f"where some have none: {line}"
    count = f", how many by {d.count.text}" if d.count is not None else ""
    return (
        f"where some have none, the variant needs a table of all of them, these and the others: "
        f'replace {d.kind} {d.name.text} from "TABLE.csv" named by {d.named_by.text}{count} – and '
        f"below it all its lines, with {line}"
    )


def _elsewhere(phases: Sequence[n.PhaseDecl], number: int) -> str:
    """Where else what a phase does may stand, as all that is left to say in a sentence: scenarios
    begin behind the set-up, and so do not try what is written there."""
    places = [
        f"at the {which} of phase {phases[other].name.text}"
        for which, other in (("end", number - 1), ("start", number + 1))
        if 0 <= other < len(phases)
    ]
    if number == 0 and places:
        places.append("in setup, which scenarios with `given` leave out")
    return f", or write it {', or '.join(places)}" if places else ""


def is_pile(variable: ir.StateVariable) -> bool:
    """Can components be dealt from there?"""
    return variable.role == "zone" and isinstance(variable.type, ir.StackOf | ir.SetOf)


def listed(labels: tuple[str, ...]) -> str:
    """The first few of many names."""
    shown_labels = ", ".join(labels[:8])
    return f"{shown_labels}, …" if len(labels) > 8 else shown_labels


def as_usual(option: ir.Option) -> int:
    """What an option is if nobody chooses."""
    return option.default


def build(
    merged: Merged, seats: int, findings: Findings, chosen: Callable[[ir.Option], int] = as_usual
) -> Checked:
    """The generic program of a game for a number of seats, and for the values of those options on
    which sizes hang. Raises `RulesError` with all that is wrong with it."""
    builder = ProgramBuilder(merged, seats, findings, chosen)
    program = builder.build()
    findings.raise_errors()  # of what is wrong in the rules, a look is not to tell once more
    if not merged.is_read:  # as has been told; what lacks names that may stand there is no program
        raise RulesError(findings.found)
    program.look = look_of(merged, program, findings)
    findings.raise_errors()
    tables = {span: table for span, table in builder.tables.items() if table is not None}
    return Checked(merged, program, builder.scope, MappingProxyType(tables))


def _with_blanks(text: str, known: tuple[str, ...]) -> str:
    """A set as a field holds it, if it is one with words or signs between its elements."""
    words = [word for word in re.split(r"[\s,;/|&+]+|\band\b", text) if word]
    if len(words) > 1 and all(word in known for word in words):
        return f"write: {' '.join(words)}"
    longest = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    names = re.findall(rf"(?<!\w)(?:{longest})(?!\w)", text) if longest else []
    left = re.sub(rf"(?<!\w)(?:{longest})(?!\w)|\band\b|[\s,;/|&+'’]", "", text)  # fmt: skip
    if len(names) > 1 and not left:
        quoted = (f"'{name}'" if re.search(r"\s", name) else name for name in names)
        return f"write: {' '.join(quoted)}"
    return ""
