"""How a game ends: what scores, who wins, what the outcome is called, and what always holds."""

from __future__ import annotations

import re
from typing import Literal

from ..core import ir
from ..diagnostics import Note
from ..source import NOWHERE, Span, is_within
from ..syntax import nodes as n
from .context import not_reserved
from .roles import Asked, ExpressionReader, ProgramReader

REPLACING = "a variant changes a declaration with `replace`"
APART = "two variants declare it: one calls it otherwise, or says `excludes` and the other's name"


def by_variant(first: Span, second: Span, option: str = "") -> str:
    """The hint where another file declares something once more; `option`: of this name."""
    if first.file is second.file:
        return ""
    if all(re.match(r"(\s|#[^\n]*\n)*variant\b", file.text) for file in (first.file, second.file)):
        return APART
    return f"a variant changes what holds by itself: set {option} to VALUE" if option else REPLACING


WHY: dict[Asked, tuple[str, str]] = {
    "score": (
        "all score lines together, this one too",
        "write what is to count, or define it for all lines that ask: define worth of p: seat = …",
    ),
    "winner": ("this very line", "write what holds of who wins"),
}


class Ending:
    """The score lines and who wins, each read when it is first asked for: a history or a definition
    may ask before all is read. One of the lines themselves may not: it would count itself."""

    def __init__(self, builder: ProgramReader) -> None:
        self.builder = builder
        self._read: set[Asked] = set()
        self._reading: dict[Asked, Span] = {}  # what is being read, and the line that is

    def reads(self, what: Asked, line: Span) -> None:
        """This line of them is being read now."""
        self._reading[what] = line

    def is_known(self, reader: ExpressionReader, what: Asked, span: Span) -> bool:
        """Is it, by now? If it cannot be, since it leads back to itself, that is told."""
        if what in self._reading:
            line, told = self._reading[what], WHY[what]
            reader.error(
                "E120", f"the {what} leads back to itself: `{span.text()}` is told by {told[0]}",
                span, *([] if is_within(span, line) else [Note("this asks for it", line)]),
                hint=told[1],
            )  # fmt: skip
            return False
        if what not in self._read:
            self._read.add(what)
            self._reading[what] = NOWHERE
            with self.builder.expressions.anew():
                (scores if what == "score" else who_wins)(self.builder, self)
            del self._reading[what]
        return True


def scores(builder: ProgramReader, ending: Ending) -> None:
    """Read the score lines."""
    seat = ir.Element(builder.scope.seats)
    names: dict[str, n.ScoreDecl] = {}
    found: list[ir.Score] = []
    for d in builder.of(n.ScoreDecl):
        ending.reads("score", d.span)
        if d.name.text in names:
            builder.findings.add(
                "E172", f"the score line {d.name.text} is declared twice", d.name.span,
                Note("it is declared here too", names[d.name.text].name.span),
                hint=by_variant(names[d.name.text].span, d.span),
            )  # fmt: skip
        names[d.name.text] = d
        not_reserved(builder.expressions.error, d.seat, {})
        local = builder.scope.fresh(d.seat.text, seat, d.seat.span)
        builder.expressions.no_me = "a score is somebody's, not the mover's"
        builder.expressions.for_me = f"write: {d.seat.text}"
        value = builder.expressions.number(d.value, {d.seat.text: local})
        found.append(ir.Score(d.name.text, local, value, d.tail.words, d.tail.tags, d.span))
    builder.scope.scores.extend(found)


def who_wins(builder: ProgramReader, ending: Ending) -> None:
    """Tell the reader of expressions what `winners` means."""
    declared = builder.of(n.WinnerDecl)
    for d in declared[:1]:
        ending.reads("winner", d.span)
    if not declared:
        builder.expressions.won_by = ir.Const(0, ir.SetOf(builder.scope.seats))
    elif declared[0].best == "where":
        builder.expressions.won_by = winners_where(builder, declared[0])
    else:
        builder.expressions.best = declared[0].best


def winner(builder: ProgramReader) -> Literal["most", "least"]:
    """Which total wins, if it is decided by score."""
    declared = builder.of(n.WinnerDecl)
    for extra in declared[1:]:
        builder.findings.add(
            "E172",
            "the winner is declared twice",
            extra.span,
            Note("the first time", declared[0].span),
            hint=by_variant(declared[0].span, extra.span),
        )
    if not declared:
        if not builder.of(n.OutcomeDecl) and not builder.findings.errors:
            builder.findings.add(
                "E186", "the game does not say who wins", builder.merged.header.span,
                hint="add a line: winner most score",
            )  # fmt: skip
        return "most"
    d: n.WinnerDecl = declared[0]
    if d.best == "where":
        return "most"
    if not builder.scope.scores and not builder.findings.errors:
        builder.findings.add(
            "E187",
            "the winner is decided by score, but there is no score line",
            d.span,
            hint=_without_score(builder),
        )
    return d.best


def _without_score(builder: ProgramReader) -> str:
    """How who wins may be told in a game that counts nothing."""
    seats, marks = builder.scope.seats, builder.scope.variables
    held = (
        v.name
        for v in marks
        if v.role == "mark"
        and not v.keys
        and isinstance(v.type, ir.Element)
        and v.type.domain is seats
    )
    test = next((f"p is {name}" for name in held), "CONDITION")
    return f"write what counts: score points of p: NUMBER; or who wins: winner p where {test}"


def winning(builder: ProgramReader) -> str:
    """What is to be reached to win, in the words of the rules, where no total decides it."""
    declared = [d for d in builder.of(n.WinnerDecl) if d.best == "where"]
    return declared[0].tail.words if declared else ""


def winners_where(builder: ProgramReader, d: n.WinnerDecl) -> ir.Expr:
    """All seats for which the condition holds."""
    assert d.seat is not None and d.test is not None
    seats = builder.scope.seats
    not_reserved(builder.expressions.error, d.seat, {})
    local = builder.scope.fresh(d.seat.text, ir.Element(seats), d.seat.span)
    builder.expressions.no_me = "the winner is told by what is there, not by whose turn it was"
    test = builder.expressions.truth(d.test, {d.seat.text: local})
    everybody = ir.Const(seats.everything(), ir.SetOf(seats), d.span)
    return ir.Fold("all", local, everybody, test, None, ir.SetOf(seats), d.span)


def outcome(builder: ProgramReader) -> tuple[ir.OutcomeCase, ...]:
    """The cases of the result; `me` in them is the seat that had the last turn."""
    declared = builder.of(n.OutcomeDecl)
    for extra in declared[1:]:
        hint = by_variant(declared[0].span, extra.span)
        if hint == REPLACING:
            hint += ", or adds a case: add NAME when CONDITION to outcome"
        builder.findings.add(
            "E172", "the outcome is declared twice", extra.span,
            Note("the first time", declared[0].span), hint=hint,
        )  # fmt: skip
    found: list[ir.OutcomeCase] = []
    cases = declared[0].cases if declared else ()
    for number, case in enumerate(cases):
        names = tuple(name.text for name in case.names)
        for i, name in enumerate(case.names):
            if name.text in names[:i]:
                builder.findings.add("E173", f"{name.text} is listed twice", name.span)
        test = None if case.test is None else builder.expressions.truth(case.test, {})
        if test is None and number < len(cases) - 1:
            builder.findings.add("E122", "the `else` case must be the last one", case.span)
        elif test is not None and number == len(cases) - 1:
            builder.findings.add(
                "E123", "the outcome has no case for when none of these holds", case.span,
                hint="end the list with a line: NAME else",
            )  # fmt: skip
        found.append(ir.OutcomeCase(names, test, case.tail.words, case.tail.tags, case.span))
    return tuple(found)


def always(builder: ProgramReader) -> tuple[ir.Promise, ...]:
    """What has to hold at every decision."""
    found = []
    for d in builder.of(n.AlwaysDecl):
        test = builder.expressions.truth(d.test, {})
        found.append(ir.Promise(test, d.tail.words, d.tail.tags, d.span))
    return tuple(found)


def ends(builder: ProgramReader) -> tuple[ir.Promise, ...]:
    """After how many moves the game is over."""
    found = []
    builder.expressions.no_me = "it is asked before anybody has moved"
    for d in builder.of(n.AlwaysEnds):
        moves = builder.expressions.number(d.moves, {})
        found.append(ir.Promise(moves, d.tail.words, d.tail.tags, d.span))
    builder.expressions.no_me = ""
    return tuple(found)


def alike(builder: ProgramReader) -> tuple[ir.Promise, ...]:
    """Where it is said that seats are alike; no table may set one of them apart."""
    seat = builder.scope.seats
    listed = [
        s for s in builder.scope.columns.values() if getattr(s.table.type, "domain", None) is seat
    ]
    found = []
    for d in builder.of(n.AlwaysAlike):
        for symbol in listed:
            builder.findings.add(
                "E224", f"seats are not alike: {symbol.name} is fixed for each of them", d.span,
                Note("this says whose each one is", symbol.span),
                hint="what belongs to a seat may be a mark that the set-up sets",
            )  # fmt: skip
        found.append(ir.Promise(ir.Const(1, ir.Truth()), d.tail.words, d.tail.tags, d.span))
    return tuple(found)
