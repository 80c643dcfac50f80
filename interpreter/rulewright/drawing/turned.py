"""What has come to lie open for all before a seat: a card that is turned up, and who takes it; and
what has come of a card that not even who plays it knew.

Of a move that says what somebody believes, bids or asks for, this is what the others wait for. Each
seat saw it, so it may be told to each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ..core.evaluate import elements_of_mask
from ..core.ir import Domain, Move, MoveAll, Program, StateVariable, Stmt
from ..core.walk import walk
from ..runtime.layout import Layout, Slots
from ..runtime.sight import component_of, held_in, visible
from .lines import labelled, title_of

MOST = 4
"""So many components that come to lie open together are told; more of them are a new deal."""

Done = tuple[StateVariable, ...]
"""Zones into which something may be put."""


def turned_up(
    program: Program,
    layout: Layout,
    before: Slots,
    after: Slots,
    seat: int,
    named: Collection[str],
    done: Done,
) -> str:
    """What lies open before seats after a move of a seat and was not seen by all before it, if that
    is not too much: `shown of Ann + Bat 7`. `named`: what the move names, which is not told again,
    nor what it names by its kind.

    Of what lies open elsewhere, what the move itself puts there (`done`) and its own seat had not
    seen.
    """
    seen = [visible(program, layout, before, one) for one in range(program.seats.size)]
    known = {domain: seen[0].get(domain, 0) for domain in seen[0]}
    for masks in seen[1:]:
        known = {domain: mask & masks.get(domain, 0) for domain, mask in known.items()}
    told, count = list[str](), 0

    def tell(place: str, labels: Iterable[str]) -> None:
        nonlocal count
        new = not_named(labels, named)
        count += len(new)
        told.extend(has_come(place, new))

    for place, domain, mask in _open_places(program, layout, after, seat):
        tell(place, _labels(domain, mask & ~known.get(domain, 0)))
    for place, domain, mask in _common_places(layout, after, done):
        tell(place, _labels(domain, mask & ~seen[seat].get(domain, 0)))
    return ", ".join(told) if count <= MOST else ""


def done_by(stmt: Stmt) -> Done:
    """What a statement may put into zones that all see and that are no seat's."""
    parts = (part for part in walk(stmt) if isinstance(part, Move | MoveAll))
    zones = dict.fromkeys(part.target.variable for part in parts)
    return tuple(one for one in zones if one.seen == "all")


def _labels(domain: Domain, mask: int) -> list[str]:
    return [domain.labels[one] for one in elements_of_mask(mask)]


def _common_places(layout: Layout, slots: Slots, done: Done) -> Iterator[tuple[str, Domain, int]]:
    """The zones that are no seat's and into which something may have been put, with what lies
    there."""
    for zone in done:
        domain = component_of(zone)
        if domain is not None and not any(key.kind == "seat" for key in zone.keys):
            for keys in layout.members(slots, zone):
                pairs = zip(zone.keys, keys, strict=True)
                labels = [title_of(key, key.labels[one]) for key, one in pairs]
                name = " ".join([labelled(zone.name), *labels])
                yield name, domain, held_in(zone, layout.get(slots, zone, keys))


def _open_places(
    program: Program, layout: Layout, slots: Slots, seat: int
) -> Iterator[tuple[str, Domain, int]]:
    """The zones that each seat has and all see, with what lies there."""
    for zone in program.variables:
        domain = component_of(zone)
        if domain is None or zone.seen != "all" or zone.keys[:1] != (program.seats,):
            continue
        for keys in layout.members(slots, zone):
            pairs = zip(zone.keys, keys, strict=True)
            owner, *others = [title_of(key, key.labels[one]) for key, one in pairs]
            name = " ".join([labelled(zone.name), *others])
            of = "" if keys[0] == seat else f" of {owner}"
            yield f"{name}{of}", domain, held_in(zone, layout.get(slots, zone, keys))


def not_named(labels: Iterable[str], named: Collection[str]) -> list[str]:
    """The components that a move does not name, nor what they are one of several of."""
    return [x for x in labels if x not in named and x.rpartition(" ")[0] not in named]


def has_come(place: str, labels: list[str]) -> list[str]:
    """That these lie there now: `shown of Ann + Bat 7`; nothing, if it is none."""
    return [f"{place} + {', '.join(labels)}"] if labels else []
