"""Words of the cells in which components of fixed sets lie, kept from one change of a grid to the
next.

Where in a frame components lie is found one by one (`cells_within`). Of all that lie there, of
those of a fixed set and of each row of a table of fixed sets it is found once for each frame: what
is laid adds its own bit, and as long as the rows of the frame have the same length, all bits move
by the same way when its first cell does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ...lower import nodes as code
from .rectangles import WORD_BITS, Board

MOST_KEPT = 8  # words or tables of them: to keep more takes longer than it is worth
MOST_ROWS = 16  # of a table
_WORD = (1 << WORD_BITS) - 1

Of = TypeVar("Of", int, str)


@dataclass(slots=True)
class KeptCells:
    """What is kept of a board; `data`: what is fixed, to which tables are added."""

    board: Board
    data: dict[str, object]
    words: dict[int, int] = field(default_factory=dict)  # of these components: the number
    tables: dict[str, int] = field(default_factory=dict)  # by name, the same

    def forget(self) -> None:
        self.words.clear()
        self.tables.clear()

    def cells(self, components: code.Value) -> code.Value | None:
        """The word of these components, if it is kept; it is kept from now on if it can be."""
        on = self.board.on
        match components:
            case code.Binary(left=one, operator="&", right=code.Name(id=name)) if name == on:
                return self.cells(one)
            case code.Binary(left=code.Name(id=name), operator="&", right=one) if name == on:
                return self.cells(one)
            case code.Binary(left=left, operator="|", right=right):
                first, second, found = self.cells(left), self.cells(right), self.board.cells
                if first is None and second is None:
                    return None
                return code.Binary(first or found(left), "|", second or found(right))
            case code.Name(id=name) if name == on:
                return self._kept(self.words, _WORD)
            case code.Number(value=value) if 0 <= value <= _WORD:
                return self._kept(self.words, value)
            case code.Item(owner=code.Name(id=table), index=index) if _is_table(self.data, table):
                held = self._kept(self.tables, table)
                return held and code.Item(held, index)
            case _:
                return None

    def _kept(self, among: dict[Of, int], which: Of) -> code.Name | None:
        if which not in among:
            if self._count() == MOST_KEPT:
                return None
            among[which] = self._count()
        return self._name(among[which])

    def _count(self) -> int:
        return len(self.words) + len(self.tables)

    def _name(self, number: int) -> code.Name:
        return code.Name(self.board.part(f"kept.{number}"))

    def begun(self) -> code.Lines:
        """What is made as the function begins."""
        return [
            code.assign(self._name(number), code.list_of([code.Number(0)], len(self._rows(table))))
            for table, number in self.tables.items()
        ]

    def _rows(self, table: str) -> Sequence[int]:
        rows = self.data[table]
        assert isinstance(rows, tuple | list)
        return rows

    def given(self) -> code.Lines:
        """What is found of a grid that the function is given."""
        columns = code.Name(self.board.part("columns"))
        return [code.when(columns, self.found_anew())] if self._count() else []

    def before(self) -> code.Lines:
        """What is told before the grid is changed."""
        part = self.board.part
        told = {"lay": self.board.on, "were": part("columns"), "up": part("top")}
        told["off"] = part("left")
        if not self._count():
            return []
        return [code.assign(part(name), code.Name(held)) for name, held in told.items()]

    def changed(self, component: code.Value) -> code.Lines:
        """What follows from a change of the grid, when the frame has been found."""
        if not self._count():
            return []

        def name(part: str) -> code.Name:
            return code.Name(self.board.part(part))

        new = code.assign(name("new"), code.Binary(code.Name(self.board.on), "^", name("lay")))
        taken = code.Binary(name("new"), "&", name("lay"))
        is_one_more = [name("new"), code.negated(taken)]
        is_alike = code.Compare(name("columns"), "==", name("were"))
        anew = self.found_anew()
        if isinstance(component, code.Name):
            one_more = self._one_more(component)
            anew = [code.when(code.both([is_alike, *is_one_more]), one_more, anew)]
        return [new, code.when(name("columns"), anew)]

    def _one_more(self, component: code.Name) -> code.Lines:
        """A component more lies in a frame whose rows are as long as before."""

        def name(part: str) -> code.Name:
            return code.Name(self.board.part(part))

        def place(row: code.Value, column: code.Value) -> code.Value:
            at = code.Binary(code.Binary(row, "*", name("columns")), "+", column)
            return code.Binary(at, "&", code.Number(WORD_BITS - 1))

        def less(one: str, other: str, more: int = 0) -> code.Value:
            return code.binary(code.Binary(name(one), "-", name(other)), "+", code.Number(more))

        bit = code.Binary(
            code.Number(1), "<<", place(less("row", "top", 1), less("column", "left", 1))
        )
        lines = [
            code.assign(name("by"), place(less("up", "top"), less("off", "left"))),
            code.assign(name("bit"), bit),
        ]
        for among, number in self.words.items():
            is_one = code.binary(name("new"), "&", code.Number(among))
            one: code.Value = code.Choice(is_one, name("bit"), code.Number(0))
            if among == _WORD:
                one = name("bit")
            held = self._name(number)
            lines.append(code.assign(held, code.Binary(self._moved(held), "|", one)))
        for table, number in self.tables.items():
            for at, row in enumerate(self._rows(table)):
                entry = code.Item(self._name(number), code.Number(at))
                one = code.Choice(
                    code.Binary(name("new"), "&", code.Number(row)), name("bit"), code.Number(0)
                )
                lines.append(code.assign(entry, code.Binary(self._moved(entry), "|", one)))
        return lines

    def _moved(self, held: code.Name | code.Item) -> code.Value:
        by = code.Name(self.board.part("by"))
        return code.Binary(code.Binary(held, "<<", by), "&", code.Number(_WORD))

    def found_anew(self) -> code.Lines:
        """All that is kept, found for a frame."""
        on = self.board.on
        lines: code.Lines = []
        for among, number in self.words.items():
            components: code.Value = code.Name(on)
            if among != _WORD:
                components = code.Binary(components, "&", code.Number(among))
            lines.append(code.assign(self._name(number), self.board.cells(components)))
        for table, number in self.tables.items():
            at = code.Name(self.board.part("at"))
            components = code.Binary(code.Item(code.Name(table), at), "&", code.Name(on))
            each = code.assign(
                code.Item(self._name(number), code.Name(at.id)), self.board.cells(components)
            )
            rows = code.call("range", code.Number(len(self._rows(table))))
            lines.append(code.for_each(code.Name(at.id), rows, [each]))
        return lines


def _is_table(data: Mapping[str, object], name: str) -> bool:
    """Is it a table of a few fixed sets of so few components that each is a word?"""
    rows = data.get(name)
    return (
        isinstance(rows, tuple | list)
        and 0 < len(rows) <= MOST_ROWS
        and all(isinstance(row, int) and 0 <= row <= _WORD for row in rows)
    )
