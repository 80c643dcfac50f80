"""`possible(NAME)`: can an action be taken, is there a move at a choice, can a compose be done?

It is written out as the condition that what is named is offered with: its parameters, `needs`, and
whether a compose can be completed. That is a question about the position, to which only statements
may have to wait for an answer; searches, scores and offers do not ask it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from ..core import ir
from ..core.walk import Node, walk, walk_statements
from ..diagnostics import NAME_CODES, Diagnostic, Findings, did_you_mean
from ..source import Span
from ..syntax import nodes as n
from ..syntax.walk import needs_first
from ..syntax.walk import walk as walk_syntax
from . import choices, composing
from .context import ChoiceContext, Context, TurnLabels
from .roles import ExpressionReader, StatementReader
from .scope import Names
from .types import BROKEN, TRUTH

Asked = n.ActionDecl | n.ChooseOne | n.ComposeOne
_IN_A_TURN = "ask it in the turns, and keep the answer in a mark: that is asked here"
_AFTER_ALL = ("a score", "the outcome", "`always`", "the winner")  # they stand in no turn


class Possible:
    """Writes out whether something is possible."""

    def __init__(
        self, statements: StatementReader, declarations: Iterable[Any], findings: Findings
    ) -> None:
        self.statements, self.declarations, self.findings = statements, declarations, findings
        self._asking: list[str] = []  # names, each asked about in what the one before it needs
        self._because: list[tuple[Diagnostic, list[Diagnostic]]] = []  # of what cannot be told

    @cached_property
    def declared(self) -> dict[str, list[Asked]]:
        """All that could be asked about, by its name; few games ask."""
        found: dict[str, list[Asked]] = {}
        for node in (node for one in self.declarations for node in walk_syntax(one)):
            if isinstance(node, Asked):
                found.setdefault(node.name.text, []).append(node)
        return found

    def __call__(self, reader: ExpressionReader, name: n.Name, names: Names, span: Span) -> ir.Expr:
        found, error = self.declared.get(name.text, []), reader.error
        if not found and (within := self._offer_written_in(name.text)) is not None:
            choice, offer = within
            return error(
                "E240", f"{name.text} is an offer that is written in {choice}, and what is asked "
                "to be possible is an action or a choice", name.span, hint=_hint_of(choice, offer),
            )  # fmt: skip
        if not found:
            return error(
                "E240", f"no action or choice is called {name.text}", name.span,
                hint=did_you_mean(name.text, self.declared),
            )  # fmt: skip
        if len(found) > 1:
            return error("E240", f"several choices are called {name.text}", name.span)
        if name.text in self._asking:
            return error("E120", f"{name.text} leads back to itself", name.span)
        before = list(self.findings.found)
        self._asking.append(name.text)
        made = self._condition(found[0], names, span)
        self._asking.pop()
        new = self.findings.found[len(before) :]
        if any(finding.code in ("E120", "E240") for finding in new):
            return BROKEN  # which has been told
        if own := [finding for finding in new if self._is_of_a_definition(finding)]:
            self.findings.found[:] = [*before, *own]  # it is read here for the first time
            return BROKEN
        if new:
            self.findings.found[:] = before
            broken = error(
                "E240", f"whether {name.text} is possible cannot be told here", name.span,
                hint=_IN_A_TURN if any(finding.code == "E104" for finding in new)
                else "what it needs has to be known here, and it is no compose with `named`",
            )  # fmt: skip
            self._because.append((self.findings.found[-1], new))
            return broken
        return made

    def _offer_written_in(self, name: str) -> tuple[str, n.Offer] | None:
        """An offer of this name that stands in a choice, with what the choice is called."""
        for node in (one for found in self.declared.values() for one in found):
            if isinstance(node, n.ChooseOne):
                for entry in node.entries:
                    if entry.name.text == name:
                        return node.name.text, entry
        return None

    def _is_of_a_definition(self, finding: Diagnostic) -> bool:
        """Does it stand in a definition? What is wrong there is wrong wherever that is asked."""
        at = finding.span
        return any(
            one.span.file is at.file and one.span.start <= at.start < one.span.end
            for one in self.declarations
            if isinstance(one, n.DefineDecl)
        )

    def leave_out_what_follows(self) -> None:
        """Take back that something cannot be told where what is wrong with it has been told where
        it stands: when that is mended, the question may have an answer."""
        told = {_told_once(one) for one in self.findings.found}
        for finding, causes in self._because:
            if any(_told_once(cause) in told for cause in causes):
                self.findings.found[:] = [f for f in self.findings.found if f is not finding]

    def _condition(self, node: Asked, names: Names, span: Span) -> ir.Expr:
        inner = Context(dict(names), TurnLabels(0, 0, 0), ChoiceContext(node.name.text, 0, 0))
        match node:
            case n.ActionDecl():
                return self._offered(node, node.name.text, node.params, node.body, Context({}))
            case n.ChooseOne():
                if node.by is not None:
                    self.findings.add(
                        "E240", f"{node.name.text} is put to a seat that it names, and what is "
                        "possible is told of the one whose turn it is", span,
                    )  # fmt: skip
                    return BROKEN
                actions = self.statements.scope.actions
                tests: list[ir.Expr] = []
                for entry in node.entries:
                    symbol = actions.get(entry.name.text)
                    if entry.role != "offer":
                        continue
                    if symbol is not None and not entry.params and not entry.body:
                        tests.append(self._condition(symbol.declaration, {}, span))
                    else:
                        body = entry.body
                        tests.append(
                            self._offered(node, entry.name.text, entry.params, body, inner)
                        )
                return ir.Op("or", tuple(tests), TRUTH, span)
            case n.ComposeOne():
                loop = composing.compose(self.statements, _bare(node), inner).loop
                asked = None if loop is None else _question(loop)
                if asked is None:
                    return BROKEN
                return ir.Completable(asked.compose, None, (), (), TRUTH, span)

    def _offered(
        self,
        node: Asked,
        name: str,
        params: tuple[n.Parameter, ...],
        body: tuple[n.Statement, ...],
        context: Context,
    ) -> ir.Expr:
        """Is there a move of an alternative? Of its body, only what that depends on is read."""
        needs, rest = needs_first(body)
        composed = next((i for i, s in enumerate(rest) if isinstance(s, n.ComposeOne)), None)
        kept: list[n.Statement] = [*needs]
        if composed is not None:
            last = rest[composed]
            assert isinstance(last, n.ComposeOne)
            kept += [*(s for s in rest[:composed] if isinstance(s, n.LetBe)), _bare(last)]
        entry = n.Offer("offer", node.name, (), (), span=node.span)
        inner = replace(
            context, turn=TurnLabels(0, 0, 0), choice=ChoiceContext(name, 0, 0), in_action=name
        )
        made = choices.alternative(
            self.statements, entry, name, params, tuple(kept), n.NO_TAIL, node.span, inner
        )
        if made.compose is not None:
            return self.statements.expressions.error(
                "E233", f"whether {name} is possible cannot be told beforehand", node.span
            )
        return choices.is_offered(self.statements, made, node.span)


def _hint_of(choice: str, offer: n.Offer) -> str:
    """What to write where an offer is asked about that stands in a choice."""
    if offer.role == "fallback":
        return f"it is offered where nothing else is: not possible({choice})"
    whole = f"possible({choice})"
    if not offer.body and not offer.params:
        return f"ask of all that is offered there: {whole}"
    params = ", ".join(one.span.in_line() for one in offer.params)
    named = f"{offer.name.text}({params})" if params else offer.name.text
    return (
        f"make it an action – action {named}, with its lines below that, and in {choice} just: "
        f"{offer.name.text} –, or ask of all that is offered there: {whole}"
    )


def _told_once(finding: Diagnostic) -> tuple[str, object]:
    """What findings have in common of which one is told: the place, or an unknown name."""
    return finding.code, finding.message if finding.code in NAME_CODES else finding.span


def _bare(node: n.ComposeOne) -> n.ComposeOne:
    """A compose without what is done when it is finished."""
    parts = (replace(p, body=()) if isinstance(p, n.FinishStep) else p for p in node.parts)
    return replace(node, parts=tuple(parts))


def _question(stmt: ir.Stmt) -> ir.Completable | None:
    """What is asked of a compose in its own steps."""
    return next((node for node in walk(stmt) if isinstance(node, ir.Completable)), None)


def check_questions(program: ir.GenericProgram, findings: Findings) -> None:
    """Report what is asked about composes elsewhere than in statements that just happen."""
    bodies: set[int] = set()  # of definitions looked into, by their identity
    for node, where in _elsewhere(program):
        asked = next(_asked(node, bodies), None)
        if asked is not None:
            findings.add(
                "E240", f"whether {asked.compose.name} can be completed cannot be asked in {where}",
                asked.span, hint=_IN_A_TURN if where in _AFTER_ALL
                else "ask it under `if`, `until` or `while`, or for a mark or `let`",
            )  # fmt: skip


def _asked(node: Node, bodies: set[int]) -> Iterator[ir.Completable]:
    for part in walk(node):
        if isinstance(part, ir.Completable) and part.step is None:
            yield part
        elif isinstance(part, ir.Call) and id(part.function) not in bodies:
            yield from _asked(part.function.body, bodies)
            bodies.add(id(part.function))  # nothing is asked in there, or more would not be wanted


def _elsewhere(program: ir.GenericProgram) -> Iterator[tuple[Node, str]]:
    for compose in program.composes:
        yield from ((step, f"a compose ({compose.name})") for step in compose.steps)
        yield from ((finish, f"a compose ({compose.name})") for finish in compose.finishes)
        if compose.weight is not None:
            yield compose.weight, f"a compose ({compose.name})"
    for node in walk_statements(program.flow):
        if isinstance(node, ir.Alternative):
            for param in node.params:
                yield param, f"what {node.name} is offered with"
            for guard in node.guards:
                yield guard.message, f"the reasons of {node.name}"
                if not isinstance(guard.test, ir.Completable):
                    yield guard.test, f"what {node.name} needs"
    score, outcome, always, winner = _AFTER_ALL
    yield from ((line, score) for line in program.scores)
    yield from ((line, outcome) for line in program.outcome)
    yield from ((line, always) for line in program.always)
    if program.winners is not None:
        yield program.winners, winner
