"""The rectangle around all that lies on a growing grid, and how its cells are bits of words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass

from ...lower import nodes as code

WORD_BITS = 64
SIDE = 8  # columns of a frame, as long as its cells lie in so many rows and columns
MOST_WIDE = 1 << 10  # columns of a grid
_TIMES = 32  # bits by which a product is shifted in the place of a division by the grid's width
_ROWS = 16  # and by that of the rectangle
ROWS = "ROW_TIMES"
ROW_TIMES = (0, *(-(-(1 << _ROWS) // columns) for columns in range(1, 32)))
"""By columns: with what a bit is multiplied, then, to find its row."""


@dataclass(frozen=True, slots=True)
class Board:
    """A growing grid: the variables that hold what is on it, and how wide its window is."""

    occupied: str
    on: str
    there: str
    where: str
    width: int

    def part(self, name: str) -> str:
        """A variable that tells something of the frame."""
        return f"{self.occupied}.{name}"

    def changed(self, line: code.Assign, further: Callable[[code.Value], code.Lines]) -> code.Lines:
        """What is found of the frame when the grid has been changed; `further`: by such a
        component, too."""
        if isinstance(line.value, code.Call):
            cell, component = line.value.args[4:]
            found = [*self.measured(), *further(component)]
            left = code.When(code.Name(self.on), found, self.empty())
            return [*self.widened(copy(cell)), left]  # what is taken away may have been the last
        return self.empty()

    def empty(self) -> code.Lines:
        part = self.part
        ends = {"top": self.width, "bottom": 0, "left": self.width, "right": 0}
        rest = dict.fromkeys(("columns", "start", "skipped"), 0)
        return [
            code.assign(part(name), code.Number(value)) for name, value in (ends | rest).items()
        ]

    def widened(self, cell: code.Value) -> code.Lines:
        """The rectangle around all that lies there takes in a cell."""
        part, width = self.part, code.Number(self.width)
        lines = [
            code.assign(part("cell"), code.Call("max", [cell, code.Number(0)])),
            code.assign(part("row"), self._row(code.Name(part("cell")))),
            code.assign(
                part("column"),
                code.Binary(
                    code.Name(part("cell")), "-", code.Binary(code.Name(part("row")), "*", width)
                ),
            ),
        ]
        for place, low, high in (("row", "top", "bottom"), ("column", "left", "right")):
            for end, operator in ((low, "<"), (high, ">")):
                one, other = code.Name(part(place)), code.Name(part(end))
                test = code.Compare(one, operator, other)
                lines.append(code.assign(part(end), code.Choice(test, copy(one), copy(other))))
        return lines

    def _row(self, cell: code.Value) -> code.Value:
        return code.Binary(code.Binary(cell, "*", self._times()), ">>", code.Number(_TIMES))

    def _times(self) -> code.Value:
        return code.Number(-(-(1 << _TIMES) // self.width))

    def measured(self) -> code.Lines:
        """The frame of that rectangle, if it is small enough; else it has no columns."""

        def name(part: str) -> code.Value:
            return code.Name(self.part(part))

        def span(low: str, high: str) -> code.Value:
            across = code.Binary(code.Binary(name(high), "-", name(low)), "+", code.Number(3))
            return code.Call("max", [across, code.Number(1)])

        part, width = self.part, code.Number(self.width)
        size = code.Binary(name("rows"), "*", name("across"))
        is_small = code.Compare(size, "<=", code.Number(WORD_BITS))
        across = code.Binary(name("across"), "*", name("small"))
        longest = code.Call("max", [name("rows"), name("across")])
        is_square = code.Compare(longest, "<=", code.Number(SIDE))
        first = code.Binary(code.Binary(name("top"), "-", code.Number(1)), "*", width)
        return [
            code.assign(part("rows"), span("top", "bottom")),
            code.assign(part("across"), span("left", "right")),
            code.assign(part("small"), code.Choice(is_small, code.Number(1), code.Number(0))),
            code.assign(part("columns"), code.Choice(is_square, code.Number(SIDE), across)),
            code.assign(
                part("start"),
                code.Binary(code.Binary(first, "+", name("left")), "-", code.Number(1)),
            ),
            code.assign(part("skipped"), code.Binary(width, "-", name("columns"))),
        ]

    def given(self) -> code.Lines:
        """The frame of a grid that the function is given."""
        part = self.part
        left = part("lying")
        lowest = code.lowest(code.Name(left))
        cell = code.Method(code.Name(self.where), "get", [lowest, code.Number(-1)])
        loop = [
            code.assign(part("cell"), cell),
            code.augment(left, "&", code.Binary(code.Name(left), "-", code.Number(1))),
            *self.widened(code.Name(part("cell"))),
        ]
        measured = code.When(code.Name(self.on), self.measured(), [])
        given = code.assign(left, code.Name(self.on))
        return [*self.empty(), given, code.loop(code.Name(left), loop), measured]

    def cells(self, components: code.Value) -> code.Value:
        """Where components lie."""
        held = [code.Name(self.part(part)) for part in ("start", "skipped")]
        args = [code.Name(self.where), components, self._times(), *held]
        return code.Call("cells_within", args)

    def moved(self, name: str, cells: code.Value) -> code.Value:
        return code.Call(name, [cells, code.Name(self.part("columns"))])

    def cell(self, word: code.Name, bit: str) -> code.Value:
        """The lowest cell of a set, which is a word; -1 if it is empty. `bit`: where its bit is
        kept meanwhile."""
        part, at = self.part, code.Name(bit)
        lowest = code.Binary(
            code.Method(code.Binary(word, "&", code.Unary("-", word)), "bit_length", []),
            "-", code.Number(1),
        )  # fmt: skip
        place = code.Binary(at, "&", code.Number(WORD_BITS - 1))
        columns = code.Binary(code.Name(part("columns")), "&", code.Number(len(ROW_TIMES) - 1))
        times = code.Item(code.Name(ROWS), columns)
        row = code.Binary(code.Binary(place, "*", times), ">>", code.Number(_ROWS))
        above = code.Binary(row, "*", code.Name(part("skipped")))
        found = code.Binary(
            code.Binary(code.Bound(bit, lowest), "+", above), "+", code.Name(part("start"))
        )
        most = (1 << (self.width**2).bit_length()) - 1
        return code.Choice(word, code.Binary(found, "&", code.Number(most)), code.Number(-1))


def without_mask(board: Board, function: code.Function) -> None:
    """Do without the mask of all cells in which something lies, which has thousands of bits, where
    it is only asked what is open beside them: that is found from where components lie."""
    fine, opens = 0, dict[int, code.Value]()
    for node in code.walk(function):
        match node:
            case code.Assign(target=code.Name(id=name)) if name == board.occupied:
                fine += 1
            case code.Assign(value=code.Call(function="laid", args=[code.Name(id=name), *_])) if (
                name == board.occupied
            ):
                fine += 2
            case code.Call(function="open_cells", args=[code.Name(id=name), width]) if (
                name == board.occupied
            ):
                args = [code.Name(board.where), code.Name(board.on), width]
                opens[id(node)] = code.Call("open_around", args)
                fine += 1
            case _:
                pass
    names = (node.id for node in code.walk(function) if isinstance(node, code.Name))
    if sum(name == board.occupied for name in names) > fine:
        return
    code.replace(function, opens)
    for node in code.walk(function):
        if isinstance(node, code.Assign) and board.occupied in stored_in(node.target):
            if isinstance(node.value, code.Call) and isinstance(node.target, code.Several):
                node.value = code.Call("laid_there", node.value.args[1:])
                node.target = code.Several(node.target.parts[1:])


def boards(function: code.Function) -> list[Board]:
    """The grids on which a function lays something, and that nothing else changes."""
    found: dict[str, tuple[str, str, str, str]] = {}
    widths: dict[str, int] = {}
    for node in code.walk(function):
        match node:
            case code.Assign(value=code.Call(function="laid")):
                names = _laid(node)
                if names is not None:
                    found[names[0]] = names
            case (
                code.Call(
                    function="open_cells" | "beside_cells" | "touching_cells",
                    args=[code.Name(id=held), *_, code.Number(value=wide)],
                )
                | code.Call(
                    function="beside_any" | "touching_any",
                    args=[
                        code.Call(function="cells_of", args=[code.Name(id=held), _]),
                        code.Number(value=wide),
                    ],
                )
            ):
                widths[held] = wide
            case _:
                pass
    made = []
    for names in found.values():
        width = widths.get(names[0], widths.get(names[3]))
        if (
            width is not None
            and width <= MOST_WIDE
            and all(_is_plain(function, name, names) for name in names)
        ):
            made.append(Board(*names, width))
    return made


def _laid(line: code.Assign) -> tuple[str, str, str, str] | None:
    """The variables of a grid, if something is laid on it, in a cell that has a name."""
    match line:
        case code.Assign(
            target=code.Several(parts=targets),
            value=code.Call(function="laid", args=[*args, code.Name(), _]),
        ):
            names = [part.id for part in targets if isinstance(part, code.Name)]
            given = [part.id for part in args if isinstance(part, code.Name)]
            if names == given and len(names) == len(set(names)) == len(targets):
                return names[0], names[1], names[2], names[3]
    return None


def _is_plain(function: code.Function, name: str, names: Sequence[str]) -> bool:
    """Is a variable of a grid changed by nothing but laying, once it is given or empty?"""
    for node in code.walk(function):
        match node:
            case code.Assign(target=code.Name(id=stored), value=value) if stored == name:
                is_new = code.constant(value) == 0 or isinstance(value, code.Mapping)
                if not is_new or name in function.params:
                    return False
            case code.Assign(target=target):
                if name in stored_in(target) and _laid(node) != tuple(names):
                    return False
            case code.Augment(target=target) | code.Each(target=target):
                if name in stored_in(target):
                    return False
            case code.Bound(name=stored) if stored == name:
                return False
            case _:
                pass
    return True


def stored_in(target: code.Target) -> list[str]:
    """The variables in which something is stored."""
    return [part.id for part in code.targets_of(target) if isinstance(part, code.Name)]
