"""What chance has picked, as far as seats see it, what came to lie where some of them alone see it,
and what they saw for a moment.

A throw that stands in a turn before its first decision belongs to no move, but whoever reads later
what was done wants to know it, and so it is told of who has that turn, even if nothing is decided
in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from ..characters import spoken
from ..core.evaluate import Value, elements_of_mask, written
from ..core.ir import Element, Program, Type
from ..diagnostics import first_few
from ..runtime.layout import Layout, Slots
from ..runtime.memory import Memory, Thrown
from ..runtime.sight import Masks, can_be_hidden, component_of, held_in, in_zones, visible
from .lines import seat_title, title_of
from .look import look_of
from .turned import MOST, kind_of, labels_of, not_named, place_of_zone


def thrown_in_words(
    program: Program,
    thrown: Iterable[Thrown],
    who: int,
    seats: Iterable[int],
    *,
    is_open: bool = False,
) -> str:
    """What chance has picked, as far as all these seats know it: `die 5`, `luck 4, of Bob 2` of who
    moves or has the turn, `die red 5, blue 2`. What was thrown anew is told each time.
    `is_open`: nobody is there from whom anything is hidden that anybody sees. Not what its author
    leaves out of pictures."""
    everyone, hidden = sum(1 << seat for seat in seats), look_of(program).hidden
    told: dict[str, list[str]] = {}
    for one in thrown:
        is_known = one.known & everyone == everyone or (is_open and one.seen)
        if not is_known or one.variable.name in hidden:
            continue
        pairs = zip(one.variable.keys, one.keys, strict=True)
        labels = [title_of(key, key.labels[number]) for key, number in pairs]
        if one.variable.keys[:1] == (program.seats,):
            labels[:1] = [f"of {labels[0]}"] if one.keys[0] != who else []
        shows = shown_as(one.value, one.variable.type)
        told.setdefault(spoken(one.variable.name), []).append(" ".join([*labels, shows]))
    return ", ".join(f"{name} {first_few(shows, MOST_THROWN)}" for name, shows in told.items())


MOST_THROWN = 12
"""So many throws of one kind are told one by one."""


def shown_as(value: Value, kind: Type) -> str:
    """What a die shows, as it is called on the table."""
    text = written(value, kind)
    return title_of(kind.domain, text) if isinstance(kind, Element) else text


MOST_SHOWN = 60  # components that lay open for a moment, which are all told: more than hands hold

Seats = frozenset[int]  # those that see something together


class Changed(NamedTuple):
    """What is otherwise in a place that some seats see and others do not: what has come there, and
    which of that is told in any case, and which was not seen before; what has gone from there to a
    seat, out of their sight; and what lay and lies there (masks)."""

    place: str
    come: list[str]
    anew: list[str]
    new: list[str]
    gone: list[str]
    was: int
    held: int


def drawn(
    program: Program,
    layout: Layout,
    before: Slots,
    after: Slots,
    who: int | str | None,
    *,
    memory: Memory,
    lost: Sequence[Masks],
    goes: bool = False,
) -> dict[Seats, list[Changed]]:
    """What has come into the zones that some seats see and others do not; and, if anything `goes`,
    what has gone from any such zone to a seat, as they know. By the seats that see it, those of who
    moves or has the turn first. `memory`: what is known now; `lost`: what each seat has lost sight
    of meanwhile, as where all is shuffled before a new deal: of that it is told whatever was
    known."""
    every = range(program.seats.size)
    seen, sees = (
        [visible(program, layout, slots, seat) for seat in every] for slots in (before, after)
    )
    strayed = lost or [{} for _ in every]
    with_seats = _with_seats(program, layout, after) if goes else {}
    told: dict[Seats, list[Changed]] = {frozenset({seat}): [] for seat in every if seat == who}
    untold = look_of(program).hidden
    for zone in program.variables:
        domain = component_of(zone)
        if domain is None or zone.seen not in ("owner", "others") or zone.name in untold:
            continue
        for keys in layout.members(after, zone):
            owner = frozenset(keys[:1])
            seats = owner if zone.seen == "owner" else frozenset(every) - owner
            known = reduce(and_, (seen[seat].get(domain, 0) for seat in seats))
            anew = reduce(and_, (strayed[seat].get(domain, 0) for seat in seats)) & known
            in_sight = reduce(or_, (sees[seat].get(domain, 0) for seat in seats))
            was, held = (held_in(zone, layout.get(slots, zone, keys)) for slots in (before, after))
            come = labels_of(domain, held & (~known | ~was | anew))
            new = labels_of(domain, held & ~known)
            gone = [
                domain.labels[one]
                for one in elements_of_mask(was & ~held & ~in_sight & with_seats.get(domain, 0))
                if all(memory.is_known(seat, domain, one) for seat in seats)
            ]
            if come or gone:
                place = place_of_zone(zone, keys, who)
                told.setdefault(seats, []).append(
                    Changed(place, come, labels_of(domain, anew), new, gone, was, held)
                )
    return {seats: parts for seats, parts in told.items() if parts}


def _with_seats(program: Program, layout: Layout, slots: Slots) -> Masks:
    """The components that lie in places of seats."""
    zones = (one for one in program.variables if one.keys[:1] == (program.seats,))
    return in_zones(layout, slots, frozenset(zones).__contains__)


def drawn_in_words(
    groups: Sequence[Sequence[Changed]],
    named: Collection[str] = (),
    put: Collection[str] = (),
    said: Iterable[str] = (),
) -> tuple[list[str], set[str]]:
    """What is `drawn`, each group in one text, and the components that are told so: `hand + Bat 7`
    of who moves or has the turn, else `hand of Ann + Bat 7`, and what has gone: `hand - Bat 7`; if
    that is too much, `hand dealt anew`, or how much: `hand 2 -> 9`. `named`: what the move names,
    which is not told again; `put`: that, and what was named in the moves before it, which goes
    without saying if it has gone, or has only been put elsewhere; `said`: texts of what has become
    of places, which are not told again, either. What has come to one place is not told to have gone
    from another."""
    has_been_told = {part for text in said for part in _each_told(text)}

    def untold(place: str, labels: list[str]) -> list[str]:
        return [one for one in labels if (place, one) not in has_been_told]

    come = [[untold(one.place, _not_said(one, named, put)) for one in group] for group in groups]
    elsewhere = {label for group in come for labels in group for label in labels}
    texts, told = list[str](), {label for _, label in has_been_told}
    for group, each in zip(groups, come, strict=True):
        gone = [untold(one.place, not_named(one.gone, {*put, *elsewhere})) for one in group]
        text, labels = _in_words(group, each, gone)
        texts += [text] if text else []
        told |= labels
    return texts, told


def _not_said(changed: Changed, named: Collection[str], put: Collection[str]) -> list[str]:
    """What of that which has come to a place goes not without saying. That one of several was
    `named` says nothing of those that were drawn, and of those that were put there, as moves before
    may have said, only where no other came."""
    drawn = {*changed.new, *changed.anew}
    told = {one for one in drawn if one in changed.anew or one not in named}
    kinds = {kind_of(one) for one in drawn}
    moved = not_named(changed.come, {one for one in (*named, *put) if one not in kinds})
    return [one for one in changed.come if one in told or one in moved]


def _each_told(text: str) -> list[tuple[str, str]]:
    """The components that have come to a place, or gone from it, by a text of what has become of
    it: `hand + Bat 7, + Cat 2, - Dog 3`."""
    place, *changes = re.split(r",? [+-] ", text)
    return [(place, label) for label in changes]


def _in_words(
    group: Sequence[Changed], come: Sequence[list[str]], gone: Sequence[list[str]]
) -> tuple[str, set[str]]:
    few, told, parts = sum(map(len, come)) <= MOST, set[str](), list[str]()
    for one, new, left in zip(group, come, gone, strict=True):
        if new and not few:
            whole = len(new) == one.held.bit_count()
            much = f"{one.was.bit_count()} -> {one.held.bit_count()}"
            parts.append(f"{one.place} {'dealt anew' if whole else much}")
            continue
        left = left if sum(map(len, gone)) <= MOST else []
        signs = [f"{sign} {', '.join(x)}" for sign, x in (("+", new), ("-", left)) if x]
        parts += [f"{one.place} {', '.join(signs)}"] if signs else []
        told |= {*new, *left}
    return ", ".join(parts), told


def glimpsed(
    program: Program,
    before: Sequence[Masks],
    between: Sequence[Masks],
    after: Sequence[Masks],
    *,
    at_once: Masks,
    lost: Masks,
) -> dict[Seats, list[str]]:
    """What seats have seen in a step and do not see any more, by the seats that saw it: all, if
    all have (`at_once`), or else those that it was new to. `lost`: what of that was lost sight of
    since, so that it was something else if it is seen again."""
    found: dict[Seats, list[str]] = {}
    every = frozenset(range(program.seats.size))
    for domain in can_be_hidden(program):
        had, saw, have = ([m.get(domain, 0) for m in each] for each in (before, between, after))
        by_all = reduce(and_, saw) & at_once.get(domain, 0)
        new = [s & ~was & ~now for was, s, now in zip(had, saw, have, strict=True)]
        common = by_all & ~reduce(and_, had) & ~(reduce(and_, have) & ~lost.get(domain, 0))
        for component in elements_of_mask(common | reduce(or_, new) & ~by_all):
            seats = frozenset(seat for seat in every if new[seat] >> component & 1)
            is_common = common >> component & 1
            # who saw it one after the other is not told that others did
            apart = [frozenset({seat}) for seat in seats] if seats == every else [seats]
            for seers in [every] if is_common else apart:
                found.setdefault(seers, []).append(domain.labels[component])
    return found


def glimpsed_in_words(
    program: Program,
    seats: Seats,
    labels: Sequence[str],
    of: Mapping[str, int],
    who: int,
    told: Collection[str],
) -> str:
    """What has been `glimpsed` by seats, but for what is told anyhow, if that is something:
    `shown Bat 7`, if all have, else `saw Bat 7`, or `Ann saw Bat 7` if another moved. Of whom what
    all saw was, is told, but for who moves: `shown Bat 7, of Ann: Cat 2`. Of what is more than
    hands hold, how much more that is."""
    new = not_named(labels, told)
    if not new:
        return ""
    each: dict[int, list[str]] = {who: []}
    for label in new:
        each.setdefault(of.get(label, who) if len(seats) > 1 else who, []).append(label)
    names = {one: f"of {seat_title(program.seats.labels[one])}: " for one in each if one != who}
    left, parts = MOST_SHOWN, list[str]()
    for one, some in each.items():
        if some[:left]:
            parts.append(names.get(one, "") + ", ".join(some[:left]))
        left = max(0, left - len(some))
    more = f" and {len(new) - MOST_SHOWN} more" if len(new) > MOST_SHOWN else ""
    return f"{_seen_by(program, seats, who)} {', '.join(parts)}{more}"


def _seen_by(program: Program, seats: Seats, who: int) -> str:
    if len(seats) == program.seats.size > 1:
        return "shown"
    names = ", ".join(seat_title(program.seats.labels[seat]) for seat in sorted(seats))
    return "saw" if seats == {who} else f"{names} saw"
