"""What the names and expressions of a game are, as its checked program knows them: of what kind the
elements of a collection are, whether something is a condition, a number, several. Nothing is said
of it here: `reading` asks, and makes the sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright.characters import spoken
from rulewright.core.evaluate import elements_of_mask
from rulewright.core.ir import (
    Const,
    Domain,
    Element,
    Number,
    OptionValue,
    SetOf,
    Truth,
    Type,
)
from rulewright.core.walk import Node
from rulewright.core.walk import walk as walk_core
from rulewright.source import NOWHERE, Place, place_of
from rulewright.syntax import nodes as n
from rulewright.syntax.walk import walk

from .naming import anchor, is_player, is_plural
from .phrases import gives_several

if TYPE_CHECKING:
    from rulewright.game import Game

STEPS = ("beside", "touching")
"""What the language itself calls near, by words that say how one cell lies to another."""
KINDS: dict[type, str] = {
    n.OptionDecl: "option", n.TypeDecl: "type", n.PairDecl: "type", n.ComponentDecl: "component",
    n.BoardDecl: "board", n.CellBoardDecl: "board", n.GrowingDecl: "board", n.CellsDecl: "type",
    n.EdgesDecl: "type", n.ZoneDecl: "zone", n.MarkDecl: "mark",
    n.HistoryDecl: "history", n.DefineDecl: "term", n.ActionDecl: "action",
    n.ProcedureDecl: "procedure",
}  # fmt: skip
"""What leads to an explanation, and what its anchor begins with."""


class Meaning:
    """What is known of the names and expressions of one game, and where they are explained:
    `told` are the declarations that the book tells."""

    def __init__(self, game: Game, told: Sequence[object]) -> None:
        self.game = game
        program = game.open_program
        self.declared: dict[str, Any] = {}  # what expressions name
        self.actions: dict[str, n.ActionDecl] = {}
        self.procedures: dict[str, n.ProcedureDecl] = {}
        self.anchors: dict[int, str] = {}  # by the identity of declarations
        self.words: dict[str, str] = {}  # of what expressions name, by its anchor
        self.names: dict[str, str] = {}  # the same
        self.given: dict[str, str] = {}
        """The sets that are given to the declaration that is being told, by their names: of what
        they hold things."""
        taken: set[str] = set()
        explained = {id(node) for node in told}
        for node in game.merged.declarations:
            kind = KINDS.get(type(node))
            if kind is None:
                continue
            name = node.name.text  # type: ignore[union-attr]  # all these have one
            match node:
                case n.ActionDecl():
                    self.actions[name] = node
                case n.ProcedureDecl():
                    self.procedures[name] = node
                case _:
                    self.declared[name] = node
            if id(node) not in explained:
                continue
            self.anchors[id(node)] = anchor(kind, name, taken)
            if kind in ("zone", "mark", "history", "term", "option"):
                tail: n.Tail = node.tail  # type: ignore[union-attr]
                self.words[self.anchors[id(node)]] = tail.words
                self.names[self.anchors[id(node)]] = spoken(name)
        self.variables = {v.name: v for v in program.variables}
        self.functions = {f.name: f for f in program.functions}
        self.tables = {t.name: t for t in program.tables}
        self.columns = {*_columns(game.merged.declarations)}
        self.selected = {
            step.into.text: step.params[0].source
            for declaration in game.merged.declarations
            for step in walk(declaration)
            if isinstance(step, n.Step) and step.into is not None and step.params
        }
        self.cells = [d.name.text for d in self.declared.values() if isinstance(d, n.CellsDecl)]
        domains = [*program.domains, *_domains(option.type for option in program.options)]
        self.labels = {label for domain in domains for label in domain.labels}
        # scenarios name seats of other numbers of players
        seats = [name.text for name in game.merged.header.seat_names]
        self.labels |= {*seats}
        most = (game.merged.header.players or (game.seats, game.seats))[1]
        numbers = {str(seat) for seat in range(most)} if not seats else set()
        homes = [domain for domain in domains if domain.kind not in ("seat", "range")]
        self.seat_numbers = numbers.difference(*(domain.labels for domain in homes))
        """The names of players without names, as far as nothing else is called so."""
        self.alone = seats[0] if len(seats) == 1 else ""

    @cached_property
    def _asked_options(self) -> set[Place]:
        """Where the value of an option is asked for that has the name of something else, too."""
        return {place_of(node.span) for node in self._checked() if isinstance(node, OptionValue)}

    @cached_property
    def _values(self) -> set[tuple[Place, str]]:
        """Where elements are named, alone or in a set of such, and which: something else may have
        their names."""
        found = set[tuple[Place, str]]()
        for node in self._checked():
            if isinstance(node, Const) and isinstance(node.type, Element | SetOf):
                labels, place = node.type.domain.labels, place_of(node.span)
                alone = isinstance(node.type, Element)
                held = (node.value,) if alone else elements_of_mask(node.value)
                found.update((place, labels[one]) for one in held if 0 <= one < len(labels))
        return {(place, name) for place, name in found if place != place_of(NOWHERE)}

    def _checked(self) -> Iterator[Node]:
        """All that the rules say, as it was understood."""
        program = self.game.open_program
        parts = (
            program.setup, program.flow, *program.composes, *program.scores, *program.outcome,
            *program.always, *program.ends, *program.alike,
            *(function.body for function in program.functions),
            *([program.winners] if program.winners is not None else ()),
        )  # fmt: skip
        return (node for part in parts for node in walk_core(part))

    def is_value(self, node: n.Name, within: n.Expr | None = None) -> bool:
        """Is it the name of an element, whatever else is called so? `within`: the set in which it
        stands."""
        place = place_of((within or node).span)
        return node.quoted or (place, node.text) in self._values

    @contextmanager
    def given_to(self, params: Sequence[n.Typed]) -> Iterator[None]:
        """As long as a declaration is told that has parameters."""
        self.given = {
            p.name.text: p.type.name.text for p in params if isinstance(p.type, n.TypeSet)
        }
        try:
            yield
        finally:
            self.given = {}

    def anchor(self, node: object) -> str:
        """The place of a declaration in the book; empty if it has none."""
        return self.anchors.get(id(node), "")

    def type_of(self, name: str) -> Type | None:
        """The type of what a declared name gives."""
        if name in self.functions:
            return self.functions[name].body.type
        if name in self.variables:
            return self.variables[name].type
        return self.tables[name].type if name in self.tables else None

    def are_seats(self, name: str, count: int) -> list[bool]:
        """Which of the `count` things that a declared name is of are players."""
        declared = self.declared.get(name)
        if isinstance(declared, n.DefineDecl) and len(declared.params) == count:
            return [is_player(param) for param in declared.params]
        keys = self.variables[name].keys if name in self.variables else ()
        seats = self.game.open_program.seats
        return [place < len(keys) and keys[place] is seats for place in range(count)]

    def labels_of(self, node: n.Expr) -> tuple[str, ...]:
        """The names of the elements of which a value is one; empty if that cannot be told."""
        name = node.text if isinstance(node, n.Name) else ""
        if isinstance(node, n.Apply):
            name = node.name.text
        options = {o.name: o.type for o in self.game.open_program.options}
        kind = options.get(name) or self.type_of(name)
        return kind.domain.labels if isinstance(kind, Element | SetOf) else ()

    def element(self, node: n.Expr, other: n.Expr) -> n.Expr:
        """A name as that of an element, where it is held against others of its kind: an option may
        have the same name."""
        match node:
            case n.Name(text=name) if self.is_value(node) or name in self.labels_of(other):
                return n.Name(name, True, span=node.span)
            case n.SetLiteral():
                known = self.elements_in(node)
                return n.SetLiteral(tuple(self.element(item, other) for item in known))
        return node

    def elements_in(self, node: n.SetLiteral) -> list[n.Expr]:
        """What a set lists, with elements that are named as such."""
        return [
            n.Name(item.text, True, span=item.span)
            if isinstance(item, n.Name) and self.is_value(item, node)
            else item
            for item in node.items
        ]

    def values_in(self, node: Any) -> set[str]:
        """The names of which a declaration asks for the value, options among them."""
        apart: set[int] = set()  # names of something else
        for item in walk(node):
            for part in ("name", "binder", "into", "component", "board", "seat", "by"):
                apart.add(id(getattr(item, part, None)))
            if isinstance(item, n.Apply) and item.name.text == "possible":
                apart.update(map(id, item.args))  # an action, or a choice
            if isinstance(item, n.Compare) and self.element(item.right, item.left) != item.right:
                apart.update(id(name) for name in walk(item.right))
        names = [
            item
            for item in walk(node)
            if isinstance(item, n.Name) and not item.quoted and id(item) not in apart
        ]
        unclear = self.labels & {option.name for option in self.game.open_program.options}
        return {
            name.text
            for name in names
            if name.text not in unclear or place_of(name.span) in self._asked_options
        }

    def kind(self, node: n.Expr) -> str:
        """What the elements of a collection are: `card`; empty if that cannot be told."""
        match node:
            case n.Name(text=name) if name in self.given:
                return self.given[name]
            case n.Name(text=name):
                declaration = self.declared.get(name)
                if name == "seat" or KINDS.get(type(declaration)) in ("type", "component"):
                    return name
                if isinstance(declaration, n.BoardDecl | n.GrowingDecl):
                    return declaration.component.text
                if isinstance(declaration, n.CellBoardDecl):
                    cells = (d for d in self.declared.values() if isinstance(d, n.CellsDecl))
                    return next((d.name.text for d in cells if d.board.text == name), "")
                taken = self.selected.get(name)
                if declaration is None and taken is not None:
                    while isinstance(taken, n.Arithmetic):
                        taken = taken.left  # what others are taken from, or joined to
                    names = {part.text for part in walk(taken) if isinstance(part, n.Name)}
                    if not names & {*self.selected}:
                        return self.kind(taken)
                return self._domain(name)
            case n.RangeOf():
                return "number"
            case n.Apply(name=name, args=args) if self.is_declared(name.text, args):
                return self._domain(name.text)
            case n.Apply(name=name, args=args):
                if name.text in ("top", "common", "first", "reached") and args:
                    return self.kind(args[-1])
                if name.text in ("open", "beside", "touching", "beyond", "between"):
                    return self.cells[0] if len(self.cells) == 1 else "cell"
                if name.text == "ends":
                    boards = [d for d in self.declared.values() if isinstance(d, n.BoardDecl)]
                    return boards[0].component.text if boards else ""
                return self._domain(name.text)
            case n.Query(kind="all", source=source):
                return self.kind(source)
            case n.Arithmetic(left=left):
                return self.kind(left)
            case n.When(then=then):
                return self.kind(then)
            case n.SetLiteral(items=(zone,)) if self.is_zone(zone):
                return self.kind(zone)
            case n.SetLiteral(items=(first, *_)) if isinstance(first, n.Name | n.Integer):
                if isinstance(first, n.Integer):
                    return "number"
                domains = self.game.open_program.domains
                homes = [d.name for d in domains if first.text in d.labels and d.kind != "range"]
                return homes[0] if len(homes) == 1 else ""
        return ""

    def _domain(self, name: str) -> str:
        kind = self.type_of(name)
        if kind is None or isinstance(kind, Truth | Number):
            return ""
        return "number" if kind.domain.kind == "range" else kind.domain.name

    def is_truth(self, node: n.Expr) -> bool:
        """Is it a condition, rather than a value?"""
        match node:
            case n.Compare() | n.Check() | n.Logic() | n.Not() | n.YesNo():
                return True
            case n.Query(kind=kind):
                return kind in ("some", "every")
            case n.When(then=then):
                return self.is_truth(then)
            case n.Name(text=name):
                return isinstance(self.type_of(name), Truth)
            case n.Apply(name=called):
                return called.text == "possible" or isinstance(self.type_of(called.text), Truth)
        return False

    def is_set(self, node: n.Expr) -> bool:
        """Is it a collection, to which others can be added?"""
        match node:
            case n.SetLiteral() | n.Query(kind="all"):
                return True
            case n.Arithmetic(left=left, right=right):
                return self.is_set(left) or self.is_set(right)
            case n.Name() if self.is_zone(node):
                return True
            case n.Name(text=name):
                return name in self.given or isinstance(self.type_of(name), SetOf)
            case n.Apply(args=(of,)) if self.gives_cells(node):
                return self.is_set(of)
            case n.Apply(name=name, args=args):
                if self.is_declared(name.text, args):
                    return isinstance(self.type_of(name.text), SetOf)
                return name.text in (
                    "top", "common", "first", "reached", "touching", "open", "beyond", "between",
                )  # fmt: skip
        return False

    def is_number(self, name: n.Name) -> bool:
        """Is what a name stands for, of one element, a number?"""
        return isinstance(self.type_of(name.text), Number)

    def gives_cells(self, node: n.Apply) -> bool:
        """Does it say where on a growing board something lies?"""
        return isinstance(self.declared.get(node.name.text), n.CellsDecl) and len(node.args) == 1

    def is_declared(self, name: str, args: Sequence[n.Expr]) -> bool:
        """Is a function one of the rules' own? A property may be called like one of the language,
        which then still counts what is in a collection."""
        if name in self.functions or name in self.variables:
            return True
        return name in self.columns and not any(map(self.kind, args))

    def is_zone(self, node: n.Expr) -> bool:
        name = node.name.text if isinstance(node, n.Apply) else ""
        name = node.text if isinstance(node, n.Name) else name
        return isinstance(self.declared.get(name), n.ZoneDecl | n.GrowingDecl)

    def is_mark(self, node: n.Expr) -> bool:
        name = node.name.text if isinstance(node, n.Apply) else ""
        name = node.text if isinstance(node, n.Name) and not node.quoted else name
        return isinstance(self.declared.get(name), n.MarkDecl)

    def is_kept_of_things(self, node: n.Expr) -> bool:
        """Is it a mark of a thing, as of a square, rather than of a seat or of the whole table?"""
        name = node.name.text if isinstance(node, n.Apply) else ""
        declared = self.declared.get(name)
        return isinstance(declared, n.MarkDecl) and all(key.text != "seat" for key in declared.keys)

    def is_score(self, node: n.Expr) -> bool:
        return (
            isinstance(node, n.Apply) and node.name.text == "score"
            and not self.is_declared("score", node.args) and len(node.args) == 1
        )  # fmt: skip

    def is_several(self, node: n.Expr) -> bool:
        """Does it say that it is of several: a name that rules have chosen, as `coins`, or what is
        told of a board or a pile, as `the cells around c`?"""
        name = node.text if isinstance(node, n.Name) and not node.quoted else ""
        if isinstance(node, n.Apply):
            if not self.is_declared(node.name.text, node.args):
                return gives_several(node)
            name = node.name.text
        if not is_plural(name):
            return False
        declared = self.declared.get(name)
        if isinstance(declared, n.ZoneDecl):
            return True
        if declared is None and name in self.columns:
            return isinstance(self.type_of(name), SetOf)
        named = isinstance(declared, n.MarkDecl | n.DefineDecl)
        return named and (isinstance(node, n.Apply) or isinstance(self.type_of(name), SetOf))

    def own_step(self, near: n.Expr) -> str:
        """How one cell lies to one near it, if the language says so; else empty."""
        name = near.text if isinstance(near, n.Name) else ""
        return name if name in STEPS and name not in self.declared else ""


def is_you(node: n.Expr) -> bool:
    return isinstance(node, n.Name) and node.text == "me" and not node.quoted


def is_winners(node: n.Expr) -> bool:
    return isinstance(node, n.Name) and node.text == "winners" and not node.quoted


def is_nobody(node: n.Expr) -> bool:
    return isinstance(node, n.Name) and node.text == "nobody" and not node.quoted


def _columns(declarations: Iterable[Any]) -> Iterator[str]:
    """The names of the properties that components and types have."""
    for declaration in declarations:
        match declaration:
            case n.ComponentDecl(columns=columns):
                yield from (name.text for column in columns for name in column.names)
            case n.PairDecl(fields=fields):
                yield from (field.name.text for field in fields)


def _domains(types: Iterable[Type]) -> Iterator[Domain]:
    return (kind.domain for kind in types if isinstance(kind, Element))
