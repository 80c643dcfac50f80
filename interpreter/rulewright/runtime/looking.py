"""What an expression looks at when it is asked for its value, and which seats may see that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from ..check.visibility import only_counted
from ..core.evaluate import Completer, Locals, Reader, Value, never_asked, prepare
from ..core.ir import Expr, Program, Read, StateVariable
from ..core.walk import children, free_locals
from .layout import Layout, Slots
from .sight import sees, visible

Keys = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """What expressions look at: `cells`, those of which more than the number of components is asked
    and that are not open to all, and `locals`. `values`: what has them evaluated."""

    variables: frozenset[StateVariable]
    locals: frozenset[int]
    values: tuple[Callable[[Locals, Reader, Completer], Value], ...]

    @staticmethod
    def at(exprs: Sequence[Expr]) -> Look:
        variables = frozenset(
            variable for expr in exprs for variable in _looked_at(expr) if variable.seen != "all"
        )
        used = frozenset[int]().union(*map(free_locals, exprs))
        return Look(variables, used, tuple(prepare(expr) for expr in exprs))

    def reads(
        self, values: Locals, read: Reader, complete: Completer = never_asked
    ) -> list[tuple[StateVariable, Keys]]:
        """The members of `cells` that are read on the way to the values."""
        found: list[tuple[StateVariable, Keys]] = []
        if not self.variables:
            return found

        def noting(variable: StateVariable, keys: Keys) -> Value:
            if variable in self.variables:
                found.append((variable, keys))
            return read(variable, keys)

        for value in self.values:
            value(values, noting, complete)
        return found


def _looked_at(expr: Expr) -> Iterator[StateVariable]:
    """The state variables that an expression reads, but for zones of which it only asks the
    size."""
    counted = only_counted(expr)
    if isinstance(expr, Read):
        yield expr.variable
    for child in children(expr):
        if child is counted:
            for key in counted.keys:
                yield from _looked_at(key)
        else:
            yield from _looked_at(cast(Expr, child))


Sees = Callable[[StateVariable, Keys], bool]
"""Does a seat see this member of a state variable?"""


def seen_by_chooser(program: Program, layout: Layout, slots: Slots) -> Sees:
    """What the seat sees that decides."""
    me = cast(int, layout.get(slots, program.me, ()))
    masks = visible(program, layout, slots, me)
    return lambda variable, keys: sees(variable, me, me, keys[0] if keys else -1, masks)


def open_scores(program: Program, layout: Layout, slots: Slots, seat: int) -> list[bool]:
    """For each seat, whether one of them may be told its points: they are worked out from what lies
    open to it."""
    me = cast(int, layout.get(slots, program.me, ()))
    masks = visible(program, layout, slots, seat)
    read = layout.reader(slots)
    return [
        all(
            sees(variable, seat, me, keys[0] if keys else -1, masks)
            for number, look in _score_lines(program)
            for variable, keys in look.reads({number: other}, read)
        )
        for other in range(program.seats.size)
    ]


@lru_cache(maxsize=8)
def _score_lines(program: Program) -> tuple[tuple[int, Look], ...]:
    return tuple((line.local.number, Look.at((line.value,))) for line in program.scores)
