"""Numbers of a few words, in two's complement, as so many `i64`: what is done with such groups."""

from __future__ import annotations

SCRATCH = 256  # where a group is laid out to be shifted


def _params(count: int) -> str:
    return " ".join(f"(param $w{i} i64)" for i in range(count))


def _results(count: int) -> str:
    return f"(result {' '.join(['i64'] * count)})"


def between(what: str, title: str, count: int) -> str:
    """`wide_to`: from memory, with as many words as are wanted; `wide_from`: to memory."""
    if what == "wide_to":
        words = "\n".join(f"    (call $word (local.get $p) (i32.const {i}))" for i in range(count))
        quick = "\n".join(  # what lies behind may be anything, but there always is something
            f"      (select (i64.load offset={8 + 8 * i} (local.get $p)) (local.get $sign) "
            f"(i32.gt_u (local.get $n) (i32.const {i})))"
            for i in range(1, count)
        )
        return f"""  (func ${title} (param $p i32) {_results(count)}
    (local $n i32) (local $sign i64)
    (if {_results(count)} (i32.eqz (i32.load offset=4 (local.get $p))) (then
      (local.set $n (i32.load (local.get $p)))
      (local.set $sign (call $sign (local.get $p)))
      (i64.load offset=8 (local.get $p))
{quick}) (else
{words})))"""
    stores = "\n".join(  # what lies behind is free, and there always is something
        f"    (i64.store offset={8 + 8 * i} (local.get $p) (local.get $w{i}))" for i in range(count)
    )
    fewer = "\n".join(
        f"      (br_if $done (i64.ne (local.get $w{i}) "
        f"(i64.shr_s (local.get $w{i - 1}) (i64.const 63))))\n"
        f"      (local.set $n (i32.const {i}))"
        for i in range(count - 1, 0, -1)
    )
    return f"""  (func ${title} {_params(count)} (result i32)
    (local $p i32) (local $n i32)
    (local.set $n (i32.const {count}))
    (if (i64.ne (local.get $w0) (i64.const 0)) (then (block $done
{fewer})))
    (local.set $p (call $wide (local.get $n) (i32.const 0)))
{stores}
    (if (i64.eqz (local.get $w0)) (then (return (call $trim (local.get $p)))))
    (local.get $p))"""


def _laid_out(count: int, start: int, last: str) -> list[str]:
    """Stores a group from a place on, and words like the last one after it."""
    lines = [f"(i64.store (i32.const {start + 8 * i}) (local.get $w{i}))" for i in range(count)]
    return lines + [
        f"(i64.store (i32.const {start + 8 * (count + i)}) {last})" for i in range(count + 1)
    ]


def _sign(count: int) -> str:
    return f"(i64.shr_s (local.get $w{count - 1}) (i64.const 63))"


def shift(title: str, what: str, count: int) -> str:
    """A group shifted to the left, without what leaves it, or to the right."""
    start = SCRATCH if what == "shr" else SCRATCH + 8 * (count + 1)
    if what == "shr":
        lines = _laid_out(count, start, _sign(count))
        step, towards, away, beside, filled = "add", "shr_u", "shl", 8, _sign(count)
    else:
        lines = [f"(i64.store (i32.const {at}) (i64.const 0))" for at in range(SCRATCH, start, 8)]
        lines += _laid_out(count, start, _sign(count))[:count]
        step, towards, away, beside, filled = "sub", "shl", "shr_u", -8, "(i64.const 0)"
    made = []
    for i in range(count):
        here, other = (
            f"(i64.load (i32.{step} (i32.const {at}) (local.get $at)))"
            for at in (start + 8 * i, start + 8 * i + beside)
        )
        made.append(
            f"(i64.or (i64.{towards} {here} (local.get $by)) (i64.{away} "
            f"(i64.{away} {other} (i64.const 1)) (i64.sub (i64.const 63) (local.get $by))))"
        )
    body = "\n    ".join(
        [
            f"(if (i64.ge_u (local.get $by) (i64.const {64 * count})) "
            f"(then (return {' '.join([filled] * count)})))",
            *lines,
            "(local.set $at (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $by) (i64.const 6))) "
            "(i32.const 3)))",
            "(local.set $by (i64.and (local.get $by) (i64.const 63)))",
            *made,
        ]
    )
    return (
        f"  (func ${title} {_params(count)} (param $by i64) {_results(count)}\n"
        f"    (local $at i32)\n    {body})"
    )


def shift_low(title: str, count: int) -> str:
    """The low word of a group shifted to the right."""
    body = "\n    ".join(
        [
            f"(if (i64.ge_u (local.get $by) (i64.const {64 * count})) "
            f"(then (return {_sign(count)})))",
            *_laid_out(count, SCRATCH, _sign(count))[: count + 1],
            "(local.set $at (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $by) (i64.const 6))) "
            "(i32.const 3)))",
            "(local.set $by (i64.and (local.get $by) (i64.const 63)))",
            f"(i64.or (i64.shr_u (i64.load offset={SCRATCH} (local.get $at)) (local.get $by)) "
            f"(i64.shl (i64.shl (i64.load offset={SCRATCH + 8} (local.get $at)) (i64.const 1)) "
            "(i64.sub (i64.const 63) (local.get $by))))",
        ]
    )
    return (
        f"  (func ${title} {_params(count)} (param $by i64) (result i64)\n"
        f"    (local $at i32)\n    {body})"
    )


def place(title: str, what: str, count: int) -> str:
    """One more than the `lowest` element of a mask, 0 if there is none; or its `bit_length`."""
    lines = []
    order = range(count) if what == "lowest" else range(count - 1, -1, -1)
    for i in order:
        found = (
            f"(i64.add (i64.ctz (local.get $w{i})) (i64.const {64 * i + 1}))"
            if what == "lowest"
            else f"(i64.sub (i64.const {64 * i + 64}) (i64.clz (local.get $w{i})))"
        )
        lines.append(f"    (if (i64.ne (local.get $w{i}) (i64.const 0)) (then (return {found})))")
    body = "\n".join(lines)
    return f"  (func ${title} {_params(count)} (result i64)\n{body}\n    (i64.const 0))"
