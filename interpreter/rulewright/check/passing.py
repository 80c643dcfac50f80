"""How far passes in a row are counted: as far as the rules ask for, and no further.

Where everybody may pass for ever, positions come again only because some number is the last. It is
twice the number of seats, unless rules compare `passes` with more. That is read off what is
written: options, definitions and sets of seats are looked up. Of anything else it is not known how
much it may come to.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..syntax import nodes as n
from ..syntax.walk import walk

MOST = 99  # passes in a row, where it is not known how many are asked for


def counted_passes(declarations: Iterable[n.Declaration], seats: int) -> int:
    """The last number of passes in a row that is told from those before it."""
    declared = [*declarations]
    reading, most = _Reading(declared, seats), 2 * seats
    for node in (node for one in declared for node in walk(one)):
        if isinstance(node, n.Compare) and (reads(node.left) or reads(node.right)):
            left, right = reading.most(node.left), reading.most(node.right)
            most = max(most, MOST if left is None or right is None else left + right + 1)
    return most


def reads(expr: n.Expr) -> bool:
    return any(isinstance(node, n.Name) and node.text == "passes" for node in walk(expr))


class _Reading:
    """Tells what expressions come to at most, but for `passes` in them, which counts nothing."""

    def __init__(self, declarations: list[n.Declaration], seats: int) -> None:
        self.seats = seats
        self.options = {one.name.text: one for one in declarations if isinstance(one, n.OptionDecl)}
        self.defines = {one.name.text: one for one in declarations if isinstance(one, n.DefineDecl)}
        self.marks = {one.name.text: one for one in declarations if isinstance(one, n.MarkDecl)}
        self.underway: set[str] = set()

    def most(self, expr: n.Expr) -> int | None:
        """How much an expression comes to, parts that are taken away added; None: not known."""
        match expr:
            case n.Integer(value=value):
                return value
            case n.Name(text="passes"):
                return 0
            case n.Name(text=name):
                return self.named(name)
            case n.Apply(name=n.Name(text="size"), args=(held,)):
                return self.seats if self.are_seats(held) else None
            case n.Apply(name=n.Name(text=name)):
                return self.named(name)
            case n.Arithmetic(op=op, left=left, right=right):
                one, other = self.most(left), self.most(right)
                if one is None or other is None:
                    return None
                return one * other if op == "*" else one + other
            case n.Negate(operand=operand):
                return self.most(operand)
            case n.When(then=then, other=other):
                return self.largest((then, other))
            case n.RangeOf(low=low, high=high):
                return self.largest((low, high))
            case n.SetLiteral(items=items):
                return self.largest(items)
            case _:
                return None

    def largest(self, exprs: Iterable[n.Expr]) -> int | None:
        found = [self.most(expr) for expr in exprs]
        known = [one for one in found if one is not None]
        return max(known, default=0) if len(known) == len(found) else None

    def named(self, name: str) -> int | None:
        """What an option or a definition comes to, or a mark."""
        if (option := self.options.get(name)) is not None:
            return self.largest(one for one in option.values if not isinstance(one, n.Name))
        if (mark := self.marks.get(name)) is not None and isinstance(mark.type, n.TypeRange):
            high = mark.type.high
            return high if isinstance(high, int) else self.most(high)
        if (define := self.defines.get(name)) is None or name in self.underway:
            return None
        self.underway.add(name)
        found = self.largest(case.value for case in define.cases)
        self.underway.discard(name)
        return found

    def are_seats(self, held: n.Expr) -> bool:
        """Is it a set of seats?"""
        match held:
            case n.Name(text="seat"):
                return True
            case n.Query(kind="all", source=source):
                return self.are_seats(source)
            case n.When(then=then, other=other):
                return self.are_seats(then) and self.are_seats(other)
            case n.Name(text=name) if name in self.marks:
                kind = self.marks[name].type
                return isinstance(kind, n.TypeSet) and kind.name.text == "seat"
            case n.Name(text=name) if name in self.defines and name not in self.underway:
                self.underway.add(name)
                found = all(self.are_seats(case.value) for case in self.defines[name].cases)
                self.underway.discard(name)
                return found
            case _:
                return False
