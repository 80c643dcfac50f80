"""Words of the language that may be names as well, where no word can stand."""

from __future__ import annotations

import pytest

from rulewright.syntax import nodes as n
from rulewright.syntax.parse import parse_declaration
from rulewright.syntax.walk import walk


@pytest.mark.parametrize("mark", ["moves", "moves of me", "moves(me, a)", "moves of next of me"])
@pytest.mark.parametrize("before", ["gain 2", "spend (a + 1)", "shuffle", "set x to"])
def test_a_mark_is_called_as_the_word_behind_a_number(before: str, mark: str) -> None:
    """`always end after 9 moves` ends so, and so does what is gained."""
    _, tree = parse_declaration(f"action x\n  {before} {mark}", "x")
    assert "moves" in [node.text for node in walk(tree) if isinstance(node, n.Name)]
