"""Where the grammar and the rule files are: inside the wheel, or in the checkout."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def _root() -> Path:
    packaged = Path(str(files("rulewright")))
    return packaged if (packaged / "rules").is_dir() else Path(__file__).parents[2]


def grammar_text() -> str:
    """The whole grammar, in Lark's notation."""
    return (_root() / "grammar" / "rulewright.lark").read_text(encoding="utf-8")


def rules_root() -> Path:
    """The folder with a folder for each game or library that comes with Rulewright."""
    return _root() / "rules"


def page(name: str) -> Path:
    """Where a page about the language lies: `REFERENCE.md` or `MISTAKES.md`."""
    return _root() / "grammar" / name
