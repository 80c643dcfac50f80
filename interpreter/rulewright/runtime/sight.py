"""Who sees which places, by the visibility that the rules declare and by nothing else.

A seat sees a cell by its `seen`: some for themselves, others because they belong to a component
that the seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from typing import assert_never, cast

from ..core.evaluate import Value, mask_of
from ..core.ir import Choose, Domain, Element, Number, Program, SetOf, StackOf, StateVariable, Truth
from ..core.walk import walk
from .layout import POINT, Layout, Region, Slots

Masks = dict[Domain, int]
KEPT = ("owner", "others", "nobody")  # from some seat, other than with a component


def sees(variable: StateVariable, seat: int, me: int, first: int, components: Masks) -> bool:
    """Does the seat see the members of the state variable whose first key is `first`?

    `me`: the seat that decides. `components`: those it sees, for what is seen with a component.
    """
    match variable.seen:
        case "all":
            return True
        case "owner":
            return first == seat
        case "others":
            return first != seat
        case "nobody":
            return False
        case "chooser":
            return me == seat
        case "with":
            return bool(components.get(variable.keys[0], 0) >> first & 1)
        case _:
            assert_never(variable.seen)


def chooser_of(layout: Layout, slots: Slots, variable: StateVariable, me: int) -> int:
    """The seat that has chosen what a state variable keeps, where `me` decides: another one if that
    one has been asked in between."""
    if variable.asked is None:
        return me
    whose = cast(int, layout.get(slots, variable.asked, ()))
    return me if whose < 0 else whose


def waiting(program: Program, slots: Slots) -> Choose | None:
    """The choice at which a state waits, if it waits at one."""
    point = cast(int, slots[POINT])
    return program.choices[point] if point >= 0 else None


def component_of(variable: StateVariable) -> Domain | None:
    """The domain of the components a zone holds."""
    return (
        variable.type.domain
        if variable.role == "zone" and not isinstance(variable.type, Truth | Number)
        else None
    )


def held_in(variable: StateVariable, value: Value) -> int:
    """What a zone's value holds, as a mask (a slot's value is an element, not a mask)."""
    if isinstance(variable.type, Element):
        return 1 << value if isinstance(value, int) and value >= 0 else 0
    return mask_of(value)


Held = Callable[[Slots, int, int], int]
"""What lies in the slots of a zone from one on up to another, as a mask."""


@dataclass(frozen=True, slots=True)
class Place:
    """A zone, or where somebody chooses openly: of which `domain` is what it holds, where in the
    slots it stands, how many slots there are for each value of its first key, what is in those in
    which nothing lies, and what says what lies in some of them."""

    variable: StateVariable
    domain: Domain
    first: int
    after: int
    width: int
    empty: object
    held: Held


@dataclass(frozen=True, slots=True)
class Places:
    """Where components lie or are chosen openly, by who sees it: all, the chooser, some seats by
    themselves, or who sees the component that it belongs to. `zones`: all zones; `fresh`: no
    components of each domain that any of them may hold."""

    open: tuple[Place, ...]
    chooser: tuple[Place, ...]
    of_seats: tuple[Place, ...]
    beside: tuple[Place, ...]
    zones: tuple[Place, ...]
    fresh: Masks


@lru_cache(maxsize=32)
def places(layout: Layout) -> Places:
    """The places of a program."""
    zones, found = list[Place](), list[Place]()
    for variable, first, after in layout.bounds:
        domain, is_zone = component_of(variable), True
        if domain is None and is_chosen_openly(variable):
            domain, is_zone = cast(SetOf, variable.type).domain, False
        if domain is None:
            continue
        width = (after - first) // variable.keys[0].size if variable.keys else after - first
        empty: object = 0 if isinstance(variable.type, SetOf) else -1
        if isinstance(variable.type, StackOf):
            empty = []
        place = Place(variable, domain, first, after, width, empty, _held(layout.region(variable)))
        if is_zone:
            zones.append(place)
        if domain.kind == "component":
            found.append(place)

    def seen(*by: str) -> tuple[Place, ...]:
        return tuple(place for place in found if place.variable.seen in by)

    fresh = dict.fromkeys((place.domain for place in (*zones, *found)), 0)
    return Places(
        seen("all"), seen("chooser"), seen("owner", "others"), seen("with"), tuple(zones), fresh
    )


def is_chosen_openly(variable: StateVariable) -> bool:
    """Is it what somebody selects for all to see?"""
    is_selected = variable.role == "choice" and variable.chosen
    return is_selected and variable.seen == "all" and isinstance(variable.type, SetOf)


def _held(region: Region) -> Held:
    """What says what lies in slots of this region."""
    if region.form == "grid":
        return lambda slots, first, after: cast(int, slots[first + 1])
    if isinstance(region.variable.type, SetOf):
        return lambda slots, first, after: reduce(or_, slots[first:after], 0)
    if region.form == "stack":
        return lambda slots, first, after: mask_of([*chain.from_iterable(slots[first:after])])
    return lambda slots, first, after: mask_of(slots[first:after])


def visible(program: Program, layout: Layout, slots: Slots, seat: int) -> Masks:
    """For each domain of components, those that the seat sees where they lie, or because they have
    been chosen openly."""
    return visible_to(program, layout, slots, (seat,))[0]


def visible_to(program: Program, layout: Layout, slots: Slots, seats: Iterable[int]) -> list[Masks]:
    """The same for several seats: what they have in common is looked at once."""
    there, me = places(layout), slots[layout.region(program.me).base]
    shared = {**there.fresh}
    for place in there.open:
        shared[place.domain] |= place.held(slots, place.first, place.after)
    beside = list(_what_lies_beside(slots, there.beside))
    found = []
    for seat in seats:
        masks = {**shared}
        for place in there.chooser if me == seat else ():
            masks[place.domain] |= place.held(slots, place.first, place.after)
        for place in there.of_seats:
            first = place.first + seat * place.width
            after = first + place.width
            if place.variable.seen == "owner":
                masks[place.domain] |= place.held(slots, first, after)
            else:
                masks[place.domain] |= place.held(slots, place.first, first)
                masks[place.domain] |= place.held(slots, after, place.after)
        _add_what_lies_beside(beside, masks)
        found.append(masks)
    return found


Beside = tuple[Domain, int, Domain, int]
"""A component, by its domain, and what belongs to it, by the domain of that."""


def _what_lies_beside(slots: Slots, beside: Sequence[Place]) -> Iterator[Beside]:
    """What belongs to each component, if there is anything."""
    for place in beside:
        of, first, width, empty = place.variable.keys[0], place.first, place.width, place.empty
        for at, value in enumerate(slots[first : place.after]):
            if value != empty:  # few hold anything
                there = first + at
                yield of, at // width, place.domain, place.held(slots, there, there + 1)


def _add_what_lies_beside(held: Sequence[Beside], masks: Masks) -> None:
    """Add what belongs to components that are seen, and what belongs to that in turn."""
    while held:
        left = []
        for one in held:
            of, key, domain, lies = one
            if masks.get(of, 0) >> key & 1:
                masks[domain] |= lies
            else:
                left.append(one)
        if len(left) == len(held):
            return
        held = left


def hidden(program: Program, layout: Layout, slots: Slots, seat: int) -> Masks:
    """For each domain of components, those that lie where the seat does not see them."""
    masks = in_zones(layout, slots, lambda variable: True)
    seen = visible(program, layout, slots, seat)
    return {domain: mask & ~seen[domain] for domain, mask in masks.items()}


def in_zones(layout: Layout, slots: Slots, wanted: Callable[[StateVariable], bool]) -> Masks:
    """For each domain of components, those that lie in certain zones."""
    masks: Masks = {}
    for place in places(layout).zones:
        masks.setdefault(place.domain, 0)
        if wanted(place.variable):
            masks[place.domain] |= place.held(slots, place.first, place.after)
    return masks


def is_box(variable: StateVariable) -> bool:
    """Is this where components lie that are not in the game? No rule can name it."""
    return variable.role == "zone" and variable.name.startswith("box of ")


def all_see_alike(program: Program) -> bool:
    """Do all seats always see and know the same, whatever is played? So it is where nothing is a
    seat's own and nothing is chosen secretly: what is hidden from all, no rule lets one of them
    learn.
    """
    choices = (node for node in walk(program.flow) if isinstance(node, Choose))
    if any(choice.secret or choice.cover for choice in choices):
        return False
    return all(variable.seen not in ("owner", "others") for variable in program.variables)


def can_be_hidden(program: Program) -> list[Domain]:
    """The domains of components that may lie where some seat does not see them."""
    found: dict[Domain, None] = {}
    for variable in program.variables:
        domain = component_of(variable)
        if domain is not None and variable.seen != "all":
            found[domain] = None
    return list(found)
