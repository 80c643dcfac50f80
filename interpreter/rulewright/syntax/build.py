"""Lark's tree → nodes: one method for each rule of the grammar.

With `parse` the only file that knows Lark. It is one long list because the grammar is one: a rule
`zone` has its method `zone`, which makes a `ZoneDecl`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Literal

from lark import Token, Transformer, v_args

from ..diagnostics import Findings
from ..source import SourceFile, Span
from . import nodes as n
from .walk import needs_first

ParseExpression = Callable[[SourceFile, int, int, Findings], n.Expr | None]


def _string(token: Token) -> str:
    return str(token)[1:-1]


def _split(raw: str, separator: str) -> tuple[str, ...]:
    parts = (" ".join(part.split()) for part in raw.split(separator))
    return tuple(part for part in parts if part)


@v_args(meta=True)
class TreeBuilder(Transformer[Token, Any]):
    """One method for each rule of the grammar, called from the leaves up."""

    def __init__(
        self, source: SourceFile, offset: int, findings: Findings, parse_expression: ParseExpression
    ) -> None:
        super().__init__()
        self.source = source
        self.offset = offset
        self.findings = findings
        self.parse_expression = parse_expression

    # -- positions and small pieces

    def at(self, meta: Any) -> Span:
        if meta.empty:
            return Span(self.source, self.offset, self.offset)
        return Span(self.source, self.offset + meta.start_pos, self.offset + meta.end_pos)

    def of(self, token: Token) -> Span:
        start = token.start_pos or 0
        return Span(self.source, self.offset + start, self.offset + start + len(token))

    def ident(self, token: Token) -> n.Name:
        return n.Name(str(token), span=self.of(token))

    def template(self, token: Token) -> n.Template:
        """Read the expressions in the braces of a message."""
        text, span = str(token), self.of(token)
        parts: list[str | n.Expr] = []
        position = 1
        for hole in re.finditer(r"\{([^{}]*)\}", text):
            parts.append(text[position : hole.start()])
            inner = self.parse_expression(
                self.source, span.start + hole.start(1), span.start + hole.end(1), self.findings
            )
            if inner is not None:
                parts.append(inner)
            position = hole.end()
        rest = text[position:-1]
        brace = re.search(r"[{}]", rest)
        if brace:
            at = span.start + position + brace.start()
            self.findings.add(
                "E008", "a brace without its partner in a message", Span(self.source, at, at + 1)
            )
        parts.append(rest)
        return n.Template(tuple(p for p in parts if p != ""), span=span)

    def move_text(self, token: Token | None) -> n.MoveText | None:
        """Read the names in the braces of a move's text."""
        if token is None:
            return None
        text, span = str(token), self.of(token)
        parts: list[str | n.Hole] = []
        position = 1
        for hole in re.finditer(r"\{([^{}]*)\}", text):
            parts.append(text[position : hole.start()])
            position = hole.end()
            at = Span(self.source, span.start + hole.start(1), span.start + hole.end(1))
            inner = re.fullmatch(r"\s*([A-Za-z]\w*)\s*(?:'([^']*)')?\s*", hole.group(1))
            if inner is None:
                self.findings.add(
                    "E064", "braces in the text of a move hold the name of a parameter", at,
                    hint="after it, in quotes, may stand what joins the elements of a set",
                )  # fmt: skip
                continue
            name = n.Name(inner.group(1), span=at)
            parts.append(n.Hole(name, ", " if inner[2] is None else inner[2], span=at))
        parts.append(text[position:-1])
        filled = re.sub(r"\{[^{}']*(?:'([^']*)')?[^{}]*\}", lambda hole: f"x{hole[1] or ''}x", text)
        self.can_be_typed(filled[1:-1], span)
        return n.MoveText(tuple(p for p in parts if p != ""), span=span)

    def can_be_typed(self, text: str, span: Span) -> None:
        """Report a text that could not be told from its neighbours, or typed in single blanks."""
        if " ".join(text.split()) != text or set(text) & set(";#"):
            self.findings.add(
                "E210", "`;`, `#`, blanks at an end and two in a row cannot be read back", span
            )

    def whole(self, token: Token) -> int:
        """A written number, of a length that can be meant."""
        if len(token) > 9:
            self.findings.add("E010", "a number of more than nine digits", self.of(token))
            return 0
        return int(token)

    def names(self, meta: Any, items: list[Token]) -> tuple[n.Name, ...]:
        return tuple(self.ident(t) for t in items)

    def tags(self, meta: Any, items: list[Token]) -> tuple[str, ...]:
        return tuple(str(t) for t in items)

    def tail(self, meta: Any, items: list[Any]) -> n.Tail:
        words, tags = "", ()
        for item in items:
            if isinstance(item, tuple):
                tags = item
            elif item is not None:
                words = _string(item)
        return n.Tail(words, tags)

    def title(self, meta: Any, items: list[Any]) -> n.Tail:
        return self.tail(meta, items)

    # -- headers

    def blurb(self, meta: Any, items: list[Any]) -> tuple[str, Any]:
        return "blurb", _string(items[0])

    def credit(self, meta: Any, items: list[Any]) -> tuple[str, Any]:
        return "credit", _string(items[0])

    def players(self, meta: Any, items: list[Any]) -> tuple[str, Any]:
        low, high, names, tail = items
        return "players", (self.whole(low), self.whole(high or low), names or (), tail)

    def uses(self, meta: Any, items: list[Any]) -> tuple[str, Any]:
        return "uses", items[0]

    def excludes(self, meta: Any, items: list[Any]) -> tuple[str, Any]:
        return "excludes", tuple((name, items[1]) for name in items[0])

    def _header(self, meta: Any, kind: Any, name: Token, base: Any, rest: list[Any]) -> n.Header:
        title, lines = rest[0], [line for line in rest[1:] if line is not None]
        players = [value for key, value in lines if key == "players"]
        if len(players) > 1:
            self.findings.add("E009", "the number of players is given twice", self.of(name))
        low_high = (players[0][0], players[0][1]) if players else None
        return n.Header(
            kind,
            self.ident(name),
            None if base is None else self.ident(base),
            title.words or str(name),
            tuple(value for key, value in lines if key == "blurb"),
            tuple(value for key, value in lines if key == "credit"),
            low_high,
            players[0][2] if players else (),
            tuple(used for key, value in lines if key == "uses" for used in value),
            tuple(pair for key, value in lines if key == "excludes" for pair in value),
            title.tags,
            players[0][3] if players else n.NO_TAIL,
            span=self.at(meta),
        )

    def game(self, meta: Any, items: list[Any]) -> n.Header:
        return self._header(meta, "game", items[0], None, items[1:])

    def library(self, meta: Any, items: list[Any]) -> n.Header:
        return self._header(meta, "library", items[0], None, items[1:])

    def variant(self, meta: Any, items: list[Any]) -> n.Header:
        return self._header(meta, "variant", items[0], items[1], items[2:])

    # -- what is on the table

    def option_name(self, meta: Any, items: list[Token]) -> n.Name:
        return self.ident(items[0])

    def option_number(self, meta: Any, items: list[Token]) -> n.Integer:
        return n.Integer(self.whole(items[0]), span=self.at(meta))

    def option_range(self, meta: Any, items: list[Token]) -> n.RangeOf:
        low, high = (n.Integer(self.whole(t), span=self.of(t)) for t in items)
        return n.RangeOf(low, high, span=self.at(meta))

    def option_values(self, meta: Any, items: list[Any]) -> tuple[Any, ...]:
        return tuple(items)

    def option(self, meta: Any, items: list[Any]) -> n.OptionDecl:
        return n.OptionDecl(self.ident(items[0]), items[1], items[2], span=self.at(meta))

    def enumeration(self, meta: Any, items: list[Any]) -> n.TypeDecl:
        name, ring, values, tail = items
        return n.TypeDecl(self.ident(name), ring is not None, values, tail, span=self.at(meta))

    def combination(self, meta: Any, items: list[Any]) -> n.PairDecl:
        name, *fields, text, tail = items
        given = tuple(f for f in fields if f is not None)
        return n.PairDecl(
            self.ident(name), given, self.move_text(text), tail, span=self.at(meta)
        )  # fmt: skip

    def column(self, meta: Any, items: list[Any]) -> n.Column:
        return n.Column(items[0], items[1], items[2], span=self.at(meta))

    def component(self, meta: Any, items: list[Any]) -> n.ComponentDecl:
        return self._from_table("component", meta, items)

    def listed(self, meta: Any, items: list[Any]) -> n.ComponentDecl:
        return self._from_table("type", meta, items)

    def _from_table(
        self, kind: Literal["component", "type"], meta: Any, items: list[Any]
    ) -> n.ComponentDecl:
        name, table, named_by, tail, *columns = items
        return n.ComponentDecl(
            self.ident(name), _string(table), self.ident(named_by),
            tuple(c for c in columns if c is not None), kind, tail, span=self.at(meta),
        )  # fmt: skip

    def board(self, meta: Any, items: list[Any]) -> n.BoardDecl | n.CellBoardDecl:
        name, rows, columns, component, table, tail = items
        what = None if component is None else self.ident(component)
        if what is None or table is None:
            return n.CellBoardDecl(
                self.ident(name), rows, columns, what, tail, span=self.at(meta)
            )  # fmt: skip
        return n.BoardDecl(
            self.ident(name), rows, columns, what, _string(table), tail, span=self.at(meta)
        )

    def growing(self, meta: Any, items: list[Any]) -> n.GrowingDecl:
        name, component, tail = items
        return n.GrowingDecl(self.ident(name), self.ident(component), tail, span=self.at(meta))

    def cells(self, meta: Any, items: list[Any]) -> n.CellsDecl:
        name, board, template, tail = items
        return n.CellsDecl(
            self.ident(name), self.ident(board), _string(template), tail, span=self.at(meta)
        )

    def edges(self, meta: Any, items: list[Any]) -> n.EdgesDecl:
        return n.EdgesDecl(self.ident(items[0]), self.ident(items[1]), items[2], span=self.at(meta))

    def shape_set(self, meta: Any, items: list[Any]) -> tuple[str, int, n.Name]:
        return "set", 0, self.ident(items[0])

    def shape_stack(self, meta: Any, items: list[Any]) -> tuple[str, int, n.Name]:
        return "stack", 0, self.ident(items[0])

    def shape_row(self, meta: Any, items: list[Any]) -> tuple[str, int, n.Name]:
        return "row", self.whole(items[0]), self.ident(items[1])

    def shape_slot(self, meta: Any, items: list[Any]) -> tuple[str, int, n.Name]:
        return "slot", 1, self.ident(items[0])

    def seen(self, meta: Any, items: list[Any]) -> tuple[str, str]:
        return "seen", str(items[0])

    def seen_with(self, meta: Any, items: list[Any]) -> tuple[str, str]:
        return "seen", f"with {items[0]}"

    def alone(self, meta: Any, items: list[Any]) -> tuple[n.Name, tuple[n.Name, ...]]:
        return self.ident(items[0]), ()

    def keyed(self, meta: Any, items: list[Any]) -> tuple[n.Name, tuple[n.Name, ...]]:
        return self.ident(items[0]), tuple(self.ident(t) for t in items[1:])

    def zone(self, meta: Any, items: list[Any]) -> n.ZoneDecl:
        (name, keys), (shape, places, component), *rest = items
        seen = next((r[1] for r in rest[:-1] if r is not None), "all")
        return n.ZoneDecl(
            name, keys, shape, places, component, seen, rest[-1], span=self.at(meta)
        )  # fmt: skip

    def mark(self, meta: Any, items: list[Any]) -> n.MarkDecl:
        (name, keys), kind, *rest, tail = items
        start, seen = None, "all"
        for item in rest:
            if isinstance(item, tuple) and item[0] == "seen":
                seen = item[1]
            elif item is not None:
                start = item
        return n.MarkDecl(name, keys, kind, start, seen, tail, span=self.at(meta))

    def type_name(self, meta: Any, items: list[Any]) -> n.TypeName:
        return n.TypeName(self.ident(items[0]), span=self.at(meta))

    def type_or(self, meta: Any, items: list[Any]) -> n.TypeName:
        return n.TypeName(self.ident(items[0]), str(items[1]), span=self.at(meta))

    def type_truth(self, meta: Any, items: list[Any]) -> n.TypeTruth:
        return n.TypeTruth(span=self.at(meta))

    def type_set(self, meta: Any, items: list[Any]) -> n.TypeSet:
        return n.TypeSet(self.ident(items[0]), span=self.at(meta))

    def bound(self, meta: Any, items: list[Token]) -> int:
        sign = -1 if self.source.text[self.offset + meta.start_pos] == "-" else 1
        return sign * self.whole(items[0])

    def type_range(self, meta: Any, items: list[int]) -> n.TypeRange:
        return n.TypeRange(items[0], items[1], span=self.at(meta))

    def type_range_or(self, meta: Any, items: list[Any]) -> n.TypeRange:
        return n.TypeRange(items[0], items[1], str(items[2]), span=self.at(meta))

    # -- definitions

    def parameter(self, meta: Any, items: list[Any]) -> n.Typed:
        return n.Typed(self.ident(items[0]), items[1], span=self.at(meta))

    def header_alone(self, meta: Any, items: list[Any]) -> tuple[n.Name, tuple[n.Typed, ...]]:
        return self.ident(items[0]), ()

    def header_keyed(self, meta: Any, items: list[Any]) -> tuple[n.Name, tuple[n.Typed, ...]]:
        return self.ident(items[0]), tuple(items[1:])

    def define(self, meta: Any, items: list[Any]) -> n.DefineDecl:
        (name, params), value, tail = items
        only = n.Case(value, None, span=value.span)
        return n.DefineDecl(name, params, (only,), tail, span=self.at(meta))

    def define_cases(self, meta: Any, items: list[Any]) -> n.DefineDecl:
        (name, params), tail, *cases = items
        return n.DefineDecl(name, params, tuple(cases), tail, span=self.at(meta))

    def case_when(self, meta: Any, items: list[Any]) -> n.Case:
        return n.Case(items[0], items[1], items[2], span=self.at(meta))

    def case_else(self, meta: Any, items: list[Any]) -> n.Case:
        return n.Case(items[0], None, items[1], span=self.at(meta))

    def score(self, meta: Any, items: list[Any]) -> n.ScoreDecl:
        name, seat, value, tail = items
        return n.ScoreDecl(self.ident(name), self.ident(seat), value, tail, span=self.at(meta))

    def winner(self, meta: Any, items: list[Any]) -> n.WinnerDecl:
        best: Any = str(items[0])
        return n.WinnerDecl(best, items[1], span=self.at(meta))

    def winner_where(self, meta: Any, items: list[Any]) -> n.WinnerDecl:
        seat, test, tail = items
        return n.WinnerDecl("where", tail, self.ident(seat), test, span=self.at(meta))

    def outcome(self, meta: Any, items: list[Any]) -> n.OutcomeDecl:
        tail, *cases = items
        return n.OutcomeDecl(tuple(cases), tail, span=self.at(meta))

    def outcome_case(self, meta: Any, items: list[Any]) -> n.OutcomeCase:
        return n.OutcomeCase(*items, span=self.at(meta))

    def outcome_else(self, meta: Any, items: list[Any]) -> n.OutcomeCase:
        return n.OutcomeCase(items[0], None, items[1], span=self.at(meta))

    def always(self, meta: Any, items: list[Any]) -> n.AlwaysDecl:
        return n.AlwaysDecl(items[0], items[1], span=self.at(meta))

    def always_ends(self, meta: Any, items: list[Any]) -> n.AlwaysEnds:
        return n.AlwaysEnds(items[0], items[1], span=self.at(meta))

    def always_alike(self, meta: Any, items: list[Any]) -> n.AlwaysAlike:
        return n.AlwaysAlike(items[0], span=self.at(meta))

    # -- what happens

    def block(self, meta: Any, items: list[Any]) -> tuple[Any, ...]:
        return tuple(items)

    parameters = block

    def setup(self, meta: Any, items: list[Any]) -> n.SetupDecl:
        return n.SetupDecl(items[1], items[0], span=self.at(meta))

    def phase(self, meta: Any, items: list[Any]) -> n.PhaseDecl:
        return n.PhaseDecl(self.ident(items[0]), items[2], items[1], span=self.at(meta))

    def drawn(self, meta: Any, items: list[Any]) -> n.Parameter:
        return n.Parameter(self.ident(items[0]), items[1], items[2], span=self.at(meta))

    def action(self, meta: Any, items: list[Any]) -> n.ActionDecl:
        name, params, text, tail, body = items
        return n.ActionDecl(
            self.ident(name), params or (), body or (), tail, self.move_text(text),
            span=self.at(meta),
        )  # fmt: skip

    def procedure(self, meta: Any, items: list[Any]) -> n.ProcedureDecl:
        name, *params, tail, body = items
        given = tuple(p for p in params if p is not None)
        return n.ProcedureDecl(self.ident(name), given, body, tail, span=self.at(meta))

    def whenever(self, meta: Any, items: list[Any]) -> n.WheneverDecl:
        return n.WheneverDecl(items[0], items[2], items[1], span=self.at(meta))

    def before_dealing(self, meta: Any, items: list[Any]) -> n.BeforeDealing:
        return n.BeforeDealing(self.ident(items[0]), items[2], items[1], span=self.at(meta))

    def needs(self, meta: Any, items: list[Any]) -> n.Needs:
        label, test, message, tags = items
        return n.Needs(
            str(label or ""), test, self.template(message), n.Tail("", tags or ()),
            span=self.at(meta),
        )  # fmt: skip

    def move(self, meta: Any, items: list[Any]) -> n.MoveTo:
        return n.MoveTo(*items, span=self.at(meta))

    def deal(self, meta: Any, items: list[Any]) -> n.DealFrom:
        count, source, each, target, tail = items
        return n.DealFrom(count, source, target, each is not None, tail, span=self.at(meta))

    def refill(self, meta: Any, items: list[Any]) -> n.Refill:
        return n.Refill(*items, span=self.at(meta))

    def shuffle(self, meta: Any, items: list[Any]) -> n.ShuffleZone:
        return n.ShuffleZone(*items, span=self.at(meta))

    def pick(self, meta: Any, items: list[Any]) -> n.PickFrom:
        return n.PickFrom(*items, span=self.at(meta))

    def set_to(self, meta: Any, items: list[Any]) -> n.SetTo:
        return n.SetTo(*items, span=self.at(meta))

    def gain(self, meta: Any, items: list[Any]) -> n.Change:
        return n.Change(1, *items, span=self.at(meta))

    def spend(self, meta: Any, items: list[Any]) -> n.Change:
        return n.Change(-1, *items, span=self.at(meta))

    def let(self, meta: Any, items: list[Any]) -> n.LetBe:
        return n.LetBe(self.ident(items[0]), items[1], items[2], span=self.at(meta))

    def call(self, meta: Any, items: list[Any]) -> n.CallTo:
        name, *args, tail = items
        given = tuple(a for a in args if a is not None)
        return n.CallTo(self.ident(name), given, tail, span=self.at(meta))

    def if_(self, meta: Any, items: list[Any]) -> n.IfElse:
        test, tail, body = items[:3]
        other = items[3] if len(items) > 3 and items[3] is not None else ()
        return n.IfElse(test, body, other, tail, span=self.at(meta))

    def else_block(self, meta: Any, items: list[Any]) -> tuple[Any, ...]:
        return tuple(items[0])

    def else_if(self, meta: Any, items: list[Any]) -> tuple[Any, ...]:
        return (items[0],)

    def each(self, meta: Any, items: list[Any]) -> n.Each:
        name, source, first, where, tail, body = items
        return n.Each(self.ident(name), source, first, where, body, tail, span=self.at(meta))

    def repeat(self, meta: Any, items: list[Any]) -> n.Repeat:
        whether: Any = str(items[0])
        return n.Repeat(whether, items[1], items[3], items[2], span=self.at(meta))

    def turns(self, meta: Any, items: list[Any]) -> n.Turns:
        among, first, until, tail, body = items
        return n.Turns(among, first, until, body, tail, span=self.at(meta))

    def turn_to(self, meta: Any, items: list[Any]) -> n.TurnTo:
        return n.TurnTo(items[0], items[1], span=self.at(meta))

    def offer_name(self, meta: Any, items: list[Token]) -> n.Name:
        if items[0].type == "QUOTED":
            name = n.Name(_string(items[0]), True, span=self.of(items[0]))
            self.can_be_typed(name.text, name.span)
            return name
        return self.ident(items[0])

    def _offer(self, meta: Any, role: Any, items: list[Any]) -> n.Offer:
        name, params, text, tail, body = items
        given = self.move_text(text)
        return n.Offer(role, name, params or (), body or (), tail, given, span=self.at(meta))

    def offer(self, meta: Any, items: list[Any]) -> n.Offer:
        return self._offer(meta, "offer", items)

    def fallback(self, meta: Any, items: list[Any]) -> n.Offer:
        return self._offer(meta, "fallback", items)

    def decline(self, meta: Any, items: list[Any]) -> n.Offer:
        name, tail, body = items
        return n.Offer("decline", name, (), body or (), tail, span=self.at(meta))

    def choose(self, meta: Any, items: list[Any]) -> n.ChooseOne:
        may, name, secretly, tail, *entries = items
        return n.ChooseOne(
            may is not None, self.ident(name), tuple(entries), secretly is not None, tail,
            span=self.at(meta),
        )  # fmt: skip

    def step(self, meta: Any, items: list[Any]) -> n.Step:
        name, params, text, into, *limit, tail, body = items
        at_most = limit[-1] if limit and limit[-1] is not None else None
        needs, rest = needs_first(body or ())
        return n.Step(
            self.ident(name), params or (), self.ident(into) if into else None, at_most,
            needs, rest, tail, self.move_text(text), span=self.at(meta),
        )  # fmt: skip

    def finish(self, meta: Any, items: list[Any]) -> n.FinishStep:
        name, params, text, tail, body = items
        needs, rest = needs_first(body or ())
        return n.FinishStep(
            name, params or (), needs, rest, tail, self.move_text(text), span=self.at(meta)
        )

    def compose(self, meta: Any, items: list[Any]) -> n.ComposeOne:
        name, secretly, text, until, tail, *parts = items
        return n.ComposeOne(
            self.ident(name), secretly is not None, tuple(parts), tail, self.move_text(text),
            until, span=self.at(meta),
        )  # fmt: skip

    def most(self, meta: Any, items: list[Any]) -> n.Most:
        value, tail = items
        return n.Most(value, tail, span=self.at(meta))

    def _simple(self, meta: Any, what: Any, items: list[Any]) -> n.Simple:
        return n.Simple(what, items[0], span=self.at(meta))

    def end_game(self, meta: Any, items: list[Any]) -> n.Simple:
        return self._simple(meta, "end game", items)

    def end_turn(self, meta: Any, items: list[Any]) -> n.Simple:
        return self._simple(meta, "end turn", items)

    def extra_turn(self, meta: Any, items: list[Any]) -> n.Simple:
        return self._simple(meta, "extra turn", items)

    def pass_turn(self, meta: Any, items: list[Any]) -> n.Simple:
        return self._simple(meta, "pass", items)

    def again(self, meta: Any, items: list[Any]) -> n.Simple:
        return self._simple(meta, "again", items)

    # -- scenarios

    def given(self, meta: Any, items: list[Any]) -> n.Given:
        place, raw = items
        values = () if raw is None else tuple(self._values(raw))
        values_span = place.span if raw is None else self.of(raw)
        return n.Given(place, values, values_span, span=self.at(meta))

    def _values(self, raw: Token) -> Iterator[n.Name]:
        """The values of a line, between commas; what is in quotes may hold commas."""
        for part in re.finditer(r"(?:'[^'\n]*'|[^,])+", str(raw)):
            text = part[0].strip()
            start = self.of(raw).start + part.end() - len(part[0].lstrip())
            quoted = re.fullmatch(r"'[^']*'", text) is not None
            if text:
                value = text[1:-1] if quoted else " ".join(text.split())
                yield n.Name(value, quoted, span=Span(self.source, start, start + len(text)))

    def scene_seats(self, meta: Any, items: list[Any]) -> n.SceneSeats:
        return n.SceneSeats(self.whole(items[0]), span=self.at(meta))

    def scene_option(self, meta: Any, items: list[Any]) -> n.SceneOption:
        value: n.Name | n.Integer = (
            n.Integer(self.whole(items[1]), span=self.of(items[1]))
            if items[1].type == "NUMBER"
            else self.ident(items[1])
        )
        return n.SceneOption(self.ident(items[0]), value, span=self.at(meta))

    def scene_given(self, meta: Any, items: list[Any]) -> n.SceneGiven:
        return n.SceneGiven(tuple(items), span=self.at(meta))

    def scene_seen(self, meta: Any, items: list[Any]) -> n.SceneSeen:
        return n.SceneSeen(items[0], tuple(items[1:]), span=self.at(meta))

    def scene_chance(self, meta: Any, items: list[Any]) -> n.SceneChance:
        events = _split(str(items[0]), ";")
        return n.SceneChance(tuple(_split(event, ",") for event in events), span=self.at(meta))

    def scene_play(self, meta: Any, items: list[Any]) -> n.ScenePlay:
        return n.ScenePlay(_split(str(items[0]), ";"), span=self.at(meta))

    def scene_offers(self, meta: Any, items: list[Any]) -> n.SceneOffers:
        moves = _split(str(items[0]), ";")
        more = bool(moves) and moves[-1] == "..."
        return n.SceneOffers(moves[:-1] if more else moves, more, span=self.at(meta))

    def scene_refuses(self, meta: Any, items: list[Any]) -> n.SceneRefuses:
        reason = "" if items[1] is None else _string(items[1])
        return n.SceneRefuses(" ".join(str(items[0]).split()), reason, span=self.at(meta))

    def scene_expect(self, meta: Any, items: list[Any]) -> n.SceneExpect:
        return n.SceneExpect(items[0], span=self.at(meta))

    def scene_outcome(self, meta: Any, items: list[Any]) -> n.SceneOutcome:
        return n.SceneOutcome(items[1], span=self.at(meta))

    def scene_over(self, meta: Any, items: list[Any]) -> n.SceneOver:
        return n.SceneOver(span=self.at(meta))

    def scenario(self, meta: Any, items: list[Any]) -> n.ScenarioDecl:
        title, tags, *scenes = items
        return n.ScenarioDecl(_string(title), tuple(scenes), tags or (), span=self.at(meta))

    # -- variants

    def outer_thing(self, meta: Any, items: list[Token]) -> str:
        return str(items[0])

    inner_thing = outer_thing

    def named_thing(self, meta: Any, items: list[Any]) -> tuple[str, n.Name]:
        return items[0] or "", items[1]

    def target(self, meta: Any, items: list[tuple[str, n.Name]]) -> n.Target:
        words, names = zip(*items, strict=True)
        return n.Target(names, words, span=self.at(meta))

    target_name = offer_name
    finish_name = offer_name

    def before(self, meta: Any, items: list[Any]) -> tuple[str, n.Target]:
        return "before", items[0]

    def after(self, meta: Any, items: list[Any]) -> tuple[str, n.Target]:
        return "after", items[0]

    def at_start(self, meta: Any, items: list[Any]) -> tuple[str, n.Target]:
        return "start", items[0]

    def at_end(self, meta: Any, items: list[Any]) -> tuple[str, n.Target]:
        return "end", items[0]

    added_statements = block
    added_parts = block

    def add(self, meta: Any, items: list[Any]) -> n.Add:
        last, (where, target), tail, content = items
        return n.Add(where, target, content, last is not None, tail, span=self.at(meta))

    def add_beside(self, meta: Any, items: list[Any]) -> n.Add | n.AddEntry:
        """Without a block it is an offer called `before` or `after`: `add after to main`."""
        (where, target), tail = items
        span = self.at(meta)
        if where not in ("before", "after") or target.words[0] != "to":
            begin = Span(span.file, span.start, span.start + len("add"))
            self.findings.add(
                "E016", "under `add` an indented block is wanted", begin,
                hint="indent the lines that belong to it by two blanks",
            )  # fmt: skip
            return n.Add(where, target, (), False, tail, span=span)
        begun = span.start + span.text().index(where)
        name = n.Name(where, span=Span(span.file, begun, begun + len(where)))
        into = n.Target(target.names, ("", *target.words[1:]), span=target.span)
        return n.AddEntry(name, into, tail, span=span)

    entry_name = offer_name

    def add_entry(self, meta: Any, items: list[Any]) -> n.AddEntry:
        return n.AddEntry(items[0], items[1], items[2], span=self.at(meta))

    def replace_part(self, meta: Any, items: list[Any]) -> n.ReplacePart:
        return n.ReplacePart(items[0], items[2], items[1], span=self.at(meta))

    def replace_declaration(self, meta: Any, items: list[Any]) -> n.ReplaceDecl:
        return n.ReplaceDecl(items[0], span=self.at(meta))

    def remove_scenarios(self, meta: Any, items: list[Any]) -> n.RemoveScenarios:
        titles = tuple(n.Name(_string(item), span=self.of(item)) for item in items)
        return n.RemoveScenarios(titles, span=self.at(meta))

    def remove_promises(self, meta: Any, items: list[Any]) -> n.RemovePromises:
        *quoted, tail = items
        titles = tuple(n.Name(_string(item), span=self.of(item)) for item in quoted)
        return n.RemovePromises(titles, tail, span=self.at(meta))

    def remove(self, meta: Any, items: list[Any]) -> n.Remove:
        return n.Remove(items[0], items[1], span=self.at(meta))

    def change(self, meta: Any, items: list[Any]) -> n.SetValue:
        return n.SetValue(self.ident(items[0]), items[1], items[2], span=self.at(meta))

    def together(self, meta: Any, items: list[Any]) -> n.Together:
        return n.Together(self.ident(items[0]), tuple(items[2:]), items[1], span=self.at(meta))

    # -- expressions

    def name(self, meta: Any, items: list[Token]) -> n.Name:
        return self.ident(items[0])

    def quoted(self, meta: Any, items: list[Token]) -> n.Name:
        return n.Name(_string(items[0]), True, span=self.at(meta))

    def number(self, meta: Any, items: list[Token]) -> n.Integer:
        return n.Integer(self.whole(items[0]), span=self.at(meta))

    def yes(self, meta: Any, items: list[Any]) -> n.YesNo:
        return n.YesNo(True, span=self.at(meta))

    def no(self, meta: Any, items: list[Any]) -> n.YesNo:
        return n.YesNo(False, span=self.at(meta))

    def apply_of(self, meta: Any, items: list[Any]) -> n.Apply:
        return n.Apply(self.ident(items[0]), (items[1],), span=self.at(meta))

    def apply(self, meta: Any, items: list[Any]) -> n.Apply:
        return n.Apply(self.ident(items[0]), tuple(items[1:]), span=self.at(meta))

    def set_literal(self, meta: Any, items: list[Any]) -> n.SetLiteral:
        return n.SetLiteral(tuple(i for i in items if i is not None), span=self.at(meta))

    def longest(self, meta: Any, items: list[Any]) -> n.Longest:
        whole = self.of(items[0])
        text = str(items[0]).split()[1]
        kind = n.Name(text, span=Span(self.source, whole.end - len(text), whole.end))
        return n.Longest(kind, items[1], span=self.at(meta))

    def paths(self, meta: Any, items: list[Any]) -> n.Paths:
        _, start, goal, through, by = items
        given = None if by is None else self.ident(by)
        return n.Paths(start, goal, through, given, span=self.at(meta))

    def binder(self, meta: Any, items: list[Any]) -> tuple[n.Name, n.Expr, n.Expr | None]:
        return self.ident(items[0]), items[1], items[2]

    def query(self, meta: Any, items: list[Any]) -> n.Query:
        word, (name, source, where) = items
        kind = " ".join(str(word).split())
        return n.Query(kind, name, source, where, None, span=self.at(meta))

    def every(self, meta: Any, items: list[Any]) -> n.Query:
        _, name, source, where, claim = items
        return n.Query("every", self.ident(name), source, where, claim, span=self.at(meta))

    def fold(self, meta: Any, items: list[Any]) -> n.Query | n.Lifted:
        word, body, binder = items
        if binder is None:
            return n.Lifted(str(word), body, span=self.at(meta))
        name, source, where = binder
        return n.Query(str(word), name, source, where, body, span=self.at(meta))

    def compare_op(self, meta: Any, items: list[Token]) -> str:
        return " ".join(items)

    def compare(self, meta: Any, items: list[Any]) -> n.Compare:
        return n.Compare(items[1], items[0], items[2], span=self.at(meta))

    def is_empty(self, meta: Any, items: list[Any]) -> n.Check:
        return n.Check("empty", False, items[0], span=self.at(meta))

    def is_not_empty(self, meta: Any, items: list[Any]) -> n.Check:
        return n.Check("empty", True, items[0], span=self.at(meta))

    def is_full(self, meta: Any, items: list[Any]) -> n.Check:
        return n.Check("full", False, items[0], span=self.at(meta))

    def is_not_full(self, meta: Any, items: list[Any]) -> n.Check:
        return n.Check("full", True, items[0], span=self.at(meta))

    def _arithmetic(self, meta: Any, sign: str, items: list[Any]) -> n.Expr:
        """A calculation; one that has a range on a side is a calculation of that bound."""
        left, right = items
        span = self.at(meta)
        if isinstance(left, n.RangeOf) and not left.bracketed:
            high = n.Arithmetic(sign, left.high, right, span=left.high.span.to(right.span))
            return n.RangeOf(left.low, high, span=span)
        if isinstance(right, n.RangeOf) and not right.bracketed:
            low = n.Arithmetic(sign, left, right.low, span=left.span.to(right.low.span))
            return n.RangeOf(low, right.high, span=span)
        return n.Arithmetic(sign, left, right, span=span)

    def add_(self, meta: Any, items: list[Any]) -> n.Expr:
        return self._arithmetic(meta, "+", items)

    def subtract_(self, meta: Any, items: list[Any]) -> n.Expr:
        return self._arithmetic(meta, "-", items)

    def multiply_(self, meta: Any, items: list[Any]) -> n.Expr:
        return self._arithmetic(meta, "*", items)

    def negate_(self, meta: Any, items: list[Any]) -> n.Expr:
        span = self.at(meta)
        if isinstance(items[0], n.RangeOf) and not items[0].bracketed:
            low = items[0].low
            return n.RangeOf(n.Negate(low, span=span), items[0].high, span=span)
        return n.Negate(items[0], span=span)

    def bracketed(self, meta: Any, items: list[Any]) -> n.Expr:
        expr: n.Expr = items[0]
        return replace(expr, bracketed=True) if isinstance(expr, n.RangeOf) else expr

    def range_(self, meta: Any, items: list[Any]) -> n.RangeOf:
        return n.RangeOf(*items, span=self.at(meta))

    def and_(self, meta: Any, items: list[Any]) -> n.Logic:
        return n.Logic("and", tuple(items), span=self.at(meta))

    def or_(self, meta: Any, items: list[Any]) -> n.Logic:
        return n.Logic("or", tuple(items), span=self.at(meta))

    def not_(self, meta: Any, items: list[Any]) -> n.Not:
        return n.Not(items[0], span=self.at(meta))

    def when(self, meta: Any, items: list[Any]) -> n.When:
        return n.When(*items, span=self.at(meta))
