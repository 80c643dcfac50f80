"""What nobody looks at is not stored; what may go wrong, or does something, is done all the
same."""

from __future__ import annotations

from rulewright.backends.python.printer import text
from rulewright.backends.wasm.unread import without_unread
from rulewright.lower import nodes as code

from .conftest import functions_in

BEFORE = """
def main(i):
    kept = [0] * 6
    there = 0
    there |= 1 << i
    other = there + 1
    asked = [1, 2]
    asked[0] = i
    shown = i
    fails = bits(i)
    rest = i % shown
    first = i
    if i:
        unread = i
    if i > 1:
        unread = i
    else:
        shown = 2
    while shown:
        shown -= 1
        counted = shown
    for one in asked:
        held = one
    i = 3
    return shown
"""
AFTER = """
asked = [1, 2]
asked[0] = i
shown = i
fails = bits(i)
rest = i % shown
if not i > 1:
    shown = 2
while shown:
    shown -= 1
for one in asked:
    pass
i = 3
return shown
"""


def test_what_nobody_looks_at_is_left_out() -> None:
    [main] = functions_in(BEFORE)
    without_unread(main)
    assert text(main.body).strip() == AFTER.strip()


def test_what_stands_in_two_places_is_looked_at_in_one_of_them() -> None:
    one = code.Name("one")
    main = code.Function(
        "main", ["i"], [code.Assign(one, code.Number(1)), code.Assign(code.Name("i"), one)]
    )
    without_unread(main)
    assert text(main.body) == "one = 1\ni = one"
