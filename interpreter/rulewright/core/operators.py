"""The operations of `ir.Op`, a line each: what they take, give and mean, and how they are shown.

Whoever treats all operations alike reads this table: the reference evaluates by `meaning`, the
verifier holds trees against `takes` and `gives`, `footprint` goes by `moves`, dumps by `sign`;
generated code calls `meaning` where nothing better is printed. What sets of elements are asked in
play is often asked of stacks and rows too; that is in `evaluate`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import add, and_, mul, or_, sub
from typing import cast

from .boards import longest_line
from .grids import beside, neighbours, touching
from .ir import Domain, Element, Op, OpName, SetOf

OfInts = Callable[..., int]


@dataclass(frozen=True, slots=True)
class Operator:
    """What an operation is.

    `takes`: the kind of each operand, the last one repeated if it ends in `...`. A kind is `number`
    `truth` `element` `set` `stack` `row` `collection`, `ordered` (numbers or elements) or `any`;
    after it may stand the name of its domain: kinds of one name have one domain. `gives`: the kind
    of the result. `meaning`: a function of ints, masks and truths alone; None where the order or
    the places of components count. `of_types`: the same, made for the types of an operation.
    `moves`: for each operand, whether the result grows (+) or shrinks (-) with it, or neither (?).
    `sign`: what stands between two operands in a dump.
    """

    takes: tuple[str, ...]
    gives: str
    moves: str
    meaning: OfInts | None = None
    of_types: Callable[[Op], OfInts] | None = None
    sign: str = ""

    def works_out(self, expr: Op) -> OfInts | None:
        """The meaning of one operation, for its types."""
        return self.of_types(expr) if self.of_types is not None else self.meaning


def numbers(low: int, high: int) -> int:
    """The numbers from one to another, both included, as a set."""
    return (1 << high + 1) - (1 << low) if low <= high else 0


def seat_from(seat: int, seats: int) -> int:
    """The first of a set of seats clockwise from a seat, itself included; -1 if there is none."""
    later = seats >> seat << seat or seats
    return (later & -later).bit_length() - 1


def first(count: int, mask: int) -> int:
    """So many elements of a set, the first ones."""
    found = 0
    while mask and count > 0:
        found |= mask & -mask
        mask &= mask - 1
        count -= 1
    return found


def largest_goal(domain: Domain) -> int:
    """What subsets of elements are asked to add up to, at most: so that how many there are for each
    sum can be written side by side in a number of moderate size."""
    return max(0, min(1_000, 10_000 // (domain.size + 1) - 1))


def set_of(*elements: int) -> int:
    """The set of these elements; none is in no set."""
    mask = 0
    for element in elements:
        if element >= 0:
            mask |= 1 << element
    return mask


def _size(expr: Op) -> int:
    return cast(Element, expr.type).domain.size


def _width(expr: Op) -> int:
    return cast(Element | SetOf, expr.type).domain.width


def _beside(expr: Op) -> OfInts:
    width, ring = _width(expr), cast(Element, expr.args[1].type).domain.size
    return lambda cell, direction: beside(cell, direction, width, ring)


def _around(of: Callable[[int, int], int]) -> Callable[[Op], OfInts]:
    def around(expr: Op) -> OfInts:
        width = _width(expr)
        return lambda cell: of(cell, width)

    return around


def _longest_line(expr: Op) -> OfInts:
    domain = cast(SetOf, expr.args[0].type).domain
    return lambda cells: longest_line(domain, cells)


def _step(expr: Op) -> OfInts:
    size = _size(expr)
    return lambda element, steps=1: (element + steps) % size


_NUMBERS, _SETS, _ORDERED = ("number", "number"), ("set A", "set A"), ("ordered A", "ordered A")
_ALIKE = ("any A", "any A")

OPERATORS: dict[OpName, Operator] = {
    "add": Operator(_NUMBERS, "number", "++", add, sign="+"),
    "subtract": Operator(_NUMBERS, "number", "+-", sub, sign="-"),
    "multiply": Operator(_NUMBERS, "number", "++", mul, sign="*"),
    "divide": Operator(_NUMBERS, "number", "+?", lambda a, b: a // max(b, 1)),
    "remainder": Operator(_NUMBERS, "number", "??", lambda a, b: a % max(b, 1)),
    "negate": Operator(("number",), "number", "-", lambda a: -a),
    "least": Operator(_NUMBERS, "number", "++", min),
    "most": Operator(_NUMBERS, "number", "++", max),
    "equal": Operator(_ALIKE, "truth", "??", lambda a, b: 1 if a == b else 0, sign="is"),
    "differ": Operator(_ALIKE, "truth", "??", lambda a, b: 1 if a != b else 0, sign="is not"),
    "less": Operator(_ORDERED, "truth", "-+", lambda a, b: 1 if a < b else 0, sign="<"),
    "at_most": Operator(_ORDERED, "truth", "-+", lambda a, b: 1 if a <= b else 0, sign="<="),
    "more": Operator(_ORDERED, "truth", "+-", lambda a, b: 1 if a > b else 0, sign=">"),
    "at_least": Operator(_ORDERED, "truth", "+-", lambda a, b: 1 if a >= b else 0, sign=">="),
    "and": Operator(("truth...",), "truth", "+", lambda *all_: int(all(all_)), sign="and"),
    "or": Operator(("truth...",), "truth", "+", lambda *any_: int(any(any_)), sign="or"),
    "not": Operator(("truth",), "truth", "-", lambda a: 1 - a),
    "union": Operator(_SETS, "set A", "++", or_, sign="union"),
    "intersect": Operator(_SETS, "set A", "++", and_, sign="intersect"),
    "without": Operator(_SETS, "set A", "+-", lambda a, b: a & ~b, sign="without"),
    "contains": Operator(
        ("collection A", "element A"), "truth", "+?", lambda a, b: a >> b & 1 if b >= 0 else 0
    ),
    "meets": Operator(_SETS, "truth", "++", lambda a, b: 1 if a & b else 0, sign="meets"),
    "empty": Operator(("collection",), "truth", "-", lambda a: 0 if a else 1),
    "size": Operator(("collection",), "number", "+", int.bit_count),
    "set": Operator(("element A...",), "set A", "?", set_of),
    "members": Operator(("collection A",), "set A", "+", lambda a: a),
    "after": Operator(
        ("set", "set A"), "set A", "-+", lambda a, b: b >> a.bit_length() << a.bit_length()
    ),
    "range": Operator(_NUMBERS, "set", "??", numbers),
    "first": Operator(("number", "set A"), "set A", "+?", first),
    "top": Operator(("stack A",), "element A", "?"),
    "uppermost": Operator(("number", "stack A"), "set A", "??"),
    "full": Operator(("row",), "truth", "?"),
    "step": Operator(("element A", "number"), "element A", "??", of_types=_step),
    "next_seat": Operator(("element A",), "element A", "?", of_types=_step),
    "seat_from": Operator(("element A", "set A"), "element A", "??", seat_from),
    "beside": Operator(("element A", "element"), "element A", "??", of_types=_beside),
    "neighbours": Operator(("element A",), "set A", "?", of_types=_around(neighbours)),
    "touching": Operator(("element A",), "set A", "?", of_types=_around(touching)),
    "longest_line": Operator(("set",), "number", "+", of_types=_longest_line),
}
