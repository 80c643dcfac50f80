"""Lists that grow, in one place or another, hold what Python's would."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulewright.lower import nodes as code

from .conftest import functions_in

MAIN = """
def main(i):
    told = []
    none = []
    few = [{few}]
    n = 0
    while n < i:
        none.append(n + {wide})
        few.append(n)
        if n % 3 == 0:
            few.extend(none[:])
        if n % 4 == 1:
            none.extend(none[:])
        if n % 5 == 2:
            few = few[:]
        n += 1
    told.extend(few)
    none.extend(few[:])
    told.extend(none[:])
    return told
"""


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("few", ["1", "1, 2, 3, 4, 5", "1, 2, 3, 4, 5, 6", "1, 2, 3, 4, 5, 6, 7"])
@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("wide", [0, 1 << 100, 1 << 500])
def test_lists_grow(few: str, backwards: bool, wide: int, twin: Any) -> None:
    [main] = functions_in(MAIN.format(few=few, wide=wide))
    for node in code.walk(main):
        if isinstance(node, code.Method) and isinstance(node.args[0], code.Section):
            node.args[0].backwards = backwards
    both = twin([main], {})
    assert all(both.agree(given) for given in range(16))
    assert "call $few" in both.text
    assert backwards == ("call $extend_backwards" in both.text)


COPIES = """
def main(i):
    few = [{few}]
    kept = few[:]
    few[0] = i
    again = few[:]
    few[{last}] = i + 1
    return [kept, again, few]
"""


@pytest.mark.parametrize("length", [1, 2, 9, 64, 65])
def test_a_copy_is_a_list_of_its_own(length: int, twin: Any) -> None:
    few = ", ".join(map(str, range(length)))
    both = twin(functions_in(COPIES.format(few=few, last=length - 1)), {})
    assert all(both.agree(given) for given in range(3))
    assert (f"call $copied.{length}" in both.text) == (length <= 64)


RECORDS = """
def main(i):
    told = [0]
    n = 0
    while n < 3:
        pairs = []
        threes = []
        held = []
        k = 0
        while k < i * n:
            pairs.append((k, k * k + {wide}))
            if k % 3:
                threes.append((n, k, i))
            held.append((k, n))
            k += 1
        for one, other in pairs:
            if one % 5 == 4:
                continue
            if one > 31:
                break
            told.append(one)
            told.append(other)
            for a, b, c in threes:
                told.append(a + b * c)
        for one, other in held:
            held.append((one, other))
            if len(held) > 40:
                break
        told.append(len(held))
        n += 1
    return told
"""


@pytest.mark.parametrize("wide", [0, 1 << 100, 1 << 500])
def test_records_whose_fields_lie_one_after_the_other(wide: int, twin: Any) -> None:
    both = twin(functions_in(RECORDS.format(wide=wide)), {})
    assert all(both.agree(i) for i in (0, 1, 2, 5, 21))
    assert both.text.partition("(func $main")[2].count("call $added") == 2


FILLED = """
def main(i):
    told = [0]
    n = 0
    while n < 3:
        left = i * 37 & {mask}
        found = []
        {before}
        while left:
            a = (left & -left).bit_length() - 1
            left &= left - 1
            {adding}
        for one, other in found:
            if one == other - 12:
                break
            if one % 3 == 1:
                continue
            told.append(one + other)
        n += 1
    return told
"""
ONCE = {
    "once": ("", "found.append((a, a * a))"),
    "if something holds": ("", "if a % 2:\n                found.append((a, a * n))"),
}
MORE = {
    "twice": ("", "found.append((a, a * a))\n            found.append((a, a))"),
    "before": ("found.append((n, i))", "found.append((a, a * a))"),
    "in a loop": ("", "for b in range(i):\n                found.append((a, b))"),
}


def _of_records(before: str, adding: str, mask: int) -> list[code.Function]:
    return functions_in(FILLED.format(before=before, adding=adding, mask=mask))


def _rounds(text: str) -> list[str]:
    """How often loops go round at most of which a small number is known."""
    return re.findall(r"loop \$again\.\d+\.most(\d{1,4})$", text, re.MULTILINE)


@pytest.mark.parametrize("mask", [0xFFF, (1 << 500) - 1])
@pytest.mark.parametrize("how", ONCE.values(), ids=ONCE)
def test_what_one_loop_adds_is_gone_through_as_often(
    how: tuple[str, str], mask: int, twin: Any
) -> None:
    both = twin(_of_records(*how, mask), {})
    assert all(both.agree(i) for i in range(60))
    assert len(_rounds(both.text.partition("(func $main")[2])) == 2


@pytest.mark.parametrize("how", MORE.values(), ids=MORE)
def test_what_is_added_elsewhere_is_not_counted(how: tuple[str, str], twin: Any) -> None:
    both = twin(_of_records(*how, 0xFFF), {})
    assert all(both.agree(i) for i in range(60))
    assert len(_rounds(both.text.partition("(func $main")[2])) == 1


@pytest.mark.parametrize("length", [1, 16, 17, 18, 19, 20, 36, 217])
def test_a_list_of_the_same_has_it_everywhere(length: int, twin: Any) -> None:
    [main] = functions_in(
        "def main(i):\n    few = [i * 3 - 7]\n    few[0] += 1\n    return [few, few]"
    )
    for node in code.walk(main):
        if isinstance(node, code.Listed) and len(node.parts) == 1:
            node.times = length
    both = twin([main], {})
    assert all(both.agree(given) for given in (0, 1, 1 << 35))
    assert ("v128.store" in both.text.partition("(func $main")[2]) == (length > 16)
