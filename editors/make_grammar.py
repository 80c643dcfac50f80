"""Writes the TextMate grammar of the VS Code folder: its words are those of the Lark grammar.

python editors/make_grammar.py           # after a change of grammar/rulewright.lark
python editors/make_grammar.py --check   # exit code 1 if it would change
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rulewright.editing.words import groups
from rulewright.source import QUOTED

FILE = Path(__file__).parent / "vscode" / "syntaxes" / "rulewright.tmLanguage.json"

SCOPES = {
    "declaration": "keyword.other.declaration",
    "statement": "keyword.control",
    "operator": "keyword.operator.word",
    "value": "constant.language",
    "other": "keyword.other",
}


def words(group: str) -> str:
    return rf"\b(?:{'|'.join(groups()[group])})\b"


def grammar() -> dict[str, object]:
    """The grammar as data: comments, words in quotes with holes, rule numbers, names, words."""
    patterns: list[dict[str, object]] = [
        {"name": "comment.line.number-sign", "match": "#.*$"},
        {
            "name": "string.quoted.double",
            "begin": '"',
            "end": '"|$',
            "patterns": [
                {
                    "name": "meta.embedded.expression",
                    "begin": r"\{",
                    "end": r"\}|(?=\")|$",
                    "patterns": [{"include": "#set"}, {"include": "#code"}],
                }
            ],
        },
        {"include": "#code"},
    ]
    code: list[dict[str, object]] = [
        {"name": "entity.name.tag", "match": r"\b[A-Z][A-Z_]*-[0-9]+\b"},
        {"name": "string.quoted.single", "match": QUOTED},
        {"name": "constant.numeric", "match": r"\b[0-9]+\b"},
        {
            "match": rf"^({'|'.join(groups()['declaration'])})[ \t]+([A-Za-z]\w*)",
            "captures": {
                "1": {"name": SCOPES["declaration"]},
                "2": {"name": "entity.name.function"},
            },
        },
        *({"name": scope, "match": words(group)} for group, scope in SCOPES.items()),
        {"name": "support.function", "match": words("function") + r"(?=[ \t]*\(|[ \t]+of\b)"},
        {"name": "keyword.operator", "match": r"\.\.|<=|>=|[-+*<>=]"},
    ]
    held: dict[str, object] = {  # braces within a hole, whose end is another
        "begin": r"\{",
        "end": r"\}|(?=\")|$",
        "patterns": [{"include": "#set"}, {"include": "#code"}],
    }
    for entry in (*patterns, *code):
        if "name" in entry:
            entry["name"] = f"{entry['name']}.rulewright"
    return {
        "name": "Rulewright",
        "scopeName": "source.rulewright",
        "fileTypes": ["game"],
        "patterns": patterns,
        "repository": {"code": {"patterns": code}, "set": held},
    }


def text() -> str:
    return json.dumps(grammar(), indent=2) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(FILE.read_text(encoding="utf-8") != text())
    FILE.write_text(text(), encoding="utf-8")
