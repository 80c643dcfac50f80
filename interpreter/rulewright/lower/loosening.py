"""What a step may do to one element, whatever other steps do: the same step in several ways.

Where a step goes by what other steps change, it is not known beforehand which way it goes. But of
one element alone it may be asked as if each way were open: a condition may hold or not, a mark may
get any value, and what is spent by an amount that is not known costs as little as it ever may. What
can come of that is more than can come of the step, and so nothing that is possible is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from ..core import ir
from ..core.walk import Node, rewrite
from .changes import moved_by, paid_down_to
from .intervals import Intervals

MOST_WAYS = 12  # in which a step may go
NOTHING: ir.Stmt = ir.Seq(())


class TooMany(Exception):
    """A step may go in more ways than can be told, at some statement."""

    def __init__(self, stmt: ir.Stmt) -> None:
        self.stmt = stmt


def loosened(
    body: ir.Stmt, goes_by: Callable[[ir.Expr], object], is_own: Callable[[ir.StateVariable], bool]
) -> list[ir.Stmt]:
    """The ways in which statements may go: one, if they go by nothing else.

    `goes_by`: does an expression go by what is not known here? `is_own`: is a state variable
    asked of the element? Raises `TooMany`.
    """
    return _Loosening(goes_by, is_own).of(body)


class _Loosening:
    def __init__(
        self, goes_by: Callable[[ir.Expr], object], is_own: Callable[[ir.StateVariable], bool]
    ) -> None:
        self.goes_by, self.is_own = goes_by, is_own

    def of(self, stmt: ir.Stmt) -> list[ir.Stmt]:
        match stmt:
            case ir.Seq(body=body):
                return self._one_by_one(stmt, body)
            case ir.If(test=test, then=then, other=other):
                first, second = self.of(then), [NOTHING] if other is None else self.of(other)
                if self.goes_by(test):
                    return self._counted(stmt, [*first, *second])
                if _is_as_it_was(first, then) and _is_as_it_was(second, other or NOTHING):
                    return [stmt]
                both = product(first, second)
                return self._counted(stmt, [ir.If(test, *each, stmt.span) for each in both])
            case ir.Assign():
                return self._counted(stmt, [*self._stored(stmt)])
            case _:
                return [stmt]

    def _one_by_one(self, stmt: ir.Stmt, body: tuple[ir.Stmt, ...]) -> list[ir.Stmt]:
        ways: list[list[ir.Stmt]] = []
        for number, part in enumerate(body):
            if isinstance(part, ir.Let) and self.goes_by(part.value):
                # what it names stands in its place, where that can be loosened
                rest = ir.Seq(body[number + 1 :], stmt.span)
                ways.append(self.of(rewrite(rest, partial(_given, part))))
                break
            ways.append(self.of(part))
        if len(ways) == len(body) and all(map(_is_as_it_was, ways, body)):
            return [stmt]
        many = 1
        for way in ways:
            many *= len(way)
        if many > MOST_WAYS:
            raise TooMany(stmt)
        return [ir.Seq(tuple(parts), stmt.span) for parts in product(*ways)]

    def _stored(self, stmt: ir.Assign) -> Iterator[ir.Stmt]:
        """What may be stored instead: of what is the element's own each value; of all else that is
        not known, nothing, for what is asked of an element only fails by that."""
        if any(map(self.goes_by, stmt.keys)):
            yield stmt
        elif self.is_own(stmt.variable):
            if not self.goes_by(stmt.value):
                yield stmt
                return
            for value in self._values(stmt):
                yield ir.Assign(stmt.variable, stmt.keys, value, stmt.span)
        elif any(map(self.goes_by, _amounts(stmt))):
            yield _paid_at_least(stmt)
        else:
            yield stmt

    def _values(self, stmt: ir.Assign) -> Iterator[ir.Expr]:
        match stmt.variable.type:
            case ir.Truth() as kind:
                least, most = 0, 1
            case ir.Number(low=least, high=most) as kind:
                pass
            case ir.Element(domain=domain) as kind:
                least, most = -1 if kind.optional else 0, domain.size - 1
            case _:
                yield stmt.value
                return
        if most - least >= MOST_WAYS:
            raise TooMany(stmt)
        for value in range(least, most + 1):
            yield ir.Const(value, kind, stmt.span)

    def _counted(self, stmt: ir.Stmt, ways: list[ir.Stmt]) -> list[ir.Stmt]:
        if len(ways) > MOST_WAYS:
            raise TooMany(stmt)
        return ways


def _is_as_it_was(ways: list[ir.Stmt], stmt: ir.Stmt) -> bool:
    return len(ways) == 1 and ways[0] is stmt


def _paid_at_least(stmt: ir.Assign) -> ir.Stmt:
    """The same, where as little is paid as it may ever be; nothing, where nothing is paid."""
    match stmt.value:
        case ir.Op(name="subtract", args=(ir.Read() as member, amount)):
            least, _ = Intervals().of(amount)
            if (member.variable, member.keys) == (stmt.variable, stmt.keys) and least > 0:
                price = ir.Const(least, ir.Number(least, least), amount.span)
                return replace(stmt, value=replace(stmt.value, args=(member, price)))
        case _:
            pass
    return NOTHING


def _amounts(stmt: ir.Assign) -> list[ir.Expr]:
    """By how much a number is paid or filled, or what is stored."""
    amount = paid_down_to(stmt)
    return moved_by(stmt) if amount is None else [amount]


def _given(let: ir.Let, node: Node) -> Node:
    """What a name stands for, in its place."""
    return let.value if node == let.local else node
