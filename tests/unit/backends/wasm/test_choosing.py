"""What is selected, or looked up in any case, is what is found by going one of two ways."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.source import NOWHERE

from .conftest import functions_in

SELECTED = """
def main(i):
    told = [0]
    a = i % 7 - 2
    b = i % 3
    c = i
    d = 0
    if a >= 0 and not b:
        c = a
    else:
        c = b
    told.append(c)
    if a >= 0:
        d = 5
    told.append(d)
    if a < 0 or b == 2 or told:
        a = -1
    else:
        b = 9
    told.append(a)
    told.append(b)
    if a == b or c > 1 and d < 5:
        c = 4
        d = a
    told.append(c if c < d else 8)
    told.append(c if told and d else b)
    if c == d:
        c = d
        d = 3
    told.append(c)
    told.append(d)
    held = told if i else 0
    told.append(1 if d and a else 0)
    return told
"""
LOOKED_UP = """
def main(i):
    turned = [0, 0, 0, 0, 0]
    turned[i % 5] = i % 4
    several = [1]
    {more}
    told = [0]
    for x in AROUND:
        if x == -1:
            y = 2
        else:
            t = turned[x]
            z = (3 + -t) % 4
            y = {looked_up}
        told.append(y)
    return told
"""


def test_what_is_selected(twin: Any) -> None:
    run = twin(functions_in(SELECTED.replace("    held = told if i else 0\n", "")), {})
    assert all(run.agree(i) for i in range(60))
    assert run.text.partition("(func $main")[2].count("select") > 6


@pytest.mark.parametrize(
    ("looked_up", "more", "is_short"),
    [
        ("PRINTED[x * 4 + z]", "", True),
        ("PRINTED[x * 4 + z] - t * 2 & 3", "", True),
        ("PRINTED[t + z]", "", False),  # t may be anything
        ("several[x % 1]", "", True),
        ("several[x % 1]", "several.append(4)", False),
        ("PRINTED[x * 4 + z]", "turned = turned[:]", False),
        ("PRINTED[i % 3 + x]", "", True),
        ("PRINTED[(x + i) % 21 % 20]", "", True),
        ("PRINTED[(i - i + x) % 21]", "", False),
        ("PRINTED[i + x]", "", False),
    ],
)
def test_what_is_looked_up_in_any_case(
    looked_up: str, more: str, is_short: bool, twin: Any
) -> None:
    data = {"PRINTED": tuple(range(40, 60)), "AROUND": (-1, 0, 3, -1, 4), "LINE": NOWHERE}
    run = twin(functions_in(LOOKED_UP.format(looked_up=looked_up, more=more)), data)
    assert all(run.agree(i) for i in range(12))
    assert ("$y.there" in run.text) == is_short
