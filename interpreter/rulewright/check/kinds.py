"""What a name is a name of, to be said where something of another kind is wanted.

A message that something is not there is misleading when it is there and is something else. What is
written counts, not what has been declared so far: names are looked up while others are declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..core import ir
from ..diagnostics import Findings, Note
from ..source import NOWHERE, Span
from ..syntax import nodes as n
from ..syntax.walk import walk
from . import suggesting
from .scope import BoardSymbol, Scope, Symbol, Things, VariableSymbol

PROPERTY = "a property of "
_TYPE_OF_PROPERTY = re.compile(r"(?:\s*,\s*\w+)*\s*:\s*([^\"#\n]*[^\"#\n\s])")

WORDS: dict[type, tuple[str, str]] = {
    n.ActionDecl: ("action", "action"),
    n.ProcedureDecl: ("to", "procedure"),
    n.PhaseDecl: ("phase", "phase"),
    n.DefineDecl: ("define", "definition"),
    n.ScoreDecl: ("score", "score line"),
    n.ZoneDecl: ("zone", "zone"),
    n.MarkDecl: ("mark", "mark"),
    n.HistoryDecl: ("history", "history"),
    n.OptionDecl: ("option", "option"),
    n.ChooseOne: ("choose", "choice"),
    n.Offer: ("", "offer"),  # which `in choose NAME` tells
    n.ComposeOne: ("compose", "compose"),
    n.Step: ("step", "step"),
    n.FinishStep: ("finish", "finish"),
    n.LetBe: ("let", "value given by `let`"),
    n.Needs: ("needs", "`needs`"),
}
"""What has a name of its own: the word that says in a target which is meant, and what it is."""

A_SEAT = "a seat"
SELECTION = "what steps choose"
BOUND = ("a value given by `let`", "a parameter", "the name of an element", SELECTION)
"""What has its meaning only in some place."""

_OTHERS: dict[type, str] = {
    n.TypeDecl: "type", n.PairDecl: "type of pairs", n.CellsDecl: "type of cells",
    n.BoardDecl: "board of components", n.CellBoardDecl: "board of cells",
    n.GrowingDecl: "board without bounds", n.EdgesDecl: "kind of edge",
}  # fmt: skip


MADE_OF_OTHERS = ("a type of pairs", "a type of cells", "a kind of edge")
"""Types of which the values are made of those of others, or of what boards hold."""


def things(
    declarations: Iterable[n.Declaration], seats: tuple[n.Name, ...], functions: Iterable[str]
) -> Things:
    """What each name is a name of, and where that is said; what expressions can use goes first."""
    found: Things = {}
    inside: list[tuple[str, str, Span]] = []
    for declaration in declarations:
        for name, what, place in _declared(declaration):
            found.setdefault(name, (what, place))
        inside += _within(declaration)
    inside += ((seat.text, A_SEAT, seat.span) for seat in seats)
    inside += ((name, "a function of the language", NOWHERE) for name in functions)
    for name, what, place in inside:
        found.setdefault(name, (what, place))
    return found


def kind_of(node: Any) -> str:
    """What a node with a name is, with its article: `an offer`, `a zone, a row`."""
    match node:
        case n.ZoneDecl(shape=shape):
            return f"a zone, a {shape}"
        case n.ComponentDecl(kind=kind):
            return f"a {kind}"
        case n.Needs():
            return "the label of a `needs`"
    noun = WORDS[type(node)][1] if type(node) in WORDS else _OTHERS.get(type(node), "")
    return f"{'an' if noun[:1] in ('a', 'e', 'i', 'o', 'u') else 'a'} {noun}" if noun else ""


def _declared(node: Any) -> Iterator[tuple[str, str, Span]]:
    name = getattr(node, "name", None)
    if kind_of(node) and isinstance(name, n.Name):
        yield name.text, kind_of(node), name.span


def _within(declaration: Any) -> Iterator[tuple[str, str, Span]]:
    """What is named inside a declaration."""
    match declaration:
        case n.TypeDecl(name=of, names=names):
            for value in names:
                yield value.text, f"an element of {of.text}", value.span
        case n.ComponentDecl(name=of, columns=columns):
            for column in (name for line in columns for name in line.names):
                yield column.text, f"{PROPERTY}{of.text}", column.span
    for node in walk(declaration):
        if isinstance(node, n.Needs) and node.label:
            yield node.label, kind_of(node), node.span
        elif isinstance(node, n.Parameter | n.Typed):
            yield node.name.text, BOUND[1], node.name.span
        elif isinstance(node, n.Step) and node.into is not None:
            yield from _declared(node)
            yield node.into.text, SELECTION, node.into.span
        elif isinstance(node, n.Query | n.Each):
            yield node.binder.text, BOUND[2], node.binder.span
        elif node is not declaration and not _only_names(node):
            yield from _declared(node)


def _only_names(node: object) -> bool:
    """Is this a line of a choice that offers what is said elsewhere?"""
    return isinstance(node, n.Offer) and not node.body and not node.params


def what_is(scope: Scope, name: str) -> tuple[str, Span] | None:
    """What is called so, and where that is said; None if nothing is."""
    if (thing := scope.things().get(name)) is not None:
        return thing
    homes = [domain for domain in scope.with_label(name) if domain.name in scope.values]
    if homes:
        return f"an element of {homes[0].name}", scope.values[homes[0].name].span
    return ("a value", NOWHERE) if name in ("me", "opponent", "passes", "winners") else None


class Away(NamedTuple):
    """What is told of a seat that is there only where more play; the `hint` in scenarios alone."""

    message: str
    note: Note
    hint: str


def away_from_the_table(scope: Scope, named: n.Name) -> Away | None:
    """Is it the name of a seat of a larger table?"""
    what, place = scope.things().get(named.text, ("", NOWHERE))
    if what != A_SEAT or named.text in scope.seats.labels:
        return None
    named_so = (at for kind, at in scope.things().values() if kind == A_SEAT)
    wanted = sum(at.start <= place.start for at in named_so)
    around = re.findall(r"^\S+", named.span.file.text[: named.span.start], re.MULTILINE)
    return Away(
        f"{named.text} is a seat where {wanted} or more play, and {scope.seats.size} play here",
        Note(f"{named.text} is declared here", place),
        f"below the title of the scenario: seats {wanted}" if around[-1] == "scenario" else "",
    )


def of_what_it_holds(symbol: Symbol | None) -> str:
    """A hint of the type of what a board or a zone holds; empty of whatever else it is."""
    match symbol:
        case BoardSymbol(board=board):
            domain = board.component
        case VariableSymbol(variable=ir.StateVariable(role="zone", type=kind)):
            assert not isinstance(kind, ir.Truth | ir.Number)
            domain = kind.domain
        case _:
            return ""
    what = "its cells" if domain.kind == "cell" else "what lies there"
    return f"write: {domain.name}, the type of {what}"


def of_its_values(scope: Scope, name: str) -> str:
    """A hint of the type that a property is declared with; empty of whatever else it is."""
    what, place = what_is(scope, name) or ("", NOWHERE)
    after = place.file.text[place.end :] if what.startswith(PROPERTY) else ""
    found = _TYPE_OF_PROPERTY.match(after)
    if found is None or re.match(rf"{name}\b", found[1]):  # no such type, either
        return ""
    return f"write: {found[1]}, as {name} is declared"


def not_there(
    things: Scope | Things, findings: Findings, code: str, name: n.Name, wanted: str,
    known: Iterable[str], missing: str, hint: str = "", listed: str = "",
    elsewhere: suggesting.Suggested = suggesting.NONE,
) -> None:  # fmt: skip
    """Report a name that is not what is wanted: what it is instead, or `missing` if nothing is
    called so, with the nearest of the `known` names; all under the heading `listed` if none is
    near and they are few. `elsewhere`: what is written here instead of it."""
    found = what_is(things, name.text) if isinstance(things, Scope) else things.get(name.text)
    if found is None or name.quoted:
        close = elsewhere
        if not close.hint:
            close = suggesting.one_of_these(name.text, known, listed)
        findings.add(code, missing, name.span, hint=close.hint or hint, fix=close.fix(name.span))
        return
    kind, place = found
    if not {*kind.split(", ")}.isdisjoint(re.split(", | or ", wanted)) and findings.errors:
        return  # it would be, if nothing were wrong with it, which has been told
    notes = [Note(f"{name.text} is declared here", place)] if place is not NOWHERE else []
    close = suggesting.one_of_these(
        name.text, [other for other in known if other != name.text], listed
    )
    findings.add(
        code, f"{name.text} is {kind}, and {wanted} is wanted here", name.span, *notes,
        hint=hint or close.hint,
    )  # fmt: skip
