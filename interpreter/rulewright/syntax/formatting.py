"""One layout for all rule files, as the files that come with Rulewright have it.

A file keeps its lines, its comments and the order of everything. What changes is how far lines are
indented, the blanks within them, and where words and rule numbers stand; very long lines are
broken. Lines without an empty line between them are a group: their words stand in one column.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ..diagnostics import Findings
from ..source import SourceFile
from . import nodes as n
from .breaking import GAP, broken
from .grammar import Lexeme
from .parse import parse_file
from .rows import Row, parts, rows_of
from .spacing import margin, spaced

WORDS_AT = (42, 54, 68)  # where words stand: one column for all lines of a group
NUMBERS_AT = 89  # where rule numbers stand


def format_file(source: SourceFile, findings: Findings) -> str | None:
    """The text of a rule file in the one layout; None, with findings, when it cannot be parsed.

    What comes out says the same and has the same comments: both texts are parsed and compared each
    time. A difference would be a mistake of ours, and raises `RuntimeError`.
    """
    found = Findings()
    tree, rows = _read(source, found)
    findings.found += found.found
    if found.errors:
        return None
    again, doubts = SourceFile(source.name, laid_out(rows)), Findings()
    tree_again, rows_again = _read(again, doubts)
    if doubts.errors or tree_again != tree:
        raise RuntimeError(f"laying out {source.name} would change what it says")
    if _comments(rows_again) != _comments(rows):
        raise RuntimeError(f"laying out {source.name} would change its comments")
    return again.text


def _read(source: SourceFile, findings: Findings) -> tuple[n.File, list[Row]]:
    words: list[Lexeme] = []
    tree = parse_file(source, findings, words)
    return tree, [] if findings.errors else rows_of(source, words)


def _comments(rows: list[Row]) -> list[str]:
    return [row.comment for row in rows if row.comment]


def laid_out(rows: list[Row]) -> str:
    """Rows as text."""
    lines: list[str] = []
    short = list(broken(list(_sparingly(rows))))
    for _, group in groupby(short, key=lambda row: row.empty):
        together = list(group)
        column = _words_column(together)
        lines += [_text(row, column) for row in together]
    return "".join(f"{line}\n" for line in lines)


def _sparingly(rows: list[Row]) -> Iterator[Row]:
    """At most one empty line in a row, none at the ends of the file nor where a block begins."""
    above: Row | None = None
    waiting: Row | None = None
    for row in rows:
        if row.empty:
            waiting = row
            continue
        if waiting and above and not (above.words and row.depth > above.depth):
            yield waiting
        yield row
        above, waiting = row, None


def _words_column(rows: list[Row]) -> int:
    """Where the words of a group stand, or comments in the place of words: in the first column if
    all that fit before the second fit there; in the third if that suits twice as many."""
    widths = []
    for row in rows:
        code, words, numbers = parts(row)
        if code and (words or (row.comment and not numbers)):
            widths.append(len(margin(row)) + len(spaced(code)) + 2)
    first, second, third = (sum(width <= column for width in widths) for column in WORDS_AT)
    if third >= 2 * second and third > second:
        return WORDS_AT[2]
    return WORDS_AT[0] if first == second else WORDS_AT[1]


def _text(row: Row, column: int) -> str:
    code, words, numbers = parts(row)
    text = margin(row) + spaced(code)
    if words:
        text = _put(text, spaced(words), column) if code else text + spaced(words)
    if numbers:
        text = _put(text, spaced(numbers), NUMBERS_AT)
    if row.comment and row.words:
        free = column if not words else NUMBERS_AT
        text = _put(text, row.comment, free if not numbers else 0)
    elif row.comment:
        text += row.comment
    return text.rstrip()


def _put(text: str, what: str, column: int) -> str:
    """`text`, then `what` from a column on (counted from 0), or after a gap if it is taken."""
    return text.ljust(column) + what if len(text) < column else text + " " * GAP + what
