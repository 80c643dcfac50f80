"""Stretches of a rule file, and what stands there instead; the layout stays what it was."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ..diagnostics import Findings
from ..source import SourceFile, Span
from ..syntax import nodes as n
from ..syntax.formatting import format_file


class Edit(NamedTuple):
    """A stretch of a text, and what stands there instead."""

    start: int
    end: int
    text: str


def instead_of(node: n.Node, text: str) -> Edit:
    start = node.span.start
    return Edit(start, start + len(own_text(node.span)), text.rstrip("\n"))


def at_end(source: SourceFile, text: str) -> Edit:
    end = len(source.text.rstrip())
    return Edit(end, end, "\n\n" + text.rstrip("\n"))


def edited(text: str, edits: Iterable[Edit]) -> str:
    at, parts = 0, list[str]()
    for edit in sorted(edits, key=lambda edit: edit.start):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]]).rstrip() + "\n"


def own_text(span: Span) -> str:
    """What stands at a span, without the blank lines and comments that come before the next."""
    return re.sub(r"(?:\s*\n[ \t]*(?:#[^\n]*)?)+\Z", "", span.text()).rstrip()


def without_comment(span: Span) -> str:
    return re.sub(r'\s+#[^"\n]*\Z', "", own_text(span))


def laid_out_as(before: SourceFile, text: str) -> str:
    """A text in the layout of all files, if the one before it was."""
    if format_file(before, Findings()) != before.text:
        return text
    return laid_out(text)


def laid_out(text: str) -> str:
    laid_out = format_file(SourceFile("draft", text), findings := Findings())
    findings.raise_errors()
    assert laid_out is not None
    return laid_out
