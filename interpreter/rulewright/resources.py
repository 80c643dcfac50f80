"""Where the grammar and the rule files are: inside the wheel, or in the checkout."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from .files import own_bytes, own_text


@cache
def _root() -> Path:
    packaged = Path(str(files("rulewright")))
    found = packaged if (packaged / "rules").is_dir() else Path(__file__).parents[2]
    return found.resolve()


def grammar_text() -> str:
    """The whole grammar, in Lark's notation."""
    return own_text(_root() / "grammar" / "rulewright.lark")


def rules_root() -> Path:
    """The folder with a folder for each game or library that comes with Rulewright, resolved."""
    return _root() / "rules"


@cache
def code(*folders: str) -> str:
    """A digest of the code in some folders of the library; in all of it, and of the grammar, where
    none are named."""
    package = Path(str(files("rulewright")))
    paths = [(package / one, (".py", ".wat")) for one in folders or ("",)]
    return _digest(*paths, *([] if folders else [(_root() / "grammar", (".lark",))]))


@cache
def fingerprint() -> str:
    """12 hex digits of all that Rulewright is here: the library, the grammar, the rule files."""
    return sha256(f"{code()} {_digest((rules_root(), ('.game', '.csv')))}".encode()).hexdigest()[
        :12
    ]


def _digest(*folders: tuple[Path, tuple[str, ...]]) -> str:
    """A digest of the files of some kinds in folders."""
    hasher = sha256()
    for folder, kinds in folders:
        found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.*")}
        for name, path in sorted(item for item in found.items() if item[1].suffix in kinds):
            hasher.update(f"{name}\0".encode() + own_bytes(path) + b"\0")
    return hasher.hexdigest()


def page(name: str) -> Path:
    """Where a page about the language lies: `REFERENCE.md` or `MISTAKES.md`."""
    return _root() / "grammar" / name
