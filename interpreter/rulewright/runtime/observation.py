"""What a seat sees and knows, as data; and positions that it cannot tell apart.

What lies open to a seat follows from the visibility that the rules declare (see `sight`), what it
knows of hidden components from what it has seen (see `memory`). From these follow the observation
and the exchange of what a seat cannot tell apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Protocol, assert_never, cast

from ..core.evaluate import Value, elements, elements_of_mask, mask_of
from ..core.faces import kept_plainly, of_components
from ..core.ir import (
    Choose,
    Domain,
    Element,
    History,
    Number,
    Program,
    RowOf,
    SetOf,
    StackOf,
    StateVariable,
    Truth,
    Type,
    WaysOf,
)
from ..core.starts import starts
from .chance import MASK_128, MULTIPLIER, below, stream
from .layout import CHANCE, Layout, Region, Slots
from .looking import open_scores
from .memory import Memory
from .sight import (
    KEPT,
    Masks,
    chooser_of,
    component_of,
    held_in,
    hidden,
    in_zones,
    sees,
    visible,
    visible_to,
    waiting,
)
from .together import Together

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


class Knowing(Protocol):
    """What seats know of hidden components; a `Memory`, say."""

    @property
    def turns(self) -> int: ...

    def known_where(self, seat: int, domain: Domain, held: int) -> int: ...

    def known_among(self, seat: int, domain: Domain, held: int) -> int: ...


@dataclass(frozen=True, slots=True)
class NothingHidden:
    """What seats know where no component can be hidden, and how many turns have begun."""

    turns: int

    def known_where(self, seat: int, domain: Domain, held: int) -> int:
        return held

    def known_among(self, seat: int, domain: Domain, held: int) -> int:
        return held


def observe(
    program: Program, layout: Layout, slots: Slots, seat: int, memory: Knowing
) -> dict[str, Json]:
    """What a seat sees, as plain JSON (see `Onlookers`)."""
    return Onlookers(program, layout, slots, memory).seen_by(seat)


class Onlookers:
    """The seats at a position, which is not changed; what is the same for all of them is worked out
    once."""

    def __init__(self, program: Program, layout: Layout, slots: Slots, memory: Knowing) -> None:
        self.program, self.layout, self.slots, self.memory = program, layout, slots, memory
        self.me = cast(int, layout.get(slots, program.me, ()))
        self.components = visible_to(program, layout, slots, range(program.seats.size))
        self._told = _told(layout)
        self._idle = _idle(layout, waiting(program, slots))
        self._open = {told: told.to(self, 0) for told in self._told if told.variable.seen == "all"}
        self._open_scores: list[int] | None = None

    def seen_by(self, seat: int, *, remembered: bool = True) -> dict[str, Json]:
        """What a seat sees, as plain JSON; without what is `remembered`, if that is not wanted.

        `to_move` (a seat number, or null when the game is over), `over`, `choice` (to others a
        secret choice is the open one it is part of), `turn` (how many turns have begun), `passes`
        (how many seats have passed one after another), and `cells`: by name, nested by the labels
        of their keys. Where rules remember positions, there is also `remembered`: for each history
        the moments that are remembered, the oldest first, each by what is recorded of it; null if
        it is hidden.

        Elements are labels, stacks are listed from the top down, empty places are null. A hidden
        zone is `{"count": n, "known": labels}`, a hidden mark null. In a stack or row, `known` are
        the components of which the seat knows the position too; `"at"` tells it: for a stack 1 is
        the top, for a row the leftmost place. A mark that holds none is null, too: whether it is
        that or hidden is told by nothing here but by its declaration, for a mark `seen by owner` is
        null to all other seats, whatever it holds. What an action keeps over a choice is null where
        none is kept, a number as well. What only the chooser sees is left out for
        others, as is what belongs to a component that is not seen.
        """
        program, slots, me = self.program, self.slots, self.me
        choice = waiting(program, slots)
        chosen = ""
        if choice is not None:
            chosen = choice.name if seat == me or not choice.cover else choice.cover
        passes = program.passes
        histories = program.histories if remembered else ()
        before: dict[str, Json] = {h.name: _moments(self, h) for h in histories}
        return {
            "seat": seat,
            "to_move": me if choice is not None else None,
            "over": choice is None,
            "choice": chosen,
            "turn": self.memory.turns,
            "passes": (cast(int, self.layout.get(slots, passes, ())) if passes is not None else 0),
            "cells": {
                told.variable.name: self._told_to(seat, told)
                for told in self._told
                if told.variable.seen != "chooser" or seat == self._chooser_of(told.variable)
            },
            **({"remembered": before} if before else {}),
        }

    def _chooser_of(self, variable: StateVariable) -> int:
        return chooser_of(self.layout, self.slots, variable, self.me)

    def _told_to(self, seat: int, told: Told) -> Json:
        if told.variable in self._idle:
            return None
        return told.copied(self._open[told]) if told in self._open else told.to(self, seat)

    def may_know_points(self, seat: int) -> list[bool]:
        """For each seat, whether this one may be told its points (see `open_scores`)."""
        if self._open_scores is None:
            self._open_scores = open_scores(self.program, self.layout, self.slots, self.components)
        return [bool(told >> seat & 1) for told in self._open_scores]


class Told:
    """How seats are told of a state variable: what of it is the same in all positions."""

    def __init__(self, layout: Layout, variable: StateVariable) -> None:
        self.variable = variable
        self._domain = component_of(variable)
        self._as_json = _as_json(variable.type)
        self._get, self._members = layout.getter(variable), layout.members
        present = [layout.program.present(key) for key in variable.keys if not variable.grows]
        self._beside = [*product(*present[1:])]  # the members of one first key
        keys = [*product(*present)]
        region = layout.region(variable)
        stretch = slice(region.base, region.base + region.count)
        is_plain = region.form in ("plain", "stack") and len(keys) == region.count
        self._names: list[Sequence[str]] = [
            tuple(key.labels[i] for i in there)
            for key, there in zip(variable.keys, present, strict=False)
        ]
        self._keys, self._stretch = keys, stretch if is_plain else None
        self._is_fixed = not variable.grows and variable.seen != "with"
        self.copied = _copier(len(variable.keys), variable.type)  # what makes a copy for a seat

    def to(self, at: Onlookers, seat: int) -> Json:
        """All that a seat sees and knows of it."""
        slots, get, names = at.slots, self._get, self._names
        if not self._is_fixed:
            keys, names = self._there(at, seat)
            values = [get(slots, key) for key in keys]
        elif self._stretch is not None:
            values = slots[self._stretch]
        else:
            values = [get(slots, key) for key in self._keys]
        return _nested(names, self.told(at, seat, values))

    def _there(self, at: Onlookers, seat: int) -> tuple[list[tuple[int, ...]], list[Sequence[str]]]:
        """The members that there are in this position, and the names of their keys: of a growing
        grid, and of what belongs to components that the seat sees."""
        variable = self.variable
        first, labels = variable.keys[0], variable.keys[0].labels
        if variable.grows:
            keys = [*self._members(at.slots, variable)]
            return keys, [[labels[key] for (key,) in keys]]
        seen = elements_of_mask(at.components[seat][first])
        keys = [(one, *rest) for one in seen for rest in self._beside]
        return keys, [[labels[one] for one in seen], *self._names[1:]]

    def told(self, at: Onlookers, seat: int, values: list[Value]) -> list[Json]:
        """What a seat sees and knows of all members, one after the other."""
        match self.variable.seen:
            case "all" | "chooser" | "with":  # there is nothing else among these members
                return self._as_json(values)
            case "nobody":
                return self._unseen(at, seat, values)
            case "owner":
                told = self._unseen(at, seat, values)
                its = slice(seat * len(self._beside), (seat + 1) * len(self._beside))
                told[its] = self._as_json(values[its])
                return told
            case "others":
                told = self._as_json(values)
                its = slice(seat * len(self._beside), (seat + 1) * len(self._beside))
                told[its] = self._unseen(at, seat, values[its])
                return told
            case _:
                assert_never(self.variable.seen)

    def _unseen(self, at: Onlookers, seat: int, values: list[Value]) -> list[Json]:
        """What a seat knows of places it does not see."""
        if self._domain is None:
            return [None for _ in values]
        return [_unseen(at.memory, seat, self.variable, value, self._domain) for value in values]


@lru_cache(maxsize=32)
def _told(layout: Layout) -> tuple[Told, ...]:
    """Of what seats are told, in the order of the state variables."""
    return tuple(
        Told(layout, variable)
        for variable in layout.program.variables
        if variable.role not in ("control", "history")
    )


@lru_cache(maxsize=256)
def _idle(layout: Layout, choice: Choose | None) -> frozenset[StateVariable]:
    """The numbers and truths that an action keeps over a choice, where it is not at one: there they
    hold the first they can, which is no answer to anything."""
    kept = starts(layout.program)[choice.point].all_kept if choice is not None else ()
    return frozenset(
        variable
        for variable in layout.program.variables
        if variable.role == "choice"
        and isinstance(variable.type, Number | Truth)
        and variable not in kept
    )


def _copier(levels: int, kind: Type) -> Callable[[Json], Json]:
    """What makes a copy of what is told of a state variable with so many keys."""
    is_listed = isinstance(kind, SetOf | StackOf | RowOf)
    if not levels:
        return (lambda json: [*cast("list[Json]", json)]) if is_listed else (lambda json: json)
    if levels == 1 and not is_listed:
        return lambda json: {**cast("dict[str, Json]", json)}
    inner = _copier(levels - 1, kind)
    return lambda json: {key: inner(part) for key, part in cast("dict[str, Json]", json).items()}


def _nested(names: Sequence[Sequence[str]], told: list[Json]) -> Json:
    """What is told of all members, by the names of their keys, the first key outermost."""
    if not names:
        return told[0]
    for inner in range(len(names) - 1, 0, -1):
        many, labels = prod(map(len, names[:inner])), names[inner]
        n = len(labels)
        told = [dict(zip(labels, told[i * n : i * n + n], strict=True)) for i in range(many)]
    return dict(zip(names[0], told, strict=True))


def _moments(at: Onlookers, history: History) -> Json:
    """What is remembered, the oldest first; of what is kept in sets those that have each value."""
    if history.many.seen != "all":
        return None
    many = cast(int, at.layout.get(at.slots, history.many, ()))
    following = cast(int, at.layout.get(at.slots, history.next, ()))
    places = [*range(following, many), *range(following)]
    told: list[dict[str, Json]] = [{} for _ in places]
    for name, variable in history.kept:
        for moment, part in zip(told, _parts(at, variable, places, ()), strict=True):
            moment[name] = part
    return cast(Json, told)


def _parts(
    at: Onlookers, variable: StateVariable, places: Sequence[int], keys: tuple[int, ...]
) -> list[Json]:
    """What is kept in one state variable of the moments at some places, one after the other."""
    if len(keys) < len(variable.keys) - 1:
        key, parts = variable.keys[len(keys)], list[dict[str, Json]]({} for _ in places)
        for i in at.layout.program.present(key):
            for part, inner in zip(parts, _parts(at, variable, places, (*keys, i)), strict=True):
                part[key.labels[i]] = inner
        return cast("list[Json]", parts)
    layout, kind = at.layout, variable.type
    first = layout.region(variable).base + layout.index(variable, (*keys, 0))
    values: list[int] = [at.slots[first + place] for place in places]  # they are plain
    if not isinstance(kind, SetOf):
        return [as_json(value, kind) for value in values]
    labels = kind.domain.labels  # of most moments much is as it was at the one before
    known = {value: [labels[i] for i in elements_of_mask(value)] for value in dict.fromkeys(values)}
    return [[*known[value]] for value in values]


def _unseen(
    memory: Knowing, seat: int, variable: StateVariable, value: Value, domain: Domain
) -> dict[str, Json]:
    """What a seat knows of a place it does not see."""
    held, labels = held_in(variable, value), domain.labels
    if not isinstance(variable.type, StackOf | RowOf):
        among = memory.known_among(seat, domain, held) if held else 0
        told: list[Json] = [labels[one] for one in elements_of_mask(among)]
        return {"count": held.bit_count(), "known": told}
    known = memory.known_where(seat, domain, held)
    shown: dict[str, Json] = {"count": held.bit_count(), "known": []}
    if not known:
        return shown
    places = cast("list[int]", value)
    if isinstance(variable.type, StackOf):
        places = places[::-1]
    found = [
        (place, component)
        for place, component in enumerate(places, start=1)
        if component >= 0 and known >> component & 1
    ]
    shown["known"] = [labels[component] for _, component in found]
    shown["at"] = [place for place, _ in found]
    return shown


def as_json(value: Value, kind: Type) -> Json:
    """A value as JSON: labels for elements, lists for collections, null for none."""
    return _as_json(kind)([value])[0]


def _as_json(kind: Type) -> Callable[[list[Value]], list[Json]]:
    """What makes JSON of values of a type (see `as_json`)."""
    match kind:
        case Truth():
            return lambda values: [bool(value) for value in values]
        case Number() if kind.least is not None:
            return lambda values: [None if value == -1 else cast(int, value) for value in values]
        case Number():
            return lambda values: cast("list[Json]", [*values])
        case Element():
            names = (*kind.domain.labels, None)  # what is none is -1
            return lambda values: [names[cast(int, value)] for value in values]
        case SetOf():
            labels = kind.domain.labels
            return lambda values: [
                [labels[one] for one in elements_of_mask(cast(int, value))] for value in values
            ]
        case StackOf():
            labels = kind.domain.labels
            return lambda values: [
                [labels[one] for one in reversed(cast("list[int]", value))] for value in values
            ]
        case RowOf():
            names = (*kind.domain.labels, None)
            return lambda values: [
                [names[one] for one in cast("list[int]", value)] for value in values
            ]
        case WaysOf():
            raise TypeError("ways are worked out, never stored")
        case _:
            assert_never(kind)


def looks_alike(program: Program, layout: Layout, slots: Slots, other: Slots, seat: int) -> bool:
    """Would a seat, seeing one of two positions, know that it is not the other one?

    What it sees is the same, as is what it can count: by the declared visibility alone, whatever is
    offered. What it knows besides, it knows from what it has seen before.
    """
    return Appearance(program, layout, other, seat).is_that_of(slots)


class Appearance:
    """A position, which is not changed, as it looks to a seat: what others are held against."""

    def __init__(self, program: Program, layout: Layout, slots: Slots, seat: int) -> None:
        self._program, self._layout, self._slots, self._seat = program, layout, slots, seat
        self._me = cast(int, layout.get(slots, program.me, ()))
        self._at = in_sight(layout, seat, chooses(layout, slots, seat))
        self._seen = [(first, after, slots[first:after]) for first, after in self._at.stretches]
        self._masks: Masks | None = None

    def is_that_of(self, other: Slots) -> bool:
        """Does another position look the same to the seat (see `looks_alike`)?"""
        slots, at, me = self._slots, self._at, self._me
        if me != self._layout.get(other, self._program.me, ()):
            return False
        one, two = waiting(self._program, slots), waiting(self._program, other)
        if one is not two:
            if one is None or two is None or me == self._seat:
                return False
            if (one.cover or one.name) != (two.cover or two.name):
                return False
        for first, after, seen in self._seen:
            if other[first:after] != seen:
                return False
        for region, first, after in at.counted:
            if other[first:after] != slots[first:after] and (
                counts(region, other[first:after]) != counts(region, slots[first:after])
            ):
                return False
        return all(
            other[first:after] == slots[first:after] or self._is_same_beside(region, other)
            for region, first, after in at.beside
        )

    def _is_same_beside(self, region: Region, other: Slots) -> bool:
        """Does what belongs to components be the same for all of these that the seat sees? If it is
        so of all that belongs to any, the seat sees the same components in the other position: it
        sees the same of them that lie by themselves, and so what belongs to these, and so on."""
        if self._masks is None:
            self._masks = visible(self._program, self._layout, self._slots, self._seat)
        slots, first = self._slots, region.variable.keys[0]
        mask = self._masks.get(first, 0)
        if region.form in ("flags", "inverted", "crossed"):
            held = range(region.base, region.base + region.count)
            return not any((other[slot] ^ slots[slot]) & mask for slot in held)
        width = region.count // first.size
        return all(
            other[base : base + width] == slots[base : base + width]
            for base in (region.base + one * width for one in elements_of_mask(mask))
        )


@dataclass(frozen=True, slots=True)
class InSight:
    """Where in the slots stands what a seat sees, by itself, as stretches; zones of which it sees
    how much lies there, and where of them; and what belongs to components."""

    stretches: tuple[tuple[int, int], ...]
    counted: tuple[tuple[Region, int, int], ...]
    beside: tuple[tuple[Region, int, int], ...]


def chooses(layout: Layout, slots: Slots, seat: int) -> tuple[bool, ...]:
    """Is it the seat that decides, and is it the one that has chosen what is kept while others are
    asked, each time that they may be?"""
    me = cast(int, layout.get(slots, layout.program.me, ()))
    kept = (chooser_of(layout, slots, one, me) == seat for one in _kept_while_asking(layout))
    return me == seat, *kept


@lru_cache(maxsize=32)
def _kept_while_asking(layout: Layout) -> tuple[StateVariable, ...]:
    """One state variable of what is kept each time that another seat may be asked."""
    kept = (variable for variable in layout.program.variables if variable.asked is not None)
    return tuple({variable.asked: variable for variable in kept}.values())


@lru_cache(maxsize=64)
def in_sight(layout: Layout, seat: int, chooses: tuple[bool, ...]) -> InSight:
    """What a seat sees where it `chooses` so."""
    stretches: list[tuple[int, int]] = []
    counted: list[tuple[Region, int, int]] = []
    beside: list[tuple[Region, int, int]] = []
    own = {one.asked: has for one, has in zip(_kept_while_asking(layout), chooses[1:], strict=True)}
    for variable, base, end in layout.bounds:
        is_own = own.get(variable.asked, chooses[0])
        region = layout.region(variable)
        if variable.seen == "with":
            beside.append((region, base, end))
            continue
        width, parts = end - base, [(0, base, end)]
        if variable.seen in ("owner", "others"):
            width //= variable.keys[0].size
            parts = [(key, at, at + width) for key, at in enumerate(range(base, end, width))]
        for key, first, after in parts:
            if not sees(variable, seat, seat if is_own else -1, key, {}):
                if component_of(variable) is not None:
                    counted.append((region, first, after))
            elif stretches and stretches[-1][1] == first:
                stretches[-1] = stretches[-1][0], after
            else:
                stretches.append((first, after))
    return InSight(tuple(stretches), tuple(counted), tuple(beside))


def counts(region: Region, held: Slots) -> list[Any]:
    """How much lies at each place of a zone, of which these are slots; of a growing grid, where."""
    match region.form:
        case "stack":
            return [len(stack) for stack in held]
        case "grid":
            return sorted(held[2])
        case "row":
            rows = (held[at : at + region.width] for at in range(0, len(held), region.width))
            return [len(row) - row.count(-1) for row in rows]
        case _ if isinstance(region.variable.type, Element):
            return [one >= 0 for one in held]
        case _:
            return [mask.bit_count() for mask in held]


def canonical(slots: Slots) -> list[Json]:
    """The slots as plain data, equal for equal positions; the chance source is left out."""
    plain = slots[:CHANCE] + slots[CHANCE + 1 :]
    if dict in set(map(type, plain)):  # histories take many slots, and this is asked often
        plain = [sorted(slot.items()) if isinstance(slot, dict) else slot for slot in plain]
    return plain


ANEW = 40  # deals, where not all that might lie at each place may lie there at once
SWEEPS = 8  # over what is dealt anew, where not all of it might lie everywhere
ROUNDS = 4  # that are tried beside each exchange of two, where these do not lead everywhere


def exchange(
    program: Program, layout: Layout, slots: Slots, seat: int, seed: int, memory: Memory,
    loose: Loose | None = None,
) -> tuple[Slots, Memory]:  # fmt: skip
    """A copy in which what the seat cannot tell apart is dealt anew, at random by `seed`.

    For each domain of components: those that lie hidden from the seat change places with each
    other, each going only where it might lie for all the seat knows; where that is anywhere, all
    ways are equally likely. What other seats know goes with the places, and what belongs to a
    component stays with it. The seat's observation stays as it is. What is dealt where hangs on the
    seed and on what the seat knows, and not on where it lies now. While another seat is in the
    middle of a secret choice, what that seat sees stays too, or its choice might come to nothing.
    Marks stay as they are, but for those that belong to what is dealt: what else they might be
    depends on the past (see `determinization`). A seeded chance source is replaced, for what is to
    come is hidden as well. `loose`: what the seat cannot tell apart here, if that is known.
    """
    dealt = layout.copy(slots)
    if isinstance(slots[CHANCE], int):
        dealt[CHANCE] = stream(seed, 2)
    loose = loose or Loose(program, layout, slots, seat, memory)
    _, lying = loose.dealt(stream(seed, 1))
    names = loose.names(lying)
    rename(program, layout, dealt, names, seat)
    return dealt, renamed(memory, names, seat)


Names = dict[Domain, dict[int, int]]
"""By domain, which component lies where one has lain, of those that others lie in place of."""

Lying = list[list[int]]
"""Which component lies at each of the places of a `Loose`."""


class Loose:
    """What a seat cannot tell apart: hidden components, and where each of them might lie. The
    places are in an order that the seat knows, whatever lies there."""

    def __init__(
        self, program: Program, layout: Layout, slots: Slots, seat: int, memory: Memory
    ) -> None:
        choice = waiting(program, slots)
        me = cast(int, layout.get(slots, program.me, ()))
        hidden_choice = choice is not None and (choice.cover or choice.secret)
        blind = [seat, me] if hidden_choice and me != seat else [seat]
        self.domains: list[Domain] = []
        self.places: Lying = []  # by what lies there
        self.might: list[list[int]] = []  # what may lie at each (masks)
        self._zones: Lying = []  # for each place the number of the zone that it is in
        self._sets: list[Lying] = []  # places that are as good as each other
        self._first: Lying = []  # what lies at each before anything is dealt, for all that is known
        self._sweeps: list[int] = []
        self._together: list[list[Together]] = []  # what holds of several at once
        self._exact: list[Together | None] = []  # what says all that is known of them
        loose = {d: mask for d, mask in _loose(program, layout, slots, blind).items() if mask}
        where = _where(program, layout, slots, loose)
        for domain, mask in loose.items():  # memories hold nothing of what can never be hidden
            lies = [
                (
                    *where[domain, one],
                    _everywhere(memory, blind, domain, one) & mask | 1 << one,
                    one,
                )
                for one in elements(mask, SetOf(domain))
            ]
            lies.sort()
            might = [known for _, _, known, _ in lies]
            is_any = all(known == mask for known in might)
            self.domains.append(domain)
            self.places.append([one for *_, one in lies])
            self.might.append(might)
            self._zones.append([zone for zone, *_ in lies])
            alike = defaultdict[tuple[int, int], list[int]](list)
            for number, (zone, at, *_) in enumerate(lies):
                alike[zone, at].append(number)
            self._sets.append([*alike.values()])
            self._first.append([*elements(mask, SetOf(domain))] if is_any else _fitting(might))
            self._sweeps.append(1 if is_any else SWEEPS)
            known = (memory.together_at(one, domain) for one in blind)
            self._together.append([one for one in known if len(one.heaps) > 1])
            self._exact.append(self._all_told(number=len(self.places) - 1))

    def _all_told(self, number: int) -> Together | None:
        """What says all that is known of which component lies where, if there is one that does."""
        if len(self._together[number]) != 1:
            return None
        (told,) = self._together[number]
        fixed = [one for one in self.places[number] if not told.loose >> one & 1]
        might = dict(zip(self.places[number], self.might[number], strict=True))
        is_all = told.loose & ~mask_of(self.places[number]) == 0
        return told if is_all and all(might[one] == 1 << one for one in fixed) else None

    def dealt(
        self, source: int, narrowed: Sequence[Sequence[int]] | None = None
    ) -> tuple[int, Lying]:
        """The stream afterwards, and what lies where when all has been dealt anew. `narrowed`: what
        may lie at each place, if that is less than the seat knows; there is a way to deal so."""
        lying = []
        for number, might in enumerate(narrowed or self.might):
            told = self._exact[number]
            if told is not None and might == self.might[number]:
                source, shown = told.dealt(source)
                lying.append([shown.get(one, one) for one in self.places[number]])
                continue
            if might == self.might[number]:
                first, sweeps = self._first[number], self._sweeps[number]
            else:
                first, sweeps = _fitting(might), SWEEPS
            for _ in range(ANEW):
                there = first[:]
                source = _dealt(there, might, sweeps, source)
                shown = dict(zip(self.places[number], there, strict=True))
                if all(one.allows(shown) for one in self._together[number]):
                    break
            lying.append(there)
        return source, lying

    def swapped(self, source: int, lying: Lying, wanted: Masks | None = None) -> tuple[int, Lying]:
        """The stream afterwards, and what lies where when two have changed places, if they may: one
        of those that are wanted, if there are any, and another.

        Rather two that lie apart; but not always, for what lies together may have come one by one.
        """
        lying = [places[:] for places in lying]
        some = [
            [i for i, one in enumerate(there) if (wanted or {}).get(domain, 0) >> one & 1]
            for domain, there in zip(self.domains, lying, strict=True)
        ]
        among = [n for n, places in enumerate(some) if places] or [*range(len(lying))]
        source, at = below(source, len(among))
        number = among[at]
        zones, many = self._zones[number], len(lying[number])
        first = some[number] or range(many)
        for _ in range(2):
            source, at = below(source, len(first))
            source, j = below(source, many)
            i = first[at]
            if zones[i] != zones[j]:
                break
        _exchange(lying[number], self.might[number], i, j)
        return source, lying

    def settled(self, lying: Lying) -> Lying:
        """The same, but what lies in a set where it has lain before lies at its own place there, as
        far as it may: all else being equal, that is where it came to it."""
        lying = [there[:] for there in lying]
        for there, places, might, sets in zip(
            lying, self.places, self.might, self._sets, strict=True
        ):
            for alike in sets:
                at = {there[i]: i for i in alike}
                for i in alike:
                    j = at.get(places[i], i)
                    if i != j:
                        _exchange(there, might, i, j)
                        at[there[i]], at[there[j]] = i, j
        return lying

    def names(self, lying: Lying) -> Names:
        """What it has come to."""
        each = zip(self.domains, self.places, lying, strict=True)
        return {
            domain: {one: other for one, other in zip(places, there, strict=True) if one != other}
            for domain, places, there in each
        }


def _where(
    program: Program, layout: Layout, slots: Slots, of: Masks
) -> dict[tuple[Domain, int], tuple[int, int]]:
    """In which zone components of these domains lie, by its number, and at which place in it, if it
    has places in an order."""
    found: dict[tuple[Domain, int], tuple[int, int]] = {}
    zone = 0
    for variable in program.variables:
        domain = component_of(variable)
        if domain is None or domain not in of:
            continue
        for keys in layout.members(slots, variable):
            value = layout.get(slots, variable, keys)
            zone += 1
            if isinstance(value, list):
                found |= {(domain, one): (zone, at) for at, one in enumerate(value) if one >= 0}
            else:
                held = elements_of_mask(held_in(variable, value))
                found |= {(domain, one): (zone, 0) for one in held}
    return found


def _fitting(might: Sequence[int]) -> list[int]:
    """What may lie at each of some places, all at the same time: always the same where the same
    may. Each place takes what is free there, or what another one can spare."""
    at: list[int] = [-1] * len(might)
    holder: dict[int, int] = {}
    taken = 0
    for place, may in enumerate(might):
        left = may & ~taken
        if left:
            at[place] = (left & -left).bit_length() - 1
            holder[at[place]] = place
            taken |= 1 << at[place]
            continue
        reached: dict[int, int] = {}  # from which place
        queue, free = [place], -1
        for one in queue:
            new = [c for c in elements_of_mask(might[one]) if c not in reached]
            reached |= dict.fromkeys(new, one)
            free = next((c for c in new if c not in holder), -1)
            if free >= 0:
                taken |= 1 << free
                break
            queue += [holder[c] for c in new]
        while free >= 0:
            taker = reached[free]
            holder[free] = taker
            at[taker], free = free, at[taker] if taker != place else -1
    return at


def dealt_to(
    several: Sequence[int], might: Sequence[int], source: int
) -> tuple[int, list[int] | None]:
    """The stream afterwards, and several components dealt to as many places at random, each to one
    where it might lie (masks); None if they cannot be."""
    mask = sum(1 << one for one in several)
    might = [mask & held for held in might]
    is_any = all(held == mask for held in might)
    lying = [*several] if is_any else _fitting(might)
    if -1 in lying:
        return source, None
    return _dealt(lying, might, 1 if is_any else SWEEPS, source), lying


def _dealt(lying: list[int], might: Sequence[int], sweeps: int, source: int) -> int:
    """The stream after all that lies at some places has changed them at random, as it may: two by
    two, and in rounds of three to five where exchanges of two do not lead everywhere."""
    rounds = sweeps > 1 and _may_cross(might)
    for i in list(range(len(lying) - 1, 0, -1)) * sweeps:
        source = source * MULTIPLIER & MASK_128  # as `below` and `_exchange`, all in one place
        j = (source >> 96) * (i + 1) >> 32
        one, other = lying[i], lying[j]
        if might[i] >> other & 1 and might[j] >> one & 1:
            lying[i], lying[j] = other, one
        for _ in range(ROUNDS if rounds else 0):
            source = _exchange_in_a_round(lying, might, i, source)
    return source


def _exchange_in_a_round(lying: list[int], might: Sequence[int], first: int, source: int) -> int:
    """The stream after what lies at three to five places, of which the first is one, has gone from
    each to the one before it, if all of it may: any round is as likely as the one back."""
    source, many = below(source, 3)
    places = [first]
    for _ in range(many + 2):
        source, place = below(source, len(lying))
        places.append(place)
    there = [lying[place] for place in (*places[1:], first)]
    fits = all(might[place] >> one & 1 for place, one in zip(places, there, strict=True))
    if fits and len({*places}) == len(places):
        for place, one in zip(places, there, strict=True):
            lying[place] = one
    return source


def _may_cross(might: Sequence[int]) -> bool:
    """Are there two places each of which may hold something that the other may, and something that
    it may not? Where of any two one may hold all that the other may, or nothing of it, exchanges
    of two lead everywhere: what a place that may hold least is to get lies where that may lie which
    it has."""
    masks = [*{*might}]
    return any(
        one & other and one & ~other and other & ~one
        for number, one in enumerate(masks)
        for other in masks[:number]
    )


def _exchange(lying: list[int], might: Sequence[int], i: int, j: int) -> None:
    """Let what lies at two places change them, if it may."""
    if might[i] >> lying[j] & 1 and might[j] >> lying[i] & 1:
        lying[i], lying[j] = lying[j], lying[i]


def renamed(memory: Memory, names: Names, seat: int) -> Memory:
    """What seats know when components have changed places, which that seat cannot tell."""
    for domain, changed in names.items():
        memory = memory.renamed(domain, changed, seat)
    return memory


def _everywhere(memory: Memory, seats: list[int], domain: Domain, component: int) -> int:
    """What might lie where a component does, for all these seats know (a mask)."""
    faces = -1
    for seat in seats:
        faces &= memory.might_be(seat, domain, component)
    return faces


def _loose(program: Program, layout: Layout, slots: Slots, seats: list[int]) -> Masks:
    """The components that none of the seats sees, and that belong to no other one."""
    bound = in_zones(layout, slots, lambda variable: variable.seen == "with")
    loose: Masks = {}
    for seat in seats:
        for domain, mask in hidden(program, layout, slots, seat).items():
            mask &= ~bound[domain]
            loose[domain] = loose.get(domain, mask) & mask
    return loose


def rename(program: Program, layout: Layout, slots: Slots, names: Names, seat: int) -> None:
    """Put components in each other's places, and name them in what the seat does not see by what
    lies there now: in marks, and in what another seat is about to choose."""
    masks = {domain: mask_of([*changed]) for domain, changed in names.items() if changed}
    me = cast(int, layout.get(slots, program.me, ()))
    for domain, region, base, end, is_chosen in _places_of(layout) if masks else ():
        if domain not in masks:
            continue
        if is_chosen and chooser_of(layout, slots, region.variable, me) == seat:
            continue
        moved, changed = masks[domain], names[domain]
        if region.form == "grid":
            at = {cell: changed.get(one, one) for cell, one in sorted(slots[base + 2].items())}
            on = sum(1 << one for one in at.values())
            slots[base + 1 : end] = on, at, {one: cell for cell, one in at.items()}
        elif region.form == "inverted":
            get, put = layout.getter(region.variable), layout.putter(region.variable)
            for keys in layout.members(slots, region.variable):
                one = cast(int, get(slots, keys))
                put(slots, keys, changed.get(one, one))
        elif region.form == "stack":
            for slot in range(base, end):
                held = slots[slot]
                if held:
                    slots[slot] = [changed.get(one, one) for one in held]
        elif isinstance(region.variable.type, SetOf):
            for slot in range(base, end):
                value = slots[slot]
                if value & moved:
                    slots[slot] = value & ~moved | other_names(value & moved, changed)
        else:
            slots[base:end] = [changed.get(one, one) for one in slots[base:end]]
    for variable, domain in _named_in(layout) if masks else ():
        if domain not in masks:
            continue
        get, put = layout.getter(variable), layout.putter(variable)
        for keys in layout.members(slots, variable):
            if not sees(variable, seat, seat, keys[0] if keys else -1, {}):
                value = cast(int, get(slots, keys))
                is_set = isinstance(variable.type, SetOf)
                changed = names[domain]
                put(
                    slots,
                    keys,
                    other_names(value, changed) if is_set else changed.get(value, value),
                )


@lru_cache(maxsize=16)
def _named_in(layout: Layout) -> tuple[tuple[StateVariable, Domain], ...]:
    """The marks that name components, and that some seats do not see."""
    return tuple(
        (variable, variable.type.domain)
        for variable in layout.program.variables
        if variable.role == "mark"
        and variable.seen in KEPT
        and isinstance(variable.type, Element | SetOf)
        and of_components(variable.type)
    )


@lru_cache(maxsize=16)
def _places_of(layout: Layout) -> tuple[tuple[Domain, Region, int, int, bool], ...]:
    """Where components stand in the slots: their domain, from where to where, and whether it is
    somebody's choice, which that seat alone sees."""
    found, plain = [], kept_plainly(layout.program)
    for variable, base, end in layout.bounds:
        domain, kind = component_of(variable), variable.type
        is_chosen = variable.role == "choice" and variable.seen == "chooser"
        is_chosen = is_chosen and variable not in plain
        if is_chosen and isinstance(kind, Element | SetOf):
            domain = kind.domain
        if domain is not None:
            found.append((domain, layout.region(variable), base, end, is_chosen))
    return tuple(found)


def other_names(mask: int, changed: Mapping[int, int]) -> int:
    """A set of components after they have changed places, as a mask."""
    found = 0
    for element in elements_of_mask(mask):
        found |= 1 << changed.get(element, element)
    return found
