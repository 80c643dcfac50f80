"""Lark's tree → nodes: a line in a table or a method for each rule of the grammar.

With `parse` the only file that knows Lark. It is one long list because the grammar is one: most
rules are a node whose fields are their parts (`NODES`); a rule `zone`, of which that is not so, has
its method `zone`, which makes a `ZoneDecl`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import chain, pairwise
from typing import Any

from lark import Token, Transformer, v_args

from ..diagnostics import Findings
from ..source import QUOTED, SourceFile, Span
from . import nodes as n
from .anew import ALONE, promise_anew, with_all
from .counting import LONGEST_NUMBER, MOST_NAMES, counting, names_to
from .holes import holes
from .walk import needs_first

ParseExpression = Callable[[SourceFile, int, int, Findings], n.Expr | None]

Made = tuple[type[n.Node], tuple[str, ...], dict[str, object]]


def _of(node: type[n.Node], parts: str, **fixed: object) -> Made:
    return node, tuple(parts.split()), fixed


# What a rule of the grammar becomes that has no method below: a node, and which of its fields the
# parts of the rule are, in order. `*`: all parts that are left, without those that are not there;
# `_`: a word that says no more than which rule it is. The other fields are always the same.
NODES: dict[str, Made] = {
    "option": _of(n.OptionDecl, "name values tail"),
    "enumeration": _of(n.TypeDecl, "name ring values tail"),
    "combination": _of(n.PairDecl, "name *fields text tail"),
    "component": _of(
        n.ComponentDecl, "name table named_by _ count tail *columns", kind="component"
    ),
    "listed": _of(n.ComponentDecl, "name table named_by tail *columns", kind="type"),
    "column": _of(n.Column, "names type tail"),
    "growing": _of(n.GrowingDecl, "name component tail"),
    "cells": _of(n.CellsDecl, "name board template tail"),
    "edges": _of(n.EdgesDecl, "name board tail"),
    "type_name": _of(n.TypeName, "name"),
    "type_or": _of(n.TypeName, "name otherwise"),
    "type_truth": _of(n.TypeTruth, ""),
    "type_set": _of(n.TypeSet, "name"),
    "parameter": _of(n.Typed, "name type"),
    "case_when": _of(n.Case, "value test tail"),
    "case_else": _of(n.Case, "value tail", test=None),
    "score": _of(n.ScoreDecl, "name seat value tail"),
    "winner": _of(n.WinnerDecl, "best tail"),
    "winner_where": _of(n.WinnerDecl, "seat test tail", best="where"),
    "outcome": _of(n.OutcomeDecl, "tail *cases"),
    "outcome_case": _of(n.OutcomeCase, "names test tail"),
    "outcome_else": _of(n.OutcomeCase, "names tail", test=None),
    "always": _of(n.AlwaysDecl, "test tail"),
    "always_ends": _of(n.AlwaysEnds, "moves _ tail"),
    "always_alike": _of(n.AlwaysAlike, "tail"),
    "setup": _of(n.SetupDecl, "tail body"),
    "phase": _of(n.PhaseDecl, "name tail body"),
    "action": _of(n.ActionDecl, "name params text tail body"),
    "drawn": _of(n.Parameter, "name source where"),
    "procedure": _of(n.ProcedureDecl, "name *params tail body"),
    "whenever": _of(n.WheneverDecl, "test tail body"),
    "before_dealing": _of(n.BeforeDealing, "zone tail body"),
    "move": _of(n.MoveTo, "what source target tail"),
    "deal": _of(n.DealFrom, "count source each target tail"),
    "refill": _of(n.Refill, "target source tail"),
    "shuffle": _of(n.ShuffleZone, "zone until tail"),
    "pick": _of(n.PickFrom, "target source tail"),
    "set_to": _of(n.SetTo, "target value tail"),
    "gain": _of(n.Change, "amount target tail", sign=1),
    "spend": _of(n.Change, "amount target tail", sign=-1),
    "let": _of(n.LetBe, "name value tail"),
    "call": _of(n.CallTo, "name *args tail"),
    "repeat": _of(n.Repeat, "whether test tail body"),
    "turns": _of(n.Turns, "among first until tail body"),
    "turn_to": _of(n.TurnTo, "seat tail"),
    "end_game": _of(n.Simple, "tail", what="end game"),
    "end_turn": _of(n.Simple, "tail", what="end turn"),
    "extra_turn": _of(n.Simple, "tail", what="extra turn"),
    "pass_turn": _of(n.Simple, "tail", what="pass"),
    "again": _of(n.Simple, "tail", what="again"),
    "choose": _of(n.ChooseOne, "may name by secretly tail *entries"),
    "offer": _of(n.Offer, "name params text tail body", role="offer"),
    "fallback": _of(n.Offer, "name params text tail body", role="fallback"),
    "decline": _of(n.Offer, "name tail body", role="decline", params=()),
    "most": _of(n.Most, "value tail"),
    "scenario": _of(n.ScenarioDecl, "title tags *scenes"),
    "scene_seats": _of(n.SceneSeats, "count"),
    "scene_given": _of(n.SceneGiven, "*lines"),
    "scene_seen": _of(n.SceneSeen, "seat *lines"),
    "scene_expect": _of(n.SceneExpect, "test"),
    "scene_outcome": _of(n.SceneOutcome, "_ names"),
    "add_rows": _of(n.AddRows, "table target tail"),
    "replace_declaration": _of(n.ReplaceDecl, "declaration"),
    "change": _of(n.SetValue, "name value tail"),
    "option_number": _of(n.Integer, "value"),
    "number": _of(n.Integer, "value"),
    "yes": _of(n.YesNo, "", value=True),
    "no": _of(n.YesNo, "", value=False),
    "apply_of": _of(n.Apply, "name *args"),
    "apply": _of(n.Apply, "name *args"),
    "set_literal": _of(n.SetLiteral, "*items"),
    "paths": _of(n.Paths, "_ start goal through by"),
    "compare": _of(n.Compare, "left op right"),
    "is_empty": _of(n.Check, "operand", what="empty", negated=False),
    "is_not_empty": _of(n.Check, "operand", what="empty", negated=True),
    "is_full": _of(n.Check, "operand", what="full", negated=False),
    "is_not_full": _of(n.Check, "operand", what="full", negated=True),
    "range_": _of(n.RangeOf, "low high"),
    "and_": _of(n.Logic, "*items", op="and"),
    "or_": _of(n.Logic, "*items", op="or"),
    "not_": _of(n.Not, "operand"),
    "when": _of(n.When, "then test other"),
}
_NAMED = r"[A-Za-z]\w*"
_KINDS = {node: {f.name: str(f.type) for f in fields(node)} for node, _, _ in NODES.values()}


def _string(token: Token) -> str:
    return str(token)[1:-1]


def as_written(side: n.Expr) -> int | n.Expr:
    """A bound: the number that stands there, or what options make of it."""
    match side:
        case n.Integer(value=value):
            return value
        case n.Negate(operand=n.Integer(value=value)):
            return -value
    return side


def _split(raw: str, separator: str) -> tuple[str, ...]:
    parts = (" ".join(part.split()) for part in raw.split(separator))
    return tuple(part for part in parts if part)


_LISTED = re.compile(rf"\s*({QUOTED})\s*(?=,|\Z)|[^,]+")


def _in_list(raw: str) -> Iterator[tuple[str, bool, int, int]]:
    """What stands between commas: is it in quotes, where it may hold commas, and where it begins
    and ends."""
    for part in _LISTED.finditer(raw):
        text, start = part[0].strip(), part.end() - len(part[0].lstrip())
        if text:
            value = text[1:-1] if part[1] else " ".join(text.split())
            yield value, bool(part[1]), start, start + len(text)


Edits = n.Edit | tuple[n.Edit, ...]


def _of_each(edit: Any, targets: tuple[n.Target, ...]) -> Edits:
    """An edit of several things as one of each: what it says stands in several places then."""
    if len(targets) == 1:
        return edit  # type: ignore[no-any-return]
    return tuple(
        replace(_once_more(edit, number), target=target) for number, target in enumerate(targets)
    )


def _once_more(part: Any, number: int) -> Any:
    """The same tree for another place."""
    if isinstance(part, tuple):
        return tuple(_once_more(item, number) for item in part)
    if isinstance(part, Span):
        return replace(part, copy=number)
    if not is_dataclass(part) or isinstance(part, type) or part is n.NO_TAIL:
        return part
    values = {f.name: getattr(part, f.name) for f in fields(part)}
    return replace(part, **{name: _once_more(value, number) for name, value in values.items()})


@v_args(meta=True)
class TreeBuilder(Transformer[Token, Any]):
    """Makes a node for each rule of the grammar, from the leaves up."""

    def __init__(
        self, source: SourceFile, offset: int, findings: Findings, parse_expression: ParseExpression
    ) -> None:
        super().__init__()
        self.source = source
        self.offset = offset
        self.findings = findings
        self.parse_expression = parse_expression

    def __default__(self, data: str, children: list[Any], meta: Any) -> n.Node:
        """The node of a rule without a method."""
        node, names, fixed = NODES[data]
        given: dict[str, Any] = {**fixed, "span": self.at(meta)}
        kinds = _KINDS[node]
        for number, name in enumerate(names):
            if name.startswith("*"):
                end = len(children) - (len(names) - number - 1)
                rest = children[number:end]
                given[name[1:]] = tuple(part for part in rest if part is not None)
                children = [*children[:number], None, *children[end:]]
            elif name != "_":
                given[name] = self.part(kinds[name], children[number])
        return node(**given)

    def part(self, kind: str, part: Any) -> Any:
        """A part of a rule as the value of a field of some kind."""
        if part is None:
            absent: dict[str, object] = {"bool": False, "str": ""}
            return () if kind.startswith("tuple") else absent.get(kind)
        if type(part) is not Token:
            return part
        match kind:
            case "Name" | "Name | None":
                return self.ident(part)
            case "MoveText | None":
                return self.move_text(part)
            case "Template | None":
                return self.template(part)
            case "bool":
                return True
            case "int":
                return self.whole(part)
            case _:
                return _string(part) if part.type == "STRING" else str(part)

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
        for start, end in self.holes(text, span):
            parts.append(text[position : start - 1])
            inner = self.parse_expression(
                self.source, span.start + start, span.start + end, self.findings
            )
            if inner is not None:
                parts.append(inner)
            position = end + 1
        parts.append(text[position:-1])
        return n.Template(tuple(p for p in parts if p != ""), span=span)

    def move_text(self, token: Token | None) -> n.MoveText | None:
        """Read the names in the braces of a move's text."""
        if token is None:
            return None
        text, span = str(token), self.of(token)
        parts: list[str | n.Hole] = []
        filled = ""  # with something for each hole
        position = 1
        for start, end in self.holes(text, span):
            parts.append(text[position : start - 1])
            filled += text[position : start - 1]
            position = end + 1
            at = Span(self.source, span.start + start, span.start + end)
            inner = re.fullmatch(r"\s*([A-Za-z]\w*)\s*(?:'([^']*)')?\s*", text[start:end])
            filled += f"x{(inner and inner[2]) or ''}x"
            if inner is None:
                self.findings.add(
                    "E064", "braces in the text of a move hold the name of a parameter", at,
                    hint="after it, in quotes, may stand what joins the elements of a set",
                )  # fmt: skip
                continue
            name = n.Name(inner.group(1), span=at)
            parts.append(n.Hole(name, ", " if inner[2] is None else inner[2], span=at))
        parts.append(text[position:-1])
        self.can_be_typed(filled + text[position:-1], span)
        return n.MoveText(tuple(p for p in parts if p != ""), span=span)

    def holes(self, text: str, span: Span) -> tuple[tuple[int, int], ...]:
        """Where the inside of each pair of braces stands; of one without a partner it is told."""
        held = holes(text)
        for alone in held.alone:
            at = span.start + alone
            self.findings.add(
                "E008", "a brace without its partner", Span(self.source, at, at + 1),
                hint="what is worked out stands between two: {c}, say",
            )  # fmt: skip
        return held.found

    def can_be_typed(self, text: str, span: Span) -> None:
        """Report a text that could not be told from its neighbours, or typed in single blanks."""
        if " ".join(text.split()) != text or set(text) & set(";#"):
            self.findings.add(
                "E210", "`;`, `#`, blanks at an end and two in a row cannot be read back", span
            )
        elif text.endswith(","):
            self.findings.add(
                "E210", "behind a comma at its end a list would go on in the next line", span
            )

    def whole(self, token: Token) -> int:
        """A written number, of a length that can be meant."""
        if len(token) > 9:
            self.findings.add("E010", "a number of more than nine digits", self.of(token))
            return 0
        return int(token)

    def names(self, meta: Any, items: list[Token]) -> tuple[n.Name, ...]:
        return tuple(self.ident(t) for t in items)

    def elements(
        self, meta: Any, items: list[tuple[n.Name | n.NamesTo, ...]]
    ) -> tuple[n.Name | n.NamesTo, ...]:
        return tuple(name for names in items for name in names)

    def element(self, meta: Any, items: list[Any]) -> tuple[n.Name | n.NamesTo, ...]:
        """A name, or all from one to another: `p1..p24`, each with the place of the range."""
        first, end = items
        if end is None:
            return (self.ident(first),)
        low = counting(str(first))
        high = counting(end.text) if isinstance(end, n.Name) else None
        if low is not None and high is None:
            return (n.NamesTo(self.ident(first), end, span=self.at(meta)),)
        names = None
        if low is not None and high is not None and low[0] == high[0]:
            names = names_to(str(first), int(high[1][:LONGEST_NUMBER]))
        if names is None:
            self.findings.add(
                "E124", f"{first}..{end.span.text()} is no range of names: both begin alike and "
                f"end in numbers, the lower one first, {MOST_NAMES:,} at most", self.at(meta),
                hint="for example: p1..p24",
            )  # fmt: skip
            return (self.ident(first),)
        return tuple(n.Name(name, span=self.at(meta)) for name in names)

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

    def blurb(self, meta: Any, items: list[Any]) -> tuple[str, Any]:
        return "blurb", _string(items[0])

    def credit(self, meta: Any, items: list[Any]) -> tuple[str, Any]:
        return "credit", _string(items[0])

    def players(self, meta: Any, items: list[Any]) -> tuple[str, Any]:
        counts, names, tail = items
        return "players", (counts, names or (), tail)

    def counts(self, meta: Any, items: list[tuple[int, int]]) -> tuple[tuple[int, int], list[int]]:
        """The fewest and the most, and the numbers between these that are left out."""
        low, high = items[0][0], items[-1][1]
        gaps = list[int]()
        for (first, below), (above, last) in pairwise(items):
            if not first <= below < above <= last:
                self.findings.add("E051", n.FOR_HOW_MANY, self.at(meta))
                return (low, max(low, high)), []
            gaps += range(below + 1, min(above, n.MOST_SEATS))
        return (low, high), gaps

    def count(self, meta: Any, items: list[Any]) -> tuple[int, int]:
        low, high = items
        return self.whole(low), self.whole(high or low)

    def uses(self, meta: Any, items: list[Any]) -> tuple[str, Any]:
        return "uses", items[0]

    def excludes(self, meta: Any, items: list[Any]) -> tuple[str, Any]:
        return "excludes", tuple((name, items[1]) for name in items[0])

    def _header(self, meta: Any, kind: Any, name: Token, base: Any, rest: list[Any]) -> n.Header:
        title, lines = rest[0], [line for line in rest[1:] if line is not None]
        players = [value for key, value in lines if key == "players"]
        if len(players) > 1:
            self.findings.add("E009", "the number of players is given twice", self.of(name))
        return n.Header(
            kind,
            self.ident(name),
            None if base is None else self.ident(base),
            title.words or str(name),
            tuple(value for key, value in lines if key == "blurb"),
            tuple(value for key, value in lines if key == "credit"),
            players[0][0][0] if players else None,
            players[0][1] if players else (),
            tuple(used for key, value in lines if key == "uses" for used in value),
            tuple(pair for key, value in lines if key == "excludes" for pair in value),
            title.tags,
            players[0][2] if players else n.NO_TAIL,
            tuple(players[0][0][1]) if players else (),
            span=self.at(meta),
        )

    def game(self, meta: Any, items: list[Any]) -> n.Header:
        return self._header(meta, "game", items[0], None, items[1:])

    def library(self, meta: Any, items: list[Any]) -> n.Header:
        return self._header(meta, "library", items[0], None, items[1:])

    def variant(self, meta: Any, items: list[Any]) -> n.Header:
        return self._header(meta, "variant", items[0], items[1], items[2:])

    def option_name(self, meta: Any, items: list[Token]) -> n.Name:
        return self.ident(items[0])

    def option_range(self, meta: Any, items: list[Token]) -> n.RangeOf:
        low, high = (n.Integer(self.whole(t), span=self.of(t)) for t in items)
        return n.RangeOf(low, high, span=self.at(meta))

    def option_values(self, meta: Any, items: list[Any]) -> tuple[Any, ...]:
        return tuple(items)

    def board(self, meta: Any, items: list[Any]) -> n.BoardDecl | n.CellBoardDecl:
        name, rows, columns, component, table, where, tail = items
        what = None if component is None else self.ident(component)
        if what is None or table is None:
            return n.CellBoardDecl(
                self.ident(name), rows, columns, what, where, tail, span=self.at(meta)
            )  # fmt: skip
        return n.BoardDecl(
            self.ident(name), rows, columns, what, _string(table), where, tail, span=self.at(meta)
        )

    def shape_set(self, meta: Any, items: list[Any]) -> tuple[str, int, n.Name]:
        return "set", 0, self.ident(items[0])

    def shape_stack(self, meta: Any, items: list[Any]) -> tuple[str, int, n.Name]:
        return "stack", 0, self.ident(items[0])

    def shape_row(self, meta: Any, items: list[Any]) -> tuple[str, int | n.Expr, n.Name]:
        return "row", as_written(items[0]), self.ident(items[1])

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

    def history(self, meta: Any, items: list[Any]) -> n.HistoryDecl:
        name, of, last, tail = items
        return n.HistoryDecl(self.ident(name), of, last, tail, span=self.at(meta))

    def type_range(self, meta: Any, items: list[Any]) -> n.TypeRange:
        low, high = map(as_written, items[:2])
        return n.TypeRange(low, high, *map(str, items[2:]), span=self.at(meta))

    type_range_or = type_range

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

    def block(self, meta: Any, items: list[Any]) -> tuple[Any, ...]:
        return tuple(items)

    parameters = block

    def needs(self, meta: Any, items: list[Any]) -> n.Needs:
        label, test, message, tail = items
        return n.Needs(str(label or ""), test, self.template(message), tail, span=self.at(meta))

    def if_(self, meta: Any, items: list[Any]) -> n.IfElse:
        test, tail, body = items[:3]
        other = items[3] if len(items) > 3 and items[3] is not None else ()
        return n.IfElse(test, body, other, tail, span=self.at(meta))

    def else_block(self, meta: Any, items: list[Any]) -> tuple[Any, ...]:
        return tuple(items[0])

    def else_if(self, meta: Any, items: list[Any]) -> tuple[Any, ...]:
        return (items[0],)

    def offer_name(self, meta: Any, items: list[Token]) -> n.Name:
        if items[0].type == "QUOTED":
            name = n.Name(_string(items[0]), True, span=self.of(items[0]))
            self.can_be_typed(name.text, name.span)
            return name
        return self.ident(items[0])

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

    def given(self, meta: Any, items: list[Any]) -> n.Given:
        place, raw = items
        values = () if raw is None else tuple(self._values(raw))
        values_span = place.span if raw is None else self.of(raw)
        return n.Given(place, values, values_span, span=self.at(meta))

    def to_move(self, meta: Any, items: list[Token]) -> n.Given:
        """Whose turn it is, and the names of the choice: `Ann (pay in main)`."""
        place, raw = items
        inside = rf"{_NAMED}(?:\s+in\s+{_NAMED})*"
        found = re.fullmatch(rf"([^()]+?)\s*\(\s*({inside})\s*\)\s*", str(raw))
        seat = "" if found is None else found[1]
        seat = seat[1:-1] if re.fullmatch(r"'[^']+'", seat) else seat  # as other lines have it
        values = () if found is None else (seat, *re.split(r"\s+in\s+", found[2]))
        names = tuple(n.Name(value, span=self.of(raw)) for value in values)
        return n.Given(
            n.Name(n.TO_MOVE, span=self.of(place)), names, self.of(raw), span=self.at(meta)
        )

    def _values(self, raw: Token) -> Iterator[n.Name]:
        """The values of a line, between commas; what is in quotes may hold commas."""
        at = self.of(raw).start
        for value, quoted, start, end in _in_list(str(raw)):
            yield n.Name(value, quoted, span=Span(self.source, at + start, at + end))

    def scene_option(self, meta: Any, items: list[Any]) -> n.SceneOption:
        value: n.Name | n.Integer = (
            n.Integer(self.whole(items[1]), span=self.of(items[1]))
            if items[1].type == "NUMBER"
            else self.ident(items[1])
        )
        return n.SceneOption(self.ident(items[0]), value, span=self.at(meta))

    def scene_chance(self, meta: Any, items: list[Any]) -> n.SceneChance:
        events = _split(str(items[0]), ";")
        outcomes = tuple(tuple(value for value, *_ in _in_list(event)) for event in events)
        return n.SceneChance(outcomes, span=self.at(meta))

    def scene_play(self, meta: Any, items: list[Any]) -> n.ScenePlay:
        return n.ScenePlay(_split(str(items[0]), ";"), span=self.at(meta))

    def scene_offers(self, meta: Any, items: list[Any]) -> n.SceneOffers:
        moves = _split(str(items[0]), ";")
        more = bool(moves) and moves[-1] == "..."
        return n.SceneOffers(moves[:-1] if more else moves, more, span=self.at(meta))

    def scene_refuses(self, meta: Any, items: list[Any]) -> n.SceneRefuses:
        reason = "" if items[1] is None else _string(items[1])
        return n.SceneRefuses(" ".join(str(items[0]).split()), reason, span=self.at(meta))

    def outer_thing(self, meta: Any, items: list[Token]) -> str:
        return str(items[0])

    inner_thing = outer_thing

    def named_thing(self, meta: Any, items: list[Any]) -> tuple[str, n.Name]:
        return items[0] or "", items[1]

    def target(self, meta: Any, items: list[tuple[str, n.Name]]) -> n.Target:
        words, names = zip(*items, strict=True)
        return n.Target(names, words, span=self.at(meta))

    def targets(self, meta: Any, items: list[n.Target]) -> tuple[n.Target, ...]:
        return tuple(items)

    target_name = offer_name
    end_name = offer_name

    def line_said(self, meta: Any, items: list[Token]) -> tuple[str, n.Name]:
        return "", n.Name(" ".join(str(items[0]).split()), span=self.of(items[0]))

    finish_name = offer_name

    def before(self, meta: Any, items: list[Any]) -> tuple[str, tuple[n.Target, ...]]:
        return "before", items[0]

    def after(self, meta: Any, items: list[Any]) -> tuple[str, tuple[n.Target, ...]]:
        return "after", items[0]

    def at_start(self, meta: Any, items: list[Any]) -> tuple[str, tuple[n.Target, ...]]:
        return "start", items[0]

    def at_end(self, meta: Any, items: list[Any]) -> tuple[str, tuple[n.Target, ...]]:
        return "end", items[0]

    added_statements = block
    added_parts = block
    standing = block

    def add(self, meta: Any, items: list[Any]) -> Edits:
        last, (where, targets), tail, content = items
        span = self.at(meta)
        edit = n.Add(where, targets[0], content, last is not None, tail, span=span)
        return _of_each(edit, targets)

    def replace_part(self, meta: Any, items: list[Any]) -> Edits:
        targets, tail, content = items
        return _of_each(n.ReplacePart(targets[0], content, tail, span=self.at(meta)), targets)

    def replace_rows(self, meta: Any, items: list[Any]) -> Edits:
        """Without a block it is a table: `replace "dear.csv" in card`."""
        targets, tail = items
        (said, *names), (_, *words) = targets[0].names, targets[0].words
        span = self.at(meta)
        if len(targets) == 1 and names and said.text.startswith('"') and "." in said.text:
            place = Span(span.file, names[0].span.start, targets[0].span.end)
            target = n.Target(tuple(names), tuple(words), span=place)
            return n.AddRows(said.text.strip('"'), target, tail, True, span=span)
        if said.text == "always" and not names:
            begun = Span(span.file, span.start, said.span.end)
            hint = promise_anew(f'"{tail.words}"' if tail.words else "")
            self.findings.add("E016", "a promise is not replaced", begun, hint=hint)
            return ()
        if tail.words:
            begun = Span(span.file, span.start, span.start + len("replace"))
            self.findings.add("E016", ALONE, begun, hint=with_all(str(targets[0])))
        else:
            self.no_block("replace", span)
        return _of_each(n.ReplacePart(targets[0], (), tail, span=span), targets)

    def no_block(self, word: str, span: Span) -> None:
        """Report that nothing stands below a line."""
        self.findings.add(
            "E016", f"under `{word}` an indented block is wanted",
            Span(span.file, span.start, span.start + len(word)),
            hint="indent the lines that belong to it by two blanks",
        )  # fmt: skip

    def remove(self, meta: Any, items: list[Any]) -> Edits:
        targets, tail = items
        return _of_each(n.Remove(targets[0], tail, span=self.at(meta)), targets)

    def together(self, meta: Any, items: list[Any]) -> n.Together:
        name, tail, *parts = items
        told = (part if isinstance(part, tuple) else (part,) for part in parts)
        return n.Together(self.ident(name), tuple(chain(*told)), tail, span=self.at(meta))

    def add_beside(self, meta: Any, items: list[Any]) -> n.Add | n.AddTo:
        """Without a block it is an offer called `before` or `after`: `add after to main`."""
        (where, (target, *_)), tail = items
        span = self.at(meta)
        if where not in ("before", "after") or target.words[0] != "to":
            self.no_block("add", span)
            return n.Add(where, target, (), False, tail, span=span)
        begun = span.start + span.text().index(where)
        name = n.Name(where, span=Span(span.file, begun, begun + len(where)))
        into = n.Target(target.names, ("", *target.words[1:]), span=target.span)
        return n.AddTo((name,), into, tail, span=span)

    entry_name = offer_name

    def add_to(self, meta: Any, items: list[Any]) -> n.AddTo:
        *names, target, tail = items
        return n.AddTo(tuple(names), target, tail, span=self.at(meta))

    def add_fallback(self, meta: Any, items: list[Any]) -> n.AddTo:
        name, target, tail = items
        return n.AddTo((name,), target, tail, "fallback", span=self.at(meta))

    def add_decline(self, meta: Any, items: list[Any]) -> n.AddTo:
        name, target, tail = items
        return n.AddTo((name,), target, tail, "decline", span=self.at(meta))

    def ending(self, meta: Any, items: list[Any]) -> tuple[n.Expr, tuple[n.Template, ...]]:
        """What something goes on until, and what is said where that can hold no more: once, or of
        each of several parts that all have to hold."""
        tests, said = items[::2], [token for token in items[1::2] if token is not None]
        test = tests[0] if len(tests) == 1 else n.Logic("and", tuple(tests), span=self.at(meta))
        return test, tuple(map(self.template, said))

    def compose(self, meta: Any, items: list[Any]) -> n.ComposeOne:
        name, secretly, text, ending, tail, *parts = items
        until, otherwise = ending or (None, ())
        return n.ComposeOne(
            self.ident(name), secretly is not None, tuple(parts), tail, self.move_text(text), until,
            otherwise, span=self.at(meta),
        )  # fmt: skip

    def change_end(self, meta: Any, items: list[Any]) -> Edits:
        name, targets, (value, otherwise), tail = items
        said, span = self.ident(name), self.at(meta)
        edit = n.SetEnd(said, targets[0], value, otherwise, tail, span=span)
        return _of_each(edit, targets)

    def add_end(self, meta: Any, items: list[Any]) -> Edits:
        value, targets, tail = items
        name = n.Name("until", span=value.span)
        edit = n.SetEnd(name, targets[0], value, (), tail, True, span=self.at(meta))
        return _of_each(edit, targets)

    def add_case(self, meta: Any, items: list[Any]) -> n.AddCase:
        *names, test, tail = items
        span = self.at(meta)
        return n.AddCase(n.OutcomeCase(tuple(names), test, tail, span=span), span=span)

    def remove_scenarios(self, meta: Any, items: list[Any]) -> n.RemoveScenarios:
        titles = tuple(n.Name(_string(item), span=self.of(item)) for item in items)
        return n.RemoveScenarios(titles, span=self.at(meta))

    def remove_promises(self, meta: Any, items: list[Any]) -> n.RemovePromises:
        *quoted, tail = items
        titles = tuple(n.Name(_string(item), span=self.of(item)) for item in quoted)
        return n.RemovePromises(titles, tail, span=self.at(meta))

    def name(self, meta: Any, items: list[Token]) -> n.Name:
        return self.ident(items[0])

    def quoted(self, meta: Any, items: list[Token]) -> n.Name:
        return n.Name(_string(items[0]), True, span=self.at(meta))

    def longest(self, meta: Any, items: list[Any]) -> n.Longest:
        whole = self.of(items[0])
        text = str(items[0]).split()[1]
        kind = n.Name(text, span=Span(self.source, whole.end - len(text), whole.end))
        by = None if items[2] is None else self.ident(items[2])
        return n.Longest(kind, items[1], by, span=self.at(meta))

    def drawn_names(
        self, meta: Any, items: list[Any]
    ) -> tuple[n.Name, n.Expr, tuple[n.Drawn, ...]]:
        """The first name with what it is drawn from, and the further ones."""
        drawn: list[n.Drawn] = []
        names: list[Token] = []
        for item in items:
            if isinstance(item, Token):
                names.append(item)
                continue
            for name, source in zip(names, [item] + [None] * len(names), strict=False):
                drawn.append(n.Drawn(self.ident(name), source, span=self.of(name)))
            names = []
        first, *more = drawn
        assert first.source is not None
        return first.binder, first.source, tuple(more)

    gone_through = drawn_names

    def each(self, meta: Any, items: list[Any]) -> n.Each:
        (name, source, more), first, where, tail, body = items
        return n.Each(name, source, first, where, body, tail, more, span=self.at(meta))

    def binder(self, meta: Any, items: list[Any]) -> tuple[Any, n.Expr | None]:
        return items[0], items[1]

    def query(self, meta: Any, items: list[Any]) -> n.Query:
        word, ((name, source, more), where), *rest = items
        kind = " ".join(str(word).split())
        body = rest[0] if rest else None
        return n.Query(kind, name, source, where, body, more, span=self.at(meta))

    every = query

    def fold(self, meta: Any, items: list[Any]) -> n.Query | n.Lifted:
        word, body, binder = items
        if binder is None:
            return n.Lifted(str(word), body, span=self.at(meta))
        return self.query(meta, [word, binder, body])

    def compare_op(self, meta: Any, items: list[Token]) -> str:
        return " ".join(items)

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
