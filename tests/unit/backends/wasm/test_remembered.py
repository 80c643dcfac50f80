"""Answers that are remembered may be forgotten at any time, and are never those to others."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.lower.primitives import Known

from .conftest import functions_in

MAIN = """
def main(i):
    told = []
    n = 0
    while n < i * 9:
        key = {key}
        found = KNOWN.get(key)
        if not found:
            if len(KNOWN) > 20:
                KNOWN.clear()
            found = (n % 17 * 3, n % 5 + {wide})
            KNOWN[key] = found
        told.append(found[0])
        told.append(found[1])
        n += 1
    return told
"""


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("room", [1, 4, 2048])
@pytest.mark.parametrize(
    "key", ["n % 85", "(n % 17, n % 5)", "(n % 17 << 60, n % 5, n % 85 << 50)"]
)
@pytest.mark.parametrize("wide", [0, 1 << 100])
def test_answers_are_those_to_what_is_asked(
    key: str, wide: int, room: int, twin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulewright.backends.wasm import maps, module

    for where in (maps, module):
        monkeypatch.setattr(where, "ANSWERS", room)
    both = twin(functions_in(MAIN.format(key=key, wide=wide)), {"KNOWN": Known()})
    assert all(both.agree(given) for given in range(24))
    assert "call $recalled" in both.text
