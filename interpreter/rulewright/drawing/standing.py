"""Who and what stands on a place, by marks that name the place: a king of each seat, the robber.

The other way round from marks and zones that are kept for each place. Seats are told by their
letters, with the beginning of the mark's name where seats have several such marks or other men
there; what else a mark is kept for by its own name; what is nobody's by the name of the mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..characters import spoken
from ..core.ir import Domain, Element, Program, StateVariable
from .look import in_order, look_of, seat_letters, shorts

Observed = Mapping[str, object]
KEPT_FOR = ("seat", "enumeration", "component")


class Man(NamedTuple):
    """What stands on a place: in a few letters, and the seat that it belongs to; -1: nobody's."""

    text: str
    seat: int = -1


def men(program: Program, domain: Domain) -> list[StateVariable]:
    """The marks that say, for each seat or for each of some other things, on which place it
    stands."""
    return [
        mark
        for mark in in_order(program)
        if mark.role == "mark"
        and len(mark.keys) == 1
        and mark.keys[0] is not domain
        and mark.keys[0].kind in KEPT_FOR
        and not mark.keys[0].columns
        and names_one(mark, domain)
    ]


def names_one(mark: StateVariable, domain: Domain) -> bool:
    """Is the value of a mark one of these places?"""
    return isinstance(mark.type, Element) and mark.type.domain is domain


def men_on(program: Program, domain: Domain, seen: Observed, label: str) -> Iterator[Man]:
    """Who stands on a place, as far as it is seen."""
    symbols = look_of(program).symbols
    for mark in men(program, domain):
        held = seen.get(mark.name)
        for place, (key, at) in enumerate(held.items() if isinstance(held, Mapping) else ()):
            if at != label:
                continue
            if mark.keys[0] is program.seats:
                yield Man(seat_letters(program)[place] + short_name(program, domain, mark), place)
            else:
                yield Man(symbols.get(str(key), str(key)))


def short_name(program: Program, domain: Domain, mark: StateVariable) -> str:
    """The beginning of the name of a mark, where the letter of a seat alone may stand for something
    else; else nothing."""
    own = [one for one in men(program, domain) if one.keys == (program.seats,)]
    others = any(
        one.keys == (domain,) and isinstance(one.type, Element) and one.type.domain is program.seats
        for one in program.variables
    )
    if len(own) == 1 and not others:
        return ""
    names = [spoken(one.name) for one in own]
    return shorts(program, names)[own.index(mark)]


def named_on(program: Program, domain: Domain, seen: Observed, label: str) -> Iterator[str]:
    """The names of the marks of the whole table that name a place."""
    for mark in in_order(program):
        if mark.role == "mark" and not mark.keys and names_one(mark, domain):
            if seen.get(mark.name) == label:
                yield spoken(mark.name)
