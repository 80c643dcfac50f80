"""Sets of cells of a growing grid are words where they can be; what is told of them is the same."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.backends.wasm import module
from rulewright.backends.wasm.frames import frame
from rulewright.backends.wasm.kept_cells import MOST_KEPT
from rulewright.lower import nodes as code

from .conftest import functions_in

MAIN = """
def main(i):
    occupied = 0
    on = 0
    at = {{}}
    where = {{}}
    told = [0]
    before = 0
    step = 0
    while step < 24:
        row = {rim} + (step * step * 3 + i) % {rows}
        cell = row * {width} + {rim} + (step * 7 + i * 5) % {columns}
        before = cells_of(where, 255)
        if at.get(cell, -1) < 0:
            occupied, on, at, where = laid(occupied, on, at, where, cell, step)
        {crossing}
        among = (step * 2654435761 + i * 40503) % 16777216
        here = open_cells(occupied, {width})
        {body}
        step += 1
    return told
"""
COUNTED = """
        near = beside_any(cells_of(where, among), {width}) & here
        told.append(near.bit_count())
        told.append(1 if near else 2)
        if near:
            told.append((near & -near).bit_length() - 1)
"""
GONE_THROUGH = """
        near = here & ~touching_any(cells_of(where, among), {width})
        near |= cells_of(where, among >> 3)
        left = near
        while left:
            told.append((left & -left).bit_length() - 1)
            left &= left - 1
"""
LISTED = """
        kept = [0, 0, 0]
        offered = []
        kept[1] = here
        kept[2] = cells_of(where, among)
        c = 0
        while c < 3:
            some = kept[c] & (here if step % 2 else kept[2])
            if some:
                offered.append((c, some, some.bit_count()))
            c += 1
        told.append(len(offered))
        for c, fitting, count in offered:
            n = (step + i) % count
            told.append(c)
            while n:
                fitting &= fitting - 1
                n -= 1
            told.append((fitting & -fitting).bit_length() - 1)
"""
KEPT = """
        told.append(cells_of(where, 37 & on).bit_count())
        near = cells_of(where, ROWS[step % 4] & on) | cells_of(where, 594)
        told.append((near & -near).bit_length() - 1)
        near ^= beside_any(cells_of(where, among & 255 | on & 1365), {width})
        near |= touching_any(cells_of(where, ROWS[1]), {width}) & cells_of(where, on)
        told.append(near.bit_count())
        left = here & ~near
        while left:
            told.append((left & -left).bit_length() - 1)
            left &= left - 1
"""
LEAVING = """
        some = cells_of(where, among)
        other = here ^ some
        told.append(some)
        told.append(other.bit_count())
        told.append((here & some | other).bit_count())
"""
BODIES = {
    "counted": COUNTED, "gone through": GONE_THROUGH, "listed": LISTED, "kept": KEPT,
    "leaving": LEAVING,
}  # fmt: skip
ROWS = {"ROWS": (0, 0b1000_0000_0000_0001, (1 << 56) - 1, 0b1_0100)}  # sets of components
TAKEN = """
        gone = where.get(step * 7 % 13, -1)
        if step % 3 == 2 and gone >= 0:
            occupied, on, at, where = laid(occupied, on, at, where, gone, -1)
"""
COVERED = """
        if step % 4 == 3:
            occupied, on, at, where = laid(occupied, on, at, where, cell, step + 32)
"""
CLEARED = """
        if step % 5 == 4:
            gone = where.get(step, -1)
            if on & 1 << step:
                occupied, on, at, where = laid(occupied, on, at, where, gone, -1)
        if step == 13:
            row = 0
            while row < 13:
                gone = where.get(row, -1)
                row += 1
                if gone >= 0:
                    occupied, on, at, where = laid(occupied, on, at, where, gone, -1)
"""
CHANGES = {"taken": TAKEN, "covered": COVERED, "cleared": CLEARED}


def _main(
    body: str, width: int, rows: int, columns: int, crossing: str = "0"
) -> list[code.Function]:
    lines = body.strip().format(width=width)
    return functions_in(
        MAIN.format(
            width=width, rim=2, rows=rows, columns=columns, body=lines, crossing=crossing
        )
    )  # fmt: skip


def _words(main: code.Function) -> set[str]:
    """The variables of a function that become words."""
    names = (node.id for node in code.walk(main) if isinstance(node, code.Name))
    return {name.removesuffix(".framed") for name in names if name.endswith(".framed")}


@pytest.mark.thorough(one_in=7)
@pytest.mark.parametrize("size", ((4, 4), (6, 6), (2, 19), (19, 2), (6, 7), (16, 16)))
@pytest.mark.parametrize("width", (23, 64, 75))
@pytest.mark.parametrize("body", BODIES)
def test_the_same_is_told(body: str, width: int, size: tuple[int, int], twin: Any) -> None:
    both = twin(_main(BODIES[body], width, *size), ROWS)
    assert all(both.agree(given) for given in range(4))


@pytest.mark.parametrize("body", BODIES)
def test_what_lies_across_a_change_is_the_same(body: str, twin: Any) -> None:
    crossing = "told.append(before.bit_count())"
    both = twin(_main(BODIES[body], 40, 5, 5, crossing), ROWS)
    assert all(both.agree(given) for given in range(8))


@pytest.mark.thorough(one_in=7)
@pytest.mark.parametrize("size", ((4, 4), (5, 9), (7, 6), (16, 16)))
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("body", BODIES)
def test_whatever_is_changed_the_same_is_told(
    body: str, change: str, size: tuple[int, int], twin: Any
) -> None:
    both = twin(_main(BODIES[body], 40, *size, CHANGES[change].strip()), ROWS)
    assert all(both.agree(given) for given in range(8))


def test_the_words_of_fixed_sets_are_kept() -> None:
    """They are not found one by one where they are asked for, nor is there a mask of all cells."""
    [main] = _main(KEPT, 40, 5, 5)
    frame(main, dict(ROWS))
    nodes = list(code.walk(main))
    names = {node.id for node in nodes if isinstance(node, code.Name)}
    assert {name for name in names if ".kept." in name} == {
        f"occupied.kept.{number}" for number in range(5)
    }
    called = {node.function for node in nodes if isinstance(node, code.Call)}
    assert "laid" not in called and "open_cells" not in called


def test_no_more_is_kept_than_is_worth_it(twin: Any) -> None:
    asked = "".join(
        f"\n        near ^= cells_of(where, {3 << n} & on)" for n in range(2 * MOST_KEPT)
    )
    body = f"        near = here{asked}\n        told.append(near.bit_count())"
    [main] = _main(body, 40, 5, 5)
    frame(main, {})
    names = {node.id for node in code.walk(main) if isinstance(node, code.Name)}
    assert sum(".kept." in name for name in names) == MOST_KEPT
    both = twin(_main(body, 40, 6, 6), {})
    assert all(both.agree(given) for given in range(4))


def test_the_mask_of_all_cells_is_there_where_it_is_asked_for(twin: Any) -> None:
    body = f"{COUNTED}\n        told.append(occupied.bit_count())"
    [main] = _main(body, 40, 5, 5)
    frame(main, {})
    assert any(isinstance(n, code.Call) and n.function == "laid" for n in code.walk(main))
    both = twin(_main(body, 40, 5, 5), {})
    assert all(both.agree(given) for given in range(4))


def test_what_can_be_a_word_is_one() -> None:
    """Also `before`, which nobody asks for."""
    expected = {
        "counted": {"here", "near"}, "gone through": {"here", "near", "left"},
        "listed": {"here", "kept", "offered", "some", "fitting"}, "leaving": set[str](),
        "kept": {"here", "near", "left"},
    }  # fmt: skip
    for name, body in BODIES.items():
        for crossing, more in (("0", {"before"}), ("told.append(before.bit_count())", set[str]())):
            [main] = _main(body, 40, 5, 5, crossing)
            module._around_components(main, main.body)
            frame(main, dict(ROWS))
            assert _words(main) == expected[name] | more
