"""A board of cells as text: what marks and zones hold in each cell, with the cells' names around.

       a  b  c  d
    4  .  B  .  Wk
    3  .  .  B  .
    2  .  W [.] .
    1  W  .  W  .

Seats are capital letters, other names and claims begin as they do (`k` for a king), numbers are
themselves; a legend says what stands for what. A cell that a mark names is in brackets. Where there
is no cell there is nothing. Rows of hexagons are shifted by half a cell each, so columns slant, and
a sign behind or before each letter leads from it into its column:

     a\\  b\\  c\\
    3  .   .   .
      2  .   B   .
        1  .   W   .
            \\a  \\b  \\c

Cells that the rules join have lines between them, in whatever is empty:

       a   b   c
    3  .---.---W
       | \\ | / |
    2  .---.---.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..characters import spoken
from ..core.boards import HEXAGON, spots
from ..core.ir import Board, Domain, Element, Number, Program, SetOf, StateVariable, Truth, WaysOf
from .attributes import Attributes
from .joined import Spot, joined_spots, way_of
from .lines import Line, Piece, seat_style
from .look import look_of, seat_letters, shorts
from .notes import is_start
from .stacks import Below, Stack, example, fitted, joined, stack_on
from .standing import MOST_LYING, carried, carried_by, kept_on, lying_on, men, men_on, short_name

EMPTY, NARROWEST, GAP = ".", 1, 2
MOST_TOLD = 12  # symbols of components, below a board

Observed = Mapping[str, object]


def draw_cells(
    attributes: Attributes, board: Board, seen: Observed, width: int, *, cut: bool = True
) -> list[Line]:
    """The lines of a board as the observation `seen` (by names of cells) has it."""
    program, domain = attributes.program, board.component
    across, down = _heads(board)
    named = {label for variable in naming(program, domain) for label in cells_of(variable, seen)}
    held = kept_on(program, domain)
    margin = max(map(len, down)) + 1
    room = _room(board, across, width - margin)
    texts = {
        spot: _inside(program, domain, held, seen, label, label in named, room if cut else None)
        for spot, place in zip(spots(board), board.places, strict=True)
        for label in [domain.labels[place]]
    }
    wide = GAP + max(len(piece.text) for piece in (*texts.values(), *map(Piece, across)))
    if domain.sides == len(HEXAGON):
        wide = max(wide, len(" ") + max(map(len, across)) + len("\\") + 1)
        return list(_staggered(texts, across, down, margin, wide, room if cut else 0))
    pairs = joined_spots(attributes, board)
    wide += wide % 2 if pairs else 0  # there is a middle for what slants
    if cut:
        wide = min(room, wide)
    lines: list[Line] = [
        (Piece(" " * margin + "".join(f" {head}".ljust(wide) for head in across), "dim"),)
    ]
    web = _web(pairs, wide)
    for row in range(board.rows):
        if row and web:
            under = (web.get((2 * row - 1, at), " ") for at in range(wide * board.columns))
            lines.append((Piece(" " * margin + "".join(under), "dim"),))
        pieces = [texts.get((row, column), Piece("")) for column in range(board.columns)]
        shown = _woven(pieces, row, web, wide) if web else _fitted(pieces, wide)
        lines.append((Piece(down[row].rjust(margin - 1) + " ", "dim"), *shown))
    return lines


def _room(board: Board, across: Sequence[str], width: int) -> int:
    """How wide a cell can be for the whole board to have room."""
    if board.component.sides == len(HEXAGON):
        ends, places = _ends(spots(board), across), spots(board)
        return max(NARROWEST + GAP, 2 * width // _halves(ends, places)[1])
    return max(NARROWEST + GAP, width // board.columns)


Ends = dict[tuple[int, int], int]


def _ends(places: Iterable[tuple[int, int]], across: Sequence[str]) -> Ends:
    """Where what tells a column of hexagons stands, and which way it leads from there."""
    columns: dict[int, list[int]] = {}
    for row, column in places:
        columns.setdefault(column, []).append(row)
    return {
        (end, column): way
        for column, rows in columns.items()
        for end, way in ((min(rows) - 1, 1), (max(rows) + 1, -1))
        if across[column]
    }


def _halves(ends: Ends, places: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Where a board of hexagons begins to the left, and how wide it is, in half cells."""
    left = min(2 * column + row for row, column in (*ends, *places))
    return left, max(2 * column + row for row, column in places) - left + 2


Web = dict[tuple[int, int], str]  # signs by line and place in it; between two rows is a line more


def _web(pairs: Iterable[tuple[Spot, Spot]], wide: int) -> Web:
    """Lines from cell to cell, for cells that take so much room; where two cross it is seen."""
    web: Web = {}

    def put(line: int, at: int, sign: str) -> None:
        signs = {sign, web.get((line, at), sign)}
        crossed = "X" if signs & {"\\", "/"} else "+"
        web[line, at] = sign if len(signs) == 1 else crossed

    for one, other in pairs:
        row, column = one
        for next_row, next_column in way_of(one, other):
            down, across = next_row - row, next_column - column
            here = column * wide + 1
            if not down:
                for at in range(here + 1, here + wide):
                    put(2 * row, at, "-")
            else:
                sign = "|" if not across else "\\" if across > 0 else "/"
                put(2 * row + 1, here + across * (wide // 2), sign)
            if (next_row, next_column) != other:  # where there is no cell
                put(2 * next_row, next_column * wide + 1, sign if down else "-")
            row, column = next_row, next_column
    return web


def _woven(pieces: Iterable[Piece], row: int, web: Web, wide: int) -> Iterator[Piece]:
    """What stands in the cells of a row, and the lines where nothing stands."""
    for column, piece in enumerate(pieces):
        under = "".join(web.get((2 * row, column * wide + at), " ") for at in range(wide))
        text = _cut(piece.text, wide - 1)
        before = len(text) - len(text.lstrip())
        yield Piece(under[:before], "dim")
        yield piece._replace(text=text[before:])
        yield Piece(under[len(text) :], "dim")


def _fitted(pieces: Iterable[Piece], wide: int) -> Iterator[Piece]:
    return (p._replace(text=_cut(p.text, wide - 1).ljust(wide)) for p in pieces)


def _staggered(
    texts: Mapping[tuple[int, int], Piece], across: list[str], down: list[str], margin: int,
    wide: int, room: int,
) -> Iterator[Line]:  # fmt: skip
    """The lines of a board of hexagons: each row half a cell further to the right than the one
    above it. So columns run down to the right, and what tells one stands at both of its ends,
    whence the eye can follow it along the sign there, which tells it from what stands in a cell of
    the same line; a row's name stands before all that is in its line.
    """
    ends = _ends(texts, across)
    if room:
        wide = min(wide, room)
    wide += wide % 2
    shown = {at: _leading(across[at[1]], way, wide) for at, way in ends.items()} | dict(texts)
    named = {row for row, _ in texts}
    lines: dict[int, tuple[int, str, list[Piece]]] = {}  # how far in, a name, what stands there
    for row in {row for row, _ in shown}:
        there = [column for r, column in shown if r == row]
        first, last = min(there), max(there)
        name = down[row].rjust(margin - 1) + " " if row in named else ""
        pieces = [shown.get((row, column), Piece("")) for column in range(first, last + 1)]
        lines[row] = ((2 * first + row) * wide // 2 - len(name), name, pieces)
    leftmost = min(start for start, _, _ in lines.values())
    for row in range(min(lines), max(lines) + 1):
        if row not in lines:
            yield ()
            continue
        start, name, pieces = lines[row]
        yield (Piece(" " * (start - leftmost) + name, "dim"), *_fitted(pieces, wide))


def _leading(head: str, way: int, wide: int) -> Piece:
    """What tells a column, and the sign that leads into it, downwards (1) or upwards (-1)."""
    if way < 0:
        return Piece(f"\\{head}", "dim")
    return Piece(f" {head}\\" if len(head) + 2 < wide else f" {head}", "dim")


def legend_of_cells(program: Program, *, signs: bool = True) -> Iterator[str]:
    """What the letters on boards of cells stand for, as far as they are drawn, and the `signs` of
    marks that name cells."""
    told: list[str] = []
    hidden = look_of(program).hidden
    for board in program.boards:
        domain = board.component
        for variable in _drawn(program, domain) if domain.columns else ():
            if variable.name in hidden:
                continue
            if isinstance(variable.type, Truth):
                told.append(f"{_claims(program, domain, variable)} {spoken(variable.name)}")
            elif isinstance(variable.type, Element) and variable.type.domain.kind in (
                "seat",
                "enumeration",
            ):
                short = _short(program, variable.type.domain)
                pairs = zip(short, variable.type.domain.labels, strict=True)
                told += (f"{letters} {label}" for letters, label in pairs if letters != label)
            else:
                told += _symbols(program, variable)
        if board.component.columns:
            told += filter(None, [example(program, board.component)])
            told += _legend_of_men(program, board.component)
            marks = marks_naming(program, board.component) if signs else []
            names = " or ".join(spoken(mark.name) for mark in marks)
            told += [f"[ ] {names}"] * bool(names)
    if told:
        yield ", ".join(dict.fromkeys(told))


def _legend_of_men(program: Program, domain: Domain) -> Iterator[str]:
    """What the letters stand for by which marks name cells where somebody stands."""
    hidden = look_of(program).hidden
    own = [
        mark for mark in men(program, domain)
        if mark.keys == (program.seats,) and mark.name not in hidden
    ]  # fmt: skip
    if own:
        pairs = zip(seat_letters(program), program.seats.labels, strict=True)
        yield from (f"{letters} {label}" for letters, label in pairs if letters != label)
    for mark in own:
        short, name = short_name(program, domain, mark), spoken(mark.name)
        if short and short != name:
            yield f"{short} {name}"


def _symbols(program: Program, variable: StateVariable) -> list[str]:
    """What the symbols of components that may lie there stand for, if they are few."""
    symbols = look_of(program).symbols
    if isinstance(variable.type, Number | Truth | WaysOf):
        return []
    domain = variable.type.domain
    kinds = dict.fromkeys(zip(domain.kinds or domain.labels, domain.labels, strict=True))
    told = {kind: symbols[label] for kind, label in kinds if label in symbols}
    return [f"{text} {kind}" for kind, text in told.items()] if len(told) <= MOST_TOLD else []


def _heads(board: Board) -> tuple[list[str], list[str]]:
    """What stands above the columns and before the rows: the parts of the cells' names that tell
    them apart."""
    domain = board.component
    first = domain.size - board.rows * domain.columns if board.south else 0
    names = [re.findall(r"\d+|[a-z]|\W+|[A-Z_]+", label) for label in domain.labels[first:]]
    top, left = names[: board.columns], names[:: domain.columns][: board.rows]

    def telling(parts: Sequence[Sequence[str]]) -> list[str]:
        last = len(parts[0]) - 1
        differ = [at for at in range(last + 1) if len({part[at] for part in parts}) > 1]
        return [part[differ[0]] if differ else "" for part in parts]

    return telling(top), telling(left)


def naming(program: Program, domain: Domain) -> list[StateVariable]:
    """The marks that name cells of a board, and what is chosen of these."""
    return [
        variable
        for variable in program.variables
        if not variable.keys
        and isinstance(variable.type, Element | SetOf)
        and variable.type.domain is domain
        and variable.role in ("mark", "choice")
    ]


def marks_naming(program: Program, domain: Domain) -> list[StateVariable]:
    """The marks that are drawn and name cells of a board."""
    hidden = look_of(program).hidden
    found = naming(program, domain)
    return [one for one in found if one.role == "mark" and one.name not in hidden]


def cells_of(variable: StateVariable, seen: Observed) -> set[str]:
    """The cells that a mark or choice names."""
    value = seen.get(variable.name)
    return {str(one) for one in (value if isinstance(value, list) else [value]) if one is not None}


def _drawn(program: Program, domain: Domain) -> list[StateVariable]:
    """What is kept for each cell of a board, and for what lies there."""
    return [*kept_on(program, domain), *carried(program, domain)]


def _inside(
    program: Program, domain: Domain, variables: list[StateVariable], seen: Observed, label: str,
    named: bool, wide: int | None,
) -> Piece:  # fmt: skip
    """What is to be seen in a cell, in the colour of the seat it belongs to; `wide`: how wide the
    cell can be, if there are bounds, by which as much of a stack is drawn as there is room for."""
    texts, style, stacks = list[str](), "dim", dict[int, list[str]]()
    parted = False
    for variable, value in held_on(program, domain, variables, seen, label):
        parted = parted or isinstance(value, Stack | Below)
        if isinstance(value, Stack):
            marks = [[in_short(program, domain, *mark) for mark in p.marks] for p in value.pieces]
            signs = [piece.sign for piece in value.pieces]
            stacks[len(texts)] = joined([[s, *m] for s, m in zip(signs, marks, strict=True)])
            texts.append(fitted(stacks[len(texts)], 0))
            whose = [str(v) for mark, v in value.pieces[0].marks if _is_seat(program, mark)]
        else:
            text = in_short(program, domain, variable, value)
            texts += [text] if text else []
            whose = [str(value)] * _is_seat(program, variable)
        if whose:
            style = seat_style(program.seats.labels.index(whose[0]))
        elif style == "dim":
            style = ""
    for man in men_on(program, domain, seen, label):
        texts.append(man.text)
        style = seat_style(man.seat) if man.seat >= 0 else style.replace("dim", "")
    between = " " if parted or any(len(text) > 2 for text in texts) else ""
    for at, pieces in stacks.items():
        rest = between.join([*texts[:at], "", *texts[at + 1 :]])
        room = len("".join(pieces)) if wide is None else wide - GAP - named - len(rest)
        texts[at] = fitted(pieces, room)
    inside = between.join(texts) or EMPTY
    return Piece(f"[{inside}]" if named else f" {inside}", style, label)


def _is_seat(program: Program, variable: StateVariable) -> bool:
    return isinstance(variable.type, Element) and variable.type.domain is program.seats


def held_on(
    program: Program, domain: Domain, variables: list[StateVariable], seen: Observed, label: str,
    *, whole: bool = False,
) -> Iterator[tuple[StateVariable, object]]:  # fmt: skip
    """What marks and zones hold for a cell, and marks for what lies there, where it tells anything:
    of a `Stack` all, of other piles of which marks say something what lies first, and how many
    `Below`; `whole`: names, as of seats, are told even where all have been the same from the
    start."""
    for variable in variables:
        members = seen.get(variable.name)
        value = members.get(label) if isinstance(members, Mapping) else None
        named = whole and isinstance(variable.type, Element)
        if value is None or (is_start(variable, value) and not named):
            continue
        if stack := stack_on(program, domain, variable, value, seen):
            yield variable, stack
            continue
        lying = lying_on(variable, value)
        marks = [list(carried_by(program, domain, variable, one, seen)) for one in lying]
        if not any(marks):
            yield variable, value
            continue
        for one, found in zip(lying, marks, strict=True):
            yield variable, one
            yield from found
        if isinstance(value, list) and len(value) > len(lying):
            yield variable, Below(len(value) - len(lying))


def in_short(program: Program, domain: Domain, variable: StateVariable, value: object) -> str:
    """What a mark or zone holds for a cell, in short."""
    if isinstance(value, Below):
        return f"+{value.many}"
    if isinstance(value, Mapping):  # hidden: how many lie there
        return f"{value['count']}?" if value.get("count") else ""
    if isinstance(variable.type, Truth):
        claim = _claims(program, domain, variable)
        return claim if value else f"no {spoken(variable.name)}"
    if isinstance(variable.type, Element):
        kind = variable.type.domain
        if kind.kind in ("seat", "enumeration"):
            return _short(program, kind)[kind.labels.index(str(value))]
    symbols = look_of(program).symbols  # which an author may give components, too
    if isinstance(value, list):
        held = [symbols.get(str(one), str(one)) for one in value if one is not None]
        return " ".join(held) if len(held) <= MOST_LYING else f"{held[0]} +{len(held) - 1}"
    return symbols.get(str(value), str(value))


def _short(program: Program, domain: Domain) -> tuple[str, ...]:
    return seat_letters(program) if domain is program.seats else shorts(program, domain.labels)


def _claims(program: Program, domain: Domain, variable: StateVariable) -> str:
    """The beginning of a claim's name that tells it from others about cells and what lies there."""
    names = [c.name for c in _drawn(program, domain) if isinstance(c.type, Truth)]
    return shorts(program, names)[names.index(variable.name)]


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: max(1, room - 1)] + "."
