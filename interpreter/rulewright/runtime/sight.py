"""Who sees which places, by the visibility that the rules declare and by nothing else.

A seat sees a cell by its `seen`: some for themselves, others because they belong to a component
that the seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never, cast

from ..core.evaluate import Value, mask_of
from ..core.ir import Choose, Domain, Element, Number, Program, SetOf, StateVariable, Truth
from ..core.walk import walk
from .layout import POINT, Layout, Slots

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


@dataclass(frozen=True, slots=True)
class Places:
    """Where components lie or are chosen openly: those that a seat may see by themselves, each with
    the domain of what it holds, and those that belong to other components (`beside`). `domains`: of
    all zones."""

    by_themselves: tuple[tuple[StateVariable, Domain], ...]
    beside: tuple[StateVariable, ...]
    domains: tuple[Domain, ...]


@lru_cache(maxsize=16)
def places(program: Program) -> Places:
    """The places of a program."""
    found, domains = [], dict[Domain, None]()
    for variable in program.variables:
        domain = component_of(variable)
        if domain is not None:
            domains[domain] = None
        elif (
            variable.role == "choice"
            and variable.seen == "all"
            and isinstance(variable.type, SetOf)
        ):
            domain = variable.type.domain
        if domain is not None and domain.kind == "component":
            found.append((variable, domain))
    return Places(
        tuple(one for one in found if one[0].seen not in ("with", "nobody")),
        tuple(variable for variable, _ in found if variable.seen == "with"), tuple(domains),
    )  # fmt: skip


def visible(program: Program, layout: Layout, slots: Slots, seat: int) -> Masks:
    """For each domain of components, those that the seat sees where they lie, or because they have
    been chosen openly."""
    me = cast(int, layout.get(slots, program.me, ()))
    there = places(program)
    masks: Masks = dict.fromkeys(there.domains, 0)
    for variable, domain in there.by_themselves:
        if variable.seen == "chooser" and me != seat:
            continue
        get, held = layout.getter(variable), masks.get(domain, 0)
        mine = {"owner": True, "others": False}.get(variable.seen)  # None: all members are seen
        for keys in layout.members(slots, variable):
            if mine is None or (keys[0] == seat) is mine:
                held |= held_in(variable, get(slots, keys))
        masks[domain] = held
    if there.beside:
        _add_what_lies_beside(layout, slots, there.beside, masks)
    return masks


def _add_what_lies_beside(
    layout: Layout, slots: Slots, beside: Sequence[StateVariable], masks: Masks
) -> None:
    """Add what belongs to components that are seen, and what belongs to that in turn."""
    held = []  # what belongs to which component
    for variable in beside:
        of, domain = variable.keys[0], cast(Domain, component_of(variable))
        get = layout.getter(variable)
        for keys in layout.members(slots, variable):
            if lies := held_in(variable, get(slots, keys)):
                held.append((of, keys[0], domain, lies))
    while True:
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
    masks = in_zones(program, layout, slots, lambda variable: True)
    seen = visible(program, layout, slots, seat)
    return {domain: mask & ~seen[domain] for domain, mask in masks.items()}


def in_zones(
    program: Program, layout: Layout, slots: Slots, wanted: Callable[[StateVariable], bool]
) -> Masks:
    """For each domain of components, those that lie in certain zones."""
    masks: Masks = {}
    for variable in program.variables:
        domain = component_of(variable)
        if domain is None:
            continue
        masks.setdefault(domain, 0)
        for keys in layout.members(slots, variable) if wanted(variable) else ():
            masks[domain] |= held_in(variable, layout.get(slots, variable, keys))
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
