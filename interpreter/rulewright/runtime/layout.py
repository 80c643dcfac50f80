"""Which slot of a state holds what.

A state's slots are one flat list: slot 0 the resume point (the number of the `Choose` that is
waiting, `OVER` when the game has ended, `FRESH` before it has begun, `GIVEN` before it begins with
a seat that has the turn already: see `backends.opening`), slot 1 the chance source (see `chance`),
then the members of every state variable, in the order of the state variables. How a state variable
is stored:

* `plain`    one slot a member: numbers, elements, truth, and sets as bit masks;
* `stack`    one slot a member, holding a list of elements, bottom first;
* `row`      `places` slots a member, -1 where a place is empty;
* `flags`    truth keyed by one domain: one slot, the mask of the keys that are true;
* `grid`     a growing grid: the mask of the occupied cells, the mask of the components on it, which
             component lies in each of those cells, and which cell each of those components lies in.
             The two dictionaries are never changed in place: a copy may share them;
* `inverted` an element keyed by one domain (`holder of route`): one slot for each value, the mask
             of the keys that have it; a key in no mask has none. So "all routes of a seat" is one
             slot, and boards are bit boards;
* `crossed`  sets keyed by one domain (`chips of card: set of suit`): one slot for each value that a
             set can hold, the mask of the keys whose sets hold it.

`flags`, `inverted` and `crossed` need a key that is no seat; `inverted` and `crossed` at most
`MOST_VALUES` values, and `inverted` an `optional` type. What is remembered is looked at moment by
moment, so it is `plain`: a set of a thousand moments is a long number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from secrets import token_hex
from typing import Any, Literal, assert_never

from ..core.ir import Element, Program, RowOf, SetOf, StackOf, StateVariable, Truth
from .actions import Actions

POINT, CHANCE, FIRST_VARIABLE = 0, 1, 2
OVER, FRESH, GIVEN = -1, -2, -3
MOST_VALUES = 8

Form = Literal["plain", "stack", "row", "flags", "inverted", "crossed", "grid"]
Slots = list[Any]  # of int, and list[int] for stacks; slot 1 also holds the chance source
Get = Callable[[Slots, tuple[int, ...]], "int | list[int]"]
Put = Callable[[Slots, tuple[int, ...], "int | list[int]"], None]


@dataclass(frozen=True, slots=True)
class Region:
    """Where a state variable is: its first slot, its form, and slots a member (or values, when
    inverted)."""

    variable: StateVariable
    base: int
    form: Form
    width: int

    @property
    def count(self) -> int:
        """How many slots the whole state variable takes."""
        if self.form in ("flags", "inverted", "crossed", "grid"):
            return self.width
        return self.variable.size * self.width


def _form(variable: StateVariable) -> tuple[Form, int]:
    kind = variable.type
    if variable.grows:
        return "grid", 4
    if isinstance(kind, StackOf):
        return "stack", 1
    if isinstance(kind, RowOf):
        return "row", kind.places
    by_keys = variable.role not in ("zone", "history")
    if len(variable.keys) == 1 and variable.keys[0].kind != "seat" and by_keys:
        if isinstance(kind, Truth):
            return "flags", 1
        if isinstance(kind, Element) and kind.optional and kind.domain.size <= MOST_VALUES:
            return "inverted", kind.domain.size
        if isinstance(kind, SetOf) and kind.domain.size <= MOST_VALUES and variable.role == "mark":
            return "crossed", kind.domain.size
    return "plain", 1


class Layout:
    """The slots of a program: `slot(state variable)` for each of its state variables, `size` slots
    in all."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.slots: dict[StateVariable, Region] = {}
        base = FIRST_VARIABLE
        for variable in program.variables:
            form, width = _form(variable)
            region = Region(variable, base, form, width)
            self.slots[variable] = region
            base += region.count
        self.size = base
        self._get = {variable: _getter(region) for variable, region in self.slots.items()}
        self._put = {variable: _putter(region) for variable, region in self.slots.items()}
        self._stacks = [
            region.base + i
            for region in self.slots.values()
            if region.form == "stack"
            for i in range(region.count)
        ]
        self._singles = {
            variable: region.base
            for variable, region in self.slots.items()
            if region.form in ("plain", "stack") and not variable.keys
        }

    @cached_property
    def actions(self) -> Actions:
        """The numbers of the moves of the program."""
        return Actions(self.program)

    @cached_property
    def token(self) -> str:
        """What other processes know the program by, once it was handed to them: no other has it."""
        return token_hex(16)

    def region(self, variable: StateVariable) -> Region:
        return self.slots[variable]

    @cached_property
    def bounds(self) -> tuple[tuple[StateVariable, int, int], ...]:
        """Each state variable, where its slots begin and where they end."""
        regions = ((variable, self.slots[variable]) for variable in self.program.variables)
        return tuple((variable, at.base, at.base + at.count) for variable, at in regions)

    def fresh(self) -> Slots:
        """The slots of a game that has not begun: every state variable at its start, the chance
        source 0."""
        return self.copy(self._fresh)

    @cached_property
    def _fresh(self) -> Slots:
        values: Slots = [FRESH, 0]
        for variable in self.program.variables:
            region = self.slots[variable]
            if region.form == "stack":
                values.extend([] for _ in range(region.count))
            elif region.form == "grid":
                values.extend([0, 0, {}, {}])
            elif region.form == "row":
                values.extend([-1] * region.count)
            elif region.form == "flags":
                values.append(variable.keys[0].everything() if variable.start else 0)
            elif region.form == "inverted":
                everything = variable.keys[0].everything()
                values.extend(everything if v == variable.start else 0 for v in range(region.width))
            elif region.form == "crossed":
                everything = variable.keys[0].everything()
                starts = (variable.start >> v & 1 for v in range(region.width))
                values.extend(everything if held else 0 for held in starts)
            else:
                values.extend([variable.start] * region.count)
        return values

    def copy(self, slots: Slots) -> Slots:
        """An independent copy (stacks are copied too)."""
        found = slots[:]
        for slot in self._stacks:
            found[slot] = found[slot][:]
        return found

    def index(self, variable: StateVariable, keys: tuple[int, ...]) -> int:
        """The number of a member of a state variable: keys as in a number with mixed bases, last
        fastest."""
        return _mixed(tuple(domain.size for domain in variable.keys), keys)

    def members(self, slots: Slots, variable: StateVariable) -> Iterable[tuple[int, ...]]:
        """The keys of every member in canonical order; of a growing grid only of those
        where something lies."""
        if variable.grows:
            return [(key,) for key in sorted(slots[self.slots[variable].base + 2])]
        return product(*(range(domain.size) for domain in variable.keys))

    def get(self, slots: Slots, variable: StateVariable, keys: tuple[int, ...]) -> int | list[int]:
        """The value of a member; a stack (its own list: do not change it) or row as a list.

        Of a growing grid without keys, all its slots."""
        return self._get[variable](slots, keys)

    def put(
        self, slots: Slots, variable: StateVariable, keys: tuple[int, ...], value: int | list[int]
    ) -> None:
        """Store a value as `get` gives it; a list is kept, not copied."""
        self._put[variable](slots, keys, value)

    def getter(self, variable: StateVariable) -> Get:
        """`get` for one state variable."""
        return self._get[variable]

    def putter(self, variable: StateVariable) -> Put:
        """`put` for one state variable."""
        return self._put[variable]

    def reader(self, slots: Slots) -> Callable[[StateVariable, tuple[int, ...]], int | list[int]]:
        """`get` for one state, whatever becomes of it."""
        getters, singles = self._get, self._singles

        def read(variable: StateVariable, keys: tuple[int, ...]) -> int | list[int]:
            at = singles.get(variable)
            value: int | list[int] = getters[variable](slots, keys) if at is None else slots[at]
            return value

        return read


def laid(
    occupied: int, on: int, at: dict[int, int], where: dict[int, int], cell: int, component: int
) -> tuple[int, int, dict[int, int], dict[int, int]]:
    """The slots of a growing grid with a component, or none, in a cell."""
    at, where = at.copy(), where.copy()
    before = at.pop(cell, -1)
    if before >= 0:
        del where[before]
        occupied, on = occupied ^ 1 << cell, on ^ 1 << before
    if component >= 0:
        at[cell], where[component] = component, cell
        occupied, on = occupied | 1 << cell, on | 1 << component
    return occupied, on, at, where


def _position(region: Region) -> Callable[[tuple[int, ...]], int]:
    """Where a member begins."""
    base, width, sizes = (
        region.base,
        region.width,
        tuple(domain.size for domain in region.variable.keys),
    )
    match len(sizes):
        case 0:
            return lambda keys: base
        case 1:
            return lambda keys: base + keys[0] * width
        case _:
            return lambda keys: base + _mixed(sizes, keys) * width


def _mixed(sizes: tuple[int, ...], keys: tuple[int, ...]) -> int:
    """Keys as a number with mixed bases, the last key fastest."""
    number = 0
    for size, key in zip(sizes, keys, strict=True):
        number = number * size + key
    return number


def _getter(region: Region) -> Get:
    base, width, position = region.base, region.width, _position(region)
    match region.form:
        case "flags":
            return lambda slots, keys: slots[base] >> keys[0] & 1
        case "inverted":
            return _inverted_getter(base, width)
        case "crossed":
            return lambda slots, keys: sum(
                (slots[base + value] >> keys[0] & 1) << value for value in range(width)
            )
        case "grid":
            return lambda slots, keys: (
                slots[base + 2].get(keys[0], -1) if keys else slots[base : base + 4]
            )
        case "row":
            return lambda slots, keys: slots[(at := position(keys)) : at + width]
        case "plain" | "stack" if not region.variable.keys:
            return lambda slots, keys: slots[base]
        case "plain" | "stack" if len(region.variable.keys) == 1:
            return lambda slots, keys: slots[base + keys[0]]
        case _:
            return lambda slots, keys: slots[position(keys)]


def _inverted_getter(base: int, width: int) -> Get:
    values = tuple((base + value, value) for value in range(width))

    def get(slots: Slots, keys: tuple[int, ...]) -> int:
        bit = 1 << keys[0]
        for at, value in values:
            if slots[at] & bit:
                return value
        return -1

    return get


def _putter(region: Region) -> Put:
    base, width, position = region.base, region.width, _position(region)

    def put(slots: Slots, keys: tuple[int, ...], value: Any) -> None:
        slots[position(keys)] = value

    def put_row(slots: Slots, keys: tuple[int, ...], value: Any) -> None:
        at = position(keys)
        slots[at : at + width] = value

    def put_flag(slots: Slots, keys: tuple[int, ...], value: Any) -> None:
        bit = 1 << keys[0]
        slots[base] = slots[base] | bit if value else slots[base] & ~bit

    def put_inverted(slots: Slots, keys: tuple[int, ...], value: Any) -> None:
        bit = 1 << keys[0]
        for other in range(base, base + width):
            slots[other] &= ~bit
        if value != -1:
            slots[base + value] |= bit

    def put_crossed(slots: Slots, keys: tuple[int, ...], value: Any) -> None:
        bit = 1 << keys[0]
        for held in range(width):
            if value >> held & 1:
                slots[base + held] |= bit
            else:
                slots[base + held] &= ~bit

    def put_on_grid(slots: Slots, keys: tuple[int, ...], value: Any) -> None:
        slots[base : base + 4] = laid(
            slots[base], slots[base + 1], slots[base + 2], slots[base + 3], keys[0], value
        )

    match region.form:
        case "grid":
            return put_on_grid
        case "flags":
            return put_flag
        case "inverted":
            return put_inverted
        case "crossed":
            return put_crossed
        case "row":
            return put_row
        case "plain" | "stack":
            return put
        case _:
            assert_never(region.form)
