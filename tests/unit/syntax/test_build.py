"""The table of what rules of the grammar become: seen through without a text, for no type checker
looks at the names in it."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields

import pytest

from rulewright import resources
from rulewright.syntax.build import NODES, TreeBuilder

GRAMMAR = re.sub(r"//.*", "", resources.grammar_text())
RULES = {*re.findall(r"->\s*(\w+)", GRAMMAR), *re.findall(r"(?m)^[?!]?([a-z]\w*):", GRAMMAR)}


@pytest.mark.parametrize("rule", NODES)
def test_a_line_fills_each_field_once(rule: str) -> None:
    node, parts, fixed = NODES[rule]
    given = [*(part.removeprefix("*") for part in parts if part != "_"), *fixed]
    known = {f.name: f.default for f in fields(node) if f.name != "span"}
    assert sorted(given) == sorted({*given} & known.keys())
    assert {name for name, default in known.items() if default is MISSING} <= {*given}


def test_a_rule_has_a_line_or_a_method() -> None:
    assert NODES.keys() <= RULES
    assert not [rule for rule in NODES if hasattr(TreeBuilder, rule)]
