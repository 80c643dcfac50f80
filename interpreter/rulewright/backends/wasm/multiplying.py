"""The product that draws a number, in one multiplication where the machine has it.

A module that can be read keeps to what every machine and browser knows: there the product of two
words is put together from those of their halves. wasmtime multiplies two words at once.
"""

from __future__ import annotations

from .inlining import PARTS

_TITLE = "  (func $product "
_AT_ONCE = """\
  (func $product (param $low i64) (param $high i64) (param $by i64) (param $by_high i64)
      (result i64 i64)
    (i64.mul_wide_u (local.get $low) (local.get $by))
    (i64.add (i64.add (i64.mul (local.get $high) (local.get $by))
      (i64.mul (local.get $low) (local.get $by_high)))))
"""


def multiplying(text: str) -> str:
    """The module with this product, if it has any."""
    parts = PARTS.split(text)
    return "".join(_AT_ONCE if part.startswith(_TITLE) else part for part in parts)
