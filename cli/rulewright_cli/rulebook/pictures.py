"""Boards, cards and tiles as SVG pictures, drawn from what the rules declare.

A board of components shows their names, what is fixed about them, and its edges with what they
cost; a board of cells what stands there at a beginning; a board that grows its first components and
where more may be laid. A component is a card with its columns: sets of names as coloured dots, what
a tile shows on its four sides at these sides. Colours come from names that are colours, else from a
list; letters stand beside them, so that nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from textwrap import wrap

from rulewright.core import grids
from rulewright.core.evaluate import elements, elements_of_mask, evaluate, written
from rulewright.core.ir import (
    Board,
    Domain,
    Element,
    Number,
    Program,
    SetOf,
    StateVariable,
    Truth,
)

from ..attributes import Attribute, Attributes, prefixes
from ..growing import growing
from ..picture import picture_of
from ..screen import plain_text
from ..show import TableView
from .document import Picture
from .naming import spoken

INK, PAPER, LINE, BOX = "currentColor", "var(--paper)", "var(--line)", "var(--box)"
PALETTE = (
    "#3f6fb5",
    "#d98a1f",
    "#3f9a6b",
    "#b5443f",
    "#8257a8",
    "#7d7a72",
    "#2f9aa5",
    "#b06a8f",
    "#8a8f2c",
    "#5b4a3a",
)
NAMED = {
    "red": "#c0392b", "orange": "#e08a1e", "yellow": "#d9b310", "green": "#3c9a5f",
    "blue": "#3f6fb5", "purple": "#8257a8", "white": "#f5f2ea", "black": "#2b2926",
    "pink": "#d681a8", "brown": "#7a5638", "grey": "#8b8780", "gray": "#8b8780",
    "hearts": "#c0392b", "diamonds": "#c0392b", "clubs": "#2b2926", "spades": "#2b2926",
}  # fmt: skip
CARD, ACROSS = (104, 120), 7  # a card, and how many stand in a row
PLACE, GAP = (112, 62), 30  # a place of a board of components, and what is between two
SQUARE = 46
WIDEST = 17  # letters on a card


class Pictures:
    """Draws the pictures of one game; `seen`: the cells of an observation at a beginning."""

    def __init__(self, attributes: Attributes, seen: Mapping[str, object]) -> None:
        self.attributes, self.seen = attributes, seen
        self.program: Program = attributes.game.program

    @property
    def has_boards(self) -> bool:
        return bool(self.program.boards or growing(self.program))

    def boards(self) -> Iterator[Picture]:
        """All boards, in the order of the rules."""
        for board in self.program.boards:
            words = spoken(board.words or board.name)
            edges = any(graph.board.name == board.name for graph in self.program.graphs)
            if board.component.columns and not edges:
                yield self._picture(self._cells(board), words)
            else:
                yield self._picture(self._places(board), words)
        for variable in growing(self.program):
            if variable.name in self.seen:
                yield self._picture(self._growing(variable), spoken(variable.name))

    def cards(self, domain: Domain) -> Picture | None:
        """All components of a kind side by side; none if nothing is fixed about them."""
        faces = [self._face(domain, element) for element in range(domain.size)]
        if all(len(face.lines) + len(face.dots) + len(face.sides) == 0 for face in faces):
            return None
        wide, high = CARD
        rows = max(len(face.lines) + len(face.dots) for face in faces)
        high = max(60, 40 + 13 * rows) if not faces[0].sides else high
        parts: list[str] = []
        for number, face in enumerate(faces):
            x, y = number % ACROSS * (wide + 8) + 2, number // ACROSS * (high + 8) + 2
            parts += face.drawn(x, y, wide, high)
        across = min(ACROSS, len(faces))
        down = (len(faces) + ACROSS - 1) // ACROSS
        svg = _svg(
            across * (wide + 8), down * (high + 8), parts, f"{spoken(domain.name)}: pictures"
        )
        return Picture(svg, "")

    def _picture(self, svg: str, words: str) -> Picture:
        """A picture, and the board in letters for where there are no pictures."""
        lines = TableView(self.attributes).boards(self.seen, 100)
        return Picture(svg, plain_text(lines).rstrip() if lines else words)

    # ------------------------------------------------------------------ boards

    def _places(self, board: Board) -> str:
        """Components in a grid, with the edges between them."""
        marks = {name: held for name, held in self.seen.items() if isinstance(held, Mapping)}
        picture = picture_of(self.attributes, board, marks)
        wide, high = PLACE
        middles = [
            (place % board.columns * (wide + GAP) + wide // 2 + 2,
             place // board.columns * (high + GAP) + high // 2 + 2)
            for place in range(len(picture.names))
        ]  # fmt: skip
        parts: list[str] = []
        for edge in picture.edges:
            (x1, y1), (x2, y2) = (middles[end] for end in edge.ends)
            parts.append(_line(x1, y1, x2, y2))
            if edge.fixed or edge.mark:
                parts.append(_circle((x1 + x2) // 2, (y1 + y2) // 2, 12, PAPER))
                parts.append(_text((x1 + x2) // 2, (y1 + y2) // 2 + 4, edge.mark or edge.fixed, 11))
        for place, (x, y) in enumerate(middles):
            element = board.places[place]
            parts.append(_box(x - wide // 2, y - high // 2, wide, high))
            parts.append(_text(x, y - 12, _cut(picture.names[place]), 12, bold=True))
            dots = [dot for fact in self._sets(board.component) for dot in _dots_of(fact, element)]
            note = " ".join(t for f in self._numbers(board.component) if (t := f.text(element)))
            parts.append(_text(x, y + 5, _cut(note), 12))
            parts += _dots(x, y + 19, dots)
        width = board.columns * (wide + GAP) - GAP + 4
        return _svg(width, board.rows * (high + GAP) - GAP + 4, parts, picture.title)

    def _cells(self, board: Board) -> str:
        """Cells side by side, with their names and what stands there."""
        parts: list[str] = []
        held = [
            v for v in self.program.variables
            if v.role in ("zone", "mark") and [k.name for k in v.keys] == [board.component.name]
        ]  # fmt: skip
        for place, element in enumerate(board.places):
            x, y = place % board.columns * SQUARE + 2, place // board.columns * SQUARE + 2
            dark = (place % board.columns + place // board.columns) % 2 == 1
            parts.append(_box(x, y, SQUARE, SQUARE, BOX if dark else PAPER, round_=0))
            label = board.component.labels[element]
            parts.append(_text(x + 4, y + 11, label, 9, start=True, quiet=True))
            parts += self._standing(held, label, x + SQUARE // 2, y + SQUARE // 2 + 4)
        size = board.columns * SQUARE + 4, board.rows * SQUARE + 4
        return _svg(*size, parts, spoken(board.words or board.name))

    def _standing(self, held: list[StateVariable], label: str, x: int, y: int) -> Iterator[str]:
        """What marks and zones hold for a cell: a man of a seat as a disc, all else in letters."""
        words = []
        for variable in held:
            members = self.seen.get(variable.name)
            value = members.get(label) if isinstance(members, Mapping) else None
            kind = variable.type
            if value in (None, False, "", []) or (
                isinstance(kind, Number) and value == variable.start
            ):
                continue
            if isinstance(kind, Element) and kind.domain is self.program.seats:
                colour = _colour(kind.domain.labels, str(value))
                yield _circle(x, y, 15, colour)
                yield _text(x, y + 4, prefixes(kind.domain.labels)[
                    kind.domain.labels.index(str(value))].upper(), 11, on=colour)  # fmt: skip
            elif isinstance(value, Mapping):
                words.append(f"{value.get('count', '')}?")
            elif isinstance(kind, Truth):
                words.append(spoken(variable.name))
            else:
                words.append(" ".join(map(str, value)) if isinstance(value, list) else str(value))
        if words:
            yield _text(x, y + 4, _cut(" ".join(words), 7), 9)

    def _growing(self, board: StateVariable) -> str:
        """What is laid at a beginning, and the cells beside it."""
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
                domain = board.type.domain
                parts += self._face(domain, domain.labels.index(laid[cell])).drawn(x, y, wide, high)
            else:
                parts.append(_box(x, y, wide, high, "none", dashed=True))
                parts.append(
                    _text(x + wide // 2, y + high // 2 + 4, site.labels[cell], 11, quiet=True)
                )
        columns = max(place[1] for place in at.values()) - left + 1
        rows = max(place[0] for place in at.values()) - top + 1
        return _svg(columns * (wide + 4), rows * (high + 4), parts, spoken(board.name))

    # ------------------------------------------------------------------ cards

    def _face(self, domain: Domain, element: int) -> _Face:
        sided = self.attributes.sided(domain)
        shown = sided.body.type if sided is not None else None
        lines, dots, own = [], [], self._columns(domain)
        kinds = sum(isinstance(fact.type, Element) and fact.type != shown for fact in own)
        for fact in own:
            if shown is not None and fact.type == shown:
                continue  # on the sides
            if isinstance(fact.type, SetOf):
                found = _dots_of(fact, element)
                dots += [(spoken(fact.name) if _several(own) else "", found)] if found else []
            elif (text := fact.text(element)) and text != "none":
                alone = isinstance(fact.type, Element) and kinds == 1  # which says what it is
                whole = f"{spoken(fact.name)} {spoken(text)}"
                lines.append(spoken(text) if alone or len(whole) > WIDEST + 1 else whole)
        sides: tuple[str, ...] = ()
        if sided is not None and isinstance(shown, Element):
            printed = self._printed(domain, element, shown)
            sides = tuple("" if side == "blank" else side for side in printed)
        name = domain.labels[element]
        if name.casefold() in NAMED and not dots:
            dots.append(("", [("", NAMED[name.casefold()])]))
        return _Face(name, lines, dots, sides)

    def _printed(self, domain: Domain, element: int, shown: Element) -> list[str]:
        """What is on the sides of a component that lies as it is printed."""
        columns = [f for f in self._columns(domain) if f.type == shown]
        if len(columns) == 4:
            return [fact.text(element) for fact in columns]
        sided = self.attributes.sided(domain)
        assert sided is not None
        one, other = (param.number for param in sided.params)
        values = [evaluate(sided.body, {one: element, other: d}) for d in range(4)]
        return [written(value, shown) for value in values]

    def _columns(self, domain: Domain) -> list[Attribute]:
        return [fact for fact in self.attributes.of(domain) if not fact.defined]

    def _numbers(self, domain: Domain) -> list[Attribute]:
        found = [f for f in self.attributes.of(domain) if isinstance(f.type, Number)]
        return [fact for fact in found if fact.defined][:1] or found

    def _sets(self, domain: Domain) -> list[Attribute]:
        return [f for f in self._columns(domain) if isinstance(f.type, SetOf)]


Dot = tuple[str, str]  # what it is called, and its colour


class _Face:
    """What is printed on a component."""

    def __init__(
        self, name: str, lines: list[str], dots: list[tuple[str, list[Dot]]], sides: tuple[str, ...]
    ) -> None:
        self.name, self.lines, self.dots, self.sides = name, lines, dots, sides

    def drawn(self, x: int, y: int, wide: int, high: int) -> Iterator[str]:
        yield _box(x, y, wide, high)
        middle, at = x + wide // 2, y + (34 if self.sides else 18)
        names = wrap(self.name, WIDEST - 4)[:2] or [self.name]
        for part in names:
            yield _text(middle, at, _cut(part), 12 if len(names) == 1 else 11, bold=True)
            at += 13
        for text in self.lines:
            yield _text(middle, at + 3, _cut(text, 20), 9.5, quiet=True)
            at += 12
        for title, dots in self.dots:
            if title:
                left = x + (20 if self.sides else 6)
                yield _text(left, at + 7, _cut(title, 9), 7.5, start=True, quiet=True)
            yield from _dots(middle + (22 if title else 0), at + 4, dots)
            at += 15
        if self.sides:
            places = ((middle, y + 13, 0), (x + wide - 11, y + high // 2, 90),
                      (middle, y + high - 5, 0), (x + 11, y + high // 2, -90))  # fmt: skip
            for side, (left, top, turn) in zip(self.sides, places, strict=True):
                if side:
                    yield _text(left, top, spoken(side), 9.5, turn=turn, bold=True)


def _several(facts: Sequence[Attribute]) -> bool:
    return sum(isinstance(fact.type, SetOf) for fact in facts) > 1


def _dots_of(fact: Attribute, element: int) -> list[Dot]:
    assert isinstance(fact.type, SetOf)
    labels = fact.type.domain.labels
    short = prefixes(labels)
    return [
        (short[e], _colour(labels, labels[e])) for e in elements(fact.values[element], fact.type)
    ]


def _colour(labels: Sequence[str], label: str) -> str:
    """The colour of a name: its own if it is one, else one of the list."""
    return NAMED.get(label.casefold(), PALETTE[labels.index(label) % len(PALETTE)])


def _dots(x: int, y: int, dots: Sequence[Dot]) -> Iterator[str]:
    left = x - 9 * (len(dots) - 1)
    for number, (letters, colour) in enumerate(dots):
        yield _circle(left + 18 * number, y, 8, colour)
        yield _text(left + 18 * number, y + 3, letters, 8, on=colour)


def _cut(text: str, room: int = WIDEST) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


def _svg(width: int, height: int, parts: Sequence[str], title: str) -> str:
    inner = "\n".join(parts)
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'font-family="ui-sans-serif, system-ui, sans-serif">\n<title>{escape(title)}</title>\n'
        f"{inner}\n</svg>"
    )


def _box(
    x: int, y: int, wide: int, high: int, fill: str = BOX, *, round_: int = 7, dashed: bool = False
) -> str:
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{round_}" '
        f'style="fill:{fill};stroke:{LINE}"{dash}/>'
    )


def _line(x1: int, y1: int, x2: int, y2: int) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" style="stroke:{LINE}" stroke-width="3"/>'


def _circle(x: int, y: int, r: int, fill: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{r}" style="fill:{fill};stroke:{LINE}"/>'


def _text(
    x: int, y: int, text: str, size: float, *, bold: bool = False, start: bool = False,
    quiet: bool = False, on: str = "", turn: int = 0,
) -> str:  # fmt: skip
    fill = _on(on) if on else "var(--quiet)" if quiet else INK
    weight = ' font-weight="600"' if bold else ""
    turned = f' transform="rotate({turn} {x} {y})"' if turn else ""
    anchor = "start" if start else "middle"
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"{weight}{turned} '
        f'style="fill:{fill}">{escape(text)}</text>'
    )


def _on(colour: str) -> str:
    """Dark or light letters, whichever is read better on a colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#1d1b18" if 299 * red + 587 * green + 114 * blue > 150_000 else "#ffffff"
