"""Where generated code keeps cells: in the slots of a state, or in Python variables.

Both answer the same question, "the slot number `offset` of this cell", as an expression. Offsets
count as in `runtime.layout`; they are ints when known at compile time.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from ..core.ir import Cell, Program
from ..runtime.layout import Layout, Slot
from .names import SHARED, STATE, Names
from .nodes import (
    Lines,
    Place,
    Value,
    assign,
    binary,
    constant,
    item,
    list_of,
    mapping,
    name,
    number,
    section,
    tuple_of,
)

MOST_PLACES = 6  # rows up to this length are written out place by place


class Store(Protocol):
    """Access to the slots of cells."""

    layout: Layout
    taken: Collection[str]  # the variables that all functions on this store know

    def slot(self, cell: Cell, offset: Value) -> Place:
        """The slot, to read or to write."""
        ...

    def places(self, cell: Cell, offset: Value, count: int) -> Value:
        """`count` slots from `offset` on, as a list or tuple."""
        ...

    def chance(self) -> Place | None:
        """The chance source, where it is a slot; None where it is an inlined stream."""
        ...


class SlotStore:
    """Cells in the slots of a list."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.taken: Collection[str] = SHARED

    def _at(self, cell: Cell, offset: Value) -> Value:
        return binary(offset, "+", number(self.layout.slot(cell).base))

    def slot(self, cell: Cell, offset: Value) -> Place:
        return item(name(STATE), self._at(cell, offset))

    def places(self, cell: Cell, offset: Value, count: int) -> Value:
        at = self._at(cell, offset)
        return section(name(STATE), at, binary(at, "+", number(count)))

    def chance(self) -> Place | None:
        return item(name(STATE), number(1))


class LocalStore:
    """Cells in variables: one for each slot where places are fixed, a list for the others."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.layout = layout
        self._variables: dict[Cell, list[str]] = {}
        names = Names(SHARED)
        for cell in program.cells:
            count = self.layout.slot(cell).count
            one = count == 1 or self.is_list(cell)
            wanted = [cell.name] if one else [f"{cell.name}_{i}" for i in range(count)]
            self._variables[cell] = list(map(names.of_rules, wanted))
        every = (name for held in self._variables.values() for name in held)
        self.taken: Collection[str] = SHARED.union(every)

    def is_list(self, cell: Cell) -> bool:
        """Is the cell a list in one variable, or one variable for each slot?"""
        slot = self.layout.slot(cell)
        if cell.keys and slot.form not in ("flags", "inverted", "crossed", "grid"):
            return True
        by_value = slot.form in ("inverted", "crossed")
        return slot.count > (1 if by_value else MOST_PLACES)

    def variables(self, cell: Cell) -> list[str]:
        """The variables that hold the cell."""
        return self._variables[cell]

    def slot(self, cell: Cell, offset: Value) -> Place:
        if self.is_list(cell):
            return item(name(self.variables(cell)[0]), offset)
        at = constant(offset)
        assert at is not None, f"{cell.name} is kept in separate variables"
        return name(self.variables(cell)[at])

    def places(self, cell: Cell, offset: Value, count: int) -> Value:
        if self.is_list(cell):
            held = name(self.variables(cell)[0])
            return section(held, offset, binary(offset, "+", number(count)))
        return tuple_of([name(variable) for variable in self.variables(cell)])

    def chance(self) -> Place | None:
        return None

    def start(self, cell: Cell) -> Lines:
        """Statements that give a cell its start."""
        slot = self.layout.slot(cell)
        variables = self.variables(cell)
        values = [_start(slot, i) for i in range(slot.count)]
        if not self.is_list(cell):
            return [assign(v, value) for v, value in zip(variables, values, strict=True)]
        if slot.form != "stack" and len({constant(value) for value in values}) == 1:
            whole: Value = list_of(values[:1], slot.count)
        else:
            whole = list_of(values)
        return [assign(variables[0], whole)]


def _start(slot: Slot, number_of_slot: int) -> Value:
    cell = slot.cell
    if slot.form == "grid":
        return number(0) if number_of_slot < 2 else mapping()
    if slot.form == "stack":
        return list_of([])
    if slot.form == "row":
        return number(-1)
    if slot.form == "flags":
        return number(cell.keys[0].everything() if cell.start else 0)
    if slot.form == "inverted":
        return number(cell.keys[0].everything() if number_of_slot == cell.start else 0)
    if slot.form == "crossed":
        return number(cell.keys[0].everything() if cell.start >> number_of_slot & 1 else 0)
    return number(cell.start)
