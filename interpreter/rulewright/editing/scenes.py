"""Which word of a scenario means what: what is given and expected, and moves as they are written.

A move is a text. The name of what is done is told by what the rules offer, and the labels in it by
the types of what it is done with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from ..check.overlay import Found, named
from ..recent import Same
from ..source import Span
from ..syntax import nodes as n
from ..syntax.walk import walk
from .names import Symbol, type_named
from .uses import Reader, home_of, takes


@lru_cache(maxsize=5_000)
def _named_in(same: Same) -> tuple[Found, ...]:
    """What is named in a declaration, which stays the same tree while others are edited."""
    return tuple(named([same.node]))


@lru_cache(maxsize=5_000)
def _words_in(same: Same) -> tuple[str, ...]:
    """The first words of moves with a text of their own; empty where it begins otherwise."""
    found = []
    for node in walk(same.node):
        text = getattr(node, "text", None)
        if isinstance(text, n.MoveText) and text.parts:
            begin = text.parts[0]
            word = re.match(r"\w*", begin) if isinstance(begin, str) else None
            found.append(word[0] if word else "")
    return tuple(found)


CHOSEN = {n.Offer: "offer", n.Step: "step", n.FinishStep: "finish"}
CHOICES = {n.ChooseOne: "choice", n.ComposeOne: "compose"}


class Scenes:
    """Reads scenarios for a reader of declarations, whose `uses` grow."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.names = reader.names

    def read(self, node: n.ScenarioDecl) -> None:
        """All scenes of a scenario."""
        reader = self.reader
        for scene in node.scenes:
            match scene:
                case n.SceneOption(name=name, value=value):
                    reader.value(name)
                    if isinstance(value, n.Name):
                        reader.element(value, name.text)
                case n.SceneGiven(lines=lines):
                    self.lines(lines)
                case n.SceneSeen(seat=seat, lines=lines):
                    reader.expression(seat, {}, "seat")
                    self.lines(lines)
                case n.SceneExpect(test=test):
                    items = test.items if isinstance(test, n.Logic) else (test,)
                    for item in items:
                        said = n.how_it_stands(item)
                        if said is None:
                            reader.expression(item, {})
                        elif said.outcome is not None:
                            reader.other("outcome", said.outcome)
                case n.SceneOutcome(names=names):
                    for name in names:
                        reader.other("outcome", name)
                case n.ScenePlay() | n.SceneOffers() | n.SceneRefuses():
                    self.moves(scene.span)
                case n.SceneChance():
                    for label in re.finditer(r"[^,;\n]+", scene.span.text()[len("chance") :]):
                        at = scene.span.start + len("chance") + label.start()
                        self.label(Span(scene.span.file, at, at + len(label[0])))
                case n.SceneSeats():
                    pass

    def label(self, span: Span, domain: str = "") -> None:
        """What stands between blanks: an element, perhaps."""
        text = span.text()
        start = span.start + len(text) - len(text.lstrip())
        name = text.strip()
        place = Span(span.file, start, start + len(name))
        self.reader.element(n.Name(name, span=place), domain)

    def lines(self, lines: Iterable[n.Given]) -> None:
        """What is given, or seen: places with their values."""
        reader = self.reader
        for line in lines:
            place, domain = line.place, reader.domain(line.place, {})
            if isinstance(place, n.Name) and place.text == n.TO_MOVE:
                self.to_move(line.values_span)
                continue
            if isinstance(place, n.Compare) and isinstance(place.left, n.Name):
                reader.value(place.left)
                reader.expression(place.right, {}, reader.domain(place.left, {}))
                keys = takes(self.names.values.get(place.left.text))
                domain = keys[0] if keys else ""
            elif isinstance(place, n.Name) and place.text in self.choices:
                reader.use(place.span, self.choices[place.text])
            else:
                reader.expression(place, {})
            for value in line.values:
                reader.element(value, domain)

    def to_move(self, span: Span) -> None:
        """A seat, and in brackets the choice that is put to it: `Ann (pay in main)`."""
        text = span.text()
        seat = text.split("(")[0]
        self.label(Span(span.file, span.start, span.start + len(seat)), "seat")
        for word in re.finditer(r"\w+", text[len(seat) :]):
            if word[0] in self.choices:
                at = span.start + len(seat) + word.start()
                self.reader.use(Span(span.file, at, at + len(word[0])), self.choices[word[0]])

    def moves(self, span: Span) -> None:
        """Moves between semicolons; what is said in quotes behind them is words."""
        text = span.text()
        first = re.match(r"\w+", text)
        at = first.end() if first else 0
        for move in re.finditer(r'"[^"]*"|[^;\n"]+', text[at:]):
            if not move[0].startswith('"'):
                start = span.start + at + move.start()
                self.move(Span(span.file, start, start + len(move[0])))

    def move(self, span: Span) -> None:
        """What is done, and then the labels of what it is done with."""
        text = span.text()
        head = re.match(r"\s*([A-Za-z]\w*)", text)
        if head is None:
            return
        node, symbol = self.chosen.get(head[1], (None, None))
        if symbol is not None:
            place = Span(span.file, span.start + head.start(1), span.start + head.end(1))
            self.reader.use(place, symbol)
        domains = self.parts.get(head[1], ()) if node is None else self._domains(node)
        labels = [label for domain in domains for label in self.names.labels(domain)]
        if not labels:
            return
        pattern = "|".join(map(re.escape, sorted(labels, key=len, reverse=True)))
        for word in re.finditer(rf"(?<![\w-])(?:{pattern})(?![\w-])", text[head.end() :]):
            homes = [d for d in domains if d in self.names.elements[word[0]]]
            start = span.start + head.end() + word.start()
            place = Span(span.file, start, start + len(word[0]))
            self.reader.element(n.Name(word[0], span=place), homes[0])

    def _domains(self, *nodes: Any) -> tuple[str, ...]:
        """The types of the parameters below some nodes; of a type of pairs, those of its fields."""
        found: list[str] = []
        for part in (part for node in nodes for part in walk(node)):
            if isinstance(part, n.Parameter):
                domain = self.reader.domain(part.source, {})
                declared = self.names.values.get(domain)
                fields = getattr(declared.node, "fields", ()) if declared is not None else ()
                found += [domain, *(type_named(field.type) for field in fields)]
        return tuple(dict.fromkeys(filter(None, found)))

    @cached_property
    def chosen(self) -> dict[str, tuple[Any, Symbol]]:
        """What moves without a text of their own begin with: actions, offers, steps, finishes."""
        found: dict[str, tuple[Any, Symbol]] = {}
        for (kind, name), declared in self.names.others.items():
            if kind == "action" and getattr(declared.node, "text", None) is None:
                found[name] = declared.node, declared.symbol
        for declaration, one in self._named:
            node = one.node
            if type(node) in CHOSEN and node.text is None:
                listed = isinstance(node, n.Offer) and not node.params and not node.body
                if not listed or ("action", node.name.text) not in self.names.others:
                    symbol = _symbol(node, CHOSEN[type(node)], declaration)
                    found.setdefault(node.name.text, (node, symbol))
        return found

    @cached_property
    def choices(self) -> dict[str, Symbol]:
        """Choices and composes by their names."""
        return {
            one.node.name.text: _symbol(one.node, CHOICES[type(one.node)], declaration)
            for declaration, one in reversed(self._named)
            if type(one.node) in CHOICES
        }

    @cached_property
    def parts(self) -> dict[str, tuple[str, ...]]:
        """The types of what stands in moves with a text of their own, by their first word; of all
        of them where a text begins with what is chosen."""
        found: dict[str, dict[int, Any]] = {}
        for declaration in self.reader.declarations:
            for word in _words_in(Same(declaration)):
                found.setdefault(word, {})[id(declaration)] = declaration
        return {word: self._domains(*nodes.values()) for word, nodes in found.items()}

    @cached_property
    def _named(self) -> list[tuple[n.Declaration, Found]]:
        """What is named, each with the declaration in which it is."""
        nodes = self.reader.declarations
        return [(node, one) for node in nodes for one in _named_in(Same(node))]


def _symbol(node: Any, kind: str, declaration: n.Declaration) -> Symbol:
    """The symbol of what is named inside a declaration: it belongs to that."""
    return Symbol(kind, node.name.text, home_of(declaration), node.span.file.name)
