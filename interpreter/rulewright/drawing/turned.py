"""What has come to lie open for all before a seat: a card that is turned up, and who takes it.

Of a move that says what somebody believes, bids or asks for, this is what the others wait for. Each
seat saw it, so it may be told to each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..core.evaluate import elements_of_mask
from ..core.ir import Domain, Program
from ..runtime.layout import Layout, Slots
from ..runtime.sight import component_of, held_in, visible
from .lines import seat_title, spoken

MOST = 4
"""So many components that come to lie open together are told; more of them are a new deal."""


def turned_up(
    program: Program, layout: Layout, before: Slots, after: Slots, seat: int, named: Collection[str]
) -> str:
    """What lies open before seats after a move of a seat and was not seen by all before it, if that
    is not too much: `shown of Ann + Bat 7`. `named`: what the move names, which is not told again,
    nor what it names by its kind."""
    seen = [visible(program, layout, before, one) for one in range(program.seats.size)]
    known = {domain: seen[0].get(domain, 0) for domain in seen[0]}
    for masks in seen[1:]:
        known = {domain: mask & masks.get(domain, 0) for domain, mask in known.items()}
    told, count = list[str](), 0
    for place, domain, mask in _open_places(program, layout, after, seat):
        new = elements_of_mask(mask & ~known.get(domain, 0))
        labels = [domain.labels[one] for one in new]
        labels = [one for one in labels if not _is_named(one, named)]
        count += len(labels)
        told += [f"{place} + {', '.join(labels)}"] * bool(labels)
    return ", ".join(told) if count <= MOST else ""


def _open_places(
    program: Program, layout: Layout, slots: Slots, seat: int
) -> Iterator[tuple[str, Domain, int]]:
    """The zones that each seat has and all see, with what lies there."""
    for zone in program.variables:
        domain = component_of(zone)
        if domain is None or zone.seen != "all" or zone.keys[:1] != (program.seats,):
            continue
        for keys in layout.members(slots, zone):
            owner, *others = [key.labels[one] for key, one in zip(zone.keys, keys, strict=True)]
            name = " ".join([spoken(zone.name), *others])
            of = "" if keys[0] == seat else f" of {seat_title(owner)}"
            yield f"{name}{of}", domain, held_in(zone, layout.get(slots, zone, keys))


def _is_named(label: str, named: Collection[str]) -> bool:
    """Does a move name a component, or what it is one of several of?"""
    return label in named or label.rpartition(" ")[0] in named
