"""Boards, cards and tiles as pictures, drawn from what the rules declare and a seat observes.

A board of components shows their names, what is fixed about them, what marks say there, and its
edges with what they cost or who holds them; a board of cells what stands there; a board that grows
its components as they lie and where more may be laid. A component is a card with its columns: sets
of names as coloured dots, what a tile shows on its four sides at these sides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from textwrap import wrap

from ..characters import spoken
from ..core import grids
from ..core.boards import HEXAGON, spots
from ..core.evaluate import elements, elements_of_mask, written
from ..core.ir import Board, Domain, Element, Number, SetOf, StateVariable, Truth, Type
from .attributes import Attribute, Attributes
from .cells import cells_of, held_on, in_short, marks_naming, naming
from .growing import boards_of, growing, standing, title_of_board
from .joined import joined_spots
from .lines import plain_text
from .look import colour_of, in_order, look_of, own_colour, seat_letters, shorts, shown
from .notes import Notes
from .places import picture_of
from .stacks import Below, Stack, in_lines, joined
from .standing import MOST_LYING, Man, men_on
from .svg import (
    BOX,
    DISCS,
    PAPER,
    WIDEST,
    Dot,
    Picture,
    box,
    corners_of_four,
    corners_of_six,
    cut,
    disc,
    dots_at,
    hexagon,
    image,
    letters,
    signed,
    stroke,
)
from .table import TableView

CARD, ACROSS = (104, 120), 7  # a card, and how many stand in a row
ACROSS_CARD, BESIDE = 18, 14  # letters in a line of a card, and between what is on its sides
PLACE, GAP = (112, 62), 30  # a place of a board of components, and what is between two
FOOT, BESIDE_MAN = 8, 5  # of who stands on a place, at its lower edge, and of a letter beside that
SQUARE, MIDDLE = 46, 25
LOWER = 4  # so far below the middle of a square is what stands there: above it is its name
MAN, SPREAD = 15, 16  # of a man on a cell, and between men who stand on one
CORNER = 13  # so far to the right of the middle and above it is a man beside whom there are words
SIZES, SMALLEST, IN_A_CELL = ((2, 16), (4, 12)), 9, 7  # of words by their letters, and of the most
MOST_LINES, LEADING = 3, 10  # of letters in a cell, and how far one is below the other
UNDER_ITS_NAME = 3  # so far further down than in the middle, where a cell is full
BELOW, ACROSS_A_CELL = 8, 43  # size of what lies below in a stack, and how wide it may be
HALF, HEXAGON_SIDE = 26, 30  # of a hexagon: half of how wide it is, and how long a side
IN_FOUR, IN_SIX = (2, 3, 1), (2, 4, 1)  # corners for signs; a cell's name stands in another
EDGE = 3  # between a sign and the edge of its cell
HEADING, LETTER = 18, 7  # how high a line of a heading is, and how wide a letter of it
LEAST_HEADING = 24  # letters for which a heading has room above any board
SAMPLE, LEG = 12, 8  # of a sign in the legend: the cell around it, and how long it is


class Pictures:
    """Draws the pictures of one game; `seen`: the cells of an observation; `lit`: the labels of
    places that stand out; `me`: the seat that it is of, if that is to choose."""

    def __init__(
        self,
        attributes: Attributes,
        seen: Mapping[str, object],
        lit: Collection[str] = (),
        me: int | None = None,
    ) -> None:
        self.lit, self._me = lit, me
        self.attributes, self.program = attributes, attributes.program
        self.seen = shown(self.program, seen)
        self.notes = Notes(attributes, seen, me)
        self._heights: dict[str, int] = {}

    @property
    def has_boards(self) -> bool:
        return bool(self.program.boards or growing(self.program))

    def boards(self) -> Iterator[Picture]:
        """All boards, each under its heading if there are several; those without bounds last."""
        boards = [
            board
            for board in boards_of(self.program)
            if isinstance(board, Board) or board.name in self.seen
        ]
        for board in boards:
            drawn = self._drawn(board)
            yield drawn if len(boards) == 1 else _headed(drawn)

    def _drawn(self, board: Board | StateVariable) -> Picture:
        if not isinstance(board, Board):
            return self._growing(board)
        return self._cells(board) if self._is_of_cells(board) else self._places(board)

    def drawn(self) -> set[str]:
        """The names of the marks and zones of which boards of cells show what they hold."""
        boards = (board for board in self.program.boards if self._is_of_cells(board))
        held = (v for board in boards for v in self._held(board))
        return {variable.name for variable in held if variable.name in self.seen}

    def _is_of_cells(self, board: Board) -> bool:
        """Is a board drawn as cells side by side, rather than as places with edges between them?"""
        edges = any(graph.board.name == board.name for graph in self.program.graphs)
        return bool(board.component.columns) and not edges

    def _held(self, board: Board) -> list[StateVariable]:
        """The marks and zones that are kept for each cell of a board."""
        return [
            v for v in in_order(self.program)
            if v.role in ("zone", "mark") and [k.name for k in v.keys] == [board.component.name]
        ]  # fmt: skip

    def cards(self, domain: Domain) -> Picture | None:
        """All components of a kind side by side; none if nothing is fixed about them."""
        faces = [self._face(domain, element) for element in range(domain.size)]
        if not any(face.says for face in faces):
            return None
        wide, high = CARD[0], self._height(domain)
        parts: list[str] = []
        for number, face in enumerate(faces):
            x, y = number % ACROSS * (wide + 8) + 2, number // ACROSS * (high + 8) + 2
            parts += face.drawn(x, y, wide, high)
        across = min(ACROSS, len(faces))
        down = (len(faces) + ACROSS - 1) // ACROSS
        return Picture(
            across * (wide + 8), down * (high + 8), tuple(parts), f"{spoken(domain.name)}: pictures"
        )

    def card(self, domain: Domain, label: str, *, lit: bool = False) -> Picture:
        """One component of a kind; `lit`: it stands out."""
        face, high = self._face(domain, domain.labels.index(label)), self._height(domain)
        if (said := self.notes.parts(domain, label)) and not face.picture:
            now = [" ".join(filter(None, part)) for part in said]
            lasting = self.attributes.lasting(domain)[domain.labels.index(label)]
            is_coloured = own_colour(self.program, label) is not None
            dots = face.dots if lasting or is_coloured else []
            face = _Face(face.name, now, dots, face.sides, "")
            high = max(60, face.end + 4)
        wide = CARD[0] if face.sides else CARD[0] - 8
        parts = face.drawn(0, 0, wide, high, lit=lit)
        return Picture(wide, high, tuple(parts), label, label)

    def _height(self, domain: Domain) -> int:
        """How high the cards of a kind are, for all that is on one to have room."""
        if domain.name not in self._heights:
            faces = [self._face(domain, element) for element in range(domain.size)]
            sides = any(face.sides for face in faces)
            lowest = max((face.end for face in faces), default=0)
            self._heights[domain.name] = CARD[1] if sides else max(60, lowest + 4)
        return self._heights[domain.name]

    def has_faces(self, domain: Domain) -> bool:
        """Is there more to be seen on components of a kind than their names?"""
        if domain.kind != "component" or not domain.size or domain.columns:
            return False
        pictures = look_of(self.program).pictures
        return self._face(domain, 0).says or any(label in pictures for label in domain.labels)

    def _board(
        self, board: Board | StateVariable, width: int, height: int, parts: list[str]
    ) -> Picture:
        """A picture, and the board in letters for where there are no pictures."""
        lines = TableView(self.attributes).board(board, self.seen, 100, me=self._me)
        words = plain_text(lines).rstrip()
        return Picture(width, height, tuple(parts), title_of_board(board), words)

    # ------------------------------------------------------------------ boards

    def _places(self, board: Board) -> Picture:
        """Components in a grid, with the edges between them."""
        marks = {name: held for name, held in self.seen.items() if isinstance(held, Mapping)}
        picture = picture_of(self.attributes, board, marks, self.notes)
        wide, high = PLACE
        middles = [
            (place % board.columns * (wide + GAP) + wide // 2 + 2,
             place // board.columns * (high + GAP) + high // 2 + 2)
            for place in range(len(picture.names))
        ]  # fmt: skip
        parts, lowest = list[str](), board.rows * (high + GAP) - GAP
        labels = self.program.seats.labels
        for edge in picture.edges:
            (x1, y1), (x2, y2) = (middles[end] for end in edge.ends)
            held = colour_of(self.program, labels, labels[edge.seat]) if edge.seat >= 0 else ""
            parts.append(stroke(x1, y1, x2, y2, held))
            said = edge.mark.strip("[]").replace("][", " ") or edge.fixed
            if said:
                x, y = (x1 + x2) // 2, (y1 + y2) // 2
                parts += [disc(x, y, 12, held or PAPER), letters(x, y + 4, said, 11, on=held)]
        for (row, column), element in zip(spots(board), board.places, strict=True):
            place = row * board.columns + column
            x, y = middles[place]
            lit = picture.names[place] in self.lit
            parts.append(box(x - wide // 2, y - high // 2, wide, high, lit=lit))
            parts.append(letters(x, y - 12, cut(picture.names[place]), 12, bold=True))
            dots = [
                dot for fact in self._sets(board.component) for dot in self._dots_of(fact, element)
            ]
            note = " ".join(t for f in self._numbers(board.component) if (t := f.text(element)))
            parts += [letters(x, y + 5, cut(note), 12)] if note else []
            parts += dots_at(x, y + 19, dots)
            if said := " ".join(picture.marks[place]):
                parts.append(letters(x, y + high // 2 - 4, cut(said), 10, bold=True))
            drawn, down = self._men(picture.men[place], x - wide // 2, y + high // 2)
            parts += drawn
            lowest = max(lowest, down)
        width = board.columns * (wide + GAP) - GAP + 4
        return self._board(board, width, lowest + 4, parts)

    def _men(self, men: Sequence[Man], left: int, y: int) -> tuple[list[str], int]:
        """Who stands at the lower edge of a place, in as many rows as they need, and how far down
        they go."""
        parts, x, labels = list[str](), left + 12, self.program.seats.labels
        for man in men:
            said = cut(man.mark)
            beside = BESIDE_MAN * len(said)
            if x > left + 12 and x + FOOT + beside > left + PLACE[0]:
                x, y = left + 12, y + 2 * FOOT + 1
            held = colour_of(self.program, labels, labels[man.seat]) if man.seat >= 0 else ""
            if said:
                parts.append(box(x, y - FOOT, FOOT + beside + 6, 2 * FOOT, round_=FOOT))
                parts.append(letters(x + FOOT + 3, y + 3, said, 9, start=True))
            parts += [disc(x, y, FOOT, held or PAPER), letters(x, y + 3, man.letters, 9, on=held)]
            x += 18 + beside
        return parts, y + FOOT if men else 0

    def _cells(self, board: Board) -> Picture:
        """Cells side by side, with their names and what stands there."""
        parts: list[str] = []
        held = self._held(board)
        if board.component.sides == len(HEXAGON):
            return self._hexagons(board, held)
        lines = joined_spots(self.attributes, board)
        for ends in lines:
            (x1, y1), (x2, y2) = ((c * SQUARE + MIDDLE, r * SQUARE + MIDDLE) for r, c in ends)
            parts.append(stroke(x1, y1 + LOWER, x2, y2 + LOWER))
        for (row, column), element in zip(spots(board), board.places, strict=True):
            x, y = column * SQUARE + 2, row * SQUARE + 2
            dark = (column + row) % 2 == 1
            label = board.component.labels[element]
            middle = x + SQUARE // 2, y + SQUARE // 2 + LOWER
            standing = list(self._standing(board, held, label, *middle))
            if lines:  # a point, or room for what stands there
                parts.append(disc(*middle, 15 if standing else 5, PAPER if standing else BOX))
            else:
                parts.append(box(x, y, SQUARE, SQUARE, BOX if dark else PAPER, round_=0))
            parts.append(letters(x + 4, y + 11, label, 9, start=True, quiet=True))
            corners = corners_of_four(x + EDGE, y + EDGE, SQUARE - 2 * EDGE)
            parts += [signed(corners, IN_FOUR[n]) for n in self._signs(board, label)]
            parts += standing
            if label in self._chosen(board):
                chosen = box(x + 2, y + 2, SQUARE - 4, SQUARE - 4, "none", dashed=True, lit=True)
                parts.append(chosen)
            if label in self.lit:
                lit = box(x + 2, y + 2, SQUARE - 4, SQUARE - 4, "none", round_=0, lit=True)
                parts.append(lit)
        size = board.columns * SQUARE + 4, board.rows * SQUARE + 4
        return self._board(board, *size, parts)

    def _hexagons(self, board: Board, held: list[StateVariable]) -> Picture:
        """Cells of six sides, each row half a cell further to the right than the one above it."""
        at = spots(board)
        left, top = min(2 * column + row for row, column in at), min(row for row, _ in at)
        middles = [
            ((2 * column + row - left + 1) * HALF + 2, (row - top) * 3 * HEXAGON_SIDE // 2
             + HEXAGON_SIDE + 2)
            for row, column in at
        ]  # fmt: skip
        parts: list[str] = []
        for (x, y), element in zip(middles, board.places, strict=True):
            label = board.component.labels[element]
            parts.append(hexagon(x, y, HALF, HEXAGON_SIDE, BOX))
            parts.append(letters(x, y - 15, label, 9, quiet=True))
            corners = corners_of_six(x, y, HALF - EDGE, HEXAGON_SIDE - EDGE)
            parts += [signed(corners, IN_SIX[n]) for n in self._signs(board, label)]
            parts += self._standing(board, held, label, x, y + 3)
            frame = x, y, HALF - 3, HEXAGON_SIDE - 3, "none"
            if label in self._chosen(board):
                parts.append(hexagon(*frame, dashed=True, lit=True))
            if label in self.lit:
                parts.append(hexagon(*frame, lit=True))
        wide, high = max(x for x, _ in middles) + HALF, max(y for _, y in middles) + HEXAGON_SIDE
        return self._board(board, wide + 2, high + 2, parts)

    def _signs(self, board: Board, label: str) -> Iterator[int]:
        """The signs of the marks that name a cell."""
        for number, mark in enumerate(marks_naming(self.program, board.component)):
            if label in cells_of(mark, self.seen):
                yield number % len(IN_FOUR)

    def _chosen(self, board: Board) -> set[str]:
        """The cells that have been chosen in the steps of a move."""
        chosen = (v for v in naming(self.program, board.component) if v.role == "choice")
        return {label for variable in chosen for label in cells_of(variable, self.seen)}

    def legend(self) -> Iterator[tuple[Picture, str]]:
        """The signs of marks that name cells, each in a small cell, with what it says: several
        marks, where there are more of them than signs."""
        side, corners = SAMPLE + 2, corners_of_four(1, 1, SAMPLE)
        for board in filter(self._is_of_cells, self.program.boards):
            names = [spoken(mark.name) for mark in marks_naming(self.program, board.component)]
            for number, at in enumerate(IN_FOUR):
                if said := " or ".join(names[number :: len(IN_FOUR)]):
                    cell = box(1, 1, SAMPLE, SAMPLE, BOX, round_=0), signed(corners, at, LEG)
                    yield Picture(side, side, cell, said), said

    def _standing(
        self, board: Board, held: list[StateVariable], label: str, x: int, y: int
    ) -> Iterator[str]:
        """What marks and zones hold for a cell: a man of a seat as a disc, all else in letters,
        beside which discs are small and in the corner, for each is to be read."""
        words, found = list[str](), list[tuple[str, str]]()
        shorter, below = list[str](), list[str]()
        of_cell = self.program, board.component, held, self.seen, label
        for variable, value in held_on(*of_cell, whole=True):
            if isinstance(value, Stack):
                top, *rest = value.pieces
                told = [(variable, top.sign), *top.marks]
                short = partial(in_short, self.program, board.component)
                below += joined([[one.sign, *(short(*mark) for mark in one.marks)] for one in rest])
            elif isinstance(value, Below):
                below.append(f"+{value.many}")
                continue
            else:
                told = [(variable, value)]
            for one, held_there in told:
                if isinstance(one.type, Element) and one.type.domain is self.program.seats:
                    found.append((str(held_there), ""))
                elif text := self._in_words(one, held_there):
                    words.append(text)
                    is_claim = isinstance(one.type, Truth)
                    shorter.append(
                        in_short(self.program, board.component, one, held_there)
                        if is_claim
                        else text
                    )
        here = list(men_on(self.program, board.component, self.seen, label))
        seats = self.program.seats.labels
        found += ((seats[man.seat], man.text) for man in here if man.seat >= 0)
        others = [man.text for man in here if man.seat < 0]
        words, shorter = words + others, shorter + others
        for number, (seat, said) in enumerate(found):
            if words:
                at = x + CORNER - 2 * FOOT * number, y - CORNER
                yield from self._man(seat, *at, FOOT, said)
            else:
                aside = SPREAD * (2 * number - len(found) + 1) // 2
                yield from self._man(seat, x + aside, y, MAN, said)
        most = MOST_LINES - bool(below)
        lines = _in_lines(words)
        if len(lines) > most:
            lines = _in_lines(shorter)
        if len(lines) > most:
            lines[most - 1 :] = [cut(" ".join(lines[most - 1 :]), IN_A_CELL)]
        room = 1 if board.component.sides == len(HEXAGON) else MOST_LINES - len(lines)
        under = list(in_lines(below, room, ACROSS_A_CELL, _across))
        yield from self._in_cell(lines, under, x, y)

    def _in_cell(self, lines: list[str], under: list[str], x: int, y: int) -> Iterator[str]:
        """What stands in a cell: lines of words, and smaller ones of what lies below."""
        if len(lines) == 1:
            (text,) = lines
            size = next((size for longest, size in SIZES if len(text) <= longest), SMALLEST)
            up = (size // 3, 1, -2)[len(under)]
            yield letters(x, y + up, text, size, bold=size > SMALLEST)
            y += up
        else:
            all_of_them = len(lines) + len(under)
            y -= LEADING * (all_of_them - 1) // 2 - SMALLEST // 3
            y += UNDER_ITS_NAME if all_of_them == MOST_LINES else 0
            for text in lines:
                yield letters(x, y, text, SMALLEST)
                y += LEADING
            y -= LEADING
        for number, text in enumerate(under, 1):
            yield letters(x, y + (LEADING - 1) * number, text, BELOW)

    def _in_words(self, variable: StateVariable, value: object) -> str:
        """What a mark or zone holds for a cell, with the letters that an author has given."""
        symbols = look_of(self.program).symbols
        if isinstance(value, Mapping):
            return f"{value['count']}?" if value["count"] else ""
        if isinstance(variable.type, Truth):
            name = symbols.get(variable.name, spoken(variable.name))
            return name if value else f"no {name}"
        lying = value if isinstance(value, list) else [value]
        named = [symbols.get(str(one), str(one)) for one in lying if one is not None]
        text = " ".join(named)
        if len(named) <= MOST_LYING or len(text) <= IN_A_CELL:
            return text
        return f"{named[0]} +{len(named) - 1}"

    def _man(self, seat: str, x: int, y: int, around: int, said: str = "") -> Iterator[str]:
        """A man of a seat around a place, so far `around` it; `said`: what stands on it, if not the
        seat's letters."""
        labels = self.program.seats.labels
        if picture := look_of(self.program).pictures.get(seat):
            yield image(x - around, y - around, 2 * around, 2 * around, picture)
        else:
            colour = colour_of(self.program, labels, seat)
            yield disc(x, y, around, colour)
            short = said or seat_letters(self.program)[labels.index(seat)]
            if short not in DISCS:
                size = 11 if around == MAN else 9
                yield letters(x, y + size * 4 // 11, short, size, on=colour)

    def _growing(self, board: StateVariable) -> Picture:
        """What is laid, as it lies and with what stands there, and the cells beside it."""
        site = board.keys[0]
        held = self.seen[board.name]
        laid = {site.labels.index(cell): str(name)
                for cell, name in (held.items() if isinstance(held, Mapping) else ())}  # fmt: skip
        occupied = sum(1 << cell for cell in laid)
        beside = list(elements_of_mask(grids.open_cells(occupied, site.width)))
        at = {cell: grids.place(site, cell) for cell in (*laid, *beside)}
        top, left = (min(place[i] for place in at.values()) for i in (0, 1))
        assert isinstance(board.type, Element)
        wide, high = CARD
        parts: list[str] = []
        for cell, (row, column) in at.items():
            x, y = (column - left) * (wide + 4) + 2, (row - top) * (high + 4) + 2
            if cell in laid:
                face = self._laid(board.type.domain, laid[cell])
                parts += face.drawn(x, y, wide, high)
                named = letters(x + 6, y + high - 6, site.labels[cell], 8, start=True, quiet=True)
                parts.append(named)
                parts += self._on(board.type.domain, laid[cell], x + wide // 2, y + face.end + 4)
                if site.labels[cell] in self.lit or laid[cell] in self.lit:
                    parts.append(box(x, y, wide, high, "none", lit=True))
            else:
                lit = site.labels[cell] in self.lit
                parts.append(box(x, y, wide, high, "none", dashed=True, lit=lit))
                parts.append(
                    letters(x + wide // 2, y + high // 2 + 4, site.labels[cell], 11, quiet=True)
                )
        columns = max(place[1] for place in at.values()) - left + 1
        rows = max(place[0] for place in at.values()) - top + 1
        return self._board(board, columns * (wide + 4), rows * (high + 4), parts)

    def _laid(self, domain: Domain, label: str) -> _Face:
        """A component that lies on a board: its sides as it is turned, and what marks say of it in
        the place of what is printed for them to begin with."""
        face = self._face(domain, domain.labels.index(label), but=self._marked(domain))
        found = self.notes.showing(domain, label)
        if found is None:
            return face
        sides = (found.domain.labels[one] if one >= 0 else "" for one in found.values)
        shown = tuple("" if side == "blank" else side for side in sides)
        return _Face(face.name, face.lines, face.dots, shown, "")  # a picture cannot be turned

    def _marked(self, domain: Domain) -> set[Domain]:
        """The kinds of things that marks count on each component of a kind."""
        marks = [v for v in self.program.variables if v.role == "mark" and v.keys[:1] == (domain,)]
        return {key for variable in marks for key in variable.keys[1:]}

    def _on(self, domain: Domain, label: str, x: int, y: int) -> Iterator[str]:
        """What marks say of a component that lies on a board, and who stands on it."""
        seats = self.program.seats.labels
        printed = self.notes.printed(domain, label), -1  # which its face says
        found = [one for one in standing(self.notes, domain, label) if one != printed]
        counted, said = list[Dot](), list[str]()
        for text in (text for text, seat in found if seat < 0):
            name, _, rest = text.rpartition(" ")
            if (colour := own_colour(self.program, name)) is not None and len(rest) < 3:
                counted.append((rest, colour))
            else:
                said.append(text)
        here = [
            (text, colour_of(self.program, seats, seats[seat])) for text, seat in found if seat >= 0
        ]
        for dots in filter(None, (here, counted)):
            yield from dots_at(x, y, dots, lit=dots is here)
            y += 18
        for text in said:
            yield letters(x, y, cut(text), 8.5)
            y += 10

    # ------------------------------------------------------------------ cards

    def _face(self, domain: Domain, element: int, but: Collection[Domain] = ()) -> _Face:
        """What is printed on a component; `but`: without things of these kinds."""
        shown, sides = self._printed(domain, element)
        lines, dots, own = [], [], self._columns(domain)
        kinds = sum(isinstance(fact.type, Element) and fact.type != shown for fact in own)
        for fact in own:
            if shown is not None and fact.type == shown:
                continue  # on the sides
            if isinstance(fact.type, SetOf):
                if fact.type.domain in but:
                    continue
                found = self._dots_of(fact, element)
                dots += [(spoken(fact.name) if _several(own) else "", found)] if found else []
            elif (text := fact.text(element)) and text != "none":
                alone = isinstance(fact.type, Element) and kinds == 1  # which says what it is
                whole = f"{spoken(fact.name)} {spoken(text)}"
                lines.append(spoken(text) if alone or len(whole) > WIDEST + 1 else whole)
        name = domain.labels[element]
        if (colour := own_colour(self.program, name)) is not None and not dots:
            dots.append(("", [("", colour)]))
        picture = look_of(self.program).pictures.get(name, "")
        return _Face(name, lines, dots, sides, picture)

    def _printed(self, domain: Domain, element: int) -> tuple[Type | None, tuple[str, ...]]:
        """What is on the sides of a component that lies as it is printed, and of which type that
        is; nothing if the rules do not say."""
        sided = self.attributes.sided(domain)
        if sided is None:
            return None, ()
        kind = sided.body.type
        columns = [f for f in self._columns(domain) if f.type == kind]
        if len(columns) == 4:
            texts = [fact.text(element) for fact in columns]
        else:
            texts = [written(side, kind) for side in self.attributes.on_sides(domain, element)]
        return kind if texts else None, tuple("" if t == "blank" else t for t in texts)

    def _columns(self, domain: Domain) -> list[Attribute]:
        return [fact for fact in self.attributes.drawn(domain) if not fact.defined]

    def _numbers(self, domain: Domain) -> list[Attribute]:
        found = [f for f in self.attributes.drawn(domain) if isinstance(f.type, Number)]
        return [fact for fact in found if fact.defined][:1] or found

    def _sets(self, domain: Domain) -> list[Attribute]:
        return [f for f in self._columns(domain) if isinstance(f.type, SetOf)]

    def _dots_of(self, fact: Attribute, element: int) -> list[Dot]:
        assert isinstance(fact.type, SetOf)
        labels = fact.type.domain.labels
        short = shorts(self.program, labels)
        return [
            (short[e], colour_of(self.program, labels, labels[e]))
            for e in elements(fact.values[element], fact.type)
        ]


class _Face:
    """What is printed on a component."""

    def __init__(
        self, name: str, lines: list[str], dots: list[tuple[str, list[Dot]]],
        sides: tuple[str, ...], picture: str,
    ) -> None:  # fmt: skip
        room = BESIDE if sides else ACROSS_CARD
        self.lines = [part for text in lines for part in wrap(text, room)]
        self.name, self.dots, self.sides = name, dots, sides
        self.picture = picture
        self.names = wrap(name, WIDEST - 4)[:2] or [name]

    @property
    def says(self) -> bool:
        """Is there more to be seen than the name?"""
        return bool(self.lines or self.dots or self.sides or self.picture)

    @property
    def first(self) -> int:
        """Where the name is."""
        return 34 if self.sides else 18

    @property
    def end(self) -> int:
        """How far down the lines and dots go."""
        return self.first + 13 * len(self.names) + 12 * len(self.lines) + 15 * len(self.dots)

    def drawn(self, x: int, y: int, wide: int, high: int, *, lit: bool = False) -> Iterator[str]:
        yield box(x, y, wide, high, lit=lit)
        if self.picture:
            yield image(x + 2, y + 2, wide - 4, high - 4, self.picture)
            return
        middle, at = x + wide // 2, y + self.first
        for part in self.names:
            yield letters(
                middle, at, cut(part), 12 if len(self.name) < WIDEST - 5 else 11, bold=True
            )
            at += 13
        for text in self.lines:
            yield letters(middle, at + 3, cut(text, ACROSS_CARD), 9.5, quiet=True)
            at += 12
        for title, dots in self.dots:
            if title:
                left = x + (20 if self.sides else 6)
                yield letters(left, at + 7, cut(title, 9), 7.5, start=True, quiet=True)
            yield from dots_at(middle + (22 if title else 0), at + 4, dots)
            at += 15
        if self.sides:
            places = ((middle, y + 13, 0), (x + wide - 11, y + high // 2, 90),
                      (middle, y + high - 5, 0), (x + 11, y + high // 2, -90))  # fmt: skip
            for side, (left, top, turn) in zip(self.sides, places, strict=True):
                if side:
                    yield letters(left, top, spoken(side), 9.5, turn=turn, bold=True)


def _headed(board: Picture) -> Picture:
    """A board under its title."""
    room = max(LEAST_HEADING, board.width // LETTER)
    told, down = wrap(board.title, room), HEADING
    parts = [
        letters(2, down * n - 5, part, 12, start=True, bold=True) for n, part in enumerate(told, 1)
    ]
    y, width = down * len(told), max(board.width, LETTER * max(map(len, told)))
    words = f"{board.title}\n{board.words}"
    return Picture(width, board.height + y, (*parts, board.at(0, y)), board.title, words)


def _several(facts: Sequence[Attribute]) -> bool:
    return sum(isinstance(fact.type, SetOf) for fact in facts) > 1


def _in_lines(words: Sequence[str]) -> list[str]:
    """Words in lines as wide as a cell: each in one, of which the end may have no room."""
    lines: list[str] = []
    for word in (part for text in words for part in (text.split() if len(words) > 1 else [text])):
        if lines and len(lines[-1]) + 1 + len(word) <= IN_A_CELL:
            lines[-1] += f" {word}"
        else:
            lines.append(cut(word, IN_A_CELL))
    return lines


def _across(text: str) -> int:
    """How wide a text is in a picture, as what lies below in a stack: signs are wider than letters
    and digits."""
    return sum(5 if sign.isascii() else 7 for sign in text)
