"""Where the parser stumbled, with what a reader sees around it: the line, the pieces before and
after, what the line belongs to, and what the file declares, as far as its text tells.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ...source import QUOTED
from ..joining import CONTINUING, HANGING_ONLY, IF_INDENTED, JOINED, REPLACED
from .examples import example
from .words import (
    CONTINUES_EXPRESSION,
    DECLARATIONS,
    FUNCTIONS,
    NAMING,
    OPERATORS,
    as_written,
)


@dataclass(frozen=True, slots=True)
class Stumble:
    """Where the parser could not go on.

    `at`: offset in the text that was parsed. `found`: the terminal that stands there. `expected`:
    the terminals that could have stood there. `words`: how terminals that are fixed words are
    written. `declares`: is it a declaration, and not an expression by itself?
    """

    at: int
    found: str
    expected: frozenset[str]
    words: Mapping[str, str]
    declares: bool = True


PIECE = re.compile(
    rf"\"[^\"\n]*\"|{QUOTED}|\w+|[=!<>&|:+*/%^-]+|\.\.|[^\s\w]", re.UNICODE
)  # one thing as a reader sees it


_GOES_ON = re.compile(
    rf"[ \t]*\n[ \t]+(?:{JOINED.pattern}|(?:{'|'.join(IF_INDENTED)})\b)[^\n#]*(?<!\s)"
)
_LINE_BREAK = re.compile(r"(\r?\n[ \t]*(#[^\n]*)?)+")
TAKES = MappingProxyType({"abs": 1, "min": 2, "max": 2, "quotient": 2, "remainder": 2})
"""How many values functions of the language take that everybody knows from school."""


class Place:
    """The stumble with what a reader sees around it."""

    def __init__(self, file: str, text: str, stumble: Stumble) -> None:
        self.file = file
        self.text = text
        self.found = stumble.found
        self.expected = stumble.expected
        self.words = stumble.words
        self.declares = stumble.declares
        at = min(stumble.at, len(text))
        if self.found in ("_INDENT", "_DEDENT"):
            line_break = _LINE_BREAK.match(text, at)
            at = line_break.end() if line_break else at
        elif self.found != "_NL":
            while at < len(text) and text[at] in " \t":
                at += 1
        self.ends = self.found in ("$END", "_NL", "_DEDENT") or at >= len(text.rstrip())
        if self.found in ("$END", "_DEDENT") or at >= len(text.rstrip()):
            at = min(at, len(text.rstrip()))
        if self.ends:
            at = _before_comment(text, at)
        self.at = at
        piece = PIECE.match(text, at)
        self.piece = piece.group() if piece and not self.ends else ""
        self.line_start = text.rfind("\n", 0, at) + 1
        while (
            self.line_start
            and word_at(text, self.line_start) in CONTINUING
            and (
                word_at(text, self.line_start) not in ("else", *HANGING_ONLY)
                or self._continues(self.line_start)
            )
        ):
            self.line_start = text.rfind("\n", 0, self.line_start - 1) + 1

    def _continues(self, start: int) -> bool:
        """Is a line that begins so the rest of the line above it?"""
        rest = self.text[start:].lstrip(" ")
        return rest.startswith("else") and rest[4:].lstrip().startswith('"')

    @property
    def end(self) -> int:
        return self.at + max(1, len(self.piece))

    @property
    def first_word(self) -> str:
        """The first word of the (logical) line."""
        return word_at(self.text, self.line_start)

    @property
    def first_at(self) -> int:
        return self.line_start + len(blanks_at(self.text, self.line_start))

    @property
    def before(self) -> str:
        """The line up to here."""
        return self.text[self.line_start : self.at]

    @property
    def previous(self) -> str:
        """The piece before this one on the line, if there is one."""
        pieces = PIECE.findall(self.before)
        return pieces[-1] if pieces else ""

    @property
    def following(self) -> str:
        """The piece after this one on the line; empty at its end."""
        piece = PIECE.search(self.rest[self.end - self.at :])
        return piece.group() if piece else ""

    @property
    def rest(self) -> str:
        """The line from here on, without a comment."""
        line_end = self.text.find("\n", self.at)
        return self.text[self.at : None if line_end < 0 else line_end].split("#")[0]

    @property
    def line(self) -> str:
        """The whole (logical) line, without a comment."""
        return self.before + self.rest

    @property
    def whole_end(self) -> int:
        """Where the (logical) line ends, with the lines that go on with it."""
        return self.goes_on_from(self.at + len(self.rest.rstrip()))

    def goes_on_from(self, end: int) -> int:
        """Where the lines end that go on with what ends there."""
        while (more := _GOES_ON.match(self.text, end)) is not None:
            end = more.end()
        return end

    @property
    def names_something(self) -> bool:
        """Is this where a declaration says what something is called?"""
        later = ":" in self.before or "=" in self.before
        return self.first_word in (*DECLARATIONS, "let", "choose", "step", "finish") and (
            self.first_word in ("type", "option")
            or not (later or self.first_word in ("always", "whenever"))
        )

    @property
    def could_be_quoted(self) -> bool:
        """Is this where values are named, which may come from a table?"""
        named = self.first_word in ("players", "uses", "excludes", "by")
        return not (self.names_something or named)

    def is_declared(self, beginning: str) -> bool:
        """Does a declaration of this file begin so, after its first word?"""
        end = r"(?!\w)" if is_word(beginning[-1]) else ""
        return bool(re.search(rf"^\w+ {re.escape(beginning)}{end}", self.file, re.M))

    def is_declared_as(self, word: str, name: str) -> bool:
        """Does a line of this file declare something of this name so?"""
        return bool(re.search(rf"^{word} {re.escape(name)}(?!\w)", self.file, re.M))

    def is_declared_with(self, name: str) -> bool:
        """Does the file define this with a parameter right behind the name, where none can be?"""
        return bool(re.search(rf"^define {re.escape(name)} \w+ *:", self.file, re.M))

    def is_own(self, name: str) -> bool:
        """Is this a name that the file declares elsewhere?"""
        others = self.file.replace(self.line, "", 1)
        name = re.escape(name)
        return bool(
            re.search(rf"^\s*(?:may )?(?:{'|'.join(NAMING)}) {name}(?!\w)", others, re.M)
            or re.search(rf'^(?:type|option|  players) [^"\n]*\b{name}\b', others, re.M)
            or re.search(rf"^  (?:\w+, )*{name}(?:, \w+)*:", others, re.M)
        )

    def is_bound(self, name: str) -> bool:
        """Is this somebody or something that this piece of the file speaks of by a name of its
        own: a parameter, what a query goes through, `me`?"""
        name = re.escape(name)
        bound = rf"\b(?:let|each) {name}\b|\b{name}(?:, \w+)* in\b|[(,] *{name}:|\bof {name}:"
        return name in ("me", "opponent") or bool(re.search(bound, self.text))

    def miscounts(self, line: str) -> bool:
        """Does a line give a function more or fewer values than it takes, as far as can be seen, or
        ask what lies in a number?"""
        if re.search(r"\bin \d+\b(?! *\.\.)", line):
            return True
        for call in re.finditer(r"\b(\w+)\(([^()]*)\)", line):
            declared = re.search(rf"^define {call[1]}\(([^()]*)\)", self.file, re.M)
            takes = TAKES.get(call[1]) or (declared[1].count(",") + 1 if declared else 0)
            if takes and call[2].count(",") + 1 != takes:
                return True
        return False

    def has_unknown(self, line: str) -> bool:
        """Does a line name something that nothing is called, as far as the file alone can tell?
        What libraries, other files and tables name is not known, and names from tables have
        capitals mostly."""
        if not self.file.startswith("game ") or re.search(r"^  uses ", self.file, re.M):
            return False
        if self.first_word in ("type", "option") or self.parent(self.line_start) == "outcome":
            return False  # which name what there is
        known = {*self.words.values(), *FUNCTIONS}
        bound = re.findall(r"\b(?:let|each|in|into) (\w+)|(\w+)(?:, \w+)* in\b", self.text)
        known |= {name for names in bound for name in names}
        declared = re.match(r"\w+ (\w+)", line)
        if declared and self.first_word in (*NAMING, *DECLARATIONS):
            known.add(declared[1])
        others = self.text.replace(self.line, "", 1)
        words = re.findall(r"(?<![\w.'])[a-z]\w+(?![\w'])", re.sub(r'"[^"]*"', "", line))
        return any(
            word not in known and not self.is_own(word) and not re.search(rf"\b{word}\b", others)
            for word in words
        )

    def could_stand(self, text: str) -> bool:
        """Could this text have stood here, as far as its beginning tells?"""
        piece = PIECE.match(text)
        first = piece.group() if piece else text
        kind = "NUMBER" if first.isdecimal() else "NAME" if is_word(first) else "STRING"
        words = (word for t in self.expected for word in as_written(t, self.words))
        return first in words or kind in self.expected

    @property
    def at_line_start(self) -> bool:
        return not self.text[self.line_start : self.at].strip()

    @property
    def in_column_1(self) -> bool:
        return self.line_start == 0 and self.at_line_start

    def parent(self, line_start: int) -> str:
        """The first word of the line that a line belongs to; `choose` for `may choose`, and
        `define` for `replace define`."""
        depth = len(blanks_at(self.text, line_start))
        while line_start:
            line_start = self.text.rfind("\n", 0, line_start - 1) + 1
            blanks = blanks_at(self.text, line_start)
            replaced = REPLACED.match(self.text, line_start + len(blanks))
            word = word_at(self.text, replaced.end() if replaced else line_start)
            if word and len(blanks) < depth:
                return "choose" if word == "may" else word
        return ""

    def beside(self, line_start: int) -> str:
        """The first word of the last line above one that stands in its column, in its block."""
        depth = len(blanks_at(self.text, line_start))
        while line_start:
            line_start = self.text.rfind("\n", 0, line_start - 1) + 1
            word, blanks = word_at(self.text, line_start), blanks_at(self.text, line_start)
            if word and len(blanks) <= depth:
                return word if len(blanks) == depth else ""
        return ""

    def expects(self, written: str) -> bool:
        """Could this piece have stood here?"""
        return any(self.words.get(t) == written for t in self.expected) or (
            not written and "_NL" in self.expected
        )

    def form(self) -> str:
        """A hint with an example of such a line."""
        form = example(self.first_word, self.line, self.text, self.file)
        return f"for example: {form}" if form and not self.in_expression else ""

    @property
    def in_expression(self) -> bool:
        """Is an expression wrong by itself, whatever line it stands in?"""
        if self.first_word == "define" and "=" in self.before:
            return True
        own = {word for t in self.expected for word in as_written(t, self.words)}
        return len(self.expected & CONTINUES_EXPRESSION) > 4 and not any(
            is_word(word) and word not in OPERATORS for word in own
        )


def _before_comment(text: str, at: int) -> int:
    """The end of what is written on a line up to here, blanks and comments left out."""
    while True:
        start = text.rfind("\n", 0, at) + 1
        written = re.match(r"(?:\"[^\"\n]*\"|[^#\n\"])*", text[start:at])
        line = written.group().rstrip() if written else ""
        if line or not start:
            return start + len(line)
        at = start - 1


def blanks_at(text: str, line_start: int) -> str:
    match = re.compile(r"[ \t]*").match(text, line_start)
    return match.group() if match else ""


def word_at(text: str, line_start: int) -> str:
    """The word with which a line begins, or the sign with which it goes on."""
    match = re.compile(r"[ \t]*([A-Za-z_]\w*|[-+*<>](?![-+*<>]))").match(text, line_start)
    return match.group(1) if match else ""


def is_word(piece: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z]\w*", piece))


def open_brackets(text: str) -> bool:
    return text.count("(") + text.count("{") > text.count(")") + text.count("}")
