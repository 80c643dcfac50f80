"""Where lowered functions keep state variables: in the slots of a state, or in their own variables.

Both answer the same question, "the slot number `offset` of this state variable", as an expression.
Offsets count as in `runtime.layout`; they are ints when known at compile time.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

from ..core.ir import Program, StateVariable
from ..runtime.layout import Layout, Region, Slots
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
    """Access to the slots of state variables."""

    layout: Layout
    taken: Collection[str]  # the variables that all functions on this store know

    def slot(self, variable: StateVariable, offset: Value) -> Place:
        """The slot, to read or to write."""
        ...

    def places(self, variable: StateVariable, offset: Value, count: int) -> Value:
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

    def _at(self, variable: StateVariable, offset: Value) -> Value:
        return binary(offset, "+", number(self.layout.region(variable).base))

    def slot(self, variable: StateVariable, offset: Value) -> Place:
        return item(name(STATE), self._at(variable, offset))

    def places(self, variable: StateVariable, offset: Value, count: int) -> Value:
        at = self._at(variable, offset)
        return section(name(STATE), at, binary(at, "+", number(count)))

    def chance(self) -> Place | None:
        return item(name(STATE), number(1))


class LocalStore:
    """Cells in variables: one for each slot where places are fixed, a list for the others. Of those
    in `single` one member alone is held, in a variable: in functions that ask for no other."""

    def __init__(
        self, program: Program, layout: Layout, single: Collection[StateVariable] = ()
    ) -> None:
        self.layout = layout
        self.single = single
        self._variables: dict[StateVariable, list[str]] = {}
        names = Names(SHARED)
        for variable in program.variables:
            count = self.layout.region(variable).count
            one = count == 1 or self.is_list(variable) or variable in single
            wanted = [variable.name] if one else [f"{variable.name}_{i}" for i in range(count)]
            self._variables[variable] = list(map(names.of_rules, wanted))
        self.taken: Collection[str] = SHARED.union(self.every())
        self._places = [
            (its.base, its.base + its.count, self.is_list(variable), its.form == "stack")
            for variable, its in layout.slots.items()
        ]

    def is_list(self, variable: StateVariable) -> bool:
        """Is the state variable a list in one variable, or one variable for each slot?"""
        region = self.layout.region(variable)
        if variable in self.single:
            return False
        if variable.keys and region.form not in ("flags", "inverted", "crossed", "grid"):
            return True
        by_value = region.form in ("inverted", "crossed")
        return region.count > (1 if by_value else MOST_PLACES)

    def variables(self, variable: StateVariable) -> list[str]:
        """The variables that hold the state variable."""
        return self._variables[variable]

    def every(self) -> list[str]:
        """The variables that hold all state variables, in order."""
        return [held for variables in self._variables.values() for held in variables]

    def held(self, slots: Slots) -> list[Any]:
        """What they hold where a state has these slots; lists are copied."""
        found: list[Any] = []
        for first, end, is_list, is_stack in self._places:
            if is_stack:
                stacks = [stack[:] for stack in slots[first:end]]
                found += [stacks] if is_list else stacks
            elif is_list:
                found.append(slots[first:end])
            else:
                found += slots[first:end]
        return found

    def slot(self, variable: StateVariable, offset: Value) -> Place:
        if self.is_list(variable):
            return item(name(self.variables(variable)[0]), offset)
        if variable in self.single:
            return name(self.variables(variable)[0])
        at = constant(offset)
        assert at is not None, f"{variable.name} is kept in separate variables"
        return name(self.variables(variable)[at])

    def places(self, variable: StateVariable, offset: Value, count: int) -> Value:
        if self.is_list(variable):
            held = name(self.variables(variable)[0])
            return section(held, offset, binary(offset, "+", number(count)))
        return tuple_of([name(held) for held in self.variables(variable)])

    def chance(self) -> Place | None:
        return None

    def start(self, variable: StateVariable) -> Lines:
        """Statements that give a state variable its start."""
        region = self.layout.region(variable)
        variables = self.variables(variable)
        values = [_start(region, i) for i in range(region.count)]
        if not self.is_list(variable):
            return [assign(v, value) for v, value in zip(variables, values, strict=True)]
        if region.form != "stack" and len({constant(value) for value in values}) == 1:
            whole: Value = list_of(values[:1], region.count)
        else:
            whole = list_of(values)
        return [assign(variables[0], whole)]


def _start(region: Region, number_of_slot: int) -> Value:
    variable = region.variable
    if region.form == "grid":
        return number(0) if number_of_slot < 2 else mapping()
    if region.form == "stack":
        return list_of([])
    if region.form == "row":
        return number(-1)
    if region.form == "flags":
        return number(variable.keys[0].everything() if variable.start else 0)
    if region.form == "inverted":
        return number(variable.keys[0].everything() if number_of_slot == variable.start else 0)
    if region.form == "crossed":
        return number(variable.keys[0].everything() if variable.start >> number_of_slot & 1 else 0)
    return number(variable.start)
