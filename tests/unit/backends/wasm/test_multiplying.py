"""A number is drawn by one multiplication of words as by those of their halves."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest

from rulewright.runtime import chance

wasmtime = pytest.importorskip("wasmtime")

FACTOR, WORD, SIGN = 0xDA942042E4DD58B5, (1 << 64) - 1, 1 << 63


def test_the_next_state_is_the_same_product() -> None:
    from rulewright.backends.wasm import machine
    from rulewright.backends.wasm.inlining import PARTS
    from rulewright.backends.wasm.multiplying import multiplying

    runtime = (files("rulewright.backends.wasm") / "runtime.wat").read_text("utf-8")
    functions = [part.partition("\n\n")[0] + "\n" for part in PARTS.split(runtime)]
    names = tuple(f"  (func ${name} " for name in ("product", "next_state", "moved_on"))
    plain = "".join(part for part in functions if part.startswith(names))
    quick = multiplying(plain)
    assert "mul_wide_u" in quick and "mul_wide_u" not in plain
    engine = machine.host().engine
    store = wasmtime.Store(engine)
    luck = Random(1)
    states = [1, WORD, 1 << 64 | 1, (1 << 128) - 1, *(luck.getrandbits(128) for _ in range(50))]
    for text in (plain, quick):
        exported = '(export "next" (func $next_state)) (export "on" (func $moved_on))'
        made = wasmtime.Module(engine, f"(module {text} {exported})")
        exports = wasmtime.Instance(store, made, []).exports(store)
        next_state, moved_on = exports["next"], exports["on"]
        for state in states:
            words = signed(state & WORD), signed(state >> 64)
            low, high = next_state(store, *words)
            assert high % (1 << 64) << 64 | low % (1 << 64) == state * FACTOR % (1 << 128)
            for many in (0, 1, 2, 31, 47, 64, 9_999):
                low, high = moved_on(store, *words, many)
                found = high % (1 << 64) << 64 | low % (1 << 64)
                assert found == chance.moved_on(state, many)
                assert found == state * FACTOR**many % (1 << 128)


def signed(word: int) -> int:
    return (word ^ SIGN) - SIGN
