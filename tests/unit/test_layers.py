"""The layers hold: every import of the library and the command line, also one hidden in a function
or kept for the type checker, points downward, and none leads in a circle; other people's libraries
are used where they belong; nothing below the command line prints."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIBRARY, COMMAND_LINE = ROOT / "interpreter", ROOT / "cli"

# Low to high. An import points to a line further up, or stays inside its own name: `core` may use
# `core` and `source`, never `check`. Names that share a line do not use one another.
LAYERS = (
    ("source", "characters", "files", "recent", "frozen", "collecting"),
    ("resources",),
    ("kept",),
    ("diagnostics", "limits", "explanations", "foreign"),
    ("mending",),
    ("workers",),
    ("cluster",),
    ("syntax",),
    ("core",),
    ("check",),
    ("runtime",),
    ("drawing",),
    ("lower",),
    ("backends",),
    ("following", "origins", "turns"),
    ("sightings",),
    ("determinization",),
    ("transcript",),
    ("state", "catalogue"),
    ("game",),
    ("spec",),
    ("rulewright",),  # the package itself: public names only
    ("players", "vector"),
    ("play",),
    ("analysis",),
    ("playtest",),
    ("testing", "adapters"),
    ("editing",),
    ("rulewright_cli",),
)
HEIGHT = {name: height for height, line in enumerate(LAYERS) for name in line}

# Other people's libraries, and the only places that know them.
OTHERS = {
    "lark": ("rulewright.syntax.grammar", "rulewright.syntax.build"),
    "pydantic": ("rulewright.play",),
    "wasmtime": ("rulewright.backends.wasm",),
    "numpy": ("rulewright.playtest.ratings", "rulewright.vector"),
    "optuna": ("rulewright.analysis.tuning",),
    "distributed": ("rulewright.cluster",),
    "scipy": ("rulewright.analysis.sequence_form", "rulewright.playtest.ratings"),
    "click": ("rulewright_cli",),
    "pygments": ("rulewright.editing.colours",),
    "pygls": ("rulewright_cli.language_server",),
    "lsprotocol": ("rulewright_cli.language_server",),
    "rich": ("rulewright_cli",),
    "textual": ("rulewright_cli.full_screen",),
    "pytest": ("rulewright.testing",),
    "hypothesis": ("rulewright.testing",),
}


@dataclass(frozen=True)
class Module:
    """A Python file of ours, under the name it imports as."""

    name: str
    tree: ast.Module
    is_package: bool

    @property
    def part(self) -> str:
        """The layer's name: the folder or file below `rulewright`, or the package itself."""
        return part_of(self.name)


@dataclass(frozen=True)
class Import:
    """One import: who, whom, on which line."""

    source: str
    target: str
    line: int

    def __str__(self) -> str:
        return f"{self.source} imports {self.target} (line {self.line})"


def part_of(name: str) -> str:
    first, _, rest = name.partition(".")
    return rest.split(".")[0] if first == "rulewright" and rest else first


@cache
def modules() -> dict[str, Module]:
    """All modules of the library and the command line, by name."""
    found = {}
    for root in (LIBRARY, COMMAND_LINE):
        for path in sorted(root.rglob("*.py*")):  # of what is in C, what it has for Python: .pyi
            if path.suffix not in (".py", ".pyi"):
                continue
            parts = path.relative_to(root).with_suffix("").parts
            is_package = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if is_package else parts)
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
            found[name] = Module(name, tree, is_package)
    return found


def imports(module: Module, known: set[str]) -> Iterator[Import]:
    """Every import, wherever it stands; `from a import b` names `a.b` if that is a file."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(module.name, alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            home = node.module or ""
            if node.level:
                up = module.name.split(".")
                up = up[: len(up) - node.level + module.is_package]
                home = ".".join([*up, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{home}.{alias.name}"
                target = inner if inner in known else home
                yield Import(module.name, target, node.lineno)


@cache
def all_imports() -> tuple[Import, ...]:
    """Every import of all modules."""
    return tuple(i for module in modules().values() for i in imports(module, set(modules())))


def ours() -> list[Import]:
    """Those of our own modules."""
    return [i for i in all_imports() if i.target.split(".")[0] in ("rulewright", "rulewright_cli")]


def points_downward(found: Import) -> bool:
    source, target = part_of(found.source), part_of(found.target)
    return source == target or HEIGHT[target] < HEIGHT[source]


def test_every_part_has_a_layer() -> None:
    assert {module.part for module in modules().values()} - set(HEIGHT) == set()


def test_what_is_imported_is_there() -> None:
    assert [str(i) for i in ours() if i.target not in modules()] == []


def test_imports_point_downward() -> None:
    assert [str(i) for i in ours() if not points_downward(i)] == []


def test_nothing_goes_in_a_circle() -> None:
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for found in ours():
        if found.source != found.target:
            graph[found.source].add(found.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(reversed(error.args[1])))


def test_other_libraries_stay_where_they_belong() -> None:
    wrong = []
    for found in all_imports():
        library = found.target.split(".")[0]
        if library in sys.stdlib_module_names or library in ("rulewright", "rulewright_cli"):
            continue
        homes = OTHERS.get(library, ())
        if not any(f"{found.source}.".startswith(f"{home}.") for home in homes):
            wrong.append(str(found))
    assert wrong == []


def test_nothing_below_the_command_line_prints() -> None:
    wrong = []
    for module in modules().values():
        if module.part != "rulewright_cli":
            wrong += [f"{module.name}, line {line}" for line in prints(module.tree)]
    assert wrong == []


def prints(tree: ast.Module) -> Iterator[int]:
    """Lines that print, read the keyboard, or touch the standard streams."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("print", "input", "breakpoint"):
                yield node.lineno
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "sys" and node.attr in ("stdin", "stdout", "stderr"):
                yield node.lineno


@pytest.mark.parametrize("folder", ["grammar", "rules"])
def test_data_folders_hold_no_python(folder: str) -> None:
    assert list((ROOT / folder).rglob("*.py")) == []


def prose() -> dict[str, list[str]]:
    """The lines that each module begins with."""
    return {
        name: (ast.get_docstring(module.tree) or "").splitlines()
        for name, module in modules().items()
    }


def test_a_folder_says_what_comes_in_and_goes_out() -> None:
    folders = {name: len(lines) for name, lines in prose().items() if modules()[name].is_package}
    assert folders and {name: n for name, n in folders.items() if not 4 <= n <= 16} == {}


def test_a_file_begins_with_a_sentence() -> None:
    assert [name for name, lines in prose().items() if not lines] == []


def read(source: str, name: str) -> list[Import]:
    return list(imports(Module(name, ast.parse(source), False), set(modules())))


def test_hidden_and_relative_imports_are_read() -> None:
    source = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from ..game import Game
def late():
    from . import ir
    import lark.tree
"""
    found = read(source, "rulewright.core.dump")
    targets = [i.target for i in found]
    assert targets == ["typing", "rulewright.game", "rulewright.core.ir", "lark.tree"]


def test_an_upward_import_is_seen() -> None:
    upward, inside, down = read(
        "from ..game import load\nfrom .ir import Program\nfrom ..source import Span",
        "rulewright.core.dump",
    )
    assert [points_downward(i) for i in (upward, inside, down)] == [False, True, True]


def test_printing_is_seen() -> None:
    assert list(prints(ast.parse("import sys\nprint(1)\nsys.stderr.write('')"))) == [2, 3]
