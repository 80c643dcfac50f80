"""What a rule file declares, in the order of its lines: for an editor's outline.

A declaration that cannot be read is there too, by the words with which it begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..check.kinds import WORDS
from ..check.overlay import called, name_of
from ..source import Span
from ..syntax import nodes as n
from ..syntax.walk import children


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of an outline.

    `kind`: the node's class in lower case without `Decl`, or `broken`. `detail`: the words at the
    end of its first line. `span`: all of it; `name_span`: what to point at, inside `span`.
    """

    name: str
    kind: str
    detail: str
    span: Span
    name_span: Span
    inside: tuple[Entry, ...] = ()


def outline(file: n.File, absolute: Callable[[Span], Span]) -> tuple[Entry, ...]:
    """What a file declares; what is named inside a declaration stands inside its entry.

    `absolute`: where a span of the tree is in the whole text, whose order the entries have.
    """
    found = [_header(file.header)] if file.header is not None else []
    found += (_entry(declaration) for declaration in file.declarations)
    found += (_broken(span) for span in file.broken)
    return tuple(sorted(found, key=lambda entry: absolute(entry.span).start))


def _header(header: n.Header) -> Entry:
    return Entry(header.name.text, header.kind, header.title, header.span, header.name.span)


def _entry(node: n.Declaration) -> Entry:
    detail = getattr(node, "tail", n.NO_TAIL).words
    text, place = _named(node)
    inside = tuple(_inside(node))
    return Entry(text, _kind(node), detail, node.span, place, inside)


def _kind(node: object) -> str:
    return type(node).__name__.removesuffix("Decl").lower()


def _inside(node: object) -> Iterator[Entry]:
    """What is named within: phases, choices, steps; and what a part of a variant edits."""
    for child in children(node):
        name = getattr(child, "name", None)
        alone = isinstance(child, n.Offer) and not child.body
        if type(child) in WORDS and isinstance(name, n.Name) and not alone:
            yield Entry(
                name_of(child), _kind(child), getattr(child, "tail", n.NO_TAIL).words, child.span,
                name.span, tuple(_inside(child)),
            )  # fmt: skip
        elif isinstance(node, n.Together):
            yield _entry(child)
        else:
            yield from _inside(child)


def _named(node: n.Declaration) -> tuple[str, Span]:
    """What an entry is called, and where that stands."""
    begins = Span(node.span.file, node.span.start, node.span.start + _first_word(node.span))
    match node:
        case n.ReplaceDecl(declaration=declaration):
            text, place = _named(declaration)
            return f"replace {text}", place
        case n.ReplacePart(target=target):
            return f"replace {target}", target.span
        case n.Add(where=where, target=target):
            return f"add {where} {target}", target.span
        case n.AddTo(names=names, target=target):
            return f"add {node.written} to {target}", names[0].span
        case n.AddCase(case=case):
            listed = ", ".join(name.text for name in case.names)
            return f"add {listed} to outcome", case.names[0].span
        case n.AddRows(table=table, target=target, instead=True):
            return f'replace "{table}" in {target}', target.span
        case n.AddRows(table=table, target=target):
            return f'add "{table}" to {target}', target.span
        case n.Remove(target=target):
            return f"remove {target}", target.span
        case n.SetEnd(target=target, more=True):
            return f"add until to {target}", target.span
        case n.SetEnd(name=name, target=target):
            return f"set {name.text} in {target}", target.span
        case n.SetValue(name=name):
            return f"set {name.text}", name.span
        case n.Together(other=other):
            return f"with {other.text}", other.span
        case n.ScenarioDecl(title=title):
            return title or "scenario", begins
        case n.BeforeDealing(zone=zone):
            return f"before dealing from {zone.text}", zone.span
        case n.WheneverDecl(test=test) | n.AlwaysDecl(test=test):
            return f"{begins.text()} {_short(test.span.text())}", test.span
        case n.SetupDecl() | n.WinnerDecl() | n.OutcomeDecl():
            return begins.text(), begins
    own = getattr(node, "name", None)
    if isinstance(own, n.Name):
        return called(node) if type(node) in WORDS else own.text, own.span
    return _short(node.span.text()), begins


def _first_word(span: Span) -> int:
    word = re.match(r"\w*", span.text())
    return word.end() if word else 0


def _short(text: str) -> str:
    words = " ".join(text.split("\n", 1)[0].split())
    return words if len(words) <= 40 else f"{words[:39]}…"


def _broken(span: Span) -> Entry:
    """A declaration that cannot be read, by its first line without words and comments."""
    line = span.text().split("\n", 1)[0]
    code = re.match(r"[^\"#:=(,]*", line)
    name = (code.group() if code else line).strip() or line.strip() or "…"
    end = span.start + len(span.text().rstrip())
    return Entry(
        _short(name), "broken", "", Span(span.file, span.start, max(end, span.start)),
        Span(span.file, span.start, min(span.start + len(line.rstrip()), max(end, span.start))),
    )  # fmt: skip
