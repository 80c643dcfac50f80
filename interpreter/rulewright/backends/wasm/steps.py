"""Single decisions: what is called from outside, and what lays out a position that was reached.

It is laid out as `positions` has it, one thing behind the other, with places as if it began where
positions are put that are given; so its bytes can be given again as they are. Of numbers in memory
that stand in a list one behind the other and are the same place, one is laid out: what a history
does not hold yet takes the room of one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from ...lower.names import ACTION, LINES, STEP, TOLD
from ...lower.store import LocalStore
from .positions import HEAD, arguments
from .shapes import WORD, Shape, Unprintable, is_word, words
from .writing import FAILED, Needs, catching, field_of, type_of

STEPPED_AT = 168  # where a position and its end are, where it waits, where its moves lie, how many


def is_read(sizes: Sequence[int]) -> bool:
    """Can the arguments be told from the number of a move that have so many values each?"""
    left = prod(sizes)
    for size in sizes[:0:-1]:
        if left > WORD[1] and size & size - 1:
            return False
        left //= size
    return True


def telling(store: LocalStore, shapes: Mapping[str, Shape], needs: Needs, heap: int) -> str:
    """The function that is told what a move has led to, and what it notes down."""
    at, lines, params = 8 * HEAD, list[str](), list[str]()
    for name in store.every():
        shape = shapes[name].found()
        given = [f"${len(params) + i}w" for i in range(len(type_of(shape)))]
        params += (f"(param {one} {kind})" for one, kind in zip(given, type_of(shape), strict=True))
        for one in given:
            value = f"(local.get {one})"
            if shape.kind != "number" or not words(shape.range):
                value = f"(i64.extend_i32_u (call ${_placing(shape, needs)} {value}))"
            lines.append(f"(i64.store offset={at} (global.get $told_at) {value})")
            at += 8
    return f"""  (global $told_at (mut i32) (i32.const 0))
  (global $told_end (mut i32) (i32.const 0))
  (global $moved_by (mut i32) (i32.const 0))
  (func ${TOLD} (param $low i64) (param $high i64) (param $waiting i64)
      {" ".join(params)} (result i32)
    (global.set $told_at (call $alloc (i32.const {at})))
    (global.set $moved_by (i32.sub (i32.const {heap}) (global.get $told_at)))
    (i64.store (global.get $told_at) (local.get $waiting))
    (i64.store offset=16 (global.get $told_at) (local.get $low))
    (i64.store offset=24 (global.get $told_at) (local.get $high))
    {f"{chr(10)}    ".join(lines)}
    (global.set $told_end (global.get $top))
    (i64.store offset=8 (global.get $told_at)
      (i64.extend_i32_u (i32.add (global.get $top) (global.get $moved_by))))
    (i32.const 0))"""


def _placing(shape: Shape, needs: Needs) -> str:
    """The function that lays out what a variable or an entry points to, and tells its place."""
    shape = shape.found()
    match shape.kind:
        case "number":
            return needs.function("placed_wide", lambda: _WIDE)
        case "map":
            if not all(one.found().kind == "number" for one in shape.parts):
                raise Unprintable("a position with a map of other things than numbers")
            if not all(is_word(one.found().range) for one in shape.parts):
                raise Unprintable("a position with a map of wide numbers")
            return needs.function("placed_map", lambda: _MAP)
        case "list":
            part = shape.parts[0].found()
            entries = needs.function("placed_words", lambda: _WORDS)
            if part.kind == "number" and is_word(part.range):
                return entries
            inner = _placing(part, needs)
            placed = f"(local.set $placed (call ${inner} (local.get $one)))"
            if part.kind == "number":  # lists are changed where they lie
                placed = f"(if (i32.ne (local.get $one) (local.get $last)) (then {placed}))"
            return needs.function(f"all_{inner}", lambda: _ALL.format(inner=inner, placed=placed))
        case kind:
            raise Unprintable(f"a position with a {kind}")


def stepping(store: LocalStore, needs: Needs, heap: int, limit: int) -> str:
    """What is called from outside; a position of more than so many parts is too large."""
    shapes = needs.shapes.params[STEP]
    action = [f"${i}a" for i in range(words(shapes[ACTION].found().range))]
    if not action:
        raise Unprintable("a move with a number of too many words")
    held = arguments([shapes[name] for name in store.every()], heap, kept=False)
    if len(held) > limit:
        raise Unprintable("a position of too many parts")
    every = "\n          ".join(held)
    exported = _EXPORTED.format(
        params=" ".join(f"(param {one} i64)" for one in action),
        action=" ".join(f"(local.get {one})" for one in action),
        told=telling(store, shapes, needs, heap), step=STEP, heap=heap,
        end=heap + 8, low=heap + 16, high=heap + 24, held=every, at=STEPPED_AT,
        catching=catching(needs.known), failed=FAILED,
    )  # fmt: skip
    if LINES not in needs.shapes.results:
        return exported
    points = needs.shapes.results[LINES].found()
    many = len(store.layout.program.scores) * store.layout.program.seats.size
    return exported + _LINES.format(
        lines=LINES, held=every, size=8 * many, end=heap + 8,
        stored="\n".join(
            f"        (i64.store offset={8 * i} (local.get $at) "
            f"{field_of(points, i, '(local.get $r)')})"
            for i in range(many)
        ),
        catching=catching(needs.known), failed=FAILED,
    )  # fmt: skip


_WIDE = """  (func $placed_wide (param $p i32) (result i32)
    (local $q i32) (local $size i32)
    (local.set $size (i32.add (i32.const 8) (i32.shl (i32.load (local.get $p)) (i32.const 3))))
    (local.set $q (call $alloc (local.get $size)))
    (memory.copy (local.get $q) (local.get $p) (local.get $size))
    (i32.add (local.get $q) (global.get $moved_by)))"""
_WORDS = """  (func $placed_words (param $p i32) (result i32)
    (local $q i32) (local $n i32)
    (local.set $n (i32.load (local.get $p)))
    (local.set $q (call $alloc (i32.add (i32.const 16) (i32.shl (local.get $n) (i32.const 3)))))
    (i32.store (local.get $q) (local.get $n))
    (i32.store offset=4 (local.get $q) (local.get $n))
    (i64.store offset=8 (local.get $q) (i64.extend_i32_u
      (i32.add (i32.add (local.get $q) (i32.const 16)) (global.get $moved_by))))
    (memory.copy (i32.add (local.get $q) (i32.const 16)) (i32.load offset=8 (local.get $p))
      (i32.shl (local.get $n) (i32.const 3)))
    (i32.add (local.get $q) (global.get $moved_by)))"""
_ALL = """  (func $all_{inner} (param $p i32) (result i32)
    (local $q i32) (local $at i32) (local $end i32) (local $one i32) (local $last i32)
    (local $placed i32)
    (local.set $q (i32.add (i32.const 16)
      (i32.sub (call $placed_words (local.get $p)) (global.get $moved_by))))
    (local.set $at (local.get $q))
    (local.set $end (i32.add (local.get $q) (i32.shl (i32.load (local.get $p)) (i32.const 3))))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $one (i32.wrap_i64 (i64.load (local.get $at))))
      {placed}
      (local.set $last (local.get $one))
      (i64.store (local.get $at) (i64.extend_i32_u (local.get $placed)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $again)))
    (i32.add (i32.sub (local.get $q) (i32.const 16)) (global.get $moved_by)))"""
_MAP = """  (func $placed_map (param $p i32) (result i32)
    (local $q i32) (local $size i32)
    (local.set $size (i32.mul (i32.add (i32.load offset=4 (local.get $p)) (i32.const 1))
      (i32.const 24)))
    (local.set $q (call $alloc (i32.add (i32.const 16) (local.get $size))))
    (i64.store (local.get $q) (i64.load (local.get $p)))
    (i64.store offset=8 (local.get $q) (i64.extend_i32_u
      (i32.add (i32.add (local.get $q) (i32.const 16)) (global.get $moved_by))))
    (memory.copy (i32.add (local.get $q) (i32.const 16)) (i32.load offset=8 (local.get $p))
      (local.get $size))
    (i32.add (local.get $q) (global.get $moved_by)))"""
_EXPORTED = """{told}
  (func (export "step") {params} (result i32)
    ;; makes a move at the position that is given, or none if it is below zero, or begins a game if
    ;; it is the number behind the last, and lists the moves that there are then; nothing is at
    ;; `told_at` if no move was made, and there are -1 moves if something went wrong
    (local $moves i32)
    (global.set $top (i32.load offset={end} (i32.const 0)))
    (global.set $kept (i32.const 0))
    (global.set $end (i32.sub (i32.shl (memory.size) (i32.const 16)) (i32.const 256)))
    (global.set $told_at (i32.const 0))
    (i64.store offset={at} (i32.const 32) (i64.const -1))
    {catching}
        (local.set $moves (call ${step} (i64.load offset={low} (i32.const 0))
          (i64.load offset={high} (i32.const 0)) (i64.load offset={heap} (i32.const 0))
          {action}
          {held})))
      (i64.store offset={at} (i32.const 24) (i64.extend_i32_u
        (i32.load offset=8 (local.get $moves))))
      (i64.store offset={at} (i32.const 32) (i64.extend_i32_u (i32.load (local.get $moves))))
      (i32.const 0) (i64.const 0) (i64.const 0) (i64.const 0) (i64.const 0))
{failed}
    (i64.store offset={at} (i32.const 0) (i64.extend_i32_u (global.get $told_at)))
    (i64.store offset={at} (i32.const 8) (i64.extend_i32_u (global.get $told_end)))
    (i64.store offset={at} (i32.const 16) (i64.load (global.get $told_at)))
    (i32.const 1))"""
_LINES = """
  (func (export "lines") (result i32)  ;; of each score line what each seat has, one after the other
    (local $r i32) (local $at i32)
    (global.set $top (i32.load offset={end} (i32.const 0)))
    (global.set $kept (i32.const 0))
    (global.set $end (i32.sub (i32.shl (memory.size) (i32.const 16)) (i32.const 256)))
    {catching}
        (local.set $r (call ${lines}
          {held}))
        (local.set $at (call $alloc (i32.const {size})))
{stored})
      (return (local.get $at)))
{failed}
    (i32.const 0))"""
