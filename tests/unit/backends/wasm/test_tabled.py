"""Maps that one variable alone holds are tables, no others are; either way they hold the same."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from rulewright.lower import nodes as code
from rulewright.source import NOWHERE

from .conftest import functions_in

MAIN = """
def main(i):
    occupied = 0
    on = 0
    at = {{}}
    where = {{}}
    told = [0]
    step = 0
    while step < 60:
        cell = (step * step * step * 977 + i * 13) % {cells} + 1
        component = (step * 5 + i) % 24 - 3
        free = at.get(cell, -1) < 0 or component < 0
        if free and (component < 0 or where.get(component, -1) < 0):
            {lay}
        told.append(at.get(cell, -1) * 1000 + where.get(component, -1))
        told.append(where.get(component - 9, -1) + {look})
        told.append(at.get(-1, 7))
        if at.get(cell + 1, -1) >= 0:
            told.append(at[cell + 1])
        step += 1
    told.append(occupied)
    told.append(on)
    return told
"""
LAY = "occupied, on, at, where = laid(occupied, on, at, where, cell, component)"
OTHERS = """
def reading(at, cell):
    return at.get(cell, -1)

def kept(at):
    return at

def changing(occupied, on, at, where, cell, component):
    occupied, on, at, where = laid(occupied, on, at, where, cell, component)
    return at.get(cell, -1) + where.get(component, -1)

def trying(at, cell):
    there = copy(at)
    there[cell] = 5
    return there.get(cell, -1) + there.get(cell + 1, -1)

def storing(at, cell):
    if at.get(cell, -1) >= 0:
        at[cell] = at[cell]
    return 0
"""
TABLES = {
    "only read": (LAY, "0"),
    "handed on": (LAY, "reading(at, cell)"),
    "asked twice": (LAY, "at.get(cell, -1) * where.get(component, -1)"),
}
NONE = {
    "held elsewhere": (f"before = at\n{LAY}\ntold.append(before.get(cell, -1))", "0"),
    "in a list": (f"many = [at]\n{LAY}\ntold.append(many[0].get(cell, -1))", "0"),
    "in a record": (f"pair = (at, 1)\n{LAY}\none, _ = pair\ntold.append(one.get(cell, -1))", "0"),
    "given back": (f"same = kept(at)\n{LAY}\ntold.append(same.get(cell, -1))", "0"),
    "stored elsewhere": (
        "occupied, on, new, where = laid(occupied, on, at, where, cell, component)\n"
        "told.append(at.get(cell, -1))\nat = new",
        "0",
    ),
    "changed by who is given it": (
        LAY, "changing(occupied, on, at, where, 900 + step, -1 if step % 3 else component)",
    ),
    "stored into by who is given it": (LAY, "storing(at, cell)"),
    "one or the other": (
        f"before = at if step % 2 else where\n{LAY}\ntold.append(before.get(cell, -1))", "0",
    ),
}  # fmt: skip


def _main(lay: str, look: str, cells: int = 40) -> list[code.Function]:
    text = MAIN.format(lay=textwrap.indent(lay, " " * 12).lstrip(), look=look, cells=cells)
    used = [one for one in functions_in(OTHERS) if f"{one.name}(" in text]
    return [*functions_in(text), *used]


@pytest.mark.thorough(each="name")
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("cells", (40, 5000))
def test_what_nobody_else_holds_is_a_table(name: str, cells: int, twin: Any) -> None:
    both = twin(_main(*TABLES[name], cells), {})
    shapes = both.shapes.variables["main"]
    assert shapes["at"].found().is_table and shapes["where"].found().is_table
    assert all(both.agree(given) for given in range(20))


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", NONE)
def test_what_something_else_holds_is_none(name: str, twin: Any) -> None:
    both = twin(_main(*NONE[name]), {})
    assert not both.shapes.variables["main"]["at"].found().is_table
    assert all(both.agree(given) for given in range(20))


def test_keys_without_end_are_given_up(twin: Any) -> None:
    both = twin(_main(LAY, "0", 1 << 24), {})
    assert both.shapes.variables["main"]["at"].found().is_table
    assert all(both.wasm(given) == "fallen back" for given in range(3))


def test_what_a_changed_copy_is_made_of_is_none(twin: Any) -> None:
    both = twin(_main(LAY, "trying(at, cell) + at.get(cell, -1)"), {})
    assert not both.shapes.variables["main"]["at"].found().is_table


def test_what_is_new_in_each_round_is_none(twin: Any) -> None:
    both = twin(_main(f"at = {{}}\n{LAY}", "0"), {})
    assert not both.shapes.variables["main"]["at"].found().is_table
    assert both.shapes.variables["main"]["where"].found().is_table
    assert all(both.agree(given) for given in range(20))


ROOMY = """
def main(i):
    at = {{}}
    where = {{}}
    occupied = 0
    on = 0
    told = [0]
    step = 0
    while step < 30:
        cell = (step * 7 + i) % 90 - 20
        component = step % 10
        if at.get(cell, -1) < 0 and where.get(component, -1) < {most}:
            occupied, on, at, where = laid(occupied, on, at, where, cell + 30, component)
        told.append(at.get(cell + 30, -1))
        told.append(at.get(cell + 3, {nothing}))
        told.append(where.get(component, -1))
        step += 1
    return told
"""


@pytest.mark.parametrize("nothing", [-1, 5])
def test_a_table_whose_keys_are_known_has_room_for_all(nothing: int, twin: Any) -> None:
    """Whatever is asked of it; what is found of other keys may stand there, or not."""
    both = twin(functions_in(ROOMY.format(nothing=nothing, most=0)), {"LINE": NOWHERE})
    assert all(both.agree(i) for i in range(40))
    main = both.text.partition("(func $main")[2]
    assert "call $new_room" in main


def test_ranges_that_were_widened_in_leaps_are_narrowed_again(twin: Any) -> None:
    text = """
def main(i):
    told = [0]
    a = 0
    b = 0
    c = 0
    d = 0
    while len(told) < 40:
        d = c
        c = b
        b = a
        a = (a + d + 1) % 90
        told.append(a + b + c + d)
    return told
"""
    both = twin(functions_in(text), {"LINE": NOWHERE})
    assert both.agree(3)
    held = both.shapes.variables["main"]
    assert [held[name].found().range for name in "abcd"] == [(0, 89)] * 4


def test_what_is_handed_on_is_narrowed_with_what_it_was(twin: Any) -> None:
    text = """
def main(i):
    told = [0]
    a = 0
    g = 0
    while len(told) < 40:
        a = (a + g + 1) % 90
        b = a
        c = b
        d = c
        e = d
        f = e
        g = f
        told.append(g)
    return told
"""
    both = twin(functions_in(text), {"LINE": NOWHERE})
    assert both.agree(3)
    held = both.shapes.variables["main"]
    assert [held[name].found().range for name in "abcdefg"] == [(0, 89)] * 7


SUMS = """
def main(i):
    sums = {{}}
    told = [0]
    step = 0
    while step < 60:
        cell = (step * step * 977 + i * 13) % {cells} + 1
        sums[cell] = sums.get(cell, 0) + step & 127
        sums[cell - 1] = sums.get(cell - 1, 0) + 1 & 127
        told.append(sums.get(cell + 1, 0) + sums[cell])
        step += 1
    return told
"""


@pytest.mark.parametrize("cells", [40, 5000, 1 << 20])
def test_what_nobody_copies_is_a_table_if_there_is_room_for_all(cells: int, twin: Any) -> None:
    both = twin(functions_in(SUMS.format(cells=cells)), {"LINE": NOWHERE})
    assert both.shapes.variables["main"]["sums"].found().is_table == (cells < 1 << 20)
    assert all(both.agree(given) for given in range(20))


def test_what_is_made_by_who_is_called_again_and_again_is_none(twin: Any) -> None:
    text = (
        SUMS.format(cells=40).replace("main", "summing")
        + """
def main(i):
    told = [0]
    for j in range(3):
        told.extend(summing(i + j))
    return told
"""
    )
    both = twin(functions_in(text), {"LINE": NOWHERE})
    assert not both.shapes.variables["summing"]["sums"].found().is_table
    assert all(both.agree(given) for given in range(20))
