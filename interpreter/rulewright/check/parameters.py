"""What is drawn for a move: its parameters, and how they are written in its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..core import ir
from ..core.walk import free_locals
from ..diagnostics import did_you_mean
from ..source import Span
from ..syntax import nodes as n
from ..syntax.walk import walk
from .context import Context, not_twice
from .narrowing import known_if, known_in, replaced
from .roles import StatementReader
from .types import element_of, one_of


def unseen_in(
    statements: StatementReader, drawn: Iterable[ir.Param], context: Context, *sets: ir.Local
) -> Context:
    """The context of a move with its names of what not all see, because it is drawn from there;
    `sets` are made of what is drawn."""
    before = context.unseen
    for param in drawn:
        if not statements.is_open(context, param.source):
            context = replace(context, unseen=context.unseen | {param.local.number})
    if context.unseen > before:
        context = replace(context, unseen=context.unseen | {one.number for one in sets})
    return context


def move_text(
    statements: StatementReader,
    name: str,
    values: tuple[ir.Local | ir.Read, ...],
    written: n.MoveText | None,
    params: Sequence[n.Parameter],
    body: Sequence[n.Statement],
) -> ir.Message:
    """How a move is written: by its own text, or as its name and arguments with blanks.

    `values`: what has to occur in the text, each under its name. `params`: what is drawn of it,
    `body`: what the move needs and does, as written.
    """
    if written is None:
        return ir.Message((name, *(part for value in values for part in (" ", value))))
    known = {value_name(value): value for value in values}
    parts: list[ir.Part] = []
    holes = [part for part in written.parts if isinstance(part, n.Hole)]
    wrong = [hole for hole in holes if hole.name.text not in known]
    for part in written.parts:
        if isinstance(part, str):
            parts.append(part)
        elif part.name.text not in known:
            if part is not wrong[0]:
                continue  # told with the first
            told = dict.fromkeys(hole.name.text for hole in wrong)
            none = "are no parameters" if len(told) > 1 else "is no parameter"
            statements.error(
                "E210", f"{' and '.join(told)} {none} of {name}", part.span,
                hint=did_you_mean(part.name.text, known) or _there_are(known),
            )  # fmt: skip
        elif parts and not isinstance(parts[-1], str):
            statements.error(
                "E210", "two parameters need something between them, or no move could be read",
                part.span,
            )  # fmt: skip
        else:
            value = known[part.name.text]
            is_set = isinstance(value.type, ir.SetOf)
            parts.append(ir.Joined(value, part.separator) if is_set else value)
    held = {hole.name.text for hole in holes}
    misspelt = held - known.keys()  # which has been told, and may be what is missing
    missing = [label for label in known if label not in held and not misspelt]
    if missing:
        verb = "do" if len(missing) > 1 else "does"
        statements.error(
            "E211",
            f"{' and '.join(missing)} {verb} not occur in the text, so two moves would read alike",
            written.span,
            hint=_in_braces(written.span.text(), missing, name)
            + _asked_about(known, missing, params, body),
        )
    first = written.parts[0] if written.parts else ""
    if not isinstance(first, str) or not first.strip():
        hint = f"write: {_begun_with(name, written, known)}"
        statements.error("E212", "the text of a move begins with a word", written.span, hint=hint)
    return ir.Message(tuple(parts))


def _begun_with(name: str, written: n.MoveText, known: Iterable[str]) -> str:
    """The text behind a word, with all that is to be told and nothing else: one that is read."""
    text, left = f"{name} ", list(known)
    for part in written.parts:
        if isinstance(part, str):
            text += part.lstrip() if text.endswith(" ") else part
        elif part.name.text in left:
            text += f"{' ' * text.endswith('}')}{{{part.span.in_line().strip()}}}"
            left.remove(part.name.text)
    return f'"{" ".join([text.rstrip(" ,"), *(f"{{{each}}}" for each in left)])}"'


def _there_are(known: Iterable[str]) -> str:
    """What a text may hold."""
    held = [f"{{{name}}}" for name in known]
    return f"the text may hold: {', '.join(held)}" if held else "there are no parameters"


def _in_braces(text: str, missing: list[str], move: str) -> str:
    """The text with what is missing in braces, if it stands there without; behind the name of the
    move where it would not begin with a word any more."""
    made = text
    for name in missing:
        made = re.sub(rf"(?<![{{\w]){name}(?!\w)", f"{{{name}}}", made, count=1)
    if all(f"{{{name}}}" in made for name in missing) and made[:1] == '"':
        return f'write: "{move} {made[1:]}' if made[1:].lstrip()[:1] == "{" else f"write: {made}"
    what = "them where they are" if len(missing) > 1 else "it where it is"
    return f"put {what} to be read: {', '.join(f'{{{name}}}' for name in missing)}"


def _asked_about(
    known: Mapping[str, ir.Local | ir.Read], missing: list[str], params: Sequence[n.Parameter],
    body: Sequence[n.Statement],
) -> str:  # fmt: skip
    """How the values from which another parameter is drawn are asked about in its condition, and in
    what the move needs, where they need not be told; nothing where the move does something with
    them."""
    written = {param.name.text: param for param in params}
    left_out = [written[name] for name in missing if name in written]
    if len(left_out) != len(missing):
        return ""
    needs = [node for node in body if isinstance(node, n.Needs)]
    done = [part for node in body for part in ([node.message] if node in needs else [node])]
    if any(_names(part, left_out) for part in done):
        return ""
    needs = [need for need in needs if _names(need.test, left_out)]
    for param in params:
        element = known[param.name.text].type
        drawn_from = [one for one in left_out if _names(param, [one])]
        if drawn_from != left_out or param in left_out or not isinstance(element, ir.Element):
            continue
        name = param.name.text
        source = param.source.span.in_line()
        lies = "" if source == element.domain.name else f"{name} in {source}"
        asked = _some(left_out, " and ".join(filter(None, _both(lies, param.where))))
        says, it = ("they only say", "them") if len(missing) > 1 else ("it only says", "it")
        told = (
            f"; or, where {says} which {name} there are, without {it}: "
            f"{name} in {element.domain.name} where {asked}"
        )
        hangs = param.where is not None and _names(param.where, left_out)
        lies = " and ".join(_both(lies, param.where)) if hangs else lies
        for need in needs:
            label = f"{need.label}: " if need.label else ""
            here = _some(left_out, " and ".join(filter(None, _both(lies, need.test))))
            told += f"{', and: ' if need is needs[0] else '; '}needs {label}{here}"
        return told
    return ""


def _names(node: n.Node, params: Sequence[n.Parameter]) -> bool:
    """Does anything written name one of these?"""
    names = {param.name.text for param in params}
    return any(isinstance(one, n.Name) and one.text in names for one in walk(node))


def _some(params: Sequence[n.Parameter], asked: str) -> str:
    """That something holds with some values of parameters."""
    for one in reversed(params):
        so = " and ".join(_both(asked, one.where, before=True))
        asked = f"some {one.name.text} in {one.source.span.in_line()} where {so}"
    return asked


def _both(test: str, other: n.Expr | None, before: bool = False) -> list[str]:
    """A condition and another one, if there is one."""
    if other is None:
        return [test]
    text = other.span.in_line()
    is_or = isinstance(other, n.Logic) and other.op == "or"
    text = f"({text})" if is_or or isinstance(other, n.When) else text
    return [text, test] if before else [test, text]


def value_name(value: ir.Local | ir.Read) -> str:
    """The name by which rules know a parameter or selection."""
    return value.name if isinstance(value, ir.Local) else value.variable.name.rpartition(".")[2]


def told_apart(statements: StatementReader, domain: ir.Domain, span: Span) -> None:
    """Report that elements drawn one by one share names: a move or an outcome would be lost."""
    if domain in statements.scope.copies:
        statements.error(
            "E211", f"several elements of {domain.name} have one name, so two would read alike",
            span, hint=f"tell all fields in the text of {domain.name}; sets of a compose with "
            "`named` may hold copies",
        )  # fmt: skip


def parameters_of(
    statements: StatementReader, params: Sequence[n.Parameter], context: Context
) -> tuple[list[ir.Param], Context]:
    """The parameters of a move, and where their names are known; fewer of them after a mistake."""
    drawn: list[ir.Param] = []
    for param in params:
        bound = parameter_of(statements, param, context)
        if bound is None:
            break
        drawn.append(bound[0])
        context = bound[1]
    return drawn, context


def parameter_of(
    statements: StatementReader, param: n.Parameter, context: Context
) -> tuple[ir.Param, Context] | None:
    source = statements.expressions.collection(param.source, context.names)
    domain = element_of(source.type)
    if domain is None:
        return None
    told_apart(statements, domain, param.span)
    not_twice(statements.error, param.name, context.names)
    local = statements.scope.fresh(param.name.text, one_of(source), param.name.span)
    inner = context.bind(param.name.text, local)
    inside = known_in(source, local)
    zone = statements.zone_of(param.source, source)
    if zone is not None:
        inner = replace(inner, zones={**inner.zones, param.name.text: zone})
    if param.where is not None:
        element = statements.scope.fresh(param.name.text, one_of(source), param.name.span)
        with statements.expressions.knowing(known_in(source, element)):
            test = statements.expressions.truth(
                param.where, {**context.names, param.name.text: element}
            )
        source = ir.Fold("all", element, source, test, None, ir.SetOf(domain), param.span)
        about = {k for k in known_if(test) if element.number in free_locals(k)}
        inside |= replaced(about, {element.number: local})
    statements.expressions.known |= inside
    return ir.Param(local, source, param.span), inner
