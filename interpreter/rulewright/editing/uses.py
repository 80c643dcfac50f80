"""Which word of a rule file means what: every name in a declaration with the symbol it means.

Names are looked up as the checker does it: what is bound around the place, the elements of the type
that is wanted there, what is declared, an element that only one type has. Types are followed as far
as telling elements and properties of one name apart needs it, which is by their names. It is one
long file because the tree is one; what scenarios say is read in `scenes`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..check.overlay import called, meant_by, named
from ..source import Span
from ..syntax import nodes as n
from ..syntax.walk import children
from .names import Declared, Names, Symbol, title_span, type_named


@dataclass(frozen=True, slots=True)
class Use:
    """A word that means a symbol; `declares`: it is the place where that gets its name."""

    span: Span
    symbol: Symbol
    declares: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """A name bound around a place, by whatever, and the type of its elements or of itself."""

    symbol: Symbol | None
    domain: str


Locals = Mapping[str, Bound]

SEATS = ("me", "opponent", "winners")
OF_THEIR_FIRST = ("common", "reached", "between", "beyond", "beside", "touching")
OF_THEIR_LAST = ("top", "first")


class Reader:
    """Reads declarations within some names; `uses` grows by what is met.

    `before`, `after` and `inside`: what is bound around named nodes, for those who edit them.
    """

    def __init__(self, names: Names, declarations: Sequence[n.Declaration] = ()) -> None:
        self.names = names
        self.declarations = declarations  # those that targets of edits mean
        self.uses: list[Use] = []
        self.before: dict[int, Locals] = {}
        self.after: dict[int, Locals] = {}
        self.inside: dict[int, Locals] = {}
        self.home = ""
        self.scenario: Callable[[n.ScenarioDecl], None] = lambda node: None  # see `scenes`
        self._defining: set[str] = set()

    # ------------------------------------------------------------------------------ symbols
    def use(self, span: Span, symbol: Symbol | None, declares: bool = False) -> None:
        if symbol is None:
            return
        used = Use(replace(span, copy=0), symbol, declares)
        if not span.copy or used not in self.uses:  # what is written once is used once
            self.uses.append(used)

    def meant(self, span: Span, found: Declared | None) -> None:
        """A word means what is declared somewhere, perhaps here."""
        if found is not None:
            self.use(span, found.symbol, found.span == span)

    def value(self, name: n.Name) -> None:
        self.meant(name.span, self.names.values.get(name.text))

    def other(self, kind: str, name: n.Name) -> None:
        self.meant(name.span, self.names.others.get((kind, name.text)))

    def element(self, name: n.Name, domain: str) -> bool:
        """Does a name mean an element of a type, or of the only type that has it?"""
        found = self.names.elements.get(name.text, {}).get(domain)
        if found is None and not domain:
            found = self.names.only_home(name.text)
        self.meant(name.span, found)
        return found is not None

    def own(self, kind: str, name: n.Name, inside: str = "") -> Symbol:
        """A symbol that belongs to the declaration that is read."""
        home = f"{self.home} {inside}".rstrip()
        symbol = Symbol(kind, name.text, home, name.span.file.name)
        self.use(name.span, symbol, True)
        return symbol

    def bind(self, kind: str, name: n.Name, domain: str, around: Locals) -> Locals:
        symbol = self.own(kind, name, str(name.span.start - self.start))
        return {**around, name.text: Bound(symbol, domain)}

    def drawn_names(self, node: n.Query | n.Each, around: Locals, wanted: str = "") -> Locals:
        """The names that a query or `each` draws, and what is around it."""
        domain = ""
        for one in (n.Drawn(node.binder, node.source), *node.more):
            if one.source is not None:
                self.expression(one.source, around, wanted)
                domain = self.domain(one.source, around)
            around = self.bind("parameter", one.binder, domain, around)
        return around

    start = 0  # where the declaration begins

    # -------------------------------------------------------------------------- declarations
    def read(self, node: n.Declaration, around: Locals | None = None) -> None:
        """A whole declaration or edit."""
        self.start = node.span.start
        self.home = home_of(node)
        self.declaration(node, around or {})

    def declaration(self, node: Any, around: Locals) -> None:
        match node:
            case n.Header():
                self.header(node)
            case n.TypeDecl(name=name, names=named, values=values):
                self.value(name)
                self.sizes(*(v.last for v in values if isinstance(v, n.NamesTo)))
                for value in named:
                    self.element(value, name.text)
            case n.OptionDecl(name=name, values=values):
                self.value(name)
                for listed in values:
                    if isinstance(listed, n.Name):
                        self.element(listed, name.text)
            case n.PairDecl(name=name, fields=parts, text=text):
                self.value(name)
                found: dict[str, Symbol] = {}
                for pair in parts:
                    self.type(pair.type)
                    own = self.names.properties.get(pair.name.text, {}).get(name.text)
                    self.meant(pair.name.span, own)
                    if own is not None:
                        found[pair.name.text] = own.symbol
                self.holes(text, {k: Bound(symbol, "") for k, symbol in found.items()})
            case n.ComponentDecl(name=name, columns=columns, count=count):
                self.value(name)
                if count is not None and count.text in self.names.values:
                    self.value(count)
                for column in columns:
                    self.type(column.type)
                    for one in column.names:
                        homes = self.names.properties.get(one.text, {})
                        self.meant(one.span, homes.get(name.text))
            case n.ZoneDecl(name=name, keys=keys, component=component, seen=seen, places=places):
                self.sizes(places)
                for one in (name, *keys, component):
                    self.value(one)
                if seen.startswith("with "):
                    self.word_in(node.span, r"\bseen\s+with\s+(\w+)")
            case n.MarkDecl(name=name, keys=keys, type=kind, start=start):
                for one in (name, *keys):
                    self.value(one)
                self.type(kind)
                if start is not None:
                    self.expression(start, around, type_named(kind))
            case n.HistoryDecl(name=name, of=recorded, last=last):
                for one in (name, *recorded):
                    self.value(one)
                self.expression(last, around)
            case n.BoardDecl(component=component):
                self.value(component)
                self.board(node, around)
            case n.CellBoardDecl():
                self.board(node, around)
            case n.GrowingDecl(name=name, component=other) | n.CellsDecl(name=name, board=other):
                self.value(name)
                self.value(other)
            case n.EdgesDecl(name=name, board=board):
                self.value(name)
                self.value(board)
            case n.DefineDecl(name=name, params=params, cases=cases):
                self.value(name)
                inside = self.typed(params, around)
                wanted = self.domain(cases[-1].value, inside)
                for case in cases:
                    self.expression(case.value, inside, wanted)
                    if case.test is not None:
                        self.expression(case.test, inside)
                self.inside[id(node)] = inside
            case n.ScoreDecl(name=name, seat=seat, value=value):
                self.other("score", name)
                self.expression(value, self.bind("parameter", seat, "seat", around))
            case n.WinnerDecl(seat=seat, test=test):
                if seat is not None and test is not None:
                    self.expression(test, self.bind("parameter", seat, "seat", around))
            case n.OutcomeDecl(cases=outcomes):
                for outcome in outcomes:
                    self.outcome(outcome, around)
            case n.ActionDecl(name=name, params=drawn, body=body, text=text):
                self.other("action", name)
                inside = self.drawn(drawn, around)
                self.holes(text, inside)
                self.inside[id(node)] = self.block(body, inside)
            case n.ProcedureDecl(name=name, params=params, body=body):
                self.other("procedure", name)
                self.inside[id(node)] = self.block(body, self.typed(params, around))
            case n.PhaseDecl(name=name, body=body):
                self.other("phase", name)
                self.inside[id(node)] = self.block(body, around)
            case n.SetupDecl(body=body):
                self.inside[id(node)] = self.block(body, around)
            case n.BeforeDealing(zone=zone, body=body):
                self.value(zone)
                self.block(body, around)
            case n.WheneverDecl(test=test, body=body):
                self.expression(test, around)
                self.block(body, around)
            case n.AlwaysDecl(test=test):
                self.expression(test, around)
            case n.AlwaysEnds(moves=moves):
                self.expression(moves, around)
            case n.ScenarioDecl(title=title):
                self.other("scenario", n.Name(title, span=title_span(node)))
                self.scenario(node)
            case _:
                self.edit(node, around)

    def board(self, node: n.BoardDecl | n.CellBoardDecl, around: Locals) -> None:
        """How large a board is, and which cells it has."""
        self.value(node.name)
        for side in (node.rows, node.columns):
            self.expression(side, around)
        if node.where is not None:
            place = Bound(None, "")  # what nobody has named
            self.expression(node.where, {**around, "row": place, "column": place})

    def outcome(self, case: n.OutcomeCase, around: Locals) -> None:
        for name in case.names:
            self.other("outcome", name)
        if case.test is not None:
            self.expression(case.test, around)

    def header(self, node: n.Header) -> None:
        for name in (node.name, node.base, *node.uses, *(other for other, _ in node.excludes)):
            if name is not None:
                self.other("file", name)
        for seat in node.seat_names:
            self.element(seat, "seat")

    def edit(self, node: Any, around: Locals) -> None:
        match node:
            case n.Add(target=target, content=content, where=where):
                found = self.target(target)
                place = {"before": self.before, "after": self.after}.get(where, self.inside)
                there = place.get(id(found), self.before.get(id(found), around))
                self.content(content, {**self.added(), **there})
            case n.ReplacePart(target=target, content=content):
                found = self.target(target)
                self.content(content, {**self.added(), **self.before.get(id(found), around)})
            case n.AddTo(names=names, target=target):
                home = self.names.listed(target)
                for name in names:
                    if home:
                        self.element(name, home)
                    else:
                        self.other("action", name)
                self.home_of_more(target, home)
            case n.AddCase(case=case):
                self.outcome(case, around)
            case n.AddRows(target=target):
                self.home_of_more(target, self.names.listed(target))
            case n.Remove(target=target):
                self.target(target)
            case n.ReplaceDecl(declaration=declaration):
                self.home = home_of(declaration)
                self.declaration(declaration, around)
            case n.RemoveScenarios(titles=titles):
                for title in titles:
                    self.other("scenario", title)
            case n.SetValue(name=name, value=value):
                self.value(name)
                known = self.names.values.get(name.text)
                self.expression(value, around, known.domain if known is not None else "")
            case n.SetEnd(target=target, value=value, otherwise=otherwise):
                found = self.target(target)
                inside = {**self.added(), **self.before.get(id(found), around)}
                self.expression(value, inside)
                for said in otherwise:
                    self.template(said, inside)
            case n.Together(other=other, parts=parts):
                self.other("file", other)
                for part in parts:
                    self.home = home_of(part)
                    self.declaration(part, around)
            case _:
                for child in children(node):
                    self.declaration(child, around)

    def home_of_more(self, target: n.Target, home: str) -> None:
        """What an edit adds something to: a type, or, without one, a choice."""
        if home:
            self.value(target.names[0])
        else:
            self.target(target)

    def added(self) -> Locals:
        """What edits put into the rules that others see: values, and what steps put cards into."""
        found: dict[str, Bound] = {}
        for edit in self.declarations:
            if isinstance(edit, n.Add | n.ReplacePart):
                for node in edit.content:
                    home, file = home_of(edit), edit.span.file.name
                    if isinstance(node, n.LetBe):
                        place = f"{home} {node.name.span.start - edit.span.start}"
                        symbol = Symbol("value", node.name.text, place, file)
                        found[node.name.text] = Bound(symbol, self.domain(node.value, {}))
                    elif isinstance(node, n.Step) and node.into is not None and node.params:
                        symbol = Symbol("selection", node.into.text, home, file)
                        domain = self.domain(node.params[0].source, {})
                        found[node.into.text] = Bound(symbol, domain)
        return found

    def content(self, content: tuple[Any, ...], around: Locals) -> None:
        """Statements, steps of a compose, or standing rules."""
        if content and isinstance(content[0], n.Step | n.FinishStep | n.Most):
            self.steps(content, around)
        elif content and isinstance(content[0], n.WheneverDecl | n.BeforeDealing):
            for rule in content:
                self.declaration(rule, around)
        else:
            self.block(content, around)

    def target(self, target: n.Target) -> Any:
        """The node that an edit means, if there is just one; its names mean what is around it."""
        texts = [name.text for name in target.names]
        things = {
            id(one): (one, declaration)
            for declaration in self.declarations
            for one in named([declaration], texts[0].startswith('"'))
        }
        found = [things[id(one)] for one in meant_by(target, [one for one, _ in things.values()])]
        if len(found) > 1:  # a choice may list what is said elsewhere
            found = [
                f for f in found if not (isinstance(f[0].node, n.Offer) and not f[0].node.body)
            ]
        if len(found) != 1:
            return None
        ((meant, declaration),) = found
        reader = Reader(self.names)
        reader.read(declaration)
        for mine, theirs in (
            (self.before, reader.before), (self.after, reader.after), (self.inside, reader.inside),
        ):  # fmt: skip
            mine.update(theirs)
        chain = meant.named_by(target.words, texts)
        for name, node in zip(target.names, chain, strict=True):
            place = _name_span(node)
            self.use(name.span, next((u.symbol for u in reader.uses if u.span == place), None))
        return meant.node

    # --------------------------------------------------------------------------- statements
    def block(self, body: Iterable[Any], around: Locals) -> Locals:
        """Statements one after another; what is bound at the end."""
        for statement in body:
            self.before[id(statement)] = around
            around = self.statement(statement, around)
            self.after[id(statement)] = around
        return around

    def statement(self, node: Any, around: Locals) -> Locals:
        """A statement; what is bound after it."""
        match node:
            case n.LetBe(name=name, value=value):
                self.expression(value, around)
                return self.bind("value", name, self.domain(value, around), around)
            case n.CallTo(name=name, args=args):
                self.other("procedure", name)
                found = self.names.others.get(("procedure", name.text))
                self.args(args, takes(found), around)
            case n.Needs():
                self.needs(node, around)
            case n.SetTo(target=target, value=value):
                self.expression(target, around)
                self.expression(value, around, self.domain(target, around))
            case n.MoveTo(what=what, source=source, target=target):
                known = self.domain(source, around) if source is not None else ""
                self.expression(what, around, known or self.domain(target, around))
                if source is not None:
                    self.expression(source, around)
                self.expression(target, around)
            case n.IfElse(test=test, then=then, other=other):
                self.expression(test, around)
                self.block(then, around)
                self.block(other, around)
            case n.Each(first=first, where=where, body=body):
                if first is not None:
                    self.expression(first, around, "seat")
                inside = self.drawn_names(node, around)
                if where is not None:
                    self.expression(where, inside)
                self.block(body, inside)
            case n.Repeat(test=test, body=body):
                self.expression(test, around)
                self.inside[id(node)] = self.block(body, around)
            case n.Turns(among=among, first=first, until=until, body=body):
                for part in (among, first, until):
                    if part is not None:
                        self.expression(part, around, "seat" if part is not until else "")
                self.inside[id(node)] = self.block(body, around)
            case n.TurnTo(seat=seat):
                self.expression(seat, around, "seat")
            case n.ChooseOne(name=name, by=by, entries=entries):
                self.own("choice", name)
                if by is not None:
                    self.expression(by, around, "seat")
                for entry in entries:
                    self.offer(entry, around)
            case n.ComposeOne():
                return self.compose(node, around)
            case n.Simple():
                pass
            case _:
                for child in children(node):
                    self.expression(child, around)
        return around

    def offer(self, node: n.Offer, around: Locals) -> None:
        self.before[id(node)] = around
        action = self.names.others.get(("action", node.name.text))
        if action is not None and not node.params and not node.body:
            self.use(node.name.span, action.symbol)
            return
        self.own("offer", node.name)
        inside = self.drawn(node.params, around)
        self.holes(node.text, inside)
        self.inside[id(node)] = self.block(node.body, inside)

    def compose(self, node: n.ComposeOne, around: Locals) -> Locals:
        self.own("compose", node.name)
        inside = self.steps(node.parts, around)
        for test in (node.until,):
            if test is not None:
                self.expression(test, inside)
        self.holes(node.text, inside)
        for said in node.otherwise:
            self.template(said, inside)
        return inside

    def steps(self, parts: Iterable[Any], around: Locals) -> Locals:
        """The parts of a compose: what a step puts cards into is bound in all of them."""
        bound = dict(around)
        parts = tuple(parts)
        for part in parts:
            into = getattr(part, "into", None)
            known = bound.get(into.text) if into is not None else None
            if into is not None and (
                known is None or known.symbol is None or known.symbol.home == self.home
            ):
                domain = self.domain(part.params[0].source, bound) if part.params else ""
                symbol = self.own("selection", into)
                bound[into.text] = Bound(symbol, domain)
            elif into is not None:
                self.use(into.span, bound[into.text].symbol)
        for part in parts:
            self.before[id(part)] = self.after[id(part)] = bound
            if isinstance(part, n.Most):
                self.expression(part.value, bound)
                continue
            self.own("step" if isinstance(part, n.Step) else "finish", part.name)
            inside = self.drawn(part.params, bound)
            self.holes(part.text, inside)
            if isinstance(part, n.Step) and part.at_most is not None:
                self.expression(part.at_most, bound)
            for needs in part.needs:
                self.before[id(needs)] = self.after[id(needs)] = inside
                self.needs(needs, inside)
            self.inside[id(part)] = self.block(part.body, inside)
            if isinstance(part, n.FinishStep):
                for param in part.params:
                    bound[param.name.text] = inside[param.name.text]
        return bound

    def needs(self, node: n.Needs, around: Locals) -> None:
        if node.label:
            label = re.match(r"needs\s+(\w+)", node.span.text())
            if label is not None:
                at = node.span.start
                span = Span(node.span.file, at + label.start(1), at + label.end(1))
                self.own("needs", n.Name(node.label, span=span))
        self.expression(node.test, around)
        self.template(node.message, around)

    def drawn(self, params: Iterable[n.Parameter], around: Locals) -> Locals:
        for param in params:
            self.expression(param.source, around)
            domain = self.domain(param.source, around)
            around = self.bind("parameter", param.name, domain, around)
            if param.where is not None:
                self.expression(param.where, around)
        return around

    def typed(self, params: Iterable[n.Typed], around: Locals) -> Locals:
        for param in params:
            self.type(param.type)
            around = self.bind("parameter", param.name, type_named(param.type), around)
        return around

    def type(self, kind: n.TypeExpr) -> None:
        if isinstance(kind, n.TypeName | n.TypeSet):
            self.value(kind.name)
        elif isinstance(kind, n.TypeRange):
            self.sizes(kind.low, kind.high)

    def sizes(self, *written: int | n.Expr) -> None:
        """Numbers, or what options make of them."""
        for one in written:
            if not isinstance(one, int):
                self.expression(one, {})

    def holes(self, text: n.MoveText | None, around: Locals) -> None:
        for part in text.parts if text is not None else ():
            if isinstance(part, n.Hole) and part.name.text in around:
                written = re.match(r"\s*", part.name.span.text())
                start = part.name.span.start + (written.end() if written else 0)
                span = Span(part.span.file, start, start + len(part.name.text))
                self.use(span, around[part.name.text].symbol)

    def template(self, node: n.Template, around: Locals) -> None:
        for part in node.parts:
            if not isinstance(part, str):
                self.expression(part, around)

    # -------------------------------------------------------------------------- expressions
    def expression(self, node: Any, around: Locals, wanted: str = "") -> None:
        match node:
            case n.Name():
                self.name(node, around, wanted)
            case n.Apply(name=name, args=args):
                self.apply(name, args, around)
            case n.Compare(left=left, right=right):
                self.expression(left, around, self.domain(right, around))
                self.expression(right, around, self.domain(left, around))
            case n.Arithmetic(left=left, right=right):
                self.expression(left, around, wanted)
                self.expression(right, around, wanted or self.domain(left, around))
            case n.When(then=then, test=test, other=other):
                self.expression(then, around, wanted)
                self.expression(test, around)
                self.expression(other, around, wanted or self.domain(then, around))
            case n.SetLiteral(items=items):
                for item in items:
                    self.expression(item, around, wanted or self.domain(items[0], around))
            case n.Query(where=where, body=body):
                inside = self.drawn_names(node, around, wanted)
                for part in (where, body):
                    if part is not None:
                        self.expression(part, inside)
            case n.Paths(start=start, goal=goal, through=through, by=by):
                for part in (start, goal, through):
                    self.expression(part, around, self.domain(through, around))
                if by is not None:
                    self.function(by, self.domain(through, around))
            case n.Longest(among=among, by=by):
                self.expression(among, around)
                if by is not None:
                    self.function(by, self.domain(among, around))
            case n.Integer() | n.YesNo():
                pass
            case _:
                for child in children(node):
                    self.expression(child, around, wanted)

    def name(self, node: n.Name, around: Locals, wanted: str) -> None:
        text = node.text
        if not node.quoted and text in around:
            self.use(node.span, around[text].symbol)
        elif wanted and self.element(node, wanted):
            pass
        elif not node.quoted and text in self.names.values:
            self.value(node)
        elif not node.quoted and text in SEATS:
            pass
        else:
            self.element(node, "")

    def apply(self, name: n.Name, args: tuple[Any, ...], around: Locals) -> None:
        found = self.function_called(name.text, args, around)
        self.meant(name.span, found)
        if found is None and name.text == "possible" and isinstance(args[0], n.Name):
            self.other("action", args[0])
            return
        wanted = takes(found)
        if found is None and name.text in OF_THEIR_FIRST and args:
            wanted = [self.domain(args[0], around)] * len(args)
        elif found is None and name.text in ("next", "score"):
            wanted = ["seat"] * len(args)
        near = 1 if name.text in ("groups", "reached", "subsets") and found is None else -1
        if 0 <= near < len(args) and isinstance(args[near], n.Name):
            self.function(args[near], self.domain(args[0], around))
            args, wanted = (*args[:near], *args[near + 1 :]), wanted[:1] + wanted[2:]
        self.args(args, wanted, around)

    def function(self, name: n.Name, domain: str) -> None:
        """A name of what is applied elsewhere."""
        homes = self.names.properties.get(name.text, {})
        self.meant(name.span, homes.get(domain) or self.names.values.get(name.text))

    def function_called(self, name: str, args: tuple[Any, ...], around: Locals) -> Declared | None:
        """What `name of x` or `name(x, y)` applies: a property is told by the type of x."""
        homes = self.names.properties.get(name, {})
        if homes and len(args) == 1:
            if found := homes.get(self.domain(args[0], around)):
                return found
            if len(homes) == 1 and name not in self.names.values:
                return next(iter(homes.values()))
        return self.names.values.get(name)

    def args(self, args: Iterable[Any], wanted: Sequence[str], around: Locals) -> None:
        for number, arg in enumerate(args):
            self.expression(arg, around, wanted[number] if number < len(wanted) else "")

    def domain(self, node: Any, around: Locals) -> str:
        """The type of an element, or of the elements of a collection; empty if it is not known."""
        match node:
            case n.Name(text=text, quoted=quoted):
                if not quoted and text in around:
                    return around[text].domain
                if not quoted and text in self.names.values:
                    return self.domain_of(self.names.values[text])
                if not quoted and text in (*SEATS, "seat"):
                    return "seat"
                only = self.names.only_home(text)
                return only.symbol.home if only is not None else ""
            case n.Apply(name=name, args=args):
                found = self.function_called(name.text, args, around)
                if found is not None:
                    return self.domain_of(found)
                if name.text in OF_THEIR_FIRST or name.text in OF_THEIR_LAST:
                    return self.domain(args[0 if name.text in OF_THEIR_FIRST else -1], around)
                return "seat" if name.text == "next" else self.domain_of_built_in(name.text, args)
            case n.When(then=then, other=other):
                return self.domain(then, around) or self.domain(other, around)
            case n.SetLiteral(items=items):
                return next(filter(None, (self.domain(item, around) for item in items)), "")
            case n.Arithmetic(left=left, right=right):
                return self.domain(left, around) or self.domain(right, around)
            case n.Query(kind="all" | "the", source=source):
                return self.domain(source, around)
            case n.Query(kind="largest" | "smallest" | "total" | "product"):
                return ""
            case n.Paths(through=through):
                return self.domain(through, around)
        return ""

    def domain_of_built_in(self, name: str, args: tuple[Any, ...]) -> str:
        """What functions give that are made for boards."""
        if name == "ends":
            for found in self.names.values.values():
                if isinstance(found.node, n.EdgesDecl):
                    board = self.names.values.get(found.node.board.text)
                    return board.domain if board is not None else ""
        if name == "open":
            cells = (f for f in self.names.values.values() if f.symbol.kind == "cells")
            return next((found.symbol.name for found in cells), "")
        return ""

    def domain_of(self, found: Declared) -> str:
        """The type of what is declared; of a definition, by what it says."""
        node, name = found.node, found.symbol.name
        if found.domain or not isinstance(node, n.DefineDecl) or name in self._defining:
            return found.domain
        self._defining.add(name)
        around = {
            p.name.text: Bound(found.symbol, type_named(p.type)) for p in node.params
        }  # whose symbols nobody asks for
        known = next(filter(None, (self.domain(c.value, around) for c in reversed(node.cases))), "")
        self._defining.discard(name)
        return known

    def word_in(self, span: Span, pattern: str) -> None:
        """A name of a value that the tree holds without its place."""
        word = re.search(pattern, span.text())
        if word is not None:
            at = Span(span.file, span.start + word.start(1), span.start + word.end(1))
            self.value(n.Name(word[1], span=at))


def home_of(node: Any) -> str:
    """What the parts of a declaration belong to."""
    if isinstance(node, n.ReplaceDecl):
        return home_of(node.declaration)
    name = getattr(node, "name", None)
    if isinstance(name, n.Name):
        return called(node) if hasattr(node, "body") or hasattr(node, "cases") else name.text
    return f"{type(node).__name__} {' '.join(node.span.text().split())}"


def _name_span(node: Any) -> Span | None:
    if isinstance(node, n.Needs):
        label = re.match(r"needs\s+(\w+)", node.span.text())
        if label is None:
            return None
        at = node.span.start
        return Span(node.span.file, at + label.start(1), at + label.end(1))
    name = getattr(node, "name", None)
    return name.span if isinstance(name, n.Name) else None


def takes(found: Declared | None) -> list[str]:
    """The types of what a declared thing is applied to."""
    node = found.node if found is not None else None
    match node:
        case n.ZoneDecl(keys=keys) | n.MarkDecl(keys=keys):
            return [key.text for key in keys]
        case n.DefineDecl(params=params) | n.ProcedureDecl(params=params):
            return [type_named(param.type) for param in params]
    if found is not None and found.symbol.kind == "property":
        return [found.symbol.home]
    return []


def words_in(span: Span, names: Names) -> Iterator[Use]:
    """What the words of a stretch that cannot be read seem to mean."""
    for word in re.finditer(r"\"[^\"\n]*\"|#.*|'([^'\n]+)'|([A-Za-z]\w*)", span.text()):
        text = word[1] or word[2]
        if not text:
            continue
        found = names.values.get(text) if word[2] else None
        for kind in ("action", "procedure", "phase", "score"):
            found = found or names.others.get((kind, text))
        found = found or names.only_home(text)
        if found is None and len(names.properties.get(text, {})) == 1:
            found = next(iter(names.properties[text].values()))
        if found is not None:
            at = Span(span.file, span.start + word.start(), span.start + word.end())
            yield Use(at, found.symbol, at == found.span)
