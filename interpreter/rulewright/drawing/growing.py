"""A board without bounds as text: the components on it with what lies on them, and where it grows.

             o
    -1 1   i T24 i   1 1
             b
           0 1
           red 3

             o         b
    -1 0   o START o i T20 o
             o         i
           0 0       1 0
           [0]       turned 2

Each place has the component's name, with what the rules say of its four sides; what is printed on
it, in short (suits, say); the name of the cell, as moves write it; what marks say of the component,
and who stands on it. Empty cells beside the components show their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..core import grids
from ..core.evaluate import elements_of_mask
from ..core.ir import Domain, Element, Program, StateVariable
from .lines import Line, Piece, seat_style, wrapped
from .look import seat_letters, shorts
from .notes import Notes

NARROWEST, GAP = 5, 2

Observed = Mapping[str, object]


def growing(program: Program) -> list[StateVariable]:
    """The boards without bounds."""
    return [variable for variable in program.variables if variable.grows]


def components(program: Program) -> set[str]:
    """The names of what lies on boards without bounds."""
    return {
        variable.type.domain.name
        for variable in growing(program)
        if isinstance(variable.type, Element)
    }


def draw_growing(board: StateVariable, notes: Notes, width: int, *, cut: bool = True) -> list[Line]:
    """The lines of a board as an observation has it: where there is little room closer together and
    in shorter words. `cut`: what is still too wide is cut."""
    held = notes.seen.get(board.name)
    site = board.keys[0]
    laid = {site.labels.index(label): str(name) for label, name in _items(held)}
    occupied = sum(1 << cell for cell in laid)
    beside = set(elements_of_mask(grids.open_cells(occupied, site.width)))
    rows, columns = zip(*(grids.place(site, cell) for cell in (*laid, *beside)), strict=True)
    middle = site.width // 2

    def drawn(close: bool) -> tuple[list[list[list[Piece]]], list[int]]:
        """The places row by row, and how wide the columns are."""
        drawing = _Drawing(board, notes, laid, beside, close=close)
        grid = [
            [
                drawing.place((row + middle) * site.width + column + middle)
                for column in range(min(columns), max(columns) + 1)
            ]
            for row in range(min(rows), max(rows) + 1)
        ]
        widest = [
            max((len(piece.text) for place in places for piece in place), default=0)
            for places in zip(*grid, strict=True)
        ]
        return grid, widest

    (grid, widths), gap = drawn(close=False), GAP
    if cut and sum(widths) + gap * len(widths) > width:
        (grid, widths), gap = drawn(close=True), 1
        if sum(widths) + gap * len(widths) > width:
            widths = [min(max(NARROWEST, width // len(widths) - gap), wide) for wide in widths]
    lines: list[Line] = []
    for row in grid:
        lines += [(), *_row(row, widths, gap)] if lines else _row(row, widths, gap)
    return lines


def legend_of_growing(program: Program) -> Iterator[str]:
    """What the letters stand for by which marks are told where there is little room."""
    domains = {
        variable.keys[1]
        for variable in program.variables
        if len(variable.keys) == 2 and variable.keys[0].name in components(program)
    }
    for domain in sorted(domains, key=lambda domain: domain.name):
        pairs = zip(shorts(program, domain.labels), domain.labels, strict=True)
        yield ", ".join(f"{short} {label}" for short, label in pairs if short != label)


def _row(row: list[list[Piece]], widths: list[int], gap: int) -> Iterator[Line]:
    for number in range(max(map(len, row))):
        pieces = [place[number] if number < len(place) else Piece("") for place in row]
        yield tuple(
            Piece(_cut(piece.text, wide).ljust(wide + gap), piece.style)
            for piece, wide in zip(pieces, widths, strict=True)
        )


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "."


class _Drawing:
    def __init__(
        self,
        board: StateVariable,
        notes: Notes,
        laid: dict[int, str],
        beside: set[int],
        *,
        close: bool,
    ) -> None:
        assert isinstance(board.type, Element)
        self.site, self.notes, self.close = board.keys[0], notes, close
        self.component: Domain = board.type.domain
        self.laid, self.beside = laid, beside

    def place(self, cell: int) -> list[Piece]:
        """What is to be seen in a cell, line by line."""
        name = self.site.labels[cell]
        if cell not in self.laid:
            return [Piece(name, "dim")] if cell in self.beside else []
        component = self.laid[cell]
        short = self.notes.attributes.lasting(self.component)[
            self.component.labels.index(component)
        ]
        face = self.face(component)
        facts = [Piece(short)] if short else []
        marks = (
            Piece(text) if seat < 0 else Piece(f"[{text}]", seat_style(seat))
            for text, seat in self.marks(component, max(len(piece.text) for piece in face))
        )
        return [*face, *facts, Piece(name, "dim"), *marks]

    def marks(self, component: str, wide: int) -> Iterator[tuple[str, int]]:
        """What marks say of a component; where there is little room side by side, and the letters
        of seats too."""
        found = list(standing(self.notes, self.component, component, short=self.close))
        own = [text for text, seat in found if seat < 0]
        if self.close:
            own = wrapped(" ".join(own), wide)
        yield from ((text, -1) for text in own)
        yield from ((text, seat) for text, seat in found if seat >= 0)

    def face(self, component: str) -> list[Piece]:
        """The name of a component between what it shows on its sides."""
        sides = self.notes.sides(self.component, component)
        if not sides:
            return [Piece(component, "bold")]
        north, east, south, west = sides
        gap = "" if self.close else " "
        margin = " " * (len(west + gap) + (len(component) - 1) // 2)
        return [
            Piece(margin + north),
            Piece(f"{west}{gap}{component}{gap}{east}", "bold"),
            Piece(margin + south),
        ]


def standing(
    notes: Notes, component: Domain, name: str, *, short: bool = False
) -> Iterator[tuple[str, int]]:
    """What marks say of a component on a board: those that are its own, each with -1, `short` with
    letters for what they are kept for; then the letters of the seats that it is the value of, each
    with the number of the seat."""
    program = notes.attributes.program
    if said := notes.printed(component, name):
        yield said, -1
    for variable in program.variables:
        if variable.role != "mark" or not variable.keys:
            continue
        if variable.keys[0] is component:
            yield from ((text, -1) for text in notes.held(variable, name, short=short))
        elif variable.keys == (program.seats,) and _names(variable, component):
            for seat, (_, value) in enumerate(_items(notes.seen.get(variable.name))):
                if value == name:
                    yield seat_letters(program)[seat], seat


def _names(variable: StateVariable, domain: Domain) -> bool:
    return isinstance(variable.type, Element) and variable.type.domain is domain


def _items(value: object) -> list[tuple[str, object]]:
    return list(value.items()) if isinstance(value, Mapping) else []
