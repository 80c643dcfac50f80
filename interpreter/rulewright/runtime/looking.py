"""What an expression looks at when it is asked for its value, and which seats may see that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from ..check.visibility import only_counted
from ..core.evaluate import Completer, Locals, Reader, Value, elements_of_mask, never_asked, prepare
from ..core.ir import Expr, Program, Read, StateVariable
from ..core.walk import children, free_locals
from .layout import Layout, Slots
from .sight import Masks, chooser_of, sees, visible

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
        self.telling(lambda variable, keys: found.append((variable, keys)), values, read, complete)
        return found

    def telling(
        self,
        note: Callable[[StateVariable, Keys], None],
        values: Locals,
        read: Reader,
        complete: Completer = never_asked,
    ) -> None:
        """Tell of each member of `cells` that is read on the way to the values, before it is."""
        variables = self.variables
        if not variables:
            return

        def noting(variable: StateVariable, keys: Keys) -> Value:
            if variable in variables:
                note(variable, keys)
            return read(variable, keys)

        for value in self.values:
            value(values, noting, complete)


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

    def seen(variable: StateVariable, keys: Keys) -> bool:
        chooser = chooser_of(layout, slots, variable, me)
        return sees(variable, me, chooser, keys[0] if keys else -1, masks)

    return seen


class _ToNobody(Exception):
    """Raised where it has turned out that no seat may be told something."""


def open_scores(
    program: Program, layout: Layout, slots: Slots, visible: Sequence[Masks]
) -> list[int]:
    """For each seat, the seats that may be told its points (a mask): these are worked out from what
    lies open to them. `visible`: for each seat the components that it sees.

    It goes no further than to where nobody may be told any more: points may take long to work out.
    """
    me, read = cast(int, layout.get(slots, program.me, ())), layout.reader(slots)

    def told_of(other: int) -> int:
        told = (1 << program.seats.size) - 1

        def note(variable: StateVariable, keys: Keys) -> None:
            nonlocal told
            first = keys[0] if keys else -1
            for seat in elements_of_mask(told):
                if not sees(variable, seat, me, first, visible[seat]):
                    told ^= 1 << seat
            if not told:
                raise _ToNobody

        try:
            for number, look in _score_lines(program):
                look.telling(note, {number: other}, read)
        except _ToNobody:
            pass
        return told

    return [told_of(other) for other in range(program.seats.size)]


@lru_cache(maxsize=8)
def _score_lines(program: Program) -> tuple[tuple[int, Look], ...]:
    return tuple((line.local.number, Look.at((line.value,))) for line in program.scores)
