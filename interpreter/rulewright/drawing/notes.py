"""What belongs to a component, as one seat sees it: to be told beside its name.

Everything comes from the seat's observation: marks and zones keyed by the component that are not as
at the start, and the numbers and claims that the rules define about it by looking at the table.
What cannot be told from the observation is not told. A definition that is only there for another
one of the same component (a printed rank for a rank) stays in the background.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from ..characters import spoken
from ..core.evaluate import Locals, Reader, Value, evaluate, mask_of
from ..core.ir import (
    Domain,
    Element,
    Function,
    Number,
    RowOf,
    SetOf,
    StackOf,
    StateVariable,
    Truth,
    Type,
    WaysOf,
)
from ..diagnostics import PlayError
from ..runtime.layout import laid
from ..runtime.sight import KEPT
from .attributes import Attributes
from .lines import labelled, title_of
from .look import in_order, shorts, shown

Observed = Mapping[str, object]
Grid = tuple[int, int, dict[int, int], dict[int, int]]  # as `runtime.layout` keeps it


class Sides(NamedTuple):
    """What is on four sides, clockwise from the north: elements of a domain, -1 for none."""

    domain: Domain
    values: tuple[int, ...]


class Notes:
    """Notes about the components of a game; `seen`: the cells of an observation; `me`: the seat
    that it is of, if that is to choose now."""

    def __init__(self, attributes: Attributes, seen: Observed, me: int | None = None) -> None:
        self.attributes, self._all_seen, self._me = attributes, seen, me
        program = attributes.program
        self.seen = seen = shown(program, seen)
        carried = (c for c in in_order(program) if c.keys and c.keys[0].kind == "component")
        self._variables: dict[Domain, list[StateVariable]] = {}
        self._grids: dict[str, Grid] = {}
        self._parts: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._sides: dict[tuple[str, str], Sides | None] = {}
        for variable in carried:
            if variable.role in ("zone", "mark") and variable.name in seen:
                self._variables.setdefault(variable.keys[0], []).append(variable)
        every = (one for of_kind in self._variables.values() for one in of_kind)
        self.whole = frozenset(
            one.name for one in every if is_told_whole(one, seen[one.name], len(one.keys))
        )

    def named(self, domain: Domain, label: str) -> str:
        """A label with what matters of it in brackets."""
        if (
            label not in domain.labels or domain.columns or domain.kind == "seat"
        ):  # where a cell is, its name says
            return title_of(domain, label)
        place, title = domain.labels.index(label), title_of(domain, label)
        now = [
            "".join(self.sides(domain, label)),
            self.printed(domain, label),
            self.about(domain, label),
        ]
        made = any(now) or self._variables.get(domain)  # into something else, also if unseen
        facts = self.attributes.lasting(domain) if made else self.attributes.brief(domain)
        fact = "" if place in self.attributes.said_by_name(domain) else facts[place]
        if domain.kind == "edge" and (numbers := self.numbers(domain, label)):
            (_, first), *others = numbers
            lasting = self.attributes.brief_but_numbers(domain, place)
            bare = " ".join(filter(None, (first, lasting)))
            fact = ", ".join((bare, *(" ".join(one) for one in others)))
        elif domain.kind == "component":
            fact = ", ".join(filter(None, (fact, *self._otherwise(domain, label))))
        told = ", ".join(part for part in (fact, *now) if part)
        return f"{title} ({told})" if told else title

    def _otherwise(self, domain: Domain, label: str) -> Iterator[str]:
        """What numbers of a component are now that are not as they are printed: `price 2`."""
        place, outdated = domain.labels.index(label), self.attributes.outdated(domain)
        printed = {fact.text(place) for fact in self.attributes.of(domain) if fact.name in outdated}
        for name, value in self.standing(domain, label, self._me).items():
            if value not in printed:
                yield f"{name} {value}"

    def tell_whole(self, names: frozenset[str]) -> None:
        """Tell these marks of all components, as is done where some are not as at the start."""
        if names - self.whole:
            self.whole |= names
            self._parts.clear()

    def printed(self, domain: Domain, label: str) -> str:
        """What is printed on a component with sides, and still so where it lies."""
        boards = (self.seen.get(v.name) for v in self.attributes.program.variables if v.grows)
        lying = any(label in board.values() for board in boards if isinstance(board, Mapping))
        return self.attributes.printed(domain, lying=lying)[domain.labels.index(label)]

    def about(self, domain: Domain, label: str) -> str:
        """What is to be said of a component now; empty if nothing belongs to components of its
        kind."""
        return ", ".join(" ".join(filter(None, one)) for one in self.parts(domain, label))

    def parts(self, domain: Domain, label: str) -> list[tuple[str, str]]:
        """What is to be said of a component now, as names and values: numbers and claims that the
        rules define, then what marks and zones hold for it. A claim is a name alone."""
        variables = self._variables.get(domain)
        if not variables or label not in domain.labels:
            return []
        if (domain.name, label) not in self._parts:
            element = domain.labels.index(label)
            looking = self.attributes.looking(domain)
            found = [part for f in looking for part in self._defined(f, element)]
            found += (part for c in variables for part in self._held(c, label))
            self._parts[domain.name, label] = found
        return self._parts[domain.name, label]

    def standing(self, domain: Domain, label: str, me: int | None = None) -> dict[str, str]:
        """The numbers that the rules define about a place, an edge or another element, as they
        stand now, by their names; those that hang on who is to choose only
        for that seat (`me`)."""
        read = self._read if me is None else self._read_by(me)
        found = dict[str, str]()
        for function in self.attributes.standing(domain):
            place = domain.labels.index(label)
            found.update(self._defined(function, place, read))
        return found

    def of_seat(self, seat: int) -> list[tuple[str, str]]:
        """The numbers that the rules define about a seat out of what its owner alone sees, by
        their names, where all of that is seen."""
        functions = self.attributes.of_seats
        return [part for function in functions for part in self._defined(function, seat)]

    def numbers(self, domain: Domain, label: str) -> list[tuple[str, str]]:
        """What boards and lists tell of an edge in numbers, with their names and in the order of
        the rules: the fixed one, unless it is but part of another, and those that stand now, for
        who is to choose if that is who looks. The first of them needs no name."""
        place, outdated = domain.labels.index(label), self.attributes.outdated(domain)
        fixed = {
            spoken(fact.name): fact.text(place)
            for fact in self.attributes.telling(domain)
            if isinstance(fact.type, Number) and fact.name not in outdated
        }
        found = fixed | self.standing(domain, label, self._me)
        return sorted(found.items(), key=lambda one: self.attributes.defined_at.get(one[0], -1))

    def is_shown(self, domain: Domain, label: str) -> bool:
        """Is all that is seen with a component to be seen of this one?"""
        beside = (c for c in self._variables.get(domain, ()) if c.seen == "with")
        return all(label in cast(Mapping[str, object], self.seen[c.name]) for c in beside)

    def sides(self, domain: Domain, label: str) -> tuple[str, ...]:
        """What a component shows on its four sides, in short; nothing if the rules do not say."""
        found = self.showing(domain, label)
        if found is None:
            return ()
        short = shorts(self.attributes.program, found.domain.labels)
        return tuple("-" if one == -1 else short[one] for one in found.values)

    def showing(self, domain: Domain, label: str) -> Sides | None:
        """What a component shows on its four sides as it lies, if the rules say that."""
        if (domain.name, label) not in self._sides:
            self._sides[domain.name, label] = self._showing(domain, label)
        return self._sides[domain.name, label]

    def _showing(self, domain: Domain, label: str) -> Sides | None:
        sided = self.attributes.sided(domain)
        if sided is None or label not in domain.labels:
            return None
        component, direction = (param.number for param in sided.params)
        assert isinstance(sided.body.type, Element)
        values: Locals = {component: domain.labels.index(label)}
        try:
            found = [evaluate(sided.body, values | {direction: d}, self._read) for d in range(4)]
        except (_Unseen, PlayError):
            return None
        return Sides(sided.body.type.domain, tuple(cast(int, one) for one in found))

    def _defined(
        self, function: Function, element: int, read: Reader | None = None
    ) -> Iterator[tuple[str, str]]:
        """A number with its name; the name alone of what is so."""
        values: Locals = {function.params[0].number: element}
        try:
            value = evaluate(function.body, values, read or self._read)
        except (_Unseen, PlayError):
            return
        if isinstance(function.body.type, Number):
            yield spoken(function.name), str(value)
        elif value:
            yield spoken(function.name), ""

    def held(self, variable: StateVariable, label: str, *, short: bool = False) -> Iterator[str]:
        """What a mark or zone holds for the component, where that is seen and not as at the start:
        of a mark with its name, or with what else it is for; `short`: with letters for that."""
        for name, value in self._held(variable, label):
            if short and len(variable.keys) == 2:
                labels = variable.keys[1].labels
                yield shorts(self.attributes.program, labels)[labels.index(name)] + value
            else:
                yield " ".join(filter(None, (name, value)))

    def _held(self, variable: StateVariable, label: str) -> Iterator[tuple[str, str]]:
        if variable in self.attributes.turning(variable.keys[0]):
            return  # its sides say it
        held = cast(Mapping[str, object], self.seen.get(variable.name, {})).get(label)
        for labels, value in leaves(held, len(variable.keys) - 1):
            if value is None or isinstance(value, Mapping):
                continue
            if is_start(variable, value) and variable.name not in self.whole:
                continue
            titles = map(title_of, variable.keys[1:], labels)
            name = ", ".join(titles) or head_of(variable)
            if variable.role == "zone" and isinstance(value, list):
                yield from (("", str(one)) for one in value if one is not None)
            elif value is True:
                yield name, ""
            else:
                yield ("" if variable.role == "zone" else name), in_words(variable.type, value)

    def _read(self, variable: StateVariable, keys: tuple[int, ...]) -> Value:
        """A cell as the observation shows it."""
        if variable.grows:
            grid = self._grid(variable)
            return grid[2].get(keys[0], -1) if keys else cast(Value, grid)
        value: object = self._all_seen.get(variable.name, _Unseen)
        for domain, key in zip(variable.keys, keys, strict=True):
            shown = value if isinstance(value, Mapping) else {}
            value = shown.get(domain.labels[key], _Unseen)
        if value is _Unseen or isinstance(value, Mapping):
            raise _Unseen
        if value is None and variable.seen in KEPT:
            raise _Unseen  # it may hold something that is hidden
        return _stored(value, variable.type)

    def _read_by(self, me: int) -> Reader:
        """Cells as the observation shows them to who is to choose."""

        def read(variable: StateVariable, keys: tuple[int, ...]) -> Value:
            return me if variable is self.attributes.program.me else self._read(variable, keys)

        return read

    def _grid(self, variable: StateVariable) -> Grid:
        """What lies on a growing grid, as engines store it."""
        if variable.name not in self._grids:
            assert isinstance(variable.type, Element)
            sites = {label: site for site, label in enumerate(variable.keys[0].labels)}
            grid: Grid = 0, 0, {}, {}
            for site, label in cast(Mapping[str, str], self.seen[variable.name]).items():
                grid = laid(*grid, sites[site], variable.type.domain.labels.index(label))
            self._grids[variable.name] = grid
        return self._grids[variable.name]


def chooser(observation: Observed) -> int | None:
    """The seat of an observation, if that is to choose; else None."""
    seat = observation.get("seat")
    return seat if isinstance(seat, int) and observation.get("to_move") == seat else None


class _Unseen(Exception):
    """Something that the observation does not show is asked for."""


def _stored(value: object, kind: Type) -> Value:
    """A value of an observation as engines store it."""
    if isinstance(kind, Truth | Number):
        if value is None:
            raise _Unseen
        return int(cast(int, value))
    labels = kind.domain.labels
    if isinstance(kind, Element):
        return -1 if value is None else labels.index(str(value))
    elements = [-1 if one is None else labels.index(str(one)) for one in cast(Sequence[str], value)]
    match kind:
        case SetOf():
            return mask_of(elements)
        case StackOf():
            return elements[::-1]
        case RowOf() | WaysOf():
            return elements


def leaves(value: object, depth: int) -> Iterator[tuple[tuple[str, ...], object]]:
    """What an observation shows of a cell with so many keys: their labels, and the value."""
    if depth == 0:
        yield (), value
    elif isinstance(value, Mapping):
        for label, inner in value.items():
            for labels, leaf in leaves(inner, depth - 1):
                yield (str(label), *labels), leaf


def is_told_whole(variable: StateVariable, value: object, keys: int = 1) -> bool:
    """Does a mark always say something, as what a die shows, and is one of them not as at the
    start? Then what the others show is told as well. `keys`: so many are left in the value."""
    kind = variable.type
    always = (isinstance(kind, Number) and kind.low > 0) or (
        isinstance(kind, Element) and not kind.optional and kind.domain.kind == "enumeration"
    )
    if not always or variable.role != "mark" or keys != 1 or keys > len(variable.keys):
        return False
    held = (one for _, one in leaves(value, 1))
    return any(not (one is None or is_start(variable, one)) for one in held)


def is_start(variable: StateVariable, value: object) -> bool:
    """Is a value of a mark or zone as it is at the start of a game?"""
    if isinstance(value, Mapping) and "count" in value:  # of what is not seen all know how much
        return not value["count"]
    match variable.type:
        case Truth():
            return value is bool(variable.start)
        case Number(least=least):
            return value == (None if least is not None and variable.start < 0 else variable.start)
        case Element():
            start = variable.type.domain.labels[variable.start] if variable.start >= 0 else None
            return value == start
        case _:
            return not value


def in_words(kind: Type, value: object) -> str:
    """A value that is observed, in words."""
    if isinstance(value, list):
        told = [_title(kind, one) for one in value if one is not None]
        return (" + " if any(" " in one for one in told) else " ").join(told) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return kind.domain.nothing if isinstance(kind, Element) else "none"
    return _title(kind, value)


def head_of(variable: StateVariable, titles: Iterable[str] = ()) -> str:
    """The name of a mark, and for what else it is, as they stand before its value: `price 2`, but
    `man: White`, for White is no man but has one there."""
    kind = variable.type
    is_of_seat = isinstance(kind, Element) and kind.domain.kind == "seat"
    return " ".join([labelled(variable.name), *titles]) + ":" * is_of_seat


def of_few(domain: Domain) -> bool:
    """Are there so few of them that all of a set can be told?"""
    return domain.kind in ("seat", "enumeration") and not domain.columns


def as_it_is(domain: Domain, held: Iterable[str]) -> str:
    """A set of a few things that was not only added to: it may have nothing to do with what it was
    before, so what it is now is told, and no difference."""
    return ", ".join(title_of(domain, one) for one in held) or "none"


def _title(kind: Type, value: object) -> str:
    return str(value) if isinstance(kind, Truth | Number) else title_of(kind.domain, str(value))
