"""The recipes of CONTRIBUTING are held against the code: what they list is what there is."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from rulewright.backends.protocol import Codec, EngineOf
from rulewright.backends.registry import EngineKind, names
from rulewright.backends.slots import SlotCodec
from rulewright.check.builtins import BUILT_IN
from rulewright.core import ir
from rulewright.lower.passes import PASSES
from rulewright.syntax import nodes as n
from rulewright.syntax.errors.place import TAKES
from rulewright.syntax.errors.words import FUNCTIONS

ROOT = Path(__file__).parents[2]


@cache
def recipe(name: str) -> tuple[str, ...]:
    """The points of a recipe, each on one line."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(rf"^\*\*{name}\.\*\*(.*?)(?=^\*\*|^## )", text, re.MULTILINE | re.DOTALL)
    assert found is not None, name
    _, *points = re.split(r"^- ", found[1], flags=re.MULTILINE)
    return tuple(" ".join(point.split()) for point in points)


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def members(protocol: type) -> set[str]:
    return {n for n in {*vars(protocol), *protocol.__annotations__} if not n.startswith("_")}


def test_an_engine_is_what_the_recipe_says() -> None:
    entry, engine, codec, _, compared = recipe("Add an engine")
    assert {*quoted(entry)[1:]} == {field.name for field in fields(EngineKind)}
    assert {*quoted(engine)[2:]} == members(EngineOf)
    assert {*quoted(codec)[2:]} == members(Codec)
    assert members(Codec) <= {*dir(SlotCodec)}
    for file in quoted(compared):
        assert "registry." in (ROOT / file).read_text(encoding="utf-8"), file


LIBRARY = ROOT / "interpreter" / "rulewright"


def files_of(name: str) -> set[str]:
    """The Python files of the library that a recipe lists."""
    listed = (file for point in recipe(name) for file in quoted(point))
    return {file for file in listed if file.endswith(".py") and not file.startswith("tests/")}


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def trees() -> dict[str, ast.Module]:
    return {str(file.relative_to(LIBRARY)): tree(file) for file in sorted(LIBRARY.rglob("*.py"))}


@cache
def calls() -> list[tuple[str, str, ast.Call]]:
    """All calls in the library: the file, the last name of what is called, and the call."""
    return [
        (file, getattr(node.func, "attr", getattr(node.func, "id", "")), node)
        for file, whole in trees().items()
        for node in ast.walk(whole)
        if isinstance(node, ast.Call)
    ]


@cache
def asked_for() -> dict[str, set[str]]:
    """The files of the library that ask another one for something, by its name."""
    found = defaultdict[str, set[str]](set)
    for file, whole in trees().items():
        for node in ast.walk(whole):
            if isinstance(node, ast.Attribute) and not is_self(node.value):
                found[node.attr].add(file)
    return found


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def is_name(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "name"


def naming(*names: str) -> set[str]:
    """The files of the library that ask another one for something of these names."""
    return {file for name in names for file in asked_for()[name]}


def texts(whole: ast.Module) -> set[object]:
    return {node.value for node in ast.walk(whole) if isinstance(node, ast.Constant)}


@pytest.mark.parametrize(
    "name", ["Add an operation", "Add a statement", "Add a pass", "Add a promise"]
)
def test_what_a_recipe_lists_is_there(name: str) -> None:
    for file in {file for point in recipe(name) for file in quoted(point) if "/" in file}:
        assert (LIBRARY / file).exists() or (ROOT / file).exists(), file


def test_every_operation_is_where_the_recipe_says() -> None:
    operations, checks = set(get_args(ir.OpName)), set[object]()
    for file, whole in trees().items():
        checks |= texts(whole) if file.startswith("check/") else set()
    for file in ("core/ir.py", "core/operators.py"):
        assert file in files_of("Add an operation")
        assert operations <= texts(trees()[file])
    assert operations <= checks | {"neighbours"}  # whose name is put together
    random = ROOT / "tests" / "conformance" / "conftest.py"
    assert operations <= texts(ast.parse(random.read_text(encoding="utf-8")))


def test_no_file_has_to_know_all_operations() -> None:
    """But for the table: a `match` over their names has a way for those that it does not name."""
    for file, called, node in calls():
        if called == "assert_never" and ast.unparse(node).endswith("(expr.name)"):
            raise AssertionError(f"{file}, line {node.lineno}")


@pytest.mark.parametrize("statement", get_args(n.Plain), ids=lambda node: node.__name__)
def test_a_statement_is_where_the_recipe_says(statement: type) -> None:
    # `pass` is an offer, too, and what an `end game` says may stand above it
    more = {"check/choices.py", "syntax/walk.py"} if statement is n.Simple else set()
    assert naming(statement.__name__) - files_of("Add a statement") == more


def test_a_promise_is_where_the_recipe_says() -> None:
    assert naming("AlwaysAlike", "alike") - files_of("Add a promise") == set()


def test_a_pass_is_where_the_recipe_says() -> None:
    asked = {
        (file, node.args[0].value)
        for file, called, node in calls()
        if called.endswith("uses") and isinstance(node.args[0], ast.Constant)
    }
    whole = {name for name in PASSES if name in texts(trees()["lower/lowered.py"])}
    assert {name for _, name in asked} | whole == {*PASSES}
    assert {"lower/passes.py", "lower/unit.py", "lower/lowered.py"} <= files_of("Add a pass")
    for name, words in PASSES.items():
        modules = words.rpartition("(")[2].rstrip(")").split(", ")
        for module in modules:
            assert {f"lower/{module}.py", f"backends/wasm/{module}.py"} & {*trees()}, name


@pytest.mark.parametrize("folder", ["interpreter", "cli"])
def test_no_engine_is_called_by_its_name(folder: str) -> None:
    """Names of engines stand in the registry, and in the engine itself."""
    wrong = []
    whole = LIBRARY if folder == "interpreter" else ROOT / folder
    quoted_name = re.compile(rf"""["'](?:{"|".join(names())})["']""")
    for file in sorted(whole.rglob("*.py")):
        if not quoted_name.search(file.read_text(encoding="utf-8")):
            continue
        nodes = [*ast.walk(tree(file))]
        own = {
            id(node.value)
            for node in nodes
            if isinstance(node, ast.Assign) and is_name(node.targets[0])
        }
        for node in nodes:
            if isinstance(node, ast.Constant) and node.value in names() and id(node) not in own:
                if file.name != "registry.py":
                    wrong.append(f"{file.relative_to(whole)}, line {node.lineno}")
    assert wrong == []


def test_a_function_is_where_the_recipe_says() -> None:
    assert {*BUILT_IN} <= {*FUNCTIONS}
    assert {*TAKES} <= {*BUILT_IN}
