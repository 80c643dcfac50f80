"""What other languages and everyday English write, and what is written here instead.

The table is on the page `grammar/MISTAKES.md`, under "Written elsewhere": there is one place for
it, which authors can read too. Its patterns are looked for only where something could not be read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from . import resources
from .files import own_text
from .source import QUOTED

Where = Literal["declaration", "statement", "line", "value", "type"]

LONG = 3  # blanks in a pattern that can mean nothing else
_SIGNS = r"=!<>:+*/%^&|.?-"  # of which the longest run is one sign
_PLACES = {
    "X": r"\w+",
    "Y": r"\w+",
    "Z": r"\w+",
    "N": r"\d+",
    "M": r"\d+",
    "A": ".+?",
    "B": ".+?",
    "C": ".+?",
}
_GLUED = "'.["  # nothing stands between these and the word before
_QUOTED = re.compile(rf"\"[^\"\n]*\"|{QUOTED}")  # what stands in quotes means nothing
_EVERY = re.compile(r"\bevery\b")  # `every c in hand of me has …` is understood
_IN_BRACKETS = re.compile(r"\(.*\)")  # what is put in brackets here has them
_JOINING = frozenset(
    ("is", "to", "not", "and", "or", "has", "where", "when", "else", "until", "while", "if")
)
"""What is never meant where a pattern has a place for a word."""
_ARTICLES = frozenset(("a", "an", "the", "any"))
"""The same: `hand of me contains a red card` does not ask for `a`."""
_THE = re.compile(r"^the (?=\w+$)")  # `the pile` is `pile` here, but `the c in card` is a query
_END = r"(?=\s*(?:\"|\#|$))"  # what stands for anything ends where the words of a line begin


@dataclass(frozen=True, slots=True)
class Row:
    """One pattern of the table."""

    where: str
    written: str
    here: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Foreign:
    """A foreign form that was found, with offsets in the text; `instead` is empty unless it can
    stand in its place as it is. `sure`: can it mean nothing else, whatever the author's own words
    in it are?"""

    start: int
    end: int
    instead: str
    hint: str
    sure: bool = True

    def fix(self, offset: int) -> tuple[int, int, str] | None:
        """What can stand in its place, with offsets that count from where the text begins."""
        return (offset + self.start, offset + self.end, self.instead) if self.instead else None


@cache
def rows() -> tuple[Row, ...]:
    """The rows of the table, a pattern each, those that say most first."""
    found: list[Row] = []
    page = own_text(resources.page("MISTAKES.md"))
    for line in re.findall(r"^\| (`.+) \|$", page, re.M):
        left, where, here = (cell.replace(r"\|", "|") for cell in re.split(r" (?<!\\)\| ", line))
        for written in re.findall(r"`([^`]+)`", left):
            found.append(Row(where, written, here, _pattern(written, where)))
    return tuple(sorted(found, key=lambda row: -len(row.written)))


def begins(where: Where, text: str) -> Foreign | None:
    """The foreign form with which a line begins, or that it is as a whole."""
    blanks = len(text) - len(text.lstrip(" "))
    for row in rows():
        if row.where == where and (match := row.pattern.match(text, blanks)):
            return _found(row, match)
    return None


def within(text: str, start: int, end: int) -> list[Foreign]:
    """The foreign forms in a line that have a part in a stretch of it, or are of four words and
    stand before it; those that say most first."""
    found: list[Foreign] = []
    bare = _QUOTED.sub(
        lambda quoted: f"{quoted[0][0]}{'_' * (len(quoted[0]) - 2)}{quoted[0][0]}", text
    )
    for row in rows():
        if row.where == "line":
            from_here = 0 if row.written.count(" ") >= LONG else start
            found += (
                _found(row, match, text)
                for match in row.pattern.finditer(bare)
                if match.start() < end
                and from_here < match.end()
                and not _IN_BRACKETS.fullmatch(match.groupdict().get("A") or "")
                and not (row.written[0] == "X" and match["X"] in _JOINING)
                and not {*match.groupdict().values()} & _ARTICLES
                and not (" has" in row.written and _EVERY.search(bare, 0, match.end()))
            )
    return found


def named(where: Where, name: str) -> Foreign | None:
    """What to write instead of a name that nothing has here."""
    for row in rows():
        if row.where == where and row.written == name and (match := row.pattern.match(name)):
            return _found(row, match)
    return None


def _pattern(written: str, where: str) -> re.Pattern[str]:
    parts: list[str] = []
    names: set[str] = set()
    for piece in written.split():
        tokens = re.findall(r"\w+|\W+", piece)
        parts.append(r"\s+" if parts else "")
        for number, token in enumerate(tokens):
            near = number and not {token[0], tokens[number - 1][-1]} & set(_GLUED)
            parts.append(r"\s*" if near else "")
            if token in _PLACES:
                whole = r"\b" if _PLACES[token][0] == "\\" else ""
                parts.append(f"{whole}(?P<{token}>{_PLACES[token]})")
                names.add(token)
            elif token[0].isalnum():
                parts.append(rf"\b{token}\b")
            else:
                parts.append(rf"(?<![{_SIGNS}]){re.escape(token)}(?![{_SIGNS}])")
    last = "(?P<" in parts[-1] and (where == "statement" or ".+?" in parts[-1])
    return re.compile("".join(parts) + _END * last, re.I)


def _found(row: Row, match: re.Match[str], text: str = "") -> Foreign:
    text = text or match.string
    there = {place: _THE.sub("", text[slice(*match.span(place))]) for place in match.groupdict()}
    here = re.sub(
        r"\b[XYZNMABC]\b", lambda place: there.get(place.group(), place.group()), row.here
    )
    code = re.fullmatch(r"`([^`]+)`", here)
    left = {*re.findall(r"\b[XYZNMABC]\b", row.here)} - {*there}
    sure = not left and not re.search(r"[A-Z]{2}", row.here)
    instead = code.group(1) if code and sure else ""
    own_first = re.match(r"[XYZABC]\b", row.written) is not None
    return Foreign(match.start(), match.end(), instead, _hint(here), not own_first)


def _hint(here: str) -> str:
    code = re.fullmatch(r"`([^`]+)`", here)
    return f"write: {code.group(1)}" if code else here
