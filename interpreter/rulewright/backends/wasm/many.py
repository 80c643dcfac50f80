"""Many games at once: positions side by side in the memory of a module, one call for a step of all.

Where a module puts a position that it works on there is room for one. Behind it lie tables with an
entry for each game (`TABLES`), then the positions, each in a cell of its own with places in memory
as if it lay in that room, the moves on offer, game by game, and what is seen. All behind that is
used anew for each move. Where they lie, and what else the calls are given, stands on a desk
(`DESK`) in low memory.

A game is moved on in the room and only then put back, with all that is told of it: so where there
is no room, or something goes wrong, it stays as it was, and the call ends before it.
"""

from __future__ import annotations

from ...lower.names import ACTION, SEEN, STEP, TOTALS, VERDICT
from ...lower.store import LocalStore
from ...runtime.layout import OVER
from .positions import Positions, arguments
from .shapes import Unprintable, is_word
from .steps import telling
from .writing import FAILED, Needs, catching, field_of

DESK_AT = 512  # behind what `groups` lays out
TABLES = (
    "given",  # the actions that are to be made
    "seeds",  # two words for each game, the lower one first
    "decisions",  # made so far
    "seats",  # that decide
    "first",  # of the moves on offer, of all games together; behind the last, how many there are
    "winners",  # of a game that has ended, as a mask, or -1: those with the best points
    "scores",  # by seat, then
    "ended",  # has the game ended, so that another has begun? a byte
    "cut",  # was it left because it is too long? a byte
    "cells", "offered", "seen",
)  # fmt: skip
DESK = (
    "count",
    "row",  # where a call begins, and where it has come to
    "longest",
    "size",  # of a cell, in bytes
    "filled",  # moves on offer so far
    "room",  # for so many of them
    "needed",  # what there was not enough of
    "free",  # where what is used anew begins
    *TABLES,
)
DONE, WRONG, TOO_SMALL, TOO_MANY, NO_DECISION = range(5)  # how a call has come to its end


def stepping_all(store: LocalStore, needs: Needs, heap: int, limit: int) -> str:
    """What is called from outside; a position of more than so many parts is too large."""
    params, program = needs.shapes.params, store.layout.program
    positions = Positions(store, params[STEP])
    seat = positions.place(program.me)
    held = arguments([params[STEP][name] for name in store.every()], heap, kept=False)
    if len(held) > limit:
        raise Unprintable("a position of too many parts")
    if not is_word(params[STEP][ACTION].found().range):
        raise Unprintable("a move with a number of several words")
    if seat is None:
        raise Unprintable("a seat to move that is no word")
    judged = "(i64.const -1)"
    every = "\n          ".join(held)
    if VERDICT in needs.shapes.results:
        verdict = needs.shapes.results[VERDICT].found()
        judged = field_of(verdict, 0, f"(call ${VERDICT}\n          {every})")
    totals = needs.shapes.results[TOTALS].found()
    scores = "\n".join(
        f"        (i64.store offset={8 * i} (local.get $at) "
        f"{field_of(totals, i, '(local.get $r)')})"
        for i in range(program.seats.size)
    )
    seen = needs.shapes.results[SEEN].found().parts[0].found()
    desk = {name: _desk(name) for name in DESK}
    return _EXPORTED.format(
        told=telling(store, needs.shapes.params[STEP], needs, heap),
        catching=catching(), catching_known=catching(needs.known), failed=FAILED,
        step=STEP, seen_of=SEEN, totals=TOTALS, held=every, judged=judged, scores_stored=scores,
        seats=8 * program.seats.size, begin=store.layout.actions.count, over=OVER, me=seat,
        copied=_WORDS if is_word(seen.range) else _LOW_WORDS,
        heap=heap, end=heap + 8, low=heap + 16, high=heap + 24, desk=DESK_AT, wrong=WRONG,
        too_small=TOO_SMALL, too_many=TOO_MANY, no_decision=NO_DECISION,
        row_at=_at("row"), filled_at=_at("filled"), needed_at=_at("needed"),
        **{f"the_{name}": value for name, value in desk.items()},
    )  # fmt: skip


def _at(name: str) -> int:
    return DESK_AT + 8 * DESK.index(name)


def _desk(name: str) -> str:
    return f"(i32.load offset={_at(name)} (i32.const 0))"


_WORDS = """\
          (memory.copy (local.get $at) (i32.load offset=8 (local.get $list)) (local.get $many))"""
_LOW_WORDS = """\
          ;; of numbers that might be wider for all that is known, but never are
          (local.set $i (i32.const 0))
          (block $all (loop $one
            (br_if $all (i32.ge_u (local.get $i) (local.get $many)))
            (i64.store (i32.add (local.get $at) (local.get $i)) (call $word
              (i32.load (i32.add (i32.load offset=8 (local.get $list)) (local.get $i)))
              (i32.const 0)))
            (local.set $i (i32.add (local.get $i) (i32.const 8)))
            (br $one)))"""
_EXPORTED = """{told}
  (global $listed (mut i32) (i32.const 0))
  (func $anew  ;; memory for what is to be done
    (global.set $top {the_free})
    (global.set $kept (i32.const 0))
    (global.set $end (i32.sub (i32.shl (memory.size) (i32.const 16)) (i32.const 256))))
  (func $entry (param $table i32) (param $row i32) (result i32)
    (i32.add (local.get $table) (i32.shl (local.get $row) (i32.const 3))))
  (func $cell (param $row i32) (result i32)
    (i32.add {the_cells} (i32.mul (local.get $row) {the_size})))
  (func $taken_up (param $row i32)  ;; a position is put where it is worked on
    (local $cell i32)
    (local.set $cell (call $cell (local.get $row)))
    (memory.copy (i32.const {heap}) (local.get $cell)
      (i32.sub (i32.load offset=8 (local.get $cell)) (i32.const {heap}))))
  (func $made (param $action i64) (result i32)  ;; a move
    (call $anew)
    {catching_known}
        (global.set $listed (call ${step} (i64.load offset={low} (i32.const 0))
          (i64.load offset={high} (i32.const 0)) (i64.load offset={heap} (i32.const 0))
          (local.get $action)
          {held})))
      (return (i32.const 0)))
{failed}
    (i32.const {wrong}))
  (func $begun (param $low i64) (param $high i64) (result i32)  ;; a game with a seed
    (call $seeded (local.get $low) (local.get $high) (i64.const 0))
    (local.set $high)
    (local.set $low)
    (i64.store offset={low} (i32.const 0) (local.get $low))
    (i64.store offset={high} (i32.const 0) (local.get $high))
    (if (call $made (i64.const {begin})) (then (return (i32.const {wrong}))))
    (if (i64.eq (i64.load (global.get $told_at)) (i64.const {over}))
      (then (return (i32.const {no_decision}))))
    (i32.const 0))
  (func $told_size (result i32)
    (i32.sub (global.get $told_end) (global.get $told_at)))
  (func $fits (result i32)
    (i64.store offset={needed_at} (i32.const 0) (i64.extend_i32_u (call $told_size)))
    (i32.le_u (call $told_size) {the_size}))
  (func $kept (param $row i32) (result i32)  ;; what was told last is put back
    (local $filled i32) (local $many i32)
    (if (i32.eqz (call $fits)) (then (return (i32.const {too_small}))))
    (local.set $filled {the_filled})
    (local.set $many (i32.add (local.get $filled) (i32.load (global.get $listed))))
    (if (i32.gt_u (local.get $many) {the_room})
      (then
        (i64.store offset={needed_at} (i32.const 0) (i64.extend_i32_u (local.get $many)))
        (return (i32.const {too_many}))))
    (memory.copy (call $cell (local.get $row)) (global.get $told_at) (call $told_size))
    (i64.store (call $entry {the_seats} (local.get $row))
      (i64.load offset={me} (global.get $told_at)))
    (memory.copy (call $entry {the_offered} (local.get $filled))
      (i32.load offset=8 (global.get $listed))
      (i32.shl (i32.load (global.get $listed)) (i32.const 3)))
    (i64.store offset={filled_at} (i32.const 0) (i64.extend_i32_u (local.get $many)))
    (i64.store offset=8 (call $entry {the_first} (local.get $row))
      (i64.extend_i32_u (local.get $many)))
    (i32.const 0))
  (func $judged (param $row i32) (result i32)  ;; the result of a game that has ended
    (local $r i32) (local $at i32)
    (memory.copy (i32.const {heap}) (global.get $told_at) (call $told_size))
    {catching_known}
        (local.set $r (call ${totals}
          {held}))
        (local.set $at (i32.add {the_scores} (i32.mul (local.get $row) (i32.const {seats}))))
{scores_stored}
        (i64.store (call $entry {the_winners} (local.get $row)) {judged}))
      (return (i32.const 0)))
{failed}
    (i32.const {wrong}))
  (func (export "begin") (result i32)  ;; the first game in each row
    (local $row i32) (local $seed i32) (local $ending i32)
    (local.set $row {the_row})
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $row) {the_count}))
      (local.set $seed
        (i32.add {the_seeds} (i32.shl (local.get $row) (i32.const 4))))
      (br_if $done (local.tee $ending
        (call $begun (i64.load (local.get $seed)) (i64.load offset=8 (local.get $seed)))))
      (br_if $done (local.tee $ending (call $kept (local.get $row))))
      (i64.store (call $entry {the_decisions} (local.get $row)) (i64.const 0))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (i64.store offset={row_at} (i32.const 0) (i64.extend_i32_u (local.get $row)))
      (br $again)))
    (local.get $ending))
  (func (export "refused") (result i32)  ;; the first game in which an action is not on offer, or -1
    (local $row i32) (local $at i32) (local $end i32) (local $action i64)
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $row) {the_count}))
      (local.set $action (i64.load (call $entry {the_given} (local.get $row))))
      (local.set $at (call $entry {the_offered}
        (i32.load (call $entry {the_first} (local.get $row)))))
      (local.set $end (call $entry {the_offered}
        (i32.load offset=8 (call $entry {the_first} (local.get $row)))))
      (block $found (loop $next
        (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $row))))
        (br_if $found (i64.eq (i64.load (local.get $at)) (local.get $action)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $next)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br $again)))
    (i32.const -1))
  (func (export "step") (result i32)  ;; a move in each game
    (local $row i32) (local $seed i32) (local $ending i32) (local $ended i32) (local $cut i32)
    (local $decisions i64) (local $low i64) (local $high i64)
    (local.set $row {the_row})
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $row) {the_count}))
      (call $taken_up (local.get $row))
      (br_if $done (local.tee $ending
        (call $made (i64.load (call $entry {the_given} (local.get $row))))))
      (local.set $decisions (i64.add (i64.const 1)
        (i64.load (call $entry {the_decisions} (local.get $row)))))
      (local.set $ended
        (i64.eq (i64.load (global.get $told_at)) (i64.const {over})))
      (local.set $cut (i32.and (i32.eqz (local.get $ended)) (i64.ge_s (local.get $decisions)
        (i64.extend_i32_u {the_longest}))))
      (if (local.get $ended)
        (then
          (if (i32.eqz (call $fits)) (then (return (i32.const {too_small}))))
          (br_if $done (local.tee $ending (call $judged (local.get $row))))))
      (local.set $seed
        (i32.add {the_seeds} (i32.shl (local.get $row) (i32.const 4))))
      (local.set $low (i64.load (local.get $seed)))
      (local.set $high (i64.load offset=8 (local.get $seed)))
      (if (i32.or (local.get $ended) (local.get $cut))
        (then
          (local.set $decisions (i64.const 0))
          (local.set $low (i64.add (local.get $low) (i64.extend_i32_u {the_count})))
          (local.set $high (i64.add (local.get $high) (i64.extend_i32_u
            (i64.lt_u (local.get $low) (i64.extend_i32_u {the_count})))))
          (br_if $done (local.tee $ending (call $begun (local.get $low) (local.get $high))))))
      (br_if $done (local.tee $ending (call $kept (local.get $row))))
      (i64.store (call $entry {the_decisions} (local.get $row)) (local.get $decisions))
      (i64.store (local.get $seed) (local.get $low))
      (i64.store offset=8 (local.get $seed) (local.get $high))
      (i32.store8 (i32.add {the_ended} (local.get $row)) (local.get $ended))
      (i32.store8 (i32.add {the_cut} (local.get $row)) (local.get $cut))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (i64.store offset={row_at} (i32.const 0) (i64.extend_i32_u (local.get $row)))
      (br $again)))
    (local.get $ending))
  (func (export "see") (result i32)  ;; what each seat that decides sees
    (local $row i32) (local $at i32) (local $many i32) (local $list i32) (local $i i32)
    (local.set $at {the_seen})
    {catching}
        (block $done (loop $again
          (br_if $done (i32.ge_u (local.get $row) {the_count}))
          (call $taken_up (local.get $row))
          (call $anew)
          (local.set $list (call ${seen_of} (i64.load offset={heap} (i32.const 0))
            {held}))
          (local.set $many (i32.shl (i32.load (local.get $list)) (i32.const 3)))
{copied}
          (local.set $at (i32.add (local.get $at) (local.get $many)))
          (local.set $row (i32.add (local.get $row) (i32.const 1)))
          (br $again))))
      (return (i32.const 0)))
{failed}
    (i32.const {wrong}))"""
