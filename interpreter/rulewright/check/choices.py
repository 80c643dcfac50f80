"""Choices: what is offered, with its parameters and needs."""

from __future__ import annotations

from dataclasses import replace

from ..characters import spoken
from ..core import ir
from ..diagnostics import Note
from ..source import Span
from ..syntax import nodes as n
from ..syntax.walk import contains_choice, needs_first
from . import composing, kinds, single_moves
from .conflicts import APART
from .context import (
    NOTHING_HAPPENS,
    Block,
    ChoiceContext,
    Context,
    ends_away,
    fresh_labels,
)
from .narrowing import NOTHING_KNOWN, known_if, replaced
from .parameters import move_text, parameters_of, unseen_in
from .roles import StatementReader
from .types import TRUTH


def choose(statements: StatementReader, node: n.ChooseOne, context: Context) -> ir.Stmt:
    """A choice; where it is put to another seat, that has the turn until it is over."""
    if node.by is None:
        statements.forget()  # what is inside may happen after something else
        return _put(statements, node, replace(context, secret=node.secretly))
    seats = ir.Element(statements.scope.seats)
    seat = statements.expressions.value(node.by, context.names, seats)
    statements.forget()
    before, inner = statements.asked(seat, context)
    put = _put(statements, node, replace(inner, secret=node.secretly))
    after = statements.clear(inner.live[len(context.live) :])
    return ir.Seq((*before, put, *after), node.span)


def _put(statements: StatementReader, node: n.ChooseOne, context: Context) -> ir.Stmt:
    again = ChoiceContext(node.name.text, statements.scope.label(), len(context.live))
    inner = replace(context, choice=again, around=(*context.around, node.name.text))
    seen: dict[str, n.Offer] = {}
    alternatives: list[ir.Alternative] = []
    declined: ir.Stmt | None = None
    for entry in node.entries:
        if entry.name.text in seen and not entry.params:
            statements.error(
                "E161", f"{entry.name.text} is offered twice in this choice", entry.name.span,
                Note("the first time", seen[entry.name.text].name.span),
            )  # fmt: skip
            continue
        seen[entry.name.text] = entry
        alternative = offer(statements, entry, inner)
        alternatives.append(alternative)
        if entry.role == "decline":
            declined = alternative.body
    for entry in node.entries:
        if entry.role == "decline" and not node.may:
            statements.error(
                "E132", f"`or {entry.name.text}` says how to decline, and this choice is none "
                "that may be declined", entry.name.span,
                hint=f"write: else {entry.name.text}, which is offered where nothing else is; what "
                f"may be declined begins with: may choose {node.name.text}",
            )  # fmt: skip
    if node.may and declined is None:
        last = next((entry for entry in node.entries if entry.role == "fallback"), None)
        statements.error(
            "E162", "`may choose` needs a line with `or`: what to say to decline",
            node.span if last is None else last.name.span,
            hint=f"write: or {'no' if last is None else last.name.text}",
        )  # fmt: skip
    choice = ir.Choose(
        -1, node.name.text, tuple(alternatives), "", node.tail.words, node.tail.tags, node.span,
        secret=node.secretly, around=context.around,
    )  # fmt: skip
    asked: ir.Stmt = choice
    if node.may and declined is not None:
        others = [
            a for e, a in zip(node.entries, alternatives, strict=False) if e.role != "decline"
        ]
        for at_one_go in (a for a in others if a.compose is not None):
            statements.error(
                "E233", f"whether {at_one_go.name} is possible cannot be told beforehand, so it "
                "cannot be offered in `may choose`", at_one_go.span,
                hint="offer it in a `choose`, and add an offer that does nothing",
            )  # fmt: skip
        offered = [is_offered(statements, a, node.span) for a in others]
        any_other = ir.Op("or", tuple(offered), TRUTH, node.span)
        asked = ir.If(any_other, choice, fresh_labels(declined, statements.scope), node.span)
    if not again.used:
        return asked
    leave = ir.Leave(again.again, node.span)
    return ir.Loop(again.again, ir.Seq((asked, leave), node.span), node.span)


def is_offered(statements: StatementReader, alternative: ir.Alternative, span: Span) -> ir.Expr:
    """Is there a move of this alternative?"""
    tests = tuple(g.test for g in alternative.guards)
    expr: ir.Expr = ir.Op("and", tests, TRUTH, span)
    for param in reversed(alternative.params):
        expr = ir.Fold("some", param.local, param.source, expr, None, TRUTH, span)
    return expr


def offer(statements: StatementReader, entry: n.Offer, context: Context) -> ir.Alternative:
    """An entry of a choice: an action by name, or one written on the spot."""
    symbol = statements.scope.actions.get(entry.name.text)
    reference = symbol is not None and not entry.params and not entry.body
    if reference:
        assert symbol is not None
        symbol.used = True
        d = symbol.declaration
        if symbol.busy:
            statements.error(
                "E120", f"{symbol.name} leads back to itself", entry.name.span,
                hint="for a choice that is put again and again use `repeat` or `again`",
            )  # fmt: skip
            empty = ir.Message((symbol.name,))
            return ir.Alternative(symbol.name, (), (), NOTHING_HAPPENS, empty, span=entry.span)
        symbol.busy = True
        made = alternative(
            statements, entry, d.name.text, d.params, d.body, d.tail, d.span, context, d.text
        )
        symbol.busy = False
        return made
    body: tuple[n.Statement, ...] = entry.body
    if not body and entry.name.text == "pass":
        body = (n.Simple("pass", span=entry.span),)
    elif symbol is not None:
        statements.error(
            "E189", f"{entry.name.text} is an action already, with its own parameters and body",
            entry.name.span, Note("the action", symbol.span),
            hint=_of_another_name(entry.name, symbol.span),
        )  # fmt: skip
    elif not body and entry.role != "decline" and not entry.name.quoted:
        is_lost = statements.scope.is_type_and_more(context.around[-1])  # it may be a value of that
        if is_lost or statements.expressions.may_be_declared(entry.name.text):
            return ir.Alternative(
                entry.name.text, (), (), NOTHING_HAPPENS, ir.Message(()), span=entry.span
            )
        kinds.not_there(
            statements.scope, statements.findings, "E163", entry.name, "an action",
            [*statements.scope.actions, "pass"], f'there is no action "{entry.name.text}"',
            "what it does is an `action`, or stands indented under this line; the name of an offer "
            f"that does nothing is written in quotes: '{entry.name.text}'",
        )  # fmt: skip
    return alternative(
        statements, entry, entry.name.text, entry.params, body, entry.tail, entry.span, context,
        entry.text,
    )  # fmt: skip


def alternative(
    statements: StatementReader, entry: n.Offer, name: str, params: tuple[n.Parameter, ...],
    body: tuple[n.Statement, ...], tail: n.Tail, span: Span, context: Context,
    written: n.MoveText | None = None,
) -> ir.Alternative:  # fmt: skip
    """What is drawn, what is needed, and what happens then, which may rely on what was needed."""
    with statements.expressions.knowing(NOTHING_KNOWN):
        return _alternative(statements, entry, name, params, body, tail, span, context, written)


def _alternative(
    statements: StatementReader, entry: n.Offer, name: str, params: tuple[n.Parameter, ...],
    body: tuple[n.Statement, ...], tail: n.Tail, span: Span, context: Context,
    written: n.MoveText | None,
) -> ir.Alternative:  # fmt: skip
    around = (*context.around, name)
    inner = replace(context, names=dict(context.names), in_action=name, around=around)
    drawn, inner = parameters_of(statements, params, inner)
    if len(drawn) < len(params):
        return ir.Alternative(name, (), (), NOTHING_HAPPENS, ir.Message((name,)), span=span)
    needs, rest = needs_first(body)
    guards: list[ir.Guard] = []
    for need in needs:
        guards.append(statements.guard(need, inner.names))
        statements.expressions.known |= known_if(guards[-1].test)
    out: Block = []
    cleared: list[ir.StateVariable] = []
    node = single_moves.find(rest)
    whole: ir.Compose | None = None
    if node is not None:
        whole, inner = single_moves.read(statements, node, rest, inner)
        rest = tuple(s for s in rest if s is not node)
    sets = whole.selections if whole is not None else ()
    if any(contains_choice(s, statements.procedures_with_choices) for s in rest):
        steps = () if whole is None else whole.steps
        within = [*drawn, *(p for step in steps for p in step.params)]
        inner = unseen_in(statements, within, inner, *sets)
        for chosen in (*sets, *(p.local for p in drawn)):
            name_ = n.Name(chosen.name, span=chosen.span)
            seers = statements.seen_over(rest, inner, chosen)
            inner = statements.keep(name_, chosen, inner, out, cleared, seers=seers)
        kept = {p.local.number: inner.names[p.local.name] for p in drawn}
        statements.expressions.known |= replaced(statements.expressions.known, kept)
    out.append(statements.block(rest, inner))
    if not ends_away(rest):
        out.extend(statements.clear(tuple(cleared)))
    values = (*(p.local for p in drawn), *sets)
    if node is not None and written is not None:
        statements.error(
            "E232", "the text of the move is given twice", written.span,
            Note("here as well", node.span), hint="the text of the compose is that of the move",
        )  # fmt: skip
    if node is None or whole is not None:
        said = node.text if node is not None else written
        text = move_text(statements, name, values, said, params, body)
    else:
        text = ir.Message((name,))
    called = ir.Message((spoken(name),)) if written is None else text
    completable = composing.entry_guard(statements, called, rest, out)
    if completable is not None:
        guards.append(completable)
    words = entry.tail.words or tail.words
    tags = tuple(dict.fromkeys((*tail.tags, *entry.tail.tags)))
    return ir.Alternative(
        name, tuple(drawn), tuple(guards), ir.Seq(tuple(out), span), text,
        entry.role == "fallback", words, tags, span, whole,
    )  # fmt: skip


def _of_another_name(name: n.Name, action: Span) -> str:
    """What to do about an offer that is called as an action; where they are of two variants, these
    may be played apart."""
    just = f"an entry that names it is just: {name.text}"
    if action.file is name.span.file:
        return just
    if not action.file.text.startswith("variant "):
        return f"choose another name; {just}"
    return f"choose another name; {APART}"
