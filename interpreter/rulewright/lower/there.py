"""What a test says of elements that may be none: which are there where it holds, or does not."""

from __future__ import annotations

from ..core import ir


def not_none(test: ir.Expr, holds: bool) -> frozenset[ir.Expr]:
    """What is certainly not none when a test holds, or does not."""
    match test:
        case ir.Op(name="not", args=(inner,)):
            return not_none(inner, not holds)
        case ir.Op(name="equal", args=(one, ir.Const(value=-1))) if not holds:
            return frozenset({one})
        case ir.Op(name="differ", args=(one, ir.Const(value=-1))) if holds:
            return frozenset({one})
        case ir.Op(name="and", args=args) if holds:
            return frozenset().union(*(not_none(arg, True) for arg in args))
        case ir.Op(name="or", args=args) if not holds:
            return frozenset().union(*(not_none(arg, False) for arg in args))
    return frozenset()
