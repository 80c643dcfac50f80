"""A whole table as a picture, as one seat sees it: boards, then what lies beside them, then seats.

Everything comes from an observation, as with `table.TableView`, so nothing is drawn that the seat
does not see: components that it sees are cards if the rules say more of them than their names, all
others lie face down, as many as there are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from ..core.ir import Domain, StackOf, StateVariable
from .attributes import Attributes
from .lines import Piece, plain_text, wrapped
from .look import colour_of
from .notes import chooser, is_start, leaves
from .pictures import Pictures
from .svg import LINE, Picture, box, letters
from .table import MOST_OF_A_STACK, Part, Row, TableView, domain_of, lying_at

Json = object
MARGIN, WIDTH, WIDEST = 12, 760, 1400  # around all, of texts, and of boards side by side
HEADS = 130  # for the heads of rows
BACK = (26, 34)
LETTER, LEADING = 6.9, 17  # the width of a letter in wide fonts, and the height of a line
MOST_SAID = 3  # lines of what was done
HEADING = 10  # the width of a letter of a heading


def position(
    attributes: Attributes,
    observation: Mapping[str, Json],
    heading: str,
    lit: Collection[str] = (),
    said: str = "",
) -> Picture:
    """The table that an observation tells of, under a heading and what is `said` of it; `lit`: the
    labels of places and components that stand out."""
    return _Table(attributes, observation, lit).picture(heading, said)


def of_move(attributes: Attributes, heading: str, named: Mapping[str, Domain]) -> Picture:
    """What a move names, under a heading: the boards with these places, empty otherwise, and the
    components as they are printed. `named`: labels and what they are."""
    pictures = Pictures(attributes, {}, set(named))
    parts = [letters(MARGIN, MARGIN + 16, heading, 15, bold=True, start=True)]
    y, width = MARGIN + 28, HEADING * len(heading)
    placed = {
        label: board
        for board in attributes.program.boards
        for label in (board.component.labels[place] for place in board.places)
    }
    boards = dict(zip(attributes.program.boards, pictures.boards(), strict=True))
    for board in dict.fromkeys(placed[label] for label in named if label in placed):
        parts.append(boards[board].at(MARGIN, y))
        width, y = max(width, boards[board].width), y + boards[board].height + MARGIN
    flow = _Flow(0, max(width, WIDTH))
    for label, domain in named.items():
        if label not in placed and pictures.has_faces(domain):
            flow.picture(pictures.card(domain, label))
            width = max(width, flow.x)
    if flow.parts:
        parts += [f'<g transform="translate({MARGIN} {y})">', *flow.parts, "</g>"]
        y += flow.end + 4
    return Picture(width + 2 * MARGIN, y + MARGIN, tuple(parts), heading, heading)


class _Table:
    def __init__(
        self, attributes: Attributes, observation: Mapping[str, Json], lit: Collection[str]
    ) -> None:
        self.program = attributes.program
        self.observation = observation
        self.view = TableView(attributes)
        cells = cast(Mapping[str, Json], observation["cells"])
        self.pictures = Pictures(attributes, cells, lit, chooser(observation))

    def picture(self, heading: str, said: str) -> Picture:
        boards, rows = list(self.pictures.boards()), self.view.rows(self.observation)
        parts: list[str] = []
        y, width = MARGIN + 16, max(WIDTH if rows else 0, HEADING * len(heading))
        parts.append(letters(MARGIN, y, heading, 15, bold=True, start=True))
        y += 12
        points = self.view.points(self.observation)
        for line in filter(None, (*points, self.view.goal())):
            told = "".join(piece.text for piece in line)
            told = told.replace("  ", "\N{EM SPACE}")  # several blanks are one in a picture
            parts.append(letters(MARGIN, y + 6, told, 12, start=True, quiet=True))
            width, y = max(width, int(LETTER * len(told))), y + 18
        rows_said = _latest(said)
        for told in rows_said:
            parts.append(letters(MARGIN, y + 6, told, 12, start=True))
            width, y = max(width, int(LETTER * len(told))), y + 18
        x, lowest = MARGIN, y
        for board in boards:
            if x > MARGIN and x + board.width > WIDEST:
                x, y = MARGIN, lowest
            parts.append(board.at(x, y))
            x += board.width + MARGIN
            width, lowest = max(width, x - MARGIN), max(lowest, y + board.height + MARGIN)
        y = lowest
        for row in self._gathered(rows):
            drawn, height = self._row(row, width)
            parts.append(f'<g transform="translate({MARGIN} {y})">')
            parts += [*drawn, "</g>"]
            y += height
        for line in self.view.legend(width // 7, signs=False):
            told = "".join(piece.text for piece in line)
            parts.append(letters(MARGIN, y + 14, told, 11, start=True, quiet=True))
            y += 16
        for sample, told in self.pictures.legend():
            parts.append(sample.at(MARGIN, y + 4))
            at = MARGIN + sample.width + 6
            parts.append(letters(at, y + 14, told, 11, start=True, quiet=True))
            width, y = max(width, at + int(LETTER * len(told))), y + 18
        words = plain_text(self.view.lines(self.observation, 100)).rstrip()
        words = "\n".join([*rows_said, *([""] if rows_said else []), words])
        return Picture(width + 2 * MARGIN, y + MARGIN, tuple(parts), heading, words)

    def _gathered(self, rows: Sequence[Row]) -> Iterator[Row]:
        """The rows, but what words say of the whole table as one, the last before the seats."""
        short: list[Part] = []
        for row in rows:
            if row.seat >= 0 and short:
                yield Row(Piece(""), short)
                short = []
            if row.seat < 0 and all(_held(part.variable) is None for part in row.parts):
                short += (part._replace(name=row.head.text) for part in row.parts)
            else:
                yield row
        if short:
            yield Row(Piece(""), short)

    def _row(self, row: Row, width: int) -> tuple[list[str], int]:
        """A row, and how high it is."""
        flow = _Flow(HEADS, width)
        for part in row.parts:
            self._part(part, flow)
        height = flow.end + 8
        parts = flow.parts
        if said := row.head.text:
            own = row.seat >= 0
            parts.insert(0, letters(6, 17, said, 12, start=True, bold=own, quiet=not own))
        if row.seat >= 0:
            colour = colour_of(
                self.program, self.program.seats.labels, self.program.seats.labels[row.seat]
            )
            frame = box(0, 0, width, height - 4, "none")
            edge = f'<rect x="0" y="3" width="4" height="{height - 10}" style="fill:{colour}"/>'
            parts = [frame, edge, *parts]
        return parts, height

    def _part(self, part: Part, flow: _Flow) -> None:
        """What a variable holds: cards, cards face down, or words."""
        domain = _held(part.variable)
        if part.variable is None or domain is None or not self.pictures.has_faces(domain):
            flow.text(" ".join([part.name, *part.texts]).strip())
        elif depth := len(part.variable.keys) - (part.name != ""):
            for labels, held in leaves(part.value, depth):
                if not is_start(part.variable, held):
                    if isinstance(part.variable.type, StackOf):
                        flow.line()
                    self._cards(part.variable, domain, held, ", ".join(labels), flow)
        else:
            self._cards(part.variable, domain, part.value, part.name, flow)

    def _cards(
        self, variable: StateVariable, domain: Domain, value: Json, name: str, flow: _Flow
    ) -> None:
        """What lies in a zone."""
        lying, below = lying_at(variable, value), 0
        if isinstance(variable.type, StackOf):  # what is on top stands to the right
            if variable.seen == "all":  # a hand in an order is drawn wholly
                lying, below = _uppermost(lying)
            lying.reverse()
        if name:
            flow.text(name, quiet=True)
        if below:
            flow.text(f"{below} below", quiet=True)
        for one in lying:
            if isinstance(one, str):
                flow.picture(self.pictures.card(domain, one, lit=one in self.pictures.lit))
            else:
                flow.picture(_back())
                flow.text(f"{one} unseen", quiet=True)
        if not lying:
            flow.text("none")


def _latest(said: str) -> list[str]:
    """What was done, in lines as wide as texts are; of very much, the last."""
    rows = wrapped(said, int(WIDTH / LETTER))
    return rows if len(rows) <= MOST_SAID else [f"… {rows[-MOST_SAID]}", *rows[1 - MOST_SAID :]]


def _held(variable: StateVariable | None) -> Domain | None:
    """What components a zone holds."""
    if variable is None or variable.role == "mark":
        return None
    return domain_of(variable.type)


def _uppermost(lying: Sequence[str | int]) -> tuple[list[str | int], int]:
    """What is drawn of a stack, from its top, and how many there are below that, if some of them
    are seen."""
    places = [place for place, one in enumerate(lying) if isinstance(one, str)]
    if len(places) <= MOST_OF_A_STACK:
        return [*lying], 0
    last = places[MOST_OF_A_STACK]
    return [*lying[:last]], sum(one if isinstance(one, int) else 1 for one in lying[last:])


def _back() -> Picture:
    wide, high = BACK
    lines = "".join(
        f'<path d="M{x} 4L{x + 6} 10M{x} 14L{x + 6} 20M{x} 24L{x + 6} 30" style="stroke:{LINE}"/>'
        for x in (5, 14)
    )
    return Picture(wide, high, (box(0, 0, wide, high, round_=4), lines), "face down")


@dataclass(slots=True)
class _Flow:
    """Things side by side from `left` on, in lines as wide as there is room."""

    left: int
    width: int
    parts: list[str] = field(default_factory=list)
    x: int = 0
    y: int = 0
    high: int = 0  # of the line

    @property
    def end(self) -> int:
        """How far down it goes."""
        return self.y + max(self.high, LEADING + 4)

    def line(self) -> None:
        """Go on in a new line, if there is anything in this one."""
        if self.x:
            self.x, self.y, self.high = 0, self.y + self.high + 4, 0

    def picture(self, picture: Picture) -> None:
        """A picture, in the next line if there is no room for it in this one."""
        if self.left + self.x + picture.width > self.width:
            self.line()
        self.parts.append(picture.at(self.left + self.x, self.y + 2))
        self.x, self.high = self.x + picture.width + 6, max(self.high, picture.height + 4)

    def text(self, words: str, *, quiet: bool = False) -> None:
        """Words, which may go on in the next line."""
        room = int((self.width - self.left) / LETTER)
        if len(words) > room - self.x / LETTER and len(words) < room // 2:
            self.line()
        while words:
            here = room - int(self.x / LETTER)
            line = words
            if len(line) > here:
                at = words.rfind(" ", 0, here + 1)
                line = words[:at] if at > 0 else "" if self.x else words[:room]
            if line:
                self.parts.append(
                    letters(self.left + self.x, self.y + 17, line, 12, start=True, quiet=quiet)
                )
            words = words[len(line) :].lstrip()
            self.high = max(self.high, LEADING)
            if words:
                self.x, self.y, self.high = 0, self.y + self.high, 0
            else:
                self.x += int(LETTER * len(line)) + 14
