"""Long rows are broken where the language lets a line go on.

A row is cut at the last place that fits, outside brackets if it can be. Rows that fit stay as their
author broke them, so that a text which has been laid out once stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from .rows import Row, opened, parts
from .spacing import gap, is_reason, margin, spaced, written

WIDTH = 100  # of a line without its words and rule numbers
GAP = 3  # blanks before words that do not fit into their column

_JOINING = ("AND", "OR", "HAS", "WHERE", "FOR")
_SUMS = ("PLUS", "MINUS")
_ORDERED = ("<", "<=", ">", ">=")
_IN_BRACKETS = (*_JOINING, "WHEN", "ELSE", *_SUMS)


def broken(rows: list[Row]) -> Iterator[Row]:
    """The rows with long ones broken; most stay whole. A list with a long row is filled anew."""
    for row in _filled(rows):
        yield from _parts(row)


def _parts(row: Row) -> Iterator[Row]:
    """A row, or the rows that it is broken into. A reason may stand at the end of each of these."""
    ends = [0, *_cuts(row), len(row.words)]
    brackets = row.brackets
    for start, end in pairwise(ends):
        part = replace(
            row,
            words=row.words[start:end],
            comment=row.comment if end == ends[-1] else "",
            continued=row.continued or start > 0,
            brackets=brackets,
        )
        yield from _parts(part) if len(part.words) < len(row.words) else (part,)
        brackets += sum(map(opened, row.words[start:end]))


def _filled(rows: list[Row]) -> Iterator[Row]:
    """Lists of moves and values as one row if one of their rows is too long."""
    group: list[Row] = []
    for row in [*rows, None]:
        if row and _lists_on(row):
            group.append(row)
            continue
        if len(group) > 1 and any(_cuts(part) for part in group):
            words = [word for part in group for word in part.words]
            yield replace(group[0], words=words, comment=group[-1].comment)
        else:
            yield from group
        group = [row] if row else []


def _lists_on(row: Row) -> bool:
    """Does a row go on with the list of the row above?"""
    return row.continued and bool(row.words) and row.words[0].kind == "RAW"


def _cuts(row: Row) -> list[int]:
    """How many words of a row come before each place where it is to be broken."""
    code, words, _ = parts(row)
    begins, ends, length = [], [], 0
    for number, word in enumerate(code):
        begins.append(length + len(gap(code[number - 1], word)) if number else 0)
        ends.append(length := begins[-1] + len(written(word)))
    room = WIDTH - len(margin(row))
    reason = is_reason(row, words) and length + GAP + len(spaced(words)) > room
    cuts: list[int] = []
    places, used, start, inside = list(_places(row, len(code))), 0, 0, row.brackets
    while code and length - begins[start] > room and used < len(places):
        chosen = used
        for number in range(used, len(places)):
            depth, at = places[number]
            if ends[at - 1] - begins[start] > room:
                break
            if depth <= places[chosen][0]:
                chosen = number
        inside += sum(map(opened, code[start : places[chosen][1]]))
        used, start = chosen + 1, places[chosen][1]
        cuts.append(start)
        rest = replace(row, words=code[start : start + 2], continued=True, brackets=inside)
        room = WIDTH - len(margin(rest))
    return [*cuts, len(code)] if code and reason else cuts


def _places(row: Row, end: int) -> Iterator[tuple[int, int]]:
    """Where a row may be broken: how good a place that is (the lower, the better), and how many
    words come before. It is outside brackets rather than in them, and there not within a sum or
    before what compares if anything else goes on."""
    brackets = row.brackets
    for at in range(1, end):
        before, word = row.words[at - 1], row.words[at]
        brackets += opened(before)
        compares = False
        if brackets:
            fine = before.kind == "COMMA" or (word.kind in _IN_BRACKETS and before.kind != "LPAR")
        else:
            after = row.words[at + 1 : at + 2]
            kinds = [word.kind, *(one.kind for one in after)]
            has_block = row.line is not None and row.line.kind in _WITH_BLOCKS
            fine = word.kind in _JOINING or kinds == ["NAMED", "STRING"]
            fine = fine or before.kind == word.kind == "RAW"
            fine = fine or (word.kind == "WHEN" and not has_block)
            hangs = word.kind in ("IS", "MEETS") and not (has_block and kinds[1:] == ["LPAR"])
            compares = word.text in _ORDERED or hangs
            compares &= not row.reasons or (row.line is not None and row.line.kind == "NEEDS")
        if fine:
            yield 2 * brackets, at
        elif not brackets and (word.kind in _SUMS or compares):
            yield 1, at


_WITH_BLOCKS = ("IF", "ELSE", "WHENEVER", "TURNS", "REPEAT", "EACH", "COMPOSE")
"""Lines below which a line that begins with `when`, or looks like `is (a)`, is a statement."""
