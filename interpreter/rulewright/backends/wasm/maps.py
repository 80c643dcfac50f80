"""Functions for the shapes of keys, as text: hashes, equality, and where a map has an entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from .shapes import WORD, Shape, Unprintable, is_word

# Answers that are remembered have no map, but each one place where it can be, or another that has
# taken it since: they are as well forgotten. Each entry is how old it is, the question, the answer;
# what is older than the memory that it points to is no answer.
ANSWERS, ENTRY = 1 << 11, 24


class Asked(Protocol):
    """What is asked for functions that others are made of."""

    def helper(self, what: str, shape: Shape) -> str:
        """The name of a function for a shape."""
        ...


def signature(shape: Shape) -> str:
    shape = shape.found()
    match shape.kind:
        case "number":
            if not is_word(shape.range):
                return "w"
            return "u" if shape.range is not None and shape.range[1] > WORD[1] else "n"
        case "list":
            return "l" + signature(shape.parts[0])
        case "record":
            return f"r{len(shape.parts)}" + "".join(map(signature, shape.parts))
        case "nothing" | "":
            return "o"
        case "handle":
            return "h"
        case kind:
            raise Unprintable(f"a {kind} in a key")


def _hash_of(printer: Asked, shape: Shape, value: str) -> str:
    """The hash of a value, as an expression."""
    shape = shape.found()
    if shape.kind in ("list", "record"):
        return f"(call ${printer.helper('hash', shape)} {value})"
    if shape.kind == "number" and not is_word(shape.range):
        return f"(call $wide_hash (i32.wrap_i64 {value}))"
    return value


def hashed(key: int) -> int:
    """What an entry of a map has for a number of one word."""
    mixed = key * 0x9E3779B97F4A7C15 & (1 << 64) - 1
    return mixed ^ mixed >> 32 | 1 << 32


def _mixed(value: str) -> str:
    """A value mixed into `h`."""
    return f"""    (local.set $h (i64.mul (i64.xor (local.get $h) {value})
      (i64.const 0x9E3779B97F4A7C15)))
    (local.set $h (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 32))))"""


def _hash(printer: Asked, title: str, shape: Shape) -> str:
    head = f"  (func ${title} (param $x i64) (result i64)\n    (local $h i64)"
    empty = "    (if (i64.eqz (local.get $x)) (then (return (i64.const 0))))"
    match shape.kind:
        case "list":
            entry = _hash_of(printer, shape.parts[0], "(i64.load (local.get $p))")
            return f"""{head} (local $p i32) (local $end i32)
{empty}
    (local.set $p (i32.load offset=8 (i32.wrap_i64 (local.get $x))))
    (local.set $end (i32.add (local.get $p)
      (i32.shl (i32.load (i32.wrap_i64 (local.get $x))) (i32.const 3))))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $p) (local.get $end)))
{_mixed(entry)}
      (local.set $p (i32.add (local.get $p) (i32.const 8)))
      (br $again)))
    (local.get $h))"""
        case "record":
            lines = [head, empty]
            for i, part in enumerate(shape.parts):
                field = f"(i64.load offset={8 * i} (i32.wrap_i64 (local.get $x)))"
                lines.append(_mixed(_hash_of(printer, part, field)))
            return "\n".join([*lines, "    (local.get $h))"])
        case _:
            value = _hash_of(printer, shape, "(local.get $x)")
            return "\n".join([head, _mixed(value), "    (local.get $h))"])


def _equal_of(printer: Asked, shape: Shape, one: str, other: str) -> str:
    """Whether two values are equal, as an expression."""
    shape = shape.found()
    if shape.kind in ("list", "record"):
        return f"(call ${printer.helper('equal', shape)} {one} {other})"
    if shape.kind == "number" and not is_word(shape.range):
        return f"(call $wide_eq (i32.wrap_i64 {one}) (i32.wrap_i64 {other}))"
    return f"(i64.eq {one} {other})"


def _equal(printer: Asked, title: str, shape: Shape) -> str:
    head = f"  (func ${title} (param $x i64) (param $y i64) (result i32)"
    same = """    (if (i64.eq (local.get $x) (local.get $y)) (then (return (i32.const 1))))
    (if (i32.or (i64.eqz (local.get $x)) (i64.eqz (local.get $y)))
      (then (return (i32.const 0))))"""
    match shape.kind:
        case "list":
            inner = _equal_of(
                printer, shape.parts[0], "(i64.load (local.get $p))", "(i64.load (local.get $q))"
            )
            return f"""{head}
    (local $p i32) (local $q i32) (local $end i32)
{same}
    (local.set $p (i32.wrap_i64 (local.get $x)))
    (local.set $q (i32.wrap_i64 (local.get $y)))
    (if (i32.ne (i32.load (local.get $p)) (i32.load (local.get $q)))
      (then (return (i32.const 0))))
    (local.set $end (i32.shl (i32.load (local.get $p)) (i32.const 3)))
    (local.set $p (i32.load offset=8 (local.get $p)))
    (local.set $q (i32.load offset=8 (local.get $q)))
    (local.set $end (i32.add (local.get $p) (local.get $end)))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $p) (local.get $end)))
      (if (i32.eqz {inner}) (then (return (i32.const 0))))
      (local.set $p (i32.add (local.get $p) (i32.const 8)))
      (local.set $q (i32.add (local.get $q) (i32.const 8)))
      (br $again)))
    (i32.const 1))"""
        case "record":
            lines = [head, same]
            for i, part in enumerate(shape.parts):
                one = f"(i64.load offset={8 * i} (i32.wrap_i64 (local.get $x)))"
                other = f"(i64.load offset={8 * i} (i32.wrap_i64 (local.get $y)))"
                inner = _equal_of(printer, part, one, other)
                lines.append(f"    (if (i32.eqz {inner}) (then (return (i32.const 0))))")
            return "\n".join([*lines, "    (i32.const 1))"])
        case _:
            inner = _equal_of(printer, shape, "(local.get $x)", "(local.get $y)")
            return f"{head}\n    {inner})"


def _find(printer: Asked, title: str, shape: Shape) -> str:
    """Where the entry of a key is; 0 if there is none, or no map."""
    hashed = printer.helper("hash", shape)
    is_same = _equal_of(printer, shape, "(i64.load offset=8 (local.get $at))", "(local.get $key)")
    return f"""  (func ${title} (param $p i32) (param $key i64) (result i32)
    (local $h i64) (local $i i32) (local $at i32)
    (if (i32.eqz (local.get $p)) (then (return (i32.const 0))))
    (local.set $h (i64.or (i64.const 0x100000000) (call ${hashed} (local.get $key))))
    (local.set $i (i32.wrap_i64 (local.get $h)))
    (loop $again
      (local.set $at (call $map_entry (local.get $p) (local.get $i)))
      (if (i64.eqz (i64.load (local.get $at))) (then (return (i32.const 0))))
      (if (i64.eq (i64.load (local.get $at)) (local.get $h))
        (then (if {is_same} (then (return (local.get $at))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again))
    (unreachable))"""


def _put(printer: Asked, title: str, shape: Shape) -> str:
    """Where the entry of a key is, which is made if there is none."""
    hashed = printer.helper("hash", shape)
    is_same = _equal_of(printer, shape, "(i64.load offset=8 (local.get $at))", "(local.get $key)")
    return f"""  (func ${title} (param $p i32) (param $key i64) (result i32)
    (local $h i64) (local $i i32) (local $at i32)
    (call $map_grown (local.get $p))
    (local.set $h (i64.or (i64.const 0x100000000) (call ${hashed} (local.get $key))))
    (local.set $i (i32.wrap_i64 (local.get $h)))
    (block $free (loop $again
      (local.set $at (call $map_entry (local.get $p) (local.get $i)))
      (br_if $free (i64.eqz (i64.load (local.get $at))))
      (if (i64.eq (i64.load (local.get $at)) (local.get $h))
        (then (if {is_same} (then (return (local.get $at))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (i64.store (local.get $at) (local.get $h))
    (i64.store offset=8 (local.get $at) (local.get $key))
    (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
    (local.get $at))"""


def _place_kept(printer: Asked, shape: Shape) -> str:
    """Where an answer to a question is kept, if it is."""
    place = f"(i32.and (i32.wrap_i64 (call ${printer.helper('hash', shape)} (local.get $key)))"
    return f"""(i32.add (local.get $p) (i32.mul (i32.const {ENTRY})
      {place} (i32.const {ANSWERS - 1}))))"""


def _recalled(printer: Asked, title: str, shape: Shape) -> str:
    """Where the answer to a question is kept; 0 if it is not."""
    is_same = _equal_of(printer, shape, "(i64.load offset=8 (local.get $at))", "(local.get $key)")
    return f"""  (func ${title} (param $p i32) (param $key i64) (result i32)
    (local $at i32)
    (local.set $at {_place_kept(printer, shape)})
    (if (i64.ne (i64.load (local.get $at)) (global.get $age)) (then (return (i32.const 0))))
    (select (local.get $at) (i32.const 0) {is_same}))"""


def _kept(printer: Asked, title: str, shape: Shape) -> str:
    """Where the answer to a question is to be kept, in the place of another, if there is one."""
    return f"""  (func ${title} (param $p i32) (param $key i64) (result i32)
    (local $at i32)
    (local.set $at {_place_kept(printer, shape)})
    (i64.store (local.get $at) (global.get $age))
    (i64.store offset=8 (local.get $at) (local.get $key))
    (local.get $at))"""


def _index(printer: Asked, title: str, shape: Shape) -> str:
    """The place of an entry in a list, -1 if it is not there."""
    return _searched(printer, title, shape, "(return (local.get $i))", "i64.const -1")


def _count(printer: Asked, title: str, shape: Shape) -> str:
    """How many entries of a list are equal to one."""
    one_more = "(local.set $sum (i64.add (local.get $sum) (i64.const 1)))"
    return _searched(printer, title, shape, one_more, "local.get $sum")


def _searched(printer: Asked, title: str, shape: Shape, found: str, end: str) -> str:
    is_same = _equal_of(
        printer, shape, "(i64.load (call $slot (local.get $p) (local.get $i)))", "(local.get $x)"
    )
    return f"""  (func ${title} (param $p i32) (param $x i64) (result i64)
    (local $i i64) (local $sum i64)
    (block $done (loop $again
      (br_if $done (i64.ge_u (local.get $i) (i64.load32_u (local.get $p))))
      (if {is_same} (then {found}))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br $again)))
    ({end}))"""


def _sorted(printer: Asked, title: str, shape: Shape) -> str:
    """A list of numbers in order, the smallest first."""
    if shape.kind != "number":
        raise Unprintable(f"the order of each {shape.kind}")
    if not is_word(shape.range):
        x, y = (f"(i32.wrap_i64 (local.get ${name}))" for name in "xy")
        is_placed = f"(i64.le_s (call $wide_compare {y} {x}) (i64.const 0))"
    else:
        sign = "u" if shape.range is not None and shape.range[1] > WORD[1] else "s"
        is_placed = f"(i64.le_{sign} (local.get $y) (local.get $x))"
    return f"""  (func ${title} (param $p i32) (result i32)
    (local $q i32) (local $i i64) (local $j i64) (local $n i64) (local $x i64) (local $y i64)
    (local $all i64) (local $any i64) (local $at i32) (local $end i32)
    (local.set $n (i64.load32_u (local.get $p)))
    ;; numbers below 64, none of them twice, are the elements of a mask
    (local.set $at (i32.load offset=8 (local.get $p)))
    (local.set $end (i32.add (local.get $at) (i32.shl (i32.load (local.get $p)) (i32.const 3))))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $x (i64.load (local.get $at)))
      (local.set $all (i64.or (local.get $all) (i64.shl (i64.const 1) (local.get $x))))
      (local.set $any (i64.or (local.get $any) (local.get $x)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $again)))
    (if (i32.and (i64.lt_u (local.get $any) (i64.const 64))
        (i64.eq (i64.popcnt (local.get $all)) (local.get $n)))
      (then
        (local.set $q (call $list (i32.load (local.get $p))))
        (local.set $at (i32.load offset=8 (local.get $q)))
        (local.set $end (i32.add (local.get $at) (i32.shl (i32.load (local.get $q)) (i32.const 3))))
        (block $written (loop $next
          (br_if $written (i32.ge_u (local.get $at) (local.get $end)))
          (i64.store (local.get $at) (i64.ctz (local.get $all)))
          (local.set $all (i64.and (local.get $all) (i64.sub (local.get $all) (i64.const 1))))
          (local.set $at (i32.add (local.get $at) (i32.const 8)))
          (br $next)))
        (return (local.get $q))))
    (local.set $q (call $copied (local.get $p)))
    (local.set $i (i64.const 1))
    (block $done (loop $again
      (br_if $done (i64.ge_s (local.get $i) (local.get $n)))
      (local.set $x (i64.load (call $slot (local.get $q) (local.get $i))))
      (local.set $j (i64.sub (local.get $i) (i64.const 1)))
      (block $placed (loop $further
        (br_if $placed (i64.lt_s (local.get $j) (i64.const 0)))
        (local.set $y (i64.load (call $slot (local.get $q) (local.get $j))))
        (br_if $placed {is_placed})
        (i64.store (call $slot (local.get $q) (i64.add (local.get $j) (i64.const 1)))
          (local.get $y))
        (local.set $j (i64.sub (local.get $j) (i64.const 1)))
        (br $further)))
      (i64.store (call $slot (local.get $q) (i64.add (local.get $j) (i64.const 1))) (local.get $x))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br $again)))
    (local.get $q))"""


HELPERS: dict[str, Callable[[Asked, str, Shape], str]] = {
    "hash": _hash, "equal": _equal, "find": _find, "put": _put, "index": _index, "count": _count,
    "sorted": _sorted, "recalled": _recalled, "kept": _kept,
}  # fmt: skip

WIDENED = """  (func ${title} (param $p i32) (result i32)  ;; words as wide numbers
    (local $q i32) (local $i i64)
    (local.set $q (call $copied (local.get $p)))
    (block $done (loop $again
      (br_if $done (i64.ge_u (local.get $i) (i64.load32_u (local.get $q))))
      (i64.store (call $slot (local.get $q) (local.get $i)) (i64.extend_i32_u
        (call ${made} (i64.load (call $slot (local.get $q) (local.get $i))))))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br $again)))
    (local.get $q))"""

FROZEN = """  (func $frozen (param $p i32) (result i32)  ;; what lies where, in order
    (local $keys i32) (local $q i32) (local $i i32) (local $n i32) (local $at i32) (local $pair i32)
    (local.set $keys (call $list (i32.const 0)))
    (local.set $n (i32.add (i32.load offset=4 (local.get $p)) (i32.const 1)))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $i) (local.get $n)))
      (local.set $at (call $map_entry (local.get $p) (local.get $i)))
      (if (i32.and (i64.ne (i64.load (local.get $at)) (i64.const 0))
          (i64.ge_s (i64.load offset=16 (local.get $at)) (i64.const 0)))
        (then (call $append (local.get $keys) (i64.load offset=8 (local.get $at)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (local.set $keys (call $sorted_n (local.get $keys)))
    (local.set $q (call $list (i32.const 0)))
    (local.set $i (i32.const 0))
    (block $all (loop $next
      (br_if $all (i32.ge_u (local.get $i) (i32.load (local.get $keys))))
      (local.set $at (call $slot (local.get $keys) (i64.extend_i32_u (local.get $i))))
      (local.set $pair (i32.add (i32.const 8) (call $alloc (i32.const 24))))
      (i64.store (local.get $pair) (i64.load (local.get $at)))
      (i64.store offset=8 (local.get $pair) (i64.load offset=16
        (call $find_n (local.get $p) (i64.load (local.get $at)))))
      (call $append (local.get $q) (i64.extend_i32_u (local.get $pair)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next)))
    (local.get $q))"""
