"""What is left of the numbers that a parameter of a finish can be, as conditions cut them down.

A set of many numbers takes several words, and each condition goes through them all. Where all that
is asked of a number is between which ends it lies, these ends tell as much: the number of cards in
`cards in fewest(laid)..most(laid)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Literal

from ..core import ir
from ..core.walk import free_locals
from . import nodes as code
from .outlook import Ends
from .unit import Unit
from .values import Values

MANY = 64  # sets of more numbers take several words


@dataclass(frozen=True, slots=True)
class Between:
    """The variables with the least and the greatest number that is left; none is, where the least
    is greater."""

    low: str
    high: str

    @property
    def some(self) -> code.Value:
        """Is any left?"""
        return self.up_to(code.name(self.high))

    def up_to(self, most: code.Value) -> code.Value:
        """Is any left that is no more than this, if none is above the ends?"""
        return code.compare(code.name(self.low), "<=", most)

    def cut(self, most: code.Value) -> code.Statement:
        """Leave none that is more."""
        high = code.name(self.high)
        return code.assign(self.high, code.choose(code.compare(most, "<", high), most, high))

    def narrow(self, values: Values, param: ir.Param, tests: Sequence[ir.Expr]) -> None:
        """Write between which ends a number is that passes tests, each of which tells its ends."""
        most = _most(param)
        found = [Ends(_number(0, most), _number(most, most))]
        found += [told for test in tests if (told := ends(values.unit, test, param)) is not None]
        low, high = _all_of(values.unit, found, most)
        values.writer.add(code.assign(self.low, values.value(low)))
        values.writer.add(code.assign(self.high, values.value(high)))

    def meets(
        self, values: Values, param: ir.Param, source: ir.Expr, settled: Sequence[ir.Expr]
    ) -> ir.Expr:
        """Is something between these ends of the range that a parameter is drawn from, which is
        given as it is written here? `settled`: conditions that hold of all between them."""
        assert isinstance(source, ir.Op) and isinstance(param.source, ir.Op)
        kind, unit = param.local.type, values.unit
        low, high = (unit.fresh_local(ir.Local(0, "end", kind)) for _ in range(2))
        values.writer.names.update({low.number: self.low, high.number: self.high})
        ends_: list[ir.Expr] = [low, high]
        least, most = param.source.args
        if ir.Op("at_least", (param.local, least), ir.Truth(), param.span) not in settled:
            ends_[0] = ir.Op("most", (low, source.args[0]), kind)
        if ir.Op("at_most", (param.local, most), ir.Truth(), param.span) not in settled:
            ends_[1] = ir.Op("least", (high, source.args[1]), kind)
        return ir.Op("at_most", tuple(ends_), ir.Truth())


def ends(unit: Unit, test: ir.Expr, param: ir.Param) -> Ends | None:
    """Between which ends a parameter is exactly where it passes a test; None: that is not told by
    ends."""
    local, most = param.local, _most(param)
    if local.number not in free_locals(test):
        return Ends(*_if(test, (0, most), (1, 0), most))
    match test:
        case ir.Op(args=(one, other)) if test.name in _TURNED:
            name = _TURNED[test.name] if other == local else str(test.name)
            its = one if other == local else other
            if local not in test.args or local.number in free_locals(its):
                return None
            low, high = _number(0, most), _number(most, most)
            match name:
                case "at_least" | "more":
                    return Ends(_and(its, 1) if name == "more" else its, high)
                case "at_most" | "less":
                    return Ends(low, _and(its, -1) if name == "less" else its)
                case _:
                    return Ends(its, its)
        case ir.Op(name="and", args=args):
            parts = [told for arg in args if (told := ends(unit, arg, param)) is not None]
            return Ends(*_all_of(unit, parts, most)) if len(parts) == len(args) else None
        case ir.Op(name="or", args=args):
            same = [arg for arg in args if local.number not in free_locals(arg)]
            others = [arg for arg in args if arg not in same]
            told = ends(unit, others[0], param) if len(others) == 1 else None
            either = same[0] if len(same) == 1 else ir.Op("or", tuple(same), ir.Truth())
            if told is None or not same:
                return told
            return Ends(*_if(either, (0, most), (told.low, told.high), most))
        case _:
            return None


_TURNED = {
    "equal": "equal",
    "at_most": "at_least",
    "at_least": "at_most",
    "less": "more",
    "more": "less",
}


def _and(expr: ir.Expr, more: int) -> ir.Expr:
    """A number and so much more."""
    kind = expr.type
    assert isinstance(kind, ir.Number)
    one = ir.Const(more, ir.Number(more, more))
    return ir.Op("add", (expr, one), ir.Number(kind.low + more, kind.high + more))


def _most(param: ir.Param) -> int:
    """The greatest number there is."""
    kind = param.source.type
    assert isinstance(kind, ir.SetOf)
    return kind.domain.size - 1


def _number(value: int, most: int) -> ir.Expr:
    return ir.Const(value, ir.Number(0, most))


def _if(
    test: ir.Expr, then: tuple[int, int], other: tuple[int | ir.Expr, int | ir.Expr], most: int
) -> tuple[ir.Expr, ir.Expr]:
    """Two numbers where a test holds, and two others where it does not."""
    low, high = (
        ir.Cond(
            test,
            _number(one, most),
            _number(another, most) if isinstance(another, int) else another,
            ir.Number(0, most),
        )
        for one, another in zip(then, other, strict=True)
    )
    return low, high


def _all_of(unit: Unit, found: Sequence[Ends], most: int) -> tuple[ir.Expr, ir.Expr]:
    """Between which ends lies what is between all of these."""

    def closer(name: Literal["most", "least"], one: ir.Expr, other: ir.Expr) -> ir.Expr:
        for this, that in ((one, other), (other, one)):
            least, largest = unit.intervals.of(that)
            match this:
                case ir.Const(value=int(value)):
                    if least >= value if name == "most" else largest <= value:
                        return that
                case _:
                    pass
        return ir.Op(name, (one, other), ir.Number(0, most))

    low = reduce(lambda one, other: closer("most", one, other), (each.low for each in found))
    high = reduce(lambda one, other: closer("least", one, other), (each.high for each in found))
    return low, high
