"""Which slot of a state holds what.

A state's slots are one flat list: slot 0 the resume point (the number of the `Choose` that is
waiting, `OVER` when the game has ended, `FRESH` before it has begun), slot 1 the chance source (see
`chance`), then the members of every cell, in the order of the cells. How a cell is stored:

* `plain`    one slot a member: numbers, elements, truth, and sets as bit masks;
* `stack`    one slot a member, holding a list of elements, bottom first;
* `row`      `places` slots a member, −1 where a place is empty;
* `flags`    a truth cell keyed by one domain: one slot, the mask of the keys that are true;
* `inverted` an element cell keyed by one domain (`holder of route`): one slot for each value, the
             mask of the keys that have it; a key in no mask has none. So "all routes of a seat"
             is one slot, and boards are bit boards.

`flags` and `inverted` need a key that is no seat and, for `inverted`, at most `MOST_VALUES` values
and `optional`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..core.ir import Cell, Element, Program, RowOf, StackOf, Truth

POINT, CHANCE, FIRST_CELL = 0, 1, 2
OVER, FRESH = -1, -2
MOST_VALUES = 8

Form = Literal["plain", "stack", "row", "flags", "inverted"]
Slots = list[Any]  # of int, and list[int] for stacks; slot 1 also holds the chance source


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a cell is: its first slot, its form, and slots a member (or values, when inverted)."""

    cell: Cell
    base: int
    form: Form
    width: int

    @property
    def count(self) -> int:
        """How many slots the whole cell takes."""
        if self.form in ("flags", "inverted"):
            return self.width
        return self.cell.size * self.width


def _form(cell: Cell) -> tuple[Form, int]:
    kind = cell.type
    if isinstance(kind, StackOf):
        return "stack", 1
    if isinstance(kind, RowOf):
        return "row", kind.places
    if len(cell.keys) == 1 and cell.keys[0].kind != "seat" and cell.role != "zone":
        if isinstance(kind, Truth):
            return "flags", 1
        if isinstance(kind, Element) and kind.optional and kind.domain.size <= MOST_VALUES:
            return "inverted", kind.domain.size
    return "plain", 1


class Layout:
    """The slots of a program: `slot(cell)` for each of its cells, `size` slots in all."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.slots: dict[Cell, Slot] = {}
        base = FIRST_CELL
        for cell in program.cells:
            form, width = _form(cell)
            slot = Slot(cell, base, form, width)
            self.slots[cell] = slot
            base += slot.count
        self.size = base

    def slot(self, cell: Cell) -> Slot:
        return self.slots[cell]

    def fresh(self) -> Slots:
        """The slots of a game that has not begun: every cell at its start, the chance source 0."""
        values: Slots = [FRESH, 0]
        for cell in self.program.cells:
            slot = self.slots[cell]
            if slot.form == "stack":
                values.extend([] for _ in range(slot.count))
            elif slot.form == "row":
                values.extend([-1] * slot.count)
            elif slot.form == "flags":
                values.append(cell.keys[0].everything() if cell.start else 0)
            elif slot.form == "inverted":
                everything = cell.keys[0].everything()
                values.extend(everything if v == cell.start else 0 for v in range(slot.width))
            else:
                values.extend([cell.start] * slot.count)
        return values

    def copy(self, slots: Slots) -> Slots:
        """An independent copy (stacks are copied too)."""
        return [value[:] if type(value) is list else value for value in slots]

    def index(self, cell: Cell, keys: tuple[int, ...]) -> int:
        """The number of a member of a cell: keys as in a number with mixed bases, last fastest."""
        number = 0
        for domain, key in zip(cell.keys, keys, strict=True):
            number = number * domain.size + key
        return number

    def get(self, slots: Slots, cell: Cell, keys: tuple[int, ...]) -> int | list[int]:
        """The value of a member; a stack or row as a list (a stack's own list: do not change it)."""
        slot = self.slots[cell]
        if slot.form == "flags":
            return slots[slot.base] >> keys[0] & 1
        if slot.form == "inverted":
            for value in range(slot.width):
                if slots[slot.base + value] >> keys[0] & 1:
                    return value
            return -1
        at = slot.base + self.index(cell, keys) * slot.width
        if slot.form == "row":
            return slots[at : at + slot.width]
        return slots[at]

    def put(self, slots: Slots, cell: Cell, keys: tuple[int, ...], value: int | list[int]) -> None:
        """Store a value as `get` gives it; a list is kept, not copied."""
        slot = self.slots[cell]
        if slot.form == "flags":
            bit = 1 << keys[0]
            slots[slot.base] = slots[slot.base] | bit if value else slots[slot.base] & ~bit
        elif slot.form == "inverted":
            bit = 1 << keys[0]
            for other in range(slot.width):
                slots[slot.base + other] &= ~bit
            if value != -1:
                slots[slot.base + value] |= bit
        else:
            at = slot.base + self.index(cell, keys) * slot.width
            if slot.form == "row":
                slots[at : at + slot.width] = value
            else:
                slots[at] = value
