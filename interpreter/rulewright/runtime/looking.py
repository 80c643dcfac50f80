"""What an expression looks at when it is asked for its value, and which seats may see that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from ..check.visibility import only_counted
from ..core.evaluate import Completer, Locals, Reader, Value, never_asked, prepare
from ..core.ir import Cell, Expr, Program, Read
from ..core.walk import children, free_locals
from .layout import Layout, Slots
from .sight import sees, visible

Keys = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """What expressions look at: `cells`, those of which more than the number of components is asked
    and that are not open to all, and `locals`. `values`: what has them evaluated."""

    cells: frozenset[Cell]
    locals: frozenset[int]
    values: tuple[Callable[[Locals, Reader, Completer], Value], ...]

    @staticmethod
    def at(exprs: Sequence[Expr]) -> Look:
        cells = frozenset(cell for expr in exprs for cell in _looked_at(expr) if cell.seen != "all")
        used = frozenset[int]().union(*map(free_locals, exprs))
        return Look(cells, used, tuple(prepare(expr) for expr in exprs))

    def reads(
        self, values: Locals, read: Reader, complete: Completer = never_asked
    ) -> list[tuple[Cell, Keys]]:
        """The members of `cells` that are read on the way to the values."""
        found: list[tuple[Cell, Keys]] = []
        if not self.cells:
            return found

        def noting(cell: Cell, keys: Keys) -> Value:
            if cell in self.cells:
                found.append((cell, keys))
            return read(cell, keys)

        for value in self.values:
            value(values, noting, complete)
        return found


def _looked_at(expr: Expr) -> Iterator[Cell]:
    """The cells that an expression reads, but for zones of which it only asks the size."""
    counted = only_counted(expr)
    if isinstance(expr, Read):
        yield expr.cell
    for child in children(expr):
        if child is counted:
            for key in counted.keys:
                yield from _looked_at(key)
        else:
            yield from _looked_at(cast(Expr, child))


def open_scores(program: Program, layout: Layout, slots: Slots, seat: int) -> list[bool]:
    """For each seat, whether one of them may be told its points: they are worked out from what lies
    open to it."""
    me = cast(int, layout.get(slots, program.me, ()))
    masks = visible(program, layout, slots, seat)
    read = layout.reader(slots)
    return [
        all(
            sees(cell, seat, me, keys[0] if keys else -1, masks)
            for number, look in _score_lines(program)
            for cell, keys in look.reads({number: other}, read)
        )
        for other in range(program.seats.size)
    ]


@lru_cache(maxsize=8)
def _score_lines(program: Program) -> tuple[tuple[int, Look], ...]:
    return tuple((line.local.number, Look.at((line.value,))) for line in program.scores)
