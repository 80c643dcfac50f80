"""A module asks often enough whether it is to go on, and not where it is soon done anyway.

What asks is told in advance here: the word is set before a module is called, and stays set, so that
each place that asks is counted; in no test does anything hang on time.
"""

from __future__ import annotations

import ctypes
from textwrap import indent
from typing import Any

import pytest

from rulewright.backends.wasm.rounds import rounds_of_range, rounds_while
from rulewright.backends.wasm.shapes import Range
from rulewright.backends.wasm.watched import ASKED_AT, LONG, LONGEST, MOST_AROUND, at_most, watched
from rulewright.lower import nodes as code

from .conftest import FALLEN_BACK, functions_in

wasmtime = pytest.importorskip("wasmtime")

MOST = 50  # askings that are answered before the call ends


def asked(body: str, *others: str, given: int = 3) -> tuple[int, bool]:
    """How often a function asks, and whether it came to an end by itself."""
    text = watched(
        '(module (memory (export "memory") 1)\n'
        + "".join(f"  {other}\n" for other in others)
        + f'  (func (export "main") (param $n i32) {body}))'
    )
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    times = 0

    def tick() -> int:
        nonlocal times
        times += 1
        return int(times == MOST)

    kind = wasmtime.FuncType([], [wasmtime.ValType.i32()])
    function = wasmtime.Func(store, kind, tick)
    exports = wasmtime.Instance(store, wasmtime.Module(engine, text), [function]).exports(store)
    start = ctypes.cast(exports["memory"].data_ptr(store), ctypes.c_void_p).value
    assert start is not None
    ctypes.c_int32.from_address(start + ASKED_AT).value = 1
    try:
        exports["main"](store, given)
    except wasmtime.Trap:
        return times, False
    return times, True


DOWN = "(local.set $n (i32.sub (local.get $n) (i32.const 1)))"
DO = "(local.set $n (i32.add (local.get $n) (i32.const 0)))"
BUSY = f"(func $busy (param $n i32) (loop $again{at_most(1000)} {DO * 20}))"
ENDLESS = {
    "a loop": "(loop $again (br $again))",
    "a loop in lines": "loop $again br $again end",
    "a loop without a label": "(loop (br 0))",
    "a loop in a loop": "(loop $again (loop $inner (br $again)))",
    "a loop in a loop that ends": f"(loop $again (loop $few{at_most(2)} {DO}) (br $again))",
    "a loop with a result": "(drop (loop $again (result i32) (br $again)))",
    "a loop that calls": "(loop $again (call $busy (i32.const 1)) (br $again))",
    "a loop in a test": "(if (local.get $n) (then (loop $again (br $again))))",
    "a loop in a test in lines": "local.get $n if loop $again br $again end end",
}


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_what_never_ends_asks_again_and_again(body: str) -> None:
    assert asked(body, BUSY) == (MOST, False)


def test_a_function_that_calls_itself_asks_each_time_on_its_way_there_and_back() -> None:
    itself = (
        f"(func $deep (param $n i32) {DOWN} (if (local.get $n) (then (call $deep (local.get $n)))))"
    )
    assert asked("(call $deep (local.get $n))", itself, given=10) == (19, True)
    other = f"(func $one (param $n i32) {DOWN} (call $other (local.get $n)))"
    back = "(func $other (param $n i32) (if (local.get $n) (then (call $one (local.get $n)))))"
    assert asked("(call $one (local.get $n))", other, back, given=10) == (19, True)


def test_what_a_call_in_a_value_gives_is_still_there_after_asking() -> None:
    sum_of = (
        "(func $sum (param $n i32) (result i32) (if (result i32) (local.get $n) (then"
        " (i32.add (call $sum (i32.sub (local.get $n) (i32.const 1))) (local.get $n)))"
        " (else (i32.const 0))))"
    )
    body = "(if (i32.ne (call $sum (local.get $n)) (i32.const 55)) (then (unreachable)))"
    times, ended = asked(body, sum_of, given=10)
    assert ended and times == 21


def looped(most: int, body: str) -> str:
    """A loop that goes round `$n` times, of which it is told that they are so many at most."""
    label = f"$again{at_most(most)}"
    return f"(loop {label} {body} {DOWN} (br_if {label} (local.get $n)))"


def test_what_is_soon_done_does_not_ask() -> None:
    few = f"(func $few (param $n i32) {looped(64, DO)})"
    assert asked("(call $few (local.get $n)) (call $few (local.get $n))", few) == (0, True)


def test_a_loop_asks_if_all_its_rounds_take_long() -> None:
    assert asked(looped(1 << 30, DO), given=20) == (20, True)
    inner = f"(loop $inner{at_most(1 << 12)} {DO})"
    assert asked(looped(1 << 12, inner), given=20) == (20, True)


def test_a_function_that_takes_a_while_asks_as_it_begins() -> None:
    assert 20 * 6 * 1000 > LONG
    assert asked("(call $busy (local.get $n)) (call $busy (local.get $n))", BUSY) == (2, True)


def test_calls_that_are_doubled_again_and_again_ask() -> None:
    """None of the functions has a loop, and none calls itself: the number of calls is 2 ** 40."""
    others = [f"(func $f0 (param $n i32) {DO})"]
    for number in range(1, 41):
        call = f"(call $f{number - 1} (local.get $n))"
        others.append(f"(func $f{number} (param $n i32) {call} {call})")
    assert asked("(call $f40 (local.get $n))", *others) == (MOST, False)


def test_a_function_with_very_many_calls_asks_after_them() -> None:
    short = f"(func $short (param $n i32) (loop $again{at_most(400)} {DO * 20}))"
    count = LONGEST // (400 * 20 * 6) + 2
    times, ended = asked("(call $short (local.get $n))" * count, short)
    assert (times, ended) == (MOST, False)


def test_what_copies_memory_asks_afterwards() -> None:
    copying = "(memory.copy (i32.const 0) (i32.const 8) (local.get $n))"
    filling = "i32.const 0 i32.const 0 local.get $n memory.fill"
    assert asked(f"{copying} {filling}") == (2, True)


def test_what_comes_to_an_end_again_and_again_asks_in_between() -> None:
    """None of the functions has a loop that asks, but each takes a while after what it calls."""
    busy = f"(loop $again{at_most(1000)} {DO * 20})"
    others = [f"(func $f0 (param $n i32) {busy})"]
    for number in range(1, 10):
        others.append(
            f"(func $f{number} (param $n i32) (call $f{number - 1} (local.get $n)) {busy})"
        )
    times, ended = asked("(call $f9 (local.get $n))", *others)
    assert ended and times == 10 + 9 // MOST_AROUND


def test_numbers_of_very_many_words_are_left_to_python(twin: Any) -> None:
    """Whatever goes through the words of one is soon done, also if most of them are not held."""
    text = """
def main(i):
    wide = 1
    n = 0
    while n < i:
        wide = wide << 4000000
        n += 1
    return [wide.bit_length()]
"""
    both = twin(functions_in(text), {})
    assert [both.wasm(given) for given in range(3)] == [[1], [4_000_001], [8_000_001]]
    assert both.wasm(3) == FALLEN_BACK


def rounds(text: str, known: Range | None = (0, 255)) -> int | None:
    [function] = functions_in(f"def found(mask, other):\n    while mask:\n{indent(text, ' ' * 8)}")
    [line] = function.body
    assert isinstance(line, code.While)
    return rounds_while(line, lambda _: known)


TAKEN = {
    "its lowest element": "mask &= mask - 1",
    "what is its lowest bit": "bit = mask & -mask\nmask ^= bit",
    "after something else": "other = mask\nother += 1\nmask &= mask - 1",
    "before it goes back": "mask &= mask - 1\nif other:\n    continue\nother += mask",
}
NOT_TAKEN = {
    "perhaps": "if other:\n    mask &= mask - 1",
    "after it may go back": "if other:\n    continue\nmask &= mask - 1",
    "something else": "mask &= other",
    "of another": "mask &= other - 1",
    "a bit that may be another": "bit = mask & -mask\nbit = other\nmask ^= bit",
    "a bit of another": "bit = other & -other\nmask ^= bit",
    "and put back": "mask &= mask - 1\nmask |= other",
    "and put back sometimes": "mask &= mask - 1\nif other:\n    mask = other",
    "and stored anew before": "mask = other\nmask &= mask - 1",
    "and one of a list": "mask &= mask - 1\nfor mask in other:\n    other = 0",
    "and stored with another": "mask &= mask - 1\nmask, other = other",
    "nothing": "other += 1",
}


@pytest.mark.parametrize("text", TAKEN.values(), ids=TAKEN)
def test_a_loop_that_takes_an_element_in_each_round_ends(text: str) -> None:
    assert rounds(text) == 8
    assert rounds(text, (0, (1 << 100) - 1)) == 100
    assert rounds(text, (-1, 255)) is rounds(text, None) is None


@pytest.mark.parametrize("text", NOT_TAKEN.values(), ids=NOT_TAKEN)
def test_of_others_it_is_not_known(text: str) -> None:
    assert rounds(text) is None


def test_a_loop_that_counts_down_ends() -> None:
    assert rounds("mask -= 1", (0, 7)) == 7
    assert rounds("mask -= 2", (0, 7)) is None


@pytest.mark.parametrize(
    "args, ranges, step, most",
    [
        ([5], [(0, 5)], 1, 5),
        ([2, 5], [(-1, 2), (3, 6)], 1, 7),
        ([0, 9], [(0, 0), (9, 9)], 4, 3),
        ([9, 0], [(7, 9), (0, 1)], -2, 5),
        ([9, 0], [(0, 1), (7, 9)], -1, 0),
        ([5], [None], 1, None),
    ],
)
def test_numbers_in_order_are_counted(
    args: list[int], ranges: list[Range | None], step: int, most: int | None
) -> None:
    source = code.Call("range", [code.Number(arg) for arg in args])
    known = dict(zip(map(id, source.args), ranges, strict=True))
    assert rounds_of_range(source, step, lambda node: known[id(node)]) == most
