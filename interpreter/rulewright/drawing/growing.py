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

Where there is little room all is closer together: no lines between rows, and letters for words.
Where all of it is to be seen at once, it is names with their sides: those to the west and east
beside them, and between two rows what the upper one has to the south and the lower one to the
north. Least of all takes a sketch, a sign for each place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from ..characters import spoken
from ..core import grids
from ..core.evaluate import elements_of_mask
from ..core.ir import Board, Domain, Element, Program, StateVariable
from .lines import Line, Piece, line, seat_style, wrapped
from .look import look_of, seat_letters, shorts
from .notes import Notes
from .standing import named_on, names_one

NARROWEST, ROOMY, GAP = 5, 11, 2
SMALL = 12  # letters of what marks say where all of a board is to be seen

Observed = Mapping[str, object]


def growing(program: Program) -> list[StateVariable]:
    """The boards without bounds."""
    return [variable for variable in program.variables if variable.grows]


def boards_of(program: Program) -> list[Board | StateVariable]:
    """All boards in the order in which they are drawn: those without bounds are the last."""
    return [*program.boards, *growing(program)]


def title_of_board(board: Board | StateVariable) -> str:
    """What a board is called where there are several: its words, or its name."""
    return board.words or spoken(board.name)


def components(program: Program) -> set[str]:
    """The names of what lies on boards without bounds."""
    return {
        variable.type.domain.name
        for variable in growing(program)
        if isinstance(variable.type, Element)
    }


def draw_growing(
    board: StateVariable, notes: Notes, width: int, *, cut: bool = True, close: bool = False
) -> list[Line]:
    """The lines of a board as an observation has it: where there is little room closer together and
    in shorter words. `cut`: what is still too wide is cut; `close`: it is too high in any case."""
    laid, beside, cells = _extent(board, notes)

    def drawn(close: bool) -> tuple[list[list[list[Line]]], list[int]]:
        """The places row by row, and how wide the columns are."""
        drawing = _Drawing(board, notes, laid, beside, close=close, least=0 if cut else ROOMY)
        grid = [[drawing.place(cell) for cell in row] for row in cells]
        widest = [
            max((_length(part) for place in places for part in place), default=0)
            for places in zip(*grid, strict=True)
        ]
        return grid, widest

    (grid, widths), gap = drawn(close), 1 if close else GAP
    if cut and sum(widths) + gap * len(widths) > width:
        close = True
        (grid, widths), gap = drawn(close), 1
        if sum(widths) + gap * len(widths) > width:
            widths = [min(max(NARROWEST, width // len(widths) - gap), wide) for wide in widths]
    lines: list[Line] = []
    for row in grid:
        lines += [()] * (bool(lines) and not close)
        lines += _row(row, widths, gap)
    return lines


def draw_small(board: StateVariable, notes: Notes) -> list[Line]:
    """The lines of a board as small as names and sides can be."""
    laid, beside, cells = _extent(board, notes)
    drawing = _Drawing(board, notes, laid, beside, close=True, least=0)
    rows: list[list[Line]] = []
    for upper, lower in zip([[], *cells], [*cells, []], strict=True):
        pairs = zip_longest(upper, lower, fillvalue=-1)
        rows += [[drawing.between(*pair) for pair in pairs]]
        rows += [[drawing.name(cell) for cell in lower]] if lower else []
    widths = [max(map(_length, column)) for column in zip(*rows, strict=True)]
    return [
        tuple(piece for part in _row([[one] for one in row], widths, 0) for piece in part)
        for row in rows
        if any(row)
    ]


def sketch(board: StateVariable, notes: Notes) -> list[Line]:
    """A board with a sign for each place: `#` where something lies, the letter of who stands there,
    and `.` where something can be laid."""
    laid, beside, cells = _extent(board, notes)
    drawing = _Drawing(board, notes, laid, beside, close=True, least=0)
    return [tuple(drawing.sign(cell) for cell in row) for row in cells]


def _extent(board: StateVariable, notes: Notes) -> tuple[dict[int, str], set[int], list[list[int]]]:
    """What lies where on a board, the cells beside that, and all cells around it, row by row."""
    site = board.keys[0]
    laid = {
        site.labels.index(label): str(name) for label, name in _items(notes.seen.get(board.name))
    }
    occupied = sum(1 << cell for cell in laid)
    beside = set(elements_of_mask(grids.open_cells(occupied, site.width)))
    rows, columns = zip(*(grids.place(site, cell) for cell in (*laid, *beside)), strict=True)
    middle = site.width // 2
    cells = [
        [(row + middle) * site.width + column + middle
         for column in range(min(columns), max(columns) + 1)]
        for row in range(min(rows), max(rows) + 1)
    ]  # fmt: skip
    return laid, beside, cells


def legend_of_growing(program: Program) -> Iterator[str]:
    """What the letters stand for by which marks are told where there is little room."""
    hidden = look_of(program).hidden
    domains = {
        variable.keys[1]
        for variable in program.variables
        if len(variable.keys) == 2 and variable.keys[0].name in components(program)
        if variable.name not in hidden
    }
    for domain in sorted(domains, key=lambda domain: domain.name):
        pairs = zip(shorts(program, domain.labels), domain.labels, strict=True)
        yield ", ".join(f"{short} {label}" for short, label in pairs if short != label)


def _row(row: list[list[Line]], widths: list[int], gap: int) -> Iterator[Line]:
    for number in range(max(map(len, row))):
        parts = (place[number] if number < len(place) else () for place in row)
        cells = (_fitted(part, wide, gap) for part, wide in zip(parts, widths, strict=True))
        yield tuple(piece for cell in cells for piece in cell)


def _fitted(part: Line, wide: int, gap: int) -> Iterator[Piece]:
    """A line of a place, as wide as its column."""
    left = wide
    for piece in part:
        text = piece.text if len(piece.text) <= left else piece.text[: left - 1] + "." * (left > 0)
        yield piece._replace(text=text)
        left -= len(text)
    yield Piece(" " * (left + gap))


def _length(part: Line) -> int:
    return sum(len(piece.text) for piece in part)


class _Drawing:
    def __init__(
        self,
        board: StateVariable,
        notes: Notes,
        laid: dict[int, str],
        beside: set[int],
        *,
        close: bool,
        least: int,
    ) -> None:
        assert isinstance(board.type, Element)
        self.site, self.notes, self.close = board.keys[0], notes, close
        self.least = least  # the width in which marks side by side find room
        self.component: Domain = board.type.domain
        self.laid, self.beside = laid, beside

    def place(self, cell: int) -> list[Line]:
        """What is to be seen in a cell, line by line."""
        name = Piece(self.site.labels[cell], "dim")
        if cell not in self.laid:
            return [(name,)] if cell in self.beside else []
        component = self.laid[cell]
        short = self.notes.attributes.lasting(self.component)[
            self.component.labels.index(component)
        ]
        face = self.face(component)
        about: list[Line] = [(Piece(short),), (name,)] if short else [(name,)]
        if short and self.close:
            about = [(name, Piece(" "), Piece(short))]
        wide = max(self.least, *map(_length, [*face, *about]))
        return [*face, *about, *self.marks(component, wide)]

    def name(self, cell: int) -> Line:
        """What lies in a cell with its sides to the west and east, and a star if marks say more of
        it; of an empty cell its name."""
        if cell not in self.laid:
            return (Piece(f"{self.site.labels[cell]} ", "dim"),) if cell in self.beside else ()
        component = self.laid[cell]
        _, east, _, west = self.notes.sides(self.component, component) or ("",) * 4
        printed = self.notes.printed(self.component, component)
        found = standing(self.notes, self.component, component)
        more = bool(west) and any(seat < 0 and text != printed for text, seat in found)
        star = Piece("*" if more else " ", "dim")
        return (Piece(f"{west}{component}{east}", "bold", component), star)

    def between(self, upper: int, lower: int) -> Line:
        """What the upper of two cells has to the south, and the lower one to the north, and who
        stands on the upper one; of what has no sides, what marks say of it."""
        above, below = (self.laid.get(cell) for cell in (upper, lower))
        sides = [self.notes.sides(self.component, one) if one else () for one in (above, below)]
        found = list(standing(self.notes, self.component, above, short=True)) if above else []
        here = [Piece(text, seat_style(seat)) for text, seat in found if seat >= 0]
        if any(sides):
            south, north = (one[at] if one else " " for one, at in zip(sides, (2, 0), strict=True))
            said = f" {south}{north}" if here else f" {south}{north}".rstrip()
        else:
            said = " ".join(text for text, seat in found if seat < 0)
            said = said if len(said) <= SMALL else f"{said[: SMALL - 1].rstrip()}."
        stands = (Piece("["), *here, Piece("]")) if here else ()
        return (Piece(said), *stands, Piece(" ")) if said or here else ()

    def sign(self, cell: int) -> Piece:
        """A sign for what is in a cell."""
        label = self.site.labels[cell]
        if cell not in self.laid:
            return Piece(". " if cell in self.beside else "  ", "dim", label)
        component = self.laid[cell]
        here = [one for one in standing(self.notes, self.component, component) if one[1] >= 0]
        if not here:
            return Piece("# ", "", component)
        text, seat = here[0]
        return Piece(f"{text[0]}{'+' if len(here) > 1 else ' '}", seat_style(seat), component)

    def marks(self, component: str, wide: int) -> Iterator[Line]:
        """What marks say of a component, and who stands on it; where there is little room side by
        side."""
        found = list(standing(self.notes, self.component, component, short=self.close))
        own = [text for text, seat in found if seat < 0]
        yield from map(line, wrapped(" ".join(own), wide) if self.close and own else own)
        row: Line = ()
        for text, seat in found:
            letters = Piece(f"[{text}]", seat_style(seat))
            if seat >= 0 and row and self.close and _length(row) + len(letters.text) < wide:
                row = (*row, Piece(" "), letters)
            elif seat >= 0:
                yield from [row] * bool(row)
                row = (letters,)
        yield from [row] * bool(row)

    def face(self, component: str) -> list[Line]:
        """The name of a component between what it shows on its sides."""
        sides = self.notes.sides(self.component, component)
        if not sides:
            return [line(component, "bold")]
        north, east, south, west = sides
        gap = "" if self.close else " "
        margin = " " * (len(west + gap) + (len(component) - 1) // 2)
        return [
            line(margin + north),
            (Piece(f"{west}{gap}{component}{gap}{east}", "bold", component),),
            line(margin + south),
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
    yield from ((text, -1) for text in named_on(program, component, notes.seen, name))
    for variable in program.variables:
        if variable.role != "mark" or not variable.keys:
            continue
        if variable.keys[0] is component:
            yield from ((text, -1) for text in notes.held(variable, name, short=short))
        elif variable.keys == (program.seats,) and names_one(variable, component):
            for seat, (_, value) in enumerate(_items(notes.seen.get(variable.name))):
                if value == name:
                    yield seat_letters(program)[seat], seat


def _items(value: object) -> list[tuple[str, object]]:
    return list(value.items()) if isinstance(value, Mapping) else []
