"""Where the grammar and the rule files are: inside the wheel, or in the checkout."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
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


@cache
def fingerprint() -> str:
    """12 hex digits of all that Rulewright is here: the library, the grammar, the rule files."""
    package = Path(str(files("rulewright")))
    parts = ((package, (".py", ".wat")), (_root() / "grammar", (".lark",)))
    hasher = sha256()
    for folder, kinds in (*parts, (rules_root(), (".game", ".csv"))):
        found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.*")}
        for name, path in sorted(item for item in found.items() if item[1].suffix in kinds):
            hasher.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return hasher.hexdigest()[:12]


def page(name: str) -> Path:
    """Where a page about the language lies: `REFERENCE.md` or `MISTAKES.md`."""
    return _root() / "grammar" / name
