"""A table as text, as one seat sees it.

Everything comes from an observation and from what the rules declare, so it works for any game and
cannot show what the seat does not see: boards first, then zones of the whole table, then seats, the
seat that looks last, then what it has chosen so far.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from ..characters import spoken
from ..core.ir import Board, Domain, Element, Number, SetOf, StackOf, StateVariable, Truth, Type
from ..runtime.sight import component_of, is_box
from .attributes import Attributes
from .cells import draw_cells, legend_of_cells
from .goals import goals
from .growing import (
    boards_of,
    components,
    draw_growing,
    draw_small,
    growing,
    legend_of_growing,
    sketch,
    title_of_board,
)
from .lines import Line, Piece, labelled, line, seat_style, seat_title, title_of, wrapped
from .look import LAST, in_order, look_of, place_of, seat_letters, shown
from .notes import Notes, chooser, is_start, is_told_whole, leaves
from .places import draw, edge_marks, legend_of_edges, picture_of
from .standing import men, told_on_cells

Json = object
Observed = Mapping[str, Json]
MOST_OF_A_STACK = 6
MANY_ALIKE = 5  # components that are alike are counted, and not named one by one
TIMES = " × "
FEWEST_LETTERS = 20  # of a line beside a head, however narrow the screen
UNCOUNTED = line("The rules do not count who is ahead.", "dim")


class Part(NamedTuple):
    """What a variable holds for a row: its name where the row does not say it, the value as it is
    observed, and the value in words, which may stand on different lines."""

    name: str
    variable: StateVariable | None
    value: Json
    texts: list[str]


class Row(NamedTuple):
    """A head, and what stands beside it. `seat`: whose row it is, -1 if it is the whole table's."""

    head: Piece
    parts: list[Part]
    seat: int = -1

    @property
    def texts(self) -> list[str]:
        """All parts in words."""
        found: list[str] = []
        for name, _, _, texts in self.parts:
            found += [f"{name} {texts[0]}", *texts[1:]] if name else texts
        return found


class TableView:
    """How the tables of a game are shown."""

    def __init__(self, attributes: Attributes) -> None:
        self.attributes = attributes
        self.program = attributes.program
        self.names = self.program.seats.labels
        self.notes = Notes(attributes, {})

    def lines(self, observation: Observed, width: int, *, cut: bool = True) -> list[Line]:
        """The whole table as the seat of the observation sees it; `cut`: see `boards`."""
        seen = cast(Observed, observation["cells"])
        boards = self.boards(seen, width, cut=cut, me=chooser(observation))
        return [*boards, *self.beside(observation, width)]

    def beside(self, observation: Observed, width: int) -> list[Line]:
        """What is beside the boards: zones, marks and seats, the seat that looks last."""
        return list(_aligned(self.rows(observation), width))

    def rows(self, observation: Observed) -> list[Row]:
        """What is beside the boards as the seat of the observation sees it."""
        seen = shown(self.program, cast(Observed, observation["cells"]))
        seat = cast("int | None", observation["seat"])
        self.notes = Notes(self.attributes, seen, chooser(observation))
        common = sorted((*self._zones(seen), *self._other_marks(seen)), key=self._asked_for)
        again = self._come_again(observation)
        together = bool(observation.get("together"))
        return [*common, *again, *self._seats(seen, seat, together), *self._choices(seen)]

    def _asked_for(self, row: Row) -> int:
        """Where a row is to stand, by the first of what is in it that a look gives a place."""
        told = (part.variable for part in row.parts if part.variable is not None)
        return min((place_of(self.program, variable) for variable in told), default=LAST)

    def choice_lines(self, observation: Observed, width: int) -> list[Line]:
        """Only what the seat has chosen so far."""
        seen = cast(Observed, observation["cells"])
        self.notes = Notes(self.attributes, seen, chooser(observation))
        return list(_aligned(list(self._choices(seen)), width))

    def boards(
        self,
        seen: Observed,
        width: int,
        *,
        cut: bool = True,
        close: bool = False,
        small: bool = False,
        me: int | None = None,
    ) -> list[Line]:
        """The boards with what the seat sees on them, each under its heading if there are several;
        with nothing seen, empty boards.

        `cut`: names are cut where a board is wider than that; else its lines are longer. `close`:
        what can be closer together is; `small`: boards without bounds are as small as can be. `me`:
        the seat, if that is to choose.
        """
        return _headed(
            (
                [line(part, "bold") for part in wrapped(title_of_board(board), width)],
                self.board(board, seen, width, cut=cut, close=close, small=small, me=me),
            )
            for board in boards_of(self.program)
        )

    def board(
        self,
        board: Board | StateVariable,
        seen: Observed,
        width: int,
        *,
        cut: bool = True,
        close: bool = False,
        small: bool = False,
        me: int | None = None,
    ) -> list[Line]:
        """One of the boards without a heading (see `boards`); nothing of one without bounds if
        nothing is seen."""
        told = Notes(self.attributes, seen, me) if seen else None
        seen = shown(self.program, seen)
        if isinstance(board, Board):
            edges = any(graph.board.name == board.name for graph in self.program.graphs)
            if board.component.columns and not edges:
                return draw_cells(self.attributes, board, seen, width, cut=cut)
            marks = {name: value for name, value in seen.items() if isinstance(value, Mapping)}
            return draw(picture_of(self.attributes, board, marks, told), width, cut=cut)
        if told is None:
            return []
        notes = Notes(self.attributes, seen)
        if small:
            return draw_small(board, notes)
        return draw_growing(board, notes, width, cut=cut, close=close)

    @property
    def has_sides(self) -> bool:
        """Has what lies on boards without bounds sides, which small ones show as well?"""
        kinds = [domain_of(board.type) for board in growing(self.program)]
        sided = [d is not None and self.attributes.sided(d) is not None for d in kinds]
        return bool(sided) and all(sided)

    def sketches(self, seen: Observed) -> list[Line]:
        """The boards without bounds with a sign for each place; nothing if there are none."""
        notes = Notes(self.attributes, seen)
        return _headed(
            ([line(spoken(board.name), "bold")], sketch(board, notes))
            for board in growing(self.program)
        )

    def legend(self, width: int, *, signs: bool = True) -> list[Line]:
        """What the short forms on boards and beside components stand for, and `signs` of cells."""
        kinds = (d for d in self.program.domains if d.kind == "component")
        texts = [*dict.fromkeys(map(self.attributes.legend, kinds))]
        if edge_marks(self.program) or self._seats_stand_on_maps:
            pairs = zip(seat_letters(self.program), self.names, strict=True)
            told = (f"[{letter}] {name}" for letter, name in pairs if letter != name)
            texts.append(", ".join(told))
        texts.append(", ".join(legend_of_edges(self.program)))
        texts += [*legend_of_cells(self.program, signs=signs), *legend_of_growing(self.program)]
        parts = (part for text in texts if text for part in wrapped(text, width))
        return [line(part, "dim") for part in parts]

    @property
    def _seats_stand_on_maps(self) -> bool:
        hidden = look_of(self.program).hidden
        return any(
            mark.keys == (self.program.seats,) and mark.name not in hidden
            for board in self.program.boards
            if not board.component.columns
            for mark in men(self.program, board.component)
        )

    def named(self) -> list[tuple[str, str]]:
        """What stands on the table, by the names it has there, with the words of the rules: zones
        and marks, what is told beside names, and lines of the score."""
        hidden = look_of(self.program).hidden
        held = [
            variable
            for variable in in_order(self.program)
            if variable.role in ("zone", "mark")
            and not (is_box(variable) or (variable.role == "mark" and variable.seen == "nobody"))
            and variable.name not in hidden
        ]
        carrying = [
            d
            for d in self.program.domains
            if d.kind == "component" and any(v.keys[:1] == (d,) for v in held)
        ]
        standing = [
            function for d in self.program.domains for function in self.attributes.standing(d)
        ]
        told = [
            *((labelled(variable.name), variable.words) for variable in held),
            *((spoken(function.name), function.words) for function in standing),
            *((spoken(f.name), f.words) for d in carrying for f in self.attributes.looking(d)),
            *((spoken(function.name), function.words) for function in self.attributes.of_seats),
            *((f"score, {spoken(score.name)}", score.words) for score in self.program.scores),
        ]
        return [(name, words) for name, words in dict.fromkeys(told) if words]

    def meanings(self, width: int) -> list[Line]:
        """What stands on the table, by its names, in the words of the rules."""
        told = self.named()
        margin = max((len(name) for name, _ in told), default=0) + 2
        lines: list[Line] = []
        for name, words in told:
            first, *rest = wrapped(words, max(FEWEST_LETTERS, width - margin))
            lines.append((Piece(name.ljust(margin), "bold"), Piece(first)))
            lines += [line(" " * margin + part) for part in rest]
        return lines

    def shared(self, observations: Sequence[Observed]) -> dict[str, Json]:
        """What several seats all see, as an observation of no seat in particular."""
        every = [cast(Observed, one["cells"]) for one in observations]
        cells = {
            variable.name: _shared([seen[variable.name] for seen in every], len(variable.keys))
            for variable in self.program.variables
            if all(variable.name in seen for seen in every)
        }
        return {"seat": None, "cells": cells}

    def together(self, observations: Sequence[Observed]) -> dict[str, Json]:
        """What several seats see between them, as an observation of no seat in particular."""
        every = [cast(Observed, one["cells"]) for one in observations]
        cells = {
            variable.name: _together(views, len(variable.keys))
            for variable in self.program.variables
            if (views := [seen[variable.name] for seen in every if variable.name in seen])
        }
        return {"seat": None, "together": True, "cells": cells}

    def _cells(self, seen: Observed) -> Iterator[tuple[StateVariable, Json]]:
        for variable in in_order(self.program):
            untold = (
                variable.role == "mark" and variable.seen == "nobody"
            )  # by which nothing is said
            if variable.name in seen and not is_box(variable) and not untold:
                yield variable, seen[variable.name]

    def _zones(self, seen: Observed) -> Iterator[Row]:
        """Zones and marks of the whole table. A mark that is none is told as that: who looks for
        it could not tell whether it is none or stands nowhere; several stand in one row. Counters
        that are still at nought, claims that do not hold and sets with nothing in them are not
        told."""
        cells = [(v, value) for v, value in self._cells(seen) if not v.keys and v.role != "choice"]
        nothing: dict[str, list[StateVariable]] = {}
        for variable, value in cells:
            if variable.role == "mark" and value is None and variable.seen == "all":
                nothing.setdefault(_nothing(variable), []).append(variable)
        together = {word: marks for word, marks in nothing.items() if len(marks) > 1}
        told_so = {variable.name for marks in together.values() for variable in marks}
        for variable, value in cells:
            untold = variable.role == "mark" and not value and is_start(variable, value)
            if variable.name not in told_so and not (untold and value is not None):
                texts = self._value(variable, value, full=True)
                yield Row(Piece(spoken(variable.name), "dim"), [Part("", variable, value, texts)])
        for word, marks in together.items():
            told = [Part("", variable, None, [spoken(variable.name)]) for variable in marks]
            yield Row(Piece(f"{word}:", "dim"), told)

    def _other_marks(self, seen: Observed) -> Iterator[Row]:
        """What is keyed by neither seats nor edges nor places: only what has changed is told."""
        drawn = {variable.name for variable in edge_marks(self.program)}
        placed = {board.component.name for board in self.program.boards}
        laid = components(self.program)
        beside, on_cells = self._side_by_side(seen), told_on_cells(self.program, seen)
        for domain in dict.fromkeys(variable.keys[0] for variable in beside):
            yield from self._columns(domain, [c for c in beside if c.keys[0] is domain], seen)
        for variable, value in self._cells(seen):
            if variable in beside:
                continue
            keys = [key.name for key in variable.keys]
            if not keys or variable.keys[0].kind == "seat" or variable.name in drawn:
                continue
            if variable.seen == "with":
                continue  # told beside the component
            if variable.grows or (variable.role == "mark" and keys[0] in laid):
                continue  # told on the board
            if not (len(keys) == 1 and keys[0] in placed):
                value = _without(value, on_cells.get(variable.name))
                texts = self._members(variable, value)
                if texts:
                    part = Part("", variable, value, texts)
                    yield Row(Piece(labelled(variable.name), "dim"), [part])

    def _side_by_side(self, seen: Observed) -> list[StateVariable]:
        """Zones of which there is one of several kinds for each element of an enumeration, as of
        columns what lies open in them and what lies below."""
        zones = [
            variable
            for variable, _ in self._cells(seen)
            if variable.role == "zone"
            and len(variable.keys) == 1
            and variable.keys[0].kind == "enumeration"
        ]
        return [c for c in zones if sum(c.keys == other.keys for other in zones) > 1]

    def _columns(
        self, domain: Domain, zones: Sequence[StateVariable], seen: Observed
    ) -> Iterator[Row]:
        """One row for each element, with all that lies there."""
        for label in domain.labels:
            parts = []
            for zone in zones:
                held = cast(Observed, seen[zone.name])[label]
                texts = self._value(zone, held, full=False)
                parts += [Part(spoken(zone.name), zone, held, texts)] * (not is_start(zone, held))
            yield Row(Piece(f"{spoken(domain.name)} {title_of(domain, label)}", "dim"), parts)

    def _come_again(self, observation: Observed) -> Iterator[Row]:
        """How often what was remembered last has been so, where it has come again: rules that
        remember end games by it, or forbid moves."""
        for name, moments in cast(Observed, observation.get("remembered", {})).items():
            times = moments.count(moments[-1]) if isinstance(moments, list) and moments else 0
            if times > 1:
                yield Row(Piece(spoken(name), "dim"), [Part("", None, None, [f"so {times} times"])])

    def points(self, observation: Observed) -> list[Line]:
        """The points of all seats as they stand, as far as the seat that looks may be told; where
        the rules count none, how much of each stands on the boards, or that they do not say it."""
        scores = observation.get("scores")
        if not isinstance(scores, list):
            return []
        if self.program.scores:
            told = ["?" if one is None else str(one) for one in scores]
            return [self._of_seats("score", told)]
        if len(self.names) < 2:
            return []
        men = self._men(cast(Observed, observation["cells"]))
        return men or [UNCOUNTED]

    def goal(self) -> Line:
        """What is to be reached to win, in the words of the rules, where no total decides it."""
        words = self.program.winning
        return (Piece("goal", "dim"), Piece(f"  {words}")) if words else ()

    def _of_seats(self, head: str, told: Sequence[str]) -> Line:
        """Something of each seat under a head."""
        pairs = (
            (Piece(f"  {seat_title(name)}: ", seat_style(seat)), Piece(one))
            for seat, (name, one) in enumerate(zip(self.names, told, strict=True))
        )
        return (Piece(head, "dim"), *(piece for pair in pairs for piece in pair))

    def _men(self, seen: Observed) -> list[Line]:
        """On how many cells of boards each seat has something: marks say whose it is."""
        boards = {board.component for board in self.program.boards}
        marks = [
            (variable, [held for _, held in leaves(seen[variable.name], 1)])
            for variable in in_order(self.program)
            if variable.role == "mark"
            and variable.seen == "all"
            and len(variable.keys) == 1
            and variable.keys[0] in boards
            and domain_of(variable.type) is self.program.seats
        ]
        return [
            self._of_seats(
                "on the board" if len(marks) == 1 else spoken(variable.name),
                [str(held.count(name)) for name in self.names],
            )
            for variable, held in marks
        ]

    def _seats(self, seen: Observed, seat: int | None, together: bool) -> Iterator[Row]:
        """One row for each seat, the seat that looks last; `together`: all of them look."""
        variables = [(c, v) for c, v in self._cells(seen) if c.keys and c.keys[0].kind == "seat"]
        variables.sort(key=lambda pair: (place_of(self.program, pair[0]), pair[0].role != "mark"))
        order = [other for other in range(len(self.names)) if other != seat]
        for other in order if seat is None else (*order, seat):
            name = self.names[other]
            parts = []
            for variable, value in variables:
                held = cast(Observed, value)[name]
                is_seen = variable.seen == "owner" and other == seat
                is_seen |= variable.seen == "others" and seat not in (None, other)
                is_seen |= together and variable.seen in ("owner", "others")
                domain = domain_of(variable.type)
                # what a name of a type stands for is the same for all; of components there are many
                full = other == seat or domain is None or domain.kind != "component"
                inner = self._seat_member(variable, held, full=full, is_seen=is_seen)
                parts += [Part(labelled(variable.name), variable, held, inner)] if inner else []
            counted = self.notes.of_seat(other) if other == seat else []
            parts += [Part(called, None, None, [number]) for called, number in counted]
            if parts:
                you = " (you)" if other == seat else ""
                yield Row(Piece(f"{seat_title(name)}{you}", seat_style(other)), parts, other)

    def _seat_member(
        self, variable: StateVariable, held: Json, *, full: bool, is_seen: bool
    ) -> list[str]:
        """`full`: with facts; `is_seen`: by who looks, if not by all, so null is what it holds."""
        if len(variable.keys) == 1:
            if is_seen and held is None:
                return [_nothing(variable)]
            return self._value(variable, held, full=full)
        return self._members(variable, held, skip=1, is_seen=is_seen)

    def _choices(self, seen: Observed) -> Iterator[Row]:
        """What the seat has chosen so far of a choice in several steps."""
        by_action: dict[str, list[str]] = {}
        for variable, value in self._cells(seen):
            if variable.role != "choice" or not variable.chosen or is_start(variable, value):
                continue
            action, _, name = variable.name.rpartition(".")
            texts = self._value(variable, value, full=True)
            if isinstance(value, list):
                texts[0] = f"{spoken(name)}: {texts[0]}"
            elif isinstance(variable.type, Number):
                texts[0] = f"{spoken(name)} {texts[0]}"
            by_action.setdefault(action or spoken(variable.name), []).extend(texts)
        for action, texts in by_action.items():
            yield Row(Piece(action, "bold"), [Part("", None, None, texts)])

    def _members(
        self, variable: StateVariable, value: Json, skip: int = 0, *, is_seen: bool = False
    ) -> list[str]:
        """The members of a family that are not as at the start: `red 3`, `blue, first 1`; all that
        are hidden as one. Where the mark always says something of each, all that lie there."""
        found, last = [], variable.keys[-1]
        whole = is_told_whole(variable, value, len(variable.keys) - skip)
        zones = [one for one in self.program.variables if whole and not is_box(one)]
        lying = lying_in(zones, last, self.notes.seen)
        untold = variable.role == "mark" and variable.seen != "all" and not is_seen
        if untold and all(held is None for _, held in leaves(value, len(variable.keys) - skip)):
            return ["hidden"]
        for labels, held in leaves(value, len(variable.keys) - skip):
            is_there = held is not None and (last.kind != "component" or labels[-1] in lying)
            if not is_start(variable, held) or (whole and is_there):
                text = " ".join(self._value(variable, held, full=False))
                titles = map(title_of, variable.keys[skip:], labels)
                found.append(f"{', '.join(titles)}: {text}")
        return found

    def _value(self, variable: StateVariable, value: Json, *, full: bool) -> list[str]:
        """A value in parts that may be put on different lines; `full`: with facts."""
        domain = domain_of(variable.type)
        if isinstance(value, Mapping) and domain is not None:
            if not isinstance(variable.type, Element):
                return self._hidden(variable, value)
            if not known_in(value):
                return ["unseen" if value["count"] else "none"]
            (value,) = known_in(value)  # what a slot holds is not counted
        if isinstance(value, Sequence) and not isinstance(value, str) and domain is not None:
            labels = ["-" if label is None else str(label) for label in value]
            if isinstance(variable.type, StackOf) and variable.seen == "all":
                return _stack(domain, labels)  # a hand in an order is told wholly
            named = [
                self.notes.named(domain, label) if full else title_of(domain, label)
                for label in labels
            ]
            if isinstance(variable.type, SetOf | StackOf):
                in_order = isinstance(variable.type, StackOf)
                named = [text for _, text in counted(domain, labels, named, in_order=in_order)]
            apart = ";" if any("," in label for label in labels) else ","  # as cells called `0,1`
            return _commas(named, apart) or ["none"]
        if isinstance(value, int) and (goal := goals(self.program).get(variable)) is not None:
            return [f"{value} of {goal}"]  # with which something ends
        if value is None:
            is_told = variable.seen == "all" or variable.role == "choice"
            return [_nothing(variable) if is_told else "hidden"]
        if isinstance(value, bool):
            return ["yes" if value else "no"]
        if domain is None:
            return [str(value)]
        return [self.notes.named(domain, str(value)) if full else title_of(domain, str(value))]

    def _hidden(self, variable: StateVariable, value: Observed) -> list[str]:
        """What is known of a hidden zone: `3: Author, Sea, 1 unseen`; of a stack from its top."""
        lying, domain = lying_at(variable, value), cast(Domain, domain_of(variable.type))
        told = [one if isinstance(one, str) else f"{one} unseen" for one in lying]
        is_stack = isinstance(variable.type, StackOf)
        together = counted(domain, [*map(str, lying)], told, in_order=is_stack)
        told = [text for _, text in together] or ["none"]
        if not known_in(value):
            return told
        parts = _commas(told)
        return [f"{value['count']}: {parts[0]}", *parts[1:]]


def _headed(boards: Iterable[tuple[list[Line], list[Line]]]) -> list[Line]:
    """The lines of boards that are drawn one below the other, each under its heading; of one alone,
    without that."""
    drawn = [(heading, lines) for heading, lines in boards if lines]
    if len(drawn) < 2:
        return [row for _, lines in drawn for row in lines]
    parts: list[Line] = []
    for heading, lines in drawn:
        parts += [*[()] * bool(parts), *heading, *lines]
    return parts


def _nothing(variable: StateVariable) -> str:
    """What a mark holds that holds nothing."""
    domain = domain_of(variable.type)
    return domain.nothing if domain is not None else "none"


def _shared(values: Sequence[Json], depth: int) -> Json:
    """What is the same in several views of a cell with so many keys."""
    if depth:
        views = cast("Sequence[Mapping[str, Json]]", values)
        keys = [key for key in views[0] if all(key in view for view in views)]
        return {key: _shared([view[key] for view in views], depth - 1) for key in keys}
    if all(value == values[0] for value in values):
        return values[0]
    counts = [value["count"] for value in values if isinstance(value, Mapping)]
    if not counts:
        return None
    known = [known_in(value) for value in values]
    return {"count": counts[0], "known": [c for c in known[0] if all(c in k for k in known)]}


def _together(values: Sequence[Json], depth: int) -> Json:
    """Of several views of a cell with so many keys each part as it is seen best."""
    if depth:
        views = cast("Sequence[Mapping[str, Json]]", values)
        keys = dict.fromkeys(key for view in views for key in view)
        return {
            key: _together([view[key] for view in views if key in view], depth - 1) for key in keys
        }
    return max(values, key=lambda one: (not isinstance(one, Mapping), len(known_in(one))))


def known_in(value: Json) -> list[Json]:
    """What is known to lie in a zone, which may be a place for one component."""
    if isinstance(value, Mapping):
        return cast("list[Json]", value["known"])
    return [one for one in (value if isinstance(value, list) else [value]) if one is not None]


def lying_at(variable: StateVariable, value: Json) -> list[str | int]:
    """What lies in a zone: the components that are seen, and numbers of others; of a stack from its
    top, each where it lies."""
    known = [str(label) for label in known_in(value)]
    if not isinstance(value, Mapping):
        return [*known]
    count = cast(int, value["count"])
    is_stack = isinstance(variable.type, StackOf)
    places = cast("Sequence[int]", value.get("at", ())) if is_stack else ()
    lying, above = list[str | int](), 0
    for label, place in zip(known, places or range(1, len(known) + 1), strict=True):
        lying += [place - above - 1] * (place > above + 1) + [label]
        above = place
    return [*lying, *[count - above] * (count > above)]


def lying_in(variables: Sequence[StateVariable], domain: Domain, seen: Observed) -> frozenset[str]:
    """The components of a kind that are seen to lie somewhere."""
    return frozenset(
        str(one)
        for variable in variables
        if component_of(variable) is domain and variable.name in seen
        for _, value in leaves(seen[variable.name], len(variable.keys))
        for one in known_in(value)
    )


def domain_of(kind: Type) -> Domain | None:
    """The things that values of a type are, or hold."""
    return None if isinstance(kind, Truth | Number) else kind.domain


def _without(value: Json, drawn: frozenset[str] | None) -> Json:
    """What a mark holds, without what boards draw of it."""
    if not drawn or not isinstance(value, Mapping):
        return value
    return {label: held for label, held in value.items() if label not in drawn}


def _stack(domain: Domain, labels: Sequence[str]) -> list[str]:
    """A stack that everybody sees, from the top."""
    told = counted(domain, labels, labels, in_order=True)
    if not told:
        return ["none"]
    shown = told[:MOST_OF_A_STACK]
    if len(told) == 1 < len(labels):
        return [text for _, text in shown]
    below = len(labels) - sum(many for many, _ in shown)
    parts = _commas([*(text for _, text in shown), *[f"and {below} below"] * (below > 0)])
    return [f"{len(labels)}: {parts[0]}", *parts[1:]]


def counted(
    domain: Domain, labels: Sequence[str], told: Sequence[str], *, in_order: bool = False
) -> list[tuple[int, str]]:
    """What is told of each of some components, and of many that are alike how many they are, with
    that number: `21 × Black stone`; `in_order`: of those alone that lie one after the other."""
    kinds = dict(zip(domain.labels, domain.kinds, strict=False))
    names = [
        text.replace(label, kinds[label], 1) if label in kinds else None
        for label, text in zip(labels, told, strict=True)
    ]
    return [
        (len(group), f"{len(group)}{TIMES}{names[at]}" if len(group) > 1 else told[at])
        for group in many_alike(names, in_order=in_order)
        for at in group[:1]
    ]


def many_alike(names: Sequence[Hashable], *, in_order: bool = False) -> list[list[int]]:
    """The places of many names that are the same, each of them where the first one stands, and of
    each other name by itself; those that are None are like no other. `in_order`: only those count
    together that stand one after the other."""
    groups: list[list[int]] = []
    latest: dict[Hashable, list[int]] = {}
    for at, name in enumerate(names):
        group = latest.get(name)
        if name is None or group is None or (in_order and group is not groups[-1]):
            group = latest[name] = []
            groups.append(group)
        group.append(at)
    apart = [[group] if len(group) >= MANY_ALIKE else [[at] for at in group] for group in groups]
    return sorted(group for parts in apart for group in parts)


def _commas(texts: Sequence[str], apart: str = ",") -> list[str]:
    return [f"{text}{apart}" for text in texts[:-1]] + list(texts[-1:])


def _aligned(rows: Sequence[Row], width: int) -> Iterator[Line]:
    """Heads at the left, their texts beside them, filled into as many lines as they need."""
    margin = max((len(row.head.text) for row in rows), default=0) + 2
    for row in rows:
        beside: list[str] = []
        room = max(FEWEST_LETTERS, width - margin)  # what is longer than that is broken at words
        for text in (part for whole in row.texts for part in wrapped(whole, room) or [whole]):
            if beside and len(beside[-1]) + 2 + len(text) <= width - margin:
                gap = " " if beside[-1].endswith((",", ";")) else "  "
                beside[-1] += gap + text
            else:
                beside.append(text)
        for number, text in enumerate(beside or [""]):
            if number == 0:
                yield (Piece(row.head.text.ljust(margin), row.head.style), Piece(text))
            else:
                yield (Piece(" " * margin + text),)
