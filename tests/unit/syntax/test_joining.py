"""What a line begins with that goes on with the line above is said in one place."""

from __future__ import annotations

from rulewright import resources
from rulewright.syntax.joining import CONTINUING, HANGING, JOINED


def test_the_grammar_says_the_same() -> None:
    grammar = resources.page("rulewright.lark").read_text(encoding="utf-8")
    assert f"+(?=({JOINED.pattern}))/\n%ignore CONTINUED" in grammar


def test_each_of_them_goes_on_always_or_if_it_is_indented_more() -> None:
    for one in CONTINUING:
        line = f'{one} "words"'
        assert (JOINED.match(line) is None) != (HANGING.match(line) is None), one
