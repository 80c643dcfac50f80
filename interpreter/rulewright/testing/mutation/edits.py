"""The edits: for each form of the language, the small mistakes that an author might make there.

An edit replaces nodes of the syntax tree of one file, so that it stands at a place of the text and
says in words what it does; the checker then types the edited tree like any other. Not touched:
what rules say (words, reasons, texts of moves), what only promises or tests (`always`, scenarios),
the ranges of marks and numbers (a narrower one is another promise), tables, and the names of types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any, get_args

from ...check.overlay import spliced
from ...source import Span
from ...syntax import nodes as n

Change = tuple[tuple[Any, tuple[Any, ...]], ...]  # nodes of the tree, and what stands there instead


_BECOMES = re.compile("(.+) becomes (.+)")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One edit of one file: `words` say what it does to what stands at `span`. `late`: of what
    options may be, or of what is remembered, which says little of the rules: it is tried last."""

    span: Span
    words: str
    around: str  # the declaration it is in, for those who choose mutants by name
    change: Change
    beside: str = ""  # the other variant, if it counts only together with one
    late: bool = False

    @property
    def line(self) -> int:
        return self.span.line

    @property
    def excerpt(self) -> str:
        """The line of the file."""
        return self.span.file.line_text(self.line).strip()

    @property
    def after(self) -> str:
        """The line as it would become, where the words alone leave open what of it they mean."""
        found = _BECOMES.fullmatch(self.words)
        if found is None or found[1] != self.span.text():
            return ""
        line, column = self.excerpt, self.span.file.line_column(self.span.start)[1] - 1
        if len(re.findall(rf"\b{re.escape(found[1])}\b", line)) < 2:
            return ""
        whole = self.span.file.line_text(self.line)
        return f"{whole[:column]}{found[2]}{whole[column + len(found[1]) :]}".strip()

    def applied(self, file: n.File) -> n.File:
        """The file with the edit; an addition that nothing is left of is left out itself."""
        tree = file
        for target, instead in self.change:
            tree = spliced(tree, target, instead)
        return replace(tree, declarations=tuple(_with_content(tree.declarations)))


def mutants(file: n.File, seats: int = 2) -> list[Mutant]:
    """All mutants of a file, in the order in which they stand. `seats`: the most that play."""
    alike = _Alike(file.declarations, seats)
    found = [
        Mutant(span, words, _name(declaration), change, beside, _is_late(declaration))
        for beside, declaration in _open(file.declarations)
        if not isinstance(declaration, _LEFT_ALONE)
        for span, words, change in _edits(declaration, alike)
    ]
    found += _order_of_standing_rules(file.declarations)
    return sorted(found, key=lambda mutant: (mutant.span.start, mutant.span.end))


_LEFT_ALONE = (
    n.Header, n.ScenarioDecl, *get_args(n.Promise), n.TypeDecl, n.PairDecl, n.ComponentDecl,
    n.BoardDecl, n.GrowingDecl, n.CellsDecl, n.EdgesDecl,
)  # fmt: skip

Found = tuple[Span, str, Change]


def _open(declarations: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """The declarations, those that count only together with another variant behind its name."""
    for declaration in declarations:
        if isinstance(declaration, n.Together):
            yield from ((declaration.other.text, part) for part in declaration.parts)
        else:
            yield "", declaration


def _with_content(declarations: Iterable[Any]) -> Iterator[Any]:
    """The declarations without additions of nothing, which no file can hold."""
    for declaration in declarations:
        if isinstance(declaration, n.Together):
            yield replace(declaration, parts=tuple(_with_content(declaration.parts)))
        elif not isinstance(declaration, n.Add) or declaration.content:
            yield declaration


def _name(declaration: Any) -> str:
    if isinstance(declaration, n.ReplaceDecl):
        declaration = declaration.declaration
    if isinstance(declaration, n.AddCase):
        return "outcome"
    if isinstance(declaration, n.Add | n.AddTo | n.AddRows | n.ReplacePart | n.Remove):
        return str(declaration.target)
    if isinstance(declaration, n.SetupDecl):
        return "setup"
    name = getattr(declaration, "name", None)
    return name.text if isinstance(name, n.Name) else ""


def _is_late(declaration: Any) -> bool:
    if isinstance(declaration, n.ReplaceDecl):
        declaration = declaration.declaration
    return isinstance(declaration, n.OptionDecl | n.HistoryDecl)


def _one(node: Any, instead: Any, words: str) -> Found:
    return node.span, words, ((node, (instead,)),)


def _gone(node: Any, words: str) -> Found:
    return node.span, words, ((node, ()),)


class _Alike:
    """For each zone and mark another one of the same type; whether `me` has one opponent."""

    def __init__(self, declarations: Iterable[Any], seats: int) -> None:
        self.other: dict[str, str] = {}
        self.opponent = seats == 2
        groups: dict[object, list[str]] = {}
        for _, d in _open(declarations):
            keys = (
                tuple(key.text for key in d.keys) if isinstance(d, n.ZoneDecl | n.MarkDecl) else ()
            )
            if isinstance(d, n.ZoneDecl):
                groups.setdefault((keys, d.shape, d.component.text), []).append(d.name.text)
            elif isinstance(d, n.MarkDecl):
                groups.setdefault((keys, d.type), []).append(d.name.text)
        for group in groups.values():
            for one, other in pairwise([*group, group[0]]):
                if one != other:
                    self.other[one] = other

    def name(self, name: n.Name) -> Iterator[n.Name]:
        if name.text in self.other:
            yield replace(name, text=self.other[name.text], quoted=False)


# Fields that hold expressions, in which a bare name is a value.
_VALUES = frozenset((
    "args", "left", "right", "operand", "items", "then", "test", "other", "low", "high", "source",
    "where", "body", "start", "goal", "through", "edges", "what", "target", "count", "zone",
    "until", "value", "amount", "among", "first", "at_most",
))  # fmt: skip


def _edits(node: Any, alike: _Alike) -> Iterator[Found]:
    """The edits of a node and of all below it."""
    yield from _here(node, alike)
    for f in fields(node):
        if f.name in ("span", "values_span", "tail"):
            continue
        for child in _held(_edited(node, f.name)):
            if isinstance(child, n.Template | n.MoveText | n.TypeRange | n.Target | n.ScenarioDecl):
                continue
            if isinstance(child, n.Name):
                is_seat = f.name == "seat" and isinstance(node, n.Plain)
                if f.name in _VALUES or is_seat:
                    yield from _of_name(child, alike)
            elif isinstance(child, n.Integer) and _is_like_nothing(node, child):
                yield _one(child, replace(child, value=2), "1 becomes 2")
            else:
                yield from _edits(child, alike)


def _edited(node: Any, field: str) -> Any:
    """What a field holds that is edited. Of an option it is the value that holds if nobody chooses:
    the others, and the bounds of ranges, are there to be chosen, and no scenario shows each."""
    value = getattr(node, field)
    if not isinstance(node, n.OptionDecl) or field != "values":
        return value
    usual = value[0]
    return usual.low if isinstance(usual, n.RangeOf) else usual


def _held(value: Any) -> Iterator[Any]:
    if isinstance(value, n.Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _held(item)


def _is_like_nothing(node: Any, child: n.Integer) -> bool:
    """`gain 1`, `deal 1`: one less is the same as leaving the statement out."""
    return child.value == 1 and isinstance(node, n.Change | n.DealFrom)


def _here(node: Any, alike: _Alike) -> Iterator[Found]:
    match node:
        case n.ReplaceDecl() | n.Add() | n.ReplacePart() | n.SetEnd(more=False) | n.SetValue():
            pass
        case n.Remove() | n.AddTo() | n.AddCase() | n.AddRows() | n.SetEnd(more=True):
            yield _gone(node, f"`{_line(node)}` is left out")
        case (
            n.OptionDecl() | n.ZoneDecl() | n.MarkDecl() | n.HistoryDecl() | n.DefineDecl()
            | n.ScoreDecl() | n.WinnerDecl() | n.OutcomeDecl() | n.WheneverDecl()
            | n.BeforeDealing()
        ):  # fmt: skip
            yield from _of_declaration(node)
        case n.Needs() | n.Parameter() | n.Offer() | n.Step() | n.FinishStep():
            yield from _of_offer(node)
        case n.ChooseOne() | n.ComposeOne():
            yield from _of_choice(node)
        case _ if isinstance(node, _STATEMENTS):
            yield from _of_statement(node)
        case _:
            yield from _of_expression(node, alike)
    for test in _conditions(node):
        if isinstance(test, n.Name | n.Apply | n.Query):
            yield _one(test, n.Not(test, span=test.span), f"`{_text(test)}` is negated")


def _conditions(node: Any) -> Iterator[Any]:
    """What a node asks; comparisons are edited for themselves, names are negated."""
    for name in ("test", "until", "where"):
        test = getattr(node, name, None)
        if test is not None:
            yield test
    if isinstance(node, n.Query) and node.kind == "every" and node.body is not None:
        yield node.body


def _text(node: Any) -> str:
    span: Span = node.span
    return span.in_line()


def _in_brackets(node: Any) -> str:
    """The text of a node, with the brackets that it stands in."""
    file, start, end = node.span.file, node.span.start, node.span.end
    is_within = file.text[:start].endswith("(") and file.text[end:].startswith(")")
    return f"({_text(node)})" if is_within else _text(node)


def _line(node: Any) -> str:
    """The first line of a node, without its words and rule numbers."""
    span: Span = node.span
    first, _, _ = span.text().partition("\n")
    tags = getattr(node, "tail", n.NO_TAIL).tags
    line = Span(span.file, span.start, span.start + len(first))
    return line.said(tags) if first else str(type(node).__name__)


_BESIDE = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "is": "is not", "is not": "is", "in": "not in",
    "not in": "in",
}  # fmt: skip
_OPPOSITE = {
    "largest": "smallest", "smallest": "largest", "min": "max", "max": "min", "trail": "path",
    "path": "trail", "and": "or", "or": "and", "+": "-", "-": "+", "*": "+",
}  # fmt: skip


def _of_expression(node: Any, alike: _Alike) -> Iterator[Found]:
    match node:
        case n.Integer(value=value):
            for near in (value + 1, value - 1):
                if near >= 0:
                    yield _one(node, replace(node, value=near), f"{value} becomes {near}")
        case n.YesNo(value=value):
            words = "yes becomes no" if value else "no becomes yes"
            yield _one(node, replace(node, value=not value), words)
        case n.Compare(op=op):
            if op == "meets":
                yield _one(node, n.Not(node, span=node.span), f"`{_text(node)}` is negated")
            else:
                yield _one(node, replace(node, op=_BESIDE[op]), f"`{op}` becomes `{_BESIDE[op]}`")
        case n.Check(what=what, negated=negated):
            words = f"is {'not ' * (not negated)}{what}"
            yield _one(node, replace(node, negated=not negated), f"it is asked whether it {words}")
        case n.Logic(op=op, items=items):
            other: Any = _OPPOSITE[op]
            yield _one(node, replace(node, op=other), f"`{op}` becomes `{other}`")
            for i, item in enumerate(items):
                rest = (*items[:i], *items[i + 1 :])
                less = replace(node, items=rest) if len(rest) > 1 else rest[0]
                said = f"{op} {_in_brackets(item)}" if i else f"{_in_brackets(item)} {op}"
                yield item.span, f"`{said}` is left out", ((node, (less,)),)
        case n.Not(operand=operand):
            yield _one(node, operand, "`not` is left out")
        case n.Arithmetic(op=op):
            yield _one(node, replace(node, op=_OPPOSITE[op]), f"`{op}` becomes `{_OPPOSITE[op]}`")
        case n.Lifted(kind=kind) | n.Longest(kind=kind) if kind in _OPPOSITE:
            other = _OPPOSITE[kind]
            yield _one(node, replace(node, kind=other), f"{kind} becomes {other}")
        case n.Query(kind=kind):
            if kind in _OPPOSITE:
                other = _OPPOSITE[kind]
                yield _one(node, replace(node, kind=other), f"{kind} becomes {other}")
            yield from _without(node, "where", "where")
        case n.Apply(name=name):
            if name.text in ("min", "max"):
                other = _OPPOSITE[name.text]
                swapped = replace(node, name=replace(name, text=other))
                yield name.span, f"{name.text} becomes {other}", ((node, (swapped,)),)
            for like in alike.name(name):
                swapped = replace(node, name=like)
                yield name.span, f"{name.text} becomes {like.text}", ((node, (swapped,)),)
        case n.SetLiteral(items=items) if len(items) > 1:
            for i, item in enumerate(items):
                less = replace(node, items=(*items[:i], *items[i + 1 :]))
                yield item.span, f"{_text(item)} is left out of the set", ((node, (less,)),)


def _of_name(name: n.Name, alike: _Alike) -> Iterator[Found]:
    for like in alike.name(name):
        yield _one(name, like, f"{name.text} becomes {like.text}")
    if name.text == "me":
        if alike.opponent:
            yield _one(name, replace(name, text="opponent"), "me becomes opponent")
        else:
            following = n.Apply(replace(name, text="next"), (name,), span=name.span)
            yield _one(name, following, "me becomes next of me")


def _without(node: Any, part: str, word: str) -> Iterator[Found]:
    """The node without a part that may be left out."""
    value = getattr(node, part)
    if value is not None:
        change = ((node, (replace(node, **{part: None}),)),)
        yield value.span, f"`{word} {_text(value)}` is left out", change


_STATEMENTS = n.Plain | n.CallTo | n.Each | n.Turns


def _of_statement(node: Any) -> Iterator[Found]:
    if not isinstance(node, n.Each | n.Turns):
        yield _gone(node, f"`{_line(node)}` is left out")
    match node:
        case n.Change(sign=sign):
            words = "gain becomes spend" if sign > 0 else "spend becomes gain"
            yield _one(node, replace(node, sign=-sign), words)
        case n.Simple(what="pass"):
            yield _one(node, replace(node, what="end turn"), "pass becomes end turn")
        case n.ShuffleZone():
            yield from _without(node, "until", "until")
        case n.Each():
            yield from _without(node, "first", "from")
            yield from _without(node, "where", "where")
        case n.Turns():
            yield from _without(node, "first", "from")
            yield from _without(node, "among", "in")


def _of_offer(node: Any) -> Iterator[Found]:
    match node:
        case n.Needs():
            yield _gone(node, f"`{_line(node)}` is left out")
        case n.Parameter():
            yield from _without(node, "where", "where")
        case n.Offer(role="fallback"):
            yield _one(node, replace(node, role="offer"), f"{node.name.text} is always offered")
        case n.Step():
            yield from _without(node, "at_most", "at most")


def _of_choice(node: n.ChooseOne | n.ComposeOne) -> Iterator[Found]:
    if node.secretly:
        yield _one(node, replace(node, secretly=False), f"{node.name.text} is not secret")
    if isinstance(node, n.ComposeOne):
        yield from _without(node, "until", "until")
        for part in node.parts:
            if isinstance(part, n.Most):
                yield _gone(part, f"`{_line(part)}` is left out")
    if isinstance(node, n.ChooseOne):
        yield from _without(node, "by", "by")
        parts: tuple[Any, ...] = node.entries
    else:
        finishes = [part for part in node.parts if isinstance(part, n.FinishStep)]
        several = finishes if len(finishes) > 1 else []
        parts = (*(part for part in node.parts if isinstance(part, n.Step)), *several)
    if len(parts) > 1:
        for part in parts:
            yield _gone(part, f"{part.name.text} is not offered")


def _of_declaration(node: Any) -> Iterator[Found]:
    match node:
        case n.OptionDecl(name=name, values=values) if len(values) > 1:
            changed = replace(node, values=(values[1], values[0], *values[2:]))
            if all(isinstance(value, n.Name) for value in values[:2]):
                yield _one(node, changed, f"{_text(values[1])} is the default of {name.text}")
        case n.ZoneDecl(name=name, seen=seen) | n.MarkDecl(name=name, seen=seen):
            if seen not in ("", "all"):
                words = f"{name.text} is seen by all"
                yield name.span, words, ((node, (replace(node, seen="all"),)),)
        case n.HistoryDecl(name=name, of=of) if len(of) > 1:
            for one in of:
                fewer = replace(node, of=tuple(other for other in of if other is not one))
                yield _one(node, fewer, f"{one.text} is not recorded in {name.text}")
        case n.DefineDecl(cases=cases) if len(cases) > 1:
            for case in cases[:-1]:
                yield _gone(case, f"the case `{_line(case)}` is left out")
        case n.OutcomeDecl(cases=cases) if len(cases) > 1:
            for ending in cases:
                yield _gone(ending, f"the case `{_line(ending)}` is left out")
        case n.ScoreDecl(name=name):
            yield _gone(node, f"nothing is scored for {name.text}")
        case n.WinnerDecl(best="most"):
            yield _one(node, replace(node, best="least"), "the least points win")
        case n.WinnerDecl(best="least"):
            yield _one(node, replace(node, best="most"), "the most points win")
        case n.WheneverDecl() | n.BeforeDealing():
            yield _gone(node, f"`{_line(node)}` is left out")


def _order_of_standing_rules(declarations: Iterable[Any]) -> Iterator[Mutant]:
    rules = [d for d in declarations if isinstance(d, n.WheneverDecl)]
    for one, other in pairwise(rules):
        change = ((one, (other, replace(one))), (other, ()))
        yield Mutant(one.span, "this standing rule comes after the next one", "whenever", change)
