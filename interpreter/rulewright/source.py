"""Rule files as text with positions: every later stage points back here.

A span keeps half-open character offsets; lines and columns are computed only when a message needs
them, so that the front end never counts columns while it reads.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

QUOTED = r"(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w))+'"
"""A name in single quotes. An apostrophe within a word belongs to the name: `'Queen's Knight'`; nor
does one begin a name that stands without quotes."""

_COMMENT = re.compile(rf"""("[^"\n]*"|{QUOTED})|#[^\n]*""")


@dataclass(frozen=True, slots=True, eq=False)
class SourceFile:
    """One text file: `name` is what messages print, `text` what was read (line ends are `\\n`)."""

    name: str
    text: str = field(repr=False)
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        lengths = (len(line) + 1 for line in self.text.split("\n")[:-1])
        object.__setattr__(self, "starts", (0, *accumulate(lengths)))

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (from 1) without its line end; empty past the end of the file."""
        if not 1 <= line <= len(self.starts):
            return ""
        start = self.starts[line - 1]
        end = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
        return self.text[start:end]


@dataclass(frozen=True, slots=True, repr=False)
class Span:
    """A stretch of a file: offsets `start` (included) to `end` (excluded). `copy`: of what an edit
    says of several things at once, of which of them, from 0.

    >>> Span(SourceFile("plums.game", "game plums\\n  players 2\\n"), 13, 20)
    Span(plums.game:2:3)
    """

    file: SourceFile
    start: int
    end: int
    copy: int = 0

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.file.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.file.line_column(self.start)[1]

    def text(self) -> str:
        """The characters of the span."""
        return self.file.text[self.start : self.end]

    def in_line(self) -> str:
        """What is written there, in one line and without comments."""
        return " ".join(_COMMENT.sub(lambda found: found[1] or "", self.text()).split())

    def said(self, tags: Sequence[str]) -> str:
        """The same without the words and the rule numbers (`tags`) at the end."""
        line = self.in_line().partition('"')[0].rstrip()
        for tag in reversed(tags):
            line = line.removesuffix(tag).rstrip(", ")
        return line

    def lies_in(self, other: Span) -> bool:
        """Is it a part of another one?"""
        return self.file is other.file and other.start <= self.start and self.end <= other.end

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other` (same file)."""
        return Span(self.file, self.start, other.end)

    def __repr__(self) -> str:
        """The place, short: each node of a game has one."""
        return f"Span({self})"

    def __str__(self) -> str:
        line, column = self.file.line_column(self.start)
        return f"{self.file.name}:{line}:{column}"


Place = tuple[str, int, int]
"""A stretch of a file, by the file's name: the same for files that were read twice."""


def place_of(span: Span) -> Place:
    return span.file.name, span.start, span.end


def is_within(inner: Span, outer: Span) -> bool:
    return inner.file is outer.file and outer.start <= inner.start and inner.end <= outer.end


NOWHERE = Span(SourceFile("<built in>", ""), 0, 0)
