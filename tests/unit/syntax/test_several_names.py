"""Where a comma brings in one more name that a query draws, and where it parts what is listed."""

from __future__ import annotations

import pytest

from rulewright.syntax import nodes as n
from rulewright.syntax.parse import parse_declaration
from rulewright.syntax.walk import walk

LISTED = [
    ("define x = f(some c in S, d in T)", "some c"),
    ("define x = f(a, d in T)", ""),
    ("define x = {how many c in S, d in T}", "how many c"),
    ("action x(c in S where some d in T, e in U)", "some d"),
    ("action x(c in (all d in T), e in U)", "all d"),
    ("action x\n  compose y\n    finish w(c in S where some d in T, e in U)", "some d"),
    ("phase x\n  choose y\n    move(c in S where some d in T, e in U)", "some d"),
    ("phase x\n  choose y\n    else pass(c in S where some d in T, e in U)", "some d"),
]  # fmt: skip
DRAWN = [
    ("define x = some c, d in S", "some c, d"),
    ("define x = f(some c, d in S, e)", "some c, d"),
    ("define x = {every c, d in S has c is d, e}", "every c, d"),
    ("define x = how many c in S, d in T where c is d", "how many c, d"),
    ("define x = f((how many c in S, d in T), e in U)", "how many c, d"),
    ("define x = f(g of (some c, d in S, e in T))", "some c, d, e"),
    ("define x = total f of S for c, d in T, e in U", "total c, d, e"),
    ("define x = 1 when not(some c in S, d in T) else 2", "some c, d"),
    ("action x(c in S where (some d in T, e in U))", "some d, e"),
    ("phase x\n  if (some c in S, d in T) and y\n    end game", "some c, d"),
    ("phase x\n  move (the c in S, d in T) to y", "the c, d"),
    ("phase x\n  each c, d in S, e in T where some v in S, w in T\n    end game", "some v, w"),
]


@pytest.mark.parametrize(("text", "drawn"), LISTED + DRAWN)
def test_a_comma_in_the_brackets_of_a_list_parts_what_is_listed(text: str, drawn: str) -> None:
    _, tree = parse_declaration(text, "x")
    found = [
        f"{node.kind} {', '.join([node.binder.text, *(one.binder.text for one in node.more)])}"
        for node in walk(tree)
        if isinstance(node, n.Query)
    ]
    assert ", ".join(found) == drawn
