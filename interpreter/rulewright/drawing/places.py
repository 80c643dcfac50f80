"""A board as text: its places in a grid, what is fixed about them, the edges and who holds them.

    Sailor----------9-Forest==[F]=====Mountain
    4 Wa L            5 M L           4 M S
      |12               |15             ||[S]
    Mill-----------18-Harvest------17-Castle

An edge is a line with the first number the rules define for it, as it stands now (others are told
beside its name, where they have names of their own); with a mark on
it, it is a double line with the mark in brackets. Edges that do not join neighbours are listed
below. What marks say of a place, and who stands there (`[A]`), stands behind what is fixed about
it, or in lines of its own where that would not fit; what is still too long goes on below, so that
no number is ever cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import cast

from ..characters import spoken
from ..core.boards import spots
from ..core.ir import Board, Domain, Element, Graph, Number, Program, StateVariable, Truth
from .attributes import Attributes
from .lines import Line, Piece, seat_style, wrapped
from .look import in_order, look_of, seat_letters, shorts
from .notes import Notes, head_of, in_words, is_start
from .standing import Man, men_on, named_on

MOST_HELD = 2  # components in a zone on a place that are told by their names
WIDEST_GAP, GAP_FOR_EDGES, GAP = 7, 5, 2


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge as it is drawn: what it costs or is, what lies on it, and the seat that holds it; -1:
    nobody does."""

    label: str
    ends: tuple[int, int]
    fixed: str = ""
    mark: str = ""
    seat: int = -1

    @property
    def style(self) -> str:
        """What it is drawn in."""
        return seat_style(self.seat) if self.seat >= 0 else "bold" if self.mark else "dim"


@dataclass(frozen=True, slots=True)
class Picture:
    """A board ready to be drawn: for each place of the grid, row by row, its name, what is fixed
    about it in short, what each mark says of it, and who stands there; all of them empty where
    there is none."""

    rows: int
    columns: int
    names: tuple[str, ...]
    notes: tuple[str, ...]
    edges: tuple[Edge, ...] = ()
    marks: tuple[tuple[str, ...], ...] = ()
    men: tuple[tuple[Man, ...], ...] = ()


def picture_of(
    attributes: Attributes,
    board: Board,
    marks: Mapping[str, Mapping[str, object]] | None = None,
    notes: Notes | None = None,
) -> Picture:
    """A board of a game. `marks`: for each mark on places or edges, what a seat sees of it, by the
    label of the place or edge; without them the board is drawn empty. `notes`: what the seat can
    tell of what is on it; without them what is fixed is drawn alone."""
    seen = marks or {}
    program, domain = attributes.program, board.component
    short = attributes.brief(domain)
    on_places = [c for c in in_order(program) if _keyed_by(c, domain) and c.name in seen]
    names, below = ([""] * (board.rows * board.columns) for _ in range(2))
    said: list[tuple[str, ...]] = [()] * (board.rows * board.columns)
    men: list[tuple[Man, ...]] = [()] * (board.rows * board.columns)
    at = [row * board.columns + column for row, column in spots(board)]
    for spot, place in zip(at, board.places, strict=True):
        names[spot] = label = domain.labels[place]
        texts = (_on_place(variable, seen[variable.name].get(label)) for variable in on_places)
        below[spot], said[spot] = short[place], tuple(filter(None, texts))
        if notes is not None:
            said[spot] += tuple(named_on(program, domain, notes.seen, label))
            men[spot] = tuple(men_on(program, domain, notes.seen, label))
    graphs = [graph for graph in program.graphs if graph.board.name == board.name]
    edges = (edge for graph in graphs for edge in _edges(attributes, graph, seen, notes))
    return Picture(
        board.rows,
        board.columns,
        tuple(names),
        tuple(below),
        tuple(replace(edge, ends=(at[edge.ends[0]], at[edge.ends[1]])) for edge in edges),
        tuple(said),
        tuple(men),
    )


def _keyed_by(variable: StateVariable, domain: Domain) -> bool:
    return [key.name for key in variable.keys] == [domain.name]


def _on_place(variable: StateVariable, value: object) -> str:
    """What is to be said of a mark or zone on a place: nothing if it is as at the start, or
    empty; of a pile what lies on top, and how much below."""
    if value is None or value is False or (isinstance(value, int) and value == variable.start):
        return ""
    name = head_of(variable)
    if isinstance(value, Mapping | list):
        if is_start(variable, value):
            return ""
        return f"{name} {_held(variable, value)}"
    return name if value is True else f"{name} {in_words(variable.type, value)}"


def _held(variable: StateVariable, value: Mapping[str, object] | list[object]) -> str:
    """What lies in a zone, in short; of what is hidden what is known, or how much it is."""
    known, count = value, len(value)
    if isinstance(value, Mapping):
        known, count = cast(list[object], value["known"]), cast(int, value["count"])
    assert isinstance(known, list)
    if not known:
        return f"{count}?"
    if len(known) == count <= MOST_HELD:
        return in_words(variable.type, known)
    return f"{known[0]} +{count - 1}"


def edge_marks(program: Program) -> list[StateVariable]:
    """The cells that lie on the edges of boards."""
    domains = {graph.edges.name for graph in program.graphs}
    return [c for c in program.variables if len(c.keys) == 1 and c.keys[0].name in domains]


def _edges(
    attributes: Attributes,
    graph: Graph,
    seen: Mapping[str, Mapping[str, object]],
    notes: Notes | None,
) -> Iterator[Edge]:
    numbers = [fact for fact in attributes.drawn(graph.edges) if isinstance(fact.type, Number)]
    variables = [
        c for c in edge_marks(attributes.program) if _keyed_by(c, graph.edges) and c.name in seen
    ]
    for number, (label, ends) in enumerate(zip(graph.edges.labels, graph.ends, strict=True)):
        fixed = numbers[0].text(number) if numbers else ""
        if notes is not None:
            fixed = next((text for _, text in notes.numbers(graph.edges, label)), fixed)
        marks = [
            _on_edge(attributes.program, variable, seen[variable.name].get(label))
            for variable in variables
        ]
        mark = "".join(f"[{text}]" for text, _ in marks if text)
        yield Edge(label, ends, fixed, mark, next((seat for _, seat in marks if seat >= 0), -1))


def _on_edge(program: Program, variable: StateVariable, value: object) -> tuple[str, int]:
    """What a mark says of an edge, in short, and the seat that it names."""
    if isinstance(variable.type, Element) and variable.type.domain is program.seats:
        seat = program.seats.labels.index(str(value)) if value is not None else -1
        return (seat_letters(program)[seat] if seat >= 0 else ""), seat
    if isinstance(variable.type, Truth):
        return (signs_of_claims(program, variable)[variable.name] if value else ""), -1
    if value is None or value == variable.start:
        return "", -1
    return look_of(program).symbols.get(str(value), str(value)), -1


def signs_of_claims(program: Program, claim: StateVariable) -> dict[str, str]:
    """What stands for each mark of the edges of a map that holds or does not: its symbol, or what
    tells it from the others."""
    marks = (mark for mark in edge_marks(program) if mark.keys == claim.keys)
    names = [mark.name for mark in marks if isinstance(mark.type, Truth)]
    if len(names) > 1:
        return dict(zip(names, shorts(program, names), strict=True))
    return {name: look_of(program).symbols.get(name, "x") for name in names}


def legend_of_edges(program: Program) -> Iterator[str]:
    """What the short forms on the edges of maps mean: `[x] closed`, `[2] wear`."""
    for mark in edge_marks(program):
        if mark.name in look_of(program).hidden:
            continue
        if isinstance(mark.type, Truth):
            yield f"[{signs_of_claims(program, mark)[mark.name]}] {spoken(mark.name)}"
        elif isinstance(mark.type, Number):
            yield f"[{mark.start + 1}] {spoken(mark.name)}"


def draw(picture: Picture, width: int, *, cut: bool = True) -> list[Line]:
    """The lines of a picture, at most `width` characters each unless the grid is too wide, or
    nothing is to be `cut`."""
    return list(_Drawing(picture, width, cut).lines())


class _Drawing:
    def __init__(self, picture: Picture, width: int, cut: bool) -> None:
        self.picture = picture
        self.width, self.cut = width, cut
        self.right: dict[int, Edge] = {}
        self.down: dict[int, Edge] = {}
        self.others: list[Edge] = []
        for edge in picture.edges:
            a, b = edge.ends
            if b == a + 1 and b % picture.columns:
                self.right[a] = edge
            elif b == a + picture.columns:
                self.down[a] = edge
            else:
                self.others.append(edge)
        none = [()] * len(picture.notes)
        marks = [
            (*said, *(f"[{man.in_full}]" for man in men))
            for said, men in zip(picture.marks or none, picture.men or none, strict=True)
        ]
        self.said: list[tuple[tuple[str, ...], ...]] = [
            ((" ".join(filter(None, (note, *said))),),)
            for note, said in zip(picture.notes, marks, strict=True)
        ]
        self.pitch = self._pitch()
        if not all(len(text) <= self._room(i) for i, ((text,), *_) in enumerate(self.said)):
            apart = zip(picture.notes, marks, strict=True)
            self.said = [(tuple(note.split()), said) for note, said in apart]
            self.pitch = self._pitch()

    def _pitch(self) -> int:
        """How far apart columns are."""
        p = self.picture
        wide = [
            max(len(name), *(len(" ".join(parts)) for parts in said))
            for name, said in zip(p.names, self.said, strict=True)
        ]
        longest = max(wide, default=1)
        gap = GAP_FOR_EDGES if self.right else GAP
        room = self.width - max(wide[p.columns - 1 :: p.columns], default=0)
        fitting = room // max(1, p.columns - 1)
        least = 2 if self.cut else longest
        return max(gap + least, min(longest + (WIDEST_GAP if self.right else GAP), fitting))

    def _is_last(self, place: int) -> bool:
        return place % self.picture.columns == self.picture.columns - 1

    def _room(self, place: int) -> int:
        """How long what is told of a place may be."""
        room = self.pitch - GAP
        if not self._is_last(place):
            return room
        return max(room, self.width - place % self.picture.columns * self.pitch)

    def lines(self) -> Iterator[Line]:
        p = self.picture
        for row in range(p.rows):
            places = range(row * p.columns, (row + 1) * p.columns)
            yield tuple(piece for place in places for piece in self._place(place))
            for told in zip_longest(*map(self._told, places), fillvalue=""):
                yield (Piece("".join(text.ljust(self.pitch) for text in told).rstrip(), "dim"),)
            if any(place in self.down for place in places):
                yield tuple(piece for place in places for piece in self._below(place))
        for edge in self.others:
            yield (Piece(f"{edge.label} "), Piece(edge.mark or edge.fixed, edge.style))

    def _told(self, place: int) -> list[str]:
        """What is told of a place, in as many lines as that needs."""
        return [row for parts in self.said[place] for row in _folded(parts, self._room(place))]

    def _cut(self, text: str, gap: int) -> str:
        return _shortened(text, self.pitch - gap)

    def _place(self, place: int) -> Iterable[Piece]:
        edge = self.right.get(place)
        last = self._is_last(place)
        name = self.picture.names[place]
        if not last:
            name = self._cut(name, GAP_FOR_EDGES if edge else GAP)
        yield Piece(name, "bold")
        if last:
            return
        room = self.pitch - len(name)
        if edge is None:
            yield Piece(" " * room)
        elif edge.mark:
            yield Piece(f"{edge.mark}=".rjust(room, "="), edge.style)
        else:
            yield Piece(f"{edge.fixed}-".rjust(room, "-"), edge.style)

    def _below(self, place: int) -> Iterable[Piece]:
        edge = self.down.get(place)
        text = "" if edge is None else f"||{edge.mark}" if edge.mark else f"|{edge.fixed}"
        yield Piece(f"  {text}".ljust(self.pitch), edge.style if edge else "")


def _folded(parts: Iterable[str], room: int) -> Iterator[str]:
    """Parts in lines that have room, each in one where it can; a word that has none is cut, unless
    it is a number."""
    row = ""
    for part in (one for whole in parts for one in wrapped(whole, room)):
        if row and len(row) + 1 + len(part) > room:
            yield _shortened(row, room)
            row = ""
        row = f"{row} {part}".lstrip()
    if row:
        yield row if row.lstrip("-").isdigit() else _shortened(row, room)


def _shortened(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "."
