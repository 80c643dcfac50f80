"""Stub replaced below."""

from typing import Any

from ..diagnostics import Findings
from ..source import SourceFile, Span


def explain(source: SourceFile, offset: int, text: str, error: Any, findings: Findings) -> None:
    at = offset + (getattr(error, "pos_in_stream", None) or 0)
    findings.add("E000", f"cannot read this: {error!r}", Span(source, at, at + 1))
