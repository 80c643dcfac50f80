"""What a search takes of memory is given back as it ends, but for what it has stored elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import functions_in

SEARCH = """
def search(n, kept, marks):
    found = [n + 1, n + 2]
    large = [{large}]
    if n <= 0:
        return large[7]
    {stored}
    more = [n + 3, n + 4]
    more.append(n)
    return search(n - 1, kept, marks) + more[0]
"""
STORING = """
def main(i):
    kept = [[0, 0]]
    marks = {}
    said = []
    n = 0
    while n < 3:
        said.append(search(i, kept, marks))
        over = [n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n]
        said.append(over[n])
        n += 1
    for each in kept:
        said.extend(each[:])
    n = 0
    while n < 9:
        said.append(marks.get(n, 0))
        n += 1
    return said
"""
OFTEN = """
def main(i):
    kept = [[0, 0]]
    marks = {}
    said = 0
    n = 0
    while n < 4000:
        said = search(i, kept, marks)
        n += 1
    return [said]
"""
STORED = ["kept.append(found)", "kept[0] = found", "marks[n] = n + 9", "kept[0].extend(found[:])"]


def searching(stored: str, main: str) -> str:
    return SEARCH.format(large=", ".join(["n"] * 600), stored=stored) + main


@pytest.mark.parametrize("stored", STORED)
def test_what_is_stored_elsewhere_is_kept(stored: str, twin: Any) -> None:
    both = twin(functions_in(searching(stored, STORING)), {})
    assert "local.set $taken" in both.text
    assert all(both.agree(i) for i in range(8))


def test_all_else_is_there_for_what_comes_after(twin: Any) -> None:
    """As much is taken in all as there is no room for at once."""
    both = twin(functions_in(searching("n += 0", OFTEN)), {})
    assert both.wasm(3) == [15]


def test_what_tells_more_than_a_number_gives_nothing_back(twin: Any) -> None:
    text = """
def longer(n):
    made = [n, n]
    if n > 0:
        made.extend(longer(n - 1)[:])
    return made

def main(i):
    return longer(i)
"""
    both = twin(functions_in(text), {})
    assert "local.set $taken" not in both.text
    assert all(both.agree(i) for i in range(9))
