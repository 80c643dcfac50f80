"""`# lint: L001 because …`: where an author says that a finding is meant.

The comment stands at the end of the line that the finding is at, or on lines of its own above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...diagnostics import Diagnostic, did_you_mean
from ...source import SourceFile, Span

_COMMENT = re.compile(r'(?P<before>(?:"[^"\n]*"|[^"#\n])*)(?P<comment>#\s*lint\s*:(?P<rest>.*))')
_FORM = re.compile(r"\s*(?P<codes>\w+(?:\s*,\s*\w+)*)(?:\s+because\b(?P<reason>.*))?\s*$")
HINT = "such a comment reads: # lint: L001 because the reason"


@dataclass(frozen=True, slots=True)
class Silence:
    """One code that is silenced for one line, with the comment that says so."""

    code: str
    line: int
    span: Span


def silences(file: SourceFile, known: Iterable[str]) -> tuple[list[Silence], list[Diagnostic]]:
    """What is silenced in a file, and what is wrong with the comments that do it."""
    known = tuple(known)
    found, wrong = list[Silence](), list[Diagnostic]()
    for line, before, span, rest in _comments(file):
        form = _FORM.match(rest)
        if form is None:
            wrong.append(Diagnostic("L009", "it is not said what is silenced", span, hint=HINT))
            continue
        if not (form["reason"] or "").strip():
            wrong.append(Diagnostic("L009", "it is not said why this is silenced", span, hint=HINT))
            continue
        for code in re.split(r"\s*,\s*", form["codes"]):
            if code in known:
                at = line if before.strip() else _next_line(file, line)
                found.append(Silence(code, at, span))
            else:
                hint = did_you_mean(code, known)
                wrong.append(
                    Diagnostic("L009", f"there is no finding {code} to silence", span, hint=hint)
                )
    return found, wrong


def heard(
    findings: Iterable[Diagnostic],
    files: Iterable[SourceFile],
    looked_for: Iterable[str],
    known: Iterable[str],
) -> Iterator[Diagnostic]:
    """The findings that nobody silenced, and what is to be said of silences themselves: of those
    for codes that were `looked_for`, that there was nothing to silence."""
    by_place: dict[tuple[str, int, str], list[Silence]] = {}
    for file in files:
        found, wrong = silences(file, known)
        yield from wrong
        for silence in found:
            by_place.setdefault((file.name, silence.line, silence.code), []).append(silence)
    used = set()
    for finding in findings:
        place = finding.span.file.name, finding.span.line, finding.code
        if place in by_place:
            used.add(place)
        else:
            yield finding
    for place, idle in by_place.items():
        for silence in idle if place not in used and place[2] in looked_for else ():
            message = f"nothing is silenced: there is no {silence.code} on line {silence.line}"
            yield Diagnostic("L009", message, silence.span, hint="take the comment out")


def unsilenced(findings: Iterable[Diagnostic], known: Iterable[str]) -> Iterator[Diagnostic]:
    """The findings that nobody silenced, with nothing said of silences."""
    known = tuple(known)
    for finding in findings:
        found, _ = silences(finding.span.file, known)
        if (finding.code, finding.span.line) not in {(one.code, one.line) for one in found}:
            yield finding


def _comments(file: SourceFile) -> Iterator[tuple[int, str, Span, str]]:
    for number, start in enumerate(file.starts, start=1):
        if found := _COMMENT.match(file.line_text(number)):
            span = Span(file, start + found.start("comment"), start + found.end("comment"))
            yield number, found["before"], span, found["rest"]


def _next_line(file: SourceFile, line: int) -> int:
    """The next line that holds more than a comment."""
    after = range(line + 1, len(file.starts) + 1)
    return next((n for n in after if file.line_text(n).split("#")[0].strip()), line)
