"""What a seat sees, derived from the visibility that the rules declare and from nothing else.

A seat sees a cell by its `seen`: some for themselves, others because they belong to a component
that the seat sees. What it has seen of a component that now lies hidden is in the cells of role
`knowledge`: one mask of components for each seat, meaningful for components in places the seat does
not see ("known" components). From these follow the observation, the key of a position and the
exchange of what a seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import assert_never, cast

from ..core.evaluate import Value, elements, mask_of
from ..core.ir import (
    Cell,
    Choose,
    Domain,
    Element,
    Number,
    Program,
    RowOf,
    SetOf,
    StackOf,
    Truth,
    Type,
    WaysOf,
)
from .chance import below, stream
from .layout import CHANCE, POINT, Layout, Slots

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
Masks = dict[Domain, int]


def sees(cell: Cell, seat: int, me: int, first: int, components: Masks) -> bool:
    """Does the seat see the members of the cell whose first key is `first`?

    `me`: the seat that decides. `components`: those it sees, for what is seen with a component.
    """
    match cell.seen:
        case "all":
            return True
        case "owner":
            return first == seat
        case "nobody":
            return False
        case "chooser":
            return me == seat
        case "with":
            return bool(components.get(cell.keys[0], 0) >> first & 1)
        case _:
            assert_never(cell.seen)


def waiting(program: Program, slots: Slots) -> Choose | None:
    """The choice at which a state waits, if it waits at one."""
    point = cast(int, slots[POINT])
    return program.choices[point] if point >= 0 else None


# -------------------------------------------------------------------------------------- observation


def observe(program: Program, layout: Layout, slots: Slots, seat: int) -> dict[str, Json]:
    """What a seat sees, as plain JSON.

    `to_move` (a seat number, or null when the game is over), `over`, `phase` (to others a secret
    choice is the open one it is part of), and `cells`: by name, nested by the labels of their keys.
    Elements are labels, stacks are listed from the top down, empty places are null. A hidden zone
    is `{"count": n, "known": labels}`, a hidden mark null; what only the chooser sees is left out
    for others, as is what belongs to a component that is not seen, and what the language itself
    keeps.
    """
    choice = waiting(program, slots)
    me = cast(int, layout.get(slots, program.me, ()))
    phase = ""
    if choice is not None:
        phase = choice.name if seat == me or not choice.cover else choice.cover
    cells: dict[str, Json] = {}
    at = _Seen(program, layout, slots, seat, me, visible(program, layout, slots, seat))
    for cell in program.cells:
        if cell.role in ("control", "knowledge") or (cell.seen == "chooser" and seat != me):
            continue
        cells[cell.name] = _nested(at, cell, ())
    return {
        "seat": seat,
        "to_move": me if choice is not None else None,
        "over": choice is None,
        "phase": phase,
        "cells": cells,
    }


@dataclass(frozen=True, slots=True)
class _Seen:
    program: Program
    layout: Layout
    slots: Slots
    seat: int
    me: int
    components: Masks


def _nested(at: _Seen, cell: Cell, keys: tuple[int, ...]) -> Json:
    if cell.grows and not keys:
        places = at.layout.members(at.slots, cell)
        return {cell.keys[0].labels[place[0]]: _nested(at, cell, place) for place in places}
    if len(keys) < len(cell.keys):
        labels = cell.keys[len(keys)].labels
        shown: Iterable[int] = at.program.present(cell.keys[len(keys)])
        if cell.seen == "with" and not keys:
            shown = elements(at.components[cell.keys[0]], SetOf(cell.keys[0]))
        return {labels[i]: _nested(at, cell, (*keys, i)) for i in shown}
    value = at.layout.get(at.slots, cell, keys)
    if sees(cell, at.seat, at.me, keys[0] if keys else -1, at.components):
        return as_json(value, cell.type)
    domain = _component(cell)
    if domain is None:
        return None
    held = _held(cell, value)
    known = held & knowledge(at.program, at.layout, at.slots, at.seat, domain)
    return {"count": held.bit_count(), "known": as_json(known, SetOf(domain))}


def as_json(value: Value, kind: Type) -> Json:
    """A value as JSON: labels for elements, lists for collections, null for none."""
    match kind:
        case Truth():
            return bool(value)
        case Number():
            return cast(int, value)
        case Element():
            return kind.domain.labels[cast(int, value)] if value != -1 else None
        case SetOf() | StackOf():
            return [kind.domain.labels[e] for e in elements(value, kind)]
        case RowOf():
            labels = kind.domain.labels
            return [labels[e] if e >= 0 else None for e in cast(list[int], value)]
        case WaysOf():
            raise TypeError("ways are worked out, never stored")
        case _:
            assert_never(kind)


def knowledge(program: Program, layout: Layout, slots: Slots, seat: int, domain: Domain) -> int:
    """The components of a domain that a seat knows by sight, wherever they lie (a mask)."""
    for cell in program.cells:
        if cell.role == "knowledge" and cell.type == SetOf(domain):
            return cast(int, layout.get(slots, cell, (seat,)))
    return 0


def _component(cell: Cell) -> Domain | None:
    """The domain of the components a zone holds."""
    return (
        cell.type.domain
        if cell.role == "zone" and not isinstance(cell.type, Truth | Number)
        else None
    )


def _held(cell: Cell, value: Value) -> int:
    """What a zone's value holds, as a mask (a slot's value is an element, not a mask)."""
    if isinstance(cell.type, Element):
        return 1 << value if isinstance(value, int) and value >= 0 else 0
    return mask_of(value)


def looks_alike(program: Program, layout: Layout, slots: Slots, other: Slots, seat: int) -> bool:
    """Would a seat, seeing one of two positions, know that it is not the other one?

    What it sees is the same, as is what it can count and what it knows: by the declared visibility
    alone, whatever is offered.
    """
    me = cast(int, layout.get(slots, program.me, ()))
    if me != layout.get(other, program.me, ()):
        return False
    one, two = waiting(program, slots), waiting(program, other)
    if one is not two and (one is None or two is None or me == seat):
        return False
    if one is not None and two is not None and (one.cover or one.name) != (two.cover or two.name):
        return False
    masks = visible(program, layout, slots, seat)
    if masks != visible(program, layout, other, seat):
        return False
    covered = hidden(program, layout, slots, seat)
    for cell in program.cells:
        at = layout.slot(cell)
        if slots[at.base : at.base + at.count] == other[at.base : at.base + at.count]:
            continue
        if cell.role == "knowledge":
            known = covered.get(cast(SetOf, cell.type).domain, 0)
            ours, theirs = (layout.get(s, cell, (seat,)) for s in (slots, other))
            if cast(int, ours) & known != cast(int, theirs) & known:
                return False
            continue
        members = list(layout.members(slots, cell))
        if members != list(layout.members(other, cell)):
            return False
        for keys in members:
            ours, theirs = layout.get(slots, cell, keys), layout.get(other, cell, keys)
            if ours == theirs:
                continue
            domain = _component(cell)
            if sees(cell, seat, me, keys[0] if keys else -1, masks):
                return False
            if domain is None or cell.seen == "with":
                continue
            known = knowledge(program, layout, slots, seat, domain)
            here, there = _held(cell, ours), _held(cell, theirs)
            if here.bit_count() != there.bit_count() or here & known != there & known:
                return False
    return True


# --------------------------------------------------------------------------------------- who knows


def visible(program: Program, layout: Layout, slots: Slots, seat: int) -> Masks:
    """For each domain of components, those that the seat sees where they lie, or because they have
    been chosen openly."""
    me = cast(int, layout.get(slots, program.me, ()))
    masks: Masks = {}
    beside: list[Cell] = []  # zones that belong to components: seen as soon as those are
    for cell in program.cells:
        domain = _component(cell)
        if domain is not None:
            masks.setdefault(domain, 0)
        elif cell.role == "choice" and cell.seen == "all" and isinstance(cell.type, SetOf):
            domain = cell.type.domain
        if domain is None or domain.kind != "component":
            continue
        if cell.seen == "with":
            beside.append(cell)
            continue
        for keys in layout.members(slots, cell):
            if sees(cell, seat, me, keys[0] if keys else -1, masks):
                held = _held(cell, layout.get(slots, cell, keys))
                masks[domain] = masks.get(domain, 0) | held
    _add_what_lies_beside(layout, slots, beside, masks)
    return masks


def _add_what_lies_beside(layout: Layout, slots: Slots, beside: list[Cell], masks: Masks) -> None:
    """Add what belongs to components that are seen, and what belongs to that in turn."""
    before: Masks = {}
    while before != masks:
        before = dict(masks)
        for cell in beside:
            domain = cast(Domain, _component(cell))
            for keys in layout.members(slots, cell):
                if masks.get(cell.keys[0], 0) >> keys[0] & 1:
                    masks[domain] |= _held(cell, layout.get(slots, cell, keys))


def hidden(program: Program, layout: Layout, slots: Slots, seat: int) -> Masks:
    """For each domain of components, those that lie where the seat does not see them."""
    masks = _in_zones(program, layout, slots, lambda cell: True)
    seen = visible(program, layout, slots, seat)
    return {domain: mask & ~seen[domain] for domain, mask in masks.items()}


def _in_zones(
    program: Program, layout: Layout, slots: Slots, wanted: Callable[[Cell], bool]
) -> Masks:
    """For each domain of components, those that lie in certain zones."""
    masks: Masks = {}
    for cell in program.cells:
        domain = _component(cell)
        if domain is None:
            continue
        masks.setdefault(domain, 0)
        for keys in layout.members(slots, cell) if wanted(cell) else ():
            masks[domain] |= _held(cell, layout.get(slots, cell, keys))
    return masks


def canonical(program: Program, layout: Layout, slots: Slots) -> list[Json]:
    """The slots as plain data, equal for equal positions.

    The chance source is left out, and of what a seat knows only what lies hidden from it counts:
    whether it once saw a component that lies open now makes no difference.
    """
    kept = layout.copy(slots)
    knowing = [cell for cell in program.cells if cell.role == "knowledge"]
    for seat in range(program.seats.size if knowing else 0):
        covered = hidden(program, layout, slots, seat)
        for cell in knowing:
            known = cast(int, layout.get(slots, cell, (seat,)))
            layout.put(kept, cell, (seat,), known & covered.get(cast(SetOf, cell.type).domain, 0))
    plain = (sorted(slot.items()) if isinstance(slot, dict) else slot for slot in kept)
    return cast("list[Json]", [slot for i, slot in enumerate(plain) if i != CHANCE])


# ----------------------------------------------------------------------------------------- exchange


def exchange(program: Program, layout: Layout, slots: Slots, seat: int, seed: int) -> Slots:
    """A copy in which what the seat cannot tell apart is dealt anew, at random by `seed`.

    For each domain of components: those that lie hidden from the seat and are not known to it are
    permuted among their places, all permutations being equally likely; what other seats know goes
    with the places, and what belongs to a component stays with it. The seat's observation stays as
    it is. While another seat is in the middle of a secret choice, what that seat sees stays too, or
    its choice might come to nothing. Marks stay as they are, but for those that belong to what is
    dealt: what else they might be depends on the past (see `redealing`). A seeded chance source is
    replaced, for what is to come is hidden as well.
    """
    source = stream(seed, 1)
    dealt = layout.copy(slots)
    if isinstance(slots[CHANCE], int):
        dealt[CHANCE] = stream(seed, 2)
    choice = waiting(program, slots)
    me = cast(int, layout.get(slots, program.me, ()))
    hidden_choice = choice is not None and (choice.cover or choice.secret)
    blind = [seat, me] if hidden_choice and me != seat else [seat]
    loose = _loose(program, layout, slots, blind)
    for domain, mask in loose.items():
        before = list(elements(mask, SetOf(domain)))
        after = before[:]
        for i in range(len(after) - 1, 0, -1):
            source, j = below(source, i + 1)
            after[i], after[j] = after[j], after[i]
        _rename(program, layout, dealt, domain, dict(zip(before, after, strict=True)))
    return dealt


def _loose(program: Program, layout: Layout, slots: Slots, seats: list[int]) -> Masks:
    """The components that none of the seats sees or knows, and that belong to no other one."""
    bound = _in_zones(program, layout, slots, lambda cell: cell.seen == "with")
    loose: Masks = {}
    for seat in seats:
        for domain, mask in hidden(program, layout, slots, seat).items():
            mask &= ~(bound[domain] | knowledge(program, layout, slots, seat, domain))
            loose[domain] = loose.get(domain, mask) & mask
    return loose


def _rename(
    program: Program, layout: Layout, slots: Slots, domain: Domain, names: dict[int, int]
) -> None:
    """Put components in each other's places, with what is known of the places."""

    def renamed(mask: int) -> int:
        return mask_of([names.get(e, e) for e in elements(mask, SetOf(domain))])

    for cell in program.cells:
        zone = _component(cell) is domain
        if not zone and not (cell.role == "knowledge" and cell.type == SetOf(domain)):
            continue
        for keys in layout.members(slots, cell):
            value = layout.get(slots, cell, keys)
            if isinstance(value, list):
                layout.put(slots, cell, keys, [names.get(e, e) for e in value])
            elif isinstance(cell.type, Element):
                layout.put(slots, cell, keys, names.get(value, value))
            else:
                layout.put(slots, cell, keys, renamed(value))
