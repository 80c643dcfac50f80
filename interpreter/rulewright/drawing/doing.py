"""What a move does, in words: what it names, and what is different after it.

Both are made of observations of the seat that makes the move, so that nothing is told that the seat
does not see; what an observation after the move may hold before it is made, `play.foreseen` says.
Differences come with those first that matter most to the seat: its points, what it has, what its
components are; then what others have, and what lies about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from ..characters import spoken
from ..core import grids
from ..core.evaluate import Reader, elements, evaluate, render
from ..core.ir import (
    Alternative,
    Domain,
    Element,
    Joined,
    Local,
    Message,
    Number,
    SetOf,
    StackOf,
    StateVariable,
    Truth,
    Type,
)
from ..runtime.move import arguments
from ..runtime.sight import is_box
from .attributes import Attributes
from .growing import growing
from .lines import MORE, labelled, seat_title, title_of
from .named import called, explained
from .notes import Notes, as_it_is, head_of, in_words, is_start, leaves, of_few
from .standing import carried_by, kept_on
from .table import domain_of, known_in, lying_in
from .yet import may_change_yet

Observed = Mapping[str, object]

POINTS, NAMED, OWN, HELD, OTHERS, TAKEN, TABLE, BESIDES = range(8)
"""How much a difference matters, most first: points; components that the move names; what the seat
has; what lies with the seat; what others have; what is no longer on the table as it was, what is;
and what else has become of components."""
BECOMES = " -> "
"""What stands between what something was and what it is now."""

MOST_AS_IT_IS = 6
"""So many things are told as what lies in a place now, where nothing is left of what lay there."""

SIDES = ("below", "left of", "above", "right of")
"""Where a cell lies, seen from the neighbour to its north, east, south, west."""


class Change(NamedTuple):
    """A difference: how much it matters, what it is, which components or places it is of, and the
    name of the mark, zone or score: `disc e4, e5 White -> Black`. `seat`: whose place it is, or who
    is named there now."""

    rank: int
    what: str
    of: str = ""
    name: str = ""
    seat: str = ""

    @property
    def text(self) -> str:
        of = self.of if self.name or not self.of else f"{self.of}:"
        return " ".join(filter(None, (self.name, of, self.what)))


class Doing:
    """Says what moves of a game do."""

    def __init__(self, attributes: Attributes) -> None:
        self.attributes, self.program = attributes, attributes.program
        self._known: tuple[Observed, Notes] | None = None

    def words(
        self,
        alternative: Alternative,
        code: Sequence[int],
        read: Reader,
        observation: Observed,
        only: Collection[str] | None = None,
        changes: Iterable[Change] = (),
    ) -> str:
        """The text of a move with what matters of the things it names in brackets, as they are
        before it: `flip 7c (rank 7)`, `buy 3 (price 2, market bottom count 1) 7c (rank 7)`; behind
        all of it where that would break a word: `go d1-d4 (d1 worth 2)`.

        `read`: what the choice reads to write its moves. `only`: of all that, the numbers called so
        that hang on what is on the table. `changes`: what is told beside it: what becomes another
        by one of these, as `man a3 White -> Black` says, is not told in brackets as well.
        """
        becoming = {
            (change.name, of)
            for change in changes
            if BECOMES in change.what
            for of in change.of.split(", ")
        }
        values = arguments(alternative, code[1:])
        parts: list[tuple[str, str]] = []
        said: set[tuple[str, str]] = set()

        def noted(domain: Domain, label: str) -> tuple[str, str]:
            if only is None:
                told = self.about(domain, label, observation, said, becoming)
            else:
                now = self._standing(domain, label, observation)
                told = [f"{name} {value}" for name, value in now.items() if name in only]
            said.add((domain.name, label))
            return label, ", ".join(told)

        for part in alternative.text.parts:
            text = render(Message((part,)), values, read)
            if isinstance(part, Local) and isinstance(part.type, Element):
                parts.append(noted(part.type.domain, text))
            elif isinstance(part, Joined) and isinstance(part.value.type, SetOf):
                domain = part.value.type.domain
                held = elements(evaluate(part.value, values, read), part.value.type)
                each = [noted(domain, domain.labels[one]) for one in held]
                between = (part.separator, "")
                parts += [one for pair in each for one in (between, pair)][1:] or [(text, "")]
            else:
                parts.append((text, called(part)))
        return explained(parts)

    def numbers(
        self, alternative: Alternative, code: Sequence[int], observation: Observed
    ) -> Iterator[tuple[str, str]]:
        """The numbers of what a move names that hang on what is on the table, by their names."""
        for local, value in zip(alternative.bound, code[1:], strict=True):
            if isinstance(local.type, Element) and value >= 0:
                domain = local.type.domain
                yield from self._standing(domain, domain.labels[value], observation).items()

    def _standing(self, domain: Domain, label: str, observation: Observed) -> dict[str, str]:
        if label not in domain.labels or not self.attributes.standing(domain):
            return {}
        seat = cast(int, observation["seat"])
        return self._notes(observation).standing(domain, label, seat)

    def about(
        self,
        domain: Domain,
        label: str,
        observation: Observed,
        said: Collection[tuple[str, str]] = (),
        becoming: Collection[tuple[str, str]] = (),
    ) -> list[str]:
        """What matters of a component, a place or another element that a move names; `said`: the
        kinds and names of what it has named before, `becoming`: the names of marks and what they
        are of, both of which are not told again."""
        notes = self._notes(observation)
        if label not in domain.labels or domain.kind == "seat":
            return []
        if domain.kind == "component" and not domain.columns:
            named = notes.named(domain, label)[len(label) :].strip(" ()")
            return [named] if named else []
        if domain.width:
            return self._beside(domain, label, notes)
        element = domain.labels.index(label)
        seat = cast(int, observation["seat"])
        now = self._standing(domain, label, observation)
        outdated = self.attributes.outdated(domain) if now else ()
        facts = [
            f"{spoken(fact.name)} {text}" if isinstance(fact.type, Number) else text
            for fact in self.attributes.telling(domain)
            if (text := fact.said(element)) and not _is_order(fact.values)
            if fact.name not in outdated
        ]
        facts = [*(() if domain.columns else facts), *(f"{n} {value}" for n, value in now.items())]
        own = self.program.seats.name, self.program.seats.labels[seat]
        return [*facts, *self._on(domain, label, notes, {own, *said}, becoming)]

    def _notes(self, observation: Observed) -> Notes:
        """The notes of an observation, kept as long as the same is asked about."""
        cells = cast(Observed, observation["cells"])
        if self._known is None or self._known[0] is not cells:
            self._known = cells, Notes(self.attributes, cells)
        return self._known[1]

    def _on(
        self, domain: Domain, label: str, notes: Notes, said: Collection[tuple[str, str]],
        becoming: Collection[tuple[str, str]],
    ) -> Iterator[str]:  # fmt: skip
        """What marks and zones hold for an element, of a pile what lies on top; but not one of what
        has been `said`, or is told as `becoming` another. What lies on a cell is told by what it
        is, with what its marks say, and without the name of the zone where cells have no other."""
        zones = [one for one in kept_on(self.program, domain) if one.role == "zone"]
        for variable in self.program.variables:
            if variable.keys[:1] != (domain,) or variable.role not in ("mark", "zone"):
                continue
            held = cast(Observed, notes.seen.get(variable.name, {})).get(label)
            for labels, value in leaves(held, len(variable.keys) - 1):
                if value is None or isinstance(value, Mapping) or is_start(variable, value):
                    continue
                if isinstance(variable.type, StackOf):
                    value = cast(Sequence[object], value)[0]
                if not isinstance(value, list) and (_name_of(variable.type), value) in said:
                    continue
                if domain.columns and variable in zones:
                    lying = [str(one) for one in known_in(value)]
                    where = "" if len(zones) == 1 else f"{head_of(variable)} "
                    told = (self._lying(domain, variable, one, notes, said) for one in lying)
                    yield where + " + ".join(told)
                    continue
                titles = [*map(title_of, variable.keys[1:], labels)]
                if (
                    place_called(variable),
                    " ".join([title_of(domain, label), *titles]),
                ) in becoming:
                    continue
                name = head_of(variable, titles)
                yield name if value is True else f"{name} {in_words(variable.type, value)}"

    def _lying(
        self, cells: Domain, zone: StateVariable, label: str, notes: Notes,
        said: Collection[tuple[str, str]],
    ) -> str:  # fmt: skip
        """What lies on a cell by what it is, of several that are equal, and what its marks say."""
        domain = domain_of(zone.type)
        assert domain is not None
        kind = domain.kinds[domain.labels.index(label)] if domain.kinds else label
        marks = carried_by(self.program, cells, zone, label, notes.seen)
        told = (
            head_of(mark) if value is True else f"{head_of(mark)} {in_words(mark.type, value)}"
            for mark, value in marks
            if (_name_of(mark.type), value) not in said
        )
        return ", ".join((title_of(domain, kind), *told))

    def _beside(self, site: Domain, label: str, notes: Notes) -> list[str]:
        """Which component of a growing board lies in a cell, or which lie beside it as drawn."""
        held = self._lying_on(site, notes)
        if label in held:
            return [str(held[label])]
        cell = site.labels.index(label)
        found = (
            (side, held.get(site.labels[grids.beside(cell, direction, site.width, 4)]))
            for direction, side in enumerate(SIDES)
        )
        return [f"{side} {name}" for side, name in found if name is not None]

    def _lying_on(self, site: Domain, notes: Notes) -> Observed:
        board = next(one for one in growing(self.program) if one.keys[0] is site)
        return cast(Observed, notes.seen[board.name])

    def _named(self, alternative: Alternative, code: Sequence[int], notes: Notes) -> set[str]:
        """What a move names, and the components that lie in cells that it names."""
        found = set()
        for local, value in zip(alternative.bound, code[1:], strict=True):
            if isinstance(local.type, Element) and value >= 0:
                domain = local.type.domain
                label = domain.labels[value]
                found.add(label)
                if domain.width:
                    found.add(str(self._lying_on(domain, notes).get(label)))
        return found

    def changes(
        self,
        alternative: Alternative,
        code: Sequence[int],
        before: Observed,
        after: Observed,
        is_whole: bool = True,
    ) -> list[Change]:
        """What is different between two observations of the seat that makes a move, what matters
        most first. Not `is_whole`: more may happen in the move, so that neither points are told
        nor how many components lie somewhere, nor marks that may change yet."""
        seat, was = cast(int, before["seat"]), self._notes(before)
        now = Notes(self.attributes, cast(Observed, after["cells"]))
        if now.whole - was.whole:  # what is told of one position is told of the other
            was = Notes(self.attributes, cast(Observed, before["cells"]))
            was.tell_whole(now.whole)
        now.tell_whole(was.whole)
        found = [*self._points(before, after, seat)] if is_whole else []
        untold = frozenset() if is_whole else may_change_yet(self.program, alternative)
        named = self._named(alternative, code, was)
        found += self._components(was, now, named)
        found += self._cells(was, now, seat, named, is_whole, untold)
        return sorted(_together(found), key=lambda change: change.rank)

    def come_to(
        self,
        owner: int,
        before: Observed,
        after: Observed,
        shared: Collection[str] = (),
        *,
        is_whole: bool = True,
    ) -> list[Change]:
        """What is different about what is a seat's own, between the cells of two observations of
        who looks: about its places, and where a mark names it now; and at `shared` places, by their
        names, which are nobody's. Not `is_whole`: more may come of it, so that it is not told how
        many components lie somewhere."""
        label = self.program.seats.labels[owner]
        called = {labelled(name) for name in shared}
        was, now = Notes(self.attributes, before), Notes(self.attributes, after)
        changes = [*self._cells(was, now, owner, set(), is_whole)]
        return [
            one
            for one in _together([c for c in changes if c.seat == label or c.name in called])
            if is_whole or not one.what.endswith(BECOMES + MORE)
        ]

    def _points(self, before: Observed, after: Observed, seat: int) -> Iterator[Change]:
        if not self.program.scores:
            return
        pairs = zip(
            cast(Sequence[object], before["scores"]), cast(Sequence[object], after["scores"]),
            strict=True,
        )  # fmt: skip
        for other, (had, has) in enumerate(pairs):
            if had is not None and has is not None and had != has:
                name = self._of_seat("score", other, seat)
                rank = POINTS if other == seat else OTHERS
                yield Change(rank, f"{had} -> {has}", name=name)

    def _of_seat(self, name: str, owner: int, seat: int) -> str:
        labels = self.program.seats.labels
        return name if owner == seat else f"{name} of {seat_title(labels[owner])}"

    def _components(self, was: Notes, now: Notes, named: set[str]) -> Iterator[Change]:
        """What has become of components that are seen before and after."""
        laid = dict(self._laid(was, now, named))
        for domain in self.program.domains:
            if domain.kind != "component":
                continue
            seen = lying_in(self.program.variables, domain, was.seen)
            for label in domain.labels:
                if label not in seen or not (
                    was.is_shown(domain, label) and now.is_shown(domain, label)
                ):
                    continue
                had, has = was.parts(domain, label), now.parts(domain, label)
                texts = [*_turned(was, now, domain, label)] if label not in laid else laid[label]
                if had != has:
                    texts += _different(had, has)
                if texts:
                    rank = NAMED if label in named else BESIDES
                    yield Change(rank, ", ".join(texts), label)

    def _laid(self, was: Notes, now: Notes, named: set[str]) -> Iterator[tuple[str, list[str]]]:
        """The components that have come to lie on growing boards, and how they lie, where the move
        has not said it."""
        for board in growing(self.program):
            domain = cast(Element, board.type).domain
            had = cast(Observed, was.seen[board.name])
            for site, label in cast(Observed, now.seen[board.name]).items():
                if had.get(site) != label:
                    sides = [*_sides(now, domain, str(label))]
                    yield str(label), sides if site in named else [f"at {site}", *sides]

    def _cells(
        self,
        noted: Notes,
        notes: Notes,
        seat: int,
        named: set[str],
        is_whole: bool = True,
        untold: Collection[StateVariable] = (),
    ) -> Iterator[Change]:
        was, now = noted.seen, notes.seen
        lying = {
            domain.name: lying_in(self.program.variables, domain, now)
            for domain in self.program.domains
            if domain.kind == "component"
        }
        for variable in self.program.variables:
            if variable.name not in was or variable.name not in now:
                continue
            if was[variable.name] == now[variable.name] or not _is_told(variable):
                continue
            if variable.role == "mark" and variable in untold:
                continue
            depth = len(variable.keys)
            had = dict(leaves(was[variable.name], depth))
            for labels, has in leaves(now[variable.name], depth):
                texts = [*_differences(variable, had.get(labels), has, lying, is_whole)]
                if variable.role == "choice" and is_start(variable, has):
                    continue  # the choice is over
                if named.intersection(labels) or variable.role == "choice":
                    texts = _unsaid(variable, had.get(labels), has, texts, named)
                elif texts and variable.role == "mark" and isinstance(has, str):
                    texts = [_explained(texts[0], variable, has, notes)]
                if texts:
                    lost = labels and not is_start(variable, had.get(labels))
                    rank = TAKEN if lost else TABLE
                    told = self._told(variable, labels, ", ".join(texts), seat, rank)
                    yield told._replace(seat=self._whose(variable, labels, has))

    def _whose(self, variable: StateVariable, labels: tuple[str, ...], has: object) -> str:
        """The seat whose place it is, or that a mark names there."""
        if labels and variable.keys[0] is self.program.seats:
            return labels[0]
        return str(has) if domain_of(variable.type) is self.program.seats else ""

    def _told(
        self, variable: StateVariable, labels: tuple[str, ...], what: str, seat: int, rank: int
    ) -> Change:
        """A difference with the name of the place, and whose it is."""
        name = place_called(variable)
        if labels and variable.keys[0].kind == "seat":
            owner = self.program.seats.labels.index(labels[0])
            rank = OTHERS if owner != seat else HELD if variable.role == "zone" else OWN
            name = self._of_seat(name, owner, seat)
        titles = map(title_of, variable.keys, labels)
        if labels and variable.keys[0].kind == "seat":
            next(titles)
        if variable.role == "choice":
            rank = HELD
        return Change(rank, what, " ".join(titles), name)


def place_called(variable: StateVariable) -> str:
    """What a mark or zone is called where a difference about it is told."""
    return labelled(variable.name.rpartition(".")[2])


def _is_order(values: Sequence[int]) -> bool:
    """Do the values say no more than the order of what they belong to?"""
    return len(values) > 1 and list(values) in ([*range(len(values))], [*range(1, len(values) + 1)])


def _is_told(variable: StateVariable) -> bool:
    """Is it told of by itself, not with its component or because the move names it?"""
    if variable.role == "choice":
        return variable.chosen and isinstance(variable.type, SetOf)
    if variable.role == "control" or is_box(variable) or variable.grows:
        return False
    return not variable.keys or variable.keys[0].kind != "component"


def _together(changes: Sequence[Change]) -> list[Change]:
    """The changes, those in one that say the same of several things."""
    found: dict[tuple[int, str, str], list[str]] = {}
    for change in changes:
        found.setdefault((change.rank, change.name, change.what), []).append(change.of)
    return [
        Change(rank, what, ", ".join(filter(None, of)), name)
        for (rank, name, what), of in found.items()
    ]


def _sides(notes: Notes, domain: Domain, label: str) -> Iterator[str]:
    """What a component shows on its sides, by their names."""
    sided, shown = notes.attributes.sided(domain), notes.sides(domain, label)
    if sided is not None and shown:
        kind = sided.params[1].type
        assert isinstance(kind, Element)
        pairs = zip(kind.domain.labels, shown, strict=True)
        yield " ".join(f"{side}:{face}" for side, face in pairs)


def _explained(text: str, variable: StateVariable, has: str, notes: Notes) -> str:
    """What a mark is now, with what is to be said of a component with sides that it names."""
    domain = domain_of(variable.type)
    if domain is None or notes.attributes.sided(domain) is None:
        return text
    return f"{text.removesuffix(has)}{notes.named(domain, has)}"


def _unsaid(
    variable: StateVariable, had: object, has: object, texts: list[str], named: set[str]
) -> list[str]:
    """What is different at a place that the move names, or in what is chosen, without what the move
    says itself: that it puts something there, or takes it away."""
    if variable.role == "zone" or isinstance(has, list):
        titles = named.union(map(seat_title, named), map(spoken, named))
        return [text for text in texts if text[2:] not in titles]
    said = isinstance(variable.type, Element) and (
        had is None or has is None or is_start(variable, had) or is_start(variable, has)
    )
    return [] if said else texts


def _turned(was: Notes, now: Notes, domain: Domain, label: str) -> Iterator[str]:
    """How a component lies, if that is not as before."""
    if was.sides(domain, label) != now.sides(domain, label):
        yield from _sides(now, domain, label)


def _different(had: Sequence[tuple[str, str]], has: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What is said of a component otherwise than before; what lies on it has no name there, and
    comes and goes."""
    before = dict(had)
    for name, value in has:
        if not name:
            if (name, value) not in had:
                yield f"+ {value}"
        elif name not in before:
            yield f"{name} {value}".strip()
        elif before[name] != value:
            yield f"{name} {before[name]} -> {value}".strip()
    now = dict(has)
    yield from (f"- {value}" for name, value in had if not name and (name, value) not in has)
    yield from (f"no {name.removesuffix(':')}" for name in before if name and name not in now)


def _differences(
    variable: StateVariable,
    had: object,
    has: object,
    lying: Mapping[str, frozenset[str]],
    is_whole: bool,
) -> Iterator[str]:
    """What is different about the value of a variable. `lying`: what is seen to lie somewhere."""
    if had == has:
        return
    if variable.role == "zone" or isinstance(has, list):
        yield from _moved(variable, had, has, lying, is_whole)
    elif isinstance(variable.type, Number) and had is not None:
        yield f"{in_words(variable.type, had)} -> {in_words(variable.type, has)}"
    elif isinstance(variable.type, Truth) or had is None or is_start(variable, had):
        yield in_words(variable.type, has)
    else:
        yield f"{in_words(variable.type, had)} -> {in_words(variable.type, has)}"


def _moved(
    variable: StateVariable,
    had: object,
    has: object,
    lying: Mapping[str, frozenset[str]],
    is_whole: bool,
) -> Iterator[str]:
    """What has come to a place; what has gone from it, if it is not seen to lie elsewhere. Where
    nothing is left of what was there, what is there now."""
    (before, count), (after, counted) = _held(had), _held(has)
    if isinstance(had, Mapping) and isinstance(has, Mapping):
        if count != counted:
            yield f"{count} -> {counted if is_whole else MORE}"
        return
    elsewhere = lying.get(_name_of(variable.type), ()) if variable.role == "zone" else ()
    domain = domain_of(variable.type)
    assert domain is not None
    come = [one for one in after if one not in before]
    gone = [one for one in before if one not in after and one not in elsewhere]
    is_other = bool(before and come) and come == after and counted == len(after) <= MOST_AS_IT_IS
    if is_other or (gone and variable.role == "mark" and of_few(domain)):
        yield as_it_is(domain, after)
        return
    yield from (f"+ {title_of(domain, one)}" for one in come)
    yield from (f"- {title_of(domain, one)}" for one in gone)
    if counted > len(after):
        yield f"+ {counted - len(after)} unseen" if is_whole else "+ unseen"


def _held(value: object) -> tuple[list[str], int]:
    """What is seen in a place, and how many components lie there."""
    held = [str(one) for one in known_in(value)]
    return held, cast(int, value["count"]) if isinstance(value, Mapping) else len(held)


def _name_of(kind: Type) -> str:
    domain = domain_of(kind)
    return "" if domain is None else domain.name
