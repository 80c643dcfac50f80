"""What a word means, in a few lines: as it is written, what it is, its words, its type."""

from __future__ import annotations

import re

from ..check.dump import described
from ..check.scope import Scope
from ..diagnostics import Diagnostic
from ..explanations import explanations
from ..source import Span
from ..syntax import nodes as n
from ..syntax.errors.examples import FORMS
from .family import View
from .names import Declared, what
from .uses import Use

LONGEST_CODE = 300


def told(use: Use, view: View, scope: Scope | None) -> str:
    """A word that means something, as Markdown; `scope`: of the rules as they were checked last,
    where types that are not written come from."""
    symbol = use.symbol
    found = view.declared(symbol)
    if found is None:
        domain = _domain(use, view)
        kind = {"value": "a value given by `let`"}.get(symbol.kind, f"a {symbol.kind}")
        return f"{_code(symbol.name)}\n\n{kind}{f', of {domain}' if domain else ''}"
    lines = [_code(_written(found))]
    words = getattr(getattr(found.node, "tail", None), "words", "")
    tags = getattr(getattr(found.node, "tail", None), "tags", ())
    if isinstance(found.node, n.Header):
        words, tags = found.node.title, found.node.tags
    lines.append(f"{what(found)}, [{_place(found.span)}]")
    if words or tags:
        lines.append(" ".join([words, *([f"({', '.join(tags)})"] if tags else [])]).strip())
    typed = scope.values.get(symbol.name) if scope is not None else None
    if typed is not None and symbol.kind in ("definition", "option", "board"):
        lines.append(f"`{described(typed)}`")
    return "\n\n".join(lines)


def explained(finding: Diagnostic) -> str:
    """What the code of a finding means, with examples, as Markdown."""
    said = explanations().get(finding.code)
    if said is None:
        return ""
    lines = [f"**{said.code}**: {said.meaning}"]
    for word, example in (("wrong", said.wrong), ("right", said.right)):
        if example:
            lines.append(f"{word}:\n{_code(example.rstrip())}")
    return "\n\n".join(lines)


def word_told(text: str, offset: int) -> str:
    """An example of what a word of the language begins, as Markdown; empty if there is none."""
    before = re.search(r"\w*$", text[max(0, offset - 40) : offset])
    after = re.match(r"\w*", text[offset : offset + 40])
    word = f"{before[0] if before else ''}{after[0] if after else ''}"
    return _code(FORMS[word]) if word in FORMS else ""


def _code(text: str) -> str:
    return f"```rulewright\n{text}\n```"


def _place(span: Span) -> str:
    return f"{span.file.name.rpartition('/')[2]}:{span.line}"


def _written(found: Declared) -> str:
    """What declares it, without words and what is done."""
    if found.node is None or found.span.file.name != found.node.span.file.name:
        return found.symbol.name
    text = found.node.span.text()
    whole = isinstance(found.node, n.DefineDecl) and len(text) <= LONGEST_CODE
    lines = re.split(r"\n\s*(?:\n|#)", text)[0].rstrip().split("\n")
    kept = lines if whole else lines[:1]
    return "\n".join(
        re.sub(r'(\s+"[^"]*")?(\s+[A-Z][A-Z_]*-\d+,?)*\s*$', "", line) for line in kept
    )


def _domain(use: Use, view: View) -> str:
    """The type of what is bound around a place."""
    for inside in (*view.reader.inside.values(), *view.reader.after.values()):
        bound = inside.get(use.symbol.name)
        if bound is not None and bound.symbol == use.symbol:
            return bound.domain
    return ""
