"""The recipes of CONTRIBUTING are held against the code: what they list is what there is."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from rulewright.backends.protocol import Codec, EngineOf
from rulewright.backends.registry import Kind, names
from rulewright.backends.slots import SlotCodec

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


# ------------------------------------------------------------------------------------- an engine


def test_an_engine_is_what_the_recipe_says() -> None:
    entry, engine, codec, _, compared = recipe("Add an engine")
    assert {*quoted(entry)[1:]} == {field.name for field in fields(Kind)}
    assert {*quoted(engine)[2:]} == members(EngineOf)
    assert {*quoted(codec)[2:]} == members(Codec)
    assert members(Codec) <= {*dir(SlotCodec)}
    for file in quoted(compared):
        assert "registry." in (ROOT / file).read_text(encoding="utf-8"), file


@pytest.mark.parametrize("folder", ["interpreter", "cli"])
def test_no_engine_is_called_by_its_name(folder: str) -> None:
    """Names of engines stand in the registry, and in the engine itself."""
    wrong = []
    for file in sorted((ROOT / folder).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        own = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "name"
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node.value in names() and id(node) not in own:
                if file.name != "registry.py":
                    wrong.append(f"{file.relative_to(ROOT)}, line {node.lineno}")
    assert wrong == []
