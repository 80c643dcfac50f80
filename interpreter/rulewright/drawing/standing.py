"""Who and what stands on a place, by marks that name the place: a king of each seat, the robber.

The other way round from marks and zones that are kept for each place. Seats are told by their
letters, with the mark's name where seats have several such marks or other men there, of which cells
have room for the beginning; what else a mark is kept for by its own name; what is nobody's by the
name of the mark.

What lies on a cell may have marks of its own, whose it is and what it has become: they are drawn
with it, for who looks at the board is to see them there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..characters import spoken
from ..core.ir import Domain, Element, Number, Program, StateVariable, Truth
from ..runtime.sight import component_of
from .look import in_order, look_of, seat_letters, shorts
from .notes import is_start, is_told_whole

Observed = Mapping[str, object]
MOST_LYING = 2  # components in a cell that are all named there
KEPT_FOR = ("seat", "enumeration", "component")


class Man(NamedTuple):
    """What stands on a place: in a few letters, the seat that it belongs to, -1: nobody's, and the
    mark that says so, empty where letters alone stand for nothing else."""

    letters: str
    seat: int = -1
    mark: str = ""
    short: str = ""

    @property
    def text(self) -> str:
        """As there is room for it in a cell."""
        return self.letters + self.short

    @property
    def in_full(self) -> str:
        """With the name of the mark."""
        return f"{self.letters} {self.mark}".rstrip()


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
                short = short_name(program, domain, mark)
                name = spoken(mark.name) * bool(short)
                yield Man(seat_letters(program)[place], place, name, short)
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


def kept_on(program: Program, domain: Domain) -> list[StateVariable]:
    """What is kept for each cell of a board."""
    return [
        variable
        for variable in in_order(program)
        if len(variable.keys) == 1
        and variable.keys[0] is domain
        and variable.role in ("zone", "mark")
    ]


def carried(program: Program, domain: Domain) -> list[StateVariable]:
    """The marks of the components that lie on cells of a board which a few letters can tell."""
    lying = [component_of(one) for one in kept_on(program, domain) if one.role == "zone"]
    return [
        mark
        for mark in in_order(program)
        if mark.role == "mark"
        and len(mark.keys) == 1
        and mark.keys[0] in lying
        and mark.seen != "nobody"
        and _is_told_in_letters(mark)
    ]


def _is_told_in_letters(mark: StateVariable) -> bool:
    kind = mark.type
    if isinstance(kind, Element):
        return kind.domain.kind in ("seat", "enumeration") and not kind.domain.columns
    return isinstance(kind, Truth | Number)


def lying_on(variable: StateVariable, value: object) -> list[str]:
    """The components of a zone of a cell that are named there: of many, the first."""
    if variable.role != "zone" or value is None or isinstance(value, Mapping):
        return []
    lying = [str(one) for one in (value if isinstance(value, list) else [value]) if one is not None]
    return lying if len(lying) <= MOST_LYING else lying[:1]


def carried_by(
    program: Program, domain: Domain, zone: StateVariable, label: str, seen: Observed
) -> Iterator[tuple[StateVariable, object]]:
    """What marks say of a component that lies in a zone of a cell, where it tells anything."""
    for mark in carried(program, domain):
        held = seen.get(mark.name)
        value = held.get(label) if isinstance(held, Mapping) else None
        if mark.keys[0] is not component_of(zone) or value is None:
            continue
        is_whose = isinstance(mark.type, Element) and mark.type.domain is program.seats
        if is_whose or not is_start(mark, value) or is_told_whole(mark, held):
            yield mark, value


def told_on_cells(program: Program, seen: Observed) -> Mapping[str, frozenset[str]]:
    """The components with which boards of cells draw what a mark says of them, by its name."""
    found = dict[str, frozenset[str]]()
    for board in program.boards:
        marks = carried(program, board.component) if board.component.columns else []
        zones = kept_on(program, board.component) if marks else []
        for zone in (one for one in zones if one.role == "zone"):
            held = seen.get(zone.name)
            values = held.values() if isinstance(held, Mapping) else ()
            lying = frozenset(one for value in values for one in lying_on(zone, value))
            for mark in (one for one in marks if one.keys[0] is component_of(zone)):
                found[mark.name] = found.get(mark.name, frozenset()) | lying
    return found
