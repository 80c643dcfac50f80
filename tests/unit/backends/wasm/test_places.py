"""Places of a list that need not be compared with its end, and others that must."""

from __future__ import annotations

import pytest

from rulewright.lower import nodes as code

LOOP = """
def main(chance):
    order = [3, 4, 5]
    for i in range(len(order) - 1, 0, -1):
        {first}
        j = below(chance, i + 1)
        {then}
    return order
"""
SWAP = "order[i], order[j] = order[j], order[i]"


@pytest.mark.parametrize(
    ("first", "then", "found"),
    [
        ("k = 0", SWAP, {"i", "j"}),
        ("k = below(chance, i + 1)", SWAP, {"i", "j", "k"}),
        ("k = below(chance, i + 2)", SWAP, {"i", "j"}),
        ("k = order[i]", "j = k", {"i"}),
        ("i += 1", SWAP, set()),
        ("order.append(i)", SWAP, set()),
        ("order = order[:i]", SWAP, set()),
        ("k = order", SWAP, set()),
    ],
)
def test_places_that_are_there(first: str, then: str, found: set[str]) -> None:
    pytest.importorskip("wasmtime")
    from rulewright.backends.wasm.places import places_in

    from .conftest import functions_in

    [main] = functions_in(LOOP.format(first=first, then=then))
    [loop] = [node for node in code.walk(main) if isinstance(node, code.Each)]
    assert places_in(loop) == {("order", name) for name in found}


@pytest.mark.parametrize(
    "numbers", ["0, len(order) - 1", "len(order), 0, -1", "len(order) - 1, -3, -1"]
)
def test_other_loops(numbers: str) -> None:
    pytest.importorskip("wasmtime")
    from rulewright.backends.wasm.places import places_in

    from .conftest import functions_in

    text = LOOP.format(first=SWAP.replace("j", "i"), then=SWAP)
    [main] = functions_in(text.replace("len(order) - 1, 0, -1", numbers))
    [loop] = [node for node in code.walk(main) if isinstance(node, code.Each)]
    assert places_in(loop) == set()
