"""A text as an editor has it: lines and columns there, offsets in the rules here.

Editors count columns in units of UTF-16, so that a character outside the first 65,536 counts two.
They end lines at `\\r\\n`, `\\n` and a lone `\\r`; rules are read with `\\n` for `\\r\\n`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import cached_property

Position = tuple[int, int]
"""Line and column, both from 0; the column in units of UTF-16."""

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True)
class Text:
    """A text as an editor has it: `raw` with its own line ends, `rules` as rules are read."""

    raw: str
    rules: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.raw.replace("\r\n", "\n"))

    @cached_property
    def _starts(self) -> list[int]:
        """Where lines begin in `raw`."""
        return [0, *(end.end() for end in _LINE_END.finditer(self.raw))]

    @cached_property
    def _doubled(self) -> list[int]:
        """Where in `rules` a line ends for which `raw` has two characters."""
        pairs = (found.start() for found in re.finditer("\r\n", self.raw))
        return [at - number for number, at in enumerate(pairs)]

    @property
    def line_end(self) -> str:
        """The line end of the first line."""
        first = _LINE_END.search(self.raw)
        return first.group() if first else "\n"

    def offset(self, position: Position) -> int:
        """The offset in `rules` of a position; of one that is not in the text, the nearest."""
        at = self._raw_offset(position)
        return at - self.raw.count("\r\n", 0, at)

    def position(self, offset: int) -> Position:
        """The position of an offset in `rules`."""
        at = offset + bisect_left(self._doubled, offset)
        line = bisect_right(self._starts, at) - 1
        return line, units(self.raw[self._starts[line] : at])

    def edited(self, start: Position, end: Position, new: str) -> Text:
        """The text with something else between two positions."""
        first, last = sorted((self._raw_offset(start), self._raw_offset(end)))
        return Text(self.raw[:first] + new + self.raw[last:])

    def _raw_offset(self, position: Position) -> int:
        line, column = position
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self.raw)
        start = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.raw)
        text = self.raw[start:end].rstrip("\r\n")
        if text.isascii():
            return start + max(0, min(column, len(text)))
        for index, character in enumerate(text):
            column -= units(character)
            if column < 0:
                return start + index
        return start + len(text)


def units(text: str) -> int:
    """How many units of UTF-16 a text has."""
    return len(text) if text.isascii() else sum(1 + (character > "\uffff") for character in text)
