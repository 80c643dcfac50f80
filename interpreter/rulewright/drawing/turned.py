"""What has come to lie open for all before a seat: a card that is turned up, and who takes it; what
has come of a card that not even who plays it knew; and what the rules move when all is played.

Of a move that says what somebody believes, bids or asks for, this is what the others wait for. Each
seat saw it, so it may be told to each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ..core.evaluate import elements_of_mask
from ..core.ir import (
    Alternative,
    Choose,
    Const,
    Deal,
    Domain,
    Element,
    Move,
    MoveAll,
    Program,
    StateVariable,
    Stmt,
)
from ..core.walk import Node, children, walk
from ..diagnostics import first_few
from ..runtime.layout import Layout, Slots
from ..runtime.sight import Masks, component_of, held_in, visible
from .around import afterwards, in_action
from .lines import labelled, title_of
from .look import look_of

MOST = 4
"""So many components that are drawn or moved by the rules are told; more of them are a new deal."""

MOST_OPEN = 12
"""So many components that come to lie open together are told, so that any combination is; more of
them, where they do not lie in one place, are a new deal."""

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
    *,
    lost: Sequence[Masks] = (),
    but: Collection[int] = (),
) -> str:
    """What lies open before seats after a move of a seat and was not seen by all before it, if that
    is not too much: `shown of Ann + Bat 7`. `named`: what the move names, which is not told again,
    nor what it names by its kind. `lost`: what each seat has lost sight of meanwhile, as where all
    is shuffled.

    Of what lies open elsewhere, what the move itself puts there (`done`). `but`: nothing of what
    lies before these seats, who have chosen at the same time and are told to have it.
    """
    known = _seen_by_all(program, layout, before)
    for masks in lost:
        known = {domain: mask & ~masks.get(domain, 0) for domain, mask in known.items()}
    told, count = list[str](), 0

    def tell(place: str, labels: Iterable[str]) -> None:
        nonlocal count
        new = not_named(labels, named)
        count += len(new)
        told.extend(has_come(place, new))

    for place, domain, mask in _open_places(program, layout, after, seat, but):
        tell(place, labels_of(domain, mask & ~known.get(domain, 0)))
    for place, domain, mask in _common_places(program, layout, after, done):
        tell(place, labels_of(domain, mask & ~known.get(domain, 0)))
    return ", ".join(told) if count <= MOST_OPEN or len(told) == 1 else ""


def _seen_by_all(program: Program, layout: Layout, slots: Slots) -> Masks:
    first, *others = (visible(program, layout, slots, seat) for seat in range(program.seats.size))
    for masks in others:
        first = {domain: mask & masks.get(domain, 0) for domain, mask in first.items()}
    return first


def come(program: Program, layout: Layout, before: Slots, after: Slots) -> set[str]:
    """The components that all see now, and that lay elsewhere or were not seen by all before it,
    and what they are one of several of."""
    seen, known = (_seen_by_all(program, layout, slots) for slots in (after, before))
    come = set[str]()
    for zone in program.variables:
        if (domain := component_of(zone)) is not None:
            for keys in layout.members(after, zone):
                lay, lies = (held_in(zone, layout.get(one, zone, keys)) for one in (before, after))
                stayed = lay & known.get(domain, 0)
                come.update(labels_of(domain, lies & seen.get(domain, 0) & ~stayed))
    return come | {kind_of(label) for label in come}


def moved_at_the_end(
    program: Program,
    layout: Layout,
    before: Slots,
    after: Slots,
    choose: Choose,
    alternatives: Sequence[Alternative],
    named: Collection[str] = (),
) -> str:
    """What the rules have moved to where it lies open, when the last move of a game was made: `at
    the end won of Ann + Bat 7`, or how much, if it is more: `at the end won of Ann 9 -> 21`. Not
    what the move itself may put there, and what `turned_up` tells of it.

    `alternatives`: those that may have been chosen, for all that everybody knows; `named`: what the
    move names, for who is told that, and which `turned_up` therefore does not tell. Nothing hangs
    on where something lay that not all have seen.
    """
    by_flow = {target for _, target in _ways(afterwards(program, choose.point))}
    bodies = (one.body for one in alternatives)
    by_move = _ways([*bodies, *in_action(program, choose.point)])
    laid = {target for _, target in by_move}
    known, hidden = _seen_by_all(program, layout, before), look_of(program).hidden
    lay: dict[tuple[Domain, int], StateVariable] = {}
    for zone in program.variables:
        if (domain := component_of(zone)) is not None:
            for keys in layout.members(before, zone):
                held = held_in(zone, layout.get(before, zone, keys))
                lay |= {(domain, one): zone for one in elements_of_mask(held)}
    told = list[tuple[str, list[str], int, int]]()
    for zone in program.variables:
        domain = component_of(zone)
        if zone not in by_flow or zone.seen != "all" or domain is None or zone.name in hidden:
            continue
        for keys in layout.members(after, zone):
            was, now = (held_in(zone, layout.get(slots, zone, keys)) for slots in (before, after))
            new = [
                domain.labels[one]
                for one in elements_of_mask(now & ~was)
                if (
                    (lay.get((domain, one)), zone) not in by_move
                    if known.get(domain, 0) >> one & 1
                    else zone not in laid
                    and not (_is_of_a_seat(zone) and not_named([domain.labels[one]], named))
                )
            ]
            if new:
                told.append((place_of_zone(zone, keys), new, was.bit_count(), now.bit_count()))
    if not told:
        return ""
    few = sum(len(new) for _, new, _, _ in told) <= MOST
    each = (
        has_come(place, new) if few else [f"{place} {was} -> {now}"]
        for place, new, was, now in told
    )
    return f"at the end {', '.join(part for parts in each for part in parts)}"


def _ways(stmts: Iterable[Stmt]) -> set[tuple[StateVariable | None, StateVariable]]:
    """From where to where statements move something, but for what is done in moves."""
    moving = (part for stmt in stmts for part in _unasked(stmt))
    return {
        (part.source.variable, part.target.variable)
        for part in moving
        if isinstance(part, Deal | Move | MoveAll)
    }


def _unasked(node: Node) -> Iterator[Node]:
    """All parts of a statement, but for what is done in moves."""
    yield node
    for below in children(node):
        if not isinstance(below, Choose):
            yield from _unasked(below)


def _is_of_a_seat(zone: StateVariable) -> bool:
    return bool(zone.keys) and zone.keys[0].kind == "seat"


def done_by(stmt: Stmt) -> Done:
    """What a statement may put into zones that all see and that are no seat's."""
    return _put_into(walk(stmt))


def done_unasked(stmt: Stmt) -> Done:
    """The same, but for what is done in moves."""
    return _put_into(_unasked(stmt))


def _put_into(parts: Iterable[Node]) -> Done:
    moving = (part for part in parts if isinstance(part, Move | MoveAll))
    zones = dict.fromkeys(part.target.variable for part in moving)
    return tuple(one for one in zones if one.seen == "all")


def always_moved(stmt: Stmt) -> frozenset[str]:
    """The components that a statement moves by their own names, which goes without saying."""
    moved = (part.component for part in walk(stmt) if isinstance(part, Move))
    return frozenset(
        one.type.domain.labels[one.value]
        for one in moved
        if isinstance(one, Const) and isinstance(one.type, Element)
    )


def labels_of(domain: Domain, mask: int) -> list[str]:
    return [domain.labels[one] for one in elements_of_mask(mask)]


def _common_places(
    program: Program, layout: Layout, slots: Slots, done: Done
) -> Iterator[tuple[str, Domain, int]]:
    """The zones that are no seat's and into which something may have been put, with what lies
    there."""
    hidden = look_of(program).hidden
    for zone in done:
        domain = component_of(zone) if zone.name not in hidden else None
        if domain is not None and not any(key.kind == "seat" for key in zone.keys):
            for keys in layout.members(slots, zone):
                pairs = zip(zone.keys, keys, strict=True)
                labels = [title_of(key, key.labels[one]) for key, one in pairs]
                name = " ".join([labelled(zone.name), *labels])
                yield name, domain, held_in(zone, layout.get(slots, zone, keys))


def _open_places(
    program: Program, layout: Layout, slots: Slots, seat: int, but: Collection[int]
) -> Iterator[tuple[str, Domain, int]]:
    """The zones that each seat has and all see, with what lies there, but for some seats."""
    hidden = look_of(program).hidden
    for zone in program.variables:
        domain = component_of(zone) if zone.name not in hidden else None
        if domain is None or zone.seen != "all" or zone.keys[:1] != (program.seats,):
            continue
        for keys in layout.members(slots, zone):
            if keys[0] in but:
                continue
            held = held_in(zone, layout.get(slots, zone, keys))
            yield place_of_zone(zone, keys, seat), domain, held


def place_of_zone(zone: StateVariable, keys: Sequence[int], mover: int | str | None = None) -> str:
    """What a zone is called, with whose it is, if it is not that of who moves."""
    labels = [title_of(key, key.labels[one]) for key, one in zip(zone.keys, keys, strict=True)]
    owner, others = (labels[:1], labels[1:]) if _is_of_a_seat(zone) else ([], labels)
    of = [f"of {one}" for one in owner if keys[0] != mover]
    return " ".join([labelled(zone.name), *others, *of])


def not_named(labels: Iterable[str], named: Collection[str]) -> list[str]:
    """The components that a move does not name, nor what they are one of several of."""
    return [one for one in labels if one not in named and kind_of(one) not in named]


def kind_of(label: str) -> str:
    """What a component is called with those that it is one of several of."""
    return label.rpartition(" ")[0]


def has_come(place: str, labels: list[str]) -> list[str]:
    """That these lie there now: `shown of Ann + Bat 7`, of very many the first; nothing, if it is
    none."""
    return [f"{place} + {first_few(labels, MOST_OPEN)}"] if labels else []
