"""Choices by which a seat learns what it does not see: by whether it is asked at all.

What a choice offers is looked at by the checker (see `check.visibility`). Whether the choice is
come to at all is seen as well: by the seat that is asked, or is not, and mostly by all others. So
the conditions around a choice may look only at what the seat sees that chooses. What a move does is
left alone: a move may be there to find something out, as a challenge is. So are the ends of turns:
that nobody has won yet, with what nobody else sees, is known as long as they go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...check.other_seats import kept_others, others_if, others_unless
from ...check.visibility import Sight, seers, zones_of
from ...core import ir
from ...core.walk import EXPRESSIONS, Node, children, substitute, walk
from ...diagnostics import Diagnostic, Note
from ...source import Place, Span, place_of

HINT = (
    "ask what the seat sees that chooses: what is its own, an open mark, how many components a "
    "zone holds; where all are meant to learn it, say so: # lint: L025 because …"
)


def hidden_around_choices(program: ir.GenericProgram) -> Iterator[Diagnostic]:
    """A finding for each condition around a choice (`if`, `repeat`, `turns in`) that looks
    at what the seat which then chooses does not see."""
    others, zones = kept_others(program), zones_of(program)
    seeing = Sight(program.me, others=others, zones=zones)
    # who sees what is its own as little as all the others: another seat may choose by then
    nobody = Sight(replace(program.me), others=others and frozenset(), zones=zones)
    walker = _Walker(program.me, seeing, nobody, {})
    walker.visit(program.flow, _Around(seeing))
    return iter(walker.found.values())


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around a part of the flow: what the seat sees that is to move, and the conditions
    that were asked before it, each with what the seat sees of it that is to move now."""

    sight: Sight
    asked: tuple[tuple[ir.Expr, Sight], ...] = ()

    def when(self, test: ir.Expr, *, holds: bool) -> _Around:
        """The same where a condition came to this."""
        known = self.sight.knowing(others_if if holds else others_unless, test)
        if known is not self.sight:
            known = replace(known, locals={*known.locals})
        return _Around(known, (*self.asked, (test, self.sight)))


@dataclass(slots=True)
class _Walker:
    """Goes through the flow; what is `found` is told once for each place."""

    me: ir.StateVariable
    seeing: Sight
    nobody: Sight
    found: dict[Place, Diagnostic]

    def visit(self, stmt: Node, around: _Around) -> _Around:
        """Look at a statement, and what stands around those behind it."""
        match stmt:
            case ir.Seq(body=body):
                ends = (
                    bool(body)
                    and isinstance(body[-1], ir.Block)
                    and any(isinstance(part, ir.Block) and part.turn for part in walk(body[-1]))
                )
                for part in body:
                    if not (ends and isinstance(part, ir.If) and isinstance(part.then, ir.Leave)):
                        around = self.visit(part, around)
                return around
            case ir.If(test=test, then=then, other=other):
                self.visit(then, around.when(test, holds=True))
                if other is not None:
                    self.visit(other, around.when(test, holds=False))
                # that a loop goes on is known from its end not having come
                return around.when(test, holds=False) if isinstance(then, ir.Leave) else around
            case ir.Block(body=body) | ir.Loop(body=body):
                self.visit(body, around)
                return self.passed_on(around) if self.sets_me(body) else around
            case ir.Let(local=local, value=value):
                if around.sight.sees_one(value):
                    around.sight.locals.add(local.number)
                return around
            case ir.Assign(variable=variable, value=value) if variable is self.me:
                return self.passed_on(around, value)
            case ir.Choose():
                self.look_at(stmt, around)
                # what its moves do is theirs; who is to move behind it may be another
                return self.passed_on(around) if self.sets_me(stmt) else around
            case _:
                return around

    def sets_me(self, node: Node) -> bool:
        waiting = [node]
        while waiting:
            one = waiting.pop()
            if isinstance(one, ir.Assign) and one.variable is self.me:
                return True
            waiting += [part for part in children(one) if type(part) not in EXPRESSIONS]
        return False

    def passed_on(self, around: _Around, value: ir.Expr | None = None) -> _Around:
        """The same once it is another seat's turn, whose it is by what a value comes to."""
        asked = [
            (part, sight)
            for test, _ in around.asked
            for part, sight in self.of_those_who_choose(test)
        ]
        if value is not None:
            asked += self.of_those_who_choose(value)
        return _Around(replace(self.seeing, locals=set()), tuple(asked))

    def of_those_who_choose(self, expr: ir.Expr) -> Iterator[tuple[ir.Expr, Sight]]:
        """A condition that was asked before, as what it asks of each seat that it goes through and
        which is the one to choose then: that seat sees what is its own."""
        match expr:
            case ir.Op(name="seat_from", args=args):
                for arg in args:
                    yield from self.of_those_who_choose(arg)
            case ir.Op(name="not", args=(one,)) | ir.Op(name="empty", args=(ir.Fold() as one,)):
                yield from self.of_those_who_choose(one)
            case ir.Fold(kind="all" | "the", local=local, source=source, where=where) if (
                where is not None and local.type == self.me.type
            ):
                mine = ir.Read(self.me, (), self.me.type)
                yield substitute(where, {local.number: mine}), self.seeing
                yield from self.of_those_who_choose(source)
            case _:
                yield expr, self.nobody

    def look_at(self, choice: ir.Choose, around: _Around) -> None:
        for test, sight in around.asked:
            hidden = next(sight.hidden_reads(test), None)
            if hidden is None or place_of(hidden.at) in self.found:
                continue
            self.found[place_of(hidden.at)] = _finding(choice, hidden.read.variable, hidden.at)


def _finding(choice: ir.Choose, variable: ir.StateVariable, at: Span) -> Diagnostic:
    return Diagnostic(
        "L025",
        f"whether {choice.name} is asked tells a player what {variable.name} holds, "
        f"which {seers(variable)}",
        at,
        (
            Note(f"{choice.name} is asked here", choice.span),
            Note(f"{variable.name} is declared here", variable.span),
        ),
        hint=HINT,
    )
