"""Text → rows: the lines of a rule file as words and signs, with comments and empty lines kept.

What stands between two words is blanks, line ends and comments only, so rows are made from the
parser's own words and from nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ..source import QUOTED, SourceFile
from .grammar import Lexeme, is_operator


@dataclass(slots=True)
class Row:
    """A line of a file: words and signs, a comment, or both; nothing at all if it is empty.

    `line`: the first word of the line that this row begins or, if `continued`, goes on with.
    `depth`: how many blocks it stands in. `brackets`: how many are open where it begins.
    `reasons`: how often the line, with all rows that go on with it, says `else "…"`.
    """

    line: Lexeme | None
    depth: int
    words: list[Lexeme] = field(default_factory=list)
    comment: str = ""
    continued: bool = False
    brackets: int = 0
    reasons: int = 0

    @property
    def empty(self) -> bool:
        return not self.words and not self.comment


@dataclass(slots=True)
class _Level:
    """A block that is open: how its lines are indented, and how deep that is."""

    column: int
    depth: int


def rows_of(source: SourceFile, words_read: list[Lexeme]) -> list[Row]:
    """The rows of a file, given all its words and signs."""
    rows: list[Row] = []
    end = 0
    levels = [_Level(0, 0)]
    for depth, words in _lines(words_read):
        between = source.text[end : words[0].start]
        column = len(between) - between.rfind("\n") - 1
        inside = [*levels, _Level(column, depth)] if depth > levels[-1].depth else levels
        _between(between, rows, inside, None)
        levels = [level for level in levels if level.depth < depth] + [_Level(column, depth)]
        reasons = _reasons(words)
        rows.append(Row(words[0], depth, reasons=reasons))
        brackets = 0
        for number, word in enumerate(words):
            here = source.text[end : word.start]
            if number and _between(here, rows, levels, words[0], brackets):
                rows.append(
                    Row(words[0], depth, continued=True, brackets=brackets, reasons=reasons)
                )
            brackets += opened(word)
            rows[-1].words.append(word)
            end = word.end
    _between(source.text[end:] + "\n", rows, levels, None)
    _begun_with_operators(rows)
    return rows


def _begun_with_operators(rows: list[Row]) -> None:
    """Where a row ends with an operator, the next one begins with it."""
    held: list[Lexeme] = []
    for row in rows:
        if row.words:
            row.words[:0] = held
            last = row.words[-1]
            held = [last] if is_operator(last.kind, last.text) else []
            if held:
                row.words.pop()


def _reasons(line: list[Lexeme]) -> int:
    return sum((a.kind, b.kind) == ("ELSE", "STRING") for a, b in pairwise(line))


def opened(word: Lexeme) -> int:
    """How many brackets a word opens; one that closes counts -1."""
    return (word.kind in ("LPAR", "LBRACE")) - (word.kind in ("RPAR", "RBRACE"))


def parts(row: Row) -> tuple[list[Lexeme], list[Lexeme], list[Lexeme]]:
    """What a row says, the words at its end (with `else "…"` before them), and its rule numbers.

    Titles of files and scenarios and what a refusal says belong to what the row says.
    """
    kind = row.line.kind if row.line else ""
    if kind == "REFUSES" or any(word.kind == "SCENARIO" for word in row.words[:2]):
        return row.words, [], []
    end = len(row.words)
    while end and row.words[end - 1].kind == "TAG":
        end -= 2 if end > 1 and row.words[end - 2].kind == "COMMA" else 1
    begin = end
    if kind == "NEEDS" and [w.kind for w in row.words[:end]][-3:] == ["ELSE", "STRING", "STRING"]:
        return row.words[: end - 3], row.words[end - 3 : end], row.words[end:]
    if begin > 1 and row.words[begin - 1].kind == "STRING" and kind not in _HEADERS:
        before = row.words[begin - 2].kind
        reason = before == "ELSE" and kind in SAY_WHY
        text = before in _TEXT_FOLLOWS or (kind == "REMOVE" and before == "COMMA")
        begin -= 2 if reason else 0 if text else 1
    return row.words[:begin], row.words[begin:end], row.words[end:]


SAY_WHY = ("NEEDS", "COMPOSE", "SET")  # lines with an `else "…"`
_HEADERS = ("GAME", "LIBRARY", "VARIANT")
_TEXT_FOLLOWS = (
    "FROM", "NAMED", "BY", "REPLACE", "REMOVE", "BEFORE", "AFTER", "OF", "ALWAYS",
)  # fmt: skip


def _lines(words_read: list[Lexeme]) -> Iterator[tuple[int, list[Lexeme]]]:
    """The lines of a file, those that go on taken together, each with its depth; the minus of a
    negative number is a `SIGN`."""
    depth = 0
    line: list[Lexeme] = []
    for word in words_read:
        match word.kind:
            case "_NL":
                if line:
                    yield depth, line
                line = []
            case "_INDENT":
                depth += 1
            case "_DEDENT":
                depth -= 1
            case "RAW":
                line += _items(word, line[0])
            case "MINUS" if not line or line[-1].kind not in _ENDS_VALUE:
                line.append(replace(word, kind="SIGN"))
            case _:
                line.append(word)


_ENDS_VALUE = ("NAME", "MOVES", "QUOTED", "NUMBER", "YES", "NO", "RPAR", "RBRACE")


def _items(raw: Lexeme, line: Lexeme) -> Iterator[Lexeme]:
    """A list of moves or values, item by item, each with the comma or semicolon after it.

    Blanks in a row mean as much as one, but for those in quotes.
    """
    sign = _PARTED_BY.get(line.kind, ",")
    for item in re.finditer(rf"\s*((?:{QUOTED}|[^{sign}])*)({sign}|$)", raw.text):
        pieces = re.split(f"({QUOTED})", item[1].rstrip())
        pieces[::2] = [re.sub(r"\s+", " ", piece) for piece in pieces[::2]]
        text = "".join(pieces) + item[2]
        end = item.end() if item[2] else item.start(1) + len(item[1].rstrip())
        if text:
            yield Lexeme("RAW", text, raw.start + item.start(1), raw.start + end)


_PARTED_BY = {"OFFERS": ";", "PLAY": ";", "REFUSES": "\0"}


def _between(
    text: str, rows: list[Row], levels: list[_Level], inside: Lexeme | None, brackets: int = 0
) -> bool:
    """Comments and empty lines between two words; does the second begin a line of its own?

    A comment on a line of its own stands as deep as the deepest open block that is indented no
    more than itself. `inside`: the line that both words belong to, if they do; `brackets`: how
    many are open there.
    """
    lines = text.split("\n")
    if rows:
        rows[-1].comment = lines[0].strip()
    for line in lines[bool(rows) : -1]:
        comment = line.strip()
        if inside and comment:
            row = Row(inside, levels[-1].depth, comment=comment, continued=True, brackets=brackets)
            rows.append(row)
        elif comment:
            column = len(line) - len(line.lstrip())
            fitting = [level.depth for level in levels if level.column <= column]
            rows.append(Row(None, fitting[-1], comment=comment))
        elif not inside:
            rows.append(Row(None, 0))
    return len(lines) > 1
