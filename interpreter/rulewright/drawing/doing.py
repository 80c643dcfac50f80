"""What a move does, in words: what it names, and what is different after it.

Both are made of observations of the seat that makes the move, so that nothing is told that the seat
does not see; what an observation after the move may hold before it is made, `play.foreseen` says.
Differences come with those first that matter most to the seat: its points, what it has, what its
components are; then what others have, and what lies about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from ..core import grids
from ..core.evaluate import Reader, render
from ..core.ir import (
    Alternative,
    Domain,
    Element,
    Local,
    Message,
    Number,
    StateVariable,
    Truth,
    Type,
)
from ..runtime.move import arguments
from ..runtime.sight import is_box
from .attributes import Attributes
from .growing import growing
from .lines import seat_title, spoken
from .notes import Notes, is_start, leaves

Observed = Mapping[str, object]

POINTS, OWN, COMPONENTS, HELD, OTHERS, TABLE = range(6)
"""How much a difference matters, most first."""

SIDES = ("below", "left of", "above", "right of")
"""Where a cell lies, seen from the neighbour to its north, east, south, west."""


class Change(NamedTuple):
    """A difference: how much it matters, and in words."""

    rank: int
    text: str


class Doing:
    """Says what moves of a game do."""

    def __init__(self, attributes: Attributes) -> None:
        self.attributes, self.program = attributes, attributes.program

    def words(
        self, alternative: Alternative, code: Sequence[int], read: Reader, seen: Observed
    ) -> str:
        """The text of a move with what matters of the things it names in brackets, as they are
        before it: `flip 7c (rank 7)`, `buy 3 (price 2, market bottom count 1) 7c (rank 7)`.

        `read`: what the choice reads to write its moves. `seen`: the cells of the observation.
        """
        values, notes = arguments(alternative, code[1:]), Notes(self.attributes, seen)
        texts = []
        for part in alternative.text.parts:
            text = render(Message((part,)), values, read)
            about = ""
            if isinstance(part, Local) and isinstance(part.type, Element):
                about = self.about(part.type.domain, text, notes)
            texts.append(f"{text} ({about})" if about else text)
        return "".join(texts)

    def about(self, domain: Domain, label: str, notes: Notes) -> str:
        """What matters of a component, a place or another element that a move names."""
        if label not in domain.labels or domain.kind == "seat":
            return ""
        if domain.kind == "component" and not domain.columns:
            return notes.named(domain, label)[len(label) :].strip(" ()")
        if domain.width:
            return self._beside(domain, label, notes)
        element = domain.labels.index(label)
        facts = (
            ()
            if domain.columns
            else (
                f"{spoken(fact.name)} {text}" if isinstance(fact.type, Number) else text
                for fact in self.attributes.telling(domain)
                if (text := fact.text(element))
            )
        )
        return ", ".join([*facts, *self._on(domain, label, notes)])

    def _on(self, domain: Domain, label: str, notes: Notes) -> Iterator[str]:
        """What marks and zones hold for an element, of a pile what lies on top."""
        for variable in self.program.variables:
            if variable.keys[:1] != (domain,) or variable.role not in ("mark", "zone"):
                continue
            held = cast(Observed, notes.seen.get(variable.name, {})).get(label)
            for labels, value in leaves(held, len(variable.keys) - 1):
                if value is None or isinstance(value, Mapping) or is_start(variable, value):
                    continue
                name = " ".join([spoken(variable.name), *labels])
                yield name if value is True else f"{name} {_value(variable.type, value)}"

    def _beside(self, site: Domain, label: str, notes: Notes) -> str:
        """Which components of a growing board lie beside a cell, as it is drawn."""
        held = next(
            cast(Observed, notes.seen.get(board.name, {}))
            for board in growing(self.program)
            if board.keys[0] is site
        )
        cell = site.labels.index(label)
        found = (
            (side, held.get(site.labels[grids.beside(cell, direction, site.width, 4)]))
            for direction, side in enumerate(SIDES)
        )
        return ", ".join(f"{side} {name}" for side, name in found if name is not None)

    def changes(self, before: Observed, after: Observed, seat: int) -> list[Change]:
        """What is different for the seat between two of its observations, what matters most
        first."""
        was, now = (Notes(self.attributes, cast(Observed, o["cells"])) for o in (before, after))
        found = [*self._points(before, after, seat)]
        found += self._components(was, now)
        found += self._cells(was.seen, now.seen, seat)
        return sorted(found, key=lambda change: change.rank)

    def _points(self, before: Observed, after: Observed, seat: int) -> Iterator[Change]:
        if not self.program.scores:
            return
        pairs = zip(
            cast(Sequence[object], before["scores"]), cast(Sequence[object], after["scores"]),
            strict=True,
        )  # fmt: skip
        for other, (had, has) in enumerate(pairs):
            if had is not None and has is not None and had != has:
                yield Change(POINTS, f"{self._of_seat('score', other, seat)} {had} -> {has}")

    def _of_seat(self, name: str, owner: int, seat: int) -> str:
        labels = self.program.seats.labels
        return name if owner == seat else f"{name} of {seat_title(labels[owner])}"

    def _components(self, was: Notes, now: Notes) -> Iterator[Change]:
        """What has become of components that are seen before and after."""
        for domain in self.program.domains:
            if domain.kind != "component":
                continue
            for label in domain.labels:
                had, has = was.parts(domain, label), now.parts(domain, label)
                texts = [*_turned(was, now, domain, label)]
                if had != has and (had or has):
                    texts += _different(dict(had), dict(has))
                if texts:
                    yield Change(COMPONENTS, f"{label}: {', '.join(texts)}")

    def _cells(self, was: Observed, now: Observed, seat: int) -> Iterator[Change]:
        lying = _everywhere(self.program.variables, now)
        for variable in self.program.variables:
            if variable.role == "control" or is_box(variable):
                continue
            if variable.name not in was or variable.name not in now:
                continue
            if variable.keys and variable.keys[0].kind == "component":
                continue  # told of the component
            if was[variable.name] == now[variable.name]:
                continue
            depth = len(variable.keys)
            had = dict(leaves(was[variable.name], depth))
            for labels, has in leaves(now[variable.name], depth):
                texts = [*_differences(variable, had.get(labels), has, lying)]
                if texts:
                    yield self._told(variable, labels, texts, seat)

    def _told(
        self, variable: StateVariable, labels: tuple[str, ...], texts: list[str], seat: int
    ) -> Change:
        """A difference with the name of the place, and whose it is."""
        name, rank = spoken(variable.name.rpartition(".")[2]), TABLE
        if labels and variable.keys[0].kind == "seat":
            owner = self.program.seats.labels.index(labels[0])
            rank = OTHERS if owner != seat else HELD if variable.role == "zone" else OWN
            labels = labels[1:]
            name = " ".join([self._of_seat(name, owner, seat), *labels])
        else:
            name = " ".join([name, *labels])
        if variable.role == "choice":
            rank = HELD
        return Change(rank, f"{name} {', '.join(texts)}")


def _turned(was: Notes, now: Notes, domain: Domain, label: str) -> Iterator[str]:
    """How a component lies, if that is not as before, with its sides by their names."""
    sided = now.attributes.sided(domain)
    if sided is None or was.sides(domain, label) == now.sides(domain, label):
        return
    kind = sided.params[1].type
    assert isinstance(kind, Element)
    pairs = zip(kind.domain.labels, now.sides(domain, label), strict=False)
    yield " ".join(f"{side}:{shown}" for side, shown in pairs)


def _different(had: Mapping[str, str], has: Mapping[str, str]) -> Iterator[str]:
    """What is said of a component otherwise than before."""
    for name, value in has.items():
        if name not in had:
            yield f"{name} {value}".strip()
        elif had[name] != value:
            yield f"{name} {had[name]} -> {value}".strip()
    yield from (f"no {name}" for name in had if name not in has)


def _differences(
    variable: StateVariable, had: object, has: object, lying: frozenset[tuple[str, str]]
) -> Iterator[str]:
    """What is different about the value of a variable. `lying`: what is seen to lie somewhere."""
    if had == has:
        return
    if variable.role == "zone" or isinstance(has, list):
        yield from _moved(variable, had, has, lying)
    elif isinstance(variable.type, Number) and had is not None:
        yield f"{had} -> {has}"
    elif isinstance(variable.type, Truth):
        yield "yes" if has else "no"
    elif had is None or is_start(variable, had):
        yield _value(variable.type, has)
    else:
        yield f"{_value(variable.type, had)} -> {_value(variable.type, has)}"


def _moved(
    variable: StateVariable, had: object, has: object, lying: frozenset[tuple[str, str]]
) -> Iterator[str]:
    """What has come to a place; what has gone from it, if it is not seen to lie elsewhere."""
    (before, count), (after, counted) = _held(had), _held(has)
    if isinstance(had, Mapping) and isinstance(has, Mapping):
        if count != counted:
            yield f"{count} -> {counted}"
        return
    kind = _name_of(variable.type)
    yield from (f"+ {one}" for one in after if one not in before)
    gone = [one for one in before if one not in after]
    yield from (f"- {one}" for one in gone if (kind, one) not in lying)
    if counted > len(after):
        yield f"+ {counted - len(after)} unseen"


def _held(value: object) -> tuple[list[str], int]:
    """What is seen in a place, and how many components lie there."""
    if isinstance(value, Mapping):
        return [str(one) for one in value["known"]], cast(int, value["count"])
    several = value if isinstance(value, list) else [value]
    held = [str(one) for one in several if one is not None]
    return held, len(held)


def _name_of(kind: Type) -> str:
    return "" if isinstance(kind, Truth | Number) else kind.domain.name


def _everywhere(variables: Sequence[StateVariable], seen: Observed) -> frozenset[tuple[str, str]]:
    """The components that are seen to lie somewhere: their kinds and names."""
    return frozenset(
        (_name_of(variable.type), one)
        for variable in variables
        if variable.role == "zone" and variable.name in seen
        for _, value in leaves(seen[variable.name], len(variable.keys))
        for one in _held(value)[0]
    )


def _value(kind: Type, value: object) -> str:
    if isinstance(value, list):
        return " ".join(str(one) for one in value[:1]) if value else "none"
    if value is None:
        return "nobody" if isinstance(kind, Element) and kind.domain.kind == "seat" else "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
