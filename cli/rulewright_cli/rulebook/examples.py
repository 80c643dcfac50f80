"""Worked examples: the scenarios of a game, which tests have played, as items to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from rulewright.characters import many, spoken
from rulewright.core.ir import Element, SetOf
from rulewright.drawing.lines import seat_title
from rulewright.syntax import nodes as n

from .document import Item, Part, Run, Text, joined, sentence, text
from .happenings import Teller
from .phrases import SPECIAL


def example(tree: n.ScenarioDecl, teller: Teller) -> Item:
    """A scenario: what is given, which moves are made, and what is so then."""
    title = Run(tree.title, "strong")
    items = [Item(sentence(said)) for scene in tree.scenes for said in _told(scene, teller)]
    known = [tag for tag in tree.tags if tag in teller.numbered]
    variant = teller.said_by(tree)
    badge: Part = Run(variant, "variant") if variant else ""
    said = text(title, teller.numbers(known), " " if badge else "", badge)
    return Item(said, tuple(items), variant=variant)


def _told(scene: n.Scene, teller: Teller) -> Iterator[Text]:
    match scene:
        case n.SceneSeats(count=count):
            yield text(many(count, "player"))
        case n.SceneOption(name=name, value=value):
            yield text("with ", teller.reader.name(name.text), " ", spoken(value.span.text()))
        case n.SceneGiven(lines=lines):
            yield text("given: ", _lines(lines, teller))
        case n.SceneSeen(seat=seat, lines=lines):
            yield text("what ", teller.reader.seat(seat), " sees: ", _lines(lines, teller))
        case n.SceneChance(outcomes=outcomes):
            told = "; ".join(", ".join(outcome) for outcome in outcomes)
            yield text("chance decides: ", told)
        case n.ScenePlay(moves=moves):
            yield text("moves: ", _moves(moves))
        case n.SceneOffers(moves=moves, open=more):
            yield text("possible: ", _moves(moves), ", and others" if more else "")
        case n.SceneRefuses(move=move, reason=reason):
            yield text("not possible: ", Run(move, "code"), f" – “{reason}”" if reason else "")
        case n.SceneExpect(test=test):
            yield from _expected(test, teller)
        case n.SceneOutcome(names=names):
            yield text("the game has ended: ", ", ".join(spoken(name.text) for name in names))
        case _:
            assert_never(scene)


def _expected(test: n.Expr, teller: Teller) -> Iterator[Text]:
    """What is so now: that the game is over, whose turn it is, and what else holds."""
    items = test.items if isinstance(test, n.Logic) and test.op == "and" else (test,)
    others: list[Text] = []
    for item in items:
        said = n.how_it_stands(item)
        if said is not None and _is_end(said.name, teller):
            ended = said.outcome and f"the game has ended: {spoken(said.outcome.text)}"
            yield text(ended or ("the game is over" if said.over else "the game goes on"))
            continue
        match item:
            case n.Compare(op="is", left=n.Name(text="me", quoted=False), right=seat):
                others.append(text(teller.reader.seat(seat), " is to move"))
            case n.Logic():
                others.append(text("(", teller.reader.condition(item), ")"))
            case _:
                others.append(teller.reader.condition(item))
    if len(items) == 1 and isinstance(test, n.Logic):
        others = [teller.reader.condition(test)]
    if others:
        yield text("now ", joined(others, " and "))


def _is_end(name: n.Name, teller: Teller) -> bool:
    """Does a name alone, with nothing that it is of, stand for nothing that the rules declare?"""
    declared: Any = teller.meaning.declared.get(name.text)
    of = getattr(declared, "params", ()) or getattr(declared, "keys", ())
    return declared is None or bool(of)


def _lines(lines: Sequence[n.Given], teller: Teller) -> Text:
    parts: list[Text] = []
    for line in lines:
        said = seat_title if _holds_seats(line.place, teller) else spoken
        values = ", ".join(said(name.text) for name in line.values)
        if isinstance(line.place, n.Name) and line.place.text == "me":
            seat = n.Name(values.removeprefix("seat "), True)
            parts.append(text(teller.reader.seat(seat), " has the turn"))
            continue
        if _is_to_move(line) and line.values:  # at which choice, a rulebook has no name for
            seat = n.Name(line.values[0].text, True)
            parts.append(text(teller.reader.seat(seat), " is to move"))
            continue
        place: list[Part] = [n.TO_MOVE] if _is_to_move(line) else [teller.reader.expr(line.place)]
        if _is_choice(line.place, teller):
            place = ["what was chosen last"]
        parts.append(text(*place, ": ", values or "nothing"))
    return joined(parts, "; ")


def _holds_seats(place: n.Expr, teller: Teller) -> bool:
    """Are the values of a mark seats?"""
    match place:
        case n.Name(text=name) | n.Apply(name=n.Name(text=name)):
            kind = teller.meaning.type_of(name)
            return isinstance(kind, Element | SetOf) and kind.domain.kind == "seat"
    return False


def _is_choice(place: n.Expr, teller: Teller) -> bool:
    """Is it the name of a choice, of which a seat is not told what was chosen there? That of a zone
    or mark it is only where one is kept for something, as its name alone is none of these."""
    if not isinstance(place, n.Name) or place.text in (n.TO_MOVE, *SPECIAL):
        return False
    match teller.meaning.declared.get(place.text):
        case n.ZoneDecl(keys=keys) | n.MarkDecl(keys=keys):
            return bool(keys)
        case n.GrowingDecl() | n.HistoryDecl():
            return False
    return True


def _is_to_move(line: n.Given) -> bool:
    return isinstance(line.place, n.Name) and line.place.text == n.TO_MOVE


def _moves(moves: Sequence[str]) -> Text:
    return joined([text(Run(move, "code")) for move in moves]) if moves else text("none")
