"""A module does the same when its short functions are written where they are called."""

from __future__ import annotations

import re

import pytest

from rulewright.backends.wasm.inlining import SHORT, inlined

wasmtime = pytest.importorskip("wasmtime")

LONG = "(i64.add (i64.const 1) " * SHORT + "(local.get $x)" + ")" * SHORT
MODULE = f"""(module
  (memory (export "memory") 1)
  (global $counted (mut i64) (i64.const 0))
  (func $larger (param $a i64) (param $b i64) (result i64)  ;; (call $nothing) in a comment
    (if (i64.gt_s (local.get $a) (local.get $b)) (then (return (local.get $a))))
    (local.get $b))
  (func $count (global.set $counted (i64.add (global.get $counted) (i64.const 1))))
  (func $both (param $a i64) (param $b i64) (result i64 i64)
    (local.get $b)
    (local.get $a))
  (func $sum (param $x i64) (result i64)
    (local $sum i64) (local $again i32)  ;; begins with 0 each time
    (block $out (block $again
      (br_if $again (i64.lt_s (local.get $x) (i64.const 3)))
      (local.set $sum (i64.add (local.get $sum) (i64.const 5)))
      (br $out)))
    (call $count)
    (i64.add (local.get $sum) (local.get $x)))
  (func $twice (param $x i64) (result i64)
    (i64.add (call $sum (local.get $x)) (call $sum (call $sum (local.get $x)))))
  (func $down (param $x i64) (result i64)
    (if (result i64) (i64.gt_s (local.get $x) (i64.const 0))
      (then (call $up (i64.sub (local.get $x) (i64.const 1)))) (else (i64.const 7))))
  (func $up (param $x i64) (result i64)
    (i64.add (i64.const 2) (call $down (local.get $x))))
  (func $unnamed (param i64 i64) (result i64) (i64.sub (local.get 0) (local.get 1)))
  (func $rare  ;; seldom, though it is short
    (param $x i64) (result i64)
    (i64.sub (local.get $x) (i64.const 4)))
  (func $looped (param $x i64) (result i64)
    (local $y i64)
    (loop $again
      (local.set $y (call $larger (local.get $y) (i64.mul (local.get $x) (local.get $x))))
      (local.set $x (i64.sub (local.get $x) (i64.const 1)))
      (br_if $again (i64.gt_s (local.get $x) (i64.const -3))))
    (local.get $y))
  (func $long (param $x i64) (result i64) {LONG})
  (func $nobody (param $x i64) (result i64) (call $long (local.get $x)))
  (func $flat
    (param $x i64)
    (param $y i64)
    (result i64)
    (local $z i64)
    ;; line 3
    local.get $x
    local.get $y
    call $both
    local.set $z
    local.get $z
    call $larger
    local.get $x
    local.get $y
    call $larger
    call $twice
    i64.add
    call $count
    loop $again
      local.get $z
      call $sum
      local.get $z
      i64.const 1
      i64.add
      call $larger
      local.set $z
      local.get $z
      i64.const 9
      i64.lt_s
      br_if $again
    end
    local.get $z
    i64.add
    i64.const 40
    i64.lt_s
    if
      i64.const -1
      return
    end
    global.get $counted
    call $long
  )
  (func (export "called") (param $x i64) (param $y i64) (result i64)
    (i64.add
      (call $larger
        (call $larger (call $sum (local.get $x)) (call $flat (local.get $x) (local.get $y)))
        (call $unnamed (call $twice (local.get $y)) (call $down (local.get $x))))
      (i64.add (i64.mul (i64.const 1000) (global.get $counted))
        (call $looped (call $rare (local.get $y))))))
  (data (i32.const 16) "(call $larger) \\"\\28")
)
"""


def _told(text: str) -> list[int]:
    store = wasmtime.Store()
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, text), []).exports(store)
    return [exports["called"](store, x, y) for x in range(-4, 12, 3) for y in range(-2, 9)]


def test_it_gives_the_same() -> None:
    assert _told(inlined(MODULE)) == _told(MODULE)
    assert len(set(_told(MODULE))) > 40


def test_only_what_is_not_short_is_called() -> None:
    text = inlined(MODULE)
    code = text[: text.index("(data")]
    assert set(re.findall(r"call (\$\w+)", code)) == {
        "$up",
        "$flat",
        "$unnamed",
        "$rare",
        "$looped",
        "$long",
    }
    assert "$nobody" not in text and "$larger" in MODULE
    assert text.count('"(call $larger) \\"\\28"') == 1


def test_it_takes_what_it_gives() -> None:
    once = inlined(MODULE)
    assert _told(inlined(once)) == _told(once)
