"""What the files of a game declare: every name with what it is, and whose it is.

Read off the syntax trees alone, so that it is there while the rules are being edited and do not
check. A declaration that cannot be read still has the name it begins with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..characters import with_article
from ..check.kinds import kind_of
from ..check.modules import Loaded
from ..source import Span
from ..syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Symbol:
    """A thing with a name. `kind`: a word such as `zone`; `home`: of what it is a part, such as the
    type of an element or the declaration of a parameter, else empty; `file`: where it is declared,
    by the name of the file."""

    kind: str
    name: str
    home: str
    file: str


@dataclass(frozen=True, slots=True)
class Declared:
    """Where a symbol is declared: `span` is its name there. `node`: what declares it, if that can
    be read. `domain`: the type whose elements it is or has, as far as that is written."""

    symbol: Symbol
    span: Span
    node: n.Node | None = None
    domain: str = ""


Key = tuple[str, str]

VALUES = (
    "type", "component", "board", "cells", "edges", "zone", "mark", "history", "definition",
    "option",
)  # fmt: skip
"""What shares one set of names: what expressions can use."""
LISTED = ("type", "component")

_WORDS = {
    "zone": "zone", "mark": "mark", "history": "history", "define": "definition",
    "option": "option", "type": "type", "component": "component", "board": "board",
    "cells": "cells", "edges": "edges", "action": "action", "to": "procedure",
    "phase": "phase", "score": "score",
}  # fmt: skip
_BEGINS = re.compile(rf"({'|'.join(_WORDS)})[ \t]+([A-Za-z]\w*)")


@dataclass(slots=True)
class Names:
    """The names of a game, its libraries and perhaps a variant; those found first count.

    `values`: what expressions can use; `others` by kind and name: actions, procedures, phases,
    scores, scenarios, files; `elements`: by label, each by its type; `properties`: by name, each
    by the type that has it.
    """

    values: dict[str, Declared] = field(default_factory=dict)
    others: dict[Key, Declared] = field(default_factory=dict)
    elements: dict[str, dict[str, Declared]] = field(default_factory=dict)
    properties: dict[str, dict[str, Declared]] = field(default_factory=dict)

    def add(self, found: Declared) -> None:
        symbol = found.symbol
        if symbol.kind in VALUES:
            self.values.setdefault(symbol.name, found)
        elif symbol.kind == "element":
            self.elements.setdefault(symbol.name, {}).setdefault(symbol.home, found)
        elif symbol.kind == "property":
            self.properties.setdefault(symbol.name, {}).setdefault(symbol.home, found)
        else:
            self.others.setdefault((symbol.kind, symbol.name), found)

    def every(self) -> Iterator[Declared]:
        """All of them."""
        yield from self.values.values()
        yield from self.others.values()
        for table in (self.elements, self.properties):
            for homes in table.values():
                yield from homes.values()

    def listed(self, target: n.Target) -> str:
        """The type or component that a target names, to which an edit adds something; of any other
        target, nothing."""
        home = self.values.get(target.names[0].text)
        alone = len(target.names) == 1 and not target.words[0]
        return home.symbol.name if alone and home and home.symbol.kind in LISTED else ""

    def only_home(self, label: str) -> Declared | None:
        """The element of this name, if only one type has one; values of options are told by what
        they are compared with."""
        homes = [
            found
            for home, found in self.elements.get(label, {}).items()
            if home not in self.values or self.values[home].symbol.kind != "option"
        ]
        return homes[0] if len(homes) == 1 else None

    def labels(self, domain: str) -> list[str]:
        """The elements of a type that have names of their own, the longest first."""
        found = [label for label, homes in self.elements.items() if domain in homes]
        return sorted(found, key=lambda label: (-len(label), label))


def names_in(files: Sequence[Loaded], tables: Iterable[Declared] = ()) -> Names:
    """The names that files declare, those of the first file first; `tables`: elements that stand in
    tables."""
    names = Names()
    for file in files:
        for found in declared_in(file.file):
            names.add(found)
    for found in tables:
        names.add(found)
    for node in (part for file in files for part in parts_of(file.file.declarations)):
        if isinstance(node, n.AddTo) and (home := names.listed(node.target)):
            for name in node.names:
                names.add(_declared("element", name, node, home, home))
    return names


def declared_in(file: n.File) -> Iterator[Declared]:
    """What a file declares; of a variant also what it replaces, which its game declares too."""
    if file.header is not None:
        header = file.header
        yield _declared("file", header.name, header)
        for seat in header.seat_names:
            yield _declared("element", seat, header, "seat", "seat")
    for node in parts_of(file.declarations):
        yield from _declares(node)
    for span in file.broken:
        if begins := _BEGINS.match(span.text()):
            at = Span(span.file, span.start + begins.start(2), span.start + begins.end(2))
            symbol = Symbol(_WORDS[begins[1]], begins[2], "", span.file.name)
            yield Declared(symbol, at)


def parts_of(nodes: Iterable[n.Node]) -> Iterator[n.Node]:
    """Declarations, those in edits and blocks of variants too."""
    for node in nodes:
        match node:
            case n.ReplaceDecl(declaration=declaration):
                yield declaration
            case n.Together(parts=parts):
                yield from parts_of(parts)
            case _:
                yield node


def _declared(kind: str, name: n.Name, node: n.Node, home: str = "", domain: str = "") -> Declared:
    symbol = Symbol(kind, name.text, home, name.span.file.name)
    return Declared(symbol, name.span, node, domain)


def _declares(node: n.Node) -> Iterator[Declared]:
    match node:
        case n.TypeDecl(name=name, names=names):
            yield _declared("type", name, node, domain=name.text)
            yield from (_declared("element", v, node, name.text, name.text) for v in names)
        case n.PairDecl(name=name, fields=parts):
            yield _declared("type", name, node, domain=name.text)
            for part in parts:
                yield _declared("property", part.name, part, name.text, type_named(part.type))
        case n.ComponentDecl(name=name, columns=columns, kind=kind):
            yield _declared(kind, name, node, domain=name.text)
            for column in columns:
                for one in column.names:
                    yield _declared("property", one, column, name.text, type_named(column.type))
        case n.BoardDecl(name=name, component=component):
            yield _declared("board", name, node, domain=component.text)
        case n.CellBoardDecl(name=name) | n.GrowingDecl(name=name):
            yield _declared("board", name, node)
        case n.CellsDecl(name=name):
            yield _declared("cells", name, node, domain=name.text)
        case n.EdgesDecl(name=name):
            yield _declared("edges", name, node, domain=name.text)
        case n.ZoneDecl(name=name, component=component):
            yield _declared("zone", name, node, domain=component.text)
        case n.MarkDecl(name=name, type=kind):
            yield _declared("mark", name, node, domain=type_named(kind))
        case n.HistoryDecl(name=name):
            yield _declared("history", name, node)
        case n.DefineDecl(name=name):
            yield _declared("definition", name, node)
        case n.OptionDecl(name=name, values=values):
            yield _declared("option", name, node, domain=name.text)
            for value in values:
                if isinstance(value, n.Name):
                    yield _declared("element", value, node, name.text, name.text)
        case n.ActionDecl(name=name):
            yield _declared("action", name, node)
        case n.ProcedureDecl(name=name):
            yield _declared("procedure", name, node)
        case n.PhaseDecl(name=name):
            yield _declared("phase", name, node)
        case n.ScoreDecl(name=name):
            yield _declared("score", name, node)
        case n.OutcomeDecl(cases=cases):
            for case in cases:
                yield from (_declared("outcome", name, case) for name in case.names)
        case n.AddCase(case=added):
            yield from (_declared("outcome", name, added) for name in added.names)
        case n.ScenarioDecl(title=title):
            yield _declared("scenario", n.Name(title, span=title_span(node)), node)


def title_span(node: n.ScenarioDecl) -> Span:
    """Where the title of a scenario stands, with its quotes."""
    at = node.span.file.text.find('"', node.span.start)
    return Span(node.span.file, at, at + len(node.title) + 2)


def type_named(kind: n.TypeExpr) -> str:
    """The name in a written type, or nothing."""
    return kind.name.text if isinstance(kind, n.TypeName | n.TypeSet) else ""


def what(found: Declared) -> str:
    """What a symbol is, with its article: `a zone, a row`, `an element of suit`."""
    symbol = found.symbol
    if symbol.kind in ("element", "property"):
        return f"{with_article(symbol.kind)} of {symbol.home}"
    said = kind_of(found.node) if found.node is not None else ""
    return said or with_article(symbol.kind)
