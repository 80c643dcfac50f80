"""A number is drawn by one multiplication of words as by those of their halves."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest

wasmtime = pytest.importorskip("wasmtime")

FACTOR, WORD, SIGN = 0xDA942042E4DD58B5, (1 << 64) - 1, 1 << 63


def test_the_next_state_is_the_same_product() -> None:
    from rulewright.backends.wasm import machine
    from rulewright.backends.wasm.inlining import PARTS
    from rulewright.backends.wasm.multiplying import multiplying

    runtime = (files("rulewright.backends.wasm") / "runtime.wat").read_text("utf-8")
    [plain] = [part for part in PARTS.split(runtime) if part.startswith("  (func $next_state ")]
    plain = plain.partition("\n\n")[0] + "\n"
    quick = multiplying(plain)
    assert "mul_wide_u" in quick and "mul_wide_u" not in plain
    engine = machine.host().engine
    store = wasmtime.Store(engine)
    luck = Random(1)
    states = [1, WORD, 1 << 64 | 1, (1 << 128) - 1, *(luck.getrandbits(128) for _ in range(50))]
    for text in (plain, quick):
        made = wasmtime.Module(engine, f'(module {text} (export "next" (func $next_state)))')
        next_state = wasmtime.Instance(store, made, []).exports(store)["next"]
        for state in states:
            low, high = next_state(store, signed(state & WORD), signed(state >> 64))
            assert high % (1 << 64) << 64 | low % (1 << 64) == state * FACTOR % (1 << 128)


def signed(word: int) -> int:
    return (word ^ SIGN) - SIGN
