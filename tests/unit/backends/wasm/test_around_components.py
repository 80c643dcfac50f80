"""What lies around components is found one by one, and is what shifts of their mask give."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.backends.wasm import module
from rulewright.lower import nodes as code

from .conftest import functions_in

MAIN = """
def main(i):
    occupied = 0
    on = 0
    at = {{}}
    where = {{}}
    told = [0]
    step = 0
    while step < 24:
        row = 2 + (step * 7 + i) % ({width} - 4)
        cell = row * {width} + 2 + (step * step + i) % ({width} - 4)
        if at.get(cell, -1) < 0:
            occupied, on, at, where = laid(occupied, on, at, where, cell, step)
        among = (step * 2654435761 + i * 40503) % 16777216
        cells = cells_of(where, among)
        around = {around}(cells, {width})
        told.append(around)
        told.append(around.bit_count())
        {more}
        step += 1
    return told
"""


def _main(width: int, around: str, more: str) -> list[code.Function]:
    return functions_in(MAIN.format(width=width, around=around, more=more))


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("around", ("beside_any", "touching_any"))
@pytest.mark.parametrize("width", (9, 64, 75, 110))
@pytest.mark.parametrize("more", ("told.append(0)", "told.append(cells)"))
def test_both_give_the_same(width: int, around: str, more: str, twin: Any) -> None:
    both = twin(_main(width, around, more), {})
    assert all(both.agree(given) for given in range(8))


@pytest.mark.parametrize("around", ("beside_any", "touching_any"))
def test_a_mask_that_is_wanted_is_made(around: str) -> None:
    for more, is_made in (("told.append(0)", False), ("told.append(cells)", True)):
        [main] = _main(75, around, more)
        module._around_components(main, main.body)
        called = {node.function for node in code.walk(main) if isinstance(node, code.Call)}
        assert ("cells_of" in called) == (around in called) == is_made
