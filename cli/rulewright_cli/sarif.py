"""Findings as SARIF 2.1.0, the form in which code scanning takes them.

Paths are those that messages show: relative to the working folder where they can be.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from rulewright import __version__
from rulewright.diagnostics import Diagnostic, Fix
from rulewright.explanations import Explanation, explanations
from rulewright.source import Span

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
Found = tuple[Diagnostic, tuple[str, ...]]
"""A finding, and the variants with which it was found."""


def document(found: Iterable[Found], unread: Iterable[str], refused: Iterable[str]) -> object:
    """The whole document; `unread`, `refused`: why files were not looked at."""
    found = list(found)
    known = explanations()
    codes = sorted({finding.code for finding, _ in found})
    told = [*(("warning", why) for why in unread), *(("error", why) for why in refused)]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "rulewright",
                        "semanticVersion": __version__,
                        "rules": [_rule(known[code]) for code in codes],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": not any(level == "error" for level, _ in told),
                        "toolExecutionNotifications": [
                            {"level": level, "message": {"text": why}} for level, why in told
                        ],
                    }
                ],
                "results": [_result(*one, codes) for one in found],
            }
        ],
    }


def _rule(said: Explanation) -> dict[str, Any]:
    examples = f"wrong:\n\n{said.wrong}\nright:\n\n{said.right}"
    marked = f"Wrong:\n\n```\n{said.wrong}```\n\nRight:\n\n```\n{said.right}```\n"
    return {
        "id": said.code,
        "shortDescription": {"text": said.meaning},
        "help": {
            "text": f"{said.meaning}\n\n{examples}",
            "markdown": f"{said.meaning}\n\n{marked}",
        },
    }


def _result(finding: Diagnostic, variants: tuple[str, ...], codes: list[str]) -> dict[str, Any]:
    said = [finding.message, *(note.message for note in finding.notes if note.span is None)]
    places = [(note.message, note.span) for note in finding.notes if note.span is not None]
    return {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": finding.severity,
        "message": {"text": "\n".join([*said, finding.hint] if finding.hint else said)},
        "locations": [{"physicalLocation": _place(finding.span)}],
        "relatedLocations": [
            {"id": number, "message": {"text": message}, "physicalLocation": _place(span)}
            for number, (message, span) in enumerate(places, start=1)
        ],
        "properties": {"variants": list(variants)},
        **({"fixes": [_fix(finding.fix)]} if finding.fix else {}),
    }


def _fix(fix: Fix) -> dict[str, Any]:
    place = _place(fix.span)
    replacement = {"deletedRegion": place["region"], "insertedContent": {"text": fix.text}}
    change = {"artifactLocation": place["artifactLocation"], "replacements": [replacement]}
    return {"artifactChanges": [change]}


def _place(span: Span) -> dict[str, Any]:
    start = span.file.line_column(span.start)
    end = span.file.line_column(max(span.end, span.start))
    return {
        "artifactLocation": {"uri": uri(span.file.name)},
        "region": {
            "startLine": start[0],
            "startColumn": start[1],
            "endLine": end[0],
            "endColumn": end[1],
        },
    }


def uri(name: str) -> str:
    """A file's name as a reference: relative, or with its scheme."""
    path = Path(name)
    if path.is_absolute():
        return path.as_uri()
    return quote(path.as_posix(), errors="surrogateescape")
