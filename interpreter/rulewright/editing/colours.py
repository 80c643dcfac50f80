"""A lexer for Pygments, which finds it by the entry point in `pyproject.toml`: rules in pages.

Pygments is imported by whoever asks for a lexer; nothing else here needs it.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, include, words
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from ..source import QUOTED
from .words import groups


def _words(group: str, suffix: str = r"\b") -> words:
    return words(groups()[group], prefix=r"\b", suffix=suffix)


class RulewrightLexer(RegexLexer):  # type: ignore[misc]  # it comes without types
    """Rule files: words in quotes with their holes, rule numbers, the words of the grammar."""

    name = "Rulewright"
    aliases: ClassVar[list[str]] = ["rulewright", "game"]
    filenames: ClassVar[list[str]] = ["*.game"]
    mimetypes: ClassVar[list[str]] = ["text/x-rulewright"]
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [(r"#[^\n]*", Comment.Single), (r'"', String, "words"), include("code")],
        "words": [
            (r'[^"{}\n]+', String),
            (r"\{", String.Interpol, "hole"),
            (r"\}", String),
            (r'"', String, "#pop"),
            (r"\n", Whitespace, "#pop"),
        ],
        "hole": [
            (r"\{", Punctuation, "set"),
            (r"\}", String.Interpol, "#pop"),
            (r'(?=["\n])', String, "#pop"),
            include("code"),
        ],
        "set": [
            (r"\{", Punctuation, "#push"),
            (r"\}", Punctuation, "#pop"),
            (r'(?=["\n])', String, "#pop"),
            include("code"),
        ],
        "code": [
            (r"\s+", Whitespace),
            (r"\b[A-Z][A-Z_]*-[0-9]+\b", Name.Tag),
            (QUOTED, String.Symbol),
            (r"\b[0-9]+\b", Number.Integer),
            (
                rf"(?m)^({'|'.join(groups()['declaration'])})([ \t]+)([A-Za-z]\w*)",
                bygroups(Keyword.Declaration, Whitespace, Name.Function),
            ),
            (_words("declaration"), Keyword.Declaration),
            (_words("statement"), Keyword),
            (_words("operator"), Operator.Word),
            (_words("value"), Keyword.Constant),
            (_words("function", r"(?=[ \t]*\(|[ \t]+of\b)"), Name.Builtin),
            (_words("other"), Keyword),
            (r"[A-Za-z]\w*", Name),
            (r"\.\.\.?|<=|>=|[-+*<>=]", Operator),
            (r"[^\s]", Punctuation),
        ],
    }
